"""What makes a Fish Cook variant impossible to build or to play, found without playing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kitgen.diagnostics import Diagnostic, Path, Severity, counted, did_you_mean, dotted, one_of
from kitgen.games.fish_cook.variant import Variant
from kitgen.source.faults import AT_KEY, Fault, find_faults
from kitgen.source.yaml_text import Document

SCHOOL_RESERVE = 4
"""Recipes that should be left to draw once everybody is dealt theirs and the school lies open."""


def check_variant(variant: Variant, document: Document) -> list[Diagnostic]:
    """Every semantic fault of a well-formed variant, errors first."""
    return [
        *find_faults(variant, document, Severity.ERROR, _ERRORS),
        *find_faults(variant, document, Severity.WARNING, _WARNINGS),
    ]


def _players(variant: Variant) -> Iterator[Fault]:
    if variant.players.min > variant.players.max:
        message = f"at least {variant.players.min} but at most {variant.players.max} players"
        yield "players-reversed", ("players",), message, "let min be at most max"
    for name, path, table in (
        ("days", ("set_up", "days"), variant.set_up.days),
        ("fish dice", ("market", "fish", "dice"), variant.market.fish.dice),
    ):
        if isinstance(table, dict):
            missing = [count for count in variant.player_counts if count not in table]
            if missing:
                listed = one_of(str(count) for count in missing)
                yield (
                    "players-missing",
                    [path, (*path, str(missing[0])), ("players", "max"), ("players", "min")],
                    f"no {name} are given for {listed} players",
                    "give them for every number of players",
                )


def _ladders(variant: Variant) -> Iterator[Fault]:
    """FC-3.2, FC-3.3: a price for each space; fish rise and farm rows fall from left to right."""
    fish, farm = variant.market.fish, variant.market.farm
    for size, ladder in fish.ladders.items():
        path: Path = ("market", "fish", "ladders", str(size))
        yield from _length(path, ladder, fish.row_length, ("market", "fish", "row_length"))
        if list(ladder) != sorted(ladder):
            hint = "order them cheap to dear: the row sells from the left, and the cheapest fish goes first"
            yield "ladder-order", path, "prices of a fish row must not fall from left to right", hint
    for kind, row in farm.rows.items():
        path = ("market", "farm", "rows", kind, "prices")
        yield from _length(path, row.prices, farm.spaces, ("market", "farm", "spaces"))
        if list(row.prices) != sorted(row.prices, reverse=True):
            hint = "order them dear to cheap: the row sells from the right, and the cheapest token goes first"
            yield "ladder-order", path, "prices of a farm row must not rise from left to right", hint
    expected = list(range(1, len(fish.ladders) + 1))
    if sorted(fish.ladders) != expected:
        found = ", ".join(str(size) for size in sorted(fish.ladders))
        message = f"sizes must be 1, 2, 3 … without a gap; found {found}"
        yield "sizes-gap", ("market", "fish", "ladders"), message, f"with {len(expected)} rows: 1 to {expected[-1]}"


def _length(path: Path, ladder: tuple[int, ...], spaces: int, key: Path) -> Iterator[Fault]:
    if len(ladder) != spaces:
        message = f"the ladder has {counted(len(ladder), 'price')}, but a row has {counted(spaces, 'space')}"
        hint = f"give {counted(spaces, 'price')} in each row, or change {dotted(key)}"
        yield "ladder-length", [path, key], message, hint


def _fill_tables(variant: Variant) -> Iterator[Fault]:
    """FC-2.1: one space a die face, non-decreasing, inside the row."""
    farm = variant.market.farm
    for kind, row in farm.rows.items():
        path: Path = ("market", "farm", "rows", kind, "fill")
        if len(row.fill) != variant.farm_die_faces:
            message = f"the fill table has {len(row.fill)} entries, but a {farm.die} has {variant.farm_die_faces} faces"
            yield "fill-length", [path, ("market", "farm", "die")], message, "give one space for each face of the die"
        for face, space in enumerate(row.fill, start=1):
            if not 1 <= space <= farm.spaces:
                message = f"face {face} fills to space {space}, but the row has spaces 1 to {farm.spaces}"
                yield "fill-range", (*path, face - 1), message, f"allowed is 1 to {farm.spaces}"
        for face, (before, after) in enumerate(zip(row.fill, row.fill[1:], strict=False), start=2):
            if after < before:
                message = f"face {face} fills to space {after}, less than face {face - 1} does ({before})"
                yield "fill-decreases", (*path, face - 1), message, "a higher roll never fills less"


def _fish_dice(variant: Variant) -> Iterator[Fault]:
    """FC-2.3, FC-2.4: every die must find a space, or re-rolling never ends."""
    fish = variant.market.fish
    spaces = len(fish.ladders) * fish.row_length
    counts: list[tuple[Path, int]]
    if isinstance(fish.dice, int):
        counts = [(("market", "fish", "dice"), fish.dice)]
    else:
        counts = [(("market", "fish", "dice", str(count)), dice) for count, dice in fish.dice.items()]
    for path, dice in counts:
        if dice > spaces:
            message = f"{dice} fish dice, but only {len(fish.ladders)} rows of {fish.row_length} = {spaces} spaces"
            yield "too-many-fish-dice", path, message, f"at most {spaces}, or longer rows"


def _kinds(variant: Variant) -> Iterator[Fault]:
    for kind in variant.market.farm.rows:
        if kind not in variant.kinds:
            yield (
                "unknown-kind",
                ("market", "farm", "rows", kind, AT_KEY),
                f"there is no ingredient kind {kind!r}",
                _near(kind, variant),
            )
    for attribute in ("letter", "badge"):
        seen: dict[str, str] = {}
        for name, kind_of in variant.kinds.items():
            value = getattr(kind_of, attribute)
            if value in seen:
                message = f"{name} and {seen[value]} have the same {attribute} {value!r}"
                clash: list[Path] = [("kinds", name, attribute), ("kinds", seen[value], attribute)]
                yield "same-mark", clash, message, "players tell kinds apart by it; choose another"
            seen.setdefault(value, name)


def _near(kind: str, variant: Variant) -> str:
    return did_you_mean(kind, variant.kinds) or f"known kinds: {', '.join(variant.kinds)}"


def _recipes(variant: Variant) -> Iterator[Fault]:
    same: dict[tuple[int, frozenset[str]], str] = {}
    for name, recipe in variant.recipes.items():
        path: Path = ("recipes", name)
        if len(set(recipe.ingredients)) < len(recipe.ingredients):
            message, hint = "an ingredient stands here twice", "each kind at most once"
            yield "repeated-ingredient", (*path, "ingredients"), message, hint
        if recipe.size not in variant.market.fish.ladders:
            message = f"there is no row for fish of size {recipe.size}"
            yield "unknown-size", (*path, "size"), message, f"sizes are {one_of(str(size) for size in variant.sizes)}"
        key = (recipe.size, frozenset(recipe.ingredients))
        if key in same:
            message = f"the same fish size and ingredients as {same[key]}"
            yield "duplicate-recipe", [path, ("recipes", same[key])], message, "change one of them, or remove it"
        same.setdefault(key, name)


def _ingredients(variant: Variant) -> Iterator[Fault]:
    """What no recipe can be cooked with, one fault a kind, however many recipes need it."""
    needs: dict[str, list[Path]] = {}
    for name, recipe in variant.recipes.items():
        for at, kind in enumerate(recipe.ingredients):
            needs.setdefault(kind, []).append(("recipes", name, "ingredients", at))
    sold = variant.market.farm.rows
    for kind, needed in needs.items():
        others = f" (so do {counted(len(needed) - 1, 'other recipe')})" if len(needed) > 1 else ""
        without = f"take the recipes out: remove: [{', '.join(f'recipes.{path[1]}' for path in needed)}]"
        if kind not in variant.kinds:
            message = f"there is no ingredient kind {kind!r}" + (
                f", and {needed[0][1]} needs it{others}" if others else ""
            )
            hint = f"{_near(kind, variant)}; or {without}" if others else _near(kind, variant)
            yield "unknown-kind", [("kinds", kind), *needed] if others else needed, message, hint
        elif kind not in sold:
            message = f"{needed[0][1]} needs {kind!r}{others}, but no row of the farm market sells it"
            hint = f"give {kind} a row in market.farm.rows, or {without if others else f'use {one_of(sold)}'}"
            yield "never-sold", [("market", "farm", "rows", kind), *needed], message, hint


_OF_THE_DECK: list[Path] = [("recipes",), ("set_up", "recipes_dealt"), ("school", "cards"), ("players", "max")]
"""What may make a deck too small."""


def _deck(variant: Variant) -> Iterator[Fault]:
    """FC-1.2, FC-2.5: the deck must cover the deal and the school at the fullest table."""
    recipes, needed = len(variant.recipes), _dealt(variant)
    if recipes < needed:
        dealt = f"{variant.players.max} players with {variant.set_up.recipes_dealt} each"
        message = f"{counted(recipes, 'recipe')}, but {dealt} and a school of {variant.school.cards} need {needed}"
        yield "too-few-recipes", _OF_THE_DECK, message, "add recipes, deal fewer, or allow fewer players"


def _dealt(variant: Variant) -> int:
    """Recipes that lie outside the deck on the first morning of the fullest table."""
    return variant.players.max * variant.set_up.recipes_dealt + variant.school.cards


def _tokens(variant: Variant) -> Iterator[Fault]:
    """The printed tokens must at least fill every row."""
    if variant.tokens.per_kind < variant.market.farm.spaces:
        message = f"{variant.tokens.per_kind} tokens of a kind cannot fill a row of {variant.market.farm.spaces} spaces"
        yield "too-few-tokens", ("tokens", "per_kind"), message, f"print at least {variant.market.farm.spaces}"


def _menu_bonus(variant: Variant) -> Iterator[Fault]:
    bonus = variant.end.menu_bonus
    if isinstance(bonus, dict):
        for size in bonus:
            if size not in variant.market.fish.ladders:
                message = f"a menu bonus for size {size}, which has no row"
                yield "unknown-size", ("end", "menu_bonus", str(size), AT_KEY), message, "remove it"
        missing = [size for size in variant.sizes if size not in bonus]
        if missing:
            listed = one_of(str(size) for size in missing)
            clash: list[Path] = [("end", "menu_bonus"), ("market", "fish", "ladders", str(missing[0]))]
            hint = f"write end: {{menu_bonus: {{{missing[0]}: {missing[0]}}}}}, or 0 where there is none"
            yield "bonus-missing", clash, f"there is no menu bonus for size {listed}", hint


def _steal(variant: Variant) -> Iterator[Fault]:
    steal = variant.evening.steal
    faces = int(steal.die[1:])
    if isinstance(steal.succeeds_on, int) and steal.succeeds_on > faces:
        message = f"a {steal.die} never rolls {steal.succeeds_on}"
        yield "never-rolled", ("evening", "steal", "succeeds_on"), message, f"at most {faces}; or write never"


def _amounts(variant: Variant) -> Iterator[int]:
    """Everything that is paid: the bank, of course, changes notes."""
    ladders = [*variant.market.fish.ladders.values(), *(row.prices for row in variant.market.farm.rows.values())]
    yield from (price for ladder in ladders for price in ladder)
    yield from (variant.set_up.money, variant.school.face_up_price, variant.school.blind_price)
    yield from (amount for recipe in variant.recipes.values() for amount in (recipe.main, recipe.bonus))
    bonus = variant.end.menu_bonus
    if isinstance(bonus, dict):
        yield from bonus.values()
        if variant.end.menu_tie == "split":
            yield 1  # whatever the shares come to


def _notes(variant: Variant) -> Iterator[Fault]:
    least = min(variant.bank.notes)
    odd = sorted(amount for amount in _amounts(variant) if amount % least)
    if odd:
        message = f"the smallest note is {least}, with which nobody can pay {odd[0]}"
        yield "no-ones", ("bank", "notes"), message, "add 1 to the notes"
    if len(set(variant.bank.notes)) < len(variant.bank.notes):
        yield "same-mark", ("bank", "notes"), "a value stands here twice", "each value once"


def _unsold_kinds(variant: Variant) -> Iterator[Fault]:
    used = {kind for recipe in variant.recipes.values() for kind in recipe.ingredients}
    for kind in variant.kinds:
        if kind not in used:
            yield (
                "unused-kind",
                ("kinds", kind),
                f"no recipe uses {kind}",
                "give it a recipe, or remove it with its row",
            )


def _tight_deck(variant: Variant) -> Iterator[Fault]:
    left = len(variant.recipes) - _dealt(variant)
    if 0 <= left < SCHOOL_RESERVE:
        drawn = f"only {counted(left, 'recipe')} can be drawn after the first morning's deal"
        message = f"with {variant.players.max} players {drawn}"
        yield "tight-deck", _OF_THE_DECK, message, "add some recipes"


_ERRORS: tuple[Callable[[Variant], Iterator[Fault]], ...] = (
    _players,
    _ladders,
    _fill_tables,
    _fish_dice,
    _kinds,
    _recipes,
    _ingredients,
    _deck,
    _tokens,
    _menu_bonus,
    _steal,
    _notes,
)
_WARNINGS: tuple[Callable[[Variant], Iterator[Fault]], ...] = (_unsold_kinds, _tight_deck)
