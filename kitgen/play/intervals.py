"""Estimates with their intervals.

Games are independent of each other, seats of one game are not; so what is estimated is always a number a game. An
interval of 95 % covers the long-run value in 95 of 100 runs; docs/verdict.md explains it for readers with school
statistics.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from statistics import NormalDist

from kitgen.play.tally import Tally

CERTAINTY = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its interval; ``games`` is what it rests on. ``bound`` marks a share that was never, or always, seen:
    then the interval's end is a bound, and the value no more than what was counted."""

    value: float
    low: float
    high: float
    games: int
    bound: bool = False

    def scaled(self, factor: float) -> Estimate:
        """In another unit."""
        ends = sorted((self.low * factor, self.high * factor))
        return Estimate(self.value * factor, ends[0], ends[1], self.games, self.bound)


def deviations(certainty: float, freedom: float = math.inf) -> float:
    """How many standard errors an interval reaches to each side: Student's t, by Cornish and Fisher's expansion.

    That is right to a hundredth from 3 degrees of freedom on; for 1 and 2 the distribution is known in full.
    """
    if freedom == 1:
        return math.tan(math.pi / 2 * certainty)
    if freedom == 2:
        return certainty * math.sqrt(2 / (1 - certainty**2))
    z = NormalDist().inv_cdf((1 + certainty) / 2)
    if math.isinf(freedom):
        return z
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, start=1))


def variance(counts: Counter[int]) -> float:
    """The variance of one game's number, estimated from the sample."""
    games = counts.total()
    if games < 2:
        return math.inf
    total = sum(value * times for value, times in counts.items())
    squares = sum(value * value * times for value, times in counts.items())
    return (squares - total * total / games) / (games - 1)


def mean(tally: Tally, column: str, certainty: float = CERTAINTY, unit: int = 1) -> Estimate:
    """The mean of a column a game. One game, or none, gives an endless interval; nothing but zeros a bound.

    The bound is that of the games in which it is not zero, and so right for a column that then is one ``unit``.
    """
    counts = tally.counts.get(column, Counter())
    games = counts.total()
    value = tally.total(column) / games if games else 0.0
    if games and counts[0] == games:
        return share(0, games, certainty).scaled(unit)
    found = _mean(counts, value, certainty, unit)
    return found if games < 2 or min(counts) < 0 else replace(found, low=max(found.low, 0.0))


def mean_change(differences: Tally, column: str, certainty: float = CERTAINTY, unit: int = 1) -> Estimate:
    """The mean difference a game; ``unit`` is the least by which games differ where they do."""
    counts = differences.counts.get(column, Counter())
    value = sum(found * times for found, times in counts.items()) / max(1, counts.total())
    return _mean(counts, value, certainty, unit)


def _mean(counts: Counter[int], value: float, certainty: float, unit: int) -> Estimate:
    games = counts.total()
    if games < 2:
        return Estimate(value, -math.inf, math.inf, games)
    if len(+counts) == 1:
        reach = unit * _unseen(games, certainty)
        return Estimate(value, value - reach, value + reach, games)
    error = math.sqrt(variance(counts) / games)
    down, up = _reaches(deviations(certainty, games - 1), _skewness(counts), games)
    return Estimate(value, value - down * error, value + up * error, games)


def _unseen(games: int, certainty: float) -> float:
    """The share of games that may be otherwise where all were alike: the bound of ``share``.

    Endless where so few are alike by luck: for a number that is as often above as below, all on one side.
    """
    luck = 1 - certainty
    return 1 - luck ** (1 / games) if 0.5 ** (games - 1) <= luck else math.inf


def _moment(counts: Counter[int], power: int) -> float:
    """The mean of a power of what numbers differ from their mean."""
    games = counts.total()
    middle = sum(value * times for value, times in counts.items()) / games
    return float(sum((value - middle) ** power * times for value, times in counts.items()) / games)


def _skewness(counts: Counter[int]) -> float:
    """How lopsided a sample is: above 0 where few numbers lie far above the mean."""
    spread = math.sqrt(_moment(counts, 2))
    return _moment(counts, 3) / spread**3 if spread > 0 else 0.0


def _reaches(reach: float, skewness: float, games: float) -> tuple[float, float]:
    """How many standard errors the interval of a mean reaches down and up, by Hall's cubic transformation (1992).

    A sample of rare large numbers has mostly seen too few of them, and then its spread is too small as well: the
    interval reaches further up than down.
    """
    if abs(skewness) < 1e-6:
        return reach, reach
    root = math.sqrt(games)

    def undone(end: float) -> float:
        return 3 * root / skewness * (math.cbrt(1 + skewness * (end / root - skewness / (6 * games))) - 1)

    return undone(reach), -undone(-reach)


