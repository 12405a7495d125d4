"""The lookup of things that a roster names and today's data doesn't have any more.

They are returned as they were on their last day.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from listbuilder.games.wh40k.catalog import FactionData, Shelf
from listbuilder.games.wh40k.faction import Detachment, Enhancement
from listbuilder.model.base import make_id_from_name
from listbuilder.model.datasheet import Datasheet

if TYPE_CHECKING:
    from listbuilder.model.windows import Gone, Thing

# A state of another day: nothing of it is known to be so today.
ALL_KEYS = frozenset(
    {
        "keywords",
        "faction_keywords",
        "chapter",
        "models",
        "size",
        "options",
        "default_wargear",
        "army",
        "leads",
    }
)


def describe_removal(shelf: Shelf, home: FactionData, kind: str, thing_id: str) -> Gone | None:
    """Return since when a thing of the faction `home` no longer exists, and what replaced it.

    `kind` is datasheets, detachments or enhancements. None if the history has no such thing.
    """
    thing = _find_removed_thing(shelf, home.head.id, kind, thing_id)
    if thing is None:
        return None
    from listbuilder.model.windows import (  # only for what is gone
        Gone,
        describe_absence,
        shift_date,
    )

    if kind == "detachments":
        names = {detachment.id: detachment.name for detachment in home.head.detachments}
    else:
        names = dict(home.index)
    if kind == "datasheets":  # one of another faction, by `faction/id`, may have taken its place
        successor = thing.renamed_to or thing.replaced_by or ""
        faction_id, _, datasheet_id = successor.rpartition("/")
        other_faction = shelf.load_faction(faction_id) if faction_id else None
        if other_faction and datasheet_id in other_faction.index:
            names[successor] = other_faction.index[datasheet_id]
    found = describe_absence(thing, shift_date(home.as_of, 1), names, grace=0)
    return found or Gone(name=thing.name, until=thing.until)


def find_removed_datasheet(
    shelf: Shelf, homes: Iterable[FactionData], datasheet_id: str
) -> tuple[Datasheet, FactionData] | None:
    """Return a datasheet that no longer exists, as on its last day, and its faction; or None.

    `homes` are the factions to search, `datasheet_id` is an id or a name.
    """
    for home, past_faction, thing in _yield_last_days(shelf, homes, "datasheets", datasheet_id):
        sheet = past_faction.get_sheet(thing.id)
        if sheet is not None:
            return sheet, home
    return None


def find_removed_detachment(
    shelf: Shelf, homes: Iterable[FactionData], detachment_id: str
) -> tuple[Detachment, FactionData] | None:
    """Return a detachment that no longer exists, as on its last day, and its faction; or None.

    `homes` are the factions to search, `detachment_id` is an id or a name.
    """
    for home, past_faction, thing in _yield_last_days(shelf, homes, "detachments", detachment_id):
        found = past_faction.find_detachment(thing.id)
        return found or Detachment(id=thing.id, name=thing.name), home
    return None


def find_removed_enhancement(
    shelf: Shelf, homes: Iterable[FactionData], given: str
) -> tuple[Enhancement, str, FactionData] | None:
    """Return a removed enhancement, its id in the history, and its faction; or None.

    The enhancement is returned as on its last day. `homes` are the factions to search, `given` is
    an id or a name.
    """
    for home, past_faction, thing in _yield_last_days(shelf, homes, "enhancements", given):
        found = past_faction.find_enhancement(thing.id.rpartition("/")[2])
        if found is not None:
            return found[0], thing.id, home
    return None


def _yield_last_days(
    shelf: Shelf, homes: Iterable[FactionData], kind: str, given: str
) -> Iterator[tuple[FactionData, FactionData, Thing]]:
    """Yield each of `homes` that had the removed thing, with its data of the last day.

    The third part is the thing's history record. `given` is the id or name of a thing of that kind.
    """
    for home in homes:
        thing = _find_removed_thing(shelf, home.head.id, kind, given)
        if thing is None or thing.until is None:
            continue
        from listbuilder.model.windows import shift_date  # only for what is gone

        last_shelf = shelf.get_shelf_on_date(shift_date(thing.until, -1))
        past_faction = last_shelf.load_faction(home.head.id)
        if past_faction is not None:
            yield home, past_faction, thing


def _find_removed_thing(shelf: Shelf, faction_id: str, kind: str, given: str) -> Thing | None:
    """Return the history record of a removed thing with the id or name `given`, or None."""
    find = shelf.past.find_former_thing
    ids = [faction_id]
    return find(ids, kind, given) or find(ids, kind, make_id_from_name(given))
