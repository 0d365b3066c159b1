"""Bots see what their seat may see; both modes play the same games; counts are what a separate count finds."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from salmon import Game, variant

from kitgen.games.discount_salmon import bots, counts, mind, rules
from kitgen.games.discount_salmon.events import Names, beginning, happenings
from kitgen.games.discount_salmon.moves import move_text, read_move
from kitgen.games.discount_salmon.table import (
    DELAY,
    FIRST_END,
    FIRST_TOP,
    LONGEST_DELAY,
    REVEALED,
    SECOND_TOP,
    new_table,
    rules_of,
    set_of,
)
from kitgen.play.arena import play_rows
from kitgen.play.chance import Key, game_key
from kitgen.play.loop import BOT_SEED, OWN_GROUPS
from kitgen.play.tally import Tally

PLAYING: Any = SimpleNamespace(
    modules=bots.MODULES, rules_of=rules_of, new_table=new_table, new_mind=mind.new_mind, bots=bots.BOTS,
    measures=SimpleNamespace(groups_of=counts.groups_of, pairs_of=counts.pairs_of),
)  # fmt: skip


def side(seats: int, seed: int = 5, **changes: Any) -> Any:
    return SimpleNamespace(playing=PLAYING, variant=variant(**changes), players=seats, seed=seed)


def tally(*seated: str, games: int = 400, compiled: bool = False) -> Tally:
    rows, layout = play_rows(side(len(seated)), seated, 0, games, compiled)
    return Tally.of(rows, layout, counts.pairs_of(variant()))


def won(found: Tally, bot: int) -> float:
    return sum(value * times for value, times in found.counts[f"bot-won/{bot}"].items()) / 60 / found.games


# Hidden things


@given(st.integers(0, 5_000), st.sampled_from(sorted(bots.BOTS)), st.integers(1, 2**31), st.randoms())
@settings(max_examples=60, deadline=None)
def test_a_bot_decides_the_same_whatever_it_cannot_see(number: int, bot: str, other_key: int, chance: Any) -> None:
    """Other hands, the piles and the rest of the lake are mixed anew, and the game's key is another one."""
    game = Game(players=3, number=number)
    paper, key = mind.new_mind(game.rules), game_key(3, 4, number)
    for turn in range(chance.randrange(40)):
        seat = rules.acting_seat(game.table)
        if seat < 0:
            return
        move = bots.choose(game.rules, game.table, seat, bots.BOTS["reader"], key, turn, paper)
        rules.make_move(game.rules, game.table, game.key, move)
    seat = rules.acting_seat(game.table)
    if seat < 0:
        return
    before = bots.choose(game.rules, game.table, seat, bots.BOTS[bot], key, 99, paper)
    mix(game, seat, chance)
    game.key = (other_key, other_key)
    assert bots.choose(game.rules, game.table, seat, bots.BOTS[bot], key, 99, paper) == before


def mix(game: Game, seat: int, chance: Any) -> None:
    """Shuffle what a seat cannot see among itself."""
    table, now, places = game.table, game.now, game.in_piles()
    hidden = [table.pile[place] for place in places]
    sizes = {}
    for other, hand in enumerate(table.hand):
        if other != seat:
            sizes[other] = sum(hand)
            hidden += [kind for kind, held in enumerate(hand) for _ in range(held)]
            hand[:] = [0] * len(hand)
            table.plan[other] = set_of([0])
            table.due[other] = chance.randrange(100_000)
    chance.shuffle(hidden)
    for place in places:
        table.pile[place] = hidden.pop()
    for other, size in sizes.items():
        for _ in range(size):
            table.hand[other][hidden.pop()] += 1
    rest = table.lake[now[REVEALED] :]
    chance.shuffle(rest)
    table.lake[now[REVEALED] :] = rest
    assert now[FIRST_TOP] <= now[FIRST_END] <= now[SECOND_TOP]


# Strength


def test_each_bot_of_the_ladder_beats_the_one_below() -> None:
    for below, above in zip(bots.LADDER, bots.LADDER[1:], strict=False):
        assert won(tally(above, below, below), 1) > 0.42


def test_quick_hands_win_more_and_slow_ones_less() -> None:
    assert won(tally("fast", "finisher", "finisher"), 1) > 0.42
    assert won(tally("slow-reader", "reader", "reader"), 1) < 0.2


