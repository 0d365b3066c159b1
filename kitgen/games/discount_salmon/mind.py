"""What bots think with: how fast they are, and scratch paper."""

from __future__ import annotations

from math import exp
from statistics import NormalDist
from typing import NamedTuple

from kitgen.games.discount_salmon.table import Grid, Row, Rules

STEPS = 64
"""Reaction times of a bot in its table, each as likely as the next."""


class Character(NamedTuple):
    """A bot's hands and habits. Milliseconds; shares in hundredths."""

    reaction: int
    """The middle time from a change to the first card, of a log-normal distribution."""
    spread: int
    """Of its logarithm, in hundredths."""
    a_card: int
    """For each card more of a set."""
    patience: int
    """How long it waits before it mends a part, harms or sends Andrew."""
    parts: int
    """1 where it mends a part when it cannot mend the whole."""
    harms: int
    """1 where it harms when it cannot finish."""
    thrift: int
    """1 where it saves Blenders for what cures cannot mend, and discards what helps least after a stalemate."""
    andrews: int
    """1 where it sends Andrew when it cannot finish, and a rival has the cart."""


CHARACTERS: tuple[Character, ...] = (
    Character(1_500, 50, 300, 2_500, 1, 1, 0, 1),  # random: any cards
    Character(1_500, 30, 250, 0, 0, 0, 0, 0),  # finisher
    Character(1_500, 30, 250, 700, 0, 1, 1, 1),  # reader
    Character(950, 30, 180, 0, 0, 0, 0, 0),  # fast
    Character(1_500, 30, 250, 1_500, 1, 0, 1, 0),  # helper
    Character(1_500, 30, 250, 600, 0, 1, 1, 0),  # spoiler
    Character(2_300, 30, 350, 700, 0, 1, 1, 1),  # slow reader
)
"""By the number of the bot."""


class Mind(NamedTuple):
    """Facts of the bots, and paper to scribble on; it remembers nothing from one decision to the next."""

    seated: Row
    """[seat]: its bot; the loop's paper."""
    no_moves: Row
    """Room for no transcript; the loop's."""
    characters: Grid
    """[bot][trait]"""
    reactions: Grid
    """[bot][step]: milliseconds."""
    cards: Row
    """A set that is being put together: kinds in order."""


def new_mind(rules: Rules) -> Mind:
    """Paper for a game of this size; not compiled."""
    return Mind(
        seated=[0] * rules.players,
        no_moves=[0] * 0,
        characters=[list(character) for character in CHARACTERS],
        reactions=[quantiles(character.reaction, character.spread) for character in CHARACTERS],
        cards=[0] * max(rules.longest_set, rules.discard, 1),
    )


def quantiles(middle: int, spread: int) -> list[int]:
    """Reaction times of a log-normal distribution, one in the middle of each of STEPS equally likely parts."""
    normal = NormalDist(0, spread / 100)
    return [round(middle * exp(normal.inv_cdf((step + 0.5) / STEPS))) for step in range(STEPS)]
