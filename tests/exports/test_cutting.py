"""Cut files: what is printed between the marks is what is cut, every piece of it, once, and clear of the marks.

The PDF, the SVGs and the DXFs are read back with other libraries. Millimetres from the paper's top left.
"""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import ezdxf
import pytest
from ezdxf import bbox
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from PIL import ImageOps
from readback import FINE, Page, Rect, read_pdf, same
from svgelements import SVG
from svgelements import Path as SvgPath

from kitgen.components.kit import Component, Face, Kit, Part, Piece
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Drawing, Paint
from kitgen.errors import PreflightError, UsageError
from kitgen.exports.cutting import CutFiles, cut_files
from kitgen.imposition.cut_lay import fullest
from kitgen.imposition.kit_sheets import DrawnKit
from kitgen.imposition.paper import PAPERS, Paper, read_paper
from kitgen.imposition.registration import room_between_marks
from kitgen.source.words import load_words
from kitgen.units import MM

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0), "150x200mm": (150.0, 200.0)}
INSET, KEEP_OUT, CLEAR, APART = 10.0, 20.0, 2.0, 1.25
WORDS = load_words("fish-cook", "en", [])
NET_SIDE = 0.75
"""Round a net its face has half a millimetre, half a line and what rounding takes."""


@dataclass(frozen=True)
class Cut:
    """Cut files as others read them."""

    made: CutFiles
    folder: Path

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        file = self.folder / "print.pdf"
        file.write_bytes(self.made.files["print.pdf"])
        return read_pdf(file)

    def front(self, sheet: dict[str, Any]) -> Page:
        return self.pages[sheet["pages"][0] - 1]

    def back(self, sheet: dict[str, Any]) -> Page:
        return self.pages[sheet["pages"][1] - 1]

    def paths(self, sheet: dict[str, Any], layer: str = "cut") -> list[SvgPath]:
        return svg_paths(self.made.files[f"{sheet['cut']}.svg"], layer)

    def cuts(self, sheet: dict[str, Any]) -> list[Rect]:
        return [Rect(*path.bbox()) for path in self.paths(sheet)]


@cache
def svg_paths(data: bytes, layer: str) -> list[SvgPath]:
    return next(list(group) for group in SVG.parse(io.BytesIO(data), ppi=25.4) if group.id == layer)


@pytest.fixture(scope="module", params=["a4", "letter"])
def cut(request: pytest.FixtureRequest, drawn: DrawnKit, tmp_path_factory: pytest.TempPathFactory) -> Cut:
    return Cut(cut_files(drawn, PAPERS[request.param], WORDS), tmp_path_factory.mktemp("cut"))


def frame(page: Rect) -> Rect:
    return page.grown(-INSET)


def keep_outs(page: Rect) -> list[Rect]:
    left, top, right, bottom = frame(page)
    return [
        Rect(left, top, left + KEEP_OUT, top + KEEP_OUT),
        Rect(right - KEEP_OUT, top, right, top + KEEP_OUT),
        Rect(left, bottom - KEEP_OUT, left + KEEP_OUT, bottom),
    ]


def components(drawn: DrawnKit, *parts: str) -> list[Component]:
    return [component for component in drawn.kit.components if component.part in parts]


# The classic, whole.


def test_every_copy_of_every_piece_is_on_a_sheet(cut: Cut, drawn: DrawnKit) -> None:
    expected = {piece.id: piece.copies for component in drawn.kit.components for piece in component.pieces}
    found = Counter[str]()
    for sheet in cut.made.sheets:
        found.update(sheet["pieces"])
    assert found == expected
    assert not cut.made.findings


def test_a_sheet_prints_and_cuts_as_many_pieces_as_the_manifest_says(cut: Cut) -> None:
    for sheet in cut.made.sheets:
        count = sum(sheet["pieces"].values())
        assert len(cut.front(sheet).faces) == len(cut.cuts(sheet)) == count


