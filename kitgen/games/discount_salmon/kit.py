"""The kit of Discount Salmon: what there is of it, and every piece drawn."""

from __future__ import annotations

from kitgen.components.kit import Component
from kitgen.diagnostics import Path
from kitgen.draw.art import ArtShelf
from kitgen.games.discount_salmon.cards import fish_cards, modifier_cards
from kitgen.games.discount_salmon.cart import cart
from kitgen.games.discount_salmon.look import MARK, Look
from kitgen.games.discount_salmon.variant import Variant
from kitgen.source.words import Words


def parts(variant: Variant) -> dict[str, int]:
    """The rulebook's component list: how many of each thing the kit holds. Draws nothing."""
    return {
        "fish": variant.lake,
        "modifiers": variant.deck,
        **({"cart": 1} if variant.stalemate.cart else {}),
        "player-aid": variant.players.max,
    }


def art_names(variant: Variant) -> list[tuple[Path, str]]:
    """The marks of the problems, which a variant chooses."""
    return [(("problems", problem, "icon"), f"{MARK}{figures.icon}") for problem, figures in variant.problems.items()]


def components(variant: Variant, words: Words, art: ArtShelf) -> tuple[Component, ...]:
    """Every component, drawn, in the order in which it is printed."""
    look = Look(variant, words, art)
    drawn = [fish_cards(look), modifier_cards(look)]
    if variant.stalemate.cart:
        drawn.append(cart(look))
    return tuple(drawn)
