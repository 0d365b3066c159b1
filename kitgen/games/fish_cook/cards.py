"""Recipe cards: corner index for a fanned hand, name, the fish, the ingredients, and the money.

The front is drawn for a poker card and follows every other size: all but the border grows and shrinks with it. On the
smallest cards type would become too small, so these have a layout of their own, without the foods.
"""

from __future__ import annotations

from typing import NamedTuple

from kitgen.components.kit import WIDEST_BLEED, Boxing, Component, Face, Piece, corner_radius
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Group, Op, Paint, Text
from kitgen.draw.text import Align, block_height, fit_text
from kitgen.draw.theme import COLOURS, CREAM, INK, SMALLEST_TYPE, display
from kitgen.games.fish_cook.look import Look, coin, steal_hint
from kitgen.games.fish_cook.variant import Recipe
from kitgen.units import MM

BORDER = 3 * MM
"""The unprinted border of fronts: cards butt on the sheet, and one cut serves two."""


DRAWN_FOR = (63_500, 88_900)
"""The card that the lengths below are meant for."""

SMALL = 600
"""Where a millimetre of a poker card comes to less, type of 7 pt leaves no room for foods."""

LETTERED = 5_600
"""A smaller badge has no room for a wide letter of 7 pt; its shape tells the kind."""


class Layout(NamedTuple):
    """Where the parts of a front lie on a card of a size in micrometres."""

    width: int
    height: int

    @property
    def unit(self) -> int:
        """What a millimetre of a poker card comes to."""
        return round(min(self.width / DRAWN_FOR[0], self.height / DRAWN_FOR[1]) * MM)

    @property
    def is_small(self) -> bool:
        """Whether there is room for the essential only."""
        return self.unit < SMALL

    @property
    def radius(self) -> int:
        """Of the panel's corners."""
        return corner_radius(self.width, self.height)

    @property
    def panel(self) -> Box:
        """All that is printed, where the front has a border."""
        return Box(0, 0, self.width, self.height).inset(BORDER)

    @property
    def band(self) -> Box:
        """The strip at the top, with size and name."""
        return self.panel._replace(height=15 * self.unit)

    @property
    def money(self) -> Box:
        """The strip at the bottom, with what the dish earns."""
        height = 18 * self.unit
        return Box(self.panel.x, self.panel.bottom - height, self.panel.width, height)

    @property
    def sea(self) -> Box:
        """Between the band and the ingredients: the fish."""
        panel, band = self.panel, self.band
        return Box(panel.x, band.bottom, panel.width, panel.height - band.height - self.money.height - 22.5 * self.unit)

    @property
    def fish(self) -> Box:
        """The fish, beside the corner badges."""
        return self.sea.inset(9.5 * self.unit, 1 * self.unit, 1.5 * self.unit, 1 * self.unit)

    @property
    def coins(self) -> tuple[float, float]:
        """Where the coins begin, at the left and the top; they stand in the middle of wide cards."""
        return self.money.x + max(0, self.money.width - 57.5 * self.unit) // 2, self.money.y

    @property
    def row(self) -> Box:
        """The ingredients, between the sea and the money."""
        unit = self.unit
        inner = self.panel.inset(1.5 * unit, 0)
        return Box(inner.x, self.sea.bottom, inner.width, self.money.y - self.sea.bottom)

    @property
    def landmarks(self) -> dict[str, tuple[float, float]]:
        """A point on each part of the front, for those who explain it; none where the front is a small one."""
        if self.is_small:
            return {}
        panel, fish, coins, unit = self.panel, self.fish.centre, self.coins, self.unit
        return {
            "size": (panel.x + 5.5 * unit, panel.y + 5.5 * unit),
            "fan": (panel.x + 3.5 * unit, self.sea.y + 8 * unit),
            "name": (panel.x + 47 * unit, panel.y + 8 * unit),
            "fish": (fish[0] + 16.25 * unit, fish[1] - 1.7 * unit),
            "ingredients": (panel.centre[0] + 22.25 * unit, self.row.y + 10.6 * unit),
            "main": (coins[0] + 6 * unit, coins[1] + 9.1 * unit),
            "bonus": (coins[0] + 32 * unit, coins[1] + 3.1 * unit),
        }

    def points(self, size: float) -> float:
        """A type size in whole points, never smaller than what can be read."""
        return max(SMALLEST_TYPE, round(size * self.unit / MM))


def recipe_cards(look: Look) -> Component:
    """One card a recipe, by size."""
    back = _back(look, *look.variant.cards.format)
    pieces = tuple(
        Piece(recipe_id, front(look, recipe_id, recipe), 1, back, look.dish(recipe_id))
        for recipe_id, recipe in look.ordered_recipes
    )
    boxing = Boxing(look.art(f"fish-{look.variant.sizes[-1]}"), COLOURS["sky"])
    return Component("recipes", look.words("kit.recipes"), "cards", pieces, boxing=boxing)


