"""How many pieces of one size a sheet takes, and where: the best grid for the sides that are printed.

Cuts run straight through, and every full sheet of a component has the same grid, so that stacks can be cut together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kitgen.components.kit import Component, Face
from kitgen.components.preflight import ink_bounds
from kitgen.diagnostics import Diagnostic, Severity
from kitgen.draw.drawing import Box, Shape, walk
from kitgen.errors import PreflightError
from kitgen.imposition.marks import MARKS_ROOM
from kitgen.imposition.options import PrintOptions, Sides
from kitgen.imposition.paper import Paper
from kitgen.imposition.sheet import LABEL_STRIP, Strip, strips
from kitgen.units import MM, format_size

FOLD_CLEAR = 5 * MM
"""From a fold to the bleed on either side of it."""


@dataclass(frozen=True, slots=True)
class Flip:
    """A mirror line between fronts and backs: the middle of the sheet, seen from behind, or the fold of a gutterfold.

    ``across`` is true where left and right change places, as when a sheet is turned over its upright edge.
    """

    across: bool
    line: float

    def box(self, box: Box) -> Box:
        """Where a front's place lies on its back."""
        if self.across:
            return box._replace(x=2 * self.line - box.right)
        return box._replace(y=2 * self.line - box.bottom)

    def turn(self, turn: int) -> int:
        """How the back is turned, so that a piece turned over like a page has both its sides upright."""
        return -turn % 360 if self.across else (180 - turn) % 360


def over_long_edge(paper: Paper) -> Flip:
    """An upright sheet that is turned over like the page of a book."""
    return Flip(True, paper.width / 2)


def over_short_edge(paper: Paper) -> Flip:
    """An upright sheet that is turned over like the page of a notepad."""
    return Flip(False, paper.height / 2)


def flip_of(paper: Paper, sides: Sides) -> Flip:
    """How a printer turns an upright sheet, or the one who puts the stack back."""
    return over_short_edge(paper) if sides == "duplex-short" else over_long_edge(paper)


@dataclass(frozen=True, slots=True)
class Lay:
    """How the pieces of a component lie: upright or on their side, how far apart, how much is printed around them."""

    component: Component
    options: PrintOptions
    turn: Literal[0, 90]
    size: tuple[int, int]
    """Width and height as the pieces lie."""
    has_backs: bool
    """Whether backs are printed."""
    front_bleed: int
    back_bleed: int
    """The widest of any front, and of any back."""
    spacing: int
    """Between neighbours: what the component asks for, or two bleeds where edges differ. Pieces with a border, of one
    colour at all their edges, or with one back for all, butt: one cut serves two."""

    @property
    def room(self) -> int:
        """What a block needs on each side: the bleed of its fronts, and a mark beyond it."""
        marked = self.component.marks and self.options.marks in ("crop", "lines")
        return self.front_bleed + (MARKS_ROOM if marked else 0)


def lay_of(component: Component, options: PrintOptions, turn: Literal[0, 90] = 0) -> Lay:
    """How a component lies, upright or turned."""
    width, height = component.size
    has_backs = component.two_sided and options.sides != "fronts"
    fronts = [piece.front for piece in component.pieces]
    backs = [piece.back for piece in component.pieces if piece.back and has_backs]
    front_bleed, back_bleed = (max((face.bleed for face in faces), default=0) for faces in (fronts, backs))
    apart = 0 if _edges_are_equal(fronts) else 2 * front_bleed
    if len({id(back) for back in backs}) > 1 and not _edges_are_equal(backs):
        apart = max(apart, 2 * back_bleed)
    return Lay(
        component,
        options,
        turn,
        (height, width) if turn else (width, height),
        has_backs,
        front_bleed,
        back_bleed,
        max(component.gap, apart),
    )


def _edges_are_equal(fronts: Sequence[Face]) -> bool:
    """Whether a cut that goes a little wrong shows nothing of the neighbour's colour."""
    if not any(face.bleed for face in fronts):
        return True
    colours = {_edge_colour(face) for face in fronts}
    return len(colours) == 1 and None not in colours


