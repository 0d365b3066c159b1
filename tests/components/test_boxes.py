"""Tuck boxes: nets close when they are folded in space, what they hold fits, and all print is in its place."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kitgen.components.boxes import (
    BOARD,
    FOLDS,
    MEETINGS,
    Edge,
    Room,
    Sleeve,
    deck_room,
    net_panels,
    net_size,
    token_room,
    tuck_box,
)
from kitgen.components.kit import Face
from kitgen.components.preflight import check_face
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Drawing, Group, Matrix, Paint, Place, Shape, Text, transform_box, walk
from kitgen.draw.theme import COLOURS, FOLD, WHITE
from kitgen.units import MM

Point = tuple[float, float]
Solid = tuple[float, float, float]
Span = tuple[float, float]

THICKNESS = 400
"""A box's card, in µm; edges that meet may miss each other by as much."""

POKER, MINI, TAROT = (63_500, 88_900), (44 * MM, 68 * MM), (70 * MM, 120 * MM)
ART = Drawing("fish", 40 * MM, 30 * MM, (shapes.circle(20 * MM, 15 * MM, 10 * MM, Paint(WHITE)),))
TITLES = ("Fish Cook", "Fish Cook: ingredients", "Le Poisson du cuisinier", "Smażona ryba po polsku")

rooms = st.tuples(*[st.integers(4 * MM, 150 * MM)] * 3)
SAMPLE_ROOMS = (deck_room(POKER, 36), deck_room(MINI, 10), token_room((20 * MM, 20 * MM), 102))
every_sample = pytest.mark.parametrize("room", SAMPLE_ROOMS)


def box(room: Room, title: str = "Fish Cook", art: Drawing = ART) -> Face:
    return tuck_box("box", room, title, art, COLOURS["green"])


# Folding. The paper lies printed side up, z towards the reader; each fold turns what hangs on it down by 90 degrees.


def hangs(panels: dict[str, Box], parent: str, child: str) -> str:
    """The side of its parent that a panel hangs on."""
    outer, inner = panels[parent], panels[child]
    touching = {
        "left": inner.right == outer.x,
        "right": inner.x == outer.right,
        "top": inner.bottom == outer.y,
        "bottom": inner.y == outer.bottom,
    }
    (side,) = [side for side, touches in touching.items() if touches]
    return side


def bent(point: Solid, outer: Box, side: str) -> Solid:
    """A point turned down by 90 degrees about one side of a panel that lies flat."""
    x, y, z = point
    return {
        "left": (outer.x - z, y, x - outer.x),
        "right": (outer.right + z, y, outer.right - x),
        "top": (x, outer.y - z, y - outer.y),
        "bottom": (x, outer.bottom + z, outer.bottom - y),
    }[side]


def folded(panels: dict[str, Box], name: str, point: Point) -> Solid:
    """Where a point of a panel comes to lie: its own fold first, then those it hangs on, up to the back."""
    parents = {child: parent for parent, child in FOLDS}
    solid: Solid = (*point, 0.0)
    while name != "back":
        solid = bent(solid, panels[parents[name]], hangs(panels, parents[name], name))
        name = parents[name]
    return solid


def block(panels: dict[str, Box], name: str, half: float) -> list[Span]:
    """A folded panel's extent on each axis, with half a thickness on the axis across it."""
    flat = panels[name]
    corners = [folded(panels, name, corner) for corner in ((flat.x, flat.y), (flat.right, flat.bottom))]
    spans = [(min(values), max(values)) for values in zip(*corners, strict=True)]
    return [(low - half, high + half) if high - low < 1 else (low, high) for low, high in spans]


def overlap(one: list[Span], other: list[Span]) -> bool:
    return all(a[0] < b[1] - 1 and b[0] < a[1] - 1 for a, b in zip(one, other, strict=True))


def ends(panels: dict[str, Box], edge: Edge) -> list[Solid]:
    """Both ends of a panel's edge, folded, in an order that does not depend on which panel they are taken from."""
    name, side = edge
    flat = panels[name]
    corners = {
        "left": [(flat.x, flat.y), (flat.x, flat.bottom)],
        "right": [(flat.right, flat.y), (flat.right, flat.bottom)],
        "top": [(flat.x, flat.y), (flat.right, flat.y)],
        "bottom": [(flat.x, flat.bottom), (flat.right, flat.bottom)],
    }[side]
    first, second = [folded(panels, name, corner) for corner in corners]
    along = max(range(3), key=lambda axis: abs(first[axis] - second[axis]))
    return sorted([first, second], key=lambda solid: solid[along])


