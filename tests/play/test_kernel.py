"""The two ways of running rules, on a toy game: the same functions, interpreted and compiled, in one process."""

from __future__ import annotations

import builtins
import inspect
import sys
from pathlib import Path
from typing import Any

import numpy
import pytest
import toy_game
from toy_game import Mind, Rules, Table

from kitgen.play import chance, loop
from kitgen.play import kernel as kernel_module
from kitgen.play.kernel import Kernel, can_compile, kernel

MODULES = (toy_game,)


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Machine code of toys does not stay."""
    folder = tmp_path_factory.mktemp("compiled")
    patch = pytest.MonkeyPatch()
    patch.setattr(kernel_module, "cache_folder", lambda: folder)
    yield folder
    patch.undo()


def results(made: Kernel, begin: int, end: int, seed: int = 3) -> list[list[int]]:
    found: Any = numpy.zeros((end - begin, 2), numpy.int64)
    bots: Any = numpy.array([0, 1], numpy.int64) if made.compiled else [0, 1]
    parts = [made.prepare(part) for part in (Rules(20, [7]), Table([0, 0], [0, 0]), Mind([0, 0], [0]))]
    made.play_games(parts[0], parts[1], parts[2], bots, seed, 0, begin, end, found)
    told: list[list[int]] = found.tolist()
    return told


def test_both_ways_play_the_same() -> None:
    interpreted, compiled = (kernel(MODULES, compiled=way) for way in (False, True))
    assert results(interpreted, 0, 200) == results(compiled, 0, 200)


def test_results_belong_to_bots_and_not_to_seats() -> None:
    """The better bot wins most games from either seat."""
    told = results(kernel(MODULES, compiled=False), 0, 200)
    assert all(sorted(row) == [0, 7] for row in told)
    for seat in (0, 1):
        assert sum(row[1] for row in told[seat::2]) > 7 * 60


def test_games_do_not_depend_on_each_other() -> None:
    made = kernel(MODULES, compiled=True)
    assert [results(made, game, game + 1)[0] for game in range(50, 30, -1)] == results(made, 31, 51)[::-1]


def test_a_kernel_is_made_once_a_process() -> None:
    assert kernel(MODULES, compiled=False) is kernel(MODULES, compiled=False)
    assert kernel(MODULES, compiled=False) is not kernel(MODULES, compiled=True)


def test_the_loops_own_functions_are_left_alone() -> None:
    """Copies are bound to the game; the open functions still say that they are open."""
    kernel(MODULES, compiled=False)
    with pytest.raises(NameError, match="set_up"):
        loop.set_up(None, None, (0, 0), 0)
    with pytest.raises(NameError, match="set_up"):
        loop.play_game(Rules(20, [7]), Table([0, 0], [0, 0]), Mind([0, 0], [0]), [0, 0], (1, 2), (3, 4), 0, [0])


def test_moves_are_written_as_far_as_there_is_room() -> None:
    made = kernel(MODULES, compiled=False)
    room = [0] * 3
    turns = made.play_game(Rules(20, [7]), Table([0, 0], [0, 0]), Mind([0, 0], [0]), [0, 0], (1, 2), (3, 4), 0, room)
    assert turns > 3
    assert all(move in (1, 2) for move in room)


def test_tables_become_arrays_only_where_they_are_compiled() -> None:
    rules = Rules(20, [7])
    assert kernel(MODULES, compiled=False).prepare(rules) is rules
    arrays = kernel(MODULES, compiled=True).prepare(rules)
    assert isinstance(arrays, Rules)
    assert (arrays.most, arrays.prizes.dtype, arrays.prizes.tolist()) == (20, numpy.int64, [7])


def test_an_unknown_function_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="fly"):
        _ = kernel(MODULES, compiled=False).fly


def test_machine_code_is_kept_by_the_source(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit of any module makes another folder, since Numba does not notice."""
    results(Kernel((chance, loop, *MODULES), compiled=True), 0, 1)
    before = set(own_cache.iterdir())
    real = inspect.getsource
    monkeypatch.setattr(inspect, "getsource", lambda module: real(module) + ("# edited" if module is toy_game else ""))
    results(Kernel((chance, loop, *MODULES), compiled=True), 0, 1)
    assert len(set(own_cache.iterdir()) - before) == 1


def test_the_interpreted_way_needs_no_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *rest: Any) -> Any:
        if name.split(".")[0] == "numba":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    made = Kernel((chance, loop, *MODULES), compiled=False)
    table = Table([0, 0], [0, 0])
    assert made.play_game(Rules(20, [7]), table, Mind([0, 0], [0]), [1, 1], (1, 2), (3, 4), 0, []) > 0
    assert sum(table.money) == 7


def test_whether_numba_is_there_is_asked_without_importing_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert can_compile()
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(kernel_module.importlib.util, "find_spec", lambda name: None)
    assert not can_compile()
