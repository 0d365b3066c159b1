"""watch: a save brings a fresh kit and a fresh verdict, as far as the change asks for it; broken states do no harm."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from kitgen import pipeline
from kitgen.errors import KitgenError
from kitgen.pipeline import watching
from kitgen.pipeline.building import BuiltKit
from kitgen.pipeline.checking import CheckedVariant
from kitgen.pipeline.loading import LoadedVariant
from kitgen.pipeline.watching import Watch, is_read, plays_otherwise, saves


@dataclass
class Heard:
    """What a watch has told."""

    told: list[str] = field(default_factory=list)

    def faults(self, fault: KitgenError) -> None:
        self.told.append(f"faults: {fault.message}")

    def kit(self, built: BuiltKit, seconds: float) -> None:
        self.told.append(f"kit {built.manifest['title']}")

    def verdict(self, found: CheckedVariant, seconds: float) -> None:
        self.told.append(f"verdict {found.variant.model.set_up.money}")

    def same(self, seconds: float) -> None:
        self.told.append("same")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A homebrew in an empty working folder."""
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "mine.yaml"
    mine.write_text("extends: classic\ntitle: One\n", encoding="utf-8")
    return mine


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def watch(file: Path, heard: Heard, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    """A watch whose checks take no time, and whose kits hold the tokens only."""

    def check(variant: LoadedVariant, **_: Any) -> CheckedVariant:
        return CheckedVariant(variant, None, None, ())  # type: ignore[arg-type]

    monkeypatch.setattr(watching, "check", check)

    def make(variant: LoadedVariant) -> BuiltKit:
        return pipeline.build(variant, only=["tokens"], out=Path("kit"))

    made = Watch(str(file), [], make, heard)
    yield made
    made.stop()


def save(watch: Watch, file: Path, text: str, heard: Heard) -> list[str]:
    """Save a text, and what is told of it."""
    file.write_text(text, encoding="utf-8")
    before = len(heard.told)
    watch.save()
    watch.finish()
    return heard.told[before:]


def test_each_save_brings_a_kit_and_a_verdict(watch: Watch, file: Path, heard: Heard) -> None:
    assert save(watch, file, "extends: classic\ntitle: One\n", heard) == ["kit One", "verdict 100"]
    money = "extends: classic\ntitle: One\nset_up: {money: 90}\n"
    assert save(watch, file, money, heard) == ["kit One", "verdict 90"]
    assert json.loads(Path("kit/manifest.json").read_text("utf-8"))["digest"] == pipeline.load("mine.yaml").digest


def test_what_only_looks_otherwise_is_not_played_again(watch: Watch, file: Path, heard: Heard) -> None:
    save(watch, file, "extends: classic\ntitle: One\n", heard)
    assert save(watch, file, "extends: classic\ntitle: Two\n", heard) == ["kit Two"]
    assert save(watch, file, "extends: classic\ntitle: Two\ncards: {fronts: bleed}\n", heard) == ["kit Two"]


def test_a_comment_changes_nothing(watch: Watch, file: Path, heard: Heard) -> None:
    save(watch, file, "extends: classic\ntitle: One\n", heard)
    assert save(watch, file, "# why\nextends: classic\ntitle: One\n", heard) == ["same"]


@pytest.mark.parametrize(
    "broken", ["title: [", "extends: clasic\n", "extends: classic\nset_up: {money: x}\n", "", "extends: ./mine.yaml\n"]
)
def test_broken_states_are_told_and_the_last_good_kit_stays(
    watch: Watch, file: Path, heard: Heard, broken: str
) -> None:
    save(watch, file, "extends: classic\ntitle: One\n", heard)
    kit = Path("kit/tokens.pdf").read_bytes()
    (told,) = save(watch, file, broken, heard)
    assert told.startswith("faults: mine.yaml has errors")
    assert Path("kit/tokens.pdf").read_bytes() == kit
    again = save(watch, file, "extends: classic\ntitle: One\n", heard)
    assert again == ["kit One"], "that it is well again is told; the game is the one that was played"


def test_a_file_that_is_gone_for_a_moment_does_no_harm(watch: Watch, file: Path, heard: Heard) -> None:
    """Some editors take the old file away before the new one is there."""
    save(watch, file, "extends: classic\ntitle: One\n", heard)
    file.unlink()
    watch.save()
    assert "there is no file" in heard.told[-1]
    assert save(watch, file, "extends: classic\ntitle: Two\n", heard) == ["kit Two"]


def test_a_kit_that_does_not_fit_is_told_and_the_next_save_heals_it(watch: Watch, file: Path, heard: Heard) -> None:
    wide = "extends: classic\nkinds: {wine: {letter: Ж}}\n"
    told = save(watch, file, wide, heard)
    assert any(one.startswith("faults:") for one in told)
    assert save(watch, file, "extends: classic\ntitle: One\n", heard)[0] == "kit One"


def test_own_words_and_drawings_count(watch: Watch, file: Path, heard: Heard) -> None:
    save(watch, file, "extends: classic\ntitle: One\n", heard)
    (file.parent / "words.en.yaml").write_text("kit: {tokens: Tiles}\n", encoding="utf-8")
    watch.save()
    watch.finish()
    assert heard.told[-1] == "kit One"
    assert file.parent in [folder.resolve() for folder in watch.folders()]
    (file.parent / "art").mkdir()
    assert (file.parent / "art") in [folder.resolve() for folder in watch.folders()]


def test_a_later_save_gives_up_the_check_of_an_older_state(
    file: Path, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its verdict is never told."""

    def check(variant: LoadedVariant, *, progress: Any, **_: Any) -> CheckedVariant:
        while variant.model.set_up.money == 90:
            progress(1)
            time.sleep(0.01)
        return CheckedVariant(variant, None, None, ())  # type: ignore[arg-type]

    monkeypatch.setattr(watching, "check", check)
    watch = Watch(str(file), [], lambda variant: pipeline.build(variant, only=["tokens"], out=Path("kit")), heard)
    file.write_text("extends: classic\nset_up: {money: 90}\n", encoding="utf-8")
    watch.save()
    assert save(watch, file, "extends: classic\nset_up: {money: 80}\n", heard) == ["kit Fish Cook", "verdict 80"]
    assert "verdict 90" not in heard.told


@pytest.mark.parametrize(("name", "read"), [
    ("a/mine.yaml", True), ("a/x.yml", True), ("a/r.csv", True), ("a/rules.en.md.j2", True), ("a/art/x.svg", True),
    ("a/mine.yaml~", False), ("a/.mine.yaml.swp", False), ("a/kit.pdf", False), ("a/notes.txt", False),
])  # fmt: skip
def test_only_what_a_variant_may_read_wakes_it(name: str, read: bool) -> None:
    assert is_read(Path(name)) == read


def test_looks_are_no_play() -> None:
    classic = pipeline.load("classic")
    assert not plays_otherwise(classic, pipeline.load("classic", ["title=Two"]))
    assert plays_otherwise(classic, pipeline.load("classic", ["set_up.money=90"]))


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_the_command_sees_a_save_and_ends_well(file: Path) -> None:
    command = [sys.executable, "-m", "kitgen.cli", "watch", "mine.yaml", "--no-check", "--out", "kit"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline().startswith(b"kit: ")
            time.sleep(1)
            aside = file.with_name("mine.yaml.new")
            aside.write_text("extends: classic\ntitle: Two\n", encoding="utf-8")
            aside.replace(file)  # as editors save
            assert process.stdout.readline().startswith(b"kit: ")
            assert json.loads(Path("kit/manifest.json").read_text("utf-8"))["title"] == "Two"
            os.killpg(process.pid, signal.SIGINT)
            _, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == 0
    assert err.splitlines() == [b"watching mine.yaml and what it reads; Ctrl-C ends"]


# ── However a state comes about ─────────────────────────────────────────────────────────────────────────────────────


def watched(*arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "kitgen.cli", "watch", *arguments, "--no-check", "--out", "kit"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0)


def heard_until(process: subprocess.Popen[bytes], words: str) -> str:
    """What a watch says, until it has said some words."""
    assert process.stdout is not None
    lines: list[str] = []
    while words not in (lines or [""])[-1]:
        line = process.stdout.readline()
        assert line, lines
        lines.append(line.decode())
    return "".join(lines)


def write(name: str, text: str) -> None:
    place = Path(name)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")


def mend_in_variants() -> None:
    write("variants/b.yaml", "extends: classic\ntitle: Two\n")


def mend_the_parent() -> None:
    write("par/p.yaml", "extends: classic\ntitle: Two\n")


def bring_the_table() -> None:
    write("t/x.csv", "id,size,ingredients,main,bonus\nsoup,1,wine roe,20,3\n")


def bring_the_folder() -> None:
    Path("gone").rename("f")


BROKEN = {
    "a mend in ./variants": ("b", {"variants/b.yaml": "extends: classic\ntitle: {}\n"}, mend_in_variants),
    "a mended parent elsewhere": (
        "c.yaml", {"c.yaml": "extends: ./par/p.yaml\n", "par/p.yaml": "title: {}\n"}, mend_the_parent,
    ),
    "a parent that appears": ("c.yaml", {"c.yaml": "extends: ./par/p.yaml\n"}, mend_the_parent),
    "a table that appears": ("c.yaml", {"c.yaml": "extends: classic\nrecipes: t/x.csv\n"}, bring_the_table),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_whatever_mends_a_variant_that_was_broken_from_the_start_is_seen(file: Path, what: str) -> None:
    name, files, mend = BROKEN[what]
    for path, text in files.items():
        write(path, text)
    with watched(name) as process:
        try:
            heard_until(process, "has errors")
            mend()
            heard_until(process, "kit: ")
        finally:
            process.kill()


def test_a_folder_that_goes_and_comes_back_and_a_link_are_seen(file: Path) -> None:
    write("real/s.yaml", "extends: classic\ntitle: One\n")
    Path("f").mkdir()
    Path("f/x.yaml").symlink_to("../real/s.yaml")
    with watched("f/x.yaml") as process:
        try:
            heard_until(process, "kit: ")
            write("real/s.yaml", "extends: classic\ntitle: Two\n")
            heard_until(process, "kit: ")
            assert json.loads(Path("kit/manifest.json").read_text("utf-8"))["title"] == "Two"
            Path("f").rename("gone")
            heard_until(process, "there is no file")
            bring_the_folder()
            heard_until(process, "kit: ")
        finally:
            process.kill()


def test_a_save_during_the_first_build_is_seen(file: Path) -> None:
    with watched("mine.yaml") as process:
        try:
            heard_until(process, "Ctrl-C ends")
            time.sleep(0.3)
            file.write_text("extends: classic\ntitle: Two\n", encoding="utf-8")
            for _ in range(2):
                heard_until(process, "kit: ")
                if json.loads(Path("kit/manifest.json").read_text("utf-8"))["title"] == "Two":
                    break
            else:
                raise AssertionError("the second title was never built")
        finally:
            process.kill()


def test_a_kit_that_was_deleted_is_built_again(watch: Watch, file: Path, heard: Heard) -> None:
    save(watch, file, "extends: classic\ntitle: One\n", heard)
    shutil.rmtree("kit")
    assert save(watch, file, "# why\nextends: classic\ntitle: One\n", heard) == ["kit One"]
    assert Path("kit/tokens.pdf").is_file()


def test_a_fault_of_ours_in_a_check_ends_the_watch(
    watch: Watch, file: Path, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not lost in a thread that nobody listens to."""
    monkeypatch.setattr(heard, "verdict", lambda *_: 1 // 0)
    save(watch, file, "extends: classic\ntitle: One\n", heard)
    assert isinstance(watch.failure, ZeroDivisionError)
    with pytest.raises(ZeroDivisionError):
        next(saves(watch))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["nosuch"], 2), (["nosuch.yaml"], 4), (["nope/x.yaml"], 4), (["."], 4), (["mine.yaml", "--paper", "xx"], 2),
     (["mine.yaml", "--lang", "xx"], 2), (["mine.yaml", "--set", "nonsense"], 2)],
)  # fmt: skip
def test_what_no_save_can_mend_is_told_at_once(file: Path, arguments: list[str], code: int) -> None:
    with watched(*arguments) as process:
        out, _ = process.communicate(timeout=60)
    assert process.returncode == code
    assert b"Traceback" not in out


def test_a_file_that_goes_while_it_is_looked_at_ends_no_watch(
    watch: Watch, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the listing of a folder and the look at a file, an editor may take the file away."""
    real = Path.iterdir
    monkeypatch.setattr(Path, "iterdir", lambda folder: iter([*real(folder), folder / "gone.yaml"]))
    assert {Path(name).name for name in watch.state() if "mine" in name or "gone" in name} == {"mine.yaml"}
