"""What is counted of every game: how it went on, what was bought, cooked and earned, which rules came into play.

Written in the subset that compiles. ``row`` takes the counts of one game, ``starts[group]`` is where a group of cells
begins in it; ``figures.py`` gives the cells their names. Rules are counted as ``events.py`` tells them.
"""

from __future__ import annotations

from kitgen.games.fish_cook.rules import (
    bonus_goes_to,
    fish_price,
    food_price,
    lowest_steal,
    make_move,
    menu_bonus,
    wins,
)
from kitgen.games.fish_cook.table import (
    BUY_BLIND,
    BUY_FISH,
    BUY_FOOD,
    BUY_RECIPE,
    COOK,
    DAY,
    DECK_LEFT,
    EVENING,
    FARM_DIE,
    HAND,
    LAST_ACTIONS,
    MENU,
    MORNING,
    NEVER,
    NOBODY,
    OVER,
    OWED,
    PASS,
    PHASE,
    REROLLED,
    SCHOOL,
    SEAT,
    THROW,
    Row,
    Rules,
    Table,
)
from kitgen.play.chance import Key, roll
from kitgen.play.loop import OWN_GROUPS

(
    SECONDS,  # the time at a table, by MORNING_SECONDS and its like
    SHOPPING,  # actions in mornings
    ENDED_BY,  # by kind, then the fish market, then all passed: how mornings ended
    DISHES,  # dishes cooked
    THROWN,  # fish thrown away by passes
    COOKED,  # by recipe
    RECIPE_PAID,  # by recipe: dollars that it brought to whomever
    EARNED,  # by source of income
    INCOME,  # dollars earned in all
    FISH_STEP,  # by size and space: fish bought there
    FISH_OFFERED,  # by size: fish that lay in the market at the beginning of mornings
    FISH_BOUGHT,  # by size
    FISH_PAID,  # by size
    FOOD_STEP,  # by kind and space
    FOOD_BOUGHT,  # by kind
    FOOD_PAID,  # by kind
    USES,  # by rule
    TOKENS_PEAK,  # by kind: the most tokens in use at once
    FISH_PEAK,  # the most fish on the table at once; each is a die
    MONEY_PEAK,  # the most dollars in players' hands at once
    NOTES_PEAK,  # by banknote: the most in use at once when everybody's money lies in the biggest notes
    DECK_DRY,  # 1 where the deck ran out
    TOKENS_DRY,  # mornings on which tokens were too few to fill a row
) = range(OWN_GROUPS, OWN_GROUPS + 23)
"""The groups of counts, in their order."""

CHAPTER = 13
"""Rules in a chapter at most: rule 5.13 is the last of the fifth."""

SET_UP_SECONDS, MORNING_SECONDS, EVENING_SECONDS, DAY_SECONDS = 180, 15, 20, 120
"""How long it takes to set up, to act in the morning, to cook or pass, and to end a day and stock the markets; so the
classic takes the 45 minutes on its box with four players who know it."""

FROM_HAND, FROM_SCHOOL, FROM_MENU, FROM_RIVAL, FROM_GUESTS, FROM_END = range(6)
"""Where money comes from: the cells of EARNED."""

RULE_OF_SOURCE = 506
"""FC-5.6 to FC-5.9 in the order of the first four sources."""


