"""Tell the detachments of a list that names none by the enhancements in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from listbuilder.formats.resolve.header_check import make_list
from listbuilder.games.wh40k.catalog import FactionData
from listbuilder.games.wh40k.faction import Detachment
from listbuilder.model.roster_data import RosterData


def find_detachments_of(
    enhancements: Iterable[str], factions: Sequence[FactionData], may_be_several: bool
) -> list[Detachment]:
    """Return the detachments that the ids of `enhancements` tell, or none.

    If one detachment has all of them, and no other one does, it is meant. Otherwise, where there
    may be several, each is told if it is the only one that has an enhancement, and if each
    enhancement tells one.
    """
    detachments = [told for faction in factions for told in faction.head.detachments]
    homes = {
        wanted: [told for told in detachments if _has_enhancement(told, wanted)]
        for wanted in enhancements
    }
    if not homes:
        return []
    with_all = [told for told in detachments if all(told in ways for ways in homes.values())]
    if len(with_all) == 1:
        return with_all
    if not may_be_several or any(len(ways) != 1 for ways in homes.values()):
        return []
    return [told for told in detachments if [told] in homes.values()]


def _has_enhancement(detachment: Detachment, wanted: str) -> bool:
    """Return whether an enhancement of `detachment` has the id `wanted`."""
    return any(enhancement.id == wanted for enhancement in detachment.enhancements)


def collect_borne_enhancements(units: list[RosterData]) -> set[str]:
    """Return the ids of the enhancements that the roster rows `units` have."""
    borne: set[str] = set()
    for row in units:
        borne.update(make_list(row.get("enhancement")))
    return borne
