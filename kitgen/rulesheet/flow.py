"""Blocks → pages: set in columns, rule ids in the margin, nothing torn apart that belongs together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kitgen.components.kit import Face
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Drawing, Line, Op, Paint, Style, Text, moved, walk
from kitgen.draw.fonts import em, font, text_width
from kitgen.draw.text import fit_text
from kitgen.draw.theme import COLOURS, INK, SMALLEST_TYPE, SOFT, body, display, strong
from kitgen.rulesheet.markdown import Block, Bullet, Example, Figure, Heading, Paragraph, Runs, Table
from kitgen.units import MM

BODY_SIZE = 10
"""Points of running text, at the usual scale."""

LARGE_PRINT = 1.8
"""The scale of large print: running text of 18 pt."""

HEADING = "heading"
"""What the box of a heading is called."""

PARAGRAPH_SPACE = 1.6 * MM
EXAMPLE_PADDING = 2.5 * MM
CELL_PADDING = 1.6 * MM
ROUNDING = 1
"""Micrometre by which sums of widths may differ from the width of the whole."""


@dataclass(frozen=True, slots=True)
class PageFormat:
    """The page that a document is set on. Lengths in micrometres.

    ``margin`` is white on all sides; ``id_gutter`` is the room for rule ids left of each column's text.
    """

    width: int
    height: int
    margin: int
    columns: int = 2
    gap: int = 7 * MM
    id_gutter: int = 11 * MM
    foot: int = 4 * MM
    """Room at the foot for the sheet's label."""
    scale: float = 1.0
    """By how much type and the room around it are larger than usual."""
    whole_sections: bool = False
    """Whether a section begins a new column rather than be torn apart, where that takes no further column."""

    @property
    def column_width(self) -> float:
        """The width of one column, gutter included."""
        return (self.width - 2 * self.margin - (self.columns - 1) * self.gap) / self.columns


@dataclass(frozen=True, slots=True)
class _Slice:
    """A piece of a column that is not torn apart. ``space`` is kept free above it unless it begins a column."""

    height: float
    ops: tuple[Op, ...]
    space: float = 0
    keep: bool = False
    """True if the next slice must follow in the same column."""
    opens: bool = False
    """True for the heading of a section."""


def set_pages(blocks: Sequence[Block], figures: Mapping[str, Drawing], page: PageFormat, name: str) -> list[Face]:
    """The pages of a document as faces; the first heading of level 1 spans the columns."""
    title = blocks[0] if blocks and isinstance(blocks[0], Heading) and blocks[0].level == 1 else None
    rest = blocks[1:] if title else blocks
    full = page.width - 2 * page.margin
    head = _title(title, full, page.scale) if title else _Slice(0, ())
    setter = _Setter(page.column_width, page.id_gutter * page.scale, figures, page.scale)
    columns = _columns(list(setter.slices(rest)), page, head.height)
    faces: list[Face] = []
    for first in range(0, max(len(columns), 1), page.columns):
        ops: list[Op] = []
        top = float(page.margin)
        if first == 0 and title:
            ops.append(shapes.move(head.ops, page.margin, page.margin))
            top += head.height
        for number, column in enumerate(columns[first : first + page.columns]):
            x = page.margin + number * (page.column_width + page.gap)
            ops += _stack(column, x, top)
        face = Face(f"{name}-{len(faces) + 1}", page.width, page.height, tuple(ops), safe=page.margin - 1 * MM)
        faces.append(replace(face, headings=tuple(_headings(ops))))
    return faces


def _stack(column: Sequence[_Slice], x: float, top: float) -> Iterator[Op]:
    y = top
    for number, piece in enumerate(column):
        y += piece.space if number else 0
        yield shapes.move(piece.ops, x, y)
        y += piece.height


def _columns(slices: list[_Slice], page: PageFormat, head: float) -> list[list[_Slice]]:
    """Slices into columns, sections whole if the page wants that and has the room."""
    torn = list(_fill(slices, page, head))
    if not page.whole_sections:
        return torn
    after = [*slices[1:], None]
    kept = [
        replace(piece, keep=piece.keep or not (following is None or following.opens))
        for piece, following in zip(slices, after, strict=True)
    ]
    whole = list(_fill(kept, page, head))
    room = page.height - 2 * page.margin - page.foot - head
    fits = all(sum(piece.space + piece.height for piece in column) - column[0].space <= room for column in whole)
    return whole if fits and len(whole) <= len(torn) else torn


