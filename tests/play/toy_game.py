"""A game of two seats, as small as a game can be: take one or two sticks; whoever takes a heap's last wins a prize.

There is a heap for each prize, one after another; most money wins.
"""

from __future__ import annotations

from typing import NamedTuple

from kitgen.play.chance import Key, draw, roll
from kitgen.play.loop import OWN_GROUPS

Row = list[int]

TAKEN, STICKS = range(OWN_GROUPS, OWN_GROUPS + 2)
"""What it counts: moves by the sticks that they take, from none to two; and all sticks of all heaps."""

SULK = 101
"""The rule that should have ended a game in which both seats take nothing."""


class Rules(NamedTuple):
    """How many sticks more than five a heap may have, and what its last stick pays."""

    most: int
    prizes: Row


class Table(NamedTuple):
    """Sticks, the seat to move and the number of the heap; and money."""

    now: Row
    money: Row


class Mind(NamedTuple):
    """Room for a bot."""

    seated: Row
    no_moves: Row


def new_table(rules: Rules) -> Table:
    """An empty table."""
    return Table([0, 0, 0], [0, 0])


def new_mind(rules: Rules) -> Mind:
    """Room for two bots."""
    return Mind([0, 0], [0])


def set_up(rules: Rules, table: Table, key: Key, first: int) -> None:
    """A heap of random size."""
    table.now[1], table.now[2] = first, 0
    table.money[0] = table.money[1] = 0
    pile_up(rules, table, key)


def pile_up(rules: Rules, table: Table, key: Key) -> None:
    """The next heap."""
    table.now[0] = 5 + roll(key, rules.most, 1, table.now[2], 0, 0)


def acting_seat(table: Table) -> int:
    """The seat to move, or -1."""
    return table.now[1] if table.now[0] > 0 else -1


def choose(rules: Rules, table: Table, seat: int, bot: int, key: Key, turn: int, mind: Mind) -> int:
    """Bot 1 plays well, bot 0 anyhow; bot 2 takes two, and nothing where there is a single stick."""
    if bot == 2:
        return 2 if table.now[0] > 1 else 0
    if bot == 1 and table.now[0] % 3 > 0:
        return table.now[0] % 3
    return min(table.now[0], 1 + draw(key, 1, seat, 0, turn) % 2)


def make_move(rules: Rules, table: Table, key: Key, move: int) -> None:
    """Take sticks."""
    table.now[0] -= move
    if table.now[0] == 0:
        table.money[table.now[1]] += rules.prizes[table.now[2]]
        table.now[2] += 1
        if table.now[2] < len(rules.prizes):
            pile_up(rules, table, key)
    table.now[1] = 1 - table.now[1]


def wins(rules: Rules, table: Table, seat: int) -> bool:
    """Nobody has more."""
    return table.money[seat] >= table.money[1 - seat]


def score(table: Table, seat: int) -> int:
    """Money."""
    return table.money[seat]


def rounds_in(rules: Rules) -> int:
    """Heaps."""
    return len(rules.prizes)


def rounds_over(table: Table) -> int:
    """Heaps that are gone."""
    return table.now[2]


def endless_rule(table: Table) -> int:
    """Somebody must take the last stick."""
    return SULK


def count_beginning(rules: Rules, table: Table, key: Key, starts: Row, row: Row) -> None:
    """The first heap."""
    row[starts[STICKS]] = table.now[0]


def count_move(rules: Rules, table: Table, key: Key, move: int, starts: Row, row: Row) -> None:
    """A move, and the heap that may follow."""
    row[starts[TAKEN] + move] += 1
    heap = table.now[2]
    make_move(rules, table, key, move)
    row[starts[STICKS]] += table.now[0] if table.now[2] != heap else 0
