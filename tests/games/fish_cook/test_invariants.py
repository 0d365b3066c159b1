"""What holds in every game of every variant: nothing is lost, every listed move is allowed, and games end."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st
from random_variants import load_data, variants
from rule_tables import PLAYER_COUNTS, Game, Step, begin, begin_variant, cooks_gladly, random_steps

from kitgen.games.fish_cook.moves import move_text, read_move
from kitgen.games.fish_cook.rules import legal_moves, refusal
from kitgen.games.fish_cook.table import COOK, DECK, EVENING, HAND, MENU, NOBODY, OVER, PHASE, SCHOOL, most_moves
from kitgen.play.chance import game_key

WITHOUT_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)
"""A whole game of a whole variant shrinks for minutes."""

any_game = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), phases=WITHOUT_SHRINKING)


class Ledger:
    """Everything that everybody has, kept from the events alone."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.recipes = game.variant.recipes
        seats = range(game.rules.players)
        self.money = [0 for _ in seats]
        self.fish = [Counter[int]() for _ in seats]
        self.food = [Counter[str]() for _ in seats]
        self.farm = Counter[str]()
        self.market = Counter[int]()
        self.place: dict[str, tuple[str, int]] = {}
        self.read(game.events)

    def read(self, events: list[Any]) -> None:
        for told in events:
            getattr(self, "_" + told.name.replace("-", "_"), self._nothing)(told.seat, told.details)

    def _nothing(self, seat: int, told: dict[str, Any]) -> None:
        """Tells of no thing that anybody has."""

    def _start_money(self, seat: int, told: dict[str, Any]) -> None:
        self.money[seat] += told["money"]

    def _dealt(self, seat: int, told: dict[str, Any]) -> None:
        self._recipes(told["recipes"], "hand", seat)

    def _recipes(self, names: list[str], place: str, seat: int) -> None:
        for name in names:
            assert self.place.get(name, ("deck", -1))[0] == "deck"
            self.place[name] = (place, seat)

    def _row_filled(self, seat: int, told: dict[str, Any]) -> None:
        assert 1 <= told["die"] <= self.game.rules.farm_faces
        assert told["from"] == self.farm[told["kind"]] <= told["to"]
        row = self.game.variant.market.farm.rows[told["kind"]]
        if not self.game.variant.tokens.limit_play:
            assert told["to"] == max(told["from"], row.fill[told["die"] - 1])
        self.farm[told["kind"]] = told["to"]

    def _fish_rolled(self, seat: int, told: dict[str, Any]) -> None:
        assert sum(told["fish"]) == self.game.rules.fish_dice
        self.market = Counter(dict(enumerate(told["fish"], start=1)))

    def _school_filled(self, seat: int, told: dict[str, Any]) -> None:
        for name, (place, _) in list(self.place.items()):
            if place == "school" and name not in told["recipes"]:
                assert self.game.variant.school.leftovers == "replaced"
                self.place[name] = ("deck", -1)
        new = [name for name in told["recipes"] if self.place.get(name) != ("school", -1)]
        self._recipes(new, "school", -1)

    def _fish_bought(self, seat: int, told: dict[str, Any]) -> None:
        fish = self.game.variant.market.fish
        assert told["price"] == fish.ladders[told["size"]][fish.row_length - self.market[told["size"]]]
        self.market[told["size"]] -= 1
        self.fish[seat][told["size"]] += 1
        self._pay(seat, told["price"])

    def _food_bought(self, seat: int, told: dict[str, Any]) -> None:
        assert told["price"] == self.game.variant.market.farm.rows[told["kind"]].prices[self.farm[told["kind"]] - 1]
        self.farm[told["kind"]] -= 1
        self.food[seat][told["kind"]] += 1
        self._pay(seat, told["price"])

    def _pay(self, seat: int, price: int) -> None:
        assert 0 <= price <= self.money[seat]
        self.money[seat] -= price

    def _recipe_bought(self, seat: int, told: dict[str, Any]) -> None:
        assert self.place[told["recipe"]] == ("school", -1)
        assert told["price"] == self.game.variant.school.face_up_price
        self.place[told["recipe"]] = ("hand", seat)
        self._pay(seat, told["price"])

    def _recipe_drawn(self, seat: int, told: dict[str, Any]) -> None:
        assert told["price"] == self.game.variant.school.blind_price
        self._recipes([told["recipe"]], "hand", seat)
        self._pay(seat, told["price"])

    def _cooked(self, seat: int, told: dict[str, Any]) -> None:
        recipe, evening = self.recipes[told["recipe"]], self.game.variant.evening
        place, owner = self.place[told["recipe"]]
        assert told["fish"] == recipe.size or (evening.bigger_fish and told["fish"] > recipe.size)
        self._lose(self.fish[seat], told["fish"])
        for kind in recipe.ingredients:
            self._lose(self.food[seat], kind)
        self.money[seat] += recipe.main
        source = "rival" if place == "menu" and owner != seat else place
        assert told["source"] == source
        payee = {"hand": seat, "menu": seat, "school": seat if evening.school_bonus else -1,
                 "rival": {"owner": owner, "cook": seat, "nobody": -1}[evening.rival_bonus]}[source]  # fmt: skip
        assert (told["bonus_to"], told["main"]) == (payee, recipe.main)
        assert told["bonus"] == (recipe.bonus if payee >= 0 else 0)
        if payee >= 0:
            self.money[payee] += recipe.bonus
        if source != "rival":
            assert evening.cook_from_school or place != "school"
            self.place[told["recipe"]] = ("menu", seat)
        else:
            assert evening.cook_from_rivals

    @staticmethod
    def _lose(pile: Counter[Any], thing: Any) -> None:
        assert pile[thing] > 0
        pile[thing] -= 1

    def _steal_rolled(self, seat: int, told: dict[str, Any]) -> None:
        steal = self.game.variant.evening.steal
        assert 1 <= told["die"] <= int(steal.die[1:])
        bonus = self.recipes[told["recipe"]].bonus
        assert told["needs"] == (bonus if steal.succeeds_on == "bonus" else steal.succeeds_on)

    def _stolen(self, seat: int, told: dict[str, Any]) -> None:
        assert self.place[told["recipe"]] == ("menu", told["owner"])
        self.place[told["recipe"]] = ("menu", seat)

    def _fish_thrown(self, seat: int, told: dict[str, Any]) -> None:
        self._lose(self.fish[seat], told["size"])

    def _market_spoils(self, seat: int, told: dict[str, Any]) -> None:
        assert told["fish"] == sum(self.market.values())
        self.market = Counter()

    def _day_over(self, seat: int, told: dict[str, Any]) -> None:
        seats = range(self.game.rules.players)
        if not self.game.variant.evening.fish_keep:
            self.fish = [Counter[int]() for _ in seats]
        if not self.game.variant.evening.ingredients_keep:
            self.food = [Counter[str]() for _ in seats]

    def _menu_bonus(self, seat: int, told: dict[str, Any]) -> None:
        self.money[seat] += told["bonus"]

    def agrees(self) -> None:
        """The table has what was told."""
        game, table = self.game, self.game.table
        sizes, kinds = range(1, len(table.market) + 1), game.names.kinds
        assert list(table.money) == self.money
        assert table.fish == [[pile[size] for size in sizes] for pile in self.fish]
        assert table.food == [[pile[kind] for kind in kinds] for pile in self.food]
        assert table.farm == [self.farm[kind] for kind in kinds]
        assert table.market == [self.market[size] for size in sizes]
        words = {DECK: "deck", SCHOOL: "school", HAND: "hand", MENU: "menu"}
        lying = {name: (words[table.place[at]], table.owner[at]) for at, name in enumerate(game.names.recipes)}
        assert lying == {name: self.place.get(name, ("deck", NOBODY)) for name in game.names.recipes}


