"""The authoring schema, as any JSON Schema validator reads it, held against the model."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from kitgen import pipeline
from kitgen.components.formats import CARD_FORMATS
from kitgen.errors import VariantError
from kitgen.games import all_games
from kitgen.source.keys import ANY_ID, Key, Shape, keys_of
from kitgen.source.resources import resource_folder

GAME = "fish-cook"
SHIPPED = sorted((resource_folder("variants") / GAME).glob("*.yaml"))
KEYS = keys_of(all_games()[GAME].model)
CLASSIC = yaml.safe_load((resource_folder("variants") / GAME / "classic.yaml").read_text(encoding="utf-8"))

every_key = pytest.mark.parametrize("key", KEYS, ids=lambda key: key.pattern)


@cache
def schema() -> dict[str, Any]:
    """The schema as ``kitgen schema`` writes it."""
    found = json.loads(pipeline.schema_text(GAME))
    assert isinstance(found, dict)
    return found


def as_json(data: Any) -> Any:
    """What a YAML reader found, with keys as texts: JSON has no others."""
    if isinstance(data, dict):
        return {str(key): as_json(value) for key, value in data.items()}
    return [as_json(item) for item in data] if isinstance(data, list) else data


def faults(text: str) -> list[str]:
    """What the schema says against a YAML text: the places, dotted."""
    found = Draft7Validator(schema()).iter_errors(as_json(yaml.safe_load(text)))
    return sorted(".".join(str(part) for part in fault.absolute_path) for fault in found)


def brew(path: str, value: Any) -> str:
    """A homebrew of the classic that sets one value, in YAML; ``<id>`` is the first that the classic has."""
    data, base = value, CLASSIC
    parts: list[Any] = []
    for part in path.split("."):
        parts.append(next(iter(base)) if part == ANY_ID else part)
        base = base.get(parts[-1], {}) if isinstance(base, dict) else {}
    for part in reversed(parts):
        data = {part: data}
    # Nothing is written as authors write it: a word `null` is a text.
    return str(yaml.safe_dump({"extends": "classic", **data})).replace(": null\n", ":\n")


def schema_at(key: Key) -> dict[str, Any]:
    """Where a key of the model stands in the schema."""
    found = schema()
    for part in key.path:
        found = found["additionalProperties"] if part == ANY_ID else found["properties"][part]
    return found


def test_it_is_a_valid_schema() -> None:
    assert schema()["$schema"] == "http://json-schema.org/draft-07/schema#"
    Draft7Validator.check_schema(schema())


# ── what authors write ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_shipped_variants_are_fine(file: Path) -> None:
    assert faults(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("parent", [file.stem for file in SHIPPED])
def test_a_new_file_is_fine(parent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KITGEN_PATH", raising=False)
    assert faults(pipeline.new_variant("my-game", parent).read_text(encoding="utf-8")) == []
    assert faults(pipeline.new_variant("sub.yaml", "./variants/my-game.yaml").read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "text",
    [
        "extends: classic",
        "extends: fish-cook/duel",
        "extends: ./mine.yaml",
        "extends: ../other/mine.yml",
        "extends: my-own\ntitle: 1812",
        "extends: classic\ntitle: no\nabout: 1:30",
        "extends: classic\nremove: [recipes.sole-meuniere, kinds.wine]",
        "extends: classic\nrecipes: mine.csv",
        "extends: classic\nkinds: tables/kinds.CSV",
        "extends: classic\nset_up: {days: {2: 3}}",
        "extends: classic\nset_up: {days: {'2': 3}}",
        "extends: classic\nmarket: {fish: {dice: {2: 10, 6: 14}}}",
        "extends: classic\nend: {menu_bonus: none}",
        "extends: classic\nevening: {steal: {succeeds_on: never}}",
        "extends: classic\nevening: {steal: {succeeds_on: 5}}",
        *(
            f"extends: classic\nevening: {{fish_keep: {word}}}"
            for word in ("yes", "no", "True", "off", "'yes'", "'NO'")
        ),
        *(f"extends: classic\ntokens: {{size: {size}}}" for size in ("20mm", "0.75in", "1.8 cm", ".75in", "20 MM")),
        *(
            f"extends: classic\ncards: {{format: {size}}}"
            for size in ("poker", "mini-euro", "63.5x88.9mm", "2.5x3.5in", "63.5mm x 88.9mm", "63 × 88 MM")
        ),
        "extends: classic\nrecipes: {grilled-eel: {name: Eel}}",
        "extends: classic\nrecipes: {grilled-eel: {name: {en: Eel, fr: Anguille}}}",
        "extends: classic\nrecipes: {12: {name: 12}}",
    ],
)
def test_what_authors_write_is_fine(text: str) -> None:
    assert faults(text) == []


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("monney", 3, ""),
        ("set_up.monney", 3, "set_up"),
        ("evening.steal.dice", "d6", "evening.steal"),
        ("market.farm.rows.wine.price", [1], "market.farm.rows.wine"),
        ("recipes.sole-meuniere.sise", 3, "recipes.sole-meuniere"),
        ("set_up.money", -1, "set_up.money"),
        ("set_up.money", 10_000, "set_up.money"),
        ("set_up.money", 1.5, "set_up.money"),
        ("set_up.money", "much", "set_up.money"),
        ("set_up.money", True, "set_up.money"),
        ("set_up.money", [100], "set_up.money"),
        ("set_up.money", None, "set_up.money"),
        ("set_up", 3, "set_up"),
        ("set_up.days", 3, "set_up.days"),
        ("set_up.days", {7: 3}, "set_up.days"),
        ("set_up.days", {22: 3}, "set_up.days"),
        ("set_up.days", {2: 8}, "set_up.days.2"),
        ("next_chef", "sideways", "next_chef"),
        ("next_chef", "Loser", "next_chef"),
        ("game", "chess", "game"),
        ("kinds.wine.colour", "pink", "kinds.wine.colour"),
        ("evening.fish_keep", "maybe", "evening.fish_keep"),
        ("evening.fish_keep", 1, "evening.fish_keep"),
        ("evening.steal.succeeds_on", "always", "evening.steal.succeeds_on"),
        ("market.fish.dice", 65, "market.fish.dice"),
        ("market.fish.dice", {2: 65}, "market.fish.dice"),
        ("end.menu_bonus", "some", "end.menu_bonus"),
        ("bank.notes", [], "bank.notes"),
        ("bank.notes", [1, 2, 3, 4, 5, 6, 7], "bank.notes"),
        ("bank.notes", [0], "bank.notes.0"),
        ("kinds.wine.foods", ["sake"], "kinds.wine.foods"),
        ("kinds.wine.foods", ["wine", "Red Wine"], "kinds.wine.foods.1"),
        ("recipes.sole-meuniere.ingredients", ["egg-"], "recipes.sole-meuniere.ingredients.0"),
        ("recipes.Grilled Eel", {"size": 3}, "recipes"),
        ("recipes.grilled--eel", {"size": 3}, "recipes"),
        (f"recipes.{'e' * 61}", {"size": 3}, "recipes"),
        ("recipes.sole-meuniere", "small", "recipes.sole-meuniere"),
        ("recipes", "mine.xlsx", "recipes"),
        ("recipes", [], "recipes"),
        ("title", ["Mine"], "title"),
        ("title", None, "title"),
        ("title", "x" * 2001, "title"),
        ("tokens.size", 20, "tokens.size"),
        ("tokens.size", "20", "tokens.size"),
        ("tokens.size", "20 feet", "tokens.size"),
        ("cards.format", "pokr", "cards.format"),
        ("cards.format", "63x88", "cards.format"),
        ("cards.format", "63,5x88mm", "cards.format"),
        ("cards.format", "63mm", "cards.format"),
        ("cards.format", [63, 88], "cards.format"),
        ("extends", "", "extends"),
        ("extends", ["classic"], "extends"),
        ("remove", "recipes.sole-meuniere", "remove"),
        ("remove", [3], "remove.0"),
    ],
)
def test_faults_are_told_at_their_place_and_kitgen_refuses_them_too(path: str, value: Any, place: str,
                                                                    tmp_path: Path) -> None:  # fmt: skip
    text = brew(path, value)
    assert place in faults(text)
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(VariantError):
        pipeline.load(str(file))


def test_an_editor_completes_the_names_of_card_sizes() -> None:
    named, written = schema()["properties"]["cards"]["properties"]["format"]["anyOf"]
    assert named["enum"] == list(CARD_FORMATS)
    assert "pattern" in written


def test_without_extends_a_file_is_whole_or_has_forgotten_it() -> None:
    assert faults("title: Mine") == [""]
    assert faults("{}") == [""]
    told = [fault.message for fault in Draft7Validator(schema()).iter_errors({"title": "Mine"})]
    assert told == ["'extends' is a required property"]
    for key in CLASSIC:
        less = {name: value for name, value in CLASSIC.items() if name != key}
        assert faults(yaml.safe_dump(less)) == [""], key
    assert faults("game: fish-cook\ntitle: Mine") == [""] * (len(CLASSIC) - 2)


# ── the model ───────────────────────────────────────────────────────────────────────────────────────────────────────


@every_key
def test_every_key_stands_in_it_with_its_description(key: Key) -> None:
    found = schema_at(key)
    assert found["title"].startswith(key.pattern)
    assert found["description"].lower().startswith(key.about.lower())
    if key.shape.form != "model":
        assert f"Takes {key.shape.takes}." in found["description"]
    if key.shape.plays_well:
        assert f"Plays well with {key.shape.plays_well}." in found["description"]


def test_there_is_no_key_in_it_that_the_model_lacks() -> None:
    def within(found: dict[str, Any], path: tuple[str, ...]) -> Iterator[str]:
        for name, inner in found.get("properties", {}).items():
            yield ".".join((*path, name))
            yield from within(inner, (*path, name))
        if isinstance(inner := found.get("additionalProperties"), dict):
            yield from within(inner, (*path, ANY_ID))

    found = list(within(schema(), ()))
    assert sorted(found) == sorted(["extends", "remove", *(key.pattern for key in KEYS)])


@every_key
def test_examples_are_the_classics_and_valid(key: Key) -> None:
    found = schema_at(key)
    shown = [*found.get("examples", []), *(snippet["body"] for snippet in found.get("defaultSnippets", []))]
    assert all(Draft7Validator(found).is_valid(example) for example in shown)
    if key.shape.form == "model" or (key.shape.form == "mapping" and key.shape.inner[1].model):
        return
    base: Any = as_json(CLASSIC)
    for part in key.path:
        base = next(iter(base.values())) if part == ANY_ID else base.get(part)
    assert base in shown or base is None, "only a recipe's name is optional"


@dataclass(frozen=True)
class Spot:
    """A place where a number may stand: alone, in a list, or as key or value of a mapping."""

    name: str
    path: str
    low: int
    high: int
    around: Callable[[int], Any]

    def accepted(self, number: int) -> bool:
        """Whether the schema takes a number here."""
        return faults(brew(self.path, self.around(number))) == []

    def loads(self, number: int) -> bool:
        """Whether kitgen does. Rules of the game, that numbers must fit each other, do not count."""
        told = yaml.safe_load(brew(self.path, self.around(number)))
        way = []
        for _ in self.path.split("."):
            (part,) = told.keys() - {"extends"}
            way.append(str(part))
            told = told[part]
        value = yaml.safe_dump(told, default_flow_style=True, width=10_000).removesuffix("...\n")
        try:
            pipeline.load("classic", [f"{'.'.join(way)}={value}"])
        except VariantError as fault:
            return not any(told.code == "out-of-range" for told in fault.diagnostics)
        return True


def spots(shape: Shape, around: Callable[[Any], Any]) -> Iterator[tuple[Shape, Callable[[Any], Any]]]:
    """The numbers of a shape, each with what stands around it."""
    if shape.form == "number":
        yield shape, around
    elif shape.form == "list":
        yield from spots(shape.inner[0], lambda item: around([item] * max(shape.low, 1)))
    elif shape.form == "mapping" and shape.inner[0].form == "number":
        names, values = shape.inner
        fine = [values.inner[0].low] * max(values.low, 1) if values.form == "list" else values.low
        yield names, lambda name: around({name: fine})
        yield from spots(values, lambda value: around({names.low: value}))
    elif shape.form == "either":
        for inner in shape.inner:
            yield from spots(inner, around)


SPOTS = [
    Spot(f"{key.pattern}-{index}", key.pattern, shape.low, shape.high, around)
    for key in KEYS
    for index, (shape, around) in enumerate(spots(key.shape, lambda value: value))
]


def test_all_numbers_are_looked_at() -> None:
    numbers = [one for key in KEYS for one in key.shape.every() if one.form == "number"]
    assert len(SPOTS) == len(numbers) > 30


@pytest.mark.parametrize("spot", SPOTS, ids=lambda spot: spot.name)
def test_ranges_are_the_models(spot: Spot) -> None:
    for number in (spot.low, spot.high):
        assert spot.accepted(number)
        assert spot.loads(number)
    for number in (spot.low - 1, spot.high + 1):
        assert not spot.accepted(number)
        assert not spot.loads(number)


@settings(deadline=None)
@given(st.sampled_from(SPOTS), st.integers(-20, 12_000))
def test_it_takes_the_numbers_that_kitgen_takes(spot: Spot, number: int) -> None:
    assert spot.accepted(number) == spot.loads(number)
