"""The YAML loader: exact places, clear refusals, bounded work, and never a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import pytest
from source.marked import LOADERS, Found, Marked, errors, marked, parsing_with, unclear

from kitgen.diagnostics import Path, errors_in
from kitgen.source.yaml_text import Document, Scalar, read_yaml


@pytest.fixture(params=LOADERS, ids=lambda loader: loader.__name__)
def parser(request: pytest.FixtureRequest) -> Iterator[None]:
    with parsing_with(request.param):
        yield


either_parser = pytest.mark.usefixtures("parser")


def read(text: str | bytes) -> Document:
    return read_yaml(text.encode() if isinstance(text, str) else text, "game.yaml")


def refused(text: str | bytes) -> Document:
    """A document with errors; checks what every refusal owes its reader."""
    document = read(text)
    assert errors_in(document.diagnostics), f"loads as {str(document.data)[:80]}"
    assert not unclear(document.diagnostics)
    assert all(finding.span and finding.span.file == "game.yaml" for finding in document.diagnostics)
    return document


def sole_error(text: Marked, code: str) -> str:
    """The text's only error has this code and stands at the mark; its message and hint."""
    document = refused(text.text)
    assert errors(document.diagnostics) == [Found(code, *text.place)]
    return f"{document.diagnostics[0].message} ({document.diagnostics[0].hint})"


# Places


@either_parser
def test_places_in_nested_flow_values() -> None:
    text = marked("▸a: ▸{▸b: ▸[▸one, ▸{▸c: ▸'two'}, ▸[]], ▸d: ▸\"三\"}\n▸é😀: ▸[▸x]\n")
    document = read(text.text)
    assert document.data == {"a": {"b": ["one", {"c": "two"}, []], "d": "三"}, "é😀": ["x"]}
    assert not document.diagnostics
    paths: list[tuple[str, Path]] = [
        ("key", ("a",)), ("value", ("a",)), ("key", ("a", "b")), ("value", ("a", "b")), ("value", ("a", "b", 0)),
        ("value", ("a", "b", 1)), ("key", ("a", "b", 1, "c")), ("value", ("a", "b", 1, "c")), ("value", ("a", "b", 2)),
        ("key", ("a", "d")), ("value", ("a", "d")), ("key", ("é😀",)), ("value", ("é😀",)), ("value", ("é😀", 0)),
    ]  # fmt: skip
    for (what, path), place in zip(paths, text.places, strict=True):
        span = (document.key_spans if what == "key" else document.spans)[path]
        assert (span.line, span.column) == place, (what, path)


@either_parser
def test_places_in_nested_block_values() -> None:
    text = marked(
        "# a comment\n▸a:\n  ▸b:\n    - ▸one\n    - ▸c: ▸|\n        two\n      ▸d: ▸\n\n    -   ▸- ▸x\n▸e:\n- ▸y\n"
    )
    document = read(text.text)
    assert document.data == {"a": {"b": ["one", {"c": "two\n", "d": ""}, ["x"]]}, "e": ["y"]}
    paths: list[tuple[str, Path]] = [
        ("key", ("a",)), ("key", ("a", "b")), ("value", ("a", "b", 0)), ("key", ("a", "b", 1, "c")),
        ("value", ("a", "b", 1, "c")), ("key", ("a", "b", 1, "d")), ("value", ("a", "b", 1, "d")),
        ("value", ("a", "b", 2)), ("value", ("a", "b", 2, 0)), ("key", ("e",)), ("value", ("e", 0)),
    ]  # fmt: skip
    for (what, path), (line, column) in zip(paths, text.places, strict=True):
        span = (document.key_spans if what == "key" else document.spans)[path]
        if path == ("a", "b", 1, "d") and what == "value":
            # An empty value stands behind its colon.
            assert (span.line, span.column) in {(line, column), (line, column - 1)}
        else:
            assert (span.line, span.column) == (line, column), (what, path)


# Encodings and line ends


@either_parser
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_a_bom_and_any_line_end_are_accepted(line_end: str, bom: str) -> None:
    document = read(bom + line_end.join(["a: one  # note", "b:", "  c: two", ""]))
    assert not document.diagnostics
    assert document.data == {"a": "one", "b": {"c": "two"}}
    assert (document.spans["b", "c"].line, document.spans["b", "c"].column) == (3, 6)
    assert (document.key_spans["a",].line, document.key_spans["a",].column) == (1, 1)
    assert document.data["a"].cut == "# note"


