"""Commands that print: build, and watch, which builds again and again."""

from __future__ import annotations

import contextlib
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli.options import language, names_in, settings
from kitgen.cli.output import print_built, print_diagnostics, print_failure
from kitgen.diagnostics import shown

if TYPE_CHECKING:
    from kitgen.errors import KitgenError
    from kitgen.pipeline import BuiltKit, CheckedVariant


@click.command()
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
@click.option("--only-changed-from", "owned", metavar="VARIANT", help="Just what an owner of that kit does not have.")
@click.option("--out", type=click.Path(path_type=FilePath), help="The kit's folder.  [default: out/…]")
def build(variant: str, settings: tuple[str, ...], only: str | None, owned: str | None, **options: Any) -> None:
    """Write the kit of VARIANT: PDFs to print and a manifest.

    VARIANT is a name, such as classic, or a YAML file.
    """
    from kitgen import pipeline

    loaded = pipeline.load(variant, settings)
    parts = [] if only is None else names_in(only)
    base = None if owned is None else pipeline.load(owned)
    built = pipeline.build(loaded, only=parts, only_changed_from=base, **options)
    print_diagnostics(built.diagnostics)
    print_built(built)


@click.command(short_help="Build and check on every save.")
@click.argument("variant")
@click.option("--paper", default="a4", show_default=True, metavar="a4|letter", help="Paper to print on.")
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
        pipeline.watch_variant(variant, settings, _Screen(), checked=not no_check, **options)


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
