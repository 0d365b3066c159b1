"""How the planning bots weigh things: a row of numbers for each, in dimes (tenths of a dollar) where it is money."""

from __future__ import annotations

TRAITS = 14

(
    ACTION,  # what an action of the morning is worth
    KEEP,  # what a token kept overnight is worth, in percent of the middle price of its row
    MENU_SHARE,  # percent of the menu bonus at stake that a recipe on the menu is worth on the last day
    OWNING,  # percent of its bonus that a recipe on the own menu is worth for each day that remains
    PACE,  # turns of the whole table that it takes to empty a farm row by one token
    FISH_LAST,  # how much dearer a fish may become before it is bought ahead of the dish's ingredients
    RING,  # what ringing the bell may cost when there is nothing else to do
    STOCK,  # the most tokens of a kind laid in for another day
    FISH_WEIGHT,  # percent of the price of fish that is felt
    BIG_ONLY,  # 1: buys fish of the biggest third of sizes only
    BORROWS,  # 1: cooks nothing from its own hand
    FIRST_EVENING,  # percent of the days that pass before it cooks
    CARDS,  # the most recipes it buys into its hand for their own sake
    GIVING,  # percent of a bonus paid to a rival that it feels as a loss with two players
) = range(TRAITS)

_PLANNER = (30, 130, 120, 50, 6, 40, 100, 3, 100, 0, 0, 0, 0, 60)


def _like_planner(**traits: int) -> tuple[int, ...]:
    """The planner's character but for some traits."""
    names = {"fish_weight": FISH_WEIGHT, "big_only": BIG_ONLY, "borrows": BORROWS, "first_evening": FIRST_EVENING,
             "cards": CARDS, "stock": STOCK, "keep": KEEP}  # fmt: skip
    changed = {names[name]: value for name, value in traits.items()}
    return tuple(changed.get(trait, value) for trait, value in enumerate(_PLANNER))


CHARACTERS = (
    _PLANNER,  # random does not plan
    _PLANNER,  # nor does thrifty
    _PLANNER,
    _PLANNER,  # rollout, where it asks the planner
    _like_planner(first_evening=50, cards=3, stock=4, keep=160),  # hoarder
    _like_planner(fish_weight=300),  # cheap-fish
    _like_planner(big_only=1),  # big-fish
    _like_planner(borrows=1),  # school-thief
)
"""[bot][trait]"""
