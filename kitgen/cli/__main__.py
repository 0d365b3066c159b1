"""``python -m kitgen.cli``."""

from kitgen.cli import main

main()
