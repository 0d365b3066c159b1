"""The rules of Fish Cook, FC-1 to FC-7.

A game is a ``Table`` that changes by moves. ``refusal`` tells whether a move is against the rules and by which of
them, ``legal_moves`` lists those that are not, ``make_move`` carries one out and goes on to whatever comes next: the
bell, the evening, the night, another morning. Rule FC-3.7 is the number 307.

Everything here is written once and runs in two ways: on plain lists, and compiled on arrays. So tables hold integers
only, a cell is reached as ``table.fish[seat][size]``, and functions are plain. Sizes, kinds and seats count from 0.
"""

from __future__ import annotations

from kitgen.games.fish_cook.table import (
    BUY_BLIND,
    BUY_FISH,
    BUY_FOOD,
    BUY_RECIPE,
    BY_BONUS,
    CELLS,
    CHEF,
    CLOCKWISE,
    COOK,
    DAY,
    DECK,
    DECK_LEFT,
    DECK_TOP,
    EMPTIED,
    EVENING,
    FARM_DIE,
    FISH_DIE,
    HAND,
    LAST_ACTIONS,
    LAST_LEFT,
    LOSER,
    MENU,
    MORNING,
    NEVER,
    NOBODY,
    OVER,
    OWED,
    PASS,
    PASSES,
    PHASE,
    REROLLED,
    SCHOOL,
    SEAT,
    SHUFFLE,
    STEAL_DIE,
    THROW,
    TIE_ALL,
    TIE_SPLIT,
    TO_COOK,
    TO_OWNER,
    Row,
    Rules,
    Table,
)
from kitgen.play.chance import Key, draw, roll

# ── FC-1 Set-up ─────────────────────────────────────────────────────────────────────────────────────────────────────


def set_up(rules: Rules, table: Table, key: Key, chef: int) -> None:
    """FC-1: everything as it is before the first action; ``chef`` is the seat that begins (FC-1.4)."""
    for cell in range(CELLS):
        table.now[cell] = 0
    table.now[CHEF] = chef
    for seat in range(rules.players):
        table.money[seat] = rules.start_money
        for size in range(len(table.market)):
            table.fish[seat][size] = table.dishes[seat][size] = 0
        for kind in range(len(table.farm)):
            table.food[seat][kind] = 0
    for kind in range(len(table.farm)):
        table.farm[kind] = 0
    shuffle(rules, table, key)
    for _ in range(rules.recipes_dealt):
        for seat in range(rules.players):
            if table.now[DECK_LEFT] > 0:
                take(rules, table, draw_recipe(table), HAND, seat, 0)
    prepare_morning(rules, table, key)


def shuffle(rules: Rules, table: Table, key: Key) -> None:
    """FC-1.2: recipes in the order of the words that chance gives their ids: one recipe more moves no other."""
    recipes = len(table.deck)
    for recipe in range(recipes):
        table.place[recipe], table.owner[recipe], table.shown[recipe], table.tries[recipe] = DECK, NOBODY, 0, 0
        card = (draw(key, SHUFFLE, rules.recipe_word[recipe], 0, 0) << 8) + recipe
        # Each card goes in where it belongs among those before it.
        position = recipe
        while position > 0 and table.deck[position - 1] > card:
            table.deck[position] = table.deck[position - 1]
            position -= 1
        table.deck[position] = card
    for position in range(recipes):
        table.deck[position] &= 0xFF
    table.now[DECK_TOP], table.now[DECK_LEFT] = 0, recipes


def draw_recipe(table: Table) -> int:
    """The top card of the deck, which must not be empty."""
    recipe = table.deck[table.now[DECK_TOP]]
    table.now[DECK_TOP] = (table.now[DECK_TOP] + 1) % len(table.deck)
    table.now[DECK_LEFT] -= 1
    return recipe


def take(rules: Rules, table: Table, recipe: int, place: int, owner: int, shown: int) -> None:
    """A recipe goes somewhere; menus are counted by size (FC-7.1)."""
    if table.place[recipe] == MENU:
        table.dishes[table.owner[recipe]][rules.recipe_size[recipe]] -= 1
    if place == MENU:
        table.dishes[owner][rules.recipe_size[recipe]] += 1
    table.place[recipe], table.owner[recipe], table.shown[recipe] = place, owner, shown


# ── FC-2 Preparing a morning ────────────────────────────────────────────────────────────────────────────────────────


