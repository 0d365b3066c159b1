"""The classic's figures against the specification, written here by hand; and everything that a variant may change."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from kitgen.diagnostics import errors_in
from kitgen.errors import VariantError
from kitgen.games.fish_cook.kit import parts
from kitgen.games.fish_cook.variant import Variant
from kitgen.pipeline import LoadedVariant, load
from kitgen.source.resources import resource_folder

# The specification's own notation: kinds by letter, then the main value.
RECIPES = {
    1: "r14 b16 p18 yg23 wyp32 rgb34",
    2: "w13 r15 wb24 gp29 wyg30 yrb33",
    3: "w15 b19 wy23 yr25 yrp37 rgb37",
    4: "y19 wg28 gp33 wyb36 wrp39 ygp41",
    5: "w21 wr29 yg31 rg32 yrp43 wbp44",
    6: "b28 wr32 yg34 gb37 wrp45 ygb45",
}
FISH = {
    1: "1 2 3 4 5",
    2: "2 3 4 5 7",
    3: "4 5 6 7 9",
    4: "6 7 8 10 12",
    5: "8 9 11 13 16",
    6: "10 11 13 16 20",
}
# Letter: the two foods, the prices dear to cheap, and for each space the faces that fill the row up to it.
FARM = {
    "p": ("wine / sake", "12 9 7 6 5", "1,2→2 · 3,4→3 · 5→4 · 6→5"),
    "b": ("mushrooms / miso", "10 7 6 5 4", "1,2→2 · 3→3 · 4,5→4 · 6→5"),
    "g": ("vegetables / greens", "8 6 5 4 3", "1→2 · 2,3→3 · 4,5→4 · 6→5"),
    "r": ("roe / ginger", "7 5 4 3 2", "1→2 · 2,3→3 · 4→4 · 5,6→5"),
    "y": ("egg / lemon", "5 4 3 2 1", "1→2 · 2→3 · 3,4→4 · 5,6→5"),
    "w": ("flour / rice", "4 3 2 1 0", "1,2→3 · 3,4→4 · 5,6→5"),
}


def ints(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split())


def fill_of(text: str) -> tuple[int, ...]:
    """The space for each face, from ``1,2→2 · 3→3``."""
    space_of = {
        int(face): int(space)
        for group in text.split(" · ")
        for faces, space in [group.split("→")]
        for face in faces.split(",")
    }
    return tuple(space_of[face] for face in range(1, 7))


def recipes_of_the_specification() -> set[tuple[int, frozenset[str], int]]:
    return {
        (size, frozenset(match[1]), int(match[2]))
        for size, line in RECIPES.items()
        for match in (re.fullmatch(r"([a-z]+)(\d+)", word) for word in line.split())
        if match
    }


@pytest.fixture(scope="module")
def classic() -> Variant:
    model = load("classic").model
    assert isinstance(model, Variant)
    return model


def letters(variant: Variant) -> dict[str, str]:
    """Kind ids by the specification's letter."""
    return {kind.letter.lower(): name for name, kind in variant.kinds.items()}


# The figures of the classic


def test_the_recipes_are_those_of_the_specification(classic: Variant) -> None:
    letter_of = {name: letter for letter, name in letters(classic).items()}
    recipes = [
        (recipe.size, frozenset(letter_of[kind] for kind in recipe.ingredients), recipe.main)
        for recipe in classic.recipes.values()
    ]
    assert len(recipes) == 36
    assert set(recipes) == recipes_of_the_specification()


def test_a_bonus_is_two_more_than_the_ingredients(classic: Variant) -> None:
    assert [name for name, recipe in classic.recipes.items() if recipe.bonus != 2 + len(recipe.ingredients)] == []


