"""Boards over pages that overlap: the tiles laid together are the board, no more and no less."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import pytest
from conftest import KitBuilder
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw
from readback import COARSE, Page, Rect, same
from sheet_geometry import (
    EVERY_PAPER,
    LABEL,
    Edges,
    Point,
    clips,
    component,
    edges,
    grown,
    ink,
    inside,
    lines_of,
    on_any,
    overlap,
    within_margin,
)

from kitgen.components.kit import Component, Face, Piece
from kitgen.draw import shapes
from kitgen.draw.drawing import Op, Paint, Shape, walk
from kitgen.imposition.boards import tile_sheets, whole
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.sheet import Label, Sheet
from kitgen.units import MM

OVERLAP = 10 * MM
BLACK = Paint(fill="#000000")
TILE_LABEL = Label(LABEL.text, LABEL.sides, notes={"tile": "{board}: tile {tile}"})
quick = settings(max_examples=40, deadline=None)


@dataclass(frozen=True)
class Tiled:
    """A board, the paper that it is printed on, and its tiles."""

    board: Component
    paper: str
    options: PrintOptions

    @property
    def size(self) -> tuple[int, int]:
        width, height = self.board.size
        return width, height * len(self.board.pieces)

    @property
    def sheets(self) -> list[Sheet]:
        return tile_sheets(whole(self.board), self.options, TILE_LABEL)

    def area(self, sheet: Sheet) -> Edges:
        return within_margin(sheet, self.paper, self.options.margin)


def window(sheet: Sheet) -> Edges:
    """What a tile shows, in the board's coordinates."""
    (placed,) = sheet.placements
    assert placed.turn == 0
    left, top, right, bottom = edges(placed.clip)
    return left - placed.x, top - placed.y, right - placed.x, bottom - placed.y


def on_board(sheet: Sheet, x: float, y: float) -> Point:
    """Where a point of a tile's sheet lies on the board."""
    (placed,) = sheet.placements
    return round(x - placed.x, 3) + 0.0, round(y - placed.y, 3) + 0.0


def registers(sheet: Sheet) -> set[Point]:
    """The middles of a sheet's circles, on the board."""
    found = set()
    for op, _, _ in walk(sheet.marks):
        if isinstance(op, Shape) and any(segment[0] == "C" for segment in op.segments):
            left, top, right, bottom = ink([op])[0]
            found.add(on_board(sheet, (left + right) / 2, (top + bottom) / 2))
    return found


def stretches(found: Sequence[Edges], low: int) -> list[tuple[float, float]]:
    """The distinct stretches of windows along one direction: 0 across, 1 down."""
    return sorted({(round(box[low], 3), round(box[low + 2], 3)) for box in found})


@st.composite
def tiled(draw: st.DrawFn) -> Tiled:
    """Boards from the size of a card to 1.2 m, in one to three sections."""
    paper = draw(st.sampled_from(sorted(EVERY_PAPER)))
    sections = draw(st.integers(1, 3))
    width, height = draw(st.integers(60 * MM, 1_200 * MM)), draw(st.integers(60 * MM, 1_200 * MM)) // sections
    margin = draw(st.sampled_from([5 * MM, 3 * MM, 12_700]))
    return Tiled(component("board", (width, height), [1] * sections), paper, on_any(paper, margin=margin))


@quick
@given(tiled())
def test_windows_cover_the_board_and_nothing_beside_it_with_10_mm_in_common(made: Tiled) -> None:
    windows = [window(sheet) for sheet in made.sheets]
    columns, rows = stretches(windows, 0), stretches(windows, 1)
    for found, whole_length in ((columns, made.size[0]), (rows, made.size[1])):
        assert found[0][0] == 0
        assert found[-1][1] == pytest.approx(whole_length)
        assert all(before[1] - after[0] == pytest.approx(OVERLAP) for before, after in pairwise(found))
    # Every column meets every row, once.
    boxes = {tuple(round(at, 3) for at in box) for box in windows}
    assert boxes == {(left, top, right, bottom) for left, right in columns for top, bottom in rows}
    assert len(windows) == len(columns) * len(rows)


@quick
@given(tiled())
def test_all_tiles_are_equally_large(made: Tiled) -> None:
    windows = [window(sheet) for sheet in made.sheets]
    for box in windows:
        assert (box[2] - box[0], box[3] - box[1]) == pytest.approx(
            (windows[0][2] - windows[0][0], windows[0][3] - windows[0][1])
        )


@quick
@given(tiled(), st.floats(0, 1), st.floats(0, 1))
def test_every_point_of_the_board_is_shown_at_its_own_size(made: Tiled, across: float, down: float) -> None:
    """On the paper, two points are as far apart as on the board, so the matrix may only shift."""
    x, y = across * made.size[0], down * made.size[1]
    shown = [sheet for sheet in made.sheets if inside((x, y, x, y), window(sheet))]
    assert 1 <= len(shown) <= 4
    for sheet in shown:
        (placed,) = sheet.placements
        assert placed.matrix[:4] == (1, 0, 0, 1)
        assert (placed.face.width, placed.face.height) == made.size
        a, b, c, d, e, f = placed.matrix
        here = a * x + c * y + e, b * x + d * y + f
        assert inside((*here, *here), edges(placed.clip))


