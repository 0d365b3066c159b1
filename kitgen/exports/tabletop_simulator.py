"""The kit on a table of Tabletop Simulator: pictures, and one saved object that sets everything up."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from typing import Any

from kitgen.components.kit import Component, Face, Piece
from kitgen.diagnostics import Diagnostic, Severity
from kitgen.draw import shapes
from kitgen.draw.drawing import IDENTITY, Place
from kitgen.exports import tts_objects as objects
from kitgen.exports.card_sheets import DeckPlan, plan_deck, sheet_pictures
from kitgen.exports.grid_pictures import Grid, GridPicture, one_picture, paint
from kitgen.exports.hosting import Shelf, TableFiles, require_address
from kitgen.exports.names import side_words
from kitgen.exports.notebook import notebook_text
from kitgen.exports.table_layout import Size, lay_out
from kitgen.exports.tts_objects import Guids, Object
from kitgen.imposition.boards import in_one_piece
from kitgen.imposition.kit_sheets import DrawnKit
from kitgen.imposition.paper import Paper
from kitgen.imposition.sheet import face_page
from kitgen.render.pdf import Metadata, write_pdf
from kitgen.render.png import Canvas
from kitgen.rulesheet.markdown import parse
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.rulesheet.template import render
from kitgen.source.words import Words
from kitgen.units import INCH, MM

LARGEST_IN_A_BAG = 100 * MM
"""Of what comes in several copies; larger things lie beside each other, one for each player."""

THUMBNAIL = 256
"""Pixels of the picture that the program shows beside the saved object, both ways."""

SCHEMES = ("https", "http", "file")
ADDRESS_HINT = (
    "write --images-at https://… for pictures on the web, or leave it out: then they are read from the folder"
)

Addresses = Mapping[tuple[str, ...], str]
"""Where pictures are: by component, piece and side of a tile; by component, side and number of a card sheet."""

Texts = Sequence[tuple[str, str]]
"""Titles of documents, with their texts."""


def tts_files(drawn: DrawnKit, words: Words, images_at: str, folders: Sequence[FilePath]) -> TableFiles:
    """Pictures, rules and the saved object that finds them at the address ``images_at``.

    ``folders`` are where the templates of the documents are. The saved object is called after game and variant.
    Raises UsageError for what is no address.
    """
    require_address(images_at, SCHEMES, ADDRESS_HINT)
    things = plan_things(drawn.kit.components)
    shelf = Shelf(images_at)
    wanted = [picture for thing in things for picture in thing.pictures]
    *pictures, thumbnail = paint([*(picture for _, picture in wanted), _thumbnail(drawn)])
    addresses = {
        key: shelf.add(picture.words, "png", data) for (key, picture), data in zip(wanted, pictures, strict=True)
    }
    for document, pages in drawn.pages:
        addresses["document", document.id] = shelf.add([document.id], "pdf", _document(document, pages, words))
    texts = [(document.title, _text(document, folders, words.language)) for document, _ in drawn.pages]
    save, findings = set_up(drawn, things, addresses, texts, words)
    stem = f"{drawn.kit.game}-{drawn.kit.variant}"
    saved = (json.dumps(save, indent=2, ensure_ascii=False) + "\n").encode()
    files = {f"{stem}.json": saved, f"{stem}.png": thumbnail, **shelf.files}
    made = {thing.component.id: {"object": thing.what, "pieces": thing.count} for thing in things}
    return TableFiles(files, made, tuple(findings))


@dataclass(frozen=True, slots=True)
class Thing:
    """A component on the table: what it becomes, the pictures it wants by key, and its cards on sheets."""

    component: Component
    what: str
    pictures: tuple[tuple[tuple[str, ...], GridPicture], ...] = ()
    deck: DeckPlan | None = None

    @property
    def count(self) -> int:
        """Pieces; numbers to draw are one die where there is such a die."""
        return 1 if self.what == "die" else self.component.count


def plan_things(components: Sequence[Component]) -> list[Thing]:
    """What each component becomes, boards in one piece. Boxes are left out."""
    return [_thing(component) for component in in_one_piece(components) if component.part != "boxes"]


def _thing(component: Component) -> Thing:
    if component.part == "cards":
        plan = plan_deck(component)
        sides = [
            ((component.id, side, str(number)), picture)
            for number, pair in enumerate(sheet_pictures(plan))
            for side, picture in zip(("fronts", "backs"), pair, strict=True)
        ]
        return Thing(component, "deck" if component.count > 1 else "card", tuple(sides), plan)
    if component.die in objects.DICE:
        return Thing(component, "dice" if component.pieces[0].front.creases else "die")
    pictures = tuple(
        ((component.id, piece.id, side), one_picture(side_words(component, piece, side), face))
        for piece in (_standing(component) if component.stands else component).pieces
        for side, face in piece.sides.items()
    )
    return Thing(component, "figurine" if component.stands else "tiles", pictures)


def _standing(component: Component) -> Component:
    """Standees with the two figures of each strip as its front and its back, both upright."""
    return replace(component, pieces=tuple(_figures(piece) for piece in component.pieces))


def _figures(piece: Piece) -> Piece:
    strip = piece.front
    top, middle, bottom = (int(y) for _, y, _, _ in strip.creases)
    ops = (*strip.background, *strip.ops)
    front = replace(strip, height=bottom - middle, ops=(shapes.move(ops, 0, -middle),))
    back = replace(strip, height=middle - top, ops=(shapes.turn(ops, 180, strip.width, middle),))
    front, back = (replace(figure, background=(), bleed=0, creases=()) for figure in (front, back))
    return replace(piece, front=front, back=back)


def _thumbnail(drawn: DrawnKit) -> GridPicture:
    """The finished set."""
    finished = drawn.finished
    face = Face("thumbnail", int(finished.width), int(finished.height), (Place(finished, IDENTITY),))
    canvas = Canvas(THUMBNAIL, THUMBNAIL, THUMBNAIL * INCH / max(face.width, face.height))
    return GridPicture(("thumbnail",), Grid(1, 1, canvas), (face,))


def _document(document: RuleDocument, pages: Sequence[Face], words: Words) -> bytes:
    """A document's pages as a PDF to read."""
    sheets = [face_page(page, Paper("page", page.width, page.height), document.part, document.title) for page in pages]
    return write_pdf(sheets, Metadata(document.title, document.title, words.language))


