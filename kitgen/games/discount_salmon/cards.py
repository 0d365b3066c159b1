"""Fish and modifiers: cards that are read in half a second, from any side of the table.

Both are drawn for a poker card and follow every other size; marks shrink less than the rest, since all depends on them.
"""

from __future__ import annotations

from typing import NamedTuple

from kitgen.components.kit import WIDEST_BLEED, Boxing, Component, Face, Piece, corner_radius
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Group, Op, Paint, Text
from kitgen.draw.text import fit_text
from kitgen.draw.theme import COLOURS, CREAM, INK, SMALLEST_TYPE, WHITE, display, strong
from kitgen.games.discount_salmon.look import Effect, Look, effect_colour
from kitgen.units import MM

BORDER = 3 * MM
"""The unprinted border of fronts: cards butt on the sheet, and one cut serves two."""

DRAWN_FOR = (63_500, 88_900)
"""The card that the lengths below are meant for."""

SMALLEST_PLATE, SMALLEST_FRAME = 11 * MM, 27 * MM
"""A fish's plates and a modifier's frame do not shrink below this while the card has room."""

PICTURE = (40, 26)
"""The shape of the pictures of what mends and harms."""

LEAST_SCENE = 24 * MM
"""Where a fish would have less height, its plates stand at one end only."""

CURE: Effect = "cure"
HARM: Effect = "harm"
_SAW, _TEETH = 0.7 * MM, 2 * MM
"""From the trim's panel to the tips and to the roots of the saw round what harms."""

SPECIALS: dict[str, Effect] = {"blender": "cure", "andrew": "harm"}
"""The modifiers of no problem, and whether they are blue or red."""


class Layout(NamedTuple):
    """A card's size in micrometres, and what follows from it."""

    width: int
    height: int

    @property
    def unit(self) -> int:
        """What a millimetre of a poker card comes to."""
        return round(min(self.width / DRAWN_FOR[0], self.height / DRAWN_FOR[1]) * MM)

    @property
    def panel(self) -> Box:
        """All that is printed."""
        return Box(0, 0, self.width, self.height).inset(BORDER)

    @property
    def radius(self) -> int:
        """Of the panel's corners."""
        return corner_radius(self.width, self.height)

    def points(self, size: float) -> float:
        """A type size in whole points, never smaller than what can be read."""
        return max(SMALLEST_TYPE, round(size * self.unit / MM))


def fish_cards(look: Look) -> Component:
    """The lake: every fish as often as the variant has it."""
    size = look.variant.cards.format
    back = _back(look, "lake-back", *size)
    pieces = tuple(
        Piece(fish, fish_front(look, fish), figures.copies, back, look.fish_name(fish))
        for fish, figures in look.variant.fish.items()
    )
    first = look.fish_drawing(next(iter(look.variant.fish)))
    return Component(
        "fish", look.words("kit.fish"), "cards", pieces, boxing=Boxing(first, COLOURS["sky"]), craft="fish"
    )


def modifier_cards(look: Look) -> Component:
    """The cards that are played: cures, harms, Blenders and Andrews."""
    variant, back = look.variant, _back(look, "modifier-back", *look.variant.cards.format)
    copies = variant.modifiers
    pieces = [
        Piece(f"{effect}-{problem}", modifier_front(look, effect, problem), count, back, title)
        for effect, count, name in ((CURE, copies.cure, look.cure_name), (HARM, copies.harm, look.harm_name))
        if count
        for problem in variant.problems
        for title in [name(problem)]
    ]
    pieces += [
        Piece(special, special_front(look, special), count, back, look.words(f"cards.{special}"))
        for special, count in (("blender", copies.blender), ("andrew", copies.andrew))
        if count
    ]
    boxing = Boxing(look.art("blender"), COLOURS["orange"])
    return Component("modifiers", look.words("kit.modifiers"), "cards", tuple(pieces), boxing=boxing)


