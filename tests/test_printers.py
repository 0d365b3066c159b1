"""Printers' profiles: kept whole, changed value by value, never lost; and what they do to a kit that is printed."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from readback import COARSE, Page, Rect, read_pdf

from kitgen import pipeline
from kitgen.errors import FilesError, UsageError
from kitgen.imposition.options import PrintOptions
from kitgen.pipeline.printers import MOST_NAME, Printer, forget_printer, printers_file, read_printer, read_printers


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Profiles of a test lie in a folder of its own, not in the user's."""
    monkeypatch.setattr("kitgen.pipeline.printers.user_config_path", lambda name: tmp_path / "config" / name)
    return tmp_path / "config"


LASER = {"back_offset": "1.5mm,-0.8mm", "ruler": "99.6mm", "margin": "7mm", "sides": "duplex-short", "paper": "letter"}


# What is kept


def test_what_was_read_from_the_sheet_is_kept_under_the_printers_name(own_folder: Path) -> None:
    kept = pipeline.keep_printer("upstairs laser", **LASER)
    assert kept == Printer((1_500, -800), pytest.approx(100 / 99.6, abs=1e-6), 7_000, "duplex-short", "letter")
    assert read_printer("upstairs laser") == kept
    assert [file.name for file in own_folder.rglob("*") if file.is_file()] == ["printers.json"]


@pytest.mark.parametrize(
    ("said", "changed"),
    [
        ({"back_offset": "0mm,2in"}, None),
        ({"back_offset": "-3mm,0.25mm"}, {"back_offset": (-3_000, 250)}),
        ({"ruler": "102mm"}, {"scale": pytest.approx(100 / 102, abs=1e-6)}),
        ({"margin": "0.5in"}, {"margin": 12_700}),
        ({"sides": "gutterfold"}, {"sides": "gutterfold"}),
        ({"paper": "483x330mm"}, {"paper": "330x483mm"}),
    ],
)
def test_a_value_that_is_changed_leaves_the_others(said: dict[str, str], changed: dict[str, Any] | None) -> None:
    before = pipeline.keep_printer("laser", **LASER)
    if changed is None:
        with pytest.raises(UsageError, match="out of range"):
            pipeline.keep_printer("laser", **said)
    else:
        pipeline.keep_printer("laser", **said)
    assert read_printer("laser") == replace(before, **(changed or {}))


def test_printers_are_kept_side_by_side_and_one_is_forgotten() -> None:
    first, second = pipeline.keep_printer("laser", **LASER), pipeline.keep_printer("inkjet", margin="12mm")
    assert second == Printer(margin=12_000)
    assert read_printers() == {"inkjet": second, "laser": first}
    forget_printer("laser")
    assert read_printers() == {"inkjet": second}


@pytest.mark.parametrize(
    "name", ["Büro № 3", 'it\'s "mine" $HOME', "-x", "a/b", "..", "x" * MOST_NAME, "プリンタ", "{}"]
)
def test_a_printer_may_have_any_name_that_can_be_seen(name: str) -> None:
    kept = pipeline.keep_printer(name, margin="6mm")
    assert read_printers() == {name: kept}
    forget_printer(name)
    assert read_printers() == {}


