"""Plots of what a simulation found, as SVG that stands inside a page.

Sizes are in points. Matplotlib draws them; it is imported when the first is drawn, since only reports need it. Texts
come from variants and are never read as formulas. The same plot is the same bytes.
"""

from __future__ import annotations

import io
import math
import re
import textwrap
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import fontpkg
from fontTools.ttLib import TTFont

from kitgen.errors import UsageError
from kitgen.play import intervals
from kitgen.play.intervals import Estimate
from kitgen.play.tables import amount

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, SOFT, RULE, FAINT = "#1B1B1E", "#63666C", "#D5D7DB", "#EFEDE6"
BAR, BAR_EDGE, DARK = "#8CC0DE", "#0072B2", "#00527F"
ALARM, ALARM_TINT = "#A34700", "#F2B78C"
TINTS = ("#F8D98F", "#8CC0DE", "#8FD6BF", "#EBC8DB", "#F9F4B0", "#F2B78C", "#BFE2F6", "#D5D7DB")
"""Light enough for dark letters; neighbours differ in lightness or hue, so that a grey copy still tells them apart."""

WIDE, MIDDLING, NARROW = 310.0, 205.0, 148.0
"""A plot that takes half of a desktop page, a third, and a quarter; each is as wide as a phone, or half of it."""

TEXT, SMALL = 9.0, 8.5
FAMILIES = ("Lato", "DejaVu Sans")
"""The page's typeface, and the one that matplotlib brings, for signs that it lacks."""

REGULAR, BOLD = 400, 700

STYLE: Any = {
    "font.family": list(FAMILIES),
    "font.size": TEXT,
    "text.color": INK,
    "text.parse_math": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "kitgen",
    "hatch.linewidth": 0.6,
}

BROADEST = 64.0
"""No column is broader, so that one alone still looks like one."""

