"""The field types that game models are made of.

A field receives YAML's own scalar text and says what it takes: whole numbers in a hard range, switches, choices,
lengths, sizes, ids, texts. Use them as ``Annotated[int, WholeNumber(0, 20)]``. The hard range is what kitgen can build;
``usual`` is the range in which a game is likely to play well, and a value outside it is a warning.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, get_args

from pydantic import BaseModel, ConfigDict, Discriminator, GetCoreSchemaHandler
from pydantic_core import PydanticCustomError, core_schema

from kitgen.diagnostics import Diagnostic, Severity, counted, did_you_mean, one_of, printable
from kitgen.units import format_length, format_size, parse_length, parse_size

MAX_TEXT = 2_000
"""Characters in one text."""

_UNSEEN = ("Cf", "Zs", "Zl", "Zp")
"""Categories of signs that leave nothing to be seen."""

MAX_ID = 60
"""Characters in one id."""

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_SWITCHES = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


class Model(BaseModel):
    """Base of every part of a variant: frozen, complete, and closed to unknown keys."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


def fault(code: str, message: str, hint: str = "") -> PydanticCustomError:
    """A field's refusal: becomes a diagnostic with this code, message and hint."""
    return PydanticCustomError("kitgen", "{message}", {"code": code, "message": message, "hint": hint})


def is_plain(value: Any) -> bool:
    """True for an unquoted scalar, and for text that does not come from a file (``--set``)."""
    return isinstance(value, str) and getattr(value, "plain", True)


def is_id(text: str) -> bool:
    """Whether a text can be an id: lower-case letters and digits with single hyphens between."""
    return len(text) <= MAX_ID and _ID.fullmatch(text) is not None


def describe(value: Any) -> str:
    """A value as an author would name it in a sentence."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return "a list"
    if value == "":
        return "nothing"
    shown = printable(str(value), 40)
    return shown if is_plain(value) else f'the quoted text "{shown}"'


def _scalar(value: Any, wanted: str) -> str:
    if not isinstance(value, str):
        raise fault("wrong-type", f"wanted {wanted}, found {describe(value)}")
    return value


def _notice(
    info: core_schema.ValidationInfo, value: Any, code: str, severity: Severity, message: str, hint: str
) -> None:
    """Leave a note or a warning about a value that loads all the same."""
    span = getattr(value, "span", None)
    if isinstance(info.context, list) and span is not None:
        info.context.append(Diagnostic(code, severity, message, span, hint=hint))


class _Field:
    """A converter that runs before pydantic's own check of the type."""

    def _convert(self, value: Any, info: core_schema.ValidationInfo) -> Any:
        raise AssertionError("every field converts")

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        return core_schema.with_info_before_validator_function(self._convert, handler(source))


@dataclass(frozen=True)
class WholeNumber(_Field):
    """A whole number from ``low`` to ``high``, unquoted; ``usual`` is where games play well."""

    low: int
    high: int
    usual: tuple[int, int] | None = None

    def _convert(self, value: Any, info: core_schema.ValidationInfo) -> int:
        wanted = f"a whole number from {self.low:,} to {self.high:,}"
        if isinstance(value, int) and not isinstance(value, bool):
            number = value
        else:
            number = self._read(_scalar(value, wanted), wanted)
        if not self.low <= number <= self.high:
            shown = f"{number:,}" if abs(number) < 10**18 else describe(value)
            raise fault("out-of-range", f"{shown} is out of range: allowed is {self.low:,} to {self.high:,}")
        if self.usual and not self.usual[0] <= number <= self.usual[1]:
            message = f"{number} is unusual: games play well with {self.usual[0]} to {self.usual[1]}"
            _notice(info, value, "unusual-value", Severity.WARNING, message, "")
        return number

    @staticmethod
    def _read(text: str, wanted: str) -> int:
        hint = ""
        if is_plain(text) and _WHOLE.fullmatch(text):
            # Digits that no range needs are not read; they would only cost time.
            return int(text[:30])
        if not is_plain(text) and _WHOLE.fullmatch(text):
            hint = "remove the quotes"
        elif re.fullmatch(r"[-+]?0[0-9_]+", text):
            hint = "write it without the leading zero"
        elif re.fullmatch(r"[-+]?[0-9]*[.,][0-9]+", text):
            hint = "fractions are not possible here"
        raise fault("wrong-type", f"wanted {wanted}, found {describe(text)}", hint)


class _Switch(_Field):
    def _convert(self, value: Any, info: core_schema.ValidationInfo) -> bool:
        if isinstance(value, bool):
            return value
        text = _scalar(value, "yes or no")
        if not is_plain(text) or text.lower() not in _SWITCHES:
            raise fault("wrong-type", f"wanted yes or no, found {describe(value)}")
        return _SWITCHES[text.lower()]


class _Text(_Field):
    def _convert(self, value: Any, info: core_schema.ValidationInfo) -> str:
        text = str(_scalar(value, "a text"))
        if all(unicodedata.category(sign) in _UNSEEN or sign.isspace() for sign in text):
            raise fault("empty-text", "a text is missing here", "write one, in quotes if it has special signs")
        if len(text) > MAX_TEXT:
            raise fault("text-too-long", f"the text has {len(text):,} characters; at most {MAX_TEXT:,} are allowed")
        for character in text:
            if unicodedata.category(character) == "Cc" and character != "\n":
                raise fault("control-character", f"the text holds the control character U+{ord(character):04X}")
        if cut := getattr(value, "cut", ""):
            message = f"the text ends at {text!r}; what follows, {cut!r}, is a comment in YAML"
            _notice(info, value, "text-cut", Severity.NOTE, message, f'quote the whole to keep it: "{text} {cut}"')
        return re.sub(r"\s*\n\s*", " ", text).strip() if "\n" in text else text  # texts are lines, however written


