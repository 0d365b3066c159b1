"""Dice on paper: faces as icons, and nets to cut, fold and glue."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from kitgen.components.kit import Face
from kitgen.components.outlines import Point, net_lines, shared_edges
from kitgen.components.preflight import ink_bounds
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Group, Op, Paint
from kitgen.draw.text import fit_text
from kitgen.draw.theme import FOLD, INK, WHITE, display
from kitgen.units import MM

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Pips of a die face on a grid of three by three."""

EDGE = 16 * MM
"""Edge of a die folded from a net with four corners a face; the usual size of a bought die."""

TAB = 5 * MM

FaceArt = Callable[[int, Box], Sequence[Op]]
"""Draws what stands on face number n (from 1) inside a box."""


def die_icon(box: Box, value: int, name: str, *, pips: bool = True) -> Group:
    """A die showing a value: pips up to six, a numeral above (or wherever ``pips`` is off)."""
    side = min(box.width, box.height)
    x, y = box.x + (box.width - side) / 2, box.y + (box.height - side) / 2
    frame = shapes.rectangle(Box(x, y, side, side), Paint(WHITE, INK, max(200.0, side * 0.05)), side * 0.2)
    if pips and value in PIPS:
        return Group((frame, *pip_marks(Box(x, y, side, side), value)))
    size = side / 25_400 * 72 * 0.62
    return Group((frame, fit_text(str(value), Box(x, y, side, side), display(max(size, 7.0)), name)))


def pip_marks(box: Box, value: int) -> list[Op]:
    """The pips of a face."""
    x, y = box.centre
    step, radius = box.width * 0.27, box.width * 0.095
    return [shapes.circle(x + i * step, y + j * step, radius, Paint(INK)) for i, j in PIPS[value]]


def d6_net(name: str, draw: FaceArt) -> Face:
    """A cube: a column of four faces with one on each side of the second, and seven tabs.

    Opposite faces sum to seven: 1, 2, 6, 5 down the column, 3 and 4 beside the 2.
    """
    edge = EDGE
    cells = {1: (1, 0), 2: (1, 1), 6: (1, 2), 5: (1, 3), 3: (0, 1), 4: (2, 1)}
    squares = {value: Box(i * edge, j * edge, edge, edge) for value, (i, j) in cells.items()}
    tabs = [
        _tab(squares[1], "top"),
        _tab(squares[1], "left"),
        _tab(squares[1], "right"),
        _tab(squares[6], "left"),
        _tab(squares[6], "right"),
        _tab(squares[5], "left"),
        _tab(squares[5], "right"),
    ]
    ops: list[Op] = [shapes.polygon(tab, Paint(WHITE, INK, 250)) for tab in tabs]
    ops += [shapes.rectangle(square, Paint(WHITE, INK, 250)) for square in squares.values()]
    ops += [_fold(squares[a], squares[b]) for a, b in ((1, 2), (2, 6), (6, 5), (3, 2), (2, 4))]
    for value, square in squares.items():
        ops += draw(value, square.inset(2.5 * MM))
    return _moved_to_origin(name, ops, [*(_corners(square) for square in squares.values()), *tabs])


def d4_net(name: str, draw: FaceArt) -> Face:
    """A tetrahedron: one big triangle of four, and three tabs. The face that lies below counts."""
    return _triangle_net(
        name, draw, 30 * MM, [(1, 0, 0), (0, 1, 0), (1, 1, 1), (2, 1, 0)], [(0, "left"), (1, "flat"), (3, "right")]
    )


def d8_net(name: str, draw: FaceArt) -> Face:
    """An octahedron: two strips of four triangles, and tabs. The face that lies above counts."""
    cells = [(0, 0, 1), (1, 0, 0), (2, 0, 1), (3, 0, 0), (3, 1, 1), (4, 1, 0), (5, 1, 1), (6, 1, 0)]
    return _triangle_net(name, draw, 21 * MM, cells, [(0, "flat"), (0, "left"), (2, "flat"), (3, "right"), (4, "left")])


NETS: dict[int, Callable[[str, FaceArt], Face]] = {4: d4_net, 6: d6_net, 8: d8_net}
"""Nets by number of faces; other dice are replaced by numbered chits drawn from a cup."""


