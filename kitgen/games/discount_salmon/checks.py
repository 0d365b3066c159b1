"""What makes a Discount Salmon variant impossible to build or to play, found without playing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kitgen.diagnostics import Diagnostic, Path, Severity, counted, did_you_mean
from kitgen.games.discount_salmon.naming import Naming
from kitgen.games.discount_salmon.variant import Variant
from kitgen.source.faults import Fault, find_faults
from kitgen.source.words import languages, load_words
from kitgen.source.yaml_text import Document

GAME = "discount-salmon"
SMALLEST_LAKE, LARGEST_LAKE = 15, 40
"""Fish cards, in all."""


def check_variant(variant: Variant, document: Document) -> list[Diagnostic]:
    """Every semantic fault of a well-formed variant, errors first."""
    return [
        *find_faults(variant, document, Severity.ERROR, _ERRORS),
        *find_faults(variant, document, Severity.WARNING, _WARNINGS),
    ]


def _players(variant: Variant) -> Iterator[Fault]:
    if variant.players.min > variant.players.max:
        message = f"at least {variant.players.min} but at most {variant.players.max} players"
        yield "players-reversed", [("players",)], message, "let min be at most max"


def _fish(variant: Variant) -> Iterator[Fault]:
    unknown: dict[str, list[Path]] = {}
    for name, fish in variant.fish.items():
        path: Path = ("fish", name, "problems")
        if len(set(fish.problems)) < len(fish.problems):
            yield "repeated-problem", [path], "a problem stands here twice", "each problem at most once"
        for at, problem in enumerate(fish.problems):
            if problem not in variant.problems:
                unknown.setdefault(problem, []).append((*path, at))
    for problem, paths in unknown.items():
        others = [str(name) for _, name, *_ in paths]
        having = (
            f", which fish have: {', '.join(others[:3])}{' …' if len(others) > 3 else ''}" if len(others) > 1 else ""
        )
        message = f"there is no problem {problem!r}{having}"
        hint = did_you_mean(problem, variant.problems) or f"known problems: {', '.join(variant.problems)}"
        yield "unknown-problem", [*paths, ("problems", problem)], message, hint


def _lake(variant: Variant) -> Iterator[Fault]:
    if not SMALLEST_LAKE <= variant.lake <= LARGEST_LAKE:
        message = f"the lake has {counted(variant.lake, 'fish card')}; allowed is {SMALLEST_LAKE} to {LARGEST_LAKE}"
        yield "lake-size", [("fish",)], message, "add or remove fish, or change their copies"


def _icons(variant: Variant) -> Iterator[Fault]:
    """Problems are told apart by their marks."""
    seen: dict[str, str] = {}
    for name, problem in variant.problems.items():
        if problem.icon in seen:
            other = seen[problem.icon]
            paths: list[Path] = [("problems", name, "icon"), ("problems", other, "icon")]
            message = f"{name} and {other} have the same icon {problem.icon!r}"
            yield "same-mark", paths, message, "players tell problems apart by it; choose another"
        seen.setdefault(problem.icon, name)


def _deck(variant: Variant) -> Iterator[Fault]:
    """DS-1.2: the modifiers must cover the deal at the fullest table."""
    needed = variant.players.max * variant.hand.cards
    if variant.deck < needed:
        message = f"{counted(variant.deck, 'modifier')}, but {variant.players.max} hands need {needed}"
        paths: list[Path] = [("modifiers",), ("hand", "cards"), ("players", "max")]
        yield "too-few-modifiers", paths, message, "add copies, deal fewer, or allow fewer players"


def _set(variant: Variant) -> Iterator[Fault]:
    """DS-3.1, DS-4.3: what is laid or discarded comes from the hand."""
    for path, count in ((("hand", "set"), variant.hand.set), (("stalemate", "discard"), variant.stalemate.discard)):
        if count > variant.hand.cards:
            message = f"{count} cards of a hand of {variant.hand.cards}"
            yield "over-hand", [path, ("hand", "cards")], message, f"at most {variant.hand.cards}"


def _ties(variant: Variant) -> Iterator[Fault]:
    ties = variant.end.ties
    if len(set(ties)) < len(ties):
        yield "same-mark", [("end", "ties")], f"{ties[0]} stands here twice", "each at most once"


def _unused(variant: Variant) -> Iterator[Fault]:
    used = {problem for fish in variant.fish.values() for problem in fish.problems}
    for problem in variant.problems:
        if problem not in used:
            only = "so its cures only ever undo a harm" if variant.modifiers.harm else "so its cures do nothing"
            message = f"no fish is {problem}, {only}"
            yield "unused-problem", [("problems", problem)], message, "give it a fish, or remove it"


def _names(variant: Variant) -> Iterator[Fault]:
    """What is called alike is taken for one another, on the table and by ``resolve`` and ``play``."""
    for language in languages(GAME):
        naming = Naming(variant, load_words(GAME, language))
        called: dict[str, Path] = {}
        for problem in variant.problems:
            path: Path = ("problems", problem, "name")
            yield from _alike(called, naming.problem_name(problem), path, "two problems are", language)
        called = {naming.words(f"cards.{special}"): () for special in ("blender", "andrew")}
        for problem in variant.problems:
            for kind, name in (("cure", naming.cure_name(problem)), ("harm", naming.harm_name(problem))):
                if kind == "cure" or variant.modifiers.harm:
                    yield from _alike(called, name, ("problems", problem, kind), "two cards are", language)


def _alike(called: dict[str, Path], name: str, path: Path, what: str, language: str) -> Iterator[Fault]:
    other = called.setdefault(name, path)
    if other != path:
        paths = [path, other] if other else [path]
        yield "same-name", paths, f"{what} called {name!r} in {language!r}", "give each a name of its own"


def _reshuffle(variant: Variant) -> Iterator[Fault]:
    if variant.race.reshuffle and not variant.stalemate.discard:
        message = "discards are shuffled into new piles, but nobody ever discards"
        yield (
            "nothing-to-reshuffle",
            [("race", "reshuffle"), ("stalemate", "discard")],
            message,
            ("let stalemate.discard be 1 or more, or reshuffle no"),
        )


_ERRORS: tuple[Callable[[Variant], Iterator[Fault]], ...] = (_players, _fish, _lake, _icons, _deck, _set, _ties)
_WARNINGS: tuple[Callable[[Variant], Iterator[Fault]], ...] = (_unused, _names, _reshuffle)
