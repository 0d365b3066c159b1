"""One game of a variant: played, resumed, told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path as FilePath

from kitgen.diagnostics import did_you_mean
from kitgen.errors import UsageError
from kitgen.games import all_games
from kitgen.pipeline.loading import LoadedVariant
from kitgen.pipeline.measuring import default_bots, player_counts
from kitgen.play.chance import WORD, first_seat
from kitgen.play.clock import Keyboard, StandardInput, TimedTalk
from kitgen.play.session import MAX_SEED, PERSON, Departure, Session, replay, require_seed, seat_players
from kitgen.play.terminal import TableTalk, Talk
from kitgen.play.transcript import Transcript, write_transcript
from kitgen.rulesheet.sheet import rule_paragraphs
from kitgen.source.words import Words, load_words


def start_game(
    variant: LoadedVariant,
    *,
    players: int | None = None,
    bots: Sequence[str] | None = None,
    seed: int = 1,
    person: bool = False,
) -> Session:
    """A game about to begin: bots in turn on all seats, or on all but the first, which is the person's.

    ``players`` is the variant's middle number unless given, ``bots`` the best of the game's quick ones; ``seed`` is any
    whole number of 64 bits and decides all chance. Raises UsageError for what the variant or kitgen does not have.
    """
    counts = list(variant.model.player_counts)
    [seats] = player_counts(variant, [counts[len(counts) // 2] if players is None else players])
    require_seed(seed)
    bots = bots or default_bots(variant)
    seated = seat_players(variant.game.playing, bots, seats - 1 if person else seats)
    first = first_seat(seed, seats)
    told = Transcript(
        variant.game.id, variant.name, variant.digest, seed, 0, first, [PERSON, *seated] if person else seated
    )
    return Session(variant.game.playing, variant.model, told)


def resume_game(variant: LoadedVariant, told: Transcript) -> tuple[Session, Departure | None]:
    """A game taken up from its transcript, and where it departs from it, if the variant has changed.

    Raises UsageError for a transcript that cannot belong to the variant.
    """
    playing = variant.game.playing
    if told.game != variant.game.id:
        raise UsageError(f"the transcript is of {told.game}, not of {variant.game.id}")
    if len(told.players) not in variant.model.player_counts:
        raise UsageError(f"the transcript has {len(told.players)} players, which {variant.name} is not for")
    if not 0 <= told.first < len(told.players):
        raise UsageError(f"the transcript says that seat {told.first} goes first", "seats are counted from 0")
    if not 0 <= told.seed <= MAX_SEED or not 0 <= told.number <= WORD:
        raise UsageError("the transcript has a seed or a number that cannot be", f"seeds are 0 to {MAX_SEED}")
    seat_players(playing, [player for player in told.players if player != PERSON] or ["random"], 1)
    return replay(playing, variant.model, told)


def tell_story(session: Session, variant: LoadedVariant, language: str = "en") -> str:
    """A finished game in words."""
    words = load_words(variant.game.id, language, variant.folders)
    return variant.game.playing.tell(session.transcript, variant.model, words)


def table_talk(
    variant: LoadedVariant,
    session: Session,
    language: str,
    say: Callable[[str], None],
    ask: Callable[[str], str],
    save_as: FilePath,
    named: str = "",
    keyboard: Callable[[], Keyboard] = StandardInput,
) -> TableTalk:
    """The talk of a game with a person.

    ``say`` prints, ``ask`` reads a line, ``save_as`` is where it is saved; ``named`` is the variant as it was named. A
    game in real time takes a ``keyboard`` in place of ``ask``.
    """
    words = load_words(variant.game.id, language, variant.folders)
    view = variant.game.playing.view(variant.model, words, session.transcript.players)

    def save(name: str) -> FilePath:
        file = FilePath(name) if name else save_as
        write_transcript(session.transcript, file)
        return file

    shared = (session, view, words, say, save, lambda: rule_texts(variant, words), named)
    real_time = variant.game.playing.real_time
    if real_time is not None:
        return TimedTalk(*shared, real_time=real_time, keyboard=keyboard())
    return Talk(*shared, ask=ask)


def run_command(variant: LoadedVariant, name: str, arguments: Sequence[str], language: str = "en") -> str:
    """What a command of the game's own answers.

    Raises UsageError for a command that the game has not, and for arguments that it does not understand.
    """
    commands = variant.game.commands
    if name not in commands:
        having = ", ".join(game.id for game in all_games().values() if name in game.commands)
        hint = did_you_mean(name, commands) or (having and f"variants of {having} have it")
        raise UsageError(f"{variant.game.id} has no command {name!r}", hint)
    words = load_words(variant.game.id, language, variant.folders)
    return commands[name].run(variant.model, words, arguments)


def rule_texts(variant: LoadedVariant, words: Words) -> dict[str, str]:
    """The paragraphs of the variant's own rule sheet, by rule id."""
    art = variant.art
    components = variant.game.components(variant.model, words, art)
    sheets = variant.game.documents(variant.model, words, art, components)
    return {
        rule: text
        for sheet in sheets
        for rule, text in rule_paragraphs(sheet, variant.template_folders, words.language).items()
    }
