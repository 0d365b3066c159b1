"""The verbs, as plain functions: the Python API that the command line calls."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from kitgen.components.kit import PARTS, Component, Face, Kit, Part
from kitgen.diagnostics import Diagnostic, Severity, Span, did_you_mean, dotted, errors_in, in_reading_order, one_of
from kitgen.draw.art import ArtShelf
from kitgen.errors import PreflightError, UsageError, VariantError
from kitgen.games import Game, all_games, base_variants
from kitgen.imposition.kit_sheets import DrawnKit, kit_sheets, preflight
from kitgen.imposition.pages import page_format
from kitgen.imposition.paper import PAPERS, Paper
from kitgen.imposition.sheets import Sheet
from kitgen.play.chance import WORD, first_seat
from kitgen.play.session import MAX_SEED, PERSON, Departure, Session, replay, seat_players
from kitgen.play.terminal import Talk
from kitgen.play.transcript import Transcript, write_transcript
from kitgen.render.folder import require_folder, write_folder
from kitgen.render.pdf import Metadata, write_pdf
from kitgen.rulesheet.sheet import RuleDocument, as_component, rule_paragraphs, typeset
from kitgen.source.faults import mend, place_of, validate
from kitgen.source.fields import Model
from kitgen.source.inherit import apply_settings, read_chain
from kitgen.source.names import find_variant
from kitgen.source.resources import resource_folder
from kitgen.source.words import Words, load_words
from kitgen.source.yaml_text import Document


@dataclass(frozen=True, slots=True)
class LoadedVariant:
    """A valid variant with where it came from. ``diagnostics`` are warnings and notes."""

    game: Game
    name: str
    model: Any
    document: Document
    files: tuple[FilePath, ...]
    digest: str
    diagnostics: tuple[Diagnostic, ...]

    @property
    def folders(self) -> list[FilePath]:
        """The folders of the variant and its parents, nearest first: art and words there replace shipped ones."""
        return list(dict.fromkeys(file.parent for file in self.files))

    @property
    def template_folders(self) -> list[FilePath]:
        """Where templates are looked for: the author's own folders, the game's, and what all games share."""
        shipped = resource_folder("templates")
        return [*self.folders, shipped / self.game.id, shipped / "shared"]

    @property
    def art(self) -> ArtShelf:
        """The drawings, looked for beside the templates."""
        return ArtShelf([folder / "art" for folder in self.template_folders])


@dataclass(frozen=True, slots=True)
class BuiltKit:
    """What a build wrote."""

    folder: FilePath
    manifest: dict[str, Any]
    diagnostics: tuple[Diagnostic, ...]


def load(name: str = "classic", settings: Sequence[str] = ()) -> LoadedVariant:
    """Find, read and validate a variant; ``settings`` are ``path=value`` texts laid over it.

    Raises VariantError with every fault of the file, UsageError for an unknown name, FilesError for an unreadable file.
    """
    file = find_variant(name, base_variants())
    chain = read_chain(file, lambda parent, child: find_variant(parent, base_variants(), child.parent))
    document = apply_settings(chain.document, settings)
    if errors_in(document.diagnostics) and not isinstance(document.data, dict):
        raise VariantError(f"{file.name} has errors", in_reading_order(document.diagnostics))
    game = _game_of(document, file, chain.broken)
    model, faults = validate(game.model, document)
    if chain.broken:
        # What would be inherited is not known, so nothing can be called missing.
        faults = [fault for fault in faults if fault.code != "missing-key"]
    findings = [*document.diagnostics, *faults]
    findings += game.check(model, document) if model is not None else _check_the_rest(game, document, faults)
    findings = in_reading_order(findings)
    if errors_in(findings) or model is None:
        raise VariantError(f"{file.name}{' as set' if settings else ''} has errors", findings)
    return LoadedVariant(
        game, _slug(file.stem), model, document, chain.files, _digest(model, chain.files), tuple(findings)
    )


def draw(variant: LoadedVariant, paper: Paper, words: Words) -> DrawnKit:
    """Draw every component and set every document of a variant.

    Raises VariantError for art or templates that cannot be used, PreflightError for a document that is too long.
    """
    art = variant.art
    _require_art(variant, art)

    def set_document(document: RuleDocument) -> list[Face]:
        return typeset(document, variant.template_folders, words.language, page_format(document, paper))

    components = list(variant.game.components(variant.model, words, art))
    documents = variant.game.documents(variant.model, words, art, components)
    pages = [(document, set_document(document)) for document in documents]
    components += [as_component(document, faces[0]) for document, faces in pages if document.trim is not None]
    kit = Kit(variant.game.id, variant.name, variant.model.title, variant.digest, tuple(components))
    whole = [(document, faces) for document, faces in pages if document.trim is None]
    return DrawnKit(kit, whole, variant.game.finished_set(components, words), set_document)


def _require_art(variant: LoadedVariant, art: ArtShelf) -> None:
    """Drawings that the variant names and nobody drew are errors where it names them."""
    missing = [
        Diagnostic(
            "missing-art",
            Severity.ERROR,
            f"there is no drawing {name!r}",
            place_of(path, variant.document),
            dotted(path),
            art.hint(name) or f"draw it in art/{name}.svg beside the variant",
        )
        for path, name in variant.game.art_names(variant.model)
        if not art.has(name)
    ]
    if missing:
        raise VariantError(f"{variant.name} has errors", in_reading_order(missing))


def build(
    variant: LoadedVariant,
    *,
    paper: str = "a4",
    language: str = "en",
    only: Sequence[str] = (),
    single_file: bool = False,
    out: FilePath | None = None,
) -> BuiltKit:
    """Write the kit's PDFs and its manifest.

    ``paper`` is a name of imposition.paper.PAPERS, ``only`` limits the kit to some of components.kit.PARTS. Raises
    PreflightError where something does not fit; then nothing is written.
    """
    on_paper: Paper = _choose(paper, PAPERS, "paper")
    wanted = [_choose(part, {name: name for name in PARTS}, "part") for part in only] or list(PARTS)
    parts: list[Part] = [part for part in PARTS if part in wanted]
    words = load_words(variant.game.id, language, variant.folders)
    folder = out or FilePath("out") / f"{variant.game.id}-{variant.name}-{on_paper.name}-{language}"
    require_folder(folder)
    drawn = draw(variant, on_paper, words)
    names: dict[Part, str] = {part: f"{variant.name if single_file else part}.pdf" for part in parts}
    sheets = kit_sheets(drawn, on_paper, words, parts, names)
    findings = in_reading_order(preflight(sheets))
    if errors_in(findings):
        raise PreflightError(f"{variant.name} does not pass preflight", findings)
    files = _pdfs(drawn.kit, sheets, language, single_file=single_file)
    manifest = _manifest(drawn.kit, sheets, on_paper, language, sorted(files))
    files["manifest.json"] = (json.dumps(manifest, indent=2, ensure_ascii=False) + "\n").encode()
    write_folder(folder, files)
    return BuiltKit(folder, manifest, (*variant.diagnostics, *findings, *words.notes()))


def start_game(
    variant: LoadedVariant,
    *,
    players: int | None = None,
    bots: Sequence[str] = ("planner",),
    seed: int = 1,
    person: bool = False,
) -> Session:
    """A game about to begin: bots in turn on all seats, or on all but the first, which is the person's.

    ``players`` is the variant's middle number unless given; ``seed`` is any whole number of 64 bits and decides all
    chance. Raises UsageError for what the variant or kitgen does not have.
    """
    counts = list(variant.model.player_counts)
    seats = counts[len(counts) // 2] if players is None else players
    if seats not in counts:
        raise UsageError(f"{variant.name} is not for {seats} players", f"it is for {counts[0]} to {counts[-1]}")
    if not 0 <= seed <= MAX_SEED:
        raise UsageError(f"the seed {seed} is out of range", f"allowed is 0 to {MAX_SEED}")
    seated = seat_players(variant.game.playing, bots, seats - 1 if person else seats)
    first = first_seat(seed, seats)
    told = Transcript(
        variant.game.id, variant.name, variant.digest, seed, 0, first, [PERSON, *seated] if person else seated
    )
    return Session(variant.game.playing, variant.model, told)


def resume_game(variant: LoadedVariant, told: Transcript) -> tuple[Session, Departure | None]:
    """A game taken up from its transcript, and where it departs from it, if the variant has changed.

    Raises UsageError for a transcript that cannot belong to the variant.
    """
    playing = variant.game.playing
    if told.game != variant.game.id:
        raise UsageError(f"the transcript is of {told.game}, not of {variant.game.id}")
    if len(told.players) not in variant.model.player_counts or not 0 <= told.first < len(told.players):
        raise UsageError(f"the transcript has {len(told.players)} players, which {variant.name} is not for")
    if not 0 <= told.seed <= MAX_SEED or not 0 <= told.number <= WORD:
        raise UsageError("the transcript has a seed or a number that cannot be", f"seeds are 0 to {MAX_SEED}")
    seat_players(playing, [player for player in told.players if player != PERSON] or ["random"], 1)
    return replay(playing, variant.model, told)


def tell_story(session: Session, variant: LoadedVariant, language: str = "en") -> str:
    """A finished game in words."""
    words = load_words(variant.game.id, language, variant.folders)
    return variant.game.playing.tell(session.transcript, variant.model, words)


def table_talk(
    variant: LoadedVariant,
    session: Session,
    language: str,
    say: Callable[[str], None],
    ask: Callable[[str], str],
    save_as: FilePath,
    named: str = "",
) -> Talk:
    """The talk of a game with a person.

    ``say`` prints, ``ask`` reads a line, ``save_as`` is where it is saved; ``named`` is the variant as it was named.
    """
    words = load_words(variant.game.id, language, variant.folders)
    view = variant.game.playing.view(variant.model, words, session.transcript.players)

    def save(name: str) -> FilePath:
        file = FilePath(name) if name else save_as
        write_transcript(session.transcript, file)
        return file

    return Talk(session, view, words, say, ask, save, lambda: rule_texts(variant, words), named)


def rule_texts(variant: LoadedVariant, words: Words) -> dict[str, str]:
    """The paragraphs of the variant's own rule sheet, by rule id."""
    art = variant.art
    components = variant.game.components(variant.model, words, art)
    sheets = variant.game.documents(variant.model, words, art, components)
    return {
        rule: text
        for sheet in sheets
        for rule, text in rule_paragraphs(sheet, variant.template_folders, words.language).items()
    }


