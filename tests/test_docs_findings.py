"""docs/findings.md has an entry for every finding, as the program makes it; docs/verdict.md states what is so."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kitgen import pipeline
from kitgen.diagnostics import Severity
from kitgen.games.fish_cook import tally
from kitgen.games.fish_cook.piece_findings import rules_in_force
from kitgen.pipeline import LoadedVariant
from kitgen.play import comparison, intervals, verdict, verdict_text
from kitgen.play.arena import MOST_TURNS, Arena, Request, Side
from kitgen.play.questions import (
    CERTAINTY,
    ENDLESS,
    FELT,
    FELT_PART,
    Evidence,
    Question,
    Stage,
    questions_of_every_game,
)
from kitgen.play.tally import Tally
from kitgen.play.verdict import COMPILED, INTERPRETED, Budget, Verdict, stage_of
from kitgen.source.changes import changes
from kitgen.source.faults import place_of

ROOT = Path(__file__).parent.parent
FINDINGS = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
VERDICT = (ROOT / "docs" / "verdict.md").read_text(encoding="utf-8")

EVERYTHING_ON = (
    "tokens.limit_play=yes",
    "evening.school_bonus=yes",
    "evening.fish_keep=yes",
    "morning.empty_fish_market_ends=yes",
    "school.leftovers=replaced",
    "recipes.grilled-eel={name: eel, size: 6, ingredients: [wine, egg], main: 36, bonus: 4}",
)
"""The classic with every switch on, and a recipe of its own."""

BASES: dict[str, tuple[str, ...]] = {"Fish Cook": ("classic", *EVERYTHING_ON), "Discount Salmon": ("discount-salmon",)}
"""Of each game a variant that has everything: its name and what is set in it."""

PARTS = ("At the table", "When", "Causes", "What helps")


@cache
def load(name: str = "classic", *settings: str) -> LoadedVariant:
    """A variant, with something set."""
    return pipeline.load(name, settings)


def asked(variant: LoadedVariant, baseline: LoadedVariant | None) -> tuple[Stage, list[Question]]:
    """The tables and questions of a check."""
    playing = variant.game.playing
    counts = list(variant.model.player_counts)
    stage = stage_of(playing, counts, counts if baseline else [], playing.judging.ladder[-1], baseline is not None)
    own = playing.judging.questions(variant.model, baseline.model if baseline else None, stage)
    return stage, [*questions_of_every_game(stage, playing.judging.causes), *own]


def all_questions(*games: str) -> list[Question]:
    """Those of variants that have everything, with a baseline and without; of all games, or of some."""
    found = []
    for name, *settings in (BASES[game] for game in games or BASES):
        variant = load(name, *settings)
        found += [question for base in (load(name), variant, None) for question in asked(variant, base)[1]]
    return found


# ── Every code has its entry ────────────────────────────────────────────────────────────────────────────────────────


def entries() -> dict[str, str]:
    """The entries by code."""
    parts = re.split(r"^##? (.+)$", FINDINGS, flags=re.MULTILINE)
    found = zip(parts[1::2], parts[2::2], strict=True)
    return {title.strip("`"): text for title, text in found if title.startswith("`")}


ENTRIES = entries()


def codes_in(files: Iterable[Path]) -> Iterator[str]:
    """The codes that modules make questions with: where they make them, and where they call what makes them."""
    trees = {str(file): ast.parse(file.read_text(encoding="utf-8")) for file in files}
    makers = {"Question": 0}
    for name, tree in trees.items():
        for maker, at in _makers(tree):
            assert makers.setdefault(maker, at) == at, f"{name}: {maker} stands elsewhere too, with another order"
    for name, tree in trees.items():
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and _called(call) in makers:
                value = call.args[makers[_called(call)]]
                if isinstance(value, ast.Constant):
                    yield str(value.value)
                else:
                    assert isinstance(value, ast.Name), f"{name}:{value.lineno}: a code that cannot be followed"
                    assert _called(call) == "Question", f"{name}:{value.lineno}: a code handed on twice"


def _makers(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The functions that make a question with a code that they are given, and which argument that is."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            names = [argument.arg for argument in function.args.args]
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and _called(call) == "Question" and isinstance(call.args[0], ast.Name):
                    code = call.args[0].id
                    if code in names:
                        yield function.name, names.index(code)


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def test_every_code_has_an_entry_and_every_entry_a_code() -> None:
    files = [ROOT / "kitgen" / "play" / "questions.py", *(ROOT / "kitgen" / "games").glob("*/*findings.py")]
    written = set(codes_in(files))
    made = {question.code for question in all_questions()}
    assert len(made) > 20, "the questions have gone"
    assert written == made
    assert set(ENTRIES) == made
    assert FINDINGS.count("\n## `") == len(ENTRIES), "an entry stands twice"


@pytest.mark.parametrize("code", ENTRIES)
def test_every_entry_has_all_its_parts(code: str) -> None:
    labels = re.findall(r"^\*\*(.+?):\*\*(.*)$", ENTRIES[code], flags=re.MULTILINE)
    assert tuple(label for label, _ in labels) == PARTS
    assert all(len(text) > 10 for _, text in labels)


@pytest.mark.parametrize("code", ENTRIES)
def test_every_entry_says_what_kind_it_is(code: str) -> None:
    [said] = re.findall(r"^\*(.+)\*$", ENTRIES[code], flags=re.MULTILINE)
    severity, whose, *marks = said.split(" · ")
    game = "Fish Cook" if whose == "every game" else whose
    questions = [question for question in all_questions(game) if question.code == code]
    assert {question.severity for question in questions} == {Severity(severity.lower())}
    stage, _ = asked(load(), load())
    causes = load().game.playing.judging.causes
    alone_stage, _ = asked(load(), None)
    of_every_game = {question.code for one in (stage, alone_stage) for question in questions_of_every_game(one, causes)}
    assert (whose == "every game") == (code in of_every_game)
    alone = {question.code for question in asked(load(*BASES[game]), None)[1]}
    expected = [
        *(["a plain fact"] if not any(question.judging for question in questions) else []),
        *(["only beside a baseline"] if code not in alone else []),
    ]
    assert marks == expected


def test_the_index_names_every_code_in_its_cell() -> None:
    told: dict[str, tuple[str, str]] = {}
    for kind, *cells in re.findall(
        r"^\| (errors|warnings|notes) \| (.*) \| (.*) \| (.*) \|$", FINDINGS, flags=re.MULTILINE
    ):
        for whose, cell in zip(("every game", *BASES), cells, strict=True):
            for code, link in re.findall(r"\[([a-z-]+)\]\(#([a-z-]+)\)", cell):
                assert code == link
                told[code] = (kind, whose)
    assert set(told) == set(ENTRIES)
    for code, (kind, whose) in told.items():
        assert f"*{kind.capitalize().removesuffix('s')} · {whose}" in ENTRIES[code], code


@pytest.mark.parametrize("code", ENTRIES)
def test_codes_that_take_anothers_place_say_so(code: str) -> None:
    replaced = {other for question in all_questions() if question.code == code for other in question.instead_of}
    told = re.findall(r"takes\s+the\s+place\s+of\s([^.]+)\.", ENTRIES[code])
    assert {link for sentence in told for link in re.findall(r"\[([a-z-]+)\]\(#\1\)", sentence)} == replaced


def test_links_lead_to_entries_and_headings() -> None:
    anchors = {
        name: {_anchor(title) for title in re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)}
        for name, text in ((file.name, file.read_text(encoding="utf-8")) for file in (ROOT / "docs").glob("*.md"))
    }
    for here, text in (("findings.md", FINDINGS), ("verdict.md", VERDICT)):
        for file, anchor in re.findall(r"\]\(([a-z-]*(?:\.md)?)#([^)]+)\)", text):
            assert anchor in anchors[file or here], f"{here}: {file}#{anchor}"


def _anchor(title: str) -> str:
    """A heading's anchor, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def test_the_rules_that_are_asked_about_are_listed() -> None:
    told = dict(re.findall(r"^\| (FC-[\d.]+) \| (.+) \|$", ENTRIES["rule-unused"], flags=re.MULTILINE))
    assert told == {rule: what for rule, (what, _) in rules_in_force(load(*BASES["Fish Cook"]).model).items()}
    [example] = re.findall(r'"(rule FC-.+?) comes\s+into\s+play in …"', ENTRIES["rule-unused"])
    assert example in {question.about for question in all_questions() if question.code == "rule-unused"}


