"""Fixtures shared by all tests: kits that are built once a run, and ``--renew-goldens``."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import pytest
import yaml
from readback import COARSE, Page, Rect, read_pdf

from kitgen import pipeline
from kitgen.cli import main
from kitgen.components.kit import WIDEST_BLEED
from kitgen.imposition.kit_sheets import DrawnKit
from kitgen.imposition.options import PrintOptions
from kitgen.source.words import load_words

ROOT = Path(__file__).parents[1]
PAPERS = ("a4", "letter")
LANGUAGES = ("en", "fr")
COMBINATIONS = [(paper, language) for paper in PAPERS for language in LANGUAGES]

# Kits whose cards differ in size, edge or number, to hold the sheets to their contract in more than one case.
HOMEBREWS = {
    "28-recipes": ("a4", []),
    "38-recipes": ("letter", []),
    "classic-bleed": ("a4", ["cards.fronts=bleed"]),
    "bridge-bleed-discs": ("letter", ["cards.format=bridge", "cards.fronts=bleed", "tokens.shape=disc"]),
    "euro": ("letter", ["cards.format=euro"]),
    "tarot": ("letter", ["cards.format=tarot", "cards.fronts=bleed"]),
}
EIGHT_LESS = "".join(
    f"  - recipes.{recipe}\n"
    for recipe in (
        "sardines-in-miso", "sardines-in-muscadet", "steamed-bream-with-ginger", "flounder-nigiri",
        "sole-meuniere", "lemon-sea-bass-crudo", "swordfish-involtini", "tuna-nicoise",
    )
)  # fmt: skip
TWO_MORE = (
    "  sardines-on-toast: {name: Sardines on Toast, size: 1, ingredients: [flour], main: 13, bonus: 3}\n"
    "  tuna-in-muscadet: {name: Tuna in Muscadet, size: 6, ingredients: [wine], main: 30, bonus: 3}\n"
)


@dataclass(frozen=True)
class PrintedKit:
    """A kit as it was written to disk."""

    folder: Path
    manifest: dict[str, Any]
    paper: str
    language: str

    @property
    def files(self) -> list[Path]:
        """The PDFs."""
        return sorted(self.folder.glob("*.pdf"))

    def pages(self, part: str) -> tuple[Page, ...]:
        """The pages of one part's PDF."""
        return read_pdf(self.folder / f"{part}.pdf")

    @property
    def every_page(self) -> list[tuple[str, Page]]:
        """Every page with a name for messages."""
        return [(f"{self.paper} {self.language} {file.name} page {number}", page)
                for file in self.files for number, page in enumerate(read_pdf(file), start=1)]  # fmt: skip

    def component(self, key: str) -> dict[str, Any]:
        """A component's entry in the manifest."""
        return next(entry for entry in self.manifest["components"] if entry["id"] == key)

    def trims(self, page: Page, part: str) -> list[Rect]:
        """The trim of every face on a page: its box less the bleed, told by the sizes in the manifest."""
        sizes = [entry["trim_mm"] for entry in self.manifest["components"] if entry["part"] == part]
        return [_trim_of(face.box, sizes, page.paper) for face in page.faces]

    @property
    def card_leaves(self) -> list[tuple[Page, Page]]:
        """The sheets of cards, each a front and the page behind it."""
        pages = self.pages("cards")
        assert len(pages) % 2 == 0
        return list(zip(pages[::2], pages[1::2], strict=True))

    @cached_property
    def words(self) -> dict[str, Any]:
        """The game's and the shared catalogue in the kit's language, read without kitgen."""
        found: dict[str, Any] = {}
        for folder in ("shared", "fish-cook"):
            file = ROOT / "templates" / folder / f"words.{self.language}.yaml"
            found |= yaml.safe_load(file.read_text(encoding="utf-8"))
        return found


def _trim_of(box: Rect, sizes: Sequence[Sequence[float]], paper: Rect) -> Rect:
    if abs(box.width - paper.width) < 0.1 and abs(box.height - paper.height) < 0.1:
        return paper
    for width, height in [turned for size in sizes for turned in (size, size[::-1])]:
        bleed = (box.width - width) / 2
        if abs(bleed - (box.height - height) / 2) < COARSE and -COARSE < bleed < 4:
            return box.grown(-bleed)
    raise AssertionError(f"a face of {box.width:.2f} × {box.height:.2f} mm is no component's")


