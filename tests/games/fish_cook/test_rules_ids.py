"""The ids of the rules: tests, engine and printed sheet agree with the specification."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from conftest import LANGUAGES
from rule_tables import RULE_IDS

from kitgen import pipeline
from kitgen.games import fish_cook
from kitgen.source.words import load_words

HERE = Path(__file__).parent
ENGINE = Path(fish_cook.__file__).parent

REFUSALS = [
    "FC-3.1", "FC-3.2", "FC-3.3", "FC-3.4", "FC-3.5", "FC-3.7", "FC-5.1", "FC-5.3", "FC-5.4", "FC-5.5", "FC-5.12",
    "FC-6.3",
]  # fmt: skip
"""The rules by which the engine refuses a move."""

EVENTS = [
    "FC-1.1", "FC-1.2", "FC-1.3", "FC-1.4", "FC-2.1", "FC-2.2", "FC-2.3", "FC-2.4", "FC-2.5", "FC-2.6", "FC-3.2",
    "FC-3.3", "FC-3.4", "FC-3.5", "FC-3.6", "FC-4.1", "FC-4.2", "FC-4.3", "FC-4.4", "FC-4.6", "FC-4.7", "FC-5.6",
    "FC-5.7", "FC-5.8", "FC-5.9", "FC-5.10", "FC-5.11", "FC-5.12", "FC-6.1", "FC-6.3", "FC-7.1", "FC-7.2", "FC-7.3",
]  # fmt: skip
"""The rules that make something happen that is told as an event, at least."""


@cache
def test_names() -> tuple[str, ...]:
    """The tests of the rules, by name."""
    return tuple(
        node.name
        for file in HERE.glob("test_rules_fc*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


test_names.__test__ = False  # type: ignore[attr-defined]


@pytest.mark.parametrize("rule", RULE_IDS)
def test_every_rule_has_a_test_that_is_named_after_it(rule: str) -> None:
    chapter, number = rule.removeprefix("FC-").split(".")
    named = [name for name in test_names() if name.startswith(f"test_fc_{chapter}_{number}_")]
    assert named


def test_no_test_is_named_after_a_rule_that_does_not_exist() -> None:
    named = {match.groups() for name in test_names() if (match := re.match(r"test_fc_(\d+)_(\d+)_", name))}
    assert {f"FC-{chapter}.{number}" for chapter, number in named} <= set(RULE_IDS)


def ids_in(text: str) -> set[str]:
    """Every id that a text mentions, ``FC-5.10, 5.11`` and ``FC-2.2 to 2.4`` too."""
    found = re.findall(r"FC-\d+\.\d+(?:(?:,| to| and|,? or) (?:FC-)?\d+\.\d+)*", text)
    return {f"FC-{number}" for mention in found for number in re.findall(r"\d+\.\d+", mention)}


@pytest.mark.parametrize("file", sorted(ENGINE.glob("*.py")), ids=lambda file: file.stem)
def test_the_code_mentions_only_rules_of_the_specification(file: Path) -> None:
    assert ids_in(file.read_text(encoding="utf-8")) <= set(RULE_IDS)


def emitted_refusals() -> set[str]:
    """What the functions named ``refusal…`` can return."""
    tree = ast.parse((ENGINE / "rules.py").read_text(encoding="utf-8"))
    numbers = {
        node.value
        for function in tree.body
        if isinstance(function, ast.FunctionDef) and function.name.startswith("refusal")
        for node in ast.walk(function)
        if isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value >= 100
    }
    return {f"FC-{number // 100}.{number % 100}" for number in numbers}


def emitted_events() -> set[str]:
    """Every rule id that stands alone in a string of events.py."""
    tree = ast.parse((ENGINE / "events.py").read_text(encoding="utf-8"))
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"FC-\d+\.\d+", node.value)
    }


def test_the_engine_refuses_by_the_rules_that_forbid() -> None:
    assert emitted_refusals() == set(REFUSALS)


def test_the_engine_tells_events_under_the_rules_that_make_them_happen() -> None:
    assert emitted_events() >= set(EVENTS)
    assert emitted_events() <= set(RULE_IDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_classics_sheet_carries_every_rule(language: str) -> None:
    variant = pipeline.load("classic")
    printed = pipeline.rule_texts(variant, load_words("fish-cook", language))
    assert set(printed) == set(RULE_IDS)
    assert all(len(text) > 10 for text in printed.values())
    assert emitted_events() | emitted_refusals() <= set(printed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_reason_in_words(language: str) -> None:
    words = load_words("fish-cook", language)
    assert all(words.find(f"refusals.{rule}") for rule in emitted_refusals())
    assert not words.missing
