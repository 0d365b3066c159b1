"""How long `kitgen build classic` and `kitgen --help` take, and how much memory: whole processes, median of several.

python benchmarks/build_classic.py [runs]
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def measure(command: list[str], runs: int) -> tuple[list[float], int]:
    """Wall seconds of each run, and the peak memory in bytes of the largest."""
    seconds, peak = [], 0
    for number in range(runs + 1):
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        _, status, usage = os.wait4(process.pid, 0)
        if number:  # the first run warms the disk
            seconds.append(time.perf_counter() - start)
            peak = max(peak, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))
        if status:
            raise SystemExit(f"{' '.join(command)} failed")
    return seconds, peak


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    kitgen = str(Path(sys.executable).with_name("kitgen"))
    with tempfile.TemporaryDirectory() as folder:
        jobs = {
            "kitgen --help": [kitgen, "--help"],
            "kitgen build classic": [kitgen, "build", "classic", "--out", f"{folder}/kit"],
            "imports alone": [sys.executable, "-c", "import kitgen.pipeline, kitgen.render.pdf"],
        }
        print(f"{'command':<24}{'median s':>10}{'min s':>8}{'max s':>8}{'peak MB':>9}   ({runs} runs)")
        for name, command in jobs.items():
            seconds, peak = measure(command, runs)
            low, middle, high = min(seconds), statistics.median(seconds), max(seconds)
            print(f"{name:<24}{middle:>10.3f}{low:>8.3f}{high:>8.3f}{peak / 1e6:>9.1f}")


if __name__ == "__main__":
    main()
