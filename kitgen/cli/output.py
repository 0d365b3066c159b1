"""What commands print: diagnostics, failures, progress."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

import click

from kitgen.diagnostics import printable, shown
from kitgen.errors import DiagnosticsError, KitgenError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kitgen.diagnostics import Diagnostic
    from kitgen.pipeline import BuiltKit

MOST_SHOWN = 100
"""Diagnostics that are printed in one run; who has more has one cause for many."""


@contextlib.contextmanager
def progress_bar(games: int, label: str) -> Iterator[Callable[[int], None]]:
    """A progress bar with an estimate on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda games: None
        return
    with click.progressbar(length=games, label=label, file=sys.stderr, show_pos=True) as bar:
        yield bar.update


@contextlib.contextmanager
def counter(label: str, things: str) -> Iterator[Callable[[int], None]]:
    """How many things are done, on a terminal, where nobody knows how many it takes."""
    if not sys.stderr.isatty():
        yield lambda more: None
        return
    done = 0

    def progress(more: int) -> None:
        nonlocal done
        done += more
        click.echo(f"\r{label} … {done:,} {things}", err=True, nl=False)

    click.echo(f"{label} …", err=True, nl=False)
    try:
        yield progress
    finally:
        click.echo("\r\x1b[K", err=True, nl=False)


def print_failure(fault: KitgenError, outcome: str = "", of: str = "") -> None:
    """Say a failure and its way out, after all diagnostics that it carries; ``outcome`` is what came of the command.

    ``of`` names the variant, where there are several.
    """
    if isinstance(fault, DiagnosticsError):
        print_diagnostics(fault.diagnostics)
        click.echo(f"kitgen: {fault.message}{outcome}", err=True)
        return
    click.echo(f"kitgen: error: {f'{printable(of)}: ' if of else ''}{fault.message}", err=True)
    if fault.hint:
        click.echo(f"    hint: {fault.hint}", err=True)


def print_diagnostics(diagnostics: Sequence[Diagnostic], *, err: bool = True) -> None:
    """Diagnostics as compilers write them, coloured on a terminal."""
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


def print_differences(built: BuiltKit) -> None:
    """What the kit before this one had, and what its owner takes out, a line each."""
    if built.gone:
        click.echo(f"  replaces a kit that had {', '.join(built.gone)} too; give --out another folder to keep both")
    for line in built.left_out:
        click.echo(f"  {line}")


def print_built(built: BuiltKit) -> None:
    """Where a kit is, and how many sheets it has."""
    told = built.manifest
    click.echo(f"{told['title']} ({told['variant']}) for {told['paper']} paper is in {shown(built.folder)}")
    for part, count in told["sheets"].items():
        click.echo(f"  {part:<8}{count:>3} sheet{'s' if count != 1 else ''}")
    print_differences(built)
    guide = "; the how-to-print page opens the extras" if "extras" in told["sheets"] else ""
    click.echo(f"Print at 100 %, never fit to page{guide}.")
