"""The two ways of running rules, on a toy game: the same functions, interpreted and compiled, in one process."""

from __future__ import annotations

import builtins
import inspect
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy
import pytest
import toy_game
from toy_game import Rules, new_mind, new_table
from toy_playing import GROUPS

from kitgen.play import chance, loop
from kitgen.play import kernel as kernel_module
from kitgen.play.kernel import Kernel, can_compile, kernel
from kitgen.play.loop import WHOLE_WIN
from kitgen.play.tally import Layout

MODULES = (toy_game,)
RULES = Rules(20, [7])
LAYOUT = Layout.of(2, GROUPS)
WON = LAYOUT.columns.index("bot-won/1")
PATIENCE = 1_000
"""Moves that no toy game reaches unless it goes on for ever."""


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Machine code of toys does not stay."""
    folder = tmp_path_factory.mktemp("compiled")
    patch = pytest.MonkeyPatch()
    patch.setattr(kernel_module, "cache_folder", lambda: folder)
    yield folder
    patch.undo()


def results(
    made: Kernel, begin: int, end: int, seed: int = 3, seated: tuple[int, int] = (0, 1), rules: Rules = RULES
) -> list[list[int]]:
    """The rows of some games."""
    found: Any = numpy.zeros((end - begin, len(LAYOUT.columns)), numpy.int64)
    bots, starts = numbers(made, seated), numbers(made, LAYOUT.starts)
    parts = [made.prepare(part) for part in (rules, new_table(rules), new_mind(rules))]
    made.play_games(*parts, bots, seed, 0, begin, end, starts, found, PATIENCE, numbers(made, [0]))
    told: list[list[int]] = found.tolist()
    return told


def numbers(made: Kernel, values: Sequence[int]) -> Any:
    """A list, or an array."""
    return numpy.array(values, numpy.int64) if made.compiled else list(values)


def play_one(made: Kernel, seated: tuple[int, int], room: list[int], most_turns: int = PATIENCE) -> tuple[int, Any]:
    """Play one game with room for its moves; how many it had, and the table at its end."""
    table, row = new_table(RULES), [0] * len(LAYOUT.columns)
    keys, starts = ((1, 2), (3, 4)), list(LAYOUT.starts)
    turns = made.play_game(RULES, table, new_mind(RULES), list(seated), *keys, 0, room, starts, row, most_turns, [0])
    assert row[LAYOUT.columns.index("turns")] == turns
    return turns, table


def test_both_ways_play_the_same() -> None:
    interpreted, compiled = (kernel(MODULES, compiled=way) for way in (False, True))
    for rules in (RULES, Rules(9, [5, 1, 8])):
        for seated in ((0, 1), (1, 2), (2, 2)):
            one, other = (results(made, 0, 200, seated=seated, rules=rules) for made in (interpreted, compiled))
            assert one == other


def test_results_belong_to_bots_and_not_to_seats() -> None:
    """The better bot wins most games from either seat."""
    told = [row[WON : WON + 2] for row in results(kernel(MODULES, compiled=False), 0, 200)]
    assert all(sorted(row) == [0, WHOLE_WIN] for row in told)
    for seat in (0, 1):
        assert sum(row[1] for row in told[seat::2]) > WHOLE_WIN * 60


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
        loop.play_game(None, None, None, [0, 0], (1, 2), (3, 4), 0, [0], list(LAYOUT.starts), [0], PATIENCE, [0])


def test_every_open_function_says_its_name() -> None:
    names = ["set_up", "acting_seat", "choose", "make_move", "wins", "score", "rounds_in", "rounds_over",
             "endless_rule", "count_beginning", "count_move"]  # fmt: skip
    for name in names:
        function = getattr(loop, name)
        with pytest.raises(NameError, match=f"^{name}$"):
            function(*[None] * len(inspect.signature(function).parameters))


def test_moves_are_written_as_far_as_there_is_room() -> None:
    room = [0] * 3
    turns, _ = play_one(kernel(MODULES, compiled=False), (0, 0), room)
    assert turns > 3
    assert all(move in (1, 2) for move in room)


def test_a_game_is_played_to_its_end_or_to_so_many_moves() -> None:
    made = kernel(MODULES, compiled=False)
    turns, _ = play_one(made, (0, 0), [])
    assert play_one(made, (0, 0), [], turns)[0] == turns
    assert play_one(made, (0, 0), [], turns - 1)[0] == turns - 1


def test_tables_become_arrays_only_where_they_are_compiled() -> None:
    assert kernel(MODULES, compiled=False).prepare(RULES) is RULES
    arrays = kernel(MODULES, compiled=True).prepare(RULES)
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


@pytest.mark.parametrize("damage", ["cut", "emptied", "gone", "marker"])
def test_code_that_was_damaged_is_compiled_anew(own_cache: Path, damage: str, caplog: pytest.LogCaptureFixture) -> None:
    """A full disk, a copied home, a cleaner: whatever it was, the next run plays."""
    made = Kernel((chance, loop, *MODULES), compiled=True)
    whole = results(made, 0, 5)
    made.mark_complete()
    caplog.clear()
    assert results(Kernel((chance, loop, *MODULES), compiled=True), 0, 5) == whole
    assert caplog.records == [], "it is found again"
    assert made.folder is not None
    code = sorted(made.folder.rglob("*play_games*.nb?"))
    assert {file.suffix for file in code} == {".nbc", ".nbi"}
    for file in [made.folder / kernel_module.COMPLETE] if damage == "marker" else code:
        if damage == "gone":
            file.unlink()
        else:
            file.write_bytes(file.read_bytes()[: 0 if damage == "emptied" else file.stat().st_size // 2])
    made = Kernel((chance, loop, *MODULES), compiled=True)
    assert results(made, 0, 5) == whole
    assert "compiling" in caplog.text
    made.mark_complete()
    caplog.clear()
    assert results(Kernel((chance, loop, *MODULES), compiled=True), 0, 5) == whole
    assert caplog.records == []


def test_a_place_where_no_code_can_be_kept_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(kernel_module, "cache_folder", lambda: tmp_path / "file")
    assert results(Kernel((chance, loop, *MODULES), compiled=True), 0, 1)
    assert f"cannot be kept in {tmp_path / 'file'}" in caplog.text
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_the_interpreted_way_needs_no_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *rest: Any) -> Any:
        if name.split(".")[0] == "numba":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    made = Kernel((chance, loop, *MODULES), compiled=False)
    turns, table = play_one(made, (1, 1), [])
    assert turns > 0
    assert sum(table.money) == 7


def test_whether_numba_is_there_is_asked_without_importing_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert can_compile()
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(kernel_module.importlib.util, "find_spec", lambda name: None)
    assert not can_compile()
