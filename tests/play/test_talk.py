"""The talk at the table: words that are understood, refusals with their rule, undo, saving, and what stays secret."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from kitgen import pipeline
from kitgen.play.session import Session
from kitgen.play.transcript import read_transcript
from kitgen.source.words import load_words

LANGUAGES = ("en", "fr")


@dataclass
class Sitting:
    """A person who has typed some lines: what was said, and the game that came of it."""

    session: Session
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    over: bool | None = None
    file: Path = Path()

    @property
    def text(self) -> str:
        """Everything that was said."""
        return "\n".join(self.said)

    @property
    def moves(self) -> list[str]:
        """The person's moves."""
        return [turn.move for turn in self.session.transcript.turns if turn.seat == 0]


def sit(
    lines: Iterable[str], folder: Path, *settings: str, language: str = "en", players: int = 2, seed: int = 1,
    prepare: Callable[[Session], None] | None = None,
) -> Sitting:  # fmt: skip
    """Type some lines, and close the input after them."""
    variant = pipeline.load("classic", settings)
    session = pipeline.start_game(variant, players=players, bots=["random"], seed=seed, person=True)
    if prepare:
        prepare(session)
    sitting = Sitting(session, file=folder / "usual.json")
    left: Iterator[str] = iter(lines)

    def ask(prompt: str) -> str:
        sitting.asked.append(prompt)
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    talk = pipeline.table_talk(variant, session, language, sitting.said.append, ask, sitting.file)
    try:
        sitting.over = talk.run()
    except EOFError:
        sitting.over = None
    return sitting


def my_turn(session: Session, *, evening: bool = False, fish: Sequence[int] = (), food: Sequence[int] = (),
            hand: Sequence[str] = (), menu: Sequence[str] = ()) -> None:  # fmt: skip
    """It is the person's turn, with these things; FC-1.4 would have it drawn."""
    table, names = session.table, session.names
    table.now[2] = table.now[3] = 0
    table.now[0] = 2 if evening else 0
    for size in fish:
        table.fish[0][size - 1] += 1
    for kind in food:
        table.food[0][kind] += 1
    for place, pile in ((2, hand), (3, menu)):
        for name in pile:
            recipe = names.recipes.index(name)
            if table.place[recipe] == 0:
                at = table.deck.index(recipe)
                table.deck[at], table.deck[table.now[7]] = table.deck[table.now[7]], recipe
                table.now[7] += 1
                table.now[8] -= 1
            table.place[recipe], table.owner[recipe] = place, 0


# ── The table as it is seen ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_shows_what_is_for_sale_and_what_one_can_afford(tmp_path: Path, language: str) -> None:
    def poor(session: Session) -> None:
        my_turn(session)
        session.table.money[0] = 3
        session.table.market[:] = [5, 5, 5, 5, 0, 1]
        session.table.farm[:] = [5, 5, 5, 5, 0, 5]

    shown = sit([], tmp_path, language=language, prepare=poor).text.splitlines()
    rows = {
        line[4]: line for line in shown if re.match(r"  [ *] [1-6PBGRYW] \S", line) and "·" in line and "+" not in line
    }
    marked = {row for row, line in rows.items() if line.startswith("  *")}
    # Cheapest of full rows: fish 1 2 4 6, the tuna 20; wine 5, mushroom 4, vegetable 3, roe 2, flour 0.
    assert marked == set("12GRW")
    prices = {row: re.findall(r"\$(\d+)|(\d+)[\s\u00a0\u202f]\$", line)[0] for row, line in rows.items()}
    assert {row: "".join(price) for row, price in prices.items()} == {
        "1": "1", "2": "2", "3": "4", "4": "6", "6": "20", "P": "5", "B": "4", "G": "3", "R": "2", "W": "0",
    }  # fmt: skip
    sold_out = {"en": "sold out", "fr": "épuisé"}[language]
    assert sum(sold_out in line for line in shown) == 2


