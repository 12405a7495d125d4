"""Whom a hero's regiment options admit, and what is wrong with a regiment by them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from listbuilder.games.regiments.allegiance import RegimentLimit
from listbuilder.games.regiments.army import Regiment, RegimentArmy, RegimentUnit
from listbuilder.games.regiments.warscroll import RegimentOption
from listbuilder.model.base import fold
from listbuilder.model.finding import Amount


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """One thing wrong with a regiment: with a member, or (a compulsory unit that is missing) with its leader."""

    key: str
    unit: RegimentUnit
    units: tuple[RegimentUnit, ...] = ()  # all that are part of it, where these are several
    args: dict[str, Any] = {}
    group: str = ""  # what of the regiment there is too much of, where it is not about the unit alone
    excess: int = 0


def admits(option: RegimentOption, unit: RegimentUnit) -> bool:
    """Whether the option speaks of this unit. Keywords speak of no hero, titles and hero options of nothing else."""
    name = fold(unit.name)
    if unit.hero:
        return option.for_heroes and (name in option.named or unit.joins_as(option.sub_heroes))
    if option.for_heroes:
        return False
    if name in option.named:
        return True
    if not option.tags or not option.tags <= unit.tags:
        return False
    return option.not_tags.isdisjoint(unit.tags) and name not in option.not_named


def _named(names: Sequence[str], unit: RegimentUnit) -> bool:
    own = fold(unit.name)
    return any(fold(name) == own for name in names)


def admitting(leader: RegimentUnit, unit: RegimentUnit) -> list[RegimentOption]:
    return [option for option in leader.profile.options if admits(option, unit)]


def shown(option: RegimentOption) -> Amount | str:
    """As battle profiles print it: 0-1 of a kind, 1 of a companion, or just the kind for any number."""
    if option.max is None:
        return option.title
    number = str(option.max) if option.min == option.max else f"{option.min}-{option.max}"
    return Amount(number, option.title)


def _printed(option: Amount | str) -> str:
    return option if isinstance(option, str) else f"{option.count} {option.name}"


def unplaced(leader: RegimentUnit, members: Sequence[RegimentUnit]) -> list[RegimentUnit]:
    """The members for whom no admitting option has room left, later ones first to go.

    Each member uses up one option. Where several admit it, it takes whichever leaves room for the others.
    """
    options = leader.profile.options
    uses: list[list[int]] = [[] for _ in options]  # per option: places of the members that use it
    possible = [[place for place, option in enumerate(options) if admits(option, unit)] for unit in members]

    def seat(member: int, tried: set[int]) -> bool:
        for place in possible[member]:
            if place in tried:
                continue
            tried.add(place)
            limit = options[place].max
            if limit is None or len(uses[place]) < limit:
                uses[place].append(member)
                return True
            for other in uses[place]:
                if seat(other, tried):
                    uses[place].remove(other)
                    uses[place].append(member)
                    return True
        return False

    return [unit for member, unit in enumerate(members) if not seat(member, set())]


def faults_of(army: RegimentArmy, regiment: Regiment) -> Sequence[Fault]:
    """Of a regiment as it stands. What has no business in the army at all, or with whom nobody can be: of that others speak."""
    if regiment.faults is None:
        leader = regiment.leader
        sound = leader is not None and leader.hero and leader.profile.can_lead and leader.standing == "own"
        members = [unit for unit in regiment.members if unit.standing == "own"]
        regiment.faults = tuple(faults(leader, members, army.faction.regiment_limits)) if leader and sound else ()
    found: Sequence[Fault] = regiment.faults
    return found


def faults(leader: RegimentUnit, members: Sequence[RegimentUnit], limits: Sequence[RegimentLimit]) -> Iterator[Fault]:
    """Everything the battle profiles forbid in one regiment, its size apart."""
    bound = [unit for unit in members if not _bound_elsewhere(leader, unit)]
    for unit in members:
        if _bound_elsewhere(leader, unit):
            yield Fault(key="only_with", unit=unit, args={"heroes": list(unit.profile.only_in_regiment_of)})
    lost = unplaced(leader, bound)
    for unit in lost:
        listed = admitting(leader, unit)
        if listed:
            options = [shown(option) for option in listed]
            yield Fault(key="too_many", unit=unit, args={"options": options}, group=", ".join(map(_printed, options)))
        else:
            yield Fault(key="not_listed", unit=unit, args={"options": [shown(o) for o in leader.profile.options]})
    placed = [unit for unit in bound if not any(unit is each for each in lost)]
    yield from _missing(leader, members)
    yield from _riders(placed, members)
    yield from _over_limits(leader, placed, limits)


def _bound_elsewhere(leader: RegimentUnit, unit: RegimentUnit) -> bool:
    only = unit.profile.only_in_regiment_of
    return bool(only) and not _named(only, leader)


def _missing(leader: RegimentUnit, members: Sequence[RegimentUnit]) -> Iterator[Fault]:
    for option in leader.profile.options:
        count = sum(admits(option, unit) for unit in members)
        if count < option.min:
            args = {"missing": option.title, "count": count, "min": option.min}
            yield Fault(key="missing", unit=leader, args=args, excess=option.min - count)


def _riders(placed: Sequence[RegimentUnit], members: Sequence[RegimentUnit]) -> Iterator[Fault]:
    """Units that ride along with another unit, and how many of them may."""
    counts: dict[str, list[RegimentUnit]] = {}
    for unit in placed:
        needs = unit.profile.requires_in_regiment
        if needs and not any(_named(needs, other) for other in members):
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
            yield Fault(key="too_many_alike", unit=units[limit], units=tuple(units), args=args, group=group, excess=excess)


def _over_limits(leader: RegimentUnit, placed: Sequence[RegimentUnit], limits: Sequence[RegimentLimit]) -> Iterator[Fault]:
    for limit in limits:
        if limit.unless_leader_keywords and all(leader.has(keyword) for keyword in limit.unless_leader_keywords):
            continue
        meant = [unit for unit in placed if all(unit.has(keyword) for keyword in limit.keywords)]
        if len(meant) > limit.max:
            args = {"count": len(meant), "keywords": list(limit.keywords), "max": limit.max}
            group, excess = " ".join(limit.keywords), len(meant) - limit.max
            yield Fault(key="limit", unit=meant[limit.max], units=tuple(meant), args=args, group=group, excess=excess)


def admitted(leader: RegimentUnit, members: Sequence[RegimentUnit], unit: RegimentUnit, limits: Sequence[RegimentLimit]) -> bool:
    """Whether the unit may join the others, as far as battle profiles go."""
    if not leader.hero or not leader.profile.can_lead or leader.standing != "own":
        return False
    found = faults(leader, [*members, unit], limits)
    return not any(each is unit for fault in found for each in (fault.unit, *fault.units))
