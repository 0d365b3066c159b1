"""A rule document: words from a template, pictures by name, set in columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kitgen.components.kit import Part
from kitgen.draw.drawing import Drawing


@dataclass(frozen=True, slots=True)
class RuleDocument:
    """What a document is made from.

    ``template`` is the stem of a template file (``rules`` for ``rules.en.md.j2``); ``context`` holds only numbers, switches
    and texts, and every text in it is printed literally. ``figures`` are drawn at their own size or smaller.
    """

    id: str
    title: str
    part: Part
    template: str
    context: Mapping[str, Any]
    figures: Mapping[str, Drawing]
    columns: int = 2
    max_pages: int | None = None
