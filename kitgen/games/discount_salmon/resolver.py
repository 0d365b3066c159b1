"""Who gets a fish: a stack of cards on it, settled card by card from the bottom. For disputes at a real table, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kitgen.games.discount_salmon.rules import INVALID, RUNS_AWAY, effect


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the stack: its kind (table.py numbers them), and the seat that laid it."""

    kind: int
    seat: int


@dataclass(frozen=True, slots=True)
class Settled:
    """What a stack comes to.

    ``claimed_by`` is the seat that closed the last problem, or None; ``andrew_of`` the seat whose Andrew ran away with
    the fish. ``kept`` and ``returned`` are places on the stack, from the bottom: valid cards, and cards that go back to
    their owners. ``open_after`` has the problems that were open after each card, one bit each. DS-3.3 to DS-3.13.
    """

    claimed_by: int | None
    andrew_of: int | None
    kept: tuple[int, ...]
    returned: tuple[int, ...]
    open_after: tuple[int, ...]


def settle(problems: int, open_now: int, stack: Sequence[Laid]) -> Settled:
    """Settle a stack on a fish with these open problems (one bit each) where there are so many kinds of problems."""
    claimed_by = andrew_of = None
    kept, returned, after_each = list[int](), list[int](), list[int]()
    for place, card in enumerate(stack):
        is_over = claimed_by is not None or andrew_of is not None
        after = INVALID if is_over else effect(problems, open_now, card.kind)
        if after == INVALID:
            returned.append(place)
        elif after == RUNS_AWAY:
            andrew_of = card.seat
        else:
            kept.append(place)
            open_now = after
            claimed_by = card.seat if after == 0 else None
        after_each.append(open_now)
    if andrew_of is not None:
        kept = []  # they leave the game with the fish (DS-3.9)
    return Settled(claimed_by, andrew_of, tuple(kept), tuple(returned), tuple(after_each))
