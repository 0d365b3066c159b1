"""The two market boards, each in two sections that butt at a seam."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kitgen.components.dice import die_icon
from kitgen.components.kit import SAFE, Component, Face, Piece
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Drawing, Group, Op, Paint
from kitgen.draw.text import fit_text
from kitgen.draw.theme import COLOURS, CREAM, INK, SOFT, WHITE, body, display, strong
from kitgen.games.fish_cook.look import Look
from kitgen.units import MM

SMALLEST_SPACE = 22 * MM
"""It holds a 20 mm token or a 16 mm die; for a bigger token it grows."""

TOKEN_PLAY = 2 * MM
"""By how much a space is bigger than the token that it holds."""

GAP = 2_500
BELOW = 16 * MM
"""Below the spaces of a row: plank, price tags, and air."""

LABEL = 54 * MM
EDGE = 4 * MM
SIGN = 12 * MM
SEAM = 9 * MM
"""Room on either side of the seam for the drawing that crosses it."""

FOOTER = 18 * MM


@dataclass(frozen=True)
class Shelf:
    """One row of a market: its label, its prices from left to right, and the side of its spaces."""

    name: str
    label: Callable[[Box], list[Op]]
    prices: tuple[int, ...]
    icons: Callable[[int, Box], list[Op]]
    space: int

    @property
    def width(self) -> int:
        """Width of the row with its label."""
        return LABEL + len(self.prices) * (self.space + GAP)

    @property
    def pitch(self) -> int:
        """From the top of the row to that of the next."""
        return self.space + BELOW

    def space_box(self, number: int) -> Box:
        """Space number n (from 1) of the row, if it begins at the origin."""
        x = LABEL + GAP / 2 + (number - 1) * (self.space + GAP)
        return Box(x, 0, self.space, self.space)


@dataclass(frozen=True)
class Market:
    """A board before it is cut in two."""

    id: str
    title: str
    awning: Drawing
    seam: Drawing
    ground: str
    rule: str
    shelves: tuple[Shelf, ...]
    filled_from_left: bool


def fish_market(look: Look) -> Component:
    """FC-2.3, FC-3.2: a row a size, spaces cheap to dear, filled from the right."""
    shelves = tuple(fish_shelf(look, size) for size in look.variant.sizes)
    market = Market(
        "fish-market",
        look.words("board.fish_market"),
        look.art("awning"),
        look.art("crate"),
        COLOURS["sky"].tint,
        look.words("board.fish_rule"),
        shelves,
        False,
    )
    return _component(look, market)


def farmers_market(look: Look) -> Component:
    """FC-2.1, FC-3.3: a row a kind, spaces dear to cheap, filled from the left to the space that shows the roll."""
    shelves = tuple(farm_shelf(look, kind) for kind in look.variant.market.farm.rows)
    market = Market(
        "farmers-market",
        look.words("board.farmers_market"),
        look.art("awning-green"),
        look.art("basket"),
        CREAM,
        look.words("board.farm_rule"),
        shelves,
        True,
    )
    return _component(look, market)


def fish_shelf(look: Look, size: int) -> Shelf:
    """The row of a fish size."""
    space = space_side(look)

    def label(box: Box) -> list[Op]:
        die = Box(box.x, box.y + (space - 14 * MM) // 2, 13 * MM, 13 * MM)
        fish = Box(die.right + 1 * MM, box.y - 0.5 * MM, box.right - die.right - 2 * MM, space + 1 * MM)
        return [
            look.size_die(size, die, f"size {size}"),
            look.fish(size, fish),
            *_name(look.fish_name(size), box, space, f"name of size {size}"),
        ]

    return Shelf(f"size {size}", label, look.variant.market.fish.ladders[size], lambda number, box: [], space)


def farm_shelf(look: Look, kind: str) -> Shelf:
    """The row of an ingredient kind, with the die faces that fill it."""
    row, space = look.variant.market.farm.rows[kind], space_side(look)

    def label(box: Box) -> list[Op]:
        badge = Box(box.x, box.y + (space - 14 * MM) // 2, 14 * MM, 14 * MM)
        foods = Box(badge.right + 1 * MM, box.y + 0.5 * MM, box.right - badge.right - 2 * MM, space - 0.5 * MM)
        return [
            look.badge(kind, badge, kind),
            *look.foods(kind, foods),
            *_name(look.kind_name(kind), box, space, f"name of {kind}"),
        ]

    def icons(number: int, box: Box) -> list[Op]:
        # The number of the space, which the folded farm dice show.
        corner = Box(box.right - 5.5 * MM, box.bottom - 5 * MM, 4.5 * MM, 4 * MM)
        numeral = fit_text(str(number), corner, strong(9, SOFT), f"space {number} of {kind}", align="right")
        return [*_die_icons([face for face, filled in enumerate(row.fill, start=1) if filled == number], box), numeral]

    return Shelf(kind, label, row.prices, icons, space)


def space_side(look: Look) -> int:
    """The side of a space on both boards."""
    return max(SMALLEST_SPACE, look.variant.tokens.size + TOKEN_PLAY)


def _name(text: str, box: Box, space: int, name: str) -> list[Op]:
    below = Box(box.x, box.y + space + 2.4 * MM, box.width - 2 * MM, 4.6 * MM)
    return [fit_text(text, below, strong(11), name, align="left")]


def shelf_row(shelf: Shelf, box: Box) -> list[Op]:
    """One row: label, spaces on a plank, and price tags that hang from it."""
    ops = shelf.label(Box(box.x, box.y, LABEL, shelf.pitch))
    left = box.x + LABEL
    plank = Box(left, box.y + shelf.space + 0.8 * MM, box.right - left, 2.6 * MM)
    wood = COLOURS["wood"]
    ops.append(shapes.rectangle(plank, Paint(wood.base, INK, 350), 0.8 * MM))
    for number, price in enumerate(shelf.prices, start=1):
        x = box.x + shelf.space_box(number).x
        space = Box(x, box.y, shelf.space, shelf.space)
        ops.append(shapes.rectangle(space, Paint(WHITE, INK, 350), 2 * MM))
        ops += shelf.icons(number, space)
        ops += _price_tag(x + shelf.space / 2, plank.y + 1.3 * MM, str(price), f"price {number} of {shelf.name}")
    return ops


def _component(look: Look, market: Market) -> Component:
    """Both sections; the upper one has the bigger half of an odd number of rows."""
    cut = (len(market.shelves) + 1) // 2
    upper = _section(look, market, market.shelves[:cut], "a", upper=True)
    lower = _section(look, market, market.shelves[cut:], "b", upper=False)
    pieces = (Piece(upper.name, upper), Piece(lower.name, lower))
    return Component(market.id, market.title, "boards", pieces, joined=True)


def _section(look: Look, market: Market, shelves: Sequence[Shelf], letter: str, *, upper: bool) -> Face:
    row = market.shelves[0]
    width = row.width + 2 * EDGE + 5 * MM
    height = _height(market, width)
    head, foot = (_awning(market, width).bottom + SIGN - 2 * MM, SEAM - 3 * MM) if upper else (SEAM, FOOTER)
    # Both sections are equally high; what a shorter one has left stands above and below its rows.
    top = head + (height - head - foot - len(shelves) * row.pitch) / 2
    ops: list[Op] = []
    for number, shelf in enumerate(shelves):
        ops += shelf_row(shelf, Box(EDGE + 3.5 * MM, top + number * row.pitch, row.width, row.pitch))
    full = Box(0, 0, width, height)
    ops += _header(look, market, full) if upper else _footer(look, market, full)
    return Face(f"{market.id}-{letter}", width, height, tuple(ops), tuple(_ground(market, full, upper=upper)), 0)


def _height(market: Market, width: float) -> int:
    """The height of both sections: that of the upper one, which has at least as many rows, or a little more."""
    upper, pitch = (len(market.shelves) + 1) // 2, market.shelves[0].pitch
    head = _awning(market, width).bottom + SIGN - 2 * MM + upper * pitch + SEAM - 3 * MM
    foot = SEAM + len(market.shelves) // 2 * pitch + FOOTER
    return round(max(head, foot))


def _ground(market: Market, full: Box, *, upper: bool) -> list[Op]:
    """The stall behind the rows: its frame runs into the seam, and one drawing crosses it."""
    panel = full.inset(EDGE - 1 * MM)
    # The frame is drawn longer than the section and cut at the seam, so that both halves meet in one line.
    long = (
        Box(panel.x, panel.y, panel.width, panel.height + 20 * MM)
        if upper
        else Box(panel.x, panel.y - 20 * MM, panel.width, panel.height + 20 * MM)
    )
    ground = shapes.rectangle(long, Paint(market.ground, INK, 500), 3 * MM)
    seam = full.bottom if upper else full.y
    size = market.seam.width / market.seam.height
    height = 2 * (SEAM - 1.5 * MM)
    drawing = shapes.place_in(market.seam, Box(panel.x + 7 * MM, seam - height / 2, height * size, height))
    right = shapes.circle(panel.right - 9 * MM, seam, 4 * MM, Paint(COLOURS["wood"].base, INK, 500))
    hole = shapes.circle(panel.right - 9 * MM, seam, 1.4 * MM, Paint(WHITE, INK, 350))
    return [Group((ground, drawing, right, hole), clip=full)]


def _header(look: Look, market: Market, full: Box) -> list[Op]:
    """Awning, sign, and the direction in which the rows fill."""
    awning = _awning(market, full.width)
    sign = Box(full.x + EDGE + 3 * MM, awning.bottom - 4.5 * MM, 76 * MM, SIGN)
    hint = Box(sign.right + 3 * MM, sign.y + 5.2 * MM, full.right - sign.right - 22 * MM, 6 * MM)
    left, right = hint.right + 1.5 * MM, full.right - EDGE - 3.5 * MM
    start, end = (left, right) if market.filled_from_left else (right, left)
    return [
        shapes.place_in(market.awning, awning),
        shapes.rectangle(sign, Paint(WHITE, INK, 500), 2 * MM),
        fit_text(market.title, sign.inset(3 * MM, 1 * MM), display(22), "title"),
        fit_text(look.words("board.fill"), hint, strong(10), "fill", align="right"),
        shapes.arrow(start, hint.y + 3 * MM, end, hint.y + 3 * MM, Paint(stroke=INK, width=600), 2.2 * MM),
    ]


def _awning(market: Market, width: float) -> Box:
    """The awning from frame to frame, as high as its own shape asks."""
    wide = width - 2 * SAFE - 1_000
    return Box(SAFE + 500, SAFE + 250, wide, wide * market.awning.height / market.awning.width)


def _footer(look: Look, market: Market, full: Box) -> list[Op]:
    """The bell, and what the board's rules come to."""
    strip = Box(full.x + EDGE + 3 * MM, full.bottom - FOOTER + 0.5 * MM, full.width - 2 * EDGE - 6 * MM, 13 * MM)
    bell = Box(strip.x + 1 * MM, strip.y + 1 * MM, 11 * MM, 11 * MM)
    words = Box(bell.right + 2.5 * MM, strip.y + 1.2 * MM, strip.width - 16.5 * MM, strip.height - 2.4 * MM)
    return [
        shapes.rectangle(strip, Paint(WHITE, INK, 350), 2 * MM),
        shapes.place_in(look.art("bell"), bell),
        fit_text(market.rule, words, body(10), "rule", align="left", max_lines=2),
    ]


