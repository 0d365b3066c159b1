"""The saved object: it keeps to the format, and everything of the kit is in it, once, where it belongs."""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pypdf
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from PIL import Image, ImageChops, ImageStat
from table_stubs import SMALL, deck, pieces_of, stub_face, stub_kit

from kitgen import pipeline
from kitgen.components.kit import Component, Face, Piece
from kitgen.draw import shapes
from kitgen.draw.drawing import Paint
from kitgen.errors import UsageError
from kitgen.exports.hosting import TableFiles
from kitgen.exports.tabletop_simulator import plan_things, set_up, tts_files
from kitgen.exports.tts_objects import Guids
from kitgen.imposition.kit_sheets import DrawnKit
from kitgen.imposition.options import PrintOptions
from kitgen.render.png import Canvas, draw_pictures
from kitgen.rulesheet.sheet import rule_paragraphs
from kitgen.source.words import load_words

SCHEMA = Draft202012Validator(json.loads((Path(__file__).parent / "tts_schema.json").read_text(encoding="utf-8")))
AT = "https://example.org/kits/classic"
WORDS = load_words("fish-cook", "en")
Object = dict[str, Any]


@pytest.fixture(scope="module")
def classic(drawn: DrawnKit) -> TableFiles:
    return tts_files(drawn, WORDS, AT, pipeline.load("classic").template_folders)


@pytest.fixture(scope="module")
def save(classic: TableFiles) -> Object:
    loaded: Object = json.loads(classic.files["fish-cook-classic.json"])
    return loaded


def without_pictures(*components: Component) -> Object:
    """The saved object of some components, with addresses that lead nowhere."""
    kit = stub_kit(*components)
    things = plan_things(components)
    addresses = {key: f"https://example.org/{'/'.join(key)}" for thing in things for key, _ in thing.pictures}
    made, _ = set_up(kit, things, addresses, {}, WORDS)
    return made


def everything(objects: Sequence[Object]) -> Iterator[Object]:
    for thing in objects:
        yield thing
        yield from everything(thing.get("ContainedObjects", []))


def only(found: Object, name: str) -> list[Object]:
    return [thing for thing in everything(found["ObjectStates"]) if thing["Name"] == name]


# The format


def test_the_classic_keeps_to_the_format(save: Object) -> None:
    assert [str(fault.message) for fault in SCHEMA.iter_errors(save)] == []


def test_the_schema_refuses_what_it_does_not_know(save: Object) -> None:
    for name in ("Custom_Tile", "DeckCustom", "Bag", "Die_6"):
        spoilt = json.loads(json.dumps(save))
        only(spoilt, name)[0]["Colour"] = "red"
        assert not SCHEMA.is_valid(spoilt)


