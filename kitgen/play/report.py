"""A simulation as one HTML page to hand on: what it comes to, plots, tables, and how it was found.

The page asks for nothing from outside and runs no scripts. Which plot a figure gets is decided by its shape, so that
games need only list their figures.
"""

from __future__ import annotations

import base64
import io
import math
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, pairwise
from typing import Literal

import fontpkg
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from kitgen import __version__
from kitgen.diagnostics import counted
from kitgen.play import plots
from kitgen.play.figures import MONEY, Measured
from kitgen.play.glance import glance, listed, middle_of
from kitgen.play.intervals import Estimate
from kitgen.play.plots import Holding, Row
from kitgen.play.simulation import Simulation, Table
from kitgen.play.tables import amount, with_interval
from kitgen.source.resources import resource_folder

REPORT_MARK = '<meta name="generator" content="kitgen simulate">'
"""Stands in every report and in nothing else, so that a report may replace an older one."""

FEW = 8
"""Up to so many labels keep their order, and may stand as parts of a whole; more are ranked."""

RIDGES = "The higher, the more {0} are there. Dot and number: the middle {1}. Nine {0} in ten lie in the dark line."
"""How to read a distribution."""

YES_AND_NO = (0, 1)
"""What is no more than these in any game has no distribution."""

MOST_SPOKEN = 12
"""Values that the description of a plot names; who wants more has the table."""

FACES = (("Lato", "lato", 400), ("Lato", "lato", 700), ("Varela Round", "varela-round", 400))
"""The page's typefaces: name, package and weight."""

LICENCE = [0, 1, 2, 13, 14]
"""The entries of a typeface's own table of names that go with it: who made it, what it is, and on what terms."""

ALWAYS_SET = "0123456789.,$%±<>–−… abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Line:
    """One figure, or one label of it: what each table found."""

    name: str
    cells: tuple[Measured | None, ...]

    @property
    def estimates(self) -> list[Estimate]:
        """What was found, where it was."""
        return [cell.estimate for cell in self.cells if cell]

    @property
    def never(self) -> bool:
        """Whether it came to nothing in every game."""
        return all(found.value == 0 for found in self.estimates)


@dataclass(frozen=True)
class Group:
    """A figure over all numbers of players, with its labels."""

    section: str
    id: str
    title: str
    unit: str
    reference: float | None
    labelled: bool
    lines: dict[str, Line]

    @cached_property
    def is_of_ids(self) -> bool:
        """Labels that have no other name than themselves are for looking up: a table in their order serves best."""
        return all(line.name == label for label, line in self.lines.items())

    @cached_property
    def is_whole(self) -> bool:
        """Few labels that share out 100 %."""
        tables = zip(*(line.cells for line in self.lines.values()), strict=True)
        sums = [sum(cell.estimate.value for cell in cells if cell) for cells in tables]
        return self.unit == "%" and 2 <= len(self.lines) <= FEW and all(abs(total - 100) < 0.5 for total in sums)

    @cached_property
    def grid(self) -> dict[str, dict[str, Line]] | None:
        """Labels such as ``a.1 a.2 b.1 b.2`` by their parts, if they fill a rectangle."""
        found: dict[str, dict[str, Line]] = {}
        for label, line in self.lines.items():
            row, dot, column = label.rpartition(".")
            if not dot:
                return None
            found.setdefault(row, {})[column] = line
        columns = {tuple(cells) for cells in found.values()}
        return found if len(found) > 1 and len(columns) == 1 and len(next(iter(columns))) > 1 else None


@dataclass(frozen=True, slots=True)
class Panel:
    """One drawing. ``caption`` tells it from its neighbours."""

    svg: Markup
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """A titled plot of one or more panels; ``size`` is how much of a wide page it takes."""

    title: str
    panels: tuple[Panel, ...]
    note: str = ""
    size: Literal["full", "half", "third", "quarter"] = "half"


