"""Every way of printing the classic: its files are sound, labelled, and as many pages as the manifest says."""

from __future__ import annotations

import io
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import KitBuilder, PrintedKit
from fontTools.ttLib import TTFont
from readback import COARSE, FINE, MM_PER_POINT, PRINTABLE, Page, around, objects_of, read_pdf, same

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
CUT_OUT = ["boards", "cards", "tokens"]
"""The parts that crop marks and bleeds concern."""

MODES: dict[str, dict[str, Any]] = {
    "as usual": {},
    "short edge": {"sides": "duplex-short"},
    "gutterfold": {"sides": "gutterfold"},
    "fronts": {"sides": "fronts"},
    "separate": {"sides": "separate"},
    "lines": {"marks": "lines", "only": CUT_OUT},
    "corners": {"marks": "corners", "only": CUT_OUT},
    "no marks": {"marks": "none", "only": CUT_OUT},
    "no bleed": {"bleed": "0mm", "only": CUT_OUT},
    "tiled": {"boards": "tiled", "only": CUT_OUT},
    "booklet": {"booklet": True, "only": ["rules"]},
    "low ink": {"ink": "low", "only": [*CUT_OUT, "tokens"]},
    "mono": {"ink": "mono", "only": [*CUT_OUT, "tokens"]},
    "large print": {"large_print": True, "only": ["rules", "extras"]},
    "offset": {"back_offset": "1.5mm,-0.8mm", "only": [*CUT_OUT, "rules"]},
}
"""Each value of each option once, all else as usual. Whole boards fit on bigger paper only."""

TOGETHER: dict[str, dict[str, Any]] = {
    "as usual": {},
    "short lines low": {"sides": "duplex-short", "marks": "lines", "ink": "low", "booklet": True},
    "fold corners mono": {"sides": "gutterfold", "marks": "corners", "ink": "mono", "boards": "tiled"},
    "fronts large": {"sides": "fronts", "marks": "none", "boards": "tiled", "large_print": True},
    "separate booklet": {"sides": "separate", "bleed": "0mm", "booklet": True, "back_offset": "1.5mm,-0.8mm"},
}
"""Each value of each option once, several at a time."""

CASES = [("a4", mode) for mode in MODES.items()] + [("letter", mode) for mode in TOGETHER.items()]
Case = tuple[PrintedKit, dict[str, Any]]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case[0]}-{case[1][0]}")
def case(request: pytest.FixtureRequest, build_kit: KitBuilder) -> Case:
    paper, (_, mode) = request.param
    return build_kit(paper=paper, **mode), mode


@pytest.fixture(scope="module", params=TOGETHER.items(), ids=lambda mode: str(mode[0]))
def together(request: pytest.FixtureRequest, build_kit: KitBuilder) -> PrintedKit:
    """Each value of each option, on Letter: enough for programs that take seconds a file."""
    return build_kit(paper="letter", **request.param[1])


@pytest.fixture(scope="module", params=["a3", "tabloid", "fit", "330x483mm"])
def other_paper(request: pytest.FixtureRequest, build_kit: KitBuilder) -> PrintedKit:
    paper: str = request.param
    boards = "sections" if paper == "fit" else "whole"
    return build_kit(paper=paper, boards=boards, only=["boards", "cards", "rules"])


def part_pages(kit: PrintedKit, part: str) -> list[tuple[Path, tuple[Page, ...]]]:
    """The files of a part with their pages: one, or fronts and backs apart."""
    found = [file for file in kit.files if file.stem in (part, f"{part}-fronts", f"{part}-backs")]
    return [(file, read_pdf(file)) for file in found]


def test_the_manifest_names_the_files_and_counts_the_sheets(case: Case) -> None:
    kit, _ = case
    assert sorted(kit.manifest["files"]) == [file.name for file in kit.files]
    for part, sheets in kit.manifest["sheets"].items():
        files = part_pages(kit, part)
        sides = Counter(page.label.side for _, pages in files for page in pages)
        assert sides["front"] == sheets, part
        assert sides["back"] in (0, sheets), part
        assert sum(sides.values()) == sum(len(pages) for _, pages in files)


