"""Where kitgen's own templates and variants are: the checkout first, else inside the package."""

from __future__ import annotations

from pathlib import Path as FilePath

_PACKAGE = FilePath(__file__).resolve().parent.parent


def real(file: FilePath) -> FilePath:
    """The file that a path leads to; of links that lead round in a circle, or nowhere, the path itself."""
    try:
        return file.resolve()
    except (OSError, RuntimeError, ValueError):
        return file


def resource_folder(name: str) -> FilePath:
    """The folder ``templates`` or ``variants``.

    A checkout (and an editable install) keeps them beside the package, a wheel inside it.
    """
    beside = _PACKAGE.parent / name
    return beside if (_PACKAGE.parent / "pyproject.toml").is_file() and beside.is_dir() else _PACKAGE / name
