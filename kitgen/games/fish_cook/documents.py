"""The rule sheet and the player aid."""

from __future__ import annotations

from kitgen.components.kit import Component
from kitgen.draw.art import ArtShelf
from kitgen.games.fish_cook.variant import Variant
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.source.words import Words


def documents(variant: Variant, words: Words, art: ArtShelf, components: tuple[Component, ...]) -> tuple[RuleDocument, ...]:
    """The documents of the rules part."""
    return ()
