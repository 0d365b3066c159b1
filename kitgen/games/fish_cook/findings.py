"""What a verdict asks of a Fish Cook variant, each question with the values that usually cause it."""

from __future__ import annotations

from collections.abc import Iterator

from kitgen.diagnostics import Path, Severity
from kitgen.games.fish_cook.counts import ALL_PASSED
from kitgen.games.fish_cook.figures import box_items
from kitgen.games.fish_cook.piece_findings import SOMETIMES, compared, questions_about_pieces
from kitgen.games.fish_cook.variant import Variant
from kitgen.play.figures import BoxItem
from kitgen.play.intervals import Estimate, share
from kitgen.play.questions import (
    FAR_LONGER,
    FAR_SHORTER,
    EveryGamesPaths,
    Evidence,
    Excess,
    Match,
    Question,
    Stage,
    percent,
)

MOST = 0.5
"""More than this share is most games."""

FEW_ACTIONS = 2.5
"""Actions of one player in a morning, the last one included: fewer hardly make a fish and an ingredient."""

HARDLY_ANY_BELL = 0.9
"""Share of mornings that end without the bell from which it hardly ever rings."""

MOST_INCOME, PART_INCOME = 0.6, 0.45
"""Parts of all income that come from one source."""

SOURCES_SAID = {
    "hand": "dishes from the own hand",
    "school": "dishes from the school",
    "menu": "dishes cooked again",
    "rival": "rivals' recipes",
    "owner": "guests",
    "end": "menu bonuses at the end",
}
CAUSES_OF_SOURCES: dict[str, tuple[Path, ...]] = {
    "hand": (("set_up", "recipes_dealt"), ("school",), ("evening",)),
    "school": (("school",), ("evening", "school_bonus"), ("evening",)),
    "menu": (("recipes",), ("evening",)),
    "rival": (("evening", "rival_bonus"), ("evening",)),
    "owner": (("evening", "rival_bonus"), ("recipes",)),
    "end": (("end", "menu_bonus"), ("end",)),
}

SURE_STEAL, RARE_STEAL = 0.97, 0.03
OFTEN_SHORT = 0.05
"""Share of games that may want more of something than is printed."""

MARKET: tuple[Path, ...] = (("market", "fish", "ladders"), ("market", "farm", "rows"), ("market", "fish", "dice"))


def rule_id(number: int) -> str:
    """A rule's id: FC-3.7 is 307."""
    return f"FC-{number // 100}.{number % 100}"


LOOKS = frozenset({"title", "about", "kinds", "cards"})
"""The keys of a variant that only change how it looks and what it is called."""

PATHS = EveryGamesPaths(
    rule_id=rule_id,
    ends=(("evening",), ("morning",), ("set_up", "days")),
    seats=(("next_chef",), ("morning", "last_actions"), ("morning", "empty_rows_end"), ("set_up",), *MARKET),
    lead=(("end", "menu_bonus"), ("set_up", "days"), ("recipes",), ("evening",)),
    temperaments={
        "hoarder": (("evening", "ingredients_keep"), ("market", "farm"), ("school", "blind_price"), ("set_up", "days")),
        "cheap-fish": (("market", "fish", "ladders"), ("evening", "bigger_fish"), ("recipes",)),
        "big-fish": (("market", "fish", "ladders"), ("evening", "bigger_fish"), ("recipes",)),
        "school-thief": (("evening", "school_bonus"), ("evening", "steal"), ("evening", "rival_bonus"), ("school",)),
    },
)


def questions(variant: Variant, baseline: Variant | None, stage: Stage) -> Iterator[Question]:
    """Everything that is asked beside what is asked of every game."""
    yield _nobody_cooks(variant, stage)
    yield _money_shrinks(variant, baseline, stage)
    yield from _time(variant, baseline, stage)
    yield from _mornings(variant, stage)
    yield from _running_dry(variant, baseline, stage)
    yield from questions_about_pieces(variant, baseline, stage)
    yield from _stealing(variant, baseline, stage)
    if baseline is not None:
        yield from _income(stage)


