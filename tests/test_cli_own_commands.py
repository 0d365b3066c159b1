"""Commands that only one game has: found by name, run with words of their own, and refused for other games."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from kitgen import games
from kitgen.errors import UsageError
from kitgen.games.game import Command, Game
from kitgen.source.words import Words

Kitgen = Callable[..., "subprocess.CompletedProcess[str]"]


def _weigh(variant: Any, words: Words, arguments: Sequence[str]) -> str:
    if not arguments:
        raise UsageError("there is nothing to weigh", "name some fish")
    return f"{variant.title}, {words('language')}, {variant.set_up.money}: {' '.join(arguments)}\n"


@pytest.fixture(autouse=True)
def scales(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games, of which the second alone can weigh."""
    known: dict[str, Game] = dict(games.all_games())
    weigh = Command("--on SCALES FISH...", "Weigh fish of VARIANT.", _weigh)
    known["fish-cook"] = replace(known["fish-cook"], commands={"weigh": weigh, "list": weigh})
    known["other"] = replace(known["fish-cook"], id="other", commands={"count": weigh})
    monkeypatch.setattr("kitgen.games.all_games", lambda: known)
    monkeypatch.setattr("kitgen.pipeline.loading.all_games", lambda: known)
    monkeypatch.setattr("kitgen.pipeline.authoring.all_games", lambda: known)


def test_a_command_of_a_game_gets_the_variant_the_words_and_all_that_is_typed(kitgen: Kitgen) -> None:
    told = kitgen("weigh", "classic", "--on", "brass", "tuna:1", "--set", "set_up.money=90", "--lang", "fr")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout == "Fish Cook, Français, 90: --on brass tuna:1\n"


def test_what_it_refuses_is_a_usage_error(kitgen: Kitgen) -> None:
    told = kitgen("weigh", "classic")
    assert (told.returncode, told.stdout) == (2, "")
    assert "there is nothing to weigh" in told.stderr
    assert "name some fish" in told.stderr


def test_a_game_without_the_command_says_so(kitgen: Kitgen) -> None:
    told = kitgen("count", "classic", "tuna")
    assert told.returncode == 2
    assert "fish-cook has no command 'count'" in told.stderr


def test_a_command_of_kitgen_s_own_goes_first(kitgen: Kitgen) -> None:
    assert "classic" in kitgen("list").stdout


def test_it_explains_itself(kitgen: Kitgen) -> None:
    told = kitgen("weigh", "--help")
    assert told.returncode == 0
    for said in ("Weigh fish of VARIANT.", "VARIANT --on SCALES FISH...", "--lang", "--set"):
        assert said in told.stdout


def test_the_list_names_it(kitgen: Kitgen) -> None:
    assert "fish-cook, with kitgen weigh and kitgen list" in kitgen("list").stdout


def test_what_no_game_has_is_no_command(kitgen: Kitgen) -> None:
    told = kitgen("paint", "classic")
    assert told.returncode == 2
    assert "No such command 'paint'" in told.stderr


def test_the_help_of_kitgen_loads_no_game() -> None:
    code = (
        "import sys\nfrom kitgen.cli import commands\n"
        "try:\n    commands(['--help'])\nexcept SystemExit:\n    pass\n"
        "assert not [name for name in sys.modules if name.startswith(('kitgen.games', 'pydantic'))]"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (told.returncode, told.stderr) == (0, "")
    assert "A game may bring commands of its own" in told.stdout
