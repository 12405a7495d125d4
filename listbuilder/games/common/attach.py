"""The rules of attaching: who may lead or join whom, and how many leaders a unit may have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from listbuilder.matching.requirements import has_any_tag, has_tag
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Bodyguard, Joins
from listbuilder.model.deployment import Declarations, LedAs, Role

ANYONE = "*"
Way = Literal["leads", "supports", "joins"]


class Refusal(msgspec.Struct, frozen=True):
    """The reason why one unit may not be attached to another.

    It is a key of the wording of leader_attach, with its arguments.
    """

    key: str
    args: dict[str, object] = {}


def get_role(unit: Unit) -> Role:
    """Return the role of `unit`: the data that says whom it may lead, join or carry.

    The unit must have a role. Roles are set in an army where something has to be attached or is
    declared to be.
    """
    assert unit.role is not None
    return unit.role


def get_units_by_id(army: Army) -> dict[str, Unit]:
    """Return the units that the ids in the army's declarations mean, by id.

    Without declarations, these are all units of the army that stand by themselves.
    """
    units: dict[str, Unit] = army.declarations.units if army.declarations else {}
    return units or {unit.id: unit for unit in army.standing_units}


def list_members(army: Army, declarations: Declarations, unit_id: str) -> list[Unit]:
    """Return the units of the attached unit that contains `unit_id`, its bodyguard first.

    A unit that is attached to none, and to which none is attached, is alone in the list.
    """
    units = get_units_by_id(army)
    return [units[member_id] for member_id in declarations.get_party(unit_id)]


def find_attach_refusal(
    declarations: Declarations, unit: Unit, target: Unit, others: Sequence[Unit]
) -> Refusal | None:
    """Return why `unit` may not be attached to `target`, or None if it may.

    `others`: the rest of the attached unit, its bodyguard first. Leading, supporting and joining
    are all tried, and the keywords that a leader must share with its unit are checked. The number
    of leaders is not.
    """
    refusal = _find_own_refusal(unit, target, others)
    if refusal is None and not may_share_keyword(declarations.leader_must_share, unit, target):
        return Refusal("not_shared", {"keywords": list(declarations.leader_must_share)})
    return refusal


def _find_own_refusal(unit: Unit, target: Unit, others: Sequence[Unit]) -> Refusal | None:
    """Return why `unit` may neither lead, support nor join `target`, or None if it may.

    `others`: the rest of the attached unit, its bodyguard first. If both leading and joining are
    refused, the reason against leading is returned, unless that reason is only that the unit cannot
    lead `target` at all.
    """
    if _may_support(unit, target):
        return None
    lead_refusal = _find_lead_refusal(unit, target)
    joins = get_role(unit).joins
    if lead_refusal is None or not joins:
        return lead_refusal
    join_refusal = _find_join_refusal(joins, target, others)
    if join_refusal is not None and lead_refusal.key not in ("no_leader", "not_listed"):
        return lead_refusal
    return join_refusal


def determine_way(unit: Unit, target: Unit) -> Way:
    """Return how `unit` would be attached to `target`: "leads", "supports" or "joins".

    A support is attached beside a leader. A unit that joins becomes part of the attached unit and
    is neither leader nor support.
    """
    if _find_lead_refusal(unit, target) is None:
        return "leads"
    if _may_support(unit, target):
        return "supports"
    return "leads" if get_role(unit).joins is None else "joins"


def _list_faces(target: Unit) -> tuple[LedAs, ...]:
    """Return the datasheets that `target` counts as, for units that would be attached to it.

    The first is its own, the others are those whose place it may take.
    """
    own = get_role(target)
    return (LedAs(called=own.called, tags=target.tags, led_by=own.led_by), *own.led_as)


def _may_support(unit: Unit, target: Unit) -> bool:
    """Return whether `unit` may be attached to `target` as a support."""
    supports = get_role(unit).supports
    return bool(supports) and any(
        face.called in supports and _can_meet_conditions(unit, face) for face in _list_faces(target)
    )


def _find_lead_refusal(unit: Unit, target: Unit) -> Refusal | None:
    """Return why `unit` may not lead `target`, or None if it may.

    If the unit only lacks an item that it needs for leading, the missing item is the reason.
    """
    own = get_role(unit)
    missing: Refusal | None = None
    for face in _list_faces(target):
        if not _is_listed(unit, own, face) or not _can_meet_conditions(unit, face):
            continue
        items = [
            condition.item for condition in own.leads_if if fold(condition.unit) == face.called
        ]
        item = items[0] if items else None
        if item is None or unit.has_item(item):
            return None
        missing = Refusal("needs_item", {"item": item})
    if missing is not None:
        return missing
    names = list_led_names(own)
    return Refusal("not_listed", {"known": names}) if names else Refusal("no_leader")


def _is_listed(unit: Unit, own: Role, face: LedAs) -> bool:
    """Return whether the data of `unit` or of `face` lists `unit` as a leader of `face`."""
    return (
        face.called in own.leads
        or any(fold(condition.unit) == face.called for condition in own.leads_if)
        or has_any_tag(unit.tags, face.led_by)
        or any(
            all(has_tag(face.tags, keyword) for keyword in keywords)
            for keywords in own.leads_keywords
        )
    )


def _can_meet_conditions(unit: Unit, face: LedAs) -> bool:
    """Return whether `unit` meets the conditions on leaders that come with `face`."""
    return all(
        (not condition.leader_any or has_any_tag(unit.tags, condition.leader_any))
        and not has_any_tag(unit.tags, condition.leader_none)
        for condition in face.conditions
    )


def list_led_names(own: Role) -> list[str]:
    """Return the names of the units and keywords that a role `own` may lead or join.

    They are for sentences to the player.
    """
    names = [*own.shown, *(" ".join(keywords) for keywords in own.leads_keywords)]
    return names + ([*own.joins.units, *own.joins.keywords] if own.joins else [])


def _find_join_refusal(joins: Joins, target: Unit, others: Sequence[Unit]) -> Refusal | None:
    """Return why a unit with the rules `joins` may not join `target`, or None if it may.

    `others`: the rest of the attached unit, its bodyguard first. Each of its members may be the one
    that the unit can join: naming the bodyguard or another member means the same attached unit.
    """
    around = others if target in others else [target, *others]
    names = set(map(fold, joins.units))
    if any(
        get_role(member).called in names or has_any_tag(member.tags, joins.keywords)
        for member in around
    ):
        return None
    if joins.led_by_keyword:
        if any(has_any_tag(leader.tags, joins.led_by_keyword) for leader in others[1:]):
            return None
        return Refusal("not_led", {"keywords": list(joins.led_by_keyword)})
    return Refusal("not_listed", {"known": [*joins.units, *joins.keywords]})


def may_share_keyword(keywords: Iterable[str], unit: Unit, target: Unit) -> bool:
    """Return whether `unit` and `target` have one of `keywords` in common, or may get one.

    If one of the two has none of the keywords yet, its choice is still open, and the answer is yes.
    """
    wanted = set(map(fold, keywords))
    unit_keywords, target_keywords = wanted & unit.tags, wanted & target.tags
    return not unit_keywords or not target_keywords or bool(unit_keywords & target_keywords)


def find_intruders(host: Unit, attached: Sequence[Unit]) -> Iterator[tuple[Unit, Unit]]:
    """Yield pairs (joined unit, neighbour) in which the neighbour may not be beside it.

    Both are among the units `attached` to `host`. The rules of the joined unit say who may be
    beside it.
    """
    for unit in attached:
        joins = get_role(unit).joins
        if joins is None or not joins.not_attached or determine_way(unit, host) != "joins":
            continue
        for neighbour in attached:
            if neighbour is not unit and not has_any_tag(neighbour.tags, joins.only_with):
                yield unit, neighbour


class AttachmentFault(msgspec.Struct, frozen=True):
    """The fault in the number of units attached to one: a key of the wording of one_leader."""

    key: str
    units: tuple[Unit, ...]  # those of which there are too many
    args: dict[str, object] = {}


def find_crowd(host: Unit, attached: Sequence[Unit]) -> AttachmentFault | None:
    """Return what is wrong with the number of units attached to `host`, or None.

    Wrong are more leaders or supports than `host` may have, or more joined units of a kind than
    that kind allows. A unit that may be leader or support counts as the one for which there is
    room.
    """
    ways = [(unit, determine_way(unit, host)) for unit in attached]
    leaders = [unit for unit, unit_way in ways if unit_way == "leads"]
    supports = [unit for unit, unit_way in ways if unit_way == "supports"]
    if len(leaders) > 1 and not supports:  # who may be either stands where there is room
        supports = [unit for unit in leaders if _may_support(unit, host)][-1:]
        leaders = [unit for unit in leaders if unit not in supports]
    if not _may_serve_together(host, leaders):
        fault = _find_leader_excess(host, leaders)
        if fault is not None:
            return fault
    if len(supports) > 1:
        return AttachmentFault("too_many_supports", tuple(supports), {"max": 1})
    return _find_joined_excess(host, [unit for unit, unit_way in ways if unit_way == "joins"])


def _find_leader_excess(host: Unit, leaders: Sequence[Unit]) -> AttachmentFault | None:
    """Return what the data of `host` has against several leaders, or None if it allows them.

    Without a rule in the data, one leader is allowed.
    """
    rule = get_role(host).bodyguard
    if rule is None:
        key = "not_together" if any(get_role(unit).led_with for unit in leaders) else "too_many"
        return AttachmentFault(key, tuple(leaders), {"max": 1})
    if not _has_size_for_leaders(host, rule):
        assert rule.unit_size is not None
        args: dict[str, object] = {
            "max": 1,
            "more": rule.max_leaders,
            "size": host.models,
            "min": rule.unit_size.min or 0,
        }
        return AttachmentFault("too_small", tuple(leaders), args)
    if len(leaders) > rule.max_leaders:
        return AttachmentFault("too_many", tuple(leaders), {"max": rule.max_leaders})
    if rule.needs_one_of and not any(has_any_tag(unit.tags, rule.needs_one_of) for unit in leaders):
        return AttachmentFault("needs_one_of", tuple(leaders), {"needs": list(rule.needs_one_of)})
    if rule.not_same and (same := _find_same(leaders)):
        return AttachmentFault("same", same)
    for keyword, most in rule.max_of_keyword.items():
        of_it = tuple(unit for unit in leaders if has_tag(unit.tags, keyword))
        if len(of_it) > most:
            return AttachmentFault("too_many_of", of_it, {"max": most, "keyword": keyword})
    return None


def _has_size_for_leaders(host: Unit, rule: Bodyguard) -> bool:
    """Return whether `host` has as many models as its `rule` for several leaders demands."""
    size = rule.unit_size
    return size is None or (size.min or 0) <= host.models <= (size.max or host.models)


def _find_same(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return the units of the first datasheet that occurs more than once, or ()."""
    for unit in units:
        called = get_role(unit).called
        same = tuple(other for other in units if get_role(other).called == called)
        if len(same) > 1:
            return same
    return ()


