"""Chance, keyed by the thing it decides.

Every random number is a hash of (seed, game, purpose, thing, day, attempt). There is no generator state: a market die
is the same whatever was rolled before it, and a variant with one recipe more meets the same dice. Written in the subset
that runs on plain Python and compiled alike: integers of 32 bits, no objects. A key is a pair of words.
"""

from __future__ import annotations

WORD = 0xFFFFFFFF

ATTEMPTS = 4_096
"""Attempts are counted in blocks of this size below the day."""

Key = tuple[int, int]


def mix(word: int) -> int:
    """A 32-bit word scrambled: every bit of the input changes half of the output's (a "low-bias" integer hash)."""
    word ^= word >> 16
    word = (word * 0x7FEB352D) & WORD
    word ^= word >> 15
    word = (word * 0x846CA68B) & WORD
    return word ^ (word >> 16)


def game_key(seed_low: int, seed_high: int, game: int) -> Key:
    """The key of one game: both words of a 64-bit seed through four rounds of a Feistel network keyed by the game."""
    left, right = seed_low, seed_high
    for turn in range(4):
        left, right = right, left ^ mix(right ^ mix(game + turn * 0x1E3779B9))
    return left, right


def draw(key: Key, purpose: int, thing: int, day: int, attempt: int) -> int:
    """A 32-bit number for one purpose, thing, day and attempt."""
    moment = (purpose << 20) + (day * ATTEMPTS) + attempt
    return mix(mix(mix(key[0] ^ moment) ^ thing) ^ key[1])


def roll(key: Key, faces: int, purpose: int, thing: int, day: int, attempt: int) -> int:
    """A die of ``faces`` faces, from 1."""
    return 1 + ((draw(key, purpose, thing, day, attempt) * faces) >> 32)


FIRST_SEAT = 0x5EA7
"""What is asked of chance when a seat begins (games use purposes below this one)."""


def first_seat(seed: int, players: int) -> int:
    """The seat that begins a single game: drawn, as people draw lots."""
    return roll(game_key(seed & WORD, seed >> 32, 0), players, FIRST_SEAT, 0, 0, 0) - 1
