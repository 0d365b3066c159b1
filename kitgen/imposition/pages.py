"""Documents onto paper: whole pages, printed on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kitgen.components.kit import Face
from kitgen.draw.drawing import Box
from kitgen.imposition.paper import UNPRINTABLE, Paper
from kitgen.imposition.sheets import Label, Placement, Sheet, Side, labelled_sheet
from kitgen.rulesheet.flow import PageFormat
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.units import MM

MARGIN = 11 * MM
TRIMMED_MARGIN = 5 * MM


def page_format(document: RuleDocument, paper: Paper) -> PageFormat:
    """The page that a document is set on: the sheet of paper, or its own trim."""
    if document.trim is not None:
        return PageFormat(*document.trim, TRIMMED_MARGIN, document.columns, id_gutter=document.id_gutter, foot=0)
    return PageFormat(paper.width, paper.height, MARGIN, document.columns, id_gutter=document.id_gutter)


def page_sheets(
    faces: Sequence[Face], document: RuleDocument, paper: Paper, label: Label, part_title: str
) -> list[Sheet]:
    """Pages as the two sides of sheets, in reading order."""
    printable = Box(0, 0, paper.width, paper.height).inset(UNPRINTABLE)
    count = -(-len(faces) // 2)
    sheets = []
    for number, face in enumerate(faces):
        side: Side = "back" if number % 2 else "front"
        placed = (Placement(face, 0, 0, printable),)
        sheet = Sheet(
            document.part, document.title, side, paper, placed, heading=part_title, number=number // 2 + 1, count=count
        )
        sheets.append(labelled_sheet(sheet, label))
    return sheets


def with_blank_backs(sheets: Sequence[Sheet], label: Label, *, turned: bool = False) -> list[Sheet]:
    """Sheets with an empty page behind every front that has no back, so that a printer that turns paper stays in step.

    Left as they are where nothing has a back, unless something else in the same file does (``turned``).
    """
    if not turned and all(sheet.side == "front" for sheet in sheets):
        return list(sheets)
    filled: list[Sheet] = []
    for number, sheet in enumerate(sheets):
        filled.append(sheet)
        following = sheets[number + 1].side if number + 1 < len(sheets) else "front"
        if sheet.side == "front" and following == "front":
            filled.append(labelled_sheet(replace(sheet, side="back", placements=(), marks=()), label))
    return filled
