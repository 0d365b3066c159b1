"""FC-7, the end of the game: menu bonuses and the winner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from rule_tables import Game, lay, load

from kitgen.games.fish_cook.rules import wins

BY_SIZE = {size: [name for name, recipe in load().recipes.items() if recipe.size == size] for size in range(1, 7)}
"""The recipes of each size: six of each."""


def ended(*settings: str, menus: Mapping[int, Sequence[str]], money: int | Sequence[int] = 100, players: int = 4,
          **laid: Mapping[int, Sequence[str]]) -> Game:  # fmt: skip
    """A game that ends at once: everybody passes on the last day."""
    days = {2: 2, 3: 3, 4: 3, 5: 4, 6: 4}[players]
    game = lay(*settings, menus=menus, money=money, players=players, day=days, **laid)
    game.do(*["pass"] * players)
    assert game.phase == "over"
    return game


def gains(game: Game, before: int = 100) -> list[int]:
    return [amount - before for amount in game.table.money]


@pytest.mark.parametrize("size", range(1, 7))
def test_fc_7_1_the_most_recipes_of_a_size_get_its_dollars(size: int) -> None:
    of_size = BY_SIZE[size]
    game = ended(menus={1: of_size[:2], 3: of_size[2:5]})
    assert gains(game) == [0, 0, 0, size]
    assert [(event.rule, event.seat, event.details) for event in game.told("menu-bonus")] == [
        ("FC-7.1", 3, {"size": size, "bonus": size, "dishes": 3})
    ]


def test_fc_7_1_each_size_is_counted_for_itself() -> None:
    game = ended(menus={0: [*BY_SIZE[1][:2], BY_SIZE[6][0]], 1: [BY_SIZE[1][2], *BY_SIZE[6][1:3]], 2: BY_SIZE[4][:1]})
    assert gains(game) == [1, 6, 4, 0]


def test_fc_7_1_one_recipe_is_enough_and_none_is_not() -> None:
    assert gains(ended(menus={})) == [0, 0, 0, 0]
    assert gains(ended(menus={2: BY_SIZE[5][:1]})) == [0, 0, 5, 0]


@pytest.mark.parametrize(("tie", "two", "three"), [("all", 5, 6), ("split", 2, 2), ("nobody", 0, 0)])
def test_fc_7_1_a_tie(tie: str, two: int, three: int) -> None:
    """Of size 5 two seats have two each; of size 6 three seats have one. Shares are rounded down."""
    fives, sixes = BY_SIZE[5], BY_SIZE[6]
    game = ended(
        f"end.menu_tie={tie}", menus={0: [*fives[:2], sixes[0]], 1: [*fives[2:4], sixes[1]], 2: [fives[4], sixes[2]]}
    )
    assert gains(game) == [two + three, two + three, three, 0]


@pytest.mark.parametrize("tie", ["all", "split", "nobody"])
def test_fc_7_1_alone_at_the_top_there_is_no_tie(tie: str) -> None:
    """Others are tied below."""
    game = ended(f"end.menu_tie={tie}", menus={0: BY_SIZE[3][:2], 1: BY_SIZE[3][2:3], 2: BY_SIZE[3][3:4]})
    assert gains(game) == [3, 0, 0, 0]


def test_fc_7_1_six_seats_share_one_dollar() -> None:
    menus = {seat: [BY_SIZE[1][seat]] for seat in range(6)}
    assert gains(ended("end.menu_tie=split", players=6, menus=menus)) == [0] * 6
    assert gains(ended(players=6, menus=menus)) == [1] * 6


def test_fc_7_1_the_variant_says_the_dollars_or_none() -> None:
    menus = {1: [BY_SIZE[2][0], BY_SIZE[4][0]]}
    assert gains(ended("end.menu_bonus={1: 0, 2: 10, 3: 0, 4: 7, 5: 0, 6: 0}", menus=menus)) == [0, 17, 0, 0]
    game = ended("end.menu_bonus=none", menus=menus)
    assert (gains(game), game.told("menu-bonus")) == ([0] * 4, [])


def test_fc_7_1_only_after_the_last_day() -> None:
    game = lay(menus={0: BY_SIZE[6]}, day=2)
    game.do(*["pass"] * 4)
    assert (game.phase, game.table.money) == ("morning", [100] * 4)


@pytest.mark.parametrize("winner", range(4))
def test_fc_7_2_the_most_money_wins(winner: int) -> None:
    money = [70, 70, 70, 70]
    money[winner] = 71
    game = ended(menus={}, money=money)
    assert [(event.rule, event.seat, event.details["money"]) for event in game.told("won")] == [("FC-7.2", winner, 71)]
    assert [wins(game.rules, game.table, seat) for seat in range(4)] == [seat == winner for seat in range(4)]


def test_fc_7_2_menu_bonuses_count() -> None:
    game = ended(menus={2: BY_SIZE[6][:1]}, money=[100, 100, 95, 100])
    assert [event.seat for event in game.told("won")] == [2]


def test_fc_7_2_everybody_may_be_penniless() -> None:
    assert [event.seat for event in ended(menus={}, money=0, players=2).told("won")] == [0, 1]


def test_fc_7_3_equal_money_is_a_shared_win() -> None:
    game = ended(menus={0: BY_SIZE[6][:4]}, money=[84, 90, 20, 90])  # seat 0 gets $6 for its menu
    assert [(event.rule, event.seat) for event in game.told("won")] == [("FC-7.3", 0), ("FC-7.3", 1), ("FC-7.3", 3)]


TIED = {"menus": {0: BY_SIZE[6][:1], 1: BY_SIZE[3][:2], 2: BY_SIZE[3][2:5]}, "money": [84, 90, 80, 90]}
"""Menu bonuses of $6 and $3: 90, 90, 83, 90. The tied seats have one, two and no dishes; seat 2 has three."""


def test_fc_7_3_or_goes_to_more_dishes() -> None:
    assert [event.seat for event in ended(**TIED).told("won")] == [0, 1, 3]
    assert [event.seat for event in ended("end.final_tie=more-dishes", **TIED).told("won")] == [1]


def test_fc_7_3_is_the_rule_by_which_more_dishes_win() -> None:
    """Money alone did not decide it."""
    assert [event.rule for event in ended("end.final_tie=more-dishes", **TIED).told("won")] == ["FC-7.3"]


def test_fc_7_3_as_many_dishes_share_the_win_all_the_same() -> None:
    menus = {0: BY_SIZE[6][:2], 1: BY_SIZE[6][2:4], 2: BY_SIZE[5][:1]}
    game = ended("end.final_tie=more-dishes", "end.menu_bonus=none", menus=menus)
    assert [(event.rule, event.seat) for event in game.told("won")] == [("FC-7.3", 0), ("FC-7.3", 1)]


def test_fc_7_3_dishes_do_not_beat_money() -> None:
    game = ended("end.final_tie=more-dishes", "end.menu_bonus=none", menus={0: BY_SIZE[6]}, money=[99, 100, 99, 98])
    assert [event.seat for event in game.told("won")] == [1]


def test_fc_7_4_recipes_in_hand_count_nothing() -> None:
    game = ended(menus={1: BY_SIZE[6][:1]}, hands={0: BY_SIZE[6][1:]})
    assert gains(game) == [0, 6, 0, 0]


def test_fc_7_4_nor_do_they_break_a_tie() -> None:
    game = ended(
        "end.final_tie=more-dishes", "end.menu_bonus=none", menus={1: BY_SIZE[6][:1]}, hands={0: BY_SIZE[6][1:]}
    )
    assert [event.seat for event in game.told("won")] == [1]
