"""Rulers to hold a real one against: whether a printer prints at full size is seen at once."""

from __future__ import annotations

from collections.abc import Sequence

from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Op, Paint
from kitgen.draw.text import fit_text
from kitgen.draw.theme import INK, body
from kitgen.units import INCH, MM

LINE = Paint(stroke=INK, width=250)


def metric_ruler(millimetres: int = 100) -> list[Op]:
    """A ruler from its zero at the origin, to the right; its ticks hang below."""
    return _ruler("mm", [(at * MM, at % 10 == 0, at % 5 == 0) for at in range(millimetres + 1)], 10)


def inch_ruler(inches: int = 4) -> list[Op]:
    """The same in inches, with eighths."""
    return _ruler("in", [(at * INCH / 8, at % 8 == 0, at % 4 == 0) for at in range(8 * inches + 1)], 1)


def _ruler(unit: str, ticks: Sequence[tuple[float, bool, bool]], each: int) -> list[Op]:
    """Its edge, and ticks at distances, long ones with their numbers."""
    last = ticks[-1][0]
    ops: list[Op] = [shapes.line(0, 0, last, 0, LINE)]
    ops += [shapes.line(at, 0, at, (4 if long else 2.8 if half else 1.8) * MM, LINE) for at, long, half in ticks]
    for number, at in enumerate(at for at, long, _ in ticks if long):
        text = f"{number * each} {unit}" if at == last else str(number * each)
        ops.append(fit_text(text, Box(at - 5 * MM, 5 * MM, 10 * MM, 3 * MM), body(7.5), f"ruler {unit}"))
    return ops
