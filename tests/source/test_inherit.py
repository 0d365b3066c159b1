"""extends, remove and --set: chains of files, the merge, and every way in which they can go wrong."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from source.marked import Found, errors, marked, unclear

from kitgen.diagnostics import Diagnostic, errors_in
from kitgen.errors import FilesError, KitgenError, UsageError, VariantError
from kitgen.pipeline import LoadedVariant, load
from kitgen.source.inherit import read_bytes

WriteFiles = Callable[[Mapping[str, str]], None]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WriteFiles:
    """Writes files below an empty working folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KITGEN_PATH", raising=False)

    def write(files: Mapping[str, str]) -> None:
        for name, text in files.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(text, encoding="utf-8")

    return write


def valid(name: str, *settings: str) -> Any:
    """The model of a variant that has no errors."""
    return load(name, settings).model


def refusal(name: str, *settings: str) -> list[Diagnostic]:
    """The errors of a variant that has some."""
    with pytest.raises(VariantError) as refused:
        load(name, settings)
    assert not unclear(refused.value.diagnostics), unclear(refused.value.diagnostics)
    return errors_in(refused.value.diagnostics)


def places(diagnostics: list[Diagnostic]) -> list[tuple[str, str, int, int]]:
    """Code, file, line and column."""
    return [(found.code, found.span.file, found.span.line, found.span.column) for found in diagnostics if found.span]


# Chains


def test_a_chain_across_folders_merges_child_over_parent(write: WriteFiles) -> None:
    write({
        "a.yaml": "extends: ./b.yaml\nset_up: {money: 80}\n",
        "b.yaml": "extends: deep/c.yaml\nset_up: {money: 70, recipes_dealt: 3}\n",
        "deep/c.yaml": "extends: ../d.yaml\nschool: {cards: 6}\nset_up: {recipes_dealt: 1}\n",
        "d.yaml": "extends: classic\nset_up: {money: 60, days: {2: 4}}\nbank: {notes: [1, 10]}\n",
    })  # fmt: skip
    loaded = load("a.yaml")
    model = loaded.model
    assert (model.set_up.money, model.set_up.recipes_dealt, model.school.cards) == (80, 3, 6)
    assert model.set_up.days == {2: 4, 3: 4, 4: 4, 5: 5, 6: 5}
    assert model.bank.notes == (1, 10)
    assert [file.name for file in loaded.files] == ["a.yaml", "b.yaml", "c.yaml", "d.yaml", "classic.yaml"]
    assert [folder.name for folder in loaded.folders][1] == "deep"
    assert loaded.name == "a"


@pytest.mark.parametrize("parent", ["classic", "fish-cook/classic", "fish-cook"])
def test_a_parent_by_any_of_its_names(write: WriteFiles, parent: str) -> None:
    write({"a.yaml": f"extends: {parent}\ntitle: Mine\n"})
    assert valid("a.yaml").title == "Mine"


def test_a_parent_by_its_absolute_path(write: WriteFiles, tmp_path: Path) -> None:
    write({"far/b.yaml": "extends: classic\ntitle: Far\n", "a.yaml": f"extends: {tmp_path}/far/b.yaml\n"})
    assert valid("a.yaml").title == "Far"


def test_paths_count_from_the_file_that_says_them(write: WriteFiles) -> None:
    write({
        "one/a.yaml": "extends: ./b.yaml\n",
        "one/b.yaml": "extends: classic\ntitle: Beside\n",
        "b.yaml": "extends: classic\ntitle: From the working folder\n",
    })  # fmt: skip
    assert valid("one/a.yaml").title == "Beside"


@pytest.mark.parametrize("length", [14, 16, 30])
def test_long_chains_load_or_are_refused(write: WriteFiles, length: int) -> None:
    files = {f"v{number}.yaml": f"extends: ./v{number + 1}.yaml\n" for number in range(1, length)}
    write(files | {f"v{length}.yaml": "extends: classic\ntitle: Last\n"})
    if length < 16:
        assert valid("v1.yaml").title == "Last"
    else:
        assert [found.code for found in refusal("v1.yaml")] == ["extends-cycle"]


