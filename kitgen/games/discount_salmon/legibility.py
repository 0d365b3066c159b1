"""Are the marks large and clear enough for a race? Computed from the faces as they are drawn."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kitgen.components.kit import Component, Face
from kitgen.diagnostics import Diagnostic, Severity, counted
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
            # What a drawing has outside its frame is not printed.
            drawn = _inked(op.drawing.ops, multiply(matrix, op.matrix), op.colour or INK)
            inked = [(inside, colour) for part, colour in drawn if (inside := part.common(box)).width and inside.height]
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
    """An error for fish or modifiers with marks that are too pale for their ground, or too small: the worst of each."""
    found: list[Diagnostic] = []
    for component in components:
        if component.id in LEAST:
            faces = [(piece.front, seen) for piece in component.pieces if (seen := marks(piece.front))]
            found += [fault for fault in (_palest(component, faces), _smallest(component, faces)) if fault][:1]
    return found


def _palest(component: Component, faces: Sequence[tuple[Face, list[Mark]]]) -> Diagnostic | None:
    """The mark with the least contrast, if that is too little."""
    least, face = min(((mark, face) for face, seen in faces for mark in seen), key=lambda one: one[0].contrast)
    if least.contrast >= READABLE:
        return None
    pale = [face for face, seen in faces if any(mark.contrast < READABLE for mark in seen)]
    message = f"the mark {least.name!r} has a contrast of {least.contrast:.1f}; {READABLE} is the least that is read"
    return _fault("icon-too-pale", component, face, f"{message}{_so_too(pale)}", "draw it black, on white")


def _smallest(component: Component, faces: Sequence[tuple[Face, list[Mark]]]) -> Diagnostic | None:
    """The mark that lacks most of its size, if one does: the largest of a face, or the smallest."""
    least = LEAST[component.id]
    lacking = [
        (needed - mark.size, mark, needed, what, face)
        for face, seen in faces
        for mark, needed, what in (
            (max(seen, key=_size), least.largest, "largest"),
            (min(seen, key=_size), least.any, "smallest"),
        )
    ]
    lack, mark, needed, what, face = max(lacking, key=lambda one: one[0])
    if lack <= TOLERANCE:
        return None
    small = list({id(face): face for missing, _, _, _, face in lacking if missing > TOLERANCE}.values())
    message = (
        f"{mark.name!r}, the {what} mark, is {mark.size / MM:.1f} mm wide; {needed / MM:g} mm are read in half a second"
    )
    hint = "choose larger cards (cards.format), or let the drawing fill its frame"
    return _fault("icon-too-small", component, face, f"{message}{_so_too(small)}", hint)


def _so_too(faces: Sequence[Face]) -> str:
    return f"; so too on {counted(len(faces) - 1, 'other face')}" if len(faces) > 1 else ""


def _fault(code: str, component: Component, face: Face, message: str, hint: str) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, None, f"{component.part}, {face.name!r}", hint)


def _size(mark: Mark) -> float:
    return mark.size
