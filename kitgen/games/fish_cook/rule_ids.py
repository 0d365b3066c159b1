"""Which rules each key of a variant touches, by id: what an author reads again who turns that knob."""

from __future__ import annotations

RULES: dict[str, tuple[str, ...]] = {
    "players": ("FC-1.3",),
    "set_up.money": ("FC-1.1",),
    "set_up.recipes_dealt": ("FC-1.2",),
    "set_up.days": ("FC-1.3", "FC-6.3"),
    "school.cards": ("FC-2.5", "FC-2.6", "FC-3.4", "FC-3.11", "FC-5.3", "FC-5.7"),
    "school.face_up_price": ("FC-3.4", "FC-3.8"),
    "school.blind_price": ("FC-3.5", "FC-3.8"),
    "school.leftovers": ("FC-2.5",),
    "kinds": ("FC-3.3",),
    "market.fish.dice": ("FC-1.3", "FC-2.3", "FC-2.4"),
    "market.fish.row_length": ("FC-2.4", "FC-3.2"),
    "market.fish.ladders": ("FC-2.3", "FC-3.2", "FC-3.8"),
    "market.farm.die": ("FC-2.1",),
    "market.farm.spaces": ("FC-2.1", "FC-3.3"),
    "market.farm.rows": ("FC-2.1", "FC-3.3"),
    "market.farm.rows.<id>.prices": ("FC-3.3", "FC-3.8"),
    "market.farm.rows.<id>.fill": ("FC-2.1",),
    "morning.empty_rows_end": ("FC-4.1", "FC-4.2", "FC-4.3", "FC-4.4", "FC-4.5", "FC-4.6", "FC-4.7", "FC-4.8"),
    "morning.empty_fish_market_ends": ("FC-4.2", "FC-4.3", "FC-4.4", "FC-4.5", "FC-4.6", "FC-4.7", "FC-4.8"),
    "morning.last_actions": ("FC-4.4", "FC-4.5", "FC-4.6"),
    "evening.bigger_fish": ("FC-5.5",),
    "evening.pass_cost": ("FC-5.2", "FC-5.12", "FC-6.1"),
    "evening.fish_keep": ("FC-5.2", "FC-5.12", "FC-6.1"),
    "evening.ingredients_keep": ("FC-6.2",),
    "evening.cook_from_school": ("FC-5.3", "FC-5.7"),
    "evening.cook_from_rivals": ("FC-5.3", "FC-5.9", "FC-5.10", "FC-5.11"),
    "evening.school_bonus": ("FC-5.7",),
    "evening.rival_bonus": ("FC-5.9", "FC-5.10"),
    "evening.steal.die": ("FC-5.10", "FC-5.11"),
    "evening.steal.succeeds_on": ("FC-5.9", "FC-5.10", "FC-5.11"),
    "end.menu_bonus": ("FC-7.1",),
    "end.menu_tie": ("FC-7.1",),
    "end.final_tie": ("FC-7.3",),
    "next_chef": ("FC-4.3", "FC-4.7"),
    "bank.open": ("FC-1.1", "FC-4.3", "FC-4.7"),
    "tokens.limit_play": ("FC-2.1",),
    "recipes.<id>.size": ("FC-5.5", "FC-7.1"),
    "recipes.<id>.ingredients": ("FC-5.4",),
    "recipes.<id>.main": ("FC-5.6", "FC-5.7", "FC-5.8", "FC-5.9"),
    "recipes.<id>.bonus": ("FC-5.6", "FC-5.8", "FC-5.9", "FC-5.11"),
}
"""By key. One that is not listed touches what the keys within it touch, or no rule: it only changes how things look."""


def rules_of(pattern: str) -> tuple[str, ...]:
    """The rules that a key touches: its own, else those of the group it is in, or of all the keys in it."""
    if pattern in RULES:
        return RULES[pattern]
    group = pattern.rpartition(".")[0]
    if group in RULES:
        return RULES[group]
    within = [rule for key, rules in RULES.items() if key.startswith(f"{pattern}.") for rule in rules]
    return tuple(sorted(set(within), key=_order))


def _order(rule: str) -> tuple[int, ...]:
    return tuple(int(number) for number in rule.partition("-")[2].split("."))
