"""Transcripts: they read back as they were, replay to the same end, name departures, and fail cleanly when broken."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kitgen import pipeline
from kitgen.errors import FilesError, UsageError
from kitgen.play.session import Departure, Session, new_transcript_like
from kitgen.play.transcript import Transcript, read_transcript, write_transcript


def played(
    *settings: str, players: int = 3, seed: int = 11, person: bool = False
) -> tuple[pipeline.LoadedVariant, Session]:
    """A finished game of random bots."""
    variant = pipeline.load("classic", settings)
    session = pipeline.start_game(variant, players=players, bots=["random"], seed=seed, person=person)
    if not person:
        session.play_out()
    return variant, session


def written(transcript: Transcript, folder: Path) -> Path:
    file = folder / "game.json"
    write_transcript(transcript, file)
    return file


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", [0, 5, 2**40 + 3, 2**64 - 1])
def test_a_transcript_reads_back_as_it_was_and_replays_to_the_same_end(tmp_path: Path, players: int, seed: int) -> None:
    variant, session = played(players=players, seed=seed)
    told = read_transcript(written(session.transcript, tmp_path))
    assert told == session.transcript
    assert told.to_json() == session.transcript.to_json()
    again, departure = pipeline.resume_game(variant, told)
    assert departure is None
    assert again.seat == -1
    assert again.table == session.table
    assert again.transcript == session.transcript


@pytest.mark.parametrize(
    "settings",
    [["evening.pass_cost=2", "next_chef=loser"], ["evening.fish_keep=yes", "tokens.limit_play=yes"],
     ["school.leftovers=replaced", "morning.last_actions=0", "market.farm.die=d6"]],
)  # fmt: skip
def test_odd_variants_replay_too(settings: list[str]) -> None:
    variant, session = played(*settings)
    again, departure = pipeline.resume_game(variant, session.transcript)
    assert (departure, again.table) == (None, session.table)


def test_a_transcript_says_what_decides_the_game(tmp_path: Path) -> None:
    variant, session = played(players=4, seed=21)
    told = json.loads(written(session.transcript, tmp_path).read_text(encoding="utf-8"))
    assert (told["game"], told["variant"], told["digest"]) == ("fish-cook", "classic", variant.digest)
    assert (told["seed"], told["number"], told["players"]) == (21, 0, ["random"] * 4)
    assert told["scores"] == session.table.money
    assert told["winners"] == [seat for seat, money in enumerate(told["scores"]) if money == max(told["scores"])]
    assert told["turns"][0]["seat"] == told["first"]


def test_the_same_game_gives_the_same_text() -> None:
    assert played(seed=4)[1].transcript.to_json() == played(seed=4)[1].transcript.to_json()
    assert played(seed=4)[1].transcript.to_json() != played(seed=5)[1].transcript.to_json()


@pytest.mark.parametrize("share", [0.0, 0.3, 0.8])
def test_an_unfinished_game_is_taken_up_where_it_was_left(share: float) -> None:
    variant, session = played()
    whole = session.transcript
    part = new_transcript_like(whole)
    part.opening, part.turns = whole.opening, whole.turns[: int(len(whole.turns) * share)]
    again, departure = pipeline.resume_game(variant, part)
    assert departure is None
    assert len(again.transcript.turns) == len(part.turns)
    again.play_out()
    assert again.transcript == whole


# ── Departures ──────────────────────────────────────────────────────────────────────────────────────────────────────


def departure_under(*settings: str, told: Transcript) -> Departure:
    _, departure = pipeline.resume_game(pipeline.load("classic", settings), told)
    assert departure is not None
    return departure


def first_turn(told: Transcript, holds: Callable[[Any], bool]) -> int:
    return next(number for number, turn in enumerate(told.turns, start=1) if holds(turn))


@pytest.fixture(scope="module")
def classic_game() -> Transcript:
    """A game that has everything in it: some dish from the hand, the school and a rival, a bell, an unseen recipe."""
    variant = pipeline.load("classic")
    session = pipeline.start_game(variant, players=4, bots=["random"], seed=2)
    chance = random.Random(2)
    while session.seat >= 0:
        found = [0] * 500
        count = session.kernel.legal_moves(session.rules, session.table, found)
        dishes = [move for move in found[:count] if move >= 2_000]
        session.make(chance.choice(dishes or found[:count]))
    sources = {event.details.get("source") for event in session.transcript.events()}
    assert {"hand", "school", "rival"} <= sources
    return session.transcript


def test_another_start_departs_at_set_up(classic_game: Transcript) -> None:
    departure = departure_under("set_up.money=99", told=classic_game)
    assert (departure.move, departure.seat) == (0, None)
    assert "set-up" in str(departure)
    assert "99" in departure.why
    assert "100" in departure.why


def test_another_price_departs_at_the_first_move_that_pays_it(classic_game: Transcript) -> None:
    at = first_turn(classic_game, lambda turn: turn.move == "blind")
    departure = departure_under("school.blind_price=3", told=classic_game)
    assert (departure.move, departure.seat, departure.text) == (at, classic_game.turns[at - 1].seat, "blind")
    assert "price 2" in departure.why
    assert "price 3" in departure.why
    assert f"move {at}" in str(departure)


@pytest.mark.parametrize(
    ("setting", "source"),
    [("evening.cook_from_school=no", "school"), ("evening.cook_from_rivals=no", "rival")],
)
def test_a_closed_way_departs_at_the_first_move_that_takes_it(
    classic_game: Transcript, setting: str, source: str
) -> None:
    at = first_turn(classic_game, lambda turn: any(event.details.get("source") == source for event in turn.events))
    departure = departure_under(setting, told=classic_game)
    assert departure.move == at
    assert "FC-5.3" in departure.why


def test_another_end_departs_at_the_last_move(classic_game: Transcript) -> None:
    departure = departure_under("end.menu_bonus={1: 9, 2: 9, 3: 9, 4: 9, 5: 9, 6: 9}", told=classic_game)
    assert departure.move == len(classic_game.turns)


def test_a_recipe_that_is_gone_departs_no_later_than_where_it_is_named(classic_game: Transcript) -> None:
    """A bought recipe lay in the school before; there the difference shows first."""
    bought = next(turn.move.split()[1] for turn in classic_game.turns if turn.move.startswith("recipe"))
    departure = departure_under(f"remove=[recipes.{bought}]", told=classic_game)
    at = first_turn(classic_game, lambda turn: turn.move == f"recipe {bought}")
    assert departure.move <= at


def test_a_later_bell_departs_where_it_rang(classic_game: Transcript) -> None:
    at = first_turn(classic_game, lambda turn: any(event.rule == "FC-4.1" for event in turn.events))
    assert departure_under("morning.empty_rows_end=2", told=classic_game).move == at


def test_words_that_mean_nothing_depart(classic_game: Transcript, tmp_path: Path) -> None:
    told = read_transcript(written(classic_game, tmp_path))
    told.turns[4].move = "sell roe"
    departure = departure_under(told=told)
    assert (departure.move, departure.text) == (5, "sell roe")


def test_another_players_move_departs(classic_game: Transcript, tmp_path: Path) -> None:
    told = read_transcript(written(classic_game, tmp_path))
    told.turns[6].seat = (told.turns[6].seat + 1) % 4
    assert departure_under(told=told).move == 7


def test_moves_after_the_end_depart(classic_game: Transcript, tmp_path: Path) -> None:
    told = read_transcript(written(classic_game, tmp_path))
    told.turns.append(told.turns[-1])
    assert departure_under(told=told).move == len(classic_game.turns) + 1


def test_a_changed_outcome_departs(classic_game: Transcript, tmp_path: Path) -> None:
    """Somebody edited the file: a die shows another face."""
    told = read_transcript(written(classic_game, tmp_path))
    at = first_turn(told, lambda turn: any(event.name == "steal-rolled" for event in turn.events))
    event = next(event for event in told.turns[at - 1].events if event.name == "steal-rolled")
    event.details["die"] = event.details["die"] % 6 + 1
    assert departure_under(told=told).move == at


def test_a_variant_that_only_prints_otherwise_does_not_depart(classic_game: Transcript) -> None:
    loaded = pipeline.load("classic", ["title=Another", "cards.format=tarot", "tokens.shape=disc"])
    assert pipeline.resume_game(loaded, classic_game)[1] is None


# ── Broken transcripts ──────────────────────────────────────────────────────────────────────────────────────────────


def spoil(*path: str | int, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(told: dict[str, Any]) -> None:
        at: Any = told
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value

    return change


def without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda told: told.pop(key)


BROKEN: dict[str, Callable[[dict[str, Any]], Any]] = {
    **{f"no {key}": without(key) for key in ("kitgen", "game", "variant", "digest", "seed", "number", "first",
                                             "players", "opening", "turns", "scores", "winners")},
    "another format": spoil("kitgen", value=99),
    "a seed of words": spoil("seed", value="seven"),
    "a seed of a half": spoil("seed", value=1.5),
    "a seed of yes": spoil("seed", value=True),
    "players as a number": spoil("players", value=3),
    "turns as words": spoil("turns", value="none"),
    "a turn as a number": spoil("turns", 2, value=3),
    "a turn without a move": spoil("turns", 2, value={"seat": 1, "events": []}),
    "a move as a number": spoil("turns", 2, "move", value=100),
    "a seat as words": spoil("turns", 2, "seat", value="one"),
    "events as a number": spoil("turns", 2, "events", value=1),
    "an event as words": spoil("turns", 2, "events", value=["bell"]),
    "an event without a rule": spoil("turns", 2, "events", value=[{"event": "bell"}]),
    "opening as nothing": spoil("opening", value=None),
}  # fmt: skip


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_transcript_is_a_clean_error(tmp_path: Path, fault: str) -> None:
    told = json.loads(played()[1].transcript.to_json())
    BROKEN[fault](told)
    file = tmp_path / "broken.json"
    file.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(UsageError, match=r"broken\.json"):
        read_transcript(file)


WRONG: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another game": spoil("game", value="chess"),
    "no players": spoil("players", value=[]),
    "too many players": spoil("players", value=["random"] * 7),
    "an unknown bot": spoil("players", value=["random", "genius", "random"]),
    "a bot that is a number": spoil("players", value=["random", 5, "random"]),
    "a bot that is a list": spoil("players", value=["random", [], "random"]),
    "a first seat that is not there": spoil("first", value=3),
    "a first seat below none": spoil("first", value=-1),
    "a seed below nothing": spoil("seed", value=-1),
    "a seed beyond 64 bits": spoil("seed", value=2**64),
    "a number below nothing": spoil("number", value=-1),
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_transcript_of_no_possible_game_is_a_clean_error(tmp_path: Path, fault: str) -> None:
    """Of the right form, but nothing that kitgen could have written."""
    variant, session = played()
    told = json.loads(session.transcript.to_json())
    WRONG[fault](told)
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(UsageError):
        pipeline.resume_game(variant, read_transcript(file))


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", "7", '"words"', "{}", "\ufeff{}", "[" * 100_000, '{"kitgen": 1}', "kitgen: 1", "\x00\x01"],
)
def test_what_is_no_transcript_is_a_clean_error(tmp_path: Path, text: str) -> None:
    file = tmp_path / "no.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match="no transcript"):
        read_transcript(file)


def test_bytes_that_are_no_text_are_a_clean_error(tmp_path: Path) -> None:
    file = tmp_path / "no.json"
    file.write_bytes(b"\xff\xfe\xfa{}")
    with pytest.raises(UsageError, match="no transcript"):
        read_transcript(file)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(FilesError, match="nothing"):
        read_transcript(tmp_path / "nothing.json")
    with pytest.raises(FilesError):
        read_transcript(tmp_path)


@pytest.mark.parametrize("name", ["nowhere/game.json", ".", "..", "", "folder", "x" * 300])
def test_files_that_cannot_be_written_are_a_clean_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    transcript = played()[1].transcript
    with pytest.raises(FilesError):
        write_transcript(transcript, tmp_path / name if name not in (".", "") else Path(name))
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]  # nothing half-written stays


def test_a_transcript_replaces_the_one_before(tmp_path: Path) -> None:
    written(played(seed=1)[1].transcript, tmp_path)
    second = played(seed=2)[1].transcript
    assert read_transcript(written(second, tmp_path)) == second
    assert len(list(tmp_path.iterdir())) == 1


# ── Beginning a game ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_game_begins_as_it_is_asked_to() -> None:
    variant = pipeline.load("classic")
    session = pipeline.start_game(variant, players=5, bots=["random"], seed=3, person=True)
    assert session.transcript.players == ["you", "random", "random", "random", "random"]
    assert len(pipeline.start_game(variant, bots=["random"]).transcript.players) == 4  # the middle of 2 to 6


@pytest.mark.parametrize(
    "wrong", [{"players": 1}, {"players": 7}, {"seed": -1}, {"seed": 2**64}, {"bots": ["genius"]}, {"bots": ["you"]}]
)
def test_games_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        pipeline.start_game(pipeline.load("classic"), **{"bots": ["random"], **wrong})


def test_seeds_beyond_32_bits_are_other_games() -> None:
    texts = {played(seed=7 + (high << 32))[1].transcript.to_json() for high in (0, 1, 2**31)}
    assert len(texts) == 3
