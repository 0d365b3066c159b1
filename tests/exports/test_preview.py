"""The preview as a file: what is on the page, that it needs nothing else, and that nothing an author writes is code."""

from __future__ import annotations

import base64
import hashlib
import io
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from kitgen import pipeline
from kitgen.diagnostics import errors_in
from kitgen.draw.fonts import FONTS, font
from kitgen.errors import FilesError, PreflightError, UsageError
from kitgen.exports.preview import PREVIEW_MARK
from kitgen.exports.preview_fonts import subset
from kitgen.exports.preview_text import TextWriter
from kitgen.files import HEAD
from kitgen.imposition.kit_sheets import DrawnKit, KitSheets, kit_sheets, preflight
from kitgen.imposition.options import PrintOptions
from kitgen.pipeline import LoadedVariant
from kitgen.pipeline.previewing import PreviewedKit, preview
from kitgen.rulesheet.markdown import Bullet, Example, Figure, Heading, Paragraph, Run, Table
from kitgen.rulesheet.sheet import rule_paragraphs
from kitgen.source.words import load_words
from kitgen.units import MM

EVIL = "</script><b>&\"'</b>"
LONG = (
    f"{EVIL} and a name that is so long that no card has room for it, not at the smallest size of type there is, not "
)
VOID = {"meta", "link", "br", "hr", "img", "input", "col", "area", "base", "embed", "source", "track", "wbr"}


@dataclass
class Element:
    """An element with everything in it."""

    tag: str
    told: dict[str, str]
    inside: list[Element | str] = field(default_factory=list)

    def every(self, tag: str = "", **told: str) -> list[Element]:
        """The elements below, by tag and attributes; ``class_`` is one of the classes."""
        found = []
        for child in self.inside:
            if isinstance(child, Element):
                if child.tag == (tag or child.tag) and all(child.has(key, value) for key, value in told.items()):
                    found.append(child)
                found += child.every(tag, **told)
        return found

    def has(self, key: str, value: str) -> bool:
        if key == "class_":
            return value in self.told.get("class", "").split()
        return self.told.get(key.replace("_", "-")) == value

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.inside)


