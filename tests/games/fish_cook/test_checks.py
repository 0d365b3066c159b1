"""Every semantic diagnostic of Fish Cook: a minimal homebrew, and the place that its author must look at."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from source.marked import Found, errors, found, inside, marked, unclear

from kitgen.diagnostics import Diagnostic, Severity
from kitgen.errors import KitgenError, VariantError
from kitgen.pipeline import load
from kitgen.source.resources import resource_folder

HEAD = "extends: classic\n"
DOCS = Path(__file__).parents[3] / "docs" / "diagnostics.md"
CLASSIC = resource_folder("variants") / "fish-cook" / "classic.yaml"


@pytest.fixture
def diagnose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[Diagnostic]]:
    """Every diagnostic of a homebrew; each stands in the homebrew itself."""
    monkeypatch.chdir(tmp_path)

    def diagnose(text: str) -> list[Diagnostic]:
        Path("brew.yaml").write_text(text, encoding="utf-8")
        try:
            diagnostics = load("brew.yaml").diagnostics
        except VariantError as refused:
            diagnostics = refused.diagnostics
        assert not unclear(diagnostics)
        return list(diagnostics)

    return diagnose


def row(fields: str, kind: str = "roe") -> str:
    """A homebrew that changes one farm row."""
    return f"market:\n  farm:\n    rows:\n      {kind}: {{{fields}}}\n"


def dish(fields: str, name: str = "x-y") -> str:
    """A homebrew with one recipe more."""
    return f"recipes:\n  {name}: {{{fields}}}\n"


def only_recipes(count: int) -> str:
    """A homebrew with so many recipes and no other; the mark stands at all of them."""
    kinds = ("wine", "mushroom", "vegetable", "roe", "egg", "flour")
    each = [f"{{size: {size}, ingredients: [{kind}], main: 9, bonus: 3}}" for size in range(1, 7) for kind in kinds]
    entries = ", ".join(f"r{number}: {entry}" for number, entry in enumerate(each[:count]))
    return f"remove: [recipes]\nrecipes: ▸{{{entries}}}\n"


ERRORS = [
    ("fill-decreases", row("fill: [2, 3, 3, ▸2, 5, 5]"), "face 4|space 2"),
    ("fill-decreases", row("fill: [3, ▸1, 3, 4, 5, 5]", "flour"), "face 2|space 1"),
    ("fill-decreases", "market:\n  farm:\n    rows:\n      egg:\n        fill:\n        - 2\n        - 5\n"
     "        - ▸4\n        - 5\n        - 5\n        - 5\n", "face 3|space 4"),
    ("fill-range", row("fill: [2, 3, 3, 4, 5, ▸6]"), "face 6|space 6|1 to 5"),
    ("fill-range", row("fill: [▸0, 3, 3, 4, 5, 5]"), "face 1|space 0|1 to 5"),
    ("fill-length", row("fill: ▸[2, 3, 3, 4, 5]"), "5 entries|6 faces"),
    ("fill-length", row("fill: ▸[2, 3, 3, 4, 5, 5, 5]"), "7 entries|6 faces"),
    ("ladder-length", row("prices: ▸[7, 5, 4, 3]"), "4 prices|5 spaces"),
    ("ladder-length", row("prices: ▸[7, 5, 4, 3, 2, 1]"), "6 prices|5 spaces"),
    ("ladder-length", "market: {fish: {ladders: {3: ▸[4, 5, 6]}}}\n", "3 prices|5 spaces"),
    ("ladder-order", row("prices: ▸[2, 3, 4, 5, 7]"), "dear to cheap"),
    ("ladder-order", row("prices: ▸[7, 5, 4, 3, 9]"), "dear to cheap"),
    ("ladder-order", "market: {fish: {ladders: {3: ▸[9, 7, 6, 5, 4]}}}\n", "cheap to dear"),
    ("ladder-order", "market: {fish: {ladders: {3: ▸[4, 6, 5, 7, 9]}}}\n", "cheap to dear"),
    ("sizes-gap", "market: {fish: {ladders: ▸{8: [1, 2, 3, 4, 5]}}}\nend: {menu_bonus: {8: 8}}\n", "8|gap"),
    ("too-many-fish-dice", "market: {fish: {dice: ▸31}}\n", "31|30 spaces"),
    ("too-many-fish-dice", "market: {fish: {dice: {2: 10, 3: 12, 4: ▸31, 5: 14, 6: 14}}}\n", "31|30 spaces"),
    ("unknown-kind", dish("size: 1, ingredients: [roe, ▸tofuu], main: 1, bonus: 4") +
     "kinds: {tofu: {letter: T, colour: sky, badge: star, foods: [tofu, seaweed]}}\n", "tofuu|did you mean 'tofu'"),
    ("unknown-kind", dish("size: 1, ingredients: [▸egs], main: 1, bonus: 3"), "egs|did you mean 'egg'"),
    ("unknown-kind", dish("size: 1, ingredients: [▸zzz], main: 1, bonus: 3"), "zzz|wine"),
    ("unknown-kind", "market:\n  farm:\n    rows:\n      ▸reo:\n        prices: [7, 5, 4, 3, 2]\n"
     "        fill: [2, 3, 3, 4, 5, 5]\n", "reo|did you mean 'roe'"),
    ("never-sold", dish("size: 1, ingredients: [egg, ▸tofu], main: 1, bonus: 4") +
     "kinds: {tofu: {letter: T, colour: sky, badge: star, foods: [tofu, seaweed]}}\n", "tofu|wine"),
    ("same-mark", "kinds: {egg: {letter: ▸G}}\n", "letter|'G'|vegetable"),
    ("same-mark", "kinds: {flour: {badge: ▸circle}}\n", "badge|'circle'|egg"),
    ("same-mark", "bank: {notes: ▸[1, 5, 5]}\n", "twice"),
    ("repeated-ingredient", dish("size: 1, ingredients: ▸[egg, egg], main: 1, bonus: 4"), "twice"),
    ("unknown-size", dish("size: ▸7, ingredients: [egg], main: 1, bonus: 3"), "size 7|1, 2, 3, 4, 5 or 6"),
    ("unknown-size", "end:\n  menu_bonus:\n    ▸7: 1\n", "size 7"),
    ("duplicate-recipe", dish("▸size: 1, ingredients: [roe], main: 14, bonus: 3").replace("{▸", "▸{"),
     "ginger-simmered-sardines"),
    ("duplicate-recipe", dish("▸size: 1, ingredients: [vegetable, egg], main: 1, bonus: 4").replace("{▸", "▸{"),
     "leeks-mimosa-with-anchovy"),
    ("too-few-recipes", "players: {max: 2}\nset_up: {recipes_dealt: 4}\n" + only_recipes(11),
     "11 recipes|2 players|need 12"),
    ("too-few-tokens", "tokens: {per_kind: ▸4}\n", "4 tokens|5 spaces"),
    ("bonus-missing", "remove: [end.menu_bonus]\nend: {menu_bonus: ▸{1: 1, 2: 2, 4: 4, 5: 5}}\n", "3 or 6"),
    ("never-rolled", "evening: {steal: {succeeds_on: ▸7}}\n", "d6|7"),
    ("never-rolled", "evening: {steal: {die: d4, succeeds_on: ▸5}}\n", "d4|5"),
    ("no-ones", "bank: {notes: ▸[5, 20]}\n", "1"),
    ("players-reversed", "players: ▸{min: 5, max: 3}\n", "5|3"),
    ("players-missing", "market: {fish: {dice: ▸{2: 10, 3: 12, 5: 14}}}\n", "4 or 6"),
    ("players-missing", "remove: [set_up.days]\nset_up: {days: ▸{2: 3, 3: 4, 4: 4, 6: 5}}\n", "5 players"),
]  # fmt: skip

WARNINGS = [
    ("unused-kind", "kinds: {tofu: ▸{letter: T, colour: sky, badge: star, foods: [tofu, seaweed]}}\n", "tofu"),
    ("tight-deck", "school: {cards: 6}\n" + only_recipes(19), "1 recipe"),
    ("unusual-value", "set_up: {money: ▸500}\n", "500|50 to 200"),
    ("unusual-value", "market: {fish: {dice: ▸25}}\n", "25|6 to 24"),
    ("unusual-value", "school: {cards: ▸7}\n", "7|2 to 6"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text", "says"), ERRORS)
def test_an_error_stands_at_its_place(
    diagnose: Callable[[str], list[Diagnostic]], code: str, text: str, says: str
) -> None:
    where = marked(HEAD + text)
    diagnostics = diagnose(where.text)
    assert errors(diagnostics) == [Found(code, *where.place)]
    (finding,) = [finding for finding in diagnostics if finding.severity is Severity.ERROR]
    assert finding.span is not None
    assert finding.span.file == "brew.yaml"
    said = f"{finding.message} {finding.hint}"
    assert [words for words in says.split("|") if words not in said] == []
    assert finding.hint


@pytest.mark.parametrize(("code", "text", "says"), WARNINGS)
def test_a_warning_stands_at_its_place(
    diagnose: Callable[[str], list[Diagnostic]], code: str, text: str, says: str
) -> None:
    where = marked(HEAD + text)
    diagnostics = diagnose(where.text)
    assert found(diagnostics) == [Found(code, *where.place)]
    assert diagnostics[0].severity is Severity.WARNING
    said = f"{diagnostics[0].message} {diagnostics[0].hint}"
    assert [words for words in says.split("|") if words not in said] == []


def test_every_documented_diagnostic_of_the_game_is_tried_here() -> None:
    section = DOCS.read_text(encoding="utf-8").split("## The game: Fish Cook")[1].split("\n## ")[0]
    documented = set(re.findall(r"^### `([a-z-]+)`$", section, re.MULTILINE))
    assert documented == {code for code, *_ in [*ERRORS, *WARNINGS]} - {"unusual-value"}


def test_the_classic_has_not_even_a_note() -> None:
    assert load("classic").diagnostics == ()


@pytest.mark.parametrize(
    "text",
    [
        "market: {fish: {dice: 24}}\n",
        "market: {fish: {dice: {2: 8, 3: 10, 4: 12, 5: 14, 6: 16}}}\n",
        "players: {max: 3}\nmarket: {fish: {dice: {2: 8, 3: 10}}}\n",
        row("fill: [1, 1, 1, 1, 1, 1]"),
        row("fill: [5, 5, 5, 5, 5, 5]"),
        row("prices: [0, 0, 0, 0, 0]"),
        "market: {fish: {ladders: {1: [3, 3, 3, 3, 3]}}}\n",
        "tokens: {per_kind: 12}\n",
        "evening: {steal: {succeeds_on: 6}}\n",
        "evening: {steal: {die: d10, succeeds_on: 10}}\n",
        "evening: {steal: {die: d4}}\n",
        "end: {menu_bonus: none}\n",
        "bank: {notes: [1]}\n",
        "players: {min: 4, max: 4}\n",
        dish("size: 1, ingredients: [egg], main: 0, bonus: 0"),
        "set_up: {recipes_dealt: 4}\n",
    ],
)
def test_what_is_just_possible_is_not_refused(diagnose: Callable[[str], list[Diagnostic]], text: str) -> None:
    assert diagnose(HEAD + text) == []


def test_too_few_recipes_for_six_players(diagnose: Callable[[str], list[Diagnostic]]) -> None:
    """36 recipes: six players with six each leave no school."""
    where = marked(HEAD + "set_up: {recipes_dealt: ▸6}\n")
    codes = {finding.code: finding for finding in diagnose(where.text)}
    assert "need 40" in codes["too-few-recipes"].message
    assert "too-few-recipes" not in {finding.code for finding in diagnose(f"{where.text}players: {{max: 5}}\n")}


# All in one run


def check_all(diagnose: Callable[[str], list[Diagnostic]], text: str) -> None:
    """Every mark has an error, and every error a mark."""
    where = marked(text)
    assert sorted({(line, column) for _, line, column in errors(diagnose(where.text))}) == list(where.places)


def test_faults_of_sense_are_all_found_in_one_run(diagnose: Callable[[str], list[Diagnostic]]) -> None:
    check_all(
        diagnose,
        HEAD + "players: {max: 4}\n"
        "market:\n  fish: {dice: {2: ▸60, 3: 12, 4: 12}, ladders: {1: ▸[1, 2], 2: ▸[9, 8, 7, 6, 5]}}\n"
        "  farm:\n    rows:\n      roe: {prices: ▸[1, 2, 3, 4, 5], fill: [2, ▸9, ▸3, 4, ▸0, ▸6]}\n"
        "      egg: {prices: ▸[1], fill: ▸[2, 3]}\n"
        "kinds: {egg: {letter: ▸G}}\n"
        "recipes:\n  a: {size: ▸8, ingredients: [▸zzz, egg], main: 3, bonus: 3}\n"
        "  b: {size: 1, ingredients: ▸[wine, roe, wine], main: 3, bonus: 3}\n"
        "  c: ▸{size: 6, ingredients: [mushroom], main: 3, bonus: 3}\n"
        "tokens: {per_kind: ▸3}\nevening: {steal: {succeeds_on: ▸9}}\nbank: {notes: ▸[2]}\n",
    )


def test_faults_of_text_shape_and_sense_are_all_found_in_one_run(
    diagnose: Callable[[str], list[Diagnostic]],
) -> None:
    check_all(
        diagnose,
        "▸marekt: {}\n" + HEAD + "players: {min: ▸1, max: 6}\nset_up: {money: ▸.nan}\n"
        "market:\n  fish: {dice: ▸31}\n  farm:\n    rows:\n      roe: {fill: [2, 3, 3, ▸2, 5, 5]}\n"
        "      egg: {prices: ▸[5, 4, 3]}\n"
        "recipes:\n  tuna-nicoise: {size: 6, ingredients: [▸egs, vegetable], main: 34, bonus: 4}\n"
        "  x-y: ▸{size: 1, ingredients: [roe], main: 14, bonus: 3}\n"
        "  z: {size: ▸nine, ingredients: [roe], main: ▸'14', bonus: 3}\n"
        "evening: {steal: {succeeds_on: ▸7}}\nschool: {cards: 4}\n▸school: {cards: 5}\ntitle: ▸!x Odd\n",
    )


@pytest.mark.parametrize(
    "text",
    [
        "recipes:\n  a: ▸5\n  ab: {size: 1, ingredients: [▸zzz], main: 1, bonus: 3}\n",
        "kinds: {egg: {letter: ▸EE}}\nrecipes: {x-y: {size: 1, ingredients: [▸tofu], main: 1, bonus: 3}}\n",
        "kinds: {egg: ▸x}\nrecipes: {x-y: {size: 1, ingredients: [▸tofu], main: 1, bonus: 3}}\n",
        "market: {farm: {die: ▸d20, rows: {roe: {fill: [5, ▸4, 5, 5, 5, 5]}}}}\n",
        "market: {fish: {row_length: ▸x, dice: ▸60}}\n",
        '▸"": 1\ntokens: {per_kind: ▸4}\n',
        "players: ▸x\ntokens: {per_kind: ▸4}\n",
        "set_up: {days: ▸x}\ntokens: {per_kind: ▸4}\n",
        "bank: ▸x\ncards: ▸x\nend: ▸x\nmorning: ▸x\ntokens: {per_kind: ▸4}\n",
        "title: ▸''\ntokens: {per_kind: ▸4}\n",
    ],
)
def test_a_fault_of_shape_hides_no_fault_of_sense_elsewhere(
    diagnose: Callable[[str], list[Diagnostic]], text: str
) -> None:
    check_all(diagnose, HEAD + text)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("same-mark", "kinds: {wine: {letter: ▸B}}\n"),
        ("same-mark", "kinds: {wine: {badge: ▸square}}\n"),
        ("duplicate-recipe", "recipes:\n  ginger-simmered-sardines: {ingredients: [▸mushroom]}\n"),
    ],
)
def test_of_two_that_clash_the_authors_own_is_blamed(
    diagnose: Callable[[str], list[Diagnostic]], code: str, text: str
) -> None:
    """Not the inherited one, which the author never touched and may not be able to edit."""
    where = marked(HEAD + text)
    (finding,) = [finding for finding in diagnose(where.text) if finding.severity is Severity.ERROR]
    assert finding.code == code
    assert finding.span is not None
    assert (finding.span.file, finding.span.line) == ("brew.yaml", where.place.line)


# Anything at all

SCALARS = [
    "0",
    "-1",
    "1",
    "2",
    "9",
    "99",
    "1.5",
    ".nan",
    ".inf",
    "010",
    "yes",
    "no",
    "null",
    "~",
    "none",
    "bonus",
    "never",
    "d6",
    "roe",
    "egg",
    "x",
    "poker",
    "20mm",
    "63,5mm",
    "?",
    "[key]",
    "\x00",
    "é",
    "鱼",
]
scalars = st.sampled_from(SCALARS) | st.text(max_size=5)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(scalars, inner, max_size=3),
    max_leaves=8,
)


def written(data: Any) -> str:
    """Data as YAML on one line, its words without quotes where they need none."""
    if isinstance(data, dict):
        return "{" + ", ".join(f"{written(key)}: {written(value)}" for key, value in data.items()) + "}"
    if isinstance(data, list):
        return "[" + ", ".join(written(item) for item in data) + "]"
    return data if re.fullmatch(r"[\w.~-]+", data) and data != "-" else json.dumps(data)


def spots(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The path of everything in data."""
    yield path
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from spots(value, (*path, key))


