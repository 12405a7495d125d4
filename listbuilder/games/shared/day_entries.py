"""What there is to find in a faction on a day: what was there with its prices of that day, and what was not there, with
the day it went or came and what it is called now. Found by every name that it ever had, and by those of other programs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from listbuilder.games.base import Findable
from listbuilder.games.shared.past_shelf import PastShelf
from listbuilder.games.shared.resolving import day_asked
from listbuilder.model.past import Gone, Thing, gone

NEVER = "9999-01-01"  # a day on which nothing that went is there, with any grace


class DayEntry(msgspec.Struct, frozen=True, kw_only=True):
    """`day` is empty in games whose data is of no day."""

    entry: Findable
    day: str = ""
    away: Gone | None = None


class _Data(Protocol):
    @property
    def index(self) -> Mapping[str, str]: ...

    def sheet(self, thing_id: str, /) -> Any: ...

    def entries(self) -> list[Findable]: ...


class _Shelf(Protocol):
    @property
    def past(self) -> PastShelf[Any]: ...

    def faction(self, faction_id: str) -> _Data | None: ...

    def on(self, day: str) -> _Shelf: ...

    def as_of(self, faction_id: str) -> str: ...

    def releases(self) -> list[str]: ...


def day_entries(
    shelf: _Shelf, faction_id: str, kind: str, entry_of: Callable[[Any], Findable], asked: str | None
) -> list[DayEntry]:
    """`kind`: what the history calls its datasheets. Raises Unreadable where the history does not reach back to the day."""
    today = shelf.faction(faction_id)
    if today is None:
        return []
    as_of = shelf.as_of(faction_id)
    past_day = day_asked(asked, as_of, shelf.releases)
    known = shelf.past.faction(faction_id)
    things: dict[str, Thing] = known.things(kind) if known else {}
    names_of = written(shelf, faction_id, kind)
    grace = shelf.past.versions().grace_on(past_day) if past_day else 0

    def found(entry: Findable, thing: Thing | None) -> DayEntry:
        names = [name for name in names_of.get(entry.id, ()) if name != entry.name]
        away = _away(thing, past_day, today.index, grace) if thing else None
        named = msgspec.structs.replace(entry, also=(*entry.also, *names))
        return DayEntry(entry=named, day=past_day or as_of, away=away)

    then = shelf.on(past_day or as_of).faction(faction_id)
    assert then is not None, "a faction of today is one on every day"
    there = today.entries() if past_day is None else [entry_of(sheet) for each in today.index if (sheet := then.sheet(each))]
    listed = [found(entry, things.get(entry.id)) for entry in there]
    for thing in things.values():
        if not thing.today and thing.until is not None and thing.id not in today.index:
            sheet = then.sheet(thing.id)
            listed.append(found(entry_of(sheet) if sheet else Findable(id=thing.id, name=thing.name, keywords=()), thing))
    return listed


def _away(thing: Thing, past_day: str | None, names: Mapping[str, str], grace: int) -> Gone | None:
    """Today nothing has any grace: it is in the data or it is not."""
    if past_day is not None:
        return gone(thing, past_day, names, grace=grace)
    return None if thing.today else gone(thing, NEVER, names)


def written(shelf: _Shelf, faction_id: str, kind: str) -> dict[str, list[str]]:
    """Every way to write each of them; what is called so now is found by the names of what it was, too."""
    known = shelf.past.faction(faction_id)
    things: dict[str, Thing] = known.things(kind) if known else {}
    names: dict[str, dict[str, None]] = {}
    for candidates in shelf.past.spellings(faction_id, kind).values():
        for each in candidates:
            names.setdefault(each.id, {})[each.written] = None
    for thing in things.values():
        if thing.renamed_to and thing.renamed_to in things:
            names.setdefault(thing.renamed_to, {}).update(names.get(thing.id, {}))
    return {each: list(spellings) for each, spellings in names.items()}
