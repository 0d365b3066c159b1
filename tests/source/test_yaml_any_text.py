"""The YAML loader under generated texts: every place is the one it was written at, and nothing ends in a traceback."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from source.marked import LOADERS, inside, parsing_with, unclear

from kitgen.diagnostics import Path, Severity
from kitgen.source.yaml_text import read_yaml


@dataclass
class Writer:
    """Writes a tree as YAML and notes, as it goes, where each key and value comes to stand."""

    chance: random.Random
    text: str = ""
    spans: dict[Path, tuple[int, int]] = field(default_factory=dict)
    key_spans: dict[Path, tuple[int, int]] = field(default_factory=dict)

    @property
    def place(self) -> tuple[int, int]:
        return self.text.count("\n") + 1, len(self.text) - self.text.rfind("\n")

    def write(self, tree: Any, path: Path, indent: int, *, flow: bool) -> None:
        """Write a value; the text ends where it may begin (behind ``key:`` and at the start of a line for blocks)."""
        if not tree or isinstance(tree, str) or flow or self.chance.random() < 0.3:
            self._write_flow(tree, path)
        elif isinstance(tree, dict):
            self._write_block_mapping(tree, path, indent)
        else:
            self._write_block_list(tree, path, indent)

    def _write_flow(self, tree: Any, path: Path) -> None:
        self.spans[path] = self.place
        if isinstance(tree, str):
            plain = tree.isascii() and tree.isalnum() and self.chance.random() < 0.7
            self.text += tree if plain else f'"{tree}"'
            return
        self.text += "{" if isinstance(tree, dict) else "["
        for number, item in enumerate(tree):
            self.text += self.chance.choice([", ", ",", ",\n      "]) if number else self.chance.choice(["", " "])
            if isinstance(tree, dict):
                self.key_spans[(*path, item)] = self.place
                self.text += f"{item}: "
                self._write_flow(tree[item], (*path, item))
            else:
                self._write_flow(item, (*path, number))
        self.text += "}" if isinstance(tree, dict) else "]"

    def _write_block_mapping(self, tree: dict[str, Any], path: Path, indent: int) -> None:
        self.spans[path] = self.place
        for number, (key, value) in enumerate(tree.items()):
            self._next_entry(number, indent)
            self.key_spans[(*path, key)] = self.place
            self.text += f"{key}:"
            self._write_inner(value, (*path, key), indent)

    def _write_block_list(self, tree: list[Any], path: Path, indent: int) -> None:
        self.spans[path] = self.place
        for number, value in enumerate(tree):
            self._next_entry(number, indent)
            self.text += "-"
            self._write_inner(value, (*path, number), indent)

    def _write_inner(self, value: Any, path: Path, indent: int) -> None:
        start, self.text = self.text, f"{self.text} "
        self._write_or_break(start, value, path, indent)

    def _write_or_break(self, start: str, value: Any, path: Path, indent: int) -> None:
        if value and not isinstance(value, str) and self.chance.random() < 0.7:
            deeper = indent + self.chance.randint(1, 4)
            comment = self.chance.choice(["", " # é", "\n\n # a: b"])
            self.text = f"{start}{comment}\n{' ' * deeper}"
            block = self._write_block_mapping if isinstance(value, dict) else self._write_block_list
            block(value, path, deeper)
        else:
            self.write(value, path, indent, flow=True)

    def _next_entry(self, number: int, indent: int) -> None:
        if number:
            self.text += self.chance.choice(["\n", "\n", "\n\n", "\n# x: y\n"]) + " " * indent


words = st.text("abcdefghijklmnopqrstuvwxyz0123456789", min_size=1, max_size=6)
quoted = st.text("ab é😀三#:,[]{}&*!|>%@`'-?", max_size=8)
trees = st.recursive(
    words | quoted,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=20,
)


@settings(deadline=None)
@given(st.dictionaries(words, trees, max_size=4), st.integers(0, 2**32), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_every_key_and_value_has_the_place_where_it_was_written(
    tree: dict[str, Any], seed: int, line_end: str, bom: bool
) -> None:
    writer = Writer(random.Random(seed))
    writer.write(tree, (), 0, flow=False)
    raw = ("\ufeff" if bom else "") + writer.text.replace("\n", line_end) + line_end
    for loader in LOADERS:
        with parsing_with(loader):
            document = read_yaml(raw.encode(), "game.yaml")
        assert not document.diagnostics, writer.text
        assert document.data == tree
        assert {path: (span.line, span.column) for path, span in document.spans.items()} == writer.spans
        assert {path: (span.line, span.column) for path, span in document.key_spans.items()} == writer.key_spans


signs = [*"ab1:-?[]{}#'\"|>~é😀\\@`", "&x", "*x", "!t", "!!str", "<<", "#ff0000", "---", "...", "\\x00"]
spaces = [" ", " ", "\n", "\n ", "\n  ", " # ", ": ", "- ", ", ", "\r\n", "\r", "\t", "\x85", "\u2028", "\0", "\ufeff"]
yaml_like = st.lists(st.sampled_from(signs) | st.sampled_from(spaces), max_size=40).map("".join)


broken = st.tuples(yaml_like, st.binary(max_size=4), yaml_like).map(
    lambda parts: parts[0].encode() + parts[1] + parts[2].encode()
)
"""Text with some bytes in it that need not be UTF-8."""


def check_anything(raw: bytes, text: str) -> None:
    for loader in LOADERS:
        with parsing_with(loader):
            document = read_yaml(raw, "game.yaml")
        assert not unclear(document.diagnostics)
        assert all(inside(finding.span, text) for finding in document.diagnostics)
        assert all(finding.severity is Severity.ERROR for finding in document.diagnostics)
        if not document.diagnostics:
            assert isinstance(document.data, (str, list, dict))
            spans = [*document.spans.values(), *document.key_spans.values()]
            assert all(inside(span, text) for span in spans)


@settings(deadline=None, max_examples=300)
@given(st.text(max_size=60) | yaml_like)
@example("a: x\ry: z\r")
@example("a: x\x85\x85\x85b: y")
@example("a\u2028b: [\u2028")
@example("\x0c: 1\n")
@example('"\\x1b": 1\n"\\x1b": 2\n')
@example("*\x1c")
@example("?")
@example("[")
@example("0\n---")
@example('a: "\\ud800"')
def test_any_text_loads_or_yields_diagnostics_inside_it(text: str) -> None:
    try:
        raw = text.encode()
    except UnicodeEncodeError:
        raw = text.encode("utf-8", "surrogatepass")
    check_anything(raw, text.removeprefix("\ufeff"))


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=60) | broken)
def test_any_bytes_load_or_yield_diagnostics_inside_them(raw: bytes) -> None:
    # Where bytes are not UTF-8, each that cannot be read counts as one sign.
    check_anything(raw, raw.decode("utf-8", "replace").removeprefix("\ufeff"))
