"""What a person at a printer types: plans that write nothing and are kept, many kits at once, and mistakes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import KitBuilder, Kitgen

from kitgen.components.formats import CARD_FORMATS


def written(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


# Plans


def planned(text: str) -> dict[str, dict[str, str]]:
    """The table of parts of a plan: each line by its first word."""
    head, *lines = [line.split() for line in text.splitlines() if line and not line.startswith((" ", "*"))][1:9]
    lines = lines[: [line[0] for line in lines].index("all") + 1]
    lines[-1].insert(2, "")  # the parts together are printed on one side and on both
    return {line[0]: dict(zip(head[1:], line[1:], strict=False)) for line in lines}


def choices(text: str) -> dict[str, list[str]]:
    """Figures of each other choice by its first word: a sheet, sheets, cuts."""
    return {line[2:].split()[0]: re.findall(r"\d+", line[36:]) for line in text.splitlines() if line[:2] in ("* ", "  ")
            and re.search(r"\d\s*$", line)}  # fmt: skip


def test_a_plan_writes_nothing_and_comes_true(kitgen: Kitgen, tmp_path: Path, build_kit: KitBuilder) -> None:
    said = kitgen("build", "--plan")
    assert (said.returncode, said.stderr) == (0, "")
    assert written(tmp_path) == []
    plan, manifest = planned(said.stdout), build_kit().manifest
    assert {part: int(row["sheets"]) for part, row in plan.items() if part != "all"} == manifest["sheets"]
    assert int(plan["all"]["cuts"]) == manifest["cuts"]
    pieces: dict[str, int] = {}
    for component in manifest["components"]:
        pieces[component["part"]] = pieces.get(component["part"], 0) + component["count"]
    assert {part: int(row["pieces"]) for part, row in plan.items() if row["pieces"] != "–" and part != "all"} == pieces
    # Nine poker cards butt on each of four sheets: four cuts down, four across. A board's section has four edges.
    assert (plan["cards"]["cuts"], plan["boards"]["cuts"]) == ("32", "16")
    # 36 recipes, and one back for all of them.
    assert plan["cards"]["faces"] == "37"


def test_the_how_to_print_page_has_the_figures_of_the_plan(kitgen: Kitgen, build_kit: KitBuilder) -> None:
    page = build_kit().pages("extras")[0].text
    for part, row in planned(kitgen("build", "--plan").stdout).items():
        if part == "all":
            assert f"{row['sheets']} sheets" in page and f"{row['cuts']} straight cuts" in page
        else:
            line = next(line for line in page.splitlines() if f"{part}.pdf" in line)
            figures = [row[name] for name in ("pieces", "faces", "cuts")]
            assert line.split()[-3:] == figures, part


@pytest.mark.parametrize("sides", ["duplex-short", "gutterfold", "fronts"])
def test_other_sides_in_a_plan_come_true(kitgen: Kitgen, build_kit: KitBuilder, sides: str) -> None:
    _, sheets, cuts = choices(kitgen("build", "--plan", "--only", "cards").stdout)[sides]
    manifest = build_kit(only=["cards"], sides=sides).manifest
    assert (int(sheets), int(cuts)) == (manifest["sheets"]["cards"], manifest["cuts"])


@pytest.mark.parametrize("name", ["mini-euro", "tarot", "large-square"])
def test_other_card_sizes_in_a_plan_come_true(kitgen: Kitgen, build_kit: KitBuilder, name: str) -> None:
    _, sheets, cuts = choices(kitgen("build", "--plan", "--only", "cards").stdout)[name]
    manifest = build_kit(only=["cards"], settings=[f"cards.format={name}"]).manifest
    assert (int(sheets), int(cuts)) == (manifest["sheets"]["cards"], manifest["cuts"])


def test_a_plan_offers_every_size_and_every_way_of_backs(kitgen: Kitgen) -> None:
    assert {*CARD_FORMATS, "duplex-long", "duplex-short", "gutterfold", "fronts", "separate"} <= set(
        choices(kitgen("build", "--plan").stdout)
    )


def test_other_bleeds_in_a_plan_come_true(kitgen: Kitgen, build_kit: KitBuilder) -> None:
    """Fronts that bleed lie two bleeds apart, so a narrower bleed may let more of them on a sheet."""
    settings = ["--set", "cards.fronts=bleed", "--set", "cards.format=mini-euro"]
    found = choices(kitgen("build", "--plan", "--only", "cards", *settings).stdout)
    bleeds = re.findall(
        r"(?m)^[* ] (\d) mm +(\d+) +(\d+)", kitgen("build", "--plan", "--only", "cards", *settings).stdout
    )
    assert found and len(bleeds) == 4
    for bleed, per_sheet, sheets in bleeds:
        kit = build_kit(only=["cards"], settings=settings[1::2], bleed=f"{bleed}mm")
        assert int(sheets) == kit.manifest["sheets"]["cards"]
        assert int(per_sheet) == len(kit.pages("cards")[0].faces)


# Many kits


def test_many_kits_are_built_by_one_command_and_one_that_fails_stops_no_other(kitgen: Kitgen, tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("extends: classic\nset_up: {money: lots}\n")
    said = kitgen("build", "quick", "broken.yaml", "duel", "--only", "tokens", "--jobs", "2", "--out", "kits")
    assert said.returncode == 1, "the exit code is that of the first that failed"
    assert written(tmp_path / "kits") == sorted(
        f"fish-cook-{name}-a4-en{file}" for name in ("duel", "quick") for file in ("", "/manifest.json", "/tokens.pdf")
    )
    assert "broken.yaml:2" in said.stderr and "Traceback" not in said.stderr
    assert "2 of 3 kits are built" in said.stdout


def test_many_kits_are_the_same_as_each_alone(kitgen: Kitgen, tmp_path: Path, build_kit: KitBuilder) -> None:
    assert kitgen("build", "quick", "classic", "--only", "cards", "--out", "kits").returncode == 0
    together = (tmp_path / "kits" / "fish-cook-classic-a4-en" / "cards.pdf").read_bytes()
    assert together == (build_kit(only=["cards"]).folder / "cards.pdf").read_bytes()


def test_two_variants_of_one_name_are_refused_before_anything_is_written(kitgen: Kitgen, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.yaml").write_text("extends: classic\n")
    said = kitgen("build", "a/mine.yaml", "b/mine.yaml", "--out", "kits")
    assert said.returncode == 2
    assert "a/mine.yaml" in said.stderr and "b/mine.yaml" in said.stderr
    assert not (tmp_path / "kits").exists()


def test_ctrl_c_ends_the_workers_and_leaves_whole_kits(tmp_path: Path) -> None:
    names = [f"brew-{number}" for number in range(60)]  # more than are built while this test waits for its turn
    for name in names:
        (tmp_path / f"{name}.yaml").write_text("extends: classic\n")
    program = str(Path(sys.executable).with_name("kitgen"))
    command = [program, "build", *(f"{name}.yaml" for name in names), "--jobs", "2", "--out", "kits"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               start_new_session=True)  # fmt: skip
    kits = tmp_path / "kits"
    for _ in range(600):
        if kits.is_dir() and any(kits.glob("fish-cook-*/manifest.json")):
            break
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in said and "stopped" in said
    built = sorted(kits.iterdir())
    assert 0 < len(built) < 60
    assert int(re.search(r"(\d+) of 60 kits were built", said)[1]) <= len(built)  # type: ignore[index]
    for kit in built:
        assert {"manifest.json", *json.loads((kit / "manifest.json").read_text())["files"]} == {
            file.name for file in kit.iterdir()
        }


def test_what_an_owner_takes_out_is_told_of_each_of_many_kits(kitgen: Kitgen) -> None:
    said = kitgen("build", "kids", "duel", "--only-changed-from", "classic", "--out", "kits")
    assert said.returncode == 0
    assert said.stdout.count("take out") >= 2


def test_a_plan_of_what_has_changed_plans_no_more(kitgen: Kitgen, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("extends: classic\nrecipes: {sole-meuniere: {main: 24}}\n")
    plan = planned(kitgen("build", "mine.yaml", "--only-changed-from", "classic", "--plan").stdout)
    assert plan["cards"]["pieces"] == "1"
    assert "tokens" not in plan
    said = kitgen("build", "mine.yaml", "--only-changed-from", "nobody", "--plan")
    assert said.returncode == 2 and "nobody" in said.stderr


# Mistakes

MISTAKES: dict[str, tuple[list[str], int, list[str]]] = {
    "a comma": (["--set", "cards.format=63,5x88mm"], 1, ["63.5x88mm", "point"]),
    "no unit": (["--set", "cards.format=63x88"], 1, ["unit", "mm"]),
    "one length": (["--set", "cards.format=63mm"], 1, ["a width, an x, a height"]),
    "zero": (["--set", "cards.format=0x88mm"], 1, ["0"]),
    "negative": (["--set", "cards.format=-63x88mm"], 1, ["-63"]),
    "an unknown format": (["--set", "cards.format=pokr"], 1, ["poker"]),
    "another name of a format": (["--set", "cards.format=tcg"], 1, ["standard"]),
    "a card larger than the paper": (["--paper", "100x150mm", "--set", "cards.format=160x160mm", "--only", "cards"], 3,
                                     ["160 × 160 mm", "100x150mm"]),
    "an unknown paper": (["--paper", "a44"], 2, ["a44", "a4", "letter", "330x483mm"]),
    "a paper without a unit": (["--paper", "210x297"], 2, ["unit"]),
    "a paper with a comma": (["--paper", "210,5x297mm"], 2, ["210.5x297mm"]),
    "a paper of no width": (["--paper", "0x297mm"], 2, ["0"]),
    "a paper like a stamp": (["--paper", "30x40mm"], 2, ["100", "1200"]),
    "unknown sides": (["--sides", "gutter"], 2, ["gutterfold"]),
    "unknown marks": (["--marks", "crops"], 2, ["crop"]),
    "unknown boards": (["--boards", "tile"], 2, ["tiled"]),
    "an unknown ink": (["--ink", "grey"], 2, ["mono"]),
    "a wide bleed": (["--bleed", "9mm"], 2, ["5 mm"]),
    "a negative bleed": (["--bleed", "-1mm"], 2, ["0 mm"]),
    "a bleed without a unit": (["--bleed", "3"], 2, ["3mm"]),
    "an offset of one length": (["--back-offset", "1.5mm"], 2, ["1.5mm,-0.8mm"]),
    "an offset with decimal commas": (["--back-offset", "1,5mm,-0,8mm"], 2, ["1.5mm,-0.8mm"]),
    "an offset without a unit": (["--back-offset", "1.5,-0.8"], 2, ["unit"]),
    "an offset like a page": (["--back-offset", "90mm,0mm"], 2, ["20 mm"]),
    "a printer that nobody saved": (["--printer", "attic"], 2, ["attic", "calibrate --save"]),
    "a booklet without backs": (["--booklet", "--sides", "fronts"], 2, ["booklet"]),
    "a thick card": (["--card-thickness", "4mm"], 2, ["3 mm"]),
    "unknown sleeves": (["--sleeves", "thick"], 2, ["premium"]),
    "boxes that no paper of that size holds": (["--paper", "100x100mm", "--only", "boxes"], 3, ["no-box", "--paper"]),
    "a whole board on small paper": (["--boards", "whole", "--only", "boards"], 3, ["--boards tiled"]),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "code", "says"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_in_words_and_nothing_is_written(
    kitgen: Kitgen, tmp_path: Path, arguments: list[str], code: int, says: list[str]
) -> None:
    said = kitgen("build", "classic", *arguments)
    assert said.returncode == code, said.stderr
    assert [word for word in says if word not in said.stderr] == []
    assert "Traceback" not in said.stderr
    assert written(tmp_path) == []


def test_an_offset_that_leaves_the_page_is_a_warning(kitgen: Kitgen, tmp_path: Path) -> None:
    said = kitgen("build", "--back-offset", "12mm,0mm", "--only", "cards", "--out", "kit")
    assert said.returncode == 0
    assert "warning" in said.stderr and "off-the-paper" in said.stderr
    assert (tmp_path / "kit" / "cards.pdf").is_file()


def test_the_manifest_tells_how_the_kit_is_printed(build_kit: KitBuilder) -> None:
    options: dict[str, Any] = {"sides": "duplex-short", "marks": "lines", "back_offset": "1.5mm,-0.8mm"}
    told = build_kit(only=["cards"], **options).manifest["printing"]
    assert (told["sides"], told["marks"], told["back_offset_mm"]) == ("duplex-short", "lines", [1.5, -0.8])
    assert json.loads((build_kit(only=["cards"], **options).folder / "manifest.json").read_text())["printing"] == told
