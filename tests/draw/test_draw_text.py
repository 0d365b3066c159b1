"""Text in boxes: breaks at spaces only, shrinks no further than 7 pt, and fits where it says that it fits."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import fontpkg
import pytest
from fontTools.ttLib import TTFont
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kitgen.draw.drawing import Box, Style, Text
from kitgen.draw.fonts import FONTS, text_width
from kitgen.draw.text import Align, Stand, block_height, break_lines, fit_text
from kitgen.draw.theme import body, display, strong
from kitgen.units import MM

POINT = 25_400 / 72
FLOOR = 7.0
NO_BREAK, NARROW_NO_BREAK = "\u00a0", "\u202f"

quick = settings(max_examples=80, deadline=None)
words = st.text("abcdefgiklmnopqrstuvwyzABÇÉÎŁŻ0123456789-–’$", min_size=1, max_size=14)
sentences = st.lists(words, min_size=1, max_size=12).map(" ".join)
styles = st.builds(
    lambda make, size: make(size),
    st.sampled_from([body, strong, display]),
    st.one_of(st.sampled_from([7.0, 8.5, 10.0, 12.0, 16.0, 24.0, 40.0]), st.floats(7, 40)),
)
aligns: st.SearchStrategy[Align] = st.sampled_from(["left", "centre", "right"])
stands: st.SearchStrategy[Stand] = st.sampled_from(["top", "middle", "bottom"])
boxes = st.builds(
    Box,
    st.integers(-50 * MM, 50 * MM),
    st.integers(-50 * MM, 50 * MM),
    st.integers(2 * MM, 120 * MM),
    st.integers(2 * MM, 60 * MM),
)


@cache
def advances(name: str) -> tuple[dict[int, float], float]:
    """Advance widths by code point and the height of capitals, in em, straight from the font file."""
    family, weight = FONTS[name]
    with TTFont(fontpkg.path(family, weight=weight)) as font:
        units = font["head"].unitsPerEm
        table = font["hmtx"].metrics
        return {code: table[name][0] / units for code, name in font.getBestCmap().items()}, font[
            "OS/2"
        ].sCapHeight / units


def own_width(text: str, style: Style) -> float:
    widths, _ = advances(style.font)
    return (sum(widths[ord(sign)] for sign in text) + style.embolden) * style.size * POINT


def own_height(lines: int, style: Style) -> float:
    _, capitals = advances(style.font)
    return (capitals + (lines - 1) * style.leading) * style.size * POINT


def own_lines(text: str, width: float, style: Style) -> list[str]:
    """As many words a line as fit, by trying the longest stretch first."""
    rest = text.split(" ")
    lines = []
    while rest:
        most = next((n for n in range(len(rest), 1, -1) if own_width(" ".join(rest[:n]), style) <= width), 1)
        lines.append(" ".join(rest[:most]))
        rest = rest[most:]
    return lines


def own_fit(text: str, box: Box, style: Style, max_lines: int) -> bool:
    lines = own_lines(text, box.width, style)
    wide = max(own_width(line, style) for line in lines)
    return len(lines) <= max_lines and wide <= box.width and own_height(len(lines), style) <= box.height


@quick
@given(sentences, styles)
def test_widths_are_fonttools_sums(text: str, style: Style) -> None:
    assert text_width(text, style) == pytest.approx(own_width(text, style), abs=1e-6)


@quick
@given(st.integers(1, 6), styles)
def test_a_block_is_as_high_as_its_capitals_and_its_leadings(lines: int, style: Style) -> None:
    assert block_height(lines, style) == pytest.approx(own_height(lines, style), abs=1e-6)


@quick
@given(sentences, st.integers(5 * MM, 100 * MM), styles)
def test_lines_break_at_spaces_and_hold_as_much_as_fits(text: str, width: int, style: Style) -> None:
    lines = break_lines(text, width, style)
    assert " ".join(lines) == text
    assert all(own_width(line, style) <= width or " " not in line for line in lines)
    for line, following in pairwise(lines):
        assert own_width(f"{line} {following.split(' ')[0]}", style) > width


@quick
@given(st.lists(words, min_size=2, max_size=6), st.sampled_from([NO_BREAK, NARROW_NO_BREAK]), styles)
def test_lines_never_break_at_no_break_spaces(parts: list[str], space: str, style: Style) -> None:
    assert break_lines(space.join(parts), 1 * MM, style) == [space.join(parts)]


@given(st.lists(sentences, min_size=1, max_size=4))
def test_a_line_end_of_the_text_s_own_is_kept(paragraphs: list[str]) -> None:
    assert break_lines("\n".join(paragraphs), 10_000 * MM, body(10)) == paragraphs


@quick
@given(sentences, boxes, styles, st.integers(1, 4))
def test_text_fits_or_stands_at_the_floor(text: str, box: Box, style: Style, max_lines: int) -> None:
    set_text = fit_text(text, box, style, "box", max_lines=max_lines)
    assert " ".join(line.text for line in set_text.lines) == text
    assert FLOOR <= set_text.style.size <= style.size
    fits = (
        len(set_text.lines) <= max_lines
        and all(line.width <= box.width for line in set_text.lines)
        and block_height(len(set_text.lines), set_text.style) <= box.height
    )
    assert fits == own_fit(text, box, set_text.style, max_lines)
    assert fits or set_text.style.size == FLOOR


@quick
@given(sentences, boxes, styles, st.integers(1, 4))
def test_text_shrinks_no_more_than_it_must(text: str, box: Box, style: Style, max_lines: int) -> None:
    """In steps of half a point: one step bigger would not fit."""
    found = fit_text(text, box, style, "box", max_lines=max_lines).style
    assume(found.size < style.size)
    bigger = min(style.size, found.size + 0.5) if found.size > FLOOR else found.size
    steps_above = [size for size in (bigger, style.size) if size > found.size]
    for size in steps_above:
        assert not own_fit(text, box, Style(style.font, size, style.colour, style.embolden, style.leading), max_lines)


@pytest.mark.parametrize("size", [7.0, 7.25, 9.0])
def test_hopeless_text_stands_at_seven_points(size: float) -> None:
    assert fit_text("immeasurably long", Box(0, 0, 1 * MM, 1 * MM), body(size), "box").style.size == FLOOR


def inside(text: Text, box: Box) -> bool:
    first, last = text.lines[0], text.lines[-1]
    top = first.baseline - own_height(1, text.style)
    across = all(line.x >= box.x - 1e-6 and line.x + line.width <= box.right + 1e-6 for line in text.lines)
    return across and top >= box.y - 1e-6 and last.baseline <= box.bottom + 1e-6


@quick
@given(sentences, boxes, styles, aligns, stands)
def test_what_fits_is_inside_its_box_and_stands_as_it_was_told(
    text: str, box: Box, style: Style, align: Align, stand: Stand
) -> None:
    found = fit_text(text, box, style, "box", align=align, stand=stand, max_lines=9)
    assume(own_fit(text, box, found.style, 9))
    assert inside(found, box)
    for line in found.lines:
        left, right = line.x - box.x, box.right - line.x - line.width
        assert line.width == pytest.approx(own_width(line.text, found.style))
        assert {"left": left, "centre": left - right, "right": right}[align] == pytest.approx(0, abs=1e-6)
    above = found.lines[0].baseline - own_height(1, found.style) - box.y
    below = box.bottom - found.lines[-1].baseline
    assert {"top": above, "middle": above - below, "bottom": below}[stand] == pytest.approx(0, abs=1e-6)
    steps = [b.baseline - a.baseline for a, b in pairwise(found.lines)]
    assert steps == pytest.approx([found.style.leading * found.style.size * POINT] * len(steps))


def test_the_box_and_its_name_are_kept_for_preflight() -> None:
    box = Box(1 * MM, 2 * MM, 30 * MM, 9 * MM)
    found = fit_text("Tuna", box, body(12), "name")
    assert (found.name, found.box) == ("name", box)
