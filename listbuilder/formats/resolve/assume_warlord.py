"""Assume the warlord or general of a list that names none, where only one unit can be it.

The assumption is said aloud.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

from listbuilder.model.base import Path
from listbuilder.model.finding import Note
from listbuilder.model.roster_data import RosterData
from listbuilder.roster.position import Position
from listbuilder.yamlio.reader import YamlDocument

MOST = 12  # candidates that are tried
MARKS = {
    "warlord": "warlord",
    "general": "general",
}  # check that asks for one -> key of the roster that names it
RESTS_ON_IT = ("regiment_size",)  # checks that allow a commander more than others


class Commander(NamedTuple):
    """The unit that is assumed to be the commander: the path of its mark, and the note that says
    so.
    """

    path: Path
    note: Note


def find_only_commander(position: Position) -> Commander | None:
    """Return the only unit that can be the commander by the rules of the list's day, or None.

    The commander is the warlord or the general. None if the list names its commander, if several
    units or none can be it, or if there are too many to try.
    """
    if position.army is None:
        return None
    missing = next(
        (
            finding
            for finding in position.findings
            if finding.check in MARKS and finding.key == "missing"
        ),
        None,
    )
    if missing is None:
        return None
    mark = MARKS[missing.check]
    wanted = set(missing.args.get("units", ()))
    candidates = [unit for unit in position.army.units if unit.name in wanted]
    if len(candidates) > MOST:
        return None
    fitting = [
        unit
        for unit in candidates
        if not _find_errors_with_mark(position, (*unit.path, mark), missing.check)
    ]
    if len(fitting) != 1:
        return None
    unit = fitting[0]
    return Commander(
        (*unit.path, mark),
        Note(key=f"import_{mark}_assumed", args={"unit": unit.name}, path=unit.path),
    )


def set_assumed_commander(data: RosterData, path: Path) -> RosterData:
    """Return the roster with the commander marked at `path` and listed as assumed.

    Why: the verdict then warns that nobody named this commander.
    """
    return add_assumption(set_mark(data, path), str(path[-1]))


def add_assumption(data: RosterData, assumed_key: str) -> RosterData:
    """Return the roster with `assumed_key` added to `assumed`, its unstated entries.

    `assumed` is put before the units.
    """
    made = dict(data)
    assumed_entry = {"assumed": [*made.pop("assumed", ()), assumed_key]}
    place = min(
        list(made).index(part) for part in ("units", "regiments", "auxiliary") if part in made
    )
    return dict([*list(made.items())[:place], *assumed_entry.items(), *list(made.items())[place:]])


def set_mark(data: Any, path: Path) -> Any:
    """Return a copy of the roster in which the value at `path` is True."""
    made = copy.deepcopy(data)
    holder = made
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = True
    return made


def _find_errors_with_mark(position: Position, path: Path, check: str) -> list[str]:
    """Return the codes of the errors that remain if the unit at `path` is the commander.

    Only errors of `check`, and of checks that depend on the commander, count.
    """
    tried = YamlDocument(data=set_mark(position.data, path), marks={}, keys={}, file="", raw=b"")
    return list(_iter_errors(position.copy_with_document(tried), check))


def _iter_errors(position: Position, check: str) -> Iterator[str]:
    """Yield the codes of a position's errors from `check` and from checks that depend on it."""
    for finding in position.findings:
        if finding.severity == "error" and finding.check in (check, *RESTS_ON_IT):
            yield finding.code
