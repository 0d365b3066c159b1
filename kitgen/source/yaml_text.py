"""YAML text → data whose every value knows its place.

Built on PyYAML's event stream (libyaml's where present). Scalars stay text: only the field that takes a value
knows whether ``010`` is a number or a name, so nothing is guessed here. No tags; depth, aliases and size are bounded.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from kitgen.diagnostics import Diagnostic, Path, Severity, Span, dotted, printable

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MAX_BYTES = 1_000_000
MAX_DEPTH = 40
MAX_ALIASES = 200
MAX_VALUES = 200_000

_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""What YAML does not allow in a text. (By an escape it may stand in one; the field that takes the text decides.)"""

_HALF_SIGN = re.compile("[\ud800-\udfff]")

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
    """One YAML file as data, with the place of every value and of every key, and the faults of its text.

    ``removed`` tells where a file says that an inherited path is taken out.
    """

    data: Data = None
    spans: dict[Path, Span] = field(default_factory=dict)
    key_spans: dict[Path, Span] = field(default_factory=dict)
    removed: dict[Path, Span] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)


class TextError(Exception):
    """The text cannot be read further; ``line`` and ``column`` count from 1."""

    def __init__(self, code: str, message: str, place: tuple[int, int] = (1, 1), hint: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.place, self.hint = code, message, place, hint


def read_yaml(raw: bytes, file: str) -> Document:
    """Compose YAML bytes into a :class:`Document`; faults become diagnostics, never exceptions."""
    document = Document()
    try:
        document.data = _Composer(decode(raw), file, document).compose()
    except TextError as fault:
        span = Span(file, *fault.place)
        document.diagnostics.append(Diagnostic(fault.code, Severity.ERROR, fault.message, span, hint=fault.hint))
    return document


def decode(raw: bytes) -> str:
    """Bytes as text with line ends of one sign; raises TextError for what is no text."""
    if len(raw) > MAX_BYTES:
        raise TextError("file-too-big", f"the file has more than {MAX_BYTES:,} bytes, which no variant needs")
    raw = raw.removeprefix(codecs.BOM_UTF8)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as fault:
        before = raw[: fault.start].decode("utf-8", errors="replace")
        message = f"the file is not UTF-8: byte 0x{raw[fault.start]:02x}"
        raise TextError("not-utf8", message, _place_after(before), "save it as UTF-8 in your editor") from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    control = _CONTROL.search(text)
    if control is not None:
        message = f"the control character U+{ord(control[0]):04X} stands here, which YAML does not allow"
        raise TextError("control-character", message, _place_after(text[: control.start()]), "remove it")
    return text


def _place_after(text: str) -> tuple[int, int]:
    """Line and column of what follows a text."""
    lines = _LINE_END.split(text)
    return len(lines), len(lines[-1]) + 1


def _place(mark: Any) -> tuple[int, int]:
    return (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)


def _explain(fault: yaml.YAMLError, lines: list[str]) -> TextError:
    """PyYAML's fault in words that an author of a game can act on, at a place inside the file."""
    mark: Any = getattr(fault, "problem_mark", None)
    problem = f"{getattr(fault, 'context', None) or ''} {getattr(fault, 'problem', None) or fault}"
    number = min(mark.line if mark else 0, len(lines) - 1)
    line = lines[number]
    place = (number + 1, min(mark.column if mark else 0, len(line)) + 1)
    if "nesting depth" in problem:
        return TextError("too-deep", f"values are nested more than {MAX_DEPTH} deep", place)
    if "\t" in line[: len(line) - len(line.lstrip())] or "'\\t'" in problem:
        return TextError("tab", "a tab stands where YAML wants spaces", place, "indent with spaces only")
    shown = getattr(fault, "problem", None) or "it cannot be read"
    return TextError("yaml-syntax", f"this is not YAML: {shown}", place, _syntax_hint(problem, lines, number))


def _syntax_hint(problem: str, lines: list[str], number: int) -> str:
    """What usually lies behind a fault of syntax."""
    if "alias" in problem or "anchor" in problem:
        return "a text that begins with * or & needs quotes"
    if "cannot start any token" in problem:
        return "a text that begins with @, ` or % needs quotes"
    if "mapping values are not allowed" in problem:
        return "a text with ': ' in it needs quotes, and a nested key needs deeper indentation"
    hint = "look at the indentation and at open quotes and brackets on this line and the one above"
    if any(" #" in line for line in lines[max(0, number - 1) : number + 1]):
        hint += "; ' #' begins a comment that hides the rest of its line, unless it is quoted"
    return hint


class _Composer:
    """Builds data from events with an explicit stack of open collections, so depth costs no recursion."""

    def __init__(self, text: str, file: str, document: Document) -> None:
        self.text, self.lines, self.file, self.document = text, _LINE_END.split(text), file, document
        self.anchors: dict[str, Data] = {}
        self.aliases = self.values = 0

    def compose(self) -> Data:
        events = self._events()
        kind, event = next(events)
        if kind == "stream-end":
            raise TextError("empty-file", "the file is empty", hint="begin with the line `extends: classic`")
        data = self._node(kind, event, events, ())
        kind, event = next(events)
        if kind != "stream-end":
            raise TextError(
                "two-documents",
                "a second YAML document begins here; a variant is one document",
                self._inside(event),
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
                        raise TextError(
                            "too-deep", f"values are nested more than {MAX_DEPTH} deep", _place(event.start_mark)
                        )
                elif name in ("MappingEndEvent", "SequenceEndEvent"):
                    depth -= 1
                if name not in ("StreamStartEvent", "DocumentStartEvent", "DocumentEndEvent"):
                    yield name.removesuffix("Event").replace("StreamEnd", "stream-end"), event
        except yaml.YAMLError as fault:
            raise _explain(fault, self.lines) from None

    def _span(self, event: Any) -> Span:
        """Where an event begins; an empty value at the very end stands on the last line."""
        return Span(self.file, *self._inside(event))

    def _inside(self, event: Any) -> tuple[int, int]:
        line, column = _place(event.start_mark)
        return (line, column) if line <= len(self.lines) else (len(self.lines), len(self.lines[-1]) + 1)

    def _fault(self, code: str, message: str, span: Span, path: Path, hint: str = "") -> None:
        self.document.diagnostics.append(Diagnostic(code, Severity.ERROR, message, span, dotted(path), hint))

    def _sound(self, event: Any, span: Span, path: Path) -> None:
        """No tags, and no halves of signs by escapes."""
        if event.tag is not None and event.tag != "!":
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._fault("tag", f"the tag {printable(tag)} is not allowed", span, path, "write the plain value")
        half = _HALF_SIGN.search(getattr(event, "value", ""))
        if half is not None:
            message = f"the text holds U+{ord(half[0]):04X}, which is half a sign"
            self._fault("control-character", message, span, path, "write the text without it")
            event.value = _HALF_SIGN.sub("�", event.value)

    def _node(self, kind: str, event: Any, events: Iterator[tuple[str, Any]], path: Path) -> Data:
        """One value; recursion is bounded by MAX_DEPTH."""
        self.values += 1
        if self.values > MAX_VALUES:
            raise TextError(
                "too-many-values", f"the file holds more than {MAX_VALUES:,} values", _place(event.start_mark)
            )
        if kind == "Alias":
            return self._alias(event, path)
        span = self._span(event)
        self._sound(event, span, path)
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
            self.anchors[event.anchor] = data
        return data

    def _mapping(self, events: Iterator[tuple[str, Any]], path: Path) -> dict[Scalar, Data]:
        data: dict[Scalar, Data] = {}
        seen: dict[str, Span] = {}
        while (entry := next(events))[0] != "MappingEnd":
            kind, event = entry
            if kind != "Scalar":
                raise TextError(
                    "key-not-text",
                    "a key must be a plain word",
                    self._inside(event),
                    "a text that begins with { or [ needs quotes",
                )
            key = Scalar.at(event.value, self._span(event), plain=event.implicit[0])
            inner = (*path, str(key))
            self._sound(event, key.span, inner)
            first = seen.setdefault(str(key), key.span)
            value = self._node(*next(events), events, inner)
            if first is not key.span:
                message = (
                    f"the key {printable(str(key))!r} is here twice: on line {first.line} and on line {key.span.line}"
                )
                self._fault("duplicate-key", message, key.span, inner, "keep one of them")
            self.document.key_spans[inner] = key.span
            data[key] = value
        return data

    def _scalar(self, event: Any, span: Span, path: Path) -> Scalar:
        plain = event.style is None or event.style == ""
        if not plain:
            return Scalar.at(event.value, span, plain=False)
        line = self.lines[event.end_mark.line] if event.end_mark.line < len(self.lines) else ""
        rest = line[event.end_mark.column :]
        colour = _BARE_COLOUR.match(rest)
        if event.value == "" and colour:
            quoted = f'"{colour[1]}"'
            self._fault(
                "unquoted-colour",
                f"{colour[1]} is read as a comment, so the value is empty",
                span,
                path,
                f"in YAML # begins a comment; quote it: {quoted}, or write a word that the key takes",
            )
        cut = rest.strip() if event.value and rest.lstrip().startswith("#") else ""
        return Scalar.at(event.value, span, cut=cut)

    def _alias(self, event: Any, path: Path) -> Data:
        self.aliases += 1
        if self.aliases > MAX_ALIASES:
            raise TextError("too-many-aliases", f"more than {MAX_ALIASES} aliases (*name)", self._inside(event))
        if event.anchor not in self.anchors:
            raise TextError(
                "unknown-alias",
                f"the alias *{event.anchor} names no anchor above",
                self._inside(event),
                "a text that begins with * needs quotes",
            )
        data = self.anchors[event.anchor]
        self._repeat(data, path, self._span(event))
        return data

    def _repeat(self, data: Data, path: Path, span: Span) -> None:
        """Values that arrive through an alias stand, for messages, where the alias stands."""
        self.values += 1
        if self.values > MAX_VALUES:
            raise TextError(
                "too-many-values", f"aliases multiply to more than {MAX_VALUES:,} values", (span.line, span.column)
            )
        self.document.spans[path] = span
        items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
        for key, value in items:
            inner = (*path, key if isinstance(key, int) else str(key))
            if isinstance(data, dict):
                self.document.key_spans[inner] = span
            self._repeat(value, inner, span)
