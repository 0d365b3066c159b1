"""Single files: written whole or not at all, and never in the place of something else."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from kitgen.errors import FilesError
from kitgen.files import require_writable, write_file

OURS = "<!-- ours -->"

posix = pytest.mark.skipif(sys.platform != "linux", reason="links, pipes and devices differ")


def test_a_file_is_written_and_nothing_else(tmp_path: Path) -> None:
    write_file(tmp_path / "a.txt", "one\n", "--to")
    write_file(tmp_path / "a.txt", "two\n", "--to")
    assert {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()} == {"a.txt": "two\n"}


@posix
def test_others_may_read_it_as_they_may_read_other_files(tmp_path: Path) -> None:
    write_file(tmp_path / "a.txt", "one\n", "--to")
    (tmp_path / "usual.txt").touch()
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("a.txt", "usual.txt")}
    assert len(modes) == 1


@posix
@pytest.mark.parametrize("trap", [".a.txt.part", ".a.txt", ".kitgen"])
def test_no_link_that_lies_in_wait_is_written_through(tmp_path: Path, trap: str) -> None:
    foreign = tmp_path / "foreign"
    foreign.write_text("Dear aunt", encoding="utf-8")
    (tmp_path / trap).symlink_to(foreign)
    write_file(tmp_path / "a.txt", "one\n", "--to")
    assert foreign.read_text("utf-8") == "Dear aunt"
    assert (tmp_path / trap).is_symlink()


@posix
def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text(OURS, encoding="utf-8")
    (tmp_path / "link.txt").symlink_to("real.txt")
    write_file(tmp_path / "link.txt", f"{OURS} new", "--to", ours=OURS)
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text("utf-8") == f"{OURS} new"


@posix
def test_a_link_to_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("Dear aunt", encoding="utf-8")
    (tmp_path / "link.txt").symlink_to("real.txt")
    with pytest.raises(FilesError, match="is not one of kitgen's"):
        write_file(tmp_path / "link.txt", OURS, "--to", ours=OURS)
    assert (tmp_path / "real.txt").read_text("utf-8") == "Dear aunt"


def test_a_text_that_only_quotes_ours_is_not_ours(tmp_path: Path) -> None:
    letter = "Dear aunt, " * 300 + OURS
    (tmp_path / "letter.txt").write_text(letter, encoding="utf-8")
    with pytest.raises(FilesError, match="is not one of kitgen's"):
        write_file(tmp_path / "letter.txt", OURS, "--to", ours=OURS)
    assert (tmp_path / "letter.txt").read_text("utf-8") == letter


def test_bytes_are_written_as_they_are(tmp_path: Path) -> None:
    write_file(tmp_path / "a.bin", b"\xff\x00\r\n", "--to")
    assert (tmp_path / "a.bin").read_bytes() == b"\xff\x00\r\n"


@pytest.mark.parametrize("old", [b"mine", b"x" * 5_000 + b"mine" + b"y" * 1_000])
def test_a_file_that_says_at_its_end_whose_it_is_is_replaced(tmp_path: Path, old: bytes) -> None:
    (tmp_path / "a.pdf").write_bytes(old)
    write_file(tmp_path / "a.pdf", b"new", "--to", ours=b"mine")
    assert (tmp_path / "a.pdf").read_bytes() == b"new"


@pytest.mark.parametrize("old", [b"", b"yours", b"mine" + b"y" * 5_000])
def test_a_file_that_does_not_say_so_at_its_end_stays(tmp_path: Path, old: bytes) -> None:
    (tmp_path / "a.pdf").write_bytes(old)
    with pytest.raises(FilesError, match="is not one of kitgen's"):
        write_file(tmp_path / "a.pdf", b"new", "--to", ours=b"mine")
    assert (tmp_path / "a.pdf").read_bytes() == old


@posix
@pytest.mark.parametrize("place", ["pipe", "/dev/full", "/dev/null", "/dev/zero", "folder"])
@pytest.mark.parametrize("ours", ["", OURS])
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, place: str, ours: str) -> None:
    """Reading a pipe or an endless device would never come to an end."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    with pytest.raises(FilesError, match=r"is (no file|a folder).*; nothing was written"):
        require_writable(tmp_path / place, "--to", ours)


@posix
@pytest.mark.parametrize("name", ["x" * 300, "no/such/a.txt", "a.txt/b.txt", "nul\0", "loop"])
def test_what_cannot_be_written_is_refused_before_it_is_made(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.txt").touch()
    (tmp_path / "loop").symlink_to("loop")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(FilesError, match=r"cannot write .*") as refused:
        require_writable(tmp_path / name, "--to")
    assert "--to" in refused.value.hint
    assert sorted(tmp_path.iterdir()) == before


@posix
def test_a_folder_in_which_nothing_can_be_made_is_refused_before_it_is_made(tmp_path: Path) -> None:
    """Not even the superuser makes files there."""
    with pytest.raises(FilesError, match=r"cannot write /proc/a\.txt"):
        require_writable(Path("/proc/a.txt"), "--to")


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    write_file(tmp_path / ("x" * 251 + ".txt"), "one\n", "--to")
    assert len(list(tmp_path.iterdir())) == 1


def test_a_disk_that_is_full_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.txt"
    write_file(file, "one\n", "--to")

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(FilesError, match="No space left"):
        write_file(file, "two\n", "--to")
    assert [(one.name, one.read_text("utf-8")) for one in tmp_path.iterdir()] == [("a.txt", "one\n")]


def test_signs_that_are_no_text_are_replaced(tmp_path: Path) -> None:
    """They come from names of files, which may be any bytes."""
    write_file(tmp_path / "a.txt", "b\udce9te\n", "--to")
    assert (tmp_path / "a.txt").read_text("utf-8") == "b?te\n"
