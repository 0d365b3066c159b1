"""Words from templates: Jinja2 makes Markdown; what comes from a variant stays data.

Texts pass the template as opaque placeholders and are put back only after Markdown is parsed, so a dish called
``{{ 7*7 }}`` or ``*Chef*`` is printed just so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from kitgen.diagnostics import Diagnostic, Severity, Span
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
        return _PLACEHOLDER.sub(lambda match: self._texts[int(match[1])], text)


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
    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader([str(folder) for folder in folders]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    placeholders = Placeholders()
    try:
        text = environment.get_template(file).render(placeholders.hide(context))
    except TemplateError as fault:
        span = Span(str(found), getattr(fault, "lineno", None) or 1, 1)
        raise VariantError(
            f"the template {file} has errors", [Diagnostic("template", Severity.ERROR, str(fault.message), span)]
        ) from None
    return text, placeholders
