"""The command that measures printers and keeps what they need."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Any

import click

from kitgen.errors import UsageError

_TAKES = {
    "": ("paper", "sides", "back_offset", "printer", "language", "out"),
    "save": ("paper", "sides", "back_offset", "ruler", "margin"),
    "listed": (),
    "forget": (),
}
"""What goes with each thing that the command does; without a word it writes the sheet."""

_OPTIONS = {"listed": "--list", "language": "--lang", "back_offset": "--back-offset"}
"""Options whose names are not their values'."""


@click.command(short_help="Measure a printer, and keep what it needs.")
@click.option("--paper", metavar="NAME|SIZE", help="a4, letter, a3, tabloid, fit, or 330x483mm.  [default: a4]")
@click.option("--sides", metavar="SIDES", help="duplex-long, duplex-short or separate.  [default: duplex-long]")
@click.option("--back-offset", metavar="X,Y", help="Print backs so moved, or keep it: 1.5mm,-0.8mm.")
@click.option("--printer", metavar="NAME", help="Print as for this printer, to see whether it lies right now.")
@click.option("--lang", "language", metavar="en|fr", help="Language of the sheet.  [default: en]")
@click.option("--out", type=click.Path(path_type=FilePath), help="The sheet's file.  [default: out/calibrate-….pdf]")
@click.option("--save", metavar="NAME", help="Keep what you read from the sheet under a printer's name.")
@click.option("--ruler", metavar="LENGTH", help="With --save: how long the ruler of 100 mm is, as 99.6mm.")
@click.option("--margin", metavar="LENGTH", help="With --save: what the printer leaves white, 5mm or more.")
@click.option("--list", "listed", is_flag=True, help="Show the printers that are kept.")
@click.option("--forget", metavar="NAME", help="Keep a printer no longer.")
def calibrate(**options: Any) -> None:
    """Write a sheet that measures your printer, to be printed on both sides and read against the light.

    It tells how backs must move to lie behind their fronts, whether the printer keeps sizes, and what it leaves white.
    Keep what you read with --save; then --printer prints every kit so.
    """
    from kitgen import pipeline

    given = {name: value for name, value in options.items() if value not in (None, False)}
    does = _what_to_do(given)
    if does == "save":
        name = given.pop("save")
        click.echo(pipeline.tell_kept(name, pipeline.keep_printer(name, **given)), nl=False)
    elif does == "listed":
        click.echo(pipeline.tell_printers(), nl=False)
    elif does == "forget":
        pipeline.forget_printer(given["forget"])
        click.echo("forgotten")
    else:
        where = {name: given.pop(name) for name in ("language", "out") if name in given}
        on_paper = pipeline.print_options(**given)
        sides_of = None if "sides" in given else given.get("printer")
        file = pipeline.calibrate(on_paper, sides_of=sides_of, **where)
        click.echo(pipeline.tell_calibration(file, on_paper, given.get("printer")), nl=False)


def _what_to_do(given: dict[str, Any]) -> str:
    """Whether to save, to list, to forget, or to write the sheet; raises UsageError for what does not go together."""
    words = [word for word in _TAKES if word in given] or [""]
    strange = [name for name in given if name not in (words[0], *_TAKES[words[0]])]
    if strange:
        option, word = (_OPTIONS.get(name, f"--{name}") for name in (strange[0], words[0]))
        message = f"{option} does not go with {word}" if words[0] else f"{option} goes with --save NAME only"
        raise UsageError(message, "see kitgen calibrate --help")
    return words[0]
