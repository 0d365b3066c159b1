"""The printed product, read back from its PDFs and compared with the specification's figures and with the YAML."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pdfplumber
import pytest
import yaml
from conftest import LANGUAGES, ROOT, KitBuilder, PrintedKit
from readback import Page, Placed, Rect, Word, around, drawn_box, in_lines, numbers_among, whole_text

from kitgen import pipeline
from kitgen.components.kit import Face
from kitgen.draw.drawing import Place, walk
from kitgen.imposition.options import PrintOptions
from kitgen.source.words import load_words

CLASSIC = ROOT / "variants" / "fish-cook" / "classic.yaml"

# The specification's own notation: a letter for each ingredient, then the main value; the bonus is 2 + ingredients.
RECIPES = {
    1: "r14 b16 p18 yg23 wyp32 rgb34",
    2: "w13 r15 wb24 gp29 wyg30 yrb33",
    3: "w15 b19 wy23 yr25 yrp37 rgb37",
    4: "y19 wg28 gp33 wyb36 wrp39 ygp41",
    5: "w21 wr29 yg31 rg32 yrp43 wbp44",
    6: "b28 wr32 yg34 gb37 wrp45 ygb45",
}
KINDS = {"wine": "P", "mushroom": "B", "vegetable": "G", "roe": "R", "egg": "Y", "flour": "W"}
# The space that a row is filled to on a roll of 1, 2, 3 …
FILLS = {
    "P": [2, 2, 3, 3, 4, 5],
    "B": [2, 2, 3, 4, 4, 5],
    "G": [2, 3, 3, 4, 4, 5],
    "R": [2, 3, 3, 4, 5, 5],
    "Y": [2, 3, 4, 4, 5, 5],
    "W": [3, 3, 4, 4, 5, 5],
}
RULES_IN_CHAPTER = {1: 4, 2: 6, 3: 11, 4: 8, 5: 13, 6: 3, 7: 4}
EVERY_RULE = [f"FC-{chapter}.{rule}" for chapter, count in RULES_IN_CHAPTER.items() for rule in range(1, count + 1)]


@dataclass(frozen=True)
class Card:
    """What a recipe card says."""

    text: str
    size: int
    letters: frozenset[str]
    main: int
    bonus: int


def faces_that_hold_text(pages: Iterable[Page]) -> Iterator[tuple[Placed, list[Word]]]:
    """Each placed face with the words on it, the sheet's label left out."""
    for page in pages:
        label = page.label.box
        for face in page.faces:
            words = [word for word in page.words_in(face.box) if not label.holds(word.box, 0.01)]
            if words:
                yield face, words


def read_card(words: list[Word]) -> Card:
    """A recipe card from its words: the size stands first, the money is ``main + bonus`` on the lowest line."""
    numbers = numbers_among(words)
    size = min(numbers, key=lambda item: item[1].centre[1])
    lowest = in_lines((word.text, word.box) for word in words)[-1]
    money = re.match(r"\D*(\d+)\D*\+\D*(\d+)\b", " ".join(text for text, _ in lowest))
    assert money is not None, f"no money in {[text for text, _ in lowest]}"
    letters = Counter(word.text for word in words if word.text in KINDS.values())
    assert set(letters.values()) == {2}, "in the corner of a fanned hand, and below the foods"
    return Card(" ".join(word.text for word in words), size[0], frozenset(letters), int(money[1]), int(money[2]))


def cards_of(kit: PrintedKit) -> list[Card]:
    """Every recipe card of a kit."""
    return [read_card(words) for words in card_words(kit)]


def figures(card: Card) -> tuple[int, frozenset[str], int, int]:
    return card.size, card.letters, card.main, card.bonus


def specified_recipes() -> list[tuple[int, frozenset[str], int, int]]:
    """The specification's recipe table."""
    found = []
    for size, row in RECIPES.items():
        for entry in row.split():
            letters = re.sub(r"\d", "", entry).upper()
            found.append((size, frozenset(letters), int(re.sub(r"\D", "", entry)), 2 + len(letters)))
    return found


@pytest.fixture(scope="module")
def classic_yaml() -> dict[str, Any]:
    """The classic's YAML, read by PyYAML alone."""
    loaded: dict[str, Any] = yaml.safe_load(CLASSIC.read_text(encoding="utf-8"))
    return loaded


