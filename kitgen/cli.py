"""The command line: options, printing, exit codes. Nothing else; heavy libraries are imported by the verbs."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import secrets
import sys
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import click

from kitgen import __version__
from kitgen.diagnostics import LONGEST_NAME, Severity, printable
from kitgen.errors import DiagnosticsError, ExitCode, FilesError, KitgenError, UsageError, VariantError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kitgen.diagnostics import Diagnostic
    from kitgen.pipeline import BuiltKit, LoadedVariant

MOST_SHOWN = 100
"""Diagnostics that are printed in one run; who has more has one cause for many."""

MOST_PLAYERS = 99
"""More than any table seats."""

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EFBIG)
"""What an output says that takes no more."""

_ISSUES = "this is a fault of kitgen's; please report it with the file and this message"


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="kitgen")
def commands() -> None:
    """Turn one YAML file, a variant of a tabletop game, into a kit to print, cut and play."""


@commands.command()
@click.argument("variant", default="classic")
@click.option("--paper", default="a4", show_default=True, metavar="a4|letter", help="Paper to print on.")
@click.option("--lang", "language", default="en", show_default=True, metavar="en|fr", help="Language of the words.")
@click.option(
    "--only",
    metavar="PARTS",
    help="Some parts, as cards,tokens, of boards, cards, tokens, rules, extras; they replace the folder's.",
)
@click.option("--single-file", is_flag=True, help="One PDF in place of one for each part.")
@click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value, as set_up.money=120.")
@click.option("--out", type=click.Path(path_type=FilePath), help="The kit's folder.  [default: out/…]")
def build(variant: str, settings: tuple[str, ...], only: str | None, **options: Any) -> None:
    """Write the kit of VARIANT: PDFs to print and a manifest.

    VARIANT is a name, such as classic, or a YAML file.
    """
    from kitgen import pipeline

    loaded = pipeline.load(variant, settings)
    parts = [] if only is None else _names(only)
    built = pipeline.build(loaded, only=parts, **options)
    _print_diagnostics(built.diagnostics)
    _print_built(built)


_players = click.option("--players", type=int, metavar="N", help="Seats at the table.  [default: the middle number]")
_seed = click.option("--seed", default=1, show_default=True, metavar="N", help="Decides all dice and cards.")
_language = click.option("--lang", "language", default="en", show_default=True, metavar="en|fr", help="Language.")
_settings = click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value for this game.")


@commands.command()
@click.argument("variant", default="classic")
@_players
@click.option("--bots", default="planner", show_default=True, metavar="NAMES", help="Bots in turn, as planner,thrifty.")
@_seed
@_language
@_settings
@click.option("--json", "as_json", is_flag=True, help="Write the transcript in place of the story.")
@click.option("--replay", type=click.Path(path_type=FilePath), help="Play a transcript again, to the same end.")
def narrate(
    variant: str, settings: tuple[str, ...], language: str, as_json: bool, replay: FilePath | None, **game: Any
) -> None:
    """Tell one game of VARIANT in plain words, day by day.

    A transcript (--json) replays to the same end; where the variant has changed since, the first move that departs is
    told.
    """
    from kitgen import pipeline

    loaded = pipeline.load(variant, settings)
    if replay is not None:
        _replay(loaded, replay, language)
        return
    game["bots"] = _names(game["bots"])
    session = pipeline.start_game(loaded, **game)
    session.play_out()
    story = session.transcript.to_json() if as_json else pipeline.tell_story(session, loaded, language)
    click.echo(story, nl=False)


@commands.command()
@click.argument("variant", required=False)
@_players
@click.option(
    "--bots", default="planner", show_default=True, metavar="NAMES", help="Your rivals, as thrifty or random."
)
@click.option("--seed", type=int, metavar="N", help="Decides all dice and cards.  [default: drawn by lot]")
@_language
@_settings
@click.option("--resume", type=click.Path(path_type=FilePath), help="Go on with a saved game.")
@click.option("--save", "save_as", type=click.Path(path_type=FilePath), help="Where the game is saved.")
def play(
    variant: str | None,
    settings: tuple[str, ...],
    language: str,
    resume: FilePath | None,
    save_as: FilePath | None,
    **game: Any,
) -> None:
    """Play VARIANT (or classic) at the terminal against bots.

    A game of a YAML file of your own is resumed with both: kitgen play mine.yaml --resume FILE.
    """
    from kitgen import pipeline
    from kitgen.play.transcript import read_transcript, write_transcript

    told = read_transcript(resume) if resume else None
    loaded = pipeline.load(variant or (f"{told.game}/{told.variant}" if told else "classic"), settings)
    if told is None:
        game["bots"] = _names(game["bots"])
        game["seed"] = secrets.randbelow(10**6) if game["seed"] is None else game["seed"]
        session = pipeline.start_game(loaded, person=True, **game)
    else:
        session, departure = pipeline.resume_game(loaded, told)
        if departure is not None:
            raise UsageError(f"the variant has changed since {resume} was saved: {departure}")
    usual = save_as or resume or _free_name(f"{loaded.game.id}-{loaded.name}-{session.transcript.seed}")
    talk = pipeline.table_talk(loaded, session, language, click.echo, input, usual, variant or "")
    write_transcript(session.transcript, usual)  # says now, not after the game, where it cannot be saved
    over = False
    try:
        over = talk.run()
    except (KeyboardInterrupt, EOFError) as left:
        click.echo("")
        if isinstance(left, KeyboardInterrupt):
            raise
    finally:
        write_transcript(session.transcript, usual)
        click.echo(talk.words("play.transcript", file=str(usual)) if over else talk.saved(usual))


def _player_counts(context: click.Context, option: click.Parameter, text: str | None) -> list[int] | None:
    """Numbers of players as people write them: ``4``, ``2-6``, ``2,4``."""
    if text is None:
        return None
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not _is_count(first) or (dash and not _is_count(last)):
            raise click.BadParameter(f"{part.strip()!r} is no number of players; write 4, 2-6 or 2,4")
        low, high = int(first), int(last or first)
        if low > high:
            raise click.BadParameter(f"{part.strip()!r} is no range of players; write the smaller number first")
        if high > MOST_PLAYERS:
            raise click.BadParameter(f"{high} is more than any table seats; write {MOST_PLAYERS} at most")
        found.update(range(low, high + 1))
    return sorted(found)


def _is_count(text: str) -> bool:
    return text.isdecimal() and len(text) <= 9  # nobody means more, and int() would count for ever


_counts = click.option(
    "--players", callback=_player_counts, metavar="N|N-N", help="Numbers of players.  [default: all]"
)
_jobs = click.option("--jobs", type=click.IntRange(1), metavar="N", help="Workers.  [default: one a core]")


@commands.command()
@click.argument("variant", default="classic")
@click.option("--games", default=1_000, show_default=True, metavar="N", help="Games for each number of players.")
@_counts
@click.option("--bots", default="planner", show_default=True, metavar="NAMES", help="Bots in turn, as planner,thrifty.")
@_seed
@_settings
@_jobs
@click.option("--json", "as_json", is_flag=True, help="Write all figures as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Write all figures as CSV, a line each.")
@click.option("--report", type=click.Path(path_type=FilePath), metavar="FILE.html", help="Write a report with plots.")
def simulate(
    variant: str,
    settings: tuple[str, ...],
    bots: str,
    as_json: bool,
    as_csv: bool,
    report: FilePath | None,
    **options: Any,
) -> None:
    """Play VARIANT many times and measure it.

    Who wins, how long it takes, what is cooked and bought, which rules are used, what the box must hold; each figure
    with its 95 % interval. Ctrl-C ends the games and tells of those that are done.
    """
    from kitgen import pipeline

    if as_json and as_csv:
        raise UsageError("--json and --csv both write to the screen", "name one of them")
    loaded = pipeline.load(variant, settings)
    if report is not None:
        pipeline.require_report(report)
    if not pipeline.can_compile():
        click.echo("note: pip install 'kitgen[fast]' plays some thirty times as many games a second", err=True)
    games = options["games"] * len(options["players"] or loaded.model.player_counts)
    with _progress(games, "playing") as progress:
        found = pipeline.simulate(loaded, bots=_names(bots), progress=progress, **options)
    if as_json or as_csv:
        click.echo(found.to_json() if as_json else found.to_csv(), nl=False)
    if report is not None:
        try:
            pipeline.write_report(found, report)
            click.echo(f"the report is in {printable(str(report), LONGEST_NAME)}", err=True)
        except (KitgenError, KeyboardInterrupt):
            if not (as_json or as_csv):  # the games were played; what they told is not lost with the report
                click.echo(pipeline.tell_simulation(found), nl=False)
            raise
    elif not (as_json or as_csv):
        click.echo(pipeline.tell_simulation(found), nl=False)
    if found.stopped:
        raise KeyboardInterrupt


@commands.command()
@click.argument("first")
@click.argument("second", required=False)
@click.option("--games", default=2_000, show_default=True, metavar="N", help="Games for each number of players.")
@click.option(
    "--players", callback=_player_counts, metavar="N|N-N", help="Numbers of players.  [default: the middle one]"
)
@click.option("--bots", default="planner", show_default=True, metavar="NAMES", help="Bots in turn, as planner,thrifty.")
@_seed
@click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value of SECOND.")
@click.option("--set-first", "first_settings", multiple=True, metavar="PATH=VALUE", help="Change a value of FIRST.")
@_jobs
@click.option("--json", "as_json", is_flag=True, help="Write all figures as JSON.")
def compare(
    first: str,
    second: str | None,
    settings: tuple[str, ...],
    first_settings: tuple[str, ...],
    bots: str,
    as_json: bool,
    **options: Any,
) -> None:
    """Play two variants on the same seeds and tell what differs.

    Without SECOND it is FIRST again, so that an idea needs no file: kitgen compare classic --set set_up.money=150
    """
    from kitgen import pipeline

    one = pipeline.load(first, first_settings, option="--set-first")
    other = pipeline.load(first if second is None else second, settings)
    games = 2 * options["games"] * len(options["players"] or [0])
    with _progress(games, "playing") as progress:
        found = pipeline.compare(one, other, bots=_names(bots), progress=lambda done: progress(2 * done), **options)
    click.echo(pipeline.comparison_json(found) if as_json else pipeline.tell_comparison(found), nl=False)
    if found.stopped:
        raise KeyboardInterrupt


@commands.command()
@click.argument("variant")
@click.option("--against", metavar="VARIANT", help="The baseline.  [default: what it extends, or the game's base]")
@click.option("--strict", is_flag=True, help="Warnings count as failure, and so does what cannot be judged.")
@_seed
@_settings
@_jobs
@click.option("--json", "as_json", is_flag=True, help="Write the diagnostics as JSON.")
def check(
    variant: str, settings: tuple[str, ...], against: str | None, strict: bool, as_json: bool, **options: Any
) -> None:
    """Say what is wrong with VARIANT: its faults, or, if it has none, a verdict from playing it.

    It is played beside what it extends, on the same seeds. Errors say that the game is broken, warnings that it became
    worse than its baseline, notes are worth knowing; docs/findings.md explains each.
    """
    from kitgen import pipeline
    from kitgen.play.verdict_text import faults_json

    try:
        loaded = pipeline.load(variant, settings)
        baseline = None if against is None else pipeline.load(against)
        with _counter("playing") as progress:
            found = pipeline.check(loaded, against=baseline, progress=progress, **options)
    except VariantError as fault:
        if as_json:
            click.echo(faults_json(fault.diagnostics, {"variant": variant}), nl=False)
        else:
            _print_diagnostics(fault.diagnostics)
            click.echo(f"{fault.message}, so it is not played.", err=True)
        raise click.exceptions.Exit(fault.exit_code) from None
    if as_json:
        click.echo(pipeline.check_json(found), nl=False)
    else:
        _print_diagnostics(found.diagnostics, err=False)
        click.echo(pipeline.tell_verdict(found), nl=False)
    severities = {finding.severity for finding in found.diagnostics}
    if found.verdict.stopped:
        raise KeyboardInterrupt
    if Severity.ERROR in severities or (strict and (Severity.WARNING in severities or found.verdict.lost)):
        raise click.exceptions.Exit(ExitCode.VARIANT)


@contextlib.contextmanager
def _progress(games: int, label: str) -> Iterator[Callable[[int], None]]:
    """A progress bar with an estimate on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda games: None
        return
    with click.progressbar(length=games, label=label, file=sys.stderr, show_pos=True) as bar:
        yield bar.update