def front(look: Look, recipe_id: str, recipe: Recipe) -> Face:
    """The front of one recipe card."""
    layout = Layout(*look.variant.cards.format)
    parts = _small_front if layout.is_small else _full_front
    ops = parts(look, layout, look.dish(recipe_id), recipe)
    trim = Box(0, 0, layout.width, layout.height)
    if look.variant.cards.fronts == "bleed":
        sea = shapes.rectangle(trim.inset(-WIDEST_BLEED), Paint(look.size_colour(recipe.size).tint))
        return Face(recipe_id, layout.width, layout.height, tuple(ops), (sea,), WIDEST_BLEED)
    paper = shapes.rectangle(layout.panel.inset(250), Paint(CREAM), layout.radius)
    return Face(recipe_id, layout.width, layout.height, (paper, *ops))


def _full_front(look: Look, layout: Layout, name: str, recipe: Recipe) -> list[Op]:
    panel, band, sea, unit = layout.panel, layout.band, layout.sea, layout.unit
    index = Box(panel.x, panel.y, 11 * unit, 11 * unit)
    title = Box(index.right + 2.6 * unit, band.y + 1.5 * unit, band.width - index.width - 5 * unit, 12 * unit)
    return [
        *_frame(look, layout, recipe, band, layout.money),
        look.size_die(recipe.size, index.inset(1.5 * unit, 1.5 * unit, -1.0 * unit, -1.0 * unit), "size"),
        _name(name, title, layout.points(13), "left", 2 if unit > 850 else 3),
        look.fish(recipe.size, layout.fish),
        *_corner_badges(look, recipe, Box(panel.x + 2 * unit, sea.y + 1.5 * unit, 7 * unit, sea.height), unit),
        *_ingredients(look, recipe, layout.row, unit),
        *_money(look, recipe, layout),
    ]


def _frame(look: Look, layout: Layout, recipe: Recipe, band: Box, money: Box) -> list[Op]:
    """The panel's edge, and the tinted strips at its top and its bottom."""
    panel, radius = layout.panel, layout.radius
    tinted = shapes.rectangle(panel.inset(250), Paint(look.size_colour(recipe.size).tint), radius)
    rule = Paint(stroke=INK, width=350)
    return [
        Group((tinted,), clip=band),
        Group((tinted,), clip=money),
        shapes.line(panel.x + 500, band.bottom, panel.right - 500, band.bottom, rule),
        shapes.line(panel.x + 500, money.y, panel.right - 500, money.y, rule),
        shapes.rectangle(panel.inset(250), Paint(stroke=INK, width=500), radius),
    ]


def _corner_badges(look: Look, recipe: Recipe, column: Box, unit: int) -> list[Op]:
    """The ingredients under the size, where a fanned hand still shows them."""
    step = min(7 * unit, column.height / max(len(recipe.ingredients), 1))
    side = step - 0.4 * unit
    return [
        _badge(look, kind, Box(column.x, column.y + number * step, side, side), f"corner {kind}")
        for number, kind in enumerate(recipe.ingredients)
    ]


def _badge(look: Look, kind: str, box: Box, name: str) -> Op:
    return look.badge(kind, box, name, lettered=min(box.width, box.height) >= LETTERED)


def _ingredients(look: Look, recipe: Recipe, row: Box, unit: int) -> list[Op]:
    """Each ingredient: both foods of its kind, and its badge below."""
    count, badge = len(recipe.ingredients), max(8 * unit, LETTERED)
    cell = min(27 * unit, row.width / count)
    left = row.x + (row.width - count * cell) / 2
    ops: list[Op] = []
    for number, kind in enumerate(recipe.ingredients):
        x = left + number * cell
        foods = Box(x + 0.5 * unit, row.y + 0.3 * unit, cell - 1 * unit, row.height - badge - 0.6 * unit)
        ops += look.foods(kind, foods)
        ops.append(_badge(look, kind, Box(x + (cell - badge) / 2, row.bottom - badge - 0.5 * unit, badge, badge), kind))
    return ops


def _money(look: Look, recipe: Recipe, layout: Layout) -> list[Op]:
    """The main value as a big coin; the bonus as a small one, with the roll that steals the recipe."""
    band, unit = layout.money, layout.unit
    left, top = layout.coins
    middle = top + 9 * unit
    big = Box(left + 2 * unit, top + 1 * unit, 16 * unit, 16 * unit)
    small = Box(big.right + 4.6 * unit, top + 3 * unit, 12 * unit, 12 * unit)
    plus = Box(big.right, band.y, 5 * unit, band.height)
    hint = Box(small.right + 5.2 * unit, middle - 3.75 * unit, band.right - small.right - 6 * unit, 7.5 * unit)
    hinted = steal_hint(look, hint, recipe)
    arrow = shapes.arrow(
        small.right + 1 * unit, middle, hint.x - 0.9 * unit, middle, Paint(stroke=INK, width=400), 1.4 * unit
    )
    return [
        *coin(look, "coin", big, str(recipe.main), layout.points(22), "main value"),
        fit_text("+", plus, display(layout.points(16)), "plus"),
        *coin(look, "coin-small", small, str(recipe.bonus), layout.points(16), "bonus"),
        *([arrow] if hinted else []),
        *hinted,
    ]


