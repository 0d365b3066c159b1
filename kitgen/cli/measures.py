"""Commands that play many games: simulate, compare and check."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Any

import click

from kitgen.cli.options import bots, bots_in, counts, jobs, player_counts, seed, settings
from kitgen.cli.output import counter, print_diagnostics, progress_bar
from kitgen.diagnostics import Severity, shown
from kitgen.errors import ExitCode, KitgenError, UsageError, VariantError


@click.command()
@click.argument("variant", default="classic")
@click.option("--games", default=1_000, show_default=True, metavar="N", help="Games for each number of players.")
@counts
@bots
@seed
@settings
@jobs
@click.option("--json", "as_json", is_flag=True, help="Write all figures as JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Write all figures as CSV, a line each.")
@click.option("--report", type=click.Path(path_type=FilePath), metavar="FILE.html", help="Write a report with plots.")
def simulate(
    variant: str,
    settings: tuple[str, ...],
    as_json: bool,
    as_csv: bool,
    report: FilePath | None,
    **options: Any,
) -> None:
    """Play VARIANT many times and measure it.

    Who wins, how long it takes, what is played, which rules are used, what the box must hold; each figure
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
    options["bots"] = bots_in(options["bots"])
    games = options["games"] * len(options["players"] or loaded.model.player_counts)
    with progress_bar(games, "playing") as progress:
        found = pipeline.simulate(loaded, progress=progress, **options)
    if as_json or as_csv:
        click.echo(found.to_json() if as_json else found.to_csv(), nl=False)
    if report is not None:
        try:
            pipeline.write_report(found, report)
            click.echo(f"the report is in {shown(report)}", err=True)
        except (KitgenError, KeyboardInterrupt):
            if not (as_json or as_csv):  # the games were played; what they told is not lost with the report
                click.echo(pipeline.tell_simulation(found), nl=False)
            raise
    elif not (as_json or as_csv):
        click.echo(pipeline.tell_simulation(found), nl=False)
    if found.stopped:
        raise KeyboardInterrupt


@click.command(short_help="Play two variants on the same seeds; tell what differs.")
@click.argument("first")
@click.argument("second", required=False)
@click.option("--games", default=2_000, show_default=True, metavar="N", help="Games for each number of players.")
@click.option(
    "--players", callback=player_counts, metavar="N|N-N", help="Numbers of players.  [default: the middle one]"
)
@bots
@seed
@click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value of SECOND.")
@click.option("--set-first", "first_settings", multiple=True, metavar="PATH=VALUE", help="Change a value of FIRST.")
@jobs
@click.option("--json", "as_json", is_flag=True, help="Write all figures as JSON.")
def compare(
    first: str,
    second: str | None,
    settings: tuple[str, ...],
    first_settings: tuple[str, ...],
    as_json: bool,
    **options: Any,
) -> None:
    """Play two variants on the same seeds and tell what differs.

    Without SECOND it is FIRST again, so that an idea needs no file: kitgen compare classic --set set_up.money=150
    """
    from kitgen import pipeline

    one = pipeline.load(first, first_settings, option="--set-first")
    other = pipeline.load(first if second is None else second, settings)
    options["bots"] = bots_in(options["bots"])
    games = 2 * options["games"] * len(options["players"] or [0])
    with progress_bar(games, "playing") as progress:
        found = pipeline.compare(one, other, progress=lambda done: progress(2 * done), **options)
    click.echo(pipeline.comparison_json(found) if as_json else pipeline.tell_comparison(found), nl=False)
    if found.stopped:
        raise KeyboardInterrupt


@click.command(short_help="Does VARIANT still work? Its faults, or a verdict from playing it.")
@click.argument("variant")
@click.option("--against", metavar="VARIANT", help="The baseline.  [default: what it extends, or the game's base]")
@click.option("--strict", is_flag=True, help="Warnings count as failure, and so does what cannot be judged.")
@seed
@settings
@jobs
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
        with counter("playing", "games") as progress:
            found = pipeline.check(loaded, against=baseline, progress=progress, **options)
    except VariantError as fault:
        if as_json:
            click.echo(faults_json(fault.diagnostics, {"variant": variant}), nl=False)
        else:
            print_diagnostics(fault.diagnostics)
            click.echo(f"{fault.message}, so it is not played.", err=True)
        raise click.exceptions.Exit(fault.exit_code) from None
    if as_json:
        click.echo(pipeline.check_json(found), nl=False)
    else:
        print_diagnostics(found.diagnostics, err=False)
        click.echo(pipeline.tell_verdict(found), nl=False)
    severities = {finding.severity for finding in found.diagnostics}
    if found.verdict.stopped:
        raise KeyboardInterrupt
    if Severity.ERROR in severities or (strict and (Severity.WARNING in severities or found.verdict.lost)):
        raise click.exceptions.Exit(ExitCode.VARIANT)
