"""The loader under texts that nobody would write: it ends at once, in a variant or in clear diagnostics.

Shipped variants are mutilated, small documents and tables are made up. Whatever once ended otherwise is a case here.
``benchmarks/fuzz_loader.py`` does the same for as long as one likes.
"""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from source.marked import LINE_BREAK, unclear

from kitgen.diagnostics import Diagnostic
from kitgen.errors import KitgenError, UsageError, VariantError
from kitgen.games.fish_cook.variant import Variant
from kitgen.pipeline import LoadedVariant, explain, load, tell_explanation
from kitgen.source.keys import ANY_ID, keys_of
from kitgen.source.resources import resource_folder

SECONDS = 20
"""Of the processor's time, for loading whatever it is: so much that only what never ends takes more."""

FUZZ = settings(deadline=None, derandomize=True, max_examples=400)

SHIPPED = [file.read_text(encoding="utf-8") for file in sorted(resource_folder("variants").glob("*/*.yaml"))]
NAMING = "extends: classic\nrecipes: table.csv\n"
HOMEBREWS = [
    "extends: classic\nremove: [recipes.tuna-nicoise, market.farm.rows.egg]\nset_up: {money: 80}\n",
    "extends: classic\nmarket:\n  fish:\n    dice: {2: 10, 3: 12, 4: 12, 5: 14, 6: 14}\nend: {menu_bonus: none}\n",
    NAMING,
]
TABLES = [
    'id,size,ingredients,main,bonus\ngrilled-eel,6,"wine, egg",36,4\npike-perch,5,roe,20,3\n',
    "id;name.en;name.fr;size;ingredients;main;bonus\ngrilled-eel;Eel;Anguille;6;wine egg;36;4\ntuna-nicoise;;;;;50;\n",
    "id\tname\tsize\tingredients\tmain\tbonus\ngrilled-eel\tEel\t6\twine, egg\t36\t4\n",
]


@pytest.fixture(scope="module", autouse=True)
def folder() -> Iterator[Path]:
    """Where ``fuzzed`` writes."""
    global _FOLDER
    with tempfile.TemporaryDirectory() as made:
        _FOLDER = Path(made)
        yield _FOLDER


_FOLDER = Path()


def fuzzed(variant: str | bytes, table: str | bytes = "", *settings: str) -> None:
    """Load a variant beside its table; it must end as any file must."""
    for name, content in (("mine.yaml", variant), ("table.csv", table)):
        raw = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
        (_FOLDER / name).write_bytes(raw)
    ends_well(str(_FOLDER / "mine.yaml"), settings)


def ends_well(name: str, settings: Sequence[str]) -> None:
    begun = time.process_time()
    diagnostics: Sequence[Diagnostic] = ()
    try:
        diagnostics = load(name, settings).diagnostics
    except VariantError as refused:
        diagnostics = refused.diagnostics
        assert refused.message
        assert diagnostics
    except KitgenError as refused:
        assert refused.message
    assert time.process_time() - begun < SECONDS
    assert not unclear(diagnostics), unclear(diagnostics)
    for finding in diagnostics:
        assert finding.code
        assert finding.span is not None, finding
        assert finding.span.line >= 1, finding
        assert finding.span.column >= 1, finding
        if not finding.span.file.startswith("--set"):
            assert finding.span.line <= lines_of(finding.span.file) + 1, finding


def lines_of(file: str) -> int:
    return len(LINE_BREAK.split(Path(file).read_bytes().decode("utf-8", "replace")))


# What once ended otherwise

CASES: dict[str, tuple[str, str]] = {
    "a table of a user who is not there": ("extends: classic\nrecipes: ~nobody-of-this-name/x.csv\n", ""),
    "a column deeper than recursion goes": (NAMING, f"id,{'.'.join('a' * 30_000)}\ngrilled-eel,x\n"),
    "a sheet of unknown columns": (
        NAMING,
        f"id,{','.join(f'c{number}' for number in range(3_000))}\n" + f"eel{',x' * 3_000}\n" * 100,
    ),
    "a heading of commas": (NAMING, "id" + "," * 400_000 + "x\n"),
    "a sheet of one row": (NAMING, "id\n" + "grilled-eel\n" * 80_000),
    "a sheet without ids": (NAMING, "id,size\n" + ",1\n" * 200_000),
    "a mapping in place of a number or a word": ("extends: classic\nevening: {steal: {succeeds_on: {}}}\n", ""),
    "signs that nobody sees in the name of the game": ('game: "\\x8d\\u202e"\n', ""),
    "a tab that went into the message": (NAMING, 'id\tsize\n"grilled"-eel\t6\n'),
}