def _die_icons(faces: Sequence[int], space: Box) -> list[Op]:
    """The die faces that fill a row to this space, in its upper left corner."""
    side, gap = 5 * MM, 0.8 * MM
    ops: list[Op] = []
    for number, face in enumerate(faces):
        column, row = number % 3, number // 3
        x, y = space.x + 1.2 * MM + column * (side + gap), space.y + 1.2 * MM + row * (side + gap)
        ops.append(die_icon(Box(x, y, side, side), face, f"die {face}"))
    return ops


def _price_tag(x: float, y: float, price: str, name: str) -> list[Op]:
    """A tag on a string, its middle at x."""
    width, height, drop = 13 * MM, 8 * MM, 2.6 * MM
    tag = Box(x - width / 2, y + drop, width, height)
    string = Paint(stroke=INK, width=300)
    return [
        shapes.line(x, y, tag.x + 3 * MM, tag.y + 0.6 * MM, string),
        shapes.line(x, y, tag.right - 3 * MM, tag.y + 0.6 * MM, string),
        shapes.circle(x, y, 0.7 * MM, Paint(COLOURS["grey"].tint, INK, 250)),
        shapes.rectangle(tag, Paint(WHITE, INK, 350), 1.5 * MM),
        fit_text(price, tag.inset(0.8 * MM), display(16), name),
    ]
