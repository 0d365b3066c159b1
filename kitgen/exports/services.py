"""Print services and virtual tables that take one picture a face: what they print, and at how many pixels.

Figures as projects that upload to these services quote them; docs/exporting.md says which of them nobody has confirmed.
Lengths in micrometres.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from kitgen.components.kit import Component, Part
from kitgen.components.outlines import is_round
from kitgen.render.png import Canvas
from kitgen.units import INCH, MM

DPI = 300
"""What every service here asks for."""

NEAR = 700
"""By how much a trim may differ from a product's, both sides together, and still be of its size."""


@dataclass(frozen=True, slots=True)
class Product:
    """Something that a service makes: the pixels of its picture, bleed included, and its trim in inches."""

    name: str
    pixels: tuple[int, int]
    inches: tuple[float, float]
    parts: tuple[Part, ...] = ("cards",)
    round: bool = False

    @property
    def trim(self) -> tuple[int, int]:
        """Width and height as it is cut."""
        width, height = self.inches
        return round(width * INCH), round(height * INCH)

    def turned(self) -> Product:
        """The product on its side."""
        return Product(self.name, self.pixels[::-1], self.inches[::-1], self.parts, self.round)


@dataclass(frozen=True, slots=True)
class Service:
    """Who takes pictures: which parts of a kit, at which sizes, and how near to the trim no text should be.

    Without ``products`` any size is taken, with ``bleed`` pixels round the trim, or what is ``exact`` for a size. Who
    takes ``orders``, of ``most`` cards, gets one beside the pictures, and prints backs on all cards. ``paper`` is what
    documents are set for.
    """

    id: str
    title: str
    parts: tuple[Part, ...]
    danger: int
    products: tuple[Product, ...] = ()
    bleed: int = 0
    exact: dict[tuple[int, int], tuple[int, int]] | None = None
    orders: bool = False
    most: int = 0
    paper: str = "a4"

    def product_for(self, component: Component) -> Product | None:
        """What a component is printed on: its own size, or the smallest product that holds it."""
        size, disc = component.size, is_round(component.pieces[0].front)
        found = [
            one
            for product in self.products
            for one in (product, product.turned())
            if component.part in product.parts and product.round == disc and _holds(one.trim, size)
        ]
        return min(found, key=lambda product: (math.prod(product.trim), product.pixels), default=None)

    def canvas_for(self, component: Component) -> Canvas | None:
        """The pixels of a component's faces; None where the service makes nothing that would hold them."""
        if self.products:
            product = self.product_for(component)
            return None if product is None else Canvas(*product.pixels, DPI)
        width, height = component.size
        exact = self.exact or {}
        if (width, height) in exact:
            return Canvas(*exact[width, height], DPI)
        if (height, width) in exact:
            return Canvas(*exact[height, width][::-1], DPI)
        return Canvas(pixels(width) + 2 * self.bleed, pixels(height) + 2 * self.bleed, DPI)


def pixels(length: int, dpi: int = DPI) -> int:
    """A length as whole pixels."""
    return (2 * length * dpi + INCH) // (2 * INCH)


def _holds(product: tuple[int, int], size: tuple[int, int]) -> bool:
    return all(there + NEAR >= wanted for there, wanted in zip(product, size, strict=True))


def is_exact(product: Product, size: tuple[int, int]) -> bool:
    """Whether a piece has a product's own size."""
    return all(abs(there - wanted) <= NEAR for there, wanted in zip(product.trim, size, strict=True))


_TOKENS: tuple[Part, ...] = ("tokens",)
_BOARDS: tuple[Part, ...] = ("boards",)

THE_GAME_CRAFTER = (
    Product("PokerDeck", (825, 1125), (2.5, 3.5)),
    Product("EuroPokerDeck", (825, 1125), (2.48, 3.46)),
    Product("BridgeDeck", (750, 1125), (2.25, 3.5)),
    Product("MiniDeck", (600, 825), (1.75, 2.5)),
    Product("MicroDeck", (450, 600), (1.25, 1.75)),
    Product("TarotDeck", (900, 1500), (2.75, 4.75)),
    Product("JumboDeck", (1125, 1725), (3.5, 5.5)),
    Product("BusinessDeck", (675, 1125), (2, 3.5)),
    Product("SquareDeck", (1125, 1125), (3.5, 3.5)),
    Product("SmallSquareDeck", (825, 825), (2.5, 2.5)),
    Product("EuroSquareDeck", (900, 900), (2.756, 2.756)),
    Product("USGameDeck", (750, 1125), (2.205, 3.425)),
    Product("DominoDeck", (600, 1125), (1.75, 3.5)),
    Product("MintTinDeck", (750, 1125), (2.05, 3.43)),
    Product("SmallSquareChit", (225, 225), (0.5, 0.5), _TOKENS),
    Product("MediumSquareChit", (300, 300), (0.75, 0.75), _TOKENS),
    Product("LargeSquareChit", (375, 375), (1, 1), _TOKENS),
    Product("SmallCircleChit", (225, 225), (0.5, 0.5), _TOKENS, round=True),
    Product("MediumCircleChit", (300, 300), (0.75, 0.75), _TOKENS, round=True),
    Product("LargeCircleChit", (375, 375), (1, 1), _TOKENS, round=True),
    Product("SmallSquareTile", (675, 675), (2, 2), _TOKENS),
    Product("MediumSquareTile", (825, 825), (2.5, 2.5), _TOKENS),
    Product("LargeSquareTile", (1125, 1125), (3.5, 3.5), _TOKENS),
    Product("QuarterBoard", (1575, 1575), (5, 5), _BOARDS),
    Product("HalfBoard", (1575, 3075), (5, 10), _BOARDS),
    Product("SquareBoard", (2475, 2475), (8, 8), _BOARDS),
    Product("LargeSquareBoard", (3075, 3075), (10, 10), _BOARDS),
    Product("AccordionBoard", (2475, 4875), (8, 16), _BOARDS),
    Product("BiFoldBoard", (2775, 5475), (9, 18), _BOARDS),
    Product("QuadFoldBoard", (5475, 5475), (18, 18), _BOARDS),
    Product("LargeQuadFoldBoard", (6075, 6075), (20, 20), _BOARDS),
    Product("SixFoldBoard", (8175, 5475), (27, 18), _BOARDS),
    Product("Document", (2550, 3300), (8.5, 11), ("rules",)),
)
"""Decks, chits, tiles, boards and rule sheets of The Game Crafter, at 300 dpi."""

MPC_BLEED = 36
"""Pixels: 0.12 inch."""

SERVICES: dict[str, Service] = {
    service.id: service
    for service in (
        Service(
            "tgc",
            "The Game Crafter",
            ("boards", "cards", "tokens", "rules"),
            INCH // 8,
            THE_GAME_CRAFTER,
            paper="letter",
        ),
        Service(
            "mpc",
            "MakePlayingCards",
            ("cards",),
            3 * MM,
            bleed=MPC_BLEED,
            exact={(63_000, 88_000): (816, 1110)},
            orders=True,
            most=612,
        ),
        Service("tabletopia", "Tabletopia", ("boards", "cards", "tokens", "rules", "extras"), 0),
    )
}
"""Who takes pictures, by the name that people call it."""
