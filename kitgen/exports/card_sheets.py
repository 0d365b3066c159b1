"""Cards on sheets that a virtual table cuts up: which grid, which card in which cell, and the picture of it.

The last cell of a sheet is what others see of a card that is hidden from them. Lengths of cards in micrometres, of
pictures in pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.components.kit import Component, Face
from kitgen.draw.theme import COLOURS
from kitgen.exports.backs import plain_face, with_backs
from kitgen.exports.grid_pictures import LONGEST_SIDE, Grid, GridPicture, canvas_of

PLAIN = COLOURS["grey"].tint
"""The back of cards that have none."""

FEWEST, MOST_COLUMNS, MOST_ROWS = 2, 10, 7
"""Cells across and down that a sheet may have; the fewest both ways."""

MOST_FACES = MOST_COLUMNS * MOST_ROWS - 1
"""Faces on one sheet, beside the hidden one."""


@dataclass(frozen=True, slots=True)
class CardSheet:
    """The faces of a sheet in order; with a back for each where backs differ."""

    fronts: tuple[Face, ...]
    backs: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class DeckPlan:
    """A component of cards on sheets.

    ``slots`` has sheet and cell of every physical card, both from 0, in the order of the pieces, copies next to each
    other. ``back`` is the one of all cards, or the hidden face where ``backs_differ``.
    """

    component: Component
    grid: Grid
    sheets: tuple[CardSheet, ...]
    slots: tuple[tuple[int, int], ...]
    back: Face
    backs_differ: bool


def plan_deck(component: Component) -> DeckPlan:
    """Put the cards of a component on as few sheets as hold them, equally filled; cards that are alike once."""
    plain = plain_face(component.size, PLAIN)
    cards = [(piece.front, piece.back or plain, piece.copies) for piece in with_backs(component, PLAIN).pieces]
    backs_differ = len({_look(back) for _, back, _ in cards}) > 1
    order: dict[object, int] = {}
    distinct: list[tuple[Face, Face]] = []
    numbers = []
    for front, back, copies in cards:
        look = (_look(front), _look(back))
        if look not in order:
            order[look] = len(distinct)
            distinct.append((front, back))
        numbers += [order[look]] * copies
    sheet_count = math.ceil(len(distinct) / MOST_FACES)
    filled = math.ceil(len(distinct) / sheet_count)
    sheets = []
    for first in range(0, len(distinct), filled):
        fronts, backs = zip(*distinct[first : first + filled], strict=True)
        sheets.append(CardSheet(fronts, backs if backs_differ else ()))
    slots = tuple(divmod(number, filled) for number in numbers)
    back = plain if backs_differ else cards[0][1]
    return DeckPlan(component, best_grid(filled, component.size), tuple(sheets), slots, back, backs_differ)


def _look(face: Face) -> object:
    """What of a face is seen, whatever it is called."""
    return face.background, face.ops


def best_grid(faces: int, size: tuple[int, int]) -> Grid:
    """The grid for some faces and the hidden one on which cards are sharpest; of equal ones that with fewest cells."""
    grids = [
        Grid(columns, rows, canvas_of(size, LONGEST_SIDE // columns, LONGEST_SIDE // rows))
        for columns in range(FEWEST, MOST_COLUMNS + 1)
        for rows in range(FEWEST, MOST_ROWS + 1)
        if columns * rows > faces
    ]
    return min(grids, key=lambda grid: (-grid.cell.dpi, grid.cells, grid.columns))


def sheet_pictures(plan: DeckPlan) -> list[tuple[GridPicture, GridPicture]]:
    """The fronts and the backs of every sheet; without differing backs, the one back alone."""
    found = []
    for number, sheet in enumerate(plan.sheets, start=1):
        fronts = GridPicture((plan.component.id, "sheet", str(number)), plan.grid, _cells(plan, sheet.fronts))
        if plan.backs_differ:
            words = (plan.component.id, "backs", str(number))
            backs = GridPicture(words, plan.grid, _cells(plan, sheet.backs))
        else:
            backs = GridPicture((plan.component.id, "back"), Grid(1, 1, plan.grid.cell), (plan.back,))
        found.append((fronts, backs))
    return found


def _cells(plan: DeckPlan, faces: Sequence[Face]) -> tuple[Face | None, ...]:
    """Faces, empty cells, and the hidden face at the end."""
    return (*faces, *[None] * (plan.grid.cells - 1 - len(faces)), plan.back)
