"""Faces on sheets, for any components: nothing overlaps, nothing is lost, cuts run through, backs lie behind fronts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sheet_geometry import (
    CARD_SIZES,
    LABEL,
    PAPER_SIZES,
    by_name,
    clips,
    component,
    components,
    ink,
    inside,
    leaves,
    on,
    overlap,
    parts,
    piece_of,
    printable,
    tight_sizes,
    trims,
)

from kitgen.components.kit import Component, Face, Piece
from kitgen.components.press import Press
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Paint
from kitgen.draw.ink import Ink, Inker
from kitgen.errors import ExitCode, PreflightError
from kitgen.imposition.grid import lay_of
from kitgen.imposition.paper import PAPERS
from kitgen.imposition.sheet import Sheet
from kitgen.imposition.sheets import impose
from kitgen.units import MM

papers = st.sampled_from(["a4", "letter"])
quick = settings(max_examples=50, deadline=None)


def sheets_of(pieces: Sequence[Component], paper: str) -> list[Sheet]:
    return impose(pieces, on(paper), LABEL, "Cards")


def full_leaves(pieces: Sequence[Component], paper: str) -> list[list[tuple[Sheet, Sheet | None]]]:
    """The full sheets of each component that fills more than one."""
    found = []
    every = leaves(sheets_of(pieces, paper))
    for wanted in pieces:
        own = [leaf for leaf in every if {piece_of(p).split("-")[0] for p in leaf[0].placements} == {wanted.id}]
        most = max((len(front.placements) for front, _ in own), default=0)
        full = [leaf for leaf in own if len(leaf[0].placements) == most]
        if len(full) > 1:
            found.append(full)
    return found


@pytest.mark.parametrize("name", ["a4", "letter"])
def test_paper_sizes(name: str) -> None:
    assert (PAPERS[name].width, PAPERS[name].height) == PAPER_SIZES[name]


@quick
@given(parts(), papers)
def test_no_two_trims_overlap(pieces: list[Component], paper: str) -> None:
    for sheet in sheets_of(pieces, paper):
        boxes = trims(sheet)
        assert not any(overlap(a, b) for number, a in enumerate(boxes) for b in boxes[:number])


@quick
@given(parts(), papers)
def test_no_bleed_reaches_over_another_piece(pieces: list[Component], paper: str) -> None:
    for sheet in sheets_of(pieces, paper):
        boxes, inked = trims(sheet), clips(sheet)
        for number, (trim, clip) in enumerate(zip(boxes, inked, strict=True)):
            assert inside(trim, clip), "ink is cut off inside the trim"
            assert not any(overlap(clip, other) for at, other in enumerate(boxes) if at != number)


@pytest.mark.parametrize("gap", [1 * MM, 3 * MM, 5 * MM])
def test_backs_that_bleed_more_than_half_the_gap_keep_off_their_neighbours(gap: int) -> None:
    chits = component("chit", (25 * MM, 25 * MM), [20], gap=gap, back_bleed=3 * MM, backs=[True])
    for sheet in sheets_of([chits], "a4"):
        boxes, inked = trims(sheet), clips(sheet)
        assert not any(overlap(clip, trim) for at, clip in enumerate(inked) for n, trim in enumerate(boxes) if n != at)
        assert not any(overlap(mark, clip) for mark in ink(sheet.marks) for clip in inked)


@quick
@given(parts(), papers)
def test_pieces_bleeds_and_labels_are_inside_the_printable_area(pieces: list[Component], paper: str) -> None:
    for sheet in sheets_of(pieces, paper):
        area = printable(sheet)
        assert all(inside(box, area) for box in [*trims(sheet), *clips(sheet), *ink(sheet.label)])


@quick
@given(parts(), papers)
def test_marks_with_their_round_ends_are_inside_the_printable_area(pieces: list[Component], paper: str) -> None:
    for sheet in sheets_of(pieces, paper):
        assert all(inside(box, printable(sheet)) for box in ink(sheet.marks))


@quick
@given(parts(), papers)
def test_every_copy_is_placed_exactly_once(pieces: list[Component], paper: str) -> None:
    placed = Counter(placement.face.name for sheet in sheets_of(pieces, paper) for placement in sheet.placements)
    wanted = Counter({piece.front.name: piece.copies for each in pieces for piece in each.pieces})
    wanted.update({piece.back.name: piece.copies for each in pieces for piece in each.pieces if piece.back})
    assert placed == wanted


@quick
@given(parts(), papers)
def test_pieces_come_in_the_order_of_the_kit(pieces: list[Component], paper: str) -> None:
    fronts = [sheet for sheet in sheets_of(pieces, paper) if sheet.side == "front"]
    found = [piece_of(placement) for sheet in fronts for placement in sheet.placements]
    assert found == [piece.id for each in pieces for piece in each.pieces for _ in range(piece.copies)]


@quick
@given(components(), papers)
def test_every_full_sheet_has_the_same_grid_and_the_same_marks(piece: Component, paper: str) -> None:
    """Stacks can be cut at once."""
    front, back = piece.pieces[0].front, piece.pieces[0].back
    many = component("thing", piece.size, [100], bleed=front.bleed, back_bleed=back.bleed if back else 0,
                     backs=[back is not None], gap=piece.gap, marks=piece.marks)  # fmt: skip
    for full in full_leaves([many], paper):
        for sides in zip(*full, strict=True):
            grids = [(sheet.paper, trims(sheet), ink(sheet.marks)) if sheet else None for sheet in sides]
            assert all(grid == grids[0] for grid in grids)


@quick
@given(parts(), papers)
def test_a_short_sheet_keeps_the_grid_of_the_full_ones(pieces: list[Component], paper: str) -> None:
    for each in pieces:
        own = [sheet for sheet in sheets_of([each], paper) if sheet.side == "front"]
        assert trims(own[-1]) == trims(own[0])[: len(own[-1].placements)]


@quick
@given(parts(), papers)
def test_marks_stand_outside_trim_and_bleed(pieces: list[Component], paper: str) -> None:
    for sheet in sheets_of(pieces, paper):
        pictures = [*trims(sheet), *clips(sheet)]
        assert not any(overlap(mark, picture) for mark in ink(sheet.marks) for picture in pictures)


@pytest.mark.parametrize("size", [(48_200, 14_000), (50_800, 24_400), (33_400, 59_000), (13_200, 31_200)])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_marks_beside_a_short_last_row_keep_clear_of_the_bleed_of_its_backs(paper: str, size: tuple[int, int]) -> None:
    """At the edge of the paper a bleed gives way to the marks; beside a short row there is room for all of it."""
    for count in range(1, 60):
        chits = component("chit", size, [count], back_bleed=3 * MM, backs=[True])
        for sheet in sheets_of([chits], paper):
            pictures = [*trims(sheet), *clips(sheet)]
            assert not any(overlap(mark, picture) for mark in ink(sheet.marks) for picture in pictures)


@quick
@given(parts(), papers)
def test_every_mark_points_along_a_cut(pieces: list[Component], paper: str) -> None:
    for sheet in sheets_of(pieces, paper):
        boxes = trims(sheet)
        xs = {x for box in boxes for x in (box[0], box[2])}
        ys = {y for box in boxes for y in (box[1], box[3])}
        for left, top, right, bottom in ink(sheet.marks):
            upright = bottom - top > right - left
            middle = (left + right) / 2 if upright else (top + bottom) / 2
            assert any(abs(middle - at) < 1e-3 for at in (xs if upright else ys))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("bleed", [0, 3 * MM])
def test_both_ends_of_every_cut_have_a_mark(paper: str, bleed: int) -> None:
    """A 2 × 3 grid of 60 × 80 mm leaves room on all four sides: butted, 3 + 4 cuts; bled, 4 + 6."""
    count = 6
    cards = component("card", (60 * MM, 80 * MM), [count], bleed=bleed, back_bleed=bleed, backs=[True])
    for sheet in sheets_of([cards], paper):
        boxes = trims(sheet)[:count]
        xs, ys = {x for box in boxes for x in (box[0], box[2])}, {y for box in boxes for y in (box[1], box[3])}
        assert len(sheet.marks) == 2 * len(xs) + 2 * len(ys)


def test_pieces_with_an_outline_of_their_own_have_no_marks() -> None:
    nets = component("net", (74 * MM, 58 * MM), [7], gap=3 * MM, marks=False)
    assert all(not sheet.marks for sheet in sheets_of([nets], "a4"))


@quick
@given(parts(), papers)
def test_every_back_lies_exactly_behind_its_front(pieces: list[Component], paper: str) -> None:
    """After the flip over the long edge, on short sheets too; a piece without a back has nothing behind it."""
    two_sided = {piece.id for each in pieces for piece in each.pieces if piece.back}
    for front, back in leaves(sheets_of(pieces, paper)):
        expected = {
            (front.paper.width - right, top): piece_of(placement)
            for placement, (_, top, right, _) in zip(front.placements, trims(front), strict=True)
            if piece_of(placement) in two_sided
        }
        assert (by_name(back, ":back") if back else {}) == expected
        if back:
            assert back.paper == front.paper
            assert back.paper.height > back.paper.width, "the long edge is the side of an upright sheet"


@quick
@given(components(mixed=True), papers)
def test_pieces_with_and_without_backs_may_share_a_component(piece: Component, paper: str) -> None:
    """A sheet on which no piece has a back is printed all the same, and what lies behind a bare front stays white."""
    for front, back in leaves(sheets_of([piece], paper)):
        wanted = {each.id for each in piece.pieces if each.back} & {piece_of(p) for p in front.placements}
        assert {piece_of(placement) for placement in (back.placements if back else ())} == wanted


@quick
@given(components(), papers)
def test_butted_neighbours_share_their_edge_and_bled_ones_are_two_bleeds_apart(piece: Component, paper: str) -> None:
    backs = [each.back.bleed for each in piece.pieces if each.back]
    # Backs that may differ want room as well; one back for all does not.
    apart = max(piece.gap, 2 * piece.pieces[0].front.bleed, 2 * backs[0] if len(backs) > 1 else 0)
    for sheet in sheets_of([piece], paper):
        if any(placement.face.name.endswith(":back") for placement in sheet.placements):
            continue
        width, height = trims(sheet)[0][2] - trims(sheet)[0][0], trims(sheet)[0][3] - trims(sheet)[0][1]
        lefts = sorted({box[0] for box in trims(sheet)})
        tops = sorted({box[1] for box in trims(sheet)})
        assert all(b - (a + width) == apart for a, b in pairwise(lefts))
        assert all(b - (a + height) == apart for a, b in pairwise(tops))


@quick
@given(parts(), papers)
def test_a_front_keeps_its_whole_bleed(pieces: list[Component], paper: str) -> None:
    bleeds = {piece.front.name: piece.front.bleed for each in pieces for piece in each.pieces}
    for sheet in sheets_of(pieces, paper):
        for placement, trim, clip in zip(sheet.placements, trims(sheet), clips(sheet), strict=True):
            bleed = bleeds.get(placement.face.name, 0)
            if sheet.side == "front":
                assert clip == (trim[0] - bleed, trim[1] - bleed, trim[2] + bleed, trim[3] + bleed)


@quick
@given(parts(), papers)
def test_the_label_overlaps_no_trim_and_no_bleed(pieces: list[Component], paper: str) -> None:
    for sheet in sheets_of(pieces, paper):
        written = ink(sheet.label)
        assert written, "every sheet is labelled"
        assert not any(overlap(label, box) for label in written for box in [*trims(sheet), *clips(sheet)])


@quick
@given(st.one_of(st.sampled_from(sorted(CARD_SIZES.values())), tight_sizes()), papers)
def test_the_label_keeps_off_backs_that_bleed_further_than_their_fronts(size: tuple[int, int], paper: str) -> None:
    """The shipped cards: fronts with a white border, backs with 3 mm of bleed, a full sheet and a short one."""
    cards = component("card", size, [80], back_bleed=3 * MM, backs=[True])
    for sheet in sheets_of([cards], paper):
        taken = [*trims(sheet), *clips(sheet)]
        assert not any(overlap(label, box) for label in ink(sheet.label) for box in taken)


@quick
@given(st.integers(0, 4 * MM), st.integers(2, 6), st.integers(0, 3 * MM), st.integers(4, 10),
       st.sampled_from([0, 3 * MM]), papers)  # fmt: skip
def test_a_component_below_another_keeps_off_the_label_too(
    spare: int, rows: int, narrow: int, columns: int, bleed: int, paper: str
) -> None:
    """The first component needs the paper's whole height, so its label stands at the side; the second is wide.

    Two columns of the first leave their last row free; there the second stands, beside the label.
    """
    width, height = PAPER_SIZES[paper]
    first = component("board", (90 * MM, (height - 10 * MM - spare) // rows), [2 * (rows - 1)])
    side = (width - 14 * MM - narrow) // columns - 2 * bleed
    second = component("chit", (side, 10 * MM), [columns], bleed=bleed)
    for sheet in sheets_of([first, second], paper):
        taken = [*trims(sheet), *clips(sheet)]
        assert not any(overlap(label, box) for label in ink(sheet.label) for box in taken)
        for placement, trim, clip in zip(sheet.placements, trims(sheet), clips(sheet), strict=True):
            own = placement.face.bleed
            assert clip == (trim[0] - own, trim[1] - own, trim[2] + own, trim[3] + own), "bleed is lost"


@quick
@given(parts(), papers)
def test_no_mark_crosses_the_label(pieces: list[Component], paper: str) -> None:
    for sheet in sheets_of(pieces, paper):
        assert not any(overlap(label, mark) for label in ink(sheet.label) for mark in ink(sheet.marks))


@quick
@given(parts(), papers)
def test_labels_count_the_sheets_of_paper(pieces: list[Component], paper: str) -> None:
    found = leaves(sheets_of(pieces, paper))
    for number, (front, back) in enumerate(found, start=1):
        for sheet, side in ((front, "front"), (back, "back")):
            if sheet is not None:
                assert f"Cards · {side} · {number} of {len(found)}" in label_text(sheet)


def label_text(sheet: Sheet) -> str:
    from kitgen.draw.drawing import Text, walk

    return " ".join(line.text for op, _, _ in walk(sheet.label) if isinstance(op, Text) for line in op.lines)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("length", [120, 400])
def test_a_long_label_stays_on_the_paper(paper: str, length: int) -> None:
    """A title of many words is no reason to print over the edge."""
    label = type(LABEL)(LABEL.text.replace("Game", ("Fish and Cook " * 40)[:length]), LABEL.sides)
    for sheet in impose([component("card", (63_500, 88_900), [1])], on(paper), label, "Cards"):
        assert all(inside(box, printable(sheet)) for box in ink(sheet.label))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("bleed", "sided"), [(0, False), (3 * MM, False), (0, True)])
def test_a_piece_larger_than_the_paper_gets_the_clear_error(paper: str, bleed: int, sided: bool) -> None:
    wide = component("board", (230 * MM, 290 * MM), [2], bleed=bleed, back_bleed=bleed, backs=[sided])
    with pytest.raises(PreflightError) as caught:
        sheets_of([component("chit", (20 * MM, 20 * MM), [3]), wide], paper)
    assert caught.value.exit_code is ExitCode.PREFLIGHT
    (finding,) = caught.value.diagnostics
    assert finding.code == "larger-than-paper"
    assert finding.path == "board"
    assert "230 × 290 mm" in finding.message
    assert paper in finding.message
    assert finding.hint


@pytest.mark.parametrize(("paper", "width", "height"), [("a4", 200_000, 283_000), ("letter", 205_900, 265_400)])
@pytest.mark.parametrize("bleed", [0, 2 * MM])
def test_the_largest_piece_fills_the_paper_less_its_margins_and_the_label(
    paper: str, width: int, height: int, bleed: int
) -> None:
    """5 mm of margin all round, and 4 mm for the label at the foot; a millimetre more does not fit."""
    board = component("board", (width - 2 * bleed, height - 2 * bleed), [1], bleed=bleed, marks=False)
    assert len(sheets_of([board], paper)) == 1
    # A sheet has the label at the foot or at the side: 1 mm more in both directions fits neither way.
    with pytest.raises(PreflightError):
        sheets_of([component("board", (width + 1_000, height + 1_000), [1], marks=False)], paper)


@pytest.mark.parametrize(
    ("bleeds", "gap", "spacing"), [([0], 0, 0), ([3], 0, 6), ([0, 3], 0, 6), ([3], 7, 7), ([0], 2, 2), ([3], 5, 6)]
)
def test_neighbours_leave_room_for_two_bleeds_or_the_gap(bleeds: list[int], gap: int, spacing: int) -> None:
    pieces = tuple(Piece(f"p{bleed}", Face("chit", 20 * MM, 25 * MM, (), bleed=bleed * MM)) for bleed in bleeds)
    assert lay_of(Component("chits", "Chits", "tokens", pieces, gap * MM), on("a4")).spacing == spacing * MM


def grounded(*colours: str, short: int = 0) -> Component:
    """Chits with a ground of one colour each, that ends ``short`` of the bleed's edge."""
    ground = Box(0, 0, 20 * MM, 25 * MM).inset(short - 3 * MM)
    faces = [
        Face(f"chit-{colour}", 20 * MM, 25 * MM, (), (shapes.rectangle(ground, Paint(colour)),), 3 * MM)
        for colour in colours
    ]
    return Component("chits", "Chits", "tokens", tuple(Piece(face.name, face) for face in faces))


