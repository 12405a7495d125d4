"""Readers, writers and checks from other installed packages, found by their entry points.

A reader is asked only about a text that none of our readers knows, and a writer or a check only by
its name; so they cost nothing if there are none. They get and return documents with published
schemas; docs/bots.md says how to write one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal

import msgspec

from listbuilder.formats.printout import Printout
from listbuilder.model.problem import Problem, Unreadable

Group = Literal["readers", "writers", "checks"]
ReadList = Callable[[bytes, str], dict[str, Any] | None]
WriteList = Callable[[dict[str, object]], bytes]
CheckList = Callable[[dict[str, object]], Iterable[str]]


@cache
def list_plugins(group: Group) -> Mapping[str, EntryPoint]:
    """Return the plugins of one kind ("readers", "writers" or "checks") by name."""
    return {point.name: point for point in entry_points(group=f"listbuilder.{group}")}


def read_with_plugin(raw: bytes, name: str, form: str | None) -> tuple[str, dict[str, Any]] | None:
    """Return (form, roster) from the first reader of another package that can read a list, or None.

    `form`: only ask the reader of this name. Raises Unreadable if a reader fails, or returns
    something that isn't a roster.
    """
    for known, point in list_plugins("readers").items():
        if form not in (None, known):
            continue
        roster = _call(point, raw, name)
        if roster is None:
            continue
        if not isinstance(roster, dict) or not isinstance(roster.get("system"), str):
            raise _make_failure(point, "returned no roster")
        return known, roster
    return None


def write_with_plugin(form: str, sheet: Printout) -> bytes:
    """Return a printout in the form of a writer of another package.

    Raises Unreadable if the writer fails, or returns no bytes.
    """
    point = list_plugins("writers")[form]
    content = _call(point, make_plain_document(sheet))
    if not isinstance(content, bytes):
        raise _make_failure(point, "returned no bytes")
    return content


def check_with_plugin(check: str, sheet: Printout) -> list[str]:
    """Return the problems that a check from another package finds in a list, one sentence each.

    Raises Unreadable if there is no such check, or it fails.
    """
    known = list_plugins("checks")
    if check not in known:
        args = {"given": check, "allowed": list(known)}
        raise Unreadable([Problem(key="no_such_check", args=args)])
    said = _call(known[check], make_plain_document(sheet))
    if isinstance(said, str) or not isinstance(said, Iterable):
        raise _make_failure(known[check], "returned no sentences")
    return [str(sentence) for sentence in said]


def make_plain_document(sheet: Printout) -> dict[str, object]:
    """Return the JSON export of a printout as plain dicts and lists that plugins may change."""
    from listbuilder.formats.write.json import make_document

    document: dict[str, object] = msgspec.json.decode(msgspec.json.encode(make_document(sheet)))
    return document


def _call(point: EntryPoint, *args: object) -> Any:
    """Return what the function of an entry point returns. Raises Unreadable if it fails."""
    try:
        result = point.load()(*args)
        return list(result) if point.group.endswith("checks") and result is not None else result
    except Unreadable:
        raise
    except Exception as error:
        raise _make_failure(point, f"{type(error).__name__}: {error}") from error


def _make_failure(point: EntryPoint, reason: str) -> Unreadable:
    """Return the exception that says which package's plugin failed, and why."""
    package = point.dist.name if point.dist else point.value
    args = {"name": point.name, "package": package, "reason": reason}
    return Unreadable([Problem(key="plugin_failed", args=args)])
