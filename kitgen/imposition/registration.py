"""Registration marks, by which a cutting machine's eye finds where a sheet lies, and the room between them.

They are Silhouette's first type: a filled square at the top left, an L at the top right and at the bottom left.
Lengths in micrometres from the paper's top left.
"""

from __future__ import annotations

from dataclasses import dataclass

from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Paint, Shape
from kitgen.imposition.paper import Paper
from kitgen.units import MM

INSET = 10 * MM
"""From the paper's edges to the rectangle that the marks stand on."""

SQUARE = 5 * MM
ARM = 20 * MM
THICKNESS = 300
"""Of the arms of an L, half of it on either side of the rectangle."""

KEEP_OUT = 20 * MM
"""Side of the square at each mark in which nothing else may be: the eye would take it for a mark."""

CLEAR = 2 * MM
"""What pieces keep from the rectangle of the marks."""

_BLACK = Paint("#000000")


@dataclass(frozen=True, slots=True)
class Room:
    """Where pieces may lie: an area, less some boxes."""

    area: Box
    keep_outs: tuple[Box, ...] = ()

    def inset(self, by: float) -> Room:
        """The room for what prints so far beyond its edges."""
        return Room(self.area.inset(by), tuple(box.inset(-by) for box in self.keep_outs))

    def below(self, y: float) -> Room:
        """The room from a height on."""
        top = max(y, self.area.y)
        return Room(Box(self.area.x, top, self.area.width, self.area.bottom - top), self.keep_outs)

    def transposed(self) -> Room:
        """The room with rows for columns."""
        return Room(transposed(self.area), tuple(transposed(box) for box in self.keep_outs))


def transposed(box: Box) -> Box:
    """A box mirrored so that across becomes down."""
    return Box(box.y, box.x, box.height, box.width)


def frame(paper: Paper) -> Box:
    """The rectangle that the marks stand on."""
    return Box(0, 0, paper.width, paper.height).inset(INSET)


def room_between_marks(paper: Paper) -> Room:
    """Where a machine can cut what it has registered."""
    marked = frame(paper)
    right, bottom = marked.right - KEEP_OUT, marked.bottom - KEEP_OUT
    corners = ((marked.x, marked.y), (right, marked.y), (marked.x, bottom))
    return Room(marked.inset(CLEAR), tuple(Box(x, y, KEEP_OUT, KEEP_OUT) for x, y in corners))


def registration_marks(paper: Paper) -> tuple[Shape, ...]:
    """The three marks, filled, so that no line's end reaches beyond its length."""
    marked = frame(paper)
    square = shapes.rectangle(Box(marked.x, marked.y, SQUARE, SQUARE), _BLACK)
    return square, _corner(marked.right, marked.y, -1, 1), _corner(marked.x, marked.bottom, 1, -1)


def _corner(x: float, y: float, across: int, down: int) -> Shape:
    """An L whose arms run from a corner the way that the signs say."""
    half = THICKNESS / 2

    def at(right: float, below: float) -> tuple[float, float]:
        return x + across * right, y + down * below

    points = [at(-half, -half), at(ARM, -half), at(ARM, half), at(half, half), at(half, ARM), at(-half, ARM)]
    return shapes.polygon(points, _BLACK)
