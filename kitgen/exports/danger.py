"""What may go wrong at a print service: text where its cut may fall, colour that ends just there."""

from __future__ import annotations

import math
from collections.abc import Iterator

from kitgen.components.kit import Component, Face
from kitgen.components.preflight import TOLERANCE, ink_bounds, nearest_text
from kitgen.diagnostics import Diagnostic, Severity, counted
from kitgen.draw.drawing import Box
from kitgen.units import MM, format_length

DRIFT = 1_500
"""By how much services' cuts miss; ink that ends nearer to the cut needs bleed."""


def dangers(component: Component, trim: tuple[int, int], danger: int, service: str) -> Iterator[Diagnostic]:
    """What a service whose cut makes pieces of ``trim`` may spoil: one finding a component, with the nearest text.

    Lengths in micrometres; text should keep ``danger`` from the cut. Pieces lie in the middle of the trim.
    """
    width, height = component.size
    cut = Box(0, 0, width, height).inset((width - trim[0]) / 2, (height - trim[1]) / 2)
    faces = {id(face): face for face in component.faces}.values()
    near = [(distance, face.name, text) for face in faces for distance, text in [nearest_text(face, cut)]
            if distance < danger - TOLERANCE]  # fmt: skip
    if near:
        nearest, name, text = min(near)
        message = (
            f"{counted(len(near), 'face')} with text within {format_length(danger)} of the cut, where {service} may "
            f"cut it off; the nearest is {text!r} on {name!r}, {math.floor(nearest / MM * 10) / 10:g} mm"
        )
        hint = "choose a larger format, or look at a proof before you order many"
        yield Diagnostic("near-the-cut", Severity.WARNING, message, None, component.id, hint)
    bare = [face for face in faces if _ends_at(face, cut)]
    if bare:
        message = (
            f"{counted(len(bare), 'face')} with colour that ends at the cut and goes no further, as {bare[0].name!r}; "
            f"where the cut drifts, white shows"
        )
        hint = "choose a size that leaves a white border, or look at a proof before you order many"
        yield Diagnostic("no-bleed", Severity.WARNING, message, None, component.id, hint)


def _ends_at(face: Face, cut: Box) -> bool:
    """Whether the ink of a face ends at a side of a cut, instead of well inside or well outside."""
    ink = ink_bounds((*face.background, *face.ops))
    sides = (ink.x - cut.x, ink.y - cut.y, cut.right - ink.right, cut.bottom - ink.bottom)
    return ink.width > 0 and any(abs(side) < DRIFT for side in sides)
