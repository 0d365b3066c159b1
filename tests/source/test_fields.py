"""What each field takes, what it refuses, and in which words."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import Field, Tag
from source.marked import INTERNALS, Found, errors, found, marked, unclear

from kitgen.diagnostics import Diagnostic, Severity
from kitgen.source.faults import validate
from kitgen.source.fields import (
    BY_FORM,
    NUMBER,
    WORD,
    Choice,
    Id,
    Length,
    Listing,
    Model,
    Size,
    Switch,
    Text,
    WholeNumber,
)
from kitgen.source.yaml_text import read_yaml
from kitgen.units import format_length, format_size

MM = 1_000


class Inner(Model):
    """A mapping inside the sample."""

    colour: Annotated[Literal["purple", "green", "yellow"], Choice()] = "green"


class Sample(Model):
    """One field of each kind; all may be left out."""

    count: Annotated[int, WholeNumber(0, 9_999, usual=(1, 24))] = 12
    below: Annotated[int, WholeNumber(-5, 5)] = 0
    switch: Switch = False
    text: Text = "text"
    id: Id = "id"
    length: Annotated[int, Length(1 * MM, 10_000 * MM)] = 1 * MM
    size: Annotated[tuple[int, int], Size({"small": (30_000, 40_000), "big": (63_000, 88_000)}, 30_000, 160_000,
                                          {"tcg": "big"})] = (30_000, 40_000)  # fmt: skip
    numbers: Annotated[tuple[Annotated[int, WholeNumber(0, 9)], ...], Listing(1, 3)] = (1,)
    by_size: dict[Annotated[int, WholeNumber(1, 6)], Text] = Field(default={}, max_length=3)
    either: Annotated[
        Annotated[Literal["bonus", "never"], Choice(), Tag(WORD)] | Annotated[int, WholeNumber(1, 10), Tag(NUMBER)],
        BY_FORM,
    ] = "bonus"
    inner: Inner = Inner()


def load(text: str) -> tuple[Sample | None, list[Diagnostic]]:
    document = read_yaml(text.encode(), "game.yaml")
    assert not document.diagnostics, document.diagnostics
    sample, diagnostics = validate(Sample, document)
    assert not unclear(diagnostics), unclear(diagnostics)
    assert (sample is None) == any(finding.severity is Severity.ERROR for finding in diagnostics)
    return sample, diagnostics


def value(text: str) -> Any:
    """The only value in a document that must load without any diagnostic."""
    sample, diagnostics = load(text)
    assert sample is not None, diagnostics
    assert not diagnostics
    (name,) = sample.model_fields_set
    return getattr(sample, name)


def refusal(text: str) -> Diagnostic:
    """The only diagnostic of a document, an error at the mark."""
    where = marked(text)
    _, diagnostics = load(where.text)
    (finding,) = diagnostics
    assert errors(diagnostics) == [Found(finding.code, *where.place)]
    return finding


# Whole numbers


@pytest.mark.parametrize(("written", "number"), [("1", 1), ("7", 7), ("+7", 7), ("24", 24), ("12 # dozen", 12)])
def test_whole_numbers(written: str, number: int) -> None:
    assert value(f"count: {written}\n") == number


@pytest.mark.parametrize(
    "written",
    [".nan", ".NaN", ".inf", "-.inf", "1e3", "1E3", "0x10", "0o10", "0b1", "010", "00", "1.5", "1.0", "1.", ".5", "1,5",
     "1_000", "1 000", "true", "yes", "null", "~", "1:30", "2024-01-01", "twelve", "12kg", "١٢", "１２", "'12'", '"12"',
     "[12]", "{a: 12}", "''", "--1", "1-"],
)  # fmt: skip
def test_what_is_no_whole_number_is_refused_where_it_stands(written: str) -> None:
    finding = refusal(f"text: x\ncount: ▸{written}\n")
    assert finding.code == "wrong-type"
    assert finding.path == "count"
    assert "a whole number from 0 to 9,999" in finding.message
    if written[0] not in "[{'\"":
        assert written in finding.message


def test_nothing_is_no_whole_number() -> None:
    _, (finding,) = load("text: x\ncount:\nswitch: no\n")
    assert finding.code == "wrong-type"
    assert "nothing" in finding.message
    assert finding.span is not None
    assert finding.span.line == 2


@pytest.mark.parametrize(
    ("written", "hint"), [("'12'", "quotes"), ("010", "leading zero"), ("1.5", "fractions"), ("1,5", "fractions")]
)
def test_near_misses_of_a_whole_number_get_a_hint(written: str, hint: str) -> None:
    assert hint in refusal(f"count: ▸{written}\n").hint


@pytest.mark.parametrize("written", ["-1", "10000", "99999999", "-99999999999999999999999999"])
def test_whole_numbers_out_of_range_name_the_range(written: str) -> None:
    finding = refusal(f"count: ▸{written}\n")
    assert finding.code == "out-of-range"
    assert "0 to 9,999" in finding.message


@given(st.integers(0, 9_999))
def test_every_number_in_range_reads_as_itself(number: int) -> None:
    sample, diagnostics = load(f"count: {number}\n")
    assert sample is not None
    assert sample.count == number
    unusual = not 1 <= number <= 24
    assert [finding.code for finding in diagnostics] == ["unusual-value"] * unusual


@given(st.integers().filter(lambda number: not -5 <= number <= 5))
@example(10**30 + 123_456_789)
@example(-(10**4_000))
def test_no_number_out_of_range_is_misquoted(number: int) -> None:
    _, (finding,) = load(f"below: {number}\n")
    assert finding.code == "out-of-range"
    shown = finding.message.split(" ")[0].replace(",", "")
    assert shown == str(number) or (shown.endswith("…") and str(number).startswith(shown[:-1])), finding.message
    assert len(finding.message) < 200


def test_an_unusual_number_is_a_warning_where_it_stands() -> None:
    where = marked("text: x\ncount: ▸99\n")
    sample, diagnostics = load(where.text)
    assert sample is not None
    assert sample.count == 99
    assert found(diagnostics) == [Found("unusual-value", *where.place)]
    assert diagnostics[0].severity is Severity.WARNING
    assert diagnostics[0].path == "count"
    assert "1 to 24" in diagnostics[0].message


# Switches and choices


@pytest.mark.parametrize("written", ["yes", "Yes", "YES", "true", "True", "on", "On"])
def test_switches_that_are_on(written: str) -> None:
    assert value(f"switch: {written}\n") is True


@pytest.mark.parametrize("written", ["no", "No", "NO", "false", "FALSE", "off", "Off"])
def test_switches_that_are_off(written: str) -> None:
    assert value(f"switch: {written}\n") is False


@pytest.mark.parametrize("written", ["y", "n", "1", "0", "'yes'", '"no"', "null", "~", "maybe", "[yes]", "{yes: no}"])
def test_what_is_no_switch_is_refused(written: str) -> None:
    finding = refusal(f"switch: ▸{written}\n")
    assert finding.code == "wrong-type"
    assert "yes or no" in finding.message


def test_a_choice_takes_one_of_its_words() -> None:
    assert value("inner: {colour: purple}\n") == Inner(colour="purple")
    assert value("inner: {colour: 'purple'}\n") == Inner(colour="purple")


def test_a_misspelt_choice_names_the_words_and_the_nearest() -> None:
    finding = refusal("inner: {colour: ▸purpel}\n")
    assert finding.code == "wrong-choice"
    assert finding.path == "inner.colour"
    assert "purple, green or yellow" in finding.message
    assert finding.hint == "did you mean 'purple'?"


@pytest.mark.parametrize("written", ["Purple", "~", "[purple]", "''"])
def test_what_is_no_choice_is_refused(written: str) -> None:
    assert refusal(f"inner: {{colour: ▸{written}}}\n").code in ("wrong-choice", "wrong-type")


@pytest.mark.parametrize(("written", "read"), [("bonus", "bonus"), ("never", "never"), ("4", 4)])
def test_a_field_with_two_forms_takes_both(written: str, read: str | int) -> None:
    assert value(f"either: {written}\n") == read


@pytest.mark.parametrize("written", ["'4'", "0", "11", "4.5", "no", "bonsu"])
def test_a_field_with_two_forms_refuses_the_rest(written: str) -> None:
    assert refusal(f"either: ▸{written}\n").code in ("wrong-choice", "out-of-range")


# Texts


@pytest.mark.parametrize(
    "written", ["no", "yes", "on", "off", "y", "null", "~", "1:30", "010", "0x10", "1e3", ".nan", ".inf", "1_000",
                "1.50", "-0", "+1", "2024-01-01", "true", "True", "=", "<<", "é", "1. Soup", "R&D <Lab> a<b",
                "x{{ 7*7 }}"]
)  # fmt: skip
def test_texts_are_kept_as_written(written: str) -> None:
    assert value(f"text: {written}\n") == written


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn", "Cf"]), min_size=1, max_size=30).filter(str.strip))
def test_any_quoted_text_is_kept_as_written(text: str) -> None:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\u2028", "\\L").replace("\u2029", "\\P")
    assert value(f'text: "{escaped}"\n') == text


@pytest.mark.parametrize("written", ["''", '" "', "", '"\\n"', "|\n  \n", '"\\uFEFF"', '"\\u200B \\u2028"'])
def test_a_text_must_say_something(written: str) -> None:
    _, (finding,) = load(f"text: {written}\n")
    assert finding.code == "empty-text"
    assert finding.span is not None
    assert finding.span.line == 1


@pytest.mark.parametrize("written", ["[a]", "{a: b}"])
def test_a_list_is_no_text(written: str) -> None:
    assert refusal(f"text: ▸{written}\n").code == "wrong-type"


@pytest.mark.parametrize("code", [0x00, 0x07, 0x09, 0x0D, 0x1B, 0x7F, 0x80, 0x85, 0x9F])
def test_an_escaped_control_character_is_named(code: int) -> None:
    finding = refusal(f'text: ▸"a\\x{code:02x}b"\n')
    assert finding.code == "control-character"
    assert f"U+{code:04X}" in finding.message


@pytest.mark.parametrize("written", ['"Fish\\nand more"\n', "|\n  Fish\n  and more\n", '"Fish \\n\\n and more\\n"\n'])
def test_a_text_written_over_several_lines_is_one_line_all_the_same(written: str) -> None:
    assert value(f"text: {written}") == "Fish and more"


def test_a_text_that_is_too_long_says_by_how_much() -> None:
    assert value(f"text: {'x' * 2_000}\n") == "x" * 2_000
    finding = refusal(f"text: ▸{'x' * 2_001}\n")
    assert finding.code == "text-too-long"
    assert "2,001" in finding.message
    assert "2,000" in finding.message


def test_a_text_cut_off_by_a_comment_is_noted_with_the_cut() -> None:
    where = marked("count: 2 # two\ntext: ▸Draw # cards\n")
    sample, diagnostics = load(where.text)
    assert sample is not None
    assert sample.text == "Draw"
    assert found(diagnostics) == [Found("text-cut", *where.place)]
    (note,) = diagnostics
    assert note.severity is Severity.NOTE
    assert "'Draw'" in note.message
    assert "# cards" in note.message
    assert '"Draw # cards"' in note.hint


# Ids


@pytest.mark.parametrize("written", ["a", "7", "miso-bream", "a1-b2-c3", "no", "010", "x" * 60])
def test_ids(written: str) -> None:
    assert value(f"id: {written}\n") == written


@pytest.mark.parametrize(
    "written", ["Miso", "miso bream", "miso_bream", "-a", "a-", "a--b", "../a", "a/b", "a.b", "'a\\b'", "é", '"a\\0"',
                '"a\\n"', "''", "x" * 61, "~", ".", "..", "'C:'", "'a '"]
)  # fmt: skip
def test_what_is_no_id_is_refused_with_an_example(written: str) -> None:
    finding = refusal(f"id: ▸{written}\n")
    assert finding.code == "bad-id"
    assert "such as" in finding.hint


# Lengths


@pytest.mark.parametrize(
    ("written", "micrometres"),
    [("63.5mm", 63_500), ("2.5in", 63_500), ("7 cm", 70_000), ("'20mm'", 20_000), ("1 in", 25_400), ("72pt", 25_400)],
)
def test_lengths(written: str, micrometres: int) -> None:
    assert value(f"length: {written}\n") == micrometres


@given(st.integers(1 * MM, 10_000 * MM))
def test_a_length_that_kitgen_writes_reads_back_as_itself(length: int) -> None:
    assert value(f"length: {format_length(length)}\n") == length


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("20", "no unit"), ("63,5x88mm", "comma"), ("63,5mm", "63.5mm"), ("63.5x88mm", "no length|unit"),
        ("3 furlongs", "furlongs"), ("mm", "no length"), ("1e3mm", "no length"), (".nan", "no length"),
        (".inf", "no length"), ("-.infmm", "no length"), ("20 mm mm", "no length"), ("'20'", "no unit"),
        ("~", "no length"), ("٢٠mm", "no length"), ("20001mm", "ten metres"),
    ],
)  # fmt: skip
def test_what_is_no_length_is_refused_with_the_way_out(written: str, says: str) -> None:
    finding = refusal(f"length: ▸{written}\n")
    assert finding.code == "bad-length"
    assert any(word in finding.message for word in says.split("|")), finding.message


@pytest.mark.parametrize("written", ["0mm", "-20mm", "-0.5in", "0.999mm", "999um"])
def test_lengths_out_of_range_are_refused(written: str) -> None:
    finding = refusal(f"length: ▸{written}\n")
    assert finding.code == ("bad-length" if "um" in written else "out-of-range")
    if finding.code == "out-of-range":
        assert "1 mm to 10000 mm" in finding.message


@pytest.mark.parametrize("written", ["[20mm]", "{a: 20mm}"])
def test_a_list_is_no_length(written: str) -> None:
    assert "such as 20mm" in refusal(f"length: ▸{written}\n").message


def test_a_length_far_too_long_is_shown_in_short() -> None:
    assert len(refusal(f"length: ▸{'9' * 5_000}mm\n").message) < 200


# Sizes


@pytest.mark.parametrize(
    ("written", "micrometres"),
    [
        ("small", (30_000, 40_000)), ("'big'", (63_000, 88_000)), ("63.5x88.9mm", (63_500, 88_900)),
        ("2.5 × 3.5 in", (63_500, 88_900)), ("30x160mm", (30_000, 160_000)), ("160mm x 30mm", (160_000, 30_000)),
    ],
)  # fmt: skip
def test_sizes_are_named_or_written_out(written: str, micrometres: tuple[int, int]) -> None:
    assert value(f"size: {written}\n") == micrometres


@given(st.tuples(st.integers(30_000, 160_000), st.integers(30_000, 160_000)))
def test_a_size_that_kitgen_writes_reads_back_as_itself(size: tuple[int, int]) -> None:
    assert value(f"size: {format_size(size)}\n") == size


@pytest.mark.parametrize(
    ("written", "code", "message", "hint"),
    [
        ("smal", "wrong-choice", "wanted small, big, or a size such as 63x88mm, found smal", "did you mean 'small'?"),
        ("Big", "wrong-choice", "found Big", "did you mean 'big'?"),
        ("TCG", "wrong-choice", "found TCG", "here it is called 'big'"),
        ("~", "wrong-choice", "found ~", ""),
        ("63,5x88mm", "bad-size", "63.5x88mm", ""),
        ("63x88", "bad-size", "no unit", ""),
        ("63.5mm", "bad-size", "an x", ""),
        ("-63x88mm", "bad-size", "over 0", ""),
        ("29.999x88mm", "out-of-range", "30 mm to 160 mm for each side", ""),
        ("63x160.001mm", "out-of-range", "30 mm to 160 mm for each side", ""),
        ("[63, 88]", "wrong-type", "such as 63x88mm", ""),
        ("{width: 63mm}", "wrong-type", "such as 63x88mm", ""),
    ],
)  # fmt: skip
def test_what_is_no_size_is_refused_with_the_way_out(written: str, code: str, message: str, hint: str) -> None:
    finding = refusal(f"size: ▸{written}\n")
    assert finding.code == code
    assert message in finding.message
    assert finding.hint == hint


# Decimal commas in braces, where a comma parts two keys


@pytest.mark.parametrize(
    ("text", "code", "meant"),
    [
        ("{size: ▸63,5x88mm}", "bad-size", "63.5x88mm"),
        ("{size: ▸63,5x88,9mm}", "bad-size", "63.5x88.9mm"),
        ("{size: ▸63,5mm x 88,9mm, count: 3}", "bad-size", "63.5mm x 88.9mm"),
        ("{size: ▸63,5x88mm: }", "bad-size", "63.5x88mm"),
        ("{length: ▸12,7mm}", "bad-length", "12.7mm"),
        ("{text: x, length: ▸12,7mm, switch: no}", "bad-length", "12.7mm"),
        ("{text: x,\n length: ▸12,7mm\n}", "bad-length", "12.7mm"),
    ],
)
def test_a_comma_in_a_length_in_braces_is_one_fault_at_the_value(text: str, code: str, meant: str) -> None:
    finding = refusal(f"{text}\n")
    assert finding.code == code
    assert f"has a comma; write a point, as in '{meant}'" in finding.message
    assert finding.path == text.partition(": ▸")[0].split()[-1].strip("{")


def test_a_length_that_is_whole_before_its_comma_is_one_fault_too() -> None:
    assert "'12mm,5' is no length" in refusal("{length: ▸12mm,5}\n").message


def test_each_length_with_a_comma_is_told_beside_other_faults() -> None:
    where = marked("{count: ▸x, length: ▸12,7mm, size: ▸63,5x88mm, ▸7: , ▸zzz: 1}\n")
    codes = ["wrong-type", "bad-length", "bad-size", "unknown-key", "unknown-key"]
    expected = [Found(code, *place) for code, place in zip(codes, where.places, strict=True)]
    assert errors(load(where.text)[1]) == expected


@pytest.mark.parametrize(
    "text",
    [
        "{length: 12mm, ▸7mm}",  # a blank: two entries, as it seems
        "{length: 12mm, ▸7mm: }",
        "{length: 12mm,▸7mm: 3}",
        "{length: 12mm,▸mm7: }",
        "{text: a1,▸5}",
        "{length: 12mm,count: 3,▸5}",
        "length: 12mm\n▸5mm:",
    ],
)
def test_other_keys_that_nobody_knows_stay_such(text: str) -> None:
    assert refusal(f"{text}\n").code == "unknown-key"


class Group(Model):
    """A mapping that holds a length."""

    length: Annotated[int, Length(1 * MM, 100 * MM)] = 1 * MM


class Groups(Model):
    """Groups by name, and two that may be the same in YAML."""

    by_name: dict[Id, Group] = Field(default={})
    one: Group = Group()
    two: Group = Group()


@pytest.mark.parametrize(
    ("text", "count"), [("by_name: {a: {length: ▸1,5mm}}", 1), ("one: &x {length: ▸1,5mm}\ntwo: *x", 2)]
)
def test_a_comma_is_found_wherever_a_length_stands(text: str, count: int) -> None:
    where = marked(f"{text}\n")
    _, diagnostics = validate(Groups, read_yaml(where.text.encode(), "game.yaml"))
    assert not unclear(diagnostics), unclear(diagnostics)
    assert [finding.code for finding in diagnostics] == ["bad-length"] * count
    assert diagnostics[0].span is not None
    assert (diagnostics[0].span.line, diagnostics[0].span.column) == where.place


# Lists and mappings


def test_lists() -> None:
    assert value("numbers: [1, 2, 3]\n") == (1, 2, 3)
    assert value("numbers:\n- 4\n- 5\n") == (4, 5)


@pytest.mark.parametrize(("written", "count"), [("[]", 0), ("[1, 2, 3, 4]", 4)])
def test_a_list_of_the_wrong_length_says_what_is_allowed(written: str, count: int) -> None:
    finding = refusal(f"numbers: ▸{written}\n")
    assert finding.code == "wrong-length"
    assert str(count) in finding.message
    assert "1 to 3" in finding.message


@pytest.mark.parametrize("written", ["1", "'[1]'", "1, 2", "{1: 2}"])
def test_what_is_no_list_is_refused(written: str) -> None:
    finding = refusal(f"numbers: ▸{written}\n")
    assert finding.code == "wrong-type"
    assert "list" in finding.message
    assert "[" in finding.hint


def test_every_faulty_item_is_found_at_its_place() -> None:
    where = marked("numbers: [▸x, 2, ▸'3']\n")
    _, diagnostics = load(where.text)
    assert errors(diagnostics) == [Found("wrong-type", *place) for place in where.places]
    assert {finding.path for finding in diagnostics} == {"numbers[0]", "numbers[2]"}


def test_faulty_keys_and_values_of_a_mapping_are_found_at_their_places() -> None:
    where = marked("by_size:\n  1: one\n  ▸0: zero\n  ▸one: two\n  2: ▸''\n")
    _, diagnostics = load(where.text)
    codes = ["out-of-range", "wrong-type", "empty-text"]
    assert errors(diagnostics) == [Found(code, *place) for code, place in zip(codes, where.places, strict=True)]


def test_a_mapping_of_the_wrong_size_says_what_is_allowed() -> None:
    finding = refusal("by_size: ▸{1: a, 2: b, 3: c, 4: d}\n")
    assert finding.code == "wrong-length"
    assert "at most 3" in finding.message


@pytest.mark.parametrize("written", ["5", "[a]", "''", "~"])
def test_what_is_no_mapping_is_refused(written: str) -> None:
    finding = refusal(f"by_size: ▸{written}\n")
    assert finding.code == "wrong-type"
    assert "mapping" in finding.message


# Keys


@pytest.mark.parametrize(("key", "near"), [("cuont", "count"), ("txet", "text"), ("innner", "inner")])
def test_a_misspelt_key_is_named_with_the_nearest(key: str, near: str) -> None:
    finding = refusal(f"count: 2\n▸{key}: 1\n")
    assert finding.code == "unknown-key"
    assert key in finding.message
    assert finding.hint == f"did you mean {near!r}?"


def test_a_key_that_is_like_no_other_lists_those_that_are_known() -> None:
    finding = refusal("inner: {▸zzz: 1}\n")
    assert (finding.code, finding.path) == ("unknown-key", "inner.zzz")
    assert "colour" in finding.hint


@pytest.mark.parametrize("key", ["?x", "[key]", "?mapping", "", "a.b", "~", "0", "<<", "model_config", "__class__"])
@pytest.mark.parametrize("text", ['▸"{}": 1\n', 'inner: {{▸"{}": 1}}\n'])
def test_the_oddest_unknown_key_is_named_where_it_stands(text: str, key: str) -> None:
    finding = refusal(text.format(key))
    assert finding.code == "unknown-key"
    assert repr(key) in finding.message
    assert f"did you mean {key!r}" not in finding.hint


@settings(max_examples=50)
@given(st.text(max_size=8))
@example("\x1b[31m")
@example("a\nb")
@example("\u202e")
def test_any_unknown_key_yields_a_readable_diagnostic(key: str) -> None:
    escaped = "".join(f"\\U{ord(sign):08x}" for sign in key)
    document = read_yaml(f'"{escaped}": 1\n'.encode(), "game.yaml")
    if document.diagnostics or key in Sample.model_fields or INTERNALS.search(key):
        return
    _, (finding,) = load(f'"{escaped}": 1\n')
    assert finding.code == "unknown-key"


@pytest.mark.parametrize(
    ("field", "text"),
    [("count", "\\e[31mred"), ("switch", "a\\nb"), ("id", "a\\nb"), ("length", "a\\u202eb"), ("inner", "\\e]0;x\\a"),
     ("numbers", "a\\u202eb"), ("either", "a\\rb")],
)  # fmt: skip
def test_messages_show_no_invisible_signs_of_the_value(field: str, text: str) -> None:
    """A message goes to a terminal: what it quotes must not steer it, nor break its line."""
    assert refusal(f'{field}: ▸"{text}"\n').message


def test_all_faults_are_found_in_one_run() -> None:
    where = marked(
        "count: ▸.nan\nswitch: ▸1\ntext: ▸[]\nid: ▸A\nlength: ▸3\nnumbers: [1, ▸x]\nby_size: {▸9: a}\neither: ▸no\n"
        "inner: {colour: ▸red}\n▸extra: 1\n"
    )
    _, diagnostics = load(where.text)
    assert [(line, column) for _, line, column in errors(diagnostics)] == list(where.places)
