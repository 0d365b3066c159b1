"""Bots: always legal, blind to what is hidden, the same in both modes, and each better than the one below it."""

from __future__ import annotations

import copy
import random
from dataclasses import replace
from functools import cache
from typing import Any

import numpy
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rule_tables import PLAYER_COUNTS, load

from kitgen.games.fish_cook import PLAYING
from kitgen.games.fish_cook import bots as bots_module
from kitgen.games.fish_cook.bots import BOTS, MODULES, acting_seat, choose, known_place, new_mind
from kitgen.games.fish_cook.counts import groups_of
from kitgen.games.fish_cook.rules import make_move, refusal, set_up
from kitgen.games.fish_cook.table import (
    DAY,
    DECK,
    DECK_LEFT,
    DECK_TOP,
    HAND,
    MENU,
    NOBODY,
    SCHOOL,
    Rules,
    Table,
    new_table,
    rules_of,
)
from kitgen.play import chance as chance_module
from kitgen.play import loop
from kitgen.play.arena import Side, play_rows
from kitgen.play.chance import game_key
from kitgen.play.kernel import Kernel, kernel
from kitgen.play.loop import BOT_SEED, WHOLE_WIN
from kitgen.play.tally import Layout

LADDER = ("random", "thrifty", "planner", "rollout")
TEMPERAMENTS = ("hoarder", "cheap-fish", "big-fish", "school-thief")
QUICK = tuple(name for name in BOTS if name != "rollout")
MOST_TURNS = 20_000
"""Far more than any game has; one that goes on longer does not end."""


# ── Variants at random ──────────────────────────────────────────────────────────────────────────────────────────────


@st.composite
def variants(draw: st.DrawFn) -> Rules:
    """The numbers of any variant in the specification's ranges, and a little beyond where play gets thin."""

    def pick(*values: int) -> int:
        return draw(st.sampled_from(values))

    chance = random.Random(draw(st.integers(0, 2**32)))
    sizes, kinds, length, spaces = pick(4, 5, 6, 8), pick(4, 6, 8), pick(3, 5, 8), pick(3, 5, 8)
    farm_faces, recipes = pick(4, 6, 8, 10), pick(24, 36, 60)
    most_needs = pick(1, 3, 4)
    sets = [chance.sample(range(kinds), chance.randint(1, most_needs)) for _ in range(recipes)]
    return Rules(
        players=pick(*PLAYER_COUNTS),
        days=pick(2, 3, 4),
        start_money=pick(0, 5, 50, 100, 200),
        recipes_dealt=pick(0, 2, 4),
        school_cards=pick(0, 2, 4, 6),
        face_up_price=pick(0, 2, 5, 10),
        blind_price=pick(0, 2, 5),
        school_replaced=pick(0, 1),
        fish_dice=min(pick(6, 12, 24), sizes * length),
        fish_faces=next(faces for faces in (4, 6, 8, 10) if faces >= sizes),
        row_length=length,
        farm_faces=farm_faces,
        supply=pick(0, 0, 4, 12),
        empty_rows_end=pick(1, 2),
        empty_fish_market_ends=pick(0, 1),
        last_actions=pick(0, 1, 2),
        bigger_fish=pick(0, 1),
        pass_cost=pick(0, 1, 2),
        fish_keep=pick(0, 1),
        ingredients_keep=pick(0, 1),
        cook_from_school=pick(0, 1),
        cook_from_rivals=pick(0, 1),
        school_bonus=pick(0, 1),
        rival_bonus=pick(0, 1, 2),
        steal_faces=pick(4, 6, 10),
        steal_on=pick(-1, 0, 3),
        next_chef=pick(0, 1, 2),
        menu_tie=pick(0, 1, 2),
        more_dishes_win=pick(0, 1),
        fish_price=[[chance.randint(0, 4) + 2 * size + space for space in range(length)] for size in range(sizes)],
        food_price=[[chance.randint(0, 2) + kind + spaces - space for space in range(spaces)] for kind in range(kinds)],
        fill=[sorted(chance.randint(1, spaces) for _ in range(farm_faces)) for _ in range(kinds)],
        menu_bonus=[chance.choice((0, size + 1)) for size in range(sizes)],
        recipe_size=[chance.randrange(sizes) for _ in range(recipes)],
        recipe_needs=[sum(1 << kind for kind in needs) for needs in sets],
        recipe_main=[chance.randint(0, 50) for _ in range(recipes)],
        recipe_bonus=[chance.randint(0, 8) for _ in range(recipes)],
        recipe_word=[chance.getrandbits(32) for _ in range(recipes)],
        kind_word=[chance.getrandbits(32) for _ in range(kinds)],
        notes=[100, 20, 5, 1][pick(0, 1) :],
    )


