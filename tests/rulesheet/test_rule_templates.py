"""Words from templates: a variant's texts are printed as they are, be they like Jinja, Markdown or HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kitgen.errors import ExitCode, UsageError, VariantError
from kitgen.rulesheet.markdown import Block, Bullet, Example, Figure, Heading, Paragraph, Run, Table, parse
from kitgen.rulesheet.template import Literal, Placeholders, render

Printed = Callable[..., list[Block]]
quick = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

NASTY = [
    "{{ 7*7 }}", "{% for x in range(9) %}x{% endfor %}", "{# gone #}", "${7*7}", "#{7*7}", "%s %(a)s {0} {a}",
    "*Chef*", "**bold** _it_ __x__", "1. Soup", "- list", "+ list", "# heading", "> quote", "---", "***", "===",
    "`code`", "```", "    indented", "R&D <Lab> a<b", "&amp; &#42; &lt;", '<img src="http://example.com/a.png">',
    "<b>bold</b>", "<!-- gone -->", "<script>1</script>", "[text](http://example.com)", "![](figure:card)",
    "![x](figure:card)", "<http://example.com>", "https://example.com", "a | b | c", "|---|", "\\*not\\*", "\\",
    "~~gone~~", "[FC-1.1] no rule", "[x]: http://example.com", "a  b", "line\nbreak", "two\n\nparagraphs", "* * *",
    "\ue0000\ue001", "\ue000", "\ue0017", "{{", "}}", "{%", "%}", "{%- raw -%}", "''' \"\"\"", "$E=mc^2$",
    "Fish — and chips", "— x", "ﬁsh é 魚 \U0001f41f",
]  # fmt: skip


@pytest.fixture
def printed(tmp_path: Path) -> Printed:
    """The blocks of a template that is written here."""

    def run(template: str, **context: Any) -> list[Block]:
        (tmp_path / "sheet.en.md.j2").write_text(template, encoding="utf-8")
        return parse(*render([tmp_path], "sheet", "en", context))

    return run


def texts(blocks: Sequence[Block]) -> Iterator[str]:
    """The text of every block, inner ones too, headings with the summary."""
    for block in blocks:
        if isinstance(block, Heading):
            yield f"{block.text} — {block.summary}" if block.summary else block.text
        elif isinstance(block, (Paragraph, Bullet)):
            yield "".join(run.text for run in block.runs)
        elif isinstance(block, Example):
            yield from texts(block.blocks)
        elif isinstance(block, Table):
            for row in block.rows:
                yield from ("".join(run.text for run in cell) for cell in row)


def said(text: str) -> str:
    """A text as it is printed: blanks and line ends are one space, none at the ends; no-break spaces are no blanks."""
    return re.sub(r"[ \t\r\n]+", " ", text).strip(" ")


def all_said(blocks: Sequence[Block]) -> list[str]:
    return [said(text) for text in texts(blocks)]


# Where a text may stand: the template, and what is printed around it.
PLACES = {
    "paragraph": ("{{ t }}", "{}"),
    "sentence": ("Cook {{ t }}, then eat.", "Cook {}, then eat."),
    "bold": ("Cook **{{ t }}** now.", "Cook {} now."),
    "after a rule id": ("[FC-5.3] {{ t }} is cooked.", "{} is cooked."),
    "bullet": ("- {{ t }}", "{}"),
    "numbered": ("1. {{ t }}", "{}"),
    "example": ("> {{ t }}", "{}"),
    "table": ("| a |\n|---|\n| {{ t }} |", "a\n{}"),
    "heading": ("## {{ t }}", "{}"),
    "title": ("# {{ t }} — the rules", "{} — the rules"),
    "twice": ("{{ t }} and {{ t }}", "{} and {}"),
    "code": ("`{{ t }}`", "{}"),
    "link": ("[{{ t }}](http://example.com)", "{}"),
}


@pytest.mark.parametrize("place", sorted(PLACES))
def test_texts_are_printed_as_they_are(printed: Printed, place: str) -> None:
    """Not one of them is a template, Markdown, or HTML; nothing is lost and nothing comes out of them."""
    template, around = PLACES[place]
    found = {text: "\n".join(all_said(printed(template, t=Literal(text)))) for text in NASTY}
    assert {text: line for text, line in found.items() if line != around.replace("{}", said(text))} == {}


@pytest.mark.parametrize("place", sorted(PLACES))
def test_a_text_makes_no_block_of_its_own(printed: Printed, place: str) -> None:
    """Headings, rules, lists and figures are the template's alone."""
    template, _ = PLACES[place]
    expected = [shape(block) for block in printed(template, t=Literal("plain"))]
    found = {text: [shape(block) for block in printed(template, t=Literal(text))] for text in NASTY}
    assert {text: shapes for text, shapes in found.items() if shapes != expected} == {}


