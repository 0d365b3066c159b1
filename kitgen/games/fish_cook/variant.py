"""The Fish Cook variant: every number, card and word that an author may change, typed and frozen.

The defaults live in one place, ``variants/fish-cook/classic.yaml``; the model states what is possible.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, Tag

from kitgen.components.formats import CARD_FORMATS, OTHER_NAMES
from kitgen.source.fields import (
    BY_FORM,
    MAPPING,
    MAPPING_OR_NUMBER,
    MAPPING_OR_WORD,
    NUMBER,
    WORD,
    Choice,
    Id,
    Length,
    Listing,
    Model,
    Size,
    Switch,
    Text,
    WholeNumber,
)
from kitgen.units import INCH, MM

MAX_KINDS = 8
MAX_SIZES = 8
LAST_MARKER = 7
"""Cats that are drawn, and so the longest game in days."""

Colour = Literal["purple", "vermillion", "green", "orange", "yellow", "flour", "sky", "blue"]
Badge = Literal["drop", "hexagon", "leaf", "cluster", "circle", "square", "star", "triangle"]

Money = Annotated[int, WholeNumber(0, 9_999)]
Price = Annotated[int, WholeNumber(0, 999)]
PlayerCount = Annotated[int, WholeNumber(2, 6)]
FishSize = Annotated[int, WholeNumber(1, MAX_SIZES)]
FishDice = Annotated[int, WholeNumber(1, 64, usual=(6, 24))]
Ladder = Annotated[tuple[Price, ...], Listing(1, 8)]


class Players(Model):
    """How many can play."""

    min: PlayerCount = Field(description="the fewest players")
    max: PlayerCount = Field(description="the most players")


class SetUp(Model):
    """FC-1: what everybody starts with."""

    money: Annotated[int, WholeNumber(0, 9_999, usual=(50, 200))] = Field(description="dollars each player starts with")
    recipes_dealt: Annotated[int, WholeNumber(0, 10, usual=(0, 4))] = Field(description="recipes dealt to each player")
    days: dict[PlayerCount, Annotated[int, WholeNumber(1, LAST_MARKER, usual=(2, 7))]] = Field(
        description="days of the game, by number of players"
    )


class School(Model):
    """The cooking school: face-up recipes and the deck."""

    cards: Annotated[int, WholeNumber(0, 10, usual=(2, 6))] = Field(description="recipes that lie face up each morning")
    face_up_price: Annotated[int, WholeNumber(0, 999, usual=(2, 10))] = Field(description="price of a face-up recipe")
    blind_price: Annotated[int, WholeNumber(0, 999, usual=(0, 5))] = Field(description="price of the deck's top card")
    leftovers: Annotated[Literal["stay", "replaced"], Choice()] = Field(
        description="whether yesterday's face-up recipes stay, or go under the deck and are dealt anew"
    )


class Kind(Model):
    """An ingredient kind: one token that stands for two foods."""

    letter: Text = Field(description="one letter, printed on the badge", max_length=1)
    colour: Annotated[Colour, Choice()] = Field(description="colour of the kind")
    badge: Annotated[Badge, Choice()] = Field(description="shape of the badge, so that nothing is told by colour alone")
    foods: Annotated[tuple[Id, Id], Listing(2, 2)] = Field(description="the two foods; their drawings and words")


class FishMarket(Model):
    """FC-2.2 to 2.4, FC-3.2: dice are fish, sorted into one row a size."""

    dice: Annotated[
        Annotated[FishDice, Tag(NUMBER)] | Annotated[dict[PlayerCount, FishDice], Tag(MAPPING)], MAPPING_OR_NUMBER
    ] = Field(description="fish dice rolled each morning; one number, or one for each number of players")
    row_length: Annotated[int, WholeNumber(1, 8, usual=(3, 8))] = Field(description="spaces in each row")
    ladders: dict[FishSize, Ladder] = Field(description="prices of each size's row, cheap to dear", min_length=1)


class FarmRow(Model):
    """One shelf of the Farmer's Market: its kind is the key."""

    prices: Ladder = Field(description="prices of the spaces from left to right, dear to cheap")
    fill: Annotated[tuple[Annotated[int, WholeNumber(0, 99)], ...], Listing(1, 10)] = Field(
        description="the space that the row is filled to, for die faces 1, 2, 3 …"
    )


class FarmMarket(Model):
    """FC-2.1, FC-3.3: one row a kind."""

    die: Annotated[Literal["d4", "d6", "d8", "d10"], Choice()] = Field(description="the die rolled for each row")
    spaces: Annotated[int, WholeNumber(1, 8, usual=(3, 8))] = Field(description="spaces in each row")
    rows: dict[Id, FarmRow] = Field(description="one row for each kind that is for sale, top to bottom", min_length=1)


class Market(Model):
    """Both markets."""

    fish: FishMarket
    farm: FarmMarket


class Morning(Model):
    """FC-4: what ends a morning."""

    empty_rows_end: Annotated[int, WholeNumber(1, 8, usual=(1, 2))] = Field(
        description="farm rows that buyers must empty to ring the bell"
    )
    empty_fish_market_ends: Switch = Field(description="whether an empty fish market rings the bell too")
    last_actions: Annotated[int, WholeNumber(0, 5, usual=(0, 2))] = Field(
        description="actions that every seat still has after the bell"
    )


class Steal(Model):
    """FC-5.10, 5.11: taking a recipe from the menu of another player."""

    die: Annotated[Literal["d4", "d6", "d8", "d10"], Choice()] = Field(description="the die rolled to steal")
    succeeds_on: Annotated[
        Annotated[Literal["bonus", "never"], Choice(), Tag(WORD)] | Annotated[int, WholeNumber(1, 10), Tag(NUMBER)],
        BY_FORM,
    ] = Field(description="the lowest roll that steals: the recipe's bonus, a fixed number, or never (no roll)")