def _text(document: RuleDocument, folders: Sequence[FilePath], language: str) -> str:
    """A document's text for the notebook."""
    return notebook_text(parse(*render(folders, document.template, language, document.context)))


def set_up(
    drawn: DrawnKit, things: Sequence[Thing], addresses: Addresses, texts: Texts, words: Words
) -> tuple[Object, list[Diagnostic]]:
    """The saved object: everything on the table, and the texts in the notebook."""
    groups = _Groups(addresses, words)
    for thing in things:
        groups.add(thing)
    for document, _ in drawn.pages:
        guid = groups.guids.new("document", document.id)
        book = objects.pdf(guid, document.title, addresses["document", document.id])
        groups.put("documents", document.id, [(book, objects.PDF)])
    found = groups.in_order()
    spots, fits = lay_out([[size for _, size in group] for group in found])
    lying = [
        objects.placed(thing, spot)
        for group, places in zip(found, spots, strict=True)
        for (thing, _), spot in zip(group, places, strict=True)
    ]
    return _save(drawn, lying, texts), [] if fits else [_too_much()]


def _too_much() -> Diagnostic:
    message = "the pieces take more room than a table has; some lie beyond its edge"
    return Diagnostic("table-full", Severity.WARNING, message, None, "", "choose a larger table in the program")


LAYING_ORDER = ("boards", "cards", "documents", "singles", "large", "bags", "dice")
"""From the middle of the table outwards."""


