"""Ink modes: greys keep contrasts, outlines save ink and lose nothing; drawings are shared as before."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from kitgen import pipeline
from kitgen.components.contrast import check_contrast
from kitgen.components.kit import Component, Face
from kitgen.draw import shapes
from kitgen.draw.art import ArtShelf
from kitgen.draw.drawing import (
    CURRENT,
    IDENTITY,
    Box,
    Drawing,
    Group,
    Matrix,
    Op,
    Paint,
    Picture,
    Place,
    Shape,
    Text,
    multiply,
    shape_bounds,
)
from kitgen.draw.ink import GUIDE, INKS, THICK, THIN, Ink, Inker, contrast, grey, luminance
from kitgen.draw.text import fit_text
from kitgen.draw.theme import COLOURS, FOLD, INK, SOFT, WHITE, display
from kitgen.imposition.paper import Paper
from kitgen.imposition.sheet import Placement, Sheet
from kitgen.render.pdf import Metadata, write_pdf
from kitgen.source.resources import resource_folder
from kitgen.source.words import load_words
from kitgen.units import MM

DOTS = 150
BOX = Box(0, 0, 10 * MM, 10 * MM)
BLUE, NAVY, SKY = "#0072B2", "#00527F", "#56B4E9"
any_colour = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06X}")


def inked(ink: Ink, *ops: Op) -> tuple[Op, ...]:
    return Inker(ink).ops(ops)


def paint_of(ink: Ink, shape: Shape) -> Paint:
    (found,) = inked(ink, shape)
    assert isinstance(found, Shape)
    assert found.segments == shape.segments
    return found.paint


def drawing_of(place: Op) -> Drawing:
    assert isinstance(place, Place)
    return place.drawing


# ── Colours ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("colour", "expected"),
    [("#000000", "#000000"), ("#FFFFFF", "#FFFFFF"), ("#808080", "#808080"),
     ("#FF0000", "#7F7F7F"), ("#00FF00", "#DCDCDC"), ("#0000FF", "#4C4C4C")],
)  # fmt: skip
def test_the_grey_of_a_colour_is_that_of_its_luminance(colour: str, expected: str) -> None:
    """Red, green and blue are 0.2126, 0.7152 and 0.0722 of white's light, by WCAG 2; encoded as sRGB does."""
    assert grey(colour) == expected


@given(any_colour, any_colour)
def test_greys_keep_the_contrast_of_colours(one: str, other: str) -> None:
    assert contrast(grey(one), grey(other)) == pytest.approx(contrast(one, other), rel=0.03)


def test_luminance_and_contrast_are_those_of_the_standard() -> None:
    assert luminance("#ff0000") == pytest.approx(0.2126)
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#FFFFFF", "#767676") == pytest.approx(4.54, abs=0.01)


# ── Operations ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_full_ink_changes_nothing() -> None:
    ops = (shapes.circle(0, 0, MM, Paint(SKY, INK, 500)), shapes.move([shapes.circle(0, 0, MM, Paint(BLUE))], 5, 5))
    assert all(after is before for after, before in zip(inked("full", *ops), ops, strict=True))


def test_mono_greys_fills_strokes_and_text_and_nothing_else() -> None:
    paint = Paint(BLUE, SKY, 300, (900, 400), even_odd=True)
    expected = replace(paint, fill=grey(BLUE), stroke=grey(SKY))
    assert paint_of("mono", shapes.rectangle(BOX, paint)) == expected
    text = fit_text("7", BOX, display(16, BLUE), "price")
    assert inked("mono", text) == (replace(text, style=replace(text.style, colour=grey(BLUE))),)


def test_low_fills_are_white_and_cover_what_lies_behind() -> None:
    assert paint_of("low", shapes.rectangle(BOX, Paint(SKY, INK, 500))) == Paint(WHITE, INK, THICK)
    assert paint_of("low", shapes.rectangle(BOX, Paint(None, INK, 500))).fill is None


@pytest.mark.parametrize(("width", "expected"), [(500, THICK), (180, 180), (60, THIN)])
def test_low_strokes_are_thin_and_not_too_thin(width: float, expected: float) -> None:
    assert paint_of("low", shapes.line(0, 0, MM, MM, Paint(stroke=NAVY, width=width))).width == expected


