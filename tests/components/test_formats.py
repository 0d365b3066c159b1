"""Card sizes: the trade's figures, and the classic's cards, tokens and boards in every one of them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from conftest import LANGUAGES

from kitgen import pipeline
from kitgen.components.formats import CARD_FORMATS, OTHER_NAMES
from kitgen.components.kit import Component, Face
from kitgen.components.preflight import check_face
from kitgen.draw.drawing import Box, Place, Shape, Text, transform_box, walk
from kitgen.games.fish_cook.boards import farm_shelf, farmers_market, fish_market, fish_shelf
from kitgen.games.fish_cook.cards import recipe_cards
from kitgen.games.fish_cook.look import Look
from kitgen.games.fish_cook.tokens import ingredient_tokens
from kitgen.games.fish_cook.variant import Variant
from kitgen.source.words import load_words

IN_MILLIMETRES = {
    "standard": "63 88", "standard-us": "56 87", "euro": "59 92", "japanese": "59 86", "tarot": "70 120",
    "square": "70 70", "mini-us": "41 63", "mini-euro": "44 68",
}  # fmt: skip
IN_INCHES = {
    "poker": "2.5 3.5", "bridge": "2.25 3.5", "tarot-us": "2.75 4.75", "jumbo": "3.5 5.5", "business": "2 3.5",
    "domino": "1.75 3.5", "mini-tgc": "1.75 2.5", "half-poker": "1.75 2.45", "micro": "1.25 1.75",
    "small-square": "2.5 2.5", "large-square": "3.5 3.5",
}  # fmt: skip

every_format = pytest.mark.parametrize("name", list(CARD_FORMATS))
every_shape = pytest.mark.parametrize("shape", ["square", "disc"])
every_token = pytest.mark.parametrize("size", ["12.7mm", "15.9mm", "0.75in", "25.4mm", "30mm"])

SMALLEST_TYPE = 7
MOST_INGREDIENTS = "recipes.tuna-nicoise.ingredients=[wine, flour, mushroom, roe]"


def look(language: str, *settings: str) -> Look:
    loaded = pipeline.load("classic", list(settings))
    assert isinstance(loaded.model, Variant)
    return Look(loaded.model, load_words("fish-cook", language), loaded.art)


def faults(component: Component) -> list[str]:
    return [str(finding) for face in component.faces for finding in check_face(face, component.id)]


def texts(face: Face) -> dict[str, Text]:
    """The texts of a face by the name of their box."""
    return {op.name: op for op, _, _ in walk((*face.background, *face.ops)) if isinstance(op, Text)}


def drawings(face: Face) -> set[str]:
    return {op.drawing.name for op, _, _ in walk(face.ops) if isinstance(op, Place)}


def test_sizes_are_the_trades() -> None:
    def sizes(table: dict[str, str], unit: int) -> dict[str, tuple[Fraction, ...]]:
        return {name: tuple(Fraction(side) * unit for side in text.split()) for name, text in table.items()}

    assert sizes(IN_MILLIMETRES, 1_000) | sizes(IN_INCHES, 25_400) == CARD_FORMATS


def test_other_names_lead_to_formats_and_are_none() -> None:
    assert set(OTHER_NAMES.values()) <= set(CARD_FORMATS)
    assert not set(OTHER_NAMES) & set(CARD_FORMATS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fronts", ["border", "bleed"])
@every_format
def test_the_classics_cards_pass_the_preflight_in_every_format(name: str, fronts: str, language: str) -> None:
    cards = recipe_cards(look(language, f"cards.format={name}", f"cards.fronts={fronts}", MOST_INGREDIENTS))
    assert cards.size == CARD_FORMATS[name]
    assert faults(cards) == []


@pytest.mark.parametrize("size", ["30x30mm", "30x160mm", "160x30mm", "160x160mm", "38.1x53.4mm", "89x63mm"])
def test_cards_of_extreme_sizes_pass_it_too(size: str) -> None:
    assert faults(recipe_cards(look("en", f"cards.format={size}"))) == []


@pytest.mark.parametrize("size", [*CARD_FORMATS, "30x30mm", "160x30mm", "30x160mm"])
def test_what_a_player_needs_stands_on_every_card(size: str) -> None:
    """Size, name, a badge for each ingredient, main value and bonus; type never under 7 pt."""
    drawn = look("en", f"cards.format={size}", MOST_INGREDIENTS)
    for piece in recipe_cards(drawn).pieces:
        recipe, found = drawn.variant.recipes[piece.id], texts(piece.front)
        shown = {name: " ".join(line.text for line in found[name].lines) for name in ("size", "main value", "bonus")}
        assert shown == {"size": str(recipe.size), "main value": str(recipe.main), "bonus": str(recipe.bonus)}
        assert "".join(line.text for line in found["name"].lines).replace(" ", "") == drawn.dish(piece.id).replace(
            " ", ""
        )
        badges = {f"badge-{drawn.kind(kind).badge}" for kind in recipe.ingredients}
        assert badges <= drawings(piece.front)
        assert all(text.style.size >= SMALLEST_TYPE for text in found.values())


@pytest.mark.parametrize(
    ("size", "parts"), [("poker", True), ("half-poker", True), ("mini-us", True), ("micro", False)]
)
def test_foods_give_way_on_the_smallest_cards_only(size: str, parts: bool) -> None:
    drawn = look("en", f"cards.format={size}")
    for piece in recipe_cards(drawn).pieces:
        recipe = drawn.variant.recipes[piece.id]
        foods = {f"food-{food}" for kind in recipe.ingredients for food in drawn.kind(kind).foods}
        assert (foods <= drawings(piece.front)) is parts
        assert f"fish-{recipe.size}" in drawings(piece.front)


def test_a_bigger_card_has_bigger_type() -> None:
    def main_value(size: str) -> float:
        return texts(recipe_cards(look("en", f"cards.format={size}")).pieces[0].front)["main value"].style.size

    sizes = [main_value(size) for size in ("mini-us", "bridge", "poker", "jumbo")]
    assert sizes == sorted(set(sizes))


@every_shape
@every_token
def test_tokens_pass_it_and_keep_their_letter_and_their_shape(size: str, shape: str) -> None:
    drawn = look("en", f"tokens.size={size}", f"tokens.shape={shape}")
    tokens = ingredient_tokens(drawn)
    assert faults(tokens) == []
    for piece, kind in zip(tokens.pieces, drawn.variant.kinds, strict=True):
        letter = texts(piece.front)[f"{kind} letter"]
        assert "".join(line.text for line in letter.lines) == drawn.kind(kind).letter
        assert letter.style.size >= SMALLEST_TYPE
        foods = {f"food-{food}" for food in drawn.kind(kind).foods}
        assert {f"badge-{drawn.kind(kind).badge}", *foods} <= drawings(piece.front)


@every_shape
@every_token
def test_drawings_keep_inside_a_token(size: str, shape: str) -> None:
    """The outermost outline, a pen's width inside the cut, goes round everything."""
    for face in ingredient_tokens(look("en", f"tokens.size={size}", f"tokens.shape={shape}")).faces:
        placed = [(op.drawing, matrix, op.matrix) for op, matrix, _ in walk(face.ops) if isinstance(op, Place)]
        boxes = {
            drawing.name: transform_box(outer, transform_box(inner, Box(0, 0, drawing.width, drawing.height)))
            for drawing, outer, inner in placed
        }
        edge = face.trim.inset(400)
        assert all(edge.overhang(box) < 0 for box in boxes.values())
        foods = [max(box.width, box.height) for name, box in boxes.items() if name.startswith("food-")]
        assert len(foods) == 2
        assert min(foods) > face.width / 4, "foods that nobody makes out"


@pytest.mark.parametrize(("token", "space"), [("12.7mm", 22_000), ("20mm", 22_000), ("22mm", 24_000), ("30mm", 32_000)])
def test_spaces_hold_the_tokens_with_a_millimetre_round_them(token: str, space: int) -> None:
    drawn = look("en", f"tokens.size={token}")
    shelves = [fish_shelf(drawn, 1), farm_shelf(drawn, "wine")]
    assert [shelf.space for shelf in shelves] == [space] * 2
    for board in (fish_market(drawn), farmers_market(drawn)):
        assert faults(board) == []
        for face in board.faces:
            squares = [op for op, _, _ in walk(face.ops) if isinstance(op, Shape) and is_square(op, space)]
            assert len(squares) == 3 * 5, "three rows of five spaces on each section"


def is_square(shape: Shape, side: int) -> bool:
    xs = [values[at] for _, *values in shape.segments for at in range(0, len(values), 2)]
    ys = [values[at] for _, *values in shape.segments for at in range(1, len(values), 2)]
    return max(abs(max(xs) - min(xs) - side), abs(max(ys) - min(ys) - side)) < 1
