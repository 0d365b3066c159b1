"""A game of Fish Cook told in words, day by day: for new players, and for authors who want to see a variant at work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kitgen.games.fish_cook.variant import Variant
from kitgen.games.fish_cook.wording import Wording
from kitgen.play.events import Event
from kitgen.play.session import PERSON
from kitgen.play.transcript import Transcript
from kitgen.source.words import Words

SOURCES = ("hand", "menu", "school", "rival", "owner", "end")
"""Where money comes from: one's hand, dishes cooked again, the school, rivals' recipes, guests, menu bonuses."""


@dataclass(slots=True)
class Account:
    """What a seat earned, by source, and what it spent."""

    earned: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SOURCES, 0))
    spent: int = 0


def accounts(transcript: Transcript) -> list[Account]:
    """The accounts of every seat, added up from the events of a game."""
    books = [Account() for _ in transcript.players]
    for event in transcript.events():
        if event.seat is None:
            continue
        if "price" in event.details:
            books[event.seat].spent += event.details["price"]
        elif event.name == "cooked":
            source, payee = event.details["source"], event.details["bonus_to"]
            books[event.seat].earned[source] += event.details["main"]
            if payee >= 0:
                books[payee].earned[source if payee == event.seat else "owner"] += event.details["bonus"]
        elif event.name == "menu-bonus":
            books[event.seat].earned["end"] += event.details["bonus"]
    return books


@dataclass(frozen=True)
class Teller(Wording):
    """Puts events into words."""

    players: Sequence[str]

    def who(self, seat: int) -> str:
        """A player's name."""
        name = self.words(f"players.{seat}")
        return self.words("you", name=name) if self.players[seat] == PERSON else name

    def standing(self, money: Sequence[int]) -> str:
        """Everybody's money, the richest first."""
        order = sorted(range(len(money)), key=lambda seat: -money[seat])
        return ", ".join(f"{self.who(seat)} {self.money(money[seat])}" for seat in order)

    def bought(self, event: Event) -> str:
        """One purchase, with its price."""
        price = self.money(event.details["price"])
        if event.name == "recipe-bought":
            return self.words("story.recipe_bought", dish=self.dish(event.details["recipe"]), price=price)
        if event.name == "recipe-drawn":
            return self.words("story.recipe_drawn", price=price)
        name = (
            self.fish_name(event.details["size"])
            if event.name == "fish-bought"
            else self.kind_name(event.details["kind"])
        )
        return f"{name} ({price})"

    def sentence(self, event: Event) -> str | None:
        """An event in a sentence of its own; None for those that are told together with others."""
        teller = _SENTENCES.get(event.name)
        return teller(self, event) if teller else None


def _bell(teller: Teller, event: Event) -> str:
    who = teller.who(event.seat or 0)
    if "kind" in event.details:
        return teller.words("story.bell_row", who=who, kind=teller.kind_name(event.details["kind"]))
    return teller.words("story.bell_fish", who=who)


def _cooked(teller: Teller, event: Event) -> str:
    told, seat = event.details, event.seat or 0
    plus = ""
    if told["bonus_to"] == seat:
        plus = f" + {teller.money(told['bonus'])}"
    elif told["bonus_to"] >= 0:
        plus = teller.words("story.to_owner", owner=teller.who(told["owner"]), bonus=teller.money(told["bonus"]))
    owner = teller.who(told["owner"]) if told["owner"] >= 0 else ""
    needed = teller.variant.recipes[told["recipe"]].size
    text = teller.words(
        f"story.cooked_{told['source']}",
        who=teller.who(seat),
        dish=teller.dish(told["recipe"]),
        owner=owner,
        plus=plus,
        main=teller.money(told["main"]),
        bonus=teller.money(told["bonus"]),
    )
    bigger = teller.words("story.bigger", fish=teller.fish_name(told["fish"])) if told["fish"] > needed else ""
    return f"{text.removesuffix('.')}{bigger}."


