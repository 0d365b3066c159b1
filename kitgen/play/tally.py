"""Tallies: what many games brought, kept as how often each count came out as each number.

So a tally of a million games is no larger than one of a thousand, two tallies add up to one whatever their order, and
means, quantiles and shares of games can all be had from it, exactly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kitgen.play import loop

Pair = tuple[str, str]
"""Two columns whose product is added up as well, for the interval of their ratio."""


@dataclass(frozen=True, slots=True)
class Group:
    """Neighbouring cells of a row of counts: what they count, and of which things.

    A label of None is a cell that nobody asks for.
    """

    name: str
    labels: tuple[str | None, ...]

    @property
    def columns(self) -> list[str | None]:
        """The name of each cell: ``cooked/sole-meuniere``, or the group's where it is only one."""
        return [None if label is None else f"{self.name}/{label}" if label else self.name for label in self.labels]


def single(name: str) -> Group:
    """A group of one cell."""
    return Group(name, ("",))


def every_games_groups(players: int) -> list[Group]:
    """The groups of ``play/loop.py``, in the order of their numbers."""
    seats = tuple(str(seat) for seat in range(1, players + 1))
    unasked: tuple[str | None, ...] = (None,)
    return [
        single("turns"),
        single("unfinished"),
        Group("leader", unasked),
        Group("led-before", unasked),
        Group("last-at-half", unasked),
        single("lead-changes"),
        single("held"),
        single("comeback"),
        single("margin"),
        single("shared"),
        Group("won", seats),
        Group("score", seats),
        single("score-total"),
        Group("bot-won", seats),
        Group("bot-score", seats),
    ]


@dataclass(frozen=True, slots=True)
class Layout:
    """Where each group begins in a row of counts, and the name of each cell."""

    starts: tuple[int, ...]
    columns: tuple[str | None, ...]

    @classmethod
    def of(cls, players: int, own: Sequence[Group]) -> Layout:
        """The layout of a game with its own groups."""
        starts: list[int] = []
        columns: list[str | None] = []
        for group in (*every_games_groups(players), *own):
            starts.append(len(columns))
            columns += group.columns
        assert len(starts) == loop.OWN_GROUPS + len(own)
        return cls(tuple(starts), tuple(columns))

    @property
    def position(self) -> dict[str, int]:
        """The cell of each named column."""
        return {name: at for at, name in enumerate(self.columns) if name is not None}


@dataclass(slots=True)
class Tally:
    """What some games brought: ``counts[column]`` says how often the column came out as each number."""

    games: int = 0
    counts: dict[str, Counter[int]] = field(default_factory=dict)
    products: dict[Pair, int] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: Any, layout: Layout, pairs: Sequence[Pair]) -> Tally:
        """The tally of some rows: lists, or an array."""
        position = layout.position
        columns = _columns(rows)
        counted = _counted(columns, list(position.values()))
        products = {pair: _product(columns[position[pair[0]]], columns[position[pair[1]]]) for pair in pairs}
        return cls(len(rows), dict(zip(position, counted, strict=True)), products)

    @classmethod
    def of_differences(
        cls, rows: Any, layout: Layout, others: Any, other_layout: Layout, groups: Sequence[str] = ()
    ) -> Tally:
        """The tally of the first less the second, game by game, of the columns that both have (of some groups)."""
        here, there = layout.position, other_layout.position
        shared = [name for name in here if name in there and (not groups or name.partition("/")[0] in groups)]
        mine, theirs = _columns(rows), _columns(others)
        if isinstance(rows, list):
            pairs = [(mine[here[name]], theirs[there[name]]) for name in shared]
            less = [tuple(one - other for one, other in zip(*pair, strict=True)) for pair in pairs]
        else:
            less = mine[[here[name] for name in shared]] - theirs[[there[name] for name in shared]]
        return cls(len(rows), dict(zip(shared, _counted(less, list(range(len(shared)))), strict=True)))

    def add(self, other: Tally) -> None:
        """Take the games of another tally in."""
        self.games += other.games
        for name, counter in other.counts.items():
            mine = self.counts.setdefault(name, Counter())
            for value, times in counter.items():
                mine[value] += times
        for pair, product in other.products.items():
            self.products[pair] = self.products.get(pair, 0) + product

    def total(self, column: str) -> int:
        """The sum of a column over all games."""
        return sum(value * times for value, times in self.counts[column].items())

    def squares(self, column: str) -> int:
        """The sum of its squares."""
        return sum(value * value * times for value, times in self.counts[column].items())

    def games_with(self, column: str) -> int:
        """Games in which a column is not zero."""
        return self.counts[column].total() - self.counts[column][0]

    def most(self, column: str) -> int:
        """The largest that a column came out as, over all games."""
        return max(self.counts[column], default=0)

    def labels(self, group: str) -> list[str]:
        """The labels of a group, in their order."""
        return [name[len(group) + 1 :] for name in self.counts if name.startswith(f"{group}/")]


def merged(tallies: Iterable[Tally]) -> Tally:
    """All games of some tallies."""
    whole = Tally()
    for tally in tallies:
        whole.add(tally)
    return whole


@dataclass(slots=True)
class Outcome:
    """What came of some games on one variant or two: a tally a side, and of two sides the first less the second."""

    tallies: list[Tally]
    differences: Tally = field(default_factory=Tally)

    def add(self, other: Outcome) -> None:
        """Take more games of the same kind in."""
        for mine, theirs in zip(self.tallies, other.tallies, strict=True):
            mine.add(theirs)
        self.differences.add(other.differences)


WIDEST = 2_000_000
"""Up to this spread of values all columns are counted by one array; above, one by one."""


def _columns(rows: Any) -> Any:
    """Rows as columns: a list of tuples, or an array of two dimensions."""
    return list(zip(*rows, strict=True)) if isinstance(rows, list) else rows.T


def _counted(columns: Any, wanted: Sequence[int]) -> list[Counter[int]]:
    """How often each of the wanted columns came out as each number."""
    if isinstance(columns, list):
        return [Counter(columns[at]) for at in wanted]
    import numpy

    chosen = numpy.ascontiguousarray(columns[list(wanted)])
    least, most = chosen.min(axis=1), chosen.max(axis=1)
    ends = numpy.cumsum(most - least + 1)
    if len(ends) == 0 or int(ends[-1]) > WIDEST:
        return [Counter(column.tolist()) for column in chosen]
    # Every column gets bins of its own in one long array.
    starts = ends - (most - least + 1)
    bins = numpy.bincount((chosen + (starts - least)[:, None]).ravel(), minlength=int(ends[-1]))
    found = bins.nonzero()[0]
    edges = numpy.searchsorted(found, ends)
    values = (found + numpy.repeat(least - starts, numpy.diff(edges, prepend=0))).tolist()
    times = bins[found].tolist()
    counters, begin = [], 0
    for end in edges.tolist():
        counter: Counter[int] = Counter()
        dict.update(counter, zip(values[begin:end], times[begin:end], strict=True))
        counters.append(counter)
        begin = end
    return counters


def _product(first: Any, second: Any) -> int:
    if isinstance(first, tuple):
        return sum(one * other for one, other in zip(first, second, strict=True))
    return int(first @ second)
