"""Dice nets, folded in space: they close, every seam has one tab, and a d6 has its faces where a die has them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pytest

from kitgen.components.dice import NETS, PIPS, die_icon
from kitgen.components.kit import Face
from kitgen.components.preflight import check_face
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Group, Op, Paint, Shape, Text
from kitgen.draw.theme import FOLD
from kitgen.units import MM

Flat = tuple[float, float]
Solid = tuple[float, float, float]
Edge = frozenset[tuple[int, int]]

# Of a regular solid: corners of a face, corners of the solid, and the angle between two faces.
SOLIDS = {
    4: (3, 4, math.acos(1 / 3)),
    6: (4, 8, math.pi / 2),
    8: (3, 6, math.acos(-1 / 3)),
}

every_net = pytest.mark.parametrize("faces", sorted(SOLIDS))


@dataclass(frozen=True)
class Net:
    """A net taken apart: faces by value, tabs, and the dashed lines."""

    faces: dict[int, list[Flat]]
    tabs: list[list[Flat]]
    folds: list[Edge]


def flattened(ops: Sequence[Op], x: float = 0, y: float = 0) -> Iterator[tuple[Shape, list[Flat]]]:
    for op in ops:
        if isinstance(op, Group):
            assert op.matrix[:4] == (1, 0, 0, 1), "nets are moved only"
            yield from flattened(op.ops, x + op.matrix[4], y + op.matrix[5])
        elif isinstance(op, Shape):
            ends = [segment[-2:] for segment in op.segments if segment[0] != "Z"]
            yield op, [(float(a) + x, float(b) + y) for a, b in ends]


def drawn(faces: int) -> Face:
    """The net with a mark of its own colour in the middle of each face."""
    return NETS[faces]("net", lambda value, box: [shapes.circle(*box.centre, 100, Paint(f"#00000{value}"))])


def net(faces: int) -> Net:
    corners = SOLIDS[faces][0]
    outlines, marks, folds = [], {}, []
    for shape, points in flattened(drawn(faces).ops):
        if shape.paint.fill and shape.paint.fill.startswith("#00000"):
            xs, ys = [x for x, _ in points], [y for _, y in points]
            marks[int(shape.paint.fill[-1])] = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        elif shape.paint.dash:
            folds.append(edge(points[0], points[1]))
        elif shape.segments[-1][0] == "Z":
            outlines.append(points)
    regular = [points for points in outlines if len(points) == corners and is_regular(points)]
    found = {value: next(points for points in regular if holds(points, mark)) for value, mark in marks.items()}
    return Net(found, [points for points in outlines if points not in regular], folds)


def is_regular(points: Sequence[Flat]) -> bool:
    around = [*points, points[0], points[1]]
    sides = [math.dist(a, b) for a, b in pairwise(around)]
    diagonals = [math.dist(a, b) for a, b in zip(around, around[2:], strict=False)]
    return max(sides) - min(sides) < 1 and max(diagonals) - min(diagonals) < 1


def holds(points: Sequence[Flat], point: Flat) -> bool:
    turns = [cross(a, b, point) for a, b in pairwise([*points, points[0]])]
    return all(turn >= -1 for turn in turns) or all(turn <= 1 for turn in turns)


def cross(a: Flat, b: Flat, c: Flat) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def edge(a: Flat, b: Flat) -> Edge:
    """An edge in the plane, told by its ends to the tenth of a millimetre."""
    return frozenset([(round(a[0] / 100), round(a[1] / 100)), (round(b[0] / 100), round(b[1] / 100))])


def edges(points: Sequence[Flat]) -> list[tuple[Flat, Flat]]:
    """The edges of a face, all faces going round the same way."""
    turned = points if sum(cross((0, 0), a, b) for a, b in pairwise([*points, points[0]])) > 0 else points[::-1]
    return list(pairwise([*turned, turned[0]]))


def hinges(found: Net) -> dict[Edge, list[int]]:
    """Edges that two faces share in the plane."""
    users: dict[Edge, list[int]] = defaultdict(list)
    for value, points in found.faces.items():
        for a, b in edges(points):
            users[edge(a, b)].append(value)
    return {key: values for key, values in users.items() if len(values) > 1}


def turned_about(a: Solid, b: Solid, angle: float, point: Solid) -> Solid:
    """Rodrigues: a point turned about the line from a to b."""
    length = math.dist(a, b)
    u = [(q - p) / length for p, q in zip(a, b, strict=True)]
    v = [q - p for p, q in zip(a, point, strict=True)]
    crossed = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    along = sum(p * q for p, q in zip(u, v, strict=True)) * (1 - math.cos(angle))
    x, y, z = (a[n] + v[n] * math.cos(angle) + crossed[n] * math.sin(angle) + u[n] * along for n in range(3))
    return x, y, z


def folded(faces: int) -> dict[int, dict[Flat, Solid]]:
    """Where the corners of each face come to lie when every hinge is folded to the solid's own angle."""
    found, angle = net(faces), math.pi - SOLIDS[faces][2]
    shared = hinges(found)
    place: dict[int, dict[Flat, Solid]] = {1: {point: (*point, 0.0) for point in found.faces[1]}}
    bends: dict[int, list[tuple[Solid, Solid]]] = {1: []}
    waiting = [1]
    while waiting:
        value = waiting.pop()
        for a, b in edges(found.faces[value]):
            for other in shared.get(edge(a, b), []):
                if other in place:
                    continue
                axis = (lifted(a, bends[value], angle), lifted(b, bends[value], angle))
                bends[other] = [*bends[value], axis]
                place[other] = {point: lifted(point, bends[other], angle) for point in found.faces[other]}
                waiting.append(other)
    return place