@contextlib.contextmanager
def _counter(label: str) -> Iterator[Callable[[int], None]]:
    """How many games are done, on a terminal, where nobody knows how many it takes."""
    if not sys.stderr.isatty():
        yield lambda games: None
        return
    done = 0

    def progress(games: int) -> None:
        nonlocal done
        done += games
        click.echo(f"\r{label} … {done:,} games", err=True, nl=False)

    click.echo(f"{label} …", err=True, nl=False)
    try:
        yield progress
    finally:
        click.echo("\r\x1b[K", err=True, nl=False)


def _free_name(stem: str) -> FilePath:
    """A file of that name, or with a number where a game is saved there already."""
    names = (FilePath(f"{stem}{number}.game.json") for number in ("", *(f"-{count}" for count in range(2, 10_000))))
    return next(name for name in names if not name.exists())


def _replay(loaded: LoadedVariant, file: FilePath, language: str) -> None:
    from kitgen import pipeline
    from kitgen.play.transcript import read_transcript

    told = read_transcript(file)
    session, departure = pipeline.resume_game(loaded, told)
    if departure is not None:
        click.echo(str(departure))
    elif session.seat >= 0:
        click.echo(f"{len(told.turns)} moves, the same; the game is not over.")
    else:
        same = session.transcript.money == told.money
        click.echo(pipeline.tell_story(session, loaded, language), nl=False)
        click.echo(f"\n{len(told.turns)} moves, {'the same end' if same else 'another end'}.")


