"""Many games at once: the same outcome however they are shared out, nothing dropped, and an end whenever one likes."""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import toy_game
from toy_playing import PAIRS, PLAYING, Toy

from kitgen import pipeline
from kitgen.play import arena as arena_module
from kitgen.play.arena import Arena, Request, Side, play_rows
from kitgen.play.chance import game_key, roll
from kitgen.play.loop import WHOLE_WIN
from kitgen.play.tally import Tally

TOY = Side(PLAYING, Toy(), 8)
WELL_AND_ANYHOW = ("well", "anyhow")
SULKY = ("sulky", "sulky")
WORKERS = [(1, False), (2, False), (3, False), (1, True), (2, True), (3, True)]


def classic(*settings: str, seed: int = 4) -> Side:
    variant = pipeline.load("classic", settings)
    return Side(variant.game.playing, variant.model, seed)


@pytest.fixture
def small_parcels(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker reports after each game."""
    monkeypatch.setattr(arena_module, "PARCEL_SECONDS", 0)


# ── However games are shared out ────────────────────────────────────────────────────────────────────────────────────


def test_the_outcome_is_the_same_for_any_number_of_workers_in_both_ways() -> None:
    sides = [classic(), classic("set_up.money=80", "evening.pass_cost=0")]
    requests = [
        Request(("thrifty", "planner", "random", "hoarder"), 0, 40),
        Request(("planner", "random"), 7, 40, (1,)),
        Request(("thrifty", "big-fish", "random"), 3, 33, (0, 1)),
    ]
    found = []
    for jobs, compiled in WORKERS:
        with Arena(sides, jobs=jobs, compiled=compiled) as arena:
            found.append(arena.play(requests))
    assert all(outcomes == found[0] for outcomes in found[1:])
    assert [[tally.games for tally in outcome.tallies] for outcome in found[0]] == [[40], [33], [30, 30]]


@pytest.mark.parametrize("jobs", [1, 2])
def test_parcels_of_one_game_add_up_to_the_same(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    requests = [Request(WELL_AND_ANYHOW, 0, 60), Request(("anyhow", "anyhow"), 20, 30)]
    with Arena([TOY], jobs=jobs, compiled=False) as arena:
        whole = arena.play(requests)
    monkeypatch.setattr(arena_module, "PARCEL_SECONDS", 0)
    told: list[int] = []
    with Arena([TOY], jobs=jobs, compiled=False) as arena:
        assert arena.play(requests, told.append) == whole
    assert told == [1] * 70


def test_an_outcome_is_the_tally_of_the_games_that_were_asked_for() -> None:
    rows, layout = play_rows(TOY, WELL_AND_ANYHOW, 12, 50, False)
    with Arena([TOY], jobs=2, compiled=False) as arena:
        (outcome,) = arena.play([Request(WELL_AND_ANYHOW, 12, 50)])
        (first,) = arena.play([Request(WELL_AND_ANYHOW, 12, 30)])
        (second,) = arena.play([Request(WELL_AND_ANYHOW, 30, 50)])
    assert outcome.tallies == [Tally.of(rows, layout, PAIRS)]
    assert outcome.tallies[0].counts["bot-won/1"].total() == 38
    second.add(first)
    assert second == outcome


def test_two_sides_play_the_same_games_and_differ_game_by_game() -> None:
    """Heaps of another prize are taken in the same way."""
    dear = Side(PLAYING, Toy(prizes=(9,)), TOY.seed)
    with Arena([TOY, dear], jobs=1, compiled=False) as arena:
        (outcome,) = arena.play([Request(WELL_AND_ANYHOW, 0, 50, (1, 0))])
    mine, theirs = outcome.tallies
    assert (mine.games, theirs.games, outcome.differences.games) == (50, 50, 50)
    assert mine.counts["won/1"] == theirs.counts["won/1"]
    assert (mine.total("score-total"), theirs.total("score-total")) == (450, 350)
    assert outcome.differences.counts["score-total"] == Counter({2: 50})
    assert outcome.differences.counts["turns"] == Counter({0: 50})


def test_other_seeds_give_other_games() -> None:
    sides = [Side(PLAYING, Toy(), seed) for seed in (8, 8 + 2**32, 8 + 2**63)]
    with Arena(sides, jobs=1, compiled=False) as arena:
        found = arena.play([Request(WELL_AND_ANYHOW, 0, 50, (side,)) for side in range(3)])
    counts = [outcome.tallies[0].counts["sticks"] for outcome in found]
    assert counts[0] != counts[1] != counts[2] != counts[0]


def test_without_a_word_there_is_a_worker_for_each_core() -> None:
    with Arena([TOY], compiled=False) as arena:
        assert arena.jobs == os.cpu_count()
        assert arena.play([]) == []


# ── Games without end ───────────────────────────────────────────────────────────────────────────────────────────────


def odd_heaps(games: range) -> int:
    """Heaps of which the sulky bots, who take two sticks or nothing, leave the last stick for ever."""
    keys = [game_key(TOY.seed, 0, game) for game in games]
    return sum((5 + roll(key, TOY.variant.most, 1, 0, 0, 0)) % 2 for key in keys)


@pytest.mark.parametrize("jobs", [1, 2])
def test_games_that_do_not_end_are_counted_and_not_dropped(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    monkeypatch.setattr(arena_module, "MOST_TURNS", 300)
    games, endless = range(200), odd_heaps(range(200))
    assert 50 < endless < 150
    with Arena([TOY], jobs=jobs, compiled=False) as arena:
        (outcome,) = arena.play([Request(SULKY, games.start, games.stop)])
    (tally,) = outcome.tallies
    assert tally.games == 200
    assert tally.counts["unfinished"] == Counter({0: 200 - endless, toy_game.SULK: endless})
    assert tally.counts["turns"][300] == endless
    assert all(counts.total() == 200 for counts in tally.counts.values())
    assert tally.total("won/1") + tally.total("won/2") == WHOLE_WIN * (200 - endless)
    assert tally.total("score-total") == 7 * (200 - endless)


def test_a_game_may_have_ten_thousand_moves() -> None:
    rows, layout = play_rows(TOY, SULKY, 0, 8, False)
    turns = [row[layout.columns.index("turns")] for row in rows]
    assert max(turns) == 10_000
    assert turns.count(10_000) == odd_heaps(range(8))


# ── Enough ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def stop_after(parcels: int, told: list[int]) -> Callable[[int], None]:
    """Somebody presses Ctrl-C when so many parcels are done."""

    def progress(games: int) -> None:
        told.append(games)
        if len(told) == parcels:
            signal.raise_signal(signal.SIGINT)

    return progress


@pytest.mark.usefixtures("small_parcels")
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interruption_keeps_what_is_done(jobs: int) -> None:
    """And games that were over when it came, though their parcel was not added yet."""
    told: list[int] = []
    with Arena([TOY], jobs=jobs, compiled=False) as arena:
        first, second, third = arena.play(
            [Request(WELL_AND_ANYHOW, 0, 10), Request(WELL_AND_ANYHOW, 10, 5000), Request(SULKY, 0, 5)],
            stop_after(25, told),
        )
        assert arena.stopped
    assert first.tallies[0].games + second.tallies[0].games == sum(told)
    assert 25 <= sum(told) < 5000
    assert third.tallies == [Tally()]
    if jobs == 1:
        assert first.tallies[0].games == 10
        rows, layout = play_rows(TOY, WELL_AND_ANYHOW, 10, sum(told), False)
        assert second.tallies == [Tally.of(rows, layout, PAIRS)]


@pytest.mark.parametrize(("jobs", "compiled"), [(1, False), (2, False), (2, True)])
def test_an_interruption_ends_a_parcel_that_would_last_long(
    monkeypatch: pytest.MonkeyPatch, jobs: int, compiled: bool
) -> None:
    """Workers look between moves: neither many games nor an endless one keep people waiting; whole games only are
    kept, as many on each side."""
    monkeypatch.setattr(arena_module, "MOST_TURNS", 10**12)
    monkeypatch.setattr(arena_module, "PARCEL_SECONDS", 10**6)
    sides = [classic("school.cards=0"), classic()]
    games = 10**6 if compiled else 10**4
    requests = [Request(("thrifty",) * 4, 0, games), Request(("thrifty",) * 4, 0, games, (0, 1))]
    for request in requests:
        with Arena(sides, jobs=jobs, compiled=compiled) as arena:
            threading.Timer(2, signal.raise_signal, [signal.SIGINT]).start()
            (outcome,) = arena.play([request])
        first = outcome.tallies[0]
        assert all(tally.games == first.games < games for tally in outcome.tallies)
        if len(request.sides) == 1:
            assert first.games > 0
            assert first.counts["unfinished"].total() == first.games
            assert sum(first.total(f"won/{place}") for place in range(1, 5)) == WHOLE_WIN * first.games


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_endless_game_that_is_interrupted_does_not_count(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    monkeypatch.setattr(arena_module, "MOST_TURNS", 10**12)
    with Arena([TOY], jobs=jobs, compiled=False) as arena:
        threading.Timer(1, signal.raise_signal, [signal.SIGINT]).start()
        (outcome,) = arena.play([Request(SULKY, 0, 50)])
    (tally,) = outcome.tallies
    assert tally.games < 50
    assert tally.games == 0 or tally.counts["unfinished"] == Counter({0: tally.games})


def test_ctrl_c_is_handled_as_before_when_the_games_are_over() -> None:
    before = signal.getsignal(signal.SIGINT)
    with Arena([TOY], jobs=1, compiled=False) as arena:
        arena.play([Request(WELL_AND_ANYHOW, 0, 5)], stop_after(1, []))
    assert signal.getsignal(signal.SIGINT) is before
    with Arena([TOY], jobs=1, compiled=False) as arena, pytest.raises(ZeroDivisionError):
        arena.play([Request(WELL_AND_ANYHOW, 0, 5)], lambda games: 1 // 0)  # type: ignore[arg-type,return-value]
    assert signal.getsignal(signal.SIGINT) is before


def test_a_way_of_handling_ctrl_c_that_is_not_pythons_own_is_left_alone() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        with Arena([TOY], jobs=1, compiled=False) as arena:
            (outcome,) = arena.play([Request(WELL_AND_ANYHOW, 0, 50)], stop_after(1, []))
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [signal.SIGINT]
    assert outcome.tallies[0].games == 50


def test_more_workers_than_are_of_use_are_not_hired() -> None:
    with Arena([TOY], jobs=100_000, compiled=False) as arena:
        assert arena.jobs <= 4 * (os.cpu_count() or 1)


@pytest.mark.usefixtures("small_parcels")
def test_an_interruption_while_waiting_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    real, waits = arena_module.wait, iter(range(100))

    def wait(*arguments: Any, **options: Any) -> Any:
        if next(waits) == 12:
            signal.raise_signal(signal.SIGINT)
        return real(*arguments, **options)

    told: list[int] = []
    monkeypatch.setattr(arena_module, "wait", wait)
    with Arena([TOY], jobs=2, compiled=False) as arena:
        (outcome,) = arena.play([Request(WELL_AND_ANYHOW, 0, 500)], told.append)
        assert arena.stopped
    assert len(told) >= 12
    assert outcome.tallies[0].games == sum(told) < 500


def test_an_arena_that_was_stopped_plays_no_more() -> None:
    with Arena([TOY], jobs=1, compiled=False) as arena:
        assert not arena.stopped
        arena.play([Request(WELL_AND_ANYHOW, 0, 5)], stop_after(1, []))
        (outcome,) = arena.play([Request(WELL_AND_ANYHOW, 0, 5)])
    assert outcome.tallies == [Tally()]


def test_a_fault_in_a_game_is_not_swallowed() -> None:
    with Arena([TOY], jobs=1, compiled=False) as arena, pytest.raises(KeyError, match="genius"):
        arena.play([Request(("genius", "well"), 0, 3)])
