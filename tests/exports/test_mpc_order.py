"""Orders at MakePlayingCards: read back as XML; every slot once a side, every picture there."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kitgen.components.kit import Component, Face, Piece
from kitgen.errors import UsageError
from kitgen.exports.mpc_order import STOCKS, order_files
from kitgen.exports.pictures import Pictured, pictured
from kitgen.render.png import Canvas

Cards = Sequence[tuple[int, int]]
"""Copies and which back, card by card."""


def deck(cards: Cards, key: str = "deck", pixels: tuple[int, int] = (822, 1122)) -> Pictured:
    backs = [Face(f"back {number}", 63_500, 88_900, ()) for number in range(4)]
    pieces = [Piece(f"card-{number}", Face(f"{number}", 63_500, 88_900, ()), copies, backs[back])
              for number, (copies, back) in enumerate(cards)]  # fmt: skip
    return pictured(Component(key, key, "cards", tuple(pieces)), Canvas(*pixels, 300))


def slots(order: ElementTree.Element, side: str) -> dict[int, str]:
    """Which picture each slot of a side has."""
    found = [(int(slot), card.findtext("id") or "") for card in order.findall(f"./{side}/card")
             for slot in (card.findtext("slots") or "").split(",")]  # fmt: skip
    assert len({slot for slot, _ in found}) == len(found), "a slot stands twice"
    return dict(found)


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 3)), min_size=1, max_size=20))
def test_every_slot_has_the_pictures_of_its_card(cards: Cards) -> None:
    one = deck(cards)
    (order,) = [ElementTree.fromstring(data) for data in order_files([one], "s30", 612).values()]
    wanted = [piece for piece in one.component.pieces for _ in range(piece.copies)]
    fronts, backs = slots(order, "fronts"), slots(order, "backs")
    assert sorted(fronts) == list(range(len(wanted)))
    assert order.findtext("details/quantity") == str(len(wanted))
    common = order.findtext("cardback")
    for number, piece in enumerate(wanted):
        assert piece.back is not None
        assert fronts[number] == one.file(piece.front)
        assert backs.get(number, common) == one.file(piece.back)
    assert common not in backs.values()
    assert len(backs) <= len(wanted) // 2 or len({back for _, back in cards}) > 2


def test_each_picture_stands_once_a_side_and_says_that_it_is_a_local_file() -> None:
    (data,) = order_files([deck([(3, 0), (2, 1), (1, 0)])], "p10", 612).values()
    order = ElementTree.fromstring(data)
    assert [child.tag for child in order] == ["details", "fronts", "backs", "cardback"]
    assert order.findtext("details/stock") == "(P10) Plastic"
    assert order.findtext("details/foil") == "false"
    for card in order.iter("card"):
        assert [child.tag for child in card] == ["id", "sourceType", "slots", "name", "query"]
        assert card.findtext("sourceType") == "Local File"
        assert card.findtext("name") == card.findtext("id")
    assert [card.findtext("slots") for card in order.findall("fronts/card")] == ["0,1,2", "3,4", "5"]
    assert [card.findtext("slots") for card in order.findall("backs/card")] == ["3,4"]


def test_backs_are_left_out_where_all_have_the_common_one() -> None:
    (data,) = order_files([deck([(1, 2), (4, 2)])], "s30", 612).values()
    assert ElementTree.fromstring(data).find("backs") is None


def test_decks_of_one_size_are_one_order_and_other_sizes_have_their_own() -> None:
    small = deck([(5, 0)], "small", (597, 822))
    files = order_files([deck([(1, 0)]), deck([(2, 0)], "more"), small], "s30", 612)
    quantities = {name: ElementTree.fromstring(data).findtext("details/quantity") for name, data in files.items()}
    assert quantities == {"order_822x1122.xml": "3", "order_597x822.xml": "5"}


def test_more_cards_than_an_order_takes_are_refused() -> None:
    assert order_files([deck([(306, 0), (306, 0)])], "s30", 612)
    with pytest.raises(UsageError, match="613 cards of one size; MakePlayingCards takes 612"):
        order_files([deck([(306, 0)]), deck([(307, 0)], "more")], "s30", 612)


def test_stocks_are_called_as_the_service_calls_them() -> None:
    assert STOCKS == {
        "s27": "(S27) Smooth",
        "s30": "(S30) Standard Smooth",
        "s33": "(S33) Superior Smooth",
        "m31": "(M31) Linen",
        "p10": "(P10) Plastic",
    }
