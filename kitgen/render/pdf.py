"""Sheets → PDF, by ReportLab. Dumb on purpose: every decision was taken before.

The page's coordinate system is turned once into micrometres from the top left; each distinct face and each placed
drawing becomes one form XObject, however often it is printed. Same input, same bytes.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, NamedTuple

from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from kitgen.components.kit import Face
from kitgen.draw.drawing import (
    CURRENT,
    IDENTITY,
    Box,
    Group,
    Matrix,
    Op,
    Picture,
    Place,
    Shape,
    Text,
    moved,
    multiply,
    transform_box,
)
from kitgen.draw.fonts import em, font
from kitgen.imposition.sheet import Placement, Sheet
from kitgen.render.cmyk import KEY, separated, separated_picture
from kitgen.units import MICROMETRES_PER_POINT

_FRONT_FONT = "text"
_PATH_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_PAINT_OPERATORS = {(True, True): "B", (True, False): "f", (False, True): "S"}
_POINTS_PER_MICROMETRE = 1 / MICROMETRES_PER_POINT


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a PDF says about itself."""

    title: str
    subject: str
    language: str


def write_pdf(sheets: Sequence[Sheet], metadata: Metadata, inks: Inks = "rgb") -> bytes:
    """One PDF with a page for each sheet's side, in the colours of the screen or in the four inks of a press.

    A sheet's title is a bookmark, the headings on it lie below that; sheets without titles have none.
    """
    return _Writer(metadata, _SEPARATIONS[inks]).write(sheets)


class _Sink:
    """Takes what ReportLab writes as it comes, without another copy of it."""

    def __init__(self) -> None:
        self.chunks: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.chunks.append(data)


