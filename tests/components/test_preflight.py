"""Preflight finds every planted fault, says how large it is and where, and is quiet about sound faces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import fontpkg
import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kitgen.components.kit import SAFE, Face
from kitgen.components.preflight import check_face, ink_bounds
from kitgen.diagnostics import Diagnostic, Severity
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Drawing, Line, Op, Paint, Picture, Place, Style, Text
from kitgen.draw.fonts import FONTS
from kitgen.draw.text import fit_text
from kitgen.draw.theme import body, display, strong
from kitgen.units import MM

WIDTH, HEIGHT = 63_500, 88_900
POINT = 25_400 / 72
FILL = Paint("#ff0000")

Make = Callable[[float], Style]
every_font = pytest.mark.parametrize("make", [body, strong, display])


def card(*ops: Op, background: tuple[Op, ...] = (), bleed: int = 0) -> Face:
    return Face("sole-meuniere", WIDTH, HEIGHT, ops, background, bleed)


def only(face: Face) -> Diagnostic:
    (finding,) = check_face(face, "cards")
    assert finding.severity is Severity.ERROR
    assert "cards" in finding.path
    assert "sole-meuniere" in finding.path
    return finding


@cache
def metrics(name: str) -> tuple[dict[int, int], dict[int, tuple[float, float, float, float]], int, int]:
    """Advances and outline boxes by code point, the em and the height of capitals, read from the font file."""
    family, weight = FONTS[name]
    with TTFont(fontpkg.path(family, weight=weight)) as font:
        glyphs, cmap = font.getGlyphSet(), font.getBestCmap()
        boxes = {}
        for code, glyph in cmap.items():
            pen = BoundsPen(glyphs)
            glyphs[glyph].draw(pen)
            boxes[code] = pen.bounds or (0, 0, 0, 0)
        widths = {code: font["hmtx"].metrics[glyph][0] for code, glyph in cmap.items()}
        return widths, boxes, font["head"].unitsPerEm, font["OS/2"].sCapHeight


def true_width(text: str, style: Style) -> float:
    widths, _, units, _ = metrics(style.font)
    return (sum(widths[ord(sign)] for sign in text) / units + style.embolden) * style.size * POINT


@pytest.mark.parametrize("size", [7.0, 9.0])
@pytest.mark.parametrize("narrow", [0.4, 1.0, 5.0])
def test_text_that_is_too_wide_is_told_with_card_box_and_millimetres(size: float, narrow: float) -> None:
    style = body(7)
    wide = true_width("Bouillabaisse", style)
    box = Box(10 * MM, 20 * MM, wide - narrow * MM, 8 * MM)
    finding = only(card(fit_text("Bouillabaisse", box, body(size), "name")))
    assert finding.code == "text-overflow"
    assert "'name'" in finding.path
    assert "Bouillabaisse" in finding.message
    assert f"{narrow:.1f} mm" in finding.message
    assert "7 pt" in finding.message


def test_text_of_too_many_lines_is_told_with_the_missing_height() -> None:
    """Three lines of 10 pt Lato: capitals, and two leadings of 12.5 pt."""
    style = body(7)
    _, _, units, capitals = metrics(style.font)
    high = (capitals / units + 2 * style.leading) * 7 * POINT
    box = Box(10 * MM, 20 * MM, 14 * MM, high - 1.3 * MM)
    finding = only(card(fit_text("Bouillabaisse Bouillabaisse Bouillabaisse", box, style, "rule", max_lines=3)))
    assert finding.code == "text-overflow"
    assert "1.3 mm" in finding.message


signs = st.text("abcdefghijklmnopqrstuvwxyz ÉÀçœŁżó0123456789", min_size=1, max_size=60)
signs = signs.map(str.strip).filter(bool)


@settings(max_examples=150, deadline=None)
@given(signs, st.integers(5, 50), st.integers(3, 30), st.sampled_from([7.0, 10.0, 16.0]), st.integers(1, 4),
       st.sampled_from([body, strong, display]))  # fmt: skip
def test_overflow_is_told_exactly_when_text_overflows(
    text: str, wide: int, high: int, size: float, lines: int, make: Make
) -> None:
    box = Box(6 * MM, 6 * MM, wide * MM, high * MM)
    found = fit_text(text, box, make(size), "box", max_lines=lines)
    _, _, units, capitals = metrics(found.style.font)
    over = max(
        max(true_width(line.text, found.style) for line in found.lines) - box.width,
        (capitals / units + (len(found.lines) - 1) * found.style.leading) * found.style.size * POINT - box.height,
    )
    assume(not 0 < over < 100)
    codes = [finding.code for finding in check_face(replace(card(found), safe=-500 * MM), "cards")]
    assert codes == (["text-overflow"] if over > 0 else [])


@pytest.mark.parametrize(
    ("text", "code"),
    [("Tuna 漢", "U+6F22"), ("Fish \U0001f41f", "U+1F41F"), ("a\u2603b", "U+2603"), ("a\tb", "U+0009")],
)
@every_font
def test_a_sign_that_the_font_lacks_is_told_with_code_point_card_and_box(text: str, code: str, make: Make) -> None:
    style = make(7)
    assert int(code[2:], 16) not in metrics(style.font)[0], "plant another sign"
    finding = only(card(fit_text(text, Box(10 * MM, 20 * MM, 40 * MM, 8 * MM), style, "name")))
    assert finding.code == "missing-glyph"
    assert code in finding.message
    assert "'name'" in finding.path


@every_font
def test_a_sign_that_the_font_lacks_is_told_with_the_font(make: Make) -> None:
    style = make(7)
    finding = only(card(fit_text("Tuna 漢", Box(10 * MM, 20 * MM, 40 * MM, 8 * MM), style, "name")))
    family = FONTS[style.font][0]
    told = f"{finding.message} {finding.path} {finding.hint}".lower()
    assert any(name in told for name in (repr(style.font), family, family.replace("-", " ")))


def test_each_missing_sign_is_told_once() -> None:
    findings = check_face(card(fit_text("漢字漢", Box(10 * MM, 20 * MM, 40 * MM, 8 * MM), body(7), "name")), "cards")
    assert [finding.code for finding in findings] == ["missing-glyph"] * 2


@pytest.mark.parametrize("size", [6.9, 5.0, 1.0])
def test_type_under_seven_points_is_refused(size: float) -> None:
    finding = only(card(fit_text("fine print", Box(10 * MM, 20 * MM, 40 * MM, 8 * MM), body(size), "note")))
    assert finding.code == "type-too-small"
    assert f"{size:g} pt" in finding.message
    assert "7 pt" in finding.message


def test_seven_points_are_enough() -> None:
    assert (
        check_face(card(fit_text("fine print", Box(10 * MM, 20 * MM, 40 * MM, 8 * MM), body(7), "note")), "cards") == []
    )


THING = Drawing("crab", 10 * MM, 10 * MM, (shapes.circle(5 * MM, 5 * MM, 5 * MM, FILL),))


def at(kind: str, box: Box) -> Op:
    """An operation of some kind whose ink fills a box."""
    if kind == "shape":
        return shapes.rectangle(box, FILL)
    if kind == "stroke":
        return shapes.rectangle(box.inset(300), Paint(None, "#000000", 600))
    if kind == "circle":
        return shapes.ellipse(box, FILL)
    if kind == "picture":
        return Picture("photo.png", b"", box)
    if kind == "group":
        return shapes.move([shapes.rectangle(Box(0, 0, box.width / 2, box.height / 2), FILL)], box.x, box.y, 2)
    if kind == "turned":
        return shapes.turn([shapes.rectangle(Box(0, 0, box.height, box.width), FILL)], 90, box.right, box.y)
    if kind == "clipped":
        return shapes.clipped([shapes.rectangle(box.inset(-3 * MM), FILL)], box)
    return Place(THING, (box.width / THING.width, 0, 0, box.height / THING.height, box.x, box.y))


KINDS = ["shape", "stroke", "circle", "picture", "group", "turned", "clipped", "place"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("out", [0.1, 0.5, 2.0])
@pytest.mark.parametrize("side", ["left", "top", "right", "bottom"])
def test_ink_in_the_unsafe_zone_is_told_with_its_reach(kind: str, out: float, side: str) -> None:
    """The safe area is 2.5 mm inside the trim."""
    assert SAFE == 2_500
    x = {"left": SAFE - out * MM, "right": WIDTH - SAFE - 10 * MM + out * MM}.get(side, 20 * MM)
    y = {"top": SAFE - out * MM, "bottom": HEIGHT - SAFE - 10 * MM + out * MM}.get(side, 30 * MM)
    finding = only(card(at(kind, Box(x, y, 10 * MM, 10 * MM))))
    assert finding.code == "unsafe-ink"
    assert f"{out:.2f} mm" in finding.message
    if kind == "place":
        assert "crab" in finding.message


@pytest.mark.parametrize("kind", KINDS)
def test_ink_up_to_the_edge_of_the_safe_area_is_sound(kind: str) -> None:
    assert check_face(card(at(kind, Box(0, 0, WIDTH, HEIGHT).inset(SAFE))), "cards") == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("reach", "bleed", "sound"), [(3.0, 3, True), (3.5, 3, False), (0.0, 0, True), (0.5, 0, False)]
)
def test_backgrounds_may_fill_the_bleed_and_no_more(kind: str, reach: float, bleed: int, sound: bool) -> None:
    ground = at(kind, Box(0, 0, WIDTH, HEIGHT).inset(-reach * MM))
    face = card(background=(ground,), bleed=bleed * MM)
    assert [finding.code for finding in check_face(face, "cards")] == ([] if sound else ["unsafe-ink"])


boxes = st.builds(Box, st.integers(0, WIDTH), st.integers(0, HEIGHT), st.integers(MM, WIDTH), st.integers(MM, HEIGHT))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(KINDS), boxes), max_size=6))
def test_a_face_has_a_finding_for_each_operation_that_leaves_the_safe_area_and_no_other(
    plan: list[tuple[str, Box]],
) -> None:
    over = [max(SAFE - box.x, SAFE - box.y, box.right - WIDTH + SAFE, box.bottom - HEIGHT + SAFE) for _, box in plan]
    assume(not any(0 < reach <= 50 for reach in over))
    face = card(*(at(kind, box) for kind, box in plan))
    assert len(check_face(face, "cards")) == sum(1 for reach in over if reach > 0)


def test_several_faults_of_a_face_are_told_in_one_run() -> None:
    face = card(
        fit_text("Bouillabaisse 漢", Box(10 * MM, 20 * MM, 5 * MM, 8 * MM), body(7), "name"),
        fit_text("fine print", Box(10 * MM, 30 * MM, 40 * MM, 8 * MM), body(5), "note"),
        at("shape", Box(0, 0, 5 * MM, 5 * MM)),
    )
    found = sorted(finding.code for finding in check_face(face, "cards"))
    assert found == ["missing-glyph", "text-overflow", "type-too-small", "unsafe-ink"]


def line_at(text: str, style: Style, x: float, baseline: float) -> Text:
    return Text("line", Box(0, 0, WIDTH, HEIGHT), (Line(x, baseline, text, true_width(text, style)),), style)


def unseen(style: Style, signs: str, *, below: bool) -> str:
    """The signs that stand half a millimetre out of the safe area by the font's own outlines, and are not found."""
    _, outlines, units, _ = metrics(style.font)
    found = ""
    for sign in signs:
        low, high = (outlines[ord(sign)][side] / units * style.size * POINT for side in (1, 3))
        baseline = HEIGHT - SAFE + low + 0.5 * MM if below else SAFE + high - 0.5 * MM
        findings = check_face(card(line_at(sign, style, 20 * MM, baseline)), "cards")
        found += "" if "unsafe-ink" in [finding.code for finding in findings] else sign
    return found


