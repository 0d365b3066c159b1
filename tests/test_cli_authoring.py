"""new, list, explain, diff, schema, and kits of what has changed only, as typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from readback import read_pdf

from kitgen import pipeline
from kitgen.cli import main
from kitgen.errors import ExitCode, FilesError, UsageError
from kitgen.games import all_games
from kitgen.source.keys import key_at, keys_of
from kitgen.source.resources import resource_folder
from kitgen.source.words import load_words

SHIPPED = sorted((resource_folder("variants") / "fish-cook").glob("*.yaml"))
BREW = """extends: classic
title: Hungry
set_up: {money: 80}
evening:
  pass_cost: 0
recipes: {grilled-eel: {name: "Grandmother's eel", size: 6, ingredients: [wine, egg], main: 36, bonus: 4}}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, and no $KITGEN_PATH."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("KITGEN_PATH", raising=False)
    return tmp_path


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    """Runs a command; its exit code, output and errors."""
    return Say(monkeypatch, capsys)


class Say:
    """A command line."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *arguments: str, code: int = ExitCode.FINE) -> str:
        """The output, or the errors where the command fails as it should."""
        self.monkeypatch.setattr("sys.argv", ["kitgen", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        told = self.capsys.readouterr()
        assert left.value.code == code, told.err
        assert "Traceback" not in told.err
        return told.out if code == ExitCode.FINE else told.err


def write(name: str, text: str = BREW) -> str:
    file = Path(name)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return name


# ── new ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_new_variant_is_found_by_name_and_is_a_copy_to_begin_with(say: Say) -> None:
    assert "kitgen check my-game" in say("new", "my-game")
    text = Path("variants/my-game.yaml").read_text("utf-8")
    mine, classic = pipeline.load("my-game"), pipeline.load("classic")
    assert mine.diagnostics == ()
    assert mine.model.title == "My Game"
    same = {"title", "about"}
    assert mine.model.model_dump(exclude=same) == classic.model.model_dump(exclude=same)
    assert max(len(line) for line in text.splitlines()) <= 110
    for knob in classic.game.knobs:
        key = key_at(classic.game.model, tuple(knob.split(".")))
        assert key is not None
        first = key.about.split(";")[0].split(",")[0]
        assert first in " ".join(line.strip("# ") for line in text.splitlines()), knob


def test_every_line_of_a_new_file_that_is_switched_off_works_when_switched_on(say: Say) -> None:
    say("new", "mine")
    file = Path("variants/mine.yaml")
    head, _, example = file.read_text("utf-8").partition("# A recipe of your own")
    first, *lines = example.splitlines()
    switched = "\n".join(line.removeprefix("# ") for line in lines)
    file.write_text(f"{head}# {first}\n{switched}\n", encoding="utf-8")
    assert set(yaml.safe_load(switched)) == {"recipes", "remove"}
    assert pipeline.load("mine").diagnostics == ()


def test_a_new_variant_may_extend_another_and_lie_anywhere(say: Say) -> None:
    write("far/parent.yaml")
    say("new", "near/mine.yaml", "--from", "far/parent.yaml")
    assert "extends: ../far/parent.yaml" in Path("near/mine.yaml").read_text("utf-8")
    assert pipeline.load("near/mine.yaml").model.set_up.money == 80
    say("new", "quicker", "--from", "quick")
    assert pipeline.load("quicker").model.playing_time == pipeline.load("quick").model.playing_time


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("My Game!", ExitCode.USAGE, "is no name for a variant"),
        ("", ExitCode.USAGE, "is no name for a variant"),
        ("../x", ExitCode.USAGE, "is no name for a variant"),
        ("a" * 61, ExitCode.USAGE, "is no name for a variant"),
        ("classic", ExitCode.USAGE, "there is a variant 'classic' already"),
        ("fish-cook", ExitCode.USAGE, "there is a variant 'fish-cook' already"),
        ("quick", ExitCode.USAGE, "there is a variant 'quick' already"),
        ("there.yaml", ExitCode.FILES, "there.yaml exists; nothing was written"),
        ("there.yaml/mine.yaml", ExitCode.FILES, "cannot make the folder there.yaml"),
    ],
)
def test_a_new_variant_takes_no_name_that_cannot_be_or_is_taken(say: Say, name: str, code: int, says: str) -> None:
    write("there.yaml", "mine")
    assert says in say("new", name, code=code)
    assert Path("there.yaml").read_text("utf-8") == "mine"
    assert sorted(file.name for file in Path().iterdir()) == ["there.yaml"]


def test_words_that_make_a_name_are_one(say: Say) -> None:
    say("new", "My  Game")
    assert pipeline.load("my-game").model.title == "My Game"


def test_commands_to_copy_are_quoted(say: Say) -> None:
    write("my games/a b.yaml")
    text = say("diff", "classic", "my games/a b.yaml")
    assert "kitgen build 'my games/a b.yaml' --only-changed-from classic" in text


@pytest.mark.parametrize(
    "parent", ["other.yaml", "sub/a #b.yaml", "sub/it's: x.yaml", "variants/deep/p.yaml", "é.yaml"]
)
@pytest.mark.parametrize("name", ["mine", "near/by/mine.yaml"])
def test_what_a_new_file_extends_is_found_from_there(say: Say, parent: str, name: str) -> None:
    """However its parent is called, and wherever it lies."""
    write(parent)
    say("new", name, "--from", parent)
    made = name if name.endswith(".yaml") else f"variants/{name}.yaml"
    assert pipeline.load(made).model.set_up.money == 80


@pytest.mark.parametrize("name", ["x\ny/foo.yaml", "\x1b[31m/foo.yaml"])
def test_a_new_file_has_no_signs_in_its_name_that_nobody_sees(say: Say, name: str) -> None:
    assert "\x1b" not in say("new", name, code=ExitCode.USAGE)


def test_the_command_that_new_proposes_works(say: Say) -> None:
    assert "kitgen check our-game\n" in say("new", "Our Game")
    assert "kitgen check 'sp ace/foo.yaml'\n" in say("new", "sp ace/foo.yaml")


def test_a_file_in_place_of_the_folder_of_variants(say: Say) -> None:
    write("variants", "mine")
    assert "cannot make the folder variants" in say("new", "mine", code=ExitCode.FILES)


# ── list ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_list_has_a_line_for_each_variant_and_says_where_own_ones_are(
    say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("variants/mine.yaml")
    write("variants/fish-cook/other.yaml", "extends: classic\nabout: Other fish.\n")
    write("club/broken.yaml", "extends: clasic\n")
    monkeypatch.setenv("KITGEN_PATH", "club")
    lines = say("list").splitlines()
    lines = lines[lines.index("fish-cook") :]
    told = {line.split()[0]: line for line in lines if line.startswith("  ")}
    assert set(told) == {file.stem for file in SHIPPED} | {"mine", "other", "broken"}
    assert "2–6 players" in told["classic"]
    assert "45 min" in told["classic"]
    assert "(" not in told["classic"]
    assert told["mine"].endswith("(variants/mine.yaml)")
    assert "Other fish." in told["other"]
    assert "has errors; kitgen check club/broken.yaml tells" in told["broken"]


def test_list_of_a_folder(say: Say) -> None:
    write("club/mine.yaml")
    write("club/words.en.yaml", "{}")
    assert [line.split()[0] for line in say("list", "club").splitlines()] == ["fish-cook", "mine"]
    Path("empty").mkdir()
    assert say("list", "empty") == "no variants there\n"
    assert "there is no folder 'nowhere'" in say("list", "nowhere", code=ExitCode.FILES)


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_every_shipped_variant_says_what_and_why(file: Path) -> None:
    text = file.read_text("utf-8")
    why = [line for line in text.split("\nextends:")[0].split("\ngame:")[0].splitlines() if line.startswith("#")]
    assert len(why) >= 3
    variant = pipeline.load(f"fish-cook/{file.stem}")
    assert variant.diagnostics == ()
    assert 10 <= len(variant.model.about) <= 80
    assert len({other.read_text("utf-8") for other in SHIPPED}) == len(SHIPPED)


def test_six_homebrews_are_shipped_and_differ_in_kind() -> None:
    models = {file.stem: pipeline.load(file.stem).model for file in SHIPPED}
    assert len(models) >= 7
    assert models["quick"].playing_time == 20
    assert list(models["duel"].player_counts) == [2]
    assert not models["kids"].steals
    assert models["eight-seas"].sizes == tuple(range(1, 9))
    classic = models["classic"]
    ladder = {name: models[name].market.fish.ladders[6] for name in ("classic", "big-fish")}
    assert sum(ladder["big-fish"]) > sum(ladder["classic"])
    assert models["rich-bank"].playing_time > classic.playing_time
    assert models["rich-bank"].bank.per_player > classic.bank.per_player


# ── explain ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_explain_says_who_set_a_value_and_who_did_before(say: Say) -> None:
    write("parent.yaml")
    write("mine.yaml", "extends: ./parent.yaml\nset_up:\n  money: 90\n")
    text = say("explain", "mine.yaml", "set_up.money", "--set", "set_up.money=95")
    lines = [line.split() for line in text.splitlines()]
    assert ["takes", "0", "to", "9,999"] in lines
    values = [(line[0], line[1], line[-1]) for line in lines if line and line[0] in ("value", "before")]
    assert values[0] == ("value", "95", "set_up.money=95:1:1")
    assert values[1:3] == [("before", "90", "mine.yaml:3:10"), ("before", "80", "parent.yaml:3:17")]
    assert values[3][:2] == ("before", "100")
    assert values[3][2].endswith("classic.yaml:14:10")
    assert "FC-1.1      Money. Each player takes $95" in text


def test_explain_of_a_group_has_a_line_for_each_value(say: Say) -> None:
    write("mine.yaml")
    text = say("explain", "mine.yaml", "set_up")
    assert any(line.split()[:2] == ["money", "80"] and line.endswith("mine.yaml:3:17") for line in text.splitlines())
    assert any(line.split()[0] == "days" for line in text.splitlines() if line.strip())
    ladders = say("explain", "classic", "market.fish.ladders")
    assert sum("classic.yaml:" in line for line in ladders.splitlines()) == 6


@pytest.mark.parametrize(
    ("path", "takes"),
    [
        ("set_up.days.3", "1 to 7"),
        ("market.fish.ladders.6", "a list of 1 to 8: 0 to 999"),
        ("market.fish.ladders.6[0]", "0 to 999"),
        ("bank.notes[0]", "1 to 500"),
        ("end.menu_bonus.2", "0 to 9,999"),
    ],
)
def test_explain_of_a_value_within_says_what_that_takes(say: Say, path: str, takes: str) -> None:
    lines = [line.split(maxsplit=1) for line in say("explain", "classic", path).splitlines()]
    assert ["takes", takes] in lines


def test_explain_names_every_rule(say: Say) -> None:
    text = say("explain", "classic", "school.cards")
    assert [line.split()[0] for line in text.splitlines() if line.startswith("  FC-")] == [
        "FC-2.5", "FC-2.6", "FC-3.4", "FC-3.11", "FC-5.3", "FC-5.7",
    ]  # fmt: skip
    assert "FC-1.3" in say("explain", "classic", "players.max")


def test_explain_of_what_is_removed_says_where(say: Say) -> None:
    write("mine.yaml", "extends: classic\nremove:\n  - recipes.tuna-nicoise\n")
    told = say("explain", "mine.yaml", "recipes.tuna-nicoise", code=ExitCode.USAGE)
    assert "recipes.tuna-nicoise is taken out of what is inherited, at mine.yaml:3:5" in told


def test_explain_of_a_key_that_is_not_set_says_so(say: Say) -> None:
    text = say("explain", "classic", "recipes.tuna-nicoise.name")
    assert "not set" in text
    assert "the dish's name" in text


def test_explain_needs_no_drawing(say: Say) -> None:
    write("mine.yaml", "extends: classic\nkinds: {egg: {foods: [saffron, egg]}}\n")
    assert "[saffron, egg]" in say("explain", "mine.yaml", "kinds.egg.foods")


def test_what_is_inherited_is_not_said_of_a_variant(say: Say) -> None:
    """Its parent's line about itself would be false of it."""
    write("mine.yaml")
    assert "The published game" not in say("explain", "mine.yaml")
    (line,) = [line for line in say("list", ".").splitlines() if line.startswith("  mine")]
    assert "extends classic" in line