@either_parser
@pytest.mark.parametrize("separator", ["\x85", "\u2028", "\u2029"])
def test_rare_line_ends_do_no_harm(separator: str) -> None:
    """YAML 1.1 ends lines at these as well."""
    document = read(f"a: one{separator}b: two{separator}c: three # note{separator}d: four")
    assert not errors_in(document.diagnostics)
    assert document.data["d"] == "four"


@either_parser
@pytest.mark.parametrize(
    ("raw", "place", "byte"),
    [
        (b"a: 1\nb: cr\xe8me\n", (2, 6), "0xe8"),
        (b"\xff", (1, 1), "0xff"),
        ("a: 1\n".encode("utf-16"), (1, 1), "0xff"),
        ("a: 1\n".encode("utf-32"), (1, 1), "0xff"),
        ("a: é\nb: ".encode() + b"x\xed\xa0\x80", (2, 5), "0xed"),
        (b"a: 1\r\n\r\nb: \xc3", (3, 4), "0xc3"),
        (b"\xef\xbb\xbfa: 1\nb: \xe8", (2, 4), "0xe8"),
    ],
)
def test_bytes_that_are_not_utf8_are_named_with_their_place(raw: bytes, place: tuple[int, int], byte: str) -> None:
    document = refused(raw)
    assert errors(document.diagnostics) == [Found("not-utf8", *place)]
    assert byte in document.diagnostics[0].message
    assert "UTF-8" in document.diagnostics[0].hint


# Text that is not what its author meant


@either_parser
@pytest.mark.parametrize("text", ["a:\n▸\tb: 1\n", "a:\n  b: 1\n▸\tc: 2\n", "a:\n▸\t- 1\n"])
def test_a_tab_in_the_indentation_is_named(text: str) -> None:
    assert "spaces" in sole_error(marked(text), "tab")


@either_parser
def test_a_tab_elsewhere_on_the_line_is_not_blamed() -> None:
    document = refused('a: "x\ty": z\n')
    assert [finding.code for finding in document.diagnostics] == ["yaml-syntax"]


@either_parser
@pytest.mark.parametrize(
    "text",
    [
        "a: 1\n▸a: 2\n",
        "a: 1\n'b': 2\n▸\"a\": 3\n",
        "a: {b: {}}\nc: {d: 1,\n  ▸d: 2}\n",
        "- x: 1\n  y: 2\n  ▸x: 3\n",
        "a:\n  b: 1\n  c: {d: 2}\n▸a:\n  b: 3\n  c: {d: 4}\n",
    ],
)
def test_a_duplicate_key_is_named_with_both_lines(text: str) -> None:
    where = marked(text)
    key = where.text.splitlines()[where.place.line - 1][where.place.column - 1 :].split(":")[0].strip("\"'")
    first = next(number for number, line in enumerate(where.text.splitlines(), 1) if f"{key}:" in line.replace("'", ""))
    said = sole_error(where, "duplicate-key")
    assert repr(key) in said
    assert f"line {first} and on line {where.place.line}" in said


@either_parser
def test_every_duplicate_is_found() -> None:
    text = marked("a: 1\n▸a: 2\nb: {c: 1, ▸c: 2}\n▸a: 3\n")
    assert errors(refused(text.text).diagnostics) == [Found("duplicate-key", *place) for place in text.places]


@either_parser
@pytest.mark.parametrize(
    "text", ["a:▸ #ff0000\n", "a:▸ #F00\nb: 1\n", "x:\n  - y\n  -▸ #12aBcd\n", "a:▸ #ff0000", "a:▸ #ff0000 # red\n"]
)
def test_an_unquoted_colour_says_quote_it(text: str) -> None:
    where = marked(text)
    document = refused(where.text)
    (finding,) = document.diagnostics
    assert finding.code == "unquoted-colour"
    assert finding.span is not None
    assert finding.span.line == where.place.line
    colour = where.text[where.text.index("#") :].split()[0]
    assert "quote" in finding.hint
    assert f'"{colour}"' in finding.hint