@quick
@given(tiled())
def test_the_fewest_pages(made: Tiled) -> None:
    """A tile keeps 7 mm for its marks all round and 4 mm for the label at the foot, on upright paper or on its side."""
    short, long = EVERY_PAPER[made.paper]
    spare = 2 * made.options.margin + 2 * 7 * MM

    def needed(length: int, room: int) -> int:
        pages = 1
        while pages * room - (pages - 1) * OVERLAP < length:
            pages += 1
        return pages

    width, height = made.size
    ways = [needed(width, across - spare) * needed(height, down - spare - 4 * MM)
            for across, down in ((short, long), (long, short))]  # fmt: skip
    assert len(made.sheets) == min(ways)


@quick
@given(tiled())
def test_tiles_their_marks_and_labels_are_on_what_can_be_inked(made: Tiled) -> None:
    for sheet in made.sheets:
        area = made.area(sheet)
        assert all(inside(box, area) for box in [*clips(sheet), *ink(sheet.marks), *ink(sheet.label)])
        assert not any(overlap(text, box) for text in ink(sheet.label) for box in [*clips(sheet), *ink(sheet.marks)])


@quick
@given(tiled())
def test_marks_are_outside_the_tile_but_for_the_line_that_the_next_one_is_laid_to(made: Tiled) -> None:
    for sheet in made.sheets:
        (shown,) = clips(sheet)
        lay = lines_of(sheet.marks, dashed=True)
        within = [box for box in ink(sheet.marks) if overlap(box, shown)]
        assert len(within) == len(lay)
        for left, top, right, bottom in lay:
            # From edge to edge, where the neighbour begins.
            if left == right:
                assert (left, top, bottom) == pytest.approx((shown[2] - OVERLAP, shown[1], shown[3]))
            else:
                assert (top, left, right) == pytest.approx((shown[3] - OVERLAP, shown[0], shown[2]))


@quick
@given(tiled())
def test_each_tile_with_a_neighbour_right_or_below_has_the_line_to_lay_it_to(made: Tiled) -> None:
    for sheet in made.sheets:
        box = window(sheet)
        wanted = [box[2] < made.size[0] - 1, box[3] < made.size[1] - 1]
        lay = lines_of(sheet.marks, dashed=True)
        assert [any(x == right for x, _, right, _ in lay), any(y == low for _, y, _, low in lay)] == wanted


@quick
@given(tiled())
def test_register_marks_of_neighbours_are_at_the_same_places_of_the_board(made: Tiled) -> None:
    """Two on the middle of every overlap; and no tile has one that nobody shares."""
    sheets = made.sheets
    shared: dict[int, set[Point]] = {number: set() for number in range(len(sheets))}
    for number, sheet in enumerate(sheets):
        for other_number, other in enumerate(sheets[:number]):
            mine, its = window(sheet), window(other)
            beside = mine[0] == pytest.approx(its[2] - OVERLAP) and mine[1] == its[1]
            below = mine[1] == pytest.approx(its[3] - OVERLAP) and mine[0] == its[0]
            if not (beside or below):
                continue
            middle = mine[0] + OVERLAP / 2 if beside else mine[1] + OVERLAP / 2
            both = registers(sheet) & registers(other)
            on_seam = {point for point in both if abs(point[0 if beside else 1] - middle) < 0.01}
            assert len(on_seam) == 2
            shared[number] |= on_seam
            shared[other_number] |= on_seam
    assert [registers(sheet) for sheet in sheets] == list(shared.values())


def names(sheets: Sequence[Sheet]) -> list[str]:
    """What each sheet's label calls its tile."""
    return [sheet.note.rpartition(" ")[2] for sheet in sheets]


@quick
@given(tiled())
def test_names_tell_tiles_apart_and_say_column_and_row(made: Tiled) -> None:
    sheets = made.sheets
    found = names(sheets)
    assert len(set(found)) == len(found)
    windows = [window(sheet) for sheet in sheets]
    lefts, tops = [low for low, _ in stretches(windows, 0)], [low for low, _ in stretches(windows, 1)]
    for name, box in zip(found, windows, strict=True):
        column, row = lefts.index(round(box[0], 3)), tops.index(round(box[1], 3))
        assert re.fullmatch(r"[A-Z]\d+", name)
        assert name == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[column] + str(row + 1)


@quick
@given(tiled())
def test_the_name_beside_a_tile_is_not_printed_over(made: Tiled) -> None:
    for sheet in made.sheets:
        (name,) = [op for op in sheet.marks if not isinstance(op, Shape)]
        others: list[Op] = [op for op in sheet.marks if op is not name]
        assert not any(overlap(ink([name])[0], box) for box in ink(others))


