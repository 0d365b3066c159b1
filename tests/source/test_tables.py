"""Collections from a spreadsheet: what a table says, and every way in which one can be at fault, at its place."""

from __future__ import annotations

import csv
import io
import socket
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from source.marked import unclear

from kitgen.diagnostics import Diagnostic, errors_in
from kitgen.errors import VariantError
from kitgen.pipeline import LoadedVariant, load
from kitgen.source.tables import read_table
from kitgen.source.yaml_text import MAX_BYTES

HEAD = "extends: classic\nrecipes: my-recipes.csv\n"
COLUMNS = "id,size,ingredients,main,bonus\n"
EEL = 'grilled-eel,6,"wine, egg",36,4\n'

Place = tuple[str, str, int, int]
"""Code, file, line and column."""


@dataclass
class Folder:
    """A working folder with a variant and its table."""

    path: Path

    def write(self, table: str | bytes, variant: str = HEAD) -> None:
        """Write ``mine.yaml`` and ``my-recipes.csv``."""
        (self.path / "mine.yaml").write_text(variant, encoding="utf-8")
        (self.path / "my-recipes.csv").write_bytes(table.encode() if isinstance(table, str) else table)

    def loaded(self, table: str | bytes, variant: str = HEAD) -> LoadedVariant:
        """The variant with this table; it must be valid."""
        self.write(table, variant)
        return load("mine.yaml")

    def errors(self, table: str | bytes, variant: str = HEAD) -> list[Diagnostic]:
        """The errors of the variant with this table; it must have some."""
        self.write(table, variant)
        return refusal("mine.yaml")

    def error(self, table: str | bytes, variant: str = HEAD) -> Diagnostic:
        """The only error."""
        (only,) = self.errors(table, variant)
        return only


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KITGEN_PATH", raising=False)
    return Folder(tmp_path)


def refusal(name: str) -> list[Diagnostic]:
    with pytest.raises(VariantError) as refused:
        load(name)
    assert not unclear(refused.value.diagnostics), unclear(refused.value.diagnostics)
    return errors_in(refused.value.diagnostics)


def place(finding: Diagnostic) -> Place:
    assert finding.span is not None
    return finding.code, finding.span.file, finding.span.line, finding.span.column


def in_table(code: str, line: int, column: int) -> Place:
    return code, "my-recipes.csv", line, column


# What a table says

IN_YAML = """
recipes:
  grilled-eel: {size: 6, ingredients: [wine, egg], main: 36, bonus: 4, name: {en: "Eel, grilled", fr: L’anguille}}
  pike-perch: {size: 5, ingredients: [roe, mushroom, flour], main: 50, bonus: 0, name: {en: Pike-perch, fr: Sandre}}
"""
CELLS = [
    ["id", "size", "name.en", "ingredients", "main", "bonus", "name.fr"],
    ["grilled-eel", "6", "Eel, grilled", "wine egg", "36", "4", "L’anguille"],
    ["pike-perch", "5", "Pike-perch", "roe mushroom flour", "50", "0", "Sandre"],
]