def test_blanks_round_a_name_do_not_matter() -> None:
    kept = pipeline.keep_printer(" laser ", margin="6mm")
    assert read_printer("laser") == read_printer("laser  ") == kept
    assert list(read_printers()) == ["laser"]
    forget_printer("  laser")
    assert read_printers() == {}


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * (MOST_NAME + 1), "a\x1b[1m", "\udce9"])
def test_a_name_that_cannot_be_shown_is_refused(name: str, own_folder: Path) -> None:
    with pytest.raises(UsageError, match="is no name for a printer"):
        pipeline.keep_printer(name, margin="6mm")
    assert not own_folder.exists()


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({}, "nothing to keep"),
        ({"ruler": "94.9mm"}, r"--ruler: 94\.9 mm is out of range"),
        ({"ruler": "105.1mm"}, "out of range"),
        ({"ruler": "100"}, "--ruler: '100' has no unit"),
        ({"margin": "4.9mm"}, "--margin"),
        ({"margin": "26mm"}, "--margin"),
        ({"sides": "duplex"}, "--sides has no 'duplex'"),
        ({"paper": "foolscap"}, "no paper 'foolscap'"),
        ({"back_offset": "1,5mm,-0,8mm"}, "has commas in its numbers"),
        ({"back_offset": "1,5mm,-1mm"}, "has commas in its numbers"),
        ({"back_offset": "1.5,-0.8"}, "'1.5' has no unit"),
        ({"back_offset": "1.5mm"}, "is not two lengths"),
        ({"back_offset": "1mm,2mm,3mm"}, "is not two lengths"),
        ({"back_offset": "21mm,0mm"}, "out of range"),
    ],
)
def test_a_value_that_means_nothing_is_refused_and_nothing_is_kept(
    said: dict[str, str], fault: str, own_folder: Path
) -> None:
    with pytest.raises(UsageError, match=fault):
        pipeline.keep_printer("laser", **said)
    assert not own_folder.exists()


def test_decimal_commas_are_answered_with_what_was_meant() -> None:
    with pytest.raises(UsageError) as refused:
        pipeline.print_options(back_offset="1,5mm,-0,8mm")
    assert "1.5mm,-0.8mm" in refused.value.hint


def test_the_minus_of_the_printed_sheet_is_a_minus() -> None:
    assert pipeline.print_options(back_offset="−1.5mm,−2mm").back_offset == (-1_500, -2_000)


@pytest.mark.parametrize("verb", [read_printer, forget_printer])
def test_an_unknown_printer_names_those_that_are_kept(verb: Any) -> None:
    with pytest.raises(UsageError, match="no printer 'lasr'") as refused:
        verb("lasr")
    assert "none is saved yet" in refused.value.hint
    pipeline.keep_printer("laser", margin="6mm")
    pipeline.keep_printer("Büro", margin="6mm")
    with pytest.raises(UsageError) as refused:
        verb("lasr")
    assert all(word in refused.value.hint for word in ("did you mean 'laser'?", "Büro", "laser"))


# What cannot be read or written

ENTRY = {"back_offset_mm": [1.5, -0.8], "scale": 1.004, "margin_mm": 7.0, "sides": None, "paper": None}


def test_the_file_is_read_as_it_is_described() -> None:
    printers_file().parent.mkdir(parents=True)
    printers_file().write_text(json.dumps({"kitgen": 1, "printers": {"laser": ENTRY}}), encoding="utf-8")
    assert read_printers() == {"laser": Printer((1_500, -800), 1.004, 7_000)}


@pytest.mark.parametrize(
    "text",
    [
        "", "nonsense", "[]", "{}", '{"printers": []}', '{"printers": {"a": 3}}', "[" * 100_000, "\udce9",
        *(json.dumps({"printers": {"a": ENTRY | wrong}}) for wrong in (
            {"back_offset_mm": [1]}, {"back_offset_mm": [21, 0]}, {"back_offset_mm": ["x", 0]}, {"back_offset_mm": 3},
            {"scale": float("nan")}, {"scale": 0}, {"scale": 2}, {"scale": None}, {"margin_mm": float("inf")},
            {"margin_mm": 10**400}, {"margin_mm": -5}, {"sides": "both"}, {"paper": "nonsense"}, {"paper": 4},
        )),
        json.dumps({"printers": {"a": {key: value for key, value in ENTRY.items() if key != "scale"}}}),
    ],
)  # fmt: skip
def test_a_broken_file_is_told_and_stays(text: str) -> None:
    printers_file().parent.mkdir(parents=True)
    printers_file().write_bytes(text.encode("utf-8", "surrogateescape"))
    before = printers_file().read_bytes()
    for verb in (
        read_printers,
        lambda: pipeline.keep_printer("laser", margin="6mm"),
        lambda: forget_printer("a"),
        lambda: pipeline.print_options(printer="a"),
    ):
        with pytest.raises(FilesError, match=r"printers\.json is no file of printers") as refused:
            verb()  # type: ignore[operator]
        assert refused.value.hint
    assert printers_file().read_bytes() == before


