"""DS-3: a stack of cards on a fish, settled from the bottom."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from salmon import (
    ANDREW,
    ANTIDOTE,
    BLENDER,
    DRY,
    EGGS,
    LOTION,
    MAKE_UP,
    MUSTACHE,
    PERFUME,
    STINKY,
    SUN,
    TOXIC,
    UGLY,
    WASTE,
)

from kitgen.games.discount_salmon.resolver import Laid, Settled, settle
from kitgen.games.discount_salmon.rules import INVALID, RUNS_AWAY, effect


def settled(problems: list[int], *stack: tuple[int, int]) -> Settled:
    return settle(5, sum(1 << problem for problem in problems), [Laid(kind, seat) for kind, seat in stack])


def test_the_references_of_the_specification() -> None:
    one = settled([DRY, UGLY], (LOTION, 0), (SUN, 1), (MUSTACHE, 2), (MAKE_UP, 0), (LOTION, 1), (PERFUME, 2))
    assert (one.claimed_by, one.kept, one.returned) == (1, (0, 1, 3, 4), (2, 5))
    two = settled([TOXIC], (PERFUME, 0), (EGGS, 1), (ANTIDOTE, 0), (BLENDER, 2), (ANDREW, 1))
    assert (two.claimed_by, two.kept, two.returned) == (2, (1, 2, 3), (0, 4))
    three = settled([STINKY], (WASTE, 0), (ANDREW, 1), (PERFUME, 2))
    assert (three.claimed_by, three.andrew_of, three.kept, three.returned) == (None, 1, (), (2,))


def test_ds_3_3_the_same_cards_in_another_order_come_to_something_else() -> None:
    """A dry fish: lotion and then sun leave it as it was, sun and then lotion mend it."""
    one, other = (LOTION, 0), (SUN, 1)
    first, second = settled([DRY, UGLY], one, other), settled([DRY, UGLY], other, one)
    assert (first.kept, first.returned, first.open_after[-1]) == ((0, 1), (), 1 << DRY | 1 << UGLY)
    assert (second.kept, second.returned, second.open_after[-1]) == ((1,), (0,), 1 << UGLY)


@pytest.mark.parametrize("problems", range(4, 8))
def test_ds_3_4_and_3_5_a_cure_closes_what_is_open_and_a_harm_opens_what_is_not(problems: int) -> None:
    """For every set of open problems, and every problem."""
    for open_now in range(1 << problems):
        is_open = {problem for problem in range(problems) if open_now >> problem & 1}
        for problem in range(problems):
            for kind, is_valid, after in ((2 * problem, problem in is_open, is_open - {problem}),
                                          (2 * problem + 1, problem not in is_open, is_open | {problem})):  # fmt: skip
                expected = sum(1 << one for one in after) if is_valid else INVALID
                assert effect(problems, open_now, kind) == expected


def test_ds_3_5_a_harm_opens_what_was_mended_before_and_nothing_that_is_open() -> None:
    assert settled([DRY, UGLY], (LOTION, 0), (SUN, 1), (SUN, 2)).open_after == (2, 6, 6)


def test_ds_3_8_a_blender_is_invalid_where_nothing_is_open_and_claims_where_something_is() -> None:
    assert settled([], (BLENDER, 0)).returned == (0,)
    assert settled([DRY, TOXIC, UGLY], (BLENDER, 3)).claimed_by == 3


def test_ds_3_13_andrew_on_a_complete_fish_is_invalid() -> None:
    found = settled([DRY], (LOTION, 0), (ANDREW, 1))
    assert (found.claimed_by, found.andrew_of, found.returned) == (0, None, (1,))


@pytest.mark.parametrize("problems", range(4, 8))
def test_ds_3_9_and_3_13_andrew_runs_away_with_any_fish_but_a_complete_one(problems: int) -> None:
    blender, andrew = 2 * problems, 2 * problems + 1
    assert (effect(problems, 0, blender), effect(problems, 0, andrew)) == (INVALID, INVALID)
    for open_now in range(1, 1 << problems):
        assert (effect(problems, open_now, blender), effect(problems, open_now, andrew)) == (0, RUNS_AWAY)


def test_ds_3_13_andrew_alone_on_a_complete_fish_goes_back() -> None:
    found = settled([], (ANDREW, 2), (SUN, 0), (ANDREW, 1))
    assert (found.andrew_of, found.returned) == (1, (0,)), "the sun opens it again, for the other Andrew"


cards = st.tuples(st.integers(0, 11), st.integers(0, 4))


@given(st.integers(1, 31), st.lists(cards, max_size=20))
def test_whoever_claims_closed_the_last_problem_and_every_card_is_kept_returned_or_gone(
    open_now: int, stack: list[tuple[int, int]]
) -> None:
    """Walked again with a set of problems in place of bits."""
    found = settle(5, open_now, [Laid(kind, seat) for kind, seat in stack])
    open_problems = {problem for problem in range(5) if open_now >> problem & 1}
    kept, returned = list[int](), list[int]()
    winner: int | None = None
    runner: int | None = None
    for place, (kind, seat) in enumerate(stack):
        problem, is_over = kind // 2, winner is not None or runner is not None
        if not is_over and kind == BLENDER and open_problems:
            open_problems.clear()
        elif not is_over and kind == ANDREW and open_problems:
            runner, kept = seat, []
            continue
        elif not is_over and kind < 10 and kind % 2 == 0 and problem in open_problems:
            open_problems.remove(problem)
        elif not is_over and kind < 10 and kind % 2 == 1 and problem not in open_problems:
            open_problems.add(problem)
        else:
            returned.append(place)
            continue
        kept.append(place)
        winner = seat if not open_problems else None
    assert (found.claimed_by, found.andrew_of) == (winner, runner)
    assert (list(found.kept), list(found.returned)) == (kept, returned)


@pytest.mark.parametrize(("problems", "wanted"), [(1, 463 / 711), (2, 46_625 / 109_494)])
def test_how_often_a_hand_of_five_can_finish_a_fish_alone(problems: int, wanted: float) -> None:
    """Counted over hands by what is in them: Blenders (3), the cures that are wanted (12 each), the rest of 81."""
    rest = 81 - 3 - 12 * problems
    failing = 0
    for first in range(6):
        for second in range(6 - first if problems == 2 else 1):
            counts = (first, second)[:problems]
            stack = [Laid(2 * problem, 0) for problem, count in enumerate(counts) if count]
            if settle(5, (1 << problems) - 1, stack).claimed_by is None:
                ways = comb(rest, 5 - sum(counts))
                for count in counts:
                    ways *= comb(12, count)
                failing += ways
    assert 1 - failing / comb(81, 5) == pytest.approx(wanted, abs=1e-6)
