"""The market boards, read back from their PDF: prices, die icons and names on the spaces of the specification."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pdfplumber
from conftest import KitBuilder, PrintedKit
from readback import Page, Rect, drawn_box, in_lines, numbers_among, read_pdf, whole_text

KINDS = ("wine", "mushroom", "vegetable", "roe", "egg", "flour")
PAIRS = {
    "en": ["wine / sake", "mushrooms / miso", "vegetables / greens", "roe / ginger", "egg / lemon", "flour / rice"],
    "fr": [
        "vin / saké",
        "champignons / miso",
        "légumes / herbes",
        "caviar / gingembre",
        "œuf / citron",
        "farine / riz",
    ],
}
FARM_PRICES = {
    "P": [12, 9, 7, 6, 5],
    "B": [10, 7, 6, 5, 4],
    "G": [8, 6, 5, 4, 3],
    "R": [7, 5, 4, 3, 2],
    "Y": [5, 4, 3, 2, 1],
    "W": [4, 3, 2, 1, 0],
}
# Die faces that stand on spaces 1 to 5.
FARM_FACES = {
    "P": [[], [1, 2], [3, 4], [5], [6]],
    "B": [[], [1, 2], [3], [4, 5], [6]],
    "G": [[], [1], [2, 3], [4, 5], [6]],
    "R": [[], [1], [2, 3], [4], [5, 6]],
    "Y": [[], [1], [2], [3, 4], [5, 6]],
    "W": [[], [], [1, 2], [3, 4], [5, 6]],
}
FISH_PRICES = {
    1: [1, 2, 3, 4, 5],
    2: [2, 3, 4, 5, 7],
    3: [4, 5, 6, 7, 9],
    4: [6, 7, 8, 10, 12],
    5: [8, 9, 11, 13, 16],
    6: [10, 11, 13, 16, 20],
}


@dataclass(frozen=True)
class Row:
    """A market row as printed: the words left of it, and each space's price and die faces."""

    label: list[str]
    prices: list[int]
    faces: list[list[int]]
    spaces: list[Rect]


def read_boards(kit: PrintedKit) -> tuple[list[Row], list[Row]]:
    """The rows of the Fish Market and of the Farmer's Market, top to bottom."""
    return read_board_file(kit.folder / "boards.pdf")


@cache
def read_board_file(file: Path) -> tuple[list[Row], list[Row]]:
    pages = read_pdf(file)
    assert len(pages) == 4
    with pdfplumber.open(file) as pdf:
        rows = [read_rows(pages[number], pdf.pages[number]) for number in range(4)]
    return rows[0] + rows[1], rows[2] + rows[3]


def read_rows(page: Page, drawn: Any) -> list[Row]:
    """The rows of one section: spaces are the big white squares, die icons the small ones, pips dark circles."""
    curves = [(curve, drawn_box(curve)) for curve in drawn.curves]
    squares = [
        box for curve, box in curves if abs(box.width - box.height) < 0.05 and is_white(curve) and curve["stroke"]
    ]
    pips = [box for curve, box in curves if abs(box.width - box.height) < 0.05 and box.width < 2 and is_dark(curve)]
    lines = in_lines((box, box) for box in squares if box.width >= 20)
    icons = [box for box in squares if 3 < box.width < 10]
    tops = [line[0][0].top for line in lines]
    rows = []
    for number, line in enumerate(lines):
        spaces = [space for space, _ in line]
        floor = tops[number + 1] if number + 1 < len(tops) else spaces[0].bottom + (spaces[0].bottom - spaces[0].top)
        band = Rect(page.trim.left, spaces[0].top - 2, spaces[0].left, floor - 2)
        prices = []
        for space in spaces:
            below = Rect(space.left, space.bottom, space.right, floor)
            (price,) = [value for value, _ in numbers_among(page.words_in(below))]
            prices.append(price)
        faces = [sorted(die_value(icon, pips, page) for icon in icons if space.holds(icon)) for space in spaces]
        rows.append(Row([word.text for word in page.words_in(band)], prices, faces, spaces))
    return rows


def die_value(icon: Rect, pips: list[Rect], page: Page) -> int:
    """What a die icon shows: its pips, or its numeral."""
    inside = sum(icon.holds(pip) for pip in pips)
    if inside:
        return inside
    (value,) = [number for number, _ in numbers_among(page.words_in(icon))]
    return value


def is_white(curve: dict[str, Any]) -> bool:
    return bool(curve["fill"]) and all(value == 1 for value in curve["non_stroking_color"])


