"""Fonts: which there are, how wide text is, which signs they hold. TrueType files from packages; read by fontTools."""

from __future__ import annotations

from functools import cache
from pathlib import Path as FilePath

import fontpkg
from fontTools.ttLib import TTFont

from kitgen.draw.drawing import Style
from kitgen.units import MICROMETRES_PER_POINT

FONTS: dict[str, tuple[str, int]] = {
    "display": ("varela-round", 400),
    "text": ("lato", 400),
    "text-bold": ("lato", 700),
}
"""Font names used in styles: package family and weight. All are static, with tabular figures."""


class Font:
    """The metrics of one font, in em."""

    def __init__(self, name: str) -> None:
        family, weight = FONTS[name]
        self.name = name
        self.file: FilePath = fontpkg.path(family, weight=weight)
        with TTFont(self.file, lazy=True) as font:
            units = font["head"].unitsPerEm
            metrics = font["hmtx"].metrics
            self.widths: dict[int, float] = {
                code: metrics[glyph][0] / units for code, glyph in font.getBestCmap().items()
            }
            self.ascent = font["hhea"].ascent / units
            self.descent = -font["hhea"].descent / units
            self.cap_height: float = font["OS/2"].sCapHeight / units

    def width(self, text: str) -> float:
        """The width of a text in em; signs that the font lacks count as half an em."""
        widths = self.widths
        return sum(widths.get(ord(sign), 0.5) for sign in text)

    def missing(self, text: str) -> list[str]:
        """The signs of a text that the font lacks."""
        return [sign for sign in dict.fromkeys(text) if ord(sign) not in self.widths and sign != "\n"]


@cache
def font(name: str) -> Font:
    """A font of :data:`FONTS`, loaded once."""
    return Font(name)


def em(style: Style) -> float:
    """The style's size in micrometres."""
    return style.size * MICROMETRES_PER_POINT


def text_width(text: str, style: Style) -> float:
    """The width of a text in micrometres, the added stroke included."""
    return (font(style.font).width(text) + style.embolden) * em(style)
