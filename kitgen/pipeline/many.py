"""Many kits at once, on all cores; what fails does not stop the rest."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import active_children
from pathlib import Path as FilePath
from typing import Any

from kitgen.diagnostics import printable
from kitgen.errors import ExitCode, KitgenError, UsageError
from kitgen.pipeline.building import KITS, BuiltKit, build
from kitgen.pipeline.loading import load


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one variant: its kit, or why there is none."""

    name: str
    kit: BuiltKit | None = None
    fault: KitgenError | None = None


def build_many(
    names: Sequence[str],
    settings: Sequence[str] = (),
    *,
    under: FilePath = KITS,
    jobs: int | None = None,
    done: Callable[[Outcome], None] = lambda outcome: None,
    **options: Any,
) -> list[Outcome]:
    """Build the kit of each variant, in its own folder under ``under``; the outcomes come in the order of the names.

    ``options`` are those of ``build``, ``done`` is told of each as it ends. Ctrl-C ends the workers; what they had
    finished stays. Raises UsageError for two variants that would go to one folder, before anything is written.
    """
    _require_folders_of_their_own(names)
    outcomes: list[Outcome] = [Outcome(name) for name in names]
    workers = min(len(names), jobs or os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, initializer=_obey) as pool:
        try:
            waiting: dict[Future[Outcome], int] = {
                pool.submit(_build_one, name, settings, under, options): number for number, name in enumerate(names)
            }
            for future in as_completed(waiting):
                outcomes[waiting[future]] = future.result()
                done(outcomes[waiting[future]])
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in active_children():
                worker.terminate()
            raise
    return outcomes


def _obey() -> None:
    """A worker leaves Ctrl-C to its parent; where that ends it, it tidies up before it goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(ExitCode.INTERRUPTED))


def _require_folders_of_their_own(names: Sequence[str]) -> None:
    taken: dict[str, str] = {}
    for name in names:
        kit = FilePath(name).stem if name.endswith((".yaml", ".yml")) else FilePath(name).name
        if kit in taken:
            message = f"the kits of {printable(taken[kit])} and {printable(name)} would go to one folder"
            raise UsageError(message, "build them one at a time, each with its own --out")
        taken[kit] = name


def _build_one(name: str, settings: Sequence[str], under: FilePath, options: dict[str, Any]) -> Outcome:
    try:
        return Outcome(name, build(load(name, settings), under=under, **options))
    except KitgenError as fault:
        return Outcome(name, fault=fault)
