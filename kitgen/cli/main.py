"""The program: every way out of a command has its exit code."""

from __future__ import annotations

import errno
import io
import os
import sys

import click

from kitgen import __version__
from kitgen.cli import authoring, games, kits, measures
from kitgen.cli.output import print_failure
from kitgen.errors import ExitCode, FilesError, KitgenError

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF, errno.EFBIG)
"""What an output says that takes no more."""

_ISSUES = "this is a fault of kitgen's; please report it with the file and this message"


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="kitgen")
def commands() -> None:
    """Turn one YAML file, a variant of a tabletop game, into a kit to print, cut and play."""


for command in (
    kits.build,
    kits.watch,
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
    try:
        _prepare_streams()
        # Not commands.main(), which answers a closed pipe with exit code 1.
        with commands.make_context("kitgen", sys.argv[1:]) as context:
            commands.invoke(context)
        sys.stdout.flush()
        code: int = ExitCode.FINE
    except click.exceptions.Exit as left:
        code = left.exit_code
    except click.exceptions.Abort:
        click.echo("stopped", err=True)
        code = ExitCode.INTERRUPTED
    except KeyboardInterrupt:
        click.echo("stopped", err=True)
        code = ExitCode.INTERRUPTED
    except click.ClickException as fault:
        fault.show()
        code = ExitCode.USAGE
    except KitgenError as fault:
        print_failure(fault, "; nothing was written" if sys.argv[1:2] == ["build"] else "")
        code = fault.exit_code
    except BrokenPipeError:
        # Whoever read our output has enough.
        _flush_nothing_more()
        code = ExitCode.FINE
    except Exception as fault:
        code = _unforeseen(fault)
    sys.exit(code)


def _prepare_streams() -> None:
    """Let a sign that the other side lacks become another; refuse to work for a closed output."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if sys.stdout is None:
        raise FilesError("the output is closed; nothing was done", "let it lead to a screen or a file")


def _unforeseen(fault: Exception) -> int:
    """Say what is no KitgenError: an output that takes no more, or a fault of kitgen's."""
    if isinstance(fault, OSError) and fault.filename is None and fault.errno in _FULL:
        _flush_nothing_more()
        print_failure(FilesError(f"cannot write the output: {fault.strerror}", "let it lead to another place"))
        return ExitCode.FILES
    click.echo(f"kitgen: error: {type(fault).__name__}: {fault}\n    hint: {_ISSUES}", err=True)
    return ExitCode.OUR_FAULT


def _flush_nothing_more() -> None:
    """Let what is not written yet go nowhere, so that the end of the process does not stumble over it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