def prepare_morning(rules: Rules, table: Table, key: Key) -> None:
    """FC-2: stock both markets and the school; the chef begins (FC-3.1)."""
    day = table.now[DAY]
    for kind in range(len(table.farm)):
        fill_row(rules, table, kind, roll(key, rules.farm_faces, FARM_DIE, rules.kind_word[kind], day, 0))
    for size in range(len(table.market)):
        table.market[size] = 0
    table.now[REROLLED] = 0
    for die in range(rules.fish_dice):
        table.market[roll_fish(rules, table, key, die)] += 1
    refill_school(rules, table)
    table.now[PHASE], table.now[SEAT] = MORNING, table.now[CHEF]
    table.now[PASSES] = table.now[EMPTIED] = table.now[OWED] = 0


def fill_row(rules: Rules, table: Table, kind: int, face: int) -> None:
    """FC-2.1: up to the space of the roll, never down, and only while tokens last where they are limited."""
    level = table.farm[kind]
    missing = max(0, rules.fill[kind][face - 1] - level)
    if rules.supply > 0:
        left = rules.supply - level
        for seat in range(rules.players):
            left -= table.food[seat][kind]
        missing = min(missing, left)
    table.farm[kind] = level + missing


def roll_fish(rules: Rules, table: Table, key: Key, die: int) -> int:
    """FC-2.3, FC-2.4: the row of one die, rolled again while its row is full or does not exist."""
    attempt = 0
    while True:
        size = roll(key, rules.fish_faces, FISH_DIE, die, table.now[DAY], attempt) - 1
        if size < len(table.market) and table.market[size] < rules.row_length:
            table.now[REROLLED] += attempt
            return size
        attempt += 1


def refill_school(rules: Rules, table: Table) -> None:
    """FC-2.5, FC-2.6: face-up recipes up to the school's number, as far as the deck reaches."""
    recipes = len(table.deck)
    lying = 0
    for recipe in range(recipes):
        if table.place[recipe] == SCHOOL:
            lying += 1
            if rules.school_replaced:
                bottom = (table.now[DECK_TOP] + table.now[DECK_LEFT]) % recipes
                table.deck[bottom] = recipe
                table.now[DECK_LEFT] += 1
                take(rules, table, recipe, DECK, NOBODY, 0)
                lying -= 1
    while lying < rules.school_cards and table.now[DECK_LEFT] > 0:
        take(rules, table, draw_recipe(table), SCHOOL, NOBODY, 1)
        lying += 1


# ── Moves: what is refused, and by which rule ───────────────────────────────────────────────────────────────────────


def refusal(rules: Rules, table: Table, move: int) -> int:
    """The number of the rule that forbids a move to the acting seat (FC-3.7 is 307), or 0 where it is allowed."""
    if table.now[PHASE] == OVER:
        return 603
    if table.now[PHASE] == EVENING:
        return refusal_in_evening(rules, table, move)
    return refusal_in_morning(rules, table, move)


def refusal_in_morning(rules: Rules, table: Table, move: int) -> int:
    """FC-3.2 to FC-3.7: there must be something to buy, and money to pay for it."""
    money = table.money[table.now[SEAT]]
    if move == PASS:
        return 0
    if BUY_FISH <= move < BUY_FISH + len(table.market):
        size = move - BUY_FISH
        if table.market[size] == 0:
            return 302
        return 0 if fish_price(rules, table, size) <= money else 307
    if BUY_FOOD <= move < BUY_FOOD + len(table.farm):
        kind = move - BUY_FOOD
        if table.farm[kind] == 0:
            return 303
        return 0 if food_price(rules, table, kind) <= money else 307
    if BUY_RECIPE <= move < BUY_RECIPE + len(table.deck):
        if table.place[move - BUY_RECIPE] != SCHOOL:
            return 304
        return 0 if rules.face_up_price <= money else 307
    if move == BUY_BLIND:
        if table.now[DECK_LEFT] == 0:
            return 305
        return 0 if rules.blind_price <= money else 307
    return 301


def refusal_in_evening(rules: Rules, table: Table, move: int) -> int:
    """FC-5.3 to FC-5.5 and FC-5.12: a recipe in sight, its ingredients, its fish; or a pass and what it costs."""
    seat = table.now[SEAT]
    if COOK <= move < COOK + 10 * len(table.deck):
        recipe, size = (move - COOK) // 10, (move - COOK) % 10
        if table.now[OWED] > 0:
            return 512
        if not in_sight(rules, table, recipe, seat):
            return 503
        if rules.recipe_needs[recipe] & ~larder(table, seat):
            return 504
        smallest = rules.recipe_size[recipe]
        biggest = len(table.market) - 1 if rules.bigger_fish else smallest
        return 0 if smallest <= size <= biggest and table.fish[seat][size] > 0 else 505
    if THROW <= move < THROW + len(table.market):
        return 0 if not passing_is_free(rules) and table.fish[seat][move - THROW] > 0 else 512
    if move == PASS:
        return 0 if passing_is_free(rules) else 512
    return 501


