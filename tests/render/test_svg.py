"""Display lists as SVG: every operation at its place, and nothing that an author writes is markup."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache

import pytest

from kitgen import pipeline
from kitgen.components.kit import Face
from kitgen.draw.drawing import (
    CURRENT,
    IDENTITY,
    Box,
    Drawing,
    Group,
    Line,
    Matrix,
    Op,
    Paint,
    Picture,
    Place,
    Shape,
    Style,
    Text,
    moved,
    multiply,
)
from kitgen.draw.fonts import em
from kitgen.imposition.kit_sheets import DrawnKit, kit_sheets
from kitgen.imposition.options import PrintOptions
from kitgen.render.svg import SvgWriter, svg
from kitgen.source.words import Words, load_words

SVG = "{http://www.w3.org/2000/svg}"
SQUARE = (("M", 0.0, 0.0), ("L", 10.0, 0.0), ("L", 10.0, 10.0), ("Z",))
FILLED = Shape(SQUARE, Paint(fill="#123456"))


def read(content: str) -> ET.Element:
    return ET.fromstring(svg(content, Box(0, 0, 100, 100)))


def face_of(*ops: Op, background: tuple[Op, ...] = (), name: str = "a face") -> Face:
    return Face(name, 100, 100, ops, background)


def text_of(*texts: str, font: str = "text", embolden: float = 0) -> Text:
    lines = tuple(Line(7, 20.0 * number, text, 5) for number, text in enumerate(texts, start=1))
    return Text("box", Box(0, 0, 50, 50), lines, Style(font, 10, "#1B1B1E", embolden))


@cache
def classic() -> tuple[DrawnKit, Words]:
    variant = pipeline.load("classic")
    words = load_words(variant.game.id, "en", variant.folders)
    return pipeline.draw(variant, PrintOptions(), words), words


def transform(element: ET.Element) -> Matrix:
    told = element.get("transform", "")
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", told)]
    if told.startswith("translate"):
        return (1, 0, 0, 1, numbers[0], numbers[1])
    if told.startswith("scale"):
        return (numbers[0], 0, 0, numbers[0], 0, 0)
    a, b, c, d, e, f = numbers or IDENTITY
    return (a, b, c, d, e, f)


Seen = tuple[str, float, float]
"""What is drawn (a text, or the number of an outline's points), and where it begins on the face."""


def drawn_in(element: ET.Element, ids: dict[str, ET.Element], matrix: Matrix = IDENTITY) -> Iterator[Seen]:
    """Everything that a viewer draws of an SVG, read by the rules of SVG alone."""
    matrix = multiply(matrix, transform(element))
    tag = element.tag.removeprefix(SVG)
    if tag == "path":
        numbers = [float(number) for number in re.findall(r"-?\d+", element.get("d", ""))]
        yield str(len(numbers) // 2), *moved(matrix, numbers[0], numbers[1])
    elif tag in ("text", "tspan") and element.get("x"):
        yield element.text or "", *moved(matrix, float(element.get("x", "")), float(element.get("y", "")))
    elif tag == "use":
        yield from drawn_in(ids[element.get("href", "").removeprefix("#")], ids, matrix)
        return
    elif tag == "svg" and element.get("x"):
        # A picture in the picture must keep the coordinates of the one around it.
        assert element.get("viewBox") == " ".join(element.get(key, "") for key in ("x", "y", "width", "height"))
    for child in element:
        yield from drawn_in(child, ids, matrix)


def listed_in(ops: tuple[Op, ...], matrix: Matrix = IDENTITY, coloured: bool = False) -> Iterator[Seen]:
    """What a display list holds, by the meaning of its operations."""
    for op in ops:
        if isinstance(op, Group):
            yield from listed_in(op.ops, multiply(matrix, op.matrix), coloured)
        elif isinstance(op, Place):
            known = op.colour is not None and (op.colour != CURRENT or coloured)
            yield from listed_in(op.drawing.ops, multiply(matrix, op.matrix), known)
        elif isinstance(op, Text):
            for line in op.lines:
                yield line.text, *moved(matrix, line.x + op.style.embolden * em(op.style) / 2, line.baseline)
        elif isinstance(op, Shape) and any(
            colour and (colour != CURRENT or coloured) for colour in (op.paint.fill, op.paint.stroke)
        ):
            points = [value for segment in op.segments for value in segment[1:]]
            yield str(len(points) // 2), *moved(matrix, float(points[0]), float(points[1]))


def test_every_operation_of_the_classic_is_drawn_in_its_order_at_its_place() -> None:
    drawn, _ = classic()
    writer = SvgWriter()
    faces = {id(face): face for component in drawn.kit.components for face in component.faces}
    written = {key: ET.fromstring(svg(writer.face(face), face.trim)) for key, face in faces.items()}
    ids = {element.get("id", ""): element for root in written.values() for element in root.iter()}
    for key, face in faces.items():
        expected = list(listed_in((*face.background, *face.ops)))
        found = list(drawn_in(written[key], ids))
        assert [what for what, *_ in found] == [what for what, *_ in expected], face.name
        for (what, *here), (_, *there) in zip(found, expected, strict=True):
            assert here == pytest.approx(there, abs=1.5), (face.name, what)  # whole micrometres, scaled a little


def test_ids_are_written_once_and_every_use_leads_to_one() -> None:
    drawn, words = classic()
    writer = SvgWriter("x")
    sheets = [sheet for of_part in kit_sheets(drawn, PrintOptions(), words).parts.values() for sheet in of_part]
    told = "".join(writer.sheet(sheet) for sheet in sheets)
    ids = re.findall(r' id="(\w+)"', told)
    assert len(ids) == len(set(ids))
    assert all(name.startswith("x") for name in ids)
    assert set(re.findall(r'href="#(\w+)"', told)) <= set(ids)


def test_a_face_that_is_placed_again_is_used_not_written_again() -> None:
    writer, face = SvgWriter(), face_of(FILLED)
    assert "<path" in writer.face(face)
    assert writer.face(face) == '<use href="#g0"/>'
    assert "<path" in writer.face(face_of(FILLED)), "another face that looks the same is another"


def test_the_background_lies_below_the_operations() -> None:
    below = Shape(SQUARE, Paint(fill="#000001"))
    found = [
        path.get("fill") for path in read(SvgWriter().face(face_of(FILLED, background=(below,)))).iter(f"{SVG}path")
    ]
    assert found == ["#000001", "#123456"]


@pytest.mark.parametrize(
    "text", ["</script><b>bold</b>", "<!-- & ]]>", "\"quoted\" 'both'", "&lt;", "  two  blanks ", "—é鮨"]
)
def test_a_text_is_what_the_author_wrote_and_never_markup(text: str) -> None:
    found = read(SvgWriter().face(face_of(text_of(text))))
    assert [element.tag for element in found.iter()] == [SVG + tag for tag in ("svg", "g", "text")]
    assert "".join(found.itertext()) == text
    assert found.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"


@pytest.mark.parametrize("sign", ["\x00", "\x08", "\x1b", "\x7f", "\x85", "\ud800", "\uffff"])
def test_signs_that_no_page_may_hold_are_replaced(sign: str) -> None:
    found = read(SvgWriter().face(face_of(text_of(f"a{sign}b"))))
    assert "".join(found.itertext()) == "a\ufffdb"


def test_lines_stand_on_their_own_baselines_and_are_words_apart() -> None:
    (found,) = read(SvgWriter().face(face_of(text_of("one", "two")))).iter(f"{SVG}text")
    (scale, *_) = transform(found)
    places = [(scale * float(line.get("x", "")), scale * float(line.get("y", ""))) for line in found]
    assert places == [(pytest.approx(7), pytest.approx(20)), (pytest.approx(7), pytest.approx(40))]
    assert "".join(found.itertext()) == "one two"


def test_emboldened_text_is_stroked_in_its_colour_and_shifted_by_half_the_stroke() -> None:
    text = text_of("one", embolden=0.1)
    (found,) = read(SvgWriter().face(face_of(text))).iter(f"{SVG}text")
    size, (scale, *_) = 10 * 25_400 / 72, transform(found)
    assert found.get("stroke") == found.get("fill") == "#1B1B1E"
    assert scale * float(found.get("stroke-width", "")) == pytest.approx(0.1 * size, abs=1)
    assert scale * float(found.get("x", "")) == pytest.approx(7 + 0.05 * size, abs=1)
    assert scale * float(found.get("font-size", "")) == pytest.approx(size, abs=1)
    largest = Text("box", Box(0, 0, 1, 1), (Line(0, 0, "A", 1),), Style("display", 200, "#000000"))
    (found,) = read(SvgWriter().face(face_of(largest))).iter(f"{SVG}text")
    assert float(found.get("font-size", "")) < 10_000, "browsers set nothing larger"


def test_the_signs_of_each_font_are_remembered() -> None:
    writer = SvgWriter()
    writer.face(face_of(text_of("aba"), text_of("né", font="display")))
    assert writer.signs == {"text": {"a", "b"}, "display": {"n", "é"}}


def test_a_drawing_takes_the_colour_of_the_place_where_it_is_put() -> None:
    icon = Drawing("icon", 10, 10, (Shape(SQUARE, Paint(fill=CURRENT)),))
    ops = (Place(icon, IDENTITY, "#111111"), Place(icon, (1, 0, 0, 1, 5, 0), "#222222"))
    found = read(SvgWriter().face(face_of(*ops)))
    assert [element.get("color") for element in found.iter() if element.get("color")] == ["#111111", "#222222"]
    assert [path.get("fill") for path in found.iter(f"{SVG}path")] == ["currentColor"], "it is written once"


def test_what_waits_for_a_colour_that_nobody_gives_is_not_painted() -> None:
    icon = Drawing("icon", 10, 10, (Shape(SQUARE, Paint(fill=CURRENT, stroke="#222222", width=3)),))
    (path,) = read(SvgWriter().face(face_of(Place(icon, IDENTITY)))).iter(f"{SVG}path")
    assert (path.get("fill"), path.get("stroke")) == (None, "#222222")
    assert read("").get("fill") == "none", "so a path without a fill has none"


def test_a_clip_cuts_in_the_groups_own_coordinates() -> None:
    group = Group((FILLED,), (2, 0, 0, 2, 30, 40), Box(1, 2, 3, 4))
    moved_by, inner = list(read(SvgWriter().face(face_of(group))).iter())[2:4]
    assert transform(moved_by) == (2, 0, 0, 2, 30, 40)
    assert (inner.tag, inner.get("viewBox"), inner.get("overflow")) == (f"{SVG}svg", "1 2 3 4", "hidden")
    assert [inner.get(key) for key in ("x", "y", "width", "height")] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(("data", "kind"), [(b"\x89PNG\r\n\x1a\nrest", "png"), (b"\xff\xd8\xff\xe0rest", "jpeg")])
def test_a_picture_comes_with_its_bytes(data: bytes, kind: str) -> None:
    (image,) = read(SvgWriter().face(face_of(Picture("photo", data, Box(1, 2, 30, 40))))).iter(f"{SVG}image")
    head, _, told = image.get("href", "").partition(",")
    assert head == f"data:image/{kind};base64"
    assert base64.b64decode(told) == data
    assert [image.get(key) for key in ("x", "y", "width", "height")] == ["1", "2", "30", "40"]
    assert image.get("preserveAspectRatio") == "none"


def test_a_dashed_even_odd_outline_says_so() -> None:
    paint = Paint(fill="#123456", stroke="#654321", width=2.4, dash=(200, 100), even_odd=True)
    (path,) = read(SvgWriter().face(face_of(Shape(SQUARE, paint)))).iter(f"{SVG}path")
    assert path.get("d") == "M0 0L10 0L10 10Z"
    assert (path.get("fill-rule"), path.get("stroke-width"), path.get("stroke-dasharray")) == (
        "evenodd",
        "2",
        "200 100",
    )
