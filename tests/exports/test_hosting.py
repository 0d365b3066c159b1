"""Addresses of pictures: joined as every browser would, and refused where nothing can be there."""

from __future__ import annotations

import pytest

from kitgen.errors import UsageError
from kitgen.exports.hosting import Shelf, address_of, require_address


@pytest.mark.parametrize(
    ("folder", "address"),
    [
        ("https://example.org", "https://example.org/a%20b.png"),
        ("https://example.org/", "https://example.org/a%20b.png"),
        ("https://example.org/kits//", "https://example.org/kits/a%20b.png"),
        ("HTTP://example.org:8000/k/", "http://example.org:8000/k/a%20b.png"),
        ("https://example.org/my kits/é", "https://example.org/my%20kits/%C3%A9/a%20b.png"),
        ("https://example.org/my%20kits", "https://example.org/my%20kits/a%20b.png"),
        ("file:///home/x/kit/", "file:///home/x/kit/a%20b.png"),
        ("file:///C:/kit", "file:///C:/kit/a%20b.png"),
        ("file:///", "file:///a%20b.png"),
    ],
)
def test_an_address_is_folder_slash_name(folder: str, address: str) -> None:
    assert address_of(folder, "a b.png") == address


@pytest.mark.parametrize(
    "folder",
    ["", "pictures", "/home/x", "C:\\kit", "ftp://example.org", "https://", "https:///x", "https:example.org", "file:x",
     "https://exa mple.org", "https://example.org/?v=1", "https://example.org/#top", "https://[::1", "javascript:x()",
     "https://example.org:port/", "https://example.org/\n", " https://example.org"],
)  # fmt: skip
def test_what_is_no_address_is_refused(folder: str) -> None:
    with pytest.raises(UsageError) as refused:
        require_address(folder, ("https", "http", "file"), "write another")
    assert refused.value.hint == "write another"
    assert "\n" not in refused.value.message


@pytest.mark.parametrize(
    "folder", ["https://example.org", "http://localhost:8000/k", "file:///x", "HTTPS://EXAMPLE.org/"]
)
def test_what_is_an_address_passes(folder: str) -> None:
    require_address(folder, ("https", "http", "file"), "write another")
    scheme, _, rest = folder.rstrip("/").partition("://")
    assert address_of(folder, "a.png") == f"{scheme.lower()}://{rest}/a.png"


def test_only_the_wanted_kinds_of_address_pass() -> None:
    with pytest.raises(UsageError, match="http"):
        require_address("file:///x", ("https", "http"), "write another")


def test_a_shelf_has_each_content_once_by_a_name_of_its_own() -> None:
    shelf = Shelf("https://example.org")
    one, again, other = (shelf.add([word], "png", data) for word, data in (("a", b"1"), ("b", b"1"), ("a", b"2")))
    assert one == again != other
    assert len(shelf.files) == 2
    assert sorted(shelf.files.values()) == [b"1", b"2"]


def test_names_of_files_are_safe_whatever_pieces_are_called() -> None:
    shelf = Shelf("https://example.org")
    shelf.add(["Tuna/../é", "CON"], "png", b"1")
    (name,) = shelf.files
    assert name.isascii()
    assert name == name.lower()
    assert not set(name) & set("/\\: ")
    assert name.count(".") == 1
