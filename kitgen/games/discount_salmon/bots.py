"""Bots: players that see what their seat may see, each with hands and habits of its own."""

from __future__ import annotations

import sys
from types import ModuleType

from kitgen.games.discount_salmon import mind as mind_module
from kitgen.games.discount_salmon import rules as rules_module
from kitgen.games.discount_salmon import table as table_module
from kitgen.games.discount_salmon import tally
from kitgen.games.discount_salmon.mind import STEPS, Mind, new_mind
from kitgen.games.discount_salmon.rules import acting_seat, effect
from kitgen.games.discount_salmon.table import (
    CART,
    CHANGES,
    DELAY,
    DIGIT,
    LONGEST_DELAY,
    NO_SET,
    OPEN,
    PHASE,
    RACE,
    REVEALED,
    Rules,
    Table,
)
from kitgen.play.chance import Key, draw, roll

__all__ = ["BOTS", "MODULES", "Mind", "acting_seat", "choose", "new_mind"]

RANDOM, FINISHER, READER, FAST, HELPER, SPOILER, SLOW_READER = range(7)

BOTS: dict[str, int] = {
    "random": RANDOM,
    "finisher": FINISHER,
    "reader": READER,
    "fast": FAST,
    "helper": HELPER,
    "spoiler": SPOILER,
    "slow-reader": SLOW_READER,
}
"""Bots by name; from random to reader each beats those before it, the others have one habit."""

LADDER = ("random", "finisher", "reader")
TEMPERAMENTS = ("fast", "helper", "spoiler", "slow-reader")

KINDS = len(BOTS)
PACES = range(100, 10_001)
"""Milliseconds that a bot may be told to take for its middle reaction; its hands are faster or slower alike. The number
of such a bot is that of its kind, and KINDS times its pace."""

FIRST_CARD, SPREAD, EACH_CARD, PATIENCE, MENDS_PARTS, LAYS_HARMS, THRIFT, SENDS_ANDREW = range(8)
"""Traits, as mind.Character has them."""

NOTICED, PICKED = 1, 2
"""What bots ask chance for."""


def choose(rules: Rules, table: Table, seat: int, bot: int, key: Key, turn: int, mind: Mind) -> int:
    """The decision of a bot: a set, and when it is laid."""
    kind, pace = bot % KINDS, bot // KINDS
    if table.now[PHASE] != RACE:
        return discard_what_helps_least(rules, table, seat, kind, mind)
    noticed = paced(reaction(table, seat, kind, key, mind), kind, pace, mind)
    a_card = paced(mind.characters[kind][EACH_CARD], kind, pace, mind)
    if kind == RANDOM:
        return anything(rules, table, seat, key, turn, noticed, a_card, mind)
    count = mend_all(rules, table, seat, mind.characters[kind][THRIFT], mind)
    if count:
        return laid(mind, count, noticed, a_card)
    cards = if_it_cannot_finish(rules, table, seat, kind, noticed, mind)
    # Who will wait knows that only after a look; what was on its way before is laid.
    return cards if cards != NO_SET else NO_SET + DELAY * noticed


def reaction(table: Table, seat: int, bot: int, key: Key, mind: Mind) -> int:
    """Milliseconds until it has seen a change and has a card in its hand."""
    now = table.now
    step = (draw(key, NOTICED, seat, now[REVEALED], now[CHANGES] % 4_096) * STEPS) >> 32
    return mind.reactions[bot][step]


def paced(time: int, kind: int, pace: int, mind: Mind) -> int:
    """A time as it is at a pace; without one, as it is."""
    return time * pace // mind.characters[kind][FIRST_CARD] if pace else time


def laid(mind: Mind, count: int, after: int, a_card: int) -> int:
    """The move that lays the first cards of the paper."""
    cards = NO_SET
    for place in range(count - 1, -1, -1):
        cards = cards * DIGIT + mind.cards[place] + 1
    return cards + DELAY * min(after + (count - 1) * a_card, LONGEST_DELAY)