def test_a_cycle_names_its_chain(write: WriteFiles) -> None:
    closing = marked("title: C\nextends: ▸./a.yaml\n")
    write({"a.yaml": "extends: ./b.yaml\n", "b.yaml": "extends: ./c.yaml\n", "c.yaml": closing.text})
    diagnostics = refusal("a.yaml")
    assert places(diagnostics) == [("extends-cycle", "c.yaml", *closing.place)]
    assert "a.yaml → b.yaml → c.yaml → a.yaml" in diagnostics[0].message


@pytest.mark.parametrize("name", ["a.yaml", "./a.yaml", "../game/a.yaml"])
def test_a_file_that_extends_itself(write: WriteFiles, name: str) -> None:
    text = marked(f"title: A\nextends: ▸{name}\n")
    write({"game/a.yaml": text.text})
    diagnostics = refusal("game/a.yaml")
    assert places(diagnostics) == [("extends-cycle", "game/a.yaml", *text.place)]
    assert "a.yaml → a.yaml" in diagnostics[0].message


def test_a_cycle_through_a_symbolic_link(write: WriteFiles) -> None:
    write({"a.yaml": "extends: ./b.yaml\n"})
    Path("b.yaml").symlink_to("a.yaml")
    assert [found.code for found in refusal("a.yaml")] == ["extends-cycle"]


# Parents that are not there


def test_a_misspelt_parent_says_the_nearest_and_where_it_looked(write: WriteFiles) -> None:
    text = marked("title: A\nextends: ▸clasic\n")
    write({"a.yaml": text.text})
    diagnostics = refusal("a.yaml")
    assert places(diagnostics) == [("unknown-variant", "a.yaml", *text.place)]
    assert "'clasic'" in diagnostics[0].message
    assert "did you mean 'classic'?" in diagnostics[0].hint
    assert "variants" in diagnostics[0].hint


@pytest.mark.parametrize("written", ["[classic]", "{a: classic}", "''", ""])
def test_extends_names_one_variant(write: WriteFiles, written: str) -> None:
    write({"a.yaml": f"title: A\nextends: {written}\n"})
    (finding,) = refusal("a.yaml")
    assert finding.code == "wrong-type"
    assert finding.span is not None
    assert finding.span.line == 2


@pytest.mark.parametrize(
    "written",
    ["./nix.yaml", "nix.yaml", "../nix.yaml", ".", "~", "folder.yaml", "~nobody-of-this-name/x.yaml", '"a\\0b.yaml"',
     '"a\\0b"', "x" * 300, f"{'x' * 300}.yaml"],
    ids=lambda written: written[:8],
)  # fmt: skip
def test_a_parent_that_cannot_be_read_is_named_at_its_place(write: WriteFiles, written: str) -> None:
    text = marked(f"title: A\nextends: ▸{written}\n")
    write({"game/a.yaml": text.text, "game/folder.yaml/x": ""})
    with pytest.raises(KitgenError) as refused:
        load("game/a.yaml")
    said = [str(finding) for finding in getattr(refused.value, "diagnostics", ())] or [refused.value.message]
    assert any(f"game/a.yaml:{text.place.line}:{text.place.column}" in sentence for sentence in said), said


def test_an_unknown_parent_does_not_hide_faults_of_the_file(write: WriteFiles) -> None:
    text = marked("extends: ▸clasic\ngame: fish-cook\nset_up: {money: ▸.nan}\n▸marekt: {}\n")
    write({"a.yaml": text.text})
    found = errors(refusal("a.yaml"))
    assert {Found("unknown-variant", *text.places[0]), Found("wrong-type", *text.places[1]),
            Found("unknown-key", *text.places[2])} <= set(found)  # fmt: skip


