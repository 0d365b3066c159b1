"""What is counted of every game: how long it took, who got the fish and how, what cards did, which rules were used.

Written in the subset that compiles. ``row`` takes the counts of one game, ``starts[group]`` is where a group of cells
begins in it; ``counts.py`` gives the cells their names.
"""

from __future__ import annotations

from kitgen.games.discount_salmon.rules import cards_left, effect, make_move, settling_rule
from kitgen.games.discount_salmon.table import (
    BURNT,
    CLAIMED,
    DELAY,
    DID,
    DID_END,
    DID_SEAT,
    DID_SET,
    DID_VALID,
    DIGIT,
    DISCARDING,
    FRIED,
    GOES_ON,
    LAID,
    NO_FISH,
    OPEN,
    OVER,
    PHASE,
    REVEALED,
    RUN_AWAY,
    STACK,
    STALE,
    TARGET,
    TIME,
    Row,
    Rules,
    Table,
)
from kitgen.play.chance import Key
from kitgen.play.loop import OWN_GROUPS

(
    SECONDS,  # of the whole game
    OUTCOME,  # by CLAIMED to BURNT, then left over: what became of the fish
    SETS,  # sets that were laid
    CARDS,  # cards that were laid
    INVALID_CARDS,  # of them, those that did nothing
    PARTS,  # sets that mended something and did not finish
    HARMS,  # valid harms
    HARMED,  # fish on which a harm lay
    HARM_PAID,  # of them, those that went to somebody who had harmed them
    BLENDERS,  # valid Blenders
    DEAD_HANDS,  # hands that could mend nothing when a fish was revealed
    HANDS,  # hands when a fish was revealed
    READY_HANDS,  # hands that could finish it alone
    NOBODY_READY,  # fish that no hand could finish alone
    PILES_DRY,  # 1 where the game ended because the piles were too low
    FISH_LEFT,  # fish that nobody had when it ended
    CARDS_LEFT,  # cards in the piles at the end
    KIND_LAID,  # by kind of card: valid ones
    USES,  # by rule
) = range(OWN_GROUPS, OWN_GROUPS + 19)
"""The groups of counts, in their order."""

CHAPTER = 13
"""Rules in a chapter at most: rule 3.13 is the last of the third."""


