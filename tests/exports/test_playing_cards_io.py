"""Tables for PlayingCards.io: a row for every physical card, pictures that are there, a room that is not too full."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from table_stubs import SMALL, deck, pieces_of, stub_face, stub_kit

from kitgen.components.kit import Component, Piece
from kitgen.errors import UsageError
from kitgen.exports.hosting import TableFiles
from kitgen.exports.playing_cards_io import deck_table, pcio_files, room_findings
from kitgen.imposition.kit_sheets import DrawnKit

AT = "https://example.org/kit"


@pytest.fixture(scope="module")
def classic(drawn: DrawnKit) -> TableFiles:
    return pcio_files(drawn, AT)


def rows_of(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8"), newline="")))


def test_the_classic_has_a_row_for_every_recipe(drawn: DrawnKit, classic: TableFiles) -> None:
    assert [name for name in classic.files if name.endswith(".csv")] == ["recipes.csv"]
    rows = rows_of(classic.files["recipes.csv"])
    (recipes,) = (component for component in drawn.kit.components if component.id == "recipes")
    assert list(rows[0]) == ["label", "image", "back"]
    assert [row["label"] for row in rows] == [piece.title for piece in recipes.pieces]
    assert len({row["image"] for row in rows}) == 36
    assert len({row["back"] for row in rows}) == 1


def test_every_address_of_a_table_leads_to_a_picture(classic: TableFiles) -> None:
    for row in rows_of(classic.files["recipes.csv"]):
        for address in (row["image"], row["back"]):
            assert classic.files[address.removeprefix(f"{AT}/")].startswith(b"\x89PNG")


def test_pictures_of_all_faces_are_there_and_soon_loaded(drawn: DrawnKit, classic: TableFiles) -> None:
    pictures = {name: Image.open(io.BytesIO(data)) for name, data in classic.files.items() if name.endswith(".png")}
    # Two boards, 36 recipes and their back, six kinds of token, five cats, the chef, three notes, the player aid.
    assert len(pictures) == 2 + 37 + 6 + 5 + 1 + 3 + 1
    assert max(max(picture.size) for picture in pictures.values()) == 1_024
    cards = {picture.size for name, picture in pictures.items() if name.startswith("recipes_")}
    assert cards == {(731, 1_024)}  # 88.9 mm in 1024 pixels


@given(st.lists(st.integers(1, 5), min_size=1, max_size=30))
def test_copies_have_a_row_each(copies: list[int]) -> None:
    cards = deck(copies, back=stub_face("back"))
    addresses = {id(face): f"https://example.org/{face.name}.png" for face in cards.faces}
    rows = rows_of(deck_table(cards, addresses))
    assert [row["label"] for row in rows] == [f"Card {n}" for n, count in enumerate(copies) for _ in range(count)]
    assert {row["back"] for row in rows} == {"https://example.org/back.png"}


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_any_title_can_be_read_again(title: str) -> None:
    face = stub_face("card")
    table = deck_table(Component("deck", "Deck", "cards", (Piece("card", face, 2, title=title),)), {id(face): AT})
    assert [(row["label"], row["back"]) for row in rows_of(table)] == [(title, "")] * 2


def test_cards_without_a_title_are_called_after_their_deck() -> None:
    face = stub_face("card", size=SMALL)
    made = pcio_files(stub_kit(Component("my-deck", "Deck", "cards", (Piece("card", face),))), AT)
    (row,) = rows_of(made.files["my-deck.csv"])
    assert row["label"] == "Deck"


@pytest.mark.parametrize(("count", "codes"), [(1_200, []), (1_201, ["room-full"])])
def test_a_room_that_is_too_full_is_told(count: int, codes: list[str]) -> None:
    assert [finding.code for finding in room_findings([pieces_of("notes", [count])])] == codes


@pytest.mark.parametrize("address", ["", "file:///home/x/", "kit", "ftp://example.org"])
def test_pictures_must_be_on_the_web(drawn: DrawnKit, address: str) -> None:
    with pytest.raises(UsageError) as refused:
        pcio_files(drawn, address)
    assert "--images-at https://" in refused.value.hint


def test_the_same_kit_gives_the_same_table() -> None:
    kit = stub_kit(deck([1, 2], size=SMALL), pieces_of("tokens", [3]))
    assert pcio_files(kit, AT).files == pcio_files(kit, AT).files
