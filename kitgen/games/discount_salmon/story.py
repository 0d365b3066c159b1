"""A game of Discount Salmon told in words, fish by fish: who laid what, when, what it did, and who took the fish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kitgen.games.discount_salmon.naming import Naming
from kitgen.games.discount_salmon.variant import Variant
from kitgen.play.events import Event
from kitgen.play.session import PERSON
from kitgen.play.transcript import Transcript
from kitgen.source.words import Words

ENDINGS = ("claimed", "andrew", "fried", "burnt")
"""Events that end a fish."""

OVER = ("lake-empty", "piles-dry")


@dataclass(slots=True)
class Account:
    """What a seat has claimed: fish, those of them that the cart took, and the cards that came with them."""

    fish: int = 0
    by_cart: int = 0
    harms: int = 0
    cures: int = 0


def accounts(transcript: Transcript) -> list[Account]:
    """The accounts of every seat, added up from the events of a game."""
    books = [Account() for _ in transcript.players]
    stack: list[str] = []
    for event in transcript.events():
        if event.name == "revealed":
            stack.clear()
        elif event.name == "valid":
            stack.append(event.details["card"])
        elif event.name in ("claimed", "fried") and event.seat is not None:
            book = books[event.seat]
            book.fish += 1
            book.by_cart += event.name == "fried"
            book.harms += sum(card.startswith("harm") for card in stack)
            book.cures += sum(card.startswith("cure") or card == "blender" for card in stack)
    return books


@dataclass(frozen=True)
class Teller(Naming):
    """Puts events into words."""

    players: Sequence[str]

    def who(self, seat: int | None) -> str:
        """A player's name."""
        name = self.words(f"players.{seat or 0}")
        return self.words("you", name=name) if self.players[seat or 0] == PERSON else name

    def outcome(self, event: Event) -> str:
        """What became of a fish."""
        cards = event.details["cards"] - (event.name == "andrew")  # he is one of them
        along = self.words("story.along", cards=self.counted("cards", cards)) if cards else ""
        return self.words(
            f"story.{event.name}", who=self.who(event.seat), along=along, card=self.card_name("andrew"),
            cart=self.cart_name,
        )  # fmt: skip

    def revealed(self, event: Event) -> str:
        """A fish and what is wrong with it."""
        problems = self.problems_listed(event.details["problems"])
        return self.words(
            "story.revealed", who=self.who(event.seat), fish=self.fish_name(event.details["fish"]), problems=problems
        )

    def standing(self, books: Sequence[Account]) -> str:
        """Everybody's fish, most first."""
        order = sorted(range(len(books)), key=lambda seat: -books[seat].fish)
        return ", ".join(f"{self.who(seat)} {books[seat].fish}" for seat in order)


@dataclass(slots=True)
class Laying:
    """A set and what its cards did; ``problems`` are those that are open after it."""

    laid: Event
    effects: list[str] = field(default_factory=list)
    problems: list[str] | None = None

    def add(self, teller: Teller, event: Event) -> None:
        """One more card of it."""
        card = event.details["card"]
        if event.name == "valid":
            what = card.partition(" ")[0]
            self.problems = event.details["open"]
        else:
            # Nothing is open any more where the fish is gone.
            what = "lost" if event.details["lost"] else "late" if self.problems == [] else "invalid"
        problem = card.partition(" ")[2]
        self.effects.append(
            teller.words(
                f"story.effect.{what}",
                card=teller.card_name(card),
                problem=teller.problem_name(problem) if problem else "",
            )
        )

    def told(self, teller: Teller, since: int) -> str:
        """The set in a line, with the seconds since the fish was revealed."""
        told = teller.words(
            "story.laid",
            time=teller.seconds(self.laid.details["at"] - since),
            who=teller.who(self.laid.seat),
            cards=", ".join(self.effects),
        )
        if not self.problems:
            return told
        return f"{told} {teller.words('story.open', problems=teller.problems_listed(self.problems))}"


def tell(transcript: Transcript, variant: Variant, words: Words) -> str:
    """The whole story of a finished game."""
    teller = Teller(variant, words, transcript.players)
    return "\n".join(_paragraphs(teller, transcript)) + "\n"