def test_the_example_is_what_the_program_says(tmp_path: Path) -> None:
    """Its place, title, hint and summary; how often something happens is left to the games."""
    yaml, said = re.findall(r"^```(?:yaml)?\n(.*?)^```", FINDINGS.partition("\n## ")[0], re.MULTILINE | re.DOTALL)
    file = tmp_path / "steady-hands.yaml"
    file.write_text(yaml, encoding="utf-8")
    example = pipeline.load(str(file))
    finding, hint, *told = said.splitlines()
    stage, questions = asked(example, load())
    asked_about = {question.code: question for question in questions}
    question = asked_about["steal-always"]
    span = place_of(("evening", "steal", "succeeds_on"), example.document)
    assert span is not None
    place = f"{file.name}:{span.line}:{span.column}: {question.severity}: evening.steal.succeeds_on"
    assert finding.startswith(f"{place}: {question.title}: ")
    assert finding.endswith("[steal-always]")
    assert hint.strip() == f"hint: {question.hint}"
    [games] = re.findall(r"Played ([\d,]+) games", said)
    undecided = [one.title for one in questions if f"whether {one.title}" in said]
    found = Verdict([], undecided, [], Evidence(), stage, int(games.replace(",", "")))
    counted = [SimpleNamespace(severity=severity) for severity in (Severity.WARNING,)]
    assert list(verdict_text.summary(found, counted, "steady-hands", "classic")) == told  # type: ignore[arg-type]


