"""A verdict in words, and for other programs."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

from kitgen.diagnostics import Diagnostic, Severity, one_of
from kitgen.play.questions import CERTAINTY
from kitgen.play.verdict import Verdict

MOST_TITLES = 6
"""Open questions that are named; who has more wants more games."""


def summary(
    verdict: Verdict,
    diagnostics: Sequence[Diagnostic],
    variant: str,
    baseline: str | None,
    passed_over: Sequence[str] = (),
) -> Iterator[str]:
    """What a check comes to, what that rests on, and what stays open."""
    beside = f" beside {baseline}" if baseline else ""
    played = f"Played {verdict.games:,} games{beside}"
    found = _count(diagnostics, bool(verdict.lost), verdict.stopped)
    yield f"{variant}: {found}. {played}; each finding is {100 * CERTAINTY:.2f} % sure."
    yield from (f"Not taken as the baseline: {why}." for why in dict.fromkeys(passed_over))
    if verdict.stopped:
        yield "Stopped early: what is not told was not looked into to the end."
    if verdict.lost:
        seats: dict[str, list[str]] = {}
        for better, worse, players in verdict.lost:
            seats.setdefault(f"{better} does not beat {worse}", []).append(str(players))
        pairs = [f"{pair} with {one_of(counts)} players" for pair, counts in seats.items()]
        yield f"The bots do not understand this variant: {', and '.join(pairs)}. So only plain facts are told."
        yield "To have it judged, come closer to the baseline step by step, or play it with people."
    if verdict.undecided and not verdict.stopped:
        titles = _joined(verdict.undecided)
        more = f" and {len(titles) - MOST_TITLES} more" if len(titles) > MOST_TITLES else ""
        yield f"Undecided: whether {'; whether '.join(titles[:MOST_TITLES])}{more}."
        yield "These lie near their margins; kitgen compare with more --games measures them."
    if not verdict.compiled:
        yield (
            f"Without the extra kitgen[fast] fewer games are played, by {verdict.stage.main} bots; with it, "
            "more is decided."
        )
    if diagnostics:
        yield "docs/findings.md and docs/diagnostics.md explain the words in brackets."


def _joined(titles: Sequence[str]) -> list[str]:
    """Titles that differ in the number of players only as one."""
    found: dict[str, list[str]] = {}
    for title in dict.fromkeys(titles):
        what, _, players = title.partition(" with ")
        found.setdefault(what, []).append(players.removesuffix(" players"))
    return [f"{what} with {', '.join(players)} players" if players[0] else what for what, players in found.items()]


def _count(diagnostics: Sequence[Diagnostic], lost: bool, stopped: bool) -> str:
    found = ["not judged"] if lost else []
    unseen = "nothing found so far" if stopped else "nothing wrong"
    for severity in Severity:
        times = sum(finding.severity is severity for finding in diagnostics)
        if times:
            found.append(f"{times} {severity}{'s' if times > 1 else ''}")
    worst = any(finding.severity is not Severity.NOTE for finding in diagnostics)
    return ", ".join(found if worst or lost else [unseen, *found])


def as_json(verdict: Verdict, diagnostics: Sequence[Diagnostic], head: dict[str, Any]) -> str:
    """The verdict for other programs; the numbers behind each finding are with it."""
    told = {
        "kitgen": 1,
        "kind": "check",
        **head,
        "games": verdict.games,
        "compiled": verdict.compiled,
        "stopped": verdict.stopped,
        "certainty": CERTAINTY,
        "undecided": list(dict.fromkeys(verdict.undecided)),
        "not_understood": [list(pair) for pair in verdict.lost],
        "diagnostics": [diagnostic_json(finding) | _numbers(finding, verdict) for finding in diagnostics],
    }
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def faults_json(diagnostics: Sequence[Diagnostic], head: dict[str, Any]) -> str:
    """The faults of a file that cannot be played."""
    told = {"kitgen": 1, "kind": "check", **head, "diagnostics": [diagnostic_json(fault) for fault in diagnostics]}
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def diagnostic_json(finding: Diagnostic) -> dict[str, Any]:
    """One diagnostic for other programs."""
    span = finding.span
    place = {"file": span.file, "line": span.line, "column": span.column} if span else {}
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "message": finding.message,
        **place,
        "path": finding.path,
        "hint": finding.hint,
    }


def _numbers(diagnostic: Diagnostic, verdict: Verdict) -> dict[str, Any]:
    for finding in verdict.findings:
        if (finding.question.code, finding.message) == (diagnostic.code, diagnostic.message):
            return {
                "measured": [
                    {
                        "value": round(excess.estimate.value, 6),
                        "low": _end(excess.estimate.low),
                        "high": _end(excess.estimate.high),
                        "games": excess.estimate.games,
                        "margin": excess.margin,
                        "too": "small" if excess.below else "large",
                    }
                    for excess in finding.excesses
                ]
            }
    return {}


def _end(value: float) -> float | None:
    return round(value, 6) if math.isfinite(value) else None
