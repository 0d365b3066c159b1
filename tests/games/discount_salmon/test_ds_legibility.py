"""Marks that are read in half a second: their size and their contrast, measured on the faces as they are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import LANGUAGES
from PIL import Image, ImageDraw
from salmon import variant

from kitgen.components.formats import CARD_FORMATS
from kitgen.components.kit import Component, Face, Piece
from kitgen.draw import shapes
from kitgen.draw.art import ArtShelf
from kitgen.draw.drawing import CURRENT, Box, Drawing, Group, Paint
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
    assert min(mark.size for face in faces(poker, "fish", language) for mark in marks(face)) >= 10 * MM
    assert min(max(mark.size for mark in marks(face)) for face in faces(poker, "modifiers", language)) >= 19.5 * MM


@pytest.mark.parametrize("size", sorted(set(CARD_FORMATS) - {"micro"}))
def test_marks_are_ink_on_white_on_every_card_that_is_allowed(size: str) -> None:
    """Black on white is 21 to 1; ink is a little lighter than black."""
    for component in ("fish", "modifiers"):
        for face in faces(CARD_FORMATS[size], component):
            assert all(mark.contrast > 15 for mark in marks(face))


def test_cards_that_are_too_small_are_refused_and_say_so() -> None:
    drawn = components(variant(cards={"format": (44 * MM, 44 * MM)}), load_words("discount-salmon", "en"), ART)
    [found] = illegible(drawn)
    assert (found.code, found.path.partition(",")[0]) == ("icon-too-small", "cards")
    assert found.message.endswith("so too on 9 other faces")
    assert "cards.format" in found.hint


def card(side: float, colour: str, ground: str) -> Component:
    """A made-up fish with one mark on a ground, drawn at half size in a group of twice the size."""
    square = Drawing("icon-square", 10, 10, (shapes.rectangle(Box(0, 0, 10, 10), Paint(CURRENT)),))
    mark = shapes.place_in(square, Box(0, 0, side / 2, side / 2), colour)
    below = shapes.rectangle(Box(0, 0, 30 * MM, 30 * MM), Paint(ground))
    face = Face("made-up", 60 * MM, 60 * MM, (Group((below, mark), (2, 0, 0, 2, 5 * MM, 5 * MM)),))
    return Component("fish", "Fish", "cards", (Piece("made-up", face),))


@pytest.mark.parametrize(
    ("side", "colour", "ground", "code"),
    [
        (7.0, "#000000", "#FFFFFF", None),
        (6.9, "#000000", "#FFFFFF", "icon-too-small"),
        (20.0, "#767676", "#FFFFFF", None),  # 4.54
        (20.0, "#777777", "#FFFFFF", "icon-too-pale"),  # 4.48
        (20.0, "#000000", "#767676", None),  # 4.62
        (20.0, "#FFFFFF", "#FFFFFF", "icon-too-pale"),
    ],
)
def test_size_and_contrast_are_measured_as_printed(side: float, colour: str, ground: str, code: str | None) -> None:
    found = illegible([card(side * MM, colour, ground)])
    assert [finding.code for finding in found] == ([code] if code else [])


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="{path}" fill="{fill}"/></svg>'
WHOLE, DOT, OUTSIDE = "M1 1H23V23H1Z", "M11 11H12V12H11Z", "M50 50H70V70H50Z"


@pytest.mark.parametrize(
    ("path", "fill", "code"),
    [
        (WHOLE, "#1B1B1E", None),
        (WHOLE, "#8B0000", None),
        (DOT, "#1B1B1E", "icon-too-small"),
        (WHOLE, "#F3EBD6", "icon-too-pale"),
    ],
)
@pytest.mark.parametrize("is_picture", [False, True])
def test_a_mark_of_the_authors_own_is_measured_by_what_is_drawn(
    tmp_path: Path, path: str, fill: str, code: str | None, is_picture: bool
) -> None:
    file = tmp_path / ("icon-odour.png" if is_picture else "icon-odour.svg")
    if is_picture:
        image = Image.new("RGBA", (240, 240), (0, 0, 0, 0))
        inset = 10 if path == WHOLE else 110
        ImageDraw.Draw(image).rectangle((inset, inset, 239 - inset, 239 - inset), fill=fill)
        image.save(file)
    else:
        file.write_text(SVG.format(path=path, fill=fill))
    shelf = ArtShelf([tmp_path, resource_folder("templates") / "discount-salmon" / "art"])
    found = illegible(components(variant(), load_words("discount-salmon", "en"), shelf))
    assert {finding.code for finding in found} == ({code} if code else set())


def test_a_mark_drawn_outside_its_frame_is_none(tmp_path: Path) -> None:
    (tmp_path / "icon-odour.svg").write_text(SVG.format(path=OUTSIDE, fill="#1B1B1E"))
    shelf = ArtShelf([tmp_path, resource_folder("templates") / "discount-salmon" / "art"])
    found = illegible(components(variant(), load_words("discount-salmon", "en"), shelf))
    assert {one.code for one in found} == {"icon-too-pale"}


def test_the_corner_of_a_fanned_hand_is_measured_too() -> None:
    large, corner = (card(side, "#000000", "#FFFFFF").pieces[0].front for side in (20 * MM, 3.9 * MM))
    ops = (*large.ops, Group(corner.ops, (1, 0, 0, 1, 30 * MM, 30 * MM)))
    face = Face("made-up", 90 * MM, 90 * MM, ops)
    assert [found.code for found in illegible([Component("modifiers", "", "cards", (Piece("made-up", face),))])] == [
        "icon-too-small"
    ]


def test_what_is_no_card_of_the_race_is_passed_over() -> None:
    tiny = card(2 * MM, "#FFFFFF", "#FFFFFF")
    assert illegible([Component("cart", "Cart", "tokens", tiny.pieces)]) == []
