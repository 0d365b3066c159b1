"""The display list: the few operations that every picture of kitgen is made of.

Lengths are micrometres from the top left, y down. A face is laid out once into these operations; back ends only
replay them, and preflight computes on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f, as in SVG and PDF: x' = ax + cy + e, y' = bx + dy + f."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

CURRENT = "current"
"""A colour that is decided where the drawing is placed."""

Segment = tuple[str, *tuple[float, ...]]
"""("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",)."""


class Box(NamedTuple):
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(
        self, left: float, top: float | None = None, right: float | None = None, bottom: float | None = None
    ) -> Box:
        """The box less a margin: one for all sides, or (sides, top and bottom), or each."""
        top = left if top is None else top
        right = left if right is None else right
        bottom = top if bottom is None else bottom
        return Box(self.x + left, self.y + top, self.width - left - right, self.height - top - bottom)

    def joined(self, other: Box) -> Box:
        """The smallest box round both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)

    def common(self, other: Box) -> Box:
        """What lies in both; of no size where they do not meet."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Box(x, y, max(0.0, min(self.right, other.right) - x), max(0.0, min(self.bottom, other.bottom) - y))

    def overhang(self, inner: Box) -> float:
        """How far ``inner`` reaches out of this box at most; 0 or less when it is inside."""
        return max(self.x - inner.x, self.y - inner.y, inner.right - self.right, inner.bottom - self.bottom)


@dataclass(frozen=True, slots=True)
class Paint:
    """How an outline is painted. Colours are ``#rrggbb``, CURRENT or None; ends and joins are round."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0
    dash: tuple[float, ...] = ()
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled or stroked outline."""

    segments: tuple[Segment, ...]
    paint: Paint


@dataclass(frozen=True, slots=True)
class Style:
    """How text looks: a font of draw/fonts, size in points, colour, and boldness of an added stroke in em."""

    font: str
    size: float
    colour: str
    embolden: float = 0.0
    leading: float = 1.2


@dataclass(frozen=True, slots=True)
class Line:
    """One line of text from ``x`` on a baseline."""

    x: float
    baseline: float
    text: str
    width: float


@dataclass(frozen=True, slots=True)
class Text:
    """Text already broken into positioned lines, with the box that it was meant for.

    ``name`` says what the box is called in messages.
    """

    name: str
    box: Box
    lines: tuple[Line, ...]
    style: Style


@dataclass(frozen=True, slots=True)
class Drawing:
    """A named picture with its own size, drawn once and placed often.

    An ``exact`` one is printed at that size wherever documents place it: a ruler.
    """

    name: str
    width: float
    height: float
    ops: tuple[Op, ...]
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A drawing put somewhere; ``colour`` stands for its CURRENT."""

    drawing: Drawing
    matrix: Matrix
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Operations under one transform, optionally clipped to a box in the group's own coordinates."""

    ops: tuple[Op, ...]
    matrix: Matrix = IDENTITY
    clip: Box | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A raster image (encoded bytes) filling a box."""

    name: str
    data: bytes
    box: Box


Op = Shape | Text | Place | Group | Picture


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that applies ``inner`` first, then ``outer``."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """A point after a transform."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def inverse(matrix: Matrix) -> Matrix:
    """The way back; what is squeezed to nothing is moved far away."""
    if matrix == IDENTITY:
        return matrix
    a, b, c, d, e, f = matrix
    area = a * d - b * c or 1e-12
    return (d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area)


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box round all; of no size where there is none."""
    whole: Box | None = None
    for box in boxes:
        whole = box if whole is None else whole.joined(box)
    return whole or Box(0, 0, 0, 0)


def transform_box(matrix: Matrix, box: Box) -> Box:
    """The bounding box of a transformed box."""
    a, b, c, d, e, f = matrix
    corners = [(box.x, box.y), (box.right, box.y), (box.x, box.bottom), (box.right, box.bottom)]
    xs = [a * x + c * y + e for x, y in corners]
    ys = [b * x + d * y + f for x, y in corners]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def shape_bounds(shape: Shape) -> Box:
    """The box of an outline's points, control points included, with half its stroke."""
    points = [value for _, *values in shape.segments for value in values]
    xs, ys = points[::2], points[1::2]
    half = shape.paint.width / 2 if shape.paint.stroke else 0
    return Box(min(xs) - half, min(ys) - half, max(xs) - min(xs) + 2 * half, max(ys) - min(ys) + 2 * half)


def op_bounds(op: Shape | Place | Picture) -> Box:
    """The box of an operation's ink in its own coordinates; that of a text needs its font."""
    if isinstance(op, Shape):
        return shape_bounds(op)
    if isinstance(op, Place):
        return transform_box(op.matrix, Box(0, 0, op.drawing.width, op.drawing.height))
    return op.box


def walk(
    ops: Sequence[Op], matrix: Matrix = IDENTITY, clip: Box | None = None
) -> Iterator[tuple[Op, Matrix, Box | None]]:
    """Every operation but groups, with its whole transform and the clip in outermost coordinates.

    Placed drawings count as one operation; their ink lies in their own size.
    """
    for op in ops:
        if isinstance(op, Group):
            inner = multiply(matrix, op.matrix)
            own = transform_box(inner, op.clip) if op.clip else None
            yield from walk(op.ops, inner, own.common(clip) if own and clip else own or clip)
        else:
            yield op, matrix, clip
