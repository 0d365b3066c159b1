"""The kit for PlayingCards.io: a picture of every face, and for each deck a table with one row a card."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from kitgen.components.kit import Component, Face
from kitgen.diagnostics import Diagnostic, Severity
from kitgen.exports.grid_pictures import one_picture, paint
from kitgen.exports.hosting import Shelf, TableFiles, require_address
from kitgen.exports.names import safe_name, side_words
from kitgen.exports.pictures import without_dice
from kitgen.imposition.boards import in_one_piece
from kitgen.imposition.kit_sheets import DrawnKit

LONGEST_SIDE = 1_024
"""Pixels of a picture: as sharp as a screen shows it, and soon loaded."""

MOST_WIDGETS = 1_200
"""Things in a room, about; with more it becomes slow, or refuses them."""

COLUMNS = ("label", "image", "back")
ADDRESS_HINT = "say with --images-at https://… where you will put the pictures, then put them there"

Pictures = Mapping[int, str]
"""The address of each face's picture, by the face's identity."""


def pcio_files(drawn: DrawnKit, images_at: str) -> TableFiles:
    """Pictures, and a CSV for each deck that names them at the public address ``images_at``.

    Raises UsageError for what is no such address: the program fetches pictures from the web only.
    """
    require_address(images_at, ("https", "http"), ADDRESS_HINT)
    components = without_dice([one for one in in_one_piece(drawn.kit.components) if one.part != "boxes"])
    shelf = Shelf(images_at)
    wanted: dict[int, tuple[tuple[str, ...], Face]] = {}
    for component in components:
        for piece in component.pieces:
            for side, face in piece.sides.items():
                wanted.setdefault(id(face), (side_words(component, piece, side), face))
    pictures = paint([one_picture(words, face, LONGEST_SIDE) for words, face in wanted.values()])
    addresses = {
        key: shelf.add(words, "png", data) for (key, (words, _)), data in zip(wanted.items(), pictures, strict=True)
    }
    decks = {f"{safe_name(deck.id)}.csv": deck for deck in components if deck.part == "cards"}
    tables = {name: deck_table(deck, addresses) for name, deck in decks.items()}
    made = {component.id: {"pieces": component.count} for component in components}
    return TableFiles(tables | shelf.files, made, tuple(room_findings(components)))


def deck_table(deck: Component, addresses: Pictures) -> bytes:
    """The CSV of a deck: one row for every physical card, in order."""
    written = io.StringIO(newline="")
    table = csv.writer(written)
    table.writerow(COLUMNS)
    for piece in deck.pieces:
        back = addresses[id(piece.back)] if piece.back is not None else ""
        table.writerows([(piece.title or deck.title, addresses[id(piece.front)], back)] * piece.copies)
    return written.getvalue().encode()


def room_findings(components: Sequence[Component]) -> list[Diagnostic]:
    """A warning where a room would hold more than it takes."""
    count = sum(component.count for component in components)
    if count <= MOST_WIDGETS:
        return []
    message = f"the kit has {count:,} pieces; a room takes about {MOST_WIDGETS:,}"
    hint = "leave out what the table has of its own, or count money on a counter"
    return [Diagnostic("room-full", Severity.WARNING, message, None, "", hint)]
