"""From a variant to its kit on disk."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from kitgen.components.contrast import told_by_colour
from kitgen.components.kit import PARTS, Component, Face, Kit, Part
from kitgen.components.press import Press
from kitgen.diagnostics import Diagnostic, Severity, dotted, errors_in, in_reading_order
from kitgen.draw.ink import Inker
from kitgen.errors import PreflightError, UsageError, VariantError
from kitgen.imposition.boxing import tuck_boxes
from kitgen.imposition.kit_sheets import DrawnKit, KitSheets, kit_sheets, preflight
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.pages import fitted, page_format
from kitgen.pipeline.changed import ChangedKit, changed_kit
from kitgen.pipeline.loading import LoadedVariant, require_same_game
from kitgen.pipeline.printing import choose
from kitgen.render.folder import MARKER, kit_files, require_folder, write_folder
from kitgen.render.pdf import Metadata, write_pdf
from kitgen.rulesheet.sheet import RuleDocument, as_component, typeset
from kitgen.source.faults import place_of
from kitgen.source.words import Words, load_words
from kitgen.units import MM

KITS = FilePath("out")
"""Kits go here unless another place is named."""


@dataclass(frozen=True, slots=True)
class BuiltKit:
    """What a build wrote."""

    folder: FilePath
    manifest: dict[str, Any]
    diagnostics: tuple[Diagnostic, ...]
    left_out: tuple[str, ...] = ()
    """What an owner of the other kit takes out of it, a line each, where only what has changed was built."""
    gone: tuple[str, ...] = ()
    """Files of the kit that was there before, which this one does not have."""


def draw(variant: LoadedVariant, options: PrintOptions, words: Words) -> DrawnKit:
    """Draw every component and set every document of a variant, in the ink of the options.

    Raises VariantError for art or templates that cannot be used, PreflightError for a document that is too long.
    """
    art = variant.art
    require_art(variant)

    press = Press(Inker(options.ink), options.bleed)

    def set_document(document: RuleDocument) -> list[Face]:
        faces = typeset(document, variant.template_folders, words.language, page_format(document, options))
        return [press.face(face) for face in faces]

    components = list(variant.game.components(variant.model, words, art))
    boxes, unboxed = tuck_boxes(components, options, words)
    documents = [
        fitted(document, options) for document in variant.game.documents(variant.model, words, art, components)
    ]
    pages = [(document, set_document(document)) for document in documents]
    finished = variant.game.finished_set(components, words)
    findings = [*art.misshapen(), *unboxed, *variant.game.preflight(components)]
    if options.ink != "full":
        findings += told_by_colour(components)
    unpressed = (*components, *boxes)
    components = [component.with_faces(press.face) for component in unpressed]
    components += [as_component(document, faces[0]) for document, faces in pages if document.trim is not None]
    kit = Kit(variant.game.id, variant.name, variant.model.title, variant.digest, tuple(components))
    whole = [(document, faces) for document, faces in pages if document.trim is None]
    return DrawnKit(kit, whole, finished, set_document, tuple(findings), unpressed)


def require_art(variant: LoadedVariant) -> None:
    """Drawings that the variant names and nobody drew are errors where it names them; raises VariantError."""
    art = variant.art
    missing = [
        Diagnostic(
            "missing-art",
            Severity.ERROR,
            f"there is no drawing {name!r}",
            place_of(path, variant.document),
            dotted(path),
            f"{art.hint(name)} or draw it in art/{name}.svg beside the variant".removeprefix(" or "),
        )
        for path, name in variant.game.art_names(variant.model)
        if not art.has(name)
    ]
    if missing:
        raise VariantError(f"{variant.name} has errors", in_reading_order(missing))


def build(
    variant: LoadedVariant,
    *,
    printing: PrintOptions | None = None,
    language: str = "en",
    only: Sequence[str] = (),
    single_file: bool = False,
    only_changed_from: LoadedVariant | None = None,
    out: FilePath | None = None,
    under: FilePath = KITS,
) -> BuiltKit:
    """Write the kit's PDFs and its manifest.

    ``printing`` is how it is put on paper (``print_options``), ``only`` limits the kit to some of components.kit.PARTS,
    ``only_changed_from`` to what an owner of that variant's kit does not have. It goes to the folder ``out``, or to
    one of its own ``under`` another. Raises PreflightError where something does not fit or nothing is left to print,
    UsageError where nothing has changed; then nothing is written.
    """
    options = printing or PrintOptions()
    since = f"-since-{only_changed_from.name}" if only_changed_from else ""
    folder = out or under / f"{variant.game.id}-{variant.name}{since}-{options.paper.name}-{language}"
    require_folder(folder)
    words = load_words(variant.game.id, language, variant.folders)
    wanted = prepare(variant, options, words, only, only_changed_from)
    drawn, left_out = wanted.drawn, wanted.left_out
    sheets = kit_sheets(drawn, options, words, wanted.parts, single_file=single_file)
    if not sheets.files:
        raise PreflightError(f"there is nothing to print of {', '.join(wanted.parts)}", drawn.findings)
    findings = in_reading_order([*preflight(sheets.parts), *drawn.findings])
    if errors_in(findings):
        raise PreflightError(f"{variant.name} does not pass preflight", findings)
    files = _pdfs(drawn.kit, sheets, language)
    manifest = _manifest(drawn.kit, sheets, options, language, sorted(files))
    if only_changed_from is not None:
        manifest["only_changed_from"] = {
            "variant": only_changed_from.name,
            "digest": only_changed_from.digest,
            "left_out": list(left_out),
        }
    files[MARKER] = (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode()
    gone = tuple(sorted(kit_files(folder) - set(files)))
    write_folder(folder, files.items())
    return BuiltKit(folder, manifest, (*variant.diagnostics, *findings, *words.notes()), left_out, gone)


@dataclass(frozen=True, slots=True)
class WantedKit:
    """What is to be printed: a drawn kit, its parts, and what an owner of another kit takes out of that."""

    drawn: DrawnKit
    parts: tuple[Part, ...]
    left_out: tuple[str, ...] = ()


def prepare(
    variant: LoadedVariant,
    options: PrintOptions,
    words: Words,
    only: Sequence[str] = (),
    only_changed_from: LoadedVariant | None = None,
) -> WantedKit:
    """Draw a kit, and limit it to some parts and to what an owner of another kit does not have.

    Raises what ``draw`` raises, and UsageError for an unknown part, another game, or where nothing has changed.
    """
    parts = parts_of(only)
    drawn = draw(variant, options, words)
    if only_changed_from is None:
        return WantedKit(drawn, tuple(parts))
    require_same_game(variant, only_changed_from)
    changed = _changed_since(only_changed_from, drawn, options, words.language)
    parts = [part for part in parts if _has_part(changed.drawn, part)]
    if not set(parts) - {"extras"} and "extras" not in parts_of(only):
        raise UsageError(f"nothing of {', '.join(only)} differs from {only_changed_from.name}")
    return WantedKit(changed.drawn, tuple(parts), tuple(changed.told_left_out()))


def _changed_since(owned: LoadedVariant, drawn: DrawnKit, options: PrintOptions, language: str) -> ChangedKit:
    """What an owner of another kit does not have of this one."""
    words = load_words(owned.game.id, language, owned.folders)
    changed = changed_kit(draw(owned, options, words), drawn)
    if not changed.is_changed:
        raise UsageError(f"nothing that is printed differs from {owned.name}", "so its kit will do")
    return changed


def _has_part(drawn: DrawnKit, part: Part) -> bool:
    parts = [component.part for component in drawn.kit.components] + [document.part for document, _ in drawn.pages]
    return part in parts or part == "extras"  # the how-to-print page is always wanted


def _pdfs(kit: Kit, sheets: KitSheets, language: str) -> dict[str, bytes]:
    def metadata(file: str) -> Metadata:
        return Metadata(
            f"{kit.title} – {file.removesuffix('.pdf')}", f"{kit.game}/{kit.variant} {kit.digest}", language
        )

    return {file: write_pdf(of_file, metadata(file)) for file, of_file in sheets.files.items()}


def _manifest(kit: Kit, sheets: KitSheets, options: PrintOptions, language: str, files: list[str]) -> dict[str, Any]:
    return {
        "kitgen": 1,
        "game": kit.game,
        "variant": kit.variant,
        "title": kit.title,
        "digest": kit.digest,
        "language": language,
        "paper": options.paper.name,
        "printing": _printing_entry(options),
        "files": files,
        "components": [
            _component_entry(component) for component in sheets.components if component.part in sheets.parts
        ],
        "sheets": {part.part: part.sheets for part in sheets.effort.parts},
        "stocks": sheets.effort.stocks,
        "cuts": sheets.effort.cuts,
        "outlines": sheets.effort.outlines,
    }


def _printing_entry(options: PrintOptions) -> dict[str, Any]:
    right, down = options.back_offset
    return {
        "sides": options.sides,
        "marks": options.marks,
        "bleed_mm": options.bleed / MM,
        "boards": options.boards,
        "booklet": options.booklet,
        "ink": options.ink,
        "large_print": options.large_print,
        "margin_mm": options.margin / MM,
        "back_offset_mm": [right / MM, down / MM],
        "scale": options.scale,
        "card_thickness_mm": options.card_thickness / MM,
        "sleeves": options.sleeves,
        "printer": options.printer,
    }


def _component_entry(component: Component) -> dict[str, Any]:
    width, height = component.size
    return {
        "id": component.id,
        "title": component.title,
        "part": component.part,
        "count": component.count,
        "distinct": len(component.pieces),
        "trim_mm": [width / MM, height / MM],
        "two_sided": component.two_sided,
        "pieces": {piece.id: piece.copies for piece in component.pieces},
    }


def parts_of(only: Sequence[str]) -> list[Part]:
    """The parts of a kit that are wanted, in printing order: all, or some by name. Raises UsageError."""
    wanted = [choose(part, PARTS, "part") for part in only] or PARTS
    return [part for part in PARTS if part in wanted]
