"""Lengths: integer micrometres inside, a number with a unit in text.

One inch is exactly 25,400 µm, so inch sizes stay exact. Points exist only as the unit of type sizes and in
render/pdf; :data:`MICROMETRES_PER_POINT` is the one place where the two meet.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal

MM = 1_000
"""One millimetre in micrometres."""

INCH = 25_400
"""One inch in micrometres."""

MICROMETRES_PER_POINT = INCH / 72

MAX_LENGTH = 10_000 * MM
"""Ten metres: no paper, card or board is longer."""

_UNITS = {"mm": Decimal(1_000), "cm": Decimal(10_000), "in": Decimal(25_400), "pt": Decimal(25_400) / 72}
_LENGTH = re.compile(r"(-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+))\s*([a-zA-Z]*)")


def parse_length(text: str) -> int:
    """Read a length such as ``63.5mm``, ``2.5in`` or ``7 cm`` as micrometres.

    Raises ValueError with a sentence that says what is wrong and how to write it.
    """
    cleaned = text.strip()
    text = text if len(text) <= 30 else f"{text[:29]}…"
    if re.search(r"\d,\d", cleaned):
        raise ValueError(f"{text!r} has a comma; write a point, as in {cleaned.replace(',', '.')!r}")
    match = _LENGTH.fullmatch(cleaned)
    if match is None:
        raise ValueError(f"{text!r} is no length; write a number and a unit, such as 63.5mm or 2.5in")
    number, unit = match.groups()
    if not unit:
        raise ValueError(f"{text!r} has no unit; write {number}mm or {number}in")
    if unit.lower() not in _UNITS:
        raise ValueError(f"{text!r} has the unknown unit {unit!r}; known are {', '.join(_UNITS)}")
    exact = Decimal(number) * _UNITS[unit.lower()]
    if abs(exact) > MAX_LENGTH:
        raise ValueError(f"{text!r} is longer than ten metres")
    return int(exact.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def format_length(micrometres: int) -> str:
    """Write micrometres as millimetres without needless zeros: ``63.5 mm``."""
    return f"{Decimal(micrometres) / MM:f} mm"


def parse_size(text: str) -> tuple[int, int]:
    """Read a width and a height such as ``63.5x88.9mm``, ``2.5 × 3.5 in`` or ``63mm x 3.5in`` as micrometres.

    A width without a unit has that of the height. Raises ValueError with a sentence that says what is wrong and how
    to write it.
    """
    shown = repr(text if len(text) <= 40 else f"{text[:39]}…")
    if re.search(r"\d,\d", text):
        pointed = re.sub(r"(?<=\d),(?=\d)", ".", shown)
        raise ValueError(f"{shown} has a comma; write a point, as in {pointed}")
    sides = re.split(r"\s*[xX×]\s*", text.strip())
    if len(sides) != 2 or not all(sides):
        raise ValueError(f"{shown} is no size; write a width, an x, a height and a unit, as in 63.5x88.9mm")
    width_alone, height_alone = (re.fullmatch(r"[-0-9.]+", side) for side in sides)
    if height_alone:
        raise ValueError(f"{shown} has no unit at its end; write one, as in 63.5x88.9mm or 2.5x3.5in")
    if width_alone:
        sides[0] += sides[1].lstrip("-0123456789. \t")
    try:
        width, height = (parse_length(side) for side in sides)
    except ValueError as problem:
        raise ValueError(f"{shown} is no size: {problem}") from None
    if width <= 0 or height <= 0:
        raise ValueError(f"{shown} has a side of no length; write two lengths over 0, as in 63.5x88.9mm")
    return width, height


def format_size(size: tuple[int, int]) -> str:
    """Write a width and a height in micrometres as millimetres: ``63.5 × 88.9 mm``."""
    width, height = size
    return f"{format_length(width).removesuffix(' mm')} × {format_length(height)}"
