"""FC-3, the morning: one action each, buying at the prices of the spaces, passing, and what is refused."""

from __future__ import annotations

import random

import pytest
from rule_tables import (
    FISH_PRICES,
    FOOD_PRICES,
    KINDS,
    MEUNIERE,
    NIGIRI,
    SABAYON,
    begin,
    evening,
    lay,
    random_steps,
)

from kitgen.games.fish_cook.table import DAY, HAND, MORNING, PHASE, SCHOOL

SCHOOL_OF_TWO = [MEUNIERE, NIGIRI]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("chef", [0, 1])
def test_fc_3_1_from_the_chef_clockwise_one_action_each(players: int, chef: int) -> None:
    game = lay(players=players, chef=chef)
    order = []
    for _ in range(players):
        order.append(game.seat)
        game.do("fish 1" if game.market()[0] else "fish 2" if game.market()[1] else "fish 3")
    assert order == [(chef + turn) % players for turn in range(players)]
    assert game.seat == chef


@pytest.mark.parametrize("move", [f"cook {MEUNIERE} with 3", "throw 3"])
def test_fc_3_1_nobody_cooks_in_the_morning(move: str) -> None:
    game = lay(fish={0: [3]}, food={0: "wy"}, hands={0: [MEUNIERE]})
    assert game.refused(move) == "FC-3.1"
    assert evening(fish={0: [3]}, food={0: "wy"}, hands={0: [MEUNIERE]}).refused(move) == ""


@pytest.mark.parametrize("size", FISH_PRICES)
def test_fc_3_2_the_cheapest_fish_of_a_row_at_the_price_of_its_space(size: int) -> None:
    """Five fish are sold cheap to dear."""
    game = lay(players=2, money=200, market={size: 5})
    paid = []
    for _ in range(5):
        (event,) = game.do(f"fish {size}")
        assert (event.rule, event.seat, event.details["size"]) == ("FC-3.2", 0, size)
        paid.append(event.details["price"])
        game.do("pass")
    assert paid == FISH_PRICES[size]
    assert game.table.money == [200 - sum(paid), 200]
    assert game.fish(0) == [size] * 5
    assert game.market()[size - 1] == 0


def test_fc_3_2_an_empty_row_sells_nothing() -> None:
    game = lay(market={4: 0})
    assert game.refused("fish 4") == "FC-3.2"
    assert game.refused("fish 3") == ""


@pytest.mark.parametrize("letter", KINDS)
def test_fc_3_3_the_cheapest_token_of_a_row_at_the_price_of_its_space(letter: str) -> None:
    """Of five tokens the last is the cheapest."""
    game = lay(players=2, farm={letter: 5})
    paid = []
    for number in range(5):
        event = game.do(f"buy {KINDS[letter]}")[0]
        assert (event.rule, event.seat, event.details["kind"]) == ("FC-3.3", 0, KINDS[letter])
        paid.append(event.details["price"])
        if number < 4:
            game.do("pass")
    assert paid == FOOD_PRICES[letter][::-1]
    assert game.table.money == [100 - sum(paid), 100]
    assert game.food(0) == letter * 5


def test_fc_3_3_an_empty_row_sells_nothing() -> None:
    game = lay(farm={"y": 0})
    assert game.refused("buy egg") == "FC-3.3"
    assert game.refused("buy roe") == ""


def test_fc_3_4_a_face_up_recipe_goes_to_the_hand() -> None:
    game = lay(school=SCHOOL_OF_TWO)
    (event,) = game.do(f"recipe {MEUNIERE}")
    assert (event.rule, event.seat, event.details) == ("FC-3.4", 0, {"recipe": MEUNIERE, "price": 5})
    assert game.hand(0) == {MEUNIERE}
    assert game.school() == {NIGIRI}
    assert game.table.money == [95, 100, 100, 100]


def test_fc_3_4_everybody_has_seen_it() -> None:
    game = lay(school=SCHOOL_OF_TWO)
    game.do(f"recipe {MEUNIERE}")
    assert game.table.shown[game.names.recipes.index(MEUNIERE)] == 1


def test_fc_3_4_only_what_lies_in_the_school() -> None:
    game = lay(school=[MEUNIERE], hands={0: [NIGIRI]}, menus={1: [SABAYON]})
    for elsewhere in (NIGIRI, SABAYON, game.deck()[0]):
        assert game.refused(f"recipe {elsewhere}") == "FC-3.4"


def test_fc_3_4_the_variant_says_the_price() -> None:
    game = lay("school.face_up_price=9", school=SCHOOL_OF_TWO, money=9)
    game.do(f"recipe {MEUNIERE}")
    assert game.table.money[0] == 0
    assert lay("school.face_up_price=9", school=SCHOOL_OF_TWO, money=8).refused(f"recipe {MEUNIERE}") == "FC-3.7"


def test_fc_3_5_the_top_card_unseen() -> None:
    game = lay()
    top, second, *rest = game.deck()
    (event,) = game.do("blind")
    assert (event.rule, event.seat, event.details) == ("FC-3.5", 0, {"recipe": top, "price": 2})
    game.do("blind")
    assert (game.hand(0), game.hand(1), game.deck()) == ({top}, {second}, rest)
    assert game.table.money == [98, 98, 100, 100]


def test_fc_3_5_it_stays_secret() -> None:
    game = lay()
    top = game.deck()[0]
    game.do("blind")
    assert game.table.shown[game.names.recipes.index(top)] == 0


