"""Warscrolls that no army like this one could add: of other factions and other armies of renown, with what brings them."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.regiments.army import RegimentArmy
from listbuilder.games.regiments.data import RenownData, Shelf
from listbuilder.games.regiments.lookup import Lookup


def strangers(lookup: Lookup, shelf: Shelf) -> Iterator[str]:
    """As this army's roster would name them."""
    main, own = lookup.main, set(lookup.warscroll_ids())
    armies = [army for each in main.armies if (army := main.army(each))]
    extra = [sheet.id for army in armies for sheet in army.extra_warscrolls]
    extra += [copy.id for army in armies for copy in army.copied_warscrolls]
    yield from (each for each in dict.fromkeys((*main.there(), *extra)) if each not in own)
    for other in shelf.others(main.id):
        yield from (name for each in other.there() if (name := f"{other.id}/{each}") not in own)
    renown = shelf.renown()
    yield from (f"{RenownData.ID}/{each}" for each in renown.index) if renown else ()


def regiments_with(army: RegimentArmy, shelf: Shelf) -> dict[str, list[str]]:
    """The regiments of renown that this army may take, by the warscrolls that are in them."""
    data = shelf.renown()
    allowed = army.renown.regiments_of_renown if army.renown else army.faction.regiments_of_renown
    found: dict[str, list[str]] = {}
    for each in allowed if data else ():
        if data is not None and (regiment := data.regiment(each)) is not None:
            for unit in regiment.units:
                found.setdefault(unit.unit, []).append(regiment.name)
    return found
