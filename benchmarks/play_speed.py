"""How fast the bots play Fish Cook, interpreted and compiled, and how long the compiled mode takes to start.

python benchmarks/play_speed.py [rounds] [seats]

Every round plays all bots in both modes in turn, so that a busy machine disturbs them alike; medians over the rounds.
Speeds are per second of processor time, starts are given in processor and in wall time.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from kitgen import pipeline
from kitgen.games.fish_cook.bots import BOTS, MODULES, new_mind
from kitgen.games.fish_cook.counts import groups_of
from kitgen.games.fish_cook.table import new_table, rules_of
from kitgen.games.fish_cook.variant import Variant
from kitgen.play.arena import MOST_TURNS
from kitgen.play.kernel import Kernel, can_compile, kernel
from kitgen.play.loop import TURNS
from kitgen.play.tally import Layout

SECONDS = 0.5
"""About how long each measurement of a round lasts."""

FIRST_GAME = """
import sys, time
sys.path.insert(0, sys.argv[2])
from play_speed import classic, play
play(classic(), 4, "thrifty", 1, compiled=sys.argv[1] == "compiled")
print(time.process_time())
"""


def classic() -> Variant:
    """The classic."""
    model = pipeline.load("classic").model
    assert isinstance(model, Variant)
    return model


def play(variant: Variant, seats: int, bot: str, games: int, *, compiled: bool) -> tuple[float, int]:
    """Play games of one bot on all seats; seconds of processor time and moves."""
    machine: Kernel = kernel(MODULES, compiled=compiled)
    rules, layout = rules_of(variant, seats), Layout.of(seats, groups_of(variant))
    numbers, table, mind = (machine.prepare(part) for part in (rules, new_table(rules), new_mind(rules)))
    seated: Any = [BOTS[bot]] * seats
    starts: Any = list(layout.starts)
    rows: Any = [[0] * len(layout.columns) for _ in range(games)]
    stop: Any = [0]
    if compiled:
        import numpy

        seated, starts, rows, stop = (numpy.array(part) for part in (seated, starts, rows, stop))
    begin = time.process_time()
    machine.play_games(numbers, table, mind, seated, 7, 0, 0, games, starts, rows, MOST_TURNS, stop)
    seconds = time.process_time() - begin
    return seconds, sum(int(row[layout.starts[TURNS]]) for row in rows)


def measure_bots(rounds: int, seats: int, modes: list[bool]) -> None:
    """Print games and decisions a second for each bot and mode."""
    variant = classic()
    speeds: dict[tuple[str, bool], list[tuple[float, float]]] = {}
    games = {}
    for compiled in modes:
        for bot in BOTS:
            seconds, _ = play(variant, seats, bot, 1, compiled=compiled)  # compiles, or warms up
            seconds, _ = play(variant, seats, bot, 1, compiled=compiled)
            games[bot, compiled] = max(1, round(SECONDS / seconds))
    for _ in range(rounds):
        for (bot, compiled), count in games.items():
            seconds, moves = play(variant, seats, bot, count, compiled=compiled)
            speeds.setdefault((bot, compiled), []).append((count / seconds, moves / seconds))
    print(f"{'bot':<14}{'mode':<14}{'games/s':>12}{'decisions/s':>14}   (median of {rounds}, {seats} seats)")
    for (bot, compiled), found in speeds.items():
        game_speed, move_speed = (statistics.median(values) for values in zip(*found, strict=True))
        mode = "compiled" if compiled else "interpreted"
        print(f"{bot:<14}{mode:<14}{game_speed:>12,.1f}{move_speed:>14,.0f}")


def start(mode: str, cache: str) -> tuple[float, float]:
    """Processor and wall seconds of a new process that plays one game."""
    environment = os.environ | {"XDG_CACHE_HOME": cache}
    command = [sys.executable, "-c", FIRST_GAME, mode, str(Path(__file__).parent)]
    begin = time.perf_counter()
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(run.stdout), time.perf_counter() - begin


def measure_starts(rounds: int, modes: list[bool]) -> None:
    """Print how long it takes until the first game is played."""
    print(f"{'start, with one game':<36}{'processor s':>12}{'wall s':>9}")
    with tempfile.TemporaryDirectory() as cache:
        print_start("interpreted", [start("interpreted", cache) for _ in range(rounds)])
        if True in modes:
            print_start("compiled, in a fresh cache folder", [start("compiled", cache)])
            print_start("compiled, cached", [start("compiled", cache) for _ in range(rounds)])


def print_start(name: str, found: list[tuple[float, float]]) -> None:
    processor, wall = (statistics.median(values) for values in zip(*found, strict=True))
    print(f"{name:<36}{processor:>12.2f}{wall:>9.2f}")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    seats = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    modes = [False, True] if can_compile() else [False]
    measure_starts(rounds, modes)
    print()
    measure_bots(rounds, seats, modes)


if __name__ == "__main__":
    main()
