"""What people type to export, and the mistakes they make: one clear message, and nothing half-written."""

from __future__ import annotations

import csv
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from conftest import Kitgen
from PIL import Image


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_pictures_and_a_manifest_are_in_a_folder_of_their_own(kitgen: Kitgen, tmp_path: Path) -> None:
    done = kitgen("export", "png", "classic", "--dpi", "40", "--only", "tokens,cards")
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "out" / "fish-cook-classic-png-en"
    assert "fish-cook-classic-png-en" in done.stdout
    manifest = json.loads((folder / "manifest.json").read_text())
    assert files(folder) == sorted([*manifest["files"], "manifest.json"])
    assert {entry["part"] for entry in manifest["components"]} == {"tokens", "cards"}
    for entry in manifest["components"]:
        for piece in entry["pieces"]:
            with Image.open(folder / piece["front"]) as picture:
                assert list(picture.size) == entry["pixels"]


def test_the_classic_needs_no_name_and_both_languages_have_folders_of_their_own(kitgen: Kitgen, tmp_path: Path) -> None:
    for language in ("en", "fr"):
        assert kitgen("export", "png", "--dpi", "40", "--only", "tokens", "--lang", language).returncode == 0
    assert sorted(folder.name for folder in (tmp_path / "out").iterdir()) == [
        "fish-cook-classic-png-en",
        "fish-cook-classic-png-fr",
    ]


def test_the_same_export_gives_the_same_bytes(kitgen: Kitgen, tmp_path: Path) -> None:
    for out in ("one", "two"):
        assert kitgen("export", "png", "--dpi", "60", "--only", "cards", "--preset", "--out", out).returncode == 2
        assert kitgen("export", "png", "--dpi", "60", "--only", "tokens", "--out", out).returncode == 0
        assert kitgen("export", "pdf", "--out", f"{out}-pdf").returncode == 0
    for out in ("", "-pdf"):
        one, two = ({path.name: path.read_bytes() for path in (tmp_path / f"{name}{out}").iterdir()}
                    for name in ("one", "two"))  # fmt: skip
        assert one == two


def test_a_preset_says_what_it_leaves_out(kitgen: Kitgen, tmp_path: Path) -> None:
    done = kitgen("export", "png", "--preset", "tgc", "--out", "tgc")
    assert done.returncode == 0
    assert "left out: " in done.stdout
    assert "Banknotes" in done.stdout
    manifest = json.loads((tmp_path / "tgc" / "manifest.json").read_text())
    assert {entry["id"]: entry["product"] for entry in manifest["components"]}["recipes"] == "PokerDeck"
    assert "Banknotes" in manifest["left_out"]


