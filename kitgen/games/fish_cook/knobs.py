"""What most authors of a Fish Cook variant begin with."""

from __future__ import annotations

KNOBS = (
    "playing_time",
    "set_up.money",
    "set_up.recipes_dealt",
    "set_up.days",
    "market.fish.dice",
    "school.cards",
    "school.face_up_price",
    "morning.empty_rows_end",
    "morning.last_actions",
    "evening.bigger_fish",
    "evening.pass_cost",
    "evening.cook_from_rivals",
    "evening.rival_bonus",
    "evening.steal.succeeds_on",
    "end.menu_bonus",
    "next_chef",
)
"""The keys that most authors turn."""

EXAMPLE = """
# A recipe of your own, and one that goes. (Take away the # and the space behind it.)
# recipes:
#   grilled-eel: {name: "Grandmother's eel", size: 6, ingredients: [wine, egg], main: 36, bonus: 4}
# remove: [recipes.tuna-nicoise]
"""
