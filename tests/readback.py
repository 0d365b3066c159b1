"""Reads printed PDFs back with other libraries: words, faces, marks and labels with their places.

Millimetres from the paper's top left, y down. pypdfium2 reads text and pixels, pypdf the structure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pypdf
import pypdfium2
import pypdfium2.raw
from PIL.Image import Image
from pypdf.generic import ContentStream, IndirectObject

MM_PER_POINT = 25.4 / 72
PRINTABLE = 5.0
"""Home printers reach no nearer to the paper's edge."""

FINE = 0.01
"""Millimetres that count as nothing."""

COARSE = 0.05
"""Millimetres that nobody sees."""

Matrix = tuple[float, float, float, float, float, float]

_PAINTING = (b"n", b"S", b"s", b"f", b"f*", b"B", b"B*", b"b", b"b*")

_LABEL = re.compile(
    r"(?P<title>[^\r\n]+?) · (?P<variant>\S+) (?P<digest>[0-9a-f]{8}) · (?P<part>[^·\r\n]+) · (?P<side>\w+)"
    r" · (?P<number>\d+) (?:of|sur) (?P<count>\d+)"
)


class Rect(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float) -> Rect:
        """The rectangle with a margin outside, or inside where ``by`` is negative."""
        return Rect(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def holds(self, other: Rect, slack: float = 0.0) -> bool:
        """Whether the other lies inside this one."""
        around = self.grown(slack)
        return (
            around.left <= other.left
            and around.top <= other.top
            and other.right <= around.right
            and other.bottom <= around.bottom
        )

    def holds_point(self, point: tuple[float, float]) -> bool:
        """Whether a point lies inside."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    def meets(self, other: Rect) -> bool:
        """Whether the two share any area."""
        return (
            min(self.right, other.right) > max(self.left, other.left)
            and min(self.bottom, other.bottom) > max(self.top, other.top)
        )  # fmt: skip

    def mirrored(self, width: float) -> Rect:
        """Where the rectangle comes to lie on the other side of the sheet, turned over its long (upright) edge."""
        return Rect(width - self.right, self.top, width - self.left, self.bottom)


def around(rects: Iterable[Rect]) -> Rect:
    """The smallest rectangle round all."""
    found = list(rects)
    return Rect(
        min(rect.left for rect in found),
        min(rect.top for rect in found),
        max(rect.right for rect in found),
        max(rect.bottom for rect in found),
    )


def same(one: Rect, other: Rect, slack: float) -> bool:
    """Whether two rectangles are one, but for some slack."""
    return all(abs(a - b) < slack for a, b in zip(one, other, strict=True))


class Word(NamedTuple):
    """A word with the box of its ink."""

    text: str
    box: Rect


class Placed(NamedTuple):
    """A form XObject on a page: its number in the file, its own box, and the box that its ink is clipped to."""

    form: int
    box: Rect
    clip: Rect


class Label(NamedTuple):
    """What stands outside the trim of a sheet."""

    title: str
    variant: str
    digest: str
    part: str
    side: str
    number: int
    sheets: int
    box: Rect


class _State(NamedTuple):
    """The part of a PDF's graphics state that places things."""

    matrix: Matrix
    clip: Rect
    width: float = 1
    cap: int = 0

    def after(self, operator: bytes, values: Sequence[Any]) -> _State:
        """The state after one of the operators cm, w and J."""
        if operator == b"w":
            return self._replace(width=float(values[0]))
        if operator == b"J":
            return self._replace(cap=int(values[0]))
        return self._replace(matrix=_multiply(self.matrix, _matrix(values)))


@dataclass(frozen=True)
class Page:
    """One side of a sheet as it is printed."""

    structure: Any
    rendering: pypdfium2.PdfPage

    @cached_property
    def paper(self) -> Rect:
        """The sheet."""
        return self._box("/MediaBox", flip=False)

    @property
    def trim(self) -> Rect:
        """/TrimBox."""
        return self._box("/TrimBox")

    @property
    def bleed(self) -> Rect:
        """/BleedBox."""
        return self._box("/BleedBox")

    @cached_property
    def text(self) -> str:
        """The page's text in the order in which it is drawn."""
        return "".join(sign for sign, _ in self._signs)

    @cached_property
    def words(self) -> list[Word]:
        """The page's words in the order in which they are drawn."""
        return list(_words(self._signs))

    def words_in(self, rect: Rect) -> list[Word]:
        """The words whose middle lies in a rectangle."""
        return [word for word in self.words if rect.holds_point(word.box.centre)]

    @cached_property
    def label(self) -> Label:
        """The sheet's label; fails where there is none, or more than one."""
        text = self.text
        found = list(_LABEL.finditer(text))
        assert len(found) == 1, f"{len(found)} labels in {text[-200:]!r}"
        said = found[0].groupdict()
        # The title begins where the signs before it stand far away.
        start = found[0].start("variant") - 3
        while start > found[0].start() and not _far(self._signs[start - 1][1], self._signs[start][1]):
            start -= 1
        title = text[start : found[0].start("variant") - 3]
        box = around(box for sign, box in self._signs[start : found[0].end()] if sign.strip())
        return Label(title, said["variant"], said["digest"], said["part"], said["side"],
                     int(said["number"]), int(said["count"]), box)  # fmt: skip

    @cached_property
    def faces(self) -> list[Placed]:
        """The form XObjects that the page itself places, in order."""
        return self._drawn[0]

    @cached_property
    def marks(self) -> list[Rect]:
        """The straight lines that the page itself draws, with the ink of their width and ends."""
        return self._drawn[1]

    def pixels(self, dots_per_mm: int) -> Image:
        """The page as it prints, in grey: 255 is white paper."""
        if dots_per_mm not in self._rendered:
            # pdfium rounds up, so a hair less keeps whole millimetres whole.
            drawn = self.rendering.render(scale=dots_per_mm * MM_PER_POINT * (1 - 1e-6), grayscale=True)
            self._rendered[dots_per_mm] = drawn.to_pil()
        return self._rendered[dots_per_mm]

    def cutting(self, origin: tuple[float, float], size: tuple[int, int], dots_per_mm: int) -> Image:
        """So many pixels of the page, in grey, from a place on it, which is the corner of the first pixel."""
        bitmap = pypdfium2.PdfBitmap.new_native(*size, pypdfium2.raw.FPDFBitmap_Gray)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, *size)
        scale = dots_per_mm * MM_PER_POINT
        x, y = (-length * dots_per_mm for length in origin)
        matrix = pypdfium2.raw.FS_MATRIX(scale, 0, 0, scale, x, y)
        clip = pypdfium2.raw.FS_RECTF(0, 0, *size)
        flags = pypdfium2.raw.FPDF_GRAYSCALE
        pypdfium2.raw.FPDF_RenderPageBitmapWithMatrix(bitmap, self.rendering, matrix, clip, flags)
        picture: Image = bitmap.to_pil()
        return picture

    @cached_property
    def _rendered(self) -> dict[int, Image]:
        return {}

    def _box(self, name: str, *, flip: bool = True) -> Rect:
        left, low, right, high = (float(value) * MM_PER_POINT for value in self.structure[name])
        height = self.paper.bottom if flip else high
        return Rect(left, height - high, right, height - low)

    @cached_property
    def _signs(self) -> list[tuple[str, Rect]]:
        page = self.rendering.get_textpage()
        height = self.paper.bottom
        signs = []
        for index in range(page.count_chars()):
            sign = chr(pypdfium2.raw.FPDFText_GetUnicode(page, index))
            left, low, right, high = (value * MM_PER_POINT for value in page.get_charbox(index))
            # pdfium marks a hyphen at the end of a line so.
            signs.append(("-" if sign in "\x02\ufffe" else sign, Rect(left, height - high, right, height - low)))
        return signs

    @cached_property
    def _drawn(self) -> tuple[list[Placed], list[Rect]]:
        """What the page's own content does, replayed: transforms and clips, strokes and placed forms."""
        faces: list[Placed] = []
        marks: list[Rect] = []
        state = _State((1, 0, 0, 1, 0, 0), self.paper)
        stack: list[_State] = []
        path: list[tuple[float, float]] = []
        wanted: Rect | None = None
        for values, operator in ContentStream(self.structure.get_contents(), self.structure.pdf).operations:
            if operator == b"q":
                stack.append(state)
            elif operator == b"Q":
                state = stack.pop()
            elif operator in (b"cm", b"w", b"J"):
                state = state.after(operator, values)
            elif operator in (b"m", b"l", b"re"):
                path += _points(values)
            elif operator in (b"W", b"W*"):
                wanted = self._place(state.matrix, path)
            elif operator == b"Do":
                faces.append(self._placed_form(values[0], state))
            elif operator in _PAINTING:
                if operator == b"S":
                    marks.append(_inked(self._place(state.matrix, path), state))
                path, state, wanted = [], state._replace(clip=wanted or state.clip), None
        return faces, marks

    def _placed_form(self, name: str, state: _State) -> Placed:
        form = self.structure["/Resources"]["/XObject"].raw_get(name)
        assert isinstance(form, IndirectObject)
        found: Any = form.get_object()
        x, y, right, bottom = (float(value) for value in found["/BBox"])
        return Placed(form.idnum, self._place(state.matrix, [(x, y), (right, bottom)]), state.clip)

    def _place(self, matrix: Matrix, points: Sequence[tuple[float, float]]) -> Rect:
        a, b, c, d, e, f = matrix
        moved = [((a * x + c * y + e) * MM_PER_POINT, (b * x + d * y + f) * MM_PER_POINT) for x, y in points]
        xs, ys = [x for x, _ in moved], [self.paper.bottom - y for _, y in moved]
        return Rect(min(xs), min(ys), max(xs), max(ys))


