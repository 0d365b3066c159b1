"""How long the classic's kit takes in every mode of printing, 100 variants by one command, and the memory of big decks.

    python benchmarks/print_modes.py [runs]

Whole processes, median of several. The decks are those of big_deck.py: every card is another one.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

from big_deck import KITGEN
from build_classic import measure

MODES = {
    "as usual": [],
    "letter, duplex-short": ["--paper", "letter", "--sides", "duplex-short"],
    "gutterfold": ["--sides", "gutterfold"],
    "fronts": ["--sides", "fronts"],
    "separate files": ["--sides", "separate"],
    "fit": ["--paper", "fit"],
    "A3, whole boards": ["--paper", "a3", "--boards", "whole"],
    "tiled boards": ["--boards", "tiled"],
    "lines": ["--marks", "lines"],
    "booklet": ["--booklet"],
    "low ink": ["--ink", "low"],
    "mono": ["--ink", "mono"],
    "large print": ["--large-print"],
    "back offset": ["--back-offset", "1.5mm,-0.8mm"],
    "a plan": ["--plan"],
    "a plan of bleeding cards": ["--plan", "--set", "cards.fronts=bleed"],
}
DECKS = (360, 1_800, 3_600)
MANY = 100


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    kitgen = str(Path(sys.executable).with_name("kitgen"))
    print(f"{'':<28}{'median s':>10}{'min s':>8}{'max s':>8}{'peak MB':>9}   ({runs} runs)")
    with tempfile.TemporaryDirectory() as folder:
        for name, options in MODES.items():
            tell(name, [kitgen, "build", "classic", "--out", f"{folder}/kit", *options], runs)
        for cards in DECKS:
            tell(f"{cards:,} different cards", [sys.executable, "-c", KITGEN, str(cards), f"{folder}/deck.pdf"], 1)
        brews = [Path(folder) / f"brew-{number}.yaml" for number in range(MANY)]
        for number, brew in enumerate(brews):
            brew.write_text(f"extends: classic\ntitle: Brew {number}\nset_up: {{money: {80 + number}}}\n")
        tell(f"{MANY} variants", [kitgen, "build", *map(str, brews), "--out", f"{folder}/kits"], 1)


def tell(name: str, command: list[str], runs: int) -> None:
    seconds, peak = measure(command, runs)
    low, middle, high = min(seconds), statistics.median(seconds), max(seconds)
    print(f"{name:<28}{middle:>10.2f}{low:>8.2f}{high:>8.2f}{peak / 1e6:>9.1f}", flush=True)


if __name__ == "__main__":
    main()