def _may_serve_together(host: Unit, leaders: Sequence[Unit]) -> bool:
    """Return whether the leaders can be attached in some order, each beside those before it.

    No order has to be tried twice: a leader that can join beside some leaders can also join beside
    fewer of them. So whoever can be the last one is taken to be the last.
    """
    remaining = list(leaders)
    while len(remaining) > 1:
        for place, unit in enumerate(remaining):
            if _may_lead_beside(host, unit, remaining):
                del remaining[place]
                break
        else:
            return False
    return True


def _may_lead_beside(host: Unit, leader: Unit, leaders: Sequence[Unit]) -> bool:
    """Return whether `leader` may be attached to `host` beside the other units of `leaders`.

    The leader's data names whom it may be beside (`led_with`). That speaks of one other leader,
    unless the data says that their number does not matter.
    """
    own = get_role(leader)
    rules = own.led_with_rules
    if not own.led_with or (len(leaders) > 2 and not rules.unlimited):
        return False
    if rules.units and get_role(host).called not in set(map(fold, rules.units)):
        return False
    others = [unit for unit in leaders if unit is not leader]
    if rules.not_same and any(get_role(other).called == own.called for other in others):
        return False
    return ANYONE in own.led_with or all(has_any_tag(other.tags, own.led_with) for other in others)


