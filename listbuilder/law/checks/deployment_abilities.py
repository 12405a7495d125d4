"""Some abilities serve only a unit in which every model has them; an attachment or a passenger may take them away."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.shared.declarations.attach import by_id, members, role
from listbuilder.games.shared.declarations.places import aboard, hosts, place_of
from listbuilder.law.looks import LooksAt
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model, fold
from listbuilder.model.declaration import Declarations
from listbuilder.model.finding import Finding

LOOKS_AT: LooksAt = "declared"


class Params(Model):
    abilities: tuple[str, ...] = ()  # that serve a unit on the table
    in_reserve: tuple[str, ...] = ()  # that serve one in strategic reserves
    carried: str = ""  # the one a transport uses if everything aboard has it
    transport: str = ""  # the keyword of such transports


def check(army: Army, params: Params) -> Iterator[Finding]:
    declarations = army.declarations
    if declarations is None:
        return
    for host in (unit for unit in hosts(army, declarations) if unit.id in declarations.parties):
        serving = _serving(declarations, host, params)
        if serving:
            yield from _attached(declarations, members(army, declarations, host.id), serving)
    for unit in army.standing_units:
        if params.carried and unit.has(params.transport) and not _waits(declarations, unit):
            yield from _carried(army, declarations, unit, params)


def _serving(declarations: Declarations, host: Unit, params: Params) -> list[str]:
    """Those that serve a unit where it begins. Where nothing is declared it may begin anywhere."""
    place = place_of(declarations, host.id)
    waiting = bool(place.strategic or place.reserves)
    if not declarations.declared:
        return list(dict.fromkeys((*params.abilities, *params.in_reserve)))
    if place.transports:
        return []
    return list(params.in_reserve if waiting else params.abilities)


def _has(unit: Unit, ability: str) -> bool:
    return fold(ability) in role(unit).abilities


def _waits(declarations: Declarations, unit: Unit) -> bool:
    place = place_of(declarations, unit.id)
    return bool(place.strategic or place.reserves)


def _attached(declarations: Declarations, party: list[Unit], abilities: list[str]) -> Iterator[Finding]:
    host = party[0]
    for ability in abilities:
        without = [unit for unit in party if not _has(unit, ability)]
        if not without or len(without) == len(party):
            continue
        having = [unit.name for unit in party if unit not in without]
        args = {"units": having, "ability": ability, "without": [unit.name for unit in without]}
        path = declarations.attached_path(party[-1].id)
        ids, about, excess = tuple(unit.id for unit in party), (*host.path, ability), len(without)
        # Where attachments are part of the roster, what they take away is no secret; where a unit begins is.
        public = not declarations.declared
        yield Finding(key="attached", path=path, args=args, units=ids, about=about, excess=excess, public=public)


def _carried(army: Army, declarations: Declarations, transport: Unit, params: Params) -> Iterator[Finding]:
    units = by_id(army)
    riders = [units[each] for each in aboard(declarations, transport.id) if each != transport.id]
    without = [unit for unit in riders if not _has(unit, params.carried)]
    having = [unit for unit in (transport, *riders) if _has(unit, params.carried)]
    if not without or not having:
        return
    args = {
        "transport": transport.name,
        "units": [unit.name for unit in having],
        "ability": params.carried,
        "without": [unit.name for unit in without],
    }
    ids = (transport.id, *(unit.id for unit in riders))
    path = declarations.embarked_path(next(each for each, into in declarations.embarked.items() if into == transport.id))
    yield Finding(key="carried", path=path, args=args, units=ids, about=transport.path, excess=len(without))
