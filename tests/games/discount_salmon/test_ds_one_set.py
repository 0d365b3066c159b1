"""A set that ends a fish before its last card: what lies above the end goes back to the hand, in any variant."""

from __future__ import annotations

import pytest
from salmon import ANDREW, ANTIDOTE, BLENDER, COSTUME, DRY, EGGS, LOTION, MAKE_UP, PERFUME, SUN, UGLY, Game, variant

from kitgen.games.discount_salmon.table import (
    CLAIMED,
    DID_END,
    DID_VALID,
    FISH_GONE,
    GOES_ON,
    OPEN,
    RESOLVED,
    RUN_AWAY,
    STACK,
)

PLAIN = (PERFUME, PERFUME, COSTUME, COSTUME, ANTIDOTE)
INVALID = ["returned", "lost"]


def after(*cards: int, invalid: str = "returned") -> Game:
    """The second of two players lays a set on a dry fish, and hands are not drawn full of what was laid."""
    game = Game(variant(race={"invalid": invalid}), 2, hands=[PLAIN, (*cards, *PLAIN)[:5]], problems=[DRY])
    for place in game.in_piles():
        if game.table.pile[place] in cards:
            game.table.pile[place] = PERFUME
    game.race(([], 0), (cards, 900))
    return game


@pytest.mark.parametrize("invalid", INVALID)
@pytest.mark.parametrize("above", [ANDREW, SUN, EGGS, BLENDER, MAKE_UP])
def test_ds_3_11_and_3_13_what_lies_above_the_claiming_card_of_a_set_goes_back(above: int, invalid: str) -> None:
    """A harm does not open the fish again, Andrew does not run away with it, and nothing is lost or kept."""
    game = after(LOTION, above, invalid=invalid)
    assert (game.now[DID_END], game.now[DID_VALID], game.now[FISH_GONE]) == (CLAIMED, 0b01, 0)
    assert ([*game.table.claimed], [*game.table.cures], [*game.table.harms]) == ([0, 1], [0, 1], [0, 0])
    assert (game.table.hand[1][above], game.table.gone[above]) == (1, 0)
    assert sum(game.table.hand[1]) == 5


@pytest.mark.parametrize("invalid", INVALID)
@pytest.mark.parametrize("above", [LOTION, EGGS, BLENDER])
def test_ds_3_9_what_lies_above_andrew_in_his_own_set_goes_back(above: int, invalid: str) -> None:
    game = after(ANDREW, above, invalid=invalid)
    assert (game.now[DID_END], game.now[DID_VALID], game.now[FISH_GONE]) == (RUN_AWAY, 0b01, 1)
    assert [*game.table.claimed] == [0, 0]
    assert (game.table.hand[1][above], game.table.gone[above], game.table.gone[ANDREW]) == (1, 0, 1)
    assert sum(game.table.hand[1]) == 5


def test_ds_3_9_andrew_above_a_harm_takes_it_along() -> None:
    game = after(EGGS, ANDREW)
    assert (game.now[DID_END], game.table.gone[EGGS], game.table.gone[ANDREW]) == (RUN_AWAY, 1, 1)


def test_ds_3_3_cards_of_a_set_count_in_the_order_in_which_they_are_laid() -> None:
    """Lotion closes what the sun then opens again; sun on a dry fish does nothing, and lotion then ends it."""
    game = after(MAKE_UP, SUN, LOTION)
    assert (game.now[DID_END], game.now[DID_VALID]) == (CLAIMED, 0b100)
    game = Game(players=2, hands=[PLAIN, (LOTION, SUN, *PLAIN[:3])], problems=[DRY, UGLY])
    game.race(([], 0), ([LOTION, SUN], 900))
    assert (game.now[DID_END], game.now[DID_VALID], game.now[STACK]) == (GOES_ON, 0b11, 2)
    assert (game.now[OPEN], game.now[RESOLVED]) == (1 << DRY | 1 << UGLY, 0)
