"""Collections from a spreadsheet: a CSV file beside the YAML, a line a thing, a column a key.

The first line names the columns: ``id``, and keys as in the YAML, ``name.en`` for a key within a key. Commas,
semicolons and tabs part cells. Empty cells say nothing. In a cell that is a list, commas, semicolons or spaces part
the items. Places are line and column of the table, counted from 1.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kitgen.diagnostics import Diagnostic, Path, Severity, Span, dotted, printable
from kitgen.source.yaml_text import MAX_DEPTH, Document, Scalar, TextError, decode

ENDING = ".csv"

ID = "id"
"""The column that holds the ids."""

DELIMITERS = ",;\t"

MAX_CELLS = 5_000
"""Cells that hold something; every one of them may be at fault."""

_ITEM = re.compile(r"[,;\s]+")


@dataclass(frozen=True, slots=True)
class _Sheet:
    """What is the same for all rows: whose table it is, and the names of its columns, in ``line``.

    ``columns`` are their numbers by name, of two with one name the first.
    """

    file: str
    key: str
    line: int
    names: tuple[str, ...]
    columns: Mapping[str, int]
    lists: frozenset[str]

    def span(self, line: int, name: str) -> Span:
        """The cell of a column in a line."""
        return Span(self.file, line, self.columns[name])


def read_table(raw: bytes, file: str, key: str, lists: Collection[str]) -> Document:
    """A table as a mapping by id; faults become diagnostics, never exceptions.

    ``key`` is the key of the YAML that it stands for, for the paths of messages; ``lists`` are the columns whose cells
    are lists, dotted.
    """
    document = Document(data={}, spans={(): Span(file, 1, 1)})
    try:
        lines = list(_lines(decode(raw)))
    except TextError as fault:
        hint = "save it as “CSV UTF-8”" if fault.code == "not-utf8" else fault.hint
        document.diagnostics.append(_fault(fault.code, fault.message, Span(file, *fault.place), key, hint))
        return document
    if not lines:
        document.diagnostics.append(_fault("empty-file", "the table is empty", Span(file, 1, 1), key))
        return document
    (first, header), *rows = lines
    sheet = _sheet(file, key, first, header, lists)
    document.diagnostics += _faults_of_header(sheet)
    if not document.diagnostics:
        for line, cells in rows:
            _take_row(document, sheet, line, cells)
    return document


def _sheet(file: str, key: str, line: int, header: Sequence[str], lists: Collection[str]) -> _Sheet:
    names = [cell.strip() for cell in header]
    while not names[-1]:
        names.pop()
    columns = {name: at for at, name in reversed(list(enumerate(names, start=1)))}
    return _Sheet(file, key, line, tuple(names), columns, frozenset(lists))


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines that hold something, each with its number; raises TextError."""
    if told := re.match(r'"?sep=(.)"?\n', text):  # the way in which a spreadsheet tells itself
        text = text[told.end() - 1 :]
    head = next((line for line in text.split("\n") if line.strip(f"{DELIMITERS} ")), "")
    delimiter = max(DELIMITERS, key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
    before = filled = 0
    try:
        for cells in reader:
            line, before = before + 1, reader.line_num
            held = sum(1 for cell in cells if cell.strip())
            filled += held
            if filled > MAX_CELLS:
                raise TextError("too-many-values", f"the table has more than {MAX_CELLS:,} cells", (line, 1))
            if held:
                yield line, cells
    except csv.Error as fault:
        raise TextError("csv-syntax", _in_words(fault), (before + 1, 1), "save the sheet anew as CSV") from None


def _in_words(fault: csv.Error) -> str:
    """What the reader of tables stumbled over, in the row where it did."""
    problem = str(fault)
    if "end of data" in problem:
        return "a quotation mark opens in this row and never closes"
    if "expected after" in problem:
        return "in this row a text goes on behind the quotation mark that closes it"
    if "field limit" in problem:
        return f"a cell of this row has more than {csv.field_size_limit():,} characters"
    return f"this is no table: {printable(problem)}"


def _faults_of_header(sheet: _Sheet) -> Iterator[Diagnostic]:
    if ID not in sheet.columns:
        hint = f"the first line names the columns: {ID}, and keys such as size or name.en"
        yield _fault("missing-key", f"the table has no column {ID!r}", Span(sheet.file, sheet.line, 1), sheet.key, hint)
    for at, name in enumerate(sheet.names, start=1):
        span, first = Span(sheet.file, sheet.line, at), sheet.columns[name]
        if not name:
            if at == first:
                yield _fault("missing-key", f"column {at} has no name", span, sheet.key, "name the key that it holds")
        elif name.count(".") >= MAX_DEPTH:
            message = f"column {printable(name)!r} leads more than {MAX_DEPTH} keys deep"
            yield _fault("too-deep", message, span, sheet.key, "name a key, such as size or name.en")
        elif first < at:
            message = f"column {printable(name)!r} stands in columns {first} and {at}"
            yield _fault("duplicate-key", message, span, sheet.key, "keep one")
        elif holder := next((holder for holder in _holders(name) if holder in sheet.columns), ""):
            message = f"column {printable(name)!r} lies within {printable(holder)!r} in column {sheet.columns[holder]}"
            yield _fault("duplicate-key", message, span, sheet.key, "keep one of them")


def _holders(name: str) -> Iterator[str]:
    """The keys that a dotted name lies within."""
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


def _take_row(document: Document, sheet: _Sheet, line: int, cells: Sequence[str]) -> None:
    """Add one thing to the document, or say why not."""
    row = {name: cell.strip() for name, cell in zip(sheet.names, cells, strict=False) if cell.strip()}
    span = sheet.span(line, ID)
    id_ = Scalar.at(row.pop(ID, ""), span)
    fault = _fault_of_row(document, sheet, line, cells, id_)
    if fault is not None:
        document.diagnostics.append(fault)
        return
    document.data[id_] = {}
    document.spans[(id_,)] = document.key_spans[(id_,)] = span
    for name, cell in row.items():
        _take_cell(document, (str(id_),), name, cell, sheet.span(line, name), sheet)


def _fault_of_row(document: Document, sheet: _Sheet, line: int, cells: Sequence[str], id_: Scalar) -> Diagnostic | None:
    named = len(sheet.names)
    beyond = next((at for at, cell in enumerate(cells, start=1) if cell.strip() and at > named), 0)
    if beyond:
        message = f"the row has a cell in column {beyond}; {named} columns have names"
        hint = "a cell that holds a comma needs quotes"
        return _fault("wrong-length", message, Span(sheet.file, line, beyond), sheet.key, hint)
    if not id_:
        return _fault("missing-key", "the row has no id", id_.span, sheet.key, "write one, as miso-bream")
    if id_ in document.data:
        message = f"{printable(id_)!r} stands in lines {document.spans[(id_,)].line} and {line}"
        return _fault("duplicate-key", message, id_.span, dotted((sheet.key, id_)), "keep one")
    return None


def _take_cell(document: Document, within: Path, name: str, cell: str, span: Span, sheet: _Sheet) -> None:
    """Put a cell at its key, which may lie within another; the key itself stands in the heading."""
    holder, heading = document.data[within[0]], sheet.span(sheet.line, name)
    *way, last = name.split(".")
    path = within
    for part in way:
        path = (*path, part)
        holder = holder.setdefault(Scalar.at(part, span), {})
        document.spans.setdefault(path, span)
        document.key_spans.setdefault(path, heading)
    path = (*path, last)
    document.spans[path], document.key_spans[path] = span, heading
    if name not in sheet.lists:
        holder[Scalar.at(last, span)] = Scalar.at(cell, span)
        return
    items = [Scalar.at(item, span) for item in _ITEM.split(cell) if item]
    holder[Scalar.at(last, span)] = items
    document.spans |= {(*path, at): span for at in range(len(items))}


def _fault(code: str, message: str, span: Span, path: str, hint: str = "") -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, span, path, hint)
