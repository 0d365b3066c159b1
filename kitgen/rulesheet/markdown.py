"""Markdown → blocks. A small part of CommonMark: what docs/authoring.md says a rule sheet may use.

Headings, paragraphs, **bold**, lists, block quotes (worked examples), tables, and figures as
``![](figure:name)``. A paragraph that begins with ``[FC-3.2]`` is a rule and carries its ids in the margin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from kitgen.rulesheet.template import Placeholders

_IDS = re.compile(r"\[((?:[A-Z]+-\d+(?:\.\d+)?\s*)+)\]\s*")


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one weight."""

    text: str
    bold: bool = False


Runs = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with the one line that sums its section up."""

    level: int
    text: str
    summary: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text; a rule has ids."""

    runs: Runs
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bullet:
    """An entry of a list."""

    runs: Runs


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example in a tinted box."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells; the first row is the head."""

    rows: tuple[tuple[Runs, ...], ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture by name."""

    name: str


Block = Heading | Paragraph | Bullet | Example | Table | Figure


def parse(markdown: str, placeholders: Placeholders) -> list[Block]:
    """The blocks of a document, with every placeholder replaced by its text."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tree = SyntaxTreeNode(parser.parse(markdown))
    return list(_blocks(tree.children, placeholders))


def _blocks(nodes: Sequence[SyntaxTreeNode], placeholders: Placeholders) -> Iterator[Block]:
    for node in nodes:
        if node.type == "heading":
            # Parted before texts are put back: a dash in a variant's title begins no summary.
            written = "".join(run.text for run in _runs(node, None))
            text, _, summary = (placeholders.restore(part) for part in written.partition(" — "))
            yield Heading(int(node.tag[1:]), text, summary)
        elif node.type == "paragraph":
            yield from _paragraph(node, placeholders)
        elif node.type in ("code_block", "fence"):
            yield Paragraph((Run(placeholders.restore(" ".join(node.content.split("\n"))).strip()),))
        elif node.type in ("bullet_list", "ordered_list"):
            for item in node.children:
                yield Bullet(_runs(item, placeholders))
        elif node.type == "blockquote":
            yield Example(tuple(_blocks(node.children, placeholders)))
        elif node.type == "table":
            rows = [row for section in node.children for row in section.children]
            yield Table(tuple(tuple(_runs(cell, placeholders) for cell in row.children) for row in rows))


def _paragraph(node: SyntaxTreeNode, placeholders: Placeholders) -> Iterator[Block]:
    """Text, and the figures in it on lines of their own, each with what it is called below it."""
    inline = next(child for child in node.walk() if child.type == "inline")
    tokens: list[Token] = []
    for token in inline.to_tokens()[0].children or []:
        if token.type != "image":
            tokens.append(token)
            continue
        yield from _text(tokens, placeholders)
        tokens = []
        yield Figure(str(token.attrs.get("src", "")).removeprefix("figure:"))
        yield from _text(token.children or [], placeholders)
    yield from _text(tokens, placeholders)


def _text(tokens: Sequence[Token], placeholders: Placeholders) -> Iterator[Block]:
    """A paragraph of text, with its rule ids taken off; nothing where there is no text."""
    # Ids are looked for before texts are put back: a variant's own text is never taken for a rule's id.
    written = "".join(run.text for run in _inline(tokens, None))
    runs = tuple(_inline(tokens, placeholders))
    if not written.strip():
        return
    match = _IDS.match(written)
    if match is None:
        yield Paragraph(runs)
        return
    first = Run(runs[0].text[match.end() :], runs[0].bold)
    yield Paragraph((first, *runs[1:]) if first.text else runs[1:], tuple(match[1].split()))


def _runs(node: SyntaxTreeNode, placeholders: Placeholders | None) -> Runs:
    """The inline text below a node; without placeholders nothing is put back yet."""
    runs: list[Run] = []
    for inline in [child for child in node.walk() if child.type == "inline"]:
        if runs:
            runs.append(Run(" "))
        runs += _inline(inline.to_tokens()[0].children or [], placeholders)
    return tuple(runs)


def _inline(tokens: Sequence[Token], placeholders: Placeholders | None) -> Iterator[Run]:
    bold = 0
    for token in tokens:
        if token.type in ("strong_open", "em_open"):
            bold += 1
        elif token.type in ("strong_close", "em_close"):
            bold -= 1
        elif token.type in ("softbreak", "hardbreak"):
            yield Run(" ", bold > 0)
        elif token.content:
            yield Run(placeholders.restore(token.content) if placeholders else token.content, bold > 0)
