"""Fonts: which there are, how wide text is, which signs they hold. TrueType files from packages; read by fontTools."""

from __future__ import annotations

from functools import cache
from pathlib import Path as FilePath
from typing import Any

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
        self.family = family
        self.file: FilePath = fontpkg.path(family, weight=weight)
        # The outlines are read when the first sign's height is asked for.
        self._source = font = TTFont(self.file, lazy=True)
        self._units = units = font["head"].unitsPerEm
        self._glyphs = font.getBestCmap()
        self._extents: dict[str, tuple[float, float]] = {}
        metrics = font["hmtx"].metrics
        self.widths: dict[int, float] = {code: metrics[glyph][0] / units for code, glyph in self._glyphs.items()}
        self.ascent = font["hhea"].ascent / units
        self.descent = -font["hhea"].descent / units
        self.cap_height: float = font["OS/2"].sCapHeight / units

    def width(self, text: str) -> float:
        """The width of a text in em; signs that the font lacks count as half an em."""
        widths = self.widths
        return sum(widths.get(ord(sign), 0.5) for sign in text)

    def extent(self, text: str) -> tuple[float, float]:
        """How far the ink of a text reaches above and below the baseline, in em."""
        extents = [self._extent(sign) for sign in dict.fromkeys(text)]
        return max((up for up, _ in extents), default=0.0), max((down for _, down in extents), default=0.0)

    def _extent(self, sign: str) -> tuple[float, float]:
        if sign not in self._extents:
            name = self._glyphs.get(ord(sign))
            outline: Any = self._source["glyf"][name] if name else None
            drawn = outline is not None and outline.numberOfContours != 0
            self._extents[sign] = (outline.yMax / self._units, -outline.yMin / self._units) if drawn else (0.0, 0.0)
        return self._extents[sign]

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
