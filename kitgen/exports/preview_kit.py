"""What a preview shows of a kit, and in which order: plain values, before anything is written as HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.components.kit import PARTS, Component, Face, Part, Piece
from kitgen.diagnostics import Diagnostic
from kitgen.draw.drawing import Box, Text, transform_box, walk
from kitgen.imposition.sheet import Sheet
from kitgen.source.words import Words
from kitgen.units import MM, format_size


@dataclass(frozen=True, slots=True)
class ShownFace:
    """A face with what is said below it. ``name`` is what it is called where nobody sees it."""

    face: Face
    name: str
    caption: str
    copies: int
    findings: tuple[Diagnostic, ...]
    flaws: tuple[Box, ...]
    """The boxes on the face that the findings are about, where they name one."""


@dataclass(frozen=True, slots=True)
class ShownComponent:
    """A component with its faces. ``details`` are how many there are, how large, and so on."""

    id: str
    title: str
    part: Part
    joined: bool
    details: tuple[str, ...]
    size: str
    count: int
    faces: tuple[ShownFace, ...]

    @property
    def flaws(self) -> int:
        """How many findings there are on its faces."""
        return sum(len(shown.findings) for shown in self.faces)

    @property
    def links(self) -> Iterator[tuple[str, str, int]]:
        """Where the faces are that have findings, what they are called, and how many findings each has."""
        for number, shown in enumerate(self.faces):
            if shown.findings:
                yield f"f-{self.id}-{number}", shown.name, len(shown.findings)

    @property
    def bled(self) -> bool:
        """Whether any face is printed beyond its trim."""
        return any(shown.face.bleed for shown in self.faces)


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """One side of a sheet of paper, with the findings about pages that are printed on it and shown nowhere else."""

    sheet: Sheet
    name: str
    findings: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Stack:
    """The sheets of a part."""

    part: Part
    sheets: tuple[ShownSheet, ...]

    @property
    def flaws(self) -> int:
        """How many findings there are on its sheets."""
        return sum(len(shown.findings) for shown in self.sheets)

    @property
    def links(self) -> Iterator[tuple[str, str, int]]:
        """Where the sheets are that have findings, what they are called, and how many findings each has."""
        for number, shown in enumerate(self.sheets):
            if shown.findings:
                yield f"s-{self.part}-{number}", shown.name, len(shown.findings)


@dataclass(slots=True)
class Findings:
    """Findings of preflight, handed out to the faces that they are about."""

    left: list[Diagnostic]
    """Those that no face has taken."""

    def take(self, part: Part, face: Face) -> tuple[Diagnostic, ...]:
        """The findings about a face, which preflight names by its part and its own name."""
        where = f"{part}, {face.name!r}"
        found = [finding for finding in self.left if finding.path == where or finding.path.startswith(f"{where}, ")]
        if found:
            self.left = [finding for finding in self.left if finding not in found]
        return tuple(found)


def by_part(shown: Sequence[ShownComponent]) -> list[tuple[Part, list[ShownComponent]]]:
    """Components by part, in printing order; parts without any are left out."""
    found = [(part, [component for component in shown if component.part == part]) for part in PARTS]
    return [(part, components) for part, components in found if components]


def shown_component(component: Component, findings: Findings, words: Words) -> ShownComponent:
    """What a preview shows of a component: every distinct face once, backs after the fronts."""
    fronts = [_front(component, number, findings, words) for number in range(len(component.pieces))]
    size = local_size(component.size, words)
    details = [counted(component.count, "piece", words), size]
    if len(component.pieces) > 1 and component.count > len(component.pieces):
        details.insert(1, words("preview.designs", count=len(component.pieces)))
    if component.two_sided:
        details.append(words("preview.two_sided"))
    faces = (*fronts, *_backs(component, findings, words))
    return ShownComponent(
        component.id, component.title, component.part, component.joined, tuple(details), size, component.count, faces
    )


def shown_stack(part: Part, sheets: Sequence[Sheet], findings: Findings, words: Words) -> Stack:
    """What a preview shows of the sheets of a part."""
    return Stack(part, tuple(_sheet(sheet, findings, words) for sheet in sheets))


def _sheet(sheet: Sheet, findings: Findings, words: Words) -> ShownSheet:
    side, title = words(f"sides.{sheet.side}"), sheet.title or words(f"parts.{sheet.part}")
    name = words("preview.sheet_name", title=title, side=side, number=sheet.number, count=sheet.count)
    found = [finding for placed in sheet.placements for finding in findings.take(sheet.part, placed.face)]
    return ShownSheet(sheet, name, tuple(found))


def counted(count: int, thing: str, words: Words) -> str:
    """``1 piece``, ``36 pieces``, by the words under ``preview``."""
    return words(f"preview.{thing}") if count == 1 else words(f"preview.{thing}s", count=count)


def local_size(size: tuple[int, int], words: Words) -> str:
    """A size in millimetres as the language writes it, on one line."""
    return format_size(size).replace(".", words("preview.point")).replace(" ", "\N{NO-BREAK SPACE}")


def millimetres(length: float) -> str:
    """A length in micrometres as style sheets write the number of its millimetres."""
    return f"{length / MM:.3f}".rstrip("0").rstrip(".")


def _title(component: Component, number: int, words: Words) -> str:
    """What a piece is called; sections of a board and the like are numbered."""
    piece = component.pieces[number]
    if piece.title or len(component.pieces) == 1:
        return piece.title or component.title
    return words("preview.section", title=component.title, number=number + 1, count=len(component.pieces))


def _front(component: Component, number: int, findings: Findings, words: Words) -> ShownFace:
    piece, title = component.pieces[number], _title(component, number, words)
    name = words("preview.front", title=title) if piece.back else title
    return _shown(component.part, piece.front, name, title, piece.copies, findings)


def _backs(component: Component, findings: Findings, words: Words) -> Iterator[ShownFace]:
    """Each distinct back once; one that all pieces have says so."""
    owners: dict[int, tuple[Face, Piece, str]] = {}
    for number, piece in enumerate(component.pieces):
        if piece.back is not None:
            owners.setdefault(id(piece.back), (piece.back, piece, _title(component, number, words)))
    shared = len(owners) == 1 and len(component.pieces) > 1
    for face, piece, title in owners.values():
        name = words("preview.back", title=component.title if shared else title)
        caption = words("preview.same_back") if shared else name
        yield _shown(component.part, face, name, caption, component.count if shared else piece.copies, findings)


def _shown(part: Part, face: Face, name: str, caption: str, copies: int, findings: Findings) -> ShownFace:
    found = findings.take(part, face)
    return ShownFace(face, name, caption, copies, found, tuple(_flaws(face, f"{part}, {face.name!r}", found)))


def _flaws(face: Face, where: str, findings: Sequence[Diagnostic]) -> Iterator[Box]:
    """The boxes of the texts that findings name."""
    named = {finding.path for finding in findings}
    if named:
        for op, matrix, _ in walk((*face.background, *face.ops)):
            if isinstance(op, Text) and f"{where}, box {op.name!r}" in named:
                yield transform_box(matrix, op.box)
