"""Counted games: every count is what a separate, slow count finds in the transcript of the same game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from random_variants import load_data, variants
from rule_tables import PLAYER_COUNTS, load
from slow_count import every_column, fewest_notes, slow_count

from kitgen.games.fish_cook import PLAYING
from kitgen.games.fish_cook.bots import BOTS
from kitgen.games.fish_cook.variant import Variant
from kitgen.play import arena
from kitgen.play.arena import Side, play_rows
from kitgen.play.session import Session
from kitgen.play.transcript import Transcript

WITHOUT_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)
"""A whole game of a whole variant shrinks for minutes."""

QUICK = tuple(name for name in BOTS if name != "rollout")
ONE_DAY = "set_up.days={2: 1, 3: 1, 4: 1, 5: 1, 6: 1}"

ODD = [
    (),
    ("evening.pass_cost=2", "morning.last_actions=2", "next_chef=loser", "school.leftovers=replaced"),
    ("evening.pass_cost=0", "end.menu_tie=split", "end.final_tie=more-dishes", "tokens.limit_play=yes"),
    ("evening.fish_keep=yes", "evening.ingredients_keep=no", "morning.empty_rows_end=2", "evening.rival_bonus=cook"),
    ("evening.bigger_fish=no", "evening.steal.die=d10", "evening.steal.succeeds_on=3", "market.fish.dice=24"),
    ("tokens.limit_play=yes", "tokens.per_kind=5", "bank.notes=[1, 10, 50]", "morning.last_actions=0"),
    ("set_up.recipes_dealt=5", "school.cards=6", "school.face_up_price=0", "school.blind_price=0"),
    ("evening.rival_bonus=nobody", "evening.school_bonus=yes", "end.menu_bonus=none", "evening.pass_cost=3"),
    ("evening.steal.succeeds_on=never", "school.cards=0", "morning.empty_fish_market_ends=no", "bank.notes=[1]"),
    ("set_up.money=0", ONE_DAY),
    ("market.fish.dice=6", "morning.empty_rows_end=3", "set_up.money=200"),
    ("set_up.money=6", "set_up.recipes_dealt=0", "end.final_tie=more-dishes"),
]
"""Settings that bend what is counted."""


def transcript(variant: Variant, bots: Sequence[str], seed: int, number: int, most_turns: int) -> Transcript:
    """A game as it is played move by move: bots rotate with its number, and then the first seat does."""
    players = len(bots)
    seated = [bots[(seat + number) % players] for seat in range(players)]
    first = number // players % players
    session = Session(PLAYING, variant, Transcript("fish-cook", "", "", seed, number, first, seated))
    while session.seat >= 0 and len(session.transcript.turns) < most_turns:
        session.make(session.bot_move())
    return session.transcript


def named_rows(
    variant: Variant, bots: Sequence[str], seed: int, begin: int, end: int, compiled: bool
) -> list[dict[str, int]]:
    """Games as they are counted, by the names of the counts."""
    rows, layout = play_rows(Side(PLAYING, variant, seed), bots, begin, end, compiled)
    return [
        {name: int(count) for name, count in zip(layout.columns, row, strict=True) if name is not None} for row in rows
    ]


def compare(
    variant: Variant,
    bots: Sequence[str],
    games: range,
    *,
    seed: int = 9,
    most_turns: int = 10_000,
    compiled: bool = True,
) -> set[str]:
    """Compare some games, count by count; the names of what was counted at all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arena, "MOST_TURNS", most_turns)
        quick = named_rows(variant, bots, seed, games.start, games.stop, compiled)
    seen: set[str] = set()
    for number, counted in zip(games, quick, strict=True):
        slow = slow_count(variant, transcript(variant, bots, seed, number, most_turns))
        names = counted.keys() | slow.keys()
        wrong = {name: (counted.get(name), slow.get(name)) for name in names if counted.get(name) != slow.get(name)}
        assert wrong == {}, f"counted and told do not agree in game {number} of {bots}"
        seen |= {name for name, count in slow.items() if count}
    return seen


@cache
def compared(odd: int, players: int) -> set[str]:
    """Games of some settings to their end, and some that are broken off, with any bots."""
    chance = random.Random(10 * odd + players)
    variant, seen = load(*ODD[odd]), set()
    for begin in range(0, 9, 3):
        seen |= compare(variant, chance.choices(QUICK, k=players), range(begin, begin + 3))
    return seen | compare(variant, chance.choices(QUICK, k=players), range(3), most_turns=chance.randint(10, 80))


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("odd", range(len(ODD)), ids=lambda odd: " ".join(ODD[odd]) or "classic")
def test_every_count_is_what_the_transcript_tells(odd: int, players: int) -> None:
    assert "turns" in compared(odd, players)


def test_every_count_is_seen() -> None:
    """The comparison is of some account: in some of its games each count is more than zero."""
    seen = set().union(*(compared(odd, players) for odd in range(len(ODD)) for players in PLAYER_COUNTS))
    assert every_column(load(), 6) - seen == set()


def test_a_rollout_bots_game_is_counted_too() -> None:
    compare(load(ONE_DAY), ["rollout", "thrifty"], range(1))


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), phases=WITHOUT_SHRINKING)
@given(
    data=variants(),
    bots=st.lists(st.sampled_from(QUICK), min_size=2, max_size=6),
    begin=st.integers(0, 2**20),
    seed=st.integers(0, 2**64 - 1),
    most_turns=st.just(10_000) | st.integers(1, 100),
    compiled=st.booleans(),
)
def test_every_count_is_what_the_transcript_tells_in_any_variant(
    tmp_path_factory: pytest.TempPathFactory,
    data: dict[str, Any],
    bots: list[str],
    begin: int,
    seed: int,
    most_turns: int,
    compiled: bool,
) -> None:
    variant = load_data(data, tmp_path_factory.getbasetemp()).model
    games = range(begin, begin + 3)
    compare(variant, bots, games, seed=seed, most_turns=most_turns, compiled=compiled)


def test_the_slow_count_gives_change_in_few_notes() -> None:
    assert sorted(fewest_notes((1, 5, 20), 99)) == [1] * 4 + [5] * 3 + [20] * 4
    assert sorted(fewest_notes((1, 20, 25), 40)) == [20, 20]
