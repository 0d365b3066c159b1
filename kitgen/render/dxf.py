"""Cut plans → DXF of release 12, the oldest and plainest.

Millimetres, y up from the bottom left of the paper. Closed polylines with bulges for arcs are cut, lines are scored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kitgen.components.kit import Crease
from kitgen.components.outlines import Contour, rounded_rectangle
from kitgen.draw.drawing import Box
from kitgen.imposition.cut_sheets import CutPlan
from kitgen.imposition.paper import Paper
from kitgen.units import MM

LAYERS = {"PRINT": 7, "SCORE": 5, "CUT": 1}
"""Layers and their colours: black (white on black), blue, red."""

Tag = tuple[int, str | int]
"""A group code and its value."""


def write_dxf(plan: CutPlan) -> bytes:
    """The plan as text in lines of two, a code and its value."""
    tags = [*_header(plan.paper), *_tables(), (0, "SECTION"), (2, "ENTITIES")]
    tags += _entities(plan)
    tags += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:3d}\r\n{value}\r\n" for code, value in tags).encode("ascii")


def _entities(plan: CutPlan) -> Iterator[Tag]:
    height = plan.paper.height
    paper = Box(0, 0, plan.paper.width, height)
    for outline in (rounded_rectangle(paper), *plan.marks):
        yield from _polyline("PRINT", outline, height)
    for score in plan.scores:
        yield from _line(score, height)
    for cut in plan.cuts:
        yield from _polyline("CUT", cut, height)


def _header(paper: Paper) -> Iterator[Tag]:
    """The version, millimetres, and how large the drawing is."""
    yield from ((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"))
    yield from ((9, "$INSUNITS"), (70, 4), (9, "$MEASUREMENT"), (70, 1))
    yield from ((9, "$EXTMIN"), *_point(0, paper.height, paper.height))
    yield from ((9, "$EXTMAX"), *_point(paper.width, 0, paper.height))
    yield (0, "ENDSEC")


def _tables() -> Iterator[Tag]:
    """One kind of line, and the layers."""
    yield from ((0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LTYPE"), (70, 1))
    yield from ((0, "LTYPE"), (2, "CONTINUOUS"), (70, 0), (3, "Solid line"), (72, 65), (73, 0), (40, "0.0"))
    yield from ((0, "ENDTAB"), (0, "TABLE"), (2, "LAYER"), (70, len(LAYERS)))
    for layer, colour in LAYERS.items():
        yield from ((0, "LAYER"), (2, layer), (70, 0), (62, colour), (6, "CONTINUOUS"))
    yield from ((0, "ENDTAB"), (0, "ENDSEC"))


def _polyline(layer: str, contour: Contour, height: float) -> Iterator[Tag]:
    """A closed line; seen from the same side, an arc runs the same way whether y goes up or down."""
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (10, "0.0"), (20, "0.0"), (30, "0.0"), (70, 1))
    for corner in contour:
        yield from ((0, "VERTEX"), (8, layer), *_point(corner.x, corner.y, height))
        if corner.bulge:
            yield 42, f"{corner.bulge:.9f}"
    yield from ((0, "SEQEND"), (8, layer))


def _line(score: Crease, height: float) -> Iterator[Tag]:
    start, end = _point(*score[:2], height), _point(*score[2:], height)
    yield from ((0, "LINE"), (8, "SCORE"), *start, *((code + 1, value) for code, value in end))


def _point(x: float, y: float, height: float) -> Sequence[Tag]:
    return (10, _mm(x)), (20, _mm(height - y)), (30, "0.0")


def _mm(length: float) -> str:
    return f"{round(length) / MM:.3f}"
