"""Check that units from other factions stay within the limits of the rule that lets them in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.games.wh40k.ally_limits import count_free_slots, get_slot
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.faction import AsAllies, BySize, Include
from listbuilder.matching.requirements import has_all_tags, has_any_tag
from listbuilder.model.base import Model, fold
from listbuilder.model.edit import make_remove_edit
from listbuilder.model.finding import Amount, Finding, Fix
from listbuilder.model.message_args import MessageArgs
from listbuilder.rules.fixes import drop_enhancements, drop_surplus, drop_units


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report units from other factions that break the limits of the rule that lets them in.

    For every such rule: too many points; an ally as Warlord or with an enhancement that it can't
    have. For an allies rule also: both of two kinds of which only one may come; too many of a kind
    or slot; fewer Battleline than other allies of a keyword; and units of the army that may not
    stand beside these allies.
    """
    for rule, units in _group_allies_by_rule(army):
        yield from _check_points(army, rule.points, _name_group(rule, units), units)
        yield from _check_warlord_and_enhancements(army, rule, units)
        if isinstance(rule, AsAllies):
            yield from _check_either_kind(army, rule, units)
            yield from _check_slots(army, rule, units)
            yield from _check_battleline_share(rule, units)
            yield from _check_units_beside_allies(army, rule, units)


def _group_allies_by_rule(army: Muster) -> list[tuple[AsAllies | Include, list[MusterUnit]]]:
    """Return the army's units from other factions, in groups by the rule that lets them in."""
    parties: list[tuple[AsAllies | Include, list[MusterUnit]]] = []
    for unit in army.muster_units:
        if unit.rule is None:
            continue
        for rule, units in parties:
            if rule is unit.rule:
                units.append(unit)
                break
        else:
            parties.append((unit.rule, [unit]))
    return parties


def _name_group(rule: AsAllies | Include, units: Sequence[MusterUnit]) -> str:
    """Return a text that identifies this group of allies, whichever of its units are there.

    It is the home faction, or the names that the rule includes. It stays the same after an edit, so
    that a finding about the group is recognised again.
    """
    if isinstance(rule, AsAllies):
        first, *_ = units
        return first.home
    names = [*rule.units, *rule.keywords, *rule.keywords_any]
    if rule.from_:
        names.append(rule.from_)
    return ", ".join(names)


def _get_home_name(units: Sequence[MusterUnit]) -> str:
    """Return the name of the faction that the allied units are from: that of the first unit."""
    first, *_ = units
    return first.home_name


def _check_points(
    army: Muster, caps: BySize | None, about: str, units: list[MusterUnit]
) -> Iterator[Finding]:
    """Yield a finding if the allies in `units` cost more than `caps` allows.

    `caps` has a limit for each battle size.

    `about` is the name of the group in the finding. The finding is only a warning if they exceed
    the limit only by prices of today, used because none are known for the army's date. The fix
    removes the cheapest unit whose removal alone is enough; there is no fix without such a unit.
    """
    cap = caps.get(army.size.id) if caps and army.size else None
    total = sum(unit.cost for unit in units)
    if cap is None or total <= cap:
        return
    # one rule may let in units of several factions
    homes = list(dict.fromkeys(unit.home_name for unit in units))
    args = {"home": homes, "points": total, "limit": cap, "over": total - cap}
    unsure = sum(army.unsure.get(unit.path, 0) for unit in units)
    if total - unsure <= cap:  # today's prices, for none of that day are known
        unsure_args = {**args, "unsure": unsure, "day": army.priced_on}
        yield Finding(
            key="points_unsure",
            severity="warning",
            path=units[-1].path,
            args=unsure_args,
            units=tuple(member.id for member in units),
            about=about,
            cause="points",
            excess=total - cap,
        )
        return
    enough = [unit for unit in units if unit.cost >= total - cap]
    cheapest = min(enough, key=lambda unit: unit.cost, default=None)
    fixes = (drop_units(army, [cheapest]),) if cheapest else ()
    ids = tuple(unit.id for unit in units)
    yield Finding(
        key="points",
        path=units[-1].path,
        args=args,
        units=ids,
        fixes=fixes,
        about=about,
        excess=total - cap,
    )


