"""Words: names and labels, one catalogue a language, separate from figures and drawings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath

from kitgen.diagnostics import Diagnostic, Path, Severity, Span, errors_in
from kitgen.errors import UsageError, VariantError
from kitgen.source.faults import value_at
from kitgen.source.inherit import merge, read_bytes
from kitgen.source.resources import resource_folder
from kitgen.source.yaml_text import Document, Scalar, read_yaml

FALLBACK = "en"
"""The language that every catalogue speaks."""


class Words:
    """A catalogue in one language; what it lacks is said in English, and noted."""

    def __init__(self, language: str, document: Document, fallback: Document) -> None:
        self.language = language
        self._document, self._fallback = document, fallback
        self.missing: list[str] = []

    def __call__(self, path: str, **values: str | int) -> str:
        """The words at a dotted path, with ``{name}`` filled in from the values."""
        text = self.find(path)
        if text is None:
            raise KeyError(f"no words for {path!r} in {self.language} or {FALLBACK}")
        return fill_fields(text, values)

    def find(self, path: str) -> str | None:
        """The words at a dotted path, or None where neither language has them."""
        parts: Path = tuple(path.split("."))
        own, other = value_at(self._document.data, parts), value_at(self._fallback.data, parts)
        if isinstance(own, Scalar):
            return str(own)
        if not isinstance(other, Scalar):
            return None
        if path not in self.missing:
            self.missing.append(path)
        return str(other)

    def notes(self) -> list[Diagnostic]:
        """One note that lists what had to be said in English."""
        if not self.missing or self.language == FALLBACK:
            return []
        listed = ", ".join(sorted(self.missing))
        message = f"no words in {self.language!r} for {listed}; English stands there"
        return [Diagnostic("missing-words", Severity.NOTE, message)]


def fill_fields(text: str, values: Mapping[str, str | int]) -> str:
    """The text with ``{name}`` filled in from the values, once; names that are not there stay as they are written."""
    return re.sub(r"\{(\w+)\}", lambda match: str(values.get(match[1], match[0])), text)


def languages(game: str) -> list[str]:
    """The languages that a game's words are shipped in."""
    folder = resource_folder("templates") / game
    return sorted(file.name.split(".")[1] for file in folder.glob("words.*.yaml"))


def load_words(game: str, language: str, beside: Sequence[FilePath] = ()) -> Words:
    """The shared and the game's words, with the files of ``beside`` (folders, nearest first) over them."""
    known = languages(game)
    if language not in known:
        raise UsageError(f"there are no words in {language!r}", f"languages: {', '.join(known)}")
    return Words(language, _catalogue(game, language, beside), _catalogue(game, FALLBACK, beside))


def _catalogue(game: str, language: str, beside: Sequence[FilePath]) -> Document:
    templates = resource_folder("templates")
    folders = [templates / "shared", templates / game, *reversed(beside)]
    merged = Document(data={})
    merged.spans[()] = Span("", 1, 1)
    for folder in folders:
        file = folder / f"words.{language}.yaml"
        if not file.is_file():
            continue
        document = read_yaml(read_bytes(file), str(file))
        if errors_in(document.diagnostics):
            raise VariantError(f"the words in {file} have errors", document.diagnostics)
        merged = merge(merged, document)
    return merged
