"""The how-to-print page: rulers, paper by part, the order of cuts, the finished set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kitgen.components.kit import Component, Kit, Part
from kitgen.draw import shapes
from kitgen.draw.drawing import Drawing, Op
from kitgen.imposition.effort import Effort, PartEffort
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.pages import column_width
from kitgen.imposition.paper import PAPERS, Paper
from kitgen.imposition.rulers import inch_ruler, metric_ruler
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.rulesheet.template import Literal
from kitgen.source.words import Words
from kitgen.units import MM

TABLE_WIDTH = 140 * MM
"""Of paper on which the table of parts has room; on narrower paper they are a list."""

RULERS_WIDTH, RULERS_HEIGHT = 114 * MM, 20 * MM
PICTURE_BESIDE = 50 * MM
"""How wide the picture of the finished set must be at least to stand beside the rulers; else it comes last."""

PICTURE_WIDTH = 80 * MM
"""How wide it is there."""

MAP_WIDTH, MAP_HEIGHT = 78 * MM, 88 * MM
"""How large a board may stand on the page that tells how its tiles come together."""


def how_to_print(
    words: Words,
    kit: Kit,
    finished: Drawing,
    counted: Effort,
    files: Mapping[Part, str],
    own: int,
    options: PrintOptions,
) -> RuleDocument:
    """The page that comes first in the extras: what to print on what, and what it costs to make.

    ``own`` is how many pages it takes itself, which ``counted`` does not know yet; each is a sheet.
    """
    parts = [
        replace(
            part,
            sheets=part.sheets + own,
            faces=part.faces + own,
            stocks={**part.stocks, "paper": part.stocks.get("paper", 0) + own},
        )
        if part.part == "extras"
        else part
        for part in counted.parts
    ]
    whole = Effort(tuple(parts))
    room = column_width(options)
    apart = room < RULERS_WIDTH + PICTURE_BESIDE
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
        "components": list(_crafts(words, shown, options)),
        "picture": apart,
        "printer": Literal(options.printer) if options.printer else None,
        "centred": options.paper.name == "fit",
        "tiled": options.boards == "tiled" and any(component.joined for component in shown),
        "narrow": options.large_print or options.paper.width < TABLE_WIDTH,
        "options": {name: getattr(options, name) for name in ("sides", "marks", "boards", "booklet", "large_print")},
        "two_sided": any(part.both_sides for part in parts),
        "folded": options.sides == "gutterfold" and any(component.two_sided for component in shown),
        "backless": options.sides == "fronts" and any(component.two_sided for component in shown),
        "rules_are_printed": "rules" in files,
        "boxes": Literal(words("parts.boxes")) if "boxes" in files else None,
    }
    figures = {"rulers": rulers(room, None if apart else finished), "finished": _scaled(finished, PICTURE_WIDTH)}
    return RuleDocument("how-to-print", words("how_to_print"), "extras", "how-to-print", context, figures, columns=1)


def _crafts(words: Words, components: Sequence[Component], options: PrintOptions) -> Iterator[dict[str, object]]:
    """What is to be known of each component when it is cut out; how sections meet only where there are some."""
    for component in components:
        how = words.find(f"craft.{component.craft or component.id}")
        if how and (options.boards == "sections" or not component.joined):
            yield {"title": Literal(component.title), "count": component.count, "how": Literal(how)}


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


def _part(words: Words, part: PartEffort, file: str) -> dict[str, object]:
    return {
        "name": Literal(words(f"parts.{part.part}")),
        "file": Literal(file),
        "stock": Literal(stock_text(words, part)),
        "sheets": part.sheets,
        "both": part.both_sides,
        "pieces": part.pieces,
        "faces": part.faces,
        "cuts": part.cuts,
    }


def stock_text(words: Words, part: PartEffort) -> str:
    """What a part is printed on, in words."""
    return "".join(words(f"stock.{wanted}") for wanted in part.wanted)


def rulers(room: float, picture: Drawing | None = None) -> Drawing:
    """A ruler of 100 mm and one of 4 inches, or half of both where there is less room, printed as they are; beside them
    a picture."""
    whole = room >= RULERS_WIDTH
    width = float(RULERS_WIDTH if whole else 62 * MM)
    metric, inches = metric_ruler(100 if whole else 50), inch_ruler(4 if whole else 2)
    ops: list[Op] = [shapes.move(metric, 4 * MM, 0), shapes.move(inches, 4 * MM, 11 * MM)]
    if picture is None:
        return Drawing("rulers", width, RULERS_HEIGHT, tuple(ops), exact=True)
    beside = _scaled(picture, room - width)
    height = max(RULERS_HEIGHT, beside.height)
    placed = [
        shapes.move(ops, 0, (height - RULERS_HEIGHT) / 2),
        shapes.move(beside.ops, width, (height - beside.height) / 2),
    ]
    return Drawing("rulers", room, height, tuple(placed), exact=True)


def _scaled(drawing: Drawing, width: float) -> Drawing:
    scale = width / drawing.width
    return Drawing(drawing.name, width, drawing.height * scale, (shapes.move(drawing.ops, 0, 0, scale),))
