"""What a kit costs to make, told before anything is written, and what other choices would change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from kitgen.components.kit import WIDEST_BLEED, Component, Face
from kitgen.components.press import Press
from kitgen.diagnostics import Diagnostic, errors_in, in_reading_order
from kitgen.draw.drawing import Group
from kitgen.draw.ink import Inker
from kitgen.errors import PreflightError
from kitgen.imposition.effort import Effort
from kitgen.imposition.grid import Grid, fits, grid_for
from kitgen.imposition.guide import paper_name
from kitgen.imposition.kit_sheets import kit_sheets, preflight
from kitgen.imposition.options import SIDES, PrintOptions
from kitgen.imposition.sheet import Label
from kitgen.imposition.sheets import impose
from kitgen.pipeline.building import WantedKit, prepare
from kitgen.pipeline.loading import LoadedVariant
from kitgen.source.faults import sizes_named_in
from kitgen.source.words import Words, load_words
from kitgen.units import MM, format_length, format_size

BLEEDS = (0, 2 * MM, 3 * MM, WIDEST_BLEED)


@dataclass(frozen=True, slots=True)
class Choice:
    """What another choice would make of the cards: how many a sheet takes, sheets, straight cuts. ``sheets`` is 0
    where not one card fits."""

    name: str
    per_sheet: int
    sheets: int
    cuts: int
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """A kit before it is written."""

    variant: LoadedVariant
    options: PrintOptions
    words: Words
    effort: Effort
    grids: tuple[Grid, ...]
    sizes: tuple[Choice, ...]
    sides: tuple[Choice, ...]
    bleeds: tuple[Choice, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


def plan(
    variant: LoadedVariant,
    *,
    printing: PrintOptions | None = None,
    language: str = "en",
    only: Sequence[str] = (),
    only_changed_from: LoadedVariant | None = None,
) -> Plan:
    """Draw and lay out a kit, write nothing, and try other card sizes, sides and bleeds.

    Raises what ``build`` raises for a kit that cannot be drawn or laid out.
    """
    options = printing or PrintOptions()
    words = load_words(variant.game.id, language, variant.folders)
    wanted = prepare(variant, options, words, only, only_changed_from)
    sheets = kit_sheets(wanted.drawn, options, words, wanted.parts)
    findings = in_reading_order([*preflight(sheets.parts), *wanted.drawn.findings])
    if errors_in(findings):
        raise PreflightError(f"{variant.name} does not pass preflight", findings)
    laid_out = [component for component in sheets.components if component.part in wanted.parts]
    cards = _unpressed_cards(wanted, laid_out)
    return Plan(
        variant,
        options,
        words,
        sheets.effort,
        tuple(grid_for(component, options) for component in laid_out if fits(component, options)),
        tuple(_size_choices(cards, options, sizes_named_in(variant.game.model))),
        tuple(_side_choices(cards, options)),
        tuple(_bleed_choices(cards, options)),
        (*variant.diagnostics, *findings, *words.notes()),
    )


def _unpressed_cards(wanted: WantedKit, laid_out: Sequence[Component]) -> list[Component]:
    """The cards that are wanted, as they were drawn, so that another press can be tried."""
    drawn = {component.id: {piece.id: piece for piece in component.pieces} for component in wanted.drawn.unpressed}
    return [
        replace(
            component,
            pieces=tuple(replace(drawn[component.id][piece.id], copies=piece.copies) for piece in component.pieces),
        )
        for component in laid_out
        if component.part == "cards"
    ]


def _size_choices(
    cards: Sequence[Component], options: PrintOptions, named: Mapping[str, tuple[int, int]]
) -> Iterator[Choice]:
    own = {component.size for component in cards}
    unnamed = [("as it is", size) for size in sorted(own - set(named.values()))]
    for name, size in [*named.items(), *unnamed]:
        if cards:
            sized = [card.with_faces(partial(_sized, size=size)) for card in cards]
            yield _choice(f"{name} ({format_size(size)})", sized, options, is_chosen=own == {size})


def _side_choices(cards: Sequence[Component], options: PrintOptions) -> Iterator[Choice]:
    for sides in SIDES:
        if any(component.two_sided for component in cards):
            yield _choice(sides, cards, replace(options, sides=sides), is_chosen=sides == options.sides)


def _bleed_choices(cards: Sequence[Component], options: PrintOptions) -> Iterator[Choice]:
    for bleed in sorted({*BLEEDS, options.bleed}):
        if any(piece.front.bleed for component in cards for piece in component.pieces):
            yield _choice(format_length(bleed), cards, replace(options, bleed=bleed), is_chosen=bleed == options.bleed)


def _sized(face: Face, size: tuple[int, int]) -> Face:
    """A face of another size: its ground is stretched, since only its colour at the edges counts."""
    wide, high = (
        (length + 2 * face.bleed) / (old + 2 * face.bleed)
        for length, old in zip(size, (face.width, face.height), strict=True)
    )
    ground = Group(face.background, (wide, 0, 0, high, face.bleed * (wide - 1), face.bleed * (high - 1)))
    return replace(face, width=size[0], height=size[1], background=(ground,) if face.background else ())


def _choice(name: str, cards: Sequence[Component], options: PrintOptions, *, is_chosen: bool) -> Choice:
    press = Press(Inker("full"), options.bleed)
    cards = [card.with_faces(press.face) for card in cards]
    try:
        sheets = impose(cards, options, Label("", {"front": "", "back": ""}), "")
        per_sheet = min(grid_for(component, options).per_sheet for component in cards)
    except PreflightError:
        return Choice(name, 0, 0, 0)
    fronts = [sheet for sheet in sheets if sheet.side == "front"]
    return Choice(name, per_sheet, len(fronts), sum(sheet.cuts.count for sheet in fronts), is_chosen)


def tell_plan(found: Plan) -> str:
    """A plan for the terminal."""
    return "\n".join([*_told_effort(found), *_told_grids(found), *_told_choices(found)]) + "\n"


def _told_effort(found: Plan) -> Iterator[str]:
    kit, options, whole = found.variant, found.options, found.effort
    yield f"{kit.model.title} ({kit.name}) on {paper_name(found.words, options.paper)}; nothing is written"
    yield ""
    yield f"{'part':<8}{'sheets':>8}{'sides':>7}{'pieces':>8}{'faces':>7}{'cuts':>6}{'outlines':>10}"
    for part in whole.parts:
        sides = "both" if part.both_sides else "one"
        cells = [f"{number or '–':>{width}}" for number, width in
                 ((part.pieces, 8), (part.faces, 7), (part.cuts, 6), (part.outlines, 10))]  # fmt: skip
        yield f"{part.part:<8}{part.sheets:>8}{sides:>7}{''.join(cells)}"
    pieces = sum(part.pieces for part in whole.parts)
    faces = sum(part.faces for part in whole.parts)
    yield f"{'all':<8}{whole.sheets:>8}{'':>7}{pieces:>8}{faces:>7}{whole.cuts:>6}{whole.outlines or '–':>10}"
    yield ""
    stocks = [f"{sheets} of {found.words(f'stocks.{stock}')}" for stock, sheets in whole.stocks.items()]
    yield f"Sheets: {'; '.join(stocks)}"


def _told_grids(found: Plan) -> Iterator[str]:
    for grid in found.grids:
        component = grid.lay.component
        way = "on their side" if grid.lay.turn else "on a sheet on its side" if _lies(grid) else "upright"
        yield f"{component.title}: {format_size(component.size)}, {way}, {grid.per_sheet} on a sheet"


def _lies(grid: Grid) -> bool:
    return grid.paper.width > grid.paper.height


def _told_choices(found: Plan) -> Iterator[str]:
    tables = (("card size", found.sizes), ("--sides", found.sides), ("--bleed", found.bleeds))
    if any(choices for _, choices in tables):
        yield ""
        yield "What other choices would make of the cards (* is this one)"
    for title, choices in tables:
        if choices:
            yield ""
            yield f"  {title:<34}{'a sheet':>8}{'sheets':>8}{'cuts':>6}"
        for choice in choices:
            mark = "*" if choice.is_chosen else " "
            figures = f"{choice.per_sheet:>8}{choice.sheets:>8}{choice.cuts:>6}" if choice.sheets else "  does not fit"
            yield f"{mark} {choice.name:<34}{figures}"
    if found.sizes and not found.bleeds:
        yield ""
        yield "  --bleed changes no sheet: the fronts have a border and share their cuts"
