"""The contract of every PDF: what print shops, home printers and screen readers are promised.

Everything is read back from the files by other libraries.
"""

from __future__ import annotations

import io
import math
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pypdf
import pytest
from conftest import PAPERS, ROOT, KitBuilder, PrintedKit
from fontTools.ttLib import TTFont
from readback import COARSE, FINE, PRINTABLE, Page, around, numbers_among, objects_of, read_pdf, same, whole_text

from kitgen import pipeline
from kitgen.errors import PreflightError

BASE_14 = ("Courier", "Helvetica", "Times", "Symbol", "ZapfDingbats")

# Fonts, text, what the file says about itself


def test_every_font_is_embedded_and_subset(classic_kit: PrintedKit) -> None:
    for file in classic_kit.files:
        fonts = [entry for entry in objects_of(file) if isinstance(entry, dict) and entry.get("/Type") == "/Font"]
        assert fonts, file.name
        for font in fonts:
            name = str(font["/BaseFont"])
            assert re.fullmatch(r"/[A-Z]{6}\+.+", name), f"{name} in {file.name} is not subset"
            program = font["/FontDescriptor"]["/FontFile2"].get_data()
            glyphs = len(TTFont(io.BytesIO(program))["glyf"].glyphs)
            assert 1 < glyphs <= 257, f"{name} in {file.name} has {glyphs} glyphs: more than one byte can name"


def test_no_standard_font_is_named_anywhere(classic_kit: PrintedKit) -> None:
    for file in classic_kit.files:
        named = {str(entry["/BaseFont"]) for entry in objects_of(file)
                 if isinstance(entry, dict) and "/BaseFont" in entry}  # fmt: skip
        assert named
        assert not [name for name in named if any(standard in name for standard in BASE_14)], file.name


def test_every_font_says_which_letters_its_glyphs_are(classic_kit: PrintedKit) -> None:
    for file in classic_kit.files:
        for entry in objects_of(file):
            if isinstance(entry, dict) and entry.get("/Type") == "/Font":
                assert "/ToUnicode" in entry, file.name


def test_no_picture_is_made_of_pixels(classic_kit: PrintedKit) -> None:
    for file in classic_kit.files:
        forms = [entry for entry in objects_of(file) if isinstance(entry, dict) and "/Subtype" in entry]
        assert any(entry["/Subtype"] == "/Form" for entry in forms)
        assert not [entry for entry in forms if entry["/Subtype"] == "/Image"], file.name


def test_viewers_are_asked_not_to_scale(classic_kit: PrintedKit, build_kit: KitBuilder) -> None:
    for file in [*classic_kit.files, *build_kit(single_file=True).files]:
        root: Any = pypdf.PdfReader(file).trailer["/Root"]
        assert root["/ViewerPreferences"]["/PrintScaling"] == "/None", file.name


def test_files_name_their_language_title_and_sheets(classic_kit: PrintedKit) -> None:
    titles = set()
    for file in classic_kit.files:
        reader = pypdf.PdfReader(file)
        root: Any = reader.trailer["/Root"]
        assert root["/Lang"] == classic_kit.language
        assert root["/ViewerPreferences"]["/DisplayDocTitle"]
        assert reader.metadata is not None and reader.metadata.title is not None
        assert reader.metadata.title.startswith("Fish Cook")
        assert reader.metadata.author in (None, "kitgen"), "nobody is called anonymous"
        titles.add(reader.metadata.title)
        assert len(reader.outline) >= 1
    assert len(titles) == len(classic_kit.files), "titles tell the files apart"


def test_files_name_the_variants_digest(classic_kit: PrintedKit) -> None:
    for file in classic_kit.files:
        about = pypdf.PdfReader(file).metadata
        assert about is not None
        assert about.subject == f"fish-cook/classic {classic_kit.manifest['digest']}"


def test_headings_of_the_rules_are_bookmarks_where_they_stand(classic_kit: PrintedKit) -> None:
    reader = pypdf.PdfReader(classic_kit.folder / "rules.pdf")
    top, below = reader.outline
    assert not isinstance(top, list)
    assert isinstance(below, list)
    source = (ROOT / "templates" / "fish-cook" / f"rules.{classic_kit.language}.md.j2").read_text("utf-8")
    wanted = [line[3:].partition(" — ")[0] for line in source.splitlines() if line.startswith("## ")]
    found = [mark.title for mark in below if not isinstance(mark, list)]
    assert found == [heading for heading in wanted if heading in found]
    assert len(found) == len(wanted) - 1, "the end of the morning is another rule's in the classic"
    for mark in below:
        assert not isinstance(mark, list)
        page = classic_kit.pages("rules")[reader.get_destination_page_number(mark) or 0]
        from_top = page.paper.height - float(mark.top or 0) / 72 * 25.4
        tops = [word.box.top - from_top for word in page.words if word.text == (mark.title or "").split()[0]]
        assert any(-0.1 < top < 6 for top in tops), f"{mark.title} does not stand where its bookmark leads"


