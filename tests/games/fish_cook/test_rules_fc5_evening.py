"""FC-5, the evening: cooking from hand, school and menus, stealing, and passing."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from rule_tables import (
    MAKI,
    MEUNIERE,
    MISO_PLAICE,
    MISO_SARDINES,
    NIGIRI,
    PLAYER_COUNTS,
    SABAYON,
    TUNA_STEAK,
    Game,
    begin,
    evening,
    lay,
    random_steps,
    script_dice,
)

from kitgen.games.fish_cook.table import EVENING, PHASE
from kitgen.play.chance import game_key

Patch = pytest.MonkeyPatch
BIG = [3, 3, 3, 3]


def order_of(game: Game, moves: Sequence[str]) -> list[int]:
    order = []
    for move in moves:
        order.append(game.seat)
        game.do(move)
    return order


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("chef", [0, 1])
def test_fc_5_1_from_the_chef_clockwise(players: int, chef: int) -> None:
    game = evening(players=players, chef=chef, fish={seat: [2, 2] for seat in range(players)})
    assert order_of(game, ["throw 2"] * (2 * players)) == [(chef + turn) % players for turn in range(2 * players)]


def test_fc_5_1_the_evening_begins_with_the_new_chef() -> None:
    game = lay(chef=0, seat=0, farm={"r": 1}, fish={seat: [1] for seat in range(4)})
    game.do("buy roe", *["pass"] * 4)
    assert (game.phase, game.chef, game.seat) == ("evening", 1, 1)


def test_fc_5_1_seats_without_fish_are_skipped() -> None:
    game = evening(chef=1, seat=2, fish={0: [1, 1], 2: [1, 1, 1]})
    assert order_of(game, ["throw 1"] * 5) == [2, 0, 2, 0, 2]


def test_fc_5_1_a_chef_without_fish_is_skipped_too() -> None:
    game = lay(chef=3, seat=0, fish={2: [1]})
    game.do(*["pass"] * 4)
    assert (game.chef, game.seat, game.phase) == (0, 2, "evening")


@pytest.mark.parametrize("move", ["fish 1", "buy roe", "blind", f"recipe {NIGIRI}"])
def test_fc_5_1_nobody_buys_in_the_evening(move: str) -> None:
    assert evening(fish={0: [1]}, school=[NIGIRI]).refused(move) == "FC-5.1"


def test_fc_5_2_it_ends_when_nobody_has_fish() -> None:
    game = evening(fish={0: [1], 1: [1, 1]})
    game.do("throw 1", "throw 1")
    assert game.phase == "evening"
    game.do("throw 1")
    assert (game.phase, game.day) == ("morning", 1)


def test_fc_5_2_without_any_fish_there_is_no_evening() -> None:
    game = lay()
    game.do(*["pass"] * 4)
    assert (game.phase, game.day) == ("morning", 1)


FREE = ["evening.pass_cost=0", "evening.fish_keep=yes"]


@pytest.mark.parametrize("setting", FREE)
def test_fc_5_2_or_when_all_who_have_fish_pass_in_sequence(setting: str) -> None:
    game = evening(setting, fish={0: [1], 1: [3, 3], 3: [1]}, food={1: "w"}, hands={1: [NIGIRI]})
    assert order_of(game, ["pass", f"cook {NIGIRI} with 3", "pass", "pass"]) == [0, 1, 3, 0]
    assert game.phase == "evening"  # the dish broke the sequence: seat 1 has not passed since
    game.do("pass")
    assert (game.phase, game.day) == ("morning", 1)


@pytest.mark.parametrize("setting", FREE)
def test_fc_5_2_a_seat_that_runs_out_of_fish_need_not_pass(setting: str) -> None:
    game = evening(setting, fish={0: [1], 1: [3]}, food={1: "w"}, hands={1: [NIGIRI]})
    game.do("pass", f"cook {NIGIRI} with 3")
    assert game.phase == "evening"
    game.do("pass")
    assert game.phase == "morning"


COOKABLE = {"food": {0: "wybbbbr"}, "fish": {0: [3, 6, 1]}}


def test_fc_5_3_a_recipe_in_sight() -> None:
    """Own hand, school, own menu, anybody's menu; not another's hand, not the deck."""
    game = evening(
        hands={0: [MEUNIERE], 1: [MISO_SARDINES]}, school=[NIGIRI], menus={0: [MISO_PLAICE], 2: [MAKI]}, **COOKABLE
    )
    cooked = {move.split()[1] for move in game.legal() if move.startswith("cook")}
    assert cooked == {MEUNIERE, NIGIRI, MISO_PLAICE, MAKI}
    assert game.refused(f"cook {MISO_SARDINES} with 1") == "FC-5.3"
    assert game.refused(f"cook {TUNA_STEAK} with 6") == "FC-5.3"


def test_fc_5_3_not_from_the_school_where_the_variant_says_no() -> None:
    game = evening("evening.cook_from_school=no", hands={0: [MEUNIERE]}, school=[NIGIRI], menus={2: [MAKI]}, **COOKABLE)
    assert game.refused(f"cook {NIGIRI} with 3") == "FC-5.3"
    assert game.refused(f"cook {MAKI} with 6") == game.refused(f"cook {MEUNIERE} with 3") == ""


def test_fc_5_3_not_from_rivals_where_the_variant_says_no() -> None:
    game = evening("evening.cook_from_rivals=no", menus={0: [MISO_PLAICE], 2: [MAKI]}, school=[NIGIRI], **COOKABLE)
    assert game.refused(f"cook {MAKI} with 6") == "FC-5.3"
    assert game.refused(f"cook {MISO_PLAICE} with 3") == game.refused(f"cook {NIGIRI} with 3") == ""


def test_fc_5_4_exactly_the_shown_ingredients_one_each() -> None:
    game = evening(hands={0: [SABAYON]}, fish={0: [3]}, food={0: "yyrrppw", 1: "yrp"})
    game.do(f"cook {SABAYON} with 3")
    assert sorted(game.food(0)) == sorted("yrpw")
    assert sorted(game.food(1)) == sorted("yrp")


@pytest.mark.parametrize("lacking", ["", "yr", "yp", "rp", "wbg", "yyrr"])
def test_fc_5_4_refused_where_one_is_lacking(lacking: str) -> None:
    game = evening(hands={0: [SABAYON]}, fish={0: [3]}, food={0: lacking, 1: "yrp"})
    assert game.refused(f"cook {SABAYON} with 3") == "FC-5.4"


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_fc_5_5_a_fish_of_the_size_or_bigger_earns_nothing_extra(size: int) -> None:
    game = evening(hands={0: [NIGIRI]}, fish={0: [3, 4, 5, 6]}, food={0: "w"})
    (event,) = game.do(f"cook {NIGIRI} with {size}")
    assert game.table.money[0] == 100 + 15 + 3
    assert game.fish(0) == [other for other in (3, 4, 5, 6) if other != size]
    assert event.details["fish"] == size


@pytest.mark.parametrize("size", [1, 2, 4, 6, 7, 9])
def test_fc_5_5_refused_with_a_smaller_fish_or_one_that_is_not_held(size: int) -> None:
    game = evening(hands={0: [NIGIRI]}, fish={0: [1, 2, 3, 5]}, food={0: "w"})
    assert game.refused(f"cook {NIGIRI} with {size}") == "FC-5.5"


def test_fc_5_5_no_bigger_fish_where_the_variant_says_no() -> None:
    game = evening("evening.bigger_fish=no", hands={0: [NIGIRI]}, fish={0: [3, 4]}, food={0: "ww"})
    assert game.refused(f"cook {NIGIRI} with 4") == "FC-5.5"
    game.do(f"cook {NIGIRI} with 3")
    assert game.table.money[0] == 118


def test_fc_5_6_from_the_hand_main_and_bonus_and_the_card_to_the_menu() -> None:
    game = evening(hands={0: [SABAYON]}, fish={0: [3]}, food={0: "yrp"})
    (event, *_) = game.do(f"cook {SABAYON} with 3")
    assert game.table.money == [100 + 37 + 5, 100, 100, 100]
    assert (game.hand(0), game.menu(0)) == (set(), {SABAYON})
    assert (event.rule, event.details["main"], event.details["bonus"]) == ("FC-5.6", 37, 5)
    assert game.table.dishes[0] == [0, 0, 1, 0, 0, 0]


def test_fc_5_6_everybody_sees_it_then() -> None:
    game = evening(hands={0: [SABAYON]}, fish={0: [3, 1]}, food={0: "yrp"})
    game.do(f"cook {SABAYON} with 3")
    assert game.table.shown[game.names.recipes.index(SABAYON)] == 1


@pytest.mark.parametrize(("setting", "earned"), [("evening.school_bonus=no", 23), ("evening.school_bonus=yes", 27)])
def test_fc_5_7_from_the_school_main_only_and_the_card_to_the_menu(setting: str, earned: int) -> None:
    """No price to pay; the bonus only where the variant says so."""
    game = evening(setting, school=[MEUNIERE], fish={2: [3]}, food={2: "wy"}, seat=2)
    (event, *_) = game.do(f"cook {MEUNIERE} with 3")
    assert game.table.money == [100, 100, 100 + earned, 100]
    assert (game.school() & {MEUNIERE}, game.menu(2)) == (set(), {MEUNIERE})
    assert event.rule == "FC-5.7"
    assert event.details["main"] + event.details["bonus"] == earned


def test_fc_5_7_costs_nothing() -> None:
    game = evening(school=[MEUNIERE], money=0, fish={0: [3]}, food={0: "wy"})
    game.do(f"cook {MEUNIERE} with 3")
    assert game.table.money[0] == 23


def test_fc_5_8_from_the_own_menu_main_and_bonus_and_the_card_stays() -> None:
    game = evening(menus={0: [MAKI]}, fish={0: [6]}, food={0: "wr"})
    (event, *_) = game.do(f"cook {MAKI} with 6")
    assert game.table.money[0] == 100 + 32 + 4
    assert game.menu(0) == {MAKI}
    assert game.table.dishes[0] == [0, 0, 0, 0, 0, 1]
    assert event.rule == "FC-5.8"


@pytest.mark.parametrize(
    ("goes_to", "money"), [("owner", [132, 104, 100]), ("cook", [136, 100, 100]), ("nobody", [132, 100, 100])]
)
def test_fc_5_9_from_a_rivals_menu_main_to_the_cook_and_bonus_to_the_owner(
    monkeypatch: Patch, goes_to: str, money: list[int]
) -> None:
    script_dice(monkeypatch, steal=[1])
    game = evening(f"evening.rival_bonus={goes_to}", players=3, menus={1: [MAKI]}, fish={0: [6]}, food={0: "wr"})
    event = game.do(f"cook {MAKI} with 6")[0]
    assert game.table.money == money
    assert game.menu(1) == {MAKI}
    assert event.rule == "FC-5.9"
    assert event.details["owner"] == 1


def test_fc_5_9_both_are_paid_by_the_bank_though_the_card_is_stolen(monkeypatch: Patch) -> None:
    script_dice(monkeypatch, steal=[6])
    game = evening(players=2, money=0, menus={1: [MAKI]}, fish={0: [6]}, food={0: "wr"})
    game.do(f"cook {MAKI} with 6")
    assert game.table.money == [32, 4]
    assert game.menu(0) == {MAKI}


def test_fc_5_10_the_cook_must_roll_after_both_payments(monkeypatch: Patch) -> None:
    script_dice(monkeypatch, steal=[2])
    game = evening(menus={1: [MAKI]}, fish={0: [6]}, food={0: "wr"})
    events = game.do(f"cook {MAKI} with 6")
    assert [event.name for event in events][:2] == ["cooked", "steal-rolled"]
    roll = events[1]
    assert (roll.rule, roll.seat, roll.details["die"], roll.details["needs"]) == ("FC-5.10", 0, 2, 4)


@pytest.mark.parametrize("source", ["hands", "menus", "school"])
def test_fc_5_10_nobody_rolls_for_what_is_no_rivals(source: str) -> None:
    where = [MAKI] if source == "school" else {0: [MAKI]}
    game = evening(**{source: where}, fish={0: [6]}, food={0: "wr"})
    assert "steal-rolled" not in [event.name for event in game.do(f"cook {MAKI} with 6")]


@pytest.mark.parametrize("die", [4, 6, 8, 10])
def test_fc_5_10_any_steal_die(die: int) -> None:
    """Every face comes up, and none beyond."""
    seen = set()
    for number in range(120):
        game = evening(f"evening.steal.die=d{die}", menus={1: [MAKI]}, fish={0: [6]}, food={0: "wr"})
        game.key = game_key(9, 0, number)
        roll = game.do(f"cook {MAKI} with 6")[1].details["die"]
        seen.add(roll)
        assert (MAKI in game.menu(0)) == (roll >= 4)
    assert seen == set(range(1, die + 1))


def test_fc_5_10_each_try_is_a_roll_of_its_own() -> None:
    """The same recipe on the same day: the rolls differ, and are fair."""
    rolls = []
    for number in range(300):
        game = evening(
            "evening.steal.succeeds_on=6", players=2, menus={1: [NIGIRI]}, fish={0: [3] * 4}, food={0: "wwww"}
        )
        game.key = game_key(10, 0, number)
        for _ in range(4):
            if NIGIRI in game.menu(1):
                rolls.append(game.do(f"cook {NIGIRI} with 3")[1].details["die"])
    counts = [rolls.count(face) for face in range(1, 7)]
    assert max(abs(count - len(rolls) / 6) for count in counts) < 4 * (len(rolls) * 5 / 36) ** 0.5


@pytest.mark.parametrize(("dish", "food", "bonus"), [(TUNA_STEAK, "b", 3), (MAKI, "wr", 4), (SABAYON, "yrp", 5)])
@pytest.mark.parametrize("die", range(1, 7))
def test_fc_5_11_on_the_bonus_or_more_the_card_moves(
    monkeypatch: Patch, dish: str, food: str, bonus: int, die: int
) -> None:
    script_dice(monkeypatch, steal=[die])
    game = evening(menus={1: [dish]}, fish={0: [6]}, food={0: food})
    events = game.do(f"cook {dish} with 6")
    stolen = die >= bonus
    assert (game.menu(0), game.menu(1)) == (({dish}, set()) if stolen else (set(), {dish}))
    assert [event.rule for event in events if event.name == "stolen"] == (["FC-5.11"] if stolen else [])
    assert sum(game.table.dishes[0]) == int(stolen)
    assert sum(game.table.dishes[1]) == int(not stolen)


@pytest.mark.parametrize("die", range(1, 7))
def test_fc_5_11_on_a_fixed_number(monkeypatch: Patch, die: int) -> None:
    script_dice(monkeypatch, steal=[die])
    game = evening("evening.steal.succeeds_on=2", menus={1: [SABAYON]}, fish={0: [3]}, food={0: "yrp"})
    game.do(f"cook {SABAYON} with 3")
    assert (game.menu(0) == {SABAYON}) == (die >= 2)


def test_fc_5_11_never() -> None:
    """No roll at all."""
    for number in range(20):
        game = evening("evening.steal.succeeds_on=never", menus={1: [NIGIRI]}, fish={0: [3, 3]}, food={0: "w"})
        game.key = game_key(12, 0, number)
        assert [event.name for event in game.do(f"cook {NIGIRI} with 3")] == ["cooked"]
        assert game.menu(1) == {NIGIRI}
        assert game.table.money == [115, 103, 100, 100]


def test_fc_5_11_a_bonus_above_the_die_is_safe() -> None:
    for number in range(60):
        game = evening("evening.steal.die=d4", menus={1: [SABAYON]}, fish={0: [3]}, food={0: "yrp"})
        game.key = game_key(13, 0, number)
        game.do(f"cook {SABAYON} with 3")
        assert game.menu(1) == {SABAYON}


def test_fc_5_12_a_pass_throws_one_fish_of_ones_choice() -> None:
    game = evening(fish={0: [1, 3, 6], 1: [2]})
    assert [move for move in game.legal() if move.startswith("throw")] == ["throw 1", "throw 3", "throw 6"]
    (event,) = game.do("throw 3")
    assert (event.rule, event.seat, event.details) == ("FC-5.12", 0, {"size": 3})
    assert (game.fish(0), game.seat) == ([1, 6], 1)
    assert game.table.money == [100] * 4


def test_fc_5_12_allowed_even_if_one_could_cook() -> None:
    game = evening(hands={0: [NIGIRI]}, fish={0: [3]}, food={0: "w"})
    assert game.refused("throw 3") == game.refused(f"cook {NIGIRI} with 3") == ""


def test_fc_5_12_it_costs_a_fish_that_one_has() -> None:
    game = evening(fish={0: [1]})
    assert game.refused("pass") == game.refused("throw 2") == "FC-5.12"


@pytest.mark.parametrize(("held", "thrown"), [([1, 3, 6], ["throw 3", "throw 1"]), ([6, 6], ["throw 6", "throw 6"]),
                                              ([4], ["throw 4"])])  # fmt: skip
def test_fc_5_12_two_fish_or_all_where_the_variant_says_two(held: list[int], thrown: list[str]) -> None:
    """min(cost, fish held)."""
    game = evening("evening.pass_cost=2", fish={0: held, 1: [1, 1, 1]})
    assert order_of(game, thrown) == [0] * len(thrown)
    assert (len(game.fish(0)), game.seat) == (max(0, len(held) - 2), 1)
    assert order_of(game, ["throw 1", "throw 1"]) == [1, 1]


def test_fc_5_12_who_began_to_pass_cannot_cook_in_between() -> None:
    game = evening("evening.pass_cost=2", hands={0: [NIGIRI]}, fish={0: [3, 3], 1: [1]}, food={0: "w"})
    assert game.refused(f"cook {NIGIRI} with 3") == ""
    game.do("throw 3")
    assert (game.seat, game.refused(f"cook {NIGIRI} with 3")) == (0, "FC-5.12")
    assert game.legal() == ["throw 3"]


@pytest.mark.parametrize("setting", FREE)
def test_fc_5_12_free_where_the_cost_is_nothing_or_fish_keep(setting: str) -> None:
    game = evening(setting, fish={0: [1, 3], 1: [2]})
    assert game.refused("throw 1") == "FC-5.12"
    (event,) = game.do("pass")
    assert (event.name, event.rule, event.seat) == ("passed", "FC-5.12", 0)
    assert (game.fish(0), game.seat) == ([1, 3], 1)


def test_fc_5_12_fish_that_keep_make_even_a_dear_pass_free() -> None:
    game = evening("evening.fish_keep=yes", "evening.pass_cost=2", fish={0: [1, 3], 1: [2]})
    game.do("pass")
    assert game.fish(0) == [1, 3]


def test_fc_5_13_again_and_again_once_a_turn() -> None:
    game = evening(hands={0: [NIGIRI]}, fish={0: [3, 3, 3], 1: [1, 1]}, food={0: "www"})
    rules = []
    for _ in range(2):
        rules.append(game.do(f"cook {NIGIRI} with 3")[0].rule)
        assert game.seat == 1
        game.do("throw 1")
    rules.append(game.do(f"cook {NIGIRI} with 3")[0].rule)
    assert rules == ["FC-5.6", "FC-5.8", "FC-5.8"]
    assert game.table.money[0] == 100 + 3 * 18
    assert len(game.menu(0)) == 1


def test_fc_5_13_by_everybody(monkeypatch: Patch) -> None:
    """One card, cooked by three seats in one evening; the last steals it."""
    script_dice(monkeypatch, steal=[1, 3])
    game = evening(
        players=3, hands={0: [NIGIRI]}, fish={seat: [3] for seat in range(3)}, food=dict.fromkeys(range(3), "w")
    )
    game.do(*[f"cook {NIGIRI} with 3"] * 3)
    assert game.table.money == [100 + 18 + 3 + 3, 115, 115]
    assert [game.menu(seat) for seat in range(3)] == [set(), set(), {NIGIRI}]


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_fc_5_an_evening_has_as_many_turns_as_fish_were_bought(players: int) -> None:
    """At pass cost 1 without keeping fish."""
    for number in range(6):
        game = begin(players=players, key=game_key(14, 0, number))
        turns, bought, day = 0, 0, 0
        for step in random_steps(game, random.Random(number)):
            turns += step.before.now[PHASE] == EVENING
            bought += step.text.startswith("fish")
            if game.day > day:
                assert turns == bought
                turns, bought, day = 0, 0, game.day
