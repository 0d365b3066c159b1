"""The command that settles a dispute at a real table: whose fish is it, and which cards go where?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kitgen.diagnostics import did_you_mean, one_of, printable
from kitgen.errors import UsageError
from kitgen.games.discount_salmon.events import Names as Ids
from kitgen.games.discount_salmon.naming import Naming, meant, plain
from kitgen.games.discount_salmon.resolver import Laid, Settled, settle
from kitgen.games.discount_salmon.variant import Variant
from kitgen.games.game import Command
from kitgen.source.words import Words

EXAMPLE = "--fish dry,ugly lotion:0 sun:1 mustache:2"
"""What is typed after the variant."""

LONGEST_STACK = 1_000
"""More cards than any deck has."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A fish with its problems, by number, and the stack on it from the bottom."""

    problems: tuple[int, ...]
    stack: tuple[Laid, ...]

    @property
    def open_now(self) -> int:
        """The problems, one bit each."""
        return sum(1 << problem for problem in self.problems)


def resolve(variant: Variant, words: Words, arguments: Sequence[str]) -> str:
    """Settle a stack, card by card with the rules: ``--fish dry,ugly lotion:0 sun:1`` from the bottom up.

    A card is its name (spaces as hyphens, or a word of it), a colon, and the player who laid it, counted from 0. Raises
    UsageError for what the variant has not.
    """
    naming = Naming(variant, words)
    dispute = _read(naming, arguments)
    settled = settle(len(variant.problems), dispute.open_now, dispute.stack)
    return "\n".join(_told(naming, dispute, settled)) + "\n"


RESOLVE = Command(
    arguments="--fish PROBLEMS CARD:PLAYER...",
    about=(
        "Settle a dispute over a fish of VARIANT: who takes it, and which cards go where.\n\n"
        "Say what is wrong with the fish, or its name; then the cards as they lie, the lowest first, each with the "
        f"player who laid it, from 0:\n\n  kitgen resolve VARIANT {EXAMPLE}\n\n"
        "A card is called by its name, with hyphens for spaces, or by a word of it."
    ),
    run=resolve,
)


# ── What is typed ───────────────────────────────────────────────────────────────────────────────────────────────────


def _read(naming: Naming, arguments: Sequence[str]) -> Dispute:
    problems, cards, left = list[str](), list[str](), list(arguments)
    while left:
        word = left.pop(0)
        option, has_value, value = word.partition("=")
        if option == "--fish":
            if not has_value and not left:
                raise UsageError("--fish does not say what is wrong with the fish", f"write {EXAMPLE}")
            problems += (text.strip() for text in (value if has_value else left.pop(0)).split(",") if text.strip())
        elif word.startswith("-"):
            raise UsageError(f"there is no option {printable(option)}", f"write {EXAMPLE}")
        else:
            cards.append(word)
    if not problems:
        raise UsageError("nothing says what is wrong with the fish", f"write {EXAMPLE}")
    if not cards:
        raise UsageError("there are no cards to settle", f"write {EXAMPLE}")
    if len(cards) > LONGEST_STACK:
        raise UsageError(f"there are {len(cards):,} cards, more than any deck has")
    return Dispute(_problems(naming, problems), _stack(naming, cards))


def _problems(naming: Naming, texts: Sequence[str]) -> tuple[int, ...]:
    """The problems by number: each text is a name or an id, or a fish, or else several with spaces between."""
    ids = list(naming.variant.problems)
    names = [naming.problem_name(problem) for problem in ids]
    known = [plain(name) or id_ for name, id_ in zip(names, ids, strict=True)]
    found: list[int] = []
    for text in texts:
        whole = _fits(plain(text), known, ids) or _of_fish(naming, text)
        for place in whole or [place for word in text.split() for place in _fits_or_raises(word, known, ids)]:
            if place in found:
                raise UsageError(f"the fish cannot be {names[place]} twice", "name each problem once")
            found.append(place)
    return tuple(found)


