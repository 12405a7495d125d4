"""Check that each unit of a regiment is in its hero's profile, in the number stated there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from listbuilder.games.aos.army import Regiment, RegimentArmy, RegimentUnit
from listbuilder.games.aos.options import (
    Fault,
    format_option,
    list_options_for,
    list_regiment_faults,
)
from listbuilder.model.base import Model, Path, fold
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix
from listbuilder.model.message_args import MessageArgs
from listbuilder.rules.fixes import drop_unit
from listbuilder.rules.regiment_fixes import (
    list_leader_names,
    list_regiments_for_unit,
    make_leave_regiment_fixes,
)

# what moving the unit to another regiment mends
_ELSEWHERE = ("not_listed", "lists_nobody", "too_many")


class Params(Model):
    pass


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report units that may not be in their hero's regiment, or are too many there.

    The hero's battle profile lists which units, and how many. Also reported are compulsory units
    that are missing, and undersized units with too few of the full units they depend on. Heroes who
    may not be in a regiment are left to the rule on joining.
    """
    for regiment in army.regiments:
        for fault in list_regiment_faults(army, regiment):
            if fault.key == "not_listed" and fault.unit.is_hero:
                continue  # heroes who do not belong: the rule on joining
            assert regiment.leader is not None
            yield _make_finding(army, regiment, regiment.leader, fault)
    yield from _check_undersized_units(army)


def _make_finding(
    army: RegimentArmy, regiment: Regiment, leader: RegimentUnit, fault: Fault
) -> Finding:
    """Return the finding for `fault`, about a unit in the regiment that `leader` leads.

    If moving the unit would help, the finding names the other regiments that could take it. The
    fixes add a missing unit, or take the unit out of the regiment.
    """
    unit = fault.unit
    args: MessageArgs = {"hero": leader.name, "unit": unit.name, **fault.args}
    if fault.key == "missing":
        return Finding(
            key="missing",
            path=unit.path,
            args=args,
            units=(unit.id,),
            fixes=_make_bring_fixes(army, regiment, leader, args["missing"]),
            about=(*unit.path, args["missing"]),
            excess=fault.excess,
        )
    key = "lists_nobody" if fault.key == "not_listed" and not args["options"] else fault.key
    others = list_regiments_for_unit(army, unit)
    if others and key in _ELSEWHERE:
        assert others[0].leader is not None
        key += "_elsewhere_fits"
        args["heroes"] = list_leader_names(others)
        args["by"] = [format_option(option) for option in list_options_for(others[0].leader, unit)]
    units = tuple(member.id for member in fault.units) or (leader.id, unit.id)
    return Finding(
        key=key,
        path=unit.path,
        args=args,
        units=units,
        fixes=make_leave_regiment_fixes(army, unit),
        about=(*regiment.path, fault.group) if fault.group else unit.path,
        cause=fault.key,
        excess=fault.excess,
    )


def _make_bring_fixes(
    army: RegimentArmy, regiment: Regiment, leader: RegimentUnit, name: str
) -> tuple[Fix, ...]:
    """Return the fix that adds the unit called `name`, which the hero `leader` must bring.

    Empty if no unit has that name.
    """
    unit_id = army.companions.get(fold(name))
    if unit_id is None:
        return ()
    entry = {"unit": unit_id}
    target: Path = (*regiment.path, "units")
    place: Path = (*target, len(regiment.members))
    step = Step("insert", place, entry) if regiment.listed else Step("set", target, [entry])
    return (Fix(key="bring", args={"unit": name, "hero": leader.name}, edit=Edit((step,))),)


def _check_undersized_units(army: RegimentArmy) -> Iterator[Finding]:
    """Yield a finding for units that exceed a number allowed for each of another unit.

    They are undersized forms of a unit, of which only so many may come for each full unit.
    """
    counts: Counter[str | None] = Counter()
    for unit in army.own_units:
        counts.update((unit.warscroll.id, unit.warscroll.variant_of))
    seen: Counter[str] = Counter()
    for unit in army.own_units:
        limit = unit.warscroll.max_per
        if limit is None:
            continue
        seen[unit.warscroll.id] += 1
        most = limit.count * counts[limit.unit]
        if seen[unit.warscroll.id] == most + 1:
            alike = [other for other in army.own_units if other.warscroll.id == unit.warscroll.id]
            args = {
                "unit": unit.name,
                "count": len(alike),
                "max": most,
                "each": limit.count,
                "per": army.names.get(limit.unit, limit.unit),
            }
            fixes = (drop_unit(army, alike[-1]),) if len(alike) == most + 1 else ()
            ids, about, excess = tuple(u.id for u in alike), unit.datasheet_id, len(alike) - most
            yield Finding(
                key="too_many_for",
                path=unit.path,
                args=args,
                units=ids,
                fixes=fixes,
                about=about,
                excess=excess,
            )