def sound(game: Game) -> None:
    """What a table must be like at any time."""
    rules, table, variant = game.rules, game.table, game.variant
    assert all(0 <= count <= rules.row_length for count in table.market)
    assert all(0 <= level <= variant.market.farm.spaces for level in table.farm)
    assert min(table.money) >= 0
    assert all(count >= 0 for pile in (*table.fish, *table.food) for count in pile)
    deck = game.deck()
    assert len(deck) == len(set(deck))
    assert set(deck) == game.recipes(DECK)
    assert len(game.recipes(DECK)) + len(game.school()) + len(game.recipes(HAND)) + len(game.recipes(MENU)) == len(
        variant.recipes
    )
    assert len(game.school()) <= max(variant.school.cards, 0)
    for seat in range(rules.players):
        counts = Counter(variant.recipes[name].size for name in game.menu(seat))
        assert table.dishes[seat] == [counts[size] for size in variant.sizes]
    if variant.tokens.limit_play:
        for kind, level in enumerate(table.farm):
            assert level + sum(pile[kind] for pile in table.food) <= variant.tokens.per_kind


def candidates(game: Game) -> list[int]:
    """Every move that could be legal anywhere, and some that never are."""
    sizes, kinds, recipes = len(game.table.market), len(game.table.farm), len(game.variant.recipes)
    return [
        -1, 0, 1, *range(98, 102 + sizes), *range(198, 202 + kinds), 299, 300, 301, *range(398, 402 + sizes),
        *range(998, 1002 + recipes), *range(1_998, 2_012 + 10 * recipes),
    ]  # fmt: skip


