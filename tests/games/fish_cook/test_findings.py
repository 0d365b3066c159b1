"""Verdicts on Fish Cook: broken homebrews are found out, at their lines; sound ones are left alone."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from broken import BROKEN, marks

from kitgen import pipeline
from kitgen.diagnostics import Diagnostic, Severity
from kitgen.errors import VariantError
from kitgen.play.arena import Side
from kitgen.play.verdict import Budget, judge

QUICK = Budget((150,), (100,))
LONGER = Budget((250, 700), (150, 300))


def diagnostics(file: Path) -> list[Diagnostic]:
    try:
        return list(pipeline.check(pipeline.load(str(file)), budget=LONGER).diagnostics)
    except VariantError as fault:
        return list(fault.diagnostics)


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_homebrew_is_found_out_at_its_line(what: str, tmp_path: Path) -> None:
    text = f"extends: classic\n{BROKEN[what]}"
    file = tmp_path / "broken.yaml"
    file.write_text(text, encoding="utf-8")
    found = diagnostics(file)
    for code, lines in marks(text).items():
        places = {finding.span for finding in found if finding.code == code}
        assert places, f"{code} is not found, but {[finding.code for finding in found]}"
        for span in places:
            assert span is not None
            assert (Path(span.file).name, span.line in lines) == ("broken.yaml", True), f"{code} at {span}"


def test_a_seat_that_gains_on_the_others_is_found(tmp_path: Path) -> None:
    """On a single day nobody has a second turn at being chef."""
    file = tmp_path / "day.yaml"
    file.write_text("extends: classic\nset_up:\n  days: {2: 1, 3: 1, 4: 1, 5: 1, 6: 1}\n", encoding="utf-8")
    found = pipeline.check(pipeline.load(str(file)), budget=Budget((1_200,), (2_000,))).diagnostics
    (edge,) = [finding for finding in found if finding.code == "seat-edge"]
    assert edge.span is not None
    assert edge.span.line == 3
    assert "6 players" in edge.message


def test_the_classic_has_no_errors_and_no_warnings() -> None:
    found = pipeline.check(pipeline.load("classic"))
    assert {finding.severity for finding in found.diagnostics} == {Severity.NOTE}
    assert found.baseline is None
    assert not found.verdict.lost


def test_the_classics_first_seat_has_an_edge_and_that_is_a_note() -> None:
    found = pipeline.check(pipeline.load("classic")).diagnostics
    assert [finding.code for finding in found] == ["first-seat"]


def alarms(verdicts: list[pipeline.Verdict]) -> list[str]:
    return [
        finding.message
        for verdict in verdicts
        for finding in verdict.findings
        if finding.question.severity is not Severity.NOTE
    ]


def test_a_copy_on_other_seeds_raises_no_alarm() -> None:
    """Chance alone must not make a finding: at most one copy in fifty may warn; benchmarks/verdict.py tries 200."""
    classic = pipeline.load("classic")
    sides = [Side(classic.game.playing, classic.model, seed) for seed in range(100)]
    verdicts = [judge([one, other], budget=QUICK) for one, other in zip(sides[:50], sides[50:], strict=True)]
    assert sum(bool(alarms([verdict])) for verdict in verdicts) <= 1


HARMLESS = {
    "set_up.money": [80, 90, 110, 120],
    "market.fish.dice": [11, 13, 14],
    "school.cards": [3, 5],
    "set_up.recipes_dealt": [1, 3],
    "school.face_up_price": [4, 6],
    "school.blind_price": [1, 3],
    "recipes.sole-meuniere.main": [21, 22, 24, 25],
    "recipes.tuna-sukiyaki.bonus": [4, 6],
    "market.fish.ladders.3": ["[4, 5, 6, 7, 8]", "[3, 5, 6, 7, 9]"],
    "market.farm.rows.egg.prices": ["[6, 4, 3, 2, 1]", "[5, 4, 3, 2, 2]"],
    "end.menu_bonus.1": [2, 3],
    "end.menu_bonus.6": [4, 5, 7],
}


def test_harmless_retunings_raise_no_alarm() -> None:
    verdicts = []
    for number in range(12):
        chance = random.Random(number)
        settings = [
            f"{path}={chance.choice(HARMLESS[path])}" for path in chance.sample(sorted(HARMLESS), chance.randint(1, 3))
        ]
        verdicts.append(pipeline.check(pipeline.load("classic", settings), seed=number, budget=LONGER).verdict)
    assert alarms(verdicts) == []


def test_two_harmful_changes_stand_each_at_its_own_line(tmp_path: Path) -> None:
    file = tmp_path / "two.yaml"
    file.write_text(
        "extends: classic\ntitle: Two\nevening: {steal: {succeeds_on: 1}}\nschool: {cards: 5}\n"
        "bank: {per_player: 100}\n",
        encoding="utf-8",
    )
    lines = {finding.code: finding.span.line for finding in diagnostics(file) if finding.span}
    assert (lines["steal-always"], lines["box-runs-dry"]) == (3, 5)
    assert "seat-edge" not in lines


def test_only_what_became_worse_is_a_warning(tmp_path: Path) -> None:
    """A homebrew of a homebrew is held against its parent, which has the same fault already."""
    parent, child = tmp_path / "parent.yaml", tmp_path / "child.yaml"
    parent.write_text("extends: classic\nevening: {steal: {succeeds_on: 1}}\n", encoding="utf-8")
    child.write_text("extends: parent.yaml\nset_up: {money: 105}\n", encoding="utf-8")
    codes = {finding.code for finding in diagnostics(child)}
    assert "steal-always" not in codes
    against = pipeline.check(pipeline.load(str(child)), against=pipeline.load("classic"))
    assert "steal-always" in {finding.code for finding in against.diagnostics}


def test_bots_that_are_lost_do_not_judge(tmp_path: Path) -> None:
    """Nobody earns anything, so no bot beats another: the facts are told, the seats are not judged."""
    file = tmp_path / "poor.yaml"
    file.write_text("extends: classic\nset_up: {money: 0}\n", encoding="utf-8")
    found = pipeline.check(pipeline.load(str(file)))
    assert ("planner", "thrifty", 2) in found.verdict.lost
    assert {finding.question.judging for finding in found.verdict.findings} == {False}
    assert "do not understand" in pipeline.tell_verdict(found)


def test_without_numba_fewer_games_say_what_they_leave_open() -> None:
    found = pipeline.check(pipeline.load("classic", ["evening.steal.succeeds_on=1"]), compiled=False)
    assert "steal-always" in {finding.code for finding in found.diagnostics}
    assert found.verdict.stage.main == "thrifty"
    text = pipeline.tell_verdict(found)
    assert "kitgen[fast]" in text
    assert "Undecided: whether" in text
