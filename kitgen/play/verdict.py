"""The verdict on a variant: it is played, beside its baseline, until every question is answered or the budget is spent.

What is said for certain becomes a finding at the line that causes it; what stays open is called undecided. Where a
better bot does not beat the one below it, the bots do not understand the variant, and only plain facts are told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from kitgen.diagnostics import Path, Severity
from kitgen.play.arena import Arena, Progress, Request, Side
from kitgen.play.playing import Playing
from kitgen.play.questions import (
    COMPARED,
    Answer,
    Evidence,
    Excess,
    Match,
    Question,
    Rung,
    Stage,
    answer_of,
    questions_of_every_game,
    understands,
)
from kitgen.play.tally import Outcome


@dataclass(frozen=True, slots=True)
class Budget:
    """Games of each table after each round of sampling; tables whose questions are settled drop out."""

    seats: tuple[int, ...]
    duels: tuple[int, ...]

    def games(self, match_is_duel: bool, number: int) -> int:
        """Games that a table has after a round."""
        return (self.duels if match_is_duel else self.seats)[number]

    @property
    def rounds(self) -> int:
        """How often it samples further."""
        return len(self.seats)


COMPILED = Budget((250, 750, 1_500, 3_000), (250, 500, 1_000, 2_000))
INTERPRETED = Budget((160, 260, 400), (40, 80, 120))


@dataclass(frozen=True, slots=True)
class Finding:
    """A question that was answered yes, and where its cause lies."""

    question: Question
    message: str
    excesses: tuple[Excess, ...]
    path: Path
    together: tuple[Path, ...] = ()
    """Other values that may share in it."""


@dataclass(slots=True)
class Verdict:
    """What is said of a variant. ``undecided`` are titles of open questions, ``lost`` rungs of the ladder whose better
    bot does not beat the other."""

    findings: list[Finding]
    undecided: list[str]
    lost: list[Rung]
    evidence: Evidence
    stage: Stage
    games: int = 0
    compiled: bool = True
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Cause:
    """Something that the author changed: its paths, and the variant without it (None where that is none)."""

    paths: tuple[Path, ...]
    undo: Callable[[], Side | None]


def stage_of(playing: Playing, players: Sequence[int], shared: Sequence[int], main: str, has_baseline: bool) -> Stage:
    """The tables of a check; duels and rungs are fought at the smallest table."""
    smallest = min(shared or players)
    ladder = playing.judging.ladder
    top = ladder[-1]
    return Stage(
        main,
        {count: (main,) * count for count in players},
        frozenset(shared),
        {name: (name, *(top,) * (smallest - 1)) for name in playing.judging.temperaments},
        {
            (better, worse, seats): (better, *(worse,) * (seats - 1))
            for worse, better in pairwise(ladder)
            for seats in sorted({min(players), max(players)})
        },
        has_baseline,
    )  # fmt: skip


def judge(
    sides: Sequence[Side],
    *,
    jobs: int | None = None,
    compiled: bool = True,
    budget: Budget | None = None,
    progress: Progress = lambda games: None,
) -> Verdict:
    """Play a variant, and its baseline where a second side is given, and answer every question."""
    variant, playing = sides[0].variant, sides[0].playing
    baseline = sides[1].variant if len(sides) > 1 else None
    shared = [count for count in variant.player_counts if baseline is not None and count in baseline.player_counts]
    ladder = playing.judging.ladder
    main = ladder[-1] if compiled or len(ladder) == 1 else ladder[-2]
    stage = stage_of(playing, variant.player_counts, shared, main, baseline is not None)
    questions = _questions(playing, variant, baseline, stage)
    budget = budget or (COMPILED if compiled else INTERPRETED)
    evidence = Evidence()
    with Arena(sides, jobs=jobs, compiled=compiled) as arena:
        games, answers, rungs = _sample(arena, stage, questions, evidence, budget, progress)
        stopped = arena.stopped
    lost = [pair for pair, answer in rungs.items() if answer is Answer.NO or (answer is Answer.OPEN and not stopped)]
    doubtful = any(answer is not Answer.YES for answer in rungs.values())
    heard = [question for question in questions if not (doubtful and question.judging)]
    found = _found([question for question in heard if answers[id(question)] is Answer.YES], evidence)
    undecided = [
        question.title
        for question in heard
        if answers[id(question)] is Answer.OPEN and question.severity is not Severity.NOTE
    ]
    return Verdict(found, undecided, lost, evidence, stage, games, compiled, stopped)


def _questions(playing: Playing, variant: Any, baseline: Any, stage: Stage) -> list[Question]:
    every, own = questions_of_every_game(stage, playing.judging.causes), playing.judging.questions
    return [*every, *own(variant, baseline, stage)]


def _sample(
    arena: Arena,
    stage: Stage,
    questions: Sequence[Question],
    evidence: Evidence,
    budget: Budget,
    progress: Progress,
) -> tuple[int, dict[int, Answer], dict[Rung, Answer]]:
    """Play round after round at the tables that have open questions."""
    tables = stage.matches()
    seats = set(stage.every_seat)
    played = {match: 0 for match, _ in tables}
    wanted = set(played)
    games = 0
    answers: dict[int, Answer] = {}
    rungs: dict[Rung, Answer] = {}
    for number in range(budget.rounds):
        requests = []
        for match, with_baseline in tables:
            target = budget.games(match not in seats, number)
            if match in wanted and target > played[match]:
                sides = (0, 1) if with_baseline else (0,)
                requests.append(Request(match, played[match], target, sides, COMPARED))
                played[match] = target
        for request, outcome in zip(requests, arena.play(requests, progress), strict=True):
            evidence.add(request.bots, outcome)
            games += sum(tally.games for tally in outcome.tallies)
        for question in questions:  # what is settled stays settled
            if answers.get(id(question), Answer.OPEN) is Answer.OPEN:
                played_for_it = evidence.covers(question.matches)
                answers[id(question)] = answer_of(question.measure(evidence)) if played_for_it else Answer.OPEN
        rungs = {
            pair: understands(evidence, match) if evidence.covers([match]) else Answer.OPEN
            for pair, match in stage.rungs.items()
        }
        wanted = {
            match
            for question in questions
            if answers[id(question)] is Answer.OPEN and question.severity is not Severity.NOTE
            for match in question.matches
        }
        wanted |= {match for pair, match in stage.rungs.items() if rungs[pair] is Answer.OPEN}
        if arena.stopped or not wanted:
            break
    return games, answers, rungs


def _found(questions: Sequence[Question], evidence: Evidence) -> list[Finding]:
    """One finding for questions that make one together: the clearest speaks, and names the numbers of the others."""
    groups: dict[tuple[str, str], list[Question]] = {}
    for question in questions:
        groups.setdefault((question.code, question.about), []).append(question)
    replaced = {(code, question.about) for question in questions for code in question.instead_of}
    findings = []
    for key, group in groups.items():
        if key in replaced:
            continue
        clearest = max(group, key=lambda question: min(excess.size for excess in question.measure(evidence)))
        message = clearest.message(evidence)
        also = sorted({len(question.matches[0]) for question in group} - {len(clearest.matches[0])})
        if also:
            message += f"; so too with {', '.join(str(players) for players in also)} players"
        findings.append(Finding(clearest, message, tuple(clearest.measure(evidence)), clearest.paths[0]))
    return findings


# ── Where the cause lies ────────────────────────────────────────────────────────────────────────────────────────────

TRIAL_GAMES = 600
"""Games with a change taken back, over all tables that a finding rests on."""

MOST_CAUSES = 12
"""Changes that are tried one by one."""

RELIEF = 0.25
"""A change is the cause where taking it back takes away this part of the excess at least."""


def locate(
    verdict: Verdict,
    causes: Sequence[Cause],
    sides: Sequence[Side],
    *,
    jobs: int | None = None,
    compiled: bool = True,
) -> list[Finding]:
    """The findings at the changes that cause them.

    With one change, or one that a question names as its usual cause and no other, that is it. Else each is taken back
    in turn and the variant played once more: the cause is what takes away most of the excess. Where somebody stops
    that, or stopped the verdict, findings stand at their likeliest cause, and ``verdict.stopped`` says so.
    """
    trials = _Trials(sides, verdict.stage, jobs, compiled, verdict.stopped)
    found = _gathered([_located(finding, causes, trials) for finding in verdict.findings])
    verdict.stopped = trials.stopped
    return found


def _located(finding: Finding, causes: Sequence[Cause], trials: _Trials) -> Finding:
    question = finding.question
    if question.severity is Severity.NOTE:
        return finding
    own = [path for cause in causes for path in cause.paths if path[: len(question.paths[0])] == question.paths[0]]
    if question.itself and own:
        return replace(finding, path=own[0])  # the thing itself was changed
    likely = _in_order(question, causes)
    if not likely:
        return finding
    if len(causes) == 1:
        return replace(finding, path=_leaf(finding, likely[0]))
    reliefs = [(trials.relief(finding, cause), -at, cause) for at, cause in enumerate(likely[:MOST_CAUSES])]
    best, _, cause = max(reliefs, key=lambda trial: trial[:2])
    if best >= RELIEF:
        return replace(finding, path=_leaf(finding, cause))
    return replace(finding, path=_leaf(finding, likely[0]), together=tuple(cause.paths[0] for cause in likely[1:4]))


def _leaf(finding: Finding, cause: Cause) -> Path:
    """Of changes that were taken back together, the one for the finding's number of players, or what holds them all."""
    players = str(len(finding.question.matches[0])) if len(finding.question.matches) == 1 else ""
    return next((path for path in cause.paths if path[-1] == players), _common(cause.paths))


