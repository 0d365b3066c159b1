"""Printers' profiles: what `kitgen calibrate` measured, kept under a name in the user's configuration."""

from __future__ import annotations

import json
import stat
import unicodedata
from collections.abc import Callable, Mapping
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

MOST_BYTES = 1_000_000
"""No printers fill more."""


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
    """Every saved printer by name, but for those whose entries are wrong; raises FilesError for a file that is."""
    return {name: found for name, found in kept_printers().items() if isinstance(found, Printer)}


def kept_printers() -> dict[str, Printer | str]:
    """Every saved printer by name, or what is wrong with its entry; raises FilesError for a file that is no such."""
    return {name: _read(entry) for name, entry in _entries().items()}


def read_printer(name: str) -> Printer:
    """A printer by name; raises UsageError where there is none, FilesError for an entry that is wrong."""
    known, name = kept_printers(), plain_name(name)
    _require(name, known)
    return _sound(name, known[name])


def save_printer(name: str, changes: dict[str, Any]) -> Printer:
    """Keep a printer; what is not among the changes stays as it was saved. Raises UsageError, FilesError.

    Blanks round the name do not belong to it.
    """
    name = plain_name(name)
    _require_name(name)
    entries = _entries()
    printer = replace(_sound(name, _read(entries[name])) if name in entries else Printer(), **changes)
    _write(entries | {name: _entry(printer)})
    return printer


def forget_printer(name: str) -> None:
    """Remove a printer, sound or not; raises UsageError where there is none."""
    entries, name = _entries(), plain_name(name)
    _require(name, entries)
    _write({other: entry for other, entry in entries.items() if other != name})


def plain_name(name: str) -> str:
    """A name without blanks round it, and with each accented letter as one sign, however it was typed."""
    return unicodedata.normalize("NFC", name).strip()


def _require_name(name: str) -> None:
    """Raises UsageError for what cannot name a printer."""
    message = f"{printable(name)!r} is no name for a printer"
    if unseen := [sign for sign in name if not sign.isprintable()]:
        raise UsageError(f"{message}: its sign U+{ord(unseen[0]):04X} does not print", "write it without that sign")
    if not 0 < len(name) <= MOST_NAME:
        raise UsageError(message, f"write 1 to {MOST_NAME} signs")


def _require(name: str, known: Mapping[str, object]) -> None:
    """Raises UsageError for a printer that is not among those that are kept."""
    if name not in known:
        listed = f"known: {', '.join(map(shown, known))}" if known else "none is saved yet"
        hint = f"{did_you_mean(name, known)} {listed}; kitgen calibrate --save keeps one".strip()
        raise UsageError(f"there is no printer {printable(name)!r}", hint)


def _sound(name: str, found: Printer | str) -> Printer:
    """What was read, if it is a printer; raises FilesError."""
    if isinstance(found, Printer):
        return found
    message = f"the printer {printable(name)!r} in {shown(printers_file())} is wrong: {found}"
    raise FilesError(message, "mend it there, or remove it with kitgen calibrate --forget and save it anew")


def _entries() -> dict[str, Any]:
    """What the file says, an entry a name, right or wrong; raises FilesError where it is no file of printers."""
    file = printers_file()
    hint = "mend it, or remove it and save your printers anew"
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):
            raise FilesError(f"{shown(file)} is no plain file", "remove it, and save your printers anew")
        if status.st_size > MOST_BYTES:
            raise FilesError(f"{shown(file)} has more than {MOST_BYTES:,} bytes, which no printers need", hint)
        return {plain_name(name): entry for name, entry in json.loads(file.read_bytes())["printers"].items()}
    except FileNotFoundError:
        return {}
    except OSError as fault:
        raise FilesError(f"cannot read {shown(file)}: {fault.strerror}", "let yourself read it, or remove it") from None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise FilesError(f"{shown(file)} is no file of printers; it stays as it is", hint) from None


def _write(entries: dict[str, Any]) -> None:
    file = printers_file()
    text = json.dumps({"kitgen": 1, "printers": dict(sorted(entries.items()))}, indent=2, ensure_ascii=False) + "\n"
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


def _read(entry: Any) -> Printer | str:
    """A printer from its entry, or what is wrong with that."""
    values: dict[str, Any] = {}
    for key, read in _READERS.items():
        try:
            values[key.removesuffix("_mm")] = read(entry[key])
        except (ValueError, TypeError, KeyError, ArithmeticError, UsageError):
            return f"{key} is missing, or makes no sense"
    return Printer(**values)


def _read_offset(found: Any) -> tuple[int, int]:
    if not isinstance(found, list):
        raise TypeError
    right, down = (_within(millimetres, -FURTHEST_OFFSET, FURTHEST_OFFSET) for millimetres in found)
    return right, down


def _read_scale(found: Any) -> float:
    """A scale; that of the shortest ruler is rounded, so its ruler is compared, in whole micrometres."""
    scale = _number(found)
    if not SHORTEST_RULER <= round(RULER / scale) <= LONGEST_RULER:
        raise ValueError
    return scale


def _read_sides(found: Any) -> Sides | None:
    if found is None:
        return None
    return SIDES[SIDES.index(found)]


def _read_paper(found: Any) -> str | None:
    if not isinstance(found, str | None):
        raise TypeError
    return None if found is None else read_paper(found).name


def _within(millimetres: Any, low: int, high: int) -> int:
    """A length that was written in millimetres; raises ValueError or TypeError where it is none, or out of range."""
    length = round(_number(millimetres) * MM)
    if not low <= length <= high:
        raise ValueError
    return length


def _number(found: Any) -> float:
    """A number as JSON writes it; raises TypeError for a text, and for true, which Python takes for 1."""
    if isinstance(found, bool) or not isinstance(found, int | float):
        raise TypeError
    return float(found)


_READERS: dict[str, Callable[[Any], object]] = {
    "back_offset_mm": _read_offset,
    "scale": _read_scale,
    "margin_mm": lambda found: _within(found, UNPRINTABLE, WIDEST_MARGIN),
    "sides": _read_sides,
    "paper": _read_paper,
}
"""What an entry holds, each under the name of a printer's value, and ``_mm`` where it is in millimetres."""
