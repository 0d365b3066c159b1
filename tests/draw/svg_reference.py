"""A second opinion on SVG geometry, written from the SVG 1.1 specification: paths as points, transforms as matrices.

It knows nothing of kitgen's display list but its plain data, and shares no code with kitgen.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from xml.etree.ElementTree import Element

from kitgen.draw.drawing import Group, Op, Picture, Place, Shape, Text

Point = tuple[float, float]
Affine = tuple[float, float, float, float, float, float]
Command = tuple[str, tuple[float, ...]]

UNIT: Affine = (1, 0, 0, 1, 0, 0)
STEPS = 24
"""Points to which a curve is flattened."""


def then(outer: Affine, inner: Affine) -> Affine:
    """The matrix product outer · inner, by rows and columns of 3 × 3 matrices."""
    rows = [[outer[0], outer[2], outer[4]], [outer[1], outer[3], outer[5]], [0, 0, 1]]
    columns = [[inner[0], inner[1], 0], [inner[2], inner[3], 0], [inner[4], inner[5], 1]]
    product = [[sum(r * c for r, c in zip(row, column, strict=True)) for column in columns] for row in rows]
    return (product[0][0], product[1][0], product[0][1], product[1][1], product[0][2], product[1][2])


def applied(matrix: Affine, point: Point) -> Point:
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def transform_matrix(name: str, numbers: Sequence[float]) -> Affine:
    """The matrix of one item of a transform list (SVG 1.1, 7.6)."""
    if name == "matrix":
        a, b, c, d, e, f = numbers
        return a, b, c, d, e, f
    if name == "translate":
        return 1, 0, 0, 1, numbers[0], numbers[1] if len(numbers) > 1 else 0
    if name == "scale":
        return numbers[0], 0, 0, numbers[1] if len(numbers) > 1 else numbers[0], 0, 0
    angle = math.radians(numbers[0])
    if name == "rotate":
        turned: Affine = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0, 0)
        if len(numbers) == 1:
            return turned
        x, y = numbers[1:]
        return then(then((1, 0, 0, 1, x, y), turned), (1, 0, 0, 1, -x, -y))
    return {"skewX": (1, 0, math.tan(angle), 1, 0, 0), "skewY": (1, math.tan(angle), 0, 1, 0, 0)}[name]


_TOKENS = re.compile(r"[MmLlHhVvCcSsQqTtAaZz]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_FLAGS = re.compile(r"\s*,?\s*([01])")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def path_commands(data: str) -> list[Command]:
    """Path data taken apart, repeated arguments as commands of their own (SVG 1.1, 8.3.9)."""
    found: list[Command] = []
    letter, at, numbers = "", 0, []
    while at < len(data):
        arc_flag = letter in ("A", "a") and len(numbers) in (3, 4)
        match = (_FLAGS if arc_flag else _TOKENS).search(data, at)
        if match is None:
            break
        at = match.end()
        token = match[1] if arc_flag else match[0]
        if token.isalpha():
            letter, numbers = token, []
        else:
            numbers.append(float(token))
        if len(numbers) == _ARGUMENTS[letter.upper()]:
            found.append((letter, tuple(numbers)))
            numbers = []
            letter = {"M": "L", "m": "l"}.get(letter, letter)
    return found


_ITEMS = re.compile(r"(\w+)\s*\(([^)]*)\)")


def transform_list(text: str) -> Affine:
    """The matrix of a ``transform`` attribute."""
    whole = UNIT
    for name, arguments in _ITEMS.findall(text):
        whole = then(whole, transform_matrix(name, [float(part) for part in re.split(r"[\s,]+", arguments.strip())]))
    return whole


def element_points(element: Element) -> list[list[Point]] | None:
    """A basic shape or path as chains of points; None for what draws nothing itself (SVG 1.1, 9)."""
    name = element.tag.rsplit("}", 1)[-1]
    number = {key: float(value) for key, value in element.attrib.items() if re.fullmatch(r"[-+.\deE]+", value)}

    def of(key: str) -> float:
        return number.get(key, 0.0)

    if name == "path":
        return path_points(path_commands(element.get("d", "")))
    if name in ("circle", "ellipse"):
        rx, ry = (of("r"), of("r")) if name == "circle" else (of("rx"), of("ry"))
        x, y = of("cx"), of("cy")
        quarters = [(x, y + ry), (x - rx, y), (x, y - ry), (x + rx, y)]
        arcs: list[Command] = [("A", (rx, ry, 0, 0, 1, *end)) for end in quarters]
        return path_points([("M", (x + rx, y)), *arcs, ("Z", ())])
    if name == "line":
        return [[(of("x1"), of("y1")), (of("x2"), of("y2"))]]
    if name in ("polyline", "polygon"):
        values = [float(part) for part in re.split(r"[\s,]+", element.get("points", "").strip())]
        points = list(zip(values[::2], values[1::2], strict=True))
        return [[*points, points[0]] if name == "polygon" else points]
    return _rectangle(of, element) if name == "rect" else None


def _rectangle(of: Callable[[str], float], element: Element) -> list[list[Point]]:
    x, y, width, height = of("x"), of("y"), of("width"), of("height")
    rx = of("rx") if "rx" in element.attrib else of("ry")
    ry = of("ry") if "ry" in element.attrib else rx
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    turns = [(x + width, y + ry), (x + width - rx, y + height), (x, y + height - ry), (x + rx, y)]
    lines = [(x + width - rx, y), (x + width, y + height - ry), (x + rx, y + height), (x, y + ry)]
    commands: list[Command] = [("M", (x + rx, y))]
    for line, turn in zip(lines, turns, strict=True):
        commands += [("L", line), ("A", (rx, ry, 0, 0, 1, *turn))]
    return path_points([*commands, ("Z", ())])


def path_points(commands: Sequence[Command]) -> list[list[Point]]:
    """Path data as one chain of points a subpath (SVG 1.1, 8.3)."""
    chains: list[list[Point]] = []
    here = start = (0.0, 0.0)
    handle: Point | None = None
    kind = ""
    for letter, numbers in commands:
        upper, base = letter.upper(), here if letter.islower() else (0.0, 0.0)
        pairs = [(base[0] + x, base[1] + y) for x, y in zip(numbers[::2], numbers[1::2], strict=False)]
        if upper == "M":
            here = start = pairs[0]
            chains.append([here])
        elif upper == "Z":
            chains[-1].append(start)
            here = start
        else:
            if kind == "Z":
                chains.append([here])
            curve, handle = _drawn(upper, numbers, base, pairs, here, handle if _smooth(upper, kind) else None)
            chains[-1] += curve
            here = curve[-1]
        if upper not in "CSQT":
            handle = None
        kind = upper
    return chains


def _smooth(now: str, before: str) -> bool:
    return (now == "S" and before in ("C", "S")) or (now == "T" and before in ("Q", "T"))


def _drawn(
    upper: str, numbers: Sequence[float], base: Point, pairs: list[Point], here: Point, handle: Point | None
) -> tuple[list[Point], Point | None]:
    """The points that a command adds, and the last control point for a smooth one after it."""
    if upper == "L":
        return [pairs[0]], None
    if upper == "H":
        return [(base[0] + numbers[0], here[1])], None
    if upper == "V":
        return [(here[0], base[1] + numbers[0])], None
    if upper == "A":
        rx, ry, tilt, large, sweep, x, y = numbers
        return _arc(here, (base[0] + x, base[1] + y), rx, ry, math.radians(tilt), bool(large), bool(sweep)), None
    mirrored = (2 * here[0] - handle[0], 2 * here[1] - handle[1]) if handle else here
    if upper in "CS":
        controls = pairs if upper == "C" else [mirrored, *pairs]
        return bezier([here, *controls]), controls[1]
    controls = pairs if upper == "Q" else [mirrored, pairs[0]]
    return bezier([here, *controls]), controls[0]


def bezier(points: Sequence[Point]) -> list[Point]:
    """A Bézier curve of any degree, by de Casteljau; without its first point."""
    found = []
    for step in range(1, STEPS + 1):
        t, level = step / STEPS, list(points)
        while len(level) > 1:
            level = [(p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t) for p, q in pairwise(level)]
        found.append(level[0])
    return found


def _arc(a: Point, b: Point, rx: float, ry: float, tilt: float, large: bool, sweep: bool) -> list[Point]:
    """An elliptical arc by its end points (SVG 1.1, F.6)."""
    if a == b:
        return [b]
    if rx == 0 or ry == 0:
        return [b]
    cos, sin = math.cos(tilt), math.sin(tilt)
    x = (cos * (a[0] - b[0]) + sin * (a[1] - b[1])) / 2
    y = (-sin * (a[0] - b[0]) + cos * (a[1] - b[1])) / 2
    size = (x / rx) ** 2 + (y / ry) ** 2
    if size > 1:
        rx, ry = rx * math.sqrt(size), ry * math.sqrt(size)
    below = (rx * y) ** 2 + (ry * x) ** 2
    root = math.sqrt(max(0.0, (rx * ry) ** 2 / below - 1)) * (-1 if large == sweep else 1)
    cx, cy = root * rx * y / ry, -root * ry * x / rx
    middle = cos * cx - sin * cy + (a[0] + b[0]) / 2, sin * cx + cos * cy + (a[1] + b[1]) / 2
    first = math.atan2((y - cy) / ry, (x - cx) / rx)
    turn = math.atan2((-y - cy) / ry, (-x - cx) / rx) - first
    if sweep and turn < 0:
        turn += 2 * math.pi
    if not sweep and turn > 0:
        turn -= 2 * math.pi
    found = []
    for step in range(1, 2 * STEPS + 1):
        angle = first + turn * step / (2 * STEPS)
        u, v = rx * math.cos(angle), ry * math.sin(angle)
        found.append((middle[0] + cos * u - sin * v, middle[1] + sin * u + cos * v))
    return found


def shapes_of(ops: Sequence[Op], matrix: Affine = UNIT) -> Iterator[tuple[Shape, Affine]]:
    """Every outline of a display list with its whole transform, multiplied here."""
    for op in ops:
        if isinstance(op, Group):
            yield from shapes_of(op.ops, then(matrix, op.matrix))
        elif isinstance(op, Place):
            yield from shapes_of(op.drawing.ops, then(matrix, op.matrix))
        elif isinstance(op, Shape):
            yield op, matrix
        else:
            assert isinstance(op, (Text, Picture))


def shape_points(shape: Shape, matrix: Affine = UNIT) -> list[list[Point]]:
    """An outline as chains of points, curves flattened."""
    chains: list[list[Point]] = []
    for segment in shape.segments:
        letter, numbers = segment[0], [float(value) for value in segment[1:]]
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        if letter == "M":
            chains.append([pairs[0]])
        elif letter == "Z":
            chains[-1].append(chains[-1][0])
        else:
            chains[-1] += pairs if letter == "L" else bezier([chains[-1][-1], *pairs])
    return [[applied(matrix, point) for point in chain] for chain in chains]


def agree(ours: Sequence[Sequence[Point]], theirs: Sequence[Sequence[Point]], near: float) -> bool:
    """True if two outlines of as many chains lie within ``near`` of each other all along."""
    return len(ours) == len(theirs) and all(_same(a, b, near) for a, b in zip(ours, theirs, strict=True))


def _same(ours: Sequence[Point], theirs: Sequence[Point], near: float) -> bool:
    """Quickly where both were flattened alike, or run alike; else every point against every line."""
    if len(ours) == len(theirs) and all(math.dist(a, b) < near for a, b in zip(ours, theirs, strict=True)):
        return True
    pairs = ((ours, theirs), (theirs, ours))
    if all(_beside(points, chain, near) for points, chain in pairs):
        return True
    return all(distance(points, [chain]) < near for points, chain in pairs)


def _beside(points: Sequence[Point], chain: Sequence[Point], near: float) -> bool:
    """Each point near the chain, found by walking along it."""
    lines, at = list(pairwise(chain)), 0
    for point in points:
        ahead = range(max(0, at - 2), min(len(lines), at + 4 * STEPS))
        found = next((number for number in ahead if _from_line(point, *lines[number]) < near), None)
        if found is None:
            return False
        at = found
    return True


def distance(points: Sequence[Point], chains: Sequence[Sequence[Point]]) -> float:
    """How far the farthest of some points lies from some chains."""
    return max((min(_from_chain(point, chain) for chain in chains) for point in points), default=0.0)


def _from_chain(point: Point, chain: Sequence[Point]) -> float:
    if len(chain) == 1:
        return math.dist(point, chain[0])
    return min(_from_line(point, a, b) for a, b in pairwise(chain))


def _from_line(p: Point, a: Point, b: Point) -> float:
    long = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    t = 0.0 if long == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / long))
    return math.dist(p, (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))


def extent(shape: Shape, matrix: Affine) -> tuple[float, float, float, float]:
    """The box of an outline's true ink: the extrema of its curves, not their control points, and half its stroke."""
    points: list[Point] = []
    here = (0.0, 0.0)
    for segment in shape.segments:
        numbers = [float(value) for value in segment[1:]]
        pairs = [applied(matrix, pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
        if segment[0] == "C":
            points += _extrema([here, *pairs])
        points += pairs[-1:]
        here = pairs[-1] if pairs else here
    a, b, c, d, _, _ = matrix
    stroked = shape.paint.width / 2 if shape.paint.stroke else 0.0
    # How far a circle of that radius reaches when it is transformed.
    dx, dy = stroked * math.hypot(a, c), stroked * math.hypot(b, d)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - dx, min(ys) - dy, max(xs) + dx, max(ys) + dy


def _extrema(curve: Sequence[Point]) -> list[Point]:
    """Points of a cubic where it turns back in x or y."""
    found = []
    for axis in (0, 1):
        p0, p1, p2, p3 = (point[axis] for point in curve)
        a, b, c = 3 * (p3 - 3 * p2 + 3 * p1 - p0), 6 * (p2 - 2 * p1 + p0), 3 * (p1 - p0)
        roots = _roots(a, b, c)
        found += [_at(curve, t) for t in roots if 0 < t < 1]
    return found


def _roots(a: float, b: float, c: float) -> list[float]:
    if abs(a) < 1e-9:
        return [-c / b] if abs(b) > 1e-9 else []
    inside = b * b - 4 * a * c
    return [] if inside < 0 else [(-b + math.sqrt(inside)) / (2 * a), (-b - math.sqrt(inside)) / (2 * a)]


def _at(curve: Sequence[Point], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x = sum(weight * point[0] for weight, point in zip(weights, curve, strict=True))
    return x, sum(weight * point[1] for weight, point in zip(weights, curve, strict=True))