# ── Fish ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def fish_front(look: Look, fish: str) -> Face:
    """A fish: itself, and its problems on plates, the right way up for both sides of the table."""
    layout = Layout(*look.variant.cards.format)
    panel, unit = layout.panel, layout.unit
    problems = look.variant.fish[fish].problems
    gap = 1.2 * unit
    # As large as narrow and low cards allow, and larger on those that are tall.
    wanted = max(15 * unit, SMALLEST_PLATE, min(panel.width * 0.3, panel.height * 0.18))
    plate = min(wanted, (panel.width - 2 * MM) / len(problems) - gap)
    narrow = len(problems) > 2 or plate < 14 * MM
    word = max(4.2 * unit, (6.2 if narrow else 3.4) * MM)
    row = plate + word + 2.2 * unit + 0.5 * MM
    both = panel.height - 2 * row >= LEAST_SCENE
    plates = _plates(look, problems, Box(0, 0, panel.width, row), plate, gap)
    title = 6.4 * max(unit, 0.75 * MM)
    top, bottom = panel.y + (row if both else 0), panel.bottom - row
    scene = Box(panel.x, top, panel.width, bottom - top - title).inset(1.5 * unit, 0.8 * unit, 1.5 * unit, 0.2 * unit)
    name = Box(panel.x, bottom - title, panel.width, title).inset(2 * MM, 0.6 * MM)
    ops: list[Op] = [
        shapes.rectangle(panel.inset(250), Paint(CREAM), layout.radius),
        *_water(layout, Box(panel.x, top, panel.width, bottom - top)),
        shapes.place_in(look.fish_drawing(fish), scene),
        fit_text(look.fish_name(fish), name, display(layout.points(11)), "name", max_lines=2 if unit < 800 else 1),
        shapes.move(plates, panel.x, bottom),
        *([shapes.turn(plates, 180, panel.right, panel.y + row)] if both else []),
        shapes.rectangle(panel.inset(250), Paint(stroke=INK, width=500), layout.radius),
    ]
    return Face(fish, layout.width, layout.height, tuple(ops))


def _plates(look: Look, problems: tuple[str, ...], row: Box, side: float, gap: float) -> list[Op]:
    """The problems side by side, each with its word below."""
    least = 16 * MM if len(problems) < 3 else 0
    cell = min(max(side + gap, least), row.width / len(problems) - 0.3 * MM)
    left = row.centre[0] - cell * len(problems) / 2
    ops: list[Op] = []
    for number, problem in enumerate(problems):
        x = left + number * cell
        box = Box(x + (cell - side) / 2, row.y + gap, side, side)
        word = Box(x, box.bottom + 0.5 * MM, cell, row.bottom - box.bottom - 1.6 * MM)
        ops += look.plate(look.icon(problem), box)
        ops.append(
            fit_text(look.problem_name(problem), word, strong(9, leading=1.05), f"problem {problem}", max_lines=2)
        )
    return ops


def _water(layout: Layout, scene: Box) -> list[Op]:
    """The band of water behind the fish, with a rule at both ends."""
    panel = layout.panel
    water = shapes.rectangle(panel.inset(250), Paint(COLOURS["sky"].tint), layout.radius)
    rule = Paint(stroke=INK, width=350)
    return [
        Group((water,), clip=scene),
        *(shapes.line(panel.x + 500, y, panel.right - 500, y, rule) for y in (scene.y, scene.bottom) if y > panel.y),
    ]


# ── Modifiers ────────────────────────────────────────────────────────────────────────────────────────────────────────


def modifier_front(look: Look, effect: Effect, problem: str) -> Face:
    """The card that mends a problem, or that brings it back."""
    name = look.cure_name(problem) if effect == CURE else look.harm_name(problem)
    layout = Layout(*look.variant.cards.format)
    picture = look.picture(effect, problem, _picture_box(layout))
    return _front(look, f"{effect}-{problem}", effect, look.icon(problem), name, picture)


def special_front(look: Look, special: str) -> Face:
    """The Blender, or Andrew."""
    layout = Layout(*look.variant.cards.format)
    picture: list[Op] = [shapes.place_in(look.art(special), _picture_box(layout))]
    return _front(look, special, SPECIALS[special], special, look.words(f"cards.{special}"), picture)


def _picture_box(layout: Layout) -> Box:
    """Below the name: between the corners, or above the lower one where there is more room."""
    panel, unit, corner = layout.panel, layout.unit, _corner_side(layout)
    top = _name_box(layout).bottom
    room = Box(panel.x, top, panel.width, panel.bottom - top)
    beside = room.inset(corner + 1.4 * unit, 0.6 * unit, corner + 1.4 * unit, max(1.8 * unit, _TEETH + 0.6 * MM))
    above = room.inset(3 * unit, 0.6 * unit, 3 * unit, corner * 1.5 + 2.6 * unit)
    return max(beside, above, key=lambda box: min(box.width / PICTURE[0], box.height / PICTURE[1]))


def _corner_side(layout: Layout) -> float:
    """The width of the corner's mark in its frame; the sign below it is half as high."""
    return max(10.6 * layout.unit, 8.6 * MM)


def _frame_box(layout: Layout) -> Box:
    """The big mark, clear of the corner; it gives way where the card is too small for it."""
    panel, unit = layout.panel, layout.unit
    side = min(max(40 * unit, SMALLEST_FRAME), panel.height * 0.6, panel.width - 6 * MM)
    x = max(panel.centre[0] - side / 2, panel.x + min(7.8 * MM, panel.width - side - 1.5 * MM))
    return Box(x, panel.y + 3.2 * unit, side, side)


