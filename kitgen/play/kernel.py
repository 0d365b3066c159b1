"""The two ways in which rules and bots run: as they stand, on lists; or compiled by Numba, on arrays.

Both are made from the same functions. For the compiled way each function is copied with its globals bound to the other
compiled functions; the rules themselves import no Numba. Machine code is kept in a cache folder whose name hashes every
source it comes from, since Numba does not notice an edit in another module.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import inspect
import json
import logging
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path as FilePath
from types import FunctionType, ModuleType
from typing import Any

from kitgen.play import chance, loop

_COMPILER_OPTIONS: dict[str, Any] = {
    "error_model": "numpy",  # no test for division by zero: rules never divide by what may be zero
    # Kernels make no arrays, they only read and write those of their caller. Without counting references at every call
    # that hands a table on, they run some twenty times faster.
    "_nrt": False,
    # Functions that only other compiled ones call need no door to Python, which took a quarter of the time to compile.
    "nogil": True,  # games of several threads run at once
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}

COMPLETE = "complete.json"
"""A file that marks a folder in which all code is kept, with the sizes of the others; one of an interrupted compilation
has none."""

_LOG = logging.getLogger("kitgen")

_SMALL = 300
"""Bytes of bytecode up to which a function is inlined wherever it is called; larger ones would be compiled often."""

_DOOR: dict[str, Any] = {"no_cpython_wrapper": False}
"""The options of a function that Python calls."""


def can_compile() -> bool:
    """Whether the extra ``kitgen[fast]`` is installed."""
    return importlib.util.find_spec("numba") is not None


class Kernel:
    """A game's rules and bots, bound to the loop, in one of the two ways.

    Functions are attributes: ``kernel.play_games(…)``. ``prepare`` turns plain tables into what the functions take.
    """

    def __init__(self, modules: Sequence[ModuleType], *, compiled: bool) -> None:
        self.compiled = compiled
        self.folder = _code_folder(modules) if compiled else None
        functions = _functions(modules)
        self._wrap = _compiler(modules) if compiled else _unchanged
        shared = {
            name: value for module in modules for name, value in vars(module).items() if not name.startswith("__")
        }
        self._copies = {name: _copy(function, shared) for name, function in functions.items()}
        inner = {name: self._wrap(copy) for name, copy in self._copies.items()}
        for copy in self._copies.values():
            copy.__globals__.update(inner)

    def __getattr__(self, name: str) -> Any:
        copy = self.__dict__.get("_copies", {}).get(name)
        if copy is None:
            raise AttributeError(name)
        door = self._wrap(_copy(copy, copy.__globals__, "door_"), **_DOOR)
        setattr(self, name, door)
        return door

    def mark_complete(self) -> None:
        """Everything is compiled; the next process says nothing."""
        if self.folder is not None and not (self.folder / COMPLETE).exists():
            sizes = {str(file.relative_to(self.folder)): file.stat().st_size for file in _files_in(self.folder)}
            with contextlib.suppress(OSError):
                (self.folder / COMPLETE).write_text(json.dumps(sizes), encoding="utf-8")

    def prepare(self, tables: Any) -> Any:
        """Lists as they are, or as arrays; a named tuple keeps its type and its plain numbers."""
        return _arrays(tables) if self.compiled else tables


@cache
def kernel(modules: tuple[ModuleType, ...], *, compiled: bool) -> Kernel:
    """The kernel of some game modules, made once a process. Later modules may use the names of earlier ones."""
    return Kernel((chance, loop, *modules), compiled=compiled)


def _functions(modules: Sequence[ModuleType]) -> dict[str, FunctionType]:
    """The functions that the modules define; a game's replace the loop's open ones."""
    return {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    }


def _copy(function: FunctionType, shared: dict[str, Any], prefix: str = "") -> FunctionType:
    """The function with other globals; the prefix tells the cache of compiled code that it is not the same."""
    copy = FunctionType(function.__code__, dict(shared), function.__name__, function.__defaults__, function.__closure__)
    copy.__module__, copy.__qualname__ = function.__module__, prefix + function.__qualname__
    return copy


def _unchanged(function: FunctionType, **_: Any) -> Callable[..., Any]:
    return function


def _compiler(modules: Sequence[ModuleType]) -> Callable[..., Callable[..., Any]]:
    import numba

    folder = _code_folder(modules)
    config: Any = numba.config
    config.CACHE_DIR = str(folder)  # read when a function is decorated
    kept = _prepare_cache(folder)

    def compile_function(function: FunctionType, **options: Any) -> Callable[..., Any]:
        own = {"forceinline": len(function.__code__.co_code) <= _SMALL, "cache": kept}
        compiled: Callable[..., Any] = numba.njit(**(_COMPILER_OPTIONS | own | options))(function)
        return compiled

    return compile_function


def _code_folder(modules: Sequence[ModuleType]) -> FilePath:
    """The folder for the machine code of these sources, made by these versions."""
    import numba

    sources = "".join(inspect.getsource(module) for module in modules)
    versions = f"{sys.version} {numba.__version__}"
    return cache_folder() / hashlib.sha256((sources + versions).encode()).hexdigest()[:16]


def _prepare_cache(folder: FilePath) -> bool:
    """Say that a first run compiles, and whether the next one will find the code again."""
    whole = _is_whole(folder)
    if not whole:
        _LOG.warning("compiling rules and bots for this computer; this takes about a minute, once")
        if (folder / COMPLETE).exists():  # without it, another process may be at work there
            shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Where Numba cannot write it looks for other places, which know nothing of an edit.
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError as fault:
        _LOG.warning("the compiled code cannot be kept in %s: %s", folder, fault.strerror)
        return False


def _is_whole(folder: FilePath) -> bool:
    """Whether all code is there that was; a file that a full disk cut short would be a riddle to Numba.

    Files may have grown: a test that calls more functions keeps more of them.
    """
    try:
        sizes = json.loads((folder / COMPLETE).read_bytes())
        return all((folder / name).stat().st_size >= size for name, size in sizes.items())
    except (OSError, ValueError, AttributeError, TypeError):
        return False


def _files_in(folder: FilePath) -> list[FilePath]:
    return [file for file in folder.rglob("*") if file.is_file()]


def cache_folder() -> FilePath:
    """Where compiled code is kept between runs."""
    from platformdirs import user_cache_path

    return user_cache_path("kitgen") / "compiled"


def _arrays(tables: Any) -> Any:
    import numpy

    return type(tables)(
        *(
            value
            if isinstance(value, int)
            else _arrays(value)
            if hasattr(value, "_fields")
            else numpy.array(value, numpy.int64)
            for value in tables
        )
    )
