"""extends, remove and --set: one document made from a chain of files.

Mappings merge, lists and scalars replace; ``remove`` is one top-level list of paths that are taken out of what is
inherited. Every value keeps the place of the file that said it last.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath

from kitgen.diagnostics import Diagnostic, Path, Severity, Span, did_you_mean, dotted, errors_in, printable
from kitgen.errors import FilesError, KitgenError, UsageError
from kitgen.source.resources import real
from kitgen.source.tables import ENDING, read_table
from kitgen.source.yaml_text import MAX_BYTES, MAX_DEPTH, Data, Document, Scalar, read_yaml

Resolve = Callable[[str, FilePath], FilePath]
"""Finds the file that a name in ``extends`` means, seen from the file that says it; raises UsageError."""

MAX_CHAIN = 16


@dataclass(frozen=True, slots=True)
class Chain:
    """A merged document, the files it came from, child first, the tables that these name, what each says itself, and
    where a parent may come to lie that is not there."""

    document: Document
    files: tuple[FilePath, ...]
    broken: bool = False
    tables: tuple[FilePath, ...] = ()
    own: tuple[Document, ...] = ()
    wanted: tuple[FilePath, ...] = ()


_PIPED: dict[FilePath, bytes] = {}
"""What came from pipes, which can be read only once, and may be asked for twice."""


def read_bytes(file: FilePath) -> bytes:
    """The bytes of a file that a user named, one more than is allowed at most; raises FilesError in words."""
    try:
        if file.is_dir():
            raise FilesError(f"{printable(str(file))} is a folder, not a file", "name the file inside it")
        if file.is_char_device():
            raise FilesError(f"{printable(str(file))} is a device, not a file", "name a plain file")
        if file in _PIPED:
            return _PIPED[file]
        with file.open("rb") as opened:
            found = opened.read(MAX_BYTES + 1)
        if file.is_fifo():
            _PIPED[file] = found
        return found
    except FileNotFoundError:
        raise FilesError(f"there is no file {printable(str(file))}") from None
    except ValueError:
        raise FilesError(f"{printable(str(file))} is no file name") from None
    except OSError as fault:
        raise FilesError(f"cannot read {printable(str(file))}: {fault.strerror}") from None


Tables = Mapping[str, Collection[str]]
"""Keys that a CSV file may stand for, each with those of its columns that hold lists."""


def read_chain(file: FilePath, resolve: Resolve, tables: Tables | None = None) -> Chain:
    """Read a variant and everything it extends into one document.

    A parent that cannot be found or read is a diagnostic at the line that names it; ``broken`` then tells that what
    would be inherited is not known.
    """
    documents = [(file, read_yaml(read_bytes(file), _display(file)))]
    faults: list[Diagnostic] = list(documents[0][1].diagnostics)
    broken, wanted = False, list[FilePath]()
    while (name := _extends(documents[-1][1], faults)) is not None:
        current, document = documents[-1]
        try:
            parent = _parent(str(name), current, [path for path, _ in documents], resolve)
            documents.append((parent, read_yaml(read_bytes(parent), _display(parent))))
        except KitgenError as fault:
            code = fault.code if isinstance(fault, _ChainError) else "unknown-variant"
            faults.append(_fault(code, fault.message, document, ("extends",), fault.hint))
            wanted = [current.parent / str(name)]
            broken = True
            break
        faults += documents[-1][1].diagnostics
        if not isinstance(documents[-1][1].data, dict) and not errors_in(documents[-1][1].diagnostics):
            faults.append(_fault("wrong-type", "a variant is a mapping of keys to values", documents[-1][1], ()))
        broken = broken or bool(errors_in(documents[-1][1].diagnostics)) or not isinstance(documents[-1][1].data, dict)
    broken = broken or any(fault.path == "extends" for fault in faults)
    before = len(faults)
    read = [table for path, document in documents for table in _take_tables(path, document, tables or {}, faults)]
    broken = broken or bool(errors_in(faults[before:]))
    merged = documents[-1][1]
    if isinstance(merged.data, dict) and "remove" in merged.data and not broken:
        _without(Document(data={}), merged.data["remove"], merged, faults)
    for _, child in reversed(documents[:-1]):
        merged = _inherit(merged, child, faults)
    merged = _without_directives(merged)
    merged.diagnostics = faults
    merged.removed = dict(_removals(documents))
    paths, own = zip(*documents, strict=True)
    return Chain(merged, paths, broken, tuple(read), own, tuple(wanted))


def _take_tables(file: FilePath, document: Document, tables: Tables, faults: list[Diagnostic]) -> Iterator[FilePath]:
    """Put the tables that a document names in their places, and tell their files."""
    data = document.data if isinstance(document.data, dict) else {}
    for key, value in list(data.items()):
        if key not in tables or not isinstance(value, Scalar) or not value.lower().endswith(ENDING):
            continue
        place = (str(key),)
        try:
            table = _beside(file, value)
            yield table
            found = read_table(read_bytes(table), _display(table), str(key), tables[key])
        except KitgenError as fault:
            faults.append(_fault("unknown-table", fault.message, document, place, "the CSV file lies beside this one"))
            del data[key]
            continue
        faults += found.diagnostics
        if errors_in(found.diagnostics) and not found.data:
            del data[key]
            continue
        data[key] = found.data
        document.spans |= {(*place, *path): span for path, span in found.spans.items() if path}
        document.key_spans |= {(*place, *path): span for path, span in found.key_spans.items()}


def _beside(file: FilePath, name: str) -> FilePath:
    """The file that a name means, seen from the file that says it; raises FilesError."""
    try:
        return file.parent / FilePath(name).expanduser()
    except RuntimeError:
        raise FilesError(f"there is no file {printable(name)}") from None


def _removals(documents: Sequence[tuple[FilePath, Document]]) -> Iterator[tuple[Path, Span]]:
    """What is taken out of what is inherited, and where that is said; the nearest file has the last word."""
    for _, document in reversed(documents):
        entries = document.data.get("remove") if isinstance(document.data, dict) else None
        for at, entry in enumerate(entries if isinstance(entries, list) else ()):
            if isinstance(entry, Scalar) and ("remove", at) in document.spans:
                yield tuple(entry.split(".")), document.spans["remove", at]


def apply_settings(document: Document, settings: Sequence[str], option: str = "--set") -> Document:
    """Merge ``path=value`` settings of the command line over a document; ``option`` is what they were given with."""
    for setting in settings:
        path_text, equals, value = setting.partition("=")
        if not equals or not path_text.strip():
            raise UsageError(f"{option} {setting!r} has no '='", f"write {option} playing_time=20")
        if path_text.count(".") >= MAX_DEPTH:
            raise UsageError(f"{option} {printable(setting)!r} leads more than {MAX_DEPTH} keys deep")
        span = Span(f"{option} {printable(setting)}", 1, 1)
        child = read_yaml(value.encode(errors="replace"), span.file)
        if not value.partition("#")[0].strip():
            child = Document(data=Scalar.at("", span), spans={(): span})
        if errors_in(child.diagnostics):
            document.diagnostics += child.diagnostics
            continue
        for part in reversed(path_text.strip().split(".")):
            child = _nested(child, part, span)
        if isinstance(child.data, dict) and "extends" in child.data:
            raise UsageError(f"{option} cannot change what a file extends", "write a file with the line `extends: …`")
        faults = document.diagnostics + child.diagnostics
        removed = document.removed
        document = _without_directives(_inherit(document, child, faults))
        document.diagnostics, document.removed = faults, removed
    return document


def merge(parent: Document, child: Document) -> Document:
    """The child's values over the parent's, with the place of each."""
    merged = Document()
    merged.data = _merge(parent, child, parent.data, child.data, (), merged)
    return merged


def _display(file: FilePath) -> str:
    """The name that messages show: from the working folder where the file is below it."""
    try:
        return str(real(file).relative_to(real(FilePath.cwd())))
    except ValueError:
        return str(file)


class _ChainError(UsageError):
    """The chain of extends cannot go on; ``code`` is that of the diagnostic."""

    code = "extends-cycle"


def _extends(document: Document, faults: list[Diagnostic]) -> Scalar | None:
    """The name that a file extends, or None."""
    if not isinstance(document.data, dict) or "extends" not in document.data:
        return None
    name = document.data["extends"]
    if isinstance(name, Scalar) and name.strip():
        return name
    message = "wanted the name of one variant, or a path to its file"
    faults.append(_fault("wrong-type", message, document, ("extends",), "as in `extends: classic`"))
    return None


def _parent(name: str, file: FilePath, above: list[FilePath], resolve: Resolve) -> FilePath:
    """The file that is meant; raises UsageError or FilesError."""
    parent = resolve(name, file)
    if real(parent) in [real(path) for path in above]:
        chain = " → ".join([*(path.name for path in above), parent.name])
        raise _ChainError(f"the chain of extends never ends: {chain}", "let the last file extend nothing of these")
    if len(above) >= MAX_CHAIN:
        raise _ChainError(f"the chain of extends is longer than {MAX_CHAIN} files")
    return parent


def _fault(code: str, message: str, document: Document, path: Path, hint: str = "") -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, document.spans.get(path), dotted(path), hint)


def _inherit(parent: Document, child: Document, faults: list[Diagnostic]) -> Document:
    if not isinstance(child.data, dict):
        return parent
    removals = child.data.get("remove")
    if removals is not None:
        parent = _without(parent, removals, child, faults)
    return merge(parent, child)


def _without_directives(document: Document) -> Document:
    """The document less the keys that say how files are joined."""
    if isinstance(document.data, dict):
        document.data = {key: value for key, value in document.data.items() if key not in ("extends", "remove")}
    return document


def _without(parent: Document, removals: Data, child: Document, faults: list[Diagnostic]) -> Document:
    """The parent less the paths that the child removes."""
    if not isinstance(removals, list):
        hint = "as in `remove: [recipes.tuna-nicoise]`"
        faults.append(_fault("wrong-type", "wanted a list of paths", child, ("remove",), hint))
        return parent
    pruned = merge(Document(data={}), parent)
    for index, entry in enumerate(removals):
        place: Path = ("remove", index)
        if not isinstance(entry, Scalar):
            faults.append(_fault("wrong-type", "wanted a path such as recipes.tuna-nicoise", child, place))
            continue
        holder: Data = pruned.data
        *way, last = entry.split(".")
        for part in (*way, last):
            if not isinstance(holder, dict) or part not in holder:
                hint = did_you_mean(part, holder) if isinstance(holder, dict) else ""
                faults.append(
                    _fault("unknown-path", f"nothing inherited is called {printable(entry)!r}", child, place, hint)
                )
                break
            if part is last:
                del holder[part]
                break
            holder = holder[part]
    return pruned


def _merge(parent: Document, child: Document, old: Data, new: Data, path: Path, merged: Document) -> Data:
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return _copy(child, new, path, merged)
    merged.spans[path] = child.spans.get(path) or parent.spans.get(path) or Span("", 1, 1)
    data: dict[Scalar, Data] = {}
    for key in [*old, *(key for key in new if key not in old)]:
        inner = (*path, str(key))
        if key not in new:
            data[key] = _copy(parent, old[key], inner, merged)
        elif key not in old:
            data[key] = _copy(child, new[key], inner, merged)
        else:
            data[key] = _merge(parent, child, old[key], new[key], inner, merged)
        said = child if inner in child.key_spans else parent
        if inner in said.key_spans:
            merged.key_spans[inner] = said.key_spans[inner]
    return data


def _copy(source: Document, data: Data, path: Path, merged: Document) -> Data:
    """A copy of one value with the places of everything in it."""
    if path in source.spans:
        merged.spans[path] = source.spans[path]
    if path in source.key_spans:
        merged.key_spans[path] = source.key_spans[path]
    if isinstance(data, dict):
        return {key: _copy(source, value, (*path, str(key)), merged) for key, value in data.items()}
    if isinstance(data, list):
        return [_copy(source, value, (*path, index), merged) for index, value in enumerate(data)]
    return data


def _nested(document: Document, key: str, span: Span) -> Document:
    """The document as the only value of a mapping."""
    outer = Document(data={Scalar.at(key, span): document.data}, diagnostics=document.diagnostics)
    outer.spans = {(): span} | {(key, *path): place for path, place in document.spans.items()}
    outer.key_spans = {(key,): span} | {(key, *path): place for path, place in document.key_spans.items()}
    return outer
