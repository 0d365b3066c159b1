"""The report of a simulation: one page that needs nothing else, that tells what the tally holds, and that is safe."""

from __future__ import annotations

import os
import pickle
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import matplotlib
import pytest

from kitgen import pipeline
from kitgen.cli import commands
from kitgen.errors import UsageError
from kitgen.play import plots
from kitgen.play.figures import BoxItem, Figure, box, figures_of_every_game, measure, names_of_every_game, scores
from kitgen.play.glance import UNSURE, Tile, glance
from kitgen.play.intervals import Estimate
from kitgen.play.loop import WHOLE_WIN
from kitgen.play.report import REPORT_MARK, command, report
from kitgen.play.simulation import Simulation, Table
from kitgen.play.tally import Tally

VOID = {"meta", "link", "br", "img", "hr", "input"}
HEADINGS = {"h1", "h2", "h3", "h4"}
BREAKERS = {"iframe", "object", "embed", "img", "image", "link", "base", "form", "script", "audio", "video", "source"}


@dataclass
class Drawing:
    """An SVG of the page: what is said of it, its words, and its shapes."""

    label: str
    texts: list[str] = field(default_factory=list)
    shapes: list[dict[str, str]] = field(default_factory=list)


class Page(HTMLParser):
    """A page taken apart; raises where tags do not match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.headings: dict[str, list[str]] = {name: [] for name in HEADINGS}
        self.drawings: list[Drawing] = []
        self.tables: dict[str, dict[str, list[str]]] = {}
        self.heads: list[str] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self._rows: dict[str, list[str]] = {}
        self._row: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, attrs)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, attrs)

    def _note(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.elements.append((tag, found))
        if tag in HEADINGS:
            self.headings[tag].append("")
        if found.get("role") == "region":
            self._rows = self.tables.setdefault(found["aria-label"], {})
        if tag == "tr":
            self._row = []
        if tag in ("td", "th"):
            self._row.append("")
        if tag == "svg" and "aria-label" in found:
            self.drawings.append(Drawing(found["aria-label"]))
        if tag == "text":
            self.drawings[-1].texts.append("")
        if tag in ("path", "use", "rect") and "svg" in self._open and self.drawings:
            self.drawings[-1].shapes.append(found)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        if tag == "tr":
            self._rows[self._row[0]] = self._row[1:]

    def handle_data(self, data: str) -> None:
        inside = self._open[-1] if self._open else ""
        if inside in ("style", "title"):
            return
        self.words.append(data)
        if inside in HEADINGS:
            self.headings[inside][-1] += data
        if "text" in self._open:
            self.drawings[-1].texts[-1] += data
        if {"td", "th"} & set(self._open):
            self._row[-1] += data

    @property
    def text(self) -> str:
        """All words of the page."""
        return " ".join(" ".join(self.words).split())

    def drawing(self, title: str) -> Drawing:
        """The drawing whose description begins so."""
        return next(drawing for drawing in self.drawings if drawing.label.startswith(title))


def number(cell: str) -> float:
    """What a cell of a table says, without unit and interval."""
    if "never" in cell:
        return 0.0
    return float(re.sub(r"[^\d.−-]", "", cell.split(" ±")[0]).replace("−", "-"))


def tally_of(**columns: Iterable[int]) -> Tally:
    """Games in which the columns came out so; ``won_1`` is the column ``won/1``."""
    counts = {name.replace("_", "/", 1): Counter(values) for name, values in columns.items()}
    return Tally(max(count.total() for count in counts.values()), counts)


def table_of(
    players: int, tally: Tally, figures: Sequence[Figure] = (), names: dict[str, str] | None = None,
    items: Sequence[BoxItem] = (), bots: tuple[str, ...] = ("planner",), unfinished: dict[str, int] | None = None,
) -> Table:  # fmt: skip
    """A table of a game that does not exist."""
    seated = tuple(bots[seat % len(bots)] for seat in range(players))
    told = {**(names or {}), **names_of_every_game(players, seated)}
    measured = measure(tally, [*figures_of_every_game(players, seated), *figures], told)
    if "score-total" in tally.counts:
        measured += scores(tally, "$")
    return Table(players, seated, tally.games, unfinished or {}, tuple(measured), tuple(box(tally, items)), tally)


def simulation_of(*tables: Table, title: str = "Hamsters", stopped: bool = False) -> Simulation:
    return Simulation("hamster-race", "quick", title, "0badcafe", 7, 100, stopped, tables)


@pytest.fixture(scope="module")
def classic() -> Simulation:
    return pipeline.simulate(pipeline.load("classic"), games=30, compiled=False)


@pytest.fixture(scope="module")
def text(classic: Simulation) -> str:
    return report(classic)


@pytest.fixture(scope="module")
def page(text: str) -> Page:
    return Page(text)


# ── One page, and nothing else ──────────────────────────────────────────────────────────────────────────────────────


def without_fonts(text: str) -> str:
    return re.sub(r"url\(data:font/woff;base64,[A-Za-z0-9+/=]+\)", "url(data:)", text)


def test_the_page_asks_for_nothing(text: str, page: Page) -> None:
    assert not BREAKERS & {tag for tag, _ in page.elements}
    for tag, attributes in page.elements:
        assert "src" not in attributes, tag
        assert attributes.get("href", "#").startswith("#"), tag
        assert not any(name.startswith("on") for name in attributes), tag
    bare = without_fonts(text)
    assert bare != text, "the typefaces come with the page"
    assert re.findall(r"url\((?!data:\)|#)[^)]*", bare) == []
    assert "@import" not in bare
    assert not re.search(r"https?:|//[a-z]", bare)


def test_browsers_are_told_to_load_nothing(page: Page) -> None:
    policies = [attributes["content"] for tag, attributes in page.elements if "content-security-policy" in
                attributes.get("http-equiv", "").lower()]  # fmt: skip
    assert policies == ["default-src 'none'; style-src 'unsafe-inline'; font-src data:"]


def test_ids_are_unique_and_every_reference_finds_its_target(text: str, page: Page) -> None:
    ids = Counter(attributes["id"] for _, attributes in page.elements if "id" in attributes)
    assert ids and max(ids.values()) == 1
    named = {attributes["href"][1:] for _, attributes in page.elements if "href" in attributes}
    named |= set(re.findall(r"url\(#([^)]+)\)", text))
    assert len(named) > 20
    assert named <= set(ids)


def test_what_is_read_aloud_is_there(page: Page) -> None:
    assert ("html", {"lang": "en"}) in page.elements
    assert len(page.headings["h1"]) == 1
    for tag, attributes in page.elements:
        if tag == "svg":
            assert attributes.get("aria-hidden") == "true" or (attributes["role"] == "img" and attributes["aria-label"])
        if tag == "th":
            assert attributes["scope"] in ("row", "col")
    levels = [int(tag[1]) for tag, _ in page.elements if tag in HEADINGS]
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))


def test_colours_of_drawings_are_colours(text: str) -> None:
    """A colour that is taken for a reference to an id would be painted black."""
    inked = re.findall(r"(?:fill|stroke)(?:: |=\")([^;\"]+)", text[text.index("<main") :])
    assert len(inked) > 500
    assert [ink for ink in inked if not re.fullmatch(r"none|#[0-9a-f]{6}|url\(#plot\d+-\w+\)", ink)] == []


def test_the_mark_by_which_a_report_may_be_replaced(text: str) -> None:
    assert text.count(REPORT_MARK) == 1
    assert REPORT_MARK in report(simulation_of(title="<x>"))


# ── What it tells ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_figure_is_told_in_its_section(classic: Simulation, page: Page) -> None:
    figures = [figure for table in classic.tables for figure in table.figures]
    sections = list(dict.fromkeys(figure.section for figure in figures))
    assert [heading for heading in page.headings["h2"] if heading in sections] == sections
    for figure in figures:
        rows = page.tables[figure.title] if figure.label else page.tables["In numbers"]
        assert (figure.name if figure.label else figure.title) in rows


def test_the_tables_hold_what_was_tallied(classic: Simulation, page: Page) -> None:
    """Each mean again, from the tally: what a column came to in all games, by the number of games."""
    looked_at = 0
    for at, table in enumerate(classic.tables):
        for figure in table.figures:
            if not figure.column or not figure.label or (figure.title, figure.section) == SAME_TITLE:
                continue
            counts = table.tally.counts[figure.column]
            mean = sum(value * times for value, times in counts.items()) / table.games * figure.scale
            told = page.tables[figure.title][figure.name][at]
            assert number(told) == pytest.approx(mean, abs=0.051, rel=0.02), (figure.key, told)
            looked_at += 1
    assert looked_at > 300


SAME_TITLE = ("Share of all income", "Recipes")


def test_a_win_rate_by_hand() -> None:
    """Three games of two: the first seat wins two, and shares the third."""
    tally = tally_of(won_1=[WHOLE_WIN, WHOLE_WIN, WHOLE_WIN // 2], won_2=[0, 0, WHOLE_WIN // 2])
    page = Page(report(simulation_of(table_of(2, tally))))
    rows = page.tables["Wins by place from the first seat"]
    assert [rows["first seat"][0].split(" ±")[0], rows["seat 2"][0].split(" ±")[0]] == ["83.3 %", "16.7 %"]
    drawing = page.drawing("Wins by place from the first seat, 2 players")
    assert {"first seat", "83.3 %", "seat 2", "16.7 %", "50 %"} <= set(drawing.texts)


def test_the_cover_says_which_run_it_was(classic: Simulation, page: Page) -> None:
    assert page.headings["h1"] == [classic.title]
    for fact in (classic.digest, classic.variant, "150 (30 each)", "2, 3, 4, 5 and 6", "planner"):
        assert fact in page.text
    assert "Stopped early" not in page.text
    assert "Stopped early. 30 games" in Page(report(replace(classic, stopped=True, tables=classic.tables[:1]))).text


@pytest.mark.parametrize("bots", [("planner",), ("planner", "thrifty")])
@pytest.mark.parametrize("players", [(2, 3, 4), (4,), (2, 6)])
def test_the_command_asks_for_the_same_games(bots: tuple[str, ...], players: tuple[int, ...]) -> None:
    """The command line reads from it what the simulation was asked for."""
    tables = [table_of(count, tally_of(turns=[1, 2]), bots=bots) for count in players]
    program, name, *words = shlex.split(command(simulation_of(*tables)))
    assert (program, name) == ("kitgen", "simulate")
    read = commands.commands["simulate"].make_context(name, words).params
    assert read["variant"] == "quick"
    assert (read["players"], int(read["seed"]), read["games"]) == (list(players), 7, 100)
    assert read["bots"].split(",") == list(bots)
    assert command(simulation_of(*tables)) in Page(report(simulation_of(*tables))).text


def test_games_that_did_not_end_are_told() -> None:
    tables = [table_of(players, tally_of(turns=[9, 9, 9]), unfinished={"HR-4": 2} if players == 3 else {})
              for players in (2, 3)]  # fmt: skip
    page = Page(report(simulation_of(*tables)))
    assert page.tables["Games, by the rule that went on"]["HR-4"] == ["0", "2"]
    assert page.headings["h2"][1:][-2:] == ["Games that did not end", "How this was found"]
    assert "2 of 6 games did not end" in page.text
    assert "Games that did not end" not in Page(report(simulation_of(tables[0]))).headings["h2"]


# ── Plots by shape ──────────────────────────────────────────────────────────────────────────────────────────────────


def one_group(values: dict[str, int], unit: str = "", names: dict[str, str] | None = None) -> Page:
    """The page of a simulation of forty games in which each label of one figure came out so."""
    tally = tally_of(**{f"it_{label}": [value] * 40 for label, value in values.items()})
    figure = Figure("A chapter", "it", "How often", "mean", "it", unit=unit)
    named = {label: f"Name {label}" for label in values} if names is None else names
    return Page(report(simulation_of(table_of(2, tally, [figure], named))))


def widths(drawing: Drawing, fill: str) -> list[float]:
    """How wide the shapes of a colour are."""
    spans = []
    for shape in drawing.shapes:
        if f"fill: {fill.lower()}" in shape.get("style", ""):
            across = [float(x) for x in re.findall(r"[ML] (-?[\d.]+) ", shape["d"])]
            spans.append(max(across) - min(across))
    return spans


def test_bars_are_as_long_as_their_values() -> None:
    drawing = one_group({"a": 3, "b": 1, "c": 4}).drawing("How often")
    lengths = widths(drawing, plots.BAR)
    assert [length / lengths[1] for length in lengths] == pytest.approx([3, 1, 4], rel=0.01)
    assert [told for told in drawing.texts if told.startswith("Name")] == ["Name a", "Name b", "Name c"]


def test_many_labels_are_ranked() -> None:
    values = {chr(ord("a") + at): (at * 7) % 11 + 1 for at in range(11)}
    drawing = one_group(values).drawing("How often")
    told = [told.removeprefix("Name ") for told in drawing.texts if told.startswith("Name")]
    assert told == sorted(values, key=lambda label: -values[label])
    assert drawing.label.startswith(f"How often, 2 players: Name {told[0]} 11")


def test_parts_of_a_whole_are_stacked() -> None:
    drawing = one_group({"a": 20, "b": 50, "c": 30}, "%").drawing("How often")
    assert {"20 %", "50 %", "30 %", "2 players"} <= set(drawing.texts)
    assert widths(drawing, plots.BAR) == widths(drawing, plots.TINTS[0])[:1], "columns of one width"
    assert "50 %" not in one_group({"a": 20, "b": 50, "c": 31}, "%").drawing("How often").texts


def test_labels_that_fill_a_rectangle_become_one() -> None:
    values = {"red.1": 1, "red.2": 2, "blue.1": 3, "blue.2": 4}
    names = {label: f"{label[:-2].title()}, ${label[-1]}0" for label in values}
    drawing = one_group(values, names=names).drawing("How often")
    assert drawing.texts[0:3] == ["Red", "$10", "1.00"]
    assert Counter(drawing.texts) == Counter(
        ["Red", "Blue", "$10", "$10", "$20", "$20", "1.00", "2.00", "3.00", "4.00"]
    )


def test_labels_without_names_get_a_table_only() -> None:
    page = one_group({"R-1.1": 3, "R-2.7": 0}, names={})
    assert page.drawings == []
    assert "details" not in {tag for tag, _ in page.elements}, "it is all there is to see"
    assert [cells[0].strip() for cells in page.tables["How often"].values() if cells != ["2 players"]] == [
        "3.00 ±0.07",
        "never",
    ]


def test_a_length_is_drawn_against_what_is_stated() -> None:
    figure = Figure("Time", "long", "Minutes", "mean", "long", scale=1 / 60, unit="min", reference=30.0)
    page = Page(report(simulation_of(table_of(2, tally_of(long=[1200, 1500, 1800, 2400, 3600]), [figure]))))
    assert {"30 min stated", "30.0 min", "2 players"} <= set(page.drawing("Minutes").texts)


def test_a_reference_of_something_else_is_drawn_too() -> None:
    """A share of games is not a number a game, so there is no distribution; columns stand against the line."""
    figure = Figure("Luck", "lucky", "Lucky games", "games", "lucky", scale=100, unit="%", reference=40.0)
    tables = [table_of(players, tally_of(lucky=[0, 1, 1, 1]), [figure]) for players in (2, 3)]
    drawing = Page(report(simulation_of(*tables))).drawing("Lucky games")
    assert {"40 % stated", "2 players", "3 players"} <= set(drawing.texts)
    assert drawing.texts.count("75.0 %") == 2


def test_the_middle_player_is_the_middle_of_all_seats() -> None:
    tally = tally_of(score_1=[10, 30, 30], score_2=[30, 30, 60], **{"score-total": [40, 60, 90]})
    drawing = Page(report(simulation_of(table_of(2, tally)))).drawing("What players end with")
    assert "$30.0" in drawing.texts  # one of six has less, one has more
    assert "$10.0 to $60.0" in drawing.label


def test_a_box_that_falls_short_is_marked() -> None:
    items = [BoxItem("pegs", "wooden pegs", 5), BoxItem("cards", "cards", 9)]
    enough, short = ({"pegs": [3, most], "cards": [4, 4]} for most in (5, 6))
    for columns, is_short in ((enough, False), (short, True)):
        text = report(simulation_of(table_of(2, tally_of(**columns), items=items)))
        page = Page(text)
        drawing = page.drawing("What the box must hold")
        assert ("<pattern" in text, f"{max(columns['pegs'])} of 5" in drawing.texts) == (is_short, True)
        assert page.tables["Most in use at once (printed)"]["wooden pegs (5)"][0].split() == (
            ["6", "short", "50.0", "%"] if is_short else ["5"]
        )
        assert ("Too few for some games: wooden pegs" in page.text) == is_short


# ── At a glance ─────────────────────────────────────────────────────────────────────────────────────────────────────


def tile(title: str, *tables: Table) -> Tile:
    return next(tile for tile in glance(tables) if tile.title == title)


def wins(first: int, games: int) -> Table:
    """Games of two, of which the first seat wins so many."""
    other = games - first
    return table_of(2, tally_of(won_1=[WHOLE_WIN] * first + [0] * other, won_2=[0] * first + [WHOLE_WIN] * other))


@pytest.mark.parametrize(("first", "games", "word"), [
    (2000, 4000, "Even"), (2200, 4000, "An edge"), (2600, 4000, "Uneven"), (15, 30, UNSURE), (1, 1, UNSURE),
    (30, 40, "An edge"), (34, 40, "Uneven"),
])  # fmt: skip
def test_who_wins(first: int, games: int, word: str) -> None:
    found = tile("Who wins", wins(first, games))
    assert (found.word, found.alarm) == (word, word == "Uneven")
    assert found.number == f"{100 * first / games:.1f} %"


def test_one_place_in_twenty_is_off_by_chance_and_no_alarm() -> None:
    """Two standard errors above a half: its own interval leaves the share out, among many looks it means nothing."""
    alone, games = 532, 1000
    assert tile("Who wins", wins(alone, games)).word == "Even"
    assert wins(alone, games).figures[0].estimate.low > 50


@pytest.mark.parametrize(("minutes", "word", "number"), [
    ([40, 50], "As stated", "45 min"), ([60, 70], "Longer", "65 min"), ([30, 40], "Shorter", "35 min"),
    ([45], UNSURE, "45 min"),
])  # fmt: skip
def test_how_long_it_takes(minutes: list[int], word: str, number: str) -> None:
    figure = Figure("Time", "long", "Minutes", "mean", "long", unit="min", reference=45.0)
    found = tile("Length", table_of(2, tally_of(long=minutes), [figure]))
    assert (found.word, found.number) == (word, number)
    assert "45 min are stated" in found.text
    assert not found.alarm, "a check calls it far too long from half as much again"


@pytest.mark.parametrize(("minutes", "alarm"), [(26, True), (28, False), (67, False), (68, True)])
def test_a_length_is_an_alarm_where_a_check_would_warn(minutes: int, alarm: bool) -> None:
    figure = Figure("Time", "long", "Minutes", "mean", "long", unit="min", reference=45.0)
    assert tile("Length", table_of(2, tally_of(long=[minutes, minutes + 1] * 20), [figure])).alarm == alarm


def test_the_tightest_fit_is_not_what_is_always_all_in_use() -> None:
    items = [BoxItem("dice", "fish dice", 7), BoxItem("pegs", "pegs", 5), BoxItem("cards", "cards", 90)]
    played = tally_of(dice=[7] * 3, pegs=[2, 2, 4], cards=[10, 20, 30])
    assert tile("The box", table_of(2, played, items=items)).number == "4 of 5"


def test_lengths_on_both_sides_of_what_is_stated() -> None:
    figure = Figure("Time", "long", "Minutes", "mean", "long", unit="min", reference=45.0)
    tables = [table_of(count, tally_of(long=[count * 15] * 20), [figure]) for count in (2, 3, 4)]
    found = tile("Length", *tables)
    assert (found.word, found.number) == ("Varies", "30–60 min")
    assert "longer with 4 players and shorter with 2 players" in found.text


@pytest.mark.parametrize(("held", "games", "word"), [(950, 1000, "Fades early"), (500, 1000, "Lasts"), (9, 10, UNSURE)])
def test_suspense(held: int, games: int, word: str) -> None:
    assert tile("Suspense", table_of(2, tally_of(held=[1] * held + [0] * (games - held)))).word == word


def test_the_stronger_bot_is_named() -> None:
    columns = {"bot-won_1": [0] * 8, "bot-won_2": [WHOLE_WIN] * 8}
    counts = {name.replace("_", "/"): Counter(values) for name, values in columns.items()}
    table = table_of(2, Tally(8, counts), bots=("hasty", "patient"))
    found = tile("Which bot wins", table)
    assert (found.word, found.number) == ("patient", "100.0 %")


# ── Untrusted texts ─────────────────────────────────────────────────────────────────────────────────────────────────

EVIL = "<script>alert(1)</script> & \"x\" $\\frac{1}{2}$ id='y' url(#z)"


def test_texts_of_a_variant_stay_texts() -> None:
    tally = tally_of(it_a=[1, 2], it_b=[2, 3], pegs=[9, 9])
    figure = Figure("A chapter", "it", "How often", "mean", "it")
    names = {"a": "<b>&$x$", "b": EVIL}
    table = table_of(2, tally, [figure], names, [BoxItem("pegs", "<i>&$y$", 3)])
    page = Page(report(simulation_of(table, title="<b>&$x$ </style>")))
    assert not {"script", "i"} & {tag for tag, _ in page.elements}
    assert page.headings["h1"] == ["<b>&$x$ </style>"]
    assert "<b>&$x$" in page.drawing("How often").texts, "no formula was made of it"
    assert "<i>&$y$" in page.drawing("What the box must hold").texts
    assert {"<b>&$x$", EVIL} <= set(page.tables["How often"])
    assert page.drawing("How often").label.count(EVIL) == 1


def test_signs_that_no_page_may_hold_are_left_out() -> None:
    table = table_of(2, tally_of(it_a=[1, 2], it_b=[1, 1]), [Figure("A", "it", "Often", "mean", "it")],
                     {"a": "one\x00\x0b\ntwo\u202e", "b": "\ud800three"})  # fmt: skip
    text = report(simulation_of(table, title="a\x07\u2028b"))
    assert text.encode("utf-8")
    page = Page(text)
    assert page.headings["h1"] == ["a b"]
    assert {"one two", "three"} <= set(page.tables["Often"])


def test_long_names_are_cut_in_plots_and_whole_in_tables() -> None:
    long = "The Extraordinarily Long Name of a Dish " * 3
    names = {"a": long, "b": "Soup", "c": "刺身の盛り合わせ" * 6}
    page = one_group({"a": 1, "b": 2, "c": 3}, names=names)
    texts = page.drawing("How often").texts
    assert "Soup" in texts and sum(told.endswith("…") for told in texts) == 2
    assert all(plots.text_width(told) < plots.WIDE / 2 for told in texts)
    assert {long.strip(), names["c"]} <= set(page.tables["How often"])


# ── The same bytes ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_same_simulation_gives_the_same_bytes(classic: Simulation, text: str, tmp_path: Path) -> None:
    """In other processes with other hashes, and whatever the reader has set for plots of their own."""
    (tmp_path / "simulation").write_bytes(pickle.dumps(replace(classic, tables=classic.tables[:2])))
    program = (
        "import pickle, sys, matplotlib; matplotlib.rcParams['font.size'] = 20; from kitgen.play.report import report;"
        "sys.stdout.buffer.write(report(pickle.load(open(sys.argv[1], 'rb'))).encode())"
    )
    pages = [
        subprocess.run([sys.executable, "-c", program, tmp_path / "simulation"], check=True, capture_output=True,
                       env={**os.environ, "PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert pages[0] == pages[1] == report(replace(classic, tables=classic.tables[:2])).encode()
    assert report(replace(classic, seed=classic.seed + 1)) != text


def test_a_persons_own_settings_of_matplotlib_are_left_as_they_were(classic: Simulation) -> None:
    with matplotlib.rc_context({"savefig.bbox": "tight", "patch.linewidth": 5, "font.size": 33}):
        before = dict(matplotlib.rcParams)
        changed = report(replace(classic, tables=classic.tables[:1]))
        assert dict(matplotlib.rcParams) == before
    assert changed == report(replace(classic, tables=classic.tables[:1]))


# ── Cases ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_one_number_of_players(classic: Simulation) -> None:
    table = classic.tables[2]
    page = Page(report(replace(classic, tables=(table,))))
    assert {figure.section for figure in table.figures} <= set(page.headings["h2"])
    assert page.tables["In numbers"]["Decisions"][0].startswith(f"{table.tally.total('turns') / table.games:.0f}"[:2])


def test_mixed_bots() -> None:
    found = pipeline.simulate(
        pipeline.load("classic"), games=12, players=[2, 3], bots=("planner", "random"), compiled=False
    )
    page = Page(report(found))
    assert "--bots planner,random" in page.text
    drawing = page.drawing("Wins by bot, 3 players")
    assert [told for told in drawing.texts if told in ("planner", "random")] == ["planner", "random", "planner"]
    won = sum(found.tables[1].tally.total(f"bot-won/{seat}") for seat in (1, 3)) / WHOLE_WIN / 12
    assert tile("Which bot wins", found.tables[1]).number == f"{100 * won:.1f} %"


def test_one_game_has_no_intervals() -> None:
    found = pipeline.simulate(pipeline.load("classic"), games=1, players=[2, 3], compiled=False)
    page = Page(report(found))
    assert {figure.section for table in found.tables for figure in table.figures} <= set(page.headings["h2"])
    assert "±" not in page.text.replace("± is the reach", "")
    assert tile("Who wins", *found.tables).word == tile("Length", *found.tables).word == UNSURE


def test_stopped_before_anything_was_played() -> None:
    page = Page(report(simulation_of(stopped=True)))
    assert page.headings["h2"] == ["No game was played to its end", "How to start again"]
    assert "kitgen simulate quick --games 100 --seed 7" in page.text
    assert page.drawings == [] and page.tables == {}


def test_without_matplotlib_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError) as caught:
        report(simulation_of())
    assert (caught.value.message, caught.value.hint) == ("a report needs matplotlib", "pip install 'kitgen[report]'")


def test_matplotlib_is_not_imported_before_a_report_is_made() -> None:
    program = "import sys, kitgen.play.report, kitgen.pipeline; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize(("low", "high", "whiskers"), [(2.0, 4.5, 1), (float("-inf"), float("inf"), 0)])
def test_an_interval_without_end_is_drawn_without_whisker(low: float, high: float, whiskers: int) -> None:
    """One game gives an endless interval; no number in a drawing may be endless."""
    found = Estimate(3.0, low, high, 2)
    with plots.drawing():
        drawn = [
            plots.bars("k", "", [plots.Row("one", found)], ""),
            plots.columns("k", "", ["2"], [found], ""),
        ]
    for svg in drawn:
        assert svg.count(f"stroke: {plots.DARK.lower()}") == whiskers
        assert not re.search(r"\b(inf|nan)\b", svg)


@pytest.mark.tools
def test_chromium_shows_it(text: str, page: Page, tmp_path: Path) -> None:
    chromium = shutil.which("chromium")
    assert chromium, "needs Chromium"
    file = tmp_path / "report.html"
    file.write_text(text, encoding="utf-8")
    quiet = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync", f"--user-data-dir={tmp_path / 'profile'}")  # fmt: skip
    shown = subprocess.run(
        [chromium, "--headless", *quiet, "--dump-dom", file.as_uri()], check=True, capture_output=True, timeout=120
    ).stdout.decode()
    seen = Page(shown)
    assert seen.headings == page.headings
    assert [drawing.label for drawing in seen.drawings] == [drawing.label for drawing in page.drawings]
    assert len(seen.drawings) > 20
    assert all(drawing.texts for drawing in seen.drawings)
