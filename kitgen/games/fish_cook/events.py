"""What happened: the difference that a move made to the table, told as events under their rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kitgen.games.fish_cook.rules import bonus_goes_to, fish_price, food_price, lowest_steal, menu_bonus, wins
from kitgen.games.fish_cook.table import (
    BUY_BLIND,
    BUY_FISH,
    BUY_FOOD,
    BUY_RECIPE,
    CHEF,
    COOK,
    DAY,
    DECK,
    EVENING,
    FARM_DIE,
    HAND,
    LAST_ACTIONS,
    MENU,
    MORNING,
    NEVER,
    NOBODY,
    OVER,
    PASS,
    PHASE,
    REROLLED,
    SCHOOL,
    SEAT,
    STEAL_DIE,
    THROW,
    Rules,
    Table,
)
from kitgen.games.fish_cook.variant import Variant
from kitgen.play.chance import Key, roll
from kitgen.play.events import Event


def beginning(rules: Rules, table: Table, key: Key) -> Iterator[Event]:
    """FC-1 and the first morning, from the table after set-up."""
    for seat in range(rules.players):
        yield Event("start-money", "FC-1.1", seat, {"money": rules.start_money})
        hand = [
            recipe for recipe in range(len(table.deck)) if table.place[recipe] == HAND and table.owner[recipe] == seat
        ]
        yield Event("dealt", "FC-1.2", seat, {"recipes": hand})
    yield Event("days", "FC-1.3", None, {"days": rules.days})
    yield Event("first-chef", "FC-1.4", table.now[CHEF])
    yield from _morning(rules, None, table, key)


def happenings(rules: Rules, before: Table, after: Table, key: Key, move: int) -> Iterator[Event]:
    """Everything that one move did, from the tables before and after it."""
    seat = before.now[SEAT]
    if before.now[PHASE] == EVENING:
        yield from _evening_action(rules, before, after, key, seat, move)
    else:
        yield from _morning_action(rules, before, after, seat, move)
        yield from _end_of_morning(rules, before, after, seat, move)
    if after.now[DAY] != before.now[DAY]:
        yield from _night(rules, before, after, key, move)


def _morning(rules: Rules, before: Table | None, table: Table, key: Key, bought: int = -1) -> Iterator[Event]:
    """FC-2: what the dice brought, told from the table that they were laid on.

    ``bought`` is the kind that the last move before it took from its row, if it took one.
    """
    day = table.now[DAY]
    for kind, level in enumerate(table.farm):
        face = roll(key, rules.farm_faces, FARM_DIE, rules.kind_word[kind], day, 0)
        start = before.farm[kind] - (kind == bought) if before else 0
        yield Event("row-filled", "FC-2.1", None, {"kind": kind, "die": face, "from": start, "to": level})
    if before is not None:
        yield Event("market-cleared", "FC-2.2", None, {"fish": sum(before.market)})
    yield Event("fish-rolled", "FC-2.3", None, {"fish": list(table.market)})
    if table.now[REROLLED]:
        yield Event("fish-rerolled", "FC-2.4", None, {"dice": table.now[REROLLED]})
    school = [recipe for recipe, place in enumerate(table.place) if place == SCHOOL]
    if rules.school_cards == 0:
        return
    yield Event("school-filled", "FC-2.5" if len(school) >= rules.school_cards else "FC-2.6", None, {"recipes": school})


def _morning_action(rules: Rules, before: Table, after: Table, seat: int, move: int) -> Iterator[Event]:
    if move == PASS:
        yield Event("passed", "FC-3.6", seat)
    elif move >= BUY_RECIPE:
        yield Event("recipe-bought", "FC-3.4", seat, {"recipe": move - BUY_RECIPE, "price": rules.face_up_price})
    elif move == BUY_BLIND:
        recipe = next(
            card for card in range(len(after.deck)) if before.place[card] == DECK and after.place[card] == HAND
        )
        yield Event("recipe-drawn", "FC-3.5", seat, {"recipe": recipe, "price": rules.blind_price})
    elif move >= BUY_FOOD:
        kind = move - BUY_FOOD
        yield Event("food-bought", "FC-3.3", seat, {"kind": kind, "price": food_price(rules, before, kind)})
    else:
        size = move - BUY_FISH
        yield Event("fish-bought", "FC-3.2", seat, {"size": size, "price": fish_price(rules, before, size)})


def _end_of_morning(rules: Rules, before: Table, after: Table, seat: int, move: int) -> Iterator[Event]:
    """FC-4: the bell, the chef, the last actions; or all passed."""
    if before.now[PHASE] != MORNING or (after.now[PHASE] == MORNING and after.now[DAY] == before.now[DAY]):
        return
    if move == PASS:
        yield Event("all-passed", "FC-4.6")
        yield Event("chef", "FC-4.7", after.now[CHEF])
        return
    rule, what = ("FC-4.1", {"kind": move - BUY_FOOD}) if move >= BUY_FOOD else ("FC-4.2", {})
    yield Event("bell", rule, seat, what)
    yield Event("chef", "FC-4.3", after.now[CHEF])
    if after.now[PHASE] == LAST_ACTIONS:
        yield Event("last-actions", "FC-4.4", after.now[SEAT], {"each": rules.last_actions})


def _evening_action(rules: Rules, before: Table, after: Table, key: Key, seat: int, move: int) -> Iterator[Event]:
    if move < COOK:
        thrown = {"size": move - THROW} if move >= THROW else {}
        yield Event("fish-thrown" if thrown else "passed", "FC-5.12", seat, thrown)
        return
    recipe, size = (move - COOK) // 10, (move - COOK) % 10
    place, owner = before.place[recipe], before.owner[recipe]
    payee = bonus_goes_to(rules, place, owner, seat)
    rival = place == MENU and owner != seat
    rule = "FC-5.9" if rival else {HAND: "FC-5.6", SCHOOL: "FC-5.7", MENU: "FC-5.8"}[place]
    source = "rival" if rival else {HAND: "hand", SCHOOL: "school", MENU: "menu"}[place]
    details = {
        "recipe": recipe,
        "fish": size,
        "source": source,
        "main": rules.recipe_main[recipe],
        "bonus": rules.recipe_bonus[recipe] if payee != NOBODY else 0,
        "bonus_to": payee,
        "owner": owner,
    }
    yield Event("cooked", rule, seat, details)
    lowest = lowest_steal(rules, recipe)
    if rival and lowest != NEVER:
        rolled = roll(key, rules.steal_faces, STEAL_DIE, rules.recipe_word[recipe], 0, after.tries[recipe])
        yield Event("steal-rolled", "FC-5.10", seat, {"recipe": recipe, "die": rolled, "needs": lowest, "owner": owner})
        if rolled >= lowest:
            yield Event("stolen", "FC-5.11", seat, {"recipe": recipe, "owner": owner})


def _night(rules: Rules, before: Table, after: Table, key: Key, move: int) -> Iterator[Event]:
    """FC-6, and the morning or the end that follows."""
    yield Event("market-spoils", "FC-6.1", None, {"fish": sum(before.market)})
    yield Event("day-over", "FC-6.3", None, {"left": rules.days - after.now[DAY]})
    if after.now[PHASE] != OVER:
        yield from _morning(rules, before, after, key, move - BUY_FOOD if BUY_FOOD <= move < BUY_BLIND else -1)
        return
    for size in range(len(after.market)):
        for seat in range(rules.players):
            bonus = menu_bonus(rules, after, seat, size)
            if bonus:
                details = {"size": size, "bonus": bonus, "dishes": after.dishes[seat][size]}
                yield Event("menu-bonus", "FC-7.1", seat, details)
    winners = [seat for seat in range(rules.players) if wins(rules, after, seat)]
    tied = sum(1 for seat in range(rules.players) if after.money[seat] == max(after.money))
    for seat in winners:
        yield Event("won", "FC-7.2" if tied == 1 else "FC-7.3", seat, {"money": after.money[seat]})


@dataclass(frozen=True, slots=True)
class Names:
    """The ids behind the numbers: recipes, ingredient kinds; sizes count from 1 for people."""

    recipes: tuple[str, ...]
    kinds: tuple[str, ...]

    @classmethod
    def of(cls, variant: Variant) -> Names:
        """The names of a variant."""
        return cls(tuple(variant.recipes), tuple(variant.market.farm.rows))

    def named(self, event: Event) -> Event:
        """The event with ids in place of numbers, so that it reads the same in every variant."""
        details = dict(event.details)
        for key, value in event.details.items():
            if key == "recipe":
                details[key] = self.recipes[value]
            elif key == "recipes":
                details[key] = [self.recipes[recipe] for recipe in value]
            elif key == "kind":
                details[key] = self.kinds[value]
            elif key == "size" or (key == "fish" and event.name == "cooked"):
                details[key] = value + 1
        return replace(event, details=details)
