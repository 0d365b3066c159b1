"""What most authors of a Discount Salmon variant begin with."""

from __future__ import annotations

KNOBS = (
    "playing_time",
    "modifiers.cure",
    "modifiers.harm",
    "modifiers.blender",
    "modifiers.andrew",
    "hand.cards",
    "hand.set",
    "race.invalid",
    "race.next_revealer",
    "race.reshuffle",
    "stalemate.seconds",
    "stalemate.discard",
    "stalemate.cart",
    "end.ties",
)
"""The keys that most authors turn."""

EXAMPLE = """
# A problem of your own, and a fish that has it. (Take away the # and the space behind it.)
# problems:
#   haunted: {icon: ghost, name: haunted, cure: Garlic, harm: Old House}
# fish:
#   grandmothers-eel: {name: "Grandmother's eel", problems: [haunted, stinky], copies: 2}
"""
