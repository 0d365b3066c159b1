"""Faces → pictures: our own PDF, rasterised by PDFium, so that a picture shows what is printed."""

from __future__ import annotations

import contextlib
import io
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kitgen.components.kit import Face
from kitgen.imposition.paper import Paper
from kitgen.imposition.sheet import face_page
from kitgen.render.pdf import Metadata, write_pdf
from kitgen.units import INCH

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfPage


AT_ONCE = 2
"""Pictures that are packed while the next is drawn."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """The pixels that a face is drawn on, its trim in their middle, at true size."""

    width: int
    height: int
    dpi: float

    @property
    def paper(self) -> Paper:
        """The canvas as paper of its size."""
        return Paper("canvas", round(self.width * INCH / self.dpi), round(self.height * INCH / self.dpi))


def draw_pictures(wanted: Sequence[tuple[Face, Canvas]]) -> Iterator[Image]:
    """The picture of each face, one at a time. What a canvas shows beyond the trim is the face's bleed, then white."""
    if not wanted:
        return
    import pypdfium2  # here, since building a kit has no need of it

    # A page of exactly the canvas's pixels: a trim that ends within one must not be stretched to fill it.
    sheets = [face_page(face, canvas.paper) for face, canvas in wanted]
    document = pypdfium2.PdfDocument(write_pdf(sheets, Metadata("", "", "en")))
    try:
        for number, (_, canvas) in enumerate(wanted):
            with contextlib.closing(document[number]) as page:
                picture = _rasterised(page, canvas)
            yield picture
    finally:
        document.close()


def packed(pictures: Iterable[tuple[Image, float]]) -> Iterator[bytes]:
    """The PNG of each picture, given with its dots an inch; one is packed while the next is drawn."""
    with ThreadPoolExecutor() as packers:
        waiting: deque[Future[bytes]] = deque()
        for picture, dpi in pictures:
            waiting.append(packers.submit(png_bytes, picture, dpi))
            if len(waiting) > AT_ONCE:
                yield waiting.popleft().result()
        for done in waiting:
            yield done.result()


def png_bytes(picture: Image, dpi: float) -> bytes:
    """A picture as a PNG that knows its resolution."""
    written = io.BytesIO()
    picture.save(written, "PNG", dpi=(dpi, dpi), compress_level=zlib.Z_DEFAULT_COMPRESSION)
    return written.getvalue()


def _rasterised(page: PdfPage, canvas: Canvas) -> Image:
    """The page in exactly the canvas's pixels; pypdfium2's own ``render`` rounds a whole number of them up at times."""
    import pypdfium2
    from pypdfium2 import raw as pdfium

    bitmap = pypdfium2.PdfBitmap.new_native(canvas.width, canvas.height, pdfium.FPDFBitmap_BGR)
    with contextlib.closing(bitmap):
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, canvas.width, canvas.height, 0xFFFFFFFF)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, canvas.width, canvas.height, 0, pdfium.FPDF_ANNOT)
        picture: Image = bitmap.to_pil().copy()
    return picture