def test_explain_of_a_child_tells_what_it_has_otherwise_than_its_parent(say: Say) -> None:
    write("parent.yaml")
    write("mine.yaml", "extends: ./parent.yaml\nschool: {cards: 5}\n")
    told = [line.split()[0] for line in say("explain", "mine.yaml").splitlines()[3:] if line.strip()]
    assert told == ["school.cards"]


def test_explain_without_a_path_tells_what_a_variant_has_of_its_own(say: Say) -> None:
    write("mine.yaml")
    told = {line.split()[0]: line for line in say("explain", "mine.yaml").splitlines()[3:] if line.strip()}
    assert set(told) == {"title", "set_up.money", "evening.pass_cost", "recipes.grilled-eel"}
    assert "80  (was 100)" in told["set_up.money"]
    assert told["evening.pass_cost"].endswith("mine.yaml:5:14")


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("set_up.mony", "did you mean 'money'?"),
        ("setup", "did you mean 'set_up'?"),
        ("money", "did you mean set_up.money?"),
        ("", "known there: game, title"),
        ("set_up.money.x", "nothing lies in it"),
        ("market.fish.ladders.9", "known there: 1, 2, 3, 4, 5, 6"),
        ("market.fish.ladders.1[9]", "there is no '9' in market.fish.ladders.1"),
        ("recipes.sole-meunier", "did you mean 'sole-meuniere'?"),
        ("\x1b[31m", "there is no"),
    ],
)
def test_explain_of_what_is_not_there_helps(say: Say, path: str, says: str) -> None:
    told = say("explain", "classic", path, code=ExitCode.USAGE)
    assert says in told
    assert "\x1b" not in told


