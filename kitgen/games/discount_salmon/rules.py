"""The rules of Discount Salmon, DS-1 to DS-5, as a game of discrete events.

A game is a ``Table`` that changes by moves. After every change of the target each seat is asked what it will lay, and
how many milliseconds after the change; the first to come lays, the target has changed, and all are asked again. Who is
about to lay already, before having seen the change, lays nevertheless: so hands collide as they do at a table. Where
nobody lays in time there is a stalemate. Rule DS-3.7 is the number 307.

Everything here is written once and runs in two ways, on plain lists and compiled on arrays: integers only, plain
functions.
"""

from __future__ import annotations

from kitgen.games.discount_salmon.table import (
    BURNT,
    BY_CURES,
    BY_HARMS,
    CART,
    CELLS,
    CHANGES,
    CLAIMED,
    DELAY,
    DID,
    DID_END,
    DID_SEAT,
    DID_SET,
    DID_TIME,
    DID_VALID,
    DIGIT,
    DISCARDED,
    DISCARDING,
    FIRST_END,
    FIRST_TOP,
    FISH_GONE,
    FRIED,
    GOES_ON,
    LAID,
    LAKE,
    LAST_PLAY,
    LONGEST_DELAY,
    NO_FISH,
    NO_SET,
    NOTHING,
    OPEN,
    OVER,
    PHASE,
    PILES,
    RACE,
    RESOLVED,
    REVEAL,
    REVEALED,
    REVEALER,
    RUN_AWAY,
    SAME_HAND,
    SAME_INSTANT,
    SEAT,
    SECOND_TOP,
    SHUFFLES,
    STACK,
    STALE,
    TARGET,
    TIME,
    Row,
    Rules,
    Table,
)
from kitgen.play.chance import Key, draw

INVALID, RUNS_AWAY = -1, -2
"""What ``effect`` says of a card that does nothing, and of Andrew."""


# ── DS-3 What a card does ───────────────────────────────────────────────────────────────────────────────────────────


def effect(problems: int, open_now: int, kind: int) -> int:
    """The problems that are open after a card, one bit each; INVALID where it does nothing (DS-3.4, DS-3.5, DS-3.8,
    DS-3.13), RUNS_AWAY where Andrew takes the fish (DS-3.9). ``problems`` is how many kinds of problems there are."""
    if kind == 2 * problems:
        return 0 if open_now else INVALID
    if kind == 2 * problems + 1:
        return RUNS_AWAY if open_now else INVALID
    bit = 1 << (kind >> 1)
    if kind & 1:
        return INVALID if open_now & bit else open_now | bit
    return open_now ^ bit if open_now & bit else INVALID


# ── DS-1 Set-up ─────────────────────────────────────────────────────────────────────────────────────────────────────


def set_up(rules: Rules, table: Table, key: Key, first: int) -> None:
    """DS-1, and the first reveal; ``first`` is the seat that has the cart (DS-1.4, DS-1.5)."""
    for cell in range(CELLS):
        table.now[cell] = 0
    for seat in range(rules.players):
        table.claimed[seat] = table.harms[seat] = table.cures[seat] = 0
        table.plan[seat], table.due[seat], table.asked[seat] = NO_SET, 0, 0
        for kind in range(len(rules.copies)):
            table.hand[seat][kind] = 0
    for kind in range(len(rules.copies)):
        table.gone[kind] = 0
    sort_by_chance(table.lake, rules.fish_word, key, LAKE, 0)
    sort_by_chance(table.pile, rules.card_word, key, PILES, 0)
    cards = len(table.pile)
    for card in range(cards):
        table.pile[card] = rules.card_kind[table.pile[card]]
    # DS-1.2, DS-1.3: hands from the top, the rest in two piles that differ by one card at most.
    left = cards - rules.players * rules.hand
    table.now[FIRST_END] = (left + 1) // 2
    table.now[FIRST_TOP], table.now[SECOND_TOP] = table.now[FIRST_END], left
    for card in range(left, cards):
        table.hand[(card - left) % rules.players][table.pile[card]] += 1
    table.now[CART] = table.now[REVEALER] = first
    table.now[SEAT] = first
    reveal(rules, table)
    ask_next(rules, table)


def sort_by_chance(order: Row, words: Row, key: Key, purpose: int, time: int) -> None:
    """The numbers from 0 in the order of the words that chance gives them: one card more moves no other."""
    for number in range(len(order)):
        card = (draw(key, purpose, words[number], time, 0) << 10) + number
        position = number
        while position > 0 and order[position - 1] > card:
            order[position] = order[position - 1]
            position -= 1
        order[position] = card
    for position in range(len(order)):
        order[position] &= 0x3FF