class _Id(_Field):
    def _convert(self, value: Any, info: core_schema.ValidationInfo) -> str:
        text = str(_scalar(value, "an id"))
        if not is_id(text):
            hint = "an id is lower-case letters and digits with single hyphens between, such as miso-bream"
            raise fault("bad-id", f"{printable(text)!r} is no id", hint)
        return text


class Choice(_Field):
    """One word of a Literal: ``Annotated[Literal["a", "b"], Choice()]``."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        words: tuple[str, ...] = get_args(source)

        def convert(value: Any) -> str:
            text = str(_scalar(value, one_of(words)))
            if text not in words:
                raise fault(
                    "wrong-choice", f"wanted {one_of(words)}, found {describe(value)}", did_you_mean(text, words)
                )
            return text

        return core_schema.no_info_before_validator_function(convert, handler(source))


@dataclass(frozen=True)
class Length(_Field):
    """A length in micrometres, written with its unit."""

    low: int
    high: int

    def _convert(self, value: Any, info: core_schema.ValidationInfo) -> int:
        if isinstance(value, int) and not isinstance(value, bool):
            size = value
        else:
            try:
                size = parse_length(_scalar(value, "a length with its unit, such as 20mm"))
            except ValueError as problem:
                raise fault("bad-length", str(problem)) from None
        if not self.low <= size <= self.high:
            allowed = f"{format_length(self.low)} to {format_length(self.high)}"
            raise fault("out-of-range", f"{format_length(size)} is out of range: allowed is {allowed}")
        return size


@dataclass(frozen=True)
class Size(_Field):
    """A width and a height in micrometres: one of ``names``, or written out, as ``63x88mm``.

    Each side of one that is written out is from ``low`` to ``high``. ``others`` are further names that authors may
    think of, each with the one that it has here; they are not taken, but hinted at.
    """

    names: Mapping[str, tuple[int, int]]
    low: int
    high: int
    others: Mapping[str, str] = field(default_factory=dict)

    def _convert(self, value: Any, info: core_schema.ValidationInfo) -> tuple[int, int]:
        size: tuple[int, int] = value if isinstance(value, tuple) else self._read(value)
        if size not in self.names.values() and not all(self.low <= side <= self.high for side in size):
            allowed = f"{format_length(self.low)} to {format_length(self.high)}"
            raise fault("out-of-range", f"{format_size(size)} is out of range: allowed is {allowed} for each side")
        return size

    def _read(self, value: Any) -> tuple[int, int]:
        wanted = f"{', '.join(self.names)}, or a size such as 63x88mm"
        text = str(_scalar(value, wanted))
        if text in self.names:
            return self.names[text]
        if not re.match(r"[-+.]?[0-9]", text):
            raise fault("wrong-choice", f"wanted {wanted}, found {describe(value)}", self._hint(text))
        try:
            return parse_size(text)
        except ValueError as problem:
            raise fault("bad-size", str(problem)) from None

    def _hint(self, word: str) -> str:
        plain = re.sub(r"[\s_-]+", "-", word.strip().lower())
        if plain in self.others:
            return f"here it is called {self.others[plain]!r}"
        return did_you_mean(plain, self.names)


@dataclass(frozen=True)
class Listing(_Field):
    """A list of ``low`` to ``high`` items; kept as a tuple, since a variant is frozen."""

    low: int = 0
    high: int = 100

    def _convert(self, value: Any, info: core_schema.ValidationInfo) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise fault("wrong-type", f"wanted a list, found {describe(value)}", "write it in brackets, as [1, 2, 3]")
        if not self.low <= len(value) <= self.high:
            raise fault("wrong-length", f"the list has {counted(len(value), 'item')}: {_allowed(self.low, self.high)}")
        return tuple(value)


def _allowed(low: int, high: int) -> str:
    return f"it must have {low}" if low == high else f"allowed are {low} to {high}"


Switch = Annotated[bool, _Switch()]
"""yes or no (also true/false, on/off), unquoted."""

Text = Annotated[str, _Text()]
"""Words as the author wrote them: ``no``, ``1:30`` and ``010`` are texts like any other."""

Id = Annotated[str, _Id()]
"""The name by which files and other keys refer to a thing; safe in every file system."""


TAG = "\0"
"""Begins the tags of a union's members, which name no place in the YAML: no key can hold it."""

MAPPING, NUMBER, WORD = f"{TAG}mapping", f"{TAG}number", f"{TAG}word"


def _form(value: Any) -> str:
    return NUMBER if isinstance(value, int) or (is_plain(value) and _WHOLE.fullmatch(value)) else WORD


BY_FORM = Discriminator(_form)
"""Chooses a union's member by what the author wrote: a number, or a word. Members carry those tags."""

MAPPING_OR_WORD = Discriminator(lambda value: MAPPING if isinstance(value, dict) else WORD)
MAPPING_OR_NUMBER = Discriminator(lambda value: MAPPING if isinstance(value, dict) else NUMBER)
