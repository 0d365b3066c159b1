"""Games of an arena played a second time on plain lists, move by move, with all that each move brought about."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any, NamedTuple

from salmon import Game, variant

from kitgen.games.discount_salmon import PLAYING, bots, mind, rules
from kitgen.games.discount_salmon.events import Names, beginning, happenings
from kitgen.games.discount_salmon.moves import move_text, read_move
from kitgen.games.discount_salmon.variant import Variant
from kitgen.play.arena import Side
from kitgen.play.chance import game_key
from kitgen.play.events import Event
from kitgen.play.loop import BOT_SEED

SEED = 5


def side(seats: int, **changes: Any) -> Side:
    """What ``play_rows`` plays."""
    return Side(PLAYING, variant(**changes), SEED)


def numbered(bot: str) -> int:
    """The number of a bot, ``reader`` or ``reader@950``."""
    number = PLAYING.bot_number(bot)
    assert number is not None
    return number


class Step(NamedTuple):
    """What a move brought about, and the hands after it: of every seat the cards by id."""

    events: list[Event]
    hands: list[Counter[str]]


def replay(number: int, seated: tuple[str, ...], of: Variant | None = None) -> list[Step]:
    """One game of an arena; the first step is the set-up."""
    of = of or variant()
    game, names, turn = Game(of, len(seated)), Names.of(of), 0
    key, bot_key = game_key(SEED, 0, number), game_key(SEED ^ BOT_SEED, 0, number)
    paper = mind.new_mind(game.rules)
    rules.set_up(game.rules, game.table, key, number // len(seated) % len(seated))
    steps = [_step(game, names, list(beginning(game.rules, game.table, key)))]
    while (seat := rules.acting_seat(game.table)) >= 0:
        bot = numbered(seated[(seat + number) % len(seated)])
        move = bots.choose(game.rules, game.table, seat, bot, bot_key, turn, paper)
        assert read_move(names, move_text(names, move)) == move
        before = copy.deepcopy(game.table)
        rules.make_move(game.rules, game.table, key, move)
        steps.append(_step(game, names, list(happenings(game.rules, before, game.table, key, move))))
        turn += 1
    return steps


def _step(game: Game, names: Names, events: list[Event]) -> Step:
    hands = [Counter(dict(zip(names.cards, hand, strict=True))) for hand in game.table.hand]
    return Step([names.named(event) for event in events], hands)


def events_of(number: int, seated: tuple[str, ...], of: Variant | None = None) -> list[Event]:
    """The events of one game of an arena."""
    return [event for step in replay(number, seated, of) for event in step.events]
