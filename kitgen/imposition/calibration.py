"""The sheet that measures a printer: where its backs come to lie, how long its millimetre is, what it leaves white.

Rings on the front, dots on the back. Each ring stands for one correction, and its dot is printed where that correction
brings it behind the ring; so the only dot in the middle of its ring tells the correction that this printer needs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kitgen.components.kit import Face, Side
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Op, Paint, Shape, Style
from kitgen.draw.fonts import em
from kitgen.draw.text import break_lines, fit_text
from kitgen.draw.theme import COLOURS, INK, SOFT, WHITE, body, display, strong
from kitgen.errors import UsageError
from kitgen.imposition.correction import corrected
from kitgen.imposition.grid import Flip, flip_of
from kitgen.imposition.options import PrintOptions, Sides
from kitgen.imposition.paper import Paper
from kitgen.imposition.rulers import LINE, inch_ruler, metric_ruler
from kitgen.imposition.sheet import LABEL_STRIP, LABEL_STYLE, Placement, Sheet
from kitgen.source.words import Words
from kitgen.units import MM, format_length, format_size

STEP = 500
"""From one correction to the next."""

PITCH = 9 * MM
"""From ring to ring; more than any step on the page, so that no dot comes into the ring of another."""

MOST_STEPS, FEWEST_STEPS = 8, 2
"""Corrections on either side of the middle one."""

FURTHEST_LINE = 10
"""The edge test has a line at each whole millimetre as far as this from the edge."""

SMALLEST = (148 * MM, 210 * MM)
"""Paper on which all of it finds room, and corrections of 1 mm at least."""

WIDEST_TEXT = 170 * MM
"""What to do is read in lines of this length at most."""

CALIBRATED: tuple[Sides, ...] = ("duplex-long", "duplex-short", "separate")
"""The ways to print that have backs to measure."""

_RING_RADIUS, _DOT_RADIUS = 2_200, 1_600
_RING = replace(LINE, fill=WHITE)
_DOT = Paint(fill=INK)
_GUIDE = Paint(stroke=COLOURS["grey"].tint, width=200)
_MIDDLE = Paint(stroke=COLOURS["grey"].base, width=200)

_EDGE = 15 * MM
"""What the edge test takes of each side; everything else keeps off it."""

_RULER_ROOM = 10 * MM
_BESIDE = _EDGE + _RULER_ROOM + 4 * MM
"""From either side of the paper to the outermost rings: the upright ruler, and at the left the numbers of the rows."""

_CAPTION, _NUMBERS = 5 * MM, 4 * MM
_STAIR, _HALF_LINE = 4_500, 1_700
"""From one line of the edge test to the next, along the edge; and half of its length."""


@dataclass(frozen=True, slots=True)
class _Rings:
    """Where the rings are on the front, how many steps there are on either side, and the correction in the middle."""

    x: float
    y: float
    across: int
    down: int
    offset: tuple[int, int]

    def steps(self) -> Iterator[tuple[int, int]]:
        """Each ring, counted from the one in the middle."""
        for row in range(-self.down, self.down + 1):
            for column in range(-self.across, self.across + 1):
                yield column, row

    def is_whole(self, step: int, axis: int) -> bool:
        """Whether a step is one of those that lead to whole millimetres, if any do; else every other one."""
        return (self.offset[axis] // STEP + step) % 2 == 0

    def centre(self, column: int, row: int) -> tuple[float, float]:
        """The middle of a ring."""
        return self.x + column * PITCH, self.y + row * PITCH


def calibration_sheets(options: PrintOptions, words: Words) -> list[Sheet]:
    """The front and the back of the sheet, printed with the back offset of the options and without their scale.

    Numbers on it are whole corrections: the offset that it is printed with needs no adding. Raises UsageError for sides
    that have no backs to measure, and for paper that is too small.
    """
    if options.sides not in CALIBRATED:
        hint = f"backs are measured with --sides {', '.join(CALIBRATED)}"
        raise UsageError(f"--sides {options.sides} prints nothing on the back of a sheet", hint)
    paper = options.paper
    if paper.width < SMALLEST[0] or paper.height < SMALLEST[1]:
        raise _too_small(paper)
    flip = flip_of(paper, options.sides)
    header, bottom = _header(options, words)
    rings = _rings(options, bottom)
    front = [*header, *_scales(rings, words), *_circles(rings), *_rulers(paper, rings), *_edge_tests(paper)]
    label = Box(_EDGE, paper.height - _EDGE + 6 * MM, paper.width / 2 - 32 * MM - _EDGE, LABEL_STRIP)
    other = label._replace(x=paper.width - label.right)
    sides: list[tuple[Side, list[Op], Box]] = [("front", front, label), ("back", _dots(rings, flip), flip.box(other))]
    unscaled = replace(options, scale=1.0)
    return [corrected(_sheet(side, ops, box, options, words), unscaled) for side, ops, box in sides]


def _too_small(paper: Paper) -> UsageError:
    return UsageError(f"paper {paper.name} is too small to calibrate on", f"use {format_size(SMALLEST)} or more")


def save_command(options: PrintOptions, printer: str) -> str:
    """The command that keeps what was read from the sheet, with values for example."""
    usual = PrintOptions()
    sides = "" if options.sides == usual.sides else f" --sides {options.sides}"
    paper = "" if options.paper == usual.paper else f" --paper {options.paper.name}"
    values = "--back-offset 1.5mm,-1mm --ruler 99.6mm --margin 7mm"
    return f"kitgen calibrate --save {printer} {values}{sides}{paper}"


def _sheet(side: Side, ops: Sequence[Op], label: Box, options: PrintOptions, words: Words) -> Sheet:
    paper, title = options.paper, words("calibrate.title")
    face = Face(f"calibrate {side}", paper.width, paper.height, tuple(ops))
    text = fit_text(f"kitgen calibrate · {words(f'sides.{side}')}", label, LABEL_STYLE, "label", align="left")
    placed = Placement(face, 0, 0, face.trim)
    return Sheet("extras", title, side, paper, (placed,), label=(text,), margin=options.margin)


def _header(options: PrintOptions, words: Words) -> tuple[list[Op], float]:
    """The title, what to do, and what to type at the end; and where they end."""
    x, y = _EDGE, float(_EDGE + 500)
    width = min(options.paper.width - _EDGE - _RULER_ROOM - x, WIDEST_TEXT)
    ops: list[Op] = [fit_text(words("calibrate.title"), Box(x, y, width, 7 * MM), display(20), "title", align="left")]
    y += 10 * MM
    steps = [f"print.{options.sides}", "light", "rulers", "edges"]
    for number, step in enumerate(steps, start=1):
        ops.append(fit_text(str(number), Box(x, y, 4 * MM, 4 * MM), strong(10), "step", align="left", stand="top"))
        text, height = _paragraph(words(f"calibrate.{step}"), x + 5 * MM, y, width - 5 * MM, body(10))
        ops.append(text)
        y += height + 1 * MM
    typed, height = _paragraph(words("calibrate.type"), x, y + 1 * MM, width, body(10))
    y += height + 1.5 * MM
    command, height = _paragraph(save_command(options, '"my printer"'), x, y, width, strong(9))
    return [*ops, typed, command], y + height


def _paragraph(text: str, x: float, y: float, width: float, style: Style) -> tuple[Op, float]:
    """Text in as many lines as it takes, and its height."""
    lines = len(break_lines(text, width, style))
    height = lines * style.leading * em(style)
    return fit_text(text, Box(x, y, width, height), style, "text", align="left", stand="top", max_lines=lines), height


def _rings(options: PrintOptions, top: float) -> _Rings:
    """As many rings as there is room for, between the text and the rulers."""
    paper = options.paper
    top += 2 * MM + _CAPTION + _NUMBERS
    bottom = _rulers_top(paper) - 3 * MM
    across, down = (
        min(MOST_STEPS, int((room / 2 - _RING_RADIUS) // PITCH)) for room in (paper.width - 2 * _BESIDE, bottom - top)
    )
    if min(across, down) < FEWEST_STEPS:
        raise _too_small(paper)
    return _Rings(paper.width / 2, (top + bottom) / 2, across, down, options.back_offset)


def _circles(rings: _Rings) -> Iterator[Op]:
    for step in rings.steps():
        yield _mark(step, *rings.centre(*step), _RING_RADIUS, _RING)


def _dots(rings: _Rings, flip: Flip) -> list[Op]:
    """Behind each ring its dot, moved by its step; the offset of the whole page is the sheet's."""
    dots: list[Op] = []
    for column, row in rings.steps():
        x, y = flip.box(Box(*rings.centre(column, row), 0, 0))[:2]
        dots.append(_mark((column, row), x + column * STEP, y + row * STEP, _DOT_RADIUS, _DOT))
    return dots


