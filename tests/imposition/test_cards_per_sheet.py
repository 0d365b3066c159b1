"""How many cards a sheet takes: the figures of the print specification, and a brute-force count for other sizes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sheet_geometry import CARD_SIZES, EDGE, LABEL, PAPER_SIZES, component, sizes

from kitgen.components.formats import CARD_FORMATS
from kitgen.imposition.paper import PAPERS
from kitgen.imposition.sheets import grid_for, impose
from kitgen.units import MM

LABEL_STRIP = 4 * MM

# The specification's count of butted cards with a margin of 5 mm, the better of both orientations: A4, Letter.
SPECIFIED = {"poker": (9, 9), "standard": (9, 9), "bridge": (10, 9), "euro": (9, 8), "tarot": (4, 4)}

# What kitgen's sheets cost. Crop marks want 1.15 mm on each side; two-sided cards stay upright, so that the flip over
# the long edge is the same for every kit. The strip for the sheet's label costs no card of any format.
COST_OF_MARKS = {("bridge", "a4"): 1}
COST_OF_STANDING_UPRIGHT = {("bridge", "a4"): 1, ("euro", "letter"): 2}

every_format = pytest.mark.parametrize("name", sorted(SPECIFIED))
every_paper = pytest.mark.parametrize("paper", ["a4", "letter"])


def specified(name: str, paper: str) -> int:
    return SPECIFIED[name][("a4", "letter").index(paper)]


def test_the_formats_are_the_trades() -> None:
    assert CARD_FORMATS == CARD_SIZES


@every_paper
@every_format
def test_cards_reach_the_specified_count(name: str, paper: str) -> None:
    cards = component("card", CARD_SIZES[name], [1], marks=False)
    assert grid_for(cards, PAPERS[paper]).per_sheet == specified(name, paper)


@every_paper
@every_format
def test_cards_with_marks_reach_it_but_for_the_room_of_the_marks(name: str, paper: str) -> None:
    most, cost = specified(name, paper), COST_OF_MARKS.get((name, paper), 0)
    found = grid_for(component("card", CARD_SIZES[name], [1]), PAPERS[paper]).per_sheet
    assert most - cost <= found <= most


@every_paper
@every_format
def test_two_sided_cards_reach_it_but_for_the_cost_of_standing_upright(name: str, paper: str) -> None:
    most, cost = specified(name, paper), COST_OF_STANDING_UPRIGHT.get((name, paper), 0)
    cards = component("card", CARD_SIZES[name], [most], back_bleed=3 * MM, backs=[True])
    assert most - cost <= grid_for(cards, PAPERS[paper]).per_sheet <= most
    if cost == 0:
        front, back = impose([cards], PAPERS[paper], LABEL, "Cards")
        assert len(front.placements) == len(back.placements) == most


def most_along(length: float, piece: float, bleed: int, gap: int) -> int:
    """Pieces in a row, counted by laying one after the other."""
    count, used = 0, bleed + piece + bleed
    while used <= length:
        count += 1
        used += max(gap, 2 * bleed) + piece
    return count


@settings(max_examples=200, deadline=None)
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
    assert grid_for(piece, PAPERS[paper]).per_sheet == max(counts)