def test_how_many_of_a_kind_are_told() -> None:
    numbers = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    text = " ".join(FINDINGS.split())
    assert f"at most {numbers[verdict.MOST_NAMES]} by name" in text
    assert f"at most {numbers[verdict.MOST_OF_A_KIND + 1]} findings are told" in text
    assert f"Where there are more, {numbers[verdict.MOST_OF_A_KIND]} are told" in text
    assert f"{numbers[verdict_text.MOST_TITLES]} are named, and the rest are counted" in PLAIN


# ── What the entries state is so ────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def margins() -> dict[str, set[tuple[float, int]]]:
    """The margins of every code, with the players at its first table, as measured on a handful of games."""
    found: dict[str, set[tuple[float, int]]] = {}
    for name, *settings in BASES.values():
        variant, baseline = load(name, *settings), load(name)
        stage, questions = asked(variant, baseline)
        if name != "classic":  # what is asked of every game is stated for the classic
            shared = {one.code for one in questions_of_every_game(stage, variant.game.playing.judging.causes)}
            questions = [question for question in questions if question.code not in shared]
        evidence = measured(variant, baseline, stage)
        for question in questions:
            for excess in question.measure(evidence):
                found.setdefault(question.code, set()).add((round(excess.margin, 6), len(question.matches[0])))
    return found


def measured(variant: LoadedVariant, baseline: LoadedVariant, stage: Stage) -> Evidence:
    """A handful of games at every table."""
    evidence = Evidence()
    sides = [Side(one.game.playing, one.model, 1) for one in (variant, baseline)]
    with Arena(sides, jobs=1, compiled=False) as arena:
        tables = [match for match, _ in stage.matches()]
        for match, outcome in zip(tables, arena.play([Request(match, 0, 2, (0, 1)) for match in tables]), strict=True):
            evidence.add(match, outcome)
    return evidence


