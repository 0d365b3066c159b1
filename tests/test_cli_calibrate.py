"""``kitgen calibrate`` as a user runs it: exit codes, output, and what is on the disk."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from readback import PRINTABLE, Page, Rect, drawn_box, read_pdf, whole_text

from kitgen.cli import commands, main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs ``kitgen`` in a folder of its own, with profiles of its own: exit code, output, messages."""
    monkeypatch.setattr("kitgen.pipeline.printers.user_config_path", lambda name: tmp_path / "config" / name)
    monkeypatch.chdir(tmp_path)

    def kitgen(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["kitgen", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        said = capsys.readouterr()
        return int(end.value.code or 0), said.out, said.err

    return kitgen


def command_in(line: str) -> list[str]:
    """The arguments of the command at the end of a line, as a shell would read them."""
    return shlex.split(line[line.index("kitgen calibrate") :])[1:]


# The sheet


def test_calibrate_writes_a_sheet_and_says_what_to_do_with_it(run: Run, tmp_path: Path) -> None:
    code, said, wrong = run("calibrate")
    assert (code, wrong) == (0, "")
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["calibrate-a4.pdf"]
    assert len(said.splitlines()) == 4
    assert "out/calibrate-a4.pdf" in said.replace("\\", "/")
    assert "long edge" in said
    front, back = read_pdf(tmp_path / "out" / "calibrate-a4.pdf")
    assert [(round(page.paper.width, 1), round(page.paper.height, 1)) for page in (front, back)] == [(210, 297)] * 2
    assert "Calibrate your printer" in whole_text([front])


def test_the_command_that_it_shows_keeps_the_printer(run: Run) -> None:
    _, said, _ = run("calibrate", "--paper", "letter", "--sides", "duplex-short")
    code, kept, _ = run(*command_in(said.splitlines()[-1]))
    assert code == 0
    assert all(value in kept for value in ("letter", "duplex-short", "1.5 mm to the right", "1 mm up", "7 mm"))
    _, listed, _ = run("calibrate", "--list")
    assert listed.startswith("my printer ")


def test_the_command_on_the_sheet_is_the_one_on_the_screen(run: Run, tmp_path: Path) -> None:
    _, said, _ = run("calibrate", "--paper", "a3", "--out", "sheet.pdf")
    assert said[said.index("kitgen calibrate --save") :].strip() in whole_text(read_pdf(tmp_path / "sheet.pdf")[:1])


def test_the_sheet_speaks_french(run: Run, tmp_path: Path) -> None:
    assert run("calibrate", "--lang", "fr", "--out", "feuille.pdf")[0] == 0
    front, back = read_pdf(tmp_path / "feuille.pdf")
    assert "Étalonner votre imprimante" in whole_text([front])
    assert "verso" in whole_text([back])


def test_the_same_sheet_has_the_same_bytes(run: Run, tmp_path: Path) -> None:
    run("calibrate", "--out", "one.pdf")
    run("calibrate", "--out", "two.pdf")
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def curves(file: Path, page: int) -> list[Rect]:
    """The round things on a page, in reading order."""
    pdfplumber = pytest.importorskip("pdfplumber")
    with pdfplumber.open(file) as opened:
        found = [drawn_box(curve) for curve in opened.pages[page].curves]
    return sorted(box for box in found if box.width > 2 and abs(box.width - box.height) < 0.01)


def test_a_kept_printer_gets_its_sheet_with_its_offset_and_never_scaled(run: Run, tmp_path: Path) -> None:
    run("calibrate", "--save", "laser", "--back-offset", "1.5mm,-1mm", "--ruler", "99mm")
    run("calibrate", "--out", "plain.pdf")
    code, said, _ = run("calibrate", "--printer", "laser", "--out", "laser.pdf")
    assert code == 0
    assert '--save "laser"' in said
    for page, by in ((0, (0, 0)), (1, (1.5, -1))):
        plain, moved = (curves(tmp_path / f"{name}.pdf", page) for name in ("plain", "laser"))
        assert len(plain) >= 17 * 17 - 1
        for before, after in zip(plain, moved, strict=True):
            assert after.left - before.left == pytest.approx(by[0], abs=0.002)
            assert after.top - before.top == pytest.approx(by[1], abs=0.002)
    assert "−2.5" in whole_text(read_pdf(tmp_path / "laser.pdf")[:1]), "numbers are whole corrections"


def test_ink_enters_the_usual_margin_at_the_middle_of_the_edges_only(run: Run, tmp_path: Path) -> None:
    run("calibrate", "--out", "sheet.pdf")
    front, back = read_pdf(tmp_path / "sheet.pdf")

    def touched(page: Page) -> set[str]:
        picture = page.pixels(4)
        width, height = picture.size
        strips = {
            "top": (0, 0, width, int(PRINTABLE * 4)),
            "bottom": (0, height - int(PRINTABLE * 4), width, height),
            "left": (0, 0, int(PRINTABLE * 4), height),
            "right": (width - int(PRINTABLE * 4), 0, width, height),
        }
        inked = {name: picture.crop(box).point(lambda value: 255 - value).getbbox() for name, box in strips.items()}
        for name, box in inked.items():
            along, whole = (0, width) if name in ("top", "bottom") else (1, height)
            assert box is None or (box[along] > whole / 2 - 25 * 4 and box[along + 2] < whole / 2 + 25 * 4)
        return {name for name, box in inked.items() if box is not None}

    assert touched(front) == {"top", "bottom", "left", "right"}
    assert touched(back) == set()


# What is replaced


def test_a_sheet_is_replaced_by_the_next(run: Run, tmp_path: Path) -> None:
    run("calibrate", "--out", "sheet.pdf")
    before = (tmp_path / "sheet.pdf").read_bytes()
    assert run("calibrate", "--sides", "duplex-short", "--out", "sheet.pdf")[0] == 0
    assert (tmp_path / "sheet.pdf").read_bytes() != before


@pytest.mark.parametrize("content", [b"", b"Dear aunt", b"%PDF-1.4 /Creator (kitgen)", b"kitgen calibrate " * 99])
def test_a_file_that_is_something_else_is_refused(run: Run, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "letter.pdf").write_bytes(content)
    code, said, wrong = run("calibrate", "--out", "letter.pdf")
    assert (code, said) == (4, "")
    assert "not one of kitgen's; nothing was written" in wrong
    assert "--out" in wrong
    assert (tmp_path / "letter.pdf").read_bytes() == content


def test_a_folder_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert run("calibrate", "--out", "folder")[0] == 4
    assert list((tmp_path / "folder").iterdir()) == []


# Printers


def test_saving_tells_what_is_kept_and_how_to_use_it(run: Run, tmp_path: Path) -> None:
    code, said, wrong = run("calibrate", "--save", "upstairs laser", "--back-offset", "-1.5mm,0.8mm", "--ruler", "98mm")
    assert (code, wrong) == (0, "")
    assert all(value in said for value in ("1.5 mm to the left", "0.8 mm down", "102.04 %", "margin", "5 mm"))
    assert 'kitgen build classic --printer "upstairs laser"' in said
    assert not (tmp_path / "out").exists(), "nothing is printed"
    assert (tmp_path / "config" / "kitgen" / "printers.json").is_file()


def test_a_printer_that_prints_no_backs_is_not_sent_back_to_the_sheet(run: Run) -> None:
    _, said, _ = run("calibrate", "--save", "inkjet", "--sides", "gutterfold")
    assert "kitgen build" in said
    assert "kitgen calibrate" not in said


def test_printers_are_listed_a_line_each_and_forgotten(run: Run) -> None:
    assert run("calibrate", "--list")[1].count("\n") == 1
    run("calibrate", "--save", "laser", "--margin", "6mm")
    run("calibrate", "--save", "ink jet", "--sides", "fronts")
    code, said, _ = run("calibrate", "--list")
    assert code == 0
    first, second = said.splitlines()
    assert first.startswith("ink jet ") and "fronts" in first
    assert second.startswith("laser ") and "6 mm" in second
    assert run("calibrate", "--forget", "laser")[0] == 0
    assert run("calibrate", "--list")[1].splitlines() == [first]


def test_a_printer_without_backs_is_blamed_by_its_name_and_sides_overrule_it(run: Run) -> None:
    run("calibrate", "--save", "inkjet", "--sides", "gutterfold")
    code, said, wrong = run("calibrate", "--printer", "inkjet")
    assert (code, said) == (2, "")
    assert "the printer 'inkjet' is kept with sides gutterfold" in wrong
    assert "--sides gutterfold" not in wrong, "nobody typed that"
    assert "hint: to measure its backs, add --sides duplex-long" in wrong
    assert "--sides fronts prints nothing" in run("calibrate", "--printer", "inkjet", "--sides", "fronts")[2]
    assert run("calibrate", "--printer", "inkjet", "--sides", "separate")[0] == 0


def test_a_printer_that_is_wrong_is_listed_as_such(run: Run, tmp_path: Path) -> None:
    run("calibrate", "--save", "laser", "--margin", "6mm")
    file = tmp_path / "config" / "kitgen" / "printers.json"
    told = json.loads(file.read_bytes())
    told["printers"]["ink jet"] = told["printers"]["laser"] | {"scale": True}
    file.write_text(json.dumps(told), encoding="utf-8")
    code, said, wrong = run("calibrate", "--list")
    assert (code, wrong) == (0, "")
    first, second = said.splitlines()
    assert first.startswith("laser    backs ")
    assert second.startswith("ink jet  is wrong in ") and "scale" in second
    code, said, wrong = run("calibrate", "--printer", "ink jet")
    assert (code, said) == (4, "")
    assert "the printer 'ink jet'" in wrong


def test_a_command_for_a_name_of_odd_signs_can_be_typed(run: Run) -> None:
    name = 'it\'s "mine" $HOME'
    run("calibrate", "--save", name, "--margin", "6mm")
    _, said, _ = run("calibrate", "--printer", name)
    assert command_in(said.splitlines()[-1])[2] == name


# What goes wrong


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--ruler", "99mm"], "--ruler goes with --save"),
        (["--margin", "7mm", "--paper", "a4"], "--margin goes with --save"),
        (["--save", "laser"], "nothing to keep"),
        (["--save", "", "--margin", "7mm"], "no name for a printer"),
        (["--save", "laser", "--margin", "7mm", "--out", "x.pdf"], "--out does not go with --save"),
        (["--save", "laser", "--margin", "7mm", "--lang", "fr"], "--lang does not go with --save"),
        (["--save", "laser", "--margin", "7mm", "--printer", "x"], "--printer does not go with --save"),
        (["--save", "laser", "--forget", "laser"], "--forget does not go with --save"),
        (["--list", "--paper", "a4"], "--paper does not go with --list"),
        (["--list", "--forget", "laser"], "--forget does not go with --list"),
        (["--forget", "laser", "--back-offset", "0mm,0mm"], "--back-offset does not go with --forget"),
        (["--forget", "laser"], "there is no printer 'laser'"),
        (["--printer", "laser"], "there is no printer 'laser'"),
        (["--sides", "gutterfold"], "--sides gutterfold prints nothing on the back"),
        (["--sides", "fronts"], "--sides fronts prints nothing on the back"),
        (["--paper", "100x140mm"], "too small"),
        (["--lang", "de"], "no words in 'de'"),
        (["--back-offset", "1,5mm,-0,8mm"], "write '1.5mm,-0.8mm'"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words_and_nothing_is_written(
    run: Run, tmp_path: Path, arguments: list[str], fault: str
) -> None:
    code, said, wrong = run("calibrate", *arguments)
    assert (code, said) == (2, "")
    assert fault in wrong
    assert "hint:" in wrong
    assert list(tmp_path.iterdir()) == []


def test_every_option_is_explained() -> None:
    said = CliRunner().invoke(commands, ["calibrate", "--help"]).output
    for option in commands.commands["calibrate"].params:
        assert option.opts[0] in said
        assert getattr(option, "help", "")
