"""What things are called: a variant's own names, and those of the words' catalogue."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kitgen.games.fish_cook.variant import Variant
from kitgen.source.words import Words


@dataclass(frozen=True)
class Wording:
    """A variant with the words of a language."""

    variant: Variant
    words: Words

    def food_names(self, kind: str) -> list[str]:
        """The two foods of a kind; a food without words of its own is called by its id."""
        return [self._named(f"foods.{food}", food) for food in self.variant.kinds[kind].foods]

    def kind_name(self, kind: str) -> str:
        """Both foods of a kind, ``roe / ginger``."""
        return " / ".join(self.food_names(kind))

    def fish_name(self, size: int) -> str:
        """The fish of a size."""
        return self.words(f"fish.{size}")

    def dish(self, recipe_id: str) -> str:
        """A dish's name: what the recipe says, else the catalogue, else its id."""
        name = self.variant.recipes[recipe_id].name
        if isinstance(name, str):
            return name
        if name:
            if self.words.language not in name:
                self.words.note_missing(f"recipes.{recipe_id}.name")
            return name.get(self.words.language) or next(iter(name.values()))
        return self._named(f"dishes.{recipe_id}", recipe_id)

    def _named(self, path: str, id_: str) -> str:
        """What the catalogue calls a thing, else its id, and that is noted."""
        found = self.words.find(path)
        if found is None:
            self.words.note_unnamed(path)
        return found or id_.replace("-", " ")

    def money(self, amount: int) -> str:
        """An amount in the way the language writes it."""
        return self.words("money", amount=amount)

    def listed(self, things: Iterable[str]) -> str:
        """``a, b and c``."""
        texts = list(things)
        return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {self.words('and')} {texts[-1]}"
