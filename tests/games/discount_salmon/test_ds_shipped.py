"""The shipped variants of Discount Salmon: the base is the specification's deck, and all print without complaint."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from kitgen import pipeline

NAMES = ("discount-salmon", "puddle", "cold-lake", "slow-hands")
PROBLEMS = ("stinky", "ugly", "dry", "fake", "toxic")


def test_the_base_variant_is_the_specifications_deck() -> None:
    """Five fish of one problem, and two of each pair: 25 cards with 45 problems; 63 blue and 18 red."""
    base = pipeline.load("discount-salmon").model
    lake = {frozenset(fish.problems): fish.copies for fish in base.fish.values()}
    singles = {frozenset([problem]): 1 for problem in PROBLEMS}
    assert lake == singles | {frozenset(pair): 2 for pair in itertools.combinations(PROBLEMS, 2)}
    assert (base.lake, base.deck) == (25, 81)
    assert sum(len(fish.problems) * fish.copies for fish in base.fish.values()) == 45
    # Left to draw after the deal, by players.
    assert [base.deck - base.hand.cards * count for count in base.player_counts] == [71, 66, 61, 56]


@pytest.mark.parametrize(("paper", "language"), [("a4", "fr"), ("letter", "en")])
@pytest.mark.parametrize("name", NAMES)
def test_each_prints_without_a_word_of_complaint(tmp_path: Path, name: str, paper: str, language: str) -> None:
    variant = pipeline.load(name)
    options = pipeline.print_options(paper=paper)
    built = pipeline.build(variant, printing=options, language=language, out=tmp_path / "kit")
    assert built.diagnostics == ()
    printed = {part["id"]: part["count"] for part in built.manifest["components"]}
    parts = variant.game.parts(variant.model)
    assert {part: printed.get(part) for part in parts} == parts
