"""For authors: a file to begin with, what variants there are, and the schema for their editors."""

from __future__ import annotations

import json
import os
import re
import shlex
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from kitgen.diagnostics import printable
from kitgen.errors import FilesError, KitgenError, UsageError
from kitgen.files import make_folder, write_file
from kitgen.games import Game, all_games, base_variants
from kitgen.pipeline.loading import LoadedVariant, load
from kitgen.source.changes import short
from kitgen.source.faults import value_at
from kitgen.source.fields import is_id
from kitgen.source.keys import key_at
from kitgen.source.names import known_variants, variants_in
from kitgen.source.resources import real, resource_folder
from kitgen.source.schema import authoring_schema

OWN_FOLDER = FilePath("variants")
"""Where new variants go: kitgen finds them there by name."""


@dataclass(frozen=True, slots=True)
class ListedVariant:
    """A variant that a name means. ``fault`` says why it cannot be loaded."""

    name: str
    file: FilePath
    game: str = ""
    title: str = ""
    about: str = ""
    players: str = ""
    minutes: int = 0
    fault: str = ""

    @property
    def is_shipped(self) -> bool:
        """Whether it came with kitgen."""
        return real(self.file).is_relative_to(real(resource_folder("variants")))


def list_variants(place: FilePath | None = None) -> list[ListedVariant]:
    """Every variant that a name means, or those in a folder; raises FilesError for a place that is none."""
    found = known_variants() if place is None else variants_in(place)
    return [_listed(name, file) for name, file in found.items()]


def _listed(name: str, file: FilePath) -> ListedVariant:
    try:
        variant = load(str(file))
    except KitgenError as fault:
        return ListedVariant(name, file, fault=fault.message)
    model = variant.model
    counts = model.player_counts
    players = f"{counts[0]}–{counts[-1]}" if len(counts) > 1 else str(counts[0])
    return ListedVariant(name, file, variant.game.id, model.title, variant.about, players, model.playing_time)


def new_variant(name: str, parent: str = "classic") -> FilePath:
    """Write a small commented file that extends a variant and shows the knobs that most people turn.

    ``name`` is an id (``my-game``, or words that make one: ``My Game``), and the file then lies in ``./variants``; or a
    path that ends in .yaml. Raises UsageError for a name that cannot be or is taken, FilesError for a file that is
    there or cannot be written.
    """
    based_on = load(parent)
    is_path = name.endswith((".yaml", ".yml"))
    id_ = name if is_path else "-".join(name.lower().split())
    file = FilePath(name).expanduser() if is_path and name.startswith("~") else FilePath(name)
    file = file if is_path else OWN_FOLDER / f"{id_}.yaml"
    _require_free(id_, file)
    text = _starting_text(file, based_on, parent)
    make_folder(file.parent)
    write_file(file, text, "NAME")
    return file


def _require_free(name: str, file: FilePath) -> None:
    if not is_id(file.stem if name.endswith(file.suffix) else name) or not str(file).isprintable():
        hint = "lower-case letters and digits with single hyphens between, such as my-game; or a path to a .yaml file"
        raise UsageError(f"{printable(name)!r} is no name for a variant", hint)
    taken = {full.split("/")[-1] for full in known_variants()} | set(base_variants())
    if file.parent == OWN_FOLDER and file.stem in taken:
        raise UsageError(f"there is a variant {name!r} already", "choose another name, or edit that one")
    if os.path.lexists(file):
        raise FilesError(f"{printable(str(file))} exists; nothing was written", "choose another name")


def _starting_text(file: FilePath, based_on: LoadedVariant, parent: str) -> str:
    game = based_on.game
    title = file.stem.replace("-", " ").title()
    named = shlex.quote(file.stem if file.parent == OWN_FOLDER else str(file))
    commands = [
        (f"kitgen explain {named} {game.knobs[1]}", "what a value means, and who set it"),
        (f"kitgen check {named}", "does it still work? It is played thousands of times"),
        (f"kitgen build {named}", "print it"),
    ]
    wide = max(len(command) for command, _ in commands)
    return "\n".join([
        f"# {title}: a variant of {printable(based_on.model.title)}.",
        "#",
        f"# It begins as a copy of {printable(parent)}: every value below is the one that it has there.",
        "# Change what you like, delete what you do not change, and add any other value: docs/authoring.md",
        "# lists them all.",
        "#",
        *(f"#   {command:<{wide}}  {what}" for command, what in commands),
        "",
        f"extends: {_as_extends(file, based_on, parent)}",
        f"title: {title}",
        "about: What makes it different, in one line.",
        *_knobs(game, based_on.document.data),
        game.example.strip("\n"),
        "",
    ])  # fmt: skip


