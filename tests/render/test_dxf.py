"""Cut plans as DXF and as SVG, read back with ezdxf and svgelements: units, layers, closed contours, real arcs."""

from __future__ import annotations

import io
import math
import re

import ezdxf
import pytest
from ezdxf import bbox
from ezdxf.document import Drawing as Dxf
from svgelements import SVG, Arc, Close, Path

from kitgen.components.outlines import Contour, Corner, rounded_rectangle
from kitgen.draw.drawing import Box
from kitgen.imposition.cut_sheets import CutPlan
from kitgen.imposition.paper import Paper
from kitgen.render.cut_svg import write_cut_svg
from kitgen.render.dxf import write_dxf
from kitgen.units import MM

Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom, in millimetres from the top left of the paper."""

PAPER = Paper("test", 100 * MM, 150 * MM)
CARD = Box(20 * MM, 30 * MM, 40 * MM, 60 * MM)
HALF_DISC: Contour = (Corner(70_000, 40_000, -1.0), Corner(70_000, 60_000))
"""From the top of a circle clockwise, by the right, to its bottom; and straight back."""
BITE: Contour = (
    Corner(10_000, 100_000, 1.0),
    Corner(20_000, 100_000),
    Corner(20_000, 120_000),
    Corner(10_000, 120_000),
)
"""A rectangle with a half-moon cut out of its top: the arc runs anticlockwise from left to right, below its ends."""
MARK = rounded_rectangle(Box(10 * MM, 10 * MM, 5 * MM, 5 * MM))

PLAN = CutPlan(
    PAPER, ((20_000.0, 50_000.0, 60_000.0, 50_000.0),), (rounded_rectangle(CARD, 3 * MM), HALF_DISC, BITE), (MARK,)
)

BOUNDS: list[Bounds] = [(20, 30, 60, 90), (70, 40, 80, 60), (10, 100, 20, 120)]
AREAS = [40 * 60 - (4 - math.pi) * 9, math.pi * 100 / 2, 10 * 20 - math.pi * 25 / 2]


@pytest.fixture(scope="module")
def dxf() -> Dxf:
    return ezdxf.read(io.StringIO(write_dxf(PLAN).decode("ascii"), newline=None))


@pytest.fixture(scope="module")
def svg() -> SVG:
    # With as many pixels to the inch as it has millimetres, lengths are read in millimetres.
    return SVG.parse(io.BytesIO(write_cut_svg(PLAN)), ppi=25.4)


def dxf_layer(dxf: Dxf, layer: str) -> list[ezdxf.entities.DXFEntity]:
    return list(dxf.modelspace().query(f'*[layer=="{layer}"]'))


def svg_layer(svg: SVG, name: str) -> list[Path]:
    return next(list(group) for group in svg if group.id == name)


def svg_bounds(path: Path) -> Bounds:
    left, top, right, bottom = path.bbox()
    return left, top, right, bottom


def dxf_bounds(entity: ezdxf.entities.DXFEntity) -> Bounds:
    found = bbox.extents([entity], fast=False)
    height = PAPER.height / MM
    return found.extmin.x, height - found.extmax.y, found.extmax.x, height - found.extmin.y


def area(points: list[tuple[float, float]]) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True))) / 2


# DXF.


def test_dxf_is_of_release_12_and_in_millimetres(dxf: Dxf) -> None:
    assert dxf.dxfversion == "AC1009"
    assert dxf.header["$INSUNITS"] == 4
    assert dxf.header["$MEASUREMENT"] == 1
    assert not dxf.audit().errors


def test_dxf_tells_how_large_the_paper_is(dxf: Dxf) -> None:
    assert tuple(dxf.header["$EXTMIN"])[:2] == (0, 0)
    assert tuple(dxf.header["$EXTMAX"])[:2] == (100, 150)


def test_dxf_has_a_layer_of_its_own_colour_for_each_tool(dxf: Dxf) -> None:
    colours = {layer.dxf.name: layer.color for layer in dxf.layers}
    assert colours | {"CUT": 1, "SCORE": 5, "PRINT": 7} == colours
    assert {entity.dxf.layer for entity in dxf.modelspace()} == {"CUT", "SCORE", "PRINT"}


def test_dxf_cuts_closed_polylines_where_the_pieces_are(dxf: Dxf) -> None:
    cuts = dxf_layer(dxf, "CUT")
    assert [(cut.dxftype(), cut.is_closed) for cut in cuts] == [("POLYLINE", True)] * 3
    for cut, bounds in zip(cuts, BOUNDS, strict=True):
        assert dxf_bounds(cut) == pytest.approx(bounds, abs=1e-3)


def test_dxf_has_arcs_that_turn_the_right_way(dxf: Dxf) -> None:
    for cut, expected in zip(dxf_layer(dxf, "CUT"), AREAS, strict=True):
        path = [(point.x, point.y) for point in ezdxf.path.make_path(cut).flattening(0.001)]
        assert area(path) == pytest.approx(expected, abs=0.1)


def test_dxf_scores_lines(dxf: Dxf) -> None:
    (score,) = dxf_layer(dxf, "SCORE")
    assert score.dxftype() == "LINE"
    assert tuple(score.dxf.start) == (20, 100, 0), "50 mm from the top of 150"
    assert tuple(score.dxf.end) == (60, 100, 0)


def test_dxf_shows_the_marks_and_the_paper(dxf: Dxf) -> None:
    assert [dxf_bounds(shown) for shown in dxf_layer(dxf, "PRINT")] == [
        pytest.approx((0, 0, 100, 150)),
        pytest.approx((10, 10, 15, 15)),
    ]


# SVG.


def test_svg_is_as_large_as_the_paper_and_one_unit_is_a_millimetre(svg: SVG) -> None:
    assert (svg.values["width"], svg.values["height"]) == ("100mm", "150mm")
    assert svg.values["viewBox"] == "0 0 100 150"
    assert (svg.width, svg.height) == pytest.approx((100, 150))


def test_svg_has_a_layer_for_each_tool_and_scores_before_it_cuts(svg: SVG) -> None:
    text = write_cut_svg(PLAN).decode()
    layers = re.findall(r'<g id="(\w+)" inkscape:groupmode="layer" inkscape:label="(\w+)">', text)
    assert layers == [("print", "print"), ("score", "score"), ("cut", "cut")]
    assert [len(svg_layer(svg, name)) for name, _ in layers] == [2, 1, 3]


def test_svg_tells_tools_apart_by_colour(svg: SVG) -> None:
    colours = {"cut": "#ff0000", "score": "#0000ff"}
    for layer, colour in colours.items():
        assert {str(path.stroke.hex) for path in svg_layer(svg, layer)} == {colour}
        assert all(
            path.fill.value is None and path.stroke_width == pytest.approx(0.1) for path in svg_layer(svg, layer)
        )
    paper, mark = svg_layer(svg, "print")
    assert paper.stroke.hex == mark.fill.hex == "#000000"


def test_svg_is_nothing_but_plain_absolute_paths() -> None:
    text = write_cut_svg(PLAN).decode()
    assert set(re.findall(r"<(\w+)", text)) == {"svg", "g", "path"}
    for word in ("transform", "clip", "style", "image", "href"):
        assert word not in text
    paths = re.findall(r' d="([^"]*)"', text)
    assert len(paths) == len(set(paths)) == 6
    for path in paths:
        assert re.fullmatch(r"[MLAZ0-9. -]+", path), "capital letters are absolute"
        assert not re.search(r"\.\d{4}", path)


def test_svg_cuts_closed_paths_where_the_pieces_are(svg: SVG) -> None:
    for path, bounds in zip(svg_layer(svg, "cut"), BOUNDS, strict=True):
        assert [type(segment) for segment in path].count(Close) == 1
        assert isinstance(path[-1], Close)
        assert svg_bounds(path) == pytest.approx(bounds, abs=1e-3)


def test_svg_has_arcs_that_turn_the_right_way(svg: SVG) -> None:
    for path, expected, arcs in zip(svg_layer(svg, "cut"), AREAS, (4, 1, 1), strict=True):
        assert sum(isinstance(segment, Arc) for segment in path) == arcs
        points = [(segment.point(t / 200).x, segment.point(t / 200).y) for segment in path[1:] for t in range(200)]
        assert area(points) == pytest.approx(expected, abs=0.1)


def test_svg_scores_where_dxf_does(svg: SVG) -> None:
    (score,) = svg_layer(svg, "score")
    assert svg_bounds(score) == pytest.approx((20, 50, 60, 50))


@pytest.mark.parametrize("write", [write_dxf, write_cut_svg])
def test_the_same_plan_is_the_same_file(write: object) -> None:
    assert callable(write)
    assert write(PLAN) == write(CutPlan(PAPER, PLAN.scores, PLAN.cuts, PLAN.marks))