def _corners(square: Box) -> list[Point]:
    x, y, right, bottom = square.x, square.y, square.right, square.bottom
    return [(x, y), (right, y), (right, bottom), (x, bottom)]


def _tab(square: Box, side: str) -> list[Point]:
    """A glue tab on one side of a square, its corners cut back."""
    x, y, right, bottom, cut = square.x, square.y, square.right, square.bottom, TAB * 0.7
    return {
        "top": [(x, y), (x + cut, y - TAB), (right - cut, y - TAB), (right, y)],
        "left": [(x, y), (x - TAB, y + cut), (x - TAB, bottom - cut), (x, bottom)],
        "right": [(right, y), (right + TAB, y + cut), (right + TAB, bottom - cut), (right, bottom)],
    }[side]


def _fold(first: Box, second: Box) -> Op:
    """The dashed line where two squares meet."""
    left, top = max(first.x, second.x), max(first.y, second.y)
    right, bottom = min(first.right, second.right), min(first.bottom, second.bottom)
    return _fold_line((left, top), (right, bottom))


def _fold_line(a: Point, b: Point) -> Op:
    """A fold: the cut line is lifted in white, then dashed."""
    return Group((shapes.line(*a, *b, Paint(stroke=WHITE, width=400)), shapes.line(*a, *b, FOLD)))


def _triangle_net(
    name: str, draw: FaceArt, edge: float, cells: list[tuple[int, int, int]], tabs: list[tuple[int, str]]
) -> Face:
    """Triangles on a half-step grid. A cell is (half steps right, rows down, 1 if it points down)."""
    height = edge * math.sqrt(3) / 2
    corners = [_triangle(edge, height, cell) for cell in cells]
    flaps = [_triangle_tab(corners[index], cells[index], side) for index, side in tabs]
    ops: list[Op] = [shapes.polygon(points, Paint(WHITE, INK, 250)) for points in (*flaps, *corners)]
    ops += [_fold_line(*edge) for edge in shared_edges(corners)]
    for value, points in enumerate(corners, start=1):
        x = sum(point[0] for point in points) / 3
        y = sum(point[1] for point in points) / 3
        side = edge * 0.38
        ops += draw(value, Box(x - side / 2, y - side / 2, side, side))
    return _moved_to_origin(name, ops, [*corners, *flaps])


def _triangle(edge: float, height: float, cell: tuple[int, int, int]) -> list[Point]:
    half, row, down = cell
    x, y = half * edge / 2, row * height
    if down:
        return [(x, y), (x + edge, y), (x + edge / 2, y + height)]
    return [(x + edge / 2, y), (x + edge, y + height), (x, y + height)]


def _triangle_tab(points: list[Point], cell: tuple[int, int, int], side: str) -> list[Point]:
    """A glue tab outside one edge of a triangle: its flat one, or the left or right slope."""
    a, b, c = points
    down = bool(cell[2])
    edges = (
        {"flat": (a, b), "right": (b, c), "left": (c, a)} if down else {"flat": (b, c), "left": (c, a), "right": (a, b)}
    )
    (x1, y1), (x2, y2) = edges[side]
    length = math.hypot(x2 - x1, y2 - y1)
    along = ((x2 - x1) / length, (y2 - y1) / length)
    outward = (along[1], -along[0])
    cut = TAB * 0.8
    return [
        (x1, y1),
        (x1 + along[0] * cut + outward[0] * TAB, y1 + along[1] * cut + outward[1] * TAB),
        (x2 - along[0] * cut + outward[0] * TAB, y2 - along[1] * cut + outward[1] * TAB),
        (x2, y2),
    ]


def _moved_to_origin(name: str, ops: list[Op], polygons: Sequence[Sequence[Point]]) -> Face:
    """A net as a face just large enough for it, cut round its panels and tabs and scored between them."""
    bounds = ink_bounds(ops)
    margin = 500
    x, y = margin - bounds.x, margin - bounds.y
    outline, creases = net_lines([[(a + x, b + y) for a, b in points] for points in polygons])
    width, height = (math.ceil(length) + 2 * margin for length in (bounds.width, bounds.height))
    return Face(name, width, height, (shapes.move(ops, x, y),), safe=0, outline=outline, creases=creases)