def _common(paths: Sequence[Path]) -> Path:
    """How some paths begin alike."""
    length = 0
    while all(len(path) > length and path[length] == paths[0][length] for path in paths):
        length += 1
    return paths[0][:length]


def _in_order(question: Question, causes: Sequence[Cause]) -> list[Cause]:
    """Causes, those first that the question names as usual, the likeliest before."""
    return sorted(causes, key=lambda cause: _rank(question, cause))


def _rank(question: Question, cause: Cause) -> int:
    """The place of a cause among the usual ones of a question; behind them all where it is none."""
    for at, path in enumerate(question.paths):
        for changed in cause.paths:
            length = min(len(path), len(changed))
            if path[:length] == changed[:length]:
                return at
    return len(question.paths)


MOST_OF_A_KIND = 5
"""Findings of one code that are told one by one."""

MOST_NAMES = 8


def _gathered(findings: Sequence[Finding]) -> list[Finding]:
    """Findings of one kind at one place as one, and of a great many of a kind the rest as one."""
    groups: dict[tuple[str, Path], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.question.code, finding.path), []).append(finding)
    by_code: dict[str, list[list[Finding]]] = {}
    for (code, _), group in groups.items():
        by_code.setdefault(code, []).append(group)
    told = []
    for kind in by_code.values():
        kept = kind if len(kind) <= MOST_OF_A_KIND + 1 else kind[:MOST_OF_A_KIND]
        told += [_with_others(group[0], group[1:]) for group in kept[:-1]]
        told.append(_with_others(kept[-1][0], kept[-1][1:] + [one for group in kind[len(kept) :] for one in group]))
    return told


