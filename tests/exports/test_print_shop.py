"""Decks for print shops: order of pages, boxes, inks; read back with pypdf and, with tools, Ghostscript."""

from __future__ import annotations

import io
import subprocess
from dataclasses import replace
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat
from pypdf.generic import ContentStream, DictionaryObject, IndirectObject

from kitgen import pipeline
from kitgen.components.kit import Component, Face, Piece
from kitgen.draw.drawing import Box, Picture
from kitgen.exports.backs import with_backs
from kitgen.exports.print_shop import PRINT_SHOPS, deck_pages
from kitgen.imposition.kit_sheets import DrawnKit
from kitgen.render.pdf import Metadata, write_pdf

ABOUT = Metadata("Title", "game/variant 12345678", "en")


@pytest.fixture(scope="module")
def recipes(drawn: DrawnKit) -> Component:
    return next(component for component in drawn.kit.components if component.id == "recipes")


@pytest.fixture(scope="module")
def printed(recipes: Component) -> bytes:
    """The first recipes for DriveThruCards; the second is there three times."""
    some = replace(recipes, pieces=(recipes.pieces[0], replace(recipes.pieces[1], copies=3)))
    return write_pdf(deck_pages(some, PRINT_SHOPS["drivethrucards"]), ABOUT, "cmyk")


def words_of(data: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(data)
    return [page.get_textpage().get_text_bounded() for page in document]


def test_the_back_comes_first_where_the_shop_wants_it_so(printed: bytes, recipes: Component) -> None:
    pages = words_of(printed)
    assert len(pages) == 2 * (1 + 3)
    titles = [recipes.pieces[0].title, *[recipes.pieces[1].title] * 3]
    for number, title in enumerate(titles):
        assert pages[2 * number].strip() == ""
        first, *_ = title.split()
        assert first in pages[2 * number + 1]


@pytest.mark.parametrize("shop", ["any", "mbprint"])
def test_the_front_comes_first_elsewhere(recipes: Component, shop: str) -> None:
    one = replace(recipes, pieces=recipes.pieces[:1])
    front, back = words_of(write_pdf(deck_pages(one, PRINT_SHOPS[shop]), ABOUT, "cmyk"))
    assert front.strip()
    assert not back.strip()


@pytest.mark.parametrize(
    ("shop", "bleed"), [("drivethrucards", 9.0), ("mbprint", 3 / 25.4 * 72), ("any", 3 / 25.4 * 72)]
)
def test_pages_are_as_large_as_their_bleed_and_say_where_the_trim_is(
    recipes: Component, shop: str, bleed: float
) -> None:
    """US poker with an eighth of an inch is 2.75 × 3.75 in."""
    one = replace(recipes, pieces=recipes.pieces[:1])
    for page in pypdf.PdfReader(io.BytesIO(write_pdf(deck_pages(one, PRINT_SHOPS[shop]), ABOUT, "cmyk"))).pages:
        assert [float(side) for side in page.mediabox] == pytest.approx(
            [0, 0, 180 + 2 * bleed, 252 + 2 * bleed], abs=0.01
        )
        assert list(page.bleedbox) == list(page.mediabox)
        assert [float(side) for side in page.trimbox] == pytest.approx(
            [bleed, bleed, 180 + bleed, 252 + bleed], abs=0.01
        )


def objects(reader: pypdf.PdfReader) -> list[DictionaryObject]:
    """Every dictionary of a PDF."""
    things = [reader.get_object(IndirectObject(number, 0, reader)) for number in range(1, int(reader.trailer["/Size"]))]
    return [thing for thing in things if isinstance(thing, DictionaryObject)]


def streams(reader: pypdf.PdfReader) -> list[ContentStream]:
    """Every content stream: pages and forms."""
    pages = [page.get_contents() for page in reader.pages]
    forms = [ContentStream(thing, reader) for thing in objects(reader) if thing.get("/Subtype") == "/Form"]
    return [content for content in (*pages, *forms) if content is not None]


def test_no_colour_of_the_screen_is_left_and_ink_is_within_the_limit(printed: bytes) -> None:
    reader = pypdf.PdfReader(io.BytesIO(printed))
    inks = 0
    for content in streams(reader):
        for operands, operator in content.operations:
            assert operator not in (b"rg", b"RG", b"g", b"G", b"cs", b"CS", b"sc", b"SC", b"scn", b"SCN", b"sh")
            if operator in (b"k", b"K"):
                inks += 1
                assert sum(float(value) for value in operands) <= 2.4
    assert inks > 300


def test_a_title_is_a_bookmark_of_its_card(printed: bytes, recipes: Component) -> None:
    reader = pypdf.PdfReader(io.BytesIO(printed))
    marks = [(mark.title, reader.get_destination_page_number(mark)) for mark in reader.outline]
    second = recipes.pieces[1].title
    assert marks == [(recipes.pieces[0].title, 0), *((f"{second} {copy}/3", 2 * copy) for copy in (1, 2, 3))]


def test_a_picture_with_holes_is_four_inks_with_a_mask_and_no_transparency() -> None:
    art = Image.new("RGBA", (40, 40), (213, 94, 0, 255))
    art.paste((0, 0, 0, 0), (10, 10, 30, 30))
    written = io.BytesIO()
    art.save(written, "PNG")
    face = Face("x", 63_500, 88_900, (Picture("art.png", written.getvalue(), Box(10_000, 10_000, 20_000, 20_000)),))
    deck = Component("deck", "Deck", "cards", (Piece("a", face),))
    data = write_pdf(deck_pages(deck, PRINT_SHOPS["any"]), ABOUT, "cmyk")
    images = [thing for thing in objects(pypdf.PdfReader(io.BytesIO(data))) if thing.get("/Subtype") == "/Image"]
    assert [image["/ColorSpace"] for image in images] == ["/DeviceCMYK"]
    assert not any("/SMask" in image for image in images)
    shown = pypdfium2.PdfDocument(data)[0].render(scale=1).to_pil()
    middle, edge = ((3 + 10 + 10) * 72 / 25.4, (3 + 10 + 10) * 72 / 25.4), ((3 + 12) * 72 / 25.4, (3 + 12) * 72 / 25.4)
    assert shown.getpixel((int(middle[0]), int(middle[1]))) == (255, 255, 255)
    assert shown.getpixel((int(edge[0]), int(edge[1]))) != (255, 255, 255)


def test_a_face_in_inks_looks_as_it_does_on_the_screen(recipes: Component, printed: bytes) -> None:
    """PDFium turns inks back into light, by a rule of its own, so colours may differ somewhat; nothing may be lost."""
    screen = write_pdf(deck_pages(replace(recipes, pieces=recipes.pieces[:1]), PRINT_SHOPS["drivethrucards"]), ABOUT)
    one, other = (pypdfium2.PdfDocument(data)[1].render(scale=2).to_pil().convert("L") for data in (screen, printed))
    assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] < 6


