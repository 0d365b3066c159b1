"""Many games at once: of one variant or of several, on the same seeds, on all cores.

What comes out does not depend on the number of cores, nor on how games are parcelled out: each game has its number, its
chance is keyed by it, and tallies add up to the same in any order.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from multiprocessing.sharedctypes import RawArray
from types import TracebackType
from typing import Any

from kitgen.play.chance import WORD
from kitgen.play.kernel import Kernel, can_compile, kernel
from kitgen.play.playing import Playing
from kitgen.play.tally import Layout, Outcome, Tally

MOST_TURNS = 10_000
"""A game of more moves is called unfinished; the longest sane ones have some hundreds."""

PARCEL_SECONDS = 0.15
"""About how long a worker plays before it reports."""

GUESSED_SPEED = {True: 270.0, False: 7.0}
"""Games a second of bots that have not been seen yet, compiled or not; rather too low."""

_SPEEDS: dict[tuple[bool, tuple[str, ...]], float] = {}
"""Games a second of bots that have been seen, by mode and table. They decide sizes of parcels, and no outcome."""

MOST_WORKERS = 61
"""What Windows can wait for."""

Progress = Callable[[int], None]
"""Is told how many games more are done."""


@dataclass(frozen=True, slots=True)
class Side:
    """One variant that is played, with the seed of its games."""

    playing: Playing
    variant: Any
    seed: int


@dataclass(frozen=True, slots=True)
class Request:
    """Games to play: the bots at the table, by seat (they rotate), and the games' numbers, ``end`` not included."""

    bots: tuple[str, ...]
    begin: int
    end: int
    sides: tuple[int, ...] = (0,)
    """Which of the arena's sides play them. With two, the differences are tallied as well."""
    compared: tuple[str, ...] = ()
    """The groups of counts whose differences are asked for; all where none is named."""


class Arena:
    """Workers that play. Use it as a context; ``stopped`` says that the person at the keyboard had enough.

    ``jobs`` is the number of workers, one a core unless given; four a core at most, since more only get in each other's
    way.
    """

    def __init__(self, sides: Sequence[Side], *, jobs: int | None = None, compiled: bool | None = None) -> None:
        self.sides = tuple(sides)
        cores = os.cpu_count() or 1
        self.jobs = min(jobs or cores, 4 * cores, MOST_WORKERS)
        self.compiled = can_compile() if compiled is None else compiled
        self._pool: Executor
        # One whole number that all workers read between moves.
        self._stop: Any = _no_stop(self.compiled)
        if self.compiled or self.jobs == 1:
            # Compiled games let other threads run.
            self._pool = ThreadPoolExecutor(self.jobs)
            side = self.sides[0]
            players = side.variant.player_counts[0]
            play_parcel(self.sides, Request((next(iter(side.playing.bots)),) * players, 0, 1), self.compiled)
            kernel(side.playing.modules, compiled=self.compiled).mark_complete()
        else:
            self._stop = RawArray("q", 1)
            self._pool = ProcessPoolExecutor(self.jobs, initializer=_take_place, initargs=(self.sides, self._stop))

    @property
    def stopped(self) -> bool:
        """Whether the games came to an end before all were played."""
        return bool(self._stop[0])

    def stop(self) -> None:
        """Let every worker end after the move that it makes; finished games are kept."""
        self._stop[0] = 1

    def __enter__(self) -> Arena:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if fault is not None:
            self.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def play(self, requests: Sequence[Request], progress: Progress = lambda games: None) -> list[Outcome]:
        """Play all requests; after Ctrl-C, or ``stop``, the games that were over by then."""
        outcomes = [Outcome([Tally() for _ in request.sides]) for request in requests]
        parcels = _Parcels(requests, self.compiled)
        running: dict[Future[tuple[Outcome, float]], int] = {}
        with self._heeding_ctrl_c():
            while True:
                while not self.stopped and len(running) < 2 * self.jobs and (parcel := parcels.next()):
                    number, part = parcel
                    running[self._submit(part)] = number
                if self.stopped:
                    running = {future: number for future, number in running.items() if not future.cancel()}
                if not running:
                    return outcomes
                # A wait without end could not be interrupted everywhere.
                done, _ = wait(running, timeout=1, return_when=FIRST_COMPLETED)
                for future in done:
                    number = running.pop(future)
                    outcome, seconds = future.result()
                    games = outcome.tallies[0].games
                    outcomes[number].add(outcome)
                    if games:
                        _SPEEDS[self.compiled, requests[number].bots] = games / max(seconds, 1e-6)
                    progress(games)

    @contextlib.contextmanager
    def _heeding_ctrl_c(self) -> Iterator[None]:
        """Ctrl-C stops the workers rather than this thread, which may be adding up.

        Somebody else's way of handling it is left alone, and so are other threads than the main one.
        """
        usual = signal.default_int_handler
        ours = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is usual
        if ours:
            signal.signal(signal.SIGINT, lambda *_: self.stop())
        try:
            yield
        finally:
            if ours:
                signal.signal(signal.SIGINT, usual)

    def _submit(self, part: Request) -> Future[tuple[Outcome, float]]:
        if isinstance(self._pool, ProcessPoolExecutor):
            return self._pool.submit(_play_in_place, part)
        return self._pool.submit(play_parcel, self.sides, part, self.compiled, self._stop)


