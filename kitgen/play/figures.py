"""Figures: what is told of a tally, by data. A game lists its own, those of every game stand here."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any, Literal

from kitgen.play import intervals
from kitgen.play.intervals import Estimate
from kitgen.play.loop import WHOLE_WIN
from kitgen.play.tally import Group, Pair, Tally
from kitgen.source.words import Words

Kind = Literal["mean", "games", "ratio"]
"""The mean of a column a game; the share of games in which it is not zero; one column as a part of another."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure, or of a group of columns one for each label.

    ``column`` is a column or a group; ``over`` the column below a ratio. ``scale`` turns a game's number into
    ``unit`` (``%``, ``$``, ``min`` or nothing); ``reference`` is what it is held against, a fair share for instance.
    """

    section: str
    id: str
    title: str
    kind: Kind
    column: str
    over: str = ""
    scale: float = 1
    unit: str = ""
    reference: float | None = None
    flag: bool = True
    """Of a share of games: whether the column is only ever 0 or 1."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure as it came out. ``label`` is the id of the thing it is about, ``name`` what people call that."""

    section: str
    id: str
    title: str
    label: str
    name: str
    unit: str
    estimate: Estimate
    reference: float | None = None
    column: str = ""
    """The column of which this is the mean a game, times ``scale``; empty for other kinds of figures."""
    scale: float = 1

    @property
    def key(self) -> str:
        """The figure's name in tables: ``cooked/sole-meuniere``."""
        return f"{self.id}/{self.label}" if self.label else self.id


@dataclass(frozen=True, slots=True)
class BoxItem:
    """Something that the kit prints in a number, and the column that tells how many play took at once."""

    column: str
    title: str
    printed: int


@dataclass(frozen=True, slots=True)
class Measures:
    """What a game counts and tells of many games.

    ``groups_of(variant)`` names what its rules count beside what every game counts, ``pairs_of(variant)`` the counts of
    which a ratio is asked. ``figures(variant, players)`` and ``box_items(variant)`` are what is told;
    ``names(variant, words)`` what people call the things counted; ``unit`` the sign for what seats compete for.
    """

    groups_of: Callable[[Any], Sequence[Group]]
    pairs_of: Callable[[Any], Sequence[Pair]]
    figures: Callable[[Any, int], Sequence[Figure]]
    box_items: Callable[[Any], Sequence[BoxItem]]
    names: Callable[[Any, Words], dict[str, str]]
    unit: str


@dataclass(frozen=True, slots=True)
class BoxLine:
    """What play took of a thing at once, against what is printed: the middle game, the worst, and games beyond."""

    item: BoxItem
    usual: float
    most: int
    short: Estimate


IN_PARTS_OF_A_WIN = {"won", "bot-won"}
"""Groups of columns that count a win as WHOLE_WIN."""

WINNING, MONEY, COURSE = "Who wins", "What players end with", "How a game goes"


def figures_of_every_game(players: int, bots: Sequence[str], unit: str = "") -> list[Figure]:
    """What is told of any game; ``unit`` is the sign for what seats compete for."""
    won = 100 / WHOLE_WIN
    fair = 100 / players
    several = len(set(bots)) > 1
    return [
        Figure(WINNING, "won", "Wins by place from the first seat", "mean", "won", scale=won, unit="%", reference=fair),
        *([Figure(WINNING, "bot-won", "Wins by bot", "mean", "bot-won", scale=won, unit="%", reference=fair)]
          if several else []),
        Figure(WINNING, "shared", "Games with a shared win", "games", "shared", scale=100, unit="%"),
        *([Figure(WINNING, "bot-score", "What each bot ends with", "mean", "bot-score", unit=unit)] if several else []),
        Figure(WINNING, "margin", "What the winner is ahead by", "mean", "margin", unit=unit),
        Figure(COURSE, "turns", "Decisions", "mean", "turns"),
        Figure(COURSE, "unfinished", "Games that did not end", "games", "unfinished", scale=100, unit="%", flag=False),
        Figure(COURSE, "lead-changes", "Changes of the lead", "mean", "lead-changes"),
        Figure(COURSE, "held", "Decided before last round", "games", "held", scale=100,
               unit="%"),
        Figure(COURSE, "comeback", "Comebacks from last place", "games", "comeback", scale=100, unit="%"),
    ]  # fmt: skip


def measure(tally: Tally, figures: Sequence[Figure], names: Mapping[str, str]) -> list[Measured]:
    """Every figure of a tally, in order; ``names`` say what people call the labels."""
    return [
        Measured(figure.section, figure.id, figure.title, label, _name(names, figure, label), figure.unit,
                 _within(figure, estimate).scaled(figure.scale), figure.reference, _paired(figure, label), figure.scale)
        for figure in figures
        for label, estimate in _estimates(tally, figure)
    ]  # fmt: skip


def _within(figure: Figure, found: Estimate) -> Estimate:
    """A part of a whole is no more than the whole, whatever an interval says."""
    is_part = figure.kind == "ratio" and figure.unit == "%" and math.isfinite(found.high)
    return replace(found, high=max(found.value, min(found.high, 1.0))) if is_part else found


