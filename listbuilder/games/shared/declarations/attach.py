"""Who may lead or join whom, and how many leaders a unit may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

import msgspec

from listbuilder.games.shared.match import matches, matches_any
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Bodyguard, Joins
from listbuilder.model.declaration import Declarations, LedAs, Role

ANYONE = "*"
Way = Literal["leads", "supports", "joins"]


class Refusal(msgspec.Struct, frozen=True):
    """Why one unit may not be attached to another: a key of the words of leader_attach, and what it takes."""

    key: str
    args: dict[str, Any] = {}


def role(unit: Unit) -> Role:
    assert unit.role is not None, "roles are set where something has to be attached or is declared to be"
    return unit.role


def by_id(army: Army) -> dict[str, Unit]:
    """The units that the ids of the declarations mean."""
    found: dict[str, Unit] = army.declarations.units if army.declarations else {}
    return found or {unit.id: unit for unit in army.standing_units}


def members(army: Army, declarations: Declarations, unit_id: str) -> list[Unit]:
    """The units of the attached unit it belongs to, its bodyguard first."""
    units = by_id(army)
    return [units[each] for each in declarations.party(unit_id)]


def refusal(declarations: Declarations, unit: Unit, target: Unit, others: Sequence[Unit]) -> Refusal | None:
    """Why `unit` may not be attached to `target`; `others`: the rest of the attached unit, its bodyguard first."""
    own = role(unit)
    found = None if _may_support(unit, target) else _lead_refusal(unit, target)
    if found is not None and own.joins:
        joined = _join_refusal(own.joins, target, others)
        found = None if joined is None else (joined if found.key in ("no_leader", "not_listed") else found)
    if found is None and not shares(declarations.leader_must_share, unit, target):
        return Refusal("not_shared", {"keywords": list(declarations.leader_must_share)})
    return found


def way(unit: Unit, target: Unit) -> Way:
    """As its leader, as a support beside the leader, or as a part of it that is neither."""
    if _lead_refusal(unit, target) is None:
        return "leads"
    if _may_support(unit, target):
        return "supports"
    return "leads" if role(unit).joins is None else "joins"


def _faces(target: Unit) -> tuple[LedAs, ...]:
    """What it is to those who are attached to it: itself, and the datasheets in whose place it may stand."""
    other = role(target)
    return (LedAs(called=other.called, tags=target.tags, led_by=other.led_by), *other.led_as)


def _may_support(unit: Unit, target: Unit) -> bool:
    supports = role(unit).supports
    return bool(supports) and any(face.called in supports and _meets(unit, face) for face in _faces(target))


def _lead_refusal(unit: Unit, target: Unit) -> Refusal | None:
    own = role(unit)
    missing: Refusal | None = None
    for face in _faces(target):
        if not _listed(unit, own, face) or not _meets(unit, face):
            continue
        item = next((each.item for each in own.leads_if if fold(each.unit) == face.called), None)
        if item is None or unit.carries(item):
            return None
        missing = Refusal("needs_item", {"item": item})
    if missing is not None:
        return missing
    known = may_lead(own)
    return Refusal("not_listed", {"known": known}) if known else Refusal("no_leader")


def _listed(unit: Unit, own: Role, face: LedAs) -> bool:
    return (
        face.called in own.leads
        or any(fold(each.unit) == face.called for each in own.leads_if)
        or matches_any(unit.tags, face.led_by)
        or any(all(matches(face.tags, keyword) for keyword in keywords) for keywords in own.leads_keywords)
    )


def _meets(unit: Unit, face: LedAs) -> bool:
    return all(
        (not each.leader_any or matches_any(unit.tags, each.leader_any)) and not matches_any(unit.tags, each.leader_none)
        for each in face.conditions
    )


def may_lead(own: Role) -> list[str]:
    """Whom it may lead or join, for sentences."""
    names = [*own.shown, *(" ".join(keywords) for keywords in own.leads_keywords)]
    return names + ([*own.joins.units, *own.joins.keywords] if own.joins else [])


def _join_refusal(joins: Joins, target: Unit, others: Sequence[Unit]) -> Refusal | None:
    """Naming the bodyguard of the unit it joins, or another of its party, means the same attached unit."""
    around = others if target in others else [target, *others]
    names = set(map(fold, joins.units))
    if any(role(each).called in names or matches_any(each.tags, joins.keywords) for each in around):
        return None
    if joins.led_by_keyword:
        if any(matches_any(each.tags, joins.led_by_keyword) for each in others[1:]):
            return None
        return Refusal("not_led", {"keywords": list(joins.led_by_keyword)})
    return Refusal("not_listed", {"known": [*joins.units, *joins.keywords]})


def shares(keywords: Iterable[str], one: Unit, other: Unit) -> bool:
    """Whether they have one of the keywords in common; where one of them has none yet, its choice is still open."""
    wanted = set(map(fold, keywords))
    mine, theirs = wanted & one.tags, wanted & other.tags
    return not mine or not theirs or bool(mine & theirs)


def intruders(host: Unit, attached: Sequence[Unit]) -> Iterator[tuple[Unit, Unit]]:
    """Pairs (unit, other) where `unit` has joined, and `other` may not be attached beside it."""
    for unit in attached:
        joins = role(unit).joins
        if joins is None or not joins.not_attached or way(unit, host) != "joins":
            continue
        for other in attached:
            if other is not unit and not matches_any(other.tags, joins.only_with):
                yield unit, other


class Crowd(msgspec.Struct, frozen=True):
    """What is wrong with the number of units attached to one: a key of the words of one_leader."""

    key: str
    units: tuple[Unit, ...]  # those of which there are too many
    args: dict[str, Any] = {}


def crowd(host: Unit, attached: Sequence[Unit]) -> Crowd | None:
    """More leaders or supports than the unit may have, or more of one kind joined to it than that kind allows."""
    ways = [(unit, way(unit, host)) for unit in attached]
    leaders = [unit for unit, how in ways if how == "leads"]
    supports = [unit for unit, how in ways if how == "supports"]
    if len(leaders) > 1 and not supports:  # who may be either stands where there is room
        supports = [unit for unit in leaders if _may_support(unit, host)][-1:]
        leaders = [unit for unit in leaders if unit not in supports]
    if not _may_serve_together(host, leaders):
        found = _broken_allowance(host, leaders)
        if found is not None:
            return found
    if len(supports) > 1:
        return Crowd("too_many_supports", tuple(supports), {"max": 1})
    return _crowd_of_joined(host, [unit for unit, how in ways if how == "joins"])


def _broken_allowance(host: Unit, leaders: Sequence[Unit]) -> Crowd | None:
    """What the bodyguard's own data says of several leaders; where it says nothing, there may be one."""
    rule = role(host).bodyguard
    if rule is None:
        key = "not_together" if any(role(unit).led_with for unit in leaders) else "too_many"
        return Crowd(key, tuple(leaders), {"max": 1})
    if not _size_fits(host, rule):
        assert rule.unit_size is not None
        args = {"max": 1, "more": rule.max_leaders, "size": host.models, "min": rule.unit_size.min or 0}
        return Crowd("too_small", tuple(leaders), args)
    if len(leaders) > rule.max_leaders:
        return Crowd("too_many", tuple(leaders), {"max": rule.max_leaders})
    if rule.needs_one_of and not any(matches_any(unit.tags, rule.needs_one_of) for unit in leaders):
        return Crowd("needs_one_of", tuple(leaders), {"needs": list(rule.needs_one_of)})
    if rule.not_same and (same := _first_same(leaders)):
        return Crowd("same", same)
    for keyword, most in rule.max_of_keyword.items():
        of_it = tuple(unit for unit in leaders if matches(unit.tags, keyword))
        if len(of_it) > most:
            return Crowd("too_many_of", of_it, {"max": most, "keyword": keyword})
    return None


