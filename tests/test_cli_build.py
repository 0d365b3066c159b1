"""``kitgen build`` as a user runs it: a process of its own, judged by exit code, output and what is on the disk."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
from conftest import KitBuilder
from readback import read_pdf, whole_text

from kitgen import __version__
from kitgen.errors import FilesError
from kitgen.render.folder import write_folder

PARTS = ["boards", "cards", "tokens", "boxes", "rules", "extras"]
HEAVY = ["pydantic", "reportlab", "jinja2", "yaml", "fontTools", "PIL", "svglib", "rich"]
PROGRAM = Path(sysconfig.get_path("scripts")) / ("kitgen.exe" if os.name == "nt" else "kitgen")

Result = subprocess.CompletedProcess[str]


def kitgen(folder: Path, *arguments: str, **options: Any) -> Result:
    """Run ``kitgen`` in a folder. Whatever comes out, it is never a traceback."""
    result = subprocess.run([str(PROGRAM), *arguments], cwd=folder, capture_output=True, text=True,
                            encoding="utf-8", check=False, **options)  # fmt: skip
    assert "Traceback" not in result.stdout + result.stderr
    return result


def python(folder: Path, code: str, **options: Any) -> Result:
    """Run a few lines of Python that end in kitgen's main function."""
    result = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True,
                            encoding="utf-8", check=False, **options)  # fmt: skip
    assert "Traceback" not in result.stderr
    return result


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, hidden ones too; folders count as files without content."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b"" for path in folder.rglob("*")}