@settings(max_examples=40, deadline=None)
@example([[1] * 70, [2], [1] * 139, [1], [1, 3]])
@given(st.lists(st.lists(st.integers(1, 3), min_size=1, max_size=200), min_size=1, max_size=3))
def test_card_numbers_name_sheet_and_cell(decks: list[list[int]]) -> None:
    made = without_pictures(*(deck(copies, key=f"deck-{n}") for n, copies in enumerate(decks)))
    SCHEMA.validate(made)
    next_key = 1
    for copies, found in zip(decks, made["ObjectStates"], strict=True):
        cards = found.get("ContainedObjects", [found])
        # A sheet holds 69; where more are needed they are filled alike.
        sheets = -(-len(copies) // 69)
        filled = -(-len(copies) // sheets)
        wanted = [
            (next_key + number // filled) * 100 + number % filled
            for number, count in enumerate(copies)
            for _ in range(count)
        ]
        assert [card["CardID"] for card in cards] == wanted
        assert [card["Nickname"] for card in cards] == [
            f"Card {n}" for n, count in enumerate(copies) for _ in range(count)
        ]
        if len(cards) > 1:
            assert found["DeckIDs"] == wanted
            assert sorted(map(int, found["CustomDeck"])) == list(range(next_key, next_key + sheets))
        for card in cards:
            ((key, entry),) = card["CustomDeck"].items()
            assert int(key) == card["CardID"] // 100
            assert entry == found["CustomDeck"][key]
            assert card["CardID"] % 100 < entry["NumWidth"] * entry["NumHeight"] - 1
        next_key += sheets


def test_one_card_is_a_card_and_never_a_deck() -> None:
    (card,) = without_pictures(deck([1]))["ObjectStates"]
    assert card["Name"] == "CardCustom"
    assert "DeckIDs" not in card
    (two,) = without_pictures(deck([2]))["ObjectStates"]
    assert two["Name"] == "DeckCustom"
    assert two["DeckIDs"] == [100, 100]


def test_differing_backs_are_unique() -> None:
    pieces = tuple(Piece(f"c{n}", stub_face(f"c{n}", n), 1, stub_face(f"b{n}", 500 + n)) for n in range(3))
    for backed, wanted in ((pieces, True), (deck([1, 1, 1], back=stub_face("b")).pieces, False)):
        (found,) = without_pictures(Component("deck", "Deck", "cards", backed))["ObjectStates"]
        assert found["CustomDeck"]["1"]["UniqueBack"] is wanted
        # Others see the last cell of the sheet, unless each card has a back of its own to hide behind.
        assert found["CustomDeck"]["1"]["BackIsHidden"] is wanted


def test_every_object_has_a_number_of_its_own(save: Object) -> None:
    numbers = [thing["GUID"] for thing in everything(save["ObjectStates"])]
    assert len(numbers) == len(set(numbers)) > 300


def test_numbers_do_not_repeat_even_where_things_are_called_alike() -> None:
    guids = Guids()
    given_out = [guids.new("token", 1) for _ in range(50)]
    assert len(set(given_out)) == 50
    assert given_out[0] == Guids().new("token", 1) != Guids().new("token", 2)


def test_cards_lie_face_down_and_the_rest_face_up(save: Object) -> None:
    for thing in everything(save["ObjectStates"]):
        wanted = 180 if thing["Name"] in ("DeckCustom", "Card") else 0
        assert (thing["Transform"]["rotZ"], thing["Transform"]["rotY"]) == (wanted, 180), thing["Nickname"]
        assert thing["Locked"] == (thing["Nickname"] in ("Fish Market", "Farmer's Market"))


# All of the kit


def test_everything_of_the_component_list_is_there(save: Object) -> None:
    """The figures are those of the rulebook's component list."""
    tiles = Counter(tile["Nickname"] for tile in only(save, "Custom_Tile"))
    assert tiles == {
        "Fish Market": 1, "Farmer's Market": 1, "Player aid": 6,
        **{f"Day cat {day}": 1 for day in range(1, 6)},
        **dict.fromkeys(("wine / sake", "mushrooms / miso", "vegetables / greens"), 17),
        **dict.fromkeys(("roe / ginger", "egg / lemon", "flour / rice"), 17),
        "$1": 42, "$5": 42, "$20": 63,
    }  # fmt: skip
    assert len(only(save, "Card")) == 36
    assert [len(found["ContainedObjects"]) for found in only(save, "DeckCustom")] == [36]
    assert len(only(save, "Die_6")) == 12 + 6 + 1
    assert [figure["Nickname"] for figure in only(save, "Figurine_Custom")] == ["The chef"]


def test_money_in_the_bags_is_the_bank(save: Object) -> None:
    bank = pipeline.load("classic").model.bank
    bags = [bag for bag in only(save, "Bag") if bag["Nickname"].startswith("$")]
    money = sum(int(note["Nickname"][1:]) for bag in bags for note in bag["ContainedObjects"])
    least = bank.per_player * 6
    assert least <= money < least + max(bank.notes)


def test_a_bag_holds_one_kind_and_says_how_many(save: Object) -> None:
    bags = only(save, "Bag")
    assert len(bags) == 6 + 3
    for bag in bags:
        (title,) = {tile["Nickname"] for tile in bag["ContainedObjects"]}
        assert bag["Nickname"] == f"{title} ({len(bag['ContainedObjects'])})"


def test_the_manifest_counts_what_is_there(classic: TableFiles) -> None:
    counted = {component: entry["pieces"] for component, entry in classic.objects.items()}
    assert counted == {
        "fish-market": 1, "farmers-market": 1, "recipes": 36, "tokens": 102, "cats": 5, "chef": 1, "banknotes": 147,
        "d6-nets": 19, "player-aid": 6,
    }  # fmt: skip


def test_dice_say_what_their_numbers_mean(save: Object) -> None:
    rows = pipeline.load("classic").model.market.farm.rows
    told = {die["Nickname"]: die["Description"] for die in only(save, "Die_6")}
    assert told["Die: fish"] == told["Die: stealing"] == ""
    wanted = [f"{number} counts as {space}" for number, space in enumerate(rows["wine"].fill, start=1)]
    assert told["Die: wine / sake"].split("\n") == wanted
    assert sum(1 for text in told.values() if text) == len(rows)


@pytest.mark.parametrize("faces", [10, 12, 20])
def test_numbers_to_draw_are_one_die_where_there_is_such_a_die(faces: int) -> None:
    (die,) = without_pictures(pieces_of("chits", [1] * faces, die=faces))["ObjectStates"]
    assert die["Name"] == f"Die_{faces}"


def test_numbers_to_draw_are_a_bag_where_there_is_no_such_die() -> None:
    (bag,) = without_pictures(pieces_of("chits", [1] * 7, die=7))["ObjectStates"]
    assert (bag["Name"], len(bag["ContainedObjects"]), bag["Nickname"]) == ("Bag", 7, "All chits (7)")


def test_discs_are_round_squares_rounded_the_rest_boxes() -> None:
    disc = Face("disc", *SMALL, (), outline=shapes.circle(1_270, 1_270, 1_270, Paint("#000000")).segments)
    faces = (disc, stub_face("square", 1, SMALL), stub_face("note", 2, (2_540, 1_270)))
    made = without_pictures(*(Component(face.name, face.name, "tokens", (Piece(face.name, face),)) for face in faces))
    types = {tile["Nickname"]: tile["CustomImage"]["CustomTile"]["Type"] for tile in made["ObjectStates"]}
    assert types == {"disc": 2, "square": 3, "note": 0}


def test_the_notebook_has_every_rule_with_its_id(drawn: DrawnKit, save: Object) -> None:
    ((document, _),) = drawn.pages
    (tab,) = save["TabStates"].values()
    assert tab["title"] == document.title
    rules = rule_paragraphs(document, pipeline.load("classic").template_folders, "en")
    assert len(rules) > 30
    ids = [key for line in tab["body"].splitlines() for key in re.findall(r"FC-\d+\.\d+", line.partition("  ")[0])]
    assert sorted(ids) == sorted(rules)
    assert "Money lies open: anybody may count it." in tab["body"]
    assert not re.search(r"[\ue000\ue001]|\*\*|figure:", tab["body"])


def test_the_rules_lie_there_as_a_document(drawn: DrawnKit, classic: TableFiles, save: Object) -> None:
    (book,) = only(save, "Custom_PDF")
    data = classic.files[book["CustomPDF"]["PDFUrl"].removeprefix(f"{AT}/")]
    pages = pypdf.PdfReader(io.BytesIO(data)).pages
    assert len(pages) == len(drawn.pages[0][1])
    assert "Each player takes" in pages[0].extract_text().replace("\n", " ")


def test_the_chef_stands_upright_on_both_sides(drawn: DrawnKit) -> None:
    """His strip, a hundred micrometres a pixel: a flap of 11 mm, his back head down, his front, each 48 mm."""
    (chef,) = (component for component in drawn.kit.components if component.id == "chef")
    (thing,) = plan_things([chef])
    front, back = (picture.faces[0] for _, picture in thing.pictures)
    assert front is not None
    assert back is not None
    canvas = Canvas(340, 480, 254)
    jobs = [(chef.pieces[0].front, Canvas(340, 1_180, 254)), (front, canvas), (back, canvas)]
    strip, shown, behind = draw_pictures(jobs)
    for picture, wanted in (
        (shown, strip.crop((0, 590, 340, 1_070))),
        (behind, strip.crop((0, 110, 340, 590)).transpose(Image.Transpose.ROTATE_180)),
    ):
        assert max(ImageStat.Stat(ImageChops.difference(picture, wanted)).mean) < 1.5
    assert max(ImageStat.Stat(ImageChops.difference(shown, behind)).mean) > 5


# On the table


def footprint(thing: Object) -> tuple[float, float, float, float]:
    """Left, near, right, far, from what the format tells, or what the documentation says is kept free."""
    at = thing["Transform"]
    width, depth = {
        "Custom_Tile": (2 * at["scaleX"], 2 * at["scaleZ"]),
        "DeckCustom": (2.2 * at["scaleX"], 3.08 * at["scaleZ"]),
        "CardCustom": (2.2 * at["scaleX"], 3.08 * at["scaleZ"]),
        "Bag": (3.0, 3.0),
        "Custom_PDF": (5.0, 7.0),
        "Figurine_Custom": (1.1, 1.1),
    }.get(thing["Name"], (1.4, 1.4))
    return at["posX"] - width / 2, at["posZ"] - depth / 2, at["posX"] + width / 2, at["posZ"] + depth / 2


def test_nothing_lies_on_anything_else(save: Object) -> None:
    for one, other in combinations(save["ObjectStates"], 2):
        a, b = footprint(one), footprint(other)
        apart = a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]
        assert apart, f"{one['Nickname']} and {other['Nickname']}"
    for thing in save["ObjectStates"]:
        left, near, right, far = footprint(thing)
        assert max(-left, right) <= 22, thing["Nickname"]
        assert max(-near, far) <= 13, thing["Nickname"]


def test_flat_things_keep_their_sizes_to_each_other(drawn: DrawnKit, save: Object) -> None:
    """A token of 20 mm fits its space of 22 mm: everything is scaled by one figure, both ways."""
    trims = {"Fish Market": (189.5, 302.2), "wine / sake": (20, 20), "Day cat 1": (30, 30), "$5": (50, 30),
             "Player aid": (186, 128)}  # fmt: skip
    tiles = {tile["Nickname"]: tile["Transform"] for tile in only(save, "Custom_Tile")}
    board = tiles["Fish Market"]["scaleX"] / 189.5
    for title, (width, height) in trims.items():
        assert tiles[title]["scaleX"] / width == pytest.approx(board, rel=2e-3), title
        assert tiles[title]["scaleZ"] / height == pytest.approx(board, rel=2e-3), title
    assert all(tile["CustomImage"]["CustomTile"]["Stretch"] for tile in only(save, "Custom_Tile"))


def test_what_is_too_much_for_a_table_is_told() -> None:
    for count, codes in ((1, []), (60, ["table-full"])):
        kit = stub_kit(pieces_of("boards", [1] * count, (200_000, 150_000)))
        things = plan_things(kit.kit.components)
        _, findings = set_up(kit, things, defaultdict(str), (), WORDS)
        assert [finding.code for finding in findings] == codes


# Files and addresses


def test_every_address_leads_to_a_file_and_every_file_is_used(classic: TableFiles, save: Object) -> None:
    text = json.dumps(save, ensure_ascii=False)
    named = set(re.findall(rf'"{re.escape(AT)}/([^"/]+)"', text))
    assert text.count("https://") == text.count(f"{AT}/")
    assert set(classic.files) == named | {"fish-cook-classic.json", "fish-cook-classic.png"}


def test_names_hold_a_hash_of_the_content_and_are_safe(classic: TableFiles) -> None:
    for name, data in classic.files.items():
        assert re.fullmatch(r"[a-z0-9]+([-_][a-z0-9]+)*\.(png|pdf|json)", name)
        if not name.startswith("fish-cook-classic."):
            assert hashlib.sha256(data).hexdigest().startswith(name.rpartition(".")[0].rpartition("-")[2])


def test_pictures_fit_the_program(classic: TableFiles, save: Object) -> None:
    (entry,) = only(save, "DeckCustom")[0]["CustomDeck"].values()
    for name, data in classic.files.items():
        if name.endswith(".png"):
            picture = Image.open(io.BytesIO(data))
            assert picture.mode == "RGB"
            assert max(picture.size) <= 4_096
            if entry["FaceURL"].endswith(name):
                assert (picture.width % entry["NumWidth"], picture.height % entry["NumHeight"]) == (0, 0)
                assert picture.width // entry["NumWidth"] / (picture.height // entry["NumHeight"]) == pytest.approx(
                    63.5 / 88.9, rel=0.003
                )
            if name == "fish-cook-classic.png":
                assert picture.size == (256, 256)


def small_kit(changed: int = -1) -> DrawnKit:
    """Two decks and tokens; one card of the second deck may be another."""
    second = deck([1, 2, 1], key="second", back=stub_face("back", 901, SMALL), size=SMALL)
    pieces = [
        Piece(piece.id, stub_face("new", 7_000, SMALL) if number == changed else piece.front, piece.copies, piece.back)
        for number, piece in enumerate(second.pieces)
    ]
    changed_deck = Component("second", "Second", "cards", tuple(pieces))
    return stub_kit(deck([1, 1], size=SMALL), changed_deck, pieces_of("tokens", [2, 2, 1]))


def test_a_changed_face_changes_the_name_of_its_sheet_alone() -> None:
    before, after = (set(tts_files(small_kit(changed), WORDS, AT, []).files) for changed in (-1, 1))
    assert {re.sub(r"-[0-9a-f]{8}\.", ".", name) for name in before ^ after} == {"second_sheet_1.png"}
    assert len(before - after) == len(after - before) == 1


def test_the_same_kit_gives_the_same_bytes() -> None:
    one, other = (tts_files(small_kit(), WORDS, AT, []) for _ in range(2))
    assert one.files == other.files
    assert list(one.files) == list(other.files)


def test_equal_pictures_are_there_once() -> None:
    twins = tuple(Piece(f"twin-{n}", stub_face(f"twin-{n}", 4, SMALL), 2) for n in range(2))
    made = tts_files(stub_kit(Component("twins", "Twins", "tokens", twins)), WORDS, AT, [])
    assert len([name for name in made.files if name.startswith("twins")]) == 1


def test_what_is_no_address_is_refused_with_the_way_out() -> None:
    for folder in ("", "ftp://example.org"):
        with pytest.raises(UsageError) as refused:
            tts_files(small_kit(), WORDS, folder, [])
        assert "--images-at" in refused.value.hint


def test_in_french_everything_has_french_names() -> None:
    variant = pipeline.load("classic")
    words = load_words("fish-cook", "fr", variant.folders)
    kit = pipeline.draw(variant, PrintOptions(), words)
    made, _ = set_up(kit, plan_things(kit.kit.components), defaultdict(lambda: AT), {}, words)
    SCHEMA.validate(made)
    titles = {thing["Nickname"] for thing in everything(made["ObjectStates"])}
    assert {"Règle du jeu", "vin / saké (17)", "vin / saké", "Le chef", "Dé : poissons", "20\u00a0$ (63)"} <= titles
    told = [die["Description"] for die in only(made, "Die_6") if die["Description"]]
    assert told
    assert all(re.fullmatch(r"\d vaut \d+", line) for text in told for line in text.split("\n"))
    assert words.notes() == []
