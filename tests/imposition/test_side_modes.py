"""Fronts and backs in every mode: the sheet is turned, or folded, as hands would do it, and each back must be behind
its own front, upright."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sheet_geometry import (
    EVERY_PAPER,
    Edges,
    Point,
    clips,
    component,
    corners,
    grown,
    ink,
    inside,
    leaves,
    lines_of,
    on_any,
    overlap,
    piece_of,
    trims,
    within_margin,
)

from kitgen.components.kit import Component, Face, Piece
from kitgen.draw import shapes
from kitgen.draw.drawing import Op, Paint, Segment, Shape
from kitgen.errors import PreflightError
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.sheet import Label, Placement, Sheet
from kitgen.imposition.sheets import impose
from kitgen.units import MM

SIDES = ("duplex-long", "duplex-short", "gutterfold", "fronts", "separate")
MARKS = ("crop", "lines", "corners", "none")
STRIP = 4 * MM
"""The label's."""

FOLD_ROOM = 5 * MM
"""From a fold to the nearest ink of a piece."""

LABEL = Label(
    "{title} · classic 0123abcd · {part} · {side} · {number} of {count}",
    {"front": "front", "back": "back"},
    "Fish Cook",
    {
        "down_first": "{down} cuts down, then {across} across",
        "across_first": "{across} cuts across, then {down} down",
        "blocks": "cut the blocks apart first, then each into pieces",
        "outlines": "cut round each piece",
        "fold": "fold on the dashed line, glue, then cut",
    },
)
quick = settings(max_examples=40, deadline=None)


@dataclass(frozen=True)
class Job:
    """Some pieces, and how they are printed."""

    pieces: list[Component]
    paper: str
    options: PrintOptions

    @property
    def sheets(self) -> list[Sheet]:
        return impose(self.pieces, self.options, LABEL, "Cards")

    def area(self, sheet: Sheet) -> Edges:
        return within_margin(sheet, self.paper, self.options.margin)


# Physics


@dataclass(frozen=True)
class Leaf:
    """A piece of paper in somebody's hands: what is on its front and on its back, and how the one becomes the other."""

    sheets: list[Sheet]
    fronts: list[Placement]
    backs: list[Placement]
    seen_from_behind: Callable[[Point], Point] | None


def left_to_right(axis: float) -> Callable[[Point], Point]:
    """Turning about an upright line, as a page."""
    return lambda point: (2 * axis - point[0], point[1])


def top_to_bottom(axis: float) -> Callable[[Point], Point]:
    """Turning about a level line, as a leaf of a writing pad."""
    return lambda point: (point[0], 2 * axis - point[1])


def leaves_of(job: Job) -> Iterator[Leaf]:
    width, height = EVERY_PAPER[job.paper]
    if job.options.sides == "gutterfold":
        for sheet in job.sheets:
            fronts = [each for each in sheet.placements if each.face.name.endswith(":front")]
            backs = [each for each in sheet.placements if each.face.name.endswith(":back")]
            yield Leaf([sheet], fronts, backs, folding(sheet))
        return
    # The long edge of an upright sheet is its side; turning over it changes left and right.
    turning = top_to_bottom(height / 2) if job.options.sides == "duplex-short" else left_to_right(width / 2)
    for front, back in leaves(job.sheets):
        if back is not None:
            assert front.paper == back.paper
            assert (front.paper.width, front.paper.height) == (width, height)
        backs = list(back.placements) if back else []
        yield Leaf([front, *([back] if back else [])], list(front.placements), backs, turning if back else None)


def fold_of(sheet: Sheet) -> Edges | None:
    """The dashed line across a sheet."""
    found = lines_of(sheet.marks, dashed=True)
    assert len(found) <= 1
    return found[0] if found else None


def folding(sheet: Sheet) -> Callable[[Point], Point] | None:
    fold = fold_of(sheet)
    if fold is None:
        return None
    left, top, right, bottom = fold
    assert (left == right) != (top == bottom), "the fold runs straight"
    return left_to_right(left) if left == right else top_to_bottom(top)


def trim_of(placement: Placement) -> Edges:
    points = corners(placement)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def clip_of(placement: Placement) -> Edges:
    clip = placement.clip
    return clip.x, clip.y, clip.x + clip.width, clip.y + clip.height


