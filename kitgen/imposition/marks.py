"""Where to cut: marks outside trim and bleed, lines right across, or small crosses at the corners."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Op, Paint, around
from kitgen.draw.theme import INK
from kitgen.imposition.options import Marks
from kitgen.units import MM

MARK_LENGTH = 4 * MM
MARK_OFFSET = 300
"""Marks keep this far from the trim, or from the bleed."""

SHORTEST_MARK = 500
CROSS_ARM = 1_500
"""Of the crosses at corners; they lie on the cuts, so nothing of them remains beside a good cut."""

DRIFT = 2 * MM
"""By how much home printers miss the other side; so much bleed a back keeps even beside marks."""

MARK = Paint(stroke=INK, width=150)

MARKS_ROOM = MARK_OFFSET + SHORTEST_MARK + 150
"""What a block keeps free for the shortest mark, its round end included."""


class Marked:
    """A block to be marked: the trims of its pieces, how far their bleed reaches, and where marks must end."""

    def __init__(self, trims: Sequence[Box], bleed: float, limits: Box) -> None:
        self.trims = trims
        self.around = around(trims)
        self.limits = limits
        self.inked = bled(self.around, limits, bleed).inset(-MARK_OFFSET)
        self.clear = bleed + MARK_OFFSET


def bled(block: Box, area: Box, bleed: float) -> Box:
    """A block with its bleed, which gives way to crop marks as long as DRIFT of it remains, and ends with the area."""

    def reach(room: float) -> float:
        beside_marks = min(bleed, room - MARKS_ROOM)
        return beside_marks if beside_marks >= min(DRIFT, bleed) else min(bleed, room)

    left, top = reach(block.x - area.x), reach(block.y - area.y)
    return block.inset(-left, -top, -reach(area.right - block.right), -reach(area.bottom - block.bottom))


def crop_marks(block: Marked) -> Iterator[Op]:
    """Marks at the ends of every straight cut. A last row that is not full has marks at its own pieces.

    What the block prints around it gives way at the edges of the paper; where a row ends before the others nothing is
    in the way, and its pieces have their whole bleed, clear of which marks begin.
    """
    trims, whole, inked, limits, clear = block.trims, block.around, block.inked, block.limits, block.clear
    for x in _edges((trim.x, trim.right) for trim in trims):
        column = [trim for trim in trims if trim.x - 1 <= x <= trim.right + 1]
        top, bottom = min(trim.y for trim in column), max(trim.bottom for trim in column)
        first = top - clear if top > whole.y + 1 else inked.y
        last = bottom + clear if bottom < whole.bottom - 1 else inked.bottom
        yield from _mark((x, first), (0, -1), first - (limits.y if top <= whole.y + 1 else whole.y))
        yield from _mark((x, last), (0, 1), (limits.bottom if bottom >= whole.bottom - 1 else whole.bottom) - last)
    for y in _edges((trim.y, trim.bottom) for trim in trims):
        row = [trim for trim in trims if trim.y - 1 <= y <= trim.bottom + 1]
        left, right = min(trim.x for trim in row), max(trim.right for trim in row)
        first = left - clear if left > whole.x + 1 else inked.x
        last = right + clear if right < whole.right - 1 else inked.right
        yield from _mark((first, y), (-1, 0), first - limits.x)
        yield from _mark((last, y), (1, 0), limits.right - last)


def cut_lines(block: Marked) -> Iterator[Op]:
    """Every cut as a line, right across the pieces, for those who cut with knife and ruler."""
    yield from crop_marks(block)
    for x in _edges((trim.x, trim.right) for trim in block.trims):
        column = [trim for trim in block.trims if trim.x - 1 <= x <= trim.right + 1]
        yield shapes.line(x, min(trim.y for trim in column), x, max(trim.bottom for trim in column), MARK)
    for y in _edges((trim.y, trim.bottom) for trim in block.trims):
        row = [trim for trim in block.trims if trim.y - 1 <= y <= trim.bottom + 1]
        yield shapes.line(min(trim.x for trim in row), y, max(trim.right for trim in row), y, MARK)


def corner_crosses(block: Marked) -> Iterator[Op]:
    """A cross on each corner of each piece, or as much of it as may be inked."""
    for x, y in sorted({(x, y) for trim in block.trims for x in (trim.x, trim.right) for y in (trim.y, trim.bottom)}):
        half = MARK.width / 2
        area = block.limits.inset(half)
        left, right = max(x - CROSS_ARM, area.x), min(x + CROSS_ARM, area.right)
        top, bottom = max(y - CROSS_ARM, area.y), min(y + CROSS_ARM, area.bottom)
        x, y = min(max(x, area.x), area.right), min(max(y, area.y), area.bottom)
        yield shapes.line(left, y, right, y, MARK)
        yield shapes.line(x, top, x, bottom, MARK)


def no_marks(block: Marked) -> Iterator[Op]:
    """Nothing."""
    yield from ()


MARKERS: dict[Marks, Callable[[Marked], Iterator[Op]]] = {
    "crop": crop_marks,
    "lines": cut_lines,
    "corners": corner_crosses,
    "none": no_marks,
}


def _edges(pairs: Iterable[tuple[float, float]]) -> list[float]:
    return sorted({edge for pair in pairs for edge in pair})


def _mark(start: tuple[float, float], direction: tuple[int, int], room: float) -> Iterator[Op]:
    # The line's round end reaches half its width further.
    length = min(MARK_LENGTH, room - MARK.width / 2)
    if length >= SHORTEST_MARK:
        (x, y), (dx, dy) = start, direction
        yield shapes.line(x, y, x + dx * length, y + dy * length, MARK)
