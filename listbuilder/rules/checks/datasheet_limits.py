"""Check what a datasheet itself asks of the army.

It may limit how many there are of it, of a keyword or of several units, exclude other units, or
have a keyword to choose.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.matching.requirements import has_all_tags, has_any_tag
from listbuilder.model.base import Model, fold
from listbuilder.model.finding import Finding
from listbuilder.model.message_args import MessageArgs
from listbuilder.rules.fixes import drop_surplus, drop_unit, drop_units


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report units that break what a datasheet in the army requires of the army.

    These are too many units of a datasheet, of a keyword or of a group of units; units that others
    exclude; and chosen keywords that a unit can't have.
    """
    units = army.muster_units
    yield from _check_own_limits(army)
    checked: set[str] = set()
    for unit in units:
        limits = unit.datasheet.army
        for keyword, most in limits.max_of_keyword.items():
            if keyword not in checked:
                checked.add(keyword)
                members = [member for member in units if member.has_keyword(keyword)]
                yield from _check_group_limit(army, unit, members, most, (keyword,))
        group = limits.max_of_units
        if group and " ".join(group.units) not in checked:
            checked.add(" ".join(group.units))
            members = [member for member in units if member.name in group.units]
            yield from _check_group_limit(army, unit, members, group.max, group.units)
        yield from _check_chosen_keyword(army, unit)
    yield from _check_exclusions(army)


def _check_own_limits(army: Muster) -> Iterator[Finding]:
    """Yield a finding for each unit of which a datasheet or detachment allows fewer copies.

    The fix removes the surplus.
    """
    by_name: dict[str, list[MusterUnit]] = {}
    for unit in army.muster_units:
        if unit.own_max is not None:
            by_name.setdefault(unit.name, []).append(unit)
    for units in by_name.values():
        first, *_ = units
        most = first.own_max
        if most is not None and len(units) > most:
            args: MessageArgs = {"count": len(units), "unit": first.name, "max": most}
            key = "own_max"
            limiting = [
                detachment
                for detachment in army.detachments
                if first.name in detachment.max_per_datasheet
            ]
            if limiting:
                key, args["detachment"] = "max_by_detachment", limiting[0].name
            fix = drop_surplus(army, units, most)
            ids, about, excess = tuple(u.id for u in units), first.name, len(units) - most
            yield Finding(
                key=key,
                path=units[most].path,
                args=args,
                units=ids,
                fixes=(fix,),
                about=about,
                excess=excess,
            )


def _check_group_limit(
    army: Muster, unit: MusterUnit, members: list[MusterUnit], most: int, meant: tuple[str, ...]
) -> Iterator[Finding]:
    """Yield a finding if there are more of `members` than the datasheet of `unit` allows.

    `most` is the limit, and `meant` are the keywords or names that it is about. Copies of one Epic
    Hero are left to the rule on Epic Heroes.
    """
    if len({member.name for member in members}) == 1 and members[0].has_keyword("Epic Hero"):
        return  # copies of one Epic Hero are for the rule on those
    if len(members) > most:
        units = [member.name for member in members]
        args = {
            "count": len(members),
            "units": units,
            "max": most,
            "what": list(meant),
            "unit": unit.name,
        }
        ids = tuple(member.id for member in members)
        fix, excess = drop_surplus(army, members, most), len(members) - most
        about = ", ".join(meant)
        yield Finding(
            key="at_most",
            path=members[most].path,
            args=args,
            units=ids,
            fixes=(fix,),
            about=about,
            excess=excess,
        )


def _check_exclusions(army: Muster) -> Iterator[Finding]:
    """Yield a finding for each unit that other units in the army exclude, naming all of those.

    It is one finding however many units exclude it, because it is one cause. The fixes remove
    either the excluded unit or the others.
    """
    # in order, once each
    rules = {rule: None for unit in army.muster_units for rule in unit.datasheet.army.excludes}
    for rule in rules:
        for other in army.muster_units:
            excluding = [
                unit
                for unit in army.muster_units
                if unit is not other and rule in unit.datasheet.army.excludes
            ]
            if (
                not excluding
                or not has_all_tags(other.tags, rule.keywords)
                or has_any_tag(other.tags, rule.unless)
            ):
                continue
            names = list(dict.fromkeys(unit.name for unit in excluding))
            args = {
                "units": names,
                "other": other.name,
                "keywords": list(rule.keywords),
                "unless": list(rule.unless),
            }
            key = "excludes_unless" if rule.unless else "excludes"
            ids = tuple(unit.id for unit in (*excluding, other))
            about = (*other.path, *rule.keywords)
            fixes = (drop_unit(army, other), drop_units(army, excluding))
            yield Finding(
                key=key,
                path=other.path,
                args=args,
                units=ids,
                fixes=fixes,
                about=about,
                excess=len(excluding),
            )


def _check_chosen_keyword(army: Muster, unit: MusterUnit) -> Iterator[Finding]:
    """Yield a finding if the roster chooses a keyword for `unit` that the unit can't have.

    The keyword must be one that the datasheet offers. If the datasheet offers none, a detachment
    must offer a choice of keywords and the unit must be of the army's own faction.
    """
    chosen = unit.chosen_keyword
    if chosen is None:
        return
    path = (*unit.path, "keyword")
    args = {"unit": unit.name, "keyword": chosen}
    own = unit.datasheet.army.choose_keyword
    if own and fold(chosen) not in map(fold, own):
        yield Finding(
            key="not_a_choice", path=path, args={**args, "known": list(own)}, units=(unit.id,)
        )
    elif not own and not (
        unit.standing == "own" and any(detachment.choose_keyword for detachment in army.detachments)
    ):
        yield Finding(key="no_choice", path=path, args=args, units=(unit.id,))
