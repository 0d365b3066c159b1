"""What makes a Fish Cook variant impossible to build or to play, found without playing it."""

from __future__ import annotations

from kitgen.diagnostics import Diagnostic
from kitgen.games.fish_cook.variant import Variant
from kitgen.source.yaml_text import Document


def check_variant(variant: Variant, document: Document) -> list[Diagnostic]:
    """Every semantic fault of a well-formed variant."""
    return []
