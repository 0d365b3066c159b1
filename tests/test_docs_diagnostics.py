"""docs/diagnostics.md has an entry for every code: its files fail with that code, and its mends mend it."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from kitgen import pipeline
from kitgen.components.contrast import told_by_colour as colour_findings
from kitgen.components.kit import Component, Face, Kit, Part, Piece
from kitgen.components.preflight import check_texts
from kitgen.diagnostics import Diagnostic, Severity
from kitgen.draw.drawing import Box, Drawing, Paint
from kitgen.draw.shapes import circle, rectangle
from kitgen.draw.text import fit_text
from kitgen.draw.theme import body
from kitgen.errors import PreflightError, VariantError
from kitgen.exports.danger import dangers
from kitgen.exports.pictures import service_pictures
from kitgen.exports.playing_cards_io import room_findings
from kitgen.exports.services import SERVICES
from kitgen.exports.tabletop_simulator import plan_things, set_up
from kitgen.imposition.kit_sheets import DrawnKit
from kitgen.source.words import load_words
from kitgen.units import MM

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")
VARIANT = "mine.yaml"
HEAD = "extends: classic\n"

ALONGSIDE = {"unquoted-colour": {"wrong-choice"}, "unsafe-ink": {"text-overflow"}}
"""Errors that cannot but stand beside another: a colour that is a comment leaves an empty value, and so on."""

SEVERITIES = {"": Severity.ERROR, "Warning": Severity.WARNING, "Note": Severity.NOTE}


@dataclass(frozen=True)
class Entry:
    """What the page says of one code."""

    code: str
    section: str
    text: str

    @property
    def severity(self) -> Severity:
        """The word in italics at its beginning; without one it is an error."""
        said = re.match(r"\s*\*(\w+)\.\*", self.text)
        return SEVERITIES[said[1] if said else ""]

    @property
    def failing(self) -> dict[str, str]:
        """The files that fail, by name; none where words must do."""
        return _files(self.text.partition("**The mend:**")[0])

    @property
    def mended(self) -> dict[str, str]:
        """The files that are mended, by name; the others stay."""
        return _files(self.text.partition("**The mend:**")[2])

    @property
    def language(self) -> str:
        """The language that its command names, or English."""
        named = re.search(r"--lang\s(\w+)", self.text)
        return named[1] if named else "en"


def _files(text: str) -> dict[str, str]:
    """Fenced blocks by the name that stands above them; a block without one is the variant."""
    blocks = re.findall(r"(?:^`([^`\n]+)`:\n\n)?^```\w+\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(dict(blocks)) == len(blocks) == text.count("\n```\n")
    return {name or VARIANT: content for name, content in blocks}


@cache
def entries() -> dict[str, Entry]:
    """All entries of the page by code."""
    found: list[Entry] = []
    for section in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]:
        title, _, rest = section.partition("\n")
        parts = re.split(r"^### `([a-z0-9-]+)`\n", rest, flags=re.MULTILINE)
        assert "\n### " not in "".join(parts), "a heading that is no code"
        found += [Entry(code, title, text) for code, text in zip(parts[1::2], parts[2::2], strict=True)]
    assert len({entry.code for entry in found}) == len(found), "a code has two entries"
    return {entry.code: entry for entry in found}


# ── The codes of the page are those of the program ──────────────────────────────────────────────────────────────────

MAKERS = {"Diagnostic", "fault", "error", "TextError", "unusable", "SvgError", "notice"}
"""What diagnostics are made with, be it private or not; a code is one of the first three arguments."""


def codes_in_the_program() -> set[str]:
    """The codes that diagnostics are made with: texts that look like one, where a diagnostic is made."""
    return {
        value.value
        for file in (ROOT / "kitgen").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        for value in _where_codes_stand(node)
        if isinstance(value, ast.Constant)
        and isinstance(value.value, str)
        and re.fullmatch(r"tab|tag|template|[a-z0-9]+(-[a-z0-9]+)+", value.value)
    }


def _where_codes_stand(node: ast.AST) -> Iterator[ast.expr]:
    """Codes are given to what makes diagnostics, come first of what is yielded or returned, or are called so."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        yield from node.args[:3] if name.lstrip("_") in MAKERS else []
    elif isinstance(node, ast.Yield | ast.Return) and isinstance(node.value, ast.Tuple):
        yield from node.value.elts[:1]
    elif isinstance(node, ast.Assign):
        targets, values = (_parts(side) for side in (node.targets[0], node.value))
        if isinstance(targets[0], ast.Name) and targets[0].id == "code":
            value = values[0]
            yield from (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)


