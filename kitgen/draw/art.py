"""Art: SVG files (and, beside a variant, PNG or JPEG) as drawings.

The strict reader here names every element and attribute that kitgen takes (docs/art.md); svglib then does the
mathematics of paths and transforms. One user unit is one millimetre.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Any
from xml.etree import ElementTree

from kitgen.diagnostics import Diagnostic, Severity, Span, did_you_mean
from kitgen.draw import shapes
from kitgen.draw.drawing import CURRENT, Box, Drawing, Group, Matrix, Op, Paint, Picture, Segment, Shape
from kitgen.errors import VariantError
from kitgen.units import MM

MAX_BYTES = 4_000_000
MAX_PIXELS = 40_000_000
MAX_SHAPES = 20_000

_SVG = "{http://www.w3.org/2000/svg}"
_CURRENT_STAND_IN = "#010203"
_PAINT = {"fill", "fill-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray"}
_COMMON = _PAINT | {"id", "transform"}
_ELEMENTS: dict[str, set[str]] = {
    "svg": {"viewBox", "width", "height", "version", *_COMMON},
    "g": _COMMON,
    "path": {"d", *_COMMON},
    "circle": {"cx", "cy", "r", *_COMMON},
    "ellipse": {"cx", "cy", "rx", "ry", *_COMMON},
    "rect": {"x", "y", "width", "height", "rx", "ry", *_COMMON},
    "line": {"x1", "y1", "x2", "y2", *_COMMON},
    "polyline": {"points", *_COMMON},
    "polygon": {"points", *_COMMON},
    "title": set(),
    "desc": set(),
}
_COLOUR = re.compile(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|none|currentColor")
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

    def hint(self, name: str) -> str:
        """The nearest name on the shelf."""
        return did_you_mean(name, {file.stem for folder in self._folders for file in folder.iterdir()})

    def _find(self, name: str) -> FilePath | None:
        for folder in self._folders:
            for ending in (".svg", *_RASTER_ENDINGS):
                if (folder / f"{name}{ending}").is_file():
                    return folder / f"{name}{ending}"
        return None

    def _read(self, name: str) -> Drawing:
        file = self._find(name)
        if file is None:
            raise _unusable(
                FilePath(f"{name}.svg"), "missing-art", f"there is no drawing called {name!r}", self.hint(name)
            )
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
    from PIL import Image

    data = _bytes(file)
    limit, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
            width, height = image.size
            if width * height > MAX_PIXELS:
                millions = width * height // 1_000_000
                message = f"the picture has {width:,} × {height:,} = {millions} million pixels"
                hint = f"save it smaller: at most {MAX_PIXELS // 1_000_000} million; 1,200 a side print well on a card"
                raise _unusable(file, "art-too-big", message, hint)
            image.load()
    except (OSError, SyntaxError, ValueError) as fault:
        raise _unusable(file, "art-unreadable", f"this is no picture that can be read: {fault}") from None
    finally:
        Image.MAX_IMAGE_PIXELS = limit
    # 300 dots an inch give the drawing its own size; it is scaled into its box anyway.
    size = (width * 25_400 / 300, height * 25_400 / 300)
    return Drawing(file.stem, *size, (Picture(file.name, data, Box(0, 0, *size)),))


def _read_svg(file: FilePath) -> Drawing:
    data = _bytes(file)
    if re.search(rb"<!(DOCTYPE|ENTITY)", data):
        raise _unusable(file, "art-unsupported", "document types and entities are not allowed", "remove <!DOCTYPE …>")
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as fault:
        line, column = fault.position
        raise _unusable(file, "art-unreadable", f"this is not XML: {fault}", "", line, column + 1) from None
    width, height = _view_box(file, root)
    faults = [fault for element in root.iter() for fault in _strict(element)]
    if faults:
        span = Span(str(file), 1, 1)
        found = [
            Diagnostic("art-unsupported", Severity.ERROR, fault, span, hint="docs/art.md lists what is read")
            for fault in dict.fromkeys(faults)
        ]
        raise VariantError(f"the art {file.name} cannot be used", found)
    return Drawing(file.stem, width * MM, height * MM, _convert(file, data))


def _view_box(file: FilePath, root: ElementTree.Element) -> tuple[float, float]:
    if root.tag != f"{_SVG}svg":
        raise _unusable(file, "art-unreadable", "this is no SVG file: its root is not <svg> of the SVG namespace")
    try:
        x, y, width, height = (float(part) for part in root.get("viewBox", "").replace(",", " ").split())
    except ValueError:
        raise _unusable(
            file, "art-unsupported", "viewBox is missing or not four numbers", 'viewBox="0 0 56 32"'
        ) from None
    if (x, y) != (0, 0) or not (0 < width <= 2_000 and 0 < height <= 2_000):
        raise _unusable(file, "art-unsupported", "viewBox must begin at 0 0 and be 1 to 2,000 wide and high")
    return width, height


def _strict(element: ElementTree.Element) -> list[str]:
    """What an element has that kitgen does not read."""
    name = str(element.tag).removeprefix(_SVG)
    if name not in _ELEMENTS:
        return [f"<{name.split('}')[-1]}> is not read"]
    faults = []
    for attribute, value in element.attrib.items():
        shown = f"{attribute.split('}')[-1]}={value[:40]!r}"
        if attribute not in _ELEMENTS[name]:
            faults.append(f"<{name} {shown}> is not read")
        elif attribute in ("fill", "stroke") and not _COLOUR.fullmatch(value):
            faults.append(f"<{name} {shown}>: a colour is #rrggbb, none or currentColor")
    return faults


def _convert(file: FilePath, data: bytes) -> tuple[Op, ...]:
    import logging

    from svglib.svglib import svg2rlg

    logging.getLogger("svglib").setLevel(logging.CRITICAL)
    prepared = data.replace(b"currentColor", _CURRENT_STAND_IN.encode())
    try:
        drawing: Any = svg2rlg(io.BytesIO(prepared))
        # The outermost group only turns SVG's millimetres into ReportLab's points.
        ops = tuple(op for node in drawing.contents[0].contents for op in _ops(node))
    except Exception as fault:  # svglib raises whatever its libraries raise
        raise _unusable(file, "art-unreadable", f"the drawing cannot be read: {fault}") from None
    return ops


def _ops(node: Any) -> list[Op]:
    """A node of a ReportLab drawing as display-list operations in micrometres."""
    kind = type(node).__name__
    if kind == "Group":
        inner = tuple(op for child in node.contents for op in _ops(child))
        a, b, c, d, e, f = (float(value) for value in node.transform)
        matrix: Matrix = (a, b, c, d, e * MM, f * MM)
        return list(inner) if matrix == (1, 0, 0, 1, 0, 0) else [Group(inner, matrix)] if inner else []
    segments = _segments(node, kind)
    return [Shape(segments, _paint(node, kind))] if segments else []


def _segments(node: Any, kind: str) -> tuple[Segment, ...]:
    nothing = Paint()
    if kind == "Path":
        return _path_segments(node)
    if kind == "Circle":
        return shapes.circle(node.cx * MM, node.cy * MM, node.r * MM, nothing).segments
    if kind == "Ellipse":
        box = Box((node.cx - node.rx) * MM, (node.cy - node.ry) * MM, 2 * node.rx * MM, 2 * node.ry * MM)
        return shapes.ellipse(box, nothing).segments
    if kind == "Rect":
        box = Box(node.x * MM, node.y * MM, node.width * MM, node.height * MM)
        return shapes.rectangle(box, nothing, (node.rx or 0) * MM).segments
    if kind == "Line":
        return (("M", node.x1 * MM, node.y1 * MM), ("L", node.x2 * MM, node.y2 * MM))
    points = [(x * MM, y * MM) for x, y in zip(node.points[::2], node.points[1::2], strict=True)]
    return shapes.polygon(points, nothing, closed=kind == "Polygon").segments if points else ()


def _path_segments(node: Any) -> tuple[Segment, ...]:
    """ReportLab's paths are a list of operators and a flat list of points."""
    segments: list[Segment] = []
    points = iter(round(value * MM, 1) for value in node.points)
    for operator in node.operators:
        letter, count = (("M", 2), ("L", 2), ("C", 6), ("Z", 0))[operator]
        segments.append((letter, *(next(points) for _ in range(count))))
    return tuple(segments)


def _paint(node: Any, kind: str) -> Paint:
    fill = None if kind in ("Line", "PolyLine") else _colour(getattr(node, "fillColor", None))
    stroke = _colour(node.strokeColor)
    dash = tuple(float(value) * MM for value in (node.strokeDashArray or ()))
    width = float(node.strokeWidth or 0) * MM
    even_odd = kind == "Path" and getattr(node, "fillMode", None) == 0
    return Paint(fill, stroke if width else None, width, dash, even_odd)


def _colour(colour: Any) -> str | None:
    if colour is None:
        return None
    text = f"#{colour.hexval()[2:].upper()}"
    return CURRENT if text == _CURRENT_STAND_IN else text
