"""``kitgen preview`` as a user runs it: exit codes, what is said, what is on the disk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from kitgen.cli.options import printing
from kitgen.cli.previews import preview
from kitgen.errors import ExitCode, FilesError, KitgenError, UsageError, VariantError

LONG = "A name that is so long that no card has room for it, not at the smallest size of type that there is, " * 2


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(preview, arguments)


def files() -> Sequence[str]:
    return sorted(str(path) for path in Path().rglob("*") if path.is_file())


def test_the_classic_goes_to_a_file_of_its_own_name() -> None:
    result = run()
    assert (result.exit_code, result.stderr) == (0, "")
    assert files() == ["out/fish-cook-classic-en.html"]
    assert "out/fish-cook-classic-en.html" in result.stdout
    assert Path(files()[0]).read_bytes().startswith(b"<!DOCTYPE html>")


def test_a_kit_that_does_not_pass_preflight_gets_its_page_and_exit_code_3() -> None:
    result = run("classic", "--lang", "fr", "--out", "mine.html", "--set", f'recipes.sardines-in-miso.name="{LONG}"')
    assert result.exit_code == ExitCode.PREFLIGHT
    assert files() == ["mine.html"]
    assert "[text-overflow]" in result.stderr
    assert "does not pass preflight; the preview is in mine.html" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["classic", "--set", "players.min=99"], VariantError),
        (["no-such-variant"], UsageError),
        (["classic", "--paper", "b7"], UsageError),
        (["classic", "--bleed", "9mm"], UsageError),
        (["classic", "--out", "no/such/folder/page.html"], FilesError),
        (["classic", "--out", "."], FilesError),
    ],
)
def test_what_cannot_be_shown_leaves_nothing_behind(arguments: list[str], fault: type[KitgenError]) -> None:
    result = run(*arguments)
    assert isinstance(result.exception, fault)
    assert files() == []


def test_it_takes_every_option_of_printing() -> None:
    @click.command()
    @printing
    def probe() -> None:
        """Nothing."""

    wanted = {option.name for option in probe.params}
    assert wanted <= {option.name for option in preview.params}
    assert len(wanted) > 10
