"""Bots: players that see what their seat may see."""

from __future__ import annotations

import sys
from types import ModuleType

from kitgen.games.fish_cook import characters, planner, rollout, tally, thrifty
from kitgen.games.fish_cook import mind as mind_module
from kitgen.games.fish_cook import rules as rules_module
from kitgen.games.fish_cook import table as table_module
from kitgen.games.fish_cook.mind import Mind, known_place, new_mind
from kitgen.games.fish_cook.planner import choose_by_plan
from kitgen.games.fish_cook.rollout import choose_by_rollout
from kitgen.games.fish_cook.rules import legal_moves
from kitgen.games.fish_cook.table import OVER, PHASE, SEAT, Rules, Table
from kitgen.games.fish_cook.thrifty import choose_thriftily
from kitgen.play.chance import Key, roll

__all__ = ["BOTS", "MODULES", "Mind", "acting_seat", "choose", "known_place", "new_mind"]

RANDOM, THRIFTY, PLANNER, ROLLOUT, HOARDER, CHEAP_FISH, BIG_FISH, SCHOOL_THIEF = range(8)

BOTS: dict[str, int] = {
    "random": RANDOM,
    "thrifty": THRIFTY,
    "planner": PLANNER,
    "rollout": ROLLOUT,
    "hoarder": HOARDER,
    "cheap-fish": CHEAP_FISH,
    "big-fish": BIG_FISH,
    "school-thief": SCHOOL_THIEF,
}
"""Bots by name; from random to rollout each beats those before it, the others are temperaments."""

LADDER = ("random", "thrifty", "planner")
"""Bots that are quick enough for thousands of games, each better than the one before."""

TEMPERAMENTS = ("hoarder", "cheap-fish", "big-fish", "school-thief")
"""Bots with one habit."""

BOT_CHOICE = 1


def acting_seat(table: Table) -> int:
    """The seat that has to decide, or -1 when the game is over."""
    return -1 if table.now[PHASE] == OVER else table.now[SEAT]


def choose(rules: Rules, table: Table, seat: int, bot: int, key: Key, turn: int, mind: Mind) -> int:
    """The move of a bot."""
    if bot == RANDOM:
        return choose_at_random(rules, table, seat, key, turn, mind)
    if bot == THRIFTY:
        return choose_thriftily(rules, table, seat, mind)
    if bot == ROLLOUT:
        return choose_by_rollout(rules, table, seat, bot, key, turn, mind)
    return choose_by_plan(rules, table, seat, bot, mind)


def choose_at_random(rules: Rules, table: Table, seat: int, key: Key, turn: int, mind: Mind) -> int:
    """Any legal move, all alike."""
    count = legal_moves(rules, table, mind.moves)
    return mind.moves[roll(key, count, BOT_CHOICE, seat, 0, turn) - 1]


MODULES: tuple[ModuleType, ...] = (
    table_module,
    rules_module,
    characters,
    mind_module,
    thrifty,
    planner,
    rollout,
    tally,
    sys.modules[__name__],
)
"""What ``play.kernel`` makes a kernel of: everything that bots and rules are made of, the bots themselves last."""
