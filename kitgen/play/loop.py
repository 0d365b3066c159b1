"""The loop of a game and of many, with the game's own functions left open.

``play/kernel.py`` makes copies of these functions in which the names below stand for a game's: its rules, its bots and
what it counts. The copies are plain Python or compiled; the text is the same.

Every game fills a row of counts. ``starts[group]`` is where a group of cells begins in it: first the groups below,
which every game has, then the game's own.
"""

from __future__ import annotations

from typing import Any

from kitgen.play.chance import Key, game_key

BOT_SEED = 0x5EED0B07
"""Turns a seed into the bots' own, so that they learn nothing of the game's chance."""

WHOLE_WIN = 60
"""Parts of a win: a shared one is divided evenly among up to six seats."""

Numbers = list[int]
"""A list of integers, or an array."""

(
    TURNS,  # moves of the game
    UNFINISHED,  # 0, or the number of the rule under which the game went on for ever
    LEADER,  # the seat that leads after the last round that is over, or NO_LEADER
    LED_BEFORE,  # the seat that led before that round
    LAST_AT_HALF,  # the seats that had least when half of the rounds were over, one bit each
    LEAD_CHANGES,  # rounds after which another seat had most than before
    HELD,  # 1 where the seat that led before the last round won
    COMEBACK,  # 1 where a seat that was last at half-time won
    MARGIN,  # what the winner had more than the next seat
    SHARED,  # 1 where more than one seat won
    WON,  # by place from the first seat: parts of a win
    FINAL_SCORE,  # by place from the first seat: what it had at the end
    SCORE_TOTAL,  # of all seats
    BOT_WON,  # by bot: parts of a win
    BOT_SCORE,  # by bot: what it had at the end
) = range(15)
"""The groups that every game has."""

OWN_GROUPS = 15
"""The number of a game's first own group."""

NO_LEADER = -1


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


def wins(rules: Any, table: Any, seat: int) -> bool:
    """The game's: whether a seat has won the finished game."""
    raise NameError("wins")


def score(table: Any, seat: int) -> int:
    """The game's: what seats compete for, as it stands."""
    raise NameError("score")


def rounds_in(rules: Any) -> int:
    """The game's: its rounds (days, say), after each of which it is worth asking who leads."""
    raise NameError("rounds_in")


def rounds_over(table: Any) -> int:
    """The game's: the rounds that are over."""
    raise NameError("rounds_over")


def endless_rule(table: Any) -> int:
    """The game's: the number of the rule that should have ended what now goes on for ever."""
    raise NameError("endless_rule")


def count_beginning(rules: Any, table: Any, key: Key, starts: Numbers, row: Numbers) -> None:
    """The game's: count what set-up brought."""
    raise NameError("count_beginning")


def count_move(rules: Any, table: Any, key: Key, move: int, starts: Numbers, row: Numbers) -> None:
    """The game's: carry out a move, and count what it did."""
    raise NameError("count_move")


def play_game(
    rules: Any,
    table: Any,
    mind: Any,
    bots: Numbers,
    key: Key,
    bot_key: Key,
    first: int,
    moves: Numbers,
    starts: Numbers,
    row: Numbers,
    most_turns: int,
    stop: Numbers,
) -> int:
    """Play one game to its end, to ``most_turns``, or until ``stop[0]`` is set; returns the number of its moves.

    They are written into ``moves``, as far as it reaches. What is counted goes into ``row``, all zeros before.
    """
    set_up(rules, table, key, first)
    row[starts[LEADER]] = row[starts[LED_BEFORE]] = NO_LEADER
    count_beginning(rules, table, key, starts, row)
    turn = over = 0
    seat = acting_seat(table)
    while seat >= 0 and turn < most_turns and stop[0] == 0:
        move = choose(rules, table, seat, bots[seat], bot_key, turn, mind)
        if turn < len(moves):
            moves[turn] = move
        count_move(rules, table, key, move, starts, row)
        turn += 1
        seat = acting_seat(table)
        if rounds_over(table) > over:
            over = rounds_over(table)
            note_round(rules, table, len(bots), over, starts, row)
    row[starts[TURNS]] = turn
    if seat >= 0:
        row[starts[UNFINISHED]] = endless_rule(table)
    return turn