def test_fc_3_5_refused_when_the_deck_is_empty() -> None:
    game = lay(deck=1)
    game.do("blind")
    assert game.refused("blind") == "FC-3.5"


def test_fc_3_5_the_variant_says_the_price() -> None:
    game = lay("school.blind_price=4", money=[4, 3, 4, 4])
    game.do("blind")
    assert game.table.money[0] == 0
    assert game.refused("blind") == "FC-3.7"


def test_fc_3_6_a_pass_is_free_and_does_not_put_you_out() -> None:
    game = lay(players=2)
    before = game.table.money[:]
    (event,) = game.do("pass")
    assert (event.rule, event.seat) == ("FC-3.6", 0)
    game.do("fish 1")
    assert (game.seat, game.phase) == (0, "morning")
    game.do("fish 6")
    assert game.table.money == [before[0] - 16, before[1] - 4]


def test_fc_3_6_a_pass_is_always_possible_in_the_morning() -> None:
    assert lay(money=0, farm=1).legal() == ["pass"]
    assert lay(market=0, farm=0, deck=0).legal() == ["pass"]
    game = begin(players=3)
    assert "pass" in game.legal()
    for _ in random_steps(game, random.Random(6)):
        assert ("pass" in game.legal()) == (game.phase in ("morning", "last"))


@pytest.mark.parametrize(("move", "price"), [("fish 6", 16), ("buy wine", 7), (f"recipe {MEUNIERE}", 5), ("blind", 2)])
def test_fc_3_7_money_must_cover_the_price(move: str, price: int) -> None:
    assert lay(money=price - 1, school=SCHOOL_OF_TWO).refused(move) == "FC-3.7"
    game = lay(money=price, school=SCHOOL_OF_TWO)
    game.do(move)
    assert game.table.money[0] == 0


def test_fc_3_7_what_is_not_there_is_refused_as_such_to_the_poor_too() -> None:
    game = lay(money=0, market={1: 0}, farm={"p": 0}, deck=0)
    assert [game.refused(move) for move in ("fish 1", "buy wine", f"recipe {NIGIRI}", "blind")] == [
        "FC-3.2", "FC-3.3", "FC-3.4", "FC-3.5",
    ]  # fmt: skip


def test_fc_3_8_a_buy_for_nothing_is_a_buy() -> None:
    """The last flour space costs $0: it takes the turn, breaks a sequence of passes, and a penniless seat may do it."""
    game = lay(players=2, money=0, farm={"w": 5})
    game.do("pass")
    (event,) = game.do("buy flour")
    assert (event.rule, event.details["price"]) == ("FC-3.3", 0)
    assert (game.food(1), game.seat, game.phase) == ("w", 0, "morning")
    game.do("pass")
    assert game.phase == "morning"  # one pass since the buy


def test_fc_3_8_a_buy_for_nothing_rings() -> None:
    game = lay("market.farm.rows.flour.prices=[0, 0, 0, 0, 0]", money=0, farm={"w": 1})
    assert [event.name for event in game.do("buy flour")][:2] == ["food-bought", "bell"]


def test_fc_3_9_no_hand_limit() -> None:
    """One seat buys the whole deck."""
    game = lay("set_up.recipes_dealt=0", "school.face_up_price=2", players=2, school=SCHOOL_OF_TWO, money=200)
    game.do(f"recipe {MEUNIERE}", "pass", f"recipe {NIGIRI}", "pass")
    while game.deck():
        game.do("blind", "pass")
    assert len(game.hand(0)) == 36


def test_fc_3_10_no_trading() -> None:
    """A morning move touches what its own seat has, and nothing of anybody else's."""
    game = begin(players=3)
    for step in random_steps(game, random.Random(10)):
        if step.before.now[PHASE] != MORNING or game.table.now[PHASE] != MORNING:
            continue
        for seat in range(3):
            if seat != step.seat:
                assert game.table.money[seat] == step.before.money[seat]
                assert game.table.fish[seat] == step.before.fish[seat]
                assert game.table.food[seat] == step.before.food[seat]
        moved = [at for at, owner in enumerate(game.table.owner) if owner != step.before.owner[at]]
        assert all(step.before.place[at] != HAND and game.table.owner[at] == step.seat for at in moved)


def test_fc_3_11_the_school_is_not_refilled_before_the_next_morning() -> None:
    game = lay(players=2, school=[MEUNIERE, NIGIRI, SABAYON], farm={"w": 1})
    game.do(f"recipe {MEUNIERE}", "fish 1")
    assert len(game.school()) == 2
    game.do("buy flour", f"recipe {NIGIRI}")
    assert (game.phase, len(game.school())) == ("last", 1)
    game.do("pass")
    assert (game.phase, len(game.school())) == ("evening", 1)
    while game.phase == "evening":
        game.do(game.legal()[0])
    assert (game.phase, len(game.school())) == ("morning", 4)


def test_fc_3_11_holds_in_a_whole_game() -> None:
    game = begin(players=4)
    for step in random_steps(game, random.Random(11)):
        if game.day == step.before.now[DAY]:
            before = [at for at, place in enumerate(step.before.place) if place == SCHOOL]
            assert {game.names.recipes[at] for at in before} >= game.school()


@pytest.mark.parametrize("move", ["fish 9", "throw 9"])
def test_moves_that_no_table_has_are_refused(move: str) -> None:
    """A row that the market lacks."""
    assert lay().refused(move) == "FC-3.1"
    assert evening(fish={0: [1]}).refused(move) in ("FC-5.1", "FC-5.12")
