"""The entries of a faction on a date.

Those that were there have their prices of that date; the others have the date they went or came and
what they are called now. All are found by every name that they ever had, and by those of other
programs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from listbuilder.games.common.resolve import resolve_asked_date
from listbuilder.games.game import Findable
from listbuilder.history.catalog import ANY_LANGUAGE, PastShelf
from listbuilder.model.windows import Gone, Thing, describe_absence

NEVER = "9999-01-01"  # a day on which nothing that went is there, with any grace


class DayEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry as it was on a date. `day` is empty in games whose data is of no date."""

    entry: Findable
    day: str = ""
    away: Gone | None = None


class _Data(Protocol):
    """A loaded faction, as far as its entries are concerned."""

    @property
    def index(self) -> Mapping[str, str]:
        """The name of each sheet by its id."""

    def get_sheet(self, thing_id: str, /) -> Any:
        """Return the sheet with the id `thing_id`, or None if there is none."""

    def list_entries(self) -> list[Findable]:
        """Return everything that can be found in the faction today."""


class _Shelf(Protocol):
    """The data of a game with a history, as far as entries are concerned."""

    @property
    def past(self) -> PastShelf[Any]:
        """The histories of the game's factions."""

    def load_faction(self, faction_id: str) -> _Data | None:
        """Return the faction with the id `faction_id`, or None if there is none."""

    def get_shelf_on_date(self, day: str) -> _Shelf:
        """Return the data as it was on `day`."""

    def as_of(self, faction_id: str) -> str:
        """Return the date of today's data of the faction `faction_id`."""

    def list_release_dates(self) -> list[str]:
        """Return the dates on which prices changed, oldest first."""


def list_day_entries(
    shelf: _Shelf,
    faction_id: str,
    kind: str,
    entry_of: Callable[[Any], Findable],
    given_date: str | None,
) -> list[DayEntry]:
    """Return the entries of a faction on `given_date` (None: today), and those of other dates.

    `kind` is the history's word for its datasheets or warscrolls; `entry_of` makes an entry of one.
    An entry that was away on the date says why. Each also has its other names. Empty for an unknown
    faction.

    Raises Unreadable if the history does not reach back to the date.
    """
    today = shelf.load_faction(faction_id)
    if today is None:
        return []
    as_of = shelf.as_of(faction_id)
    past_day = resolve_asked_date(given_date, as_of, shelf.list_release_dates)
    history = shelf.past.load_faction(faction_id)
    things: dict[str, Thing] = history.get_things(kind) if history else {}
    names_of = collect_spellings(shelf, faction_id, kind)
    grace = shelf.past.load_versions().get_grace_on(past_day) if past_day else 0

    def make_day_entry(entry: Findable, thing: Thing | None) -> DayEntry:
        """Return `entry` as of the date, with its other names and, if it was away, why.

        `thing` is its history, or None.
        """
        names = [name for name in names_of.get(entry.id, ()) if name != entry.name]
        away = _describe_absence(thing, past_day, today.index, grace) if thing else None
        renamed = msgspec.structs.replace(entry, also=(*entry.also, *names))
        return DayEntry(entry=renamed, day=past_day or as_of, away=away)

    past_data = shelf.get_shelf_on_date(past_day or as_of).load_faction(faction_id)
    assert past_data is not None, "a faction of today is one on every day"
    if past_day is None:
        current = today.list_entries()
    else:
        sheets = [past_data.get_sheet(sheet_id) for sheet_id in today.index]
        current = [entry_of(sheet) for sheet in sheets if sheet]
    result = [make_day_entry(entry, things.get(entry.id)) for entry in current]
    for thing in things.values():
        if not thing.today and thing.until is not None and thing.id not in today.index:
            sheet = past_data.get_sheet(thing.id)
            entry = Findable(id=thing.id, name=thing.name, keywords=())
            result.append(make_day_entry(entry_of(sheet) if sheet else entry, thing))
    return result


def _describe_absence(
    thing: Thing, past_day: str | None, names: Mapping[str, str], grace: int
) -> Gone | None:
    """Return when a thing went or came and what it is called now, or None if it was there.

    `past_day` None is today, when no grace applies: a thing is in the data or it is not. On a past
    day, `grace` is by how many days the history's dates may be wrong. `names` are today's names by
    id.
    """
    if past_day is not None:
        return describe_absence(thing, past_day, names, grace=grace)
    return None if thing.today else describe_absence(thing, NEVER, names)


def collect_spellings(shelf: _Shelf, faction_id: str, kind: str) -> dict[str, list[str]]:
    """Return every way to write each thing of `kind` in a faction, by the thing's id.

    A thing can also be found by the names of the former things that were renamed to it.
    """
    history = shelf.past.load_faction(faction_id)
    things: dict[str, Thing] = history.get_things(kind) if history else {}
    names: dict[str, dict[str, None]] = {}
    for candidates in shelf.past.get_spellings(faction_id, kind, ANY_LANGUAGE).values():
        for candidate in candidates:
            names.setdefault(candidate.id, {})[candidate.written] = None
    for thing in things.values():
        if thing.renamed_to and thing.renamed_to in things:
            names.setdefault(thing.renamed_to, {}).update(names.get(thing.id, {}))
    return {thing_id: list(spellings) for thing_id, spellings in names.items()}
