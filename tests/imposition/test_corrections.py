"""What makes up for a printer: backs move, fronts stay, all is scaled about the middle, and what falls off is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from conftest import KitBuilder
from hypothesis import given, settings
from hypothesis import strategies as st
from readback import FINE, Page, Rect, read_pdf, same
from sheet_geometry import (
    EVERY_PAPER,
    LABEL,
    component,
    components,
    on,
    on_any,
    through,
    trims,
    within_margin,
)

from kitgen import pipeline
from kitgen.components.kit import Component, Face
from kitgen.imposition.booklet import booklet_sheets
from kitgen.imposition.correction import corrected
from kitgen.imposition.kit_sheets import preflight
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.pages import document_sheets
from kitgen.imposition.sheet import Sheet
from kitgen.imposition.sheets import impose
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.units import MM

offsets = st.tuples(st.integers(-20 * MM, 20 * MM), st.integers(-20 * MM, 20 * MM))
scales = st.floats(0.95, 1.05)
quick = settings(max_examples=60, deadline=None)
UNNOTICED = 30
"""Micrometres that nobody sees missing."""


def sheets_of(made: Component, options: PrintOptions) -> list[Sheet]:
    return [corrected(sheet, options) for sheet in impose([made], options, LABEL, "Cards")]


@quick
@given(components(), offsets)
def test_an_offset_moves_backs_and_leaves_fronts(made: Component, offset: tuple[int, int]) -> None:
    for sheet in sheets_of(made, on("a4", back_offset=offset)):
        right, down = offset if sheet.side == "back" else (0, 0)
        for x, y in ((0, 0), (100 * MM, 0), (33 * MM, 250 * MM)):
            assert through(sheet.matrix, x, y) == (x + right, y + down)


@quick
@given(components(), offsets, scales, st.sampled_from(sorted(EVERY_PAPER)))
def test_a_scale_keeps_the_middle_of_the_paper_and_stretches_from_there(
    made: Component, offset: tuple[int, int], scale: float, paper: str
) -> None:
    small = component("card", (40 * MM, 30 * MM), [3], backs=[made.two_sided])
    for sheet in sheets_of(small, on_any(paper, back_offset=offset, scale=scale)):
        right, down = offset if sheet.side == "back" else (0, 0)
        x, y = sheet.paper.width / 2, sheet.paper.height / 2
        assert through(sheet.matrix, x, y) == pytest.approx((x + right, y + down))
        further = through(sheet.matrix, x + 50 * MM, y - 70 * MM)
        assert further == pytest.approx((x + right + scale * 50 * MM, y + down - scale * 70 * MM))


@quick
@given(components(), offsets)
def test_what_is_placed_is_what_it_was(made: Component, offset: tuple[int, int]) -> None:
    """The correction is a matrix of its own; trims and marks agree with the uncorrected sheet."""
    plain = impose([made], on("a4"), LABEL, "Cards")
    moved = sheets_of(made, on("a4", back_offset=offset))
    assert [(sheet.placements, sheet.marks, sheet.label) for sheet in moved] == [
        (sheet.placements, sheet.marks, sheet.label) for sheet in plain
    ]


# What is told


def is_told(sheets: list[Sheet]) -> bool:
    return "off-the-paper" in {finding.code for finding in preflight({"cards": sheets})}


def furthest(sheets: list[Sheet], offset: tuple[int, int], margin: int) -> float:
    """How far an offset takes the trim of a back out of what can be inked."""
    found = [0.0]
    for sheet in sheets:
        if sheet.side == "back":
            left, top, right, bottom = within_margin(sheet, "a4", margin)
            for box in trims(sheet):
                moved = (box[0] + offset[0], box[1] + offset[1], box[2] + offset[0], box[3] + offset[1])
                found += [left - moved[0], top - moved[1], moved[2] - right, moved[3] - bottom]
    return max(found)


@quick
@given(components(), st.one_of(offsets, st.tuples(st.integers(-6 * MM, 6 * MM), st.integers(-6 * MM, 6 * MM))))
def test_pieces_that_leave_the_paper_are_told_and_others_are_not(made: Component, offset: tuple[int, int]) -> None:
    over = furthest(impose([made], on("a4"), LABEL, "Cards"), offset, 5 * MM)
    assert is_told(sheets_of(made, on("a4", back_offset=offset))) == (over > UNNOTICED)


@pytest.mark.parametrize(("right", "is_over"), [(0, False), (9_600, False), (10_200, True), (-9_600, False),
                                                (-10_200, True)])  # fmt: skip
def test_the_warning_begins_where_the_printable_area_ends(right: int, is_over: bool) -> None:
    """Three cards of 60 mm are 15 mm from either edge of A4, so 10 mm from what can be inked."""
    cards = component("card", (60 * MM, 130 * MM), [6], backs=[True])
    sheets = sheets_of(cards, on("a4", back_offset=(right, 0)))
    assert {box[0] for box in trims(sheets[0])} == {15 * MM, 75 * MM, 135 * MM}
    assert is_told(sheets) == is_over


def test_the_warning_says_how_far_and_of_what() -> None:
    cards = component("card", (60 * MM, 130 * MM), [6], backs=[True])
    (finding,) = preflight({"cards": sheets_of(cards, on("a4", back_offset=(12 * MM, 0)))})
    assert finding.code == "off-the-paper"
    assert finding.severity.name == "WARNING"
    assert "2.0 mm" in finding.message
    assert finding.path is not None and finding.path.startswith("cards, ")
    assert finding.hint


@pytest.mark.parametrize("scale", [0.97, 1.03])
def test_a_scale_alone_is_no_reason_to_warn(scale: float) -> None:
    """A printer that shrinks brings back what the scale pushes out."""
    cards = component("card", (66 * MM, 94 * MM), [9], backs=[True])
    assert not is_told(sheets_of(cards, on("a4", scale=scale)))


@pytest.mark.parametrize("booklet", [False, True])
def test_pages_of_text_move_within_their_own_margins(booklet: bool) -> None:
    """1 mm takes nothing of a page whose text keeps 11 mm from the edge."""
    options = on("a4", booklet=booklet, back_offset=(1 * MM, 1 * MM))
    width, height = (148_500, 210 * MM) if booklet else (210 * MM, 297 * MM)
    faces = [Face(f"{number}", width, height, (), safe=11 * MM) for number in range(4)]
    document = RuleDocument("rules", "Rules", "rules", "rules", {}, {})
    lay = booklet_sheets if booklet else document_sheets
    assert not is_told([corrected(sheet, options) for sheet in lay(faces, document, options, LABEL)])


def test_a_booklet_stays_where_it_is() -> None:
    """It lies on its side, and an offset that was measured upright would move it any way."""
    faces = [Face(f"{number}", 148_500, 210 * MM, (), safe=11 * MM) for number in range(4)]
    document = RuleDocument("rules", "Rules", "rules", "rules", {}, {})
    options = on("a4", booklet=True, back_offset=(9 * MM, 9 * MM))
    sheets = booklet_sheets(faces, document, options, LABEL)
    assert [corrected(sheet, options) for sheet in sheets] == sheets


# Read back from PDFs

RIGHT, DOWN = 1.5, -0.8


def moved(rect: Rect, right: float, down: float) -> Rect:
    return Rect(rect.left + right, rect.top + down, rect.right + right, rect.bottom + down)


def assert_moved(before: Page, after: Page, right: float, down: float) -> None:
    """Every face and mark of a page by so much; its label stays where it can be read."""
    assert before.faces
    for one, other in zip(before.faces, after.faces, strict=True):
        assert same(moved(one.box, right, down), other.box, FINE)
    for mark, moved_mark in zip(before.marks, after.marks, strict=True):
        assert same(moved(mark, right, down), moved_mark, FINE)
    assert same(before.label.box, after.label.box, FINE)
    assert same(moved(before.trim, right, down), after.trim, FINE)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("sides", ["duplex-long", "duplex-short"])
def test_printed_backs_move_by_exactly_the_offset_and_fronts_stay(
    build_kit: KitBuilder, paper: str, sides: str
) -> None:
    plain = build_kit(paper=paper, only=["cards"], sides=sides).pages("cards")
    moved_kit = build_kit(paper=paper, only=["cards"], sides=sides, back_offset=f"{RIGHT}mm,{DOWN}mm").pages("cards")
    assert len(plain) == len(moved_kit)
    for number, (before, after) in enumerate(zip(plain, moved_kit, strict=True)):
        is_back = bool(number % 2)
        assert (before.label.side == "back") == is_back
        assert_moved(before, after, RIGHT if is_back else 0, DOWN if is_back else 0)


def test_what_an_offset_moves_off_is_not_printed_either(build_kit: KitBuilder) -> None:
    """Bleed and marks end 5 mm from the paper's edge, as on any other sheet."""
    kit = build_kit(paper="letter", only=["cards"], back_offset="6mm,-6mm")
    for page in kit.pages("cards"):
        pixels = page.pixels(4)
        width, height = pixels.size
        # Pixels are a quarter of a millimetre; the outermost of the area may be half inked.
        clear = 5 * 4 - 1
        for strip in ((0, 0, width, clear), (0, 0, clear, height), (width - clear, 0, width, height),
                      (0, height - clear, width, height)):  # fmt: skip
            assert pixels.crop(strip).getextrema() == (255, 255)


