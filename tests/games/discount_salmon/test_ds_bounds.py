"""Every number that a variant may change, through the loader: both ends of its range, and one beyond either."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from kitgen.diagnostics import errors_in
from kitgen.errors import VariantError
from kitgen.games.discount_salmon.variant import Variant
from kitgen.pipeline import load

NUMBERS = {
    "players.min": (2, 5),
    "players.max": (2, 5),
    "modifiers.cure": (8, 16),
    "modifiers.harm": (0, 6),
    "modifiers.blender": (0, 8),
    "modifiers.andrew": (0, 8),
    "hand.cards": (4, 7),
    "hand.set": (1, 5),
    "stalemate.seconds": (3, 10),
    "stalemate.discard": (0, 5),
}
"""The specification's "What a variant may change"; the published values of all others allow either end."""

ENDS = [(key, value) for key, ends in NUMBERS.items() for value in ends]
BEYOND = [(key, value) for key, (least, most) in NUMBERS.items() for value in (least - 1, most + 1)]

ONE_WRONG = ("last-tuesday", "mirror-carp", "powdered-pike", "size-nine", "bright-angel")
TWO_WRONG = ("uncle-catfish", "lost-kipper", "gym-bag", "sewer-puffer", "sandpaper-snook", "cobblers-bride",
             "prom-queen", "desert-bream", "test-site", "steel-toe")  # fmt: skip
OF_DRY_FAKE_TOXIC = ("powdered-pike", "size-nine", "bright-angel", "desert-bream", "test-site", "steel-toe")
OF_STINKY = ("last-tuesday", "uncle-catfish", "lost-kipper", "gym-bag", "sewer-puffer")
MORE = "".join(f"  {icon}: {{icon: {icon}, name: {icon}, cure: no {icon}, harm: old {icon}}}\n"
               for icon in ("snowflake", "ghost", "bone")).splitlines(keepends=True)  # fmt: skip
"""Three problems more, of a variant's own."""


@pytest.fixture
def brew(tmp_path: Path) -> Path:
    return tmp_path / "brew.yaml"


def model(file: Path, text: str) -> Variant:
    """The variant that a homebrew of the published game makes; fails where it has faults."""
    file.write_text(f"extends: discount-salmon\n{text}", encoding="utf-8")
    loaded = load(str(file))
    assert errors_in(loaded.diagnostics) == []
    assert isinstance(loaded.model, Variant)
    return loaded.model


def faults(file: Path, text: str) -> list[tuple[str, str, str]]:
    """Code, path and message of every fault."""
    file.write_text(f"extends: discount-salmon\n{text}", encoding="utf-8")
    with pytest.raises(VariantError) as refused:
        load(str(file))
    return [(fault.code, fault.path, fault.message) for fault in refused.value.diagnostics]


def value_at(of: Variant, key: str) -> Any:
    return reduce(getattr, key.split("."), of)


def setting(key: str, value: int) -> str:
    group, _, name = key.partition(".")
    return f"{group}: {{{name}: {value}}}\n"


@pytest.mark.parametrize(("key", "value"), ENDS)
def test_each_end_of_a_range_is_allowed(brew: Path, key: str, value: int) -> None:
    assert value_at(model(brew, setting(key, value)), key) == value


@pytest.mark.parametrize(("key", "value"), BEYOND)
def test_one_beyond_either_end_is_refused_with_the_range(brew: Path, key: str, value: int) -> None:
    least, most = NUMBERS[key]
    message = f"{value} is out of range: allowed is {least} to {most}"
    assert faults(brew, setting(key, value)) == [("out-of-range", key, message)]


def test_all_least_values_at_once_are_a_game_and_so_are_all_greatest(brew: Path) -> None:
    for end in (0, 1):
        told = dict[str, list[str]]()
        for key, ends in NUMBERS.items():
            group, _, name = key.partition(".")
            told.setdefault(group, []).append(f"{name}: {ends[end]}")
        told["stalemate"].append("cart: no")
        of = model(brew, "".join(f"{group}: {{{', '.join(values)}}}\n" for group, values in told.items()))
        assert {key: value_at(of, key) for key in NUMBERS} == {key: ends[end] for key, ends in NUMBERS.items()}


