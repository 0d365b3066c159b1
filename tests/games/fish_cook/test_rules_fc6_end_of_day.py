"""FC-6, the end of the day: what spoils, what stays, and the day markers."""

from __future__ import annotations

import pytest
from rule_tables import begin, evening, lay, script_dice


def test_fc_6_1_unsold_fish_are_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    script_dice(monkeypatch, fish=[1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3])
    game = evening(market={4: 5, 5: 5, 6: 5}, fish={0: [1]})
    events = game.do("throw 1")
    assert game.market() == [5, 5, 2, 0, 0, 0]
    assert [(event.rule, event.details["fish"]) for event in events if event.name == "market-spoils"] == [
        ("FC-6.1", 15 + 2 * 3)
    ]


def test_fc_6_1_after_the_last_day_too() -> None:
    game = evening(day=3, fish={0: [1]})
    game.do("throw 1")
    assert (game.phase, game.market()) == ("over", [0] * 6)


def test_fc_6_1_at_no_cost_to_pass_players_fish_spoil_too() -> None:
    game = evening("evening.pass_cost=0", fish={0: [1, 6], 2: [3]})
    game.do("pass", "pass")
    assert (game.day, [game.fish(seat) for seat in range(4)]) == (1, [[]] * 4)


def test_fc_6_1_players_fish_keep_where_the_variant_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Theirs, never the market's."""
    script_dice(monkeypatch, fish=[1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3])
    game = evening("evening.fish_keep=yes", fish={0: [1, 6], 2: [3]}, market={6: 5})
    game.do("pass", "pass")
    assert (game.day, [game.fish(seat) for seat in range(4)]) == (1, [[1, 6], [], [3], []])
    assert game.market() == [5, 5, 2, 0, 0, 0]


def test_fc_6_1_fish_that_kept_can_be_cooked_the_next_evening() -> None:
    game = evening("evening.fish_keep=yes", fish={0: [3]}, hands={0: ["flounder-nigiri"]}, food={0: "w"})
    game.do("pass", *["pass"] * 4)
    assert (game.phase, game.day, game.seat) == ("evening", 1, 0)
    game.do("cook flounder-nigiri with 3")
    assert game.table.money[0] == 118


def test_fc_6_2_ingredients_recipes_money_and_chef_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    script_dice(monkeypatch, farm=1)
    game = evening(
        chef=2, seat=1, money=[1, 22, 333, 4], fish={1: [1]}, food={0: "wwy", 3: "p"}, farm={"r": 4, "p": 5},
        hands={0: ["sole-meuniere"]}, menus={1: ["flounder-nigiri"]}, school=["tuna-nicoise"],
    )  # fmt: skip
    game.do("throw 1")
    assert (game.day, game.chef, game.seat) == (1, 2, 2)
    assert game.table.money == [1, 22, 333, 4]
    assert (game.food(0), game.food(3)) == ("yww", "p")
    assert game.farm() == "533433"
    assert (game.hand(0), game.menu(1)) == ({"sole-meuniere"}, {"flounder-nigiri"})
    assert "tuna-nicoise" in game.school()


def test_fc_6_2_ingredients_go_back_where_the_variant_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The players' only; those in the market stay."""
    script_dice(monkeypatch, farm=1)
    game = evening("evening.ingredients_keep=no", seat=1, fish={1: [1]}, food={0: "wwy", 3: "p"}, farm={"r": 4, "p": 5})
    game.do("throw 1")
    assert [game.food(seat) for seat in range(4)] == [""] * 4
    assert game.farm() == "533433"


def test_fc_6_2_returned_ingredients_are_there_for_the_next_filling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limited tokens: 12 roe with the players overnight fill the empty row only if they go back."""
    script_dice(monkeypatch, farm=6)
    for keep, level in (("yes", 0), ("no", 5)):
        game = evening("tokens.limit_play=yes", "tokens.per_kind=12", f"evening.ingredients_keep={keep}",
                       seat=1, fish={1: [1]}, food={0: "rrrrrrrrrrrr"}, farm={"r": 0})  # fmt: skip
        game.do("throw 1")
        assert game.table.farm[3] == level


@pytest.mark.parametrize(("players", "days"), [(2, 3), (3, 4), (4, 4), (5, 5), (6, 5)])
def test_fc_6_3_a_marker_a_day_and_after_the_last_the_game_ends(players: int, days: int) -> None:
    game = begin(players=players)
    for day in range(days):
        assert (game.day, game.phase) == (day, "morning")
        game.do(*["pass"] * players)
    assert game.phase == "over"
    assert [(event.rule, event.details["left"]) for event in game.told("day-over")] == [
        ("FC-6.3", left) for left in reversed(range(days))
    ]


def test_fc_6_3_nothing_can_be_done_when_the_game_is_over() -> None:
    game = lay(day=3)
    game.do(*["pass"] * 4)
    assert game.legal() == []
    assert {game.refused(move) for move in ("pass", "fish 1", "buy roe", "blind", "throw 1")} == {"FC-6.3"}


def test_fc_6_3_the_variant_says_how_many_days() -> None:
    game = begin("set_up.days={2: 3, 3: 4, 4: 1, 5: 5, 6: 5}")
    game.do(*["pass"] * 4)
    assert game.phase == "over"
