"""Names of files: safe on every disk, the same in every run, and never two alike."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from kitgen.exports.names import LONGEST_WORD, safe_name


def test_a_plain_word_stays_as_it_is() -> None:
    assert safe_name("recipes", "tuna-tartare", "front") == "recipes_tuna-tartare_front"


@given(st.lists(st.text(min_size=1, max_size=300), min_size=1, max_size=3))
def test_any_word_becomes_small_letters_digits_and_hyphens(words: list[str]) -> None:
    name = safe_name(*words)
    assert re.fullmatch(r"[a-z0-9-]+(_[a-z0-9-]+)*", name)
    assert not re.fullmatch(r"con|aux|nul|prn|com\d|lpt\d", name)
    assert all(1 <= len(word) <= LONGEST_WORD for word in name.split("_"))
    assert len(name.split("_")) == len(words)
    assert safe_name(*words) == name


@given(st.lists(st.text(min_size=1, max_size=80), min_size=2, max_size=6, unique=True))
def test_different_words_have_different_names_even_where_case_does_not_count(words: list[str]) -> None:
    assert len({safe_name(word).casefold() for word in words}) == len(words)


def test_names_that_windows_keeps_for_itself_are_changed() -> None:
    for word in ("con", "aux", "nul", "prn", "com1", "lpt9"):
        assert safe_name(word).startswith(f"{word}-")
    assert safe_name("cone") == "cone"


def test_words_that_differ_by_case_by_accent_or_by_a_joint_stay_apart() -> None:
    alike = [("Tuna",), ("tuna",), ("TUNA",), ("thün",), ("thun",), ("a", "b-c"), ("a-b", "c"), ("a_b", "c")]
    assert len({safe_name(*words) for words in alike}) == len(alike)
