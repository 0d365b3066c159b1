"""Tallies: the same from lists and from arrays, in any order, and exactly what was counted."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.play import loop
from kitgen.play.tally import Group, Layout, Tally, every_games_groups, merged, single

OWN = [single("fish"), Group("price", ("roe", "egg")), Group("rule", (None, "A-1", None))]
LAYOUT = Layout.of(2, OWN)
PAIRS = [("price/roe", "fish"), ("fish", "fish")]
CELLS = len(LAYOUT.columns)
Rows = list[list[int]]

numbers = st.integers(-3, 3) | st.integers(-(10**6), 10**6) | st.just(0)
some_rows = st.lists(st.lists(numbers, min_size=CELLS, max_size=CELLS), min_size=1, max_size=8)


def tally(rows: Rows, *, arrays: bool = False) -> Tally:
    return Tally.of(numpy.array(rows, numpy.int64) if arrays else rows, LAYOUT, PAIRS)


def column(rows: Rows, name: str) -> list[int]:
    return [row[LAYOUT.columns.index(name)] for row in rows]


@settings(max_examples=40, deadline=None)
@given(rows=some_rows)
def test_lists_and_arrays_give_the_same(rows: Rows) -> None:
    assert tally(rows) == tally(rows, arrays=True)


def test_columns_of_a_wide_range_give_the_same_too() -> None:
    """Some of a few values, some of many, some of one; close together and far apart."""
    chance = random.Random(3)
    for most in (1, 50, 10**5, 10**7):
        rows = [[chance.randint(-most, most) if cell % 3 else 7 for cell in range(CELLS)] for _ in range(500)]
        assert tally(rows) == tally(rows, arrays=True)


@settings(max_examples=40, deadline=None)
@given(rows=some_rows)
def test_a_tally_is_how_often_each_number_came_out(rows: Rows) -> None:
    found = tally(rows)
    assert found.games == len(rows)
    assert set(found.counts) == {name for name in LAYOUT.columns if name is not None}
    for name in found.counts:
        assert found.counts[name] == Counter(column(rows, name))
        assert found.total(name) == sum(column(rows, name))
        assert found.squares(name) == sum(value**2 for value in column(rows, name))
        assert found.games_with(name) == sum(value != 0 for value in column(rows, name))
        assert found.most(name) == max(column(rows, name))
    for one, other in PAIRS:
        pairs = zip(column(rows, one), column(rows, other), strict=True)
        assert found.products[one, other] == sum(first * second for first, second in pairs)


@settings(max_examples=40, deadline=None)
@given(rows=some_rows, cuts=st.lists(st.integers(0, 8)), seed=st.integers())
def test_parts_add_up_to_the_whole_in_any_order(rows: Rows, cuts: list[int], seed: int) -> None:
    ends = sorted({min(cut, len(rows)) for cut in cuts} | {0, len(rows)})
    parts = [rows[begin:end] for begin, end in itertools.pairwise(ends)]
    random.Random(seed).shuffle(parts)
    assert merged(tally(part, arrays=bool(at % 2)) for at, part in enumerate(parts)) == tally(rows)


def test_adding_leaves_the_other_as_it_was() -> None:
    one, other = tally([[1] * CELLS]), tally([[2] * CELLS])
    whole = merged([one, other])
    whole.add(one)
    assert (whole.games, one, other) == (3, tally([[1] * CELLS]), tally([[2] * CELLS]))


def test_nothing_adds_up_to_an_empty_tally() -> None:
    assert merged([]) == Tally()
    assert Tally().games == 0


# ── Differences ─────────────────────────────────────────────────────────────────────────────────────────────────────

OTHER = Layout.of(2, [Group("price", ("egg", "salt", "roe")), single("dice")])
"""Another variant: one kind more, one thing counted more, one less, and others in other places."""


@settings(max_examples=40, deadline=None)
@given(rows=some_rows, seed=st.integers())
@pytest.mark.parametrize("arrays", [False, True], ids=["lists", "arrays"])
def test_differences_go_game_by_game_over_what_both_count(arrays: bool, rows: Rows, seed: int) -> None:
    chance = random.Random(seed)
    others = [[chance.randint(-5, 5) for _ in OTHER.columns] for _ in rows]
    made = [numpy.array(table, numpy.int64) if arrays else table for table in (rows, others)]
    found = Tally.of_differences(made[0], LAYOUT, made[1], OTHER)
    assert found.games == len(rows)
    assert set(found.counts) == {
        *(name for group in every_games_groups(2) for name in group.columns if name), "price/roe", "price/egg",
    }  # fmt: skip
    for name in found.counts:
        theirs = [row[OTHER.columns.index(name)] for row in others]
        assert found.counts[name] == Counter(mine - its for mine, its in zip(column(rows, name), theirs, strict=True))


@pytest.mark.parametrize("arrays", [False, True], ids=["lists", "arrays"])
def test_a_game_less_itself_is_nothing(arrays: bool) -> None:
    rows = [list(range(at, at + CELLS)) for at in range(4)]
    table = numpy.array(rows) if arrays else rows
    found = Tally.of_differences(table, LAYOUT, table, LAYOUT)
    assert all(counts == Counter({0: 4}) for counts in found.counts.values())


# ── Layouts ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_columns_are_named_by_their_group_and_label() -> None:
    assert Group("cooked", ("sole", "bream")).columns == ["cooked/sole", "cooked/bream"]
    assert single("dishes").columns == ["dishes"]
    assert Group("rule", (None, "FC-3.2")).columns == [None, "rule/FC-3.2"]


@pytest.mark.parametrize("players", range(2, 7))
def test_a_layout_puts_group_after_group(players: int) -> None:
    layout = Layout.of(players, OWN)
    assert layout.starts[loop.OWN_GROUPS :] == (CELLS - 6 + 4 * (players - 2), *(
        CELLS - 6 + 4 * (players - 2) + more for more in (1, 3)
    ))  # fmt: skip
    assert layout.columns[-6:] == ("fish", "price/roe", "price/egg", None, "rule/A-1", None)
    for group, name in ((loop.TURNS, "turns"), (loop.MARGIN, "margin"), (loop.WON, "won/1"), (loop.SHARED, "shared"),
                        (loop.FINAL_SCORE, "score/1"), (loop.SCORE_TOTAL, "score-total"), (loop.HELD, "held"),
                        (loop.BOT_WON, "bot-won/1"), (loop.BOT_SCORE, "bot-score/1"),
                        (loop.UNFINISHED, "unfinished"), (loop.COMEBACK, "comeback"),
                        (loop.LEAD_CHANGES, "lead-changes")):  # fmt: skip
        assert layout.columns[layout.starts[group]] == name
    for name in ("won", "score", "bot-won", "bot-score"):
        assert f"{name}/{players}" in layout.columns
        assert f"{name}/{players + 1}" not in layout.columns


def test_no_column_is_named_twice() -> None:
    named = [name for name in LAYOUT.columns if name is not None]
    assert len(named) == len(set(named))


def test_labels_of_a_group_keep_their_order() -> None:
    found = tally([[0] * CELLS])
    assert found.labels("price") == ["roe", "egg"]
    assert found.labels("won") == ["1", "2"]
    assert found.labels("fish") == []
