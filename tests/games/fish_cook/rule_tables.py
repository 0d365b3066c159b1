"""Helpers for tests of the rules: tables laid by hand, moves in words, scripted dice, and games of random moves."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from kitgen import pipeline
from kitgen.games.fish_cook import events as events_module
from kitgen.games.fish_cook import rules as rules_module
from kitgen.games.fish_cook.events import Names, beginning, happenings
from kitgen.games.fish_cook.moves import move_text, read_move
from kitgen.games.fish_cook.rules import legal_moves, make_move, refusal, set_up
from kitgen.games.fish_cook.table import (
    CHEF,
    DAY,
    DECK,
    DECK_LEFT,
    DECK_TOP,
    EVENING,
    FARM_DIE,
    FISH_DIE,
    HAND,
    LAST_ACTIONS,
    MENU,
    MORNING,
    NOBODY,
    OVER,
    PHASE,
    SCHOOL,
    SEAT,
    STEAL_DIE,
    Rules,
    Table,
    most_moves,
    new_table,
    rules_of,
)
from kitgen.games.fish_cook.variant import Variant
from kitgen.play.chance import Key, roll
from kitgen.play.events import Event

PLAYER_COUNTS = (2, 3, 4, 5, 6)

RULE_IDS = [
    f"FC-{chapter}.{number}"
    for chapter, last in ((1, 4), (2, 6), (3, 11), (4, 8), (5, 13), (6, 3), (7, 4))
    for number in range(1, last + 1)
]
"""Every rule of the specification."""

KINDS = {"p": "wine", "b": "mushroom", "g": "vegetable", "r": "roe", "y": "egg", "w": "flour"}
"""The specification's letters, top to bottom of the Farmer's Market."""

FISH_PRICES = {
    1: [1, 2, 3, 4, 5],
    2: [2, 3, 4, 5, 7],
    3: [4, 5, 6, 7, 9],
    4: [6, 7, 8, 10, 12],
    5: [8, 9, 11, 13, 16],
    6: [10, 11, 13, 16, 20],
}
FOOD_PRICES = {
    "p": [12, 9, 7, 6, 5],
    "b": [10, 7, 6, 5, 4],
    "g": [8, 6, 5, 4, 3],
    "r": [7, 5, 4, 3, 2],
    "y": [5, 4, 3, 2, 1],
    "w": [4, 3, 2, 1, 0],
}
FILLS = {
    "p": [2, 2, 3, 3, 4, 5],
    "b": [2, 2, 3, 4, 4, 5],
    "g": [2, 3, 3, 4, 4, 5],
    "r": [2, 3, 3, 4, 5, 5],
    "y": [2, 3, 4, 4, 5, 5],
    "w": [3, 3, 4, 4, 5, 5],
}
"""Die face 1 … 6: the space that a row is filled to."""

# Recipes that the tests cook: fish size, ingredients, main value, bonus, by hand.
MISO_SARDINES = "sardines-in-miso"  # 1 b 16 + 3
NIGIRI = "flounder-nigiri"  # 3 w 15 + 3
MISO_PLAICE = "plaice-in-kyoto-miso"  # 3 b 19 + 3
MEUNIERE = "sole-meuniere"  # 3 wy 23 + 4
SABAYON = "sole-sabayon-and-caviar"  # 3 yrp 37 + 5
MAKI = "tuna-and-tobiko-maki"  # 6 wr 32 + 4
TUNA_STEAK = "tuna-steak-with-ceps"  # 6 b 28 + 3

KEY: Key = (20_130_801, 36)
"""A key like any other, for games whose chance does not matter."""


@cache
def load(*settings: str) -> Variant:
    """The classic with some values changed, as ``--set`` changes them."""
    model = pipeline.load("classic", settings).model
    assert isinstance(model, Variant)
    return model


@dataclass
class Game:
    """A running game on a table that a test may lay, read and change."""

    variant: Variant
    rules: Rules
    table: Table
    key: Key = KEY
    events: list[Event] = field(default_factory=list)

    @property
    def names(self) -> Names:
        """The ids of the variant's recipes and kinds."""
        return Names.of(self.variant)

    # ── Reading ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.table.now[SEAT]

    @property
    def chef(self) -> int:
        """The seat that has the chef."""
        return self.table.now[CHEF]

    @property
    def day(self) -> int:
        """The day, from 0."""
        return self.table.now[DAY]

    @property
    def phase(self) -> str:
        """The phase, in a word."""
        return {MORNING: "morning", LAST_ACTIONS: "last", EVENING: "evening", OVER: "over"}[self.table.now[PHASE]]

    def recipes(self, place: int, seat: int | None = None) -> set[str]:
        """The ids of the recipes that lie somewhere."""
        return {
            name
            for recipe, name in enumerate(self.names.recipes)
            if self.table.place[recipe] == place and (seat is None or self.table.owner[recipe] == seat)
        }

    def school(self) -> set[str]:
        """The recipes that lie face up."""
        return self.recipes(SCHOOL)

    def hand(self, seat: int) -> set[str]:
        """A seat's recipes in hand."""
        return self.recipes(HAND, seat)

    def menu(self, seat: int) -> set[str]:
        """A seat's menu."""
        return self.recipes(MENU, seat)

    def deck(self) -> list[str]:
        """The deck from the top."""
        table = self.table
        ring, top = len(table.deck), table.now[DECK_TOP]
        return [self.names.recipes[table.deck[(top + at) % ring]] for at in range(table.now[DECK_LEFT])]

    def market(self) -> list[int]:
        """Fish for sale, size 1 first."""
        return list(self.table.market)

    def farm(self) -> str:
        """Tokens for sale, from ``p`` to ``w``."""
        return "".join(str(level) for level in self.table.farm)

    def fish(self, seat: int) -> list[int]:
        """The sizes of a seat's fish."""
        return [size + 1 for size, count in enumerate(self.table.fish[seat]) for _ in range(count)]

    def food(self, seat: int) -> str:
        """A seat's ingredients by letter."""
        letters = dict(zip(KINDS.values(), KINDS, strict=True))
        return "".join(
            letters[name] * count for name, count in zip(self.names.kinds, self.table.food[seat], strict=True)
        )

    def legal(self) -> list[str]:
        """The legal moves in words."""
        found = [0] * most_moves(self.rules)
        return [move_text(self.names, move) for move in found[: legal_moves(self.rules, self.table, found)]]

    def told(self, name: str) -> list[Event]:
        """The events of one name."""
        return [event for event in self.events if event.name == name]

    # ── Playing ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def number(self, text: str) -> int:
        """A move as a number."""
        move = read_move(self.names, text)
        assert move is not None, f"nothing is called {text!r}"
        return move

    def do(self, *texts: str) -> list[Event]:
        """Make legal moves of whoever's turn it is; the events of all of them."""
        happened: list[Event] = []
        for text in texts:
            move = self.number(text)
            assert refusal(self.rules, self.table, move) == 0, f"{text!r} is refused by {self.refused(text)}"
            assert text in self.legal()
            before = copy.deepcopy(self.table)
            make_move(self.rules, self.table, self.key, move)
            told = happenings(self.rules, before, self.table, self.key, move)
            happened += [self.names.named(event) for event in told]
        self.events += happened
        return happened

    def refused(self, text: str) -> str:
        """The id of the rule that refuses a move; asking changes nothing, and the move is not listed as legal."""
        before = copy.deepcopy(self.table)
        rule = refusal(self.rules, self.table, self.number(text))
        assert self.table == before
        assert (rule == 0) == (text in self.legal())
        return f"FC-{rule // 100}.{rule % 100}" if rule else ""


