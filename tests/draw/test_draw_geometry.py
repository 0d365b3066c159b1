"""Boxes, matrices and outlines: the arithmetic that preflight and every back end trust."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from svg_reference import Affine, Point, applied, extent, shape_points, shapes_of, then

from kitgen.draw import shapes
from kitgen.draw.drawing import (
    Box,
    Drawing,
    Group,
    Matrix,
    Paint,
    Place,
    Shape,
    multiply,
    shape_bounds,
    transform_box,
    walk,
)

quick = settings(max_examples=100, deadline=None)
lengths = st.floats(-1e5, 1e5).map(lambda value: round(value, 1))
sizes = st.floats(500, 1e5).map(lambda value: round(value, 1))
factors = st.floats(-3, 3).map(lambda value: round(value, 3))
matrices: st.SearchStrategy[Matrix] = st.tuples(factors, factors, factors, factors, lengths, lengths)
boxes = st.builds(Box, lengths, lengths, sizes, sizes)
points = st.tuples(lengths, lengths)
PAINTED = Paint("#ff0000", "#000000", 500)


@quick
@given(matrices, matrices, points)
def test_multiply_applies_the_inner_matrix_first(outer: Matrix, inner: Matrix, point: Point) -> None:
    assert multiply(outer, inner) == pytest.approx(then(outer, inner), rel=1e-9, abs=1e-6)
    assert applied(multiply(outer, inner), point) == pytest.approx(applied(outer, applied(inner, point)), abs=0.01)


@quick
@given(matrices, boxes)
def test_a_transformed_box_is_just_large_enough(matrix: Matrix, box: Box) -> None:
    corners = [applied(matrix, (x, y)) for x in (box.x, box.x + box.width) for y in (box.y, box.y + box.height)]
    found = transform_box(matrix, box)
    assert found.x == pytest.approx(min(x for x, _ in corners), abs=0.01)
    assert found.right == pytest.approx(max(x for x, _ in corners), abs=0.01)
    assert found.y == pytest.approx(min(y for _, y in corners), abs=0.01)
    assert found.bottom == pytest.approx(max(y for _, y in corners), abs=0.01)


@quick
@given(st.lists(boxes, min_size=2, max_size=5))
def test_joined_boxes_hold_each_other(many: list[Box]) -> None:
    whole = many[0]
    for box in many[1:]:
        whole = whole.joined(box)
    assert all(whole.overhang(box) <= 1e-6 for box in many)
    assert max(whole.overhang(whole.inset(-1)), 0) == pytest.approx(1)


@pytest.mark.parametrize(
    ("inner", "overhang"),
    [(Box(2, 2, 5, 5), -2), (Box(0, 0, 10, 10), 0), (Box(-3, 1, 5, 5), 3), (Box(1, 1, 5, 11), 2), (Box(8, 8, 6, 1), 4)],
)
def test_overhang_is_the_farthest_reach_out_of_a_box(inner: Box, overhang: float) -> None:
    assert Box(0, 0, 10, 10).overhang(inner) == overhang


def test_insets() -> None:
    box = Box(10, 20, 100, 50)
    assert box.inset(5) == Box(15, 25, 90, 40)
    assert box.inset(5, 10) == Box(15, 30, 90, 30)
    assert box.inset(1, 2, 3, 4) == Box(11, 22, 96, 44)
    assert box.inset(-5).inset(5) == box


@quick
@given(st.lists(st.tuples(points, points, points), min_size=1, max_size=5), points, sizes)
def test_the_bounds_of_an_outline_hold_all_its_ink(curves: list[tuple[Point, ...]], start: Point, width: float) -> None:
    segments = [("M", *start), *(("C", *first, *second, *end) for first, second, end in curves)]
    shape = Shape(tuple(segments), Paint(None, "#000000", width))
    left, top, right, bottom = extent(shape, (1, 0, 0, 1, 0, 0))
    assert shape_bounds(shape).overhang(Box(left, top, right - left, bottom - top)) <= 0.01


@quick
@given(points, sizes)
def test_a_circle_is_round_to_three_hundredths_of_a_per_cent(centre: Point, radius: float) -> None:
    (chain,) = shape_points(shapes.circle(*centre, radius, PAINTED))
    assert all(abs(math.dist(point, centre) - radius) <= radius * 0.0003 for point in chain)


@quick
@given(boxes)
def test_an_ellipse_fills_its_box(box: Box) -> None:
    left, top, right, bottom = extent(shapes.ellipse(box, Paint("#ff0000")), (1, 0, 0, 1, 0, 0))
    assert (left, top, right, bottom) == pytest.approx((box.x, box.y, box.right, box.bottom), abs=0.1)


@quick
@given(boxes, st.floats(0, 2e5))
def test_a_rounded_rectangle_fills_its_box_whatever_the_radius(box: Box, radius: float) -> None:
    shape = shapes.rectangle(box, Paint("#ff0000"), radius)
    assert extent(shape, (1, 0, 0, 1, 0, 0)) == pytest.approx((box.x, box.y, box.right, box.bottom), abs=0.1)


@quick
@given(boxes, st.floats(1e3, 1e5), st.floats(1e3, 1e5), st.booleans())
def test_a_drawing_is_placed_as_large_as_fits_and_in_the_middle(
    box: Box, width: float, height: float, mirrored: bool
) -> None:
    place = shapes.place_in(Drawing("thing", width, height, ()), box, mirrored=mirrored)
    found = transform_box(place.matrix, Box(0, 0, width, height))
    close = {"rel": 1e-6, "abs": 0.01}
    assert found.centre == pytest.approx(box.centre, **close)
    assert box.overhang(found) <= 0.01
    assert math.isclose(found.width, box.width, rel_tol=1e-6) or math.isclose(found.height, box.height, rel_tol=1e-6)
    assert found.width * height == pytest.approx(found.height * width, rel=1e-6), "never stretched"
    left = applied(place.matrix, (0, 0))[0]
    assert left == pytest.approx(found.right if mirrored else found.x, **close)


@pytest.mark.parametrize(
    ("degrees", "expected"), [(0, (1, 0)), (90, (0, 1)), (180, (-1, 0)), (-90, (0, -1)), (45, (0.70710678, 0.70710678))]
)
def test_turning_is_clockwise(degrees: float, expected: Point) -> None:
    """The y axis points down: a quarter turn takes what lies at the right to what lies below."""
    turned = shapes.turn((), degrees, 10, 20)
    x, y = applied(turned.matrix, (1, 0))
    assert (x - 10, y - 20) == pytest.approx(expected)


def test_moving_and_scaling() -> None:
    assert applied(shapes.move((), 3, 4, 2).matrix, (10, 20)) == (23, 44)


@pytest.mark.parametrize(("closed", "letters"), [(True, "MLLZ"), (False, "MLL")])
def test_polygons(closed: bool, letters: str) -> None:
    shape = shapes.polygon([(0, 0), (1, 0), (1, 1)], PAINTED, closed=closed)
    assert "".join(segment[0] for segment in shape.segments) == letters


def test_an_arrow_points_at_its_end() -> None:
    found = [chain for shape, matrix in shapes_of([shapes.arrow(0, 0, 100, 0, PAINTED, 10)])
             for chain in shape_points(shape, matrix)]  # fmt: skip
    shaft, head = found
    assert shaft == [(0, 0), (100, 0)]
    assert head[1] == (100, 0)
    assert all(x < 100 and math.dist((x, y), (100, 0)) == pytest.approx(10) for x, y in (head[0], head[2]))
    assert head[0][1] == pytest.approx(-head[2][1])


@quick
@given(st.lists(matrices, min_size=1, max_size=4), points)
def test_walking_multiplies_all_matrices_on_the_way(nested: list[Matrix], point: Point) -> None:
    op: Shape | Group = shapes.polygon([point, point], PAINTED)
    expected: Affine = (1, 0, 0, 1, 0, 0)
    for matrix in nested:
        op = Group((op,), matrix)
    for matrix in reversed(nested):
        expected = then(expected, matrix)
    ((_, found, clip),) = walk([op])
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-6)
    assert clip is None


def test_a_placed_drawing_is_one_operation() -> None:
    inner = Drawing("inner", 10, 10, (shapes.circle(5, 5, 5, PAINTED),))
    ((op, _, _),) = walk([Group((Place(inner, (1, 0, 0, 1, 0, 0)),), (2, 0, 0, 2, 0, 0))])
    assert isinstance(op, Place)


def test_a_clip_is_told_in_outermost_coordinates() -> None:
    shape = shapes.circle(0, 0, 100, PAINTED)
    inside = Group((shape,), (1, 0, 0, 1, 5, 5), clip=Box(0, 0, 10, 10))
    ((_, _, clip),) = walk([Group((inside,), (2, 0, 0, 2, 0, 0))])
    assert clip == Box(10, 10, 20, 20)


def test_a_clip_inside_a_clip_leaves_what_lies_in_both() -> None:
    shape = shapes.circle(0, 0, 100, PAINTED)
    inner = Group((Group((shape,)),), clip=Box(-50, 0, 100, 30))
    ((_, _, clip),) = walk([Group((inner,), clip=Box(0, -10, 20, 20))])
    assert clip == Box(0, 0, 20, 10)