def test_low_strokes_are_as_thin_where_things_are_made_larger() -> None:
    (group,) = inked("low", shapes.move([shapes.line(0, 0, MM, 0, Paint(stroke=INK, width=500))], 0, 0, 1.6))
    assert isinstance(group, Group)
    (line,) = group.ops
    assert isinstance(line, Shape)
    assert line.paint.width * 1.6 == pytest.approx(THICK)


def test_low_lines_of_pale_colours_are_grey_and_others_ink() -> None:
    assert [paint_of("low", shapes.circle(0, 0, MM, Paint(None, colour, 300))).stroke for colour in (SKY, SOFT)] == [
        GUIDE,
        INK,
    ]


def test_low_keeps_dashes_the_rule_of_fills_and_the_white_below_a_fold() -> None:
    assert paint_of("low", shapes.line(0, 0, MM, 0, FOLD)).dash == FOLD.dash
    assert paint_of("low", shapes.rectangle(BOX, Paint(SKY, even_odd=True))).even_odd
    underlay = Paint(stroke=WHITE, width=400)
    assert paint_of("low", shapes.line(0, 0, MM, 0, underlay)) == underlay


@pytest.mark.parametrize(("fill", "pen"), [(NAVY, INK), (SKY, GUIDE), (COLOURS["yellow"].tint, GUIDE), (WHITE, None)])
def test_a_fill_without_a_stroke_gets_an_edge_in_low_ink(fill: str, pen: str | None) -> None:
    found = paint_of("low", shapes.rectangle(BOX, Paint(fill)))
    assert (found.fill, found.stroke) == (WHITE, pen)
    assert pen is None or found.width == THIN


def test_pips_stay_inked_in_low_ink_and_black_grounds_do_not() -> None:
    assert paint_of("low", shapes.circle(0, 0, MM, Paint(INK))) == Paint(INK)
    assert paint_of("low", shapes.circle(0, 0, 8 * MM, Paint(INK))).fill == WHITE


def test_low_text_is_ink_and_as_bold_as_it_was() -> None:
    text = fit_text("7", BOX, display(16, WHITE), "price")
    (found,) = inked("low", text)
    assert isinstance(found, Text)
    assert (found.style.colour, found.style.embolden) == (INK, text.style.embolden)
    assert found.lines == text.lines


# ── Drawings ────────────────────────────────────────────────────────────────────────────────────────────────────────

BADGE = Drawing("badge", 10 * MM, 10 * MM, (shapes.rectangle(BOX, Paint(CURRENT)),))


def test_a_drawing_is_converted_once_however_often_it_is_placed() -> None:
    places = [Place(BADGE, (1, 0, 0, 1, x, 0), colour) for x, colour in ((0, BLUE), (9, SKY), (18, BLUE))]
    in_grey = inked("mono", *places, shapes.move([places[0]], 5, 5, 0.3))
    assert len({id(drawing_of(place)) for place in in_grey[:3]}) == 1
    assert [place.colour for place in in_grey[:3] if isinstance(place, Place)] == [grey(BLUE), grey(SKY), grey(BLUE)]
    moved = in_grey[3]
    assert isinstance(moved, Group)
    assert drawing_of(moved.ops[0]) is drawing_of(in_grey[0])
    inker = Inker("low")
    first, second, third = (drawing_of(inker.ops([place])[0]) for place in places)
    assert first is third
    assert first is not second


def test_drawings_placed_at_nearly_one_size_are_shared_in_low_ink() -> None:
    inker = Inker("low")
    sizes = [drawing_of(inker.ops([Place(BADGE, (scale, 0, 0, scale, 0, 0), BLUE)])[0]) for scale in (0.95, 0.8, 0.3)]
    assert sizes[0] is sizes[1]
    assert sizes[0] is not sizes[2]


