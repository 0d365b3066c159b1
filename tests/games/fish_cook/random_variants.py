"""Any variant within the ranges of the specification, as hypothesis strategies and as files."""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from hypothesis import strategies as st

from kitgen import pipeline

CLASSIC = Path(__file__).parents[3] / "variants" / "fish-cook" / "classic.yaml"
KINDS = ("wine", "mushroom", "vegetable", "roe", "egg", "flour", "seaweed", "chestnut")
COLOURS = ("purple", "vermillion", "green", "orange", "yellow", "flour", "sky", "blue")
BADGES = ("drop", "hexagon", "leaf", "cluster", "circle", "square", "star", "triangle")
DICE = (4, 6, 8, 10)


@cache
def classic_text() -> str:
    return CLASSIC.read_text(encoding="utf-8")


@st.composite
def variants(draw: st.DrawFn) -> dict[str, Any]:
    """A whole variant as its file says it."""
    data: dict[str, Any] = yaml.safe_load(classic_text())
    whole = st.integers
    sizes, row_length, spaces = draw(whole(4, 8)), draw(whole(3, 8)), draw(whole(3, 8))
    kinds = KINDS[: draw(whole(4, 8))]
    faces = draw(st.sampled_from(DICE))
    most_dice = min(24, sizes * row_length)
    dice = draw(whole(6, most_dice) | st.fixed_dictionaries({count: whole(6, most_dice) for count in range(2, 7)}))
    data["kinds"] = {
        kind: {"letter": kind[0].upper() if at < 6 else str(at), "colour": COLOURS[at], "badge": BADGES[at],
               "foods": [kind, f"{kind}-too"]}
        for at, kind in enumerate(kinds)
    }  # fmt: skip
    for at, kind in enumerate(kinds):
        data["kinds"][kind]["letter"] = "PBGRYWXZ"[at]
    prices = whole(0, 20)
    data["market"] = {
        "fish": {
            "dice": dice,
            "row_length": row_length,
            "ladders": {
                size: sorted(draw(st.lists(prices, min_size=row_length, max_size=row_length)))
                for size in range(1, sizes + 1)
            },
        },
        "farm": {
            "die": f"d{faces}",
            "spaces": spaces,
            "rows": {
                kind: {
                    "prices": sorted(draw(st.lists(prices, min_size=spaces, max_size=spaces)), reverse=True),
                    "fill": sorted(draw(st.lists(whole(1, spaces), min_size=faces, max_size=faces))),
                }
                for kind in kinds
            },
        },
    }
    data["set_up"] = {
        "money": draw(whole(50, 200)),
        "recipes_dealt": draw(whole(0, 4)),
        "days": {count: draw(whole(2, 4)) for count in range(2, 7)},
    }
    data["school"] = {
        "cards": draw(whole(0, 6)),
        "face_up_price": draw(whole(2, 10)),
        "blind_price": draw(whole(0, 5)),
        "leftovers": draw(st.sampled_from(["stay", "replaced"])),
    }
    data["morning"] = {
        "empty_rows_end": draw(whole(1, 2)),
        "empty_fish_market_ends": draw(st.booleans()),
        "last_actions": draw(whole(0, 2)),
    }
    steal_die = draw(st.sampled_from(DICE))
    data["evening"] = {
        "bigger_fish": draw(st.booleans()),
        "pass_cost": draw(whole(0, 2)),
        "fish_keep": draw(st.integers(0, 3)) == 0,
        "ingredients_keep": draw(st.booleans()),
        "cook_from_school": draw(st.booleans()),
        "cook_from_rivals": draw(st.integers(0, 3)) > 0,
        "school_bonus": draw(st.booleans()),
        "rival_bonus": draw(st.sampled_from(["owner", "cook", "nobody"])),
        "steal": {
            "die": f"d{steal_die}",
            "succeeds_on": draw(st.sampled_from(["bonus", "never"]) | whole(1, steal_die)),
        },
    }
    data["next_chef"] = draw(st.sampled_from(["after-ringer", "clockwise", "loser"]))
    bonus = st.fixed_dictionaries({size: whole(0, 12) for size in range(1, sizes + 1)})
    data["end"] = {
        "menu_bonus": draw(bonus | st.just("none")),
        "menu_tie": draw(st.sampled_from(["all", "split", "nobody"])),
        "final_tie": draw(st.sampled_from(["shared", "more-dishes"])),
    }
    data["tokens"]["per_kind"] = draw(whole(12, 30))
    data["tokens"]["limit_play"] = draw(st.booleans())
    data["recipes"] = _recipes(draw, sizes, kinds)
    return data


def _recipes(draw: st.DrawFn, sizes: int, kinds: tuple[str, ...]) -> dict[str, Any]:
    """30 to 60 recipes of up to four ingredients, all of them different."""
    random = draw(st.randoms(use_true_random=False))
    every = [
        (size, list(foods))
        for size in range(1, sizes + 1)
        for count in range(1, 5)
        for foods in itertools.combinations(kinds, count)
    ]
    chosen = random.sample(every, min(len(every), draw(st.integers(30, 60))))
    return {
        f"dish-{at}": {"size": size, "ingredients": foods, "main": random.randint(5, 50), "bonus": random.randint(0, 8)}
        for at, (size, foods) in enumerate(chosen)
    }


def load_data(data: dict[str, Any], folder: Path) -> pipeline.LoadedVariant:
    """A variant's data by way of a file, as an author would give it."""
    file = folder / "any.yaml"
    file.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    return pipeline.load(str(file))
