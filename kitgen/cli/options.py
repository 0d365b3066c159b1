"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

_Command = TypeVar("_Command", bound=Callable[..., Any])

MOST_PLAYERS = 99
"""More than any table seats."""

players = click.option("--players", type=int, metavar="N", help="Seats at the table.  [default: the middle number]")
seed = click.option("--seed", default=1, show_default=True, metavar="N", help="Decides all chance.")
language = click.option("--lang", "language", default="en", show_default=True, metavar="en|fr", help="Language.")
settings = click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value for this game.")


def names_in(text: str) -> list[str]:
    """Names parted by commas."""
    return [name.strip() for name in text.split(",")]


bots = click.option(
    "--bots", metavar="NAMES", help="Bots in turn, parted by commas.  [default: the game's best quick one]"
)


def bots_in(text: str | None) -> list[str] | None:
    """Bots by name; None leaves them to the game."""
    return None if text is None else names_in(text)


def player_counts(context: click.Context, option: click.Parameter, text: str | None) -> list[int] | None:
    """Numbers of players as people write them: ``4``, ``2-6``, ``2,4``."""
    if text is None:
        return None
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not _is_count(first) or (dash and not _is_count(last)):
            raise click.BadParameter(f"{part.strip()!r} is no number of players; write 4, 2-6 or 2,4")
        low, high = int(first), int(last or first)
        if low > high:
            raise click.BadParameter(f"{part.strip()!r} is no range of players; write the smaller number first")
        if high > MOST_PLAYERS:
            raise click.BadParameter(f"{high} is more than any table seats; write {MOST_PLAYERS} at most")
        found.update(range(low, high + 1))
    return sorted(found)


def _is_count(text: str) -> bool:
    return text.isdecimal() and len(text) <= 9  # nobody means more, and int() would count for ever


counts = click.option("--players", callback=player_counts, metavar="N|N-N", help="Numbers of players.  [default: all]")
jobs = click.option("--jobs", type=click.IntRange(1), metavar="N", help="Workers.  [default: one a core]")

_PRINTING = {
    "paper": click.option(
        "--paper", metavar="NAME|SIZE", help="a4, letter, a3, tabloid, fit, or 330x483mm.  [default: a4]"
    ),
    "sides": click.option(
        "--sides",
        metavar="SIDES",
        help="duplex-long, duplex-short, gutterfold, fronts or separate.  [default: duplex-long]",
    ),
    "marks": click.option(
        "--marks", default="crop", show_default=True, metavar="MARKS", help="crop, lines, corners or none."
    ),
    "bleed": click.option(
        "--bleed", default="3mm", show_default=True, metavar="LENGTH", help="Colour beyond the trim."
    ),
    "boards": click.option(
        "--boards", default="sections", show_default=True, metavar="FORM", help="sections, whole, or tiled over pages."
    ),
    "booklet": click.option("--booklet", is_flag=True, help="The rules as a booklet, to fold and staple."),
    "ink": click.option(
        "--ink", default="full", show_default=True, metavar="INK", help="full, low (outlines only) or mono."
    ),
    "large_print": click.option("--large-print", is_flag=True, help="Rules, aids and guide in 18 pt."),
    "sleeves": click.option(
        "--sleeves", default="none", show_default=True, metavar="KIND", help="none, thin or premium, for the boxes."
    ),
    "card_thickness": click.option(
        "--card-thickness", default="0.3mm", show_default=True, metavar="LENGTH", help="Of one card, for its box."
    ),
    "back_offset": click.option(
        "--back-offset", metavar="X,Y", help="Move backs to the right and down, as 1.5mm,-0.8mm."
    ),
    "printer": click.option("--printer", metavar="NAME", help="A printer that `kitgen calibrate --save` keeps."),
}
"""The options that say how a kit is put on paper, by the names that pipeline.print_options knows them by."""


def printing(command: _Command) -> _Command:
    """The options that say how a kit is put on paper."""
    for option in reversed(_PRINTING.values()):
        command = option(command)
    return command


def printing_in(options: dict[str, Any]) -> dict[str, Any]:
    """Those among a command's options, taken out of them."""
    return {name: options.pop(name) for name in _PRINTING}