def test_what_is_cut_is_the_trim_of_what_is_printed(cut: Cut, drawn: DrawnKit) -> None:
    """Nothing of the classic is printed beyond its trim on fronts, so what the ink is clipped to is the trim."""
    nets = {component.id for component in drawn.kit.components if component.pieces[0].front.outline}
    for sheet in cut.made.sheets:
        trims = sorted(face.clip for face in cut.front(sheet).faces)
        cuts = sorted(cut.cuts(sheet))
        if nets.isdisjoint(sheet["components"]):
            assert all(same(trim, contour, FINE) for trim, contour in zip(trims, cuts, strict=True))
        else:
            for trim in trims:
                inside = [contour for contour in cuts if trim.holds(contour)]
                assert len(inside) == 1
                assert same(trim, inside[0].grown(NET_SIDE), 0.3)


def test_pieces_lie_apart_and_clear_of_the_marks(cut: Cut) -> None:
    for sheet in cut.made.sheets:
        paper, cuts = cut.front(sheet).paper, cut.cuts(sheet)
        assert all(apart(one, other) > APART - FINE for one, other in combinations(cuts, 2))
        assert all(frame(paper).grown(-CLEAR).holds(contour, FINE) for contour in cuts)
        assert not any(contour.grown(-FINE).meets(mark) for contour in cuts for mark in keep_outs(paper))


def apart(one: Rect, other: Rect) -> float:
    """How far two boxes are apart, across or down."""
    across = max(one.left, other.left) - min(one.right, other.right)
    down = max(one.top, other.top) - min(one.bottom, other.bottom)
    return max(across, down)


def test_dxf_and_svg_cut_and_score_the_same(cut: Cut) -> None:
    height = cut.pages[0].paper.height
    for name in {sheet["cut"] for sheet in cut.made.sheets}:
        text = cut.made.files[f"{name}.dxf"].decode("ascii")
        space = ezdxf.read(io.StringIO(text, newline=None)).modelspace()
        for layer, query in (("cut", "POLYLINE"), ("score", "LINE")):
            paths = svg_paths(cut.made.files[f"{name}.svg"], layer)
            entities = list(space.query(f'{query}[layer=="{layer.upper()}"]'))
            for path, entity in zip(paths, entities, strict=True):
                found = bbox.extents([entity], fast=True)
                box = Rect(found.extmin.x, height - found.extmax.y, found.extmax.x, height - found.extmin.y)
                assert same(Rect(*path.bbox()), box, FINE)
        assert all(entity.is_closed for entity in space.query("POLYLINE"))


def test_every_cut_is_closed_and_none_is_cut_twice(cut: Cut) -> None:
    for name in {sheet["cut"] for sheet in cut.made.sheets}:
        text = cut.made.files[f"{name}.svg"].decode()
        paths = re.findall(r' d="([^"]*)"', text[text.index('id="cut"') :])
        assert all(path.endswith("Z") and path.count("M") == 1 for path in paths)
        assert len(set(paths)) == len(paths)


def test_scores_lie_inside_what_is_cut(cut: Cut) -> None:
    scored = Counter[str]()
    for sheet in cut.made.sheets:
        contours = [outline(path) for path in cut.paths(sheet)]
        for score in cut.paths(sheet, "score"):
            (x1, y1), (x2, y2) = score.point(0), score.point(1)
            assert sum(inside(contour, (x1 + x2) / 2, (y1 + y2) / 2) for contour in contours) == 1
        scored[sheet["components"][-1]] += len(cut.paths(sheet, "score"))
    # Three of the standee; twelve of each of 19 cubes and of a box.
    assert {name: count for name, count in scored.items() if count} == {
        "chef": 3,
        "d6-nets": 19 * 12,
        "recipes-box": 12,
        "tokens-box": 12,
    }


def outline(path: SvgPath) -> list[tuple[float, float]]:
    points = []
    for segment in list(path)[1:]:
        points += [(segment.point(t / 4).x, segment.point(t / 4).y) for t in range(4)]
    return points


