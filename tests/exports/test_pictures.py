"""Pictures of faces: exact pixels, what is printed, names that a manifest explains, and what services take."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from conftest import KitBuilder
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from kitgen.components.formats import CARD_FORMATS
from kitgen.components.kit import Component, Face, Part, Piece
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Paint
from kitgen.draw.text import fit_text
from kitgen.draw.theme import body
from kitgen.errors import UsageError
from kitgen.exports.backs import with_backs
from kitgen.exports.danger import dangers
from kitgen.exports.pictures import (
    MOST_PIXELS,
    all_components,
    picture_entries,
    picture_files,
    pictured,
    plain_pictures,
    service_pictures,
)
from kitgen.exports.services import SERVICES, THE_GAME_CRAFTER
from kitgen.imposition.kit_sheets import DrawnKit
from kitgen.render.png import Canvas, draw_pictures

INCH = 25_400
TGC = SERVICES["tgc"]
MPC = SERVICES["mpc"]


def component(drawn: DrawnKit, key: str) -> Component:
    return next(found for found in drawn.kit.components if found.id == key)


def deck(width: int, height: int, part: Part = "cards", copies: Sequence[int] = (1, 2)) -> Component:
    """A deck of plain cards with one back."""
    ground = shapes.rectangle(Box(-5_000, -5_000, width + 10_000, height + 10_000), Paint("#0072B2"))
    back = Face("back", width, height, (), (ground,), bleed=5_000)
    fronts = [Face(f"card {number}", width, height, ()) for number in range(len(copies))]
    pieces = (Piece(f"card-{number}", front, copies[number], back) for number, front in enumerate(fronts))
    return Component("deck", "Deck", part, tuple(pieces))


# Pixels


@given(st.integers(12_700, 400_000), st.integers(12_700, 400_000), st.integers(36, 600), st.integers(0, 5_000))
def test_a_picture_has_the_pixels_of_its_trim_and_bleed_to_half_a_pixel(
    width: int, height: int, dpi: int, bleed: int
) -> None:
    try:
        canvas = plain_pictures([deck(width, height)], dpi, bleed)[0].canvas
    except UsageError:
        assert (width + 2 * bleed) * (height + 2 * bleed) * (dpi / INCH) ** 2 > MOST_PIXELS * 0.99
        return
    assert abs(canvas.width - (width + 2 * bleed) * dpi / INCH) <= 0.5
    assert abs(canvas.height - (height + 2 * bleed) * dpi / INCH) <= 0.5


@pytest.mark.parametrize("dpi", [72, 299, 300, 600])
def test_files_have_just_the_pixels_that_were_reckoned_and_know_their_resolution(dpi: int) -> None:
    for name, data in picture_files(plain_pictures([deck(63_000, 88_000)], dpi, 3_000)):
        file = Path(name)
        assert file.suffix == ".png"
        with Image.open(io.BytesIO(data)) as picture:
            # 69 and 94 mm: half a pixel up or down, never one more.
            assert picture.size == (round(69 / 25.4 * dpi), round(94 / 25.4 * dpi))
            assert picture.mode == "RGB"
            assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


def test_a_whole_number_of_pixels_is_not_rounded_up() -> None:
    """2.5 × 3.5 in are 750 × 1,050 pixels at 300 dpi."""
    canvas = plain_pictures([deck(63_500, 88_900)], 300, 0)[0].canvas
    assert (canvas.width, canvas.height) == (750, 1050)
    picture = next(draw_pictures([(deck(63_500, 88_900).pieces[0].front, canvas)]))
    assert picture.size == (750, 1050)


def test_a_trim_that_ends_within_a_pixel_has_its_bleed_there_and_no_white_edge() -> None:
    back = deck(63_333, 88_111).pieces[0].back
    assert back is not None
    picture = next(draw_pictures([(back, Canvas(748, 1041, 300))]))
    edges = [picture.getpixel(spot) for spot in ((0, 0), (747, 0), (0, 1040), (747, 1040), (374, 0), (0, 520))]
    assert set(edges) == {(0x00, 0x72, 0xB2)}


# What is printed


def test_the_picture_of_a_face_is_the_printed_face(drawn: DrawnKit, build_kit: KitBuilder) -> None:
    """A printed sheet of cards, rasterised trim by trim, beside the pictures of the same cards."""
    kit = build_kit(only=["cards"])
    canvas = Canvas(375, 525, 150)
    cards = component(drawn, "recipes")
    pictures = list(draw_pictures([(piece.front, canvas) for piece in cards.pieces[:9]]))
    page = pypdfium2.PdfDocument(kit.folder / "cards.pdf")[0]
    high = page.get_height()
    trims = sorted(kit.trims(kit.pages("cards")[0], "cards"), key=lambda trim: (round(trim.top), trim.left))
    assert len(trims) == 9
    for number, trim in enumerate(trims):
        left, top, right, bottom = (side * 72 / 25.4 for side in trim)
        # A hair less than the trim: pypdfium2 rounds pixels up.
        page.set_cropbox(left, high - bottom + 0.001, right - 0.001, high - top)
        printed = page.render(scale=canvas.dpi / 72).to_pil().convert("RGB")
        apart = [ImageStat.Stat(ImageChops.difference(printed, picture).convert("L")).mean[0] for picture in pictures]
        assert apart[number] == min(apart)
        assert apart[number] < 0.5
        assert sorted(apart)[1] > 5


def test_boards_are_drawn_in_one_piece_and_documents_page_by_page(drawn: DrawnKit) -> None:
    found = {one.id: one for one in all_components(drawn, ("boards", "rules"))}
    board = component(drawn, "fish-market")
    assert found["fish-market"].size == (board.size[0], board.size[1] * len(board.pieces))
    pages = next(len(faces) for document, faces in drawn.pages if document.id == "rules")
    assert [piece.id for piece in found["rules"].pieces] == [f"page-{number}" for number in range(1, pages + 1)]


def test_the_pages_of_rules_are_drawn_too(drawn: DrawnKit) -> None:
    pages = list(picture_files(plain_pictures(all_components(drawn, ("rules",)), 40, 0)))
    assert [name for name, _ in pages] == [f"rules_page-{number}.png" for number in range(1, len(pages) + 1)]
    assert len(pages) == 3


# Names


def test_pictures_are_named_for_their_pieces_and_equal_ones_are_there_once() -> None:
    one = pictured(deck(63_500, 88_900), Canvas(750, 1050, 300))
    assert sorted(one.names.values()) == ["deck_back", "deck_card-0_front", "deck_card-1_front"]


def test_pieces_without_backs_and_single_pieces_have_short_names() -> None:
    face = Face("x", 20_000, 20_000, ())
    tokens = Component("tokens", "Tokens", "tokens", (Piece("wine", face), Piece("egg", replace(face, name="y"))))
    board = Component("market", "Market", "boards", (Piece("market", face),))
    names = [sorted(pictured(one, Canvas(9, 9, 300)).names.values()) for one in (tokens, board)]
    assert names == [["tokens_egg", "tokens_wine"], ["market"]]


def test_no_two_faces_have_one_name_whatever_pieces_are_called() -> None:
    size = (63_500, 88_900)
    back = Face("back", *size, ())
    pieces = (Piece("deck", Face("a", *size, ()), 1, back), Piece("front", Face("b", *size, ())),
              Piece("back", Face("c", *size, ())))  # fmt: skip
    names = list(pictured(Component("deck", "Deck", "cards", pieces), Canvas(750, 1050, 300)).names.values())
    assert len(set(names)) == len(names) == 4


def test_different_backs_are_named_for_their_cards() -> None:
    plain = deck(63_500, 88_900)
    other = replace(plain, pieces=(*plain.pieces[:1], replace(plain.pieces[1], back=Face("o", 63_500, 88_900, ()))))
    names = set(pictured(other, Canvas(750, 1050, 300)).names.values())
    assert {"deck_card-0_back", "deck_card-1_back"} < names


def test_the_manifest_leads_from_each_piece_to_its_pictures(drawn: DrawnKit) -> None:
    wanted = plain_pictures(all_components(drawn, ("cards", "tokens")), 36, 0)
    written = {name for name, _ in picture_files(wanted)}
    entries = {entry["id"]: entry for entry in picture_entries(wanted)}
    told = {piece[side] for entry in entries.values() for piece in entry["pieces"] for side in ("front", "back")
            if side in piece}  # fmt: skip
    assert told == written
    tokens = component(drawn, "tokens")
    assert {piece["id"]: piece["copies"] for piece in entries["tokens"]["pieces"]} == {
        piece.id: piece.copies for piece in tokens.pieces
    }


# The Game Crafter


@pytest.mark.parametrize("product", THE_GAME_CRAFTER, ids=lambda product: product.name)
def test_canvases_of_the_game_crafter_hold_trim_and_bleed(product) -> None:  # type: ignore[no-untyped-def]
    """An eighth of an inch a side; documents have none, and some decks share the canvas of a larger one."""
    bleeds = [px / 300 - inches for px, inches in zip(product.pixels, product.inches, strict=True)]
    wanted = {
        "Document": [0, 0],
        "EuroPokerDeck": [0.27, 0.29],
        "USGameDeck": [0.295, 0.325],
        "MintTinDeck": [0.45, 0.32],
    }
    assert bleeds == pytest.approx(wanted.get(product.name, [0.25, 0.25]), abs=0.01)


@pytest.mark.parametrize(
    ("size", "name", "pixels"),
    [
        ("poker", "PokerDeck", (825, 1125)),
        ("standard", "EuroPokerDeck", (825, 1125)),
        ("bridge", "BridgeDeck", (750, 1125)),
        ("mini-tgc", "MiniDeck", (600, 825)),
        ("micro", "MicroDeck", (450, 600)),
        ("tarot-us", "TarotDeck", (900, 1500)),
        ("tarot", "TarotDeck", (900, 1500)),
        ("jumbo", "JumboDeck", (1125, 1725)),
        ("business", "BusinessDeck", (675, 1125)),
        ("large-square", "SquareDeck", (1125, 1125)),
        ("small-square", "SmallSquareDeck", (825, 825)),
        ("square", "EuroSquareDeck", (900, 900)),
        ("standard-us", "USGameDeck", (750, 1125)),
        ("domino", "DominoDeck", (600, 1125)),
    ],
)
def test_card_formats_go_on_their_own_decks(size: str, name: str, pixels: tuple[int, int]) -> None:
    wanted, notes = service_pictures([deck(*CARD_FORMATS[size])], TGC)
    assert (wanted[0].product, (wanted[0].canvas.width, wanted[0].canvas.height)) == (name, pixels)
    assert notes == []


NOT_AT_TGC = {
    "euro": "TarotDeck",
    "japanese": "EuroPokerDeck",
    "mini-euro": "DominoDeck",
    "mini-us": "MiniDeck",
    "half-poker": "MiniDeck",
}
"""Formats without a deck of their own, and the smallest deck that holds them."""


@pytest.mark.parametrize("size", sorted(CARD_FORMATS))
def test_whatever_has_no_deck_of_its_own_is_told(size: str) -> None:
    wanted, notes = service_pictures([deck(*CARD_FORMATS[size])], TGC)
    assert ("no-exact-product" in [note.code for note in notes]) == (size in NOT_AT_TGC)
    if size in NOT_AT_TGC:
        assert wanted[0].product == NOT_AT_TGC[size]


def test_the_bleed_of_a_back_fills_the_canvas_of_its_deck() -> None:
    cards = deck(63_500, 88_900)
    wanted, _ = service_pictures([cards], TGC)
    assert cards.pieces[0].back is not None
    picture = next(draw_pictures([(cards.pieces[0].back, wanted[0].canvas)]))
    assert picture.getextrema() == ((0x00, 0x00), (0x72, 0x72), (0xB2, 0xB2))


def test_what_no_product_holds_is_left_out_and_told() -> None:
    strip = deck(34_000, 300_000, "tokens")
    wanted, notes = service_pictures([strip, deck(63_500, 88_900)], TGC)
    assert [one.product for one in wanted] == ["PokerDeck"]
    assert [note.code for note in notes] == ["no-product"]
    with pytest.raises(UsageError, match=r"makes nothing that holds 34 × 300 mm"):
        service_pictures([strip], TGC)


def test_discs_go_on_round_chits_and_squares_on_square_ones() -> None:
    circle = shapes.circle(9_525, 9_525, 9_525, Paint()).segments
    square = Component("tokens", "Tokens", "tokens", (Piece("a", Face("a", 19_050, 19_050, ())),))
    disc = Component("tokens", "Tokens", "tokens", (Piece("a", Face("a", 19_050, 19_050, (), outline=circle)),))
    names = [service_pictures([one], TGC)[0][0].product for one in (square, disc)]
    assert names == ["MediumSquareChit", "MediumCircleChit"]


# Text near the cut


def test_text_where_a_service_may_cut_is_told_with_the_nearest(drawn: DrawnKit) -> None:
    cards = component(drawn, "recipes")
    assert list(dangers(cards, cards.size, 1_000, "Somebody")) == []
    (finding,) = dangers(cards, cards.size, 9_000, "Somebody")
    assert finding.severity == "warning"
    assert "36 faces" in finding.message
    assert "9 mm of the cut" in finding.message


def test_a_larger_canvas_keeps_text_clear_of_its_cut(drawn: DrawnKit) -> None:
    tokens = component(drawn, "tokens")
    width, height = tokens.size
    codes = [[finding.code for finding in dangers(tokens, (width + more, height + more), 6_000, "Somebody")]
             for more in (0, 6_000)]  # fmt: skip
    assert codes == [["near-the-cut", "no-bleed"], []]


def card_with_text(left: int, size: tuple[int, int] = (40_000, 88_900)) -> Component:
    """A card with a text whose first letter begins about so far from the left edge, far from the others."""
    text = fit_text("Hm", Box(left, 40_000, 20_000, 8_000), body(9), "note", align="left", stand="middle")
    return Component("deck", "Deck", "cards", (Piece("a", Face("a", *size, (text,))),))


@pytest.mark.parametrize(("wider", "told"), [(0, "1.5 mm"), (2_000, "2.5 mm"), (4_450, "")])
def test_only_the_side_that_is_cut_near_a_text_counts(wider: int, told: str) -> None:
    """A narrow card on a wider deck, both equally high: the sides have room, top and bottom have none."""
    found = list(dangers(card_with_text(1_500), (40_000 + wider, 88_900), 3_175, "Us"))
    assert [finding.code for finding in found if finding.code == "near-the-cut"] == ["near-the-cut"] * bool(told)
    if told:
        assert found[0].message.endswith(told)


def test_colour_that_ends_at_the_cut_is_told_and_bleed_or_a_border_is_not() -> None:
    size = (19_050, 19_050)
    whole = Box(0, 0, *size)
    kinds = {
        "ends there": Face("a", *size, (shapes.rectangle(whole, Paint("#0072B2")),)),
        "bleeds": Face("a", *size, (), (shapes.rectangle(whole.inset(-5_000), Paint("#0072B2")),), bleed=5_000),
        "has a border": Face("a", *size, (shapes.rectangle(whole.inset(2_500), Paint("#0072B2")),)),
        "is empty": Face("a", *size, ()),
    }
    tokens = {kind: Component("t", "T", "tokens", (Piece("a", face),)) for kind, face in kinds.items()}
    told = {kind: [finding.code for finding in dangers(one, size, 0, "Us")] for kind, one in tokens.items()}
    assert told == {"ends there": ["no-bleed"], "bleeds": [], "has a border": [], "is empty": []}


# Backs


def test_cards_without_a_back_get_a_white_one_and_others_keep_theirs() -> None:
    cards = deck(63_500, 88_900)
    bare = replace(cards, pieces=(replace(cards.pieces[0], back=None), cards.pieces[1]))
    done = with_backs(bare)
    assert done.pieces[1].back is cards.pieces[1].back
    assert done.pieces[0].back is not None
    assert done.pieces[0].back.ops == ()
    assert with_backs(cards) is cards


# MakePlayingCards


def test_a_card_on_its_side_has_the_canvas_of_the_upright_one_turned() -> None:
    for size, pixels in (((88_000, 63_000), (1110, 816)), ((88_900, 63_500), (1122, 822))):
        canvas = MPC.canvas_for(deck(*size))
        assert canvas is not None
        assert (canvas.width, canvas.height) == pixels


@pytest.mark.parametrize(
    ("size", "pixels"),
    [("standard", (816, 1110)), ("poker", (822, 1122)), ("bridge", (747, 1122)), ("mini-tgc", (597, 822))],
)
def test_canvases_of_makeplayingcards_have_36_pixels_round_the_trim(size: str, pixels: tuple[int, int]) -> None:
    canvas = MPC.canvas_for(deck(*CARD_FORMATS[size]))
    assert canvas is not None
    assert (canvas.width, canvas.height) == pixels


def test_tabletopia_has_all_faces_of_a_component_at_one_size_and_no_bleed(drawn: DrawnKit) -> None:
    cards = component(drawn, "recipes")
    wanted, notes = service_pictures([cards], SERVICES["tabletopia"])
    assert notes == []
    assert (wanted[0].canvas.width, wanted[0].canvas.height) == (750, 1050)
    assert len(wanted[0].names) == 37
