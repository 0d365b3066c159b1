"""Sheets for a cutting machine: pieces apart from each other between registration marks, and what is cut of them.

Lengths in micrometres from the paper's top left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from kitgen.components.kit import Component, Crease, Part, Piece, Side, corner_radius
from kitgen.components.outlines import Contour, contours, contours_of, turned
from kitgen.draw.drawing import Box, moved
from kitgen.imposition.cut_lay import Cell, CutLay, fullest, shortest
from kitgen.imposition.grid import over_long_edge
from kitgen.imposition.paper import UNPRINTABLE, Paper
from kitgen.imposition.registration import ARM, INSET, Room, registration_marks, room_between_marks
from kitgen.imposition.sheet import LABEL_STRIP, Label, Placement, Sheet, labelled_sheet
from kitgen.units import MM

APART = 1_250
"""The least between two contours: what a blade needs to turn without lifting its neighbour."""

LABEL_CLEAR = 5 * MM
"""From the mark below to the label beside it."""

BLEED = 1 * MM
"""Printed beyond a trim unless more or less is asked for: twice the drift of a machine that is well set."""


@dataclass(frozen=True, slots=True)
class CutOptions:
    """What a person at a cutting machine may choose. ``corners`` is the radius of cards, or None for the usual one."""

    paper: Paper
    bleed: int = BLEED
    corners: int | None = None


@dataclass(frozen=True, slots=True)
class CutPlan:
    """What a machine does with a sheet, in its order, and what it sees there. Equal plans are one file."""

    paper: Paper
    scores: tuple[Crease, ...]
    cuts: tuple[Contour, ...]
    marks: tuple[Contour, ...]


@dataclass(frozen=True, slots=True)
class _Block:
    """Pieces of one component in their places on one sheet."""

    component: Component
    options: CutOptions
    lay: CutLay
    pieces: tuple[Piece, ...]

    @property
    def bleed(self) -> int:
        return printed_bleed(self.component, self.options)

    def placed(self) -> list[tuple[Piece, Cell]]:
        return list(zip(self.pieces, self.lay.cells, strict=True))

    def travelled(self) -> Iterator[Placement]:
        """Its fronts as a blade goes from one to the next: each line the other way round."""
        fronts = iter([_front(piece, cell, self.bleed) for piece, cell in self.placed()])
        for number, line in enumerate(self.lay.lines):
            along = [next(fronts) for _ in line]
            yield from reversed(along) if number % 2 else along


@dataclass(slots=True)
class CutSheet:
    """What is on one sheet; some of it may be printed on its back. It is filled from the top."""

    options: CutOptions
    blocks: list[_Block] = field(default_factory=list)

    @property
    def components(self) -> list[Component]:
        """What its pieces belong to, in the order of the kit."""
        return [block.component for block in self.blocks]

    @property
    def pieces(self) -> list[Piece]:
        """Its pieces in the order of their places, each as often as it is there."""
        return [piece for block in self.blocks for piece in block.pieces]

    @property
    def part(self) -> Part:
        """The part of the kit, by which paper is chosen."""
        return self.blocks[0].component.part

    @property
    def title(self) -> str:
        """What its label calls it."""
        return ", ".join(component.title for component in self.components)

    @property
    def has_backs(self) -> bool:
        """Whether something is printed on its back."""
        return any(component.two_sided for component in self.components)

    def plan(self) -> CutPlan:
        """What is cut and scored."""
        cuts, scores = list[Contour](), list[Crease]()
        for block in self.blocks:
            radius = _radius(block.component, self.options)
            for placement in block.travelled():
                matrix, face = placement.matrix, placement.face
                cuts += [turned(contour, matrix) for contour in contours_of(face, radius)]
                scores += [(*moved(matrix, *crease[:2]), *moved(matrix, *crease[2:])) for crease in face.creases]
        marks = [mark for shape in registration_marks(self.options.paper) for mark in contours(shape.segments)]
        return CutPlan(self.options.paper, tuple(scores), tuple(cuts), tuple(marks))

    def side(self, side: Side, number: int, count: int, label: Label, note: str) -> Sheet:
        """One side as it is printed. Only the front has marks; a back is mirrored as paper is turned, like a page."""
        paper, every = self.options.paper, [(block, *placed) for block in self.blocks for placed in block.placed()]
        placements = (
            tuple(_front(piece, cell, block.bleed) for block, piece, cell in every)
            if side == "front"
            else tuple(_backs(every, paper))
        )
        marks = registration_marks(paper) if side == "front" else ()
        sheet = Sheet(
            self.part, self.title, side, paper, placements, marks,
            heading=self.title, number=number, count=count, note=note,
        )  # fmt: skip
        return labelled_sheet(sheet, label, _label_strip(sheet.paper))


def printed_bleed(component: Component, options: CutOptions) -> int:
    """How far pieces are printed beyond their trim: no further than they are drawn."""
    return min(options.bleed, max(face.bleed for face in component.faces))


def largest_lay(component: Component, options: CutOptions) -> CutLay:
    """The lay of a full sheet of a component; of no pieces where none fits."""
    return fullest(component.size, _gap(component, options), _room(component, options))


def cut_sheets(components: Iterable[Component], options: CutOptions) -> list[CutSheet]:
    """Sheets that hold every copy of every piece of components of which each piece fits.

    A component begins a new sheet, unless all of it fits below others of its part. Raises ValueError for a component
    of which no piece fits.
    """
    sheets: list[CutSheet] = []
    for component in components:
        copies = [piece for piece in component.pieces for _ in range(piece.copies)]
        below = _below(component, copies, sheets[-1], options) if sheets else None
        if below is not None:
            sheets[-1].blocks.append(below)
        else:
            sheets += (CutSheet(options, [block]) for block in _blocks(component, copies, options))
    return sheets


def _blocks(component: Component, copies: Sequence[Piece], options: CutOptions) -> Iterator[_Block]:
    """Full sheets, all of one lay, and the rest as high up on its sheet as it goes."""
    full = largest_lay(component, options)
    for start in range(0, len(copies), full.count):
        pieces = tuple(copies[start : start + full.count])
        lay = full
        if len(pieces) < full.count:
            gap, room = _gap(component, options), _room(component, options)
            lay = shortest(component.size, gap, room, len(pieces)) or full.first(len(pieces))
        yield _Block(component, options, lay, pieces)


def _below(component: Component, copies: Sequence[Piece], sheet: CutSheet, options: CutOptions) -> _Block | None:
    """All of a component below what is on a sheet of the same part, if it fits there."""
    if component.part != sheet.part or component.two_sided != sheet.has_backs:
        return None
    gap = _gap(component, options)
    apart = max(gap, *(_gap(other, options) for other in sheet.components))
    room = _room(component, options).below(max(block.lay.bottom for block in sheet.blocks) + apart)
    lay = shortest(component.size, gap, room, len(copies))
    return _Block(component, options, lay, tuple(copies)) if lay else None


def _gap(component: Component, options: CutOptions) -> int:
    """Between neighbours: never one cut for two, and neither prints on the other."""
    return max(APART, 2 * printed_bleed(component, options))


def _room(component: Component, options: CutOptions) -> Room:
    return room_between_marks(options.paper).inset(printed_bleed(component, options))


def _radius(component: Component, options: CutOptions) -> int:
    """Cards have round corners, so that they are shuffled well; what else has some brings an outline of its own."""
    if component.part != "cards":
        return 0
    return corner_radius(*component.size) if options.corners is None else options.corners


def _front(piece: Piece, cell: Cell, bleed: int) -> Placement:
    face, trim = piece.front, cell.trim
    return Placement(face, trim.x, trim.y, trim.inset(-min(bleed, face.bleed)), cell.turn)


def _backs(every: Iterable[tuple[_Block, Piece, Cell]], paper: Paper) -> Iterator[Placement]:
    """The backs behind some fronts."""
    flip = over_long_edge(paper)
    for block, piece, cell in every:
        if piece.back is not None:
            trim = flip.box(cell.trim)
            clip = trim.inset(-min(block.bleed, piece.back.bleed))
            yield Placement(piece.back, trim.x, trim.y, clip, flip.turn(cell.turn))


def _label_strip(paper: Paper) -> Box:
    """Below the marks' rectangle, to the right of the mark that stands there."""
    left = INSET + ARM + LABEL_CLEAR
    return Box(left, paper.height - UNPRINTABLE - LABEL_STRIP, paper.width - INSET - left, LABEL_STRIP)
