"""Are the marks large and clear enough for a race? Computed from the faces as they are drawn."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kitgen.components.kit import Component, Face
from kitgen.diagnostics import Diagnostic, Severity
from kitgen.draw.drawing import (
    CURRENT,
    Box,
    Matrix,
    Op,
    Picture,
    Place,
    Shape,
    around,
    multiply,
    op_bounds,
    transform_box,
    walk,
)
from kitgen.draw.ink import READABLE, contrast
from kitgen.draw.theme import INK, WHITE
from kitgen.games.discount_salmon.look import MARK
from kitgen.units import MM

TOLERANCE = 30
"""Micrometres that a mark may lack: less than a printer's dot."""


class Least(NamedTuple):
    """The least sizes of marks on a card: of the largest one, and of any."""

    largest: int
    any: int


LEAST: dict[str, Least] = {"fish": Least(7 * MM, 7 * MM), "modifiers": Least(12 * MM, 4 * MM)}
"""By component. From the far side of a table, 1.2 m away, 7 mm are 20 minutes of arc: four times what a sharp eye needs
to tell letters apart. On a modifier 12 mm leave as much where the next card covers a part; 4 mm in the corner of a
fanned hand, 50 cm away, are 27 minutes."""


class Mark(NamedTuple):
    """A mark on a face: what it is; how large all is that can be told from its ground, as the side of a square; and the
    best contrast of anything in it."""

    name: str
    size: float
    contrast: float


def marks(face: Face) -> list[Mark]:
    """Every mark of a face, measured by the shapes that it is drawn with, on what lies below. The paper is white."""
    found: list[Mark] = []
    grounds: list[tuple[Box, str]] = []
    for op, matrix, _ in walk((*face.background, *face.ops)):
        if isinstance(op, Shape) and op.paint.fill is not None:
            grounds.append((transform_box(matrix, op_bounds(op)), op.paint.fill))
        elif isinstance(op, Place) and op.drawing.name.startswith(MARK):
            box = transform_box(matrix, op_bounds(op))
            ground = next((colour for below, colour in reversed(grounds) if below.overhang(box) <= TOLERANCE), WHITE)
            inked = list(_inked(op.drawing.ops, multiply(matrix, op.matrix), op.colour or INK))
            seen = [(part, colour) for part, colour in inked if contrast(colour, ground) >= READABLE]
            area = around(part for part, _ in seen) if seen else Box(0, 0, 0, 0)
            best = max((contrast(colour, ground) for _, colour in inked), default=1.0)
            found.append(Mark(op.drawing.name, math.sqrt(area.width * area.height), best))
    return found


def _inked(ops: Sequence[Op], within: Matrix, current: str) -> Iterator[tuple[Box, str]]:
    """The shapes of a drawing, with their colours; of a picture its darker part."""
    for op, matrix, _ in walk(ops):
        whole = multiply(within, matrix)
        if isinstance(op, Shape):
            box = transform_box(whole, op_bounds(op))
            for colour in (op.paint.fill, op.paint.stroke):
                if colour is not None:
                    yield box, current if colour == CURRENT else colour
        elif isinstance(op, Place):
            inner = current if op.colour == CURRENT else op.colour or current
            yield from _inked(op.drawing.ops, multiply(whole, op.matrix), inner)
        elif isinstance(op, Picture):
            yield from _darker_part(op, whole)


def _darker_part(picture: Picture, matrix: Matrix) -> Iterator[tuple[Box, str]]:
    """The box round what is dark in a picture on white paper, and the colour of its darkest dot."""
    from PIL import Image

    with Image.open(io.BytesIO(picture.data)) as image:
        shown = Image.new("RGBA", image.size, WHITE)
        shown.alpha_composite(image.convert("RGBA"))
    light = shown.convert("L")
    darkest = next(value for value, count in enumerate(light.histogram()) if count)
    dark = light.point([255 if value <= (darkest + 255) // 2 else 0 for value in range(256)]).getbbox()
    if dark is not None:
        frame, (width, height) = op_bounds(picture), light.size
        left, top, right, bottom = dark
        inner = Box(
            frame.x + frame.width * left / width, frame.y + frame.height * top / height,
            frame.width * (right - left) / width, frame.height * (bottom - top) / height,
        )  # fmt: skip
        yield transform_box(matrix, inner), "#" + f"{darkest:02X}" * 3


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
    if not found:
        return
    for mark in found:
        if mark.contrast < READABLE:
            message = (
                f"the mark {mark.name!r} has a contrast of {mark.contrast:.1f}; {READABLE} is the least that is read"
            )
            yield Diagnostic("icon-too-pale", Severity.ERROR, message, None, where, "draw it black, on white")
            return
    for mark, needed, what in (
        (max(found, key=_size), least.largest, "largest"),
        (min(found, key=_size), least.any, "smallest"),
    ):
        if mark.size < needed - TOLERANCE:
            message = (
                f"{mark.name!r}, the {what} mark, is {mark.size / MM:.1f} mm wide; "
                f"{needed / MM:g} mm are read in half a second"
            )
            hint = "choose larger cards, or let the drawing fill its frame"
            yield Diagnostic("icon-too-small", Severity.ERROR, message, None, where, hint)
            return


def _size(mark: Mark) -> float:
    return mark.size