# ── DS-2 Reveal ─────────────────────────────────────────────────────────────────────────────────────────────────────


def reveal(rules: Rules, table: Table) -> None:
    """DS-2.1, DS-2.3: the next fish is the target, and everybody looks. The lake must not be empty."""
    now = table.now
    now[TARGET] = table.lake[now[REVEALED]]
    now[OPEN] = rules.fish_problems[now[TARGET]]
    now[REVEALED] += 1
    now[STACK] = now[CHANGES] = 0
    if now[REVEALED] > 1:
        now[TIME] += REVEAL
    now[LAST_PLAY] = now[TIME]
    now[PHASE] = RACE
    for seat in range(rules.players):
        table.plan[seat], table.asked[seat] = NO_SET, 1


def end_fish(rules: Rules, table: Table, revealer: int) -> None:
    """The target is resolved: the next one, or the end (DS-5.1)."""
    now = table.now
    now[TARGET], now[OPEN], now[STACK] = NO_FISH, 0, 0
    now[REVEALER] = (now[REVEALER] + 1) % rules.players if rules.clockwise else revealer
    if now[PHASE] == OVER:
        return
    if now[REVEALED] == len(table.lake):
        now[PHASE] = OVER
    else:
        reveal(rules, table)


# ── Moves ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def acting_seat(table: Table) -> int:
    """The seat that has to decide, or -1 when the game is over."""
    return -1 if table.now[PHASE] == OVER else table.now[SEAT]


def refusal(rules: Rules, table: Table, move: int) -> int:
    """The number of the rule that a move breaks, or 0: too many cards, or cards that the seat does not hold."""
    cards, seat, count = move % DELAY, table.now[SEAT], 0
    most, rule = (rules.longest_set, 301) if table.now[PHASE] == RACE else (rules.discard, 403)
    while cards:
        kind = cards % DIGIT - 1
        cards //= DIGIT
        count += 1
        if kind < 0 or kind >= len(rules.copies):
            return 301
        wanted, rest = 1, cards
        while rest:
            wanted += 1 if rest % DIGIT - 1 == kind else 0
            rest //= DIGIT
        if wanted > table.hand[seat][kind]:
            return rule
    return rule if count > most or move // DELAY > LONGEST_DELAY else 0


