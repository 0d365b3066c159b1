"""What a person at a printer types → print options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from kitgen.components.boxes import SLEEVES
from kitgen.components.kit import WIDEST_BLEED
from kitgen.diagnostics import did_you_mean, printable
from kitgen.draw.ink import INKS
from kitgen.errors import UsageError
from kitgen.imposition.correction import margin_for_scale
from kitgen.imposition.options import BOARDS, MARKS, SIDES, PrintOptions
from kitgen.imposition.paper import read_paper
from kitgen.pipeline.printers import FURTHEST_OFFSET, Printer, read_printer
from kitgen.units import MM, format_length, parse_length

THINNEST_CARD, THICKEST_CARD = MM // 20, 3 * MM

_Word = TypeVar("_Word", bound=str)


def print_options(
    *,
    paper: str | None = None,
    sides: str | None = None,
    marks: str = "crop",
    bleed: str = "3mm",
    boards: str = "sections",
    booklet: bool = False,
    ink: str = "full",
    large_print: bool = False,
    card_thickness: str = "0.3mm",
    sleeves: str = "none",
    back_offset: str | None = None,
    printer: str | None = None,
) -> PrintOptions:
    """Options from words and lengths as they are typed; what is not said comes from the printer's profile, or is usual.

    Raises UsageError for a word or a length that means nothing, and for a printer that nobody has saved.
    """
    profile = Printer() if printer is None else read_printer(printer)
    on_paper = read_paper(paper if paper is not None else profile.paper or "a4")
    options = PrintOptions(
        paper=on_paper,
        sides=choose(sides if sides is not None else profile.sides or "duplex-long", SIDES, "--sides"),
        marks=choose(marks, MARKS, "--marks"),
        bleed=read_length(bleed, "--bleed", 0, WIDEST_BLEED),
        boards=choose(boards, BOARDS, "--boards"),
        booklet=booklet,
        ink=choose(ink, INKS, "--ink"),
        large_print=large_print,
        card_thickness=read_length(card_thickness, "--card-thickness", THINNEST_CARD, THICKEST_CARD),
        sleeves=choose(sleeves, SLEEVES, "--sleeves"),
        margin=margin_for_scale(on_paper, profile.margin, profile.scale),
        back_offset=profile.back_offset if back_offset is None else read_offset(back_offset),
        scale=profile.scale,
        printer=printer or "",
    )
    if booklet and not options.prints_backs:
        raise UsageError("a booklet has something on both sides", "leave out --booklet, or choose other --sides")
    return options


def choose(word: str, known: Sequence[_Word], what: str) -> _Word:
    """One of some words, which are called ``what``; raises UsageError."""
    for one in known:
        if one == word:
            return one
    hint = f"{did_you_mean(word, known)} known: {', '.join(known)}".strip()
    raise UsageError(f"there is no {what} {printable(word)!r}", hint)


def read_length(text: str, option: str, low: int, high: int) -> int:
    """A length in a range; raises UsageError."""
    try:
        length = parse_length(text)
    except ValueError as problem:
        raise UsageError(f"{option}: {problem}") from None
    if not low <= length <= high:
        allowed = f"allowed is {format_length(low)} to {format_length(high)}"
        raise UsageError(f"{option}: {format_length(length)} is out of range", allowed)
    return length


def read_offset(text: str) -> tuple[int, int]:
    """How far backs move, to the right and down, as ``1.5mm,-0.8mm``; raises UsageError."""
    typed = text.replace("−", "-")  # the minus that the calibration sheet prints
    parts = typed.split(",")
    if len(parts) != 2:
        meant = re.sub(r"(\d),(?=\d)", r"\1.", typed)
        if meant.count(",") == 1:
            raise UsageError(f"--back-offset: {printable(text)!r} has commas in its numbers", f"write {meant!r}")
        hint = "write two lengths with their units, to the right and down, such as 1.5mm,-0.8mm"
        raise UsageError(f"--back-offset: {printable(text)!r} is not two lengths", hint)
    right, down = (read_length(part, "--back-offset", -FURTHEST_OFFSET, FURTHEST_OFFSET) for part in parts)
    return right, down
