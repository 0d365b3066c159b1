"""Outlines and placements by name: the small words that kits are drawn with. Micrometres throughout."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from kitgen.draw.drawing import Box, Drawing, Group, Matrix, Op, Paint, Place, Segment, Shape

_KAPPA = 0.5522847498
"""Handle length of a cubic Bézier curve that draws a quarter circle."""


def rectangle(box: Box, paint: Paint, radius: float = 0, radius_down: float | None = None) -> Shape:
    """A box, its corners rounded by ``radius`` (across, and down where that differs)."""
    return _rectangle(box, paint, radius, radius_down)


@lru_cache(maxsize=4_096)
def _rectangle(box: Box, paint: Paint, radius: float, radius_down: float | None) -> Shape:
    """What ``rectangle`` says; the panels of a deck are alike, and drawn once they take the memory of one."""
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    rx = min(radius, box.width / 2)
    ry = min(radius if radius_down is None else radius_down, box.height / 2)
    if rx <= 0 or ry <= 0:
        return Shape((("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",)), paint)
    if radius_down is None:
        rx = ry = min(rx, ry)
    p, q = rx * (1 - _KAPPA), ry * (1 - _KAPPA)
    segments: tuple[Segment, ...] = (
        ("M", x + rx, y),
        ("L", right - rx, y),
        ("C", right - p, y, right, y + q, right, y + ry),
        ("L", right, bottom - ry),
        ("C", right, bottom - q, right - p, bottom, right - rx, bottom),
        ("L", x + rx, bottom),
        ("C", x + p, bottom, x, bottom - q, x, bottom - ry),
        ("L", x, y + ry),
        ("C", x, y + q, x + p, y, x + rx, y),
        ("Z",),
    )
    return Shape(segments, paint)


def ellipse(box: Box, paint: Paint) -> Shape:
    """The ellipse that fills a box."""
    return _ellipse(box, paint)


@lru_cache(maxsize=4_096)
def _ellipse(box: Box, paint: Paint) -> Shape:
    x, y = box.centre
    a, b = box.width / 2, box.height / 2
    p, q = a * _KAPPA, b * _KAPPA
    segments: tuple[Segment, ...] = (
        ("M", x + a, y),
        ("C", x + a, y + q, x + p, y + b, x, y + b),
        ("C", x - p, y + b, x - a, y + q, x - a, y),
        ("C", x - a, y - q, x - p, y - b, x, y - b),
        ("C", x + p, y - b, x + a, y - q, x + a, y),
        ("Z",),
    )
    return Shape(segments, paint)


def circle(x: float, y: float, radius: float, paint: Paint) -> Shape:
    """A circle round a point."""
    return ellipse(Box(x - radius, y - radius, 2 * radius, 2 * radius), paint)


def polygon(points: Sequence[tuple[float, float]], paint: Paint, *, closed: bool = True) -> Shape:
    """Straight lines through points."""
    segments: list[Segment] = [("M", *points[0]), *(("L", *point) for point in points[1:])]
    if closed:
        segments.append(("Z",))
    return Shape(tuple(segments), paint)


def line(x1: float, y1: float, x2: float, y2: float, paint: Paint) -> Shape:
    """One straight line."""
    return polygon([(x1, y1), (x2, y2)], paint, closed=False)


def arrow(x1: float, y1: float, x2: float, y2: float, paint: Paint, head: float) -> Group:
    """A line with an open head at its end."""
    angle = math.atan2(y2 - y1, x2 - x1)
    wings = [(x2 - head * math.cos(angle + turn), y2 - head * math.sin(angle + turn)) for turn in (0.6, -0.6)]
    return Group((line(x1, y1, x2, y2, paint), polygon([wings[0], (x2, y2), wings[1]], paint, closed=False)))


def place_in(drawing: Drawing, box: Box, colour: str | None = None, *, mirrored: bool = False) -> Place:
    """A drawing as large as fits into a box, centred, never stretched."""
    scale = min(box.width / drawing.width, box.height / drawing.height)
    width, height = drawing.width * scale, drawing.height * scale
    x, y = box.x + (box.width - width) / 2, box.y + (box.height - height) / 2
    matrix: Matrix = (-scale, 0, 0, scale, x + width, y) if mirrored else (scale, 0, 0, scale, x, y)
    return Place(drawing, matrix, colour)


def move(ops: Sequence[Op], x: float, y: float, scale: float = 1.0) -> Group:
    """Operations shifted, and scaled about their origin."""
    return Group(tuple(ops), (scale, 0, 0, scale, x, y))


def turn(ops: Sequence[Op], degrees: float, x: float, y: float) -> Group:
    """Operations turned clockwise about their origin, which then stands at (x, y)."""
    radians = math.radians(degrees)
    cosine, sine = round(math.cos(radians), 12), round(math.sin(radians), 12)
    return Group(tuple(ops), (cosine, sine, -sine, cosine, x, y))


def clipped(ops: Sequence[Op], clip: Box) -> Group:
    """Operations cut off outside a box."""
    return Group(tuple(ops), clip=clip)