def _no_stop(compiled: bool) -> Any:
    if not compiled:
        return [0]
    import numpy

    return numpy.zeros(1, numpy.int64)


@dataclass(slots=True)
class _Parcels:
    """Cuts requests into parcels that take about equally long."""

    requests: Sequence[Request]
    compiled: bool
    number: int = 0
    done: int = 0

    def next(self) -> tuple[int, Request] | None:
        """The next parcel with the number of its request."""
        while self.number < len(self.requests):
            request = self.requests[self.number]
            begin = request.begin + self.done
            if begin < request.end:
                speed = _SPEEDS.get((self.compiled, request.bots), GUESSED_SPEED[self.compiled])
                games = max(1, round(speed * PARCEL_SECONDS))
                end = min(request.end, begin + games)
                self.done += end - begin
                return self.number, replace(request, begin=begin, end=end)
            self.number, self.done = self.number + 1, 0
        return None


_PLACE: list[tuple[tuple[Side, ...], Any]] = []
"""What a worker process plays, and where it reads that it is to stop."""


def _take_place(sides: tuple[Side, ...], stop: Any) -> None:
    """A worker process begins; interruptions are its parent's affair."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _PLACE[:] = [(sides, stop)]


def _play_in_place(part: Request) -> tuple[Outcome, float]:
    [(sides, stop)] = _PLACE
    return play_parcel(sides, part, False, stop)


def play_parcel(sides: Sequence[Side], part: Request, compiled: bool, stop: Any = None) -> tuple[Outcome, float]:
    """Play some games on each of the sides that a request names; the seconds that it took.

    Where it is stopped, both sides have the same games, as many as are over on both.
    """
    begin = time.perf_counter()
    played = [play_rows(sides[side], part.bots, part.begin, part.end, compiled, stop) for side in part.sides]
    over = min(len(rows) for rows, _ in played)
    played = [(rows[:over], layout) for rows, layout in played]
    if over == 0:
        return Outcome([Tally() for _ in played]), time.perf_counter() - begin
    tallies = [
        Tally.of(rows, layout, sides[side].playing.measures.pairs_of(sides[side].variant))
        for side, (rows, layout) in zip(part.sides, played, strict=True)
    ]
    outcome = Outcome(tallies)
    if len(played) == 2:
        outcome.differences = Tally.of_differences(*played[0], *played[1], part.compared)
    return outcome, time.perf_counter() - begin


def play_rows(
    side: Side, bots: Sequence[str], begin: int, end: int, compiled: bool, stop: Any = None
) -> tuple[Any, Layout]:
    """Play games and return their rows of counts, with the names of the cells.

    ``stop`` holds one number, in the way that the mode has numbers; set, it ends the games early.
    """
    playing, variant, players = side.playing, side.variant, len(bots)
    machine: Kernel = kernel(playing.modules, compiled=compiled)
    rules = playing.rules_of(variant, players)
    numbers, table, mind = (
        machine.prepare(part) for part in (rules, playing.new_table(rules), playing.new_mind(rules))
    )
    layout = Layout.of(players, playing.measures.groups_of(variant))
    seated: Any = playing.seated(bots)
    starts: Any = list(layout.starts)
    if compiled:
        import numpy

        seated, starts = numpy.array(seated, numpy.int64), numpy.array(starts, numpy.int64)
        rows: Any = numpy.zeros((end - begin, len(layout.columns)), numpy.int64)
    else:
        rows = [[0] * len(layout.columns) for _ in range(begin, end)]
    low, high = side.seed & WORD, side.seed >> 32
    stop = _no_stop(compiled) if stop is None else stop
    over = machine.play_games(numbers, table, mind, seated, low, high, begin, end, starts, rows, MOST_TURNS, stop)
    return rows[:over], layout