def _fill(slices: list[_Slice], page: PageFormat, head: float) -> Iterator[list[_Slice]]:
    """Slices into columns; chains that must stay together move on as one."""
    chains: list[list[_Slice]] = [[]]
    for piece in slices:
        chains[-1].append(piece)
        if not piece.keep:
            chains.append([])
    column: list[_Slice] = []
    used, number = 0.0, 0
    height = page.height - 2 * page.margin - page.foot
    for chain in (chain for chain in chains if chain):
        needed = sum(piece.space + piece.height for piece in chain)
        room = height - (head if number < page.columns else 0)
        free = chain[0].space if not column else 0
        if column and used + needed - free > room:
            yield column
            column, used, number = [], 0.0, number + 1
            free = chain[0].space
        column += chain
        used += needed - free
    if column:
        yield column


def _headings(ops: Sequence[Op]) -> Iterator[tuple[str, float]]:
    """The headings of a page, in reading order, with how far down they stand."""
    for op, matrix, _ in walk(ops):
        if isinstance(op, Text) and op.name == HEADING:
            yield " ".join(line.text for line in op.lines), moved(matrix, op.box.x, op.box.y)[1]


def _title(title: Heading, width: float, scale: float) -> _Slice:
    """The document's name, its tagline, and a rule across the page."""
    name = fit_text(title.text, Box(0, 0, width, 10 * MM), display(26), "title", align="left", stand="middle")
    ops: list[Op] = [name]
    height: float = 12 * MM
    if title.summary:
        leading = 4.6 * MM * scale
        lines = _lines_of(((title.summary, strong(BODY_SIZE * scale, SOFT)),), width)
        ops += _text_ops(lines, 0, height, width, leading, "tagline")
        height += len(lines) * leading + 1 * MM
    ops.append(shapes.line(0, height, width, height, Paint(stroke=COLOURS["vermillion"].base, width=800)))
    return _Slice(height + 4 * MM, tuple(ops))


