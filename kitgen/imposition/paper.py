"""Paper sizes, and the strip along the edges that home printers cannot ink."""

from __future__ import annotations

from typing import NamedTuple

from kitgen.diagnostics import did_you_mean, printable
from kitgen.draw.drawing import Box
from kitgen.errors import UsageError
from kitgen.units import INCH, MM, format_size, parse_size

UNPRINTABLE = 5 * MM
"""No ink comes nearer to the paper's edge, unless a printer's profile asks for more room."""

SHORTEST_SIDE, LONGEST_SIDE = 100 * MM, 1_200 * MM
"""Of a sheet that somebody may print a kit on."""


class Paper(NamedTuple):
    """A sheet of paper, upright."""

    name: str
    width: int
    height: int

    def turned(self) -> Paper:
        """The sheet on its side."""
        return Paper(self.name, self.height, self.width)

    def printable(self, margin: int) -> Box:
        """What a printer can ink that leaves a margin white."""
        return Box(0, 0, self.width, self.height).inset(margin)


PAPERS: dict[str, Paper] = {
    "a4": Paper("a4", 210 * MM, 297 * MM),
    "letter": Paper("letter", 17 * INCH // 2, 11 * INCH),
    "a3": Paper("a3", 297 * MM, 420 * MM),
    "tabloid": Paper("tabloid", 11 * INCH, 17 * INCH),
    "fit": Paper("fit", 210 * MM, 11 * INCH),
}
"""``fit`` is what A4 and Letter have in common: as wide as the one, as high as the other."""


def read_paper(text: str) -> Paper:
    """Paper by name, or by size as ``330x483mm``, which is put upright; raises UsageError.

    Blanks round it do not matter.
    """
    text = text.strip()
    if text.lower() in PAPERS:
        return PAPERS[text.lower()]
    if not text[:1].isdigit():
        hint = f"{did_you_mean(text.lower(), PAPERS)} known: {', '.join(PAPERS)}, or a size such as 330x483mm".strip()
        raise UsageError(f"there is no paper {printable(text)!r}", hint)
    try:
        width, height = sorted(parse_size(text))
    except ValueError as problem:
        raise UsageError(f"--paper: {problem}", f"known by name: {', '.join(PAPERS)}") from None
    if not (width >= SHORTEST_SIDE and height <= LONGEST_SIDE):
        allowed = f"its sides may be from {SHORTEST_SIDE // MM} to {LONGEST_SIDE // MM} mm long"
        raise UsageError(f"paper of {format_size((width, height))} is out of range", allowed)
    named = [paper for paper in PAPERS.values() if (paper.width, paper.height) == (width, height)]
    return named[0] if named else Paper(f"{width / MM:g}x{height / MM:g}mm", width, height)
