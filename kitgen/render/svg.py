"""Display lists → SVG. Dumb on purpose, as render/pdf is: every decision was taken before.

User units are micrometres, y down. A face or a drawing is written out where it is first wanted, and used by its id
everywhere else. Text stays text: a line stands at its own x on its baseline, in a font called ``kitgen-<name>``, which
is set without kerning and ligatures, as it was measured.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Sequence
from html import escape

from kitgen.components.kit import Face
from kitgen.draw.drawing import (
    CURRENT,
    IDENTITY,
    Box,
    Drawing,
    Group,
    Matrix,
    Op,
    Picture,
    Place,
    Segment,
    Shape,
    Text,
)
from kitgen.draw.fonts import em
from kitgen.imposition.sheet import Sheet

_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""What no page may hold, written or escaped."""

_TYPE = 100
"""The micrometres that are one unit where type is set: browsers set none that is larger than 10,000 units."""

_PNG = b"\x89PNG"


def plain(text: str) -> str:
    """A text for a page: its unwritable signs become the sign for these, markup is escaped."""
    return escape(_UNWRITABLE.sub("\ufffd", text))


def font_family(name: str) -> str:
    """What a font of draw/fonts is called in SVG and in style sheets."""
    return f"kitgen-{name}"


def path_data(segments: Iterable[Segment]) -> str:
    """An outline in whole micrometres, which are finer than any printer."""
    return "".join([segment[0] + " ".join([str(round(value)) for value in segment[1:]]) for segment in segments])


def view_box(box: Box) -> str:
    """A box as the attributes of a picture that shows just that."""
    return f'viewBox="{_numbers(box)}"'


def svg(content: str, box: Box, attributes: str = "") -> str:
    """A picture of a box; ``attributes`` are written into its tag as they are."""
    told = f" {attributes}" if attributes else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {view_box(box)}{told} fill="none" stroke-linecap="round" '
        f'stroke-linejoin="round" xml:space="preserve">{content}</svg>'
    )


