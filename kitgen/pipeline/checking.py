"""The verdict on a variant, at the lines that cause it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from kitgen.diagnostics import (
    Diagnostic,
    Path,
    Severity,
    dotted,
    errors_in,
    in_reading_order,
    one_of,
)
from kitgen.errors import KitgenError
from kitgen.pipeline.building import require_art
from kitgen.pipeline.loading import LoadedVariant, load, require_same_game
from kitgen.pipeline.measuring import shared_counts
from kitgen.play import verdict_text
from kitgen.play.arena import Progress, Side
from kitgen.play.kernel import can_compile
from kitgen.play.session import require_seed
from kitgen.play.verdict import MOST_CAUSES, Budget, Cause, Finding, Verdict, judge, locate
from kitgen.source.changes import Change, changes, taken_back
from kitgen.source.faults import place_of, validate
from kitgen.source.words import languages, load_words


@dataclass(frozen=True, slots=True)
class CheckedVariant:
    """A variant that has no faults, and what playing it says.

    The gravest ``diagnostics`` come first, those of the file among them.
    """

    variant: LoadedVariant
    baseline: LoadedVariant | None
    verdict: Verdict
    diagnostics: tuple[Diagnostic, ...]
    passed_over: tuple[str, ...] = ()
    """Why what it extends could not be the baseline."""


def check(
    variant: LoadedVariant,
    *,
    against: LoadedVariant | None = None,
    seed: int = 1,
    jobs: int | None = None,
    compiled: bool | None = None,
    budget: Budget | None = None,
    progress: Progress = lambda games: None,
) -> CheckedVariant:
    """Play a variant beside its baseline and say what is wrong with it, at the lines that cause it.

    The baseline is ``against``, else the nearest of what the variant extends that can be played with as many, else the
    game's base variant; that itself has none. The compiled mode is used where it is installed, and plays more games
    with a better bot; ``budget`` says how many at most. Raises VariantError for words and art beside the variant that
    cannot be used, UsageError for a baseline of another game, or for other numbers of players.
    """
    passed_over: list[str] = []
    require_art(variant)
    variant.art.read_replacements()
    for language in languages(variant.game.id):
        load_words(variant.game.id, language, variant.folders)
    if against is not None:
        require_same_game(against, variant)
        shared_counts(variant, against)
    baseline = _baseline_of(variant, passed_over) if against is None else against
    playing = variant.game.playing
    sides = [Side(playing, one.model, require_seed(seed)) for one in (variant, baseline) if one is not None]
    compiled = can_compile() if compiled is None else compiled
    verdict = judge(sides, jobs=jobs, compiled=compiled, budget=budget, progress=progress)
    causes = _causes(variant, baseline, seed) if baseline is not None else []
    verdict.findings = locate(verdict, causes, sides, jobs=jobs, compiled=compiled)
    told = [*variant.diagnostics, *(_as_diagnostic(finding, variant) for finding in verdict.findings)]
    severities = list(Severity)
    told = sorted(in_reading_order(told), key=lambda one: severities.index(one.severity))
    return CheckedVariant(variant, baseline, verdict, tuple(told), tuple(passed_over))


def tell_verdict(found: CheckedVariant) -> str:
    """What a check comes to, in a few lines."""
    baseline = found.baseline.name if found.baseline else None
    lines = verdict_text.summary(found.verdict, found.diagnostics, found.variant.name, baseline, found.passed_over)
    return "\n".join(lines) + "\n"


def check_json(found: CheckedVariant) -> str:
    """A check for other programs."""
    variant, baseline = found.variant, found.baseline
    head = {
        "game": variant.game.id,
        "variant": variant.name,
        "digest": variant.digest,
        "baseline": None if baseline is None else {"variant": baseline.name, "digest": baseline.digest},
        "passed_over": list(dict.fromkeys(found.passed_over)),
    }
    return verdict_text.as_json(found.verdict, found.diagnostics, head)


def _baseline_of(variant: LoadedVariant, passed_over: list[str]) -> LoadedVariant | None:
    """The nearest of what a variant extends that can stand beside it, else its game's base variant.

    Of the base variant itself there is none, unless it is set. ``passed_over`` takes why others could not.
    """
    for name in (*(str(file) for file in variant.files[1:]), variant.game.id):
        try:
            baseline = load(name)
            shared_counts(variant, baseline)
        except KitgenError as fault:
            passed_over.append(fault.message)
            continue
        if baseline.files == variant.files and not variant.settings:
            return None
        return baseline
    return None


def _causes(variant: LoadedVariant, baseline: LoadedVariant, seed: int) -> list[Cause]:
    """What the author changed, each with a way to try the variant without it; very many changes are taken together."""
    looks = variant.game.playing.judging.looks
    found = [change for change in changes(baseline.document, variant.document) if change.path[0] not in looks]
    groups: dict[Path, list[Change]] = {change.path: [change] for change in found}
    for length in (2, 1):
        if len(groups) > MOST_CAUSES:
            groups = {}
            for change in found:
                groups.setdefault(change.path[:length], []).append(change)

    def undo(group: Sequence[Change]) -> Side | None:
        document = taken_back(variant.document, group)
        model, faults = validate(variant.game.model, document)
        if model is None or errors_in([*faults, *variant.game.check(model, document)]):
            return None
        return Side(variant.game.playing, model, seed)

    return [Cause(tuple(change.path for change in group), partial(undo, group)) for group in groups.values()]


def _as_diagnostic(finding: Finding, variant: LoadedVariant) -> Diagnostic:
    """A finding at its line."""
    question = finding.question
    hint = question.hint
    if finding.together:
        others = one_of(dotted(path) for path in finding.together)
        shared = f"no single change of yours causes it; {others} may share in it"
        hint = f"{hint}; {shared}" if hint else shared
    span = place_of(finding.path, variant.document)
    return Diagnostic(question.code, question.severity, finding.message, span, dotted(finding.path), hint)
