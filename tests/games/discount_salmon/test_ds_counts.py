"""What is counted of a game is what its events and hands come to, added up with names in place of numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from salmon import variant
from salmon_arena import Step, replay, side

from kitgen.games.discount_salmon import counts
from kitgen.games.discount_salmon.variant import Variant
from kitgen.play.arena import play_rows
from kitgen.play.events import Event
from kitgen.play.loop import OWN_GROUPS

GAMES = 8
TABLES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "published": (("reader", "random", "helper", "spoiler"), {}),
    "otherwise": (
        ("reader", "random", "finisher"),
        {"race": {"invalid": "lost", "next_revealer": "clockwise", "reshuffle": True}, "stalemate": {"cart": False},
         "modifiers": {"cure": 8, "blender": 1}},
    ),
    "dry": (
        ("random", "helper", "spoiler", "reader", "fast"),
        {"race": {"invalid": "lost"}, "modifiers": {"cure": 8, "blender": 0, "harm": 6, "andrew": 6},
         "hand": {"cards": 7}},
    ),
    "one by one": (("random", "slow-reader"), {"hand": {"set": 1}, "stalemate": {"seconds": 3}}),
}  # fmt: skip

ENDINGS = {"claimed": "claimed", "andrew": "andrew", "fried": "cart", "burnt": "burnt"}
"""Events that end a fish, and what counts call them."""

LOOSE = {"rule/DS-3.7", "rule/DS-3.10", "rule/DS-3.12", "rule/DS-4.4"}
"""Whether a rule comes into play where the game is over before anybody draws or reveals, is nobody's business here."""

RARE = {"rule/DS-5.4", "rule/DS-5.5", "rule/DS-5.6"}
"""What these few games need not bring; test_ds_end.py does."""


@dataclass
class Fish:
    """A fish, the hands when it was revealed, the cards of each set that was laid on it, and how it ended."""

    revealed: Event
    hands: list[Counter[str]]
    sets: list[list[Event]] = field(default_factory=list)
    ending: Event | None = None


def fishes_of(steps: list[Step]) -> list[Fish]:
    found: list[Fish] = []
    for step in steps:
        for event in step.events:
            if event.name == "revealed":
                found.append(Fish(event, step.hands))
            elif event.name == "laid":
                found[-1].sets.append([])
            elif event.name in ("valid", "invalid"):
                found[-1].sets[-1].append(event)
            elif event.name in ENDINGS:
                found[-1].ending = event
    return found


def of_hands(fish: Fish) -> dict[str, int]:
    """A hand is ready that has a Blender, or a cure for each problem; dead that has neither it nor any of them."""
    wrong = set(fish.revealed.details["problems"])
    mended = [wrong if hand["blender"] else {problem for problem in wrong if hand[f"cure {problem}"]}
              for hand in fish.hands]  # fmt: skip
    ready = mended.count(wrong)
    return {"hands": len(mended), "dead-hands": mended.count(set()), "ready-hands": ready, "nobody-ready": ready == 0,
            "rule/DS-2.1": 1}  # fmt: skip


def of_sets(fish: Fish) -> Counter[str]:
    found, lying = Counter[str](), 0
    for number, cards in enumerate(fish.sets, start=1):
        valid = [event.details["card"] for event in cards if event.name == "valid"]
        ends = number == len(fish.sets) and fish.ending is not None and fish.ending.name in ("claimed", "andrew")
        kinds = Counter(card.partition(" ")[0] for card in valid)
        found.update({"sets": 1, "cards": len(cards), "invalid": len(cards) - len(valid), "harms": kinds["harm"],
                      "blenders": kinds["blender"], "parts": kinds["cure"] > 0 and not ends})  # fmt: skip
        found.update({"rule/DS-3.1": 1, "rule/DS-3.2": lying > 0, "rule/DS-3.4": kinds["cure"],
                      "rule/DS-3.5": kinds["harm"], "rule/DS-3.6": len(cards) - len(valid),
                      "rule/DS-3.8": kinds["blender"]})  # fmt: skip
        found.update(f"laid/{card.replace(' ', '-')}" for card in valid)
        lying += len(valid)
    return found