@pytest.mark.parametrize(("colour", "pen"), [(NAVY, INK), (SKY, GUIDE)])
def test_the_colour_of_a_place_decides_through_drawings_in_drawings(colour: str, pen: str) -> None:
    outer = Drawing("outer", 10 * MM, 10 * MM, (Place(BADGE, IDENTITY, CURRENT),))
    (placed,) = inked("low", Place(outer, IDENTITY, colour))
    (shape,) = drawing_of(drawing_of(placed).ops[0]).ops
    assert isinstance(shape, Shape)
    assert (shape.paint.fill, shape.paint.stroke) == (WHITE, pen)


def test_a_sign_placed_in_ink_stays_inked_as_letters_do() -> None:
    areas = [shapes.rectangle(BOX, Paint(colour)) for colour in (CURRENT, WHITE, NAVY, SKY)]
    art = (*areas, shapes.line(0, 0, MM, 0, Paint(stroke=CURRENT, width=900)))
    paints = [
        shape.paint
        for shape in drawing_of(inked("low", Place(Drawing("sign", 9, 9, art), IDENTITY, INK))[0]).ops
        if isinstance(shape, Shape)
    ]
    assert [paint.fill for paint in paints] == [INK, WHITE, INK, WHITE, None]
    assert (paints[4].stroke, paints[4].width) == (INK, 900)


def test_a_drawing_without_its_colour_stays_unpainted() -> None:
    (shape,) = drawing_of(inked("low", Place(BADGE, IDENTITY))[0]).ops
    assert isinstance(shape, Shape)
    assert (shape.paint.fill, shape.paint.stroke) == (None, None)


# ── Pictures ────────────────────────────────────────────────────────────────────────────────────────────────────────


def picture(kind: str, mode: str, colour: tuple[int, ...]) -> Picture:
    written = io.BytesIO()
    Image.new(mode, (30, 20), colour).save(written, kind)
    return Picture("photo", written.getvalue(), BOX)


def pixel(ink: Ink, before: Picture) -> tuple[int, ...]:
    (after,) = inked(ink, before)
    assert isinstance(after, Picture)
    assert (after.name, after.box) == (before.name, before.box)
    with Image.open(io.BytesIO(after.data)) as image:
        assert image.mode in ("L", "LA")
        found = image.convert("LA").getpixel((10, 10))
    assert isinstance(found, tuple)
    return found


@pytest.mark.parametrize(("kind", "mode"), [("PNG", "RGB"), ("JPEG", "RGB"), ("PNG", "RGBA")])
def test_pictures_become_grey_and_lighter_where_ink_is_low(kind: str, mode: str) -> None:
    """By ITU-R 601, which Pillow uses, this red is a grey of 0.299 × 200; the low mode goes 60 % towards white."""
    red = picture(kind, mode, (200, 0, 0, 128)[: len(mode)])
    solid = 128 if mode == "RGBA" else 255
    assert pixel("mono", red) == (pytest.approx(60, abs=2), solid)
    assert pixel("low", red) == (pytest.approx(60 + 0.6 * 195, abs=2), solid)


def test_ink_is_read_on_the_darkest_picture_of_low_ink() -> None:
    face = Face("dark", 10 * MM, 10 * MM, (picture("PNG", "RGB", (0, 0, 0)), fit_text("A", BOX, display(9), "a")))
    assert [finding.code for finding in check_contrast(face, "")] == ["low-contrast"]
    assert list(check_contrast(replace(face, ops=inked("low", *face.ops)), "")) == []


# ── The classic's faces ─────────────────────────────────────────────────────────────────────────────────────────────


@cache
def components() -> list[Component]:
    variant = pipeline.load("classic")
    shelf = ArtShelf([resource_folder("templates") / variant.game.id / "art"])
    return list(variant.game.components(variant.model, load_words(variant.game.id, "en"), shelf))


def faces() -> list[Face]:
    every = [face for component in components() for face in component.faces]
    return list({id(face): face for face in every}.values())


@cache
def images(ink: Ink) -> dict[int, Image.Image]:
    """What is printed of each face, by its identity before it is inked."""
    inker, sheets = Inker(ink), []
    for face in faces():
        made = replace(face, ops=inker.ops(face.ops), background=inker.ops(face.background))
        paper = Paper("trim", face.width, face.height)
        sheets.append(Sheet("cards", face.name, "front", paper, (Placement(made, 0, 0, face.trim),)))
    pages = pypdfium2.PdfDocument(write_pdf(sheets, Metadata("ink", "", "en")))
    printed = [page.render(scale=DOTS / 72).to_pil().convert("RGB") for page in pages]
    return {id(face): image for face, image in zip(faces(), printed, strict=True)}


