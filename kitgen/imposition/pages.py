"""Documents onto paper: whole pages, on both sides where the printer prints both, or as a booklet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kitgen.components.kit import Face, Side
from kitgen.imposition.booklet import booklet_page, booklet_sheets
from kitgen.imposition.marks import MARKS_ROOM
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.paper import PAPERS
from kitgen.imposition.sheet import LABEL_STRIP, Label, Placement, Sheet, labelled_sheet
from kitgen.imposition.sheets import numbered
from kitgen.rulesheet.flow import LARGE_PRINT, PageFormat
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.units import MM

MARGIN = 11 * MM
TRIMMED_MARGIN = 5 * MM
WIDEST_COLUMN = 190 * MM
"""Longer lines are hard to follow."""

USUAL_COLUMN = 91 * MM
"""A column of a document in columns, on A4."""


def fitted(document: RuleDocument, options: PrintOptions) -> RuleDocument:
    """The document as these options print it: how many columns, and whether it may be as long as it likes.

    In large print, or where it is larger than the paper, a sheet to cut out becomes whole pages.
    """
    if document.trim is not None and not options.large_print and _holds(options, document.trim):
        return document
    page = booklet_page(options.paper) if is_booklet(document, options) else options.paper
    usual = PAPERS["letter"]
    is_usual = page == options.paper and not options.large_print
    most = document.max_pages if is_usual and page.width * page.height >= usual.width * usual.height else None
    columns = document.columns
    if options.large_print:
        columns = 1
    elif columns > 1:
        columns = max(1, round((page.width - 2 * _margin(options)) / USUAL_COLUMN))
    return replace(document, columns=columns, max_pages=most, trim=None)


def _holds(options: PrintOptions, trim: tuple[int, int]) -> bool:
    """Whether the paper takes a piece of that size, upright or on its side, beside its label and its marks."""
    short, long = (length - 2 * (options.margin + MARKS_ROOM) for length in (options.paper.width, options.paper.height))
    return min(trim) + LABEL_STRIP <= short and max(trim) <= long


def _margin(options: PrintOptions) -> int:
    """What text keeps from the edge: clear of the label, which keeps clear of what the printer leaves white."""
    return max(MARGIN, options.margin + LABEL_STRIP + 2 * MM)


def column_width(options: PrintOptions) -> float:
    """Of a document in one column."""
    return min(options.paper.width - 2 * _margin(options), WIDEST_COLUMN)


def is_booklet(document: RuleDocument, options: PrintOptions) -> bool:
    """Whether a document is printed as a booklet: the rules, where that was asked for."""
    return options.booklet and document.part == "rules"


def page_format(document: RuleDocument, options: PrintOptions) -> PageFormat:
    """The page that a fitted document is set on: the sheet of paper, half of it, or the document's own trim."""
    if document.trim is not None:
        return PageFormat(
            *document.trim, TRIMMED_MARGIN, document.columns, id_gutter=document.id_gutter, foot=0, whole_sections=True
        )
    page = booklet_page(options.paper) if is_booklet(document, options) else options.paper
    margin = max(_margin(options), (page.width - document.columns * WIDEST_COLUMN) // 2)
    return PageFormat(
        page.width,
        page.height,
        margin,
        document.columns,
        id_gutter=document.id_gutter,
        scale=LARGE_PRINT if options.large_print else 1.0,
    )


def document_sheets(faces: Sequence[Face], document: RuleDocument, options: PrintOptions, label: Label) -> list[Sheet]:
    """The pages of a fitted document as the sides of sheets, in reading order, once for each copy."""
    if is_booklet(document, options):
        return booklet_sheets(faces, document, options, label)
    printable = options.paper.printable(options.margin)
    sheets = []
    # Only the rules' paper is printed on both sides; a second page of anything else is a sheet more.
    both_sides = document.part == "rules" and options.prints_backs
    for _ in range(document.copies):
        for number, face in enumerate(faces):
            side: Side = "back" if number % 2 and both_sides else "front"
            placed = (Placement(face, 0, 0, printable),)
            sheets.append(Sheet(document.part, document.title, side, options.paper, placed, margin=options.margin))
    return numbered(sheets, document.title, label)


def with_blank_backs(sheets: Sequence[Sheet], label: Label, *, turned: bool = False) -> list[Sheet]:
    """Sheets with an empty page behind every front that has no back, so that a printer that turns paper stays in step.

    Left as they are where nothing has a back, unless something else in the same file does (``turned``).
    """
    if not turned and all(sheet.side == "front" for sheet in sheets):
        return list(sheets)
    return list(_filled(sheets, label))


def _filled(sheets: Sequence[Sheet], label: Label) -> Iterator[Sheet]:
    for number, sheet in enumerate(sheets):
        yield sheet
        following = sheets[number + 1].side if number + 1 < len(sheets) else "front"
        if sheet.side == "front" and following == "front":
            yield labelled_sheet(replace(sheet, side="back", placements=(), marks=(), note=""), label)
