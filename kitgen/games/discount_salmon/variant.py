"""The Discount Salmon variant: every number, card and word that an author may change, typed and frozen.

The defaults live in one place, ``variants/discount-salmon/discount-salmon.yaml``; the model states what is possible.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, Tag

from kitgen.components.formats import CARD_FORMATS, OTHER_NAMES
from kitgen.source.fields import (
    MAPPING,
    MAPPING_OR_WORD,
    WORD,
    Choice,
    Id,
    Listing,
    Model,
    Size,
    Switch,
    Text,
    WholeNumber,
)
from kitgen.units import MM

FEWEST_PROBLEMS, MOST_PROBLEMS = 4, 7
LONGEST_SET = 5

FORMATS = {name: size for name, size in CARD_FORMATS.items() if min(size) >= 41 * MM}
"""Cards on which marks can be read in a race; preflight measures them all the same."""

Icon = Literal["odour", "face", "cactus", "boot", "trefoil", "snowflake", "ghost", "bone"]
"""Drawn marks of problems. All but the boot lie over the fish; the boot takes its place."""

Wording = Annotated[Annotated[Text, Tag(WORD)] | Annotated[dict[Id, Text], Tag(MAPPING)], MAPPING_OR_WORD]
PlayerCount = Annotated[int, WholeNumber(2, 5)]


class Players(Model):
    """How many can play."""

    min: PlayerCount = Field(description="the fewest players")
    max: PlayerCount = Field(description="the most players")


class Problem(Model):
    """What can be wrong with a fish, the card that mends it, and the card that brings it back."""

    icon: Annotated[Icon, Choice()] = Field(description="the mark of the problem, on fish and on both of its cards")
    name: Wording | None = Field(
        default=None, description="what the problem is called; else the words' catalogue tells"
    )
    cure: Wording | None = Field(default=None, description="what the card that mends it is called")
    harm: Wording | None = Field(default=None, description="what the card that brings it back is called")


class Fish(Model):
    """A fish card of the lake."""

    name: Wording | None = Field(default=None, description="what the fish is called; else the catalogue tells")
    problems: Annotated[tuple[Id, ...], Listing(1, 3)] = Field(description="its problems, each once")
    copies: Annotated[int, WholeNumber(1, 10)] = Field(description="cards of it in the lake")


class Modifiers(Model):
    """The cards that are played: how many of each."""

    cure: Annotated[int, WholeNumber(8, 16)] = Field(description="copies of each card that mends a problem")
    harm: Annotated[int, WholeNumber(0, 6)] = Field(description="copies of each card that brings a problem back")
    blender: Annotated[int, WholeNumber(0, 8)] = Field(description="Blenders, which mend everything at once")
    andrew: Annotated[int, WholeNumber(0, 8)] = Field(description="Andrews, who run away with the fish")


class Hand(Model):
    """DS-1.2, DS-3.1: what players hold and lay."""

    cards: Annotated[int, WholeNumber(4, 7)] = Field(description="cards that each player holds")
    set: Annotated[int, WholeNumber(1, LONGEST_SET)] = Field(description="cards that are laid at once, at most")


class Stalemate(Model):
    """DS-4: when nobody plays."""

    seconds: Annotated[int, WholeNumber(3, 10)] = Field(description="seconds without a play that make a stalemate")
    discard: Annotated[int, WholeNumber(0, 5)] = Field(description="cards that everybody may then discard")
    cart: Switch = Field(description="whether the owner of the deep fryer cart takes the fish; else it leaves the game")


class Race(Model):
    """DS-3: what happens around a fish."""

    invalid: Annotated[Literal["returned", "lost"], Choice()] = Field(
        description="cards that do nothing return to the hand, or are lost"
    )
    next_revealer: Annotated[Literal["claimer", "clockwise"], Choice()] = Field(
        description="who reveals the next fish: who claimed the last one, or the next player clockwise"
    )
    reshuffle: Switch = Field(description="whether discards are shuffled into new piles when the piles run dry")


class End(Model):
    """DS-5: who has won."""

    ties: Annotated[tuple[Annotated[Literal["harms", "cures"], Choice()], ...], Listing(0, 2)] = Field(
        description="what breaks a tie, in this order: claimed harms, claimed cures"
    )


class Cards(Model):
    """How the cards are made."""

    format: Annotated[tuple[int, int], Size(FORMATS, 44 * MM, 160 * MM, OTHER_NAMES)] = Field(
        description="the size of a card when it is cut: a name, or width x height with a unit"
    )


class Variant(Model):
    """A complete variant of Discount Salmon."""

    game: Annotated[Literal["discount-salmon"], Choice()] = Field(description="the game that this is a variant of")
    title: Text = Field(description="the name on the rule sheet, and on the edge of every sheet")
    about: Text = Field(description="one line that says what this variant is")
    playing_time: Annotated[int, WholeNumber(1, 120)] = Field(description="minutes that a game should take")
    players: Players
    problems: dict[Id, Problem] = Field(
        description="what can be wrong with a fish", min_length=FEWEST_PROBLEMS, max_length=MOST_PROBLEMS
    )
    fish: dict[Id, Fish] = Field(description="the fish of the lake", min_length=1, max_length=60)
    modifiers: Modifiers
    hand: Hand
    race: Race
    stalemate: Stalemate
    end: End
    cards: Cards

    @property
    def player_counts(self) -> range:
        """Every number of players that the variant is for."""
        return range(self.players.min, self.players.max + 1)

    @property
    def lake(self) -> int:
        """Fish cards in all."""
        return sum(fish.copies for fish in self.fish.values())

    @property
    def copies(self) -> list[int]:
        """Modifier cards of each kind: cure and harm of each problem, then the Blender and Andrew."""
        each = self.modifiers
        return [*[each.cure, each.harm] * len(self.problems), each.blender, each.andrew]

    @property
    def deck(self) -> int:
        """Modifier cards in all."""
        return sum(self.copies)