def legal_moves(rules: Rules, table: Table, moves: Row) -> int:
    """Write the acting seat's legal moves into ``moves`` and return how many there are; at least one until the end."""
    if table.now[PHASE] == OVER:
        return 0
    if table.now[PHASE] == EVENING:
        return legal_in_evening(rules, table, moves)
    return legal_in_morning(rules, table, moves)


def legal_in_morning(rules: Rules, table: Table, moves: Row) -> int:
    """The morning's part of ``legal_moves``."""
    money = table.money[table.now[SEAT]]
    moves[0] = PASS
    count = 1
    for size in range(len(table.market)):
        if table.market[size] > 0 and fish_price(rules, table, size) <= money:
            moves[count] = BUY_FISH + size
            count += 1
    for kind in range(len(table.farm)):
        if table.farm[kind] > 0 and food_price(rules, table, kind) <= money:
            moves[count] = BUY_FOOD + kind
            count += 1
    if table.now[DECK_LEFT] > 0 and rules.blind_price <= money:
        moves[count] = BUY_BLIND
        count += 1
    for recipe in range(len(table.deck)):
        if table.place[recipe] == SCHOOL and rules.face_up_price <= money:
            moves[count] = BUY_RECIPE + recipe
            count += 1
    return count


def legal_in_evening(rules: Rules, table: Table, moves: Row) -> int:
    """The evening's part of ``legal_moves``."""
    seat = table.now[SEAT]
    count = 0
    if passing_is_free(rules):
        moves[0] = PASS
        count = 1
    else:
        for size in range(len(table.market)):
            if table.fish[seat][size] > 0:
                moves[count] = THROW + size
                count += 1
    if table.now[OWED] > 0:
        return count
    lacking = ~larder(table, seat)
    for recipe in range(len(table.deck)):
        if rules.recipe_needs[recipe] & lacking or not in_sight(rules, table, recipe, seat):
            continue
        smallest = rules.recipe_size[recipe]
        biggest = len(table.market) - 1 if rules.bigger_fish else smallest
        for size in range(smallest, biggest + 1):
            if table.fish[seat][size] > 0:
                moves[count] = COOK + 10 * recipe + size
                count += 1
    return count


def fish_price(rules: Rules, table: Table, size: int) -> int:
    """FC-3.2: a row fills from the dear end, so its cheapest fish lies on the space before the last ``n``."""
    return rules.fish_price[size][rules.row_length - table.market[size]]


def food_price(rules: Rules, table: Table, kind: int) -> int:
    """FC-3.3: a row fills from the dear end, so its cheapest token lies on the last filled space."""
    return rules.food_price[kind][table.farm[kind] - 1]


def in_sight(rules: Rules, table: Table, recipe: int, seat: int) -> bool:
    """FC-5.3: one's own hand, the school, one's own menu, anybody's menu (the switches close some)."""
    place, owner = table.place[recipe], table.owner[recipe]
    if place == HAND:
        return owner == seat
    if place == SCHOOL:
        return rules.cook_from_school == 1
    return place == MENU and (owner == seat or rules.cook_from_rivals == 1)


def larder(table: Table, seat: int) -> int:
    """The ingredient kinds that a seat has, one bit each."""
    bits, bit = 0, 1
    for kind in range(len(table.farm)):
        if table.food[seat][kind] > 0:
            bits |= bit
        bit += bit
    return bits


def passing_is_free(rules: Rules) -> bool:
    """FC-5.12: a pass throws fish away, unless the variant says otherwise or fish keep."""
    return rules.pass_cost == 0 or rules.fish_keep == 1


# ── Carrying a move out ─────────────────────────────────────────────────────────────────────────────────────────────


def make_move(rules: Rules, table: Table, key: Key, move: int) -> None:
    """Carry out a legal move of the acting seat, and go on until somebody has to decide again or the game is over."""
    if table.now[PHASE] == EVENING:
        act_in_evening(rules, table, key, move)
    else:
        act_in_morning(rules, table, key, move)