def make_move(rules: Rules, table: Table, key: Key, move: int) -> None:
    """Carry out a decision, which must not be refused, and all that happens until somebody has to decide again."""
    now = table.now
    seat, cards = now[SEAT], move % DELAY
    now[DID], now[DID_END] = NOTHING, GOES_ON
    table.asked[seat] = 0
    if now[PHASE] == DISCARDING:
        discard(rules, table, seat, cards)
    else:
        intend(table, seat, cards, now[TIME] + move // DELAY)
    while now[PHASE] != OVER and not ask_next(rules, table):
        if now[PHASE] == DISCARDING:
            end_discarding(rules, table, key)
        else:
            happen(rules, table, key)


def intend(table: Table, seat: int, cards: int, due: int) -> None:
    """A seat will lay a set; what it was about to lay before it saw the change comes first, if it is due before."""
    now = table.now
    if now[CHANGES] == 0 and seat == now[REVEALER]:
        due += SAME_HAND
    if table.plan[seat] == NO_SET or table.due[seat] >= due:
        table.plan[seat], table.due[seat] = cards, due


def ask_next(rules: Rules, table: Table) -> bool:
    """The next seat that has to decide has its turn to; False where nobody has."""
    for step in range(rules.players):
        seat = (table.now[REVEALER] + step) % rules.players
        if table.asked[seat]:
            table.now[SEAT] = seat
            return True
    return False


def happen(rules: Rules, table: Table, key: Key) -> None:
    """The first to come lays, or nobody does in time (DS-4.1)."""
    now = table.now
    first = -1
    for seat in range(rules.players):
        if table.plan[seat] == NO_SET:
            continue
        if first < 0 or comes_before(table, key, seat, first):
            first = seat
    if first >= 0 and table.due[first] <= now[LAST_PLAY] + rules.stalemate:
        lay(rules, table, key, first)
    else:
        stalemate(rules, table, key)


def comes_before(table: Table, key: Key, seat: int, other: int) -> bool:
    """Whether a seat lays before another; plays of the same instant are settled by chance (settled in DS-3)."""
    if table.due[seat] != table.due[other]:
        return table.due[seat] < table.due[other]
    fish, change = table.now[REVEALED], table.now[CHANGES] % 4_096
    return draw(key, SAME_INSTANT, seat, fish, change) < draw(key, SAME_INSTANT, other, fish, change)


# ── DS-3 Race ───────────────────────────────────────────────────────────────────────────────────────────────────────


def lay(rules: Rules, table: Table, key: Key, seat: int) -> None:
    """A seat lays its set: DS-3.3 card by card, DS-3.6 and DS-3.7 after the last."""
    now = table.now
    cards, place, end = table.plan[seat], 0, GOES_ON
    now[DID], now[DID_SEAT], now[DID_SET], now[DID_VALID] = LAID, seat, cards, 0
    now[TIME] = now[LAST_PLAY] = now[DID_TIME] = table.due[seat]
    table.plan[seat] = NO_SET
    while cards:
        kind = cards % DIGIT - 1
        cards //= DIGIT
        after = INVALID if end != GOES_ON else effect(rules.problems, now[OPEN], kind)
        if after != INVALID:
            now[DID_VALID] |= 1 << place
            table.hand[seat][kind] -= 1
            table.stack_kind[now[STACK]], table.stack_seat[now[STACK]] = kind, seat
            now[STACK] += 1
            end = RUN_AWAY if after == RUNS_AWAY else CLAIMED if after == 0 else GOES_ON
            now[OPEN] = max(after, 0)
        elif rules.invalid_lost and end == GOES_ON:
            table.hand[seat][kind] -= 1
            table.gone[kind] += 1
        place += 1
    now[DID_END] = end
    if end == CLAIMED:
        claim(rules, table, seat)
    elif end == RUN_AWAY:
        leave(table)
    refill(rules, table, key, seat)
    if end != GOES_ON:
        end_fish(rules, table, seat)
        return
    now[CHANGES] += 1
    for other in range(rules.players):
        table.asked[other] = 1


def claim(rules: Rules, table: Table, seat: int) -> None:
    """DS-3.11, DS-4.1: a seat takes the fish, and with it the valid cards of the stack."""
    table.claimed[seat] += 1
    for place in range(table.now[STACK]):
        kind = table.stack_kind[place]
        if kind == 2 * rules.problems or not kind & 1:
            table.cures[seat] += 1
        elif kind < 2 * rules.problems:
            table.harms[seat] += 1
        table.gone[kind] += 1
    table.now[RESOLVED] += 1


def leave(table: Table) -> None:
    """DS-3.9: the fish and its stack leave the game."""
    for place in range(table.now[STACK]):
        table.gone[table.stack_kind[place]] += 1
    table.now[RESOLVED] += 1
    table.now[FISH_GONE] += 1


# ── Drawing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def cards_left(table: Table) -> int:
    """Cards in both piles."""
    now = table.now
    return now[FIRST_TOP] + now[SECOND_TOP] - now[FIRST_END]


def lacking(rules: Rules, table: Table, seat: int) -> int:
    """Cards that a hand lacks."""
    held = 0
    for kind in range(len(rules.copies)):
        held += table.hand[seat][kind]
    return rules.hand - held


def refill(rules: Rules, table: Table, key: Key, seat: int) -> None:
    """DS-3.7: draw back to a full hand, or DS-5.2: the game ends, since the piles hold less than all hands lack."""
    missing = lacking(rules, table, seat)
    if missing <= 0:
        return
    lack = missing
    if cards_left(table) < rules.players * rules.hand:  # as many as hands can lack
        for other in range(rules.players):
            lack += lacking(rules, table, other) if other != seat else 0
    if cards_left(table) < lack and rules.reshuffle and table.now[DISCARDED]:
        shuffle_discards(rules, table, key)
    if cards_left(table) < lack:
        table.now[PHASE] = OVER
        return
    for _ in range(missing):
        table.hand[seat][draw_card(table)] += 1


def draw_card(table: Table) -> int:
    """The kind of the top card of the higher pile."""
    now = table.now
    if now[FIRST_TOP] >= now[SECOND_TOP] - now[FIRST_END]:
        now[FIRST_TOP] -= 1
        return table.pile[now[FIRST_TOP]]
    now[SECOND_TOP] -= 1
    return table.pile[now[SECOND_TOP]]


def shuffle_discards(rules: Rules, table: Table, key: Key) -> None:
    """The discards, shuffled, and what is left of the piles become two piles again (DS-3.7 draws from either)."""
    now = table.now
    now[SHUFFLES] += 1
    found, left = now[DISCARDED], cards_left(table)
    # Both piles become one, on top of which the discards are put before they are mixed among each other.
    for card in range(now[SECOND_TOP] - now[FIRST_END]):
        table.pile[now[FIRST_TOP] + card] = table.pile[now[FIRST_END] + card]
    for card in range(left - 1, -1, -1):
        table.pile[card + found] = table.pile[card]
    for card in range(found):
        other = (draw(key, PILES, card, now[SHUFFLES], 1) * (card + 1)) >> 32
        table.pile[card] = table.pile[other]
        table.pile[other] = table.discards[card]
    now[DISCARDED] = 0
    now[FIRST_END] = (left + found + 1) // 2
    now[FIRST_TOP], now[SECOND_TOP] = now[FIRST_END], left + found


# ── DS-4 Stalemate ──────────────────────────────────────────────────────────────────────────────────────────────────


def stalemate(rules: Rules, table: Table, key: Key) -> None:
    """DS-4.1, DS-4.2: the cart takes the fish, and goes on to the left; then everybody may discard (DS-4.3)."""
    now = table.now
    owner = now[CART]
    now[TIME] = now[DID_TIME] = now[LAST_PLAY] + rules.stalemate
    now[DID], now[DID_SEAT], now[DID_SET], now[DID_VALID] = STALE, owner, NO_SET, 0
    now[DID_END] = FRIED if rules.cart else BURNT
    if rules.cart:
        claim(rules, table, owner)
    else:
        leave(table)
    now[CART] = (owner + 1) % rules.players
    now[TARGET], now[OPEN], now[STACK] = NO_FISH, 0, 0
    now[REVEALER] = (now[REVEALER] + 1) % rules.players if rules.clockwise or not rules.cart else owner
    if now[REVEALED] == len(table.lake):
        now[PHASE] = OVER
        return
    now[PHASE] = DISCARDING
    for seat in range(rules.players):
        table.plan[seat] = NO_SET
        table.asked[seat] = 1 if rules.discard else 0


def discard(rules: Rules, table: Table, seat: int, cards: int) -> None:
    """DS-4.3: cards that are not wanted leave the hand."""
    while cards:
        kind = cards % DIGIT - 1
        cards //= DIGIT
        table.hand[seat][kind] -= 1
        table.discards[table.now[DISCARDED]] = kind
        table.now[DISCARDED] += 1


def end_discarding(rules: Rules, table: Table, key: Key) -> None:
    """DS-4.3: everybody draws; DS-4.4: then the next fish."""
    for step in range(rules.players):
        if table.now[PHASE] != OVER:
            refill(rules, table, key, (table.now[REVEALER] + step) % rules.players)
    if table.now[PHASE] != OVER:
        reveal(rules, table)


# ── DS-5 End ────────────────────────────────────────────────────────────────────────────────────────────────────────


def wins(rules: Rules, table: Table, seat: int) -> bool:
    """Whether a seat has won: most fish (DS-5.3), then what breaks ties (DS-5.4, DS-5.5), or shares (DS-5.6)."""
    for other in range(rules.players):
        if is_ahead(rules, table, other, seat):
            return False
    return True


def is_ahead(rules: Rules, table: Table, one: int, other: int) -> bool:
    """Whether a seat is placed before another."""
    if table.claimed[one] != table.claimed[other]:
        return table.claimed[one] > table.claimed[other]
    for tie in rules.ties:
        if breaks(table, one, tie) != breaks(table, other, tie):
            return breaks(table, one, tie) > breaks(table, other, tie)
    return False


def breaks(table: Table, seat: int, tie: int) -> int:
    """What a seat has of the cards that break a tie."""
    return table.harms[seat] if tie == BY_HARMS else table.cures[seat] if tie == BY_CURES else 0


def settling_rule(rules: Rules, table: Table) -> int:
    """The rule by which it is settled who has won: DS-5.3, or the last one that had to be asked of DS-5.4 to DS-5.6."""
    winner, most_asked, rule = 0, -1, 503
    while not wins(rules, table, winner):
        winner += 1
    for other in range(rules.players):
        if other == winner or table.claimed[other] < table.claimed[winner]:
            continue
        asked = 0
        while asked < len(rules.ties) and breaks(table, other, rules.ties[asked]) == breaks(
            table, winner, rules.ties[asked]
        ):
            asked += 1
        if asked == len(rules.ties):
            return 506
        if asked > most_asked:
            most_asked, rule = asked, 504 if rules.ties[asked] == BY_HARMS else 505
    return rule


def score(table: Table, seat: int) -> int:
    """DS-5.3: claimed fish."""
    return table.claimed[seat]


def rounds_in(rules: Rules) -> int:
    """Fish in the lake."""
    return len(rules.fish_problems)


def rounds_over(table: Table) -> int:
    """Fish that are resolved."""
    return table.now[RESOLVED]


def endless_rule(table: Table) -> int:
    """DS-4.1 ends every fish sooner or later."""
    return 401