class Reader(HTMLParser):
    """Reads a page as a browser does, and insists that every element is closed."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]
        self.feed(page)
        self.close()
        assert self.open == [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {key: value or "" for key, value in attrs})
        self.open[-1].inside.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].inside.append(Element(tag, {key: value or "" for key, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


@dataclass
class Case:
    """A page that was written, and what it was made of, made anew where it is asked for."""

    made: PreviewedKit
    data: bytes
    page: Element
    variant: LoadedVariant

    @cached_property
    def drawn(self) -> DrawnKit:
        return pipeline.draw(self.variant, PrintOptions(), load_words("fish-cook", "en"))

    @cached_property
    def sheets(self) -> KitSheets:
        return kit_sheets(self.drawn, PrintOptions(), load_words("fish-cook", "en"))


def case(folder: Path, *settings: str, language: str = "en", options: PrintOptions | None = None) -> Case:
    variant = pipeline.load("classic", settings)
    made = preview(variant, printing=options, language=language, out=folder / "page.html")
    data = made.file.read_bytes()
    return Case(made, data, Reader(data.decode()).root, variant)


@pytest.fixture(scope="module")
def classic(tmp_path_factory: pytest.TempPathFactory) -> Case:
    return case(tmp_path_factory.mktemp("preview"))


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Case:
    """A kit whose title is markup, and of which one card has a name that does not fit, and a sign that no font has."""
    quoted = EVIL.replace("\\", "\\\\").replace('"', '\\"')
    long = LONG.replace('"', '\\"') * 2
    return case(
        tmp_path_factory.mktemp("broken"),
        f'title="{quoted}"',
        f'about="{quoted}"',
        f'recipes.sardines-in-miso.name="{long} 鮨"',
    )


# What is on it


def test_every_face_is_there_once_with_its_caption_and_its_name(classic: Case) -> None:
    for component in classic.drawn.kit.components:
        (shown,) = classic.page.every("article", id=f"c-{component.id}")
        fronts = [piece.title or component.title for piece in component.pieces]
        backs = {id(piece.back) for piece in component.pieces if piece.back}
        openers = shown.every("div", data_opens="face")
        assert len(openers) == len(fronts) + len(backs)
        captions = [caption.text for caption in shown.every("p", class_="caption")]
        for piece, title, opener, caption in zip(component.pieces, fronts, openers, captions, strict=False):
            assert caption.startswith(title)
            assert caption.endswith(f"× {piece.copies}") == (piece.copies > 1)
            (picture,) = [svg for svg in opener.every("svg") if svg.has("role", "img")]
            assert title in picture.told["aria-label"]
            assert title in opener.told["aria-label"]
            assert (opener.told["tabindex"], opener.told["role"]) == ("0", "button")
        width, height = (f"{length / MM:g}" for length in component.size)
        (head,) = shown.every("p", class_="details")
        assert f"{width} × {height} mm" in head.text.replace("\N{NO-BREAK SPACE}", " ")
        assert f"{component.count} piece" in head.text


def test_faces_are_shown_to_their_bleed_with_trim_and_safe_lines(classic: Case) -> None:
    (back,) = [svg for svg in classic.page.every("svg", role="img") if svg.told["aria-label"] == "Recipes, back"]
    face = next(piece.back for piece in classic.drawn.kit.components[2].pieces)
    assert face is not None
    assert face.bleed == 3 * MM
    told = [f"{-3 * MM}", f"{-3 * MM}", f"{face.width + 6 * MM}", f"{face.height + 6 * MM}"]
    assert back.told["viewbox"].split() == told
    for style, inset in (("trim", 0), ("safe", face.safe)):
        (lines,) = back.every("g", class_=style)
        line = lines.every("rect")[-1]
        assert [int(line.told[key]) for key in ("x", "y", "width", "height")] == [
            inset, inset, face.width - 2 * inset, face.height - 2 * inset,
        ]  # fmt: skip


def test_text_on_faces_is_text(classic: Case) -> None:
    (cards,) = classic.page.every("article", id="c-recipes")
    words = {" ".join(text.text.split()) for text in cards.every("text")}
    assert {"Sardines in Miso", "Ginger-Simmered Sardines"} <= words


def test_every_sheet_is_there_in_printing_order(classic: Case) -> None:
    (shown,) = classic.page.every("section", id="sheets")
    names = [opener.told["data-name"] for opener in shown.every("div", data_opens="sheet")]
    sheets = [sheet for of_part in classic.sheets.parts.values() for sheet in of_part]
    assert len(names) == len(sheets)
    for name, sheet in zip(names, sheets, strict=True):
        assert name == f"{sheet.title}, {sheet.side}, {sheet.number} of {sheet.count}"


def test_the_parts_list_counts_as_the_sheets_do(classic: Case) -> None:
    (listed,) = classic.page.every("table", class_="parts")
    rows = [[cell.text for cell in row.every("td")] for row in listed.every("tr") if row.every("td")]
    found = {what: (count, size.replace("\N{NO-BREAK SPACE}", " ")) for what, count, size in rows}
    for component in classic.drawn.kit.components:
        width, height = (f"{length / MM:g}" for length in component.size)
        assert found[component.title] == (str(component.count), f"{width} × {height} mm")
    heads = [head.text for head in listed.every("th", scope="rowgroup")]
    for part, head in zip(classic.sheets.effort.parts, heads, strict=True):
        assert f"{part.sheets} sheet" in head
        assert ("both sides" in head) == part.both_sides


def test_every_rule_can_be_read_and_linked_to(classic: Case) -> None:
    variant = pipeline.load("classic")
    (document,) = [document for document, _ in classic.drawn.pages if document.id == "rules"]
    rules = rule_paragraphs(document, variant.template_folders, "en")
    assert len(rules) > 30
    (reading,) = classic.page.every("section", id="d-rules")
    anchors = {anchor.told["id"] for anchor in reading.every("a") if "id" in anchor.told}
    assert anchors == set(rules)
    for rule in reading.every("div", class_="rule"):
        ids = [anchor.text for anchor in rule.every("a")]
        said = " ".join(rule.every("p")[1].text.split())
        assert rules[ids[0]].startswith(said)
    assert len(reading.every("figure")) == len(document.figures)
    assert classic.page.every("section", id="d-player-aid"), "what is cut out can be read as well"


def test_a_kit_without_faults_shows_none(classic: Case) -> None:
    assert classic.made.passes
    assert classic.made.diagnostics == ()
    assert not classic.page.every(class_="findings")
    assert not classic.page.every(class_="flaws")


# What was found


def test_a_finding_stands_at_its_face_and_is_counted_up_to_the_contents(broken: Case) -> None:
    assert not broken.made.passes
    (cards,) = broken.page.every("article", id="c-recipes")
    (flawed,) = cards.every("li", class_="flawed")
    told = flawed.every("ul", class_="findings")[0].text
    assert "overflows its box" in told
    assert "U+9BA8" in told
    found = [one for one in preflight(broken.sheets.parts) if one.path.startswith("cards, 'sardines-in-miso'")]
    assert len(found) == len(flawed.every("li", class_="error")) > 1
    assert flawed.every(class_="flaw"), "its box is marked on the face"
    (contents,) = broken.page.every("nav")
    (entry,) = [li for li in contents.every("li") if [a.told["href"] for a in li.every("a")] == ["#c-recipes"]]
    assert entry.every("span", class_="flaws")[0].text.startswith(str(len(found)))


def test_every_finding_is_on_the_page_once(broken: Case) -> None:
    expected = Counter(finding.message for finding in broken.made.diagnostics)
    assert sum(expected.values()) > 2
    entries = [li for found in broken.page.every("ul", class_="findings") for li in found.every("li")]
    shown = Counter(li.every("span", lang="en")[0].text for li in entries)
    assert shown == expected


def test_a_warning_says_where_it_is_and_a_piece_larger_than_the_paper_costs_only_its_sheets(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("extends: classic\ntitle: Fish # and chips\n", encoding="utf-8")
    options = pipeline.print_options(paper="150x200mm")
    variant = pipeline.load(str(file))
    with pytest.raises(PreflightError):
        pipeline.build(variant, printing=options, out=tmp_path / "kit")
    made = preview(variant, printing=options, out=tmp_path / "page.html")
    page = Reader(made.file.read_text("utf-8")).root
    (note,), (section,) = variant.diagnostics, page.every("section", id="findings")
    assert f"{file}:2:" in section.text
    assert note.message in section.text
    assert note.hint in section.text
    (error, *_) = errors_in(made.diagnostics)
    assert error.message in section.text
    assert page.every("article", id="c-fish-market")
    assert not page.every("article", id="s-boards")
    assert page.every("article", id="s-cards")


# What it needs and what it lets run


def test_the_page_asks_for_nothing_from_outside(classic: Case) -> None:
    text = classic.data.decode()
    for key in ("href", "src", "xlink:href", "action", "srcset", "poster", "data", "formaction"):
        for element in classic.page.every():
            if key in element.told:
                assert element.told[key].startswith(("#", "data:")), element.told[key]
    assert not re.findall(r"url\((?!data:font/)", text)
    assert "@import" not in text
    assert not [tag for tag in ("link", "iframe", "object", "embed", "base", "form") if classic.page.every(tag)]
    assert set(re.findall(r"https?://[^\"'\s<>]*", text)) == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("name", ["classic", "broken"])
def test_the_policy_lets_just_the_pages_own_script_and_style_through(name: str, request: pytest.FixtureRequest) -> None:
    page = request.getfixturevalue(name).page
    (policy,) = page.every("meta", http_equiv="Content-Security-Policy")
    (script,), (style,) = page.every("script"), page.every("style")
    rules = dict(rule.split(" ", 1) for rule in policy.told["content"].split("; "))
    digests = [base64.b64encode(hashlib.sha256(one.text.encode()).digest()).decode() for one in (script, style)]
    assert rules["script-src"] == f"'sha256-{digests[0]}'"
    assert rules["style-src"] == f"'sha256-{digests[1]}'"
    assert rules["default-src"] == "'none'"
    assert not [key for element in page.every() for key in element.told if key.startswith("on") or key == "style"]
    head = page.every("head")[0]
    order = [child.tag for child in head.inside if isinstance(child, Element)]
    assert order.index("style") > order.index("meta"), "the policy stands before what it rules"


def test_what_an_author_writes_is_shown_as_it_is_written(broken: Case) -> None:
    assert broken.page.every("h1")[0].text == EVIL
    assert broken.page.every("p", class_="about")[0].text == EVIL
    assert any(caption.text.startswith(LONG.strip()) for caption in broken.page.every("p", class_="caption"))
    assert EVIL in broken.page.every("title")[0].text
    assert not [b for head in broken.page.every("h1") for b in head.every("b")]


def test_ids_differ_and_links_lead_to_them(classic: Case) -> None:
    ids = [element.told["id"] for element in classic.page.every() if "id" in element.told]
    assert [name for name, count in Counter(ids).items() if count > 1] == []
    targets = {element.told["href"].removeprefix("#") for element in classic.page.every() if "href" in element.told}
    assert targets <= set(ids)


def test_fonts_hold_exactly_the_signs_that_are_set(classic: Case) -> None:
    style = classic.page.every("style")[0].text
    bodies = [
        child
        for child in classic.page.every("body")[0].inside
        if not (isinstance(child, Element) and child.tag == "script")
    ]
    on_page = set(Element("", {}, bodies).text)
    for name in FONTS:
        (data,) = re.findall(rf'font-family:"kitgen-{name}";src:url\(data:font/ttf;base64,([^)]*)\)', style)
        held = {chr(code) for code in TTFont(io.BytesIO(base64.b64decode(data))).getBestCmap()}
        assert held == {sign for sign in on_page if ord(sign) in font(name).widths}


def test_subset_fonts_measure_as_the_whole_ones_do() -> None:
    for name in FONTS:
        found = TTFont(io.BytesIO(subset(name, "AVfi→é")))
        assert not {"GPOS", "GSUB", "kern"} & set(found.keys()), "nothing moves signs or joins them"
        units = found["head"].unitsPerEm
        for code, glyph in found.getBestCmap().items():
            assert found["hmtx"].metrics[glyph][0] / units == font(name).widths[code]


def test_the_page_is_not_heavy(classic: Case) -> None:
    assert len(classic.data) < 3_000_000


def test_the_same_input_gives_the_same_bytes(classic: Case, tmp_path: Path) -> None:
    again = preview(pipeline.load("classic"), out=tmp_path / "again.html")
    assert again.file.read_bytes() == classic.data


# Languages, inks, files


@pytest.fixture(scope="module")
def french(tmp_path_factory: pytest.TempPathFactory) -> Case:
    """In French, and in low ink."""
    return case(tmp_path_factory.mktemp("french"), language="fr", options=pipeline.print_options(ink="low"))


def test_it_speaks_french(french: Case) -> None:
    assert french.page.every("html")[0].told["lang"] == "fr"
    assert not [finding for finding in french.made.diagnostics if finding.code == "missing-words"]
    (head,) = french.page.every("article", id="c-recipes")[0].every("p", class_="details")
    assert head.text.replace("\N{NO-BREAK SPACE}", " ") == "36 pièces · 63,5 × 88,9 mm · recto verso"
    own, other = (load_words("fish-cook", language) for language in ("fr", "en"))
    for key in ("contents", "list", "printed", "show.bleed", "zoom.larger"):
        assert own(f"preview.{key}") != other(f"preview.{key}")
        assert own(f"preview.{key}") in french.data.decode()


def test_low_ink_is_shown_as_it_is_printed(french: Case, classic: Case) -> None:
    """The blue of the decks' backs is nowhere: on no face, no sheet and no figure."""

    def fills(shown: Case) -> Counter[str]:
        pictures = [svg for svg in shown.page.every("svg") if svg.has("role", "img") or svg.has("class_", "figure")]
        return Counter(path.told["fill"] for svg in pictures for path in svg.every("path") if "fill" in path.told)

    assert fills(classic)["#0072B2"] > 0
    assert fills(french)["#0072B2"] == 0