def share(times: int, games: int, certainty: float = CERTAINTY) -> Estimate:
    """The share of games in which something happened: Wilson's interval; where it never or always did, an exact bound.

    None of N gives the bound that a share would just reach N times none with the remaining chance: about 3 / N at 95 %.
    """
    if games == 0:
        return Estimate(0.0, 0.0, 1.0, 0, True)
    value = times / games
    if times in (0, games):
        end = 1 - (1 - certainty) ** (1 / games)
        low, high = (0.0, end) if times == 0 else (1 - end, 1.0)
        return Estimate(value, low, high, games, True)
    z = deviations(certainty)
    middle = (value + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * math.sqrt(value * (1 - value) / games + z * z / (4 * games * games))
    return Estimate(value, middle - reach, middle + reach, games)


def ratio(tally: Tally, above: str, below: str, certainty: float = CERTAINTY) -> Estimate:
    """One column's total as a part of another's; the pair must have been tallied.

    Nothing below gives an endless interval, nothing above the bound of games in which there was anything.
    """
    games, under = tally.counts[below].total(), tally.total(below)
    if under == 0 or games < 2:
        return Estimate(0.0, -math.inf, math.inf, games)
    if tally.counts[above][0] == games:
        return share(0, tally.games_with(below), certainty)
    value = tally.total(above) / under
    # The numerator less the value times the denominator is a number a game with mean 0.
    spread = tally.squares(above) - 2 * value * tally.products[above, below] + value * value * tally.squares(below)
    if spread <= 1e-9 * tally.squares(above):
        # Every game had the same ratio: one more or less above, in those that may be otherwise.
        reach = _unseen(tally.games_with(below), certainty) * games / under
        return Estimate(value, value - reach, value + reach, games)
    error = math.sqrt(max(spread, 0.0) / (games - 1) * games) / under
    # Of its lopsidedness no more is known than the numerator's, as far as this has a life of its own.
    skewness = _skewness(tally.counts[above]) * _unexplained(tally, above, below)
    down, up = _reaches(deviations(certainty, games - 1), skewness, games)
    low, high = value - down * error, value + up * error
    return Estimate(value, low if min(tally.counts[above]) < 0 else max(low, 0.0), high, games)


def _unexplained(tally: Tally, above: str, below: str) -> float:
    """The part of the numerator's variance that does not follow the denominator."""
    one, other = tally.counts[above], tally.counts[below]
    games = one.total()
    together = tally.products[above, below] / games - tally.total(above) * tally.total(below) / games**2
    return 1 - together**2 / ((_moment(one, 2) * _moment(other, 2)) or math.inf)


def quantile(counts: Counter[int], part: float, games: float, certainty: float = CERTAINTY) -> Estimate:
    """The number below which a part of the sample lies, between those of the parts that chance may make of it.

    ``games`` is the number of independent observations that the sample is worth. Each whole number stands for all that
    round to it; else an interval between whole numbers would be too wide most of the time.
    """
    z = deviations(certainty)
    slack = z * math.sqrt(part * (1 - part) / games) if games else 1.0
    value, low, high = (_smooth(counts, spot) for spot in (part, part - slack, part + slack))
    return Estimate(value, low, high, round(games))


def spread(counts: Counter[int], games: float, certainty: float = CERTAINTY) -> Estimate:
    """The standard deviation: the root of the mean square, which is a mean like others. ``games`` as for a quantile."""
    second, fourth, sixth = (_moment(counts, power) for power in (2, 4, 6))
    of_squares = fourth - second**2
    if of_squares <= 0 or games < 2:
        low, high = (0.0, math.inf) if games < 2 else (math.sqrt(second), math.sqrt(second))
        return Estimate(math.sqrt(second), low, high, round(games))
    skewness = (sixth - 3 * fourth * second + 2 * second**3) / of_squares**1.5
    down, up = _reaches(deviations(certainty, games - 1), skewness, games)
    error = math.sqrt(of_squares / games)
    low, high = (math.sqrt(max(end, 0.0)) for end in (second - down * error, second + up * error))
    return Estimate(math.sqrt(second), low, high, round(games))


def _smooth(counts: Counter[int], part: float) -> float:
    """Where a part of the observations lies below, if each number is spread evenly over half a unit to both sides."""
    if not counts:
        return 0.0
    value = order_statistic(counts, part)
    passed = sum(times for other, times in counts.items() if other < value)
    smooth = value - 0.5 + (part * counts.total() - passed) / counts[value]
    return min(max(smooth, min(counts)), max(counts))


def order_statistic(counts: Counter[int], part: float) -> int:
    """The smallest number that at least a part of the observations do not exceed."""
    observed = counts.total()
    rank = min(max(math.ceil(part * observed), 1), observed)
    passed, value = 0, 0
    for value in sorted(counts):
        passed += counts[value]
        if passed >= rank:
            break
    return value


def difference(one: Estimate, other: Estimate) -> Estimate:
    """Of two estimates that rest on different games."""
    value = one.value - other.value
    down = math.hypot(one.value - one.low, other.high - other.value)
    up = math.hypot(one.high - one.value, other.value - other.low)
    return Estimate(value, value - down, value + up, min(one.games, other.games))
