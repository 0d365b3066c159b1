"""What a kit costs to make: pieces, distinct faces, sheets by stock, cuts. Counted on the sheets themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kitgen.components.kit import Component, Part
from kitgen.imposition.sheet import Sheet

Stock = Literal["card", "mounted", "paper"]
STOCKS: dict[Part, Stock] = {
    "boards": "card",
    "cards": "card",
    "tokens": "mounted",
    "boxes": "card",
    "rules": "paper",
    "extras": "paper",
}
"""What each part is printed on: card, paper that is glued to cardboard, or ordinary paper."""


@dataclass(frozen=True, slots=True)
class PartEffort:
    """One part: its sheets of paper, whether they are printed on both sides, pieces, distinct faces, straight cuts and
    outlines to cut round.

    ``stocks`` counts its sheets by what they are printed on; ``wanted`` are the words that say so (under ``stock``),
    with what some of its pieces want.
    """

    part: Part
    sheets: int
    both_sides: bool
    pieces: int
    faces: int
    cuts: int
    outlines: int
    stocks: Mapping[Stock, int]
    wanted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Effort:
    """A whole kit."""

    parts: tuple[PartEffort, ...]

    @property
    def stocks(self) -> dict[Stock, int]:
        """Sheets by stock."""
        found: dict[Stock, int] = {}
        for part in self.parts:
            for stock, sheets in part.stocks.items():
                found[stock] = found.get(stock, 0) + sheets
        return found

    @property
    def sheets(self) -> int:
        """Sheets of paper in all."""
        return sum(part.sheets for part in self.parts)

    @property
    def cuts(self) -> int:
        """Straight cuts in all, one sheet at a time."""
        return sum(part.cuts for part in self.parts)

    @property
    def outlines(self) -> int:
        """Nets and discs, which are cut round."""
        return sum(part.outlines for part in self.parts)


def effort(sheets: Mapping[Part, Sequence[Sheet]], components: Sequence[Component]) -> Effort:
    """Count what the sheets of some parts come to."""
    return Effort(tuple(_part(part, of_part, components) for part, of_part in sheets.items()))


def _part(part: Part, sheets: Sequence[Sheet], components: Sequence[Component]) -> PartEffort:
    fronts = [sheet for sheet in sheets if sheet.side == "front"]
    own = [component for component in components if component.part == part]
    return PartEffort(
        part,
        len(fronts),
        any(sheet.side == "back" and sheet.placements for sheet in sheets),
        sum(component.count for component in own),
        len({id(placement.face) for sheet in sheets for placement in sheet.placements}),
        sum(sheet.cuts.down + sheet.cuts.across for sheet in fronts),
        sum(sheet.cuts.outlines for sheet in fronts),
        Counter(_stock(part, sheet, own) for sheet in fronts),
        tuple(_wanted(part, own)),
    )


def _stock(part: Part, sheet: Sheet, own: Sequence[Component]) -> Stock:
    """What a sheet is printed on: its part's, or card where it has nothing but dice to fold and figures that stand."""
    folded = {id(face) for component in own if component.die or component.stands for face in component.faces}
    placed = [id(placement.face) for placement in sheet.placements]
    return "card" if placed and folded.issuperset(placed) else STOCKS[part]


def _wanted(part: Part, own: Sequence[Component]) -> Iterator[str]:
    """What a part is printed on, and what its dice and figures want beside that."""
    if _all_stand(own):
        yield "standing"
        return
    yield part
    if any(component.die for component in own):
        yield "with_dice"
    if any(component.stands for component in own):
        yield "with_standing"


def _all_stand(own: Sequence[Component]) -> bool:
    """Whether a part has nothing but figures, which are folded and never mounted."""
    return bool(own) and all(component.stands for component in own)
