"""Check that there are few enough regiments of renown, for this faction, each exactly as it is."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy, RegimentUnit, RenownTaken
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.fixes import drop_entry
from listbuilder.rules.params import Count
from listbuilder.rules.regiment_fixes import drop_borne_enhancement
from listbuilder.rules.unavailable import report_unavailable


class Params(Model):
    """The most regiments of renown in an army.

    `enhancements_need_faction`: their units bear enhancements only if they have the army's faction
    keyword.
    """

    max: Count
    enhancements_need_faction: bool = False


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report too many regiments of renown, and those not for this army or changed.

    A regiment is not for this army if it was not available on the army's date or is for other
    factions. If the rule says so, enhancements on its units are reported too.
    """
    yield from report_unavailable(army, "regiment_of_renown")
    taken = army.renown_taken
    if len(taken) > params.max:
        args = {
            "count": len(taken),
            "max": params.max,
            "regiments": [entry.regiment.name for entry in taken],
        }
        last = taken[-1]
        drop_last = drop_entry(last.regiment.name, last.path, last.points)
        yield Finding(
            key="several",
            path=taken[params.max].path,
            args=args,
            fixes=(drop_last,) if len(taken) == params.max + 1 else (),
            about=("regiment_of_renown",),
            excess=len(taken) - params.max,
        )
    for entry in taken:
        if entry.standing == "foreign":
            args = {"regiment": entry.regiment.name, "army": army.faction_name}
            fix = drop_entry(entry.regiment.name, entry.path, entry.points)
            yield Finding(
                key="not_for_faction",
                path=entry.path,
                args=args,
                units=_list_ids(entry.units),
                fixes=(fix,),
            )
        yield from _check_contents(entry)
        if params.enhancements_need_faction:
            yield from _check_enhancements(army, entry)


def _check_contents(taken: RenownTaken) -> Iterator[Finding]:
    """Yield findings if a regiment of renown differs from its data.

    Reported are no units at all, missing units, units that don't belong to it, and reinforced
    units.
    """
    args = {"regiment": taken.regiment.name}
    if not taken.units and not taken.missing:
        yield Finding(key="nobody", path=taken.path, args=args)
    if taken.missing:
        naming_args, ids = {**args, "units": taken.missing}, _list_ids(taken.units)
        yield Finding(
            key="missing", path=taken.path, args=naming_args, units=ids, excess=len(taken.missing)
        )
    if taken.beside:
        naming_args, ids = {**args, "units": taken.beside}, _list_ids(taken.units)
        yield Finding(
            key="beside", path=taken.path, args=naming_args, units=ids, excess=len(taken.beside)
        )
    for unit in taken.units:
        if unit.reinforced:
            path = (*unit.path, "reinforced")
            yield Finding(
                key="reinforced", path=path, args={**args, "unit": unit.name}, units=(unit.id,)
            )


def _check_enhancements(army: RegimentArmy, taken: RenownTaken) -> Iterator[Finding]:
    """Yield a finding for each enhancement on a unit without the army's faction keyword."""
    for unit in taken.units:
        if unit.has_keyword(army.faction.faction_keyword):
            continue
        for borne in unit.borne:
            args = {
                "unit": unit.name,
                "enhancement": borne.enhancement.name,
                "keyword": army.faction.faction_keyword,
            }
            fix = drop_borne_enhancement(unit, borne)
            about = (*unit.path, "enhancement", borne.enhancement.id)
            yield Finding(
                key="enhanced",
                path=borne.path,
                args=args,
                units=(unit.id,),
                fixes=(fix,),
                about=about,
            )


def _list_ids(units: list[RegimentUnit]) -> tuple[str, ...]:
    """Return the ids of the units."""
    return tuple(unit.id for unit in units)
