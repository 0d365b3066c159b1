"""Standees: a figure that folds over its head and stands on two flaps."""

from __future__ import annotations

from kitgen.components.kit import Face
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Drawing, Op, Paint
from kitgen.draw.theme import COLOURS, FOLD, INK
from kitgen.units import MM

FLAP = 11 * MM


def standee(name: str, front: Drawing, back: Drawing, width: int, height: int) -> Face:
    """A strip: flap, back (head down), fold at the heads, front, flap.

    ``width`` and ``height`` are those of the standing figure. Folded at the heads, glued back to back, the flaps are
    bent outwards; they are the ground on which it stands, with a coin glued below.
    """
    full = 2 * height + 2 * FLAP
    middle = FLAP + height
    figure = Box(1.5 * MM, 2 * MM, width - 3 * MM, height - 2 * MM)
    sky = Paint(COLOURS["sky"].tint)
    ops: list[Op] = [
        shapes.rectangle(Box(0, FLAP, width, 2 * height).inset(1 * MM, 0), sky),
        shapes.rectangle(Box(0, 0, width, full).inset(1 * MM), Paint(stroke=INK, width=250), 2 * MM),
        *_flap(Box(0, 0, width, FLAP)),
        *_flap(Box(0, FLAP + 2 * height, width, FLAP)),
        shapes.move([shapes.place_in(front, figure)], 0, middle),
        shapes.turn([shapes.place_in(back, figure)], 180, width, middle),
    ]
    creases = tuple((0.5 * MM, y, width - 0.5 * MM, y) for y in (FLAP, middle, FLAP + 2 * height))
    ops += [shapes.line(*crease, FOLD) for crease in creases]
    return Face(name, width, full, tuple(ops), safe=0, creases=creases)


def _flap(box: Box) -> list[Op]:
    """A flap: ground with tufts of grass."""
    inner = box.inset(2.5 * MM)
    grass = COLOURS["green"]
    tufts = [inner.x + inner.width * share for share in (0.15, 0.5, 0.85)]
    return [
        shapes.rectangle(inner, Paint(grass.tint), 1 * MM),
        *(
            shapes.line(
                x + lean,
                inner.bottom - 1.5 * MM,
                x + 2 * lean,
                inner.bottom - 3.5 * MM,
                Paint(stroke=grass.base, width=400),
            )
            for x in tufts
            for lean in (-0.5 * MM, 0, 0.5 * MM)
        ),
    ]