def agree_on_legal_moves(game: Game) -> None:
    """Listed moves are allowed, all others refused by a rule; none is listed twice; each reads back from its words."""
    found = [-7] * (most_moves(game.rules) + 1)
    legal = found[: legal_moves(game.rules, game.table, found)]
    assert found[-1] == -7
    assert len(set(legal)) == len(legal)
    assert bool(legal) == (game.phase != "over")
    allowed = [move for move in candidates(game) if refusal(game.rules, game.table, move) == 0]
    assert sorted(legal) == allowed
    assert [read_move(game.names, move_text(game.names, move)) for move in legal] == legal


def follow(game: Game, seed: int) -> tuple[int, list[Step]]:
    """Play a game of random moves, checking everything after each."""
    ledger, steps, chance = Ledger(game), [], random.Random(seed)
    ledger.agrees()
    sound(game)
    bound = most_turns(game)
    for step in random_steps(game, chance, cooks_gladly if seed % 2 else lambda text: 1.0):
        ledger.read(step.events)
        ledger.agrees()
        sound(game)
        if chance.random() < 0.2 or game.phase == "over":
            agree_on_legal_moves(game)
        grows_only_by_cooking(step, game)
        steps.append(step)
        assert len(steps) <= bound
    return bound, steps


def most_turns(game: Game) -> int:
    """Between two buys there are fewer passes than seats; an evening has dishes, thrown fish, passes between."""
    rules = game.rules
    goods = rules.fish_dice + len(game.table.farm) * game.variant.market.farm.spaces + len(game.variant.recipes)
    morning = (goods + 1) * rules.players + rules.players * rules.last_actions
    evening = (rules.fish_dice * rules.days + 1) * rules.players
    return (morning + evening) * rules.days


def grows_only_by_cooking(step: Step, game: Game) -> None:
    """Money grows only through FC-5 and FC-7.1."""
    if any(now > before for now, before in zip(game.table.money, step.before.money, strict=True)):
        assert step.move >= COOK or game.table.now[PHASE] == OVER


@any_game
@given(data=variants(), players=st.sampled_from(PLAYER_COUNTS), seed=st.integers(0, 2**40))
def test_nothing_is_lost_and_games_end_in_any_variant(
    tmp_path_factory: pytest.TempPathFactory, data: dict[str, Any], players: int, seed: int
) -> None:
    variant = load_data(data, tmp_path_factory.getbasetemp()).model
    game = begin_variant(variant, players, game_key(seed & 0xFFFFFFFF, seed >> 32, 0), seed % players)
    _, steps = follow(game, seed)
    event(f"{len(steps) // 100} hundred moves")
    if variant.evening.pass_cost == 1 and not variant.evening.fish_keep:
        acting = sum(step.before.now[PHASE] == EVENING for step in steps)
        assert acting == len(game.told("fish-bought"))
    assert len(game.told("fish-rolled")) == len(game.told("day-over")) == game.rules.days


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_nothing_is_lost_in_the_classic(players: int) -> None:
    for seed in range(4):
        game = begin(players=players, key=game_key(seed, 1, 0), chef=seed % players)
        follow(game, seed)
        sources = {told.details["source"] for told in game.told("cooked")}
        assert sources <= {"hand", "school", "menu", "rival"}


def test_random_games_try_everything() -> None:
    """The invariants above are of some account: in a few games every kind of event happens."""
    seen = set()
    for seed in range(30):
        game = begin(players=4, key=game_key(seed, 1, 0))
        for _ in random_steps(game, random.Random(seed), cooks_gladly):
            pass
        seen |= {told.name for told in game.events}
    assert seen >= {
        "start-money", "dealt", "days", "first-chef", "row-filled", "market-cleared", "fish-rolled", "fish-rerolled",
        "school-filled", "passed", "recipe-bought", "recipe-drawn", "food-bought", "fish-bought", "bell", "chef",
        "last-actions", "cooked", "steal-rolled", "stolen", "fish-thrown", "market-spoils", "day-over", "menu-bonus",
        "won",
    }  # fmt: skip


