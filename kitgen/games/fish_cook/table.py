"""The table of Fish Cook: a variant as numbers, the state of a game, and the words that the rules are written in."""

from __future__ import annotations

import zlib
from typing import NamedTuple

from kitgen.games.fish_cook.variant import Variant

Row = list[int]
"""A list of integers, or an array of one dimension."""

Grid = list[list[int]]
"""A list of lists of integers, or an array of two dimensions."""


class Rules(NamedTuple):
    """A variant as numbers, for one number of players."""

    players: int
    days: int
    start_money: int
    recipes_dealt: int
    school_cards: int
    face_up_price: int
    blind_price: int
    school_replaced: int
    fish_dice: int
    fish_faces: int
    row_length: int
    farm_faces: int
    supply: int
    """Tokens of a kind where play is limited to them, else 0."""
    empty_rows_end: int
    empty_fish_market_ends: int
    last_actions: int
    bigger_fish: int
    pass_cost: int
    fish_keep: int
    ingredients_keep: int
    cook_from_school: int
    cook_from_rivals: int
    school_bonus: int
    rival_bonus: int
    steal_faces: int
    steal_on: int
    """The lowest roll that steals; BY_BONUS or NEVER."""
    next_chef: int
    menu_tie: int
    more_dishes_win: int
    fish_price: Grid
    """[size][space], cheap to dear."""
    food_price: Grid
    """[kind][space], dear to cheap."""
    fill: Grid
    """[kind][face]: the number of spaces that a roll fills to."""
    menu_bonus: Row
    """[size]"""
    recipe_size: Row
    recipe_needs: Row
    """[recipe]: its ingredient kinds, one bit each."""
    recipe_main: Row
    recipe_bonus: Row
    recipe_word: Row
    """[recipe]: a hash of its id, by which the deck is shuffled."""
    kind_word: Row
    """[kind]: a hash of its id, by which its row's die is rolled."""
    notes: Row
    """The values of the banknotes, the biggest first; they are only counted."""


class Table(NamedTuple):
    """The state of one game."""

    now: Row
    """What is one number: the cells PHASE to OWED below."""
    money: Row
    fish: Grid
    """[seat][size]"""
    food: Grid
    """[seat][kind]"""
    market: Row
    """[size]: fish for sale."""
    farm: Row
    """[kind]: tokens for sale."""
    place: Row
    """[recipe]: DECK, SCHOOL, HAND or MENU."""
    owner: Row
    """[recipe]: the seat that has it, or NOBODY."""
    shown: Row
    """[recipe]: 1 once everybody has seen where it went."""
    tries: Row
    """[recipe]: how often stealing it was tried."""
    dishes: Grid
    """[seat][size]: recipes on the menu."""
    deck: Row
    """A ring of recipes, from now[DECK_TOP], now[DECK_LEFT] of them."""


PHASE, DAY, SEAT, CHEF, PASSES, LAST_LEFT, EMPTIED, DECK_TOP, DECK_LEFT, OWED, REROLLED = range(11)
"""Cells of ``table.now``. PASSES in sequence; LAST_LEFT last actions to come; EMPTIED rows this morning; OWED fish
that the acting seat still has to throw away; REROLLED fish dice this morning, which is only told."""

CELLS = 11
MORNING, LAST_ACTIONS, EVENING, OVER = range(4)
DECK, SCHOOL, HAND, MENU = range(4)
NOBODY = -1
BY_BONUS, NEVER = 0, -1
TO_OWNER, TO_COOK, TO_NOBODY = range(3)
AFTER_RINGER, CLOCKWISE, LOSER = range(3)
TIE_ALL, TIE_SPLIT, TIE_NOBODY = range(3)

PASS = 0
BUY_FISH, BUY_FOOD, BUY_BLIND, THROW, BUY_RECIPE, COOK = 100, 200, 300, 400, 1000, 2000
"""Moves: BUY_FISH + size, BUY_FOOD + kind, THROW + size, BUY_RECIPE + recipe, COOK + 10 * recipe + size of the fish."""

