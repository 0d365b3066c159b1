"""Words: one catalogue a language, English where one lacks them, and the author's own over the shipped ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from source.marked import unclear

from kitgen.diagnostics import Severity
from kitgen.errors import UsageError, VariantError
from kitgen.source.resources import resource_folder
from kitgen.source.words import languages, load_words

TEMPLATES = resource_folder("templates")


def catalogue(folder: str, language: str) -> dict[str, Any]:
    """A shipped catalogue, read by another YAML reader: every scalar as text."""
    text = (TEMPLATES / folder / f"words.{language}.yaml").read_text(encoding="utf-8")
    read: dict[str, Any] = yaml.load(text, Loader=yaml.BaseLoader)
    return read


def leaves(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text with its dotted path."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, f"{path}.{key}" if path else key)
    else:
        yield path, data


@pytest.mark.parametrize("folder", ["fish-cook", "shared"])
def test_english_and_french_say_the_same_things(folder: str) -> None:
    english, french = dict(leaves(catalogue(folder, "en"))), dict(leaves(catalogue(folder, "fr")))
    assert set(english) == set(french)
    assert all(text.strip() for text in [*english.values(), *french.values()])


@pytest.mark.parametrize("folder", ["fish-cook", "shared"])
def test_english_and_french_fill_in_the_same_values(folder: str) -> None:
    def gaps(text: str) -> set[str]:
        return {part.split("}")[0] for part in text.split("{")[1:]}

    english, french = dict(leaves(catalogue(folder, "en"))), dict(leaves(catalogue(folder, "fr")))
    assert [path for path in english if gaps(english[path]) != gaps(french[path])] == []


def test_the_languages_are_those_of_the_catalogues() -> None:
    assert {"en", "fr"} <= set(languages("fish-cook"))
    assert languages("no-such-game") == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_word_is_found(language: str) -> None:
    words = load_words("fish-cook", language)
    for folder in ("shared", "fish-cook"):
        for path, text in leaves(catalogue(folder, language)):
            assert words.find(path) == text, path
    assert words.notes() == []


def test_values_are_filled_in() -> None:
    words = load_words("fish-cook", "en")
    assert words("money", amount=12) == catalogue("fish-cook", "en")["money"].replace("{amount}", "12")


def test_a_value_that_looks_like_a_gap_is_left_alone() -> None:
    """A title ``{variant}`` is printed as ``{variant}``."""
    words = load_words("fish-cook", "en")
    label = words("sheet_label", title="{variant} {digest}", variant="mine", digest="0123")
    assert label.startswith("{variant} {digest}")
    assert "mine" in label


@pytest.mark.parametrize("language", ["de", "EN", "", "e", "en.yaml", "../fr", "e\0", "*"])
def test_an_unknown_language_names_the_known_ones(language: str) -> None:
    with pytest.raises(UsageError) as refused:
        load_words("fish-cook", language)
    assert "en, fr" in refused.value.hint


def test_what_a_language_lacks_is_said_in_english_and_listed(tmp_path: Path) -> None:
    (tmp_path / "words.en.yaml").write_text("dishes: {x-y: Ex Why}\nfish: {1: herring}\n", encoding="utf-8")
    words = load_words("fish-cook", "fr", [tmp_path])
    assert words("fish.1") == catalogue("fish-cook", "fr")["fish"]["1"]
    assert words.notes() == []
    assert words("dishes.x-y") == "Ex Why"
    (note,) = words.notes()
    assert note.severity is Severity.NOTE
    assert note.code == "missing-words"
    assert "dishes.x-y" in note.message
    assert "fish.1" not in note.message


def test_what_no_language_has_is_none() -> None:
    assert load_words("fish-cook", "fr").find("dishes.no-such-dish") is None


def test_words_beside_the_variant_win_and_the_rest_stays(tmp_path: Path) -> None:
    near, far = tmp_path / "near", tmp_path / "far"
    for folder, text in (
        (near, "fish: {1: near one}\n"),
        (far, "fish: {1: far one, 2: far two}\nkit: {chef: The boss}\n"),
    ):
        folder.mkdir()
        (folder / "words.en.yaml").write_text(text, encoding="utf-8")
    words = load_words("fish-cook", "en", [near, far])
    shipped = catalogue("fish-cook", "en")
    assert [words(f"fish.{size}") for size in (1, 2, 3)] == ["near one", "far two", shipped["fish"]["3"]]
    assert words("kit.chef") == "The boss"
    assert words("kit.rules") == shipped["kit"]["rules"]


@pytest.mark.parametrize(
    "text",
    ["fish: [a]\n", "fish: x\n", "hello\n", "- a\n", "money: {a: b}\n", "money: [a]\n", "board: x\n",
     "kit: {chef: [a]}\n", "foods: {roe: \"a\\x00b\"}\n", "foods: {roe: \"a\\tb\"}\n", "foods: {roe: ''}\n",
     "foods: {roe: [\n", "fish: {1: a, 1: b}\n", "fish: {1: !x y}\n"],
)  # fmt: skip
def test_words_that_nothing_can_use_are_refused_with_their_place(tmp_path: Path, text: str) -> None:
    """A list where a word is wanted, a word where a group of words is, a control character: none passes silently."""
    file = tmp_path / "words.en.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(VariantError) as refused:
        load_words("fish-cook", "fr", [tmp_path])
    assert not unclear(refused.value.diagnostics)
    assert all(found.span is not None and found.span.file.endswith(file.name) for found in refused.value.diagnostics)


@pytest.mark.parametrize(("text", "key"), [("fosh: {1: herring}\n", "fosh"), ("kit: {cheff: boss}\n", "cheff")])
def test_a_misspelt_key_does_not_pass_silently(tmp_path: Path, text: str, key: str) -> None:
    """An author who changes a word and sees no change must be told why."""
    (tmp_path / "words.en.yaml").write_text(text, encoding="utf-8")
    try:
        said = [str(finding) for finding in load_words("fish-cook", "en", [tmp_path]).notes()]
    except VariantError as refused:
        said = [str(finding) for finding in refused.diagnostics]
    assert any(key in sentence for sentence in said)


def test_words_that_are_not_utf8_are_refused(tmp_path: Path) -> None:
    (tmp_path / "words.en.yaml").write_bytes(b"fish: {1: cr\xe8me}\n")
    with pytest.raises(VariantError):
        load_words("fish-cook", "en", [tmp_path])
