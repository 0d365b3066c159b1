"""Documents in columns: every word once and in order, nothing torn apart, nothing over the edge, for any blocks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.components.kit import Face
from kitgen.components.preflight import check_face
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Drawing, Paint, Shape, Text, transform_box, walk
from kitgen.errors import PreflightError, VariantError
from kitgen.rulesheet.flow import PageFormat, set_pages
from kitgen.rulesheet.markdown import Block, Bullet, Example, Figure, Heading, Paragraph, Run, Table
from kitgen.rulesheet.sheet import RuleDocument, as_component, typeset
from kitgen.units import MM

ONE_COLUMN = PageFormat(148 * MM, 210 * MM, 11 * MM, 1)
TWO_COLUMNS = PageFormat(210 * MM, 160 * MM, 11 * MM, 2)
NARROW = PageFormat(186 * MM, 128 * MM, 5 * MM, 2, id_gutter=0, foot=0)
formats = st.sampled_from([ONE_COLUMN, TWO_COLUMNS, NARROW])
quick = settings(max_examples=60, deadline=None)

FIGURES = {
    "wide": Drawing("wide", 300 * MM, 40 * MM, (shapes.rectangle(Box(0, 0, 300 * MM, 40 * MM), Paint("#0000f1")),)),
    "small": Drawing("small", 30 * MM, 20 * MM, (shapes.rectangle(Box(0, 0, 30 * MM, 20 * MM), Paint("#0000f2")),)),
}
DOT = 20
"""Micrometres that no printer shows."""

MARKS = {"#0000f1": "wide", "#0000f2": "small"}


@dataclass(frozen=True)
class Placed:
    """A stretch of text on a page: where it stands and how large its letters are."""

    page: int
    column: int
    x: float
    baseline: float
    width: float
    size: float
    text: str
    name: str

    @property
    def box(self) -> tuple[float, float, float, float]:
        return self.x, self.baseline - 0.6 * self.size, self.x + self.width, self.baseline + 0.05 * self.size


def placed(pages: Sequence[Face], page: PageFormat) -> list[Placed]:
    """Every text of a document, in the order of its display lists."""
    found = []
    step = page.column_width + page.gap
    for number, face in enumerate(pages):
        for op, (a, b, c, d, e, f), _ in walk(face.ops):
            if isinstance(op, Text):
                assert (a, b, c, d) == (1, 0, 0, 1), "rules are neither turned nor scaled"
                for line in op.lines:
                    x = line.x + e
                    column = int((x - page.margin + page.gap / 2) // step)
                    size = op.style.size * 25_400 / 72
                    found.append(Placed(number, column, x, line.baseline + f, line.width, size, line.text, op.name))
    return found


def words_of(block: Block) -> list[str]:
    """The words that a block prints, rule ids aside, cells row by row."""
    if isinstance(block, Heading):
        return f"{block.text} {block.summary}".split()
    if isinstance(block, (Paragraph, Bullet)):
        return "".join(run.text for run in block.runs).split()
    if isinstance(block, Example):
        return [word for inner in block.blocks for word in words_of(inner)]
    if isinstance(block, Table):
        return [word for row in block.rows for cell in row for run in cell for word in run.text.split()]
    return []


def ids_of(block: Block) -> list[str]:
    if isinstance(block, Example):
        return [rule for inner in block.blocks for rule in ids_of(inner)]
    return list(block.ids) if isinstance(block, Paragraph) else []


class _Words:
    """Words that are all different, so that each can be found again."""

    def __init__(self) -> None:
        self.count = self.rules = 0

    def some(self, number: int, long: Sequence[int]) -> str:
        made = []
        for at in range(number):
            self.count += 1
            made.append(f"{self.count}{'abcdefghijklmno'[: long[at % len(long)]]}")
        return " ".join(made)


@st.composite
def documents(draw: st.DrawFn, *, most: int = 14, tables: bool = True) -> list[Block]:
    """Any blocks in any order; words up to 12 letters, examples and tables well under a column's height."""
    words = _Words()
    long = draw(st.lists(st.integers(0, 10), min_size=5, max_size=5))

    def runs(most_words: int) -> tuple[Run, ...]:
        parts = draw(st.lists(st.tuples(st.integers(1, most_words), st.booleans()), min_size=1, max_size=3))
        made = [Run(words.some(count, long) + " ", bold) for count, bold in parts]
        return (*made[:-1], Run(made[-1].text.strip(), made[-1].bold))

    def block() -> Block:
        kinds = ["heading", "paragraph", "paragraph", "rule", "rule", "bullet", "example", "figure"]
        kind = draw(st.sampled_from([*kinds, "table"] if tables else kinds))
        if kind == "heading":
            summary = words.some(draw(st.integers(0, 9)), long)
            return Heading(draw(st.integers(2, 3)), words.some(draw(st.integers(1, 2)), long), summary)
        if kind == "bullet":
            return Bullet(runs(12))
        if kind == "example":
            return Example(tuple(Paragraph(runs(9)) for _ in range(draw(st.integers(1, 2)))))
        if kind == "figure":
            return Figure(draw(st.sampled_from(sorted(FIGURES))))
        if kind == "table":
            columns = draw(st.integers(2, 3))
            rows = range(draw(st.integers(2, 4)))
            return Table(tuple(tuple((Run(words.some(1, [1])),) for _ in range(columns)) for _ in rows))
        words.rules += 1
        ids = tuple(f"FC-{words.rules}.{number}" for number in range(1, draw(st.integers(1, 2)) + 1))
        return Paragraph(runs(40), ids if kind == "rule" else ())

    blocks = [block() for _ in range(draw(st.integers(1, most)))]
    if draw(st.booleans()):
        blocks.insert(0, Heading(1, words.some(2, [5]), words.some(4, long)))
    return blocks


