"""What one document says otherwise than another, change by change, and documents with a change taken back."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kitgen.diagnostics import Path, Span, printable
from kitgen.source.yaml_text import Data, Document, Scalar


@dataclass(frozen=True, slots=True)
class Change:
    """One value that differs: a scalar, a list, or something that only one document has (None in the other)."""

    path: Path
    before: Data | None
    after: Data | None

    @property
    def said(self) -> tuple[str, str]:
        """Both values in short."""
        return short(self.before), short(self.after)


def changes(before: Document, after: Document) -> list[Change]:
    """All changes from one document to another, in the order of the later one; removals last."""
    return list(_changes((), before.data, after.data))


def _changes(path: Path, before: Data | None, after: Data | None) -> Iterator[Change]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*after, *(key for key in before if key not in after)]:
            yield from _changes((*path, str(key)), before.get(key), after.get(key))
    elif _plain(before) != _plain(after):
        yield Change(path, before, after)


def _plain(data: Data | None) -> object:
    """Data without the marks of where and how it was written."""
    if isinstance(data, dict):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_plain(value) for value in data]
    return None if data is None else str(data)


def taken_back(document: Document, undone: Sequence[Change]) -> Document:
    """The document as if some changes had not been made."""
    data = copy.deepcopy(document.data)
    for change in undone:
        holder = data
        for part in change.path[:-1]:
            holder = holder[part]
        last = change.path[-1]
        if change.before is None:
            del holder[last]
        else:
            holder[Scalar.at(str(last), Span("", 1, 1))] = copy.deepcopy(change.before)
    return replace(document, data=data, diagnostics=[])


def short(data: Data | None) -> str:
    """A value on one line, as YAML would take it; what is not there is a dash."""
    if data is None:
        return "–"
    if isinstance(data, dict):
        return "{" + ", ".join(f"{key}: {short(value)}" for key, value in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(short(value) for value in data) + "]"
    return _quoted(data)


def _quoted(data: Data) -> str:
    """A scalar with the quotes that it had, or needs in a list or a mapping."""
    text = str(data)
    if getattr(data, "plain", True) and text.isprintable():
        return text
    return printable(json.dumps(text, ensure_ascii=False), 2 * len(text) + 2)
