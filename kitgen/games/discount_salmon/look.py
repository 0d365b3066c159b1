"""What the pieces of Discount Salmon share: fish with their problems, marks, and the frames of the modifiers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from kitgen.draw import shapes
from kitgen.draw.art import ArtShelf
from kitgen.draw.drawing import Box, Drawing, Op, Paint, Shape
from kitgen.draw.theme import COLOURS, INK, WHITE, Colour
from kitgen.games.discount_salmon.variant import Icon
from kitgen.games.discount_salmon.wording import Names
from kitgen.units import MM

Effect = Literal["cure", "harm"]
"""Whether a modifier mends or harms."""

MARK = "icon-"
"""How the names of the drawings begin that are marks."""

BODIES = 5
"""Fish that differ by silhouette."""

SCENE = (56 * MM, 38 * MM)
"""The frame in which bodies, faces and what is wrong are drawn, so that they fit onto each other."""

_BEHIND: tuple[Icon, ...] = ("trefoil", "cactus", "snowflake")
_BEFORE: tuple[Icon, ...] = ("trefoil", "cactus", "snowflake", "bone", "ghost", "odour")
"""Problems with something behind the body and before it, the one furthest away first."""

PICTURED: tuple[Icon, ...] = ("odour", "face", "cactus", "boot", "trefoil")
"""Problems whose cure and harm are drawn; those of the others are a bottle and a splash with the mark on them."""

MARK_COLOURS: dict[Icon, str] = {
    "odour": "yellow",
    "face": "purple",
    "cactus": "green",
    "boot": "wood",
    "trefoil": "orange",
    "snowflake": "sky",
    "ghost": "grey",
    "bone": "flour",
}
"""Colours of the marks' plates; they only help."""

EFFECT_COLOURS: dict[Effect, str] = {"cure": "blue", "harm": "red"}
SIGNS: dict[Effect, str] = {"cure": "sign-tick", "harm": "sign-cross"}

_JAGS = 14
_ROUND, _OUTER, _INNER, _WHITE = 0.95, 1.0, 0.84, 0.76
"""Radii as parts of a frame's: that of a round frame, the tips and the gaps of a jagged one, the white inside."""


@dataclass(frozen=True)
class Look(Names):
    """A variant with the words and the art that its pieces are drawn with."""

    art: ArtShelf

    def icon(self, problem: str) -> Icon:
        """The mark of a problem."""
        return self.variant.problems[problem].icon

    def icons(self, fish: str) -> list[Icon]:
        """The marks of a fish's problems."""
        return [self.icon(problem) for problem in self.variant.fish[fish].problems]

    @cached_property
    def _bodies(self) -> dict[str, str]:
        """The drawing of each fish's body; those that have one are dealt the silhouettes in turn."""
        bodies: dict[str, str] = {}
        swimmers = 0
        for fish in self.variant.fish:
            if "boot" in self.icons(fish):
                bodies[fish] = "boot"
            else:
                bodies[fish] = f"fish-{swimmers % BODIES + 1}"
                swimmers += 1
        return bodies

    def fish_drawing(self, fish: str) -> Drawing:
        """A fish of the lake, all that is wrong with it to be seen."""
        icons = self.icons(fish)
        names = [
            *(f"{icon}-under" for icon in _BEHIND if icon in icons),
            self._bodies[fish],
            *(f"{icon}-over" for icon in _BEFORE if icon in icons),
            "face-ugly" if "face" in icons else "face",
        ]
        frame = Box(0, 0, *SCENE)
        return Drawing(f"scene-{fish}", *SCENE, tuple(shapes.place_in(self.art(name), frame) for name in names))

    def mark(self, icon: str, box: Box) -> Op:
        """A mark in ink, as large as fits into a box."""
        return shapes.place_in(self.art(f"{MARK}{icon}"), box, INK)

    def plate(self, icon: Icon, box: Box) -> list[Op]:
        """A problem on its plate: a square with round corners in the colour of the problem, the mark on white."""
        side = min(box.width, box.height)
        x, y = box.centre
        square = Box(x - side / 2, y - side / 2, side, side)
        ring = max(side * 0.075, 0.6 * MM)
        inside = square.inset(ring)
        return [
            shapes.rectangle(square.inset(250), Paint(COLOURS[MARK_COLOURS[icon]].base, INK, 500), side * 0.2),
            shapes.rectangle(inside, Paint(WHITE, INK, 300), side * 0.14),
            self.mark(icon, inside.inset(side * 0.05)),
        ]

    def frame(self, effect: Effect, icon: str, box: Box) -> list[Op]:
        """A mark in the frame of what mends, round, or of what harms, jagged."""
        radius = min(box.width, box.height) / 2
        x, y = box.centre
        paint = Paint(effect_colour(effect).base, INK, max(350.0, radius * 0.03))
        outer = shapes.circle(x, y, radius * _ROUND, paint) if effect == "cure" else _burst(x, y, radius, paint)
        white = radius * _WHITE
        side = white * math.sqrt(2) * 0.98
        return [
            outer,
            shapes.circle(x, y, white, Paint(WHITE, INK, max(300.0, radius * 0.025))),
            self.mark(icon, Box(x - side / 2, y - side / 2, side, side)),
        ]

    def sign(self, effect: Effect, box: Box) -> Op:
        """A tick for what mends, a cross for what harms."""
        return shapes.place_in(self.art(SIGNS[effect]), box, INK)

    def picture(self, effect: Effect, problem: str, box: Box) -> list[Op]:
        """The thing on the card that mends a problem, or that brings it back."""
        icon = self.icon(problem)
        if icon in PICTURED:
            return [shapes.place_in(self.art(f"{effect}-{icon}"), box)]
        placed = shapes.place_in(self.art(f"{effect}-other"), box)
        scale, _, _, _, left, top = placed.matrix
        # The white on both is 14.4 mm wide round (20, 17) on the bottle, (20, 13) on the splash.
        middle = (20 * MM, (17 if effect == "cure" else 13) * MM)
        side = 9.6 * MM * scale
        x, y = left + middle[0] * scale, top + middle[1] * scale
        return [placed, self.mark(icon, Box(x - side / 2, y - side / 2, side, side))]


def effect_colour(effect: Effect) -> Colour:
    """The colour of what mends, or of what harms."""
    return COLOURS[EFFECT_COLOURS[effect]]


def _burst(x: float, y: float, radius: float, paint: Paint) -> Shape:
    """A star with many short points."""
    points = [
        (
            x + radius * (_OUTER if step % 2 else _INNER) * math.sin(math.pi * step / _JAGS),
            y - radius * (_OUTER if step % 2 else _INNER) * math.cos(math.pi * step / _JAGS),
        )
        for step in range(2 * _JAGS)
    ]
    return shapes.polygon(points, paint)
