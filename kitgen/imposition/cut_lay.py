"""How pieces of one size lie between registration marks: in rows or in columns, upright or turned.

Rows are as long as the marks beside them allow. Lengths in micrometres from the paper's top left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kitgen.draw.drawing import Box
from kitgen.imposition.registration import Room, transposed


@dataclass(frozen=True, slots=True)
class Cell:
    """A place for one piece: its trim, and how it is turned."""

    trim: Box
    turn: Literal[0, 90]


@dataclass(frozen=True, slots=True)
class CutLay:
    """Places for pieces in lines: rows, or columns."""

    lines: tuple[tuple[Cell, ...], ...]

    @property
    def count(self) -> int:
        """How many pieces it holds."""
        return sum(len(line) for line in self.lines)

    def first(self, count: int) -> CutLay:
        """The first places, as they are filled."""
        lines, rest = list[tuple[Cell, ...]](), count
        for line in self.lines:
            if rest > 0:
                lines.append(line[:rest])
            rest -= len(line)
        return CutLay(tuple(lines))

    @property
    def cells(self) -> list[Cell]:
        """Every place, in the order in which they are filled."""
        return [cell for line in self.lines for cell in line]

    @property
    def bottom(self) -> float:
        """The lowest edge of any piece."""
        return max(cell.trim.bottom for cell in self.cells)


def fullest(size: tuple[int, int], gap: int, room: Room) -> CutLay:
    """The lay that holds most pieces, perhaps none; of several the first one, upright in rows in the middle."""
    return max(_lays(size, gap, room), key=lambda lay: lay.count, default=CutLay(()))


def shortest(size: tuple[int, int], gap: int, room: Room, count: int) -> CutLay | None:
    """The lay that holds so many pieces and ends highest on the sheet; None where they do not all fit."""
    holding = [lay.first(count) for lay in _lays(size, gap, room) if lay.count >= count]
    return min(holding, key=lambda lay: lay.bottom, default=None)


def _lays(size: tuple[int, int], gap: int, room: Room) -> Iterator[CutLay]:
    turns: tuple[Literal[0, 90], ...] = (0, 90)
    for in_columns in (False, True):
        for turn in turns:
            lying = size[::-1] if turn else size
            found = _rows(lying[::-1], gap, room.transposed()) if in_columns else _rows(lying, gap, room)
            for rows in found:
                trims = [[transposed(trim) for trim in row] for row in rows] if in_columns else rows
                yield CutLay(tuple(tuple(Cell(trim, turn) for trim in row) for row in trims))


def _rows(size: tuple[int, int], gap: int, room: Room) -> Iterator[list[list[Box]]]:
    """Rows from each height at which it may pay to begin."""
    step, area = size[1] + gap, room.area
    for top in _tops(size[1], gap, room):
        count = max(0, int((area.bottom - top + gap) // step))
        rows = [list(_row(top + number * step, size, gap, room)) for number in range(count)]
        yield [row for row in rows if row]


def _tops(height: int, gap: int, room: Room) -> Iterator[float]:
    """In the middle, at the top, at the bottom; and so that a row begins below, or ends above, what is kept free."""
    area, step = room.area, height + gap
    slack = area.height - max(0, (area.height + gap) // step) * step + gap
    yield from (area.y + slack // 2, area.y, area.y + slack)
    for box in room.keep_outs:
        for edge in (box.bottom, box.y - height):
            if edge >= area.y:
                yield area.y + (edge - area.y) % step


def _row(y: float, size: tuple[int, int], gap: int, room: Room) -> Iterator[Box]:
    """The pieces of one row: in each stretch that is free, as near to the middle of the room as they reach."""
    width, height = size
    middle = room.area.x + room.area.width // 2
    blocks = [(box.x, box.right) for box in room.keep_outs if box.y < y + height and y < box.bottom]
    left = room.area.x
    for start, end in (*sorted(blocks), (room.area.right, room.area.right)):
        count = max(0, int((start - left + gap) // (width + gap)))
        used = count * (width + gap) - gap
        first = min(max(middle - used // 2, left), start - used)
        for number in range(count):
            yield Box(first + number * (width + gap), y, width, height)
        left = max(left, end)
