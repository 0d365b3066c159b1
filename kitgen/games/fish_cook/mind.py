"""What bots think with: their scratch paper, what their seat may see, and what a dish pays."""

from __future__ import annotations

from typing import NamedTuple

from kitgen.games.fish_cook.characters import CHARACTERS
from kitgen.games.fish_cook.table import (
    DECK,
    HAND,
    SCHOOL,
    TO_COOK,
    Grid,
    Row,
    Rules,
    Table,
    most_moves,
    new_table,
)

DEAR = 1_000_000
"""More than anybody can pay: the price of what is not for sale."""

DIME = 10
"""Dimes in a dollar: the planning bots weigh worth and losses in dimes; prices and costs are in dollars."""

NO_KIND = -1

MOST_DISHES = 6
"""Dishes in a plan."""

LACKS_FISH, LACKS_CARD = 256, 512
"""What a planned dish may lack beside ingredients (at most eight kinds, one bit each)."""

MOST_IDEAS = 6
"""Moves that the rollout bot tries at most."""

DEALS = 12
"""Ways of dealing what is hidden that it plays each of them through."""

SPARE, COST, LOSS, ON_SALE, KEPT, BRINGS = range(6)
"""Rows of ``mind.food``: tokens that no dish has been promised yet; what having one costs, 0 where it is held; the same
in dimes with what else it means to use one up; tokens for sale once the plan so far is bought; worth overnight; a fact
of the variant, in dollars: what the best dish with it brings above its other pieces."""

PICK, SWING = 4, 5
"""Rows of ``mind.fish`` beside SPARE, COST, LOSS and ON_SALE, where cost and loss are those of a fish for a recipe of
this size: the size of that fish; in dimes, what one more recipe of this size on the own menu is worth."""

LISTED, WORTH, AGAIN, BUY_FIRST, USED, HIDDEN = range(6)
"""Rows of ``mind.cards``. LISTED: the recipes that the seat could cook, one after another. By recipe: what cooking it
is worth; what once more; 1 where it has to be bought before; 1 once the plan has it. HIDDEN: recipes in an order of the
bot's own."""

RECIPE, FISH, LACKS, GAIN = range(4)
"""Rows of ``mind.plan``, best dish first: its recipe, the size of its fish, what it lacks, in dimes what it brings."""

MOVE, SCORE = range(2)
"""Rows of ``mind.ideas``."""


class Mind(NamedTuple):
    """Paper that a bot may scribble on, and facts of the variant; it remembers nothing from one decision to the next.

    Few wide grids rather than many rows: every array more makes every call longer to compile.
    """

    moves: Row
    seated: Row
    no_moves: Row
    deals: int
    """The budget of the rollout bot: how many ways of dealing what is hidden it plays through."""
    needs: Grid
    """[recipe]: its ingredient kinds, dearest first, then NO_KIND; a fact."""
    characters: Grid
    """[bot][trait]: how a planning bot weighs things; a fact, see characters.py."""
    food: Grid
    """[…][kind]"""
    fish: Grid
    """[…][size]"""
    cards: Grid
    """[…][recipe]"""
    plan: Grid
    """[…][dish]"""
    ideas: Grid
    """[…][idea]"""
    unshown: Row
    """[seat]: recipes that it holds and has not shown."""
    world: Table
    """A scratch table to play on."""


def new_mind(rules: Rules, deals: int = DEALS) -> Mind:
    """Paper for a game of this size; ``deals`` is the rollout bot's budget."""
    sizes, kinds, recipes = len(rules.fish_price), len(rules.food_price), len(rules.recipe_size)
    return Mind(
        moves=[0] * most_moves(rules),
        seated=[0] * rules.players,
        no_moves=[0] * 0,
        deals=deals,
        needs=[needs_of(rules, recipe) for recipe in range(recipes)],
        characters=[list(character) for character in CHARACTERS],
        food=[*([0] * kinds for _ in range(5)), [brings(rules, kind) for kind in range(kinds)]],
        fish=[[0] * sizes for _ in range(6)],
        cards=[[0] * recipes for _ in range(6)],
        plan=[[0] * MOST_DISHES for _ in range(4)],
        ideas=[[0] * MOST_IDEAS for _ in range(2)],
        unshown=[0] * rules.players,
        world=new_table(rules),
    )


def needs_of(rules: Rules, recipe: int) -> list[int]:
    """A recipe's ingredient kinds, those of the dearest row first, filled up with NO_KIND; not compiled."""
    kinds = [kind for kind in range(len(rules.food_price)) if rules.recipe_needs[recipe] >> kind & 1]
    kinds.sort(key=lambda kind: -rules.food_price[kind][0])
    return kinds + [NO_KIND] * (len(rules.food_price) + 1 - len(kinds))


def brings(rules: Rules, kind: int) -> int:
    """What the best dish with an ingredient pays above its other pieces at the middle of their rows; not compiled."""
    best = 0
    for recipe, needs in enumerate(rules.recipe_needs):
        if needs >> kind & 1:
            others = [row for other, row in enumerate(rules.food_price) if needs >> other & 1 and other != kind]
            pieces = [rules.fish_price[rules.recipe_size[recipe]], *others]
            pay = rules.recipe_main[recipe] + rules.recipe_bonus[recipe]
            best = max(best, pay - sum(row[len(row) // 2] for row in pieces))
    return best


# ── What a seat sees ────────────────────────────────────────────────────────────────────────────────────────────────


def known_place(table: Table, recipe: int, seat: int) -> int:
    """Where a seat knows a recipe to be: one that a rival holds unshown looks the same as one in the deck."""
    place = table.place[recipe]
    if place == HAND and table.owner[recipe] != seat and table.shown[recipe] == 0:
        return DECK
    return place


def dish_pays(rules: Rules, table: Table, recipe: int, seat: int) -> int:
    """The dollars that a seat would earn by cooking a recipe now, or -1 where it may not (FC-5.3, FC-5.6 to FC-5.9)."""
    place = known_place(table, recipe, seat)
    if place == DECK:
        return -1
    if table.owner[recipe] == seat:
        return rules.recipe_main[recipe] + rules.recipe_bonus[recipe]
    if place == SCHOOL:
        if not rules.cook_from_school:
            return -1
        return rules.recipe_main[recipe] + rules.recipe_bonus[recipe] * rules.school_bonus
    if place == HAND or not rules.cook_from_rivals:
        return -1
    if rules.rival_bonus == TO_COOK:
        return rules.recipe_main[recipe] + rules.recipe_bonus[recipe]
    return rules.recipe_main[recipe]
