"""DS-3.10, DS-3.12, DS-4.4: who reveals the next fish: whoever ended the last one, or the next player clockwise."""

from __future__ import annotations

from typing import Any

import pytest
from salmon import ANDREW, ANTIDOTE, BLENDER, COSTUME, PERFUME, Game, variant
from salmon_arena import events_of

from kitgen.games.discount_salmon import rules
from kitgen.games.discount_salmon.table import CART, REVEALED, REVEALER, SEAT

PLAIN = (PERFUME, PERFUME, COSTUME, COSTUME, ANTIDOTE)

WHO = [("claimer", 0, 2, 2), ("claimer", 1, 0, 0), ("claimer", 1, 1, 1),
       ("clockwise", 0, 2, 1), ("clockwise", 1, 0, 2), ("clockwise", 2, 2, 0)]  # fmt: skip
"""The variant's word, who revealed, who ended the fish, who reveals next of three."""


def at_table(next_revealer: str, revealer: int, **stalemate: Any) -> Game:
    game = Game(variant(race={"next_revealer": next_revealer}, stalemate={"discard": 0} | stalemate))
    rules.set_up(game.rules, game.table, game.key, revealer)
    return game


def next_after(game: Game, seat: int, *cards: int) -> int:
    """Who reveals after a seat has laid these cards, or nothing, and nobody else anything."""
    game.deal(seat, (*cards, *PLAIN)[:5])
    for _ in range(3):
        deciding = rules.acting_seat(game.table)
        game.play(deciding, cards if deciding == seat else [], 900)
    assert game.now[REVEALED] == 2
    assert game.now[SEAT] == game.now[REVEALER], "whoever reveals is asked first"
    return int(game.now[REVEALER])


@pytest.mark.parametrize(("word", "revealer", "seat", "after"), WHO)
def test_ds_3_10_after_andrew(word: str, revealer: int, seat: int, after: int) -> None:
    assert next_after(at_table(word, revealer), seat, ANDREW) == after


@pytest.mark.parametrize(("word", "revealer", "seat", "after"), WHO)
def test_ds_3_12_after_a_claim(word: str, revealer: int, seat: int, after: int) -> None:
    assert next_after(at_table(word, revealer), seat, BLENDER) == after


@pytest.mark.parametrize(("word", "revealer", "owner", "after"), WHO)
def test_ds_4_4_after_a_stalemate(word: str, revealer: int, owner: int, after: int) -> None:
    game = at_table(word, revealer)
    game.now[CART] = owner
    assert next_after(game, revealer) == after
    assert game.table.claimed[owner] == 1


@pytest.mark.parametrize("word", ["claimer", "clockwise"])
@pytest.mark.parametrize("revealer", range(3))
def test_ds_4_4_where_nobody_takes_the_fish_it_goes_round(word: str, revealer: int) -> None:
    assert next_after(at_table(word, revealer, cart=False), revealer) == (revealer + 1) % 3


@pytest.mark.parametrize("cart", [True, False])
@pytest.mark.parametrize("number", range(3))
def test_revealing_goes_round_from_the_first_fish_to_the_last(number: int, cart: bool) -> None:
    of = variant(race={"next_revealer": "clockwise"}, stalemate={"cart": cart})
    events = events_of(number, ("reader", "random", "helper"), of)
    seats = [event.seat or 0 for event in events if event.name == "revealed"]
    assert seats == [(seats[0] + turn) % 3 for turn in range(len(seats))]
    assert {"claimed", "andrew", "fried" if cart else "burnt"} <= {event.name for event in events}


@pytest.mark.parametrize("cart", [True, False])
@pytest.mark.parametrize("number", range(3))
def test_whoever_ended_a_fish_reveals_the_next_from_the_first_to_the_last(number: int, cart: bool) -> None:
    events = events_of(number, ("reader", "random", "helper"), variant(stalemate={"cart": cart}))
    seats, expected = list[int | None](), list[int | None]()
    for event in events:
        if event.name == "revealed":
            seats.append(event.seat)
        elif event.name in ("claimed", "andrew", "fried"):
            expected.append(event.seat)
        elif event.name == "burnt":
            expected.append(((seats[-1] or 0) + 1) % 3)
    assert seats[1:] == expected[: len(seats) - 1]
