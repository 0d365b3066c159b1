"""The art reader: what docs/art.md allows is drawn as SVG says, all else is refused with the file and the element."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from PIL import Image
from svg_reference import (
    UNIT,
    Affine,
    Command,
    Point,
    applied,
    distance,
    extent,
    path_points,
    shape_points,
    shapes_of,
    then,
    transform_matrix,
)

from kitgen.draw.art import ArtShelf
from kitgen.draw.drawing import CURRENT, Drawing, Picture, Shape
from kitgen.errors import ExitCode, VariantError

DOCUMENT = '<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{body}</svg>'
MM = 1_000
NEAR = 50
"""Micrometres: less than the thinnest line of a drawing."""

Read = Callable[..., Drawing]
quick = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads what stands between <svg> and </svg>."""

    def reader(body: str, attributes: str = 'viewBox="0 0 40 30"') -> Drawing:
        (tmp_path / "piece.svg").write_text(DOCUMENT.format(attributes=attributes, body=body), encoding="utf-8")
        return ArtShelf([tmp_path])("piece")

    return reader


@pytest.fixture
def refusal(read: Read) -> Callable[..., str]:
    """Reads what must be refused, and gives the messages."""

    def refused(body: str, attributes: str = 'viewBox="0 0 40 30"') -> str:
        with pytest.raises(VariantError) as caught:
            read(body, attributes)
        assert caught.value.exit_code is ExitCode.VARIANT
        assert "piece.svg" in caught.value.message
        assert all(finding.span and finding.span.file.endswith("piece.svg") for finding in caught.value.diagnostics)
        return " | ".join(finding.message for finding in caught.value.diagnostics)

    return refused


def only_shape(drawing: Drawing) -> Shape:
    ((shape, _),) = shapes_of(drawing.ops)
    return shape


def reach(drawing: Drawing) -> tuple[float, ...]:
    """The true box of a drawing's ink in whole micrometres."""
    boxes = [extent(shape, matrix) for shape, matrix in shapes_of(drawing.ops)]
    sides = list(zip(*boxes, strict=True))
    return tuple(round(value) for value in (min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3])))


def test_one_user_unit_is_one_millimetre(read: Read) -> None:
    drawing = read('<rect x="1" y="2" width="3" height="4"/>', 'viewBox="0 0 56 32"')
    assert (drawing.name, drawing.width, drawing.height) == ("piece", 56 * MM, 32 * MM)
    assert reach(drawing) == (1_000, 2_000, 4_000, 6_000)


@pytest.mark.parametrize("size", ["", 'width="40" height="30"', 'width="80mm" height="60mm"', 'width="1in" height="9"'])
def test_width_and_height_change_nothing(read: Read, size: str) -> None:
    """The viewBox alone says how large a drawing is."""
    drawing = read('<circle cx="10" cy="10" r="5"/>', f'viewBox="0 0 40 30" {size}')
    assert (drawing.width, drawing.height) == (40 * MM, 30 * MM)
    assert reach(drawing) == (5_000, 5_000, 15_000, 15_000)


# Each element that is allowed: what is written, and the box of its ink in micrometres by hand.
ELEMENTS = {
    "rect": ('<rect x="2" y="3" width="10" height="5"/>', (2_000, 3_000, 12_000, 8_000)),
    "rounded rect": ('<rect x="2" y="3" width="10" height="5" rx="1" ry="1"/>', (2_000, 3_000, 12_000, 8_000)),
    "circle": ('<circle cx="10" cy="12" r="4"/>', (6_000, 8_000, 14_000, 16_000)),
    "ellipse": ('<ellipse cx="10" cy="12" rx="6" ry="4"/>', (4_000, 8_000, 16_000, 16_000)),
    "line": ('<line x1="1" y1="2" x2="5" y2="9" stroke="#000000" stroke-width="2"/>', (0, 1_000, 6_000, 10_000)),
    "polyline": ('<polyline points="1,2 5 9,7,3" fill="none" stroke="#000"/>', (500, 1_500, 7_500, 9_500)),
    "polygon": ('<polygon points="1,2 5,9 7,3"/>', (1_000, 2_000, 7_000, 9_000)),
    "path": ('<path d="M1 2 L5 9 H8 V3 Z"/>', (1_000, 2_000, 8_000, 9_000)),
    "group": ('<g><g><circle cx="10" cy="12" r="4"/></g></g>', (6_000, 8_000, 14_000, 16_000)),
    "title and desc": ("<title>A</title><desc>B</desc><path d='M1 1h2v2z'/>", (1_000, 1_000, 3_000, 3_000)),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(ELEMENTS))