class KitBuilder(Protocol):
    """Builds a kit, or finds it when the same was asked for before."""

    def __call__(
        self,
        variant: str | Path = "classic",
        *,
        paper: str = "a4",
        language: str = "en",
        only: Sequence[str] = (),
        settings: Sequence[str] = (),
        single_file: bool = False,
        **printing: Any,
    ) -> PrintedKit: ...


Kitgen = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def kitgen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Kitgen:
    """Runs kitgen's main function in a folder of its own, with a configuration of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["kitgen", *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, int(ended.value.code or 0), said.out, said.err)

    return run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew-goldens", action="store_true", help="write tests/goldens anew; look at the pages first")


@pytest.fixture(scope="session")
def build_kit(tmp_path_factory: pytest.TempPathFactory) -> KitBuilder:
    """Builds kits, each once a session; tests must not change what is in their folders."""
    built: dict[tuple[object, ...], PrintedKit] = {}

    def build(variant: str | Path = "classic", *, paper: str = "a4", language: str = "en", only: Sequence[str] = (),
              settings: Sequence[str] = (), single_file: bool = False, **printing: Any) -> PrintedKit:  # fmt: skip
        key = (str(variant), paper, language, tuple(only), tuple(settings), single_file, *sorted(printing.items()))
        if key not in built:
            folder = tmp_path_factory.mktemp("kit") / "kit"
            loaded = pipeline.load(str(variant), list(settings))
            options = pipeline.print_options(paper=paper, **printing)
            made = pipeline.build(
                loaded, printing=options, language=language, only=only, single_file=single_file, out=folder
            )
            built[key] = PrintedKit(folder, made.manifest, paper, language)
        return built[key]

    return build


@pytest.fixture(scope="session")
def drawn() -> DrawnKit:
    """The classic in English with all its bleed, drawn once; tests must not change it."""
    variant = pipeline.load("classic")
    words = load_words(variant.game.id, "en", variant.folders)
    return pipeline.draw(variant, PrintOptions(bleed=WIDEST_BLEED), words)


@pytest.fixture(scope="session", params=COMBINATIONS, ids="-".join)
def classic_kit(request: pytest.FixtureRequest, build_kit: KitBuilder) -> PrintedKit:
    """The whole classic, on each paper and in each language."""
    paper, language = request.param
    return build_kit(paper=paper, language=language)


@pytest.fixture(scope="session", params=LANGUAGES)
def classic_a4(request: pytest.FixtureRequest, build_kit: KitBuilder) -> PrintedKit:
    """The whole classic on A4, in each language."""
    return build_kit(language=request.param)


@pytest.fixture(scope="session")
def homebrew(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Path]:
    """Writes a variant's YAML under a name and gives its path; the same name and text share one file."""
    folder = tmp_path_factory.mktemp("homebrew")

    def write(name: str, text: str) -> Path:
        file = folder / f"{name}.yaml"
        file.write_text(text, encoding="utf-8")
        return file

    return write


class HomebrewKits(Protocol):
    """Cards and tokens of one of HOMEBREWS."""

    def __call__(self, name: str) -> PrintedKit: ...


@pytest.fixture(scope="session")
def homebrew_kits(build_kit: KitBuilder, homebrew: Callable[[str, str], Path]) -> HomebrewKits:
    """Builds the kits of HOMEBREWS by name."""

    def build(name: str) -> PrintedKit:
        paper, settings = HOMEBREWS[name]
        variant: str | Path = "classic"
        if name == "28-recipes":
            variant = homebrew("fewer", f"extends: classic\nremove:\n{EIGHT_LESS}")
        elif name == "38-recipes":
            variant = homebrew("more", f"extends: classic\nrecipes:\n{TWO_MORE}")
        return build_kit(variant, paper=paper, only=["cards", "tokens"], settings=settings)

    return build


@pytest.fixture(scope="session", params=HOMEBREWS)
def homebrew_kit(request: pytest.FixtureRequest, homebrew_kits: HomebrewKits) -> PrintedKit:
    """Each of HOMEBREWS."""
    return homebrew_kits(request.param)
