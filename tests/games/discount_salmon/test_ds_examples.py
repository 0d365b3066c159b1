"""The rule sheet's worked stacks are those of the specification, and make sense in any variant."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from salmon import PROBLEMS, variant

from kitgen.games.discount_salmon.examples import Stack, examples


def laid(stack: Stack) -> list[tuple[str, str, int]]:
    return [(card.effect, card.problem, card.seat) for card in stack.cards]


def test_the_race_is_the_specifications_own_stack() -> None:
    """{dry, ugly}: lotion(0) sun(1) mustache(2) make-up(0) lotion(1) perfume(2) → 1 claims, 3rd and 6th return."""
    stack = examples(variant())["claim"]
    assert stack.fish == "ugly-dry"
    assert laid(stack) == [
        ("cure", "dry", 0), ("harm", "dry", 1), ("harm", "ugly", 2), ("cure", "ugly", 0), ("cure", "dry", 1),
        ("cure", "stinky", 2),
    ]  # fmt: skip
    assert stack.seat == 1
    assert [card.fate for card in stack.cards] == ["closes", "opens", "invalid", "closes", "claims", "above"]
    assert [set(card.open) for card in stack.cards] == [{"ugly"}, {"ugly", "dry"}, {"ugly", "dry"}, {"dry"}, set(),
                                                        set()]  # fmt: skip


def test_andrew_takes_the_fish_and_what_lies_below_him() -> None:
    """DS-3.9: cards above return."""
    stack = examples(variant())["andrew"]
    assert laid(stack) == [("cure", "ugly", 1), ("andrew", "", 0), ("cure", "dry", 2)]
    assert [card.fate for card in stack.cards] == ["closes", "leaves", "above"]
    assert stack.seat == 0


def test_without_red_cards_the_stack_has_none_and_without_andrew_there_is_no_cat() -> None:
    found = examples(variant(modifiers={"harm": 0, "andrew": 0}))
    assert set(found) == {"claim"}
    assert {card.effect for card in found["claim"].cards} == {"cure"}
    assert "invalid" in {card.fate for card in found["claim"].cards}


LAKES: list[dict[str, Any]] = [
    {problem: {"problems": [problem], "copies": 5} for problem in PROBLEMS},
    {"-".join(three): {"problems": list(three), "copies": 4} for three in itertools.combinations(PROBLEMS, 3)},
    {"boot": {"problems": ["fake", "toxic"], "copies": 20}},
]


@pytest.mark.parametrize("fish", LAKES)
@pytest.mark.parametrize("harm", [0, 3])
@pytest.mark.parametrize("most", [2, 5])
def test_any_variant_has_a_stack_that_somebody_claims(fish: dict[str, Any], harm: int, most: int) -> None:
    of = variant(fish=fish, modifiers={"harm": harm}, players={"max": most})
    for name, stack in examples(of).items():
        fates = [card.fate for card in stack.cards]
        end = "claims" if name == "claim" else "leaves"
        assert fates.count(end) == 1
        assert set(fates[fates.index(end) + 1 :]) == {"above"}
        assert stack.cards[fates.index(end)].seat == stack.seat
        assert max(card.seat for card in stack.cards) < most
