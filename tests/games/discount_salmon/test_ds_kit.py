"""The kit of Discount Salmon: its component list, its pieces, and that nothing on them is told by colour alone."""

from __future__ import annotations

import itertools
from typing import Any, get_args

import pytest
from conftest import LANGUAGES
from salmon import FISH, variant

from kitgen.components.contrast import told_by_colour
from kitgen.components.formats import CARD_FORMATS
from kitgen.components.kit import Component, Face
from kitgen.components.preflight import check_components
from kitgen.draw.art import ArtShelf
from kitgen.draw.drawing import Place, walk
from kitgen.games.discount_salmon.kit import art_names, components, parts
from kitgen.games.discount_salmon.look import Look
from kitgen.games.discount_salmon.variant import Icon, Variant
from kitgen.source.resources import resource_folder
from kitgen.source.words import load_words

ART = ArtShelf([resource_folder("templates") / "discount-salmon" / "art"])
ICONS: tuple[Icon, ...] = get_args(Icon)


def drawn(of: Variant, language: str = "en") -> dict[str, Component]:
    return {component.id: component for component in components(of, load_words("discount-salmon", language), ART)}


def drawings(face: Face) -> list[str]:
    """The names of the drawings on a face, and of those in them."""
    placed = [op for op, _, _ in walk(face.ops) if isinstance(op, Place)]
    inner = [op for outer in placed for op, _, _ in walk(outer.drawing.ops) if isinstance(op, Place)]
    return [op.drawing.name for op in (*placed, *inner)]


def test_the_parts_are_the_rulebooks_component_list() -> None:
    assert parts(variant()) == {"fish": 25, "modifiers": 81, "cart": 1, "player-aid": 5}


def test_the_default_deck_is_63_blue_and_18_red() -> None:
    pieces = drawn(variant())["modifiers"].pieces
    blue = sum(piece.copies for piece in pieces if piece.id.startswith("cure-") or piece.id == "blender")
    red = sum(piece.copies for piece in pieces if piece.id.startswith("harm-") or piece.id == "andrew")
    assert (blue, red) == (63, 18)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"stalemate": {"cart": False}},
        {"modifiers": {"harm": 0, "blender": 0, "andrew": 0}},
        {"modifiers": {"cure": 9, "harm": 5, "blender": 1, "andrew": 8}},
    ],
)
def test_as_many_pieces_are_drawn_as_are_counted(changes: dict[str, Any]) -> None:
    """The player aid is a document, which the pipeline adds."""
    of = variant(**changes)
    counted = parts(of)
    counted.pop("player-aid")
    assert {name: component.count for name, component in drawn(of).items()} == counted


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["poker", "mini-euro", "square", "domino", "tarot", "jumbo"])
def test_cards_pass_preflight_in_every_size(size: str, language: str) -> None:
    assert check_components(drawn(variant(cards={"format": CARD_FORMATS[size]}), language).values()) == []


def test_nothing_is_told_by_colour_alone() -> None:
    assert list(told_by_colour(list(drawn(variant()).values()))) == []


def test_a_card_that_mends_and_one_that_harms_have_other_shapes() -> None:
    """Apart from pictures and words: a tick on one, a cross on the other, and never both."""
    for piece in drawn(variant())["modifiers"].pieces:
        mends = piece.id.startswith("cure-") or piece.id == "blender"
        names = drawings(piece.front)
        assert ("sign-tick" in names, "sign-cross" in names) == (mends, not mends)


def test_every_fish_shows_its_problems_twice_on_plates_and_once_on_itself() -> None:
    of = variant()
    seen = {"stinky": "odour-over", "ugly": "face-ugly", "dry": "cactus-over", "fake": "boot", "toxic": "trefoil-over"}
    for piece in drawn(of)["fish"].pieces:
        names = drawings(piece.front)
        for problem, sight in seen.items():
            has = problem in of.fish[piece.id].problems
            assert (sight in names) == has
            assert names.count(f"icon-{of.problems[problem].icon}") == 2 * has


def test_the_default_lake_has_five_silhouettes_and_the_boot() -> None:
    bodies = {name for piece in drawn(variant())["fish"].pieces for name in drawings(piece.front)}
    assert {name for name in bodies if name.startswith("fish-")} == {f"fish-{number}" for number in range(1, 6)}
    assert "boot" in bodies


@pytest.mark.parametrize("icons", list(itertools.combinations(ICONS, 2)), ids="-".join)
def test_any_two_of_the_eight_problems_can_be_drawn_and_told_apart(icons: tuple[Icon, Icon]) -> None:
    others = [icon for icon in ICONS if icon not in icons][:2]
    problems = {icon: {"icon": icon, "name": icon, "cure": "a cure", "harm": "a harm"} for icon in (*icons, *others)}
    fish = {name: {"problems": list(set_), "copies": 8, "name": name}
            for name, set_ in (("one", icons[:1]), ("other", icons[1:]), ("both", icons))}  # fmt: skip
    faces = {piece.id: piece.front for piece in drawn(variant(problems=problems, fish=fish))["fish"].pieces}
    one, other, both = (set(drawings(faces[name])) for name in ("one", "other", "both"))
    assert one != other
    assert both > {f"icon-{icon}" for icon in icons}


def test_backs_tell_the_decks_apart_and_no_card_from_another() -> None:
    found = drawn(variant())
    backs = [{id(piece.back) for piece in found[name].pieces} for name in ("fish", "modifiers")]
    assert [len(deck) for deck in backs] == [1, 1]
    assert backs[0] != backs[1]


def test_a_variant_names_the_marks_of_its_problems() -> None:
    assert dict(art_names(variant())) == {
        ("problems", "stinky", "icon"): "icon-odour",
        ("problems", "ugly", "icon"): "icon-face",
        ("problems", "dry", "icon"): "icon-cactus",
        ("problems", "fake", "icon"): "icon-boot",
        ("problems", "toxic", "icon"): "icon-trefoil",
    }


def test_names_come_from_the_variant_before_the_catalogue_and_the_id_is_the_last_resort() -> None:
    words = load_words("discount-salmon", "fr")
    fish = FISH | {"mirror-carp": {"problems": ["ugly"], "copies": 1},
                   "eel": {"problems": ["dry"], "copies": 1, "name": {"en": "Eel", "fr": "Anguille"}},
                   "old-tin": {"problems": ["dry"], "copies": 1}}  # fmt: skip
    look = Look(variant(fish=fish), words, ART)
    assert [look.fish_name(name) for name in ("eel", "mirror-carp", "old-tin")] == [
        "Anguille", "Carpe miroir", "old tin",
    ]  # fmt: skip
    assert words.unnamed == ["fish.old-tin"]


def test_english_and_french_have_the_same_words() -> None:
    for language in LANGUAGES:
        words = load_words("discount-salmon", language)
        components(variant(), words, ART)
        assert words.missing == []
