"""From a parsed document to a model. The fast way is msgspec's; the schema explains what is wrong when it fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from listbuilder.model.base import Model
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import truths
from listbuilder.store.reader import Document

M = TypeVar("M")


def convert(document: Document, kind: type[M], schema: str) -> M:
    """The document as a model, or Unreadable with every mistake and its place. Keys `x-...` are the user's own."""
    data = without_own_keys(document.data) if may_have_own_keys(document.data) else document.data
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        try:
            return msgspec.convert(truths.told(data, kind), kind)
        except msgspec.ValidationError:
            raise Unreadable(explain(document, kind, schema, str(error))) from None


def may_have_own_keys(data: Any) -> bool:
    """Seen at a glance, for few documents have any."""
    try:
        return b'"x-' in msgspec.json.encode(data)
    except (TypeError, ValueError, RecursionError):
        return True


def without_own_keys(data: Any) -> Any:
    if isinstance(data, dict):
        return {
            key: without_own_keys(value) if isinstance(value, (dict, list)) else value
            for key, value in data.items()
            if not (isinstance(key, str) and key.startswith("x-"))
        }
    if isinstance(data, list):
        return [without_own_keys(item) if isinstance(item, (dict, list)) else item for item in data]
    return data


def explain(document: Document, kind: Any, schema: str, reason: str) -> list[Problem]:
    from listbuilder.store import schema as schemas  # jsonschema costs 50 ms: only when something is wrong

    if schemas.kept(schema):
        found = schemas.problems(document, schema)
    else:
        found = schemas.part_problems(document, (), document.data, kind)
    moved = kind.MOVED if issubclass(kind, Model) else {}
    found = [_moved(problem, moved) for problem in found]
    taken = {(problem.path[:-1], problem.args["now"].split(":")[0]) for problem in found if problem.key == "key_moved"}
    found = [each for each in found if each.key != "missing_key" or (each.path, each.args["missing"]) not in taken]
    return found or [document.problem("does_not_fit", reason=reason)]


def _moved(problem: Problem, moved: Mapping[str, str]) -> Problem:
    """An unknown key that files of a related kind have: how it is written in this one, if there is such a thing. Of
    places inside it is told as `*.key`."""
    place = ".".join(str(part) for part in problem.path)
    anywhere = f"*.{problem.path[-1]}" if len(problem.path) > 1 else ""
    if problem.key != "unknown_key" or not moved.keys() & {place, anywhere}:
        return problem
    now = moved[place] if place in moved else moved[anywhere]
    given = place if place in moved else str(problem.path[-1])
    return msgspec.structs.replace(problem, key="key_moved" if now else "key_gone", args={"given": given, "now": now})
