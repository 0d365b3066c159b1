"""What a game is to the rest of kitgen. Each folder beside this file exports one as GAME."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kitgen.components.kit import Component
from kitgen.diagnostics import Diagnostic, Path
from kitgen.draw.art import ArtShelf
from kitgen.draw.drawing import Drawing
from kitgen.play.playing import Playing
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.source.fields import Model
from kitgen.source.words import Words
from kitgen.source.yaml_text import Document


def nothing_more(components: Sequence[Component]) -> list[Diagnostic]:
    """The preflight of a game that asks for nothing of its own."""
    return []


@dataclass(frozen=True, slots=True)
class Command:
    """A command of a game's own: ``kitgen NAME VARIANT`` and then ``arguments``, which it reads itself.

    ``run(variant, words, arguments)`` answers in words and does nothing else; it raises UsageError for arguments that
    it cannot understand. ``about`` says what it does, in a line and then more if need be.
    """

    arguments: str
    about: str
    run: Callable[[Any, Words, Sequence[str]], str]


@dataclass(frozen=True, slots=True)
class Game:
    """A game's variant model and what can be made of a variant.

    ``check`` finds semantic faults of a well-formed variant; ``art_names`` are the drawings that it names, with the
    path of each; ``parts`` counts components without drawing them;
    ``components`` draws them; ``documents`` are the rule sheet and its like; ``finished_set`` pictures the whole;
    ``playing`` is how it is played; ``rules_of`` tells which rules a key, as ``recipes.<id>.main``, touches.
    ``knobs`` are the keys that most authors turn, group by group; ``example`` is YAML, commented out, that shows what
    else can be added. ``commands`` are those that only this game has, by name; ``preflight`` is what it asks of its
    drawn components beside what is asked of all.
    """

    id: str
    base_variant: str
    model: type[Model]
    check: Callable[[Any, Document], list[Diagnostic]]
    art_names: Callable[[Any], list[tuple[Path, str]]]
    parts: Callable[[Any], dict[str, int]]
    components: Callable[[Any, Words, ArtShelf], tuple[Component, ...]]
    documents: Callable[[Any, Words, ArtShelf, Sequence[Component]], tuple[RuleDocument, ...]]
    finished_set: Callable[[Sequence[Component], Words], Drawing]
    playing: Playing
    rules_of: Callable[[str], tuple[str, ...]]
    knobs: tuple[str, ...]
    example: str
    commands: Mapping[str, Command] = field(default_factory=dict)
    preflight: Callable[[Sequence[Component]], list[Diagnostic]] = nothing_more
