"""Small faces and kits that look like nothing else, for tests of virtual tables."""

from __future__ import annotations

from collections.abc import Sequence

from kitgen.components.kit import Component, Face, Kit, Piece
from kitgen.draw import shapes
from kitgen.draw.drawing import Box, Drawing, Paint
from kitgen.imposition.kit_sheets import DrawnKit

CARD = (63_500, 88_900)
SMALL = (2_540, 2_540)
"""Thirty pixels at 300 dpi."""


def stub_face(name: str, number: int = 0, size: tuple[int, int] = CARD) -> Face:
    """A face of one colour, which its number makes its own."""
    width, height = size
    ground = shapes.rectangle(Box(0, 0, width, height), Paint(f"#{number % 256:02x}{number // 256 % 256:02x}80"))
    return Face(name, width, height, (), (ground,))


def deck(
    copies: Sequence[int], *, key: str = "deck", back: Face | None = None, size: tuple[int, int] = CARD
) -> Component:
    """A deck with so many copies of each card, every card another."""
    pieces = [
        Piece(f"card-{number}", stub_face(f"card-{number}", number, size), count, back, f"Card {number}")
        for number, count in enumerate(copies)
    ]
    return Component(key, "The deck", "cards", tuple(pieces))


def pieces_of(key: str, copies: Sequence[int], size: tuple[int, int] = SMALL, *, die: int = 0) -> Component:
    """Tokens, or numbers to draw for a die."""
    pieces = [Piece(f"{key}-{n}", stub_face(f"{key}-{n}", n, size), count) for n, count in enumerate(copies)]
    return Component(key, f"All {key}", "tokens", tuple(pieces), die=die)


def stub_kit(*components: Component) -> DrawnKit:
    """A kit of some components, without documents."""
    kit = Kit("stub-game", "stub", "A stub", "00000000", components)
    finished = Drawing("finished", 40_000, 20_000, (shapes.rectangle(Box(0, 0, 40_000, 20_000), Paint("#123456")),))
    return DrawnKit(kit, [], finished, lambda document: [])
