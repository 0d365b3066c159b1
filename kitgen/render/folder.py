"""Output folders: built aside, swapped in whole, and never in the place of something that is not ours."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path as FilePath
from typing import Any

from kitgen.diagnostics import shown
from kitgen.errors import FilesError

MARKER = "manifest.json"
"""A folder that holds this file was written by kitgen and may be replaced."""


def write_folder(folder: FilePath, files: Iterable[tuple[str, bytes]], form: str = "") -> None:
    """Write files, each when its turn comes, into a folder so that it is there whole, or as it was before.

    ``form`` is what its manifest says that it is: empty for a kit to print, else an export's. Raises what making a file
    raises, and FilesError for a path that cannot be written, that leads through a symbolic link, or that holds
    something else than such a kit.
    """
    require_folder(folder, form)
    made = [parent for parent in folder.parents if not parent.exists()]
    try:
        _write(folder, files)
    except BaseException as fault:
        for parent in made:
            with contextlib.suppress(OSError):
                parent.rmdir()
        if isinstance(fault, OSError):
            raise _unwritable(folder, fault) from None
        raise


def kit_files(folder: FilePath) -> set[str]:
    """The files of the kit that is in a folder; none where there is no kit."""
    return _files_of(folder / MARKER)


def require_folder(folder: FilePath, form: str = "") -> None:
    """Refuse a folder that must not be written, before anything is drawn for it; raises FilesError."""
    try:
        _refuse_foreign(folder, form)
    except OSError as fault:
        raise _unwritable(folder, fault) from None


def _write(folder: FilePath, files: Iterable[tuple[str, bytes]]) -> None:
    """Build aside, then swap; raises OSError with everything as it was."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    # A short name of its own: the folder's may be as long as names can be.
    aside = FilePath(tempfile.mkdtemp(prefix=".kitgen-", dir=folder.parent))
    old: FilePath | None = None
    try:
        aside.chmod(0o755)
        for name, data in files:
            (aside / name).write_bytes(data)
        if folder.is_dir():
            old = FilePath(tempfile.mkdtemp(prefix=".kitgen-old-", dir=folder.parent)) / "kit"
            folder.replace(old)
        aside.replace(folder)
    except BaseException:
        if old is not None and old.exists() and not folder.exists():
            old.replace(folder)
        raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        if old is not None:
            shutil.rmtree(old.parent, ignore_errors=True)


def _refuse_foreign(folder: FilePath, form: str) -> None:
    for path in (folder, folder.parent):
        if path.is_symlink():
            target = path.readlink()
            raise FilesError(
                f"{shown(path)} is a symbolic link (to {shown(target)}); nothing was written",
                "name the real folder with --out",
            )
    if FilePath.cwd().is_relative_to(folder.resolve()):
        message = f"{shown(folder)} is the folder that you are in, or holds it; nothing was written"
        raise FilesError(message, "name another folder with --out")
    if folder.is_dir():
        there = {path.name for path in folder.iterdir() if not _is_dropping(path.name)}
        ours = _files_of(folder / MARKER)
        if there and not ours:
            message = f"{shown(folder)} exists and is not a kit of kitgen's; nothing was written"
            raise FilesError(message, "name a new or an empty folder with --out")
        if foreign := sorted(there - ours):
            message = f"{shown(folder)} holds {shown(foreign[0])}, which is not of the kit; nothing was written"
            raise FilesError(message, "move it away, or name another folder with --out")
        if there and (other := _manifest_of(folder / MARKER).get("form", "")) != form:
            what = f"an export ({shown(str(other))})" if other else "a kit to print"
            message = f"{shown(folder)} holds {what}, which would be lost; nothing was written"
            raise FilesError(message, "name another folder with --out")
    elif os.path.lexists(folder):
        raise FilesError(f"{shown(folder)} is a file; nothing was written", "name a folder with --out")


def _files_of(marker: FilePath) -> set[str]:
    """The files that a manifest of kitgen's names, itself among them; none where it is something else."""
    files = _manifest_of(marker).get("files")
    return {MARKER, *(str(name) for name in files)} if isinstance(files, list) else set()


def _manifest_of(marker: FilePath) -> dict[str, Any]:
    """What a manifest of kitgen's says; nothing where it is something else."""
    try:
        manifest = json.loads(marker.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return manifest if isinstance(manifest, dict) and "kitgen" in manifest else {}


def _is_dropping(name: str) -> bool:
    """Whether a file is one that systems leave in any folder, and nobody misses."""
    return name in (".DS_Store", "Thumbs.db", "desktop.ini", ".directory")


def _unwritable(folder: FilePath, fault: OSError) -> FilesError:
    hint = "make room on the disk" if fault.errno == errno.ENOSPC else "name a folder that you may write with --out"
    return FilesError(f"cannot write {shown(folder)}: {fault.strerror}", hint)
