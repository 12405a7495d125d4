"""Report abilities that a unit loses because an attached unit or a passenger lacks them.

Some abilities serve only a unit in which every model has them.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.common.attach import get_role, get_units_by_id, list_members
from listbuilder.games.common.reserves import get_place, list_aboard, list_hosts
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model, fold
from listbuilder.model.deployment import Declarations
from listbuilder.model.finding import Finding
from listbuilder.rules.check_scope import LooksAt

LOOKS_AT: LooksAt = "declared"


class Params(Model):
    """The abilities that serve a unit on the table (`abilities`) and in reserves (`in_reserve`).

    `carried` is the one that a transport with the keyword `transport` uses if everything aboard has
    it.
    """

    abilities: tuple[str, ...] = ()  # that serve a unit on the table
    in_reserve: tuple[str, ...] = ()  # that serve one in strategic reserves
    carried: str = ""  # the one a transport uses if everything aboard has it
    transport: str = ""  # the keyword of such transports


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report abilities that a unit loses because not all units together with it have them.

    That happens to units attached together, and to transports with passengers. If attachments are
    part of the roster, abilities lost by them are no secret; where a unit starts is.
    """
    declarations = army.declarations
    if declarations is None:
        return
    for host in list_hosts(army, declarations):
        if host.id not in declarations.parties:
            continue
        serving = _list_useful_abilities(declarations, host, params)
        if serving:
            party = list_members(army, declarations, host.id)
            yield from _check_attached(declarations, party, serving)
    if not params.carried:
        return
    for unit in army.standing_units:
        is_transport = unit.has_keyword(params.transport)
        if is_transport and not _waits_in_reserve(declarations, unit):
            yield from _check_passengers(army, declarations, unit, params)


def _list_useful_abilities(declarations: Declarations, host: Unit, params: Params) -> list[str]:
    """Return the abilities that `host` could use where it starts: on the table or in reserve.

    If no formations are declared, it may start anywhere, so all abilities are returned. Aboard a
    transport none is useful.
    """
    if not declarations.declared:
        return list(dict.fromkeys((*params.abilities, *params.in_reserve)))
    if get_place(declarations, host.id).transports:
        return []
    return list(params.in_reserve if _waits_in_reserve(declarations, host) else params.abilities)


def _has_ability(unit: Unit, ability: str) -> bool:
    """Return whether the unit's datasheet has the core ability called `ability`."""
    return fold(ability) in get_role(unit).abilities


def _waits_in_reserve(declarations: Declarations, unit: Unit) -> bool:
    """Return whether the unit is declared to start in reserves or strategic reserves."""
    place = get_place(declarations, unit.id)
    return bool(place.strategic or place.reserves)


def _check_attached(
    declarations: Declarations, party: list[Unit], abilities: list[str]
) -> Iterator[Finding]:
    """Yield a finding for each of `abilities` that some but not all units in `party` have.

    `party` are units attached together, the bodyguard first.
    """
    host = party[0]
    for ability in abilities:
        without = [unit for unit in party if not _has_ability(unit, ability)]
        if not without or len(without) == len(party):
            continue
        having = [unit.name for unit in party if unit not in without]
        args = {"units": having, "ability": ability, "without": [unit.name for unit in without]}
        path = declarations.make_attached_path(party[-1].id)
        ids, about, excess = tuple(unit.id for unit in party), (*host.path, ability), len(without)
        # Where attachments are part of the roster, what they take away is no secret; where a unit
        # begins is.
        is_public = not declarations.declared
        yield Finding(
            key="attached",
            path=path,
            args=args,
            units=ids,
            about=about,
            excess=excess,
            public=is_public,
        )


def _check_passengers(
    army: Army, declarations: Declarations, transport: Unit, params: Params
) -> Iterator[Finding]:
    """Yield a finding if only some of a transport and its passengers have the ability.

    It is the ability `params.carried`.

    Nothing if none of them has it, or if all passengers do.
    """
    units = get_units_by_id(army)
    riders = [
        units[rider_id]
        for rider_id in list_aboard(declarations, transport.id)
        if rider_id != transport.id
    ]
    without = [unit for unit in riders if not _has_ability(unit, params.carried)]
    having = [unit for unit in (transport, *riders) if _has_ability(unit, params.carried)]
    if not without or not having:
        return
    args = {
        "transport": transport.name,
        "units": [unit.name for unit in having],
        "ability": params.carried,
        "without": [unit.name for unit in without],
    }
    ids = (transport.id, *(unit.id for unit in riders))
    path = declarations.make_embarked_path(
        next(rider_id for rider_id, into in declarations.embarked.items() if into == transport.id)
    )
    yield Finding(
        key="carried", path=path, args=args, units=ids, about=transport.path, excess=len(without)
    )
