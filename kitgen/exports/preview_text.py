"""The words of a rule document as HTML: what ``rulesheet`` parses, in elements that a reader can search and link to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from kitgen.render.svg import plain
from kitgen.rulesheet.markdown import Block, Bullet, Example, Figure, Heading, Paragraph, Runs, Table

_HIGHEST = 3
"""The level of a document's own headings of level 2: above them stand the page's and the document's."""


@dataclass(slots=True)
class TextWriter:
    """Writes blocks as HTML. ``figure`` gives a picture by its name.

    The id of a rule becomes an anchor once a page: where it stands first.
    """

    figure: Callable[[str], str]
    anchors: set[str] = field(default_factory=set)

    def html(self, blocks: Sequence[Block]) -> str:
        """Blocks as HTML, a document's first heading left out, as it is told elsewhere; its summary is not."""
        first = blocks[0] if blocks else None
        if isinstance(first, Heading) and first.level == 1:
            return _summary(first, "lead") + self._blocks(blocks[1:])
        return self._blocks(blocks)

    def _blocks(self, blocks: Sequence[Block]) -> str:
        return "\n".join(self._grouped(blocks))

    def _grouped(self, blocks: Sequence[Block]) -> Iterator[str]:
        """Each block, the entries of a list together."""
        for is_list, group in groupby(blocks, key=lambda block: isinstance(block, Bullet)):
            if is_list:
                entries = [f"<li>{_inline(block.runs)}</li>" for block in group if isinstance(block, Bullet)]
                yield f"<ul>{''.join(entries)}</ul>"
            else:
                yield from map(self._block, group)

    def _block(self, block: Block) -> str:
        if isinstance(block, Heading):
            tag = f"h{min(block.level - 2 + _HIGHEST, 6)}"
            return f"<{tag}>{plain(block.text)}</{tag}>{_summary(block, 'summary')}"
        if isinstance(block, Paragraph):
            return self._paragraph(block)
        if isinstance(block, Example):
            return f'<aside class="example">{self._blocks(block.blocks)}</aside>'
        if isinstance(block, Table):
            return _table(block)
        assert isinstance(block, Figure)
        return f"<figure>{self.figure(block.name)}</figure>"

    def _paragraph(self, paragraph: Paragraph) -> str:
        if not paragraph.ids:
            return f"<p>{_inline(paragraph.runs)}</p>"
        ids = "".join(map(self._anchor, paragraph.ids))
        return f'<div class="rule"><p class="ids">{ids}</p><p>{_inline(paragraph.runs)}</p></div>'

    def _anchor(self, rule: str) -> str:
        anchor = "" if rule in self.anchors else f' id="{plain(rule)}"'
        self.anchors.add(rule)
        return f'<a{anchor} href="#{plain(rule)}">{plain(rule)}</a>'


def _summary(heading: Heading, style: str) -> str:
    return f'<p class="{style}">{plain(heading.summary)}</p>' if heading.summary else ""


def _inline(runs: Runs) -> str:
    return "".join(f"<b>{plain(run.text)}</b>" if run.bold else plain(run.text) for run in runs)


def _table(table: Table) -> str:
    """A table in a frame of its own, which a narrow screen scrolls."""
    head, *rows = [[_inline(cell) for cell in row] for row in table.rows]
    top = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    below = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{below}</tbody></table></div>'