def _names(text: str) -> list[str]:
    """Names parted by commas."""
    return [name.strip() for name in text.split(",")]


def main() -> None:
    """Run the command line; every way out has its exit code."""
    try:
        _prepare_streams()
        # Not commands.main(), which answers a closed pipe with exit code 1.
        with commands.make_context("kitgen", sys.argv[1:]) as context:
            commands.invoke(context)
        sys.stdout.flush()
        code: int = ExitCode.FINE
    except click.exceptions.Exit as left:
        code = left.exit_code
    except click.exceptions.Abort:
        click.echo("stopped", err=True)
        code = ExitCode.INTERRUPTED
    except KeyboardInterrupt:
        click.echo("stopped", err=True)
        code = ExitCode.INTERRUPTED
    except click.ClickException as fault:
        fault.show()
        code = ExitCode.USAGE
    except KitgenError as fault:
        _print_failure(fault)
        code = fault.exit_code
    except BrokenPipeError:
        # Whoever read our output has enough.
        _flush_nothing_more()
        code = ExitCode.FINE
    except Exception as fault:
        code = _unforeseen(fault)
    sys.exit(code)


def _prepare_streams() -> None:
    """Let a sign that the other side lacks become another; refuse to work for a closed output."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if sys.stdout is None:
        raise FilesError("the output is closed; nothing was done", "let it lead to a screen or a file")


def _unforeseen(fault: Exception) -> int:
    """Say what is no KitgenError: an output that takes no more, or a fault of kitgen's."""
    if isinstance(fault, OSError) and fault.filename is None and fault.errno in _FULL:
        _flush_nothing_more()
        _print_failure(FilesError(f"cannot write the output: {fault.strerror}", "let it lead to another place"))
        return ExitCode.FILES
    click.echo(f"kitgen: error: {type(fault).__name__}: {fault}\n    hint: {_ISSUES}", err=True)
    return ExitCode.OUR_FAULT


