"""The printed kit, read back from its PDFs: every card by the words on it, the cart and the aids."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import ROOT, KitBuilder, PrintedKit
from readback import Page, Placed
from salmon import RULE_IDS

CURES = ("Perfume", "Make-Up", "Lotion", "Fish Costume", "Antidote")
HARMS = ("Rotten Eggs", "Mustache", "Blistering (?:Hot )?Sun", "Fish Decoy", "Nuclear Waste")
"""The specification's names; of the sun, which a narrow card may shorten, what is sure."""

DECK = dict.fromkeys(CURES, 12) | dict.fromkeys(HARMS, 3) | {"Blender": 3, "Andrew the Hungry Cat": 3}


@cache
def read(file: str) -> dict[str, Any]:
    """A YAML file, read by PyYAML alone."""
    loaded: dict[str, Any] = yaml.safe_load((ROOT / file).read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="module")
def kit(build_kit: KitBuilder) -> PrintedKit:
    return build_kit("discount-salmon")


def text_on(page: Page, face: Placed) -> str:
    return " ".join(word.text for word in page.words_in(face.box))


def fronts(kit: PrintedKit) -> list[str]:
    """The words on the front of each card."""
    return [text_on(page, face) for page, _ in kit.card_leaves for face in page.faces]


def lake() -> Counter[str]:
    """What each fish card says: its name, and beside either of its corners the names of its problems."""
    names = read("templates/discount-salmon/words.en.yaml")
    fish = read("variants/discount-salmon/discount-salmon.yaml")["fish"]
    said = Counter[str]()
    for key, one in fish.items():
        problems = [names["problems"][problem] for problem in one["problems"]]
        said[" ".join([names["fish"][key], *problems, *problems[::-1]])] += one["copies"]
    return said


def test_106_cards_are_printed_25_fish_and_81_modifiers(kit: PrintedKit) -> None:
    cards = fronts(kit)
    assert sum(lake().values()) == 25
    assert sum(DECK.values()) == 81
    assert len(cards) == 25 + 81
    assert all(cards)


@pytest.mark.parametrize("title", DECK)
def test_each_modifier_is_printed_as_often_as_the_deck_has_it(kit: PrintedKit, title: str) -> None:
    assert sum(re.fullmatch(title, card) is not None for card in fronts(kit)) == DECK[title]


def test_each_fish_is_printed_as_often_as_the_lake_has_it_with_what_is_wrong(kit: PrintedKit) -> None:
    modifiers = re.compile("|".join(DECK))
    assert Counter(card for card in fronts(kit) if not modifiers.fullmatch(card)) == lake()


def test_backs_say_nothing_and_tell_only_the_two_decks_apart(kit: PrintedKit) -> None:
    backs = [(face.form, text_on(back, face)) for _, back in kit.card_leaves for face in back.faces]
    assert sorted(Counter(form for form, _ in backs).values()) == [25, 81]
    assert {text for _, text in backs} == {""}


def test_behind_each_card_lies_the_back_of_its_own_deck(kit: PrintedKit) -> None:
    modifiers, seen = re.compile("|".join(DECK)), set()
    for front, back in kit.card_leaves:
        for face in front.faces:
            behind = face.box.mirrored(front.paper.width)
            [form] = [other.form for other in back.faces if other.box.holds_point(behind.centre)]
            seen.add((modifiers.fullmatch(text_on(front, face)) is None, form))
    assert len(seen) == 2


def trimmed(kit: PrintedKit, component: str) -> list[tuple[Page, Placed]]:
    """The faces that have a component's size."""
    entry = kit.component(component)
    return [(page, face) for page in kit.pages(entry["part"]) if page.label.side in ("front", "recto")
            for face, trim in zip(page.faces, kit.trims(page, entry["part"]), strict=True)
            if sorted((trim.width, trim.height)) == pytest.approx(sorted(entry["trim_mm"]), abs=0.1)]  # fmt: skip


def test_there_is_one_cart(kit: PrintedKit) -> None:
    assert (len(trimmed(kit, "cart")), kit.component("cart")["count"]) == (1, 1)


def test_there_is_an_aid_for_each_of_five_players(kit: PrintedKit) -> None:
    aids = trimmed(kit, "player-aid")
    assert (len(aids), len({face.form for _, face in aids})) == (5, 1)
    text = text_on(*aids[0])
    assert all(re.search(title, text) for title in DECK)


def test_the_manifest_counts_the_component_list(kit: PrintedKit) -> None:
    counts = {entry["id"]: entry["count"] for entry in kit.manifest["components"]}
    assert {key: counts[key] for key in ("fish", "modifiers", "cart", "player-aid")} == {
        "fish": 25, "modifiers": 81, "cart": 1, "player-aid": 5,
    }  # fmt: skip
    assert {Path(file).stem for file in kit.manifest["files"]} >= {"cards", "tokens", "rules", "extras"}


def test_the_rules_are_printed_with_every_id_once(kit: PrintedKit) -> None:
    found = Counter(re.findall(r"DS-\d+\.\d+", " ".join(page.text for page in kit.pages("rules"))))
    assert found == Counter(RULE_IDS)
