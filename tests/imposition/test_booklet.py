"""Booklets, folded in the mind: print, turn the paper, fold, staple; then the pages are turned and read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from conftest import KitBuilder
from hypothesis import given, settings
from hypothesis import strategies as st
from readback import PRINTABLE, Page, Rect
from sheet_geometry import (
    EVERY_PAPER,
    LABEL,
    Edges,
    Point,
    corners,
    ink,
    inside,
    leaves,
    lines_of,
    on_any,
    overlap,
    through,
    within_margin,
)

from kitgen.components.kit import Face
from kitgen.draw.drawing import Text
from kitgen.imposition.booklet import booklet_page, booklet_sheets
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.sheet import Label, Placement, Sheet
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.units import MM

SIDES = ("duplex-long", "duplex-short", "gutterfold", "separate")
NOTES = {"flip_long": "flip on the LONG edge", "flip_short": "flip on the SHORT edge"}
BOOKLET_LABEL = Label(LABEL.text, LABEL.sides, notes=NOTES)
PAPERS = [name for name, (width, height) in EVERY_PAPER.items() if height % 2 == 0]
booklets = settings(max_examples=40, deadline=None)


def booklet(paper: str, pages: int, **options: str) -> tuple[list[Sheet], PrintOptions]:
    """A booklet of pages whose faces are named by their number."""
    chosen = on_any(paper, booklet=True, **options)
    width, height = EVERY_PAPER[paper][1] // 2, EVERY_PAPER[paper][0]
    assert booklet_page(chosen.paper)[1:] == (width, height), "half a sheet on its side"
    faces = [Face(f"{number}", width, height, (), safe=11 * MM) for number in range(1, pages + 1)]
    document = RuleDocument("rules", "Rules", "rules", "rules", {}, {})
    return booklet_sheets(faces, document, chosen, BOOKLET_LABEL), chosen


# Physics


@dataclass(frozen=True)
class Seen:
    """A page as its reader sees it: its number, and where its own top left and top right are, on the reader's side."""

    number: int
    left: Point
    right: Point


def turned(sheet: Sheet, sides: str, point: Point) -> Point:
    """Where a point of a back lies, seen through the paper from its front.

    The sheet lies on its side: its long edges are its top and its foot, and turning over one of them changes top and
    foot; turning over a short one changes left and right. What is not told otherwise is turned over the long edge.
    """
    if sides == "duplex-short":
        return sheet.paper.width - point[0], point[1]
    return point[0], sheet.paper.height - point[1]


def halves(front: Sheet, back: Sheet, sides: str) -> dict[tuple[str, str], Seen]:
    """What is on the right and on the left half of a sheet, on its front and behind it, by (half, side)."""
    found = {}
    for side, sheet in (("front", front), ("behind", back)):
        for placement in sheet.placements:
            left, right, low_left, low_right = corners(placement)
            if side == "behind":
                left, right, low_left, low_right = (
                    turned(sheet, sides, point) for point in (left, right, low_left, low_right)
                )
            middle = (left[0] + right[0] + low_left[0] + low_right[0]) / 4
            half = "right" if middle > sheet.paper.width / 2 else "left"
            assert (half, side) not in found, "two pages in one place"
            # Who looks from behind sees left and right changed.
            found[half, side] = Seen(int(placement.face.name), left, right)
    return found


def read(sheets: Sequence[Sheet], sides: str) -> list[Seen | None]:
    """The pages in the order in which they come when the stapled booklet is read; None is a blank one.

    The first sheet is outermost, its front outside. Its right half is the first leaf: its front is read, then what is
    behind it. The leaves of the left halves follow, from the innermost: first what is behind, then the front.
    """
    folded = [halves(front, back, sides) for front, back in leaves(sheets) if back is not None]
    assert 2 * len(folded) == len(sheets), "every sheet has two sides"
    order: list[Seen | None] = []
    for each in folded:
        order += [each.get(("right", "front")), each.get(("right", "behind"))]
    for each in reversed(folded):
        order += [each.get(("left", "behind")), each.get(("left", "front"))]
    return order


