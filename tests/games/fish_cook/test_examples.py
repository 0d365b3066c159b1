"""The rule sheet's worked examples follow the variant's figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kitgen.games.fish_cook.examples import examples
from kitgen.games.fish_cook.variant import Variant
from kitgen.source.faults import validate
from kitgen.source.yaml_text import read_yaml

CLASSIC = Path(__file__).parents[3] / "variants" / "fish-cook" / "classic.yaml"


@pytest.fixture(scope="module")
def classic() -> Variant:
    document = read_yaml(CLASSIC.read_bytes(), "classic.yaml")
    variant, faults = validate(Variant, document)
    assert variant is not None, faults
    return variant


def altered(variant: Variant, **changes: Any) -> Variant:
    """The variant with values set at double-underscored paths, as ``evening__bigger_fish=False``."""
    data = variant.model_dump()
    for path, value in changes.items():
        *folders, last = path.split("__")
        place = data
        for folder in folders:
            place = place[folder]
        place[last] = value
    return Variant.model_validate(data)


def test_fill_of_classic_is_the_specifications_own_example(classic: Variant) -> None:
    """FC-2.1: on the roe row a roll of 2 or 3 fills to the third space; roe at 1 becomes 3; 4 on a 1 stays."""
    found = examples(classic)
    assert found["fill"] == {"kind": "roe", "faces": [2, 3], "space": 3, "start": 1, "after": 3, "added": 2}
    assert found["stay"] == {"kind": "roe", "roll": 1, "space": 2, "level": 4}


def test_fill_follows_the_fill_table(classic: Variant) -> None:
    """FC-2.1: another table, another example."""
    found = examples(altered(classic, market__farm__rows__roe__fill=(1, 1, 1, 4, 4, 5)))
    assert found["fill"] == {"kind": "roe", "faces": [4, 5], "space": 4, "start": 1, "after": 4, "added": 3}
    assert found["stay"] == {"kind": "roe", "roll": 1, "space": 1, "level": 4}
    found = examples(altered(classic, market__farm__rows__roe__fill=(5, 5, 5, 5, 5, 5)))
    assert found["fill"]["faces"] == [1, 2, 3, 4, 5, 6]
    assert "stay" not in found


def test_a_limited_supply_fills_no_more_than_there_is(classic: Variant) -> None:
    """FC-2.1 with ``tokens.limit_play``: no example needs more tokens than are printed."""
    found = examples(altered(classic, tokens__limit_play=True, tokens__per_kind=2))
    assert "fill" not in found and "stay" not in found
    assert "fill" in examples(altered(classic, tokens__per_kind=2))


def test_fish_of_classic(classic: Variant) -> None:
    """FC-2.3, 2.4, 3.2: three plaice stand on the three right spaces; the leftmost of them is the one for sale."""
    found = examples(classic)
    assert found["fish_row"] == {"size": 3, "dice": 3, "spaces": [3, 4, 5], "prices": [6, 7, 9], "price": 6}
    assert found["extras"] == {"size": 1, "rolled": 7, "kept": 5, "extra": 2}


def test_fish_with_few_dice(classic: Variant) -> None:
    """FC-2.3, 2.4: one die is one fish on the dearest space, and never too many; the fewest dice count."""
    found = examples(altered(classic, market__fish__dice=1))
    assert found["fish_row"] == {"size": 3, "dice": 1, "spaces": [5], "prices": [9], "price": 9}
    assert "extras" not in found
    by_players = {2: 6, 3: 12, 4: 12, 5: 14, 6: 14}
    assert examples(altered(classic, market__fish__dice=by_players))["extras"]["rolled"] == 6


def test_bell_of_classic(classic: Variant) -> None:
    """FC-4.1, 4.3, 4.4: the third seat rings, the chef goes to the fourth, which also acts first."""
    assert examples(classic)["bell"] == {"kind": "roe", "seats": 4, "ringer": 2, "order": [3, 0, 1, 2], "chef": 3}


def test_bell_of_variants(classic: Variant) -> None:
    """FC-4.1 to 4.4: the chef's way, the number of players, no last actions, no row that rings."""
    assert examples(altered(classic, next_chef="clockwise"))["bell"]["chef"] == 1
    assert "chef" not in examples(altered(classic, next_chef="loser"))["bell"]
    assert examples(altered(classic, morning__last_actions=0))["bell"]["order"] == []
    assert examples(altered(classic, players__max=2))["bell"]["order"] == [0, 1]
    assert "bell" not in examples(altered(classic, morning__empty_rows_end=7))


