"""What the pieces of Fish Cook share: names, badges, food pictures, fish in their sizes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from kitgen.components.dice import die_icon
from kitgen.draw import shapes
from kitgen.draw.art import ArtShelf
from kitgen.draw.drawing import Box, Group, Op, Paint
from kitgen.draw.text import fit_text
from kitgen.draw.theme import COLOURS, INK, WHITE, Colour, display
from kitgen.games.fish_cook.variant import Kind, Recipe
from kitgen.games.fish_cook.wording import Wording
from kitgen.units import MICROMETRES_PER_POINT, MM

SIZE_COLOURS = ("sky", "orange", "wood", "blue", "purple", "green", "grey", "vermillion")
"""Colours of the fish, small to big; they only help, since silhouette and number tell the sizes apart."""


@dataclass(frozen=True)
class Look(Wording):
    """A variant with the words and the art that its pieces are drawn with."""

    art: ArtShelf

    def kind(self, kind: str) -> Kind:
        """An ingredient kind by id."""
        return self.variant.kinds[kind]

    def kind_colour(self, kind: str) -> Colour:
        """The colour of a kind."""
        return COLOURS[self.kind(kind).colour]

    def size_colour(self, size: int) -> Colour:
        """The colour of a fish size."""
        return COLOURS[SIZE_COLOURS[size - 1]]

    @cached_property
    def ordered_recipes(self) -> list[tuple[str, Recipe]]:
        """Recipes by size, as written within a size."""
        return sorted(self.variant.recipes.items(), key=lambda item: item[1].size)

    def badge(self, kind: str, box: Box, name: str, *, lettered: bool = True) -> Group:
        """A kind's badge: its shape in its colour, its letter on the white inside.

        Where there is no room for a letter, the shape tells the kind without colour too.
        """
        drawing = self.art(f"badge-{self.kind(kind).badge}")
        placed = shapes.place_in(drawing, box, self.kind_colour(kind).base)
        if not lettered:
            return Group((placed,))
        side = min(box.width, box.height)
        x, y = box.centre
        white = side * 5.6 / 12
        letter = display(max(7.0, side * 0.44 / MICROMETRES_PER_POINT))
        inside = Box(x - white / 2, y - white / 2, white, white)
        return Group((placed, fit_text(self.kind(kind).letter, inside, letter, f"{name} letter")))

    def foods(self, kind: str, box: Box) -> list[Op]:
        """Both foods of a kind side by side, the first a little higher than the second."""
        first, second = (self.art(f"food-{food}") for food in self.kind(kind).foods)
        side = min(box.height / 1.12, box.width / 1.82)
        left = box.x + (box.width - 1.82 * side) / 2
        top = box.y + (box.height - 1.12 * side) / 2
        return [
            shapes.place_in(first, Box(left, top, side, side)),
            shapes.place_in(second, Box(left + 0.82 * side, top + 0.12 * side, side, side)),
        ]

    def fish(self, size: int, box: Box, *, mirrored: bool = False) -> Op:
        """The fish of a size, drawn on one scale for all sizes."""
        return shapes.place_in(self.art(f"fish-{size}"), box, mirrored=mirrored)

    def size_die(self, size: int, box: Box, name: str) -> Op:
        """A fish size as a numeral in the frame of a die, since fish are dice at the table."""
        side = min(box.width, box.height)
        frame = shapes.rectangle(Box(box.x, box.y, side, side), Paint(WHITE, INK, 500), side * 0.22)
        numeral = display(side * 0.8 / MICROMETRES_PER_POINT)
        return Group((frame, fit_text(str(size), Box(box.x, box.y, side, side), numeral, name)))


def coin(look: Look, art: str, box: Box, text: str, size: float, name: str) -> list[Op]:
    """A coin with a number on its white inside (seven tenths of its width)."""
    placed = shapes.place_in(look.art(art), box)
    return [placed, fit_text(text, box.inset(box.width * 0.16), display(size), name)]


def steal_hint(look: Look, box: Box, recipe: Recipe) -> list[Op]:
    """FC-5.11: the die and the lowest roll that steals; nothing where nothing is ever stolen."""
    steal = look.variant.evening.steal
    lowest = steal.succeeds_on if isinstance(steal.succeeds_on, int) else recipe.bonus
    if not look.variant.steals or lowest > int(steal.die[1:]):
        return []
    side = min(box.height, 7.5 * MM)
    y = box.y + (box.height - side) / 2
    icon = die_icon(Box(box.x, y, side, side), lowest, "steal die")
    plus = fit_text("+", Box(box.x + side, y, 4 * MM, side), display(14), "steal on")
    return [icon, plus]
