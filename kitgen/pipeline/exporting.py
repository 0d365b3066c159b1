"""From a variant to the forms that print services, cutting machines and virtual tables take."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path as FilePath
from typing import Any

from kitgen.components.kit import PARTS, WIDEST_BLEED, Component, Part
from kitgen.components.preflight import check_components
from kitgen.diagnostics import Diagnostic, errors_in, in_reading_order
from kitgen.errors import PreflightError, UsageError
from kitgen.exports.backs import with_backs
from kitgen.exports.cutting import CUT_PARTS, cut_files
from kitgen.exports.danger import dangers
from kitgen.exports.mpc_order import STOCKS, order_files
from kitgen.exports.names import safe_name
from kitgen.exports.pictures import (
    LEAST_DPI,
    MOST_DPI,
    Pictured,
    all_components,
    picture_entries,
    picture_files,
    plain_pictures,
    service_pictures,
    without_dice,
)
from kitgen.exports.playing_cards_io import pcio_files
from kitgen.exports.print_shop import PRINT_SHOPS, deck_pages
from kitgen.exports.services import SERVICES, Service
from kitgen.exports.tabletop_simulator import tts_files
from kitgen.imposition.kit_sheets import DrawnKit
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.paper import Paper, read_paper
from kitgen.pipeline.building import KITS, draw, parts_of
from kitgen.pipeline.loading import LoadedVariant
from kitgen.pipeline.printing import choose, read_length
from kitgen.render.folder import MARKER, kit_files, require_folder, write_folder
from kitgen.render.pdf import Metadata, write_pdf
from kitgen.source.words import Words, load_words
from kitgen.units import MM

ROUNDEST_CORNER = 6 * MM
"""A rounder one would cut into what is printed in the corners of cards."""

Files = Iterable[tuple[str, bytes]]


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export wrote, and what its author should know."""

    folder: FilePath
    manifest: dict[str, Any]
    diagnostics: tuple[Diagnostic, ...]
    gone: tuple[str, ...] = ()
    """Files of what was in the folder before, which are there no longer."""