@cache
def classic(players: int) -> Rules:
    """The classic's numbers."""
    return rules_of(load(), players)


def seat_at_random(chance: random.Random, players: int, names: tuple[str, ...]) -> list[int]:
    """A bot for each seat."""
    return [BOTS[chance.choice(names)] for _ in range(players)]


# ── Legal, and to the end ───────────────────────────────────────────────────────────────────────────────────────────


def play_legally(rules: Rules, seated: list[int], seed: int, deals: int = 1) -> Table:
    """Play a game, asking the rules about each move; returns the table at its end."""
    table, mind = new_table(rules), new_mind(rules, deals)
    key, bot_key = game_key(seed, 0, 1), game_key(seed ^ BOT_SEED, 0, 1)
    set_up(rules, table, key, seed % rules.players)
    for turn in range(MOST_TURNS):
        seat = acting_seat(table)
        if seat < 0:
            return table
        before = copy.deepcopy(table)
        move = choose(rules, table, seat, seated[seat], bot_key, turn, mind)
        assert table == before, "a bot touched the table"
        refused = refusal(rules, table, move)
        assert refused == 0, f"bot {seated[seat]} chose {move} against rule {refused}"
        make_move(rules, table, key, move)
    raise AssertionError("the game does not end")


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rules=variants(), seed=st.integers(0, 2**32 - 1))
def test_bots_play_any_variant_legally_and_to_its_end(rules: Rules, seed: int) -> None:
    play_legally(rules, seat_at_random(random.Random(seed), rules.players, QUICK), seed)


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rules=variants(), seed=st.integers(0, 2**32 - 1))
def test_rollout_plays_any_variant_legally_and_to_its_end(rules: Rules, seed: int) -> None:
    seated = seat_at_random(random.Random(seed), rules.players, ("thrifty", "planner"))
    play_legally(rules._replace(days=2), [BOTS["rollout"], *seated[1:]], seed)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("name", QUICK)
def test_every_bot_plays_the_classic_at_every_number_of_players(name: str, players: int) -> None:
    table = play_legally(classic(players), [BOTS[name]] * players, seed=players)
    assert table.now[DAY] == classic(players).days


@pytest.mark.parametrize("name", [name for name in BOTS if name != "random"])
def test_without_money_and_recipes_a_bot_passes_to_the_end(name: str) -> None:
    rules = classic(2)._replace(start_money=0, recipes_dealt=0, school_cards=0, food_price=[[3, 2, 1, 1, 1]] * 6)
    assert list(play_legally(rules, [BOTS[name]] * 2, seed=3).money) == [0, 0]


@pytest.mark.parametrize("name", ["thrifty", "planner"])
@pytest.mark.parametrize("change", [{"cook_from_school": 0}, {"recipes_dealt": 0, "school_cards": 0}])
def test_where_recipes_must_be_bought_first_a_bot_still_earns(name: str, change: dict[str, int]) -> None:
    rules = classic(3)._replace(**change)  # type: ignore[arg-type]
    money = [sum(play_legally(rules, [BOTS[name]] * 3, seed).money) for seed in range(10)]
    assert sum(money) > 10 * 3 * rules.start_money


# ── What is hidden stays hidden ─────────────────────────────────────────────────────────────────────────────────────


def permute_hidden(table: Table, seat: int, chance: random.Random) -> Table:
    """The same table to the eyes of a seat: rivals' unshown recipes and the deck are shuffled together."""
    other = copy.deepcopy(table)
    ring, top, left = len(table.deck), table.now[DECK_TOP], table.now[DECK_LEFT]
    deck_slots = [(top + at) % ring for at in range(left)]
    rival_cards = [
        recipe
        for recipe in range(ring)
        if table.place[recipe] == HAND and table.owner[recipe] != seat and not table.shown[recipe]
    ]
    cards = rival_cards + [table.deck[slot] for slot in deck_slots]
    holders = [table.owner[recipe] for recipe in rival_cards]
    chance.shuffle(cards)
    for recipe, holder in zip(cards, holders, strict=False):
        other.place[recipe], other.owner[recipe] = HAND, holder
    for slot, recipe in zip(deck_slots, cards[len(holders) :], strict=True):
        other.deck[slot] = recipe
        other.place[recipe], other.owner[recipe] = DECK, NOBODY
    # What lies in the ring outside the deck is nothing, so it may be anything.
    for slot in set(range(ring)) - set(deck_slots):
        other.deck[slot] = chance.randrange(ring)
    return other


