"""Faces onto sheets: blocks of equal pieces, their backs behind them, marks and labels.

A part's components are laid out as blocks, grids of equal pieces, one below the other where they are printed on one
side. Lengths in micrometres from the paper's top left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kitgen.components.kit import Component, Face, Part, Piece, Side
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Op, around
from kitgen.draw.theme import FOLD
from kitgen.imposition.grid import Flip, Grid, Lay, centred, grid_for
from kitgen.imposition.marks import MARKERS, MARKS_ROOM, Marked, bled
from kitgen.imposition.options import Marks, PrintOptions
from kitgen.imposition.sheet import Cuts, Label, Placement, Sheet, labelled_sheet
from kitgen.units import MM

BLOCK_GAP = 9 * MM


@dataclass(frozen=True, slots=True)
class _Cell:
    """A piece's place in a block: its trim on the sheet, and the sides where no neighbour follows."""

    piece: Piece
    trim: Box
    turn: int
    open_left: bool
    open_top: bool
    open_right: bool
    open_bottom: bool

    def behind(self, flip: Flip) -> _Cell:
        """The same place seen from the back."""
        cell = replace(self, trim=flip.box(self.trim), turn=flip.turn(self.turn))
        if flip.across:
            return replace(cell, open_left=self.open_right, open_right=self.open_left)
        return replace(cell, open_top=self.open_bottom, open_bottom=self.open_top)

    def place(self, face: Face, lay: Lay, area: Box) -> Placement:
        """The face here: its bleed ends half way to a neighbour, and at the area that may be inked."""
        shared = min(face.bleed, lay.spacing // 2)
        left, top, right, bottom = (
            face.bleed if is_open else shared
            for is_open in (self.open_left, self.open_top, self.open_right, self.open_bottom)
        )
        reach = self.trim.inset(-left, -top, -right, -bottom)
        return Placement(face, self.trim.x, self.trim.y, reach.common(area), self.turn)


@dataclass(frozen=True, slots=True)
class _Block:
    """A grid of pieces of one component on one sheet."""

    lay: Lay
    columns: int
    x: float
    y: float
    pieces: list[Piece]

    def cells(self) -> Iterator[_Cell]:
        """Each piece in its place, row by row."""
        (width, height), step, count = self.lay.size, self.lay.spacing, len(self.pieces)
        for number, piece in enumerate(self.pieces):
            column, row = number % self.columns, number // self.columns
            trim = Box(self.x + column * (width + step), self.y + row * (height + step), width, height)
            # Where a last row is short, bleed into the free room only if pieces butt: else marks stand there.
            right = column + 1 == self.columns or (step == 0 and number + 1 == count)
            bottom = row == (count - 1) // self.columns or (step == 0 and number + self.columns >= count)
            yield _Cell(piece, trim, self.lay.turn, column == 0, row == 0, right, bottom)

    @property
    def rows(self) -> int:
        """Rows that hold something."""
        return -(-len(self.pieces) // self.columns)

    @property
    def bottom(self) -> float:
        """The lower edge of the last row."""
        return self.y + self.rows * (self.lay.size[1] + self.lay.spacing) - self.lay.spacing

    @property
    def cuts(self) -> Cuts:
        """The straight cuts round and between its pieces."""
        if not self.lay.component.marks:
            return Cuts(outlines=len(self.pieces), blocks=1)
        columns = min(self.columns, len(self.pieces))
        apart = self.lay.spacing > 0
        down, across = (2 * many if apart else many + 1 for many in (columns, self.rows))
        return Cuts(down, across, blocks=1)


def impose(components: Sequence[Component], options: PrintOptions, label: Label, part_title: str) -> list[Sheet]:
    """The sheets of one part, fronts and backs in turn, each with its label.

    Raises PreflightError for a piece that is larger than the paper.
    """
    sheets: list[Sheet] = []
    for blocks, grid in _pages(components, options):
        if grid.flip and options.sides == "gutterfold":
            sheets.append(_folded(blocks[0], grid, label))
        else:
            sheets += _sides(blocks, grid, label)
    return numbered(sheets, part_title, label)


def numbered(sheets: Sequence[Sheet], heading: str, label: Label) -> list[Sheet]:
    """Sheets with their numbers, n of m, and their labels; a back has its front's number."""
    count = sum(1 for sheet in sheets if sheet.side == "front")
    done, number = [], 0
    for sheet in sheets:
        number += sheet.side == "front"
        done.append(labelled_sheet(replace(sheet, heading=heading, number=number, count=count), label))
    return done


def _pages(components: Sequence[Component], options: PrintOptions) -> Iterator[tuple[list[_Block], Grid]]:
    """Blocks by sheet: a component begins below the one before where its whole rest fits, else on a new sheet."""
    page: list[_Block] = []
    page_grid: Grid | None = None
    for component in components:
        grid = grid_for(component, options)
        copies = [piece for piece in component.pieces for _ in range(piece.copies)]
        below = _below(grid.lay, copies, page, page_grid)
        if below is not None:
            page.append(below)
            continue
        if page and page_grid is not None:
            yield page, page_grid
        starts = range(0, len(copies), grid.per_sheet)
        pages = [_Block(grid.lay, grid.columns, grid.x, grid.y, copies[at : at + grid.per_sheet]) for at in starts]
        for block in pages[:-1]:
            yield [block], grid
        page, page_grid = [pages[-1]], grid
    if page and page_grid is not None:
        yield page, page_grid


def _below(lay: Lay, pieces: list[Piece], page: list[_Block], grid: Grid | None) -> _Block | None:
    """The pieces as a block below those of the page, if all of them fit there and all are one-sided."""
    if grid is None or not page or lay.has_backs or any(block.lay.has_backs for block in page):
        return None
    width, step, room, area = lay.size[0], lay.spacing, lay.room, grid.area
    gap = max(BLOCK_GAP, page[-1].lay.front_bleed + lay.front_bleed + 2 * MARKS_ROOM)
    columns = min(int((area.width - 2 * room + step) // (width + step)), len(pieces))
    if columns <= 0:
        return None
    x = centred(columns * (width + step) - step, grid.paper.width, area.x + room, area.right - room)
    block = _Block(lay, columns, x, page[-1].bottom + gap, pieces)
    return block if block.bottom + room <= area.bottom else None


def _sides(blocks: list[_Block], grid: Grid, label: Label) -> Iterator[Sheet]:
    """The front of a sheet, and its back where the component has one."""
    by_block = [list(block.cells()) for block in blocks]
    fronts = [
        cell.place(cell.piece.front, block.lay, grid.area)
        for block, cells in zip(blocks, by_block, strict=True)
        for cell in cells
    ]
    marks = _marks_of_all(blocks, by_block, grid)
    yield _sheet(blocks, grid, "front", fronts, marks, label)
    if grid.flip is not None:
        yield _sheet(blocks, grid, "back", *_backs(by_block[0], grid, grid.flip, grid.area), label)


def _folded(block: _Block, grid: Grid, label: Label) -> Sheet:
    """Fronts and backs on one page, either side of the fold."""
    assert grid.flip is not None
    flip, cells = grid.flip, list(block.cells())
    fronts = [cell.place(cell.piece.front, block.lay, grid.area) for cell in cells]
    marks = _marks(block.lay, cells, block.lay.front_bleed, grid.area)
    backs, back_marks = _backs(cells, grid, flip, flip.box(grid.area))
    ends = grid.area.joined(flip.box(grid.area)).inset(FOLD.width / 2)
    fold = (
        shapes.line(flip.line, ends.y, flip.line, ends.bottom, FOLD)
        if flip.across
        else shapes.line(ends.x, flip.line, ends.right, flip.line, FOLD)
    )
    sheet = _sheet([block], grid, "front", [*fronts, *backs], [*marks, *back_marks, fold], label)
    return replace(sheet, note=label.note("fold", cut=sheet.note))


def _backs(cells: Sequence[_Cell], grid: Grid, flip: Flip, area: Box) -> tuple[list[Placement], list[Op]]:
    """The backs behind some fronts, and the marks round them."""
    lay = grid.lay
    behind = [cell.behind(flip) for cell in cells]
    trims = [cell.trim for cell in behind]
    inked = bled(around(trims), area, lay.back_bleed)
    placed = [cell.place(cell.piece.back, lay, inked) for cell in behind if cell.piece.back is not None]
    # Lines on backs would be seen on the pieces, since backs drift.
    style: Marks = "crop" if lay.options.marks == "lines" else lay.options.marks
    return placed, _marks(lay, behind, lay.back_bleed, area, style)


def _marks(lay: Lay, cells: Sequence[_Cell], bleed: float, limits: Box, style: Marks | None = None) -> list[Op]:
    """The marks round and between some pieces; none for pieces with an outline of their own."""
    if not lay.component.marks:
        return []
    return list(MARKERS[style or lay.options.marks](Marked([cell.trim for cell in cells], bleed, limits)))


def _marks_of_all(blocks: Sequence[_Block], by_block: Sequence[Sequence[_Cell]], grid: Grid) -> list[Op]:
    """The marks of the blocks of a sheet; what lies between two blocks is shared between their marks."""
    arounds = [around(cell.trim for cell in cells) for cells in by_block]
    marks: list[Op] = []
    for number, (block, cells) in enumerate(zip(blocks, by_block, strict=True)):
        own = block.lay.front_bleed
        top, bottom = grid.area.y, grid.area.bottom
        if number > 0:
            gap = arounds[number].y - arounds[number - 1].bottom
            top = arounds[number].y - _share(gap, own, blocks[number - 1].lay.front_bleed)
        if number + 1 < len(blocks):
            gap = arounds[number + 1].y - arounds[number].bottom
            bottom = arounds[number].bottom + _share(gap, own, blocks[number + 1].lay.front_bleed)
        limits = Box(grid.area.x, top, grid.area.width, bottom - top)
        marks += _marks(block.lay, cells, own, limits)
    return marks


def _share(gap: float, own: int, other: int) -> float:
    """A block's part of the gap to another: its own bleed, and half of what both bleeds leave."""
    return own + (gap - own - other) / 2


def _sheet(
    blocks: Sequence[_Block],
    grid: Grid,
    side: Side,
    placed: Sequence[Placement],
    marks: Sequence[Op],
    label: Label,
) -> Sheet:
    part: Part = blocks[0].lay.component.part
    titles = " · ".join(block.lay.component.title for block in blocks)
    cuts = _added_up([block.cuts for block in blocks]) if side == "front" else Cuts()
    first = around(cell.trim for cell in blocks[0].cells())
    note = _cutting_order(part, cuts, label, down_first=first.height >= first.width)
    return Sheet(
        part, titles, side, grid.paper, tuple(placed), tuple(marks),
        label_at=grid.label_at, cuts=cuts, note=note,
        margin=grid.lay.options.margin,
    )  # fmt: skip


def _added_up(cuts: Sequence[Cuts]) -> Cuts:
    return Cuts(
        sum(each.down for each in cuts),
        sum(each.across for each in cuts),
        sum(each.outlines for each in cuts),
        sum(each.blocks for each in cuts),
    )


def _cutting_order(part: Part, cuts: Cuts, label: Label, *, down_first: bool) -> str:
    """The order of cuts of a sheet, for its label: long strips first. What has an outline is a disc, or else a net."""
    if not cuts.down:
        return label.note("outlines" if part == "tokens" else "nets") if cuts.outlines else ""
    if cuts.blocks > 1:
        return label.note("blocks")
    return label.note("down_first" if down_first else "across_first", down=cuts.down, across=cuts.across)
