"""How long each export of the classic takes, and its memory: whole processes, median of several.

python benchmarks/exports.py [runs]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from print_modes import tell

EXPORTS = {
    "preview": ["preview", "classic", "--out", "preview.html"],
    "pictures, 300 dpi": ["export", "png"],
    "pictures, 600 dpi": ["export", "png", "--dpi", "600"],
    "The Game Crafter": ["export", "png", "--preset", "tgc"],
    "MakePlayingCards": ["export", "png", "--preset", "mpc"],
    "DriveThruCards": ["export", "pdf", "--preset", "drivethrucards"],
    "cut files": ["export", "cut"],
    "Tabletop Simulator": ["export", "tts"],
}


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    kitgen = str(Path(sys.executable).with_name("kitgen"))
    print(f"{'':<28}{'median s':>10}{'min s':>8}{'max s':>8}{'peak MB':>9}   ({runs} runs)")
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in EXPORTS.items():
            out = [] if "--out" in arguments else ["--out", f"{folder}/{name}"]
            placed = [f"{folder}/{word}" if word.endswith(".html") else word for word in arguments]
            tell(name, [kitgen, *placed, *out], runs)


if __name__ == "__main__":
    main()