@cache
def read_pdf(file: Path) -> tuple[Page, ...]:
    """The pages of a PDF; each file is opened once."""
    pages, renderings = pypdf.PdfReader(file).pages, pypdfium2.PdfDocument(file)
    return tuple(Page(page, renderings[number]) for number, page in enumerate(pages))


def objects_of(file: Path) -> Iterator[Any]:
    """Every object in a PDF, whether anything uses it or not."""
    reader = pypdf.PdfReader(file)
    trailer: Any = reader.trailer
    for number in range(1, int(trailer["/Size"])):
        found = reader.get_object(number)
        if found is not None:
            yield found


def drawn_box(drawn: Mapping[str, Any]) -> Rect:
    """The box of a curve or line that pdfplumber found."""
    return Rect(*(float(drawn[side]) * MM_PER_POINT for side in ("x0", "top", "x1", "bottom")))


def whole_text(pages: Iterable[Page]) -> str:
    """The words of some pages, one space between any two."""
    return " ".join(word.text for page in pages for word in page.words)


def numbers_among(words: Iterable[Word]) -> list[tuple[int, Rect]]:
    """The words that are whole numbers."""
    return [(int(word.text), word.box) for word in words if word.text.isascii() and word.text.isdigit()]


def in_lines(found: Iterable[tuple[Any, Rect]], slack: float = 1.5) -> list[list[tuple[Any, Rect]]]:
    """Things grouped by the height of their middle, top to bottom, each line from left to right."""
    lines: list[list[tuple[Any, Rect]]] = []
    for thing in sorted(found, key=lambda item: item[1].centre[1]):
        if lines and thing[1].centre[1] - lines[-1][-1][1].centre[1] <= slack:
            lines[-1].append(thing)
        else:
            lines.append([thing])
    return [sorted(line, key=lambda item: item[1].left) for line in lines]