def test_limited_tokens_are_conserved() -> None:
    """12 of a kind in row, seats and supply; play hoards them, and rows stay short."""
    game = begin("tokens.limit_play=yes", "tokens.per_kind=12", "set_up.money=500", players=6)
    short = False
    chance = random.Random(12)
    for step in random_steps(
        game, chance, lambda text: 9.0 if text.startswith("buy") else 0.1 if "cook" in text else 1.0
    ):
        for kind, level in enumerate(game.table.farm):
            assert level + sum(pile[kind] for pile in game.table.food) <= 12
        for told in step.events:
            if told.name == "row-filled":
                short |= (
                    told.details["to"]
                    < game.variant.market.farm.rows[told.details["kind"]].fill[told.details["die"] - 1]
                )
    assert short


def test_a_longer_table_never_waits_for_a_seat_that_cannot_act() -> None:
    """There is a legal move as long as the game lasts, and the acting seat has fish in the evening."""
    for seed in range(20):
        game = begin("evening.pass_cost=2", players=3, key=game_key(seed, 2, 0))
        for _ in random_steps(game, random.Random(seed)):
            if game.phase == "evening":
                assert game.fish(game.seat)
            assert bool(game.legal()) == (game.phase != "over")


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("settings", [[], ["evening.fish_keep=yes"], ["evening.pass_cost=2", "evening.bigger_fish=no"]])
def test_every_number_that_is_not_listed_is_refused(settings: list[str], players: int) -> None:
    """From below nothing to beyond the last dish."""
    game = begin(*settings, players=players, key=game_key(players, 4, 0))
    found = [0] * most_moves(game.rules)
    for turn, _ in enumerate(random_steps(game, random.Random(players), cooks_gladly)):
        if turn % 11 == 0 or game.phase == "over":
            legal = found[: legal_moves(game.rules, game.table, found)]
            beyond = COOK + 10 * len(game.variant.recipes) + 20
            allowed = [move for move in range(-9, beyond) if refusal(game.rules, game.table, move) == 0]
            assert sorted(legal) == allowed


NEW_RECIPE = "recipes.new-dish={size: 3, ingredients: [wine, mushroom], main: 30, bonus: 4}"
NEW_KIND = [
    "kinds.seaweed={letter: S, colour: sky, badge: star, foods: [nori, kelp]}",
    "market.farm.rows.seaweed={prices: [5, 4, 3, 2, 1], fill: [1, 2, 3, 4, 5, 5]}",
]


def chance_of(game: Game) -> tuple[list[Any], list[str]]:
    """The dice of every day when everybody passes, and the whole order of the cards."""
    cards = game.deck()
    while game.phase != "over":
        game.do("pass")
    dice = [
        (told.details["kind"], told.details["die"]) if told.name == "row-filled" else told.details["fish"]
        for told in game.events
        if told.name in ("row-filled", "fish-rolled")
    ]
    return dice, cards


@pytest.mark.parametrize("settings", [[NEW_RECIPE], NEW_KIND, [NEW_RECIPE, *NEW_KIND]], ids=["recipe", "kind", "both"])
def test_a_recipe_or_a_kind_more_leaves_dice_and_other_cards_as_they_were(settings: list[str]) -> None:
    """Nobody is dealt anything and nothing lies in the school, so that the deck shows the whole order."""
    plain = ["set_up.recipes_dealt=0", "school.cards=0"]
    places = set()
    for number in range(20):
        key = game_key(number, 0, number)
        dice, order = chance_of(begin(*plain, key=key))
        new_dice, new_order = chance_of(begin(*plain, *settings, key=key))
        assert [roll for roll in new_dice if roll[0] != "seaweed"] == dice
        assert [name for name in new_order if name != "new-dish"] == order
        places |= {new_order.index(name) for name in new_order if name == "new-dish"}
    assert len(places) > 10 or NEW_RECIPE not in settings


def test_a_recipe_less_leaves_the_others_as_they_were() -> None:
    plain = ["set_up.recipes_dealt=0", "school.cards=0"]
    for number in range(10):
        key = game_key(3, 3, number)
        dice, order = chance_of(begin(*plain, key=key))
        fewer_dice, fewer = chance_of(begin(*plain, "remove=[recipes.sole-meuniere]", key=key))
        assert (fewer_dice, fewer) == (dice, [name for name in order if name != "sole-meuniere"])


def test_dice_do_not_depend_on_what_is_played() -> None:
    """Whoever does what on the first day, the second day's dice are the same."""
    rolled = set()
    for seed in range(5):
        game = begin(players=3, key=game_key(8, 0, 0))
        for _ in random_steps(game, random.Random(seed)):
            pass
        rolled.add(str([told.details["die"] for told in game.told("row-filled")]))
    assert len(rolled) == 1