@booklets
@given(st.sampled_from(PAPERS), st.integers(1, 40), st.sampled_from(SIDES))
def test_turning_the_pages_gives_1_2_3_and_blanks_come_last(paper: str, pages: int, sides: str) -> None:
    sheets, _ = booklet(paper, pages, sides=sides)
    order = [seen.number if seen else None for seen in read(sheets, sides)]
    blanks = -pages % 4
    assert order == [*range(1, pages + 1), *[None] * blanks]


@booklets
@given(st.sampled_from(PAPERS), st.integers(1, 40), st.sampled_from(SIDES))
def test_pages_are_upright_and_odd_ones_at_the_right(paper: str, pages: int, sides: str) -> None:
    """Held open, the fold is at the left of an odd page and at the right of an even one, and the head is above."""
    sheets, options = booklet(paper, pages, sides=sides)
    middle, edge = options.paper.height / 2, options.paper.height
    for seen in (seen for seen in read(sheets, sides) if seen):
        assert seen.left[1] == seen.right[1] == 0, "the head is at the top of the folded sheet"
        at_fold, outside = (seen.left, seen.right) if seen.number % 2 else (seen.right, seen.left)
        assert at_fold[0] == middle
        assert outside[0] in (0, edge)


@booklets
@given(st.sampled_from(PAPERS), st.integers(1, 40), st.sampled_from(SIDES))
def test_sheets_are_as_few_as_can_be_and_lie_on_their_side(paper: str, pages: int, sides: str) -> None:
    sheets, _ = booklet(paper, pages, sides=sides)
    assert len(sheets) == 2 * -(-pages // 4)
    short, long = EVERY_PAPER[paper]
    assert {(sheet.paper.width, sheet.paper.height) for sheet in sheets} == {(long, short)}


@booklets
@given(st.sampled_from(PAPERS), st.integers(1, 40), st.sampled_from(SIDES))
def test_each_page_carries_its_number_upright_inside_its_half(paper: str, pages: int, sides: str) -> None:
    sheets, _ = booklet(paper, pages, sides=sides)
    for sheet in sheets:
        for placement in sheet.placements:
            (number,) = [op for op in placement.face.ops if isinstance(op, Text)]
            assert number.lines[0].text == placement.face.name
            page = (0, 0, placement.face.width, placement.face.height)
            (box,) = ink([number])
            assert inside(box, page)
            # Below the text, and clear of the strip with the label.
            assert box[1] > placement.face.height - placement.face.safe - 5 * MM
            moved = moved_by(placement, box)
            assert not any(overlap(moved, label) for label in ink(sheet.label))


def moved_by(placement: Placement, box: Edges) -> Edges:
    """A box of a page, on the sheet."""
    points = [through(placement.matrix, x, y) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


@booklets
@given(st.sampled_from(PAPERS), st.integers(1, 40), st.sampled_from(SIDES))
def test_ticks_show_the_fold_and_keep_off_the_label(paper: str, pages: int, sides: str) -> None:
    sheets, options = booklet(paper, pages, sides=sides)
    for sheet in sheets:
        area = within_margin(sheet, paper, options.margin)
        assert all(inside(box, area) for box in [*ink(sheet.marks), *ink(sheet.label)])
        assert not any(overlap(mark, label) for mark in ink(sheet.marks) for label in ink(sheet.label))
        assert {round(x, 3) for left, _, right, _ in lines_of(sheet.marks) for x in (left, right)} == {
            sheet.paper.width / 2
        }


@booklets
@given(st.sampled_from(PAPERS), st.integers(1, 40), st.sampled_from(SIDES))
def test_staples_are_marked_on_the_outside_of_the_outermost_sheet_alone(paper: str, pages: int, sides: str) -> None:
    """At a quarter and three quarters of the fold."""
    sheets, _ = booklet(paper, pages, sides=sides)
    height = EVERY_PAPER[paper][0]
    for number, sheet in enumerate(sheets):
        long = sorted((top + bottom) / 2 for _, top, _, bottom in lines_of(sheet.marks) if bottom - top > 5 * MM)
        assert long == ([height / 4, height * 3 / 4] if number == 0 else [])


@pytest.mark.parametrize("paper", ["a4", "letter", "148x210mm"])
@pytest.mark.parametrize("sides", SIDES)
def test_every_label_names_the_edge_to_flip_on_and_counts_the_sheets(paper: str, sides: str) -> None:
    sheets, _ = booklet(paper, 11, sides=sides)
    for number, sheet in enumerate(sheets):
        said = [line.text for op in sheet.label if isinstance(op, Text) for line in op.lines]
        assert NOTES["flip_short" if sides == "duplex-short" else "flip_long"] in said
        assert f"{number // 2 + 1} of 3" in said[0]


# Read back from the PDF

FOLD_CLEAR = 5.0
"""Millimetres that nobody prints on beside a fold."""


@pytest.fixture(scope="module", params=[("a4", "duplex-long"), ("letter", "duplex-short")], ids="-".join)
def printed(request: pytest.FixtureRequest, build_kit: KitBuilder) -> tuple[str, tuple[Page, ...]]:
    paper, sides = request.param
    return sides, build_kit(paper=paper, sides=sides, booklet=True, only=["rules"]).pages("rules")


def test_printed_ink_keeps_off_the_fold(printed: tuple[str, tuple[Page, ...]]) -> None:
    """But for ticks and staples on the fold itself."""
    for page in printed[1]:
        pixels, middle = page.pixels(4), page.paper.right / 2
        foot = int(page.label.box.top * 4) - 4
        for low, high in ((middle - FOLD_CLEAR, middle - 0.5), (middle + 0.5, middle + FOLD_CLEAR)):
            strip = pixels.crop((math.ceil(low * 4), 0, int(high * 4), foot))
            assert strip.getextrema() == (255, 255)


def test_printed_labels_name_the_edge_to_flip_on(printed: tuple[str, tuple[Page, ...]]) -> None:
    sides, pages = printed
    for page in pages:
        assert f"flip on the {'SHORT' if sides == 'duplex-short' else 'LONG'} edge" in page.text


def test_printed_pages_are_numbered_as_they_are_read(printed: tuple[str, tuple[Page, ...]]) -> None:
    """The numbers at the foot of the pages, by their place on the paper; a back over the long edge is upside down."""
    sides, pages = printed
    padded = 2 * len(pages)
    found = []
    for number, page in enumerate(pages):
        upside_down = number % 2 and sides == "duplex-long"
        found.append([feet_of(page, half, upside_down=bool(upside_down)) for half in ("left", "right")])
    # Last and first, second and last but one, and so on towards the middle.
    wanted = []
    for sheet in range(len(pages) // 2):
        outside = [padded - 2 * sheet, 1 + 2 * sheet]
        inside_ = [2 + 2 * sheet, padded - 1 - 2 * sheet]
        wanted += [outside, inside_[::-1] if sides == "duplex-long" else inside_]
    last = max(number for pair in found for number in pair if number is not None)
    assert padded - last < 4
    assert found == [[number if number <= last else None for number in pair] for pair in wanted]


def feet_of(page: Page, half: str, *, upside_down: bool) -> int | None:
    """The number in the middle of the foot of half a page, as it is read."""
    width, height = page.paper.right, page.paper.bottom
    centre = width * (0.25 if half == "left" else 0.75)
    top, bottom = (PRINTABLE, 24.0) if upside_down else (height - 24.0, page.label.box.top - 0.5)
    words = [word.text for word in page.words_in(Rect(centre - 4, top, centre + 4, bottom))]
    numbers = [int(word) for word in words if word.isdigit()]
    assert len(numbers) <= 1
    return numbers[0] if numbers else None
