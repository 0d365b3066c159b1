"""Single files, written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path as FilePath

from kitgen.diagnostics import printable
from kitgen.errors import FilesError


def write_text(file: FilePath, text: str, option: str, ours: str = "") -> None:
    """Write a file so that it is there whole, or as it was before; raises FilesError in words.

    ``option`` is the option of the command line that names another file. With ``ours`` a file that is there already
    is only replaced where that text stands in it.
    """
    require_writable(file, option, ours)
    aside: FilePath | None = None
    try:
        aside = file.with_name(f".{file.name}.part")
        aside.write_text(text, encoding="utf-8")
        aside.replace(file)
    except (OSError, ValueError) as fault:
        if aside is not None:
            with contextlib.suppress(OSError, ValueError):
                aside.unlink(missing_ok=True)
        raise _unwritable(file, fault, option) from None


def require_writable(file: FilePath, option: str, ours: str = "") -> None:
    """Refuse a file that ``write_text`` would refuse, before anything is made for it; raises FilesError."""
    try:
        if ours and file.exists() and (file.is_dir() or ours.encode() not in file.read_bytes()):
            message = f"{printable(str(file))} exists and is not one of kitgen's; nothing was written"
            raise FilesError(message, f"name another file with {option}")
        if not file.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    except (OSError, ValueError) as fault:
        raise _unwritable(file, fault, option) from None


def _unwritable(file: FilePath, fault: Exception, option: str) -> FilesError:
    reason = getattr(fault, "strerror", None) or "that is no name of a file"
    return FilesError(f"cannot write {printable(str(file))}: {reason}", f"name another file with {option}")
