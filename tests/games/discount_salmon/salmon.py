"""The default deck of Discount Salmon, and tables that are laid by hand, for tests of its rules."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from kitgen.games.discount_salmon import bots, rules, table
from kitgen.games.discount_salmon.table import DELAY, Rules, Table, rules_of, set_of
from kitgen.games.discount_salmon.variant import Variant
from kitgen.play.chance import Key, game_key

PROBLEMS = ("stinky", "ugly", "dry", "fake", "toxic")
ICONS = ("odour", "face", "cactus", "boot", "trefoil")
STINKY, UGLY, DRY, FAKE, TOXIC = range(5)
PERFUME, EGGS, MAKE_UP, MUSTACHE, LOTION, SUN, COSTUME, DECOY, ANTIDOTE, WASTE, BLENDER, ANDREW = range(12)

SPECIFIED = {1: 5, 2: 3, 3: 13, 4: 4, 5: 6}
"""Rules by chapter, as the specification counts them."""

RULE_IDS = [f"DS-{chapter}.{number}" for chapter, count in SPECIFIED.items() for number in range(1, count + 1)]

FISH = {problem: {"problems": [problem], "copies": 1} for problem in PROBLEMS} | {
    f"{one}-{other}": {"problems": [one, other], "copies": 2} for one, other in itertools.combinations(PROBLEMS, 2)
}
DEFAULT: dict[str, Any] = {
    "game": "discount-salmon",
    "title": "Discount Salmon",
    "about": "The default deck.",
    "playing_time": 10,
    "players": {"min": 2, "max": 5},
    "problems": {problem: {"icon": icon} for problem, icon in zip(PROBLEMS, ICONS, strict=True)},
    "fish": FISH,
    "modifiers": {"cure": 12, "harm": 3, "blender": 3, "andrew": 3},
    "hand": {"cards": 5, "set": 3},
    "race": {"invalid": "returned", "next_revealer": "claimer", "reshuffle": False},
    "stalemate": {"seconds": 5, "discard": 2, "cart": True},
    "end": {"ties": ["harms", "cures"]},
    "cards": {"format": (63_500, 88_900)},
}


def variant(**changes: dict[str, Any] | Any) -> Variant:
    """The default with some values changed: ``variant(stalemate={"discard": 0})``."""
    told = {key: value | changes[key] if isinstance(changes.get(key), dict) and key not in ("fish", "problems")
            else changes.get(key, value) for key, value in DEFAULT.items()}  # fmt: skip
    return built(told)


def built(told: dict[str, Any]) -> Variant:
    """A variant from plain values; what the loader converts is converted already."""
    told = told | {"fish": {name: {"name": None, **fish, "problems": tuple(fish["problems"])}
                            for name, fish in told["fish"].items()},
                   "end": {"ties": tuple(told["end"]["ties"])}}  # fmt: skip
    return constructed(Variant, told)


def constructed(model: Any, told: Any) -> Any:
    """A model without the loader, whose converters want texts with places."""
    fields = {}
    for name, field in model.model_fields.items():
        value, kind = told.get(name), field.annotation
        inner = [part for part in (kind, *getattr(kind, "__args__", ())) if hasattr(part, "model_fields")]
        if isinstance(value, dict) and hasattr(kind, "model_fields"):
            value = constructed(kind, value)
        elif isinstance(value, dict) and inner:
            value = {key: constructed(inner[0], one) for key, one in value.items()}
        fields[name] = value
    return model.model_construct(**fields)


class Game:
    """A table that moves are made on; ``hands`` deals them anew, ``problems`` are those of the first fish."""

    def __init__(
        self,
        of: Variant | None = None,
        players: int = 3,
        *,
        hands: Sequence[Sequence[int]] = (),
        problems: Sequence[int] = (),
        number: int = 0,
    ) -> None:
        self.rules: Rules = rules_of(of or variant(), players)
        self.table: Table = table.new_table(self.rules)
        self.key: Key = game_key(1, 2, number)
        rules.set_up(self.rules, self.table, self.key, 0)
        if problems:
            self.table.now[table.OPEN] = sum(1 << problem for problem in problems)
        for seat, cards in enumerate(hands):
            self.deal(seat, cards)

    def deal(self, seat: int, cards: Sequence[int]) -> None:
        """Change a hand for other cards, which come out of the piles and go into them."""
        pile = self.table.pile
        for kind in range(len(self.rules.copies)):
            while self.table.hand[seat][kind] > cards.count(kind):
                wanted = next(k for k in cards if self.table.hand[seat][k] < cards.count(k))
                place = next(p for p in self.in_piles() if pile[p] == wanted)
                pile[place] = kind
                self.table.hand[seat][kind] -= 1
                self.table.hand[seat][wanted] += 1

    def in_piles(self) -> list[int]:
        """The places of the cards that are in the piles."""
        now = self.table.now
        return [*range(now[table.FIRST_TOP]), *range(now[table.FIRST_END], now[table.SECOND_TOP])]

    def play(self, seat: int, cards: Sequence[int], after: int = 0) -> None:
        """The decision of the seat whose turn it is to decide, which must be this one."""
        assert rules.acting_seat(self.table) == seat
        move = set_of(list(cards)) + DELAY * after
        assert rules.refusal(self.rules, self.table, move) == 0
        rules.make_move(self.rules, self.table, self.key, move)

    def race(self, *plays: tuple[Sequence[int], int]) -> None:
        """The decisions of all seats, from the revealer on: cards and milliseconds; no cards is waiting."""
        for cards, after in plays:
            self.play(rules.acting_seat(self.table), cards, after)

    @property
    def now(self) -> Any:
        """What is one number."""
        return self.table.now

    def cards(self) -> list[int]:
        """How many of each kind there are, wherever they are."""
        found = [*self.table.gone]
        for kind in range(len(found)):
            found[kind] += sum(hand[kind] for hand in self.table.hand)
        lying = [*self.table.stack_kind[: self.now[table.STACK]], *self.table.discards[: self.now[table.DISCARDED]]]
        for kind in (*lying, *(self.table.pile[place] for place in self.in_piles())):
            found[kind] += 1
        return found


def play_out(game: Game, seated: Sequence[str], bot_seed: int = 7) -> int:
    """Let bots play to the end; returns the number of decisions."""
    mind, key, turns = bots.new_mind(game.rules), game_key(bot_seed, 8, 0), 0
    while (seat := rules.acting_seat(game.table)) >= 0:
        move = bots.choose(game.rules, game.table, seat, bots.BOTS[seated[seat % len(seated)]], key, turns, mind)
        assert rules.refusal(game.rules, game.table, move) == 0
        rules.make_move(game.rules, game.table, game.key, move)
        turns += 1
        assert turns < 20_000
    return turns
