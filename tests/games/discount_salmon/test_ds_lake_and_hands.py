"""DS-1 and DS-2 over many seeds: what chance deals and which fish come up; and to whom a fish matters."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable
from functools import cache
from math import sqrt
from typing import NamedTuple

import pytest
from salmon import ANTIDOTE, BLENDER, COSTUME, DRY, LOTION, MAKE_UP, PERFUME, PROBLEMS, UGLY, Game, variant
from salmon_arena import events_of

from kitgen.games.discount_salmon import rules
from kitgen.games.discount_salmon.events import beginning
from kitgen.games.discount_salmon.table import DID_TIME, OPEN, REVEALED, REVEALER, SEAT, TARGET, new_table, rules_of
from kitgen.play.chance import game_key

DEALS = 4_000
PLAIN = (PERFUME, PERFUME, COSTUME, COSTUME, ANTIDOTE)
"""A hand that mends neither dry nor ugly."""


class Deal(NamedTuple):
    """The fish that was revealed, the lake, and the hands."""

    target: int
    lake: tuple[int, ...]
    hands: list[list[int]]


@cache
def deals() -> list[Deal]:
    """What five players begin with, for many seeds."""
    of = rules_of(variant(), 5)
    table, found = new_table(of), []
    for seed in range(DEALS):
        rules.set_up(of, table, game_key(seed, 0, 0), 0)
        found.append(Deal(table.now[TARGET], tuple(table.lake), [[*hand] for hand in table.hand]))
    return found


def excess(found: Iterable[int], cells: int) -> float:
    """Pearson's statistic against all cells being alike, in standard deviations from what it should be."""
    counts = Counter(found)
    alike = counts.total() / cells
    statistic = sum((counts[cell] - alike) ** 2 / alike for cell in range(cells))
    return (statistic - (cells - 1)) / sqrt(2 * (cells - 1))


# DS-1


def test_ds_1_1_all_fish_are_in_the_lake_in_any_order() -> None:
    assert all(sorted(deal.lake) == list(range(25)) for deal in deals())
    assert len({deal.lake for deal in deals()}) == DEALS
    for place in (0, 12, 24):
        assert abs(excess((deal.lake[place] for deal in deals()), 25)) < 4


def test_ds_1_1_games_of_one_seed_have_lakes_of_their_own() -> None:
    assert len({tuple(Game(number=number).table.lake) for number in range(50)}) == 50


@pytest.mark.parametrize("problem", range(5), ids=PROBLEMS)
def test_ds_1_2_a_random_hand_can_finish_a_fish_of_one_problem_as_often_as_it_is_reckoned(problem: int) -> None:
    assert finishing(problem) == pytest.approx(463 / 711, abs=four_standard_errors(463 / 711))


@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(range(5), 2)))
def test_ds_1_2_a_random_hand_can_finish_a_fish_of_two_problems_as_often_as_it_is_reckoned(
    one: int, other: int
) -> None:
    assert finishing(one, other) == pytest.approx(46_625 / 109_494, abs=four_standard_errors(46_625 / 109_494))


def finishing(*problems: int) -> float:
    """The part of all hands that have a Blender, or the cure of each problem."""
    hands = [hand for deal in deals() for hand in deal.hands]
    return sum(hand[BLENDER] > 0 or all(hand[2 * problem] for problem in problems) for hand in hands) / len(hands)


def four_standard_errors(share: float) -> float:
    return 4 * sqrt(share * (1 - share) / (5 * DEALS))


@pytest.mark.parametrize("cart", [True, False])
@pytest.mark.parametrize("first", range(4))
def test_ds_1_4_whoever_the_table_says_is_first(first: int, cart: bool) -> None:
    """Who hates fish most is for people to say; the game takes any seat."""
    game = Game(variant(stalemate={"cart": cart}), 4)
    rules.set_up(game.rules, game.table, game.key, first)
    told = {event.name: event for event in beginning(game.rules, game.table, game.key)}
    assert (told["cart"].seat, told["revealed"].seat, game.now[REVEALER]) == (first, first, first)
    assert told["cart"].rule == ("DS-1.5" if cart else "DS-1.4")


# DS-2


def test_ds_2_1_any_fish_may_be_the_first() -> None:
    assert abs(excess((deal.target for deal in deals()), 25)) < 4


@pytest.mark.parametrize("number", range(3))
def test_ds_2_1_no_fish_comes_up_twice(number: int) -> None:
    """A design as often as there are copies, in a game that goes to the end of the lake."""
    events = events_of(number, ("finisher", "finisher"))
    assert "lake-empty" in {event.name for event in events}
    seen = [event.details["fish"] for event in events if event.name == "revealed"]
    assert Counter(seen) == {name: fish.copies for name, fish in variant().fish.items()}
    assert seen != sorted(seen, key=list(variant().fish).index)


def test_ds_2_2_after_a_change_the_revealers_hand_is_as_quick_as_any() -> None:
    """300 ms to come back from the flip, but only to the first card: seat 1 mends a part at 500, the revealer sees it
    and lays 400 later."""
    game = Game(hands=[(MAKE_UP, *PLAIN[:4]), (LOTION, *PLAIN[:4]), PLAIN], problems=[DRY, UGLY])
    game.race(([], 0), ([LOTION], 500), ([], 0))
    game.race(([MAKE_UP], 400), ([], 0), ([], 0))
    assert (game.now[DID_TIME], game.table.claimed) == (900, [1, 0, 0])


def test_ds_2_2_the_hand_has_to_come_back_for_each_fish() -> None:
    game = Game(hands=[(BLENDER, *PLAIN[:4]), PLAIN, PLAIN], problems=[DRY, UGLY])
    game.race(([BLENDER], 700), ([], 0), ([], 0))
    first = game.now[DID_TIME]
    game.deal(0, (BLENDER, *PLAIN[:4]))
    seen = game.now[SEAT], game.now[REVEALED]
    game.race(([BLENDER], 700), ([], 0), ([], 0))
    assert (first, seen) == (700 + 300, (0, 2))
    assert game.now[DID_TIME] == first + 1_500 + 700 + 300, "1,500 ms from a fish to the next"


@pytest.mark.parametrize("seat", range(4))
def test_ds_2_3_the_fish_is_the_target_of_all(seat: int) -> None:
    """With the problems that it shows: everybody is asked, and anybody may take it."""
    game = Game(players=4)
    fish = variant().fish[list(variant().fish)[game.rules.fish_id[game.now[TARGET]]]]
    assert {PROBLEMS[bit] for bit in range(5) if game.now[OPEN] >> bit & 1} == set(fish.problems)
    for other in range(4):
        game.deal(other, (BLENDER, *PLAIN[:4]) if other == seat else PLAIN)
    assert [*game.table.asked] == [1, 1, 1, 1]
    game.race(*(([BLENDER], 900) if other == seat else ([], 0) for other in range(4)))
    assert [*game.table.claimed] == [int(other == seat) for other in range(4)]
