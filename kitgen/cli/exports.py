"""Commands that write a kit in the forms that others take."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli.options import language, names_in, settings
from kitgen.cli.output import counter, print_diagnostics
from kitgen.diagnostics import counted, shown

if TYPE_CHECKING:
    from kitgen.pipeline import Exported

_variant = click.argument("variant", default="classic")
_out = click.option("--out", type=click.Path(path_type=FilePath), help="The folder.  [default: out/…]")
_only = click.option("--only", metavar="PARTS", help="Some parts, as cards,boards.")


@click.group(short_help="Write it for print services, cutters, virtual tables.")
def export() -> None:
    """Write a kit in the forms that print services, cutting machines and virtual tables take.

    Each form is a folder of its own with a manifest that says which file is what.
    """


@export.command(short_help="Each face as a picture.")
@_variant
@click.option("--preset", metavar="NAME", help="As a service wants it: tgc, mpc or tabletopia.")
@click.option("--dpi", type=int, metavar="N", help="Dots an inch.  [default: 300]")
@click.option("--bleed", metavar="LENGTH", help="Colour beyond the trim, to 5mm.  [default: 0mm]")
@click.option("--paper", metavar="NAME|SIZE", help="What the pages of the rules are set for.  [default: a4]")
@click.option("--stock", metavar="NAME", help="With mpc: s27, s30, s33, m31 or p10.  [default: s30]")
@_only
@language
@settings
@_out
def png(variant: str, settings: tuple[str, ...], only: str | None, **options: Any) -> None:
    """Write each face of VARIANT as a PNG, boards in one piece, rules page by page.

    A preset has the exact pixels of a service: tgc is The Game Crafter; mpc is MakePlayingCards, with the order for
    mpc-autofill; tabletopia is the virtual table.
    """
    from kitgen import pipeline

    loaded = pipeline.load(variant, settings)
    options["only"] = [] if only is None else names_in(only)
    with counter("drawing", "pictures") as done:
        exported = pipeline.export_png(loaded, done=done, **options)
    _tell(exported)


@export.command(short_help="Cards for a print shop, in CMYK.")
@_variant
@click.option(
    "--preset",
    default="any",
    show_default=True,
    metavar="NAME",
    help="As a shop wants it: any, drivethrucards, mbprint.",
)
@language
@settings
@_out
def pdf(variant: str, settings: tuple[str, ...], **options: Any) -> None:
    """Write each deck of VARIANT as one PDF for a print shop: a page a side, bleed and trim marked, in four inks.

    drivethrucards has backs first, the others fronts first. It is no certified PDF/X: the shop's own check decides.
    """
    from kitgen import pipeline

    _tell(pipeline.export_pdf(pipeline.load(variant, settings), **options))


@export.command(short_help="Sheets to print, and SVG and DXF to cut them.")
@_variant
@click.option("--paper", default="a4", show_default=True, metavar="NAME|SIZE", help="As for build.")
@click.option("--bleed", default="1mm", show_default=True, metavar="LENGTH", help="Colour beyond the cut, to 5mm.")
@click.option("--corners", metavar="LENGTH", help="Radius of cards' corners; 0mm is square.  [default: 3mm]")
@_only
@language
@settings
@_out
def cut(variant: str, settings: tuple[str, ...], only: str | None, **options: Any) -> None:
    """Write sheets of VARIANT with registration marks for a cutting machine, and an SVG and a DXF for each.

    Print print.pdf at 100 %, lay a sheet on the mat, and cut it with the file that its label names.
    """
    from kitgen import pipeline

    options["only"] = [] if only is None else names_in(only)
    _tell(pipeline.export_cut(pipeline.load(variant, settings), **options))


@export.command(short_help="The game set up in Tabletop Simulator.")
@_variant
@click.option("--images-at", metavar="URL", help="Where pictures will be, as https://….  [default: the folder]")
@language
@settings
@_out
def tts(variant: str, settings: tuple[str, ...], images_at: str | None, **options: Any) -> None:
    """Write VARIANT as a saved object of Tabletop Simulator: boards, decks, bags, money, dice and rules on the table.

    Without --images-at only your computer finds the pictures. To play with others, put the folder on the web and
    export again with its address.
    """
    from kitgen import pipeline

    exported = pipeline.export_tts(pipeline.load(variant, settings), images_at=images_at, **options)
    _tell(exported)
    saved = next(name for name in exported.manifest["files"] if name.endswith(".json"))
    click.echo(f"Put {saved} and its picture among the program's Saved Objects.")
    if images_at is None:
        click.echo("Pictures are read from this folder, so only you see them; for others: --images-at https://…")


@export.command(short_help="Decks for PlayingCards.io.")
@_variant
@click.option("--images-at", metavar="URL", help="Where you will put the pictures, as https://….")
@language
@settings
@_out
def pcio(variant: str, settings: tuple[str, ...], **options: Any) -> None:
    """Write the decks of VARIANT as CSV for PlayingCards.io, a row a card, and pictures of every face.

    The site fetches pictures from the web: say with --images-at where you will put them.
    """
    from kitgen import pipeline

    _tell(pipeline.export_pcio(pipeline.load(variant, settings), **options))


def _tell(exported: Exported) -> None:
    """Say where an export is and what is in it."""
    print_diagnostics(exported.diagnostics)
    told = exported.manifest
    click.echo(
        f"{told['title']} ({told['variant']}) is in {shown(exported.folder)}: {counted(len(told['files']), 'file')}"
    )
    if told.get("left_out"):
        click.echo(f"  left out: {', '.join(told['left_out'])}; kitgen build prints them")
    if exported.gone:
        click.echo(
            f"  replaces what had {counted(len(exported.gone), 'file')} more; give --out another folder to keep both"
        )
