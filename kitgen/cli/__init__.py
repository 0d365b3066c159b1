"""The command line: options, printing, exit codes. Nothing else; heavy libraries are imported by the verbs."""

from kitgen.cli.main import commands, main

__all__ = ["commands", "main"]
