"""A whole kit on paper: page order for duplex printing, the how-to-print page and its rulers, labels, preflight."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pypdf
import pytest
from sheet_geometry import LABEL, component, edges, ink, inside, on, overlap, printable

from kitgen import pipeline
from kitgen.components.kit import Face, Kit, Part
from kitgen.draw.drawing import Box, Drawing, Matrix, Op, Shape, Text, walk
from kitgen.draw.text import fit_text
from kitgen.draw.theme import body
from kitgen.imposition.guide import rulers
from kitgen.imposition.kit_sheets import DrawnKit, kit_sheets, preflight
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.pages import document_sheets, page_format
from kitgen.imposition.paper import PAPERS
from kitgen.imposition.sheet import Label, Sheet
from kitgen.imposition.sheets import impose
from kitgen.rulesheet.flow import set_pages
from kitgen.rulesheet.markdown import Paragraph, Run
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.source.words import Words, load_words
from kitgen.units import MM


@dataclass(frozen=True)
class Printed:
    """The classic, drawn and laid out, but not written."""

    drawn: DrawnKit
    words: Words
    sheets: Mapping[Part, list[Sheet]]


@pytest.fixture(scope="module", params=[("a4", "en"), ("letter", "fr")], ids="-".join)
def printed(request: pytest.FixtureRequest) -> Printed:
    paper, language = request.param
    variant = pipeline.load("classic")
    words = load_words("fish-cook", language)
    drawn = pipeline.draw(variant, on(paper), words)
    return Printed(drawn, words, kit_sheets(drawn, on(paper), words).parts)


def texts(ops: tuple[Op, ...]) -> list[str]:
    return [line.text for op, _, _ in walk(ops) if isinstance(op, Text) for line in op.lines]


def test_fronts_and_backs_come_in_turn(printed: Printed) -> None:
    """A part that is printed on both sides is front, back, front, back; else a printer puts a front behind a front."""
    for part, sheets in printed.sheets.items():
        sides = [sheet.side for sheet in sheets]
        if "back" in sides:
            assert sides == ["front", "back"] * (len(sides) // 2), part


def test_one_file_for_everything_keeps_fronts_and_backs_in_step(build_kit: Callable[..., Any]) -> None:
    """Printed on both sides, odd pages are fronts and even pages are backs; a one-sided part must not shift them."""
    (file,) = build_kit(single_file=True).files
    labels = [re.findall(r" · (front|back) · ", page.extract_text()) for page in pypdf.PdfReader(file).pages]
    sides = [found[-1] for found in labels]
    assert "back" in sides
    assert [number for number, side in enumerate(sides, start=1) if (side == "back") != (number % 2 == 0)] == []


def test_a_document_of_an_odd_number_of_pages_leaves_the_last_back_free(printed: Printed) -> None:
    """Or the next document's first page is printed behind its last one."""
    document, faces = next(page for page in printed.drawn.pages if page[0].id == "rules")
    odd = replace(printed.drawn, pages=[(document, faces[:3])])
    sheets = kit_sheets(odd, PrintOptions(), printed.words, ["rules"]).parts["rules"]
    assert [sheet.side for sheet in sheets[:4]] == ["front", "back", "front", "back"]
    assert [len(sheet.placements) for sheet in sheets[:4]] == [1, 1, 1, 0]


def test_the_how_to_print_page_opens_the_extras_and_only_it(printed: Printed) -> None:
    opening = [sheet for sheets in printed.sheets.values() for sheet in sheets if sheet.opens]
    assert opening == printed.sheets["extras"][: len(opening)]
    assert {sheet.title for sheet in opening} == {printed.words("how_to_print")}


def test_the_how_to_print_page_counts_the_sheets_of_every_part(printed: Printed) -> None:
    page = texts(printed.sheets["extras"][0].placements[0].face.ops)
    for part, sheets in printed.sheets.items():
        count = sum(1 for sheet in sheets if sheet.side == "front")
        at = page.index(f"{part}.pdf")
        assert str(count) in page[at + 1 :][:4], part


