"""The calibration sheet: the ring that a printer's error brings its dot into tells what undoes that error."""

from __future__ import annotations

import math
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from imposition.sheet_geometry import LABEL, PAPER_SIZES, Edges, component, ink, on

from kitgen.components.preflight import check_texts
from kitgen.draw.drawing import IDENTITY, Box, Op, Shape, Text, multiply, shape_bounds, transform_box, walk
from kitgen.errors import UsageError
from kitgen.imposition.calibration import calibration_sheets
from kitgen.imposition.correction import corrected
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.paper import read_paper
from kitgen.imposition.sheet import Sheet
from kitgen.imposition.sheets import impose
from kitgen.source.words import load_words
from kitgen.units import MM

Point = tuple[float, float]

FLIPS = ("duplex-long", "duplex-short", "separate")
STEP, MOST = 500, 8
"""Half a millimetre, and so many of them to either side, as docs/printing.md says."""


@cache
def sheets(paper: str, sides: str, offset: tuple[int, int] = (0, 0), language: str = "en") -> tuple[Sheet, Sheet]:
    options = on(paper, sides=sides, back_offset=offset)
    front, back = calibration_sheets(options, load_words("shared", language))
    return front, back


def drawn(sheet: Sheet) -> Iterator[tuple[Op, float, float]]:
    """Everything on a sheet, with its middle as it is printed."""
    for placement in sheet.placements:
        for op, matrix, _ in walk(placement.face.ops, multiply(sheet.matrix, placement.matrix)):
            assert isinstance(op, (Shape, Text))
            box = transform_box(matrix, shape_bounds(op) if isinstance(op, Shape) else op.box)
            yield op, *box.centre


def circles(sheet: Sheet) -> list[Point]:
    """The rings of a front, the dots of a back; a square stands in their middle."""
    return [(x, y) for op, x, y in drawn(sheet) if isinstance(op, Shape) and op.segments[-1][0] == "Z"]


