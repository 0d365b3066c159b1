"""From a variant to its kit on disk."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from kitgen.components.kit import PARTS, Component, Face, Kit, Part
from kitgen.diagnostics import (
    Diagnostic,
    Severity,
    did_you_mean,
    dotted,
    errors_in,
    in_reading_order,
)
from kitgen.errors import PreflightError, UsageError, VariantError
from kitgen.imposition.kit_sheets import DrawnKit, kit_sheets, preflight
from kitgen.imposition.pages import page_format
from kitgen.imposition.paper import PAPERS, Paper
from kitgen.imposition.sheets import Sheet
from kitgen.pipeline.changed import ChangedKit, changed_kit
from kitgen.pipeline.loading import LoadedVariant, require_same_game
from kitgen.render.folder import MARKER, require_folder, write_folder
from kitgen.render.pdf import Metadata, write_pdf
from kitgen.rulesheet.sheet import RuleDocument, as_component, typeset
from kitgen.source.faults import place_of
from kitgen.source.words import Words, load_words


@dataclass(frozen=True, slots=True)
class BuiltKit:
    """What a build wrote."""

    folder: FilePath
    manifest: dict[str, Any]
    diagnostics: tuple[Diagnostic, ...]
    left_out: tuple[str, ...] = ()
    """What an owner of the other kit takes out of it, a line each, where only what has changed was built."""


def draw(variant: LoadedVariant, paper: Paper, words: Words) -> DrawnKit:
    """Draw every component and set every document of a variant.

    Raises VariantError for art or templates that cannot be used, PreflightError for a document that is too long.
    """
    art = variant.art
    require_art(variant)

    def set_document(document: RuleDocument) -> list[Face]:
        return typeset(document, variant.template_folders, words.language, page_format(document, paper))

    components = list(variant.game.components(variant.model, words, art))
    documents = variant.game.documents(variant.model, words, art, components)
    pages = [(document, set_document(document)) for document in documents]
    components += [as_component(document, faces[0]) for document, faces in pages if document.trim is not None]
    kit = Kit(variant.game.id, variant.name, variant.model.title, variant.digest, tuple(components))
    whole = [(document, faces) for document, faces in pages if document.trim is None]
    return DrawnKit(kit, whole, variant.game.finished_set(components, words), set_document)


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
    paper: str = "a4",
    language: str = "en",
    only: Sequence[str] = (),
    single_file: bool = False,
    only_changed_from: LoadedVariant | None = None,
    out: FilePath | None = None,
) -> BuiltKit:
    """Write the kit's PDFs and its manifest.

    ``paper`` is a name of imposition.paper.PAPERS, ``only`` limits the kit to some of components.kit.PARTS,
    ``only_changed_from`` to what an owner of that variant's kit does not have. Raises PreflightError where something
    does not fit, UsageError where nothing has changed; then nothing is written.
    """
    on_paper: Paper = _choose(paper, PAPERS, "paper")
    wanted = [_choose(part, {name: name for name in PARTS}, "part") for part in only] or list(PARTS)
    parts: list[Part] = [part for part in PARTS if part in wanted]
    words = load_words(variant.game.id, language, variant.folders)
    since = f"-since-{only_changed_from.name}" if only_changed_from else ""
    folder = out or FilePath("out") / f"{variant.game.id}-{variant.name}{since}-{on_paper.name}-{language}"
    require_folder(folder)
    drawn = draw(variant, on_paper, words)
    left_out: tuple[str, ...] = ()
    if only_changed_from is not None:
        require_same_game(variant, only_changed_from)
        changed = _changed_since(only_changed_from, drawn, on_paper, language)
        drawn, left_out = changed.drawn, tuple(changed.told_left_out())
        parts = [part for part in parts if _has_part(drawn, part)]
        if not set(parts) - {"extras"} and "extras" not in wanted:
            raise UsageError(f"nothing of {', '.join(wanted)} differs from {only_changed_from.name}")
    names: dict[Part, str] = {part: f"{variant.name if single_file else part}.pdf" for part in parts}
    sheets = kit_sheets(drawn, on_paper, words, parts, names)
    findings = in_reading_order(preflight(sheets))
    if errors_in(findings):
        raise PreflightError(f"{variant.name} does not pass preflight", findings)
    files = _pdfs(drawn.kit, sheets, language, single_file=single_file)
    manifest = _manifest(drawn.kit, sheets, on_paper, language, sorted(files))
    if only_changed_from is not None:
        manifest["only_changed_from"] = {
            "variant": only_changed_from.name,
            "digest": only_changed_from.digest,
            "left_out": list(left_out),
        }
    files[MARKER] = (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode()
    write_folder(folder, files)
    return BuiltKit(folder, manifest, (*variant.diagnostics, *findings, *words.notes()), left_out)


def _changed_since(owned: LoadedVariant, drawn: DrawnKit, paper: Paper, language: str) -> ChangedKit:
    """What an owner of another kit does not have of this one."""
    words = load_words(owned.game.id, language, owned.folders)
    changed = changed_kit(draw(owned, paper, words), drawn)
    if not changed.is_changed:
        raise UsageError(f"nothing that is printed differs from {owned.name}", "so its kit will do")
    return changed


def _has_part(drawn: DrawnKit, part: Part) -> bool:
    parts = [component.part for component in drawn.kit.components] + [document.part for document, _ in drawn.pages]
    return part in parts or part == "extras"  # the how-to-print page is always wanted


def _pdfs(kit: Kit, sheets: dict[Part, list[Sheet]], language: str, *, single_file: bool) -> dict[str, bytes]:
    def metadata(what: str) -> Metadata:
        return Metadata(f"{kit.title} – {what}", f"{kit.game}/{kit.variant} {kit.digest}", language)

    if single_file:
        # The how-to-print page opens the extras; in one file it opens everything.
        every = sorted((sheet for part in sheets.values() for sheet in part), key=lambda sheet: not sheet.opens)
        return {f"{kit.variant}.pdf": write_pdf(every, metadata(kit.variant))}
    return {f"{part}.pdf": write_pdf(of_part, metadata(part)) for part, of_part in sheets.items()}


def _manifest(
    kit: Kit, sheets: dict[Part, list[Sheet]], paper: Paper, language: str, files: list[str]
) -> dict[str, Any]:
    return {
        "kitgen": 1,
        "game": kit.game,
        "variant": kit.variant,
        "title": kit.title,
        "digest": kit.digest,
        "language": language,
        "paper": paper.name,
        "files": files,
        "components": [_component_entry(component) for component in kit.components if component.part in sheets],
        "sheets": {part: sum(1 for sheet in of_part if sheet.side == "front") for part, of_part in sheets.items()},
    }


def _component_entry(component: Component) -> dict[str, Any]:
    width, height = component.size
    return {
        "id": component.id,
        "title": component.title,
        "part": component.part,
        "count": component.count,
        "distinct": len(component.pieces),
        "trim_mm": [width / 1000, height / 1000],
        "two_sided": component.two_sided,
        "pieces": {piece.id: piece.copies for piece in component.pieces},
    }


def _choose(word: str, known: dict[str, Any], what: str) -> Any:
    if word not in known:
        raise UsageError(
            f"there is no {what} {word!r}", f"{did_you_mean(word, known)} known: {', '.join(known)}".strip()
        )
    return known[word]
