"""One side of one sheet of paper: placed faces, marks, and the label that says what it is.

Lengths in micrometres from the paper's top left.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from kitgen.components.kit import Face, Part, Side
from kitgen.draw import shapes
from kitgen.draw.drawing import IDENTITY, Box, Matrix, Op, around
from kitgen.draw.fonts import text_width
from kitgen.draw.text import fit_text
from kitgen.draw.theme import SOFT, body
from kitgen.imposition.paper import UNPRINTABLE, Paper
from kitgen.source.words import fill_fields
from kitgen.units import MM

Strip = Literal["bottom", "left"]
"""Where the label stands."""

LABEL_STRIP = 4 * MM
LABEL_STYLE = body(7, SOFT)
BETWEEN_TEXTS = 4 * MM
"""Between what a label says at its left and at its right."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A face on a sheet: where its trim's top left lies, and the box that its ink is clipped to.

    ``turn`` is by how many degrees the face is turned clockwise: 0, 90, 180 or 270.
    """

    face: Face
    x: float
    y: float
    clip: Box
    turn: int = 0

    @property
    def trim(self) -> Box:
        """The face's trim on the sheet."""
        width, height = self.face.width, self.face.height
        return Box(self.x, self.y, *((height, width) if self.turn % 180 else (width, height)))

    @property
    def matrix(self) -> Matrix:
        """From the face's coordinates to the sheet's."""
        trim = self.trim
        return {
            0: (1, 0, 0, 1, trim.x, trim.y),
            90: (0, 1, -1, 0, trim.right, trim.y),
            180: (-1, 0, 0, -1, trim.right, trim.bottom),
            270: (0, -1, 1, 0, trim.x, trim.bottom),
        }[self.turn]


@dataclass(frozen=True, slots=True)
class Cuts:
    """The straight cuts of a sheet, from edge to edge, and the pieces that are cut round on their own.

    ``down`` first where a block is higher than it is wide, else ``across``: long strips first.
    """

    down: int = 0
    across: int = 0
    outlines: int = 0
    blocks: int = 0

    @property
    def count(self) -> int:
        """All of them."""
        return self.down + self.across + self.outlines


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of one sheet of paper.

    ``matrix`` corrects the printer: it moves and scales placements and marks.
    """

    part: Part
    title: str
    side: Side
    paper: Paper
    placements: tuple[Placement, ...]
    marks: tuple[Op, ...] = ()
    label: tuple[Op, ...] = ()
    label_at: Strip = "bottom"
    heading: str = ""
    """What the label calls the part or the document."""
    number: int = 1
    count: int = 1
    opens: bool = False
    """True for a page that belongs before everything else."""
    cuts: Cuts = Cuts()
    note: str = ""
    """What else the label says: the order of cuts, where to fold, which edge to flip."""
    window: Box | None = None
    """What remains after cutting, where that is not whole faces: a tile of a board."""
    margin: int = UNPRINTABLE
    matrix: Matrix = IDENTITY

    @property
    def area(self) -> Box:
        """What the printer can ink."""
        return self.paper.printable(self.margin)

    @property
    def inked(self) -> Box:
        """What of the sheet is printed, in the sheet's own coordinates: what an offset moves out of ``area`` is not,
        while a printer that shrinks the page brings back what the scale pushes out."""
        scale, _, _, _, x, y = self.matrix
        _, _, _, _, still_x, still_y = self.label_matrix
        return self.area._replace(x=self.area.x - (x - still_x) / scale, y=self.area.y - (y - still_y) / scale)

    @property
    def label_matrix(self) -> Matrix:
        """The scale without the offset: a label stays in its strip, at the edge of what can be inked."""
        scale = self.matrix[0]
        return (scale, 0, 0, scale, (1 - scale) * self.paper.width / 2, (1 - scale) * self.paper.height / 2)

    @property
    def trim(self) -> Box:
        """The box round all that is cut out; the whole page where nothing is to be cut."""
        trims = [placement.trim for placement in self.placements]
        return self.window or around(trims or [Box(0, 0, self.paper.width, self.paper.height)])

    @property
    def bleed(self) -> Box:
        """The box round all trims and the bleed that is printed."""
        return around([self.trim, *(placement.clip for placement in self.placements)])


def face_page(face: Face, paper: Paper, part: Part = "extras", title: str = "", side: Side = "front") -> Sheet:
    """A page with a face in its middle. All round it is bleed: as far as the face is drawn, then white."""
    x, y = (paper.width - face.width) / 2, (paper.height - face.height) / 2
    return Sheet(part, title, side, paper, (Placement(face, x, y, paper.printable(0)),), margin=0)


@dataclass(frozen=True, slots=True)
class Label:
    """What stands outside the trim of every sheet.

    ``text`` has the fields {title}, {part}, {side}, {number} and {count}; where all of it does not fit into the strip,
    the title is cut short.
    """

    text: str
    sides: dict[Side, str]
    title: str = ""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What labels also say, by what it is about: the order of cuts, folds, edges to flip."""

    def note(self, key: str, **values: int | str) -> str:
        """One of the notes with its fields filled in."""
        return fill_fields(self.notes.get(key, ""), values)

    def fill(self, part: str, side: Side, number: int, count: int, width: float = math.inf) -> str:
        """The label of one sheet, at most ``width`` wide: the title is cut short first, then the end."""
        known = {"part": part, "side": self.sides[side], "number": str(number), "count": str(count)}
        title = self.title
        text = fill_fields(self.text, known | {"title": title})
        while title and text_width(text, LABEL_STYLE) > width:
            title = title[:-1]
            text = fill_fields(self.text, known | {"title": f"{title.rstrip()}…"})
        while len(text) > 1 and text_width(text, LABEL_STYLE) > width:
            text = f"{text[:-2]}…"
        return text


def labelled_sheet(sheet: Sheet, label: Label, at: Box | None = None) -> Sheet:
    """The sheet with its label in the strip along the bottom, or, turned, along the left side; or in another box."""
    bottom, left = strips(sheet.area)
    strip = at or (bottom if sheet.label_at == "bottom" else Box(0, 0, left.height, left.width))
    inner = strip.inset(0, 500)
    note = fit_text(sheet.note, inner, LABEL_STYLE, "sheet note", align="right")
    taken = text_width(sheet.note, LABEL_STYLE) + BETWEEN_TEXTS if sheet.note else 0
    text = label.fill(sheet.heading, sheet.side, sheet.number, sheet.count, strip.width - taken)
    line = fit_text(text, inner, LABEL_STYLE, "sheet label", align="left")
    ops: list[Op] = [line, note] if sheet.note else [line]
    turned = shapes.turn(ops, -90, left.x, left.bottom)
    return replace(sheet, label=tuple(ops) if sheet.label_at == "bottom" else (turned,))


def strips(area: Box) -> tuple[Box, Box]:
    """Where a label may stand in the area that can be inked: along the bottom, along the left side."""
    bottom = Box(area.x, area.bottom - LABEL_STRIP, area.width, LABEL_STRIP)
    return bottom, Box(area.x, area.y, LABEL_STRIP, area.height)