def test_a_card_without_a_back_gets_a_white_page(recipes: Component) -> None:
    bare = with_backs(replace(recipes, pieces=(replace(recipes.pieces[0], back=None),)))
    document = pypdfium2.PdfDocument(write_pdf(deck_pages(bare, PRINT_SHOPS["any"]), ABOUT, "cmyk"))
    assert len(document) == 2
    extrema = [page.render(scale=0.5).to_pil().convert("L").getextrema() for page in document]
    assert extrema[1] == (255, 255) != extrema[0]


def test_an_export_says_what_it_is(tmp_path: Path) -> None:
    made = pipeline.export_pdf(pipeline.load("duel"), preset="mbprint", language="fr", out=tmp_path / "shop")
    assert made.manifest["order"] == "front-first"
    assert "not PDF/X" in made.manifest["colours"]
    (entry,) = made.manifest["components"]
    reader = pypdf.PdfReader(tmp_path / "shop" / entry["file"])
    assert len(reader.pages) == 2 * entry["cards"]
    assert reader.trailer["/Root"]["/Lang"] == "fr"


@pytest.mark.tools
def test_ghostscript_finds_no_place_with_too_much_ink(printed: bytes, tmp_path: Path) -> None:
    file = tmp_path / "deck.pdf"
    file.write_bytes(printed)
    subprocess.run(["gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=tiff32nc", "-r72", "-dLastPage=2",
                    f"-sOutputFile={tmp_path}/p%d.tif", str(file)], check=True, timeout=120)  # fmt: skip
    for page in sorted(tmp_path.glob("p*.tif")):
        with Image.open(page) as inks:
            assert inks.mode == "CMYK"
            most = max(sum(colour) for _, colour in inks.getcolors(10_000_000))
            assert most <= 2.4 * 255
