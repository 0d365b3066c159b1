"""The pictures of the rule sheet, built from the real pieces: the table, the cards explained, stacks, the problems."""

from __future__ import annotations

from collections.abc import Sequence

from kitgen.components.kit import Component, Face
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Drawing, Op, Paint, Shape
from kitgen.draw.text import Align, fit_text
from kitgen.draw.theme import COLOURS, INK, SOFT, WHITE, body, display, strong
from kitgen.games.discount_salmon.cards import SPECIALS, fish_front, modifier_front, special_front
from kitgen.games.discount_salmon.examples import Card, Stack
from kitgen.games.discount_salmon.look import Look, effect_colour
from kitgen.source.words import Words
from kitgen.units import MM

COLUMN = 90 * MM
"""How wide a picture in a column is."""

ROW = 10 * MM
"""The height of a problem's row."""

_LAKE = ((-80, -30, -20), (-46, 30, 31), (-86, 30, 8), (-34, -44, 12), (2, 48, -35), (30, -46, -9), (52, 30, 24),
         (80, -22, 40), (84, 32, -14), (-60, -52, 70), (62, -50, 66), (-18, 52, 80), (40, 52, 10))  # fmt: skip
"""Where fish lie on the lake, in millimetres from its middle, and how far they are turned."""


def finished_set(components: Sequence[Component], words: Words) -> Drawing:
    """Everything that is in the kit, as it lies on the table."""
    return table(components, None, 5)


