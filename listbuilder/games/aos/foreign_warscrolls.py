"""The warscrolls an army can't add: of other factions and other armies of renown."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy
from listbuilder.games.aos.catalog import RenownData, Shelf
from listbuilder.games.aos.lookup import Lookup


def yield_foreign_warscrolls(lookup: Lookup, shelf: Shelf) -> Iterator[str]:
    """Yield the ids of all warscrolls of the game that this army can't add.

    Those of the faction's own file are plain ids, all others `faction/id`, as in a roster.
    """
    main, own = lookup.main, set(lookup.list_warscroll_ids())
    armies = [army for army in map(main.load_army_of_renown, main.armies) if army]
    extra = [sheet.id for army in armies for sheet in army.extra_warscrolls]
    extra += [copy.id for army in armies for copy in army.copied_warscrolls]
    for warscroll_id in dict.fromkeys((*main.list_available_ids(), *extra)):
        if warscroll_id not in own:
            yield warscroll_id
    for other in shelf.load_other_factions(main.id):
        for warscroll_id in other.list_available_ids():
            if f"{other.id}/{warscroll_id}" not in own:
                yield f"{other.id}/{warscroll_id}"
    renown = shelf.load_regiments_of_renown()
    for warscroll_id in renown.index if renown else ():
        yield f"{RenownData.ID}/{warscroll_id}"


def map_regiments_by_unit(army: RegimentArmy, shelf: Shelf) -> dict[str, list[str]]:
    """Return the names of the regiments of renown that include each warscroll, by its id.

    Only regiments that this army can have are included.
    """
    regiments_by_unit: dict[str, list[str]] = {}
    data = shelf.load_regiments_of_renown()
    if data is None:
        return regiments_by_unit
    for regiment_id in (army.renown or army.faction).regiments_of_renown:
        regiment = data.load_regiment(regiment_id)
        if regiment is not None:
            for unit in regiment.units:
                regiments_by_unit.setdefault(unit.unit, []).append(regiment.name)
    return regiments_by_unit