def _name_box(layout: Layout) -> Box:
    panel, unit = layout.panel, layout.unit
    height = max(11.4 * unit, 7.6 * MM)
    return Box(panel.x, _frame_box(layout).bottom, panel.width, height).inset(
        3 * unit, 1.4 * unit, 3 * unit, 0.4 * unit
    )


def _front(look: Look, name: str, effect: Effect, icon: str, title: str, picture: list[Op]) -> Face:
    layout = Layout(*look.variant.cards.format)
    panel, unit, frame = layout.panel, layout.unit, _frame_box(layout)
    corner = _corner(look, effect, icon, _corner_side(layout))
    sign = max(10 * unit, 7 * MM)
    x, y = frame.right - sign * 0.92, frame.bottom - sign * 0.92
    disc = shapes.circle(x + sign / 2, y + sign / 2, sign / 2, Paint(WHITE, INK, 500))
    inset = max(1.2 * unit, _TEETH + 0.3 * MM)
    ops: list[Op] = [
        *_panel(layout, effect),
        *look.frame(effect, icon, frame),
        disc,
        look.sign(effect, Box(x, y, sign, sign).inset(sign * 0.19)),
        _title(title, _name_box(layout), layout.points(14)),
        *picture,
        shapes.move(corner, panel.x + inset, panel.y + inset),
        shapes.turn(corner, 180, panel.right - inset, panel.bottom - inset),
    ]
    return Face(name, layout.width, layout.height, tuple(ops))


def _title(title: str, box: Box, size: float) -> Text:
    """The name; where it takes two lines, they are about equally long."""
    whole = fit_text(title, box, display(size), "name", max_lines=2)
    for percent in range(50, 100, 5) if len(whole.lines) == 2 else ():
        narrow = fit_text(title, box.inset(box.width * (1 - percent / 100) / 2, 0), display(size), "name", max_lines=2)
        if len(narrow.lines) == 2 and narrow.style == whole.style:
            return narrow
    return whole


def _corner(look: Look, effect: Effect, icon: str, side: float) -> list[Op]:
    """The corner by which a fanned hand is read: the mark in its frame, and the sign below."""
    sign = side * 0.46
    return [
        *look.frame(effect, icon, Box(0, 0, side, side)),
        look.sign(effect, Box((side - sign) / 2, side * 1.04, sign, sign)),
    ]


def _panel(layout: Layout, effect: Effect) -> list[Op]:
    """The ground: a smooth edge for what mends, a saw's for what harms."""
    panel, colour = layout.panel, effect_colour(effect)
    ground = shapes.rectangle(panel.inset(250), Paint(CREAM, INK, 500), layout.radius)
    if effect == CURE:
        inner = panel.inset(1.2 * MM)
        return [ground, shapes.rectangle(inner, Paint(COLOURS["sky"].tint, INK, 300), layout.radius * 0.8)]
    return [ground, shapes.polygon(_saw(panel.inset(_SAW), _TEETH - _SAW), Paint(colour.tint, INK, 300))]


def _saw(box: Box, depth: float) -> list[tuple[float, float]]:
    """A box whose edges are teeth of a saw, as deep as wide, with whole teeth on each side."""
    points: list[tuple[float, float]] = []
    inner = box.inset(depth)
    across, down = round(inner.width / (2 * depth)), round(inner.height / (2 * depth))
    for start, end, out, teeth in (
        ((inner.x, inner.y), (inner.right, inner.y), (0, -depth), across),
        ((inner.right, inner.y), (inner.right, inner.bottom), (depth, 0), down),
        ((inner.right, inner.bottom), (inner.x, inner.bottom), (0, depth), across),
        ((inner.x, inner.bottom), (inner.x, inner.y), (-depth, 0), down),
    ):
        for step in range(2 * teeth):
            share, is_tip = step / (2 * teeth), step % 2
            x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            points.append((x + out[0] * is_tip, y + out[1] * is_tip))
    return points


def _back(look: Look, design_name: str, width: int, height: int) -> Face:
    """A back: the design scaled to cover the card and its bleed, its middle in the middle."""
    design = look.art(design_name)
    scale = max((width + 2 * WIDEST_BLEED) / design.width, (height + 2 * WIDEST_BLEED) / design.height)
    x, y = (width - scale * design.width) / 2, (height - scale * design.height) / 2
    outside = Box(0, 0, width, height).inset(-WIDEST_BLEED)
    placed = shapes.move([shapes.place_in(design, Box(0, 0, design.width, design.height))], x, y, scale)
    return Face(design_name, width, height, (), (Group((placed,), clip=outside),), WIDEST_BLEED)