def _edge_colour(face: Face) -> str | None:
    """The one colour that a face has at its edges, if a single plain ground makes them that reaches into its bleed."""
    grounds = list(walk(face.background))
    if len(grounds) != 1 or not isinstance(ground := grounds[0][0], Shape):
        return None
    plain = len(ground.segments) == 5 and all(segment[0] in "MLZ" for segment in ground.segments)
    reaches = ink_bounds(face.background).overhang(face.trim.inset(-face.bleed)) <= 0
    return ground.paint.fill if plain and reaches else None


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows and columns on a sheet, and where the full grid begins.

    ``area`` is where the fronts and their marks may be inked; ``flip`` leads to the backs.
    """

    lay: Lay
    paper: Paper
    columns: int
    rows: int
    x: float
    y: float
    area: Box
    label_at: Strip
    flip: Flip | None = None

    @property
    def per_sheet(self) -> int:
        """Pieces on a full sheet."""
        return self.columns * self.rows


def grid_for(component: Component, options: PrintOptions) -> Grid:
    """The grid that takes the most pieces: upright or on their side, the label below or at the left.

    Where nothing stands on the back, the whole sheet may lie on its side, which reads better on a screen. Raises
    PreflightError where not even one piece fits.
    """
    best = _best(component, options)
    if best.per_sheet == 0:
        paper = options.paper
        message = f"a piece of {format_size(component.size)} does not fit on {paper.name}"
        hint = "choose bigger --paper; or a smaller card format, smaller tokens, fewer spaces in a row"
        if component.joined:
            hint = "print it over pages that overlap, with --boards tiled, or choose bigger --paper"
        finding = Diagnostic("larger-than-paper", Severity.ERROR, message, None, component.id, hint)
        raise PreflightError(f"{component.id} does not fit on {paper.name}", [finding])
    return best


def fits(component: Component, options: PrintOptions) -> bool:
    """Whether a sheet takes at least one piece."""
    return _best(component, options).per_sheet > 0


def _best(component: Component, options: PrintOptions) -> Grid:
    return max(_grids(component, options), key=lambda grid: grid.per_sheet)


def _grids(component: Component, options: PrintOptions) -> Iterator[Grid]:
    upright, on_side = lay_of(component, options), lay_of(component, options, 90)
    paper = options.paper
    if not upright.has_backs:
        for turned in (paper, paper.turned()):
            yield from _one_sided(upright, turned)
        return
    for lying in (upright, on_side):
        if options.sides == "gutterfold":
            for flip in (over_short_edge(paper), over_long_edge(paper)):
                yield from _folded(lying, paper, flip)
        else:
            yield from _flipped(lying, paper, flip_of(paper, options.sides))


def _one_sided(lay: Lay, paper: Paper) -> Iterator[Grid]:
    for strip, area in _areas(paper, lay.options.margin, None):
        yield _grid_in(lay, paper, area, area, strip, None)


def _flipped(lay: Lay, paper: Paper, flip: Flip) -> Iterator[Grid]:
    for strip, area in _areas(paper, lay.options.margin, flip):
        yield _grid_in(lay, paper, area, area, strip, flip)


def _folded(lay: Lay, paper: Paper, flip: Flip) -> Iterator[Grid]:
    """Fronts before the fold, as near to it as their bleed allows; the fold lies in the middle of the sheet."""
    for strip, area in _areas(paper, lay.options.margin, flip):
        clear = FOLD_CLEAR + max(lay.front_bleed, lay.back_bleed)
        if flip.across:
            half = Box(area.x, area.y, flip.line - area.x, area.height)
            room = half.inset(0, 0, clear - lay.room, 0)
        else:
            half = Box(area.x, area.y, area.width, flip.line - area.y)
            room = half.inset(0, 0, 0, clear - lay.room)
        yield _grid_in(lay, paper, room, half, strip, flip)


def _areas(paper: Paper, margin: int, flip: Flip | None) -> Iterator[tuple[Strip, Box]]:
    """What may be inked beside each place of the label; where backs are mirrored, as much is left free opposite."""
    printable = paper.printable(margin)
    bottom, left = strips(printable)
    above_too = LABEL_STRIP if flip and not flip.across else 0
    right_too = LABEL_STRIP if flip and flip.across else 0
    yield "bottom", printable.inset(0, above_too, 0, printable.bottom - bottom.y)
    yield "left", printable.inset(left.width, 0, right_too, 0)


def _grid_in(lay: Lay, paper: Paper, room: Box, area: Box, strip: Strip, flip: Flip | None) -> Grid:
    """The grid in a box: in the middle of the paper where the box allows, else as near to it as it reaches."""
    (width, height), step = lay.size, lay.spacing
    columns = max(0, int((room.width - 2 * lay.room + step) // (width + step)))
    rows = max(0, int((room.height - 2 * lay.room + step) // (height + step)))
    used = columns * (width + step) - step, rows * (height + step) - step
    x = centred(used[0], paper.width, room.x + lay.room, room.right - lay.room)
    y = centred(used[1], paper.height, room.y + lay.room, room.bottom - lay.room)
    return Grid(lay, paper, columns, rows, x, y, area, strip, flip)


def centred(length: float, whole: float, low: float, high: float) -> float:
    """Where a stretch begins that lies in the middle of the whole, or as near to it as low and high allow."""
    return min(max((whole - length) / 2, low), high - length)