def test_a_board_that_fits_on_a_page_is_one_tile() -> None:
    (sheet,) = tile_sheets(whole(component("board", (150 * MM, 100 * MM), [1, 1])), on_any("a4"), TILE_LABEL)
    assert window(sheet) == (0, 0, 150 * MM, 200 * MM)
    assert registers(sheet) == set()


def test_the_sections_of_a_board_follow_each_other_downwards() -> None:
    """A spot in the middle of each section is in the middle of its third of the whole."""
    spots = [
        Piece(f"board-{size}", Face("board", 90 * MM, 60 * MM, (shapes.circle(45_000, 30_000, size, BLACK),)))
        for size in (1_000, 2_000, 3_000)
    ]
    (piece,) = whole(Component("board", "Board", "boards", tuple(spots), joined=True)).pieces
    assert (piece.front.width, piece.front.height) == (90 * MM, 180 * MM)
    assert ink(piece.front.ops) == [
        pytest.approx(grown((45_000, y, 45_000, y), size))
        for y, size in ((30_000, 1_000), (90_000, 2_000), (150_000, 3_000))
    ]


# Pixels

DOTS = 4
"""To the millimetre."""

LINE = 3
"""Pixels that a dashed line may take up, on either side."""


def boards_on(pages: Sequence[Page]) -> list[list[Page]]:
    """The pages of each board; the map before tiles fills a page, and blank backs have nothing on them."""
    found: dict[int, list[Page]] = {}
    for page in pages:
        if page.faces and not same(page.faces[0].box, page.paper, COARSE):
            found.setdefault(page.faces[0].form, []).append(page)
    return list(found.values())


def shown(page: Page) -> Rect:
    """The window of a tile, or of a board in one piece, in the board's millimetres."""
    (placed,) = page.faces
    box, clip = placed.box, placed.clip
    return Rect(max(clip.left, box.left) - box.left, max(clip.top, box.top) - box.top,
                min(clip.right, box.right) - box.left, min(clip.bottom, box.bottom) - box.top)  # fmt: skip


def board_pixels(page: Page) -> tuple[Image.Image, tuple[int, int]]:
    """What a page shows of its board, on the pixel grid of the whole board, and where it belongs there."""
    seen, (placed,) = shown(page), page.faces
    # Only pixels that are wholly of it; a hundredth of a pixel is rounding in the file.
    left, top = (math.ceil(at * DOTS - 0.01) for at in (seen.left, seen.top))
    right, bottom = (math.floor(at * DOTS + 0.01) for at in (seen.right, seen.bottom))
    origin = placed.box.left + left / DOTS, placed.box.top + top / DOTS
    return page.cutting(origin, (right - left, bottom - top), DOTS), (left, top)


def without_lay_lines(seen: Rect, at: tuple[int, int], size: tuple[int, int], board: Rect) -> Image.Image:
    """The mask of a tile's pixels that are the board's own."""
    mask = Image.new("L", size, 255)
    draw = ImageDraw.Draw(mask)
    if seen.right < board.right - 0.01:
        x = (seen.right - 10) * DOTS - at[0]
        draw.rectangle((x - LINE, 0, x + LINE, size[1]), fill=0)
    if seen.bottom < board.bottom - 0.01:
        y = (seen.bottom - 10) * DOTS - at[1]
        draw.rectangle((0, y - LINE, size[0], y + LINE), fill=0)
    return mask


def board_of(page: Page) -> Rect:
    (placed,) = page.faces
    return Rect(0, 0, placed.box.width, placed.box.height)


@pytest.mark.parametrize("paper", ["148x210mm", "a4"])
def test_tiles_laid_together_are_the_picture_of_the_board(build_kit: KitBuilder, paper: str) -> None:
    boards = boards_on(build_kit(paper="a3", only=["boards"], boards="whole").pages("boards"))
    tiles = boards_on(build_kit(paper=paper, only=["boards"], boards="tiled").pages("boards"))
    assert len(boards) == 2
    for (board,), own in zip(boards, tiles, strict=True):
        assert len(own) > 1
        picture, at = board_pixels(board)
        assert at == (0, 0)
        # Where only the end of a dashed line was laid, the picture itself stands.
        together, covered = picture.copy(), Image.new("L", picture.size, 0)
        for tile in own:
            assert board_of(tile) == pytest.approx(board_of(board), abs=0.01)
            pixels, (left, top) = board_pixels(tile)
            mask = without_lay_lines(shown(tile), (left, top), pixels.size, board_of(board))
            together.paste(pixels, (left, top), mask)
            covered.paste(255, (left, top, left + pixels.width, top + pixels.height))
        assert covered.getextrema() == (255, 255), "a part of the board is on no tile"
        assert_same_picture(together, picture)


def assert_same_picture(one: Image.Image, other: Image.Image) -> None:
    """Alike but for the rounding of greys."""
    assert min(other.tobytes()) < 100, "there is something to see"
    assert max(ImageChops.difference(one, other).tobytes()) <= 8