@pytest.mark.parametrize(
    ("parent", "code"),
    [
        ("- a\n", "wrong-type"),
        ("hello\n", "wrong-type"),
        ("", "empty-file"),
        ("a: [\n", "yaml-syntax"),
        ("a: 1\na: 2\n", "duplicate-key"),
    ],
)
def test_faults_of_a_parents_text_stand_in_the_parent(write: WriteFiles, parent: str, code: str) -> None:
    write({"a.yaml": "extends: ./b.yaml\ntitle: A\n", "b.yaml": parent})
    assert (code, "b.yaml") in [(found[0], found[1]) for found in places(refusal("a.yaml"))]


def test_a_fault_stands_in_the_file_that_said_it(write: WriteFiles) -> None:
    parent = marked("extends: classic\nset_up: {money: ▸lots, recipes_dealt: -1}\n")
    write({"a.yaml": "extends: ./b.yaml\nset_up: {recipes_dealt: 3}\n", "b.yaml": parent.text})
    assert places(refusal("a.yaml")) == [("wrong-type", "b.yaml", *parent.place)]


def test_a_child_may_mend_its_parent(write: WriteFiles) -> None:
    write({"a.yaml": "extends: ./b.yaml\nset_up: {money: 90}\n", "b.yaml": "extends: classic\nset_up: {money: x}\n"})
    assert valid("a.yaml").set_up.money == 90


# The merge


def test_mappings_merge_and_lists_are_replaced(write: WriteFiles) -> None:
    write({"a.yaml": "extends: classic\nmarket: {fish: {ladders: {1: [0, 0, 0, 0, 1]}}}\nbank: {notes: [1, 2]}\n"})
    model = valid("a.yaml")
    assert model.market.fish.ladders[1] == (0, 0, 0, 0, 1)
    assert model.market.fish.ladders[2] == (2, 3, 4, 5, 7)
    assert model.bank.notes == (1, 2)


def test_a_scalar_replaces_a_mapping_and_back(write: WriteFiles) -> None:
    write({
        "a.yaml": "extends: ./b.yaml\nmarket: {fish: {dice: 9}}\n"
                  "end: {menu_bonus: {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}}\n",
        "b.yaml": "extends: classic\nmarket: {fish: {dice: {2: 8, 3: 9, 4: 9, 5: 9, 6: 9}}}\nend: {menu_bonus: none}\n",
    })  # fmt: skip
    assert valid("b.yaml").market.fish.dice == {2: 8, 3: 9, 4: 9, 5: 9, 6: 9}
    assert valid("b.yaml").end.menu_bonus == "none"
    assert valid("a.yaml").market.fish.dice == 9
    assert valid("a.yaml").end.menu_bonus == dict.fromkeys(range(1, 7), 1)


@pytest.mark.parametrize("written", ["", "~", "5", "[]", "none"])
def test_nothing_is_no_mapping(write: WriteFiles, written: str) -> None:
    """An emptied key does not silently empty what is inherited."""
    write({"a.yaml": f"extends: classic\nset_up: {written}\n"})
    (finding,) = refusal("a.yaml")
    assert (finding.code, finding.path) == ("wrong-type", "set_up")


# remove


def test_remove_takes_out_what_is_inherited(write: WriteFiles) -> None:
    write({
        "a.yaml": "extends: ./b.yaml\nremove: [recipes.tuna-sukiyaki]\n",
        "b.yaml": "extends: classic\nremove:\n  - recipes.tuna-nicoise\n  - recipes.sole-meuniere\n",
    })  # fmt: skip
    kept, before = valid("a.yaml").recipes, valid("classic").recipes
    assert set(before) - set(kept) == {"tuna-sukiyaki", "tuna-nicoise", "sole-meuniere"}
    assert [name for name in before if name in kept] == list(kept)


def test_what_is_removed_may_be_written_anew(write: WriteFiles) -> None:
    """Then nothing of the old one is left, not even its name or its bonus."""
    write(
        {"a.yaml": "extends: classic\nremove: [recipes.tuna-nicoise]\nrecipes:\n  tuna-nicoise: {size: 6, main: 1}\n"}
    )
    assert {finding.path for finding in refusal("a.yaml")} == {
        "recipes.tuna-nicoise.ingredients",
        "recipes.tuna-nicoise.bonus",
    }