def _flush_nothing_more() -> None:
    """Let what is not written yet go nowhere, so that the end of the process does not stumble over it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print_failure(fault: KitgenError) -> None:
    if isinstance(fault, DiagnosticsError):
        _print_diagnostics(fault.diagnostics)
        click.echo(f"kitgen: {fault.message}; nothing was written", err=True)
        return
    click.echo(f"kitgen: error: {fault.message}", err=True)
    if fault.hint:
        click.echo(f"    hint: {fault.hint}", err=True)


def _print_diagnostics(diagnostics: Sequence[Diagnostic], *, err: bool = True) -> None:
    colours = {"error": "red", "warning": "yellow", "note": "cyan"}
    for finding in diagnostics[:MOST_SHOWN]:
        where = click.style(f"{finding.span}: ", bold=True) if finding.span else ""
        severity = click.style(f"{finding.severity}: ", fg=colours[finding.severity], bold=True)
        path = f"{finding.path}: " if finding.path else ""
        click.echo(f"{where}{severity}{path}{finding.message} [{finding.code}]", err=err)
        if finding.hint:
            click.echo(f"    hint: {finding.hint}", err=err)
    if len(diagnostics) > MOST_SHOWN:
        click.echo(f"… and {len(diagnostics) - MOST_SHOWN:,} more", err=err)


def _print_built(built: BuiltKit) -> None:
    told = built.manifest
    click.echo(f"{told['title']} ({told['variant']}) for {told['paper']} paper is in {built.folder}")
    for part, count in told["sheets"].items():
        click.echo(f"  {part:<8}{count:>3} sheet{'s' if count != 1 else ''}")
    click.echo("Print at 100 %, never fit to page; the how-to-print page opens the extras.")


if __name__ == "__main__":
    main()
