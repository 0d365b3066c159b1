"""FC-4, the end of the morning: the bell, the chef, last actions; or everybody passes."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from rule_tables import KINDS, PLAYER_COUNTS, Game, begin, lay, random_steps

from kitgen.games.fish_cook.table import CHEF, DAY, MORNING, PHASE

FISH = {0: [1], 1: [1], 2: [1], 3: [1]}
"""A fish for everybody, so that an evening follows."""


def order_of(game: Game, moves: Sequence[str]) -> list[int]:
    """The seats that make some moves."""
    order = []
    for move in moves:
        order.append(game.seat)
        game.do(move)
    return order


def names(game: Game) -> list[str]:
    return [event.name for event in game.events]


@pytest.mark.parametrize("letter", KINDS)
def test_fc_4_1_a_buy_that_empties_a_farm_row_rings(letter: str) -> None:
    game = lay(seat=2, farm={letter: 1})
    bell = game.do(f"buy {KINDS[letter]}")[1]
    assert (bell.name, bell.rule, bell.seat, bell.details) == ("bell", "FC-4.1", 2, {"kind": KINDS[letter]})
    assert game.phase == "last"


def test_fc_4_1_not_before_the_last_token() -> None:
    game = lay(farm={"r": 2})
    game.do("buy roe")
    assert game.phase == "morning"
    game.do("buy roe")
    assert game.phase == "last"


def test_fc_4_1_two_rows_where_the_variant_wants_two() -> None:
    game = lay("morning.empty_rows_end=2", farm={"r": 1, "w": 1})
    game.do("buy roe")
    assert (game.phase, game.seat, names(game)) == ("morning", 1, ["food-bought"])
    game.do("pass", "buy flour")
    assert game.phase == "last"
    assert [event.details for event in game.told("bell")] == [{"kind": "flour"}]


def test_fc_4_1_rows_emptied_on_another_day_do_not_count() -> None:
    game = lay("morning.empty_rows_end=2", farm={"r": 1})
    game.do("buy roe", *["pass"] * 4)
    assert (game.day, game.phase) == (1, "morning")
    game.table.farm[:] = [3, 3, 3, 3, 3, 1]
    game.do("buy flour")
    assert game.phase == "morning"


def test_fc_4_2_a_buy_that_empties_the_whole_fish_market_rings() -> None:
    game = lay(seat=3, market={1: 0, 2: 0, 3: 1, 4: 0, 5: 0, 6: 1})
    game.do("fish 3")
    assert game.phase == "morning"
    bell = game.do("fish 6")[1]
    assert (bell.name, bell.rule, bell.seat, bell.details) == ("bell", "FC-4.2", 0, {})
    assert game.phase == "last"


def test_fc_4_2_unless_the_variant_says_no() -> None:
    game = lay("morning.empty_fish_market_ends=no", market={1: 1, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0})
    game.do("fish 1")
    assert (game.phase, game.seat, names(game)) == ("morning", 1, ["fish-bought"])


def test_fc_4_2_with_two_rows_wanted_the_fish_market_still_rings_alone() -> None:
    game = lay("morning.empty_rows_end=2", market={1: 1, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0})
    game.do("fish 1")
    assert game.phase == "last"


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_fc_4_3_the_chef_passes_to_the_seat_after_the_ringer(players: int) -> None:
    for ringer in range(players):
        game = lay(players=players, chef=0, seat=ringer, farm={"r": 1})
        game.do("buy roe")
        assert game.chef == (ringer + 1) % players
        assert [(event.rule, event.seat) for event in game.told("chef")] == [("FC-4.3", game.chef)]


def test_fc_4_3_that_may_be_the_seat_that_has_it() -> None:
    game = lay(chef=2, seat=1, farm={"r": 1})
    game.do("buy roe")
    assert game.chef == 2


@pytest.mark.parametrize("ringer", range(4))
def test_fc_4_3_clockwise_is_the_seat_after_the_present_chef(ringer: int) -> None:
    game = lay("next_chef=clockwise", chef=3, seat=ringer, farm={"r": 1})
    game.do("buy roe")
    assert game.chef == 0
    assert game.seat == (ringer + 1) % 4  # the last actions go by the ringer all the same


@pytest.mark.parametrize(
    ("money", "ringer", "chef"),
    [
        ([50, 20, 70, 90], 3, 1),
        ([50, 20, 20, 90], 1, 1),  # tied before the ringer pays 7; the ringer is the poorest then
        ([30, 90, 30, 90], 1, 2),
        ([30, 90, 30, 90], 3, 0),
        ([50, 50, 50, 57], 3, 0),  # the ringer pays 7, and is level with everybody
        ([50, 50, 50, 50], 2, 2),  # the ringer pays 7, and is the poorest
    ],
)
def test_fc_4_3_the_loser_is_the_poorest_and_ties_go_clockwise_after_the_ringer(
    money: list[int], ringer: int, chef: int
) -> None:
    """Roe's last token costs $7; money is counted after the buy that rings."""
    game = lay("next_chef=loser", money=money, chef=1, seat=ringer, farm={"r": 1})
    game.do("buy roe")
    assert game.chef == chef


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_fc_4_4_one_last_action_each_the_ringer_last(players: int) -> None:
    game = lay(players=players, seat=1, farm={"r": 1}, fish={seat: [1] for seat in range(players)})
    game.do("buy roe")
    last = game.told("last-actions")
    assert [(event.rule, event.seat, event.details) for event in last] == [("FC-4.4", 2 % players, {"each": 1})]
    assert order_of(game, ["pass", *["fish 6" if seat == 0 else "blind" for seat in range(players - 1)]]) == [
        (2 + turn) % players for turn in range(players)
    ]
    assert game.phase == "evening"