def assert_blind(rules: Rules, seated: list[int], seed: int, deals: int = 1) -> int:
    """Play a game and ask each bot again with everything hidden permuted, on fresh paper; returns the turns."""
    chance = random.Random(seed)
    table, mind = new_table(rules), new_mind(rules, deals)
    key, bot_key = game_key(seed, 0, 1), game_key(seed ^ BOT_SEED, 0, 1)
    set_up(rules, table, key, 0)
    turn = 0
    while (seat := acting_seat(table)) >= 0:
        move = choose(rules, table, seat, seated[seat], bot_key, turn, mind)
        other = permute_hidden(table, seat, chance)
        assert choose(rules, other, seat, seated[seat], bot_key, turn, new_mind(rules, deals)) == move
        make_move(rules, table, key, move)
        turn += 1
    return turn


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rules=variants(), seed=st.integers(0, 2**32 - 1))
def test_hidden_recipes_change_no_choice_in_any_variant(rules: Rules, seed: int) -> None:
    assert_blind(rules, seat_at_random(random.Random(seed), rules.players, QUICK), seed)


@pytest.mark.parametrize("name", BOTS)
def test_hidden_recipes_change_no_choice_in_the_classic(name: str) -> None:
    games = 1 if name == "rollout" else 6
    for seed in range(games):
        players = 2 + seed % 3
        seated = [BOTS[name], *[BOTS["hoarder"]] * (players - 1)]  # hoarders hold unshown recipes
        assert assert_blind(classic(players), seated, seed) > 20


@pytest.mark.parametrize("name", BOTS)
def test_the_games_key_changes_no_choice(name: str) -> None:
    rules = classic(2)
    games = []
    for key in (game_key(1, 0, 1), game_key(2, 0, 1)):
        table, mind = new_table(rules), new_mind(rules, 1)
        set_up(rules, table, game_key(1, 0, 1), 0)  # one deal for both; until dice fall again the games must not differ
        moves = []
        while table.now[DAY] == 0 and not any(table.tries):
            seat = acting_seat(table)
            moves.append(choose(rules, table, seat, BOTS[name], game_key(5, 5, 5), len(moves), mind))
            make_move(rules, table, key, moves[-1])
        games.append(moves)
    assert len(games[0]) > 4
    assert games[0] == games[1]


def test_a_hidden_hand_looks_like_the_deck() -> None:
    table = new_table(classic(2))
    laid = [(HAND, 1, 0), (HAND, 1, 1), (HAND, 0, 0), (MENU, 1, 1), (SCHOOL, NOBODY, 1)]
    for recipe, (place, owner, shown) in enumerate(laid):
        table.place[recipe], table.owner[recipe], table.shown[recipe] = place, owner, shown
    assert [known_place(table, recipe, 0) for recipe in range(5)] == [DECK, HAND, HAND, MENU, SCHOOL]
    assert [known_place(table, recipe, 1) for recipe in range(5)] == [HAND, HAND, DECK, MENU, SCHOOL]


# ── Both modes ──────────────────────────────────────────────────────────────────────────────────────────────────────


GROUPS, GROUP_ROOM = len(Layout.of(2, groups_of(load())).starts), 100
COUNTS = GROUPS * GROUP_ROOM
"""Room for the counts of any of the variants above, every group beginning at a round number."""


@cache
def machine(compiled: bool) -> Kernel:
    """The bots in one of the two modes."""
    return kernel(MODULES, compiled=compiled)


def numbers(values: list[Any], compiled: bool) -> Any:
    """A list, or an array."""
    if not compiled:
        return values
    return numpy.array(values, numpy.int64)


def transcript(rules: Rules, seated: list[int], seed: int, compiled: bool) -> tuple[list[int], list[int], list[int]]:
    """The moves, the final money and the counts of one game."""
    play = machine(compiled)
    table, mind = play.prepare(new_table(rules)), play.prepare(new_mind(rules, 1))
    moves = numbers([0] * 1_000, compiled)
    starts, row = numbers([GROUP_ROOM * group for group in range(GROUPS)], compiled), numbers([0] * COUNTS, compiled)
    key, bot_key = game_key(seed & 0xFFFFFFFF, seed >> 32, 3), game_key(seed & 0xFFFFFFFF ^ BOT_SEED, seed >> 32, 3)
    seats, first = numbers(seated, compiled), seed % rules.players
    rules = play.prepare(rules)
    stop = numbers([0], compiled)
    turns = play.play_game(rules, table, mind, seats, key, bot_key, first, moves, starts, row, MOST_TURNS, stop)
    return [int(move) for move in moves[:turns]], [int(money) for money in table.money], [int(count) for count in row]


