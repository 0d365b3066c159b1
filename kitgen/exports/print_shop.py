"""Decks as print shops take them: one PDF a deck, each card on pages of its own, in the four inks of a press."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kitgen.components.kit import Component
from kitgen.imposition.paper import Paper
from kitgen.imposition.sheet import Sheet, face_page
from kitgen.units import INCH, MM

Order = Literal["back-first", "front-first"]


@dataclass(frozen=True, slots=True)
class PrintShop:
    """What a print shop asks for: the order of pages, how much bleed, and how far text keeps from the trim."""

    id: str
    title: str
    order: Order
    bleed: int
    danger: int


PRINT_SHOPS: dict[str, PrintShop] = {
    shop.id: shop
    for shop in (
        PrintShop("any", "a print shop", "front-first", 3 * MM, 3 * MM),
        PrintShop("drivethrucards", "DriveThruCards", "back-first", INCH // 8, INCH // 8),
        PrintShop("mbprint", "MB Print", "front-first", 3 * MM, 4 * MM),
    )
}
"""Print shops by name; ``any`` asks for what most of them take."""


def deck_pages(deck: Component, shop: PrintShop) -> list[Sheet]:
    """The pages of a deck whose cards all have backs: two a card, copies and all, each as large as its bleed."""
    return list(_pages(deck, shop))


def _pages(deck: Component, shop: PrintShop) -> Iterator[Sheet]:
    width, height = (side + 2 * shop.bleed for side in deck.size)
    paper = Paper(deck.id, width, height)
    for piece in deck.pieces:
        sides = list(piece.sides.items())
        for number in range(1, piece.copies + 1):
            of = f" {number}/{piece.copies}" if piece.copies > 1 else ""
            for side, face in sides if shop.order == "front-first" else reversed(sides):
                yield face_page(face, paper, deck.part, f"{piece.title or deck.title}{of}", side)
