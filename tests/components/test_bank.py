"""The bank: enough notes for any economy, change for everybody, and the value on every note."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kitgen.components.money import NOTE, banknote, note_counts
from kitgen.components.preflight import check_face
from kitgen.draw import shapes
from kitgen.draw.drawing import Drawing, Paint, Text, walk
from kitgen.units import MM

EMBLEM = Drawing("fish", 30 * MM, 15 * MM, (shapes.circle(15 * MM, 7 * MM, 5 * MM, Paint("#000000")),))

values = st.lists(st.integers(1, 500), min_size=1, max_size=6)
dollars = st.integers(1, 2_000)
players = st.integers(2, 6)


def total(counts: dict[int, int]) -> int:
    return sum(value * count for value, count in counts.items())


@settings(max_examples=300)
@given(values, dollars, players)
def test_the_notes_reach_the_sum(notes: list[int], per_player: int, seats: int) -> None:
    counts = note_counts(notes, per_player, seats)
    assert set(counts) == set(notes), "every value that the variant names is printed"
    assert all(count >= 1 for count in counts.values())
    assert total(counts) >= per_player * seats


@settings(max_examples=300)
@given(values, dollars, players)
def test_no_big_note_is_printed_in_vain(notes: list[int], per_player: int, seats: int) -> None:
    counts = note_counts(notes, per_player, seats)
    biggest = max(notes)
    assert counts[biggest] == 1 or total(counts) - biggest < per_player * seats


@settings(max_examples=300)
@given(values, st.integers(100, 2_000), players)
def test_small_notes_are_at_most_half_of_the_money(notes: list[int], per_player: int, seats: int) -> None:
    """Or players count singles all evening."""
    counts = note_counts(notes, per_player, seats)
    small = {value: count for value, count in counts.items() if value != max(notes) and count > 1}
    assert total(small) <= total(counts) / 2


def test_the_bank_of_the_rulebook() -> None:
    """$1, $5 and $20, about $250 for each of six: seven singles and seven fives a player, the rest in twenties."""
    counts = note_counts([1, 5, 20], 250, 6)
    assert counts == {1: 42, 5: 42, 20: 63}
    assert 1_500 <= total(counts) < 1_520


@pytest.mark.parametrize(("value", "text"), [(1, "$1"), (20, "$20"), (500, "500 $"), (1_000, "$1000")])
@pytest.mark.parametrize("rank", range(8))
def test_a_note_shows_its_value_in_two_corners_and_passes_preflight(value: int, text: str, rank: int) -> None:
    face = banknote(value, rank, text, EMBLEM)
    assert (face.width, face.height) == NOTE
    assert check_face(face, "extras") == []
    shown = [op for op, _, _ in walk(face.ops) if isinstance(op, Text) and op.lines[0].text == text]
    middle = (face.width / 2, face.height / 2)
    sides = {(op.box.centre[0] > middle[0], op.box.centre[1] > middle[1]) for op in shown}
    assert {(False, False), (True, True)} <= sides


def test_notes_of_neighbouring_values_differ_in_colour() -> None:
    def colours(rank: int) -> set[str | None]:
        return {op.paint.fill for op, _, _ in walk(banknote(5, rank, "$5", EMBLEM).ops) if hasattr(op, "paint")}

    assert all(colours(rank) != colours(rank + 1) for rank in range(5))
