"""A file of the user's over the shipped one of the same name: what it says counts, what it does not speak of stays.

Lists whose entries have ids (datasheets, detachments, their enhancements) are laid over each other entry by entry, and an
entry key by key; everything else is taken whole. `replace: true` at the head of a file, or in an entry, keeps nothing of
what was there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from listbuilder.model.base import Path, at
from listbuilder.model.problem import Problem
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document

REPLACE = "replace"


class Change(msgspec.Struct, frozen=True):
    """What a file does to one entry of the one below it: adds it, changes some of its keys, or replaces it."""

    path: Path
    id: str
    keys: tuple[str, ...] | None = None
    """None: it is new."""


def replaces(document: Document) -> bool:
    return isinstance(document.data, dict) and document.data.get(REPLACE) is True


def alone(document: Document) -> Document:
    """A file with nothing below it."""
    if not isinstance(document.data, dict):
        return document
    return msgspec.structs.replace(document, data=_without(document.data))


def laid_over(own: Document, under: Document) -> Document:
    """Both in one. Where something of the user's stands is still where it stands in the user's file."""
    if replaces(own) or not isinstance(own.data, dict) or not isinstance(under.data, dict):
        return alone(own)
    moved: dict[Path, Path] = {}
    data = _entry(own.data, under.data, (), (), moved)
    return Document(data, _moved(own.marks, moved), _moved(own.keys, moved), own.file, own.raw)


def _entry(own: dict[str, Any], under: dict[str, Any], at: Path, to: Path, moved: dict[Path, Path]) -> dict[str, Any]:
    moved[at] = to
    if own.get(REPLACE) is True:
        return _without(own)
    data = dict(under)
    for key, value in _without(own).items():
        there: Any = under.get(key)
        data[key] = _list(value, there, (*at, key), (*to, key), moved) if _has_ids(value) and _has_ids(there) else value
    return data


def _list(own: list[Any], under: list[Any], at: Path, to: Path, moved: dict[Path, Path]) -> list[Any]:
    places = {each["id"]: place for place, each in enumerate(under)}
    data = list(under)
    for place, each in enumerate(own):
        target = places.get(each["id"])
        if target is None:
            moved[(*at, place)] = (*to, len(data))
            data.append(_without(each))
        else:
            data[target] = _entry(each, data[target], (*at, place), (*to, target), moved)
    return data


def changes(own: Document, under: Document) -> Iterator[Change]:
    """Entry by entry, in the order of the file."""
    if isinstance(own.data, dict) and isinstance(under.data, dict):
        yield from _changes(own.data, under.data, ())


def by_entry(problems: Sequence[Problem], both: Document, under: Document | None) -> list[Problem]:
    """Without the keys that an entry lacks one by one, where it changes nothing that is there: it may be misspelt, and if it
    is new that is one cause."""
    lacking: dict[Path, list[Problem]] = {}
    for problem in problems:
        if problem.key == "missing_key" and under is not None and _is_new(problem.path, both.data, under.data):
            lacking.setdefault(problem.path, []).append(problem)
    done: list[Problem] = []
    for problem in problems:
        together = lacking.get(problem.path, []) if problem.key == "missing_key" else []
        if not together:
            done.append(problem)
        elif problem is together[0]:
            done.append(_new_entry(together, both, under))
    return done


def _new_entry(together: list[Problem], both: Document, under: Document | None) -> Problem:
    path = together[0].path
    given = str(at(both.data, path)["id"])
    known = [str(each["id"]) for each in at(under.data if under else {}, path[:-1]) or ()]
    args = {"given": given, "missing": [each.args["missing"] for each in together], "near": nearest(given, known)}
    return msgspec.structs.replace(together[0], key="new_entry_lacks", args=args)


def _is_new(path: Path, data: Any, under: Any) -> bool:
    entry, below = at(data, path), at(under, path[:-1])
    return isinstance(entry, dict) and "id" in entry and _has_ids(below) and all(each["id"] != entry["id"] for each in below)


def _changes(own: dict[str, Any], under: dict[str, Any], at: Path) -> Iterator[Change]:
    for key, value in own.items():
        if not _has_ids(value):
            continue
        there = {each["id"]: each for each in under[key]} if _has_ids(under.get(key)) else {}
        for place, each in enumerate(value):
            path = (*at, key, place)
            below = there.get(each["id"])
            if below is None:
                yield Change(path, each["id"])
                continue
            plain = [name for name in each if name != "id" and not (_has_ids(each[name]) and _has_ids(below.get(name)))]
            if differing := tuple(name for name in plain if each[name] != below.get(name)):
                yield Change(path, each["id"], differing)
            yield from _changes(each, below, path)


def _has_ids(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) and "id" in each for each in value)


def _without(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != REPLACE}


def _moved(marks: dict[Path, Any], moved: dict[Path, Path]) -> dict[Path, Any]:
    made = {}
    for path, mark in marks.items():
        start = next(path[:length] for length in range(len(path), -1, -1) if path[:length] in moved)
        made[(*moved[start], *path[len(start) :])] = mark
    return made
