"""The names of what ``tally.py`` counts, group by group."""

from __future__ import annotations

from collections.abc import Sequence

from kitgen.games.discount_salmon.events import Names
from kitgen.games.discount_salmon.tally import CHAPTER
from kitgen.games.discount_salmon.variant import Variant
from kitgen.play.tally import Group, Pair, single

OUTCOMES = ("claimed", "andrew", "cart", "burnt", "left")
"""What becomes of fish: claimed in the race, gone with Andrew, taken by the cart, gone in a stalemate without a cart,
left when the piles ran dry."""

COUNTED_RULES = {
    "DS-1.1": "lakes spread",
    "DS-1.2": "hands dealt",
    "DS-1.3": "piles made",
    "DS-1.5": "carts given",
    "DS-2.1": "fish revealed",
    "DS-3.1": "sets laid",
    "DS-3.2": "sets on a stack",
    "DS-3.4": "cures",
    "DS-3.5": "harms",
    "DS-3.6": "cards returned",
    "DS-3.7": "hands drawn full",
    "DS-3.8": "Blenders",
    "DS-3.9": "Andrews",
    "DS-3.10": "reveals by Andrew's player",
    "DS-3.11": "fish claimed",
    "DS-3.12": "reveals by the claimer",
    "DS-4.1": "stalemates",
    "DS-4.2": "carts passed on",
    "DS-4.3": "hands discarded from",
    "DS-4.4": "reveals after a stalemate",
    "DS-5.1": "lakes emptied",
    "DS-5.2": "piles run dry",
    "DS-5.3": "wins by fish",
    "DS-5.4": "wins by harms",
    "DS-5.5": "wins by cures",
    "DS-5.6": "shared wins",
}
"""The rules whose coming into play is counted, and what is counted of them."""


def groups_of(variant: Variant) -> Sequence[Group]:
    """The game's own groups of counts, in the order of their numbers."""
    kinds = tuple(label_of(card) for card in Names.of(variant).cards)
    return (
        single("seconds"),
        Group("fish", OUTCOMES),
        single("sets"),
        single("cards"),
        single("invalid"),
        single("parts"),
        single("harms"),
        single("harmed"),
        single("harm-paid"),
        single("blenders"),
        single("dead-hands"),
        single("hands"),
        single("ready-hands"),
        single("nobody-ready"),
        single("piles-dry"),
        single("fish-left"),
        single("cards-left"),
        Group("laid", kinds),
        Group("rule", tuple(_rule(chapter, number) for chapter in range(1, 6) for number in range(1, CHAPTER + 1))),
    )


def label_of(card: str) -> str:
    """What counts call a card: ``cure-dry``."""
    return card.replace(" ", "-")


def _rule(chapter: int, number: int) -> str | None:
    rule = f"DS-{chapter}.{number}"
    return rule if rule in COUNTED_RULES else None


def pairs_of(variant: Variant) -> Sequence[Pair]:
    """Columns of which a ratio is asked: outcomes of fish, cards that did nothing, hands that could do nothing."""
    return [
        *((f"fish/{outcome}", "rule/DS-2.1") for outcome in OUTCOMES),
        ("rule/DS-4.1", "rule/DS-2.1"),
        ("invalid", "cards"),
        ("dead-hands", "hands"),
        ("ready-hands", "hands"),
        ("nobody-ready", "rule/DS-2.1"),
        ("harmed", "rule/DS-2.1"),
        ("harm-paid", "harmed"),
        ("harm-paid", "rule/DS-2.1"),
        ("sets", "rule/DS-2.1"),
    ]
