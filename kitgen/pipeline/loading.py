"""From a name or a file to a valid variant."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path as FilePath
from typing import Any

from kitgen.diagnostics import (
    Diagnostic,
    Severity,
    Span,
    did_you_mean,
    errors_in,
    in_reading_order,
    one_of,
    printable,
)
from kitgen.draw.art import ArtShelf
from kitgen.errors import KitgenError, UsageError, VariantError
from kitgen.games import Game, all_games, base_variants
from kitgen.source.faults import mend, validate, value_at
from kitgen.source.fields import Model, describe
from kitgen.source.inherit import Chain, apply_settings, read_chain
from kitgen.source.keys import tables_of
from kitgen.source.names import find_variant, known_variants
from kitgen.source.resources import resource_folder
from kitgen.source.yaml_text import Document, Scalar


@dataclass(frozen=True, slots=True)
class LoadedVariant:
    """A valid variant with where it came from. ``diagnostics`` are warnings and notes."""

    game: Game
    name: str
    model: Any
    document: Document
    files: tuple[FilePath, ...]
    digest: str
    diagnostics: tuple[Diagnostic, ...]
    settings: tuple[str, ...]
    named: str
    """The name that it was asked for by."""
    tables: tuple[FilePath, ...] = ()
    """The CSV files that it reads."""
    history: tuple[Document, ...] = ()
    """What each of its files says itself, the nearest first."""

    @property
    def about(self) -> str:
        """The line that its own file says of it; one that is inherited tells of another variant."""
        own = value_at(self.history[0].data, ("about",)) if self.history else None
        return str(self.model.about) if own is not None or len(self.files) < 2 else f"extends {self.files[1].stem}"

    @property
    def folders(self) -> list[FilePath]:
        """The folders of the variant and its parents, nearest first: art and words there replace shipped ones."""
        return list(dict.fromkeys(file.parent for file in self.files))

    @property
    def template_folders(self) -> list[FilePath]:
        """Where templates are looked for: the author's own folders, the game's, and what all games share."""
        shipped = resource_folder("templates")
        return [*self.folders, shipped / self.game.id, shipped / "shared"]

    @property
    def art(self) -> ArtShelf:
        """The drawings, looked for beside the templates."""
        return ArtShelf([folder / "art" for folder in self.template_folders])


def load(name: str = "classic", settings: Sequence[str] = (), *, option: str = "--set") -> LoadedVariant:
    """Find, read and validate a variant; ``settings`` are ``path=value`` texts laid over it.

    ``option`` is what messages call the settings.

    Raises VariantError with every fault of the file, UsageError for an unknown name, FilesError for an unreadable file.
    """
    file = find_variant(name, base_variants())
    chain = _read_chain(file)
    document = apply_settings(chain.document, settings, option)
    if errors_in(document.diagnostics) and not isinstance(document.data, dict):
        raise VariantError(f"{printable(file.name)} has errors", in_reading_order(document.diagnostics))
    _require_one_game(chain)
    game = _game_of(document, file, chain.broken)
    model, faults = validate(game.model, document)
    if chain.broken:
        # What would be inherited is not known, so nothing can be called missing.
        faults = [fault for fault in faults if fault.code != "missing-key"]
    findings = [*document.diagnostics, *faults]
    if model is not None:
        findings += game.check(model, document)
    elif not chain.broken:  # else what would be inherited is not known, and nothing can be said of how it fits
        findings += errors_in(_check_the_rest(game, document, faults))
    findings = in_reading_order(_once(findings))
    if errors_in(findings) or model is None:
        raise VariantError(f"{printable(file.name)}{' as set' if settings else ''} has errors", findings)
    return LoadedVariant(
        game,
        _slug(file.stem),
        model,
        document,
        chain.files,
        _digest(model, chain.files),
        tuple(findings),
        tuple(settings),
        name,
        chain.tables,
        chain.own,
    )


def _once(findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Findings of one sentence at one place, such as the head of a column for each of its rows, as one."""
    found: dict[object, Diagnostic] = {}
    for finding in findings:
        found.setdefault((finding.code, finding.span, finding.message) if finding.span else id(finding), finding)
    return list(found.values())


@cache
def _tables() -> dict[str, frozenset[str]]:
    """What a CSV file may stand for in any game: the game is known only when all files are read."""
    found: dict[str, frozenset[str]] = {}
    for game in all_games().values():
        for table, lists in tables_of(game.model).items():
            found[table] = found.get(table, frozenset()) | lists
    return found


def files_read(name: str) -> list[FilePath]:
    """Every file that a variant reads, or would if it were there, however broken it is: what a watch looks after."""
    try:
        file = find_variant(name, base_variants())
        chain = _read_chain(file)
    except KitgenError:
        return [FilePath(name).expanduser() if name.startswith("~") else FilePath(name)]
    return [*chain.files, *chain.tables, *chain.wanted]


def _read_chain(file: FilePath) -> Chain:
    return read_chain(
        file, lambda parent, child: find_variant(parent, base_variants(), child.parent, but_not=child), _tables()
    )


