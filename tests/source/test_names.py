"""Which file a variant's name means."""

from __future__ import annotations

import os
import shutil
import socket
from pathlib import Path

import pytest

from kitgen.errors import FilesError, UsageError
from kitgen.source.names import find_variant, known_variants
from kitgen.source.resources import resource_folder

BASES = {"fish-cook": "classic"}
CLASSIC = resource_folder("variants") / "fish-cook" / "classic.yaml"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, and no $KITGEN_PATH."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KITGEN_PATH", raising=False)
    return tmp_path


def touch(name: str) -> Path:
    """An empty file below the working folder."""
    file = Path(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("", encoding="utf-8")
    return file


def find(name: str, near: Path | None = None) -> Path:
    return find_variant(name, BASES, near)


@pytest.mark.parametrize("name", ["classic", "fish-cook/classic", "fish-cook"])
def test_the_classic_by_any_of_its_names(name: str) -> None:
    assert find(name).samefile(CLASSIC)


@pytest.mark.parametrize("name", ["x.yaml", "./x.yaml", "sub/../x.yaml", "x.yml", "./x.yml"])
def test_a_path_is_a_path(name: str) -> None:
    touch("sub/y.yaml")
    file = touch(Path(name).name)
    assert find(name).samefile(file)


def test_an_absolute_path(folder: Path) -> None:
    file = touch("x.yaml")
    assert find(str(folder / "x.yaml")).samefile(file)


def test_a_path_from_the_home_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    file = touch("x.yaml")
    assert find("~/x.yaml").samefile(file)


def test_a_path_without_an_ending_that_is_a_file() -> None:
    file = touch("games/mine")
    assert find("games/mine").samefile(file)


def test_a_path_counts_from_the_file_that_says_it(folder: Path) -> None:
    touch("x.yaml")
    beside = touch("deep/x.yaml")
    assert find("x.yaml", folder / "deep").samefile(beside)


def test_variants_in_the_working_folder_and_on_the_path_are_known_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    here, shelf, flat = (
        touch("variants/fish-cook/here.yaml"),
        touch("shelf/fish-cook/on-shelf.yml"),
        touch("shelf/flat.yaml"),
    )
    monkeypatch.setenv("KITGEN_PATH", os.pathsep.join(["nowhere", "shelf", ""]))
    for name, file in [
        ("here", here),
        ("fish-cook/here", here),
        ("on-shelf", shelf),
        ("fish-cook/on-shelf", shelf),
        ("flat", flat),
    ]:
        assert find(name).samefile(file), name


def test_shipped_variants_come_before_the_working_folder_and_that_before_the_path(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    touch("variants/fish-cook/classic.yaml")
    first = touch("variants/fish-cook/mine.yaml")
    touch("shelf/fish-cook/mine.yaml")
    monkeypatch.setenv("KITGEN_PATH", "shelf")
    assert find("classic").samefile(CLASSIC)
    assert find("mine").samefile(first)


def test_a_name_that_means_two_variants_is_refused_with_both(monkeypatch: pytest.MonkeyPatch) -> None:
    touch("shelf/fish-cook/twin.yaml")
    touch("shelf/other-game/twin.yaml")
    monkeypatch.setenv("KITGEN_PATH", "shelf")
    with pytest.raises(UsageError) as refused:
        find("twin")
    assert "'twin'" in refused.value.message
    assert "fish-cook/twin" in refused.value.hint
    assert "other-game/twin" in refused.value.hint
    assert find("other-game/twin").name == "twin.yaml"


def test_a_base_variant_wins_over_namesakes(monkeypatch: pytest.MonkeyPatch) -> None:
    touch("shelf/other-game/classic.yaml")
    monkeypatch.setenv("KITGEN_PATH", "shelf")
    assert find("classic").samefile(CLASSIC)


def test_classic_and_a_games_name_always_mean_the_base_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    """However an author calls files of their own."""
    for name in ("variants/classic.yaml", "variants/fish-cook.yaml", "shelf/classic.yaml", "classic.yaml"):
        touch(name)
    monkeypatch.setenv("KITGEN_PATH", "shelf")
    assert find("classic").samefile(CLASSIC)
    assert find("fish-cook").samefile(CLASSIC)
    assert find("./classic.yaml").samefile("classic.yaml")


def test_game_and_variant_always_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a file in no game's folder too; one in its folder comes first."""
    flat = touch("variants/mine.yaml")
    assert find("fish-cook/mine").samefile(flat)
    nested = touch("variants/fish-cook/mine.yaml")
    assert find("fish-cook/mine").samefile(nested)
    with pytest.raises(UsageError, match="more than one") as refused:
        find("mine")
    assert "fish-cook/mine or variants/mine.yaml" in refused.value.hint


def test_a_file_never_means_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is called as a shipped variant extends that one."""
    mine = touch("variants/quick.yaml")
    shipped = resource_folder("variants") / "fish-cook" / "quick.yaml"
    assert find_variant("quick", BASES, mine.parent, but_not=mine).samefile(shipped)
    only = touch("variants/only.yaml")
    with pytest.raises(UsageError, match="there is no variant 'only'"):
        find_variant("only", BASES, only.parent, but_not=only)


def test_a_name_may_at_last_mean_the_file_right_here_or_beside_the_one_that_says_it() -> None:
    here = touch("hungry.yaml")
    beside = touch("deep/parent.yml")
    assert find("hungry").samefile(here)
    assert find("parent", Path("deep")).samefile(beside)
    known = touch("variants/hungry.yaml")
    assert find("hungry").samefile(known)


@pytest.mark.parametrize(
    ("name", "near"), [("clasic", "classic"), ("fish-cok", "fish-cook"), ("fish-cook/clasic", "fish-cook/classic")]
)
def test_a_misspelt_name_gets_the_nearest_and_the_places_looked_at(
    name: str, near: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    touch("shelf/fish-cook/some.yaml")
    monkeypatch.setenv("KITGEN_PATH", "shelf")
    with pytest.raises(UsageError) as refused:
        find(name)
    assert repr(name) in refused.value.message
    assert f"did you mean {near!r}?" in refused.value.hint
    assert "shelf" in refused.value.hint
    assert str(resource_folder("variants")) in refused.value.hint


@pytest.mark.parametrize("name", ["x.yaml", "./x.yaml", "./x", "/nowhere/x.yaml", "sub/x.yaml", "..yaml"])
def test_a_path_that_leads_nowhere_is_a_missing_file(name: str) -> None:
    with pytest.raises(FilesError) as refused:
        find(name)
    assert "x" in refused.value.message or name in refused.value.message
    assert refused.value.hint


def test_a_folder_is_no_variant() -> None:
    Path("games").mkdir()
    with pytest.raises(FilesError) as refused:
        find("games")
    assert "folder" in refused.value.message
    assert "inside" in refused.value.hint


@pytest.mark.parametrize("name", ["", " ", "zzz", "a\0b", "a\nb", "x" * 300, "x" * 5_000, "a/" * 3_000, "é", "*", "-"])
def test_any_other_name_is_an_unknown_variant(name: str) -> None:
    with pytest.raises(UsageError) as refused:
        find(name)
    assert refused.value.message.isprintable()


@pytest.mark.parametrize(
    "name", ["a\0b.yaml", f"{'x' * 300}.yaml", f"{'x/' * 3_000}a.yaml", "~nobody-of-this-name/x.yaml"]
)
def test_a_path_that_cannot_be_is_a_missing_file(name: str) -> None:
    with pytest.raises(FilesError) as refused:
        find(name)
    assert refused.value.message.isprintable()


def test_a_socket_or_a_dangling_link_among_the_variants_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    touch("shelf/fish-cook/some.yaml")
    Path("shelf/fish-cook/gone.yaml").symlink_to("nowhere")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("shelf/s.yaml")
        monkeypatch.setenv("KITGEN_PATH", "shelf")
        assert find("some").name == "some.yaml"


def test_known_variants_hold_what_is_shipped_and_nothing_that_is_not_yaml(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("shelf/fish-cook/words.txt", "shelf/fish-cook/art/fish-1.svg", "shelf/fish-cook/mine.yaml"):
        touch(name)
    monkeypatch.setenv("KITGEN_PATH", "shelf")
    shipped = {f"{file.parent.name}/{file.stem}" for file in resource_folder("variants").glob("*/*.yaml")}
    assert set(known_variants()) == shipped | {"fish-cook/mine"}
    shutil.rmtree("shelf")
    assert set(known_variants()) == shipped


def test_what_is_no_file_is_no_variant(folder: Path) -> None:
    """Links that lead round, pipes, folders: nothing of the kind stands in the way of others."""
    mine = touch("variants/mine.yaml")
    (folder / "variants" / "round.yaml").symlink_to("round.yaml")
    (folder / "variants" / "loop").symlink_to(".")
    (folder / "variants" / "folder.yaml").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "variants" / "pipe.yaml")
    assert not {"round", "folder", "pipe"} & {name.split("/")[-1] for name in known_variants()}
    assert find("mine").samefile(mine)


def test_places_that_cannot_be_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    touch("variants/mine.yaml")
    monkeypatch.setenv("KITGEN_PATH", os.pathsep.join(["x" * 300, "\x1b[31m", "nowhere"]))
    assert find("mine").name == "mine.yaml"
    with pytest.raises(UsageError) as refused:
        find("nobody")
    assert "\x1b" not in refused.value.hint
