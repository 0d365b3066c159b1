"""Bots see what their seat may see; both modes play the same games; decisions in words are read again."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from salmon import Game, variant
from salmon_arena import numbered, side

from kitgen.games.discount_salmon import bots, counts, mind, rules
from kitgen.games.discount_salmon.events import Names
from kitgen.games.discount_salmon.moves import move_text, read_move
from kitgen.games.discount_salmon.table import (
    DELAY,
    FIRST_END,
    FIRST_TOP,
    LONGEST_DELAY,
    REVEALED,
    SECOND_TOP,
    set_of,
)
from kitgen.play.arena import play_rows
from kitgen.play.chance import game_key
from kitgen.play.tally import Tally


def tally(*seated: str, games: int = 400, compiled: bool = False) -> Tally:
    rows, layout = play_rows(side(len(seated)), seated, 0, games, compiled)
    return Tally.of(rows, layout, counts.pairs_of(variant()))


def won(found: Tally, bot: int) -> float:
    return sum(value * times for value, times in found.counts[f"bot-won/{bot}"].items()) / 60 / found.games


# Hidden things


@pytest.mark.parametrize(
    ("number", "changes"),
    [(1, {}), (2, {}), (3, {}), (4, {"hand": {"set": 1}}), (5, {"race": {"reshuffle": True}, "modifiers": {"cure": 8}}),
     (6, {"stalemate": {"seconds": 3, "discard": 5}, "modifiers": {"blender": 0, "harm": 6, "andrew": 8}})],
)  # fmt: skip
def test_a_bot_decides_the_same_whatever_it_cannot_see(number: int, changes: dict[str, Any]) -> None:
    """At every decision of a game and for every bot: the hands and plans of the others, the piles and the rest of the
    lake are mixed anew."""
    game, chance = Game(variant(**changes), number=number), random.Random(number)
    paper, key, turn = mind.new_mind(game.rules), game_key(3, 4, number), 0
    every = [numbered(bot) for bot in (*bots.BOTS, "reader@950", "random@3000")]
    seated = [bots.BOTS[name] for name in ("reader", "random", "spoiler")]

    def decided(seat: int) -> list[int]:
        return [bots.choose(game.rules, game.table, seat, bot, key, turn, paper) for bot in every]

    while (seat := rules.acting_seat(game.table)) >= 0:
        real, before = game.table, decided(seat)
        for _ in range(8):
            game.table = copy.deepcopy(real)
            mix(game, seat, chance)
            assert decided(seat) == before, f"decision {turn} of seat {seat}"
        game.table = real
        rules.make_move(game.rules, real, game.key, before[seated[seat]])
        turn += 1
    assert turn > 100


def mix(game: Game, seat: int, chance: random.Random) -> None:
    """Shuffle what a seat cannot see among itself."""
    table, now, places = game.table, game.now, game.in_piles()
    hidden = [table.pile[place] for place in places]
    sizes = {}
    for other, hand in enumerate(table.hand):
        if other != seat:
            sizes[other] = sum(hand)
            hidden += [kind for kind, held in enumerate(hand) for _ in range(held)]
            hand[:] = [0] * len(hand)
            table.plan[other] = set_of([0])
            table.due[other] = chance.randrange(100_000)
    chance.shuffle(hidden)
    for place in places:
        table.pile[place] = hidden.pop()
    for other, size in sizes.items():
        for _ in range(size):
            table.hand[other][hidden.pop()] += 1
    rest = table.lake[now[REVEALED] :]
    chance.shuffle(rest)
    table.lake[now[REVEALED] :] = rest
    assert now[FIRST_TOP] <= now[FIRST_END] <= now[SECOND_TOP]


# Strength


def test_each_bot_of_the_ladder_beats_the_one_below() -> None:
    for below, above in zip(bots.LADDER, bots.LADDER[1:], strict=False):
        assert won(tally(above, below, below), 1) > 0.42


def test_quick_hands_win_more_and_slow_ones_less() -> None:
    assert won(tally("fast", "finisher", "finisher"), 1) > 0.42
    assert won(tally("slow-reader", "reader", "reader"), 1) < 0.2


def test_reaction_times_are_log_normal() -> None:
    times = mind.quantiles(1_000, 40)
    assert times == sorted(times)
    assert (times[31] + times[32]) / 2 == pytest.approx(1_000, rel=0.01)
    assert times[53] / 1_000 == pytest.approx(1.4918, rel=0.05), "one sigma above the middle: exp(0.4)"


# Both modes


def test_compiled_and_interpreted_games_are_the_same() -> None:
    pytest.importorskip("numba")
    for seated in (("reader", "random", "fast"), ("spoiler", "helper", "finisher", "slow-reader", "reader")):
        for changes in ({}, {"race": {"invalid": "lost", "reshuffle": True}, "stalemate": {"cart": False}}):
            plain, _ = play_rows(side(len(seated), **changes), seated, 0, 40, False)
            quick, _ = play_rows(side(len(seated), **changes), seated, 0, 40, True)
            assert [[int(cell) for cell in row] for row in quick] == plain


# Words


@given(st.lists(st.integers(0, 11), max_size=5), st.integers(0, LONGEST_DELAY))
def test_a_decision_in_words_is_read_again(cards: list[int], after: int) -> None:
    names = Names.of(variant())
    move = set_of(cards) + DELAY * after
    assert read_move(names, move_text(names, move)) == move


@pytest.mark.parametrize("text", ["cure gout", "wait after", "cure dry after 99999999", "", "cure dry,cure ugly"])
def test_a_decision_that_means_nothing_is_none(text: str) -> None:
    assert read_move(Names.of(variant()), text) is None