def coverage(image: Image.Image) -> float:
    """How much ink a page takes: 0 is white, 1 is black."""
    histogram = image.convert("L").histogram()
    return sum((255 - value) * count for value, count in enumerate(histogram)) / 255 / sum(histogram)


@pytest.mark.parametrize("ink", ["low", "mono"])
def test_no_page_of_the_classic_has_colour(ink: Ink) -> None:
    for image in images(ink).values():
        red, green, blue = image.split()
        assert ImageChops.difference(red, green).getbbox() is None or ink == "low"
        # INK and GUIDE are greys with a breath of blue.
        assert ImageChops.difference(red, blue).getextrema()[1] <= (12 if ink == "low" else 0)


def test_low_ink_takes_less_than_half_of_the_ink_and_leaves_no_face_empty() -> None:
    full, low = images("full"), images("low")
    assert len(full) > 50
    assert sum(map(coverage, low.values())) < sum(map(coverage, full.values())) / 2
    for face in faces():
        assert 0.005 < coverage(low[id(face)]) < coverage(full[id(face)]), face.name


@pytest.mark.parametrize("ink", INKS)
def test_the_pieces_of_the_classic_are_told_apart_in_every_ink(ink: Ink) -> None:
    for component in components():
        printed = [(piece.id, images(ink)[id(piece.front)].convert("L")) for piece in component.pieces]
        for number, (one, image) in enumerate(printed):
            for other, another in printed[number + 1 :]:
                differing = ImageChops.difference(image, another).point([0] * 100 + [1] * 156)
                # A square millimetre of plainly other ink at least.
                assert sum(differing.histogram()[1:]) > (DOTS / 25.4) ** 2, (one, other)


@pytest.mark.parametrize("ink", INKS)
def test_every_text_of_the_classic_is_read_in_every_ink(ink: Ink) -> None:
    inker = Inker(ink)
    for face in faces():
        made = replace(face, ops=inker.ops(face.ops), background=inker.ops(face.background))
        assert list(check_contrast(made, face.name)) == []


def printed_shapes(ops: Sequence[Op], matrix: Matrix = IDENTITY) -> Iterator[tuple[Shape, float]]:
    """Every shape, also of drawings, with the scale that it is printed at."""
    for op in ops:
        if isinstance(op, Group):
            yield from printed_shapes(op.ops, multiply(matrix, op.matrix))
        elif isinstance(op, Place):
            yield from printed_shapes(op.drawing.ops, multiply(matrix, op.matrix))
        elif isinstance(op, Shape):
            a, b, c, d, _, _ = matrix
            yield op, math.sqrt(abs(a * d - b * c))


def test_every_line_of_the_low_classic_is_thin_and_every_area_white() -> None:
    inker, seen = Inker("low"), 0
    for face in faces():
        for shape, scale in printed_shapes(inker.ops((*face.background, *face.ops))):
            paint, seen = shape.paint, seen + 1
            assert paint.stroke in (None, INK, GUIDE, WHITE)
            assert paint.stroke in (None, WHITE) or paint.width * scale <= THICK + 0.01
            if paint.fill not in (None, WHITE):
                assert paint.fill == INK
                # A scale may be rounded up by a third at most.
                assert max(shape_bounds(shape)[2:]) * scale <= 2.2 * MM
    assert seen > 5_000


@settings(max_examples=50, deadline=None)
@given(st.floats(0.5, 4), st.floats(200, 900))
def test_lines_of_drawings_at_any_usual_size_are_between_thin_and_thick(scale: float, width: float) -> None:
    art = Drawing("art", MM, MM, (shapes.line(0, 0, MM, 0, Paint(stroke=INK, width=max(width, THICK / scale))),))
    ((shape, printed),) = printed_shapes(inked("low", Place(art, (scale, 0, 0, -scale, 0, 0))))
    assert THIN - 0.01 <= shape.paint.width * printed <= THICK + 0.01
