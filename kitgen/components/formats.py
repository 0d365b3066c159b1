"""Card sizes by name: trim width and height in micrometres, upright."""

from __future__ import annotations

CARD_FORMATS: dict[str, tuple[int, int]] = {
    "poker": (63_500, 88_900),
    "standard": (63_000, 88_000),
    "bridge": (57_150, 88_900),
    "standard-us": (56_000, 87_000),
    "euro": (59_000, 92_000),
    "japanese": (59_000, 86_000),
    "tarot": (70_000, 120_000),
    "tarot-us": (69_850, 120_650),
    "jumbo": (88_900, 139_700),
    "square": (70_000, 70_000),
    "small-square": (63_500, 63_500),
    "large-square": (88_900, 88_900),
    "domino": (44_450, 88_900),
    "business": (50_800, 88_900),
    "mini-us": (41_000, 63_000),
    "mini-euro": (44_000, 68_000),
    "mini-tgc": (44_450, 63_500),
    "half-poker": (44_450, 62_230),
    "micro": (31_750, 44_450),
}
"""Cards of usual games first, the biggest and the smallest last. Sizes that the trade gives in inches are exact."""

OTHER_NAMES: dict[str, str] = {
    "tcg": "standard",
    "ccg": "standard",
    "trading": "standard",
    "trading-card": "standard",
    "american": "standard-us",
    "us": "standard-us",
    "usa": "standard-us",
    "chimera": "standard-us",
    "european": "euro",
    "standard-euro": "euro",
    "japan": "japanese",
    "mini": "mini-euro",
    "mini-usa": "mini-us",
    "mini-american": "mini-us",
    "mini-chimera": "mini-us",
    "mini-european": "mini-euro",
    "half": "half-poker",
    "big": "jumbo",
    "business-card": "business",
}
"""What else shops and sleeve makers call some of the formats, for hints."""
