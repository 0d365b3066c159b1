"""Boards in other forms than their sections: whole on a big sheet, or over pages that overlap."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kitgen.components.kit import Component, Face, Piece
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Drawing, Op, Paint
from kitgen.draw.text import fit_text
from kitgen.draw.theme import INK, SOFT, WHITE, display
from kitgen.imposition.grid import centred
from kitgen.imposition.marks import MARK, MARK_LENGTH, MARK_OFFSET
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.paper import Paper
from kitgen.imposition.sheet import LABEL_STRIP, Cuts, Label, Placement, Sheet
from kitgen.units import MM

OVERLAP = 10 * MM
"""What a tile shares with each neighbour."""

AROUND = 7 * MM
"""Room round a tile for its marks; the registers are the largest of them."""

REGISTER = 2 * MM
"""Radius of a register mark."""

LAY_LINE = Paint(stroke=SOFT, width=200, dash=(1_000, 800))


def whole(component: Component) -> Component:
    """A board in one piece: its sections, each below the one before."""
    sections = [piece.front for piece in component.pieces]
    tops = [sum(face.height for face in sections[:number]) for number in range(len(sections))]
    board = Face(
        component.id,
        sections[0].width,
        sum(face.height for face in sections),
        tuple(shapes.move(face.ops, 0, top) for face, top in zip(sections, tops, strict=True)),
        tuple(shapes.move(face.background, 0, top) for face, top in zip(sections, tops, strict=True)),
        safe=min(face.safe for face in sections),
    )
    return Component(component.id, component.title, component.part, (Piece(component.id, board),), joined=True)


def in_one_piece(components: Iterable[Component]) -> list[Component]:
    """Components with every board that has sections in one piece."""
    return [whole(component) if component.joined else component for component in components]


@dataclass(frozen=True, slots=True)
class Tile:
    """A part of a board on a page of its own: its name (A1 is top left), and its window on the board."""

    name: str
    column: int
    row: int
    window: Box


@dataclass(frozen=True, slots=True)
class Tiling:
    """A board over pages of one paper. All tiles are equally large, and so are all overlaps."""

    board: Face
    paper: Paper
    columns: int
    rows: int

    @property
    def tile(self) -> tuple[float, float]:
        """Width and height of every tile."""
        return (
            (self.board.width + (self.columns - 1) * OVERLAP) / self.columns,
            (self.board.height + (self.rows - 1) * OVERLAP) / self.rows,
        )

    def tiles(self) -> Iterator[Tile]:
        """Row by row."""
        width, height = self.tile
        for row in range(self.rows):
            for column in range(self.columns):
                window = Box(column * (width - OVERLAP), row * (height - OVERLAP), width, height)
                yield Tile(f"{chr(ord('A') + column)}{row + 1}", column, row, window)


def tiling(board: Face, options: PrintOptions) -> Tiling:
    """The fewest pages for a board, upright or on their side."""

    def on(paper: Paper) -> Tiling:
        room = _room(paper, options.margin)
        return Tiling(board, paper, _pages_for(board.width, room.width), _pages_for(board.height, room.height))

    return min((on(options.paper), on(options.paper.turned())), key=lambda found: found.columns * found.rows)


def _room(paper: Paper, margin: int) -> Box:
    """Where a tile may lie: clear of the label and of its own marks."""
    return paper.printable(margin).inset(AROUND, AROUND, AROUND, AROUND + LABEL_STRIP)


def _pages_for(length: float, room: float) -> int:
    return max(1, math.ceil((length - OVERLAP) / (room - OVERLAP)))


def tile_sheets(component: Component, options: PrintOptions, label: Label) -> list[Sheet]:
    """A whole board over pages, row by row, with crop and register marks, and lines that the next tiles are laid to."""
    board = component.pieces[0].front
    found = tiling(board, options)
    return [_tile_sheet(component, tile, found, options, label) for tile in found.tiles()]


def _tile_sheet(component: Component, tile: Tile, found: Tiling, options: PrintOptions, label: Label) -> Sheet:
    room = _room(found.paper, options.margin)
    x = centred(tile.window.width, found.paper.width, room.x, room.right)
    y = centred(tile.window.height, found.paper.height, room.y, room.bottom)
    shown = Box(x, y, tile.window.width, tile.window.height)
    placed = Placement(found.board, x - tile.window.x, y - tile.window.y, shown)
    marks = [*_corner_marks(shown), *_joins(tile, shown, found), _name(tile, shown)]
    note = label.note("tile", tile=tile.name, board=component.title)
    return Sheet(
        component.part, component.title, "front", found.paper, (placed,), tuple(marks),
        cuts=_cuts(tile), note=note, window=shown, margin=options.margin,
    )  # fmt: skip


def _cuts(tile: Tile) -> Cuts:
    """A tile is cut where it meets one before it; the whole board is trimmed once, counted with the first tile."""
    first = 2 * (tile.name == "A1")
    return Cuts(first + (tile.column > 0), first + (tile.row > 0), blocks=1)


def _corner_marks(shown: Box) -> Iterator[Op]:
    """Crop marks at the tile's edges."""
    near, far = MARK_OFFSET, MARK_OFFSET + MARK_LENGTH
    for x in (shown.x, shown.right):
        yield shapes.line(x, shown.y - near, x, shown.y - far, MARK)
        yield shapes.line(x, shown.bottom + near, x, shown.bottom + far, MARK)
    for y in (shown.y, shown.bottom):
        yield shapes.line(shown.x - near, y, shown.x - far, y, MARK)
        yield shapes.line(shown.right + near, y, shown.right + far, y, MARK)