def manifest_of(kit: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((kit / "manifest.json").read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="module")
def old_kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit of tokens that was built before, by ``kitgen build`` alone; tests work on copies of it."""
    folder = tmp_path_factory.mktemp("old")
    assert kitgen(folder, "build", "--only", "tokens", umask=0o022).returncode == 0
    return folder / "out" / "fish-cook-classic-a4-en"


@pytest.fixture
def shelf(tmp_path: Path, old_kit: Path) -> Path:
    """A folder with a copy of the old kit, called ``kit``."""
    shutil.copytree(old_kit, tmp_path / "kit")
    return tmp_path


# What is written


@pytest.mark.parametrize(("paper", "language"), [("a4", "en"), ("letter", "fr")])
def test_build_writes_every_part_and_the_manifest(tmp_path: Path, paper: str, language: str) -> None:
    result = kitgen(tmp_path, "build", "classic", "--paper", paper, "--lang", language)
    assert result.returncode == 0
    assert result.stderr == "", "a sound kit needs no comment"
    name = f"fish-cook-classic-{paper}-{language}"
    files = {f"out/{name}/{file}" for file in (*(f"{part}.pdf" for part in PARTS), "manifest.json")}
    assert set(tree(tmp_path)) == {"out", f"out/{name}", *files}, "nothing else is left behind"
    manifest = manifest_of(tmp_path / "out" / name)
    assert (manifest["game"], manifest["variant"]) == ("fish-cook", "classic")
    assert (manifest["paper"], manifest["language"]) == (paper, language)
    assert sorted(manifest["files"]) == sorted(f"{part}.pdf" for part in PARTS)
    assert list(manifest["sheets"]) == PARTS
    # The report names the folder, and the sheets of each part.
    assert str(Path("out") / name) in result.stdout
    for part, sheets in manifest["sheets"].items():
        assert any(line.split()[:2] == [part, str(sheets)] for line in result.stdout.splitlines())


def test_build_alone_builds_the_classic_for_everybody_to_read(old_kit: Path) -> None:
    assert sorted(tree(old_kit)) == ["manifest.json", "tokens.pdf"]
    assert manifest_of(old_kit)["variant"] == "classic"
    assert old_kit.stat().st_mode & 0o777 == 0o755
    assert (old_kit / "tokens.pdf").stat().st_mode & 0o777 == 0o644


def test_only_builds_the_parts_it_names_and_out_makes_the_folders_above(tmp_path: Path) -> None:
    assert kitgen(tmp_path, "build", "--only", "tokens, cards,tokens", "--out", "a/b/kit/").returncode == 0
    kit = tmp_path / "a" / "b" / "kit"
    assert set(tree(tmp_path)) == {"a", "a/b", "a/b/kit", *(f"a/b/kit/{name}" for name in tree(kit))}
    assert sorted(tree(kit)) == ["cards.pdf", "manifest.json", "tokens.pdf"]
    manifest = manifest_of(kit)
    assert list(manifest["sheets"]) == ["cards", "tokens"]
    assert {component["part"] for component in manifest["components"]} == {"cards", "tokens"}


def test_single_file_holds_every_part_in_order(tmp_path: Path, build_kit: KitBuilder) -> None:
    """The how-to-print page, which opens the extras, opens the whole. Backs that a sheet lacks are empty pages."""
    assert kitgen(tmp_path, "build", "--single-file", "--out", "kit").returncode == 0
    assert sorted(tree(tmp_path / "kit")) == ["classic.pdf", "manifest.json"]
    assert manifest_of(tmp_path / "kit")["files"] == ["classic.pdf"]
    parted = [(part, page) for part in PARTS for page in build_kit().pages(part) if page.faces]
    first, *extras = [page for part, page in parted if part == "extras"]
    expected = [first, *(page for part, page in parted if part != "extras"), *extras]
    pages = read_pdf(tmp_path / "kit" / "classic.pdf")
    assert [page.label.side for page in pages] == ["front", "back"] * (len(pages) // 2)
    found = [page for page in pages if page.faces]
    assert [page.label[:-1] for page in found] == [page.label[:-1] for page in expected]
    assert [len(page.faces) for page in found] == [len(page.faces) for page in expected]


def test_set_changes_values_and_the_old_kit_is_replaced_whole(shelf: Path) -> None:
    """The files that its manifest names go, and what systems leave in any folder."""
    digest = manifest_of(shelf / "kit")["digest"]
    (shelf / "elsewhere").mkdir()
    (shelf / "elsewhere" / "thesis.txt").write_text("years of work", encoding="utf-8")
    (shelf / "kit" / ".DS_Store").touch()
    settings = ["--set", "set_up.money=120", "--set", "title=A = B"]
    assert kitgen(shelf, "build", "--only", "rules", "--out", "kit", *settings).returncode == 0
    kit = ["kit", "kit/manifest.json", "kit/rules.pdf"]
    assert sorted(tree(shelf)) == ["elsewhere", "elsewhere/thesis.txt", *kit]
    text = whole_text(read_pdf(shelf / "kit" / "rules.pdf"))
    assert "$120" in text and "$100" not in text
    assert "A = B" in text
    assert manifest_of(shelf / "kit")["digest"] != digest


@pytest.mark.parametrize("foreign", ["notes.txt", "link", "inner"])
def test_what_somebody_else_put_into_a_kit_is_not_thrown_away(shelf: Path, foreign: str) -> None:
    (shelf / "elsewhere").mkdir(exist_ok=True)
    kit = shelf / "kit"
    if foreign == "notes.txt":
        (kit / foreign).write_text("years of work", encoding="utf-8")
    elif foreign == "link":
        (kit / foreign).symlink_to(shelf / "elsewhere")
    else:
        (kit / foreign).mkdir()
    before = tree(shelf)
    result = kitgen(shelf, "build", "--only", "rules", "--out", "kit")
    assert result.returncode == 4
    assert f"kit holds {foreign}, which is not of the kit; nothing was written" in str(result.stderr)
    assert tree(shelf) == before


def test_a_path_with_spaces_and_a_terminal_that_cannot_show_the_title(tmp_path: Path) -> None:
    (tmp_path / "my own.yaml").write_text("extends: classic\ntitle: Bœuf & Co\n", encoding="utf-8")
    environment = os.environ | {"PYTHONIOENCODING": "ascii:strict"}
    result = kitgen(tmp_path, "build", "my own.yaml", "--only", "tokens", "--out", "kit", env=environment)
    assert result.returncode == 0
    assert sorted(tree(tmp_path / "kit")) == ["manifest.json", "tokens.pdf"]
    assert manifest_of(tmp_path / "kit")["title"] == "Bœuf & Co"


# What is refused: exit codes, words, and an untouched disk


def test_every_fault_of_a_variant_is_told_at_once_with_its_place(shelf: Path) -> None:
    text = "extends: classic\nset_up:\n  mony: 120\nschool:\n  cards: many\nplayers: {min: 5, max: 4}\n"
    (shelf / "faulty.yaml").write_text(text, encoding="utf-8")
    before = tree(shelf)
    result = kitgen(shelf, "build", "faulty.yaml", "--out", "kit")
    assert result.returncode == 1
    assert result.stdout == ""
    for place in ("faulty.yaml:3:3: error: set_up.mony", "faulty.yaml:5:10: error: school.cards", "faulty.yaml:6:"):
        assert place in result.stderr
    assert "did you mean 'money'" in result.stderr
    assert tree(shelf) == before, "the old kit is kept, and nothing is added"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--paper", "a5"], ["a5", "a4, letter"]),
        (["--lang", "xx"], ["xx", "en, fr"]),
        (["--only", ""], ["there is no part ''", "boards, cards, tokens, boxes, rules, extras"]),
        (["--only", "tokens,card"], ["'card'", "did you mean 'cards'", "boards, cards, tokens, boxes, rules, extras"]),
        (["--set", "set_up.money"], ["set_up.money", "="]),
        (["--colour"], ["--colour"]),
    ],
    ids=" ".join,
)
def test_wrong_use_is_exit_code_2(shelf: Path, arguments: list[str], words: list[str]) -> None:
    before = tree(shelf)
    result = kitgen(shelf, "build", *arguments, "--out", "kit")
    assert result.returncode == 2
    assert result.stdout == ""
    for word in words:
        assert word in result.stderr
    assert tree(shelf) == before


def test_an_unknown_name_is_wrong_use_and_gets_a_suggestion(tmp_path: Path) -> None:
    result = kitgen(tmp_path, "build", "clasic")
    assert (result.returncode, result.stdout) == (2, "")
    assert "did you mean 'classic'" in result.stderr
    assert tree(tmp_path) == {}


def test_an_unknown_command_is_wrong_use(tmp_path: Path) -> None:
    result = kitgen(tmp_path, "biuld", "classic")
    assert (result.returncode, result.stdout) == (2, "")
    assert "biuld" in result.stderr


def test_a_wrong_setting_is_told_as_such(tmp_path: Path) -> None:
    """The value on the command line is at fault, and not the shipped file."""
    result = kitgen(tmp_path, "build", "--set", "set_up.money=abc")
    assert result.returncode == 1
    assert "--set set_up.money=abc" in result.stderr
    assert "abc" in result.stderr
    assert "classic.yaml has errors" not in result.stderr
    assert tree(tmp_path) == {}


def test_what_does_not_fit_is_exit_code_3_and_is_named(shelf: Path) -> None:
    """An overflow by card, box and millimetres; a sign that the font lacks by its code point; both in one run."""
    before = tree(shelf)
    name = "A Dish with One Word of Supercalifragilisticexpialidociousness-and-a-little-more-than-that"
    settings = ["--set", f"recipes.tuna-nicoise.name={name}", "--set", "recipes.flounder-nigiri.name=Nigiri 鮨"]
    result = kitgen(shelf, "build", *settings, "--out", "kit")
    assert (result.returncode, result.stdout) == (3, "")
    lines = result.stderr.splitlines()
    (overflow,) = [line for line in lines if "overflow" in line and "cards" in line]
    for word in ("tuna-nicoise", "'name'", " mm", "Supercalifragilistic"):
        assert word in overflow
    (glyph,) = [line for line in lines if "U+9BA8" in line and "cards" in line]
    assert "flounder-nigiri" in glyph
    assert tree(shelf) == before


@pytest.mark.parametrize(
    ("name", "words"),
    [("folder/missing.yaml", "missing.yaml"), ("folder", "folder")],
)
def test_a_file_that_cannot_be_read_is_exit_code_4(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "folder").mkdir()
    result = kitgen(tmp_path, "build", name)
    assert (result.returncode, result.stdout) == (4, "")
    assert words in result.stderr
    assert set(tree(tmp_path)) == {"folder"}


def test_a_folder_that_is_no_kit_is_exit_code_4_and_left_alone(tmp_path: Path) -> None:
    """A manifest.json of somebody else's does not make a kit: web pages have one too."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "manifest.json").write_text('{"name": "My site", "icons": []}', encoding="utf-8")
    (tmp_path / "site" / "index.html").write_text("<h1>Hello</h1>", encoding="utf-8")
    before = tree(tmp_path)
    result = kitgen(tmp_path, "build", "--only", "tokens", "--out", "site")
    assert (result.returncode, result.stdout) == (4, "")
    assert "site" in result.stderr and "hint" in result.stderr
    assert tree(tmp_path) == before


def test_the_working_folder_as_out_is_refused_in_words(tmp_path: Path) -> None:
    """It cannot be swapped while somebody stands in it; the message must say so, and not "busy"."""
    result = kitgen(tmp_path, "build", "--only", "tokens", "--out", ".")
    assert (result.returncode, result.stdout) == (4, "")
    assert "busy" not in result.stderr and "hint" in result.stderr
    assert tree(tmp_path) == {}


@pytest.mark.parametrize(
    "out",
    ["thesis.txt", "thesis.txt/kit", "full", "link", "link/kit", "nowhere", "n" * 300],
    ids=["file", "below-file", "foreign", "link", "below-link", "link-to-nowhere", "long-name"],
)
def test_whatever_stands_in_the_kits_place_is_left_alone(tmp_path: Path, out: str) -> None:
    """Where the path cannot be written, or holds something else than a kit, nothing is touched."""
    (tmp_path / "full").mkdir()
    (tmp_path / "elsewhere").mkdir()
    for file in (tmp_path / "thesis.txt", tmp_path / "full" / "thesis.txt"):
        file.write_text("years of work", encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    (tmp_path / "nowhere").symlink_to(tmp_path / "missing")
    before = tree(tmp_path)
    with pytest.raises(FilesError) as refusal:
        write_folder(tmp_path / out, {"manifest.json": b'{"kitgen": 1}'}.items())
    assert refusal.value.message and refusal.value.hint
    assert tree(tmp_path) == before
    assert (tmp_path / "link").is_symlink() and (tmp_path / "nowhere").is_symlink()


def test_an_empty_folder_may_become_the_kit(tmp_path: Path) -> None:
    (tmp_path / "kit").mkdir()
    write_folder(tmp_path / "kit", {"manifest.json": b"{}"}.items())
    assert tree(tmp_path) == {"kit": b"", "kit/manifest.json": b"{}"}


# A build that fails half-way


def full_disk() -> None:
    """No file may grow beyond 50 kB, as on a disk that is nearly full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))


def test_a_full_disk_keeps_the_old_kit(shelf: Path) -> None:
    before = tree(shelf)
    assert kitgen(shelf, "build", "--out", "kit", preexec_fn=full_disk).returncode == 4
    assert tree(shelf) == before


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(FilesError):
        write_folder(tmp_path / "kit", {"tokens.pdf": b"fine", "n" * 300: b"a name that no file system takes"}.items())
    assert tree(tmp_path) == {}


@pytest.mark.parametrize("fault", [KeyboardInterrupt, OSError])
@pytest.mark.parametrize("call", [1, 2])
def test_a_fault_while_the_kit_is_swapped_in_keeps_the_old_kit(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, call: int, fault: type[BaseException]
) -> None:
    """Ctrl-C or a lost disk at the worst moment: the old kit is moved away, the new one not yet in its place."""
    before = tree(shelf)
    replace, calls = os.replace, []

    def failing(source: Path, target: Path) -> None:
        calls.append(target)
        if len(calls) == call:
            raise fault
        replace(source, target)

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises((fault, FilesError)):
        write_folder(shelf / "kit", {"manifest.json": b"{}", "rules.pdf": b"new"}.items())
    assert tree(shelf) == before


def test_an_interrupt_is_exit_code_130(shelf: Path) -> None:
    before = tree(shelf)
    code = (
        "import sys\nfrom kitgen import cli\nfrom kitgen.pipeline import building\n"
        "def interrupted(*_):\n    raise KeyboardInterrupt\n"
        "building.draw = interrupted\nsys.argv = ['kitgen', 'build', '--out', 'kit']\ncli.main()"
    )
    result = python(shelf, code)
    assert (result.returncode, result.stdout) == (130, "")
    assert tree(shelf) == before


def test_a_fault_of_kitgens_own_is_exit_code_70_and_says_so(shelf: Path) -> None:
    before = tree(shelf)
    code = (
        "import sys\nfrom kitgen import cli\nfrom kitgen.pipeline import building\n"
        "def broken(*_):\n    raise ZeroDivisionError('by a fish')\n"
        "building.draw = broken\nsys.argv = ['kitgen', 'build', '--out', 'kit']\ncli.main()"
    )
    result = python(shelf, code)
    assert (result.returncode, result.stdout) == (70, "")
    assert "ZeroDivisionError: by a fish" in result.stderr and "report" in result.stderr
    assert tree(shelf) == before


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    """As in ``kitgen build | head -0``: the kit is there, and the exit code does not say that the variant is wrong."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = subprocess.run([str(PROGRAM), "build", "--only", "tokens", "--out", "kit"], cwd=tmp_path,
                                stdout=writer, stderr=subprocess.PIPE, text=True, check=False)  # fmt: skip
    finally:
        os.close(writer)
    assert result.stderr == ""
    assert sorted(tree(tmp_path / "kit")) == ["manifest.json", "tokens.pdf"]
    assert result.returncode == 0


# Help


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["build", "--help"], ["--version"]], ids=" ".join)
def test_help_loads_none_of_the_heavy_libraries(tmp_path: Path, arguments: list[str]) -> None:
    code = (
        f"import sys\nsys.argv = ['kitgen', *{arguments!r}]\nfrom kitgen.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    code = end.code\n"
        f"print(code, *(name for name in {HEAVY!r} if name in sys.modules))"
    )
    result = python(tmp_path, code)
    assert result.stdout.splitlines()[-1] == "0"
    assert len(result.stdout.splitlines()) > 1


def test_the_heavy_libraries_are_those_that_a_build_loads(tmp_path: Path) -> None:
    """The test above can fail: what reads the YAML and draws is loaded even to refuse a build."""
    code = (
        "import sys\nsys.argv = ['kitgen', 'build', '--paper', 'a5']\nfrom kitgen.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"print(*(name for name in {HEAVY!r} if name in sys.modules))"
    )
    loaded = python(tmp_path, code).stdout.splitlines()[-1].split()
    assert {"pydantic", "reportlab", "yaml"} <= set(loaded)


def test_help_names_every_option_and_version_its_number(tmp_path: Path) -> None:
    help_text = kitgen(tmp_path, "build", "--help").stdout
    for option in ("--paper", "--lang", "--only", "--single-file", "--set", "--out"):
        assert option in help_text
    assert __version__ in kitgen(tmp_path, "--version").stdout
    assert "build" in kitgen(tmp_path, "--help").stdout