def with_value(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """A copy of data with another value at a path."""
    if not path:
        return value
    if isinstance(data, dict):
        return {key: with_value(item, path[1:], value) if key == path[0] else item for key, item in data.items()}
    return [with_value(item, path[1:], value) if number == path[0] else item for number, item in enumerate(data)]


WHOLE = yaml.load(CLASSIC.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
SPOTS = list(spots(WHOLE))


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(SPOTS), values), min_size=1, max_size=3))
@example([(("game",), {"a": "b"})])
@example([(("game",), ["fish-cook"])])
@example([(("kinds", "roe"), {"?": "x"})])
@example([(("market", "fish", "ladders"), {})])
@example([(("market", "farm", "rows"), {"é": {}})])
def test_whatever_stands_in_a_variant_it_loads_or_is_refused_at_its_place(
    diagnose: Callable[[str], list[Diagnostic]], changes: list[tuple[tuple[str | int, ...], Any]]
) -> None:
    data = WHOLE
    for path, value in changes:
        if path in set(spots(data)):
            data = with_value(data, path, value)
    text = f"# é\n{written(data)}\n"
    try:
        diagnostics = diagnose(text)
    except KitgenError as refused:
        assert refused.message.isprintable()
        return
    assert all(finding.span is not None and finding.span.file == "brew.yaml" for finding in diagnostics)
    assert all(inside(finding.span, text) for finding in diagnostics)
