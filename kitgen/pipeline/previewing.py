"""From a variant to the page that shows its kit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path as FilePath

from kitgen.components.kit import PARTS, Part
from kitgen.components.preflight import check_components
from kitgen.diagnostics import Diagnostic, errors_in, in_reading_order
from kitgen.errors import PreflightError
from kitgen.exports.preview import PREVIEW_MARK, Previewed, preview_page
from kitgen.files import make_folder, require_writable, write_file
from kitgen.imposition.kit_sheets import DrawnKit, KitSheets, kit_sheets, preflight
from kitgen.imposition.options import PrintOptions
from kitgen.pipeline.building import KITS, draw
from kitgen.pipeline.loading import LoadedVariant
from kitgen.rulesheet.markdown import Block, parse
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.rulesheet.template import render
from kitgen.source.words import Words, load_words


@dataclass(frozen=True, slots=True)
class PreviewedKit:
    """A page that was written, and everything that was found, on it too."""

    file: FilePath
    diagnostics: tuple[Diagnostic, ...]

    @property
    def passes(self) -> bool:
        """Whether the kit could be built as well."""
        return not errors_in(self.diagnostics)


def preview(
    variant: LoadedVariant,
    *,
    printing: PrintOptions | None = None,
    language: str = "en",
    out: FilePath | None = None,
) -> PreviewedKit:
    """Write one HTML page that shows a kit: faces, sheets, parts, rules, and what was found.

    A kit that does not pass preflight gets its page too. Raises VariantError for art or templates that cannot be used,
    PreflightError for a document that is too long, UsageError for a language that there is not, FilesError for a file
    that cannot be written or is something else; then nothing is written.
    """
    options = printing or PrintOptions()
    file = out or KITS / f"{variant.game.id}-{variant.name}-{language}.html"
    words = load_words(variant.game.id, language, variant.folders)
    if out is not None or file.parent.is_dir():
        require_writable(file, "--out", ours=PREVIEW_MARK)
    drawn = draw(variant, options, words)
    sheets, left_out, too_large = _sheets(drawn, options, words)
    unprinted = [component for component in drawn.kit.components if component.part in left_out]
    found = [*preflight(sheets.parts), *check_components(unprinted)]
    noted = in_reading_order([*variant.diagnostics, *too_large, *drawn.findings])
    page = Previewed(
        drawn,
        sheets,
        list(_documents(variant, drawn, words)),
        options,
        variant.about,
        [*noted, *words.notes()],
        found,
    )
    data = preview_page(page, words)
    if out is None:
        make_folder(file.parent)
    write_file(file, data, "--out", ours=PREVIEW_MARK)
    findings = in_reading_order([*found, *too_large, *drawn.findings])
    return PreviewedKit(file, (*variant.diagnostics, *findings, *words.notes()))


def _sheets(
    drawn: DrawnKit, options: PrintOptions, words: Words
) -> tuple[KitSheets, tuple[Part, ...], tuple[Diagnostic, ...]]:
    """The sheets of all parts that the paper takes, the other parts, and why it does not take those."""
    try:
        return kit_sheets(drawn, options, words), (), ()
    except PreflightError:
        left_out, found = list[Part](), list[Diagnostic]()
        for part in PARTS:
            try:
                kit_sheets(drawn, options, words, [part])
            except PreflightError as fault:
                left_out.append(part)
                found += fault.diagnostics
        fitting = [part for part in PARTS if part not in left_out]
        return kit_sheets(drawn, options, words, fitting), tuple(left_out), tuple(found)


def _documents(variant: LoadedVariant, drawn: DrawnKit, words: Words) -> Iterator[tuple[RuleDocument, list[Block]]]:
    """Everything that there is to read, in words. Sheets to cut out are pieces of the kit, and texts as well."""
    made = {component.id for component in drawn.kit.components}
    documents = [document for document, _ in drawn.pages]
    known = {document.id for document in documents}
    every = variant.game.documents(variant.model, words, variant.art, drawn.unpressed)
    documents += [document for document in every if document.id in made - known]
    for document in documents:
        markdown, placeholders = render(variant.template_folders, document.template, words.language, document.context)
        yield document, parse(markdown, placeholders)
