"""A drawn kit → the sheets of each part, and the preflight of all that is on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from kitgen.components.kit import Face, Kit, Part
from kitgen.components.preflight import check_face, check_texts
from kitgen.diagnostics import Diagnostic
from kitgen.draw.drawing import Drawing
from kitgen.imposition.guide import how_to_print
from kitgen.imposition.pages import page_sheets, with_blank_backs
from kitgen.imposition.paper import Paper
from kitgen.imposition.sheets import Label, Sheet, impose
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.source.words import Words
from kitgen.units import MM

PICTURE_WIDTHS = (104 * MM, 80 * MM, 60 * MM)
"""How wide the picture on the how-to-print page is: the widest that leaves it one page."""


@dataclass(frozen=True, slots=True)
class DrawnKit:
    """A kit with its documents set in pages, a picture of the finished set, and what sets a further document."""

    kit: Kit
    pages: Sequence[tuple[RuleDocument, list[Face]]]
    finished: Drawing
    set_document: Callable[[RuleDocument], list[Face]]


def kit_sheets(
    drawn: DrawnKit, paper: Paper, words: Words, parts: Sequence[Part], files: Mapping[Part, str]
) -> dict[Part, list[Sheet]]:
    """The sheets of some parts, in printing order; the how-to-print page opens the extras and names the files.

    Raises PreflightError for a piece that is larger than the paper.
    """
    text = words("sheet_label", variant=drawn.kit.variant, digest=drawn.kit.digest)
    label = Label(text, {"front": words("sides.front"), "back": words("sides.back")}, drawn.kit.title)
    sheets: dict[Part, list[Sheet]] = {}
    for part in parts:
        whole = [
            sheet
            for document, faces in drawn.pages
            if document.part == part
            for sheet in page_sheets(faces, document, paper, label, document.title)
        ]
        pieces = [component for component in drawn.kit.components if component.part == part]
        sheets[part] = with_blank_backs([*whole, *impose(pieces, paper, label, words(f"parts.{part}"))], label)
    if "extras" in parts:
        shown = [component for component in drawn.kit.components if component.part in parts]
        for width in PICTURE_WIDTHS:
            guide = how_to_print(words, drawn.kit.title, shown, sheets, files, drawn.finished, width, paper.name)
            pages = drawn.set_document(guide)
            if len(pages) == 1:
                break
        opening = page_sheets(pages, guide, paper, label, guide.title)
        sheets["extras"] = [*(replace(sheet, opens=True) for sheet in opening), *sheets["extras"]]
    in_one_file = len(set(files.values())) < len(files)
    if in_one_file and any(sheet.side == "back" for of_part in sheets.values() for sheet in of_part):
        sheets = {part: with_blank_backs(of_part, label, turned=True) for part, of_part in sheets.items()}
    return sheets


def preflight(sheets: Mapping[Part, Sequence[Sheet]]) -> list[Diagnostic]:
    """Preflight every distinct face that is printed, and the labels."""
    faces: dict[int, tuple[Part, Face]] = {}
    for part, of_part in sheets.items():
        for sheet in of_part:
            for placement in sheet.placements:
                faces.setdefault(id(placement.face), (part, placement.face))
    findings = [finding for part, face in faces.values() for finding in check_face(face, part)]
    for part, of_part in sheets.items():
        findings += [finding for sheet in of_part for finding in check_texts(sheet.label, f"{part}, every sheet")]
    return list(dict.fromkeys(findings))
