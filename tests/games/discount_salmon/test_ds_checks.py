"""What makes a variant of Discount Salmon impossible is found, at the key that causes it."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from salmon import DEFAULT, FISH, PROBLEMS, variant

from kitgen.diagnostics import Severity
from kitgen.games.discount_salmon.checks import check_variant
from kitgen.source.yaml_text import read_yaml

DOCUMENT = read_yaml(b"title: Mine\n", "mine.yaml")


def found(**changes: Any) -> list[tuple[str, str]]:
    """Code and path of every fault."""
    return [(fault.code, fault.path) for fault in check_variant(variant(**changes), DOCUMENT)]


def test_the_default_deck_has_no_faults() -> None:
    assert found() == []


def test_problems_and_cards_that_are_called_alike_are_a_warning_in_each_language() -> None:
    alike = DEFAULT["problems"] | {"dry": {"icon": "cactus", "name": {"en": "toxic", "fr": "sec"}, "harm": "Mixeur"}}
    assert found(problems=alike) == [("same-name", "problems.toxic.name"), ("same-name", "problems.dry.harm")]
    assert found(problems=alike, modifiers={"harm": 0}) == [("same-name", "problems.toxic.name")]


def test_a_problem_without_words_gives_both_its_cards_one_name() -> None:
    wordless = DEFAULT["problems"] | {"hot": {"icon": "ghost"}}
    assert ("same-name", "problems.hot.harm") in found(problems=wordless)


def test_reshuffling_what_nobody_discards_is_a_warning() -> None:
    assert found(race={"reshuffle": True}) == []
    told = found(race={"reshuffle": True}, stalemate={"discard": 0})
    assert told == [("nothing-to-reshuffle", "race.reshuffle")]


FAULTS: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    ({"players": {"min": 4, "max": 3}}, [("players-reversed", "players")]),
    ({"fish": FISH | {"eel": {"problems": ["rusty"], "copies": 1}}}, [("unknown-problem", "fish.eel.problems[0]")]),
    ({"fish": FISH | {"eel": {"problems": ["dry", "dry"], "copies": 1}}}, [("repeated-problem", "fish.eel.problems")]),
    ({"fish": FISH | {"eel": {"problems": ["dry"], "copies": 10}}}, []),
    ({"fish": FISH | {"eel": {"problems": ["dry"], "copies": 16}}}, [("lake-size", "fish")]),
    ({"problems": DEFAULT["problems"] | {"dry": {"icon": "boot"}}}, [("same-mark", "problems.fake.icon")]),
    ({"modifiers": {"cure": 8, "harm": 0, "blender": 0, "andrew": 0}, "hand": {"cards": 7}}, []),
    ({"hand": {"cards": 4, "set": 5}}, [("over-hand", "hand.set")]),
    ({"hand": {"cards": 4}, "stalemate": {"discard": 5}}, [("over-hand", "stalemate.discard")]),
    ({"end": {"ties": ["harms", "harms"]}}, [("same-mark", "end.ties")]),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "expected"), FAULTS)
def test_each_fault_is_found_where_it_lies(changes: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert [one for one in found(**changes) if one[0] != "unused-problem"] == expected


def test_a_deck_that_does_not_cover_the_deal_is_a_fault() -> None:
    """DS-1.2: four problems with eight cures are 32 cards; five hands of seven are 35."""
    few = {problem: DEFAULT["problems"][problem] for problem in PROBLEMS[:4]}
    fish = {"-".join(pair): {"problems": list(pair), "copies": 3} for pair in itertools.combinations(PROBLEMS[:4], 2)}
    deck = {"cure": 8, "harm": 0, "blender": 0, "andrew": 0}
    assert found(problems=few, fish=fish, modifiers=deck, hand={"cards": 6}) == []
    assert found(problems=few, fish=fish, modifiers=deck, hand={"cards": 7}) == [("too-few-modifiers", "modifiers")]


def test_a_problem_that_no_fish_has_is_a_warning() -> None:
    fish = {"plain": {"problems": ["dry", "ugly"], "copies": 20}}
    told = check_variant(variant(fish=fish), DOCUMENT)
    assert [(one.code, one.path, one.severity) for one in told] == [
        ("unused-problem", f"problems.{problem}", Severity.WARNING) for problem in ("stinky", "fake", "toxic")
    ]
