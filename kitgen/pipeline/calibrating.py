"""Calibrating a printer: the sheet that measures it, and the profile of what was read from the sheet."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any

from kitgen.diagnostics import shown
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


def calibrate(printing: PrintOptions | None = None, *, language: str = "en", out: FilePath | None = None) -> FilePath:
    """Write the PDF of the two pages that measure a printer, and say where it is.

    It is printed with the back offset of ``printing``, but never scaled, so that its rulers measure the printer itself.
    Raises UsageError for sides without backs, for small paper and for an unknown language, FilesError for a file that
    cannot be written or is something else.
    """
    options = printing or PrintOptions()
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
    quoted = _quoted(name.strip())
    lines = [f"{quoted} is kept in {shown(printers_file())}:"]
    lines += [f"  {what:<8}{value}" for what, value in _figures(printer).items()]
    lines.append(f"Print with it: kitgen build classic --printer {quoted}")
    if printer.sides in (None, *CALIBRATED):
        lines.append(f"See whether backs lie right now: kitgen calibrate --printer {quoted}")
    return "\n".join(lines) + "\n"


def tell_printers(printers: Mapping[str, Printer]) -> str:
    """Printers as text, a line each."""
    if not printers:
        return "no printer is kept yet; kitgen calibrate begins\n"
    widest = max(map(len, printers))
    return "".join(
        f"{name:<{widest}}  {'; '.join(f'{what} {value}' for what, value in _figures(printer).items())}\n"
        for name, printer in printers.items()
    )


def _figures(printer: Printer) -> dict[str, str]:
    (right, down), figures = printer.back_offset, {"scale": f"{printer.scale:.2%}".replace("%", " %")}
    across = f"{format_length(abs(right))} to the {'right' if right >= 0 else 'left'}"
    figures = {"backs": f"{across}, {format_length(abs(down))} {'down' if down >= 0 else 'up'}"} | figures
    figures["margin"] = format_length(printer.margin)
    return figures | {what: value for what in ("sides", "paper") if (value := getattr(printer, what))}


def _quoted(name: str) -> str:
    """A name as it is typed in any shell, if its signs allow."""
    return shlex.quote(name) if set(name) & set('"\\$`!%') else f'"{name}"'
