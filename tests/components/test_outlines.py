"""What is cut and scored: nets by their panels and tabs, boxes, discs, standees; curves as arcs or short lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kitgen.components.boxes import deck_room, net_panels, token_room, tuck_box
from kitgen.components.dice import NETS
from kitgen.components.kit import Face
from kitgen.components.outlines import Contour, contours, contours_of, net_lines, rounded_rectangle
from kitgen.components.standee import standee
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Drawing, Group, Op, Paint, Segment, Shape
from kitgen.draw.theme import COLOURS
from kitgen.units import MM

Point = tuple[float, float]

FINE = 20
"""A fiftieth of a millimetre: what a curve may be off."""

TABS = {4: 3, 6: 7, 8: 5}
FOLDS = {4: 3, 6: 5, 8: 7}
"""The faces of a solid hang together in a tree, so there is one fold less than faces."""

AREAS = {
    4: 4 * 30**2 * math.sqrt(3) / 4 + 3 * (30 + 22) / 2 * 5,
    6: 6 * 16**2 + 7 * (16 + 9) / 2 * 5,
    8: 8 * 21**2 * math.sqrt(3) / 4 + 5 * (21 + 13) / 2 * 5,
}
"""In mm²: faces of 30, 16 and 21 mm, and tabs of 5 mm that are 8, 7 and 8 mm shorter at their end."""

ART = Drawing("art", 100, 100, (shapes.circle(50, 50, 50, Paint("#000000")),))

every_net = pytest.mark.parametrize("faces", sorted(NETS))


def net(faces: int) -> Face:
    return NETS[faces]("net", lambda value, box: [])


def points_of(contour: Contour) -> list[Point]:
    """The contour as a polygon, its arcs as chords of a quarter degree, by the geometry of bulges alone."""
    points: list[Point] = []
    for a, b in zip(contour, (*contour[1:], contour[0]), strict=True):
        points.append((a.x, a.y))
        if a.bulge:
            angle = 4 * math.atan(a.bulge)
            radius = math.dist(a[:2], b[:2]) / 2 / math.sin(abs(angle) / 2)
            # Half way along the chord, then to the left (as seen) of an anticlockwise arc lies the centre.
            away = radius * math.cos(angle / 2) * math.copysign(1, a.bulge) / math.dist(a[:2], b[:2])
            x, y = (a.x + b.x) / 2 + (b.y - a.y) * away, (a.y + b.y) / 2 - (b.x - a.x) * away
            first = math.atan2(a.y - y, a.x - x)
            steps = 360
            turns = [first - angle * step / steps for step in range(1, steps)]
            points += [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]
    return points


def area(points: Sequence[Point]) -> float:
    after = [*points[1:], points[0]]
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, after, strict=True))) / 2


def inside(path: Sequence[Point], x: float, y: float) -> bool:
    """Even-odd: how many edges of the path lie to the right."""
    hits = 0
    for (x1, y1), (x2, y2) in zip(path, [*path[1:], path[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            hits += 1
    return hits % 2 == 1


def box_of(points: Sequence[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two stretches meet anywhere but at their ends."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < -1 and side(c, d, a) * side(c, d, b) < -1


def dashed(ops: Sequence[Op], x: float = 0, y: float = 0) -> list[tuple[float, ...]]:
    """The ends of dashed lines, in tenths of a millimetre."""
    found: list[tuple[float, ...]] = []
    for op in ops:
        if isinstance(op, Group):
            found += dashed(op.ops, x + op.matrix[4], y + op.matrix[5])
        elif isinstance(op, Shape) and op.paint.dash:
            ends = sorted((segment[1] + x, segment[2] + y) for segment in op.segments)
            found.append(tuple(round(value / 100) for end in ends for value in end))
    return found


def rounded(creases: Sequence[tuple[float, float, float, float]]) -> list[tuple[float, ...]]:
    ordered = [sorted([(x1, y1), (x2, y2)]) for x1, y1, x2, y2 in creases]
    return [tuple(round(value / 100) for end in ends for value in end) for ends in ordered]


# Nets of dice.


@every_net
def test_a_net_is_one_contour_round_its_faces_and_tabs(faces: int) -> None:
    (contour,) = contours_of(net(faces))
    assert area(points_of(contour)) / MM**2 == pytest.approx(AREAS[faces], rel=1e-4)


@every_net
def test_the_contour_of_a_net_never_crosses_itself(faces: int) -> None:
    (contour,) = contours_of(net(faces))
    edges = list(zip(points_of(contour), [*points_of(contour)[1:], points_of(contour)[0]], strict=True))
    assert not any(cross(*one, *other) for one, other in combinations(edges, 2))


@every_net
def test_a_net_is_scored_at_every_fold_and_every_tab(faces: int) -> None:
    face = net(faces)
    assert len(face.creases) == TABS[faces] + FOLDS[faces]
    drawn, scored = dashed(face.ops), rounded(face.creases)
    assert len(drawn) == FOLDS[faces]
    assert set(drawn) < set(scored), "where the net is dashed, it is scored"


@every_net
def test_a_net_is_scored_inside_its_contour_from_edge_to_edge(faces: int) -> None:
    face = net(faces)
    path = points_of(contours_of(face)[0])
    for x1, y1, x2, y2 in face.creases:
        assert inside(path, (x1 + x2) / 2, (y1 + y2) / 2)
        for end in ((x1, y1), (x2, y2)):
            assert min(math.dist(end, corner) for corner in path) < 1


@every_net
def test_the_contour_of_a_net_lies_within_its_trim(faces: int) -> None:
    face = net(faces)
    x, y, right, bottom = box_of(points_of(contours_of(face)[0]))
    for gap in (x, y, face.width - right, face.height - bottom):
        assert 500 <= gap <= 1_000, "half a millimetre for the line, and what rounding takes"


SQUARE = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]


def square_at(x: float, y: float) -> list[Point]:
    return [(a + x, b + y) for a, b in SQUARE]


def test_panels_share_an_edge_whichever_way_round_they_are_drawn() -> None:
    for second in (square_at(10, 0), square_at(10, 0)[::-1]):
        outline, creases = net_lines([SQUARE, second])
        assert creases == ((10, 0, 10, 10),)
        assert area([segment[-2:] for segment in outline[:-1]]) == 200  # type: ignore[misc]


@pytest.mark.parametrize(
    "panels",
    [
        [SQUARE, square_at(20, 0)],
        [SQUARE, square_at(10, 10)],
        [SQUARE, square_at(10, 0), square_at(10, 0)],
        [square_at(10 * x, 10 * y) for x in range(3) for y in range(3) if (x, y) != (1, 1)],
    ],
    ids=["apart", "at a corner", "one on the other", "with a hole"],
)
def test_what_is_no_net_is_refused(panels: list[list[Point]]) -> None:
    with pytest.raises(ValueError, match="net"):
        net_lines(panels)


# Boxes, standees, discs.

every_room = pytest.mark.parametrize("room", [deck_room((63_500, 88_900), 36), token_room((20 * MM, 20 * MM), 102)])


@every_room
def test_a_box_is_cut_where_its_outline_is_drawn(room: tuple[int, int, int]) -> None:
    face = tuck_box("box", room, "Title", ART, COLOURS["sky"])
    assert isinstance(face.ops[-1], Shape)
    assert face.outline == face.ops[-1].segments
    (contour,) = contours_of(face)
    # Two corners of the lid's tuck, two of the floor's, and two quarters of the thumb notch.
    assert sum(bool(corner.bulge) for corner in contour) == 6


@every_room
def test_a_box_is_scored_where_it_is_dashed_between_two_panels(room: tuple[int, int, int]) -> None:
    face = tuck_box("box", room, "Title", ART, COLOURS["sky"])
    assert rounded(face.creases) == dashed(face.ops)
    panels, path = net_panels(room).values(), points_of(contours_of(face)[0])
    # A net of panels that hang together is a tree.
    assert len(face.creases) == len(panels) - 1
    for x1, y1, x2, y2 in face.creases:
        middle = Box((x1 + x2) / 2, (y1 + y2) / 2, 0, 0)
        assert sum(panel.overhang(middle) <= 1 for panel in panels) == 2
        assert inside(path, middle.x, middle.y)


def test_a_standee_is_cut_straight_and_scored_at_heads_and_feet() -> None:
    face = standee("chef", ART, ART, 34 * MM, 48 * MM)
    assert not face.outline
    assert [(y1, y2) for _, y1, _, y2 in face.creases] == [(11 * MM,) * 2, (59 * MM,) * 2, (107 * MM,) * 2]
    assert all(0 <= x1 < x2 <= 34 * MM for x1, _, x2, _ in face.creases)


@given(st.integers(5 * MM, 60 * MM))
def test_a_circle_is_four_arcs(size: int) -> None:
    outline = shapes.circle(size / 2, size / 2, size / 2, Paint()).segments
    (contour,) = contours_of(Face("disc", size, size, (), outline=outline))
    assert [abs(corner.bulge) for corner in contour] == [pytest.approx(math.tan(math.pi / 8), rel=1e-6)] * 4
    assert box_of([corner[:2] for corner in contour]) == pytest.approx((0, 0, size, size))
    assert all(math.dist(point, (size / 2, size / 2)) == pytest.approx(size / 2) for point in points_of(contour))


# Rectangles and curves.

lengths = st.integers(10 * MM, 300 * MM)


@given(lengths, lengths, st.integers(0, 200 * MM))
def test_round_corners_reach_the_edges_of_the_trim_and_no_further(width: int, height: int, radius: int) -> None:
    contour = rounded_rectangle(Box(0, 0, width, height), radius)
    points = points_of(contour)
    assert box_of(points) == pytest.approx((0, 0, width, height))
    real = min(radius, width / 2, height / 2)
    assert area(points) == pytest.approx(width * height - (4 - math.pi) * real**2, rel=1e-5)


def test_what_lies_inside_is_cut_first() -> None:
    outer = shapes.rectangle(Box(0, 0, 9_000, 9_000), Paint()).segments
    hole = shapes.circle(4_500, 4_500, 1_000, Paint()).segments
    for outline in ((*outer, *hole), (*hole, *outer)):
        found = contours_of(Face("ring", 9_000, 9_000, (), outline=outline))
        assert [len(contour) for contour in found] == [4, 4]
        assert box_of(points_of(found[0])) == pytest.approx((3_500, 3_500, 5_500, 5_500))


numbers = st.floats(-50 * MM, 50 * MM)


@given(st.tuples(*[numbers] * 6))
@example((0, 0, 66, 0, 12, 1))  # it runs past its end, along the circle of the arc between its ends
@example((0, 0, 33 * MM, 0, 12 * MM, 30))
def test_no_curve_is_off_by_more_than_a_fiftieth_of_a_millimetre(values: tuple[float, ...]) -> None:
    outline: tuple[Segment, ...] = (("M", 0.0, 0.0), ("C", *values), ("Z",))
    points = [point for contour in contours(outline) for point in points_of(contour)]
    controls = [(0.0, 0.0), *zip(values[::2], values[1::2], strict=True)]
    for step in range(1, 40):
        t = step / 40
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (sum(w * p[axis] for w, p in zip(weights, controls, strict=True)) for axis in (0, 1))
        edges = zip(points, [*points[1:], controls[3]], strict=True) if points else [(controls[0], controls[3])]
        assert min(distance((x, y), *edge) for edge in edges) <= FINE + 1


def distance(point: Point, a: Point, b: Point) -> float:
    """From a point to a stretch."""
    length = math.dist(a, b) ** 2
    share = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / length if length else 0
    share = min(1, max(0, share))
    return math.dist(point, (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
