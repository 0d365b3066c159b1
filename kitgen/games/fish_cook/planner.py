"""The planning bots: they price whole dishes, lay a plan for the morning, and buy what it lacks in a good order.

A plan is a few dishes, best first, each with its fish and with what it lacks, at the prices that the seat will really
pay, step by step up the ladders. What a dish is worth counts more than its dollars: the recipe that goes to the own
menu, its menu bonus, the chance to steal, what a rival earns by it. The same code serves all characters
(characters.py).
"""

from __future__ import annotations

from kitgen.games.fish_cook.characters import (
    ACTION,
    BIG_ONLY,
    BORROWS,
    CARDS,
    FIRST_EVENING,
    FISH_LAST,
    FISH_WEIGHT,
    GIVING,
    KEEP,
    MENU_SHARE,
    OWNING,
    PACE,
    RING,
    STOCK,
)
from kitgen.games.fish_cook.mind import (
    AGAIN,
    BRINGS,
    BUY_FIRST,
    COST,
    DEAR,
    DIME,
    FISH,
    GAIN,
    KEPT,
    LACKS,
    LACKS_CARD,
    LACKS_FISH,
    LISTED,
    LOSS,
    MOST_DISHES,
    NO_KIND,
    ON_SALE,
    PICK,
    RECIPE,
    SPARE,
    SWING,
    USED,
    WORTH,
    Mind,
    dish_pays,
    known_place,
)
from kitgen.games.fish_cook.rules import fish_price, food_price, lowest_steal, passing_is_free
from kitgen.games.fish_cook.table import (
    BUY_BLIND,
    BUY_FISH,
    BUY_FOOD,
    BUY_RECIPE,
    COOK,
    DAY,
    DECK,
    DECK_LEFT,
    EMPTIED,
    EVENING,
    HAND,
    LAST_ACTIONS,
    LAST_LEFT,
    MENU,
    MORNING,
    NEVER,
    OWED,
    PASS,
    PASSES,
    PHASE,
    SCHOOL,
    THROW,
    TIE_ALL,
    TIE_SPLIT,
    TO_OWNER,
    Row,
    Rules,
    Table,
)

NOTHING = -1
WASTED_SIZE = 3
"""In dimes, what a held fish loses for each size that it is bigger than the dish asks."""


def choose_by_plan(rules: Rules, table: Table, seat: int, bot: int, mind: Mind) -> int:
    """The move of a planning bot."""
    character = mind.characters[bot]
    if table.now[PHASE] == EVENING:
        return evening_move(rules, table, seat, character, mind)
    return morning_move(rules, table, seat, character, mind)


def days_after(rules: Rules, table: Table) -> int:
    """Days that follow the present one."""
    return rules.days - 1 - table.now[DAY]


# ── What a dish is worth ────────────────────────────────────────────────────────────────────────────────────────────


def weigh_recipes(rules: Rules, table: Table, seat: int, character: Row, mind: Mind) -> int:
    """List the recipes that the seat could cook, with their worth; returns how many there are."""
    weigh_menus(rules, table, seat, character, mind)
    days = days_after(rules, table)
    count = 0
    for recipe in range(len(table.place)):
        if table.place[recipe] == DECK:
            continue
        place = known_place(table, recipe, seat)
        if place == DECK or (place == HAND and (table.owner[recipe] != seat or character[BORROWS])):
            continue
        pay = dish_pays(rules, table, recipe, seat)
        if pay < 0 and place != SCHOOL:
            continue
        bonus = DIME * rules.recipe_bonus[recipe]
        own_pay = DIME * rules.recipe_main[recipe] + bonus
        having = mind.fish[SWING][rules.recipe_size[recipe]] + bonus * days * character[OWNING] // 100
        worth, again, buy_first = DIME * pay, own_pay, 0
        if place == MENU:
            if table.owner[recipe] != seat:
                worth += rival_dish(rules, recipe, having, character)
                again = worth
        else:
            worth += having
            if place == SCHOOL:
                bought = own_pay + having - DIME * rules.face_up_price - character[ACTION]
                if pay < 0 or bought > worth:
                    worth, buy_first = own_pay + having, 1
        mind.cards[WORTH][recipe], mind.cards[AGAIN][recipe], mind.cards[BUY_FIRST][recipe] = worth, again, buy_first
        mind.cards[LISTED][count] = recipe
        count += 1
    return count