def test_check_figures_of_the_recipes(classic: Variant) -> None:
    recipes = classic.recipes.values()
    assert sum(recipe.main for recipe in recipes) == 1054
    assert sum(recipe.bonus for recipe in recipes) == 147
    icons = Counter(classic.kinds[kind].letter for recipe in recipes for kind in recipe.ingredients)
    assert icons == {"W": 14, "Y": 14, "R": 13, "G": 13, "B": 11, "P": 10}
    assert Counter(len(recipe.ingredients) for recipe in recipes) == {1: 10, 2: 13, 3: 13}
    assert len({(recipe.size, frozenset(recipe.ingredients)) for recipe in recipes}) == 36
    assert all(len(set(recipe.ingredients)) == len(recipe.ingredients) for recipe in recipes)


def test_margins_of_the_recipes_at_third_space_prices(classic: Variant) -> None:
    """main + bonus − the third-space prices of all it takes: 10–12, 16–17 or 21–24 for 1, 2 or 3 ingredients."""
    bands: dict[int, set[int]] = {1: set(), 2: set(), 3: set()}
    for recipe in classic.recipes.values():
        cost = classic.market.fish.ladders[recipe.size][2]
        cost += sum(classic.market.farm.rows[kind].prices[2] for kind in recipe.ingredients)
        bands[len(recipe.ingredients)].add(recipe.main + recipe.bonus - cost)
    assert bands[1] <= {10, 11, 12}
    assert bands[2] <= {16, 17}
    assert bands[3] <= {21, 22, 23, 24}


def test_the_fish_market_is_that_of_the_specification(classic: Variant) -> None:
    fish = classic.market.fish
    assert fish.ladders == {size: ints(line) for size, line in FISH.items()}
    assert (fish.dice, fish.row_length) == (12, 5)
    assert classic.sizes == (1, 2, 3, 4, 5, 6)


def test_the_farmers_market_is_that_of_the_specification(classic: Variant) -> None:
    farm = classic.market.farm
    assert (farm.die, farm.spaces) == ("d6", 5)
    assert list(farm.rows) == [letters(classic)[letter] for letter in FARM]
    for letter, (_, prices, fill) in FARM.items():
        row = farm.rows[letters(classic)[letter]]
        assert row.prices == ints(prices)
        assert row.fill == fill_of(fill)


def test_each_kind_stands_for_its_two_foods(classic: Variant) -> None:
    words = yaml.safe_load((resource_folder("templates") / "fish-cook" / "words.en.yaml").read_text(encoding="utf-8"))
    assert set(letters(classic)) == set(FARM)
    for letter, (pair, *_) in FARM.items():
        foods = classic.kinds[letters(classic)[letter]].foods
        assert " / ".join(words["foods"][food] for food in foods) == pair


def test_set_up_and_prices_of_the_classic(classic: Variant) -> None:
    assert (classic.players.min, classic.players.max) == (2, 6)
    assert (classic.set_up.money, classic.set_up.recipes_dealt) == (100, 2)
    assert classic.set_up.days == {2: 3, 3: 4, 4: 4, 5: 5, 6: 5}
    assert (classic.school.cards, classic.school.face_up_price, classic.school.blind_price) == (4, 5, 2)
    assert classic.playing_time == 45
    assert classic.tokens.per_kind == 17


def test_switches_of_the_classic(classic: Variant) -> None:
    morning, evening, end = classic.morning, classic.evening, classic.end
    assert classic.school.leftovers == "stay"
    assert (morning.empty_rows_end, morning.empty_fish_market_ends, morning.last_actions) == (1, True, 1)
    assert (evening.bigger_fish, evening.pass_cost) == (True, 1)
    assert (evening.fish_keep, evening.ingredients_keep) == (False, True)
    assert (evening.cook_from_school, evening.cook_from_rivals) == (True, True)
    assert (evening.school_bonus, evening.rival_bonus) == (False, "owner")
    assert (evening.steal.die, evening.steal.succeeds_on) == ("d6", "bonus")
    assert classic.next_chef == "after-ringer"
    assert end.menu_bonus == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}
    assert (end.menu_tie, end.final_tie) == ("all", "shared")
    assert classic.tokens.limit_play is False
    assert classic.bank.open is True