def _parts(side: ast.expr) -> list[ast.expr]:
    return side.elts if isinstance(side, ast.Tuple) else [side]


def test_every_code_has_an_entry_and_every_entry_a_code() -> None:
    codes = codes_in_the_program()
    assert len(codes) > 50, "the search has gone blind"
    assert {"extends-cycle", "unknown-variant", "tight-deck"} <= codes
    assert set(entries()) == codes


def test_the_table_links_to_every_entry_in_its_cell() -> None:
    told: list[tuple[str, Severity, str]] = []
    for section, *cells in re.findall(r"^\| ([A-Z][^|]+) \| (.+) \| (.+) \| (.+) \|$", PAGE, re.MULTILINE):
        for severity, cell in zip(SEVERITIES.values(), cells, strict=True):
            codes = re.findall(r"\[([a-z0-9-]+)\]\(#\1\)", cell)
            assert ", ".join(f"[{code}](#{code})" for code in codes) == cell or (cell, codes) == ("none", [])
            told += [(section, severity, code) for code in codes]
    assert sorted(told) == sorted((entry.section, entry.severity, entry.code) for entry in entries().values())


@pytest.mark.parametrize("code", entries())
def test_every_entry_has_its_parts(code: str) -> None:
    entry = entries()[code]
    assert [len(part.split()) > 3 for part in re.split(r"\*\*.+?:\*\*", entry.text)] == [True, True]
    assert bool(entry.failing) == bool(entry.mended) == (code not in MADE)


# ── Every example fails, and is mended ──────────────────────────────────────────────────────────────────────────────


WRITTEN: dict[str, dict[str, str | bytes | None]] = {
    "not-utf8": {VARIANT: f"{HEAD}title: crème\n".encode("latin-1")},
    "file-too-big": {VARIANT: HEAD + "# A comment.\n" * 80_000},
    "too-many-aliases": {VARIANT: f"{HEAD}title: &a Fish\nabout: [{'*a, ' * 201}]\n"},
    "too-many-values": {VARIANT: f"{HEAD}a: &a [{'1, ' * 100}]\nb: &b [{'*a, ' * 50}]\nc: [{'*b, ' * 50}]\n"},
    "words-unreadable": {"words.en.yaml": None},
    "art-too-big": {"art/fish-1.svg": f"<svg><!--{'x' * 4_000_000}--></svg>"},
}
"""Files whose bytes no page can show, by code; a file that is None is a folder."""


def small_type() -> Sequence[Diagnostic]:
    """Preflight of type that the game would have to ask for."""
    return list(check_texts([fit_text("fine print", Box(0, 0, 40 * MM, 8 * MM), body(5), "note")], "rules"))


def built_with(**printing: Any) -> Sequence[Diagnostic]:
    """What a build of the classic's cards says, on paper of that kind."""
    with TemporaryDirectory() as folder:
        options = pipeline.print_options(**printing)
        variant = pipeline.load("classic")
        return pipeline.build(variant, printing=options, only=["cards"], out=Path(folder) / "kit").diagnostics


def far_offset() -> Sequence[Diagnostic]:
    """Backs that are moved by twelve millimetres, where eight are free."""
    return built_with(back_offset="12mm,0mm")


def unboxed() -> Sequence[Diagnostic]:
    """The classic's cards, on paper that is smaller than any box round them."""
    return [found for found in built_with(paper="100x148mm") if found.path == "recipes"]


def told_by_colour() -> Sequence[Diagnostic]:
    """Two cards that differ by the colour of a spot."""
    spots = [Face(name, 50 * MM, 50 * MM, (circle(25 * MM, 25 * MM, 9 * MM, Paint(fill)),))
             for name, fill in (("red", "#D55E00"), ("green", "#009E73"))]  # fmt: skip
    return list(
        colour_findings([Component("spots", "Spots", "tokens", tuple(Piece(face.name, face) for face in spots))])
    )


def deck(width: int, height: int, part: Part = "cards", copies: int = 1) -> Component:
    """Plain pieces of one size."""
    return Component("deck", "Deck", part, (Piece("plain", Face("plain", width, height, ()), copies),))


def exported_deck(width: int, height: int) -> Sequence[Diagnostic]:
    """What The Game Crafter's preset says of a deck beside one of poker cards."""
    return service_pictures([deck(63_500, 88_900), deck(width, height)], SERVICES["tgc"])[1]