def test_the_net_hangs_together_in_one_piece() -> None:
    panels = net_panels(SAMPLE_ROOMS[0])
    reached = {"back"}
    for parent, child in FOLDS:
        assert parent in reached and child not in reached
        reached.add(child)
    assert reached == set(panels)


@given(rooms)
def test_a_flap_hangs_on_its_wall_by_the_whole_of_its_edge(room: Room) -> None:
    panels = net_panels(room)
    for parent, child in FOLDS:
        outer, inner = panels[parent], panels[child]
        if hangs(panels, parent, child) in ("top", "bottom"):
            assert outer.x <= inner.x < inner.right <= outer.right
        elif {parent, child} <= {"back", "left", "front", "right"}:
            assert abs(inner.y - outer.y) <= THICKNESS and abs(inner.bottom - outer.bottom) <= THICKNESS
        else:
            assert outer.y <= inner.y < inner.bottom <= outer.bottom


@given(rooms)
def test_the_box_closes(room: Room) -> None:
    panels = net_panels(room)
    for one, other in MEETINGS:
        for a, b in zip(ends(panels, one), ends(panels, other), strict=True):
            assert max(abs(p - q) for p, q in zip(a, b, strict=True)) <= THICKNESS, (one, other)


def test_every_free_edge_of_walls_and_covers_meets_another() -> None:
    """Six faces of a box have twelve edges: five are folds, the others meet."""
    faces = {"back", "left", "front", "right", "lid", "floor"}
    folds = [{parent, child} for parent, child in FOLDS if {parent, child} <= faces]
    seams = [{one[0], other[0]} for one, other in MEETINGS]
    joined = [*folds, *seams]
    opposite = [{"back", "front"}, {"left", "right"}, {"lid", "floor"}]
    neighbours = [set(pair) for pair in combinations(sorted(faces), 2) if set(pair) not in opposite]
    assert len(folds) == 5
    assert sorted(map(sorted, joined)) == sorted(map(sorted, neighbours))


@given(rooms)
def test_the_room_stays_free_even_where_flaps_lie_inside(room: Room) -> None:
    panels = net_panels(room)
    left, right, front = (block(panels, name, 0) for name in ("left", "right", "front"))
    middle = ((left[0][0] + right[0][0]) / 2, sum(left[1]) / 2, front[2][0] / 2)
    free = [(at - length / 2, at + length / 2) for at, length in zip(middle, room, strict=True)]
    for name in panels:
        assert not overlap(block(panels, name, THICKNESS / 2), free), name


@given(rooms)
def test_no_panel_cuts_through_another(room: Room) -> None:
    panels = net_panels(room)
    joined = [set(pair) for pair in FOLDS] + [{one[0], other[0]} for one, other in MEETINGS]
    for one, other in combinations(panels, 2):
        if {one, other} not in joined:
            assert not overlap(block(panels, one, THICKNESS / 2), block(panels, other, THICKNESS / 2)), (one, other)


@pytest.mark.parametrize(
    ("inside", "outside"),
    [
        ("tab", "back"),
        ("tuck", "front"),
        ("floor-tuck", "front"),
        ("dust-left", "lid"),
        ("dust-right", "lid"),
        ("floor-left", "floor"),
        ("floor-right", "floor"),
    ],
)
@given(room=rooms)
def test_a_flap_lies_flat_on_the_inside_of_its_panel(inside: str, outside: str, room: Room) -> None:
    panels = net_panels(room)
    flap, panel = block(panels, inside, 0), block(panels, outside, 0)
    (across,) = [axis for axis in range(3) if panel[axis][0] == panel[axis][1]]
    centre = sum(block(panels, "left", 0)[across]) / 2 if across else sum(block(panels, "front", 0)[0]) / 2
    assert flap[across][0] == flap[across][1], "parallel"
    assert abs(panel[across][0] - centre) - abs(flap[across][0] - centre) == THICKNESS, "inside, one thickness away"
    for axis in {0, 1, 2} - {across}:
        assert panel[axis][0] <= flap[axis][0] + THICKNESS and flap[axis][1] <= panel[axis][1] + THICKNESS


