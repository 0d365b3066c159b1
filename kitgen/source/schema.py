"""The authoring schema: JSON Schema by which an editor completes and checks a variant while it is written.

It is made for files that people edit, so it is milder than the model: nothing is required, since what is not written
is inherited, and values stand as YAML reads them. kitgen itself remains the judge. ``defaultSnippets``,
``errorMessage`` and ``patternErrorMessage`` are what editors know beside the standard; others pass over them.
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

ID: Json = {
    "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$",
    "maxLength": MAX_ID,
    "patternErrorMessage": "An id is lower-case letters and digits with single hyphens between.",
}
"""What an id looks like."""

_NUMBER = r"([0-9]+(\.[0-9]*)?|\.[0-9]+)"
_UNIT = r"\s*([mM][mM]|[cC][mM]|[iI][nN]|[pP][tT])"

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
        # A file that names its game means to be whole; any other has forgotten what it extends.
        "if": {"not": {"required": ["extends"]}},
        "then": {
            "if": {"required": ["game"]},
            "then": {"required": [key.path[0] for key in keys.values() if len(key.path) == 1 and key.required]},
            "else": {"required": ["extends"]},
        },
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
        things = _group(keys, (*key.path, ANY_ID), rules_of, base)
        found = {"type": "object", "propertyNames": ID, "additionalProperties": things}
        if len(key.path) == 1:
            # One schema for both, since editors complete and tell faults worse in an anyOf.
            found["type"] = ["object", "string"]
            found["pattern"] = _any_case(rf"\{ENDING}$")
            found["patternErrorMessage"] = f"Wanted a mapping by id, or the name of a {ENDING} file."
    else:
        found = json_of(shape) | _example(shape, base, key.path)
    # Where a mapping is missing, editors tell its title.
    title = f"{key.pattern}: {shape.takes}" if shape.form in ("model", "mapping") else key.pattern
    return {"title": title, "description": _description(key, rules_of), **found}


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
            return {"type": "string", "pattern": f"^{_NUMBER}{_UNIT}$"}
        case "size":
            sides = {"type": "string", "pattern": rf"^{_NUMBER}({_UNIT})?\s*[xX×]\s*{_NUMBER}{_UNIT}$"}
            return {"anyOf": [{"enum": list(shape.words)}, sides]}
        case "switch":
            # YAML 1.2 takes yes and no for texts. As words of an enum, editors would offer them in quotes.
            return {
                "type": ["boolean", "string"],
                "pattern": f"^({_any_case('yes|no|on|off')})$",
                "errorMessage": "Wanted yes or no.",
                "defaultSnippets": [{"label": word, "body": word} for word in ("yes", "no")],
            }
        case "choice":
            return {"enum": list(shape.words)}
        case "id":
            return {"type": "string", **ID}
        case "list":
            return {
                "type": "array",
                "items": json_of(shape.inner[0]),
                "minItems": shape.low,
                "maxItems": shape.high,
            }
        case "mapping":
            return _mapping_of(*shape.inner)
        case "either":
            return {"anyOf": [json_of(inner) for inner in shape.inner]}
        case _:
            # A text may look like a number or a switch: `title: 1812`.
            types = ["string", "number", "boolean"]
            return {"type": types, "maxLength": MAX_TEXT, "errorMessage": "Wanted a text."}


def _mapping_of(names: Shape, values: Shape) -> Json:
    """The JSON Schema of a mapping by number, or by id."""
    entries = json_of(values)
    if names.form == "number":
        # By a pattern, since to editors a key `2:` is a number: neither a word of an enum nor a property "2".
        pattern = f"^({'|'.join(str(number) for number in range(names.low, names.high + 1))})$"
        return {"type": "object", "additionalProperties": False, "patternProperties": {pattern: entries}}
    return {"type": "object", "propertyNames": ID, "additionalProperties": entries}


def _example(shape: Shape, base: Any, path: tuple[str, ...]) -> Json:
    """What the base variant says; of the things in a mapping, what the first of them says."""
    for part in path:
        if not isinstance(base, dict) or not base:
            return {}
        base = next(iter(base.values())) if part == ANY_ID else base.get(part)
    if base is None:
        return {}
    example = _native(base)
    if isinstance(example, dict):
        # Editors can neither show nor insert mappings among the examples.
        shown = ", ".join(f"{name}: {value}" for name, value in example.items())
        return {"defaultSnippets": [{"label": f"{{{shown}}}", "body": example}]}
    return {"examples": [example == "yes" if shape.form == "switch" else example]}


def _native(data: Data) -> Any:
    """Data as a YAML reader hands it on: plain whole numbers are numbers."""
    if isinstance(data, dict):
        return {str(key): _native(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_native(value) for value in data]
    return int(data) if data.plain and data.isdecimal() else str(data)


def _any_case(pattern: str) -> str:
    """A pattern that takes letters in either case; JSON Schema has no flag for it."""
    return "".join(f"[{sign}{sign.upper()}]" if sign.isalpha() else sign for sign in pattern)