def note_round(rules: Any, table: Any, players: int, over: int, starts: Numbers, row: Numbers) -> None:
    """Who leads after a round, whether that has changed, and who is last at half-time."""
    leader, most = NO_LEADER, score(table, 0) - 1
    least, last = score(table, 0), 0
    for seat in range(players):
        has = score(table, seat)
        if has > most:
            leader, most = seat, has
        elif has == most:
            leader = NO_LEADER
        if has < least:
            least, last = has, 0
        if has == least:
            last |= 1 << seat
    if over == rounds_in(rules) // 2 and least < most:
        row[starts[LAST_AT_HALF]] = last
    before = row[starts[LEADER]]
    row[starts[LED_BEFORE]] = before
    row[starts[LEADER]] = before if leader == NO_LEADER else leader  # who led goes on leading until another does
    if NO_LEADER not in (leader, before) and leader != before:
        row[starts[LEAD_CHANGES]] += 1


def note_end(rules: Any, table: Any, players: int, game: int, first: int, starts: Numbers, row: Numbers) -> None:
    """What everybody has in the end, and of a finished game who won."""
    best = second = score(table, 0)
    for seat in range(players):
        has = score(table, seat)
        row[starts[FINAL_SCORE] + (seat - first) % players] = has
        row[starts[BOT_SCORE] + (seat + game) % players] = has
        row[starts[SCORE_TOTAL]] += has
        if seat == 0:
            continue
        if has > best:
            best, second = has, best
        elif has > second or seat == 1:
            second = has
    if row[starts[UNFINISHED]] > 0:
        return
    row[starts[MARGIN]] = best - second
    if row[starts[UNFINISHED]] == 0:
        note_winners(rules, table, players, game, first, starts, row)


def note_winners(rules: Any, table: Any, players: int, game: int, first: int, starts: Numbers, row: Numbers) -> None:
    """Who won, and from where: the lead, or the end of the field at half-time."""
    winners = 0
    for seat in range(players):
        winners += 1 if wins(rules, table, seat) else 0
    row[starts[SHARED]] = 1 if winners > 1 else 0
    for seat in range(players):
        if wins(rules, table, seat):
            row[starts[WON] + (seat - first) % players] = WHOLE_WIN // winners
            row[starts[BOT_WON] + (seat + game) % players] = WHOLE_WIN // winners
            if row[starts[LED_BEFORE]] == seat:
                row[starts[HELD]] = 1
            if row[starts[LAST_AT_HALF]] >> seat & 1:
                row[starts[COMEBACK]] = 1


def play_games(
    rules: Any,
    table: Any,
    mind: Any,
    bots: Numbers,
    seed_low: int,
    seed_high: int,
    begin: int,
    end: int,
    starts: Numbers,
    rows: Any,
    most_turns: int,
    stop: Numbers,
) -> int:
    """Play the games numbered from ``begin`` to before ``end``, or until ``stop[0]`` is set; returns how many.

    The first seat and the seats of the bots rotate with the number of the game. ``rows[game - begin]``, all zeros
    before, takes its counts; a game that was stopped halfway does not count, whatever stands in its row.
    """
    players = len(bots)
    seated = mind.seated
    for game in range(begin, end):
        if stop[0] != 0:
            return game - begin
        row = rows[game - begin]
        for seat in range(players):
            seated[seat] = bots[(seat + game) % players]
        first = (game // players) % players
        key = game_key(seed_low, seed_high, game)
        bot_key = game_key(seed_low ^ BOT_SEED, seed_high, game)
        turns = play_game(rules, table, mind, seated, key, bot_key, first, mind.no_moves, starts, row, most_turns, stop)
        if stop[0] != 0 and turns < most_turns and acting_seat(table) >= 0:
            return game - begin
        note_end(rules, table, players, game, first, starts, row)
    return end - begin