def test_an_order_comes_with_the_pictures_that_it_names(kitgen: Kitgen, tmp_path: Path) -> None:
    assert kitgen("export", "png", "--preset", "mpc", "--stock", "m31", "--out", "mpc").returncode == 0
    order = (tmp_path / "mpc" / "order.xml").read_text()
    assert "(M31) Linen" in order
    manifest = json.loads((tmp_path / "mpc" / "manifest.json").read_text())
    (deck,) = manifest["components"]
    for piece in deck["pieces"]:
        assert f"<id>{piece['front']}</id>" in order
    with Image.open(tmp_path / "mpc" / deck["pieces"][0]["front"]) as picture:
        assert picture.size == (822, 1122)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["png", "--dpi", "0"], "--dpi: 0 is out of range\n    hint: allowed is 36 to 1,200"),
        (["png", "--dpi", "10000"], "--dpi: 10,000 is out of range"),
        (["png", "--dpi", "-300"], "--dpi: -300 is out of range"),
        (["png", "--dpi", "1200"], "fish-market would be 8,953 × 14,277 pixels"),
        (["png", "--preset", "tcg"], "there is no preset 'tcg'\n    hint: did you mean 'tgc'?"),
        (["png", "--preset", "drivethrucards"], "there is no preset 'drivethrucards'"),
        (["png", "--preset", "mpc", "--dpi", "300"], "--preset mpc decides --dpi"),
        (["png", "--preset", "tgc", "--bleed", "1mm"], "--preset tgc decides --bleed"),
        (["png", "--preset", "tgc", "--paper", "a4"], "--preset tgc decides --paper"),
        (["png", "--preset", "mpc", "--stock", "s31"], "there is no --stock 's31'"),
        (["png", "--preset", "tgc", "--stock", "s30"], "--stock goes with --preset mpc only"),
        (["png", "--stock", "s30"], "--stock goes with --preset mpc only"),
        (["png", "--preset", "mpc", "--only", "boards"], "MakePlayingCards does not make boards"),
        (["png", "--bleed", "6mm"], "--bleed: 6 mm is out of range"),
        (["png", "--bleed", "3"], "--bleed: '3' has no unit"),
        (["png", "--only", "card"], "there is no part 'card'\n    hint: did you mean 'cards'?"),
        (["png", "--paper", "a99"], "there is no paper 'a99'"),
        (["png", "clasic"], "clasic"),
        (["cut", "--bleed", "9mm"], "--bleed: 9 mm is out of range"),
        (["cut", "--corners", "3"], "--corners: '3' has no unit"),
        (["cut", "--corners", "7mm"], "--corners: 7 mm is out of range"),
        (["cut", "--only", "rules"], "there is no part to cut 'rules'"),
        (["cut", "--paper", "a44"], "there is no paper 'a44'"),
        (["pcio"], "PlayingCards.io fetches pictures from the web"),
        (["pcio", "--images-at", "file:///home/me"], "is not the address of a folder: that begins with https://"),
        (["tts", "--images-at", "example.org/fish"], "'example.org/fish' is not the address of a folder"),
        (["tts", "--images-at", ""], "'' is not the address of a folder"),
        (["pdf", "--preset", "drivethru"], "there is no preset 'drivethru'\n    hint: did you mean 'drivethrucards'?"),
    ],
)
def test_what_is_not_possible_is_refused_before_anything_is_written(
    kitgen: Kitgen, tmp_path: Path, typed: list[str], said: str
) -> None:
    done = kitgen("export", *typed)
    assert done.returncode in (2, 4)
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert files(tmp_path) == []


def test_each_sheet_has_a_file_to_cut_it(kitgen: Kitgen, tmp_path: Path) -> None:
    done = kitgen("export", "cut", "--only", "cards", "--paper", "letter", "--out", "cut")
    assert done.returncode == 0, done.stderr
    manifest = json.loads((tmp_path / "cut" / "manifest.json").read_text())
    assert sum(count for sheet in manifest["sheets"] for count in sheet["pieces"].values()) == 36
    for sheet in manifest["sheets"]:
        assert {f"{sheet['cut']}.svg", f"{sheet['cut']}.dxf"} <= set(manifest["files"])


def test_paper_without_room_for_a_piece_between_the_marks_is_refused(kitgen: Kitgen, tmp_path: Path) -> None:
    done = kitgen("export", "cut", "--only", "cards", "--paper", "100x148mm")
    assert done.returncode == 3
    assert "[cut-too-large]" in done.stderr
    assert files(tmp_path) == []


def test_a_table_finds_its_pictures_in_the_folder_or_on_the_web(kitgen: Kitgen, tmp_path: Path) -> None:
    at_home = kitgen("export", "tts", "--out", "my table")
    assert at_home.returncode == 0, at_home.stderr
    assert "only you see them" in at_home.stdout
    saved = (tmp_path / "my table" / "fish-cook-classic.json").read_text()
    addresses = set(re.findall(r'"(file://[^"]+)"', saved))
    assert addresses
    for address in addresses:
        assert Path(url2pathname(urlsplit(address).path)).is_file()
    on_the_web = kitgen("export", "tts", "--images-at", "https://example.org/fish/", "--out", "web")
    assert "only you" not in on_the_web.stdout
    pictures = set(
        re.findall(r'"https://example.org/fish/([^"/]+)"', (tmp_path / "web" / "fish-cook-classic.json").read_text())
    )
    assert pictures == {Path(urlsplit(address).path).name for address in addresses}
    assert pictures < {path.name for path in (tmp_path / "web").iterdir()}