def test_the_manifest_says_how_it_was_printed(case: Case) -> None:
    kit, mode = case
    said = kit.manifest["printing"]
    assert kit.manifest["paper"] == kit.paper
    usual = {"sides": "duplex-long", "marks": "crop", "boards": "sections", "booklet": False, "ink": "full",
             "large_print": False}  # fmt: skip
    for option, value in usual.items():
        assert said[option] == mode.get(option, value)
    assert said["bleed_mm"] == (0 if "bleed" in mode else 3)
    assert said["back_offset_mm"] == ([1.5, -0.8] if "back_offset" in mode else [0, 0])


def test_every_page_is_labelled_and_numbered_n_of_m(case: Case) -> None:
    kit, _ = case
    for name, page in kit.every_page:
        label = page.label
        assert (label.variant, label.digest) == ("classic", kit.manifest["digest"]), name
        assert 1 <= label.number <= label.sheets, name


def runs(pages: tuple[Page, ...]) -> Iterator[list[Page]]:
    """The pages of one side that count together: each run begins with number 1."""
    run: list[Page] = []
    for page in pages:
        if page.label.number == 1 and run and (run[-1].label.number > 1 or run[-1].label.part != page.label.part):
            yield run
            run = []
        run.append(page)
    yield run


def test_numbers_of_fronts_go_from_1_to_how_many_there_are(case: Case) -> None:
    kit, _ = case
    for file in kit.files:
        fronts = tuple(page for page in read_pdf(file) if page.label.side == "front")
        for run in runs(fronts) if fronts else ():
            heading = run[0].label.part
            assert [page.label.number for page in run] == list(range(1, len(run) + 1)), f"{file.name} {heading}"
            assert {page.label.sheets for page in run} == {len(run)}, f"{file.name} {heading}"


def test_each_back_follows_its_front_or_lies_in_step_in_a_file_of_its_own(case: Case) -> None:
    kit, mode = case
    for part in kit.manifest["sheets"]:
        files = part_pages(kit, part)
        if len(files) == 2:
            assert mode.get("sides") == "separate"
            (_, backs), (_, fronts) = files
            assert {page.label.side for page in fronts} == {"front"}
            assert {page.label.side for page in backs} == {"back"}
            pairs = list(zip(fronts, backs, strict=True))
        else:
            pages = files[0][1]
            if {page.label.side for page in pages} == {"front"}:
                continue
            pairs = list(zip(pages[::2], pages[1::2], strict=True))
        for front, back in pairs:
            assert (front.label.side, back.label.side) == ("front", "back")
            assert (front.label.part, front.label.number, front.label.sheets) == (
                back.label.part, back.label.number, back.label.sheets)  # fmt: skip


def test_one_file_of_backs_is_as_long_as_the_one_of_fronts(build_kit: KitBuilder) -> None:
    """Everything in two files, printed one onto the other."""
    backs, fronts = (read_pdf(file) for file in build_kit(sides="separate", single_file=True).files)
    assert len(backs) == len(fronts)
    for front, back in zip(fronts, backs, strict=True):
        assert (front.label.side, back.label.side) == ("front", "back")
        assert front.label[3:4] + front.label[5:7] == back.label[3:4] + back.label[5:7]
        assert front.paper == back.paper, "a sheet that is turned over is as wide as it was"


def test_no_mode_without_backs_prints_any(case: Case) -> None:
    kit, mode = case
    if mode.get("sides") == "fronts":
        assert {page.label.side for _, page in kit.every_page} == {"front"}