def _paragraphs(teller: Teller, transcript: Transcript) -> Iterator[str]:
    words, variant, players = teller.words, teller.variant, len(transcript.players)
    yield words("story.title", title=variant.title, players=players, seed=transcript.seed)
    names = teller.listed(teller.who(seat) for seat in range(players))
    cart = words("story.has_cart", cart=teller.cart_name) if variant.stalemate.cart else ""
    cards = teller.counted("cards", variant.hand.cards)
    yield words("story.seats", names=names, first=teller.who(transcript.first), cart=cart, cards=cards)
    events = transcript.events()
    starts = [number for number, event in enumerate(events) if event.name == "revealed"]
    books = [Account() for _ in range(players)]
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(events)], strict=True), start=1):
        yield ""
        yield words("story.fish", number=number, fishes=variant.lake, time=teller.seconds(events[start].details["at"]))
        yield from _fish(teller, events[start:end], books)
    yield ""
    yield from closing(teller, transcript)


def _fish(teller: Teller, events: Sequence[Event], books: list[Account]) -> Iterator[str]:
    """One fish, from its reveal to whatever is before the next one's."""
    since = events[0].details["at"]
    yield teller.revealed(events[0])
    laying: Laying | None = None
    for event in events[1:]:
        if laying and event.name not in ("valid", "invalid"):
            yield f"  {laying.told(teller, since)}"
            laying = None
        if event.name == "laid":
            laying = Laying(event)
        elif laying:
            laying.add(teller, event)
        elif event.name in ENDINGS:
            after = teller.words("story.after", time=teller.seconds(event.details["at"] - since)) if (
                "at" in event.details) else ""  # fmt: skip
            yield f"  {after}{teller.outcome(event)}"
            if event.name in ("claimed", "fried"):
                books[event.seat or 0].fish += 1
                yield f"  {teller.words('story.standing', fish=teller.standing(books))}"
        else:
            yield from (f"  {text}" for text in _said(teller, event))
    if laying:
        yield f"  {laying.told(teller, since)}"


def _said(teller: Teller, event: Event) -> Iterator[str]:
    """What else happens around a fish."""
    who = teller.who(event.seat)
    if event.name == "cart":
        yield teller.words("story.cart", who=who, cart=teller.cart_name)
    elif event.name == "discarded":
        yield teller.words("story.discarded", who=who, cards=teller.cards_listed(event.details["cards"]))
    elif event.name == "reshuffled":
        yield teller.words("story.reshuffled")


def closing(teller: Teller, transcript: Transcript) -> Iterator[str]:
    """Why the game is over, the last count, and who won and why."""
    words, events, books = teller.words, transcript.events(), accounts(transcript)
    for event in events:
        if event.name in OVER:
            yield words(f"story.{event.name.replace('-', '_')}", time=teller.seconds(event.details["at"]))
    yield words("story.final")
    for seat in sorted(range(len(books)), key=lambda seat: (seat not in transcript.winners, -books[seat].fish)):
        yield f"  {_count(teller, seat, books[seat])}"
    won = [event for event in events if event.name == "won"]
    if won:
        yield _why(teller, won, books)


def _count(teller: Teller, seat: int, book: Account) -> str:
    """All that a seat has."""
    by_cart = teller.words("story.by_cart", count=book.by_cart) if book.by_cart else ""
    return teller.words(
        "story.count",
        who=teller.who(seat),
        fish=teller.counted("fish", book.fish),
        by_cart=by_cart,
        harms=teller.counted("harms", book.harms),
        cures=teller.counted("cures", book.cures),
    )


def _why(teller: Teller, won: Sequence[Event], books: Sequence[Account]) -> str:
    """Who won, and what decided: fish, or what breaks a tie."""
    words, winner = teller.words, won[0].seat or 0
    mine, others = books[winner], [seat for seat in range(len(books)) if seat != winner]
    fish = teller.counted("fish", mine.fish)
    if len(won) > 1:
        names = teller.listed(teller.who(event.seat) for event in won)
        return words("story.shared", who=names, fish=fish, rule=won[0].rule)
    by = {"DS-5.4": "harms", "DS-5.5": "cures"}.get(won[0].rule)
    if by is None:
        second = max(others, key=lambda seat: books[seat].fish)
        margin = teller.counted("fish", mine.fish - books[second].fish)
        return words("story.won", who=teller.who(winner), fish=fish, margin=margin, second=teller.who(second))
    # Whom the tie-break passed: those with as much of all that comes before it.
    ties = teller.variant.end.ties
    before = ("fish", *ties[: ties.index(by)])
    rivals = [seat for seat in others if all(getattr(books[seat], tie) == getattr(mine, tie) for tie in before)]
    best = max(getattr(books[seat], by) for seat in rivals)
    return words(
        f"story.won_by_{by}",
        who=teller.who(winner),
        fish=fish,
        rivals=teller.listed(teller.who(seat) for seat in rivals),
        more=getattr(mine, by),
        less=best,
        rule=won[0].rule,
    )