@pytest.mark.parametrize(("variant", "table"), CASES.values(), ids=list(CASES))
def test_what_once_ended_otherwise(variant: str, table: str) -> None:
    fuzzed(variant, table)


def test_a_setting_deeper_than_recursion_goes() -> None:
    with pytest.raises(UsageError, match="keys deep"):
        load("classic", [f"{'.'.join('a' * 3_000)}=1"])


def test_an_index_of_more_digits_than_python_reads() -> None:
    with pytest.raises(UsageError, match="in bank"):
        explain(load("classic"), f"bank.notes.{'9' * 5_000}")


# Shipped texts, mutilated

Mutation = Callable[[Random, str], str]

SPECIALS = [
    "&a ", "*a", "!!python/object:os.system ", "!x ", "<<: ", "? ", "- ", ": ", "|", ">", "{", "}", "[", "]", ",", "#",
    " #", '"', "'", "%", "@", "`", "---", "...", "~", "null", "yes", ".nan", ".inf", "-1", "0", "007", "1e999", "1.5",
    "9" * 30, "-" + "9" * 5_000, "١٢", "三", "é", "é", "👩🍳", "\u202e", "\ufeff", "\u2028", "\x85", "\0", "\x1b", "\t",
    "\r", "\n", "\ud800", "\uffff", '"\\x00"', '"\\ud83d\\ude00"', '"\\x1b[31m"', "[" * 50, "{a: " * 50,
    "[" * 30 + "]" * 30, "&a [*a]", "&a {x: *a}", "extends: ", "remove: [", "table.csv", "classic", "fish-cook",
    "[key]", "<id>", "x" * 3_000,
]  # fmt: skip
TOKEN = re.compile(r"[^\s:,;{}\[\]#]+")


def of_lines(change: Callable[[Random, list[str], int], None]) -> Mutation:
    """A mutation of the lines of a text, at one of them."""

    def mutate(chance: Random, text: str) -> str:
        lines = text.split("\n")
        change(chance, lines, chance.randrange(len(lines)))
        return "\n".join(lines)

    return mutate


def at_token(change: Callable[[Random, str], str]) -> Mutation:
    """A mutation of one word of a text."""

    def mutate(chance: Random, text: str) -> str:
        tokens = list(TOKEN.finditer(text))
        if not tokens:
            return change(chance, text)
        token = chance.choice(tokens)
        return text[: token.start()] + change(chance, token[0]) + text[token.end() :]

    return mutate


def _exchange(chance: Random, lines: list[str], at: int) -> None:
    other = chance.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def _indent(chance: Random, lines: list[str], at: int) -> None:
    lines[at] = chance.choice(["", " ", "   ", "\t", " " * 40]) + lines[at].lstrip(chance.choice(["", " "]))


def _replace_value(chance: Random, lines: list[str], at: int) -> None:
    lines[at] = lines[at].partition(":")[0] + ": " + chance.choice(SPECIALS)


def _insert(chance: Random, text: str) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(SPECIALS) + text[at:]


def _cut(chance: Random, text: str) -> str:
    at = chance.randrange(len(text) + 1)
    return chance.choice([text[:at], text[at:], text[:at] + text[at + 1 :]])


MUTATIONS: list[Mutation] = [
    of_lines(lambda chance, lines, at: lines.__delitem__(at)),
    of_lines(lambda chance, lines, at: lines.insert(chance.randrange(len(lines)), lines[at])),
    of_lines(_exchange),
    of_lines(_indent),
    of_lines(_replace_value),
    at_token(lambda chance, token: chance.choice(SPECIALS)),
    at_token(lambda chance, token: json.dumps(token)),
    at_token(lambda chance, token: f"[{token}]"),
    at_token(lambda chance, token: f"{{{token}: {token}}}"),
    at_token(lambda chance, token: chance.choice(["", token * 2, token[:-1], token.upper(), f"-{token}", f"{token}0"])),
    at_token(lambda chance, token: chance.choice([f"&a {token}", "*a", f"!!str {token}"])),
    _insert,
    _cut,
]


def mutilated(texts: list[str]) -> st.SearchStrategy[str]:
    """One of the texts with a few mutations."""
    mutations = st.lists(st.tuples(st.sampled_from(MUTATIONS), st.integers(0, 2**32)), min_size=1, max_size=6)
    return st.tuples(st.sampled_from(texts), mutations).map(lambda drawn: _mutilate(*drawn))