def set_document(blocks: Sequence[Block], page: PageFormat) -> list[Face]:
    return set_pages(blocks, FIGURES, page, "rules")


@quick
@given(documents(), formats)
def test_every_word_is_printed_once_and_in_order(blocks: list[Block], page: PageFormat) -> None:
    found = [word for item in placed(set_document(blocks, page), page) if item.name != "rule id"
             for word in item.text.split()]  # fmt: skip
    expected = [word for block in blocks for word in words_of(block)]
    if any(isinstance(block, Table) for block in blocks):
        assert Counter(found) == Counter(expected)
    else:
        assert found == expected


@quick
@given(documents(tables=False), formats)
def test_the_order_of_reading_is_the_order_on_paper(blocks: list[Block], page: PageFormat) -> None:
    """Down a column, then the next column, then the next page; left to right within a line."""
    aside = ("rule id", "title", "tagline")
    items = [item for item in placed(set_document(blocks, page), page) if item.name not in aside]
    for before, after in pairwise(items):
        assert (before.page, before.column) <= (after.page, after.column)
        if (before.page, before.column) == (after.page, after.column):
            same_line = abs(before.baseline - after.baseline) < DOT
            assert after.x >= before.x + before.width - 1 if same_line else after.baseline > before.baseline


@quick
@given(documents(), formats)
def test_every_rule_id_is_printed_once_in_the_margin_of_its_rule(blocks: list[Block], page: PageFormat) -> None:
    items = placed(set_document(blocks, page), page)
    marks = [item for item in items if item.name == "rule id"]
    assert [item.text for item in marks] == [rule for block in blocks for rule in ids_of(block)]
    for mark in marks:
        left = page.margin + mark.column * (page.column_width + page.gap)
        if page.id_gutter:
            assert left - 1 <= mark.x
            assert mark.x + mark.width <= left + page.id_gutter
    first = {block.ids[0]: words_of(block)[0] for block in blocks if isinstance(block, Paragraph) and block.ids}
    for rule, word in first.items():
        mark = next(item for item in marks if item.text == rule)
        line = next(item for item in items if item.text.split()[0] == word)
        assert (mark.page, mark.column) == (line.page, line.column)
        assert abs(mark.baseline - line.baseline) < 1.5 * MM


