"""A person at the terminal against bots: the talk at the table, the same for every game.

The game draws its table, understands the words that are typed and says what a move would do; here stand the turns, the
confirmation of a choice, refusals with their rule, saving and leaving.
"""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import ClassVar, Protocol

from kitgen.errors import FilesError
from kitgen.play.events import Event
from kitgen.play.session import Session
from kitgen.source.words import Words


class TableView(Protocol):
    """What a game shows and understands at the terminal."""

    def table(self, session: Session) -> str:
        """The table as the person sees it."""

    def understand(self, session: Session, text: str) -> int | str:
        """The move that a person means, or a sentence that says what is unclear."""

    def preview(self, session: Session, move: int) -> str:
        """What a legal move would do."""

    def told(self, event: Event) -> str | None:
        """What everybody at the table sees of an event; None for what is told otherwise."""

    def reason(self, rule: str) -> str:
        """Why a rule refuses."""

    def moves_help(self, session: Session) -> str:
        """The words for moves that can be typed now."""

    def ending(self, session: Session) -> str:
        """The last count, and why it came out so."""


@dataclass(slots=True)
class TableTalk(ABC):
    """What any talk at the table has: commands, refusals with their rule, saving. ``say`` prints."""

    session: Session
    view: TableView
    words: Words
    say: Callable[[str], None]
    save: Callable[[str], FilePath]
    """Writes the game, under a name or its usual one, and returns the file."""
    rule_texts: Callable[[], dict[str, str]]
    """The paragraphs of the rule sheet by rule id; asked for once, when a rule is first wanted."""
    variant: str = ""
    """The variant as the person named it, for the command that resumes the game."""
    refused: str = ""
    _rules: dict[str, str] | None = None

    help_words: ClassVar[str] = "play.help"

    @abstractmethod
    def run(self) -> bool:
        """Play on until the game is over (True) or the person leaves (False)."""

    def end(self) -> bool:
        """Tell how it ended; True."""
        self.say(self.words("play.over"))
        self.say(self.view.ending(self.session))
        return True

    def legal(self, text: str) -> int | None:
        """The move that is meant, if it is allowed; else the reason is said."""
        move = self.view.understand(self.session, text)
        if isinstance(move, str):
            self.say(move)
            return None
        rule = self.session.refusal(move)
        if not rule:
            return move
        self.refused = rule
        self.say(f"{self.words('play.refused', rule=rule, reason=self.view.reason(rule))} {self.words('play.why')}")
        return None

    def help(self, rest: str) -> None:
        """The words that can be typed."""
        self.say(self.words(self.help_words, moves=self.view.moves_help(self.session)).rstrip())

    def saved(self, file: FilePath) -> str:
        """Where the game is saved, and the command that goes on with it."""
        command = " ".join(["kitgen play", *([shlex.quote(self.variant)] if self.variant else []), "--resume"])
        return self.words("play.saved", file=str(file), command=f"{command} {shlex.quote(str(file))}")

    def show_table(self, rest: str) -> None:
        """The table once more."""
        self.say(self.view.table(self.session))

    def save_game(self, rest: str) -> None:
        """Save under a name, or the usual one."""
        try:
            self.say(self.saved(self.save(rest)))
        except FilesError as fault:
            self.say(fault.message)

    def why(self, rest: str) -> None:
        """The rule that refused the last move, or any rule by its id."""
        rule = rest.upper() or self.refused
        if not rule:
            self.say(self.words("play.no_refusal"))
            return
        if self._rules is None:
            self._rules = self.rule_texts()
        if rule not in self._rules:  # its number will do
            rule = next((whole for whole in self._rules if whole.partition("-")[2] == rule), rule)
        text = self._rules.get(rule)
        self.say(f"{rule}: {text}" if text else self.words("play.no_rule", rule=rule))


COMMANDS: dict[str, Callable[[TableTalk, str], None]] = {
    "help": TableTalk.help,
    "table": TableTalk.show_table,
    "save": TableTalk.save_game,
    "why": TableTalk.why,
}
"""What can be typed in any talk; ``quit`` leaves it."""


@dataclass(slots=True, kw_only=True)
class Talk(TableTalk):
    """The talk of a game that is played turn by turn. ``ask`` reads a line (EOFError at the end of input)."""

    ask: Callable[[str], str]

    def run(self) -> bool:
        """Play on until the game is over (True) or the person leaves (False)."""
        self.say(self.words("play.hello"))
        while self.session.seat >= 0:
            if not self.session.waits_for_person:
                self._make(self.session.bot_move())
            elif not self._turn():
                return False
        return self.end()

    def _make(self, move: int) -> None:
        for event in self.session.make(move):
            text = self.view.told(event)
            if text:
                self.say(text)

    def _turn(self) -> bool:
        """One decision of the person; False to leave."""
        self.say("\n" + self.view.table(self.session))
        text = self.ask(self.words("play.prompt"))
        while True:
            word, _, rest = text.strip().partition(" ")
            word = word.lower()
            if word == "quit":
                return False
            if word in _COMMANDS:
                _COMMANDS[word](self, rest.strip())
            elif text.strip():
                move = self.legal(text.strip())
                if move is not None:
                    self.say(self.view.preview(self.session, move))
                    text = self.ask(self.words("play.confirm"))
                    if text.strip().lower() in ("", "yes", "y", "ok"):
                        self._make(move)
                        return True
                    if text.strip().lower() not in ("undo", "u", "no", "n"):
                        continue
                    self.say(self.words("play.taken_back"))
            text = self.ask(self.words("play.prompt"))

    def undo(self, rest: str) -> None:
        """Nothing was sent yet, so nothing needs to be undone."""
        self.say(self.words("play.taken_back"))


_COMMANDS: dict[str, Callable[[Talk, str], None]] = {**COMMANDS, "undo": Talk.undo, "u": Talk.undo}
