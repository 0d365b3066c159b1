"""Things on a virtual table: nothing lies on anything else, and it is told when there is no room."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.exports.table_layout import TABLE_DEPTH, TABLE_WIDTH, Size, Spot, lay_out

SIZES = st.builds(Size, st.floats(0.5, 8), st.floats(0.5, 8))


@settings(max_examples=60)
@given(st.lists(st.lists(SIZES, min_size=1, max_size=12), max_size=8))
def test_whatever_there_is_lies_apart(groups: list[list[Size]]) -> None:
    spots, fits = lay_out(groups)
    assert [len(group) for group in spots] == [len(group) for group in groups]
    lying = [
        (spot.x - size.width / 2, spot.z - size.depth / 2, spot.x + size.width / 2, spot.z + size.depth / 2)
        for sizes, places in zip(groups, spots, strict=True)
        for size, spot in zip(sizes, places, strict=True)
    ]
    for a, b in combinations(lying, 2):
        assert a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]
    inside = all(max(-a, c) <= TABLE_WIDTH / 2 + 1e-9 and max(-b, d) <= TABLE_DEPTH / 2 + 1e-9 for a, b, c, d in lying)
    assert fits == inside


def test_the_first_group_lies_in_the_middle_and_stays_together() -> None:
    spots, fits = lay_out([[Size(6, 10), Size(6, 10)], [Size(40, 3)], [Size(40, 3)]])
    assert fits
    assert spots[0] == [Spot(-3.25, 0), Spot(3.25, 0)]
    # What needs a row of its own lies before, then behind.
    assert spots[1][0].z < 0 < spots[2][0].z


def test_what_follows_lies_beside_the_first_group_right_and_left_in_turn() -> None:
    spots, _ = lay_out([[Size(6, 10)], [Size(2, 3)], [Size(2, 3)]])
    assert spots == [[Spot(0, 0)], [Spot(4.5, 0)], [Spot(-4.5, 0)]]


def test_a_group_that_is_wider_than_the_table_takes_several_rows() -> None:
    (spots,), fits = lay_out([[Size(5, 1)] * 20])
    assert fits
    assert len({spot.z for spot in spots}) == 3  # eight of five units and seven gaps are 43.5


def test_what_is_wider_than_the_table_does_not_fit() -> None:
    _, fits = lay_out([[Size(TABLE_WIDTH + 1, 1)]])
    assert not fits


def test_an_empty_table_is_no_fault() -> None:
    assert lay_out([]) == ([], True)
