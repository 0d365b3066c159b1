"""Tuck boxes for what is kept in one: as many as it takes for each to fit on a sheet."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kitgen.components.boxes import Room, deck_room, token_room, tuck_box
from kitgen.components.kit import Boxing, Component, Piece
from kitgen.diagnostics import Diagnostic, Severity
from kitgen.imposition.grid import fits
from kitgen.imposition.options import PrintOptions
from kitgen.source.words import Words
from kitgen.units import MM

MOST_BOXES = 12
"""For one component; who needs more needs another kind of box."""


def tuck_boxes(
    components: Sequence[Component], options: PrintOptions, words: Words
) -> tuple[list[Component], list[Diagnostic]]:
    """The boxes of the components that are kept in one, and notes of what fits in no box that the paper holds."""
    boxes, notes = list[Component](), list[Diagnostic]()
    for component in components:
        if component.boxing is None:
            continue
        box = _box(component, component.boxing, options, words)
        if box is not None:
            boxes.append(box)
        else:
            message = f"no box is printed for them: none of up to {MOST_BOXES} would fit on {options.paper.name}"
            hint = "choose bigger --paper, or keep them in a bag"
            notes.append(Diagnostic("no-box", Severity.NOTE, message, None, component.id, hint))
    return boxes, notes


def _box(component: Component, boxing: Boxing, options: PrintOptions, words: Words) -> Component | None:
    name, title = f"{component.id}-box", words("box_for", what=component.title)
    for boxes in range(1, MOST_BOXES + 1):
        room = _room(component, boxing, math.ceil(component.count / boxes), options)
        face = tuck_box(name, room, component.title, boxing.art, boxing.colour)
        box = Component(name, title, "boxes", (Piece(name, face, boxes),), marks=False)
        if fits(box, options):
            return box
    return None


def _room(component: Component, boxing: Boxing, count: int, options: PrintOptions) -> Room:
    """In whole millimetres, so that a card more seldom asks for another box."""
    if boxing.stacked:
        room = token_room(component.size, count)
    else:
        room = deck_room(component.size, count, options.card_thickness, options.sleeves)
    width, height, depth = (math.ceil(length / MM) * MM for length in room)
    return width, height, depth