@pytest.mark.parametrize(
    ("written", "near"),
    [
        ("recipes.tuna-nicoisse", "tuna-nicoise"), ("recipe.tuna-nicoise", "recipes"), ("market.farm.rowes", "rows"),
        ("market.fish.ladders.1.0", ""), ("zzz", ""), ("''", ""), (".", ""), ("..", ""), ("set_up.money.x", ""),
        ("'recipes.'", ""),
    ],
)  # fmt: skip
def test_removing_what_is_not_there_is_an_error(write: WriteFiles, written: str, near: str) -> None:
    text = marked(f"extends: classic\nremove:\n- recipes.sole-meuniere\n- ▸{written}\n")
    write({"a.yaml": text.text})
    diagnostics = refusal("a.yaml")
    assert places(diagnostics) == [("unknown-path", "a.yaml", *text.place)]
    if near:
        assert near in diagnostics[0].hint


@pytest.mark.parametrize("written", ["[a]", "{a: b}"])
def test_remove_lists_paths_only(write: WriteFiles, written: str) -> None:
    text = marked(f"extends: classic\nremove: [▸{written}]\n")
    write({"a.yaml": text.text})
    diagnostics = refusal("a.yaml")
    assert [found[1:] for found in places(diagnostics)] == [("a.yaml", *text.place)]
    assert "['" not in diagnostics[0].message
    assert "{'" not in diagnostics[0].message


@pytest.mark.parametrize("written", ["recipes.tuna-nicoise", "{recipes: tuna-nicoise}", "''"])
def test_remove_is_a_list(write: WriteFiles, written: str) -> None:
    text = marked(f"extends: classic\nremove: ▸{written}\n")
    write({"a.yaml": text.text})
    diagnostics = refusal("a.yaml")
    assert places(diagnostics) == [("wrong-type", "a.yaml", *text.place)]
    assert "[" in diagnostics[0].hint


def test_without_a_parent_there_is_nothing_to_remove(write: WriteFiles) -> None:
    text = marked("game: fish-cook\nremove: [▸recipes]\n")
    write({"a.yaml": text.text})
    assert ("unknown-path", "a.yaml", *text.place) in places(refusal("a.yaml"))


# --set


@pytest.mark.parametrize(
    ("setting", "path", "value"),
    [
        ("set_up.money=120", "set_up.money", 120),
        (" set_up.money = 120", "set_up.money", 120),
        ("set_up={money: 120}", "set_up.money", 120),
        ("set_up={money: 120}", "set_up.recipes_dealt", 2),
        ("bank.notes=[1, 2, 10]", "bank.notes", (1, 2, 10)),
        ("end.menu_bonus=none", "end.menu_bonus", "none"),
        ("evening.fish_keep=yes", "evening.fish_keep", True),
        ("title=no", "title", "no"),
        ("title=a=b", "title", "a=b"),
        ("title='a: b # c'", "title", "a: b # c"),
        ("title=Łosoś", "title", "Łosoś"),
        ("tokens.size=0.75in", "tokens.size", 19_050),
    ],
)
def test_a_setting_lies_over_the_variant(setting: str, path: str, value: Any) -> None:
    found = valid("classic", setting)
    for part in path.split("."):
        found = getattr(found, part)
    assert found == value


def test_settings_reach_into_mappings_by_key() -> None:
    model = valid("classic", "market.fish.ladders.1=[1, 1, 1, 1, 1]", "recipes.tuna-nicoise.main=5", "set_up.days.2=6")
    assert model.market.fish.ladders[1] == (1,) * 5
    assert model.recipes["tuna-nicoise"].main == 5
    assert model.set_up.days == {2: 6, 3: 4, 4: 4, 5: 5, 6: 5}