def test_the_table_shows_every_recipe_in_sight_and_no_other_hand(tmp_path: Path) -> None:
    sitting = sit([], tmp_path, players=4, prepare=my_turn)
    session = sitting.session
    dish = {name: at for at, name in enumerate(session.names.recipes)}
    words = load_words("fish-cook", "en")
    for name, at in dish.items():
        place, owner = session.table.place[at], session.table.owner[at]
        visible = place == 1 or (place == 2 and owner == 0)
        assert (words(f"dishes.{name}") in sitting.text) == visible, name


@pytest.mark.parametrize(("setting", "shown"), [("bank.open=yes", 4), ("bank.open=no", 1)])
def test_hidden_money_is_hidden(tmp_path: Path, setting: str, shown: int) -> None:
    def rich(session: Session) -> None:
        my_turn(session)
        session.table.money[:] = [777, 778, 779, 776]

    sitting = sit([], tmp_path, setting, players=4, prepare=rich)
    assert sum(f"${amount}" in sitting.text for amount in (776, 777, 778, 779)) == shown
    assert "$777" in sitting.text


def test_in_the_evening_it_shows_what_can_be_cooked(tmp_path: Path) -> None:
    def hungry(session: Session) -> None:
        my_turn(session, evening=True, fish=[3], food=[5], hand=["flounder-nigiri"])

    text = sit([], tmp_path, prepare=hungry).text
    assert re.search(r"1 Flounder Nigiri .*\$15 \+ \$3 · from your hand", text)
    assert "evening" in text


def test_recipes_that_others_draw_unseen_stay_unseen(tmp_path: Path) -> None:
    """A whole game of passes: of what is told between the tables nothing names a card that somebody drew."""
    sitting = sit(always("pass", "throw"), tmp_path, players=3, seed=4)
    drawn = [event for event in sitting.session.transcript.events() if event.name == "recipe-drawn"]
    assert drawn
    told = [line for line in sitting.said if "unseen" in line and "\n" not in line]
    assert len(told) == len([event for event in drawn if event.seat])
    words = load_words("fish-cook", "en")
    assert not any(words(f"dishes.{event.details['recipe']}") in line for line in told for event in drawn)


def test_ones_own_unseen_recipe_is_shown(tmp_path: Path) -> None:
    sitting = sit(["blind", ""], tmp_path, prepare=my_turn)
    mine = next(
        event for event in sitting.session.transcript.events() if event.name == "recipe-drawn" and event.seat == 0
    )
    assert f"Ada (you): {load_words('fish-cook', 'en')('dishes.' + mine.details['recipe'])}" in sitting.said


def always(*words: str) -> Iterator[str]:
    """Pass; in the evening throw whatever fish there may be."""
    while True:
        for word in words:
            if word == "throw":
                for size in range(1, 7):
                    yield f"throw {size}"
                    yield ""
            else:
                yield word
                yield ""


# ── The words that are typed ────────────────────────────────────────────────────────────────────────────────────────

FISH = [3] * 6


def stocked(session: Session) -> None:
    my_turn(session)
    session.table.market[:] = [2] * 6
    session.table.farm[:] = [3] * 6
    school = [at for at, place in enumerate(session.table.place) if place == 1]
    assert len(school) == 4


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("fish 3", "fish 3"), ("Fish 3", "fish 3"), ("  fish   3  ", "fish 3"), ("roe", "buy roe"), ("R", "buy roe"),
        ("r", "buy roe"), ("ginger", "buy roe"), ("sake", "buy wine"), ("carrot", "buy vegetable"),
        ("greens", "buy vegetable"),
        ("flour", "buy flour"), ("RICE", "buy flour"), ("miso", "buy mushroom"), ("mushrooms", "buy mushroom"),
        ("pass", "pass"), ("blind", "blind"),
    ],
)  # fmt: skip
def test_morning_words(tmp_path: Path, typed: str, move: str) -> None:
    assert sit([typed, ""], tmp_path, prepare=stocked).moves == [move]


@pytest.mark.parametrize(("typed", "move"), [("gingembre", "buy roe"), ("roe", "buy roe"), ("W", "buy flour")])
def test_words_in_french(tmp_path: Path, typed: str, move: str) -> None:
    assert sit([typed, ""], tmp_path, language="fr", prepare=stocked).moves == [move]


