"""A document as plain text, for places that know no pages: ids before their rules, tables as lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kitgen.rulesheet.markdown import Block, Bullet, Example, Heading, Paragraph, Runs, Table

INDENT = "    "
"""Before each line of a worked example."""


def notebook_text(blocks: Sequence[Block]) -> str:
    """The text of blocks; pictures are left out."""
    return "\n".join(_lines(blocks)).strip()


def _lines(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        if isinstance(block, Heading):
            yield f"\n{block.text}" + (f" — {block.summary}" if block.summary else "")
        elif isinstance(block, Paragraph):
            yield f"{' '.join(block.ids)}  {_plain(block.runs)}" if block.ids else _plain(block.runs)
        elif isinstance(block, Bullet):
            yield f"• {_plain(block.runs)}"
        elif isinstance(block, Example):
            yield from (INDENT + line for line in _lines(block.blocks))
        elif isinstance(block, Table):
            yield from (" | ".join(_plain(cell) for cell in row) for row in block.rows)


def _plain(runs: Runs) -> str:
    return "".join(run.text for run in runs)
