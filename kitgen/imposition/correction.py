"""What makes up for a printer: backs moved to where their fronts are, and a scale that undoes its own."""

from __future__ import annotations

import math
from dataclasses import replace

from kitgen.draw.drawing import Box, Matrix, around
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.paper import Paper
from kitgen.imposition.sheet import Placement, Sheet


def corrected(sheet: Sheet, options: PrintOptions) -> Sheet:
    """The sheet with the options' scale, about the middle of the paper, and on backs their offset.

    The offset is measured on upright sheets. A booklet lies on its side, and which side a printer turns it to nobody
    knows beforehand; so it stays, and a text bears that.
    """
    is_upright = sheet.paper.width <= sheet.paper.height
    right, down = options.back_offset if sheet.side == "back" and is_upright else (0, 0)
    if options.scale == 1 and not (right or down):
        return sheet
    x, y = sheet.paper.width / 2, sheet.paper.height / 2
    scale = options.scale
    matrix: Matrix = (scale, 0, 0, scale, x - scale * x + right, y - scale * y + down)
    return replace(sheet, matrix=matrix)


def margin_for_scale(paper: Paper, margin: int, scale: float) -> int:
    """What must stay white of a sheet so that nothing reaches into the margin when it is drawn larger."""
    half = paper.height / 2
    return max(margin, math.ceil(half - (half - margin) / scale))


def overhang(sheet: Sheet) -> float:
    """By how much the correction moves pieces, or a page's text, out of what the printer can ink; 0 if it does not."""
    content = sheet.window or around(_content(sheet, placement) for placement in sheet.placements)
    return max(0.0, sheet.inked.overhang(content)) if sheet.placements else 0.0


def _content(sheet: Sheet, placement: Placement) -> Box:
    """A piece's trim; of a page that is as large as the paper, what lies inside its margins."""
    trim = placement.trim
    return trim if sheet.area.overhang(trim) <= 0 else trim.inset(placement.face.safe)
