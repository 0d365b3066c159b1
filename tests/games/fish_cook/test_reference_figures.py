"""The specification's exact figures against a million draws of kitgen's own chance, within four standard errors."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import numpy
import pytest
import scripted_driver
from rule_tables import FILLS, KINDS, lay, load

from kitgen.games.fish_cook import rules as rules_module
from kitgen.games.fish_cook import table as table_module
from kitgen.games.fish_cook.table import FARM_DIE, new_table, rules_of
from kitgen.play.kernel import Kernel, kernel

DRAWS = 1_000_000
FISH_IN_A_ROW = [0.1095748, 0.2680396, 0.2975742, 0.1989138, 0.0894173, 0.0364803]
ANY_REROLL = Fraction(718_699, 15_116_544)
FROM_EMPTY = {"w": Fraction(4), "y": Fraction(23, 6), "r": Fraction(11, 3), "g": Fraction(7, 2), "b": Fraction(10, 3),
              "p": Fraction(19, 6)}  # fmt: skip
ADDED_TO_ROE = [Fraction(11, 3), Fraction(8, 3), Fraction(5, 3), Fraction(5, 6), Fraction(1, 3), Fraction(0)]
LEVELS = {
    "p": [0, 0, 2, 2, 1, 1],
    "b": [0, 0, 2, 1, 2, 1],
    "g": [0, 0, 1, 2, 2, 1],
    "r": [0, 0, 1, 2, 1, 2],
    "y": [0, 0, 1, 1, 2, 2],
    "w": [0, 0, 0, 2, 2, 2],
}
"""Of six faces, how many fill an empty row to 0, 1, 2, 3, 4, 5."""


@cache
def compiled() -> tuple[Kernel, Any, Any]:
    """The kernel, the classic's rules for four, and a table."""
    made = kernel((table_module, rules_module, scripted_driver), compiled=True)
    rules = rules_of(load(), 4)
    return made, made.prepare(rules), made.prepare(new_table(rules))


def near(found: int, draws: int, chance: float) -> bool:
    """Whether a count is within four standard errors of what it should be."""
    return abs(found - draws * chance) <= 4 * sqrt(draws * chance * (1 - chance))


@cache
def fish() -> tuple[int, Any]:
    made, rules, table = compiled()
    found = numpy.zeros((6, 6), numpy.int64)
    return int(made.count_fish(rules, table, 2013, DRAWS, found)), found


@cache
def levels(letter: str, start: int) -> list[int]:
    made, rules, table = compiled()
    found = numpy.zeros(6, numpy.int64)
    made.count_levels(rules, table, FARM_DIE, list(KINDS).index(letter), start, 1_989, DRAWS, found)
    return [int(count) for count in found]


@pytest.mark.parametrize("size", range(1, 7))
def test_fish_in_a_row(size: int) -> None:
    found = fish()[1][size - 1]
    assert [near(found[count], DRAWS, chance) for count, chance in enumerate(FISH_IN_A_ROW)] == [True] * 6
    assert sum(found) == DRAWS


def test_the_chance_that_any_die_is_rolled_again() -> None:
    assert near(fish()[0], DRAWS, float(ANY_REROLL))


def test_twelve_fish_in_all() -> None:
    assert sum(int(fish()[1][size][count]) * count for size in range(6) for count in range(6)) == 12 * DRAWS


@pytest.mark.parametrize("letter", KINDS)
def test_levels_from_an_empty_row(letter: str) -> None:
    found = levels(letter, 0)
    assert [near(count, DRAWS, sixths / 6) for count, sixths in zip(found, LEVELS[letter], strict=True)] == [True] * 6


@pytest.mark.parametrize("letter", KINDS)
def test_expected_level_from_an_empty_row(letter: str) -> None:
    """Exactly from the fill table, which the chance of the level then follows."""
    exact = sum(Fraction(level * sixths, 6) for level, sixths in enumerate(LEVELS[letter]))
    assert exact == FROM_EMPTY[letter] == Fraction(sum(FILLS[letter]), 6)
    found = levels(letter, 0)
    mean = sum(level * count for level, count in enumerate(found)) / DRAWS
    spread = sqrt(sum(Fraction(sixths, 6) * (level - exact) ** 2 for level, sixths in enumerate(LEVELS[letter])))
    assert abs(mean - float(exact)) <= 4 * spread / sqrt(DRAWS)


@pytest.mark.parametrize("start", range(6))
def test_added_to_the_roe_row(start: int) -> None:
    found = levels("r", start)
    added = [max(0, space - start) for space in FILLS["r"]]
    expected = ADDED_TO_ROE[start]
    assert Fraction(sum(added), 6) == expected
    mean = sum((level - start) * count for level, count in enumerate(found)) / DRAWS
    spread = sqrt(sum((more - expected) ** 2 for more in added) / 6)
    assert abs(mean - float(expected)) <= 4 * spread / sqrt(DRAWS)


def test_check_figures_of_the_recipe_table_as_the_engine_has_them() -> None:
    """Main values sum to 1054, bonuses to 147; icons w14 y14 r13 g13 b11 p10; the bonus is 2 + ingredients."""
    rules = rules_of(load(), 4)
    assert (sum(rules.recipe_main), sum(rules.recipe_bonus)) == (1054, 147)
    icons = {letter: sum((needs >> at) & 1 for needs in rules.recipe_needs) for at, letter in enumerate(KINDS)}
    assert icons == {"w": 14, "y": 14, "r": 13, "g": 13, "b": 11, "p": 10}
    counts = [needs.bit_count() for needs in rules.recipe_needs]
    assert [counts.count(number) for number in (1, 2, 3)] == [10, 13, 13]
    assert rules.recipe_bonus == [2 + count for count in counts]
    assert len(set(zip(rules.recipe_size, rules.recipe_needs, strict=True))) == 36


def test_the_structure_of_the_recipes_in_the_engines_own_prices() -> None:
    """Main + bonus - third-space prices of fish and ingredients: 10-12, 16-17 or 21-24 for 1, 2 or 3 ingredients."""
    rules = rules_of(load(), 4)
    for recipe, needs in enumerate(rules.recipe_needs):
        foods = sum(rules.food_price[kind][2] for kind in range(6) if (needs >> kind) & 1)
        gain = rules.recipe_main[recipe] + rules.recipe_bonus[recipe] - rules.fish_price[rules.recipe_size[recipe]][2]
        low, high = {1: (10, 12), 2: (16, 17), 3: (21, 24)}[needs.bit_count()]
        assert low <= gain - foods <= high


def test_the_tables_of_the_markets_as_the_engine_has_them() -> None:
    game = lay()
    assert game.rules.fill == list(FILLS.values())
    assert (game.rules.fish_dice, game.rules.fish_faces, game.rules.row_length, game.rules.farm_faces) == (12, 6, 5, 6)
