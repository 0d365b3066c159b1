"""FC-2, preparing a morning: the farm's dice, the fish dice and the school."""

from __future__ import annotations

import random

import pytest
from rule_tables import FILLS, FISH_PRICES, KINDS, PLAYER_COUNTS, begin, lay, load, random_steps, script_dice

from kitgen.games.fish_cook.rules import fish_price, prepare_morning
from kitgen.games.fish_cook.table import rules_of
from kitgen.play.chance import game_key

Patch = pytest.MonkeyPatch
TWO_OF_EACH = [1, 2, 3, 4, 5, 6] * 2


@pytest.mark.parametrize("letter", KINDS)
@pytest.mark.parametrize("face", range(1, 7))
def test_fc_2_1_a_row_is_filled_to_the_space_of_the_roll_and_never_emptied(
    monkeypatch: Patch, letter: str, face: int
) -> None:
    script_dice(monkeypatch, farm=face)
    at = list(KINDS).index(letter)
    for level in range(6):
        game = lay(farm={letter: level})
        prepare_morning(game.rules, game.table, game.key)
        assert game.table.farm[at] == max(level, FILLS[letter][face - 1])


def test_fc_2_1_one_die_for_each_row(monkeypatch: Patch) -> None:
    """Rolls of 1 to 6 from wine to flour, on empty rows."""
    script_dice(monkeypatch, farm="123456")
    assert begin().farm() == "223455"


def test_fc_2_1_the_rulebooks_example(monkeypatch: Patch) -> None:
    """Roe at 1 becomes 3 on a 2 or a 3; at 4 it stays at 4 on a 1."""
    for face, level, becomes in ((2, 1, 3), (3, 1, 3), (1, 4, 4)):
        script_dice(monkeypatch, farm=face)
        game = lay(farm={"r": level})
        prepare_morning(game.rules, game.table, game.key)
        assert game.table.farm[3] == becomes


def test_fc_2_1_is_told_with_its_die(monkeypatch: Patch) -> None:
    script_dice(monkeypatch, farm="123456")
    told = [event.details for event in begin().told("row-filled")]
    assert told == [
        {"kind": kind, "die": face, "from": 0, "to": FILLS[letter][face - 1]}
        for face, (letter, kind) in enumerate(KINDS.items(), start=1)
    ]


def test_fc_2_1_a_row_is_told_from_what_lay_there_after_the_last_buy(monkeypatch: Patch) -> None:
    """Nobody has fish, so the last action's buy is followed by the next morning at once."""
    script_dice(monkeypatch, farm=6)
    game = lay(players=2, farm={"r": 1, "y": 4}, seat=0)
    game.do("buy roe", "pass")
    told = {event.details["kind"]: event.details["from"] for event in game.do("buy egg") if event.name == "row-filled"}
    assert (game.day, told["egg"], told["roe"], told["wine"]) == (1, 3, 0, 3)


def test_fc_2_1_limited_tokens_fill_from_the_left_while_they_last(monkeypatch: Patch) -> None:
    """12 printed, 1 in the row and 9 with the players: two are left, though the roll says five spaces."""
    script_dice(monkeypatch, farm=6)
    for setting, becomes in (("tokens.limit_play=yes", 3), ("tokens.limit_play=no", 5)):
        game = lay(setting, "tokens.per_kind=12", farm={"r": 1}, food={0: "rrrrr", 2: "rrrr"})
        prepare_morning(game.rules, game.table, game.key)
        assert game.table.farm[3] == becomes
        assert game.table.farm[4] == 5  # of the other kinds there are enough


def test_fc_2_1_limited_tokens_never_shrink_a_row(monkeypatch: Patch) -> None:
    script_dice(monkeypatch, farm=6)
    game = lay("tokens.limit_play=yes", "tokens.per_kind=12", farm={"r": 4}, food={0: "rrrrrrrr"})
    prepare_morning(game.rules, game.table, game.key)
    assert game.table.farm[3] == 4


def test_fc_2_1_cooked_tokens_go_back_to_a_limited_supply(monkeypatch: Patch) -> None:
    script_dice(monkeypatch, farm=6)
    game = lay("tokens.limit_play=yes", "tokens.per_kind=12", "evening.ingredients_keep=yes", farm={"r": 0},
               food={0: "rrrrrrrrrrrr"})  # fmt: skip
    prepare_morning(game.rules, game.table, game.key)
    assert game.table.farm[3] == 0
    game.table.food[0][3] -= 3
    prepare_morning(game.rules, game.table, game.key)
    assert game.table.farm[3] == 3