class SvgWriter:
    """Writes the faces, drawings and sheets of one page, whose ids are told apart by ``prefix``."""

    def __init__(self, prefix: str = "g") -> None:
        self.signs: dict[str, set[str]] = {}
        """The signs that were set, by font."""
        self._prefix = prefix
        self._ids: dict[tuple[int, bool], str] = {}
        self._paths: dict[int, str] = {}
        # Identities tell things apart, so what they belong to has to live as long.
        self._keep: list[object] = []

    def face(self, face: Face) -> str:
        """A face, its bleed with it; the origin is the top left of its trim."""
        return self._once(face, True, lambda: self.ops((*face.background, *face.ops)))

    def drawing(self, drawing: Drawing) -> str:
        """A drawing at its own size, for which no colour was decided."""
        return self._once(drawing, False, lambda: self.ops(drawing.ops))

    def sheet(self, sheet: Sheet) -> str:
        """One side of a sheet of paper: its label, what is placed on it, its marks."""
        placed = "".join(
            _clipped(_moved(self.face(placement.face), placement.matrix), placement.clip)
            for placement in sheet.placements
        )
        printed = placed + self.ops(sheet.marks)
        if sheet.matrix != IDENTITY:
            printed = _clipped(printed, sheet.inked)
        return _moved(self.ops(sheet.label), sheet.label_matrix) + _moved(printed, sheet.matrix)

    def ops(self, ops: Iterable[Op], coloured: bool = False) -> str:
        """Operations; ``coloured`` says whether a colour was decided for CURRENT."""
        return "".join([self._op(op, coloured) for op in ops])

    def _once(self, owner: object, coloured: bool, content: Callable[[], str]) -> str:
        key = (id(owner), coloured)
        if key in self._ids:
            return f'<use href="#{self._ids[key]}"/>'
        self._keep.append(owner)
        self._ids[key] = name = f"{self._prefix}{len(self._ids)}"
        return f'<g id="{name}">{content()}</g>'

    def _op(self, op: Op, coloured: bool) -> str:
        if isinstance(op, Shape):
            return self._shape(op, coloured)
        if isinstance(op, Text):
            return self._text(op, coloured)
        if isinstance(op, Place):
            return self._place(op, coloured)
        if isinstance(op, Group):
            return self._group(op, coloured)
        return _image(op)

    def _shape(self, shape: Shape, coloured: bool) -> str:
        paint = shape.paint
        fill, stroke = _colour(paint.fill, coloured), _colour(paint.stroke, coloured)
        if fill is None and stroke is None:
            return ""
        told = [f'<path d="{self._path(shape)}"']
        if fill is not None:
            told.append(f'fill="{fill}"' + (' fill-rule="evenodd"' if paint.even_odd else ""))
        if stroke is not None:
            told.append(f'stroke="{stroke}" stroke-width="{paint.width:.0f}"')
            if paint.dash:
                told.append(f'stroke-dasharray="{" ".join(f"{dash:.0f}" for dash in paint.dash)}"')
        return " ".join(told) + "/>"

    def _path(self, shape: Shape) -> str:
        """The path of a shape; many are one and the same."""
        key = id(shape.segments)
        if key not in self._paths:
            self._keep.append(shape.segments)
            self._paths[key] = path_data(shape.segments)
        return self._paths[key]

    def _text(self, text: Text, coloured: bool) -> str:
        style, size = text.style, em(text.style)
        self.signs.setdefault(style.font, set()).update(*[line.text for line in text.lines])
        colour = _colour(style.colour, coloured) or style.colour
        told = f'transform="scale({_TYPE})" font-family="{font_family(style.font)}" font-size="{_type(size)}"'
        told += f' fill="{colour}"'
        if style.embolden:
            told += f' stroke="{colour}" stroke-width="{_type(style.embolden * size)}"'
        # The stroke stands half outside the first sign.
        shift = style.embolden * size / 2
        places = [f'x="{_type(line.x + shift)}" y="{_type(line.baseline)}"' for line in text.lines]
        if len(places) == 1:
            return f"<text {places[0]} {told}>{plain(text.lines[0].text)}</text>"
        # The blanks between lines are for those who copy them or look for them.
        lines = [f"<tspan {at}>{plain(line.text)}</tspan>" for at, line in zip(places, text.lines, strict=True)]
        return f"<text {told}>{' '.join(lines)}</text>"

    def _place(self, place: Place, coloured: bool) -> str:
        drawing, colour = place.drawing, _colour(place.colour, coloured)
        written = self._once(drawing, colour is not None, lambda: self.ops(drawing.ops, colour is not None))
        return _moved(written, place.matrix, "" if colour in (None, "currentColor") else f' color="{colour}"')

    def _group(self, group: Group, coloured: bool) -> str:
        content = self.ops(group.ops, coloured)
        return _moved(_clipped(content, group.clip) if group.clip is not None else content, group.matrix)


def _colour(colour: str | None, coloured: bool) -> str | None:
    """A colour as SVG writes it; None where nothing is painted."""
    if colour == CURRENT:
        return "currentColor" if coloured else None
    return colour


def _moved(content: str, matrix: Matrix, attributes: str = "") -> str:
    """Content in other coordinates."""
    if matrix == IDENTITY:
        return f"<g{attributes}>{content}</g>" if attributes else content
    a, b, c, d, e, f = matrix
    still = (a, b, c, d) == (1, 0, 0, 1)
    told = f"translate({_numbers((e, f))})" if still else f"matrix({_numbers(matrix)})"
    return f'<g transform="{told}"{attributes}>{content}</g>'


def _clipped(content: str, box: Box) -> str:
    """Content cut off outside a box: a picture in the picture, which needs no id."""
    x, y, width, height = map(_number, box)
    place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<svg {place} {view_box(box)} overflow="hidden">{content}</svg>'


def _image(picture: Picture) -> str:
    x, y, width, height = map(_number, picture.box)
    kind = "png" if picture.data.startswith(_PNG) else "jpeg"
    data = base64.b64encode(picture.data).decode("ascii")
    place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<image {place} preserveAspectRatio="none" href="data:image/{kind};base64,{data}"/>'


def _number(value: float) -> str:
    """A number without needless zeros."""
    return f"{value:.7f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def _type(length: float) -> str:
    """A length in micrometres as it is written where type is set."""
    return _number(round(length) / _TYPE)


def _numbers(values: Sequence[float]) -> str:
    return " ".join([_number(value) for value in values])
