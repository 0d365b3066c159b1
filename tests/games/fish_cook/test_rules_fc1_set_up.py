"""FC-1, set-up: money, recipes, days and the first chef."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from rule_tables import PLAYER_COUNTS, begin, random_steps

from kitgen.play.chance import first_seat, game_key


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_fc_1_1_everybody_gets_a_hundred(players: int) -> None:
    game = begin(players=players)
    assert game.table.money == [100] * players
    assert [event.details["money"] for event in game.told("start-money")] == [100] * players


def test_fc_1_1_the_variant_says_how_much() -> None:
    assert begin("set_up.money=73").table.money == [73] * 4


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_fc_1_2_two_recipes_each_face_down(players: int) -> None:
    game = begin(players=players)
    hands = [game.hand(seat) for seat in range(players)]
    assert [len(hand) for hand in hands] == [2] * players
    assert len(set().union(*hands)) == 2 * players
    assert not any(game.table.shown[game.names.recipes.index(name)] for hand in hands for name in hand)
    assert [set(event.details["recipes"]) for event in game.told("dealt")] == hands
    assert len(game.deck()) == 36 - 2 * players - 4


@pytest.mark.parametrize("cards", range(5))
def test_fc_1_2_the_variant_says_how_many(cards: int) -> None:
    game = begin(f"set_up.recipes_dealt={cards}", players=6)
    assert [len(game.hand(seat)) for seat in range(6)] == [cards] * 6


def test_fc_1_2_the_deck_is_shuffled() -> None:
    """Every card comes everywhere: to the hand of the first seat as often as to any other place."""
    games, dealt = 2_000, Counter[str]()
    for number in range(games):
        dealt.update(begin(players=2, key=game_key(11, 0, number)).hand(0))
    expected = games * 2 / 36
    assert len(dealt) == 36
    assert max(abs(count - expected) for count in dealt.values()) < 4.5 * (expected * 34 / 36) ** 0.5


@pytest.mark.parametrize(("players", "days"), [(2, 3), (3, 4), (4, 4), (5, 5), (6, 5)])
def test_fc_1_3_days_by_players(players: int, days: int) -> None:
    game = begin(players=players)
    assert [event.details["days"] for event in game.told("days")] == [days]
    for _ in random_steps(game, random.Random(players)):
        pass
    assert len(game.told("day-over")) == len(game.told("fish-rolled")) == days


def test_fc_1_3_the_variant_says_how_many() -> None:
    setting = "set_up.days={2: 7, 3: 6, 4: 2, 5: 1, 6: 3}"
    assert [begin(setting, players=players).rules.days for players in PLAYER_COUNTS] == [7, 6, 2, 1, 3]


@pytest.mark.parametrize("chef", range(4))
def test_fc_1_4_the_first_chef_begins(chef: int) -> None:
    game = begin(chef=chef)
    assert (game.chef, game.seat) == (chef, chef)
    assert [event.seat for event in game.told("first-chef")] == [chef]


def test_fc_1_4_a_single_game_draws_the_seat() -> None:
    drawn = Counter(first_seat(seed, 5) for seed in range(5_000))
    assert sorted(drawn) == [0, 1, 2, 3, 4]
    assert max(abs(count - 1_000) for count in drawn.values()) < 4 * (5_000 * 0.2 * 0.8) ** 0.5
