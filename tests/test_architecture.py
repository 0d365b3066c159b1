"""The rooms of kitgen: imports run downwards, modules are small, games stay in their folders, names are explained."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from kitgen import pipeline
from kitgen.games import all_games

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "kitgen"
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST_MODULE, LONGEST_CLASS = 600, 300

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

every_module = pytest.mark.parametrize("module", MODULES, ids=lambda file: str(file.relative_to(PACKAGE)))


def tree(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"))


def test_import_contracts_hold(capsys: pytest.CaptureFixture[str]) -> None:
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


def test_every_room_has_its_place_in_the_layers() -> None:
    """A new package that no layer names would be free to import anything."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    named = {name.strip(" ()") for layer in layers for name in re.split(r"[|:]", layer)}
    rooms = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert {f"kitgen.{room}" for room in rooms - {"__init__", "__main__"}} <= named


def test_games_import_neither_paper_nor_pdf_nor_each_other() -> None:
    for game in (path for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").is_file()):
        for module in game.rglob("*.py"):
            for name in imported(module):
                assert not name.startswith(("kitgen.imposition", "kitgen.render")), module
                other = re.match(r"kitgen\.games\.(\w+)\.?", name)
                assert other is None or other[1] in (game.name, "game"), module


def imported(module: Path) -> Iterator[str]:
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@every_module
def test_modules_and_classes_are_small(module: Path) -> None:
    assert len(module.read_text(encoding="utf-8").splitlines()) < LONGEST_MODULE
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.ClassDef):
            assert (node.end_lineno or 0) - node.lineno < LONGEST_CLASS, node.name


def public(node: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[tuple[str, Definition]]:
    """Public functions and classes, and the public methods of public classes."""
    for child in node.body:
        if isinstance(child, Definition) and not child.name.startswith("_"):
            yield f"{prefix}{child.name}", child
            if isinstance(child, ast.ClassDef):
                yield from public(child, f"{prefix}{child.name}.")


@every_module
def test_every_public_name_has_a_docstring(module: Path) -> None:
    whole = tree(module)
    undocumented = [name for name, node in public(whole) if ast.get_docstring(node) is None]
    assert undocumented == []
    assert ast.get_docstring(whole) or not whole.body, "a module says what it is for"


@every_module
def test_types_are_not_waved_through(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert not re.search(r"#\s*(type:\s*ignore|mypy:|pyright:)", text)


def test_the_package_is_typed_for_its_users() -> None:
    """PEP 561: without the marker, nobody's type checker looks at kitgen's types."""
    assert (PACKAGE / "py.typed").is_file()


@pytest.mark.parametrize("game", sorted(all_games()))
def test_no_game_is_named_outside_its_folder(game: str) -> None:
    """Neither by id nor by title, with hyphen, underscore, space or nothing between the words."""
    title = pipeline.load(f"{game}/{all_games()[game].base_variant}").model.title
    names = {game.replace("-", joint) for joint in ("-", "_", " ", "")} | {title}
    wanted = re.compile("|".join(re.escape(name) for name in names), re.IGNORECASE)
    own = PACKAGE / "games" / game.replace("-", "_")
    assert own.is_dir()
    found = [
        f"{module.relative_to(ROOT)}:{number}"
        for module in MODULES
        if own not in module.parents
        for number, line in enumerate(module.read_text(encoding="utf-8").splitlines(), start=1)
        if wanted.search(line)
    ]
    assert found == []


WRITERS = {"write_bytes", "write_text", "mkdir", "rename", "unlink", "rmtree", "mkdtemp", "touch", "symlink_to"}


@every_module
def test_files_are_written_at_the_right_edge_only(module: Path) -> None:
    """render/ writes folders, files.py single files, play/kernel.py its cache; nothing else touches the disk."""
    if "render" in module.relative_to(PACKAGE).parts or module.name in ("files.py", "kernel.py"):
        return
    calls = [node.func for node in ast.walk(tree(module)) if isinstance(node, ast.Call)]
    names = [call.attr for call in calls if isinstance(call, ast.Attribute)]
    assert not WRITERS & set(names)
    assert "open" not in [call.id for call in calls if isinstance(call, ast.Name)]


@every_module
def test_nothing_depends_on_time_or_on_chance_that_is_not_seeded(module: Path) -> None:
    """Same variant, options and versions: same bytes. Only what reports progress may look at a clock.

    The command line alone draws lots: for the seed of a game that a person plays, which it then shows and saves.
    """
    forbidden = {"random", "secrets", "uuid", "datetime", "locale"}
    if "cli" in module.relative_to(PACKAGE).parts:
        forbidden.remove("secrets")
    if not {"play", "cli", "watching.py"} & set(module.relative_to(PACKAGE).parts):
        forbidden.add("time")
    names = {name.split(".")[0] for name in imported(module)}
    assert not forbidden & names


def test_the_version_is_said_once() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "version" in project["dynamic"]
    assert re.search(r'^__version__ = "\d+\.\d+', (PACKAGE / "__init__.py").read_text(), re.MULTILINE)


def test_plain_pytest_leaves_out_what_needs_other_tools() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    assert "-m 'not tools'" in options["addopts"]
    assert any(marker.startswith("tools:") for marker in options["markers"])