@dataclass(slots=True)
class _Groups:
    """Objects with their sizes, by what lies together."""

    addresses: Addresses
    words: Words
    guids: Guids = field(default_factory=Guids)
    next_key: int = 1
    groups: dict[tuple[str, str], list[tuple[Object, Size]]] = field(default_factory=dict)

    def put(self, kind: str, name: str, things: Sequence[tuple[Object, Size]]) -> None:
        self.groups.setdefault((kind, name), []).extend(things)

    def in_order(self) -> list[list[tuple[Object, Size]]]:
        ordered = sorted(self.groups.items(), key=lambda item: LAYING_ORDER.index(item[0][0]))
        return [group for _, group in ordered]

    def add(self, thing: Thing) -> None:
        component = thing.component
        if thing.deck is not None:
            self._deck(component, thing.deck)
        elif thing.what == "die":
            made = objects.die(self.guids.new(component.id, "die"), component.title, component.die, "")
            self.put("dice", "", [(made, objects.DIE)])
        elif thing.what == "dice":
            self.put("dice", "", list(self._dice(component)))
        elif component.die:
            contents = [tile for piece in component.pieces for tile in self._copies(component, piece)]
            self._bag(component, component.id, component.title, contents)
        else:
            for piece in component.pieces:
                self._piece(component, piece)

    def _deck(self, component: Component, plan: DeckPlan) -> None:
        sheets = [
            (self.addresses[component.id, "fronts", str(number)], self.addresses[component.id, "backs", str(number)])
            for number in range(len(plan.sheets))
        ]
        made = objects.cards(plan, sheets, self.next_key, self.guids)
        self.next_key += len(sheets)
        self.put("cards", "", [(made, objects.flat_size(*component.size))])

    def _dice(self, component: Component) -> Iterator[tuple[Object, Size]]:
        for piece in component.pieces:
            told = [
                self.words("virtual_table.die_value", number=number, value=value)
                for number, value in enumerate(piece.values, start=1)
            ]
            for copy in range(piece.copies):
                guid = self.guids.new(component.id, piece.id, copy)
                title = piece.title or component.title
                yield objects.die(guid, title, component.die, "\n".join(told)), objects.DIE

    def _piece(self, component: Component, piece: Piece) -> None:
        """One lies on the table; of several there is a bag, unless they are too large for one."""
        copies = self._copies(component, piece)
        size = objects.flat_size(*component.size)
        if component.part == "boards":
            self.put("boards", "", [(copy, size) for copy in copies])
        elif piece.copies == 1:
            self.put("singles", component.id, [(copy, size) for copy in copies])
        elif max(component.size) > LARGEST_IN_A_BAG:
            self.put("large", piece.id, [(copy, size) for copy in copies])
        else:
            self._bag(component, piece.id, piece.title or component.title, copies)

    def _bag(self, component: Component, name: str, title: str, contents: Sequence[Object]) -> None:
        nickname = self.words("virtual_table.bag", title=title, count=len(contents))
        made = objects.bag(self.guids.new(component.id, name, "bag"), nickname, contents)
        self.put("bags", component.id, [(made, objects.BAG)])

    def _copies(self, component: Component, piece: Piece) -> list[Object]:
        """The tiles of a piece, or its standing figures."""
        front = self.addresses[component.id, piece.id, "front"]
        back = self.addresses.get((component.id, piece.id, "back"), "")
        title, found = piece.title or component.title, []
        for copy in range(piece.copies):
            guid = self.guids.new(component.id, piece.id, copy)
            if component.stands:
                found.append(objects.figurine(guid, title, front, back))
            else:
                is_board = component.part == "boards"
                found.append(objects.tile(guid, title, piece.front, front, back, is_board=is_board))
        return found


def _save(drawn: DrawnKit, lying: Sequence[Object], texts: Texts) -> dict[str, Any]:
    """The root of the file. It holds no date: the same kit makes the same file."""
    tabs = {
        str(number): {
            "title": title,
            "body": text,
            "color": "Grey",
            "visibleColor": dict.fromkeys("rgb", 0.5),
            "id": number,
        }
        for number, (title, text) in enumerate(texts)
    }
    return {
        "SaveName": f"{drawn.kit.title} ({drawn.kit.variant})",
        "GameMode": drawn.kit.title,
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Date": "",
        "Table": "",
        "Sky": "",
        "Note": "",
        "Rules": "",
        "PlayerTurn": "",
        "XmlUI": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "TabStates": tabs,
        "VersionNumber": "",
        "ObjectStates": list(lying),
    }
