"""Faces as they go to the press: in an ink mode, with as much bleed as was asked for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kitgen.components.kit import Component, Face
from kitgen.draw import shapes
from kitgen.draw.ink import Inker


@dataclass(slots=True)
class Press:
    """Makes the faces of one kit ready: each once, so that pieces that share a face still share it."""

    inker: Inker
    bleed: int
    """Micrometres that are printed beyond a trim; faces are drawn further."""
    _done: dict[int, tuple[Face, Face]] = field(default_factory=dict)

    def face(self, face: Face) -> Face:
        """The face as it is printed."""
        if id(face) not in self._done:
            # The face is kept beside what was made of it, so that no other takes its identity.
            self._done[id(face)] = face, self._made(face)
        return self._done[id(face)][1]

    def component(self, component: Component) -> Component:
        """The component with all its faces as they are printed."""
        return component.with_faces(self.face)

    def _made(self, face: Face) -> Face:
        background = self.inker.ops(face.background)
        bleed = min(face.bleed, self.bleed)
        if bleed < face.bleed:
            background = (shapes.clipped(background, face.trim.inset(-bleed)),)
        return replace(face, ops=self.inker.ops(face.ops), background=background, bleed=bleed)
