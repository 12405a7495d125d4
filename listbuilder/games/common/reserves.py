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
    """Return where the roster says that the attached unit of `unit_id` starts, worked out once."""
    place: Place | None = declarations.places.get(unit_id)
    if place is None:
        place = declarations.places[unit_id] = _make_place(declarations, unit_id)
    return place


def _make_place(declarations: Declarations, unit_id: str) -> Place:
    """Return where the roster says that the attached unit of `unit_id` starts.

    Nearly all units are alone, so that case is written apart.
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
    """Return one unit for each attached unit, its bodyguard, and every unit alone."""
    return (unit for unit in army.standing_units if unit.id not in declarations.hosts)


def is_in_reserve(declarations: Declarations, unit_id: str) -> bool:
    """Return whether the attached unit that `unit_id` belongs to is in reserve of either kind."""
    place = get_place(declarations, unit_id)
    return bool(place.strategic or place.reserves)


def is_flying(declarations: Declarations, unit: Unit, flyer: Flyer) -> bool:
    """Return whether `unit` is of the kind of `flyer`, and not declared to hover."""
    return unit.has_keyword(flyer.keyword) and not (
        unit.id in declarations.hover and fold(flyer.unless) in get_role(unit).abilities
    )


def list_aboard(declarations: Declarations, transport: str) -> list[str]:
    """Return the ids of the units of every attached unit of which one is declared to ride in it."""
    return list(declarations.riders.get(transport, ()))


def find_uncounted(army: Army, declarations: Declarations) -> set[str]:
    """Return the ids of what is free of the limit of reserves by its data.

    All that is attached to it is free too, and what is aboard where the data says so.
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
    """Return all units in strategic reserves.

    These are what is named, what is attached to it, and what is aboard.
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
