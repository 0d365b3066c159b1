"""A rule document: words from a template, pictures by name, set in columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from kitgen.components.kit import Component, Face, Part, Piece
from kitgen.diagnostics import Diagnostic, Severity, did_you_mean, printable
from kitgen.draw.drawing import Drawing
from kitgen.errors import PreflightError, VariantError
from kitgen.rulesheet.flow import PageFormat, set_pages
from kitgen.rulesheet.markdown import Bullet, Figure, Paragraph, Run, Table, parse
from kitgen.rulesheet.template import render


@dataclass(frozen=True, slots=True)
class RuleDocument:
    """What a document is made from.

    ``template`` is the stem of a template file (``rules`` for ``rules.en.md.j2``). In ``context`` every text of a
    variant or a catalogue is a Literal, so that it is printed as it is. ``figures`` are printed at their own size,
    or smaller where a column is narrower. ``trim`` makes a sheet to cut out, printed ``copies`` times;
    without it the document fills whole pages.
    """

    id: str
    title: str
    part: Part
    template: str
    context: Mapping[str, Any]
    figures: Mapping[str, Drawing]
    columns: int = 2
    id_gutter: int = 0
    max_pages: int | None = None
    trim: tuple[int, int] | None = None
    copies: int = 1


def typeset(document: RuleDocument, folders: Sequence[FilePath], language: str, page: PageFormat) -> list[Face]:
    """The document's pages.

    Raises PreflightError for more pages than the document may have, VariantError for a fault in its template.
    """
    markdown, placeholders = render(folders, document.template, language, document.context)
    blocks = parse(markdown, placeholders)
    for block in blocks:
        if isinstance(block, Figure) and block.name not in document.figures:
            hint = (
                f"{did_you_mean(block.name, document.figures)} figures: {', '.join(document.figures) or 'none'}".strip()
            )
            message = f"there is no figure {printable(block.name)!r} for the template {document.template}"
            raise VariantError(message, [Diagnostic("template", Severity.ERROR, message, None, document.id, hint)])
    faces = set_pages(blocks, document.figures, page, document.id)
    most = 1 if document.trim is not None else document.max_pages
    if most is not None and len(faces) > most:
        message = f"the text takes {len(faces)} pages; at most {most} are possible"
        hint = "shorten titles and names, or the template"
        raise PreflightError(
            f"{document.title} is too long",
            [Diagnostic("too-many-pages", Severity.ERROR, message, None, document.id, hint)],
        )
    return faces


def rule_paragraphs(document: RuleDocument, folders: Sequence[FilePath], language: str) -> dict[str, str]:
    """The text of every numbered rule of a document, by id, with the tables and lists that belong to it."""
    markdown, placeholders = render(folders, document.template, language, document.context)
    found: dict[str, str] = {}
    rules: tuple[str, ...] = ()
    for block in parse(markdown, placeholders):
        if isinstance(block, Paragraph):
            rules = tuple(block.ids)
            found |= dict.fromkeys(rules, _plain(block.runs))
        elif isinstance(block, (Table, Bullet)):
            rows = block.rows if isinstance(block, Table) else ((block.runs,),)
            said = "; ".join(" ".join(_plain(cell) for cell in row) for row in rows)
            found |= {rule: f"{found[rule]} {said}." for rule in rules}
        else:
            rules = ()
    return found


def _plain(runs: Sequence[Run]) -> str:
    return "".join(run.text for run in runs)


def as_component(document: RuleDocument, face: Face) -> Component:
    """A document of one trimmed page as a component to cut out."""
    return Component(document.id, document.title, document.part, (Piece(document.id, face, document.copies),))