def _check_warlord_and_enhancements(
    army: Muster, rule: AsAllies | Include, units: list[MusterUnit]
) -> Iterator[Finding]:
    """Yield a finding for each ally that is Warlord or has enhancements that it may not have.

    All forbidden enhancements of one unit make one finding, whose fix takes them all away.
    """
    for unit in units:
        if unit.warlord and not rule.warlord:
            args = {"unit": unit.name, "home": unit.home_name}
            path = (*unit.path, "warlord")
            unmark = Fix(key="unmark", args=args, edit=make_remove_edit(*path))
            yield Finding(key="warlord", path=path, args=args, units=(unit.id,), fixes=(unmark,))
        barred = [
            (enhancement, path)
            for enhancement, path in zip(unit.enhancements, unit.enhancement_paths, strict=True)
            if not unit.may_bear(enhancement)
        ]
        if barred:
            fix = drop_enhancements(unit, barred)
            detail = {
                "unit": unit.name,
                "home": unit.home_name,
                "enhancement": [forbidden.name for forbidden, _ in barred],
            }
            path, place = barred[0][1], (*unit.path, "enhancement")
            yield Finding(
                key="enhancement",
                path=path,
                args=detail,
                units=(unit.id,),
                fixes=(fix,),
                about=place,
            )


def _check_either_kind(army: Muster, rule: AsAllies, units: list[MusterUnit]) -> Iterator[Finding]:
    """Yield findings if allies break the rule that only one of several kinds may come.

    Reported are allies of more than one kind, too many of one kind, and units of none of the kinds.
    Nothing is checked if the rule has no such choice.
    """
    if not rule.one_of:
        return
    kinds = [
        [unit for unit in units if has_all_tags(unit.tags, kind.keywords)] for kind in rule.one_of
    ]
    present = [members for members in kinds if members]
    names = [" ".join(kind.keywords) for kind in rule.one_of]
    allowed = [Amount(kind.max, name) for kind, name in zip(rule.one_of, names, strict=True)]
    if len(present) > 1:
        args: MessageArgs = {
            "home": _get_home_name(units),
            "allowed": allowed,
            "units": [unit.name for unit in units],
        }
        about, ids = _name_group(rule, units), tuple(unit.id for unit in units)
        yield Finding(
            key="either",
            path=present[1][0].path,
            args=args,
            units=ids,
            about=about,
            excess=len(units),
        )
        return
    for kind, members, name in zip(rule.one_of, kinds, names, strict=True):
        if len(members) > kind.max:
            args = {
                "home": _get_home_name(units),
                "count": len(members),
                "kind": name,
                "allowed": list(allowed),
            }
            fix = drop_surplus(army, members, kind.max)
            ids = tuple(unit.id for unit in members)
            excess, path = len(members) - kind.max, members[kind.max].path
            about = f"{_name_group(rule, units)}: {name}"
            yield Finding(
                key="too_many",
                path=path,
                args=args,
                units=ids,
                fixes=(fix,),
                about=about,
                excess=excess,
            )
    for unit in units:
        if not any(unit in members for members in kinds):
            yield _make_no_place_finding(army, unit, allowed)