def inside(path: list[tuple[float, float]], x: float, y: float) -> bool:
    hits = 0
    for (x1, y1), (x2, y2) in zip(path, [*path[1:], path[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            hits += 1
    return hits % 2 == 1


def test_marks_stand_where_machines_look_for_them_and_nothing_else_does(cut: Cut) -> None:
    """A square of 5 mm, and two corners with arms of 20 mm and 0.3 mm, on a rectangle 10 mm from the edges."""
    for sheet in cut.made.sheets:
        page = cut.front(sheet)
        left, top, right, bottom = frame(page.paper)
        assert ink(page, keep_outs(page.paper)[0]) == pytest.approx((left, top, left + 5, top + 5), abs=0.06)
        assert ink(page, keep_outs(page.paper)[1]) == pytest.approx((right - 20, top, right, top + 20), abs=0.21)
        assert ink(page, keep_outs(page.paper)[2]) == pytest.approx((left, bottom - 20, left + 20, bottom), abs=0.21)


def ink(page: Page, square: Rect, dots_per_mm: int = 20) -> tuple[float, ...]:
    """The box of all that is printed in a square and half a millimetre round it."""
    around = square.grown(0.5)
    size = round(around.width * dots_per_mm), round(around.height * dots_per_mm)
    box = ImageOps.invert(page.cutting((around.left, around.top), size, dots_per_mm)).point(
        lambda value: 255 * (value > 100)
    ).getbbox()  # fmt: skip
    assert box
    return tuple(corner / dots_per_mm + around[side % 2] for side, corner in enumerate(box))


def test_the_square_is_filled_and_the_arms_are_thin(cut: Cut) -> None:
    page = cut.pages[0]
    left, top, right, bottom = frame(page.paper)
    square = page.cutting((left + 0.2, top + 0.2), (46, 46), 10)
    assert max(square.tobytes()) == 0
    for x, y in ((right - 2, top + 15), (left - 2, bottom - 15)):
        across = page.cutting((x, y), (400, 1), 100).tobytes()
        assert sum(grey < 128 for grey in across) == pytest.approx(30, abs=1)
        assert sum(across.index(0) + dot for dot in (0, across.count(0) - 1)) / 2 == pytest.approx(200, abs=2)


def test_a_sheet_has_its_back_behind_it_without_marks(cut: Cut) -> None:
    width = cut.pages[0].paper.width
    assert len(cut.pages) == 2 * len(cut.made.sheets)
    for number, sheet in enumerate(cut.made.sheets, start=1):
        assert sheet["pages"] == [2 * number - 1, 2 * number]
        front, back = cut.front(sheet), cut.back(sheet)
        two_sided = sheet["components"] == ["recipes"]
        assert len(back.faces) == (len(front.faces) if two_sided else 0)
        for one, other in zip(front.faces, back.faces, strict=two_sided):
            assert same(one.clip.mirrored(width), other.clip.grown(-1), FINE), "a back has a millimetre of bleed"
        square = frame(back.paper)
        assert min(back.cutting((square.left, square.top), (50, 50), 10).tobytes()) > 128


def test_labels_stand_below_the_marks_and_name_the_cut_file(cut: Cut, drawn: DrawnKit) -> None:
    titles = {component.id: component.title for component in drawn.kit.components}
    count = len(cut.made.sheets)
    for sheet in cut.made.sheets:
        for page, side in ((cut.front(sheet), "front"), (cut.back(sheet), "back")):
            label = page.label
            assert (label.variant, label.digest) == (drawn.kit.variant, drawn.kit.digest)
            assert (label.side, label.number, label.sheets) == (side, sheet["number"], count)
            assert titles[sheet["components"][0]] in page.text
            assert sheet["cut"] in page.text
            strip = Rect(INSET + KEEP_OUT, frame(page.paper).bottom, frame(page.paper).right, page.paper.bottom - 5)
            assert strip.holds(label.box)


def test_sheets_that_are_cut_alike_share_a_file_named_after_the_first(cut: Cut) -> None:
    first: dict[str, int] = {}
    by_cuts: dict[tuple[Rect, ...], str] = {}
    for sheet in cut.made.sheets:
        first.setdefault(sheet["cut"], sheet["number"])
        assert by_cuts.setdefault(tuple(cut.cuts(sheet)), sheet["cut"]) == sheet["cut"]
    assert len(set(by_cuts.values())) == len(by_cuts)
    for name, number in first.items():
        assert re.fullmatch(rf"cut-{number:02d}-[a-z0-9-]+", name)
    assert set(cut.made.files) == {"print.pdf", *(f"{name}.{end}" for name in first for end in ("svg", "dxf"))}
    boards = [sheet["cut"] for sheet in cut.made.sheets if "market" in sheet["components"][0]]
    assert boards == ["cut-01-fish-market"] * 4


def test_a_part_follows_the_other_so_that_paper_is_changed_once(cut: Cut, drawn: DrawnKit) -> None:
    part = {component.id: component.part for component in drawn.kit.components}
    parts = [[part[name] for name in sheet["components"]] for sheet in cut.made.sheets]
    assert all(len(set(of_sheet)) == 1 for of_sheet in parts)
    order = [of_sheet[0] for of_sheet in parts]
    assert [one for one, after in pairwise([*order, None]) if one != after] == [
        "boards", "cards", "tokens", "boxes", "extras",
    ]  # fmt: skip


def test_the_blade_goes_from_a_piece_to_its_neighbour(cut: Cut) -> None:
    sheet = max(cut.made.sheets, key=lambda sheet: sum(sheet["pieces"].values()))
    centres = [contour.centre for contour in cut.cuts(sheet)]
    travel = [math.dist(one, other) for one, other in pairwise(centres)]
    assert len(travel) > 80
    assert sum(length > 1.5 * 21.25 for length in travel) <= 2, "but where a row ends before the others"
    assert sum(travel) < 1.1 * 21.25 * len(travel)


def test_only_cards_have_round_corners(cut: Cut) -> None:
    for sheet in cut.made.sheets:
        arcs = {str(path.d()).count("A") for path in cut.paths(sheet)}
        if sheet["components"] == ["recipes"]:
            assert arcs == {4}
        elif not {"recipes-box", "tokens-box"} & {*sheet["components"]}:
            assert arcs == {0}


# What may be chosen.


def test_corners_are_as_round_as_was_asked_for(drawn: DrawnKit) -> None:
    for corners, radius in ((None, 3), (0, 0), (5 * MM, 5)):
        made = cut_files(drawn, PAPERS["a4"], WORDS, corners=corners, only=["cards"])
        text = made.files["cut-01-recipes.svg"].decode()
        assert set(re.findall(r"A([0-9.]+) ([0-9.]+) ", text)) == ({(f"{radius}", f"{radius}")} if radius else set())


def test_some_parts_alone_are_cut(drawn: DrawnKit) -> None:
    made = cut_files(drawn, PAPERS["a4"], WORDS, only=["tokens"])
    assert {name for sheet in made.sheets for name in sheet["components"]} == {"tokens", "cats", "chef"}
    assert [sheet["pages"] for sheet in made.sheets] == [[number + 1] for number in range(len(made.sheets))]


def test_rules_have_nothing_to_cut(drawn: DrawnKit) -> None:
    with pytest.raises(UsageError, match="classic has no pieces in rules"):
        cut_files(drawn, PAPERS["a4"], WORDS, only=["rules"])


def test_labels_speak_the_language_of_the_words(drawn: DrawnKit, tmp_path: Path) -> None:
    made = cut_files(drawn, PAPERS["a4"], load_words("fish-cook", "fr", []), only=["cards"])
    pages = Cut(made, tmp_path).pages
    assert [page.label.side for page in pages[:2]] == ["recto", "verso"]
    assert "1 sur 6" in pages[0].text


def test_the_same_kit_is_the_same_files(drawn: DrawnKit) -> None:
    one, other = (cut_files(drawn, PAPERS["a4"], WORDS, only=["tokens", "boxes"]) for _ in range(2))
    assert one.files == other.files
    assert list(one.files) == list(other.files)
    assert one.sheets == other.sheets


# Made-up kits.


def kit_of(*made: Component) -> DrawnKit:
    kit = Kit("game", "made-up", "Made up", "1234abcd", made)
    return DrawnKit(kit, [], Drawing("set", 1, 1, ()), lambda document: [])


def component(
    name: str, size: tuple[int, int], copies: int = 1, part: Part = "tokens", *, bleed: int = 0, backs: bool = False
) -> Component:
    """Pieces of one colour to their trim, and beyond it as far as they bleed."""

    def face(side: str) -> Face:
        ground = shapes.rectangle(Box(0, 0, *size).inset(-bleed), Paint("#56B4E9"))
        return Face(f"{name}-{side}", *size, (), (ground,), bleed, safe=0)

    piece = Piece(name, face("front"), copies, face("back") if backs else None)
    return Component(name, name.title(), part, (piece,))


def test_a_disc_is_cut_round(tmp_path: Path) -> None:
    edge = shapes.circle(10 * MM, 10 * MM, 10 * MM, Paint()).segments
    disc = Component("disc", "Disc", "tokens", (Piece("disc", Face("disc", 20 * MM, 20 * MM, (), outline=edge), 3),))
    cut = Cut(cut_files(kit_of(disc), PAPERS["a4"], WORDS), tmp_path)
    (sheet,) = cut.made.sheets
    for path, face in zip(cut.paths(sheet), cut.front(sheet).faces, strict=True):
        assert str(path.d()).count("A") == 4
        assert same(Rect(*path.bbox()), face.clip, FINE)


def test_what_does_not_fit_between_the_marks_is_told_and_the_rest_is_made() -> None:
    board = component("board", (200 * MM, 200 * MM), part="boards")
    huge = component("huge", (400 * MM, 500 * MM), part="boards")
    made = cut_files(kit_of(board, huge, component("token", (20 * MM, 20 * MM))), PAPERS["a4"], WORDS)
    assert [sheet["components"] for sheet in made.sheets] == [["token"]]
    assert [(found.code, found.severity, found.path) for found in made.findings] == [
        ("cut-too-large", "warning", "board"),
        ("cut-too-large", "warning", "huge"),
    ]
    assert "--paper a3" in made.findings[0].hint
    assert "by hand" in made.findings[0].hint
    assert "--paper" not in made.findings[1].hint


def test_where_nothing_fits_nothing_is_made() -> None:
    board = component("board", (200 * MM, 200 * MM), part="boards")
    with pytest.raises(PreflightError, match="nothing fits") as raised:
        cut_files(kit_of(board), PAPERS["a4"], WORDS)
    assert [(found.code, found.severity) for found in raised.value.diagnostics] == [("cut-too-large", "error")]


def test_a_kit_without_pieces_of_a_part_is_told_so() -> None:
    with pytest.raises(UsageError, match="no pieces in boards"):
        cut_files(kit_of(component("token", (20 * MM, 20 * MM))), PAPERS["a4"], WORDS, only=["boards"])


def test_small_components_of_a_part_share_a_sheet_and_others_begin_a_new_one() -> None:
    kit = kit_of(
        component("a", (30 * MM, 30 * MM), 5),
        component("b", (20 * MM, 20 * MM), 8),
        component("c", (30 * MM, 30 * MM), 5, "cards"),
        component("d", (60 * MM, 90 * MM), 40, "cards"),
    )
    sheets = [sheet["components"] for sheet in cut_files(kit, PAPERS["a4"], WORDS).sheets]
    assert (sheets[:2], sheets[-2:]) == ([["c"], ["d"]], [["d"], ["a", "b"]])


lengths = st.integers(10 * MM, 130 * MM)
made_up = st.lists(
    st.tuples(lengths, lengths, st.integers(1, 9), st.sampled_from(["cards", "tokens"]), st.booleans(), st.booleans()),
    min_size=1,
    max_size=3,
)


@given(made_up, st.sampled_from(sorted(SIZES)), st.sampled_from([0, 400, 1_000, 3_000]))
@settings(max_examples=20, deadline=None)
def test_any_kit_is_cut_where_it_is_printed_and_clear_of_all_else(
    tmp_path_factory: pytest.TempPathFactory,
    made: list[tuple[int, int, int, Part, bool, bool]],
    paper: str,
    bleed: int,
) -> None:
    kit = [
        component(f"c{number}", (width, height), copies, part, bleed=5 * MM * bleeds, backs=backs)
        for number, (width, height, copies, part, bleeds, backs) in enumerate(made)
    ]
    try:
        found = cut_files(kit_of(*kit), read_paper(paper), WORDS, bleed=bleed)
    except PreflightError:
        assume(False)
    left_out = {finding.path for finding in found.findings}
    placed = Counter[str]()
    cut = Cut(found, tmp_path_factory.mktemp("any"))
    page = Rect(0, 0, *SIZES[paper])
    for sheet in found.sheets:
        placed.update(sheet["pieces"])
        front, cuts = cut.front(sheet), cut.cuts(sheet)
        printed = min(bleed * bool(of(kit, name).faces[0].bleed) for name in sheet["components"]) / MM
        assert all(apart(one, other) > max(APART, 2 * printed) - FINE for one, other in combinations(cuts, 2))
        clips = sorted(face.clip for face in front.faces)
        assert not any(one.grown(-FINE).meets(other.grown(-FINE)) for one, other in combinations(clips, 2))
        for clip in clips:
            assert frame(page).grown(-CLEAR).holds(clip, FINE)
            assert not any(clip.grown(-FINE).meets(mark) for mark in keep_outs(page))
            beyond = [contour for contour in cuts if clip.holds(contour, FINE)]
            assert len(beyond) == 1
            around = beyond[0].left - clip.left
            assert around == pytest.approx(bleed / MM, abs=FINE) or around == pytest.approx(0, abs=FINE)
            assert same(beyond[0].grown(around), clip, FINE)
        if len(sheet["pages"]) == 2:
            backs = cut.back(sheet).faces
            assert all(any(same(clip.mirrored(page.width), back.clip, FINE) for clip in clips) for back in backs)
    assert placed == {c.id: c.count for c in kit if c.id not in left_out}


def of(kit: list[Component], name: str) -> Component:
    return next(component for component in kit if component.id == name)


@given(st.tuples(lengths, lengths), st.sampled_from(sorted(SIZES)), st.integers(1_250, 6_000), st.data())
@settings(max_examples=30, deadline=None)
def test_no_plain_grid_holds_more_than_the_lay_that_was_chosen(
    size: tuple[int, int], paper: str, gap: int, data: st.DataObject
) -> None:
    room = room_between_marks(read_paper(paper))
    best = fullest(size, gap, room).count
    page = Rect(0, 0, *SIZES[paper])
    area = frame(page).grown(-CLEAR)
    for width, height in (size, size[::-1]):
        across, down = (width + gap) / MM, (height + gap) / MM
        x0 = area.left + data.draw(st.floats(0, across))
        y0 = area.top + data.draw(st.floats(0, down))
        cells = [
            Rect(x0 + i * across, y0 + j * down, x0 + i * across + width / MM, y0 + j * down + height / MM)
            for i in range(math.ceil(area.width / across))
            for j in range(math.ceil(area.height / down))
        ]
        free = [cell for cell in cells if area.holds(cell) and not any(cell.meets(mark) for mark in keep_outs(page))]
        assert len(free) <= best


def test_pieces_on_a4_lie_two_millimetres_within_190_by_277() -> None:
    room = room_between_marks(Paper("a4", 210 * MM, 297 * MM))
    assert room.area == Box(12 * MM, 12 * MM, 186 * MM, 273 * MM)