@given(rooms)
def test_flaps_that_slip_inside_are_narrower_and_dust_flaps_do_not_touch(room: Room) -> None:
    panels = net_panels(room)
    assert panels["tuck"].width < panels["lid"].width - THICKNESS
    for flap in ("dust-left", "dust-right", "floor-left", "floor-right"):
        assert panels[flap].height < room[0] / 2


@given(rooms)
def test_the_front_stands_in_the_middle_between_lid_and_floor(room: Room) -> None:
    panels = net_panels(room)
    (lid, _), (_, floor) = block(panels, "lid", 0)[1], block(panels, "floor", 0)[1]
    top, bottom = block(panels, "front", 0)[1]
    assert lid <= top < bottom <= floor
    assert top - lid == floor - bottom


def test_the_thickness_that_panels_allow_for_is_told() -> None:
    assert BOARD == THICKNESS


# The paper.


@given(rooms)
def test_panels_do_not_overlap_on_paper(room: Room) -> None:
    panels = net_panels(room)
    for one, other in combinations(panels.values(), 2):
        common = one.common(other)
        assert not (common.width and common.height)


@given(rooms)
def test_the_net_is_as_large_as_its_panels_and_a_line(room: Room) -> None:
    panels, (width, height) = net_panels(room), net_size(room)
    assert min(box.x for box in panels.values()) == min(box.y for box in panels.values()) == 500
    assert max(box.right for box in panels.values()) == width - 500
    assert max(box.bottom for box in panels.values()) == height - 500
    assert type(width) is type(height) is int


@every_sample
def test_a_face_is_as_large_as_its_net_was_told_to_be(room: Room) -> None:
    face = box(room)
    assert (face.width, face.height) == net_size(room)
    assert face.safe == 0


@pytest.mark.parametrize("paper", [(200 * MM, 283 * MM), (205_900, 265_400)])
@pytest.mark.parametrize("room", [deck_room(POKER, 36), token_room((20 * MM, 20 * MM), 102)])
def test_usual_boxes_fit_on_a4_and_letter(room: Room, paper: tuple[int, int]) -> None:
    width, height = net_size(room)
    assert width <= paper[0] and height <= paper[1]


@pytest.mark.parametrize("room", [(3_999, 50 * MM, 20 * MM), (50 * MM, 3_999, 20 * MM), (50 * MM, 90 * MM, 0)])
def test_a_room_too_small_to_fold_is_refused(room: Room) -> None:
    with pytest.raises(ValueError, match="too small"):
        net_panels(room)
    with pytest.raises(ValueError, match="too small"):
        net_size(room)


# The outline.


def outline(face: Face) -> list[Point]:
    """The cut line, its curves as short straight pieces."""
    cut = face.ops[-1]
    assert isinstance(cut, Shape) and cut.paint.stroke and not cut.paint.dash and not cut.paint.fill
    assert [segment[0] for segment in cut.segments].count("M") == 1 and cut.segments[-1] == ("Z",)
    points: list[Point] = []
    for kind, *values in cut.segments:
        numbers = [float(value) for value in values]
        if kind == "C":
            controls = [points[-1], *zip(numbers[::2], numbers[1::2], strict=True)]
            points += [bezier(controls, step / 8) for step in range(1, 9)]
        elif numbers:
            points.append((numbers[0], numbers[1]))
    return points


def bezier(controls: list[Point], t: float) -> Point:
    weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3]
    x, y = (sum(w * p[axis] for w, p in zip(weights, controls, strict=True)) for axis in (0, 1))
    return x, y


