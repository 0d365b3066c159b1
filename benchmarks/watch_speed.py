"""How long it takes from a save to the refreshed kit and to the verdict, while `kitgen watch` runs.

python benchmarks/watch_speed.py

A value of a homebrew is changed again and again, then a recipe; each time is what the watch itself would tell. (The
files' own event adds less than a tenth of a second.) Medians are printed.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from kitgen import pipeline
from kitgen.errors import KitgenError
from kitgen.pipeline.building import BuiltKit
from kitgen.pipeline.checking import CheckedVariant
from kitgen.pipeline.watching import Watch

SAVES = 8

CHANGES = {
    "a value": "set_up: {{money: 9{}}}",
    "a recipe": "recipes: {{eel: {{name: Eel, size: 6, ingredients: [wine, egg], main: 3{}, bonus: 4}}}}",
}


class Times:
    """Keeps the seconds of each save."""

    def __init__(self) -> None:
        self.kits: list[float] = []
        self.verdicts: list[float] = []

    def faults(self, fault: KitgenError) -> None:
        """A fault has no place here."""
        raise fault

    def kit(self, built: BuiltKit, seconds: float) -> None:
        """A kit was written."""
        self.kits.append(seconds)

    def verdict(self, found: CheckedVariant, seconds: float) -> None:
        """A verdict was given."""
        self.verdicts.append(seconds)

    def same(self, seconds: float) -> None:
        """Nothing was changed."""


def main() -> None:
    """Save, and print."""
    for what, change in CHANGES.items():
        measure(what, change)


def measure(what: str, change: str) -> None:
    """Make a change again and again, and print how long it took to the kit and to the verdict."""
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "mine.yaml"
        times = Times()
        watch = Watch(str(file), [], lambda variant: pipeline.build(variant, out=Path(place) / "kit"), times)
        for number in range(SAVES + 1):
            file.write_text(f"extends: classic\n{change.format(number)}\n", encoding="utf-8")
            watch.save()
            watch.finish()
            time.sleep(0.2)
    for end, seconds in ((f"{what}: to the kit", times.kits), (f"{what}: to the verdict", times.verdicts)):
        median, first = statistics.median(seconds[1:]), seconds[0]
        print(f"{end:<28}{median:5.2f} s   (median of {SAVES}; the first, cold: {first:.2f} s)")


if __name__ == "__main__":
    main()