def _with_others(finding: Finding, others: Sequence[Finding]) -> Finding:
    if not others:
        return finding
    names = [other.question.about for other in others]
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return replace(finding, message=f"{finding.message}; so too {', '.join(names[:MOST_NAMES])}{more}")


@dataclass(slots=True)
class _Trials:
    """Plays with a change taken back; each is played once for each table."""

    sides: Sequence[Side]
    stage: Stage
    jobs: int | None
    compiled: bool
    stopped: bool = False
    undone: dict[int, Side | None] = field(default_factory=dict)
    asked: dict[int, list[Question]] = field(default_factory=dict)
    played: dict[tuple[int, Match], Outcome] = field(default_factory=dict)

    def relief(self, finding: Finding, cause: Cause) -> float:
        """The part of a finding's excess that goes away without a change; 0 where there is no variant without it."""
        question = finding.question
        side = self._side(cause)
        if side is None:
            return 0.0
        # The question is put to the variant without the change: its figures may stand in it.
        again = [other for other in self._asked(cause, side) if _is_the_same(other, question)]
        if not again:
            return 1.0  # without the change there is no such thing
        evidence = Evidence()
        for match in question.matches:
            outcome = self._outcome(cause, side, match, TRIAL_GAMES // len(question.matches))
            if outcome is None:
                return 0.0
            evidence.add(match, Outcome(list(outcome.tallies), outcome.differences))
        after, before = again[0].measure(evidence)[0], finding.excesses[0]
        gap = before.estimate.value - before.margin
        return (gap - (after.estimate.value - after.margin)) / gap if gap else 0.0

    def _side(self, cause: Cause) -> Side | None:
        if id(cause) not in self.undone:
            self.undone[id(cause)] = cause.undo()
        return self.undone[id(cause)]

    def _asked(self, cause: Cause, side: Side) -> list[Question]:
        if id(cause) not in self.asked:
            baseline = self.sides[1].variant if len(self.sides) > 1 else None
            self.asked[id(cause)] = _questions(side.playing, side.variant, baseline, self.stage)
        return self.asked[id(cause)]

    def _outcome(self, cause: Cause, side: Side, match: Match, games: int) -> Outcome | None:
        key = (id(cause), match)
        if key not in self.played:
            if self.stopped or len(match) not in side.variant.player_counts:
                return None
            sides = [side, *self.sides[1:]]
            both = len(sides) > 1 and len(match) in sides[1].variant.player_counts
            with Arena(sides, jobs=self.jobs, compiled=self.compiled) as arena:
                [outcome] = arena.play([Request(match, 0, games, (0, 1) if both else (0,), COMPARED)])
                self.stopped = arena.stopped
            if self.stopped:
                return None
            self.played[key] = outcome
        return self.played[key]


def _is_the_same(one: Question, other: Question) -> bool:
    return (one.code, one.about, one.title) == (other.code, other.about, other.title)
