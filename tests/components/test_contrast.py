"""Letters and numbers against what is printed below them: every face of the kit, without its text, as pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pypdfium2
import pytest
from PIL import Image

from kitgen import pipeline
from kitgen.components.kit import Component, Face
from kitgen.draw.art import ArtShelf
from kitgen.draw.drawing import Box, Group, Line, Op, Text, transform_box, walk
from kitgen.draw.theme import COLOURS, INK, SOFT, WHITE
from kitgen.imposition.paper import Paper
from kitgen.imposition.sheet import Placement, Sheet
from kitgen.render.pdf import Metadata, write_pdf
from kitgen.source.resources import resource_folder
from kitgen.source.words import load_words

DOTS = 200
ENOUGH = 4.5
"""The contrast of WCAG 2 for text."""

MOSTLY = 0.9
"""Of the ground below a line; the rest is outlines that its box touches."""

Rgb = tuple[int, int, int]


@cache
def luminance(colour: Rgb) -> float:
    """Relative luminance of sRGB (WCAG 2)."""
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Rgb, other: Rgb) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def rgb(text: str) -> Rgb:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def without_text(ops: Sequence[Op]) -> tuple[Op, ...]:
    return tuple(
        replace(op, ops=without_text(op.ops)) if isinstance(op, Group) else op for op in ops if not isinstance(op, Text)
    )


def grounds(faces: Sequence[Face]) -> Iterator[Image.Image]:
    """Each face without its text, trimmed."""
    sheets = []
    for face in faces:
        bare = replace(face, ops=without_text(face.ops), background=without_text(face.background))
        paper = Paper("trim", face.width, face.height)
        sheets.append(Sheet("cards", face.name, "front", paper, (Placement(bare, 0, 0, face.trim),)))
    for page in pypdfium2.PdfDocument(write_pdf(sheets, Metadata("grounds", "", "en"))):
        yield page.render(scale=DOTS / 72).to_pil().convert("RGB")


def shares(face: Face, ground: Image.Image) -> Iterator[tuple[Text, Line, float]]:
    """Each line of a face, with how much of its ground it is read on."""
    for op, matrix, _ in walk((*face.background, *face.ops)):
        if not isinstance(op, Text):
            continue
        for line in op.lines:
            tall = op.style.size * 25_400 / 72 * 0.72
            box = transform_box(matrix, Box(line.x, line.baseline - tall, line.width, tall))
            pixels = [round(value / 25_400 * DOTS) for value in (box.x, box.y, box.right, box.bottom)]
            below = ground.crop((pixels[0], pixels[1], pixels[2], pixels[3]))
            colours = below.getcolors(below.width * below.height)
            good = sum(count for count, colour in colours if contrast(rgb(op.style.colour), colour) >= ENOUGH)
            yield op, line, good / sum(count for count, _ in colours)


def weakly_set(face: Face, ground: Image.Image) -> list[str]:
    """The lines of a face of which too much stands on a ground that is too much like the text."""
    return [
        f"{face.name}, {text.name}: {line.text!r} has contrast on {share:.0%} of its ground only"
        for text, line, share in shares(face, ground)
        if share < MOSTLY
    ]


def faces_of(components: Sequence[Component]) -> list[Face]:
    every = [
        face for component in components for piece in component.pieces for face in (piece.front, piece.back) if face
    ]
    return list({id(face): face for face in every}.values())


def test_every_text_of_the_classic_stands_on_a_ground_that_it_is_read_on() -> None:
    variant = pipeline.load("classic")
    shelf = ArtShelf([resource_folder("templates") / variant.game.id / "art"])
    faces = faces_of(variant.game.components(variant.model, load_words(variant.game.id, "en"), shelf))
    faces = [face for face in faces if any(isinstance(op, Text) for op, _, _ in walk((*face.background, *face.ops)))]
    assert len(faces) > 50
    found = [line for face, ground in zip(faces, grounds(faces), strict=True) for line in weakly_set(face, ground)]
    assert found == []


@pytest.mark.parametrize("ground", [WHITE, "#FBF7EC", *(colour.tint for colour in COLOURS.values())])
def test_ink_is_read_on_white_cream_and_every_tint(ground: str) -> None:
    assert contrast(rgb(INK), rgb(ground)) >= ENOUGH


def test_soft_grey_is_read_on_white() -> None:
    assert contrast(rgb(SOFT), rgb(WHITE)) >= ENOUGH


def test_the_contrast_of_black_and_white_is_21() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)
