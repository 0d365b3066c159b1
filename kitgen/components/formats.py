"""Card sizes by name: trim width and height in micrometres, upright."""

from __future__ import annotations

from kitgen.units import MM

CARD_FORMATS: dict[str, tuple[int, int]] = {
    "poker": (63_500, 88_900),
    "bridge": (57_150, 88_900),
    "standard": (63 * MM, 88 * MM),
    "euro": (59 * MM, 92 * MM),
    "tarot": (70 * MM, 120 * MM),
}
"""poker and bridge are 2.5 × 3.5 and 2.25 × 3.5 inches; standard is the size of trading cards."""
