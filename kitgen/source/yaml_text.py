"""YAML text → data whose every value knows its place.

Built on PyYAML's event stream (libyaml's where present). Scalars stay text: only the field that takes a value
knows whether ``010`` is a number or a name, so nothing is guessed here. No tags; depth, aliases and size are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from kitgen.diagnostics import Diagnostic, Path, Severity, Span, dotted

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MAX_BYTES = 1_000_000
MAX_DEPTH = 40
MAX_ALIASES = 200
MAX_VALUES = 200_000

_BARE_COLOUR = re.compile(r"\s*(#[0-9a-fA-F]{3,8})\s*")


class Scalar(str):
    """A scalar's own source text, with its place.

    ``plain`` tells an unquoted scalar; ``cut`` is the comment that follows a plain scalar on its line, which may be
    the rest of a text that its author forgot to quote.
    """

    __slots__ = ("cut", "plain", "span")
    plain: bool
    cut: str
    span: Span

    @classmethod
    def at(cls, text: str, span: Span, *, plain: bool = True, cut: str = "") -> Scalar:
        """A scalar with its place."""
        scalar = cls(text)
        scalar.plain, scalar.span, scalar.cut = plain, span, cut
        return scalar


Data = Any
"""Scalar, list of Data, or dict from Scalar to Data."""


@dataclass(slots=True)
class Document:
    """One YAML file as data, with the place of every value and of every key, and the faults of its text."""

    data: Data = None
    spans: dict[Path, Span] = field(default_factory=dict)
    key_spans: dict[Path, Span] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)


class _TextError(Exception):
    """The text cannot be read further."""

    def __init__(self, code: str, message: str, mark: Any = None, hint: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.mark, self.hint = code, message, mark, hint


def read_yaml(raw: bytes, file: str) -> Document:
    """Compose YAML bytes into a :class:`Document`; faults become diagnostics, never exceptions."""
    document = Document()
    try:
        text = _decode(raw)
        composer = _Composer(text, file, document)
        document.data = composer.compose()
    except _TextError as fault:
        line, column = (fault.mark.line + 1, fault.mark.column + 1) if fault.mark else (1, 1)
        span = Span(file, line, column)
        document.diagnostics.append(Diagnostic(fault.code, Severity.ERROR, fault.message, span, hint=fault.hint))
    return document


def _decode(raw: bytes) -> str:
    if len(raw) > MAX_BYTES:
        raise _TextError("file-too-big", f"the file has {len(raw):,} bytes; at most {MAX_BYTES:,} are read")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = raw[: fault.start].count(b"\n") + 1
        message = f"the file is not UTF-8: byte 0x{raw[fault.start]:02x} on line {line}"
        raise _TextError("not-utf8", message, hint="save it as UTF-8 in your editor") from None


def _explain(fault: yaml.YAMLError, text: str) -> _TextError:
    """PyYAML's fault in words that an author of a game can act on."""
    mark: Any = getattr(fault, "problem_mark", None)
    problem = getattr(fault, "problem", None) or getattr(fault, "reason", None) or str(fault)
    if isinstance(fault, yaml.reader.ReaderError) or "control characters" in str(problem):
        return _TextError(
            "control-character",
            "the file holds a control character, which YAML does not allow",
            mark,
            "remove the invisible character; a text file has none",
        )
    line = text.splitlines()[mark.line] if mark and mark.line < len(text.splitlines()) else ""
    if "\t" in line[: max(mark.column, 1) if mark else 0] or "'\\t'" in str(problem):
        return _TextError("tab", "a tab stands where YAML wants spaces", mark, "indent with spaces only")
    hint = ""
    if "alias" in str(problem) or "alias" in str(getattr(fault, "context", "")):
        hint = "a text that begins with * or & needs quotes"
    elif "mapping values are not allowed" in str(problem):
        hint = "a text with ': ' in it needs quotes, and a nested key needs deeper indentation"
    elif "expected <block end>" in str(problem) or "did not find expected" in str(problem):
        hint = "look at the indentation and at open quotes and brackets on this line and the one above"
        if " #" in "".join(text.splitlines()[max(0, mark.line - 1) : mark.line + 1]):
            hint += "; ' #' begins a comment that hides the rest of its line, unless it is quoted"
    return _TextError("yaml-syntax", f"this is not YAML: {problem}", mark, hint)


