"""Faces as they go to the press: in an ink mode, with as much bleed as was asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kitgen.components.kit import Face
from kitgen.draw import shapes
from kitgen.draw.ink import Inker


@dataclass(frozen=True, slots=True)
class Press:
    """Makes the faces of one kit ready. ``bleed`` is what is printed beyond a trim; faces are drawn further."""

    inker: Inker
    bleed: int

    def face(self, face: Face) -> Face:
        """The face as it is printed."""
        background = self.inker.ops(face.background)
        bleed = min(face.bleed, self.bleed)
        if bleed < face.bleed:
            background = (shapes.clipped(background, face.trim.inset(-bleed)),)
        return replace(face, ops=self.inker.ops(face.ops), background=background, bleed=bleed)
