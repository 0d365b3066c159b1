"""The rule sheet's worked examples, computed from the variant's own figures.

Each example is a small mapping of numbers and ids; the templates put the names and the sentences around them. An
example that makes no sense in a variant is left out, and a template asks for an example before it shows one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from kitgen.games.fish_cook.variant import FarmRow, Recipe, Variant

Example: TypeAlias = dict[str, int | str | list[int] | list[str]]
"""One worked example: figures, ids of kinds and recipes, seats as numbers from 0."""

EXAMPLE_SEATS = 4
"""Seats of the bell's example, where the variant allows as many."""


def examples(variant: Variant) -> dict[str, Example]:
    """Every worked example that makes sense in this variant, by name."""
    own = _own(variant)
    school = _school(variant, avoid={str(own["recipe"])})
    avoid = {str(example["recipe"]) for example in (own, school) if example is not None}
    found: dict[str, Example | None] = {
        "fill": _fill(variant),
        "stay": _stay(variant),
        "fish_row": _fish_row(variant),
        "extras": _extras(variant),
        "bell": _bell(variant),
        "own": own,
        "bigger": _bigger(variant, str(own["recipe"])),
        "school": school,
        "rival": _rival(variant, avoid),
        "menu": _menu(variant),
    }
    return {name: example for name, example in found.items() if example is not None}


