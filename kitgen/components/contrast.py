"""Is text read on what is printed below it, and are pieces told apart without colour? Computed on display lists."""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from kitgen.components.kit import Component, Face
from kitgen.diagnostics import Diagnostic, Severity
from kitgen.draw.drawing import (
    CURRENT,
    Box,
    Drawing,
    Group,
    Line,
    Matrix,
    Op,
    Picture,
    Place,
    Segment,
    Shape,
    Text,
    inverse,
    moved,
    op_bounds,
    transform_box,
    walk,
)
from kitgen.draw.fonts import em, font
from kitgen.draw.ink import READABLE, contrast
from kitgen.draw.theme import WHITE

MOSTLY = 0.9
"""How much of a line must stand on a ground that it is read on."""

_ROWS = (0.15, 0.5, 0.85)
"""Where a line is sampled, as parts of the height of its capitals."""

_MOST_COLUMNS = 8
_MOST_PIXELS = 256
"""A picture's longer side, for sampling."""

_CHORDS = 6
_BERNSTEIN = [((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
              for t in (step / _CHORDS for step in range(1, _CHORDS + 1))]  # fmt: skip
"""What each of a curve's four points counts for, at the end of each chord that stands for it."""

_Edge = tuple[float, float, float, float]


Seen = dict[object, Counter[str]]
"""What lies below lines that were looked at, by the line and all that may lie there. Identities tell them apart, so one
is only of use as long as the faces live that it was filled with."""


def check_contrast(face: Face, where: str, seen: Seen | None = None) -> Iterator[Diagnostic]:
    """An error for each line of text of which more than a tenth is not read on the fills and pictures below it.

    ``where`` names the piece; ``seen`` spares looking twice where many faces are alike. The paper is white; strokes
    are passed over.
    """
    view = _View({} if seen is None else seen)
    for op, matrix, clip in walk((*face.background, *face.ops)):
        if isinstance(op, Text):
            for line in (line for line in op.lines if line.text.strip()):
                yield from _check_line(op, line, view.below(op, line, matrix), where)
        else:
            view.add(op, matrix, clip)


def _check_line(text: Text, line: Line, below: Counter[str], where: str) -> Iterator[Diagnostic]:
    colour = text.style.colour
    poor = Counter({ground: count for ground, count in below.items() if contrast(colour, ground) < READABLE})
    if sum(poor.values()) <= (1 - MOSTLY) * sum(below.values()):
        return
    ground = poor.most_common(1)[0][0]
    # Rounded down: what just fails must not be told as what is enough.
    ratio = math.floor(contrast(colour, ground) * 10) / 10
    message = f"{line.text!r} in {colour} on {ground} has a contrast of {ratio}; {READABLE} is the least that is read"
    dark = contrast(colour, WHITE) >= READABLE
    hint = "let it stand on white, or on a lighter ground" if dark else "let it stand on a darker ground"
    yield Diagnostic("low-contrast", Severity.ERROR, message, None, f"{where}, box {text.name!r}", hint)


class _Ground(NamedTuple):
    """What may lie below a text: its box on the face, and the way from the face into its own coordinates."""

    box: Box
    op: Op
    inverse: Matrix


class _View:
    """What is printed so far on a face, seen from above."""

    def __init__(self, seen: Seen) -> None:
        self._seen = seen
        self._grounds: list[_Ground] = []
        # By identity: a face holds its shapes as long as it is looked at.
        self._outlines: dict[int, list[_Edge]] = {}

    def add(self, op: Op, matrix: Matrix, clip: Box | None) -> None:
        """Print something on top."""
        if isinstance(op, Shape) and op.paint.fill is None:
            return
        assert isinstance(op, Shape | Place | Picture)
        box = transform_box(matrix, op_bounds(op))
        self._grounds.append(_Ground(box if clip is None else box.common(clip), op, inverse(matrix)))

    def below(self, text: Text, line: Line, matrix: Matrix) -> Counter[str]:
        """The colours below the sample points of a line, with how many of the points each has."""
        tall = font(text.style.font).cap_height * em(text.style)
        left, top, width, height = transform_box(matrix, Box(line.x, line.baseline - tall, line.width, tall))
        right, bottom = left + width, top + height
        near = []
        for ground in self._grounds:
            x, y, wide, high = ground.box
            if x < right and y < bottom and left < x + wide and top < y + high:
                near.append(ground)
        if not near:
            return Counter([WHITE])
        key = (id(line), matrix, *((ground.box, _identity(ground.op), ground.inverse) for ground in near))
        if key not in self._seen:
            self._seen[key] = self._sampled(near, line, matrix, tall)
        return self._seen[key]

    def _sampled(self, near: list[_Ground], line: Line, matrix: Matrix, tall: float) -> Counter[str]:
        columns = min(max(len(line.text), 3), _MOST_COLUMNS)
        return Counter(
            self._top(near, *moved(matrix, line.x + (column + 0.5) / columns * line.width, line.baseline - row * tall))
            for row in _ROWS
            for column in range(columns)
        )

    def _top(self, near: list[_Ground], x: float, y: float) -> str:
        """The colour that one sees at a point of the face."""
        for box, op, back in reversed(near):
            if box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3]:
                colour = self._colour(op, *moved(back, x, y), None)
                if colour is not None:
                    return colour
        return WHITE

    def _colour(self, op: Op, x: float, y: float, current: str | None) -> str | None:
        """The colour that an operation has at a point of its own coordinates; None where one sees through it."""
        if isinstance(op, Shape):
            fill = current if op.paint.fill == CURRENT else op.paint.fill
            return fill if fill is not None and self._holds(op, x, y) else None
        if isinstance(op, Place):
            frame = Box(0, 0, op.drawing.width, op.drawing.height)
            colour = current if op.colour == CURRENT else op.colour
            return self._within(op.drawing.ops, frame, *moved(inverse(op.matrix), x, y), colour)
        if isinstance(op, Group):
            return self._within(op.ops, op.clip, *moved(inverse(op.matrix), x, y), current)
        return _pixel(op, x, y) if isinstance(op, Picture) else None

    def _within(self, ops: Sequence[Op], clip: Box | None, x: float, y: float, current: str | None) -> str | None:
        if clip is not None and not (clip.x <= x <= clip.right and clip.y <= y <= clip.bottom):
            return None
        return next((colour for op in reversed(ops) if (colour := self._colour(op, x, y, current)) is not None), None)

    def _holds(self, shape: Shape, x: float, y: float) -> bool:
        """Whether a point lies inside an outline: how often, and which way, edges pass to the right of the point."""
        edges = self._outlines.get(id(shape))
        if edges is None:
            edges = self._outlines[id(shape)] = list(_edges(shape.segments))
        turns = crossings = 0
        for x1, y1, x2, y2 in edges:
            if (y1 <= y) != (y2 <= y) and x1 + (y - y1) / (y2 - y1) * (x2 - x1) > x:
                crossings += 1
                turns += 1 if y2 > y1 else -1
        return crossings % 2 == 1 if shape.paint.even_odd else turns != 0


def _identity(op: Op) -> object:
    """What tells one operation from another; a drawing placed alike is alike."""
    return (id(op.drawing), op.colour, op.matrix) if isinstance(op, Place) else id(op)


def _edges(segments: Sequence[Segment]) -> Iterator[_Edge]:
    """The edges of an outline, each part closed, its curves as chords."""
    first = last = (0.0, 0.0)
    for kind, *numbers in segments:
        if kind in "MZ":
            yield *last, *first
            first = last = (numbers[0], numbers[1]) if kind == "M" else first
        else:
            for end in _chords(last, numbers) if kind == "C" else [(numbers[0], numbers[1])]:
                yield *last, *end
                last = end
    yield *last, *first


def _chords(start: tuple[float, float], numbers: Sequence[float]) -> Iterator[tuple[float, float]]:
    """Points along a curve, its end the last."""
    x2, y2, x3, y3, x4, y4 = numbers
    for a, b, c, d in _BERNSTEIN:
        yield a * start[0] + b * x2 + c * x3 + d * x4, a * start[1] + b * y2 + c * y3 + d * y4


def _pixel(picture: Picture, x: float, y: float) -> str | None:
    """The colour of a picture at a point; None where it is rather transparent."""
    box = picture.box
    if not (box.x <= x < box.right and box.y <= y < box.bottom):
        return None
    image = _small(picture.data)
    at = (int((x - box.x) / box.width * image.width), int((y - box.y) / box.height * image.height))
    red, green, blue, solid = image.getpixel(at)
    return f"#{red:02X}{green:02X}{blue:02X}" if solid >= 128 else None


@lru_cache(maxsize=16)
def _small(data: bytes) -> Any:
    """A picture, small, with its transparency."""
    from PIL import Image

    with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
        image.draft("RGB", (_MOST_PIXELS, _MOST_PIXELS))
        small = image.convert("RGBA")
    small.thumbnail((_MOST_PIXELS, _MOST_PIXELS))
    return small


def colour_alone(faces: Sequence[Face]) -> Iterator[tuple[Face, Face]]:
    """Pairs of faces that colour alone tells apart: the first of its look, and each that looks so in other colours."""
    firsts: dict[Any, Face] = {}
    plain, coloured = _Describer(colours=False), _Describer(colours=True)
    for face in faces:
        first = firsts.setdefault(plain.face(face), face)
        if first is not face and coloured.face(first) != coloured.face(face):
            yield first, face


def told_by_colour(components: Sequence[Component]) -> Iterator[Diagnostic]:
    """Pieces that nobody tells apart where no colour is printed."""
    for component in components:
        for first, second in colour_alone([piece.front for piece in component.pieces]):
            message = f"{first.name!r} and {second.name!r} differ by colour alone, and none is printed"
            hint = "give one of them another shape, letter or picture, or print with --ink full"
            yield Diagnostic("colour-alone", Severity.WARNING, message, None, component.id, hint)


class _Describer:
    """Display lists as tuples to compare: names are left out, and colours if need be. Each drawing is told once."""

    def __init__(self, *, colours: bool) -> None:
        self._colours = colours
        self._numbers: dict[Any, int] = {}
        self._drawings: dict[int, int] = {}

    def face(self, face: Face) -> Any:
        return face.width, face.height, self._ops(face.background), self._ops(face.ops)

    def _ops(self, ops: Sequence[Op]) -> Any:
        return tuple(self._op(op) for op in ops)

    def _op(self, op: Op) -> Any:
        if isinstance(op, Shape):
            paint = op.paint
            line = (paint.width, paint.dash) if paint.stroke else None
            return op.segments, self._colour(paint.fill), self._colour(paint.stroke), line, paint.even_odd
        if isinstance(op, Text):
            style = op.style
            return op.lines, style.font, style.size, style.embolden, self._colour(style.colour)
        if isinstance(op, Place):
            return self._drawing(op.drawing), op.matrix, self._colour(op.colour)
        if isinstance(op, Group):
            return self._ops(op.ops), op.matrix, op.clip
        return op.data, op.box

    def _colour(self, colour: str | None) -> str | bool:
        return colour is not None and (colour if self._colours else True)

    def _drawing(self, drawing: Drawing) -> int:
        """The same number for drawings that look the same."""
        if id(drawing) not in self._drawings:
            told = drawing.width, drawing.height, self._ops(drawing.ops)
            self._drawings[id(drawing)] = self._numbers.setdefault(told, len(self._numbers))
        return self._drawings[id(drawing)]