def test_an_unquoted_colour_in_braces_gets_the_hint_too() -> None:
    """There the comment swallows the bracket, and YAML itself breaks."""
    assert "quoted" in refused("a: {b: #ff0000}\nc: 1\n").diagnostics[0].hint


@either_parser
def test_a_comment_behind_a_key_is_a_comment() -> None:
    for text in ("a: # fish\n  b: 1\n", "a: #fff\n  b: 1\n", "a: # [1, 2]\n  - 1\n"):
        document = read(text)
        assert not document.diagnostics
        assert document.data["a"] in ({"b": "1"}, ["1"])


@either_parser
@pytest.mark.parametrize(
    ("text", "kept", "cut"),
    [
        ("a: Draw # cards\n", "Draw", "# cards"),
        ("a: Draw   #cards, two", "Draw", "#cards, two"),
        ("a: Draw#cards\n", "Draw#cards", ""),
        ("a: 'Draw # cards'\n", "Draw # cards", ""),
        ('a: "Draw" # cards\n', "Draw", ""),
        ("a: Draw\r\nb: x # y\r\n", "Draw", ""),
        ("a: Draw\n  two # cards\n", "Draw two", "# cards"),
    ],
)
def test_a_text_cut_off_by_a_comment_remembers_the_cut(text: str, kept: str, cut: str) -> None:
    value = read(text).data["a"]
    assert (str(value), value.cut) == (kept, cut)


@either_parser
@pytest.mark.parametrize(
    "text",
    [
        "a: ▸!!python/object/apply:os.system [ls]\n",
        "a: ▸!chef x\n",
        "a: {b: ▸!!int 3}\n",
        "a: [▸!!binary aGk=]\n",
        "▸!!map {a: 1}\n",
    ],
)
def test_tags_are_refused(text: str) -> None:
    sole_error(marked(text), "tag")


@either_parser
def test_a_tag_on_a_key_is_refused() -> None:
    sole_error(marked("a: 1\n▸!!python/name:os.system b: 1\n"), "tag")


@either_parser
def test_the_value_of_a_tag_is_never_made() -> None:
    document = read("a: !!python/object/apply:os.getcwd []\nb: !!float 1e3\n")
    assert document.data == {"a": [], "b": "1e3"}
    assert isinstance(document.data["b"], Scalar)


@either_parser
@pytest.mark.parametrize(
    "text", ["▸[a, b]: 1\n", "x: 1\n▸{a: b}: 1\n", "? ▸- a\n: 1\n", "a: &k x\n▸*k : 1\n", "a: {▸{ 7*7 }}\n"]
)
def test_a_key_that_is_no_word_is_refused(text: str) -> None:
    said = sole_error(marked(text), "key-not-text")
    assert "quotes" in said


@either_parser
def test_merge_keys_merge_nothing() -> None:
    """``<<`` is a key like any other, which no game knows; the model refuses it."""
    document = read("a: &x {b: 1}\nc:\n  <<: *x\n")
    assert document.data["c"] == {"<<": {"b": "1"}}
    assert (document.key_spans["c", "<<"].line, document.key_spans["c", "<<"].column) == (3, 3)


@either_parser
@pytest.mark.parametrize("text", ["a: 1\n▸---\nb: 2\n", "---\na: 1\n▸---\n", "a\n...\n▸--- b\n"])
def test_a_second_document_is_refused(text: str) -> None:
    separator = marked(text)
    (finding,) = errors(refused(separator.text).diagnostics)
    assert finding.code == "two-documents"
    assert (finding.line, finding.column) >= separator.place


@either_parser
@pytest.mark.parametrize("text", ["", " ", "\n\n", "# only a comment\n", "\ufeff"])
def test_an_empty_file_is_refused(text: str) -> None:
    sole_error(Marked(text, ((marked("▸").place),)), "empty-file")


@pytest.mark.parametrize(
    "text", ["a: @home\n", "a: `x`\n", "a: %x\n", "a: *Chef*\n", "a: {b: 'c}\n", "a: b: c\n", "a: [1, 2\n"]
)
def test_text_that_is_no_yaml_gets_a_hint(text: str) -> None:
    document = refused(text)
    assert [finding.code for finding in document.diagnostics] == ["yaml-syntax"]
    assert "quote" in document.diagnostics[0].hint