def test_fc_4_4_a_pass_is_an_action() -> None:
    game = lay(players=2, farm={"r": 1}, fish={0: [1]})
    game.do("buy roe", "pass", "pass")
    assert game.phase == "evening"


@pytest.mark.parametrize("rounds", [2, 3])
def test_fc_4_4_two_last_actions_are_two_whole_rounds(rounds: int) -> None:
    game = lay(f"morning.last_actions={rounds}", players=3, seat=0, farm={"r": 1}, fish={0: [1]})
    game.do("buy roe")
    assert order_of(game, ["blind"] * 3 * rounds) == [1, 2, 0] * rounds
    assert game.phase == "evening"


def test_fc_4_4_no_last_actions() -> None:
    game = lay("morning.last_actions=0", seat=2, farm={"r": 1}, fish=FISH)
    game.do("buy roe")
    assert (game.phase, game.chef, game.seat) == ("evening", 3, 3)
    assert game.told("last-actions") == []


def test_fc_4_5_nothing_rings_again_and_the_chef_stays() -> None:
    """During the last actions another row is emptied, and the fish market too."""
    game = lay(seat=0, farm={"r": 1, "w": 1, "y": 1}, market={1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 1}, fish={0: [1]})
    game.do("buy roe")
    assert order_of(game, ["buy flour", "fish 6", "buy egg", "pass"]) == [1, 2, 3, 0]
    assert len(game.told("bell")) == len(game.told("chef")) == len(game.told("last-actions")) == 1
    assert (game.phase, game.chef) == ("evening", 1)


def test_fc_4_5_everybody_passing_in_the_last_actions_moves_no_chef() -> None:
    game = lay(seat=0, farm={"r": 1}, fish=FISH)
    game.do("buy roe", *["pass"] * 4)
    assert (game.phase, game.chef) == ("evening", 1)
    assert game.told("all-passed") == []


def test_fc_4_5_in_two_rounds_a_sequence_of_passes_ends_nothing() -> None:
    game = lay("morning.last_actions=2", players=2, seat=0, farm={"r": 1, "w": 1}, fish={0: [1]})
    game.do("buy roe", "pass", "pass")
    assert game.phase == "last"
    game.do("buy flour")
    assert (game.phase, game.chef) == ("last", 1)
    game.do("pass")
    assert game.phase == "evening"


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_fc_4_6_all_pass_ends_the_morning_without_last_actions(players: int) -> None:
    game = lay(players=players, seat=1, fish={0: [1]})
    game.do(*["pass"] * (players - 1))
    assert game.phase == "morning"
    game.do("pass")
    assert game.phase == "evening"
    assert [event.rule for event in game.told("all-passed")] == ["FC-4.6"]
    assert game.told("last-actions") == game.told("bell") == []


