"""`kitgen resolve`: disputes are settled card by card, and what cannot be understood is refused in words."""

from __future__ import annotations

from collections import Counter

import pytest
from conftest import LANGUAGES
from hypothesis import assume, given
from hypothesis import strategies as st
from salmon import DEFAULT, variant
from salmon_session import words

from kitgen.errors import UsageError
from kitgen.games.discount_salmon.naming import Naming, meant, plain
from kitgen.games.discount_salmon.resolve import resolve
from kitgen.games.discount_salmon.variant import Variant


def told(text: str, *, language: str = "en", of: Variant | None = None) -> list[str]:
    return resolve(of or variant(), words(language), text.split()).splitlines()


def refused(text: str) -> str:
    with pytest.raises(UsageError) as fault:
        told(text)
    return f"{fault.value.message}; {fault.value.hint}"


def test_the_first_reference_of_the_specification() -> None:
    lines = told("--fish dry,ugly lotion:0 sun:1 mustache:2 make-up:0 lotion:1 perfume:2")
    rules = [line.rpartition("[")[2].rstrip("]") for line in lines[1:7]]
    assert rules == ["DS-3.4", "DS-3.5", "DS-3.5", "DS-3.4", "DS-3.4", "DS-3.11"]
    assert lines[7].startswith("Player 1 takes the fish")
    assert lines[8].startswith("  Player 1 keeps: 1 Lotion, 2 Blistering ")
    assert lines[8].endswith(", 4 Make-Up, 5 Lotion")
    assert lines[9:] == ["  Back to player 2 [DS-3.6]: 3 Mustache, 6 Perfume"]


def test_the_second_reference_of_the_specification() -> None:
    lines = told("--fish toxic perfume:0 eggs:1 antidote:0 blender:2 andrew:1")
    assert lines[6].startswith("Player 2 takes the fish")
    assert lines[7:] == ["  Player 2 keeps: 2 Rotten Eggs, 3 Antidote, 4 Blender",
                         "  Back to player 0 [DS-3.6]: 1 Perfume",
                         "  Back to player 1 [DS-3.6]: 5 Andrew the Hungry Cat"]  # fmt: skip


def test_the_third_reference_of_the_specification() -> None:
    lines = told("--fish stinky waste:0 andrew:1 perfume:2")
    assert "Andrew the Hungry Cat of player 1 has run away" in lines[4]
    assert "Player 1 reveals next [DS-3.10]" in lines[4]
    assert lines[5:] == ["  Out of the game with it: 1 Nuclear Waste, 2 Andrew the Hungry Cat",
                         "  Back to player 2 [DS-3.6]: 3 Perfume"]  # fmt: skip


def test_a_fish_that_nobody_has_yet_stays_with_what_is_wrong() -> None:
    lines = told("--fish dry,ugly lotion:3")
    assert lines[2:] == ["Nobody has it yet. Still wrong: ugly.", "  On the fish stay: 1 Lotion"]


def test_what_a_variant_says_otherwise_is_told() -> None:
    clockwise = variant(race={"next_revealer": "clockwise"})
    assert "reveals next" not in "".join(told("--fish dry lotion:0", of=clockwise))
    lines = told("--fish dry perfume:0 lotion:1 sun:2", of=variant(race={"invalid": "lost"}))
    assert lines[-2:] == ["  Back to player 2 [DS-3.11]: 3 " + lines[3].split("  ")[-1].partition(" of ")[0],
                          "  Lost, as this variant says [DS-3.6]: 1 Perfume"]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["--fish DRY,Ugly LOTION:0 Make-Up:0", "--fish=dry,ugly lotion:0 makeup:0", "lotion:0 make-up:0 --fish ugly,dry",
     "--fish dry --fish ugly cure-dry:0 cure-ugly:0", "--fish dry,ugly lot:0 mak:0"],
)  # fmt: skip
def test_names_in_any_case_and_order(text: str) -> None:
    assert any(line.startswith("Player 0 takes the fish") for line in told(text))


