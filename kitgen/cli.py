"""The command line: options, printing, exit codes. Nothing else; heavy libraries are imported by the verbs."""

from __future__ import annotations

import sys
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import click

from kitgen import __version__
from kitgen.errors import DiagnosticsError, ExitCode, KitgenError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kitgen.diagnostics import Diagnostic
    from kitgen.pipeline import BuiltKit

_ISSUES = "this is a fault of kitgen's; please report it with the file and this message"


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="kitgen")
def commands() -> None:
    """Turn one YAML file, a variant of a tabletop game, into a kit to print, cut and play."""


@commands.command()
@click.argument("variant", default="classic")
@click.option("--paper", default="a4", show_default=True, metavar="a4|letter", help="Paper to print on.")
@click.option("--lang", "language", default="en", show_default=True, metavar="en|fr", help="Language of the words.")
@click.option("--only", metavar="PARTS", help="Some parts only, as cards,tokens: boards, cards, tokens, rules, extras.")
@click.option("--single-file", is_flag=True, help="One PDF in place of one for each part.")
@click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value, as set_up.money=120.")
@click.option("--out", type=click.Path(path_type=FilePath), help="The kit's folder.  [default: out/…]")
def build(variant: str, settings: tuple[str, ...], only: str | None, **options: Any) -> None:
    """Write the kit of VARIANT: PDFs to print and a manifest.

    VARIANT is a name, such as classic or fish-cook/classic, or a YAML file.
    """
    from kitgen import pipeline

    loaded = pipeline.load(variant, settings)
    parts = [part.strip() for part in only.split(",")] if only else []
    built = pipeline.build(loaded, only=parts, **options)
    _print_diagnostics(built.diagnostics)
    _print_built(built)


def main() -> None:
    """Run the command line; every way out has its exit code."""
    try:
        commands(standalone_mode=False)
        code = ExitCode.FINE
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
        code = ExitCode.FINE
    except Exception as fault:
        click.echo(f"kitgen: error: {type(fault).__name__}: {fault}\n    hint: {_ISSUES}", err=True)
        code = ExitCode.OUR_FAULT
    sys.exit(code)


def _print_failure(fault: KitgenError) -> None:
    if isinstance(fault, DiagnosticsError):
        _print_diagnostics(fault.diagnostics)
        click.echo(f"kitgen: {fault.message}; nothing was written", err=True)
        return
    click.echo(f"kitgen: error: {fault.message}", err=True)
    if fault.hint:
        click.echo(f"    hint: {fault.hint}", err=True)


def _print_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    colours = {"error": "red", "warning": "yellow", "note": "cyan"}
    for finding in diagnostics:
        where = click.style(f"{finding.span}: ", bold=True) if finding.span else ""
        severity = click.style(f"{finding.severity}: ", fg=colours[finding.severity], bold=True)
        path = f"{finding.path}: " if finding.path else ""
        click.echo(f"{where}{severity}{path}{finding.message} [{finding.code}]", err=True)
        if finding.hint:
            click.echo(f"    hint: {finding.hint}", err=True)


def _print_built(built: BuiltKit) -> None:
    told = built.manifest
    click.echo(f"{told['title']} ({told['variant']}) for {told['paper']} paper is in {built.folder}")
    for part, count in told["sheets"].items():
        click.echo(f"  {part:<8}{count:>3} sheet{'s' if count != 1 else ''}")
    click.echo("Print at 100 %, never fit to page; the how-to-print page opens the extras.")


if __name__ == "__main__":
    main()
