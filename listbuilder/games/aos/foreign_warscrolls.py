"""The warscrolls that no army like this one can add: of other factions and other armies of renown."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy
from listbuilder.games.aos.catalog import RenownData, Shelf
from listbuilder.games.aos.lookup import Lookup


def yield_foreign_warscrolls(lookup: Lookup, shelf: Shelf) -> Iterator[str]:
    """Yield the ids, as this army's roster would write them, of all warscrolls that it can't add."""
    main, own = lookup.main, set(lookup.list_warscroll_ids())
    armies = [army for army_id in main.armies if (army := main.load_army_of_renown(army_id))]
    extra = [sheet.id for army in armies for sheet in army.extra_warscrolls]
    extra += [copy.id for army in armies for copy in army.copied_warscrolls]
    yield from (
        warscroll_id
        for warscroll_id in dict.fromkeys((*main.list_available_ids(), *extra))
        if warscroll_id not in own
    )
    for other in shelf.load_other_factions(main.id):
        yield from (
            name
            for foreign_id in other.list_available_ids()
            if (name := f"{other.id}/{foreign_id}") not in own
        )
    renown = shelf.load_regiments_of_renown()
    yield from (
        (f"{RenownData.ID}/{renown_unit_id}" for renown_unit_id in renown.index) if renown else ()
    )


def map_regiments_by_unit(army: RegimentArmy, shelf: Shelf) -> dict[str, list[str]]:
    """Return the names of the regiments of renown that this army can have, by the warscrolls in
    them.
    """
    data = shelf.load_regiments_of_renown()
    allowed = army.renown.regiments_of_renown if army.renown else army.faction.regiments_of_renown
    regiments_by_unit: dict[str, list[str]] = {}
    for regiment_id in allowed if data else ():
        if data is not None and (regiment := data.load_regiment(regiment_id)) is not None:
            for unit in regiment.units:
                regiments_by_unit.setdefault(unit.unit, []).append(regiment.name)
    return regiments_by_unit
