"""A person at the terminal in a game in real time: nobody waits for a turn, the clock runs while the person thinks.

The rules know when things happen: a move says how long after the last change of the table it is made. So bots are
asked at once what they will do, and what they do is shown when it is due; a line that the person types counts from the
moment of Enter. What was typed is in the moves, and a saved game replays without a clock.
"""

from __future__ import annotations

import codecs
import io
import queue
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol, TextIO

from kitgen.play.events import Event
from kitgen.play.terminal import COMMANDS, TableTalk

SLICE = 0.2
"""Seconds of one wait for a line: a longer one could not be interrupted everywhere."""


@dataclass(frozen=True, slots=True)
class RealTime:
    """How a game in real time measures it. All times are whole milliseconds.

    Each seat is asked for a move after every change of the table. ``wait`` is the move that does nothing;
    ``hold(table, seat)`` the one that leaves standing what the seat is about to do already, which is ``wait`` where
    that is nothing; ``delayed(move, delay)`` is a move made so long after the last change. ``time_of(table)`` is the
    game's own time of the last change, and ``is_racing(table)`` whether the clock runs, or players may think.

    Events tell their own time as the detail ``at``.
    """

    wait: int
    hold: Callable[[Any, int], int]
    delayed: Callable[[int, int], int]
    time_of: Callable[[Any], int]
    is_racing: Callable[[Any], bool]


_KEYS = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])")
"""What arrow keys and their like send; they mean nothing here, and must not be read as letters."""


class Line(NamedTuple):
    """What was typed, and when Enter was pressed: milliseconds on the keyboard's clock."""

    at: int
    text: str


class Keyboard(Protocol):
    """Lines that are typed while a clock runs."""

    def now(self) -> int:
        """Milliseconds on a clock of its own."""

    def line(self, until: int | None = None) -> Line | None:
        """The next line that is typed up to a time, or None when it has come; EOFError when nobody types any more."""


