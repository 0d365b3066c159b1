"""Many games at once: of one variant or of several, on the same seeds, on all cores.

What comes out does not depend on the number of cores, nor on how games are parcelled out: each game has its number, its
chance is keyed by it, and tallies add up to the same in any order.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
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

GUESSED_SPEED = {True: 1_000.0, False: 20.0}
"""Games a second of a bot that has not been seen yet, compiled or not."""

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
    """Workers that play. Use it as a context; ``stopped`` says that the person at the keyboard had enough."""

    def __init__(self, sides: Sequence[Side], *, jobs: int | None = None, compiled: bool | None = None) -> None:
        self.sides = tuple(sides)
        self.jobs = jobs or os.cpu_count() or 1
        self.compiled = can_compile() if compiled is None else compiled
        self.stopped = False
        self._speeds: dict[tuple[str, ...], float] = {}
        self._pool: Executor
        if self.compiled or self.jobs == 1:
            # Compiled games let other threads run.
            self._pool = ThreadPoolExecutor(self.jobs)
            side = self.sides[0]
            players = side.variant.player_counts[0]
            play_parcel(self.sides, Request((next(iter(side.playing.bots)),) * players, 0, 1), self.compiled)
            kernel(side.playing.modules, compiled=self.compiled).mark_complete()
        else:
            self._pool = ProcessPoolExecutor(self.jobs, initializer=_take_place, initargs=(self.sides,))

    def __enter__(self) -> Arena:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def play(self, requests: Sequence[Request], progress: Progress = lambda games: None) -> list[Outcome]:
        """Play all requests; after an interruption, what was done until then."""
        outcomes = [Outcome([Tally() for _ in request.sides]) for request in requests]
        parcels = _Parcels(requests, self._speeds, GUESSED_SPEED[self.compiled])
        running: dict[Future[tuple[Outcome, float]], tuple[int, int]] = {}
        try:
            while not self.stopped:
                while len(running) < 2 * self.jobs and (parcel := parcels.next()):
                    number, part = parcel
                    running[self._submit(part)] = number, part.end - part.begin
                if not running:
                    break
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    number, games = running.pop(future)
                    outcome, seconds = future.result()
                    outcomes[number].add(outcome)
                    self._speeds[requests[number].bots] = games / max(seconds, 1e-6)
                    progress(games)
        except KeyboardInterrupt:
            self.stopped = True
            for future in running:
                future.cancel()
        return outcomes

    def _submit(self, part: Request) -> Future[tuple[Outcome, float]]:
        if isinstance(self._pool, ProcessPoolExecutor):
            return self._pool.submit(_play_in_place, part)
        return self._pool.submit(play_parcel, self.sides, part, self.compiled)


@dataclass(slots=True)
class _Parcels:
    """Cuts requests into parcels that take about equally long."""

    requests: Sequence[Request]
    speeds: dict[tuple[str, ...], float]
    """Games a second, as far as they are known."""
    guess: float
    number: int = 0
    done: int = 0

    def next(self) -> tuple[int, Request] | None:
        """The next parcel with the number of its request."""
        while self.number < len(self.requests):
            request = self.requests[self.number]
            begin = request.begin + self.done
            if begin < request.end:
                games = max(1, round(self.speeds.get(request.bots, self.guess) * PARCEL_SECONDS))
                end = min(request.end, begin + games)
                self.done += end - begin
                return self.number, replace(request, begin=begin, end=end)
            self.number, self.done = self.number + 1, 0
        return None


_SIDES: list[tuple[Side, ...]] = []
"""What a worker process plays."""


def _take_place(sides: tuple[Side, ...]) -> None:
    """A worker process begins; interruptions are its parent's affair."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _SIDES[:] = [sides]


def _play_in_place(part: Request) -> tuple[Outcome, float]:
    return play_parcel(_SIDES[0], part, False)


def play_parcel(sides: Sequence[Side], part: Request, compiled: bool) -> tuple[Outcome, float]:
    """Play some games on each of the sides that a request names; the seconds that it took."""
    begin = time.perf_counter()
    played = [play_rows(sides[side], part.bots, part.begin, part.end, compiled) for side in part.sides]
    tallies = [
        Tally.of(rows, layout, sides[side].playing.measures.pairs_of(sides[side].variant))
        for side, (rows, layout) in zip(part.sides, played, strict=True)
    ]
    outcome = Outcome(tallies)
    if len(played) == 2:
        outcome.differences = Tally.of_differences(*played[0], *played[1], part.compared)
    return outcome, time.perf_counter() - begin


def play_rows(side: Side, bots: Sequence[str], begin: int, end: int, compiled: bool) -> tuple[Any, Layout]:
    """Play games and return their rows of counts, with the names of the cells."""
    playing, variant, players = side.playing, side.variant, len(bots)
    machine: Kernel = kernel(playing.modules, compiled=compiled)
    rules = playing.rules_of(variant, players)
    numbers, table, mind = (
        machine.prepare(part) for part in (rules, playing.new_table(rules), playing.new_mind(rules))
    )
    layout = Layout.of(players, playing.measures.groups_of(variant))
    seated: Any = [playing.bots[bot] for bot in bots]
    starts: Any = list(layout.starts)
    if compiled:
        import numpy

        seated, starts = numpy.array(seated, numpy.int64), numpy.array(starts, numpy.int64)
        rows: Any = numpy.zeros((end - begin, len(layout.columns)), numpy.int64)
    else:
        rows = [[0] * len(layout.columns) for _ in range(begin, end)]
    low, high = side.seed & WORD, side.seed >> 32
    machine.play_games(numbers, table, mind, seated, low, high, begin, end, starts, rows, MOST_TURNS)
    return rows, layout
