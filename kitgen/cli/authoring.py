"""Commands for authors: new, list, explain, diff and schema."""

from __future__ import annotations

import shlex
from pathlib import Path as FilePath

import click

from kitgen.cli.options import language, settings
from kitgen.diagnostics import shown


@click.command(short_help="Begin a variant of your own.")
@click.argument("name")
@click.option("--from", "parent", default="classic", show_default=True, metavar="VARIANT", help="What it extends.")
def new(name: str, parent: str) -> None:
    """Begin a variant of your own: a small commented file with the knobs that most people turn.

    NAME is a name, such as my-game, and the file then lies in ./variants; or a path that ends in .yaml.
    """
    from kitgen import pipeline

    file = pipeline.new_variant(name, parent)
    named = file.stem if file.parent == pipeline.OWN_FOLDER else str(file)
    click.echo(f"{shown(file)} is there. Change it, then: kitgen check {shlex.quote(named)}")


@click.command("list", short_help="Show all games and variants.")
@click.argument("place", required=False, type=click.Path(path_type=FilePath))
def list_(place: FilePath | None) -> None:
    """Show all games and variants, or those in the folder PLACE.

    Names are looked for among those that came with kitgen, in ./variants, and in the folders of $KITGEN_PATH.
    """
    from kitgen import pipeline

    click.echo(pipeline.tell_variants(pipeline.list_variants(place)), nl=False)


@click.command(short_help="What a value is, who set it, and what it touches.")
@click.argument("variant")
@click.argument("path", required=False)
@language
@settings
def explain(variant: str, path: str | None, settings: tuple[str, ...], language: str) -> None:
    """Say what the value at PATH of VARIANT is, who set it, what it may be, and which rules it touches.

    PATH is dotted, as market.fish.ladders. Without it, what VARIANT has otherwise than what it extends.
    """
    from kitgen import pipeline

    loaded = pipeline.load(variant, settings)
    if path is None:
        click.echo(pipeline.tell_own_values(loaded), nl=False)
    else:
        click.echo(pipeline.tell_explanation(pipeline.explain(loaded, path, language)), nl=False)


@click.command(short_help="What SECOND has otherwise: values, rules, pieces.")
@click.argument("first")
@click.argument("second", required=False)
@language
@click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value of SECOND.")
def diff(first: str, second: str | None, settings: tuple[str, ...], language: str) -> None:
    """Tell what SECOND has otherwise than FIRST: values, rules, and the pieces that are printed.

    Of one variant alone, what it has otherwise than the one that it extends.
    """
    from kitgen import pipeline

    if second is None:
        after = pipeline.load(first, settings)
        before = pipeline.parent_of(after) or after
    else:
        before, after = pipeline.load(first), pipeline.load(second, settings)
    found = pipeline.diff(before, after, language)
    click.echo(pipeline.tell_diff(found), nl=False)


@click.command(short_help="Write the schema for your editor.")
@click.argument("game", default="classic")
def schema(game: str) -> None:
    """Write the schema by which an editor completes and checks variants of GAME (or of the game of a variant), as JSON.

    \b
    Save it as game.schema.json (kitgen schema GAME > game.schema.json) and begin a variant with the line
    # yaml-language-server: $schema=game.schema.json
    """
    from kitgen import pipeline

    click.echo(pipeline.schema_text(game), nl=False)
