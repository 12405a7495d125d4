"""The lookup of things that a roster names and today's data doesn't have any more.

They are returned as they were on their last day.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    """Return since when a thing of that faction is gone, and what took its place.

    None if nothing is known of it.
    """
    thing = _find_removed_thing(shelf, home.head.id, kind, thing_id)
    if thing is None:
        return None
    from listbuilder.model.windows import (  # only for what is gone
        Gone,
        describe_absence,
        shift_date,
    )

    names = (
        {detachment.id: detachment.name for detachment in home.head.detachments}
        if kind == "detachments"
        else dict(home.index)
    )
    if kind == "datasheets":
        names |= _get_foreign_name(shelf, thing.renamed_to or thing.replaced_by or "")
    found = describe_absence(thing, shift_date(home.as_of, 1), names, grace=0)
    return found or Gone(name=thing.name, until=thing.until)


def _get_foreign_name(shelf: Shelf, reference: str) -> dict[str, str]:
    """Return the name of a datasheet of another faction by its `faction/id`, as a table of one row.

    Empty if there is none.
    """
    faction_id, _, datasheet_id = reference.rpartition("/")
    other_faction = shelf.load_faction(faction_id) if faction_id else None
    return (
        {reference: other_faction.index[datasheet_id]}
        if other_faction and datasheet_id in other_faction.index
        else {}
    )


def find_removed_datasheet(
    shelf: Shelf, homes: Iterable[FactionData], datasheet_id: str
) -> tuple[Datasheet, FactionData] | None:
    """Return a datasheet that is gone, as it was on its last day, and the faction it was of; or
    None.
    """
    for home in homes:
        faction_and_thing = _get_faction_on_last_day(shelf, home, "datasheets", datasheet_id)
        sheet = (
            faction_and_thing[0].get_sheet(faction_and_thing[1].id) if faction_and_thing else None
        )
        if sheet is not None:
            return sheet, home
    return None


def find_removed_detachment(
    shelf: Shelf, homes: Iterable[FactionData], detachment_id: str
) -> tuple[Detachment, FactionData] | None:
    """Return a detachment that is gone, as it was on its last day, and the faction it was of; or
    None.
    """
    for home in homes:
        if faction_and_thing := _get_faction_on_last_day(shelf, home, "detachments", detachment_id):
            faction, thing = faction_and_thing
            return faction.find_detachment(thing.id) or Detachment(
                id=thing.id, name=thing.name
            ), home
    return None


def find_removed_enhancement(
    shelf: Shelf, homes: Iterable[FactionData], given: str
) -> tuple[Enhancement, str, FactionData] | None:
    """Return an enhancement that is gone, its id as the history has it, and its faction; or None.

    It is as it was on its last day.
    """
    for home in homes:
        faction_and_thing = _get_faction_on_last_day(shelf, home, "enhancements", given)
        found = (
            faction_and_thing[0].find_enhancement(faction_and_thing[1].id.rpartition("/")[2])
            if faction_and_thing
            else None
        )
        if faction_and_thing and found is not None:
            return found[0], faction_and_thing[1].id, home
    return None


def _get_faction_on_last_day(
    shelf: Shelf, home: FactionData, kind: str, given: str
) -> tuple[FactionData, Thing] | None:
    """Return the faction on the last day of something of it that is gone, and its record; or None."""
    thing = _find_removed_thing(shelf, home.head.id, kind, given)
    if thing is None or thing.until is None:
        return None
    from listbuilder.model.windows import shift_date  # only for what is gone

    past_faction = shelf.get_shelf_on_date(shift_date(thing.until, -1)).load_faction(home.head.id)
    return (past_faction, thing) if past_faction is not None else None


def _find_removed_thing(shelf: Shelf, faction_id: str, kind: str, given: str) -> Thing | None:
    """Return the record of what went by that id, or by that name; or None."""
    return shelf.past.find_former_thing([faction_id], kind, given) or shelf.past.find_former_thing(
        [faction_id], kind, make_id_from_name(given)
    )
