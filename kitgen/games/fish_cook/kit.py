"""The kit of Fish Cook: what there is of it, and every piece drawn."""

from __future__ import annotations

from collections.abc import Sequence

from kitgen.components.dice import NETS, die_icon, pip_marks
from kitgen.components.kit import Component, Face, Piece
from kitgen.components.money import banknote, note_counts
from kitgen.diagnostics import Path
from kitgen.draw import shapes
from kitgen.draw.art import ArtShelf
from kitgen.draw.drawing import Box, Op
from kitgen.draw.text import fit_text
from kitgen.draw.theme import display
from kitgen.games.fish_cook.boards import farmers_market, fish_market
from kitgen.games.fish_cook.cards import recipe_cards
from kitgen.games.fish_cook.look import Look
from kitgen.games.fish_cook.tokens import cats, chef, ingredient_tokens
from kitgen.games.fish_cook.variant import Variant
from kitgen.source.words import Words
from kitgen.units import MM

NET_GAP = 3 * MM
CHIT = 18 * MM


def parts(variant: Variant) -> dict[str, int]:
    """The rulebook's component list: how many of each thing the kit holds. Draws nothing."""
    return {
        "fish-market": 2,
        "farmers-market": 2,
        "recipes": len(variant.recipes),
        "tokens": variant.tokens.per_kind * len(variant.kinds),
        "cats": max(variant.set_up.days[count] for count in variant.player_counts),
        "chef": 1,
        "banknotes": sum(note_counts(variant.bank.notes, variant.bank.per_player, variant.players.max).values()),
        **_dice_counts(variant),
    }


def art_names(variant: Variant) -> list[tuple[Path, str]]:
    """The drawings of foods, which a variant may name as it likes."""
    return [
        (("kinds", kind, "foods", number), f"food-{food}")
        for kind, figures in variant.kinds.items()
        for number, food in enumerate(figures.foods)
    ]


def components(variant: Variant, words: Words, art: ArtShelf) -> tuple[Component, ...]:
    """Every component, drawn, in the order in which it is printed."""
    look = Look(variant, words, art)
    return (
        fish_market(look),
        farmers_market(look),
        recipe_cards(look),
        ingredient_tokens(look),
        cats(look),
        chef(look),
        _banknotes(look),
        *_dice(look),
    )


def fish_die(variant: Variant) -> int:
    """Faces of the fish dice: the smallest die that has every size (the faces above are rolled again)."""
    return next(faces for faces in (4, 6, 8, 10) if faces >= max(variant.sizes))


def _banknotes(look: Look) -> Component:
    bank = look.variant.bank
    counts = note_counts(bank.notes, bank.per_player, look.variant.players.max)
    emblem = look.art("note-fish")
    pieces = tuple(
        Piece(f"note-{value}", banknote(value, rank, look.money(value), emblem), count, title=look.money(value))
        for rank, (value, count) in enumerate(counts.items())
    )
    return Component("banknotes", look.words("kit.banknotes"), "extras", pieces)


def _dice_counts(variant: Variant) -> dict[str, int]:
    """Nets by number of faces, and one set of chits for a die that has no net."""
    counts: dict[str, int] = {}
    for faces, _, copies in _dice_wanted(variant):
        if faces in NETS:
            counts[f"d{faces}-nets"] = counts.get(f"d{faces}-nets", 0) + copies
        else:
            counts[f"d{faces}-chits"] = faces
    return dict(sorted(counts.items()))


def _dice_wanted(variant: Variant) -> list[tuple[int, str, int]]:
    """(faces, what it is, copies) of every die that play uses: fish, each farm row, and the one that steals."""
    farm_faces, steal_faces = variant.farm_die_faces, int(variant.evening.steal.die[1:])
    wanted = [(fish_die(variant), "fish", variant.most_fish_dice)]
    wanted += [(farm_faces, kind, 1) for kind in variant.market.farm.rows]
    if variant.steals:
        wanted.append((steal_faces, "steal", 1))
    return wanted


def _dice(look: Look) -> list[Component]:
    nets: dict[int, list[Piece]] = {}
    chits: set[int] = set()
    for faces, purpose, copies in _dice_wanted(look.variant):
        if faces in NETS:
            of = look.words(f"kit.die_{purpose}") if purpose in ("fish", "steal") else look.kind_name(purpose)
            net = _net(look, faces, purpose)
            piece = Piece(
                f"die-{purpose}",
                net,
                copies,
                title=look.words("kit.die", of=of),
                values=_meanings(look.variant, purpose),
            )
            nets.setdefault(faces, []).append(piece)
        else:
            chits.add(faces)
    title = look.words("kit.dice")
    found = [
        Component(f"d{faces}-nets", f"{title} (d{faces})", "extras", tuple(pieces), NET_GAP, False, die=faces)
        for faces, pieces in nets.items()
    ]
    found += [_chits(look, faces) for faces in chits]
    return sorted(found, key=lambda component: component.id)


def _meanings(variant: Variant, purpose: str) -> tuple[str, ...]:
    """The spaces that a farm row is filled to, by number thrown; other dice say what they mean."""
    row = variant.market.farm.rows.get(purpose)
    return tuple(map(str, row.fill)) if row else ()


def _net(look: Look, faces: int, purpose: str) -> Face:
    """A net whose faces show fish, the space that a farm row is filled to, or plain pips."""

    def draw(value: int, box: Box) -> Sequence[Op]:
        name = f"face {value}"
        if purpose == "fish":
            return _fish_face(look, value, box, name)
        if purpose == "steal":
            return (
                pip_marks(box, value) if value <= 6 and faces == 6 else [fit_text(str(value), box, display(20), name)]
            )
        level = look.variant.market.farm.rows[purpose].fill[value - 1]
        part, size = (0.44, 16) if faces == 6 else (0.52, 11)  # a triangle has less room
        numeral = Box(box.x, box.y, box.width, box.height * part)
        badge = Box(box.x, box.y + box.height * part, box.width, box.height * (1 - part))
        return [
            fit_text(str(level), numeral, display(size), name),
            look.badge(purpose, badge, f"{name} badge", lettered=faces == 6),
        ]

    return NETS[faces](f"die-{purpose}", draw)


def _fish_face(look: Look, value: int, box: Box, name: str) -> Sequence[Op]:
    if value not in look.variant.sizes:
        return [shapes.place_in(look.art("bones"), box)]
    fish = Box(box.x, box.y, box.width, box.height * 0.56)
    return [
        look.fish(value, fish),
        fit_text(str(value), Box(box.x, box.y + box.height * 0.56, box.width, box.height * 0.44), display(14), name),
    ]


def _chits(look: Look, faces: int) -> Component:
    """Numbers 1 to n to draw from a cup, in place of a die that folds badly."""
    pieces = []
    for value in range(1, faces + 1):
        box = Box(0, 0, CHIT, CHIT).inset(2 * MM)
        pieces.append(
            Piece(
                f"chit-{value}",
                Face(f"chit-{value}", CHIT, CHIT, (die_icon(box, value, "chit", pips=False),), safe=1 * MM),
                title=str(value),
            )
        )
    return Component(f"d{faces}-chits", f"{look.words('kit.chits')} (d{faces})", "extras", tuple(pieces), die=faces)
