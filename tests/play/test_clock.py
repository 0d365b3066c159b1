"""Real time at the terminal: what is typed counts from the moment of Enter, what bots do is shown when it is due."""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from kitgen.errors import FilesError
from kitgen.play.clock import Line, RealTime, StandardInput, TimedTalk, lines_of
from kitgen.play.events import Event
from kitgen.source.words import load_words

STILL = 5_000
"""Milliseconds after which a duel rests."""

WAIT = 0


@dataclass
class Duel:
    """A session as small as can be: a person and a bot hit a gong. After each hit both say when they will hit next.

    A move is a hit, 1 for a loud one and 2 for a soft one, and ten times the milliseconds to it. Three hits and it is
    over; where nobody hits for STILL both may rest, which the person ends by a hit that needs no clock. The bot hits
    after the times of its list, the person first of all asked.
    """

    bot_hits: Sequence[int | None]
    hits: int = 0
    time: int = 0
    resting: bool = False
    plan: int = WAIT
    due: int = 0
    asked: int = 0
    pause: int = 0
    made: list[tuple[int, int]] = field(default_factory=list)

    @property
    def table(self) -> Duel:
        return self

    @property
    def seat(self) -> int:
        return -1 if self.hits == 3 else self.asked

    @property
    def waits_for_person(self) -> bool:
        return self.asked == 0 and self.hits < 3

    def fork(self) -> Duel:
        other = copy(self)
        other.made = list(self.made)
        return other

    def refusal(self, move: int) -> str:
        return "XX-1.1" if move == 2 else ""

    def bot_move(self) -> int:
        after = self.bot_hits[len(self.made) // 2] if len(self.made) // 2 < len(self.bot_hits) else None
        return WAIT if after is None else 1 + 10 * after

    def make(self, move: int) -> list[Event]:
        self.made.append((self.asked, move))
        if self.resting:
            self.resting, self.time = False, self.time + 1_500
            self.made.append((1, WAIT))
            return [Event("gong", "XX-2", None, {"at": self.time})]
        if self.asked == 0:
            if self.plan == WAIT or self.due >= self.time + move // 10:
                self.plan, self.due = move, self.time + move // 10
            self.asked = 1
            return []
        self.asked = 0
        coming = [(self.due, 0)] if self.plan else []
        coming += [(self.time + move // 10, 1)] if move else []
        if not coming or min(coming)[0] > self.time + STILL:
            self.time, self.resting = self.time + STILL, True
            return [Event("rest", "XX-3", None, {"at": self.time})]
        self.time, seat = min(coming)
        self.plan = self.plan if seat else WAIT
        self.hits += 1
        told = [Event("hit", "XX-1", seat, {"at": self.time})]
        if self.pause and self.hits < 3:
            self.time += self.pause
            told.append(Event("gong", "XX-2", None, {"at": self.time}))
        return told


def hold(table: Duel, seat: int) -> int:
    return table.plan % 10 + 10 * (table.due - table.time) if table.plan else WAIT


REAL_TIME = RealTime(WAIT, hold, lambda move, delay: move + 10 * delay, lambda table: table.time,
                     lambda table: not table.resting)  # fmt: skip


class Typist:
    """Types lines at times of its own clock, which stands still but for what the talk waits for."""

    def __init__(self, *lines: tuple[int, str], start: int = 100_000) -> None:
        self.clock, self.start = start, start
        self.lines = [Line(start + at, text) for at, text in lines]

    def now(self) -> int:
        return self.clock

    def line(self, until: int | None = None) -> Line | None:
        if self.lines and (until is None or self.lines[0].at <= until):
            line = self.lines.pop(0)
            self.clock = max(self.clock, line.at)
            return line
        if until is None:
            raise EOFError
        self.clock = max(self.clock, until)
        return None


class View:
    """A view that says the names of events."""

    def table(self, session: Duel) -> str:
        return "table"

    def understand(self, session: Any, text: str) -> int | str:
        return {"hit": 1, "soft": 2, "wait": WAIT}.get(text, f"what is {text}?")

    def preview(self, session: Any, move: int) -> str:
        raise AssertionError("nobody is asked to confirm")

    def told(self, event: Event) -> str | None:
        return f"{event.name} {event.seat}"

    def reason(self, rule: str) -> str:
        return "too soft"

    def moves_help(self, session: Any) -> str:
        return "hit"

    def ending(self, session: Any) -> str:
        return "counted"


@dataclass
class Sitting:
    """What was said and when, and what came of the duel."""

    duel: Duel
    said: list[tuple[int, str]]
    over: bool | None

    def times(self, text: str) -> list[int]:
        """When something was said, in milliseconds from the start."""
        return [at for at, said in self.said if said == text]

    @property
    def mine(self) -> list[int]:
        return [move for seat, move in self.duel.made if seat == 0]


def sit(duel: Duel, *lines: tuple[int, str], save: Callable[[str], Path] = Path) -> Sitting:
    """Type lines at their times, Enter to begin at time 0."""
    typist = Typist((0, ""), *lines)
    said: list[tuple[int, str]] = []
    session: Any = duel
    talk = TimedTalk(
        session, View(), load_words("fish-cook", "en"), lambda text: said.append((typist.clock - typist.start, text)),
        save, lambda: {"XX-1.1": "Hit hard."}, real_time=REAL_TIME, keyboard=typist,
    )  # fmt: skip
    try:
        over: bool | None = talk.run()
    except EOFError:
        over = None
    return Sitting(duel, said, over)


def test_what_bots_do_is_shown_when_it_is_due() -> None:
    sitting = sit(Duel([700, 1_200, 300]))
    assert sitting.times("hit 1") == [700, 1_900, 2_200]
    assert sitting.over is True
    assert sitting.said[-1][1] == "counted"


def test_a_line_counts_from_the_last_change_to_enter() -> None:
    sitting = sit(Duel([700, 1_200, 900]), (1_000, "hit"), (1_400, "hit"))
    assert sitting.mine == [WAIT, 1 + 10 * 300, 1 + 10 * 400]
    assert (sitting.times("hit 1"), sitting.times("hit 0")) == ([700], [1_000, 1_400])


def test_a_line_before_a_bot_is_due_comes_first_and_one_after_it_second() -> None:
    early, late = sit(Duel([700, 900]), (699, "hit")), sit(Duel([700, 900]), (701, "hit"))
    assert early.said[2][1] == "hit 0"
    assert late.said[2][1] == "hit 1"
    assert late.mine[:2] == [WAIT, 11]


def test_what_a_person_is_about_to_do_already_is_done_though_something_comes_between() -> None:
    """The hand that comes back late: the plan of another game's rules, which the talk must not take back."""
    duel = Duel([None, 600])
    duel.plan, duel.due = 1, 400
    sitting = sit(duel, (100, "hit"))
    assert sitting.times("hit 0") == [400]


def test_words_that_are_no_move_do_not_stop_the_clock() -> None:
    sitting = sit(
        Duel([700, 700, 700]), (100, "shout"), (200, "soft"), (300, "wait"), (350, ""), (400, "help"), (500, "why")
    )
    told = {text: at for at, text in sitting.said}
    assert told["what is shout?"] == 100
    assert told["No. XX-1.1: too soft. (why shows the rule)"] == 200
    assert told["XX-1.1: Hit hard."] == 500
    assert any(text.startswith("hit\n") and at == 400 for at, text in sitting.said)
    assert sitting.times("hit 1") == [700, 1_400, 2_100]
    assert sitting.mine == [WAIT, WAIT, WAIT]


def test_a_person_may_think_where_the_clock_stands_still() -> None:
    sitting = sit(Duel([None, None, 500]), (STILL + 60_000, "shout"), (STILL + 90_000, "hit"))
    assert sitting.times("rest None")[0] == STILL
    assert sitting.times("gong None") == [STILL + 90_000 + 1_500]
    assert sitting.times("hit 1")[:1] == [STILL + 90_000 + 1_500 + 500]


def test_what_is_typed_while_nothing_lies_there_is_too_early_but_commands_are_heeded() -> None:
    sitting = sit(Duel([700, 700, 700], pause=1_500), (900, "hit"), (1_000, "help"), (2_300, "hit"))
    (early,) = [at for at, text in sitting.said if text.startswith("Too early") and "'hit'" in text]
    assert early == 900
    assert any(at == 1_000 and text.startswith("hit\n") for at, text in sitting.said)
    assert sitting.mine[:2] == [WAIT, 1 + 10 * 100]


def test_what_comes_next_is_not_to_be_seen_before_it_is_there() -> None:
    """Neither before the beginning nor in a pause; after it the table may be seen as often as one likes."""
    sitting = sit(Duel([700, 700, 700], pause=1_500), (900, "table"), (2_300, "table"))
    assert sitting.times("table") == [0, 2_200, 2_300, 4_400]
    assert [at for at, text in sitting.said if text.startswith("Too early") and "'table'" in text] == [900]


def test_delays_count_from_what_the_person_saw() -> None:
    """The pause after a hit is not the person's."""
    sitting = sit(Duel([700, None], pause=1_500), (700 + 1_500 + 250, "hit"))
    assert sitting.mine[1] == 1 + 10 * 250


def test_enter_begins_and_nothing_happens_before() -> None:
    session: Any = Duel([700])
    typist = Typist((30_000, "what"), (60_000, "table"), (90_000, ""))
    said: list[tuple[int, str]] = []
    talk = TimedTalk(session, View(), load_words("fish-cook", "en"), lambda text: said.append((typist.clock, text)),
                     Path, dict, real_time=REAL_TIME, keyboard=typist)  # fmt: skip
    with pytest.raises(EOFError):
        talk.run()
    assert (typist.start + 90_000 + 700, "hit 1") in said
    assert min(at for at, text in said if text == "table") == typist.start + 90_000


@pytest.mark.parametrize("at", [100, 800])
def test_quit_leaves_at_once_also_in_a_pause(at: int) -> None:
    sitting = sit(Duel([700, 700, 700], pause=1_500), (at, "QUIT"))
    assert (sitting.over, sitting.duel.hits) == (False, at // 700)


def test_saving_goes_on_and_a_failure_is_said() -> None:
    def fails(name: str) -> Path:
        raise FilesError("the disk is full")

    assert "the disk is full" in [text for _, text in sit(Duel([700]), (10, "save x"), save=fails).said]
    assert any("Saved in x" in text for _, text in sit(Duel([700]), (10, "save x")).said)


def test_a_finished_game_is_told_at_once() -> None:
    sitting = sit(Duel([], hits=3))
    assert [text for _, text in sitting.said] == ["The game is over.", "counted"]


# ── The keyboard ────────────────────────────────────────────────────────────────────────────────────────────────────


def piped(data: bytes) -> Any:
    """A stream that is a pipe with these bytes in it."""
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    return os.fdopen(reading, encoding="utf-8")


@pytest.mark.parametrize(
    ("data", "lines"),
    [(b"a\nb\n", ["a", "b"]), (b"a\r\n\r\nb", ["a", "", "b"]), ("crème\n".encode(), ["crème"]),
     (b"\xff\n", ["\ufffd"]), (b"", [])],
)  # fmt: skip
def test_lines_come_from_a_pipe(data: bytes, lines: list[str]) -> None:
    with piped(data) as stream:
        assert list(lines_of(stream)) == lines


def test_a_letter_that_is_cut_in_two_is_one() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as stream:
        found: list[str] = []
        reader = threading.Thread(target=lambda: found.extend(lines_of(stream)))
        reader.start()
        for part in (b"cr\xc3", b"\xa8me", b"\n"):
            os.write(writing, part)
        os.close(writing)
        reader.join(20)
    assert found == ["crème"]


def test_lines_come_from_a_stream_without_a_file_or_from_none() -> None:
    assert list(lines_of(io.StringIO("a\nb"))) == ["a", "b"]
    assert list(lines_of(None)) == []


class Stopped(StandardInput):
    """A keyboard whose clock is set by hand."""

    clock = 0

    def now(self) -> int:
        return self.clock


def test_the_keyboard_gives_lines_up_to_a_time_and_keeps_later_ones() -> None:
    with piped(b"") as stream:
        keyboard = Stopped(stream)
        with pytest.raises(EOFError):
            keyboard.line()
        keyboard._next[:] = [Line(500, "late")]
        assert keyboard.line(499) is None
        assert keyboard.line(500) == Line(500, "late")


def test_the_keyboard_waits_for_a_time_that_comes_and_for_an_end_that_stays() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as stream:
        keyboard = StandardInput(stream)
        assert keyboard.line(keyboard.now() + 1) is None
        os.write(writing, b"hit\n")
        line = keyboard.line()
        assert line is not None
        assert line.text == "hit"
        os.close(writing)
        for _ in range(2):
            with pytest.raises(EOFError):
                keyboard.line()
