"""What a verdict asks about single pieces of a Fish Cook variant: recipes, rows, and rules that nobody uses."""

from __future__ import annotations

import math
from collections.abc import Iterator

from kitgen.diagnostics import Path, Severity
from kitgen.games.fish_cook.variant import Recipe, Variant
from kitgen.play.intervals import Estimate
from kitgen.play.questions import Evidence, Excess, Match, Question, Stage, percent

NEVER, SOMETIMES = 0.005, 0.03
"""A thing that happens in fewer games is as good as never there; in more, it belongs to the game."""

LION_SHARE, LION_FAIR_SHARES = 0.15, 4
"""A recipe that earns more than both, of all income and in fair shares, is the game."""

FREE, NOT_FREE = 0.25, 0.5
"""Dollars paid on average below which a row is free, and above which it was not."""

SOLD_OUT, SELDOM_SOLD_OUT = 0.97, 0.9
"""Parts of a row that are bought."""


def questions_about_pieces(variant: Variant, baseline: Variant | None, stage: Stage) -> Iterator[Question]:
    """Everything that is asked about recipes, rows and rules."""
    for recipe in variant.recipes:
        yield from _recipe(recipe, variant, baseline, stage)
    yield from _unused(variant, baseline, stage)
    if baseline is not None:
        yield from _markets(variant, baseline, stage)


# ── Recipes ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _recipe(recipe: str, variant: Variant, baseline: Variant | None, stage: Stage) -> Iterator[Question]:
    card = variant.recipes[recipe]
    known = baseline is not None and recipe in baseline.recipes
    here = stage.both if known else stage.every_seat
    paths: tuple[Path, ...] = (
        ("recipes", recipe),
        ("market", "fish", "ladders", str(card.size)),
        *(("market", "farm", "rows", kind) for kind in card.ingredients),
        ("evening",),
        ("school",),
    )

    def cooked(evidence: Evidence, side: int = 0) -> Estimate:
        return evidence.figure(here, "games", f"cooked/{recipe}", side=side)

    def never(evidence: Evidence) -> list[Excess]:
        found = [Excess(cooked(evidence), NEVER, below=True)]
        return [*found, Excess(cooked(evidence, 1), SOMETIMES)] if known else found

    def never_said(evidence: Evidence) -> str:
        there = f", in the baseline in {percent(cooked(evidence, 1).value)}" if known else ""
        return f"{recipe} is never cooked: in {percent(cooked(evidence).value)} of games{there}"

    yield Question(
        "never-cooked", Severity.WARNING, recipe, f"{recipe} is never cooked", here, never, never_said, paths,
        "let it pay more, or make its fish and ingredients cheaper", itself=True,
    )  # fmt: skip

    def loses(evidence: Evidence) -> list[Excess]:
        found = [Excess(profit(evidence, card, variant, here), 0, below=True)]
        if known and baseline is not None:
            found.append(Excess(profit(evidence, baseline.recipes[recipe], baseline, here, 1), 0))
        return found

    def loses_said(evidence: Evidence) -> str:
        gain = profit(evidence, card, variant, here).value
        earns = card.main + card.bonus
        return (
            f"{recipe} does not pay: it earns ${earns} ({card.main} and a bonus of {card.bonus}), its fish and "
            f"ingredients cost ${earns - gain:.0f} on average; {percent(cooked(evidence).value)} of games cook it"
        )

    yield Question(
        "never-pays", Severity.WARNING, recipe, f"{recipe} does not pay", here, loses, loses_said, paths,
        "let it pay more, or make its fish and ingredients cheaper", instead_of=("never-cooked",), judging=False,
        itself=True,
    )  # fmt: skip

    def part(evidence: Evidence, side: int = 0) -> Estimate:
        return evidence.figure(here, "ratio", f"recipe-paid/{recipe}", "income", side)

    def towers(evidence: Evidence) -> list[Excess]:
        limit = max(LION_SHARE, LION_FAIR_SHARES / len(variant.recipes))
        found = [Excess(part(evidence), limit)]
        return [*found, Excess(part(evidence, 1), limit, below=True)] if known else found

    def towers_said(evidence: Evidence) -> str:
        there = f", in the baseline {percent(part(evidence, 1).value)}" if known else ""
        return (
            f"{recipe} is the whole game: it brings {percent(part(evidence).value)} of all income, one of "
            f"{len(variant.recipes)} recipes{there}"
        )

    yield Question(
        "recipe-towers", Severity.WARNING, recipe, f"{recipe} is the whole game", here, towers, towers_said, paths,
        "let it pay less, or cost more", itself=True,
    )  # fmt: skip


