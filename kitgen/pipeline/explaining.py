"""What a value of a variant means, who set it, and what one variant has otherwise than another."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.diagnostics import Path, did_you_mean, dotted, one_of, printable, shown
from kitgen.errors import DiagnosticsError, UsageError
from kitgen.imposition.options import PrintOptions
from kitgen.pipeline.building import draw, require_art
from kitgen.pipeline.changed import ChangedKit, changed_kit
from kitgen.pipeline.loading import LoadedVariant, command_words, parent_of, require_same_game
from kitgen.pipeline.sessions import rule_texts
from kitgen.source.changes import Change, changes, short
from kitgen.source.faults import keys_at, place_of, value_at
from kitgen.source.keys import Key, key_at, keys_of
from kitgen.source.words import load_words
from kitgen.source.yaml_text import Data

WIDTH = 100
"""Signs in a line of what is told."""

AS_USUAL = PrintOptions()
"""Kits are compared as they are usually printed; how they are makes no difference to their pieces."""


@dataclass(frozen=True, slots=True)
class Said:
    """What one file, or ``--set``, says of a value, and where: ``file:line:column``."""

    place: str
    value: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """A value of a variant: its key in the model, what it is now, and what files said, the nearest first.

    ``entries`` are the values within it, where it holds some; ``rules`` the texts of the rules that it touches, by id.
    """

    path: Path
    key: Key
    value: str
    said: tuple[Said, ...]
    entries: tuple[tuple[str, Said], ...]
    rules: tuple[tuple[str, str], ...]


def explain(variant: LoadedVariant, path: str, language: str = "en") -> Explanation:
    """Explain the value at a dotted path, such as ``market.fish.ladders`` or ``recipes.sole-meuniere.main``.

    Raises UsageError for a path that leads nowhere, with the nearest that does.
    """
    place = _path_in(variant, path)
    key = key_at(variant.game.model, place)
    assert key is not None, path
    value = value_at(variant.document.data, place)
    words = load_words(variant.game.id, language, variant.folders)
    try:
        texts = rule_texts(variant, words)
    except DiagnosticsError:  # the rule sheet cannot be set as yet; what the value is can be told all the same
        texts = {}
    rules = [(rule, texts.get(rule, "")) for rule in variant.game.rules_of(key.pattern)]
    said, entries = _history(variant, place), _entries(variant, place, value)
    return Explanation(place, key, short(value), tuple(said), tuple(entries), tuple(rules))


def _path_in(variant: LoadedVariant, path: str) -> Path:
    """A dotted path as the variant has it; raises UsageError for one that leads nowhere."""
    holder: Data = variant.document.data
    found: list[str | int] = []
    for part in path.replace("[", ".").replace("]", "").split("."):
        if isinstance(holder, list) and part in [str(at) for at in range(len(holder))]:
            found.append(int(part))
        elif isinstance(holder, dict) and part in holder:
            found.append(part)
        elif (key := key_at(variant.game.model, (*found, part))) and len(key.path) == len(found) + 1:
            found.append(part)  # it could be there, and is not set
        else:
            gone = variant.document.removed.get((*(str(one) for one in found), part))
            if gone is not None:
                raise UsageError(f"{shown(path)} is taken out of what is inherited, at {gone}")
            known = _known_at(variant, found, holder)
            hint = did_you_mean(part, known) or (f"known there: {', '.join(known)}" if known else "nothing lies in it")
            elsewhere = [key.pattern for key in keys_of(variant.game.model) if part == key.path[-1]]
            hint = f"did you mean {one_of(elsewhere)}?" if elsewhere and not found else hint
            where = f"in {dotted(found)}" if found else f"in {variant.name}"
            raise UsageError(f"there is no {printable(part)!r} {where}", hint)
        holder = value_at(holder, (found[-1],))
    return tuple(found)


def _known_at(variant: LoadedVariant, path: Sequence[str | int], holder: Data) -> list[str]:
    """What could follow a path: what is there, and what the model knows."""
    there = [str(key) for key in holder] if isinstance(holder, dict) else []
    model = [key for key in keys_at(variant.game.model, tuple(path)) if key not in ("extends", "remove")]
    return list(dict.fromkeys([*there, *model]))


def _history(variant: LoadedVariant, path: Path) -> Iterator[Said]:
    """What each file of the chain says of a value, the last word first."""
    now = place_of(path, variant.document)
    if now is not None and now.file.startswith("--set"):
        yield Said(str(now), short(value_at(variant.document.data, path)))
    for own in variant.history:
        value = value_at(own.data, path)
        if value is not None and (span := place_of(path, own)) is not None:
            yield Said(str(span), short(value))


def _entries(variant: LoadedVariant, path: Path, value: Data) -> Iterator[tuple[str, Said]]:
    """What a group of keys holds, a line each, and where that was said last."""
    if not isinstance(value, dict):
        return
    for name, inner in value.items():
        here = (*path, str(name))
        yield str(name), Said(str(place_of(here, variant.document) or ""), short(inner))


def tell_explanation(found: Explanation) -> str:
    """An explanation for a person at a terminal."""
    shape = found.key.shape.within(found.path[len(found.key.path) :])
    pattern = "" if len(found.path) == len(found.key.path) else f" (within {found.key.pattern})"
    lines = [f"{dotted(found.path)}{pattern}: {found.key.about}"]
    if shape.form != "model":
        lines += _labelled("takes", shape.takes)
    if shape.plays_well:
        lines += _labelled("plays well", f"with {shape.plays_well}")
    if found.entries:
        lines += ["", *_entry_lines(found.entries)]
    else:
        if not found.said:
            lines += _labelled("value", "not set")
        for label, said in zip(["value", *["before"] * len(found.said)], found.said, strict=False):
            lines += _labelled(label, f"{said.value}   {shown(said.place)}")
    if found.rules:
        lines.append("")
        lines += [line for rule, text in found.rules for line in _labelled(rule, text or "(not in force)")]
    return "\n".join([*lines, ""])


def _wrapped(text: str, first: str, rest: str) -> list[str]:
    """A text in lines; ids with hyphens stay whole, so that they can be copied."""
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)


def _labelled(label: str, text: str) -> list[str]:
    return _wrapped(text, f"  {label:<12}", " " * 14)


def _entry_lines(entries: Sequence[tuple[str, Said]]) -> Iterator[str]:
    wide = max((len(name) for name, _ in entries), default=0)
    for name, said in entries:
        value = said.value if len(said.value) <= WIDTH // 2 else f"{said.value[: WIDTH // 2 - 1]}…"
        yield f"  {printable(name):<{wide}}  {value:<{WIDTH // 2}}  {shown(said.place)}".rstrip()


def tell_own_values(variant: LoadedVariant) -> str:
    """What a variant says otherwise than what it extends, and where; of a base variant, what there is."""
    chain = " extends ".join(file.name for file in variant.files)
    lines = [f"{variant.model.title} ({shown(shlex.join(command_words(variant)))}): {variant.about}",
             f"  {shown(chain)}", ""]  # fmt: skip
    base = parent_of(variant)
    own = [] if base is None else changes(base.document, variant.document)
    entries = [(dotted(one.path), _said_now(variant, one)) for one in own]
    if not own:
        groups = dict(variant.document.data)
        entries = [(str(name), Said(str(place_of((str(name),), variant.document) or ""), short(groups[name])))
                   for name in groups]  # fmt: skip
    return "\n".join([*lines, *_entry_lines(entries), ""])


def _said_now(variant: LoadedVariant, change: Change) -> Said:
    before, after = change.said
    return Said(str(place_of(change.path, variant.document) or ""), f"{after}  (was {before})")


# ── One variant beside another ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class VariantDiff:
    """What the second variant has otherwise than the first; ``names`` are both as the command line names them.

    ``values`` are changes of the files with what each key is; ``rules`` are the texts before and after by id (empty
    where there is none); ``kit`` what is printed otherwise.
    """

    names: tuple[str, str]
    values: tuple[tuple[Change, str], ...]
    rules: tuple[tuple[str, str, str], ...]
    kit: ChangedKit


def diff(first: LoadedVariant, second: LoadedVariant, language: str = "en") -> VariantDiff:
    """Compare two variants of a game: values, the texts of the rules, and the pieces that are printed.

    Raises UsageError for variants of different games, and what drawing a kit raises.
    """
    require_same_game(first, second)
    values = []
    for change in changes(first.document, second.document):
        key = key_at(second.game.model, change.path)
        values.append((change, key.about if key and len(key.path) == len(change.path) else ""))
    for one in (first, second):
        require_art(one)
    both = [load_words(one.game.id, language, one.folders) for one in (first, second)]
    before, after = (rule_texts(one, words) for one, words in zip((first, second), both, strict=True))
    rules = [
        (rule, before.get(rule, ""), after.get(rule, ""))
        for rule in dict.fromkeys([*after, *before])
        if before.get(rule) != after.get(rule)
    ]
    drawn = [draw(one, AS_USUAL, words) for one, words in zip((first, second), both, strict=True)]
    names = (shlex.join(command_words(first)), shlex.join(command_words(second)))
    return VariantDiff(names, tuple(values), tuple(rules), changed_kit(*drawn))


def tell_diff(found: VariantDiff) -> str:
    """A comparison for a person at a terminal."""
    lines = [f"A: {shown(found.names[0])}", f"B: {shown(found.names[1])}", ""]
    lines.append("What the files say" if found.values else "The files say the same.")
    for said in _said_of_changes(found.values):
        lines += _wrapped(said, "  ", "      ")
    lines += ["", "Rules that read otherwise" if found.rules else "The rules read the same."]
    for rule, before, after in found.rules:
        lines.append(f"  {rule}")
        for sign, text in (("−", before), ("+", after)):
            lines += _wrapped(text, f"    {sign} ", "      ")
    lines.append("")
    for said in found.kit.told():
        lines += _wrapped(said, "", "      ")
    if found.kit.is_changed:
        named = shown(f"kitgen build {found.names[1]} --only-changed-from {found.names[0]}")
        lines.append(f"  {named}   prints just these")
    return "\n".join([*lines, ""])


MOST_TOLD = 6
"""Things of a collection that are told one by one where they come or go; of more, only the names."""


def _said_of_changes(values: Sequence[tuple[Change, str]]) -> Iterator[str]:
    """What the files say otherwise, a sentence a value; where very many things come or go, one for them all."""
    groups: dict[tuple[Path, bool, bool], list[Change]] = {}
    for change, _ in values:
        groups.setdefault((change.path[:-1], change.before is None, change.after is None), []).append(change)
    told: set[tuple[Path, bool, bool]] = set()
    for change, about in values:
        key = (change.path[:-1], change.before is None, change.after is None)
        group = groups[key]
        if len(group) <= MOST_TOLD or not (key[1] or key[2]):
            before, after = (text if len(text) <= WIDTH else f"{text[: WIDTH - 1]}…" for text in change.said)
            yield f"{dotted(change.path)}: {before} → {after}" + (f"  ({about})" if about else "")
        elif key not in told:
            told.add(key)
            names = [str(one.path[-1]) for one in group]
            what = "new" if key[1] else "taken out"
            yield f"{dotted(key[0])}: {len(group)} {what} ({', '.join(names)})"
