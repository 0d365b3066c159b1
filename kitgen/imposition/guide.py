"""The how-to-print page: rulers, paper by part, the order of cuts, the finished set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kitgen.components.kit import Component, Kit, Part
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Drawing, Op, Paint
from kitgen.draw.text import fit_text
from kitgen.draw.theme import INK, body, strong
from kitgen.imposition.effort import Effort, PartEffort
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.paper import PAPERS, Paper
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.rulesheet.template import Literal
from kitgen.source.words import Words
from kitgen.units import INCH, MM

_RULER = Paint(stroke=INK, width=250)

MAP_WIDTH, MAP_HEIGHT = 78 * MM, 88 * MM
"""How large a board may stand on the page that tells how its tiles come together."""


def how_to_print(
    words: Words,
    kit: Kit,
    finished: Drawing,
    counted: Effort,
    files: Mapping[Part, Sequence[str]],
    own_sheets: int,
    picture_width: int,
    options: PrintOptions,
) -> RuleDocument:
    """The page that comes first in the extras: what to print on what, and what it costs to make.

    ``own_sheets`` is how many sheets the page itself takes, which ``counted`` does not know yet.
    """
    parts = [
        replace(part, sheets=part.sheets + own_sheets) if part.part == "extras" else part for part in counted.parts
    ]
    whole = Effort(tuple(parts))
    shown = [component for component in kit.components if component.part in files]
    context = {
        "title": Literal(kit.title),
        "paper": Literal(paper_name(words, options.paper)),
        "parts": [_part(words, part, files[part.part]) for part in parts],
        "sheets": whole.sheets,
        "cuts": whole.cuts,
        "outlines": whole.outlines,
        "stocks": [
            {"name": Literal(words(f"stocks.{stock}")), "sheets": sheets} for stock, sheets in whole.stocks.items()
        ],
        "components": [
            {"title": Literal(component.title), "count": component.count, "how": Literal(how)}
            for component in shown
            if (how := words.find(f"craft.{component.id}"))
        ],
        "options": {name: getattr(options, name) for name in ("sides", "marks", "boards", "booklet", "large_print")},
        "two_sided": any(part.both_sides for part in parts if part.part != "rules"),
        "folded": options.sides == "gutterfold" and any(component.two_sided for component in shown),
        "backless": options.sides == "fronts" and any(component.two_sided for component in shown),
        "rules_are_printed": "rules" in files,
        "boxes": Literal(words("parts.boxes")) if "boxes" in files else None,
    }
    figures = {"rulers": rulers(words), "finished": _scaled(finished, picture_width)}
    return RuleDocument("how-to-print", words("how_to_print"), "extras", "how-to-print", context, figures, columns=1)


def assembly(words: Words, title: str, boards: Sequence[Component], maps: Sequence[Drawing]) -> RuleDocument:
    """The page before tiled boards: how the tiles of each come together."""
    context = {
        "title": Literal(title),
        "boards": [
            {"id": drawing.name, "title": Literal(board.title)} for board, drawing in zip(boards, maps, strict=True)
        ],
    }
    width = min(MAP_WIDTH, *(MAP_HEIGHT * drawing.width / drawing.height for drawing in maps))
    figures = {drawing.name: _scaled(drawing, width) for drawing in maps}
    return RuleDocument("assembly", words("assembly"), "boards", "assembly", context, figures, columns=1)


def paper_name(words: Words, paper: Paper) -> str:
    """A paper as people say it."""
    return words(f"papers.{paper.name}") if paper.name in PAPERS else words("papers.custom", size=paper.name)


def _part(words: Words, part: PartEffort, files: Sequence[str]) -> dict[str, object]:
    return {
        "name": Literal(words(f"parts.{part.part}")),
        "file": Literal(", ".join(files)),
        "stock": Literal(words(f"stock.{part.part}")),
        "sheets": part.sheets,
        "both": part.both_sides,
        "pieces": part.pieces,
        "faces": part.faces,
        "cuts": part.cuts,
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
