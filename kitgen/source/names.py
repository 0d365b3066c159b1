"""Which file a variant's name means.

``classic`` and other short names, ``game/variant``, a game's own name for its base variant, and bare paths. Shipped
variants come first, then ``./variants``, then the folders in ``$KITGEN_PATH``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path as FilePath

from kitgen.diagnostics import did_you_mean, one_of, printable
from kitgen.errors import FilesError, UsageError
from kitgen.source.resources import resource_folder

_ENDINGS = (".yaml", ".yml")


def variant_folders() -> list[FilePath]:
    """Where variants are looked for by name, in order, each once."""
    folders = [resource_folder("variants"), FilePath("variants")]
    folders += [FilePath(part) for part in os.environ.get("KITGEN_PATH", "").split(os.pathsep) if part]
    seen: dict[FilePath, FilePath] = {}
    for folder in folders:
        seen.setdefault(folder.resolve(), folder)
    return [folder for folder in seen.values() if folder.is_dir()]


def find_variant(name: str, base_variants: Mapping[str, str], near: FilePath | None = None) -> FilePath:
    """The file that a name means; ``base_variants`` maps each game to the name of its base variant.

    A path counts from ``near``, the folder of the file that says it, or from the working folder. Raises UsageError
    with a did-you-mean and the places looked at, FilesError where a path leads nowhere.
    """
    if name.endswith(_ENDINGS) or name.startswith((".", "~")) or FilePath(name).is_absolute():
        return _at_path(name, near or FilePath())
    known = known_variants()
    if name in base_variants:
        name = f"{name}/{base_variants[name]}"
    if name in known:
        return known[name]
    matches = [full for full in known if full.split("/")[-1] == name]
    shipped = [full for full in matches if full in (f"{game}/{base}" for game, base in base_variants.items())]
    if len(matches) == 1 or shipped:
        return known[(shipped or matches)[0]]
    if matches:
        raise UsageError(f"{name!r} means more than one variant", f"write {one_of(sorted(matches))}")
    if name.strip() and os.path.exists(name.replace("\0", "")):  # noqa: PTH110 (never raises, however odd the name)
        return _at_path(name, FilePath())
    short = [full.split("/")[-1] for full in known]
    looked = ", ".join(str(folder) for folder in variant_folders())
    hint = did_you_mean(name, [*known, *short, *base_variants]) or _near_names(FilePath(f"{name}{_ENDINGS[0]}"))
    raise UsageError(f"there is no variant {printable(name)!r}", f"{hint} looked in {looked}".strip())


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
        beside = [other.name for other in file.parent.iterdir() if other.suffix in _ENDINGS]
    except (OSError, ValueError):
        return ""
    return did_you_mean(file.name, beside)


def known_variants() -> dict[str, FilePath]:
    """Every variant that a name can mean, as ``game/variant``; the first place that has one wins."""
    found: dict[str, FilePath] = {}
    for folder in variant_folders():
        for file in sorted(folder.glob("*/*")):
            if file.suffix in _ENDINGS:
                found.setdefault(f"{file.parent.name}/{file.stem}", file)
        for file in sorted(folder.glob("*")):
            if file.suffix in _ENDINGS:
                found.setdefault(file.stem, file)
    return found