def nearest(rings: list[Point], dots: list[Point]) -> dict[Point, float]:
    """How far the nearest dot is from each ring, as far as 9 mm."""
    fields: dict[tuple[int, int], list[Point]] = {}
    for x, y in dots:
        fields.setdefault((int(x // 9_000), int(y // 9_000)), []).append((x, y))
    found = {}
    for x, y in rings:
        around = [(int(x // 9_000) + across, int(y // 9_000) + down) for across in (-1, 0, 1) for down in (-1, 0, 1)]
        near = [dot for field in around for dot in fields.get(field, [])]
        found[x, y] = min((math.dist((x, y), dot) for dot in near), default=9_000.0)
    return found


def square(sheet: Sheet) -> Point:
    closed = [(op, (x, y)) for op, x, y in drawn(sheet) if isinstance(op, Shape) and op.segments[-1][0] == "Z"]
    (found,) = [place for op, place in closed if all(segment[0] != "C" for segment in op.segments)]
    return found


def through(point: Point, sides: str, paper: str) -> Point:
    """Where a point of the back page is seen from the front, once the sheet was turned over one of its edges."""
    width, height = PAPER_SIZES[paper]
    return (point[0], height - point[1]) if sides == "duplex-short" else (width - point[0], point[1])


@cache
def numbers(front: Sheet) -> list[tuple[int, float, float]]:
    """The corrections that stand on the front, in micrometres, with their places."""
    texts = [(op.lines[0].text, x, y) for op, x, y in drawn(front) if isinstance(op, Text) and op.name == "number"]
    return [(int(Decimal(text.replace("−", "-")) * MM), x, y) for text, x, y in texts]


def label_of(front: Sheet, ring: Point) -> tuple[int, int]:
    """The number above a ring's column and the number at the left of its row."""
    rings = circles(front)
    top, left = min(y for _, y in rings), min(x for x, _ in rings)
    (column,) = [value for value, x, y in numbers(front) if y < top and abs(x - ring[0]) < 1]
    (row,) = [value for value, x, y in numbers(front) if x < left and abs(y - ring[1]) < 1]
    return column, row


def box_of(edges: Edges) -> Box:
    return Box(edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1])


steps = st.integers(-MOST, MOST).map(lambda count: count * STEP)
offsets = st.sampled_from([(0, 0), (1_250, -800), (-6_000, 3_500), (20_000, -20_000)])


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(PAPER_SIZES)), st.sampled_from(FLIPS), offsets, steps, steps)
def test_the_one_dot_in_the_middle_of_its_ring_tells_what_undoes_the_printers_error(
    paper: str, sides: str, offset: tuple[int, int], right: int, down: int
) -> None:
    front, back = sheets(paper, sides, offset)
    error = -offset[0] - right, -offset[1] - down
    dots = [through((x + error[0], y + error[1]), sides, paper) for x, y in circles(back)]
    distances = nearest(circles(front), dots)
    found = [ring for ring, distance in distances.items() if distance < 1]
    assert len(found) == 1
    assert label_of(front, found[0]) == (-error[0], -error[1])
    assert min(distance for ring, distance in distances.items() if ring not in found) > STEP - 1, "no other looks right"


@pytest.mark.parametrize("sides", FLIPS)
@pytest.mark.parametrize("error", [(4_500, 0), (-4_500, 1_000), (0, 4_500), (2_500, -4_500)])
def test_an_error_just_beyond_the_sheet_brings_no_dot_into_any_ring(sides: str, error: tuple[int, int]) -> None:
    front, back = sheets("a4", sides)
    dots = [through((x + error[0], y + error[1]), sides, "a4") for x, y in circles(back)]
    assert min(nearest(circles(front), dots).values()) > STEP - 1


@pytest.mark.parametrize("sides", FLIPS)
@pytest.mark.parametrize("offset", [(0, 0), (1_250, -800)])
def test_the_squares_meet_where_nothing_is_left_to_correct(sides: str, offset: tuple[int, int]) -> None:
    """An error of more than half a pitch shows by them: other dots then come into rings that are not theirs."""
    front, back = sheets("a4", sides, offset)
    x, y = square(back)
    seen = through((x - offset[0], y - offset[1]), sides, "a4")
    assert math.dist(seen, square(front)) < 1
    assert label_of(front, square(front)) == offset


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(FLIPS), steps, steps)
def test_a_kit_that_is_built_with_the_offset_has_its_backs_behind_its_fronts(sides: str, right: int, down: int) -> None:
    """The printer misses by the opposite of what the ring said."""
    options = on("a4", sides=sides, back_offset=(right, down))
    cards = component("card", (63_500, 88_900), [7], backs=[True])
    front, back = (corrected(sheet, options) for sheet in impose([cards], options, LABEL, "Cards"))
    assert front.matrix == IDENTITY
    landed = []
    for placement in back.placements:
        x, y = transform_box(back.matrix, placement.trim).centre
        landed.append(through((x - right, y - down), sides, "a4"))
    wanted = [placement.trim.centre for placement in front.placements]
    assert [(round(x), round(y)) for x, y in sorted(landed)] == [(round(x), round(y)) for x, y in sorted(wanted)]


@pytest.mark.parametrize("paper", sorted(PAPER_SIZES))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_usual_paper_takes_four_millimetres_either_way_in_halves(paper: str, language: str) -> None:
    front, back = sheets(paper, "duplex-long", (0, 0), language)
    assert len(circles(front)) == len(circles(back)) == 17 * 17
    labels = {label_of(front, ring) for ring in circles(front)}
    halves = [half * 500 for half in range(-8, 9)]
    assert labels == {(x, y) for x in halves for y in halves}


def test_small_paper_takes_fewer_rings_and_tiny_paper_is_refused() -> None:
    words = load_words("shared", "en")
    front, _ = calibration_sheets(PrintOptions(paper=read_paper("148x210mm")), words)
    labels = {label_of(front, ring) for ring in circles(front)}
    assert {(x, y) for x in (-1_000, 0, 1_000) for y in (-1_000, 0, 1_000)} <= labels
    assert len(labels) < 17 * 17
    for tiny in ("105x148mm", "148x209mm", "147x300mm"):
        with pytest.raises(UsageError, match="too small to calibrate on"):
            calibration_sheets(PrintOptions(paper=read_paper(tiny)), words)


@pytest.mark.parametrize("sides", ["gutterfold", "fronts"])
def test_sides_without_backs_are_refused(sides: str) -> None:
    with pytest.raises(UsageError, match=sides) as refused:
        calibration_sheets(on("a4", sides=sides), load_words("shared", "en"))
    assert "duplex-short" in refused.value.hint


@pytest.mark.parametrize("paper", sorted(PAPER_SIZES))
def test_every_edge_has_a_line_at_each_millimetre_from_one_to_ten(paper: str) -> None:
    """Only the lines that are nearer than ten millimetres, and their numbers, enter the printer's margin."""
    front, _ = sheets(paper, "duplex-long")
    width, height = PAPER_SIZES[paper]
    lines = [shape_bounds(op) for op, _, _ in drawn(front) if isinstance(op, Shape) and len(op.segments) == 2]
    flat = [box for box in lines if box.width > box.height and abs(box.centre[0] - width / 2) < 25 * MM]
    upright = [box for box in lines if box.height > box.width and abs(box.centre[1] - height / 2) < 25 * MM]
    edges = {
        "top": [box.centre[1] for box in flat],
        "bottom": [height - box.centre[1] for box in flat],
        "left": [box.centre[0] for box in upright],
        "right": [width - box.centre[0] for box in upright],
    }
    for edge, distances in edges.items():
        assert sorted(round(d) for d in distances if d < 10_500) == [mm * MM for mm in range(1, 11)], edge
    assert front.placements[0].clip == (0, 0, width, height), "nothing is cut off at the usual margin"


@pytest.mark.parametrize("paper", sorted(PAPER_SIZES))
def test_a_line_of_the_edge_test_is_nearer_to_the_edge_than_its_number(paper: str) -> None:
    front, _ = sheets(paper, "duplex-long")
    width, height = PAPER_SIZES[paper]
    for op, x, y in drawn(front):
        if isinstance(op, Text) and op.name == "edge":
            beside = min(x, y, width - x, height - y) - int(op.lines[0].text) * MM
            assert 1 * MM < beside < 4 * MM


@pytest.mark.parametrize("paper", [*PAPER_SIZES, "148x210mm", "a3"])
def test_two_rulers_measure_a_hundred_millimetres_and_one_four_inches(paper: str) -> None:
    options = PrintOptions(paper=read_paper(paper), scale=1.02)
    front, back = calibration_sheets(options, load_words("shared", "en"))
    assert front.matrix == back.matrix == IDENTITY, "a scale would measure itself"
    lengths = []
    for op, (a, b, *_), _ in walk(front.placements[0].face.ops):
        if isinstance(op, Shape) and len(op.segments) == 2 and op.paint.width == 250:
            (_, x1, y1), (_, x2, y2) = op.segments
            length = math.hypot(float(x2) - float(x1), float(y2) - float(y1))
            lengths.append((round(length), "upright" if round(abs(b)) and not round(a) else "across"))
    assert sorted(found for found in lengths if found[0] > 50 * MM) == [
        (100_000, "across"), (100_000, "upright"), (101_600, "across"),
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("sides", FLIPS)
@pytest.mark.parametrize("paper", [*PAPER_SIZES, "148x210mm", "a3"])
def test_all_texts_fit_in_signs_that_the_fonts_have(language: str, sides: str, paper: str) -> None:
    options = PrintOptions(paper=read_paper(paper), sides=sides, back_offset=(-1_250, 2_345))  # type: ignore[arg-type]
    for sheet in calibration_sheets(options, load_words("shared", language)):
        assert list(check_texts([*sheet.placements[0].face.ops, *sheet.label], sheet.side)) == []
        assert any("calibrate" in op.lines[0].text for op in sheet.label if isinstance(op, Text))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("paper", [*PAPER_SIZES, "148x210mm", "a3"])
def test_nothing_on_the_front_stands_in_the_way_of_something_else(language: str, paper: str) -> None:
    """Texts keep clear of texts, of rings and of rulers."""
    options = PrintOptions(paper=read_paper(paper), sides="duplex-short")
    front = calibration_sheets(options, load_words("shared", language))[0]
    texts, rest = [], []
    for op, matrix, _ in walk([*front.placements[0].face.ops, *front.label]):
        if isinstance(op, Text):
            lines = [Text(op.name, op.box, (line,), op.style) for line in op.lines]
            texts += [transform_box(matrix, box_of(ink([line])[0])) for line in lines]
        elif isinstance(op, Shape) and op.paint.width == 250:
            rest.append(transform_box(matrix, shape_bounds(op)))
    for number, text in enumerate(texts):
        for other in [*texts[number + 1 :], *rest]:
            shared = text.common(other)
            assert shared.width <= 0 or shared.height <= 0, (text, other)


def test_numbers_rise_to_the_right_and_down() -> None:
    front, _ = sheets("a4", "duplex-short", (1_250, -800))
    rings = circles(front)
    along = sorted({x for x, _ in rings})
    labels = [label_of(front, (x, rings[0][1]))[0] for x in along]
    assert all(later - earlier == STEP for earlier, later in pairwise(labels))
    assert labels[len(labels) // 2] == 1_250, "in the middle stands what the page is printed with"
