"""Schema faults: pydantic's errors as diagnostics at their place in the YAML."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from kitgen.diagnostics import Diagnostic, Path, Severity, Span, counted, did_you_mean, dotted, printable
from kitgen.source.fields import TAG, Length, Model, Size, describe, is_plain
from kitgen.source.yaml_text import Data, Document, Scalar

_MODEL = TypeVar("_MODEL", bound=Model)

MENDING_ATTEMPTS = 6

INHERIT = "write it, or inherit it: `extends` names the variant to begin from"
"""The way out where a variant lacks a whole key."""

AT_KEY = "\0key"
"""Ends the path of a fault that lies in the key itself."""

Fault = tuple[str, Path | list[Path], str, str]
"""A game's own finding in its variant: code, path (or the paths of things that clash), message, hint."""


def validate(model: type[_MODEL], document: Document) -> tuple[_MODEL | None, list[Diagnostic]]:
    """Turn data into a model; with faults the model is None. Every fault, warning and note is a diagnostic."""
    notices: list[Diagnostic] = []
    try:
        valid = model.model_validate(document.data, context=notices)
        faults = []
    except ValidationError as problem:
        found = [dict(fault) for fault in problem.errors(include_url=False)]
        whole = _with_whole_lengths(model, document, [_path(fault) for fault in found if _is_unknown_key(fault)])
        if whole.data != document.data:
            return validate(model, whole)
        valid = None
        faults = _in_one([_diagnostic(fault, model, document) for fault in found])
    places = {span: path for path, span in document.spans.items()} if notices else {}
    notices = [replace(notice, path=dotted(places.get(notice.span, ()))) for notice in notices if notice.span]
    return valid, faults + notices


MANY_MISSING = 4
"""Keys of a file that are missing: from so many on, the file lacks what it should extend."""


def _in_one(faults: list[Diagnostic]) -> list[Diagnostic]:
    """The faults, with all that is missing in one where it is so much that one cause is behind it."""
    missing = [fault for fault in faults if fault.code == "missing-key" and fault.hint == INHERIT]
    if len(missing) < MANY_MISSING:
        return faults
    names = ", ".join(fault.path for fault in missing)
    whole = replace(missing[0], message=f"{counted(len(missing), 'key')} are missing: {names}", path="")
    return [whole, *(fault for fault in faults if fault not in missing)]


def _with_whole_lengths(model: type[Model], document: Document, unknown: Sequence[Path]) -> Document:
    """The document with lengths in one piece that YAML parted at a comma, for the field to refuse them in its words.

    In braces, ``{size: 12,7mm}`` is a key ``size``, and a key ``7mm`` that is unknown and has no value.
    """
    data = copy.deepcopy(document.data) if unknown else document.data
    for path in unknown:
        holder, key = value_at(data, path[:-1]), str(path[-1])
        nothing = holder.get(key)
        if not (key[:1].isdigit() and is_plain(nothing) and nothing == ""):
            continue
        for name in _lengths_at(model, path[:-1]):
            value = holder.get(name)
            if isinstance(value, Scalar) and _comes_after(value, document.key_spans.get(path)):
                holder[name] = Scalar.at(f"{value},{key}", value.span)
                del holder[key]
                break
    return replace(document, data=data)


def _comes_after(value: Scalar, span: Span | None) -> bool:
    """Whether a place is right behind a value and one sign, in its file and line."""
    return span == replace(value.span, column=value.span.column + len(value) + 1)


def mend(model: type[_MODEL], document: Document, base: Data) -> _MODEL | None:
    """A model of what is sound in faulty data: values at fault are the base's, or are left out.

    A value that cannot be mended alone is given up with what holds it. None where nothing helps.
    """
    data = copy.deepcopy(document.data)
    for attempt in range(MENDING_ATTEMPTS):
        try:
            return model.model_validate(data)
        except ValidationError as problem:
            for fault in problem.errors(include_url=False):
                path = _path(dict(fault))
                _replace(data, path[: max(1, len(path) - attempt)], base)
    return None


def find_faults(
    variant: _MODEL, document: Document, severity: Severity, rules: Iterable[Callable[[_MODEL], Iterator[Fault]]]
) -> list[Diagnostic]:
    """What a game's rules find wrong with a well-formed variant; of things that clash, at the author's own."""
    return [_located(severity, fault, document) for rule in rules for fault in rule(variant)]


def _located(severity: Severity, fault: Fault, document: Document) -> Diagnostic:
    code, paths, message, hint = fault
    path = _of_the_author(paths, document) if isinstance(paths, list) else paths
    at_key = path[-1:] == (AT_KEY,)
    path = path[:-1] if at_key else path
    return Diagnostic(code, severity, message, place_of(path, document, key=at_key), dotted(path), hint)


def _of_the_author(paths: list[Path], document: Document) -> Path:
    """The first of the paths that stands in the file itself, not in one that it extends."""
    own = document.spans[()].file
    for path in paths:
        place = place_of(path, document)
        if place is not None and place.file == own:
            return path
    return paths[0]


def place_of(path: Path, document: Document, *, key: bool = False) -> Span | None:
    """Where a path stands, or is taken out; where it is absent, the nearest place above it."""
    while True:
        if path in document.removed and path not in document.spans:
            return document.removed[path]
        table = (document.key_spans, document.spans) if key else (document.spans, document.key_spans)
        for spans in table:
            if path in spans:
                return spans[path]
        if not path:
            return None
        path, key = path[:-1], True


