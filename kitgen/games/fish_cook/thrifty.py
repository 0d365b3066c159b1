"""The thrifty bot: one step at a time towards the dish that earns most above what is still to pay for it.

It is also the quick hand that looks ahead for the rollout bot, so it scans little.
"""

from __future__ import annotations

from kitgen.games.fish_cook.mind import COST, DEAR, NO_KIND, PICK, SPARE, Mind, dish_pays
from kitgen.games.fish_cook.rules import larder, passing_is_free
from kitgen.games.fish_cook.table import (
    BUY_BLIND,
    BUY_FISH,
    BUY_FOOD,
    BUY_RECIPE,
    COOK,
    DECK,
    DECK_LEFT,
    EVENING,
    LAST_ACTIONS,
    OWED,
    PASS,
    PHASE,
    SCHOOL,
    THROW,
    Rules,
    Table,
)

NONE = -1

STEP = 1
"""What an action is worth in dollars, whatever it buys; so what a seat has costs 0 and what it lacks costs more."""


def choose_thriftily(rules: Rules, table: Table, seat: int, mind: Mind) -> int:
    """The thrifty bot's move."""
    if table.now[PHASE] == EVENING:
        return cook_what_pays_most(rules, table, seat)
    return buy_for_the_best_dish(rules, table, seat, mind)


# ── Morning ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def buy_for_the_best_dish(rules: Rules, table: Table, seat: int, mind: Mind) -> int:
    """What the best dish lacks. For one that lacks nothing its pieces are laid aside, and the next best is sought."""
    spare_fish = mind.fish[SPARE]
    look_at_food(rules, table, seat, mind)
    for size in range(len(spare_fish)):
        spare_fish[size] = table.fish[seat][size]
    # In the last actions nothing is begun that they cannot finish.
    most_missing = rules.last_actions if table.now[PHASE] == LAST_ACTIONS else DEAR
    laid_aside = False
    while True:
        look_at_fish(rules, table, mind)
        recipe = best_dish(rules, table, seat, mind, most_missing)
        if recipe == NONE:
            return PASS if laid_aside else first_recipe(rules, table, seat)
        move = first_missing(rules, recipe, mind)
        if move != PASS:
            return move
        lay_aside(rules, table, recipe, mind)
        laid_aside = True


def look_at_food(rules: Rules, table: Table, seat: int, mind: Mind) -> None:
    """Write down what ingredients the seat has, and what those that it lacks cost."""
    mine, farm = table.food[seat], table.farm
    spare, cost, price = mind.food[SPARE], mind.food[COST], rules.food_price
    for kind in range(len(farm)):
        held, level = mine[kind], farm[kind]
        spare[kind] = held
        cost[kind] = 0 if held else STEP + price[kind][level - 1] if level else DEAR


def look_at_fish(rules: Rules, table: Table, mind: Mind) -> None:
    """Write down which fish would do for a recipe of each size, and its cost; bigger ones may stand in."""
    market, spare, cost, pick, price = (
        table.market,
        mind.fish[SPARE],
        mind.fish[COST],
        mind.fish[PICK],
        rules.fish_price,
    )
    bigger, length = rules.bigger_fish, rules.row_length
    cheapest, picked = DEAR, 0
    for size in range(len(market) - 1, -1, -1):
        if not bigger:
            cheapest = DEAR
        if spare[size]:
            cheapest, picked = 0, size
        elif market[size]:
            here = STEP + price[size][length - market[size]]
            if here < cheapest:
                cheapest, picked = here, size
        cost[size], pick[size] = cheapest, picked


def best_dish(rules: Rules, table: Table, seat: int, mind: Mind, most_missing: int) -> int:
    """The recipe that pays most above the cost of what it lacks and the seat can pay for; NONE where none pays."""
    best, best_gain = NONE, 0
    needs, food_cost, fish_cost, recipe_size, place = (
        mind.needs,
        mind.food[COST],
        mind.fish[COST],
        rules.recipe_size,
        table.place,
    )
    money = table.money[seat]
    for recipe in range(len(place)):
        if place[recipe] == DECK:
            continue
        pay = dish_pays(rules, table, recipe, seat)
        if pay <= best_gain:
            continue
        cost = fish_cost[recipe_size[recipe]]
        missing = 1 if cost else 0
        for kind in needs[recipe]:
            if kind == NO_KIND:
                break
            price = food_cost[kind]
            if price:
                missing += 1
                cost += price
        if pay - cost > best_gain and missing <= most_missing and cost - missing * STEP <= money:
            best, best_gain = recipe, pay - cost
    return best


def first_missing(rules: Rules, recipe: int, mind: Mind) -> int:
    """Buy what a dish lacks: ingredients first, since they keep, dear rows before; PASS where it lacks nothing."""
    for kind in mind.needs[recipe]:
        if kind == NO_KIND:
            break
        if mind.food[COST][kind]:
            return BUY_FOOD + kind
    size = rules.recipe_size[recipe]
    return BUY_FISH + mind.fish[PICK][size] if mind.fish[COST][size] else PASS


def lay_aside(rules: Rules, table: Table, recipe: int, mind: Mind) -> None:
    """Promise a fish and ingredients to a dish that lacks nothing; the next dish has to pay for its own."""
    mind.fish[SPARE][mind.fish[PICK][rules.recipe_size[recipe]]] -= 1
    for kind in mind.needs[recipe]:
        if kind == NO_KIND:
            break
        mind.food[SPARE][kind] -= 1
        if not mind.food[SPARE][kind]:
            level = table.farm[kind]
            mind.food[COST][kind] = STEP + rules.food_price[kind][level - 1] if level else DEAR


def first_recipe(rules: Rules, table: Table, seat: int) -> int:
    """A recipe for a seat that could cook none: one from the school where those may not be borrowed, or one unseen."""
    to_buy = NONE
    for recipe in range(len(table.place)):
        if dish_pays(rules, table, recipe, seat) >= 0:
            return PASS
        if table.place[recipe] == SCHOOL:
            to_buy = recipe
    if to_buy != NONE and rules.face_up_price <= table.money[seat]:
        return BUY_RECIPE + to_buy
    return BUY_BLIND if table.now[DECK_LEFT] > 0 and rules.blind_price <= table.money[seat] else PASS


# ── Evening ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def cook_what_pays_most(rules: Rules, table: Table, seat: int) -> int:
    """The dish that pays most now, with the smallest fish that will do; else throw the smallest fish away."""
    best, best_pay = NONE, -1
    fish, biggest, smallest = table.fish[seat], NONE, NONE
    for size in range(len(fish)):
        if fish[size]:
            biggest = size
            if smallest == NONE:
                smallest = size
    if table.now[OWED] == 0:
        place, recipe_needs, recipe_size = table.place, rules.recipe_needs, rules.recipe_size
        lacking = ~larder(table, seat)
        for recipe in range(len(place)):
            if recipe_needs[recipe] & lacking or place[recipe] == DECK or recipe_size[recipe] > biggest:
                continue
            pay = dish_pays(rules, table, recipe, seat)
            if pay > best_pay and (rules.bigger_fish or fish[recipe_size[recipe]]):
                best, best_pay = recipe, pay
    if best == NONE:
        return PASS if passing_is_free(rules) else THROW + smallest
    size = rules.recipe_size[best]
    while not fish[size]:
        size += 1
    return COOK + 10 * best + size
