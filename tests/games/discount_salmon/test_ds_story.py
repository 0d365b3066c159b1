"""The story of a game: every fish, every set and its time, what came of it, and a last count that agrees."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from conftest import LANGUAGES
from hypothesis import given, settings
from hypothesis import strategies as st
from salmon import variant
from salmon_session import NAMES, PLAYING, played, start, words

from kitgen.games.discount_salmon.naming import Naming
from kitgen.games.discount_salmon.story import Account, accounts, tell
from kitgen.games.discount_salmon.table import DELAY, set_of
from kitgen.games.discount_salmon.variant import Variant
from kitgen.play.events import Event
from kitgen.play.session import Session
from kitgen.play.transcript import Transcript, Turn

ODD: list[dict[str, Any]] = [
    {"stalemate": {"cart": False, "discard": 0}},
    {"race": {"invalid": "lost", "next_revealer": "clockwise"}},
    {"race": {"reshuffle": True}, "modifiers": {"cure": 8}},
    {"modifiers": {"harm": 0, "andrew": 0, "blender": 0}, "hand": {"cards": 7, "set": 5}},
    {"end": {"ties": []}, "hand": {"set": 1}},
]
SEATS = [["random", "reader"], ["reader", "helper", "spoiler"], ["random"] * 5]


def story(session: Session, language: str = "en") -> str:
    return tell(session.transcript, session.variant, words(language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_a_story_goes_fish_by_fish(seats: list[str], language: str) -> None:
    session = played(seats)
    text = story(session, language)
    revealed = [event for event in session.transcript.events() if event.name == "revealed"]
    heads = re.findall(r"^(?:Fish|Poisson) (\d+) (?:of|sur) 25, (?:at|à) (\d+)[.,](\d) s$", text, re.MULTILINE)
    assert [int(number) for number, _, _ in heads] == list(range(1, len(revealed) + 1))
    for event, (_, whole, tenth) in zip(revealed, heads, strict=True):
        assert abs(event.details["at"] - 1_000 * int(whole) - 100 * int(tenth)) <= 50


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_a_story_tells_every_set_with_its_player_its_cards_and_its_seconds(seats: list[str], language: str) -> None:
    session = played(seats, seed=4)
    text, called = story(session, language), Naming(session.variant, words(language))
    at, since, sets = 0, 0, 0
    for event in session.transcript.events():
        if event.name == "revealed":
            since = event.details["at"]
        elif event.name == "laid":
            cards = [re.escape(called.card_name(card)) for card in event.details["cards"]]
            tenths = (event.details["at"] - since + 50) // 100
            time = f"{tenths // 10}[.,]{tenths % 10} s"
            who = NAMES[language][event.seat or 0]
            line = re.compile(rf"^  {time}  {who} .*{'.*'.join(cards)}.*$", re.MULTILINE).search(text, at)
            assert line, f"{who} {cards} after {text[at : at + 200]!r}"
            at, sets = line.end(), sets + 1
    assert sets > 10


@pytest.mark.parametrize("odd", [{}, *ODD], ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_accounts_agree_with_the_table(seats: list[str], odd: dict[str, Any]) -> None:
    for seed in range(3):
        session = played(seats, variant(**odd), seed=seed)
        books = accounts(session.transcript)
        assert [book.fish for book in books] == list(session.table.claimed) == session.transcript.scores
        assert [book.harms for book in books] == list(session.table.harms)
        assert [book.cures for book in books] == list(session.table.cures)
        fried = [event.seat for event in session.transcript.events() if event.name == "fried"]
        assert [book.by_cart for book in books] == [fried.count(seat) for seat in range(len(seats))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("odd", ODD, ids=str)
def test_every_variant_can_be_told_in_every_language(odd: dict[str, Any], language: str) -> None:
    session = played(["random", "reader", "spoiler"], variant(**odd), seed=2)
    text = story(session, language)
    assert "{" not in text
    assert words(language).missing == []


# ── Single plays ────────────────────────────────────────────────────────────────────────────────────────────────────


def told(of: Variant | None = None, *events: Event, players: int = 3, winners: list[int] | None = None) -> list[str]:
    """The lines after the title of a game with these events after its first fish, which is dry and ugly."""
    first = Event("revealed", "DS-2.1", 0, {"fish": "ugly-dry", "problems": ["ugly", "dry"], "at": 0})
    transcript = Transcript("discount-salmon", "test", "", 1, 0, 0, ["reader"] * players, [first],
                            [Turn(0, "wait", list(events))], [], winners or [])  # fmt: skip
    return tell(transcript, of or variant(), words("en")).splitlines()[3:]


def laid(seat: int, at: int, *cards: tuple[str, list[str] | None]) -> list[Event]:
    """A set of cards, each with what is open after it, or None for one that does nothing."""
    found = [Event("laid", "DS-3.1", seat, {"cards": [card for card, _ in cards], "at": at})]
    for card, after in cards:
        details = {"card": card, "lost": 0} if after is None else {"card": card, "open": after}
        found.append(
            Event("invalid" if after is None else "valid", "DS-3.6" if after is None else "DS-3.4", seat, details)
        )
    return found


def test_what_each_card_of_a_set_did_is_told() -> None:
    lines = told(
        None,
        *laid(1, 1_240, ("cure dry", ["ugly"]), ("harm ugly", None), ("harm toxic", ["ugly", "toxic"])),
        *laid(2, 2_960, ("blender", []), ("cure ugly", None)),
        Event("claimed", "DS-3.11", 2, {"fish": "ugly-dry", "cards": 3}),
    )
    assert "  1.2 s  Ben lays Lotion (mends), Mustache (does nothing, goes back), Nuclear Waste (now it is toxic). " \
        "Still wrong: ugly and toxic." in lines  # fmt: skip
    assert "  3.0 s  Cleo lays Blender (mends everything), Make-Up (too late, goes back)." in lines
    assert "  Cleo takes the fish, and 3 cards with it." in lines
    assert "  Fish so far: Cleo 1, Ada 0, Ben 0." in lines


def test_lost_cards_are_lost() -> None:
    lines = told(None, Event("laid", "DS-3.1", 0, {"cards": ["harm dry"], "at": 900}),
                 Event("invalid", "DS-3.6", 0, {"card": "harm dry", "lost": 1}))  # fmt: skip
    assert any(line.endswith("(does nothing, is lost).") for line in lines)


def test_andrew_is_none_of_the_cards_that_he_takes() -> None:
    andrew = Event("andrew", "DS-3.9", 1, {"fish": "ugly-dry", "cards": 3})
    lines = told(None, *laid(1, 500, ("andrew", [])), andrew)
    assert "  Andrew the Hungry Cat, sent by Ben, runs away with the fish, and 2 cards with it. Nobody scores." in lines
    assert not any(line.startswith("  Fish so far") for line in lines)


def test_a_stalemate_its_cart_and_its_discards_are_told() -> None:
    lines = told(
        None,
        Event("fried", "DS-4.1", 2, {"fish": "ugly-dry", "cards": 0, "at": 5_000}),
        Event("cart", "DS-4.2", 0),
        Event("discarded", "DS-4.3", 1, {"cards": ["harm ugly", "andrew"]}),
    )
    assert lines[2].startswith("  5.0 s  Nobody plays: stalemate. Cleo ")
    assert lines[3:6] == ["  Fish so far: Cleo 1, Ada 0, Ben 0.", "  Ada now has the cart.",
                          "  Ben discards Mustache, Andrew the Hungry Cat."]  # fmt: skip


# ── The last count ──────────────────────────────────────────────────────────────────────────────────────────────────


def ended(rule: str, *seats: tuple[int, int, int], ties: tuple[str, ...] = ("harms", "cures"), won: list[int]) -> str:
    """The last line of a game that ended with these fish, harms and cures."""
    events = []
    for seat, (fish, harms, cures) in enumerate(seats):
        for number in range(fish):
            events.append(Event("revealed", "DS-2.1", 0, {"fish": "dry", "problems": ["dry"], "at": 0}))
            if number == 0:
                events += [Event("valid", "DS-3.5", seat, {"card": "harm ugly", "open": ["dry"]})] * harms
                events += [Event("valid", "DS-3.4", seat, {"card": "cure ugly", "open": ["dry"]})] * cures
            events.append(Event("claimed", "DS-3.11", seat, {"fish": "dry", "cards": 1}))
    events.append(Event("lake-empty", "DS-5.1", None, {"at": 60_000}))
    events += [Event("won", rule, seat, {"fish": seats[seat][0]}) for seat in won]
    transcript = Transcript("discount-salmon", "test", "", 1, 0, 0, ["reader"] * len(seats), [],
                            [Turn(0, "wait", events)], [fish for fish, _, _ in seats], won)  # fmt: skip
    assert accounts(transcript) == [Account(fish, 0, harms, cures) for fish, harms, cures in seats]
    return tell(transcript, variant(end={"ties": ties}), words("en")).splitlines()[-1]


def test_the_winner_is_told_with_what_decided() -> None:
    assert ended("DS-5.3", (7, 0, 0), (9, 1, 2), (8, 4, 4), won=[1]) == "Ben wins with 9 fish, 1 fish ahead of Cleo."
    assert ended("DS-5.4", (8, 2, 9), (8, 3, 1), (8, 1, 9), won=[1]) == (
        "Ben wins: as many fish as Ada and Cleo, but more claimed harms, 3 to 2 (DS-5.4).")  # fmt: skip
    assert ended("DS-5.5", (8, 2, 5), (8, 2, 4), (8, 1, 9), won=[0]) == (
        "Ada wins: as many fish as Ben, but more claimed cures, 5 to 4 (DS-5.5).")  # fmt: skip
    assert ended("DS-5.6", (8, 2, 5), (8, 2, 5), (7, 1, 9), won=[0, 1]) == (
        "Ada and Ben share the win with 8 fish each; nothing breaks the tie (DS-5.6).")  # fmt: skip
    assert ended("DS-5.5", (8, 9, 4), (8, 2, 5), ties=("cures", "harms"), won=[1]) == (
        "Ben wins: as many fish as Ada, but more claimed cures, 5 to 4 (DS-5.5).")  # fmt: skip


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 5), st.sampled_from(LANGUAGES))
def test_whoever_wins_is_named_in_the_last_line(seed: int, players: int, language: str) -> None:
    session = played(["reader"] * players, seed=seed)
    last = story(session, language).splitlines()[-1]
    named = [seat for seat in session.transcript.winners if NAMES[language][seat] in last]
    assert named == session.transcript.winners
    assert str(max(session.table.claimed)) in last or "(DS-5." in last


def test_a_story_can_be_told_of_a_game_with_a_person() -> None:
    session = start(["you", "reader"])
    while session.seat >= 0:
        session.make(0 if session.waits_for_person else session.bot_move())
    assert "Ada (you)" in story(session)


def test_a_replayed_transcript_tells_the_same_story() -> None:
    session = played(["random", "reader", "spoiler"], seed=8)
    again = Session(PLAYING, session.variant, replace(session.transcript, turns=[], opening=[]))
    for turn in session.transcript.turns:
        move = PLAYING.read_move(again.names, turn.move)
        assert move is not None
        again.make(move)
    assert story(again) == story(session)


def test_moves_of_people_have_their_times_in_the_story() -> None:
    """A cure of 1,234 ms is told as 1.2 s, after the reveal."""
    session = start(["you", "reader"], first=1)
    kind = next(kind for kind, held in enumerate(session.table.hand[0]) if held)
    session.make(0)
    session.make(set_of([kind]) + DELAY * 1_234)
    assert "  1.2 s  Ada (you) lays " in story(session)
