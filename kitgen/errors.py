"""The one root exception and the exit codes.

Every fault that a user can cause is a :class:`KitgenError`; cli/ turns it into one message and an exit code.
Anything else that escapes is a fault of kitgen itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from kitgen.diagnostics import Diagnostic


class ExitCode(IntEnum):
    """What the shell sees."""

    FINE = 0
    VARIANT = 1
    USAGE = 2
    PREFLIGHT = 3
    FILES = 4
    OUR_FAULT = 70
    INTERRUPTED = 130


class KitgenError(Exception):
    """A clean failure: a message of one sentence, and a hint that names the way out."""

    exit_code = ExitCode.OUR_FAULT

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __reduce__(self) -> tuple[type[KitgenError], tuple[object, ...]]:
        """As it goes from one process to another."""
        return type(self), (self.message, self.hint)


class UsageError(KitgenError):
    """The command was asked for something that does not exist."""

    exit_code = ExitCode.USAGE


class FilesError(KitgenError):
    """A file is missing, unreadable or unwritable."""

    exit_code = ExitCode.FILES


class DiagnosticsError(KitgenError):
    """Work stopped because of diagnostics that are errors; all of them are carried along."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)

    def __reduce__(self) -> tuple[type[KitgenError], tuple[object, ...]]:
        """As it goes from one process to another."""
        return type(self), (self.message, self.diagnostics)


class VariantError(DiagnosticsError):
    """The variant, or art or words of it, has errors."""

    exit_code = ExitCode.VARIANT


class PreflightError(DiagnosticsError):
    """Something does not fit its box, its card or its paper."""

    exit_code = ExitCode.PREFLIGHT