def _small_front(look: Look, layout: Layout, name: str, recipe: Recipe) -> list[Op]:
    """Size and badges at the top, then the name, the fish where there is room, and both values."""
    unit = max(MM, 2 * layout.unit)
    panel = layout.panel
    inner = panel.inset(0.9 * MM, 1 * MM)
    values = Box(panel.x, panel.bottom - 9.6 * unit, panel.width, 9.6 * unit)
    top = inner._replace(height=min(11.9 * unit, values.y - inner.y - 7.2 * unit))
    band = panel._replace(height=top.bottom + 0.6 * MM - panel.y)
    side = min(top.height, 8 * unit)
    badges = top.inset(side + 1 * MM, 0, 0, 0)
    return [
        *_frame(look, layout, recipe, band, values),
        look.size_die(recipe.size, top._replace(width=side, height=side), "size"),
        *_badge_grid(look, recipe, badges, side),
        *_name_and_fish(look, recipe, name, Box(inner.x, band.bottom, inner.width, values.y - band.bottom), unit),
        *_values(look, recipe, values, unit),
    ]


def _name_and_fish(look: Look, recipe: Recipe, name: str, room: Box, unit: int) -> list[Op]:
    """The name alone in the middle, or with the fish below it."""
    title = _name(name, room._replace(height=min(7.2 * unit, room.height)), 9 * unit / MM, "centre", 3)
    height = block_height(len(title.lines), title.style) + 2 * MM
    sea = room.inset(1 * MM, height, 1 * MM, 0.6 * MM)
    if sea.height < 6 * MM:
        return [_name(name, room, title.style.size, "centre", 3)]
    above = room._replace(height=height)
    return [_name(name, above, title.style.size, "centre", 3), look.fish(recipe.size, sea)]


def _name(name: str, box: Box, size: float, align: Align, max_lines: int) -> Text:
    """The dish's name; where a word is too long for a line, it is broken after a hyphen."""
    text = fit_text(name, box, display(size), "name", align=align, max_lines=max_lines)
    if all(line.width <= box.width for line in text.lines):
        return text
    return fit_text(name.replace("-", "-\n"), box, display(size), "name", align=align, max_lines=3)


def _badge_grid(look: Look, recipe: Recipe, area: Box, most: float) -> list[Op]:
    """The badges as big as they can be, but no bigger than ``most``, in one row or two, at the right."""
    count, gap = len(recipe.ingredients), 0.3 * MM

    def side_in(rows: int) -> float:
        return min(area.width / -(-count // rows), area.height / rows, most)

    rows = max((1, 2), key=side_in)
    columns, step = -(-count // rows), side_in(rows)
    left, top = area.right - columns * step, area.y + (area.height - rows * step) / 2
    return [
        _badge(
            look,
            kind,
            Box(left + number % columns * step, top + number // columns * step, step - gap, step - gap),
            kind,
        )
        for number, kind in enumerate(recipe.ingredients)
    ]


def _values(look: Look, recipe: Recipe, band: Box, unit: int) -> list[Op]:
    """The main value and the bonus, in the middle of a small card."""
    big, plus, small = 8.8 * unit, 3.4 * unit, 7 * unit
    left, middle = band.x + (band.width - big - plus - small) / 2, band.centre[1]
    points = unit / MM
    return [
        *coin(look, "coin", Box(left, middle - big / 2, big, big), str(recipe.main), 12 * points, "main value"),
        fit_text("+", Box(left + big, band.y, plus, band.height), display(10 * points), "plus"),
        *coin(
            look,
            "coin-small",
            Box(left + big + plus, middle - small / 2, small, small),
            str(recipe.bonus),
            10 * points,
            "bonus",
        ),
    ]


def _back(look: Look, width: int, height: int) -> Face:
    """The back: the design scaled to cover the card and its bleed, its middle in the middle."""
    design = look.art("deck-back")
    scale = max((width + 2 * WIDEST_BLEED) / design.width, (height + 2 * WIDEST_BLEED) / design.height)
    x, y = (width - scale * design.width) / 2, (height - scale * design.height) / 2
    outside = Box(0, 0, width, height).inset(-WIDEST_BLEED)
    placed = shapes.move([shapes.place_in(design, Box(0, 0, design.width, design.height))], x, y, scale)
    return Face("back", width, height, (), (Group((placed,), clip=outside),), WIDEST_BLEED)
