"""Fish Cook at the terminal: the table as a player sees it, and the words that a player types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kitgen.games.fish_cook.events import Names
from kitgen.games.fish_cook.rules import bonus_goes_to, fish_price, food_price, legal_moves, passing_is_free
from kitgen.games.fish_cook.story import Teller, closing
from kitgen.games.fish_cook.table import (
    BUY_BLIND,
    BUY_FISH,
    BUY_FOOD,
    BUY_RECIPE,
    CHEF,
    COOK,
    DAY,
    DECK_LEFT,
    EVENING,
    HAND,
    LAST_ACTIONS,
    MENU,
    PASS,
    PHASE,
    SCHOOL,
    THROW,
    Rules,
    Table,
    most_moves,
)
from kitgen.play.events import Event
from kitgen.play.session import PERSON, Session


@dataclass(frozen=True)
class Terminal(Teller):
    """What the person at the table sees, and says."""

    names: Names

    @property
    def person(self) -> int:
        """The seat of the person; -1 where bots play among themselves."""
        return self.players.index(PERSON) if PERSON in self.players else -1

    # ── What is seen ────────────────────────────────────────────────────────────────────────────────────────────────

    def table(self, session: Session) -> str:
        """The table as the person sees it: what is for sale or can be cooked, the players, one's own hand."""
        rules, table = session.rules, session.table
        phase = {EVENING: "evening", LAST_ACTIONS: "last"}.get(table.now[PHASE], "morning")
        head = self.words("table.head", day=table.now[DAY] + 1, days=rules.days, phase=self.words(f"table.{phase}"),
                          chef=self.who(table.now[CHEF]))  # fmt: skip
        lines = [head, "─" * len(head)]
        if table.now[PHASE] == EVENING:
            lines += self._cookable(session)
        else:
            shelves = [self._fish(rules, table), self._farm(rules, table), self._school(rules, table)]
            lines += [line for shelf in shelves for line in (*shelf, "")]
            lines.append(self.words("table.marked"))
        return "\n".join([*lines, "", *self._players(rules, table), "", *self._hand(table), self.moves_help(session)])

    def _fish(self, rules: Rules, table: Table) -> Iterator[str]:
        yield self.words("table.fish")
        for size, left in enumerate(table.market):
            price = fish_price(rules, table, size) if left else None
            yield self._for_sale(f"{size + 1} {self.fish_name(size + 1)}", price, left, table)

    def _farm(self, rules: Rules, table: Table) -> Iterator[str]:
        yield self.words("table.farm")
        for kind, left in enumerate(table.farm):
            name = self.names.kinds[kind]
            price = food_price(rules, table, kind) if left else None
            yield self._for_sale(f"{self.variant.kinds[name].letter} {self.kind_name(name)}", price, left, table)

    def _for_sale(self, what: str, price: int | None, left: int, table: Table) -> str:
        if price is None:
            return f"    {what:<26}{self.words('table.sold_out')}"
        mark = "*" if price <= table.money[self.person] else " "
        return f"  {mark} {what:<26}{self.words('table.left', price=self.money(price), left=left)}"

    def _school(self, rules: Rules, table: Table) -> Iterator[str]:
        mark = "*" if rules.face_up_price <= table.money[self.person] else " "
        yield f"{self.words('table.school')} ({self.money(rules.face_up_price)})"
        for number, recipe in enumerate(lying(table, SCHOOL), start=1):
            yield f"  {mark} {number} {self._recipe(recipe)}"
        left = table.now[DECK_LEFT]
        mark = "*" if left and rules.blind_price <= table.money[self.person] else " "
        deck = self.words("table.deck", cards=left, price=self.money(rules.blind_price))
        yield f"  {mark} {deck if left else self.words('table.deck_empty')}"

    def _recipe(self, recipe: int) -> str:
        """A recipe in one line."""
        name = self.names.recipes[recipe]
        figures = self.variant.recipes[name]
        told = self.words("table.recipe", size=figures.size, foods=self._letters(figures.ingredients),
                          main=self.money(figures.main), bonus=self.money(figures.bonus))  # fmt: skip
        return f"{self.dish(name):<28}{told}"

    def _letters(self, kinds: Any) -> str:
        return "".join(self.variant.kinds[kind].letter for kind in kinds)

    def _players(self, rules: Rules, table: Table) -> Iterator[str]:
        yield self.words("table.players")
        nothing = self.words("table.nothing")
        for seat in range(rules.players):
            fish = " ".join(str(size + 1) for size, count in enumerate(table.fish[seat]) for _ in range(count))
            foods = "".join(
                self.variant.kinds[self.names.kinds[kind]].letter
                for kind, count in enumerate(table.food[seat])
                for _ in range(count)
            )
            menu = ", ".join(self.dish(self.names.recipes[recipe]) for recipe in lying(table, MENU, seat))
            open_money = self.variant.bank.open or seat == self.person
            money = self.money(table.money[seat]) if open_money else self.words("table.hidden")
            told = self.words("table.player", money=money, fish=fish or nothing, foods=foods or nothing,
                              hand=len(lying(table, HAND, seat)), menu=menu or nothing)  # fmt: skip
            yield f"  {self.who(seat):<12}{told}"

    def _hand(self, table: Table) -> Iterator[str]:
        yield self.words("table.yours")
        for recipe in lying(table, HAND, self.person):
            yield f"    {self._recipe(recipe)}"

    def _cookable(self, session: Session) -> Iterator[str]:
        """The dishes that can be cooked now, numbered as ``cook`` takes them."""
        yield self.words("table.can_cook")
        for number, recipe in enumerate(dishes(session), start=1):
            place, owner = session.table.place[recipe], session.table.owner[recipe]
            if place == SCHOOL:
                where = self.words("table.from_school")
            elif owner == self.person:
                where = self.words("table.from_hand" if place == HAND else "table.from_menu")
            else:
                where = self.words("table.from_rival", owner=self.who(owner))
            yield f"  {number:>2} {self._recipe(recipe)} · {where}"
        if not dishes(session):
            yield f"    {self.words('table.nothing')}"

    # ── What is said ────────────────────────────────────────────────────────────────────────────────────────────────

    def understand(self, session: Session, text: str) -> int | str:
        """``fish 3``, a kind's id, letter or food, ``card 2``, ``blind``, ``pass``, ``cook 1 with 5``, ``throw 2``."""
        word, _, rest = text.lower().partition(" ")
        rest = rest.strip()
        if word in ("pass", "blind"):
            return PASS if word == "pass" else BUY_BLIND
        if word in ("fish", "throw"):
            if not rest.isdecimal() or not 1 <= int(rest) <= len(session.table.market):
                return self.words("unclear.fish", sizes=len(session.table.market))
            return (BUY_FISH if word == "fish" else THROW) + int(rest) - 1
        if word == "card":
            cards = lying(session.table, SCHOOL)
            if not rest.isdecimal() or not 1 <= int(rest) <= len(cards):
                return self.words("unclear.card", cards=len(cards))
            return BUY_RECIPE + cards[int(rest) - 1]
        if word == "cook":
            return self._cook(session, rest)
        kind = self._kind(text.lower())
        return self.words("unclear.none", text=repr(text)) if kind is None else BUY_FOOD + kind

    def _kind(self, text: str) -> int | None:
        """The ingredient kind of an id, a letter or one of its foods."""
        for number, name in enumerate(self.names.kinds):
            known = {name, self.variant.kinds[name].letter.lower(), *self.variant.kinds[name].foods}
            if text in known | {food.lower() for food in self.food_names(name)}:
                return number
        return None

    def _cook(self, session: Session, text: str) -> int | str:
        """A dish of the list, with the smallest fish that will do unless another is named."""
        if session.table.now[PHASE] != EVENING:
            return COOK  # whichever dish: it is refused
        dish, _, fish = text.rpartition(" with ")
        if not dish or not fish.strip().isdecimal():
            dish, fish = text, ""  # "with" belongs to the dish's name
        recipe = self._dish(session, dish.strip())
        if recipe is None:
            return self.words("unclear.cook")
        if fish:
            if not 1 <= int(fish) <= len(session.table.market):
                return self.words("unclear.fish", sizes=len(session.table.market))
            return COOK + 10 * recipe + int(fish) - 1
        smallest = session.rules.recipe_size[recipe]
        held = [size for size, count in enumerate(session.table.fish[session.seat]) if count and size >= smallest]
        return COOK + 10 * recipe + (held[0] if held else smallest)

    def _dish(self, session: Session, text: str) -> int | None:
        """A dish by its number in the list, or by its name or a part of it, wherever it can be seen."""
        known = dishes(session)
        if text.isdecimal():
            return known[int(text) - 1] if 1 <= int(text) <= len(known) else None
        table = session.table
        seen = [*known, *lying(table, SCHOOL), *lying(table, MENU), *lying(table, HAND, self.person)]
        return next((recipe for recipe in seen if text and text in self.dish(self.names.recipes[recipe]).lower()), None)

    def preview(self, session: Session, move: int) -> str:
        """What a move would do, and what money is left after it."""
        rules, table = session.rules, session.table
        if move >= COOK:
            return self._preview_dish(rules, table, (move - COOK) // 10, (move - COOK) % 10)
        if move >= BUY_RECIPE:
            return self._purchase(
                "card", rules.face_up_price, table, dish=self.dish(self.names.recipes[move - BUY_RECIPE])
            )
        if move >= THROW:
            return self.words("preview.throw", fish=self.fish_name(move - THROW + 1))
        if move == BUY_BLIND:
            return self._purchase("blind", rules.blind_price, table)
        if move >= BUY_FOOD:
            kind = move - BUY_FOOD
            return self._purchase(
                "food", food_price(rules, table, kind), table, kind=self.kind_name(self.names.kinds[kind])
            )
        if move == PASS:
            return self.words("preview.pass")
        size = move - BUY_FISH
        return self._purchase("fish", fish_price(rules, table, size), table, fish=self.fish_name(size + 1))

    def _purchase(self, what: str, price: int, table: Table, **names: str) -> str:
        left = self.money(table.money[self.person] - price)
        return self.words(f"preview.{what}", price=self.money(price), left=left, **names)

    def _preview_dish(self, rules: Rules, table: Table, recipe: int, size: int) -> str:
        payee = bonus_goes_to(rules, table.place[recipe], table.owner[recipe], self.person)
        earned = self.money(rules.recipe_main[recipe])
        if payee == self.person:
            earned = f"{earned} + {self.money(rules.recipe_bonus[recipe])}"
        dish = self.dish(self.names.recipes[recipe])
        return self.words("preview.cook", dish=dish, fish=self.fish_name(size + 1), earned=earned)

    def told(self, event: Event) -> str | None:
        """What everybody sees; a recipe drawn unseen stays secret, but one's own is shown."""
        if "price" in event.details and event.seat is not None:
            if event.name == "recipe-drawn" and event.seat == self.person:
                return f"{self.who(event.seat)}: {self.dish(event.details['recipe'])}"
            return f"{self.who(event.seat)}: {self.bought(event)}"
        if event.name == "passed" and event.seat is not None:
            return self.words("story.passed", who=self.who(event.seat))
        return self.sentence(event)

    def reason(self, rule: str) -> str:
        """Why a rule refuses."""
        return self.words.find(f"refusals.{rule}") or rule

    def moves_help(self, session: Session) -> str:
        """The words for moves that can be typed now."""
        if session.table.now[PHASE] != EVENING:
            return self.words("table.help_morning")
        return self.words("table.help_free" if passing_is_free(session.rules) else "table.help_evening")

    def ending(self, session: Session) -> str:
        """The last count, and why it came out so."""
        return "\n".join(closing(self, session.transcript))


def lying(table: Table, place: int, seat: int | None = None) -> list[int]:
    """The recipes at a place, of one seat or of all."""
    return [
        recipe for recipe in range(len(table.deck))
        if table.place[recipe] == place and (seat is None or table.owner[recipe] == seat)
    ]  # fmt: skip


def moves(session: Session) -> list[int]:
    """The legal moves."""
    found = [0] * most_moves(session.rules)
    return found[: legal_moves(session.rules, session.table, found)]


def dishes(session: Session) -> list[int]:
    """The recipes that can be cooked now."""
    return sorted({(move - COOK) // 10 for move in moves(session) if move >= COOK})
