"""The rollout bot: it plays its few best ideas through to the evening's end on scratch tables, and takes the best one.

What it cannot see it deals anew by a key of its own: the order of the deck and the recipes that rivals hold unshown.
Each such deal, with its own dice, serves all ideas alike, so that they differ by nothing but themselves. Everybody then
plays on as the planner would.
"""

from __future__ import annotations

from kitgen.games.fish_cook.characters import OWNING
from kitgen.games.fish_cook.mind import (
    DIME,
    FISH,
    HIDDEN,
    LACKS,
    LACKS_FISH,
    LISTED,
    MOST_IDEAS,
    MOVE,
    PICK,
    SCORE,
    Mind,
    known_place,
)
from kitgen.games.fish_cook.planner import (
    choose_by_plan,
    cookable,
    days_after,
    give_up_fish,
    look_around,
    morning_plan,
    rings,
    weigh_recipes,
)
from kitgen.games.fish_cook.rules import fish_price, food_price, make_move, menu_bonus
from kitgen.games.fish_cook.table import (
    BUY_FISH,
    BUY_FOOD,
    CELLS,
    COOK,
    DAY,
    DECK,
    DECK_LEFT,
    DECK_TOP,
    EVENING,
    HAND,
    NOBODY,
    OVER,
    OWED,
    PASS,
    PHASE,
    SEAT,
    Rules,
    Table,
)
from kitgen.play.chance import Key, draw

HABIT = 5
"""In dimes, what a move has to promise above the planner's to be preferred."""

LOOK_LOW, LOOK_HIGH, DEAL_ORDER = 11, 12, 13
"""What the bot asks chance for: the two words of its key to look ahead with, and the order of hidden recipes."""


def choose_by_rollout(rules: Rules, table: Table, seat: int, bot: int, key: Key, turn: int, mind: Mind) -> int:
    """The rollout bot's move."""
    ideas = gather_ideas(rules, table, seat, bot, mind)
    if ideas == 1:
        return mind.ideas[MOVE][0]
    for idea in range(ideas):
        mind.ideas[SCORE][idea] = 0
    for deal in range(mind.deals):
        thing = seat * 1_024 + deal
        look = (draw(key, LOOK_LOW, thing, 0, turn), draw(key, LOOK_HIGH, thing, 0, turn))
        shuffle_hidden(rules, table, seat, look, mind)
        for idea in range(ideas):
            copy_table(rules, table, mind.world)
            deal_hidden(rules, mind.world, seat, mind)
            mind.ideas[SCORE][idea] += outlook(rules, mind.world, seat, bot, look, mind.ideas[MOVE][idea], mind)
    best = 0
    mind.ideas[SCORE][0] += HABIT * mind.deals
    for idea in range(1, ideas):
        if mind.ideas[SCORE][idea] > mind.ideas[SCORE][best]:
            best = idea
    return mind.ideas[MOVE][best]


# ── Ideas ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def gather_ideas(rules: Rules, table: Table, seat: int, bot: int, mind: Mind) -> int:
    """Write down the moves worth trying, the planner's own first; returns how many there are."""
    mind.ideas[MOVE][0] = choose_by_plan(rules, table, seat, bot, mind)
    if table.now[PHASE] == EVENING:
        return ideas_of_the_evening(rules, table, seat, bot, mind)
    return ideas_of_the_morning(rules, table, seat, bot, mind)


def ideas_of_the_morning(rules: Rules, table: Table, seat: int, bot: int, mind: Mind) -> int:
    """The pieces that the plan lacks, the cheapest way to ring the bell, what would keep for another day, a pass."""
    count = 1
    money = table.money[seat]
    ring, ring_price = PASS, money + 1
    for kind in range(len(table.farm)):
        if table.farm[kind] > 0 and rings(rules, table, kind) and food_price(rules, table, kind) < ring_price:
            ring, ring_price = BUY_FOOD + kind, food_price(rules, table, kind)
    count = add_idea(mind, count, ring)
    count = add_idea(mind, count, PASS)
    character = mind.characters[bot]
    dishes = morning_plan(rules, table, seat, character, mind, weigh_recipes(rules, table, seat, character, mind))
    for dish in range(dishes):
        lacks = mind.plan[LACKS][dish]
        for kind in range(len(table.farm)):
            if lacks >> kind & 1 and food_price(rules, table, kind) <= money:
                count = add_idea(mind, count, BUY_FOOD + kind)
        if lacks & LACKS_FISH and fish_price(rules, table, mind.plan[FISH][dish]) <= money:
            count = add_idea(mind, count, BUY_FISH + mind.plan[FISH][dish])
    return count


def ideas_of_the_evening(rules: Rules, table: Table, seat: int, bot: int, mind: Mind) -> int:
    """The dishes that can be cooked, or none."""
    if table.now[OWED] > 0:
        return 1
    character = mind.characters[bot]
    listed = cookable(rules, table, seat, mind, weigh_recipes(rules, table, seat, character, mind))
    look_around(rules, table, seat, character, mind, False)
    count = 1
    for position in range(listed):
        recipe = mind.cards[LISTED][position]
        count = add_idea(mind, count, COOK + 10 * recipe + mind.fish[PICK][rules.recipe_size[recipe]])
    return add_idea(mind, count, give_up_fish(rules, table, seat))


