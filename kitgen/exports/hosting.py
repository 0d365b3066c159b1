"""Files that a program finds by their address: names that change with the content, and addresses that hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

from kitgen.diagnostics import Diagnostic, one_of, printable
from kitgen.errors import UsageError
from kitgen.exports.names import content_hash, safe_name

_KEPT_IN_A_PATH = "/%:@!$&'()*+,;=~"
"""Signs of a path that stay as they are; what is encoded already is not encoded again."""


@dataclass(frozen=True, slots=True)
class TableFiles:
    """What a virtual table gets: files by name, what the manifest says of each component, and what was noticed."""

    files: dict[str, bytes]
    objects: dict[str, dict[str, Any]]
    findings: tuple[Diagnostic, ...] = ()


def address_of(images_at: str, name: str) -> str:
    """Where a file is found: the address of its folder, one slash, its name percent-encoded.

    ``images_at`` has passed ``require_address``.
    """
    parts = urlsplit(images_at)
    path = quote(parts.path, safe=_KEPT_IN_A_PATH).rstrip("/")
    return urlunsplit((parts.scheme.lower(), parts.netloc, f"{path}/{quote(name, safe='')}", "", ""))


def require_address(images_at: str, schemes: Sequence[str], hint: str) -> None:
    """Refuse what is no address of a folder with one of the schemes; raises UsageError with the hint."""
    if not _is_address(images_at, schemes):
        kinds = one_of(f"{scheme}://" for scheme in schemes)
        message = (
            f"{printable(images_at)!r} is not the address of a folder: that begins with {kinds}, has a place, and no "
            f"query, password or sign that addresses cannot have"
        )
        raise UsageError(message, hint)


def _is_address(text: str, schemes: Sequence[str]) -> bool:
    try:
        parts = urlsplit(text)
        has_place = parts.path.startswith("/") if parts.scheme == "file" else bool(parts.hostname)
        _ = parts.port  # raises where it is no number
    except ValueError:
        return False
    written = text.isprintable() and text == text.strip() and not any(sign.isspace() for sign in parts.netloc)
    begins = f"{parts.scheme}://" == text[: len(parts.scheme) + 3].lower()
    is_whole = begins and not any(sign in text for sign in "?#\\") and parts.username is None
    return parts.scheme in schemes and has_place and written and is_whole


@dataclass(slots=True)
class Shelf:
    """Files that are found at an address, each content once.

    Programs keep what they have loaded from an address, so a name holds a hash of the content: what has changed has
    another address.
    """

    images_at: str
    files: dict[str, bytes] = field(default_factory=dict)
    _addresses: dict[bytes, str] = field(default_factory=dict)

    def add(self, words: Sequence[str], ending: str, data: bytes) -> str:
        """Put a file there, called by some words, and say where it is found."""
        if data not in self._addresses:
            name = f"{safe_name(*words)}-{content_hash(data)}.{ending}"
            self.files[name] = data
            self._addresses[data] = address_of(self.images_at, name)
        return self._addresses[data]