def test_french_names_without_their_accents() -> None:
    lines = told("--fish sec,moche crème:0 maquillage:0", language="fr")
    assert lines == told("--fish dry,ugly creme:0 maquillage:0", language="fr")
    assert any("prend le poisson" in line for line in lines)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("--fish dry lotoin:0", "there is no card 'lotoin'; did you mean 'lotion'?"),
        ("--fish dry xyzzy:0", "there is no card 'xyzzy'; cards: perfume, rotten-eggs"),
        ("--fish dry fish:0", "'fish' may be fish-costume or fish-decoy"),
        ("--fish dri lotion:0", "there is no problem 'dri'; did you mean 'dry'?"),
        ("--fish , lotion:0", "nothing says what is wrong with the fish"),
        ("--fish dry sun:0 sun:1 sun:2 sun:0", "Blistering Hot Sun lies there 4 times, but the deck has 3"),
        ("--fish dry,dry lotion:0", "dry twice"),
        ("--fish dry,ugly,Dry lotion:0", "dry twice"),
        ("--fish dry lotion", "'lotion' does not say who laid it"),
        ("--fish dry :1", "does not say who laid it"),
        ("--fish dry lotion:", "'' is no player"),
        ("--fish dry lotion:one", "'one' is no player"),
        ("--fish dry lotion:-1", "'-1' is no player"),
        ("--fish dry lotion:²", "is no player"),
        ("--fish dry lotion:5", "there is no player 5: Discount Salmon is for 5 players; players are counted from 0"),
        ("--fish dry lotion:" + "9" * 5_000, "there is no player 999"),
        ("--fish dry", "there are no cards"),
        ("lotion:0", "nothing says what is wrong with the fish"),
        ("", "nothing says what is wrong with the fish"),
        ("lotion:0 --fish", "--fish does not say"),
        ("--fisch dry lotion:0", "there is no option --fisch"),
        ("--fish dry " + "lotion:0 " * 1_001, "1,001 cards"),
    ],
)  # fmt: skip
def test_what_cannot_be_understood_is_refused_with_a_way_out(text: str, said: str) -> None:
    assert said in refused(text)
    assert len(refused(text)) < 400


def test_a_card_that_the_variant_has_not_is_refused() -> None:
    tame = variant(modifiers={"harm": 0, "andrew": 0})
    for card in ("andrew", "sun", "harm-dry"):
        with pytest.raises(UsageError, match="there is no card"):
            told(f"--fish dry {card}:0", of=tame)


@pytest.mark.parametrize("fish", ["ugly dry", "UGLY-DRY", "ugly-dry"])
def test_a_fish_may_be_named_in_place_of_its_problems(fish: str) -> None:
    assert resolve(variant(), words("en"), ["--fish", fish, "lotion:0", "make-up:1"]) == resolve(
        variant(), words("en"), ["--fish", "ugly,dry", "lotion:0", "make-up:1"]
    )


@pytest.mark.parametrize("typed", ["not a fish", "Not-a-Fish", "fake", "dry not-a-fish", "dry,not a fish", "fake dry"])
def test_problems_are_named_as_they_are_printed(typed: str) -> None:
    first = resolve(variant(), words("en"), ["--fish", typed, "lotion:0"]).splitlines()[0]
    assert "not a fish" in first
    assert ("dry" in first) == ("dry" in typed)


def test_a_name_is_that_of_what_is_called_so_and_not_of_what_has_that_id() -> None:
    swapped = variant(problems=DEFAULT["problems"] | {"dry": {"icon": "cactus", "name": "toxic"}})
    assert told("--fish toxic lotion:0", of=swapped)[-2].startswith("Player 0 takes")


def test_cards_called_alike_are_told_apart_by_their_ids() -> None:
    alike = variant(problems=DEFAULT["problems"] | {"dry": {"icon": "cactus", "cure": "Bath", "harm": "Bath"}})
    with pytest.raises(UsageError) as fault:
        told("--fish dry bath:0", of=alike)
    assert "cure-dry or harm-dry" in fault.value.message
    assert told("--fish dry cure-dry:0", of=alike)[-2].startswith("Player 0 takes")


@given(st.lists(st.text(max_size=12), max_size=6), st.sampled_from(LANGUAGES))
def test_anything_that_is_typed_is_answered_or_refused(arguments: list[str], language: str) -> None:
    try:
        assert resolve(variant(), words(language), arguments).endswith("\n")
    except UsageError as fault:
        assert fault.message


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 4)), min_size=1, max_size=12), st.sampled_from(LANGUAGES))
def test_every_card_is_told_once_and_goes_to_one_place(stack: list[tuple[int, int]], language: str) -> None:
    assume(all(count <= variant().copies[kind] for kind, count in Counter(kind for kind, _ in stack).items()))
    called = Naming(variant(), words(language))
    names = [*(name(problem) for problem in variant().problems for name in (called.cure_name, called.harm_name)),
             words(language)("cards.blender"), words(language)("cards.andrew")]  # fmt: skip
    typed = " ".join(f"{plain(names[kind])}:{seat}" for kind, seat in stack)
    lines = told(f"--fish dry,ugly {typed}", language=language)
    for place, (kind, _) in enumerate(stack, start=1):
        assert lines[place].split()[0] == str(place)
        assert names[kind] in lines[place]
        listed = [line for line in lines[len(stack) + 2 :] if f" {place} {names[kind]}" in line]
        assert len(listed) == 1


@pytest.mark.parametrize(
    ("typed", "found"),
    [("lotion", [0]), ("lo", [0]), ("sun", [1]), ("b", [1]), ("bhs", [1]), ("fish", [2, 3]), ("fish decoy", [3]),
     ("de", [3]), ("make", [4]), ("makeup", [4]), ("x", []), ("", []), ("-", [])],
)  # fmt: skip
def test_how_names_are_meant(typed: str, found: list[int]) -> None:
    assert meant(typed, ["Lotion", "Blistering Hot Sun", "Fish Costume", "Fish Decoy", "Make-up"]) == found
