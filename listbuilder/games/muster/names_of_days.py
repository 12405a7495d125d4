"""Names of other days and other programs for detachments and enhancements, also for those that are gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.games.muster.data import FactionData
from listbuilder.games.shared.spellings import candidates

if TYPE_CHECKING:
    from listbuilder.games.muster.names import Index

NOW = "9999-12-31"  # the day of what is called so still


def names_of_any_day(index: Index, factions: list[FactionData], kind: str) -> dict[str, str | None]:
    """Names of other days and other programs for what the factions know."""
    key = (kind, *(data.head.id for data in factions))
    if key not in index.any_day:
        index.any_day[key] = _looked_up(index, factions, kind)
    return index.any_day[key]


def _looked_up(index: Index, factions: list[FactionData], kind: str) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for data in reversed(factions):
        spellings = index.today.past.spellings(data.head.id, kind)
        for written in spellings:
            for each in candidates(spellings, written, index.day or NOW):
                own_id = each.id.rpartition("/")[2]
                if data.detachment(own_id) if kind == "detachments" else data.enhancement(own_id):
                    found[written] = own_id
                    break
            else:
                if gone := _gone_id(index, data, kind, written):
                    found.setdefault(written, gone)
    return found


def _gone_id(index: Index, data: FactionData, kind: str, written: str) -> str | None:
    """Return the id of a detachment or an enhancement that was called so and is gone."""
    past = index.today.past.faction(data.head.id)
    for each in candidates(index.today.past.spellings(data.head.id, kind), written, index.day or NOW):
        thing = past.things(kind).get(each.id) if past else None
        if thing is not None and not thing.today and thing.until is not None and each.via != "alias":
            return thing.id.rpartition("/")[2]
    return None