LEAST_SEGMENT = 0.5
"""Parts below so many in a hundred are told beside the stack; nobody would see them in it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A name and what was found of it; ``others`` are values at other numbers of players, for comparison."""

    name: str
    estimate: Estimate
    others: tuple[float | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Holding:
    """How much of a thing was in use at once, in the usual game and in the fullest, of those printed."""

    name: str
    printed: int
    usual: float
    most: int

    @property
    def told(self) -> str:
        """``62 of 63``."""
        return f"{self.most:,} of {self.printed:,}"


# ── Drawing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def require_matplotlib() -> None:
    """Raise UsageError where the extra is not installed; cheaper than to find out after thousands of games."""
    if find_spec("matplotlib") is None:
        raise UsageError("a report needs matplotlib", "pip install 'kitgen[report]'")


@contextmanager
def drawing() -> Iterator[None]:
    """Everything that draws happens in here; a person's own matplotlib settings stay outside."""
    require_matplotlib()
    import matplotlib

    _add_fonts()
    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")  # the reader's browser has what this computer lacks
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield


@cache
def _add_fonts() -> None:
    from matplotlib.font_manager import fontManager

    for weight in (REGULAR, BOLD):
        fontManager.addfont(fontpkg.path("lato", weight=weight))


@cache
def _advances(weight: int) -> dict[int, float]:
    """How far each sign of the typeface moves the pen, in em."""
    font = TTFont(fontpkg.path("lato", weight=weight), lazy=True)
    metrics, units = font["hmtx"].metrics, font["head"].unitsPerEm
    return {code: metrics[glyph][0] / units for code, glyph in font.getBestCmap().items()}


def text_width(text: str, size: float = TEXT, weight: int = REGULAR) -> float:
    """How wide a text is. Signs that the typeface lacks are taken for square: most are Chinese or Japanese."""
    advances = _advances(weight)
    return size * sum(advances.get(ord(sign), 1.0) for sign in text)


def fitted(text: str, width: float, size: float = TEXT) -> str:
    """A text, cut short where it is wider than there is room for."""
    if text_width(text, size) <= width:
        return text
    kept = len(text) - 1
    while kept > 1 and text_width(f"{text[:kept].rstrip()}…", size) > width:
        kept -= 1
    return f"{text[:kept].rstrip()}…"


def _sheet(size: tuple[float, float], margins: tuple[float, float, float, float]) -> tuple[Figure, Axes]:
    """A figure of that width and height, and bare axes within its left, top, right and bottom margins."""
    from matplotlib.figure import Figure

    (width, height), (left, top, right, bottom) = size, margins
    figure = Figure(figsize=(width / 72, height / 72))
    inside = (left / width, bottom / height, (width - left - right) / width, (height - top - bottom) / height)
    axes = figure.add_axes(inside)
    axes.set_axis_off()
    return figure, axes


def _write(
    axes: Axes,
    text: str,
    at: tuple[float, float],
    shift: tuple[float, float] = (0, 0),
    frame: str | tuple[str, str] = "data",
    **style: Any,
) -> None:
    """A text at a point of the axes (or of another frame), some points aside from it."""
    style.setdefault("fontsize", TEXT)
    style.setdefault("va", "center")
    axes.annotate(
        text, at, xytext=shift, textcoords="offset points", xycoords=frame, annotation_clip=False, **style
    )  # fmt: skip


def _heads(axes: Axes, heads: Sequence[str], room: float) -> None:
    """What the columns are, below them; in two lines where they would touch."""
    wide = max(text_width(head, SMALL) for head in heads) > room - 4
    for at, head in enumerate(heads):
        text = head.replace(" ", "\n") if wide else head
        _write(axes, text, (at, 0), (0, -4), ("data", "axes fraction"), ha="center", va="top", fontsize=SMALL,
               color=SOFT, linespacing=1)  # fmt: skip


def _whisker(
    axes: Axes, estimate: Estimate, at: float, *, upright: bool, colour: str = DARK, width: float = 1.1
) -> None:
    """The interval of an estimate, if it has ends."""
    if not (math.isfinite(estimate.low) and math.isfinite(estimate.high)) or estimate.low == estimate.high:
        return
    along, across = [estimate.low, estimate.high], [at, at]
    x, y = (across, along) if upright else (along, across)
    axes.plot(x, y, color=colour, linewidth=width, solid_capstyle="butt", clip_on=False, zorder=4)


def _reach(estimates: Sequence[Estimate]) -> tuple[float, float]:
    """From the lowest to the highest that must be shown, zero among it; never empty."""
    ends = [0.0]
    for found in estimates:
        ends += [end for end in (found.value, found.low, found.high) if math.isfinite(end)]
    low, high = min(ends), max(ends)
    return low, high if high > low else low + 1


def rounded(value: float, unit: str) -> str:
    """A number without decimals that say nothing: ``45 min``, ``33.3 %``."""
    return amount(value, unit, 0) if value == round(value) else amount(value, unit)


# ── SVG ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

_TAG = re.compile(r"^\{[^}]*\}")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_DECIMALS = re.compile(r"-?\d+\.\d+")
_GEOMETRY = ("d", "transform", "x", "y", "width", "height")


def _inline(figure: Figure, key: str, label: str) -> str:
    """The figure as an SVG element. Its ids begin with ``key``, which no other plot of the page may have."""
    out = io.StringIO()
    figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    root = ElementTree.fromstring(out.getvalue())
    view = root.attrib["viewBox"]
    _shorten(root, key, {found for node in root.iter() for found in _references(node)})
    root.attrib.clear()
    root.attrib.update({"class": "plot", "viewBox": view, "role": "img", "aria-label": label})
    return ElementTree.tostring(root, encoding="unicode")


def _references(node: ElementTree.Element) -> Iterator[str]:
    """The ids that an element names."""
    for name, value in node.attrib.items():
        if _TAG.sub("", name) == "href":
            yield value.removeprefix("#")
        yield from _REFERENCE.findall(value)


def _shorten(node: ElementTree.Element, key: str, used: set[str]) -> None:
    """Take out what a page does not need: namespaces, metadata, ids that nothing names, digits that nobody sees."""
    node.tag = _TAG.sub("", node.tag)
    attributes = {_TAG.sub("", name): value for name, value in node.attrib.items()}
    if attributes.get("id") not in used:
        attributes.pop("id", None)
    node.attrib.clear()
    for name, value in attributes.items():
        if name == "id":
            value = f"{key}-{value}"
        elif name == "href":
            value = f"#{key}-{value.removeprefix('#')}"
        elif name in _GEOMETRY:
            value = _DECIMALS.sub(lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), value)
        node.attrib[name] = _REFERENCE.sub(lambda found: f"url(#{key}-{found[1]})", value)
    for child in list(node):
        _shorten(child, key, used)
        if child.tag in ("metadata", "style"):
            node.remove(child)