def mend_all(rules: Rules, table: Table, seat: int, thrift: int, mind: Mind) -> int:
    """Write down a set that closes every open problem, or begins to where a set is too short for all; its size, or 0.

    Who has thrift lays cures before a Blender.
    """
    hand, open_now, count, lacking = table.hand[seat], table.now[OPEN], 0, 0
    for problem in range(rules.problems):
        if open_now >> problem & 1:
            if hand[2 * problem] == 0:
                lacking += 1
            elif count < rules.longest_set:
                mind.cards[count] = 2 * problem
                count += 1
    if hand[2 * rules.problems] and (lacking or not thrift):
        mind.cards[0] = 2 * rules.problems
        return 1
    return 0 if lacking else count


def if_it_cannot_finish(rules: Rules, table: Table, seat: int, bot: int, noticed: int, mind: Mind) -> int:
    """What a habit says: wait, harm, send Andrew, or mend a part."""
    character, hand, open_now = mind.characters[bot], table.hand[seat], table.now[OPEN]
    has_cart = table.now[CART] == seat
    when = max(noticed, character[PATIENCE])
    if character[LAYS_HARMS]:
        for problem in range(rules.problems):
            if hand[2 * problem + 1] and effect(rules.problems, open_now, 2 * problem + 1) >= 0:
                mind.cards[0] = 2 * problem + 1
                return laid(mind, 1, when, 0)
    if character[SENDS_ANDREW] and not has_cart and hand[2 * rules.problems + 1]:
        mind.cards[0] = 2 * rules.problems + 1
        return laid(mind, 1, when, 0)
    if character[MENDS_PARTS]:
        for problem in range(rules.problems):
            if open_now >> problem & 1 and hand[2 * problem]:
                mind.cards[0] = 2 * problem
                return laid(mind, 1, when, 0)
    return NO_SET


def anything(rules: Rules, table: Table, seat: int, key: Key, turn: int, noticed: int, a_card: int, mind: Mind) -> int:
    """Up to a set of any cards, or nothing."""
    count = roll(key, rules.longest_set + 1, PICKED, seat, turn // 4_096, turn % 4_096) - 1
    taken = 0
    for _ in range(count):
        kind = any_card(rules, table, seat, key, turn, taken, mind)
        if kind < 0:
            break
        mind.cards[taken] = kind
        taken += 1
    return laid(mind, taken, noticed, a_card) if taken else NO_SET


def any_card(rules: Rules, table: Table, seat: int, key: Key, turn: int, taken: int, mind: Mind) -> int:
    """One of the cards in the hand that are not written down yet, all alike; -1 where there is none."""
    left = 0
    for kind in range(len(rules.copies)):
        left += table.hand[seat][kind]
    left -= taken
    if left <= 0:
        return -1
    pick = roll(key, left, PICKED + 1 + taken, seat, turn // 4_096, turn % 4_096)
    for kind in range(len(rules.copies)):
        here = table.hand[seat][kind]
        for place in range(taken):
            here -= 1 if mind.cards[place] == kind else 0
        pick -= here
        if pick <= 0:
            return kind
    return -1


def discard_what_helps_least(rules: Rules, table: Table, seat: int, bot: int, mind: Mind) -> int:
    """After a stalemate: harms that the bot does not lay, and cures that it has more than one of."""
    count, hand = 0, table.hand[seat]
    if mind.characters[bot][THRIFT] == 0:
        return NO_SET
    for kind in range(2 * rules.problems):
        spare = hand[kind] - 1
        if kind & 1:
            spare = 0 if mind.characters[bot][LAYS_HARMS] else hand[kind]
        while spare > 0 and count < rules.discard:
            mind.cards[count] = kind
            count += 1
            spare -= 1
    return laid(mind, count, 0, 0) if count else NO_SET


MODULES: tuple[ModuleType, ...] = (table_module, rules_module, mind_module, tally, sys.modules[__name__])
"""What ``play.kernel`` makes a kernel of: everything that bots and rules are made of, the bots themselves last."""
