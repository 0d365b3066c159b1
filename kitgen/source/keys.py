"""The keys of a game's model: what an author may write, what each takes, and where games play well.

One walk over the model serves the reference in the docs, ``kitgen explain``, the authoring schema and the file that
``kitgen new`` writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from kitgen.diagnostics import Path, one_of
from kitgen.source.fields import Id, Length, Listing, Model, Size, Switch, WholeNumber
from kitgen.units import format_length

_ID, _SWITCH = type(get_args(Id)[1]), type(get_args(Switch)[1])

_RULE_IDS = re.compile(r"^[A-Z]+-\d[^:]*: ")
"""Ids of rules that open a sentence: ``FC-2.1, FC-3.3: ``."""

ANY_ID = "<id>"
"""Stands in a pattern for what authors name themselves."""

Form = Literal["number", "length", "size", "switch", "choice", "text", "id", "list", "mapping", "model", "either"]


@dataclass(frozen=True, slots=True)
class Shape:
    """What a value may be. Which of the other fields count depends on ``form``.

    ``low`` and ``high`` bound a number, a length or the sides of a size (in micrometres), or the items of a list;
    ``words`` are a choice's, or the names of sizes;
    ``usual`` is where games play well. ``inner`` are the shapes of a list's items, of a mapping's keys and values, or
    of which one is meant; ``model`` is that of a group of keys.
    """

    form: Form
    low: int = 0
    high: int = 0
    usual: tuple[int, int] | None = None
    words: tuple[str, ...] = ()
    inner: tuple[Shape, ...] = ()
    model: type[Model] | None = None

    @property
    def takes(self) -> str:
        """What can be built, in words: ``0 to 9,999``, ``yes or no``."""
        match self.form:
            case "number":
                return f"{self.low:,} to {self.high:,}"
            case "length":
                return f"{format_length(self.low)} to {format_length(self.high)}"
            case "size":
                sides = f"{format_length(self.low)} to {format_length(self.high)}"
                return f"{', '.join(self.words)}, or a size such as 63x88mm, each side {sides}"
            case "switch":
                return "yes or no"
            case "choice":
                return one_of(self.words)
            case "list":
                count = str(self.low) if self.low == self.high else f"{self.low} to {self.high}"
                return f"a list of {count}: {self.inner[0].takes}"
            case "mapping":
                values = self.inner[1]
                return "a mapping by id" if values.model else f"a mapping: {self.inner[0].takes}, each {values.takes}"
            case "either":
                return ", or ".join(shape.takes for shape in self.inner)
            case "model":
                return "a group of keys"
            case _:
                return {"text": "a text", "id": "an id"}[self.form]

    @property
    def plays_well(self) -> str:
        """The range in which games play well, or nothing: ``50 to 200``."""
        found = next((shape.usual for shape in self.every() if shape.usual), None)
        return f"{found[0]:,} to {found[1]:,}" if found else ""

    def within(self, path: Path) -> Shape:
        """The shape of what lies at a path in a value of this shape."""
        shape = self
        for part in path:
            if shape.form == "either":
                wanted = "list" if isinstance(part, int) else "mapping"
                shape = next((inner for inner in shape.inner if inner.form == wanted), shape)
            shape = shape.inner[-1] if shape.form in ("list", "mapping") else shape
        return shape

    def every(self) -> Iterator[Shape]:
        """The shape and all within it."""
        yield self
        for shape in self.inner:
            yield from shape.every()


@dataclass(frozen=True, slots=True)
class Key:
    """A key that an author can write: its path with ``<id>`` for names of their own, its shape, what it is."""

    path: tuple[str, ...]
    shape: Shape
    about: str
    required: bool = True

    @property
    def pattern(self) -> str:
        """``recipes.<id>.main``."""
        return ".".join(self.path)

    def fits(self, path: Path) -> bool:
        """Whether a path of a variant is this key, or lies within it."""
        return len(path) >= len(self.path) and all(
            part in (str(own), ANY_ID) for part, own in zip(self.path, path, strict=False)
        )


def keys_of(model: type[Model], within: tuple[str, ...] = ()) -> list[Key]:
    """Every key of a model, groups before what they hold, in the order of the model."""
    found: list[Key] = []
    for name, info in model.model_fields.items():
        path = (*within, name)
        shape = shape_of(info.annotation, info.metadata)
        group = shape.model or (shape.inner[1].model if shape.form == "mapping" else None)
        found.append(Key(path, shape, info.description or _first_line(group), info.is_required()))
        if group is not None:
            found += keys_of(group, (*path, ANY_ID) if shape.form == "mapping" else path)
    return found


def key_at(model: type[Model], path: Path) -> Key | None:
    """The key that a path of a variant leads to, or the nearest that holds it."""
    fitting = [key for key in keys_of(model) if key.fits(path)]
    return max(fitting, key=lambda key: len(key.path), default=None)


def tables_of(model: type[Model]) -> dict[str, frozenset[str]]:
    """The collections of a model that a CSV file may stand for, each with those of its columns that hold lists."""
    keys = keys_of(model)
    tables = [key.path[0] for key in keys if len(key.path) == 1 and key.shape.form == "mapping"]
    return {
        table: frozenset(
            ".".join(key.path[2:]) for key in keys if key.path[:2] == (table, ANY_ID) and key.shape.form == "list"
        )
        for table in tables
    }


def shape_of(annotation: Any, metadata: Sequence[Any] = ()) -> Shape:
    """The shape of a field, from its annotation and what stands beside it."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return shape_of(arguments[0], [*arguments[1:], *metadata])
    simple = next((shape for entry in metadata if (shape := _simple(entry))), None)
    if simple is not None:
        return simple
    if origin is Literal:
        return Shape("choice", words=arguments)
    if origin in (Union, UnionType):
        inner = tuple(shape_of(argument) for argument in arguments if argument is not NoneType)
        return inner[0] if len(inner) == 1 else Shape("either", inner=inner)
    if origin is dict:
        return Shape("mapping", inner=(shape_of(arguments[0]), shape_of(arguments[1])))
    if origin is tuple:
        limits = next(entry for entry in metadata if isinstance(entry, Listing))
        return Shape("list", limits.low, limits.high, inner=(shape_of(arguments[0]),))
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return Shape("model", model=annotation)
    return Shape("text")


def _simple(entry: Any) -> Shape | None:
    """The shape that a converter stands for, if it is one of a single value."""
    if isinstance(entry, WholeNumber):
        return Shape("number", entry.low, entry.high, entry.usual)
    if isinstance(entry, Length):
        return Shape("length", entry.low, entry.high)
    if isinstance(entry, Size):
        return Shape("size", entry.low, entry.high, words=tuple(entry.names))
    if isinstance(entry, _ID):
        return Shape("id")
    return Shape("switch") if isinstance(entry, _SWITCH) else None


def _first_line(model: type[Model] | None) -> str:
    """A group of keys is what its model says of itself, less the rules that open the sentence."""
    text = (model.__doc__ or "").strip().splitlines()[0] if model else ""
    return _RULE_IDS.sub("", text).rstrip(".")
