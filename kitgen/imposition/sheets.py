"""Faces onto sheets: grids whose cuts run straight through, marks, mirrored backs, labels.

A part's components are laid out as blocks, grids of equal pieces, one below the other. Every full sheet of a component
has its grid at the same place, so that stacks can be cut together. Lengths in micrometres from the paper's top left.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kitgen.components.kit import Component, Face, Part, Piece
from kitgen.diagnostics import Diagnostic, Severity
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Op, Paint
from kitgen.draw.fonts import text_width
from kitgen.draw.text import fit_text
from kitgen.draw.theme import INK, SOFT, body
from kitgen.errors import PreflightError
from kitgen.imposition.paper import UNPRINTABLE, Paper
from kitgen.source.words import fill_fields
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
DRIFT = 2 * MM
"""By how much home printers miss the other side; so much bleed a back keeps even beside marks."""

MARK = Paint(stroke=INK, width=150)
LABEL_STYLE = body(7, SOFT)


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
    heading: str = ""
    """What the label calls the part or the document."""
    number: int = 1
    count: int = 1
    opens: bool = False
    """True for a page that belongs before everything else."""

    @property
    def trim(self) -> Box:
        """The box round all trims; the whole page where nothing is to be cut."""
        trims = [placement.trim for placement in self.placements]
        return _around(trims or [Box(0, 0, self.paper.width, self.paper.height)])

    @property
    def bleed(self) -> Box:
        """The box round all trims and the bleed that is printed."""
        return _around([self.trim, *(placement.clip for placement in self.placements)])


@dataclass(frozen=True, slots=True)
class Label:
    """What stands outside the trim of every sheet.

    ``text`` has the fields {title}, {part}, {side}, {number} and {count}; where all of it does not fit into the strip,
    the title is cut short.
    """

    text: str
    sides: dict[Side, str]
    title: str = ""

    def fill(self, part: str, side: Side, number: int, count: int, width: float = math.inf) -> str:
        """The label of one sheet, at most ``width`` wide: the title is cut short first, then the end."""
        known = {"part": part, "side": self.sides[side], "number": str(number), "count": str(count)}
        title = self.title
        text = fill_fields(self.text, known | {"title": title})
        while title and text_width(text, LABEL_STYLE) > width:
            title = title[:-1]
            text = fill_fields(self.text, known | {"title": f"{title.rstrip()}…"})
        while text_width(text, LABEL_STYLE) > width:
            text = f"{text[:-2]}…"
        return text


@dataclass(frozen=True, slots=True)
class _Cell:
    """A piece's place in a block: its trim on the sheet, and the sides where no neighbour follows."""

    piece: Piece
    trim: Box
    spacing: int
    open_left: bool
    open_top: bool
    open_right: bool
    open_bottom: bool

    def mirrored(self, paper_width: float) -> _Cell:
        """The same place seen from the back of a sheet that is turned over its long edge."""
        trim = self.trim._replace(x=paper_width - self.trim.right)
        return replace(self, trim=trim, open_left=self.open_right, open_right=self.open_left)

    def place(self, face: Face, area: Box) -> Placement:
        """The face here: its bleed ends half way to a neighbour, and at the area that may be inked."""
        shared = min(face.bleed, self.spacing // 2)
        left, top, right, bottom = (
            face.bleed if is_open else shared
            for is_open in (self.open_left, self.open_top, self.open_right, self.open_bottom)
        )
        reach = self.trim.inset(-left, -top, -right, -bottom)
        return Placement(face, self.trim.x, self.trim.y, reach.common(area))


@dataclass(slots=True)
class _Block:
    """A grid of pieces of one component on one sheet."""

    component: Component
    columns: int
    x: float
    y: float
    pieces: list[Piece]

    def cells(self) -> Iterator[_Cell]:
        """Each piece in its place, row by row."""
        width, height = self.component.size
        step, count = self.component.spacing, len(self.pieces)
        for number, piece in enumerate(self.pieces):
            column, row = number % self.columns, number // self.columns
            trim = Box(self.x + column * (width + step), self.y + row * (height + step), width, height)
            # Where a last row is short, bleed into the free room only if pieces butt: else marks stand there.
            right = column + 1 == self.columns or (step == 0 and number + 1 == count)
            bottom = row == (count - 1) // self.columns or (step == 0 and number + self.columns >= count)
            yield _Cell(piece, trim, step, column == 0, row == 0, right, bottom)

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
    count = sum(1 for sheet in sheets if sheet.side == "front")
    numbered, number = [], 0
    for sheet in sheets:
        number += sheet.side == "front"
        numbered.append(labelled_sheet(replace(sheet, heading=part_title, number=number, count=count), label))
    return numbered


def labelled_sheet(sheet: Sheet, label: Label) -> Sheet:
    """The sheet with its label in the strip along the bottom, or, turned, along the left side."""
    bottom, left = _strips(sheet.paper)
    strip = bottom if sheet.label_at == "bottom" else Box(0, 0, left.height, left.width)
    text = label.fill(sheet.heading, sheet.side, sheet.number, sheet.count, strip.width)
    line = fit_text(text, strip.inset(0, 500), LABEL_STYLE, "sheet label", align="left")
    turned = shapes.turn([line], -90, left.x, left.bottom)
    return replace(sheet, label=(line if sheet.label_at == "bottom" else turned,))


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
    step, room = component.spacing, _room(component)
    columns = int((area.width - 2 * room + step) // (width + step))
    rows = int((area.height - 2 * room + step) // (height + step))
    used = columns * (width + step) - step, rows * (height + step) - step
    # In the middle of the paper where the strip allows, else as near to it as the area reaches.
    x = min(max((paper.width - used[0]) / 2, area.x + room), area.right - room - used[0])
    y = min(max((paper.height - used[1]) / 2, area.y + room), area.bottom - room - used[1])
    return Grid(paper, max(columns, 0), max(rows, 0), x, y, area, strip)


def _room(component: Component) -> int:
    """What a block needs on each side: the bleed of its fronts, and a crop mark beyond it."""
    return component.front_bleed + (_shortest_reach() if component.marks else 0)


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
    if grid is None or not page or component.two_sided or any(block.component.two_sided for block in page):
        return None
    width, height = component.size
    step, room, area = component.spacing, _room(component), grid.area
    above = page[-1].component
    top = page[-1].bottom + max(BLOCK_GAP, above.front_bleed + component.front_bleed + 2 * _shortest_reach())
    columns = min(int((area.width - 2 * room + step) // (width + step)), count)
    rows = -(-count // columns) if columns else 0
    if not columns or top + rows * (height + step) - step + room > area.bottom:
        return None
    used = columns * (width + step) - step
    x = min(max((grid.paper.width - used) / 2, area.x + room), area.right - room - used)
    return _Block(component, columns, x, top, [])


def _shortest_reach() -> int:
    return MARK_OFFSET + SHORTEST_MARK + round(MARK.width)


def _sides(blocks: list[_Block], grid: Grid) -> Iterator[Sheet]:
    """The front of a sheet, and its back where the component has one."""
    titles = " · ".join(block.component.title for block in blocks)
    part = blocks[0].component.part
    by_block = [list(block.cells()) for block in blocks]
    fronts = tuple(cell.place(cell.piece.front, grid.area) for cells in by_block for cell in cells)
    bleeds = [block.component.front_bleed for block in blocks]
    yield Sheet(
        part, titles, "front", grid.paper, fronts, _marks(blocks, by_block, bleeds, grid), label_at=grid.label_at
    )
    if not any(block.component.two_sided for block in blocks):
        return
    # Turned over its long edge, what lies at the left comes to lie at the right.
    by_block = [[cell.mirrored(grid.paper.width) for cell in cells] for cells in by_block]
    bleeds = [max(face.bleed for face in block.component.faces) for block in blocks]
    backs = [
        cell.place(cell.piece.back, _bled(_around(each.trim for each in cells), grid.area, bleed))
        for cells, bleed in zip(by_block, bleeds, strict=True)
        for cell in cells
        if cell.piece.back is not None
    ]
    marks = _marks(blocks, by_block, bleeds, grid)
    yield Sheet(part, titles, "back", grid.paper, tuple(backs), marks, label_at=grid.label_at)


def _bled(around: Box, area: Box, bleed: int) -> Box:
    """A block with its bleed, which gives way to crop marks as long as DRIFT of it remains, and ends with the area."""

    def reach(room: float) -> float:
        beside_marks = min(float(bleed), room - _shortest_reach())
        return beside_marks if beside_marks >= min(DRIFT, bleed) else min(float(bleed), room)

    left, top = reach(around.x - area.x), reach(around.y - area.y)
    return around.inset(-left, -top, -reach(area.right - around.right), -reach(area.bottom - around.bottom))


def _marks(
    blocks: Sequence[_Block], by_block: Sequence[Sequence[_Cell]], bleeds: Sequence[int], grid: Grid
) -> tuple[Op, ...]:
    """Crop marks at the ends of every straight cut, outside trim and bleed, inside the area that may be inked."""
    arounds = [_around(cell.trim for cell in cells) for cells in by_block]
    marks: list[Op] = []
    for number, (block, cells) in enumerate(zip(blocks, by_block, strict=True)):
        if not block.component.marks:
            continue
        around = arounds[number]
        top, bottom = grid.area.y, grid.area.bottom
        if number > 0:
            top = around.y - _share(around.y - arounds[number - 1].bottom, bleeds[number], bleeds[number - 1])
        if number + 1 < len(blocks):
            gap = arounds[number + 1].y - around.bottom
            bottom = around.bottom + _share(gap, bleeds[number], bleeds[number + 1])
        limits = Box(grid.area.x, top, grid.area.width, bottom - top)
        inked = _bled(around, limits, bleeds[number]).inset(-MARK_OFFSET)
        marks += _marks_round([cell.trim for cell in cells], around, inked, limits, bleeds[number] + MARK_OFFSET)
    return tuple(marks)


def _share(gap: float, own: int, other: int) -> float:
    """A block's part of the gap to another: its own bleed, and half of what both bleeds leave."""
    return own + (gap - own - other) / 2


def _marks_round(trims: Sequence[Box], around: Box, inked: Box, limits: Box, clear: float) -> Iterator[Op]:
    """The marks of one block. A last row that is not full has marks at its own pieces.

    ``inked`` is the block with what it prints around it, which gives way at the edges of the paper; where a row ends
    before the others nothing is in the way, and its pieces have their whole bleed: ``clear`` of them marks begin.
    """
    for x in sorted({edge for trim in trims for edge in (trim.x, trim.right)}):
        yield from _mark((x, inked.y), (0, -1), inked.y - limits.y)
        low = max(trim.bottom for trim in trims if trim.x - 1 <= x <= trim.right + 1)
        if low == around.bottom:
            yield from _mark((x, inked.bottom), (0, 1), limits.bottom - inked.bottom)
        else:
            yield from _mark((x, low + clear), (0, 1), around.bottom - low - clear)
    for y in sorted({edge for trim in trims for edge in (trim.y, trim.bottom)}):
        row = [trim for trim in trims if trim.y - 1 <= y <= trim.bottom + 1]
        left, right = min(trim.x for trim in row), max(trim.right for trim in row)
        first = left - clear if left > around.x + 1 else inked.x
        last = right + clear if right < around.right - 1 else inked.right
        yield from _mark((first, y), (-1, 0), first - limits.x)
        yield from _mark((last, y), (1, 0), limits.right - last)


def _mark(start: tuple[float, float], direction: tuple[int, int], room: float) -> list[Op]:
    # The line's round end reaches half its width further.
    length = min(MARK_LENGTH, room - MARK.width / 2)
    if length < SHORTEST_MARK:
        return []
    (x, y), (dx, dy) = start, direction
    return [shapes.line(x, y, x + dx * length, y + dy * length, MARK)]


def _around(boxes: Iterable[Box]) -> Box:
    whole: Box | None = None
    for box in boxes:
        whole = box if whole is None else whole.joined(box)
    return whole or Box(0, 0, 0, 0)
