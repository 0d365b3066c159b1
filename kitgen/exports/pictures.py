"""Every face as a picture, by a name that stays: what is drawn, on which canvas, and what a service says about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kitgen.components.kit import Component, Face, Part, Piece
from kitgen.diagnostics import Diagnostic, Severity
from kitgen.errors import UsageError
from kitgen.exports.danger import dangers
from kitgen.exports.names import safe_name, side_words
from kitgen.exports.services import Service, is_exact, pixels
from kitgen.imposition.boards import in_one_piece
from kitgen.imposition.kit_sheets import DrawnKit
from kitgen.render.png import Canvas, draw_pictures, packed
from kitgen.units import MM, format_size

LEAST_DPI, MOST_DPI = 36, 1_200
MOST_PIXELS = 89_000_000
"""Of one picture; programs that read pictures take more for an attack."""


@dataclass(frozen=True, slots=True)
class Pictured:
    """A component as pictures of one size. ``names`` gives the file of each face, by identity; equal ones share one."""

    component: Component
    canvas: Canvas
    names: dict[int, str]
    product: str = ""

    def file(self, face: Face) -> str:
        """The file of a face."""
        return f"{self.names[id(face)]}.png"

    @property
    def files(self) -> list[str]:
        """The file of every face."""
        return [f"{name}.png" for name in self.names.values()]


def pictured(component: Component, canvas: Canvas, product: str = "") -> Pictured:
    """A component with a name for each of its faces."""
    names: dict[int, str] = {}
    for piece in component.pieces:
        for side, face in piece.sides.items():
            names.setdefault(id(face), safe_name(*side_words(component, piece, side)))
    return Pictured(component, canvas, names, product)


def picture_files(wanted: Sequence[Pictured]) -> Iterator[tuple[str, bytes]]:
    """The PNG of each face, one at a time."""
    faces = [(one, face) for one in wanted for face in {id(face): face for face in one.component.faces}.values()]
    drawn = draw_pictures([(face, one.canvas) for one, face in faces])
    pictures = ((picture, one.canvas.dpi) for picture, (one, _) in zip(drawn, faces, strict=True))
    for (one, face), data in zip(faces, packed(pictures), strict=True):
        yield one.file(face), data


def all_components(drawn: DrawnKit, parts: Sequence[Part]) -> list[Component]:
    """What pictures are made of: boards in one piece, every other component, the pages of documents."""
    pages = [
        Component(
            document.id,
            document.title,
            document.part,
            tuple(
                Piece(f"page-{number}", face, document.copies, title=f"{document.title} {number}")
                for number, face in enumerate(faces, start=1)
            ),
        )
        for document, faces in drawn.pages
    ]
    return [component for component in (*in_one_piece(drawn.kit.components), *pages) if component.part in parts]


def plain_pictures(components: Sequence[Component], dpi: int, bleed: int) -> list[Pictured]:
    """Each component at a resolution, with some bleed. Raises UsageError for more pixels than programs read."""
    found = []
    for component in components:
        width, height = (pixels(side + 2 * bleed, dpi) for side in component.size)
        if width * height > MOST_PIXELS:
            most = int(dpi * (MOST_PIXELS / (width * height)) ** 0.5)
            message = f"{component.id} would be {width:,} × {height:,} pixels, more than most programs open"
            raise UsageError(message, f"write --dpi {most} at most, or leave it out with --only")
        found.append(pictured(component, Canvas(width, height, dpi)))
    return found


def service_pictures(components: Sequence[Component], service: Service) -> tuple[list[Pictured], list[Diagnostic]]:
    """Each component on the canvas of a service, and what its author should know.

    Raises UsageError for more cards than one order takes, or where it makes nothing of the kit.
    """
    found, notes = [], []
    for component in components:
        canvas = service.canvas_for(component)
        if canvas is None:
            notes.append(_left_out(component, service))
            continue
        product = service.product_for(component)
        if product is not None and not is_exact(product, component.size):
            notes.append(_not_its_size(component, product.name, product.trim, service))
        notes += dangers(component, product.trim if product else component.size, service.danger, service.title)
        found.append(pictured(component, canvas, product.name if product else ""))
    if not found:
        raise UsageError(f"{component.id}: {notes[-1].message}", notes[-1].hint)
    return found, notes


def _left_out(component: Component, service: Service) -> Diagnostic:
    message = f"{service.title} makes nothing that holds {format_size(component.size)}; it is left out"
    return Diagnostic("no-product", Severity.WARNING, message, None, component.id, "print it at home")


def _not_its_size(component: Component, name: str, trim: tuple[int, int], service: Service) -> Diagnostic:
    message = (
        f"{service.title} makes nothing of {format_size(component.size)}; it is drawn at true size in the middle of "
        f"{name}, {format_size(trim)}"
    )
    hint = "give it a size that the service has, or cut it down yourself"
    return Diagnostic("no-exact-product", Severity.NOTE, message, None, component.id, hint)


def picture_entries(wanted: Sequence[Pictured]) -> list[dict[str, Any]]:
    """What the manifest says of the pictures: which file is which side of which piece, and how many there are."""
    return [
        {
            "id": one.component.id,
            "title": one.component.title,
            "part": one.component.part,
            "pixels": [one.canvas.width, one.canvas.height],
            "dpi": one.canvas.dpi,
            "trim_mm": [side / MM for side in one.component.size],
            **({"product": one.product} if one.product else {}),
            "pieces": [
                {
                    "id": piece.id,
                    "title": piece.title or one.component.title,
                    "copies": piece.copies,
                    **{side: one.file(face) for side, face in piece.sides.items()},
                }
                for piece in one.component.pieces
            ],
        }
        for one in wanted
    ]


def without_dice(components: Sequence[Component]) -> list[Component]:
    """What services and virtual tables are shown: they have dice of their own."""
    return [component for component in components if not component.die]
