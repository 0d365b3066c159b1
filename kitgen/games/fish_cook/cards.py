"""Recipe cards: corner index for a fanned hand, name, the fish, the ingredients, and the money."""

from __future__ import annotations

from kitgen.components.formats import CARD_FORMATS
from kitgen.components.kit import Component, Face, Piece, corner_radius
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Group, Op, Paint
from kitgen.draw.text import fit_text
from kitgen.draw.theme import CREAM, INK, display
from kitgen.games.fish_cook.look import Look, coin, steal_hint
from kitgen.games.fish_cook.variant import Recipe
from kitgen.units import MM

BORDER = 3 * MM
"""The unprinted border of fronts: cards butt on the sheet, and one cut serves two."""

BLEED = 3 * MM


def recipe_cards(look: Look) -> Component:
    """One card a recipe, by size."""
    size = CARD_FORMATS[look.variant.cards.format]
    back = _back(look, *size)
    pieces = tuple(
        Piece(recipe_id, front(look, recipe_id, recipe), 1, back) for recipe_id, recipe in look.ordered_recipes
    )
    return Component("recipes", look.words("kit.recipes"), "cards", pieces)


def front(look: Look, recipe_id: str, recipe: Recipe) -> Face:
    """The front of one recipe card."""
    width, height = CARD_FORMATS[look.variant.cards.format]
    bleeds = look.variant.cards.fronts == "bleed"
    panel = Box(0, 0, width, height).inset(BORDER)
    colour = look.size_colour(recipe.size)
    name = look.dish(recipe_id)
    band_height = 15 * MM
    money_height = 18 * MM
    index = Box(panel.x, panel.y, 11 * MM, 11 * MM)
    radius = corner_radius(width, height)
    backdrop: list[Op] = []
    if bleeds:
        backdrop.append(shapes.rectangle(Box(0, 0, width, height).inset(-BLEED), Paint(colour.tint)))
    else:
        backdrop.append(shapes.rectangle(panel.inset(250), Paint(CREAM), radius))
    band = Box(panel.x, panel.y, panel.width, band_height)
    sea = Box(panel.x, band.bottom, panel.width, panel.height - band_height - money_height - 22.5 * MM)
    money = Box(panel.x, panel.bottom - money_height, panel.width, money_height)
    ops: list[Op] = [
        Group(
            (
                shapes.rectangle(
                    Box(panel.x, panel.y, panel.width, panel.height).inset(250), Paint(colour.tint), radius
                ),
            ),
            clip=band,
        ),
        Group((shapes.rectangle(panel.inset(250), Paint(colour.tint), radius),), clip=money),
        shapes.line(panel.x + 500, band.bottom, panel.right - 500, band.bottom, Paint(stroke=INK, width=350)),
        shapes.line(panel.x + 500, money.y, panel.right - 500, money.y, Paint(stroke=INK, width=350)),
        shapes.rectangle(panel.inset(250), Paint(stroke=INK, width=500), radius),
        look.size_die(recipe.size, index.inset(1.5 * MM, 1.5 * MM, -1.0 * MM, -1.0 * MM), "size"),
        fit_text(
            name,
            Box(index.right + 2.6 * MM, band.y + 1.5 * MM, band.width - index.width - 5 * MM, band.height - 3 * MM),
            display(13),
            "name",
            align="left",
            max_lines=2,
        ),
        look.fish(recipe.size, Box(sea.x + 9.5 * MM, sea.y + 1 * MM, sea.width - 11 * MM, sea.height - 2 * MM)),
        *_corner_badges(look, recipe, Box(panel.x + 2 * MM, band.bottom + 1.5 * MM, 7 * MM, sea.height)),
        *_ingredients(look, recipe, Box(panel.x + 1.5 * MM, sea.bottom, panel.width - 3 * MM, money.y - sea.bottom)),
        *_money(look, recipe, money),
    ]
    if bleeds:
        return Face(recipe_id, width, height, tuple(ops), tuple(backdrop), BLEED)
    return Face(recipe_id, width, height, (*backdrop, *ops))


def _corner_badges(look: Look, recipe: Recipe, column: Box) -> list[Op]:
    """The ingredients under the size, where a fanned hand still shows them."""
    step = min(7 * MM, column.height / max(len(recipe.ingredients), 1))
    return [
        look.badge(kind, Box(column.x, column.y + number * step, step - 0.4 * MM, step - 0.4 * MM), f"corner {kind}")
        for number, kind in enumerate(recipe.ingredients)
    ]


def _ingredients(look: Look, recipe: Recipe, row: Box) -> list[Op]:
    """Each ingredient: both foods of its kind, and its badge below."""
    count = len(recipe.ingredients)
    cell = min(27 * MM, row.width / count)
    left = row.x + (row.width - count * cell) / 2
    ops: list[Op] = []
    for number, kind in enumerate(recipe.ingredients):
        x = left + number * cell
        badge = 8 * MM
        ops += look.foods(kind, Box(x + 0.5 * MM, row.y + 0.3 * MM, cell - 1 * MM, row.height - badge - 0.6 * MM))
        ops.append(look.badge(kind, Box(x + (cell - badge) / 2, row.bottom - badge - 0.5 * MM, badge, badge), kind))
    return ops


def _money(look: Look, recipe: Recipe, band: Box) -> list[Op]:
    """The main value as a big coin; the bonus as a small one, with the roll that steals the recipe."""
    big = Box(band.x + 2 * MM, band.y + 1 * MM, 16 * MM, 16 * MM)
    small = Box(big.right + 4.6 * MM, band.y + 3 * MM, 12 * MM, 12 * MM)
    plus = Box(big.right, band.y, 5 * MM, band.height)
    hint = Box(small.right + 5.2 * MM, band.y, band.right - small.right - 6 * MM, band.height)
    hinted = steal_hint(look, hint, recipe)
    arrow = [
        shapes.arrow(
            small.right + 1 * MM,
            band.y + 9 * MM,
            hint.x - 0.9 * MM,
            band.y + 9 * MM,
            Paint(stroke=INK, width=400),
            1.4 * MM,
        )
    ]
    return [
        *coin(look, "coin", big, str(recipe.main), 22, "main value"),
        fit_text("+", plus, display(16), "plus"),
        *coin(look, "coin-small", small, str(recipe.bonus), 16, "bonus"),
        *(arrow if hinted else []),
        *hinted,
    ]


def _back(look: Look, width: int, height: int) -> Face:
    """The back: the design scaled to cover the card and its bleed, its middle in the middle."""
    design = look.art("deck-back")
    scale = max((width + 2 * BLEED) / design.width, (height + 2 * BLEED) / design.height)
    x, y = (width - scale * design.width) / 2, (height - scale * design.height) / 2
    outside = Box(0, 0, width, height).inset(-BLEED)
    placed = shapes.move([shapes.place_in(design, Box(0, 0, design.width, design.height))], x, y, scale)
    return Face("back", width, height, (), (Group((placed,), clip=outside),), BLEED)
