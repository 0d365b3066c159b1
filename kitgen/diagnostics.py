"""Diagnostics: what is wrong, where, what is allowed, and the way out."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

Path = tuple[str | int, ...]
"""A place in a YAML document: mapping keys and list indices from the top."""


LONGEST_NAME = 4_096
"""Signs of the longest path that there can be."""


class Severity(StrEnum):
    """How much a diagnostic matters: an error stops the work, a warning and a note do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in a file: line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{shown(self.file)}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: a stable code, a severity, a sentence, and where it is.

    ``path`` names the value in the variant (``market.fish.dice``) or the piece and box that a finding is about.
    """

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    path: str = ""
    hint: str = ""

    def __str__(self) -> str:
        where = f"{self.span}: " if self.span else ""
        what = f"{self.path}: " if self.path else ""
        hint = f"\n    hint: {self.hint}" if self.hint else ""
        return f"{where}{self.severity}: {what}{self.message} [{self.code}]{hint}"


def errors_in(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics that stop the work."""
    return [finding for finding in diagnostics if finding.severity is Severity.ERROR]


def in_reading_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics sorted by file, line and column; those without a place come last."""
    return sorted(diagnostics, key=lambda d: (d.span is None, d.span or Span("", 0, 0), d.path, d.code))


def printable(text: str, limit: int = 60) -> str:
    """A text from a file as a message may show it: cut short, and without signs that nobody sees."""
    short = text if len(text) <= limit else f"{text[: limit - 1]}…"
    return "".join(sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in short)


def shown(path: object) -> str:
    """A path, or a command that holds some, as a message may show it: whole, but without signs that nobody sees."""
    return printable(str(path), LONGEST_NAME)


def dotted(path: Sequence[str | int]) -> str:
    """``("recipes", "a", "ingredients", 0)`` as ``recipes.a.ingredients[0]``."""
    text = ""
    for part in path:
        name = f"[{part}]" if isinstance(part, int) else printable(part)
        text += name if isinstance(part, int) or not text else f".{name}"
    return text


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``did you mean 'x'?`` for the nearest known word, or an empty text."""
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"did you mean {near[0]!r}?" if near else ""


def counted(count: int, thing: str) -> str:
    """``1 game``, ``2,000 games``."""
    return f"{count:,} {thing}{'s' * (count != 1)}"


def one_of(words: Iterable[str]) -> str:
    """``a, b or c``."""
    listed = list(words)
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}"
