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

from kitgen.games.discount_salmon.resolver import Laid, settle


def settled(problems: list[int], *stack: tuple[int, int]):  # type: ignore[no-untyped-def]
    return settle(5, sum(1 << problem for problem in problems), [Laid(kind, seat) for kind, seat in stack])


def test_the_references_of_the_specification() -> None:
    one = settled([DRY, UGLY], (LOTION, 0), (SUN, 1), (MUSTACHE, 2), (MAKE_UP, 0), (LOTION, 1), (PERFUME, 2))
    assert (one.claimed_by, one.kept, one.returned) == (1, (0, 1, 3, 4), (2, 5))
    two = settled([TOXIC], (PERFUME, 0), (EGGS, 1), (ANTIDOTE, 0), (BLENDER, 2), (ANDREW, 1))
    assert (two.claimed_by, two.kept, two.returned) == (2, (1, 2, 3), (0, 4))
    three = settled([STINKY], (WASTE, 0), (ANDREW, 1), (PERFUME, 2))
    assert (three.claimed_by, three.andrew_of, three.kept, three.returned) == (None, 1, (), (2,))


def test_ds_3_5_a_harm_opens_what_was_mended_before_and_nothing_that_is_open() -> None:
    assert settled([DRY, UGLY], (LOTION, 0), (SUN, 1), (SUN, 2)).open_after == (2, 6, 6)


def test_ds_3_8_a_blender_is_invalid_where_nothing_is_open_and_claims_where_something_is() -> None:
    assert settled([], (BLENDER, 0)).returned == (0,)
    assert settled([DRY, TOXIC, UGLY], (BLENDER, 3)).claimed_by == 3


def test_ds_3_13_andrew_on_a_complete_fish_is_invalid() -> None:
    found = settled([DRY], (LOTION, 0), (ANDREW, 1))
    assert (found.claimed_by, found.andrew_of, found.returned) == (0, None, (1,))


cards = st.tuples(st.integers(0, 11), st.integers(0, 4))


@given(st.integers(1, 31), st.lists(cards, max_size=20))
def test_whoever_claims_closed_the_last_problem_and_every_card_is_kept_returned_or_gone(
    open_now: int, stack: list[tuple[int, int]]
) -> None:
    """Walked again with a set of problems in place of bits."""
    found = settle(5, open_now, [Laid(kind, seat) for kind, seat in stack])
    open_problems = {problem for problem in range(5) if open_now >> problem & 1}
    kept, returned, winner, runner = [], [], None, None
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