def _middle_row(variant: Variant) -> tuple[str, FarmRow]:
    """The farm row that the examples are about: the middle one, the lower of two."""
    rows = list(variant.market.farm.rows.items())
    return rows[len(rows) // 2]


def _fill(variant: Variant) -> Example | None:
    """FC-2.1: faces that fill the row to the space nearest the middle, and the row's level before and after.

    Left out where no face fills a space, or where a limited supply cannot fill so many.
    """
    kind, row = _middle_row(variant)
    middle = (variant.market.farm.spaces + 1) // 2
    space = min(row.fill, key=lambda filled: (abs(filled - middle), filled))
    if space < 1 or (variant.tokens.limit_play and variant.tokens.per_kind < space):
        return None
    faces = [face for face, filled in enumerate(row.fill, 1) if filled == space]
    start = 1 if space > 1 else 0
    return {"kind": kind, "faces": faces, "space": space, "start": start, "after": space, "added": space - start}


def _stay(variant: Variant) -> Example | None:
    """FC-2.1: a row that holds more than a low roll fills, and so stays; left out where even a 1 fills every space."""
    kind, row = _middle_row(variant)
    space, spaces = row.fill[0], variant.market.farm.spaces
    level = max(spaces - 1, space + 1)
    if level > spaces or (variant.tokens.limit_play and variant.tokens.per_kind < level):
        return None
    return {"kind": kind, "roll": 1, "space": space, "level": level}


def _least_fish_dice(variant: Variant) -> int:
    """FC-2.3: the fewest dice that any number of players rolls, so that an example is true for all of them."""
    return min(variant.fish_dice(count) for count in variant.player_counts)


def _middle(sizes: Iterable[int]) -> int:
    """The middle one of some sizes, the smaller of two."""
    ordered = sorted(sizes)
    return ordered[(len(ordered) - 1) // 2]


def _fish_row(variant: Variant) -> Example | None:
    """FC-2.3 and FC-3.2: a few dice of the middle size, the spaces they stand on, and their prices, cheap to dear."""
    size = _middle(variant.sizes)
    length = variant.market.fish.row_length
    dice = min((length + 1) // 2, _least_fish_dice(variant))
    spaces = list(range(length - dice + 1, length + 1))
    prices = list(variant.market.fish.ladders[size][length - dice : length])
    if len(prices) != dice:
        return None
    return {"size": size, "dice": dice, "spaces": spaces, "prices": prices, "price": prices[0]}


def _extras(variant: Variant) -> Example | None:
    """FC-2.4: more dice of a size than its row holds; left out where there are too few dice or only one row."""
    length, dice = variant.market.fish.row_length, _least_fish_dice(variant)
    if len(variant.sizes) < 2 or dice <= length:
        return None
    rolled = min(length + 2, dice)
    return {"size": variant.sizes[0], "rolled": rolled, "kept": length, "extra": rolled - length}


def _bell(variant: Variant) -> Example | None:
    """FC-4.1, 4.3 and 4.4: who rings, where the chef goes, and the seats in the order of their last actions.

    Seats are numbered clockwise from 0; seat 0 is chef. The chef's next seat is left out where it depends on money,
    the kind where no row can ring, and the whole example where nothing can.
    """
    rows_ring = variant.morning.empty_rows_end <= len(variant.market.farm.rows)
    if not rows_ring:
        return None
    seats = min(variant.players.max, max(variant.players.min, EXAMPLE_SEATS))
    ringer = seats // 2
    order = [(ringer + step) % seats for step in range(1, seats + 1)] if variant.morning.last_actions else []
    example: Example = {"kind": _middle_row(variant)[0], "seats": seats, "ringer": ringer, "order": order}
    if variant.next_chef != "loser":
        example["chef"] = (ringer + 1) % seats if variant.next_chef == "after-ringer" else 1
    return example


def _choose(
    variant: Variant, avoid: Iterable[str] = (), ingredients: int = 2, suits: Callable[[Recipe], bool] = lambda _: True
) -> str | None:
    """The recipe for an example: suitable, not used before, with so many ingredients, of a middle size, the first."""
    middle = _middle(recipe.size for recipe in variant.recipes.values())
    avoided = set(avoid)

    def rank(name: str) -> tuple[bool, int, int]:
        recipe = variant.recipes[name]
        return name in avoided, abs(len(recipe.ingredients) - ingredients), abs(recipe.size - middle)

    return min((name for name, recipe in variant.recipes.items() if suits(recipe)), key=rank, default=None)


def _dish(variant: Variant, name: str) -> Example:
    """A recipe's own figures, for an example that cooks it."""
    recipe = variant.recipes[name]
    return {
        "recipe": name,
        "size": recipe.size,
        "ingredients": list(recipe.ingredients),
        "main": recipe.main,
        "bonus": recipe.bonus,
    }


def _own(variant: Variant) -> Example:
    """FC-5.6: a dish from one's own hand, and the money that it earns."""
    name = _choose(variant)
    assert name is not None, "a variant has recipes"
    recipe = variant.recipes[name]
    return _dish(variant, name) | {"money": recipe.main + recipe.bonus}


def _bigger(variant: Variant, own: str) -> Example | None:
    """FC-5.5: a bigger fish for a dish, the one of ``own`` where there is a bigger fish; it earns nothing extra."""
    if not variant.evening.bigger_fish:
        return None
    biggest = variant.sizes[-1]
    name = own if variant.recipes[own].size < biggest else _choose(variant, suits=lambda dish: dish.size < biggest)
    if name is None:
        return None
    size = variant.recipes[name].size
    return _dish(variant, name) | {"sizes": [fish for fish in variant.sizes if fish >= size], "used": biggest}


def _school(variant: Variant, avoid: Iterable[str]) -> Example | None:
    """FC-5.7: a dish from the school, and the money that it earns; left out where the school's are not cooked."""
    if not variant.evening.cook_from_school or not variant.school.cards:
        return None
    name = _choose(variant, avoid, ingredients=1)
    assert name is not None, "a variant has recipes"
    recipe = variant.recipes[name]
    return _dish(variant, name) | {"money": recipe.main + (recipe.bonus if variant.evening.school_bonus else 0)}


def _rival(variant: Variant, avoid: Iterable[str]) -> Example | None:
    """FC-5.9 to 5.11: a dish of a rival's: who earns what, and the lowest roll that steals the card.

    Left out where rivals' dishes are not cooked. ``lowest`` is absent where nothing is ever stolen, and is above the
    die's ``faces`` where no roll can steal this card; a card that a roll decides is preferred.
    """
    evening = variant.evening
    if not evening.cook_from_rivals:
        return None
    faces, rule = int(evening.steal.die[1:]), evening.steal.succeeds_on
    name = None
    if rule == "bonus":
        name = _choose(variant, avoid, ingredients=3, suits=lambda dish: 1 < dish.bonus <= faces)
    name = name or _choose(variant, avoid, ingredients=3)
    assert name is not None, "a variant has recipes"
    recipe = variant.recipes[name]
    cook = recipe.main + (recipe.bonus if evening.rival_bonus == "cook" else 0)
    example = _dish(variant, name) | {"cook": cook, "owner": recipe.bonus if evening.rival_bonus == "owner" else 0}
    if rule != "never":
        example |= {"faces": faces, "lowest": recipe.bonus if rule == "bonus" else rule}
    return example


def _menu(variant: Variant) -> Example | None:
    """FC-7.1: two players tie for the most dishes of a size, and what each of them gets.

    Left out where there is no bonus, or where no size with a bonus has a dish for each of two players.
    """
    table = variant.end.menu_bonus
    if table == "none":
        return None
    dishes = {size: sum(recipe.size == size for recipe in variant.recipes.values()) for size in variant.sizes}
    sizes = [size for size, count in dishes.items() if count >= 2 and table.get(size, 0) > 0]
    if not sizes:
        return None
    size = _middle(sizes)
    each = {"all": table[size], "split": table[size] // 2, "nobody": 0}[variant.end.menu_tie]
    return {"size": size, "dishes": 2 if dishes[size] >= 4 else 1, "bonus": table[size], "each": each}
