"""simulate, check and compare, as typed."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kitgen import pipeline
from kitgen.cli import commands, main
from kitgen.errors import ExitCode, FilesError, VariantError


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
        (["--report", "."], ". is a folder"),
        (["--players", "100"], "100 is more than any table seats"),
        (["--players", "9" * 5_000], "is no number of players"),
        (["--players", "4-2"], "write the smaller number first"),
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


@pytest.mark.parametrize("name", ["=1+1", "+soup", "-soup", "@soup"])
def test_no_name_of_a_variant_becomes_a_formula_in_a_spreadsheet(tmp_path: Path, name: str) -> None:
    file = tmp_path / "mine.yaml"
    recipe = f"recipes: {{sole-meuniere: {{name: '{name}'}}}}\n"
    file.write_text(f"extends: classic\n{recipe}", encoding="utf-8")
    told = run("simulate", str(file), "--games", "3", "--bots", "thrifty", "--players", "2", "--csv").stdout
    cells = [cell for line in csv.reader(io.StringIO(told)) for cell in line]
    assert f"'{name}" in cells
    assert name not in cells


def test_one_is_one(tmp_path: Path) -> None:
    text = run("simulate", "classic", "--games", "1", "--players", "2", "--bots", "thrifty").stdout
    assert "(classic), 1 game, seed 1" in text
    assert "1 games" not in text


def test_every_figure_rests_on_games(tmp_path: Path) -> None:
    told = run("simulate", "classic", "--games", "2", "--players", "4", "--bots", "thrifty", "--csv").stdout
    assert {line["games"] for line in csv.DictReader(io.StringIO(told)) if line["value"]} <= {"2"}


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
    try:
        time.sleep(6)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
        out.close()
    assert process.returncode == ExitCode.INTERRUPTED, err
    told = json.loads((tmp_path / "out.json").read_bytes())
    assert told["stopped"]
    (table,) = told["tables"]
    assert 0 < table["games"] < 100_000_000
    assert b"Traceback" not in err


@pytest.mark.skipif(sys.platform != "linux", reason="devices differ")
@pytest.mark.parametrize("to", ["/dev/full", "closed"])
def test_an_output_that_takes_nothing_is_a_fault_of_files(to: str) -> None:
    command = f"{sys.executable} -m kitgen.cli simulate classic --games 3 --bots thrifty --players 2"
    shell = f"{command} >&-" if to == "closed" else f"{command} >{to}"
    done = subprocess.run(["sh", "-c", shell], stderr=subprocess.PIPE, check=False)
    assert done.returncode == ExitCode.FILES
    assert done.stderr.count(b"\n") == 2, done.stderr
    assert b"output" in done.stderr


@pytest.mark.parametrize("fault", ["full", "stopped"])
def test_what_was_played_is_told_where_no_report_can_be_written(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def write_report(*_: Any) -> None:
        raise FilesError("cannot write out.html: No space left") if fault == "full" else KeyboardInterrupt

    monkeypatch.setattr(pipeline, "write_report", write_report)
    command = ["simulate", "classic", "--games", "20", "--bots", "thrifty", "--report", str(tmp_path / "out.html")]
    assert exit_of(monkeypatch, *command) == (ExitCode.FILES if fault == "full" else ExitCode.INTERRUPTED)
    assert "Who wins" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text elsewhere")
def test_a_variant_whose_name_is_no_text_can_be_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / os.fsdecode(b"soup\xe9.yaml")
    file.write_text("extends: classic\n", encoding="utf-8")
    page = tmp_path / "out.html"
    command = ["simulate", str(file), "--games", "20", "--bots", "thrifty", "--players", "4", "--report", str(page)]
    assert exit_of(monkeypatch, *command) == ExitCode.FINE, capsys.readouterr().err
    assert "soup" in page.read_text("utf-8")


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


def family(tmp_path: Path, parent: str) -> str:
    """A homebrew that extends another that extends the classic."""
    (tmp_path / "parent.yaml").write_text(parent, encoding="utf-8")
    child = tmp_path / "child.yaml"
    child.write_text("extends: ./parent.yaml\ntitle: Child\nschool: {cards: 3}\n", encoding="utf-8")
    return str(child)


def test_a_parent_that_is_a_variant_is_the_baseline(tmp_path: Path) -> None:
    told = json.loads(run("check", family(tmp_path, "extends: classic\n"), "--json").stdout)
    assert (told["baseline"]["variant"], told["passed_over"]) == ("parent", [])


@pytest.mark.parametrize(("parent", "why"), [
    ("extends: classic\nschool: {cards: -1}\n", "parent.yaml has errors"),
    ("extends: classic\nplayers: {min: 2, max: 3}\n", "share no number of players"),
])  # fmt: skip
def test_a_parent_that_cannot_be_played_beside_it_is_passed_over(
    tmp_path: Path, parent: str, why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The fault is the parent's; the child is held against the next in the line, and that is told."""
    child = family(tmp_path, parent)
    settings = ["--set", "players.min=4", "--set", "players.max=6"] if "players" in parent else []
    assert exit_of(monkeypatch, "check", child, *settings) == ExitCode.FINE
    out = capsys.readouterr().out
    assert "beside classic" in out
    assert f"Not taken as the baseline: {'parent.yaml has errors' if 'errors' in why else 'child'}" in out
    assert why in out


