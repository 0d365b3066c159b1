"""The loader under texts that a fuzzer makes, for as long as one likes; a short fuzz is part of the tests.

pip install atheris
python benchmarks/fuzz_loader.py              five minutes
python benchmarks/fuzz_loader.py 3600 corpus  an hour; what is found new is kept in the folder, and taken up again
python benchmarks/fuzz_loader.py case FILE    one input once more, with the traceback

An input is a variant and, behind a line ``%%%%``, the table that it may name as ``table.csv``. Loading it must end
within a second, in a variant or in a KitgenError whose diagnostics say something and point into a file. Whatever ends
otherwise is printed and kept as ``crash-…``; make it small, and add it to CASES in tests/source/test_fuzz_loader.py
under a name that says what it is.

atheris is Google's fuzzer for Python: https://github.com/google/atheris. It needs no place among the dependencies.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

try:
    import atheris
except ModuleNotFoundError:
    sys.exit("fuzz_loader: atheris is not installed; run `pip install atheris` (Linux and macOS)")

with atheris.instrument_imports(include=["kitgen"]):
    from kitgen import pipeline
    from kitgen.errors import KitgenError

SHIPPED = Path(__file__).parents[1] / "variants" / "fish-cook"
SECONDS = 300
LONGEST = 20_000
"""Bytes of an input; the classic has half as many."""

TABLE = b"\n%%%%\n"
"""Parts a variant from its table."""

SLOW = 1.0
"""Seconds of the processor's time for one input."""

SEEDS = [
    b"extends: classic\nrecipes: table.csv" + TABLE + b'id,size,ingredients,main,bonus\neel,6,"wine, egg",36,4\n',
    b"extends: classic\nremove: [recipes]\nrecipes: table.csv"
    + TABLE
    + b"id;name.en;name.fr;size;ingredients;main;bonus\neel;Eel;Anguille;6;wine egg;36;4\n",
    b"extends: classic\nkinds: table.csv"
    + TABLE
    + b"id\tletter\tcolour\tbadge\tfoods\nsalt\tS\tsky\tstar\tegg lemon\n",
    b"extends: classic\nset_up: &s {money: 80, days: {2: 2}}\nmarket: {fish: {dice: {2: 8}}}\n",
]
WORDS = [
    "extends: ",
    "remove: [",
    "recipes: table.csv",
    "%%%%",
    "classic",
    "name.en",
    "&a ",
    "*a",
    "!!str ",
    "\\\\x00",
    "---",
]


class BrokenPromiseError(Exception):
    """The loader broke a promise that is not a crash."""


def load(raw: bytes) -> None:
    """Load one input in the working folder."""
    variant, _, table = raw.partition(TABLE)
    Path("variant.yaml").write_bytes(variant)
    Path("table.csv").write_bytes(table)
    begun = time.process_time()
    try:
        diagnostics = pipeline.load("variant.yaml").diagnostics
    except KitgenError as refused:
        if not refused.message.strip():
            raise BrokenPromiseError("a refusal without a message") from refused
        diagnostics = getattr(refused, "diagnostics", ())
    taken = time.process_time() - begun
    if taken > SLOW:
        raise BrokenPromiseError(f"{taken:.1f} s")
    for finding in diagnostics:
        if not (
            finding.code and finding.message.strip() and finding.span and min(finding.span.line, finding.span.column)
        ):
            raise BrokenPromiseError(f"unclear: {finding}")


def fuzzed(raw: bytes) -> None:
    """Load one input; tell of what must not happen."""
    try:
        load(raw)
    except Exception as fault:
        print(f"\n{type(fault).__name__}: {fault}\nadd to CASES in tests/source/test_fuzz_loader.py:\n  {raw!r},\n")
        raise


def options(seconds: int, corpus: Path) -> list[str]:
    """Fill the corpus with the seeds; the fuzzer's options."""
    corpus.mkdir(parents=True, exist_ok=True)
    for at, seed in enumerate([*SEEDS, *(file.read_bytes() for file in sorted(SHIPPED.glob("*.yaml")))]):
        (corpus / f"seed-{at}").write_bytes(seed)
    (corpus.parent / f"{corpus.name}.dict").write_text("".join(f'"{word}"\n' for word in WORDS), encoding="utf-8")
    return [
        f"-max_total_time={seconds}",
        f"-max_len={LONGEST}",
        f"-artifact_prefix={Path.cwd()}/",
        f"-dict={corpus}.dict",
        str(corpus),
    ]


def main() -> None:
    words = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        if words[:1] == ["case"]:
            raw = Path(words[1]).read_bytes()
            os.chdir(folder)
            load(raw)
            print("ends as it should")
            return
        corpus = Path(words[1]).resolve() if len(words) > 1 else Path(folder) / "corpus"
        chosen = options(int(words[0]) if words else SECONDS, corpus)
        work = Path(folder) / "work"
        work.mkdir()
        os.chdir(work)
        atheris.Setup([sys.argv[0], *chosen], fuzzed)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
