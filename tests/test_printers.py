"""Printers' profiles: kept whole, changed value by value, never lost; and what they do to a kit that is printed."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from readback import COARSE, Page, Rect, read_pdf

from kitgen import pipeline
from kitgen.errors import FilesError, UsageError
from kitgen.imposition.options import PrintOptions
from kitgen.pipeline.printers import (
    MOST_BYTES,
    MOST_NAME,
    Printer,
    forget_printer,
    printers_file,
    read_printer,
    read_printers,
)


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


def test_an_accented_letter_is_one_however_it_is_typed() -> None:
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    before = pipeline.keep_printer(decomposed, margin="6mm")
    assert read_printer(composed) == read_printer(decomposed) == before
    pipeline.keep_printer(composed, sides="fronts")
    assert read_printers() == {composed: replace(before, sides="fronts")}
    forget_printer(decomposed)
    assert read_printers() == {}


@pytest.mark.parametrize("name", ["", "  ", "x" * (MOST_NAME + 1)])
def test_a_name_of_no_or_too_many_signs_is_refused(name: str, own_folder: Path) -> None:
    with pytest.raises(UsageError, match="is no name for a printer") as refused:
        pipeline.keep_printer(name, margin="6mm")
    assert "1 to 60 signs" in refused.value.hint
    assert not own_folder.exists()


@pytest.mark.parametrize(
    ("name", "sign"),
    [("a\nb", "U+000A"), ("a\x1b[1m", "U+001B"), ("\udce9", "U+DCE9"), ("a\u200bb", "U+200B"), ("a\u00a0b", "U+00A0")],
)
def test_a_name_with_a_sign_that_does_not_print_is_told_which(name: str, sign: str, own_folder: Path) -> None:
    with pytest.raises(UsageError, match="is no name for a printer") as refused:
        pipeline.keep_printer(name, margin="6mm")
    assert f"its sign {sign} does not print" in refused.value.message
    assert refused.value.message.isprintable()
    assert not own_folder.exists()


# Anything that is kept can be read


@given(st.integers(95_000, 105_000))
@example(95_000)
@example(105_000)
@settings(deadline=None, max_examples=30)
def test_every_ruler_that_may_be_measured_is_kept_and_read(micrometres: int) -> None:
    kept = pipeline.keep_printer("laser", ruler=f"{micrometres / 1_000}mm")
    assert kept.scale == pytest.approx(100_000 / micrometres, abs=1e-6)
    assert read_printer("laser") == kept


@pytest.mark.parametrize(
    "said",
    [
        {"back_offset": "-20mm,20mm"}, {"back_offset": "0.787in,-0.787in"}, {"margin": "5mm"}, {"margin": "25mm"},
        {"margin": "0.984in"}, {"paper": "100x1200mm"}, {"paper": "8.27x11.69in"}, {"paper": " A4 "},
    ],
)  # fmt: skip
def test_values_at_the_end_of_what_is_allowed_are_kept_and_read(said: dict[str, str]) -> None:
    kept = pipeline.keep_printer("laser", **said)
    assert read_printer("laser") == kept


def test_blanks_round_a_paper_do_not_matter() -> None:
    assert pipeline.print_options(paper="a4 ").paper == pipeline.print_options(paper="a4").paper
    assert pipeline.print_options(paper=" 330x483mm ").paper.name == "330x483mm"


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({}, "nothing to keep"),
        ({"ruler": "94.9mm"}, r"--ruler: 94\.9 mm is out of range"),
        ({"ruler": "105.1mm"}, "out of range"),
        ({"ruler": "100"}, "--ruler: '100' has no unit"),
        ({"margin": "4.9mm"}, "--margin"),
        ({"margin": "26mm"}, "--margin"),
        ({"sides": "duplex"}, "there is no --sides 'duplex'"),
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


def write_entries(**entries: Any) -> None:
    """Put a file of printers there, as somebody might have edited it."""
    printers_file().parent.mkdir(parents=True)
    printers_file().write_text(json.dumps({"kitgen": 1, "printers": entries}), encoding="utf-8")


def refused_by_all(fault: str) -> None:
    """Whatever is asked of printers, nothing comes of it but a message with a way out."""
    for verb in (
        read_printers,
        pipeline.tell_printers,
        lambda: pipeline.keep_printer("laser", margin="6mm"),
        lambda: forget_printer("a"),
        lambda: pipeline.print_options(printer="a"),
    ):
        with pytest.raises(FilesError, match=fault) as refused:
            verb()  # type: ignore[operator]
        assert refused.value.hint


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "{}", '{"printers": []}', "[" * 100_000, "\udce9"])
def test_a_broken_file_is_told_and_stays(text: str) -> None:
    printers_file().parent.mkdir(parents=True)
    printers_file().write_bytes(text.encode("utf-8", "surrogateescape"))
    before = printers_file().read_bytes()
    refused_by_all(r"printers\.json is no file of printers")
    assert printers_file().read_bytes() == before


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
@pytest.mark.skipif(sys.platform == "win32", reason="has no pipes and devices of that kind")
def test_what_is_no_plain_file_is_refused_without_reading_it(kind: str) -> None:
    file = printers_file()
    file.parent.mkdir(parents=True)
    {"pipe": os.mkfifo, "device": lambda file: file.symlink_to("/dev/zero"), "folder": Path.mkdir}[kind](file)
    refused_by_all(r"printers\.json is no plain file")


def test_a_file_larger_than_any_printers_is_refused() -> None:
    write_entries(a=ENTRY)
    with printers_file().open("ab") as file:
        file.write(b" " * MOST_BYTES)
    refused_by_all("more than 1,000,000 bytes")


def test_a_link_to_a_plain_file_is_read_and_stays(tmp_path: Path) -> None:
    real = tmp_path / "real.json"
    real.write_text(json.dumps({"printers": {"a": ENTRY}}), encoding="utf-8")
    printers_file().parent.mkdir(parents=True)
    printers_file().symlink_to(real)
    pipeline.keep_printer("laser", margin="6mm")
    assert list(read_printers()) == ["a", "laser"]
    assert printers_file().is_symlink()


BROKEN: list[tuple[str, Any]] = [
    ("back_offset_mm", 3), ("back_offset_mm", []), *(("back_offset_mm", ENTRY | wrong) for wrong in (
        {"back_offset_mm": [1]}, {"back_offset_mm": [21, 0]}, {"back_offset_mm": ["x", 0]}, {"back_offset_mm": 3},
        {"back_offset_mm": "00"}, {"back_offset_mm": {"1": 1, "2": 2}}, {"back_offset_mm": [True, False]},
        {"back_offset_mm": ["1.5", "2"]}, {"back_offset_mm": [1, 2, 3]},
    )),
    *(("scale", ENTRY | {"scale": wrong}) for wrong in (
        float("nan"), float("inf"), 0, 2, None, True, "1.0", [1], 1e-320, -1, 1.0527, 0.952,
    )),
    *(("margin_mm", ENTRY | {"margin_mm": wrong}) for wrong in (float("inf"), 10**400, -5, True, "7", None)),
    *(("sides", ENTRY | {"sides": wrong}) for wrong in ("both", True, [], {})),
    *(("paper", ENTRY | {"paper": wrong}) for wrong in ("nonsense", 4, True, ["a4"], "")),
    ("scale", {key: value for key, value in ENTRY.items() if key != "scale"}),
]  # fmt: skip


@pytest.mark.parametrize(("key", "entry"), BROKEN)
def test_a_broken_entry_is_told_by_its_name_and_leaves_the_others(key: str, entry: Any) -> None:
    write_entries(laser=ENTRY, wobbly=entry)
    laser = Printer((1_500, -800), 1.004, 7_000)
    for verb in (read_printer, lambda name: pipeline.keep_printer(name, sides="fronts")):
        with pytest.raises(FilesError, match=f"the printer 'wobbly' .* is wrong: {key} ") as refused:
            verb("wobbly")
        assert "--forget" in refused.value.hint
    assert read_printers() == {"laser": laser}
    assert pipeline.print_options(printer="laser").back_offset == laser.back_offset
    first, second = pipeline.tell_printers().splitlines()
    assert first.startswith("laser ") and "1.5 mm" in first
    assert second.startswith("wobbly ") and key in second


@pytest.mark.parametrize(("key", "entry"), BROKEN)
def test_a_broken_entry_stays_as_it_is_until_it_is_forgotten(key: str, entry: Any) -> None:
    write_entries(laser=ENTRY, wobbly=entry)
    pipeline.keep_printer("inkjet", margin="6mm")
    forget_printer("laser")
    found = json.loads(printers_file().read_bytes())["printers"]
    assert sorted(found) == ["inkjet", "wobbly"]
    assert json.dumps(found["wobbly"]) == json.dumps(entry), "compared as texts: no number equals nan"
    forget_printer("wobbly")
    assert list(read_printers()) == ["inkjet"]
    assert pipeline.keep_printer("wobbly", margin="6mm") == Printer(margin=6_000)


def test_a_name_that_was_written_by_hand_is_found_and_shown_without_signs_that_nobody_sees() -> None:
    write_entries(**{" cafe\u0301 ": ENTRY, "a\x1b[1m": ENTRY})
    assert read_printer("caf\u00e9") == Printer((1_500, -800), 1.004, 7_000)
    assert all(line.isprintable() for line in pipeline.tell_printers().splitlines())


def test_columns_are_straight_beside_wide_signs_and_accents() -> None:
    """Terminals give signs of East Asia two columns, and none to an accent that stands on another sign."""
    columns = {"プリンタ": 8, "ﾌﾟﾘﾝﾀ": 5, "x\u0323\u0302y": 2, "laser": 5}
    for name in columns:
        pipeline.keep_printer(name, margin="6mm")
    lines = pipeline.tell_printers().splitlines()
    assert len(lines) == len(columns)
    for line in lines:
        (name,) = [name for name in columns if line.startswith(name)]
        assert columns[name] + len(line.removeprefix(name)) - len(line.removeprefix(name).lstrip()) == 8 + 2


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
    assert (options.paper.name, options.sides) == ("letter", "duplex-short")
    # What stands at the margin of the page stands a little further in on the sheet that is drawn larger.
    for on_paper, half in ((options, 11 * 25_400 / 2), (pipeline.print_options(printer="laser", paper="a4"), 148_500)):
        assert half - (half - on_paper.margin) * on_paper.scale == pytest.approx(7_000, abs=2)
    assert (options.back_offset, options.scale) == ((1_500, -800), pytest.approx(100 / 99.6, abs=1e-6))
    said = pipeline.print_options(printer="laser", paper="a4", sides="fronts", back_offset="0mm,0mm")
    assert (said.paper.name, said.sides, said.back_offset) == ("a4", "fronts", (0, 0))
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
