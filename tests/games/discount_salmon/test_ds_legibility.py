"""Marks that are read in half a second: their size and their contrast, measured on the faces as they are drawn."""

from __future__ import annotations

import pytest
from conftest import LANGUAGES
from salmon import variant

from kitgen.components.formats import CARD_FORMATS
from kitgen.components.kit import Component, Face, Piece
from kitgen.draw import shapes
from kitgen.draw.art import ArtShelf
from kitgen.draw.drawing import Box, Group, Paint
from kitgen.errors import PreflightError
from kitgen.games.discount_salmon.kit import components
from kitgen.games.discount_salmon.legibility import illegible, marks
from kitgen.source.resources import resource_folder
from kitgen.source.words import load_words
from kitgen.units import MM

ART = ArtShelf([resource_folder("templates") / "discount-salmon" / "art"])


def faces(size: tuple[int, int], component: str, language: str = "en") -> list[Face]:
    drawn = components(variant(cards={"format": size}), load_words("discount-salmon", language), ART)
    return [piece.front for found in drawn if found.id == component for piece in found.pieces]


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_poker_cards_problems_are_over_a_centimetre_and_modifiers_over_two(language: str) -> None:
    poker = CARD_FORMATS["poker"]
    assert min(mark.size for face in faces(poker, "fish", language) for mark in marks(face)) >= 11 * MM
    assert min(max(mark.size for mark in marks(face)) for face in faces(poker, "modifiers", language)) >= 20 * MM


@pytest.mark.parametrize("size", sorted(set(CARD_FORMATS) - {"micro"}))
def test_marks_are_ink_on_white_on_every_card_that_is_allowed(size: str) -> None:
    """Black on white is 21 to 1; ink is a little lighter than black."""
    for component in ("fish", "modifiers"):
        for face in faces(CARD_FORMATS[size], component):
            assert all(mark.contrast > 15 for mark in marks(face))


def test_cards_that_are_too_small_are_refused_and_say_so() -> None:
    with pytest.raises(PreflightError) as refused:
        faces(CARD_FORMATS["micro"], "fish")
    assert {finding.code for finding in refused.value.diagnostics} == {"icon-too-small"}


def card(side: float, colour: str, ground: str) -> Component:
    """A made-up fish with one mark on a ground, drawn at half size in a group of twice the size."""
    mark = shapes.place_in(ART("icon-boot"), Box(0, 0, side / 2, side / 2), colour)
    below = shapes.rectangle(Box(0, 0, 30 * MM, 30 * MM), Paint(ground))
    face = Face("made-up", 60 * MM, 60 * MM, (Group((below, mark), (2, 0, 0, 2, 5 * MM, 5 * MM)),))
    return Component("fish", "Fish", "cards", (Piece("made-up", face),))


@pytest.mark.parametrize(
    ("side", "colour", "ground", "is_fine"),
    [
        (8.0, "#000000", "#FFFFFF", True),
        (7.9, "#000000", "#FFFFFF", False),
        (20.0, "#767676", "#FFFFFF", True),  # 4.54
        (20.0, "#777777", "#FFFFFF", False),  # 4.48
        (20.0, "#000000", "#767676", True),  # 4.62
        (20.0, "#FFFFFF", "#FFFFFF", False),
    ],
)
def test_size_and_contrast_are_measured_as_printed(side: float, colour: str, ground: str, is_fine: bool) -> None:
    found = illegible([card(side * MM, colour, ground)])
    assert [finding.code for finding in found] == ([] if is_fine else ["icon-too-small"])


def test_what_is_no_card_of_the_race_is_passed_over() -> None:
    tiny = card(2 * MM, "#FFFFFF", "#FFFFFF")
    assert illegible([Component("cart", "Cart", "tokens", tiny.pieces)]) == []