def act_in_morning(rules: Rules, table: Table, key: Key, move: int) -> None:
    """FC-3.2 to FC-3.6, and FC-4 where it ends the morning."""
    seat = table.now[SEAT]
    rings = False
    if move == PASS:
        table.now[PASSES] += 1
    else:
        table.now[PASSES] = 0
        rings = buy(rules, table, seat, move)
    if table.now[PHASE] == LAST_ACTIONS:
        table.now[LAST_LEFT] -= 1
        if table.now[LAST_LEFT] == 0:
            begin_evening(rules, table, key)
            return
    elif rings:
        ring_the_bell(rules, table, key, seat)
        return
    elif table.now[PASSES] == rules.players:
        pass_the_chef(rules, table, seat)
        begin_evening(rules, table, key)
        return
    table.now[SEAT] = after(rules, seat)


def buy(rules: Rules, table: Table, seat: int, move: int) -> bool:
    """Pay and take; True where this empties what ends the morning (FC-4.1, FC-4.2, FC-4.8)."""
    if move >= BUY_RECIPE:
        table.money[seat] -= rules.face_up_price
        take(rules, table, move - BUY_RECIPE, HAND, seat, 1)
        return False
    if move == BUY_BLIND:
        table.money[seat] -= rules.blind_price
        take(rules, table, draw_recipe(table), HAND, seat, 0)
        return False
    if move >= BUY_FOOD:
        kind = move - BUY_FOOD
        table.money[seat] -= food_price(rules, table, kind)
        table.food[seat][kind] += 1
        table.farm[kind] -= 1
        if table.farm[kind] > 0:
            return False
        table.now[EMPTIED] += 1
        return table.now[EMPTIED] == rules.empty_rows_end
    size = move - BUY_FISH
    table.money[seat] -= fish_price(rules, table, size)
    table.fish[seat][size] += 1
    table.market[size] -= 1
    if not rules.empty_fish_market_ends:
        return False
    for other in range(len(table.market)):
        if table.market[other] > 0:
            return False
    return True


def ring_the_bell(rules: Rules, table: Table, key: Key, ringer: int) -> None:
    """FC-4.3 to FC-4.5: the chef moves, then last actions from the seat after the ringer to the ringer."""
    pass_the_chef(rules, table, ringer)
    if rules.last_actions == 0:
        begin_evening(rules, table, key)
        return
    table.now[PHASE] = LAST_ACTIONS
    table.now[LAST_LEFT] = rules.players * rules.last_actions
    table.now[SEAT] = after(rules, ringer)


def pass_the_chef(rules: Rules, table: Table, last: int) -> None:
    """FC-4.3, FC-4.7: to the seat after the ringer or the last passer; or clockwise; or to the poorest."""
    if rules.next_chef == CLOCKWISE:
        table.now[CHEF] = after(rules, table.now[CHEF])
        return
    chef = after(rules, last)
    if rules.next_chef == LOSER:
        seat = chef
        for _ in range(rules.players):
            if table.money[seat] < table.money[chef]:
                chef = seat
            seat = after(rules, seat)
    table.now[CHEF] = chef


