"""Check that few enough enhancements come from each table, on bearers that the table is for."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import BorneEnhancement, RegimentArmy, RegimentUnit
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.model.message_args import MessageArgs
from listbuilder.rules.params import Count
from listbuilder.rules.regiment_fixes import drop_borne_enhancement
from listbuilder.rules.unavailable import report_unavailable

Pair = tuple[RegimentUnit, BorneEnhancement]


class Params(Model):
    """The limits on enhancements: `per_table` in the army, `per_unit` of one table on a unit.

    A unit with the keyword `never` bears none.
    """

    per_table: Count
    per_unit: Count
    never: str


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report enhancements that were not available or that their bearer may not have.

    Also reported: more enhancements from one table in the army than the limit.
    """
    yield from report_unavailable(army, "enhancement")
    pairs = [(unit, borne) for unit in army.regiment_units for borne in unit.borne]
    for unit, borne in pairs:
        reason = _find_unfitness(army, unit, borne, params)
        if reason:
            key, args = reason
            args = {"unit": unit.name, "enhancement": borne.enhancement.name, **args}
            yield Finding(
                key=key,
                path=borne.path,
                args=args,
                units=(unit.id,),
                fixes=(drop_borne_enhancement(unit, borne),),
                about=(*unit.path, "enhancement", borne.enhancement.id),
            )
    tables: dict[str, list[Pair]] = {}
    for unit, borne in pairs:
        if borne.standing == "own":
            tables.setdefault(borne.table.id, []).append((unit, borne))
    for of_table in tables.values():
        if len(of_table) > params.per_table:
            yield _make_too_many_finding(of_table, params)


def _make_too_many_finding(pairs: list[Pair], params: Params) -> Finding:
    """Return the finding that the army bears too many enhancements of one table.

    It is one finding for a table, whether one enhancement is there twice, one unit bears several,
    or several units do. The fix takes the last one away, if that is enough.
    """
    unit, enhancement_borne = pairs[params.per_table]
    names = [borne.enhancement.name for _, borne in pairs]
    args: MessageArgs = {
        "count": len(pairs),
        "table": enhancement_borne.table.name,
        "enhancements": names,
        "max": params.per_table,
    }
    if len({borne.enhancement.id for _, borne in pairs}) == 1:
        key, args["enhancements"] = "twice", names[:1]
    elif all(other is unit for other, _ in pairs):
        key, args["unit"], args["max"] = "several_on_unit", unit.name, params.per_unit
    else:
        key = "several"
    fixes = (drop_borne_enhancement(*pairs[-1]),) if len(pairs) == params.per_table + 1 else ()
    return Finding(
        key=key,
        path=enhancement_borne.path,
        args=args,
        units=tuple(dict.fromkeys(u.id for u, _ in pairs)),
        fixes=fixes,
        about=enhancement_borne.table.id,
        cause="several",
        excess=len(pairs) - params.per_table,
    )


def _find_unfitness(
    army: RegimentArmy, unit: RegimentUnit, borne: BorneEnhancement, params: Params
) -> tuple[str, MessageArgs] | None:
    """Return the first reason why `unit` may not bear `borne`: a finding's key and arguments.

    None if it may. None also if the army of renown forbids the enhancement, because another rule
    reports that.
    """
    if borne.standing == "foreign":
        return "foreign", {"home": borne.home, "army": army.faction_name}
    if borne.standing != "own":
        return None
    if unit.has_keyword(params.never):
        return "never", {"keyword": params.never}
    return _find_unmet_condition(unit, borne)


def _find_unmet_condition(
    unit: RegimentUnit, borne: BorneEnhancement
) -> tuple[str, MessageArgs] | None:
    """Return the first condition of the enhancement or its table that `unit` fails.

    The result is a finding's key and arguments, or None if the unit meets every condition.
    """
    bearer, own_id = borne.table.applies_to, unit.warscroll.id
    lacking = [keyword for keyword in bearer.all if not unit.has_keyword(keyword)]
    if lacking:
        return "needs", {"needs": lacking}
    if bearer.any and not any(unit.has_keyword(keyword) for keyword in bearer.any):
        return "needs_one", {"needs": list(bearer.any)}
    barred = [keyword for keyword in bearer.none if unit.has_keyword(keyword)]
    if barred:
        return "barred", {"not": barred}
    if own_id in bearer.none_of_units:
        return "not_this", {}
    if bearer.units and own_id not in bearer.units:
        return "not_this", {}
    requires = borne.enhancement.requires
    return ("not_this", {}) if requires and own_id not in requires.units else None
