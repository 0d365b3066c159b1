"""Preflight: does everything fit, and can it be read? Computed on display lists, before anything is written."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from kitgen.components.contrast import Seen, check_contrast
from kitgen.components.kit import Component, Face
from kitgen.diagnostics import Diagnostic, Severity
from kitgen.draw.drawing import Box, Line, Op, Picture, Place, Shape, Text, around, op_bounds, transform_box, walk
from kitgen.draw.fonts import em, font
from kitgen.draw.text import block_height
from kitgen.draw.theme import SMALLEST_TYPE
from kitgen.units import MM

TOLERANCE = 30
"""Micrometres by which ink may overhang before it counts: less than a printer's dot."""


def ink_bounds(ops: Sequence[Op]) -> Box:
    """The box round all ink."""
    return around(_ink(ops))


def _ink(ops: Sequence[Op]) -> Iterator[Box]:
    for op, matrix, clip in walk(ops):
        box = transform_box(matrix, _own_bounds(op))
        box = box if clip is None else box.common(clip)
        if clip is None or box.width or box.height:
            yield box


def check_face(face: Face, part: str, seen: Seen | None = None) -> list[Diagnostic]:
    """Text in its box and read on its ground, signs in their fonts, ink in the safe area, backgrounds in the bleed."""
    where = f"{part}, {face.name!r}"
    findings = [*check_texts([*face.background, *face.ops], where), *check_contrast(face, where, seen)]
    safe = face.trim.inset(face.safe)
    findings += _check_ink(face.ops, safe, where, "the safe area", face.safe)
    findings += _check_ink(face.background, face.trim.inset(-face.bleed), where, "the bleed", face.bleed)
    return findings


def _error(code: str, message: str, path: str, hint: str) -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, None, path, hint)


def check_texts(ops: Sequence[Op], where: str) -> Iterator[Diagnostic]:
    """Text in its box and not too small, signs in their fonts."""
    for op, _, _ in walk(ops):
        if not isinstance(op, Text):
            continue
        path = f"{where}, box {op.name!r}"
        for line in op.lines:
            for sign in font(op.style.font).missing(line.text):
                shown = sign if sign.isprintable() else "a control character"
                family = font(op.style.font).family
                message = f"the font {family} has no sign U+{ord(sign):04X} ({shown}), in {line.text!r}"
                yield _error("missing-glyph", message, path, "write the text without it")
            if any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in line.text):
                message = f"{line.text!r} runs from right to left, which kitgen cannot set"
                yield _error("right-to-left", message, path, "write it in letters that run from left to right")
        wide = max((line.width for line in op.lines), default=0) - op.box.width
        high = block_height(len(op.lines), op.style) - op.box.height
        overflow = max(wide, high)
        if overflow > TOLERANCE:
            text = " ".join(line.text for line in op.lines)
            message = f"{text!r} overflows its box by {overflow / MM:.1f} mm, even at {op.style.size:g} pt"
            yield _error("text-overflow", message, path, "shorten the text")
        if op.style.size < SMALLEST_TYPE:
            yield _error("type-too-small", f"type of {op.style.size:g} pt is under {SMALLEST_TYPE:g} pt", path, "")


def check_components(components: Iterable[Component]) -> list[Diagnostic]:
    """What ``check_face`` says of every face of some components, each once."""
    seen: Seen = {}
    faces = {id(face): (component.part, face) for component in components for face in component.faces}
    return [finding for part, face in faces.values() for finding in check_face(face, part, seen)]


def nearest_text(face: Face, cut: Box) -> tuple[float, str]:
    """How far the text of a face that is nearest to a cut keeps from it, and that text; infinitely far without any.

    ``cut`` is a box in the face's coordinates: its trim, or a larger one round it.
    """
    found = [
        (-cut.overhang(transform_box(matrix, _line_bounds(line, op))), line.text)
        for op, matrix, _ in walk((*face.background, *face.ops))
        if isinstance(op, Text)
        for line in op.lines
    ]
    return min(found, default=(math.inf, ""))


def _check_ink(ops: Sequence[Op], allowed: Box, where: str, area: str, margin: int) -> Iterator[Diagnostic]:
    for op, matrix, clip in walk(ops):
        box = transform_box(matrix, _own_bounds(op))
        if clip is not None:
            box = box.common(clip)
        overhang = allowed.overhang(box)
        if overhang > TOLERANCE:
            what = _describe(op)
            message = f"{what} reaches {overhang / MM:.2f} mm out of {area} ({margin / MM:g} mm)"
            yield _error("unsafe-ink", message, where, "move it inwards, or make it smaller")


def _describe(op: Op) -> str:
    if isinstance(op, Text):
        return f"the text in box {op.name!r}"
    if isinstance(op, Place):
        return f"the drawing {op.drawing.name!r}"
    return "a shape" if isinstance(op, Shape) else "a picture"


def _own_bounds(op: Op) -> Box:
    """An operation's ink in its own coordinates."""
    if isinstance(op, Text):
        return around(_line_bounds(line, op) for line in op.lines)
    assert isinstance(op, Shape | Place | Picture)
    return op_bounds(op)


def _line_bounds(line: Line, text: Text) -> Box:
    size = em(text.style)
    above, below = font(text.style.font).extent(line.text)
    half = text.style.embolden / 2
    return Box(line.x, line.baseline - (above + half) * size, line.width, (above + below + 2 * half) * size)
