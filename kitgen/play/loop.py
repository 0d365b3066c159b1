"""The loop of a game and of many, with the game's own functions left open.

``play/kernel.py`` makes copies of these functions in which the names below stand for a game's: its rules and its bots.
The copies are plain Python or compiled; the text is the same.
"""

from __future__ import annotations

from typing import Any

from kitgen.play.chance import Key, game_key

BOT_SEED = 0x5EED0B07
"""Turns a seed into the bots' own, so that they learn nothing of the game's chance."""

Numbers = list[int]
"""A list of integers, or an array."""


def set_up(rules: Any, table: Any, key: Key, first: int) -> None:
    """The game's: everything before the first move."""
    raise NameError("set_up")


def acting_seat(table: Any) -> int:
    """The game's: the seat that has to decide, or -1 when the game is over."""
    raise NameError("acting_seat")


def choose(rules: Any, table: Any, seat: int, bot: int, key: Key, turn: int, mind: Any) -> int:
    """The game's: the move of a bot, which sees what its seat may see and has a key of its own."""
    raise NameError("choose")


def make_move(rules: Any, table: Any, key: Key, move: int) -> None:
    """The game's: carry out a move."""
    raise NameError("make_move")


def play_game(
    rules: Any, table: Any, mind: Any, bots: Numbers, key: Key, bot_key: Key, first: int, moves: Numbers
) -> int:
    """Play one game to its end; its moves are written into ``moves``, as far as it reaches. Returns their number."""
    set_up(rules, table, key, first)
    turn = 0
    seat = acting_seat(table)
    while seat >= 0:
        move = choose(rules, table, seat, bots[seat], bot_key, turn, mind)
        if turn < len(moves):
            moves[turn] = move
        make_move(rules, table, key, move)
        turn += 1
        seat = acting_seat(table)
    return turn


def play_games(
    rules: Any, table: Any, mind: Any, bots: Numbers, seed_low: int, seed_high: int, begin: int, end: int, results: Any
) -> int:
    """Play the games numbered from ``begin`` to before ``end``.

    The first seat and the seats of the bots rotate with the number of the game. ``results[game - begin]`` takes the
    final money of each bot (not seat). Returns the number of moves in all.
    """
    players = len(bots)
    seated = mind.seated
    turns = 0
    for game in range(begin, end):
        for seat in range(players):
            seated[seat] = bots[(seat + game) % players]
        key = game_key(seed_low, seed_high, game)
        bot_key = game_key(seed_low ^ BOT_SEED, seed_high, game)
        turns += play_game(rules, table, mind, seated, key, bot_key, (game // players) % players, mind.no_moves)
        for seat in range(players):
            results[game - begin][(seat + game) % players] = table.money[seat]
    return turns