def near_the_edge() -> Sequence[Diagnostic]:
    """A card with text two millimetres from its edge."""
    text = fit_text("edge", Box(2 * MM, 2 * MM, 30 * MM, 8 * MM), body(8), "note", align="left", stand="top")
    face = Face("near", 63_500, 88_900, (text,))
    return list(dangers(Component("deck", "Deck", "cards", (Piece("near", face),)), (63_500, 88_900), 3_000, "Us"))


def bare_token() -> Sequence[Diagnostic]:
    """A token in one colour up to its edge, cut at just that edge."""
    ground = rectangle(Box(0, 0, 20 * MM, 20 * MM), Paint("#0072B2"))
    face = Face("bare", 20 * MM, 20 * MM, (ground,))
    return list(dangers(Component("tokens", "Tokens", "tokens", (Piece("bare", face),)), (20 * MM, 20 * MM), 0, "Us"))


def overfull_table() -> Sequence[Diagnostic]:
    """Sixty boards on one table."""
    drawn = DrawnKit(Kit("game", "variant", "Title", "12345678", ()), (), Drawing("set", 1, 1, ()), lambda _: [])
    things = plan_things([deck(200 * MM, 150 * MM, "boards", copies=60)])
    return set_up(drawn, things, defaultdict(str), {}, load_words("fish-cook", "en", pipeline.load("classic").folders))[
        1
    ]


def cut_boards() -> Sequence[Diagnostic]:
    """The classic cut from small paper, where its boards find no room."""
    with TemporaryDirectory() as folder:
        return pipeline.export_cut(pipeline.load("classic"), paper="170x200mm", out=Path(folder) / "cut").diagnostics


GUARDS: dict[str, Callable[[], Sequence[Diagnostic]]] = {
    "type-too-small": small_type,
    "off-the-paper": far_offset,
    "colour-alone": told_by_colour,
    "no-box": unboxed,
    "no-product": lambda: exported_deck(200 * MM, 200 * MM),
    "no-exact-product": lambda: exported_deck(59 * MM, 92 * MM),
    "near-the-cut": near_the_edge,
    "no-bleed": bare_token,
    "cut-too-large": cut_boards,
    "table-full": overfull_table,
    "room-full": lambda: room_findings([deck(63_500, 88_900, copies=1_201)]),
}
"""What no file can bring about: kitgen allows no values that would, or it is the printing that does."""

MADE = {*WRITTEN, *GUARDS}


def diagnostics(folder: Path, language: str = "en") -> list[Diagnostic]:
    """Everything that kitgen says of the variant in a folder when it loads and builds it."""
    try:
        variant = pipeline.load(str(folder / VARIANT))
        return list(pipeline.build(variant, language=language, out=folder / "kit").diagnostics)
    except (VariantError, PreflightError) as refused:
        return list(refused.diagnostics)


def lay_out(folder: Path, files: Mapping[str, str | bytes | None]) -> None:
    """Write files into a folder; the variant is the shortest there is, unless it is among them."""
    for name, content in ({VARIANT: HEAD} | dict(files)).items():
        file = folder / name
        if content is None:
            file.mkdir()
        else:
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)


def assert_fails(found: Sequence[Diagnostic], entry: Entry) -> None:
    """The code is among the diagnostics, with the severity that the page says, and no error that need not be."""
    assert {finding.severity for finding in found if finding.code == entry.code} == {entry.severity}
    codes = {finding.code for finding in found if finding.severity is Severity.ERROR}
    assert codes - {entry.code} == ALONGSIDE.get(entry.code, set())


@pytest.mark.parametrize("code", [code for code, entry in entries().items() if entry.failing])
def test_an_example_fails_and_its_mend_mends_it(tmp_path: Path, code: str) -> None:
    entry = entries()[code]
    lay_out(tmp_path, entry.failing)
    assert_fails(diagnostics(tmp_path, entry.language), entry)
    lay_out(tmp_path, entry.failing | entry.mended)
    left = diagnostics(tmp_path, entry.language)
    assert [finding for finding in left if finding.code == code or finding.severity is Severity.ERROR] == []


@pytest.mark.parametrize("code", WRITTEN)
def test_what_no_page_can_show_fails_too(tmp_path: Path, code: str) -> None:
    lay_out(tmp_path, WRITTEN[code])
    assert_fails(diagnostics(tmp_path), entries()[code])


@pytest.mark.parametrize("code", GUARDS)
def test_what_no_file_brings_about_is_guarded_against(code: str) -> None:
    assert_fails(GUARDS[code](), entries()[code])
