"""Tokens: ingredients as squares or discs, the day's cats, and the chef who stands up."""

from __future__ import annotations

from kitgen.components.kit import Boxing, Component, Face, Piece
from kitgen.components.standee import standee
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Op, Paint
from kitgen.draw.text import fit_text
from kitgen.draw.theme import COLOURS, CREAM, INK, WHITE, display
from kitgen.games.fish_cook.look import Look
from kitgen.units import MM

CAT = 30 * MM
DRAWN_FOR = 20 * MM
"""The token that lengths within one are meant for; they grow and shrink with it."""

SMALLEST_BADGE = 5_600
"""A smaller badge has no room for a wide letter of 7 pt."""

DISC_GAP = 7 * MM
"""Room between discs for the throat of a craft punch."""


def ingredient_tokens(look: Look) -> Component:
    """FC components: ``per_kind`` tokens of each kind."""
    pieces = tuple(
        Piece(f"token-{kind}", token_face(look, kind), look.variant.tokens.per_kind, title=look.kind_name(kind))
        for kind in look.variant.kinds
    )
    discs = look.variant.tokens.shape == "disc"
    boxing = Boxing(look.art("basket"), COLOURS["green"], stacked=True)
    return Component(
        "tokens",
        look.words("kit.tokens"),
        "tokens",
        pieces,
        DISC_GAP if discs else 0,
        not discs,
        boxing=boxing,
        craft="discs" if discs else "",
    )


def token_face(look: Look, kind: str) -> Face:
    """The token of a kind in the variant's shape."""
    return _square(look, kind) if look.variant.tokens.shape == "square" else _disc(look, kind)


def _square(look: Look, kind: str) -> Face:
    side = look.variant.tokens.size
    unit = _unit(side)
    edge = Box(0, 0, side, side).inset(0.8 * MM)
    colour = look.kind_colour(kind)
    ring = 1.5 * unit
    inside = edge.inset(ring)
    badge = max(7 * unit, SMALLEST_BADGE)
    # Beside a badge that stays as big as its letter needs, the foods give way.
    height = min(inside.height * 0.6, edge.bottom - 0.5 * unit - badge - inside.y)
    foods = Box(inside.x + 0.2 * unit, inside.y + 0.3 * unit, inside.width - 0.4 * unit, height)
    ops: list[Op] = [
        shapes.rectangle(edge.inset(unit // 4), Paint(colour.base, INK, unit // 2), 2 * unit),
        *_dots(look, kind, edge, unit),
        shapes.rectangle(inside, Paint(WHITE, INK, max(200, unit // 4)), 1.2 * unit),
        *look.foods(kind, foods),
        look.badge(kind, Box((side - badge) / 2, edge.bottom - badge - 0.5 * unit, badge, badge), kind),
    ]
    return Face(f"token-{kind}", side, side, tuple(ops), safe=0)


def _disc(look: Look, kind: str) -> Face:
    side = look.variant.tokens.size
    unit = _unit(side)
    colour = look.kind_colour(kind)
    badge = max(6 * unit, SMALLEST_BADGE)
    foods = side * 0.52
    height = min(side * 0.42, side - badge - 4.3 * unit)
    ops: list[Op] = [
        shapes.circle(side / 2, side / 2, side / 2 - 0.4 * MM, Paint(colour.base, INK, unit // 2)),
        shapes.circle(side / 2, side / 2, side / 2 - 2.2 * unit, Paint(WHITE, INK, max(200, unit // 4))),
        *look.foods(kind, Box((side - foods) / 2, 2.9 * unit, foods, height)),
        look.badge(kind, Box((side - badge) / 2, side - badge - 1.4 * unit, badge, badge), kind),
    ]
    edge = shapes.circle(side / 2, side / 2, side / 2, Paint()).segments
    return Face(f"token-{kind}", side, side, tuple(ops), safe=0, outline=edge)


def _unit(side: int) -> int:
    """What a millimetre of the token that these are drawn for comes to."""
    return side * MM // DRAWN_FOR


def _dots(look: Look, kind: str, edge: Box, unit: int) -> list[Op]:
    """Dots in the ring of the pale kind, so that it is no blank in black and white."""
    if look.kind(kind).colour != "flour":
        return []
    paint = Paint(COLOURS["flour"].shade)
    count = 9
    step = (edge.width - 2.4 * unit) / (count - 1)
    near, far = edge.x + 1.35 * unit, edge.right - 1.35 * unit
    ops: list[Op] = []
    for number in range(count):
        along = edge.x + 1.2 * unit + number * step
        for x, y in ((along, near), (along, far), (near, along), (far, along)):
            ops.append(shapes.circle(x, y, 0.35 * unit, paint))
    return ops


def cats(look: Look) -> Component:
    """FC-1.3: one cat a day of the longest game, numbered; the last one sleeps."""
    days = max(look.variant.set_up.days[count] for count in look.variant.player_counts)
    pieces = tuple(
        Piece(f"cat-{day}", _cat(look, day), title=look.words("kit.cat", day=day)) for day in range(1, days + 1)
    )
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
    return Component("chef", look.words("kit.chef"), "tokens", (Piece("chef", face),), stands=True)
