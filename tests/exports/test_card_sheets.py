"""Cards on sheets: which cell is whose, how large cells are, and that the picture shows just that."""

from __future__ import annotations

import io
import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops
from table_stubs import CARD, SMALL, deck, stub_face

from kitgen.components.formats import CARD_FORMATS
from kitgen.components.kit import Component, Face, Piece
from kitgen.exports.card_sheets import best_grid, plan_deck, sheet_pictures
from kitgen.exports.grid_pictures import canvas_of, paint
from kitgen.render.png import draw_pictures

INCH = 25_400
COUNTS = st.lists(st.integers(1, 4), min_size=1, max_size=200)
SIDE = st.integers(20_000, 200_000)

# Which cell is whose


@given(COUNTS)
def test_every_physical_card_has_a_cell_that_shows_its_face(copies: list[int]) -> None:
    cards = deck(copies)
    plan = plan_deck(cards)
    sheets = [fronts.faces for fronts, _ in sheet_pictures(plan)]
    wanted = [piece.front for piece in cards.pieces for _ in range(piece.copies)]
    assert [sheets[sheet][cell] for sheet, cell in plan.slots] == wanted


@given(COUNTS)
def test_sheets_are_as_few_as_can_be_and_never_use_the_hidden_cell(copies: list[int]) -> None:
    plan = plan_deck(deck(copies))
    assert len(plan.sheets) == math.ceil(len(copies) / 69)
    assert max(cell for _, cell in plan.slots) < plan.grid.columns * plan.grid.rows - 1
    assert all(len(sheet.fronts) <= 69 for sheet in plan.sheets)


@pytest.mark.parametrize(("faces", "sheets"), [(1, 1), (69, 1), (70, 2), (138, 2), (139, 3)])
def test_a_sheet_has_sixty_nine_faces_at_most(faces: int, sheets: int) -> None:
    assert len(plan_deck(deck([1] * faces)).sheets) == sheets


def test_cards_that_look_alike_share_a_cell_whatever_they_are_called() -> None:
    twins = [Piece(f"twin-{n}", stub_face(f"twin-{n}", 7), 1, title=f"Twin {n}") for n in range(3)]
    other = Piece("other", stub_face("other", 8))
    plan = plan_deck(Component("deck", "Deck", "cards", (*twins, other)))
    assert plan.slots == ((0, 0), (0, 0), (0, 0), (0, 1))


def test_the_last_cell_is_the_back() -> None:
    back = stub_face("back", 900)
    plan = plan_deck(deck([1] * 5, back=back))
    ((fronts, backs),) = sheet_pictures(plan)
    assert fronts.faces[-1] == back
    assert len(fronts.faces) == fronts.grid.columns * fronts.grid.rows
    assert backs.faces == (back,)
    assert not plan.backs_differ


def test_cards_without_a_back_get_a_plain_one() -> None:
    plan = plan_deck(deck([1, 2]))
    assert plan.back.ops == ()
    assert plan.back.background
    assert (plan.back.width, plan.back.height) == CARD


def test_differing_backs_lie_in_the_order_of_their_fronts() -> None:
    pieces = tuple(Piece(f"c{n}", stub_face(f"c{n}", n % 40), 1, stub_face(f"b{n}", 500 + n)) for n in range(80))
    plan = plan_deck(Component("deck", "Deck", "cards", pieces))
    assert plan.backs_differ
    # Equal fronts with other backs are other cards.
    assert len(set(plan.slots)) == 80
    for piece, (sheet, cell) in zip(pieces, plan.slots, strict=True):
        fronts, backs = sheet_pictures(plan)[sheet]
        assert (fronts.faces[cell], backs.faces[cell]) == (piece.front, piece.back)
        assert (fronts.grid, fronts.faces[-1]) == (backs.grid, backs.faces[-1])


# How large cells are


@given(st.integers(1, 69), SIDE, SIDE)
def test_a_grid_keeps_to_the_program_and_to_the_trims_shape(faces: int, width: int, height: int) -> None:
    grid = best_grid(faces, (width, height))
    assert 2 <= grid.columns <= 10
    assert 2 <= grid.rows <= 7
    assert grid.columns * grid.rows >= faces + 1
    assert grid.size == (grid.columns * grid.cell.width, grid.rows * grid.cell.height)
    assert max(grid.size) <= 4_096
    assert grid.cell.dpi <= 300
    for pixels, length in ((grid.cell.width, width), (grid.cell.height, height)):
        exact = length * grid.cell.dpi / INCH
        assert exact - 1 < pixels <= exact + 0.001