def test_every_allowed_element_is_drawn(read: Read, name: str) -> None:
    body, expected = ELEMENTS[name]
    assert reach(read(body)) == expected


def corner(radius_x: float, radius_y: float) -> list[Point]:
    """The upper left corner of a rectangle at (2, 3), as points of an ellipse."""
    path: list[Command] = [("M", (2, 3 + radius_y)), ("A", (radius_x, radius_y, 0, 0, 1, 2 + radius_x, 3))]
    return [(x * MM, y * MM) for x, y in path_points(path)[0]]


@pytest.mark.parametrize(
    ("radii", "expected"),
    [('rx="2" ry="2"', (2, 2)), ('rx="2"', (2, 2)), ('ry="2"', (2, 2)), ('rx="1" ry="3"', (1, 3)),
     ('rx="4" ry="1"', (4, 1))],
)  # fmt: skip
def test_corners_are_as_round_as_rx_and_ry_say(read: Read, radii: str, expected: tuple[float, float]) -> None:
    shape = only_shape(read(f'<rect x="2" y="3" width="20" height="16" {radii}/>'))
    assert distance(corner(*expected), shape_points(shape)) < 10


numbers = st.integers(0, 200).map(lambda tenths: tenths / 10)
offsets = st.integers(-80, 80).map(lambda tenths: tenths / 10)
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2}


@st.composite
def commands(draw: st.DrawFn, *, after_close: bool = False) -> list[Command]:
    """Path data with every command, absolute and relative; other commands than M follow Z only if that is wanted."""
    found: list[Command] = [("M", (draw(numbers), draw(numbers)))]
    for _ in range(draw(st.integers(1, 4))):
        letter = draw(st.sampled_from("LHVCSQTAMZ"))
        relative = draw(st.booleans())
        if found[-1][0] in "Zz" and (letter == "Z" or not after_close):
            letter = "M"
        if letter == "M" and found[-1][0] in "Mm":
            letter = "L"
        values = offsets if relative else numbers
        if letter == "Z":
            found.append(("z" if relative else "Z", ()))
            continue
        if letter == "A":
            radii = (draw(st.integers(1, 12)), draw(st.integers(1, 12)), draw(st.integers(0, 180)))
            arguments = (*radii, draw(st.integers(0, 1)), draw(st.integers(0, 1)), draw(values), draw(values))
        else:
            arguments = tuple(draw(values) for _ in range(COUNTS[letter]))
        found.append((letter.lower() if relative else letter, arguments))
    return found if found[-1][0] not in "Mm" else [*found, ("h", (1.5,))]


def written(path: list[Command]) -> str:
    return " ".join(f"{letter} {' '.join(f'{value:g}' for value in values)}" for letter, values in path)


def compare(drawing: Drawing, path: list[Command]) -> None:
    """Both outlines lie within a twentieth of a millimetre of each other all along."""
    expected = [[(x * MM, y * MM) for x, y in chain] for chain in path_points(path)]
    found = [chain for shape, matrix in shapes_of(drawing.ops) for chain in shape_points(shape, matrix)]
    for points, chains in ((expected, found), (found, expected)):
        assert distance([point for chain in points for point in chain], chains) < NEAR


