"""Events: what a game tells, in order, under the rules' ids, fit for JSON; and the words of moves."""

from __future__ import annotations

import json
import random

import pytest
from rule_tables import MAKI, NIGIRI, PLAYER_COUNTS, RULE_IDS, Game, begin, evening, lay, random_steps, script_dice

from kitgen import pipeline
from kitgen.games.fish_cook.events import Names
from kitgen.games.fish_cook.moves import move_text, read_move
from kitgen.games.fish_cook.table import CHEF, PHASE
from kitgen.play.chance import game_key
from kitgen.source.words import load_words

ODD = [
    ["morning.last_actions=0", "next_chef=clockwise"],
    ["evening.pass_cost=0", "end.menu_tie=nobody", "next_chef=loser"],
    ["evening.fish_keep=yes", "evening.ingredients_keep=no", "school.leftovers=replaced"],
    ["evening.steal.succeeds_on=never", "end.menu_bonus=none", "evening.rival_bonus=nobody"],
    ["evening.cook_from_rivals=no", "morning.empty_fish_market_ends=no", "morning.last_actions=2"],
    ["evening.cook_from_school=no", "evening.school_bonus=yes", "market.fish.dice=30"],
]


def whole_game(*settings: str, players: int = 4, seed: int = 1) -> Game:
    game = begin(*settings, players=players, key=game_key(seed, 0, 0))
    for _ in random_steps(game, random.Random(seed)):
        pass
    return game


def test_the_order_of_a_beginning() -> None:
    names = [event.name for event in begin(players=2, key=game_key(4, 0, 0)).events]
    assert names[:6] == ["start-money", "dealt", "start-money", "dealt", "days", "first-chef"]
    assert [name for name in names[6:] if name != "fish-rerolled"] == [
        *["row-filled"] * 6,
        "fish-rolled",
        "school-filled",
    ]


def test_the_order_of_a_bell() -> None:
    game = lay(farm={"r": 1})
    assert [event.name for event in game.do("buy roe")] == ["food-bought", "bell", "chef", "last-actions"]


def test_the_order_of_a_stolen_dish_and_a_night(monkeypatch: pytest.MonkeyPatch) -> None:
    script_dice(monkeypatch, steal=[6], fish=[1, 2, 3, 4, 5, 6] * 2)
    game = evening(menus={1: [MAKI]}, fish={0: [6]}, food={0: "wr"})
    assert [event.name for event in game.do(f"cook {MAKI} with 6")] == [
        "cooked", "steal-rolled", "stolen", "market-spoils", "day-over", *["row-filled"] * 6, "market-cleared",
        "fish-rolled", "school-filled",
    ]  # fmt: skip


def test_the_order_of_an_end() -> None:
    game = evening(day=3, menus={1: [MAKI]}, fish={0: [6]})
    assert [event.name for event in game.do("throw 6")] == [
        "fish-thrown", "market-spoils", "day-over", "menu-bonus", "won",
    ]  # fmt: skip


@pytest.mark.parametrize("odd", [[], *ODD], ids=lambda odd: odd[0] if odd else "classic")
def test_every_event_stands_under_a_rule_and_is_fit_for_json(odd: list[str]) -> None:
    for players in (2, 5):
        for event in whole_game(*odd, players=players).events:
            assert event.rule in RULE_IDS
            assert json.loads(json.dumps(event.as_json())) == event.as_json()
            assert event.seat is None or 0 <= event.seat < players


def test_only_rules_of_the_variants_own_sheet_are_told() -> None:
    """Where a switch takes a rule off the sheet, nothing happens under it."""
    for odd in (["school.cards=0"], [setting for settings in ODD[3:5] for setting in settings]):
        printed = pipeline.rule_texts(pipeline.load("classic", odd), load_words("fish-cook", "en"))
        told = {event.rule for players in (3, 6) for event in whole_game(*odd, players=players).events}
        assert told <= set(printed), odd


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("odd", [[], *ODD[:3]], ids=lambda odd: odd[0] if odd else "classic")
def test_every_move_of_the_chef_is_told(odd: list[str], players: int) -> None:
    for seed in range(5):
        game = begin(*odd, players=players, key=game_key(seed, 0, 0))
        chef = game.chef
        mornings = 0
        for step in random_steps(game, random.Random(seed), lambda text: 3.0 if text == "pass" else 1.0):
            told = [event.seat for event in step.events if event.name == "chef"]
            mornings += len(told)
            if told:
                chef = told[-1] or 0
            assert game.table.now[CHEF] == chef
        assert mornings == game.rules.days


def test_the_bell_or_passes_end_every_morning_once() -> None:
    for seed in range(10):
        game = whole_game(players=3, seed=seed)
        assert len(game.told("bell")) + len(game.told("all-passed")) == game.rules.days


def test_rerolls_are_told_as_often_as_they_happen() -> None:
    """718699/15116544 of mornings, within four standard errors."""
    mornings = 2_000
    again = sum(bool(begin(players=2, key=game_key(6, 0, number)).told("fish-rerolled")) for number in range(mornings))
    chance = 718_699 / 15_116_544
    assert abs(again - mornings * chance) < 4 * (mornings * chance * (1 - chance)) ** 0.5


def test_names_stand_in_place_of_numbers() -> None:
    game = evening(hands={0: [NIGIRI]}, fish={0: [4]}, food={0: "w"}, chef=0)
    cooked = game.do(f"cook {NIGIRI} with 4")[0]
    assert (cooked.details["recipe"], cooked.details["fish"]) == (NIGIRI, 4)
    assert lay().do("buy egg")[0].details["kind"] == "egg"
    assert lay().do("fish 2")[0].details["size"] == 2


@pytest.mark.parametrize(
    "text", ["pass", "blind", "fish 3", "buy roe", f"recipe {NIGIRI}", f"cook {MAKI} with 6", "throw 1"]
)
def test_moves_in_words_read_back(text: str) -> None:
    names = Names.of(begin().variant)
    move = read_move(names, text)
    assert move is not None
    assert move_text(names, move) == text


@pytest.mark.parametrize(
    "text",
    ["", "Pass", "pass 1", "fish", "fish 0", "fish 10", "fish x", "fish -1", "buy", "buy gold", "recipe",
     "recipe nothing", "cook", f"cook {NIGIRI}", f"cook {NIGIRI} with", f"cook {NIGIRI} with 0",
     "cook nothing with 3", "throw", "throw 0", "blind 2", "sell 3", f"cook {NIGIRI} with 10"],
)  # fmt: skip
def test_what_is_no_move_is_read_as_none(text: str) -> None:
    assert read_move(Names.of(begin().variant), text) is None


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_the_winners_told_have_the_most_money(players: int) -> None:
    for seed in range(6):
        game = whole_game(players=players, seed=seed)
        most = max(game.table.money)
        assert game.table.now[PHASE] == 3
        assert [event.seat for event in game.told("won")] == [
            seat for seat, money in enumerate(game.table.money) if money == most
        ]
