"""What makes up for a printer: backs moved to where their fronts are, and a scale that undoes its own."""

from __future__ import annotations

from dataclasses import replace

from kitgen.draw.drawing import IDENTITY, Matrix, transform_box
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.sheet import Sheet


def corrected(sheet: Sheet, options: PrintOptions) -> Sheet:
    """The sheet with the options' scale, about the middle of the paper, and on backs their offset."""
    right, down = options.back_offset if sheet.side == "back" else (0, 0)
    if options.scale == 1 and not (right or down):
        return sheet
    x, y = sheet.paper.width / 2, sheet.paper.height / 2
    scale = options.scale
    matrix: Matrix = (scale, 0, 0, scale, x - scale * x + right, y - scale * y + down)
    return replace(sheet, matrix=matrix)


def overhang(sheet: Sheet) -> float:
    """By how much the correction moves trims out of what the printer can ink; 0 where it does not.

    A printer that shrinks brings back what the scale pushes out, so only the offset counts.
    """
    if sheet.matrix == IDENTITY or not sheet.placements:
        return 0.0
    right, down = _offset(sheet)
    moved = transform_box((1, 0, 0, 1, right, down), sheet.trim)
    if _is_page(sheet):
        return 0.0
    return max(0.0, sheet.area.overhang(moved))


def _offset(sheet: Sheet) -> tuple[float, float]:
    scale, _, _, _, x, y = sheet.matrix
    return x - (1 - scale) * sheet.paper.width / 2, y - (1 - scale) * sheet.paper.height / 2


def _is_page(sheet: Sheet) -> bool:
    """Whether a sheet is the page of a document, which has margins of its own."""
    return all(
        not placement.face.bleed and placement.face.height >= sheet.paper.height for placement in sheet.placements
    )