FISH_DIE, FARM_DIE, SHUFFLE, STEAL_DIE = range(1, 5)
"""What chance is asked for."""


def rules_of(variant: Variant, players: int) -> Rules:
    """A variant's numbers for one number of players, on plain lists."""
    market, evening, end = variant.market, variant.evening, variant.end
    kinds = list(market.farm.rows)
    recipes = list(variant.recipes.values())
    bonus = end.menu_bonus if isinstance(end.menu_bonus, dict) else {}
    on = evening.steal.succeeds_on
    steal_on = BY_BONUS if on == "bonus" else NEVER if isinstance(on, str) else on
    return Rules(
        players=players,
        days=variant.set_up.days[players],
        start_money=variant.set_up.money,
        recipes_dealt=variant.set_up.recipes_dealt,
        school_cards=variant.school.cards,
        face_up_price=variant.school.face_up_price,
        blind_price=variant.school.blind_price,
        school_replaced=int(variant.school.leftovers == "replaced"),
        fish_dice=variant.fish_dice(players),
        fish_faces=next(faces for faces in (4, 6, 8, 10) if faces >= len(variant.sizes)),
        row_length=market.fish.row_length,
        farm_faces=variant.farm_die_faces,
        supply=variant.tokens.per_kind if variant.tokens.limit_play else 0,
        empty_rows_end=variant.morning.empty_rows_end,
        empty_fish_market_ends=int(variant.morning.empty_fish_market_ends),
        last_actions=variant.morning.last_actions,
        bigger_fish=int(evening.bigger_fish),
        pass_cost=evening.pass_cost,
        fish_keep=int(evening.fish_keep),
        ingredients_keep=int(evening.ingredients_keep),
        cook_from_school=int(evening.cook_from_school),
        cook_from_rivals=int(evening.cook_from_rivals),
        school_bonus=int(evening.school_bonus),
        rival_bonus=("owner", "cook", "nobody").index(evening.rival_bonus),
        steal_faces=int(evening.steal.die[1:]),
        steal_on=steal_on,
        next_chef=("after-ringer", "clockwise", "loser").index(variant.next_chef),
        menu_tie=("all", "split", "nobody").index(end.menu_tie),
        more_dishes_win=int(end.final_tie == "more-dishes"),
        fish_price=[list(market.fish.ladders[size]) for size in variant.sizes],
        food_price=[list(market.farm.rows[kind].prices) for kind in kinds],
        fill=[list(market.farm.rows[kind].fill) for kind in kinds],
        menu_bonus=[bonus.get(size, 0) for size in variant.sizes],
        recipe_size=[recipe.size - 1 for recipe in recipes],
        recipe_needs=[sum(1 << kinds.index(kind) for kind in recipe.ingredients) for recipe in recipes],
        recipe_main=[recipe.main for recipe in recipes],
        recipe_bonus=[recipe.bonus for recipe in recipes],
        recipe_word=[zlib.crc32(f"recipe {name}".encode()) for name in variant.recipes],
        kind_word=[zlib.crc32(f"kind {kind}".encode()) for kind in kinds],
        notes=sorted(set(variant.bank.notes), reverse=True),
    )


def new_table(rules: Rules) -> Table:
    """An empty table of the right size, on plain lists."""
    seats, sizes, kinds, recipes = rules.players, len(rules.fish_price), len(rules.food_price), len(rules.recipe_size)
    return Table(
        now=[0] * CELLS,
        money=[0] * seats,
        fish=[[0] * sizes for _ in range(seats)],
        food=[[0] * kinds for _ in range(seats)],
        market=[0] * sizes,
        farm=[0] * kinds,
        place=[0] * recipes,
        owner=[0] * recipes,
        shown=[0] * recipes,
        tries=[0] * recipes,
        dishes=[[0] * sizes for _ in range(seats)],
        deck=[0] * recipes,
    )


def most_moves(rules: Rules) -> int:
    """Room enough for the longest list of legal moves."""
    return 3 + len(rules.fish_price) + len(rules.food_price) + len(rules.recipe_size) * (1 + len(rules.fish_price))
