"""Are the marks large and clear enough for a race? Computed from the faces as they are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kitgen.components.kit import Component, Face
from kitgen.diagnostics import Diagnostic, Severity
from kitgen.draw.drawing import Box, Place, Shape, op_bounds, transform_box, walk
from kitgen.draw.ink import READABLE, contrast
from kitgen.games.discount_salmon.look import MARK
from kitgen.units import MM

TOLERANCE = 30
"""Micrometres that a mark may lack: less than a printer's dot."""


class Least(NamedTuple):
    """The least sizes of marks on a card: of the largest one, and of any."""

    largest: int
    any: int


LEAST: dict[str, Least] = {"fish": Least(8 * MM, 8 * MM), "modifiers": Least(14 * MM, 4_500)}
"""By component. From the far side of a table, 1.2 m away, 8 mm are 23 minutes of arc: over four times what a sharp eye
needs to tell letters apart. On a modifier 14 mm leave as much where the next card covers a part; 4.5 mm in the corner
of a fanned hand, 50 cm away, are 31 minutes."""


class Mark(NamedTuple):
    """A mark on a face: what it is, how large, and how it stands out from what is below it."""

    name: str
    size: float
    contrast: float


def marks(face: Face) -> list[Mark]:
    """Every mark of a face. The paper is white; of a mark that is a picture of the author's own, ink is assumed."""
    found: list[Mark] = []
    grounds: list[tuple[Box, str]] = []
    for op, matrix, _ in walk((*face.background, *face.ops)):
        if isinstance(op, Shape) and op.paint.fill is not None:
            grounds.append((transform_box(matrix, op_bounds(op)), op.paint.fill))
        elif isinstance(op, Place) and op.drawing.name.startswith(MARK):
            box = transform_box(matrix, op_bounds(op))
            ground = next(
                (colour for below, colour in reversed(grounds) if below.overhang(box) <= TOLERANCE), "#FFFFFF"
            )
            found.append(Mark(op.drawing.name, min(box.width, box.height), contrast(op.colour or "#000000", ground)))
    return found


def illegible(components: Iterable[Component]) -> list[Diagnostic]:
    """An error for each face of fish and modifiers with a mark that is too small, or too pale for its ground."""
    return [
        finding
        for component in components
        if component.id in LEAST
        for piece in component.pieces
        for finding in _faults(component, piece.front, LEAST[component.id])
    ]


def _faults(component: Component, face: Face, least: Least) -> Iterator[Diagnostic]:
    where = f"{component.part}, {face.name!r}"
    found = marks(face)
    largest = max((mark.size for mark in found), default=0.0)
    smallest = min((mark.size for mark in found), default=0.0)
    for size, needed, what in ((largest, least.largest, "largest"), (smallest, least.any, "smallest")):
        if size < needed - TOLERANCE:
            message = f"the {what} mark is {size / MM:.1f} mm wide; {needed / MM:g} mm are read in half a second"
            yield Diagnostic("icon-too-small", Severity.ERROR, message, None, where, "choose larger cards")
            return
    for mark in found:
        if mark.contrast < READABLE:
            message = f"{mark.name!r} has a contrast of {mark.contrast:.1f}; {READABLE} is the least that is read"
            yield Diagnostic("icon-too-small", Severity.ERROR, message, None, where, "let it stand on white")
            return
