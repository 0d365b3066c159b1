"""A drawn kit → the sheets of each part, the files that they go to, and the preflight of all that is on them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kitgen.components.contrast import Seen
from kitgen.components.kit import PARTS, Component, Face, Kit, Part, Side
from kitgen.components.preflight import TOLERANCE, check_face, check_texts
from kitgen.diagnostics import Diagnostic, Severity
from kitgen.draw.drawing import Drawing
from kitgen.imposition.boards import assembly_map, in_one_piece, tile_sheets
from kitgen.imposition.correction import corrected, overhang
from kitgen.imposition.effort import Effort, effort
from kitgen.imposition.grid import fits
from kitgen.imposition.guide import assembly, how_to_print
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.pages import document_sheets, fitted, with_blank_backs
from kitgen.imposition.sheet import Label, Sheet
from kitgen.imposition.sheets import impose, numbered
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.source.words import Words
from kitgen.units import MM

NOTES = ("down_first", "across_first", "blocks", "outlines", "nets", "fold", "tile", "flip_long", "flip_short")
"""What labels say beside what a sheet is, by their words."""

MOST_SETTINGS = 4
"""How often the how-to-print page is set until it has counted itself right."""


@dataclass(frozen=True, slots=True)
class DrawnKit:
    """A kit with its documents set in pages, a picture of the finished set, and what sets a further document."""

    kit: Kit
    pages: Sequence[tuple[RuleDocument, list[Face]]]
    finished: Drawing
    set_document: Callable[[RuleDocument], list[Face]]
    findings: tuple[Diagnostic, ...] = ()
    """What was noticed while it was drawn."""
    unpressed: tuple[Component, ...] = ()
    """The components in full colour and with all their bleed."""


@dataclass(frozen=True, slots=True)
class KitSheets:
    """The sheets of a kit, by part in printing order, and by the file that each goes to; what they cost to make."""

    parts: dict[Part, list[Sheet]]
    files: dict[str, list[Sheet]]
    effort: Effort
    components: tuple[Component, ...]
    """What is cut out, in the form in which it is printed: boards that are printed whole are one piece."""


def kit_sheets(
    drawn: DrawnKit, options: PrintOptions, words: Words, parts: Sequence[Part] = PARTS, *, single_file: bool = False
) -> KitSheets:
    """The sheets of some parts; the how-to-print page opens the extras and names the files.

    Raises PreflightError for a piece that is larger than the paper.
    """
    if options.boards != "sections":
        components = in_one_piece(drawn.kit.components)
        drawn = replace(drawn, kit=replace(drawn.kit, components=tuple(components)))
    label = _label(drawn.kit, words)
    sheets: dict[Part, list[Sheet]] = {}
    for part in parts:
        found = list(_part_sheets(drawn, part, options, words, label))
        if found or part == "extras":
            sheets[part] = with_blank_backs(found, label)
    if "extras" in sheets:
        sheets = _opened(drawn, sheets, options, words, label, single_file=single_file)
    if single_file and any(sheet.side == "back" for of_part in sheets.values() for sheet in of_part):
        sheets = {part: with_blank_backs(of_part, label, turned=True) for part, of_part in sheets.items()}
    sheets = {part: [corrected(sheet, options) for sheet in of_part] for part, of_part in sheets.items()}
    files = _files(sheets, drawn.kit.variant, options, single_file=single_file)
    return KitSheets(sheets, files, effort(sheets, drawn.kit.components), drawn.kit.components)


def _label(kit: Kit, words: Words) -> Label:
    sides: dict[Side, str] = {"front": words("sides.front"), "back": words("sides.back")}
    notes = {key: words(f"notes.{key}") for key in NOTES}
    return Label(words("sheet_label", variant=kit.variant, digest=kit.digest), sides, kit.title, notes)


def _part_sheets(drawn: DrawnKit, part: Part, options: PrintOptions, words: Words, label: Label) -> Iterator[Sheet]:
    for document, faces in drawn.pages:
        if document.part == part:
            yield from document_sheets(faces, document, options, label)
    pieces = [component for component in drawn.kit.components if component.part == part]
    if options.boards == "tiled":
        tiled = [component for component in pieces if component.joined and not fits(component, options)]
        if tiled:
            yield from _tiled(drawn, tiled, options, words, label)
        pieces = [component for component in pieces if not component.joined or fits(component, options)]
    yield from impose(pieces, options, label, words(f"parts.{part}"))


def _tiled(
    drawn: DrawnKit, boards: Sequence[Component], options: PrintOptions, words: Words, label: Label
) -> Iterator[Sheet]:
    """The map that tells how tiles come together, then the tiles of each board."""
    document = fitted(
        assembly(words, drawn.kit.title, boards, [assembly_map(board, options) for board in boards]), options
    )
    yield from document_sheets(drawn.set_document(document), document, options, label)
    for board in boards:
        yield from numbered(tile_sheets(board, options, label), board.title, label)


def _opened(
    drawn: DrawnKit,
    sheets: dict[Part, list[Sheet]],
    options: PrintOptions,
    words: Words,
    label: Label,
    *,
    single_file: bool,
) -> dict[Part, list[Sheet]]:
    """The sheets with the how-to-print page before the extras. It counts itself, so it is set again where it was longer
    than thought."""
    names = _names(sheets, drawn.kit.variant, options, single_file=single_file)
    counted = effort(sheets, drawn.kit.components)
    has_backs = any(sheet.side == "back" for of_part in sheets.values() for sheet in of_part)
    if single_file and has_backs:
        counted = Effort(tuple(replace(part, both_sides=True) for part in counted.parts))
    own, opening = 1, list[Sheet]()
    for _ in range(MOST_SETTINGS):
        files = {part: ", ".join(of_part) for part, of_part in names.items()}
        if single_file:
            files = _with_pages(files, counted, own, 2 if has_backs and options.sides != "separate" else 1, words)
        guide = how_to_print(words, drawn.kit, drawn.finished, counted, files, own, options)
        opening = document_sheets(drawn.set_document(fitted(guide, options)), guide, options, label)
        if len(opening) == own:
            break
        own = len(opening)
    extras = [*(replace(sheet, opens=True) for sheet in opening), *sheets["extras"]]
    return sheets | {"extras": with_blank_backs(extras, label)}


def _with_pages(files: dict[Part, str], counted: Effort, own: int, sides: int, words: Words) -> dict[Part, str]:
    """Where each part is in a single file, which ``own`` sheets open; each sheet has a page for each of its sides."""
    first = 1 + own * sides
    for part in counted.parts:
        last = first + part.sheets * sides - 1
        files[part.part] = words("file_pages", file=files[part.part], first=first, last=last)
        first = last + 1
    return files


def _names(
    sheets: Mapping[Part, Sequence[Sheet]], variant: str, options: PrintOptions, *, single_file: bool
) -> dict[Part, list[str]]:
    """The files that the sheets of each part go to: one, or one for fronts and one for backs."""

    def names(stem: str, parts: Collection[Part]) -> list[str]:
        has_backs = any(sheet.side == "back" for part in parts for sheet in sheets[part])
        return (
            [f"{stem}-fronts.pdf", f"{stem}-backs.pdf"]
            if has_backs and options.sides == "separate"
            else [f"{stem}.pdf"]
        )

    return {part: names(variant, sheets) if single_file else names(part, [part]) for part in sheets}


def _files(
    sheets: Mapping[Part, Sequence[Sheet]], variant: str, options: PrintOptions, *, single_file: bool
) -> dict[str, list[Sheet]]:
    """Sheets by file. The how-to-print page opens the extras; in one file it opens everything."""
    names = _names(sheets, variant, options, single_file=single_file)
    every = [(part, sheet) for part, of_part in sheets.items() for sheet in of_part]
    files: dict[str, list[Sheet]] = {}
    for part, sheet in sorted(every, key=lambda item: not item[1].opens) if single_file else every:
        of_part = names[part]
        files.setdefault(of_part[-1] if sheet.side == "back" else of_part[0], []).append(sheet)
    return files


def preflight(sheets: Mapping[Part, Sequence[Sheet]]) -> list[Diagnostic]:
    """Preflight every distinct face that is printed, and the labels; warn of what a correction moves off the paper."""
    faces: dict[int, tuple[Part, Face]] = {}
    for part, of_part in sheets.items():
        for sheet in of_part:
            for placement in sheet.placements:
                faces.setdefault(id(placement.face), (part, placement.face))
    seen: Seen = {}
    findings = [finding for part, face in faces.values() for finding in check_face(face, part, seen)]
    for part, of_part in sheets.items():
        findings += _check_labels(part, of_part)
        findings += _off_the_paper(part, of_part)
    return list(dict.fromkeys(findings))


def _check_labels(part: Part, sheets: Sequence[Sheet]) -> Iterator[Diagnostic]:
    """Faults of labels, each once, though every sheet has a number of its own."""
    found: dict[tuple[str, str], Diagnostic] = {}
    for sheet in sheets:
        for finding in check_texts(sheet.label, f"{part}, every sheet"):
            found.setdefault((finding.code, finding.path), finding)
    yield from found.values()


def _off_the_paper(part: Part, sheets: Sequence[Sheet]) -> Iterator[Diagnostic]:
    over = max((overhang(sheet) for sheet in sheets), default=0.0)
    if over > TOLERANCE:
        message = (
            f"the correction moves pieces {over / MM:.1f} mm beyond what the printer can ink; they will be cut off"
        )
        hint = "measure again with kitgen calibrate; more than 3 mm is rarely the printer's doing"
        yield Diagnostic("off-the-paper", Severity.WARNING, message, None, f"{part}, {sheets[0].title}", hint)