# The lake


def lake(copies: Mapping[str, int], removed: tuple[str, ...] = ()) -> str:
    fish = "".join(f"  {name}: {{copies: {count}}}\n" for name, count in copies.items() if name not in removed)
    return f"fish:\n{fish}" + ("remove:\n" + "".join(f"  - fish.{name}\n" for name in removed) if removed else "")


FIFTEEN = dict.fromkeys(TWO_WRONG, 1)
"""Five fish that have one thing wrong, and ten that have two."""

FORTY = dict.fromkeys(ONE_WRONG, 4)
"""Five times four, and ten times two."""


def test_a_lake_has_15_to_40_fish(brew: Path) -> None:
    assert model(brew, lake(FIFTEEN)).lake == 15
    assert model(brew, lake(FORTY)).lake == 40
    for text, count in ((lake(FIFTEEN, ("last-tuesday",)), 14), (lake(FORTY | {"mirror-carp": 5}), 41)):
        message = f"the lake has {count} fish cards; allowed is 15 to 40"
        assert faults(brew, text) == [("lake-size", "fish", message)]


# Problems


def of_problems(count: int) -> str:
    """The published problems and others, or fewer, with fish enough of those that are left."""
    if count >= 5:
        return "problems:\n" + "".join(MORE[: count - 5])
    gone = ("stinky", "ugly")[: 5 - count]
    left = [name for name in (*ONE_WRONG, *TWO_WRONG) if name not in OF_STINKY] if count == 4 else OF_DRY_FAKE_TOXIC
    removed = [f"  - fish.{name}\n" for name in (*ONE_WRONG, *TWO_WRONG) if name not in left]
    return lake(dict.fromkeys(left, 3)) + "remove:\n" + "".join(removed + [f"  - problems.{one}\n" for one in gone])


@pytest.mark.parametrize("count", [4, 6, 7])
def test_there_are_4_to_7_problems(brew: Path, count: int) -> None:
    assert len(model(brew, of_problems(count)).problems) == count


@pytest.mark.parametrize("count", [3, 8])
def test_three_problems_are_too_few_and_eight_too_many(brew: Path, count: int) -> None:
    [(code, path, message)] = faults(brew, of_problems(count))
    assert (code, path) == ("wrong-length", "problems")
    assert re.findall(r"\d+", message) == [str(4 if count == 3 else 7), str(count)]


def wrong(*problems: str) -> str:
    return f"fish: {{last-tuesday: {{problems: [{', '.join(problems)}]}}}}\n"


def test_a_fish_has_one_to_three_problems(brew: Path) -> None:
    problems = ("dry", "ugly", "toxic", "fake")
    for count in (1, 2, 3):
        assert model(brew, wrong(*problems[:count])).fish["last-tuesday"].problems == problems[:count]
    for count in (0, 4):
        [(code, path, message)] = faults(brew, wrong(*problems[:count]))
        assert (code, path) == ("wrong-length", "fish.last-tuesday.problems")
        assert re.findall(r"\d+", message) == [str(count), "1", "3"]


# Words


@pytest.mark.parametrize(
    ("key", "values"),
    [("race.invalid", ("returned", "lost")), ("race.next_revealer", ("claimer", "clockwise"))],
)
def test_words_that_a_value_may_be(brew: Path, key: str, values: tuple[str, ...]) -> None:
    group, _, name = key.partition(".")
    for value in values:
        assert value_at(model(brew, f"{group}: {{{name}: {value}}}\n"), key) == value
    assert [(code, path) for code, path, _ in faults(brew, f"{group}: {{{name}: both}}\n")] == [("wrong-choice", key)]


def test_both_ways_of_each_switch(brew: Path) -> None:
    for said, meant in (("yes", True), ("no", False)):
        of = model(brew, f"race: {{reshuffle: {said}}}\nstalemate: {{cart: {said}}}\n")
        assert (of.race.reshuffle, of.stalemate.cart) == (meant, meant)