def _find_joined_excess(host: Unit, joined: Sequence[Unit]) -> AttachmentFault | None:
    """Return which of the units `joined` to `host` are too many by their own data, or None."""
    for unit in joined:
        joins = get_role(unit).joins
        if joins is None or joins.max_per_unit is None:
            continue
        counted = joins.counts_with or (unit.name,)
        alike = tuple(
            other for other in joined if other is unit or has_any_tag(other.tags, counted)
        )
        if len(alike) > joins.max_per_unit:
            return AttachmentFault(
                "too_many_joined", alike, {"max": joins.max_per_unit, "what": list(counted)}
            )
    return None


def is_without_leader(unit: Unit, attached: Sequence[Unit]) -> bool:
    """Return whether `unit` must be led by a kind of unit that is not in `attached`."""
    needs = get_role(unit).needs_leader
    return bool(needs) and not any(has_any_tag(leader.tags, needs) for leader in attached)


def can_lead_unit(unit: Unit, target: Unit) -> bool:
    """Return whether `unit` can lead `target`, whoever else is attached to it."""
    return unit is not target and _find_lead_refusal(unit, target) is None


def can_be_attached(unit: Unit, units: Sequence[Unit]) -> bool:
    """Return whether any of `units` could take `unit`, if all the others were placed suitably.

    A unit that joins may also need a leader; then it counts if such a leader can lead one of
    `units`.
    """
    others = [other for other in units if other is not unit]
    if any(can_lead_unit(unit, target) for target in others):
        return True
    joins = get_role(unit).joins
    if joins is None:
        return False
    names = set(map(fold, joins.units))
    for other in others:
        if get_role(other).called in names or has_any_tag(other.tags, joins.keywords):
            return True
    leaders = [other for other in others if has_any_tag(other.tags, joins.led_by_keyword)]
    return any(can_lead_unit(leader, target) for leader in leaders for target in others)


def has_to_be_attached(unit: Unit) -> bool:
    """Return whether `unit` can only be used attached to another."""
    own = get_role(unit)
    return own.must_attach or (own.joins is not None and own.joins.must)


def may_be_attached(army: Army, declarations: Declarations, unit: Unit, target: Unit) -> bool:
    """Return whether `unit` may be attached to `target` now, beside those already attached.

    No if they are in one attached unit already, or if `target` is itself attached and `unit` would
    lead or support it.
    """
    if unit.id in declarations.get_party(target.id):
        return False
    party = list_members(army, declarations, target.id)
    if find_attach_refusal(declarations, unit, target, party) is not None:
        return False
    if determine_way(unit, target) != "joins" and target.id in declarations.attached:
        return False
    host, *attached = party
    return find_crowd(host, [*attached, unit]) is None
