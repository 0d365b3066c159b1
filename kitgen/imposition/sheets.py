"""Faces onto sheets: grids whose cuts run straight through, marks, mirrored backs, labels.

A part's components are laid out as blocks, grids of equal pieces, one below the other. Every full sheet of a component
has its grid at the same place, so that stacks can be cut together. Lengths in micrometres from the paper's top left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kitgen.components.kit import Component, Face, Part, Piece
from kitgen.diagnostics import Diagnostic, Severity
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Op, Paint, Text
from kitgen.draw.text import fit_text
from kitgen.draw.theme import INK, SOFT, body
from kitgen.errors import PreflightError
from kitgen.imposition.paper import UNPRINTABLE, Paper
from kitgen.units import MM

Side = Literal["front", "back"]
Strip = Literal["bottom", "left"]
"""Where the label stands."""

LABEL_STRIP = 4 * MM
BLOCK_GAP = 9 * MM
MARK_LENGTH = 4 * MM
MARK_OFFSET = 300
"""Marks keep this far from the trim, or from the bleed."""

SHORTEST_MARK = 700
MARK = Paint(stroke=INK, width=150)


@dataclass(frozen=True, slots=True)
class Placement:
    """A face on a sheet: where its trim's top left lies, and the box that its ink is clipped to."""

    face: Face
    x: float
    y: float
    clip: Box

    @property
    def trim(self) -> Box:
        """The face's trim on the sheet."""
        return Box(self.x, self.y, self.face.width, self.face.height)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of one sheet of paper."""

    part: Part
    title: str
    side: Side
    paper: Paper
    placements: tuple[Placement, ...]
    marks: tuple[Op, ...] = ()
    label: tuple[Op, ...] = ()
    label_at: Strip = "bottom"
    opens: bool = False
    """True for a page that belongs before everything else."""

    @property
    def trim(self) -> Box:
        """The box round all trims."""
        return _around(placement.trim for placement in self.placements)

    @property
    def bleed(self) -> Box:
        """The box round all ink that is placed."""
        return _around(placement.clip for placement in self.placements)


@dataclass(frozen=True, slots=True)
class Label:
    """What stands outside the trim of every sheet: ``text`` has the fields {part}, {side}, {number} and {count}."""

    text: str
    sides: dict[Side, str]

    def fill(self, part: str, side: Side, number: int, count: int) -> str:
        """The label of one sheet."""
        values = {"part": part, "side": self.sides[side], "number": str(number), "count": str(count)}
        text = self.text
        for name, value in values.items():
            text = text.replace("{" + name + "}", value)
        return text


@dataclass(slots=True)
class _Block:
    """A grid of pieces of one component on one sheet."""

    component: Component
    columns: int
    x: float
    y: float
    pieces: list[Piece]

    def cells(self) -> Iterator[tuple[Piece, Box]]:
        """Each piece with its trim on the sheet, row by row."""
        width, height = self.component.size
        step = self.component.spacing
        for number, piece in enumerate(self.pieces):
            column, row = number % self.columns, number // self.columns
            yield piece, Box(self.x + column * (width + step), self.y + row * (height + step), width, height)

    @property
    def width(self) -> float:
        """The width of a full row."""
        step = self.component.spacing
        return self.columns * (self.component.size[0] + step) - step

    @property
    def bottom(self) -> float:
        """The lower edge of the last row."""
        rows = -(-len(self.pieces) // self.columns)
        return self.y + rows * (self.component.size[1] + self.component.spacing) - self.component.spacing


@dataclass(frozen=True, slots=True)
class Grid:
    """How many pieces of one size a sheet takes, and where the full grid begins."""

    paper: Paper
    columns: int
    rows: int
    x: float
    y: float
    area: Box
    label_at: Strip

    @property
    def per_sheet(self) -> int:
        """Pieces on a full sheet."""
        return self.columns * self.rows


def grid_for(component: Component, paper: Paper) -> Grid:
    """The better grid of the upright and the turned sheet; cards and other two-sided pieces stay upright.

    Raises PreflightError where not even one piece fits.
    """
    upright = _grid(component, paper)
    turned = None if component.two_sided else _grid(component, paper.turned())
    best = turned if turned and (not upright or turned.per_sheet > upright.per_sheet) else upright
    if best is None:
        width, height = (length / MM for length in component.size)
        message = f"a piece of {width:g} × {height:g} mm does not fit on {paper.name}"
        hint = "make it smaller: fewer spaces in a row, a smaller card format"
        finding = Diagnostic("larger-than-paper", Severity.ERROR, message, None, component.id, hint)
        raise PreflightError(f"{component.id} does not fit on {paper.name}", [finding])
    return best


def impose(components: Sequence[Component], paper: Paper, label: Label, part_title: str) -> list[Sheet]:
    """The sheets of one part, fronts and backs in turn, each with its label."""
    sheets: list[Sheet] = []
    for blocks, grid in _pages(components, paper):
        sheets += _sides(blocks, grid)
    per_side = sum(1 for sheet in sheets if sheet.side == "front")
    labelled, number = [], 0
    for sheet in sheets:
        number += sheet.side == "front"
        text = label.fill(part_title, sheet.side, number, per_side)
        labelled.append(replace(sheet, label=label_ops(text, sheet.paper, sheet.label_at)))
    return labelled


def label_ops(text: str, paper: Paper, strip: Strip) -> tuple[Op, ...]:
    """The label in the strip along the bottom, or, turned, along the left side."""
    bottom, left = _strips(paper)
    if strip == "bottom":
        return (_label_text(text, bottom),)
    turned = Box(0, 0, left.height, left.width)
    return (shapes.turn([_label_text(text, turned)], -90, left.x, left.bottom),)


def _label_text(text: str, strip: Box) -> Text:
    return fit_text(text, strip.inset(0, 500), body(7, SOFT), "sheet label", align="left")


def _strips(paper: Paper) -> tuple[Box, Box]:
    """Where a label may stand: along the bottom, along the left side."""
    printable = Box(0, 0, paper.width, paper.height).inset(UNPRINTABLE)
    bottom = Box(printable.x, printable.bottom - LABEL_STRIP, printable.width, LABEL_STRIP)
    return bottom, Box(printable.x, printable.y, LABEL_STRIP, printable.height)


def _grid(component: Component, paper: Paper) -> Grid | None:
    """The grid that keeps clear of one of the label strips, whichever takes more pieces."""
    bottom, left = _strips(paper)
    printable = Box(0, 0, paper.width, paper.height).inset(UNPRINTABLE)
    above = Box(printable.x, printable.y, printable.width, bottom.y - printable.y)
    # Backs are mirrored, so a strip that fronts leave free at the left must be free at the right too.
    free_right = LABEL_STRIP if component.two_sided else 0
    beside = Box(left.right, printable.y, printable.right - left.right - free_right, printable.height)
    grids = [_grid_in(component, paper, above, "bottom"), _grid_in(component, paper, beside, "left")]
    return max((grid for grid in grids if grid.per_sheet > 0), key=lambda grid: grid.per_sheet, default=None)


def _grid_in(component: Component, paper: Paper, area: Box, strip: Strip) -> Grid:
    width, height = component.size
    step, bleed = component.spacing, max(piece.front.bleed for piece in component.pieces)
    columns = int((area.width - 2 * bleed + step) // (width + step))
    rows = int((area.height - 2 * bleed + step) // (height + step))
    used = columns * (width + step) - step, rows * (height + step) - step
    # In the middle of the paper where the strip allows, else as near to it as the area reaches.
    x = min(max((paper.width - used[0]) / 2, area.x + bleed), area.right - bleed - used[0])
    y = min(max((paper.height - used[1]) / 2, area.y + bleed), area.bottom - bleed - used[1])
    return Grid(paper, max(columns, 0), max(rows, 0), x, y, area, strip)


def _pages(components: Sequence[Component], paper: Paper) -> Iterator[tuple[list[_Block], Grid]]:
    """Blocks by sheet: a component begins below the one before where its whole rest fits, else on a new sheet."""
    page: list[_Block] = []
    page_grid: Grid | None = None
    for component in components:
        grid = grid_for(component, paper)
        copies = [piece for piece in component.pieces for _ in range(piece.copies)]
        below = _below(component, len(copies), page, page_grid)
        if below is not None and page_grid is not None:
            page.append(replace(below, pieces=copies))
            continue
        if page and page_grid is not None:
            yield page, page_grid
        starts = range(0, len(copies), grid.per_sheet)
        pages = [_Block(component, grid.columns, grid.x, grid.y, copies[at : at + grid.per_sheet]) for at in starts]
        for block in pages[:-1]:
            yield [block], grid
        page, page_grid = [pages[-1]], grid
    if page and page_grid is not None:
        yield page, page_grid


def _below(component: Component, count: int, page: list[_Block], grid: Grid | None) -> _Block | None:
    """An empty block below those of the page, if the whole component fits there and all are one-sided."""
    if grid is None or not page:
        return None
    if component.two_sided or any(block.component.two_sided for block in page):
        return None
    width, height = component.size
    step, top = component.spacing, page[-1].bottom + BLOCK_GAP
    columns = min(int((grid.area.width + step) // (width + step)), count)
    if columns < 1:
        return None
    rows = -(-count // columns)
    if top + rows * (height + step) - step > grid.area.bottom:
        return None
    return _Block(component, columns, (grid.paper.width - columns * (width + step) + step) / 2, top, [])


def _sides(blocks: list[_Block], grid: Grid) -> Iterator[Sheet]:
    """The front of a sheet, and its back where a piece has one."""
    titles = " · ".join(block.component.title for block in blocks)
    part = blocks[0].component.part
    fronts = [(piece.front, cell) for block in blocks for piece, cell in block.cells()]
    marks = tuple(mark for block in blocks for mark in _marks(block, blocks, grid, 0))
    yield Sheet(part, titles, "front", grid.paper, _placed(fronts, grid), marks, label_at=grid.label_at)
    if not any(block.component.two_sided for block in blocks):
        return
    # Turned over its long edge, what lies at the left comes to lie at the right.
    backs = [
        (piece.back, Box(grid.paper.width - cell.right, cell.y, cell.width, cell.height))
        for block in blocks
        for piece, cell in block.cells()
        if piece.back is not None
    ]
    mirrored = [replace(block, x=grid.paper.width - block.x - block.width) for block in blocks]
    bleed = max(face.bleed for face, _ in backs)
    marks = tuple(mark for block in mirrored for mark in _marks(block, mirrored, grid, bleed, mirrored=True))
    yield Sheet(part, titles, "back", grid.paper, _placed(backs, grid), marks, label_at=grid.label_at)


def _placed(cells: list[tuple[Face, Box]], grid: Grid) -> tuple[Placement, ...]:
    """Faces in their cells, their bleed cut at butted neighbours and at the printable area."""
    lefts = {(round(cell.right), round(cell.y)) for _, cell in cells}
    rights = {(round(cell.x), round(cell.y)) for _, cell in cells}
    aboves = {(round(cell.x), round(cell.bottom)) for _, cell in cells}
    belows = {(round(cell.x), round(cell.y)) for _, cell in cells}
    printable = Box(0, 0, grid.paper.width, grid.paper.height).inset(UNPRINTABLE)
    placements = []
    for face, cell in cells:
        left = 0 if (round(cell.x), round(cell.y)) in lefts else face.bleed
        right = 0 if (round(cell.right), round(cell.y)) in rights else face.bleed
        top = 0 if (round(cell.x), round(cell.y)) in aboves else face.bleed
        bottom = 0 if (round(cell.x), round(cell.bottom)) in belows else face.bleed
        reach = cell.inset(-left, -top, -right, -bottom)
        x, y = max(reach.x, printable.x), max(reach.y, printable.y)
        clip = Box(x, y, min(reach.right, printable.right) - x, min(reach.bottom, printable.bottom) - y)
        placements.append(Placement(face, cell.x, cell.y, clip))
    return tuple(placements)


def _marks(block: _Block, blocks: Sequence[_Block], grid: Grid, bleed: int, *, mirrored: bool = False) -> list[Op]:
    """Crop marks at the ends of every straight cut, outside trim and bleed, never nearer to the edge than allowed."""
    if not block.component.marks:
        return []
    cells = [cell for _, cell in block.cells()]
    if mirrored:
        middle = 2 * block.x + block.width
        cells = [Box(middle - cell.right, cell.y, cell.width, cell.height) for cell in cells]
    around = _around(cells)
    over = max((other.bottom for other in blocks if other.bottom < around.y), default=None)
    under = min((other.y for other in blocks if other.y > around.bottom), default=None)
    top = grid.area.y if over is None else around.y - (around.y - over) / 2
    bottom = grid.area.bottom if under is None else around.bottom + (under - around.bottom) / 2
    clear = max(bleed, max(piece.front.bleed for piece in block.pieces)) + MARK_OFFSET
    marks: list[Op] = []
    for x in sorted({edge for cell in cells for edge in (cell.x, cell.right)}):
        column = [cell for cell in cells if cell.x - 1 <= x <= cell.right + 1]
        low = max(cell.bottom for cell in column)
        marks += _mark((x, around.y - clear), (0, -1), around.y - clear - top)
        marks += _mark((x, low + clear), (0, 1), (bottom if low == around.bottom else around.bottom) - low - clear)
    for y in sorted({edge for cell in cells for edge in (cell.y, cell.bottom)}):
        row = [cell for cell in cells if cell.y - 1 <= y <= cell.bottom + 1]
        first, last = min(cell.x for cell in row), max(cell.right for cell in row)
        marks += _mark((first - clear, y), (-1, 0), first - clear - grid.area.x)
        marks += _mark((last + clear, y), (1, 0), grid.area.right - last - clear)
    return marks


def _mark(start: tuple[float, float], direction: tuple[int, int], room: float) -> list[Op]:
    length = min(MARK_LENGTH, room)
    if length < SHORTEST_MARK:
        return []
    (x, y), (dx, dy) = start, direction
    return [shapes.line(x, y, x + dx * length, y + dy * length, MARK)]


def _around(boxes: Iterable[Box]) -> Box:
    whole: Box | None = None
    for box in boxes:
        whole = box if whole is None else whole.joined(box)
    return whole or Box(0, 0, 0, 0)
