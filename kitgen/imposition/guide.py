"""The how-to-print page: rulers, paper by part, the order of cuts, the finished set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kitgen.components.kit import Component, Part
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Drawing, Op, Paint
from kitgen.draw.text import fit_text
from kitgen.draw.theme import INK, body, strong
from kitgen.imposition.sheets import Sheet
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.rulesheet.template import Literal
from kitgen.source.words import Words
from kitgen.units import INCH, MM

_RULER = Paint(stroke=INK, width=250)


def how_to_print(
    words: Words,
    title: str,
    components: Sequence[Component],
    sheets: Mapping[Part, Sequence[Sheet]],
    files: Mapping[Part, str],
    finished: Drawing,
    picture_width: int,
    paper: str,
) -> RuleDocument:
    """The page that comes first in the extras; it counts the sheets of every part that is built."""
    context = {
        "title": Literal(title),
        "paper": Literal(words(f"papers.{paper}")),
        "parts": [_part(words, part, of_part, files[part]) for part, of_part in sheets.items()],
        "components": [
            {"title": Literal(component.title), "count": component.count, "how": Literal(how)}
            for component in components
            if (how := words.find(f"craft.{component.id}"))
        ],
        "two_sided": any(
            sheet.side == "back" for part, of_part in sheets.items() if part != "rules" for sheet in of_part
        ),
    }
    figures = {"rulers": rulers(words), "finished": _scaled(finished, picture_width)}
    return RuleDocument("how-to-print", words("how_to_print"), "extras", "how-to-print", context, figures, columns=1)


def _part(words: Words, part: Part, sheets: Sequence[Sheet], file: str) -> dict[str, object]:
    fronts = sum(1 for sheet in sheets if sheet.side == "front")
    # The how-to-print page itself is the first sheet of the extras.
    return {
        "name": Literal(words(f"parts.{part}")),
        "file": Literal(file),
        "stock": Literal(words(f"stock.{part}")),
        "sheets": fronts + (part == "extras"),
        "both": any(sheet.side == "back" for sheet in sheets),
    }


def rulers(words: Words) -> Drawing:
    """A ruler of 100 mm and one of 4 inches, to hold a real one against."""
    width = 104 * MM
    ops: list[Op] = _ruler(
        0, [(number * MM, 4 if number % 10 == 0 else 2.8 if number % 5 == 0 else 1.8) for number in range(101)]
    )
    eighth = INCH / 8
    ops += _ruler(
        13 * MM, [(number * eighth, 4 if number % 8 == 0 else 2.8 if number % 4 == 0 else 1.8) for number in range(33)]
    )
    labels = [(0, 10 * MM, 11, 5.2 * MM, "mm"), (0, INCH, 5, 18.2 * MM, "in")]
    for start, step, count, y, unit in labels:
        for number in range(count):
            text = f"{number * 10 if unit == 'mm' else number}"
            box = Box(start + number * step - 4 * MM + 2 * MM, y, 8 * MM, 3.2 * MM)
            ops.append(fit_text(text, box, body(7.5), f"ruler {unit}"))
    ops.append(
        fit_text(words("ruler_mm"), Box(width + 4 * MM, 0, 40 * MM, 5 * MM), strong(10), "ruler mm", align="left")
    )
    ops.append(
        fit_text(words("ruler_in"), Box(width + 4 * MM, 13 * MM, 40 * MM, 5 * MM), strong(10), "ruler in", align="left")
    )
    return Drawing("rulers", 150 * MM, 22 * MM, tuple(ops))


def _ruler(y: float, ticks: Sequence[tuple[float, float]]) -> list[Op]:
    left, last = 2 * MM, ticks[-1][0]
    lines: list[Op] = [shapes.line(left, y, left + last, y, _RULER)]
    lines += [shapes.line(left + at, y, left + at, y + long * MM, _RULER) for at, long in ticks]
    return lines


def _scaled(drawing: Drawing, width: float) -> Drawing:
    scale = width / drawing.width
    return Drawing(drawing.name, width, drawing.height * scale, (shapes.move(drawing.ops, 0, 0, scale),))