def add_idea(mind: Mind, count: int, move: int) -> int:
    """Add a move to the ideas, unless it is there or there is no more room; returns how many there are now."""
    if count == MOST_IDEAS:
        return count
    for idea in range(count):
        if mind.ideas[MOVE][idea] == move:
            return count
    mind.ideas[MOVE][count] = move
    return count + 1


# ── Looking ahead ───────────────────────────────────────────────────────────────────────────────────────────────────


def outlook(rules: Rules, world: Table, seat: int, bot: int, look: Key, move: int, mind: Mind) -> int:
    """Play a move and then the rest of the day, everybody as the planner would; how the seat stands then, in dimes."""
    day = world.now[DAY]
    make_move(rules, world, look, move)
    while world.now[PHASE] != OVER and world.now[DAY] == day:
        acting = world.now[SEAT]
        make_move(rules, world, look, choose_by_plan(rules, world, acting, bot, mind))
    best_rival = all_rivals = 0
    for rival in range(rules.players):
        if rival != seat:
            standing = standing_of(rules, world, rival, bot, mind)
            all_rivals += standing
            if standing > best_rival:
                best_rival = standing
    mine = standing_of(rules, world, seat, bot, mind)
    return mine - (best_rival + all_rivals // (rules.players - 1)) // 2


def standing_of(rules: Rules, world: Table, seat: int, bot: int, mind: Mind) -> int:
    """In dimes, a seat's money and what its ingredients and its menu promise for the days to come."""
    standing = DIME * world.money[seat]
    if world.now[PHASE] == OVER:
        return standing
    days = days_after(rules, world) + 1
    for kind in range(len(world.farm)):
        held = world.food[seat][kind]
        if held:
            prices = rules.food_price[kind]
            middle = DIME * prices[len(prices) // 2]
            standing += middle * KEPT_FIRST // 100
            if held > 1:
                standing += middle * KEPT_MORE * (held - 1) // 100
    for size in range(len(world.market)):
        standing += DIME * menu_bonus(rules, world, seat, size) * MENU_SURE // (100 + 50 * days)
    owning = mind.characters[bot][OWNING] * days
    for recipe in range(len(world.place)):
        if world.owner[recipe] == seat:
            standing += DIME * rules.recipe_bonus[recipe] * owning // 100
    return standing


KEPT_FIRST, KEPT_MORE = 110, 80
"""Percent of the middle price of its row that the first token of a kind is worth overnight, and each further one."""

MENU_SURE = 100
"""Percent of the menu bonuses of the moment, divided among the days that can still change them."""


def copy_table(rules: Rules, table: Table, copy: Table) -> None:
    """Copy all that a table holds."""
    for cell in range(CELLS):
        copy.now[cell] = table.now[cell]
    for seat in range(rules.players):
        copy.money[seat] = table.money[seat]
        for size in range(len(table.market)):
            copy.fish[seat][size] = table.fish[seat][size]
            copy.dishes[seat][size] = table.dishes[seat][size]
        for kind in range(len(table.farm)):
            copy.food[seat][kind] = table.food[seat][kind]
    for size in range(len(table.market)):
        copy.market[size] = table.market[size]
    for kind in range(len(table.farm)):
        copy.farm[kind] = table.farm[kind]
    for recipe in range(len(table.place)):
        copy.place[recipe] = table.place[recipe]
        copy.owner[recipe] = table.owner[recipe]
        copy.shown[recipe] = table.shown[recipe]
        copy.tries[recipe] = table.tries[recipe]


def shuffle_hidden(rules: Rules, table: Table, seat: int, look: Key, mind: Mind) -> None:
    """Put what the seat cannot see into an order of the bot's own."""
    hidden = 0
    order = mind.cards[HIDDEN]
    for recipe in range(len(table.place)):
        if known_place(table, recipe, seat) != DECK:
            continue
        card = (draw(look, DEAL_ORDER, rules.recipe_word[recipe], 0, 0) << 8) + recipe
        position = hidden
        while position > 0 and order[position - 1] > card:
            order[position] = order[position - 1]
            position -= 1
        order[position] = card
        hidden += 1


def deal_hidden(rules: Rules, world: Table, seat: int, mind: Mind) -> None:
    """Rivals get as many hidden recipes as they hold unshown, the deck gets the rest."""
    order, unshown = mind.cards[HIDDEN], mind.unshown
    for rival in range(rules.players):
        unshown[rival] = 0
    for recipe in range(len(world.place)):
        if world.place[recipe] == HAND and known_place(world, recipe, seat) == DECK:
            unshown[world.owner[recipe]] += 1
    next_card = 0
    for rival in range(rules.players):
        for _ in range(unshown[rival]):
            recipe = order[next_card] & 0xFF
            world.place[recipe], world.owner[recipe] = HAND, rival
            next_card += 1
    world.now[DECK_TOP] = 0
    for position in range(world.now[DECK_LEFT]):
        recipe = order[next_card] & 0xFF
        world.place[recipe], world.owner[recipe] = DECK, NOBODY
        world.deck[position] = recipe
        next_card += 1
