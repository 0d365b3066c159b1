"""Each value of a variant changes, or removes, exactly its own paragraphs of the rule sheet, in every language.

The right-hand side is written by hand from the specification: which rules a value bends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise

import pytest
from conftest import LANGUAGES, KitBuilder
from readback import whole_text

from kitgen import pipeline
from kitgen.components.kit import Component
from kitgen.draw.art import ArtShelf
from kitgen.games.fish_cook.rule_ids import RULES
from kitgen.rulesheet import template
from kitgen.rulesheet.markdown import Block, Example, Paragraph, parse
from kitgen.source.keys import key_at, keys_of
from kitgen.source.resources import resource_folder
from kitgen.source.words import load_words

TEMPLATES = resource_folder("templates")

Rules = dict[str, str]

# (settings, rules that are gone, rules that say something else)
SWITCHES: list[tuple[str, set[str], set[str]]] = [
    ("set_up.money=120", set(), {"1.1"}),
    ("bank.open=no", set(), {"1.1"}),
    ("set_up.recipes_dealt=3", set(), {"1.2"}),
    ("tokens.limit_play=yes", set(), {"2.1"}),
    ("market.fish.dice=10", set(), {"2.3"}),
    ("market.fish.dice=4", {"2.4"}, {"2.3"}),
    ("school.leftovers=replaced", set(), {"2.5"}),
    ("school.cards=3", set(), {"2.5"}),
    ("school.cards=0", {"2.5", "2.6", "3.4", "3.11", "5.7"}, {"5.3"}),
    ("school.face_up_price=6", set(), {"3.4"}),
    ("school.blind_price=3", set(), {"3.5"}),
    ("market.farm.rows.flour.prices=[5, 4, 3, 2, 1]", {"3.8"}, set()),
    ("morning.empty_rows_end=2", set(), {"4.1", "4.8"}),
    ("morning.empty_fish_market_ends=no", {"4.2"}, {"4.8"}),
    ("morning.last_actions=2", set(), {"4.4"}),
    ("morning.last_actions=0", {"4.5"}, {"4.4", "4.6"}),
    ("next_chef=clockwise", set(), {"4.3", "4.7"}),
    ("next_chef=loser", set(), {"4.3", "4.7"}),
    ("evening.bigger_fish=no", set(), {"5.5"}),
    ("evening.pass_cost=2", set(), {"5.12"}),
    ("evening.pass_cost=0", set(), {"5.2", "5.12", "6.1"}),
    ("evening.fish_keep=yes", set(), {"5.2", "5.12", "6.1"}),
    ("evening.ingredients_keep=no", set(), {"6.2"}),
    ("evening.cook_from_school=no", {"5.7"}, {"5.3"}),
    ("evening.cook_from_rivals=no", {"5.9", "5.10", "5.11"}, {"5.3"}),
    ("evening.school_bonus=yes", set(), {"5.7"}),
    ("evening.rival_bonus=cook", set(), {"5.9", "5.10"}),
    ("evening.rival_bonus=nobody", set(), {"5.9", "5.10"}),
    ("evening.steal.succeeds_on=never", {"5.10", "5.11"}, {"5.9"}),
    ("evening.steal.succeeds_on=4", set(), {"5.11"}),
    ("evening.steal.die=d8", set(), {"5.10"}),
    ("end.menu_bonus=none", {"7.1"}, set()),
    ("end.menu_tie=split", set(), {"7.1"}),
    ("end.menu_tie=nobody", set(), {"7.1"}),
    ("end.final_tie=more-dishes", set(), {"7.3"}),
    # Values that only the pieces or the bank show change no rule.
    ("cards.format=bridge", set(), set()),
    ("tokens.per_kind=20", set(), set()),
    ("recipes.sole-meuniere.main=99", set(), set()),
    ("market.farm.rows.roe.fill=[1, 1, 1, 4, 4, 5]", set(), set()),
]

# French grammar bends with the number of last actions: "sans dernière action", "sans dernières actions".
INFLECTED = {("fr", "morning.last_actions=2"): {"4.6"}}

Reader = Callable[[str, Sequence[str]], list[Block]]


@pytest.fixture(scope="module")
def read_sheet() -> Reader:
    """Reads the rule sheet's blocks for a language and some settings."""

    shelf = ArtShelf([TEMPLATES / "fish-cook" / "art", TEMPLATES / "shared" / "art"])

    @cache
    def pieces(language: str) -> tuple[Component, ...]:
        classic = pipeline.load("classic")
        return tuple(classic.game.components(classic.model, load_words("fish-cook", language), shelf))

    @cache
    def read(language: str, settings: tuple[str, ...]) -> list[Block]:
        variant = pipeline.load("classic", settings)
        words = load_words("fish-cook", language)
        documents = variant.game.documents(variant.model, words, shelf, pieces(language))
        (sheet,) = [document for document in documents if document.id == "rules"]
        markdown, placeholders = template.render([TEMPLATES / "fish-cook"], sheet.template, language, sheet.context)
        return parse(markdown, placeholders)

    return lambda language, settings: read(language, tuple(settings))


def text_of(block: Block) -> str:
    """A block's words."""
    if isinstance(block, Paragraph):
        return " ".join("".join(run.text for run in block.runs).split())
    if isinstance(block, Example):
        return " ".join(text_of(inner) for inner in block.blocks)
    return ""


def rules_of(blocks: Sequence[Block]) -> Rules:
    """The paragraphs by rule id, without the prefix FC-."""
    found: Rules = {}
    for block in blocks:
        if isinstance(block, Paragraph):
            for rule in block.ids:
                assert rule not in found, f"{rule} stands twice"
                found[rule.removeprefix("FC-")] = text_of(block)
    return found


