"""A list that names no warlord or general, where only one can be it: that one is assumed, aloud."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

from listbuilder.law.position import Position
from listbuilder.model.base import Path
from listbuilder.model.finding import Note
from listbuilder.store.reader import Document

MOST = 12  # candidates that are tried
MARKS = {"warlord": "warlord", "general": "general"}  # check that asks for one -> key of the roster that names it
RESTS_ON_IT = ("regiment_size",)  # checks that allow a commander more than others


class Commander(NamedTuple):
    path: Path
    note: Note


def assumed(position: Position) -> Commander | None:
    """The one unit that can be named, by the law of the list's day."""
    if position.army is None:
        return None
    missing = next((each for each in position.findings if each.check in MARKS and each.key == "missing"), None)
    if missing is None:
        return None
    mark = MARKS[missing.check]
    wanted = set(missing.args.get("units", ()))
    able = [unit for unit in position.army.units if unit.name in wanted]
    if len(able) > MOST:
        return None
    fitting = [unit for unit in able if not _wrong(position, (*unit.path, mark), missing.check)]
    if len(fitting) != 1:
        return None
    unit = fitting[0]
    return Commander((*unit.path, mark), Note(key=f"import_{mark}_assumed", args={"unit": unit.name}, path=unit.path))


def taken(data: dict[str, Any], path: Path) -> dict[str, Any]:
    """The roster with that mark set, which says that nobody said it: so its verdict warns of it."""
    return assuming(named(data, path), str(path[-1]))


def assuming(data: dict[str, Any], what: str) -> dict[str, Any]:
    """The roster, saying of itself that its list did not say so much."""
    made = dict(data)
    key = {"assumed": [*made.pop("assumed", ()), what]}
    place = min(list(made).index(each) for each in ("units", "regiments", "auxiliary") if each in made)
    return dict([*list(made.items())[:place], *key.items(), *list(made.items())[place:]])


def named(data: Any, path: Path) -> Any:
    """The roster with that mark set."""
    made = copy.deepcopy(data)
    holder = made
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = True
    return made


def _wrong(position: Position, path: Path, check: str) -> list[str]:
    tried = Document(data=named(position.data, path), marks={}, keys={}, file="", raw=b"")
    return list(_errors(position.at(tried), check))


def _errors(position: Position, check: str) -> Iterator[str]:
    for each in position.findings:
        if each.severity == "error" and each.check in (check, *RESTS_ON_IT):
            yield each.code