def _pdfs(kit: Kit, sheets: dict[Part, list[Sheet]], language: str, *, single_file: bool) -> dict[str, bytes]:
    def metadata(what: str) -> Metadata:
        return Metadata(f"{kit.title} – {what}", f"{kit.game}/{kit.variant} {kit.digest}", language)

    if single_file:
        # The how-to-print page opens the extras; in one file it opens everything.
        every = sorted((sheet for part in sheets.values() for sheet in part), key=lambda sheet: not sheet.opens)
        return {f"{kit.variant}.pdf": write_pdf(every, metadata(kit.variant))}
    return {f"{part}.pdf": write_pdf(of_part, metadata(part)) for part, of_part in sheets.items()}


def _manifest(
    kit: Kit, sheets: dict[Part, list[Sheet]], paper: Paper, language: str, files: list[str]
) -> dict[str, Any]:
    return {
        "kitgen": 1,
        "game": kit.game,
        "variant": kit.variant,
        "title": kit.title,
        "digest": kit.digest,
        "language": language,
        "paper": paper.name,
        "files": files,
        "components": [_component_entry(component) for component in kit.components if component.part in sheets],
        "sheets": {part: sum(1 for sheet in of_part if sheet.side == "front") for part, of_part in sheets.items()},
    }


def _component_entry(component: Component) -> dict[str, Any]:
    width, height = component.size
    return {
        "id": component.id,
        "title": component.title,
        "part": component.part,
        "count": component.count,
        "distinct": len(component.pieces),
        "trim_mm": [width / 1000, height / 1000],
        "two_sided": component.two_sided,
        "pieces": {piece.id: piece.copies for piece in component.pieces},
    }