def test_reaction_times_are_log_normal() -> None:
    times = mind.quantiles(1_000, 40)
    assert times == sorted(times)
    assert (times[31] + times[32]) / 2 == pytest.approx(1_000, rel=0.01)
    assert times[53] / 1_000 == pytest.approx(1.4918, rel=0.05), "one sigma above the middle: exp(0.4)"


# Both modes


def test_compiled_and_interpreted_games_are_the_same() -> None:
    pytest.importorskip("numba")
    for seated in (("reader", "random", "fast"), ("spoiler", "helper", "finisher", "slow-reader", "reader")):
        for changes in ({}, {"race": {"invalid": "lost", "reshuffle": True}, "stalemate": {"cart": False}}):
            plain, _ = play_rows(side(len(seated), **changes), seated, 0, 40, False)
            quick, _ = play_rows(side(len(seated), **changes), seated, 0, 40, True)
            assert [[int(cell) for cell in row] for row in quick] == plain


# Counts, and words


def test_counts_are_what_events_tell() -> None:
    """Every game played a second time, decision by decision, its events counted."""
    seated = ("reader", "random", "helper", "spoiler")
    rows, layout = play_rows(side(4), seated, 0, 12, False)
    told, decided = Counter[str](), dict[int, str]()
    outcomes = {"claimed": "claimed", "andrew": "andrew", "fried": "cart", "burnt": "burnt"}
    for number in range(12):
        harmed_by = set[int | None]()
        for event in events_of(number, seated):
            if event.rule == "DS-3.5":
                harmed_by.add(event.seat)
            if event.name in outcomes:
                told["harmed"] += bool(harmed_by)
                told["harm-paid"] += event.name in ("claimed", "fried") and event.seat in harmed_by
                harmed_by.clear()
            if event.name == "won":
                decided[number] = event.rule
            told[f"rule/{event.rule}"] += event.name in ("revealed", "laid", "valid", "invalid", "fried", "burnt")
            told[f"fish/{outcomes.get(event.name, '-')}"] += 1
            told["invalid"] += event.name == "invalid"
    counted = {name: sum(row[place] for row in rows) for place, name in enumerate(layout.columns) if name}
    for rule in ("DS-5.3", "DS-5.4", "DS-5.5", "DS-5.6"):
        told[f"rule/{rule}"] = list(decided.values()).count(rule)
    rules_told = (
        *(f"DS-5.{number}" for number in range(3, 7)),
        "DS-2.1",
        "DS-3.1",
        "DS-3.4",
        "DS-3.5",
        "DS-3.6",
        "DS-3.8",
        "DS-4.1",
    )
    for name in (
        *(f"rule/{rule}" for rule in rules_told),
        *(f"fish/{o}" for o in outcomes.values()),
        "invalid",
        "harmed",
        "harm-paid",
    ):
        assert counted[name] == told[name], name
    assert len(layout.starts) == OWN_GROUPS + len(counts.groups_of(variant()))


def events_of(number: int, seated: tuple[str, ...]) -> list[Any]:
    """The events of one game of an arena."""
    import copy

    of = variant()
    game = Game(of, len(seated))
    key: Key = game_key(5, 0, number)
    first = number // len(seated) % len(seated)
    rules.set_up(game.rules, game.table, key, first)
    found = list(beginning(game.rules, game.table, key))
    paper, bot_key, turn, names = mind.new_mind(game.rules), game_key(5 ^ BOT_SEED, 0, number), 0, Names.of(of)
    while (seat := rules.acting_seat(game.table)) >= 0:
        bot = bots.BOTS[seated[(seat + number) % len(seated)]]
        move = bots.choose(game.rules, game.table, seat, bot, bot_key, turn, paper)
        assert read_move(names, move_text(names, move)) == move
        before = copy.deepcopy(game.table)
        rules.make_move(game.rules, game.table, key, move)
        found += happenings(game.rules, before, game.table, key, move)
        turn += 1
    return [names.named(event) for event in found]


@given(st.lists(st.integers(0, 11), max_size=5), st.integers(0, LONGEST_DELAY))
def test_a_decision_in_words_is_read_again(cards: list[int], after: int) -> None:
    names = Names.of(variant())
    move = set_of(cards) + DELAY * after
    assert read_move(names, move_text(names, move)) == move


@pytest.mark.parametrize("text", ["cure gout", "wait after", "cure dry after 99999999", "", "cure dry,cure ugly"])
def test_a_decision_that_means_nothing_is_none(text: str) -> None:
    assert read_move(Names.of(variant()), text) is None
