"""What is told of many games of Discount Salmon: figures, what the box must hold, and what people call the counts."""

from __future__ import annotations

from collections.abc import Sequence

from kitgen.games.discount_salmon.counts import COUNTED_RULES, label_of
from kitgen.games.discount_salmon.events import Names
from kitgen.games.discount_salmon.naming import Naming
from kitgen.games.discount_salmon.variant import Variant
from kitgen.play.figures import COURSE, BoxItem, Figure
from kitgen.source.words import Words

FISH, CARDS, RULES = "Fish", "Cards", "Rules"


def figures(variant: Variant, players: int) -> Sequence[Figure]:
    """The game's own figures for one number of players."""
    a_fish = 1 / variant.lake
    return [
        Figure(COURSE, "seconds", "Seconds of racing", "mean", "seconds", unit="s"),
        Figure(FISH, "fish", "What becomes of a fish", "mean", "fish", scale=100 * a_fish, unit="%"),
        Figure(FISH, "harmed", "Fish with a harm on them", "ratio", "harmed", "rule/DS-2.1", scale=100, unit="%"),
        Figure(FISH, "harm-paid", "Of them, those that go to who harmed", "ratio", "harm-paid", "harmed", scale=100,
               unit="%"),
        Figure(FISH, "wins-by-harms", "Games that harms decide in a tie", "games", "rule/DS-5.4", scale=100, unit="%"),
        Figure(FISH, "nobody-ready", "Fish that no hand can finish alone", "ratio", "nobody-ready", "rule/DS-2.1",
               scale=100, unit="%"),
        Figure(FISH, "piles-dry", "Games that end by dry piles", "games", "piles-dry", scale=100, unit="%"),
        Figure(FISH, "fish-left", "Fish left in the lake", "mean", "fish-left"),
        Figure(CARDS, "sets", "Sets laid on a fish", "ratio", "sets", "rule/DS-2.1"),
        Figure(CARDS, "parts", "Sets that mend a part, in a game", "mean", "parts"),
        Figure(CARDS, "invalid", "Cards that do nothing", "ratio", "invalid", "cards", scale=100, unit="%"),
        Figure(CARDS, "ready-hands", "Hands that can finish a new fish", "ratio", "ready-hands", "hands", scale=100,
               unit="%"),
        Figure(CARDS, "dead-hands", "Hands that can mend nothing", "ratio", "dead-hands", "hands", scale=100, unit="%"),
        Figure(CARDS, "cards-left", "Cards left in the piles", "mean", "cards-left"),
        Figure(CARDS, "laid", "Laid in a game", "mean", "laid"),
        Figure(RULES, "rule", "Uses in a game", "mean", "rule"),
    ]  # fmt: skip


def box_items(variant: Variant) -> Sequence[BoxItem]:
    """Nothing of the box can run short: cards that are out of play are out."""
    return []


def names(variant: Variant, words: Words) -> dict[str, str]:
    """What people call the labels of counts."""
    said, cards = Naming(variant, words), Names.of(variant).cards
    return {
        **{rule: f"{rule} {what}" for rule, what in COUNTED_RULES.items()},
        "fish/claimed": "claimed in the race",
        "fish/andrew": "gone with Andrew",
        "fish/cart": "taken by the cart",
        "fish/burnt": "gone in a stalemate",
        "fish/left": "left when the piles ran dry",
        **{f"laid/{label_of(card)}": said.card_name(card) for card in cards},
    }
