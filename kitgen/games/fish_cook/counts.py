"""The names of what ``tally.py`` counts, group by group."""

from __future__ import annotations

from collections.abc import Sequence

from kitgen.games.fish_cook.tally import CHAPTER
from kitgen.games.fish_cook.variant import Variant
from kitgen.play.tally import Group, Pair, single

SOURCES = ("hand", "school", "menu", "rival", "owner", "end")
"""Where money comes from, in the order of ``tally.FROM_HAND`` and its like: one's hand, the school, dishes cooked
again, rivals' recipes, guests who cook from one's menu, menu bonuses."""

COUNTED_RULES = {
    "FC-1.1": "start money",
    "FC-1.2": "hands dealt",
    "FC-1.3": "day markers",
    "FC-1.4": "first chef",
    "FC-2.1": "farm rows filled",
    "FC-2.2": "markets cleared",
    "FC-2.3": "fish rolled",
    "FC-2.4": "fish rolled again",
    "FC-2.5": "full schools",
    "FC-2.6": "short schools",
    "FC-3.2": "fish bought",
    "FC-3.3": "ingredients bought",
    "FC-3.4": "open recipes bought",
    "FC-3.5": "recipes bought unseen",
    "FC-3.6": "passes",
    "FC-3.8": "things bought for $0",
    "FC-4.1": "bells by a farm row",
    "FC-4.2": "bells by the fish market",
    "FC-4.3": "chefs after a bell",
    "FC-4.4": "rounds of last actions",
    "FC-4.6": "mornings all passed",
    "FC-4.7": "chefs after passes",
    "FC-5.5": "bigger fish used",
    "FC-5.6": "dishes from the hand",
    "FC-5.7": "dishes from the school",
    "FC-5.8": "dishes cooked again",
    "FC-5.9": "rivals' dishes",
    "FC-5.10": "tries to steal",
    "FC-5.11": "recipes stolen",
    "FC-5.12": "evening passes",
    "FC-6.1": "markets spoilt",
    "FC-6.3": "days over",
    "FC-7.1": "menu bonuses",
    "FC-7.2": "wins by money",
    "FC-7.3": "shared or close wins",
}
"""The rules whose coming into play is counted, and what is counted of them."""

FISH_MARKET, ALL_PASSED = "fish-market", "all-passed"
"""What ends a morning beside the rows of the farm."""


def groups_of(variant: Variant) -> Sequence[Group]:
    """The game's own groups of counts, in the order of their numbers."""
    kinds, sizes = list(variant.market.farm.rows), [str(size) for size in variant.sizes]
    spaces = range(1, variant.market.fish.row_length + 1), range(1, variant.market.farm.spaces + 1)
    return (
        single("seconds"),
        single("shopping"),
        Group("morning-ended-by", (*kinds, FISH_MARKET, ALL_PASSED)),
        single("dishes"),
        single("thrown"),
        Group("cooked", tuple(variant.recipes)),
        Group("recipe-paid", tuple(variant.recipes)),
        Group("earned", SOURCES),
        single("income"),
        Group("fish-step", tuple(f"{size}.{space}" for size in sizes for space in spaces[0])),
        Group("fish-offered", tuple(sizes)),
        Group("fish-bought", tuple(sizes)),
        Group("fish-paid", tuple(sizes)),
        Group("food-step", tuple(f"{kind}.{space}" for kind in kinds for space in spaces[1])),
        Group("food-bought", tuple(kinds)),
        Group("food-paid", tuple(kinds)),
        Group("rule", tuple(_rule(chapter, number) for chapter in range(1, 8) for number in range(1, CHAPTER + 1))),
        Group("tokens-peak", tuple(kinds)),
        single("fish-peak"),
        single("money-peak"),
        Group("notes-peak", tuple(str(note) for note in sorted(set(variant.bank.notes), reverse=True))),
        single("deck-dry"),
        single("tokens-dry"),
    )


def _rule(chapter: int, number: int) -> str | None:
    rule = f"FC-{chapter}.{number}"
    return rule if rule in COUNTED_RULES else None


def pairs_of(variant: Variant) -> Sequence[Pair]:
    """Columns of which a ratio is asked: shares of income, mean prices, luck at stealing."""
    return [
        *((f"earned/{source}", "income") for source in SOURCES),
        *((f"recipe-paid/{recipe}", "income") for recipe in variant.recipes),
        *((f"fish-paid/{size}", f"fish-bought/{size}") for size in variant.sizes),
        *((f"fish-bought/{size}", f"fish-offered/{size}") for size in variant.sizes),
        *((f"food-paid/{kind}", f"food-bought/{kind}") for kind in variant.market.farm.rows),
        ("rule/FC-5.11", "rule/FC-5.10"),
    ]