def _steal(teller: Teller, event: Event) -> str:
    won = event.details["die"] >= event.details["needs"]
    return teller.words(
        "story.stolen" if won else "story.not_stolen", who=teller.who(event.seat or 0), die=event.details["die"],
        needs=event.details["needs"], owner=teller.who(event.details["owner"]),
    )  # fmt: skip


def _said(key: str, **fields: str) -> Callable[[Teller, Event], str]:
    """A teller of plain sentences: ``fields`` says from which detail each field of the words is filled."""

    def told(teller: Teller, event: Event) -> str:
        known: dict[str, str | int] = {"who": teller.who(event.seat) if event.seat is not None else ""}
        for name, detail in fields.items():
            value = event.details[detail]
            known[name] = {"fish": teller.fish_name, "bonus": teller.money}.get(name, str)(value)
        return teller.words(f"story.{key}", **known)

    return told


_SENTENCES: dict[str, Callable[[Teller, Event], str]] = {
    "fish-rerolled": _said("rerolled", dice="dice"),
    "bell": _bell,
    "all-passed": _said("all_passed"),
    "chef": _said("chef"),
    "last-actions": _said("last_actions", each="each"),
    "cooked": _cooked,
    "steal-rolled": _steal,
    "fish-thrown": _said("thrown", fish="size"),
    "menu-bonus": _said("menu_bonus", size="size", bonus="bonus"),
}


def tell(transcript: Transcript, variant: Variant, words: Words) -> str:
    """The whole story of a finished game."""
    teller = Teller(variant, words, transcript.players)
    return "\n".join(_paragraphs(teller, transcript)) + "\n"


def _paragraphs(teller: Teller, transcript: Transcript) -> Iterator[str]:
    words, variant, players = teller.words, teller.variant, len(transcript.players)
    yield words("story.title", title=variant.title, players=players, seed=transcript.seed)
    names = teller.listed(teller.who(seat) for seat in range(players))
    hand = words("story.hand", cards=variant.set_up.recipes_dealt) if variant.set_up.recipes_dealt else ""
    money = teller.money(variant.set_up.money)
    yield words("story.seats", names=names, chef=teller.who(transcript.first), money=money, hand=hand)
    events = transcript.events()
    balance = [variant.set_up.money] * players
    days = [number for number, event in enumerate(events) if event.name == "fish-rolled"]
    # A day's telling begins with the first row of the farm that is filled for it.
    starts = [next(at for at in range(number, -1, -1) if at == 0 or not _prepares(events[at - 1])) for number in days]
    for day, (start, end) in enumerate(zip(starts, [*starts[1:], len(events)], strict=True), start=1):
        yield ""
        yield words("story.day", day=day, days=variant.set_up.days[players])
        yield from _day(teller, events[start:end], players, balance)
        if day < len(starts):
            yield words("story.standing", day=day, money=teller.standing(balance))
    yield ""
    yield from closing(teller, transcript)


def _prepares(event: Event) -> bool:
    return event.name in ("row-filled", "market-cleared")


def _day(teller: Teller, events: Sequence[Event], players: int, balance: list[int]) -> Iterator[str]:
    yield from _market(teller, events)
    shopping: list[list[Event]] = [[] for _ in range(players)]
    for event in events:
        if "price" in event.details and event.seat is not None:
            shopping[event.seat].append(event)
    for seat, bought in enumerate(shopping):
        spent = sum(event.details["price"] for event in bought)
        balance[seat] -= spent
        things = "; ".join(teller.bought(event) for event in bought)
        who = teller.who(seat)
        yield (teller.words("story.shopping", who=who, spent=teller.money(spent), things=things) if bought
               else teller.words("story.bought_nothing", who=who))  # fmt: skip
    cooking = False
    for event in events:
        if (event.name in ("cooked", "fish-thrown") or event.rule == "FC-5.12") and not cooking:
            cooking = True
            yield teller.words("story.evening")
        _book(event, balance)
        sentence = teller.sentence(event)
        if event.rule == "FC-5.12" and event.name == "passed":
            sentence = teller.words("story.passed", who=teller.who(event.seat or 0))
        if sentence and event.name != "fish-rerolled":
            yield f"  {sentence}" if cooking else sentence
    if not cooking:
        yield teller.words("story.no_dishes")