# ── Forms ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def dots(key: str, label: str, rows: Sequence[Row], unit: str, reference: float, limit: float, names: float) -> str:
    """A dot with its interval for each row, against a reference: filled where the interval leaves it aside.

    ``limit`` is the end of the scale and ``names`` the room for names, so that neighbouring panels have the same.
    """
    values = [amount(row.estimate.value, unit) for row in rows]
    right = max(text_width(value, TEXT, BOLD) for value in values) + 6
    figure, axes = _sheet((MIDDLING, 19 + 19 * len(rows)), (names + 8, 15, right, 4))
    axes.set_xlim(0, limit)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.plot([reference] * 2, [-0.5, len(rows) - 0.5], color=SOFT, linewidth=0.9, dashes=(3, 2))
    _write(axes, rounded(reference, unit), (reference, -0.5), (0, 7), fontsize=SMALL, color=SOFT, ha="center")
    for at, (row, value) in enumerate(zip(rows, values, strict=True)):
        found = row.estimate
        aside = found.low > reference or found.high < reference
        colour = ALARM if found.low > reference else DARK if aside else SOFT
        axes.plot([0, limit], [at, at], color=FAINT, linewidth=0.8, zorder=0)
        _whisker(axes, found, at, upright=False, colour=colour, width=2.2)
        axes.plot([found.value], [at], "o", markersize=5, color=colour, clip_on=False, zorder=5,
                  markerfacecolor=colour if aside else "white", markeredgewidth=1.4)  # fmt: skip
        _write(axes, fitted(row.name, names), (0, at), (-8, 0), ha="right")
        _write(axes, value, (1, at), (right, 0), ("axes fraction", "data"), ha="right", weight=BOLD)
    return _inline(figure, key, label)


def bars(key: str, label: str, rows: Sequence[Row], unit: str, others: Sequence[str] = (), width: float = WIDE) -> str:
    """A bar with its interval for each row; markers show the row's ``others``, whose names stand above."""
    names = min(max(text_width(row.name) for row in rows), 0.42 * width)
    values = [amount(row.estimate.value, unit) for row in rows]
    right = max(text_width(value, TEXT, BOLD) for value in values) + 10
    step, top = (14.5, 20) if len(rows) > 12 else (20.0, 20)
    top = top if others else 4
    figure, axes = _sheet((width, top + 4 + step * len(rows)), (names + 7, top, right, 4))
    low, high = _reach([row.estimate for row in rows])
    shown = [other for row in rows for other in row.others if other is not None]
    axes.set_xlim(min([low, *shown]), max([high, *shown]) * 1.01)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.barh(range(len(rows)), [row.estimate.value for row in rows], 0.64, color=BAR, clip_on=False)
    axes.plot([0, 0], [-0.5, len(rows) - 0.5], color=INK, linewidth=0.8, clip_on=False, zorder=5)
    for at, (row, value) in enumerate(zip(rows, values, strict=True)):
        _whisker(axes, row.estimate, at, upright=False)
        _write(axes, fitted(row.name, names), (0, at), (-7, 0), ("axes fraction", "data"), ha="right")
        _write(axes, value, (1, at), (right, 0), ("axes fraction", "data"), ha="right", weight=BOLD)
        for which, other in enumerate(row.others):
            if other is not None:
                _marker(axes, (other, at), which)
    _legend(axes, others, names + 7)
    return _inline(figure, key, label)


MARKERS = (("white", "d"), (INK, "d"))


def _marker(axes: Axes, at: tuple[float, float], which: int, frame: Any = None) -> None:
    fill, shape = MARKERS[which]
    axes.plot([at[0]], [at[1]], shape, markersize=4.2, markerfacecolor=fill, markeredgecolor=INK, markeredgewidth=0.7,
              clip_on=False, zorder=6, **({"transform": frame} if frame else {}))  # fmt: skip


def _legend(axes: Axes, others: Sequence[str], left: float) -> None:
    """What the markers mean, in a line above the axes."""
    from matplotlib.transforms import ScaledTranslation

    assert axes.figure is not None
    x = 4.0 - left
    for which, name in enumerate(others):
        frame = axes.transAxes + ScaledTranslation(x / 72, 11 / 72, axes.figure.dpi_scale_trans)
        _marker(axes, (0, 1), which, frame)
        _write(axes, name, (0, 1), (x + 7, 11), "axes fraction", fontsize=SMALL, color=SOFT)
        x += 7 + text_width(name, SMALL) + 14


