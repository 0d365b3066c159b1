"""The preview as a reader has it: in Chromium, by mouse and by keys, on a wide screen and on a phone."""

from __future__ import annotations

import io
from collections.abc import Iterator
from math import ceil
from pathlib import Path

import numpy as np
import pytest
from chromium_page import Chromium, address, chromium
from PIL import Image

from kitgen import pipeline
from kitgen.components.kit import Face
from kitgen.draw.drawing import Box
from kitgen.draw.fonts import FONTS
from kitgen.exports.preview_fonts import font_faces
from kitgen.imposition.options import PrintOptions
from kitgen.pipeline.previewing import preview
from kitgen.render.png import Canvas, draw_pictures
from kitgen.render.svg import SvgWriter, svg
from kitgen.source.words import load_words
from kitgen.units import INCH

pytestmark = pytest.mark.tools

LONG = "A very very very long name that goes on and on </script><b>and overflows the band of its card, then goes on"
DPI = 150
OPEN = "document.getElementById('viewer').open"
NAME = "document.getElementById('viewer-name').textContent"


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return preview(pipeline.load("classic"), out=tmp_path_factory.mktemp("preview") / "classic.html").file


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    settings = [f'recipes.sardines-in-miso.name="{LONG} {LONG}"', f'title="{LONG}"', "cards.fronts=bleed"]
    made = preview(pipeline.load("classic", settings), out=tmp_path_factory.mktemp("preview") / "broken.html")
    assert not made.passes
    return made.file


@pytest.fixture
def quiet(browser: Chromium) -> Iterator[Chromium]:
    """The browser, which at the end has nothing to say: no error, no breach of the policy, no request."""
    browser.said.clear()
    yield browser
    assert browser.said == []


def length_of(browser: Chromium, selector: str) -> float:
    found: float = browser.run(f"document.querySelector('{selector}').getBoundingClientRect().width")
    return found


def test_every_face_is_shown_in_its_proportion_and_all_are_to_one_scale(quiet: Chromium, page: Path) -> None:
    quiet.open(address(page))
    found = quiet.run(
        "[...document.querySelectorAll('[data-opens=face]')].map(e => {"
        "const box = e.getBoundingClientRect(), view = e.querySelector('svg').viewBox.baseVal;"
        "return [box.width, box.height, view.width + 2 * view.x, view.height + 2 * view.y]})"
    )
    variant = pipeline.load("classic")
    words = load_words(variant.game.id, "en", variant.folders)
    kit = pipeline.draw(variant, PrintOptions(), words).kit
    assert len(found) == sum(len({id(face) for face in component.faces}) for component in kit.components)
    for width, height, wide, high in found:
        assert width == pytest.approx(wide / 25_400 * 96, rel=0.01), "a CSS millimetre for a millimetre"
        assert height / width == pytest.approx(high / wide, rel=0.01)


def test_zoom_goes_by_mouse_and_key_and_is_kept_in_the_address(quiet: Chromium, page: Path) -> None:
    quiet.open(address(page))
    usual = length_of(quiet, "#c-recipes .card")
    quiet.click("[data-zoom='1']")
    assert length_of(quiet, "#c-recipes .card") == pytest.approx(1.5 * usual, rel=0.01)
    assert quiet.run("document.getElementById('scale').textContent") == "150 %"
    quiet.press("-")
    quiet.press("-")
    assert length_of(quiet, "#c-recipes .card") == pytest.approx(0.75 * usual, rel=0.01)
    assert quiet.run("location.hash") == "#&zoom=75"
    quiet.open(quiet.run("location.href"))
    assert length_of(quiet, "#c-recipes .card") == pytest.approx(0.75 * usual, rel=0.01)
    quiet.press("0")
    assert length_of(quiet, "#c-recipes .card") == pytest.approx(usual, rel=0.01)
    assert quiet.run("location.hash + localStorage.length + sessionStorage.length + document.cookie") == "00"


@pytest.mark.parametrize(("key", "what"), [("b", "bleed"), ("t", "trim"), ("s", "safe")])
def test_toggles_go_by_key_and_by_mouse(quiet: Chromium, page: Path, key: str, what: str) -> None:
    back = "document.querySelector('#c-recipes li:last-child')"
    shows = {
        "bleed": f"getComputedStyle({back}.querySelector('svg')).clipPath === 'none'",
        "trim": f"getComputedStyle({back}.querySelector('.trim')).visibility === 'visible'",
        "safe": f"getComputedStyle({back}.querySelector('.safe')).visibility === 'visible'",
    }
    pressed = f"document.querySelector('[data-shows={what}]').getAttribute('aria-pressed')"
    quiet.open(address(page))
    assert [quiet.run(test) for test in shows.values()] == [False, False, False]
    quiet.press(key)
    assert {name for name, test in shows.items() if quiet.run(test)} == {what}
    assert quiet.run(pressed) == "true"
    assert quiet.run("location.hash").endswith(f"show={what}")
    quiet.click(f"[data-shows={what}]")
    assert not quiet.run(shows[what])
    assert quiet.run(pressed) == "false"


