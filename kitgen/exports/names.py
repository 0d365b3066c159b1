"""File names that are the same on every disk and in every run: small letters, digits and hyphens."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from kitgen.components.kit import Component, Piece

LONGEST_WORD = 60
"""Signs of one word of a file's name."""

RESERVED = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")
"""What Windows calls its devices; no file can have such a name there."""


def safe_name(*words: str) -> str:
    """Words as a file's stem, parted by underscores, which no word has: ``recipes_tuna-tartare_front``.

    A word that must be changed for that ends with a hash of what it was, so that no two words become one, not even on
    a disk for which ``Tuna`` and ``tuna`` are the same.
    """
    return "_".join(_safe_word(word) for word in words)


def _safe_word(word: str) -> str:
    is_plain = re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", word) and len(word) <= LONGEST_WORD
    if is_plain and not RESERVED.fullmatch(word):
        return word
    plain = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode().lower()
    cut = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[: LONGEST_WORD - 9].strip("-")
    return f"{cut}-{content_hash(word.encode())}".removeprefix("-")


def side_words(component: Component, piece: Piece, side: str) -> tuple[str, ...]:
    """What the picture of a side of a piece is called; what needs no saying is left out.

    ``recipes tuna-tartare front``, and ``recipes back`` for all of them; ``tokens wine`` where there is no back;
    ``fish-market`` where there is one piece of that name.
    """
    is_common = side == "back" and len({id(other.back) for other in component.pieces}) == 1
    is_alone = len(component.pieces) == 1 and piece.id == component.id
    own = () if is_common or is_alone else (piece.id,)
    return (component.id, *own, *([side] if len(piece.sides) > 1 else []))


def content_hash(data: bytes) -> str:
    """Eight signs that tell one content from another."""
    return hashlib.sha256(data).hexdigest()[:8]