# ── The whole game ──────────────────────────────────────────────────────────────────────────────────────────────────


def _nobody_cooks(variant: Variant, stage: Stage) -> Question:
    def idle(evidence: Evidence) -> Estimate:
        cooked = evidence.figure(stage.every_seat, "games", "dishes")
        return Estimate(1 - cooked.value, 1 - cooked.high, 1 - cooked.low, cooked.games, cooked.bound)

    def message(evidence: Evidence) -> str:
        bought = percent(evidence.figure(stage.every_seat, "games", "rule/FC-3.2").value)
        return (
            f"nobody can do anything: {percent(idle(evidence).value)} of games end without a single dish; a fish is "
            f"bought in {bought}"
        )

    return Question(
        "nobody-acts", Severity.ERROR, "", "nobody can act", stage.every_seat,
        lambda evidence: [Excess(idle(evidence), MOST)], message,
        (("set_up", "money"), *MARKET, ("recipes",), ("morning",)),
        "give players money enough for a fish and its ingredients, and time to buy them", judging=False,
        instead_of=("money-shrinks", "mornings-end-at-once", "bell-never-rings", "too-short"),
    )  # fmt: skip


def _money_shrinks(variant: Variant, baseline: Variant | None, stage: Stage) -> Question:
    def growth(evidence: Evidence, side: int, start: int, match: Match) -> Estimate:
        ends = evidence.figure([match], "mean", "score-total", side=side).scaled(1 / len(match))
        return Estimate(ends.value - start, ends.low - start, ends.high - start, ends.games)

    match = stage.seats[stage.middle]

    def measure(evidence: Evidence) -> list[Excess]:
        found = [Excess(growth(evidence, 0, variant.set_up.money, match), 0, below=True)]
        if baseline is not None and match in stage.both:
            found.append(Excess(growth(evidence, 1, baseline.set_up.money, match), 0))
        return found

    def message(evidence: Evidence) -> str:
        ends = variant.set_up.money + growth(evidence, 0, variant.set_up.money, match).value
        start = variant.set_up.money
        return f"money only shrinks: {stage.middle} players begin with ${start} each and end with ${ends:.0f}"

    return Question(
        "money-shrinks", Severity.WARNING, "", "money only shrinks", (match,), measure, message,
        (("recipes",), *MARKET, ("evening",)), "dishes must pay more than they cost: raise main values or lower prices",
        judging=False,
    )  # fmt: skip


def _time(variant: Variant, baseline: Variant | None, stage: Stage) -> Iterator[Question]:
    match = stage.seats[stage.middle]

    def part(evidence: Evidence, side: int, playing_time: int) -> Estimate:
        return evidence.figure([match], "mean", "seconds", side=side).scaled(1 / 60 / playing_time)

    def question(code: str, limit: float, below: bool, what: str, hint: str) -> Question:
        def measure(evidence: Evidence) -> list[Excess]:
            found = [Excess(part(evidence, 0, variant.playing_time), limit, below)]
            if baseline is not None and match in stage.both:
                found.append(Excess(part(evidence, 1, baseline.playing_time), limit, not below))
            return found

        def message(evidence: Evidence) -> str:
            minutes = part(evidence, 0, variant.playing_time).value * variant.playing_time
            return f"{what} ({variant.playing_time}): about {minutes:.0f} minutes with {stage.middle} players"

        paths: tuple[Path, ...] = (("set_up", "days"), ("playing_time",), ("morning",), ("market",))
        return Question(code, Severity.WARNING, "", what, (match,), measure, message, paths, hint, judging=False)

    yield question(
        "too-long",
        FAR_LONGER,
        False,
        "games take far longer than playing_time says",
        "fewer days, or another playing_time",
    )
    yield question(
        "too-short",
        FAR_SHORTER,
        True,
        "games are over far sooner than playing_time says",
        "more days, or another playing_time",
    )


