"""Cut plans → SVG for cutting machines: true size, a layer for each tool, plain absolute paths and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kitgen.components.outlines import Contour, arc_radius, rounded_rectangle
from kitgen.draw.drawing import Box
from kitgen.imposition.cut_sheets import CutPlan
from kitgen.units import MM

HAIRLINE = "0.1"
"""Width of every line, in mm."""

CUT, SCORE, PRINT = "#FF0000", "#0000FF", "#000000"
"""The colours by which software for machines tells tools apart."""


def write_cut_svg(plan: CutPlan) -> bytes:
    """One unit is one millimetre. What is scored comes before what is cut, while the sheet still holds it."""
    width, height = _mm(plan.paper.width), _mm(plan.paper.height)
    paper = _contour(rounded_rectangle(Box(0, 0, plan.paper.width, plan.paper.height)))
    marks = [f'<path d="{_contour(mark)}" fill="{PRINT}"/>' for mark in plan.marks]
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
        f' width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
        *_layer("print", [_stroked(paper, PRINT), *marks]),
        *_layer("score", [_stroked(f"M{_at(*score[:2])}L{_at(*score[2:])}", SCORE) for score in plan.scores]),
        *_layer("cut", [_stroked(_contour(cut), CUT) for cut in plan.cuts]),
        "</svg>\n",
    ]
    return "\n".join(lines).encode()


def _layer(name: str, paths: Iterable[str]) -> Iterator[str]:
    yield f'<g id="{name}" inkscape:groupmode="layer" inkscape:label="{name}">'
    yield from paths
    yield "</g>"


def _stroked(path: str, colour: str) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{HAIRLINE}"/>'


def _contour(contour: Contour) -> str:
    """A closed path of lines and arcs."""
    path = f"M{_at(*contour[0][:2])}"
    for corner, after in zip(contour, (*contour[1:], contour[0]), strict=True):
        if corner.bulge:
            radius = _mm(arc_radius(corner[:2], after[:2], corner.bulge))
            large, clockwise = int(abs(corner.bulge) > 1), int(corner.bulge < 0)
            path += f"A{radius} {radius} 0 {large} {clockwise} {_at(*after[:2])}"
        elif after is not contour[0]:
            path += f"L{_at(*after[:2])}"
    return f"{path}Z"


def _at(x: float, y: float) -> str:
    return f"{_mm(x)} {_mm(y)}"


def _mm(length: float) -> str:
    """Micrometres as millimetres with three decimals at most."""
    return f"{round(length) / MM:.3f}".rstrip("0").rstrip(".")
