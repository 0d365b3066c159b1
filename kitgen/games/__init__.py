"""The games: every folder here, and every entry point in the group ``kitgen.games``."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from kitgen.games.game import Game


@cache
def all_games() -> dict[str, Game]:
    """Every game by id."""
    modules = [module for module in pkgutil.iter_modules(__path__) if module.ispkg]
    games = [import_module(f"{__name__}.{module.name}").GAME for module in modules]
    games += [point.load() for point in entry_points(group="kitgen.games")]
    return {game.id: game for game in games}


def base_variants() -> dict[str, str]:
    """The name of each game's base variant, by game."""
    return {game.id: game.base_variant for game in all_games().values()}


__all__ = ["Game", "all_games", "base_variants"]