# Recipe cards


def test_the_table_of_recipes_above_has_the_specifications_check_figures() -> None:
    recipes = specified_recipes()
    assert len(recipes) == 36
    assert sum(main for _, _, main, _ in recipes) == 1054
    assert sum(bonus for *_, bonus in recipes) == 147
    icons = Counter(letter for _, letters, _, _ in recipes for letter in letters)
    assert icons == {"W": 14, "Y": 14, "R": 13, "G": 13, "B": 11, "P": 10}


def test_each_of_the_36_recipes_is_printed_once_with_its_figures(classic_kit: PrintedKit) -> None:
    assert Counter(figures(card) for card in cards_of(classic_kit)) == Counter(specified_recipes())


def test_each_card_carries_its_name_beside_the_yamls_figures(
    classic_kit: PrintedKit, classic_yaml: dict[str, Any]
) -> None:
    cards = cards_of(classic_kit)
    names = classic_kit.words["dishes"]
    assert len(set(names.values())) == len(names) == 36
    for key, recipe in classic_yaml["recipes"].items():
        named = [card for card in cards if f" {names[key]} " in f" {card.text} "]
        expected = (
            recipe["size"],
            frozenset(KINDS[kind] for kind in recipe["ingredients"]),
            recipe["main"],
            recipe["bonus"],
        )
        assert [figures(card) for card in named] == [expected], key


def pictures_on(face: Face) -> Counter[str]:
    """The drawings that a face's display list places, by name."""
    return Counter(op.drawing.name for op, _, _ in walk(face.ops) if isinstance(op, Place))


@pytest.fixture(scope="module")
def drawn_faces() -> dict[str, Face]:
    """The classic's faces by the id of their piece."""
    variant = pipeline.load("classic")
    components = pipeline.draw(variant, PrintOptions(), load_words("fish-cook", "en")).kit.components
    return {piece.id: piece.front for component in components for piece in component.pieces}


def test_each_card_pictures_its_fish_and_both_foods_of_each_ingredient(
    drawn_faces: dict[str, Face], classic_yaml: dict[str, Any]
) -> None:
    kinds = classic_yaml["kinds"]
    for key, recipe in classic_yaml["recipes"].items():
        pictures = pictures_on(drawn_faces[key])
        foods = Counter(f"food-{food}" for kind in recipe["ingredients"] for food in kinds[kind]["foods"])
        assert {name: count for name, count in pictures.items() if name.startswith("food-")} == foods, key
        assert [name for name in pictures if name.startswith("fish-")] == [f"fish-{recipe['size']}"], key
        badges = Counter(f"badge-{kinds[kind]['badge']}" for kind in recipe["ingredients"])
        assert {name for name in pictures if name.startswith("badge-")} == set(badges), key


def test_each_token_pictures_both_foods_of_its_kind(drawn_faces: dict[str, Face], classic_yaml: dict[str, Any]) -> None:
    for key, kind in classic_yaml["kinds"].items():
        pictures = pictures_on(drawn_faces[f"token-{key}"])
        expected = Counter([*(f"food-{food}" for food in kind["foods"]), f"badge-{kind['badge']}"])
        assert pictures == expected, key


def test_a_changed_value_changes_its_own_card_and_no_other(build_kit: KitBuilder) -> None:
    before = Counter(figures(card) for card in cards_of(build_kit()))
    changed = build_kit(only=["cards"], settings=["recipes.sole-meuniere.main=77", "recipes.sole-meuniere.bonus=9"])
    after = Counter(figures(card) for card in cards_of(changed))
    letters = frozenset("WY")
    assert before - after == Counter([(3, letters, 23, 4)])
    assert after - before == Counter([(3, letters, 77, 9)])


def test_names_of_a_variants_own_are_printed_as_they_are_written(build_kit: KitBuilder) -> None:
    names = {
        "tuna-sukiyaki": "R&D <Lab> a<b",
        "sole-meuniere": "*Chef*",
        "tuna-nicoise": "1. Soup",
        "sardines-in-miso": "{{ 7*7 }}",
        "flounder-nigiri": '<img src="http://x/">',
    }
    settings = [f"recipes.{recipe}.name='{name}'" for recipe, name in names.items()]
    texts = [
        " ".join(word.text for word in words) for words in card_words(build_kit(only=["cards"], settings=settings))
    ]
    for name in names.values():
        assert sum(f" {name} " in text for text in texts) == 1, name


