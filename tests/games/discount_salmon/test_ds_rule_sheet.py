"""The printed rules: every id of the specification, and each value changes or removes exactly its own paragraphs."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from conftest import LANGUAGES
from salmon import DEFAULT, FISH, RULE_IDS, variant

from kitgen.draw.art import ArtShelf
from kitgen.games.discount_salmon.documents import documents
from kitgen.games.discount_salmon.kit import components
from kitgen.games.discount_salmon.knobs import KNOBS
from kitgen.games.discount_salmon.rule_ids import RULES, rules_of
from kitgen.games.discount_salmon.variant import Variant
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.pages import fitted, page_format
from kitgen.imposition.paper import PAPERS
from kitgen.rulesheet.sheet import RuleDocument, rule_paragraphs, typeset
from kitgen.source.resources import resource_folder
from kitgen.source.words import load_words

TEMPLATES = [resource_folder("templates") / name for name in ("discount-salmon", "shared")]
ART = ArtShelf([TEMPLATES[0] / "art"])

IDS = set(RULE_IDS)


def sheets(of: Variant, language: str) -> tuple[RuleDocument, ...]:
    words = load_words("discount-salmon", language)
    return documents(of, words, ART, components(of, words, ART))


def rules(of: Variant, language: str) -> dict[str, str]:
    return rule_paragraphs(sheets(of, language)[0], TEMPLATES, language)


@cache
def default_rules(language: str) -> dict[str, str]:
    return rules(variant(), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_carries_every_rule_of_the_specification(language: str) -> None:
    assert set(default_rules(language)) == IDS
    assert all(len(text) > 10 for text in default_rules(language).values())


# What is changed, the key that it is, rules that are gone, rules that say something else.
SWITCHES: list[tuple[dict[str, Any], str, set[str], set[str]]] = [
    ({"hand": {"cards": 6}}, "hand.cards", set(), {"1.2", "3.7", "4.3"}),
    ({"hand": {"set": 2}}, "hand.set", set(), {"3.1"}),
    ({"hand": {"set": 1}}, "hand.set", set(), {"3.1", "3.3"}),
    ({"modifiers": {"cure": 13}}, "modifiers.cure", set(), set()),
    ({"modifiers": {"harm": 0}}, "modifiers.harm", {"3.5", "5.4"}, {"5.5"}),
    ({"modifiers": {"blender": 0}}, "modifiers.blender", {"3.8"}, {"5.5"}),
    ({"modifiers": {"andrew": 0}}, "modifiers.andrew", {"3.9", "3.10", "3.13"}, set()),
    ({"race": {"invalid": "lost"}}, "race.invalid", set(), {"3.6"}),
    ({"race": {"next_revealer": "clockwise"}}, "race.next_revealer", set(), {"3.10", "3.12", "4.4"}),
    ({"race": {"reshuffle": True}}, "race.reshuffle", set(), {"4.3", "5.2"}),
    ({"stalemate": {"seconds": 8}}, "stalemate.seconds", set(), {"4.1"}),
    ({"stalemate": {"discard": 1}}, "stalemate.discard", set(), {"4.3"}),
    ({"stalemate": {"discard": 0}}, "stalemate.discard", {"4.3"}, set()),
    ({"stalemate": {"cart": False}}, "stalemate.cart", {"4.2"}, {"1.5", "4.1", "4.4"}),
    ({"end": {"ties": ["cures", "harms"]}}, "end.ties", set(), {"5.4", "5.5"}),
    ({"end": {"ties": ["cures"]}}, "end.ties", {"5.4"}, {"5.5"}),
    ({"end": {"ties": []}}, "end.ties", {"5.4", "5.5"}, {"5.6"}),
    ({"fish": FISH | {"eel": {"problems": ["dry"], "copies": 1}}}, "fish", set(), {"1.1"}),
    ({"cards": {"format": (57_150, 88_900)}}, "cards.format", set(), set()),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("changes", "key", "gone", "changed"), SWITCHES)
def test_each_value_bends_exactly_its_own_rules(
    changes: dict[str, Any], key: str, gone: set[str], changed: set[str], language: str
) -> None:
    before, after = default_rules(language), rules(variant(**changes), language)
    assert {f"DS-{rule}" for rule in gone} == set(before) - set(after)
    assert {f"DS-{rule}" for rule in changed} == {rule for rule in after if after[rule] != before.get(rule)}
    assert {f"DS-{rule}" for rule in gone | changed} <= set(rules_of(key))


def test_every_key_touches_rules_of_the_specification_only() -> None:
    assert {rule for touched in RULES.values() for rule in touched} <= IDS


def test_keys_within_a_group_touch_what_the_group_does_and_groups_what_is_in_them() -> None:
    assert rules_of("fish.<id>.copies") == rules_of("fish")
    assert set(rules_of("race")) == {"DS-3.6", "DS-3.10", "DS-3.12", "DS-4.3", "DS-4.4", "DS-5.2"}
    assert rules_of("cards.format") == ()


def test_every_knob_is_a_key() -> None:
    for knob in KNOBS:
        value: Any = DEFAULT
        for part in knob.split("."):
            assert part in value, knob
            value = value[part]


BIG: dict[str, Any] = {
    "problems": DEFAULT["problems"]
    | {name: {"icon": icon, "name": name, "cure": f"Cure of the {name}", "harm": f"Harm of the {name}"}
       for name, icon in (("frozen", "snowflake"), ("haunted", "ghost"))}
}  # fmt: skip
PLAIN: dict[str, Any] = {
    "modifiers": {"harm": 0, "blender": 0, "andrew": 0}, "stalemate": {"cart": False, "discard": 0}, "end": {"ties": []}
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("changes", [{}, BIG, PLAIN], ids=["default", "seven problems", "plain"])
def test_sheet_and_aid_fit(changes: dict[str, Any], paper: str, language: str) -> None:
    """The rules on two pages by default, and on four at most; the aid on its half page."""
    options = PrintOptions(paper=PAPERS[paper])
    rules_document, aid = (fitted(document, options) for document in sheets(variant(**changes), language))
    pages = typeset(rules_document, TEMPLATES, language, page_format(rules_document, options))
    assert len(pages) <= (4 if changes is BIG else 2)
    assert len(typeset(aid, TEMPLATES, language, page_format(aid, options))) == 1
    assert aid.trim == (186_000, 128_000)


def test_a_problem_more_is_a_row_more_in_the_table() -> None:
    five, seven = (sheets(variant(**changes), "en")[0].figures["problems"] for changes in ({}, BIG))
    heads = 5_500
    assert (seven.height - heads) / 7 == (five.height - heads) / 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_are_the_variants_own(language: str) -> None:
    """Numbers that stand in no other value: 29 fish, 7 cards in hand."""
    of = variant(fish=FISH | {"eel": {"problems": ["dry"], "copies": 4}}, hand={"cards": 7})
    told = rules(of, language)
    assert "29" in told["DS-1.1"]
    assert re.search(r"seven|sept", told["DS-1.2"])
