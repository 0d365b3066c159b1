"""Tuck boxes: nets to cut from a sheet of card, fold and glue, for a deck or for tokens, and the room that these need.

A room is the free space inside as (width, height, depth), upright, in integer micrometres. A net is printed side up,
its walls in a row as they go round the box: back, left, front, right.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from kitgen.components.kit import Crease, Face
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Drawing, Op, Paint, Segment, Shape, around
from kitgen.draw.text import block_height, fit_text
from kitgen.draw.theme import COLOURS, CREAM, FOLD, INK, WHITE, Colour, display
from kitgen.units import MM

Room = tuple[int, int, int]
Sleeve = Literal["none", "thin", "premium"]
SLEEVES: tuple[Sleeve, ...] = ("none", "thin", "premium")
Edge = tuple[str, Literal["left", "top", "right", "bottom"]]
"""One side of a panel of a net, as it lies on the paper."""

CARD_THICKNESS = 300
"""A card of a deck."""

TOKEN_THICKNESS = 2_000
"""A token glued onto cardboard."""

WIGGLE: Room = (3 * MM, 2 * MM, 1_500)
"""What a room has to spare, so that fingers reach in and nothing jams."""

SLEEVE_THICKNESS: dict[Sleeve, int] = {"none": 0, "thin": 40, "premium": 90}
"""What a sleeve adds to the thickness of one card."""

SLEEVE_MARGIN = 3_500
"""By how much a sleeve is wider and higher than its card."""

SMALLEST_ROOM = 4 * MM
"""No side of a room is shorter: flaps and folds need as much."""

BOARD = 400
"""Thickness of the card that a box is made of: what panels that lie on each other give way by."""

FOLDS: tuple[tuple[str, str], ...] = (
    ("back", "left"), ("left", "front"), ("front", "right"), ("right", "tab"),
    ("back", "lid"), ("lid", "tuck"), ("left", "dust-left"), ("right", "dust-right"),
    ("back", "floor"), ("floor", "floor-tuck"), ("left", "floor-left"), ("right", "floor-right"),
)  # fmt: skip
"""Panels that hang together, the one nearer to the back first. All folds are square, and away from the printed side."""

MEETINGS: tuple[tuple[Edge, Edge], ...] = (
    (("right", "right"), ("back", "left")),
    (("lid", "left"), ("right", "top")),
    (("lid", "right"), ("left", "top")),
    (("lid", "top"), ("front", "top")),
    (("floor", "left"), ("right", "bottom")),
    (("floor", "right"), ("left", "bottom")),
    (("floor", "bottom"), ("front", "bottom")),
)
"""Edges that come together, to the thickness of the card, when the box is folded."""

_GLUED = ("tab", "floor-tuck", "floor-left", "floor-right")
_FLATTEST, _DEEPEST = 12 * MM, 35 * MM
"""Depths of a token box that lies well in the hand."""

_EDGE = Paint(stroke=INK, width=250)
_MARGIN = 500
"""Round a net, for the cut line's own width."""

_OVERLAP = 1_500
"""By how much the ground reaches over folds onto flaps, so that a fold beside its line shows no white."""

_SHOULDER = 1 * MM
"""By how much flaps that slip inside are narrower at each end than what they hang on."""

Vertex = tuple[float, float, float]
"""A corner of an outline, and the radius by which it is rounded."""


def deck_room(card: tuple[int, int], count: int, thickness: int = CARD_THICKNESS, sleeve: Sleeve = "none") -> Room:
    """The room for a deck of ``count`` cards of a trim size, each ``thickness`` without its sleeve.

    Raises ValueError for a deck of no cards.
    """
    if count < 1:
        raise ValueError(f"a deck of {count} cards needs no box")
    margin = SLEEVE_MARGIN if sleeve != "none" else 0
    depth = count * (thickness + SLEEVE_THICKNESS[sleeve]) + WIGGLE[2]
    return card[0] + margin + WIGGLE[0], card[1] + margin + WIGGLE[1], max(SMALLEST_ROOM, depth)