def test_the_bleed_is_what_was_asked_for(build_kit: KitBuilder) -> None:
    """Backs of cards have colour to their edge; what is printed round their trims is their bleed."""
    for asked in (0, 2, 3):
        kit = build_kit(only=["cards"], sides="gutterfold", bleed=f"{asked}mm")
        page = kit.pages("cards")[0]
        widest = max(
            trim.left - face.clip.left for face, trim in zip(page.faces, kit.trims(page, "cards"), strict=True)
        )
        assert widest == pytest.approx(asked, abs=FINE)


def test_pages_are_the_papers_size_and_boxes_lie_in_each_other(case: Case) -> None:
    kit, _ = case
    for name, page in kit.every_page:
        size = sorted(page.paper[2:])
        assert all(abs(a - b) < FINE for a, b in zip(size, PAPERS[kit.paper], strict=True)), name
        assert page.paper.holds(page.bleed, FINE), name
        assert page.bleed.holds(page.trim, FINE), name


@pytest.mark.parametrize("part", ["cards", "tokens"])
def test_the_trim_box_is_the_round_of_all_trims(case: Case, part: str) -> None:
    kit, _ = case
    for file, pages in part_pages(kit, part):
        for number, page in enumerate(pages, start=1):
            assert same(around(kit.trims(page, part) or [page.paper]), page.trim, COARSE), f"{file.name} {number}"


def test_other_papers_are_labelled_and_as_large_as_they_are_called(other_paper: PrintedKit) -> None:
    sizes = {"a3": (297.0, 420.0), "tabloid": (279.4, 431.8), "fit": (210.0, 279.4), "330x483mm": (330.0, 483.0)}
    for name, page in other_paper.every_page:
        assert all(abs(a - b) < FINE
                   for a, b in zip(sorted(page.paper[2:]), sizes[other_paper.paper], strict=True)), name  # fmt: skip
        assert page.label.digest == other_paper.manifest["digest"]


# Programs that printers and print shops use


def run_tool(*command: str | Path) -> str:
    """A program's whole output; it must end well."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def assert_sound(file: Path) -> None:
    said = run_tool("qpdf", "--check", file)
    assert "No syntax or stream encoding errors found" in said
    assert "WARNING" not in said.upper(), said
    drawn = run_tool("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=bbox", file)
    boxes = re.findall(r"%%HiResBoundingBox: ([\d. -]+)", drawn)
    unknown = [line for line in drawn.splitlines() if not line.startswith(("%%BoundingBox", "%%HiResBoundingBox"))]
    assert unknown == [], "no warnings"
    pages = read_pdf(file)
    for number, (found, page) in enumerate(zip(boxes, pages, strict=True), start=1):
        left, low, right, high = (float(value) * MM_PER_POINT for value in found.split())
        nearest = min(left, low, page.paper.right - right, page.paper.bottom - high)
        # Ghostscript finds ink by pixels of its own.
        assert nearest > PRINTABLE - 0.02, f"{file.name} page {number}: {nearest:.3f} mm"


def assert_fonts_are_embedded(file: Path) -> None:
    fonts = [entry for entry in objects_of(file) if isinstance(entry, dict) and entry.get("/Type") == "/Font"]
    assert fonts
    for font in fonts:
        assert re.fullmatch(r"/[A-Z]{6}\+.+", str(font["/BaseFont"])), file.name
        assert len(TTFont(io.BytesIO(font["/FontDescriptor"]["/FontFile2"].get_data()))["glyf"].glyphs) > 1


def test_every_font_is_embedded(case: Case) -> None:
    kit, _ = case
    for file in kit.files:
        assert_fonts_are_embedded(file)


@pytest.mark.tools
def test_qpdf_and_ghostscript_find_nothing_amiss(together: PrintedKit) -> None:
    """No warnings, and all ink 5 mm from the paper's edge."""
    for file in together.files:
        assert_sound(file)


@pytest.mark.tools
def test_qpdf_and_ghostscript_find_nothing_amiss_on_other_papers(other_paper: PrintedKit) -> None:
    for file in other_paper.files:
        assert_fonts_are_embedded(file)
        assert_sound(file)
