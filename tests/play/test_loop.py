"""What the loop counts of every game: turns, who leads and when that changes, who wins and by how much."""

from __future__ import annotations

import pytest
import toy_game
from toy_game import Rules, new_table
from toy_playing import GROUPS, PLAYING, Toy

from kitgen.play.arena import Side, play_rows
from kitgen.play.kernel import kernel
from kitgen.play.loop import NO_LEADER, WHOLE_WIN
from kitgen.play.tally import Layout

LAYOUT = Layout.of(2, GROUPS)
SULKY = 101
"""What the toy's rules call a game in which nobody takes the last stick."""


def counted(
    balances: list[tuple[int, int]], *, rounds: int = 0, game: int = 0, first: int = 0, unfinished: int = 0
) -> dict[str, int]:
    """The counts of a game whose two seats had these balances after its rounds."""
    made = kernel((toy_game,), compiled=False)
    starts, row = list(LAYOUT.starts), [0] * len(LAYOUT.columns)
    row[LAYOUT.columns.index("unfinished")] = unfinished
    row[LAYOUT.columns.index("unfinished") + 1] = NO_LEADER
    rules = Rules(1, [1] * (rounds or len(balances)))
    table = new_table(rules)
    for over, money in enumerate(balances, start=1):
        table.money[:] = money
        made.note_round(rules, table, 2, over, starts, row)
    made.note_end(rules, table, 2, game, first, starts, row)
    return {name: count for name, count in zip(LAYOUT.columns, row, strict=True) if name is not None}


@pytest.mark.parametrize(
    ("balances", "changes"),
    [
        ([(5, 3), (6, 4), (7, 5), (9, 8)], 0),
        ([(5, 3), (4, 6), (7, 5), (8, 9)], 3),
        ([(5, 3), (4, 4), (7, 5), (9, 8)], 0),  # caught up with and ahead again: the lead did not change
        ([(5, 3), (4, 4), (5, 7), (8, 9)], 1),
        ([(4, 4), (5, 3), (6, 6), (8, 8)], 0),  # the first lead is no change of it
        ([(4, 4), (4, 4), (4, 4), (4, 4)], 0),
        ([(5, 3), (4, 6)], 1),
        ([(5, 3)], 0),
    ],
)
def test_the_lead_changes_where_another_seat_has_most(balances: list[tuple[int, int]], changes: int) -> None:
    assert counted(balances)["lead-changes"] == changes
    assert counted([(other, one) for one, other in balances])["lead-changes"] == changes


@pytest.mark.parametrize(
    ("balances", "held"),
    [
        ([(5, 3), (6, 4), (7, 5), (9, 8)], 1),
        ([(5, 3), (6, 4), (7, 5), (8, 9)], 0),
        ([(5, 3), (6, 6), (7, 7), (9, 8)], 1),  # who led goes on leading until another does
        ([(5, 3), (6, 6), (7, 7), (8, 9)], 0),
        ([(5, 3), (6, 4), (7, 5), (9, 9)], 1),  # it won, if not alone
        ([(4, 4), (5, 5), (6, 6), (9, 8)], 0),  # nobody has led
        ([(9, 8)], 0),
    ],
)
def test_a_lead_is_held_where_the_seat_that_led_before_the_last_round_wins(
    balances: list[tuple[int, int]], held: int
) -> None:
    assert counted(balances)["held"] == held
    assert counted([(other, one) for one, other in balances])["held"] == held


@pytest.mark.parametrize(
    ("balances", "comeback"),
    [
        ([(5, 3), (6, 4), (7, 5), (8, 9)], 1),
        ([(3, 5), (6, 4), (5, 7), (8, 9)], 1),  # half-time is after the second of four rounds
        ([(5, 3), (6, 4), (5, 7), (9, 8)], 0),
        ([(5, 3), (6, 6), (5, 7), (9, 8)], 0),  # nobody was last
        ([(5, 3), (6, 4), (9, 9)], 1),  # half of three rounds, rounded down, is one
        ([(5, 3), (8, 9)], 1),
        ([(8, 9)], 0),  # a single round has no half-time
    ],
)
def test_a_comeback_is_a_win_of_who_was_last_at_half_time(balances: list[tuple[int, int]], comeback: int) -> None:
    assert counted(balances)["comeback"] == comeback
    assert counted([(other, one) for one, other in balances])["comeback"] == comeback


def test_a_win_belongs_to_a_place_and_to_a_bot() -> None:
    """Places count from the first seat; bots have moved one seat on with each game."""
    found = counted([(2, 7)], first=1, game=3)
    assert (found["won/1"], found["won/2"]) == (WHOLE_WIN, 0)
    assert (found["score/1"], found["score/2"], found["score-total"]) == (7, 2, 9)
    assert (found["bot-won/1"], found["bot-won/2"]) == (WHOLE_WIN, 0)  # bot 1 sits on seat 2 in an odd game
    assert (found["bot-score/1"], found["bot-score/2"]) == (7, 2)
    assert (found["margin"], found["shared"]) == (5, 0)


def test_a_shared_win_is_divided() -> None:
    found = counted([(7, 7)])
    assert {found[f"{group}/{number}"] for group in ("won", "bot-won") for number in (1, 2)} == {WHOLE_WIN // 2}
    assert (found["margin"], found["shared"]) == (0, 1)


@pytest.mark.parametrize("players", range(1, 7))
def test_a_whole_win_can_be_divided_among_up_to_six(players: int) -> None:
    assert WHOLE_WIN % players == 0


def test_of_a_game_that_does_not_end_only_the_money_is_told() -> None:
    found = counted([(5, 3), (6, 4)], rounds=4, unfinished=SULKY)
    told = {name: count for name, count in found.items() if count}
    ends = {"score/1": 6, "score/2": 4, "bot-score/1": 6, "bot-score/2": 4, "score-total": 10}
    assert told == {"unfinished": SULKY, **ends}


def test_a_whole_game_is_counted() -> None:
    """The sulky bot takes two at a time: an even heap is gone after half as many moves as it had sticks."""
    rows, layout = play_rows(Side(PLAYING, Toy(prizes=(7, 2)), 3), ("sulky", "sulky"), 0, 200, False)
    ended = 0
    for row in rows:
        found = {name: count for name, count in zip(layout.columns, row, strict=True) if name is not None}
        if found["unfinished"] == 0:
            ended += 1
            assert found["sticks"] == 2 * found["turns"] == 2 * found["taken/two"]
            assert found["score-total"] == 9
            assert sorted([found["won/1"], found["won/2"]]) == [0, WHOLE_WIN]
        else:
            assert found["unfinished"] == SULKY
            assert found["turns"] == 10_000
    assert 30 < ended < 70  # a quarter of two random heaps