def stack(key: str, label: str, heads: Sequence[str], names: Sequence[str], parts: Sequence[Sequence[float]]) -> str:
    """Columns of 100 %, one for each head, with the names beside the last; ``parts`` are by head, then by name."""
    drawn = [at for at in range(len(names)) if max(part[at] for part in parts) >= LEAST_SEGMENT]
    wrapped = ["\n".join(textwrap.wrap(names[at], 24, max_lines=2, placeholder="…")) for at in drawn]
    right = max(text_width(line) for text in wrapped for line in text.split("\n")) + 20
    right = max(right, WIDE - BROADEST * len(heads))
    height = 218.0
    figure, axes = _sheet((WIDE, height), (2, 4, right, 26))
    axes.set_xlim(-0.42, len(heads) - 0.58)
    axes.set_ylim(0, 100)
    tops = [0.0] * len(heads)
    middles = []
    for tint, at in zip(TINTS, drawn, strict=False):
        sizes = [part[at] for part in parts]
        axes.bar(range(len(heads)), sizes, 0.78, tops, color=tint, edgecolor="white", linewidth=1, clip_on=False)
        for column, (size, bottom) in enumerate(zip(sizes, tops, strict=True)):
            if size >= 5:
                _write(axes, f"{size:.0f} %", (column, bottom + size / 2), ha="center")
        middles.append(tops[-1] + sizes[-1] / 2)
        tops = [bottom + size for bottom, size in zip(tops, sizes, strict=True)]
    lines = [name.count("\n") + 1 for name in wrapped]
    spots = _apart(middles, [100 / (height - 30) * (3 + 11 * count) for count in lines])
    end = len(heads) - 0.61
    leader = {"arrowstyle": "-", "color": SOFT, "linewidth": 0.6, "shrinkA": 0, "shrinkB": 0}
    for name, middle, spot in zip(wrapped, middles, spots, strict=True):
        axes.annotate("", (end, middle), xytext=(16, spot), textcoords=("offset points", "data"), annotation_clip=False,
                      arrowprops=leader)  # fmt: skip
        _write(axes, name, (end, spot), (18, 0), linespacing=1.1)
    _heads(axes, heads, (WIDE - right) / len(heads))
    return _inline(figure, key, label)


def _apart(middles: Sequence[float], sizes: Sequence[float]) -> list[float]:
    """Rising spots near ``middles`` at which things of these sizes do not overlap, within 0 to 100 where they fit."""
    spots = list(middles)
    for _ in range(200):
        for at in range(len(spots) - 1):
            lack = (sizes[at] + sizes[at + 1]) / 2 - (spots[at + 1] - spots[at])
            if lack > 0:
                spots[at] -= lack / 2
                spots[at + 1] += lack / 2
        spots = [min(max(spot, size / 2), 100 - size / 2) for spot, size in zip(spots, sizes, strict=True)]
    return spots