def test_text_is_text_in_french_too(build_kit: KitBuilder) -> None:
    kit = build_kit(language="fr")
    wanted = {
        "boards": ["œuf / citron", "légumes / herbes", "Marché aux poissons", "jusqu’à la case"],
        "cards": ["d’éperlans", "Sole meunière", "Bar à la nage", "Poireaux mimosa, anchois"],
        "rules": ["Règle du jeu", "L’argent"],
    }
    for part, texts in wanted.items():
        by_pdfium = whole_text(kit.pages(part))
        opening = [page.structure.extract_text() for page in kit.pages(part)[:5]]
        by_pypdf = " ".join(" ".join(text.split()) for text in opening)
        for text in texts:
            assert text in by_pdfium, f"{text} in {part}, by pypdfium2"
            assert text in by_pypdf, f"{text} in {part}, by pypdf"


# Boxes


def test_pages_are_the_papers_size(classic_kit: PrintedKit) -> None:
    sizes = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
    wanted = sorted(sizes[classic_kit.paper])
    for name, page in classic_kit.every_page:
        assert all(abs(a - b) < FINE for a, b in zip(sorted(page.paper[2:]), wanted, strict=True)), name


def test_trim_lies_in_bleed_and_bleed_on_the_paper(classic_kit: PrintedKit) -> None:
    for name, page in classic_kit.every_page:
        assert "/TrimBox" in page.structure and "/BleedBox" in page.structure, name
        assert page.paper.holds(page.bleed, FINE), name
        assert page.bleed.holds(page.trim, FINE), f"{name}: a PDF's BleedBox holds its TrimBox"


def test_trim_box_is_the_round_of_the_trims(classic_kit: PrintedKit) -> None:
    for part in classic_kit.manifest["sheets"]:
        for number, page in enumerate(classic_kit.pages(part), start=1):
            trims = classic_kit.trims(page, part) or [page.paper]
            assert same(around(trims), page.trim, COARSE), f"{part} page {number}"


def test_trim_box_is_the_round_of_the_trims_of_homebrews(homebrew_kit: PrintedKit) -> None:
    for part in ("cards", "tokens"):
        for page in homebrew_kit.pages(part):
            assert same(around(homebrew_kit.trims(page, part)), page.trim, COARSE), part


def test_faces_lie_on_the_sheet_to_a_hundredth_of_a_millimetre(classic_kit: PrintedKit) -> None:
    """TrimBox is written exactly; what is drawn must be at its scale, not near it."""
    for part in ("boards", "cards"):
        for page in classic_kit.pages(part):
            assert same(around(classic_kit.trims(page, part)), page.trim, FINE), part


# Ink


def assert_frame_is_white(name: str, page: Page) -> None:
    """No pixel of the strip along the edges is inked, but the page is. Pixels are a quarter of a millimetre."""
    pixels = page.pixels(4)
    width, height = pixels.size
    # Thin lines are drawn at least a pixel thick, so the strip is a pixel narrower than it must be.
    across, down = (PRINTABLE - 0.25) * width / page.paper.width, (PRINTABLE - 0.25) * height / page.paper.height
    strips = {
        "top": (0, 0, width, int(down)),
        "left": (0, 0, int(across), height),
        "right": (math.ceil(width - across), 0, width, height),
        "bottom": (0, math.ceil(height - down), width, height),
    }
    inked = [side for side, strip in strips.items() if pixels.crop(strip).getextrema() != (255, 255)]
    assert not inked, f"{name}: ink near the paper's edge"
    assert min(pixels.tobytes()) < 150, f"{name} is blank"


def test_all_ink_is_5_mm_from_the_papers_edge(classic_kit: PrintedKit) -> None:
    """By looking at the pixels of every page."""
    for name, page in classic_kit.every_page:
        assert_frame_is_white(name, page)