@given(st.integers(1, 69), SIDE, SIDE)
def test_no_other_grid_is_sharper(faces: int, width: int, height: int) -> None:
    best = best_grid(faces, (width, height)).cell.dpi
    for columns in range(2, 11):
        for rows in range(2, 8):
            if columns * rows >= faces + 1:
                across, down = 4_096 // columns / (width / INCH), 4_096 // rows / (height / INCH)
                assert min(300.0, across, down) <= best + 1e-9


@pytest.mark.parametrize(
    ("faces", "columns", "rows", "cell"),
    [
        (69, 10, 7, (409, 572)),  # the largest sheet: 4096 pixels over ten cards
        (1, 2, 2, (750, 1_050)),  # at most 300 dpi: 2.5 × 3.5 inches
        (14, 5, 3, (750, 1_050)),
    ],
)
def test_grids_for_poker_cards(faces: int, columns: int, rows: int, cell: tuple[int, int]) -> None:
    grid = best_grid(faces, CARD)
    assert (grid.columns, grid.rows) == (columns, rows)
    assert (grid.cell.width, grid.cell.height) == cell


@pytest.mark.parametrize("name", CARD_FORMATS)
def test_a_canvas_lies_inside_the_trim_to_the_pixel(name: str) -> None:
    width, height = CARD_FORMATS[name]
    canvas = canvas_of((width, height), 4_096, 4_096)
    assert (canvas.width, canvas.height) == (width * 300 // INCH, height * 300 // INCH)


# What the picture shows


def opened(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    picture.load()
    return picture


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and ImageChops.difference(one, other).getbbox() is None


def test_each_cell_shows_its_face_and_the_rest_is_white() -> None:
    cards = deck([1] * 10, back=stub_face("back", 900, SMALL), size=SMALL)
    plan = plan_deck(cards)
    ((fronts, backs),) = sheet_pictures(plan)
    sheet, back = (opened(data) for data in paint([fronts, backs]))
    cell = plan.grid.cell
    own = [*draw_pictures([(piece.front, cell) for piece in cards.pieces])]
    blank = Image.new("RGB", (cell.width, cell.height), "white")
    wanted = [*own, *[blank] * (plan.grid.columns * plan.grid.rows - 11), back]
    assert sheet.size == plan.grid.size
    assert sheet.mode == "RGB"
    for number, picture in enumerate(wanted):
        x, y = number % plan.grid.columns * cell.width, number // plan.grid.columns * cell.height
        assert same(sheet.crop((x, y, x + cell.width, y + cell.height)), picture), number


@settings(max_examples=5, deadline=None)
@given(st.integers(2, 69))
def test_a_changed_face_changes_its_own_cell_alone(changed: int) -> None:
    cards = deck([1] * 69, size=SMALL)
    pieces = list(cards.pieces)
    pieces[changed - 1] = replace(pieces[changed - 1], front=stub_face("new", 5_000, SMALL))
    plans = [plan_deck(one) for one in (cards, replace(cards, pieces=tuple(pieces)))]
    before, after = (opened(next(paint([sheet_pictures(plan)[0][0]]))) for plan in plans)
    cell, columns = plans[0].grid.cell, plans[0].grid.columns
    x, y = (changed - 1) % columns * cell.width, (changed - 1) // columns * cell.height
    assert ImageChops.difference(before, after).getbbox() == (x, y, x + cell.width, y + cell.height)


def test_what_reaches_into_the_bleed_is_not_on_the_card() -> None:
    face = stub_face("bled", 3, SMALL)
    wide = replace(face, background=(*face.background, *stub_face("", 9, (90_000, 90_000)).background), bleed=5_000)
    plain: Face = stub_face("plain", 9, SMALL)
    canvas = canvas_of(SMALL, 30, 30)
    assert same(*draw_pictures([(wide, canvas), (plain, canvas)]))
