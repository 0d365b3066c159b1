"""Options that several commands share."""

from __future__ import annotations

import click

MOST_PLAYERS = 99
"""More than any table seats."""

players = click.option("--players", type=int, metavar="N", help="Seats at the table.  [default: the middle number]")
seed = click.option("--seed", default=1, show_default=True, metavar="N", help="Decides all dice and cards.")
language = click.option("--lang", "language", default="en", show_default=True, metavar="en|fr", help="Language.")
settings = click.option("--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value for this game.")


def names_in(text: str) -> list[str]:
    """Names parted by commas."""
    return [name.strip() for name in text.split(",")]


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