def test_all_ink_of_homebrews_is_5_mm_from_the_papers_edge(homebrew_kit: PrintedKit) -> None:
    for part in ("cards", "tokens"):
        for page in (*homebrew_kit.pages(part)[:2], homebrew_kit.pages(part)[-1]):
            assert_frame_is_white(part, page)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_longest_rows_fit_on_paper(build_kit: KitBuilder, homebrew: Callable[[str, str], Path], paper: str) -> None:
    """Eight spaces in a row, eight rows of fish: the biggest boards that a variant may ask for."""
    ladders = "".join(f"      {size}: [1, 2, 3, 4, 5, 6, 7, 8]\n" for size in range(1, 9))
    bonuses = "".join(f"    {size}: {size}\n" for size in range(1, 9))
    market = f"market:\n  fish:\n    row_length: 8\n    ladders:\n{ladders}"
    variant = homebrew("wide", f"extends: classic\n{market}end:\n  menu_bonus:\n{bonuses}")
    kit = build_kit(variant, paper=paper, only=["boards"])
    for name, page in kit.every_page:
        assert_frame_is_white(name, page)
        assert_label_is_clear(name, page)
        assert same(around(kit.trims(page, "boards")), page.trim, COARSE)
    prices = [number for page in kit.pages("boards")[:2] for number, _ in numbers_among(page.words)]
    assert Counter(prices)[8] >= 8


def test_only_the_back_of_a_page_that_has_none_is_empty(classic_kit: PrintedKit) -> None:
    """It carries the label, so that nobody takes it for a misprint, and keeps a printer that turns paper in step."""
    for name, page in classic_kit.every_page:
        if not page.faces:
            assert page.label.side == classic_kit.words["sides"]["back"], name
            assert page.marks == [] and page.label.box.grown(FINE).holds(around(word.box for word in page.words)), name


def test_files_for_both_sides_alternate_fronts_and_backs(classic_kit: PrintedKit) -> None:
    sides = classic_kit.words["sides"]
    for part in classic_kit.manifest["sheets"]:
        found = [page.label.side for page in classic_kit.pages(part)]
        if sides["back"] in found:
            assert found == [sides["front"], sides["back"]] * (len(found) // 2), part


def test_faces_and_marks_end_at_the_printable_area(classic_kit: PrintedKit) -> None:
    """By the numbers in the file, finer than pixels; marks with the ink of their ends."""
    for name, page in classic_kit.every_page:
        printable = page.paper.grown(-PRINTABLE)
        for face in page.faces:
            assert printable.holds(face.clip, FINE), name
        for mark in page.marks:
            assert printable.holds(mark, FINE), name
        assert printable.holds(page.label.box, FINE), name


# Labels


def labels(kit: PrintedKit) -> list[tuple[str, Page]]:
    return [(name, page) for name, page in kit.every_page]


def test_every_sheet_is_labelled_with_variant_and_digest(classic_kit: PrintedKit) -> None:
    manifest = classic_kit.manifest
    for name, page in classic_kit.every_page:
        label = page.label
        found = (label.title, label.variant, label.digest)
        assert found == (manifest["title"], manifest["variant"], manifest["digest"]), name
        assert label.side in classic_kit.words["sides"].values(), name


def test_labels_lie_outside_all_trims_and_bleeds(classic_kit: PrintedKit) -> None:
    for name, page in classic_kit.every_page:
        assert_label_is_clear(name, page)


def test_labels_of_homebrews_lie_outside_all_trims_and_bleeds(homebrew_kit: PrintedKit) -> None:
    for name, page in homebrew_kit.every_page:
        assert_label_is_clear(name, page)


def assert_label_is_clear(name: str, page: Page) -> None:
    label = page.label.box
    whole = [face for face in page.faces if face.box.holds(page.paper.grown(-1))]
    for face in page.faces:
        assert face in whole or not face.clip.meets(label), f"{name}: the label lies on a piece"
    for word in page.words:
        assert label.holds(word.box, FINE) or not word.box.meets(label), f"{name}: the label lies on {word.text!r}"
    for mark in page.marks:
        assert not mark.meets(label), f"{name}: the label lies on a crop mark"


def test_labels_count_the_sheets_of_their_part(classic_kit: PrintedKit) -> None:
    """n of m: each number from 1 to m once a side, m sheets in all; the manifest counts the same."""
    front = classic_kit.words["sides"]["front"]
    seen: Counter[tuple[str, str, int]] = Counter()
    for part, sheets in classic_kit.manifest["sheets"].items():
        groups: dict[str, list[Any]] = {}
        for page in classic_kit.pages(part):
            groups.setdefault(page.label.part, []).append(page.label)
            seen[page.label.part, page.label.side, page.label.number] += 1
        for group in groups.values():
            count = group[0].sheets
            assert {label.sheets for label in group} == {count}
            assert [label.number for label in group if label.side == front] == list(range(1, count + 1))
        assert sum(group[0].sheets for group in groups.values()) == sheets
    assert set(seen.values()) == {1}, "no two sheets of a kit carry the same label"


def test_a_back_is_the_page_behind_its_front_and_shares_its_number(classic_kit: PrintedKit) -> None:
    sides = classic_kit.words["sides"]
    for front, back in classic_kit.card_leaves:
        assert (front.label.side, back.label.side) == (sides["front"], sides["back"])
        assert front.label.number == back.label.number


def test_a_label_in_signs_that_the_font_lacks_is_refused(tmp_path: Path) -> None:
    variant = pipeline.load("classic", ["title=鮨"])
    with pytest.raises(PreflightError) as refusal:
        pipeline.build(variant, only=["cards"], out=tmp_path / "kit")
    assert list(tmp_path.iterdir()) == []
    assert any("U+9BA8" in finding.message for finding in refusal.value.diagnostics)


def test_a_title_with_braces_stands_in_the_label_as_it_is_written(build_kit: KitBuilder) -> None:
    title = "Fish {part} {digest} {{ 7*7 }}"
    page = build_kit(only=["cards"], settings=[f"title='{title}'"]).pages("cards")[0]
    assert (page.label.title, page.label.part, page.label.number) == (title, "Cards", 1)


def test_a_long_label_stays_in_its_strip_or_is_refused(tmp_path: Path) -> None:
    """On Letter, where it stands upright beside the cards."""
    paper, variant = "letter", pipeline.load("classic", [f"title={'A Very Long Title ' * 12}"])
    try:
        built = pipeline.build(
            variant, printing=pipeline.print_options(paper=paper), only=["cards"], out=tmp_path / "kit"
        )
    except PreflightError:
        return
    for page in read_pdf(built.folder / "cards.pdf"):
        assert_label_is_clear("long label", page)
        assert_frame_is_white("long label", page)


# The same variant, options and versions give the same bytes


def run_build(folder: Path, options: Sequence[str], surroundings: dict[str, str]) -> dict[str, bytes]:
    """A build by the command line in a folder of its own."""
    folder.mkdir(parents=True)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))}
    command = [sys.executable, "-m", "kitgen.cli", "build", "classic", *options, "--out", "kit"]
    subprocess.run(command, cwd=folder, env=environment | surroundings, check=True, capture_output=True)
    return {file.name: file.read_bytes() for file in (folder / "kit").iterdir()}


