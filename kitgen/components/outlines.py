"""Outlines of pieces: closed contours to cut, as corners and the arcs between them, and lines to score.

Lengths in micrometres, y down.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kitgen.components.kit import Crease, Face
from kitgen.draw.drawing import Box, Matrix, Segment, moved

Point = tuple[float, float]

FLATNESS = 20
"""By how much a curve may differ from the arc or the straight lines that stand for it: less than a blade's width."""

_STRAIGHT = 1e-4
"""Arcs that bulge less are lines."""

_HALF_TURN = 1.01
"""Of half a circle, and a little: no one curve is nearly more of a circle, unless it is too small to cut."""


class Corner(NamedTuple):
    """A point of a contour, and the arc from there to the next one.

    ``bulge`` is the tangent of a quarter of the arc's angle, 0 for a straight line. It is positive where the arc runs
    anticlockwise as one looks at the paper, as DXF has it.
    """

    x: float
    y: float
    bulge: float = 0.0


Contour = tuple[Corner, ...]
"""A closed line: the last corner leads to the first."""


def is_round(face: Face) -> bool:
    """Whether a face is a disc: its outline has curves alone."""
    return bool(face.outline) and all(segment[0] in "MCZ" for segment in face.outline)


def contours_of(face: Face, radius: float = 0) -> list[Contour]:
    """What is cut of a face: its outline, or else its trim with corners of a radius. What lies inside comes first."""
    if face.outline:
        return sorted(contours(face.outline), key=lambda contour: abs(_area(contour)))
    return [rounded_rectangle(face.trim, radius)]


def rounded_rectangle(box: Box, radius: float = 0) -> Contour:
    """A box with round corners, clockwise."""
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    radius = min(radius, box.width / 2, box.height / 2)
    if radius <= 0:
        return Corner(x, y), Corner(right, y), Corner(right, bottom), Corner(x, bottom)
    quarter = -math.tan(math.pi / 8)
    corners = (
        Corner(x + radius, y),
        Corner(right - radius, y, quarter),
        Corner(right, y + radius),
        Corner(right, bottom - radius, quarter),
        Corner(right - radius, bottom),
        Corner(x + radius, bottom, quarter),
        Corner(x, bottom - radius),
        Corner(x, y + radius, quarter),
    )
    return _without_repeats(corners)


def contours(segments: Iterable[Segment]) -> Iterator[Contour]:
    """Closed outlines as contours: curves become arcs where they are some, else straight lines; points are left out."""
    corners: list[Corner] = []
    at: Point = (0.0, 0.0)
    for kind, *numbers in segments:
        if kind == "Z":
            contour = _without_repeats([*corners, Corner(*at)])
            if contour:
                yield contour
            corners = []
            continue
        ends = list(zip(numbers[::2], numbers[1::2], strict=True))
        if kind == "L":
            corners.append(Corner(*at))
        elif kind == "C":
            corners += _curve(at, *ends)
        at = ends[-1]


def turned(contour: Contour, matrix: Matrix) -> Contour:
    """A contour moved and turned, never mirrored."""
    return tuple(Corner(*moved(matrix, corner.x, corner.y), corner.bulge) for corner in contour)


def net_lines(polygons: Sequence[Sequence[Point]]) -> tuple[tuple[Segment, ...], tuple[Crease, ...]]:
    """The outline of a net of panels and tabs, and its creases: the edges that two of them share.

    Raises ValueError where the panels do not hang together in one piece without holes.
    """
    edges = _edges(polygons).values()
    rim = {_rounded(a): (a, b) for (a, b), *others in edges if not others}
    if any(len(found) > 2 for found in edges) or len(rim) != sum(len(found) == 1 for found in edges):
        raise ValueError("no two panels of a net may touch at a corner alone, nor three along an edge")
    start, end = next(iter(rim.values()))
    path = [start]
    while _rounded(end) != _rounded(path[0]):
        start, end = rim[_rounded(end)]
        path.append(start)
    if len(path) != len(rim):
        raise ValueError("the panels of a net must hang together in one piece without holes")
    outline: list[Segment] = [("M", *path[0]), *(("L", *point) for point in path[1:]), ("Z",)]
    return tuple(outline), tuple((*a, *b) for a, b in shared_edges(polygons))


