"""Two variants side by side: the same seeds, so the same dice and the same order of the cards that both have."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kitgen.diagnostics import counted
from kitgen.play import intervals
from kitgen.play.arena import Arena, Progress, Request
from kitgen.play.figures import Measured, unit_of
from kitgen.play.intervals import Estimate
from kitgen.play.simulation import Table, measured_json, table_of
from kitgen.play.tables import FEW, amount, columns_row, sign_of, with_interval
from kitgen.play.tally import Outcome

SURE = 0.999
"""Differences are told that are sure to this part; of a hundred figures that do not differ hardly one is then told."""

CLEAREST = 5
"""Of more figures of a kind than FEW these are told."""

Names = dict[str, str]


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure of both, and the second less the first. A figure that only one of them has has no difference."""

    first: Measured | None
    second: Measured | None
    change: Estimate | None
    sure: bool

    @property
    def shown(self) -> Measured:
        """The figure, for its title and unit."""
        found = self.second or self.first
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class ComparedTable:
    """One number of players."""

    first: Table
    second: Table
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two variants: their names, what their files say otherwise (path, first, second), and what came of it."""

    names: tuple[str, str]
    digests: tuple[str, str]
    seed: int
    changes: tuple[tuple[str, str, str], ...]
    tables: tuple[ComparedTable, ...]
    stopped: bool


def compare(
    arena: Arena,
    counts: Sequence[int],
    bots: Sequence[str],
    games: int,
    names: tuple[Names, Names],
    progress: Progress = lambda games: None,
) -> tuple[ComparedTable, ...]:
    """Play both sides of an arena on the same games, for each number of players."""
    seated = [tuple(bots[seat % len(bots)] for seat in range(players)) for players in counts]
    # The tally of differences takes the first side less the second, so the second variant goes first.
    outcomes = arena.play([Request(match, 0, games, (1, 0)) for match in seated], progress)
    return tuple(
        _compared(arena, match, outcome, names)
        for match, outcome in zip(seated, outcomes, strict=True)
        if outcome.tallies[0].games
    )


def _compared(arena: Arena, bots: tuple[str, ...], outcome: Outcome, names: tuple[Names, Names]) -> ComparedTable:
    second, first = (
        table_of(arena.sides[side], bots, tally, names[side])
        for side, tally in zip((1, 0), outcome.tallies, strict=True)
    )
    there = {found.key: found for found in first.figures}
    here = {found.key: found for found in second.figures}
    differences = tuple(_difference(there.get(key), here.get(key), outcome) for key in dict.fromkeys([*here, *there]))
    return ComparedTable(first, second, differences)


def _difference(first: Measured | None, second: Measured | None, outcome: Outcome) -> Difference:
    if first is None or second is None:
        return Difference(first, second, None, True)
    change = _change(first, second, outcome, intervals.CERTAINTY)
    surer = _change(first, second, outcome, SURE)
    return Difference(first, second, change, surer.low > 0 or surer.high < 0)


def _change(first: Measured, second: Measured, outcome: Outcome, certainty: float) -> Estimate:
    """Game by game where both were measured so and in the same unit of time; else as of different games."""
    column = second.column
    if column in outcome.differences.counts and first.scale == second.scale:
        found = intervals.mean_change(outcome.differences, column, certainty, unit_of(column))
        return found.scaled(second.scale)
    found = intervals.difference(second.estimate, first.estimate)
    freedom = max(1, found.games - 1)
    wider = intervals.deviations(certainty, freedom) / intervals.deviations(intervals.CERTAINTY, freedom)
    return Estimate(
        found.value,
        found.value - wider * (found.value - found.low),
        found.value + wider * (found.high - found.value),
        found.games,
    )


# ── In words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def tell(comparison: Comparison) -> str:
    """The comparison for a person at a terminal."""
    return "\n".join(_lines(comparison)) + "\n"


def _lines(comparison: Comparison) -> Iterator[str]:
    first, second = comparison.names
    games = sum(table.first.games for table in comparison.tables)
    stopped = "; stopped early" if comparison.stopped else ""
    yield f"A: {first}"
    yield f"B: {second}"
    yield f"{counted(games, 'game')} each, the same seeds (seed {comparison.seed}){stopped}"
    yield ""
    yield "What the files say" if comparison.changes else "The files say the same."
    for path, before, after in comparison.changes:
        yield f"  {path}: {before} → {after}"
    for table in comparison.tables:
        yield ""
        yield from _table_lines(table)


def _table_lines(table: ComparedTable) -> Iterator[str]:
    sure = [difference for difference in table.differences if difference.sure]
    shown = _clearest(sure)
    players = f"At the table, {counted(table.first.players, 'player')}"
    if not sure:
        yield f"{players}: no figure differs for sure ({100 * SURE:.1f} %)."
        return
    yield f"{players}: what differs for sure ({100 * SURE:.1f} %); ± is a 95 % interval"
    yield columns_row("", ["A", "B", "B − A"])
    section = title = ""
    for difference in shown:
        found = difference.shown
        if found.section != section:
            section = found.section
            yield ""
            yield section
        if found.label and found.title != title:
            yield f"  {found.title}"
        title = found.title
        yield columns_row(f"    {found.name}" if found.label else f"  {found.title}", _cells(difference))
    quiet = len(table.differences) - len(sure)
    yield ""
    if len(shown) < len(sure):
        yield f"{len(sure) - len(shown)} more of the same kinds differ for sure; --json has them all."
    yield f"{quiet} other figures do not differ for sure."


def _clearest(sure: Sequence[Difference]) -> list[Difference]:
    """All of them; of figures with many labels only those whose difference is clearest, in their order."""
    kinds: dict[str, list[Difference]] = {}
    for difference in sure:
        kinds.setdefault(difference.shown.id, []).append(difference)
    kept = {
        id(difference)
        for kind in kinds.values()
        for difference in (kind if len(kind) <= FEW else sorted(kind, key=_clearness)[:CLEAREST])
    }
    return [difference for difference in sure if id(difference) in kept]


def _clearness(difference: Difference) -> float:
    """The less, the clearer: the interval's width as a part of the difference."""
    change = difference.change
    return (change.high - change.low) / abs(change.value) if change and change.value else 0.0