@dataclass(frozen=True, slots=True)
class _Setter:
    """Sets blocks for one column width."""

    width: float
    gutter: float
    figures: Mapping[str, Drawing]
    scale: float = 1.0

    @property
    def leading(self) -> float:
        """From one line of running text to the next."""
        style = body(BODY_SIZE * self.scale)
        return em(style) * style.leading

    def slices(self, blocks: Sequence[Block]) -> Iterator[_Slice]:
        for block in blocks:
            if isinstance(block, Heading):
                yield self._heading(block)
            elif isinstance(block, Paragraph):
                yield from self._paragraph(block)
            elif isinstance(block, Bullet):
                yield from self._bullet(block)
            elif isinstance(block, Example):
                yield self._example(block)
            elif isinstance(block, Table):
                yield self._table(block)
            else:
                yield self._figure(block)

    def _heading(self, heading: Heading) -> _Slice:
        size, high = (15, 7 * MM) if heading.level == 2 else (11, 5 * MM)
        lines = 1 if self.scale == 1 else 2
        band = Box(0, 0, self.width, high * self.scale * lines)
        style = display(size * self.scale)
        if lines == 2 and text_width(heading.text, style) <= self.width:
            band = band._replace(height=high * self.scale)
        ops: list[Op] = [fit_text(heading.text, band, style, HEADING, align="left", max_lines=lines)]
        height: float = band.height
        if heading.level == 2:
            ops.append(shapes.line(0, height, self.width, height, Paint(stroke=COLOURS["vermillion"].base, width=500)))
            height += 0.8 * MM
        if heading.summary:
            broken = _lines_of(((heading.summary, strong(9 * self.scale, SOFT)),), self.width)
            leading = 4.1 * MM * self.scale
            ops += _text_ops(broken, 0, height + 1 * MM, self.width, leading, "summary")
            height += 1 * MM + len(broken) * leading
        return _Slice(height, tuple(ops), space=4.5 * MM, keep=True, opens=True)

    def _paragraph(self, paragraph: Paragraph) -> Iterator[_Slice]:
        lines = _lines_of(self._styled(paragraph.runs), self.width - self.gutter)
        leading = self.leading
        name = paragraph.ids[0] if paragraph.ids else "paragraph"
        rows = max(len(lines), len(paragraph.ids))
        pieces = [
            _Slice(
                leading,
                tuple(_text_ops(lines[row : row + 1], self.gutter, 0, self.width - self.gutter, leading, name)),
            )
            for row in range(rows)
        ]
        for row, rule_id in enumerate(paragraph.ids):
            mark = fit_text(
                rule_id,
                Box(0, 0, self.gutter - 1 * MM, leading - 0.9 * MM * self.scale),
                strong(7 * self.scale, SOFT),
                "rule id",
                align="left",
                stand="bottom",
            )
            pieces[row] = replace(pieces[row], ops=(*pieces[row].ops, mark))
        yield from _kept_together(pieces)

    def _bullet(self, bullet: Bullet) -> Iterator[_Slice]:
        left, leading = self.gutter + 3 * MM * self.scale, self.leading
        lines = _lines_of(self._styled(bullet.runs), self.width - left)
        pieces = [
            _Slice(leading, tuple(_text_ops([line], left, 0, self.width - left, leading, "list"))) for line in lines
        ]
        dot = shapes.circle(self.gutter + 1.2 * MM * self.scale, leading * 0.56, 0.55 * MM * self.scale, Paint(INK))
        pieces[0] = replace(pieces[0], ops=(dot, *pieces[0].ops))
        yield from (
            replace(piece, space=0.5 * MM if not number else piece.space)
            for number, piece in enumerate(_kept_together(pieces))
        )

    def _example(self, example: Example) -> _Slice:
        """A tinted box; it is not torn apart."""
        inner = replace(self, width=self.width - self.gutter - 2 * EXAMPLE_PADDING, gutter=0)
        ops: list[Op] = []
        y = EXAMPLE_PADDING - 0.4 * MM
        for number, piece in enumerate(inner.slices(example.blocks)):
            y += min(piece.space, 1 * MM) if number else 0
            ops.append(shapes.move(piece.ops, self.gutter + EXAMPLE_PADDING, y))
            y += piece.height
        height = y + EXAMPLE_PADDING - 0.6 * MM
        box = Box(self.gutter, 0, self.width - self.gutter, height)
        tint = shapes.rectangle(box, Paint(COLOURS["yellow"].tint, COLOURS["yellow"].shade, 250), 2 * MM)
        return _Slice(height, (tint, *ops), space=2.2 * MM)

    def _table(self, table: Table) -> _Slice:
        """Columns as wide as their widest cell; where that is too much, the widest give way as far as their words
        allow, and then the type."""
        left, pad, room = self.gutter, CELL_PADDING, self.width - self.gutter
        setter = self
        while sum(setter._least(table)) > room and setter.scale * BODY_SIZE > SMALLEST_TYPE:
            setter = replace(setter, scale=max(SMALLEST_TYPE / BODY_SIZE, setter.scale * 0.95))
        leading, styled = setter.leading, setter._cells(table)
        natural = [max(map(_width, column)) + 2 * pad for column in zip(*styled, strict=True)]
        widths = _shared_out(natural, setter._least(table), room)
        ops: list[Op] = []
        y = 0.0
        rule = Paint(stroke=COLOURS["grey"].base, width=250)
        for row, cells in enumerate(styled):
            broken = [_lines_of(cell, width - 2 * pad) for cell, width in zip(cells, widths, strict=True)]
            height = max(len(lines) for lines in broken) * leading + 0.8 * MM
            x = left
            for lines, width in zip(broken, widths, strict=True):
                ops += _text_ops(lines, x + pad, y + 0.4 * MM, width - 2 * pad, leading, "table")
                x += width
            y += height
            ops.append(shapes.line(left, y, left + sum(widths), y, rule if row else Paint(stroke=INK, width=350)))
        return _Slice(y, tuple(ops), space=2 * MM)

    def _cells(self, table: Table) -> list[list[list[tuple[str, Style]]]]:
        return [[self._styled(cell, bold=not row) for cell in cells] for row, cells in enumerate(table.rows)]

    def _least(self, table: Table) -> list[float]:
        """How narrow each column can be: as its longest word."""
        return [
            max((_width(word) for cell in column for word in _words(cell)), default=0) + 2 * CELL_PADDING
            for column in zip(*self._cells(table), strict=True)
        ]

    def _figure(self, figure: Figure) -> _Slice:
        drawing = self.figures[figure.name]
        scale = 1.0 if drawing.exact else min(self.scale, self.width / drawing.width)
        x = (self.width - drawing.width * scale) / 2
        placed = shapes.move(drawing.ops, x, 0, scale)
        return _Slice(drawing.height * scale, (placed,), space=2.5 * MM)

    def _styled(self, runs: Runs, *, bold: bool = False) -> list[tuple[str, Style]]:
        plain, heavy = body(BODY_SIZE * self.scale), strong(BODY_SIZE * self.scale)
        return [(run.text, heavy if run.bold or bold else plain) for run in runs]


