"""Homebrews that are broken on purpose. ``# here: code`` marks a line at which a finding of that code may stand."""

from __future__ import annotations

import re

from kitgen import pipeline

RECIPES = {
    name: recipe.model_dump() for name, recipe in pipeline.load("classic").model.recipes.items()
}  # as the classic has them
SIZES = range(1, 7)


def _each_recipe(change: str, code: str, wanted: str = "") -> str:
    """A line for each recipe (that needs a kind), its main value computed anew."""
    lines = []
    for name, recipe in RECIPES.items():
        if not wanted or wanted in recipe["ingredients"]:
            lines.append(f"  {name}: {{main: {eval(change, {'main': recipe['main']})}}}  # here: {code}\n")
    return "".join(lines)


BROKEN = {
    "no money at the start": "set_up:\n  money: 0  # here: nobody-acts\n",
    "hardly any money": "title: Paupers\nset_up:\n  money: 4  # here: nobody-acts\n",
    "fish that nobody can pay": "market:\n  fish:\n    ladders:\n"
    + "".join(f"      {size}: [150, 150, 150, 150, 150]  # here: nobody-acts\n" for size in SIZES),
    "a bell that cannot ring": (
        "morning:\n  empty_rows_end: 7  # here: bell-never-rings\n  empty_fish_market_ends: no\n"
    ),
    "a ladder upside down": "market:\n  fish:\n    ladders:\n      3: [9, 7, 6, 5, 4]  # here: ladder-order\n",
    "a kind that is never sold": "remove:\n  - market.farm.rows.roe  # here: never-sold\n",
    "steal on anything": "evening:\n  steal:\n    succeeds_on: 1  # here: steal-always\n",
    "a 200-dollar recipe": (
        "about: My sole.\nset_up: {money: 110}\nrecipes:\n"
        "  sole-meuniere:\n    main: 200  # here: recipe-towers box-runs-dry\n"
    ),
    "a free big fish": "market:\n  fish:\n    ladders:\n      6: [0, 0, 0, 0, 0]  # here: free-row sells-out\n",
    "free flour": (
        "school: {cards: 5}\nmarket:\n  farm:\n    rows:\n"
        "      flour:\n        prices: [0, 0, 0, 0, 0]  # here: free-row\n"
    ),
    "a dish that costs more than it earns": "recipes:\n  tuna-nicoise:\n    main: 3  # here: never-pays\n",
    "a dear new dish": (
        "title: Gold\nrecipes:\n  golden-eel:\n"
        "    {name: Golden eel, size: 6, ingredients: [wine, egg], main: 5, bonus: 1}  # here: never-pays\n"
    ),
    "a fish that nobody buys": (
        "market:\n  fish:\n    ladders:\n      5: [70, 70, 70, 70, 70]  # here: row-unused never-pays\n"
    ),
    "wine that is good for nothing": "recipes:\n" + _each_recipe("1", "never-pays", "wine"),
    "wine that is too dear": (
        "market:\n  farm:\n    rows:\n      wine:\n"
        "        prices: [60, 50, 45, 40, 40]  # here: kind-unused never-pays\n"
    ),
    "no own hand": ("school: {blind_price: 4}\nset_up:\n  recipes_dealt: 0  # here: rule-unused\n"),
    "a week of cooking": "set_up:\n  days: {2: 7, 3: 7, 4: 7, 5: 7, 6: 7}  # here: too-long\n",
    "a single day": "set_up:\n  days: {2: 1, 3: 1, 4: 1, 5: 1, 6: 1}  # here: too-short\n",
    "a quarter of an hour on the box": "title: Quick\nplaying_time: 15  # here: too-long\n",
    "a small bank": "bank:\n  per_player: 100  # here: box-runs-dry\n",
    "too few tokens": "tokens:\n  per_kind: 6  # here: box-too-small\n",
    "tokens that run out": "tokens:\n  limit_play: yes\n  per_kind: 5  # here: tokens-run-dry\n",
    "fish that keep": "market:\n  fish:\n    dice: 24\nevening:\n  fish_keep: yes  # here: box-too-small\n",
    "a deck that runs out": (
        "set_up: {recipes_dealt: 4}\nschool:\n  leftovers: replaced\n  cards: 10  # here: deck-runs-dry\n"
    ),
    "rows of one": (
        "market:\n  farm:\n    spaces: 1  # here: mornings-end-at-once\n    rows:\n"
        + "".join(
            f"      {kind}: {{prices: [{price}], fill: [1, 1, 1, 1, 1, 1]}}  # here: mornings-end-at-once\n"
            for kind, price in {"wine": 5, "mushroom": 4, "vegetable": 3, "roe": 3, "egg": 2, "flour": 2}.items()
        )
    ),
    "dishes that pay a quarter": "recipes:\n" + _each_recipe("main // 4", "money-shrinks never-pays"),
    "one fish a day": "market:\n  fish:\n    dice: 1  # here: too-short money-shrinks\n",
    "a menu bonus that is everything": (
        "end:\n  menu_bonus: {1: 300, 2: 300, 3: 300, 4: 300, 5: 300, 6: 300}  # here: one-source box-runs-dry\n"
    ),
}
"""What is wrong, and the YAML that a homebrew adds to ``extends: classic``."""


def marks(text: str) -> dict[str, set[int]]:
    """The lines that are marked, by code; lines count from 1."""
    found: dict[str, set[int]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        here = re.search(r"# here: (.*)", line)
        for code in here[1].split() if here else ():
            found.setdefault(code, set()).add(number)
    return found