def _of_fish(naming: Naming, text: str) -> list[int]:
    """The problems of a fish that is called so; none where no fish is."""
    ids, fishes = list(naming.variant.problems), naming.variant.fish
    named = [fish for fish in fishes if plain(text) in (plain(naming.fish_name(fish)), fish)][:1]
    return [ids.index(problem) for fish in named for problem in fishes[fish].problems]


def _fits(typed: str, known: Sequence[str], ids: Sequence[str]) -> list[int]:
    """The place of a problem by its name, or else by its id."""
    return [names.index(typed) for names in (known, ids) if typed in names][:1]


def _fits_or_raises(word: str, known: Sequence[str], ids: Sequence[str]) -> list[int]:
    found = _fits(plain(word), known, ids)
    if not found:
        hint = f"{did_you_mean(plain(word), [*known, *ids])} problems: {', '.join(known)}".strip()
        raise UsageError(f"there is no problem {printable(word)!r}", hint)
    return found


def _stack(naming: Naming, texts: Sequence[str]) -> tuple[Laid, ...]:
    """The cards, of none more than the deck has."""
    stack = tuple(_laid(naming, text) for text in texts)
    for kind, count in Counter(card.kind for card in stack).items():
        copies = naming.variant.copies[kind]
        if count > copies:
            name = naming.card_name(Ids.of(naming.variant).cards[kind])
            raise UsageError(f"{name} lies there {count} times, but the deck has {copies}", "leave some out")
    return stack


def _laid(naming: Naming, text: str) -> Laid:
    """``lotion:0``, a card and who laid it."""
    name, colon, seat = text.rpartition(":")
    most = naming.variant.players.max
    if not colon or not name:
        raise UsageError(f"{printable(text)!r} does not say who laid it", "write the player after it, as in lotion:0")
    if not (seat.isascii() and seat.isdecimal()):
        raise UsageError(f"{printable(seat)!r} is no player", f"players are counted from 0 to {most - 1}")
    if len(seat) > 3 or int(seat) >= most:
        message = f"there is no player {printable(seat)}: {printable(naming.variant.title)} is for {most} players"
        raise UsageError(message, f"players are counted from 0 to {most - 1}")
    return Laid(_kind(naming, name), int(seat))


def _kind(naming: Naming, text: str) -> int:
    """The card that a text means, of those that the variant has."""
    ids = Ids.of(naming.variant).cards
    kinds = [kind for kind, copies in enumerate(naming.variant.copies) if copies]
    names = [naming.card_name(ids[kind]) for kind in kinds]
    exact = [kind for kind in kinds if plain(ids[kind]) == plain(text)]
    found = exact or [kinds[place] for place in meant(text, names)]
    if len(found) == 1:
        return found[0]
    by_name = Counter(map(plain, names))
    # A card is typed by its name where no other has it, else by its id.
    called = {
        kind: plain(name) if plain(name) and by_name[plain(name)] == 1 else plain(ids[kind])
        for kind, name in zip(kinds, names, strict=True)
    }
    typed = [called[kind] for kind in found or kinds]
    if found:
        raise UsageError(f"{printable(text)!r} may be {one_of(typed)}", "write more of the name")
    by_word = {word: name for name in typed for word in (name, *name.split("-"))}
    near = did_you_mean(plain(text), by_word)
    raise UsageError(f"there is no card {printable(text)!r}", f"{near} cards: {', '.join(typed)}".strip())


# ── What is answered ────────────────────────────────────────────────────────────────────────────────────────────────


def _told(naming: Naming, dispute: Dispute, settled: Settled) -> Iterator[str]:
    words, ids = naming.words, Ids.of(naming.variant)
    yield words("resolve.fish", problems=naming.problems_listed(ids.problems[problem] for problem in dispute.problems))
    wide = len(str(len(dispute.stack)))
    before = dispute.open_now
    for place, (card, after) in enumerate(zip(dispute.stack, settled.open_after, strict=True)):
        effect, rule = _effect(naming, ids, settled, place, card)
        named = naming.card_name(ids.cards[card.kind])
        now = words("resolve.open", problems=_open(naming, ids, after)) if after not in (0, before) else ""
        line = words("resolve.card", card=named, seat=card.seat, effect=effect, open=now, rule=rule)
        yield f"  {place + 1:>{wide}}  {line}"
        before = after
    yield _end(naming, ids, settled)
    yield from _where(naming, dispute, settled)