def test_a_baseline_that_was_named_must_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    two = tmp_path / "two.yaml"
    two.write_text("extends: classic\nplayers: {min: 2, max: 2}\n", encoding="utf-8")
    settings = ["--set", "players.min=4"]
    assert exit_of(monkeypatch, "check", "classic", "--against", str(two), *settings) == ExitCode.USAGE
    assert "share no number of players: classic --set players.min=4 is for 4 to 6, two is for 2" in (
        capsys.readouterr().err
    )
    assert exit_of(monkeypatch, "check", "classic", "--against", "") == ExitCode.USAGE


@pytest.mark.parametrize("calls", [1, 4, 30])
def test_a_check_that_is_stopped_says_so(
    calls: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """However early: what was not played is not judged."""
    told = iter(range(1, 10**6))
    real = pipeline.check

    def check(*arguments: Any, **options: Any) -> Any:
        def progress(games: int) -> None:
            if next(told) == calls:
                signal.raise_signal(signal.SIGINT)

        return real(*arguments, **(options | {"progress": progress}))

    monkeypatch.setattr(pipeline, "check", check)
    assert exit_of(monkeypatch, "check", "classic", "--set", "set_up.money=0") == ExitCode.INTERRUPTED
    said = capsys.readouterr()
    assert "Stopped early" in said.out
    assert "not judged" not in said.out
    assert "Undecided" not in said.out


# ── compare ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("arguments", "said"), [
    (["classic", ""], "there is no variant ''"),
    (["classic", "--set-first", "foo=1"], "--set-first foo=1:1:1: error"),
    (["classic", "--set-first", "foo"], "write --set-first playing_time=20"),
    (["classic", "--set", "foo=1", "--set-first", "school.cards=3"], "--set foo=1:1:1: error"),
])  # fmt: skip
def test_a_fault_of_one_side_is_told_as_that_of_this_side(
    arguments: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_of(monkeypatch, "compare", *arguments) in (ExitCode.USAGE, ExitCode.VARIANT)
    assert said in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="pipes differ")
def test_a_pipe_is_read_once_and_may_stand_for_both_sides(tmp_path: Path) -> None:
    pipe = tmp_path / "mine.yaml"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text("extends: classic\nschool: {cards: 4}\n", "utf-8"))
    writer.start()
    text = run("compare", str(pipe), "--set", "school.cards=5", "--games", "10", "--bots", "thrifty").stdout
    writer.join()
    assert "school.cards: 4 → 5" in text


def test_three_games_make_nothing_sure() -> None:
    """Not even that who begins with more money ends with more."""
    command = ["compare", "classic", "--set", "set_up.money=150", "--bots", "thrifty", "--json", "--games"]
    few, enough = (json.loads(run(*command, games).stdout)["tables"][0]["differences"] for games in ("3", "12"))
    assert [one["id"] for one in few if one["sure"] and one["a"] is not None and one["b"] is not None] == []
    assert "score" in [one["id"] for one in enough if one["sure"]]


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
    assert mean["difference"] == 50
    unseen = (1 - 0.05 ** (1 / 200)) / 4  # games that may be otherwise, by a dollar of four players
    assert (mean["low"], mean["high"]) == (pytest.approx(50 - unseen, abs=1e-5), pytest.approx(50 + unseen, abs=1e-5))
    assert told["changes"] == [{"path": "set_up.money", "a": "100", "b": "150"}]


def test_a_drawing_beside_the_variant_that_cannot_be_used_is_found_before_it_is_played(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "fish-1.svg").write_text("<svg>")
    (tmp_path / "art" / "notes.svg").write_text("what replaces no drawing is nobody's business")
    (tmp_path / "mine.yaml").write_text("extends: classic\n")
    with pytest.raises(VariantError) as refused:
        pipeline.check(pipeline.load(str(tmp_path / "mine.yaml")))
    assert [Path(one.span.file).name for one in refused.value.diagnostics if one.span] == ["fish-1.svg"]