def _cells(difference: Difference) -> list[str]:
    unit = sign_of(difference.shown.unit)
    sides = [amount(side.estimate.value, unit) if side else "–" for side in (difference.first, difference.second)]
    change = difference.change
    return [*sides, with_interval(change, unit, signed=True) if change else ""]


def to_json(comparison: Comparison) -> str:
    """All figures of both, and their differences, for other programs."""
    told = {
        "kitgen": 1,
        "kind": "comparison",
        "a": {"variant": comparison.names[0], "digest": comparison.digests[0]},
        "b": {"variant": comparison.names[1], "digest": comparison.digests[1]},
        "seed": comparison.seed,
        "stopped": comparison.stopped,
        "changes": [{"path": path, "a": before, "b": after} for path, before, after in comparison.changes],
        "tables": [
            {
                "players": table.first.players,
                "bots": list(table.first.bots),
                "games": table.first.games,
                "differences": [_difference_json(difference) for difference in table.differences],
            }
            for table in comparison.tables
        ],
    }
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def _difference_json(difference: Difference) -> dict[str, Any]:
    told = measured_json(difference.shown)
    for key in ("value", "low", "high", "games", "bound", "reference"):
        told.pop(key, None)
    for side, found in (("a", difference.first), ("b", difference.second)):
        told[side] = None if found is None else round(found.estimate.value, 6)
    change = difference.change
    if change is not None:
        told |= {
            "difference": round(change.value, 6),
            "low": _finite(change.low),
            "high": _finite(change.high),
        }
    return told | {"sure": difference.sure}


def _finite(value: float) -> float | None:
    return round(value, 6) if abs(value) < float("inf") else None
