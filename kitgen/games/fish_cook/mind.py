"""What bots think with: their scratch paper, what their seat may see, and what things cost and pay."""

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
"""Dimes in a dollar: worth is weighed in dimes, prices are in dollars."""

NO_KIND = -1

IDEAS = 6
"""Moves that the rollout bot tries at most."""

DEALS = 12
"""Ways of dealing what is hidden that it plays each of them through."""

MOST_DISHES = 6
"""Dishes in a plan."""

LACKS_FISH, LACKS_CARD = 256, 512
"""What a planned dish may lack beside ingredients (at most eight kinds, one bit each)."""


class Mind(NamedTuple):
    """Paper that a bot may scribble on, and facts of the variant; it remembers nothing from one decision to the next."""

    moves: Row
    seated: Row
    no_moves: Row
    needs: Grid
    """[recipe]: its ingredient kinds, dearest first, then NO_KIND; a fact of the variant."""
    spare_fish: Row
    """[size]: fish of the seat that no dish has been promised yet."""
    spare_food: Row
    """[kind]: likewise."""
    fish_cost: Row
    """[size]: the cost of a fish for a recipe of this size: 0 if the seat has one, more if it is for sale, or DEAR."""
    fish_pick: Row
    """[size]: the size of that fish."""
    food_cost: Row
    """[kind]: likewise."""
    food_loss: Row
    """[kind]: in dimes, what using up one costs the seat, be it money and an action, or one less for another day."""
    fish_loss: Row
    """[size]: likewise for the fish that would be picked."""
    shelf: Row
    """[kind]: tokens for sale once the plan so far is bought."""
    stall: Row
    """[size]: fish for sale once the plan so far is bought."""
    keep: Row
    """[kind]: in dimes, what a token is worth overnight."""
    swing: Row
    """[size]: in dimes, what one more recipe of this size on the menu is worth."""
    recipes: Row
    """The recipes that the seat could cook, or could buy and cook."""
    worth: Row
    """[recipe]: in dimes, what cooking it is worth to the seat."""
    again: Row
    """[recipe]: likewise for cooking it once more."""
    buy_first: Row
    """[recipe]: 1 where it is to be bought before it is cooked."""
    used: Row
    """[recipe]: 1 once the plan has it."""
    plan: Row
    """The recipes of the plan, best first."""
    plan_fish: Row
    """The size of fish for each."""
    plan_lacks: Row
    """What each lacks: ingredient kinds, one bit each, then LACKS_FISH and LACKS_CARD."""
    plan_gain: Row
    """In dimes, what each is worth above the price of what it lacks."""
    characters: Grid
    """[bot][trait]: how a planning bot weighs things; facts, see characters.py."""

    deals: int
    """How many ways of dealing what is hidden the rollout bot plays through: its budget."""
    ideas: Row
    """The moves that the rollout bot tries."""
    scores: Row
    """[idea]: how well it did, in dimes."""
    order: Row
    """Hidden recipes in an order of the bot's own."""
    unshown: Row
    """[seat]: recipes that it holds and has not shown."""
    dealt: Table
    """A scratch table with everything hidden dealt anew."""
    world: Table
    """A scratch table to play on."""


def new_mind(rules: Rules, deals: int = DEALS) -> Mind:
    """Paper for a game of this size; ``deals`` is the rollout bot's budget."""
    sizes, kinds, recipes = len(rules.fish_price), len(rules.food_price), len(rules.recipe_size)
    return Mind(
        moves=[0] * most_moves(rules),
        seated=[0] * rules.players,
        no_moves=[0] * 0,
        needs=[needs_of(rules, recipe) for recipe in range(len(rules.recipe_size))],
        spare_fish=[0] * sizes,
        spare_food=[0] * kinds,
        fish_cost=[0] * sizes,
        fish_pick=[0] * sizes,
        food_cost=[0] * kinds,
        food_loss=[0] * kinds,
        fish_loss=[0] * sizes,
        shelf=[0] * kinds,
        stall=[0] * sizes,
        keep=[0] * kinds,
        swing=[0] * sizes,
        recipes=[0] * recipes,
        worth=[0] * recipes,
        again=[0] * recipes,
        buy_first=[0] * recipes,
        used=[0] * recipes,
        plan=[0] * MOST_DISHES,
        plan_fish=[0] * MOST_DISHES,
        plan_lacks=[0] * MOST_DISHES,
        plan_gain=[0] * MOST_DISHES,
        deals=deals,
        ideas=[0] * IDEAS,
        scores=[0] * IDEAS,
        order=[0] * recipes,
        unshown=[0] * rules.players,
        dealt=new_table(rules),
        world=new_table(rules),
        characters=[list(character) for character in CHARACTERS],
    )


def needs_of(rules: Rules, recipe: int) -> list[int]:
    """A recipe's ingredient kinds, those of the dearest row first, filled up with NO_KIND; not compiled."""
    kinds = [kind for kind in range(len(rules.food_price)) if rules.recipe_needs[recipe] >> kind & 1]
    kinds.sort(key=lambda kind: -rules.food_price[kind][0])
    return kinds + [NO_KIND] * (len(rules.food_price) + 1 - len(kinds))


# ── What a seat sees ────────────────────────────────────────────────────────────────────────────────────────────────


def known_place(table: Table, recipe: int, seat: int) -> int:
    """Where a seat knows a recipe to be: one that a rival holds unshown looks the same as one in the deck."""
    place = table.place[recipe]
    if place == HAND and table.owner[recipe] != seat and table.shown[recipe] == 0:
        return DECK
    return place


def dish_pays(rules: Rules, table: Table, recipe: int, seat: int) -> int:
    """The dollars that a seat would earn by cooking a recipe now, or -1 where it may not (FC-5.3, FC-5.6 to FC-5.9)."""
    place = table.place[recipe]
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