def test_compiled_and_interpreted_games_are_the_same_for_a_thousand_seeds() -> None:
    chance = random.Random(7)
    for number in range(1_000):
        players = 2 + number % 5
        seated = seat_at_random(chance, players, QUICK)
        if number % 50 == 0:
            seated[0] = BOTS["rollout"]
        seed = chance.getrandbits(64)
        rules = classic(players)
        assert transcript(rules, seated, seed, True) == transcript(rules, seated, seed, False), (seed, seated)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rules=variants(), seed=st.integers(0, 2**64 - 1))
def test_compiled_and_interpreted_games_are_the_same_in_any_variant(rules: Rules, seed: int) -> None:
    seated = seat_at_random(random.Random(seed), rules.players, QUICK)
    assert transcript(rules, seated, seed, True) == transcript(rules, seated, seed, False)


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_gives_the_same_game_and_another_seed_another(name: str) -> None:
    seated = [BOTS[name], BOTS["thrifty"]]
    first = transcript(classic(2), seated, 11, True)
    assert transcript(classic(2), seated, 11, True) == first
    assert transcript(classic(2), seated, 11 + 2**32, True) != first


def test_a_mind_remembers_nothing() -> None:
    rules, used = classic(2), new_mind(classic(2), 1)
    for seed in range(3):
        table, key = new_table(rules), game_key(seed, 0, 0)
        set_up(rules, table, key, 0)
        turn = 0
        while (seat := acting_seat(table)) >= 0:
            bot = (BOTS["planner"], BOTS["thrifty"])[seat]
            move = choose(rules, table, seat, bot, key, turn, used)
            assert move == choose(rules, table, seat, bot, key, turn, new_mind(rules, 1))
            make_move(rules, table, key, move)
            turn += 1


# ── The ladder ──────────────────────────────────────────────────────────────────────────────────────────────────────


def share_of_wins(players: int, upper: str, lower: str, games: int, deals: int = 8) -> float:
    """The wins of ``upper`` in half the seats, a shared win counting its part."""
    side = Side(replace(PLAYING, new_mind=lambda rules: new_mind(rules, deals)), load(), 5)
    seated = [upper if seat % 2 == 0 else lower for seat in range(players)]
    rows, layout = play_rows(side, seated, 0, games, compiled=True)
    wins = sum(
        int(rows[:, layout.columns.index(f"bot-won/{bot}")].sum())
        for bot, name in enumerate(seated, start=1)
        if name == upper
    )
    return wins / WHOLE_WIN / games


@pytest.mark.parametrize(
    ("upper", "lower", "games", "players", "at_least"),
    [
        ("thrifty", "random", 400, 2, 0.9),
        ("thrifty", "random", 400, 4, 0.9),
        ("planner", "thrifty", 1_000, 2, 0.65),
        ("planner", "thrifty", 1_000, 4, 0.65),
        ("rollout", "planner", 100, 2, 0.52),
    ],
)
def test_each_bot_beats_the_one_below(upper: str, lower: str, games: int, players: int, at_least: float) -> None:
    assert share_of_wins(players, upper, lower, games) > at_least


@pytest.mark.parametrize("name", TEMPERAMENTS)
def test_no_temperament_beats_the_planner(name: str) -> None:
    assert share_of_wins(2, "planner", name, 600) > 0.5


def test_bots_are_named_and_numbered_once() -> None:
    assert tuple(BOTS) == (*LADDER, *TEMPERAMENTS)
    assert len(set(BOTS.values())) == len(BOTS)
    assert bots_module in MODULES


OPEN = {"set_up", "acting_seat", "choose", "make_move", "wins", "score", "rounds_in", "rounds_over", "endless_rule",
        "count_beginning", "count_move"}  # fmt: skip
"""The functions that the loop leaves to a game."""


def test_no_name_means_two_things_in_the_modules_of_a_kernel() -> None:
    meanings: dict[str, Any] = {}
    for module in (chance_module, loop, *MODULES):
        for name, value in vars(module).items():
            if name.startswith("__") or (module is loop and name in OPEN):
                continue
            if callable(value) or isinstance(value, int):
                assert meanings.setdefault(name, value) == value, name


def test_the_game_defines_what_the_loop_leaves_open() -> None:
    """Once each, and nothing else of the loop's."""
    own = {name for name, value in vars(loop).items() if getattr(value, "__module__", "") == loop.__name__}
    defined = [
        name
        for module in MODULES
        for name, value in vars(module).items()
        if name in own and getattr(value, "__module__", "") == module.__name__
    ]
    assert sorted(defined) == sorted(OPEN)