def shape(block: Block) -> object:
    """What kind of block it is, without its texts."""
    if isinstance(block, Heading):
        return ("heading", block.level)
    if isinstance(block, Paragraph):
        return ("paragraph", block.ids, [run.bold for run in block.runs])
    if isinstance(block, Example):
        return ("example", [shape(inner) for inner in block.blocks])
    if isinstance(block, Table):
        return ("table", [len(row) for row in block.rows])
    return ("figure", block.name) if isinstance(block, Figure) else ("bullet", [run.bold for run in block.runs])


signs = st.text("*_`#[](){}<>&|%!~\\\"'-+.:=/^$ \naB1é—\ue000\ue001", min_size=1, max_size=25)


@quick
@given(text=signs.map(said).filter(bool), place=st.sampled_from(["sentence", "bold", "bullet", "table"]))
def test_any_text_is_printed_as_it_is(printed: Printed, text: str, place: str) -> None:
    template, around = PLACES[place]
    assert "\n".join(all_said(printed(template, t=Literal(text)))) == around.replace("{}", text)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_dash_in_a_title_does_not_begin_the_summary(printed: Printed, level: int) -> None:
    """The dash that parts a heading from its summary is the template's own."""
    template = f"{'#' * level} {{{{ t }}}} — the rules"
    assert printed(template, t=Literal("Fish — the sequel")) == [Heading(level, "Fish — the sequel", "the rules")]


@pytest.mark.parametrize("space", ["\u00a0", "\u202f"])
def test_no_break_spaces_of_a_text_are_kept(printed: Printed, space: str) -> None:
    """French puts one before $ and ; so that a line never begins with them."""
    (text,) = texts(printed("It costs {{ price }}.", price=Literal(f"12{space}$")))
    assert text == f"It costs 12{space}$."


FILTERS = [
    "{{ t | upper }}", "{{ t | lower }}", "{{ t | capitalize }}", "{{ t | title }}", "{{ t | trim }}",
    "{{ t | string }}", "{{ t | e }}", "{{ t | replace('e', 'x') }}", "{{ '%s' | format(t) }}",
    "{{ t | default('none') }}", "{{ t | indent }}", "{{ t ~ '' }}", "{{ [t] | join }}", "{{ [t, ''] | join('') }}",
    "{{ [t, t] | unique | join }}", "{{ {'a': t}['a'] }}", "{% set x = t %}{{ x }}",
    "{% macro m(a) %}{{ a }}{% endmacro %}{{ m(t) }}", "{% for x in [t] %}{{ x }}{% endfor %}",
    "{{ t if t else 'none' }}", "{% set b %}{{ t }}{% endset %}{{ b }}", "{{ [t] | first }}",
    "{{ [t] | map('upper') | join }}", "{{ t | forceescape }}", "{{ t | safe }}", "{{ t | striptags }}",
    "{{ nested.list[0].name }}", "{{ give(t) }}",
]  # fmt: skip


@pytest.mark.parametrize("template", FILTERS)
def test_texts_survive_filters_and_concatenation(printed: Printed, template: str) -> None:
    text = "*Émile's* {{ soup }} <b>&amp; Sole</b>"
    context = {"t": Literal(text), "nested": {"list": [{"name": Literal(text)}]}, "give": lambda value: value}
    assert list(texts(printed(template, **context))) == [text]


def test_several_texts_in_one_line_stay_apart_and_in_order(printed: Printed) -> None:
    names = [Literal(f"*{number}*") for number in range(12)]
    assert list(texts(printed("{{ names | join(', ') }}", names=names))) == [", ".join(names)]


def test_what_a_function_returns_is_hidden_too(printed: Printed) -> None:
    def dish(name: str) -> Literal:
        return Literal(f"*{name}*")

    assert list(texts(printed("{{ dish('sole') }} {{ dish('tuna') | upper }}", dish=dish))) == ["*sole* *tuna*"]