def _mutilate(text: str, mutations: list[tuple[Mutation, int]]) -> str:
    for mutation, seed in mutations:
        text = mutation(Random(seed), text)
    return text


@FUZZ
@given(mutilated(SHIPPED))
def test_a_mutilated_variant_that_is_shipped(variant: str) -> None:
    fuzzed(variant)


@FUZZ
@given(mutilated(HOMEBREWS), st.sampled_from(TABLES))
def test_a_mutilated_homebrew(variant: str, table: str) -> None:
    fuzzed(variant, table)


# Documents and tables that are made up

KEYS = [key.path for key in keys_of(Variant)]
IDS = ["wine", "egg", "tuna-nicoise", "grilled-eel", "1", "6", "en", "no id", "[key]"]
plain = st.sampled_from(
    ["0", "1", "6", "99999999999999999999", "-1", "wine", "yes", "none", "20mm", "d6", "x.csv", "~", '""']
)
scalars = plain | st.text(max_size=6).map(json.dumps)
keys = st.sampled_from([*IDS, *(path[-1] for path in KEYS)]).map(json.dumps) | scalars
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4).map(lambda items: f"[{', '.join(items)}]")
        | st.dictionaries(keys, inner, max_size=4).map(
            lambda items: "{" + ", ".join(f"{key}: {value}" for key, value in items.items()) + "}"
        )
    ),
    max_leaves=8,
)


@st.composite
def entries(draw: st.DrawFn) -> tuple[str, str]:
    """A key of the game at the top of a document, and anything for it, or for a key within it."""
    path = [draw(st.sampled_from(IDS)) if part == ANY_ID else part for part in draw(st.sampled_from(KEYS))]
    value = draw(values)
    for part in reversed(path[1:]):
        value = f"{{{json.dumps(part)}: {value}}}"
    return path[0], value


documents = st.tuples(
    st.sampled_from(["extends: classic\n", "game: fish-cook\n", "extends: eight-seas\n", ""]),
    st.lists(entries(), max_size=4, unique_by=lambda entry: entry[0]),
).map(lambda drawn: drawn[0] + "".join(f"{key}: {value}\n" for key, value in drawn[1]))


@FUZZ
@given(documents)
def test_anything_for_the_keys_of_the_game(variant: str) -> None:
    fuzzed(variant)


@FUZZ
@given(documents, values)
def test_anything_that_is_removed(variant: str, removed: str) -> None:
    fuzzed(f"{variant}remove: {removed}\n")


csv_like = st.lists(
    st.sampled_from(["id", "size", "name", "name.en", "main", ".", "6", "egg", "wine egg", "tuna-nicoise"])
    | st.sampled_from([",", ",", ";", "\t", "\n", "\n", "\r\n", '"', '""', " "]),
    max_size=40,
).map("".join)  # fmt: skip


@FUZZ
@given(mutilated(TABLES) | csv_like | st.binary(max_size=60), st.sampled_from(["recipes", "kinds"]), st.booleans())
@example("id\n[key]", "recipes", False)
def test_any_table(table: str | bytes, key: str, removed: bool) -> None:
    fuzzed(f"extends: classic\n{key}: table.csv\n" + (f"remove: [{key}]\n" if removed else ""), table)


# Settings and paths of the command line

parts = st.sampled_from(
    [*IDS, *(part for path in KEYS for part in path), "", "0", "7", "²", "٣", "9" * 5_000, "ladders"]
)
paths = st.lists(parts | st.text(max_size=3), min_size=1, max_size=6).map(".".join) | st.sampled_from(
    [".".join(path).replace(ANY_ID, "tuna-nicoise") for path in KEYS]
)


@FUZZ
@given(paths, values | st.text(max_size=6))
@example("market.fish.ladders.1", "[1, 2]")
def test_any_setting(path: str, value: str) -> None:
    ends_well("classic", [f"{path}={value}"])


@cache
def explained() -> LoadedVariant:
    return load("eight-seas", ["bank.notes=[1, 2]"])


@FUZZ
@given(paths | st.tuples(paths, st.sampled_from(["[0]", "[1]", "[", "]", "[-1]", "[x]", "."])).map("".join))
@example("bank.notes[0]")
@example("bank.notes[²]")
def test_explaining_any_path(path: str) -> None:
    try:
        told = tell_explanation(explain(explained(), path))
    except UsageError as refused:
        assert refused.message
    else:
        assert told.strip()