@pytest.mark.skipif(sys.platform != "linux", reason="not even the superuser makes files there")
def test_a_folder_that_takes_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kitgen.pipeline.printers.user_config_path", lambda name: Path("/proc") / name)
    with pytest.raises(FilesError, match="cannot make the folder /proc/kitgen") as refused:
        pipeline.keep_printer("laser", margin="6mm")
    assert "let yourself write" in refused.value.hint


def test_a_disk_that_is_full_leaves_the_printers_that_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = pipeline.keep_printer("laser", **LASER)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(FilesError, match="No space left"):
            pipeline.keep_printer("laser", margin="9mm")
    assert read_printers() == {"laser": kept}


# What a profile does to a kit


def test_a_profile_says_how_to_print_and_words_overrule_it() -> None:
    pipeline.keep_printer("laser", **LASER)
    options = pipeline.print_options(printer="laser")
    assert (options.paper.name, options.sides, options.margin) == ("letter", "duplex-short", 7_000)
    assert (options.back_offset, options.scale) == ((1_500, -800), pytest.approx(100 / 99.6, abs=1e-6))
    said = pipeline.print_options(printer="laser", paper="a4", sides="fronts", back_offset="0mm,0mm")
    assert (said.paper.name, said.sides, said.back_offset, said.margin) == ("a4", "fronts", (0, 0), 7_000)
    assert pipeline.print_options() == PrintOptions()


@pytest.fixture(scope="module")
def leaves(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Page, ...]]:
    """The cards as a printer with a wide margin gets them, and as one gets them that moreover shrinks and misses."""
    printed = {}
    for name, said in {"straight": {}, "crooked": {"back_offset": "1.5mm,-0.8mm", "ruler": "99mm"}}.items():
        folder = tmp_path_factory.mktemp(name)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("kitgen.pipeline.printers.user_config_path", lambda app, folder=folder: folder / app)
            pipeline.keep_printer(name, margin="12mm", **said)
            options = pipeline.print_options(printer=name)
        built = pipeline.build(pipeline.load("classic"), printing=options, only=["cards"], out=folder / "kit")
        printed[name] = read_pdf(built.folder / "cards.pdf")
    return printed


def test_the_margin_of_a_profile_stays_white(leaves: dict[str, tuple[Page, ...]]) -> None:
    paper = Rect(0, 0, 210, 297)
    for page in leaves["straight"]:
        inked = [face.clip for face in page.faces] + page.marks + [word.box for word in page.words]
        assert inked
        assert all(paper.grown(-12).holds(box, COARSE) for box in inked)


def test_scale_and_offset_of_a_profile_move_what_is_printed(leaves: dict[str, tuple[Page, ...]]) -> None:
    """The scale is about the middle of the sheet; only backs move."""
    scale, middle = 100 / 99, (105, 148.5)
    pages = list(zip(leaves["straight"], leaves["crooked"], strict=True))
    assert len(pages) >= 2
    for number, (straight, crooked) in enumerate(pages):
        right, down = (1.5, -0.8) if number % 2 else (0, 0)
        for before, after in zip(straight.faces, crooked.faces, strict=True):
            x, y = (
                centre + scale * (place - centre) + by
                for place, centre, by in zip(before.box.centre, middle, (right, down), strict=True)
            )
            assert after.box.centre == (pytest.approx(x, abs=COARSE), pytest.approx(y, abs=COARSE))
            assert after.box.width == pytest.approx(before.box.width * scale, abs=COARSE)