def _game_of(document: Document, file: FilePath, broken: bool) -> Game:
    """The game that a document says it is a variant of."""
    games = all_games()
    said = document.data.get("game") if isinstance(document.data, dict) else None
    span = document.spans.get(("game",)) or document.spans.get(()) or Span(str(file), 1, 1)
    if not isinstance(document.data, dict):
        message, hint = "a variant is a mapping of keys to values", "`kitgen build classic` reads a full one"
        fault = Diagnostic("wrong-type", Severity.ERROR, message, span, hint=hint)
    elif said is None and broken:
        return next(iter(games.values()))
    elif said is None:
        hint = f"write `extends: classic`, or `game: {next(iter(games))}`"
        fault = Diagnostic(
            "missing-key", Severity.ERROR, "the variant does not say of which game it is", span, "game", hint
        )
    elif not isinstance(said, str) or said not in games:
        message = f"wanted {one_of(games)}, found {said if isinstance(said, str) else 'something else'}"
        fault = Diagnostic("wrong-choice", Severity.ERROR, message, span, "game", did_you_mean(str(said), games))
    else:
        return games[said]
    raise VariantError(f"{file.name} has errors", in_reading_order([*document.diagnostics, fault]))


def _check_the_rest(game: Game, document: Document, faults: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Semantic faults of a document that has faults of shape too, so that an author sees all of them in one run."""
    base = read_chain(find_variant(game.id, base_variants()), lambda *_: FilePath()).document
    model = mend(game.model, document, base.data)
    if model is None:
        return []
    at_fault = [fault.path for fault in errors_in(faults)]
    return [
        finding
        for finding in game.check(model, document)
        if not any(_is_within(finding.path, path) or _is_within(path, finding.path) for path in at_fault)
    ]


def _is_within(inner: str, outer: str) -> bool:
    """Whether a dotted path is another, or leads on from it."""
    return inner == outer or (outer != "" and inner.startswith((f"{outer}.", f"{outer}[")))


def _digest(model: Model, files: Sequence[FilePath]) -> str:
    """Eight hex digits that change whenever a figure, a word or a drawing of the variant's own changes."""
    digest = hashlib.sha256(json.dumps(model.model_dump(mode="json"), sort_keys=True).encode())
    for folder in dict.fromkeys(file.parent for file in files):
        for own in sorted([*folder.glob("words.*.yaml"), *folder.glob("*.md.j2"), *folder.glob("art/*.*")]):
            digest.update(own.name.encode())
            # What cannot be read is refused, with its name, where it is needed.
            with contextlib.suppress(OSError):
                digest.update(own.read_bytes())
    return digest.hexdigest()[:8]


def _choose(word: str, known: dict[str, Any], what: str) -> Any:
    if word not in known:
        raise UsageError(
            f"there is no {what} {word!r}", f"{did_you_mean(word, known)} known: {', '.join(known)}".strip()
        )
    return known[word]


def _slug(stem: str) -> str:
    """A file's name as part of a folder's name."""
    return re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-") or "variant"


__all__ = [
    "BuiltKit",
    "LoadedVariant",
    "build",
    "draw",
    "load",
    "resume_game",
    "rule_texts",
    "start_game",
    "table_talk",
    "tell_story",
]