def test_only_the_parts_that_are_wanted_are_laid_out(printed: Printed) -> None:
    sheets = kit_sheets(printed.drawn, PrintOptions(), printed.words, ["cards", "extras"]).parts
    assert list(sheets) == ["cards", "extras"]
    page = texts(sheets["extras"][0].placements[0].face.ops)
    assert {text for text in page if text.endswith(".pdf")} == {"cards.pdf", "extras.pdf"}


def test_every_sheet_carries_variant_digest_and_part_outside_its_pieces(printed: Printed) -> None:
    for part, sheets in printed.sheets.items():
        for sheet in sheets:
            label = " ".join(texts(sheet.label))
            assert printed.drawn.kit.variant in label
            assert printed.drawn.kit.digest in label
            assert printed.words(f"parts.{part}") in label or sheet.title in label
            assert all(inside(box, printable(sheet)) for box in ink(sheet.label))


def test_no_text_of_a_document_runs_into_the_label(printed: Printed) -> None:
    for sheets in printed.sheets.values():
        for sheet in sheets:
            for placement in sheet.placements:
                if placement.trim != Box(0, 0, sheet.paper.width, sheet.paper.height):
                    continue
                inked = [box for op in placement.face.ops if texts((op,)) for box in ink_of_texts(op)]
                assert not any(overlap(box, label) for box in inked for label in ink(sheet.label))


