"""The command that shows a kit on the screen: preview."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Any

import click

from kitgen.cli.options import language, printing, printing_in, settings
from kitgen.cli.output import print_diagnostics, print_failure
from kitgen.diagnostics import errors_in, shown
from kitgen.errors import PreflightError


@click.command(short_help="Write one page that shows the whole kit.")
@click.argument("variant", default="classic")
@printing
@language
@settings
@click.option("--out", type=click.Path(path_type=FilePath), help="The page's file.  [default: out/….html]")
def preview(variant: str, settings: tuple[str, ...], language: str, out: FilePath | None, **options: Any) -> None:
    """Write one HTML page that shows the kit of VARIANT: every piece, the sheets, the rules, and what was found.

    Keep it open in a browser beside the YAML, or send it to a friend: the page needs nothing else. A kit that does not
    pass preflight gets its page too, with each fault at its piece.
    """
    from kitgen import pipeline

    on_paper = pipeline.print_options(**printing_in(options))
    loaded = pipeline.load(variant, settings)
    made = pipeline.preview(loaded, printing=on_paper, language=language, out=out)
    where = f"the preview is in {shown(made.file)}"
    if errors_in(made.diagnostics):
        fault = PreflightError(f"{loaded.name} does not pass preflight", made.diagnostics)
        print_failure(fault, f"; {where}")
        raise click.exceptions.Exit(fault.exit_code)
    print_diagnostics(made.diagnostics)
    click.echo(where)