class Evening(Model):
    """FC-5 and FC-6: cooking."""

    bigger_fish: Switch = Field(description="whether a bigger fish may stand in for a smaller one")
    pass_cost: Annotated[int, WholeNumber(0, 5, usual=(0, 2))] = Field(description="fish thrown away by a pass")
    fish_keep: Switch = Field(description="whether players' fish keep overnight, which makes passing free")
    ingredients_keep: Switch = Field(description="whether ingredients keep overnight")
    cook_from_school: Switch = Field(description="whether the school's recipes may be cooked")
    cook_from_rivals: Switch = Field(description="whether recipes on other players' menus may be cooked")
    school_bonus: Switch = Field(description="whether cooking from the school earns the bonus too")
    rival_bonus: Annotated[Literal["owner", "cook", "nobody"], Choice()] = Field(
        description="who gets the bonus when a rival's recipe is cooked"
    )
    steal: Steal


class End(Model):
    """FC-7: the last count."""

    menu_bonus: Annotated[
        Annotated[dict[FishSize, Money], Tag(MAPPING)] | Annotated[Literal["none"], Choice(), Tag(WORD)],
        MAPPING_OR_WORD,
    ] = Field(description="dollars for the most menu recipes of each size, or none")
    menu_tie: Annotated[Literal["all", "split", "nobody"], Choice()] = Field(
        description="who gets a menu bonus that is tied: all in full, all a share rounded down, or nobody"
    )
    final_tie: Annotated[Literal["shared", "more-dishes"], Choice()] = Field(
        description="equal money: the win is shared, or goes to the one with more dishes on the menu"
    )


class Bank(Model):
    """The money that the kit prints; in play the bank is unlimited."""

    open: Switch = Field(description="whether everybody may see and count everybody's money")
    notes: Annotated[tuple[Annotated[int, WholeNumber(1, 500)], ...], Listing(1, 6)] = Field(
        description="values of the printed banknotes"
    )
    per_player: Annotated[int, WholeNumber(10, 2_000)] = Field(description="dollars in notes printed for each player")


class Tokens(Model):
    """The ingredient tokens."""

    per_kind: Annotated[int, WholeNumber(1, 60, usual=(12, 30))] = Field(description="tokens printed of each kind")
    limit_play: Switch = Field(description="whether the market fills only while tokens last")
    shape: Annotated[Literal["square", "disc"], Choice()] = Field(description="squares share cuts; discs suit a punch")
    size: Annotated[int, Length(INCH // 2, 30 * MM)] = Field(description="side or diameter of a token")


class Cards(Model):
    """How the recipe cards are made."""

    format: Annotated[tuple[int, int], Size(CARD_FORMATS, 30 * MM, 160 * MM, OTHER_NAMES)] = Field(
        description="the size of a card when it is cut: a name, or width x height with a unit"
    )
    fronts: Annotated[Literal["border", "bleed"], Choice()] = Field(
        description="an unprinted border, so that cards share cuts; or colour to the edge, cut apart"
    )


class Recipe(Model):
    """A recipe card."""

    name: Annotated[Annotated[Text, Tag(WORD)] | Annotated[dict[Id, Text], Tag(MAPPING)], MAPPING_OR_WORD] | None = (
        Field(
            default=None,
            description="the dish's name, in one wording or by language; without it the words' catalogue tells",
        )
    )
    size: FishSize = Field(description="the smallest fish that will do")
    ingredients: Annotated[tuple[Id, ...], Listing(1, 4)] = Field(description="ingredient kinds, each once")
    main: Money = Field(description="dollars that the cook earns")
    bonus: Annotated[int, WholeNumber(0, 99)] = Field(description="dollars on top, for the owner of the recipe")


class Variant(Model):
    """A complete variant of Fish Cook."""

    game: Annotated[Literal["fish-cook"], Choice()] = Field(description="the game that this is a variant of")
    title: Text = Field(description="the name on the rule sheet, and on the edge of every sheet")
    about: Text = Field(description="one line that says what this variant is")
    playing_time: Annotated[int, WholeNumber(1, 600)] = Field(description="minutes that a game should take")
    players: Players
    set_up: SetUp
    school: School
    kinds: dict[Id, Kind] = Field(description="the ingredient kinds", min_length=1, max_length=MAX_KINDS)
    market: Market
    morning: Morning
    evening: Evening
    end: End
    next_chef: Annotated[Literal["after-ringer", "clockwise", "loser"], Choice()] = Field(
        description="who is chef after a morning: the seat after the ringer, the next one clockwise, or the poorest"
    )
    bank: Bank
    tokens: Tokens
    cards: Cards
    recipes: dict[Id, Recipe] = Field(description="the recipe cards", min_length=1, max_length=200)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The fish sizes, small to big."""
        return tuple(sorted(self.market.fish.ladders))

    @property
    def player_counts(self) -> range:
        """Every number of players that the variant is for."""
        return range(self.players.min, self.players.max + 1)

    def fish_dice(self, players: int) -> int:
        """FC-2.3: dice rolled for the fish market with this many players."""
        dice = self.market.fish.dice
        return dice if isinstance(dice, int) else dice[players]

    @property
    def most_fish_dice(self) -> int:
        """The most dice that any number of players needs."""
        return max(self.fish_dice(count) for count in self.player_counts)

    @property
    def steals(self) -> bool:
        """FC-5.10: whether recipes on rivals' menus can be stolen at all."""
        return self.evening.cook_from_rivals and self.evening.steal.succeeds_on != "never"

    @property
    def farm_die_faces(self) -> int:
        """Faces of the die that fills the farm rows."""
        return int(self.market.farm.die[1:])