def examples_of(blocks: Sequence[Block]) -> list[str]:
    return [text_of(block) for block in blocks if isinstance(block, Example)]


def first_example_after(blocks: Sequence[Block], rule: str) -> str:
    """The worked example that follows a rule."""
    at = next(number for number, block in enumerate(blocks) if isinstance(block, Paragraph) and rule in block.ids)
    return next(text_of(block) for block in blocks[at:] if isinstance(block, Example))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("setting", "gone", "changed"), SWITCHES, ids=[setting for setting, _, _ in SWITCHES])
def test_a_value_bends_exactly_its_own_rules(
    read_sheet: Reader, language: str, setting: str, gone: set[str], changed: set[str]
) -> None:
    before, after = rules_of(read_sheet(language, [])), rules_of(read_sheet(language, [setting]))
    assert set(before) - set(after) == gone
    assert set(after) - set(before) == set()
    assert {rule for rule in after if after[rule] != before[rule]} == changed | INFLECTED.get(
        (language, setting), set()
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_stand_in_the_order_of_the_specification(read_sheet: Reader, language: str) -> None:
    order = [tuple(int(part) for part in rule.split(".")) for rule in rules_of(read_sheet(language, []))]
    assert len(order) == 49
    assert all(one < other for one, other in pairwise(order))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "fill",
    [
        # The classic's: by the specification a 2 or 3 fills roe to space 3, and a row at 4 stays so on a 1.
        [2, 3, 3, 4, 5, 5],
        [1, 1, 1, 4, 4, 5],
        [1, 2, 3, 4, 5, 5],
        [2, 2, 2, 2, 3, 4],
    ],
    ids=str,
)
def test_the_example_of_filling_a_row_is_true_for_its_table(read_sheet: Reader, language: str, fill: list[int]) -> None:
    """Its figures are, in order: the faces that fill to a space, the space, a low roll, the space of that roll."""
    example = first_example_after(read_sheet(language, [f"market.farm.rows.roe.fill={fill}"]), "FC-2.1")
    *faces, space, roll, reached = (int(number) for number in re.findall(r"\d+", example))
    assert faces == [face for face, filled in enumerate(fill, 1) if filled == space]
    assert fill[roll - 1] == reached
    if fill == [2, 3, 3, 4, 5, 5]:
        assert (faces, space, roll, reached) == ([2, 3], 3, 1, 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_fill_table_is_another_example_on_paper(
    read_sheet: Reader, build_kit: KitBuilder, language: str
) -> None:
    setting = "market.farm.rows.roe.fill=[1, 1, 1, 4, 4, 5]"
    before = first_example_after(read_sheet(language, []), "FC-2.1")
    after = first_example_after(read_sheet(language, [setting]), "FC-2.1")
    assert before != after
    classic, other = build_kit(language=language), build_kit(language=language, only=["rules"], settings=[setting])
    on_paper = {kit: whole_text(found.pages("rules")) for kit, found in (("classic", classic), ("other", other))}
    assert before in on_paper["classic"] and after not in on_paper["classic"]
    assert after in on_paper["other"] and before not in on_paper["other"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "setting",
    [
        "title=Fish Cook",
        "recipes.sole-meuniere.main=99",
        "recipes.sole-meuniere.bonus=1",
        "market.fish.ladders.3=[1, 2, 30, 40, 50]",
    ],
)
def test_sums_in_examples_are_right(read_sheet: Reader, language: str, setting: str) -> None:
    sums = [
        [int(part) for part in found]
        for example in examples_of(read_sheet(language, [setting]))
        for found in re.findall(r"(\d+)\D*\+\D*(\d+)\D*=\D*(\d+)", example)
    ]
    assert sums
    assert all(one + other == total for one, other, total in sums)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_a_dish_follows_its_card(read_sheet: Reader, language: str) -> None:
    """A sole meunière of 23 + 4 earns 27 from one's own hand; made dearer, it earns more."""
    for main, bonus in ((23, 4), (99, 7)):
        settings = [f"recipes.sole-meuniere.main={main}", f"recipes.sole-meuniere.bonus={bonus}"]
        (own,) = [text for text in examples_of(read_sheet(language, settings)) if "=" in text]
        assert re.search(rf"\b{main}\D*\+\D*{bonus}\D*=\D*{main + bonus}\b", own)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_fish_follows_their_ladder(read_sheet: Reader, language: str) -> None:
    """Three plaice stand on spaces 3, 4 and 5 of their row, and the leftmost of them is sold first."""
    for ladder in ([4, 5, 6, 7, 9], [1, 2, 30, 40, 50]):
        example = first_example_after(read_sheet(language, [f"market.fish.ladders.3={ladder}"]), "FC-2.3")
        numbers = [int(number) for number in re.findall(r"\d+", example)]
        assert numbers[:6] == [3, 3, 4, 5, ladder[2], ladder[3]]


@pytest.mark.parametrize(("setting", "gone", "changed"), SWITCHES)
def test_explain_names_every_rule_that_a_value_bends(setting: str, gone: set[str], changed: set[str]) -> None:
    """What authors are told to read again holds all that reads otherwise."""
    game = pipeline.load("classic").game
    key = key_at(game.model, tuple(setting.partition("=")[0].split(".")))
    assert key is not None
    assert {f"FC-{rule}" for rule in gone | changed} <= set(game.rules_of(key.pattern))


def test_every_key_with_rules_is_a_key_of_the_model() -> None:
    patterns = {key.pattern for key in keys_of(pipeline.load("classic").game.model)}
    assert set(RULES) <= patterns
