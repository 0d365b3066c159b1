"""Intervals: textbook values, and that they cover what they should as often as they should."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy
import pytest

from kitgen.play import intervals
from kitgen.play.figures import estimate, scores
from kitgen.play.intervals import Estimate, deviations, difference, mean, quantile, ratio, share
from kitgen.play.loop import WHOLE_WIN
from kitgen.play.tally import Tally

RUNS = 2_000
Numbers = Sequence[int] | Any


def tally(**columns: Numbers) -> Tally:
    """The tally of some games; the first two columns are a pair."""
    lists = {name: [int(value) for value in values] for name, values in columns.items()}
    found = Tally(len(next(iter(lists.values()))), {name: Counter(values) for name, values in lists.items()})
    if len(lists) > 1:
        (one, first), (other, second), *_ = lists.items()
        found.products[one, other] = sum(a * b for a, b in zip(first, second, strict=True))
    return found


def coverage(truth: float, run: Callable[[Any], Estimate], seed: int) -> float:
    """The share of runs whose interval covers the truth."""
    chance = numpy.random.default_rng(seed)
    found = [run(chance) for _ in range(RUNS)]
    return sum(one.low <= truth <= one.high for one in found) / RUNS


# ── Textbook values ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("certainty", "freedom", "reach"),
    [
        (0.95, 1, 12.706), (0.95, 2, 4.303), (0.95, 4, 2.776), (0.95, 5, 2.571), (0.95, 9, 2.262), (0.95, 15, 2.131),
        (0.95, 29, 2.045), (0.95, 60, 2.000), (0.95, 120, 1.980), (0.95, math.inf, 1.960), (0.9, 10, 1.812),
        (0.99, 1, 63.657), (0.99, 2, 9.925), (0.99, 9, 3.250), (0.99, 15, 2.947), (0.99, 29, 2.756),
        (0.99, math.inf, 2.576), (0.999, 29, 3.659), (0.999, math.inf, 3.291),
    ],
)  # fmt: skip
def test_students_t_is_as_tables_have_it(certainty: float, freedom: float, reach: float) -> None:
    assert deviations(certainty, freedom) == pytest.approx(reach, rel=0.003)


@pytest.mark.parametrize(
    ("times", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (1, 29, 0.0061, 0.1718), (8, 10, 0.4902, 0.9433)],
)
def test_a_share_has_wilsons_interval(times: int, games: int, low: float, high: float) -> None:
    """The examples of Newcombe (1998), and the usual one of 8 in 10."""
    found = share(times, games)
    assert (found.low, found.high) == (pytest.approx(low, abs=6e-5), pytest.approx(high, abs=6e-5))
    assert found.value == times / games
    assert not found.bound
    mirrored = share(games - times, games)
    assert (mirrored.low, mirrored.high) == (pytest.approx(1 - found.high), pytest.approx(1 - found.low))


@pytest.mark.parametrize("games", [1, 10, 300, 10_000])
def test_none_of_n_games_gives_a_bound(games: int) -> None:
    """A share at the bound would be seen in none of them with a chance of 5 %."""
    found = share(0, games)
    assert (found.value, found.low, found.bound) == (0, 0, True)
    assert (1 - found.high) ** games == pytest.approx(0.05)
    always = share(games, games)
    assert (always.value, always.high, always.bound) == (1, 1, True)
    assert always.low == pytest.approx(1 - found.high)


def test_the_rule_of_three() -> None:
    assert share(0, 1_000).high == pytest.approx(3 / 1_000, rel=0.01)


def test_without_games_nothing_is_known() -> None:
    assert (share(0, 0).low, share(0, 0).high) == (0, 1)
    assert (mean(tally(x=[4]), "x").low, mean(tally(x=[4]), "x").high) == (-math.inf, math.inf)
    assert mean(Tally(0, {"x": Counter()}), "x").high == math.inf
    assert ratio(tally(a=[3], b=[4]), "a", "b").high == math.inf
    assert ratio(tally(a=[0, 0], b=[0, 0]), "a", "b").high == math.inf


def test_the_mean_of_a_sample_without_a_long_side_has_students_interval() -> None:
    """0 to 9: mean 4.5, standard deviation 3.0277; 2.262 * 3.0277 / sqrt(10) = 2.1657."""
    found = mean(tally(x=range(10)), "x")
    assert (found.value, found.games) == (4.5, 10)
    assert (found.low, found.high) == (pytest.approx(4.5 - 2.1657, abs=5e-4), pytest.approx(4.5 + 2.1657, abs=5e-4))


def test_where_large_numbers_are_rare_the_mean_may_be_larger_than_it_looks() -> None:
    """Two of sixty games have something; nothing is below nothing."""
    found = mean(tally(x=[0] * 58 + [1, 3]), "x")
    assert found.low >= 0
    assert found.high - found.value > 1.5 * (found.value - found.low)
    mirrored = intervals.mean_change(tally(x=[0] * 58 + [-1, -3]), "x")
    assert mirrored.low - mirrored.value == pytest.approx(found.value - found.high)


@pytest.mark.parametrize("games", [6, 30, 1_000])
def test_games_that_are_all_alike_leave_room_for_those_that_were_not_seen(games: int) -> None:
    """A number in so many games as would all be missed with a chance of 5 % may be another, by one at least."""
    unseen = 1 - 0.05 ** (1 / games)
    found = mean(tally(x=[4] * games), "x")
    assert (found.value, found.bound) == (4, False)
    assert (found.low, found.high) == (pytest.approx(4 - unseen), pytest.approx(4 + unseen))
    change = intervals.mean_change(tally(x=[-4] * games), "x", unit=60)
    assert (change.low, change.high) == (pytest.approx(-4 - 60 * unseen), pytest.approx(-4 + 60 * unseen))
    same = ratio(tally(a=[1, 3] * games, b=[2, 6] * games), "a", "b")
    assert (same.value, same.low) == (0.5, pytest.approx(0.5 - (1 - 0.05 ** (1 / (2 * games))) / 4))


@pytest.mark.parametrize(("certainty", "fewest"), [(0.95, 6), (0.999, 11), (0.9995, 12)])
def test_a_few_games_that_are_all_alike_tell_nothing(certainty: float, fewest: int) -> None:
    """A coin falls on the same side so often by luck: a sign test of 2 sides."""
    for games in range(2, 15):
        found = mean(tally(x=[4] * games), "x", certainty)
        assert math.isinf(found.high) == (games < fewest) == (0.5 ** (games - 1) > 1 - certainty)
        assert math.isinf(intervals.mean_change(tally(x=[4] * games), "x", certainty).low) == (games < fewest)
        assert math.isinf(ratio(tally(a=[1] * games, b=[2] * games), "a", "b", certainty).low) == (games < fewest)


def test_a_mean_or_a_ratio_of_nothing_is_a_bound() -> None:
    nothing = tally(a=[0] * 50, b=[0] * 30 + [2] * 20)
    for found, games in ((mean(nothing, "a"), 50), (ratio(nothing, "a", "b"), 20)):
        assert found.bound
        assert (found.value, found.low) == (0, 0)
        assert (1 - found.high) ** games == pytest.approx(0.05)


def test_the_bound_of_wins_is_one_of_whole_wins() -> None:
    """A bot that has won none of 100 games may win 3 % of them."""
    never = tally(**{"bot-won/2": [0] * 100})
    assert estimate(never, "mean", "bot-won/2").scaled(100 / WHOLE_WIN).high == pytest.approx(2.95, abs=0.01)
    assert estimate(never, "games", "bot-won/2").scaled(100).high == pytest.approx(2.95, abs=0.01)


def test_a_ratio_is_that_of_the_totals() -> None:
    """2 + 5 + 5 + 8 of 40; a game has one more or one less than half of its own: a standard deviation of 1.1547."""
    found = ratio(tally(a=[2, 5, 5, 8], b=[6, 8, 12, 14]), "a", "b")
    assert found.value == 0.5
    reach = 3.182 * 1.1547 / math.sqrt(4) / 10
    assert (found.low, found.high) == (pytest.approx(0.5 - reach, rel=0.01), pytest.approx(0.5 + reach, rel=0.01))


def test_a_scaled_estimate_is_the_same_in_another_unit() -> None:
    found = Estimate(2, 1, 4, 7, True)
    assert found.scaled(10) == Estimate(20, 10, 40, 7, True)
    assert found.scaled(-1) == Estimate(-2, -4, -1, 7, True)


def test_the_difference_of_two_estimates_that_rest_on_different_games() -> None:
    """Errors of 3 and 4 make one of 5."""
    found = difference(Estimate(10, 7, 13, 50), Estimate(4, 0, 8, 40))
    assert (found.value, found.low, found.high, found.games) == (6, 1, 11, 40)


def test_quantiles_lie_between_order_statistics() -> None:
    """1 to 99: half lies below 50; one in twenty below 5.45. Half of 99, give or take 1.96 * sqrt(99) / 2 = 9.75."""
    found = quantile(Counter(range(1, 100)), 0.5, 99)
    assert found.value == 50
    assert (found.low, found.high) == (pytest.approx(50 - 9.75, abs=0.01), pytest.approx(50 + 9.75, abs=0.01))
    assert quantile(Counter(range(1, 100)), 0.05, 99).value == pytest.approx(5.45)
    assert quantile(Counter({4: 7}), 0.5, 7).value == 4
    assert intervals.order_statistic(Counter({1: 5, 2: 5, 9: 1}), 0.5) == 2


def test_quantiles_are_numbers_that_came_out_or_between() -> None:
    counts = Counter({0: 50, 10: 1})
    found = quantile(counts, 0.05, 51)
    assert (found.low, found.value) == (0, 0)
    assert quantile(counts, 0.999, 51).high == 10


# ── Coverage of made-up games ───────────────────────────────────────────────────────────────────────────────────────

Draw = Callable[[Any, int], Any]
KINDS_OF_GAMES: dict[str, tuple[float, Draw]] = {
    "even": (3.5, lambda chance, games: chance.integers(1, 7, games)),
    "money": (168, lambda chance, games: numpy.rint(chance.normal(168, 19, games))),
    "rare": (0.2, lambda chance, games: chance.poisson(0.2, games)),
    "lumped": (0.3, lambda chance, games: chance.poisson(2, games) * (chance.random(games) < 0.15)),
    "lopsided": (4, lambda chance, games: chance.geometric(0.2, games) - 1),
    "often": (0.7, lambda chance, games: chance.random(games) < 0.7),
}


@pytest.mark.parametrize("games", [60, 200])
@pytest.mark.parametrize("kind", KINDS_OF_GAMES)
def test_intervals_of_means_cover(kind: str, games: int) -> None:
    truth, sample = KINDS_OF_GAMES[kind]
    found = coverage(truth, lambda chance: mean(tally(x=sample(chance, games)), "x"), seed=games)
    assert 0.92 <= found <= 0.98


@pytest.mark.parametrize("chance_of_it", [0.05, 0.3, 0.5, 0.9])
def test_intervals_of_shares_cover(chance_of_it: float) -> None:
    found = coverage(chance_of_it, lambda chance: share(int(chance.binomial(150, chance_of_it)), 150), seed=4)
    assert 0.92 <= found <= 0.98


def test_bounds_cover() -> None:
    """A share just below the bound of none in 100 is never left out; above it, where none is seen, always."""
    within, beyond = share(0, 100).high - 1e-9, share(0, 100).high + 1e-9
    assert share(0, 100).low <= within <= share(0, 100).high < beyond
    chance = numpy.random.default_rng(5)
    none = sum(chance.binomial(100, beyond, RUNS) == 0) / RUNS
    assert none < 0.065


@pytest.mark.parametrize("kind", ["prices", "shares", "tries"])
def test_intervals_of_ratios_cover(kind: str) -> None:
    """What follows the denominator, what hardly does, and luck."""

    def run(chance: Any) -> Estimate:
        if kind == "prices":
            bought = chance.poisson(4, 60)
            paid = [int(chance.integers(3, 8, count).sum()) for count in bought]
            return ratio(tally(a=paid, b=bought), "a", "b")
        if kind == "shares":
            rare = 25 * chance.poisson(1.5, 60) * (chance.random(60) < 0.2)
            return ratio(tally(a=rare, b=rare + numpy.rint(chance.normal(492.5, 60, 60))), "a", "b")
        tries = chance.poisson(3, 60)
        return ratio(tally(a=chance.binomial(tries, 0.4), b=tries), "a", "b")

    truth = {"prices": 5, "shares": 7.5 / 500, "tries": 0.4}[kind]
    assert 0.92 <= coverage(truth, run, seed=6) <= 0.98


@pytest.mark.parametrize("part", [0.05, 0.25, 0.5, 0.75, 0.95])
def test_intervals_of_quantiles_cover(part: float) -> None:
    """Of whole numbers from a wide and from a narrow even spread."""
    for width in (1_000, 20):
        truth = width * part - 0.5
        found = coverage(
            truth, lambda chance, width=width: quantile(Counter(chance.integers(0, width, 120).tolist()), part, 120), 7
        )
        assert 0.92 <= found <= 0.98


@pytest.mark.parametrize("alike", [0.0, 0.4, 0.7])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_intervals_of_what_players_end_with_cover_however_much_seats_are_alike(players: int, alike: float) -> None:
    """Seats of a game share its luck, here of dollars spread normally by 20 around 150."""
    normal = {0.05: -1.6449, 0.25: -0.6745, 0.5: 0, 0.75: 0.6745, 0.95: 1.6449}
    truths = {"score": 150.0, "score-spread": math.sqrt(400 + 1 / 12)}
    truths |= {f"score-{100 * part:.0f}": 150 + 20 * at for part, at in normal.items()}
    chance, covered = numpy.random.default_rng(players), Counter[str]()
    runs = 800
    for _ in range(runs):
        common, own = chance.normal(size=(60, 1)), chance.normal(size=(60, players))
        money = numpy.rint(150 + 20 * (math.sqrt(alike) * common + math.sqrt(1 - alike) * own)).astype(int)
        columns = {f"score/{seat + 1}": money[:, seat] for seat in range(players)}
        found = scores(tally(**columns, **{"score-total": money.sum(axis=1)}), "$")
        assert {one.id for one in found} == set(truths)
        covered.update(one.id for one in found if one.estimate.low <= truths[one.id] <= one.estimate.high)
    shares = {name: covered[name] / runs for name in truths}
    assert all(0.92 <= covers <= 0.98 for covers in shares.values()), shares
