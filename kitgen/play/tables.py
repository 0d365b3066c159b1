"""Simulations as text: a column for each number of players, a line for each figure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from kitgen.diagnostics import counted
from kitgen.play.figures import Measured
from kitgen.play.intervals import Estimate
from kitgen.play.simulation import Simulation, Table

TITLE_WIDTH, COLUMN_WIDTH = 30, 14
FEW = 8
"""A figure of more labels than this is told by its ends only."""

ENDS = 3


def tell(simulation: Simulation) -> str:
    """The simulation for a person at a terminal."""
    return "\n".join(_lines(simulation)) + "\n"


def amount(value: float, unit: str = "", digits: int | None = None) -> str:
    """A number with its unit, with as many digits as are asked for, or as tell something."""
    if not math.isfinite(value):
        return "?"
    size = abs(value)
    if digits is None:
        digits = 1 if unit == "%" or 10 <= size < 100 else 0 if size >= 100 else 2 if size >= 0.1 or size == 0 else 3
    text = f"{size:,.{digits}f}"
    sign = "−" if value < 0 and float(text.replace(",", "")) else ""
    return f"{sign}${text}" if unit == "$" else f"{sign}{text}{f' {unit}' if unit else ''}"


def with_interval(found: Estimate, unit: str = "", *, signed: bool = False) -> str:
    """A value with its interval: ``52.1 % ±1.3``, or a bound where it was never or always seen.

    ``signed`` shows the plus of a difference.
    """
    plus = "+" if signed and found.value > 0 else ""
    if found.games == 0 or not (math.isfinite(found.low) and math.isfinite(found.high)):
        return "–"
    if found.bound:
        return f"< {amount(found.high, unit)}" if found.value < found.high else f"> {amount(found.low, unit)}"
    reach = max(found.high - found.value, found.value - found.low)
    if reach < 0.0005:
        return f"{plus}{amount(found.value, unit)}"
    digits = 1 if unit == "%" else min(max(0, 1 - math.floor(math.log10(reach) + 0.3)), 3)
    return f"{plus}{amount(found.value, unit, digits)} ±{reach:,.{digits}f}"


def _lines(simulation: Simulation) -> Iterator[str]:
    tables = simulation.tables
    games = sum(table.games for table in tables)
    stopped = f"; stopped, {simulation.wanted * len(tables):,} were wanted" if simulation.stopped else ""
    yield f"{simulation.title} ({simulation.variant}), {counted(games, 'game')}, seed {simulation.seed}{stopped}"
    bots = dict.fromkeys(bot for table in tables for bot in table.bots)
    yield f"played by {', '.join(bots)}; ± is a 95 % interval; < and > are bounds of what never or always happened"
    if not tables:
        return
    yield ""
    yield columns_row("", [counted(table.players, "player") for table in tables])
    section = ""
    for figure in _figures(tables):
        if figure.section != section:
            section = figure.section
            yield ""
            yield section
        yield from _figure_rows(figure, tables)
    yield from _box_rows(tables)
    yield from _unfinished_rows(tables)


def columns_row(title: str, cells: Sequence[str]) -> str:
    """A line: a title, and a cell for each column; a long title has a line of its own."""
    joint = "\n" + " " * TITLE_WIDTH if len(title) > TITLE_WIDTH else " " * (TITLE_WIDTH - len(title))
    return f"{title}{joint}{''.join(f'{cell:>{COLUMN_WIDTH}}' for cell in cells)}".rstrip()


def _figures(tables: Sequence[Table]) -> list[Measured]:
    """The first of each figure, in order; of a figure of many labels, only one."""
    found: dict[str, Measured] = {}
    for table in tables:
        for figure in table.figures:
            found.setdefault(figure.id, figure)
    return list(found.values())


def _figure_rows(figure: Measured, tables: Sequence[Table]) -> Iterator[str]:
    by_label: dict[str, list[Measured | None]] = {}
    for at, table in enumerate(tables):
        for found in table.figures:
            if found.id == figure.id:
                by_label.setdefault(found.label, [None] * len(tables))[at] = found
    if not figure.label:
        yield columns_row(f"  {figure.title}", [_cell(found) for found in by_label[""]])
        return
    yield f"  {figure.title}"
    shown = by_label if len(by_label) <= FEW else _ends(by_label)
    for label, cells in shown.items():
        name = next((found.name for found in cells if found), label)
        yield columns_row(f"    {name}", [_cell(found) for found in cells])
    if len(shown) < len(by_label):
        yield f"    … and {len(by_label) - len(shown)} between them; all with --csv, --json or --report"


def _ends(by_label: dict[str, list[Measured | None]]) -> dict[str, list[Measured | None]]:
    """The labels with most and with least."""
    order = sorted(by_label, key=lambda label: -sum(found.estimate.value for found in by_label[label] if found))
    return {label: by_label[label] for label in (*order[:ENDS], *order[-ENDS:])}


def _cell(found: Measured | None) -> str:
    return with_interval(found.estimate, sign_of(found.unit)) if found else ""


def sign_of(unit: str) -> str:
    """Of units only signs stand in a table, the others in the title of the figure."""
    return unit if unit in ("$", "%") else ""


def _box_rows(tables: Sequence[Table]) -> Iterator[str]:
    if tables[0].box:
        yield from ("", "What the box must hold: the most in use at once in any game (printed)")
    for at, line in enumerate(tables[0].box):
        cells = [f"{table.box[at].most:,}{' SHORT' * (table.box[at].most > line.item.printed)}" for table in tables]
        yield columns_row(f"  {line.item.title} ({line.item.printed:,})", cells)


def _unfinished_rows(tables: Sequence[Table]) -> Iterator[str]:
    for table in tables:
        for rule, games in table.unfinished.items():
            players = counted(table.players, "player")
            yield f"{counted(games, 'game')} of {players} did not end: {rule} went on for ever"