@dataclass(frozen=True, slots=True)
class Cell:
    """A value in a table, how far its interval reaches, and whether it is nothing worth a glance."""

    value: str
    reach: str = ""
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: a line for each name, a cell for each number of players. ``folded`` ones open on demand."""

    title: str
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    note: str = ""
    folded: bool = False

    @property
    def reaches(self) -> bool:
        """Whether any cell has an interval."""
        return any(cell.reach for _, cells in self.rows for cell in cells)


@dataclass(slots=True)
class Section:
    """A chapter of the page."""

    title: str
    plots: list[Plot] = field(default_factory=list)
    small: list[Plot] = field(default_factory=list)
    tables: list[Grid] = field(default_factory=list)
    text: str = ""

    @property
    def lone(self) -> bool:
        """Whether one plot leaves half the page to what belongs to it."""
        return [plot.size for plot in self.plots] == ["half"]


def report(simulation: Simulation) -> str:
    """The simulation as one HTML page. Raises UsageError where matplotlib is missing."""
    clean = _printable(simulation)
    with plots.drawing():
        sections = _Writer(clean.tables).sections() if clean.tables else []
    environment = Environment(
        loader=FileSystemLoader(str(resource_folder("templates") / "shared"), encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page = environment.get_template("report.html.j2")
    told = {
        "mark": Markup(REPORT_MARK),
        "simulation": clean,
        "games": sum(table.games for table in clean.tables),
        "bots": listed(list(dict.fromkeys(_bots(clean))) or ["no"]),
        "facts": _facts(clean),
        "tiles": glance(clean.tables),
        "heads": [counted(table.players, "player") for table in clean.tables],
        "sections": sections,
        "command": command(clean),
        "version": __version__,
    }
    # Only the signs that the page uses come with it, so it is made twice.
    signs = set(page.render(told, faces="")) | set(ALWAYS_SET)
    return page.render(told, faces=Markup("\n".join(_face(*face, signs) for face in FACES)))


def command(simulation: Simulation) -> str:
    """What to type to get the same games again."""
    counts = [table.players for table in simulation.tables]
    options = [f"--games {simulation.wanted}", f"--seed {simulation.seed}"]
    if counts:
        run = len(counts) > 1 and all(later - earlier == 1 for earlier, later in pairwise(counts))
        players = f"{counts[0]}-{counts[-1]}" if run else ",".join(map(str, counts))
        options = [f"--players {players}", f"--bots {shlex.quote(','.join(_bots(simulation)))}", *options]
    return " ".join(["kitgen simulate", *map(shlex.quote, simulation.named or (simulation.variant,)), *options])


def _plain(text: str) -> str:
    """A text on one line, without signs that nobody sees or that no page may hold."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _printable(simulation: Simulation) -> Simulation:
    """The simulation with plain names."""
    tables = tuple(
        replace(
            table,
            figures=tuple(replace(found, name=_plain(found.name)) for found in table.figures),
            box=tuple(replace(line, item=replace(line.item, title=_plain(line.item.title))) for line in table.box),
        )
        for table in simulation.tables
    )
    return replace(simulation, title=_plain(simulation.title), variant=_plain(simulation.variant), tables=tables)


def _bots(simulation: Simulation) -> list[str]:
    """The bots as they were asked for: the shortest list that gives each seat its bot, in turn."""
    seats = max((table.bots for table in simulation.tables), key=len, default=())
    period = next(
        period for period in range(1, len(seats) + 2) if all(bot == seats[at % period] for at, bot in enumerate(seats))
    )
    return list(seats[:period])


def _facts(simulation: Simulation) -> list[tuple[str, str]]:
    """What identifies the run."""
    tables = simulation.tables
    each = sorted({table.games for table in tables})
    games = f"{sum(table.games for table in tables):,}"
    if len(tables) > 1:
        games += f" ({each[0]:,} each)" if len(each) == 1 else f" ({each[0]:,} to {each[-1]:,} each)"
    facts = [("Games", games)]
    if tables:
        counts = [str(table.players) for table in tables]
        bots = ", ".join(_bots(simulation))
        facts += [("Players", listed(counts)), ("Bots", bots if "," not in bots else f"{bots}, in turn")]
    return [("Variant", simulation.variant), *facts, ("Seed", str(simulation.seed)), ("Digest", simulation.digest)]


# ── Sections ────────────────────────────────────────────────────────────────────────────────────────────────────────