def test_every_key_of_the_model_can_be_explained() -> None:
    classic = pipeline.load("classic")
    firsts = {"kinds": "wine", "market.farm.rows": "wine", "recipes": "sole-meuniere"}
    for key in keys_of(classic.game.model):
        pattern = key.pattern
        for group, first in firsts.items():
            pattern = pattern.replace(f"{group}.<id>", f"{group}.{first}")
        if pattern == "recipes.sole-meuniere.name":
            continue  # its name stands in the words
        told = pipeline.explain(classic, pattern)
        assert told.key.pattern == key.pattern
        assert told.key.about
        assert told.value == told.said[0].value


def test_rules_that_a_key_touches_stand_in_the_rule_sheet() -> None:
    for game in all_games().values():
        base = pipeline.load(game.base_variant)
        texts = pipeline.rule_texts(base, load_words(game.id, "en"))
        touched = {rule for key in keys_of(game.model) for rule in game.rules_of(key.pattern)}
        assert touched <= set(texts)
        assert len(touched) > 20


# ── diff, and what to print anew ────────────────────────────────────────────────────────────────────────────────────


def test_diff_tells_values_rules_and_pieces(say: Say) -> None:
    write("mine.yaml")
    text = say("diff", "classic", "mine.yaml")
    assert "set_up.money: 100 → 80  (dollars each player starts with)" in text
    assert "recipes.grilled-eel: – →" in text
    assert "− Pass. Throw away one of your fish" in text
    assert "+ Pass. It costs nothing." in text
    printed = text.partition("What is printed otherwise")[2]
    assert "Recipes: 1 of 37 anew (grilled-eel)" in printed
    assert "Rule sheet" in printed
    assert "Fish Market" not in printed
    assert "kitgen build mine.yaml --only-changed-from classic" in printed


