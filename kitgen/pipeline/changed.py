"""Which printed pieces of a kit are not in another: what its owner has to print anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kitgen.components.kit import Component, Face, Piece
from kitgen.imposition.kit_sheets import DrawnKit
from kitgen.rulesheet.sheet import RuleDocument


@dataclass(frozen=True, slots=True)
class ChangedComponent:
    """A component that is not the same: pieces that are new or take the place of the old ones of their id, with as
    many copies as are wanted anew; and those that are to be left out, with how many."""

    component: Component
    anew: tuple[Piece, ...]
    left_out: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class ChangedKit:
    """What differs between two kits, and the second kit with nothing but what is to be printed anew."""

    components: tuple[ChangedComponent, ...]
    documents: tuple[str, ...]
    drawn: DrawnKit

    @property
    def is_changed(self) -> bool:
        """Whether anything is to be printed."""
        return bool(self.documents) or any(changed.anew for changed in self.components)

    def told(self) -> Iterator[str]:
        """The changes, a line each."""
        if not self.documents and not self.components:
            yield "Everything that is printed is the same."
            return
        yield "What is printed otherwise"
        for changed in self.components:
            if changed.anew:
                copies = sum(piece.copies for piece in changed.anew)
                names = _listed([piece.id for piece in changed.anew])
                yield f"  {changed.component.title}: {copies} of {changed.component.count} anew ({names})"
        for title in self.documents:
            yield f"  {title}"
        left_out = list(self.told_left_out())
        if left_out:
            yield "What is no longer needed"
            yield from (f"  {line}" for line in left_out)

    def told_left_out(self) -> Iterator[str]:
        """What is no longer needed of the first kit, a line a component, every piece by name."""
        for changed in self.components:
            if changed.left_out:
                count = sum(copies for _, copies in changed.left_out)
                names = ", ".join(f"{copies} × {name}" if copies > 1 else name for name, copies in changed.left_out)
                yield f"{changed.component.title}: take out {count} ({names})"


MOST_NAMES = 6


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return f"{', '.join(names[:MOST_NAMES])}{more}"


def changed_kit(old: DrawnKit, new: DrawnKit) -> ChangedKit:
    """What of the new kit is not in the old one. Faces are compared as they are drawn, sign for sign."""
    before = {component.id: component for component in old.kit.components}
    changed = [_changed(before.get(component.id), component) for component in new.kit.components]
    there = {component.id for component in new.kit.components}
    gone = [
        ChangedComponent(component, (), tuple((piece.id, piece.copies) for piece in component.pieces))
        for component in old.kit.components
        if component.id not in there
    ]
    differing = tuple(one for one in [*changed, *gone] if one.anew or one.left_out)
    pages = [(document, faces) for document, faces in new.pages if not _is_in(old.pages, document, faces)]
    kept = tuple(replace(one.component, pieces=one.anew) for one in changed if one.anew)
    drawn = replace(new, kit=replace(new.kit, components=kept), pages=pages)
    return ChangedKit(differing, tuple(document.title for document, _ in pages), drawn)


def _is_in(pages: Sequence[tuple[RuleDocument, list[Face]]], document: RuleDocument, faces: list[Face]) -> bool:
    return any(other.id == document.id and before == faces for other, before in pages)


def _changed(old: Component | None, new: Component) -> ChangedComponent:
    before = {piece.id: piece for piece in old.pieces} if old else {}
    anew, left_out = [], []
    for piece in new.pieces:
        same = before.pop(piece.id, None)
        if same is None or (same.front, same.back) != (piece.front, piece.back):
            anew.append(piece)
        elif piece.copies > same.copies:
            anew.append(replace(piece, copies=piece.copies - same.copies))
        elif piece.copies < same.copies:
            left_out.append((piece.id, same.copies - piece.copies))
    left_out += [(piece.id, piece.copies) for piece in before.values()]
    return ChangedComponent(new, tuple(anew), tuple(left_out))
