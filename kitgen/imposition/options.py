"""How a kit is put on paper: every choice of the person at the printer, in one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kitgen.components.boxes import CARD_THICKNESS, Sleeve
from kitgen.draw.ink import Ink
from kitgen.imposition.paper import PAPERS, UNPRINTABLE, Paper
from kitgen.units import MM

Sides = Literal["duplex-long", "duplex-short", "gutterfold", "fronts", "separate"]
SIDES: tuple[Sides, ...] = ("duplex-long", "duplex-short", "gutterfold", "fronts", "separate")
"""How fronts get their backs: the printer turns the sheet over its long or its short edge; the sheet is folded, front
and back on one page; there are no backs; or backs have a file of their own (the sheet is turned over its long edge)."""

Marks = Literal["crop", "lines", "corners", "none"]
MARKS: tuple[Marks, ...] = ("crop", "lines", "corners", "none")
"""What shows where to cut: marks outside the pieces, lines right across, small crosses at each corner, nothing."""

Boards = Literal["sections", "whole", "tiled"]
BOARDS: tuple[Boards, ...] = ("sections", "whole", "tiled")
"""Boards in the sections that they are designed in, on one big sheet, or over pages that overlap."""

BLEED = 3 * MM


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """Everything that a person at a printer may choose. Lengths in micrometres.

    ``bleed`` is how much is printed beyond the trim of faces that have colour there. ``margin`` is the edge that the
    printer leaves white. ``back_offset`` moves what is printed on backs, to the right and down as one looks at the
    back; ``scale`` makes up for a printer that shrinks or stretches. Boxes are made for cards of ``card_thickness``
    in ``sleeves``.
    """

    paper: Paper = PAPERS["a4"]
    sides: Sides = "duplex-long"
    marks: Marks = "crop"
    bleed: int = BLEED
    boards: Boards = "sections"
    booklet: bool = False
    ink: Ink = "full"
    large_print: bool = False
    card_thickness: int = CARD_THICKNESS
    sleeves: Sleeve = "none"
    margin: int = UNPRINTABLE
    back_offset: tuple[int, int] = (0, 0)
    scale: float = 1.0
    printer: str = ""
    """The printer that offset, scale and margin were measured on, as its owner calls it."""

    @property
    def prints_backs(self) -> bool:
        """Whether anything is printed on the back of a sheet; a gutterfold has its backs on the front."""
        return self.sides not in ("fronts", "gutterfold")
