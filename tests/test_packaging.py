"""The wheel carries everything: installed elsewhere it builds the classic without the checkout; so do editable ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RESOURCES = ("templates", "variants")


def run(command: Sequence[str | Path], folder: Path) -> str:
    """A command's output, far from the checkout and without hints to it in the environment."""
    hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "COVERAGE_PROCESS_START")
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def offline() -> list[str]:
    """Build where hatchling is, if it is there; else the build front end fetches it."""
    return ["--no-isolation"] if find_spec("hatchling") else []


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "build", *offline(), "--outdir", folder, ROOT], folder)
    return folder


@pytest.fixture(scope="module")
def wheel(distributions: Path) -> Path:
    (found,) = distributions.glob("kitgen-*.whl")
    return found


def fresh_environment(folder: Path) -> Path:
    """A virtual environment that sees the installed libraries, but not the kitgen that is under test."""
    venv.EnvBuilder(with_pip=False, symlinks=os.name != "nt").create(folder)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    own = run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], folder).strip()
    libraries = dict.fromkeys(sysconfig.get_path(name) for name in ("purelib", "platlib"))
    # A path in a .pth file is searched last, and .pth files there (as of an editable install) are not read.
    (Path(own) / "libraries.pth").write_text("\n".join(libraries))
    return python


def install(python: Path, *what: str | Path) -> None:
    command = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--quiet",
               "--disable-pip-version-check", "--ignore-installed"]  # fmt: skip
    run([*command, *what], python.parent)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel in it."""
    python = fresh_environment(tmp_path_factory.mktemp("fresh") / "venv")
    install(python, "--no-index", wheel)
    return python


def shipped(folder: str) -> dict[str, bytes]:
    """Every file of a resource folder in the checkout, by its path inside the package."""
    return {
        f"kitgen/{file.relative_to(ROOT).as_posix()}": file.read_bytes()
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and not file.name.startswith(".")
    }


@pytest.mark.parametrize("folder", RESOURCES)
def test_the_wheel_holds_every_template_and_variant_as_it_is(wheel: Path, folder: str) -> None:
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
        expected = shipped(folder)
        assert expected
        assert {name for name in names if name.startswith(f"kitgen/{folder}/")} == set(expected)
        assert [name for name, data in expected.items() if opened.read(name) != data] == []


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        names = [name for name in opened.namelist() if not name.endswith("/")]
        assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"kitgen"}
        code = {f"kitgen/{file.relative_to(ROOT / 'kitgen').as_posix()}" for file in (ROOT / "kitgen").rglob("*.py")}
        assert code <= set(names)
        assert "kitgen/py.typed" in names
        assert not [name for name in names if "__pycache__" in name or "/tests/" in name]
        assert {Path(name).name for name in names if "/licenses/" in name} == {"LICENSE", "NOTICE"}


def test_the_wheel_is_built_from_a_source_distribution_that_is_whole(distributions: Path) -> None:
    """The fixture builds the wheel from it, as an index would."""
    (archive,) = distributions.glob("kitgen-*.tar.gz")
    assert archive.stat().st_size < 5_000_000, "no kits and no contact sheets in it"


def test_the_installed_wheel_builds_the_classic_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    where = run([installed, "-c", "import kitgen; print(kitgen.__file__)"], tmp_path).strip()
    assert Path(where).is_relative_to(installed.parents[1])
    said = run([installed.parent / "kitgen", "build", "classic"], tmp_path)
    (folder,) = (tmp_path / "out").iterdir()
    assert folder.name in said
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["files"] == ["boards.pdf", "boxes.pdf", "cards.pdf", "extras.pdf", "rules.pdf", "tokens.pdf"]
    counts = {component["id"]: component["count"] for component in manifest["components"]}
    assert (counts["recipes"], counts["tokens"]) == (36, 102)
    for name in manifest["files"]:
        assert (folder / name).read_bytes().startswith(b"%PDF-")


def test_the_installed_wheel_prints_what_the_checkout_prints(installed: Path, tmp_path: Path) -> None:
    """Same templates, same fonts, same bytes, in the other language and on the other paper too."""
    options = ["build", "classic", "--paper", "letter", "--lang", "fr", "--only", "cards,rules"]
    run([installed, "-m", "kitgen.cli", *options, "--out", tmp_path / "wheel"], tmp_path)
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from kitgen.cli import main; main()"
    run([sys.executable, "-c", code, *options, "--out", tmp_path / "checkout"], tmp_path)
    files = sorted(file.name for file in (tmp_path / "checkout").iterdir())
    assert files == sorted(file.name for file in (tmp_path / "wheel").iterdir())
    for name in files:
        assert (tmp_path / "wheel" / name).read_bytes() == (tmp_path / "checkout" / name).read_bytes(), name


def test_a_homebrew_extends_the_classic_of_the_wheel(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "rich.yaml").write_text("extends: classic\ntitle: Rich Cooks\nset_up: {money: 150}\n")
    run([installed.parent / "kitgen", "build", "rich.yaml", "--only", "tokens", "--out", "kit"], tmp_path)
    manifest = json.loads((tmp_path / "kit" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["title"] == "Rich Cooks"


def test_the_wheel_asks_for_what_it_imports(wheel: Path) -> None:
    """The runtime libraries, and none of the tools."""
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        lines = opened.read(name).decode().splitlines()
    needed = {
        line.split(": ")[1].split(">")[0] for line in lines if line.startswith("Requires-Dist") and ";" not in line
    }
    assert needed >= {"click", "pyyaml", "pydantic", "jinja2", "markdown-it-py", "reportlab", "pillow", "fonttools"}
    assert not needed & {"pytest", "hypothesis", "ruff", "mypy", "pypdf", "build"}
    assert "Requires-Python: >=3.11" in lines


def test_an_editable_install_uses_the_checkout(tmp_path: Path) -> None:
    python = fresh_environment(tmp_path / "venv")
    install(python, *(["--no-build-isolation"] if find_spec("hatchling") else []), "--editable", ROOT)
    where = run([python, "-c", "import kitgen; print(kitgen.__file__)"], tmp_path).strip()
    assert Path(where) == ROOT / "kitgen" / "__init__.py"
    found = run(
        [python, "-c", "from kitgen.source.resources import resource_folder as f; print(f('templates'))"], tmp_path
    )
    assert Path(found.strip()) == ROOT / "templates"
    run([python.parent / "kitgen", "build", "classic", "--only", "tokens", "--out", "kit"], tmp_path)
    assert (tmp_path / "kit" / "tokens.pdf").is_file()


def test_the_command_line_is_a_module_too(tmp_path: Path) -> None:
    said = run([sys.executable, "-m", "kitgen.cli", "--help"], tmp_path if find_spec("kitgen") else ROOT)
    assert said.startswith("Usage:")
    assert "build" in said


def test_the_version_is_the_wheel_s(installed: Path, wheel: Path, tmp_path: Path) -> None:
    assert f"kitgen-{run([installed.parent / 'kitgen', '--version'], tmp_path).split()[-1]}-" in wheel.name