def is_dark(curve: dict[str, Any]) -> bool:
    return bool(curve["fill"]) and not curve["stroke"] and all(value < 0.2 for value in curve["non_stroking_color"])


def test_fish_market_prices_stand_on_their_spaces(classic_kit: PrintedKit) -> None:
    fish, _ = read_boards(classic_kit)
    assert {int(row.label[0]): row.prices for row in fish} == FISH_PRICES
    assert [int(row.label[0]) for row in fish] == [1, 2, 3, 4, 5, 6]
    assert all(faces == [] for row in fish for faces in row.faces), "fish rows are not filled by a roll"


def test_farmers_market_prices_stand_on_their_spaces(classic_kit: PrintedKit) -> None:
    _, farm = read_boards(classic_kit)
    assert {row.label[0]: row.prices for row in farm} == FARM_PRICES


def test_die_icons_stand_on_exactly_the_spaces_of_the_fill_table(classic_kit: PrintedKit) -> None:
    _, farm = read_boards(classic_kit)
    assert {row.label[0]: row.faces for row in farm} == FARM_FACES


def test_rows_are_named_in_the_kits_language(classic_kit: PrintedKit) -> None:
    fish, farm = read_boards(classic_kit)
    assert [" ".join(row.label[1:]) for row in farm] == PAIRS[classic_kit.language]
    assert [" ".join(row.label[1:]) for row in fish] == [classic_kit.words["fish"][size] for size in range(1, 7)]
    titles = {"en": ("Fish Market", "Farmer's Market"), "fr": ("Marché aux poissons", "Marché fermier")}
    for page, title in zip(classic_kit.pages("boards")[::2], titles[classic_kit.language], strict=True):
        assert title in whole_text([page])


def test_spaces_fit_the_tokens_and_dice(build_kit: KitBuilder) -> None:
    for rows in read_boards(build_kit()):
        assert len(rows) == 6
        for row in rows:
            assert len(row.spaces) == 5
            assert min(min(space.width, space.height) for space in row.spaces) > 20


def test_another_fill_table_moves_the_icons_of_its_row_only(build_kit: KitBuilder) -> None:
    fill = "market.farm.rows.roe.fill=[1, 1, 1, 4, 4, 5]"
    _, farm = read_boards(build_kit(only=["boards"], settings=[fill]))
    expected = FARM_FACES | {"R": [[1, 2, 3], [], [], [4, 5], [6]]}
    assert {row.label[0]: row.faces for row in farm} == expected


def test_dice_of_more_than_six_faces_show_numerals(build_kit: KitBuilder, homebrew: Callable[[str, str], Path]) -> None:
    rows = "".join(f"      {kind}: {{fill: [1, 1, 2, 2, 3, 3, 4, 5]}}\n" for kind in KINDS)
    variant = homebrew("eight-sided", f"extends: classic\nmarket:\n  farm:\n    die: d8\n    rows:\n{rows}")
    _, farm = read_boards(build_kit(variant, only=["boards"]))
    assert [row.faces for row in farm] == [[[1, 2], [3, 4], [5, 6], [7], [8]]] * 6


def test_the_two_sections_of_a_board_meet_at_the_seam(build_kit: KitBuilder) -> None:
    """The last line of pixels of the upper section continues in the first line of the lower one."""
    scale = 8
    pages = build_kit().pages("boards")
    for upper, lower in (pages[0:2], pages[2:4]):
        assert abs(upper.trim.width - lower.trim.width) < 0.01
        # The seam runs through a pixel; a row outside the trim is white from end to end.
        last = [row for line in (-2, -1, 0) if len(set(row := pixel_row(upper, upper.trim.bottom, line, scale))) > 2]
        first = [row for line in (-1, 0, 1) if len(set(row := pixel_row(lower, lower.trim.top, line, scale))) > 2]
        assert last and first, "something is drawn across the seam"
        unlike = [sum(abs(a - b) > 60 for a, b in zip(one, other, strict=True)) for one in last for other in first]
        assert min(unlike) < len(last[0]) * 0.01


def pixel_row(page: Page, height: float, line: int, scale: int) -> list[int]:
    """A line of pixels across the trim, some lines below a height."""
    left, top = round(page.trim.left * scale), round(height * scale) + line
    box = (left, top, left + round(page.trim.width * scale), top + 1)
    return list(page.pixels(scale).crop(box).tobytes())
