"""The rule sheet's worked examples: small stacks of cards, settled by the rules of the variant.

The templates put the names and the sentences around them. An example that makes no sense in a variant is left out, and
a template asks for an example before it shows one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kitgen.games.discount_salmon.resolver import Laid, Settled, settle
from kitgen.games.discount_salmon.variant import Variant

WANTED = 2
"""Problems of the fish of an example, where the lake has such a fish."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of an example's stack and what becomes of it.

    ``effect`` is cure, harm, blender or andrew; ``problem`` is empty where it has none. ``fate`` is closes, opens,
    claims or leaves, invalid, or above: laid when all was over. ``open`` is what is open after it.
    """

    effect: str
    problem: str
    seat: int
    fate: str
    open: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stack:
    """A worked example: a fish and the cards on it, from the bottom. ``seat`` gets the fish, or had the Andrew."""

    fish: str
    cards: tuple[Card, ...]
    seat: int


def examples(variant: Variant) -> dict[str, Stack]:
    """Every worked example that makes sense in this variant, by name: DS-3.3 to DS-3.13.

    ``claim`` ends with somebody taking the fish, ``andrew`` with the cat.
    """
    fish = _fish(variant)
    found = {"claim": _settled(variant, fish, list(_race(variant, fish)))}
    if variant.modifiers.andrew:
        found["andrew"] = _settled(variant, fish, list(_cat(variant, fish)))
    return found


def _fish(variant: Variant) -> str:
    """A fish of two problems that are not at the ends of the list; better a fish than something in its place."""
    order = list(variant.problems)
    middle = (len(order) - 1) / 2

    def rank(name: str) -> tuple[int, bool, float]:
        problems = variant.fish[name].problems
        is_boot = any(variant.problems[problem].icon == "boot" for problem in problems)
        apart = sum(abs(order.index(problem) - middle) for problem in problems)
        return abs(len(problems) - WANTED), is_boot, apart

    return min(variant.fish, key=rank)


def _other(variant: Variant, fish: str) -> str:
    """A problem that the fish does not have, the first; each fish lacks one, since there are four or more."""
    return next(problem for problem in variant.problems if problem not in variant.fish[fish].problems)


_Play = tuple[str, str, int]
"""Effect, problem, seat."""


def _race(variant: Variant, fish: str) -> Iterator[_Play]:
    """Cures that close, one that comes too late, and, where there are any, a harm that opens again and one that does
    nothing."""
    *rest, last = variant.fish[fish].problems
    harms, seats = variant.modifiers.harm > 0, min(3, variant.players.max)
    yield "cure", last, 0
    if harms:
        yield "harm", last, 1
        if rest:
            yield "harm", rest[0], 2 % seats
    else:
        yield "cure", last, 1
    for problem in rest:
        yield "cure", problem, 0
    if harms:
        yield "cure", last, 1
    yield "cure", _other(variant, fish), 2 % seats


def _cat(variant: Variant, fish: str) -> Iterator[_Play]:
    """Andrew comes before the last problem is closed, and a card after him."""
    *rest, last = variant.fish[fish].problems
    seats = min(3, variant.players.max)
    if rest:
        yield "cure", rest[0], 1
    yield "andrew", "", 0
    yield "cure", last, 2 % seats


def _settled(variant: Variant, fish: str, plays: list[_Play]) -> Stack:
    order = list(variant.problems)
    kinds = {"cure": 0, "harm": 1}
    specials = {"blender": 2 * len(order), "andrew": 2 * len(order) + 1}
    laid = [
        Laid(specials[effect] if effect in specials else 2 * order.index(problem) + kinds[effect], seat)
        for effect, problem, seat in plays
    ]
    start = sum(1 << order.index(problem) for problem in variant.fish[fish].problems)
    result = settle(len(order), start, laid)
    cards = tuple(
        Card(effect, problem, seat, _fate(result, plays, place), _names(order, result.open_after[place]))
        for place, (effect, problem, seat) in enumerate(plays)
    )
    winner = result.claimed_by if result.claimed_by is not None else result.andrew_of
    assert winner is not None, "an example comes to an end"
    return Stack(fish, cards, winner)


def _fate(result: Settled, plays: list[_Play], place: int) -> str:
    """What becomes of a card of the stack."""
    if result.andrew_of is not None:
        end = next(at for at, (effect, _, _) in enumerate(plays) if effect == "andrew" and at not in result.returned)
    else:
        end = max(result.kept)
    if place >= end:
        return "above" if place > end else "claims" if result.andrew_of is None else "leaves"
    if place in result.returned:
        return "invalid"
    return "opens" if plays[place][0] == "harm" else "closes"


def _names(order: list[str], bits: int) -> tuple[str, ...]:
    return tuple(problem for number, problem in enumerate(order) if bits >> number & 1)
