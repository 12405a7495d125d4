"""The names of other days and other programs for detachments and enhancements.

Things that are gone are among them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.games.wh40k.catalog import FactionData
from listbuilder.matching.spellings import find_candidates

if TYPE_CHECKING:
    from listbuilder.games.wh40k.name_index import MusterNameIndex

NOW = "9999-12-31"  # the day of what is called so still


def get_names_of_any_date(
    index: MusterNameIndex, factions: list[FactionData], kind: str
) -> dict[str, str | None]:
    """Return the names of other dates and other programs, with the id that each means.

    `kind` is detachments or enhancements. The names are collected once and kept with `index`.
    """
    key = (kind, *(data.head.id for data in factions))
    if key not in index.any_day:
        index.any_day[key] = _collect_names(index, factions, kind)
    return index.any_day[key]


def _collect_names(
    index: MusterNameIndex, factions: list[FactionData], kind: str
) -> dict[str, str | None]:
    """Return the names of other dates and other programs, with the id that each means.

    If two of `factions` know a name, the first faction's meaning counts. Things that no longer
    exist are included.
    """
    ids_by_name: dict[str, str | None] = {}
    for data in reversed(factions):
        spellings = index.today.past.get_spellings(data.head.id, kind, index.language)
        for written in spellings:
            for candidate in find_candidates(spellings, written, index.day or NOW):
                own_id = candidate.id.rpartition("/")[2]
                find = data.find_detachment if kind == "detachments" else data.find_enhancement
                if find(own_id):
                    ids_by_name[written] = own_id
                    break
            else:
                if gone := _find_removed_id(index, data, kind, written):
                    ids_by_name.setdefault(written, gone)
    return ids_by_name


def _find_removed_id(
    index: MusterNameIndex, data: FactionData, kind: str, written: str
) -> str | None:
    """Return the id of a removed detachment or enhancement called `written`, or None."""
    past = index.today.past.load_faction(data.head.id)
    if past is None:
        return None
    spellings = index.today.past.get_spellings(data.head.id, kind, index.language)
    for candidate in find_candidates(spellings, written, index.day or NOW):
        thing = past.get_things(kind).get(candidate.id)
        if thing is None or thing.today or thing.until is None:
            continue
        if candidate.via != "alias":
            return thing.id.rpartition("/")[2]
    return None