def of_ending(fish: Fish, has_cart: bool) -> dict[str, int]:
    if fish.ending is None:
        return {}
    name, cards = fish.ending.name, [event for cards in fish.sets for event in cards]
    harmed_by = {event.seat for event in cards if event.name == "valid" and event.details["card"].startswith("harm")}
    stale = name in ("fried", "burnt")
    return {f"fish/{ENDINGS[name]}": 1, "harmed": bool(harmed_by),
            "harm-paid": name in ("claimed", "fried") and fish.ending.seat in harmed_by,
            "rule/DS-3.9": name == "andrew", "rule/DS-3.11": name == "claimed",
            "rule/DS-4.1": stale, "rule/DS-4.2": stale and has_cart}  # fmt: skip


def of_game(of: Variant, steps: list[Step], fishes: list[Fish]) -> dict[str, int]:
    """Cards in the piles are those that nobody holds, and that did not leave play."""
    events = [event for step in steps for event in step.events]
    left = of.lake - sum(fish.ending is not None for fish in fishes)
    out, discarded = 0, 0
    for event in events:
        out += event.name == "valid" or (event.name == "invalid" and event.details["lost"])
        discarded += len(event.details["cards"]) if event.name == "discarded" else 0
        discarded = 0 if event.name == "reshuffled" else discarded
    held = sum(hand.total() for hand in steps[-1].hands)
    last = max(event.details["at"] for event in events if event.name in ("laid", "fried", "burnt"))
    won = next(event.rule for event in events if event.name == "won")
    return {"seconds": last // 1_000, "fish-left": left, "fish/left": left, "piles-dry": left > 0,
            "cards-left": of.deck - held - out - discarded, "rule/DS-1.1": 1, "rule/DS-1.2": len(steps[0].hands),
            "rule/DS-1.3": 1, "rule/DS-1.5": of.stalemate.cart, f"rule/DS-5.{2 if left else 1}": 1, f"rule/{won}": 1,
            "rule/DS-4.3": sum(event.name == "discarded" for event in events)}  # fmt: skip


def recounted(of: Variant, steps: list[Step]) -> Counter[str]:
    fishes, found = fishes_of(steps), Counter[str]()
    for fish in fishes:
        for part in (of_hands(fish), of_sets(fish), of_ending(fish, of.stalemate.cart)):
            found.update(part)
    found.update(of_game(of, steps, fishes))
    return found


@cache
def games(table: str) -> list[tuple[list[Step], dict[str, int]]]:
    """Each game of a table twice: move by move, and as the arena counts it."""
    seated, changes = TABLES[table]
    rows, layout = play_rows(side(len(seated), **changes), seated, 0, GAMES, False)
    assert len(layout.starts) == OWN_GROUPS + len(counts.groups_of(variant(**changes)))
    return [(replay(number, seated, variant(**changes)), {name: row[at] for name, at in layout.position.items()})
            for number, row in enumerate(rows)]  # fmt: skip


def own_columns() -> set[str]:
    return {name for group in counts.groups_of(variant()) for name in group.columns if name is not None}


@pytest.mark.parametrize("table", TABLES)
def test_every_count_is_what_the_events_and_hands_of_the_game_come_to(table: str) -> None:
    for steps, counted in games(table):
        told = recounted(variant(**TABLES[table][1]), steps)
        assert {name: counted[name] for name in own_columns() - LOOSE} == {
            name: told[name] for name in own_columns() - LOOSE
        }


def test_these_games_bring_all_that_is_counted() -> None:
    seen = {name for table in TABLES for _, counted in games(table) for name, count in counted.items() if count}
    assert own_columns() - seen <= RARE


@pytest.mark.parametrize("table", TABLES)
def test_reveals_are_counted_under_the_rule_that_says_who_reveals(table: str) -> None:
    """It is nobody's choice where revealing goes round clockwise; no rule needs to be asked after the last fish."""
    is_claimers = variant(**TABLES[table][1]).race.next_revealer == "claimer"
    for steps, counted in games(table):
        fishes = fishes_of(steps)
        for rule, endings in (("DS-3.10", ["andrew"]), ("DS-3.12", ["claimed"]), ("DS-4.4", ["fried", "burnt"])):
            fits = [is_claimers and fish.ending is not None and fish.ending.name in endings for fish in fishes]
            assert sum(fits[:-1]) <= counted[f"rule/{rule}"] <= sum(fits), rule


@pytest.mark.parametrize("table", TABLES)
def test_no_more_hands_are_drawn_full_than_moves_took_cards(table: str) -> None:
    for steps, counted in games(table):
        sets = [cards for fish in fishes_of(steps) for cards in fish.sets]
        assert 0 < counted["rule/DS-3.7"] <= len(sets)