def test_pieces_of_one_plain_ground_butt_although_they_bleed() -> None:
    """Whatever a crooked cut shows of the neighbour has the same colour."""
    assert lay_of(grounded("#56B4E9", "#56B4E9"), on("a4")).spacing == 0
    assert lay_of(grounded("#56B4E9", "#E69F00"), on("a4")).spacing == 6 * MM
    assert lay_of(grounded("#56B4E9", short=1 * MM), on("a4")).spacing == 6 * MM
    patterned = replace(grounded("#56B4E9").pieces[0].front, background=())
    assert lay_of(Component("chits", "Chits", "tokens", (Piece("p", patterned),)), on("a4")).spacing == 6 * MM


@pytest.mark.parametrize("ink", ["full", "low", "mono"])
@pytest.mark.parametrize("bleed", [2 * MM, 3 * MM, 5 * MM])
def test_pieces_of_one_plain_ground_butt_as_they_come_from_the_press(bleed: int, ink: Ink) -> None:
    """Whatever of the bleed is printed, in whatever ink."""
    made = grounded("#56B4E9", "#56B4E9")
    wide = Box(0, 0, 20 * MM, 25 * MM).inset(-5 * MM)
    drawn = made.with_faces(
        lambda face: replace(face, background=(shapes.rectangle(wide, Paint("#56B4E9")),), bleed=5 * MM)
    )
    pressed = drawn.with_faces(Press(Inker(ink), bleed).face)
    assert lay_of(pressed, on("a4")).spacing == 0
    assert {piece.front.bleed for piece in pressed.pieces} == {bleed}