@quick
@given(path=commands())
def test_paths_are_drawn_as_svg_says(read: Read, path: list[Command]) -> None:
    compare(read(f'<path fill="none" stroke="#000000" d="{written(path)}"/>'), path)


@quick
@given(path=commands(after_close=True))
@example(path=[("M", (1, 1)), ("h", (5,)), ("v", (5,)), ("z", ()), ("l", (2, -1))])
def test_a_path_goes_on_from_where_its_closed_part_began(read: Read, path: list[Command]) -> None:
    compare(read(f'<path fill="none" stroke="#000000" d="{written(path)}"/>'), path)


@pytest.mark.parametrize(
    "data",
    ["M1,1L5-3.5.5.5", "m1 1 2 2 3 0", "M1 1 9 1 9 9z", "M1e0 1E0L5 5", "M1 5a4,4 0 01 8 0", "M1 5a4,4 0 1,1 8,0"],
)
def test_short_spellings_of_path_data_are_read(read: Read, data: str) -> None:
    """Numbers that touch, flags without spaces, pairs after M that are lines."""
    long = {
        "M1,1L5-3.5.5.5": [("M", (1, 1)), ("L", (5, -3.5)), ("L", (0.5, 0.5))],
        "m1 1 2 2 3 0": [("M", (1, 1)), ("l", (2, 2)), ("l", (3, 0))],
        "M1 1 9 1 9 9z": [("M", (1, 1)), ("L", (9, 1)), ("L", (9, 9)), ("Z", ())],
        "M1e0 1E0L5 5": [("M", (1, 1)), ("L", (5, 5))],
        "M1 5a4,4 0 01 8 0": [("M", (1, 5)), ("a", (4, 4, 0, 0, 1, 8, 0))],
        "M1 5a4,4 0 1,1 8,0": [("M", (1, 5)), ("a", (4, 4, 0, 1, 1, 8, 0))],
    }[data]
    compare(read(f'<path fill="none" stroke="#000000" d="{data}"/>'), long)


@quick
@given(path=commands())
def test_a_filled_path_that_is_left_open_keeps_its_curves(read: Read, path: list[Command]) -> None:
    """Filling closes each part by a straight line; it neither straightens curves nor joins parts."""
    expected = [[(x * MM, y * MM) for x, y in chain] for chain in path_points(path)]
    closed = [[*chain, chain[0]] for chain in expected]
    for shape, matrix in shapes_of(read(f'<path fill="#ff0000" d="{written(path)}"/>').ops):
        for chain in shape_points(shape, matrix):
            assert distance(chain, closed) < NEAR


def test_the_stroke_of_an_open_path_is_not_closed(read: Read) -> None:
    drawing = read('<path fill="#ff0000" stroke="#000000" d="M2 10 C2 2 18 2 18 10"/>')
    arch = [
        [(x * MM, y * MM) for x, y in chain] for chain in path_points([("M", (2, 10)), ("C", (2, 2, 18, 2, 18, 10))])
    ]
    strokes = [shape for shape, _ in shapes_of(drawing.ops) if shape.paint.stroke]
    assert strokes
    for shape in strokes:
        assert "Z" not in [segment[0] for segment in shape.segments]
        assert all(distance(chain, arch) < NEAR for chain in shape_points(shape))


angles = st.integers(-170, 170)
factors = st.sampled_from([-2.0, -1.0, 0.5, 1.0, 1.5, 3.0])
transforms = st.one_of(
    st.tuples(st.just("translate"), st.one_of(st.tuples(offsets), st.tuples(offsets, offsets))),
    st.tuples(st.just("scale"), st.one_of(st.tuples(factors), st.tuples(factors, factors))),
    st.tuples(st.just("rotate"), st.one_of(st.tuples(angles), st.tuples(angles, offsets, offsets))),
    st.tuples(st.sampled_from(["skewX", "skewY"]), st.tuples(st.integers(-60, 60))),
    st.tuples(st.just("matrix"), st.tuples(factors, offsets, offsets, factors, offsets, offsets)),
)