def _mark(step: tuple[int, int], x: float, y: float, radius: float, paint: Paint) -> Shape:
    """A ring or a dot. Those in the middle are square: a dot that is a whole ring off would else look right."""
    if step == (0, 0):
        return shapes.rectangle(Box(x, y, 0, 0).inset(-radius), paint)
    return shapes.circle(x, y, radius, paint)


def _scales(rings: _Rings, words: Words) -> Iterator[Op]:
    """The numbers of columns and rows, what they mean, and lines that lead the eye from whole millimetres."""
    left, top = rings.centre(-rings.across, -rings.down)
    right, bottom = rings.centre(rings.across, rings.down)
    near_left, near_top = left - PITCH / 2, top - PITCH / 2
    for column in range(-rings.across, rings.across + 1):
        x, _ = rings.centre(column, 0)
        yield from _guide(rings, column, 0, shapes.line(x, near_top, x, bottom, _GUIDE))
        yield _number(rings, column, 0, Box(x - PITCH / 2, near_top - _NUMBERS, PITCH, _NUMBERS))
    for row in range(-rings.down, rings.down + 1):
        _, y = rings.centre(0, row)
        yield from _guide(rings, row, 1, shapes.line(near_left, y, right, y, _GUIDE))
        yield _number(rings, row, 1, Box(near_left - PITCH, y - PITCH / 2, PITCH - 800, PITCH))
    yield shapes.move([_caption(words, "across", right - left)], left, near_top - _NUMBERS - _CAPTION)
    yield shapes.turn([_caption(words, "down", bottom - top)], -90, near_left - PITCH - _CAPTION, bottom)


