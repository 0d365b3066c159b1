"""Bots at a pace of their own: `--bots reader@950`."""

from __future__ import annotations

import pytest
from salmon import Game, variant
from salmon_arena import side

from kitgen.errors import UsageError
from kitgen.games.discount_salmon import PLAYING, bots, counts, mind, rules
from kitgen.games.discount_salmon.table import DELAY
from kitgen.play.arena import play_rows
from kitgen.play.chance import game_key
from kitgen.play.session import seat_players
from kitgen.play.tally import Tally


def wins_of_the_first(*seated: str) -> float:
    rows, layout = play_rows(side(len(seated)), seated, 0, 300, False)
    found = Tally.of(rows, layout, counts.pairs_of(variant()))
    return found.total("bot-won/1") / 60 / found.games


def test_a_bot_may_be_seated_at_another_pace() -> None:
    """Twice the milliseconds are twice the time, to the card; the habit stays."""
    assert wins_of_the_first("reader@950", "reader", "reader") > 0.42
    assert wins_of_the_first("reader@2300", "reader", "reader") < 0.2
    own, slower = bots.BOTS["reader"], PLAYING.bot_number("reader@3000")
    assert slower is not None
    game = Game(players=2)
    paper, key = mind.new_mind(game.rules), game_key(5, 0, 1)
    rules.set_up(game.rules, game.table, key, 0)
    for seat in range(2):
        here, there = (bots.choose(game.rules, game.table, seat, bot, key, 0, paper) for bot in (own, slower))
        assert here % DELAY == there % DELAY
        assert there // DELAY == pytest.approx(2 * (here // DELAY), abs=3)


@pytest.mark.parametrize(
    "bot", ["reader@", "reader@99", "reader@10001", "reader@1e3", "reader@-5", "@900", "reader@٩٠٠", "x@900"]
)
def test_paces_that_nobody_has_are_refused(bot: str) -> None:
    assert PLAYING.bot_number(bot) is None
    with pytest.raises(UsageError, match="no bot"):
        seat_players(PLAYING, [bot], 2)
