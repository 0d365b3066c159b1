"""Text into boxes: break, shrink to the floor, place. What does not fit is laid out all the same; preflight tells."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Literal

from kitgen.draw.drawing import Box, Line, Style, Text
from kitgen.draw.fonts import em, font, text_width
from kitgen.draw.theme import SMALLEST_TYPE

Align = Literal["left", "centre", "right"]
Stand = Literal["top", "middle", "bottom"]

_STEP = 0.5
"""Points by which text shrinks."""


def fit_text(
    text: str,
    box: Box,
    style: Style,
    name: str,
    *,
    align: Align = "centre",
    stand: Stand = "middle",
    max_lines: int = 1,
) -> Text:
    """Text in a box: at the style's size, or smaller until it fits, down to SMALLEST_TYPE.

    A size that needs fewer lines is preferred only when the text does not fit otherwise.
    """
    return _fitted(text, box, style, name, align, stand, max_lines)


@lru_cache(maxsize=4_096)
def _fitted(text: str, box: Box, style: Style, name: str, align: Align, stand: Stand, max_lines: int) -> Text:
    """What ``fit_text`` says; letters on badges and signs between coins, fitted once, take the memory of one."""
    size = style.size
    while True:
        sized = replace(style, size=size)
        lines = break_lines(text, box.width, sized)
        if _fits(lines, box, sized, max_lines) or size <= SMALLEST_TYPE:
            return _place(lines, box, sized, name, align, stand)
        size = max(SMALLEST_TYPE, size - _STEP)


def break_lines(text: str, width: float, style: Style) -> list[str]:
    """Break at spaces (not at no-break spaces) so that lines are at most ``width`` wide where words allow."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        current = ""
        for word in paragraph.split(" "):
            longer = f"{current} {word}" if current else word
            if current and text_width(longer, style) > width:
                lines.append(current)
                current = word
            else:
                current = longer
        lines.append(current)
    return lines


def block_height(count: int, style: Style) -> float:
    """Height of a block of lines, from the first line's capitals to the last line's baseline."""
    return (font(style.font).cap_height + (count - 1) * style.leading) * em(style)


def _fits(lines: list[str], box: Box, style: Style, max_lines: int) -> bool:
    if len(lines) > max_lines or block_height(len(lines), style) > box.height:
        return False
    return all(text_width(line, style) <= box.width for line in lines)


def _place(lines: list[str], box: Box, style: Style, name: str, align: Align, stand: Stand) -> Text:
    height = block_height(len(lines), style)
    free = box.height - height
    top = box.y + {"top": 0.0, "middle": free / 2, "bottom": free}[stand]
    baseline = top + font(style.font).cap_height * em(style)
    placed = []
    for number, line in enumerate(lines):
        width = text_width(line, style)
        x = box.x + {"left": 0.0, "centre": (box.width - width) / 2, "right": box.width - width}[align]
        placed.append(Line(x, baseline + number * style.leading * em(style), line, width))
    return Text(name, box, tuple(placed), style)