def test_a_deck_for_a_table_is_a_row_a_card(kitgen: Kitgen, tmp_path: Path) -> None:
    done = kitgen("export", "pcio", "--images-at", "https://example.org/fish", "--lang", "fr", "--out", "cards")
    assert done.returncode == 0, done.stderr
    with (tmp_path / "cards" / "recipes.csv").open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    assert len(rows) == 36
    assert rows[0]["label"] == "Sardines au gingembre"
    assert {row["image"].rpartition("/")[2] for row in rows} <= {path.name for path in (tmp_path / "cards").iterdir()}


@pytest.mark.parametrize("form", ["png", "pdf", "cut", "tts"])
def test_a_folder_that_is_not_ours_is_left_alone(kitgen: Kitgen, tmp_path: Path, form: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    done = kitgen("export", form, "--out", "mine")
    assert done.returncode == 4
    assert "mine exists and is not a kit of kitgen's; nothing was written" in done.stderr
    assert files(tmp_path) == ["mine/letter.txt"]


def test_a_fault_of_preflight_stops_an_export(kitgen: Kitgen, tmp_path: Path) -> None:
    name = "recipes.sardines-in-miso.name=" + "Sardines " * 30
    for form in ("png", "pdf", "cut", "tts"):
        done = kitgen("export", form, "--set", name)
        assert done.returncode == 3
        assert "overflows its box" in done.stderr
        assert "does not pass preflight; nothing was written" in done.stderr
    assert files(tmp_path) == []


def test_text_near_the_cut_is_a_warning_and_the_export_is_there(kitgen: Kitgen, tmp_path: Path) -> None:
    done = kitgen("export", "pdf", "--preset", "mbprint", "--set", "cards.format=micro", "--out", "shop")
    assert done.returncode == 0
    assert "warning: recipes: " in done.stderr
    assert "within 4 mm of the cut, where MB Print may cut it off" in done.stderr
    assert (tmp_path / "shop" / "recipes-cmyk.pdf").is_file()


def test_a_preset_names_as_left_out_what_was_asked_for_alone(kitgen: Kitgen, tmp_path: Path) -> None:
    done = kitgen("export", "png", "--preset", "tgc", "--only", "cards", "--out", "tgc")
    assert "left out" not in done.stdout
    assert json.loads((tmp_path / "tgc" / "manifest.json").read_text())["left_out"] == []
    done = kitgen("export", "cut", "--paper", "170x200mm", "--only", "boards,cards", "--out", "cut")
    assert "left out: Fish Market, Farmer's Market" in done.stdout


@pytest.mark.parametrize(
    ("first", "second"), [(["build", "--only", "tokens"], ["export", "pdf"]), (["export", "pdf"], ["export", "cut"]),
                          (["export", "cut"], ["build", "--only", "tokens"])]
)  # fmt: skip
def test_one_form_does_not_replace_another(kitgen: Kitgen, tmp_path: Path, first: list[str], second: list[str]) -> None:
    assert kitgen(*first, "--out", "kit").returncode == 0
    before = {path.name: path.read_bytes() for path in (tmp_path / "kit").iterdir()}
    done = kitgen(*second, "--out", "kit")
    assert done.returncode == 4
    assert "which would be lost; nothing was written" in done.stderr
    assert {path.name: path.read_bytes() for path in (tmp_path / "kit").iterdir()} == before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends processes without a word")
@pytest.mark.parametrize("sent", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_nothing_half_written_stays_when_it_is_stopped(tmp_path: Path, sent: str) -> None:
    program = str(Path(sys.executable).with_name("kitgen"))
    number = getattr(signal, sent)
    process = subprocess.Popen(
        [program, "export", "png", "--dpi", "600", "--out", "out"], cwd=tmp_path, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # whoever runs the tests may ignore it
    )  # fmt: skip
    for _ in range(1_200):
        if any(tmp_path.glob(".kitgen-*/*.png")):
            break
        time.sleep(0.02)
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said.strip()) == (130, "stopped")
    assert list(tmp_path.iterdir()) == []


def test_a_smaller_export_tells_what_it_replaces(kitgen: Kitgen) -> None:
    assert kitgen("export", "png", "--dpi", "40", "--only", "cards,tokens", "--out", "x").returncode == 0
    done = kitgen("export", "png", "--dpi", "40", "--only", "tokens", "--out", "x")
    assert "replaces what had 37 files more" in done.stdout