def table(components: Sequence[Component], words: Words | None, hand: int) -> Drawing:
    """The table, set up: the lake between two piles, the first fish turned up, a hand, and the cart.

    With words it is told what is what.
    """
    found = {component.id: component for component in components}
    lake, cards = found["fish"].pieces, found["modifiers"].pieces
    fish, back, pile = lake[-1].front, lake[0].back or lake[0].front, cards[0].back or cards[0].front
    scale = 63_500 / max(fish.width, fish.height * 63_500 / 88_900)
    width, height = 390 * MM, 308 * MM
    x, y = width / 2, 110 * MM
    ops: list[Op] = [
        shapes.ellipse(Box(x - 136 * MM, y - 110 * MM, 272 * MM, 220 * MM), Paint(COLOURS["sky"].tint)),
        *(_put(back, x + dx * MM, y + dy * MM, turn, scale) for dx, dy, turn in _LAKE),
        _put(fish, x, y, -4, scale * 1.1),
    ]
    for side in (-1, 1):
        for layer in range(3):
            ops.append(_put(pile, x + side * 158 * MM + layer * 1.2 * MM, y - layer * 1.2 * MM, 0, scale))
    fanned = [piece.front for piece in cards][:: max(1, len(cards) // hand)][:hand]
    close = min(1.0, 4 / max(1, len(fanned) - 1))  # a larger hand is held closer, and is no wider
    for number, face in enumerate(fanned):
        lean = (number - (len(fanned) - 1) / 2) * close
        ops.append(_put(face, x + lean * 30 * MM, 248 * MM + lean * lean * 2.4 * MM, lean * 7, scale))
    if "cart" in found:
        ops.append(_standing(found["cart"].pieces[0].front, 14 * MM, 210 * MM))
    if words is not None:
        ops += _captions(words, x, y, "cart" in found)
    return Drawing("set-up", width, height, tuple(ops))


def _captions(words: Words, x: float, y: float, has_cart: bool) -> list[Op]:
    """What lies where; in letters that are read when the picture is as wide as a column."""
    places = [
        ("pile", x - 158 * MM, y + 46 * MM),
        ("pile", x + 158 * MM, y + 46 * MM),
        ("hand", x + 140 * MM, 224 * MM),
    ]
    places += [("lake", x + 136 * MM, y - 108 * MM)]
    if has_cart:
        places.append(("cart", 52 * MM, 272 * MM))
    style = strong(32)
    return [
        fit_text(words(f"figure.{name}"), Box(left - 45 * MM, top, 90 * MM, 16 * MM), style, f"caption {name}")
        for name, left, top in places
    ]


def _put(face: Face, x: float, y: float, degrees: float, scale: float) -> Op:
    """A piece lying on the table, its middle at a point."""
    ops = shapes.move(trimmed(face), -face.width / 2, -face.height / 2)
    return shapes.move([shapes.turn([ops], degrees, 0, 0)], x, y, scale)


def _standing(strip: Face, x: float, y: float) -> Op:
    """The front of a stand, as it stands on the table: the third quarter of its strip, between head and foot."""
    (_, top, _, _), (_, bottom, _, _) = strip.creases[1], strip.creases[2]
    front = Box(0, top, strip.width, bottom - top)
    figures = [op for op in strip.ops if not isinstance(op, Shape)]  # without its ground, and the lines to fold it at
    return shapes.move([shapes.clipped(figures, front)], x, y - top * 1.1, 1.1)


def trimmed(face: Face) -> list[Op]:
    """A face as it looks when it is cut out."""
    edge = 0.0 if face.background else min(3 * MM, face.width / 12)  # what has colour at its trim fills its corners
    return [
        shapes.rectangle(face.trim, Paint(WHITE), edge),
        shapes.clipped([*face.background, *face.ops], face.trim),
        shapes.rectangle(face.trim, Paint(stroke=INK, width=500), edge),
    ]


# ── The problems, and what mends and harms ───────────────────────────────────────────────────────────────────────────


def problems_figure(look: Look, row: int = ROW) -> Drawing:
    """A row for each problem: its mark and word, the card that mends it, and the one that harms, if there is one."""
    variant = look.variant
    harms = variant.modifiers.harm > 0
    ops: list[Op] = []
    heads: list[tuple[str, float, float]] = [("problem", 0.0, 29.0), ("cure", 30.0, 29.0)]
    heads += [("harm", 60.0, 30.0)] if harms else []
    for key, x, width in heads:
        box = Box(x * MM, 0, width * MM, 5 * MM)
        ops.append(fit_text(look.words(f"figure.{key}"), box, strong(8.5, SOFT), f"head {key}", align="left"))
    for number, problem in enumerate(variant.problems):
        y = 5.5 * MM + number * row
        ops.append(shapes.line(0, y, COLUMN, y, Paint(stroke=COLOURS["grey"].base, width=250)))
        ops += look.plate(look.icon(problem), Box(0, y + 0.5 * MM, row - 1 * MM, row - 1 * MM))
        ops.append(_word(look.problem_name(problem), Box(11 * MM, y, 18 * MM, row), "problem"))
        ops += look.picture("cure", problem, Box(30 * MM, y + 0.8 * MM, 11 * MM, row - 1.6 * MM))
        ops.append(_word(look.cure_name(problem), Box(42 * MM, y, 17 * MM, row), "cure"))
        if harms:
            ops += look.picture("harm", problem, Box(60 * MM, y + 0.8 * MM, 11 * MM, row - 1.6 * MM))
            ops.append(_word(look.harm_name(problem), Box(72 * MM, y, 18 * MM, row), "harm"))
    return Drawing("problems", COLUMN, 5.5 * MM + len(variant.problems) * row, tuple(ops))


def _word(text: str, box: Box, name: str) -> Op:
    return fit_text(text, box.inset(0, 0.5 * MM), body(9, leading=1.1), name, align="left", max_lines=2)


# ── Cards explained ──────────────────────────────────────────────────────────────────────────────────────────────────


def cards_figure(look: Look, fish: str) -> Drawing:
    """A fish and two modifiers, with what is to be seen on them."""
    variant = look.variant
    problem = variant.fish[fish].problems[-1]
    faces = [fish_front(look, fish), modifier_front(look, "cure", problem)]
    if variant.modifiers.harm:
        faces.append(modifier_front(look, "harm", problem))
    elif variant.modifiers.andrew:
        faces.append(special_front(look, "andrew"))
    width, tall = 28 * MM, 36 * MM
    ops: list[Op] = []
    for number, face in enumerate(faces):
        scale = min(width / face.width, tall / face.height)
        x = number * 31 * MM + (width - face.width * scale) / 2
        ops.append(shapes.move(trimmed(face), x, tall - face.height * scale, scale))
    deepest = 0.0
    for number, told in enumerate((("problems",), ("sign", "corner"), ("jagged",))[: len(faces)]):
        y = tall + 1.5 * MM
        for key in told:
            box = Box(number * 31 * MM, y, width, 11 * MM)
            name = f"callout {key}"
            text = fit_text(look.words(f"figure.{key}"), box, body(8.5, leading=1.1), name, stand="top", max_lines=3)
            ops.append(text)
            y += len(text.lines) * 3.3 * MM + 1.4 * MM
        deepest = max(deepest, y)
    return Drawing("cards", COLUMN, deepest, tuple(ops))


# ── Stacks ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def card_face(look: Look, card: Card) -> Face:
    """The front of a card of an example."""
    if card.effect in SPECIALS:
        return special_front(look, card.effect)
    return modifier_front(look, "cure" if card.effect == "cure" else "harm", card.problem)


def stack_figure(look: Look, stack: Stack) -> Drawing:
    """The fish and the cards on it, spread out from the bottom: who laid each, its number, and what becomes of it."""
    fish = fish_front(look, stack.fish)
    count = len(stack.cards)
    tall = 31 * MM
    scale = min(tall / fish.height, 22 * MM / fish.width)
    width = fish.width * scale
    step = min(width + 1.5 * MM, (COLUMN - 2 * width - 3 * MM) / max(1, count - 1))
    top = 5 * MM
    ops: list[Op] = [shapes.move(trimmed(fish), 0, top, scale)]
    bottom = top + fish.height * scale
    for number, card in enumerate(stack.cards):
        x = width + 3 * MM + number * step
        ops.append(shapes.move(trimmed(card_face(look, card)), x, top, scale))
        seen = Box(x, 0, min(step, width), 4.4 * MM)
        ops.append(fit_text(look.words(f"players.{card.seat}"), seen, strong(8), "player", align=_side(step, width)))
        ops += _fate(card, number + 1, x + min(step, width) / 2, bottom + 1 * MM)
    return Drawing("stack", COLUMN, bottom + 6.4 * MM, tuple(ops))


def _side(step: float, width: float) -> Align:
    return "centre" if step >= width else "left"


def _fate(card: Card, number: int, x: float, y: float) -> list[Op]:
    """The card's place on the stack: on a disc of its own colour where it counts, else crossed out."""
    kept = card.fate in ("closes", "opens", "claims", "leaves")
    effect = SPECIALS.get(card.effect, "cure" if card.effect == "cure" else "harm")
    paint = Paint(WHITE, effect_colour(effect).base if kept else COLOURS["grey"].base, 700 if kept else 400)
    ring = shapes.circle(x, y + 2.5 * MM, 2.4 * MM, paint)
    text = fit_text(str(number), Box(x - 2 * MM, y, 4 * MM, 5 * MM), display(9), "place")
    out = shapes.line(x - 2.4 * MM, y + 4.6 * MM, x + 2.4 * MM, y + 0.4 * MM, Paint(stroke=SOFT, width=500))
    return [ring, text, *([] if kept else [out])]
