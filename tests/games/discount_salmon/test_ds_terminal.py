"""Discount Salmon at the terminal: what is seen and typed, and the race against bots on a clock that is set by hand."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from conftest import LANGUAGES
from hypothesis import given, settings
from hypothesis import strategies as st
from salmon import (
    ANDREW,
    ANTIDOTE,
    BLENDER,
    COSTUME,
    DECOY,
    DEFAULT,
    DRY,
    EGGS,
    LOTION,
    MAKE_UP,
    MUSTACHE,
    PERFUME,
    SUN,
    UGLY,
    Game,
    variant,
)
from salmon_session import NAMES, PLAYING, with_person, words

from kitgen.games.discount_salmon import table as cells
from kitgen.games.discount_salmon.naming import Naming, plain
from kitgen.games.discount_salmon.rules import acting_seat
from kitgen.games.discount_salmon.table import DELAY, NO_SET, kinds_of, set_of
from kitgen.games.discount_salmon.terminal import REAL_TIME, Terminal, hold
from kitgen.games.discount_salmon.variant import Variant
from kitgen.play.clock import Line, StandardInput, TimedTalk
from kitgen.play.session import PERSON, Session, replay

ALL_KINDS = range(12)


def view(session: Session, language: str = "en") -> Terminal:
    return Terminal.of(session.variant, words(language), session.transcript.players)


def dealt(hand: Sequence[int], problems: Sequence[int] = (DRY, UGLY), of: Variant | None = None, *,
          rival: Sequence[int] = (), first: int = 0, bot: str = "finisher") -> Session:  # fmt: skip
    """The person, at seat 0, and a bot with these hands and a first fish with these problems."""
    session = with_person(bot, of=of, first=first)
    game = Game.__new__(Game)
    game.rules, game.table = session.rules, session.table
    session.table.now[cells.OPEN] = sum(1 << problem for problem in problems)
    for seat, cards in enumerate((hand, rival)):
        if cards:
            game.deal(seat, cards)
    return session


# ── What is seen ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_shows_the_fish_what_is_wrong_and_ones_own_hand(language: str) -> None:
    session = dealt([LOTION, LOTION, SUN, MAKE_UP, ANDREW])
    shown, called = view(session, language).table(session), Naming(session.variant, words(language))
    for problem in ("dry", "ugly"):
        assert called.problem_name(problem).upper() in shown
        assert called.cure_name(problem) in shown
    for problem in ("stinky", "fake", "toxic"):
        assert called.problem_name(problem).upper() not in shown
    hand = [called.cure_name("ugly"), called.cure_name("dry"), called.cure_name("dry"), called.harm_name("dry"),
            words(language)("cards.andrew")]  # fmt: skip
    assert "   ".join(f"{number} {name}" for number, name in enumerate(hand, start=1)) in shown
    assert re.search(r"\b1 (of|sur) 25\b", shown)
    assert all(name in shown for name in NAMES[language][:2])


def test_the_table_shows_the_stack_from_the_bottom_and_everybodys_counts() -> None:
    session = dealt([LOTION, SUN, MAKE_UP, PERFUME, ANDREW], rival=[MUSTACHE, DECOY, EGGS, EGGS, EGGS], first=1)
    session.make(set_of([DECOY]) + DELAY * 500)
    session.make(NO_SET)
    session.make(NO_SET)
    session.make(set_of([LOTION]) + DELAY * 500)
    session.table.claimed[1], session.table.harms[1], session.table.cures[1] = 11, 12, 13
    shown = view(session).table(session)
    assert "from the bottom: Fish Decoy (Ben), Lotion (Ada)" in shown
    assert "Ben 11 (12:13) [cart]" in shown
    assert "piles 69" in shown


@settings(max_examples=40)
@given(st.integers(0, 1_000))
def test_the_table_shows_nothing_that_is_hidden(seed: int) -> None:
    """Other hands, piles and the lake may hold anything: what is shown stays the same."""
    session = with_person("reader", "reader", seed=seed)
    shown = view(session).table(session)
    session.table.hand[1][:], session.table.hand[2][:] = session.table.hand[2][:], session.table.hand[1][::-1]
    session.table.pile.reverse()
    session.table.lake.reverse()
    session.table.plan[1], session.table.due[1] = 1, 77
    assert view(session).table(session) == shown


def test_a_variant_without_a_cart_shows_none() -> None:
    assert "cart" not in view(session := with_person("reader", of=variant(stalemate={"cart": False}))).table(session)


# ── What is typed ───────────────────────────────────────────────────────────────────────────────────────────────────

HAND = [LOTION, LOTION, SUN, MAKE_UP, ANDREW]  # sorted: 1 make-up, 2 and 3 lotion, 4 sun, 5 Andrew


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("lotion sun", [LOTION, SUN]), ("sun lotion", [SUN, LOTION]), ("LOTION", [LOTION]), ("lo", [LOTION]),
        ("l m", [LOTION, MAKE_UP]), ("su", [SUN]), ("b", [SUN]), ("make-up", [MAKE_UP]), ("make up", [MAKE_UP]),
        ("Andrew the Hungry Cat", [ANDREW]), ("cat", [ANDREW]), ("1", [MAKE_UP]), ("2 3", [LOTION, LOTION]),
        ("5 1 4", [ANDREW, MAKE_UP, SUN]), ("lotion, sun", [LOTION, SUN]), ("lo su lo", [LOTION, SUN, LOTION]),
        ("lay lotion", [LOTION]), ("make up lotion", [MAKE_UP, LOTION]), ("wait", []), ("WAIT", []),
        # What is not held cannot be meant where something else is; else it is refused by the rules.
        ("per", [PERFUME]), ("ant", [ANTIDOTE]), ("blender", [BLENDER]), ("fish costume", [COSTUME]),
    ],
)  # fmt: skip
def test_cards_are_named_by_number_name_or_beginning(typed: str, cards: list[int]) -> None:
    session = dealt(HAND)
    move = view(session).understand(session, typed)
    assert isinstance(move, int)
    assert kinds_of(move) == cards


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("6", "Your hand has numbers 1 to 5"), ("0", "numbers 1 to 5"), ("99999999999", "numbers 1 to 5"),
        ("²", "there is no card '²'"), ("zzz", "there is no card 'zzz'"), ("-", "there is no card '-'"),
        ("lotion zzz", "there is no card 'zzz'"), ("fish", "'fish' may be Fish Costume, Fish Decoy"),
        ("lo lo lo lo lo lo", "one to 3 cards"), ("lay", "one to 3 cards"), ("𓆟", "there is no card"),
        ("x" * 5_000, "there is no card"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_said(typed: str, said: str) -> None:
    session = dealt(HAND)
    answer = view(session).understand(session, typed)
    assert isinstance(answer, str)
    assert said in answer


@given(st.text(max_size=60))
def test_anything_can_be_typed(typed: str) -> None:
    session = dealt(HAND)
    move = view(session).understand(session, typed)
    assert isinstance(move, str) or 0 <= move < DELAY


def test_french_is_understood_without_accents() -> None:
    session = dealt([LOTION, EGGS, MAKE_UP, PERFUME, ANDREW])
    for typed in ("crème œufs", "creme oeufs", "cr œu", "crem œuf"):
        move = view(session, "fr").understand(session, typed)
        assert move == set_of([LOTION, EGGS])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("typed", "phase"), [("lo lo lo", cells.RACE), ("blender", cells.RACE), ("lo lo su", cells.DISCARDING)]
)
def test_refusals_have_a_reason_in_every_language(typed: str, phase: int, language: str) -> None:
    session, shown = dealt(HAND), view(dealt(HAND), language)
    session.table.now[cells.PHASE] = phase
    move = view(session).understand(session, typed)
    assert isinstance(move, int)
    rule = session.refusal(move)
    assert rule == ("DS-3.1" if phase == cells.RACE else "DS-4.3")
    most = "3" if phase == cells.RACE else "2"
    assert most in shown.reason(rule)
    assert shown.reason("DS-9.9") == "DS-9.9"


# ── The race ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Typist:
    """Answers the talk at times of its own clock: ``answer`` says in how many milliseconds what is typed, or None.

    ``until`` is None where the talk waits for nothing else.
    """

    answer: Callable[[Session, bool], tuple[int, str] | None]
    session: Session
    clock: int = 50_000
    begun: bool = False
    typed: tuple[int, str] | None = None
    asked_at: tuple[int, int] = (-1, -1)

    def now(self) -> int:
        return self.clock

    def line(self, until: int | None = None) -> Line | None:
        if not self.begun:
            self.begun = True
            return Line(self.clock, "")
        state = (len(self.session.transcript.turns), self.session.seat)
        if state != self.asked_at:
            self.asked_at, answered = state, self.answer(self.session, until is not None)
            self.typed = (self.clock + answered[0], answered[1]) if answered else None
        if self.typed and (until is None or self.typed[0] <= until):
            at, text = self.typed
            self.typed, self.clock = None, max(self.clock, at)
            return Line(at, text)
        if until is None:
            raise EOFError
        self.clock = until
        return None


def sit(session: Session, answer: Callable[[Session, bool], tuple[int, str] | None], language: str = "en",
        said: list[tuple[int, str]] | None = None) -> bool | None:  # fmt: skip
    """Play at the terminal; whether the game was over, None where the input was at its end."""
    typist, told = Typist(answer, session), said if said is not None else []
    talk = TimedTalk(
        session, view(session, language), words(language), lambda text: told.append((typist.clock, text)),
        Path, dict, real_time=REAL_TIME, keyboard=typist,
    )  # fmt: skip
    try:
        return talk.run()
    except EOFError:
        return None


def after(session: Session, delay: int, cards: str) -> Callable[[Session, bool], tuple[int, str] | None]:
    """Types these cards once, and then no more."""
    begun = len(session.transcript.turns)
    return lambda now, racing: (delay, cards) if len(now.transcript.turns) <= begun + 1 else None


def test_who_is_quicker_than_the_bot_takes_the_fish() -> None:
    """The finisher needs more than half a second; the rival reveals, whose hand is late."""
    session = dealt([LOTION, MAKE_UP, SUN, PERFUME, ANDREW], rival=[LOTION, MAKE_UP, EGGS, EGGS, EGGS], first=1)
    said: list[tuple[int, str]] = []
    sit(session, after(session, 300, "lotion make"), said=said)
    assert session.transcript.turns[1].move == "cure dry, cure ugly after 300"
    assert (50_300, "Ada (you) takes the fish, and 2 cards with it.") in said
    assert session.table.claimed[0] >= 1


def test_who_is_slower_is_late_and_the_bot_is_shown_when_it_is_due() -> None:
    session = dealt([LOTION, MAKE_UP, SUN, PERFUME, ANDREW], rival=[LOTION, MAKE_UP, EGGS, EGGS, EGGS], first=1)
    said: list[tuple[int, str]] = []
    sit(session, after(session, 6_000, "lotion make"), said=said)
    laid = next(event for event in session.transcript.events() if event.name == "laid")
    assert laid.seat == 1
    assert (50_000 + laid.details["at"], "Ben takes the fish, and 2 cards with it.") in said
    assert session.transcript.turns[1].move == "wait"


def test_the_hand_that_flipped_the_fish_is_late() -> None:
    """DS-2.2: the person reveals and lays after 400 ms; on the table it lies 300 ms later."""
    session = dealt([LOTION, MAKE_UP, SUN, PERFUME, ANDREW], rival=[EGGS] * 3 + [DECOY] * 2)
    said: list[tuple[int, str]] = []
    sit(session, after(session, 400, "lotion make"), said=said)
    assert session.transcript.turns[0].move == "cure dry, cure ugly after 400"
    assert (50_700, "Ada (you) lays Lotion, Make-Up.") in said


def test_a_set_that_is_on_its_way_is_laid_though_a_rival_comes_between() -> None:
    """DS-3.2: nothing is taken back. Seat 0 reveals and is late; seat 1 lays before, and seat 0 is asked anew."""
    game = Game(
        players=2, problems=[DRY], hands=[[LOTION, SUN, SUN, EGGS, EGGS], [MUSTACHE, DECOY, DECOY, DECOY, EGGS]]
    )
    game.race(([LOTION], 1_000), ([MUSTACHE], 1_100))
    assert acting_seat(game.table) == 0
    assert hold(game.table, 0) == set_of([LOTION]) + DELAY * 200
    game.race((kinds_of(hold(game.table, 0) % DELAY), hold(game.table, 0) // DELAY), ([], 0))
    assert game.now[cells.DID_TIME] == 1_300
    assert (game.now[cells.DID_SEAT], game.now[cells.OPEN]) == (0, 1 << UGLY)
    assert hold(game.table, 0) == hold(game.table, 1) == NO_SET


def test_five_seconds_are_a_stalemate_and_discarding_takes_its_time() -> None:
    session = dealt([EGGS, EGGS, EGGS, SUN, SUN], [DRY], rival=[DECOY] * 3 + [MUSTACHE] * 2, bot="helper")
    said: list[tuple[int, str]] = []

    def answer(now: Session, racing: bool) -> tuple[int, str] | None:
        return None if racing else (60_000, "eggs sun") if now.table.now[cells.RESOLVED] == 1 else None

    sit(session, answer, said=said)
    (stale,) = [at for at, text in said if text.startswith("Nobody plays: stalemate. Ada (you) ")][:1]
    assert stale == 55_000
    assert next(text for at, text in said if "STALEMATE" in text and at == stale)
    assert any(turn.move == "harm stinky, harm dry" for turn in session.transcript.turns)
    assert (stale + 60_000, "Ada (you) discards 2 cards.") in said
    flips = [at for at, text in said if text.endswith("flips the next fish!")]
    assert flips[0] == stale + 60_000 + 1_500


def test_what_rivals_discard_is_not_shown() -> None:
    session = dealt([EGGS] * 3 + [SUN] * 2, [DRY], rival=[DECOY] * 3 + [MUSTACHE] * 2, bot="helper")
    said: list[tuple[int, str]] = []
    sit(session, lambda now, racing: None if racing else (10, "keep"), said=said)
    told = [text for _, text in said if text.startswith("Ben discards")]
    assert told
    assert all(re.fullmatch(r"Ben discards \d cards?\.", text) for text in told)


def player(language: str) -> Callable[[Session, bool], tuple[int, str] | None]:
    """Lays what mends everything, a second after each change; else keeps still, and discards nothing."""

    def answer(session: Session, racing: bool) -> tuple[int, str] | None:
        if not racing:
            return 10, "keep"
        if session.seat != 0:
            return None
        table, names = session.table, view(session, language).card_names
        wanted = [2 * bit for bit in range(5) if table.now[cells.OPEN] >> bit & 1]
        if len(wanted) <= 3 and all(table.hand[0][kind] for kind in wanted):
            return 1_000, " ".join(names[kind].replace(" ", "-") for kind in wanted)
        return (1_100, names[10]) if table.hand[0][BLENDER] else None

    return answer


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_replays_to_the_same_end(seed: int, language: str) -> None:
    session = with_person("reader", "spoiler", "random", seed=seed)
    said: list[tuple[int, str]] = []
    assert sit(session, player(language), language, said) is True
    again, departure = replay(PLAYING, session.variant, replace(session.transcript))
    assert departure is None
    assert again.transcript.to_json() == session.transcript.to_json()
    assert session.table.claimed[0] > 0
    assert sum(session.transcript.scores) == sum(session.table.claimed)
    assert NAMES[language][session.transcript.winners[0]] in said[-1][1]
    assert words(language).missing == []


@pytest.mark.parametrize(
    "odd",
    [{"stalemate": {"cart": False, "discard": 0}}, {"hand": {"set": 1}, "stalemate": {"seconds": 10}},
     {"race": {"invalid": "lost", "next_revealer": "clockwise", "reshuffle": True}},
     {"modifiers": {"cure": 8, "harm": 0, "andrew": 0}, "hand": {"cards": 7, "set": 5}}],
    ids=str,
)  # fmt: skip
def test_every_variant_can_be_played(odd: dict[str, Any]) -> None:
    session = with_person("reader", "random", "helper", "spoiler", of=variant(**odd), seed=6)
    assert sit(session, player("en")) is True
    assert replay(PLAYING, session.variant, replace(session.transcript))[1] is None


def test_what_is_said_comes_in_the_order_of_its_times() -> None:
    said: list[tuple[int, str]] = []
    sit(with_person("reader", "fast", seed=3), player("en"), "en", said)
    assert [at for at, _ in said] == sorted(at for at, _ in said)
    session = with_person("reader", "fast", seed=3)
    sit(session, player("en"))
    due = [event.details["at"] for event in session.transcript.events() if event.name == "laid"]
    shown = [at for at, text in said if " lays " in text]
    assert len(due) == len(shown) > 20


def test_bots_do_not_know_what_the_person_is_about_to_do() -> None:
    """The same game, once with a person who waits and once with one who lays late: bots do the same before that."""
    waiting, laying = (dealt([LOTION, MAKE_UP, SUN, PERFUME, ANDREW], rival=[EGGS] * 3 + [DECOY] * 2) for _ in range(2))
    sit(waiting, lambda now, racing: None)
    sit(laying, after(laying, 4_000, "lotion make"))
    assert laying.transcript.turns[0].move == "cure dry, cure ugly after 4000"
    assert waiting.transcript.turns[1].move == laying.transcript.turns[1].move


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_says_what_can_be_typed_now(language: str) -> None:
    session = dealt(HAND)
    first, *rest = [plain(name).split("-")[0] for name in dict.fromkeys(view(session, language)._hand(session.table))]
    assert view(session, language).moves_help(session).startswith(f"{first} {rest[0]}")
    session.table.now[cells.PHASE] = cells.DISCARDING
    assert "keep" in view(session, language).moves_help(session)


def test_a_person_sits_where_the_transcript_says() -> None:
    session = with_person("reader")
    assert (view(session).person, session.transcript.players[0]) == (0, PERSON)


def test_two_cards_called_alike_mean_the_one_in_the_hand() -> None:
    bath = {"icon": "cactus", "cure": "Magic Bath", "harm": "Magic Bath"}
    alike = variant(problems=DEFAULT["problems"] | {"dry": bath})
    session = with_person("reader", of=alike)
    session.table.hand[0][:] = [0] * len(session.table.hand[0])
    session.table.hand[0][SUN] = 1
    assert view(session).understand(session, "magic bath") == set_of([SUN])


def test_a_very_long_line_is_answered() -> None:
    session = dealt(HAND)
    assert view(session).understand(session, "1 " * 50_000) == words("en")("unclear.many", most=3)
    assert len(str(view(session).understand(session, "x" * 100_000))) < 200


def test_arrow_keys_are_no_letters() -> None:
    keyboard = StandardInput(io.StringIO("\x1b[A\n\x1bOBlotion\x1b[3~\n"))
    lines = [keyboard.line(), keyboard.line()]
    assert [line.text for line in lines if line] == ["", "lotion"]
