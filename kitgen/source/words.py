"""Words: names and labels, one catalogue a language, separate from figures and drawings."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath

from kitgen.diagnostics import Diagnostic, Path, Severity, Span, did_you_mean, dotted, errors_in, printable
from kitgen.errors import FilesError, UsageError, VariantError
from kitgen.source.faults import value_at
from kitgen.source.inherit import merge, read_bytes
from kitgen.source.resources import resource_folder
from kitgen.source.yaml_text import Data, Document, Scalar, read_yaml

FALLBACK = "en"
"""The language that every catalogue speaks."""


class Words:
    """A catalogue in one language; what it lacks is said in English, and noted."""

    def __init__(self, language: str, document: Document, fallback: Document) -> None:
        self.language = language
        self._document, self._fallback = document, fallback
        self.missing: list[str] = []
        self.unnamed: list[str] = []

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
        self.note_missing(path)
        return str(other)

    def note_missing(self, path: str) -> None:
        """Remember that something had to be said in another language."""
        if path not in self.missing:
            self.missing.append(path)

    def note_unnamed(self, path: str) -> None:
        """Remember that something has no name in any language."""
        if path not in self.unnamed:
            self.unnamed.append(path)

    def notes(self) -> list[Diagnostic]:
        """Notes that list what had to be said in English, and what had to be called by its id."""
        told = []
        if self.missing:
            told.append(f"no words in {self.language!r} for {_listed(self.missing)}; another language stands there")
        if self.unnamed:
            told.append(f"no name for {_listed(self.unnamed)}; the id stands there")
        return [Diagnostic("missing-words", Severity.NOTE, message) for message in told]


def _listed(paths: Sequence[str]) -> str:
    return ", ".join(sorted(paths))


def fill_fields(text: str, values: Mapping[str, str | int]) -> str:
    """The text with ``{name}`` filled in from the values, once; names that are not there stay as they are written."""
    return _FIELD.sub(lambda match: str(values.get(match[1], match[0])), text)


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


_FIELD = re.compile(r"\{(\w+)\}")
"""Where a value is filled in."""

OPEN_GROUPS = "open_groups"
"""Under this a game's words name the groups to which a variant may add words of its own."""


def _catalogue(game: str, language: str, beside: Sequence[FilePath]) -> Document:
    """The words of one language: the shared ones, the game's, and those beside the variant over them."""
    templates = resource_folder("templates")
    shipped = Document(data={})
    for folder in (templates / "shared", templates / game):
        if (file := folder / f"words.{language}.yaml").is_file():
            shipped = merge(shipped, _read(file))
    merged = shipped
    for folder in reversed(beside):
        file = folder / f"words.{language}.yaml"
        if os.path.lexists(file):
            own = _read(file)
            _require_usable(own, shipped, file)
            merged = merge(merged, own)
    return merged


def _read(file: FilePath) -> Document:
    try:
        document = read_yaml(read_bytes(file), str(file))
    except FilesError as fault:
        finding = Diagnostic("words-unreadable", Severity.ERROR, fault.message, Span(str(file), 1, 1), hint=fault.hint)
        raise VariantError(f"the words in {file} cannot be read", [finding]) from None
    if errors_in(document.diagnostics):
        raise VariantError(f"the words in {file} have errors", document.diagnostics)
    return document


def _require_usable(own: Document, shipped: Document, file: FilePath) -> None:
    """Words that nothing prints, or that are no words, are errors at their place."""
    groups = [(group,) for group in str(shipped.data.get(OPEN_GROUPS, "")).split()]
    faults = list(_unusable(own.data, shipped.data, (), own, groups))
    if faults:
        raise VariantError(f"the words in {file} have errors", faults)


def _unusable(own: Data, shipped: Data, path: Path, document: Document, groups: Sequence[Path]) -> Iterator[Diagnostic]:
    def fault(code: str, message: str, hint: str = "") -> Diagnostic:
        return Diagnostic(code, Severity.ERROR, message, document.spans.get(path), dotted(path), hint)

    if isinstance(shipped, dict) and isinstance(own, dict):
        for key, value in own.items():
            inner = (*path, str(key))
            if key in shipped or path[:1] in groups:
                yield from _unusable(value, shipped.get(key, key), inner, document, groups)
            else:
                hint = did_you_mean(key, shipped) or f"known here: {', '.join(shipped)}"
                message, place = f"no words are called {printable(key)!r}", document.key_spans.get(inner)
                yield Diagnostic("unknown-key", Severity.ERROR, message, place, dotted(inner), hint)
    elif isinstance(shipped, dict):
        yield fault("wrong-type", "wanted a mapping of keys to words")
    elif not isinstance(own, Scalar):
        yield fault("wrong-type", "wanted words, found a list or a mapping")
    elif not own.strip():
        yield fault("empty-text", "words are missing here", "write some, or remove the key")
    elif lost := [name for name in _FIELD.findall(shipped) if f"{{{name}}}" not in own]:
        yield fault("lost-field", f"the words have lost {{{lost[0]}}}", f"write it where it belongs, as in {shipped!r}")
    elif any(unicodedata.category(sign) == "Cc" and sign != "\n" for sign in own):
        yield fault("control-character", "the words hold a control character")
