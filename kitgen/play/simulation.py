"""A simulation: many games of one variant, and the figures that they give."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kitgen.play.arena import Arena, Progress, Request, Side
from kitgen.play.figures import BoxLine, Measured, box, figures_of_every_game, measure, names_of_every_game, scores
from kitgen.play.intervals import Estimate
from kitgen.play.tally import Tally


@dataclass(frozen=True, slots=True)
class Table:
    """What one number of players gave. ``unfinished`` tells by rule how many games went on for ever."""

    players: int
    bots: tuple[str, ...]
    games: int
    unfinished: dict[str, int]
    figures: tuple[Measured, ...]
    box: tuple[BoxLine, ...]
    tally: Tally


@dataclass(frozen=True, slots=True)
class Simulation:
    """Many games, by number of players. ``stopped`` says that there were to be more.

    ``named`` is the variant as it was named, and what was set for it, for the command that does it again.
    """

    game: str
    variant: str
    title: str
    digest: str
    seed: int
    wanted: int
    stopped: bool
    tables: tuple[Table, ...]
    named: tuple[str, ...] = ()

    def to_json(self) -> str:
        """Everything that was measured, for other programs."""
        told = {
            "kitgen": 1,
            "kind": "simulation",
            "game": self.game,
            "variant": self.variant,
            "title": self.title,
            "digest": self.digest,
            "seed": self.seed,
            "games_wanted": self.wanted,
            "stopped": self.stopped,
            "tables": [_table_json(table) for table in self.tables],
        }
        return json.dumps(told, indent=1, ensure_ascii=False) + "\n"

    def to_csv(self) -> str:
        """A line a figure, for spreadsheets."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["players", "section", "figure", "label", "name", "value", "low", "high", "unit", "games"])
        for table in self.tables:
            for found in table.figures:
                value = found.estimate
                writer.writerow([
                    table.players, found.section, found.id, _cell(found.label), _cell(found.name), *_ends(value),
                    found.unit,
                    value.games,
                ])  # fmt: skip
            for line in table.box:
                writer.writerow([
                    table.players, "The box", "most-in-use", _cell(line.item.column), _cell(line.item.title),
                    line.most, "", "",
                    f"of {line.item.printed} printed", table.games,
                ])  # fmt: skip
        return out.getvalue()


def _cell(text: str) -> str:
    """A text as a spreadsheet shall take it: one that begins like a formula is none."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def simulate(
    arena: Arena,
    side: Side,
    counts: Sequence[int],
    bots: Sequence[str],
    games: int,
    names: Mapping[str, str],
    progress: Progress = lambda games: None,
) -> tuple[Table, ...]:
    """Play ``games`` games for each number of players, the named bots in turn on the seats."""
    seated = {players: tuple(bots[seat % len(bots)] for seat in range(players)) for players in counts}
    outcomes = arena.play([Request(seated[players], 0, games) for players in counts], progress)
    return tuple(
        table_of(side, seated[players], outcome.tallies[0], names)
        for players, outcome in zip(counts, outcomes, strict=True)
        if outcome.tallies[0].games
    )


def table_of(side: Side, bots: tuple[str, ...], tally: Tally, names: Mapping[str, str]) -> Table:
    """The figures of a tally."""
    playing, players = side.playing, len(bots)
    every = figures_of_every_game(players, bots, playing.measures.unit)
    own = playing.measures.figures(side.variant, players)
    measured = measure(tally, [*every, *own], {**names, **names_of_every_game(players, bots)})
    measured += scores(tally, playing.measures.unit)
    order = {section: at for at, section in enumerate(dict.fromkeys(figure.section for figure in measured))}
    measured.sort(key=lambda figure: order[figure.section])
    endless = {playing.rule_id(rule): times for rule, times in tally.counts["unfinished"].items() if rule}
    return Table(
        players,
        bots,
        tally.games,
        endless,
        tuple(measured),
        tuple(box(tally, playing.measures.box_items(side.variant))),
        tally,
    )


def _table_json(table: Table) -> dict[str, Any]:
    return {
        "players": table.players,
        "bots": list(table.bots),
        "games": table.games,
        "unfinished": table.unfinished,
        "figures": [measured_json(found) for found in table.figures],
        "box": [
            {
                "item": line.item.column,
                "title": line.item.title,
                "printed": line.item.printed,
                "usual": line.usual,
                "most": line.most,
                "games_short": _estimate_json(line.short),
            }
            for line in table.box
        ],
    }


def measured_json(found: Measured) -> dict[str, Any]:
    """A figure for other programs."""
    told: dict[str, Any] = {"section": found.section, "id": found.id, "title": found.title}
    if found.label:
        told |= {"label": found.label, "name": found.name}
    told |= {"unit": found.unit, **_estimate_json(found.estimate)}
    if found.reference is not None:
        told["reference"] = round(found.reference, 6)
    return told


def _estimate_json(found: Estimate) -> dict[str, Any]:
    value, low, high = _ends(found)
    told: dict[str, Any] = {"value": value, "low": low, "high": high, "games": found.games}
    if found.bound:
        told["bound"] = True
    return told


def _ends(found: Estimate) -> list[float | None]:
    """The value and the ends of its interval; an endless end is null."""
    return [round(end, 6) if math.isfinite(end) else None for end in (found.value, found.low, found.high)]