def test_builds_are_the_same_to_the_byte(tmp_path: Path) -> None:
    """Whatever the hash seed, the time zone, the folder and the locale."""
    options = ["--lang", "fr"]
    one = run_build(tmp_path / "here", options, {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"})
    there = tmp_path / "a place with spaces" / "é"
    surroundings = {
        "PYTHONHASHSEED": "4242",
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "tr_TR.UTF-8",
        "LANG": "tr_TR.UTF-8",
    }
    other = run_build(there, options, surroundings)
    assert sorted(one) == sorted(other)
    assert len(one) == 7
    assert [name for name in one if one[name] != other[name]] == []


def test_two_kits_built_in_one_process_are_the_same_to_the_byte(tmp_path: Path, build_kit: KitBuilder) -> None:
    """Nothing that one build leaves in memory shows in the next."""
    build_kit(language="fr")
    first = build_kit(language="en")
    again = pipeline.build(pipeline.load("classic"), language="en", out=tmp_path / "kit")
    assert first.files
    for file in first.files:
        assert file.read_bytes() == (again.folder / file.name).read_bytes(), file.name


def test_no_number_has_an_exponent(classic_kit: PrintedKit, build_kit: KitBuilder) -> None:
    """PDF knows none: a viewer passes over what has one, and a drawing that is turned upside down is gone."""
    wide = build_kit(paper="1200x1200mm", only=["boards"])
    for file in [*classic_kit.files, *wide.files]:
        reader = pypdf.PdfReader(file)
        for number in range(1, len(reader.xref[0]) + 1):
            stream = reader.get_object(pypdf.generic.IndirectObject(number, 0, reader))
            if isinstance(stream, pypdf.generic.StreamObject) and "/Length1" not in stream:
                assert re.search(rb"(?<![\w(])[-.\d]+e[-+]?\d", stream.get_data()) is None, f"{file.name} {number}"


def test_files_hold_no_time_of_day(classic_kit: PrintedKit) -> None:
    for file in classic_kit.files:
        metadata = pypdf.PdfReader(file).metadata
        assert metadata is not None
        made = metadata.creation_date
        assert made is None or made.year == 2000, "a fixed date, or none"
