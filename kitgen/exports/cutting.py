"""A kit for a cutting machine: one PDF to print, and for its sheets what is cut and scored, as SVG and as DXF."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kitgen.components.kit import Component, Kit, Part
from kitgen.diagnostics import Diagnostic, Severity, one_of
from kitgen.errors import PreflightError, UsageError
from kitgen.exports.names import safe_name
from kitgen.imposition.cut_sheets import BLEED, CutOptions, CutPlan, CutSheet, cut_sheets, largest_lay
from kitgen.imposition.kit_sheets import DrawnKit
from kitgen.imposition.paper import PAPERS, Paper
from kitgen.imposition.sheet import Label, Sheet
from kitgen.render.cut_svg import write_cut_svg
from kitgen.render.dxf import write_dxf
from kitgen.render.pdf import Metadata, write_pdf
from kitgen.source.words import Words
from kitgen.units import format_size

CUT_PARTS: tuple[Part, ...] = ("boards", "cards", "tokens", "boxes", "extras")
"""What has pieces to cut out; rules are whole pages."""

PRINT = "print.pdf"


@dataclass(frozen=True, slots=True)
class CutFiles:
    """The files by name, what is on each sheet (as data for a manifest), and what was left out."""

    files: dict[str, bytes]
    sheets: list[dict[str, Any]]
    left_out: list[str]
    """The titles of components that do not fit."""
    findings: tuple[Diagnostic, ...]


def cut_files(
    drawn: DrawnKit,
    paper: Paper,
    words: Words,
    *,
    bleed: int = BLEED,
    corners: int | None = None,
    only: Sequence[Part] = (),
) -> CutFiles:
    """Every piece of some parts on sheets with registration marks.

    ``bleed`` is how far pieces are printed beyond their trim, ``corners`` the radius of the corners of cards, in
    micrometres. Raises UsageError where nothing is to be cut, PreflightError where nothing fits.
    """
    options = CutOptions(paper, bleed, corners)
    wanted = _wanted(drawn.kit, only)
    fitting, findings = _fitting(wanted, options)
    sheets = cut_sheets(fitting, options)
    plans = [sheet.plan() for sheet in sheets]
    names = _names(sheets, plans)
    pages = _pages(drawn.kit, sheets, names, words)
    files = {PRINT: write_pdf([page for of_sheet in pages for page in of_sheet], _metadata(drawn.kit, words))}
    for name, plan in dict(zip(names, plans, strict=True)).items():
        files |= {f"{name}.svg": write_cut_svg(plan), f"{name}.dxf": write_dxf(plan)}
    left_out = [component.title for component in wanted if component not in fitting]
    return CutFiles(files, _described(sheets, names, pages), left_out, tuple(findings))


def _wanted(kit: Kit, only: Sequence[Part]) -> list[Component]:
    """The components to cut, by part: paper of one kind after the other."""
    parts = only or CUT_PARTS
    wanted = [component for component in kit.components if component.part in parts and component.part in CUT_PARTS]
    if not wanted:
        raise UsageError(f"{kit.variant} has no pieces in {one_of(parts)}", f"known: {', '.join(CUT_PARTS)}")
    return sorted(wanted, key=lambda component: CUT_PARTS.index(component.part))


def _fitting(wanted: Sequence[Component], options: CutOptions) -> tuple[list[Component], list[Diagnostic]]:
    """The components that fit, and a warning for each that does not; raises PreflightError where none does."""
    fitting = [component for component in wanted if largest_lay(component, options).count]
    findings = [_too_large(component, options) for component in wanted if component not in fitting]
    if not fitting:
        errors = [replace(finding, severity=Severity.ERROR) for finding in findings]
        raise PreflightError(f"nothing fits between the registration marks of {options.paper.name}", errors)
    return fitting, findings


def _too_large(component: Component, options: CutOptions) -> Diagnostic:
    message = (
        f"pieces of {format_size(component.size)} do not fit between the registration marks of {options.paper.name}"
    )
    larger = (paper for paper in PAPERS.values() if largest_lay(component, replace(options, paper=paper)).count)
    found = next(larger, None)
    hint = f"choose --paper {found.name}, or cut by hand" if found else "cut by hand, from kitgen build"
    return Diagnostic("cut-too-large", Severity.WARNING, message, None, component.id, hint)


def _names(sheets: Sequence[CutSheet], plans: Sequence[CutPlan]) -> list[str]:
    """What the cut file of each sheet is called: after the first sheet that is cut like this."""
    names: dict[CutPlan, str] = {}
    for number, (sheet, plan) in enumerate(zip(sheets, plans, strict=True), start=1):
        names.setdefault(plan, f"cut-{number:02d}-{safe_name(sheet.components[0].id)}")
    return [names[plan] for plan in plans]


def _pages(kit: Kit, sheets: Sequence[CutSheet], names: Sequence[str], words: Words) -> list[list[Sheet]]:
    """The pages of each sheet: a front, and a back if any has one, so that a printer that turns paper keeps step."""
    text = words("sheet_label", variant=kit.variant, digest=kit.digest)
    label = Label(text, {"front": words("sides.front"), "back": words("sides.back")}, kit.title)
    two_sided = any(sheet.has_backs for sheet in sheets)
    count = len(sheets)
    return [
        [sheet.side(side, number, count, label, name) for side in (("front", "back") if two_sided else ("front",))]
        for number, (sheet, name) in enumerate(zip(sheets, names, strict=True), start=1)
    ]


def _metadata(kit: Kit, words: Words) -> Metadata:
    return Metadata(f"{kit.title} – print", f"{kit.game}/{kit.variant} {kit.digest}", words.language)


def _described(
    sheets: Sequence[CutSheet], names: Sequence[str], pages: Sequence[Sequence[Sheet]]
) -> list[dict[str, Any]]:
    described, page = list[dict[str, Any]](), 0
    for number, (sheet, name, sides) in enumerate(zip(sheets, names, pages, strict=True), start=1):
        described.append(
            {
                "number": number,
                "components": [component.id for component in sheet.components],
                "pieces": dict(Counter(piece.id for piece in sheet.pieces)),
                "cut": name,
                "pages": list(range(page + 1, page + len(sides) + 1)),
            }
        )
        page += len(sides)
    return described
