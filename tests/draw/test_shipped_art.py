"""The shipped drawings: each is read, drawn as its SVG says, inside its viewBox, with one pen, and none is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest
import yaml
from svg_reference import (
    UNIT,
    Affine,
    Point,
    agree,
    applied,
    distance,
    element_points,
    extent,
    shape_points,
    shapes_of,
    then,
    transform_list,
)

from kitgen import pipeline
from kitgen.draw.art import ArtShelf
from kitgen.draw.drawing import CURRENT, Drawing
from kitgen.games import all_games
from kitgen.games.fish_cook.variant import Badge
from kitgen.source.words import load_words

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "templates").glob("*/art/*.svg"))
NEAR = 30
"""Micrometres: arcs and circles are drawn by Bézier curves, here by many short lines."""

PALETTE = set(re.findall(r"#[0-9A-F]{6}", (ROOT / "docs" / "art.md").read_text(encoding="utf-8")))
"""The colours that docs/art.md names."""

OKABE_ITO = {"#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7"}

every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def drawing(file: Path) -> Drawing:
    return ArtShelf([file.parent])(file.stem)


def elements(node: ElementTree.Element, matrix: Affine = UNIT) -> Iterator[list[list[Point]]]:
    """What every element of a file draws, in micrometres, as the second reader sees it."""
    inner = then(matrix, transform_list(node.get("transform", "")))
    points = element_points(node)
    if points:
        yield [[applied(inner, point) for point in chain] for chain in points]
    for child in node:
        yield from elements(child, inner)


def test_there_are_drawings() -> None:
    assert len(FILES) >= 40


@every_file
def test_every_drawing_is_read_with_the_size_of_its_viewbox(file: Path) -> None:
    width, height = ElementTree.parse(file).getroot().get("viewBox", "").split()[2:]
    found = drawing(file)
    assert (found.width, found.height) == (float(width) * 1_000, float(height) * 1_000)
    assert found.ops


@every_file
def test_every_outline_is_where_its_svg_says(file: Path) -> None:
    """Compared element by element with a reader of its own, written from the SVG specification."""
    expected = list(elements(ElementTree.parse(file).getroot(), (1_000, 0, 0, 1_000, 0, 0)))
    found = [shape_points(shape, matrix) for shape, matrix in shapes_of(drawing(file).ops)]
    assert len(found) == len(expected)
    for ours, theirs in zip(found, expected, strict=True):
        assert agree(ours, theirs, NEAR)


GROUNDS = ("lake-back", "modifier-back")
"""Patterns of card backs that run over their edges, and are meant to be cut there."""


@every_file
def test_all_ink_lies_inside_the_viewbox(file: Path) -> None:
    """The true extrema of curves, and half the stroke: what lies outside is cut off on paper."""
    found = drawing(file)
    if file.stem in GROUNDS:
        return
    for shape, matrix in shapes_of(found.ops):
        left, top, right, bottom = extent(shape, matrix)
        assert left >= -1, shape
        assert top >= -1, shape
        assert right <= found.width + 1, shape
        assert bottom <= found.height + 1, shape


@every_file
def test_lines_are_never_finer_than_a_quarter_of_a_millimetre(file: Path) -> None:
    for shape, (a, b, c, d, _, _) in shapes_of(drawing(file).ops):
        if shape.paint.stroke:
            assert shape.paint.width * abs(a * d - b * c) ** 0.5 >= 249, shape


def test_the_palette_is_that_of_okabe_and_ito_with_ink_and_white() -> None:
    assert OKABE_ITO | {"#1B1B1E", "#FFFFFF", "#FBF7EC"} <= PALETTE


@every_file
def test_colours_are_those_of_the_palette(file: Path) -> None:
    used = {colour for shape, _ in shapes_of(drawing(file).ops) for colour in (shape.paint.fill, shape.paint.stroke)}
    assert {colour.upper() for colour in used if colour and colour != CURRENT} <= PALETTE


class RecordingShelf(ArtShelf):
    """A shelf that remembers what was asked of it."""

    def __init__(self) -> None:
        super().__init__(sorted((ROOT / "templates").glob("*/art")))
        self.asked: set[str] = set()

    def __call__(self, name: str) -> Drawing:
        self.asked.add(name)
        return super().__call__(name)


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_drawing_that_a_base_variant_asks_for_exists(game: str) -> None:
    variant = pipeline.load(f"{game}/{all_games()[game].base_variant}")
    shelf, words = RecordingShelf(), load_words(game, "en")
    components = variant.game.components(variant.model, words, shelf)
    variant.game.documents(variant.model, words, shelf, components)
    assert shelf.asked
    assert shelf.asked <= {file.stem for file in FILES}


def test_every_name_of_a_drawing_in_the_code_exists() -> None:
    """Names in the code, those with a variable part as patterns: each must match a file."""
    code = "\n".join(file.read_text(encoding="utf-8") for file in sorted((ROOT / "kitgen").rglob("*.py")))
    named = set(re.findall(r"""\bart\(f?"([^"]+)"\)""", code))
    assert {"chef", "deck-back"} <= named
    for name in named:
        pattern = re.sub(r"\{[^}]*\}", "[a-z0-9-]+", name)
        assert any(re.fullmatch(pattern, file.stem) for file in FILES), name


def test_homebrews_find_eight_fish_eight_badges_and_seven_cats() -> None:
    wanted = [f"fish-{n}" for n in range(1, 9)] + [f"cat-{n}" for n in range(1, 8)]
    wanted += [f"badge-{badge}" for badge in get_args(Badge)]
    assert len(get_args(Badge)) == 8
    assert set(wanted) <= {file.stem for file in FILES}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_food_that_has_a_name_has_a_picture(language: str) -> None:
    catalogue = ROOT / "templates" / "fish-cook" / f"words.{language}.yaml"
    foods = yaml.safe_load(catalogue.read_text(encoding="utf-8"))["foods"]
    assert len(foods) >= 12
    assert {f"food-{food}" for food in foods} <= {file.stem for file in FILES}


def test_badges_take_their_colour_from_the_kind_and_differ_in_outline() -> None:
    """Nothing is told by colour alone: no two badges share a shape."""
    outlines = []
    for badge in get_args(Badge):
        found = drawing(ROOT / "templates" / "fish-cook" / "art" / f"badge-{badge}.svg")
        assert CURRENT in {shape.paint.fill for shape, _ in shapes_of(found.ops)}
        outlines.append([chain for shape, matrix in shapes_of(found.ops) for chain in shape_points(shape, matrix)])
    for number, one in enumerate(outlines):
        for other in outlines[:number]:
            assert distance([point for chain in one for point in chain], other) > 500
