"""Intervals of real games: small runs, repeated many times, cover the long-run value about as often as they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from rule_tables import load

from kitgen.games.fish_cook import PLAYING
from kitgen.play.arena import Side, play_rows
from kitgen.play.figures import Kind, estimate, scores
from kitgen.play.intervals import Estimate
from kitgen.play.tally import Tally

RUNS, GAMES = 1_000, 100
LONG = range(1_000_000, 1_080_000)
"""The numbers of the games that stand for the long run."""

BOTS = ("thrifty",) * 4

FIGURES: list[tuple[Kind, str, str]] = [
    ("mean", "won/1", ""),
    ("mean", "won/3", ""),
    ("mean", "turns", ""),
    ("mean", "seconds", ""),
    ("mean", "margin", ""),
    ("mean", "lead-changes", ""),
    ("mean", "morning-ended-by/wine", ""),
    ("mean", "dishes", ""),
    ("mean", "income", ""),
    ("mean", "cooked/tsumire-sardine-soup", ""),
    ("mean", "cooked/sole-meuniere", ""),
    ("mean", "fish-step/3.3", ""),
    ("mean", "rule/FC-5.5", ""),
    ("games", "held", ""),
    ("games", "comeback", ""),
    ("games", "rule/FC-2.4", ""),
    ("games", "cooked/tuna-sukiyaki", ""),
    ("ratio", "rule/FC-5.11", "rule/FC-5.10"),
    ("ratio", "earned/hand", "income"),
    ("ratio", "earned/rival", "income"),
    ("ratio", "recipe-paid/drunken-swordfish", "income"),
    ("ratio", "recipe-paid/tuna-sukiyaki", "income"),
    ("ratio", "fish-paid/3", "fish-bought/3"),
    ("ratio", "food-paid/roe", "food-bought/roe"),
]
PAIRS = [(column, over) for _, column, over in FIGURES if over]
ASKED = {column for _, *columns in FIGURES for column in columns}
SCORES = ["score", "score-spread", "score-5", "score-25", "score-50", "score-75", "score-95"]


def figures(tally: Tally) -> dict[str, Estimate]:
    """All figures of some games, by name."""
    found = {f"{kind} {column}": estimate(tally, kind, column, over) for kind, column, over in FIGURES}
    return found | {one.id: one.estimate for one in scores(tally, "$")}


def tallies(games: range, size: int) -> Iterator[Tally]:
    """Games in runs of a size."""
    side = Side(PLAYING, load(), 20)
    rows, layout = play_rows(side, BOTS, games.start, games.stop, compiled=True)
    asked = [name if name in ASKED or str(name).startswith("score") else None for name in layout.columns]
    for begin in range(0, len(games), size):
        yield Tally.of(rows[begin : begin + size], replace(layout, columns=tuple(asked)), PAIRS)


@cache
def covered() -> tuple[dict[str, float], dict[str, Estimate]]:
    """Of each figure, the share of runs whose interval covers the long-run value; and that value."""
    (long_run,) = tallies(LONG, len(LONG))
    truth, times = figures(long_run), Counter[str]()
    for tally in tallies(range(RUNS * GAMES), GAMES):
        times.update(name for name, one in figures(tally).items() if one.low <= truth[name].value <= one.high)
    return {name: times[name] / RUNS for name in truth}, truth


@pytest.mark.parametrize("name", [*(f"{kind} {column}" for kind, column, _ in FIGURES), *SCORES])
def test_intervals_of_small_runs_cover_the_long_run(name: str) -> None:
    shares, truth = covered()
    assert truth[name].value > 0
    assert 0.92 <= shares[name] <= 0.98


def test_a_long_run_is_told_more_exactly_than_a_short_one() -> None:
    """A hundred times as many games, about a tenth of the interval."""
    short, long_run = (figures(next(tallies(range(size), size))) for size in (200, 20_000))
    for name, one in short.items():
        width = one.high - one.low
        assert 0.05 < (long_run[name].high - long_run[name].low) / width < 0.2, name
