"""Sessions of Discount Salmon for tests of what is told of a game: the game need not be registered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from salmon import variant

from kitgen.games.discount_salmon import bots, findings, table
from kitgen.games.discount_salmon.events import Names, beginning, happenings
from kitgen.games.discount_salmon.moves import move_text, read_move
from kitgen.games.discount_salmon.story import tell
from kitgen.games.discount_salmon.terminal import REAL_TIME, Terminal
from kitgen.games.discount_salmon.variant import Variant
from kitgen.play.playing import Playing
from kitgen.play.session import PERSON, Session
from kitgen.play.transcript import Transcript
from kitgen.source.words import Words, load_words

NAMES = {"en": ["Ada", "Ben", "Cleo", "Dan", "Eve"], "fr": ["Basile", "Chloé", "Denis", "Farid", "Gaëlle"]}


def _never(*_: Any) -> Any:
    raise AssertionError("nobody asks for that at a table")


PLAYING = Playing(
    **dict.fromkeys((field.name for field in fields(Playing)), _never)
    | {
        "home": __name__,
        "modules": bots.MODULES,
        "rules_of": table.rules_of,
        "new_table": table.new_table,
        "new_mind": bots.new_mind,
        "bots": bots.BOTS,
        "names_of": Names.of,
        "move_text": move_text,
        "read_move": read_move,
        "beginning": beginning,
        "happenings": happenings,
        "rule_id": findings.rule_id,
        "tell": tell,
        "view": Terminal.of,
        "real_time": REAL_TIME,
    }
)


@cache
def words(language: str) -> Words:
    """The game's words."""
    return load_words("discount-salmon", language)


def start(players: Sequence[str], of: Variant | None = None, *, seed: int = 1, first: int = 0) -> Session:
    """A game about to begin; ``you`` is a person."""
    told = Transcript("discount-salmon", "test", "", seed, 0, first, list(players))
    return Session(PLAYING, of or variant(), told)


def with_person(*rivals: str, of: Variant | None = None, seed: int = 1, first: int = 0) -> Session:
    """A game of a person, at seat 0, with bots."""
    return start([PERSON, *rivals], of, seed=seed, first=first)


def played(players: Sequence[str], of: Variant | None = None, *, seed: int = 1, first: int = 0) -> Session:
    """A game that bots have played."""
    session = start(players, of, seed=seed, first=first)
    session.play_out()
    return session