def spelt(items: list[tuple[str, tuple[float, ...]]]) -> str:
    return " ".join(f"{name}({', '.join(f'{value:g}' for value in values)})" for name, values in items)


@quick
@given(lists=st.lists(st.lists(transforms, min_size=1, max_size=3), min_size=1, max_size=3))
def test_transforms_compose_as_matrices_do(read: Read, lists: list[list[tuple[str, tuple[float, ...]]]]) -> None:
    """A list applies from right to left, a group before what is around it."""
    corners = [(1.0, 2.0), (7.0, 3.0), (4.0, 9.0)]
    body = '<polygon points="1,2 7,3 4,9" fill="#123456"/>'
    for items in lists:
        body = f'<g transform="{spelt(items)}">{body}</g>'
    whole: Affine = UNIT
    for items in reversed(lists):
        for name, values in items:
            whole = then(whole, transform_matrix(name, values))
    ((shape, matrix),) = shapes_of(read(body).ops)
    found = [applied(matrix, point) for point in shape_points(shape)[0][:3]]
    for point, corner_ in zip(found, corners, strict=True):
        x, y = applied(whole, corner_)
        assert point == (pytest.approx(x * MM, abs=1, rel=1e-6), pytest.approx(y * MM, abs=1, rel=1e-6))


SHAPES_WITH_TRANSFORM = ["rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "group"]


@pytest.mark.parametrize("name", SHAPES_WITH_TRANSFORM)
def test_a_shape_may_carry_a_transform_of_its_own(read: Read, name: str) -> None:
    body, (left, top, right, bottom) = ELEMENTS[name]
    moved = re.sub(r"<(\w+)", r'<\1 transform="translate(4 1)"', body, count=1)
    assert reach(read(moved)) == (left + 4_000, top + 1_000, right + 4_000, bottom + 1_000)


def test_the_root_may_carry_a_transform(read: Read) -> None:
    drawing = read('<rect width="2" height="2"/>', 'viewBox="0 0 40 30" transform="translate(4 1)"')
    assert reach(drawing) == (4_000, 1_000, 6_000, 3_000)


@pytest.mark.parametrize(
    ("attributes", "fill", "stroke"),
    [
        ("", "#000000", None),
        ('fill="#12ab9F"', "#12AB9F", None),
        ('fill="#1a2"', "#11AA22", None),
        ('fill="none"', None, None),
        ('fill="none" stroke="#D55E00"', None, "#D55E00"),
        ('fill="currentColor"', CURRENT, None),
        ('fill="#ffffff" stroke="currentColor"', "#FFFFFF", CURRENT),
        ('fill="#010203"', "#010203", None),
    ],
)
def test_colours(read: Read, attributes: str, fill: str | None, stroke: str | None) -> None:
    """Black where nothing is said, as in SVG; currentColor is left to the place where the drawing stands."""
    paint = only_shape(read(f'<circle cx="9" cy="9" r="4" {attributes}/>')).paint
    assert (paint.fill and paint.fill.upper(), paint.stroke and paint.stroke.upper()) == (
        fill and fill.upper(), stroke and stroke.upper())  # fmt: skip


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(colour=st.from_regex(r"#[0-9A-F]{6}", fullmatch=True))
def test_any_colour_is_kept(read: Read, colour: str) -> None:
    assert only_shape(read(f'<circle cx="9" cy="9" r="4" fill="{colour}"/>')).paint.fill == colour


def test_groups_hand_their_paint_down(read: Read) -> None:
    body = '<circle cx="9" cy="9" r="4"/><g fill="none" stroke-width="0.25"><circle cx="9" cy="9" r="4"/></g>'
    outer, inner = (
        shape.paint
        for shape, _ in shapes_of(read(f'<g fill="#ff0000" stroke="#00ff00" stroke-width="0.75">{body}</g>').ops)
    )
    assert (outer.fill, outer.stroke, outer.width) == ("#FF0000", "#00FF00", 750)
    assert (inner.fill, inner.stroke, inner.width) == (None, "#00FF00", 250)


def test_the_root_hands_its_paint_down(read: Read) -> None:
    paint = only_shape(read('<path d="M1 1h5v5z"/>', 'viewBox="0 0 40 30" fill="#00ff00"')).paint
    assert paint.fill == "#00FF00"


@pytest.mark.parametrize(
    ("attribute", "width"), [('stroke-width="0.35"', 350), ('stroke-width="2"', 2_000), ("", 1_000)]
)
def test_stroke_widths_are_millimetres_and_one_by_default(read: Read, attribute: str, width: int) -> None:
    assert only_shape(read(f'<line x1="1" y1="1" x2="9" y2="9" stroke="#000" {attribute}/>')).paint.width == width


def test_a_stroke_of_no_width_is_no_stroke(read: Read) -> None:
    assert only_shape(read('<circle cx="9" cy="9" r="4" stroke="#000" stroke-width="0"/>')).paint.stroke is None


@pytest.mark.parametrize(("dashes", "expected"), [("1 2", (1_000, 2_000)), ("1,0.5", (1_000, 500)), ("none", ())])
def test_dashes(read: Read, dashes: str, expected: tuple[float, ...]) -> None:
    drawing = read(f'<line x1="1" y1="1" x2="9" y2="9" stroke="#000" stroke-dasharray="{dashes}"/>')
    assert only_shape(drawing).paint.dash == expected


STAR = "20,2 29,28 4,12 36,12 11,28"


@pytest.mark.parametrize(
    ("body", "even_odd"),
    [
        ('<path d="M20 2 L29 28 L4 12 L36 12 L11 28 Z" fill-rule="evenodd"/>', True),
        ('<path d="M20 2 L29 28 L4 12 L36 12 L11 28 Z" fill-rule="nonzero"/>', False),
        ('<path d="M20 2 L29 28 L4 12 L36 12 L11 28 Z"/>', False),
        ('<g fill-rule="evenodd"><path d="M20 2 L29 28 L4 12 L36 12 L11 28 Z"/></g>', True),
        ('<g fill-rule="evenodd"><path d="M20 2 L29 28 L4 12 L36 12 L11 28 Z" fill-rule="nonzero"/></g>', False),
        (f'<polygon points="{STAR}" fill-rule="evenodd"/>', True),
        (f'<polygon points="{STAR}"/>', False),
        ('<path d="M20 2 L29 28 L4 12 L36 12 L11 28" fill-rule="evenodd"/>', True),
    ],
)
def test_fill_rule(read: Read, body: str, even_odd: bool) -> None:
    filled = [shape.paint.even_odd for shape, _ in shapes_of(read(body).ops) if shape.paint.fill]
    assert filled == [even_odd]


FORBIDDEN_ELEMENTS = [
    "<linearGradient id='a'/>", "<radialGradient id='a'/>", "<defs><path d='M0 0h1'/></defs>", "<use href='#a'/>",
    "<image href='a.png' width='5' height='5'/>", "<text x='1' y='1'>a</text>", "<style>path{fill:red}</style>",
    "<script>1</script>", "<foreignObject/>", "<clipPath id='c'/>", "<mask id='m'/>", "<filter id='f'/>", "<pattern/>",
    "<symbol/>", "<marker/>", "<a href='http://example.com'/>", "<switch/>", "<animate/>", "<svg viewBox='0 0 1 1'/>",
    "<metadata/>", "<x:thing xmlns:x='http://example.com'/>",
    "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='/etc/hostname' parse='text'/>",
]  # fmt: skip


@pytest.mark.parametrize("body", FORBIDDEN_ELEMENTS, ids=lambda body: re.match(r"<([\w:]+)", body)[1])
def test_every_other_element_is_refused_by_name(refusal: Callable[..., str], body: str) -> None:
    name = re.match(r"<([\w:]+)", body)[1].split(":")[-1]  # type: ignore[index]
    assert f"<{name}" in refusal(f"<g>{body}</g>")


FORBIDDEN_ATTRIBUTES = [
    'style="fill:red"', 'class="a"', 'opacity="0.5"', 'fill-opacity="0.5"', 'stroke-opacity="0.5"', 'filter="url(#f)"',
    'mask="url(#m)"', 'clip-path="url(#c)"', 'display="none"', 'visibility="hidden"', 'onclick="x()"',
    'href="http://a/b"',
    'xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#a"', 'stroke-miterlimit="4"', 'vector-effect="none"',
    'stroke-dashoffset="1"', 'color="#ff0000"', 'transform-origin="1 1"', 'rx="1"', 'font-size="3"',
    'xml:space="preserve"',
]  # fmt: skip


@pytest.mark.parametrize("attribute", FORBIDDEN_ATTRIBUTES, ids=lambda text: text.split("=")[0])
def test_every_other_attribute_is_refused_by_name(refusal: Callable[..., str], attribute: str) -> None:
    name = re.findall(r"([\w-]+)=", attribute)[-1]
    assert name in refusal(f'<path d="M1 1h5v5z" {attribute}/>')


@pytest.mark.parametrize(
    "colour",
    ["red", "rgb(1,2,3)", "url(#a)", "#ff", "#ff00ff00", "inherit", "transparent", "url(http://a/b)", "", "#ggg"],
)
@pytest.mark.parametrize("attribute", ["fill", "stroke"])
def test_every_other_colour_is_refused(refusal: Callable[..., str], attribute: str, colour: str) -> None:
    assert attribute in refusal(f'<path d="M1 1h5v5z" {attribute}="{colour}"/>')


@pytest.mark.parametrize(
    "body",
    [
        '<path d="M0 0 X 5 5" stroke="#000"/>', '<path d="M0 0 L 5" stroke="#000"/>', '<path d="garbage"/>',
        '<path d="L5 5" stroke="#000"/>', '<path d="M1 1 L nan 4" stroke="#000"/>', '<circle cx="5" cy="5" r="wide"/>',
        '<path d="M0 0h5" transform="turn(9)"/>', '<path d="M0 0h5" transform="rotate(a)"/>',
        '<polygon points="1,2,3"/>',
        '<polygon points="1,b 2,2"/>', '<rect width="-5" height="2"/>', '<circle cx="5" cy="5" r="-1"/>',
        '<circle cx="5" cy="5" r="1e400"/>', '<line x1="1" y1="1" x2="5" y2="5" stroke="#000" stroke-width="-1"/>',
        '<circle cx="1cm" cy="5" r="2"/>', '<circle cx="10%" cy="5" r="2"/>', '<path d="M0 0h5v5z" fill-rule="odd"/>',
        '<line x1="1" y1="1" x2="5" y2="5" stroke="#000" stroke-dasharray="-1 2"/>',
    ],
)  # fmt: skip
def test_values_that_svg_does_not_know_are_refused_and_not_passed_over(refusal: Callable[..., str], body: str) -> None:
    """A drawing that silently lacks a piece is worse than an error."""
    assert refusal(body)


@pytest.mark.parametrize(
    "attributes",
    ["", 'viewBox=""', 'viewBox="0 0 40"', 'viewBox="0 0 a b"', 'viewBox="1 0 40 30"', 'viewBox="0 0 0 30"',
     'viewBox="0 0 -4 30"', 'viewBox="0 0 nan 30"', 'viewBox="0 0 inf 30"', 'viewBox="0 0 5000 30"',
     'viewBox="0 0 40 30 5"'],
)  # fmt: skip
def test_a_viewbox_is_wanted_that_begins_at_0_0(refusal: Callable[..., str], attributes: str) -> None:
    assert "viewBox" in refusal("", attributes)


def test_all_faults_of_a_file_are_told_in_one_run(refusal: Callable[..., str]) -> None:
    messages = refusal('<text/><path d="M0 0h1" fill="red"/><circle r="2" opacity="0.5"/>')
    assert all(word in messages for word in ("<text>", "red", "opacity"))


def refuse_bytes(folder: Path, data: bytes, name: str = "piece.svg") -> str:
    (folder / name).write_bytes(data)
    with pytest.raises(VariantError) as caught:
        ArtShelf([folder])(name.split(".")[0])
    (finding,) = caught.value.diagnostics
    assert finding.span is not None
    assert finding.span.file.endswith(name)
    return f"{finding.code}: {finding.message}"


DOCTYPE = '<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE svg [<!ENTITY a "9">]>' + DOCUMENT.format(
    attributes='viewBox="0 0 40 30"', body='<circle cx="&a;" cy="9" r="4"/>'
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
def test_document_types_are_refused_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    """Entities are how XML bombs and references to other files are written."""
    refuse_bytes(tmp_path, DOCTYPE.format(encoding=encoding).encode(encoding))


def test_an_entity_bomb_is_refused(tmp_path: Path) -> None:
    levels = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    body = DOCUMENT.format(attributes='viewBox="0 0 9 9"', body="<title>&e9;</title>")
    refuse_bytes(tmp_path, f'<!DOCTYPE svg [<!ENTITY e0 "ha">{levels}]>{body}'.encode())


@pytest.mark.parametrize("encoding", ["klingon", "utf-32", "shift_jis", "utf-7", "utf-16"])
def test_an_unknown_or_wrong_encoding_is_a_clean_error(tmp_path: Path, encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?>' + DOCUMENT.format(attributes='viewBox="0 0 9 9"', body="")
    refuse_bytes(tmp_path, text.encode())


def test_a_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    text = DOCUMENT.format(attributes='viewBox="0 0 9 9"', body='<circle cx="4" cy="4" r="2"/>')
    (tmp_path / "piece.svg").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert reach(ArtShelf([tmp_path])("piece")) == (2_000, 2_000, 6_000, 6_000)


@pytest.mark.parametrize("data", [b"", b"not xml", b"<svg", b"<html/>", b"<svg/>", b"\x00\x01", b"\xff\xfe<svg/>"])
def test_what_is_no_svg_is_a_clean_error(tmp_path: Path, data: bytes) -> None:
    refuse_bytes(tmp_path, data)


@pytest.mark.parametrize("depth", [60, 300, 3_000])
def test_deep_groups_are_drawn_or_refused_but_never_lost(read: Read, depth: int) -> None:
    body = "<g>" * depth + '<circle cx="9" cy="9" r="4"/>' + "</g>" * depth
    try:
        drawing = read(body)
    except VariantError:
        assert depth > 60
    else:
        assert reach(drawing) == (5_000, 5_000, 13_000, 13_000)


def test_a_drawing_of_too_many_shapes_is_refused(refusal: Callable[..., str]) -> None:
    """20,000 shapes draw anything; more only make a kit that no printer digests."""
    assert "shapes" in refusal('<path d="M1 1h1"/>' * 20_001)


def test_a_file_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    assert "art-too-big" in refuse_bytes(tmp_path, b"<svg>" + b" " * 4_000_001)


fuzzed = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
GOOD = DOCUMENT.format(
    attributes='viewBox="0 0 40 30"',
    body='<g fill="#f00" transform="rotate(9)"><path d="M1 1C2 2 3 3 4 4Z"/><circle cx="9" cy="9" r="4"/></g>',
).encode()


@st.composite
def damaged(draw: st.DrawFn, data: bytes) -> bytes:
    """A file with some bytes changed, dropped or put in."""
    found = bytearray(data)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(found) - 1))
        end = at + draw(st.integers(0, 6))
        found[at:end] = draw(st.binary(max_size=6))
        if not found:
            return b""
    return bytes(found)


@fuzzed
@given(data=st.one_of(st.binary(max_size=60), damaged(GOOD)))
def test_any_svg_file_is_a_drawing_or_a_clean_error(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "piece.svg").write_bytes(data)
    try:
        drawing = ArtShelf([tmp_path])("piece")
    except VariantError as fault:
        assert fault.diagnostics
    else:
        assert (drawing.width, drawing.height) != (0, 0)


def png(width: int, height: int) -> bytes:
    """The smallest file that says it is a picture of this size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def test_a_picture_of_400_megapixels_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    limit = Image.MAX_IMAGE_PIXELS
    said = refuse_bytes(tmp_path, png(20_000, 20_000), "piece.png")
    assert "art-too-big" in said
    assert "400 million" in said
    assert limit == Image.MAX_IMAGE_PIXELS


def test_a_picture_stands_for_a_drawing(tmp_path: Path) -> None:
    Image.new("RGB", (300, 150), "#ff0000").save(tmp_path / "piece.png")
    drawing = ArtShelf([tmp_path])("piece")
    assert drawing.width / drawing.height == 2
    (op,) = drawing.ops
    assert isinstance(op, Picture)
    assert op.data == (tmp_path / "piece.png").read_bytes()
    assert (op.box.x, op.box.y, op.box.width, op.box.height) == (0, 0, drawing.width, drawing.height)


@pytest.mark.parametrize("name", ["piece.png", "piece.jpg", "piece.jpeg"])
def test_other_picture_formats_under_a_false_name_are_refused(tmp_path: Path, name: str) -> None:
    Image.new("P", (3, 3)).save(tmp_path / "real.gif")
    refuse_bytes(tmp_path, (tmp_path / "real.gif").read_bytes(), name)


@fuzzed
@given(data=st.data())
def test_any_picture_file_is_a_drawing_or_a_clean_error(tmp_path: Path, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(["png", "jpg"]))
    Image.linear_gradient("L").resize((24, 24)).save(tmp_path / f"good.{kind}")
    (tmp_path / f"piece.{kind}").write_bytes(data.draw(damaged((tmp_path / f"good.{kind}").read_bytes())))
    try:
        ArtShelf([tmp_path])("piece")
    except VariantError as fault:
        assert fault.diagnostics
    finally:
        (tmp_path / f"piece.{kind}").unlink()


def test_the_variants_own_art_comes_first_and_the_shipped_art_fills_in(tmp_path: Path) -> None:
    own, shipped = tmp_path / "own", tmp_path / "shipped"
    own.mkdir()
    shipped.mkdir()
    for name, size in (("tuna", 20), ("sole", 20)):
        (shipped / f"{name}.svg").write_text(DOCUMENT.format(attributes=f'viewBox="0 0 {size} 9"', body=""))
    Image.new("RGB", (30, 60)).save(own / "tuna.png")
    shelf = ArtShelf([tmp_path / "missing", own, shipped])
    assert isinstance(shelf("tuna").ops[0], Picture)
    assert shelf("sole").width == 20_000
    assert shelf("sole") is shelf("sole"), "each file is read once"
    assert (shelf.has("tuna"), shelf.has("cod")) == (True, False)


def test_a_missing_drawing_is_an_error_with_the_nearest_name(tmp_path: Path) -> None:
    (tmp_path / "mackerel.svg").write_text(DOCUMENT.format(attributes='viewBox="0 0 9 9"', body=""))
    with pytest.raises(VariantError) as caught:
        ArtShelf([tmp_path])("mackrel")
    (finding,) = caught.value.diagnostics
    assert (finding.code, "mackrel" in finding.message, "mackerel" in finding.hint) == ("missing-art", True, True)
