"""What the tests of imposition share: plain geometry and made-up components, none of it taken from kitgen's own."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from hypothesis import strategies as st

from kitgen.components.kit import Component, Face, Piece
from kitgen.draw.drawing import Box, Matrix, Op, Shape, Text, walk
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.paper import PAPERS, read_paper
from kitgen.imposition.sheet import Label, Placement, Sheet
from kitgen.units import MM

EDGE = 5 * MM
"""Home printers leave this much of the paper white."""

PAPER_SIZES = {"a4": (210 * MM, 297 * MM), "letter": (215_900, 279_400)}

EVERY_PAPER = PAPER_SIZES | {
    "a3": (297 * MM, 420 * MM),
    "tabloid": (279_400, 431_800),
    "fit": (210 * MM, 279_400),
    "200x300mm": (200 * MM, 300 * MM),
    "148x210mm": (148 * MM, 210 * MM),
    "330.2x482.6mm": (330_200, 482_600),
}
"""Every paper with a name, and some without: narrow, small, and bigger than A3."""

LABEL = Label("Game · variant 1234abcd · {part} · {side} · {number} of {count}", {"front": "front", "back": "back"})


def on(paper: str, **options: Any) -> PrintOptions:
    """The usual options on a paper."""
    return PrintOptions(PAPERS[paper], **options)


def on_any(paper: str, **options: Any) -> PrintOptions:
    """The usual options on one of EVERY_PAPER."""
    usual: dict[str, Any] = {"paper": read_paper(paper), "bleed": 5 * MM}
    return PrintOptions(**(usual | options))


Edges = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def edges(box: Box) -> Edges:
    return box.x, box.y, box.x + box.width, box.y + box.height


def overlap(a: Edges, b: Edges) -> bool:
    """True if two boxes share more than an edge."""
    return min(a[2], b[2]) - max(a[0], b[0]) > 1e-6 and min(a[3], b[3]) - max(a[1], b[1]) > 1e-6


def inside(inner: Edges, outer: Edges, tolerance: float = 1e-6) -> bool:
    return (
        inner[0] >= outer[0] - tolerance
        and inner[1] >= outer[1] - tolerance
        and inner[2] <= outer[2] + tolerance
        and inner[3] <= outer[3] + tolerance
    )


def printable(sheet: Sheet) -> Edges:
    """What a home printer can ink, worked out from the paper's name and the way the sheet lies."""
    short, long = sorted(PAPER_SIZES[sheet.paper.name])
    width, height = (short, long) if sheet.paper.width < sheet.paper.height else (long, short)
    return EDGE, EDGE, width - EDGE, height - EDGE


def within_margin(sheet: Sheet, paper: str, margin: int) -> Edges:
    """What can be inked of one of EVERY_PAPER, the way the sheet lies, by a printer that leaves a margin."""
    short, long = EVERY_PAPER[paper]
    width, height = (short, long) if sheet.paper.width <= sheet.paper.height else (long, short)
    return margin, margin, width - margin, height - margin


def grown(box: Edges, by: float) -> Edges:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


Point = tuple[float, float]


def through(matrix: Matrix, x: float, y: float) -> Point:
    """Where a matrix takes a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def corners(placement: Placement) -> tuple[Point, Point, Point, Point]:
    """Where a face's own top left, top right, bottom left and bottom right lie on the sheet."""
    width, height = placement.face.width, placement.face.height
    left, right, low_left, low_right = (
        through(placement.matrix, x, y) for x, y in ((0, 0), (width, 0), (0, height), (width, height))
    )
    return left, right, low_left, low_right


def lines_of(ops: Iterable[Op], *, dashed: bool = False) -> list[Edges]:
    """The straight lines among operations, without the ink of their width: solid ones, or dashed ones."""
    found = []
    for op, matrix, _ in walk(list(ops)):
        if isinstance(op, Shape) and bool(op.paint.dash) == dashed and [s[0] for s in op.segments] == ["M", "L"]:
            (x1, y1), (x2, y2) = (through(matrix, *map(float, s[1:])) for s in op.segments)
            found.append((min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)))
    return found


def ink(ops: Iterable[Op]) -> list[Edges]:
    """The boxes of inked operations: outlines with their round ends, text from ascent to descent."""
    found: list[Edges] = []
    for op, (a, b, c, d, e, f), _ in walk(list(ops)):
        assert isinstance(op, (Shape, Text))
        if isinstance(op, Shape):
            half = op.paint.width / 2 if op.paint.stroke else 0.0
            points = [(s[i], s[i + 1]) for s in op.segments for i in range(1, len(s), 2)]
        else:
            half, size = 0.0, op.style.size * 25_400 / 72
            points = []
            for line in op.lines:
                points += [(line.x, line.baseline - 0.75 * size), (line.x + line.width, line.baseline + 0.22 * size)]
        turned = [(a * float(x) + c * float(y) + e, b * float(x) + d * float(y) + f) for x, y in points]
        xs, ys = [x for x, _ in turned], [y for _, y in turned]
        scale = math.sqrt(abs(a * d - b * c))
        found.append((min(xs) - half * scale, min(ys) - half * scale, max(xs) + half * scale, max(ys) + half * scale))
    return found