def test_diff_of_one_variant_is_against_what_it_extends(say: Say) -> None:
    write("parent.yaml")
    write("mine.yaml", "extends: ./parent.yaml\nschool: {cards: 5}\n")
    values = say("diff", "mine.yaml").partition("Rules")[0]
    assert say("diff", "parent.yaml").startswith("A: classic\n")
    assert "school.cards: 4 → 5" in values
    assert "set_up.money" not in values
    assert "The files say the same." in say("diff", "classic")


def test_diff_tells_rules_whose_tables_differ(say: Say) -> None:
    text = say("diff", "classic", "classic", "--set", "set_up.days={2: 2, 3: 3, 4: 3, 5: 4, 6: 4}")
    rules = text.partition("Rules that read otherwise")[2].partition("What is printed")[0]
    assert "FC-1.3" in rules
    assert "Days 3 4 4 5 5" in rules
    assert "Days 2 3 3 4 4" in rules


def test_many_things_that_come_or_go_are_told_in_one_line(say: Say) -> None:
    rows = "\n".join(f"dish-{number},{number % 6 + 1},{kinds},20,3" for number, kinds in enumerate(
        ["wine egg flour roe"] * 6))  # fmt: skip
    write("r.csv", f"id,size,ingredients,main,bonus\n{rows}\n")
    text = say("diff", "classic", write("mine.yaml", "extends: classic\nremove: [recipes]\nrecipes: r.csv\n"
                                        "set_up: {recipes_dealt: 0}\n"))  # fmt: skip
    assert "recipes: 36 taken out (ginger-simmered-sardines, sardines-in-miso" in text
    assert "zuke-tuna-and-ikura-bowl" in text


