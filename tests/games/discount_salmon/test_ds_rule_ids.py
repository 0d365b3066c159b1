"""The ids of the rules: tests, engine, printed sheet and words agree with the specification."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from conftest import LANGUAGES
from salmon import RULE_IDS
from salmon_arena import events_of

from kitgen import pipeline
from kitgen.games import discount_salmon
from kitgen.games.discount_salmon.counts import COUNTED_RULES
from kitgen.games.discount_salmon.rule_ids import RULES
from kitgen.source.resources import resource_folder
from kitgen.source.words import load_words

HERE = Path(__file__).parent
ENGINE = Path(discount_salmon.__file__).parent
WORDS = resource_folder("templates") / "discount-salmon"

REFUSALS = {"DS-3.1", "DS-4.3"}
"""The rules by which the engine refuses a decision."""

SETTLING = {"DS-5.3", "DS-5.4", "DS-5.5", "DS-5.6"}
"""The rules that say who has won."""

EVENTS = {
    "DS-1.1", "DS-1.2", "DS-1.3", "DS-1.4", "DS-1.5", "DS-2.1", "DS-3.1", "DS-3.4", "DS-3.5", "DS-3.6", "DS-3.7",
    "DS-3.8", "DS-3.9", "DS-3.11", "DS-4.1", "DS-4.2", "DS-4.3", "DS-5.1", "DS-5.2",
}  # fmt: skip
"""The rules that make something happen that is told as an event, at least, apart from those of winning."""

CITED = {"DS-3.4", "DS-3.5", "DS-3.8", "DS-3.9", "DS-3.10", "DS-3.11", "DS-3.12", "DS-3.13"}
"""The rules by which `kitgen resolve` settles a card or says who reveals, at least."""

UNCOUNTED = {"DS-1.4", "DS-2.2", "DS-2.3", "DS-3.3", "DS-3.13"}
"""Rules that come into play in every game, or at every card: there is nothing to count of them."""


# Tests


@cache
def test_names() -> tuple[str, ...]:
    """The tests of the rules, by name."""
    return tuple(
        node.name
        for file in HERE.glob("test_ds_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_ds_")
    )


test_names.__test__ = False  # type: ignore[attr-defined]


@cache
def rules_tested() -> frozenset[str]:
    """The rules that tests are named after; ``test_ds_5_3_to_5_6_…`` is named after four."""
    found = set()
    for name in test_names():
        for chapter, first, last in re.findall(r"_(\d)_(\d+)(?:_to_\1_(\d+))?(?=_)", name):
            found |= {f"DS-{chapter}.{number}" for number in range(int(first), int(last or first) + 1)}
    return frozenset(found)


@pytest.mark.parametrize("rule", RULE_IDS)
def test_every_rule_has_a_test_that_is_named_after_it(rule: str) -> None:
    assert rule in rules_tested()


def test_no_test_is_named_after_a_rule_that_does_not_exist() -> None:
    assert rules_tested() <= set(RULE_IDS)
    assert [name for name in test_names() if not re.match(r"test_ds_[1-5]_\d+_\D", name)] == []


# Code and words


def ids_in(text: str) -> set[str]:
    """Every id that a text mentions, ``DS-5.4, 5.5`` and ``DS-3.4 to 3.8`` too."""
    found = re.findall(r"DS-\d+\.\d+(?:(?:,| to| and|,? or) (?:DS-)?\d+\.\d+)*", text)
    return {f"DS-{number}" for mention in found for number in re.findall(r"\d+\.\d+", mention)}


@pytest.mark.parametrize("file", sorted([*ENGINE.glob("*.py"), *WORDS.glob("*.*")]), ids=lambda file: file.name)
def test_code_templates_and_words_mention_only_rules_of_the_specification(file: Path) -> None:
    assert ids_in(file.read_text(encoding="utf-8")) <= set(RULE_IDS)


def numbers_in(nodes: Iterator[ast.AST]) -> set[str]:
    """The rules that numbers such as 307 mean."""
    numbers = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, int)}
    return {f"DS-{number // 100}.{number % 100}" for number in numbers if number >= 100}


def parsed(file: str) -> ast.Module:
    return ast.parse((ENGINE / file).read_text(encoding="utf-8"))


def returned_by(name: str) -> set[str]:
    """The rules that a function of the rules can return."""
    [function] = [node for node in parsed("rules.py").body if isinstance(node, ast.FunctionDef) and node.name == name]
    return numbers_in(ast.walk(function))


def counted() -> set[str]:
    """The rules whose use the tally counts by their number."""
    calls = [node for node in ast.walk(parsed("tally.py")) if isinstance(node, ast.Call)]
    uses = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "use"]
    return numbers_in(inner for call in uses for inner in ast.walk(call))


def written_in(file: str) -> set[str]:
    """Every rule id that stands alone in a string."""
    return {
        node.value
        for node in ast.walk(parsed(file))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"DS-\d+\.\d+", node.value)
    }


def test_the_engine_refuses_and_settles_by_the_rules_that_say_so() -> None:
    assert returned_by("refusal") == REFUSALS
    assert returned_by("settling_rule") == SETTLING
    assert returned_by("endless_rule") == {"DS-4.1"}


def test_the_engine_tells_events_under_the_rules_that_make_them_happen() -> None:
    assert EVENTS <= written_in("events.py") <= set(RULE_IDS)


def test_games_that_are_played_tell_only_rules_that_exist() -> None:
    told = {event.rule for number in range(4) for event in events_of(number, ("reader", "random", "spoiler"))}
    assert EVENTS - {"DS-1.4", "DS-3.7"} <= told | {"DS-5.1", "DS-5.2"} <= set(RULE_IDS)


def test_disputes_are_settled_by_rules_that_exist() -> None:
    assert CITED <= written_in("resolve.py") <= set(RULE_IDS)


def test_every_rule_is_counted_or_there_is_nothing_to_count() -> None:
    assert set(COUNTED_RULES) == counted() | SETTLING == set(RULE_IDS) - UNCOUNTED


def test_every_rule_bends_to_a_key_or_is_the_games_own() -> None:
    assert {rule for rules in RULES.values() for rule in rules} <= set(RULE_IDS)


# Print


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_published_games_sheet_carries_every_rule(language: str) -> None:
    printed = pipeline.rule_texts(pipeline.load("discount-salmon"), load_words("discount-salmon", language))
    assert set(printed) == set(RULE_IDS)
    assert all(len(text) > 10 for text in printed.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_reason_in_words(language: str) -> None:
    words = load_words("discount-salmon", language)
    assert all(words.find(f"refusals.{rule}") for rule in REFUSALS)
    assert not words.missing
