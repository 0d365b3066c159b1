"""Transcripts: a game as a list of moves and events that replays to the same end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from kitgen.diagnostics import shown
from kitgen.errors import FilesError, UsageError
from kitgen.files import write_file
from kitgen.play.events import Event

FORMAT = 1


@dataclass(slots=True)
class Turn:
    """One decision: who, what in words, and what came of it."""

    seat: int
    move: str
    events: list[Event] = field(default_factory=list)


@dataclass(slots=True)
class Transcript:
    """A game, finished or not.

    ``players`` are names of bots, or ``you``; ``seed`` and ``number`` decide all chance; ``first`` is the seat that
    began. ``scores`` are what each seat has in the end of whatever the game is won by; they and ``winners``
    are empty until then.
    """

    game: str
    variant: str
    digest: str
    seed: int
    number: int
    first: int
    players: list[str]
    opening: list[Event] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)

    def events(self) -> list[Event]:
        """Everything that happened, in order."""
        return [*self.opening, *(event for turn in self.turns for event in turn.events)]

    def to_json(self) -> str:
        """The transcript as text; the same game gives the same text."""
        told = {
            "kitgen": FORMAT,
            "game": self.game,
            "variant": self.variant,
            "digest": self.digest,
            "seed": self.seed,
            "number": self.number,
            "first": self.first,
            "players": self.players,
            "opening": [event.as_json() for event in self.opening],
            "turns": [
                {"seat": turn.seat, "move": turn.move, "events": [event.as_json() for event in turn.events]}
                for turn in self.turns
            ],
            "scores": self.scores,
            "winners": self.winners,
        }
        return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def write_transcript(transcript: Transcript, file: FilePath) -> None:
    """Write a transcript so that it is there whole, or as it was before; raises FilesError in words."""
    write_file(file, transcript.to_json(), "--save")


def read_transcript(file: FilePath) -> Transcript:
    """A transcript from a file; raises FilesError or UsageError in words."""
    try:
        told = json.loads(file.read_bytes())
    except FileNotFoundError:
        raise FilesError(f"there is no file {shown(file)}") from None
    except OSError as fault:
        raise FilesError(f"cannot read {shown(file)}: {fault.strerror}") from None
    except (ValueError, RecursionError):
        raise _no_transcript(file) from None
    try:
        if told["kitgen"] != FORMAT:
            raise UsageError(f"{shown(file)} is a transcript of another kitgen", f"this one reads format {FORMAT}")
        fields: dict[str, Any] = {name: _typed(told[name], kind) for name, kind in _FIELDS.items()}
        for name, kind in (("players", str), ("scores", int), ("winners", int)):
            fields[name] = [_typed(value, kind) for value in fields[name]]
        fields["opening"] = _events(told["opening"])
        fields["turns"] = [_turn(turn) for turn in told["turns"]]
        return Transcript(**fields)
    except (KeyError, TypeError, AttributeError):
        raise _no_transcript(file) from None


_FIELDS: dict[str, type] = {
    "game": str,
    "variant": str,
    "digest": str,
    "seed": int,
    "number": int,
    "first": int,
    "players": list,
    "scores": list,
    "winners": list,
}


def _turn(told: dict[str, Any]) -> Turn:
    return Turn(_typed(told["seat"], int), _typed(told["move"], str), _events(told["events"]))


def _typed(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError
    return value


def _events(told: Sequence[dict[str, Any]]) -> list[Event]:
    return [
        Event(event["event"], event["rule"], event.get("seat"),
              {key: value for key, value in event.items() if key not in ("event", "rule", "seat")})
        for event in told
    ]  # fmt: skip


def _no_transcript(file: FilePath) -> UsageError:
    return UsageError(f"{shown(file)} is no transcript of kitgen's", "`kitgen narrate classic --json` writes one")