@pytest.mark.parametrize("faces", [4, 6, 8, 10])
def test_fc_2_1_any_farm_die(faces: int) -> None:
    """Every face of the die comes up, and none beyond."""
    fill = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5][:faces]
    settings = [f"market.farm.rows.{kind}.fill={fill}" for kind in KINDS.values()]
    seen = set()
    for number in range(60):
        game = begin(f"market.farm.die=d{faces}", *settings, key=game_key(3, 0, number))
        for event in game.told("row-filled"):
            seen.add(event.details["die"])
            assert event.details["to"] == fill[event.details["die"] - 1]
    assert seen == set(range(1, faces + 1))


def test_fc_2_1_other_spaces_and_rows() -> None:
    """Rows of three spaces."""
    rows = [f"market.farm.rows.{kind}.{what}" for kind in KINDS.values() for what in ("prices=[9, 5, 2]",)]
    fills = [f"market.farm.rows.{kind}.fill=[1, 1, 2, 2, 3, 3]" for kind in KINDS.values()]
    game = begin("market.farm.spaces=3", *rows, *fills)
    assert all(1 <= level <= 3 for level in game.table.farm)


def test_fc_2_2_yesterdays_fish_are_cleared(monkeypatch: Patch) -> None:
    script_dice(monkeypatch, fish=TWO_OF_EACH)
    game = lay(market=5)
    prepare_morning(game.rules, game.table, game.key)
    assert game.market() == [2, 2, 2, 2, 2, 2]


def test_fc_2_2_is_told_with_what_lay_there() -> None:
    game = lay(market={1: 4, 2: 0, 3: 0, 4: 0, 5: 0, 6: 1})
    game.do("pass", "pass", "pass", "pass")
    assert [(event.rule, event.details["fish"]) for event in game.told("market-cleared")] == [("FC-2.2", 5)]


def test_fc_2_3_twelve_dice_one_row_a_size(monkeypatch: Patch) -> None:
    script_dice(monkeypatch, fish=[3, 3, 3, 3, 3, 1, 1, 6, 6, 6, 6, 5])
    game = begin()
    assert game.market() == [2, 0, 5, 0, 1, 4]
    assert [event.details["fish"] for event in game.told("fish-rolled")] == [[2, 0, 5, 0, 1, 4]]


@pytest.mark.parametrize("size", FISH_PRICES)
def test_fc_2_3_a_row_fills_from_its_dear_end(size: int) -> None:
    """One fish lies on the dearest space; five fill the row, and the first space is for sale."""
    for count in range(1, 6):
        game = lay(market={size: count})
        assert fish_price(game.rules, game.table, size - 1) == FISH_PRICES[size][5 - count]


@pytest.mark.parametrize("dice", [6, 12, 24, 30])
def test_fc_2_3_the_variant_says_how_many_dice(dice: int) -> None:
    game = begin(f"market.fish.dice={dice}")
    assert sum(game.market()) == dice
    assert max(game.market()) <= 5


def test_fc_2_3_dice_by_players() -> None:
    setting = "market.fish.dice={2: 7, 3: 9, 4: 12, 5: 15, 6: 24}"
    assert [sum(begin(setting, players=players).market()) for players in PLAYER_COUNTS] == [7, 9, 12, 15, 24]


def sizes_settings(sizes: int) -> list[str]:
    """The classic with 4 to 8 sizes; its recipes of more sizes become smaller ones, or go."""
    ladders = {size: [size, size + 1, size + 2, size + 3, size + 4] for size in range(1, sizes + 1)}
    gone = [f"market.fish.ladders.{size}" for size in range(sizes + 1, 7)]
    gone += [f"end.menu_bonus.{size}" for size in range(sizes + 1, 7)]
    gone += [f"recipes.{name}" for name, recipe in load().recipes.items() if recipe.size > sizes]
    bonus = {size: size for size in range(1, sizes + 1)}
    settings = [f"market.fish.ladders={ladders}", f"end.menu_bonus={bonus}", "set_up.recipes_dealt=1"]
    return [*settings, *([f"remove=[{', '.join(gone)}]"] if gone else [])]


@pytest.mark.parametrize(("sizes", "faces"), [(4, 4), (5, 6), (6, 6), (7, 8), (8, 8)])
def test_fc_2_3_four_to_eight_sizes_with_the_next_bigger_die(sizes: int, faces: int) -> None:
    """Faces above the largest size are rolled again: every size comes up alike, and all dice find a place."""
    settings = sizes_settings(sizes)
    rules = rules_of(load(*settings), 4)
    assert rules.fish_faces == faces
    found = [0] * sizes
    for number in range(400):
        game = begin(*settings, "market.fish.dice=4", key=game_key(5, 0, number))
        assert len(game.market()) == sizes
        assert sum(game.market()) == 4
        found = [before + count for before, count in zip(found, game.market(), strict=True)]
    expected = 1_600 / sizes
    assert max(abs(count - expected) for count in found) < 4.5 * expected**0.5