def test_a_card_of_the_school_by_its_number(tmp_path: Path) -> None:
    sitting = sit(["card 2", ""], tmp_path, prepare=stocked)
    line = next(line for line in sitting.text.splitlines() if re.match(r"  \* 2 [A-Z].*\+", line))
    name = sitting.moves[0].removeprefix("recipe ")
    assert load_words("fish-cook", "en")(f"dishes.{name}") in line


COOK = {"evening": True, "fish": [3, 5, 6], "food": [5, 1], "hand": ["flounder-nigiri", "tuna-steak-with-ceps"]}


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("cook flounder", "cook flounder-nigiri with 3"), ("cook Flounder Nigiri", "cook flounder-nigiri with 3"),
        ("cook nigiri with 5", "cook flounder-nigiri with 5"), ("throw 5", "throw 5"),
        ("cook tuna steak", "cook tuna-steak-with-ceps with 6"),
        ("cook Tuna Steak with Ceps", "cook tuna-steak-with-ceps with 6"),
        ("cook tuna steak with ceps with 6", "cook tuna-steak-with-ceps with 6"),
    ],
)  # fmt: skip
def test_evening_words(tmp_path: Path, typed: str, move: str) -> None:
    """A dish's own name may have a "with" in it."""
    assert sit([typed, ""], tmp_path, prepare=lambda session: my_turn(session, **COOK)).moves[:1] == [move]


def test_a_dish_by_its_number_takes_the_smallest_fish_that_will_do(tmp_path: Path) -> None:
    sitting = sit(["cook 1", ""], tmp_path, prepare=lambda session: my_turn(session, **COOK))
    line = next(line for line in sitting.text.splitlines() if line.startswith("   1 "))
    name = sitting.moves[0].split()[1]
    assert load_words("fish-cook", "en")(f"dishes.{name}") in line
    sizes = {"flounder-nigiri": 3, "tuna-steak-with-ceps": 6}
    assert name not in sizes or sitting.moves == [f"cook {name} with {sizes[name]}"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("sell roe", "I do not understand 'sell roe'"), ("fish", "which fish?"), ("fish 9", "which fish?"),
        ("fish 0", "which fish?"), ("fish three", "which fish?"), ("card 5", "which card?"), ("card", "which card?"),
        ("card x", "which card?"), ("fish -1", "which fish?"), ("fish 3 4", "which fish?"),
        ("12", "I do not understand"),
        ("?", "I do not understand"), ("passs", "I do not understand"), ("𓆟", "I do not understand"),
        ("fish ²", "which fish?"), ("x" * 5_000, "I do not understand"),
    ],
)  # fmt: skip
def test_what_is_not_understood_says_so_and_asks_again(tmp_path: Path, typed: str, said: str) -> None:
    sitting = sit([typed, "pass", ""], tmp_path, prepare=stocked)
    assert any(line.startswith(said) for line in sitting.said)
    assert sitting.moves[:1] == ["pass"]


@pytest.mark.parametrize(
    "typed", ["cook", "cook 99", "cook nothing", "cook 0", "cook with 3", "cook 1 with", "cook 1 with x"]
)
def test_dishes_that_are_not_understood(tmp_path: Path, typed: str) -> None:
    sitting = sit([typed, "throw 3", ""], tmp_path, prepare=lambda session: my_turn(session, **COOK))
    assert sitting.moves[:1] == ["throw 3"]


def test_an_empty_line_is_no_move(tmp_path: Path) -> None:
    sitting = sit(["", "   ", "pass", ""], tmp_path, prepare=stocked)
    assert sitting.moves[:1] == ["pass"]


# ── Refusals ────────────────────────────────────────────────────────────────────────────────────────────────────────


def broke(session: Session) -> None:
    stocked(session)
    session.table.money[0] = 0
    session.table.market[3] = 0
    session.table.farm[4] = 0


REFUSED = [("fish 6", "FC-3.7", "cannot pay"), ("fish 4", "FC-3.2", "empty"), ("egg", "FC-3.3", "empty"),
           ("cook 1", "FC-3.1", "morning"), ("throw 1", "FC-3.1", "morning"), ("card 1", "FC-3.7", "cannot pay"),
           ("blind", "FC-3.7", "cannot pay")]  # fmt: skip


