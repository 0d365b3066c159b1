"""One game, move by move, on plain lists: for play at the terminal, for stories and for replays."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kitgen.diagnostics import did_you_mean, printable
from kitgen.errors import UsageError
from kitgen.play.chance import WORD, game_key
from kitgen.play.events import Event
from kitgen.play.kernel import Kernel, kernel
from kitgen.play.loop import BOT_SEED
from kitgen.play.playing import Playing
from kitgen.play.transcript import Transcript, Turn

PERSON = "you"
"""The name of a seat that is no bot."""

MAX_SEED = 2**64 - 1


class Session:
    """A running game. ``rules`` and ``table`` are the game's; ``transcript`` grows with it."""

    def __init__(self, playing: Playing, variant: Any, transcript: Transcript) -> None:
        self.playing, self.variant, self.transcript = playing, variant, transcript
        self.kernel: Kernel = kernel(playing.modules, compiled=False)
        self.rules = playing.rules_of(variant, len(transcript.players))
        self.table = playing.new_table(self.rules)
        self.names = playing.names_of(variant)
        self._mind = playing.new_mind(self.rules)
        low, high = transcript.seed & WORD, transcript.seed >> 32
        self.key = game_key(low, high, transcript.number)
        self._bot_key = game_key(low ^ BOT_SEED, high, transcript.number)
        self.kernel.set_up(self.rules, self.table, self.key, transcript.first)
        transcript.opening = self._named(playing.beginning(self.rules, self.table, self.key))
        transcript.turns.clear()

    @property
    def seat(self) -> int:
        """The seat that has to decide, or -1 when the game is over."""
        return int(self.kernel.acting_seat(self.table))

    @property
    def waits_for_person(self) -> bool:
        """Whether it is a person's turn."""
        return self.seat >= 0 and self.transcript.players[self.seat] == PERSON

    def refusal(self, move: int) -> str:
        """The id of the rule that forbids a move, or an empty text."""
        number = self.kernel.refusal(self.rules, self.table, move)
        return self.playing.rule_id(number) if number else ""

    def bot_move(self) -> int:
        """What the acting seat's bot would do; it knows no more than its seat may see."""
        [bot] = self.playing.seated([self.transcript.players[self.seat]])
        turn = len(self.transcript.turns)
        return int(self.kernel.choose(self.rules, self.table, self.seat, bot, self._bot_key, turn, self._mind))

    def make(self, move: int) -> list[Event]:
        """Carry a legal move out and tell what happened."""
        before = copy.deepcopy(self.table)
        seat = self.seat
        self.kernel.make_move(self.rules, self.table, self.key, move)
        events = self._named(self.playing.happenings(self.rules, before, self.table, self.key, move))
        self.transcript.turns.append(Turn(seat, self.playing.move_text(self.names, move), events))
        if self.seat < 0:
            seats = range(len(self.transcript.players))
            self.transcript.scores = [int(self.kernel.score(self.table, seat)) for seat in seats]
            self.transcript.winners = [event.seat for event in events if event.name == "won" and event.seat is not None]
        return events

    def fork(self) -> Session:
        """A session in the same state that goes its own way, to look ahead."""
        other = copy.copy(self)
        other.table = copy.deepcopy(self.table)
        other.transcript = replace(self.transcript, turns=list(self.transcript.turns))
        return other

    def play_out(self) -> None:
        """Let the bots play to the end."""
        while self.seat >= 0:
            self.make(self.bot_move())

    def _named(self, events: Any) -> list[Event]:
        return [self.names.named(event) for event in events]


@dataclass(frozen=True, slots=True)
class Departure:
    """Where a replay leaves its transcript: the number of the move (from 1), who, what, and why."""

    move: int
    seat: int | None
    text: str
    why: str

    def __str__(self) -> str:
        if self.seat is None:
            return f"it departs at set-up: {self.why}"
        return f"it departs at move {self.move}, {self.text!r} of seat {self.seat + 1}: {self.why}"


def replay(playing: Playing, variant: Any, told: Transcript) -> tuple[Session, Departure | None]:
    """Play a transcript again under a variant, as far as it goes.

    The departure is the first move that is refused, is another seat's, or has another outcome; None where all is the
    same to the end of the transcript.
    """
    session = Session(playing, variant, new_transcript_like(told))
    if session.transcript.opening != told.opening:
        return session, Departure(0, None, "", _difference(told.opening, session.transcript.opening))
    for number, turn in enumerate(told.turns, start=1):
        move = playing.read_move(session.names, turn.move)
        if move is None:
            return session, Departure(number, turn.seat, turn.move, "the variant has nothing of that name")
        if session.seat != turn.seat:
            return session, Departure(number, turn.seat, turn.move, "it is another player's turn, or the game is over")
        rule = session.refusal(move)
        if rule:
            return session, Departure(number, turn.seat, turn.move, f"{rule} refuses it")
        events = session.make(move)
        if events != turn.events:
            return session, Departure(number, turn.seat, turn.move, _difference(turn.events, events))
    return session, None


def _difference(told: Sequence[Event], now: Sequence[Event]) -> str:
    """The first event that is not the same, in short."""
    for before, after in zip(told, now, strict=False):
        if before != after:
            return f"it was {_short(before)}, it is {_short(after)}"
    return "more happens than was told" if len(now) > len(told) else "less happens than was told"


def _short(event: Event) -> str:
    details = ", ".join(f"{name} {value}" for name, value in event.details.items())
    return f"{event.name} ({details})" if details else event.name


def new_transcript_like(told: Transcript) -> Transcript:
    """An empty transcript of the same game, seed and players."""
    return Transcript(told.game, told.variant, told.digest, told.seed, told.number, told.first, list(told.players))


def require_seed(seed: int) -> int:
    """The seed; raises UsageError for one of more than 64 bits."""
    if not 0 <= seed <= MAX_SEED:
        raise UsageError(f"the seed {seed} is out of range", f"allowed is 0 to {MAX_SEED}")
    return seed


def seat_players(playing: Playing, bots: Sequence[str], players: int) -> list[str]:
    """The named bots in turn, as many as there are seats. Raises UsageError for an unknown bot."""
    for bot in bots:
        if playing.bot_number(bot) is None:
            hint = f"{did_you_mean(bot.partition('@')[0], playing.bots)} bots: {', '.join(playing.bots)}".strip()
            if playing.paces:
                slow, quick = playing.paces[-1], playing.paces[0]
                hint += f"; or {next(iter(playing.bots))}@900, from {quick} to {slow:,} milliseconds"
            if playing.paces and bot.partition("@")[0] in playing.bots:
                raise UsageError(f"no bot can be at the pace of {printable(bot)!r}", hint.rpartition("; or ")[2])
            raise UsageError(f"there is no bot {printable(bot)!r}", hint)
    return [bots[seat % len(bots)] for seat in range(players)]
