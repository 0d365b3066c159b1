"""What a game is to the room of playing: its rules and bots as modules, and its moves and events in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from kitgen.play.chance import Key
from kitgen.play.events import Event
from kitgen.play.figures import Measures
from kitgen.play.questions import Judging
from kitgen.play.transcript import Transcript
from kitgen.source.words import Words

if TYPE_CHECKING:
    from kitgen.play.clock import RealTime
    from kitgen.play.terminal import TableView


@dataclass(frozen=True, slots=True)
class Playing:
    """How a game is played. ``home`` is the module in which it stands as PLAYING.

    ``modules`` hold the rules and bots in the subset that compiles, earlier ones first; among their functions are those
    that ``play/loop.py`` leaves open, and ``refusal``. ``rules_of(variant, players)``, ``new_table(rules)`` and
    ``new_mind(rules)`` make their tables on plain lists. ``bots`` numbers the bots by name. ``names_of(variant)`` knows
    the ids behind numbers; ``move_text`` and ``read_move`` put moves into words and back; ``beginning`` and
    ``happenings`` tell events; ``rule_id`` writes a rule's number. ``tell`` is the story of a finished game, ``view``
    what a person at the terminal sees of a running one. ``measures`` are what is told of many games, ``judging`` is
    what a verdict asks. ``real_time`` is there where nobody waits for a turn: at the terminal the clock runs, and bots
    may be seated with ``paces``, the milliseconds that they usually take to react: ``reader@950``.
    """

    home: str
    modules: tuple[ModuleType, ...]
    rules_of: Callable[[Any, int], Any]
    new_table: Callable[[Any], Any]
    new_mind: Callable[[Any], Any]
    bots: dict[str, int]
    names_of: Callable[[Any], Any]
    move_text: Callable[[Any, int], str]
    read_move: Callable[[Any, str], int | None]
    beginning: Callable[[Any, Any, Key], Iterable[Event]]
    happenings: Callable[[Any, Any, Any, Key, int], Iterable[Event]]
    rule_id: Callable[[int], str]
    measures: Measures
    judging: Judging
    tell: Callable[[Transcript, Any, Words], str]
    view: Callable[[Any, Words, Sequence[str]], TableView]
    real_time: RealTime | None = None
    paces: range = range(0)

    def seated(self, bots: Sequence[str]) -> list[int]:
        """The numbers of bots; raises KeyError for what is no bot of the game."""
        numbers = []
        for bot in bots:
            number = self.bot_number(bot)
            if number is None:
                raise KeyError(bot)
            numbers.append(number)
        return numbers

    def bot_number(self, bot: str) -> int | None:
        """The number by which the rules know a bot, its pace above its own; None for what is no bot of the game."""
        name, at, pace = bot.partition("@")
        if name not in self.bots or (at and not (pace.isascii() and pace.isdecimal() and len(pace) < 9)):
            return None
        if at and int(pace) not in self.paces:
            return None
        return self.bots[name] + len(self.bots) * int(pace or 0)

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process finds it again where it stands, since modules cannot be sent."""
        return playing_in, (self.home,)


def playing_in(home: str) -> Playing:
    """The PLAYING of a module."""
    found: Playing = import_module(home).PLAYING
    return found
