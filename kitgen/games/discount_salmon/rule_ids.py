"""Which rules each key of a variant touches, by id: what an author reads again who turns that knob."""

from __future__ import annotations

_STALEMATE = ("DS-4.1", "DS-4.2", "DS-4.4")
_REVEALER = ("DS-3.10", "DS-3.12", "DS-4.4")

RULES: dict[str, tuple[str, ...]] = {
    "players": ("DS-1.2",),
    "problems": ("DS-3.4", "DS-3.5", "DS-3.8"),
    "fish": ("DS-1.1", "DS-5.1"),
    "modifiers.cure": ("DS-1.3", "DS-3.4"),
    "modifiers.harm": ("DS-1.3", "DS-3.1", "DS-3.5", "DS-5.4", "DS-5.5", "DS-5.6"),
    "modifiers.blender": ("DS-1.3", "DS-3.8", "DS-5.5"),
    "modifiers.andrew": ("DS-1.3", "DS-3.1", "DS-3.9", "DS-3.10", "DS-3.13"),
    "hand.cards": ("DS-1.2", "DS-3.7", "DS-4.3", "DS-5.2"),
    "hand.set": ("DS-3.1", "DS-3.3"),
    "race.invalid": ("DS-3.6",),
    "race.next_revealer": _REVEALER,
    "race.reshuffle": ("DS-4.3", "DS-5.2"),
    "stalemate.seconds": ("DS-4.1",),
    "stalemate.discard": ("DS-4.3",),
    "stalemate.cart": ("DS-1.5", *_STALEMATE),
    "end.ties": ("DS-5.4", "DS-5.5", "DS-5.6"),
}
"""By key. One that is not listed touches what the keys within it touch, or no rule: it only changes how things look."""


def rules_of(pattern: str) -> tuple[str, ...]:
    """The rules that a key touches: its own, else those of the nearest group it is in, or of all the keys in it."""
    group = pattern
    while group:
        if group in RULES:
            return RULES[group]
        group = group.rpartition(".")[0]
    within = [rule for key, rules in RULES.items() if key.startswith(f"{pattern}.") for rule in rules]
    return tuple(sorted(set(within), key=_order))


def _order(rule: str) -> tuple[int, ...]:
    return tuple(int(number) for number in rule.partition("-")[2].split("."))
