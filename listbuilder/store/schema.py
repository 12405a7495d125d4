"""Checks a document against its JSON Schema and says what is wrong in the words of a person who writes YAML."""

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

from listbuilder.model.base import Path
from listbuilder.model.problem import Problem
from listbuilder.store import paths
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document
from listbuilder.store.shown import kinds, shown

_MOST = 20  # problems named per file: more help nobody
_LOOKED_AT = 200  # deviations of which the first in the file are named; a file of nothing else is not read to its end
_ENTRIES = 2_000  # of one list or map that are looked at; our longest data has a quarter of that, and a roster may hold half


def kept(schema: str) -> bool:
    """Whether there is a file of it: a game that is new has one once `make schemas` wrote it."""
    return _file(schema).is_file()


def problems(document: Document, schema: str) -> list[Problem]:
    """Every deviation from the schema, in the order of the file."""
    errors = _validator(schema).iter_errors(_text_keys(document.data))
    found = list(islice((problem for error in errors for problem in _explain(document, error)), _LOOKED_AT))
    found.sort(key=lambda problem: (problem.line or 0, problem.column or 0))
    return _causes(found)[:_MOST]


def part_problems(document: Document, path: Path, data: Any, model: Any) -> list[Problem]:
    """How `data`, which stands at `path`, deviates from a model that no schema of its own is kept of."""
    validator = jsonschema.Draft202012Validator(msgspec.json.schema(model))
    errors = list(validator.iter_errors(_text_keys(data)))[:_MOST]
    return _causes([problem for error in errors for problem in _explain(document, error, path)])


def _causes(found: list[Problem]) -> list[Problem]:
    """Without the keys that are missing only because they are misspelt."""
    misspelt = {(problem.path[:-1], problem.args.get("near")) for problem in found if problem.key == "unknown_key"}
    return [problem for problem in found if (problem.path, problem.args.get("missing")) not in misspelt]


def _text_keys(data: Any) -> Any:
    """JSON Schema knows only text as keys; YAML also has numbers. What is far too long is cut."""
    if isinstance(data, dict):
        return {str(key): _text_keys(value) for key, value in islice(data.items(), _ENTRIES)}
    if isinstance(data, list):
        return [_text_keys(item) for item in data[:_ENTRIES]]
    return data


def _length(document: Document, path: Path) -> int:
    """How much stands there in the file itself, which the validator has seen cut."""
    node: Any = document.data
    for part in path:
        node = node[int(part)] if isinstance(node, list) else next(value for key, value in node.items() if str(key) == part)
    return len(node)


def _file(schema: str) -> pathlib.Path:
    return paths.schemas() / f"{schema}.schema.json"


@cache
def _validator(schema: str) -> jsonschema.protocols.Validator:
    loaded = msgspec.json.decode(_file(schema).read_bytes())
    return jsonschema.Draft202012Validator(loaded)


def _explain(document: Document, error: ValidationError, base: Path = ()) -> Iterator[Problem]:
    path: Path = (*base, *error.absolute_path)
    wanted: Any = error.validator_value
    match error.validator:
        case "additionalProperties" if isinstance(error.instance, dict):
            schema: Any = error.schema
            allowed = sorted(schema.get("properties", {}))
            for key in error.instance:
                if key not in allowed and not str(key).startswith("x-"):
                    yield _unknown_key(document, (*path, key), str(key), allowed)
        case "required" if isinstance(error.instance, dict):
            missing = [key for key in wanted if key not in error.instance]
            for key in missing:
                if f"'{key}'" in error.message:
                    more = {"begin": document.data.get("system")} if not path and key in _CHOSEN_FIRST else {}
                    yield document.problem("missing_key", path, missing=key, **more)
        case "anyOf":
            yield from _explain_any(document, error, base)
        case "type":
            yield _wrong_type(document, path, error.instance, _types(wanted), error.schema)
        case "enum" | "const":
            values = wanted if error.validator == "enum" else [wanted]
            near = nearest(str(error.instance), [str(value) for value in values])
            yield document.problem("not_allowed", path, given=shown(error.instance), allowed=[str(v) for v in values], near=near)
        case "minimum" | "exclusiveMinimum":
            yield document.problem("too_small", path, given=shown(error.instance), allowed=wanted)
        case "maximum" | "exclusiveMaximum":
            yield document.problem("too_big", path, given=shown(error.instance), allowed=wanted)
        case "maxItems" | "maxProperties":
            yield document.problem("too_many_entries", path, count=_length(document, path), limit=wanted)
        case "maxLength":
            text = str(error.instance)
            yield document.problem("too_long", path, given=shown(text), count=len(text), limit=wanted)
        case "minItems" if isinstance(error.instance, list):
            yield document.problem("too_few", path, given=len(error.instance), allowed=wanted)
        case _:
            yield document.problem("does_not_fit", path, reason=error.message[:200])


def _explain_any(document: Document, error: ValidationError, base: Path) -> Iterator[Problem]:
    """Of several allowed shapes, speak of the one that was meant: the one whose type fits."""
    meant = [e for e in error.context or () if not (e.validator == "type" and not e.relative_path)]
    if meant:
        shape = max(meant, key=relevance).relative_schema_path[0]
        for inner in meant:
            if inner.relative_schema_path[0] == shape:
                yield from _explain(document, inner, base)
        return
    names: list[str] = []
    for inner in error.context or ():
        names.extend(name for name in _names(inner.validator_value) if name not in names)
    maps = [inner.schema for inner in error.context or () if inner.validator_value == "object"]
    wanted: Any = maps[0] if len(maps) == 1 else {}
    yield _wrong_type(document, (*base, *error.absolute_path), error.instance, kinds(names), wanted)


def _wrong_type(document: Document, path: Path, given: Any, allowed: list[dict[str, str]], schema: Any) -> Problem:
    """What is most often meant by it is said how to write."""
    wanted: list[str] = schema.get("required", []) if schema.get("type") == "object" else []
    if isinstance(given, str) and len(wanted) == 1 and path and isinstance(path[-1], int):
        return document.problem("wants_key", path, given=given, wanted=wanted[0])
    if isinstance(given, str) and len(wanted) == 1 and path and re.fullmatch(r"[\w/-]+", given):
        return document.problem("wants_map", path, key_of=str(path[-1]), given=given, wanted=wanted[0])
    if given is None and path:
        return document.problem("nothing_there", path, key_of=str(path[-1]), allowed=allowed)
    return document.problem("wrong_type", path, given=shown(given), allowed=allowed)


def _unknown_key(document: Document, path: Path, key: str, allowed: list[str]) -> Problem:
    near = nearest(key, allowed)
    line, column = document.key_mark(path)
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


def _types(types: Any) -> list[dict[str, str]]:
    return kinds(_names(types))


def _names(types: Any) -> list[str]:
    names = [types] if isinstance(types, str) else list(types) if isinstance(types, Iterable) else []
    return [_TYPE_WORDS.get(str(name), str(name)) for name in names]