def use(starts: Row, row: Row, rule: int, times: int) -> None:
    """A rule came into play; FC-3.7 is 307."""
    row[starts[USES] + CHAPTER * (rule // 100 - 1) + rule % 100 - 1] += times


def score(table: Table, seat: int) -> int:
    """FC-7.2: money."""
    return table.money[seat]


def rounds_in(rules: Rules) -> int:
    """FC-1.3: days."""
    return rules.days


def rounds_over(table: Table) -> int:
    """FC-6.3: days that are over."""
    return table.now[DAY]


def endless_rule(table: Table) -> int:
    """What should have ended: the evening, the last actions, or the morning."""
    if table.now[PHASE] == EVENING:
        return 502
    return 404 if table.now[PHASE] == LAST_ACTIONS else 406


def count_beginning(rules: Rules, table: Table, key: Key, starts: Row, row: Row) -> None:
    """FC-1, and the first morning."""
    use(starts, row, 101, rules.players)
    use(starts, row, 102, rules.players)
    use(starts, row, 103, 1)
    use(starts, row, 104, 1)
    row[starts[SECONDS]] = SET_UP_SECONDS
    count_stock(rules, table, key, starts, row)
    count_money(rules, table, starts, row)


def count_move(rules: Rules, table: Table, key: Key, move: int, starts: Row, row: Row) -> None:
    """Carry out a move, and count what it did."""
    phase, day = table.now[PHASE], table.now[DAY]
    if phase == EVENING:
        row[starts[SECONDS]] += EVENING_SECONDS if table.now[OWED] == 0 else 0  # a pass may take several moves
        if move >= COOK:
            count_dish(rules, table, key, move, starts, row)
        else:
            use(starts, row, 512, 1)
            row[starts[THROWN]] += 1 if move >= THROW else 0
            make_move(rules, table, key, move)
    else:
        row[starts[SECONDS]] += MORNING_SECONDS
        row[starts[SHOPPING]] += 1
        count_purchase(rules, table, move, starts, row)
        make_move(rules, table, key, move)
        if move != PASS:
            count_money(rules, table, starts, row)
        if phase == MORNING and (table.now[PHASE] != MORNING or table.now[DAY] != day):
            count_end_of_morning(rules, table, move, starts, row)
    if table.now[DAY] != day:
        count_night(rules, table, key, starts, row)


# ── Morning ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def count_purchase(rules: Rules, table: Table, move: int, starts: Row, row: Row) -> None:
    """FC-3.2 to FC-3.6, before the move is made."""
    if move == PASS:
        use(starts, row, 306, 1)
    elif move >= BUY_RECIPE:
        use(starts, row, 304, 1)
        use(starts, row, 308, 1 if rules.face_up_price == 0 else 0)
    elif move == BUY_BLIND:
        use(starts, row, 305, 1)
        use(starts, row, 308, 1 if rules.blind_price == 0 else 0)
        row[starts[DECK_DRY]] |= 1 if table.now[DECK_LEFT] == 1 else 0
    elif move >= BUY_FOOD:
        kind = move - BUY_FOOD
        price = food_price(rules, table, kind)
        use(starts, row, 303, 1)
        row[starts[FOOD_STEP] + kind * len(rules.food_price[0]) + table.farm[kind] - 1] += 1
        row[starts[FOOD_BOUGHT] + kind] += 1
        row[starts[FOOD_PAID] + kind] += price
        use(starts, row, 308, 1 if price == 0 else 0)
    else:
        size = move - BUY_FISH
        price = fish_price(rules, table, size)
        use(starts, row, 302, 1)
        row[starts[FISH_STEP] + size * rules.row_length + rules.row_length - table.market[size]] += 1
        row[starts[FISH_BOUGHT] + size] += 1
        row[starts[FISH_PAID] + size] += price
        use(starts, row, 308, 1 if price == 0 else 0)


def count_end_of_morning(rules: Rules, table: Table, move: int, starts: Row, row: Row) -> None:
    """FC-4: the bell, the chef, the last actions; or all passed."""
    kinds = len(table.farm)
    if move == PASS:
        use(starts, row, 406, 1)
        use(starts, row, 407, 1)
        row[starts[ENDED_BY] + kinds + 1] += 1
        return
    if move >= BUY_FOOD:
        use(starts, row, 401, 1)
        row[starts[ENDED_BY] + move - BUY_FOOD] += 1
    else:
        use(starts, row, 402, 1)
        row[starts[ENDED_BY] + kinds] += 1
    use(starts, row, 403, 1)
    if table.now[PHASE] == LAST_ACTIONS:
        use(starts, row, 404, 1)


def count_stock(rules: Rules, table: Table, key: Key, starts: Row, row: Row) -> None:
    """FC-2: what the dice brought, and what lies on the table now."""
    use(starts, row, 201, len(table.farm))
    use(starts, row, 203, 1)
    use(starts, row, 204, 1 if table.now[REROLLED] > 0 else 0)
    row[starts[SECONDS]] += DAY_SECONDS
    if rules.school_cards > 0:
        lying = 0
        for recipe in range(len(table.place)):
            lying += 1 if table.place[recipe] == SCHOOL else 0
        use(starts, row, 205 if lying >= rules.school_cards else 206, 1)
    row[starts[DECK_DRY]] |= 1 if table.now[DECK_LEFT] == 0 else 0
    short = 0
    fish = 0
    for size in range(len(table.market)):
        fish += table.market[size]
        row[starts[FISH_OFFERED] + size] += table.market[size]
        for seat in range(rules.players):
            fish += table.fish[seat][size]
    row[starts[FISH_PEAK]] = max(row[starts[FISH_PEAK]], fish)
    for kind in range(len(table.farm)):
        tokens = table.farm[kind]
        if rules.supply > 0:
            face = roll(key, rules.farm_faces, FARM_DIE, rules.kind_word[kind], table.now[DAY], 0)
            short |= 1 if rules.fill[kind][face - 1] > tokens else 0
        for seat in range(rules.players):
            tokens += table.food[seat][kind]
        peak = starts[TOKENS_PEAK] + kind
        row[peak] = max(row[peak], tokens)
    row[starts[TOKENS_DRY]] += short


# ── Evening ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def count_dish(rules: Rules, table: Table, key: Key, move: int, starts: Row, row: Row) -> None:
    """FC-5.3 to FC-5.11; carries the move out."""
    seat, recipe, size = table.now[SEAT], (move - COOK) // 10, (move - COOK) % 10
    place, owner = table.place[recipe], table.owner[recipe]
    rival = place == MENU and owner != seat
    source = FROM_MENU
    if rival:
        source = FROM_RIVAL
    elif place != MENU:
        source = FROM_HAND if place == HAND else FROM_SCHOOL
    use(starts, row, RULE_OF_SOURCE + source, 1)
    use(starts, row, 505, 1 if size > rules.recipe_size[recipe] else 0)
    payee = bonus_goes_to(rules, place, owner, seat)
    main, bonus = rules.recipe_main[recipe], rules.recipe_bonus[recipe] if payee != NOBODY else 0
    row[starts[DISHES]] += 1
    row[starts[COOKED] + recipe] += 1
    row[starts[RECIPE_PAID] + recipe] += main + bonus
    row[starts[INCOME]] += main + bonus
    row[starts[EARNED] + source] += main
    row[starts[EARNED] + (source if payee == seat else FROM_GUESTS)] += bonus
    make_move(rules, table, key, move)
    if rival and lowest_steal(rules, recipe) != NEVER:
        use(starts, row, 510, 1)
        use(starts, row, 511, 1 if table.owner[recipe] == seat else 0)
    count_money(rules, table, starts, row)


def count_night(rules: Rules, table: Table, key: Key, starts: Row, row: Row) -> None:
    """FC-6, and the morning or the end that follows."""
    use(starts, row, 601, 1)
    use(starts, row, 603, 1)
    if table.now[PHASE] != OVER:
        use(starts, row, 202, 1)
        count_stock(rules, table, key, starts, row)
        return
    winners = tied = most = 0
    for seat in range(rules.players):
        winners += 1 if wins(rules, table, seat) else 0
        most = max(most, table.money[seat])
        for size in range(len(table.market)):
            bonus = menu_bonus(rules, table, seat, size)
            use(starts, row, 701, 1 if bonus > 0 else 0)
            row[starts[INCOME]] += bonus
            row[starts[EARNED] + FROM_END] += bonus
    for seat in range(rules.players):
        tied += 1 if table.money[seat] == most else 0
    use(starts, row, 702 if tied == 1 else 703, winners)
    count_money(rules, table, starts, row)


def count_money(rules: Rules, table: Table, starts: Row, row: Row) -> None:
    """The money in players' hands, and the banknotes that it takes."""
    money = 0
    for seat in range(rules.players):
        money += table.money[seat]
    row[starts[MONEY_PEAK]] = max(row[starts[MONEY_PEAK]], money)
    for note in range(len(rules.notes)):
        above = rules.notes[note - 1] if note > 0 else money + 1
        count = 0
        for seat in range(rules.players):
            count += table.money[seat] % above // rules.notes[note]
        peak = starts[NOTES_PEAK] + note
        row[peak] = max(row[peak], count)