class _Writer:
    """Makes the sections of a page. Plots are numbered as they come, so that their ids differ."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.tables = tables
        self.heads = [counted(table.players, "player") for table in self.tables]
        self.middle = middle_of(self.tables)
        self.threes: set[str] = set()
        self.drawn = 0

    def key(self) -> str:
        """A name for the next plot."""
        self.drawn += 1
        return f"plot{self.drawn}"

    def sections(self) -> list[Section]:
        """Every section of the figures in its order, then the box and what did not end."""
        found: dict[str, list[Group]] = {}
        for group in self.groups():
            found.setdefault(group.section, []).append(group)
        return [*(self.section(title, groups) for title, groups in found.items()), *self.box(), *self.unfinished()]

    def groups(self) -> Iterator[Group]:
        """The figures of all tables, brought together."""
        firsts: dict[str, Measured] = {}
        lines: dict[str, dict[str, list[Measured | None]]] = {}
        for at, table in enumerate(self.tables):
            for found in table.figures:
                firsts.setdefault(found.id, found)
                cells = lines.setdefault(found.id, {}).setdefault(found.label, [None] * len(self.tables))
                cells[at] = found
        for id_, first in firsts.items():
            named = {
                label: Line(next(cell.name for cell in cells if cell), tuple(cells))
                for label, cells in lines[id_].items()
            }
            yield Group(first.section, id_, first.title, first.unit, first.reference, bool(first.label), named)

    def section(self, title: str, groups: Sequence[Group]) -> Section:
        """A section: plots by the shape of the figures, then tables."""
        made = Section(title)
        self.threes |= _threes(groups)
        if title == MONEY:
            made.plots += self.distribution(groups)
        for group in groups:
            form = next(form for fits, form in FORMS if fits(group))
            plot = form(self, group)
            if plot:
                (made.small if plot.size == "quarter" else made.plots).append(plot)
        if len(made.small) == 1:
            made.small.clear()  # alone it would say no more than its line in the table
        singles = [group for group in groups if not group.labelled]
        if singles:
            rows = tuple((group.title, _cells(group.lines[""], "", group.unit)) for group in singles)
            made.tables.append(Grid("In numbers", rows))
        made.tables += [self.table(group) for group in groups if group.labelled]
        if made.lone and not made.small and len(made.tables) == 1:
            made.tables = [replace(grid, folded=len(grid.rows) > FEW) for grid in made.tables]
        return made

    def cells(self, group: Group, at: int) -> list[Measured]:
        """What one number of players has of a figure."""
        return [cell for line in group.lines.values() for cell in [line.cells[at]] if cell]

    def spoken(self, group: Group, cells: Sequence[Measured] | None = None) -> str:
        """What a plot of the middle number of players shows; ``cells`` where their order is another."""
        shown = self.cells(group, self.middle) if cells is None else cells
        return _spoken(f"{group.title}, {self.heads[self.middle]}", shown, group.unit)

    def table(self, group: Group) -> Grid:
        """All labels of a figure, for all numbers of players."""
        rows = tuple((line.name, _cells(line, "never", group.unit)) for line in group.lines.values())
        never = [line.name for line in group.lines.values() if line.never]
        note = f"Never in any game: {listed(never)}." if never and len(rows) > FEW else ""
        return Grid(group.title, rows, note, folded=not group.is_of_ids)

    def none(self, group: Group) -> Plot | None:
        """No plot."""
        return None

    def panels(self, group: Group) -> Plot | None:
        """A panel for each number of players, against the reference."""
        cells = [cell for line in group.lines.values() for cell in line.cells if cell]
        limit = 1.04 * max(end for cell in cells for end in (_end(cell.estimate), cell.reference or 0))
        names = min(max(plots.text_width(cell.name) for cell in cells), 0.42 * plots.MIDDLING)
        made = []
        for at, head in enumerate(self.heads):
            here = self.cells(group, at)
            if here and here[0].reference is not None:
                label = _spoken(f"{group.title}, {head}", here, group.unit)
                rows = [Row(cell.name, cell.estimate) for cell in here]
                svg = plots.dots(self.key(), label, rows, group.unit, here[0].reference, limit or 1, names)
                made.append(Panel(Markup(svg), head))
        note = "Dashed: an equal share. Bars: 95 % intervals; a dot is filled where its interval leaves the line out."
        return Plot(group.title, tuple(made), note, "full")

    def stack(self, group: Group) -> Plot | None:
        """Parts of a whole, by number of players."""
        names = [line.name for line in group.lines.values()]
        parts = [[_value(line.cells[at]) or 0.0 for line in group.lines.values()] for at in range(len(self.tables))]
        rare = [name for at, name in enumerate(names) if max(part[at] for part in parts) < plots.LEAST_SEGMENT]
        note = f"Too rare to draw: {listed(rare)}." if rare else ""
        svg = plots.stack(self.key(), self.spoken(group), self.heads, names, parts)
        return Plot(group.title, (Panel(Markup(svg)),), note)

    def grid(self, group: Group) -> Plot | None:
        """A rectangle of labels as cells, for the middle number of players."""
        rows = []
        for label, lines in (group.grid or {}).items():
            halves = [line.name.rpartition(", ") for line in lines.values()]
            values = [_value(line.cells[self.middle]) or 0.0 for line in lines.values()]
            cells = [(half[2], value) for half, value in zip(halves, values, strict=True)]
            rows.append((halves[0][0] or label, cells))
        svg = plots.grid(self.key(), self.spoken(group), rows, group.unit)
        return Plot(group.title, (Panel(Markup(svg)),), f"With {self.heads[self.middle]}; the darker, the more.")

    def bars(self, group: Group) -> Plot | None:
        """A bar for each label at the middle number of players, with marks for the fewest and the most players."""
        others = sorted({0, len(self.tables) - 1} - {self.middle})
        shown = [(line, cell) for line in group.lines.values() for cell in [line.cells[self.middle]] if cell]
        if not shown:
            return None
        if len(shown) > FEW:
            shown.sort(key=lambda one: -one[1].estimate.value)
        rows = [
            Row(line.name, cell.estimate, tuple(_value(line.cells[other]) for other in others)) for line, cell in shown
        ]
        three = group.id in self.threes
        svg = plots.bars(
            self.key(), self.spoken(group, [cell for _, cell in shown]), rows, group.unit,
            [self.heads[other] for other in others], plots.MIDDLING if three else plots.WIDE,
        )  # fmt: skip
        note = f"Bars: {self.heads[self.middle]}, with 95 % intervals."
        return Plot(group.title, (Panel(Markup(svg)),), note, "third" if three else "half")

    def held_against(self, group: Group) -> Plot | None:
        """One figure that has a reference: all its games, where they were counted one by one."""
        cells = group.lines[""].cells
        counts = [table.tally.counts.get(cell.column) for table, cell in zip(self.tables, cells, strict=True) if cell]
        counted = [count for count in counts if count]
        if len(counted) < len(self.tables) or len(set().union(*counted)) <= len(YES_AND_NO):
            return self.columns(group)
        scale = next(cell.scale for cell in cells if cell)
        label = _spoken(f"{group.title}, on average", self.by_players(group), group.unit)
        svg = plots.ridges(
            self.key(), label, self.heads, counted, group.unit, scale=scale, reference=group.reference
        )  # fmt: skip
        return Plot(group.title, (Panel(Markup(svg)),), RIDGES.format("games", "game"))

    def by_players(self, group: Group) -> list[Measured]:
        """One figure, named by number of players."""
        return [replace(cell, name=head) for head, cell in zip(self.heads, group.lines[""].cells, strict=True) if cell]

    def columns(self, group: Group) -> Plot | None:
        """One figure by number of players."""
        line = group.lines[""]
        large = group.reference is not None
        if not large and (len(self.tables) < 2 or all(found.bound for found in line.estimates)):
            return None  # a number or two are read faster in the table
        found = [cell.estimate if cell else None for cell in line.cells]
        heads = self.heads if large else [str(table.players) for table in self.tables]
        svg = plots.columns(
            self.key(), _spoken(group.title, self.by_players(group), group.unit), heads, found, group.unit,
            reference=group.reference, width=plots.WIDE if large else plots.NARROW,
        )  # fmt: skip
        return Plot(group.title, (Panel(Markup(svg)),), size="half" if large else "quarter")

    def distribution(self, groups: Sequence[Group]) -> list[Plot]:
        """What players end with, as a whole."""
        pooled = [_all_seats(table) for table in self.tables]
        if not all(counts.total() for counts in pooled):
            return []
        unit = next((group.unit for group in groups if group.id == "score"), "")
        told = [
            f"{head}: {amount(min(counts), unit)} to {amount(max(counts), unit)}, "
            f"the middle player {amount(plots.middle(counts), unit)}"
            for head, counts in zip(self.heads, pooled, strict=True)
        ]
        svg = plots.ridges(self.key(), f"What players end with. {'; '.join(told)}", self.heads, pooled, unit)
        return [Plot("All players", (Panel(Markup(svg)),), RIDGES.format("players", "player"))]

    def box(self) -> list[Section]:
        """What play took at once, against what is printed; of each thing where it took most."""
        items = range(len(self.tables[0].box))
        most = [max((table.box[at] for table in self.tables), key=lambda line: line.most) for at in items]
        if not most:
            return []
        shown = [Holding(line.item.title, line.item.printed, line.usual, line.most) for line in most]
        note = (
            "In use at once: in the usual game (dark) and in the fullest (light), with the number of players that "
            "needs most. Hatched: more than is printed."
        )
        spoken = "; ".join(f"{one.name}: {one.told} printed, {one.usual:g} in the usual game" for one in shown)
        svg = plots.holdings(self.key(), f"What the box must hold. {spoken}", shown)
        made = Section("What the box must hold", [Plot("Against what is printed", (Panel(Markup(svg)),), note)])
        rows = tuple(
            (f"{most[at].item.title} ({most[at].item.printed:,})", tuple(_box_cell(table, at) for table in self.tables))
            for at in items
        )
        short = any(table.box[at].most > table.box[at].item.printed for table in self.tables for at in items)
        told = "Short: the share of games that wanted more than is printed." if short else ""
        made.tables.append(Grid("Most in use at once (printed)", rows, told))
        return [made]

    def unfinished(self) -> list[Section]:
        """Games that did not end, by the rule that went on."""
        rules = list(dict.fromkeys(rule for table in self.tables for rule in table.unfinished))
        if not rules:
            return []
        rows = tuple(
            (rule, tuple(Cell(f"{table.unfinished.get(rule, 0):,}") for table in self.tables)) for rule in rules
        )
        text = "A game is given up after thousands of moves. These are the rules under which it then was."
        return [Section("Games that did not end", tables=[Grid("Games, by the rule that went on", rows)], text=text)]


FORMS: tuple[tuple[Callable[[Group], bool], Callable[[_Writer, Group], Plot | None]], ...] = (
    (lambda group: group.id.startswith("score"), _Writer.none),  # the distribution shows them all
    (lambda group: not group.labelled and group.reference is not None, _Writer.held_against),
    (lambda group: not group.labelled, _Writer.columns),
    (lambda group: group.reference is not None, _Writer.panels),
    (lambda group: group.is_of_ids, _Writer.none),
    (lambda group: group.is_whole, _Writer.stack),
    (lambda group: group.grid is not None, _Writer.grid),
    (lambda group: True, _Writer.bars),
)
"""The form of a figure: the first that fits its shape."""


def _end(found: Estimate) -> float:
    return found.high if math.isfinite(found.high) else found.value


def _threes(groups: Sequence[Group]) -> set[str]:
    """Figures that tell three things of the same few, one after the other: they stand side by side."""
    runs = [(labels, list(run)) for labels, run in groupby(groups, key=lambda group: tuple(group.lines))]
    return {group.id for labels, run in runs if len(run) == 3 and 1 < len(labels) <= FEW for group in run}


def _all_seats(table: Table) -> Counter[int]:
    """What the players of all seats ended with."""
    pooled: Counter[int] = Counter()
    for seat in table.tally.labels("score"):
        pooled.update(table.tally.counts[f"score/{seat}"])
    return pooled


def _value(found: Measured | None) -> float | None:
    return found.estimate.value if found else None


def _cells(line: Line, nothing: str, unit: str) -> tuple[Cell, ...]:
    return tuple(_cell(found, nothing, unit) for found in line.cells)


def _cell(found: Measured | None, nothing: str, unit: str) -> Cell:
    """A value and its ``±``; where every game brought the same there is none."""
    if found is None:
        return Cell("")
    value = found.estimate
    if nothing and value.value == 0 and (value.bound or value.low == value.high):
        return Cell(nothing, faint=True)
    if value.low == value.high:
        return Cell(plots.rounded(value.value, unit))
    told, sign, reach = with_interval(value, unit).partition(" ±")
    return Cell(told, f"±{reach}" if sign else "", faint=value.bound)


def _box_cell(table: Table, at: int) -> Cell:
    line = table.box[at]
    if line.most <= line.item.printed:
        return Cell(f"{line.most:,}")
    return Cell(f"{line.most:,}", f"short {amount(100 * line.short.value, '%')}")


def _spoken(title: str, cells: Sequence[Measured], unit: str) -> str:
    """What a plot shows, for those who cannot see it."""
    told = [f"{cell.name} {with_interval(cell.estimate, unit)}" for cell in cells[:MOST_SPOKEN]]
    more = f"; {len(cells) - MOST_SPOKEN} more in the table" if len(cells) > MOST_SPOKEN else ""
    return f"{title}: {'; '.join(told)}{more}"


def _face(family: str, package: str, weight: int, signs: set[str]) -> str:
    """A typeface inside the page, with those signs of it that the page uses."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font = TTFont(fontpkg.path(package, weight=weight), recalcTimestamp=False)
    for table in {"GSUB", "GPOS", "GDEF"} & set(font.keys()):
        del font[table]  # kerning and ligatures: plots are measured without, and reading them takes a second
    subsetter = Subsetter(Options(hinting=False, notdef_outline=True, name_IDs=LICENCE))
    subsetter.populate(unicodes=[ord(sign) for sign in sorted(signs)])
    subsetter.subset(font)
    font.flavor = "woff"
    out = io.BytesIO()
    font.save(out)
    data = base64.b64encode(out.getvalue()).decode("ascii")
    return (
        f'@font-face{{font-family:"{family}";font-weight:{weight};'
        f'src:url(data:font/woff;base64,{data}) format("woff")}}'
    )
