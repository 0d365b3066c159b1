"""DS-5.3 to DS-5.6: games that end in ties are told under the rule that settles them, in events and in the story."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from salmon import variant
from salmon_session import played, words

from kitgen.games.discount_salmon.story import tell
from kitgen.play.session import Session

LAKE = {name: {"problems": problems, "copies": 1}
        for name, problems in (("dry", ["dry"]), ("ugly", ["ugly"]), ("dry-ugly", ["dry", "ugly"]))}  # fmt: skip
"""Three fish for three players, so that ties are common."""

RULES = {"harms": "DS-5.4", "cures": "DS-5.5"}
TIES: list[tuple[str, ...]] = [("harms", "cures"), ("cures", "harms"), ("cures",), ("harms",), ()]


@cache
def games(ties: tuple[str, ...]) -> list[Session]:
    of = variant(fish=LAKE, end={"ties": ties}, modifiers={"harm": 6, "cure": 8}, players={"min": 3, "max": 3})
    return [played(["helper", "spoiler", "random"], of, seed=seed) for seed in range(60)]


def settled(session: Session, ties: Sequence[str]) -> tuple[list[int], str]:
    """Who has won, and the rule that says so: whoever has less of what is asked for drops out, until one is left."""
    table = session.table
    has: dict[str, Any] = {"fish": table.claimed, "harms": table.harms, "cures": table.cures}
    left, rule = [0, 1, 2], ""
    for asked in ("fish", *ties):
        most = max(has[asked][seat] for seat in left)
        left, rule = [seat for seat in left if has[asked][seat] == most], RULES.get(asked, "DS-5.3")
        if len(left) == 1:
            return left, rule
    return left, "DS-5.6"


@pytest.mark.parametrize("ties", TIES, ids="-".join)
def test_ds_5_3_to_5_6_winners_are_told_under_the_rule_that_settles_it(ties: tuple[str, ...]) -> None:
    seen = set()
    for session in games(ties):
        winners, rule = settled(session, ties)
        told = [(event.seat, event.rule) for event in session.transcript.events() if event.name == "won"]
        assert told == [(seat, rule) for seat in winners]
        seen.add(rule)
    assert seen == {"DS-5.3", "DS-5.6", *(RULES[tie] for tie in ties)}


@pytest.mark.parametrize(("rule", "said", "unsaid"), [("DS-5.4", "harms", "cures"), ("DS-5.5", "cures", "harms")])
@pytest.mark.parametrize("ties", TIES[:2], ids="-".join)
def test_ds_5_4_and_5_5_the_story_says_what_broke_the_tie(
    ties: tuple[str, ...], rule: str, said: str, unsaid: str
) -> None:
    sessions = [session for session in games(ties) if settled(session, ties)[1] == rule]
    assert sessions
    for session in sessions:
        last = tell(session.transcript, session.variant, words("en")).splitlines()[-1]
        assert last.endswith(f"({rule}).")
        assert f"more claimed {said}," in last
        assert unsaid not in last


def test_ds_5_6_the_story_names_all_who_share() -> None:
    for session in games(()):
        winners, rule = settled(session, ())
        last = tell(session.transcript, session.variant, words("en")).splitlines()[-1]
        assert last.endswith("(DS-5.6).") == (rule == "DS-5.6")
        assert [name in last for name in ("Ada", "Ben", "Cleo")].count(True) >= len(winners)
