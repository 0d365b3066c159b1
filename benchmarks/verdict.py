"""How long verdicts and simulations take, and how often chance alone makes a verdict raise an alarm.

python benchmarks/verdict.py            the times of whole commands
python benchmarks/verdict.py alarms     200 copies of the classic on other seeds, and fifty harmless re-tunings

Commands are timed in turn, several rounds, so that a busy machine disturbs them alike; medians are printed.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from kitgen import pipeline
from kitgen.diagnostics import Severity
from kitgen.play.arena import Side
from kitgen.play.verdict import Verdict, judge

ROUNDS = 5
HOMEBREW = """extends: classic
title: Hungry
set_up: {money: 80, recipes_dealt: 3}
evening: {pass_cost: 0}
recipes: {grilled-eel: {name: "Grandmother's eel", size: 6, ingredients: [wine, egg], main: 36, bonus: 4}}
"""
INTERPRETED = """
import sys
from kitgen import pipeline
found = pipeline.check(pipeline.load(sys.argv[1]), compiled=False)
print(pipeline.tell_verdict(found))
"""
RETUNED = {
    "set_up.money": [80, 90, 110, 120],
    "market.fish.dice": [11, 13, 14],
    "school.cards": [3, 5],
    "set_up.recipes_dealt": [1, 3],
    "school.face_up_price": [4, 6],
    "school.blind_price": [1, 3],
    "end.menu_bonus.1": [0, 2, 3],
    "end.menu_bonus.6": [4, 5, 7],
}
"""Changes that nobody at the table would call a fault."""


def measure_times() -> None:
    """Print the median seconds of whole commands."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "hungry.yaml"
        file.write_text(HOMEBREW, encoding="utf-8")
        kitgen = [sys.executable, "-m", "kitgen.cli"]
        simulate = [*kitgen, "simulate", "classic", "--json", "--bots"]
        commands = {
            "check a homebrew, compiled": [*kitgen, "check", str(file)],
            "check a homebrew, interpreted": [sys.executable, "-c", INTERPRETED, str(file)],
            "simulate 100,000 games, thrifty, 4 players": [*simulate, "thrifty", "--games", "100000", "--players", "4"],
            "simulate 5 × 100,000 games, thrifty": [*simulate, "thrifty", "--games", "100000"],
            "simulate 5 × 1,000 games, planner": [*simulate, "planner"],
            "compare, 2 × 2,000 games": [*kitgen, "compare", "classic", "--set", "set_up.money=150"],
            "report of 5 × 1,000 games": [*simulate, "planner", "--report", str(Path(folder) / "out.html")],
        }
        seconds: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(ROUNDS):
            for name, command in commands.items():
                begin = time.perf_counter()
                subprocess.run(command, check=True, capture_output=True)
                seconds[name].append(time.perf_counter() - begin)
    for name, found in seconds.items():
        print(f"{name:<45}{statistics.median(found):>7.2f} s   (median of {ROUNDS})")


def warned(verdict: Verdict) -> list[str]:
    """The alarms of a verdict."""
    return [finding.message for finding in verdict.findings if finding.question.severity is not Severity.NOTE]


def measure_alarms() -> None:
    """Print how many copies and harmless re-tunings raise an alarm."""
    classic = pipeline.load("classic")
    copies = 0
    for number in range(200):
        sides = [Side(classic.game.playing, classic.model, seed) for seed in (1_000 + number, 900_000 + number)]
        found = warned(judge(sides))
        copies += bool(found)
        for message in found:
            print(f"copy {number}: {message}")
    print(f"of 200 copies on other seeds {copies} warn")
    recipes = {f"recipes.{name}": recipe for name, recipe in classic.model.recipes.items()}
    alarms = 0
    for number in range(50):
        chance = random.Random(number)
        settings = [f"{path}={chance.choice(RETUNED[path])}" for path in chance.sample(sorted(RETUNED), 2)]
        path, recipe = chance.choice(sorted(recipes.items()))
        settings.append(f"{path}.main={recipe.main + chance.choice([-2, -1, 1, 2])}")
        found = warned(pipeline.check(pipeline.load("classic", settings), seed=number).verdict)
        alarms += bool(found)
        for message in found:
            print(f"{settings}: {message}")
    print(f"of 50 harmless re-tunings {alarms} warn")


if __name__ == "__main__":
    measure_alarms() if "alarms" in sys.argv else measure_times()
