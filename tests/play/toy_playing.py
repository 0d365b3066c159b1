"""The toy game as a game that many games can be played of."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import toy_game

from kitgen.play.figures import Measures
from kitgen.play.playing import Playing
from kitgen.play.tally import Group, single


@dataclass(frozen=True)
class Toy:
    """A variant of it."""

    most: int = 20
    prizes: tuple[int, ...] = (7,)

    @property
    def player_counts(self) -> range:
        """Always two."""
        return range(2, 3)


GROUPS = (Group("taken", (None, "one", "two")), single("sticks"))
PAIRS = [("taken/two", "turns")]


def _never(*_: Any) -> Any:
    raise AssertionError("nobody asks a toy for that")


MEASURES = Measures(
    **dict.fromkeys((field.name for field in fields(Measures)), _never)
    | {"groups_of": lambda variant: GROUPS, "pairs_of": lambda variant: PAIRS}
)

PLAYING = Playing(
    **dict.fromkeys((field.name for field in fields(Playing)), _never)
    | {
        "home": __name__,
        "modules": (toy_game,),
        "rules_of": lambda variant, players: toy_game.Rules(variant.most, list(variant.prizes)),
        "new_table": toy_game.new_table,
        "new_mind": toy_game.new_mind,
        "bots": {"anyhow": 0, "well": 1, "sulky": 2},
        "measures": MEASURES,
    }
)