def _width(styled: Styled) -> float:
    return sum(text_width(text, style) for text, style in styled)


def _shared_out(natural: list[float], least: list[float], room: float) -> list[float]:
    """Widths that fit: what each column cannot do without, and of the rest what it likes; where that is too much, those
    that like little get it, and the others share what is left alike."""
    liked = [wide - narrow for wide, narrow in zip(natural, least, strict=True)]
    left, widths = max(0.0, room - sum(least)), list(least)
    for rank, number in enumerate(sorted(range(len(liked)), key=lambda at: liked[at])):
        more = min(liked[number], left / (len(liked) - rank))
        widths[number] += more
        left -= more
    return widths


def _kept_together(pieces: list[_Slice]) -> Iterator[_Slice]:
    """The lines of a paragraph: never one alone at the foot or the head of a column."""
    last = len(pieces) - 1
    for number, piece in enumerate(pieces):
        keep = number < last and (number == 0 or number == last - 1 or last <= 2)
        yield replace(piece, space=0 if number else PARAGRAPH_SPACE, keep=keep)


Styled = Sequence[tuple[str, Style]]


def _lines_of(styled: Styled, width: float) -> list[list[tuple[str, Style]]]:
    """Break styled text into lines; neighbours of one style are joined again."""
    lines: list[list[tuple[str, Style]]] = [[]]
    used = 0.0
    for word in _words(styled):
        space = text_width(" ", word[0][1]) if lines[-1] else 0
        long = _width(word)
        if lines[-1] and used + space + long > width + ROUNDING:
            lines.append([])
            used, space = 0.0, 0
        for number, (text, style) in enumerate(word):
            shown = f" {text}" if space and not number else text
            if lines[-1] and lines[-1][-1][1] == style:
                lines[-1][-1] = (lines[-1][-1][0] + shown, style)
            else:
                lines[-1].append((shown, style))
        used += space + long
    return lines


def _words(styled: Styled) -> Iterator[list[tuple[str, Style]]]:
    """Words; one may be in several styles, as a bold one with a plain comma behind it."""
    word: list[tuple[str, Style]] = []
    for text, style in styled:
        for number, part in enumerate(text.split(" ")):
            if number and word:
                yield word
                word = []
            if part:
                word.append((part, style))
    if word:
        yield word


def _text_ops(lines: Sequence[Styled], x: float, y: float, width: float, leading: float, name: str) -> Iterator[Op]:
    """Lines of styled text as operations, the first line's top at y."""
    for number, line in enumerate(lines):
        at = x
        for text, style in line:
            baseline = y + number * leading + leading * 0.5 + font(style.font).cap_height * em(style) / 2
            long = text_width(text, style)
            top = baseline - font(style.font).cap_height * em(style)
            box = Box(at, top, x + width - at, leading)
            yield Text(name, box, (Line(at, baseline, text, long),), style)
            at += long
