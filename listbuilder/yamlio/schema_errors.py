"""Checking a document against its JSON Schema, in the words of a person who writes YAML."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any

import jsonschema
import msgspec
from jsonschema.exceptions import ValidationError, relevance

from listbuilder.data import paths
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import Path
from listbuilder.model.problem import Problem
from listbuilder.yamlio.reader import YamlDocument
from listbuilder.yamlio.value_text import describe_kinds, describe_value

_MOST = 20  # problems named per file: more help nobody
# deviations of which the first in the file are named; a file of nothing else is not read to its end
_LOOKED_AT = 200
# of one list or map that are looked at; our longest data has a quarter of that, and a roster may
# hold half
_ENTRIES = 2_000


def has_schema(schema: str) -> bool:
    """Return whether the JSON Schema named `schema` has a file.

    A new game has none before `make schemas` has written it.
    """
    return _get_schema_file(schema).is_file()


def find_schema_problems(document: YamlDocument, schema: str) -> list[Problem]:
    """Return the document's deviations from `schema` in the order of the file, at most twenty.

    Why: more would help nobody. In a file full of mistakes, only the first two hundred are looked
    at. Keys that are missing only because they are misspelt are left out.
    """
    errors = _load_validator(schema).iter_errors(_convert_keys_to_text(document.data))
    explained = (problem for error in errors for problem in _explain_error(document, error))
    problems = list(islice(explained, _LOOKED_AT))
    problems.sort(key=lambda problem: (problem.line or 0, problem.column or 0))
    return _remove_consequences(problems)[:_MOST]


def find_part_problems(
    document: YamlDocument, path: Path, data: object, model: object
) -> list[Problem]:
    """Return how `data`, the part of the document at `path`, deviates from the type `model`.

    It is used for a type that has no schema file.
    """
    validator = jsonschema.Draft202012Validator(msgspec.json.schema(model))
    errors = list(validator.iter_errors(_convert_keys_to_text(data)))[:_MOST]
    return _remove_consequences(
        [problem for error in errors for problem in _explain_error(document, error, path)]
    )


def _remove_consequences(problems: list[Problem]) -> list[Problem]:
    """Return the problems without missing keys that are there in a wrong spelling."""
    misspelt = {
        (problem.path[:-1], problem.args.get("near"))
        for problem in problems
        if problem.key == "unknown_key"
    }
    return [
        problem
        for problem in problems
        if (problem.path, problem.args.get("missing")) not in misspelt
    ]


def _convert_keys_to_text(data: object) -> Any:
    """Return `data` with all keys as texts, which JSON Schema needs, and very long lists and maps
    cut.
    """
    if isinstance(data, dict):
        return {
            str(key): _convert_keys_to_text(value) for key, value in islice(data.items(), _ENTRIES)
        }
    if isinstance(data, list):
        return [_convert_keys_to_text(item) for item in data[:_ENTRIES]]
    return data


def _count_entries(document: YamlDocument, path: Path) -> int:
    """Return how many entries the list or map at `path` has in the file.

    The validator can't tell, because it gets long ones cut.
    """
    node: Any = document.data
    for part in path:
        if isinstance(node, list):
            node = node[int(part)]
            continue
        node = next(value for key, value in node.items() if str(key) == part)
    return len(node)


def _get_schema_file(schema: str) -> pathlib.Path:
    """Return the path of the file of a schema, which may not exist."""
    return paths.get_schemas_folder() / f"{schema}.schema.json"


@cache
def _load_validator(schema: str) -> jsonschema.protocols.Validator:
    """Return the validator for the JSON Schema named `schema`, loaded from its file once."""
    loaded = msgspec.json.decode(_get_schema_file(schema).read_bytes())
    return jsonschema.Draft202012Validator(loaded)


def _explain_error(
    document: YamlDocument, error: ValidationError, base: Path = ()
) -> Iterator[Problem]:
    """Yield the problems, in a player's words, for one error of the validator.

    `base`: the path of the checked part in the document.
    """
    path: Path = (*base, *error.absolute_path)
    wanted: Any = error.validator_value
    match error.validator:
        case "additionalProperties" if isinstance(error.instance, dict):
            schema: Any = error.schema
            allowed = sorted(schema.get("properties", {}))
            for key in error.instance:
                if key not in allowed and not str(key).startswith("x-"):
                    yield _make_unknown_key_problem(document, (*path, key), str(key), allowed)
        case "required" if isinstance(error.instance, dict):
            missing = [key for key in wanted if key not in error.instance]
            for key in missing:
                if f"'{key}'" in error.message:
                    more = {}
                    if not path and key in _CHOSEN_FIRST:
                        more["begin"] = document.data.get("system")
                    yield document.make_problem("missing_key", path, missing=key, **more)
        case "anyOf":
            yield from _explain_alternatives(document, error, base)
        case "type":
            yield _make_wrong_type_problem(
                document, path, error.instance, _describe_types(wanted), error.schema
            )
        case "enum" | "const":
            values = wanted if error.validator == "enum" else [wanted]
            near = find_nearest(str(error.instance), [str(value) for value in values])
            yield document.make_problem(
                "not_allowed",
                path,
                given=describe_value(error.instance),
                allowed=[str(v) for v in values],
                near=near,
            )
        case "minimum" | "exclusiveMinimum":
            yield document.make_problem(
                "too_small", path, given=describe_value(error.instance), allowed=wanted
            )
        case "maximum" | "exclusiveMaximum":
            yield document.make_problem(
                "too_big", path, given=describe_value(error.instance), allowed=wanted
            )
        case "maxItems" | "maxProperties":
            yield document.make_problem(
                "too_many_entries", path, count=_count_entries(document, path), limit=wanted
            )
        case "maxLength":
            text = str(error.instance)
            yield document.make_problem(
                "too_long", path, given=describe_value(text), count=len(text), limit=wanted
            )
        case "minItems" if isinstance(error.instance, list):
            yield document.make_problem("too_few", path, given=len(error.instance), allowed=wanted)
        case _:
            yield document.make_problem("does_not_fit", path, reason=error.message[:200])


def _explain_alternatives(
    document: YamlDocument, error: ValidationError, base: Path
) -> Iterator[Problem]:
    """Yield the problems of a value that fits none of several allowed shapes.

    They are those of the shape that was probably meant: the one whose type fits. If none fits, one
    problem names the types allowed. `base`: the path of the checked part.
    """
    meant = [e for e in error.context or () if not (e.validator == "type" and not e.relative_path)]
    if meant:
        shape = max(meant, key=relevance).relative_schema_path[0]
        for inner in meant:
            if inner.relative_schema_path[0] == shape:
                yield from _explain_error(document, inner, base)
        return
    names: list[str] = []
    for inner in error.context or ():
        names.extend(name for name in _name_types(inner.validator_value) if name not in names)
    maps = [inner.schema for inner in error.context or () if inner.validator_value == "object"]
    wanted: Any = maps[0] if len(maps) == 1 else {}
    yield _make_wrong_type_problem(
        document, (*base, *error.absolute_path), error.instance, describe_kinds(names), wanted
    )


def _make_wrong_type_problem(
    document: YamlDocument, path: Path, given: Any, allowed: list[dict[str, str]], schema: Any
) -> Problem:
    """Return the problem that a value isn't of one of the allowed types.

    If a key or a value was evidently forgotten, the problem says how to write it.
    """
    wanted: list[str] = schema.get("required", []) if schema.get("type") == "object" else []
    if isinstance(given, str) and len(wanted) == 1 and path and isinstance(path[-1], int):
        return document.make_problem("wants_key", path, given=given, wanted=wanted[0])
    if isinstance(given, str) and len(wanted) == 1 and path and re.fullmatch(r"[\w/-]+", given):
        return document.make_problem(
            "wants_map", path, key_of=str(path[-1]), given=given, wanted=wanted[0]
        )
    if given is None and path:
        return document.make_problem("nothing_there", path, key_of=str(path[-1]), allowed=allowed)
    return document.make_problem("wrong_type", path, given=describe_value(given), allowed=allowed)


def _make_unknown_key_problem(
    document: YamlDocument, path: Path, key: str, allowed: list[str]
) -> Problem:
    """Return the problem of a key that is not allowed at `path`, with the nearest one that is."""
    near = find_nearest(key, allowed)
    line, column = document.find_key_mark(path)
    return Problem(
        key="unknown_key",
        args={"given": key, "allowed": allowed, "near": near},
        file=document.file,
        line=line,
        column=column,
        path=path,
    )


_CHOSEN_FIRST = ("faction", "patrol", "box")  # what `new` wants to know of a game, and lists

_TYPE_WORDS = {
    "object": "map",
    "array": "list",
    "string": "text",
    "integer": "number",
    "boolean": "truth",
    "null": "nothing",
}


def _describe_types(types: object) -> list[dict[str, str]]:
    """Return one or several types of JSON Schema as kinds of values in all languages."""
    return describe_kinds(_name_types(types))


def _name_types(types: object) -> list[str]:
    """Return one or several types of JSON Schema by our names, such as `map` for object."""
    names: Iterable[object] = ()
    if isinstance(types, str):
        names = (types,)
    elif isinstance(types, Iterable):
        names = types
    return [_TYPE_WORDS.get(str(name), str(name)) for name in names]