def value_at(data: Data, path: Path) -> Data:
    """The value at a path, or None."""
    for part in path:
        if isinstance(data, dict):
            data = data.get(part)
        elif isinstance(data, (list, tuple)) and isinstance(part, int) and part < len(data):
            data = data[part]
        else:
            return None
    return data


def _replace(data: Data, path: Path, base: Data) -> None:
    """Put the base's value at a path, or leave the path out."""
    holder, instead = value_at(data, path[:-1]), value_at(base, path)
    if instead is None and isinstance(siblings := value_at(base, path[:-2]), dict) and siblings:
        # An entry of the author's own borrows from the first entry of its kind.
        instead = value_at(next(iter(siblings.values())), path[-1:])
    if isinstance(holder, dict):
        holder.pop(path[-1], None)
        if instead is not None:
            holder[path[-1]] = instead
    elif isinstance(holder, list) and instead is not None:
        holder[int(path[-1])] = instead


def _path(fault: Mapping[str, Any]) -> Path:
    """pydantic's location as a path in the YAML: without the tags of unions, and without the mark of a key at fault."""
    location = fault["loc"]
    if _is_of_a_key(fault):
        location = location[:-1]
    if _is_unknown_key(fault):  # what the author calls a key may look like a tag
        return (*_without_tags(location[:-1]), str(location[-1]))
    return _without_tags(location)


def _without_tags(location: tuple[int | str, ...]) -> Path:
    return tuple(str(part) if isinstance(part, str) else part for part in location if not _is_tag(part))


def _is_tag(part: int | str) -> bool:
    return isinstance(part, str) and part.startswith(TAG)


def _is_of_a_key(fault: Mapping[str, Any]) -> bool:
    """Whether a mapping's key is at fault; an unknown key of a model may happen to be called "[key]" too."""
    return bool(fault["loc"]) and fault["loc"][-1] == "[key]" and not _is_unknown_key(fault)


def _is_unknown_key(fault: Mapping[str, Any]) -> bool:
    return bool(fault["type"] == "extra_forbidden")


def _diagnostic(fault: dict[str, Any], model: type[Model], document: Document) -> Diagnostic:
    is_key, path = _is_of_a_key(fault), _path(fault)
    context = fault.get("ctx", {})
    code, message, hint = context.get("code", ""), fault["msg"], context.get("hint", "")
    if _is_unknown_key(fault):
        known = keys_at(model, path[:-1])
        code, message, is_key = "unknown-key", f"{printable(str(path[-1]))!r} is not known here", True
        hint = did_you_mean(str(path[-1]), known) or f"known here: {', '.join(known)}"
    elif fault["type"] == "missing":
        code, message = "missing-key", f"{printable(str(path[-1]))!r} is missing"
        hint = INHERIT if len(path) == 1 else "write it"
        hint = "it is taken out here: write it, or leave it out of `remove`" if path in document.removed else hint
    elif not code:
        code, message, hint = _translate(fault, document, path)
    place = place_of(path, document, key=is_key)
    taken = [span for gone, span in document.removed.items() if len(gone) > len(path) and gone[: len(path)] == path]
    if fault["type"] == "too_short" and taken:
        place, hint = taken[-1], "take out fewer, or write others"
    return Diagnostic(code, Severity.ERROR, message, place, dotted(path), hint)


def _translate(fault: dict[str, Any], document: Document, path: Path) -> tuple[str, str, str]:
    """pydantic's own checks of shape and size, in our words."""
    found = describe(value_at(document.data, path))
    context = fault.get("ctx", {})
    match fault["type"]:
        case "model_type" | "model_attributes_type" | "dict_type":
            return "wrong-type", f"wanted a mapping of keys to values, found {found}", ""
        case "too_short":
            return (
                "wrong-length",
                f"wanted {context['min_length']} or more entries, found {context['actual_length']}",
                "",
            )
        case "too_long":
            count = context["actual_length"] or len(value_at(document.data, path))
            return "wrong-length", f"wanted at most {context['max_length']} entries, found {count}", ""
        case "string_too_long":
            return "text-too-long", f"wanted at most {counted(context['max_length'], 'character')}, found {found}", ""
        case other:
            return other.replace("_", "-"), f"{fault['msg']}, found {found}", ""


def keys_at(model: type[Model], path: Path) -> list[str]:
    """The keys that a model allows at a path."""
    keys = list(_fields_at(model, path))
    return [*keys, "extends", "remove"] if not path else keys


def _lengths_at(model: type[Model], path: Path) -> list[str]:
    """The keys there that take a length or a size."""
    fields = _fields_at(model, path).items()
    return [key for key, field in fields if any(isinstance(mark, (Length, Size)) for mark in field.metadata)]


def sizes_named_in(model: type[Model]) -> dict[str, tuple[int, int]]:
    """The sizes that a model knows by name, in any of its groups."""
    groups = [model, *(field.annotation for field in model.model_fields.values())]
    fields = [field for group in groups if isinstance(group, type) and issubclass(group, BaseModel)
              for field in group.model_fields.values()]  # fmt: skip
    return {name: size for field in fields for mark in field.metadata if isinstance(mark, Size)
            for name, size in mark.names.items()}  # fmt: skip


def _fields_at(model: type[Model], path: Path) -> Mapping[str, FieldInfo]:
    """The fields of the model at a path; none where there is no model."""
    current: Any = model
    for part in path:
        if isinstance(current, type) and issubclass(current, BaseModel):
            current = current.model_fields[str(part)].annotation
        else:
            arguments = get_args(current)
            current = arguments[-1] if arguments else current
    return current.model_fields if isinstance(current, type) and issubclass(current, BaseModel) else {}
