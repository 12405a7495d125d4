"""Where each unit starts: on the table, aboard, or in reserve; and what waits in strategic reserves with it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from listbuilder.games.shared.declarations.attach import by_id, role
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model, fold
from listbuilder.model.declaration import Declarations


class Flyer(Model):
    """Who starts in reserve by its kind, and the ability with which it may be declared not to be of that kind."""

    keyword: str
    unless: str


class Place(msgspec.Struct, frozen=True):
    """What the roster says of one attached unit (or a unit alone): which of its members it names where."""

    strategic: tuple[str, ...]
    reserves: tuple[str, ...]
    transports: tuple[str, ...]  # each once


def place_of(declarations: Declarations, unit_id: str) -> Place:
    found: Place | None = declarations.places.get(unit_id)
    if found is None:
        found = declarations.places[unit_id] = _place_of(declarations, unit_id)
    return found


def _place_of(declarations: Declarations, unit_id: str) -> Place:
    party = declarations.party(unit_id)
    if len(party) == 1:  # nearly all
        here, into = (unit_id,), declarations.embarked.get(unit_id)
        return Place(
            strategic=here if unit_id in declarations.strategic_reserves else (),
            reserves=here if unit_id in declarations.reserves else (),
            transports=(into,) if into is not None else (),
        )
    return Place(
        strategic=tuple(each for each in party if each in declarations.strategic_reserves),
        reserves=tuple(each for each in party if each in declarations.reserves),
        transports=tuple(dict.fromkeys(declarations.embarked[each] for each in party if each in declarations.embarked)),
    )


def hosts(army: Army, declarations: Declarations) -> Iterator[Unit]:
    """One unit for each attached unit, its bodyguard, and every unit alone."""
    return (unit for unit in army.standing_units if unit.id not in declarations.hosts)


def waits(declarations: Declarations, unit_id: str) -> bool:
    """In reserve of either kind, as the attached unit it belongs to."""
    place = place_of(declarations, unit_id)
    return bool(place.strategic or place.reserves)


def flies(declarations: Declarations, unit: Unit, flyer: Flyer) -> bool:
    """Of that kind, and not declared to hover."""
    return unit.has(flyer.keyword) and not (unit.id in declarations.hover and fold(flyer.unless) in role(unit).abilities)


def aboard(declarations: Declarations, transport: str) -> list[str]:
    """The units of every attached unit of which one is declared to ride in it."""
    return list(declarations.riders.get(transport, ()))


def uncounted(army: Army, declarations: Declarations) -> set[str]:
    """What is free of the limit of reserves by its data, with all that is attached to it, and aboard where that says so."""
    found: set[str] = set()
    for unit in army.standing_units:
        if (rule := role(unit).uncounted) is not None:
            found.update(declarations.party(unit.id))
            found.update(aboard(declarations, unit.id) if rule == "with_everyone_aboard" else ())
    return found


def in_strategic_reserves(army: Army, declarations: Declarations, flyer: Flyer | None) -> list[Unit]:
    """All that is in strategic reserves: what is named, what is attached to it, and what is aboard."""
    units = by_id(army)
    open_ids = [each for each in declarations.strategic_reserves if not (flyer and flies(declarations, units[each], flyer))]
    seen: set[str] = set()
    while open_ids:
        unit_id = open_ids.pop()
        if unit_id in seen:
            continue
        seen.add(unit_id)
        open_ids.extend(declarations.party(unit_id))
        if not (flyer and flies(declarations, units[unit_id], flyer)):
            open_ids.extend(aboard(declarations, unit_id))
    return [unit for unit in army.standing_units if unit.id in seen]
