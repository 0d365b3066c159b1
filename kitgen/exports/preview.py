"""A kit as one page to look at: every face to scale, the sheets, the parts list, the rules, and what was found.

The page asks for nothing from outside; a policy in its head lets nothing run but its own script. Same input, same
bytes.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from kitgen.diagnostics import Diagnostic
from kitgen.draw.drawing import Box, Drawing
from kitgen.draw.fonts import FONTS
from kitgen.draw.ink import Inker
from kitgen.exports.preview_fonts import font_faces
from kitgen.exports.preview_kit import (
    Findings,
    ShownComponent,
    ShownFace,
    ShownSheet,
    Stack,
    by_part,
    counted,
    local_size,
    millimetres,
    shown_component,
    shown_stack,
)
from kitgen.exports.preview_text import TextWriter
from kitgen.imposition.guide import paper_name, stock_text
from kitgen.imposition.kit_sheets import DrawnKit, KitSheets
from kitgen.imposition.options import PrintOptions
from kitgen.render.svg import SvgWriter, path_data, plain, svg
from kitgen.rulesheet.markdown import Block
from kitgen.rulesheet.sheet import RuleDocument
from kitgen.source.resources import resource_folder
from kitgen.source.words import Words

PREVIEW_MARK = '<meta name="generator" content="kitgen preview">'
"""Stands in every preview and in nothing else, so that a preview may replace an older one."""

_TAGS = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Previewed:
    """What a preview is made of. ``about`` is the line that the variant says of itself.

    ``documents`` are all that there is to read, with their words; ``noted`` are findings about the variant and the
    kit as a whole, ``found`` those of preflight.
    """

    drawn: DrawnKit
    sheets: KitSheets
    documents: Sequence[tuple[RuleDocument, Sequence[Block]]]
    options: PrintOptions
    about: str = ""
    noted: Sequence[Diagnostic] = ()
    found: Sequence[Diagnostic] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A document in words: its title and its HTML."""

    id: str
    title: str
    html: Markup


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the parts list."""

    what: str
    count: str
    size: str
    link: str = ""


@dataclass(frozen=True, slots=True)
class ListedPart:
    """A part in the parts list: what it is printed on, and its lines."""

    title: str
    details: str
    rows: tuple[Row, ...]


def preview_page(previewed: Previewed, words: Words) -> bytes:
    """The page, in UTF-8."""
    return _Page(previewed, words).html().encode("utf-8", "replace")


@dataclass
class _Page:
    """Makes one page. Sizes become classes of its style sheet: the policy lets no element carry a style."""

    previewed: Previewed
    words: Words
    writer: SvgWriter = field(default_factory=SvgWriter)
    sizes: dict[tuple[float, float, float], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Hand out the findings: first to the faces of components, then to the pages on sheets."""
        previewed, words, findings = self.previewed, self.words, Findings(list(self.previewed.found))
        self.components = [shown_component(component, findings, words) for component in previewed.drawn.kit.components]
        parts = previewed.sheets.parts.items()
        self.stacks = [shown_stack(part, sheets, findings, words) for part, sheets in parts if sheets]
        self.noted = [*previewed.noted, *findings.left]

    def html(self) -> str:
        kit = self.previewed.drawn.kit
        body = self._body()
        signs = set(unescape(_TAGS.sub("", body)))
        used = {name: signs | self.writer.signs.get(name, set()) for name in FONTS}
        shared = resource_folder("templates") / "shared"
        style, script = ((shared / f"preview.{kind}").read_text("utf-8") for kind in ("css", "js"))
        style = f"{font_faces(used)}\n{''.join(self._size_rules())}\n{style}"
        policy = (
            f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
            "font-src data:; img-src data:; base-uri 'none'; form-action 'none'"
        )
        title = self.words("preview.title", title=kit.title, variant=kit.variant)
        return (
            f'<!DOCTYPE html>\n<html lang="{self.words.language}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n{PREVIEW_MARK}\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="color-scheme" content="light dark">\n'
            f"<title>{plain(title)}</title>\n<style>{style}</style>\n</head>\n"
            f"{body}\n<script>{script}</script>\n</body>\n</html>\n"
        )

    def _body(self) -> str:
        environment = Environment(
            loader=FileSystemLoader(str(resource_folder("templates") / "shared"), encoding="utf-8"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters["plain"] = lambda text: Markup(plain(str(text)))
        previewed, kit = self.previewed, self.previewed.drawn.kit
        groups: list[ShownComponent | Stack] = [*self.components, *self.stacks]
        return environment.get_template("preview.html.j2").render(
            page=self,
            words=self.words,
            kit=kit,
            about=previewed.about,
            parts=by_part(self.components),
            facts=self._facts(),
            picture=self._picture(),
            listed=list(self._listed()),
            readings=list(self._readings()),
            stacks=self.stacks,
            paper=paper_name(self.words, previewed.options.paper),
            noted=self.noted,
            flawed=[group for group in groups if group.flaws],
        )

    def counted(self, count: int, thing: str) -> str:
        """``1 finding``, ``3 findings``."""
        return counted(count, thing, self.words)

    def _facts(self) -> list[tuple[str, int]]:
        effort, components = self.previewed.sheets.effort, self.components
        found = {
            "pieces": sum(component.count for component in components),
            "faces": sum(len(component.faces) for component in components),
            "sheets": effort.sheets,
            "cuts": effort.cuts,
        }
        return [(self.words(f"preview.facts.{key}"), count) for key, count in found.items()]

    # Pictures

    def size(self, width: float, height: float, bleed: float = 0) -> str:
        """The class of a size in micrometres."""
        return self.sizes.setdefault((width, height, bleed), f"s{len(self.sizes)}")

    def _size_rules(self) -> Iterator[str]:
        for (width, height, bleed), name in self.sizes.items():
            told = zip("whb", (width, height, bleed), strict=True)
            yield f".{name}{{{';'.join(f'--{key}:{millimetres(length)}' for key, length in told)}}}"
        faces = [shown.face for component in self.components for shown in component.faces]
        widest = max((face.width + 2 * face.bleed for face in faces), default=0)
        bleed = max((face.bleed for face in faces), default=0)
        yield f":root{{--widest:{millimetres(widest)};--bleed:{millimetres(bleed)}}}"

    def face(self, shown: ShownFace) -> Markup:
        """A face to its bleed, with its lines and its flaws above it."""
        face = shown.face
        cut = f'<path d="{path_data(face.outline)}"/>' if face.outline else _frame(face.trim)
        # What is cut along an outline of its own, or has ink up to its edge, has no line to keep inside.
        inside = _frame(face.trim.inset(face.safe)) if face.safe and not face.outline else ""
        lines = _line("trim", cut) + _line("safe", inside)
        flaws = "".join(_line("flaw", _frame(flaw)) for flaw in shown.flaws)
        told = f'class="face" role="img" aria-label="{plain(shown.name)}"'
        return Markup(svg(self.writer.face(face) + lines + flaws, face.trim.inset(-face.bleed), told))

    def face_size(self, shown: ShownFace) -> str:
        """The class of a face's size."""
        return self.size(shown.face.width, shown.face.height, shown.face.bleed)

    def sheet(self, shown: ShownSheet) -> Markup:
        """A side of a sheet of paper."""
        paper = shown.sheet.paper
        told = f'class="face" role="img" aria-label="{plain(shown.name)}"'
        return Markup(svg(self.writer.sheet(shown.sheet), Box(0, 0, paper.width, paper.height), told))

    def sheet_size(self, shown: ShownSheet) -> str:
        """The class of a sheet's size."""
        return self.size(shown.sheet.paper.width, shown.sheet.paper.height)

    def _drawing(self, drawing: Drawing, told: str) -> Markup:
        ink = self.previewed.options.ink
        content = self.writer.drawing(drawing) if ink == "full" else self.writer.ops(Inker(ink).ops(drawing.ops))
        return Markup(svg(content, Box(0, 0, drawing.width, drawing.height), told))

    def _picture(self) -> Markup:
        name = self.words("preview.set_picture", title=self.previewed.drawn.kit.title)
        return self._drawing(self.previewed.drawn.finished, f'class="set" role="img" aria-label="{plain(name)}"')

    # Words and lists

    def _readings(self) -> Iterator[Reading]:
        anchors: set[str] = set()
        for document, blocks in self.previewed.documents:
            figures = _Figures(self, document.figures)
            html = TextWriter(figures.figure, anchors).html(blocks)
            yield Reading(document.id, document.title, Markup(html))

    def figure(self, drawing: Drawing) -> str:
        """A figure of a document, at its own size or as wide as there is room."""
        return self._drawing(drawing, f'class="figure {self.size(drawing.width, drawing.height)}" aria-hidden="true"')

    def _listed(self) -> Iterator[ListedPart]:
        """The parts list: what each part is printed on, its components and its documents."""
        pages = self.previewed.drawn.pages
        for effort in self.previewed.sheets.effort.parts:
            rows = [
                Row(component.title, str(component.count), component.size, f"c-{component.id}")
                for component in self.components
                if component.part == effort.part
            ]
            for document, faces in pages:
                if document.part == effort.part and faces:
                    size = local_size((faces[0].width, faces[0].height), self.words)
                    told = f"{size}, {self.counted(len(faces), 'page')}"
                    rows.append(Row(document.title, str(document.copies), told, f"d-{document.id}"))
            details = [self.counted(effort.sheets, "sheet")]
            if effort.both_sides:
                details.append(self.words("preview.both_sides"))
            details.append(stock_text(self.words, effort))
            yield ListedPart(self.words(f"parts.{effort.part}"), "; ".join(details), tuple(rows))


@dataclass(frozen=True, slots=True)
class _Figures:
    """The figures of one document."""

    page: _Page
    drawings: Mapping[str, Drawing]

    def figure(self, name: str) -> str:
        """A figure by name."""
        return self.page.figure(self.drawings[name])


def _frame(box: Box) -> str:
    x, y, width, height = (round(value) for value in box)
    return f'<rect x="{x}" y="{y}" width="{max(0, width)}" height="{max(0, height)}"/>'


def _line(style: str, shape: str) -> str:
    """A line above a face: on a broader light one, so that it is seen on any ground."""
    return f'<g class="{style}"><g class="halo">{shape}</g>{shape}</g>' if shape else ""


def _hash(text: str) -> str:
    """What the page's policy calls a script or a style sheet by."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"