def test_bleed_is_cut_at_the_trim_to_the_pixel(quiet: Chromium, page: Path) -> None:
    """Beyond the trim of a back there is the ground of the page, or the back's own colour."""

    def beyond() -> tuple[int, ...]:
        quiet.run("document.querySelector('#c-recipes li:last-child .card').scrollIntoView({block: 'center'})")
        x, y, height = quiet.run(
            "(() => {const r = document.querySelector('#c-recipes li:last-child .card').getBoundingClientRect();"
            "return [r.x, r.y, r.height]})()"
        )
        picture = Image.open(io.BytesIO(quiet.picture())).convert("RGB")
        found = picture.getpixel((round(x) - 5, round(y + height / 2)))
        assert isinstance(found, tuple)
        return found

    quiet.media(prefers_color_scheme="light", prefers_reduced_motion="reduce")
    quiet.open(address(page))
    assert min(beyond()) > 200, "the page's light ground, with a shadow"
    quiet.press("b")
    red, _, blue = beyond()
    assert blue - red > 60, "the back is blue"


def test_enter_enlarges_arrows_go_on_and_escape_closes(quiet: Chromium, page: Path) -> None:
    quiet.open(address(page))
    names = quiet.run("[...document.querySelectorAll('[data-opens=face]')].map(e => e.dataset.name)")
    quiet.run("document.querySelector('[data-opens=face]').focus()")
    quiet.press("Enter")
    assert quiet.run(OPEN)
    assert quiet.run(NAME) == names[0]
    quiet.press("ArrowRight")
    quiet.press("ArrowRight")
    assert quiet.run(NAME) == names[2]
    for _ in range(3):
        quiet.press("ArrowLeft")
    assert quiet.run(NAME) == names[-1], "round from the first to the last"
    shown, room = quiet.run(
        "[document.querySelector('#stage svg'), document.getElementById('stage')].map(e => {"
        "const r = e.getBoundingClientRect(); return [r.x, r.y, r.right, r.bottom]})"
    )
    assert room[0] <= shown[0] < shown[2] <= room[2]
    assert room[1] <= shown[1] < shown[3] <= room[3]
    assert max((shown[2] - shown[0]) / (room[2] - room[0]), (shown[3] - shown[1]) / (room[3] - room[1])) > 0.9
    quiet.press("Escape")
    assert not quiet.run(OPEN)
    assert quiet.run("document.activeElement.dataset.name") == names[-1], "one goes on where one was"


def test_a_sheet_enlarges_by_mouse_and_has_the_same_way_out(quiet: Chromium, page: Path) -> None:
    quiet.open(address(page))
    quiet.click("#sheets [data-opens=sheet]")
    quiet.until(OPEN)
    assert quiet.run("document.getElementById('viewer-place').textContent").startswith("1 / ")
    quiet.click("[data-goes='1']")
    quiet.until("document.getElementById('viewer-place').textContent.startsWith('2 / ')")
    quiet.click("[data-goes=close]")
    quiet.until(f"!({OPEN})")


def test_the_first_tab_skips_to_the_pieces(quiet: Chromium, page: Path) -> None:
    quiet.open(address(page))
    quiet.press("Tab")
    assert quiet.run("document.activeElement.className") == "skip"
    quiet.press("Enter")
    assert quiet.run("document.activeElement.id") == "pieces"
    quiet.press("Tab")
    assert quiet.run("document.activeElement.dataset.opens") == "face"


def test_a_rule_is_found_by_its_address_and_keeps_the_zoom(quiet: Chromium, page: Path) -> None:
    quiet.open(address(page, "FC-3.7&zoom=150"))
    quiet.until("document.activeElement.id === 'FC-3.7'")
    quiet.until("(y => 0 <= y && y < 900)(document.activeElement.getBoundingClientRect().y)")
    quiet.click("nav a[href='#c-tokens']")
    quiet.until("location.hash === '#c-tokens&zoom=150'")


@pytest.mark.parametrize("phone", [False, True])
def test_nothing_is_wider_than_the_screen(quiet: Chromium, page: Path, broken: Path, phone: bool) -> None:
    for file in (page, broken):
        for place in ("", "&zoom=400&show=bleed"):
            quiet.open(address(file, place), 375 if phone else 1280, 812, phone=phone)
            assert quiet.run("document.documentElement.scrollWidth") == (375 if phone else 1280)


