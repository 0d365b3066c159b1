"""The docs say what the program does: the reference of the YAML, the commands."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from kitgen.cli import commands
from kitgen.cli.exports import export
from kitgen.games import all_games

ROOT = Path(__file__).parent.parent
DOCS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


@pytest.fixture(scope="module")
def make() -> ModuleType:
    """docs/make.py as a module."""
    spec = importlib.util.spec_from_file_location("docs_make", ROOT / "docs" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_key_by_key_reference_is_the_models(make: ModuleType) -> None:
    text = (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")
    assert make.with_reference(text) == text, "run: python docs/make.py reference"


def leaves(value: object, path: str = "") -> Iterator[str]:
    """Every key of the classic's YAML, ids left open."""
    if not isinstance(value, dict):
        yield path
        return
    for key, inner in value.items():
        yield from leaves(inner, f"{path}.{key}" if path else str(key))


def test_every_key_of_the_classic_stands_in_the_reference() -> None:
    import yaml

    told = set(re.findall(r"^\| `([^`]+)` \|", (ROOT / "docs" / "authoring.md").read_text("utf-8"), re.MULTILINE))
    patterns = [re.compile(re.escape(key).replace("<id>", "[^.]+") + r"(\..+)?") for key in told]
    classic = yaml.safe_load((ROOT / "variants" / "fish-cook" / "classic.yaml").read_text("utf-8"))
    missing = [path for path in leaves(classic) if not any(pattern.fullmatch(path) for pattern in patterns)]
    assert missing == []


def test_every_link_between_docs_leads_somewhere() -> None:
    for file in DOCS:
        for target in re.findall(r"\]\(([^)#:]+)\)", file.read_text(encoding="utf-8")):
            if not target.startswith(("figure", "http")):
                assert (file.parent / target).exists(), f"{file.name}: {target}"


def test_every_command_in_the_docs_exists() -> None:
    for file in DOCS:
        for line in re.findall(r"(?:^|[`/ ])kitgen ([a-z]+)(?= )", file.read_text(encoding="utf-8"), re.MULTILINE):
            if line in {"build", "narrate", "play"} or line in commands.commands:
                assert line in commands.commands, f"{file.name}: kitgen {line}"


FORMS = [f"export {form}" for form in sorted(export.commands)]


@pytest.mark.parametrize("command", [*sorted(set(commands.commands) - {"export"}), *FORMS])
def test_every_command_explains_itself(command: str) -> None:
    result = CliRunner().invoke(commands, [*command.split(), "--help"])
    assert result.exit_code == 0
    speaks = ("build", "diff", "explain", "narrate", "play", "preview", "watch", *FORMS)
    words = ["lang"] if command in speaks else []
    options = [] if command in ("calibrate", "list", "new", "schema") else ["set", *words]
    assert all(f"--{name}" in result.output for name in options)


def test_every_game_is_credited() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    for game in all_games():
        assert game.replace("-", " ").title() in notice
