"""Calibrating a printer: the sheet that measures it, and the profile of what was read from the sheet."""

from __future__ import annotations

import shlex
import unicodedata
from pathlib import Path as FilePath
from typing import Any

from kitgen.diagnostics import one_of, printable, shown
from kitgen.errors import UsageError
from kitgen.files import make_folder, write_file
from kitgen.imposition.calibration import CALIBRATED, calibration_sheets, save_command
from kitgen.imposition.options import SIDES, PrintOptions
from kitgen.imposition.paper import UNPRINTABLE, read_paper
from kitgen.pipeline.printers import (
    LONGEST_RULER,
    RULER,
    SHORTEST_RULER,
    WIDEST_MARGIN,
    Printer,
    kept_printers,
    plain_name,
    printers_file,
    save_printer,
)
from kitgen.pipeline.printing import choose, read_length, read_offset
from kitgen.render.pdf import Metadata, write_pdf
from kitgen.source.words import load_words
from kitgen.units import format_length

SUBJECT = "kitgen calibrate"
"""What a calibration sheet says that it is; only such a file is replaced."""

_PRINTED = {
    "duplex-long": "both pages on one sheet, flipped on the long edge",
    "duplex-short": "both pages on one sheet, flipped on the short edge",
    "separate": "page 1, then page 2 on the same sheet, turned over its long edge",
}


def calibrate(
    printing: PrintOptions | None = None,
    *,
    language: str = "en",
    out: FilePath | None = None,
    sides_of: str | None = None,
) -> FilePath:
    """Write the PDF of the two pages that measure a printer, and say where it is.

    It is printed with the back offset of ``printing``, but never scaled, so that its rulers measure the printer itself.
    ``sides_of`` is the printer whose profile says the sides, if one does; a refusal names it. Raises UsageError for
    sides without backs, for small paper and for an unknown language, FilesError for a file that cannot be written or is
    something else.
    """
    options = printing or PrintOptions()
    if sides_of is not None and options.sides not in CALIBRATED:
        kept = f"the printer {printable(plain_name(sides_of))!r} is kept with sides {options.sides}"
        hint = f"to measure its backs, add --sides {one_of(CALIBRATED)}"
        raise UsageError(f"{kept}, which print nothing on the back of a sheet", hint)
    words = load_words("shared", language)
    pdf = write_pdf(calibration_sheets(options, words), Metadata(words("calibrate.title"), SUBJECT, language))
    file = out or FilePath("out") / f"calibrate-{options.paper.name}.pdf"
    make_folder(file.parent)
    write_file(file, pdf, "--out", ours=f"/Subject ({SUBJECT})".encode())
    return file


def keep_printer(
    name: str,
    *,
    back_offset: str | None = None,
    ruler: str | None = None,
    margin: str | None = None,
    sides: str | None = None,
    paper: str | None = None,
) -> Printer:
    """Keep what was read from the sheet, as it is typed, under a printer's name; what is not said stays as it was.

    ``ruler`` is what the printed 100 mm measure. Raises UsageError for a value that means nothing and where there is
    none, FilesError where profiles cannot be kept.
    """
    changes: dict[str, Any] = {}
    if back_offset is not None:
        changes["back_offset"] = read_offset(back_offset)
    if ruler is not None:
        changes["scale"] = round(RULER / read_length(ruler, "--ruler", SHORTEST_RULER, LONGEST_RULER), 6)
    if margin is not None:
        changes["margin"] = read_length(margin, "--margin", UNPRINTABLE, WIDEST_MARGIN)
    if sides is not None:
        changes["sides"] = choose(sides, SIDES, "--sides")
    if paper is not None:
        changes["paper"] = read_paper(paper).name
    if not changes:
        hint = "add what you know: --back-offset, --ruler, --margin, --sides or --paper"
        raise UsageError("there is nothing to keep", hint)
    return save_printer(name, changes)


def tell_calibration(file: FilePath, options: PrintOptions, printer: str | None = None) -> str:
    """What to do with a sheet that was written, in four lines."""
    command = save_command(options, _quoted(printer or "my printer"))
    return (
        f"{shown(file)} is there. Print it at 100 %, never fit to page: {_PRINTED[options.sides]}.\n"
        "Hold it against the light: the ring with a dot right in its middle tells how backs must move.\n"
        "Measure its rulers, and see which lines at its edges are printed whole; the sheet says what for.\n"
        f"Then keep what you found, for example: {shown(command)}\n"
    )


def tell_kept(name: str, printer: Printer) -> str:
    """What is kept of a printer, and how to use it."""
    quoted = _quoted(plain_name(name))
    lines = [f"{quoted} is kept in {shown(printers_file())}:"]
    lines += [f"  {what:<8}{value}" for what, value in _figures(printer).items()]
    lines.append(f"Print with it: kitgen build classic --printer {quoted}")
    if printer.sides in (None, *CALIBRATED):
        lines.append(f"See whether backs lie right now: kitgen calibrate --printer {quoted}")
    return "\n".join(lines) + "\n"


def tell_printers() -> str:
    """The printers that are kept as text, a line each; those whose entries are wrong say so. Raises FilesError."""
    printers = {shown(name): found for name, found in kept_printers().items()}
    if not printers:
        return "no printer is kept yet; kitgen calibrate begins\n"
    widest = max(map(_columns, printers))
    lines = [f"{name}{' ' * (widest - _columns(name))}  {_summary(found)}\n" for name, found in printers.items()]
    return "".join(lines)


def _columns(text: str) -> int:
    """How many columns of a terminal a text takes: wide signs take two, accents that stand on others none."""
    seen = [sign for sign in text if unicodedata.category(sign) not in ("Mn", "Me")]
    return len(seen) + sum(unicodedata.east_asian_width(sign) in "WF" for sign in seen)


def _summary(found: Printer | str) -> str:
    if isinstance(found, str):
        return f"is wrong in {shown(printers_file())}: {found}"
    return "; ".join(f"{what} {value}" for what, value in _figures(found).items())


def _figures(printer: Printer) -> dict[str, str]:
    (right, down), figures = printer.back_offset, {"scale": f"{printer.scale:.2%}".replace("%", " %")}
    across = f"{format_length(abs(right))} to the {'right' if right >= 0 else 'left'}"
    figures = {"backs": f"{across}, {format_length(abs(down))} {'down' if down >= 0 else 'up'}"} | figures
    figures["margin"] = format_length(printer.margin)
    return figures | {what: value for what in ("sides", "paper") if (value := getattr(printer, what))}


def _quoted(name: str) -> str:
    """A name as it is typed in any shell, if its signs allow."""
    return shlex.quote(name) if set(name) & set('"\\$`!%') else f'"{name}"'