def lifted(point: Flat, bends: Sequence[tuple[Solid, Solid]], angle: float) -> Solid:
    """A point of the plane after the bends between it and the first face; the first bend moved the later axes along."""
    solid: Solid = (*point, 0.0)
    for number in range(len(bends)):
        solid = turned_about(*bends[number], angle, solid)
    return solid


def corner_ids(faces: int) -> dict[int, dict[Flat, int]]:
    """The corner of the solid that each corner of each face is; corners within 10 µm are one."""
    known: list[Solid] = []
    ids: dict[int, dict[Flat, int]] = {}
    for value, corners in folded(faces).items():
        ids[value] = {}
        for flat, solid in corners.items():
            near = [number for number, other in enumerate(known) if math.dist(other, solid) < 10]
            if not near:
                known.append(solid)
            ids[value][flat] = near[0] if near else len(known) - 1
    return ids


@every_net
def test_a_net_has_all_its_faces_and_hangs_together(faces: int) -> None:
    found = net(faces)
    assert sorted(found.faces) == list(range(1, faces + 1))
    assert len(hinges(found)) == faces - 1, "a tree: cut out in one piece, and no hinge too many"
    assert sorted(folded(faces)) == sorted(found.faces)


@every_net
def test_all_edges_are_equal(faces: int) -> None:
    lengths = [math.dist(a, b) for points in net(faces).faces.values() for a, b in edges(points)]
    assert max(lengths) - min(lengths) < 1


def test_the_d6_is_as_large_as_a_bought_die() -> None:
    assert all(math.dist(a, b) == pytest.approx(16 * MM) for a, b in edges(net(6).faces[1]))


@every_net
def test_folded_faces_close_to_the_solid(faces: int) -> None:
    ids = corner_ids(faces)
    corners = {corner for face in ids.values() for corner in face.values()}
    assert len(corners) == SOLIDS[faces][1]
    seams: dict[frozenset[int], list[int]] = defaultdict(list)
    for value, points in net(faces).faces.items():
        for a, b in edges(points):
            seams[frozenset([ids[value][a], ids[value][b]])].append(value)
    assert all(len(set(users)) == 2 for users in seams.values()), "each edge joins two faces"
    assert len(seams) == faces + SOLIDS[faces][1] - 2, "Euler"
    assert len({frozenset(face.values()) for face in ids.values()}) == faces, "no two faces on one side"


@every_net
def test_every_seam_has_exactly_one_tab_and_no_other_edge_has_any(faces: int) -> None:
    found, ids = net(faces), corner_ids(faces)
    tabbed: dict[Edge, int] = defaultdict(int)
    for tab in found.tabs:
        for a, b in pairwise([*tab, tab[0]]):
            tabbed[edge(a, b)] += 1
    seams: dict[frozenset[int], list[int]] = defaultdict(list)
    for value, points in found.faces.items():
        for a, b in edges(points):
            if edge(a, b) in hinges(found):
                assert tabbed[edge(a, b)] == 0, "a tab on a fold"
            else:
                seams[frozenset([ids[value][a], ids[value][b]])].append(tabbed[edge(a, b)])
    assert all(sorted(tabs) == [0, 1] for tabs in seams.values())
    assert len(found.tabs) == len(seams)