def _open(naming: Naming, ids: Ids, mask: int) -> str:
    return naming.problems_listed(problem for bit, problem in enumerate(ids.problems) if mask >> bit & 1)


def _effect(naming: Naming, ids: Ids, settled: Settled, place: int, card: Laid) -> tuple[str, str]:
    """What a card does, and the rule that says so."""
    what, _, problem = ids.cards[card.kind].partition(" ")
    name = naming.problem_name(problem) if problem else ""
    told, rule = what, {"cure": "DS-3.4", "harm": "DS-3.5", "blender": "DS-3.8", "andrew": "DS-3.9"}[what]
    if place in settled.returned:
        end = _ending_place(settled)
        if end is not None and place > end:
            told, rule = "above", "DS-3.9" if settled.andrew_of is not None else "DS-3.11"
            if what == "andrew" and settled.claimed_by is not None:
                rule = "DS-3.13"
        else:
            told = f"no_{what}"
    return naming.words(f"resolve.{told}", problem=name), rule


def _ending_place(settled: Settled) -> int | None:
    """The place of the card that ended the fish, if one did: the last one that did not go back."""
    if settled.claimed_by is None and settled.andrew_of is None:
        return None
    return max(place for place in range(len(settled.open_after)) if place not in settled.returned)


def _end(naming: Naming, ids: Ids, settled: Settled) -> str:
    """Whose the fish is, and who reveals the next one."""
    words, seat, rule = naming.words, settled.claimed_by, "DS-3.12"
    if seat is not None:
        told = words("resolve.claimed", seat=seat)
    elif settled.andrew_of is not None:
        seat, rule = settled.andrew_of, "DS-3.10"
        told = words("resolve.ran_away", seat=seat, card=naming.card_name("andrew"))
    else:
        return words("resolve.goes_on", problems=_open(naming, ids, settled.open_after[-1]))
    if naming.variant.race.next_revealer == "clockwise":
        return f"{told} {words('resolve.clockwise', rule=rule)}"
    return f"{told} {words('resolve.reveals', seat=seat, rule=rule)}"


def _where(naming: Naming, dispute: Dispute, settled: Settled) -> Iterator[str]:
    """Which cards are kept, by whom, and which go back to whom, or are lost."""
    words, ids, end = naming.words, Ids.of(naming.variant), _ending_place(settled)

    def listed(places: Sequence[int]) -> str:
        return ", ".join(f"{place + 1} {naming.card_name(ids.cards[dispute.stack[place].kind])}" for place in places)

    if settled.andrew_of is not None:
        gone = [place for place in range(len(dispute.stack)) if place not in settled.returned]
        yield f"  {words('resolve.gone', cards=listed(gone))}"
    elif settled.kept:
        kept = words("resolve.kept_by", seat=settled.claimed_by) if settled.claimed_by is not None else words(
            "resolve.stay")  # fmt: skip
        yield f"  {kept} {listed(settled.kept)}"
    # Of those that go back, a variant may take the ones that did nothing; those above the end were not looked at.
    is_lost = naming.variant.race.invalid == "lost"
    lost = [place for place in settled.returned if is_lost and (end is None or place < end)]
    back = [place for place in settled.returned if place not in lost]
    rule = ("DS-3.9" if settled.andrew_of is not None else "DS-3.11") if is_lost else "DS-3.6"
    for seat in sorted({dispute.stack[place].seat for place in back}):
        cards = listed([place for place in back if dispute.stack[place].seat == seat])
        yield f"  {words('resolve.back', seat=seat, rule=rule)} {cards}"
    if lost:
        yield f"  {words('resolve.lost')} {listed(lost)}"