def _name(names: Mapping[str, str], figure: Figure, label: str) -> str:
    """What people call a label; a label that means something else in each group is named with its group."""
    return names.get(f"{figure.column}/{label}") or names.get(label, label)


def _paired(figure: Figure, label: str) -> str:
    """The column whose mean the figure is; a share of games is one only where the column is 0 or 1."""
    if figure.kind == "ratio" or (figure.kind == "games" and not figure.flag):
        return ""
    return f"{figure.column}/{label}" if label else figure.column


def names_of_every_game(players: int, bots: Sequence[str]) -> dict[str, str]:
    """What people call places and bots."""
    places = {f"won/{seat}": f"seat {seat}" for seat in range(2, players + 1)}
    seated = {f"{group}/{seat}": bot for group in ("bot-won", "bot-score") for seat, bot in enumerate(bots, start=1)}
    return places | {"won/1": "first seat"} | seated


def _estimates(tally: Tally, figure: Figure) -> list[tuple[str, Estimate]]:
    if figure.column in tally.counts:
        return [("", estimate(tally, figure.kind, figure.column, figure.over))]
    found = []
    for label in tally.labels(figure.column):
        column = f"{figure.column}/{label}"
        over = figure.over if figure.over in tally.counts else f"{figure.over}/{label}"
        found.append((label, estimate(tally, figure.kind, column, over)))
    return found


def estimate(tally: Tally, kind: Kind, column: str, over: str = "", certainty: float = intervals.CERTAINTY) -> Estimate:
    """One figure of one column."""
    if kind == "mean":
        return intervals.mean(tally, column, certainty, unit_of(column))
    if kind == "games":
        counts = tally.counts.get(column, Counter())
        return intervals.share(counts.total() - counts[0], counts.total(), certainty)
    return intervals.ratio(tally, column, over, certainty)


def unit_of(column: str) -> int:
    """The least by which a column differs where games do: one, and of wins a whole one."""
    return WHOLE_WIN if column.partition("/")[0] in IN_PARTS_OF_A_WIN else 1


def scores(tally: Tally, unit: str) -> list[Measured]:
    """What a player ends with: mean, spread and quantiles over all seats, which share a game and so are worth less."""
    seats = tally.labels("score")
    pooled: Counter[int] = Counter()
    for seat in seats:
        pooled.update(tally.counts[f"score/{seat}"])
    if not pooled.total() or tally.games < 2:
        return []
    mean = intervals.mean(tally, "score-total").scaled(1 / len(seats))
    alike = _likeness(tally, pooled)

    def worth(of_this: float) -> float:
        """How many independent players the sample is worth, where seats of a game are that much alike (Kish)."""
        return pooled.total() / max(1.0, 1 + (len(seats) - 1) * of_this)

    def measured(key: str, title: str, found: Estimate) -> Measured:
        return Measured(MONEY, key, title, "", "", unit, replace(found, games=tally.games))

    return [
        replace(measured("score", "Mean", mean), column="score-total", scale=1 / len(seats)),
        measured("score-spread", "Spread (standard deviation)", intervals.spread(pooled, worth(alike**2))),
        *(
            measured(f"score-{part:.0%}".replace("%", ""), f"{100 * part:.0f} % end with less than",
                     intervals.quantile(pooled, part, worth(_likeness_below(alike, part))))
            for part in QUANTILES
        ),
    ]  # fmt: skip


def _likeness(tally: Tally, pooled: Counter[int]) -> float:
    """The correlation of two seats of a game, from the variances of one and of all together."""
    seats = len(tally.labels("score"))
    one, all_seats = intervals.variance(pooled), intervals.variance(tally.counts["score-total"])
    return (all_seats / (seats * one) - 1) / (seats - 1) if one > 0 and seats > 1 else 0.0


def _likeness_below(alike: float, part: float) -> float:
    """The correlation of two seats' being among the lowest part, where their scores have the correlation ``alike``.

    It is smaller, the more so far from the middle: the tetrachoric series for normal scores.
    """
    normal = NormalDist()
    at = normal.inv_cdf(part)
    before, now, power, found = 0.0, 1.0, alike, 0.0
    for order in range(1, 50):
        found += power * now * now
        before, now = now, at * now - (order - 1) * before  # Hermite's polynomials
        power *= alike / (order + 1)
    return found * normal.pdf(at) ** 2 / (part * (1 - part))


def box(tally: Tally, items: Sequence[BoxItem]) -> list[BoxLine]:
    """What play took at once of everything that the kit prints in a number."""
    lines = []
    for item in items:
        counts = tally.counts[item.column]
        beyond = sum(times for value, times in counts.items() if value > item.printed)
        usual = float(intervals.order_statistic(counts, 0.5))
        lines.append(BoxLine(item, usual, tally.most(item.column), intervals.share(beyond, counts.total())))
    return lines