def begin(*settings: str, players: int = 4, key: Key = KEY, chef: int = 0) -> Game:
    """A game after set-up."""
    return begin_variant(load(*settings), players, key, chef)


def begin_variant(variant: Variant, players: int, key: Key = KEY, chef: int = 0) -> Game:
    """A variant's game after set-up, with the events that told it."""
    rules = rules_of(variant, players)
    table = new_table(rules)
    set_up(rules, table, key, chef)
    game = Game(variant, rules, table, key)
    game.events = [game.names.named(event) for event in beginning(rules, table, key)]
    return game


def lay(
    *settings: str,
    players: int = 4,
    phase: int = MORNING,
    day: int = 0,
    chef: int = 0,
    seat: int | None = None,
    money: int | Sequence[int] = 100,
    market: int | Mapping[int, int] = 2,
    farm: int | Mapping[str, int] = 3,
    fish: Mapping[int, Sequence[int]] | None = None,
    food: Mapping[int, str] | None = None,
    school: Sequence[str] = (),
    hands: Mapping[int, Sequence[str]] | None = None,
    menus: Mapping[int, Sequence[str]] | None = None,
    deck: int | None = None,
) -> Game:
    """A table laid by hand.

    A mapping of the markets names the rows that differ from 3 tokens or 2 fish. Recipes that lie nowhere else are the
    deck, in the order of the variant's file; a smaller ``deck`` puts the rest into the last seat's hand.
    """
    game = begin(*settings, players=players)
    table, names = game.table, game.names
    table.now[PHASE], table.now[DAY], table.now[CHEF] = phase, day, chef
    table.now[SEAT] = chef if seat is None else seat
    table.money[:] = [money] * players if isinstance(money, int) else list(money)
    rows = market if isinstance(market, Mapping) else {}
    usual = market if isinstance(market, int) else 2
    table.market[:] = [rows.get(size + 1, usual) for size in range(len(table.market))]
    levels = farm if isinstance(farm, Mapping) else {}
    usual = farm if isinstance(farm, int) else 3
    table.farm[:] = [usual] * len(names.kinds)
    for letter, level in levels.items():
        table.farm[names.kinds.index(KINDS[letter])] = level
    for holder, sizes in (fish or {}).items():
        for size in sizes:
            table.fish[holder][size - 1] += 1
    for holder, letters in (food or {}).items():
        for letter in letters:
            table.food[holder][names.kinds.index(KINDS[letter])] += 1
    _lay_recipes(game, school, hands or {}, menus or {}, deck)
    game.events = []
    return game


