"""What a verdict asks of a Discount Salmon variant, each question with the values that usually cause it."""

from __future__ import annotations

from collections.abc import Iterator

from kitgen.diagnostics import Path, Severity
from kitgen.games.discount_salmon.variant import Variant
from kitgen.play.intervals import Estimate
from kitgen.play.loop import WHOLE_WIN
from kitgen.play.questions import EveryGamesPaths, Evidence, Excess, Match, Question, Stage, percent

MOST = 0.5
"""More than this share is most."""

LONG_BEFORE = 0.35
"""Part of the lake that is left where the piles run dry long before it."""

HARDLY_ANY = 0.04
"""Part of all fish that go to somebody who harmed them, below which harms do not matter: one fish of 25."""

FASTEST, MORE_THAN_THERE = 0.8, 0.05
"""Of games against better readers that speed alone wins, and by how much more than in the baseline."""


def rule_id(number: int) -> str:
    """A rule's id: DS-3.7 is 307."""
    return f"DS-{number // 100}.{number % 100}"


LOOKS = frozenset({"title", "about", "cards", "playing_time"})
"""The keys of a variant that only change how it looks and what it is called."""

CARDS: tuple[Path, ...] = (("modifiers",), ("hand",), ("fish",))

PATHS = EveryGamesPaths(
    rule_id=rule_id,
    ends=(("stalemate",), ("race",)),
    seats=(("stalemate", "cart"), ("race", "next_revealer"), *CARDS),
    lead=(("fish",), ("end",), ("hand",)),
    temperaments={
        "fast": (("hand",), ("modifiers",), ("fish",)),
        "helper": (("modifiers",), ("fish",)),
        "spoiler": (("modifiers", "harm"), ("modifiers", "andrew")),
        "slow-reader": (("hand",), ("stalemate",)),
    },
)


def questions(variant: Variant, baseline: Variant | None, stage: Stage) -> Iterator[Question]:
    """Everything that is asked beside what is asked of every game."""
    for players, match in stage.seats.items():
        yield _stalemates(players, match)
        yield _piles_dry(variant, players, match)
    if variant.modifiers.harm:
        yield _harms_never_matter(stage)
    if "fast" in stage.duels:
        yield _speed_alone(stage.duels["fast"], baseline is not None)


def _stalemates(players: int, match: Match) -> Question:
    def found(evidence: Evidence) -> Estimate:
        return evidence.figure([match], "ratio", "rule/DS-4.1", "rule/DS-2.1")

    return Question(
        "stalemates-mostly", Severity.ERROR, "", f"most fish end in a stalemate with {players} players", (match,),
        lambda evidence: [Excess(found(evidence), MOST)],
        lambda evidence: f"{percent(found(evidence).value)} of fish end in a stalemate with {players} players",
        (("modifiers",), ("fish",), ("hand",), ("problems",)),
        "more cures or Blenders, larger hands, or fish with fewer problems", judging=False,
    )  # fmt: skip


def _piles_dry(variant: Variant, players: int, match: Match) -> Question:
    def found(evidence: Evidence) -> Estimate:
        return evidence.figure([match], "mean", "fish-left").scaled(1 / variant.lake)

    def message(evidence: Evidence) -> str:
        left = found(evidence).value * variant.lake
        return (
            f"the piles run dry long before the lake: {left:.1f} of {variant.lake} fish are left with {players} players"
        )

    return Question(
        "piles-run-dry", Severity.ERROR, "", f"the piles run dry with {players} players", (match,),
        lambda evidence: [Excess(found(evidence), LONG_BEFORE)], message,
        (("modifiers",), ("fish",), ("hand", "cards"), ("race", "invalid"), ("race", "reshuffle")),
        "more modifier cards, a smaller lake, or race.reshuffle: yes", judging=False,
    )  # fmt: skip


def _harms_never_matter(stage: Stage) -> Question:
    def found(evidence: Evidence) -> Estimate:
        return evidence.figure(stage.every_seat, "ratio", "harm-paid", "rule/DS-2.1")

    return Question(
        "harms-never-matter", Severity.WARNING, "", "harms never matter", stage.every_seat,
        lambda evidence: [Excess(found(evidence), HARDLY_ANY, below=True)],
        lambda evidence: f"harms never matter: {percent(found(evidence).value)} of fish go to somebody who harmed them",
        (("modifiers", "harm"), ("hand",), ("race",)), "more harms, or none at all",
    )  # fmt: skip


def _speed_alone(match: Match, has_baseline: bool) -> Question:
    def won(evidence: Evidence, side: int = 0) -> Estimate:
        return evidence.figure([match], "mean", "bot-won/1", side=side).scaled(1 / WHOLE_WIN)

    def measure(evidence: Evidence) -> list[Excess]:
        found = [Excess(won(evidence), FASTEST)]
        if has_baseline:
            found.append(Excess(evidence.change(match, "bot-won/1").scaled(1 / WHOLE_WIN), MORE_THAN_THERE))
        return found

    return Question(
        "speed-decides", Severity.WARNING, "", "speed alone decides", (match,), measure,
        lambda evidence: f"speed alone decides: the fast bot, which never thinks, wins {percent(won(evidence).value)}",
        (("fish",), ("modifiers",), ("hand",)), "fish with more problems, or more harms, give readers work",
    )  # fmt: skip