def parent_of(variant: LoadedVariant) -> LoadedVariant | None:
    """What a variant extends, or, where it is set by the command line, itself as its file has it; else None.

    Raises what load raises for it.
    """
    if len(variant.files) > 1:
        return load(_name_of(variant.files[1]))
    return load(_name_of(variant.files[0])) if variant.settings else None


def _name_of(file: FilePath) -> str:
    """What a file is called on the command line: its name, where it has one."""
    games = {f"{game}/{base}": base for game, base in base_variants().items()}
    names = [games.get(name, name) for name, known in known_variants().items() if known == file]
    return names[0] if names else str(file)


def require_same_game(first: LoadedVariant, second: LoadedVariant) -> None:
    """Raises UsageError for variants of different games."""
    if first.game.id != second.game.id:
        raise UsageError(f"{first.name} is a variant of {first.game.id}, {second.name} of {second.game.id}")


def command_words(variant: LoadedVariant) -> tuple[str, ...]:
    """The variant as the command line names it."""
    return variant.named, *(word for setting in variant.settings for word in ("--set", setting))


def _require_one_game(chain: Chain) -> None:
    """Raises VariantError where a file says that it is of another game than what it extends."""
    said = [own for own in chain.own if isinstance(own.data, dict) and isinstance(own.data.get("game"), Scalar)]
    for child, parent in pairwise(said):
        if child.data["game"] != parent.data["game"]:
            message = f"the variant that this one extends is of {describe(parent.data['game'])}"
            span = child.spans.get(("game",))
            hint = "leave `game` out, or extend a variant of that game"
            fault = Diagnostic("wrong-choice", Severity.ERROR, message, span, "game", hint)
            raise VariantError(f"{printable(FilePath(span.file).name if span else '')} has errors", [fault])


def _game_of(document: Document, file: FilePath, broken: bool) -> Game:
    """The game that a document says it is a variant of."""
    games = all_games()
    said = document.data.get("game") if isinstance(document.data, dict) else None
    span = document.spans.get(("game",)) or document.spans.get(()) or Span(str(file), 1, 1)
    if not isinstance(document.data, dict):
        message, hint = "a variant is a mapping of keys to values", "`kitgen new my-game` writes one to begin with"
        fault = Diagnostic("wrong-type", Severity.ERROR, message, span, hint=hint)
    elif said is None and broken:
        keys = set(document.data)  # whose game it is, only its parent knows; so whoever knows most of its keys
        return max(games.values(), key=lambda game: len(keys & set(game.model.model_fields)))
    elif said is None:
        hint = f"write `extends: classic`, or `game: {next(iter(games))}`"
        fault = Diagnostic(
            "missing-key", Severity.ERROR, "the variant does not say of which game it is", span, "game", hint
        )
    elif not isinstance(said, str) or said not in games:
        message = f"wanted {one_of(games)}, found {describe(said)}"
        fault = Diagnostic("wrong-choice", Severity.ERROR, message, span, "game", did_you_mean(str(said), games))
    else:
        return games[said]
    raise VariantError(f"{printable(file.name)} has errors", in_reading_order([*document.diagnostics, fault]))


def _check_the_rest(game: Game, document: Document, faults: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Semantic faults of a document that has faults of shape too, so that an author sees all of them in one run."""
    base = read_chain(find_variant(game.id, base_variants()), lambda *_: FilePath()).document
    model = mend(game.model, document, base.data)
    if model is None:
        return []
    if any(fault.code == "wrong-length" for fault in faults):  # nobody knows which entries would stay
        return []
    at_fault = [fault.path for fault in errors_in(faults)]
    return [
        finding
        for finding in game.check(model, document)
        if not any(_is_within(finding.path, path) or _is_within(path, finding.path) for path in at_fault)
    ]


def _is_within(inner: str, outer: str) -> bool:
    """Whether a dotted path is another, or leads on from it."""
    return inner == outer or (outer != "" and inner.startswith((f"{outer}.", f"{outer}[")))


MOST_HASHED = 5_000_000
"""Bytes of a file that are read for the digest; a larger one cannot be used, and counts by its size."""


def _digest(model: Model, files: Sequence[FilePath]) -> str:
    """Eight hex digits that change whenever a figure, a word or a drawing of the variant's own changes."""
    digest = hashlib.sha256(json.dumps(model.model_dump(mode="json"), sort_keys=True).encode())
    for folder in dict.fromkeys(file.parent for file in files):
        for own in sorted([*folder.glob("words.*.yaml"), *folder.glob("*.md.j2"), *folder.glob("art/*.*")]):
            digest.update(os.fsencode(own.name))
            # What cannot be read is refused, with its name, where it is needed.
            with contextlib.suppress(OSError):
                size = own.stat().st_size if own.is_file() else MOST_HASHED + 1
                digest.update(own.read_bytes() if size <= MOST_HASHED else str(size).encode())
    return digest.hexdigest()[:8]


def _slug(stem: str) -> str:
    """A file's name as part of a folder's name."""
    return re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-") or "variant"