def _joins(tile: Tile, shown: Box, found: Tiling) -> Iterator[Op]:
    """At each overlap: register marks on the middle of it, which the neighbour has at the same place of the board, and
    on the lower tile a dashed line where the neighbour's edge comes to lie."""
    first, last_column, last_row = 0, found.columns - 1, found.rows - 1
    if tile.column < last_column:
        yield from _seam(shown, shown.right - OVERLAP / 2, across=True)
        yield shapes.line(shown.right - OVERLAP, shown.y, shown.right - OVERLAP, shown.bottom, LAY_LINE)
    if tile.column > first:
        yield from _seam(shown, shown.x + OVERLAP / 2, across=True)
    if tile.row < last_row:
        yield from _seam(shown, shown.bottom - OVERLAP / 2, across=False)
        yield shapes.line(shown.x, shown.bottom - OVERLAP, shown.right, shown.bottom - OVERLAP, LAY_LINE)
    if tile.row > first:
        yield from _seam(shown, shown.y + OVERLAP / 2, across=False)


def _seam(shown: Box, at: float, *, across: bool) -> Iterator[Op]:
    """A register mark beyond each end of an overlap."""
    clear = 1 * MM + REGISTER * 1.4
    ends = (shown.y - clear, shown.bottom + clear) if across else (shown.x - clear, shown.right + clear)
    for end in ends:
        yield from register_mark(*((at, end) if across else (end, at)))


def register_mark(x: float, y: float) -> Iterator[Op]:
    """A circle with a cross through it."""
    arm = REGISTER * 1.4
    yield shapes.circle(x, y, REGISTER, MARK)
    yield shapes.line(x - arm, y, x + arm, y, MARK)
    yield shapes.line(x, y - arm, x, y + arm, MARK)


def _name(tile: Tile, shown: Box) -> Op:
    """The tile's name above it, beside the overlap's register mark."""
    return fit_text(
        tile.name,
        Box(shown.x + OVERLAP + 1 * MM, shown.y - 6.4 * MM, 12 * MM, 5 * MM),
        display(11),
        "tile",
        align="left",
    )


def assembly_map(component: Component, options: PrintOptions) -> Drawing:
    """A whole board, small, with its tiles and their names."""
    board = component.pieces[0].front
    found = tiling(board, options)
    edge = Paint(stroke=INK, width=board.width / 300)
    ops: list[Op] = [
        shapes.clipped([*board.background, *board.ops], board.trim),
        shapes.rectangle(board.trim, edge),
    ]
    for tile in found.tiles():
        seam = Paint(stroke=INK, width=board.width / 200, dash=(board.width / 60, board.width / 90))
        x, y = (tile.window.x + OVERLAP / 2, tile.window.y + OVERLAP / 2)
        if tile.column:
            ops.append(shapes.line(x, tile.window.y, x, tile.window.bottom, seam))
        if tile.row:
            ops.append(shapes.line(tile.window.x, y, tile.window.right, y, seam))
    for tile in found.tiles():
        ops += _medal(tile, board.width / 12)
    return Drawing(f"{component.id}-map", board.width, board.height, tuple(ops))


def _medal(tile: Tile, radius: float) -> list[Op]:
    x, y = tile.window.centre
    box = Box(x - radius, y - radius, 2 * radius, 2 * radius).inset(radius * 0.35)
    return [
        shapes.circle(x, y, radius, Paint(WHITE, INK, radius / 10)),
        fit_text(tile.name, box, display(radius / 25_400 * 72 * 1.1), f"tile {tile.name}"),
    ]
