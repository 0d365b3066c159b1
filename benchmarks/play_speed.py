"""How fast the bots play a game, interpreted and compiled, and how long the compiled mode takes to start.

python benchmarks/play_speed.py [variant] [rounds] [seats]

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
from kitgen.games import all_games
from kitgen.play.arena import MOST_TURNS
from kitgen.play.kernel import Kernel, can_compile, kernel
from kitgen.play.loop import TURNS
from kitgen.play.playing import Playing
from kitgen.play.tally import Layout

SECONDS = 0.5
"""About how long each measurement of a round lasts."""

FIRST_GAME = """
import sys, time
sys.path.insert(0, sys.argv[2])
from play_speed import play, variant_of
playing, model = variant_of(sys.argv[3])
play(playing, model, 4, playing.judging.ladder[-1], 1, compiled=sys.argv[1] == "compiled")
print(time.process_time())
"""


def variant_of(name: str) -> tuple[Playing, Any]:
    """How a variant's game is played, and the variant."""
    loaded = pipeline.load(name)
    return all_games()[loaded.game.id].playing, loaded.model


def play(playing: Playing, variant: Any, seats: int, bot: str, games: int, *, compiled: bool) -> tuple[float, int]:
    """Play games of one bot on all seats; seconds of processor time and moves."""
    machine: Kernel = kernel(playing.modules, compiled=compiled)
    rules, layout = playing.rules_of(variant, seats), Layout.of(seats, playing.measures.groups_of(variant))
    numbers, table, mind = (
        machine.prepare(part) for part in (rules, playing.new_table(rules), playing.new_mind(rules))
    )
    seated: Any = [playing.bots[bot]] * seats
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


def measure_bots(name: str, rounds: int, seats: int, modes: list[bool]) -> None:
    """Print games and decisions a second for each bot and mode."""
    playing, variant = variant_of(name)
    speeds: dict[tuple[str, bool], list[tuple[float, float]]] = {}
    games = {}
    for compiled in modes:
        for bot in playing.bots:
            seconds, _ = play(playing, variant, seats, bot, 1, compiled=compiled)  # compiles, or warms up
            seconds, _ = play(playing, variant, seats, bot, 1, compiled=compiled)
            games[bot, compiled] = max(1, round(SECONDS / seconds))
    for _ in range(rounds):
        for (bot, compiled), count in games.items():
            seconds, moves = play(playing, variant, seats, bot, count, compiled=compiled)
            speeds.setdefault((bot, compiled), []).append((count / seconds, moves / seconds))
    print(f"{'bot':<14}{'mode':<14}{'games/s':>12}{'decisions/s':>14}   (median of {rounds}, {seats} seats)")
    for (bot, compiled), found in speeds.items():
        game_speed, move_speed = (statistics.median(values) for values in zip(*found, strict=True))
        mode = "compiled" if compiled else "interpreted"
        print(f"{bot:<14}{mode:<14}{game_speed:>12,.1f}{move_speed:>14,.0f}")


def start(name: str, mode: str, cache: str) -> tuple[float, float]:
    """Processor and wall seconds of a new process that plays one game."""
    environment = os.environ | {"XDG_CACHE_HOME": cache}
    command = [sys.executable, "-c", FIRST_GAME, mode, str(Path(__file__).parent), name]
    begin = time.perf_counter()
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(run.stdout), time.perf_counter() - begin


def measure_starts(name: str, rounds: int, modes: list[bool]) -> None:
    """Print how long it takes until the first game is played."""
    print(f"{'start, with one game':<36}{'processor s':>12}{'wall s':>9}")
    with tempfile.TemporaryDirectory() as cache:
        print_start("interpreted", [start(name, "interpreted", cache) for _ in range(rounds)])
        if True in modes:
            print_start("compiled, in a fresh cache folder", [start(name, "compiled", cache)])
            print_start("compiled, cached", [start(name, "compiled", cache) for _ in range(rounds)])


def print_start(name: str, found: list[tuple[float, float]]) -> None:
    processor, wall = (statistics.median(values) for values in zip(*found, strict=True))
    print(f"{name:<36}{processor:>12.2f}{wall:>9.2f}")


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "classic"
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    seats = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    modes = [False, True] if can_compile() else [False]
    measure_starts(name, rounds, modes)
    print()
    measure_bots(name, rounds, seats, modes)


if __name__ == "__main__":
    main()
