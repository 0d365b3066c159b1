"""The rule sheet and the player aid: what their templates are told, and their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kitgen.components.dice import die_icon, pip_marks
from kitgen.components.kit import Component, Face
from kitgen.draw import shapes
from kitgen.draw.art import ArtShelf
from kitgen.draw.drawing import Box, Drawing, Op, Paint
from kitgen.draw.text import fit_text
from kitgen.draw.theme import INK, WHITE, strong
from kitgen.games.fish_cook.boards import PITCH, SPACE, farm_shelf, fish_shelf, row_width, shelf_row, space_box
from kitgen.games.fish_cook.cards import front
from kitgen.games.fish_cook.examples import examples
from kitgen.games.fish_cook.kit import parts
from kitgen.games.fish_cook.look import Look
from kitgen.games.fish_cook.tokens import token_face
from kitgen.games.fish_cook.variant import Variant
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.rulesheet.template import Literal
from kitgen.source.words import Words
from kitgen.units import MM

AID = (186 * MM, 128 * MM)
"""Half a page: two player aids on one sheet."""

RULE_PAGES = 4


def documents(
    variant: Variant, words: Words, art: ArtShelf, components: Sequence[Component]
) -> tuple[RuleDocument, ...]:
    """The rule sheet and the player aid."""
    look = Look(variant, words, art)
    context = _context(look)
    figures = {
        "set-up": finished_set(components, words),
        "card": _card_figure(look),
        "farm-row": _farm_figure(look),
        "fish-row": _fish_figure(look),
    }
    return (
        RuleDocument(
            "rules", words("kit.rules"), "rules", "rules", context, figures, id_gutter=11 * MM, max_pages=RULE_PAGES
        ),
        RuleDocument(
            "player-aid", words("kit.player-aid"), "rules", "aid", context, {}, trim=AID, copies=variant.players.max
        ),
    )


def finished_set(components: Sequence[Component], words: Words) -> Drawing:
    """The table, set up: fish left, farm right, the school between, built from the real pieces."""
    faces = {piece.id: piece.front for component in components for piece in component.pieces}
    backs = [piece.back for component in components for piece in component.pieces if piece.back]
    recipes = [piece.front for component in components if component.id == "recipes" for piece in component.pieces]
    cats = [piece.front for component in components if component.id == "cats" for piece in component.pieces]
    left, right = faces["fish-market-a"], faces["farmers-market-a"]
    card = recipes[0]
    gap = 12 * MM
    middle = 2 * card.width + 3 * gap
    height = max(sum(faces[f"{side}-{half}"].height for half in "ab") for side in ("fish-market", "farmers-market"))
    ops: list[Op] = []
    for side, x in (("fish-market", 0), ("farmers-market", left.width + middle)):
        ops.append(_ghost(faces[f"{side}-a"], x, 0))
        ops.append(_ghost(faces[f"{side}-b"], x, faces[f"{side}-a"].height))
    x = left.width + gap
    ops += [shapes.move(_all(backs[0]), x + offset, 10 * MM - offset) for offset in (0, 1_500, 3_000)]
    ops += [
        _ghost(
            cat,
            x + card.width + gap + 4 * MM + number % 2 * (cat.width - 4 * MM),
            8 * MM + number // 2 * (cat.height + 2 * MM),
            1.0,
        )
        for number, cat in enumerate(cats[:6])
    ]
    shown = [recipes[number * len(recipes) // 4] for number in range(min(4, len(recipes)))]
    for number, recipe in enumerate(shown):
        ops.append(
            _ghost(recipe, x + number % 2 * (card.width + gap), 10 * MM + (1 + number // 2) * (card.height + gap))
        )
    return Drawing("set-up", left.width + middle + right.width, height, tuple(ops))


def _ghost(face: Face, x: float, y: float, scale: float = 1.0) -> Op:
    """A piece lying on the table: its paper, its edge, its print."""
    edge = shapes.rectangle(face.trim, Paint(WHITE, INK, 500), 2 * MM)
    return shapes.move([edge, *face.background, *face.ops] if face.bleed == 0 else _all(face), x, y, scale)


def _all(face: Face) -> list[Op]:
    """A face with its bleed cut off."""
    inside = shapes.clipped([*face.background, *face.ops], face.trim)
    return [inside, shapes.rectangle(face.trim, Paint(stroke=INK, width=700), 1 * MM)]


def _card_figure(look: Look) -> Drawing:
    """A recipe card with its parts named."""
    recipe_id = str(examples(look.variant)["own"]["recipe"])
    face = front(look, recipe_id, look.variant.recipes[recipe_id])
    scale = 0.62
    width, height = face.width * scale, face.height * scale
    x = 24 * MM
    card = [shapes.rectangle(face.trim, Paint(WHITE, INK, 350), 3 * MM), *face.background, *face.ops]
    ops: list[Op] = [shapes.move(card, x, 0, scale)]
    notes = [
        ("size", 8.5, 8.5, "left", 0.09),
        ("fan", 6.5, 26, "left", 0.30),
        ("name", 50, 11, "right", 0.09),
        ("fish", 52, 30, "right", 0.30),
        ("ingredients", 54, 56, "right", 0.58),
        ("main", 9, 77, "left", 0.80),
        ("bonus", 35, 71, "right", 0.76),
    ]
    if face.height == 88_900:
        for key, to_x, to_y, side, at in notes:
            ops += _callout(look, key, (x + to_x * MM * scale, to_y * MM * scale), side, at * height, x, width)
    return Drawing("card", 88 * MM, height, tuple(ops))


def _callout(
    look: Look, key: str, target: tuple[float, float], side: str, y: float, x: float, width: float
) -> list[Op]:
    paint = Paint(stroke=INK, width=250)
    text = look.words(f"figure.{key}")
    if side == "left":
        box = Box(0, y - 4 * MM, x - 2.5 * MM, 8 * MM)
        start = (x - 2 * MM, y)
        return [
            fit_text(text, box, strong(8.5), f"callout {key}", align="right", max_lines=2),
            shapes.line(*start, *target, paint),
            shapes.circle(*target, 500, Paint(INK)),
        ]
    box = Box(x + width + 2.5 * MM, y - 4 * MM, 88 * MM - x - width - 2.5 * MM, 8 * MM)
    return [
        fit_text(text, box, strong(8.5), f"callout {key}", align="left", max_lines=2),
        shapes.line(x + width + 2 * MM, y, *target, paint),
        shapes.circle(*target, 500, Paint(INK)),
    ]


def _farm_figure(look: Look) -> Drawing:
    """The worked example of FC-2.1 as the row it happens in: its tokens lie on the shelf."""
    found = examples(look.variant)
    example = found.get("fill") or {"kind": next(iter(look.variant.market.farm.rows)), "after": 0}
    kind, after = str(example["kind"]), example["after"]
    row = shelf_row(farm_shelf(look, kind), Box(0, 0, row_width(look.variant.market.farm.spaces), PITCH))
    token = token_face(look, kind)
    ops = list(row)
    for number in range(1, int(str(after)) + 1):
        space = space_box(number)
        ops.append(shapes.move(token.ops, space.x + (SPACE - token.width) / 2, space.y + (SPACE - token.height) / 2))
    return Drawing("farm-row", row_width(look.variant.market.farm.spaces), PITCH - 1 * MM, tuple(ops))


def _fish_figure(look: Look) -> Drawing:
    """The worked example of FC-2.3 as the row it happens in: its dice lie on the shelf."""
    found = examples(look.variant)
    example = found.get("fish_row") or {"size": look.variant.sizes[0], "spaces": []}
    size = int(str(example["size"]))
    spaces = example["spaces"]
    ops = list(shelf_row(fish_shelf(look, size), Box(0, 0, row_width(look.variant.market.fish.row_length), PITCH)))
    for number in spaces if isinstance(spaces, list) else []:
        space = space_box(int(number))
        die = Box(space.x + 3 * MM, space.y + 3 * MM, 16 * MM, 16 * MM)
        ops.append(shapes.rectangle(die, Paint(WHITE, INK, 700), 3 * MM))
        ops += pip_marks(die, size) if size <= 6 else [die_icon(die, size, "fish die")]
    return Drawing("fish-row", row_width(look.variant.market.fish.row_length), PITCH - 1 * MM, tuple(ops))


def _context(look: Look) -> dict[str, Any]:
    """Numbers and switches as they are; every text as a Literal."""
    variant = look.variant
    count = parts(variant)

    def list_of(words: Sequence[Any]) -> str:
        texts = [str(word) for word in words]
        return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {look.words('and')} {texts[-1]}"

    return {
        "v": variant.model_dump(exclude={"title", "about", "kinds", "recipes"}),
        "title": Literal(variant.title),
        "money": lambda amount: Literal(look.money(amount)),
        "sizes": list(variant.sizes),
        "player_counts": list(variant.player_counts),
        "kinds": [
            {
                "id": kind,
                "letter": Literal(look.kind(kind).letter),
                "name": Literal(look.kind_name(kind)),
                "foods": [Literal(food) for food in look.food_names(kind)],
            }
            for kind in variant.kinds
        ],
        "recipes": [
            {"id": recipe_id, "name": Literal(look.dish(recipe_id)), **recipe.model_dump(exclude={"name"})}
            for recipe_id, recipe in variant.recipes.items()
        ],
        "kind_name": lambda kind: Literal(look.kind_name(kind)),
        "dish": lambda recipe: Literal(look.dish(recipe)),
        "fish_name": lambda size: Literal(look.fish_name(size)),
        "list_of": list_of,
        "examples": examples(variant),
        "most_fish_dice": variant.most_fish_dice,
        "farm_die_faces": variant.farm_die_faces,
        "pieces": {
            "tokens": count["tokens"],
            "cards": count["recipes"],
            "days": count["cats"],
            "notes": count["banknotes"],
        },
    }
