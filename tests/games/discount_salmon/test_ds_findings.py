"""What a check finds by playing: homebrews that break the game, one way each; and the game itself, in which it finds
nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from kitgen import pipeline
from kitgen.diagnostics import Severity

STALE = """
extends: discount-salmon
hand: {cards: 4, set: 1}
modifiers: {cure: 8, harm: 6, blender: 0, andrew: 0}
stalemate: {seconds: 3}
"""
DRY = """
extends: discount-salmon
modifiers: {cure: 8, blender: 0, harm: 6, andrew: 6}
race: {invalid: lost}
hand: {cards: 7}
"""
NO_HARM_DONE = """
extends: discount-salmon
modifiers: {harm: 1, cure: 16, blender: 8}
hand: {cards: 7}
"""
ONE_WRONG = ("last-tuesday", "mirror-carp", "powdered-pike", "size-nine", "bright-angel")
TWO_WRONG = ("uncle-catfish", "lost-kipper", "gym-bag", "sewer-puffer", "sandpaper-snook", "cobblers-bride",
             "prom-queen", "desert-bream", "test-site", "steel-toe")  # fmt: skip
NOTHING_TO_READ = f"""
extends: discount-salmon
modifiers: {{harm: 0, andrew: 0, blender: 8}}
fish: {{{", ".join(f"{name}: {{copies: 5}}" for name in ONE_WRONG)}}}
remove: [{", ".join(f"fish.{name}" for name in TWO_WRONG)}]
"""


def found(file: Path, text: str) -> dict[str, Severity]:
    file.write_text(text)
    return {one.code: one.severity for one in pipeline.check(pipeline.load(str(file))).diagnostics}


@pytest.mark.parametrize(
    ("text", "code", "severity"),
    [
        (STALE, "stalemates-mostly", Severity.ERROR),
        (DRY, "piles-run-dry", Severity.ERROR),
        (NO_HARM_DONE, "harms-never-matter", Severity.WARNING),
        (NOTHING_TO_READ, "speed-decides", Severity.WARNING),
    ],
    ids=["stale", "dry", "no harm done", "nothing to read"],
)
def test_a_homebrew_that_breaks_the_race_is_found_out(tmp_path: Path, text: str, code: str, severity: Severity) -> None:
    assert found(tmp_path / "brew.yaml", text).get(code) == severity


def test_without_harms_quick_hands_win_as_the_childrens_version_says_of_itself() -> None:
    told = {one.code: one.severity for one in pipeline.check(pipeline.load("puddle")).diagnostics}
    assert told == {"shortcut": Severity.WARNING}


def test_nothing_is_wrong_with_the_game_itself() -> None:
    told = pipeline.check(pipeline.load("discount-salmon")).diagnostics
    assert [one for one in told if one.severity is not Severity.NOTE] == []
