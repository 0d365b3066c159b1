"""The story of a game: it says every dish, its sums agree with the accounts, and it names the winner."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache

import pytest
from conftest import LANGUAGES
from rule_tables import PLAYER_COUNTS, cooks_gladly

from kitgen import pipeline
from kitgen.games.fish_cook.story import accounts
from kitgen.games.fish_cook.table import most_moves
from kitgen.play.session import Session
from kitgen.play.transcript import Transcript
from kitgen.source.words import Words, load_words

NAMES = {"en": ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn"],
         "fr": ["Basile", "Chloé", "Denis", "Farid", "Gaëlle", "Hugo"]}  # fmt: skip

ODD = [
    ["evening.pass_cost=0"],
    ["evening.fish_keep=yes", "evening.ingredients_keep=no"],
    ["evening.pass_cost=2", "morning.last_actions=0", "set_up.recipes_dealt=0"],
    ["evening.rival_bonus=nobody", "evening.steal.succeeds_on=never", "school.cards=0"],
    ["evening.rival_bonus=cook", "evening.school_bonus=yes", "end.menu_bonus=none", "end.menu_tie=split"],
    ["morning.empty_rows_end=2", "market.fish.dice=30", "end.final_tie=more-dishes", "bank.open=no"],
]


@cache
def words(language: str) -> Words:
    return load_words("fish-cook", language)


def start(*settings: str, players: int = 4, seed: int = 7) -> tuple[pipeline.LoadedVariant, Session]:
    variant = pipeline.load("classic", settings)
    return variant, pipeline.start_game(variant, players=players, bots=["random"], seed=seed)


def play(session: Session, seed: int) -> None:
    """Random moves that like to cook, so that there is something to tell."""
    chance = random.Random(seed)
    while session.seat >= 0:
        found = [0] * most_moves(session.rules)
        legal = found[: session.kernel.legal_moves(session.rules, session.table, found)]
        texts = [session.playing.move_text(session.names, move) for move in legal]
        (move,) = chance.choices(legal, [cooks_gladly(text) for text in texts])
        session.make(move)


def story(
    settings: Sequence[str] = (), *, players: int = 4, seed: int = 7, language: str = "en"
) -> tuple[str, Transcript]:
    variant, session = start(*settings, players=players, seed=seed)
    play(session, seed)
    return pipeline.tell_story(session, variant, language), session.transcript


def amounts(text: str) -> list[int]:
    """Every sum of money in a text, in either language."""
    return [
        int(number) for number in re.findall(r"\$(\d+)|(\d+)[\s\u00a0\u202f]\$", text) for number in number if number
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_a_story_says_every_dish_in_order(players: int, language: str) -> None:
    text, transcript = story(players=players, language=language)
    catalogue = words(language)
    at = 0
    cooked = [event for event in transcript.events() if event.name == "cooked"]
    assert cooked
    for event in cooked:
        name = catalogue(f"dishes.{event.details['recipe']}")
        who = NAMES[language][event.seat or 0]
        line = re.compile(rf"^  {who} .*{re.escape(name)}.*$", re.MULTILINE).search(text, at)
        assert line, f"{who} and {name} after {text[at : at + 80]!r}"
        assert event.details["main"] in amounts(line.group())
        at = line.end()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_a_story_goes_day_by_day(players: int, language: str) -> None:
    text, transcript = story(players=players, language=language)
    days = {2: 3, 3: 4, 4: 4, 5: 5, 6: 5}[players]
    said = {"en": "Day {} of {}", "fr": "Jour {} sur {}"}[language]
    heads = [line for line in text.splitlines() if re.fullmatch(said.format(r"\d", r"\d"), line)]
    assert heads == [said.format(day, days) for day in range(1, days + 1)]
    for event in transcript.events():
        if event.name == "bell":
            assert {"en": "rings the bell", "fr": "sonne la cloche"}[language] in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(5))
def test_a_story_names_the_winner_and_why(seed: int, language: str) -> None:
    text, transcript = story(seed=seed, language=language)
    won = {"en": "{} wins with ", "fr": "{} gagne avec "}[language]
    (winner,) = transcript.winners
    line = next(line for line in text.splitlines() if line.startswith(won.format(NAMES[language][winner])))
    most, second = sorted(transcript.scores)[::-1][:2]
    assert amounts(line) == [most, most - second]


@pytest.mark.parametrize("odd", [[], *ODD], ids=lambda odd: odd[0] if odd else "classic")
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_accounts_add_up_to_everybodys_money(odd: list[str], players: int) -> None:
    """Start money, plus what was earned, minus what was spent."""
    for seed in range(2):
        _, session = start(*odd, players=players, seed=seed)
        play(session, seed)
        books = accounts(session.transcript)
        assert [100 + sum(book.earned.values()) - book.spent for book in books] == session.transcript.scores


@pytest.mark.parametrize("odd", [[], *ODD], ids=lambda odd: odd[0] if odd else "classic")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sums_of_a_story_agree_with_the_accounts(odd: list[str], language: str) -> None:
    text, transcript = story(odd, players=3, seed=5, language=language)
    earned = {"en": "earned", "fr": "a gagné"}[language]
    for seat, book in enumerate(accounts(transcript)):
        line = next(line for line in text.splitlines() if line.startswith(f"{NAMES[language][seat]} {earned} "))
        total, *sources, spent = amounts(line)
        assert (total, spent) == (sum(book.earned.values()), book.spent)
        assert sum(sources) == total
        assert [amount for amount in book.earned.values() if amount] == [amount for amount in sources if amount]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_standing_after_each_day_is_everybodys_money(language: str) -> None:
    """The table's own money whenever a day is over."""
    variant, session = start(players=4, seed=3)
    chance = random.Random(3)
    expected: list[list[int]] = []
    while session.seat >= 0:
        found = [0] * most_moves(session.rules)
        count = session.kernel.legal_moves(session.rules, session.table, found)
        if any(event.name == "day-over" for event in session.make(chance.choice(found[:count]))):
            expected.append(sorted(session.table.money, reverse=True))
    text = pipeline.tell_story(session, variant, language)
    start_of_line = {"en": ("After day", "The last count"), "fr": ("Après le jour", "Le dernier compte")}[language]
    told = [amounts(line) for line in text.splitlines() if line.startswith(start_of_line)]
    assert told == expected