@dataclass(slots=True)
class _Writer:
    metadata: Metadata
    separation: _Separation
    canvas: Any = None
    forms: dict[object, str] = field(default_factory=dict)
    keep: list[object] = field(default_factory=list)
    bookmarked: set[int] = field(default_factory=set)

    def write(self, sheets: Sequence[Sheet]) -> bytes:
        _register_fonts()
        rl_config.useA85 = 0  # bytes as they are: a quarter smaller than text
        sink: Any = _Sink()
        options: dict[str, Any] = {"initialFontName": _FRONT_FONT, "lang": self.metadata.language}
        self.canvas = Canvas(sink, pageCompression=1, invariant=1, **options)
        self.canvas.setTitle(self.metadata.title)
        self.canvas.setSubject(self.metadata.subject)
        self.canvas.setAuthor("kitgen")
        self.canvas.setCreator("kitgen")
        self.canvas.setProducer("kitgen, ReportLab")
        self.canvas.setViewerPreference("PrintScaling", "None")
        self.canvas.setViewerPreference("DisplayDocTitle", "true")
        outline = ""
        for number, sheet in enumerate(sheets):
            self._page(sheet)
            if sheet.title != outline:
                outline = sheet.title
                self._bookmark(f"sheet-{number}", outline, 0, sheet.paper.height * _POINTS_PER_MICROMETRE)
            if outline:
                self._headings(number, sheet)
            self.canvas.showPage()
        self.canvas.save()
        return b"".join(sink.chunks)

    def _headings(self, number: int, sheet: Sheet) -> None:
        """Bookmarks of the headings of pages that are printed for the first time."""
        for placement in sheet.placements:
            if placement.face.headings and id(placement.face) not in self.bookmarked:
                self.bookmarked.add(id(placement.face))
                for index, (heading, down) in enumerate(placement.face.headings):
                    _, y = moved(multiply(sheet.matrix, placement.matrix), 0, down)
                    top = (sheet.paper.height - y) * _POINTS_PER_MICROMETRE
                    self._bookmark(f"heading-{number}-{placement.x:.0f}-{index}", heading, 1, top)

    def _bookmark(self, key: str, title: str, level: int, top: float) -> None:
        self.canvas.bookmarkPage(key, "XYZ", 0, top, 0)
        self.canvas.addOutlineEntry(title, key, level, closed=True)

    def _page(self, sheet: Sheet) -> None:
        width, height = sheet.paper.width, sheet.paper.height
        self.canvas.setPageSize((width * _POINTS_PER_MICROMETRE, height * _POINTS_PER_MICROMETRE))
        page = Box(0, 0, width, height)
        self.canvas.setTrimBox(_page_box(transform_box(sheet.matrix, sheet.trim).common(page), height))
        self.canvas.setBleedBox(_page_box(transform_box(sheet.matrix, sheet.bleed).common(page), height))
        self.canvas.saveState()
        # Written out in full: ReportLab's six decimals would print everything an eighth of a per mille too large.
        scale = _POINTS_PER_MICROMETRE
        self.canvas.addLiteral(f"{scale:.12f} 0 0 {-scale:.12f} 0 {height * scale:.6f} cm")
        self.canvas.setLineCap(1)
        self.canvas.setLineJoin(1)
        self._begin(sheet.label_matrix)
        for op in sheet.label:
            self._op(op, None)
        self._end()
        self._begin(sheet.matrix)
        if sheet.matrix != IDENTITY:
            self._clip(sheet.inked)
        for placement in sheet.placements:
            self._place(placement)
        for op in sheet.marks:
            self._op(op, None)
        self._end()
        self.canvas.restoreState()

    def _place(self, placement: Placement) -> None:
        face = placement.face
        name = self._form(face, (face,), Box(0, 0, face.width, face.height).inset(-face.bleed), self._face(face))
        self._begin(placement.matrix, placement.clip)
        self.canvas.doForm(name)
        self._end()

    def _face(self, face: Face) -> Callable[[], None]:
        def draw() -> None:
            for op in (*face.background, *face.ops):
                self._op(op, None)

        return draw

    def _form(self, owner: object, key: tuple[object, ...], box: Box, draw: Callable[[], None]) -> str:
        """The form XObject for an object, made when it is first wanted. Objects are told apart by identity."""
        identity = (id(owner), key[1:])
        if identity not in self.forms:
            # Forms within are made first: ReportLab's forms do not nest while they are written.
            name = f"f{len(self.forms)}"
            self.forms[identity] = name
            self.keep.append(owner)
            self.canvas.beginForm(name, box.x, box.y, box.right, box.bottom)
            self.canvas.setLineCap(1)
            self.canvas.setLineJoin(1)
            draw()
            self.canvas.endForm()
            self._compress(name)
        return self.forms[identity]

    def _compress(self, name: str) -> None:
        """Compress a form now, not when the document is saved: a big deck would be in memory as plain text."""
        form = self.canvas._doc.idToObject[pdfdoc.xObjectName(name)]
        packed = zlib.compress(form.stream)
        form.Contents = pdfdoc.PDFStream(pdfdoc.PDFDictionary({"Filter": pdfdoc.PDFName("FlateDecode")}), packed)
        form.stream = None

    def _op(self, op: Op, current: str | None) -> None:
        if isinstance(op, Shape):
            self._shape(op, current)
        elif isinstance(op, Text):
            self._text(op, current)
        elif isinstance(op, Place):
            self._drawing(op, current)
        elif isinstance(op, Group):
            self._group(op, current)
        else:
            self._picture(op)

    def _shape(self, shape: Shape, current: str | None) -> None:
        paint = shape.paint
        fill, stroke = _resolve(paint.fill, current), _resolve(paint.stroke, current)
        if fill is None and stroke is None:
            return
        operators = []
        if fill is not None:
            operators.append(self._colour_text(fill, "fill"))
        if stroke is not None:
            operators.append(f"{self._colour_text(stroke, 'stroke')} {paint.width:.0f} w")
            operators.append(f"[{' '.join(f'{dash:.0f}' for dash in paint.dash)}] 0 d")
        for segment in shape.segments:
            # Whole micrometres are finer than any printer, and shorter to write.
            numbers = " ".join([str(round(value)) for value in segment[1:]])
            operators.append(f"{numbers} {_PATH_OPERATORS[segment[0]]}")
        operators.append(
            _PAINT_OPERATORS[fill is not None, stroke is not None] + ("*" if paint.even_odd and fill else "")
        )
        self.canvas.addLiteral(" ".join(operators))

    def _colour_text(self, colour: str, use: Literal["fill", "stroke"]) -> str:
        """The operation that fills, or draws lines, in a colour from here on."""
        values = self.separation.values(colour)
        return f"{' '.join([f'{value:.4g}' for value in values])} {_COLOUR_OPERATORS[len(values), use]}"

    def _text(self, text: Text, current: str | None) -> None:
        style = text.style
        colour = self.separation.values(_resolve(style.colour, current) or style.colour)
        size = em(style)
        writer = self.canvas.beginText()
        writer.setFont(style.font, size)
        writer.setFillColor(colour)
        if style.embolden:
            writer.setTextRenderMode(2)
            writer.setStrokeColor(colour)
            self.canvas.setLineWidth(style.embolden * size)
        for line in text.lines:
            # The stroke stands half outside the first sign; the page is turned, so the letters are turned back.
            writer.setTextTransform(1, 0, 0, -1, line.x + style.embolden * size / 2, line.baseline)
            writer.textOut(line.text)
        if style.embolden:
            writer.setTextRenderMode(0)
        self.canvas.drawText(writer)

    def _drawing(self, place: Place, current: str | None) -> None:
        drawing = place.drawing
        colour = _resolve(place.colour, current)

        def draw() -> None:
            for op in drawing.ops:
                self._op(op, colour)

        name = self._form(drawing, (drawing, colour), Box(0, 0, drawing.width, drawing.height), draw)
        self._begin(place.matrix)
        self.canvas.doForm(name)
        self._end()

    def _group(self, group: Group, current: str | None) -> None:
        self._begin(group.matrix)
        if group.clip is not None:
            self._clip(group.clip)
        for op in group.ops:
            self._op(op, current)
        self._end()

    def _picture(self, picture: Picture) -> None:
        box = picture.box
        self._begin((1, 0, 0, -1, box.x, box.bottom))
        image, mask = self.separation.picture(picture.data)
        self.canvas.drawImage(image, 0, 0, box.width, box.height, mask=mask)
        self._end()

    def _clip(self, box: Box) -> None:
        self.canvas.addLiteral(f"{_numbers(box)} re W n")

    def _begin(self, matrix: Matrix, clip: Box | None = None) -> None:
        """Draw in other coordinates, inside a clip in those of before. ReportLab's own words for this keep a copy of
        its whole state, which nothing here asks for."""
        self.canvas.addLiteral("q")
        if clip is not None:
            self._clip(clip)
        if matrix != IDENTITY:
            self.canvas.addLiteral(f"{_numbers(matrix)} cm")

    def _end(self) -> None:
        self.canvas.addLiteral("Q")


