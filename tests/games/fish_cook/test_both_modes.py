"""Interpreted and compiled games are the same, move for move; and so whatever the order of games and the process."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy
import pytest
import scripted_driver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_variants import load_data, variants
from rule_tables import PLAYER_COUNTS, load

from kitgen.games.fish_cook import PLAYING
from kitgen.games.fish_cook import rules as rules_module
from kitgen.games.fish_cook import table as table_module
from kitgen.games.fish_cook import tally as tally_module
from kitgen.games.fish_cook.counts import groups_of
from kitgen.games.fish_cook.table import new_table, rules_of
from kitgen.games.fish_cook.variant import Variant
from kitgen.play import chance, loop
from kitgen.play.arena import Side, play_rows
from kitgen.play.chance import WORD, game_key
from kitgen.play.kernel import Kernel, kernel
from kitgen.play.tally import Layout

MODULES = (table_module, rules_module, tally_module, scripted_driver)
SCRIPTED = replace(PLAYING, modules=MODULES, new_mind=scripted_driver.new_mind, bots={"any-move": 0, "any-dish": 1})
ROOM = 4_000
"""Moves of the longest game."""

ODD = [
    (),
    ("evening.pass_cost=2", "morning.last_actions=2", "next_chef=loser", "school.leftovers=replaced"),
    ("evening.pass_cost=0", "end.menu_tie=split", "end.final_tie=more-dishes", "tokens.limit_play=yes"),
    ("evening.fish_keep=yes", "evening.ingredients_keep=no", "morning.empty_rows_end=2", "evening.rival_bonus=cook"),
    ("evening.bigger_fish=no", "evening.steal.die=d10", "evening.steal.succeeds_on=3", "market.fish.dice=24"),
]


@cache
def both() -> tuple[Kernel, Kernel]:
    return kernel(MODULES, compiled=False), kernel(MODULES, compiled=True)


def played(
    made: Kernel, variant: Variant, seed: int, game: int, bots: list[int], first: int
) -> tuple[list[int], list[int], Any]:
    """One game: its moves, its counts, and the whole table at its end, as plain numbers."""
    rules, layout = rules_of(variant, len(bots)), Layout.of(len(bots), groups_of(variant))
    table, mind = made.prepare(new_table(rules)), made.prepare(scripted_driver.new_mind(rules))
    moves, row, starts, seats, stop = (
        numpy.array(values, numpy.int64) if made.compiled else list(values)
        for values in ([0] * ROOM, [0] * len(layout.columns), layout.starts, bots, [0])
    )
    low, high = seed & WORD, seed >> 32
    keys = game_key(low, high, game), game_key(low ^ 1, high, game)
    count = int(made.play_game(made.prepare(rules), table, mind, seats, *keys, first, moves, starts, row, ROOM, stop))
    assert 0 < count < ROOM
    plain = [numpy.asarray(field).tolist() for field in table]
    return [int(move) for move in moves[:count]], [int(cell) for cell in row], plain


@pytest.mark.parametrize("odd", range(len(ODD)))
def test_both_modes_play_the_same_games(odd: int) -> None:
    """Every player count; moves, counts and the last table cell for cell."""
    interpreted, compiled = both()
    for game in range(40):
        players = PLAYER_COUNTS[game % 5]
        variant = load(*ODD[odd])
        bots = [(game + seat) % 2 for seat in range(players)]
        one = played(interpreted, variant, 7, game, bots, game % players)
        assert one == played(compiled, variant, 7, game, bots, game % players)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=variants(), players=st.sampled_from(PLAYER_COUNTS), seed=st.integers(0, 2**64 - 1))
def test_both_modes_play_the_same_games_of_any_variant(
    tmp_path_factory: pytest.TempPathFactory, data: dict[str, Any], players: int, seed: int
) -> None:
    interpreted, compiled = both()
    variant = load_data(data, tmp_path_factory.getbasetemp()).model
    bots = [seat % 2 for seat in range(players)]
    assert played(interpreted, variant, seed, 3, bots, 0) == played(compiled, variant, seed, 3, bots, 0)


def counted(begin: int, end: int, *, seed: int = 5) -> list[list[int]]:
    """The rows of some games of four players."""
    rows: list[list[int]]
    rows, _ = play_rows(Side(SCRIPTED, load(), seed), ("any-move", "any-dish") * 2, begin, end, compiled=False)
    return rows


def test_results_do_not_depend_on_how_games_are_grouped() -> None:
    """A hundred games at once, in two halves, and one by one backwards."""
    whole = counted(0, 100)
    assert counted(0, 50) + counted(50, 100) == whole
    assert [counted(game, game + 1)[0] for game in reversed(range(100))] == whole[::-1]
    assert len({tuple(row) for row in whole}) > 90


def test_results_are_the_same_in_another_process() -> None:
    """Whatever its hash seed."""
    here = Path(__file__).parent
    program = (
        f"import sys; sys.path[:0] = [{str(here)!r}, {str(here.parents[1])!r}]\n"
        "import test_both_modes as modes\n"
        "print(modes.counted(20, 30))"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60,
        env={**os.environ, "PYTHONHASHSEED": "99"},
    )  # fmt: skip
    assert told.stdout.strip() == str(counted(20, 30))


def test_seeds_beyond_32_bits_give_other_games() -> None:
    seeds = [9, 9 + 2**32, 9 + 2**63, 2**64 - 1]
    assert len({str(counted(0, 5, seed=seed)) for seed in seeds}) == 4


def test_seats_of_bots_and_the_first_seat_rotate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bot sits on every seat, and every seat begins as often, within players squared games."""
    seen: list[tuple[int, tuple[int, ...]]] = []
    play_games = Kernel((chance, loop, *MODULES), compiled=False).play_games
    real = play_games.__globals__["play_game"]

    def play_game(rules: Any, table: Any, mind: Any, bots: Any, key: Any, bot_key: Any, first: int, *rest: Any) -> int:
        seen.append((first, tuple(bots)))
        return int(real(rules, table, mind, bots, key, bot_key, first, *rest))

    monkeypatch.setitem(play_games.__globals__, "play_game", play_game)
    rules, layout = rules_of(load(), 3), Layout.of(3, groups_of(load()))
    rows = [[0] * len(layout.columns) for _ in range(9)]
    mind, starts = scripted_driver.new_mind(rules), list(layout.starts)
    play_games(rules, new_table(rules), mind, [0, 1, 0], 5, 0, 0, 9, starts, rows, ROOM, [0])
    assert sorted(seen) == sorted((first, bots) for first in range(3) for bots in ((0, 1, 0), (1, 0, 0), (0, 0, 1)))