def shared_edges(polygons: Sequence[Sequence[Point]]) -> list[tuple[Point, Point]]:
    """The edges that two polygons have in common, each as the first one has it."""
    return [found[0] for found in _edges(polygons).values() if len(found) == 2]


def _edges(polygons: Sequence[Sequence[Point]]) -> dict[frozenset[tuple[int, int]], list[tuple[Point, Point]]]:
    """Every edge, clockwise round its polygons, by its ends."""
    edges: dict[frozenset[tuple[int, int]], list[tuple[Point, Point]]] = {}
    for polygon in polygons:
        points = list(polygon) if _area([Corner(*point) for point in polygon]) > 0 else list(polygon)[::-1]
        for a, b in zip(points, points[1:] + points[:1], strict=True):
            edges.setdefault(frozenset([_rounded(a), _rounded(b)]), []).append((a, b))
    return edges


def _rounded(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _area(contour: Sequence[Corner]) -> float:
    """Of the polygon of its corners; positive where they go clockwise."""
    after = [*contour[1:], contour[0]]
    return sum(a.x * b.y - b.x * a.y for a, b in zip(contour, after, strict=True)) / 2


def _without_repeats(corners: Sequence[Corner]) -> Contour:
    """Without corners that lie on the next one: where an outline comes back to its beginning, and between arcs."""
    after = [*corners[1:], corners[0]]
    return tuple(one for one, other in zip(corners, after, strict=True) if math.dist(one[:2], other[:2]) > 0.5)


def _curve(start: Point, control: Point, other: Point, end: Point) -> Iterator[Corner]:
    """A cubic Bézier curve without its end: one arc if it is one, else straight lines."""

    def at(t: float) -> Point:
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        points = (start, control, other, end)
        x, y = (sum(weight * point[axis] for weight, point in zip(weights, points, strict=True)) for axis in (0, 1))
        return x, y

    arc = Corner(*start, _bulge(start, at(0.5), end))
    if _STRAIGHT < abs(arc.bulge) <= _HALF_TURN and _lie_on_arc([at(step / 64) for step in range(1, 64)], arc, end):
        yield arc
        return
    # A curve differs from n chords by at most three quarters of its second differences, over n squared.
    bends = (math.dist(_middle(start, other), control), math.dist(_middle(control, end), other))
    pieces = max(1, math.ceil(math.sqrt(1.5 * max(bends) / FLATNESS)))
    for piece in range(pieces):
        yield Corner(*at(piece / pieces))


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _bulge(start: Point, top: Point, end: Point) -> float:
    """Of the arc whose middle is ``top``: its height over half its chord."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    chord = dx * dx + dy * dy
    return 2 * (dx * (top[1] - start[1]) - dy * (top[0] - start[0])) / chord if chord else 0.0


def arc_radius(start: Point, end: Point, bulge: float) -> float:
    """The radius of the arc between two points."""
    return math.dist(start, end) * (1 + bulge * bulge) / (4 * abs(bulge))


def _lie_on_arc(points: Sequence[Point], arc: Corner, end: Point) -> bool:
    """Whether points lie on an arc, and not on the rest of its circle, as nearly as anybody can cut."""
    radius = arc_radius(arc[:2], end, arc.bulge)
    (x, y), dx, dy = _middle(arc[:2], end), end[0] - arc.x, end[1] - arc.y
    # From the middle of the chord, straight off it: how far the centre lies, as a share of the chord.
    away = (arc.bulge - 1 / arc.bulge) / 4
    centre = (x - dy * away, y + dx * away)
    top = (x - dy * arc.bulge / 2, y + dx * arc.bulge / 2)
    reach = math.dist(arc[:2], top)

    def distance(point: Point) -> float:
        if math.dist(point, top) > reach:  # beyond its ends
            return min(math.dist(point, arc[:2]), math.dist(point, end))
        return abs(math.dist(point, centre) - radius)

    return all(distance(point) <= FLATNESS for point in points)