def _as_extends(file: FilePath, based_on: LoadedVariant, parent: str) -> str:
    """The parent as the new file says it: a name, or the way from its folder."""
    if not parent.endswith((".yaml", ".yml")) and based_on.files[0] in known_variants().values():
        return parent
    way = FilePath(os.path.relpath(real(based_on.files[0]), real(file.parent))).as_posix()
    way = way if way.startswith(".") else f"./{way}"
    if not way.isprintable():
        raise UsageError(f"{printable(way)!r} cannot stand in a file", "give the parent a name of usual signs")
    return way if re.fullmatch(r"[\w./-]+", way) else json.dumps(way, ensure_ascii=False)


WIDEST = 100
"""Signs in a line of a new file; longer comments stand above their value."""


def _knobs(game: Game, data: Any) -> Iterator[str]:
    """The values that most people change, group by group, each with what it is and what plays well."""
    group: tuple[str, ...] = ()
    for knob in game.knobs:
        *within, last = path = tuple(knob.split("."))
        if path[:1] != group[:1] or not within:
            yield ""
        for depth, part in enumerate(within):
            if path[: depth + 1] != group[: depth + 1]:
                yield f"{'  ' * depth}{part}:"
        group = tuple(within)
        indent = "  " * len(within)
        value, said = f"{indent}{last}: {short(value_at(data, path))}", f"# {_said_of_knob(game, path)}"
        if len(line := f"{value:<26}  {said}") <= WIDEST:
            yield line
        else:
            room = WIDEST - len(indent)
            yield from (f"{indent}{part}" for part in textwrap.wrap(said, room, subsequent_indent="# "))
            yield value
    yield ""


def _said_of_knob(game: Game, path: tuple[str, ...]) -> str:
    key = key_at(game.model, path)
    assert key is not None, path
    shape = key.shape
    if shape.plays_well:
        return f"{key.about}; {shape.plays_well} play well"
    return key.about if any(one.form == "mapping" for one in shape.every()) else f"{key.about}: {shape.takes}"


def schema_text(name: str) -> str:
    """The authoring schema of a game, or of the game of a variant, as JSON; raises UsageError for what is neither."""
    games = all_games()
    try:
        found = games[name] if name in games else load(name).game
    except UsageError:
        message = f"there is no game and no variant {printable(name)!r}"
        raise UsageError(message, f"games: {', '.join(games)}") from None
    game, base = found.id, load(found.id).document.data
    known = [name.removeprefix(f"{game}/") for name in known_variants() if name.startswith(f"{game}/")]
    schema = authoring_schema(game, found.model, known, found.rules_of, base)
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def tell_variants(variants: list[ListedVariant]) -> str:
    """Variants as text, a line each, game by game."""
    lines: list[str] = []
    for game in dict.fromkeys(variant.game for variant in sorted(variants, key=lambda one: not one.game)):
        lines += ["", _headed(game) if game else "cannot be loaded"]
        for variant in (one for one in variants if one.game == game):
            lines += [f"  {_short_name(variant):<16}{_said_of(variant)}"]
    return "\n".join([*lines[1:], ""]) if lines else "no variants there\n"


def _headed(game: str) -> str:
    """A game, with the commands that only it has."""
    commands = [f"kitgen {name}" for name in all_games()[game].commands]
    return f"{game}, with {' and '.join(commands)}" if commands else game


def _short_name(variant: ListedVariant) -> str:
    return printable(variant.name.removeprefix(f"{variant.game}/"))


def _said_of(variant: ListedVariant) -> str:
    where = "" if variant.is_shipped else f"  ({printable(str(variant.file), 200)})"
    if variant.fault:
        return f"{variant.fault}; kitgen check {printable(shlex.quote(str(variant.file)), 200)} tells"
    about = printable(variant.about, 200)
    return f"{variant.players:>3} players, {variant.minutes:>3} min  {about}{where}"
