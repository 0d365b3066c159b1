"""A game of two seats, as small as a game can be: take one or two sticks; whoever takes the last has won."""

from __future__ import annotations

from typing import NamedTuple

from kitgen.play.chance import Key, draw, roll

Row = list[int]


class Rules(NamedTuple):
    """How many sticks there may be."""

    most: int
    prizes: Row


class Table(NamedTuple):
    """Sticks, the seat to move, and money."""

    now: Row
    money: Row


class Mind(NamedTuple):
    """Room for a bot."""

    seated: Row
    no_moves: Row


def set_up(rules: Rules, table: Table, key: Key, first: int) -> None:
    """A heap of random size."""
    table.now[0], table.now[1] = 5 + roll(key, rules.most, 1, 0, 0, 0), first
    table.money[0] = table.money[1] = 0


def acting_seat(table: Table) -> int:
    """The seat to move, or -1."""
    return table.now[1] if table.now[0] > 0 else -1


def choose(rules: Rules, table: Table, seat: int, bot: int, key: Key, turn: int, mind: Mind) -> int:
    """Bot 1 plays well, bot 0 anyhow."""
    if bot == 1 and table.now[0] % 3 > 0:
        return table.now[0] % 3
    return min(table.now[0], 1 + draw(key, 1, seat, 0, turn) % 2)


def make_move(rules: Rules, table: Table, key: Key, move: int) -> None:
    """Take sticks."""
    table.now[0] -= move
    if table.now[0] == 0:
        table.money[table.now[1]] = rules.prizes[0]
    table.now[1] = 1 - table.now[1]
