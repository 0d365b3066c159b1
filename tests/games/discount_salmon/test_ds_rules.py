"""DS-1 to DS-5, rule by rule, on tables that are laid by hand; and what holds in every game of any variant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from salmon import (
    ANDREW,
    ANTIDOTE,
    BLENDER,
    COSTUME,
    DRY,
    EGGS,
    LOTION,
    MAKE_UP,
    PERFUME,
    SUN,
    UGLY,
    WASTE,
    Game,
    play_out,
    variant,
)

from kitgen.games.discount_salmon import rules
from kitgen.games.discount_salmon.bots import BOTS
from kitgen.games.discount_salmon.table import (
    CART,
    DELAY,
    DID,
    DID_END,
    DID_TIME,
    DISCARDED,
    DISCARDING,
    FIRST_END,
    FIRST_TOP,
    FISH_GONE,
    FRIED,
    LAID,
    OPEN,
    OVER,
    PHASE,
    RACE,
    RESOLVED,
    REVEALED,
    REVEALER,
    SECOND_TOP,
    SHUFFLES,
    STACK,
    STALE,
    TIME,
    set_of,
)

PLAIN = (PERFUME, PERFUME, COSTUME, COSTUME, ANTIDOTE)
"""A hand that mends neither dry nor ugly."""


def at_odds(*hands: Sequence[int], of: Any = None, problems: Sequence[int] = (DRY, UGLY)) -> Game:
    """A dry and ugly fish before three players."""
    return Game(of, len(hands), hands=hands, problems=problems)


# DS-1


@pytest.mark.parametrize(("players", "left"), [(2, 71), (3, 66), (4, 61), (5, 56)])
def test_ds_1_2_and_1_3_hands_of_five_and_two_near_equal_piles(players: int, left: int) -> None:
    game = Game(players=players)
    assert [sum(hand) for hand in game.table.hand] == [5] * players
    assert rules.cards_left(game.table) == left
    assert len(game.table.lake) == 25
    assert sum(mask.bit_count() for mask in game.rules.fish_problems) == 45


def test_ds_1_5_the_first_player_has_the_cart_and_reveals() -> None:
    game = Game()
    rules.set_up(game.rules, game.table, game.key, 2)
    assert (game.now[CART], game.now[REVEALER], game.now[REVEALED]) == (2, 2, 1)


def test_one_card_more_moves_no_other() -> None:
    few, more = Game(), Game(variant(modifiers={"andrew": 4}))
    kinds = [kind for kind in more.table.pile if kind != ANDREW]
    assert [kind for kind in few.table.pile if kind != ANDREW] == kinds


# DS-2


def test_ds_2_2_the_revealers_hand_comes_back_later_for_the_first_play_alone() -> None:
    game = at_odds((LOTION, MAKE_UP, *PLAIN[:3]), (LOTION, MAKE_UP, *PLAIN[:3]))
    game.race(([LOTION, MAKE_UP], 1_000), ([LOTION, MAKE_UP], 1_200))
    assert game.table.claimed == [0, 1]


# DS-3


def test_ds_3_1_no_more_than_a_set_and_only_what_is_held() -> None:
    game = at_odds((LOTION, LOTION, MAKE_UP, SUN, PERFUME), PLAIN)
    for cards, rule in (
        ([LOTION] * 3, 301),
        ([LOTION, LOTION, MAKE_UP, SUN], 301),
        ([EGGS], 301),
        ([LOTION, MAKE_UP], 0),
    ):
        assert rules.refusal(game.rules, game.table, set_of(cards)) == rule


def test_ds_3_1_the_faster_hand_claims_and_the_slower_ones_cards_were_never_laid() -> None:
    game = at_odds(PLAIN, (LOTION, MAKE_UP, *PLAIN[:3]), (BLENDER, *PLAIN[:4]))
    game.race(([], 0), ([LOTION, MAKE_UP], 900), ([BLENDER], 1_100))
    assert (game.table.claimed, game.table.cures) == ([0, 1, 0], [0, 2, 0])
    assert game.table.hand[2][BLENDER] == 1


def test_ds_3_2_a_hand_that_was_already_on_its_way_is_not_taken_back() -> None:
    """Seat 1 mends a part at 900 ms; seat 2 is about to lay at 1,000 and can see the change at 900 + 400 only."""
    game = at_odds(PLAIN, (LOTION, *PLAIN[:4]), (LOTION, MAKE_UP, *PLAIN[:3]))
    game.race(([], 0), ([LOTION], 900), ([LOTION, MAKE_UP], 1_000))
    assert (game.now[OPEN], game.now[STACK]) == (1 << UGLY, 1)
    game.race(([], 0), ([], 0), ([], 400))
    assert (game.table.claimed, game.now[DID_TIME]) == ([0, 0, 1], 1_000)
    assert game.table.hand[2][LOTION] >= 1, "DS-3.6: the second lotion came back"


def test_ds_3_2_who_sees_the_change_in_time_decides_anew() -> None:
    game = at_odds(PLAIN, (LOTION, *PLAIN[:4]), (LOTION, MAKE_UP, *PLAIN[:3]))
    game.race(([], 0), ([LOTION], 900), ([LOTION, MAKE_UP], 1_500))
    game.race(([], 0), ([], 0), ([MAKE_UP], 500))
    assert (game.table.claimed[2], game.now[DID_TIME], game.table.hand[2][LOTION]) == (1, 1_400, 1)


def test_ds_3_6_and_3_7_what_is_invalid_returns_before_the_hand_is_drawn_full() -> None:
    game = at_odds(PLAIN, (PERFUME, LOTION, *PLAIN[:3]))
    game.race(([], 0), ([PERFUME, LOTION], 700))
    assert sum(game.table.hand[1]) == 5
    assert game.table.hand[1][PERFUME] >= 1 + PLAIN[:3].count(PERFUME)
    assert game.now[STACK] == 1


def test_invalid_cards_are_lost_where_a_variant_says_so_but_not_those_above_the_end() -> None:
    of = variant(race={"invalid": "lost"})
    game = at_odds(PLAIN, (PERFUME, LOTION, MAKE_UP, SUN, ANTIDOTE), of=of)
    game.race(([], 0), ([PERFUME, LOTION, MAKE_UP], 700))
    assert game.table.claimed[1] == 1
    assert game.table.gone[PERFUME] == 1
    game = at_odds(PLAIN, (LOTION, MAKE_UP, PERFUME, SUN, ANTIDOTE), of=of)
    game.race(([], 0), ([LOTION, MAKE_UP, PERFUME], 700))
    assert game.table.gone[PERFUME] == 0


def test_ds_3_9_and_3_10_andrew_takes_fish_and_stack_and_his_player_reveals() -> None:
    game = at_odds(PLAIN, (LOTION, *PLAIN[:4]), (ANDREW, *PLAIN[:4]))
    game.race(([], 0), ([LOTION], 900), ([ANDREW], 1_000))
    game.race(([], 0), ([], 0), ([], 2_000))
    assert (game.table.claimed, game.now[FISH_GONE], game.now[REVEALER]) == ([0, 0, 0], 1, 2)
    assert (game.table.gone[LOTION], game.table.gone[ANDREW]) == (1, 1)


def test_ds_3_11_and_3_12_the_claimer_takes_valid_cards_of_all_and_reveals() -> None:
    game = at_odds((SUN, WASTE, *PLAIN[:3]), (LOTION, *PLAIN[:4]), (BLENDER, *PLAIN[:4]))
    game.race(([WASTE], 100), ([], 0), ([], 0))
    game.race(([], 0), ([LOTION], 500), ([], 0))
    game.race(([], 0), ([], 0), ([BLENDER], 500))
    assert (game.table.claimed, game.table.harms, game.table.cures) == ([0, 0, 1], [0, 0, 1], [0, 0, 2])
    assert game.now[REVEALER] == 2


def test_the_next_player_reveals_where_a_variant_says_so() -> None:
    game = at_odds(PLAIN, PLAIN[::-1], (BLENDER, *PLAIN[:4]), of=variant(race={"next_revealer": "clockwise"}))
    game.race(([], 0), ([], 0), ([BLENDER], 500))
    assert game.now[REVEALER] == 1


def test_plays_of_the_same_instant_are_settled_by_chance() -> None:
    first = []
    for number in range(40):
        game = Game(players=2, hands=[(BLENDER, *PLAIN[:4])] * 2, problems=[DRY, UGLY], number=number)
        game.race(([BLENDER], 700), ([BLENDER], 1_000))  # the revealer's hand needs 300 ms more
        first.append(game.table.claimed.index(1))
    assert 8 <= sum(first) <= 32


# DS-4


def test_ds_4_1_and_4_2_after_five_seconds_the_cart_takes_the_fish_and_goes_on() -> None:
    game = at_odds(PLAIN, (LOTION, SUN, *PLAIN[:3]), PLAIN)
    game.race(([], 0), ([LOTION], 2_000), ([], 0))
    game.race(([], 0), ([], 0), ([], 0))
    assert (game.now[DID], game.now[DID_END], game.now[DID_TIME]) == (STALE, FRIED, 7_000)
    assert (game.table.claimed, game.table.cures, game.now[CART]) == ([1, 0, 0], [1, 0, 0], 1)


def test_a_play_in_the_last_millisecond_is_in_time_and_one_later_is_not() -> None:
    for after, what in ((5_000, LAID), (5_001, STALE)):
        game = at_odds(PLAIN, (LOTION, *PLAIN[:4]), PLAIN)
        game.race(([], 0), ([LOTION], after), ([], 0))
        assert game.now[DID] == what


def test_ds_4_3_everybody_may_discard_two_and_draws_and_4_4_the_taker_reveals() -> None:
    game = at_odds(PLAIN, PLAIN, PLAIN)
    game.race(([], 0), ([], 0), ([], 0))
    assert game.now[PHASE] == DISCARDING
    assert rules.refusal(game.rules, game.table, set_of([PERFUME, PERFUME, COSTUME])) == 403
    game.race(([PERFUME, PERFUME], 0), ([], 0), ([ANTIDOTE], 0))
    assert (game.now[DISCARDED], game.now[PHASE], game.now[REVEALER], game.now[REVEALED]) == (3, RACE, 0, 2)
    assert [sum(hand) for hand in game.table.hand] == [5, 5, 5]


def test_without_a_cart_a_stalemate_burns_the_fish() -> None:
    game = at_odds(PLAIN, PLAIN, of=variant(stalemate={"cart": False, "discard": 0}))
    game.race(([], 0), ([], 0))
    assert (game.table.claimed, game.now[FISH_GONE], game.now[REVEALED]) == ([0, 0], 1, 2)


# DS-5


def test_ds_5_1_the_game_ends_with_the_lake() -> None:
    game = Game(players=2)
    play_out(game, ["finisher"])
    assert (game.now[REVEALED], game.now[PHASE]) == (25, OVER)
    assert sum(game.table.claimed) + game.now[FISH_GONE] == game.now[RESOLVED]


def test_ds_5_2_a_fish_that_the_last_play_completed_counts() -> None:
    game = at_odds(PLAIN, (LOTION, MAKE_UP, *PLAIN[:3]))
    game.now[FIRST_TOP], game.now[SECOND_TOP] = (
        1,
        game.now[FIRST_END],
    )  # one card is left
    game.race(([], 0), ([LOTION, MAKE_UP], 500))
    assert (game.now[PHASE], game.table.claimed) == (OVER, [0, 1])


def test_ds_5_2_an_unfinished_fish_scores_nobody() -> None:
    game = at_odds(PLAIN, (LOTION, *PLAIN[:4]))
    game.now[FIRST_TOP], game.now[SECOND_TOP] = 0, game.now[FIRST_END]
    game.race(([], 0), ([LOTION], 500))
    assert (game.now[PHASE], game.table.claimed) == (OVER, [0, 0])


@pytest.mark.parametrize(
    ("claimed", "harms", "cures", "winners", "by"),
    [
        ([3, 2, 1], [0, 9, 9], [0, 9, 9], {0}, 503),
        ([3, 3, 1], [1, 2, 9], [9, 0, 9], {1}, 504),
        ([3, 3, 3], [2, 2, 1], [1, 4, 9], {1}, 505),
        ([3, 3, 3], [1, 2, 2], [9, 4, 1], {1}, 505),
        ([3, 3, 1], [2, 2, 0], [4, 4, 0], {0, 1}, 506),
        ([3, 3, 3], [2, 2, 1], [4, 4, 9], {0, 1}, 506),
    ],
)
def test_ds_5_3_to_5_6_most_fish_then_harms_then_cures_else_it_is_shared(
    claimed: list[int], harms: list[int], cures: list[int], winners: set[int], by: int
) -> None:
    game = Game()
    for seat in range(3):
        game.table.claimed[seat], game.table.harms[seat], game.table.cures[seat] = (
            claimed[seat],
            harms[seat],
            cures[seat],
        )
    assert {seat for seat in range(3) if rules.wins(game.rules, game.table, seat)} == winners
    assert rules.settling_rule(game.rules, game.table) == by


def test_a_variant_without_tie_breaks_shares_the_win() -> None:
    game = Game(variant(end={"ties": ()}))
    game.table.claimed[:], game.table.harms[:] = [3, 3, 1], [1, 2, 9]
    assert [rules.wins(game.rules, game.table, seat) for seat in range(3)] == [True, True, False]
    assert rules.settling_rule(game.rules, game.table) == 506


def test_a_variant_may_ask_for_cures_before_harms() -> None:
    game = Game(variant(end={"ties": ("cures", "harms")}))
    game.table.claimed[:], game.table.harms[:], game.table.cures[:] = [3, 3, 1], [1, 2, 9], [5, 4, 9]
    assert [rules.wins(game.rules, game.table, seat) for seat in range(3)] == [True, False, False]
    assert rules.settling_rule(game.rules, game.table) == 505


def test_discards_are_shuffled_into_new_piles_where_a_variant_says_so() -> None:
    for reshuffle in (False, True):
        of = variant(race={"reshuffle": reshuffle}, modifiers={"cure": 8, "blender": 0, "andrew": 0, "harm": 6},
                     stalemate={"discard": 5})  # fmt: skip
        game = Game(of, 5)
        play_out(game, ["reader"])
        assert (game.now[SHUFFLES] > 0) == reshuffle
        assert game.cards() == list(game.rules.copies)


# What holds in every game


FEW = st.integers(0, 8)


@given(
    players=st.integers(2, 5),
    number=st.integers(0, 10_000),
    seated=st.lists(st.sampled_from(sorted(BOTS)), min_size=1, max_size=5),
    hand=st.integers(4, 7),
    longest=st.integers(1, 5),
    modifiers=st.fixed_dictionaries(
        {"cure": st.integers(8, 16), "harm": st.integers(0, 6), "blender": FEW, "andrew": FEW}
    ),
    race=st.fixed_dictionaries(
        {"invalid": st.sampled_from(["returned", "lost"]), "next_revealer": st.sampled_from(["claimer", "clockwise"]),
         "reshuffle": st.booleans()}
    ),
    stalemate=st.fixed_dictionaries(
        {"seconds": st.integers(3, 10), "discard": st.integers(0, 5), "cart": st.booleans()}
    ),
)  # fmt: skip
@settings(max_examples=25, deadline=None)
def test_nothing_is_lost_time_goes_on_and_games_end_in_any_variant(
    players: int, number: int, seated: list[str], hand: int, longest: int, modifiers: Any, race: Any, stalemate: Any
) -> None:
    of = variant(hand={"cards": hand, "set": longest}, modifiers=modifiers, race=race, stalemate=stalemate)
    game = Game(of, players, number=number)
    play_out(game, seated)
    assert game.now[PHASE] == OVER
    assert game.cards() == list(game.rules.copies)
    left = len(game.table.lake) - game.now[RESOLVED]
    assert sum(game.table.claimed) + game.now[FISH_GONE] + left == len(game.table.lake)
    again = Game(of, players, number=number)
    play_out(again, seated)
    assert (again.table.claimed, again.now[TIME]) == (game.table.claimed, game.now[TIME])


def test_a_decision_is_a_set_and_milliseconds() -> None:
    game = at_odds(PLAIN, (LOTION, *PLAIN[:4]))
    assert rules.refusal(game.rules, game.table, set_of([PERFUME]) + DELAY * 60_000) == 301