def when(code: str) -> str:
    """When a finding is said, in one line."""
    return " ".join(ENTRIES[code].partition("**When:**")[2].partition("**Causes:**")[0].split())


def said(margin: float) -> list[str]:
    """The ways in which a margin may be written."""
    part = f"{100 * margin:g}"
    return [f"{part} %", f"{part} games in a hundred", f"{margin:g} times", f"{margin:g} actions", f"${margin:.2f}"]


EXPLAINED = {
    "first-seat": "its fair share",
    "seat-edge": "its fair share",
    "money-shrinks": "less money on average than they began with",
    "never-pays": "below 0",
}
"""Margins that are no number of their own."""


@pytest.mark.parametrize("code", [code for code in ENTRIES if code != "seat-edge"])
def test_an_entry_states_its_margins(code: str, margins: dict[str, set[tuple[float, int]]]) -> None:
    text = when(code)
    if code in EXPLAINED:
        assert EXPLAINED[code] in text
        return
    for margin, _ in margins[code]:
        assert any(f" {way}" in f" {text}" for way in said(margin)), f"{code}: {margin:g} is not in: {text}"
    known = {
        "(?:%|games in a hundred)": {round(100 * margin, 3) for margin, _ in margins[code]},
        "(?:times|actions)": {margin for margin, _ in margins[code]},
        "fair shares": {round(margin * players, 3) for margin, players in margins[code]},
    }
    for unit, values in known.items():
        stated = {float(number) for number in re.findall(rf"(?<![\w.,])(\d+(?:\.\d+)?) {unit}", text)}
        assert stated <= values | {20.0 if code == "recipe-towers" else -1.0}, f"{code}: {stated - values} is no margin"


def test_the_entry_of_a_seats_edge_states_its_margin_for_each_number_of_players(
    margins: dict[str, set[tuple[float, int]]],
) -> None:
    text = when("seat-edge")
    stated = {players: 100 * min(FELT_PART / players, FELT) for players in range(2, 7)}
    assert stated == pytest.approx({2: 8, 3: 8, 4: 7.5, 5: 6, 6: 5})
    assert "8 in a hundred with two or three players, 7.5 with four, 6 with five, 5 with six" in text
    assert "three tenths of a fair share" in text
    assert "8 games in a hundred where that is less" in text
    for margin, players in margins["seat-edge"]:
        assert margin == pytest.approx(1 / players, abs=1e-6) or 100 * margin == pytest.approx(stated[players])
    assert {players for _, players in margins["seat-edge"]} == {2, 6}, "fewest and most"


def test_the_entries_of_every_game_and_of_towers_state_what_they_scale_with() -> None:
    assert f"{MOST_TURNS:,} moves" in when("never-ends")
    assert "four fair shares" in when("recipe-towers")
    few = [question for question in asked(_with_recipes(20), None)[1] if question.code == "recipe-towers"]
    figures = SimpleNamespace(figure=lambda *_, **__: intervals.share(1, 2))
    [excess] = few[0].measure(figures)  # type: ignore[arg-type]
    assert excess.margin == pytest.approx(0.2)
    assert "20 % with twenty" in when("recipe-towers")


def _with_recipes(count: int) -> Any:
    variant = load()
    recipes = dict(list(variant.model.recipes.items())[:count])
    return SimpleNamespace(game=variant.game, model=variant.model.model_copy(update={"recipes": recipes}))


SNIPPETS = [
    pytest.param("discount-salmon" if " · Discount Salmon" in entry else "classic", text, id=f"{code}-{number}")
    for code, entry in ENTRIES.items()
    for number, text in enumerate(re.findall(r"^```yaml\n(.*?)^```", entry, flags=re.MULTILINE | re.DOTALL), start=1)
]


