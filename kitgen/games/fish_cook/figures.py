"""What is told of many games of Fish Cook: figures, what the box must hold, and what people call the things counted."""

from __future__ import annotations

from collections.abc import Sequence

from kitgen.components.money import note_counts
from kitgen.games.fish_cook.counts import ALL_PASSED, COUNTED_RULES, FISH_MARKET
from kitgen.games.fish_cook.variant import Variant
from kitgen.games.fish_cook.wording import Wording
from kitgen.play.figures import COURSE, MONEY, BoxItem, Figure
from kitgen.source.words import Words

MORNINGS, EVENINGS, INCOME = "Mornings", "Evenings", "Where the money comes from"
RECIPES, MARKETS, RULES = "Recipes", "Markets", "Rules"


def figures(variant: Variant, players: int) -> Sequence[Figure]:
    """The game's own figures for one number of players."""
    days = variant.set_up.days[players]
    a_day, percent, a_day_percent = 1 / days, 100.0, 100 / days
    return [
        Figure(MONEY, "income", "Earned by all players", "mean", "income", unit="$"),
        Figure(COURSE, "minutes", "Minutes (people who know it)", "mean", "seconds", scale=1 / 60, unit="min",
               reference=float(variant.playing_time)),
        Figure(MORNINGS, "shopping", "Actions a morning and player", "mean", "shopping",
               scale=a_day / players),
        Figure(MORNINGS, "morning-ended-by", "Mornings ended by", "mean", "morning-ended-by", scale=a_day_percent,
               unit="%"),
        Figure(MORNINGS, "deck-dry", "Games with the deck run dry", "games", "deck-dry", scale=percent, unit="%"),
        *([Figure(MORNINGS, "tokens-dry", "Games with too few tokens", "games", "tokens-dry",
                  scale=percent, unit="%", flag=False)] if variant.tokens.limit_play else []),
        Figure(EVENINGS, "dishes", "Dishes a day", "mean", "dishes", scale=a_day),
        Figure(EVENINGS, "thrown", "Fish thrown away, a day", "mean", "thrown", scale=a_day),
        Figure(EVENINGS, "steals", "Steals that succeed", "ratio", "rule/FC-5.11", "rule/FC-5.10",
               scale=percent, unit="%"),
        Figure(INCOME, "earned", "Share of all income", "ratio", "earned", "income", scale=percent, unit="%"),
        Figure(RECIPES, "cooked", "Cooked in a game", "mean", "cooked"),
        Figure(RECIPES, "recipe-share", "Share of all income", "ratio", "recipe-paid", "income", scale=percent,
               unit="%"),
        Figure(MARKETS, "fish-bought", "Fish bought a day", "mean", "fish-bought", scale=a_day),
        Figure(MARKETS, "fish-sold", "Fish sold, of those in the market", "ratio", "fish-bought", "fish-offered",
               scale=percent, unit="%"),
        Figure(MARKETS, "fish-price", "Price paid for a fish", "ratio", "fish-paid", "fish-bought", unit="$"),
        Figure(MARKETS, "food-bought", "Ingredients bought a day", "mean", "food-bought", scale=a_day),
        Figure(MARKETS, "food-price", "Price paid for an ingredient", "ratio", "food-paid", "food-bought", unit="$"),
        Figure(MARKETS, "fish-step", "Fish bought on a space, in a game", "mean", "fish-step"),
        Figure(MARKETS, "food-step", "Ingredients bought on a space, in a game", "mean", "food-step"),
        Figure(RULES, "rule", "Uses in a game", "mean", "rule"),
    ]  # fmt: skip


def box_items(variant: Variant) -> Sequence[BoxItem]:
    """What the kit prints in a number and play may run short of."""
    notes = note_counts(variant.bank.notes, variant.bank.per_player, variant.players.max)
    money = sum(value * count for value, count in notes.items())
    return [
        *(BoxItem(f"tokens-peak/{kind}", f"tokens of {kind}", variant.tokens.per_kind)
          for kind in variant.market.farm.rows),
        BoxItem("fish-peak", "fish dice", variant.most_fish_dice),
        BoxItem("money-peak", "dollars in banknotes", money),
        *(BoxItem(f"notes-peak/{value}", f"banknotes of {value}", count)
          for value, count in sorted(notes.items(), reverse=True)),
    ]  # fmt: skip


def names(variant: Variant, words: Words) -> dict[str, str]:
    """What people call the labels of counts."""
    said = Wording(variant, words)
    fish = {str(size): f"{size} {said.fish_name(size)}" for size in variant.sizes}
    found = {kind: said.kind_name(kind) for kind in variant.market.farm.rows}
    steps = {
        f"{kind}.{space}": f"{found[kind]}, {said.money(price)}"
        for kind, row in variant.market.farm.rows.items()
        for space, price in enumerate(row.prices, start=1)
    }
    steps |= {
        f"{size}.{space}": f"{fish[str(size)]}, {said.money(price)}"
        for size, ladder in variant.market.fish.ladders.items()
        for space, price in enumerate(ladder, start=1)
    }
    return {
        **found,
        **steps,
        **{f"{group}/{size}": name for group in ("fish-bought", "fish-paid") for size, name in fish.items()},
        **{recipe: said.dish(recipe) for recipe in variant.recipes},
        **{rule: f"{rule} {what}" for rule, what in COUNTED_RULES.items()},
        FISH_MARKET: "an empty fish market",
        ALL_PASSED: "all players passing",
        "hand": "the own hand",
        "school": "the school",
        "menu": "the own menu, again",
        "rival": "rivals' recipes",
        "owner": "guests' bonuses",
        "end": "menu bonuses at the end",
    }
