"""A player of random moves, and counters of dice, in the subset that runs interpreted and compiled alike."""

from __future__ import annotations

from typing import Any, NamedTuple

from kitgen.games.fish_cook.rules import fill_row, legal_moves, make_move, roll_fish, set_up
from kitgen.games.fish_cook.table import FISH_DIE, OVER, PHASE, SEAT, Row, Rules, Table, most_moves
from kitgen.play.chance import Key, draw, game_key, roll
from kitgen.play.loop import play_games

RANDOM_CHOICE = 1

__all__ = ["make_move", "play_games", "set_up"]


class Mind(NamedTuple):
    """Room for lists of moves."""

    moves: Row
    seated: Row
    no_moves: Row


def new_mind(rules: Rules) -> Mind:
    """Empty room, on plain lists."""
    return Mind([0] * most_moves(rules), [0] * rules.players, [0])


def acting_seat(table: Table) -> int:
    """The seat that has to decide, or -1 when the game is over."""
    return -1 if table.now[PHASE] == OVER else table.now[SEAT]


def choose(rules: Rules, table: Table, seat: int, bot: int, key: Key, turn: int, mind: Mind) -> int:
    """Any legal move; a bot of a higher number prefers those at the end of the list, where dishes stand."""
    count = legal_moves(rules, table, mind.moves)
    chosen = draw(key, RANDOM_CHOICE, seat, 0, turn) % count
    if bot > 0 and draw(key, RANDOM_CHOICE, seat, 1, turn) % 4 > 0:
        chosen = count - 1 - chosen // 3
    return mind.moves[chosen]


def count_fish(rules: Rules, table: Table, seed: int, games: int, found: Any) -> int:
    """Fill the fish market of many games; ``found[size][n]`` counts rows of n. Returns the games with a re-roll."""
    again = 0
    for game in range(games):
        key = game_key(seed, 0, game)
        for size in range(len(table.market)):
            table.market[size] = 0
        rerolled = 0
        for die in range(rules.fish_dice):
            size = roll_fish(rules, table, key, die)
            table.market[size] += 1
            if roll(key, rules.fish_faces, FISH_DIE, die, table.now[1], 0) - 1 != size:
                rerolled = 1
        again += rerolled
        for size in range(len(table.market)):
            found[size][table.market[size]] += 1
    return again


def count_levels(
    rules: Rules, table: Table, purpose: int, kind: int, start: int, seed: int, games: int, found: Row
) -> None:
    """Fill one farm row of many games from a level; ``found[n]`` counts rows that become n."""
    for game in range(games):
        key = game_key(seed, 0, game)
        table.farm[kind] = start
        fill_row(rules, table, kind, roll(key, rules.farm_faces, purpose, rules.kind_word[kind], 0, 0))
        found[table.farm[kind]] += 1
