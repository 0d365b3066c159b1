"""A document as a saddle-stitched booklet: two pages on each side of a sheet, folded in the middle and stapled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kitgen.components.kit import Face, Side
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Op, Paint
from kitgen.draw.text import fit_text
from kitgen.draw.theme import SOFT, body
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.paper import Paper
from kitgen.imposition.sheet import LABEL_STRIP, Label, Placement, Sheet
from kitgen.imposition.sheets import numbered
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.units import MM

FOLD_TICK = 3 * MM
STAPLE = Paint(stroke=SOFT, width=300)
FOLD_MARK = Paint(stroke=SOFT, width=200)


def booklet_page(paper: Paper) -> Paper:
    """A page of the booklet: half of a sheet on its side."""
    return Paper(paper.name, paper.height // 2, paper.width)


def spreads(pages: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """For each sheet, from the outermost: (left, right) page numbers of its front and of its back, from 1.

    The count is padded to a multiple of four; numbers above ``pages`` are blank, and they come last in reading.
    """
    padded = -(-pages // 4) * 4
    for sheet in range(padded // 4):
        yield (padded - 2 * sheet, 1 + 2 * sheet), (2 + 2 * sheet, padded - 1 - 2 * sheet)


def booklet_sheets(faces: Sequence[Face], document: RuleDocument, options: PrintOptions, label: Label) -> list[Sheet]:
    """The sheets of a booklet, outermost first.

    Backs are turned for the edge that the printer flips on, so that a booklet is printed like all the rest; the label
    names the edge.
    """
    sheets: list[Sheet] = []
    edge = "flip_short" if options.sides == "duplex-short" else "flip_long"
    for number, sides in enumerate(spreads(len(faces))):
        for side, pair in zip(("front", "back"), sides, strict=True):
            sheet = _side(faces, pair, document, options, "front" if side == "front" else "back")
            marks = [*_fold_ticks(sheet), *(_staples(sheet) if number == 0 and side == "front" else ())]
            # What is turned with the sheet on its side, over its long edge, stands upside down.
            turned = side == "back" and options.sides != "duplex-short"
            sheet = replace(sheet, marks=tuple(marks), note=label.note(edge))
            sheets.append(_upside_down(sheet) if turned else sheet)
    return numbered(sheets, document.title, label)


def _side(
    faces: Sequence[Face], pair: tuple[int, int], document: RuleDocument, options: PrintOptions, side: Side
) -> Sheet:
    paper = options.paper.turned()
    printable = paper.printable(options.margin)
    placed = tuple(
        Placement(_numbered(faces[number - 1], number), half * paper.width // 2, 0, printable)
        for half, number in enumerate(pair)
        if number <= len(faces)
    )
    return Sheet(document.part, document.title, side, paper, placed, margin=options.margin)


def _numbered(face: Face, number: int) -> Face:
    """A page with its number at the foot."""
    foot = Box(0, face.height - face.safe - LABEL_STRIP - 1 * MM, face.width, 4 * MM)
    return replace(face, ops=(*face.ops, fit_text(str(number), foot.inset(face.safe, 0), body(9), "page number")))


def _fold_ticks(sheet: Sheet) -> Iterator[Op]:
    middle, area = sheet.paper.width / 2, sheet.area
    yield shapes.line(middle, area.y + 200, middle, area.y + FOLD_TICK, FOLD_MARK)
    yield shapes.line(middle, area.bottom - LABEL_STRIP - FOLD_TICK, middle, area.bottom - LABEL_STRIP, FOLD_MARK)


def _staples(sheet: Sheet) -> Iterator[Op]:
    """Where the staples go, on the outside of the outermost sheet."""
    middle = sheet.paper.width / 2
    for at in (0.25, 0.75):
        y = sheet.paper.height * at
        yield shapes.line(middle, y - 6 * MM, middle, y + 6 * MM, STAPLE)


def _upside_down(sheet: Sheet) -> Sheet:
    """The sheet turned by half a circle, its label aside, which is added later."""
    width, height = sheet.paper.width, sheet.paper.height
    placed = tuple(
        replace(
            placement,
            x=width - placement.trim.right,
            y=height - placement.trim.bottom,
            clip=placement.clip._replace(x=width - placement.clip.right, y=height - placement.clip.bottom),
            turn=(placement.turn + 180) % 360,
        )
        for placement in sheet.placements
    )
    return replace(sheet, placements=placed, marks=(shapes.turn(sheet.marks, 180, width, height),))