def inside(path: list[Point], x: float, y: float) -> bool:
    """Even-odd: how many edges of the path lie to the right."""
    hits = 0
    for (x1, y1), (x2, y2) in zip(path, path[1:] + path[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            hits += 1
    return hits % 2 == 1


def in_some(panels: dict[str, Box], x: float, y: float, slack: float = 1) -> bool:
    return any(box.inset(-slack).overhang(Box(x, y, 0, 0)) <= 0 for box in panels.values())


@given(rooms)
def test_the_outline_is_one_closed_cut_round_all_panels(room: Room) -> None:
    panels, path = net_panels(room), outline(box(room))
    assert all(in_some(panels, x, y) for x, y in path), "it never leaves the panels"
    for flat in panels.values():
        assert inside(path, *flat.centre)
    edges = [(min(values), max(values)) for values in zip(*path, strict=True)]
    width, height = net_size(room)
    assert edges == [(500, pytest.approx(width - 500)), (500, pytest.approx(height - 500))]


@given(rooms)
def test_walls_and_covers_are_whole_but_for_the_thumb_notch(room: Room) -> None:
    panels, path = net_panels(room), outline(box(room))
    for name in ("back", "left", "front", "right", "lid", "floor"):
        flat = panels[name].inset(100)
        for x, y in ((flat.x, flat.y), (flat.right, flat.y), (flat.x, flat.bottom), (flat.right, flat.bottom)):
            assert inside(path, x, y), name
    front = panels["front"]
    assert not inside(path, front.centre[0], front.y + 100)


@given(rooms)
def test_the_thumb_notch_is_a_half_moon_that_shows_the_tuck(room: Room) -> None:
    panels, path = net_panels(room), outline(box(room))
    front = panels["front"]
    middle = front.centre[0]
    rim = [(x, y) for x, y in path if front.x + 1 < x < front.right - 1 and y < front.centre[1]]
    radius = max(y for _, y in rim) - front.y
    assert all(math.dist((x, y), (middle, front.y)) == pytest.approx(radius, rel=0.002) for x, y in rim)
    assert radius < panels["tuck"].height and 2 * radius < front.width


@every_sample
def test_the_tuck_has_rounded_corners(room: Room) -> None:
    tuck, path = net_panels(room)["tuck"], outline(box(room))
    for x in (tuck.x + 500, tuck.right - 500):
        assert not inside(path, x, tuck.y + 500)
        assert inside(path, x, tuck.bottom - 500)


@every_sample
def test_every_fold_is_dashed_and_nothing_else(room: Room) -> None:
    panels = net_panels(room)
    creases = []
    for parent, child in FOLDS:
        outer, inner, side = panels[parent], panels[child], hangs(panels, parent, child)
        if side in ("top", "bottom"):
            y = outer.y if side == "top" else outer.bottom
            creases.append((inner.x, y, inner.right, y))
        else:
            x = outer.x if side == "left" else outer.right
            creases.append((x, max(outer.y, inner.y), x, min(outer.bottom, inner.bottom)))
    dashed = [op for op in box(room).ops if isinstance(op, Shape) and op.paint.dash]
    lines = [(*op.segments[0][1:], *op.segments[1][1:]) for op in dashed]
    assert all(op.paint == FOLD for op in dashed)
    assert sorted(lines) == sorted(creases)


@every_sample
def test_what_gets_glue_is_hatched_and_the_lid_stays_free(room: Room) -> None:
    panels = net_panels(room)
    hatches = [op.clip for op in box(room).ops if isinstance(op, Group) and op.clip]
    marked = {name for name, flat in panels.items() for clip in hatches if flat.overhang(clip) <= 0}
    assert marked == {"tab", "floor-tuck", "floor-left", "floor-right"}
    assert len(hatches) == 4


@given(rooms)
def test_hatches_do_not_cross_the_cut(room: Room) -> None:
    face = box(room)
    path = outline(face)
    for clip in [op.clip for op in face.ops if isinstance(op, Group) and op.clip]:
        for x, y in ((clip.x, clip.y), (clip.right, clip.y), (clip.x, clip.bottom), (clip.right, clip.bottom)):
            assert inside(path, x, y)


def grounds(face: Face) -> list[Box]:
    tint = COLOURS["green"].tint
    return [transform_box(matrix, bounds(op)) for op, matrix, _ in walk(face.ops)
            if isinstance(op, Shape) and op.paint.fill == tint and op.segments[-1] == ("Z",)]  # fmt: skip


def bounds(shape: Shape) -> Box:
    xs = [float(segment[-2]) for segment in shape.segments if segment[0] != "Z"]
    ys = [float(segment[-1]) for segment in shape.segments if segment[0] != "Z"]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


@every_sample
def test_the_ground_covers_what_shows_and_reaches_a_little_over_every_fold(room: Room) -> None:
    panels, painted = net_panels(room), grounds(box(room))
    for name in ("back", "left", "front", "right", "lid", "floor"):
        assert panels[name] in painted
    for parent, child in FOLDS:
        over = panels[parent].inset(-1 * MM).common(panels[child])
        assert any(ground.overhang(over) <= 0 for ground in painted), child


# What stands on the panels.


def texts(face: Face) -> dict[str, tuple[Text, Matrix]]:
    return {op.name: (op, matrix) for op, matrix, _ in walk(face.ops) if isinstance(op, Text)}


def art_boxes(face: Face) -> list[tuple[Box, Matrix]]:
    return [(transform_box(matrix, transform_box(op.matrix, Box(0, 0, op.drawing.width, op.drawing.height))), op.matrix)
            for op, matrix, _ in walk(face.ops) if isinstance(op, Place)]  # fmt: skip


@every_sample
def test_the_title_stands_on_every_side_that_shows(room: Room) -> None:
    panels, found = net_panels(room), texts(box(room, TITLES[1]))
    assert set(found) == {f"{side} title" for side in ("front", "back", "left", "right", "lid", "floor")}
    for side in ("front", "back", "left", "right", "lid", "floor"):
        text, matrix = found[f"{side} title"]
        assert " ".join(line.text for line in text.lines) == TITLES[1]
        assert panels[side].overhang(transform_box(matrix, text.box)) <= 0, side


def test_a_small_box_has_its_title_in_several_lines() -> None:
    found = texts(box(token_room((12_700, 12_700), 20), "Fish Cook: ingredient tokens"))
    assert len(found) == 6
    assert len(found["lid title"][0].lines) == 2


def test_a_title_too_long_for_the_box_is_left_to_the_front_and_told_there() -> None:
    title = "The complete and unabridged history of fishmongers, cooks and cats. " * 5
    face = box(SAMPLE_ROOMS[1], title)
    assert set(texts(face)) == {"front title"}
    (finding,) = check_face(face, "extras")
    assert finding.code == "text-overflow"


@every_sample
def test_the_title_is_largest_on_the_front(room: Room) -> None:
    found = texts(box(room))
    sizes = {name: text.style.size for name, (text, _) in found.items()}
    assert all(sizes["front title"] >= size for size in sizes.values())
    assert sizes["front title"] > sizes["back title"]


@every_sample
def test_titles_of_the_folded_box_read_from_the_front_and_down_its_sides(room: Room) -> None:
    panels, found = net_panels(room), texts(box(room))

    def reading(side: str) -> tuple[int, ...]:
        a, b, *_ = found[f"{side} title"][1]
        x, y = panels[side].centre
        start, end = folded(panels, side, (x, y)), folded(panels, side, (x + 1000 * a, y + 1000 * b))
        return tuple(round((q - p) / 1000) for p, q in zip(start, end, strict=True))

    front = reading("front")
    assert reading("lid") == front
    assert reading("back") == tuple(-step for step in front)
    assert reading("left") == reading("right") == (0, 1, 0)


@pytest.mark.parametrize("size", [(40, 30), (30, 40), (90, 20), (20, 90)])
@every_sample
def test_art_is_never_stretched_and_lies_in_its_panel(room: Room, size: tuple[int, int]) -> None:
    art = Drawing("art", size[0] * MM, size[1] * MM, ART.ops)
    panels, found = net_panels(room), art_boxes(box(room, art=art))
    for _, (a, b, c, d, _, _) in found:
        assert a == d > 0 and b == c == 0
    (front,) = [placed for placed, _ in found if panels["front"].overhang(placed) <= 0]
    (back,) = [placed for placed, _ in found if panels["back"].overhang(placed) <= 0]
    assert front.width > back.width
    assert not any(inside([(p.x, p.y), (p.right, p.y), (p.right, p.bottom), (p.x, p.bottom)], *front.centre)
                   for p in [transform_box(m, t.box) for t, m in texts(box(room, art=art)).values()])  # fmt: skip


@every_sample
def test_the_art_on_the_front_is_big(room: Room) -> None:
    front = net_panels(room)["front"]
    (placed,) = [placed for placed, _ in art_boxes(box(room)) if front.overhang(placed) <= 0]
    assert placed.width > 0.75 * front.width


# Rooms.


def test_a_deck_has_room_to_spare() -> None:
    assert deck_room(POKER, 36) == (63_500 + 3 * MM, 88_900 + 2 * MM, 36 * 300 + 1_500)
    assert deck_room(MINI, 50, 310) == (47 * MM, 70 * MM, 50 * 310 + 1_500)


@pytest.mark.parametrize(("card", "sleeve"), [((63_500, 88 * MM), (67 * MM, 91_500)), (MINI, (47 * MM, 70 * MM))])
def test_sleeved_cards_fit_with_room_to_spare(card: tuple[int, int], sleeve: tuple[int, int]) -> None:
    for kind in ("thin", "premium"):
        width, height, _ = deck_room(card, 60, 300, kind)
        assert sleeve[0] + 3 * MM <= width <= sleeve[0] + 4 * MM
        assert sleeve[1] + 2 * MM <= height <= sleeve[1] + 4 * MM


@pytest.mark.parametrize(("sleeve", "more"), [("none", 0), ("thin", 2_400), ("premium", 5_400)])
def test_sixty_sleeves_make_a_deck_thicker(sleeve: Sleeve, more: int) -> None:
    assert deck_room(POKER, 60, 300, sleeve)[2] - deck_room(POKER, 60, 300)[2] == more


def test_a_thin_deck_has_a_box_that_can_be_folded() -> None:
    assert deck_room(POKER, 1)[2] == 4 * MM
    assert check_face(box(deck_room(POKER, 1)), "extras") == []


SIZES = st.sampled_from([12_700, 15_900, 19_050, 20 * MM, 25_400, 30 * MM])


@given(SIZES, st.integers(20, 240))
def test_a_token_box_holds_its_tokens_and_is_handy(size: int, count: int) -> None:
    width, height, depth = token_room((size, size), count)
    columns, rows, stack = (width - 3 * MM) // size, (height - 2 * MM) // size, (depth - 1_500) // 2_000
    assert columns * rows * stack >= count
    assert columns * size + 3 * MM == width and rows * size + 2 * MM == height
    assert 12 * MM <= depth <= 35 * MM
    assert depth <= width <= height <= 2 * width


@pytest.mark.parametrize(("size", "count"), [(20, 102), (12, 20), (30, 240), (25, 61)])
def test_no_other_handy_box_has_a_smaller_net(size: int, count: int) -> None:
    def net(columns: int, rows: int) -> float:
        depth = max(12 * MM, math.ceil(count / (columns * rows)) * 2_000 + 1_500)
        width, height = columns * size * MM + 3 * MM, rows * size * MM + 2 * MM
        handy = depth <= 35 * MM and depth <= width <= height <= 2 * width
        return math.prod(net_size((width, height, depth))) if handy else math.inf

    best = min(net(columns, rows) for columns in range(1, 16) for rows in range(1, 16))
    assert math.prod(net_size(token_room((size * MM, size * MM), count))) == best


@given(st.integers(5 * MM, 60 * MM), st.integers(5 * MM, 60 * MM), st.integers(1, 60), st.integers(300, 40 * MM))
def test_tokens_of_any_shape_get_a_box_that_holds_them(width: int, height: int, count: int, thickness: int) -> None:
    room = token_room((width, height), count, thickness)
    columns, rows, stack = (room[0] - 3 * MM) // width, (room[1] - 2 * MM) // height, (room[2] - 1_500) // thickness
    assert columns * rows * stack >= count


def test_nothing_needs_no_box() -> None:
    with pytest.raises(ValueError, match="no box"):
        deck_room(POKER, 0)
    with pytest.raises(ValueError, match="no box"):
        token_room((20 * MM, 20 * MM), 0)


def deck_rooms() -> Iterator[Room]:
    for card in (POKER, MINI, TAROT):
        for count in (10, 36, 60, 110, 200):
            yield deck_room(card, count)
            yield deck_room(card, count, 300, "premium")


def token_rooms() -> Iterator[Room]:
    for size in (12_700, 20 * MM, 30 * MM):
        for count in (20, 36, 102, 240):
            yield token_room((size, size), count)


@pytest.mark.parametrize("title", TITLES)
def test_usual_boxes_pass_preflight(title: str) -> None:
    for room in (*deck_rooms(), *token_rooms()):
        assert check_face(box(room, title), "extras") == [], room
