"""The table of Discount Salmon: a variant as numbers, the state of a game, and the words that the rules are written in.

Time is counted in whole milliseconds from the first reveal.
"""

from __future__ import annotations

import zlib
from typing import NamedTuple

from kitgen.games.discount_salmon.variant import Variant

Row = list[int]
"""A list of integers, or an array of one dimension."""

Grid = list[list[int]]
"""A list of lists of integers, or an array of two dimensions."""


class Rules(NamedTuple):
    """A variant as numbers, for one number of players.

    Cards are kinds: of problem p the cure is 2p and the harm 2p + 1; then come the Blender and Andrew.
    """

    players: int
    problems: int
    hand: int
    longest_set: int
    stalemate: int
    """Milliseconds without a play."""
    discard: int
    cart: int
    invalid_lost: int
    clockwise: int
    """1 where the next player reveals, whoever claimed."""
    reshuffle: int
    ties: Row
    """What breaks a tie, in this order: BY_HARMS or BY_CURES; filled up with BY_NOTHING."""
    copies: Row
    """[kind]: cards of it."""
    card_kind: Row
    """[card]"""
    card_word: Row
    """[card]: a hash of what it is, by which the piles are shuffled."""
    fish_problems: Row
    """[fish card]: its problems, one bit each."""
    fish_word: Row
    """[fish card]: a hash of what it is, by which the lake is shuffled."""
    fish_id: Row
    """[fish card]: the number of its design."""


class Table(NamedTuple):
    """The state of one game."""

    now: Row
    """What is one number: the cells PHASE to DID_ANDREW below."""
    hand: Grid
    """[seat][kind]"""
    claimed: Row
    """[seat]: fish."""
    harms: Row
    """[seat]: red cards that came with them."""
    cures: Row
    """[seat]: blue ones."""
    plan: Row
    """[seat]: the set that it is about to lay, or NO_SET."""
    due: Row
    """[seat]: when."""
    asked: Row
    """[seat]: 1 where it has to decide."""
    stack_kind: Row
    """The valid cards on the target, from the bottom; now[STACK] of them."""
    stack_seat: Row
    lake: Row
    """Fish cards in the order in which hands find them, from now[REVEALED]."""
    pile: Row
    """Cards in two piles: the first up to now[FIRST_END], the second from there; each drawn from its end."""
    discards: Row
    """Cards that were discarded, now[DISCARDED] of them."""
    gone: Row
    """[kind]: cards that left the game, or were claimed with a fish."""


(
    PHASE,
    SEAT,
    TIME,
    LAST_PLAY,
    CART,
    REVEALER,
    REVEALED,
    TARGET,
    OPEN,
    STACK,
    FIRST_TOP,
    SECOND_TOP,
    FIRST_END,
    DISCARDED,
    SHUFFLES,
    CHANGES,
    RESOLVED,
    FISH_GONE,
    DID,
    DID_SEAT,
    DID_SET,
    DID_VALID,
    DID_END,
    DID_TIME,
) = range(24)
"""Cells of ``table.now``. TARGET is a fish card or NO_FISH; OPEN its open problems, one bit each; FIRST_TOP and
SECOND_TOP how far the piles reach; CHANGES of this target so far; RESOLVED fish; FISH_GONE those that left the game.
DID and those after it tell what the last move brought about: a set that was laid, by whom, which of its cards were
valid (one bit each), what became of the fish, and when."""

CELLS = 24
RACE, DISCARDING, OVER = range(3)
NO_FISH = -1
NO_SET = 0
NOTHING, LAID, STALE = range(3)
"""What a move brought about."""

GOES_ON, CLAIMED, RUN_AWAY, FRIED, BURNT = range(5)
"""What became of the fish: nothing yet; claimed; gone with Andrew; taken by the cart; gone in a stalemate without."""

BY_NOTHING, BY_HARMS, BY_CURES = range(3)

DIGIT = 17
"""A set is written in digits to this base, the first card last: its kind and one more, 0 where the set is over."""

DELAY = DIGIT**5
"""Above the digits of a move: the milliseconds from the last change to the play."""

LONGEST_DELAY = 59_999

LAKE, PILES, SAME_INSTANT = range(1, 4)
"""What chance is asked for."""

REVEAL = 1_500
"""Milliseconds from a fish that is gone to the next one that is seen."""

SAME_HAND = 300
"""DS-2.2: what the hand that flipped the fish needs to come back to the cards."""


def rules_of(variant: Variant, players: int) -> Rules:
    """A variant's numbers for one number of players, on plain lists."""
    problems, copies = list(variant.problems), variant.copies
    called = [*[f"{what} {problem}" for problem in problems for what in ("cure", "harm")], "blender", "andrew"]
    deck = [(kind, copy) for kind, count in enumerate(copies) for copy in range(count)]
    fish = [
        (number, name, copy) for number, name in enumerate(variant.fish) for copy in range(variant.fish[name].copies)
    ]
    ties = [{"harms": BY_HARMS, "cures": BY_CURES}[tie] for tie in variant.end.ties]
    return Rules(
        players=players,
        problems=len(problems),
        hand=variant.hand.cards,
        longest_set=variant.hand.set,
        stalemate=1_000 * variant.stalemate.seconds,
        discard=variant.stalemate.discard,
        cart=int(variant.stalemate.cart),
        invalid_lost=int(variant.race.invalid == "lost"),
        clockwise=int(variant.race.next_revealer == "clockwise"),
        reshuffle=int(variant.race.reshuffle),
        ties=[*ties, BY_NOTHING, BY_NOTHING][:2],
        copies=copies,
        card_kind=[kind for kind, _ in deck],
        card_word=[zlib.crc32(f"{called[kind]} {copy}".encode()) for kind, copy in deck],
        fish_problems=[
            sum(1 << problems.index(problem) for problem in variant.fish[name].problems) for _, name, _ in fish
        ],
        fish_word=[zlib.crc32(f"fish {name} {copy}".encode()) for _, name, copy in fish],
        fish_id=[number for number, _, _ in fish],
    )


def new_table(rules: Rules) -> Table:
    """An empty table of the right size, on plain lists."""
    seats, kinds, cards = rules.players, len(rules.copies), len(rules.card_kind)
    return Table(
        now=[0] * CELLS,
        hand=[[0] * kinds for _ in range(seats)],
        claimed=[0] * seats,
        harms=[0] * seats,
        cures=[0] * seats,
        plan=[0] * seats,
        due=[0] * seats,
        asked=[0] * seats,
        stack_kind=[0] * cards,
        stack_seat=[0] * cards,
        lake=[0] * len(rules.fish_problems),
        pile=[0] * cards,
        discards=[0] * cards,
        gone=[0] * kinds,
    )


def set_of(kinds: list[int]) -> int:
    """A set as a number, from the kinds of its cards in the order in which they are laid; not compiled."""
    return sum((kind + 1) * DIGIT**place for place, kind in enumerate(kinds))


def kinds_of(cards: int) -> list[int]:
    """The kinds of a set's cards, in order; not compiled."""
    found = []
    while cards:
        cards, digit = divmod(cards, DIGIT)
        found.append(digit - 1)
    return found