def use(starts: Row, row: Row, rule: int, times: int) -> None:
    """A rule came into play; DS-3.7 is 307."""
    row[starts[USES] + CHAPTER * (rule // 100 - 1) + rule % 100 - 1] += times


def count_beginning(rules: Rules, table: Table, key: Key, starts: Row, row: Row) -> None:
    """DS-1, and the hands at the first fish."""
    use(starts, row, 101, 1)
    use(starts, row, 102, rules.players)
    use(starts, row, 103, 1)
    use(starts, row, 105, rules.cart)
    count_hands(rules, table, starts, row)


def count_hands(rules: Rules, table: Table, starts: Row, row: Row) -> None:
    """DS-2.1: what the hands could do with a fish that was just revealed."""
    use(starts, row, 201, 1)
    ready = 0
    for seat in range(rules.players):
        mends, lacking = can_mend(rules, table, seat)
        row[starts[HANDS]] += 1
        row[starts[DEAD_HANDS]] += 1 if mends == 0 else 0
        if lacking == 0:
            ready += 1
    row[starts[READY_HANDS]] += ready
    row[starts[NOBODY_READY]] += 1 if ready == 0 else 0


def can_mend(rules: Rules, table: Table, seat: int) -> tuple[int, int]:
    """The open problems that a hand could close, and those that it could not; a Blender closes all."""
    hand, open_now, mends, lacking = table.hand[seat], table.now[OPEN], 0, 0
    for problem in range(rules.problems):
        if open_now >> problem & 1:
            if hand[2 * problem]:
                mends += 1
            else:
                lacking += 1
    if hand[2 * rules.problems]:
        return mends + lacking, 0
    return mends, lacking


def count_move(rules: Rules, table: Table, key: Key, move: int, starts: Row, row: Row) -> None:
    """Carry out a decision, and count what it brought about."""
    now = table.now
    discards = now[PHASE] == DISCARDING and move % DELAY > 0
    open_before, stack_before, revealed = now[OPEN], now[STACK], now[REVEALED]
    harmed_by = who_harmed(rules, table)
    make_move(rules, table, key, move)
    if discards:
        use(starts, row, 403, 1)
    if now[DID] == LAID:
        count_set(rules, table, open_before, stack_before, starts, row)
    elif now[DID] == STALE:
        use(starts, row, 401, 1)
        use(starts, row, 402, rules.cart)
        use(starts, row, 404, 0 if rules.clockwise or now[PHASE] == OVER else 1)
    if now[DID] and now[DID_END] != GOES_ON:
        row[starts[OUTCOME] + now[DID_END] - CLAIMED] += 1
        if now[DID] == LAID and lays_harm(rules, now[DID_SET], now[DID_VALID]):
            harmed_by |= 1 << now[DID_SEAT]
        row[starts[HARMED]] += 1 if harmed_by else 0
        if now[DID_END] in (CLAIMED, FRIED):
            row[starts[HARM_PAID]] += harmed_by >> now[DID_SEAT] & 1
    if now[PHASE] == OVER:
        count_end(rules, table, starts, row)
    elif now[REVEALED] > revealed:
        count_hands(rules, table, starts, row)


def who_harmed(rules: Rules, table: Table) -> int:
    """The seats whose harms lie on the target, one bit each."""
    seats = 0
    for place in range(table.now[STACK]):
        if table.stack_kind[place] & 1 and table.stack_kind[place] < 2 * rules.problems:
            seats |= 1 << table.stack_seat[place]
    return seats


def lays_harm(rules: Rules, cards: int, valid: int) -> bool:
    """Whether a valid harm is in a set."""
    place = 0
    while cards:
        kind = cards % DIGIT - 1
        cards //= DIGIT
        if valid >> place & 1 and kind & 1 and kind < 2 * rules.problems:
            return True
        place += 1
    return False


def count_set(rules: Rules, table: Table, open_now: int, stack: int, starts: Row, row: Row) -> None:
    """DS-3: a set, card by card."""
    now = table.now
    cards, place, cured = now[DID_SET], 0, 0
    row[starts[SETS]] += 1
    use(starts, row, 301, 1)
    use(starts, row, 302, 1 if stack else 0)
    while cards:
        kind = cards % DIGIT - 1
        cards //= DIGIT
        row[starts[CARDS]] += 1
        if now[DID_VALID] >> place & 1:
            row[starts[KIND_LAID] + kind] += 1
            if kind == 2 * rules.problems:
                row[starts[BLENDERS]] += 1
                use(starts, row, 308, 1)
            elif kind < 2 * rules.problems:
                row[starts[HARMS]] += kind & 1
                cured += 1 - (kind & 1)
                use(starts, row, 305 if kind & 1 else 304, 1)
            open_now = max(effect(rules.problems, open_now, kind), 0)
        else:
            row[starts[INVALID_CARDS]] += 1
            use(starts, row, 306, 1)
        place += 1
    if now[DID_END] == GOES_ON:
        row[starts[PARTS]] += 1 if cured else 0
    use(starts, row, 307, 1 if now[DID_VALID] else 0)
    use(starts, row, 311, 1 if now[DID_END] == CLAIMED else 0)
    use(starts, row, 309, 1 if now[DID_END] == RUN_AWAY else 0)
    reveals = rules.clockwise == 0 and now[PHASE] != OVER
    use(starts, row, 310, 1 if now[DID_END] == RUN_AWAY and reveals else 0)
    use(starts, row, 312, 1 if now[DID_END] == CLAIMED and reveals else 0)


def count_end(rules: Rules, table: Table, starts: Row, row: Row) -> None:
    """DS-5: why the game is over."""
    now = table.now
    row[starts[SECONDS]] = now[TIME] // 1_000
    left = len(table.lake) - now[REVEALED] + (1 if now[TARGET] != NO_FISH else 0)
    dry = left > 0
    row[starts[PILES_DRY]] = 1 if dry else 0
    row[starts[FISH_LEFT]] = left
    row[starts[CARDS_LEFT]] = cards_left(table)
    row[starts[OUTCOME] + BURNT - CLAIMED + 1] = left
    use(starts, row, 502 if dry else 501, 1)
    use(starts, row, settling_rule(rules, table), 1)