def _inked(line: Rect, state: _State) -> Rect:
    """A straight line with its ink: half its width on either side, and at its ends unless they are butt."""
    half = state.width * abs(state.matrix[0]) * MM_PER_POINT / 2
    ends = half if state.cap else 0.0
    across, along = (half, ends) if line.width < line.height else (ends, half)
    return Rect(line.left - across, line.top - along, line.right + across, line.bottom + along)


def _matrix(values: Sequence[Any]) -> Matrix:
    a, b, c, d, e, f = (float(value) for value in values)
    return a, b, c, d, e, f


def _points(values: Sequence[Any]) -> list[tuple[float, float]]:
    """The point of a line's operator, or two corners of a rectangle's."""
    x, y, *size = (float(value) for value in values)
    return [(x, y), (x + size[0], y + size[1])] if size else [(x, y)]


def _multiply(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def _words(signs: Sequence[tuple[str, Rect]]) -> Iterator[Word]:
    text, boxes = "", list[Rect]()
    for sign, box in signs:
        apart = not sign.strip() or (boxes and _far(boxes[-1], box))
        if apart and text:
            yield Word(text, around(boxes))
            text, boxes = "", []
        if sign.strip():
            text += sign
            boxes.append(box)
    if text:
        yield Word(text, around(boxes))


def _far(one: Rect, other: Rect) -> bool:
    """Whether a gap of more than two millimetres parts two signs."""
    gap = max(other.left - one.right, one.left - other.right), max(other.top - one.bottom, one.top - other.bottom)
    return max(gap) > 2