def ink_of_texts(op: Op) -> Iterator[tuple[float, float, float, float]]:
    for text, matrix, _ in walk([op]):
        if isinstance(text, Text):
            for box in ink((text,)):
                x1, y1 = applied(matrix, box[0], box[1])
                x2, y2 = applied(matrix, box[2], box[3])
                yield min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def applied(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def straight_lines(ops: tuple[Op, ...]) -> list[tuple[float, float, float, float]]:
    """Single straight strokes, in the coordinates of the sheet."""
    found = []
    for op, matrix, _ in walk(ops):
        if isinstance(op, Shape) and [segment[0] for segment in op.segments] == ["M", "L"]:
            (_, x1, y1), (_, x2, y2) = op.segments
            found.append((*applied(matrix, float(x1), float(y1)), *applied(matrix, float(x2), float(y2))))
    return found


def test_the_rulers_measure_100_mm_and_4_inches_on_the_sheet(printed: Printed) -> None:
    """Not on the drawing only: the page prints them at their own size."""
    face = printed.sheets["extras"][0].placements[0].face
    level = [(min(x1, x2), y1, abs(x2 - x1)) for x1, y1, x2, y2 in straight_lines(face.ops) if abs(y1 - y2) < 0.5]
    millimetres, eighths = [number * MM for number in range(101)], [number * 3_175 for number in range(33)]
    for length, ticks in ((100 * MM, millimetres), (101_600, eighths)):
        at = [(x, y) for x, y, wide in level if abs(wide - length) < 0.5]
        assert len(at) == 1, f"one ruler of {length} µm"
        (x, y) = at[0]
        found = sorted(
            {round(x1 - x) for x1, y1, x2, y2 in straight_lines(face.ops) if abs(x1 - x2) < 0.5 and abs(y1 - y) < 0.5}
        )
        assert found == ticks


def test_every_centimetre_and_inch_of_the_rulers_has_its_number(printed: Printed) -> None:
    drawing = rulers(188 * MM)
    numbers: dict[str, list[tuple[float, str]]] = {"mm": [], "in": []}
    for op, _, _ in walk(drawing.ops):
        if isinstance(op, Text):
            # The last number has its unit beside it, and stands under its tick with it.
            line = op.lines[0]
            numbers[op.name.split()[-1]].append((line.x + line.width / 2, line.text.split()[0]))
    start = min(x for x, _ in numbers["mm"])
    assert [(round((x - start) / MM), text) for x, text in numbers["mm"]] == [(n, str(n)) for n in range(0, 101, 10)]
    assert [(round((x - start) / 25_400, 3), text) for x, text in numbers["in"]] == [(n, str(n)) for n in range(5)]


class Starred(Words):
    """A catalogue in which every entry holds signs of Markdown."""

    def find(self, path: str) -> str | None:
        return f"*{path}*"


def test_the_how_to_print_page_prints_words_of_a_catalogue_as_they_are(printed: Printed) -> None:
    words = Starred(printed.words.language, printed.words._document, printed.words._fallback)
    sheets = kit_sheets(printed.drawn, PrintOptions(), words, ["extras"]).parts
    page = " ".join(texts(sheets["extras"][0].placements[0].face.ops))
    for path in ("papers.a4", "parts.extras", "stock.extras"):
        assert f"*{path}*" in page


def document(**changes: Any) -> RuleDocument:
    return replace(RuleDocument("notes", "Notes", "rules", "notes", {}, {}), **changes)


def blank_faces(count: int) -> list[Face]:
    return [Face(f"notes-{number}", 210 * MM, 297 * MM, ()) for number in range(1, count + 1)]


@pytest.mark.parametrize(("pages", "leaves"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_pages_are_the_two_sides_of_sheets_in_reading_order(pages: int, leaves: int) -> None:
    sheets = document_sheets(blank_faces(pages), document(), PrintOptions(), LABEL)
    shown = [sheet for sheet in sheets if sheet.placements]
    assert [sheet.placements[0].face.name for sheet in shown] == [f"notes-{n}" for n in range(1, pages + 1)]
    assert [sheet.side for sheet in shown] == ["front", "back", "front", "back"][:pages]
    numbers = [
        f"{number} of {leaves}" in texts(sheet.label)[0] for sheet, number in zip(shown, (1, 1, 2, 2), strict=False)
    ]
    assert all(numbers)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_full_page_of_text_stays_clear_of_the_label_and_of_the_paper_s_edge(paper: str) -> None:
    page = page_format(document(), on(paper))
    assert (page.width, page.height) == (PAPERS[paper].width, PAPERS[paper].height)
    blocks = [Paragraph((Run("one two three four five six seven eight nine ten " * 12),)) for _ in range(30)]
    sheets = document_sheets(set_pages(blocks, {}, page, "notes"), document(), on(paper), LABEL)
    assert len(sheets) > 1
    for sheet in sheets:
        written = [box for op in sheet.placements[0].face.ops for box in ink_of_texts(op)]
        assert all(inside(box, printable(sheet)) for box in written)
        assert not any(overlap(box, label) for box in written for label in ink(sheet.label))


def test_a_trimmed_document_is_set_on_its_own_trim() -> None:
    page = page_format(document(trim=(186 * MM, 128 * MM), columns=2), PrintOptions())
    assert (page.width, page.height) == (186 * MM, 128 * MM)


def test_the_classic_passes_preflight(printed: Printed) -> None:
    assert preflight(printed.sheets) == []


def planted(face: Face) -> dict[Part, list[Sheet]]:
    base = component("card", (60 * MM, 90 * MM), [3])
    piece = replace(base.pieces[0], front=face)
    return {"cards": impose([replace(base, pieces=(piece,))], PrintOptions(), LABEL, "Cards")}


def test_preflight_looks_at_every_face_once() -> None:
    """Three copies of a faulty card are one finding, and it names part and card."""
    ops = (fit_text("far too long for its box", Box(10 * MM, 10 * MM, 5 * MM, 4 * MM), body(7), "name"),)
    (finding,) = preflight(planted(Face("tuna", 60 * MM, 90 * MM, ops)))
    assert "cards" in finding.path
    assert "tuna" in finding.path


def test_preflight_looks_at_backs() -> None:
    ops = (fit_text("far too long for its box", Box(10 * MM, 10 * MM, 5 * MM, 4 * MM), body(7), "name"),)
    base = component("card", (60 * MM, 90 * MM), [1], backs=[True])
    piece = replace(base.pieces[0], back=Face("the-back", 60 * MM, 90 * MM, ops))
    (finding,) = preflight({"cards": impose([replace(base, pieces=(piece,))], PrintOptions(), LABEL, "Cards")})
    assert "the-back" in finding.path


@pytest.mark.parametrize(
    ("title", "code"), [("Fish \U0001f41f Cook", "missing-glyph"), ("Fish and Cook " * 30, "text-overflow")]
)
def test_preflight_looks_at_sheet_labels(title: str, code: str) -> None:
    """A title that the label's font cannot write, or that is longer than the paper, is found even with --only cards."""
    label = Label(LABEL.text.replace("Game", title), LABEL.sides)
    sheets = {"cards": impose([component("card", (60 * MM, 90 * MM), [1])], PrintOptions(), label, "Cards")}
    shown = texts(sheets["cards"][0].label)
    cut_short = " ".join(shown) != label.fill("Cards", "front", 1, 1)
    assert cut_short or code in {finding.code for finding in preflight(sheets)}


def test_a_kit_without_pieces_in_a_part_has_no_sheets_there(printed: Printed) -> None:
    kit = Kit("game", "empty", "Empty", "00000000", ())
    drawn = DrawnKit(kit, [], Drawing("set", 10 * MM, 10 * MM, ()), printed.drawn.set_document)
    assert kit_sheets(drawn, PrintOptions(), printed.words, ["boards", "cards"]).parts == {}


def test_clips_of_whole_pages_are_the_printable_area() -> None:
    (sheet,) = document_sheets(blank_faces(1), document(), PrintOptions(), LABEL)
    assert edges(sheet.placements[0].clip) == printable(sheet)


def test_documents_of_the_extras_are_printed_on_one_side_however_long_they_are() -> None:
    """Else every note and every die gets an empty back."""
    variant, words, options = pipeline.load("classic"), load_words("fish-cook", "en"), on("a4", large_print=True)
    sheets = kit_sheets(pipeline.draw(variant, options, words), options, words).parts["extras"]
    assert sum(1 for sheet in sheets if sheet.opens) > 1
    assert {sheet.side for sheet in sheets} == {"front"}


@pytest.mark.parametrize("options", [{"large_print": True}, {"paper": "148x210mm"}, {"paper": "letter"}])
def test_rulers_keep_their_size_whatever_the_page(options: dict[str, Any]) -> None:
    """A ruler of another length would tell a lie."""
    printing = pipeline.print_options(boards="tiled", **options)
    variant, words = pipeline.load("classic"), load_words("fish-cook", "fr")
    sheets = kit_sheets(pipeline.draw(variant, printing, words), printing, words).parts["extras"]
    lengths = {round(abs(x2 - x1)) for x1, y1, x2, y2 in straight_lines(sheets[0].placements[0].face.ops) if y1 == y2}
    assert {100 * MM, 101_600} <= lengths or {50 * MM, 50_800} <= lengths


def test_a_board_that_fits_on_a_page_is_not_tiled() -> None:
    variant, words = pipeline.load("classic"), load_words("fish-cook", "en")
    printing = pipeline.print_options(boards="tiled", paper="a3")
    sheets = kit_sheets(pipeline.draw(variant, printing, words), printing, words).parts["boards"]
    assert [sheet.title for sheet in sheets] == ["Fish Market", "Farmer's Market"]


def test_fronts_only_have_no_backs_in_any_part() -> None:
    variant, words, options = pipeline.load("classic"), load_words("fish-cook", "en"), on("a4", sides="fronts")
    sheets = kit_sheets(pipeline.draw(variant, options, words), options, words)
    assert {sheet.side for of_part in sheets.parts.values() for sheet in of_part} == {"front"}


@pytest.mark.parametrize("sides", ["duplex-long", "fronts", "separate", "gutterfold"])
def test_the_how_to_print_page_names_the_pages_of_a_single_file(build_kit: Callable[..., Any], sides: str) -> None:
    """Who prints one file tells the printer which pages go on card."""
    kit = build_kit(single_file=True, sides=sides)
    reader = pypdf.PdfReader(next(file for file in kit.files if "backs" not in file.name))
    pages = [" ".join(page.extract_text().split()) for page in reader.pages]
    told = {part: re.search(rf"{title} classic(?:-fronts)?.pdf.*?pages (\d+) to (\d+)", pages[0])
            for part, title in kit.words["parts"].items()}  # fmt: skip
    for part, found in told.items():
        assert found, part
        shown = pages[int(found[1]) - 1 : int(found[2])]
        assert len(shown) == kit.manifest["sheets"][part] * (2 if sides == "duplex-long" else 1) - (
            0 if part != "extras" else 2 if sides == "duplex-long" else 1
        )
    starts = sorted(int(found[1]) for found in told.values() if found)
    ends = sorted(int(found[2]) for found in told.values() if found)
    assert [end + 1 for end in ends[:-1]] == starts[1:]
    assert ends[-1] == len(pages)
