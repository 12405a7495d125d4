"""The places where units start: on the table, aboard, or in reserve.

It also says what waits in strategic reserves with a unit.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from listbuilder.games.common.attach import get_role, get_units_by_id
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model, fold
from listbuilder.model.deployment import Declarations


class Flyer(Model):
    """The kind of units that start in reserve.

    `unless` is the ability with which one may be declared not to be of that kind.
    """

    keyword: str
    unless: str


class Place(msgspec.Struct, frozen=True):
    """The members of one attached unit (or a unit alone) that the roster names in each place."""

    strategic: tuple[str, ...]
    reserves: tuple[str, ...]
    transports: tuple[str, ...]  # each once


def get_place(declarations: Declarations, unit_id: str) -> Place:
    """Return where the attached unit of `unit_id` starts by the roster, worked out once.

    The place lists the members that the roster names in each kind of reserve, and the transports. A
    unit alone counts as an attached unit.
    """
    place: Place | None = declarations.known_places.get(unit_id)
    if place is None:
        place = declarations.known_places[unit_id] = _make_place(declarations, unit_id)
    return place


def _make_place(declarations: Declarations, unit_id: str) -> Place:
    """Return where the attached unit to which `unit_id` belongs starts by the roster.

    Nearly all units are alone, so that case is handled first and faster.
    """
    party = declarations.get_party(unit_id)
    if len(party) == 1:  # nearly all
        self_alone, transport_id = (unit_id,), declarations.embarked.get(unit_id)
        return Place(
            strategic=self_alone if unit_id in declarations.strategic_reserves else (),
            reserves=self_alone if unit_id in declarations.reserves else (),
            transports=(transport_id,) if transport_id is not None else (),
        )
    embarked = declarations.embarked
    transports = [embarked[member_id] for member_id in party if member_id in embarked]
    return Place(
        strategic=tuple(
            member_id for member_id in party if member_id in declarations.strategic_reserves
        ),
        reserves=tuple(member_id for member_id in party if member_id in declarations.reserves),
        transports=tuple(dict.fromkeys(transports)),
    )


def list_hosts(army: Army, declarations: Declarations) -> Iterator[Unit]:
    """Return an iterator over the units that are not attached to another one.

    So each attached unit is represented by its bodyguard, and a unit alone by itself.
    """
    return (unit for unit in army.standing_units if unit.id not in declarations.hosts)


def is_in_reserve(declarations: Declarations, unit_id: str) -> bool:
    """Return whether the attached unit of `unit_id` starts in strategic or other reserves.

    It does if one of its members is listed there.
    """
    place = get_place(declarations, unit_id)
    return bool(place.strategic or place.reserves)


def is_flying(declarations: Declarations, unit: Unit, flyer: Flyer) -> bool:
    """Return whether `unit` has the keyword of `flyer` and is not declared to hover.

    The declaration counts only if the unit has the ability that allows it.
    """
    return unit.has_keyword(flyer.keyword) and not (
        unit.id in declarations.hover and fold(flyer.unless) in get_role(unit).abilities
    )


def list_aboard(declarations: Declarations, transport: str) -> list[str]:
    """Return the ids of the units that ride in the transport with the id `transport`.

    If one member of an attached unit is declared to ride in it, all members do.
    """
    return list(declarations.riders.get(transport, ()))


def find_uncounted(army: Army, declarations: Declarations) -> set[str]:
    """Return the ids of the units that don't count towards the limit on reserves.

    A unit's own data says so. Everything attached to such a unit is free, too; and what rides in
    it, if the data says so.
    """
    unit_ids: set[str] = set()
    for unit in army.standing_units:
        rule = get_role(unit).uncounted
        if rule is not None:
            unit_ids.update(declarations.get_party(unit.id))
        if rule == "with_everyone_aboard":
            unit_ids.update(list_aboard(declarations, unit.id))
    return unit_ids


def list_in_strategic_reserves(
    army: Army, declarations: Declarations, flyer: Flyer | None
) -> list[Unit]:
    """Return all units in strategic reserves, in the order of the army.

    These are the units listed there, what is attached to them, and what rides in them. A unit that
    flies by the rule `flyer` (None: no such rule) does not count as listed there, nor do its
    passengers count through it.
    """
    units = get_units_by_id(army)
    open_ids = [
        listed_id
        for listed_id in declarations.strategic_reserves
        if not (flyer and is_flying(declarations, units[listed_id], flyer))
    ]
    seen: set[str] = set()
    while open_ids:
        unit_id = open_ids.pop()
        if unit_id in seen:
            continue
        seen.add(unit_id)
        open_ids.extend(declarations.get_party(unit_id))
        if not (flyer and is_flying(declarations, units[unit_id], flyer)):
            open_ids.extend(list_aboard(declarations, unit_id))
    return [unit for unit in army.standing_units if unit.id in seen]
