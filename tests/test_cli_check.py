"""simulate, check and compare, as typed."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kitgen.cli import commands, main
from kitgen.errors import ExitCode


def run(*arguments: str) -> Result:
    return CliRunner().invoke(commands, arguments)


def exit_of(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """The exit code of the whole command, errors turned into words."""
    monkeypatch.setattr(sys, "argv", ["kitgen", *arguments])
    with pytest.raises(SystemExit) as left:
        main()
    assert isinstance(left.value.code, int)
    return left.value.code


# ── simulate ────────────────────────────────────────────────────────────────────────────────────────────────────────


def simulated(*arguments: str) -> dict[str, Any]:
    result = run("simulate", "classic", "--games", "30", "--bots", "thrifty", "--json", *arguments)
    assert result.exit_code == 0, result.output
    told: dict[str, Any] = json.loads(result.stdout)
    return told


def test_simulate_tells_every_number_of_players() -> None:
    told = simulated()
    assert [table["players"] for table in told["tables"]] == [2, 3, 4, 5, 6]
    assert {table["games"] for table in told["tables"]} == {30}


@pytest.mark.parametrize(("text", "counts"), [("4", [4]), ("2-4", [2, 3, 4]), ("2,6", [2, 6]), ("3,2-3", [2, 3])])
def test_numbers_of_players_as_people_write_them(text: str, counts: list[int]) -> None:
    assert [table["players"] for table in simulated("--players", text)["tables"]] == counts


@pytest.mark.parametrize("text", ["", "two", "4-2", "-3", "2-", "2;3"])
def test_what_is_no_number_of_players_is_refused(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_of(monkeypatch, "simulate", "classic", f"--players={text}") == ExitCode.USAGE
    assert "players" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "7"], "classic is not for 7 players"),
        (["--bots", "planer"], "did you mean 'planner'?"),
        (["--games", "0"], "0 games tell nothing"),
        (["--games", "-5"], "-5 games tell nothing"),
        (["--seed", "-1"], "the seed -1 is out of range"),
        (["--jobs", "0"], "jobs"),
        (["--json", "--csv"], "name one of them"),
        (["--report", "no/such/folder/out.html"], "cannot write no/such/folder/out.html"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_words(
    arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = exit_of(
        monkeypatch, "simulate", "classic", *(arguments if "--games" in arguments else ["--games", "2", *arguments])
    )
    err = capsys.readouterr().err
    assert code in (ExitCode.USAGE, ExitCode.FILES)
    assert said in err
    assert "Traceback" not in err


def test_the_same_seed_gives_the_same_figures_whatever_the_jobs() -> None:
    assert simulated("--jobs", "1") == simulated("--jobs", "2")
    assert simulated("--seed", "2") != simulated("--seed", "3")


def test_csv_has_a_line_for_each_figure_of_the_json() -> None:
    result = run("simulate", "classic", "--games", "30", "--bots", "thrifty", "--players", "4", "--csv")
    lines = list(csv.DictReader(io.StringIO(result.stdout)))
    (table,) = simulated("--players", "4")["tables"]
    figures = {(line["figure"], line["label"]): line for line in lines if line["section"] != "The box"}
    assert len(figures) == len(table["figures"])
    for figure in table["figures"]:
        line = figures[figure["id"], figure.get("label", "")]
        assert float(line["value"]) == figure["value"]
        assert (float(line["low"]) if line["low"] else None) == figure["low"]
    assert len(lines) - len(figures) == len(table["box"])


def test_the_text_names_each_section_and_what_the_box_holds() -> None:
    text = run("simulate", "classic", "--games", "30", "--bots", "thrifty", "--players", "2,4").stdout
    for heading in ("Who wins", "How a game goes", "Mornings", "Recipes", "What the box must hold"):
        assert f"\n{heading}" in text
    assert "60 games, seed 1" in text
    assert max(len(line) for line in text.splitlines()) <= 100


def test_a_report_is_written_and_only_a_report_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["simulate", "classic", "--games", "20", "--bots", "thrifty", "--players", "4", "--report"]
    page, letter = tmp_path / "out.html", tmp_path / "letter.html"
    assert exit_of(monkeypatch, *command, str(page)) == ExitCode.FINE
    first = page.read_bytes()
    assert exit_of(monkeypatch, *command, str(page)) == ExitCode.FINE
    assert page.read_bytes() == first
    letter.write_text("Dear aunt", encoding="utf-8")
    assert exit_of(monkeypatch, *command, str(letter)) == ExitCode.FILES
    assert letter.read_text(encoding="utf-8") == "Dear aunt"
    assert "is not one of kitgen's" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "kitgen.cli", "simulate", "classic", "--games", "100000000", "--players", "4"]
    out = (tmp_path / "out.json").open("wb")
    process = subprocess.Popen([*command, "--json"], stdout=out, stderr=subprocess.PIPE, start_new_session=True)
    time.sleep(6)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    out.close()
    assert process.returncode == ExitCode.INTERRUPTED, err
    told = json.loads((tmp_path / "out.json").read_bytes())
    assert told["stopped"]
    (table,) = told["tables"]
    assert 0 < table["games"] < 100_000_000
    assert b"Traceback" not in err


# ── check ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def homebrew(tmp_path: Path, text: str) -> str:
    file = tmp_path / "mine.yaml"
    file.write_text(f"extends: classic\n{text}", encoding="utf-8")
    return str(file)


def test_check_tells_all_faults_of_a_file_without_playing_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = homebrew(tmp_path, "set_up: {money: much}\nschool: {cards: -1}\n")
    assert exit_of(monkeypatch, "check", file) == ExitCode.VARIANT
    told = capsys.readouterr()
    assert "mine.yaml:2:17: error: set_up.money" in told.err
    assert "mine.yaml:3:17: error: school.cards" in told.err
    assert "Played" not in told.out


def test_check_writes_the_faults_of_a_file_as_json_too(tmp_path: Path) -> None:
    result = run("check", homebrew(tmp_path, "set_up: {money: much}\n"), "--json")
    assert result.exit_code == ExitCode.VARIANT
    (fault,) = json.loads(result.stdout)["diagnostics"]
    assert (fault["code"], fault["severity"], fault["line"], fault["path"]) == (
        "wrong-type",
        "error",
        2,
        "set_up.money",
    )


def test_a_broken_game_fails_and_says_so_at_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = homebrew(tmp_path, "set_up:\n  money: 0\n")
    assert exit_of(monkeypatch, "check", file) == ExitCode.VARIANT
    told = capsys.readouterr()
    assert "mine.yaml:3:10: error: set_up.money: nobody can do anything" in told.out
    assert "1 error" in told.out


def test_warnings_fail_only_when_asked_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = homebrew(tmp_path, "title: Thieves\nevening: {steal: {succeeds_on: 1}}\n")
    assert exit_of(monkeypatch, "check", file) == ExitCode.FINE
    assert "1 warning" in capsys.readouterr().out
    assert exit_of(monkeypatch, "check", file, "--strict") == ExitCode.VARIANT


def test_the_json_of_a_check_has_the_numbers_behind_each_finding(tmp_path: Path) -> None:
    result = run("check", homebrew(tmp_path, "evening: {steal: {succeeds_on: 1}}\n"), "--json")
    told = json.loads(result.stdout)
    assert told["baseline"]["variant"] == "classic"
    (finding,) = [one for one in told["diagnostics"] if one["code"] == "steal-always"]
    here, tried, there = finding["measured"]
    assert here["value"] == 1
    assert here["low"] > here["margin"] > there["high"]
    assert tried["low"] > tried["margin"]


def test_check_against_a_variant_of_another_game_or_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_of(monkeypatch, "check", "classic", "--against", "clasic") == ExitCode.USAGE
    assert "did you mean" in capsys.readouterr().err


# ── compare ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_compare_tells_what_the_files_and_what_the_games_differ_in() -> None:
    text = run("compare", "classic", "--set", "set_up.money=150", "--games", "300").stdout
    assert "set_up.money: 100 → 150" in text
    (mean,) = [line for line in text.splitlines() if line.strip().startswith("Mean")]
    assert "+$50" in mean


def test_what_is_set_on_both_sides_does_not_differ() -> None:
    text = run(
        "compare", "classic", "--set", "school.cards=5", "--set-first", "school.cards=5", "--games", "50",
        "--bots", "thrifty",
    ).stdout  # fmt: skip
    assert "The files say the same." in text
    assert "no figure differs for sure" in text


def test_compare_as_json_pairs_the_games(tmp_path: Path) -> None:
    """On the same seeds the money of both differs by just what they start with, whatever the spread of games."""
    told = json.loads(run("compare", "classic", "--set", "set_up.money=150", "--games", "200", "--json").stdout)
    (table,) = told["tables"]
    (mean,) = [one for one in table["differences"] if one["id"] == "score"]
    assert mean["sure"]
    assert mean["low"] == mean["difference"] == mean["high"] == 50
    assert told["changes"] == [{"path": "set_up.money", "a": "100", "b": "150"}]
