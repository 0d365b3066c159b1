"""Discount Salmon at the terminal: the fish, the stack, the players, one's own hand, and the words that are typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.diagnostics import printable
from kitgen.games.discount_salmon.events import Names as Ids
from kitgen.games.discount_salmon.naming import meant, plain
from kitgen.games.discount_salmon.rules import cards_left
from kitgen.games.discount_salmon.story import OVER, Teller, closing
from kitgen.games.discount_salmon.table import (
    CART,
    DELAY,
    DISCARDING,
    NO_SET,
    OPEN,
    PHASE,
    RACE,
    REVEALED,
    STACK,
    TARGET,
    TIME,
    Table,
    kinds_of,
    set_of,
)
from kitgen.games.discount_salmon.variant import LONGEST_SET, Variant
from kitgen.play.clock import RealTime
from kitgen.play.events import Event
from kitgen.play.session import PERSON, Session
from kitgen.source.words import Words

WAITING = ("wait", "keep", "pass")
"""Words for laying, or discarding, nothing."""


@dataclass(frozen=True)
class Terminal(Teller):
    """What the person at the table sees, and says."""

    ids: Ids

    @classmethod
    def of(cls, variant: Variant, words: Words, players: Sequence[str]) -> Terminal:
        """The view of a variant's table."""
        return cls(variant, words, players, Ids.of(variant))

    @property
    def person(self) -> int:
        """The seat of the person; -1 where bots play among themselves."""
        return self.players.index(PERSON) if PERSON in self.players else -1

    @property
    def card_names(self) -> list[str]:
        """What every kind of card is called, in the order of their numbers."""
        return [self.card_name(card) for card in self.ids.cards]

    # ── What is seen ────────────────────────────────────────────────────────────────────────────────────────────────

    def table(self, session: Session) -> str:
        """The table in a few lines, since it is read in a hurry: what is wrong stands right above one's own hand."""
        table = session.table
        lines = ["", self._players(session)]
        lines += self._discarding() if table.now[PHASE] == DISCARDING else self._target(table)
        if self.person >= 0:
            hand = "   ".join(f"{number} {name}" for number, name in enumerate(self._hand(table), start=1))
            lines.append(self.words("table.hand", cards=hand))
        return "\n".join(lines)

    def _players(self, session: Session) -> str:
        table = session.table
        told = []
        for seat in range(session.rules.players):
            cart = self.words("table.cart") if session.rules.cart and table.now[CART] == seat else ""
            told.append(
                self.words(
                    "table.player",
                    who=self.who(seat),
                    fish=table.claimed[seat],
                    harms=table.harms[seat],
                    cures=table.cures[seat],
                    cart=cart,
                )
            )
        return self.words("table.players", players=" · ".join(told), cards=cards_left(table))

    def _target(self, table: Table) -> Iterator[str]:
        fish = self.fish_name(self.ids.fish[self._fish_id(table)])
        lake = self.variant.lake
        yield self.words("table.target", number=table.now[REVEALED], fishes=lake, fish=fish)
        lying = [
            self.words("table.lying", card=self.card_names[table.stack_kind[place]], who=self.words(f"players.{seat}"))
            for place, seat in enumerate(table.stack_seat[: table.now[STACK]])
        ]
        if lying:
            yield self.words("table.stack", cards=", ".join(lying))
        open_now = [problem for bit, problem in enumerate(self.ids.problems) if table.now[OPEN] >> bit & 1]
        wrong = [
            self.words("table.problem", problem=self.problem_name(problem).upper(), cure=self.cure_name(problem))
            for problem in open_now
        ]
        yield self.words("table.open", problems="   ".join(wrong))

    def _fish_id(self, table: Table) -> int:
        """The design of the target: fish cards are numbered design by design."""
        cards = [number for number, fish in enumerate(self.variant.fish.values()) for _ in range(fish.copies)]
        return cards[table.now[TARGET]]

    def _discarding(self) -> Iterator[str]:
        yield self.words("table.discarding", cards=self.counted("cards", self.variant.stalemate.discard))

    def _held(self, table: Table) -> list[int]:
        """The kinds of the person's cards, a number for each card."""
        if self.person < 0:
            return []
        return [kind for kind, count in enumerate(table.hand[self.person]) for _ in range(count)]

    def _hand(self, table: Table) -> list[str]:
        return [self.card_names[kind] for kind in self._held(table)]

    # ── What is said ────────────────────────────────────────────────────────────────────────────────────────────────

    def understand(self, session: Session, text: str) -> int | str:
        """``lotion sun``, ``lo su``, ``1 3``: cards in the order in which they are laid, or discarded; or ``wait``.

        A card is named by its number in the hand, its name, or the beginning of one of the name's words.
        """
        words = re.sub(r"[,;+]", " ", text).split()
        if len(words) == 1 and words[0].lower() in WAITING:
            return NO_SET
        if words and words[0].lower() in ("discard", "lay"):
            words = words[1:]
        kinds: list[int] = []
        while words and len(kinds) <= LONGEST_SET:
            found, words = self._next_card(session.table, words)
            if isinstance(found, str):
                return found
            kinds.append(found)
        if not 1 <= len(kinds) <= LONGEST_SET:
            return self.words("unclear.many", most=self._most(session.table))
        return set_of(kinds)

    def _next_card(self, table: Table, words: list[str]) -> tuple[int | str, list[str]]:
        """The card that the first of these words means, or the first few, and the words after it."""
        names, held = self.card_names, self._held(table)
        # Of the hand first: two cards may be called the same.
        by_name = {plain(names[kind]): kind for kind in (*reversed(range(len(names))), *reversed(held))}
        for count in range(min(len(words), max(name.count("-") + 1 for name in by_name)), 1, -1):
            exact = by_name.get(plain(" ".join(words[:count])))
            if exact is not None:
                return exact, words[count:]
        if words[0].isdecimal():
            number = int(words[0]) if len(words[0]) < 3 else 0
            if not 1 <= number <= len(held):
                return self.words("unclear.number", cards=len(held)), []
            return held[number - 1], words[1:]
        # Of the hand first: what is not held cannot be meant, unless nothing else fits.
        own = sorted(set(held))
        found = [own[place] for place in meant(words[0], [names[kind] for kind in own])] or meant(words[0], names)
        if len(found) == 1:
            return found[0], words[1:]
        if found:
            cards = ", ".join(names[kind] for kind in found)
            return self.words("unclear.several", text=repr(printable(words[0])), cards=cards), []
        return self.words("unclear.none", text=repr(printable(words[0]))), []

    def _most(self, table: Table) -> int:
        return self.variant.hand.set if table.now[PHASE] == RACE else self.variant.stalemate.discard

    def preview(self, session: Session, move: int) -> str:
        """The cards of a move; nobody is asked to confirm them."""
        return ", ".join(self.card_names[kind] for kind in kinds_of(move % DELAY))

    def told(self, event: Event) -> str | None:
        """What everybody at the table sees; who discards shows no cards, but one's own are known."""
        if event.name == "laid":
            return self.words("table.laid", who=self.who(event.seat), cards=self.cards_listed(event.details["cards"]))
        if event.name == "invalid":
            lost = "lost" if event.details["lost"] else "returned"
            return self.words(f"table.{lost}", card=self.card_name(event.details["card"]))
        if event.name in ("claimed", "andrew", "fried", "burnt"):
            return self.outcome(event)
        if event.name == "discarded":
            cards = self.counted("cards", len(event.details["cards"]))
            return self.words("story.discarded", who=self.who(event.seat), cards=cards)
        if event.name in OVER:
            return None
        plainly = {"cart": "story.cart", "reshuffled": "story.reshuffled", "revealed": "table.revealed"}.get(event.name)
        return self.words(plainly, who=self.who(event.seat), cart=self.cart_name) if plainly else None

    def reason(self, rule: str) -> str:
        """Why a rule refuses."""
        if self.words.find(f"refusals.{rule}") is None:
            return rule
        most = self.variant.stalemate.discard if rule.startswith("DS-4") else self.variant.hand.set
        return self.words(f"refusals.{rule}", most=most)

    def moves_help(self, session: Session) -> str:
        """The words for moves that can be typed now."""
        shown = [plain(self.card_names[kind]).split("-")[0] for kind in dict.fromkeys(self._held(session.table))]
        most = self._most(session.table)
        cards = shown[: min(2, most)]
        return self.words(
            "table.help_discarding" if session.table.now[PHASE] == DISCARDING else "table.help_race",
            cards=f"{' '.join(cards):12}", short=f"{' '.join(card[:3] for card in cards):12}",
            most=most, seconds=self.variant.stalemate.seconds,
        )  # fmt: skip

    def ending(self, session: Session) -> str:
        """The last count, and why it came out so."""
        return "\n".join(closing(self, session.transcript))


def hold(table: Table, seat: int) -> int:
    """The move that lets a set be laid that the seat is about to lay already: DS-3.2, nothing is taken back."""
    if table.plan[seat] == NO_SET:
        return NO_SET
    return table.plan[seat] + DELAY * (table.due[seat] - table.now[TIME])


REAL_TIME = RealTime(
    wait=NO_SET,
    hold=hold,
    delayed=lambda move, delay: move + DELAY * delay,
    time_of=lambda table: int(table.now[TIME]),
    is_racing=lambda table: bool(table.now[PHASE] == RACE),
)
