"""Commands that play one game, narrate and play, and those that a game brings itself."""

from __future__ import annotations

import secrets
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

import click

from kitgen.cli.options import bots, bots_in, language, players, seed, settings
from kitgen.errors import UsageError

if TYPE_CHECKING:
    from kitgen.pipeline import LoadedVariant


@click.command()
@click.argument("variant", default="classic")
@players
@bots
@seed
@language
@settings
@click.option("--json", "as_json", is_flag=True, help="Write the transcript in place of the story.")
@click.option("--replay", type=click.Path(path_type=FilePath), help="Play a transcript again, to the same end.")
def narrate(
    variant: str, settings: tuple[str, ...], language: str, as_json: bool, replay: FilePath | None, **game: Any
) -> None:
    """Tell one game of VARIANT in plain words, from the set-up to the last count.

    A transcript (--json) replays to the same end; where the variant has changed since, the first move that departs is
    told.
    """
    from kitgen import pipeline

    loaded = pipeline.load(variant, settings)
    if replay is not None:
        _replay(loaded, replay, language)
        return
    game["bots"] = bots_in(game["bots"])
    session = pipeline.start_game(loaded, **game)
    session.play_out()
    story = session.transcript.to_json() if as_json else pipeline.tell_story(session, loaded, language)
    click.echo(story, nl=False)


@click.command()
@click.argument("variant", required=False)
@players
@bots
@click.option("--seed", type=int, metavar="N", help="Decides all chance.  [default: drawn by lot]")
@language
@settings
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
        game["bots"] = bots_in(game["bots"])
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
        same = session.transcript.scores == told.scores
        click.echo(pipeline.tell_story(session, loaded, language), nl=False)
        click.echo(f"\n{len(told.turns)} moves, {'the same end' if same else 'another end'}.")


class Commands(click.Group):
    """All commands. Games are asked for theirs only where there is no other of the name: they take time to load."""

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of a name, or None."""
        return click.Group.get_command(self, context, name) or _own_command(name)


def _own_command(name: str) -> click.Command | None:
    """The command of that name of some game; which game's it is the variant decides."""
    from kitgen.games import all_games

    found = [game.commands[name] for game in all_games().values() if name in game.commands]
    if not found:
        return None

    @click.argument("variant")
    @click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar=found[0].arguments)
    @language
    @settings
    def run(variant: str, arguments: tuple[str, ...], settings: tuple[str, ...], language: str) -> None:
        from kitgen import pipeline

        loaded = pipeline.load(variant, settings)
        click.echo(pipeline.run_command(loaded, name, arguments, language), nl=False)

    return click.command(name, help=found[0].about, context_settings={"ignore_unknown_options": True})(run)
