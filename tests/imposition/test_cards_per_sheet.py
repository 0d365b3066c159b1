"""How many cards a sheet takes: the figures of the print specification, and a brute-force count for other sizes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sheet_geometry import EDGE, LABEL, PAPER_SIZES, component, on, sizes

from kitgen.components.formats import CARD_FORMATS
from kitgen.imposition.grid import grid_for
from kitgen.imposition.paper import read_paper
from kitgen.imposition.sheets import impose
from kitgen.units import MM

LABEL_STRIP = 4 * MM

# The specification's counts with a margin of 5 mm, the better of both orientations, on A4, Letter and what both have in
# common: butted, and with gaps of 4 mm and a bleed of 2 mm round every card.
SPECIFIED = {
    "poker": ((9, 9, 9), (8, 6, 6)),
    "standard": ((9, 9, 9), (8, 8, 8)),
    "bridge": ((10, 9, 9), (9, 8, 8)),
    "mini-euro": ((16, 18, 12), (12, 12, 12)),
    "mini-us": ((21, 20, 18), (16, 16, 16)),
    "mini-tgc": ((18, 18, 18), (16, 15, 12)),
    "euro": ((9, 8, 8), (8, 8, 8)),
    "tarot": ((4, 4, 4), (4, 4, 4)),
    "square": ((8, 6, 6), (6, 6, 6)),
    "small-square": ((12, 12, 12), (8, 9, 6)),
    "business": ((10, 12, 10), (10, 8, 8)),
}
PAPER_NAMES = ("a4", "letter", "fit")

# What kitgen's sheets cost: a strip of 4 mm for the label, and 0.95 mm on each side of a block for its crop marks.
COST_OF_THE_LABEL = {("business", "letter"): 2}
COST_OF_MARKS = {
    ("poker", "fit"): 1,
    ("bridge", "a4"): 1,
    ("mini-euro", "letter"): 3,
    ("mini-us", "a4"): 3,
    ("mini-us", "letter"): 2,
    ("mini-tgc", "fit"): 2,
    ("business", "letter"): 2,
}

every_format = pytest.mark.parametrize("name", sorted(SPECIFIED))
every_paper = pytest.mark.parametrize("paper", PAPER_NAMES)


def specified(name: str, paper: str) -> tuple[int, int]:
    """Butted, and apart."""
    butted, apart = SPECIFIED[name]
    return butted[PAPER_NAMES.index(paper)], apart[PAPER_NAMES.index(paper)]


@every_paper
@every_format
def test_cards_reach_the_specified_count(name: str, paper: str) -> None:
    butted, _ = specified(name, paper)
    cards = component("card", CARD_FORMATS[name], [1])
    assert grid_for(cards, on(paper, marks="none")).per_sheet == butted - COST_OF_THE_LABEL.get((name, paper), 0)


@every_paper
@every_format
def test_two_sided_cards_turn_on_the_sheet_to_reach_it_but_for_the_room_of_the_marks(name: str, paper: str) -> None:
    butted, _ = specified(name, paper)
    cards = component("card", CARD_FORMATS[name], [butted], back_bleed=3 * MM, backs=[True])
    most = butted - COST_OF_MARKS.get((name, paper), 0)
    assert grid_for(cards, on(paper)).per_sheet == most
    sheets = impose([cards], on(paper), LABEL, "Cards")
    assert len(sheets[0].placements) == len(sheets[1].placements) == most


@every_paper
@every_format
def test_cards_that_bleed_reach_the_count_of_cards_apart(name: str, paper: str) -> None:
    _, apart = specified(name, paper)
    cards = component("card", CARD_FORMATS[name], [1], bleed=2 * MM)
    assert grid_for(cards, on(paper, marks="none")).per_sheet == apart


def most_along(length: float, piece: float, bleed: int, gap: int) -> int:
    """Pieces in a row, counted by laying one after the other."""
    count, used = 0, bleed + piece + bleed
    while used <= length:
        count += 1
        used += max(gap, 2 * bleed) + piece
    return count


@settings(max_examples=100, deadline=None)
@given(sizes, st.sampled_from([0, 1 * MM, 3 * MM]), st.sampled_from([0, 3 * MM]), st.sampled_from(["a4", "letter"]))
def test_no_layout_of_straight_cuts_takes_more(size: tuple[int, int], bleed: int, gap: int, paper: str) -> None:
    """One-sided pieces: both orientations, the label at the foot or at the side."""
    width, height = (length - 2 * EDGE for length in PAPER_SIZES[paper])
    areas = [
        (across - aside, along - below)
        for across, along in ((width, height), (height, width))
        for aside, below in ((LABEL_STRIP, 0), (0, LABEL_STRIP))
    ]
    counts = [most_along(a, size[0], bleed, gap) * most_along(b, size[1], bleed, gap) for a, b in areas]
    piece = component("piece", size, [1], bleed=bleed, gap=gap, marks=False)
    assert grid_for(piece, on(paper)).per_sheet == max(counts)


@pytest.mark.parametrize(("text", "name"), [("210x297mm", "a4"), ("11x8.5in", "letter"), ("420mm x 297mm", "a3")])
def test_a_paper_that_has_a_name_is_called_so_however_it_is_written(text: str, name: str) -> None:
    assert read_paper(text) == read_paper(name)