def test_the_last_setting_wins() -> None:
    assert valid("classic", "set_up.money=60", "set_up.money=70").set_up.money == 70


def test_settings_lie_over_the_child(write: WriteFiles) -> None:
    write({"a.yaml": "extends: classic\nset_up: {money: x}\n"})
    assert valid("a.yaml", "set_up.money=90").set_up.money == 90


@pytest.mark.parametrize(
    ("setting", "code"),
    [
        ("set_up.money=x", "wrong-type"), ("set_up.money=", "wrong-type"), ("set_up.money='5'", "wrong-type"),
        ("set_up.money=-1", "out-of-range"), ("set_up.mony=1", "unknown-key"), ("set_up=5", "wrong-type"),
        ("zzz.a.b=1", "unknown-key"), ("set_up..money=1", "unknown-key"), ("set_up.money.x=1", "wrong-type"),
        ("title=", "empty-text"), ("title=[x", "yaml-syntax"), ("title=a: b", "wrong-type"), ("title=!x y", "tag"),
        ("title=*x", "unknown-alias"), ("title=@x", "yaml-syntax"), ("title=#ff0000", "unquoted-colour|empty-text"),
        ("title=a\n---\nb", "two-documents"), ("bank.notes=1", "wrong-type"), ("bank.notes=[1, x]", "wrong-type"),
        ("market.fish.ladders.1=[1, 2, 3]", "ladder-length"), ("tokens.size=20", "bad-length"),
        ("game=chess", "wrong-choice"), ("game.x=1", "wrong-choice|wrong-type"),
        ("game=[fish-cook]", "wrong-choice|wrong-type"),
        ("remove=[zzz]", "unknown-path"), ("remove=zzz", "wrong-type"), ("title=\0", "control-character"),
    ],
)  # fmt: skip
def test_a_faulty_setting_is_one_error_that_names_the_setting(setting: str, code: str) -> None:
    (finding,) = refusal("classic", setting)
    assert finding.code in code.split("|"), finding
    assert finding.span is not None
    assert finding.span.file.startswith("--set")


@pytest.mark.parametrize("setting", ["", "set_up.money", "=", "=5", "  =5"])
def test_a_setting_without_path_or_value_is_a_usage_error(setting: str) -> None:
    with pytest.raises(UsageError) as refused:
        load("classic", [setting])
    assert "--set playing_time=20" in refused.value.hint


def test_a_setting_cannot_change_the_parent() -> None:
    with pytest.raises(UsageError, match="extends"):
        load("classic", ["extends=classic"])


# Reading files


@pytest.mark.parametrize("name", ["nix.yaml", "folder.yaml", "x" * 300, "a\0b"])
def test_a_file_that_cannot_be_read_is_a_clean_failure(write: WriteFiles, name: str) -> None:
    write({"folder.yaml/x": ""})
    with pytest.raises(FilesError) as refused:
        read_bytes(Path(name))
    assert refused.value.message.isprintable()


@pytest.mark.skipif(sys.platform == "win32", reason="has no such devices")
@pytest.mark.parametrize("name", ["/dev/null", "/dev/zero", "link.yaml"])
def test_a_device_is_called_one(write: WriteFiles, name: str) -> None:
    write({})
    Path("link.yaml").symlink_to("/dev/zero")
    with pytest.raises(FilesError, match=f"{name} is a device, not a file"):
        load(name)


def test_a_huge_file_is_not_read_into_memory(write: WriteFiles) -> None:
    write({"a.yaml": "extends: classic\n"})
    with Path("a.yaml").open("r+b") as file:
        file.truncate(300_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(KitgenError):
            load("a.yaml")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 50_000_000


def test_loading_depends_on_the_files_alone(write: WriteFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same variant from another folder has the same digest."""
    write({"one/a.yaml": "extends: classic\ntitle: A\n"})
    first: LoadedVariant = load("one/a.yaml")
    monkeypatch.chdir("one")
    assert load("a.yaml").digest == first.digest
