"""Objects of Tabletop Simulator's save format, each with every base field.

Fields and their meaning by the program's public knowledge base; docs/virtual-tables.md says what of it nobody has
confirmed. Sizes in units of the table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kitgen.components.kit import Component, Face
from kitgen.components.outlines import is_round
from kitgen.exports.card_sheets import DeckPlan
from kitgen.exports.table_layout import Size, Spot

Object = dict[str, Any]
"""An object as it stands in the file."""

CARD = (63_500, 88_900)
"""The card that the program shows at scale 1."""

CARD_WIDTH = 2.2
"""What that card takes of the table."""

UNIT = CARD[0] / CARD_WIDTH
"""Micrometres of the printed kit that are one unit of the table, the same for all that is flat."""

TILE_SIDE = 2.0
"""What a stretched tile takes of the table at scale 1, both ways."""

THICKNESS = 0.1
TABLE_TOP = 1.0
"""How high the table is; things begin just above it, and drop."""

DROP = 0.1
BAG, DIE, PDF = Size(3.0, 3.0), Size(1.4, 1.4), Size(5.0, 7.0)
"""What is kept free for things whose size the format does not tell."""

PDF_SCALE = 2.0
DICE = (4, 6, 8, 10, 12, 20)
"""Faces of the dice that the program has."""

BOX, CIRCLE, ROUNDED = 0, 2, 3
"""Shapes of tiles."""

CARD_TINT = 0.7132353
"""The grey that other projects tint cards with."""


@dataclass(slots=True)
class Guids:
    """Six hexadecimal digits for each object, made from what it is, none twice."""

    given: set[str] = field(default_factory=set)

    def new(self, *what: str | int) -> str:
        """The digits of an object that is called so."""
        name, attempt = "/".join(map(str, what)), 0
        while True:
            guid = hashlib.sha256(f"{name}#{attempt}".encode()).hexdigest()[:6]
            if guid not in self.given:
                self.given.add(guid)
                return guid
            attempt += 1


def flat_size(width: int, height: int) -> Size:
    """What a flat thing takes of the table, from its trim."""
    return Size(width / UNIT, height / UNIT)


def base(guid: str, name: str, nickname: str, *, scale: Sequence[float] = (1, 1, 1), tint: float = 1.0) -> Object:
    """What every object has. It lies face up in the middle until it is ``placed``."""
    return {
        "GUID": guid,
        "Name": name,
        "Transform": {
            **dict.fromkeys(("posX", "posY", "posZ"), 0.0),
            "rotX": 0.0,
            "rotY": 180.0,
            "rotZ": 0.0,
            **{f"scale{axis}": round(float(value), 4) for axis, value in zip("XYZ", scale, strict=True)},
        },
        "Nickname": nickname,
        "Description": "",
        "GMNotes": "",
        "ColorDiffuse": dict.fromkeys("rgb", tint),
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": False,
        "Hands": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def placed(thing: Object, spot: Spot) -> Object:
    """The object with its middle at a spot, just above the table."""
    position = {"posX": round(spot.x, 4), "posY": round(TABLE_TOP + DROP, 4), "posZ": round(spot.z, 4)}
    return thing | {"Transform": thing["Transform"] | position}


def tile(guid: str, nickname: str, face: Face, front: str, back: str = "", *, is_board: bool = False) -> Object:
    """Something flat at its size: round where its outline is, a board locked in its place."""
    size = flat_size(face.width, face.height)
    made = base(guid, "Custom_Tile", nickname, scale=(size.width / TILE_SIDE, 1, size.depth / TILE_SIDE))
    shape = {"Type": _shape(face), "Thickness": THICKNESS, "Stackable": not is_board, "Stretch": True}
    return made | {
        "Locked": is_board,
        "CustomImage": {"ImageURL": front, "ImageSecondaryURL": back, "WidthScale": 0.0, "CustomTile": shape},
    }


def _shape(face: Face) -> int:
    """Discs are round; what is as wide as high has round corners; the rest is a box."""
    if is_round(face):
        return CIRCLE
    return ROUNDED if face.width == face.height else BOX


def figurine(guid: str, nickname: str, front: str, back: str) -> Object:
    """A picture that stands, with another behind it."""
    image = {"ImageURL": front, "ImageSecondaryURL": back, "WidthScale": 0.0}
    return base(guid, "Figurine_Custom", nickname) | {"CustomImage": image}


def die(guid: str, nickname: str, faces: int, description: str) -> Object:
    """A die of the program's own."""
    return base(guid, f"Die_{faces}", nickname) | {"Description": description}


def bag(guid: str, nickname: str, contents: Sequence[Object]) -> Object:
    """A bag that holds just these."""
    return base(guid, "Bag", nickname) | {"ContainedObjects": list(contents)}


def pdf(guid: str, nickname: str, address: str) -> Object:
    """A document to leaf through."""
    document = {"PDFUrl": address, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
    return base(guid, "Custom_PDF", nickname, scale=(PDF_SCALE, 1, PDF_SCALE)) | {"CustomPDF": document}


def cards(plan: DeckPlan, sheets: Sequence[tuple[str, str]], first_key: int, guids: Guids) -> Object:
    """A deck face down, or the one card that there is.

    ``sheets`` has the addresses of each sheet's fronts and backs; its key is ``first_key`` and so on.
    """
    component = plan.component
    custom = {first_key + number: _custom_deck(plan, *addresses) for number, addresses in enumerate(sheets)}
    titles = [piece.title or component.title for piece in component.pieces for _ in range(piece.copies)]
    contained = [
        _card(guids.new(component.id, "card", number), title, component, (first_key + sheet, index), custom)
        for number, (title, (sheet, index)) in enumerate(zip(titles, plan.slots, strict=True), start=1)
    ]
    if len(contained) == 1:
        return contained[0] | {"Name": "CardCustom"}
    return _lying_cards(guids.new(component.id, "deck"), "DeckCustom", component.title, component) | {
        "Hands": False,
        "DeckIDs": [card["CardID"] for card in contained],
        "CustomDeck": {str(key): deck for key, deck in custom.items()},
        "ContainedObjects": contained,
    }


def _custom_deck(plan: DeckPlan, front: str, back: str) -> Object:
    return {
        "FaceURL": front,
        "BackURL": back,
        "NumWidth": plan.grid.columns,
        "NumHeight": plan.grid.rows,
        # Where all have one back, that is what the last cell shows; else each card hides behind its own.
        "BackIsHidden": plan.backs_differ,
        "UniqueBack": plan.backs_differ,
        "Type": 0,
    }


def _card(guid: str, title: str, component: Component, slot: tuple[int, int], custom: Mapping[int, Object]) -> Object:
    key, index = slot
    card = _lying_cards(guid, "Card", title, component)
    return card | {"CardID": key * 100 + index, "CustomDeck": {str(key): custom[key]}}


def _lying_cards(guid: str, name: str, title: str, component: Component) -> Object:
    """A card or a deck, face down. The program shapes cards by their picture, so both ways have one scale."""
    width, height = component.size
    scale = height / CARD[1]
    made = base(guid, name, title, scale=(scale, 1, scale), tint=CARD_TINT)
    made["Transform"]["rotZ"] = 180.0
    return made | {"HideWhenFaceDown": True, "Hands": True, "SidewaysCard": width > height}
