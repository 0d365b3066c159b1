"""Many games of a variant, or of two side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as FilePath

from kitgen.diagnostics import counted, dotted
from kitgen.errors import UsageError
from kitgen.files import require_writable, write_file
from kitgen.pipeline.loading import LoadedVariant, command_words, require_same_game
from kitgen.play.arena import Arena, Progress, Side
from kitgen.play.comparison import Comparison
from kitgen.play.comparison import compare as compare_games
from kitgen.play.session import require_seed, seat_players
from kitgen.play.simulation import Simulation
from kitgen.play.simulation import simulate as run_games
from kitgen.play.tables import tell as tell_tables
from kitgen.source.changes import changes
from kitgen.source.words import load_words

WORTH_COMPILING = 200
"""Games from which on the compiled mode is worth its start."""


def simulate(
    variant: LoadedVariant,
    *,
    games: int = 1_000,
    players: Sequence[int] | None = None,
    bots: Sequence[str] | None = None,
    seed: int = 1,
    jobs: int | None = None,
    compiled: bool | None = None,
    progress: Progress = lambda games: None,
) -> Simulation:
    """Play ``games`` games for each number of players (all that the variant is for) and measure them.

    ``jobs`` is the number of workers, all cores unless given; ``compiled`` chooses the mode, which changes nothing but
    the speed. ``progress`` is told of games as they are done. An interruption keeps what is done. Raises UsageError
    for what the variant or kitgen does not have.
    """
    counts = player_counts(variant, players)
    bots = bots or default_bots(variant)
    seat_players(variant.game.playing, bots, 1)
    side = Side(variant.game.playing, variant.model, require_seed(seed))
    _require_games(games)
    if compiled is None and games * len(counts) < WORTH_COMPILING:
        compiled = False
    with Arena([side], jobs=jobs, compiled=compiled) as arena:
        tables = run_games(arena, side, counts, bots, games, _names_of(variant), progress)
    return Simulation(
        variant.game.id,
        variant.name,
        variant.model.title,
        variant.digest,
        seed,
        games,
        arena.stopped,
        tables,
        command_words(variant),
    )


def default_bots(variant: LoadedVariant) -> tuple[str, ...]:
    """Who plays where nobody is named: the best of the game's quick bots."""
    return variant.game.playing.judging.ladder[-1:]


def player_counts(variant: LoadedVariant, players: Sequence[int] | None) -> list[int]:
    """The numbers of players that are asked for, or all; raises UsageError for one that the variant is not for."""
    counts = list(variant.model.player_counts)
    for count in players or ():
        if count not in counts:
            raise UsageError(f"{variant.name} is not for {counted(count, 'player')}", f"it is for {_span_of(counts)}")
    return sorted(set(players)) if players else counts


def compare(
    first: LoadedVariant,
    second: LoadedVariant,
    *,
    games: int = 2_000,
    players: Sequence[int] | None = None,
    bots: Sequence[str] | None = None,
    seed: int = 1,
    jobs: int | None = None,
    compiled: bool | None = None,
    progress: Progress = lambda games: None,
) -> Comparison:
    """Play two variants of a game on the same seeds, and measure what differs.

    ``players`` is the middle number that both are for unless given. Raises UsageError for variants that share no game
    or no number of players, and for what simulate refuses.
    """
    require_same_game(first, second)
    shared = shared_counts(first, second)
    wanted = players or [shared[len(shared) // 2]]
    counts = [count for one in (first, second) for count in player_counts(one, wanted)][: len(set(wanted))]
    playing, bots = first.game.playing, bots or default_bots(first)
    seat_players(playing, bots, 1)
    _require_games(games)
    sides = [Side(playing, one.model, require_seed(seed)) for one in (first, second)]
    if compiled is None and 2 * games * len(counts) < WORTH_COMPILING:
        compiled = False
    with Arena(sides, jobs=jobs, compiled=compiled) as arena:
        tables = compare_games(arena, counts, bots, games, (_names_of(first), _names_of(second)), progress)
    said = tuple((dotted(change.path), *change.said) for change in changes(first.document, second.document))
    return Comparison(
        (_as_set(first), _as_set(second)), (first.digest, second.digest), seed, said, tables, arena.stopped
    )


def shared_counts(first: LoadedVariant, second: LoadedVariant) -> list[int]:
    """The numbers of players that two variants are for; raises UsageError where there is none."""
    shared = [count for count in first.model.player_counts if count in second.model.player_counts]
    if not shared:
        said = [f"{_as_set(one)} is for {_span_of(one.model.player_counts)}" for one in (first, second)]
        raise UsageError(
            f"{first.name} and {second.name} share no number of players: {', '.join(said)}",
            "name another variant to hold it against",
        )
    return shared


def _span_of(counts: Sequence[int]) -> str:
    return f"{counts[0]} to {counts[-1]}" if counts[0] != counts[-1] else str(counts[0])


def _as_set(variant: LoadedVariant) -> str:
    """A variant's name, with what the command line set."""
    return " ".join([variant.name, *(f"--set {setting}" for setting in variant.settings)])


def _require_games(games: int) -> None:
    if games < 1:
        raise UsageError(f"{games} games tell nothing", "at least 1")


def require_report(file: FilePath) -> None:
    """Refuse a report that could not be made or written, before games are played for it."""
    from kitgen.play.plots import require_matplotlib
    from kitgen.play.report import REPORT_MARK

    require_matplotlib()
    require_writable(file, "--report", ours=REPORT_MARK)


def tell_simulation(simulation: Simulation) -> str:
    """A simulation as text."""
    return tell_tables(simulation)


def write_report(simulation: Simulation, file: FilePath) -> None:
    """Write a simulation's report, one HTML page that needs nothing else; raises UsageError without the extra."""
    from kitgen.play.report import REPORT_MARK, report

    write_file(file, report(simulation), "--report", ours=REPORT_MARK)


def _names_of(variant: LoadedVariant) -> dict[str, str]:
    """What people call the things that are counted."""
    words = load_words(variant.game.id, "en", variant.folders)
    return variant.game.playing.measures.names(variant.model, words)
