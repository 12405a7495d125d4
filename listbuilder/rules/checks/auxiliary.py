"""Check who can be an auxiliary unit, and report what these cost."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy, RegimentUnit
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.model.message_args import MessageArgs
from listbuilder.rules.fixes import drop_unit
from listbuilder.rules.regiment_fixes import list_regiments_for_unit, move_to_regiment


class Params(Model):
    """The demand on heroes who have to bring certain units.

    With `compulsory_too` they can't be auxiliary either.
    """

    compulsory_too: bool = False


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report units that can't be auxiliary; as information, the number and cost of all.

    The fixes move a unit into the first regiment that could take it, or remove it.
    """
    for unit in army.auxiliaries:
        reason = _find_reason_against(unit, params) if unit.standing == "own" else None
        if reason:
            key, args = reason
            others = list_regiments_for_unit(army, unit)
            fixes = [drop_unit(army, unit)]
            if others:
                fixes.insert(0, move_to_regiment(unit, others[0]))
            yield Finding(
                key=key,
                path=unit.path,
                args={"unit": unit.name, **args},
                units=(unit.id,),
                fixes=tuple(fixes),
            )
    if army.auxiliaries:
        count = len(army.auxiliaries)
        surcharge = army.book.pricing.compute_auxiliary_surcharge(count)
        args = {"count": count, "points": surcharge}
        units = tuple(unit.id for unit in army.auxiliaries)
        key = "count_paid" if surcharge else "count"
        yield Finding(key=key, path=("auxiliary",), args=args, units=units, severity="info")


def _find_reason_against(unit: RegimentUnit, params: Params) -> tuple[str, MessageArgs] | None:
    """Return why the unit can't be auxiliary, as a finding's key and arguments, or None."""
    profile = unit.profile
    if profile.only_in_regiment_of:
        return "only_with", {"heroes": list(profile.only_in_regiment_of)}
    compulsory = [option.title for option in profile.options if option.min]
    if compulsory and (params.compulsory_too or profile.cannot_be_auxiliary):
        return "brings", {"units": compulsory}
    if profile.cannot_be_auxiliary or profile.requires_in_regiment:
        return "never", {}
    return None
