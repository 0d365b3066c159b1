"""The fonts of a kit: static, with tabular figures, with every sign that English, French and Polish need."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import fontpkg
import pytest
from fontTools.ttLib import TTFont
from reportlab.pdfbase import ttfonts

from kitgen.draw.drawing import Style
from kitgen.draw.fonts import FONTS, font, text_width

ROOT = Path(__file__).parents[2]

ENGLISH = "".join(chr(code) for code in range(0x20, 0x7F)) + "‘’“”–—…•·×"
FRENCH = "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ«»’\u00a0€"
POLISH = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ„”–"

names = pytest.mark.parametrize("name", sorted(FONTS))


def file(name: str) -> Path:
    family, weight = FONTS[name]
    return Path(fontpkg.path(family, weight=weight))


@names
def test_fonts_are_static(name: str) -> None:
    """A variable font prints its default instance, whatever weight was asked for."""
    with TTFont(file(name)) as opened:
        assert not {"fvar", "gvar", "avar"} & set(opened.keys())
        assert "glyf" in opened, "TrueType outlines: ReportLab embeds no others"


@names
def test_figures_are_tabular(name: str) -> None:
    with TTFont(file(name)) as opened:
        cmap, metrics = opened.getBestCmap(), opened["hmtx"].metrics
        assert len({metrics[cmap[ord(digit)]][0] for digit in "0123456789"}) == 1


@names
@pytest.mark.parametrize(("language", "signs"), [("English", ENGLISH), ("French", FRENCH), ("Polish", POLISH)])
def test_fonts_cover_the_language(name: str, language: str, signs: str) -> None:
    with TTFont(file(name)) as opened:
        cmap = opened.getBestCmap()
    lacking = [f"U+{ord(sign):04X} {sign}" for sign in signs if ord(sign) not in cmap]
    assert lacking == [], language
    assert font(name).missing(signs) == []


@names
def test_fonts_may_be_embedded(name: str) -> None:
    with TTFont(file(name)) as opened:
        assert opened["OS/2"].fsType & 0x0002 == 0, "the licence bit that forbids embedding"


@names
def test_fonts_write_every_sign_of_the_shipped_words(name: str) -> None:
    catalogues = sorted((ROOT / "templates").glob("*/words.*.yaml"))
    assert catalogues
    signs = {sign for file in catalogues for sign in file.read_text(encoding="utf-8") if sign.isprintable()}
    assert font(name).missing("".join(sorted(signs))) == []


def test_running_text_writes_every_sign_of_the_shipped_templates() -> None:
    templates = sorted((ROOT / "templates").glob("*/*.md.j2"))
    assert templates
    signs = {sign for file in templates for sign in file.read_text(encoding="utf-8")}
    wanted = "".join(sorted(sign for sign in signs if unicodedata.category(sign) not in ("Cc", "Co")))
    assert font("text").missing(wanted) == []
    assert font("text-bold").missing(wanted) == []


@names
def test_missing_signs_are_told_once_and_in_order(name: str) -> None:
    assert font(name).missing("a漢b\U0001f41f漢c") == ["漢", "\U0001f41f"]


@names
def test_widths_are_those_that_reportlab_writes_into_the_pdf(name: str) -> None:
    face = ttfonts.TTFont(f"check-{name}", str(file(name)))
    text = "Tuna à la Nage, 45 $ – Łosoś & “żurek”"
    style = Style(name, 12, "#000000")
    assert text_width(text, style) / (25_400 / 72) == pytest.approx(face.stringWidth(text, 12), abs=0.02)


@names
def test_the_height_of_capitals_is_the_height_of_an_h(name: str) -> None:
    with TTFont(file(name)) as opened:
        top = opened["glyf"][opened.getBestCmap()[ord("H")]].yMax / opened["head"].unitsPerEm
    assert font(name).cap_height == pytest.approx(top, abs=0.02)