def test_the_kit_of_the_classic_holds_what_the_rulebook_lists(classic: Variant) -> None:
    count = parts(classic)
    assert (count["recipes"], count["tokens"], count["chef"], count["cats"]) == (36, 102, 1, 5)
    assert (count["fish-market"], count["farmers-market"]) == (2, 2)
    assert 1 in classic.bank.notes
    assert 5 in classic.bank.notes
    assert {20, 25} & set(classic.bank.notes)
    assert 200 <= classic.bank.per_player <= 300


def test_every_dish_is_named_in_both_languages(classic: Variant) -> None:
    for language in ("en", "fr"):
        file = resource_folder("templates") / "fish-cook" / f"words.{language}.yaml"
        dishes = yaml.safe_load(file.read_text(encoding="utf-8"))["dishes"]
        assert set(dishes) == set(classic.recipes)
        assert len(set(dishes.values())) == 36


def test_every_number_of_players_has_its_dice(classic: Variant) -> None:
    assert list(classic.player_counts) == [2, 3, 4, 5, 6]
    assert [classic.fish_dice(count) for count in classic.player_counts] == [12] * 5
    assert classic.most_fish_dice == 12


def test_a_variant_cannot_be_changed(classic: Variant) -> None:
    with pytest.raises(ValueError, match="frozen"):
        classic.set_up.money = 5  # type: ignore[misc]


# What a variant may change. Each line: what it is, the homebrew, and what the model then holds.


KINDS = ("wine", "mushroom", "vegetable", "roe", "egg", "flour")


def fish_rows(length: int) -> str:
    """Fish rows of another length, with ladders that match."""
    rows = ", ".join(f"{size}: {list(range(size, size + length))}" for size in range(1, 7))
    return f"market: {{fish: {{row_length: {length}, ladders: {{{rows}}}}}}}\n"


def farm_rows(length: int) -> str:
    """Farm rows of another length, with prices and fill tables that match."""
    prices = list(range(length + 1, 1, -1))
    fill = [min(length, face) for face in range(1, 7)]
    rows = ", ".join(f"{kind}: {{prices: {prices}, fill: {fill}}}" for kind in KINDS)
    return f"market: {{farm: {{spaces: {length}, rows: {{{rows}}}}}}}\n"


