"""A deck of 3,600 different cards: kitgen's own pipeline against a bare ReportLab script that draws the same.

    python benchmarks/big_deck.py [cards] [runs]

Both run as whole processes in turn. The bare script gets the finished numbers and draws each card as a form XObject
with the art as forms of its own, nine to a page; it fits no text, checks nothing and cuts no bleed. The ratio is
kitgen's time over the script's.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

KITGEN = """
import sys
from dataclasses import replace
from itertools import islice, product
from kitgen import pipeline
from kitgen.components.kit import Component, Piece
from kitgen.components.preflight import check_face
from kitgen.draw.art import ArtShelf
from kitgen.games.fish_cook.cards import front
from kitgen.games.fish_cook.look import Look
from kitgen.imposition.options import PrintOptions
from kitgen.imposition.sheet import Label
from kitgen.imposition.sheets import impose
from kitgen.render.pdf import Metadata, write_pdf
from kitgen.source.resources import resource_folder
from kitgen.source.words import load_words

cards, out = int(sys.argv[1]), sys.argv[2]
variant = pipeline.load("classic").model
shipped = resource_folder("templates")
look = Look(variant, load_words("fish-cook", "en"), ArtShelf([shipped / "fish-cook" / "art"]))
recipes = list(variant.recipes.items())
pieces = []
for number in range(cards):
    name, recipe = recipes[number % len(recipes)]
    other = recipe.model_copy(update={"main": number % 100, "name": f"Dish number {number}"})
    object.__setattr__(look, "variant", variant.model_copy(update={"recipes": {name: other}}))
    pieces.append(Piece(f"card-{number}", front(look, name, other)))
deck = Component("recipes", "Recipes", "cards", tuple(pieces))
label = Label("{part} {side} {number} {count}", {"front": "front", "back": "back"})
sheets = impose([deck], PrintOptions(), label, "Cards")
seen = {}
assert not [finding for piece in pieces for finding in check_face(piece.front, "cards", seen)]
open(out, "wb").write(write_pdf(sheets, Metadata("deck", "", "en")))
"""

BARE = """
import sys
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from kitgen import pipeline
from kitgen.components.kit import Face
from kitgen.draw.art import ArtShelf
from kitgen.draw.drawing import CURRENT, Group, Place, Shape, Text
from kitgen.draw.fonts import FONTS, em, font
from kitgen.games.fish_cook.cards import front
from kitgen.games.fish_cook.look import Look
from kitgen.source.resources import resource_folder
from kitgen.source.words import load_words

# The pictures of the 36 cards are taken over as they are; only drawing is done, once for each of the many cards.
cards, out = int(sys.argv[1]), sys.argv[2]
variant = pipeline.load("classic").model
look = Look(variant, load_words("fish-cook", "en"), ArtShelf([resource_folder("templates") / "fish-cook" / "art"]))
faces = [front(look, name, recipe) for name, recipe in variant.recipes.items()]
for name in FONTS:
    pdfmetrics.registerFont(TTFont(name, str(font(name).file)))
canvas = Canvas(out, pageCompression=1, invariant=1)
forms = {}

def colour(text, current):
    text = current if text == CURRENT else text
    return None if text is None else tuple(int(text[i:i+2], 16) / 255 for i in (1, 3, 5))

def draw(op, current, number):
    if isinstance(op, Shape):
        path = canvas.beginPath()
        do = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
        for letter, *points in op.segments:
            do[letter](*points)
        fill, stroke = colour(op.paint.fill, current), colour(op.paint.stroke, current)
        if fill:
            canvas.setFillColor(fill)
        if stroke:
            canvas.setStrokeColor(stroke)
            canvas.setLineWidth(op.paint.width)
        canvas.drawPath(path, fill=fill is not None, stroke=stroke is not None)
    elif isinstance(op, Text):
        text = canvas.beginText()
        text.setFont(op.style.font, em(op.style))
        text.setFillColor(colour(op.style.colour, current))
        if op.style.embolden:
            text.setTextRenderMode(2)
            text.setStrokeColor(colour(op.style.colour, current))
            canvas.setLineWidth(op.style.embolden * em(op.style))
        for line in op.lines:
            text.setTextTransform(1, 0, 0, -1, line.x, line.baseline)
            text.textOut(f"Dish number {number}" if op.name == "name" else line.text)
        text.setTextRenderMode(0)
        canvas.drawText(text)
    elif isinstance(op, Place):
        key = (op.drawing.name, op.colour)
        if key not in forms:
            forms[key] = f"art{len(forms)}"
            canvas.beginForm(forms[key], 0, 0, op.drawing.width, op.drawing.height)
            for inner in op.drawing.ops:
                draw(inner, op.colour, number)
            canvas.endForm()
        canvas.saveState()
        canvas.transform(*op.matrix)
        canvas.doForm(forms[key])
        canvas.restoreState()
    else:
        canvas.saveState()
        canvas.transform(*op.matrix)
        if op.clip:
            path = canvas.beginPath()
            path.rect(*op.clip)
            canvas.clipPath(path, stroke=0, fill=0)
        for inner in op.ops:
            draw(inner, current, number)
        canvas.restoreState()

scale = 72 / 25400
for first in range(0, cards, 9):
    canvas.setPageSize((210000 * scale, 297000 * scale))
    canvas.saveState()
    canvas.transform(scale, 0, 0, -scale, 0, 297000 * scale)
    for at in range(first, min(first + 9, cards)):
        face = faces[at % len(faces)]
        canvas.beginForm(f"card{at}", 0, 0, face.width, face.height)
        for op in face.ops:
            draw(op, None, at)
        canvas.endForm()
        canvas.saveState()
        canvas.translate(9750 + (at - first) % 3 * 63500, 15150 + (at - first) // 3 * 88900)
        canvas.doForm(f"card{at}")
        canvas.restoreState()
    canvas.restoreState()
    canvas.showPage()
canvas.save()
"""


def run(script: str, cards: int, out: Path) -> float:
    """Wall seconds of one whole process."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", script, str(cards), str(out)], check=True)
    return time.perf_counter() - start


def main() -> None:
    cards = int(sys.argv[1]) if len(sys.argv) > 1 else 3_600
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder) / "kitgen.pdf", Path(folder) / "bare.pdf"
        pairs = [(run(KITGEN, cards, ours), run(BARE, cards, theirs)) for _ in range(runs)]
        print(f"{cards} cards, {runs} pairs")
        for name, index, file in (("kitgen", 0, ours), ("bare ReportLab", 1, theirs)):
            median = statistics.median(pair[index] for pair in pairs)
            print(f"{name:<16}{median:>8.2f} s   {file.stat().st_size / 1e6:.1f} MB")
        print(f"ratio           {statistics.median(a / b for a, b in pairs):>8.2f}")


if __name__ == "__main__":
    main()