def test_fc_2_3_a_face_without_a_row_is_rolled_again_and_told(monkeypatch: Patch) -> None:
    script_dice(monkeypatch, fish=[[6, 6, 5], 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1])
    game = begin(*sizes_settings(5))
    assert game.market() == [3, 2, 2, 2, 3]
    assert [event.details["dice"] for event in game.told("fish-rerolled")] == [2]


def test_fc_2_4_extras_are_rolled_again_until_they_fit(monkeypatch: Patch) -> None:
    """Seven threes: the sixth is rolled twice more, the seventh once more."""
    script_dice(monkeypatch, fish=[3, 3, 3, 3, 3, [3, 3, 1], [3, 6], 2, 2, 4, 4, 5])
    game = begin()
    assert game.market() == [1, 2, 5, 2, 1, 1]
    assert [(event.rule, event.details["dice"]) for event in game.told("fish-rerolled")] == [("FC-2.4", 3)]


def test_fc_2_4_nothing_is_told_where_all_fit(monkeypatch: Patch) -> None:
    script_dice(monkeypatch, fish=TWO_OF_EACH)
    assert begin().told("fish-rerolled") == []


@pytest.mark.parametrize("length", [3, 8])
def test_fc_2_4_rows_of_another_length(monkeypatch: Patch, length: int) -> None:
    ladders = [f"market.fish.ladders.{size}={list(range(1, length + 1))}" for size in range(1, 7)]
    script_dice(monkeypatch, fish=[[2, 5]] * 12)
    game = begin(f"market.fish.row_length={length}", "market.fish.dice=6", *ladders)
    assert game.market() == [0, min(6, length), 0, 0, 6 - min(6, length), 0]


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_fc_2_5_four_recipes_lie_face_up(players: int) -> None:
    game = begin(players=players)
    assert len(game.school()) == 4
    assert [(event.rule, set(event.details["recipes"])) for event in game.told("school-filled")] == [
        ("FC-2.5", game.school())
    ]


@pytest.mark.parametrize("cards", [0, 2, 6])
def test_fc_2_5_the_variant_says_how_many(cards: int) -> None:
    assert len(begin(f"school.cards={cards}").school()) == cards


LEFT = ["sole-meuniere", "flounder-nigiri", "tuna-nicoise"]


def test_fc_2_5_leftovers_stay_and_count() -> None:
    game = lay(school=LEFT)
    top = game.deck()
    prepare_morning(game.rules, game.table, game.key)
    assert game.school() == {*LEFT, top[0]}
    assert game.deck() == top[1:]


def test_fc_2_5_leftovers_are_replaced_and_go_under_the_deck() -> None:
    game = lay("school.leftovers=replaced", school=LEFT)
    top = game.deck()
    prepare_morning(game.rules, game.table, game.key)
    assert game.school() == set(top[:4])
    assert game.deck()[: len(top) - 4] == top[4:]
    assert set(game.deck()[len(top) - 4 :]) == set(LEFT)


def test_fc_2_5_replaced_leftovers_come_again_from_a_short_deck() -> None:
    game = lay("school.leftovers=replaced", school=LEFT, deck=2)
    top = game.deck()
    prepare_morning(game.rules, game.table, game.key)
    assert set(top) < game.school() < {*top, *LEFT}
    assert len(game.school()) == 4
    assert {*game.school(), *game.deck()} == {*top, *LEFT}


@pytest.mark.parametrize("deck", [0, 1, 2])
def test_fc_2_6_a_short_deck_means_a_short_school(deck: int) -> None:
    game = lay(school=["sole-meuniere"], deck=deck, market=0)
    cards = game.deck()
    game.do("pass", "pass", "pass", "pass")
    assert game.school() == {"sole-meuniere", *cards}
    assert game.deck() == []
    assert [event.rule for event in game.told("school-filled")] == ["FC-2.6"]


def test_fc_2_6_three_cards_are_enough_for_three_gaps() -> None:
    game = lay(school=["sole-meuniere"], deck=3)
    prepare_morning(game.rules, game.table, game.key)
    assert len(game.school()) == 4


def test_fc_2_happens_every_morning() -> None:
    """Each day of a game tells its dice anew, six rows and one market each."""
    game = begin()
    for _ in random_steps(game, random.Random(2)):
        pass
    assert len(game.told("row-filled")) == 6 * 4
    assert len({str(event.details) for event in game.told("fish-rolled")}) == 4
