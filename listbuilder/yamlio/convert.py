"""Converting a parsed document to a model.

The fast way is msgspec's; the schema explains what is wrong when it fails.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from listbuilder.model.base import Model
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.yamlio import booleans
from listbuilder.yamlio.reader import YamlDocument

M = TypeVar("M")


def convert_document(document: YamlDocument, kind: type[M], schema: str) -> M:
    """Return the document as `kind`.

    Raises Unreadable with every mistake and its place if it doesn't fit. Keys that begin with `x-`
    are the user's own and ignored. Words for yes and no are understood in all our languages.
    `schema`: the name of the JSON Schema that explains mistakes.
    """
    data = drop_own_keys(document.data) if may_have_own_keys(document.data) else document.data
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        try:
            return msgspec.convert(booleans.replace_yes_and_no(data, kind), kind)
        except msgspec.ValidationError:
            raise Unreadable(explain_mismatch(document, kind, schema, str(error))) from None


def may_have_own_keys(data: object) -> bool:
    """Return whether `data` may have keys that begin with `x-`, by a quick look.

    True if it can't be told. Why: few documents have such keys, and removing them is slow.
    """
    try:
        return b'"x-' in msgspec.json.encode(data)
    except (TypeError, ValueError, RecursionError):
        return True


def drop_own_keys(data: object) -> Any:
    """Return `data` without the keys that begin with `x-`, which are the user's own, at any
    depth.
    """
    if isinstance(data, dict):
        return {
            key: drop_own_keys(value) if isinstance(value, (dict, list)) else value
            for key, value in data.items()
            if not (isinstance(key, str) and key.startswith("x-"))
        }
    if isinstance(data, list):
        return [drop_own_keys(item) if isinstance(item, (dict, list)) else item for item in data]
    return data


def explain_mismatch(document: YamlDocument, kind: Any, schema: str, reason: str) -> list[Problem]:
    """Return the problems for which the document doesn't fit `kind`, with their places.

    If none is found, the only problem gives `reason`, the message of the conversion.
    """
    from listbuilder.yamlio import (
        schema_errors as schemas,  # jsonschema costs 50 ms: only when something is wrong
    )

    if schemas.has_schema(schema):
        problems = schemas.find_schema_problems(document, schema)
    else:
        problems = schemas.find_part_problems(document, (), document.data, kind)
    moved = kind.MOVED if issubclass(kind, Model) else {}
    problems = [_note_moved_key(problem, moved) for problem in problems]
    moved_keys = {
        (problem.path[:-1], problem.args["now"].split(":")[0])
        for problem in problems
        if problem.key == "key_moved"
    }
    problems = [
        candidate
        for candidate in problems
        if candidate.key != "missing_key"
        or (candidate.path, candidate.args["missing"]) not in moved_keys
    ]
    return problems or [document.make_problem("does_not_fit", reason=reason)]


def _note_moved_key(problem: Problem, moved: Mapping[str, str]) -> Problem:
    """Return `problem`; if its unknown key belongs to a related kind of file, one that says so.

    `moved`: by key, how it is written in this kind of file, empty if there is no such thing. A key
    below the top level is given as `*.key`.
    """
    place = ".".join(str(part) for part in problem.path)
    anywhere = f"*.{problem.path[-1]}" if len(problem.path) > 1 else ""
    if problem.key != "unknown_key" or not moved.keys() & {place, anywhere}:
        return problem
    now = moved[place] if place in moved else moved[anywhere]
    given = place if place in moved else str(problem.path[-1])
    key = "key_moved" if now else "key_gone"
    return msgspec.structs.replace(problem, key=key, args={"given": given, "now": now})
