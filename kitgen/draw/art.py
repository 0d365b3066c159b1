"""Art: SVG files (and, beside a variant, PNG or JPEG) as drawings, found by name."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from kitgen.diagnostics import Diagnostic, Severity, Span, did_you_mean
from kitgen.draw.drawing import Box, Drawing, Picture
from kitgen.draw.svg import SvgError, read_svg
from kitgen.errors import VariantError

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_BYTES = 4_000_000
_ORIENTATION = 0x0112
"""The tag in which a camera says how it was held."""

MAX_PIXELS = 40_000_000
SHAPE_TOLERANCE = 0.1
"""By how much the shape of a drawing may differ before it is told."""

_RASTER_ENDINGS = (".png", ".jpg", ".jpeg")


class ArtShelf:
    """Finds pieces of art by name in folders, the variant's own before the shipped ones; each is read once."""

    def __init__(self, folders: Sequence[FilePath]) -> None:
        self._folders = [folder for folder in folders if folder.is_dir()]
        self._drawings: dict[str, Drawing] = {}

    def __call__(self, name: str) -> Drawing:
        """The drawing called ``name``; raises VariantError for a file that cannot be used."""
        if name not in self._drawings:
            self._drawings[name] = self._read(name)
        return self._drawings[name]

    def has(self, name: str) -> bool:
        """Whether there is a drawing of that name."""
        return self._find(name) is not None

    def read_replacements(self) -> None:
        """Read every drawing that stands in the place of another; raises VariantError for one that cannot be used."""
        for name in sorted({file.stem for folder in self._folders for file in folder.iterdir()}):
            if self._find(name, beneath=True) is not None:
                self(name)

    def hint(self, name: str) -> str:
        """The nearest name on the shelf."""
        return did_you_mean(name, {file.stem for folder in self._folders for file in folder.iterdir()})

    def misshapen(self) -> Iterator[Diagnostic]:
        """Of the drawings that were used: those of another shape than the ones in whose place they stand."""
        for name, drawing in self._drawings.items():
            file, replaced = self._find(name), self._find(name, beneath=True)
            if file is None or replaced is None:
                continue
            usual = _read_file(replaced)
            shape, wanted = drawing.width / drawing.height, usual.width / usual.height
            if max(shape, wanted) > min(shape, wanted) * (1 + SHAPE_TOLERANCE):
                message = f"this is {shape:.2f} times as wide as high, the drawing that it replaces {wanted:.2f} times"
                hint = "draw it in that shape; it is not stretched, so room stays beside it, or its edges are cut off"
                yield Diagnostic("art-shape", Severity.WARNING, message, Span(str(file), 1, 1), name, hint)

    def _find(self, name: str, *, beneath: bool = False) -> FilePath | None:
        """The first file of that name, or the one that it hides."""
        found = [file for folder in self._folders if (file := _in_folder(folder, name))]
        return found[beneath] if len(found) > beneath else None

    def _read(self, name: str) -> Drawing:
        file = self._find(name)
        if file is None:
            raise _unusable(
                FilePath(f"{name}.svg"), "missing-art", f"there is no drawing called {name!r}", self.hint(name)
            )
        return _read_file(file)


def _in_folder(folder: FilePath, name: str) -> FilePath | None:
    for ending in (".svg", *_RASTER_ENDINGS):
        # A folder or a broken link of that name is found too, and refused when it is read.
        if os.path.lexists(folder / f"{name}{ending}"):
            return folder / f"{name}{ending}"
    return None


def _read_file(file: FilePath) -> Drawing:
    return _read_raster(file) if file.suffix in _RASTER_ENDINGS else _read_svg(file)


def _unusable(file: FilePath, code: str, message: str, hint: str = "", line: int = 1, column: int = 1) -> VariantError:
    span = Span(str(file), line, column)
    return VariantError(
        f"the art {file.name} cannot be used", [Diagnostic(code, Severity.ERROR, message, span, "", hint)]
    )


def _bytes(file: FilePath) -> bytes:
    try:
        size = file.stat().st_size
        if size > MAX_BYTES:
            raise _unusable(file, "art-too-big", f"the file has {size:,} bytes; at most {MAX_BYTES:,} are read")
        return file.read_bytes()
    except OSError as fault:
        raise _unusable(file, "art-unreadable", f"the file cannot be read: {fault.strerror}") from None


def _read_raster(file: FilePath) -> Drawing:
    from PIL import Image as Images

    data = _bytes(file)
    limit, Images.MAX_IMAGE_PIXELS = Images.MAX_IMAGE_PIXELS, None
    try:
        with Images.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
            width, height = image.size
            if width * height > MAX_PIXELS:
                millions = width * height // 1_000_000
                message = f"the picture has {width:,} × {height:,} = {millions} million pixels"
                hint = f"save it smaller: at most {MAX_PIXELS // 1_000_000} million; 1,200 a side print well on a card"
                raise _unusable(file, "art-too-big", message, hint)
            image.load()
            upright = _plain(image)
    except (OSError, SyntaxError, ValueError, MemoryError):
        raise _unusable(file, "art-unreadable", "this is no PNG or JPEG that can be read", "save it anew") from None
    finally:
        Images.MAX_IMAGE_PIXELS = limit
    if upright is not None:
        width, height = upright.size
        written = io.BytesIO()
        upright.save(written, "PNG")
        data = written.getvalue()
    # 300 dots an inch give the drawing its own size; it is scaled into its box anyway.
    size = (width * 25_400 / 300, height * 25_400 / 300)
    return Drawing(file.stem, *size, (Picture(file.name, data, Box(0, 0, *size)),))


def _plain(image: Image) -> Image | None:
    """A picture as all programs show it, where its file says that in a way that some pass over: turned by its camera,
    in 16 bits, or transparent by one colour; None for all others, which stay as they are."""
    from PIL import ImageOps

    turned = ImageOps.exif_transpose(image) if image.getexif().get(_ORIENTATION, 1) != 1 else None
    found = turned or image
    if found.mode.startswith("I"):
        return found.convert("I").point(lambda value: value / 257).convert("L")
    if "transparency" in found.info and found.mode in ("RGB", "L"):
        return found.convert("RGBA")
    return turned


def _read_svg(file: FilePath) -> Drawing:
    try:
        return read_svg(file.stem, _bytes(file))
    except SvgError as problem:
        hint = "docs/art.md lists what is read" if problem.code == "art-unsupported" else ""
        span = Span(str(file), *problem.place)
        found = [Diagnostic(problem.code, Severity.ERROR, fault, span, "", hint) for fault in problem.faults]
        raise VariantError(f"the art {file.name} cannot be used", found) from None