def grid(key: str, label: str, rows: Sequence[tuple[str, Sequence[tuple[str, float]]]], unit: str) -> str:
    """A table of cells, the darker the more; each with its own heading above its number."""
    names = min(max(text_width(name) for name, _ in rows), 0.36 * WIDE)
    most = max((value for _, cells in rows for _, value in cells), default=0) or 1
    columns = max(len(cells) for _, cells in rows)
    room = (WIDE - names - 9) / columns * 0.94 - 2
    figure, axes = _sheet((WIDE, 4 + 27 * len(rows)), (names + 7, 2, 2, 2))
    axes.set_xlim(-0.5, columns - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    for at, (name, cells) in enumerate(rows):
        _write(axes, fitted(name, names), (-0.5, at), (-7, 0), ha="right")
        for column, (head, value) in enumerate(cells):
            axes.bar([column], [0.9], 0.94, [at - 0.45], color=_shade(value / most), clip_on=False)
            _write(axes, fitted(head, room, SMALL), (column, at), (0, 6), ha="center", fontsize=SMALL, color="#3F4248")
            _write(axes, amount(value, unit), (column, at), (0, -5), ha="center", weight=BOLD)
    return _inline(figure, key, label)


def _shade(part: float) -> tuple[float, float, float]:
    """From nearly white to a blue on which dark letters can still be read."""
    light, full = (0.965, 0.960, 0.935), (0.40, 0.69, 0.86)
    part = min(max(part, 0.0), 1.0)
    red, green, blue = (start + (end - start) * part for start, end in zip(light, full, strict=True))
    return red, green, blue


def columns(
    key: str, label: str, heads: Sequence[str], found: Sequence[Estimate | None], unit: str, *,
    reference: float | None = None, width: float = NARROW,
) -> str:  # fmt: skip
    """A column with its interval for each head, and a line where a reference is."""
    size = SMALL if width == NARROW else TEXT
    told = f"{rounded(reference, unit)} stated" if reference is not None else ""
    right = text_width(told, SMALL, BOLD) + 8 if told else 2
    figure, axes = _sheet((width, 0.5 * width + 30), (2, 18, right, 18))
    values = [with_bound(estimate, unit) if estimate else "" for estimate in found]
    room = (width - 2 - right) / len(heads) * (0.6 if told else 1)
    if max(text_width(value, size, BOLD) for value in values) > room:
        values = [value.removesuffix(f" {unit}") for value in values]
    low, high = _reach([estimate for estimate in found if estimate])
    axes.set_xlim(-0.5, len(heads) - 0.5)
    axes.set_ylim(low, max(high, (reference or 0) * 1.02))
    axes.plot([-0.5, len(heads) - 0.5], [0, 0], color=INK, linewidth=0.8, clip_on=False, zorder=5)
    _heads(axes, heads, (width - right) / len(heads))
    for at, (estimate, value) in enumerate(zip(found, values, strict=True)):
        if estimate is None:
            continue
        axes.bar([at], [estimate.value], min(0.66, 0.2 * len(heads)), color=BAR, clip_on=False)
        if not estimate.bound:
            _whisker(axes, estimate, at, upright=True)
        top = _reach([estimate])[1] if math.isfinite(estimate.high) and not estimate.bound else max(estimate.value, 0)
        # Beside a reference the number stands at the foot of its column, where the line cannot cross it.
        spot, up = (top, 7) if reference is None else (0.0, 9)
        _write(axes, value, (at, spot), (0, up), ha="center", weight=BOLD, fontsize=size)
    if reference is not None:
        axes.plot([-0.5, len(heads) - 0.5], [reference] * 2, color=ALARM, linewidth=1.1, dashes=(4, 2.5), zorder=6)
        _write(axes, told, (len(heads) - 0.5, reference), (5, 0), fontsize=SMALL, color=ALARM, weight=BOLD)
    return _inline(figure, key, label)


def with_bound(found: Estimate, unit: str) -> str:
    """A value, or the bound that is all that is known of it."""
    if found.bound:
        return f"< {amount(found.high, unit)}" if found.value < found.high else f"> {amount(found.low, unit)}"
    return amount(found.value, unit)


def ridges(
    key: str, label: str, heads: Sequence[str], counts: Sequence[Counter[int]], unit: str, *, scale: float = 1,
    reference: float | None = None,
) -> str:  # fmt: skip
    """How often each number came out, for each head; with the middle, where nine in ten lie, and a reference."""
    low, high = scale * min(min(count) for count in counts), scale * max(max(count) for count in counts)
    width = _bin(high - low, scale, min(count.total() for count in counts))
    begin = math.floor(low / width + 1e-9) * width
    bins = math.floor((high - begin) / width + 1e-9) + 1
    edges = [begin + width * at for at in range(bins + 1)]
    shares = [_binned(count, scale, begin, width, bins) for count in counts]
    tallest = max(max(share) for share in shares)
    told = f"{rounded(reference, unit)} stated" if reference is not None else ""
    names, step = max(text_width(head) for head in heads), 46.0
    values = [amount(scale * middle(count), unit) for count in counts]
    right = max(text_width(value, TEXT, BOLD) for value in values) + 8
    figure, axes = _sheet((WIDE, 14 + step * len(heads) + 18), (names + 8, 14, right, 18))
    axes.set_xlim(min(edges[0], reference or edges[0]), max(edges[-1], reference or edges[-1]))
    axes.set_ylim(-len(heads) + 1 - 0.16, 0.84)
    for tick in _ticks(*axes.get_xlim()):
        axes.plot([tick] * 2, [-len(heads) + 0.84, 0.84], color=RULE, linewidth=0.5, zorder=0)
        _write(axes, rounded(tick, unit), (tick, 0), (0, -9), ("data", "axes fraction"), ha="center",
               fontsize=SMALL, color=SOFT)  # fmt: skip
    if reference is not None:
        axes.plot([reference] * 2, [-len(heads) + 0.84, 0.84], color=ALARM, linewidth=1.1, dashes=(4, 2.5), zorder=3)
        _write(axes, told, (reference, 1), (0, 7), ("data", "axes fraction"), ha="center", fontsize=SMALL, color=ALARM,
               weight=BOLD)  # fmt: skip
    for at, (head, count, share, value) in enumerate(zip(heads, counts, shares, values, strict=True)):
        heights = [part / tallest * 0.72 - at for part in share]
        axes.fill_between(edges, [*heights, heights[-1]], -at, step="post", color=BAR, linewidth=0, clip_on=False)
        axes.plot(axes.get_xlim(), [-at, -at], color=RULE, linewidth=0.6)
        low, half, high = (scale * middle(count, part) for part in (0.05, 0.5, 0.95))
        axes.plot([low, high], [-at, -at], color=DARK, linewidth=3, solid_capstyle="butt", zorder=4)
        axes.plot([half], [-at], "o", markersize=5.5, markerfacecolor="white", markeredgecolor=DARK,
                  markeredgewidth=1.5, zorder=5)  # fmt: skip
        _write(axes, head, (0, -at), (-8, 4), ("axes fraction", "data"), ha="right")
        _write(axes, value, (1, -at), (right, 4), ("axes fraction", "data"), ha="right", weight=BOLD)
    return _inline(figure, key, label)


def _bin(spread: float, least: float, observations: int) -> float:
    """A round width of bins, not below the grain of the data: about as many as Rice's rule has for that sample."""
    wanted = max(least, spread / max(6.0, 2 * observations ** (1 / 3)))
    widths = [step * 10.0**power for power in range(-6, 12) for step in (1, 2, 5)]
    return min((width for width in widths if width >= least), key=lambda width: abs(math.log(width / wanted)))


def _binned(counts: Counter[int], scale: float, begin: float, width: float, bins: int) -> list[float]:
    shares = [0.0] * bins
    for value, times in counts.items():
        at = math.floor((value * scale - begin) / width + 1e-9)
        shares[min(at, bins - 1)] += times / counts.total()
    return shares


def middle(counts: Counter[int], part: float = 0.5) -> float:
    """The number that half of the observations (or another part) do not exceed."""
    return intervals.quantile(counts, part, counts.total()).value


def _ticks(low: float, high: float) -> list[float]:
    from matplotlib.ticker import MaxNLocator

    return [float(tick) for tick in MaxNLocator(5).tick_values(low, high) if low <= tick <= high]


def holdings(key: str, label: str, lines: Sequence[Holding]) -> str:
    """What play takes at once as a part of what is printed: usual and most; beyond the line the box falls short."""
    names = min(max(text_width(line.name) for line in lines), 0.36 * WIDE)
    right = max(text_width(line.told, TEXT, BOLD) for line in lines) + 8
    figure, axes = _sheet((WIDE, 24 + 20 * len(lines)), (names + 7, 20, right, 4))
    parts = [(line.usual / max(line.printed, 1), line.most / max(line.printed, 1)) for line in lines]
    end = min(max(1.0, *(most for _, most in parts)), 2.0)
    axes.set_xlim(0, end * 1.005)
    axes.set_ylim(len(lines) - 0.5, -0.5)
    _write(axes, "printed", (1, 1), (2, 9), ("data", "axes fraction"), ha="right", fontsize=SMALL, color=SOFT)
    for at, (line, (usual, most)) in enumerate(zip(lines, parts, strict=True)):
        short = line.most > line.printed
        axes.barh([at], [1], 0.68, color=FAINT, clip_on=False, zorder=0)
        axes.barh([at], [min(most, end)], 0.68, color=ALARM_TINT if short else "#C6E0EF", clip_on=False,
                  hatch="////" if short else None, edgecolor=ALARM if short else "none", linewidth=0)  # fmt: skip
        axes.barh([at], [min(usual, end)], 0.3, color=DARK, clip_on=False, zorder=3)
        _write(axes, fitted(line.name, names), (0, at), (-7, 0), ha="right")
        _write(axes, line.told, (1, at), (right, 0), ("axes fraction", "data"), ha="right", weight=BOLD,
               color=ALARM if short else INK)  # fmt: skip
    axes.plot([1, 1], [-0.5, len(lines) - 0.5], color=INK, linewidth=1.2, clip_on=False, zorder=5)
    return _inline(figure, key, label)
