"""Orders at MakePlayingCards, as mpc-autofill's desktop tool reads them: which picture goes onto which card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from kitgen.errors import UsageError
from kitgen.exports.pictures import Pictured

STOCKS: dict[str, str] = {
    "s27": "(S27) Smooth",
    "s30": "(S30) Standard Smooth",
    "s33": "(S33) Superior Smooth",
    "m31": "(M31) Linen",
    "p10": "(P10) Plastic",
}
"""Card that MakePlayingCards prints on, by its number."""


@dataclass(frozen=True, slots=True)
class _Slot:
    """One card of an order."""

    front: str
    back: str


def order_files(decks: Sequence[Pictured], stock: str, most: int) -> dict[str, bytes]:
    """One order for each size of cards: ``order.xml``, or several that name their pixels.

    Raises UsageError for more cards of a size than one order takes.
    """
    by_size: dict[tuple[int, int], list[Pictured]] = {}
    for deck in decks:
        by_size.setdefault((deck.canvas.width, deck.canvas.height), []).append(deck)
    files = {}
    for (width, height), of_size in by_size.items():
        slots = list(_slots(of_size))
        if len(slots) > most:
            message = f"there are {len(slots):,} cards of one size; MakePlayingCards takes {most} in one order"
            raise UsageError(message, "make a variant with fewer, and another with the rest")
        name = "order.xml" if len(by_size) == 1 else f"order_{width}x{height}.xml"
        files[name] = _order(slots, stock)
    return files


def _slots(decks: Sequence[Pictured]) -> Iterator[_Slot]:
    for deck in decks:
        for piece in deck.component.pieces:
            assert piece.back is not None, "every card has a back here"
            yield from [_Slot(deck.file(piece.front), deck.file(piece.back))] * piece.copies


def _order(slots: Sequence[_Slot], stock: str) -> bytes:
    order = ElementTree.Element("order")
    details = ElementTree.SubElement(order, "details")
    for tag, text in (("quantity", str(len(slots))), ("stock", STOCKS[stock]), ("foil", "false")):
        ElementTree.SubElement(details, tag).text = text
    common = Counter(slot.back for slot in slots).most_common(1)[0][0]
    _cards(order, "fronts", [slot.front for slot in slots])
    _cards(order, "backs", [slot.back if slot.back != common else "" for slot in slots])
    ElementTree.SubElement(order, "cardback").text = common
    ElementTree.indent(order)
    written: str = ElementTree.tostring(order, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{written}\n'.encode()


def _cards(order: ElementTree.Element, side: str, files: Sequence[str]) -> None:
    """One side: each picture once, with the slots that have it; none where all have the common back."""
    slots: dict[str, list[int]] = {}
    for number, file in enumerate(files):
        if file:
            slots.setdefault(file, []).append(number)
    if not slots:
        return
    of_side = ElementTree.SubElement(order, side)
    for file, numbers in slots.items():
        card = ElementTree.SubElement(of_side, "card")
        texts = {"id": file, "sourceType": "Local File", "slots": ",".join(map(str, numbers)), "name": file}
        for tag, text in (*texts.items(), ("query", file.removesuffix(".png").replace("_", " "))):
            ElementTree.SubElement(card, tag).text = text
