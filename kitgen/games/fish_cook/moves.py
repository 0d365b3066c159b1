"""Moves in words: as transcripts write them, and as a player types them."""

from __future__ import annotations

from kitgen.games.fish_cook.events import Names
from kitgen.games.fish_cook.table import BUY_BLIND, BUY_FISH, BUY_FOOD, BUY_RECIPE, COOK, PASS, THROW


def move_text(names: Names, move: int) -> str:
    """A move as a transcript writes it: ``fish 3``, ``buy roe``, ``cook sole-meuniere with 4``."""
    if move >= COOK:
        recipe, size = divmod(move - COOK, 10)
        return f"cook {names.recipes[recipe]} with {size + 1}"
    if move >= BUY_RECIPE:
        return f"recipe {names.recipes[move - BUY_RECIPE]}"
    if move >= THROW:
        return f"throw {move - THROW + 1}"
    if move == BUY_BLIND:
        return "blind"
    if move >= BUY_FOOD:
        return f"buy {names.kinds[move - BUY_FOOD]}"
    return "pass" if move == PASS else f"fish {move - BUY_FISH + 1}"


def read_move(names: Names, text: str) -> int | None:
    """The move that a transcript means, or None where the variant has nothing of that name."""
    word, _, rest = text.partition(" ")
    if word == "cook":
        recipe, _, size = rest.partition(" with ")
        known = recipe in names.recipes and size.isdecimal() and 1 <= int(size) <= 9
        return COOK + 10 * names.recipes.index(recipe) + int(size) - 1 if known else None
    if word == "recipe":
        return BUY_RECIPE + names.recipes.index(rest) if rest in names.recipes else None
    if word == "buy":
        return BUY_FOOD + names.kinds.index(rest) if rest in names.kinds else None
    if word in ("fish", "throw") and rest.isdecimal() and 1 <= int(rest) <= 9:
        return (BUY_FISH if word == "fish" else THROW) + int(rest) - 1
    return {"pass": PASS, "blind": BUY_BLIND}.get(text)
