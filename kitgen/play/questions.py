"""Questions that a verdict asks of a variant, and the evidence that answers them.

A question is a number that is better small, or several that must all be large to make a finding: "the first seat wins
more than in the baseline by so much that players feel it". Each comes with an interval, so that it is answered yes, no,
or not yet. A game lists its own questions; those of every game stand here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from kitgen.diagnostics import Path, Severity
from kitgen.play import intervals
from kitgen.play.figures import Kind, estimate, unit_of
from kitgen.play.intervals import Estimate
from kitgen.play.loop import WHOLE_WIN
from kitgen.play.tally import Outcome, Tally, merged

COMPARED = ("won", "held", "shared", "bot-won")
"""The groups of counts that questions compare with the baseline game by game."""

Rung = tuple[str, str, int]
"""A bot, the one below it on the ladder, and the seats at the table where they meet."""

Match = tuple[str, ...]
"""The bots at a table, by seat; they rotate."""

CERTAINTY = 0.9995
"""Of each answer: one of two thousand would be wrong if the truth lay just at the margin, and fewer where it does not.
So high because a check asks some three hundred questions."""


class Answer(Enum):
    """Whether a question makes a finding."""

    YES = "yes"
    NO = "no"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Excess:
    """A number with its interval that is too large above ``margin`` (or too small below it)."""

    estimate: Estimate
    margin: float
    below: bool = False

    @property
    def answer(self) -> Answer:
        """Whether the whole interval lies beyond the margin, or on its near side, or on both."""
        low, high = (self.estimate.low, self.estimate.high)
        beyond, near = (
            (high < self.margin, low >= self.margin) if self.below else (low > self.margin, high <= self.margin)
        )
        return Answer.YES if beyond else Answer.NO if near else Answer.OPEN

    @property
    def size(self) -> float:
        """How far the value lies beyond the margin, in widths of its interval."""
        beyond = self.estimate.value - self.margin
        width = self.estimate.high - self.estimate.low
        if not math.isfinite(width) or width == 0:
            return math.copysign(1e6, -beyond if self.below else beyond)
        return (-beyond if self.below else beyond) / width


def answer_of(excesses: Sequence[Excess]) -> Answer:
    """All must be too large: one that surely is not settles it."""
    answers = [excess.answer for excess in excesses]
    if Answer.NO in answers:
        return Answer.NO
    return Answer.OPEN if Answer.OPEN in answers else Answer.YES


@dataclass(slots=True)
class Evidence:
    """What has been played so far, by table. Side 0 is the variant, side 1 its baseline, where there is one."""

    outcomes: dict[Match, Outcome] = field(default_factory=dict)
    certainty: float = CERTAINTY
    _pooled: dict[tuple[tuple[Match, ...], int], Tally] = field(default_factory=dict)

    def add(self, match: Match, outcome: Outcome) -> None:
        """More games of a table."""
        if match in self.outcomes:
            self.outcomes[match].add(outcome)
        else:
            self.outcomes[match] = outcome
        self._pooled.clear()

    def tally(self, matches: Sequence[Match], side: int = 0) -> Tally:
        """All games of some tables."""
        key = (tuple(matches), side)
        if key not in self._pooled:
            outcomes = [self.outcomes[match] for match in matches if match in self.outcomes]
            tallies = [outcome.tallies[side] for outcome in outcomes if side < len(outcome.tallies)]
            self._pooled[key] = tallies[0] if len(tallies) == 1 else merged(tallies)
        return self._pooled[key]

    def covers(self, matches: Sequence[Match]) -> bool:
        """Whether all of some tables have been played; they have not where somebody stopped the games."""
        return all(
            match in self.outcomes and all(tally.games for tally in self.outcomes[match].tallies) for match in matches
        )

    def figure(self, matches: Sequence[Match], kind: Kind, column: str, over: str = "", side: int = 0) -> Estimate:
        """A figure of some tables."""
        return estimate(self.tally(matches, side), kind, column, over, self.certainty)

    def change(self, match: Match, column: str) -> Estimate:
        """The mean of what the variant has more of a column than the baseline, game by game."""
        return intervals.mean_change(self.outcomes[match].differences, column, self.certainty, unit_of(column))

    def share_above(self, matches: Sequence[Match], column: str, limit: int, side: int = 0) -> Estimate:
        """The share of games in which a column is above a limit."""
        counts = self.tally(matches, side).counts[column]
        times = sum(found for value, found in counts.items() if value > limit)
        return intervals.share(times, counts.total(), self.certainty)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of some tables. ``code`` names its entry in docs/findings.md.

    ``about`` tells questions of one code apart that make findings of their own (a recipe's id); those that share it
    (numbers of players) make one together. ``measure`` gives the numbers that must all be too large. ``message`` puts
    the finding into words. ``paths`` are the values that usually cause it, the likeliest first. ``instead_of`` names
    codes whose findings about the same thing this one replaces.
    """

    code: str
    severity: Severity
    about: str
    title: str
    matches: tuple[Match, ...]
    measure: Callable[[Evidence], list[Excess]]
    message: Callable[[Evidence], str]
    paths: tuple[Path, ...]
    hint: str = ""
    instead_of: tuple[str, ...] = ()
    itself: bool = False
    """Whether the first path is the thing itself, which is the cause where its author touched it."""
    judging: bool = True
    """Whether it needs bots that understand the variant."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The tables of a check: ``main`` is the bot that stands for people who know the game.

    ``seats`` are tables of it, by number of players; ``shared`` the numbers of players that the baseline has too;
    ``duels`` set each temperament against it, ``rungs`` it and each better bot against the one below.
    """

    main: str
    seats: dict[int, Match]
    shared: frozenset[int]
    duels: dict[str, Match]
    rungs: dict[Rung, Match]
    has_baseline: bool

    @property
    def every_seat(self) -> tuple[Match, ...]:
        """The tables of all numbers of players."""
        return tuple(self.seats.values())

    @property
    def both(self) -> tuple[Match, ...]:
        """Those that both sides have."""
        return tuple(match for players, match in self.seats.items() if players in self.shared)

    @property
    def edges(self) -> frozenset[int]:
        """The numbers of players at which seats are compared with the baseline: fewest and most."""
        return self.shared & {min(self.seats), max(self.seats)}

    @property
    def middle(self) -> int:
        """The middle number of players."""
        counts = sorted(self.seats)
        return counts[len(counts) // 2]

    def matches(self) -> list[tuple[Match, bool]]:
        """Every table, and whether the baseline plays it too."""
        seats = [(match, self.has_baseline and players in self.shared) for players, match in self.seats.items()]
        duels = [(match, len(match) in self.shared) for match in self.duels.values()]
        return [*seats, *duels, *((match, False) for match in self.rungs.values())]


@dataclass(frozen=True, slots=True)
class Judging:
    """What a verdict on a game needs.

    ``ladder`` are bots that know the game better and better, ``temperaments`` those with one habit;
    ``questions(variant, baseline, stage)`` is what the game asks beside what is asked of every game, ``causes`` where
    its authors would look for the cause of the latter; ``looks`` are the keys of a variant that cannot change how it
    plays.
    """

    ladder: tuple[str, ...]
    temperaments: tuple[str, ...]
    questions: Callable[[Any, Any, Stage], Iterable[Question]]
    causes: EveryGamesPaths
    looks: frozenset[str]


def percent(value: float) -> str:
    """A share in words, with more digits near none and all."""
    near = min(value, 1 - value)
    digits = 0 if near >= 0.01 or near <= 0 else 1 if near >= 0.0005 else 2
    return f"{100 * value:.{digits}f} %"


# ── Questions of every game ─────────────────────────────────────────────────────────────────────────────────────────

ENDLESS = 0.02
"""Share of games that may go on for ever."""

NEARLY_ALWAYS = 0.9
"""A seat or a strategy that wins more than this share breaks the game."""

FELT_PART, FELT = 0.3, 0.08
"""What players feel of a seat's advantage: three tenths of the fair share, or eight games in a hundred if less."""

SHORTCUT, SHORTCUT_MORE = 1.1, 0.1
"""A temperament that wins more than this many fair shares is a shortcut; and how many more than in the baseline."""

RUNAWAY, RUNAWAY_MORE = 0.85, 0.1
"""Share of games that whoever led before the last round wins, and how much more than in the baseline."""

FAR_LONGER, FAR_SHORTER = 1.5, 0.6
"""Parts of its playing time beyond which a game takes far longer, or is over far sooner, than its box says."""

TIED, TIED_MORE = 0.2, 0.1
"""Share of games with a shared win, and how much more than in the baseline."""


def questions_of_every_game(stage: Stage, paths: EveryGamesPaths) -> Iterator[Question]:
    """What is asked of any game."""
    yield _endless(stage, paths)
    for players, match in stage.seats.items():
        for place in range(1, players + 1):
            yield _seat_decides(players, place, match, paths)
            if players in stage.edges:
                yield _seat_edge(players, place, match, paths)
        if players in stage.shared:
            yield _rises("decided-early", "whoever leads before the last round wins", "held", match, players,
                         RUNAWAY, RUNAWAY_MORE, paths.lead, "let the last round be worth more")  # fmt: skip
            yield _rises("many-ties", "wins are shared", "shared", match, players, TIED, TIED_MORE, paths.lead,
                         "finer scores, or another way to break a tie")  # fmt: skip
        if players not in stage.shared:  # beside a baseline a seat's edge is told where it is greater
            yield _first_seat(players, match, paths)
    for temperament, match in stage.duels.items():
        yield _strategy_decides(temperament, match, stage, paths)
        if len(match) in stage.shared:
            yield _shortcut(temperament, match, stage, paths)


@dataclass(frozen=True, slots=True)
class EveryGamesPaths:
    """Where a game's author would look for the cause of what any game may suffer from."""

    ends: tuple[Path, ...]
    seats: tuple[Path, ...]
    lead: tuple[Path, ...]
    temperaments: dict[str, tuple[Path, ...]]
    rule_id: Callable[[int], str]


def _endless(stage: Stage, paths: EveryGamesPaths) -> Question:
    def found(evidence: Evidence) -> Estimate:
        return evidence.figure(stage.every_seat, "games", "unfinished")

    def message(evidence: Evidence) -> str:
        rules = evidence.tally(stage.every_seat).counts["unfinished"]
        rule = max((rule for rule in rules if rule), key=lambda rule: rules[rule])
        endless = [match for match in stage.every_seat if evidence.tally([match]).games_with("unfinished")]
        players = ", ".join(str(len(match)) for match in endless)
        share = f"{percent(found(evidence).value)} of all games do not end (with {players} players)"
        return f"{share}: {paths.rule_id(rule)} goes on for ever"

    return Question(
        "never-ends", Severity.ERROR, "", "games do not end", stage.every_seat,
        lambda evidence: [Excess(found(evidence), ENDLESS)], message, paths.ends,
        "a rule that should end something never applies", judging=False,
    )  # fmt: skip


def _won(evidence: Evidence, match: Match, place: int, side: int = 0) -> Estimate:
    return evidence.figure([match], "mean", f"won/{place}", side=side).scaled(1 / WHOLE_WIN)


def seat_name(place: int) -> str:
    """``the first seat``, ``seat 3``."""
    return "the first seat" if place == 1 else f"seat {place}"


def _seat_decides(players: int, place: int, match: Match, paths: EveryGamesPaths) -> Question:
    def message(evidence: Evidence) -> str:
        won = percent(_won(evidence, match, place).value)
        return f"{seat_name(place)} wins {won} of games with {players} players, though all play alike"

    return Question(
        "seat-decides", Severity.ERROR, "", f"{seat_name(place)} wins nearly always with {players} players", (match,),
        lambda evidence: [Excess(_won(evidence, match, place), NEARLY_ALWAYS)], message, paths.seats,
        "the order of play gives that seat everything",
    )  # fmt: skip


def _seat_edge(players: int, place: int, match: Match, paths: EveryGamesPaths) -> Question:
    fair = 1 / players

    def measure(evidence: Evidence) -> list[Excess]:
        more = evidence.change(match, f"won/{place}").scaled(1 / WHOLE_WIN)
        return [Excess(more, min(FELT_PART * fair, FELT)), Excess(_won(evidence, match, place), fair)]

    def message(evidence: Evidence) -> str:
        here, there = _won(evidence, match, place), _won(evidence, match, place, 1)
        return (
            f"{seat_name(place)} wins {percent(here.value)} of games with {players} players, in the baseline "
            f"{percent(there.value)}; a fair share is {percent(fair)}"
        )

    title = f"{seat_name(place)} wins more than in the baseline with {players} players"
    return Question(
        "seat-edge", Severity.WARNING, "", title, (match,), measure, message, paths.seats,
        "more rounds, so that everybody begins as often; or another way to pass the first turn on",
    )  # fmt: skip


def _first_seat(players: int, match: Match, paths: EveryGamesPaths) -> Question:
    fair = 1 / players

    def message(evidence: Evidence) -> str:
        won = percent(_won(evidence, match, 1).value)
        return f"the first seat has an edge: it wins {won} of games with {players} players; fair is {percent(fair)}"

    return Question(
        "first-seat", Severity.NOTE, "", f"the first seat has an edge with {players} players", (match,),
        lambda evidence: [Excess(_won(evidence, match, 1), fair)], message, paths.seats,
    )  # fmt: skip


def _rises(
    code: str,
    what: str,
    column: str,
    match: Match,
    players: int,
    limit: float,
    more: float,
    paths: tuple[Path, ...],
    hint: str,
) -> Question:
    """A share of games that is large, and larger than in the baseline."""

    def measure(evidence: Evidence) -> list[Excess]:
        return [Excess(evidence.figure([match], "games", column), limit), Excess(evidence.change(match, column), more)]

    def message(evidence: Evidence) -> str:
        here, there = (evidence.figure([match], "games", column, side=side).value for side in (0, 1))
        return f"{what} in {percent(here)} of games with {players} players, in the baseline in {percent(there)}"

    return Question(
        code, Severity.WARNING, "", f"{what} too often with {players} players", (match,), measure, message, paths, hint
    )


def _first_bot_won(evidence: Evidence, match: Match, side: int = 0) -> Estimate:
    """The share of games that the bot named first wins, wherever it sits."""
    return evidence.figure([match], "mean", "bot-won/1", side=side).scaled(1 / WHOLE_WIN)


def _strategy_decides(temperament: str, match: Match, stage: Stage, paths: EveryGamesPaths) -> Question:
    def message(evidence: Evidence) -> str:
        won = percent(_first_bot_won(evidence, match).value)
        return f"one habit wins: the {temperament} bot wins {won} of its games against {match[1]} bots"

    return Question(
        "strategy-decides", Severity.ERROR, temperament, f"the {temperament} bot wins nearly always", (match,),
        lambda evidence: [Excess(_first_bot_won(evidence, match), NEARLY_ALWAYS)], message,
        paths.temperaments[temperament], "let that habit bring less, or the rest more",
        instead_of=("shortcut",),
    )  # fmt: skip


def _shortcut(temperament: str, match: Match, stage: Stage, paths: EveryGamesPaths) -> Question:
    fair = 1 / len(match)

    def measure(evidence: Evidence) -> list[Excess]:
        more = evidence.change(match, "bot-won/1").scaled(1 / WHOLE_WIN)
        return [Excess(_first_bot_won(evidence, match), SHORTCUT * fair), Excess(more, SHORTCUT_MORE * fair)]

    def message(evidence: Evidence) -> str:
        here, there = (percent(_first_bot_won(evidence, match, side).value) for side in (0, 1))
        habit = f"with its one habit the {temperament} bot wins {here} of its games against {match[1]} bots"
        return f"a shortcut: {habit}, in the baseline {there}"

    return Question(
        "shortcut", Severity.WARNING, temperament, f"the {temperament} bot beats better ones", (match,), measure,
        message, paths.temperaments[temperament], "let that habit bring less, or the rest more",
    )  # fmt: skip


def understands(evidence: Evidence, match: Match) -> Answer:
    """Whether a bot wins more than its share against the one below it."""
    return Excess(_first_bot_won(evidence, match), 1 / len(match)).answer
