"""Ink modes: a kit in full colour, in greys, or in thin outlines that save ink and may be coloured in.

A mode turns display lists into display lists, so that preflight and every back end see what is printed.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Literal, get_args

from kitgen.draw.drawing import (
    CURRENT,
    Drawing,
    Group,
    Matrix,
    Op,
    Paint,
    Place,
    Shape,
    Text,
    shape_bounds,
)
from kitgen.draw.theme import COLOURS, INK, WHITE

Ink = Literal["full", "low", "mono"]
INKS: tuple[Ink, ...] = get_args(Ink)
"""The ink modes."""

READABLE = 4.5
"""The contrast that WCAG 2 asks of text."""

THIN, THICK = 150.0, 200.0
"""Lines of the low mode as printed, in micrometres; pictures of whole pieces have finer ones, as they always have."""

GUIDE = COLOURS["grey"].base
"""Lines of the low mode where the colour was pale: shades, patterns. One colours over them."""

_BLACKISH, _SMALL = 10.0, 2_200.0
"""What is so dark (contrast with white) and so small as printed stays inked: pips, pupils."""

_STEP = 4 / 3
"""Scales nearer than this share one drawing; ``THICK / THIN``, so that its lines stay between both."""

_LIGHTENED = 0.6
"""How far pictures of the low mode go towards white: INK is read on the darkest of them."""


@cache
def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb`` by WCAG 2: 0 is black, 1 is white."""
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def contrast(one: str, other: str) -> float:
    """Contrast of two colours by WCAG 2, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@cache
def grey(colour: str) -> str:
    """The grey that is as light as a colour, so that contrasts stay what they were."""
    light = luminance(colour)
    part = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return "#" + f"{round(part * 255):02X}" * 3


class Inker:
    """Turns operations into those of an ink mode.

    A drawing is converted once for each colour and size class, however often it is placed; so keep one inker a kit.
    """

    def __init__(self, ink: Ink) -> None:
        self._ink = ink
        # Keys are identities; the drawing is kept beside what was made of it, so that no other takes its identity.
        self._drawn: dict[tuple[int, str | None, int], tuple[Drawing, Drawing]] = {}

    def ops(self, ops: Sequence[Op]) -> tuple[Op, ...]:
        """The operations in the ink mode; "full" gives them back unchanged."""
        return tuple(ops) if self._ink == "full" else self._ops(ops, 1.0, None)

    def _ops(self, ops: Sequence[Op], scale: float, current: str | None) -> tuple[Op, ...]:
        return tuple(self._op(op, scale, current) for op in ops)

    def _op(self, op: Op, scale: float, current: str | None) -> Op:
        low = self._ink == "low"
        if isinstance(op, Shape):
            return replace(op, paint=_outlined(op, scale, current) if low else _greyed(op.paint))
        if isinstance(op, Text):
            return replace(op, style=replace(op.style, colour=INK if low else _grey(op.style.colour) or INK))
        if isinstance(op, Group):
            return replace(op, ops=self._ops(op.ops, scale * _scale(op.matrix), current))
        if isinstance(op, Place):
            return self._place(op, scale, current)
        return replace(op, data=_grey_picture(op.data, _LIGHTENED if low else 0.0))

    def _place(self, place: Place, scale: float, current: str | None) -> Place:
        if self._ink == "mono":
            return replace(place, drawing=self._drawing(place.drawing, None, 0), colour=_grey(place.colour))
        colour = current if place.colour == CURRENT else place.colour
        size = math.ceil(round(math.log(scale * _scale(place.matrix), _STEP), 6))
        return replace(place, drawing=self._drawing(place.drawing, colour, size), colour=None)

    def _drawing(self, drawing: Drawing, colour: str | None, size: int) -> Drawing:
        key = (id(drawing), colour, size)
        if key not in self._drawn:
            self._drawn[key] = drawing, replace(drawing, ops=self._ops(drawing.ops, _STEP**size, colour))
        return self._drawn[key][1]


def _scale(matrix: Matrix) -> float:
    """How much larger a transform makes things, on average of its directions; never 0."""
    a, b, c, d, _, _ = matrix
    return math.sqrt(abs(a * d - b * c)) or 1.0


def _grey(colour: str | None) -> str | None:
    return colour if colour in (None, CURRENT) else grey(colour)


def _greyed(paint: Paint) -> Paint:
    return replace(paint, fill=_grey(paint.fill), stroke=_grey(paint.stroke))


def _outlined(shape: Shape, scale: float, current: str | None) -> Paint:
    """White inside a thin line. Where a fill had no stroke its edge is drawn, so that nothing is lost.

    A sign, which is what a drawing placed in INK is, stays inked as letters do, since it has to be read.
    """
    paint = shape.paint
    if current == INK:
        return replace(paint, fill=_sign_colour(paint.fill), stroke=_sign_colour(paint.stroke))
    fill, stroke = (current if colour == CURRENT else colour for colour in (paint.fill, paint.stroke))
    if stroke is not None:
        pen = _pen(stroke)
        # White lines take no ink: they lift what is drawn over others, and stay as wide.
        width = paint.width if pen == WHITE else max(min(paint.width, THICK / scale), min(THIN, THIN / scale))
        return replace(paint, fill=fill and WHITE, stroke=pen, width=width)
    if fill is None:
        return replace(paint, fill=None)
    if contrast(fill, WHITE) >= _BLACKISH and max(shape_bounds(shape)[2:]) * scale <= _SMALL:
        return replace(paint, fill=INK)
    pen = _pen(fill)
    return replace(paint, fill=WHITE, stroke=None if pen == WHITE else pen, width=min(THIN / scale, 2 * THIN))


def _sign_colour(colour: str | None) -> str | None:
    """Ink where a sign is dark, white where it is light."""
    if colour is None or colour == CURRENT:
        return colour and INK
    return INK if contrast(colour, WHITE) >= READABLE else WHITE


def _pen(colour: str) -> str:
    """What draws the line of a colour: ink, a grey to colour over where it was pale, white for white."""
    loud = contrast(colour, WHITE)
    return INK if loud >= READABLE else GUIDE if loud > 1 else WHITE


def _grey_picture(data: bytes, lighter: float) -> bytes:
    """A PNG or JPEG in greys, moved towards white; what is transparent stays so."""
    from PIL import Image

    with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
        kind = image.format
        see_through = "A" in image.mode or "transparency" in image.info
        whole = image.convert("RGBA" if see_through else "RGB")
    light = whole.convert("L").point([round(value + (255 - value) * lighter) for value in range(256)])
    if see_through:
        light = Image.merge("LA", (light, whole.getchannel("A")))
    written = io.BytesIO()
    light.save(written, kind, **({"quality": 90} if kind == "JPEG" else {}))
    return written.getvalue()
