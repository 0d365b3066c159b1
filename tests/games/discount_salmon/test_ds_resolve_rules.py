"""`kitgen resolve` tells each card under the rule that settles it."""

from __future__ import annotations

import pytest
from conftest import LANGUAGES
from salmon import variant
from salmon_session import words

from kitgen.games.discount_salmon.resolve import resolve


def rules_cited(text: str, cards: int, language: str) -> list[str]:
    """The rule at the end of each card's line."""
    lines = resolve(variant(), words(language), text.split()).splitlines()
    return [line.rpartition("[")[2].rstrip("]") for line in lines[1 : cards + 1]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "rules"),
    [
        # Cards above Andrew go back by his rule, whatever they would have done.
        ("andrew:0 cure-dry:1 harm-stinky:2 blender:0", ["DS-3.9"] * 4),
        ("cure-dry:1 andrew:0 cure-ugly:1", ["DS-3.4", "DS-3.9", "DS-3.9"]),
        # Cards above a claim go back by the rule of claims, whichever card closed the last problem.
        ("cure-dry:0 cure-ugly:1 harm-dry:2 cure-dry:0 blender:1", ["DS-3.4", "DS-3.4", *["DS-3.11"] * 3]),
        ("blender:0 harm-dry:2 cure-stinky:1", ["DS-3.8", "DS-3.11", "DS-3.11"]),
        # Cards below the end that do nothing are told under the rule that makes them invalid.
        ("cure-toxic:0 harm-dry:1 andrew:2 cure-toxic:0", ["DS-3.4", "DS-3.5", "DS-3.9", "DS-3.9"]),
        # Andrew has a rule of his own for coming too late.
        ("blender:0 andrew:1 cure-dry:2", ["DS-3.8", "DS-3.13", "DS-3.11"]),
    ],
)
def test_ds_3_9_and_3_11_each_card_is_told_under_the_rule_that_settles_it(
    text: str, rules: list[str], language: str
) -> None:
    problems = {"en": "dry,ugly", "fr": "sec,moche"}[language]
    assert rules_cited(f"--fish {problems} {text}", len(rules), language) == rules
