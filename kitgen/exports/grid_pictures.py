"""Pictures of several faces in equal cells, as virtual tables cut them up, and of single ones. Sizes in pixels."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kitgen.components.kit import Face
from kitgen.render.png import Canvas, draw_pictures, packed
from kitgen.units import INCH

if TYPE_CHECKING:
    from PIL.Image import Image

LONGEST_SIDE = 4_096
"""Pixels of a picture; programs shrink larger ones, or refuse them."""

MOST_DPI = 300
"""Pixels an inch of the trim; more is nowhere to be seen."""

ROUNDING = 1e-6
"""Of a pixel: what is nearly a whole one is one."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Equal cells in columns and rows."""

    columns: int
    rows: int
    cell: Canvas

    @property
    def cells(self) -> int:
        """Cells in all."""
        return self.columns * self.rows

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of its picture in pixels: whole cells and nothing else."""
        return self.columns * self.cell.width, self.rows * self.cell.height


@dataclass(frozen=True, slots=True)
class GridPicture:
    """A picture to be made: a grid and what stands in its cells, row by row. An empty cell stays white."""

    words: tuple[str, ...]
    """What its file is called."""
    grid: Grid
    faces: tuple[Face | None, ...]


def one_picture(words: tuple[str, ...], face: Face, longest_side: int = LONGEST_SIDE) -> GridPicture:
    """The picture of a single face, of at most so many pixels a side."""
    canvas = canvas_of((face.width, face.height), longest_side, longest_side)
    return GridPicture(words, Grid(1, 1, canvas), (face,))


def canvas_of(size: tuple[int, int], most_across: int, most_down: int, most_dpi: float = MOST_DPI) -> Canvas:
    """A trim in micrometres as whole pixels that lie inside it, as sharp as the room in pixels allows."""
    width, height = size
    dpi = min(most_dpi, most_across * INCH / width, most_down * INCH / height)
    across, down = (max(1, math.floor(length * dpi / INCH + ROUNDING)) for length in size)
    return Canvas(across, down, dpi)


def paint(wanted: Sequence[GridPicture]) -> Iterator[bytes]:
    """The PNG of each picture. All faces are drawn in one go."""
    drawn = draw_pictures([(face, one.grid.cell) for one in wanted for face in one.faces if face is not None])
    return packed((_assembled(one, drawn), one.grid.cell.dpi) for one in wanted)


def _assembled(wanted: GridPicture, drawn: Iterator[Image]) -> Image:
    """The next faces in the cells of a grid."""
    if wanted.grid.cells == 1:
        return next(drawn)
    from PIL import Image as Images

    whole = Images.new("RGB", wanted.grid.size, "white")
    for cell, face in enumerate(wanted.faces):
        if face is not None:
            row, column = divmod(cell, wanted.grid.columns)
            whole.paste(next(drawn), (column * wanted.grid.cell.width, row * wanted.grid.cell.height))
    return whole