def test_numbers_and_switches_stay_what_they_are(printed: Printed) -> None:
    template = "{{ n + 1 }} {{ 'on' if on else 'off' }} {{ rows | sum }} {{ table[2] }}"
    assert list(texts(printed(template, n=4, on=False, rows=(1, 2, 3), table={2: 7}))) == ["5 off 6 7"]


def test_placeholders_hide_every_text_below() -> None:
    hidden = Placeholders().hide({"a": [Literal("secret")], "b": (Literal("secret"), {"c": Literal("secret")}), "d": 5})
    assert "secret" not in repr(hidden)


def test_restored_texts_are_not_looked_at_again() -> None:
    placeholders = Placeholders()
    first = placeholders.hide(Literal("first"))
    second = placeholders.hide(Literal(f"second {first}"))
    assert placeholders.restore(f"{second} {first}") == f"second {first} first"


# Faults of a template that a variant brings, with the line in which they are.
FAULTS = {
    "an unknown name": ("one\n\n{{ nobody }}", 3),
    "an unknown key": ("one\ntwo\n\n{{ v.nothing.more }}", 4),
    "a tag that is not closed": ("one\n{% if v %}\ntwo", 3),
    "a wrong tag": ("one\n\n\n{% cook %}", 4),
    "division by nothing": ("{{ 1 / 0 }}", 1),
    "a number and a text": ("one\n{{ 1 + 'a' }}", 2),
    "a call without its argument": ("one\n\n{{ give() }}", 3),
    "an index that is not there": ("one\n{{ [1][7] + 1 }}", 2),
    "a look behind the scenes": ("one\n{{ ''.__class__.__mro__ }}", 2),
    "a change of what is shared": ("one\n{{ rows.append(1) }}", 2),
    "a range without end": ("{% for x in range(100000000) %}{% endfor %}", 1),
    "a file that is not there": ("one\n{% include 'other.md.j2' %}", 2),
    "a filter that is not there": ("one\n{{ 1 | fry }}", 2),
    "a function's own failure": ("one\n{{ fail(1) }}", 2),
}


def fail(_: Any) -> str:
    raise KeyError("no words for 'foods.cod'")


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_a_fault_of_a_template_is_told_with_its_file(printed: Printed, name: str) -> None:
    template, _ = FAULTS[name]
    with pytest.raises(VariantError) as caught:
        printed(template, v={"a": 1}, rows=[1], give=lambda value: value, fail=fail)
    assert caught.value.exit_code is ExitCode.VARIANT
    (finding,) = caught.value.diagnostics
    assert finding.span is not None
    assert finding.span.file.endswith("sheet.en.md.j2")


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_a_fault_of_a_template_is_told_with_its_line(printed: Printed, name: str) -> None:
    template, line = FAULTS[name]
    with pytest.raises(VariantError) as caught:
        printed(template, v={"a": 1}, rows=[1], give=lambda value: value, fail=fail)
    assert [finding.span.line for finding in caught.value.diagnostics if finding.span] == [line]


def test_a_template_that_is_not_utf_8_is_a_clean_error(tmp_path: Path) -> None:
    (tmp_path / "sheet.en.md.j2").write_bytes("Gemüse".encode("latin-1"))
    with pytest.raises(VariantError) as caught:
        render([tmp_path], "sheet", "en", {})
    assert caught.value.diagnostics[0].span is not None


def test_a_byte_order_mark_is_not_printed(tmp_path: Path) -> None:
    (tmp_path / "sheet.en.md.j2").write_bytes(b"\xef\xbb\xbf# Soup\n")
    assert list(texts(parse(*render([tmp_path], "sheet", "en", {})))) == ["Soup"]


def test_the_nearest_folder_s_template_is_taken(tmp_path: Path) -> None:
    own, shipped = tmp_path / "own", tmp_path / "shipped"
    for folder, text in ((own, "mine"), (shipped, "theirs")):
        folder.mkdir()
        (folder / "sheet.en.md.j2").write_text(text)
    (shipped / "other.en.md.j2").write_text("only theirs")
    assert render([own, shipped], "sheet", "en", {})[0] == "mine"
    assert render([tmp_path / "missing", own, shipped], "other", "en", {})[0] == "only theirs"


def test_a_language_without_a_template_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "sheet.en.md.j2").write_text("Soup")
    with pytest.raises(UsageError, match=r"sheet\.pl\.md\.j2"):
        render([tmp_path], "sheet", "pl", {})