# Signs that no text file has


@either_parser
@pytest.mark.parametrize("sign", ["\0", "\x07", "\x1b", "\x7f", "\x80", "\ufffe"])
def test_a_control_character_is_named_with_its_place(sign: str) -> None:
    where = marked(f"a: 1\nb:\n  - x▸{sign}y\n")
    sole_error(where, "control-character")


@either_parser
def test_a_control_character_is_found_in_a_comment_too() -> None:
    sole_error(marked("a: 1 # é▸\x08\n"), "control-character")


@either_parser
def test_half_a_surrogate_pair_never_reaches_the_data() -> None:
    """No font and no file can take it."""
    document = read('a: "\\ud800"\n')
    if not errors_in(document.diagnostics):
        document.data["a"].encode()


# Bombs


@either_parser
@pytest.mark.parametrize("depth", [50, 500, 5_000, 100_000])
@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_deep_nesting_is_refused(opening: str, depth: int) -> None:
    start = perf_counter()
    document = refused(opening * depth)
    assert perf_counter() - start < 60, "as good as endless"
    assert [finding.code for finding in document.diagnostics] == ["key-not-text" if opening == "? " else "too-deep"]
    assert errors(document.diagnostics)[0].line == 1


@either_parser
def test_deep_block_nesting_is_refused_where_it_becomes_too_deep() -> None:
    text = "".join(f"{' ' * level}a:\n" for level in range(500))
    document = refused(text)
    (finding,) = errors(document.diagnostics)
    assert finding.code == "too-deep"
    assert finding.line == finding.column > 10


@either_parser
def test_what_authors_nest_is_not_too_deep() -> None:
    document = read("[" * 20 + "x" + "]" * 20)
    assert not document.diagnostics


@either_parser
def test_an_alias_bomb_is_refused_at_an_alias() -> None:
    lines = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    start = perf_counter()
    document = refused("\n".join(lines))
    assert perf_counter() - start < 60, "as good as endless"
    (finding,) = errors(document.diagnostics)
    assert finding.code in ("too-many-values", "too-many-aliases")
    assert lines[finding.line - 1][finding.column - 1 :].startswith("*a")


@either_parser
def test_the_number_of_aliases_is_bounded() -> None:
    assert not read("a: &a x\nb: [" + "*a, " * 50 + "]\n").diagnostics
    (finding,) = errors(refused("a: &a x\nb: [" + "*a, " * 1_000 + "]\n").diagnostics)
    assert (finding.code, finding.line) == ("too-many-aliases", 2)


@either_parser
def test_an_alias_is_its_anchor_at_the_aliass_place() -> None:
    text = marked("a: &x {b: [1, 2]}\nc: ▸*x\n")
    document = read(text.text)
    assert not document.diagnostics
    assert document.data["c"] == {"b": ["1", "2"]}
    for path in (("c",), ("c", "b"), ("c", "b", 1)):
        assert (document.spans[path].line, document.spans[path].column) == text.place


@either_parser
@pytest.mark.parametrize("text", ["a: &a [▸*a]\n", "a: &a {b: ▸*a}\n", "a: ▸*nobody\n", "&a a: ▸*b\n"])
def test_an_alias_of_itself_or_of_nothing_is_refused(text: str) -> None:
    said = sole_error(marked(text), "unknown-alias")
    assert "quotes" in said


@pytest.mark.parametrize("text", ["a: x\n" * 400_000, "a: " + "x" * 2_000_000, "[" + "a," * 1_000_000 + "]"])
def test_a_huge_file_is_refused_at_once(text: str) -> None:
    start = perf_counter()
    document = refused(text)
    assert perf_counter() - start < 60, "as good as endless"
    assert [finding.code for finding in document.diagnostics] == ["file-too-big"]


def test_very_long_lines_load() -> None:
    text = marked(f"a: {'x' * 200_000}\n{'k' * 1_000}: [{'y, ' * 2_000}▸last]\n")
    document = read(text.text)
    assert not document.diagnostics
    span = document.spans["k" * 1_000, 2_000]
    assert (span.line, span.column) == text.place