def test_rules_that_are_new_or_gone_are_told(say: Say) -> None:
    without, bonus = ("classic", "--set", "end.menu_bonus=none"), "Menu bonus. For each size of fish"
    text = say("diff", "classic", *without)
    assert f"− {bonus}" in text
    write("none.yaml", "extends: classic\nend: {menu_bonus: none}\n")
    assert f"+ {bonus}" in say("diff", "none.yaml", "classic")


def test_another_back_is_another_card(say: Say) -> None:
    shelf = resource_folder("templates") / "fish-cook" / "art"
    write("mine.yaml", "extends: classic\n")
    back = (shelf / "deck-back.svg").read_text("utf-8").replace("</svg>", '<rect width="9" height="9"/></svg>')
    write("art/deck-back.svg", back)
    assert "Recipes: 36 of 36 anew" in say("diff", "classic", "mine.yaml")


def test_a_component_that_is_gone_is_to_be_taken_out(say: Say) -> None:
    write("mine.yaml", "extends: classic\nevening: {steal: {die: d8}}\n")
    assert "Dice to fold (d8): take out 1 (die-steal)" in say("diff", "mine.yaml", "classic")


def test_diff_of_the_same_says_so(say: Say) -> None:
    text = say("diff", "classic", "fish-cook")
    assert "The files say the same." in text
    assert "The rules read the same." in text
    assert "Everything that is printed is the same." in text