def _numbers(values: Sequence[float]) -> str:
    """Numbers as PDF writes them: never with an exponent, which no viewer reads."""
    return " ".join([f"{value:.7f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}" for value in values])


def _resolve(colour: str | None, current: str | None) -> str | None:
    return current if colour == CURRENT else colour


@cache
def _screen(text: str) -> tuple[float, float, float]:
    return int(text[1:3], 16) / 255, int(text[3:5], 16) / 255, int(text[5:7], 16) / 255


def _screen_picture(data: bytes) -> tuple[ImageReader, Any]:
    return ImageReader(io.BytesIO(data)), "auto"


def _press_picture(data: bytes) -> tuple[ImageReader, Any]:
    picture, see_through = separated_picture(data)
    return ImageReader(picture), [value for value in KEY for _ in range(2)] if see_through else None


class _Separation(NamedTuple):
    """How colours and pictures go into the PDF: as values of ``#rrggbb``; as an image with its mask."""

    values: Callable[[str], tuple[float, ...]]
    picture: Callable[[bytes], tuple[ImageReader, Any]]


Inks = Literal["rgb", "cmyk"]
_SEPARATIONS: dict[Inks, _Separation] = {
    "rgb": _Separation(_screen, _screen_picture),
    "cmyk": _Separation(separated, _press_picture),
}
_COLOUR_OPERATORS = {(3, "fill"): "rg", (3, "stroke"): "RG", (4, "fill"): "k", (4, "stroke"): "K"}


def _page_box(box: Box, page_height: float) -> tuple[float, float, float, float]:
    """A box as PDF writes it: lower left and upper right in points."""
    scale = _POINTS_PER_MICROMETRE
    return (box.x * scale, (page_height - box.bottom) * scale, box.right * scale, (page_height - box.y) * scale)


def _register_fonts() -> None:
    from kitgen.draw.fonts import FONTS

    for name in FONTS:
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(font(name).file)))