def token_room(size: tuple[int, int], count: int, thickness: int = TOKEN_THICKNESS) -> Room:
    """The room for ``count`` tokens of a width and a height, in equal stacks side by side, that has the smallest net.

    A box is 12 to 35 mm deep, no deeper than wide, upright and at most twice as high as wide, where tokens allow.
    Raises ValueError for no tokens.
    """
    if count < 1:
        raise ValueError(f"{count} tokens need no box")
    highest = max(1, (_DEEPEST - WIGGLE[2]) // thickness)
    rooms = [
        _stacks_room(size, columns, math.ceil(stacks / columns), tokens * thickness)
        for tokens in range(1, min(count, highest) + 1)
        for stacks in [math.ceil(count / tokens)]
        for columns in range(1, stacks + 1)
    ]
    return min(rooms, key=lambda room: (not _handy(room), math.prod(net_size(room)), room))


def _stacks_room(size: tuple[int, int], columns: int, rows: int, depth: int) -> Room:
    return columns * size[0] + WIGGLE[0], rows * size[1] + WIGGLE[1], max(_FLATTEST, depth + WIGGLE[2])


def _handy(room: Room) -> bool:
    width, height, depth = room
    return depth <= width <= height <= 2 * width


def net_size(inside: Room) -> tuple[int, int]:
    """Width and height of the net round a room. Raises ValueError as :func:`net_panels` does."""
    whole = around(net_panels(inside).values())
    return int(whole.right) + _MARGIN, int(whole.bottom) + _MARGIN


def net_panels(inside: Room) -> dict[str, Box]:
    """The panels of the net round a room, walls and flaps by name, from the net's top left.

    Lengths run from fold to fold, which is from the middle of one card to the middle of the next. The room stays free
    where flaps lie inside: the tab behind the back, the tucks behind the front. Lid and floor lie on the dust flaps,
    so the back is highest; what ends at a tab or a tuck ends one thickness earlier.
    Raises ValueError where a side of the room is under SMALLEST_ROOM.
    """
    if min(inside) < SMALLEST_ROOM:
        raise ValueError(f"a room of {inside} is too small for a box; its sides must be at least {SMALLEST_ROOM}")
    width, height, depth = inside
    tuck = min(15 * MM, height // 3)
    dust = min(tuck, width // 2 - _SHOULDER)
    wide, deep = width + BOARD, depth + 3 * BOARD
    cover = deep - BOARD
    back = Box(_MARGIN, _MARGIN + tuck + cover, wide, height + 3 * BOARD)
    left = Box(back.right, back.y + BOARD, deep, height + BOARD)
    front = Box(left.right, back.y + BOARD / 2, wide, height + 2 * BOARD)
    right = Box(front.right, left.y, cover, left.height)
    lid = Box(back.x, back.y - cover, wide, cover)
    floor = Box(back.x, back.bottom, wide, cover)
    inner = lid.inset(_SHOULDER, 0)
    panels = {"back": back, "left": left, "front": front, "right": right, "lid": lid, "floor": floor}
    panels["tab"] = Box(right.right, right.y, min(10 * MM, width // 3), right.height)
    panels["tuck"] = Box(inner.x, lid.y - tuck, inner.width, tuck)
    panels["floor-tuck"] = Box(inner.x, floor.bottom, inner.width, tuck)
    for name, wall in (("left", left), ("right", right)):
        slim = wall.inset(_SHOULDER, 0)
        panels[f"dust-{name}"] = Box(slim.x, slim.y - dust, slim.width, dust)
        panels[f"floor-{name}"] = Box(slim.x, slim.bottom, slim.width, dust)
    return panels


def tuck_box(name: str, inside: Room, title: str, art: Drawing, colour: Colour) -> Face:
    """The net of a box round a room: the art large on its front, the title on every side where it fits.

    The outline is one closed cut, folds are dashed, what gets glue is hatched. Raises ValueError as
    :func:`net_panels` does.
    """
    panels = net_panels(inside)
    width, height = net_size(inside)
    ops: list[Op] = [*_grounds(panels, colour)]
    for flap in _GLUED:
        ops += _hatch(panels[flap])
    ops += _front(panels["front"], _notch(panels), title, art, colour)
    ops += _back(panels["back"], title, art, colour)
    ops += [_turned_label(panels[side], 90, title, colour, side) for side in ("left", "right")]
    # Read from the front, the lid's far side is its hinge; the floor is read on from the back.
    ops.append(_turned_label(panels["lid"], 180, title, colour, "lid"))
    ops += _label(panels["floor"], title, colour, "floor")
    creases = tuple(_crease(panels[first], panels[second]) for first, second in FOLDS)
    ops += [shapes.line(*crease, FOLD) for crease in creases]
    outline = _rounded(_outline(panels))
    ops.append(Shape(outline, _EDGE))
    return Face(name, width, height, tuple(ops), safe=0, outline=outline, creases=creases)


def _crease(first: Box, second: Box) -> Crease:
    """The line that two panels share."""
    crease = first.common(second)
    return crease.x, crease.y, crease.right, crease.bottom


def _notch(panels: dict[str, Box]) -> float:
    """Radius of the half-moon for the thumb; it never reaches below the tuck behind it."""
    return min(8 * MM, panels["front"].width / 5, panels["tuck"].height * 2 / 3)


# The outline: one way round, clockwise from the top left of the back.


def _outline(panels: dict[str, Box]) -> list[Vertex]:
    front, tab = panels["front"], panels["tab"]
    x, notch = front.centre[0], _notch(panels)
    half_moon: list[Vertex] = [
        (x - notch, front.y, 0),
        (x - notch, front.y + notch, notch),
        (x + notch, front.y + notch, notch),
        (x + notch, front.y, 0),
    ]
    slant = min(3 * MM, tab.height / 4)
    side: list[Vertex] = [(tab.right, tab.y + slant, 0), (tab.right, tab.bottom - slant, 0)]
    top = _closing(panels, "lid", "tuck", "dust", half_moon)
    bottom = _closing(panels, "floor", "floor-tuck", "floor", [])
    return [*top, *side, *reversed(bottom)]


def _closing(panels: dict[str, Box], cover: str, tuck: str, dust: str, middle: Sequence[Vertex]) -> list[Vertex]:
    """One end of the net from left to right: cover and tuck, dust flap, the front's edge, dust flap."""
    up = cover == "lid"

    def ends(name: str) -> tuple[float, float]:
        box = panels[name]
        return (box.bottom, box.y) if up else (box.y, box.bottom)

    lid, tongue, front = panels[cover], panels[tuck], panels["front"]
    hinge, crease = ends(cover)
    tip = ends(tuck)[1]
    # The tuck slides in by its round corners; the floor's is glued, and the larger it is, the better it holds.
    radius = min(tongue.height * 0.8, tongue.width / 5) if up else min(3 * MM, tongue.height / 2, tongue.width / 4)
    path: list[Vertex] = [(lid.x, hinge, 0), (lid.x, crease, 0), (tongue.x, crease, 0), (tongue.x, tip, radius)]
    path += [(tongue.right, tip, radius), (tongue.right, crease, 0), (lid.right, crease, 0), (lid.right, hinge, 0)]
    for name in ("left", "right"):
        wall, flap = panels[name], panels[f"{dust}-{name}"]
        base, far = ends(f"{dust}-{name}")
        cut, shoulder = min(3 * MM, flap.width / 4), (base + far) / 2
        path += [(wall.x, base, 0), (flap.x, base, 0), (flap.x, shoulder, 0), (flap.x + cut, far, 0)]
        path += [(flap.right - cut, far, 0), (flap.right, shoulder, 0), (flap.right, base, 0), (wall.right, base, 0)]
        if name == "left":
            edge = front.y if up else front.bottom
            path += [(front.x, edge, 0), *middle, (front.right, edge, 0)]
    return path


def _rounded(path: Sequence[Vertex]) -> tuple[Segment, ...]:
    """A closed outline through corners, rounded where they say so."""
    segments: list[Segment] = []
    for number, (x, y, radius) in enumerate(path):
        start = _towards((x, y), path[number - 1], radius)
        segments.append(("L" if segments else "M", *start))
        if radius:
            end = _towards((x, y), path[(number + 1) % len(path)], radius)
            handles = [_between(point, (x, y), 0.5523) for point in (start, end)]
            segments.append(("C", *handles[0], *handles[1], *end))
    return (*segments, ("Z",))


def _towards(point: tuple[float, float], other: Vertex, length: float) -> tuple[float, float]:
    distance = math.dist(point, other[:2])
    return _between(point, other[:2], length / distance if distance else 0)


def _between(a: tuple[float, float], b: tuple[float, float], share: float) -> tuple[float, float]:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


# The print: grounds, hatches, and what stands on the panels.


def _grounds(panels: dict[str, Box], colour: Colour) -> list[Op]:
    """The tint on all that shows, and a little beyond onto the flaps."""
    paint = Paint(colour.tint)
    shown = [panels[name] for name in ("back", "left", "front", "right", "lid", "floor")]
    flaps = [(panels[first], panels[second]) for first, second in FOLDS if panels[second] not in shown]
    strips = [wall.inset(-_OVERLAP).common(flap) for wall, flap in flaps]
    return [shapes.rectangle(box, paint) for box in (*shown, *strips)]


def _hatch(flap: Box) -> list[Op]:
    """A flap's inside, hatched to say glue."""
    box = flap.inset(min(2_500.0, flap.width / 4), min(2_500.0, flap.height / 4))
    paint = Paint(stroke=COLOURS["grey"].tint, width=500)
    step = 3 * MM
    starts = range(-math.ceil(box.height / step), math.ceil(box.width / step))
    lines = [shapes.line(box.x + at * step, box.bottom, box.x + at * step + box.height, box.y, paint) for at in starts]
    return [shapes.clipped(lines, box)]


def _front(panel: Box, notch: float, title: str, art: Drawing, colour: Colour) -> list[Op]:
    """The title under the thumb notch, and the art before rays in a frame."""
    margin = panel.width / 25
    inner = panel.inset(margin, notch + margin / 2, margin, margin)
    name, frame = _split(inner, 0.22)
    frame = frame.inset(0, margin / 2, 0, 0)
    return [
        # Less below than above: small letters hang under their line.
        fit_text(title, name.inset(0, 0, 0, name.height * 0.15), display(44), "front title", max_lines=3),
        *_rays(frame, colour),
        shapes.place_in(art, frame.inset(margin / 2), colour.base),
    ]


def _back(panel: Box, title: str, art: Drawing, colour: Colour) -> list[Op]:
    """The art in a medal, the title below on a plate, smaller than on the front."""
    ground = panel.inset(1 * MM)
    upper, lower = _split(ground.inset(panel.width / 20, panel.width / 12), 0.76)
    side = min(upper.width, upper.height)
    x, y = upper.centre
    medal = Box(x - side / 2, y - side / 2, side, side)
    plate = lower.inset(0, lower.height * 0.15, 0, 0)
    return [
        shapes.rectangle(ground, Paint(None, INK, 350), 2 * MM),
        shapes.ellipse(medal, Paint(colour.base, INK, 500)),
        shapes.ellipse(medal.inset(side * 0.05), Paint(CREAM, INK, 350)),
        shapes.place_in(art, medal.inset(side * 0.13), colour.base),
        *_plate(plate, title, "back title"),
    ]


def _split(box: Box, share: float) -> tuple[Box, Box]:
    """A box in two, one above the other; the upper one has a share of the height."""
    height = box.height * share
    return box.inset(0, 0, 0, box.height - height), box.inset(0, height, 0, 0)


def _rays(frame: Box, colour: Colour) -> list[Op]:
    """A framed panel with rays from its middle; none ends in a rounded corner."""
    corners = [(frame.x, frame.y), (frame.right, frame.y), (frame.right, frame.bottom), (frame.x, frame.bottom)]
    ops: list[Op] = [shapes.rectangle(frame, Paint(colour.base), 2 * MM)]
    for number, corner in enumerate(corners):
        after = corners[(number + 1) % 4]
        ends = [_between(corner, after, share / 7) for share in range(1, 7)]
        for start, end in zip(ends[::2], ends[1::2], strict=True):
            ops.append(shapes.polygon([frame.centre, start, end], Paint(CREAM)))
    return [*ops, shapes.rectangle(frame, Paint(stroke=INK, width=500), 2 * MM)]


def _turned_label(panel: Box, degrees: Literal[90, 180], title: str, colour: Colour, name: str) -> Op:
    """A label that is read from the panel's right side, or upside down."""
    size = (panel.height, panel.width) if degrees == 90 else (panel.width, panel.height)
    y = panel.y if degrees == 90 else panel.bottom
    return shapes.turn(_label(Box(0, 0, *size), title, colour, name), degrees, panel.right, y)


def _label(panel: Box, title: str, colour: Colour, name: str) -> list[Op]:
    """The title on a plate on full colour; on a slim panel the plate alone, so that type keeps its size."""
    ground = panel.inset(1 * MM)
    rim = min(2 * MM, ground.height / 8) if ground.height >= 9 * MM else 0
    return [
        shapes.rectangle(ground, Paint(colour.base, INK, 350), 2 * MM),
        *_plate(ground.inset(rim), title, f"{name} title"),
    ]


def _plate(plate: Box, title: str, name: str) -> list[Op]:
    """A title on white, with air for what hangs under its line; nothing where it does not fit.

    The front shows the title all the same, so a box is never nameless, and preflight speaks of the front alone.
    """
    text = fit_text(title, plate.inset(min(2 * MM, plate.width / 20), plate.height / 6), display(24), name, max_lines=3)
    high = block_height(len(text.lines), text.style)
    if max(line.width for line in text.lines) > text.box.width or high > text.box.height:
        return []
    return [shapes.rectangle(plate, Paint(WHITE, INK, 350), 1.5 * MM), text]
