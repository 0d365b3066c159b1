"""What is counted of a game, a second time and slowly: from the events of its transcript, by the specification."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

from rule_tables import RULE_IDS

from kitgen.games.fish_cook.variant import Variant
from kitgen.play.events import Event
from kitgen.play.transcript import Transcript, Turn

NEVER_COUNTED = {
    "FC-3.1", "FC-3.7", "FC-3.9", "FC-3.10", "FC-3.11", "FC-4.5", "FC-4.8", "FC-5.1", "FC-5.2", "FC-5.3", "FC-5.4",
    "FC-5.13", "FC-6.2", "FC-7.4",
}  # fmt: skip
"""Rules that hold at all times, forbid something, or say that something does not happen."""

SOURCES = ("hand", "school", "menu", "rival", "owner", "end")
SET_UP, ACTION, DISH_OR_PASS, DAY = 180, 15, 20, 120
"""Seconds: of setting up, of an action in the morning, of one in the evening, of stocking the markets."""

ENDLESS = {"morning": 406, "last": 404, "evening": 502}
"""What should have ended a game that is broken off, by its phase."""


def every_column(variant: Variant, players: int) -> set[str]:
    """The names of everything that is counted."""
    farm, fish = variant.market.farm, variant.market.fish
    seats = range(1, players + 1)
    return {
        "turns", "unfinished", "lead-changes", "held", "comeback", "margin", "shared", "score-total", "seconds",
        "shopping", "dishes", "thrown", "income", "fish-peak", "money-peak", "deck-dry", "tokens-dry",
        *(f"{group}/{seat}" for group in ("won", "score", "bot-won", "bot-score") for seat in seats),
        *(f"morning-ended-by/{what}" for what in (*farm.rows, "fish-market", "all-passed")),
        *(f"{group}/{recipe}" for group in ("cooked", "recipe-paid") for recipe in variant.recipes),
        *(f"earned/{source}" for source in SOURCES),
        *(f"{group}/{size}" for group in ("fish-offered", "fish-bought", "fish-paid") for size in fish.ladders),
        *(f"fish-step/{size}.{space}" for size in fish.ladders for space in range(1, fish.row_length + 1)),
        *(f"{group}/{kind}" for group in ("food-bought", "food-paid", "tokens-peak") for kind in farm.rows),
        *(f"food-step/{kind}.{space}" for kind in farm.rows for space in range(1, farm.spaces + 1)),
        *(f"rule/{rule}" for rule in RULE_IDS if rule not in NEVER_COUNTED),
        *(f"notes-peak/{note}" for note in variant.bank.notes),
    }  # fmt: skip


def slow_count(variant: Variant, told: Transcript) -> dict[str, int]:
    """The counts of one game, by name."""
    return dict.fromkeys(every_column(variant, len(told.players)), 0) | Count(variant, told).counted()


_CHANGE: dict[tuple[int, ...], list[tuple[int, ...]]] = {}


def fewest_notes(values: tuple[int, ...], amount: int) -> tuple[int, ...]:
    """An amount in as few notes as possible, found from smaller amounts."""
    known = _CHANGE.setdefault(values, [()])
    while len(known) <= amount:
        known.append(min(((value, *known[-value]) for value in values if value <= len(known)), key=len))
    return known[amount]


class Count:
    """Everything that lies on the table, and what happened to it, kept from the events alone."""

    def __init__(self, variant: Variant, told: Transcript) -> None:
        self.variant, self.told = variant, told
        self.players = len(told.players)
        self.seen: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        self.money = [0] * self.players
        self.fish = [Counter[int]() for _ in told.players]
        self.food = [Counter[str]() for _ in told.players]
        self.market: Counter[int] = Counter()
        self.farm: Counter[str] = Counter()
        self.place: dict[str, str | int] = {}
        """Where a recipe lies that is not in the deck: in a hand, in the school, or the seat on whose menu."""
        self.balances: list[list[int]] = []
        """The money of all seats after each day."""
        self.phase, self.last_left, self.owed, self.short = "morning", 0, 0, False

    def counted(self) -> dict[str, int]:
        """Read the transcript."""
        self.seen["seconds"] += SET_UP
        for event in self.told.opening:
            self.happens(event)
        self.look()
        for turn in self.told.turns:
            self.act(turn)
            days = len(self.balances)
            for event in turn.events:
                self.happens(event)
            self.look()
            if len(self.balances) > days:
                self.balances[-1] = list(self.money)
        self.count_end()
        return {**self.seen, **self.most}

    def act(self, turn: Turn) -> None:
        """A move, whatever it does."""
        self.seen["turns"] += 1
        if self.phase == "evening":
            self.seen["seconds"] += DISH_OR_PASS if self.owed == 0 else 0
            return
        self.seen["seconds"] += ACTION
        self.seen["shopping"] += 1
        if self.phase == "last":
            self.last_left -= 1
            self.phase = "last" if self.last_left else "evening"

    def happens(self, event: Event) -> None:
        """One event."""
        self.seen[f"rule/{event.rule}"] += 1
        getattr(self, "_" + event.name.replace("-", "_"), self._of_no_account)(event.seat, event.details)
        if len(self.place) == len(self.variant.recipes):
            self.most["deck-dry"] = 1

    def look(self) -> None:
        """What is in use at once."""
        self.see("fish-peak", self.market.total() + sum(pile.total() for pile in self.fish))
        self.see("money-peak", sum(self.money))
        for kind in self.variant.market.farm.rows:
            self.see(f"tokens-peak/{kind}", self.farm[kind] + sum(pile[kind] for pile in self.food))
        notes = Counter(note for money in self.money for note in fewest_notes(self.variant.bank.notes, money))
        for note, count in notes.items():
            self.see(f"notes-peak/{note}", count)

    def see(self, column: str, count: int) -> None:
        """A count of which the most is kept."""
        self.most[column] = max(self.most[column], count)

    # ── Events ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _of_no_account(self, seat: int, told: dict[str, Any]) -> None:
        """Changes nothing on the table."""

    def _start_money(self, seat: int, told: dict[str, Any]) -> None:
        self.money[seat] = told["money"]

    def _dealt(self, seat: int, told: dict[str, Any]) -> None:
        self.place |= dict.fromkeys(told["recipes"], "hand")

    def _row_filled(self, seat: int, told: dict[str, Any]) -> None:
        kind = told["kind"]
        self.farm[kind] = told["to"]
        self.short |= told["to"] < self.variant.market.farm.rows[kind].fill[told["die"] - 1]

    def _fish_rolled(self, seat: int, told: dict[str, Any]) -> None:
        self.market = Counter(dict(enumerate(told["fish"], start=1)))
        self.seen.update({f"fish-offered/{size}": count for size, count in self.market.items()})
        self.seen["seconds"] += DAY
        self.seen["tokens-dry"] += self.short
        self.short = False

    def _school_filled(self, seat: int, told: dict[str, Any]) -> None:
        staying = {recipe: place for recipe, place in self.place.items() if place != "school"}
        self.place = staying | dict.fromkeys(told["recipes"], "school")

    def _fish_bought(self, seat: int, told: dict[str, Any]) -> None:
        """A row fills from the dear end; the cheapest is on the first space that is taken."""
        size, length = told["size"], self.variant.market.fish.row_length
        space = length - self.market[size] + 1
        assert told["price"] == self.variant.market.fish.ladders[size][space - 1]
        self.market[size] -= 1
        self.fish[seat][size] += 1
        self.seen.update({f"fish-step/{size}.{space}": 1, f"fish-bought/{size}": 1, f"fish-paid/{size}": told["price"]})
        self.pay(seat, told["price"])

    def _food_bought(self, seat: int, told: dict[str, Any]) -> None:
        """A row fills from the dear end; the cheapest is on the last space that is taken."""
        kind = told["kind"]
        space = self.farm[kind]
        assert told["price"] == self.variant.market.farm.rows[kind].prices[space - 1]
        self.farm[kind] -= 1
        self.food[seat][kind] += 1
        self.seen.update({f"food-step/{kind}.{space}": 1, f"food-bought/{kind}": 1, f"food-paid/{kind}": told["price"]})
        self.pay(seat, told["price"])

    def _recipe_bought(self, seat: int, told: dict[str, Any]) -> None:
        self.place[told["recipe"]] = "hand"
        self.pay(seat, told["price"])

    _recipe_drawn = _recipe_bought

    def pay(self, seat: int, price: int) -> None:
        """FC-3.8: a $0 buy is a buy."""
        self.money[seat] -= price
        self.seen["rule/FC-3.8"] += price == 0

    def _bell(self, seat: int, told: dict[str, Any]) -> None:
        self.seen[f"morning-ended-by/{told.get('kind', 'fish-market')}"] += 1
        self.phase = "evening"

    def _last_actions(self, seat: int, told: dict[str, Any]) -> None:
        self.phase, self.last_left = "last", told["each"] * self.players

    def _all_passed(self, seat: int, told: dict[str, Any]) -> None:
        self.seen["morning-ended-by/all-passed"] += 1
        self.phase = "evening"

    def _cooked(self, seat: int, told: dict[str, Any]) -> None:
        recipe, source = told["recipe"], told["source"]
        card = self.variant.recipes[recipe]
        to_cook, to_guest = card.main, 0
        if told["bonus_to"] == seat:
            to_cook += card.bonus
        elif told["bonus_to"] >= 0:
            to_guest = card.bonus
            self.money[told["bonus_to"]] += to_guest
        self.money[seat] += to_cook
        self.fish[seat][told["fish"]] -= 1
        self.food[seat].subtract(card.ingredients)
        if source != "rival":
            self.place[recipe] = seat
        self.seen.update({
            "dishes": 1, f"cooked/{recipe}": 1, f"recipe-paid/{recipe}": to_cook + to_guest,
            "income": to_cook + to_guest, f"earned/{source}": to_cook, "earned/owner": to_guest,
            "rule/FC-5.5": int(told["fish"] > card.size),
        })  # fmt: skip

    def _stolen(self, seat: int, told: dict[str, Any]) -> None:
        self.place[told["recipe"]] = seat

    def _fish_thrown(self, seat: int, told: dict[str, Any]) -> None:
        """FC-5.12: a pass may cost several fish, which are thrown one by one."""
        self.fish[seat][told["size"]] -= 1
        self.seen["thrown"] += 1
        self.owed = (self.owed or self.variant.evening.pass_cost) - 1
        if self.fish[seat].total() == 0:
            self.owed = 0

    def _market_spoils(self, seat: int, told: dict[str, Any]) -> None:
        self.market.clear()

    def _day_over(self, seat: int, told: dict[str, Any]) -> None:
        self.phase = "morning" if told["left"] else "over"
        self.balances.append([])
        if not self.variant.evening.fish_keep:
            self.fish = [Counter[int]() for _ in self.fish]
        if not self.variant.evening.ingredients_keep:
            self.food = [Counter[str]() for _ in self.food]

    def _menu_bonus(self, seat: int, told: dict[str, Any]) -> None:
        self.money[seat] += told["bonus"]
        self.seen.update({"income": told["bonus"], "earned/end": told["bonus"]})

    # ── The end ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def count_end(self) -> None:
        """What everybody has, and if the game is over, who won and how it came about."""
        first, number = self.told.first, self.told.number
        for seat, money in enumerate(self.money):
            self.seen[f"score/{(seat - first) % self.players + 1}"] = money
            self.seen[f"bot-score/{(seat + number) % self.players + 1}"] = money
        self.seen["score-total"] = sum(self.money)
        leaders = [leader for money in self.balances if (leader := self.leader(money)) is not None]
        self.seen["lead-changes"] = sum(before != after for before, after in itertools.pairwise(leaders))
        if self.phase != "over":
            self.seen["unfinished"] = ENDLESS[self.phase]
            return
        winners = self.winners()
        for seat in winners:
            self.seen[f"won/{(seat - first) % self.players + 1}"] = 60 // len(winners)
            self.seen[f"bot-won/{(seat + number) % self.players + 1}"] = 60 // len(winners)
        richest, second, *_ = sorted(self.money, reverse=True)
        self.seen["margin"] = richest - second
        self.seen["shared"] = int(len(winners) > 1)
        before_last = [leader for money in self.balances[:-1] if (leader := self.leader(money)) is not None]
        self.seen["held"] = int(bool(before_last) and before_last[-1] in winners)
        self.seen["comeback"] = int(bool(winners & self.last_at_half()))

    @staticmethod
    def leader(money: list[int]) -> int | None:
        """The seat that has more than every other."""
        return money.index(max(money)) if money.count(max(money)) == 1 else None

    def winners(self) -> set[int]:
        """FC-7.2, FC-7.3: most money; of those who have the same, all, or the ones with most dishes on their menus."""
        rich = {seat for seat, money in enumerate(self.money) if money == max(self.money)}
        if self.variant.end.final_tie == "shared":
            return rich
        dishes = Counter(self.place.values())
        return {seat for seat in rich if dishes[seat] == max(dishes[other] for other in rich)}

    def last_at_half(self) -> set[int]:
        """The seats that had least when half of the days, rounded down, were over; none where all had the same."""
        half = len(self.balances) // 2
        money = self.balances[half - 1] if half else [0]
        return {seat for seat, has in enumerate(money) if has == min(money) < max(money)}