@pytest.mark.parametrize(("typed", "rule", "reason"), REFUSED)
def test_a_refused_move_names_its_rule_and_its_reason(tmp_path: Path, typed: str, rule: str, reason: str) -> None:
    sitting = sit([typed, "pass", ""], tmp_path, prepare=broke)
    (refusal,) = [line for line in sitting.said if line.startswith("No. ")]
    assert rule in refusal
    assert reason in refusal
    assert sitting.moves[:1] == ["pass"]


@pytest.mark.parametrize(
    ("typed", "rule", "reason"),
    [("fish 1", "FC-5.1", "evening"), ("roe", "FC-5.1", "evening"), ("pass", "FC-5.12", "throw"),
     ("throw 1", "FC-5.12", "fish"), ("cook flounder with 6", "FC-5.5", "no fish"),
     ("cook tuna-steak", "", ""), ("cook tuna steak", "FC-5.4", "lack")],
)  # fmt: skip
def test_refusals_of_the_evening(tmp_path: Path, typed: str, rule: str, reason: str) -> None:
    def prepare(session: Session) -> None:
        my_turn(session, evening=True, fish=[3, 3], food=[5], hand=["flounder-nigiri", "tuna-steak-with-ceps"])

    sitting = sit([typed, "throw 3", ""], tmp_path, prepare=prepare)
    refusals = [line for line in sitting.said if line.startswith("No. ")]
    assert len(refusals) == bool(rule)
    assert all(rule in line and reason in line for line in refusals)
    assert sitting.moves[:1] == ["throw 3"]


def test_why_shows_the_rule_of_the_printed_sheet(tmp_path: Path) -> None:
    variant = pipeline.load("classic")
    printed = pipeline.rule_texts(variant, load_words("fish-cook", "en"))
    sitting = sit(["why", "fish 6", "why", "why fc-5.11", "why FC-9.9"], tmp_path, prepare=broke)
    assert "Nothing was refused." in sitting.said
    for rule in ("FC-3.7", "FC-5.11"):
        assert f"{rule}: {printed[rule]}" in sitting.said
    assert "There is no rule FC-9.9 in this variant." in sitting.said


def test_why_in_french(tmp_path: Path) -> None:
    sitting = sit(["fish 6", "why"], tmp_path, language="fr", prepare=broke)
    refusal = next(line for line in sitting.said if line.startswith("Non. FC-3.7"))
    assert "vous ne pouvez pas payer" in refusal
    assert any(line.startswith("FC-3.7: ") and "payer" in line for line in sitting.said)


# ── Confirming, undoing, saving, leaving ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("answer", ["", "yes", "y", "ok", "  "])
def test_a_move_is_previewed_and_confirmed(tmp_path: Path, answer: str) -> None:
    sitting = sit(["fish 6", answer], tmp_path, prepare=stocked)
    assert "Buy a tuna for $16; $84 left." in sitting.said
    assert sitting.moves == ["fish 6"]
    assert "Ada (you): tuna ($16)" in sitting.said


@pytest.mark.parametrize("answer", ["undo", "u", "no", "n"])
def test_an_unsent_choice_is_taken_back(tmp_path: Path, answer: str) -> None:
    sitting = sit(["fish 6", answer], tmp_path, prepare=stocked)
    assert (sitting.moves, sitting.session.table.money[0]) == ([], 100)
    assert "Taken back." in sitting.said
    assert sit(["fish 6", answer, "fish 1", ""], tmp_path, prepare=stocked).moves == ["fish 1"]


def test_another_move_replaces_an_unsent_choice(tmp_path: Path) -> None:
    sitting = sit(["fish 6", "fish 1", ""], tmp_path, prepare=stocked)
    assert sitting.moves == ["fish 1"]


@pytest.mark.parametrize("answer", ["Yes", "Y", "OK", "YES"])
def test_a_yes_in_capitals_is_a_yes(tmp_path: Path, answer: str) -> None:
    assert sit(["fish 6", answer], tmp_path, prepare=stocked).moves == ["fish 6"]


