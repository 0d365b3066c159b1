"""Printers' profiles: what `kitgen calibrate` measured, kept under a name in the user's configuration."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path as FilePath
from typing import Any

from platformdirs import user_config_path

from kitgen.diagnostics import did_you_mean, printable, shown
from kitgen.errors import FilesError, UsageError
from kitgen.files import make_folder, write_file
from kitgen.imposition.options import SIDES, Sides
from kitgen.imposition.paper import UNPRINTABLE, read_paper
from kitgen.units import MM

MOST_NAME = 60
"""Characters in a printer's name."""

FURTHEST_OFFSET = 20 * MM
"""No printer misses by more."""

WIDEST_MARGIN = 25 * MM
"""No printer leaves more white than that."""

RULER, SHORTEST_RULER, LONGEST_RULER = 100 * MM, 95 * MM, 105 * MM
"""The ruler that `kitgen calibrate` prints, and what may come of it; beyond that a dialog scales, not a printer."""


@dataclass(frozen=True, slots=True)
class Printer:
    """What is known of a printer: how its backs miss and what undoes it, how it scales, what it leaves white, and the
    paper and the sides that it prints. Lengths in micrometres."""

    back_offset: tuple[int, int] = (0, 0)
    scale: float = 1.0
    margin: int = UNPRINTABLE
    sides: Sides | None = None
    paper: str | None = None


def printers_file() -> FilePath:
    """Where the profiles are kept."""
    return user_config_path("kitgen") / "printers.json"


def read_printers() -> dict[str, Printer]:
    """Every saved printer by name; raises FilesError for a file that cannot be read."""
    file = printers_file()
    try:
        found = json.loads(file.read_bytes())
        return {str(name): _read(entry) for name, entry in found["printers"].items()}
    except FileNotFoundError:
        return {}
    except OSError as fault:
        raise FilesError(f"cannot read {shown(file)}: {fault.strerror}", "let yourself read it, or remove it") from None
    except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError, UsageError):
        hint = "mend it, or remove it and save your printers anew"
        raise FilesError(f"{shown(file)} is no file of printers; it stays as it is", hint) from None


def read_printer(name: str) -> Printer:
    """A printer by name; raises UsageError where there is none."""
    known, name = read_printers(), name.strip()
    if name not in known:
        listed = f"known: {', '.join(known)}" if known else "none is saved yet"
        hint = f"{did_you_mean(name, known)} {listed}; kitgen calibrate --save keeps one".strip()
        raise UsageError(f"there is no printer {printable(name)!r}", hint)
    return known[name]


def save_printer(name: str, changes: dict[str, Any]) -> Printer:
    """Keep a printer; what is not among the changes stays as it was saved. Raises UsageError, FilesError.

    Blanks round the name do not belong to it.
    """
    name = name.strip()
    if not name or len(name) > MOST_NAME or not name.isprintable():
        raise UsageError(f"{printable(name)!r} is no name for a printer", f"write 1 to {MOST_NAME} signs")
    known = read_printers()
    printer = replace(known.get(name, Printer()), **changes)
    _write(known | {name: printer})
    return printer


def forget_printer(name: str) -> None:
    """Remove a printer; raises UsageError where there is none."""
    read_printer(name)
    _write({other: printer for other, printer in read_printers().items() if other != name.strip()})


def _write(printers: dict[str, Printer]) -> None:
    file = printers_file()
    entries = {name: _entry(printer) for name, printer in sorted(printers.items())}
    text = json.dumps({"kitgen": 1, "printers": entries}, indent=2, ensure_ascii=False) + "\n"
    try:
        make_folder(file.parent)
        write_file(file, text, "--save")
    except FilesError as fault:
        raise FilesError(fault.message, "printers are kept there; let yourself write to it") from None


def _entry(printer: Printer) -> dict[str, Any]:
    return {
        "back_offset_mm": [length / MM for length in printer.back_offset],
        "scale": printer.scale,
        "margin_mm": printer.margin / MM,
        "sides": printer.sides,
        "paper": printer.paper,
    }


def _read(entry: Any) -> Printer:
    """A profile from its entry; raises ValueError, TypeError, KeyError or UsageError for one that is none."""
    right, down = (_within(entry_mm, -FURTHEST_OFFSET, FURTHEST_OFFSET) for entry_mm in entry["back_offset_mm"])
    scale = float(entry["scale"])
    sides, paper = entry["sides"], entry["paper"]
    if sides not in (None, *SIDES) or not RULER / LONGEST_RULER <= scale <= RULER / SHORTEST_RULER:
        raise ValueError
    if paper is not None:
        read_paper(paper)
    return Printer((right, down), scale, _within(entry["margin_mm"], UNPRINTABLE, WIDEST_MARGIN), sides, paper)


def _within(millimetres: Any, low: int, high: int) -> int:
    """A length that was written in millimetres; raises ValueError or TypeError where it is none, or out of range."""
    length = float(millimetres) * MM
    if not low <= length <= high:
        raise ValueError
    return round(length)