def _check_slots(army: Muster, rule: AsAllies, units: list[MusterUnit]) -> Iterator[Finding]:
    """Yield a finding for each slot with too many allies, and for each ally without a slot.

    The battle size determines how many allies a slot allows. Not counted are units that another
    unit makes free, units with a keyword that the rule does not limit, and units without a slot
    that the army's chapter may take by its own rules.
    """
    if not rule.slots or army.size is None:
        return
    free = count_free_slots(units)
    taken: dict[str, list[MusterUnit]] = {slot: [] for slot in rule.slots}
    for unit in units:
        if has_any_tag(unit.tags, rule.unlimited_keywords):
            continue
        slot = get_slot(rule, unit)
        if slot is None and _is_excepted_by_chapter(army, unit):
            continue
        if slot is None:
            yield _make_no_place_finding(army, unit, list(rule.slots))
        elif free.get((fold(unit.name), slot)):
            free[(fold(unit.name), slot)] -= 1
        else:
            taken[slot].append(unit)
    for slot, members in taken.items():
        most = rule.slots[slot].get(army.size.id, 0)
        if len(members) > most:
            args = {
                "home": _get_home_name(units),
                "slot": slot,
                "count": len(members),
                "max": most,
                "size": army.size.name,
            }
            fix = drop_surplus(army, members, most)
            ids = tuple(unit.id for unit in members)
            about, excess = f"{_name_group(rule, units)}: {slot}", len(members) - most
            yield Finding(
                key="slots",
                path=members[most].path,
                args=args,
                units=ids,
                fixes=(fix,),
                about=about,
                excess=excess,
            )


def _is_excepted_by_chapter(army: Muster, unit: MusterUnit) -> bool:
    """Return whether the rules of the army's chapter name `unit` as one that it may take."""
    limits = (faction.if_chapter.get(army.chapter or "") for faction in army.list_own_factions())
    return any(unit.name in limit.except_units for limit in limits if limit)


def _make_no_place_finding(
    army: Muster, unit: MusterUnit, allowed: Sequence[Amount | str]
) -> Finding:
    """Return the finding that `unit` can't be an ally: it is of none of the kinds `allowed`.

    The fix removes the unit.
    """
    args = {"unit": unit.name, "home": unit.home_name, "allowed": list(allowed)}
    return Finding(
        key="no_place",
        path=unit.path,
        args=args,
        units=(unit.id,),
        fixes=(drop_units(army, [unit]),),
    )


def _check_battleline_share(rule: AsAllies, units: list[MusterUnit]) -> Iterator[Finding]:
    """Yield a finding for each keyword with fewer Battleline allies than other allies.

    Only the keywords that the rule lists for this are checked.
    """
    for keyword in rule.non_battleline_at_most_battleline_per_keyword:
        members = [unit for unit in units if unit.has_keyword(keyword)]
        others = [unit for unit in members if not unit.has_keyword("Battleline")]
        lines = len(members) - len(others)
        if len(others) > lines:
            args = {
                "keyword": keyword,
                "others": len(others),
                "lines": lines,
                "home": _get_home_name(units),
            }
            ids = tuple(unit.id for unit in members)
            about, excess = f"{_name_group(rule, units)}: {keyword}", len(others) - lines
            yield Finding(
                key="battleline",
                path=others[lines].path,
                args=args,
                units=ids,
                about=about,
                excess=excess,
            )


def _check_units_beside_allies(
    army: Muster, rule: AsAllies, units: list[MusterUnit]
) -> Iterator[Finding]:
    """Yield a finding if other units lack a keyword that these allies require of them.

    The fixes remove either those units or the allies. Units whose faction is not allowed at all are
    left to the rule on the army's faction.
    """
    asked = rule.every_other_unit_has_any
    if rule.every_other_unit_has:
        asked = (rule.every_other_unit_has,)
    if not asked:
        return
    beside = [
        unit for unit in army.muster_units if unit.rule is not rule and unit.standing != "outsider"
    ]
    wrong = [unit for unit in beside if not has_any_tag(unit.tags, asked)]
    if wrong:
        args = {
            "units": [unit.name for unit in wrong],
            "keywords": list(asked),
            "home": _get_home_name(units),
        }
        fixes = (drop_units(army, wrong), drop_units(army, units))
        ids, about = tuple(unit.id for unit in wrong), _name_group(rule, units)
        yield Finding(
            key="others",
            path=wrong[0].path,
            args=args,
            units=ids,
            fixes=fixes,
            about=about,
            excess=len(wrong),
        )