def test_dishes_of_classic(classic: Variant) -> None:
    """FC-5.5 to 5.11: own hand, bigger fish, school, rival; three different dishes, with the cards' own figures."""
    found = examples(classic)
    own, school, rival = found["own"], found["school"], found["rival"]
    assert own["money"] == 27 and own["ingredients"] == ["flour", "egg"] and own["size"] == 3
    assert found["bigger"]["recipe"] == own["recipe"] and found["bigger"]["sizes"] == [3, 4, 5, 6]
    assert school["money"] == school["main"] == 15
    assert (rival["cook"], rival["owner"], rival["lowest"], rival["faces"]) == (37, 5, 5, 6)
    assert len({str(example["recipe"]) for example in (own, school, rival)}) == 3


def test_dishes_of_variants(classic: Variant) -> None:
    """FC-5.5, 5.7, 5.9 to 5.11: each switch changes or omits its own example."""
    assert "bigger" not in examples(altered(classic, evening__bigger_fish=False))
    assert "school" not in examples(altered(classic, evening__cook_from_school=False))
    assert "school" not in examples(altered(classic, school__cards=0))
    assert examples(altered(classic, evening__school_bonus=True))["school"]["money"] == 18
    assert "rival" not in examples(altered(classic, evening__cook_from_rivals=False))
    cook = examples(altered(classic, evening__rival_bonus="cook"))["rival"]
    assert (cook["cook"], cook["owner"]) == (42, 0)
    nobody = examples(altered(classic, evening__rival_bonus="nobody"))["rival"]
    assert (nobody["cook"], nobody["owner"]) == (37, 0)
    assert "lowest" not in examples(altered(classic, evening__steal__succeeds_on="never"))["rival"]
    assert examples(altered(classic, evening__steal__succeeds_on=2))["rival"]["lowest"] == 2
    small_die = examples(altered(classic, evening__steal__die="d4"))["rival"]
    assert (small_die["lowest"], small_die["faces"]) == (4, 4)


def test_menu_bonus(classic: Variant) -> None:
    """FC-7.1: a tie pays all, a share rounded down, or nobody."""
    assert examples(classic)["menu"] == {"size": 3, "dishes": 2, "bonus": 3, "each": 3}
    assert examples(altered(classic, end__menu_tie="split"))["menu"]["each"] == 1
    assert examples(altered(classic, end__menu_tie="nobody"))["menu"]["each"] == 0
    assert "menu" not in examples(altered(classic, end__menu_bonus="none"))
    assert "menu" not in examples(altered(classic, end__menu_bonus={1: 0}))
    assert examples(altered(classic, end__menu_bonus={6: 9}))["menu"]["size"] == 6


def test_the_smallest_variant(classic: Variant) -> None:
    """One size, one recipe, one row, one space, one die: nothing crashes and nothing absurd is told."""
    name = next(iter(classic.recipes))
    only = {name: classic.recipes[name].model_dump() | {"size": 1}}
    tiny = altered(
        classic,
        recipes=only,
        market={
            "fish": {"dice": 1, "row_length": 1, "ladders": {1: (3,)}},
            "farm": {"die": "d4", "spaces": 1, "rows": {"roe": {"prices": (0,), "fill": (1, 1, 1, 1)}}},
        },
        end__menu_bonus={1: 1},
    )
    found = examples(tiny)
    assert set(found) == {"fill", "fish_row", "bell", "own", "school", "rival"}
    assert found["fill"]["start"] == 0 and found["fill"]["after"] == 1
    assert found["fish_row"]["prices"] == [3]
    assert found["own"]["recipe"] == found["school"]["recipe"] == found["rival"]["recipe"] == name
