"""SVG → drawing operations: a strict reader of the small part of SVG that docs/art.md describes.

What is not described is refused by name, never passed over: a drawing that silently lacks a piece is worse than an
error. fontTools parses the path data. One user unit is one millimetre.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

from fontTools.svgLib.path.parser import parse_path

from kitgen.draw import shapes
from kitgen.draw.drawing import CURRENT, Box, Drawing, Group, Matrix, Op, Paint, Segment, Shape, multiply
from kitgen.units import MM

MAX_SHAPES = 20_000
MAX_DEPTH = 100

_SVG = "{http://www.w3.org/2000/svg}"
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
# Atomic and possessive throughout: no text can make them try again and again.
_NUMBER = r"(?>[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)"
_PATH_DATA = re.compile(rf"\s*(?:[Mm](?:{_NUMBER}|[MmZzLlHhVvCcSsQqTtAa]|[\s,])*+)?")
_TRANSFORM = re.compile(rf"\s*(\w+)\s*\(((?:\s|,|{_NUMBER})*+)\)\s*,?")
_COLOUR = re.compile(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}")
_KEYWORDS = {
    "fill-rule": ("nonzero", "evenodd"),
    "stroke-linecap": ("round", "butt", "square"),
    "stroke-linejoin": ("round", "miter", "bevel"),
}


class SvgError(Exception):
    """What a file has that is not read; each fault in one sentence."""

    def __init__(self, code: str, faults: list[str], place: tuple[int, int] = (1, 1)) -> None:
        super().__init__(faults[0])
        self.code, self.faults, self.place = code, faults, place


@dataclass(slots=True)
class _Reader:
    """Collects faults while it converts, so that an artist sees all of them in one run."""

    faults: list[str] = field(default_factory=list)
    shapes: int = 0

    def element(self, element: ElementTree.Element, paint: Paint, depth: int = 0) -> list[Op]:
        """The operations of an element and all in it; paint is handed down."""
        name = str(element.tag).removeprefix(_SVG)
        if name not in _ELEMENTS or (name == "svg" and depth):
            self.faults.append(f"<{name.split('}')[-1]}> is not read")
            return []
        if depth > MAX_DEPTH:
            self.faults.append(f"<{name}> is nested more than {MAX_DEPTH} deep")
            return []
        for attribute, value in element.attrib.items():
            if attribute not in _ELEMENTS[name]:
                self.faults.append(f"<{name} {attribute.split('}')[-1]}={value[:40]!r}> is not read")
        paint = self._painted(name, element.attrib, paint)
        if name in ("svg", "g"):
            ops = [op for child in element for op in self.element(child, paint, depth + 1)]
        else:
            for child in element:
                self.element(child, paint, depth + 1)
            ops = list(self._shape(name, element.attrib, paint))
        matrix = self._transform(name, element.attrib)
        return [Group(tuple(ops), matrix)] if matrix is not None and ops else ops

    def _shape(self, name: str, attributes: Mapping[str, str], paint: Paint) -> list[Op]:
        if name in ("title", "desc"):
            return []
        self.shapes += 1
        if self.shapes == MAX_SHAPES + 1:
            self.faults.append(f"more than {MAX_SHAPES:,} shapes")
        segments = getattr(self, f"_{name}")(attributes) if self.shapes <= MAX_SHAPES else ()
        if name == "line":
            paint = replace(paint, fill=None)
        if not paint.width:
            paint = replace(paint, stroke=None)
        return [Shape(segments, paint)] if segments else []

    # ── Shapes ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _path(self, attributes: Mapping[str, str]) -> tuple[Segment, ...]:
        data = attributes.get("d", "")
        pen = _Pen()
        if _PATH_DATA.fullmatch(data) and not re.search(r"(?<![\d.])0\d", re.sub(r"[Aa][^A-Za-z]*", "", data)):
            try:
                parse_path(data, pen)
            except (ValueError, IndexError, ZeroDivisionError, OverflowError):
                pen.segments.append(("M", math.nan, math.nan))
        else:
            pen.segments.append(("M", math.nan, math.nan))
        if any(not math.isfinite(value) for _, *values in pen.segments for value in values):
            self.faults.append(f"<path d={data[:40]!r}> is no path data")
            return ()
        return tuple(pen.segments)

    def _circle(self, attributes: Mapping[str, str]) -> tuple[Segment, ...]:
        x, y, radius = self._lengths("circle", attributes, "cx", "cy", "+r")
        return shapes.circle(x, y, radius, Paint()).segments if radius else ()

    def _ellipse(self, attributes: Mapping[str, str]) -> tuple[Segment, ...]:
        x, y, a, b = self._lengths("ellipse", attributes, "cx", "cy", "+rx", "+ry")
        return shapes.ellipse(Box(x - a, y - b, 2 * a, 2 * b), Paint()).segments if a and b else ()

    def _rect(self, attributes: Mapping[str, str]) -> tuple[Segment, ...]:
        x, y, width, height, rx, ry = self._lengths("rect", attributes, "x", "y", "+width", "+height", "+rx", "+ry")
        # One radius stands for both where the other is not given.
        rx, ry = (rx if "rx" in attributes else ry), (ry if "ry" in attributes else rx)
        box = Box(x, y, width, height)
        return shapes.rectangle(box, Paint(), rx, ry).segments if width and height else ()

    def _line(self, attributes: Mapping[str, str]) -> tuple[Segment, ...]:
        x1, y1, x2, y2 = self._lengths("line", attributes, "x1", "y1", "x2", "y2")
        return (("M", x1, y1), ("L", x2, y2))

    def _polyline(self, attributes: Mapping[str, str]) -> tuple[Segment, ...]:
        return self._points("polyline", attributes, closed=False)

    def _polygon(self, attributes: Mapping[str, str]) -> tuple[Segment, ...]:
        return self._points("polygon", attributes, closed=True)

    def _points(self, name: str, attributes: Mapping[str, str], *, closed: bool) -> tuple[Segment, ...]:
        text = attributes.get("points", "")
        numbers = _numbers(text)
        if numbers is None or len(numbers) % 2:
            self.faults.append(f"<{name} points={text[:40]!r}> are no points")
            return ()
        points = [(x * MM, y * MM) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        return shapes.polygon(points, Paint(), closed=closed).segments if points else ()

    def _lengths(self, name: str, attributes: Mapping[str, str], *wanted: str) -> list[float]:
        """Attributes as micrometres, 0 where absent; those with a plus must not be negative."""
        return [self._length(name, attributes, key.lstrip("+"), key.startswith("+")) for key in wanted]

    def _length(self, name: str, attributes: Mapping[str, str], key: str, positive: bool) -> float:
        numbers = _numbers(attributes.get(key, "0"))
        if numbers is None or len(numbers) != 1 or (positive and numbers[0] < 0):
            self.faults.append(f"<{name} {key}={attributes[key][:40]!r}> is no {'positive ' * positive}number")
            return 0.0
        return numbers[0] * MM

    # ── Paint and transforms ────────────────────────────────────────────────────────────────────────────────────────

    def _painted(self, name: str, attributes: Mapping[str, str], paint: Paint) -> Paint:
        """The paint of the parent, with what the element says itself."""
        for key, allowed in _KEYWORDS.items():
            if attributes.get(key, allowed[0]) not in allowed:
                self.faults.append(f"<{name} {key}={attributes[key][:40]!r}> is none of {', '.join(allowed)}")
        if "fill" in attributes:
            paint = replace(paint, fill=self._colour(name, "fill", attributes["fill"]))
        if "stroke" in attributes:
            paint = replace(paint, stroke=self._colour(name, "stroke", attributes["stroke"]))
        if "stroke-width" in attributes:
            paint = replace(paint, width=self._length(name, attributes, "stroke-width", True))
        if "fill-rule" in attributes:
            paint = replace(paint, even_odd=attributes["fill-rule"] == "evenodd")
        if "stroke-dasharray" in attributes:
            paint = replace(paint, dash=self._dashes(name, attributes["stroke-dasharray"]))
        return paint

    def _colour(self, name: str, key: str, text: str) -> str | None:
        if text in ("none", "currentColor"):
            return CURRENT if text == "currentColor" else None
        if not _COLOUR.fullmatch(text):
            self.faults.append(f"<{name} {key}={text[:40]!r}>: a colour is #rrggbb, none or currentColor")
            return None
        digits = text[1:] if len(text) == 7 else "".join(digit * 2 for digit in text[1:])
        return f"#{digits.upper()}"

    def _dashes(self, name: str, text: str) -> tuple[float, ...]:
        numbers = () if text == "none" else _numbers(text)
        if numbers is None or any(number < 0 for number in numbers) or (numbers and not any(numbers)):
            self.faults.append(f"<{name} stroke-dasharray={text[:40]!r}> are no dashes")
            return ()
        return tuple(number * MM for number in numbers)

    def _transform(self, name: str, attributes: Mapping[str, str]) -> Matrix | None:
        text = attributes.get("transform")
        if text is None:
            return None
        matrix: Matrix = (1, 0, 0, 1, 0, 0)
        position = 0
        while position < len(text.rstrip()):
            match = _TRANSFORM.match(text, position)
            numbers = _numbers(match[2]) if match else None
            step = _matrix(match[1], numbers) if match and numbers else None
            if match is None or step is None:
                self.faults.append(f"<{name} transform={text[:40]!r}> is no transform")
                return None
            matrix = multiply(matrix, step)
            position = match.end()
        return matrix


class _Pen:
    """Takes path data from fontTools' parser as segments in micrometres."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._at = self._start = (0.0, 0.0)

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 (fontTools' name)
        self._add("M", point)
        self._start = point

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._add("L", point)

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._add("C", *points)

    def qCurveTo(self, handle: tuple[float, float], end: tuple[float, float]) -> None:  # noqa: N802
        (x0, y0), (x1, y1), (x2, y2) = self._at, handle, end
        first = (x0 + (x1 - x0) * 2 / 3, y0 + (y1 - y0) * 2 / 3)
        self._add("C", first, (x2 + (x1 - x2) * 2 / 3, y2 + (y1 - y2) * 2 / 3), end)

    def closePath(self) -> None:  # noqa: N802
        self.segments.append(("Z",))
        self._at = self._start

    def endPath(self) -> None:  # noqa: N802
        """An open end needs no sign."""

    def _add(self, letter: str, *points: tuple[float, float]) -> None:
        self.segments.append((letter, *(round(value * MM, 1) for point in points for value in point)))
        self._at = points[-1]


def _numbers(text: str) -> list[float] | None:
    """Numbers parted by spaces or commas; None if there is anything else, or none that is finite."""
    if not re.fullmatch(rf"\s*(?:{_NUMBER}(?:\s*+,\s*+|\s++|(?=[-+.])|$))*+\s*+", text):
        return None
    numbers = [float(number) for number in re.findall(_NUMBER, text)]
    return numbers if all(math.isfinite(number) and abs(number) < 1e6 for number in numbers) else None


def _matrix(name: str, numbers: list[float]) -> Matrix | None:
    """A transform function with its arguments as a matrix in micrometres."""
    makers: dict[tuple[str, int], Callable[..., Matrix]] = {
        ("translate", 1): lambda x: (1, 0, 0, 1, x * MM, 0),
        ("translate", 2): lambda x, y: (1, 0, 0, 1, x * MM, y * MM),
        ("scale", 1): lambda s: (s, 0, 0, s, 0, 0),
        ("scale", 2): lambda x, y: (x, 0, 0, y, 0, 0),
        ("rotate", 1): _rotation,
        ("rotate", 3): lambda a, x, y: multiply(
            multiply((1, 0, 0, 1, x * MM, y * MM), _rotation(a)), (1, 0, 0, 1, -x * MM, -y * MM)
        ),
        ("skewX", 1): lambda a: (1, 0, math.tan(math.radians(a)), 1, 0, 0),
        ("skewY", 1): lambda a: (1, math.tan(math.radians(a)), 0, 1, 0, 0),
        ("matrix", 6): lambda a, b, c, d, e, f: (a, b, c, d, e * MM, f * MM),
    }
    maker = makers.get((name, len(numbers)))
    return maker(*numbers) if maker else None


def _rotation(degrees: float) -> Matrix:
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (cosine, sine, -sine, cosine, 0, 0)


@lru_cache(maxsize=512)
def read_svg(name: str, data: bytes) -> Drawing:
    """The drawing in an SVG file; raises SvgError with everything that is not read.

    What was read once is kept, since whoever watches a variant builds its kit again and again.
    """
    root = _root(data)
    width, height = _view_box(root)
    reader = _Reader()
    try:
        ops = reader.element(root, Paint(fill="#000000", width=MM))
    except RecursionError:
        raise SvgError("art-unsupported", [f"groups are nested more than {MAX_DEPTH} deep"]) from None
    if reader.faults:
        raise SvgError("art-unsupported", list(dict.fromkeys(reader.faults)))
    return Drawing(name, width * MM, height * MM, tuple(ops))


def _root(data: bytes) -> ElementTree.Element:
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SvgError("art-unreadable", ["the file is not UTF-8"]) from None
    if re.search(rb"<!(DOCTYPE|ENTITY)", data):
        raise SvgError("art-unsupported", ["document types and entities are not allowed; remove <!DOCTYPE …>"])
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as fault:
        line, column = fault.position
        raise SvgError("art-unreadable", [f"this is not XML: {fault}"], (line, column + 1)) from None
    except (LookupError, ValueError, RecursionError) as fault:
        raise SvgError("art-unreadable", [f"this is not XML: {fault}"]) from None
    if root.tag != f"{_SVG}svg":
        raise SvgError(
            "art-unreadable", ['this is no SVG file: its root is not <svg xmlns="http://www.w3.org/2000/svg">']
        )
    return root


def _view_box(root: ElementTree.Element) -> tuple[float, float]:
    box: Any = _numbers(root.get("viewBox", ""))
    if box is None or len(box) != 4:
        raise SvgError("art-unsupported", ['viewBox is missing or not four numbers, as in viewBox="0 0 56 32"'])
    x, y, width, height = box
    if (x, y) != (0, 0) or not (0 < width <= 2_000 and 0 < height <= 2_000):
        raise SvgError("art-unsupported", ["viewBox must begin at 0 0 and be up to 2,000 wide and high"])
    return width, height