def written(rows: Sequence[Sequence[str]], delimiter: str = ",", line_end: str = "\n") -> str:
    """A table as other programs write it."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator=line_end).writerows(rows)
    return out.getvalue()


WRITTEN = {
    "commas": written(CELLS),
    "semicolons": written(CELLS, ";"),
    "tabs": written(CELLS, "\t"),
    "Windows' line ends": written(CELLS, line_end="\r\n"),
    "an old Mac's line ends": written(CELLS, line_end="\r"),
    "a byte order mark": "\ufeff" + written(CELLS),
    "a byte order mark before semicolons": "\ufeff" + written(CELLS, ";", "\r\n"),
    "no end of the last line": written(CELLS).rstrip("\n"),
    "blank lines": "\n" + written(CELLS, line_end="\n\n \n") + "\n\n",
    "blank lines before semicolons": "\n\n" + written(CELLS, ";"),
    "lines of empty cells": ",,,,,,\n" + written(CELLS, line_end="\n,,,,,,\n"),
    "lines of empty cells before tabs": "\t\t\n" + written(CELLS, "\t"),
    "trailing empty columns": written([[*row, "", "", ""] for row in CELLS]),
    "spaces around cells": written([[f"  {cell} " for cell in row] for row in CELLS]),
    "every cell in quotes": "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in CELLS),
    "spaces before quotes": "".join(", ".join(f'"{cell}"' for cell in row) + "\n" for row in CELLS),
    "the columns in another order": written([row[::-1] for row in CELLS]),
    "lists parted by commas": written([[cell.replace("wine egg", "wine,egg") for cell in row] for row in CELLS]),
    "lists parted by semicolons": written([[cell.replace("wine egg", "wine; egg") for cell in row] for row in CELLS]),
    "lists parted by lines": written([[cell.replace("wine egg", "wine\negg") for cell in row] for row in CELLS]),
    "lists with a comma too many": written([[cell.replace("wine egg", "wine, egg,") for cell in row] for row in CELLS]),
}


@pytest.mark.parametrize("table", WRITTEN.values(), ids=list(WRITTEN))
def test_a_table_says_what_the_same_recipes_in_yaml_say(folder: Folder, table: str) -> None:
    (folder.path / "yaml.yaml").write_text(f"extends: classic\n{IN_YAML}", encoding="utf-8")
    expected = load("yaml.yaml")
    found = folder.loaded(table)
    assert found.model == expected.model
    assert list(found.model.recipes) == list(expected.model.recipes)
    assert not found.diagnostics


def test_a_name_in_one_wording(folder: Folder) -> None:
    found = folder.loaded('id,name,size,ingredients,main,bonus\ngrilled-eel,"Eel ""à la"" Ada",6,wine egg,36,4\n')
    assert found.model.recipes["grilled-eel"].name == 'Eel "à la" Ada'


def test_a_cell_may_hold_a_new_line_and_later_places_are_still_right(folder: Folder) -> None:
    head = "id,name,size,ingredients,main,bonus\n"
    eel = 'grilled-eel,"Eel\nof the house",6,wine egg,36,4\n'
    assert folder.loaded(head + eel).model.recipes["grilled-eel"].name == "Eel of the house"
    assert place(folder.error(f"{head}{eel}pike,Pike,6,egg,many,4\n")) == in_table("wrong-type", 4, 5)


def test_ingredient_kinds_come_from_a_table_too(folder: Folder) -> None:
    variant = "extends: classic\nkinds: my-recipes.csv\n"
    found = folder.loaded("id,letter,colour\nwine,V,\negg,,sky\n", variant)
    wine, egg = found.model.kinds["wine"], found.model.kinds["egg"]
    assert (wine.letter, wine.colour, egg.letter, egg.colour) == ("V", "purple", "Y", "sky")


# What a table lies over


def test_a_table_lies_over_what_is_inherited(folder: Folder) -> None:
    classic = load("classic").model.recipes
    found = folder.loaded(COLUMNS + EEL).model.recipes
    assert {name: recipe for name, recipe in found.items() if name != "grilled-eel"} == classic
    assert list(found)[-1] == "grilled-eel"


def test_empty_cells_leave_what_is_inherited(folder: Folder) -> None:
    before = load("classic").model.recipes["tuna-nicoise"]
    after = folder.loaded(COLUMNS + "tuna-nicoise,,,50,\n").model.recipes["tuna-nicoise"]
    assert (after.main, after.size, after.ingredients, after.bonus) == (
        50,
        before.size,
        before.ingredients,
        before.bonus,
    )


def test_a_row_may_be_shorter_than_the_heading(folder: Folder) -> None:
    before = load("classic").model.recipes["tuna-nicoise"]
    after = folder.loaded("id,main,size,bonus\ntuna-nicoise,50\n").model.recipes["tuna-nicoise"]
    assert (after.main, after.size, after.bonus) == (50, before.size, before.bonus)


def test_a_recipe_that_is_only_in_the_table_needs_all_its_cells(folder: Folder) -> None:
    finding = folder.error(COLUMNS + "grilled-eel,6,wine egg,,4\n")
    assert (finding.code, finding.path) == ("missing-key", "recipes.grilled-eel.main")
    assert place(finding)[1:3] == ("my-recipes.csv", 2)


def test_a_table_replaces_what_is_removed(folder: Folder) -> None:
    rows = [f"eel-{size}-{kind},{size},{kind},20,3" for size in range(1, 7)
            for kind in ("wine", "mushroom", "vegetable", "roe", "egg", "flour")]  # fmt: skip
    found = folder.loaded(COLUMNS + "\n".join(rows), f"{HEAD}remove: [recipes]\n")
    assert list(found.model.recipes) == [row.split(",")[0] for row in rows]


def test_what_the_rows_lack_is_not_inherited_once_it_is_removed(folder: Folder) -> None:
    findings = folder.errors(COLUMNS + "tuna-nicoise,6,egg,20,\n", f"{HEAD}remove: [recipes]\n")
    assert ("missing-key", "recipes.tuna-nicoise.bonus") in [(found.code, found.path) for found in findings]


def test_a_child_may_change_a_row_of_its_parents_table(folder: Folder) -> None:
    folder.write(COLUMNS + EEL)
    (folder.path / "child.yaml").write_text("extends: ./mine.yaml\nrecipes: {grilled-eel: {main: 99}}\n")
    recipe = load("child.yaml").model.recipes["grilled-eel"]
    assert (recipe.main, recipe.size) == (99, 6)


def test_a_table_of_a_parent_is_found_beside_the_parent(folder: Folder) -> None:
    (folder.path / "far").mkdir()
    (folder.path / "far" / "parent.yaml").write_text("extends: classic\nrecipes: my-recipes.csv\n")
    (folder.path / "far" / "my-recipes.csv").write_text(COLUMNS + EEL)
    folder.write(COLUMNS + "another-eel,6,wine egg,36,4\n", "extends: far/parent.yaml\n")
    found = load("mine.yaml")
    assert "grilled-eel" in found.model.recipes
    assert "another-eel" not in found.model.recipes
    assert [table.resolve() for table in found.tables] == [folder.path.resolve() / "far" / "my-recipes.csv"]
    (folder.path / "far" / "my-recipes.csv").write_text(COLUMNS + EEL.replace("36", "many"))
    assert [place(found) for found in refusal("mine.yaml")] == [("wrong-type", "far/my-recipes.csv", 2, 4)]


def test_tables_along_a_chain_lie_over_each_other(folder: Folder) -> None:
    (folder.path / "far").mkdir()
    (folder.path / "far" / "parent.yaml").write_text("extends: classic\nrecipes: my-recipes.csv\n")
    (folder.path / "far" / "my-recipes.csv").write_text(COLUMNS + EEL)
    found = folder.loaded("id,bonus\ngrilled-eel,9\n", "extends: far/parent.yaml\nrecipes: my-recipes.csv\n")
    recipe = found.model.recipes["grilled-eel"]
    assert (recipe.main, recipe.bonus) == (36, 9)


@pytest.mark.parametrize(
    "name", ["My-Recipes.CSV", "tables/mine.csv", "tables/../tables/mine.csv", '"tables/mine.csv"']
)
def test_the_name_of_a_table_is_a_path_beside_the_variant(folder: Folder, name: str) -> None:
    (folder.path / "tables").mkdir()
    for file in ("My-Recipes.CSV", "tables/mine.csv"):
        (folder.path / file).write_text(COLUMNS + EEL)
    assert "grilled-eel" in folder.loaded("", f"extends: classic\nrecipes: {name}\n").model.recipes


def test_a_table_by_its_absolute_path(folder: Folder) -> None:
    variant = f"extends: classic\nrecipes: {folder.path}/my-recipes.csv\n"
    assert "grilled-eel" in folder.loaded(COLUMNS + EEL, variant).model.recipes


def test_a_title_that_ends_like_a_table_stays_a_title(folder: Folder) -> None:
    assert folder.loaded(COLUMNS, "extends: classic\ntitle: my-recipes.csv\n").model.title == "my-recipes.csv"


def test_other_keys_take_no_table(folder: Folder) -> None:
    finding = folder.error(COLUMNS + EEL, "extends: classic\nset_up: my-recipes.csv\n")
    assert place(finding) == ("wrong-type", "mine.yaml", 2, 9)


# Faults: each at its file, line and column

LATIN = f"{COLUMNS}{EEL}".encode() + b"cr\xe8me,6,egg,1,1\n"
FAULTS: dict[str, tuple[str | bytes, Place]] = {
    "a wrong value": (COLUMNS + "grilled-eel,6,wine egg,lots,4\n", in_table("wrong-type", 2, 4)),
    "a number out of range": (COLUMNS + EEL + "\npike,6,egg wine roe,1,100\n", in_table("out-of-range", 4, 5)),
    "an unknown kind": (COLUMNS + "grilled-eel,6,wine eggs,36,4\n", in_table("unknown-kind", 2, 3)),
    "no id that can be": (COLUMNS + "Grilled Eel,6,wine egg,36,4\n", in_table("bad-id", 2, 1)),
    "an id with a dot": (COLUMNS + "grilled.eel,6,wine egg,36,4\n", in_table("bad-id", 2, 1)),
    "no items in a list": (COLUMNS + 'grilled-eel,6,",",36,4\n', in_table("wrong-length", 2, 3)),
    "a missing id": (COLUMNS + EEL + ",6,roe egg,36,4\n", in_table("missing-key", 3, 1)),
    "a missing id in another column": ("size,id\n6,\n", in_table("missing-key", 2, 2)),
    "a row with too many cells": (COLUMNS + "grilled-eel,6,wine, egg,36,4\n", in_table("wrong-length", 2, 6)),
    "too many cells behind empty ones": (COLUMNS + "grilled-eel,6,wine,36,4,,x\n", in_table("wrong-length", 2, 7)),
    "no id column": ("name,size\nEel,6\n", in_table("missing-key", 1, 1)),
    "no id column below blank lines": ("\n\nname,size\nEel,6\n", in_table("missing-key", 3, 1)),
    "an id column with a capital": (COLUMNS.replace("id", "Id") + EEL, in_table("missing-key", 1, 1)),
    "a column twice": ("id,size,main,size\n", in_table("duplicate-key", 1, 4)),
    "the id column twice": ("id,size,id\n", in_table("duplicate-key", 1, 3)),
    "a column without a name": ("id,,size\nx,1,2\n", in_table("missing-key", 1, 2)),
    "an unknown column": ("id,main,mian\ntuna-nicoise,9,9\n", in_table("unknown-key", 1, 3)),
    "an unknown language": ("id,name.EN\ntuna-nicoise,x\n", in_table("bad-id", 1, 2)),
    "one wording and languages": (
        "id,name,size,name.en\ntuna-nicoise,Tuna,6,Tuna\n",
        in_table("duplicate-key", 1, 4),
    ),
    "languages and one wording": ("id,name.en,name\ntuna-nicoise,Tuna,Tuna\n", in_table("duplicate-key", 1, 2)),
    "a key within the id": ("id,id.x\na,b\n", in_table("duplicate-key", 1, 2)),
    "an open quote": (f'{COLUMNS}{EEL}pike,6,"egg,36,4\n\nperch,5,egg,36,4\n', in_table("csv-syntax", 3, 1)),
    "an open quote in the heading": ('id,"size\na,1\n', in_table("csv-syntax", 1, 1)),
    "text behind a quote": (f'{COLUMNS}\n{EEL}pike,6,"egg" roe,36,4\n', in_table("csv-syntax", 4, 1)),
    "no UTF-8": (LATIN, in_table("not-utf8", 3, 3)),
    "UTF-16": (f"\ufeff{COLUMNS}{EEL}".encode("utf-16-le"), in_table("not-utf8", 1, 1)),
    "nothing": ("", in_table("empty-file", 1, 1)),
    "only a byte order mark": ("\ufeff", in_table("empty-file", 1, 1)),
    "only empty cells": (",,\n\n ,\t,\n", in_table("empty-file", 1, 1)),
    "too many bytes": (COLUMNS + EEL + "\n" * MAX_BYTES, in_table("file-too-big", 1, 1)),
    "a control character": (COLUMNS + "grilled\0eel,6,wine egg,36,4\n", in_table("control-character", 2, 8)),
    "a column of dots": ("id,main,..\ntuna-nicoise,9,9\n", in_table("unknown-key", 1, 3)),
    "a key within a number": ("id,size.x\ntuna-nicoise,1\n", in_table("wrong-type", 2, 2)),
    "a key within a text": ("id,name.en.fr.de\ntuna-nicoise,x\n", in_table("wrong-type", 2, 2)),
    "a column as deep as a well": (f"id,{'.'.join('a' * 30_000)}\ntuna-nicoise,x\n", in_table("too-deep", 1, 2)),
    "a very long cell": (COLUMNS + f"grilled-eel,6,wine egg,{'9' * 100_000},4\n", in_table("out-of-range", 2, 4)),
    "a very long name": (f"id,name\ntuna-nicoise,{'x' * 100_000}\n", in_table("text-too-long", 2, 2)),
    "a longer cell than can be": (f"id,name\ntuna-nicoise,{'x' * 200_000}\n", in_table("csv-syntax", 2, 1)),
    "ten thousand columns": (
        f"id,{','.join(f'c{number}' for number in range(10_000))}\n",
        in_table("too-many-values", 1, 1),
    ),
    "ten thousand rows": ("id,main\n" + "tuna-nicoise,1\n" * 10_000, in_table("too-many-values", 2501, 1)),
    "columns without end": ("id" + "," * 100_000 + "x\n", in_table("missing-key", 1, 2)),
}  # fmt: skip


@pytest.mark.parametrize(("table", "expected"), FAULTS.values(), ids=list(FAULTS))
def test_a_fault_has_its_file_line_and_column(folder: Folder, table: str | bytes, expected: Place) -> None:
    begun = time.process_time()
    assert [place(finding) for finding in folder.errors(table)] == [expected]
    assert time.process_time() - begun < 20, "as good as endless"


def test_what_is_no_utf8_is_to_be_saved_as_the_right_kind_of_csv(folder: Folder) -> None:
    assert "CSV UTF-8" in folder.error(LATIN).hint


def test_an_unknown_column_is_told_once_where_it_is_headed(folder: Folder) -> None:
    rows = "".join(f"eel-{size},{size},egg roe wine,36,4,red\n" for size in range(1, 7))
    finding = folder.error(COLUMNS.replace("bonus", "bonus,colour") + rows)
    assert place(finding) == in_table("unknown-key", 1, 6)
    assert "'colour'" in finding.message


def test_an_unknown_column_of_empty_cells_says_nothing(folder: Folder) -> None:
    assert "grilled-eel" in folder.loaded(COLUMNS.replace("bonus", "bonus,notes") + EEL).model.recipes


def test_a_misspelt_column_is_told_with_the_nearest(folder: Folder) -> None:
    assert "did you mean 'ingredients'?" in folder.error("id,ingedients\ntuna-nicoise,egg roe\n").hint


def test_an_id_that_stands_twice_is_told_with_both_lines(folder: Folder) -> None:
    finding = folder.error(f"{COLUMNS}\n{EEL}pike,6,egg wine roe,36,4\n{EEL}")
    assert place(finding) == in_table("duplicate-key", 5, 1)
    assert "grilled-eel" in finding.message
    assert "lines 3 and 5" in finding.message


def test_a_column_that_stands_twice_is_told_with_both_numbers(folder: Folder) -> None:
    finding = folder.error("id,size,main,size\n")
    assert "'size'" in finding.message
    assert "columns 2 and 4" in finding.message


def test_a_quote_that_never_closes_is_told_in_plain_words(folder: Folder) -> None:
    message = folder.error(f'{COLUMNS}pike,6,"egg,36,4\n').message
    assert "quotation mark" in message
    assert "never closes" in message


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_quote_that_closes_too_early_is_told_in_plain_words(folder: Folder, delimiter: str) -> None:
    finding = folder.error(COLUMNS.replace(",", delimiter) + f'"grilled" eel{delimiter}6\n')
    assert place(finding) == in_table("csv-syntax", 2, 1)
    assert "quotation mark" in finding.message


def test_a_cell_that_is_too_long_is_told_in_plain_words(folder: Folder) -> None:
    assert "characters" in folder.error(f"id,name\ntuna-nicoise,{'x' * 200_000}\n").message


def test_all_faults_are_told_in_one_run_in_the_order_of_their_places(folder: Folder) -> None:
    table = f"{COLUMNS}{EEL},1,egg,1,1\npike,x,egg roe flour,y,4\n{EEL}perch,5,egg,36,4,5\n"
    assert [place(finding) for finding in folder.errors(table, f"{HEAD}set_up: {{money: x}}\n")] == [
        ("wrong-type", "mine.yaml", 3, 17),
        in_table("missing-key", 3, 1),
        in_table("wrong-type", 4, 2),
        in_table("wrong-type", 4, 4),
        in_table("duplicate-key", 5, 1),
        in_table("wrong-length", 6, 6),
    ]


def test_columns_at_fault_are_told_before_any_row_is(folder: Folder) -> None:
    findings = folder.errors("id,size,,size,name,name.en\n,x,,y,z,\n")
    assert [place(finding) for finding in findings] == [
        in_table("missing-key", 1, 3),
        in_table("duplicate-key", 1, 4),
        in_table("duplicate-key", 1, 6),
    ]


def test_a_clash_of_two_recipes_points_into_the_table(folder: Folder) -> None:
    classic = load("classic").model.recipes["tuna-nicoise"]
    row = f"grilled-eel,{classic.size},{' '.join(classic.ingredients)},36,4\n"
    assert place(folder.error(COLUMNS + row)) == in_table("duplicate-recipe", 2, 1)
    assert place(folder.error(COLUMNS + EEL + EEL.replace("grilled", "boiled"))) == in_table("duplicate-recipe", 3, 1)


def test_things_that_clash_within_a_row_point_at_its_cells(folder: Folder) -> None:
    assert place(folder.error(COLUMNS + "eel,6,wine wine,36,4\n")) == in_table("repeated-ingredient", 2, 3)
    assert place(folder.error(COLUMNS + "eel,7,wine egg roe,36,4\n")) == in_table("unknown-size", 2, 2)


def test_a_row_that_does_not_play_well_is_warned_of_at_its_line(folder: Folder) -> None:
    (found,) = folder.loaded("id,letter,colour,badge,foods\nsalt,S,sky,star,rice flour\n",
                             "extends: classic\nkinds: my-recipes.csv\n").diagnostics  # fmt: skip
    assert place(found) == in_table("unused-kind", 2, 1)


# Files that are no tables


@pytest.mark.parametrize(
    "written",
    ["nix.csv", "nix/nix.csv", "folder.csv", "../folder.csv/nix.csv", "/nix.csv", ".csv", "~nobody-of-this-name/x.csv",
     '"a\\0b.csv"', f"{'x' * 300}.csv", "circle.csv", "socket.csv"],
    ids=lambda written: written[:12],
)  # fmt: skip
def test_a_table_that_cannot_be_read_is_told_where_it_is_named(folder: Folder, written: str) -> None:
    (folder.path / "folder.csv").mkdir()
    (folder.path / "circle.csv").symlink_to("circle.csv")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.csv")
        finding = folder.error(COLUMNS + EEL, f"extends: classic\nrecipes: {written}\n")
    assert place(finding) == ("unknown-table", "mine.yaml", 2, 10)
    assert finding.path == "recipes"
    assert "YAML" not in finding.message
    assert finding.hint


def test_a_table_that_is_missing_does_not_hide_other_faults(folder: Folder) -> None:
    findings = folder.errors("", "extends: classic\nrecipes: nix.csv\nset_up: {money: x}\nmarekt: {}\n")
    assert [place(finding) for finding in findings] == [
        ("unknown-table", "mine.yaml", 2, 10),
        ("wrong-type", "mine.yaml", 3, 17),
        ("unknown-key", "mine.yaml", 4, 1),
    ]


def test_a_table_that_is_missing_makes_nothing_else_missing(folder: Folder) -> None:
    """What the table would say is not known, so a change to one of its recipes lacks nothing."""
    folder.write("", "extends: classic\nrecipes: nix.csv\n")
    (folder.path / "child.yaml").write_text("extends: ./mine.yaml\nrecipes: {grilled-eel: {main: 99}}\n")
    assert [finding.code for finding in refusal("child.yaml")] == ["unknown-table"]


# Any table at all

ids = st.from_regex("[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,2}", fullmatch=True)
numbers = st.integers(0, 9_999).map(str)
lists = st.lists(ids, min_size=1, max_size=4)
texts = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=20).map(
    str.strip
)
rows_by_id = st.dictionaries(
    ids, st.fixed_dictionaries({"main": numbers, "ingredients": lists, "name.en": texts}), max_size=8
)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(
    rows_by_id,
    st.sampled_from(",;\t"),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from([" ", ",", ", ", ";", "; ", "\n"]),
    st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    st.booleans(),
)
def test_what_any_program_writes_is_read_back(
    rows: Mapping[str, Mapping[str, Any]], delimiter: str, line_end: str, between: str, quoting: int, bom: bool
) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator=line_end, quoting=quoting)
    writer.writerow(["id", "main", "ingredients", "name.en"])
    for name, row in rows.items():
        writer.writerow([name, row["main"], between.join(row["ingredients"]), row["name.en"]])
    raw = (b"\xef\xbb\xbf" if bom else b"") + out.getvalue().encode()
    document = read_table(raw, "a.csv", "recipes", ["ingredients"])
    assert not document.diagnostics, out.getvalue()
    assert document.data == {
        name: {"main": row["main"], "ingredients": row["ingredients"]}
        | ({"name": {"en": row["name.en"]}} if row["name.en"] else {})
        for name, row in rows.items()
    }
    for name in rows:
        row_line = document.spans[(name,)].line
        assert [document.spans[name, key].line for key in ("main", "ingredients")] == [row_line] * 2
        assert [document.spans[name, key].column for key in ("main", "ingredients")] == [2, 3]


def test_a_line_by_which_a_spreadsheet_tells_its_delimiter_is_none_of_the_table() -> None:
    """Some write ``sep=;`` first, for themselves; lines still count from the top of the file."""
    found = read_table(
        b"sep=;\nid;size;ingredients\nsoup;1;wine, roe\nsoup;2;egg\n", "r.csv", "recipes", ["ingredients"]
    )
    assert {key: str(value["size"]) for key, value in found.data.items()} == {"soup": "1"}
    assert [str(item) for item in found.data["soup"]["ingredients"]] == ["wine", "roe"]
    (fault,) = found.diagnostics
    assert (fault.code, fault.span and fault.span.line) == ("duplicate-key", 4)
    assert "lines 3 and 4" in fault.message
