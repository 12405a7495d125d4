"""A value of a roster is an id or a name of the data, or what that is called in any of our languages: the one way to find which.

Keys stay as they are, and so does what the player wrote: only the army that is read from it has the id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from listbuilder.model.base import Path, fold, kebab
from listbuilder.model.rule import RuleBook

if TYPE_CHECKING:
    from listbuilder.games.shared.resolving import Fail

Table = Mapping[str, str]
"""What may stand at a place, and what the data calls it."""
_ID = re.compile(r"[a-z0-9-]+(?:/[a-z0-9-]+)?")


def meant(given: str, tables: Iterable[Table]) -> tuple[str, ...]:
    """What a value stands for: all of the first table that has anything called so; else what is given."""
    for table in tables:
        if given in table:
            return (given,)
        if found := _called(given, table):
            return found
    return (given,)


def _called(given: str, table: Table) -> tuple[str, ...]:
    wanted = {fold(given)}
    found = tuple(each for each, name in table.items() if fold(name) in wanted or each == kebab(given))
    if found or given.isascii():
        return found
    from listbuilder.store.readings import english

    wanted.update(english(given))
    ids = set(map(kebab, wanted))
    return tuple(each for each, name in table.items() if fold(name) in wanted or each in ids)


def one(given: str, path: Path, tables: Iterable[Table], fail: Fail) -> str | None:
    """The one that is meant, or what is given where nothing is called so. None: it may be several, and that is said.

    The tables are only made where they are looked into: an id needs none.
    """
    if _ID.fullmatch(given):
        return given
    found = meant(given, tables)
    if len(found) > 1:
        fail("ambiguous_value", path, given=given, known=list(found))
        return None
    return found[0]


def items(given: dict[str, int] | None, path: Path, tables: Iterable[Table], fail: Fail) -> dict[str, int] | None:
    """Wargear as the data calls it. English names are compared without regard to case wherever they are used."""
    if given is None or all(item.isascii() for item in given):
        return given
    known = list(tables)
    called: dict[str, int] = {}
    for item, count in given.items():
        name = one(item, (*path, item), known, fail) or item
        called[name] = called.get(name, 0) + count
    return called


def mission(given: str | None, book: RuleBook) -> str | None:
    """The id of the mission that is meant, where it is one of the book's."""
    if given is None or any(each.id == given for each in book.missions):
        return given
    also = ({each.id: name} for each in book.missions for name in each.also)
    found = meant(given, ({each.id: each.name for each in book.missions}, *also))
    return found[0] if len(found) == 1 else given
