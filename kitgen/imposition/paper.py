"""Paper sizes, and the strip along the edges that home printers cannot ink."""

from __future__ import annotations

from typing import NamedTuple

from kitgen.units import MM

UNPRINTABLE = 5 * MM
"""No ink comes nearer to the paper's edge."""


class Paper(NamedTuple):
    """A sheet of paper, upright."""

    name: str
    width: int
    height: int

    def turned(self) -> Paper:
        """The sheet on its side."""
        return Paper(self.name, self.height, self.width)


PAPERS: dict[str, Paper] = {
    "a4": Paper("a4", 210 * MM, 297 * MM),
    "letter": Paper("letter", 215_900, 279_400),
}
"""Letter is 8.5 × 11 inches."""