def farm_die(faces: int) -> str:
    """Another farm die, with fill tables of that many faces."""
    fill = [min(5, 1 + face // 2) for face in range(1, faces + 1)]
    rows = ", ".join(f"{kind}: {{fill: {fill}}}" for kind in KINDS)
    return f"market: {{farm: {{die: d{faces}, rows: {{{rows}}}}}}}\n"


def recipes(count: int, sizes: int = 6, kinds: Sequence[str] = KINDS) -> str:
    """So many recipes and no other: single kinds and pairs of kinds, over the sizes."""
    groups = [[kind] for kind in kinds] + [[one, two] for one, two in combinations(kinds, 2)]
    entries = [
        f"r{size}-{'-'.join(group)}: {{size: {size}, ingredients: [{', '.join(group)}], main: 20, bonus: 4}}"
        for group in groups
        for size in range(1, sizes + 1)
    ]
    assert len(entries) >= count
    return f"recipes: {{{', '.join(entries[:count])}}}\n"


FEWER_SIZES = (
    "remove: [market.fish.ladders.6, market.fish.ladders.5, end.menu_bonus.6, end.menu_bonus.5, recipes]\n"
    + recipes(30, sizes=4)
)
MORE_SIZES = (
    "market: {fish: {ladders: {7: [11, 12, 14, 17, 22], 8: [12, 14, 16, 20, 26]}}}\nend: {menu_bonus: {7: 7, 8: 8}}\n"
    "recipes: {x: {size: 8, ingredients: [egg], main: 30, bonus: 3}}\n"
)
FEWER_KINDS = (
    "remove: [kinds.wine, kinds.mushroom, market.farm.rows.wine, market.farm.rows.mushroom, recipes]\n"
    + recipes(30, kinds=KINDS[2:])
)
MORE_KINDS = (
    "kinds:\n  tofu: {letter: T, colour: sky, badge: star, foods: [tofu, seaweed]}\n"
    "  chili: {letter: C, colour: blue, badge: triangle, foods: [chili, tomato]}\n"
    "market:\n  farm:\n    rows:\n      tofu: {prices: [6, 5, 4, 3, 2], fill: [2, 2, 3, 3, 4, 5]}\n"
    "      chili: {prices: [9, 8, 6, 5, 4], fill: [1, 1, 2, 3, 4, 5]}\n"
    "recipes:\n  x: {size: 1, ingredients: [tofu, chili], main: 20, bonus: 4}\n"
)

CHANGES: list[tuple[str, str, Callable[[Variant], Any], Any]] = [
    ("players", "players: {min: 3, max: 4}\n", lambda v: list(v.player_counts), [3, 4]),
    ("start money, low", "set_up: {money: 50}\n", lambda v: v.set_up.money, 50),
    ("start money, high", "set_up: {money: 200}\n", lambda v: v.set_up.money, 200),
    ("no recipes dealt", "set_up: {recipes_dealt: 0}\n", lambda v: v.set_up.recipes_dealt, 0),
    ("four recipes dealt", "set_up: {recipes_dealt: 4}\n", lambda v: v.set_up.recipes_dealt, 4),
    ("small school", "school: {cards: 2}\n", lambda v: v.school.cards, 2),
    ("big school", "school: {cards: 6}\n", lambda v: v.school.cards, 6),
    ("face-up price, low", "school: {face_up_price: 2}\n", lambda v: v.school.face_up_price, 2),
    ("face-up price, high", "school: {face_up_price: 10}\n", lambda v: v.school.face_up_price, 10),
    ("blind price, free", "school: {blind_price: 0}\n", lambda v: v.school.blind_price, 0),
    ("blind price, high", "school: {blind_price: 5}\n", lambda v: v.school.blind_price, 5),
    ("days", "set_up: {days: {2: 2, 6: 7}}\n", lambda v: v.set_up.days, {2: 2, 3: 4, 4: 4, 5: 5, 6: 7}),
    ("few fish dice", "market: {fish: {dice: 6}}\n", lambda v: v.most_fish_dice, 6),
    ("many fish dice", "market: {fish: {dice: 24}}\n", lambda v: v.most_fish_dice, 24),
    ("fish dice by players", "market: {fish: {dice: {2: 8, 3: 10, 4: 12, 5: 14, 6: 16}}}\n",
     lambda v: [v.fish_dice(count) for count in v.player_counts], [8, 10, 12, 14, 16]),
    ("four fish sizes", FEWER_SIZES, lambda v: v.sizes, (1, 2, 3, 4)),
    ("eight fish sizes", MORE_SIZES, lambda v: v.sizes, (1, 2, 3, 4, 5, 6, 7, 8)),
    ("short fish rows", fish_rows(3), lambda v: (v.market.fish.row_length, v.market.fish.ladders[6]), (3, (6, 7, 8))),
    ("long fish rows", fish_rows(8), lambda v: (v.market.fish.row_length, len(v.market.fish.ladders[1])), (8, 8)),
    ("fish ladders", "market: {fish: {ladders: {1: [0, 0, 1, 1, 2]}}}\n", lambda v: v.market.fish.ladders[1],
     (0, 0, 1, 1, 2)),
    ("four farm rows", FEWER_KINDS, lambda v: list(v.market.farm.rows), ["vegetable", "roe", "egg", "flour"]),
    ("eight farm rows", MORE_KINDS, lambda v: list(v.market.farm.rows)[6:], ["tofu", "chili"]),
    ("few farm spaces", farm_rows(3), lambda v: v.market.farm.rows["egg"].prices, (4, 3, 2)),
    ("many farm spaces", farm_rows(8), lambda v: v.market.farm.rows["egg"].prices, (9, 8, 7, 6, 5, 4, 3, 2)),
    ("farm ladders", "market: {farm: {rows: {egg: {prices: [9, 9, 9, 0, 0]}}}}\n",
     lambda v: v.market.farm.rows["egg"].prices, (9, 9, 9, 0, 0)),
    ("fill table", "market: {farm: {rows: {egg: {fill: [1, 1, 1, 5, 5, 5]}}}}\n",
     lambda v: v.market.farm.rows["egg"].fill, (1, 1, 1, 5, 5, 5)),
    ("farm die d4", farm_die(4), lambda v: v.farm_die_faces, 4),
    ("farm die d8", farm_die(8), lambda v: v.farm_die_faces, 8),
    ("farm die d10", farm_die(10), lambda v: v.farm_die_faces, 10),
    ("few tokens", "tokens: {per_kind: 12}\n", lambda v: v.tokens.per_kind, 12),
    ("many tokens", "tokens: {per_kind: 30}\n", lambda v: v.tokens.per_kind, 30),
    ("tokens limit play", "tokens: {limit_play: yes}\n", lambda v: v.tokens.limit_play, True),
    ("two empty rows end the morning", "morning: {empty_rows_end: 2}\n", lambda v: v.morning.empty_rows_end, 2),
    ("an empty fish market ends nothing", "morning: {empty_fish_market_ends: no}\n",
     lambda v: v.morning.empty_fish_market_ends, False),
    ("no last actions", "morning: {last_actions: 0}\n", lambda v: v.morning.last_actions, 0),
    ("two last actions", "morning: {last_actions: 2}\n", lambda v: v.morning.last_actions, 2),
    ("24 recipes", "remove: [recipes]\n" + recipes(24), lambda v: len(v.recipes), 24),
    ("60 recipes", "remove: [recipes]\n" + recipes(60), lambda v: len(v.recipes), 60),
    ("four ingredients", "recipes: {x: {size: 1, ingredients: [egg, roe, wine, flour], main: 50, bonus: 6}}\n",
     lambda v: v.recipes["x"].ingredients, ("egg", "roe", "wine", "flour")),
    ("main and bonus", "recipes: {tuna-nicoise: {main: 99, bonus: 9}}\n",
     lambda v: (v.recipes["tuna-nicoise"].main, v.recipes["tuna-nicoise"].bonus), (99, 9)),
    ("steal die", "evening: {steal: {die: d10}}\n", lambda v: v.evening.steal.die, "d10"),
    ("steals never", "evening: {steal: {succeeds_on: never}}\n", lambda v: v.evening.steal.succeeds_on, "never"),
    ("steals on a number", "evening: {steal: {succeeds_on: 4}}\n", lambda v: v.evening.steal.succeeds_on, 4),
    ("the school earns the bonus", "evening: {school_bonus: yes}\n", lambda v: v.evening.school_bonus, True),
    ("the cook gets the bonus", "evening: {rival_bonus: cook}\n", lambda v: v.evening.rival_bonus, "cook"),
    ("nobody gets the bonus", "evening: {rival_bonus: nobody}\n", lambda v: v.evening.rival_bonus, "nobody"),
    ("exact fish only", "evening: {bigger_fish: no}\n", lambda v: v.evening.bigger_fish, False),
    ("passing is free", "evening: {pass_cost: 0}\n", lambda v: v.evening.pass_cost, 0),
    ("passing costs two", "evening: {pass_cost: 2}\n", lambda v: v.evening.pass_cost, 2),
    ("fish keep", "evening: {fish_keep: yes}\n", lambda v: v.evening.fish_keep, True),
    ("ingredients spoil", "evening: {ingredients_keep: no}\n", lambda v: v.evening.ingredients_keep, False),
    ("menu bonuses", "end: {menu_bonus: {1: 10, 6: 0}}\n", lambda v: v.end.menu_bonus,
     {1: 10, 2: 2, 3: 3, 4: 4, 5: 5, 6: 0}),
    ("no menu bonus", "end: {menu_bonus: none}\n", lambda v: v.end.menu_bonus, "none"),
    ("tied bonuses are split", "end: {menu_tie: split}\n", lambda v: v.end.menu_tie, "split"),
    ("tied bonuses go to nobody", "end: {menu_tie: nobody}\n", lambda v: v.end.menu_tie, "nobody"),
    ("all new recipes each day", "school: {leftovers: replaced}\n", lambda v: v.school.leftovers, "replaced"),
    ("no cooking from the school", "evening: {cook_from_school: no}\n", lambda v: v.evening.cook_from_school, False),
    ("no cooking from rivals", "evening: {cook_from_rivals: no}\n", lambda v: v.evening.cook_from_rivals, False),
    ("chef goes clockwise", "next_chef: clockwise\n", lambda v: v.next_chef, "clockwise"),
    ("chef goes to the loser", "next_chef: loser\n", lambda v: v.next_chef, "loser"),
    ("ties go to more dishes", "end: {final_tie: more-dishes}\n", lambda v: v.end.final_tie, "more-dishes"),
    ("money is hidden", "bank: {open: no}\n", lambda v: v.bank.open, False),
    ("a name", "recipes: {tuna-nicoise: {name: Thon à la carte}}\n", lambda v: v.recipes["tuna-nicoise"].name,
     "Thon à la carte"),
    ("names by language", "recipes: {tuna-nicoise: {name: {en: Tuna, fr: Thon}}}\n",
     lambda v: v.recipes["tuna-nicoise"].name, {"en": "Tuna", "fr": "Thon"}),
    ("foods", "kinds: {egg: {foods: [egg, tofu]}}\n", lambda v: v.kinds["egg"].foods, ("egg", "tofu")),
    ("the title", "title: Poissons\n", lambda v: v.title, "Poissons"),
    ("the card format", "cards: {format: bridge}\n", lambda v: v.cards.format, (57_150, 88_900)),
    ("a card of any size", "cards: {format: 63x88mm}\n", lambda v: v.cards.format, (63_000, 88_000)),
    ("the smallest tokens", "tokens: {size: 0.5in}\n", lambda v: v.tokens.size, 12_700),
    ("the biggest tokens", "tokens: {size: 30mm}\n", lambda v: v.tokens.size, 30_000),
]  # fmt: skip


@pytest.fixture(scope="module")
def brew(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], LoadedVariant]:
    folder = tmp_path_factory.mktemp("brews")

    def brew(text: str) -> LoadedVariant:
        file: Path = folder / "brew.yaml"
        file.write_text(f"extends: classic\n{text}", encoding="utf-8")
        return load(str(file))

    return brew


@pytest.mark.parametrize(
    ("text", "read", "expected"), [change[1:] for change in CHANGES], ids=[change[0] for change in CHANGES]
)
def test_a_variant_may_change(
    brew: Callable[[str], LoadedVariant],
    classic: Variant,
    text: str,
    read: Callable[[Variant], Any],
    expected: Any,
) -> None:
    """Within the plausible range, so without an error and without a warning that the value is unusual."""
    loaded = brew(text)
    assert not errors_in(loaded.diagnostics)
    assert [finding for finding in loaded.diagnostics if finding.code == "unusual-value"] == []
    assert read(loaded.model) == expected
    if "recipes" not in text:
        assert read(classic) != expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("cards: {format: 29x88mm}\n", "out-of-range"), ("cards: {format: 63x161mm}\n", "out-of-range"),
        ("cards: {format: 63x88}\n", "bad-size"), ("cards: {format: tcg}\n", "wrong-choice"),
        ("tokens: {size: 12.6mm}\n", "out-of-range"), ("tokens: {size: 30.1mm}\n", "out-of-range"),
    ],
)  # fmt: skip
def test_what_cannot_be_printed_is_refused(brew: Callable[[str], LoadedVariant], text: str, code: str) -> None:
    with pytest.raises(VariantError) as refused:
        brew(text)
    assert [finding.code for finding in refused.value.diagnostics] == [code]


def test_a_format_and_its_size_are_the_same_game(brew: Callable[[str], LoadedVariant]) -> None:
    named, written = (brew(f"cards: {{format: {size}}}\n") for size in ("mini-euro", "4.4x6.8cm"))
    assert named.model == written.model
    assert named.digest == written.digest