class _Composer:
    """Builds data from events with an explicit stack of open collections, so depth costs no recursion."""

    def __init__(self, text: str, file: str, document: Document) -> None:
        self.text, self.lines, self.file, self.document = text, text.split("\n"), file, document
        self.anchors: dict[str, tuple[Path, Data]] = {}
        self.aliases = self.values = 0

    def compose(self) -> Data:
        events = self._events()
        kind, event = next(events)
        if kind == "stream-end":
            raise _TextError("empty-file", "the file is empty", hint="`kitgen build classic` shows a full one")
        data = self._node(kind, event, events, ())
        kind, event = next(events)
        if kind != "stream-end":
            raise _TextError(
                "two-documents",
                "a second YAML document begins here; a variant is one document",
                event.start_mark,
                "remove the line '---'",
            )
        return data

    def _events(self) -> Iterator[tuple[str, Any]]:
        depth = 0
        try:
            for event in yaml.parse(self.text, Loader=_LOADER):
                name = type(event).__name__
                if name in ("MappingStartEvent", "SequenceStartEvent"):
                    depth += 1
                    if depth > MAX_DEPTH:
                        raise _TextError("too-deep", f"values are nested more than {MAX_DEPTH} deep", event.start_mark)
                elif name in ("MappingEndEvent", "SequenceEndEvent"):
                    depth -= 1
                if name not in ("StreamStartEvent", "DocumentStartEvent", "DocumentEndEvent"):
                    yield name.removesuffix("Event").replace("StreamEnd", "stream-end"), event
        except yaml.YAMLError as fault:
            raise _explain(fault, self.text) from None

    def _span(self, event: Any) -> Span:
        return Span(self.file, event.start_mark.line + 1, event.start_mark.column + 1)

    def _fault(self, code: str, message: str, span: Span, path: Path, hint: str = "") -> None:
        self.document.diagnostics.append(Diagnostic(code, Severity.ERROR, message, span, dotted(path), hint))

    def _node(self, kind: str, event: Any, events: Iterator[tuple[str, Any]], path: Path) -> Data:
        """One value; recursion is bounded by MAX_DEPTH."""
        self.values += 1
        if self.values > MAX_VALUES:
            raise _TextError("too-many-values", f"the file holds more than {MAX_VALUES:,} values", event.start_mark)
        if kind == "Alias":
            return self._alias(event, path)
        span = self._span(event)
        if event.tag is not None and event.tag != "!":
            self._fault("tag", f"the tag {event.tag} is not allowed", span, path, "write the plain value")
        self.document.spans[path] = span
        if kind == "Scalar":
            data: Data = self._scalar(event, span, path)
        elif kind == "SequenceStart":
            data = []
            while (item := next(events))[0] != "SequenceEnd":
                data.append(self._node(*item, events, (*path, len(data))))
        else:
            data = self._mapping(events, path)
        if event.anchor:
            self.anchors[event.anchor] = (path, data)
        return data

    def _mapping(self, events: Iterator[tuple[str, Any]], path: Path) -> dict[Scalar, Data]:
        data: dict[Scalar, Data] = {}
        while (entry := next(events))[0] != "MappingEnd":
            kind, event = entry
            if kind != "Scalar":
                raise _TextError(
                    "key-not-text",
                    "a key must be a plain word",
                    event.start_mark,
                    "a text that begins with { or [ needs quotes",
                )
            key = Scalar.at(event.value, self._span(event), plain=event.implicit[0])
            inner = (*path, str(key))
            first = self.document.key_spans.get(inner)
            value = self._node(*next(events), events, inner)
            if first is not None:
                message = f"the key {str(key)!r} is here twice: on line {first.line} and on line {key.span.line}"
                self._fault("duplicate-key", message, key.span, inner, "keep one of them")
            self.document.key_spans[inner] = key.span
            data[key] = value
        return data

    def _scalar(self, event: Any, span: Span, path: Path) -> Scalar:
        plain = event.style is None or event.style == ""
        if not plain:
            return Scalar.at(event.value, span, plain=False)
        rest = self.lines[event.end_mark.line][event.end_mark.column :].rstrip("\r")
        colour = _BARE_COLOUR.match(rest)
        if event.value == "" and colour:
            quoted = f'"{colour[1]}"'
            self._fault(
                "unquoted-colour",
                f"{colour[1]} is read as a comment, so the value is empty",
                span,
                path,
                f"quote it: {quoted}",
            )
        cut = rest.strip() if event.value and rest.lstrip().startswith("#") else ""
        return Scalar.at(event.value, span, cut=cut)

    def _alias(self, event: Any, path: Path) -> Data:
        self.aliases += 1
        if self.aliases > MAX_ALIASES:
            raise _TextError("too-many-aliases", f"more than {MAX_ALIASES} aliases (*name)", event.start_mark)
        if event.anchor not in self.anchors:
            raise _TextError(
                "unknown-alias",
                f"the alias *{event.anchor} names no anchor above",
                event.start_mark,
                "a text that begins with * needs quotes",
            )
        _, data = self.anchors[event.anchor]
        self._place(data, path, self._span(event))
        return data

    def _place(self, data: Data, path: Path, span: Span) -> None:
        """Values that arrive through an alias stand, for messages, where the alias stands."""
        self.values += 1
        if self.values > MAX_VALUES:
            raise _TextError("too-many-values", f"aliases multiply to more than {MAX_VALUES:,} values")
        self.document.spans[path] = span
        items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
        for key, value in items:
            inner = (*path, key if isinstance(key, int) else str(key))
            if isinstance(data, dict):
                self.document.key_spans[inner] = span
            self._place(value, inner, span)