def test_what_is_not_ours_is_never_replaced(tmp_path: Path) -> None:
    variant, file = pipeline.load("classic"), tmp_path / "page.html"
    file.write_text("<!DOCTYPE html><p>My diary.", "utf-8")
    with pytest.raises(FilesError, match="not one of kitgen's"):
        preview(variant, out=file)
    assert file.read_text("utf-8") == "<!DOCTYPE html><p>My diary."


def test_a_page_says_at_its_beginning_whose_it_is(classic: Case) -> None:
    assert PREVIEW_MARK.encode() in classic.data[:HEAD]


def test_an_unknown_language_is_told_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no words in 'xx'"):
        preview(pipeline.load("classic"), language="xx", out=tmp_path / "page.html")
    assert list(tmp_path.iterdir()) == []


# Words of documents


def test_blocks_become_the_elements_that_they_are() -> None:
    run = (Run("a < b "), Run("c", bold=True))
    text = TextWriter(lambda name: f"[{name}]").html(
        [
            Heading(1, "Title", "sum & total"),
            Heading(2, "Part", ""),
            Paragraph(run, ("FC-1.1", "FC-1.2")),
            Bullet(run),
            Bullet((Run("second"),)),
            Example((Paragraph((Run("so"),)),)),
            Table((((Run("head"),),), ((Run("cell"),),))),
            Figure("card"),
            Paragraph((Run("again"),), ("FC-1.1",)),
        ]
    )
    page = Reader(text).root
    assert page.every("p", class_="lead")[0].text == "sum & total"
    assert [head.text for head in page.every("h3")] == ["Part"], "below the page's title and the document's"
    assert [li.text for li in page.every("ul")[0].every("li")] == ["a < b c", "second"]
    assert [bold.text for bold in page.every("b")] == ["c", "c"]
    assert [anchor.told.get("id") for anchor in page.every("a")] == ["FC-1.1", "FC-1.2", None], "an id stands once"
    assert page.every("aside")[0].text == "so"
    assert (page.every("th")[0].text, page.every("td")[0].text) == ("head", "cell")
    assert page.every("figure")[0].text == "[card]"