def _guide(rings: _Rings, step: int, axis: int, line: Shape) -> Iterator[Op]:
    if rings.is_whole(step, axis) or step == 0:
        yield line if step else replace(line, paint=_MIDDLE)


def _number(rings: _Rings, step: int, axis: int, box: Box) -> Op:
    """A correction as it is typed, in millimetres."""
    text = format_length(rings.offset[axis] + step * STEP).removesuffix(" mm").replace("-", "−")
    return fit_text(text, box, strong(9) if rings.is_whole(step, axis) else body(8, SOFT), "number")


def _caption(words: Words, axis: str, width: float) -> Op:
    return fit_text(words(f"calibrate.{axis}"), Box(0, 0, width, _CAPTION), body(8.5, SOFT), "caption")


def _rulers_top(paper: Paper) -> float:
    return paper.height - _EDGE - 19 * MM


def _rulers(paper: Paper, rings: _Rings) -> Iterator[Op]:
    """100 mm and 4 inches along the bottom, and 100 mm upright beside the rings."""
    metric, inches = metric_ruler(), inch_ruler()
    x, y = _EDGE, _rulers_top(paper)
    yield shapes.move(metric, x, y)
    yield shapes.move(inches, x, y + 11 * MM)
    yield shapes.turn(metric, -90, paper.width - _EDGE - _RULER_ROOM, rings.centre(0, rings.down)[1])


def _edge_tests(paper: Paper) -> Iterator[Op]:
    """At the middle of each edge a stair of lines that are parallel to it, each with its number further in."""
    width, height = paper.width, paper.height
    for number in range(1, FURTHEST_LINE + 1):
        along, deep, beyond = (number - (FURTHEST_LINE + 1) / 2) * _STAIR, number * MM, number * MM + 2 * MM
        for x, near, far in ((along + width / 2, deep, beyond), (along + width / 2, height - deep, height - beyond)):
            yield shapes.line(x - _HALF_LINE, near, x + _HALF_LINE, near, LINE)
            yield _edge_number(number, x, far)
        for y, near, far in ((along + height / 2, deep, beyond), (along + height / 2, width - deep, width - beyond)):
            yield shapes.line(near, y - _HALF_LINE, near, y + _HALF_LINE, LINE)
            yield _edge_number(number, far + math.copysign(300, far - near), y)


def _edge_number(number: int, x: float, y: float) -> Op:
    return fit_text(str(number), Box(x - 2 * MM, y - 1.2 * MM, 4 * MM, 2.4 * MM), body(7.5), "edge")