@every_font
def test_letters_in_the_unsafe_zone_are_found(make: Make) -> None:
    signs = "ABCDEHOQTXZacegmnopqrsuxyz0123456789"
    assert unseen(make(24), signs, below=False) == ""
    assert unseen(make(24), signs, below=True) == ""


@every_font
def test_accents_and_ascenders_in_the_unsafe_zone_are_found(make: Make) -> None:
    assert unseen(make(24), "ÉÈÀÂÎÏÔÇŒŻŚĆŃÓŹÅbdfhkłl|([{/$", below=False) == ""


@every_font
def test_descenders_tails_and_brackets_in_the_unsafe_zone_are_found(make: Make) -> None:
    assert unseen(make(24), "gjpqyçąęĄĘQ,;()[]{}|@§µ„", below=True) == ""


@every_font
@pytest.mark.parametrize("text", ["Tuna", "Soupe à l’oignon", "Żurek", "(1)", "12"])
def test_text_well_inside_the_safe_area_is_sound(text: str, make: Make) -> None:
    style = make(12)
    assert check_face(card(line_at(text, style, SAFE, SAFE + 1.1 * 12 * POINT)), "cards") == []
    assert check_face(card(line_at(text, style, SAFE, HEIGHT - SAFE - 0.35 * 12 * POINT)), "cards") == []


def test_the_bounds_of_all_ink() -> None:
    ops = (at("shape", Box(5 * MM, 6 * MM, 10 * MM, 2 * MM)), at("stroke", Box(1 * MM, 30 * MM, 4 * MM, 4 * MM)))
    assert ink_bounds(ops) == Box(1 * MM, 6 * MM, 14 * MM, 28 * MM)
    assert ink_bounds(()) == Box(0, 0, 0, 0)


def test_what_a_clip_hides_is_no_ink() -> None:
    """Neither does something that lies wholly outside its clip widen the bounds."""
    hidden = shapes.clipped([shapes.rectangle(Box(40 * MM, 40 * MM, 9 * MM, 9 * MM), FILL)], Box(0, 0, 5 * MM, 5 * MM))
    visible = at("shape", Box(10 * MM, 10 * MM, 10 * MM, 10 * MM))
    assert ink_bounds((visible, hidden)) == Box(10 * MM, 10 * MM, 10 * MM, 10 * MM)
    assert check_face(card(visible, hidden), "cards") == []
