"""The authoring schema: JSON Schema by which an editor completes and checks a variant while it is written.

It is made for files that people edit, so it is milder than the model: nothing is required, since what is not written
is inherited, and values stand as YAML reads them. kitgen itself remains the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kitgen.source.fields import MAX_ID, MAX_TEXT, Model
from kitgen.source.keys import ANY_ID, Key, Shape, keys_of
from kitgen.source.tables import ENDING
from kitgen.source.yaml_text import Data

DIALECT = "http://json-schema.org/draft-07/schema#"
"""The one that editors' YAML servers know best."""

Json = dict[str, Any]
Rules = Callable[[str], Sequence[str]]


def authoring_schema(game: str, model: type[Model], known: Sequence[str], rules_of: Rules, base: Any) -> Json:
    """The schema for variants of a game.

    ``known`` are names that ``extends`` may say, ``rules_of`` the rules that a key touches, ``base`` the data of the
    base variant, whose values are the examples.
    """
    keys = {key.pattern: key for key in keys_of(model)}
    schema: Json = {
        "$schema": DIALECT,
        "title": f"kitgen variant of {game}",
        "description": "A variant of a tabletop game. With `extends`, only what differs need be written.",
        **_group(keys, (), rules_of, base),
        "if": {"not": {"required": ["extends"]}},
        "then": {"required": [key.path[0] for key in keys.values() if len(key.path) == 1 and key.required]},
    }
    schema["properties"] = {
        "extends": {
            "description": "The variant whose values hold where this file says nothing: a name, or ./mine.yaml",
            "type": "string",
            "anyOf": [{"enum": list(known)}, {"pattern": r"\.ya?ml$"}, {"pattern": "^[a-z0-9/-]+$"}],
            "examples": list(known),
        },
        "remove": {
            "description": "Paths that are taken out of what is inherited, as recipes.sole-meuniere",
            "type": "array",
            "items": {"type": "string", "minLength": 1},
            "examples": [["recipes.sole-meuniere"]],
        },
        **schema["properties"],
    }
    return schema


def _group(keys: dict[str, Key], within: tuple[str, ...], rules_of: Rules, base: Any) -> Json:
    """The keys right below a path."""
    properties = {
        key.path[-1]: _key(keys, key, rules_of, base)
        for key in keys.values()
        if key.path[:-1] == within and key.path[-1] != ANY_ID
    }
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _key(keys: dict[str, Key], key: Key, rules_of: Rules, base: Any) -> Json:
    shape = key.shape
    if shape.form == "model":
        found = _group(keys, key.path, rules_of, base)
    elif shape.form == "mapping" and shape.inner[1].model is not None:
        found = {
            "type": "object",
            "propertyNames": _pattern_of(shape.inner[0]),
            "additionalProperties": _group(keys, (*key.path, ANY_ID), rules_of, base),
        }
        if len(key.path) == 1:
            found = {"anyOf": [found, {"type": "string", "pattern": rf"\{ENDING}$"}]}
    else:
        found = json_of(shape)
        examples = _examples(base, key.path)
        if examples:
            found["examples"] = examples
    return {"description": _description(key, rules_of), **found}


def _description(key: Key, rules_of: Rules) -> str:
    said = [f"{key.about[:1].upper()}{key.about[1:]}."]
    if key.shape.form != "model":
        said.append(f"Takes {key.shape.takes}.")
    if key.shape.plays_well:
        said.append(f"Plays well with {key.shape.plays_well}.")
    if rules := rules_of(key.pattern):
        said.append(f"Rules: {', '.join(rules)}.")
    return " ".join(said)


def json_of(shape: Shape) -> Json:
    """The JSON Schema of a value, as a YAML 1.2 reader hands it on."""
    match shape.form:
        case "number":
            return {"type": "integer", "minimum": shape.low, "maximum": shape.high}
        case "length":
            return {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)? *(mm|cm|in|pt)$"}
        case "switch":
            return {"anyOf": [{"type": "boolean"}, {"enum": ["yes", "no", "on", "off"]}]}
        case "choice":
            return {"enum": list(shape.words)}
        case "id":
            return {"type": "string", **_pattern_of(shape)}
        case "list":
            return {
                "type": "array",
                "items": json_of(shape.inner[0]),
                "minItems": shape.low,
                "maxItems": shape.high,
            }
        case "mapping":
            names = _pattern_of(shape.inner[0])
            return {"type": "object", "propertyNames": names, "additionalProperties": json_of(shape.inner[1])}
        case "either":
            return {"anyOf": [json_of(inner) for inner in shape.inner]}
        case _:
            # A text may look like a number or a switch: `title: 1812`.
            return {"type": ["string", "number", "boolean"], "maxLength": MAX_TEXT}


def _pattern_of(shape: Shape) -> Json:
    """What the keys of a mapping look like."""
    if shape.form == "number":
        return {"enum": [str(number) for number in range(shape.low, shape.high + 1)]}
    return {"pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": MAX_ID}


def _examples(base: Any, path: tuple[str, ...]) -> list[Any]:
    """What the base variant says; of the things in a mapping, what the first of them says."""
    for part in path:
        if not isinstance(base, dict) or not base:
            return []
        base = next(iter(base.values())) if part == ANY_ID else base.get(part)
    return [] if base is None else [_native(base)]


def _native(data: Data) -> Any:
    """Data as a YAML reader hands it on: plain whole numbers are numbers."""
    if isinstance(data, dict):
        return {str(key): _native(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_native(value) for value in data]
    return int(data) if data.plain and data.isdecimal() else str(data)