@dataclass(frozen=True, slots=True)
class _Source:
    """A drawn variant, and where its export goes."""

    variant: LoadedVariant
    words: Words
    drawn: DrawnKit
    folder: FilePath

    def write(
        self, form: str, files: Files, names: Iterable[str], entry: dict[str, Any], findings: Iterable[Diagnostic]
    ) -> Exported:
        """Write an export and its manifest into its folder."""
        kit = self.drawn.kit
        manifest = {
            "kitgen": 1,
            "form": form,
            "game": kit.game,
            "variant": kit.variant,
            "title": kit.title,
            "digest": kit.digest,
            "language": self.words.language,
            "files": sorted(names),
            **entry,
        }
        told = (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode()
        gone = tuple(sorted(kit_files(self.folder) - {*manifest["files"], MARKER}))
        write_folder(self.folder, chain(files, [(MARKER, told)]), form)
        notes = in_reading_order([*findings, *(note for note in self.drawn.findings if note.code != "no-box")])
        return Exported(self.folder, manifest, (*self.variant.diagnostics, *notes, *self.words.notes()), gone)


def _source(
    variant: LoadedVariant, form: str, language: str, paper: Paper, out: FilePath | None, kind: str = ""
) -> _Source:
    """Draw a variant for an export that is called ``form``, one of a ``kind``, after a look at its folder."""
    folder = out or KITS / f"{variant.game.id}-{variant.name}-{form}-{language}"
    require_folder(folder, kind or form)
    words = load_words(variant.game.id, language, variant.folders)
    drawn = draw(variant, PrintOptions(paper=paper, bleed=WIDEST_BLEED), words)
    if errors_in(drawn.findings):
        raise PreflightError(f"{variant.name} does not pass preflight", drawn.findings)
    return _Source(variant, words, drawn, folder)


def _checked(variant: LoadedVariant, components: Sequence[Component]) -> list[Diagnostic]:
    """The preflight of what is exported; raises PreflightError."""
    findings = check_components(components)
    if errors_in(findings):
        raise PreflightError(f"{variant.name} does not pass preflight", findings)
    return findings


def export_png(
    variant: LoadedVariant,
    *,
    preset: str | None = None,
    dpi: int | None = None,
    bleed: str | None = None,
    paper: str | None = None,
    stock: str | None = None,
    language: str = "en",
    only: Sequence[str] = (),
    out: FilePath | None = None,
    done: Callable[[int], None] | None = None,
) -> Exported:
    """Write each face as a PNG: at a resolution and with a bleed, or as a service wants it (``preset``).

    ``stock`` is the card that an order names, ``paper`` what documents are set for; ``done`` is told of each picture.
    Raises UsageError for what does not exist or does not go together, PreflightError, FilesError.
    """
    service = None if preset is None else SERVICES[choose(preset, tuple(SERVICES), "preset")]
    _require_free(service, dpi=dpi, bleed=bleed, paper=paper, stock=stock)
    resolution = _read_dpi(300 if dpi is None else dpi)
    beyond = read_length("0mm" if bleed is None else bleed, "--bleed", 0, WIDEST_BLEED)
    on_stock = choose(stock or "s30", tuple(STOCKS), "--stock")
    parts = _parts(only, service)
    on_paper = read_paper(service.paper if service else "a4" if paper is None else paper)
    source = _source(variant, preset or "png", language, on_paper, out, "png")
    components = all_components(source.drawn, parts)
    if not components:
        raise UsageError(f"there is nothing to draw of {', '.join(parts)}")
    orders: dict[str, bytes] = {}
    notes: list[Diagnostic] = []
    if service is None:
        wanted = plain_pictures(components, resolution, beyond)
    else:
        wanted, notes = service_pictures(_for_service(components, service), service)
    if service is not None and service.orders:
        orders = order_files(wanted, on_stock, service.most)
    notes += _checked(variant, [one.component for one in wanted])
    names = dict.fromkeys(name for one in wanted for name in one.files)
    files = chain(_counted(picture_files(wanted), done), orders.items())
    entry: dict[str, Any] = {
        "preset": preset,
        "dpi": resolution,
        "bleed_mm": None if service else beyond / MM,
        "components": picture_entries(wanted),
        "left_out": _left_out(all_components(source.drawn, parts if only else PARTS), wanted),
    }
    return source.write("png", files, [*names, *orders], entry, notes)


def _for_service(components: Sequence[Component], service: Service) -> list[Component]:
    """What a service is shown: no nets of dice; with backs where it prints both sides of every card."""
    shown = without_dice(components)
    return [with_backs(component) for component in shown] if service.orders else shown


def _left_out(components: Sequence[Component], wanted: Sequence[Pictured]) -> list[str]:
    """The titles of what was asked for and is not made."""
    made = {one.component.id for one in wanted}
    return [component.title for component in components if component.id not in made]


def _require_free(service: Service | None, *, stock: str | None, **given: object) -> None:
    """Refuse options that a preset decides, and the one that only an order has."""
    if stock is not None and not (service and service.orders):
        raise UsageError("--stock goes with --preset mpc only", "leave it out")
    decided = [name for name, value in given.items() if value is not None]
    if service is not None and decided:
        raise UsageError(f"--preset {service.id} decides --{decided[0]}", f"leave out --{decided[0]}, or the preset")


def _read_dpi(dpi: int) -> int:
    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise UsageError(f"--dpi: {dpi:,} is out of range", f"allowed is {LEAST_DPI} to {MOST_DPI:,}; print needs 300")
    return dpi


def _parts(only: Sequence[str], service: Service | None) -> list[Part]:
    parts = parts_of(only)
    if service is None:
        return parts
    made = [part for part in parts if part in service.parts]
    if only and len(made) < len(parts):
        missing = next(part for part in parts if part not in service.parts)
        raise UsageError(f"{service.title} does not make {missing}", f"it makes {', '.join(service.parts)}")
    return made


def _counted(files: Files, done: Callable[[int], None] | None) -> Iterator[tuple[str, bytes]]:
    for file in files:
        yield file
        if done is not None:
            done(1)


def export_pdf(
    variant: LoadedVariant,
    *,
    preset: str = "any",
    language: str = "en",
    out: FilePath | None = None,
) -> Exported:
    """Write each deck of cards as one PDF for a print shop: a page a side, with bleed, in the four inks of a press.

    Raises UsageError for a shop that nobody knows and a variant without cards, PreflightError, FilesError.
    """
    shop = PRINT_SHOPS[choose(preset, tuple(PRINT_SHOPS), "preset")]
    form = "pdf" if shop.id == "any" else shop.id
    source = _source(variant, form, language, read_paper("a4"), out, "pdf")
    decks = [with_backs(component) for component in source.drawn.kit.components if component.part == "cards"]
    if not decks:
        raise UsageError(f"{variant.name} has no cards", "print it at home with kitgen build")
    notes = _checked(variant, decks)
    for deck in decks:
        notes += dangers(deck, deck.size, shop.danger, shop.title)
    kit = source.drawn.kit
    names = {deck.id: f"{safe_name(deck.id)}-cmyk.pdf" for deck in decks}
    files = {
        names[deck.id]: write_pdf(
            deck_pages(deck, shop),
            Metadata(f"{kit.title} – {deck.title}", f"{kit.game}/{kit.variant} {kit.digest}", language),
            "cmyk",
        )
        for deck in decks
    }
    entry: dict[str, Any] = {
        "preset": preset,
        "order": shop.order,
        "bleed_mm": shop.bleed / MM,
        "colours": "DeviceCMYK by formula, 200 % of ink at most; not PDF/X",
        "components": [
            {"id": deck.id, "title": deck.title, "file": names[deck.id], "cards": deck.count} for deck in decks
        ],
    }
    return source.write("pdf", files.items(), files, entry, notes)


def export_cut(
    variant: LoadedVariant,
    *,
    paper: str = "a4",
    bleed: str = "1mm",
    corners: str | None = None,
    language: str = "en",
    only: Sequence[str] = (),
    out: FilePath | None = None,
) -> Exported:
    """Write sheets with registration marks, and what a cutting machine cuts and scores of each, as SVG and DXF.

    ``corners`` is the radius of cards' corners. Raises UsageError for what does not exist, PreflightError where nothing
    fits between the marks, FilesError.
    """
    on_paper = read_paper(paper)
    beyond = read_length(bleed, "--bleed", 0, WIDEST_BLEED)
    radius = None if corners is None else read_length(corners, "--corners", 0, ROUNDEST_CORNER)
    parts = [choose(part, CUT_PARTS, "part to cut") for part in only]
    source = _source(variant, f"cut-{on_paper.name}", language, on_paper, out, "cut")
    notes = _checked(variant, [one for one in source.drawn.kit.components if one.part in (parts or CUT_PARTS)])
    made = cut_files(source.drawn, on_paper, source.words, bleed=beyond, corners=radius, only=parts)
    entry = {
        "paper": on_paper.name,
        "paper_mm": [on_paper.width / MM, on_paper.height / MM],
        "bleed_mm": beyond / MM,
        "sheets": made.sheets,
        "left_out": made.left_out,
    }
    return source.write("cut", made.files.items(), made.files, entry, [*notes, *made.findings])


def export_tts(
    variant: LoadedVariant,
    *,
    images_at: str | None = None,
    language: str = "en",
    out: FilePath | None = None,
) -> Exported:
    """Write a saved object of Tabletop Simulator that sets the whole game up, and its pictures.

    ``images_at`` is the address under which the pictures will be found; without it they are read from the folder, which
    only this computer can. Raises UsageError for what is no address, PreflightError, FilesError.
    """
    source = _source(variant, "tts", language, read_paper("a4"), out)
    notes = _checked(variant, source.drawn.kit.components)
    address = source.folder.resolve().as_uri() if images_at is None else images_at
    made = tts_files(source.drawn, source.words, address, variant.template_folders)
    entry = {"images_at": images_at, "components": made.objects}
    return source.write("tts", made.files.items(), made.files, entry, [*notes, *made.findings])


def export_pcio(
    variant: LoadedVariant, *, images_at: str | None, language: str = "en", out: FilePath | None = None
) -> Exported:
    """Write a table of each deck for PlayingCards.io, and pictures of all faces, to be put at ``images_at``.

    Raises UsageError for what is no public address, PreflightError, FilesError.
    """
    if images_at is None:
        message = "PlayingCards.io fetches pictures from the web, so it must know where they will be"
        raise UsageError(message, "say where you will put them, with --images-at https://…")
    source = _source(variant, "pcio", language, read_paper("a4"), out)
    notes = _checked(variant, source.drawn.kit.components)
    made = pcio_files(source.drawn, images_at)
    entry = {"images_at": images_at, "components": made.objects}
    return source.write("pcio", made.files.items(), made.files, entry, [*notes, *made.findings])
