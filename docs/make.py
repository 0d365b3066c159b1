"""Make what the docs show: contact sheets, the picture of the set, the key-by-key reference of the YAML.

    python docs/make.py            everything
    python docs/make.py reference  one of: contact-sheets, picture, reference

Needs the development extra: pip install -e ".[dev]"
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pypdfium2
from PIL import Image
from pydantic import BaseModel

from kitgen import pipeline
from kitgen.components.kit import PARTS, Face
from kitgen.draw.drawing import Box
from kitgen.games import all_games
from kitgen.imposition.paper import PAPERS, Paper
from kitgen.imposition.sheets import Placement, Sheet
from kitgen.render.pdf import Metadata, write_pdf
from kitgen.source.fields import Id, Length, Listing, WholeNumber
from kitgen.source.words import load_words
from kitgen.units import format_length

DOCS = Path(__file__).parent
DOTS = 100
COLUMNS = 6


def contact_sheets() -> None:
    """Every page of the classic kit, small, for each paper and language."""
    for paper, language in (("a4", "en"), ("letter", "en"), ("a4", "fr")):
        with tempfile.TemporaryDirectory() as folder:
            built = pipeline.build(pipeline.load("classic"), paper=paper, language=language, out=Path(folder) / "kit")
            files = [built.folder / f"{part}.pdf" for part in PARTS]
            pages = [page for file in files for page in raster(file.read_bytes(), DOTS)]
        tile = max(max(page.size) for page in pages) // 3
        rows = -(-len(pages) // COLUMNS)
        sheet = Image.new("RGB", (COLUMNS * (tile + 8) + 8, rows * (tile + 8) + 8), "#8A8D93")
        for number, page in enumerate(pages):
            page.thumbnail((tile, tile), Image.Resampling.LANCZOS)
            x, y = number % COLUMNS * (tile + 8) + 8, number // COLUMNS * (tile + 8) + 8
            sheet.paste(page, (x + (tile - page.width) // 2, y + (tile - page.height) // 2))
        save(sheet, DOCS / "contact-sheets" / f"classic-{paper}-{language}.png")


def picture() -> None:
    """The table, set up."""
    drawn = pipeline.draw(pipeline.load("classic"), PAPERS["a4"], load_words("fish-cook", "en"))
    drawing = drawn.finished
    margin = 8_000
    width, height = round(drawing.width) + 2 * margin, round(drawing.height) + 2 * margin
    face = Face("set", round(drawing.width), round(drawing.height), drawing.ops)
    paper = Paper("table", width, height)
    placed = Placement(face, margin, margin, Box(0, 0, width, height))
    data = write_pdf([Sheet("boards", "set", "front", paper, (placed,))], Metadata("set", "", "en"))
    save(raster(data, 72)[0], DOCS / "images" / "classic.png")


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
    tables = "\n".join(reference_table(game.id, game.model) for game in all_games().values())
    begin, end = "<!-- reference: made by docs/make.py -->", "<!-- end of the reference -->"
    return re.sub(f"{begin}.*{end}", f"{begin}\n\n{tables}\n{end}", text, flags=re.DOTALL)


def reference_table(game: str, model: type[BaseModel]) -> str:
    """A table of every key of a game's model."""
    lines = [f"### {game}", "", "| key | takes | plays well | what it is |", "|---|---|---|---|"]
    for path, annotation, metadata, about in keys(model, ""):
        takes, usual = describe(annotation, metadata)
        lines.append(f"| `{path}` | {takes} | {usual} | {about} |")
    return "\n".join([*lines, ""])


def keys(model: type[BaseModel], prefix: str) -> list[tuple[str, Any, list[Any], str]]:
    """Every key that an author can write, with its type and description."""
    found: list[tuple[str, Any, list[Any], str]] = []
    for name, field in model.model_fields.items():
        path = f"{prefix}{name}"
        inner = model_in(field.annotation)
        if inner is None:
            found.append((path, field.annotation, field.metadata, field.description or ""))
            continue
        mapping = get_origin(field.annotation) is dict
        if mapping:
            found.append((path, field.annotation, field.metadata, field.description or ""))
        found += keys(inner, f"{path}.<id>." if mapping else f"{path}.")
    return found


def model_in(annotation: Any) -> type[BaseModel] | None:
    """The model that a field is, or that is the value of its mapping."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) is dict:
        return model_in(get_args(annotation)[1])
    return None


def describe(annotation: Any, metadata: list[Any]) -> tuple[str, str]:
    """What a field takes, and the range that plays well."""
    for entry in metadata:
        if isinstance(entry, WholeNumber):
            return f"{entry.low:,}–{entry.high:,}", f"{entry.usual[0]}–{entry.usual[1]}" if entry.usual else ""
        if isinstance(entry, Length):
            return f"{format_length(entry.low)} – {format_length(entry.high)}", ""
        if type(entry) is type(Id.__metadata__[0]):
            return "id", ""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is None:
        return {bool: "yes or no", str: "text"}[annotation], ""
    if origin is Annotated:
        return describe(arguments[0], [*arguments[1:], *metadata])
    if origin is Literal:
        return ", ".join(f"`{word}`" for word in arguments), ""
    return describe_collection(origin, arguments, metadata)


def describe_collection(origin: Any, arguments: tuple[Any, ...], metadata: list[Any]) -> tuple[str, str]:
    """The same for unions, lists and mappings."""
    parts = [
        describe(argument, []) for argument in arguments if argument not in (type(None), ...) and not model_in(argument)
    ]
    usual = next((part[1] for part in reversed(parts) if part[1]), "")
    if origin in (Union, UnionType):
        return " or ".join(part[0] for part in parts), usual
    if origin is dict:
        return ("mapping by id" if model_in(arguments[1]) else f"mapping: {parts[0][0]} to {parts[1][0]}"), usual
    limits = next(entry for entry in metadata if isinstance(entry, Listing))
    count = f"{limits.low}" if limits.low == limits.high else f"{limits.low}–{limits.high}"
    return f"list of {count}: {parts[0][0]}", usual


JOBS = {"contact-sheets": contact_sheets, "picture": picture, "reference": reference}

if __name__ == "__main__":
    for job in sys.argv[1:] or JOBS:
        JOBS[job]()
