"""Cards without a back get one where both sides are printed, or shown."""

from __future__ import annotations

from dataclasses import replace

from kitgen.components.kit import Component, Face
from kitgen.draw import shapes
from kitgen.draw.drawing import Paint


def with_backs(component: Component, colour: str | None = None) -> Component:
    """The component with a back of one colour, or an empty one, for every piece that has none."""
    if all(piece.back for piece in component.pieces):
        return component
    plain = plain_face(component.size, colour)
    return replace(component, pieces=tuple(replace(piece, back=piece.back or plain) for piece in component.pieces))


def plain_face(size: tuple[int, int], colour: str | None = None) -> Face:
    """A face of one colour, or of paper, and nothing on it; its trim in micrometres."""
    face = Face("plain", *size, ())
    return replace(face, background=(shapes.rectangle(face.trim, Paint(colour)),)) if colour else face