def test_diff_counts_what_is_to_be_left_out(say: Say) -> None:
    text = say(
        "diff",
        "classic",
        "classic",
        "--set",
        "tokens.per_kind=15",
        "--set",
        "set_up.days={2: 3, 3: 4, 4: 4, 5: 4, 6: 4}",
    )
    assert "take out 12 (2 × token-" in text  # two tokens of each of six kinds
    assert "take out 1 (" in text  # the fifth cat
    more = say("diff", "classic", "classic", "--set", "tokens.per_kind=20")
    assert "18 of 120 anew" in more


def test_only_what_has_changed_is_printed(say: Say) -> None:
    """One card, the rule sheet and the aid; boards, tokens and money of the classic will do."""
    write("mine.yaml")
    out = say("build", "mine.yaml", "--only-changed-from", "classic")
    kit = Path("out/fish-cook-mine-since-classic-a4-en")
    assert str(kit) in out
    manifest = json.loads((kit / "manifest.json").read_text("utf-8"))
    assert manifest["only_changed_from"]["variant"] == "classic"
    pieces = {part["id"]: part["pieces"] for part in manifest["components"]}
    assert pieces == {"recipes": {"grilled-eel": 1}, "player-aid": {"player-aid": 6}}
    assert set(manifest["files"]) == {"cards.pdf", "rules.pdf", "extras.pdf"}
    assert any("Grandmother" in page.text for page in read_pdf(kit / "cards.pdf"))


def test_what_an_owner_takes_out_is_told(say: Say) -> None:
    write("mine.yaml", f"{BREW}remove: [recipes.tuna-nicoise, recipes.drunken-swordfish]\n")
    out = say("build", "mine.yaml", "--only-changed-from", "classic")
    assert "Recipes: take out 2 (drunken-swordfish, tuna-nicoise)" in out
    manifest = json.loads(Path("out/fish-cook-mine-since-classic-a4-en/manifest.json").read_text("utf-8"))
    assert len(manifest["only_changed_from"]["left_out"]) == 1


def test_parts_in_which_nothing_has_changed_are_no_kit(say: Say) -> None:
    write("mine.yaml")
    told = say("build", "mine.yaml", "--only-changed-from", "classic", "--only", "tokens", code=ExitCode.USAGE)
    assert "nothing of tokens differs from classic" in told
    assert not Path("out").exists()


def test_nothing_changed_is_nothing_to_print(say: Say) -> None:
    told = say("build", "classic", "--only-changed-from", "fish-cook", "--set", "set_up.money=100", code=ExitCode.USAGE)
    assert "nothing that is printed differs from classic" in told
    assert not Path("out").exists()
    assert "there is no variant 'clasic'" in say(
        "build", "classic", "--only-changed-from", "clasic", code=ExitCode.USAGE
    )


def test_more_copies_of_the_same_are_what_is_lacking() -> None:
    classic = pipeline.load("classic")
    more = pipeline.load("classic", ["tokens.per_kind=20"])
    kit = pipeline.build(more, only_changed_from=classic, only=["tokens"], out=Path("kit"))
    (tokens,) = [part for part in kit.manifest["components"] if part["id"] == "tokens"]
    assert set(tokens["pieces"].values()) == {3}


# ── schema ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_schema_is_json_and_an_unknown_game_is_refused(say: Say) -> None:
    schema = json.loads(say("schema", "fish-cook"))
    assert {"extends", "remove", "set_up"} <= set(schema["properties"])
    assert "quick" in str(schema["properties"]["extends"])
    write("mine.yaml")
    assert say("schema", "mine.yaml") == say("schema", "fish-cook/classic") == say("schema")
    assert "games: discount-salmon, fish-cook" in say("schema", "chess", code=ExitCode.USAGE)
    assert say("schema") == say("schema", "quick") == say("schema", "fish-cook")


def test_nothing_is_written_where_a_new_file_has_no_parent() -> None:
    with pytest.raises(UsageError, match="there is no variant 'clasic'"):
        pipeline.new_variant("mine", "clasic")
    with pytest.raises(FilesError):
        pipeline.new_variant("mine", "nowhere.yaml")
    assert not Path("variants").exists()
