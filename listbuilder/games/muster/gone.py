"""Things that a roster names and today's data doesn't have any more, as they were on their last day."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from listbuilder.games.muster.data import FactionData, Shelf
from listbuilder.games.muster.faction import Detachment, Enhancement
from listbuilder.model.base import kebab
from listbuilder.model.datasheet import Datasheet

if TYPE_CHECKING:
    from listbuilder.model.past import Gone, Thing

# A state of another day: nothing of it is known to be so today.
ALL_KEYS = frozenset({"keywords", "faction_keywords", "chapter", "models", "size", "options", "default_wargear", "army", "leads"})


def gone_today(shelf: Shelf, home: FactionData, kind: str, thing_id: str) -> Gone | None:
    """Return since when a thing of that faction is gone, and what took its place."""
    thing = _went(shelf, home.head.id, kind, thing_id)
    if thing is None:
        return None
    from listbuilder.model.past import Gone, gone, shifted  # only for what is gone

    names = {each.id: each.name for each in home.head.detachments} if kind == "detachments" else dict(home.index)
    if kind == "datasheets":
        names |= _of_another(shelf, thing.renamed_to or thing.replaced_by or "")
    found = gone(thing, shifted(home.as_of, 1), names, grace=0)
    return found or Gone(name=thing.name, until=thing.until)


def _of_another(shelf: Shelf, reference: str) -> dict[str, str]:
    """Return the name of a datasheet of another faction, by its `faction/id`. Empty if there is none."""
    faction_id, _, datasheet_id = reference.rpartition("/")
    other = shelf.faction(faction_id) if faction_id else None
    return {reference: other.index[datasheet_id]} if other and datasheet_id in other.index else {}


def gone_sheet(shelf: Shelf, homes: Iterable[FactionData], datasheet_id: str) -> tuple[Datasheet, FactionData] | None:
    """Return a datasheet that is gone, as it was on its last day, and the faction it was of."""
    for home in homes:
        then = _then(shelf, home, "datasheets", datasheet_id)
        sheet = then[0].sheet(then[1].id) if then else None
        if sheet is not None:
            return sheet, home
    return None


def gone_detachment(shelf: Shelf, homes: Iterable[FactionData], detachment_id: str) -> tuple[Detachment, FactionData] | None:
    """Return a detachment that is gone, as it was on its last day, and the faction it was of."""
    for home in homes:
        if then := _then(shelf, home, "detachments", detachment_id):
            faction, thing = then
            return faction.detachment(thing.id) or Detachment(id=thing.id, name=thing.name), home
    return None


def gone_enhancement(shelf: Shelf, homes: Iterable[FactionData], given: str) -> tuple[Enhancement, str, FactionData] | None:
    """Return an enhancement that is gone, its id as the history has it, and the faction it was of."""
    for home in homes:
        then = _then(shelf, home, "enhancements", given)
        found = then[0].enhancement(then[1].id.rpartition("/")[2]) if then else None
        if then and found is not None:
            return found[0], then[1].id, home
    return None


def _then(shelf: Shelf, home: FactionData, kind: str, given: str) -> tuple[FactionData, Thing] | None:
    """Return the faction on the last day of something of it that is gone."""
    thing = _went(shelf, home.head.id, kind, given)
    if thing is None or thing.until is None:
        return None
    from listbuilder.model.past import shifted  # only for what is gone

    then = shelf.on(shifted(thing.until, -1)).faction(home.head.id)
    return (then, thing) if then is not None else None


def _went(shelf: Shelf, faction_id: str, kind: str, given: str) -> Thing | None:
    """Return what went by that id, or by that name."""
    return shelf.past.went([faction_id], kind, given) or shelf.past.went([faction_id], kind, kebab(given))