def trims(sheet: Sheet) -> list[Edges]:
    found = []
    for p in sheet.placements:
        across, down = (p.face.height, p.face.width) if p.turn in (90, 270) else (p.face.width, p.face.height)
        found.append((p.x, p.y, p.x + across, p.y + down))
    return found


def clips(sheet: Sheet) -> list[Edges]:
    return [edges(placement.clip) for placement in sheet.placements]


def by_name(sheet: Sheet, side: str) -> dict[tuple[float, float], str]:
    """Where the trim of each face of one side begins, and whose face it is."""
    return {(p.x, p.y): piece_of(p) for p in sheet.placements if p.face.name.endswith(side)}


def piece_of(placement: Placement) -> str:
    return placement.face.name.rsplit(":", 1)[0]


def leaves(sheets: Sequence[Sheet]) -> list[tuple[Sheet, Sheet | None]]:
    """Sheets of paper: each front with its back, where it has one."""
    found: list[tuple[Sheet, Sheet | None]] = []
    for sheet in sheets:
        if sheet.side == "front":
            found.append((sheet, None))
        else:
            front, back = found[-1]
            assert back is None, "two backs in a row"
            found[-1] = front, sheet
    return found


def component(
    name: str,
    size: tuple[int, int],
    copies: Sequence[int],
    *,
    bleed: int = 0,
    back_bleed: int = 0,
    backs: Sequence[bool] | None = None,
    gap: int = 0,
    marks: bool = True,
) -> Component:
    """Pieces without drawings: imposition looks at sizes only."""
    has_back = backs if backs is not None else [False] * len(copies)
    pieces = tuple(
        Piece(
            f"{name}-{number}",
            Face(f"{name}-{number}:front", *size, (), bleed=bleed),
            count,
            Face(f"{name}-{number}:back", *size, (), bleed=back_bleed) if back else None,
        )
        for number, (count, back) in enumerate(zip(copies, has_back, strict=True))
    )
    return Component(name, name.title(), "cards", pieces, gap, marks)


CARD_SIZES = {
    "poker": (63_500, 88_900),
    "bridge": (57_150, 88_900),
    "standard": (63_000, 88_000),
    "euro": (59_000, 92_000),
    "tarot": (70_000, 120_000),
}
"""The trade's sizes, in micrometres."""


@st.composite
def tight_sizes(draw: st.DrawFn) -> tuple[int, int]:
    """A size of which a whole number nearly fills a paper, one way or the other: where layouts go wrong first."""
    width, height = (length - 2 * EDGE for length in draw(st.sampled_from(sorted(PAPER_SIZES.values()))))
    columns, rows = draw(st.integers(2, 8)), draw(st.integers(2, 8))
    return (width - draw(st.integers(0, 12 * MM))) // columns, (height - draw(st.integers(0, 12 * MM))) // rows


sizes = st.one_of(
    st.tuples(st.integers(8 * MM, 105 * MM), st.integers(8 * MM, 150 * MM)),
    st.sampled_from(sorted(CARD_SIZES.values())),
    tight_sizes(),
)


@st.composite
def components(draw: st.DrawFn, name: str = "thing", *, mixed: bool = False) -> Component:
    """Anything a maker might print: from 8 mm chits to half-page boards, bled or not, one- or two-sided.

    ``mixed`` ones have backs on some pieces only.
    """
    size = draw(sizes)
    copies = draw(st.lists(st.integers(1, 20), min_size=1, max_size=6))
    bleed = draw(st.sampled_from([0, 0, 1 * MM, 3 * MM, 3_175, 4 * MM]))
    some = st.lists(st.booleans(), min_size=len(copies), max_size=len(copies))
    backs = draw(some) if mixed else [draw(st.booleans())] * len(copies)
    gap = draw(st.sampled_from([0, 0, 1 * MM, 3 * MM, 7 * MM]))
    # A back bleeds like its front, or alone where fronts have a white border and butt.
    back_bleed = bleed if bleed or gap else draw(st.sampled_from([0, 3 * MM, 3_175]))
    return component(name, size, copies, bleed=bleed, back_bleed=back_bleed, backs=backs, gap=gap,
                     marks=draw(st.booleans()))  # fmt: skip


@st.composite
def parts(draw: st.DrawFn) -> list[Component]:
    """The components of one part, in printing order."""
    count = draw(st.integers(1, 4))
    return [draw(components(f"thing{number}")) for number in range(count)]
