"""The deep fryer cart: a stand that is folded over its awning."""

from __future__ import annotations

from kitgen.components.kit import Component, Piece
from kitgen.components.standee import standee
from kitgen.games.discount_salmon.look import Look
from kitgen.units import MM

CART = (64 * MM, 50 * MM)
"""The cart as it stands."""


def cart(look: Look) -> Component:
    """The cart that goes round the table."""
    face = standee("cart", look.art("cart"), look.art("cart-back"), *CART)
    return Component("cart", look.words("kit.cart"), "tokens", (Piece("cart", face),), stands=True)