def _size_fits(host: Unit, rule: Bodyguard) -> bool:
    size = rule.unit_size
    return size is None or (size.min or 0) <= host.models <= (size.max or host.models)


def _first_same(units: Sequence[Unit]) -> tuple[Unit, ...]:
    for unit in units:
        same = tuple(each for each in units if role(each).called == role(unit).called)
        if len(same) > 1:
            return same
    return ()


def _may_serve_together(host: Unit, leaders: Sequence[Unit]) -> bool:
    """Whether they can be attached one after the other, each beside those already there.

    Who can join beside some can join beside fewer of them: whoever can be the last is, and nothing is tried twice.
    """
    left = list(leaders)
    while len(left) > 1:
        last = next((place for place, unit in enumerate(left) if _joins_beside(host, unit, left)), None)
        if last is None:
            return False
        del left[last]
    return True


def _joins_beside(host: Unit, leader: Unit, leaders: Sequence[Unit]) -> bool:
    """`led_with` speaks of one leader that may be there already, unless it says that their number does not matter."""
    own = role(leader)
    rules = own.led_with_rules
    if not own.led_with or (len(leaders) > 2 and not rules.unlimited):
        return False
    if rules.units and role(host).called not in set(map(fold, rules.units)):
        return False
    there = [unit for unit in leaders if unit is not leader]
    if rules.not_same and any(role(each).called == own.called for each in there):
        return False
    return ANYONE in own.led_with or all(matches_any(each.tags, own.led_with) for each in there)


def _crowd_of_joined(host: Unit, joined: Sequence[Unit]) -> Crowd | None:
    for unit in joined:
        joins = role(unit).joins
        if joins is None or joins.max_per_unit is None:
            continue
        counted = joins.counts_with or (unit.name,)
        alike = tuple(each for each in joined if each is unit or matches_any(each.tags, counted))
        if len(alike) > joins.max_per_unit:
            return Crowd("too_many_joined", alike, {"max": joins.max_per_unit, "what": list(counted)})
    return None


def lacks_leader(unit: Unit, attached: Sequence[Unit]) -> bool:
    """Whether the unit must be led by one that is not there."""
    needs = role(unit).needs_leader
    return bool(needs) and not any(matches_any(each.tags, needs) for each in attached)


def could_lead(unit: Unit, target: Unit) -> bool:
    """Whoever else is attached to it."""
    return unit is not target and _lead_refusal(unit, target) is None


def could_be_attached(unit: Unit, units: Sequence[Unit]) -> bool:
    """Whether one of these could take it, wherever everybody else is."""
    others = [each for each in units if each is not unit]
    if any(could_lead(unit, other) for other in others):
        return True
    joins = role(unit).joins
    if joins is None:
        return False
    names = set(map(fold, joins.units))
    if any(role(each).called in names or matches_any(each.tags, joins.keywords) for each in others):
        return True
    leaders = [each for each in others if matches_any(each.tags, joins.led_by_keyword)]
    return any(could_lead(leader, other) for leader in leaders for other in others)


def must_be_attached(unit: Unit) -> bool:
    own = role(unit)
    return own.must_attach or (own.joins is not None and own.joins.must)


def may_be_attached(army: Army, declarations: Declarations, unit: Unit, target: Unit) -> bool:
    """Whether it may be attached there beside those who already are."""
    if unit.id in declarations.party(target.id):
        return False
    party = members(army, declarations, target.id)
    if refusal(declarations, unit, target, party) is not None:
        return False
    if way(unit, target) != "joins" and target.id in declarations.attached:
        return False
    host, *attached = party
    return crowd(host, [*attached, unit]) is None