class StandardInput:
    """The keyboard of the terminal, or what is piped in. A thread reads, since no wait for a key ends everywhere."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stdin
        self._lines: queue.SimpleQueue[Line | None] = queue.SimpleQueue()
        self._next: list[Line | None] = []
        threading.Thread(target=self._read, daemon=True).start()

    def now(self) -> int:
        """Milliseconds of a clock that nobody sets."""
        return time.monotonic_ns() // 1_000_000

    def line(self, until: int | None = None) -> Line | None:
        """The next line up to a time; one that was typed later is kept."""
        while not self._next:
            left = SLICE if until is None else min(SLICE, (until - self.now()) / 1_000)
            try:
                self._next.append(self._lines.get(timeout=max(left, 0)))
            except queue.Empty:
                if until is not None and self.now() >= until:
                    return None
        found = self._next[0]
        if found is None:
            raise EOFError
        return self._next.pop() if until is None or found.at <= until else None

    def _read(self) -> None:
        for text in lines_of(self._stream):
            self._lines.put(Line(self.now(), _KEYS.sub("", text)))
        self._lines.put(None)


def lines_of(stream: TextIO | None) -> Iterator[str]:
    """The lines of a stream as they come, without their ends, read below its buffers.

    A thread that waits inside a buffered stream would keep the program from ending.
    """
    try:
        # io.open, since on Windows it knows a console's letters, which os.read does not.
        raw = io.open(stream.fileno(), "rb", buffering=0, closefd=False) if stream else io.BytesIO()  # noqa: SIM115, UP020
    except (OSError, ValueError):  # a stream without a file
        yield from (line.rstrip("\r\n") for line in stream or ())
        return
    decoder = codecs.getincrementaldecoder(getattr(stream, "encoding", None) or "utf-8")("replace")
    typed = ""
    while data := _chunk(raw):
        *lines, typed = (typed + decoder.decode(data)).split("\n")
        yield from (line.rstrip("\r") for line in lines)
    if typed:
        yield typed


def _chunk(raw: io.RawIOBase | io.BytesIO) -> bytes:
    """Some bytes, none at the end or where the terminal is gone."""
    try:
        return raw.read(4_096) or b""
    except OSError:
        return b""


class _LeftError(Exception):
    """The person has typed quit."""


@dataclass(slots=True, kw_only=True)
class TimedTalk(TableTalk):
    """The talk of a game in real time. Nobody is asked to confirm."""

    real_time: RealTime
    keyboard: Keyboard
    _wall: int = 0
    """When the person saw the last change, on the keyboard's clock."""
    _time: int = 0
    """The game's own time of it."""
    _unseen: bool = True
    """Whether the table has changed since it was last shown."""
    _covered: bool = True
    """Whether what comes next lies there already but must not be seen yet."""

    help_words: ClassVar[str] = "play.help_timed"

    def run(self) -> bool:
        """Play on until the game is over (True) or the person leaves (False)."""
        try:
            if self.session.seat >= 0:
                self._begin()
            while self.session.seat >= 0:
                if not self.session.waits_for_person:
                    self._make(self.session.bot_move())
                else:
                    self._turn()
        except _LeftError:
            return False
        return self.end()

    def _begin(self) -> None:
        self.say(self.words("play.hello_timed"))
        while (line := self.keyboard.line()) and line.text.strip():
            if not self._heed(line):
                self.say(self.words("play.hello_timed"))
        self._covered = False
        self._look()

    def _look(self) -> None:
        """The person sees the table as it is: from here on delays count."""
        self._wall, self._time = self.keyboard.now(), self.real_time.time_of(self.session.table)

    def _due(self, at: int) -> int:
        """A time of the game on the keyboard's clock."""
        return self._wall + at - self._time

    def _heed(self, line: Line) -> bool:
        """Whether a line is a command, which is then obeyed; raises _LeftError for quit."""
        word, _, rest = line.text.strip().partition(" ")
        word = word.lower()
        if word == "quit":
            raise _LeftError
        if word not in COMMANDS or (self._covered and COMMANDS[word] is TableTalk.show_table):
            return False
        COMMANDS[word](self, rest.strip())
        return True

    def _typed(self, until: int | None) -> Line | None:
        """The next line that is no command and not empty, or None when the time has come."""
        while line := self.keyboard.line(until):
            if line.text.strip() and not self._heed(line):
                return line
        return None

    def _turn(self) -> None:
        """What the person does next, or lets happen."""
        if self._unseen:
            self.show_table("")
            self._unseen = False
        if self.real_time.is_racing(self.session.table):
            self._race()
        else:
            self._think()

    def _race(self) -> None:
        """The person lays something before anything else happens, or not."""
        table, real_time = self.session.table, self.real_time
        hold = real_time.hold(table, self.session.seat)
        at = self._next_change(hold)
        if hold == real_time.wait:
            while line := self._typed(None if at is None else self._due(at)):
                move = self.legal(line.text.strip())
                if move is not None and move != real_time.wait:
                    self._make(real_time.delayed(move, max(0, line.at - self._wall)))
                    return
        self._make(hold)

    def _next_change(self, hold: int) -> int | None:
        """When the table changes if the person does nothing more; None where another person decides that."""
        ahead = self.session.fork()
        events = ahead.make(hold)
        while not events and ahead.seat >= 0 and not ahead.waits_for_person:
            events = ahead.make(ahead.bot_move())
        return next((int(event.details["at"]) for event in events if "at" in event.details), None)

    def _think(self) -> None:
        """A decision for which the clock stands still."""
        move = None
        while move is None and (line := self._typed(None)):
            move = self.legal(line.text.strip())
        if move is not None:
            self._look()
            self._make(move)

    def _make(self, move: int) -> None:
        events = self.session.make(move)
        if events:
            self._tell(events)
            self._look()
            self._unseen = True

    def _tell(self, events: Sequence[Event]) -> None:
        """Say each event when it is due."""
        for event in events:
            if "at" in event.details:
                self._pause(self._due(event.details["at"]))
            text = self.view.told(event)
            if text:
                self.say(text)

    def _pause(self, until: int) -> None:
        """Let time pass in which there is nothing to lay a card on."""
        self._covered = True
        while self.keyboard.now() < until and (line := self._typed(until)):
            self.say(self.words("play.too_early", text=repr(line.text.strip())))
        self._covered = False
