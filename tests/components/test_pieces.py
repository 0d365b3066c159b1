"""Components: counting, spacing, card formats, and standees that stand upright on both sides."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kitgen.components.formats import CARD_FORMATS
from kitgen.components.kit import PARTS, Component, Face, Piece, corner_radius
from kitgen.components.preflight import check_face
from kitgen.components.standee import standee
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Drawing, Matrix, Paint, Place, multiply, walk
from kitgen.units import MM

FACE = Face("chit", 20 * MM, 25 * MM, ())


def test_the_parts_come_in_printing_order() -> None:
    assert PARTS == ("boards", "cards", "tokens", "boxes", "rules", "extras")


@pytest.mark.parametrize(("name", "inches"), [("poker", (2.5, 3.5)), ("bridge", (2.25, 3.5))])
def test_inch_formats_are_exact(name: str, inches: tuple[float, float]) -> None:
    assert CARD_FORMATS[name] == (inches[0] * 25_400, inches[1] * 25_400)


@pytest.mark.parametrize(("name", "size"), [("standard", (63, 88)), ("euro", (59, 92)), ("tarot", (70, 120))])
def test_millimetre_formats(name: str, size: tuple[int, int]) -> None:
    assert CARD_FORMATS[name] == (size[0] * 1_000, size[1] * 1_000)


@given(st.lists(st.integers(1, 40), min_size=1, max_size=8))
def test_a_component_counts_its_copies(copies: list[int]) -> None:
    pieces = tuple(Piece(f"p{number}", FACE, count) for number, count in enumerate(copies))
    component = Component("chits", "Chits", "tokens", pieces)
    assert component.count == sum(copies)
    assert component.size == (20 * MM, 25 * MM)


def test_the_trim_begins_at_the_origin() -> None:
    assert FACE.trim == Box(0, 0, 20 * MM, 25 * MM)


def test_corners_are_3_mm_on_cards_and_less_on_small_pieces() -> None:
    assert corner_radius(63_500, 88_900) == 3 * MM
    assert corner_radius(12 * MM, 40 * MM) < 3 * MM


WIDTH, HEIGHT = 34 * MM, 48 * MM
FRONT = Drawing("chef", 20 * MM, 30 * MM, (shapes.circle(10 * MM, 10 * MM, 5 * MM, Paint("#ff0000")),))
BACK = replace(FRONT, name="chef-back")


def placed(face: Face, name: str) -> Matrix:
    (matrix,) = [multiply(matrix, op.matrix) for op, matrix, _ in walk((*face.background, *face.ops))
                 if isinstance(op, Place) and op.drawing.name == name]  # fmt: skip
    return matrix


def point(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def fold_line(face: Face) -> float:
    """The middle fold: the dashed line at half the height."""
    dashed = sorted(
        float(op.segments[0][2]) + matrix[5]
        for op, matrix, _ in walk(face.ops)
        if hasattr(op, "paint") and op.paint.dash
    )
    assert len(dashed) == 3, "a fold at the heads, and one at each flap"
    return dashed[1]


def test_both_figures_of_a_standee_stand_head_up_when_it_is_folded() -> None:
    """The back lies head down; folded over, each of its points comes to lie behind the front's mirror image."""
    face = standee("chef", FRONT, BACK, WIDTH, HEIGHT)
    front, back, fold = placed(face, "chef"), placed(face, "chef-back"), fold_line(face)
    assert fold == pytest.approx(face.height / 2)
    for x, y in ((0, 0), (20 * MM, 0), (20 * MM, 30 * MM), (7 * MM, 11 * MM)):
        across, down = point(back, x, y)
        # Folded up behind the front, and seen through it: the picture's left is at the front's right.
        assert (across, 2 * fold - down) == pytest.approx(point(front, 20 * MM - x, y))


def test_the_heads_meet_at_the_fold_and_the_flaps_are_at_the_ends() -> None:
    face = standee("chef", FRONT, BACK, WIDTH, HEIGHT)
    fold = fold_line(face)
    head, foot = point(placed(face, "chef"), 0, 0)[1], point(placed(face, "chef"), 0, 30 * MM)[1]
    assert fold < head < foot <= fold + HEIGHT
    assert face.width == WIDTH
    assert face.height > 2 * HEIGHT
    assert check_face(face, "tokens") == []