def card_words(kit: PrintedKit) -> list[list[Word]]:
    """The words of each card's front."""
    return [words for _, words in faces_that_hold_text(kit.pages("cards"))]


# Tokens


def test_102_tokens_are_printed_17_of_each_kind(classic_kit: PrintedKit) -> None:
    letters = Counter(word.text for page in classic_kit.pages("tokens") for word in page.words if len(word.text) == 1)
    assert {letter: letters[letter] for letter in KINDS.values()} == dict.fromkeys(KINDS.values(), 17)


def test_102_tokens_are_placed_17_times_each_kinds_face(classic_kit: PrintedKit) -> None:
    placed = [face for page in classic_kit.pages("tokens") for face in page.faces]
    squares = [face for face in placed if abs(face.box.width - 20) < 0.1 and abs(face.box.height - 20) < 0.1]
    assert sorted(Counter(face.form for face in squares).values()) == [17] * 6


def test_tokens_share_their_cuts(build_kit: KitBuilder) -> None:
    page = build_kit().pages("tokens")[0]
    squares = [face.box for face in page.faces if abs(face.box.width - 20) < 0.1]
    first = in_lines((box, box) for box in squares)[0]
    assert len(first) > 1
    for (left, _), (right, _) in pairwise(first):
        assert abs(right.left - left.right) < 0.01


def test_the_days_cats_are_numbered_and_the_chef_is_there(classic_kit: PrintedKit) -> None:
    numbers = [number for page in classic_kit.pages("tokens")
               for face in page.faces if (words := page.words_in(face.box)) and len(words) == 1
               for number, _ in numbers_among(words)]  # fmt: skip
    assert sorted(numbers) == [1, 2, 3, 4, 5]
    wordless = [face for page in classic_kit.pages("tokens") for face in page.faces if not page.words_in(face.box)]
    assert len(wordless) == 1, "only the chef has no word on it"


# Rule sheet


def rule_pages(kit: PrintedKit) -> list[Page]:
    """The pages of the rule sheet proper: those that one text fills."""
    return [page for page in kit.pages("rules")
            if any(face.box.holds(page.paper.grown(-1)) for face in page.faces)]  # fmt: skip


def rule_ids(kit: PrintedKit) -> Counter[str]:
    """Every rule id that the rules' PDF shows."""
    return Counter(re.findall(r"FC-\d+\.\d+", " ".join(page.text for page in kit.pages("rules"))))


def test_the_rule_sheet_carries_every_id_of_the_specification_once(classic_kit: PrintedKit) -> None:
    assert len(EVERY_RULE) == 49
    assert rule_ids(classic_kit) == Counter(EVERY_RULE)


