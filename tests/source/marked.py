"""YAML for tests with marks in it: where a mark stands, a diagnostic is expected to point.

Lines and columns are counted here by hand, in characters and from 1, without any YAML library.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple
from unittest.mock import patch

import yaml

from kitgen.diagnostics import Diagnostic, Span, errors_in
from kitgen.source import yaml_text

MARK = "▸"

LINE_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""What YAML 1.1, and so PyYAML, takes for the end of a line."""

INTERNALS = re.compile(
    r"Traceback|\b[A-Z]\w*(?:Error|Exception)\b|object at 0x|\bNone\b|NoneType|positional argument|list index|lambda"
)
"""What no message to a user may hold: Python's own words."""


LOADERS: list[Any] = [yaml.SafeLoader, *([yaml.CSafeLoader] if yaml.__with_libyaml__ else [])]
"""kitgen parses with libyaml where it is there; with either parser the answers are the same."""


class Place(NamedTuple):
    """A line and a column, both from 1."""

    line: int
    column: int


class Found(NamedTuple):
    """A diagnostic as far as tests compare it exactly."""

    code: str
    line: int
    column: int


@dataclass(frozen=True)
class Marked:
    """A text without its marks, and where they stood."""

    text: str
    places: tuple[Place, ...]

    @property
    def place(self) -> Place:
        """Where the only mark stood."""
        (only,) = self.places
        return only


def marked(text: str) -> Marked:
    """Take the marks out of a text."""
    pieces = text.split(MARK)
    places = []
    for count in range(1, len(pieces)):
        before = LINE_BREAK.split("".join(pieces[:count]))
        places.append(Place(len(before), len(before[-1]) + 1))
    return Marked("".join(pieces), tuple(places))


def found(diagnostics: Iterable[Diagnostic]) -> list[Found]:
    """Code, line and column of diagnostics that have a place; one without a place fails the test."""
    listed = []
    for finding in diagnostics:
        assert finding.span is not None, f"no place: {finding}"
        listed.append(Found(finding.code, finding.span.line, finding.span.column))
    return listed


def errors(diagnostics: Iterable[Diagnostic]) -> list[Found]:
    """The errors among diagnostics, in order of their places."""
    return sorted(found(errors_in(list(diagnostics))), key=lambda finding: (finding.line, finding.column, finding.code))


def inside(span: Span | None, text: str) -> bool:
    """Whether there is a place, and it is in the text; right behind the end of a line is still inside."""
    lines = LINE_BREAK.split(text)
    return span is not None and 1 <= span.line <= len(lines) and 1 <= span.column <= len(lines[span.line - 1]) + 1


def unclear(diagnostics: Iterable[Diagnostic]) -> list[str]:
    """Messages and hints that no user could read: empty, in Python's words, or with invisible signs in them."""
    texts = [text for finding in diagnostics for text in (finding.message, finding.hint, finding.path)]
    messages = [finding.message for finding in diagnostics]
    return [text for text in texts if INTERNALS.search(text) or not text.isprintable()] + [
        repr(text) for text in messages if not text.strip()
    ]


@contextmanager
def parsing_with(loader: Any) -> Iterator[None]:
    """Let kitgen parse YAML with one of LOADERS."""
    with patch.object(yaml_text, "_LOADER", loader):
        yield