@pytest.mark.parametrize("buy", ["fish 1", "buy flour", "blind", "recipe sole-meuniere"])
def test_fc_4_6_only_in_sequence(buy: str) -> None:
    game = lay(fish=FISH, school=["sole-meuniere"])
    game.do("pass", "pass", "pass", buy, "pass", "pass", "pass")
    assert game.phase == "morning"
    game.do("pass")
    assert game.phase == "evening"


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_fc_4_7_the_chef_passes_to_the_seat_after_the_last_passer(players: int) -> None:
    for first in range(players):
        game = lay(players=players, chef=0, seat=first, fish={0: [1]})
        game.do(*["pass"] * players)
        assert game.chef == first  # the last passer sits before the first
        assert [(event.rule, event.seat) for event in game.told("chef")] == [("FC-4.7", first)]


def test_fc_4_7_clockwise_is_the_seat_after_the_present_chef() -> None:
    game = lay("next_chef=clockwise", chef=1, seat=3, fish={0: [1]})
    game.do(*["pass"] * 4)
    assert game.chef == 2


@pytest.mark.parametrize(
    ("money", "chef"), [([9, 9, 8, 9], 2), ([9, 9, 9, 9], 3), ([8, 9, 9, 8], 3), ([8, 9, 8, 9], 0)]
)
def test_fc_4_7_the_loser_ties_go_clockwise_after_the_last_passer(money: list[int], chef: int) -> None:
    """Seats 3, 0, 1, 2 pass in this order."""
    game = lay("next_chef=loser", chef=1, seat=3, money=money, fish={0: [1]})
    game.do(*["pass"] * 4)
    assert game.chef == chef


def test_fc_4_7_the_chef_is_told_where_no_evening_follows() -> None:
    """Everybody passes and nobody has fish: the day ends at once, and the chef has moved all the same."""
    game = lay(chef=0, seat=2)
    game.do(*["pass"] * 4)
    assert (game.day, game.chef, game.seat) == (1, 2, 2)
    assert [(event.rule, event.seat) for event in game.told("chef")] == [("FC-4.7", 2)]


def test_fc_4_3_the_chef_is_told_where_no_evening_follows() -> None:
    game = lay("morning.last_actions=0", seat=2, farm={"r": 1})
    game.do("buy roe")
    assert (game.day, game.chef) == (1, 3)
    assert [(event.rule, event.seat) for event in game.told("chef")] == [("FC-4.3", 3)]


def test_fc_4_8_a_row_that_starts_empty_is_inert() -> None:
    game = lay(farm={"r": 0, "p": 0}, fish=FISH)
    game.do("buy flour", "blind", "fish 1", "buy egg")
    assert (game.phase, game.told("bell")) == ("morning", [])


def test_fc_4_8_nor_does_it_count_towards_two() -> None:
    game = lay("morning.empty_rows_end=2", farm={"r": 0, "w": 1, "y": 1})
    game.do("buy flour")
    assert game.phase == "morning"
    game.do("buy egg")
    assert game.phase == "last"


def test_fc_4_8_an_empty_fish_market_is_inert() -> None:
    game = lay(market=0)
    game.do("buy flour", "blind", "pass", "buy egg")
    assert game.phase == "morning"


@pytest.mark.parametrize("settings", [[], ["morning.empty_rows_end=2"], ["morning.empty_fish_market_ends=no"]])
def test_fc_4_a_morning_ends_by_the_bell_or_by_passes_and_by_nothing_else(settings: list[str]) -> None:
    """Random games, their mornings followed by hand."""
    fish_ring = "morning.empty_fish_market_ends=no" not in settings
    wanted = 2 if "morning.empty_rows_end=2" in settings else 1
    game = begin(*settings, players=3)
    emptied, passes = 0, 0
    for step in random_steps(game, random.Random(4)):
        if step.before.now[PHASE] != MORNING:
            emptied = passes = 0
            continue
        passes = passes + 1 if step.text == "pass" else 0
        emptied += step.text.startswith("buy") and step.before.farm[game.names.kinds.index(step.text[4:])] == 1
        no_fish = fish_ring and step.text.startswith("fish") and sum(step.before.market) == 1
        over = emptied == wanted or no_fish or passes == 3
        assert over == (game.table.now[PHASE] != MORNING or game.table.now[DAY] != step.before.now[DAY]), step.text
        if over:
            assert game.table.now[CHEF] == (step.seat + 1) % 3
            emptied = passes = 0
