"""A file of the user's over the shipped one of the same name.

Whatever it says counts, and what it does not speak of stays. Lists whose entries have ids
(datasheets, detachments, their enhancements) are laid over each other entry by entry, and an entry
key by key; everything else is taken whole. `replace: true` at the head of a file, or in an entry,
keeps nothing of what was there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias, TypeGuard

import msgspec

from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import Path, get_at_path
from listbuilder.model.problem import Problem
from listbuilder.yamlio.reader import YamlDocument

REPLACE = "replace"
_Entries: TypeAlias = list[dict[str, Any]]


class EntryChange(msgspec.Struct, frozen=True):
    """The change that a file makes to one entry of the one below it.

    It adds it, changes some of its keys, or replaces it.
    """

    path: Path
    id: str
    keys: tuple[str, ...] | None = None
    """The keys that the user's file overrides; None if the entry is new."""


def has_replace_mark(document: YamlDocument) -> bool:
    """Return whether the document has `replace: true` at its head, to keep nothing of the shipped
    file.
    """
    return isinstance(document.data, dict) and document.data.get(REPLACE) is True


def remove_replace_mark(document: YamlDocument) -> YamlDocument:
    """Return the document without the key `replace` at its head.

    It is used if there is no file below it.
    """
    if not isinstance(document.data, dict):
        return document
    return msgspec.structs.replace(document, data=_drop_replace_mark(document.data))


def lay_over(own: YamlDocument, under: YamlDocument) -> YamlDocument:
    """Return the user's document `own` laid over the shipped document `under`.

    The places in the result are those in the user's file. If `own` has `replace: true` at its head,
    nothing of `under` is kept.
    """
    if has_replace_mark(own) or not isinstance(own.data, dict) or not isinstance(under.data, dict):
        return remove_replace_mark(own)
    moved: dict[Path, Path] = {}
    data = _lay_entry_over(own.data, under.data, (), (), moved)
    return YamlDocument(
        data, _move_marks(own.marks, moved), _move_marks(own.keys, moved), own.file, own.raw
    )


def _lay_entry_over(
    own: dict[str, Any], under: dict[str, Any], at: Path, to: Path, moved: dict[Path, Path]
) -> dict[str, Any]:
    """Return the map `own` laid key by key over the map `under`.

    Lists of entries with ids are combined entry by entry. `at` and `to`: the paths of the map in
    its own file and in the result; they are noted in `moved`.
    """
    moved[at] = to
    if own.get(REPLACE) is True:
        return _drop_replace_mark(own)
    data = dict(under)
    for key, value in _drop_replace_mark(own).items():
        there = under.get(key)
        if _has_ids(value) and _has_ids(there):
            data[key] = _lay_list_over(value, there, (*at, key), (*to, key), moved)
        else:
            data[key] = value
    return data


def _lay_list_over(
    own: _Entries, under: _Entries, at: Path, to: Path, moved: dict[Path, Path]
) -> _Entries:
    """Return the list `own` laid over `under` entry by entry; new entries come last.

    `at` is the path of `own` and `to` the path of the result; each entry's path in `own` is noted
    in `moved`, with its path in the result.
    """
    places = {entry["id"]: place for place, entry in enumerate(under)}
    data = list(under)
    for place, entry in enumerate(own):
        target = places.get(entry["id"])
        if target is None:
            moved[(*at, place)] = (*to, len(data))
            data.append(_drop_replace_mark(entry))
        else:
            data[target] = _lay_entry_over(entry, data[target], (*at, place), (*to, target), moved)
    return data


def find_changes(own: YamlDocument, under: YamlDocument) -> Iterator[EntryChange]:
    """Yield the change that `own` makes to each entry with an id in `under`, in the order of
    `own`.
    """
    if isinstance(own.data, dict) and isinstance(under.data, dict):
        yield from _find_changes_below(own.data, under.data, ())


def combine_by_entry(
    problems: Sequence[Problem], both: YamlDocument, under: YamlDocument | None
) -> list[Problem]:
    """Return the problems, with one problem for all keys that the same new entry lacks.

    `both`: the document laid over `under`. Why: an entry that is new only because its id is
    misspelt would otherwise have many problems with one cause.
    """
    lacking: dict[Path, list[Problem]] = {}
    for problem in problems:
        if (
            problem.key == "missing_key"
            and under is not None
            and _is_new_entry(problem.path, both.data, under.data)
        ):
            lacking.setdefault(problem.path, []).append(problem)
    done: list[Problem] = []
    for problem in problems:
        together = lacking.get(problem.path, []) if problem.key == "missing_key" else []
        if not together:
            done.append(problem)
        elif problem is together[0]:
            done.append(_make_new_entry_problem(together, both, under))
    return done


def _make_new_entry_problem(
    together: list[Problem], both: YamlDocument, under: YamlDocument | None
) -> Problem:
    """Return the one problem that names all keys a new entry lacks, and the most similar known id.

    `together`: the problems that it replaces.
    """
    path = together[0].path
    given = str(get_at_path(both.data, path)["id"])
    below = get_at_path(under.data if under else {}, path[:-1]) or ()
    known = [str(entry["id"]) for entry in below]
    args = {
        "given": given,
        "missing": [problem.args["missing"] for problem in together],
        "near": find_nearest(given, known),
    }
    return msgspec.structs.replace(together[0], key="new_entry_lacks", args=args)


def _is_new_entry(path: Path, data: object, under: object) -> bool:
    """Return whether the entry at `path` of `data` has an id that the list below does not have."""
    entry, below = get_at_path(data, path), get_at_path(under, path[:-1])
    return (
        isinstance(entry, dict)
        and "id" in entry
        and _has_ids(below)
        and all(other_entry["id"] != entry["id"] for other_entry in below)
    )


def _find_changes_below(
    own: dict[str, Any], under: dict[str, Any], at: Path
) -> Iterator[EntryChange]:
    """Yield the changes to entries with ids in the map `own`, compared with `under`, at any
    depth.
    """
    for key, value in own.items():
        if not _has_ids(value):
            continue
        old_entries = under.get(key)
        there = {}
        if _has_ids(old_entries):
            there = {old_entry["id"]: old_entry for old_entry in old_entries}
        for place, entry in enumerate(value):
            path = (*at, key, place)
            below = there.get(entry["id"])
            if below is None:
                yield EntryChange(path, entry["id"])
                continue
            differing = []
            for name in entry:
                old_value = below.get(name)
                has_own_entries = _has_ids(entry[name]) and _has_ids(old_value)
                if name != "id" and not has_own_entries and entry[name] != old_value:
                    differing.append(name)
            if differing:
                yield EntryChange(path, entry["id"], tuple(differing))
            yield from _find_changes_below(entry, below, path)


def _has_ids(value: object) -> TypeGuard[_Entries]:
    """Return whether `value` is a list whose entries all have ids, with at least one entry."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(entry, dict) and "id" in entry for entry in value)
    )


def _drop_replace_mark(data: dict[str, Any]) -> dict[str, Any]:
    """Return `data` without the key `replace`."""
    return {key: value for key, value in data.items() if key != REPLACE}


def _move_marks(marks: dict[Path, Any], moved: dict[Path, Path]) -> dict[Path, Any]:
    """Return the places of nodes in the file by the paths that the nodes have in the combined
    document.
    """
    made = {}
    for path, mark in marks.items():
        start = next(path[:length] for length in range(len(path), -1, -1) if path[:length] in moved)
        made[(*moved[start], *path[len(start) :])] = mark
    return made
