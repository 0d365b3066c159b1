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
from kitgen.games.fish_cook.boards import Shelf, farm_shelf, fish_shelf, shelf_row
from kitgen.games.fish_cook.cards import Layout, front
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
DIE = 16 * MM
CALLOUTS = (
    ("size", "left", 0.09),
    ("fan", "left", 0.30),
    ("name", "right", 0.09),
    ("fish", "right", 0.30),
    ("ingredients", "right", 0.58),
    ("main", "left", 0.80),
    ("bonus", "right", 0.76),
)
"""Parts of a recipe card: on which side of the picture each is named, and how far down it."""

LOWEST_FIGURE = 38 * MM
"""In a picture of a card that is lower than this, the callouts would run into each other."""

TABLE_GAP = 10 * MM
"""Between pieces in the picture of the table."""


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
            "player-aid", words("kit.player-aid"), "extras", "aid", context, {}, trim=AID, copies=variant.players.max
        ),
    )


def finished_set(components: Sequence[Component], words: Words) -> Drawing:
    """The table, set up: fish left, farm right, the school between, built from the real pieces."""
    faces = {piece.id: piece.front for component in components for piece in component.pieces}
    boards = {side: [faces[f"{side}-{half}"] for half in "ab"] for side in ("fish-market", "farmers-market")}
    left = boards["fish-market"][0].width
    height = max(sum(half.height for half in halves) for halves in boards.values())
    school, width, tall = _school(components)
    scale = min(1.0, height / tall)
    between = width * scale + 2 * TABLE_GAP
    ops: list[Op] = [shapes.move(school, left + TABLE_GAP, (height - tall * scale) / 2, scale)]
    for halves, x in zip(boards.values(), (0, left + between), strict=True):
        ops += [_lying(halves[0], x, 0), _lying(halves[1], x, halves[0].height)]
    return Drawing("set-up", left + between + boards["farmers-market"][0].width, height, tuple(ops))


def _school(components: Sequence[Component]) -> tuple[list[Op], float, float]:
    """The deck, the cats and four face-up recipes, two abreast; their width and height."""
    deck, cats = (next(found for found in components if found.id == wanted).pieces for wanted in ("recipes", "cats"))
    back = deck[0].back or deck[0].front
    step = back.height + TABLE_GAP
    ops: list[Op] = [shapes.move(_trimmed(back), offset, -offset) for offset in (0, 1_200, 2_400)]
    beside = back.width + TABLE_GAP
    cat = cats[0].front
    for number, piece in enumerate(cats[:4] if back.height < 3 * cat.height else cats[:6]):
        ops.append(_lying(piece.front, beside + number % 2 * (cat.width + 1_500), number // 2 * (cat.height + 1_500)))
    shown = [deck[number * len(deck) // 4].front for number in range(min(4, len(deck)))]
    for number, recipe in enumerate(shown):
        ops.append(_lying(recipe, number % 2 * beside, (1 + number // 2) * step))
    return ops, beside + max(back.width, 2 * cat.width + 1_500), 3 * step - TABLE_GAP


def _lying(face: Face, x: float, y: float) -> Op:
    """A piece lying on the table: its paper, its edge, its print."""
    return shapes.move(_trimmed(face), x, y)


def _trimmed(face: Face) -> list[Op]:
    """A face as it looks when it is cut out."""
    edge = min(3 * MM, face.width / 12)
    paper = shapes.rectangle(face.trim, Paint(WHITE), edge)
    return [
        paper,
        shapes.clipped([*face.background, *face.ops], face.trim),
        shapes.rectangle(face.trim, Paint(stroke=INK, width=500), edge),
    ]


def _card_figure(look: Look) -> Drawing:
    """A recipe card with its parts named."""
    recipe_id = str(examples(look.variant)["own"]["recipe"])
    face = front(look, recipe_id, look.variant.recipes[recipe_id])
    # As big as a poker card is here, beside which seven callouts find room.
    scale = 0.62 * min(63_500 / face.width, 88_900 / face.height)
    width, height = face.width * scale, face.height * scale
    x = 24 * MM
    ops: list[Op] = [shapes.move(_trimmed(face), x, 0, scale)]
    landmarks = Layout(face.width, face.height).landmarks
    for key, side, at in CALLOUTS if height >= LOWEST_FIGURE else ():
        if key in landmarks:
            to_x, to_y = landmarks[key]
            ops += _callout(look, key, (x + to_x * scale, to_y * scale), side, at * height, x, width)
    return Drawing("card", 88 * MM, height, tuple(ops))


def _callout(
    look: Look, key: str, target: tuple[float, float], side: str, y: float, x: float, width: float
) -> list[Op]:
    paint = Paint(stroke=INK, width=250)
    plain = key == "bonus" and not look.variant.steals
    text = look.words("figure.bonus_alone" if plain else f"figure.{key}")
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
    shelf, token = farm_shelf(look, kind), token_face(look, kind)
    ops: list[Op] = []
    for number in range(1, int(str(after)) + 1):
        space = shelf.space_box(number)
        x, y = space.x + (space.width - token.width) / 2, space.y + (space.height - token.height) / 2
        ops.append(shapes.move(token.ops, x, y))
    return _row_figure("farm-row", shelf, ops)


def _fish_figure(look: Look) -> Drawing:
    """The worked example of FC-2.3 as the row it happens in: its dice lie on the shelf."""
    found = examples(look.variant)
    example = found.get("fish_row") or {"size": look.variant.sizes[0], "spaces": []}
    size = int(str(example["size"]))
    spaces = example["spaces"]
    shelf = fish_shelf(look, size)
    ops: list[Op] = []
    for number in spaces if isinstance(spaces, list) else []:
        space = shelf.space_box(int(number))
        die = space.inset((shelf.space - DIE) // 2)
        ops.append(shapes.rectangle(die, Paint(WHITE, INK, 700), 3 * MM))
        ops += pip_marks(die, size) if size <= 6 else [die_icon(die, size, "fish die")]
    return _row_figure("fish-row", shelf, ops)


def _row_figure(name: str, shelf: Shelf, on_it: Sequence[Op]) -> Drawing:
    """A row of a market with what lies on it."""
    row = shelf_row(shelf, Box(0, 0, shelf.width, shelf.pitch))
    return Drawing(name, shelf.width, shelf.pitch - 1 * MM, (*row, *on_it))


def _context(look: Look) -> dict[str, Any]:
    """Numbers and switches as they are; every text as a Literal."""
    variant = look.variant
    count = parts(variant)

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
        "list_of": lambda words: look.listed(str(word) for word in words),
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
