"""Events: what happened in a game, each under the rule that made it happen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    ``name`` says what, ``rule`` is the id of the rule (``FC-3.2``), ``seat`` the seat it happened to, or None;
    ``details`` are numbers and ids, fit for JSON.
    """

    name: str
    rule: str
    seat: int | None = None
    details: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The event as a transcript writes it."""
        told: dict[str, Any] = {"event": self.name, "rule": self.rule}
        if self.seat is not None:
            told["seat"] = self.seat
        return told | self.details
