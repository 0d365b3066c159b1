"""Faults of a lake stand where its author can mend them: in the own file, once for each cause."""

from __future__ import annotations

from pathlib import Path

import pytest

from kitgen import pipeline
from kitgen.diagnostics import Diagnostic
from kitgen.errors import VariantError

BASE = "extends: discount-salmon\n"


def faults(folder: Path, text: str) -> list[Diagnostic]:
    """What is wrong with a file."""
    file = folder / "lake.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(VariantError) as refused:
        pipeline.load(str(file))
    found = list(refused.value.diagnostics)
    assert {Path(one.span.file).name for one in found if one.span} == {"lake.yaml"}
    return found


def test_a_problem_that_was_taken_out_and_is_still_on_fish_is_told_at_the_line_that_took_it(tmp_path: Path) -> None:
    [one] = faults(tmp_path, f"{BASE}remove: [problems.dry]\n")
    assert one.span is not None
    assert (one.code, one.span.line) == ("unknown-problem", 2)
    assert "which fish have: powdered-pike" in one.message


def test_too_many_problems_taken_out_are_told_there_too(tmp_path: Path) -> None:
    [one] = faults(tmp_path, f"{BASE}remove: [problems.dry, problems.ugly]\n")
    assert one.span is not None
    assert (one.code, one.span.line) == ("wrong-length", 2)


def test_a_part_taken_out_whole_is_missed_at_that_line(tmp_path: Path) -> None:
    [one] = faults(tmp_path, f"{BASE}remove: [fish]\n")
    assert one.span is not None
    assert (one.code, one.path, one.span.line) == ("missing-key", "fish", 2)
    assert "remove" in one.hint


def test_another_game_than_that_of_what_it_extends_is_one_fault_at_its_line(tmp_path: Path) -> None:
    [one] = faults(tmp_path, f"{BASE}game: fish-cook\n")
    assert one.span is not None
    assert (one.code, one.path, one.span.line) == ("wrong-choice", "game", 2)
    assert "discount-salmon" in one.message


def test_a_file_that_extends_nothing_lacks_everything_in_one_message_that_names_no_other_game(tmp_path: Path) -> None:
    first, *others = faults(tmp_path, "game: discount-salmon\ntitle: X\nhand: {cards: 6}\n")
    assert first.code == "missing-key"
    assert all(key in first.message for key in ("about", "problems", "fish", "modifiers", "cards"))
    assert "classic" not in first.hint
    assert [one.path for one in others] == ["hand.set"]


def test_more_problems_than_there_can_be_are_one_fault(tmp_path: Path) -> None:
    more = "problems: {hot: {icon: ghost}, cold: {icon: snowflake}, bony: {icon: bone}}\n"
    fish = "fish: {whale: {problems: [hot, bony], copies: 1}}\n"
    assert [one.code for one in faults(tmp_path, BASE + more + fish)] == ["wrong-length"]


def test_words_that_lack_english_are_listed_in_english_as_in_french(tmp_path: Path) -> None:
    file = tmp_path / "lake.yaml"
    file.write_text(f"{BASE}fish: {{last-tuesday: {{name: {{fr: Zède}}}}}}\n", encoding="utf-8")
    built = pipeline.build(pipeline.load(str(file)), only=["cards"], out=tmp_path / "kit")
    assert any("fish.last-tuesday.name" in one.message for one in built.diagnostics)
