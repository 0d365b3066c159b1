"""Change alarms: a digest of every face of each game's display lists, in both languages, on A4.

A golden proves nothing. It says that a face has changed, so that somebody looks at it. When the change is meant:

    pytest tests/test_goldens.py --renew-goldens

then look at the pages that the test had named, and commit ``tests/goldens/faces.json`` with the change. New versions of
the fonts or of fontTools may change faces too.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import LANGUAGES

from kitgen import pipeline
from kitgen.components.kit import Face
from kitgen.draw import shapes
from kitgen.draw.drawing import Drawing
from kitgen.games import all_games
from kitgen.imposition.kit_sheets import kit_sheets
from kitgen.imposition.options import PrintOptions
from kitgen.source.words import load_words

FILE = Path(__file__).parent / "goldens" / "faces.json"

UNSEEN = ("outline", "creases", "headings")
"""What faces say to cutting machines and to readers alone."""

Digests = dict[str, str]


def described(value: Any, drawings: dict[int, str]) -> Any:
    """A display list as plain data: each drawing by its own digest."""
    if isinstance(value, Drawing):
        if id(value) not in drawings:
            drawings[id(value)] = digest([value.name, round(value.width), round(value.height),
                                          described(value.ops, drawings)])  # fmt: skip
        return drawings[id(value)]
    if isinstance(value, float):
        # Five decimals tell factors of matrices apart, and swallow the noise of arithmetic.
        return round(value, 5) + 0.0
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    if isinstance(value, tuple | list):
        return [described(item, drawings) for item in value]
    if is_dataclass(value):
        seen = [field.name for field in fields(value) if field.name not in UNSEEN]
        return [type(value).__name__, *(described(getattr(value, name), drawings) for name in seen)]
    return value


def digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode()).hexdigest()[:16]


@cache
def digests_of(game: str, language: str) -> Digests:
    """A digest for each distinct face on the sheets of a game's base variant, by part and name."""
    variant, words = pipeline.load(game), load_words(game, language)
    drawn = pipeline.draw(variant, PrintOptions(), words)
    drawings: dict[int, str] = {}
    faces: dict[str, Face] = {}
    for part, sheets in kit_sheets(drawn, PrintOptions(), words).parts.items():
        for placement in (placement for sheet in sheets for placement in sheet.placements):
            name = f"{part}/{placement.face.name}"
            assert faces.setdefault(name, placement.face) is placement.face, f"two faces are called {name}"
    return {name: digest(described(face, drawings)) for name, face in sorted(faces.items())}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(all_games()))
def test_faces_are_as_they_were_when_somebody_last_looked(
    game: str, language: str, request: pytest.FixtureRequest
) -> None:
    found = digests_of(game, language)
    assert len(found) > 30
    kept: dict[str, dict[str, Digests]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
    if request.config.getoption("--renew-goldens"):
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_text(
            json.dumps(kept | {game: kept.get(game, {}) | {language: found}}, indent=1) + "\n", encoding="utf-8"
        )
        return
    known = kept.get(game, {}).get(language, {})
    report = [f"new: {name}" for name in found if name not in known]
    report += [f"gone: {name}" for name in known if name not in found]
    report += [f"changed: {name}" for name in found if name in known and found[name] != known[name]]
    assert not report, "\n".join(["look at these; if all is well: pytest --renew-goldens", *sorted(report)])


def test_digests_are_the_same_from_one_drawing_to_the_next() -> None:
    assert digests_of.__wrapped__("fish-cook", "en") == digests_of("fish-cook", "en")


def test_what_a_reader_would_see_changes_a_digest() -> None:
    """The alarm can ring."""
    words = load_words("fish-cook", "en")
    face = pipeline.draw(pipeline.load("classic"), PrintOptions(), words).kit.components[0].pieces[0].front
    original = digest(described(face, {}))
    assert digest(described(replace(face), {})) == original
    for other in (
        replace(face, width=face.width + 1),
        replace(face, name="another"),
        replace(face, ops=(shapes.move(face.ops, 1, 0),)),
        replace(face, ops=face.ops[:-1]),
        replace(face, ops=face.ops[::-1]),
    ):
        assert digest(described(other, {})) != original