# ── Mornings ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _mornings(variant: Variant, stage: Stage) -> Iterator[Question]:
    for players, match in stage.seats.items():
        if stage.has_baseline and players not in stage.shared:
            continue
        yield _at_once(variant, stage, players, match)
    yield _never_rings(variant, stage)


def _at_once(variant: Variant, stage: Stage, players: int, match: Match) -> Question:
    def actions(evidence: Evidence, side: int) -> Estimate:
        mornings = evidence.tally([match], side).total("rule/FC-2.3") / max(1, evidence.tally([match], side).games)
        return evidence.figure([match], "mean", "shopping", side=side).scaled(1 / (mornings * players))

    def measure(evidence: Evidence) -> list[Excess]:
        found = [Excess(actions(evidence, 0), FEW_ACTIONS, below=True)]
        return [*found, Excess(actions(evidence, 1), FEW_ACTIONS)] if stage.has_baseline else found

    def message(evidence: Evidence) -> str:
        few = f"{actions(evidence, 0).value:.1f} actions"
        return f"mornings end at once: with {players} players each gets {few} in a morning"

    return Question(
        "mornings-end-at-once", Severity.WARNING, "", f"mornings end at once with {players} players", (match,),
        measure, message,
        (("morning",), ("market", "farm"), ("market", "fish", "dice"), ("set_up", "money")),
        "a last action for everybody, longer rows, fuller fill tables, or two empty rows to end the morning",
        judging=False,
    )  # fmt: skip


def _never_rings(variant: Variant, stage: Stage) -> Question:
    def passed(evidence: Evidence, side: int) -> Estimate:
        tally = evidence.tally(stage.both if stage.has_baseline else stage.every_seat, side)
        mornings = tally.total("rule/FC-2.3") / max(1, tally.games)
        matches = stage.both if stage.has_baseline else stage.every_seat
        return evidence.figure(matches, "mean", f"morning-ended-by/{ALL_PASSED}", side=side).scaled(1 / mornings)

    def measure(evidence: Evidence) -> list[Excess]:
        found = [Excess(passed(evidence, 0), HARDLY_ANY_BELL)]
        return [*found, Excess(passed(evidence, 1), MOST, below=True)] if stage.has_baseline else found

    def message(evidence: Evidence) -> str:
        return (
            f"the bell hardly ever rings: {percent(passed(evidence, 0).value)} of mornings end because everybody passes"
        )

    return Question(
        "bell-never-rings", Severity.WARNING, "", "the bell hardly ever rings", stage.every_seat, measure, message,
        (("morning",), ("market", "farm"), ("set_up", "money"), ("recipes",)),
        "fewer empty rows to ring it, shorter rows, or more that is worth buying", judging=False,
    )  # fmt: skip


# ── The box ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _running_dry(variant: Variant, baseline: Variant | None, stage: Stage) -> Iterator[Question]:
    for players, match in stage.seats.items():
        yield _dry("deck-runs-dry", "the deck runs out", "deck-dry", players, match,
                   (("recipes",), ("school",), ("set_up", "recipes_dealt"), ("remove",)),
                   "more recipes, or a smaller school")  # fmt: skip
        if variant.tokens.limit_play:
            yield _dry("tokens-run-dry", "tokens are too few to fill the farm's rows", "tokens-dry", players, match,
                       (("tokens", "per_kind"), ("tokens", "limit_play"), ("market", "farm")),
                       "raise tokens.per_kind")  # fmt: skip
    there = {item.column: item for item in box_items(baseline)} if baseline else {}
    for item in box_items(variant):
        for players, match in stage.seats.items():
            against = there.get(item.column) if players in stage.shared else None
            yield from _box(item, against, players, match)


def _dry(code: str, what: str, column: str, players: int, match: Match, paths: tuple[Path, ...], hint: str) -> Question:
    def found(evidence: Evidence) -> Estimate:
        return evidence.figure([match], "games", column)

    return Question(
        code, Severity.ERROR, "", f"{what} with {players} players", (match,),
        lambda evidence: [Excess(found(evidence), MOST)],
        lambda evidence: f"{what} in {percent(found(evidence).value)} of games with {players} players",
        paths, hint, judging=False,
    )  # fmt: skip


