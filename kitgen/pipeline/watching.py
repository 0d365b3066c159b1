"""Watch a variant: on each save its kit is built and its rules are checked anew, as far as the change asks for it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path as FilePath
from threading import Event, Thread
from typing import Protocol

from kitgen.errors import DiagnosticsError, KitgenError, VariantError
from kitgen.imposition.options import PrintOptions
from kitgen.pipeline.building import BuiltKit, build
from kitgen.pipeline.checking import CheckedVariant, check
from kitgen.pipeline.loading import LoadedVariant, files_read, load
from kitgen.play.kernel import can_compile
from kitgen.play.verdict import Budget
from kitgen.render.folder import MARKER
from kitgen.source.changes import changes
from kitgen.source.resources import real

PATTERNS = ("*.yaml", "*.yml", "*.csv", "*.md.j2")
"""What a variant may read from its folders, beside all that lies in an ``art`` folder."""

QUICK = Budget((250, 500), (250, 500))
"""Games of each table in a verdict on a save; `kitgen check` samples further."""

State = dict[str, tuple[int, int]]
"""Time and size of files, by name."""

DEBOUNCE = 60
"""Milliseconds in which saves are taken as one; editors write a file in several steps."""


class Told(Protocol):
    """Where a watch tells what it did. Seconds count from the save."""

    def faults(self, fault: KitgenError) -> None:
        """The file cannot be used as it stands; the last good kit stays."""

    def kit(self, built: BuiltKit, seconds: float) -> None:
        """The kit was written."""

    def verdict(self, found: CheckedVariant, seconds: float) -> None:
        """The variant was played."""

    def same(self, seconds: float) -> None:
        """Nothing that counts was changed."""


class _SupersededError(Exception):
    """A later save makes a check pointless."""


@dataclass(slots=True)
class Watch:
    """A variant that is rebuilt and rechecked. ``make`` writes its kit; with ``checked`` false nothing is played."""

    name: str
    settings: Sequence[str]
    make: Callable[[LoadedVariant], BuiltKit]
    told: Told
    checked: bool = True
    last: LoadedVariant | None = None
    is_broken: bool = False
    seen: State | None = None
    kit: BuiltKit | None = None
    failure: Exception | None = None
    """What ended a check that is no KitgenError."""
    judged: LoadedVariant | None = None
    """The last state that a verdict was given of."""
    _check: Thread | None = None
    _superseded: Event = field(default_factory=Event)

    def save(self) -> None:
        """Take up what is on disk now. A check that is still running for an older state is given up.

        At first, what no save can mend is raised: UsageError, FilesError.
        """
        begin = time.perf_counter()
        is_first, self.seen = self.seen is None, self.state()
        try:
            variant = load(self.name, self.settings)
        except KitgenError as fault:
            if is_first and not isinstance(fault, VariantError):
                raise
            self.stop()
            self.is_broken = True
            self.told.faults(fault)
            return
        before, was_broken = self.last, self.is_broken
        self.last, self.is_broken = variant, False
        if before is not None and before.digest == variant.digest and not was_broken and self._kit_is_there():
            self.told.same(time.perf_counter() - begin)
            return
        self.stop()
        try:
            self.kit = self.make(variant)
            self.told.kit(self.kit, time.perf_counter() - begin)
        except KitgenError as fault:
            if is_first and not isinstance(fault, DiagnosticsError):
                raise
            self.is_broken = True
            self.told.faults(fault)
            return
        # Not at the same time: both are Python's for the most part, and would only take turns.
        if self.checked and (self.judged is None or plays_otherwise(self.judged, variant)):
            self._superseded = Event()
            self._check = Thread(target=self._play, args=(variant, begin, self._superseded), daemon=True)
            self._check.start()

    def _play(self, variant: LoadedVariant, begin: float, superseded: Event) -> None:
        def progress(games: int) -> None:
            if superseded.is_set():
                raise _SupersededError

        try:
            found = check(variant, progress=progress, budget=QUICK if can_compile() else None)
            if not superseded.is_set():
                self.judged = variant
                self.told.verdict(found, time.perf_counter() - begin)
        except _SupersededError:
            return
        except KitgenError as fault:
            self.told.faults(fault)
        except Exception as fault:  # the main thread ends with it
            self.failure = fault

    def stop(self) -> None:
        """Give up a check that is running."""
        self._superseded.set()
        self.finish()

    def finish(self) -> None:
        """Wait for a check that is running."""
        if self._check is not None:
            self._check.join()
            self._check = None

    def folders(self) -> list[FilePath]:
        """Where what the variant reads lies, or may come to lie, as far as there are such folders."""
        found: dict[FilePath, None] = {}
        for file in files_read(self.name):
            for place in (file.parent, real(file).parent):
                found |= dict.fromkeys([_nearest(place), *(art for art in [place / "art"] if art.is_dir())])
        return list(found)

    def state(self) -> State:
        """What changes when any file is saved that the variant may read: names, times and sizes."""
        found: State = {}
        for folder in self.folders():
            with contextlib.suppress(OSError):  # a folder that is gone by now
                for file in filter(is_read, folder.iterdir()):
                    with contextlib.suppress(OSError):  # a file that is gone by now
                        stat = file.stat()
                        found[str(file)] = stat.st_mtime_ns, stat.st_size
        return found

    def _kit_is_there(self) -> bool:
        return self.kit is not None and (self.kit.folder / MARKER).is_file()


def _nearest(folder: FilePath) -> FilePath:
    """A folder, or the nearest above it that is there."""
    return next((place for place in (folder, *folder.absolute().parents) if place.is_dir()), FilePath())


def plays_otherwise(before: LoadedVariant, after: LoadedVariant) -> bool:
    """Whether a change can matter to how games go, and not only to how they look."""
    looks = after.game.playing.judging.looks
    return any(change.path[0] not in looks for change in changes(before.document, after.document))


def is_read(file: FilePath) -> bool:
    """Whether a variant may read a file of that name."""
    return file.parent.name == "art" or any(fnmatch(file.name, pattern) for pattern in PATTERNS)


def saves(watch: Watch) -> Iterator[None]:
    """Wait for saves in the folders that a variant reads from, whichever these are by then.

    Twice a second the files are looked at as well, so that what was saved before the watcher stood, or behind a link,
    is seen too.
    """
    from watchfiles import watch as wait_for_changes

    while True:
        folders = watch.folders()
        for _ in wait_for_changes(
            *folders, debounce=DEBOUNCE, step=20, rust_timeout=500, yield_on_timeout=True, recursive=False
        ):
            if watch.failure is not None:
                raise watch.failure
            if watch.state() != watch.seen:
                yield
                if watch.folders() != folders:
                    break


def watch_variant(
    name: str,
    settings: Sequence[str],
    told: Told,
    *,
    printing: PrintOptions | None = None,
    language: str = "en",
    out: FilePath | None = None,
    checked: bool = True,
) -> None:
    """Build and check a variant now, and after each save, until Ctrl-C.

    Faults are told, and the last good kit stays.
    """

    def make(variant: LoadedVariant) -> BuiltKit:
        return build(variant, printing=printing, language=language, out=out)

    watch = Watch(name, settings, make, told, checked)
    watch.save()
    try:
        for _ in saves(watch):
            watch.save()
    finally:
        watch.stop()
