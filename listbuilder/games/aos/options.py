"""The units that a hero's regiment options allow, and what is wrong with a regiment by them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from listbuilder.games.aos.army import Regiment, RegimentArmy, RegimentUnit
from listbuilder.games.aos.faction import RegimentLimit
from listbuilder.games.aos.warscroll import RegimentOption
from listbuilder.model.base import fold
from listbuilder.model.finding import Amount


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """One thing wrong with a regiment: with a member, or with its leader.

    A missing compulsory unit is the leader's fault. `group` names of what the regiment has too
    much, if the fault isn't about the unit alone.
    """

    key: str
    unit: RegimentUnit
    units: tuple[RegimentUnit, ...] = ()  # all that are part of it, where these are several
    args: dict[str, Any] = {}  # of the finding's message
    group: str = ""
    excess: int = 0


def is_unit_allowed(option: RegimentOption, unit: RegimentUnit) -> bool:
    """Return whether the regiment option allows the unit.

    Keywords never allow heroes. Titles, and names in options for heroes, allow heroes only. The
    units that the option excludes aren't allowed by its keywords.
    """
    name = fold(unit.name)
    if unit.is_hero:
        return option.is_for_heroes and (
            name in option.folded_unit_names or unit.can_join_as(option.sub_heroes)
        )
    if option.is_for_heroes:
        return False
    if name in option.folded_unit_names:
        return True
    if not option.folded_keywords or not option.folded_keywords <= unit.tags:
        return False
    return option.excluded_keywords.isdisjoint(unit.tags) and name not in option.excluded_unit_names


def _is_one_of(names: Sequence[str], unit: RegimentUnit) -> bool:
    """Return whether the unit has one of these names."""
    folded_name = fold(unit.name)
    return any(fold(name) == folded_name for name in names)


def list_options_for(leader: RegimentUnit, unit: RegimentUnit) -> list[RegimentOption]:
    """Return the leader's regiment options that allow the unit."""
    return [option for option in leader.profile.options if is_unit_allowed(option, unit)]


def format_option(option: RegimentOption) -> Amount | str:
    """Return a regiment option as battle profiles print it.

    An option with a maximum has a number before its title: `0-1`, or `1` for a unit that must be
    taken. An option without a maximum is just its title.
    """
    if option.max is None:
        return option.title
    number = str(option.max) if option.min == option.max else f"{option.min}-{option.max}"
    return Amount(number, option.title)


def find_unplaced_units(
    leader: RegimentUnit, members: Sequence[RegimentUnit]
) -> list[RegimentUnit]:
    """Return the members for which the leader's regiment options have no room.

    Each member uses up one option. If several options allow a member, the assignment leaves room
    for as many others as possible. Of members that compete for room, the later ones in the regiment
    are returned.
    """
    options = leader.profile.options
    users: list[list[int]] = [[] for _ in options]  # per option: places of the members that use it
    possible = [
        [place for place, option in enumerate(options) if is_unit_allowed(option, unit)]
        for unit in members
    ]

    def place_member(member: int, tried: set[int]) -> bool:
        """Assign the member to an option that allows it; return False if none has room.

        Members already assigned are moved to other options if that makes room. `tried` are the
        options already tried for this.
        """
        for place in possible[member]:
            if place in tried:
                continue
            tried.add(place)
            limit = options[place].max
            if limit is None or len(users[place]) < limit:
                users[place].append(member)
                return True
            for seated in users[place]:
                if place_member(seated, tried):
                    users[place].remove(seated)
                    users[place].append(member)
                    return True
        return False

    return [unit for member, unit in enumerate(members) if not place_member(member, set())]


def list_regiment_faults(army: RegimentArmy, regiment: Regiment) -> Sequence[Fault]:
    """Return what is wrong with a regiment by the battle profiles, worked out only once.

    Members that can't be in the army at all aren't considered. Empty if the leader is missing or
    can't lead. Other checks report these.
    """
    if regiment.faults is None:
        regiment.faults = ()
        leader = regiment.leader
        if leader is not None and _can_lead(leader):
            members = [unit for unit in regiment.members if unit.standing == "own"]
            regiment.faults = tuple(find_faults(leader, members, army.faction.regiment_limits))
    faults_found: Sequence[Fault] = regiment.faults
    return faults_found


def _can_lead(leader: RegimentUnit) -> bool:
    """Return whether the unit is a hero that can lead a regiment in this army."""
    return leader.is_hero and leader.profile.can_lead and leader.standing == "own"


