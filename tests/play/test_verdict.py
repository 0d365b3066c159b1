"""The verdict on a toy game: what every game is asked, how far it samples, and how a cause is found."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from toy_playing import PLAYING, Toy

from kitgen.diagnostics import Severity
from kitgen.play.arena import Arena, Request, Side
from kitgen.play.intervals import Estimate
from kitgen.play.questions import Answer, EveryGamesPaths, Evidence, Excess, Judging, Question, answer_of
from kitgen.play.tally import Outcome, Tally
from kitgen.play.verdict import Budget, Cause, Finding, Verdict, judge, locate

SMALL = Budget((300, 600), (300, 600))
ONLY_SIX = Toy(most=1)
"""A heap of six sticks: who begins loses against somebody who plays well."""


CAUSES = EveryGamesPaths(
    ends=(("ends",),),
    seats=(("most",),),
    lead=(("prizes",),),
    temperaments={name: ((name,),) for name in ("anyhow", "well", "sulky")},
    rule_id=lambda number: f"TOY-{number}",
)


def judging(ladder: tuple[str, ...], temperaments: tuple[str, ...] = ()) -> Judging:
    """What a verdict asks, with these bots."""
    return Judging(ladder, temperaments, lambda variant, baseline, stage: (), CAUSES, frozenset({"title"}))


def side(variant: Toy, ladder: tuple[str, ...], temperaments: tuple[str, ...] = (), seed: int = 1) -> Side:
    return Side(replace(PLAYING, judging=judging(ladder, temperaments)), variant, seed)


def verdict(*sides: Side, budget: Budget = SMALL) -> Verdict:
    return judge(sides, jobs=1, compiled=False, budget=budget)


def codes(found: Verdict) -> dict[str, str]:
    return {finding.question.code: finding.message for finding in found.findings}


def test_a_game_without_end_is_an_error_that_names_the_rule() -> None:
    found = verdict(side(Toy(), ("sulky",)), budget=Budget((30,), (30,)))
    message = codes(found)["never-ends"]
    assert "TOY-101" in message
    assert {finding.question.severity for finding in found.findings} == {Severity.ERROR}


def test_a_seat_that_wins_nearly_always_is_an_error() -> None:
    assert "seat 2 wins" in codes(verdict(side(ONLY_SIX, ("well",))))["seat-decides"]
    assert "seat-decides" not in codes(verdict(side(Toy(), ("well",))))


def test_a_habit_that_wins_nearly_always_is_an_error() -> None:
    habit = codes(verdict(side(Toy(most=30), ("anyhow",), ("well",))))
    assert "the well bot wins" in habit["strategy-decides"]
    assert "against anyhow bots" in habit["strategy-decides"]


def test_a_seat_that_gains_against_the_baseline_is_a_warning() -> None:
    """Six to eight sticks: of three heaps, one is lost for the first seat; of six alone, all."""
    worse, as_before = side(ONLY_SIX, ("well",)), side(Toy(most=3), ("well",))
    assert "seat-edge" in codes(verdict(worse, as_before))
    assert "seat-edge" not in codes(verdict(as_before, as_before))
    assert "seat-edge" not in codes(verdict(side(Toy(most=3), ("well",), seed=7), as_before))


def test_bots_that_do_not_beat_the_ones_below_judge_nothing() -> None:
    found = verdict(side(ONLY_SIX, ("well", "anyhow")))
    assert found.lost == [("anyhow", "well", 2)]
    assert codes(found) == {}


def test_sampling_stops_where_everything_is_answered() -> None:
    """Seat 2 wins all games of the first round; nothing is left to ask."""
    found = verdict(side(ONLY_SIX, ("well",)), budget=Budget((400, 4_000), (400, 4_000)))
    assert found.undecided == []
    assert found.games == 400


def test_sampling_goes_on_where_something_is_open_and_then_says_so() -> None:
    """A dozen games cannot tell an edge from none."""
    sides = [side(Toy(), ("well",)), side(Toy(), ("well",), seed=2)]
    found = verdict(*sides, budget=Budget((6, 12), (6, 12)))
    assert found.games == 2 * 12
    assert "seat 2 wins more than in the baseline with 2 players" in found.undecided


# ── Answers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def excess(low: float, high: float, margin: float, below: bool = False) -> Excess:
    return Excess(Estimate((low + high) / 2, low, high, 100), margin, below)


@pytest.mark.parametrize(
    ("low", "high", "below", "answer"),
    [
        (0.6, 0.8, False, Answer.YES),
        (0.4, 0.6, False, Answer.OPEN),
        (0.2, 0.5, False, Answer.NO),
        (0.2, 0.4, True, Answer.YES),
        (0.4, 0.6, True, Answer.OPEN),
        (0.5, 0.6, True, Answer.NO),
    ],
)
def test_an_interval_beyond_the_margin_answers_yes(low: float, high: float, below: bool, answer: Answer) -> None:
    assert excess(low, high, 0.5, below).answer is answer


def test_one_sure_no_settles_a_question_and_one_doubt_keeps_it_open() -> None:
    yes, doubt, no = excess(0.6, 0.8, 0.5), excess(0.4, 0.6, 0.5), excess(0.1, 0.2, 0.5)
    assert answer_of([yes, yes]) is Answer.YES
    assert answer_of([yes, doubt]) is Answer.OPEN
    assert answer_of([yes, doubt, no]) is Answer.NO


# ── Causes ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def found_seat() -> tuple[Verdict, list[Side]]:
    """A verdict with the one finding that a seat wins nearly always."""
    sides = [side(ONLY_SIX, ("well",)), side(Toy(), ("well",))]
    found = verdict(*sides)
    found.findings = [finding for finding in found.findings if finding.question.code == "seat-decides"]
    return found, sides


def with_findings(findings: list[Finding]) -> tuple[Verdict, list[Side]]:
    """A verdict that found just this."""
    found, sides = found_seat()
    found.findings = findings
    return found, sides


def causes(*undone: tuple[str, Any]) -> list[Cause]:
    return [Cause(((path,),), lambda variant=variant: variant and side(variant, ("well",))) for path, variant in undone]  # type: ignore[misc]


def paths(findings: Sequence[Finding]) -> list[Any]:
    return [finding.path for finding in findings]


def test_the_cause_is_the_change_without_which_the_finding_goes_away() -> None:
    """Taking back the prize changes nothing; taking back the heap does, though nobody would look there first."""
    found, sides = found_seat()
    tried = causes(("most", replace(ONLY_SIX, prizes=(9,))), ("elsewhere", Toy()))
    assert paths(locate(found, tried, sides, jobs=1, compiled=False)) == [("elsewhere",)]


def test_where_no_single_change_helps_the_usual_one_is_named_with_the_others() -> None:
    found, sides = found_seat()
    tried = causes(("prizes", replace(ONLY_SIX, prizes=(9,))), ("most", replace(ONLY_SIX, prizes=(8,))), ("x", None))
    (finding,) = locate(found, tried, sides, jobs=1, compiled=False)
    assert finding.path == ("most",)
    assert finding.together == (("prizes",), ("x",))


def test_a_single_change_is_the_cause_without_further_trial() -> None:
    found, sides = found_seat()
    (finding,) = locate(found, causes(("anything", None)), sides, jobs=1, compiled=False)
    assert finding.path == ("anything",)


def question(code: str, about: str) -> Question:
    nothing: Any = lambda evidence: []  # noqa: E731
    return Question(code, Severity.WARNING, about, about, (("well", "well"),), nothing, lambda evidence: "", (("a",),))


def test_findings_of_one_kind_at_one_place_are_told_as_one() -> None:
    alike = [Finding(question("dear", name), f"{name} is dear", (), ("a",)) for name in ("salt", "pepper", "oil")]
    other = Finding(question("rare", "salt"), "salt is rare", (), ("a",))
    found, sides = with_findings([*alike, other])
    told = locate(found, [], sides, jobs=1, compiled=False)
    assert [finding.message for finding in told] == ["salt is dear; so too pepper, oil", "salt is rare"]


def test_of_a_great_many_findings_of_a_kind_the_rest_are_counted() -> None:
    many = [Finding(question("dear", f"dish-{n}"), f"dish-{n} is dear", (), (f"p{n}",)) for n in range(30)]
    found, sides = with_findings(many)
    told = locate(found, [], sides, jobs=1, compiled=False)
    assert len(told) == 5
    assert told[-1].message.startswith("dish-4 is dear; so too dish-5, dish-6")
    assert told[-1].message.endswith("and 17 more")


def test_evidence_pools_tables_and_forgets_nothing() -> None:
    found = verdict(side(Toy(), ("well",)))
    evidence: Evidence = found.evidence
    (match,) = found.stage.every_seat
    assert evidence.tally([match]).games == evidence.outcomes[match].tallies[0].games == 600


# ── Enough ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("parcels", [1, 2, 5])
def test_a_verdict_that_is_stopped_tells_what_is_sure_and_no_more(
    monkeypatch: pytest.MonkeyPatch, parcels: int
) -> None:
    """Tables without games answer nothing, and bots that were not tried are not said to understand nothing."""
    monkeypatch.setattr("kitgen.play.arena.PARCEL_SECONDS", 0)
    told: list[int] = []

    def progress(games: int) -> None:
        told.append(games)
        if len(told) == parcels:
            signal.raise_signal(signal.SIGINT)

    sides = [side(ONLY_SIX, ("anyhow", "well"), ("sulky",)), side(Toy(), ("anyhow", "well"), ("sulky",))]
    found = judge(sides, jobs=1, compiled=False, budget=SMALL, progress=progress)
    assert found.stopped
    assert found.lost == []
    assert found.findings == []
    assert locate(found, [], sides, jobs=1, compiled=False) == []


def test_causes_are_not_looked_for_after_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    sides = [side(ONLY_SIX, ("well",)), side(Toy(), ("well",))]
    found = judge(sides, jobs=1, compiled=False, budget=SMALL)
    assert found.findings
    monkeypatch.setattr("kitgen.play.verdict.Arena.play", _interrupted)
    causes = [Cause((("most",),), lambda: sides[1]), Cause((("prizes",),), lambda: sides[1])]
    located = locate(found, causes, sides, jobs=1, compiled=False)
    assert found.stopped
    assert [finding.path for finding in located] == [finding.path for finding in found.findings]


def _interrupted(arena: Arena, requests: Sequence[Request], progress: Any = None) -> list[Outcome]:
    arena.stop()
    return [Outcome([Tally() for _ in request.sides]) for request in requests]
