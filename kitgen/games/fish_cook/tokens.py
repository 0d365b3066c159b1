"""Tokens: ingredients as squares or discs, the day's cats, and the chef who stands up."""

from __future__ import annotations

from kitgen.components.kit import Component, Face, Piece
from kitgen.components.standee import standee
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Op, Paint
from kitgen.draw.text import fit_text
from kitgen.draw.theme import COLOURS, CREAM, INK, WHITE, display
from kitgen.games.fish_cook.look import Look
from kitgen.units import MM

CAT = 30 * MM
DISC_GAP = 7 * MM
"""Room between discs for the throat of a craft punch."""


def ingredient_tokens(look: Look) -> Component:
    """FC components: ``per_kind`` tokens of each kind."""
    pieces = tuple(
        Piece(f"token-{kind}", token_face(look, kind), look.variant.tokens.per_kind) for kind in look.variant.kinds
    )
    discs = look.variant.tokens.shape == "disc"
    return Component("tokens", look.words("kit.tokens"), "tokens", pieces, DISC_GAP if discs else 0, not discs)


def token_face(look: Look, kind: str) -> Face:
    """The token of a kind in the variant's shape."""
    return _square(look, kind) if look.variant.tokens.shape == "square" else _disc(look, kind)


def _square(look: Look, kind: str) -> Face:
    side = look.variant.tokens.size
    edge = Box(0, 0, side, side).inset(0.8 * MM)
    colour = look.kind_colour(kind)
    ring = 1.5 * MM
    inside = edge.inset(ring)
    badge = 7 * MM
    ops: list[Op] = [
        shapes.rectangle(edge.inset(250), Paint(colour.base, INK, 500), 2 * MM),
        *_dots(look, kind, edge),
        shapes.rectangle(inside, Paint(WHITE, INK, 250), 1.2 * MM),
        *look.foods(kind, Box(inside.x + 0.2 * MM, inside.y + 0.3 * MM, inside.width - 0.4 * MM, inside.height * 0.6)),
        look.badge(kind, Box((side - badge) / 2, edge.bottom - badge - 0.5 * MM, badge, badge), kind),
    ]
    return Face(f"token-{kind}", side, side, tuple(ops), safe=0)


def _disc(look: Look, kind: str) -> Face:
    side = look.variant.tokens.size
    colour = look.kind_colour(kind)
    badge = 6 * MM
    foods = side * 0.52
    ops: list[Op] = [
        shapes.circle(side / 2, side / 2, side / 2 - 0.4 * MM, Paint(colour.base, INK, 500)),
        shapes.circle(side / 2, side / 2, side / 2 - 2.2 * MM, Paint(WHITE, INK, 250)),
        *look.foods(kind, Box((side - foods) / 2, 2.9 * MM, foods, side * 0.42)),
        look.badge(kind, Box((side - badge) / 2, side - badge - 1.4 * MM, badge, badge), kind),
    ]
    return Face(f"token-{kind}", side, side, tuple(ops), safe=0)


def _dots(look: Look, kind: str, edge: Box) -> list[Op]:
    """Dots in the ring of the pale kind, so that it is no blank in black and white."""
    if look.kind(kind).colour != "flour":
        return []
    paint = Paint(COLOURS["flour"].shade)
    count = 9
    step = (edge.width - 2.4 * MM) / (count - 1)
    near, far = edge.x + 1.35 * MM, edge.right - 1.35 * MM
    ops: list[Op] = []
    for number in range(count):
        along = edge.x + 1.2 * MM + number * step
        for x, y in ((along, near), (along, far), (near, along), (far, along)):
            ops.append(shapes.circle(x, y, 0.35 * MM, paint))
    return ops


def cats(look: Look) -> Component:
    """FC-1.3: one cat a day of the longest game, numbered; the last one sleeps."""
    days = max(look.variant.set_up.days[count] for count in look.variant.player_counts)
    pieces = tuple(Piece(f"cat-{day}", _cat(look, day)) for day in range(1, days + 1))
    return Component("cats", look.words("kit.cats"), "tokens", pieces)


def _cat(look: Look, day: int) -> Face:
    edge = Box(0, 0, CAT, CAT).inset(1.2 * MM)
    number = Box(edge.x + 1.2 * MM, edge.y + 1.2 * MM, 7 * MM, 7 * MM)
    ops: list[Op] = [
        shapes.rectangle(edge, Paint(COLOURS["sky"].tint if day % 2 else CREAM, INK, 500), 3 * MM),
        shapes.place_in(look.art(f"cat-{day}"), edge.inset(2.4 * MM, 2.6 * MM, 1 * MM, 1 * MM)),
        shapes.circle(*number.centre, 3.4 * MM, Paint(WHITE, INK, 350)),
        fit_text(str(day), number, display(12), "day"),
    ]
    return Face(f"cat-{day}", CAT, CAT, tuple(ops), safe=900)


def chef(look: Look) -> Component:
    """The leader token: a fold-over standee, front and back."""
    face = standee("chef", look.art("chef"), look.art("chef-back"), 34 * MM, 48 * MM)
    return Component("chef", look.words("kit.chef"), "tokens", (Piece("chef", face),))