def blocks_of(markdown: str) -> list[Block]:
    return parse(markdown, Placeholders())


EXPECTED: Mapping[str, list[Block]] = {
    "# Fish Cook — cook fish": [Heading(1, "Fish Cook", "cook fish")],
    "## Morning": [Heading(2, "Morning", "")],
    "### Bells — and whistles — too": [Heading(3, "Bells", "and whistles — too")],
    "Cook **well**, eat *fast*.": [
        Paragraph((Run("Cook "), Run("well", True), Run(", eat "), Run("fast", True), Run("."))),
    ],
    "one\ntwo": [Paragraph((Run("one"), Run(" "), Run("two")))],
    "[FC-3.2] Buy a fish.": [Paragraph((Run("Buy a fish."),), ("FC-3.2",))],
    "[FC-3.2 FC-3.3] Buy.": [Paragraph((Run("Buy."),), ("FC-3.2", "FC-3.3"))],
    "[FC-1] **Set-up.** Do it.": [Paragraph((Run("Set-up.", True), Run(" Do it.")), ("FC-1",))],
    "See [FC-3.2] there.": [Paragraph((Run("See [FC-3.2] there."),))],
    "- one\n- **two**": [Bullet((Run("one"),)), Bullet((Run("two", True),))],
    "> **Example.** Ada buys.\n>\n> Ben rings.": [
        Example((Paragraph((Run("Example.", True), Run(" Ada buys."))), Paragraph((Run("Ben rings."),)))),
    ],
    "![](figure:set-up)": [Figure("set-up")],
    "| a | b |\n|---|---|\n| 1 | **2** |": [
        Table((((Run("a"),), (Run("b"),)), ((Run("1"),), (Run("2", True),)))),
    ],
    "": [],
}  # fmt: skip


@pytest.mark.parametrize("markdown", sorted(EXPECTED))
def test_markdown_becomes_blocks(markdown: str) -> None:
    assert blocks_of(markdown) == EXPECTED[markdown]


UNUSUAL = [
    "    zander in code", "```\nzander\n```", "~~~\nzander\n~~~", "Cook `zander` now.", "<div>zander</div>",
    "a <b>zander</b> b", "[zander](http://example.com)", "zander\n===", "- one\n    - zander", "- one\n\n  zander",
    "1. one\n2. zander", "> - zander", "> | zander |\n> |---|\n> | b |", "> # zander", "![zander](figure:card)",
    "zander ![](figure:card) bream", "one  \nzander", "&lt;zander&gt;", "\\*zander\\*",
    "[ref]\n\n[ref]: http://example.com 'zander'", "<!-- b --> zander", "## zander ![](figure:card)",
    "| zander | b |\n|---|---|",
]  # fmt: skip


@pytest.mark.parametrize("markdown", UNUSUAL)
def test_no_word_of_a_document_is_lost(markdown: str) -> None:
    """What the rule sheet cannot set is refused; it is never dropped in silence."""
    try:
        found = blocks_of(markdown)
    except VariantError as fault:
        assert fault.diagnostics
    else:
        hidden = markdown.startswith("[ref]")
        assert ("zander" in " ".join(texts(found))) != hidden


def test_a_template_that_is_added_changed_or_removed_counts_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled templates are kept, but never longer than their files, nor for another working folder."""
    shipped, own = tmp_path / "shipped", tmp_path / "own"
    for folder in (shipped, own, tmp_path / "here", tmp_path / "there"):
        folder.mkdir()

    def rendered(*folders: Path) -> str:
        return render(folders, "page", "en", {})[0]

    (shipped / "page.en.md.j2").write_text("shipped", encoding="utf-8")
    assert rendered(own, shipped) == "shipped"
    (own / "page.en.md.j2").write_text("own", encoding="utf-8")
    assert rendered(own, shipped) == "own"
    (own / "page.en.md.j2").write_text("other", encoding="utf-8")
    assert rendered(own, shipped) == "other"
    (own / "page.en.md.j2").unlink()
    assert rendered(own, shipped) == "shipped"
    for name in ("here", "there"):
        (tmp_path / name / "page.en.md.j2").write_text(name, encoding="utf-8")
        monkeypatch.chdir(tmp_path / name)
        assert rendered(Path()) == name
