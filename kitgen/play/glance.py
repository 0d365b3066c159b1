"""A simulation at a glance: a few answers, each a number, what it is, and a word that says whether to look closer.

What the games are too few to tell is said to be so.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kitgen.diagnostics import counted
from kitgen.play import intervals
from kitgen.play.figures import Measured
from kitgen.play.plots import rounded
from kitgen.play.questions import FAR_LONGER, FAR_SHORTER, FELT, FELT_PART, RUNAWAY
from kitgen.play.simulation import Table
from kitgen.play.tables import amount

NEAR = 0.1
"""A length within a tenth of the stated one is as stated; nobody plans an evening more finely."""


UNSURE = "Too few games"

MOST_LISTED = 3
"""Things that a short answer names; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One answer. ``alarm`` marks what its author should look at."""

    title: str
    word: str
    number: str
    text: str
    alarm: bool = False

    @property
    def tone(self) -> str:
        """How the word is coloured: ``good``, ``alarm`` or ``unsure``."""
        return "unsure" if self.word == UNSURE else "alarm" if self.alarm else "good"


def glance(tables: Sequence[Table]) -> list[Tile]:
    """The answers that these tables give."""
    return [tile for answer in ANSWERS for tile in [answer(tables)] if tile]


def middle_of(tables: Sequence[object]) -> int:
    """Which table stands for all where only one can be shown: the middle number of players."""
    return len(tables) // 2


def listed(words: Sequence[str]) -> str:
    """``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _with(counts: Sequence[int], tables: Sequence[Table]) -> str:
    """``with every number of players``, or ``with 2 and 3 players``."""
    if len(counts) == len(tables) > 1:
        return "with every number of players"
    return f"with {listed([str(count) for count in counts])} player{'s' * (list(counts) != [1])}"


def _found(table: Table, id_: str) -> list[Measured]:
    return [found for found in table.figures if found.id == id_]


def who_wins(tables: Sequence[Table]) -> Tile | None:
    """Whether some place at the table wins more than its share, and if none, whether that is sure."""
    contested = [table for table in tables if table.players > 1 and _found(table, "won")]
    if not contested:
        return None
    favoured: dict[str, list[int]] = {}
    sure, felt = True, False
    widening = _widening(sum(len(_found(table, "won")) for table in contested))
    for table in contested:
        for found in _found(table, "won"):
            fair, value = found.reference or 0, found.estimate.value
            down, up = value - found.estimate.low, found.estimate.high - value
            margin = min(FELT_PART * fair, 100 * FELT)
            if math.isfinite(up) and value - widening * down > fair:
                favoured.setdefault(_seat(found), []).append(table.players)
                felt = felt or value - widening * down > fair + margin
            sure = sure and value + widening * up < fair + margin
    table = contested[middle_of(contested)]
    best = max(_found(table, "won"), key=lambda found: found.estimate.value)
    number, share = amount(best.estimate.value, "%"), rounded(best.reference or 0, "%")
    text = f"of games with {counted(table.players, 'player')} go to {_seat(best)}, where an equal share is {share}."
    if favoured:
        told = listed([f"{name} {_with(counts, contested)}" for name, counts in favoured.items()])
        word = "Uneven" if felt else "An edge"
        return Tile("Who wins", word, number, f"{text} More than an equal share: {told}.", felt)
    return Tile("Who wins", "Even" if sure else UNSURE, number, f"{text} No place clearly wins more than its share.")


def _widening(looks: int) -> float:
    """How much wider intervals must be so that all of that many hold at once."""
    certainty = 1 - (1 - intervals.CERTAINTY) / looks
    return intervals.deviations(certainty) / intervals.deviations(intervals.CERTAINTY)


def _seat(found: Measured) -> str:
    return f"the {found.name}" if found.name.endswith("seat") else found.name


def whose_bots(tables: Sequence[Table]) -> Tile | None:
    """Which bot wins, where several play."""
    mixed = [table for table in tables if _found(table, "bot-won")]
    if not mixed:
        return None
    table = mixed[middle_of(mixed)]
    won: Counter[str] = Counter()
    seats: Counter[str] = Counter()
    for found in _found(table, "bot-won"):
        won[found.name] += round(found.estimate.value * 1000)
        seats[found.name] += 1
    best = max(won, key=lambda name: won[name] / seats[name])
    fair = rounded(100 * seats[best] / table.players, "%")
    text = (
        f"of games with {counted(table.players, 'player')} go to {best}, on {seats[best]} of the {table.players} "
        f"seats: an equal share is {fair}."
    )
    return Tile("Which bot wins", best, amount(won[best] / 1000, "%"), text)