@pytest.mark.parametrize("word", ["QUIT", "Quit"])
def test_commands_in_capitals_are_commands(tmp_path: Path, word: str) -> None:
    assert sit([word], tmp_path, prepare=stocked).over is False


def test_undo_with_nothing_to_undo(tmp_path: Path) -> None:
    assert sit(["undo", "pass", ""], tmp_path, prepare=stocked).moves == ["pass"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_and_table(tmp_path: Path, language: str) -> None:
    sitting = sit(["help", "table"], tmp_path, language=language, prepare=stocked)
    helps = [text for text in sitting.said if "save FILE" in text]
    assert len(helps) == 1
    assert all(word in helps[0] for word in ("fish 3", "blind", "pass", "why", "undo", "quit"))
    tables = [text for text in sitting.said if "───" in text]
    assert len(tables) == 2
    assert tables[0].strip() == tables[1].strip()


def test_quit_leaves(tmp_path: Path) -> None:
    assert sit(["quit"], tmp_path, prepare=stocked).over is False
    assert sit(["fish 1", "quit"], tmp_path, prepare=stocked).over is False


def test_save_goes_on_and_resumes_later(tmp_path: Path) -> None:
    named = tmp_path / "my game.json"
    sitting = sit(["fish 1", "", "save", f"save {named}", "save", "pass", ""], tmp_path, seed=2)
    assert len(sitting.moves) >= 1
    told = read_transcript(named)
    assert (told.players, told.scores) == (["you", "random"], [])
    session, departure = pipeline.resume_game(pipeline.load("classic"), told)
    assert departure is None
    assert session.waits_for_person
    assert sitting.session.transcript.turns[: len(told.turns)] == told.turns
    assert f"Saved in {named}." in sitting.text
    assert sitting.file.exists()


@pytest.mark.parametrize("name", ["nowhere/game.json", ".", "/", "a\0b", "x" * 300])
def test_a_save_that_fails_says_so_and_the_game_goes_on(tmp_path: Path, name: str) -> None:
    """A slip of the fingers does not end an evening's game."""
    sitting = sit([f"save {name if name in ('.', '/') else tmp_path / name}", "fish 1", ""], tmp_path, prepare=stocked)
    assert sitting.moves == ["fish 1"]


def test_a_whole_game_to_its_end(tmp_path: Path) -> None:
    for language, over in (("en", "The game is over."), ("fr", "La partie est finie.")):
        sitting = sit(always("pass", "throw"), tmp_path, language=language, players=3)
        assert sitting.over is True
        assert over in sitting.said
        assert re.search(
            {"en": "wins with|share the win", "fr": "gagne avec|partagent la victoire"}[language], sitting.said[-1]
        )
        assert len(sitting.session.transcript.scores) == 3


def test_free_passes_are_helped_with_as_such(tmp_path: Path) -> None:
    def prepare(session: Session) -> None:
        my_turn(session, evening=True, fish=[3])

    sitting = sit(["throw 3", "pass", ""], tmp_path, "evening.pass_cost=0", prepare=prepare)
    assert sitting.moves[:1] == ["pass"]
    assert "throw 2" not in next(text for text in sitting.said if "───" in text)


def test_two_fish_for_a_pass_are_asked_one_by_one(tmp_path: Path) -> None:
    def prepare(session: Session) -> None:
        my_turn(session, evening=True, fish=[3, 5])

    sitting = sit(["throw 5", "", "throw 3", ""], tmp_path, "evening.pass_cost=2", prepare=prepare)
    assert sitting.moves[:2] == ["throw 5", "throw 3"]


def test_what_a_dish_would_earn_is_said_before(tmp_path: Path) -> None:
    def prepare(session: Session) -> None:
        my_turn(session, evening=True, fish=[5], food=[5], hand=["flounder-nigiri"])

    sitting: Any = sit(["cook flounder"], tmp_path, prepare=prepare)
    assert "Cook Flounder Nigiri with a swordfish: $15 + $3." in sitting.said
