"""What happened: what a decision brought about, told as events under their rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kitgen.games.discount_salmon.rules import effect, settling_rule, wins
from kitgen.games.discount_salmon.table import (
    CART,
    CLAIMED,
    DELAY,
    DID,
    DID_END,
    DID_SEAT,
    DID_SET,
    DID_TIME,
    DID_VALID,
    DISCARDING,
    FRIED,
    LAID,
    NO_FISH,
    OPEN,
    OVER,
    PHASE,
    REVEALED,
    REVEALER,
    RUN_AWAY,
    SEAT,
    SHUFFLES,
    STACK,
    STALE,
    TARGET,
    TIME,
    Rules,
    Table,
    kinds_of,
)
from kitgen.games.discount_salmon.variant import Variant
from kitgen.play.chance import Key
from kitgen.play.events import Event


def beginning(rules: Rules, table: Table, key: Key) -> Iterator[Event]:
    """DS-1, and the first fish."""
    yield Event("lake", "DS-1.1", None, {"fish": len(rules.fish_problems)})
    for seat in range(rules.players):
        cards = [kind for kind, held in enumerate(table.hand[seat]) for _ in range(held)]
        yield Event("dealt", "DS-1.2", seat, {"cards": cards})
    left = len(rules.card_kind) - rules.players * rules.hand
    yield Event("piles", "DS-1.3", None, {"cards": [(left + 1) // 2, left // 2]})
    yield Event("cart", "DS-1.5" if rules.cart else "DS-1.4", table.now[CART])
    yield _revealed(rules, table)


def _revealed(rules: Rules, table: Table) -> Event:
    fish = table.now[TARGET]
    details = {"fish": rules.fish_id[fish], "problems": _bits(rules.fish_problems[fish]), "at": table.now[TIME]}
    return Event("revealed", "DS-2.1", table.now[REVEALER], details)


def _bits(mask: int) -> list[int]:
    return [problem for problem in range(mask.bit_length()) if mask >> problem & 1]


def happenings(rules: Rules, before: Table, after: Table, key: Key, move: int) -> Iterator[Event]:
    """Everything that one decision brought about, from the tables before and after it."""
    now = after.now
    if before.now[PHASE] == DISCARDING:
        cards = kinds_of(move % DELAY)
        if cards:
            yield Event("discarded", "DS-4.3", before.now[SEAT], {"cards": cards})
    if now[DID] == LAID:
        yield from _laid(rules, before, after)
    elif now[DID] == STALE:
        yield from _stale(rules, before, after)
    if now[SHUFFLES] > before.now[SHUFFLES]:
        yield Event("reshuffled", "DS-3.7", None)
    if now[PHASE] == OVER:
        yield from _over(rules, after)
    elif now[REVEALED] > before.now[REVEALED]:
        yield _revealed(rules, after)


def _laid(rules: Rules, before: Table, after: Table) -> Iterator[Event]:
    """A set card by card, as the resolver says it, and what became of the fish."""
    now, seat = after.now, after.now[DID_SEAT]
    cards, open_now = kinds_of(now[DID_SET]), before.now[OPEN]
    yield Event("laid", "DS-3.1", seat, {"cards": cards, "at": now[DID_TIME]})
    for place, kind in enumerate(cards):
        if now[DID_VALID] >> place & 1:
            open_now = max(effect(rules.problems, open_now, kind), 0)
            yield Event("valid", _rule_of(rules, kind), seat, {"card": kind, "open": _bits(open_now)})
        else:
            lost = _is_lost(rules, now[DID_VALID], place, now[DID_END])
            yield Event("invalid", "DS-3.6", seat, {"card": kind, "lost": int(lost)})
    stack = before.now[STACK] + now[DID_VALID].bit_count()
    if now[DID_END] == CLAIMED:
        yield Event("claimed", "DS-3.11", seat, {"fish": rules.fish_id[before.now[TARGET]], "cards": stack})
    elif now[DID_END] == RUN_AWAY:
        yield Event("andrew", "DS-3.9", seat, {"fish": rules.fish_id[before.now[TARGET]], "cards": stack})


def _is_lost(rules: Rules, valid: int, place: int, end: int) -> bool:
    """Whether an invalid card left the game: those above the end of a fish return whatever the variant says."""
    is_above = end in (CLAIMED, RUN_AWAY) and valid >> place == 0
    return bool(rules.invalid_lost) and not is_above


def _rule_of(rules: Rules, kind: int) -> str:
    if kind >= 2 * rules.problems:
        return "DS-3.8" if kind == 2 * rules.problems else "DS-3.9"
    return "DS-3.5" if kind & 1 else "DS-3.4"


def _stale(rules: Rules, before: Table, after: Table) -> Iterator[Event]:
    now, owner = after.now, after.now[DID_SEAT]
    details = {"fish": rules.fish_id[before.now[TARGET]], "cards": before.now[STACK], "at": now[DID_TIME]}
    yield Event("fried" if now[DID_END] == FRIED else "burnt", "DS-4.1", owner, details)
    if rules.cart:
        yield Event("cart", "DS-4.2", now[CART])


def _over(rules: Rules, table: Table) -> Iterator[Event]:
    """DS-5: why the game is over, and who has won."""
    now = table.now
    by_piles = now[TARGET] != NO_FISH or now[REVEALED] < len(rules.fish_problems)
    yield Event("piles-dry" if by_piles else "lake-empty", "DS-5.2" if by_piles else "DS-5.1", None, {"at": now[TIME]})
    rule = f"DS-5.{settling_rule(rules, table) % 100}"
    for seat in range(rules.players):
        if wins(rules, table, seat):
            details = {"fish": table.claimed[seat], "harms": table.harms[seat], "cures": table.cures[seat]}
            yield Event("won", rule, seat, details)


@dataclass(frozen=True, slots=True)
class Names:
    """The ids behind the numbers: problems, fish, cards (``cure stinky``, ``harm ugly``, ``blender``, ``andrew``)."""

    problems: tuple[str, ...]
    fish: tuple[str, ...]

    @classmethod
    def of(cls, variant: Variant) -> Names:
        """The names of a variant."""
        return cls(tuple(variant.problems), tuple(variant.fish))

    @property
    def cards(self) -> tuple[str, ...]:
        """Every kind of card, in the order of their numbers."""
        pairs = [f"{what} {problem}" for problem in self.problems for what in ("cure", "harm")]
        return (*pairs, "blender", "andrew")

    def named(self, event: Event) -> Event:
        """The event with ids in place of numbers, so that it reads the same in every variant."""
        details = dict(event.details)
        for key, value in event.details.items():
            if key == "card":
                details[key] = self.cards[value]
            elif key == "cards" and event.name in ("dealt", "laid", "discarded"):
                details[key] = [self.cards[kind] for kind in value]
            elif key in ("problems", "open"):
                details[key] = [self.problems[problem] for problem in value]
            elif key == "fish" and event.name not in ("lake", "won"):
                details[key] = self.fish[value]
        return replace(event, details=details)