@every_net
def test_faces_and_tabs_do_not_overlap_on_paper(faces: int) -> None:
    found = net(faces)
    outlines = [*found.faces.values(), *found.tabs]
    for number, one in enumerate(outlines):
        for other in outlines[:number]:
            assert not overlap(one, other)


def overlap(one: Sequence[Flat], other: Sequence[Flat]) -> bool:
    """Two convex outlines overlap unless a line along one of their edges parts them."""
    for a, b in [*edges(one), *edges(other)]:
        normal = (b[1] - a[1], a[0] - b[0])
        first = [p[0] * normal[0] + p[1] * normal[1] for p in one]
        second = [p[0] * normal[0] + p[1] * normal[1] for p in other]
        slack = 2 * math.hypot(*normal)
        if max(first) <= min(second) + slack or max(second) <= min(first) + slack:
            return False
    return True


@every_net
def test_a_tab_hides_behind_the_face_that_it_is_glued_to(faces: int) -> None:
    """Folded over its base, it lies inside the face that stands there, which is as large as its own."""
    found = net(faces)
    for tab in found.tabs:
        sides = {edge(a, b): (a, b) for a, b in pairwise([*tab, tab[0]])}
        owner, base = next(
            (points, sides[edge(a, b)])
            for points in found.faces.values() for a, b in edges(points) if edge(a, b) in sides
        )  # fmt: skip
        assert all(holds(owner, mirrored(point, *base)) for point in tab)
        assert math.dist(*base) == pytest.approx(max(math.dist(a, b) for a, b in sides.values()))


def mirrored(point: Flat, a: Flat, b: Flat) -> Flat:
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)
    return 2 * (a[0] + t * dx) - point[0], 2 * (a[1] + t * dy) - point[1]


@every_net
def test_every_fold_is_dashed_and_nothing_else(faces: int) -> None:
    found = net(faces)
    assert sorted(map(sorted, found.folds)) == sorted(map(sorted, hinges(found)))
    assert FOLD.dash


def test_opposite_faces_of_a_d6_sum_to_seven() -> None:
    ids = {value: set(corners.values()) for value, corners in corner_ids(6).items()}
    opposite = [(a, b) for a in ids for b in ids if a < b and not ids[a] & ids[b]]
    assert len(opposite) == 3
    assert all(a + b == 7 for a, b in opposite)


@every_net
def test_nets_pass_preflight_and_are_no_larger_than_they_must_be(faces: int) -> None:
    face = drawn(faces)
    assert check_face(face, "extras") == []
    points = [point for _, outline in flattened(face.ops) for point in outline]
    assert max(x for x, _ in points) > face.width - 2 * MM
    assert max(y for _, y in points) > face.height - 2 * MM


@pytest.mark.parametrize("value", range(1, 7))
def test_pips_show_the_value_and_look_the_same_upside_down(value: int) -> None:
    assert len(PIPS[value]) == len(set(PIPS[value])) == value
    assert {(-x, -y) for x, y in PIPS[value]} == set(PIPS[value])


def icon_parts(value: int, *, pips: bool = True) -> tuple[int, list[str]]:
    """Pips and numerals of a die icon."""
    ops = die_icon(Box(0, 0, 12 * MM, 12 * MM), value, "die", pips=pips).ops
    dots = [op for op in ops if isinstance(op, Shape) and op.paint.fill and not op.paint.stroke]
    return len(dots), [line.text for op in ops if isinstance(op, Text) for line in op.lines]


@pytest.mark.parametrize("value", range(1, 11))
def test_a_die_icon_shows_pips_up_to_six_and_a_numeral_above(value: int) -> None:
    assert icon_parts(value) == ((value, []) if value <= 6 else (0, [str(value)]))
    assert icon_parts(value, pips=False) == (0, [str(value)])


@pytest.mark.parametrize("box", [Box(0, 0, 12 * MM, 12 * MM), Box(5, 7, 20 * MM, 9 * MM), Box(0, 0, 5 * MM, 30 * MM)])
def test_a_die_icon_is_square_and_in_the_middle_of_its_box(box: Box) -> None:
    frame = die_icon(box, 3, "die").ops[0]
    assert isinstance(frame, Shape)
    xs = [float(segment[-2]) for segment in frame.segments if segment[0] != "Z"]
    ys = [float(segment[-1]) for segment in frame.segments if segment[0] != "Z"]
    side = min(box.width, box.height)
    assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx((side, side))
    assert ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2) == pytest.approx(box.centre)
