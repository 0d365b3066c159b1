"""extends, remove and --set: one document made from a chain of files.

Mappings merge, lists and scalars replace; ``remove`` is one top-level list of paths that are taken out of what is
inherited. Every value keeps the place of the file that said it last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath

from kitgen.diagnostics import Diagnostic, Path, Severity, Span, did_you_mean
from kitgen.errors import FilesError, UsageError
from kitgen.source.faults import value_at
from kitgen.source.yaml_text import Data, Document, Scalar, read_yaml

Resolve = Callable[[str, FilePath], FilePath]
"""Finds the file that a name in ``extends`` means, seen from the file that says it; raises UsageError."""

MAX_CHAIN = 16


@dataclass(frozen=True, slots=True)
class Chain:
    """A merged document and the files it came from, child first."""

    document: Document
    files: tuple[FilePath, ...]


def read_bytes(file: FilePath) -> bytes:
    """The bytes of a file that a user named; raises FilesError in words."""
    try:
        if file.is_dir():
            raise FilesError(f"{file} is a folder, not a YAML file", "name the file inside it")
        return file.read_bytes()
    except FileNotFoundError:
        raise FilesError(f"there is no file {file}") from None
    except ValueError:
        raise FilesError(f"{str(file)!r} is no file name") from None
    except OSError as fault:
        raise FilesError(f"cannot read {file}: {fault.strerror}") from None


def read_chain(file: FilePath, resolve: Resolve) -> Chain:
    """Read a variant and everything it extends into one document."""
    documents: list[tuple[FilePath, Document]] = []
    faults: list[Diagnostic] = []
    current: FilePath | None = file
    while current is not None:
        document = read_yaml(read_bytes(current), _display(current))
        faults += document.diagnostics
        documents.append((current, document))
        current = _parent(document, current, [path for path, _ in documents], resolve, faults)
    merged = documents[-1][1]
    for _, child in reversed(documents[:-1]):
        merged = _inherit(merged, child, faults)
    merged = _without_directives(merged)
    merged.diagnostics = faults
    return Chain(merged, tuple(path for path, _ in documents))


def apply_settings(document: Document, settings: Sequence[str]) -> Document:
    """Merge ``path=value`` settings of the command line over a document."""
    for setting in settings:
        path_text, equals, value = setting.partition("=")
        if not equals or not path_text.strip():
            raise UsageError(f"--set {setting!r} has no '='", "write --set set_up.money=120")
        file = f"--set {setting}"
        child = read_yaml(value.encode(), file)
        for part in reversed(path_text.strip().split(".")):
            child = _nested(child, part, Span(file, 1, 1))
        if isinstance(child.data, dict) and "extends" in child.data:
            raise UsageError("--set cannot change what a file extends", "write a file with the line `extends: …`")
        faults = document.diagnostics + child.diagnostics
        document = _without_directives(_inherit(document, child, faults))
        document.diagnostics = faults
    return document


def merge(parent: Document, child: Document) -> Document:
    """The child's values over the parent's, with the place of each."""
    merged = Document()
    merged.data = _merge(parent, child, parent.data, child.data, (), merged)
    return merged


def _display(file: FilePath) -> str:
    """The name that messages show: from the working folder where the file is below it."""
    try:
        return str(file.resolve().relative_to(FilePath.cwd().resolve()))
    except ValueError:
        return str(file)


def _parent(
    document: Document, file: FilePath, above: list[FilePath], resolve: Resolve, faults: list[Diagnostic]
) -> FilePath | None:
    name = document.data.get("extends") if isinstance(document.data, dict) else None
    if name is None:
        return None
    span = document.spans.get(("extends",))

    def refuse(code: str, message: str, hint: str = "") -> None:
        faults.append(Diagnostic(code, Severity.ERROR, message, span, "extends", hint))

    if not isinstance(name, Scalar) or not name:
        refuse("wrong-type", "wanted the name of one variant, or a path to its file", "as in `extends: classic`")
        return None
    try:
        parent = resolve(str(name), file)
    except UsageError as fault:
        refuse("unknown-variant", fault.message, fault.hint)
        return None
    if parent.resolve() in [path.resolve() for path in above]:
        chain = " → ".join([*(path.name for path in above), parent.name])
        refuse(
            "extends-cycle", f"the chain of extends never ends: {chain}", "let the last file extend nothing of these"
        )
        return None
    if len(above) >= MAX_CHAIN:
        refuse("extends-cycle", f"the chain of extends is longer than {MAX_CHAIN} files")
        return None
    return parent


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
        faults.append(
            Diagnostic(
                "wrong-type",
                Severity.ERROR,
                "wanted a list of paths",
                child.spans.get(("remove",)),
                "remove",
                "as in `remove: [recipes.miso-bream]`",
            )
        )
        return parent
    pruned = merge(Document(data={}), parent)
    for index, entry in enumerate(removals):
        path: Path = tuple(str(entry).split("."))
        holder = value_at(pruned.data, path[:-1])
        if isinstance(holder, dict) and path[-1] in holder:
            del holder[path[-1]]
            continue
        known = list(holder) if isinstance(holder, dict) else []
        hint = did_you_mean(str(path[-1]), known)
        faults.append(
            Diagnostic(
                "unknown-path",
                Severity.ERROR,
                f"nothing inherited is called {str(entry)!r}",
                child.spans.get(("remove", index)),
                f"remove[{index}]",
                hint,
            )
        )
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
