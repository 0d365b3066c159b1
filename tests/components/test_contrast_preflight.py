"""Preflight of contrast says what the pixels say; and what colour alone tells apart is found."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from PIL import Image
from test_contrast import MOSTLY, contrast, faces_of, grounds, rgb, shares, weakly_set

from kitgen import pipeline
from kitgen.components.contrast import check_contrast, colour_alone
from kitgen.components.kit import Face
from kitgen.components.preflight import check_face
from kitgen.diagnostics import Diagnostic, Severity
from kitgen.draw import shapes
from kitgen.draw.art import ArtShelf
from kitgen.draw.drawing import CURRENT, Box, Drawing, Group, Op, Paint, Picture, Place, Shape, Text, walk
from kitgen.draw.text import fit_text
from kitgen.draw.theme import INK, WHITE, body, display
from kitgen.source.resources import resource_folder
from kitgen.source.words import load_words
from kitgen.units import MM

SIDE = 40 * MM
WHOLE = Box(0, 0, SIDE, SIDE)
YELLOW, BLUE, NAVY = "#F0E442", "#0072B2", "#00527F"
MIDDLE = Box(5 * MM, 15 * MM, 30 * MM, 10 * MM)


def word(colour: str, text: str = "Bream", box: Box = MIDDLE) -> Text:
    return fit_text(text, box, body(12, colour), "name")


def face_of(*ops: Op) -> Face:
    return Face("bream", SIDE, SIDE, ops)


def found_on(*ops: Op) -> list[Diagnostic]:
    return list(check_contrast(face_of(*ops), "cards, 'bream'"))


def ground(colour: str, box: Box = WHOLE) -> Shape:
    return shapes.rectangle(box, Paint(colour))


# ── The same verdict as the pixels ──────────────────────────────────────────────────────────────────────────────────


def without_strokes(op: Op, known: dict[int, Drawing]) -> Op:
    """Preflight passes over strokes: a letter may touch the outline of its badge."""
    if isinstance(op, Shape):
        return replace(op, paint=replace(op.paint, stroke=None))
    if isinstance(op, Group):
        return replace(op, ops=tuple(without_strokes(inner, known) for inner in op.ops))
    if isinstance(op, Place):
        if id(op.drawing) not in known:
            bare = tuple(without_strokes(inner, known) for inner in op.drawing.ops)
            known[id(op.drawing)] = replace(op.drawing, ops=bare)
        return replace(op, drawing=known[id(op.drawing)])
    return op


def in_colour(ops: Sequence[Op], colour: str) -> tuple[Op, ...]:
    """The same with every text in another colour."""
    return tuple(
        replace(op, ops=in_colour(op.ops, colour))
        if isinstance(op, Group)
        else replace(op, style=replace(op.style, colour=colour))
        if isinstance(op, Text)
        else op
        for op in ops
    )


@cache
def classic() -> tuple[list[Face], list[Image.Image]]:
    """The faces of the classic that have text, and what lies below it."""
    variant = pipeline.load("classic")
    shelf = ArtShelf([resource_folder("templates") / variant.game.id / "art"])
    faces = faces_of(variant.game.components(variant.model, load_words(variant.game.id, "en"), shelf))
    faces = [face for face in faces if any(isinstance(op, Text) for op, _, _ in walk((*face.background, *face.ops)))]
    known: dict[int, Drawing] = {}
    bare = [
        replace(
            face,
            ops=tuple(without_strokes(op, known) for op in face.ops),
            background=tuple(without_strokes(op, known) for op in face.background),
        )
        for face in faces
    ]
    return faces, list(grounds(bare))


@pytest.mark.parametrize("colour", [INK, WHITE, "#767676", BLUE, "#555555"])
def test_on_every_face_of_the_classic_the_verdict_is_that_of_the_pixels(colour: str) -> None:
    told = seen = 0
    for face, below in zip(*classic(), strict=True):
        written = replace(face, ops=in_colour(face.ops, colour), background=in_colour(face.background, colour))
        weak = {line.split(":")[0] for line in weakly_set(written, below)}
        paths = {finding.path for finding in check_contrast(written, face.name)}
        assert paths == {name.replace(", ", ", box '", 1) + "'" for name in weak}
        told, seen = told + len(paths), seen + 1
    assert seen > 50
    assert bool(told) == (colour != INK)


def test_the_classic_as_it_is_has_no_finding() -> None:
    faces, _ = classic()
    assert [finding for face in faces for finding in check_contrast(face, face.name)] == []


colours = st.sampled_from([WHITE, INK, YELLOW, BLUE, NAVY, "#8A8D93"])
lengths = st.integers(0, 36).map(lambda value: value * MM)
planted = st.builds(Box, lengths, lengths, st.just(20 * MM), st.just(16 * MM))
outlines = st.one_of(
    st.builds(lambda box, colour: shapes.rectangle(box, Paint(colour), 3 * MM), planted, colours),
    st.builds(lambda box, colour: shapes.ellipse(box, Paint(colour)), planted, colours),
)
drawings = st.lists(outlines, max_size=3).map(lambda ops: Drawing("art", SIDE, SIDE, tuple(ops)))
printed = st.one_of(
    outlines,
    st.builds(lambda op, degrees: shapes.turn([op], degrees, 20 * MM, 20 * MM), outlines, st.integers(0, 359)),
    st.builds(lambda op, clip: shapes.clipped([op], clip), outlines, planted),
    st.builds(
        lambda art, box, mirrored: shapes.place_in(art, box, mirrored=mirrored), drawings, planted, st.booleans()
    ),
)


@settings(max_examples=120, deadline=None)
@given(st.lists(printed, max_size=5), colours)
def test_on_any_face_the_verdict_is_that_of_the_pixels(ops: list[Op], colour: str) -> None:
    face = face_of(*ops, word(colour))
    (below,) = grounds([face])
    ((_, _, share),) = shares(face, below)
    assume(not 0.78 < share < 0.99)  # near the limit a few samples may say otherwise
    assert [finding.code for finding in check_contrast(face, "cards")] == ["low-contrast"] * (share < MOSTLY)


# ── What it says, and what it sees ──────────────────────────────────────────────────────────────────────────────────


def test_a_finding_names_text_colours_ratio_and_box() -> None:
    (finding,) = check_face(face_of(ground(NAVY, WHOLE.inset(3 * MM)), word(INK)), "cards")
    assert (finding.code, finding.severity) == ("low-contrast", Severity.ERROR)
    assert finding.path == "cards, 'bream', box 'name'"
    assert "'Bream'" in finding.message
    assert INK in finding.message
    assert NAVY in finding.message
    assert f"of {math.floor(contrast(rgb(INK), rgb(NAVY)) * 10) / 10};" in finding.message
    assert "white" in finding.hint


def test_pale_text_is_sent_to_a_darker_ground() -> None:
    (finding,) = found_on(word(YELLOW))
    assert WHITE in finding.message
    assert "darker" in finding.hint


def test_every_line_is_looked_at() -> None:
    lines = fit_text("one two three", MIDDLE._replace(width=8 * MM), body(7), "name", max_lines=3)
    assert len(lines.lines) == 3
    found = found_on(ground(NAVY, Box(0, 0, SIDE, lines.lines[1].baseline + 500)), lines)
    assert [finding.message.split("'")[1] for finding in found] == [line.text for line in lines.lines[:2]]


def test_what_is_printed_later_is_no_ground() -> None:
    assert found_on(word(INK), ground(NAVY)) == []


def test_a_white_panel_on_a_dark_ground_is_white() -> None:
    assert found_on(ground(NAVY), ground(WHITE, MIDDLE), word(INK)) == []


@pytest.mark.parametrize(("signs", "codes"), [(2, []), (10, ["low-contrast"])])
def test_a_little_of_a_line_may_be_poor(signs: int, codes: list[str]) -> None:
    text = word(INK, "x" * 40, Box(1 * MM, 15 * MM, 38 * MM, 5 * MM))
    (line,) = text.lines
    dark = ground(NAVY, Box(line.x, 10 * MM, line.width * signs / 40, 20 * MM))
    assert [finding.code for finding in found_on(dark, text)] == codes


def test_a_drawing_takes_its_colour_where_it_is_placed() -> None:
    badge = Drawing("badge", SIDE, SIDE, (ground(CURRENT),))
    outer = Drawing("outer", SIDE, SIDE, (Place(badge, (1, 0, 0, 1, 0, 0), CURRENT),))
    placed = [shapes.place_in(outer, WHOLE, colour) for colour in (NAVY, YELLOW)]
    assert [len(found_on(place, word(INK))) for place in placed] == [1, 0]


@pytest.mark.parametrize(("even_odd", "told"), [(True, 0), (False, 1)])
def test_a_hole_is_a_hole_by_the_rule_of_the_fill(even_odd: bool, told: int) -> None:
    ring = (*ground(NAVY).segments, *ground(NAVY, MIDDLE).segments)
    assert len(found_on(Shape(ring, Paint(NAVY, even_odd=even_odd)), word(INK))) == told


def picture(colour: tuple[int, ...]) -> Picture:
    written = io.BytesIO()
    Image.new("RGBA" if len(colour) == 4 else "RGB", (900, 700), colour).save(written, "PNG")
    return Picture("photo.png", written.getvalue(), WHOLE)


@pytest.mark.parametrize(
    ("pixels", "told"), [((0, 0, 0), 1), ((240, 228, 66), 0), ((0, 0, 0, 255), 1), ((0, 0, 0, 10), 0)]
)
def test_a_picture_is_seen_by_its_pixels(pixels: tuple[int, ...], told: int) -> None:
    assert len(found_on(picture(pixels), word(INK))) == told


def test_each_part_of_a_picture_counts_where_it_lies() -> None:
    image = Image.new("RGB", (40, 40), "white")
    image.paste((0, 0, 0), (0, 0, 40, 14))
    written = io.BytesIO()
    image.save(written, "PNG")
    photo = Picture("photo.png", written.getvalue(), WHOLE)
    assert found_on(photo, word(INK)) == []
    assert len(found_on(photo, word(INK, box=Box(5 * MM, 2 * MM, 30 * MM, 10 * MM)))) == 1


# ── Told apart by colour alone ──────────────────────────────────────────────────────────────────────────────────────


def badge_face(name: str, colour: str, letter: str = "A") -> Face:
    badge = Drawing(f"badge of {name}", MM, MM, (shapes.circle(500, 500, 400, Paint(CURRENT, INK, 50)),))
    ops = (shapes.place_in(badge, MIDDLE, colour), fit_text(letter, MIDDLE, display(12), f"letter of {name}"))
    return Face(name, SIDE, SIDE, ops)


def test_faces_that_differ_by_colour_alone_are_found_with_the_first_of_their_look() -> None:
    red, blue, letter, green = (
        badge_face("red", "#D55E00"),
        badge_face("blue", BLUE),
        badge_face("letter", BLUE, "B"),
        badge_face("green", "#009E73"),
    )
    assert list(colour_alone([red, letter, blue, green])) == [(red, blue), (red, green)]


def test_faces_that_are_the_same_are_not_told_apart_by_colour() -> None:
    red = badge_face("red", "#D55E00")
    assert list(colour_alone([red, red, badge_face("again", "#D55E00")])) == []


def test_a_shape_that_is_there_in_one_face_only_tells_them_apart() -> None:
    plain, dotted = face_of(ground(YELLOW)), face_of(ground(BLUE), shapes.circle(MM, MM, MM, Paint(INK)))
    outlined = face_of(shapes.rectangle(WHOLE, Paint(BLUE, INK, 500)))
    assert list(colour_alone([plain, dotted, outlined])) == []


def test_nothing_of_the_classic_is_told_by_colour_alone() -> None:
    faces, _ = classic()
    assert list(colour_alone(faces)) == []
