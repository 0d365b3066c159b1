"""Colours of the screen → inks of the press, by formula: no profile of any press is known here.

What the three colours have in common is printed in black alone, so greys are one ink and no colour takes more than two
inks and black: at most 200 % in all.
"""

from __future__ import annotations

import io
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

NEUTRAL = 4
"""By how much the channels of a grey may differ, of 255; so near to grey it is printed in black alone."""

BLACKISH = 0.85
"""Greys with more black than this are text and lines: they are solid, since a screen would fray them."""

KEY = (1, 1, 1, 0)
"""Stands for what is transparent in a picture; no colour is separated so."""


class Inks(NamedTuple):
    """Cyan, magenta, yellow and black, each from 0 to 1."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def total(self) -> float:
        """All ink in one place; 1 is 100 %."""
        return sum(self)


@cache
def separated(colour: str) -> Inks:
    """The inks of ``#rrggbb``."""
    channels = [int(colour[start : start + 2], 16) for start in (1, 3, 5)]
    if max(channels) - min(channels) <= NEUTRAL:
        black = 1 - sum(channels) / 3 / 255
        return Inks(0, 0, 0, 1 if black > BLACKISH else black)
    lightest = max(channels)
    cyan, magenta, yellow = ((lightest - channel) / 255 for channel in channels)
    return Inks(cyan, magenta, yellow, 1 - lightest / 255)


def separated_picture(data: bytes) -> tuple[Image, bool]:
    """A PNG or JPEG in the four inks, and whether some of it is transparent: there it has the KEY.

    A press knows no transparency: what is half transparent is there in every other dot, and its ground between.
    """
    from PIL import Image, ImageChops

    with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as opened:
        see_through = "A" in opened.mode or "transparency" in opened.info
        whole = opened.convert("RGBA" if see_through else "RGB")
    red, green, blue = whole.convert("RGB").split()
    lightest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    inks = [ImageChops.subtract(lightest, channel) for channel in (red, green, blue)]
    separated = Image.merge("CMYK", (*inks, ImageChops.invert(lightest)))
    if see_through:
        separated.paste(KEY, (0, 0), ImageChops.invert(whole.getchannel("A").convert("1")).convert("L"))
    return separated, see_through
