"""Make what the docs show: contact sheets, pictures of the sets, the key-by-key reference of the YAML.

    python docs/make.py            everything
    python docs/make.py reference  one of: contact-sheets, modes, picture, reference

Needs the development extra: pip install -e ".[dev]"
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image

from kitgen import pipeline
from kitgen.components.kit import PARTS, Face, Part
from kitgen.draw.drawing import Box
from kitgen.games import Game, all_games
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.paper import Paper
from kitgen.imposition.sheet import Placement, Sheet
from kitgen.render.pdf import Metadata, write_pdf
from kitgen.source.keys import keys_of
from kitgen.source.words import load_words

DOCS = Path(__file__).parent
DOTS = 100
COLUMNS = 6
GAP = 8
"""Pixels between the pages of a contact sheet."""

BASES = [game.base_variant for game in all_games().values()]
"""The base variant of each game."""

MODE_HEIGHT = 420
"""Pixels of the pages that show how modes print: enough to tell what is where."""

MODES: dict[str, tuple[dict[str, Any], Part, Sequence[int]]] = {
    "gutterfold": ({"sides": "gutterfold"}, "cards", (0,)),
    "booklet": ({"booklet": True}, "rules", (0, 1)),
    "tiled": ({"boards": "tiled"}, "boards", (0, 1, 2)),
    "low-ink": ({"ink": "low"}, "cards", (0, 1)),
    "boxes": ({}, "boxes", (0, 1)),
}
"""Modes by the names of their pictures: the print options, the part, and the pages of it that are shown."""


def contact_sheets() -> None:
    """Every page of the games' kits, small, for each paper and language."""
    for variant, paper, language in product(BASES, ("a4", "letter"), ("en", "fr")):
        if (paper, language) == ("letter", "fr"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            built = pipeline.build(
                pipeline.load(variant),
                printing=pipeline.print_options(paper=paper),
                language=language,
                out=Path(folder) / "kit",
            )
            files = [file for part in PARTS if (file := built.folder / f"{part}.pdf").is_file()]
            pages = [page for file in files for page in raster(file.read_bytes(), DOTS)]
        tile = max(max(page.size) for page in pages) // 3
        for page in pages:
            page.thumbnail((tile, tile), Image.Resampling.LANCZOS)
        save(side_by_side(pages, COLUMNS), DOCS / "contact-sheets" / f"{variant}-{paper}-{language}.png")


def modes() -> None:
    """A few pages of the classic in each way to print it, and of the sheet that measures a printer."""
    classic = pipeline.load("classic")
    for name, (options, part, shown) in MODES.items():
        with tempfile.TemporaryDirectory() as folder:
            printing = pipeline.print_options(**options)
            built = pipeline.build(classic, printing=printing, only=[part], out=Path(folder) / "kit")
            pages = raster((built.folder / f"{part}.pdf").read_bytes(), DOTS)
        save_mode([pages[number] for number in shown], name)
    with tempfile.TemporaryDirectory() as folder:
        sheet = pipeline.calibrate(out=Path(folder) / "sheet.pdf")
        save_mode(raster(sheet.read_bytes(), DOTS), "calibration")


def save_mode(pages: Sequence[Image.Image], name: str) -> None:
    """Pages in a row, equally high."""
    for page in pages:
        page.thumbnail((2 * MODE_HEIGHT, MODE_HEIGHT), Image.Resampling.LANCZOS)
    save(side_by_side(pages, len(pages)), DOCS / "contact-sheets" / f"{name}.png")


def side_by_side(pages: Sequence[Image.Image], columns: int) -> Image.Image:
    """Pages on grey, row by row, each in the middle of its cell; all cells are as large as the largest page."""
    width, height = (max(page.size[axis] for page in pages) + GAP for axis in (0, 1))
    rows = -(-len(pages) // columns)
    sheet = Image.new("RGB", (columns * width + GAP, rows * height + GAP), "#8A8D93")
    for number, page in enumerate(pages):
        x, y = number % columns * width + GAP, number // columns * height + GAP
        sheet.paste(page, (x + (width - GAP - page.width) // 2, y + (height - GAP - page.height) // 2))
    return sheet


def picture() -> None:
    """The table of each game, set up."""
    for variant in BASES:
        save_table(variant)


def save_table(name: str) -> None:
    """The table of a variant, set up."""
    variant = pipeline.load(name)
    drawn = pipeline.draw(variant, PrintOptions(), load_words(variant.game.id, "en"))
    drawing = drawn.finished
    margin = 8_000
    width, height = round(drawing.width) + 2 * margin, round(drawing.height) + 2 * margin
    face = Face("set", round(drawing.width), round(drawing.height), drawing.ops)
    paper = Paper("table", width, height)
    placed = Placement(face, margin, margin, Box(0, 0, width, height))
    data = write_pdf([Sheet("boards", "set", "front", paper, (placed,))], Metadata("set", "", "en"))
    save(raster(data, 72)[0], DOCS / "images" / f"{name}.png")


def raster(data: bytes, dots: int) -> list[Image.Image]:
    """The pages of a PDF as pictures."""
    return [page.render(scale=dots / 72).to_pil() for page in pypdfium2.PdfDocument(data)]


def save(image: Image.Image, file: Path) -> None:
    """A small PNG of flat colours."""
    file.parent.mkdir(exist_ok=True)
    buffer = io.BytesIO()
    image.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    file.write_bytes(buffer.getvalue())
    print(f"{file.relative_to(DOCS.parent)}  {len(buffer.getvalue()) // 1024} KB")


def reference() -> None:
    """Write the key-by-key tables into docs/authoring.md, between the two marks."""
    file = DOCS / "authoring.md"
    text = file.read_text(encoding="utf-8")
    file.write_text(with_reference(text), encoding="utf-8")
    print(file.relative_to(DOCS.parent))


def with_reference(text: str) -> str:
    """The text of authoring.md with fresh tables."""
    tables = "\n".join(reference_table(game) for game in all_games().values())
    begin, end = "<!-- reference: made by docs/make.py -->", "<!-- end of the reference -->"
    return re.sub(f"{begin}.*{end}", f"{begin}\n\n{tables}\n{end}", text, flags=re.DOTALL)


def reference_table(game: Game) -> str:
    """A table of every key of a game's model."""
    lines = [
        f"### {game.id}",
        "",
        "| key | takes | plays well | rules | what it is |",
        "|---|---|---|---|---|",
    ]
    for key in keys_of(game.model):
        if key.shape.form != "model":
            takes, rules = re.sub(r"(\d) to (?=\d)", "\\1–", key.shape.takes), ", ".join(game.rules_of(key.pattern))
            lines.append(f"| `{key.pattern}` | {takes} | {key.shape.plays_well} | {rules} | {key.about} |")
    return "\n".join([*lines, ""])


JOBS = {"contact-sheets": contact_sheets, "modes": modes, "picture": picture, "reference": reference}

if __name__ == "__main__":
    for job in sys.argv[1:] or JOBS:
        JOBS[job]()