def rival_dish(rules: Rules, recipe: int, having: int, character: Row) -> int:
    """In dimes, what a rival's recipe brings beside its pay: the chance to steal it, less what the rival earns."""
    worth = 0
    lowest = lowest_steal(rules, recipe)
    if lowest != NEVER:
        faces = rules.steal_faces
        lucky = min(max(faces + 1 - lowest, 0), faces)
        worth = having * lucky // faces
    if rules.rival_bonus == TO_OWNER:
        worth -= DIME * rules.recipe_bonus[recipe] * character[GIVING] // (100 * (rules.players - 1))
    return worth


def weigh_menus(rules: Rules, table: Table, seat: int, character: Row, mind: Mind) -> None:
    """What one more recipe of each size on the menu is worth: the bonus it wins or shares, and takes from a leader."""
    percent = character[MENU_SHARE]
    days = days_after(rules, table)
    for size in range(len(table.market)):
        mine, most, tied = table.dishes[seat][size], 0, 0
        for other in range(rules.players):
            theirs = table.dishes[other][size]
            if other != seat:
                if theirs > most:
                    most, tied = theirs, 0
                if theirs == most and theirs > 0:
                    tied += 1
        gain = leader_bonus(rules, size, mine + 1, most, tied) - leader_bonus(rules, size, mine, most, tied)
        if mine == most and mine > 0:
            gain += rules.menu_bonus[size] * tied // (rules.players - 1)
        elif mine + 1 < most or mine > most:
            gain = rules.menu_bonus[size] // 4
        mind.fish[SWING][size] = (
            DIME * gain * percent // (100 * (1 + days)) if days < 2 else DIME * gain * percent // 300
        )


def leader_bonus(rules: Rules, size: int, mine: int, most: int, tied: int) -> int:
    """FC-7.1 for a seat with ``mine`` recipes of a size, where the ``tied`` best of its rivals have ``most``."""
    if mine == 0 or mine < most:
        return 0
    bonus = rules.menu_bonus[size]
    if mine > most or rules.menu_tie == TIE_ALL:
        return bonus
    return bonus // (tied + 1) if rules.menu_tie == TIE_SPLIT else 0


# ── What a piece costs ──────────────────────────────────────────────────────────────────────────────────────────────


