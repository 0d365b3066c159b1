"""Decisions in words: as transcripts write them, and as a player types them."""

from __future__ import annotations

import re

from kitgen.games.discount_salmon.events import Names
from kitgen.games.discount_salmon.table import DELAY, LONGEST_DELAY, NO_SET, kinds_of, set_of

WAIT = "wait"
_MOVE = re.compile(r"(?P<cards>.+?)(?: after (?P<delay>\d{1,5}))?")


def move_text(names: Names, move: int) -> str:
    """A decision as a transcript writes it: ``cure dry, cure ugly after 1240`` (milliseconds), or ``wait``."""
    cards = ", ".join(names.cards[kind] for kind in kinds_of(move % DELAY)) or WAIT
    return f"{cards} after {move // DELAY}" if move // DELAY else cards


def read_move(names: Names, text: str) -> int | None:
    """The decision that a transcript means, or None where the variant has nothing of that name."""
    found = _MOVE.fullmatch(text)
    if found is None:
        return None
    delay = int(found["delay"] or 0)
    cards = [] if found["cards"] == WAIT else found["cards"].split(", ")
    if any(card not in names.cards for card in cards) or len(cards) > 5 or delay > LONGEST_DELAY:
        return None
    return (set_of([names.cards.index(card) for card in cards]) if cards else NO_SET) + DELAY * delay
