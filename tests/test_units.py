"""Lengths and sizes: whole micrometres, exact inches, and texts that either are one or say what is wrong with them."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kitgen.units import INCH, MICROMETRES_PER_POINT, MM, format_length, format_size, parse_length, parse_size

MICROMETRES = {"mm": Fraction(1_000), "cm": Fraction(10_000), "in": Fraction(25_400), "pt": Fraction(25_400, 72)}
TEN_METRES = 10_000_000

micrometres = st.integers(-TEN_METRES, TEN_METRES)
plain_numbers = st.from_regex(r"-?(?:[0-9]{1,3}(?:\.[0-9]{0,6})?|\.[0-9]{1,6})", fullmatch=True)


def nearest(exact: Fraction) -> int:
    """The nearest whole number; halves go away from zero, as people round."""
    return int(math.copysign(math.floor(abs(exact) + Fraction(1, 2)), exact))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("63.5mm", 63_500), ("88.9 mm", 88_900), ("2.5in", 63_500), ("3.5in", 88_900), ("1in", 25_400),
        ("8.5in", 215_900), ("7 cm", 70_000), ("72pt", 25_400), ("0.75in", 19_050), ("-3mm", -3_000), (".5mm", 500),
        ("  20mm\t", 20_000), ("2.5IN", 63_500), ("0mm", 0), ("10000mm", TEN_METRES), ("1.2345mm", 1_235),
        ("-1.2345mm", -1_235),
    ],
)  # fmt: skip
def test_known_lengths(text: str, expected: int) -> None:
    assert parse_length(text) == expected


def test_the_constants_agree_with_the_inch() -> None:
    assert (MM, INCH) == (1_000, 25_400)
    assert math.isclose(MICROMETRES_PER_POINT * 72, 25_400)


@given(plain_numbers, st.sampled_from(sorted(MICROMETRES)), st.sampled_from(["", " ", "   "]))
def test_a_length_is_the_nearest_micrometre_to_its_exact_value(number: str, unit: str, space: str) -> None:
    exact = Fraction(number.rstrip(".") or "0") * MICROMETRES[unit]
    if abs(exact) <= TEN_METRES:
        assert parse_length(f"{number}{space}{unit}") == nearest(exact)
    else:
        with pytest.raises(ValueError, match="longer than ten metres"):
            parse_length(f"{number}{space}{unit}")


def test_halves_of_a_micrometre_round_up_in_every_unit() -> None:
    """0.18 pt is 63.5 µm on the dot, though a point itself is no finite decimal."""
    assert parse_length("0.18pt") == 64
    assert parse_length("0.0635mm") == 64


@given(micrometres)
def test_a_printed_length_reads_back_as_itself(length: int) -> None:
    assert parse_length(format_length(length)) == length


@given(micrometres)
def test_lengths_are_printed_without_needless_zeros(length: int) -> None:
    number, unit = format_length(length).split(" ")
    assert unit == "mm"
    assert Fraction(number) == Fraction(length, 1_000)
    assert re.fullmatch(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]*[1-9])?", number)


@given(st.integers(-393, 393))
def test_whole_inches_are_exact(inches: int) -> None:
    assert parse_length(f"{inches}in") == inches * 25_400


@given(st.one_of(st.text(max_size=30), st.text("0123456789.,-+ mcinptMX\u0663\u00a0\n", max_size=12)))
def test_any_text_is_a_length_or_a_sentence(text: str) -> None:
    try:
        length = parse_length(text)
    except ValueError as fault:
        assert repr(text) in str(fault)
    else:
        assert isinstance(length, int)
        assert abs(length) <= TEN_METRES


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("63,5mm", "63.5mm"), ("63.5", "63.5mm"), ("3 furlongs", "furlongs"), ("wide", "number and a unit"),
        ("", "number and a unit"), ("1e3mm", "number and a unit|unknown unit"), ("nanmm", "number and a unit"),
        ("10000.001mm", "ten metres"), ("1" * 400 + "mm", "ten metres"), ("--1mm", "number and a unit"),
    ],
)  # fmt: skip
def test_what_is_no_length_is_refused_with_the_way_out(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        parse_length(text)


# ── Sizes ───────────────────────────────────────────────────────────────────────────────────────────────────────────

sides = st.integers(1, TEN_METRES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("63.5x88.9mm", (63_500, 88_900)), ("63.5mm x 88.9mm", (63_500, 88_900)), ("2.5x3.5in", (63_500, 88_900)),
        ("63.5 × 88.9 mm", (63_500, 88_900)), ("63.5×88.9mm", (63_500, 88_900)), ("7 X 12 CM", (70_000, 120_000)),
        ("2.5in x 88.9mm", (63_500, 88_900)), (" .5x1.in\t", (12_700, 25_400)), ("180x252pt", (63_500, 88_900)),
        ("88.9x63.5mm", (88_900, 63_500)), ("10000x10000mm", (TEN_METRES, TEN_METRES)),
    ],
)  # fmt: skip
def test_known_sizes(text: str, expected: tuple[int, int]) -> None:
    assert parse_size(text) == expected


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("63,5x88mm", "63.5x88mm"), ("63x88", "no unit.*63.5x88.9mm"), ("63mm x 88", "no unit.*63.5x88.9mm"),
        ("63x88furlongs", "'furlongs'; known are mm, cm, in, pt"), ("3ells x 88mm", "'ells'"),
        ("0x88mm", "over 0"), ("63x0mm", "over 0"), ("-63x88mm", "over 0"), ("63x-88mm", "over 0"),
        ("63mm", "a width, an x, a height"), ("63x88x12mm", "a width, an x, a height"), ("x88mm", "a width, an x"),
        ("63x", "a width, an x"), ("", "a width, an x"), ("poker", "a width, an x"), ("63*88mm", "a width, an x"),
        ("20000x88mm", "ten metres"), ("88x10000.001mm", "ten metres"), ("1" * 400 + "x2mm", "ten metres"),
        ("wide x 88mm", "number and a unit"), ("1e1x88mm", "number and a unit|unknown unit"),
    ],
)  # fmt: skip
def test_what_is_no_size_is_refused_with_the_way_out(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says) as refused:
        parse_size(text)
    assert len(str(refused.value)) < 200


@given(sides, sides)
def test_a_printed_size_reads_back_as_itself(width: int, height: int) -> None:
    assert parse_size(format_size((width, height))) == (width, height)


def test_a_size_is_printed_with_one_unit() -> None:
    assert format_size((63_500, 88_900)) == "63.5 × 88.9 mm"


@given(
    *(st.tuples(st.decimals("0.01", 300, places=3), st.sampled_from(sorted(MICROMETRES))) for _ in range(2)),
    st.sampled_from(["x", "X", "×", " x ", "  × "]),
)
def test_the_sides_of_a_size_are_lengths(width: tuple[Any, str], height: tuple[Any, str], times: str) -> None:
    expected = tuple(nearest(Fraction(number) * MICROMETRES[unit]) for number, unit in (width, height))
    assert parse_size(f"{width[0]:f}{width[1]}{times}{height[0]:f} {height[1]}") == expected


@given(st.one_of(st.text(max_size=30), st.text("0123456789.,-+x× mcinptMX\u0663\u00a0\n", max_size=14)))
def test_any_text_is_a_size_or_a_sentence(text: str) -> None:
    try:
        size = parse_size(text)
    except ValueError as fault:
        assert repr(text) in str(fault)
    else:
        assert all(0 < side <= TEN_METRES for side in size)