def test_a_gutterfold_has_no_backs_to_move(build_kit: KitBuilder) -> None:
    """Front and back are printed in one go."""
    plain = build_kit(only=["cards"], sides="gutterfold").pages("cards")
    kit = build_kit(only=["cards"], sides="gutterfold", back_offset=f"{RIGHT}mm,{DOWN}mm")
    for before, after in zip(plain, kit.pages("cards"), strict=True):
        assert_moved(before, after, 0, 0)


@pytest.mark.parametrize("scale", [0.985, 1.012])
def test_printed_pages_are_scaled_about_the_middle_of_the_paper(
    build_kit: KitBuilder, tmp_path: Path, scale: float
) -> None:
    plain = build_kit(only=["cards"]).pages("cards")
    options = replace(pipeline.print_options(back_offset=f"{RIGHT}mm,{DOWN}mm"), scale=scale)
    pipeline.build(pipeline.load("classic"), printing=options, only=["cards"], out=tmp_path / "kit")
    scaled = read_pdf(tmp_path / "kit" / "cards.pdf")
    for number, (before, after) in enumerate(zip(plain, scaled, strict=True)):
        right, down = (RIGHT, DOWN) if number % 2 else (0.0, 0.0)
        for one, other in zip(before.faces, after.faces, strict=True):
            wanted = Rect(
                *(middle + scale * (at - middle) for at, middle in zip(one.box, (105, 148.5) * 2, strict=True))
            )
            assert same(moved(wanted, right, down), other.box, FINE)
        assert after.paper == before.paper
