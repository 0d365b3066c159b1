"""What qpdf and Ghostscript say about every PDF of the classic."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from conftest import PrintedKit
from readback import MM_PER_POINT, PRINTABLE, read_pdf

pytestmark = pytest.mark.tools

MARGIN = PRINTABLE / MM_PER_POINT
TWO_HUNDREDTHS = 0.02 / MM_PER_POINT
"""Ghostscript finds ink by pixels of its own; this is finer than any printer's dot."""


def run(*command: str | Path) -> str:
    """A tool's whole output; it must end well."""
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout + result.stderr


def ghostscript(device: str, file: Path) -> str:
    return run("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", f"-sDEVICE={device}", file)


def test_qpdf_finds_nothing_to_say(classic_kit: PrintedKit) -> None:
    assert classic_kit.files
    for file in classic_kit.files:
        said = run("qpdf", "--check", file)
        assert "WARNING" not in said.upper(), said
        assert "No syntax or stream encoding errors found" in said


def test_ghostscript_draws_every_page_without_a_word(classic_kit: PrintedKit) -> None:
    for file in classic_kit.files:
        assert ghostscript("nullpage", file) == "", file.name


def test_ghostscript_finds_all_ink_5_mm_from_the_papers_edge(classic_kit: PrintedKit) -> None:
    for file in classic_kit.files:
        said = ghostscript("bbox", file)
        boxes = [[float(number) for number in found.split()]
                 for found in re.findall(r"%%HiResBoundingBox: ([\d. -]+)", said)]  # fmt: skip
        pages = read_pdf(file)
        assert len(boxes) == len(pages)
        unknown = [line for line in said.splitlines() if not line.startswith(("%%BoundingBox", "%%HiResBoundingBox"))]
        assert unknown == [], "no warnings"
        for number, ((left, low, right, high), page) in enumerate(zip(boxes, pages, strict=True), start=1):
            width, height = page.paper.right / MM_PER_POINT, page.paper.bottom / MM_PER_POINT
            nearest = min(left, low, width - right, height - high)
            assert nearest > MARGIN - TWO_HUNDREDTHS, f"{file.name} page {number}: {nearest * MM_PER_POINT:.3f} mm"
            assert right - left > 100, "the page is not blank"