def look_around(rules: Rules, table: Table, seat: int, character: Row, mind: Mind, buying: bool) -> None:
    """Write down what the seat holds and what is for sale, and the cost of each piece of a dish."""
    keeps = rules.ingredients_keep and days_after(rules, table) > 0
    for kind in range(len(table.farm)):
        prices = rules.food_price[kind]
        kept = DIME * prices[len(prices) // 2] * character[KEEP] // 100
        mind.food[KEPT][kind] = min(kept, DIME * mind.food[BRINGS][kind]) if keeps else 0
        mind.food[SPARE][kind] = table.food[seat][kind]
        mind.food[ON_SALE][kind] = table.farm[kind] if buying else 0
        price_food(rules, kind, character, mind)
    for size in range(len(table.market)):
        mind.fish[SPARE][size] = table.fish[seat][size]
        mind.fish[ON_SALE][size] = table.market[size] if buying else 0
    price_fish(rules, character, mind)


def price_food(rules: Rules, kind: int, character: Row, mind: Mind) -> None:
    """The cost of one more token of a kind."""
    if mind.food[SPARE][kind] > 0:
        mind.food[COST][kind], mind.food[LOSS][kind] = 0, mind.food[KEPT][kind]
    elif mind.food[ON_SALE][kind] > 0:
        price = rules.food_price[kind][mind.food[ON_SALE][kind] - 1]
        mind.food[COST][kind], mind.food[LOSS][kind] = price, DIME * price + character[ACTION]
    else:
        mind.food[COST][kind], mind.food[LOSS][kind] = DEAR, DEAR


def price_fish(rules: Rules, character: Row, mind: Mind) -> None:
    """The cost of one more fish for a recipe of each size, and which fish that is."""
    sizes = len(mind.fish[ON_SALE])
    loss, cost, pick = DEAR, DEAR, 0
    for size in range(sizes - 1, -1, -1):
        if not rules.bigger_fish:
            loss, cost = DEAR, DEAR
        if mind.fish[SPARE][size] > 0:
            loss, cost, pick = 0, 0, size
        else:
            if cost == 0:
                loss += WASTED_SIZE
            if mind.fish[ON_SALE][size] > 0 and (not character[BIG_ONLY] or 3 * size >= 2 * sizes):
                price = rules.fish_price[size][rules.row_length - mind.fish[ON_SALE][size]]
                here = DIME * price * character[FISH_WEIGHT] // 100 + character[ACTION]
                if here < loss:
                    loss, cost, pick = here, price, size
        mind.fish[LOSS][size], mind.fish[COST][size], mind.fish[PICK][size] = loss, cost, pick


# ── The plan ────────────────────────────────────────────────────────────────────────────────────────────────────────


def lay_plan(rules: Rules, mind: Mind, character: Row, count: int, money: int, actions: int) -> int:
    """Add the best dish again and again while money and actions last; returns the number of dishes."""
    for position in range(count):
        mind.cards[USED][mind.cards[LISTED][position]] = 0
    dishes = 0
    while dishes < MOST_DISHES:
        recipe = best_addition(rules, mind, count, money, actions)
        if recipe == NOTHING:
            break
        lacks = what_it_lacks(rules, recipe, mind)
        mind.plan[RECIPE][dishes], mind.plan[LACKS][dishes] = recipe, lacks
        mind.plan[FISH][dishes] = mind.fish[PICK][rules.recipe_size[recipe]]
        mind.plan[GAIN][dishes] = dish_score(rules, recipe, mind)
        money -= price_of_lacks(rules, recipe, lacks, mind)
        actions -= pieces(lacks)
        promise(rules, recipe, character, mind)
        dishes += 1
    return dishes


def best_addition(rules: Rules, mind: Mind, count: int, money: int, actions: int) -> int:
    """The recipe that brings most above its cost, and that money and actions suffice for; or NOTHING."""
    best, best_score = NOTHING, 0
    for position in range(count):
        recipe = mind.cards[LISTED][position]
        score = dish_score(rules, recipe, mind)
        if score > best_score:
            lacks = what_it_lacks(rules, recipe, mind)
            if pieces(lacks) <= actions and price_of_lacks(rules, recipe, lacks, mind) <= money:
                best, best_score = recipe, score
    return best


def dish_score(rules: Rules, recipe: int, mind: Mind) -> int:
    """In dimes, what a dish brings above the cost of all its pieces."""
    worth = mind.cards[AGAIN][recipe] if mind.cards[USED][recipe] else mind.cards[WORTH][recipe]
    worth -= mind.fish[LOSS][rules.recipe_size[recipe]]
    for kind in mind.needs[recipe]:
        if kind == NO_KIND:
            break
        worth -= mind.food[LOSS][kind]
    return worth


def what_it_lacks(rules: Rules, recipe: int, mind: Mind) -> int:
    """The pieces that a dish lacks, one bit each."""
    lacks = 0
    for kind in mind.needs[recipe]:
        if kind == NO_KIND:
            break
        if mind.food[SPARE][kind] == 0:
            lacks |= 1 << kind
    if mind.fish[SPARE][mind.fish[PICK][rules.recipe_size[recipe]]] == 0:
        lacks |= LACKS_FISH
    if mind.cards[BUY_FIRST][recipe] and not mind.cards[USED][recipe]:
        lacks |= LACKS_CARD
    return lacks


def pieces(lacks: int) -> int:
    """How many bits are set."""
    count = 0
    while lacks:
        lacks &= lacks - 1
        count += 1
    return count


def price_of_lacks(rules: Rules, recipe: int, lacks: int, mind: Mind) -> int:
    """In dollars, the price of what a dish lacks."""
    price = 0
    for kind in mind.needs[recipe]:
        if kind == NO_KIND:
            break
        price += mind.food[COST][kind]
    if lacks & LACKS_FISH:
        price += mind.fish[COST][rules.recipe_size[recipe]]
    if lacks & LACKS_CARD:
        price += rules.face_up_price
    return price


def promise(rules: Rules, recipe: int, character: Row, mind: Mind) -> None:
    """A dish of the plan gets its pieces: from what is held, or from the market, whose next piece is dearer."""
    size = mind.fish[PICK][rules.recipe_size[recipe]]
    if mind.fish[SPARE][size] > 0:
        mind.fish[SPARE][size] -= 1
    else:
        mind.fish[ON_SALE][size] -= 1
    price_fish(rules, character, mind)
    for kind in mind.needs[recipe]:
        if kind == NO_KIND:
            break
        if mind.food[SPARE][kind] > 0:
            mind.food[SPARE][kind] -= 1
        else:
            mind.food[ON_SALE][kind] -= 1
        price_food(rules, kind, character, mind)
    mind.cards[USED][recipe] = 1


# ── Morning ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def morning_move(rules: Rules, table: Table, seat: int, character: Row, mind: Mind) -> int:
    """Buy what the plan lacks; else something for another day; else ring the bell, or pass."""
    count = weigh_recipes(rules, table, seat, character, mind)
    move = next_piece(rules, table, mind, character, morning_plan(rules, table, seat, character, mind, count))
    if move == PASS:
        move = lay_in(rules, table, seat, character, mind, count, table.money[seat])
    return move if can_pay(rules, table, seat, move) else PASS


def morning_plan(rules: Rules, table: Table, seat: int, character: Row, mind: Mind, count: int) -> int:
    """Lay the plan for today's dishes; returns how many there are."""
    look_around(rules, table, seat, character, mind, True)
    if 100 * table.now[DAY] < character[FIRST_EVENING] * (rules.days - 1):
        return 0
    return lay_plan(rules, mind, character, count, table.money[seat], actions_left(rules, table, character))


def can_pay(rules: Rules, table: Table, seat: int, move: int) -> bool:
    """FC-3.7, for ladders that do not rise: a later piece of a plan may be dearer now."""
    if BUY_FISH <= move < BUY_FOOD:
        return fish_price(rules, table, move - BUY_FISH) <= table.money[seat]
    if BUY_FOOD <= move < BUY_BLIND:
        return food_price(rules, table, move - BUY_FOOD) <= table.money[seat]
    return True


def actions_left(rules: Rules, table: Table, character: Row) -> int:
    """How many actions the seat still has this morning, this one included: known after the bell, else a guess."""
    if table.now[PHASE] == LAST_ACTIONS:
        return (table.now[LAST_LEFT] + rules.players - 1) // rules.players
    lowest = rules.row_length + len(rules.fish_price) * rules.row_length
    for kind in range(len(table.farm)):
        if 0 < table.farm[kind] < lowest:
            lowest = table.farm[kind]
    more_rows = rules.empty_rows_end - 1 - table.now[EMPTIED]
    turns = character[PACE] * (lowest + 2 * more_rows)
    return 1 + rules.last_actions + turns // rules.players


def rings(rules: Rules, table: Table, kind: int) -> bool:
    """Whether buying one token of a kind would ring the bell."""
    return table.now[PHASE] == MORNING and table.farm[kind] == 1 and table.now[EMPTIED] + 1 == rules.empty_rows_end


def next_piece(rules: Rules, table: Table, mind: Mind, character: Row, dishes: int) -> int:
    """The piece to buy now for the first dish that lacks one, or PASS."""
    total = first_gain = later_gain = 0
    first = NOTHING
    for dish in range(dishes):
        lacks = mind.plan[LACKS][dish]
        total += pieces(lacks)
        if lacks and first == NOTHING:
            first, first_gain = dish, mind.plan[GAIN][dish]
        elif lacks:
            later_gain += mind.plan[GAIN][dish]
    if first == NOTHING:
        return PASS
    move = most_urgent(rules, table, mind, character, first)
    if move >= BUY_FOOD and move < BUY_BLIND and rings(rules, table, move - BUY_FOOD):
        # Ringing leaves only the last actions. So what the later dishes lack goes first, where they bring more.
        for dish in range(first + 1, dishes):
            if total - 1 > rules.last_actions and later_gain > first_gain and mind.plan[LACKS][dish]:
                other = most_urgent(rules, table, mind, character, dish)
                if other < BUY_FOOD or other >= BUY_BLIND or not rings(rules, table, other - BUY_FOOD):
                    return other
    return move


def most_urgent(rules: Rules, table: Table, mind: Mind, character: Row, dish: int) -> int:
    """Of a dish's missing pieces, the one whose price a rival could raise most; the one that rings comes last."""
    lacks, recipe = mind.plan[LACKS][dish], mind.plan[RECIPE][dish]
    best, best_rise = PASS, -DEAR
    if lacks & LACKS_CARD:
        best, best_rise = BUY_RECIPE + recipe, 0
    for kind in range(len(table.farm)):
        if lacks >> kind & 1:
            rise = price_rise_of_food(rules, table, kind)
            if rings(rules, table, kind):
                rise = 1 - DEAR
            if rise > best_rise:
                best, best_rise = BUY_FOOD + kind, rise
    if lacks & LACKS_FISH:
        size = mind.plan[FISH][dish]
        rise = price_rise_of_fish(rules, table, size)
        if lacks != LACKS_FISH:
            rise -= character[FISH_LAST]
        if rise > best_rise:
            best = BUY_FISH + size
    return best


def price_rise_of_food(rules: Rules, table: Table, kind: int) -> int:
    """In dimes, how much dearer a kind gets when one is bought; more for the last but one, as the last one rings."""
    level = table.farm[kind]
    if level < 2:
        return 0
    rise = rules.food_price[kind][level - 2] - rules.food_price[kind][level - 1]
    return DIME * (rise + 2 if level == 2 else rise)


def price_rise_of_fish(rules: Rules, table: Table, size: int) -> int:
    """In dimes, how much dearer the next fish is that would do: the next of the row, or a bigger one."""
    price = fish_price(rules, table, size)
    left = table.market[size] - 1
    next_price = price + 5
    if left > 0:
        next_price = rules.fish_price[size][rules.row_length - left]
    if rules.bigger_fish:
        for bigger in range(size + 1, len(table.market)):
            if table.market[bigger] > 0:
                next_price = min(next_price, fish_price(rules, table, bigger))
    return DIME * (next_price - price)


def lay_in(rules: Rules, table: Table, seat: int, character: Row, mind: Mind, count: int, money: int) -> int:
    """Nothing to buy for today: a recipe, an ingredient for another day, the bell, or a pass."""
    card = buy_card(rules, table, seat, character, mind, count, money)
    if card != PASS:
        return card
    best, best_gain = PASS, 0
    ring, ring_loss = PASS, character[RING] + 1
    for kind in range(len(table.farm)):
        if table.farm[kind] == 0 or food_price(rules, table, kind) > money:
            continue
        useful = mind.food[KEPT][kind] if table.food[seat][kind] < character[STOCK] else 0
        gain = useful - DIME * food_price(rules, table, kind)
        if rings(rules, table, kind):
            if -gain < ring_loss:
                ring, ring_loss = BUY_FOOD + kind, -gain
        elif gain > best_gain:
            best, best_gain = BUY_FOOD + kind, gain
    if ring != PASS and table.now[PASSES] < rules.players - 1:
        return ring
    return best


def buy_card(rules: Rules, table: Table, seat: int, character: Row, mind: Mind, count: int, money: int) -> int:
    """A recipe for its own sake: where hardly any is in sight, or where the character collects them."""
    held = 0
    for position in range(count):
        if table.place[mind.cards[LISTED][position]] == HAND:
            held += 1
    if count >= FEW_RECIPES and held >= character[CARDS]:
        return PASS
    if table.now[DECK_LEFT] > 0 and money >= rules.blind_price and table.now[PHASE] == MORNING:
        return BUY_BLIND
    return PASS


FEW_RECIPES = 2
"""With fewer recipes in sight a bot buys one unseen."""


# ── Evening ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def evening_move(rules: Rules, table: Table, seat: int, character: Row, mind: Mind) -> int:
    """Cook the dishes worth most together, those first that others could take; throw away what no dish needs."""
    count = 0
    if table.now[OWED] == 0:
        count = cookable(rules, table, seat, mind, weigh_recipes(rules, table, seat, character, mind))
    if count == 0:
        return give_up_fish(rules, table, seat)
    best_first, best_total = NOTHING, 0
    for position in range(count):
        look_around(rules, table, seat, character, mind, False)
        for other in range(count):
            mind.cards[USED][mind.cards[LISTED][other]] = 0
        total = 0
        recipe = mind.cards[LISTED][position]
        while recipe != NOTHING:
            total += dish_score(rules, recipe, mind)
            promise(rules, recipe, character, mind)
            recipe = best_addition(rules, mind, count, 0, 0)
        if total > best_total:
            best_first, best_total = mind.cards[LISTED][position], total
    if best_first == NOTHING:
        return give_up_fish(rules, table, seat)
    return cook_in_order(rules, table, seat, character, mind, count, best_first)


def cookable(rules: Rules, table: Table, seat: int, mind: Mind, count: int) -> int:
    """Of the listed recipes keep those that can be cooked now; returns how many there are."""
    fish = NOTHING
    for size in range(len(table.market)):
        if table.fish[seat][size] > 0:
            fish = size
    kept = 0
    for position in range(count):
        recipe = mind.cards[LISTED][position]
        size = rules.recipe_size[recipe]
        possible = mind.cards[BUY_FIRST][recipe] == 0 or rules.cook_from_school == 1
        mind.cards[BUY_FIRST][recipe] = 0
        if size > fish or (not rules.bigger_fish and table.fish[seat][size] == 0):
            possible = False
        for kind in mind.needs[recipe]:
            if kind == NO_KIND:
                break
            if table.food[seat][kind] == 0:
                possible = False
        if possible:
            mind.cards[LISTED][kept] = recipe
            kept += 1
    return kept


def cook_in_order(rules: Rules, table: Table, seat: int, character: Row, mind: Mind, count: int, recipe: int) -> int:
    """Of the best dishes, cook first what others could take: from the school, then from menus, then from the hand."""
    look_around(rules, table, seat, character, mind, False)
    for other in range(count):
        mind.cards[USED][mind.cards[LISTED][other]] = 0
    move, best_haste = PASS, NOTHING
    while recipe != NOTHING:
        place = table.place[recipe]
        haste = 3 if place == SCHOOL else 0 if place == HAND else 2 if table.owner[recipe] != seat else 1
        if haste > best_haste:
            move, best_haste = COOK + 10 * recipe + mind.fish[PICK][rules.recipe_size[recipe]], haste
        promise(rules, recipe, character, mind)
        recipe = best_addition(rules, mind, count, 0, 0)
    return move


def give_up_fish(rules: Rules, table: Table, seat: int) -> int:
    """Pass, with the smallest fish where that costs one."""
    if passing_is_free(rules):
        return PASS
    size = 0
    while table.fish[seat][size] == 0:
        size += 1
    return THROW + size
