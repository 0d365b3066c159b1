"""Sheets of paper, read back from their PDFs: backs behind fronts, grids, bleed and crop marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import PAPERS, HomebrewKits, PrintedKit
from readback import COARSE, PRINTABLE, Page, Rect, around, in_lines, read_pdf, same
from sheet_geometry import on

from kitgen.components.kit import Component, Face, Piece
from kitgen.draw.drawing import Box
from kitgen.draw.text import fit_text
from kitgen.draw.theme import body
from kitgen.imposition.sheet import Label
from kitgen.imposition.sheets import impose
from kitgen.render.pdf import Metadata, write_pdf

POKER = (63.5, 88.9)
BLEED = 3.0
DRIFT = 2.0
"""How far home printers miss the other side."""

SIZES = {"classic-bleed": POKER, "bridge-bleed-discs": (57.15, 88.9), "euro": (59.0, 92.0), "tarot": (70.0, 120.0)}


# Both sides of a sheet


def assert_backs_lie_behind_fronts(kit: PrintedKit) -> None:
    """Front k and back k share their middle once the sheet is turned over its long edge; trims then agree."""
    for front, back in kit.card_leaves:
        assert len(front.faces) == len(back.faces)
        fronts, backs = kit.trims(front, "cards"), kit.trims(back, "cards")
        for one, other in zip(fronts, backs, strict=True):
            assert same(one, other.mirrored(back.paper.right), COARSE)
        assert front.paper == back.paper


def test_card_backs_lie_exactly_behind_their_fronts(classic_kit: PrintedKit) -> None:
    assert_backs_lie_behind_fronts(classic_kit)


def test_card_backs_of_homebrews_lie_exactly_behind_their_fronts(homebrew_kit: PrintedKit) -> None:
    assert_backs_lie_behind_fronts(homebrew_kit)


@pytest.mark.parametrize(("name", "last"), [("28-recipes", 1), ("38-recipes", 2)])
def test_a_short_last_sheet_has_as_many_backs_as_fronts(homebrew_kits: HomebrewKits, name: str, last: int) -> None:
    leaves = homebrew_kits(name).card_leaves
    assert [len(front.faces) for front, _ in leaves] == [9] * (len(leaves) - 1) + [last]
    assert [len(back.faces) for _, back in leaves] == [9] * (len(leaves) - 1) + [last]
    # One card stands at the left; its back must stand at the right.
    front, back = leaves[-1]
    assert front.trim.left < front.paper.right - front.trim.right
    assert back.trim.left > back.paper.right - back.trim.right


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("count", [1, 8, 9, 10, 28, 38])
def test_each_cards_own_back_is_behind_it(tmp_path: Path, paper: str, count: int) -> None:
    """With a different back on each card, read from the paper: behind F7 is B7."""
    pieces = [Piece(f"card-{number}", signed(f"F{number}"), 1, signed(f"B{number}")) for number in range(count)]
    component = Component("cards", "Cards", "cards", tuple(pieces))
    label = Label("Title · name 01234567 · {part} · {side} · {number} of {count}", {"front": "front", "back": "back"})
    sheets = impose([component], on(paper), label, "Cards")
    file = tmp_path / "cards.pdf"
    file.write_bytes(write_pdf(sheets, Metadata("title", "subject", "en")))
    behind: dict[str, str] = {}
    pages = read_pdf(file)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        for face in front.faces:
            (word,) = front.words_in(face.box)
            turned = back.words_in(face.box.mirrored(back.paper.right))
            behind[word.text] = " ".join(other.text for other in turned)
    assert behind == {f"F{number}": f"B{number}" for number in range(count)}


def signed(text: str) -> Face:
    """A poker card with a short text in its upper left corner."""
    width, height = (round(side * 1000) for side in POKER)
    box = Box(5_000, 5_000, 20_000, 8_000)
    return Face(text, width, height, (fit_text(text, box, body(12), "sign", align="left"),))


def test_backs_bleed_over_their_trims(classic_kit: PrintedKit) -> None:
    """A back that is printed two millimetres aside still covers its card, wherever there is room; 3 mm are enough."""
    for _, back in classic_kit.card_leaves:
        printable = back.paper.grown(-PRINTABLE)
        assert back.bleed.holds(clipped(back.trim.grown(DRIFT), printable), COARSE)
        assert clipped(back.trim.grown(BLEED), printable).holds(back.bleed, COARSE)
        assert same(around(face.clip for face in back.faces), back.bleed, COARSE)


def clipped(rect: Rect, limit: Rect) -> Rect:
    return Rect(
        max(rect.left, limit.left),
        max(rect.top, limit.top),
        min(rect.right, limit.right),
        min(rect.bottom, limit.bottom),
    )


# Grids and marks


def test_bordered_fronts_butt_nine_to_a_sheet(classic_kit: PrintedKit) -> None:
    leaves = classic_kit.card_leaves
    assert [len(front.faces) for front, _ in leaves] == [9, 9, 9, 9]
    for front, _ in leaves:
        assert_grid([face.box for face in front.faces], POKER, POKER)


def test_fronts_with_bleed_keep_two_bleeds_apart(homebrew_kits: HomebrewKits) -> None:
    for name in ("classic-bleed", "bridge-bleed-discs", "tarot"):
        kit = homebrew_kits(name)
        width, height = SIZES[name]
        assert kit.component("recipes")["trim_mm"] == [width, height]
        for front, back in kit.card_leaves:
            boxes = [face.box for face in front.faces]
            size = (width + 2 * BLEED, height + 2 * BLEED)
            lying = boxes[0].width > boxes[0].height
            assert_grid(boxes, size[::-1] if lying else size, size[::-1] if lying else size)
            for face in front.faces:
                assert same(face.clip, face.box, COARSE), "all of the bleed is printed"
            assert len(back.faces) == len(front.faces)


def test_colour_reaches_the_bleed(homebrew_kits: HomebrewKits) -> None:
    """Just outside the trim there is ink with bleed, and none between bordered cards."""
    scale = 4
    for name, inked in (("classic-bleed", True), ("28-recipes", False)):
        kit = homebrew_kits(name)
        page = kit.pages("cards")[0]
        pixels = page.pixels(scale)
        for trim in kit.trims(page, "cards"):
            middle = round(trim.centre[1] * scale)
            places = [(round((trim.left + x) * scale), middle) for x in (-2.0, -1.0, 0.5)]
            assert all((pixels.getpixel(place) != 255) == inked for place in places), name


def assert_grid(boxes: Iterable[Rect], size: tuple[float, float], pitch: tuple[float, float]) -> None:
    """Boxes of one size at whole steps, so that every cut runs straight through, and no two at one place."""
    found = list(boxes)
    for box in found:
        assert abs(box.width - size[0]) < COARSE and abs(box.height - size[1]) < COARSE
    first = around(found)
    steps = [((box.left - first.left) / pitch[0], (box.top - first.top) / pitch[1]) for box in found]
    for step in (step for pair in steps for step in pair):
        assert abs(step - round(step)) * min(pitch) < COARSE
    assert len({(round(across), round(down)) for across, down in steps}) == len(found)
    columns, rows = (1 + max(round(pair[side]) for pair in steps) for side in (0, 1))
    assert columns * (rows - 1) < len(found) <= columns * rows, "rows are full, but the last"


def test_crop_marks_lie_outside_all_trims_and_bleeds(classic_kit: PrintedKit) -> None:
    for name, page in classic_kit.every_page:
        for mark in page.marks:
            assert not [face for face in page.faces if face.clip.meets(mark)], name


def cut_lines(trims: Sequence[Rect]) -> tuple[set[float], set[float]]:
    """Where cuts run: the left and right ends of trims, their tops and bottoms."""
    across = {round(x, 1) for trim in trims for x in (trim.left, trim.right)}
    down = {round(y, 1) for trim in trims for y in (trim.top, trim.bottom)}
    return across, down


def mark_lines(page: Page) -> tuple[Counter[float], Counter[float]]:
    """Where crop marks stand: upright ones across the page, lying ones down the page, and how many at each."""
    upright = Counter(round(mark.centre[0], 1) for mark in page.marks if mark.height > mark.width)
    lying = Counter(round(mark.centre[1], 1) for mark in page.marks if mark.width > mark.height)
    return upright, lying


def near(lines: Iterable[float], marks: Iterable[float]) -> bool:
    found = list(marks)
    return all(any(abs(line - mark) < 0.15 for mark in found) for line in lines)


def test_every_cut_of_a_front_has_marks_at_its_ends(classic_kit: PrintedKit) -> None:
    """And no mark stands where nothing is cut."""
    for part in ("boards", "cards"):
        for page in classic_kit.pages(part):
            if page.label.side != classic_kit.words["sides"]["front"]:
                continue
            across, down = cut_lines(classic_kit.trims(page, part))
            upright, lying = mark_lines(page)
            for cuts, marks in ((across, upright), (down, lying)):
                assert near(cuts, marks) and near(marks, cuts), part
                assert all(count == 2 for count in marks.values()), part


def test_token_cuts_have_marks(classic_kit: PrintedKit) -> None:
    page = classic_kit.pages("tokens")[0]
    squares = [trim for trim in classic_kit.trims(page, "tokens") if abs(trim.width - 20) < COARSE]
    across, down = cut_lines(squares)
    upright, lying = mark_lines(page)
    assert near(across, upright) and near(down, lying)


def test_crop_marks_are_equal_on_every_sheet_of_cards(classic_kit: PrintedKit) -> None:
    leaves = classic_kit.card_leaves
    for side in (0, 1):
        assert len({tuple(leaf[side].marks) for leaf in leaves}) == 1


def test_backs_carry_crop_marks_too(classic_kit: PrintedKit) -> None:
    """Who glues fronts to backs cuts by them; they stand at cuts and only there."""
    for _, back in classic_kit.card_leaves:
        across, down = cut_lines(classic_kit.trims(back, "cards"))
        upright, lying = mark_lines(back)
        assert near(upright, across) and near(lying, down)
        assert near(across, upright) or near(down, lying), "no cut is marked"


def test_full_sheets_have_their_grid_at_the_same_place(classic_kit: PrintedKit) -> None:
    """So that a stack is cut at once."""
    for part, per_sheet in (("cards", 9), ("tokens", 102)):
        pages = [page for page in classic_kit.pages(part)[::2] if len(page.faces) >= per_sheet]
        places = {tuple(box[:2] for box in sorted(face.box for face in page.faces)) for page in pages}
        assert len(places) == 1, part


def test_discs_keep_room_for_a_punch(homebrew_kits: HomebrewKits) -> None:
    kit = homebrew_kits("bridge-bleed-discs")
    discs = [trim for page in kit.pages("tokens") for trim in kit.trims(page, "tokens")
             if abs(trim.width - 20) < COARSE and abs(trim.height - 20) < COARSE]  # fmt: skip
    assert len(discs) == 102
    for (one, _), (other, _) in pairwise(in_lines((disc, disc) for disc in discs[:4])[0]):
        assert other.left - one.right >= 6