def after(rules: Rules, seat: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % rules.players


# ── FC-5 Evening ────────────────────────────────────────────────────────────────────────────────────────────────────


def begin_evening(rules: Rules, table: Table, key: Key) -> None:
    """FC-5.1: from the chef clockwise."""
    table.now[PHASE], table.now[PASSES] = EVENING, 0
    table.now[SEAT] = table.now[CHEF]
    if not holds_fish(table, table.now[SEAT]):
        next_cook(rules, table, key)


def act_in_evening(rules: Rules, table: Table, key: Key, move: int) -> None:
    """FC-5.3 to FC-5.12."""
    seat = table.now[SEAT]
    if move >= COOK:
        cook(rules, table, key, seat, (move - COOK) // 10, (move - COOK) % 10)
        table.now[PASSES] = 0
    elif move >= THROW:
        if table.now[OWED] == 0:
            table.now[OWED] = rules.pass_cost
        table.fish[seat][move - THROW] -= 1
        table.now[OWED] -= 1
        if table.now[OWED] > 0 and holds_fish(table, seat):
            return
        table.now[OWED] = 0
    else:
        table.now[PASSES] += 1
    next_cook(rules, table, key)


def cook(rules: Rules, table: Table, key: Key, seat: int, recipe: int, size: int) -> None:
    """FC-5.4 to FC-5.11: spend, earn, and where the recipe is a rival's, try to steal it."""
    table.fish[seat][size] -= 1
    for kind in range(len(table.farm)):
        table.food[seat][kind] -= (rules.recipe_needs[recipe] >> kind) & 1
    place, owner = table.place[recipe], table.owner[recipe]
    table.money[seat] += rules.recipe_main[recipe]
    payee = bonus_goes_to(rules, place, owner, seat)
    if payee != NOBODY:
        table.money[payee] += rules.recipe_bonus[recipe]
    if place == MENU and owner != seat:
        if steals(rules, table, key, recipe):
            take(rules, table, recipe, MENU, seat, 1)
    else:
        take(rules, table, recipe, MENU, seat, 1)


def bonus_goes_to(rules: Rules, place: int, owner: int, cook_seat: int) -> int:
    """FC-5.6 to FC-5.9: the seat that a dish's bonus goes to, or NOBODY."""
    if place == SCHOOL:
        return cook_seat if rules.school_bonus else NOBODY
    if owner == cook_seat or rules.rival_bonus == TO_COOK:
        return cook_seat
    return owner if rules.rival_bonus == TO_OWNER else NOBODY


def steals(rules: Rules, table: Table, key: Key, recipe: int) -> bool:
    """FC-5.10, FC-5.11: roll the bonus or more (or the variant's number); each try is a die of its own."""
    lowest = lowest_steal(rules, recipe)
    if lowest == NEVER:
        return False
    table.tries[recipe] += 1
    return roll(key, rules.steal_faces, STEAL_DIE, rules.recipe_word[recipe], 0, table.tries[recipe]) >= lowest


def lowest_steal(rules: Rules, recipe: int) -> int:
    """The lowest roll that steals a recipe, or NEVER."""
    return rules.recipe_bonus[recipe] if rules.steal_on == BY_BONUS else rules.steal_on


def next_cook(rules: Rules, table: Table, key: Key) -> None:
    """FC-5.1, FC-5.2: the next seat with fish; the evening ends when there is none, or when all of them passed."""
    holders = 0
    for seat in range(rules.players):
        if holds_fish(table, seat):
            holders += 1
    if holders == 0 or table.now[PASSES] >= holders:
        end_day(rules, table, key)
        return
    seat = after(rules, table.now[SEAT])
    while not holds_fish(table, seat):
        seat = after(rules, seat)
    table.now[SEAT] = seat


def holds_fish(table: Table, seat: int) -> bool:
    """Whether a seat has any fish."""
    for size in range(len(table.market)):
        if table.fish[seat][size] > 0:
            return True
    return False


# ── FC-6 End of the day, FC-7 End of the game ───────────────────────────────────────────────────────────────────────


def end_day(rules: Rules, table: Table, key: Key) -> None:
    """FC-6: clear what spoils, remove a day marker; another morning, or the last count."""
    for seat in range(rules.players):
        if not rules.fish_keep:
            for size in range(len(table.market)):
                table.fish[seat][size] = 0
        if not rules.ingredients_keep:
            for kind in range(len(table.farm)):
                table.food[seat][kind] = 0
    table.now[DAY] += 1
    if table.now[DAY] < rules.days:
        prepare_morning(rules, table, key)
        return
    for size in range(len(table.market)):
        table.market[size] = 0
    table.now[PHASE] = OVER
    for seat in range(rules.players):
        for size in range(len(table.market)):
            table.money[seat] += menu_bonus(rules, table, seat, size)


def menu_bonus(rules: Rules, table: Table, seat: int, size: int) -> int:
    """FC-7.1: what a seat gets for its menu recipes of one size (FC-7.4: those in hand count nothing)."""
    mine = table.dishes[seat][size]
    if mine == 0:
        return 0
    tied = 0
    for other in range(rules.players):
        theirs = table.dishes[other][size]
        if theirs > mine:
            return 0
        if theirs == mine:
            tied += 1
    bonus = rules.menu_bonus[size]
    if tied == 1 or rules.menu_tie == TIE_ALL:
        return bonus
    return bonus // tied if rules.menu_tie == TIE_SPLIT else 0


def wins(rules: Rules, table: Table, seat: int) -> bool:
    """FC-7.2, FC-7.3: the most money; equal money shares the win, or goes by dishes on the menu."""
    for other in range(rules.players):
        if table.money[other] > table.money[seat]:
            return False
        if rules.more_dishes_win and table.money[other] == table.money[seat]:
            mine = theirs = 0
            for size in range(len(table.market)):
                mine += table.dishes[seat][size]
                theirs += table.dishes[other][size]
            if theirs > mine:
                return False
    return True