def _book(event: Event, balance: list[int]) -> None:
    if event.seat is None:
        return
    if event.name == "cooked":
        balance[event.seat] += event.details["main"]
        if event.details["bonus_to"] >= 0:
            balance[event.details["bonus_to"]] += event.details["bonus"]
    elif event.name == "menu-bonus":
        balance[event.seat] += event.details["bonus"]


def _market(teller: Teller, events: Sequence[Event]) -> Iterator[str]:
    """The dice of the morning."""
    rows = ", ".join(
        f"{teller.kind_name(event.details['kind'])} {event.details['to']}"
        for event in events
        if event.name == "row-filled"
    )
    yield teller.words("story.farm", rows=rows)
    for event in events:
        if event.name == "fish-rolled":
            fish = ", ".join(
                f"{count} × {teller.fish_name(size)}"
                for size, count in enumerate(event.details["fish"], start=1)
                if count
            )
            yield teller.words("story.fish", fish=fish)
        elif event.name == "fish-rerolled":
            yield teller.words("story.rerolled", dice=event.details["dice"])
        elif event.name == "school-filled":
            dishes = ", ".join(teller.dish(recipe) for recipe in event.details["recipes"])
            yield teller.words("story.school", recipes=dishes) if dishes else teller.words("story.school_empty")


def closing(teller: Teller, transcript: Transcript) -> Iterator[str]:
    """Who won, and why: the accounts of the winner beside those of the second."""
    words, money = teller.words, transcript.scores
    yield words("story.final", money=teller.standing(money))
    books = accounts(transcript)
    order = sorted(range(len(money)), key=lambda seat: (seat not in transcript.winners, -money[seat]))
    first, second = order[0], order[1]
    if len(transcript.winners) > 1:
        names = teller.listed(teller.who(seat) for seat in transcript.winners)
        yield words("story.shared", who=names, money=teller.money(money[first]))
    else:
        margin = money[first] - money[second]
        yield words(
            "story.won" if margin else "story.won_by_dishes",
            who=teller.who(first),
            money=teller.money(money[first]),
            margin=teller.money(margin),
            second=teller.who(second),
        )
    for seat in order:
        sources = "; ".join(
            words(f"story.source_{source}", amount=teller.money(amount))
            for source, amount in books[seat].earned.items()
            if amount
        )
        total = sum(books[seat].earned.values())
        yield words("story.earned", who=teller.who(seat), total=teller.money(total), sources=sources or teller.money(0),
                    spent=teller.money(books[seat].spent))  # fmt: skip
    if len(transcript.winners) == 1:
        better, worse = _reasons(teller, books[first], books[second])
        if better:
            yield words("story.why", second=teller.who(second), reasons=teller.listed(better))
        if better and worse:
            yield words("story.why_but", reasons=teller.listed(worse))


def _reasons(teller: Teller, winner: Account, second: Account) -> tuple[list[str], list[str]]:
    """The largest advantages of the winner, and those of the second, as far as they count."""
    gains = {source: winner.earned[source] - second.earned[source] for source in SOURCES}
    gains["spent"] = second.spent - winner.spent

    def told(source: str) -> str:
        gain = gains[source]
        if source == "spent":
            return teller.words(
                "story.why_less_spent" if gain > 0 else "story.why_more_spent", amount=teller.money(abs(gain))
            )
        key = "story.why_more" if gain > 0 else "story.why_less"
        return teller.words(key, amount=teller.money(abs(gain)), source=teller.words(f"story.dear_{source}"))

    order = sorted(gains, key=lambda source: -abs(gains[source]))
    return [told(source) for source in order if gains[source] > 0][:3], [
        told(source) for source in order if gains[source] < 0
    ][:2]