@quick
@given(documents(), formats)
def test_no_two_texts_overlap(blocks: list[Block], page: PageFormat) -> None:
    items = placed(set_document(blocks, page), page)
    by_place = defaultdict(list)
    for item in items:
        if item.name == "rule id" and not page.id_gutter:
            continue
        by_place[item.page, item.column].append(item)
    for column in by_place.values():
        for number, one in enumerate(column):
            for other in column[max(0, number - 40) : number]:
                a, b = one.box, other.box
                over = min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1
                assert not over, (one.text, other.text)


@quick
@given(documents(), formats)
def test_all_text_is_between_the_margins_and_above_the_foot(blocks: list[Block], page: PageFormat) -> None:
    for item in placed(set_document(blocks, page), page):
        left, top, right, bottom = item.box
        assert left >= page.margin - 1
        assert right <= page.width - page.margin + 1
        assert top >= page.margin - 1
        assert bottom <= page.height - page.margin - page.foot + 1


@quick
@given(documents(), formats)
def test_sound_documents_pass_preflight(blocks: list[Block], page: PageFormat) -> None:
    if page.id_gutter == 0:
        blocks = [Paragraph(block.runs) if isinstance(block, Paragraph) else block for block in blocks]
    assert [finding for face in set_document(blocks, page) for finding in check_face(face, "rules")] == []


Column = tuple[int, int]


def columns_of(blocks: Sequence[Block], page: PageFormat) -> list[list[tuple[Column, float]]]:
    """For each block, the lines that it takes: their column and height, top to bottom."""
    where = {
        word: ((item.page, item.column), item.baseline)
        for item in placed(set_document(blocks, page), page)
        for word in item.text.split()
    }
    return [sorted({where[word] for word in words_of(block)}) for block in blocks]


@quick
@given(documents(), formats)
def test_no_line_of_a_paragraph_stands_alone_in_a_column(blocks: list[Block], page: PageFormat) -> None:
    """Neither the first at a foot nor the last at a head; three lines or fewer stay together."""
    for block, lines in zip(blocks, columns_of(blocks, page), strict=True):
        if isinstance(block, (Paragraph, Bullet)):
            shares = Counter(column for column, _ in lines)
            assert len(shares) == 1 or min(shares.values()) >= 2
            assert len(shares) == 1 or sum(shares.values()) > 3


@quick
@given(documents(), formats)
def test_headings_stand_above_what_they_head(blocks: list[Block], page: PageFormat) -> None:
    """A heading never ends a column, unless it ends the document."""
    with_text = [(block, lines) for block, lines in zip(blocks, columns_of(blocks, page), strict=True) if lines]
    following = {id(block): later for (block, _), later in pairwise(with_text)}
    for number, block in enumerate(blocks[:-1]):
        if isinstance(block, Heading) and block.level > 1 and not isinstance(blocks[number + 1], Figure):
            own = next(lines for other, lines in with_text if other is block)
            later = following[id(block)]
            assert own[-1][0] == later[1][0][0]


@pytest.mark.parametrize("level", [2, 3])
def test_a_heading_moves_on_with_its_paragraph_wherever_it_comes_to_stand(level: int) -> None:
    """Every height of a column is tried: lines above, the heading, and a paragraph of four lines."""
    for lines in range(1, 40):
        above = Paragraph(tuple(Run(f"a{number} ") for number in range(lines * 10)))
        below = Paragraph(tuple(Run(f"b{number} ") for number in range(40)))
        blocks: list[Block] = [above, Heading(level, "Evening", "cook and eat"), below]
        items = placed(set_document(blocks, NARROW), NARROW)
        heading = next(item for item in items if item.text == "Evening")
        first = [item for item in items if item.text.startswith("b")][:2]
        assert {(item.page, item.column) for item in [heading, *first]} == {(heading.page, heading.column)}


@quick
@given(documents(), formats)
def test_examples_tables_and_headings_are_not_torn_apart(blocks: list[Block], page: PageFormat) -> None:
    for block, lines in zip(blocks, columns_of(blocks, page), strict=True):
        if isinstance(block, (Example, Table, Heading)):
            assert len({column for column, _ in lines}) == 1