def _lay_recipes(
    game: Game,
    school: Sequence[str],
    hands: Mapping[int, Sequence[str]],
    menus: Mapping[int, Sequence[str]],
    deck: int | None,
) -> None:
    table, names = game.table, game.names
    table.place[:] = [DECK] * len(names.recipes)
    table.owner[:] = [NOBODY] * len(names.recipes)

    def put(recipe: int, place: int, owner: int) -> None:
        table.place[recipe], table.owner[recipe] = place, owner
        table.shown[recipe] = int(place in (SCHOOL, MENU))
        if place == MENU:
            table.dishes[owner][game.rules.recipe_size[recipe]] += 1

    for name in school:
        put(names.recipes.index(name), SCHOOL, NOBODY)
    for place, piles in ((HAND, hands), (MENU, menus)):
        for owner, pile in piles.items():
            for name in pile:
                put(names.recipes.index(name), place, owner)
    left = [recipe for recipe, place in enumerate(table.place) if place == DECK]
    for recipe in left[len(left) if deck is None else deck :]:
        put(recipe, HAND, game.rules.players - 1)
    left = left[:deck]
    table.deck[: len(left)] = left
    table.now[DECK_TOP], table.now[DECK_LEFT] = 0, len(left)


def evening(*settings: str, **laid: Any) -> Game:
    """A table laid by hand in the evening; the markets are of no account."""
    return lay(*settings, phase=EVENING, **laid)


Script = Callable[..., None]


def script_dice(patch: pytest.MonkeyPatch, *, farm: str | int = 0, fish: Sequence[int | Sequence[int]] = (),
                steal: Sequence[int] = ()) -> None:  # fmt: skip
    """Dice that fall as a test says, wherever it says so; the others roll.

    ``farm`` has a face for each row from ``p`` to ``w``, or one for all; ``fish`` a face for each die, or several where
    it is rolled again; ``steal`` the faces of all tries to steal, in order.
    """
    faces_of_kinds = {
        word: int(str(farm)[at % len(str(farm))]) for at, word in enumerate(rules_of(load(), 4).kind_word)
    }
    steals: dict[tuple[int, int], int] = {}

    def scripted(key: Key, faces: int, purpose: int, thing: int, day: int, attempt: int) -> int:
        if purpose == FARM_DIE and farm:
            return faces_of_kinds[thing]
        if purpose == FISH_DIE and thing < len(fish):
            shown = fish[thing]
            rolls = [shown] if isinstance(shown, int) else shown
            return rolls[min(attempt, len(rolls) - 1)]
        if purpose == STEAL_DIE and steal:
            number = steals.setdefault((thing, attempt), len(steals))
            return steal[number]
        return roll(key, faces, purpose, thing, day, attempt)

    patch.setattr(rules_module, "roll", scripted)
    patch.setattr(events_module, "roll", scripted)


@dataclass(frozen=True)
class Step:
    """One random move: the table before and after, and what was told."""

    before: Table
    move: int
    text: str
    seat: int
    events: list[Event]


def random_steps(
    game: Game, chance: random.Random, liking: Callable[[str], float] = lambda text: 1.0
) -> Iterator[Step]:
    """Random legal moves to the end of a game; ``liking`` weighs them."""
    found = [0] * most_moves(game.rules)
    while game.table.now[PHASE] != OVER:
        legal = found[: legal_moves(game.rules, game.table, found)]
        texts = [move_text(game.names, move) for move in legal]
        (at,) = chance.choices(range(len(legal)), [liking(text) for text in texts])
        before, seat = copy.deepcopy(game.table), game.seat
        make_move(game.rules, game.table, game.key, legal[at])
        told = happenings(game.rules, before, game.table, game.key, legal[at])
        events = [game.names.named(event) for event in told]
        game.events += events
        yield Step(before, legal[at], texts[at], seat, events)


def cooks_gladly(text: str) -> float:
    """A liking for moves that make something happen."""
    return {"cook": 6.0, "pass": 0.3, "blind": 0.4, "throw": 0.5}.get(text.split()[0], 1.0)
