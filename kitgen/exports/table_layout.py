"""Where things lie on a virtual table: groups in rows round the middle, nothing on anything else.

Lengths in units of the table, x to the right, z away from the player who sits in front.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

TABLE_WIDTH, TABLE_DEPTH = 44.0, 26.0
"""Room on a table, in the proportion of the program's large rectangle."""

GAP = 0.5
"""Between neighbours, and between rows."""


class Size(NamedTuple):
    """What a thing takes of the table."""

    width: float
    depth: float


class Spot(NamedTuple):
    """Where the middle of a thing lies."""

    x: float
    z: float


@dataclass(slots=True)
class _Row:
    """Runs of things side by side: (number of the group, of its first thing, their sizes), from left to right."""

    runs: list[tuple[int, int, Sequence[Size]]] = field(default_factory=list)
    middle: float = 0.0

    @property
    def width(self) -> float:
        return _width([size for _, _, sizes in self.runs for size in sizes])

    @property
    def depth(self) -> float:
        return max(size.depth for _, _, sizes in self.runs for size in sizes)

    def spots(self) -> Iterator[tuple[int, int, Spot]]:
        x = -self.width / 2
        for group, first, sizes in self.runs:
            for number, size in enumerate(sizes, start=first):
                yield group, number, Spot(x + size.width / 2, self.middle)
                x += size.width + GAP


def lay_out(groups: Sequence[Sequence[Size]]) -> tuple[list[list[Spot]], bool]:
    """The spot of every thing, and whether all of them lie on the table.

    The first group lies in the middle; what follows lies to the right and to the left of it in turn, then in rows
    before and behind. A group stays together where a row is wide enough for it.
    """
    rows = _rows(groups)
    reach = _settle(rows)
    spots = [[Spot(0, 0)] * len(group) for group in groups]
    for row in rows:
        for group, number, spot in row.spots():
            spots[group][number] = spot
    widest = max((row.width for row in rows), default=0.0)
    return spots, widest <= TABLE_WIDTH and reach <= TABLE_DEPTH / 2


def _rows(groups: Sequence[Sequence[Size]]) -> list[_Row]:
    rows: list[_Row] = []
    for group, sizes in enumerate(groups):
        for first, run in _runs(sizes):
            if not rows or rows[-1].width + GAP + _width(run) > TABLE_WIDTH:
                rows.append(_Row())
            row = rows[-1]
            row.runs.insert(0 if len(row.runs) % 2 == 0 else len(row.runs), (group, first, run))
    return rows


def _runs(sizes: Sequence[Size]) -> Iterator[tuple[int, Sequence[Size]]]:
    """A group in pieces that are no wider than the table."""
    first = 0
    for number in range(1, len(sizes) + 1):
        if number == len(sizes) or _width(sizes[first : number + 1]) > TABLE_WIDTH:
            yield first, sizes[first:number]
            first = number


def _settle(rows: Sequence[_Row]) -> float:
    """Put the first row in the middle, each other before or behind, where less lies yet; how far they reach."""
    if not rows:
        return 0.0
    before = behind = rows[0].depth / 2
    for row in rows[1:]:
        if before <= behind:
            row.middle = -(before + GAP + row.depth / 2)
            before += GAP + row.depth
        else:
            row.middle = behind + GAP + row.depth / 2
            behind += GAP + row.depth
    return max(before, behind)


def _width(sizes: Sequence[Size]) -> float:
    return sum(size.width for size in sizes) + GAP * (len(sizes) - 1)