def _box(item: BoxItem, against: BoxItem | None, players: int, match: Match) -> Iterator[Question]:
    """What is printed against what play takes at once; of money the whole, since notes can be changed."""
    group, _, label = item.column.partition("-peak")
    paths: tuple[Path, ...] = {
        "tokens": (("tokens", "per_kind"), ("market", "farm", "rows", label.removeprefix("/")), ("market", "farm")),
        "fish": (("evening", "fish_keep"), ("market", "fish", "dice")),
    }.get(group, (("bank",), ("set_up", "money"), ("recipes",)))

    def short(evidence: Evidence) -> Estimate:
        return evidence.share_above([match], item.column, item.printed)

    def message(evidence: Evidence) -> str:
        most = evidence.tally([match]).most(item.column)
        return (
            f"{percent(short(evidence).value)} of games with {players} players want more {item.title} than the "
            f"{item.printed} that are printed, up to {most}"
        )

    def small(evidence: Evidence) -> list[Excess]:
        found = [Excess(short(evidence), OFTEN_SHORT)]
        if against is not None:
            there = evidence.share_above([match], against.column, against.printed, side=1)
            found.append(Excess(there, OFTEN_SHORT, below=True))
        return found

    if group == "notes":
        return
    hint = {
        "tokens": "raise tokens.per_kind",
        "fish": "print the dice sheet twice, or let fish not keep",
    }.get(group, "raise bank.per_player")
    want = f"games want more {item.title} than are printed with {players} players"
    yield Question("box-runs-dry", Severity.ERROR, item.title, f"most {want}", (match,),
                   lambda evidence: [Excess(short(evidence), MOST)], message, paths, hint,
                   instead_of=("box-too-small",), judging=False)  # fmt: skip
    yield Question("box-too-small", Severity.WARNING, item.title, f"some {want}", (match,), small, message, paths, hint)


# ── Income ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _income(stage: Stage) -> Iterator[Question]:
    """A source that brings most of the money."""
    for source, what in SOURCES_SAID.items():
        yield compared("one-source", source, f"earned/{source}", "income", stage, MOST_INCOME, PART_INCOME, False,
                        CAUSES_OF_SOURCES[source],
                        f"{what} bring most of the money: {{here:.0f}} % of income, in the baseline {{there:.0f}} %",
                        "the other ways to earn hardly count")  # fmt: skip


def _stealing(variant: Variant, baseline: Variant | None, stage: Stage) -> Iterator[Question]:
    if not variant.steals:
        return
    known = baseline is not None and baseline.steals
    here = stage.both if known else stage.every_seat
    paths: tuple[Path, ...] = (("evening", "steal"), ("recipes",))

    def lucky(evidence: Evidence, side: int = 0) -> Estimate:
        """Of tries, each of which is a roll of its own."""
        tally = evidence.tally(here, side)
        tries, won = tally.total("rule/FC-5.10"), tally.total("rule/FC-5.11")
        return share(won, tries, evidence.certainty)

    def question(code: str, limit: float, below: bool, what: str) -> Question:
        def measure(evidence: Evidence) -> list[Excess]:
            tried = evidence.figure(here, "games", "rule/FC-5.10")
            found = [Excess(lucky(evidence), limit, below), Excess(tried, SOMETIMES)]
            return [*found, Excess(lucky(evidence, 1), limit, not below)] if known else found

        def message(evidence: Evidence) -> str:
            there = f", in the baseline {percent(lucky(evidence, 1).value)}" if known else ""
            return f"{what}: {percent(lucky(evidence).value)} of them do{there}"

        return Question(code, Severity.WARNING, "", what, here, measure, message, paths,
                    "set succeeds_on to a number from 2 to the die's highest, or to never")  # fmt: skip

    yield question("steal-always", SURE_STEAL, False, "all tries at stealing succeed")
    yield question("steal-never", RARE_STEAL, True, "no tries at stealing succeed")