def test_what_everybody_spends_is_said() -> None:
    text, transcript = story(seed=2)
    spent = [amounts(line) for line in text.splitlines() if re.match(r"\w+ spends \$", line)]
    assert spent
    for total, *prices in spent:
        assert total == sum(prices)
    assert sum(total for total, *_ in spent) == sum(book.spent for book in accounts(transcript))


def test_the_reasons_are_differences_of_the_accounts() -> None:
    for seed in range(8):
        text, transcript = story(seed=seed)
        if len(transcript.winners) > 1:
            continue
        why = [line for line in text.splitlines() if line.startswith("What made the difference")]
        books = accounts(transcript)
        order = sorted(range(4), key=lambda seat: -transcript.scores[seat])
        first, second = books[order[0]], books[order[1]]
        gains = [first.earned[source] - second.earned[source] for source in first.earned] + [second.spent - first.spent]
        best = sorted((gain for gain in gains if gain > 0), reverse=True)[:3]
        assert [amounts(line) for line in why] == ([best] if best else [])


def scripted(variant: pipeline.LoadedVariant, moves: Sequence[str], players: int = 2, seed: int = 1) -> Session:
    """A game by a list of moves, and passes or thrown fish after them."""
    session = pipeline.start_game(variant, players=players, bots=["random"], seed=seed)
    queue = list(moves)
    while session.seat >= 0:
        found = [0] * most_moves(session.rules)
        legal = found[: session.kernel.legal_moves(session.rules, session.table, found)]
        wanted = session.playing.read_move(session.names, queue.pop(0)) if queue else None
        session.make(wanted if wanted in legal else legal[0])
    return session


def test_a_shared_win_names_everybody() -> None:
    variant = pipeline.load("classic")
    session = scripted(variant, [])
    assert session.transcript.winners == [0, 1]
    text = pipeline.tell_story(session, variant)
    assert "Ada and Ben share the win with $100 each." in text
    assert "Basile et Chloé partagent la victoire avec" in pipeline.tell_story(session, variant, "fr")


def some_fish(variant: pipeline.LoadedVariant) -> str:
    """A fish that is for sale on the first morning of seed 1."""
    session = pipeline.start_game(variant, players=2, bots=["random"], seed=1)
    return f"fish {next(size for size, count in enumerate(session.table.market, start=1) if count)}"


@pytest.mark.parametrize("setting", ["evening.pass_cost=0", "evening.fish_keep=yes"])
def test_fish_that_nobody_cooks_are_not_denied(setting: str) -> None:
    """A fish is bought, and everybody passes in the evening: somebody did have a fish to cook."""
    variant = pipeline.load("classic", [setting])
    session = scripted(variant, [some_fish(variant), "pass", "pass"])
    text = pipeline.tell_story(session, variant)
    first_day = text.split("Day 2 of 3")[0]
    assert "spends $" in first_day
    assert "Nobody has a fish" not in first_day


def test_no_evening_is_told_where_nobody_has_fish() -> None:
    variant = pipeline.load("classic")
    text = pipeline.tell_story(scripted(variant, []), variant)
    assert text.count("Nobody has a fish to cook.") == 3
    assert "Evening" not in text


def test_a_win_by_more_dishes_is_said_to_be_one() -> None:
    """Equal money, and one winner: it is not said that the winner is $0 ahead and nothing else."""
    variant = pipeline.load("classic", ["end.final_tie=more-dishes"])
    session = scripted(variant, [])
    transcript = session.transcript
    transcript.winners = [1]
    text = pipeline.tell_story(session, variant)
    assert "$0 ahead" not in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[0])
def test_nothing_is_left_unfilled_or_unsaid(odd: list[str], language: str) -> None:
    """No braces, no ids, no English in place of French."""
    for players in PLAYER_COUNTS:
        text, transcript = story(odd, players=players, seed=players, language=language)
        assert not re.search(r"[{}]|None|story\.|table\.", text)
        assert not any(event.details.get("recipe", "?") in text for event in transcript.events())
    assert not words(language).missing


def test_the_same_game_is_told_the_same() -> None:
    assert story(seed=4)[0] == story(seed=4)[0] != story(seed=5)[0]