def test_the_rule_sheet_has_at_most_four_pages(classic_kit: PrintedKit) -> None:
    pages = rule_pages(classic_kit)
    assert 1 <= len(pages) <= 4
    assert rule_ids(classic_kit) == Counter(re.findall(r"FC-\d+\.\d+", " ".join(page.text for page in pages)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_recipes_that_are_never_stolen_lose_the_rules_for_stealing(build_kit: KitBuilder, language: str) -> None:
    kit = build_kit(language=language, only=["rules"], settings=["evening.steal.succeeds_on=never"])
    assert rule_ids(kit) == Counter(set(EVERY_RULE) - {"FC-5.10", "FC-5.11"})


def test_nothing_printed_speaks_of_stealing_where_recipes_are_never_stolen(build_kit: KitBuilder) -> None:
    patterns = {
        "en": (r"it is never stolen", r"\w*(?:steal|stole)\w*"),
        "fr": (r"on ne la vole jamais", r"\bvol(?:e|er|ez|ée)s?\b"),
    }
    for language, (said, pattern) in patterns.items():
        kit = build_kit(language=language, only=["rules"], settings=["evening.steal.succeeds_on=never"])
        text, count = re.subn(said, "", whole_text(kit.pages("rules")))
        assert count == 1, language
        assert re.findall(pattern, text, re.IGNORECASE) == [], language
        assert re.search(pattern, whole_text(build_kit(language=language).pages("rules")), re.IGNORECASE)


def test_where_nothing_is_stolen_the_roll_leaves_the_cards_and_its_die_the_kit(
    build_kit: KitBuilder,
) -> None:
    def plus_signs(kit: PrintedKit) -> Counter[int]:
        return Counter(sum(word.text == "+" for word in words) for words in card_words(kit))

    with_roll = build_kit()
    without = build_kit(only=["cards", "extras"], settings=["evening.steal.succeeds_on=never"])
    assert plus_signs(with_roll) == {2: 36}, "main + bonus, and the roll or more"
    assert plus_signs(without) == {1: 36}
    assert with_roll.component("d6-nets")["count"] - without.component("d6-nets")["count"] == 1


def test_there_is_a_player_aid_for_each_player(classic_kit: PrintedKit) -> None:
    entry = classic_kit.component("player-aid")
    width, height = entry["trim_mm"]
    aids = [(page, face) for page in classic_kit.pages(entry["part"]) for face in page.faces
            if abs(face.box.width - width) < 0.1 and abs(face.box.height - height) < 0.1]  # fmt: skip
    assert len(aids) == 6
    assert len({face.form for _, face in aids}) == 1
    page, face = aids[0]
    assert "Fish Cook" in " ".join(word.text for word in page.words_in(face.box))


# Extras


def test_banknotes_amount_to_250_dollars_a_player(classic_kit: PrintedKit) -> None:
    notes: Counter[int] = Counter()
    sign = re.compile(r"\$(\d+)|(\d+)\s?\$")
    for _, words in faces_that_hold_text(classic_kit.pages("extras")):
        found = list(sign.finditer(" ".join(word.text for word in words)))
        values = {int(match[1] or match[2]) for match in found}
        if len(words) <= 4 and len(values) == 1 and len(found) == 2:
            notes[values.pop()] += 1
    assert set(notes) == {1, 5, 20}
    assert 1500 <= sum(value * count for value, count in notes.items()) < 1500 + 20
    assert sum(notes.values()) == classic_kit.component("banknotes")["count"]
    pieces = classic_kit.component("banknotes")["pieces"]
    assert {f"note-{value}": count for value, count in notes.items()} == pieces


def test_a_die_net_for_each_farm_row_shows_the_space_that_each_face_fills_to(classic_kit: PrintedKit) -> None:
    found: dict[str, list[int]] = {}
    for _, words in faces_that_hold_text(classic_kit.pages("extras")):
        letters = [word.text for word in words if word.text in KINDS.values()]
        if len(letters) == 6 and len(set(letters)) == 1:
            assert letters[0] not in found, "one net a row"
            found[letters[0]] = sorted(number for number, _ in numbers_among(words))
    assert found == FILLS


def test_twelve_fish_dice_have_the_faces_1_to_6(classic_kit: PrintedKit) -> None:
    nets = [words for _, words in faces_that_hold_text(classic_kit.pages("extras"))
            if sorted(word.text for word in words) == ["1", "2", "3", "4", "5", "6"]]  # fmt: skip
    assert len(nets) == 12


def test_opposite_faces_of_a_fish_die_sum_to_seven(build_kit: KitBuilder) -> None:
    """Down the column of four the first and third, and the second and fourth, come to lie opposite; so do the sides."""
    nets = [words for _, words in faces_that_hold_text(build_kit().pages("extras"))
            if sorted(word.text for word in words) == ["1", "2", "3", "4", "5", "6"]]  # fmt: skip
    columns = in_lines(
        (number, Rect(box.top, box.left, box.bottom, box.right)) for number, box in numbers_among(nets[0])
    )
    left, middle, right = ([number for number, _ in column] for column in columns)
    assert (len(left), len(middle), len(right)) == (1, 4, 1)
    assert middle[0] + middle[2] == middle[1] + middle[3] == left[0] + right[0] == 7


def test_the_rulers_are_as_long_as_they_say(build_kit: KitBuilder) -> None:
    """To a hundredth of a millimetre: this is what users check their printer against."""
    with pdfplumber.open(build_kit().folder / "extras.pdf") as pdf:
        lengths = [drawn_box(line).width for line in pdf.pages[0].lines if abs(line["top"] - line["bottom"]) < 0.01]
    for wanted in (100.0, 4 * 25.4):
        assert min(abs(length - wanted) for length in lengths) < 0.01


def test_how_to_print_names_only_files_that_are_there(build_kit: KitBuilder) -> None:
    for kit in (build_kit(), build_kit(only=["cards", "extras"]), build_kit(single_file=True)):
        guide = next(page for _, page in kit.every_page if page.label.part == kit.words["how_to_print"])
        named = set(re.findall(r"[\w-]+\.pdf", guide.text))
        assert named == {file.name for file in kit.files}


def test_how_to_print_counts_the_sheets_of_each_file(classic_kit: PrintedKit) -> None:
    guide = next(page for page in classic_kit.pages("extras") if page.label.part == classic_kit.words["how_to_print"])
    for part in ("boards", "cards", "tokens", "rules", "extras"):
        row = re.search(rf"{part}\.pdf(.*?)(\d+)\s+(?:both|one|recto)", guide.text, re.DOTALL)
        assert row is not None, part
        fronts = sum(page.label.side in ("front", "recto") for page in classic_kit.pages(part))
        assert int(row[2]) == fronts, part


# Manifest


def test_the_manifest_counts_the_rulebooks_component_list(classic_kit: PrintedKit) -> None:
    counts = {entry["id"]: entry["count"] for entry in classic_kit.manifest["components"]}
    rulebook = {"fish-market": 2, "farmers-market": 2, "recipes": 36, "tokens": 102, "chef": 1, "cats": 5}
    assert {key: counts[key] for key in rulebook} == rulebook
    assert classic_kit.component("tokens")["pieces"] == {f"token-{kind}": 17 for kind in KINDS}
    assert classic_kit.component("recipes")["trim_mm"] == [63.5, 88.9]


def test_the_manifest_counts_what_is_printed(classic_kit: PrintedKit) -> None:
    """Every component's pieces are found on the paper, by their trim's size."""
    manifest = classic_kit.manifest
    assert sorted(file.name for file in classic_kit.files) == manifest["files"]
    assert {file.name for file in classic_kit.folder.iterdir()} == {*manifest["files"], "manifest.json"}
    for part, sheets in manifest["sheets"].items():
        pages = classic_kit.pages(part)
        fronts = [page for page in pages if page.label.side in ("front", "recto")]
        assert len(fronts) == sheets, part
        pieces = [entry for entry in manifest["components"] if entry["part"] == part]
        whole = sum(face.box.holds(page.paper.grown(-0.1)) for page in fronts for face in page.faces)
        placed = sum(len(page.faces) for page in fronts) - whole
        assert placed == sum(entry["count"] for entry in pieces), part


def test_names_of_components_are_in_the_kits_language(classic_kit: PrintedKit) -> None:
    titles = {entry["id"]: entry["title"] for entry in classic_kit.manifest["components"]}
    names = classic_kit.words["kit"]
    shared = set(titles) & set(names)
    assert len(shared) >= 8
    assert {key: titles[key] for key in shared} == {key: names[key] for key in shared}


def test_the_french_kit_needs_no_english_words(build_kit: KitBuilder) -> None:
    """No word of either catalogue is missing from the other."""
    english, french = build_kit().words, build_kit(language="fr").words
    assert paths_of(english) == paths_of(french)


def paths_of(words: dict[str, Any], path: str = "") -> set[str]:
    found = set()
    for key, value in words.items():
        inner = f"{path}.{key}"
        found |= paths_of(value, inner) if isinstance(value, dict) else {inner}
    return found


def test_every_face_stays_apart_from_the_next(classic_kit: PrintedKit) -> None:
    """Pieces never overlap, whatever their component."""
    for name, page in classic_kit.every_page:
        boxes = [face.clip for face in page.faces]
        if not boxes:
            continue
        for number, box in enumerate(boxes):
            others = [other for other in boxes[:number] if box.grown(-0.01).meets(other)]
            assert not others, name
        assert around(boxes).meets(page.paper)
