"""The kit: the bill of materials, each face an already laid-out drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from kitgen.draw.drawing import Box, Drawing, Op, Segment
from kitgen.draw.theme import Colour
from kitgen.units import MM

Part = Literal["boards", "cards", "tokens", "boxes", "rules", "extras"]
PARTS: tuple[Part, ...] = ("boards", "cards", "tokens", "boxes", "rules", "extras")
"""The parts of a kit, one PDF each, by paper stock, in printing order."""

Side = Literal["front", "back"]

WIDEST_BLEED = 5 * MM
"""Faces that have colour at their trim are drawn that far beyond it; how much of it is printed, the press decides."""

SAFE = 2_500
"""How far type and figures keep from the trim unless a face says otherwise."""

Crease = tuple[float, float, float, float]
"""A line to score, from x and y to x and y."""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a piece. The origin is the top left of the trim.

    ``background`` may reach into the bleed; ``ops`` keep inside the safe area, ``safe`` from the trim. ``outline`` is
    what is cut, closed contours, where that is not the trim's rectangle; ``creases`` are lines to score, each from a
    point to another. ``headings`` are those of a page of a document, with how far down they stand.
    """

    name: str
    width: int
    height: int
    ops: tuple[Op, ...]
    background: tuple[Op, ...] = ()
    bleed: int = 0
    safe: int = SAFE
    outline: tuple[Segment, ...] = ()
    creases: tuple[Crease, ...] = ()
    headings: tuple[tuple[str, float], ...] = ()

    @property
    def trim(self) -> Box:
        """The face as it is cut."""
        return Box(0, 0, self.width, self.height)


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing to cut out: a front, perhaps a back, and how many of it.

    ``title`` is what players call it, in the kit's language; without one it has its component's. ``values`` is what
    the numbers from 1 up mean on the faces of a die's net, where they mean anything but themselves.
    """

    id: str
    front: Face
    copies: int = 1
    back: Face | None = None
    title: str = ""
    values: tuple[str, ...] = ()

    @property
    def sides(self) -> dict[Side, Face]:
        """The faces by what they are: a front, perhaps a back."""
        return {"front": self.front} if self.back is None else {"front": self.front, "back": self.back}


@dataclass(frozen=True, slots=True)
class Boxing:
    """What stands on the tuck box of a component: a picture, and the colour of its panels.

    ``stacked`` pieces lie in stacks side by side, as tokens do; else they are one deck.
    """

    art: Drawing
    colour: Colour
    stacked: bool = False


@dataclass(frozen=True, slots=True)
class Component:
    """Pieces of one size that are printed and counted together.

    ``marks`` are the crop marks at a piece's trim; pieces with an outline of their own (nets, discs) go without.
    ``gap`` parts neighbours that do not share cuts. ``joined`` says that the pieces are the sections of one board, in
    their order, one below the other. ``boxing`` is given to what is kept in a tuck box. The words
    under ``craft`` (or else under the id) say how it is made. ``die`` is the number of faces of the die that a piece
    (a net), or all of them together (numbers to draw), stand for. What ``stands`` is a strip that is folded over its
    head.
    """

    id: str
    title: str
    part: Part
    pieces: tuple[Piece, ...]
    gap: int = 0
    marks: bool = True
    joined: bool = False
    boxing: Boxing | None = None
    craft: str = ""
    die: int = 0
    stands: bool = False

    def __post_init__(self) -> None:
        if len({(face.width, face.height) for face in self.faces}) != 1:
            raise ValueError(f"the pieces of {self.id} are not of one size")

    @property
    def size(self) -> tuple[int, int]:
        """Trim width and height, the same for every piece."""
        face = self.pieces[0].front
        return face.width, face.height

    @property
    def count(self) -> int:
        """Pieces in all."""
        return sum(piece.copies for piece in self.pieces)

    @property
    def two_sided(self) -> bool:
        """Whether any piece has a back."""
        return any(piece.back for piece in self.pieces)

    def with_faces(self, change: Callable[[Face], Face]) -> Component:
        """The component with every face made into another; pieces that share a face still share it."""
        changed = {id(face): change(face) for face in {id(face): face for face in self.faces}.values()}
        pieces = (
            replace(piece, front=changed[id(piece.front)], back=piece.back and changed[id(piece.back)])
            for piece in self.pieces
        )
        return replace(self, pieces=tuple(pieces))

    @property
    def faces(self) -> list[Face]:
        """Every face, fronts and backs."""
        return [face for piece in self.pieces for face in (piece.front, piece.back) if face is not None]


@dataclass(frozen=True, slots=True)
class Kit:
    """Everything that is cut out for one variant in one language."""

    game: str
    variant: str
    title: str
    digest: str
    components: tuple[Component, ...]


def corner_radius(width: int, height: int) -> int:
    """Corners of cards and panels: 3 mm, less on small pieces."""
    return min(3 * MM, width // 8, height // 8)
