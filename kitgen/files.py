"""Single files, written whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path as FilePath

from kitgen.diagnostics import printable
from kitgen.errors import FilesError

HEAD = 2_000
"""Bytes at the beginning of a file, or at its end, in which it says whose it is."""


def make_folder(folder: FilePath) -> None:
    """Make a folder where there is none; raises FilesError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or "that is no name of a folder"
        message = f"cannot make the folder {printable(str(folder))}: {reason}"
        raise FilesError(message, "go to a folder of your own") from None


def write_file(file: FilePath, data: str | bytes, option: str, ours: str | bytes = "") -> None:
    """Write a file so that it is there whole, or as it was before; raises FilesError in words.

    ``option`` is the option of the command line that names another file. With ``ours`` a file that is there already
    is only replaced where that text stands at its beginning, or where those bytes stand at its end, as in a PDF. A link
    is followed, and stays.
    """
    require_writable(file, option, ours)
    try:
        real = file.resolve()
        with _aside(real) as folder:
            part = FilePath(folder) / "part"
            # What cannot be written in UTF-8 came from the name of a file.
            part.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "replace"))
            part.replace(real)
    except (OSError, ValueError) as fault:
        raise _unwritable(file, fault, option) from None


def require_writable(file: FilePath, option: str, ours: str | bytes = "") -> None:
    """Refuse a file that ``write_file`` would refuse, before anything is made for it; raises FilesError."""
    try:
        real = file.resolve()
        if _is_there(real):
            _require_replaceable(file, option, ours)
        elif not real.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        _aside(real).cleanup()
    except (OSError, ValueError, RuntimeError) as fault:
        raise _unwritable(file, fault, option) from None


def _is_there(file: FilePath) -> bool:
    """Whether there is something; raises OSError for a name that nothing can have."""
    try:
        file.stat()
    except FileNotFoundError:
        return False
    return True


def _require_replaceable(file: FilePath, option: str, ours: str | bytes) -> None:
    if not file.is_file():
        fault = "is a folder" if file.is_dir() else "is no file that can be replaced"
    elif not os.access(file, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    elif ours and not _says(file, ours):
        fault = "exists and is not one of kitgen's"
    else:
        return
    raise FilesError(f"{printable(str(file))} {fault}; nothing was written", f"name another file with {option}")


def _says(file: FilePath, ours: str | bytes) -> bool:
    """Whether a file has a text at its beginning, or bytes at its end."""
    with file.open("rb") as opened:
        if isinstance(ours, str):
            return ours.encode() in opened.read(HEAD)
        opened.seek(-min(HEAD, file.stat().st_size), os.SEEK_END)
        return ours in opened.read()


def _aside(file: FilePath) -> tempfile.TemporaryDirectory[str]:
    """A folder beside a file, of a name that nobody can know before, and short: the file's may be as long as can be."""
    return tempfile.TemporaryDirectory(prefix=".kitgen-", dir=file.parent)


def _unwritable(file: FilePath, fault: Exception, option: str) -> FilesError:
    reason = getattr(fault, "strerror", None) or "that is no name of a file"
    return FilesError(f"cannot write {printable(str(file))}: {reason}", f"name another file with {option}")
