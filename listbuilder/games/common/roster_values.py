"""The lookup of a roster's value: an id, a name in the data, or its name in any language.

It is the one way to find which. Keys stay as they are, and so does what the player wrote: only the
army that is read from it has the id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from listbuilder.model.base import Path, fold, make_id_from_name
from listbuilder.model.rulebook import RuleBook

if TYPE_CHECKING:
    from listbuilder.games.common.resolve import Fail

Table = Mapping[str, str]
"""The names that are valid at a place of the roster, with the id or name that the data uses."""
_ID = re.compile(r"[a-z0-9-]+(?:/[a-z0-9-]+)?")


def find_meant(given: str, tables: Iterable[Table]) -> tuple[str, ...]:
    """Return the ids that `given` stands for, by id, name or translated name.

    They are all matches in the first of `tables` (name by id) that has any. Without a match,
    `given` itself is returned.
    """
    for table in tables:
        if given in table:
            return (given,)
        if ids := _find_called(given, table):
            return ids
    return (given,)


def _find_called(given: str, table: Table) -> tuple[str, ...]:
    """Return the ids in `table` whose name, id or translated name is `given`."""
    names = {fold(given)}
    matches = tuple(
        entry_id
        for entry_id, name in table.items()
        if fold(name) in names or entry_id == make_id_from_name(given)
    )
    if matches or given.isascii():
        return matches
    from listbuilder.i18n.readings import find_english

    names.update(find_english(given))
    ids = set(map(make_id_from_name, names))
    return tuple(
        entry_id for entry_id, name in table.items() if fold(name) in names or entry_id in ids
    )


def resolve_one(given: str, path: Path, tables: Iterable[Table], fail: Fail) -> str | None:
    """Return the id that `given` means, or `given` itself if nothing is called by it, or None.

    None: it may mean several things, and `fail` is called with that problem. Text in the form of an
    id is returned at once, so the tables, which may be costly to make, are not looked into.
    """
    if _ID.fullmatch(given):
        return given
    matches = find_meant(given, tables)
    if len(matches) > 1:
        fail("ambiguous_value", path, given=given, known=list(matches))
        return None
    return matches[0]


def resolve_items(
    given: dict[str, int] | None, path: Path, tables: Iterable[Table], fail: Fail
) -> dict[str, int] | None:
    """Return the wargear `given` with each item under the name that the data has for it.

    None stays None. If all names are ASCII, they stay as they are: English names are compared
    without regard to case wherever they are used. An ambiguous name is reported with `fail` and
    kept.
    """
    if given is None or all(item.isascii() for item in given):
        return given
    table_list = list(tables)
    resolved: dict[str, int] = {}
    for item, count in given.items():
        name = resolve_one(item, (*path, item), table_list, fail) or item
        resolved[name] = resolved.get(name, 0) + count
    return resolved


def resolve_mission(given: str | None, book: RuleBook) -> str | None:
    """Return the id of the mission that `given` means by id or name, in any language.

    `given` itself (which may be None) is returned if it means no mission or several.
    """
    if given is None or any(entry.id == given for entry in book.missions):
        return given
    other_names = ({entry.id: name} for entry in book.missions for name in entry.also)
    matches = find_meant(given, ({entry.id: entry.name for entry in book.missions}, *other_names))
    return matches[0] if len(matches) == 1 else given
