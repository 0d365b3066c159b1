"""The program: every way out of a command has its exit code."""

from __future__ import annotations

import contextlib
import errno
import gc
import io
import os
import signal
import sys
from pathlib import Path as FilePath
from typing import TextIO

import click

from kitgen import __version__
from kitgen.cli import authoring, exports, games, kits, measures, previews, printers
from kitgen.cli.output import print_failure
from kitgen.errors import ExitCode, FilesError, KitgenError

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EFBIG)
"""What an output says that takes no more."""

_ISSUES = "this is a fault of kitgen's; please report it with the file and this message"


@click.group(
    cls=games.Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="A game may bring commands of its own; kitgen list names them.",
)
@click.version_option(__version__, prog_name="kitgen")
def commands() -> None:
    """Turn one YAML file, a variant of a tabletop game, into a kit to print, cut and play."""


for command in (
    kits.build,
    kits.watch,
    previews.preview,
    exports.export,
    printers.calibrate,
    authoring.new,
    authoring.list_,
    authoring.explain,
    authoring.diff,
    authoring.schema,
    games.narrate,
    games.play,
    measures.check,
    measures.simulate,
    measures.compare,
):
    commands.add_command(command)


def main() -> None:
    """Run the command line; every way out has its exit code."""
    # A kit is a hundred thousand small things that stay; looking for rings among them takes a tenth of the time.
    gc.set_threshold(100_000)
    _end_well()
    try:
        _prepare_streams()
        # Not commands.main(), which answers a closed pipe with exit code 1.
        with commands.make_context("kitgen", sys.argv[1:]) as context:
            commands.invoke(context)
        sys.stdout.flush()
        code: int = ExitCode.FINE
    except (Exception, KeyboardInterrupt) as fault:
        code = _code_of(fault)
        if code in (ExitCode.FINE, ExitCode.FILES) and isinstance(fault, OSError):
            _go_nowhere(sys.stdout)
        try:
            _say(fault)
            sys.stderr.flush()
        except OSError:
            _go_nowhere(sys.stderr)  # nobody can be told; the exit code still tells
    sys.exit(code)


def _end_well() -> None:
    """Let a closed terminal and a polite kill stop us as Ctrl-C does, so that nothing half-written stays."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            with contextlib.suppress(ValueError):  # only the main thread may
                signal.signal(number, signal.default_int_handler)


def _code_of(fault: BaseException) -> int:
    if isinstance(fault, click.exceptions.Exit):
        return fault.exit_code
    if isinstance(fault, (click.exceptions.Abort, KeyboardInterrupt)):
        return ExitCode.INTERRUPTED
    if isinstance(fault, click.ClickException):
        return ExitCode.USAGE
    if isinstance(fault, KitgenError):
        return fault.exit_code
    if isinstance(fault, BrokenPipeError):
        return ExitCode.FINE  # whoever read our output has enough
    if isinstance(fault, OSError) and fault.filename is None and fault.errno in _FULL:
        return ExitCode.FILES
    return ExitCode.OUR_FAULT


def _say(fault: BaseException) -> None:
    """Tell how a command failed, if that is not told yet."""
    code = _code_of(fault)
    if isinstance(fault, KitgenError):
        print_failure(fault, "; nothing was written" if sys.argv[1:2] in (["build"], ["export"]) else "")
    elif isinstance(fault, click.ClickException):
        fault.show()
    elif code == ExitCode.INTERRUPTED:
        click.echo("stopped", err=True)
    elif code == ExitCode.FILES and isinstance(fault, OSError):
        print_failure(FilesError(f"cannot write the output: {fault.strerror}", "let it lead to another place"))
    elif code == ExitCode.OUR_FAULT:
        click.echo(f"kitgen: error: {type(fault).__name__}: {fault}\n    hint: {_ISSUES}", err=True)


def _prepare_streams() -> None:
    """Let a sign that the other side lacks become another; refuse to work for a closed output."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if sys.stdout is None:
        raise FilesError("the output is closed; nothing was done", "let it lead to a screen or a file")
    try:
        FilePath.cwd()
    except OSError:
        raise FilesError("the folder that you are in is gone; nothing was done", "go to another") from None


def _go_nowhere(stream: TextIO) -> None:
    """Let what is not written yet go nowhere, so that the end of the process does not stumble over it."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
