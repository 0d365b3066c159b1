"""Cards and problems by name: as they are told, and as people type them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kitgen.games.discount_salmon.wording import Names


@dataclass(frozen=True)
class Naming(Names):
    """A variant with the words of a language, for what is told of a game. Cards are called as transcripts do."""

    def card_name(self, card: str) -> str:
        """What a card is called: ``cure dry``, ``harm ugly``, ``blender`` or ``andrew``."""
        what, _, problem = card.partition(" ")
        if not problem:
            return self.words(f"cards.{what}")
        return self.cure_name(problem) if what == "cure" else self.harm_name(problem)

    @property
    def cart_name(self) -> str:
        """What the cart is called within a sentence."""
        return self.words("figure.cart")

    def cards_listed(self, cards: Iterable[str]) -> str:
        """Cards in the order in which they lie."""
        return ", ".join(self.card_name(card) for card in cards)

    def problems_listed(self, problems: Iterable[str]) -> str:
        """``dry and ugly``, or that nothing is wrong."""
        names = [self.problem_name(problem) for problem in problems]
        return self.listed(names) if names else self.words("story.nothing_wrong")

    def counted(self, what: str, count: int) -> str:
        """``1 card``, ``2 cards``, from the words ``counted.<what>``; French has one of nothing, too."""
        is_one = count == 1 or (count == 0 and self.words.language == "fr")
        return self.words(f"counted.{what}.{'one' if is_one else 'more'}", count=count)

    def seconds(self, time: int) -> str:
        """Milliseconds as seconds, to a tenth."""
        tenths = (time + 50) // 100
        return self.words("story.seconds", whole=tenths // 10, tenth=tenths % 10)


def plain(text: str) -> str:
    """A name as it is easily typed: small letters without accents, hyphens for all that parts words."""
    folded = unicodedata.normalize("NFKD", text.lower().replace("œ", "oe"))
    kept = "".join(sign if sign.isalnum() else " " for sign in folded if not unicodedata.combining(sign))
    return "-".join(kept.split())


def meant(text: str, names: Sequence[str]) -> list[int]:
    """Places of the names that a text may mean: those it is; else those it begins; else those of which it begins a
    word; else those with these initials."""
    typed, known = plain(text), [plain(name) for name in names]
    if not typed:
        return []
    for fits in (
        [name.replace("-", "") == typed.replace("-", "") for name in known],
        [name.startswith(typed) for name in known],
        [f"-{typed}" in f"-{name}" for name in known],
        ["".join(word[0] for word in name.split("-") if word) == typed for name in known],
    ):
        if any(fits):
            return [place for place, fit in enumerate(fits) if fit]
    return []
