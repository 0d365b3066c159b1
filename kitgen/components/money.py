"""Banknotes: how many of each value a bank needs, and how they look."""

from __future__ import annotations

from collections.abc import Sequence

from kitgen.components.kit import Face
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Drawing, Op, Paint, Segment, Shape
from kitgen.draw.text import fit_text
from kitgen.draw.theme import COLOURS, INK, WHITE, display
from kitgen.units import MM

NOTE = (50 * MM, 30 * MM)
CHANGE = 7
"""Notes of each smaller value for each player, so that the bank can give change."""

_COLOURS = ("flour", "sky", "green", "purple", "orange", "vermillion")


def note_counts(values: Sequence[int], per_player: int, players: int) -> dict[int, int]:
    """Notes of each value: change in the smaller ones, the rest of the sum in the biggest.

    The sum is at least ``per_player`` dollars for each player; the smaller notes are at most half of it.
    """
    ordered = sorted(set(values))
    total, biggest = per_player * players, ordered[-1]
    change, counts = total // 2, {}
    for value in ordered[:-1]:
        counts[value] = max(1, min(CHANGE * players, change // value))
        change = max(0, change - counts[value] * value)
    small = sum(value * count for value, count in counts.items())
    counts[biggest] = max(1, -(-(total - small) // biggest))
    return counts


def banknote(value: int, rank: int, text: str, emblem: Drawing) -> Face:
    """A note: its value in the middle and in two corners, the colour by rank."""
    width, height = NOTE
    colour = COLOURS[_COLOURS[rank % len(_COLOURS)]]
    panel = Box(0, 0, width, height).inset(2 * MM)
    inner = panel.inset(1.2 * MM)
    corner = Box(inner.x + 1 * MM, inner.y + 1 * MM, 12 * MM, 6.4 * MM)
    opposite = Box(inner.right - 13 * MM, inner.bottom - 7.4 * MM, 12 * MM, 6.4 * MM)
    medal = Box(panel.x + panel.width / 2 - 14 * MM, panel.y + panel.height / 2 - 8.5 * MM, 28 * MM, 17 * MM)
    ops: list[Op] = [
        shapes.rectangle(panel.inset(250), Paint(colour.tint, INK, 500), 2 * MM),
        shapes.rectangle(inner, Paint(None, colour.shade, 350), 1 * MM),
        *_waves(inner, colour.base),
        shapes.place_in(emblem, medal, colour.base),
    ]
    for number, box in enumerate((corner, opposite)):
        ops.append(shapes.rectangle(box, Paint(WHITE, INK, 350), 1.5 * MM))
        ops.append(fit_text(text, box.inset(0.8 * MM), display(15), f"value {number + 1}"))
    return Face(f"note-{value}", width, height, tuple(ops), safe=1_500)


def _waves(box: Box, colour: str) -> list[Op]:
    """Fine wavy lines, as engravers fill the ground of notes."""
    paint = Paint(stroke=colour, width=200)
    ops: list[Op] = []
    step = 6 * MM
    y = box.y + 3 * MM
    while y < box.bottom - 2 * MM:
        points: list[Segment] = [("M", box.x + 1 * MM, y)]
        x = box.x + 1 * MM
        while x + step <= box.right:
            points.append(("C", x + 2 * MM, y - 1.6 * MM, x + 4 * MM, y + 1.6 * MM, x + step, y))
            x += step
        ops.append(Shape(tuple(points), paint))
        y += 2.4 * MM
    return ops
