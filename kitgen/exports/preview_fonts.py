"""Typefaces in a page: only the signs that it uses, without kerning and ligatures, as kitgen measures text."""

from __future__ import annotations

import base64
import io
from collections.abc import Collection, Mapping

from fontTools.ttLib import TTFont

from kitgen.draw.fonts import FONTS, font
from kitgen.render.svg import font_family

_LICENCE = [0, 1, 2, 13, 14]
"""The entries of a typeface's own table of names that go with it: who made it, what it is, and on what terms."""

_LEFT_OUT = ("GSUB", "GPOS", "GDEF", "kern", "DSIG")
"""Tables that would set text otherwise than it was measured, or say nothing here."""


def font_faces(signs: Mapping[str, Collection[str]]) -> str:
    """The style rules that bring each font of draw/fonts, with some signs by font; one without any is left out."""
    return "\n".join(_font_face(name, signs[name]) for name in FONTS if signs.get(name))


def subset(name: str, signs: Collection[str]) -> bytes:
    """A font as a TrueType file that holds just some signs. Same signs, same bytes."""
    from fontTools.subset import Options, Subsetter  # here: it takes long to load, and only a preview needs it

    source = TTFont(font(name).file, lazy=True, recalcTimestamp=False)
    for table in _LEFT_OUT:
        if table in source:
            del source[table]  # before they are read, which takes longer than all the rest
    options = Options(hinting=False, notdef_outline=True, name_IDs=_LICENCE)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=sorted({ord(sign) for sign in signs}))
    subsetter.subset(source)
    out = io.BytesIO()
    source.save(out, reorderTables=None)
    return out.getvalue()


def _font_face(name: str, signs: Collection[str]) -> str:
    data = base64.b64encode(subset(name, signs)).decode("ascii")
    return f'@font-face{{font-family:"{font_family(name)}";src:url(data:font/ttf;base64,{data}) format("truetype")}}'
