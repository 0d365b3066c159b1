"""Which file a variant's name means.

A game's own name and that of its base variant (``classic``) always mean the shipped base variant; other short names
whatever has them, if it is only one; ``game/variant`` and bare paths always work. Shipped variants come first, then
``./variants``, then the folders in ``$KITGEN_PATH``; each may hold files, or a folder of files for each game. At last a
name means the file of that name right here.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path as FilePath

from kitgen.diagnostics import did_you_mean, one_of, printable, shown
from kitgen.errors import FilesError, UsageError
from kitgen.source.resources import real, resource_folder

_ENDINGS = (".yaml", ".yml")


def variant_folders() -> list[FilePath]:
    """Where variants are looked for by name, in order, each once."""
    folders = [resource_folder("variants"), FilePath("variants")]
    folders += [FilePath(part) for part in os.environ.get("KITGEN_PATH", "").split(os.pathsep) if part]
    seen: dict[FilePath, FilePath] = {}
    for folder in folders:
        if os.path.isdir(folder):  # noqa: PTH112 (never raises)
            seen.setdefault(real(folder), folder)
    return list(seen.values())


def find_variant(
    name: str, base_variants: Mapping[str, str], near: FilePath | None = None, but_not: FilePath | None = None
) -> FilePath:
    """The file that a name means; ``base_variants`` maps each game to the name of its base variant.

    A path counts from ``near``, the folder of the file that says it, or from the working folder. A name never means
    ``but_not``, the file that says it. Raises UsageError with a did-you-mean and the places looked at, FilesError where
    a path leads nowhere.
    """
    if name.endswith(_ENDINGS) or name.startswith((".", "~")) or FilePath(name).is_absolute():
        return _at_path(name, near or FilePath())
    self = real(but_not) if but_not else None
    known = {full: file for full, file in known_variants().items() if real(file) != self}
    bases = {f"{game}/{base}" for game, base in base_variants.items()}
    wanted = f"{name}/{base_variants[name]}" if name in base_variants else name
    matches = [full for full in known if _has_name(full, wanted, base_variants)]
    meant = [full for full in matches if full in bases] or [full for full in matches if full == wanted and "/" in full]
    if len({real(known[full]) for full in matches}) == 1 or meant:
        return known[(meant or matches)[0]]
    if matches:
        places = [full if "/" in full else str(known[full]) for full in sorted(matches)]
        raise UsageError(f"{name!r} means more than one variant", f"write {one_of(places)}")
    if name.strip() and os.path.exists(name.replace("\0", "")):  # noqa: PTH110 (never raises, however odd the name)
        return _at_path(name, FilePath())
    beside = [f"{near or FilePath()}/{name}{ending}" for ending in _ENDINGS if name.strip() and "\0" not in name]
    for file in map(FilePath, filter(os.path.isfile, beside)):
        if real(file) != self:
            return file
    short = [full.split("/")[-1] for full in known]
    looked = ", ".join(shown(folder) for folder in variant_folders())
    hint = did_you_mean(name, [*known, *short, *base_variants]) or _near_names(FilePath(f"{name}{_ENDINGS[0]}"))
    raise UsageError(f"there is no variant {printable(name)!r}", f"{hint} looked in {looked}".strip())


def _has_name(full: str, wanted: str, games: Iterable[str]) -> bool:
    """Whether a variant is called so; one that lies in no game's folder may be of any."""
    names = [full, full.split("/")[-1], *(f"{game}/{full}" for game in games if "/" not in full)]
    return wanted in names


def _at_path(name: str, folder: FilePath) -> FilePath:
    """The file at a path; raises FilesError where there is none."""
    try:
        file = folder / FilePath(name).expanduser()
        found = "\0" not in name and os.path.lexists(file)
    except (OSError, RuntimeError, ValueError):
        found = False
    if not found:
        hint = _near_names(folder / name) or "name a variant, such as classic, or a YAML file"
        raise FilesError(f"there is no file {printable(name)!r}", hint)
    if file.is_dir():
        raise FilesError(f"{printable(name)} is a folder, not a YAML file", "name the file inside it")
    return file


def _near_names(file: FilePath) -> str:
    """A did-you-mean for files beside one that is not there."""
    try:
        beside = {other.stem: other.name for other in file.parent.iterdir() if other.suffix in _ENDINGS}
    except (OSError, ValueError):
        return ""
    near = difflib.get_close_matches(file.stem, beside, n=1)
    return f"did you mean {beside[near[0]]!r}?" if near else ""


def known_variants() -> dict[str, FilePath]:
    """Every variant that a name can mean, as ``game/variant``; the first place that has one wins."""
    found: dict[str, FilePath] = {}
    for folder in variant_folders():
        for name, file in _in_folder(folder).items():
            found.setdefault(name, file)
    return found


def variants_in(place: FilePath) -> dict[str, FilePath]:
    """The variants in a folder, and in the folders in it, by name; or the one file. Raises FilesError for no place."""
    try:
        if place.is_dir():
            return _in_folder(place)
        found = place.is_file()
    except (OSError, ValueError):
        found = False
    if not found:
        raise FilesError(f"there is no folder {printable(str(place))!r}", "name a folder of variants")
    return {place.stem: place}


def _in_folder(folder: FilePath) -> dict[str, FilePath]:
    """The variants of a folder: those in the folders of games, and those that lie in it themselves."""
    in_games = {f"{file.parent.name}/{file.stem}": file for file in _sorted(folder, "*/*")}
    return in_games | {file.stem: file for file in _sorted(folder, "*")}


def _sorted(folder: FilePath, pattern: str) -> list[FilePath]:
    """The YAML files there, by name; no words, which belong to a variant, and nothing that is no file."""
    named = [file for file in folder.glob(pattern) if file.suffix in _ENDINGS]
    files = [file for file in named if not file.name.startswith(("words.", "."))]
    return sorted(file for file in files if os.path.isfile(file))  # noqa: PTH113 (never raises)