def test_targets_on_a_phone_are_large_enough(quiet: Chromium, page: Path) -> None:
    """44 px in both directions; an opener's own ``::after`` makes small pieces larger."""
    quiet.open(address(page), 375, 812, phone=True)
    quiet.run("document.getElementById('contents').open = true")
    small = quiet.run(
        "[...document.querySelectorAll('button,summary,nav a,.parts a,.rule .ids a,[data-opens]')]"
        ".filter(e => e.checkVisibility()).map(e => {const r = e.getBoundingClientRect(),"
        "a = getComputedStyle(e, '::after'), grown = e.dataset.opens ? n => Math.max(n, parseFloat(a[n])) : 0;"
        "return [e.textContent.slice(0, 20), e.dataset.opens ? parseFloat(a.width) : r.width,"
        "e.dataset.opens ? parseFloat(a.height) : r.height]})"
        ".filter(([name, width, height]) => height < 43.9 || width < 30)"
    )
    assert small == []


def test_what_an_author_writes_neither_runs_nor_becomes_markup(quiet: Chromium, broken: Path) -> None:
    quiet.open(address(broken))
    assert quiet.run("document.querySelector('h1').textContent") == LONG
    assert quiet.run("document.querySelectorAll('h1 b, .card b, .caption b, dialog b').length") == 0


def test_findings_stand_at_the_face_and_in_its_enlargement(quiet: Chromium, broken: Path) -> None:
    quiet.open(address(broken))
    quiet.click("#c-recipes li.flawed .card")
    quiet.until("document.getElementById('notes').textContent.includes('overflows its box')")
    assert quiet.run("document.querySelectorAll('#stage .flaw').length") > 0


def test_dark_readers_get_a_dark_page_and_white_faces(quiet: Chromium, page: Path) -> None:
    quiet.media(prefers_color_scheme="dark")
    quiet.open(address(page))
    ground, card = (
        quiet.run(f"getComputedStyle(document.querySelector('{at}')).backgroundColor") for at in ("body", ".card")
    )
    quiet.media(prefers_color_scheme="light")
    assert ground == "rgb(27, 27, 30)"
    assert card == "rgb(255, 255, 255)"


def pictured(browser: Chromium, folder: Path, wanted: list[tuple[Face, Canvas]]) -> list[Image.Image]:
    """Faces as Chromium draws their SVG, each on its canvas."""
    writer, shown = SvgWriter(), []
    for face, canvas in wanted:
        paper = canvas.paper
        view = Box((face.width - paper.width) / 2, (face.height - paper.height) / 2, paper.width, paper.height)
        shown.append(svg(writer.face(face), view, f'width="{canvas.width}" height="{canvas.height}"'))
    fonts = font_faces({name: writer.signs.get(name, set()) for name in FONTS})
    style = "body{margin:0}svg{display:block;overflow:hidden}text{white-space:pre;text-rendering:geometricPrecision}"
    file = folder / "faces.html"
    file.write_text(f"<!DOCTYPE html><meta charset=utf-8><style>{fonts}{style}</style>{''.join(shown)}", "utf-8")
    browser.open(address(file))
    pictures, top = [], 0
    for _, canvas in wanted:
        picture = browser.picture(x=0, y=top, width=canvas.width, height=canvas.height)
        pictures.append(Image.open(io.BytesIO(picture)).convert("RGB"))
        top += canvas.height
    return pictures


def test_the_svg_looks_as_the_print_does(quiet: Chromium, tmp_path: Path) -> None:
    """One face of every component, and the deck's back: beside the picture that PDFium makes of our own PDF."""
    variant = pipeline.load("classic", ["cards.fronts=bleed"])
    words = load_words(variant.game.id, "en", variant.folders)
    drawn = pipeline.draw(variant, PrintOptions(), words)
    faces = [component.faces[0] for component in drawn.kit.components]
    faces += [component.pieces[0].back for component in drawn.kit.components if component.pieces[0].back]
    faces += [pages[0] for _, pages in drawn.pages]
    size = INCH / DPI
    wanted = [(face, Canvas(ceil(face.width / size), ceil(face.height / size), DPI)) for face in faces]
    ours = pictured(quiet, tmp_path, wanted)
    for (face, _), mine, print_ in zip(wanted, ours, draw_pictures(wanted), strict=True):
        # Averages of 3 × 3 pixels: the two smooth edges differently, but put them at the same place.
        one, other = (np.asarray(picture.reduce(3), dtype=float) for picture in (mine, print_))
        apart = np.abs(one - other).max(axis=2)
        assert apart.mean() < 5, face.name
        assert (apart > 90).mean() < 0.003, face.name