def figure_boxes(pages: Sequence[Face]) -> Iterator[tuple[int, str, Box]]:
    for number, face in enumerate(pages):
        for op, matrix, _ in walk(face.ops):
            if isinstance(op, Shape) and op.paint.fill in MARKS:
                name = MARKS[op.paint.fill]
                yield number, name, transform_box(matrix, Box(0, 0, FIGURES[name].width, FIGURES[name].height))


@quick
@given(documents(), formats)
def test_figures_stand_in_their_column_at_their_size_or_smaller_and_clear_of_text(
    blocks: list[Block], page: PageFormat
) -> None:
    pages = set_document(blocks, page)
    boxes = list(figure_boxes(pages))
    assert [name for _, name, _ in boxes] == [block.name for block in blocks if isinstance(block, Figure)]
    texts = placed(pages, page)
    for number, name, box in boxes:
        assert box.width == pytest.approx(min(FIGURES[name].width, page.column_width))
        assert box.width * FIGURES[name].height == pytest.approx(box.height * FIGURES[name].width), "not stretched"
        column = int((box.x - page.margin + page.gap / 2) // (page.column_width + page.gap))
        left = page.margin + column * (page.column_width + page.gap)
        assert left - 1 <= box.x
        assert box.right <= left + page.column_width + 1
        assert page.margin - 1 <= box.y
        assert box.bottom <= page.height - page.margin - page.foot + 1
        for item in texts:
            if item.page == number:
                a = item.box
                over = min(a[2], box.right) - max(a[0], box.x) > 1 and min(a[3], box.bottom) - max(a[1], box.y) > 1
                assert not over


@quick
@given(documents(most=20), formats)
def test_no_page_is_empty_and_columns_are_filled_before_the_next(blocks: list[Block], page: PageFormat) -> None:
    """A block that starts a column did not fit below the one before."""
    pages = set_document(blocks, page)
    assert all(face.ops for face in pages)
    assert [face.name for face in pages] == [f"rules-{number}" for number in range(1, len(pages) + 1)]
    items = placed(pages, page)
    used = sorted({(item.page, item.column) for item in items}) if items else []
    figures = {number for number, _, _ in figure_boxes(pages)}
    assert {number for number, _ in used} | figures == set(range(len(pages)))


def test_a_document_that_fits_takes_one_page() -> None:
    blocks: list[Block] = [Heading(1, "Soup", "hot"), Paragraph((Run("Eat it."),), ("FC-1",))]
    assert len(set_document(blocks, ONE_COLUMN)) == 1
    assert len(set_document([], ONE_COLUMN)) == 1


def test_sections_stay_whole_where_the_page_wants_that_and_no_further_column_is_needed() -> None:
    def columns_of(sentences: int, whole: bool) -> list[int]:
        """In which column each heading and each of its lines stand."""
        blocks: list[Block] = []
        for title in ("One", "Two"):
            blocks.append(Heading(2, title, ""))
            blocks += [Bullet((Run(f"{title} {number}"),)) for number in range(sentences)]
        page = PageFormat(186 * MM, 128 * MM, 8 * MM, id_gutter=0, foot=0, whole_sections=whole)
        return [item.column for item in placed(set_document(blocks, page), page) if item.text.startswith("Two")]

    assert set(columns_of(12, whole=False)) == {0, 1}, "the second section is torn"
    assert set(columns_of(12, whole=True)) == {1}
    assert set(columns_of(30, whole=True)) != {1}, "two columns do not hold what is kept whole"


def test_the_title_spans_the_columns_above_them() -> None:
    text = Paragraph((Run("word " * 300),))
    items = placed(set_document([Heading(1, "Soup", "hot and sour"), text], TWO_COLUMNS), TWO_COLUMNS)
    title = next(item for item in items if item.text == "Soup")
    tagline = next(item for item in items if item.text == "hot and sour")
    first = [item for item in items if item.page == 0 and item.text.startswith("word")]
    assert {item.column for item in first} == {0, 1}
    assert title.baseline < tagline.baseline < min(item.baseline for item in first)
    tops = [min(item.baseline for item in first if item.column == column) for column in (0, 1)]
    assert tops[0] == pytest.approx(tops[1])


@pytest.mark.parametrize("glued", [("**Cook**", ","), ("(", "**Cook**", ")"), ("1", "**2**", "3")], ids="".join)
def test_parts_of_a_word_in_two_weights_stay_together(glued: tuple[str, ...]) -> None:
    """No space and no break where the text has none, as between a bold word and its comma."""
    runs = [Run(part.strip("*"), part.startswith("*")) for part in glued]
    for filler in range(40):
        blocks: list[Block] = [Paragraph((Run("m" * filler + " word " + "i" * 20 + " "), *runs))]
        parts = placed(set_document(blocks, NARROW), NARROW)[-len(runs) :]
        assert "".join(part.text for part in parts).endswith("".join(run.text for run in runs))
        for one, other in pairwise(parts):
            assert one.baseline == pytest.approx(other.baseline, abs=DOT)
            assert one.x + one.width == pytest.approx(other.x, abs=1)


@pytest.mark.parametrize("space", ["\u00a0", "\u202f"])
def test_lines_are_not_broken_at_no_break_spaces(space: str) -> None:
    for filler in range(1, 60):
        blocks: list[Block] = [Paragraph((Run(f"{'i' * filler} It costs 12{space}$, {'a ' * 30}"),))]
        items = placed(set_document(blocks, NARROW), NARROW)
        assert any(f"12{space}$," in item.text for item in items)


def test_a_long_cell_wraps_and_leaves_short_ones_their_width() -> None:
    """Numbers beside a sentence: the sentence breaks, the numbers and their heads do not suffer."""
    head = ((Run("Roll"),), (Run("Space"),), (Run("What happens then"),))
    row = ((Run("1"),), (Run("2"),), (Run("The row fills to the second space, and what lies there stays " * 3),))
    (face,) = set_document([Table((head, row))], NARROW)
    assert check_face(face, "rules") == []
    items = placed([face], NARROW)
    assert [item.text for item in items][:3] == ["Roll", "Space", "What happens then"]


@pytest.mark.parametrize("columns", [1, 2, 4])
def test_cells_of_a_row_stand_side_by_side_and_columns_line_up(columns: int) -> None:
    rows = tuple(tuple((Run(f"r{row}c{column}"),) for column in range(columns)) for row in range(3))
    items = placed(set_document([Table(rows)], ONE_COLUMN), ONE_COLUMN)
    at = {item.text: item for item in items}
    for row in range(3):
        assert len({round(at[f"r{row}c{column}"].baseline) for column in range(columns)}) == 1
        assert [at[f"r{row}c{column}"].x for column in range(columns)] == sorted(
            at[f"r{row}c{column}"].x for column in range(columns)
        )
    for column in range(columns):
        assert len({round(at[f"r{row}c{column}"].x) for row in range(3)}) == 1


TOO_TALL: dict[str, Block] = {
    "table": Table(tuple(((Run(f"{row}"),), (Run("x"),)) for row in range(60))),
    "example": Example(tuple(Paragraph((Run("word " * 60),)) for _ in range(12))),
    "figure": Figure("tower"),
    "long word": Paragraph((Run("m" * 80),)),
    "long heading": Heading(2, "m" * 60, ""),
    "long title": Heading(1, "m" * 90, ""),
    "long cell": Table((((Run("m" * 60),), (Run("m" * 60),)),)),
}


@pytest.mark.parametrize("name", sorted(TOO_TALL))
def test_what_no_column_holds_is_refused_and_not_cut_off(name: str) -> None:
    tower = Drawing("tower", 20 * MM, 400 * MM, (shapes.rectangle(Box(0, 0, 20 * MM, 400 * MM), Paint("#0000f3")),))
    blocks: list[Block] = [TOO_TALL[name], Paragraph((Run("after"),))]
    pages = set_pages(blocks, {"tower": tower}, NARROW, "rules")
    assert [finding.code for face in pages for finding in check_face(face, "rules")]


def document(folder: Path, text: str, **changes: object) -> RuleDocument:
    (folder / "notes.en.md.j2").write_text(text, encoding="utf-8")
    settings_ = {"context": {}, "figures": {}, **changes}
    return RuleDocument("notes", "Notes", "rules", "notes", **settings_)


def test_a_document_is_set_from_its_template(tmp_path: Path) -> None:
    (face,) = typeset(document(tmp_path, "# Notes — {{ n }}", context={"n": 3}), [tmp_path], "en", ONE_COLUMN)
    assert [item.text for item in placed([face], ONE_COLUMN)] == ["Notes", "3"]
    assert (face.name, face.width, face.height) == ("notes-1", 148 * MM, 210 * MM)


def test_more_pages_than_allowed_are_an_error_that_counts_them(tmp_path: Path) -> None:
    long = "word " * 900 + "\n\n"
    with pytest.raises(PreflightError) as caught:
        typeset(document(tmp_path, long * 4, max_pages=2), [tmp_path], "en", ONE_COLUMN)
    (finding,) = caught.value.diagnostics
    assert finding.code == "too-many-pages"
    assert finding.path == "notes"
    pages = len(typeset(document(tmp_path, long * 4), [tmp_path], "en", ONE_COLUMN))
    assert pages > 2
    assert f"{pages} pages" in finding.message
    assert "2" in finding.message.replace(f"{pages} pages", "")


def test_a_document_to_cut_out_is_one_page_or_an_error(tmp_path: Path) -> None:
    """What does not fit on its one page is not left out in silence."""
    aid = document(tmp_path, "word " * 2_000, trim=(186 * MM, 128 * MM))
    with pytest.raises(PreflightError) as caught:
        typeset(aid, [tmp_path], "en", NARROW)
    assert [finding.code for finding in caught.value.diagnostics] == ["too-many-pages"]


def test_a_figure_that_is_not_there_is_an_error_of_the_template(tmp_path: Path) -> None:
    with pytest.raises(VariantError) as caught:
        typeset(document(tmp_path, "![](figure:cod)", figures=FIGURES), [tmp_path], "en", ONE_COLUMN)
    assert "cod" in " ".join(finding.message for finding in caught.value.diagnostics)


def test_a_trimmed_document_is_a_component_with_its_copies(tmp_path: Path) -> None:
    aid = document(tmp_path, "Eat.", trim=(186 * MM, 128 * MM), copies=6)
    (face,) = typeset(aid, [tmp_path], "en", NARROW)
    component = as_component(aid, face)
    assert (component.id, component.part, component.count, component.size) == ("notes", "rules", 6, (186_000, 128_000))


@pytest.mark.parametrize(("columns", "width"), [(1, 126_000), (2, 59_500)])
def test_columns_share_the_width_between_the_margins(columns: int, width: int) -> None:
    """148 mm less two margins of 11 mm; two columns are 7 mm apart."""
    assert PageFormat(148 * MM, 210 * MM, 11 * MM, columns).column_width == width


@pytest.mark.parametrize("columns", [7, 8])
def test_a_table_of_more_columns_than_fit_is_set_in_smaller_type(columns: int) -> None:
    """Down to 7 pt; its words stay whole and inside the column."""
    page = PageFormat(105 * MM, 148 * MM, 11 * MM, 1, id_gutter=11 * MM)
    cells = tuple((Run("Bonus" if number == 0 else f"{number}00$"),) for number in range(columns))
    (face,) = set_pages([Table((cells, cells))], {}, page, "notes")
    texts = [op for op, _, _ in walk(face.ops) if isinstance(op, Text)]
    assert len(texts) == 2 * columns
    assert {7.0 <= text.style.size < 10 for text in texts} == {True}
    assert list(check_face(face, "rules")) == []


def test_a_table_that_fits_keeps_its_type() -> None:
    page = PageFormat(210 * MM, 297 * MM, 11 * MM, 1)
    (face,) = set_pages([Table((((Run("Size"),), (Run("Bonus"),)),))], {}, page, "notes")
    assert {op.style.size for op, _, _ in walk(face.ops) if isinstance(op, Text)} == {10}
