"""Words from templates: Jinja2 makes Markdown; what comes from a variant stays data.

Texts pass the template as opaque placeholders and are put back only after Markdown is parsed, so a dish called
``{{ 7*7 }}`` or ``*Chef*`` is printed just so.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from kitgen.diagnostics import Diagnostic, Severity, Span, printable
from kitgen.errors import UsageError, VariantError

_OPEN, _CLOSE = "\ue000", "\ue001"
_PLACEHOLDER = re.compile(f"{_OPEN}(\\d+){_CLOSE}")


class Literal(str):
    """A text of a variant or a catalogue that must be printed as it is."""

    __slots__ = ()


class Placeholders:
    """Texts that are held back while a template runs."""

    def __init__(self) -> None:
        self._texts: list[str] = []

    def hide(self, value: Any) -> Any:
        """The value with every Literal inside it replaced by a placeholder; functions hide what they return."""
        if isinstance(value, Literal):
            # A line break in a text is a space; a no-break space stays what it is.
            self._texts.append(re.sub(r"[ \t\r\n]+", " ", value))
            return f"{_OPEN}{len(self._texts) - 1}{_CLOSE}"
        if isinstance(value, Mapping):
            return {key: self.hide(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.hide(item) for item in value]
        if callable(value):
            return lambda *arguments: self.hide(value(*arguments))
        return value

    def restore(self, text: str) -> str:
        """Put the texts back, once; what they hold is not looked at again."""
        return _PLACEHOLDER.sub(self._text, text)

    def _text(self, match: re.Match[str]) -> str:
        """The text of a placeholder; a sign that only looks like one stays what it is."""
        number = int(match[1])
        return self._texts[number] if number < len(self._texts) else match[0]


def render(
    folders: Sequence[FilePath], name: str, language: str, context: Mapping[str, Any]
) -> tuple[str, Placeholders]:
    """The Markdown of a template, with placeholders in it.

    ``folders`` are searched in order for ``<name>.<language>.md.j2``, so a variant can bring its own.
    """
    file = f"{name}.{language}.md.j2"
    found = next((folder / file for folder in folders if (folder / file).is_file()), None)
    if found is None:
        raise UsageError(f"there is no {file}", "add it beside the variant, or choose another --lang")
    placeholders = Placeholders()
    try:
        text = _environment(_state_of(folders)).get_template(file).render(placeholders.hide(context))
    except Exception as fault:  # a template is its author's code: whatever it raises is its fault
        line = getattr(fault, "lineno", None) or _line_in(fault, found)
        message = printable(f"{getattr(fault, 'message', None) or fault or type(fault).__name__}", 200)
        finding = Diagnostic("template", Severity.ERROR, message, Span(str(found), line, 1))
        raise VariantError(f"the template {file} has errors", [finding]) from None
    return text, placeholders


def _state_of(folders: Sequence[FilePath]) -> tuple[tuple[str, tuple[object, ...]], ...]:
    """The folders, and of every template in them what changes when it is written anew."""
    files = [(folder.resolve(), sorted(folder.glob("*.md.j2"))) for folder in folders]
    return tuple(
        (str(folder), tuple((file.name, stat.st_mtime_ns, stat.st_size) for file in found for stat in [file.lstat()]))
        for folder, found in files
    )


@lru_cache(maxsize=8)
def _environment(state: tuple[tuple[str, tuple[object, ...]], ...]) -> ImmutableSandboxedEnvironment:
    """Where the templates of some folders are compiled, once for as long as nothing changes in them."""
    return ImmutableSandboxedEnvironment(
        loader=FileSystemLoader([folder for folder, _ in state], encoding="utf-8-sig"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _line_in(fault: BaseException, file: FilePath) -> int:
    """The line of a template at which an exception passed through it."""
    lines = [frame.lineno for frame in traceback.extract_tb(fault.__traceback__) if frame.filename == str(file)]
    return (lines[-1] if lines else None) or 1