@pytest.mark.parametrize(("base", "snippet"), SNIPPETS)
def test_every_snippet_is_a_change_of_its_game(base: str, snippet: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(f"extends: {base}\n{snippet}", encoding="utf-8")
    found = pipeline.load(str(file))
    assert found.diagnostics == (), "it loads, but not without a word"
    assert changes(load(base).document, found.document), "it changes nothing"


def test_every_entry_shows_a_snippet() -> None:
    assert [code for code, entry in ENTRIES.items() if "```yaml" not in entry] == []


# ── The verdict ─────────────────────────────────────────────────────────────────────────────────────────────────────


def rows(text: str) -> dict[str, list[str]]:
    """The rows of all tables, by their first cells."""
    lines = re.findall(r"^\| (.*) \|$", text, flags=re.MULTILINE)
    return {cells[0]: cells[1:] for cells in (line.split(" | ") for line in lines)}


def numbers(text: str) -> list[float]:
    """The numbers in a text."""
    return [float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", text)]


ROWS = rows(VERDICT)
PLAIN = " ".join(VERDICT.split())


@pytest.mark.parametrize(("column", "budget"), [(0, COMPILED), (1, INTERPRETED)])
def test_the_budgets_are_those_of_the_program(column: int, budget: Budget) -> None:
    assert numbers(ROWS["games with each number of players"][column]) == list(budget.seats)
    assert numbers(ROWS["games of each duel and each rung"][column]) == list(budget.duels)
    assert len(budget.seats) == len(budget.duels)


def test_the_bots_that_stand_for_people() -> None:
    ladder = load().game.playing.judging.ladder
    assert ROWS["the bots that stand for people"] == [ladder[-1], ladder[-2]]


def test_the_tables_of_a_check_and_what_they_play_at_most() -> None:
    stage, questions = asked(load(), load())
    tables = stage.matches()
    counted = [
        int(ROWS[kind][1]) for kind in ROWS if kind in ("one for each number of players", "duels", "rungs")
    ]  # fmt: skip
    assert counted == [len(stage.seats), len(stage.duels), len(stage.rungs)]
    assert len(tables) == 13
    assert "thirteen" in PLAIN
    seats = set(stage.every_seat)
    most = [
        sum((budget.seats if match in seats else budget.duels)[-1] * (1 + both) for match, both in tables)
        for budget in (COMPILED, INTERPRETED)
    ]
    assert f"at most {most[0]:,} games, or {most[1]:,} interpreted" in PLAIN
    assert 250 <= len(questions) < 350
    assert "some three hundred questions" in PLAIN
    assert f"looks up to {('no', 'one', 'two', 'three', 'four', 'five')[COMPILED.rounds]} times" in PLAIN
    searching = {bot for match, _ in tables for bot in match}
    assert f"searched by {('five', 'six', 'seven', 'eight')[len(searching) - 5]} bots" in PLAIN


def test_certainties_and_trials() -> None:
    assert f"certainty of {100 * CERTAINTY:g} %" in PLAIN
    assert f"certainty of {100 * CERTAINTY:g} %" in " ".join(FINDINGS.split())
    assert f"one in {['', 'one ', 'two '][round(0.001 / (1 - CERTAINTY))]}thousand misses" in PLAIN
    assert f"each finding is {100 * CERTAINTY:.2f} % sure" in PLAIN
    assert f"differ at a certainty of {100 * comparison.SURE:g} %" in PLAIN
    assert f"without each: {verdict.TRIAL_GAMES} games" in PLAIN
    assert f"At most {verdict.MOST_CAUSES} changes are tried" in PLAIN
    assert verdict.RELIEF == 0.25
    assert "a quarter of it at least" in PLAIN
    [looks] = re.findall(r"Changes of (.+?) are left out", PLAIN)
    assert set(re.findall(r"`(\w+)`", looks)) == load().game.playing.judging.looks


def test_what_minutes_rest_on() -> None:
    seconds = [
        numbers(ROWS[what][0])[0]
        for what in (
            "setting up, once",
            "each action in the morning, passing too",
            "each turn in the evening, cooking or passing",
            "each day: stocking the markets, clearing away",
        )
    ]
    assert seconds == [tally.SET_UP_SECONDS, tally.MORNING_SECONDS, tally.EVENING_SECONDS, tally.DAY_SECONDS]
    assert f"the {load().model.playing_time} minutes on its box" in PLAIN


def test_the_example_of_ten_games() -> None:
    told = {name: [float(cell) for cell in ROWS[name]] for name in ("variant", "baseline", "difference")}
    *variant, mean_here = told["variant"]
    *baseline, mean_there = told["baseline"]
    *difference, mean_between = told["difference"]
    assert difference == [here - there for here, there in zip(variant, baseline, strict=True)]
    means = [intervals.mean(tallied(values), "x") for values in (variant, baseline)]
    assert [estimate.value for estimate in means] == [mean_here, mean_there]
    apart, paired = intervals.difference(*means), intervals.mean_change(tallied(difference), "x")
    assert paired.value == mean_between
    assert f"they say {apart.value:.1f} ± {apart.high - apart.value:.1f} minutes" in PLAIN
    assert f"they say {paired.value:.1f} ± {paired.high - paired.value:.1f} minutes" in PLAIN


def tallied(values: list[float]) -> Tally:
    """A tally of one column."""
    found = Tally(len(values), {"x": Counter(int(value) for value in values)})
    assert found.total("x") == sum(values)
    return found


def test_the_example_of_wins() -> None:
    told = re.findall(
        r"^\| ([\d,]+) \| ([\d,]+) \| ([\d.]+)–([\d.]+) % \| ([\d.]+)–([\d.]+) % \| (.+) \| (.+) \|$",
        VERDICT, flags=re.MULTILINE,
    )  # fmt: skip
    assert len(told) >= 4
    for wins, games, *ends, felt, far in told:
        times, played = int(wins.replace(",", "")), int(games.replace(",", ""))
        usual, sure = (intervals.share(times, played, certainty) for certainty in (intervals.CERTAINTY, CERTAINTY))
        found = [f"{100 * end:.1f}" for end in (usual.low, usual.high, sure.low, sure.high)]
        assert found == ends
        assert [felt, far] == [answer(sure.low, sure.high, margin) for margin in (0.5, 0.58)]


def answer(low: float, high: float, margin: float) -> str:
    """What an interval says of a margin."""
    return "yes" if low > margin else "no" if high <= margin else "not yet"


def test_numbers_of_the_method() -> None:
    sure, usual = intervals.deviations(CERTAINTY), intervals.deviations(0.95)
    assert f"are {usual:.2f} at 95 % and {sure:.2f} at {100 * CERTAINTY:g} %" in PLAIN
    assert f"t is {intervals.deviations(0.95, 9):.2f} at 95 %" in PLAIN
    none = intervals.share(0, 1_000)
    assert f"none of 1,000 is fewer than {100 * none.high:.1f} %" in PLAIN
    [per_game] = re.findall(r"it is about ([\d.]+)/N", PLAIN)
    assert intervals.share(0, 10_000, CERTAINTY).high * 10_000 == pytest.approx(float(per_game), abs=0.05)
    [enough] = re.findall(r"takes (\d+) games without an endless one", PLAIN)
    assert intervals.share(0, int(enough) + 1, CERTAINTY).high < ENDLESS
    assert intervals.share(0, int(enough) - 5, CERTAINTY).high > ENDLESS
    assert f"fewer than {100 * ENDLESS:g} % are endless" in PLAIN
    few = intervals.share(3, 100)
    assert f"Wilson's is {100 * few.low:.1f} % to {100 * few.high:.1f} %" in PLAIN
    error = 100 * (2 * 0.25 / 250) ** 0.5
    assert f"standard error of {error:.1f} games in a hundred, and half an interval is {sure * error:.1f}" in PLAIN
    assert f"stray by {8 + sure * error:.1f}" in PLAIN