def how_long(tables: Sequence[Table]) -> Tile | None:
    """Playing time against what is stated: the first figure in minutes that is held against something."""
    timed = [
        (table.players, found[0].estimate, found[0].reference or 0)
        for table in tables
        for found in [[figure for figure in table.figures if figure.unit == "min" and figure.reference is not None]]
        if found
    ]
    if not timed:
        return None
    shortest, longest = (end(timed, key=lambda one: one[1].value) for end in (min, max))
    low, high = f"{shortest[1].value:.0f}", f"{longest[1].value:.0f}"
    longer = [players for players, value, stated in timed if value.value > stated * (1 + NEAR)]
    shorter = [players for players, value, stated in timed if value.value < stated * (1 - NEAR)]
    word = "Varies" if longer and shorter else "Longer" if longer else "Shorter" if shorter else "As stated"
    if not all(math.isfinite(value.high) for _, value, _ in timed):
        word = UNSURE
    parts = [f"{said} {_with(counts, tables)}" for said, counts in (("longer", longer), ("shorter", shorter)) if counts]
    verdict = f"games are {listed(parts)}" if parts else "games keep to it"
    span = (
        f"with {counted(longest[0], 'player')}"
        if len(timed) == 1
        else f"least with {shortest[0]} and most with {longest[0]} players"
    )
    text = f"on average, {span}. {timed[0][2]:g} min are stated; {verdict}."
    far = any(not stated * FAR_SHORTER <= value.value <= stated * FAR_LONGER for _, value, stated in timed)
    return Tile("Length", word, f"{high} min" if low == high else f"{low}–{high} min", text, far)


def does_the_box_suffice(tables: Sequence[Table]) -> Tile | None:
    """Whether play ever took more of a thing than is printed."""
    lines = [(line, table.players) for table in tables for line in table.box]
    if not lines:
        return None
    # What is all in use in most games is meant to be; that it just suffices tells nothing.
    lines = [one for one in lines if one[0].usual < one[0].item.printed or one[0].most > one[0].item.printed] or lines
    short = list(dict.fromkeys(line.item.title for line, _ in lines if line.most > line.item.printed))
    tight, players = max(lines, key=lambda one: one[0].most / max(one[0].item.printed, 1))
    number = f"{tight.most:,} of {tight.item.printed:,}"
    text = f"{tight.item.title} in use at once, with {counted(players, 'player')}"
    if short:
        more = [f"{len(short) - MOST_LISTED} more"] if len(short) > MOST_LISTED else []
        told = listed(short[:MOST_LISTED] + more)
        return Tile("The box", "Falls short", number, f"{text}. Too few for some games: {told}.", True)
    games = sum(table.games for table in tables)
    return Tile("The box", "Suffices", number, f"{text}: the tightest fit. Nothing ran short in {games:,} games.")


def decided_early(tables: Sequence[Table]) -> Tile | None:
    """How often the leader before the last round won."""
    held = [(table, found.estimate) for table in tables for found in _found(table, "held")]
    if not held:
        return None
    table, middle = held[middle_of(held)]
    fades = [found.low > 100 * RUNAWAY for _, found in held]
    lasts = all(found.high < 100 * RUNAWAY for _, found in held)
    text = f"of games with {counted(table.players, 'player')} go to whoever led before the last round"
    ends = [f"{amount(found.value, '%')} with {one.players}" for one, found in (held[0], held[-1]) if one is not table]
    text += f" ({listed(ends)})." if ends else "."
    text += "".join(
        f" From last place at half-time, {amount(found.estimate.value, '%')} are still won."
        for found in _found(table, "comeback")
    )
    word = "Fades early" if all(fades) else "Mixed" if any(fades) else "Lasts" if lasts else UNSURE
    return Tile("Suspense", word, amount(middle.value, "%"), text, any(fades))


def unfinished(tables: Sequence[Table]) -> Tile | None:
    """Games that went on for ever, if there were any."""
    games = sum(sum(table.unfinished.values()) for table in tables)
    if not games:
        return None
    rules = list(dict.fromkeys(rule for table in tables for rule in table.unfinished))
    played = sum(table.games for table in tables)
    text = f"of {played:,} games did not end. Something can go on for ever: look at {listed(rules)}."
    return Tile("Endless games", "A fault", f"{games:,}", text, True)


ANSWERS: tuple[Callable[[Sequence[Table]], Tile | None], ...] = (
    unfinished, who_wins, how_long, does_the_box_suffice, decided_early, whose_bots,
)  # fmt: skip
"""The questions in the order in which they are answered."""
