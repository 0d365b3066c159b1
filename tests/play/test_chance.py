"""Chance: dice are fair and independent, seeds of 64 bits all count, and nothing has a state."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import numpy
import pytest

from kitgen.play.chance import WORD, draw, first_seat, game_key, mix, roll

GAMES = 200_000
Array = Any


def many(numbers: Array) -> Array:
    """Words for all games at once: chance is written in operations that arrays have too."""
    return numpy.array(numbers, numpy.uint64)


def keys(count: int, low: int = 20, high: int = 13) -> tuple[Array, Array]:
    return game_key(many([low]), many([high]), numpy.arange(count, dtype=numpy.uint64))


def faces(
    key: tuple[Array, Array], sides: int, purpose: int = 1, thing: int = 0, day: int = 0, attempt: int = 0
) -> Array:
    return roll(key, many(sides), purpose, thing, day, attempt).astype(numpy.int64)


def is_fair(found: Array, cells: int) -> None:
    """Chi-square within four standard deviations of what it should be; too even is suspicious too.

    Its cube root is as good as normal, whatever the degrees of freedom (Wilson and Hilferty).
    """
    counts = numpy.bincount(found, minlength=cells)
    assert len(counts) == cells
    expected = len(found) / cells
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    freedom = cells - 1
    deviation = ((chi_square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
    assert abs(deviation) <= 4, chi_square


def test_arrays_of_games_are_the_same_games() -> None:
    """What the tests below count is what a single game rolls."""
    key = keys(50)
    for sides in (4, 6, 10):
        rolled = faces(key, sides, 3, 1_234_567_890, 2, 5)
        assert rolled.tolist() == [roll(game_key(20, 13, game), sides, 3, 1_234_567_890, 2, 5) for game in range(50)]


@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 36])
@pytest.mark.parametrize("purpose", [1, 2, 4])
def test_every_face_comes_as_often(sides: int, purpose: int) -> None:
    rolled = faces(keys(GAMES), sides, purpose)
    assert (rolled.min(), rolled.max()) == (1, sides)
    is_fair(rolled - 1, sides)


NEIGHBOURS = {
    "day": {"day": 1},
    "a later day": {"day": 4},
    "die": {"thing": 1},
    "attempt": {"attempt": 1},
    "a later attempt": {"attempt": 6},
    "purpose": {"purpose": 2},
    "die and day": {"thing": 1, "day": 1},
    "row by name": {"thing": 0xDEADBEEF},
}


@pytest.mark.parametrize("neighbour", NEIGHBOURS)
@pytest.mark.parametrize("sides", [6, 10])
def test_neighbouring_rolls_are_independent(neighbour: str, sides: int) -> None:
    """Every pair of faces comes as often."""
    key = keys(GAMES)
    first, second = faces(key, sides), faces(key, sides, **NEIGHBOURS[neighbour])
    is_fair((first - 1) * sides + second - 1, sides * sides)


@pytest.mark.parametrize("apart", [1, 2, 64])
def test_neighbouring_games_are_independent(apart: int) -> None:
    rolled = faces(keys(GAMES + apart), 6)
    is_fair((rolled[:-apart] - 1) * 6 + rolled[apart:] - 1, 36)


@pytest.mark.parametrize("step", [1, 2**32, 2**63])
def test_neighbouring_seeds_are_independent(step: int) -> None:
    """The same game under two seeds."""
    first, second = faces(keys(GAMES), 6), faces(keys(GAMES, 20 ^ (step & WORD), 13 ^ (step >> 32)), 6)
    is_fair((first - 1) * 6 + second - 1, 36)


def test_three_days_together_are_independent() -> None:
    key = keys(GAMES)
    one, two, three = (faces(key, 6, day=day) - 1 for day in range(3))
    is_fair(one * 36 + two * 6 + three, 216)


def test_many_seeds_of_one_game_are_fair() -> None:
    """As `narrate --seed 1`, `--seed 2` … roll."""
    seeds = numpy.arange(GAMES, dtype=numpy.uint64)
    is_fair(faces(game_key(seeds, many([0]), 0), 6) - 1, 6)


def test_every_order_of_cards_comes_as_often() -> None:
    """Cards are sorted by what chance draws for their names: 120 orders of five."""
    key = keys(120_000)
    drawn = numpy.stack([draw(key, 3, 0x9E37 * (card + 1) & WORD, 0, 0) for card in range(5)])
    order = numpy.argsort(drawn, axis=0)
    number = sum(order[place] * 5**place for place in range(5))
    orders = {value: at for at, value in enumerate(sorted(set(number.tolist())))}
    assert len(orders) == 120
    is_fair(numpy.array([orders[value] for value in number.tolist()]), 120)


def test_keys_of_many_games_differ() -> None:
    low, high = keys(100_000)
    assert len(set(zip(low.tolist(), high.tolist(), strict=True))) == 100_000


def test_keys_of_many_seeds_differ() -> None:
    """Of one game no two seeds give the same key: the seed can be told from it."""
    seeds = [(low, high) for low in range(300) for high in (0, 1, 2**31, WORD)]
    assert len({game_key(low, high, 5) for low, high in seeds}) == len(seeds)


@pytest.mark.parametrize("bit", range(64))
def test_every_bit_of_the_seed_counts(bit: int) -> None:
    seed = 0x0123_4567_89AB_CDEF
    other = seed ^ (1 << bit)
    one, two = (game_key(number & WORD, number >> 32, 0) for number in (seed, other))
    assert [draw(one, 1, thing, 0, 0) for thing in range(4)] != [draw(two, 1, thing, 0, 0) for thing in range(4)]


def test_mixing_loses_nothing() -> None:
    """No two of many words become the same."""
    mixed = mix(numpy.arange(300_000, dtype=numpy.uint64))
    assert len(numpy.unique(mixed)) == 300_000
    assert int(mixed.max()) <= WORD


def test_every_bit_of_a_word_changes_half_of_the_bits() -> None:
    words = numpy.arange(20_000, dtype=numpy.uint64) * many(77_777) & many(WORD)
    plain = mix(words.copy())
    for bit in range(32):
        changed = plain ^ mix(words ^ many(1 << bit))
        share = [float((changed >> many(out) & many(1)).mean()) for out in range(32)]
        assert 0.4 < min(share) <= max(share) < 0.6, bit


def test_chance_has_no_state() -> None:
    """The same roll whatever was rolled before it."""
    key = game_key(1, 2, 3)
    alone = roll(key, 6, 1, 7, 2, 0)
    for thing in range(100):
        roll(key, 6, 1, thing, 1, 0)
    assert roll(key, 6, 1, 7, 2, 0) == alone


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_first_seat_is_drawn_evenly(players: int) -> None:
    drawn = Counter(first_seat(seed, players) for seed in range(12_000))
    assert sorted(drawn) == list(range(players))
    chance = 1 / players
    assert all(abs(count - 12_000 * chance) <= 4 * sqrt(12_000 * chance * (1 - chance)) for count in drawn.values())


def test_the_first_seat_of_any_seed_of_64_bits() -> None:
    assert all(0 <= first_seat(seed, 3) < 3 for seed in (0, 2**32, 2**64 - 1))
    assert len({first_seat(9 + (high << 32), 6) for high in range(60)}) == 6
