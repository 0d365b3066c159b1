"""Commands that print: build, and watch, which builds again and again."""

from __future__ import annotations

import contextlib
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli.options import jobs, language, names_in, printing, printing_in, settings
from kitgen.cli.output import print_built, print_diagnostics, print_differences, print_failure, progress_bar
from kitgen.diagnostics import counted, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kitgen.errors import KitgenError
    from kitgen.pipeline import BuiltKit, CheckedVariant, Outcome


@click.command()
@click.argument("variants", nargs=-1, metavar="[VARIANT]...")
@printing
@click.option("--lang", "language", default="en", show_default=True, metavar="en|fr", help="Language of the words.")
@click.option(
    "--only",
    metavar="PARTS",
    help="Some parts, as cards,tokens, of boards, cards, tokens, boxes, rules, extras; they replace the folder's.",
)
@click.option("--single-file", is_flag=True, help="One PDF in place of one for each part.")
@click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value, as playing_time=20.")
@click.option("--only-changed-from", "owned", metavar="VARIANT", help="Just what an owner of that kit does not have.")
@click.option("--plan", "only_planned", is_flag=True, help="Tell what it costs to make, and write nothing.")
@jobs
@click.option(
    "--out", type=click.Path(path_type=FilePath), help="The kit's folder; that of all for several.  [default: out/…]"
)
def build(
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    only: str | None,
    owned: str | None,
    only_planned: bool,
    jobs: int | None,
    out: FilePath | None,
    **options: Any,
) -> None:
    """Write the kit of each VARIANT: PDFs to print and a manifest.

    VARIANT is a name, such as classic (which is built where none is named), or a YAML file. Several are built at the
    same time; one that fails does not stop the others.
    """
    from kitgen import pipeline

    names = variants or ("classic",)
    options["printing"] = pipeline.print_options(**printing_in(options))
    options["only"] = [] if only is None else names_in(only)
    options["only_changed_from"] = None if owned is None else pipeline.load(owned)
    if only_planned:
        _plan_all(names, settings, {key: value for key, value in options.items() if key != "single_file"})
        return
    if len(names) > 1:
        _build_all(names, settings, out, jobs, options)
        return
    built = pipeline.build(pipeline.load(names[0], settings), out=out, **options)
    print_diagnostics(built.diagnostics)
    print_built(built)


def _plan_all(names: Sequence[str], settings: Sequence[str], options: dict[str, Any]) -> None:
    """Tell what each kit costs to make; ends with the exit code of the first that failed."""
    from kitgen import pipeline
    from kitgen.errors import KitgenError

    failed: list[KitgenError] = []
    for name in names:
        try:
            found = pipeline.plan(pipeline.load(name, settings), **options)
            print_diagnostics(found.diagnostics)
            click.echo(pipeline.tell_plan(found), nl=len(names) > 1)
        except KitgenError as fault:
            if len(names) == 1:
                raise
            print_failure(fault, of=name)
            failed.append(fault)
    _end(failed)


def _build_all(
    names: Sequence[str], settings: Sequence[str], out: FilePath | None, jobs: int | None, options: dict[str, Any]
) -> None:
    """Build several kits; ends with the exit code of the first that failed."""
    from kitgen import pipeline

    where = {} if out is None else {"under": out}
    built = 0
    with progress_bar(len(names), "building") as progress:

        def done(outcome: Outcome) -> None:
            nonlocal built
            built += outcome.kit is not None
            progress(1)

        try:
            outcomes = pipeline.build_many(names, settings, jobs=jobs, done=done, **where, **options)
        except KeyboardInterrupt:
            click.echo(f"\n{built} of {len(names)} kits were built", err=True)
            raise
    for outcome in outcomes:
        if outcome.fault is not None:
            print_failure(outcome.fault, "; nothing was written", outcome.name)
        elif outcome.kit is not None:
            print_diagnostics(outcome.kit.diagnostics)
            sheets = counted(sum(outcome.kit.manifest["sheets"].values()), "sheet")
            click.echo(f"{shown(outcome.kit.folder)}: {sheets}")
            print_differences(outcome.kit)
    click.echo(f"{built} of {len(outcomes)} kits are built")
    _end([outcome.fault for outcome in outcomes if outcome.fault is not None])


def _end(failed: Sequence[KitgenError]) -> None:
    if failed:
        raise click.exceptions.Exit(failed[0].exit_code)


@click.command(short_help="Build and check on every save.")
@click.argument("variant")
@printing
@language
@settings
@click.option("--no-check", is_flag=True, help="Only build; do not play.")
@click.option("--out", type=click.Path(path_type=FilePath), help="The kit's folder.  [default: out/…]")
def watch(variant: str, no_check: bool, settings: tuple[str, ...], **options: Any) -> None:
    """Build VARIANT and check it, and again whenever one of its files is saved, until Ctrl-C.

    Keep it running beside your editor, and the kit open in a viewer that reloads. While a file has faults they are
    told, and the last good kit stays.
    """
    from kitgen import pipeline

    click.echo(f"watching {shown(variant)} and what it reads; Ctrl-C ends", err=True)
    with contextlib.suppress(KeyboardInterrupt):
        on_paper = pipeline.print_options(**printing_in(options))
        pipeline.watch_variant(variant, settings, _Screen(), checked=not no_check, printing=on_paper, **options)


class _Screen:
    """Tells of a watch on the screen."""

    def faults(self, fault: KitgenError) -> None:
        print_failure(fault, "; the last good kit stays")
        click.echo("")

    def kit(self, built: BuiltKit, seconds: float) -> None:
        sheets = sum(built.manifest["sheets"].values())
        print_diagnostics(built.diagnostics)
        click.echo(f"{shown(built.folder)}: {sheets} sheets ({seconds:.1f} s)")

    def verdict(self, found: CheckedVariant, seconds: float) -> None:
        from kitgen import pipeline

        print_diagnostics([one for one in found.diagnostics if one not in found.variant.diagnostics], err=False)
        click.echo(f"{pipeline.tell_verdict(found).rstrip()} ({seconds:.1f} s)\n")

    def same(self, seconds: float) -> None:
        click.echo("nothing has changed")