def profit(evidence: Evidence, card: Recipe, variant: Variant, matches: tuple[Match, ...], side: int = 0) -> Estimate:
    """Main and bonus less what fish and ingredients cost on average; where hardly any was bought, the middle of its
    row."""
    fish, farm = variant.market.fish, variant.market.farm
    pieces = [(f"fish-paid/{card.size}", f"fish-bought/{card.size}", fish.ladders[card.size])]
    pieces += [(f"food-paid/{kind}", f"food-bought/{kind}", farm.rows[kind].prices) for kind in card.ingredients]
    value, slack = float(card.main + card.bonus), 0.0
    for paid, bought, ladder in pieces:
        found = evidence.figure(matches, "ratio", paid, bought, side)
        if found.bound or not math.isfinite(found.high):
            found = Estimate(ladder[len(ladder) // 2], 0, 0, 0)
        else:
            slack += found.high - found.value
        value -= found.value
    return Estimate(value, value - slack, value + slack, evidence.tally(matches, side).games)


# ── Rows and rules that nobody uses ─────────────────────────────────────────────────────────────────────────────────


def _unused(variant: Variant, baseline: Variant | None, stage: Stage) -> Iterator[Question]:
    for size in variant.sizes:
        known = baseline is not None and size in baseline.sizes
        path: tuple[Path, ...] = (("market", "fish", "ladders", str(size)), ("recipes",), ("market", "fish"))
        yield _nobody("row-unused", f"fish-bought/{size}", f"fish of size {size}", known, stage, path,
                      "lower its prices, or give it recipes that pay")  # fmt: skip
    for kind in variant.market.farm.rows:
        known = baseline is not None and kind in baseline.market.farm.rows
        path = (("market", "farm", "rows", kind), ("recipes",), ("kinds", kind))
        yield _nobody("kind-unused", f"food-bought/{kind}", kind, known, stage, path,
                      "lower its prices, or give it recipes that pay")  # fmt: skip
    if baseline is not None:
        for rule, (what, paths) in rules_in_force(variant).items():
            yield _nobody("rule-unused", f"rule/{rule}", f"rule {rule} ({what})", True, stage, paths,
                          "make what it offers worth more")  # fmt: skip


def _nobody(
    code: str, column: str, what: str, known: bool, stage: Stage, paths: tuple[Path, ...], hint: str
) -> Question:
    here = stage.both if known else stage.every_seat

    def used(evidence: Evidence, side: int = 0) -> Estimate:
        return evidence.figure(here, "games", column, side=side)

    def measure(evidence: Evidence) -> list[Excess]:
        found = [Excess(used(evidence), NEVER, below=True)]
        return [*found, Excess(used(evidence, 1), SOMETIMES)] if known else found

    def message(evidence: Evidence) -> str:
        there = f", in the baseline in {percent(used(evidence, 1).value)}" if known else ""
        verb = "comes into play" if code == "rule-unused" else "is bought"
        return f"{what} {verb} in {percent(used(evidence).value)} of games{there}"

    is_rule = code == "rule-unused"
    title = f"{what} never comes into play" if is_rule else f"{what} is never bought"
    return Question(code, Severity.WARNING, what, title, here, measure, message, paths, hint,
                    itself=not is_rule)  # fmt: skip


def rules_in_force(variant: Variant) -> dict[str, tuple[str, tuple[Path, ...]]]:
    """The rules that offer something and are not switched off: what they offer, and the values that govern them."""
    evening, morning, school = variant.evening, variant.morning, variant.school
    offered: list[tuple[str, bool, str, tuple[Path, ...]]] = [
        ("FC-3.4", school.cards > 0, "buying an open recipe", (("school", "face_up_price"), ("school",))),
        ("FC-3.5", True, "buying a recipe unseen", (("school", "blind_price"), ("school",))),
        ("FC-4.1", True, "an empty farm row rings the bell", (("morning", "empty_rows_end"), ("market", "farm"))),
        (
            "FC-4.2",
            morning.empty_fish_market_ends,
            "an empty fish market rings the bell",
            (("market", "fish", "dice"), ("market", "fish")),
        ),
        (
            "FC-5.5",
            evening.bigger_fish,
            "a bigger fish for a smaller one",
            (("market", "fish", "ladders"), ("recipes",)),
        ),
        ("FC-5.6", True, "cooking from the own hand", (("set_up", "recipes_dealt"), ("evening",), ("school",))),
        (
            "FC-5.7",
            evening.cook_from_school and school.cards > 0,
            "cooking from the school",
            (("school",), ("evening",)),
        ),
        ("FC-5.8", True, "cooking from the own menu", (("evening",), ("recipes",))),
        (
            "FC-5.9",
            evening.cook_from_rivals,
            "cooking from a rival's menu",
            (("evening", "rival_bonus"), ("evening",), ("recipes",)),
        ),
        ("FC-7.1", variant.end.menu_bonus != "none", "menu bonuses", (("end", "menu_bonus"), ("end",))),
    ]
    return {rule: (what, paths) for rule, in_force, what, paths in offered if in_force}


def _markets(variant: Variant, baseline: Variant, stage: Stage) -> Iterator[Question]:
    """Rows that cost nothing, or sell out whatever is in them: nobody has to choose."""
    farm, fish = variant.market.farm.rows, variant.market.fish.ladders
    rows: list[tuple[str, str, str, bool, Path]] = [
        *((f"fish of size {size}", f"fish-paid/{size}", f"fish-bought/{size}", size in baseline.sizes,
           ("market", "fish", "ladders", str(size))) for size in fish),
        *((kind, f"food-paid/{kind}", f"food-bought/{kind}", kind in baseline.market.farm.rows,
           ("market", "farm", "rows", kind)) for kind in farm),
    ]  # fmt: skip
    for what, paid, bought, known, path in rows:
        if known:
            yield compared("free-row", what, paid, bought, stage, FREE, NOT_FREE, True, (path, ("market",)),
                            f"{what} costs next to nothing: ${{here:.2f}} on average, in the baseline ${{there:.2f}}",
                            "what is free is no decision: give it a price", scale=1)  # fmt: skip
    for size in fish:
        if size in baseline.sizes:
            what = f"fish of size {size}"
            yield compared("sells-out", what, f"fish-bought/{size}", f"fish-offered/{size}", stage, SOLD_OUT,
                            SELDOM_SOLD_OUT, False, (("market", "fish", "ladders", str(size)), ("market", "fish")),
                            f"{what} always sells out: {{here:.0f}} % of it is bought, in the baseline {{there:.0f}} %",
                            "make it dearer, or roll more dice")  # fmt: skip


def compared(
    code: str,
    about: str,
    above: str,
    below_it: str,
    stage: Stage,
    limit: float,
    usual: float,
    below: bool,
    paths: tuple[Path, ...],
    said: str,
    hint: str,
    scale: float = 100,
) -> Question:
    """A ratio beyond a limit, and in the baseline on the near side of a usual one."""

    def measure(evidence: Evidence) -> list[Excess]:
        here, there = (evidence.figure(stage.both, "ratio", above, below_it, side) for side in (0, 1))
        if math.isinf(here.low) or math.isinf(there.low):
            return [NOTHING_THERE]
        return [Excess(_ends(here), limit, below), Excess(_ends(there), usual, not below)]

    def message(evidence: Evidence) -> str:
        here, there = (evidence.figure(stage.both, "ratio", above, below_it, side).value for side in (0, 1))
        return said.format(here=scale * here, there=scale * there)

    return Question(code, Severity.WARNING, about, said.partition(":")[0], stage.both, measure, message, paths, hint,
                    itself=code != "one-source")  # fmt: skip


NOTHING_THERE = Excess(Estimate(0, 0, 0, 0), 0)
"""Answers no: a ratio of which nothing was counted."""


def _ends(found: Estimate) -> Estimate:
    """A ratio whose upper number was always zero is zero."""
    return Estimate(found.value, found.value, found.value, found.games) if found.bound else found
