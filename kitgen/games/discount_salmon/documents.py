"""The rule sheet and the player aid: what their templates are told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kitgen.components.kit import Component
from kitgen.draw.art import ArtShelf
from kitgen.games.discount_salmon.cards import SPECIALS
from kitgen.games.discount_salmon.examples import Card, Stack, examples
from kitgen.games.discount_salmon.kit import parts
from kitgen.games.discount_salmon.look import Look
from kitgen.games.discount_salmon.pictures import (
    ROW,
    cards_figure,
    finished_set,
    problems_figure,
    stack_figure,
    table,
)
from kitgen.games.discount_salmon.variant import Variant
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.rulesheet.template import Literal
from kitgen.source.words import Words
from kitgen.units import MM

__all__ = ["documents", "finished_set"]

AID = (186 * MM, 128 * MM)
"""Half a page: two player aids on one sheet."""

AID_TABLE, LEAST_ROW = 43 * MM, 6_600
"""How high the table of problems should be on the player aid, and a row of it at least."""

RULE_PAGES = 4


def documents(
    variant: Variant, words: Words, art: ArtShelf, components: Sequence[Component]
) -> tuple[RuleDocument, ...]:
    """The rule sheet and the player aid."""
    look = Look(variant, words, art)
    found = examples(variant)
    context = _context(look, found)
    slim = max(LEAST_ROW, min(ROW, AID_TABLE // len(variant.problems)))
    figures = {
        "set-up": table(components, words, variant.hand.cards),
        "cards": cards_figure(look, found["claim"].fish),
        "problems": problems_figure(look),
        "stack": stack_figure(look, found["claim"]),
    }
    return (
        RuleDocument(
            "rules", words("kit.rules"), "rules", "rules", context, figures, id_gutter=11 * MM, max_pages=RULE_PAGES
        ),
        RuleDocument(
            "player-aid",
            words("kit.player-aid"),
            "extras",
            "aid",
            context,
            {"problems": problems_figure(look, slim)},
            trim=AID,
            copies=variant.players.max,
        ),
    )


def _context(look: Look, found: dict[str, Stack]) -> dict[str, Any]:
    """Numbers and switches as they are; every text as a Literal."""
    variant = look.variant
    count = parts(variant)
    return {
        "v": variant.model_dump(exclude={"title", "about", "problems", "fish"}),
        "title": Literal(variant.title),
        "problems": [
            {"name": Literal(look.problem_name(problem)), "cure": Literal(look.cure_name(problem)),
             "harm": Literal(look.harm_name(problem))}
            for problem in variant.problems
        ],
        "most_problems": max(len(fish.problems) for fish in variant.fish.values()),
        "fewest_problems": min(len(fish.problems) for fish in variant.fish.values()),
        "fish_name": lambda fish: Literal(look.fish_name(fish)),
        "problem_name": lambda problem: Literal(look.problem_name(problem)),
        "list_of": lambda problems: Literal(look.listed(map(look.problem_name, problems))),
        "players": [Literal(look.words(f"players.{seat}")) for seat in range(variant.players.max)],
        "blender": Literal(look.words("cards.blender")),
        "andrew": Literal(look.words("cards.andrew")),
        "cart_title": Literal(look.words("kit.cart")),
        "cart_name": Literal(look.words("figure.cart")),
        "examples": {name: _told(look, stack) for name, stack in found.items()},
        "pieces": {
            "fish": count["fish"],
            "modifiers": count["modifiers"],
            "blue": variant.modifiers.cure * len(variant.problems) + variant.modifiers.blender,
            "red": variant.modifiers.harm * len(variant.problems) + variant.modifiers.andrew,
        },
    }  # fmt: skip


def _told(look: Look, stack: Stack) -> dict[str, Any]:
    """An example for the templates; ``kept`` are the numbers of the cards that are claimed with the fish."""
    numbered = list(enumerate(stack.cards, start=1))
    return {
        "fish": stack.fish,
        "problems": list(look.variant.fish[stack.fish].problems),
        "seat": stack.seat,
        "cards": [
            {"name": Literal(card_name(look, card)), "problem": card.problem, "seat": card.seat, "fate": card.fate,
             "effect": card.effect, "open": list(card.open)}
            for card in stack.cards
        ],
        "kept": [number for number, card in numbered if card.fate in ("closes", "opens", "claims")],
        "returned": [number for number, card in numbered if card.fate in ("invalid", "above")],
    }  # fmt: skip


def card_name(look: Look, card: Card) -> str:
    """What a card of an example is called."""
    if card.effect in SPECIALS:
        return look.words(f"cards.{card.effect}")
    return (look.cure_name if card.effect == "cure" else look.harm_name)(card.problem)