def rounded(points: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple((round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in points)


# What is printed


@st.composite
def piece_sizes(draw: st.DrawFn, options: PrintOptions, paper: str) -> tuple[int, int]:
    """Anything that surely fits: chits, cards, half a sheet, lengths of which a number nearly fills the paper."""
    spare = 2 * options.margin + 2 * STRIP + 2 * (5 * MM + 1 * MM)
    short, long = EVERY_PAPER[paper]
    widest, highest = short - spare, (long // 2 if options.sides == "gutterfold" else long) - spare
    if options.sides == "gutterfold":
        highest -= FOLD_ROOM
    many = draw(st.integers(2, 6))
    nearly, exactly = (short - spare) // many, (short - 2 * options.margin) // many
    width = draw(st.one_of(st.integers(8 * MM, min(widest, 90 * MM)), st.integers(8 * MM, widest),
                           st.sampled_from([nearly, exactly])))  # fmt: skip
    height = draw(st.one_of(st.integers(8 * MM, min(highest, 90 * MM)), st.integers(8 * MM, highest), st.just(width)))
    size = min(width, widest), min(height, highest)
    return size[::-1] if draw(st.booleans()) else size


@st.composite
def choices(draw: st.DrawFn, sides: str | None, marks: str | None) -> tuple[str, PrintOptions]:
    paper = draw(st.sampled_from(sorted(EVERY_PAPER)))
    options = on_any(
        paper,
        sides=sides or draw(st.sampled_from(SIDES)),
        marks=marks or draw(st.sampled_from(MARKS)),
        margin=draw(st.sampled_from([5 * MM, 5 * MM, 3 * MM, 12_700])),
    )
    return paper, options


@st.composite
def jobs(
    draw: st.DrawFn, *, sides: str | None = None, marks: str | None = None, most: int = 3, backs: str = "any"
) -> Job:
    paper, options = draw(choices(sides, marks))
    pieces = []
    for number in range(draw(st.integers(1, most))):
        copies = draw(st.lists(st.integers(1, 20), min_size=1, max_size=5))
        some = {"any": [[True], [False], [True, False]], "even": [[True], [False]], "all": [[True]]}[backs]
        kinds = draw(st.sampled_from(some))
        has_back = [draw(st.sampled_from(kinds)) for _ in copies]
        bleed = draw(st.sampled_from([0, 0, 1 * MM, 3 * MM, 3_175, 5 * MM]))
        gap = draw(st.sampled_from([0, 0, 1 * MM, 3 * MM, 7 * MM]))
        back_bleed = draw(st.sampled_from([bleed, 0, 3 * MM]))
        pieces.append(
            component(f"thing{number}", draw(piece_sizes(options, paper)), copies, bleed=bleed, back_bleed=back_bleed,
                      backs=has_back, gap=gap, marks=draw(st.sampled_from([True, True, False])))
        )  # fmt: skip
    return Job(pieces, paper, options)


# Backs


@quick
@given(jobs())
def test_each_back_is_behind_its_own_front_and_upright_when_the_piece_is_turned_like_a_page(job: Job) -> None:
    """The back's top left is where the front's top right was; nothing is behind a front that has no back."""
    two_sided = {piece.id for each in job.pieces for piece in each.pieces if piece.back}
    for leaf in leaves_of(job):
        wanted: dict[tuple[Point, ...], str] = {}
        for front in leaf.fronts:
            if piece_of(front) in two_sided and job.options.sides != "fronts":
                assert leaf.seen_from_behind is not None, "its back is nowhere"
                left, right, low_left, low_right = (leaf.seen_from_behind(point) for point in corners(front))
                wanted[rounded((right, left, low_right, low_left))] = piece_of(front)
        assert {rounded(corners(back)): piece_of(back) for back in leaf.backs} == wanted


@quick
@given(jobs())
def test_every_copy_is_placed_once_and_so_is_its_back(job: Job) -> None:
    placed = Counter(placement.face.name for sheet in job.sheets for placement in sheet.placements)
    pieces = [piece for each in job.pieces for piece in each.pieces]
    wanted = Counter({piece.front.name: piece.copies for piece in pieces})
    if job.options.sides != "fronts":
        wanted.update({piece.back.name: piece.copies for piece in pieces if piece.back})
    assert placed == wanted


@quick
@given(jobs(sides="fronts"))
def test_fronts_alone_have_no_back_sheets(job: Job) -> None:
    assert {sheet.side for sheet in job.sheets} == {"front"}


@quick
@given(jobs(sides="gutterfold"))
def test_what_is_folded_is_one_page_and_has_a_fold_only_if_it_has_backs(job: Job) -> None:
    for sheet in job.sheets:
        assert sheet.side == "front"
        owner = next(each for each in job.pieces if each.id == piece_of(sheet.placements[0]).split("-")[0])
        assert (fold_of(sheet) is not None) == owner.two_sided


@quick
@given(jobs(sides="gutterfold", backs="all"))
def test_the_fold_is_in_the_middle_of_the_paper_and_5_mm_from_all_ink_of_pieces(job: Job) -> None:
    width, height = EVERY_PAPER[job.paper]
    for sheet in job.sheets:
        fold = fold_of(sheet)
        assert fold is not None
        left, top, right, bottom = fold
        # How far each picture is from the line, and the line's own extent.
        if left == right:
            assert left == width / 2
            away = [max(box[0] - left, left - box[2]) for box in clips(sheet)]
            reach = min(box[1] for box in clips(sheet)), max(box[3] for box in clips(sheet))
            assert top <= reach[0] + 1 * MM and bottom >= reach[1] - 1 * MM, "the fold is too short"
        else:
            assert top == height / 2
            away = [max(box[1] - top, top - box[3]) for box in clips(sheet)]
            reach = min(box[0] for box in clips(sheet)), max(box[2] for box in clips(sheet))
            assert left <= reach[0] + 1 * MM and right >= reach[1] - 1 * MM, "the fold is too short"
        assert min(away) >= FOLD_ROOM


@quick
@given(jobs(most=1))
def test_every_full_sheet_has_the_same_grid_and_a_short_one_begins_it(job: Job) -> None:
    """Stacks are cut at once."""
    (pieces,) = job.pieces
    found = list(leaves_of(job))
    first = found[0]
    grid = [rounded(corners(each)) for each in first.fronts]
    assert sum(len(leaf.fronts) for leaf in found) == pieces.count
    for leaf in found:
        assert leaf.sheets[0].paper == first.sheets[0].paper
        assert [rounded(corners(each)) for each in leaf.fronts] == grid[: len(leaf.fronts)]
    full = [leaf for leaf in found if len(leaf.fronts) == len(grid)]
    assert len(full) >= len(found) - 1, "only the last sheet is short"
    marks = [[ink(sheet.marks) for sheet in leaf.sheets] for leaf in full]
    assert all(each == marks[0] for each in marks)


# Ink


@quick
@given(jobs())
def test_nothing_reaches_out_of_what_the_printer_can_ink(job: Job) -> None:
    for sheet in job.sheets:
        area = job.area(sheet)
        for what, boxes in {"trim": trims(sheet), "bleed": clips(sheet), "mark": ink(sheet.marks),
                            "label": ink(sheet.label)}.items():  # fmt: skip
            assert [box for box in boxes if not inside(box, area)] == [], what


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("marks", MARKS)
def test_marks_round_a_block_that_fills_the_paper_are_inside_what_can_be_inked(sides: str, marks: str) -> None:
    """Two columns of 100 mm between margins of 5 mm on A4, where marks leave them the room; half a line is 75 µm."""
    tiles = component("tile", (100 * MM, 40 * MM), [12], backs=[True])
    sheets = impose([tiles], on_any("a4", sides=sides, marks=marks), LABEL, "Tokens")
    if marks in ("corners", "none"):
        assert any(box[0] == 5 * MM for sheet in sheets for box in trims(sheet)), "the block fills the paper"
    for sheet in sheets:
        area = within_margin(sheet, "a4", 5 * MM)
        assert [box for box in ink(sheet.marks) if not inside(box, area)] == []


@quick
@given(jobs())
def test_no_ink_of_a_piece_reaches_over_another(job: Job) -> None:
    for sheet in job.sheets:
        boxes, inked = trims(sheet), clips(sheet)
        for number, clip in enumerate(inked):
            assert inside(boxes[number], clip), "ink is cut off inside the trim"
            assert not any(overlap(clip, other) for at, other in enumerate(boxes) if at != number)


@quick
@given(jobs())
def test_fronts_have_their_whole_bleed_and_backs_no_more_than_theirs(job: Job) -> None:
    for leaf in leaves_of(job):
        for front in leaf.fronts:
            assert clip_of(front) == grown(trim_of(front), front.face.bleed)
        for back in leaf.backs:
            assert inside(clip_of(back), grown(trim_of(back), back.face.bleed))


@quick
@given(jobs())
def test_the_label_keeps_off_pieces_and_marks_and_its_two_texts_off_each_other(job: Job) -> None:
    for sheet in job.sheets:
        written = ink(sheet.label)
        assert written, "every sheet is labelled"
        taken = [*trims(sheet), *clips(sheet), *ink(sheet.marks)]
        assert not any(overlap(text, box) for text in written for box in taken)
        assert not any(overlap(text, other) for at, text in enumerate(written) for other in written[:at])


# Marks


def solid_ink(sheet: Sheet) -> list[Edges]:
    """The ink of all marks but the fold."""
    return [grown(line, 75) for line in lines_of(sheet.marks)]


def marked_trims(job: Job, sheet: Sheet) -> list[Edges]:
    marked = {each.id for each in job.pieces if each.marks}
    return [trim_of(each) for each in sheet.placements if piece_of(each).split("-")[0] in marked]


@quick
@given(jobs(marks="crop"))
def test_crop_marks_are_outside_trims_and_bleeds(job: Job) -> None:
    for sheet in job.sheets:
        pictures = [*trims(sheet), *clips(sheet)]
        assert not any(overlap(mark, picture) for mark in ink(sheet.marks) for picture in pictures)


@quick
@given(st.one_of(jobs(marks="crop", most=1), jobs(marks="lines", most=1)))
def test_every_cut_of_the_fronts_has_a_mark_at_both_ends(job: Job) -> None:
    for leaf in leaves_of(job):
        if not job.pieces[0].marks:
            continue
        fronts = [trim_of(each) for each in leaf.fronts]
        marks = lines_of(leaf.sheets[0].marks)
        for x in {at for box in fronts for at in (box[0], box[2])}:
            column = [box for box in fronts if box[0] <= x <= box[2]]
            ends = min(box[1] for box in column), max(box[3] for box in column)
            own = [mark for mark in marks if mark[0] == mark[2] == pytest.approx(x)]
            assert any(mark[3] <= ends[0] for mark in own) and any(mark[1] >= ends[1] for mark in own)
        for y in {at for box in fronts for at in (box[1], box[3])}:
            row = [box for box in fronts if box[1] <= y <= box[3]]
            ends = min(box[0] for box in row), max(box[2] for box in row)
            own = [mark for mark in marks if mark[1] == mark[3] == pytest.approx(y)]
            assert any(mark[2] <= ends[0] for mark in own) and any(mark[0] >= ends[1] for mark in own)


def along(box: Edges) -> list[Edges]:
    """The four edges of a box."""
    left, top, right, bottom = box
    return [(left, top, right, top), (left, bottom, right, bottom), (left, top, left, bottom),
            (right, top, right, bottom)]  # fmt: skip


@quick
@given(jobs(marks="lines"))
def test_lines_lie_on_every_edge_of_a_trim_and_cross_none(job: Job) -> None:
    for sheet in job.sheets:
        # Backs drift, and a line on one would be seen beside a good cut: they have crop marks.
        lines, marked = lines_of(sheet.marks), marked_trims(job, sheet)
        fronts = [trim_of(placed) for placed in sheet.placements if placed.face.name.endswith(":front")]
        for edge in (edge for box in marked if box in fronts for edge in along(box)):
            assert any(inside(edge, line, 1e-3) for line in lines), "a cut has no line"
        for line in lines:
            assert not any(overlap(grown(line, 1), grown(box, -2)) for box in trims(sheet)), "a line crosses a piece"


@quick
@given(jobs(marks="corners", backs="even"))
def test_each_corner_has_a_cross_and_there_is_nothing_else(job: Job) -> None:
    for sheet in job.sheets:
        lines = lines_of(sheet.marks)
        found = {(x, y) for left, top, right, bottom in marked_trims(job, sheet)
                 for x in (left, right) for y in (top, bottom)}  # fmt: skip
        for x, y in found:
            assert any(inside((x, y, x, y), line, 100) and line[0] == line[2] for line in lines), "no upright arm"
            assert any(inside((x, y, x, y), line, 100) and line[1] == line[3] for line in lines), "no level arm"
        for line in lines:
            assert any(inside(line, grown((x, y, x, y), 1_500)) for x, y in found), "a line far from all corners"


@quick
@given(jobs(marks="none"))
def test_no_marks_is_nothing_but_the_fold(job: Job) -> None:
    assert all(solid_ink(sheet) == [] for sheet in job.sheets)


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("marks", MARKS)
def test_pieces_with_an_outline_of_their_own_have_no_marks(sides: str, marks: str) -> None:
    discs = component("disc", (25 * MM, 25 * MM), [12], gap=3 * MM, backs=[True], marks=False)
    for sheet in impose([discs], on_any("a4", sides=sides, marks=marks), LABEL, "Tokens"):
        assert solid_ink(sheet) == []


# Neighbours


def coloured(name: str, colour: str, *, bleed: int = 3 * MM, ground: tuple[Op, ...] | None = None) -> Face:
    """A face of 40 × 60 mm on one plain ground that reaches to the end of its bleed."""
    width, height = 40 * MM, 60 * MM
    low, right, bottom = -bleed, width + bleed, height + bleed
    around: tuple[Segment, ...] = (("M", low, low), ("L", right, low), ("L", right, bottom), ("L", low, bottom), ("Z",))
    plain = ground if ground is not None else (Shape(around, Paint(fill=colour)),)
    return Face(name, width, height, (), plain, bleed=bleed)


def distances(faces: list[Face], sides: str) -> set[float]:
    """Between trims side by side on fronts, over and across."""
    made = Component("card", "Card", "cards", tuple(Piece(face.name, face, 4) for face in faces))
    sheet = impose([made], on_any("a4", sides=sides), LABEL, "Cards")[0]
    boxes = trims(sheet)
    lefts, tops = sorted({box[0] for box in boxes}), sorted({box[1] for box in boxes})
    return {b - a - (boxes[0][2] - boxes[0][0]) for a, b in pairwise(lefts)} | {
        b - a - (boxes[0][3] - boxes[0][1]) for a, b in pairwise(tops)
    }


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("bleed", [2 * MM, 3 * MM])
def test_neighbours_whose_edges_differ_are_two_bleeds_apart(sides: str, bleed: int) -> None:
    faces = [coloured("a", "#aa0000", bleed=bleed), coloured("b", "#00aa00", bleed=bleed)]
    assert distances(faces, sides) == {2 * bleed}


@pytest.mark.parametrize("sides", SIDES)
def test_neighbours_on_one_plain_ground_butt(sides: str) -> None:
    """A cut that goes a little wrong shows nothing."""
    assert distances([coloured("a", "#aa0000"), coloured("b", "#aa0000")], sides) == {0}


@pytest.mark.parametrize(
    "ground",
    [
        pytest.param((), id="nothing"),
        pytest.param((shapes.circle(20 * MM, 30 * MM, 60 * MM, Paint(fill="#aa0000")),), id="a disc"),
        pytest.param((shapes.rectangle(Face("", 40 * MM, 60 * MM, ()).trim, Paint(fill="#aa0000")),), id="no bleed"),
        pytest.param(
            (
                *coloured("", "#aa0000").background,
                shapes.line(0, 0, 40 * MM, 60 * MM, Paint(stroke="#ffffff", width=900)),
            ),
            id="a pattern",
        ),
    ],
)
def test_neighbours_whose_ground_is_not_plain_to_its_end_are_two_bleeds_apart(ground: tuple[Op, ...]) -> None:
    faces = [coloured("a", "", ground=ground), coloured("b", "", ground=ground)]
    assert distances(faces, "duplex-long") == {6 * MM}


@quick
@given(jobs(most=1))
def test_fronts_are_as_far_apart_as_their_gap_or_two_bleeds(job: Job) -> None:
    """Made-up faces have no ground, so their edges may differ."""
    (pieces,) = job.pieces
    for leaf in leaves_of(job):
        backs = [piece.back.bleed for piece in pieces.pieces if piece.back and job.options.sides != "fronts"]
        wanted = [piece.front.bleed for piece in pieces.pieces] + (backs if len(backs) > 1 else [])
        apart = max(pieces.gap, 2 * max(wanted))
        boxes = [trim_of(each) for each in leaf.fronts]
        for low, high in ((0, 2), (1, 3)):
            length = boxes[0][high] - boxes[0][low]
            starts = sorted({box[low] for box in boxes})
            assert all(b - a - length == pytest.approx(apart) for a, b in pairwise(starts))


# The most that fits


LARGEST = {
    # Margins of 5 mm all round, 4 mm for the label at the foot (or at the side, free on the other side of the back).
    "duplex-long": (200 * MM, 283 * MM),
    # Over the short edge the foot comes to lie at the head, which stays free too; at the side the label is in no way.
    "duplex-short": (196 * MM, 287 * MM),
    # Half a sheet less margin, and 5 mm from the fold: 148.5 - 5 - 5; beside the label 200 - 4.
    "gutterfold": (196 * MM, 138_500),
    "fronts": (200 * MM, 283 * MM),
    "separate": (200 * MM, 283 * MM),
}


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("turned", [False, True])
def test_the_largest_piece_that_fits_on_a4(sides: str, turned: bool) -> None:
    options = on_any("a4", sides=sides, marks="none")
    width, height = LARGEST[sides]
    size = (height, width) if turned else (width, height)
    fitting = component("board", size, [1], backs=[True])
    found = impose([fitting], options, LABEL, "Boards")
    assert sum(len(sheet.placements) for sheet in found) == (1 if sides == "fronts" else 2)
    # Wider than the label at the foot leaves it, and higher than the label at the side does.
    with pytest.raises(PreflightError):
        impose([component("board", (201 * MM, 288 * MM), [1], backs=[True])], options, LABEL, "Boards")
