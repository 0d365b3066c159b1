"""DS-5.2 and the shuffling of discards: when cards run short, and what becomes of those that were laid aside."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest
from salmon import ANDREW, ANTIDOTE, COSTUME, DRY, LOTION, PERFUME, UGLY, Game, variant

from kitgen.games.discount_salmon import rules
from kitgen.games.discount_salmon.table import (
    DISCARDED,
    DISCARDING,
    FIRST_END,
    FIRST_TOP,
    OVER,
    PHASE,
    RACE,
    REVEALED,
    SECOND_TOP,
)
from kitgen.play.chance import game_key

PLAIN = (PERFUME, PERFUME, COSTUME, COSTUME, ANTIDOTE)


def leave(game: Game, first: int, second: int) -> None:
    """So many cards in each pile; the others are out of the game."""
    for place in game.in_piles():
        game.table.gone[game.table.pile[place]] += 1
    game.now[FIRST_TOP], game.now[SECOND_TOP] = first, game.now[FIRST_END] + second
    for place in game.in_piles():
        game.table.gone[game.table.pile[place]] -= 1


def after_a_stalemate(players: int, first: int, second: int) -> Game:
    game = Game(players=players, hands=[PLAIN] * players)
    game.race(*[([], 0)] * players)
    assert game.now[PHASE] == DISCARDING
    leave(game, first, second)
    return game


@pytest.mark.parametrize(("first", "second"), [(3, 0), (0, 3), (1, 2), (2, 1)])
def test_ds_5_2_what_all_hands_lack_is_compared_with_both_piles(first: int, second: int) -> None:
    """Two hands lack two cards each, and three are left: the game ends at once, nobody draws."""
    game = after_a_stalemate(2, first, second)
    game.race(([PERFUME, COSTUME], 0), ([PERFUME, COSTUME], 0))
    assert (game.now[PHASE], rules.cards_left(game.table)) == (OVER, 3)
    assert [sum(hand) for hand in game.table.hand] == [3, 3]
    assert game.cards() == list(game.rules.copies)


@pytest.mark.parametrize(("first", "second"), [(4, 0), (0, 4), (2, 2), (1, 3)])
def test_ds_5_2_as_many_cards_as_all_hands_lack_are_enough(first: int, second: int) -> None:
    game = after_a_stalemate(2, first, second)
    game.race(([PERFUME, COSTUME], 0), ([PERFUME, COSTUME], 0))
    assert (game.now[PHASE], game.now[REVEALED], rules.cards_left(game.table)) == (RACE, 2, 0)
    assert [sum(hand) for hand in game.table.hand] == [5, 5]
    assert game.cards() == list(game.rules.copies)


def test_ds_5_2_hands_that_are_full_lack_nothing() -> None:
    """Of three hands one lacks two cards; two are left."""
    game = after_a_stalemate(3, 2, 0)
    game.race(([], 0), ([], 0), ([PERFUME, COSTUME], 0))
    assert (game.now[PHASE], rules.cards_left(game.table)) == (RACE, 0)


def test_ds_5_2_where_no_draw_falls_due_empty_piles_end_nothing() -> None:
    game = after_a_stalemate(3, 0, 0)
    game.race(([], 0), ([], 0), ([], 0))
    assert (game.now[PHASE], game.now[REVEALED]) == (RACE, 2)


@pytest.mark.parametrize(("left", "phase"), [(0, OVER), (1, RACE)])
def test_ds_5_2_a_play_ends_the_game_where_its_card_cannot_be_drawn(left: int, phase: int) -> None:
    game = Game(hands=[PLAIN, (LOTION, *PLAIN[:4]), PLAIN], problems=[DRY, UGLY])
    leave(game, left, 0)
    game.race(([], 0), ([LOTION], 500), ([], 0))
    assert game.now[PHASE] == phase


# Discards that come back


KINDS = 12
"""One card of each kind is in the discards, so that they can be told apart."""


def shuffled(game: Game, seed: int, times: int = 1) -> list[int]:
    """The kinds in both piles after one card of each was shuffled below two Andrews, which were left."""
    table = game.table
    for _ in range(times):
        table.pile[0] = table.pile[game.now[FIRST_END]] = ANDREW
        game.now[FIRST_TOP], game.now[SECOND_TOP] = 1, game.now[FIRST_END] + 1
        table.discards[:KINDS], game.now[DISCARDED] = range(KINDS), KINDS
        rules.shuffle_discards(game.rules, table, game_key(seed, 0, 0))
    assert game.now[DISCARDED] == 0
    return [table.pile[place] for place in game.in_piles()]


def test_discards_come_back_each_once_in_two_near_equal_piles() -> None:
    game = Game(variant(race={"reshuffle": True}))
    assert sorted(shuffled(game, 1)) == sorted([*range(KINDS), ANDREW, ANDREW])
    assert (game.now[FIRST_TOP], game.now[SECOND_TOP] - game.now[FIRST_END]) == (7, 7)


def test_discards_come_back_in_any_order() -> None:
    """Every card is at the bottom as often as the next one, and at every other place."""
    orders = [shuffled(Game(), seed)[:KINDS] for seed in range(600)]
    assert len({tuple(order) for order in orders}) == len(orders)
    for place in range(KINDS):
        counts = Counter(order[place] for order in orders)
        statistic = sum((counts[kind] - 600 / KINDS) ** 2 / (600 / KINDS) for kind in range(KINDS))
        assert statistic < (KINDS - 1) + 4 * sqrt(2 * (KINDS - 1)), place


def test_the_second_shuffle_of_a_game_is_another_one() -> None:
    assert shuffled(Game(), 3) != shuffled(Game(), 3, times=2)


def test_discards_are_shuffled_when_all_hands_lack_more_than_is_left_and_not_before() -> None:
    """Two hands lack two cards each: of three the discards make seven, and the game goes on; of four they stay."""
    for left, discarded in ((3, 0), (4, 4)):
        game = Game(variant(race={"reshuffle": True}), 2, hands=[PLAIN] * 2)
        game.race(([], 0), ([], 0))
        leave(game, left, 0)
        game.race(([PERFUME, COSTUME], 0), ([PERFUME, COSTUME], 0))
        assert (game.now[PHASE], game.now[DISCARDED]) == (RACE, discarded)
        assert rules.cards_left(game.table) == left + 4 - discarded - 4
        assert game.cards() == list(game.rules.copies)