def find_faults(
    leader: RegimentUnit, members: Sequence[RegimentUnit], limits: Sequence[RegimentLimit]
) -> Iterator[Fault]:
    """Yield everything in one regiment that the battle profiles forbid, except for its size.

    `limits` are the faction's limits for each regiment.
    """
    joined = [unit for unit in members if not _needs_other_leader(leader, unit)]
    for unit in members:
        if _needs_other_leader(leader, unit):
            yield Fault(
                key="only_with", unit=unit, args={"heroes": list(unit.profile.only_in_regiment_of)}
            )
    unplaced_units = find_unplaced_units(leader, joined)
    for unit in unplaced_units:
        full_options = [format_option(option) for option in list_options_for(leader, unit)]
        if not full_options:
            all_options = [format_option(option) for option in leader.profile.options]
            yield Fault(key="not_listed", unit=unit, args={"options": all_options})
            continue
        titles = []
        for amount in full_options:
            titles.append(amount if isinstance(amount, str) else f"{amount.count} {amount.name}")
        group = ", ".join(titles)
        yield Fault(key="too_many", unit=unit, args={"options": full_options}, group=group)
    placed = [unit for unit in joined if not any(unit is lost_unit for lost_unit in unplaced_units)]
    for option in leader.profile.options:
        count = sum(is_unit_allowed(option, unit) for unit in members)
        if count < option.min:
            args = {"missing": option.title, "count": count, "min": option.min}
            yield Fault(key="missing", unit=leader, args=args, excess=option.min - count)
    yield from _check_accompanying_units(placed, members)
    yield from _check_limits(leader, placed, limits)


def _needs_other_leader(leader: RegimentUnit, unit: RegimentUnit) -> bool:
    """Return whether the unit can only be in the regiment of a hero other than `leader`."""
    leaders = unit.profile.only_in_regiment_of
    return bool(leaders) and not _is_one_of(leaders, leader)


def _check_accompanying_units(
    placed: Sequence[RegimentUnit], members: Sequence[RegimentUnit]
) -> Iterator[Fault]:
    """Yield the faults of units that accompany another unit of the regiment.

    Either that other unit is missing, or more units accompany it than allowed. `placed` are the
    members that an option allows, `members` all members.
    """
    counts: dict[str, list[RegimentUnit]] = {}
    for unit in placed:
        needs = unit.profile.requires_in_regiment
        if needs and not any(_is_one_of(needs, companion) for companion in members):
            yield Fault(key="needs", unit=unit, args={"needs": list(needs)})
        if unit.profile.max_per_regiment is not None:
            counts.setdefault(unit.warscroll.id, []).append(unit)
    for units in counts.values():
        first, *_ = units
        limit = first.profile.max_per_regiment
        assert limit is not None
        if len(units) > limit:
            args = {"count": len(units), "max": limit}
            group, excess = first.warscroll.id, len(units) - limit
            yield Fault(
                key="too_many_alike",
                unit=units[limit],
                units=tuple(units),
                args=args,
                group=group,
                excess=excess,
            )


def _check_limits(
    leader: RegimentUnit, placed: Sequence[RegimentUnit], limits: Sequence[RegimentLimit]
) -> Iterator[Fault]:
    """Yield a fault for each limit of the faction that the regiment exceeds."""
    for limit in limits:
        if limit.unless_leader_keywords and all(
            leader.has_keyword(keyword) for keyword in limit.unless_leader_keywords
        ):
            continue
        limited = [
            unit for unit in placed if all(unit.has_keyword(keyword) for keyword in limit.keywords)
        ]
        if len(limited) > limit.max:
            args = {"count": len(limited), "keywords": list(limit.keywords), "max": limit.max}
            group, excess = " ".join(limit.keywords), len(limited) - limit.max
            yield Fault(
                key="limit",
                unit=limited[limit.max],
                units=tuple(limited),
                args=args,
                group=group,
                excess=excess,
            )


def can_join(
    leader: RegimentUnit,
    members: Sequence[RegimentUnit],
    unit: RegimentUnit,
    limits: Sequence[RegimentLimit],
) -> bool:
    """Return whether `unit` can join the regiment, by battle profiles alone.

    The regiment consists of `leader` and `members`. `limits` are the faction's limits for each
    regiment. Faults that the regiment already has without the unit don't matter.
    """
    if not _can_lead(leader):
        return False
    found = find_faults(leader, [*members, unit], limits)
    return not any(involved is unit for fault in found for involved in (fault.unit, *fault.units))
