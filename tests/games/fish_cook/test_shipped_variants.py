"""The homebrews that come with kitgen: they print on both papers, play well, and are what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from kitgen import pipeline
from kitgen.diagnostics import Severity
from kitgen.source.resources import resource_folder

SHIPPED = sorted(file.stem for file in (resource_folder("variants") / "fish-cook").glob("*.yaml"))
HOMEBREWS = [name for name in SHIPPED if name != "classic"]


@pytest.mark.parametrize(("paper", "language"), [("a4", "fr"), ("letter", "en")])
@pytest.mark.parametrize("name", SHIPPED)
def test_each_prints_without_a_word_of_complaint(tmp_path: Path, name: str, paper: str, language: str) -> None:
    built = pipeline.build(
        pipeline.load(name), printing=pipeline.print_options(paper=paper), language=language, out=tmp_path / "kit"
    )
    assert built.diagnostics == ()
    parts = pipeline.load(name).game.parts(pipeline.load(name).model)
    printed = {part["id"]: part["count"] for part in built.manifest["components"]}
    assert {part: printed.get(part) for part in parts} == parts


@pytest.mark.parametrize("name", SHIPPED)
def test_each_is_checked_clean(name: str) -> None:
    found = pipeline.check(pipeline.load(name))
    assert [one for one in found.diagnostics if one.severity is not Severity.NOTE] == []
    assert found.verdict.lost == []


@pytest.mark.parametrize("name", HOMEBREWS)
def test_each_takes_the_time_that_its_box_says(name: str) -> None:
    """With the middle number of players, within a tenth."""
    variant = pipeline.load(name)
    counts = variant.model.player_counts
    found = pipeline.simulate(variant, games=300, players=[counts[len(counts) // 2]])
    (minutes,) = [figure for figure in found.tables[0].figures if figure.id == "minutes"]
    assert minutes.estimate.value == pytest.approx(variant.model.playing_time, rel=0.11)


def test_what_each_is_for() -> None:
    """The figures that make it what it is."""
    models = {name: pipeline.load(name).model for name in SHIPPED}
    classic = models["classic"]
    assert models["quick"].playing_time == 20
    assert list(models["duel"].player_counts) == [2]
    assert not models["kids"].steals
    assert models["kids"].playing_time < classic.playing_time
    assert models["eight-seas"].sizes == tuple(range(1, 9))
    assert (
        pipeline.load("eight-seas").game.parts(models["eight-seas"])["d8-nets"] >= models["eight-seas"].most_fish_dice
    )
    dearest = {name: max(recipe.main for recipe in models[name].recipes.values()) for name in SHIPPED}
    assert dearest["big-fish"] > 1.2 * dearest["classic"]
    assert models["rich-bank"].bank.per_player > 2 * classic.bank.per_player
    assert models["rich-bank"].playing_time > 1.3 * classic.playing_time
