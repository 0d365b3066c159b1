"""What things are called: a variant's own names, and those of the words' catalogue."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kitgen.games.discount_salmon.variant import Variant, Wording
from kitgen.source.words import Words


@dataclass(frozen=True)
class Names:
    """A variant with the words of a language."""

    variant: Variant
    words: Words

    def fish_name(self, fish: str) -> str:
        """What a fish of the lake is called."""
        return self._called(self.variant.fish[fish].name, f"fish.{fish}.name", f"fish.{fish}", fish)

    def problem_name(self, problem: str) -> str:
        """What a problem is called, as an adjective."""
        return self._called(
            self.variant.problems[problem].name, f"problems.{problem}.name", f"problems.{problem}", problem
        )

    def cure_name(self, problem: str) -> str:
        """What the card that mends a problem is called."""
        return self._called(
            self.variant.problems[problem].cure, f"problems.{problem}.cure", f"cures.{problem}", problem
        )

    def harm_name(self, problem: str) -> str:
        """What the card that brings a problem back is called."""
        return self._called(
            self.variant.problems[problem].harm, f"problems.{problem}.harm", f"harms.{problem}", problem
        )

    def listed(self, things: Iterable[str]) -> str:
        """``a, b and c``."""
        texts = list(things)
        return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {self.words('and')} {texts[-1]}"

    def _called(self, own: Wording | None, place: str, path: str, id_: str) -> str:
        """What the variant says at ``place``, else the catalogue at ``path``, else the id; what is lacking is noted."""
        if isinstance(own, str):
            return own
        if own:
            if self.words.language not in own:
                self.words.note_missing(place)
            return own.get(self.words.language) or next(iter(own.values()))
        found = self.words.find(path)
        if found is None:
            self.words.note_unnamed(path)
        return found or id_.replace("-", " ")
