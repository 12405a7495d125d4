"""Units that start embarked are of the kinds the transport takes, and all their models together fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.games.shared.declarations.attach import by_id, members, role, shares
from listbuilder.games.shared.declarations.places import hosts, place_of
from listbuilder.games.shared.declarations.transport import Overfull, Refused, overfull, refused
from listbuilder.law.declaration_fixes import disembark, split_off
from listbuilder.law.looks import LooksAt
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.bounds import MAX_TRIED
from listbuilder.model.declaration import Declarations
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix, Remarked

Party = Sequence[Unit]

LOOKS_AT: LooksAt = "declared"


class Params(Model):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    declarations = army.declarations
    if declarations is None:
        return
    units = by_id(army)
    circling = {unit for circle in declarations.embarked_circles for unit in circle}
    for circle in declarations.embarked_circles:
        yield _circle(declarations, [units[each] for each in circle])
    riding: dict[str, list[Party]] = {}
    for host in hosts(army, declarations):
        transports = place_of(declarations, host.id).transports
        if not transports:
            continue
        party = members(army, declarations, host.id)
        if any(unit.id in circling for unit in party):
            continue
        if len(transports) > 1:
            yield _apart(declarations, party, [units[each] for each in transports])
        else:
            (transport_id,) = transports
            if transport_id in declarations.party(host.id):
                yield _own_transport(declarations, party, units[transport_id])
            else:
                riding.setdefault(transport_id, []).append(party)
    for transport_id, parties in riding.items():
        yield from _aboard(army, declarations, units[transport_id], parties)


def _circle(declarations: Declarations, circle: list[Unit]) -> Finding:
    first, transport = circle[0], circle[1 % len(circle)]
    key = "itself" if len(circle) == 1 else "circle"
    args = {"unit": first.name, "units": [unit.name for unit in circle]}
    ids = tuple(unit.id for unit in circle)
    fixes = (disembark(declarations, first, transport),)
    return Finding(key=key, path=declarations.embarked_path(first.id), args=args, units=ids, fixes=fixes)


def _own_transport(declarations: Declarations, party: Party, transport: Unit) -> Finding:
    """One of an attached unit is declared to ride in another of it."""
    rider = next(unit for unit in party if declarations.embarked.get(unit.id) == transport.id)
    fixes = (disembark(declarations, rider, transport),)
    args = {"unit": rider.name}
    path = declarations.embarked_path(rider.id)
    return Finding(key="itself", path=path, args=args, units=(rider.id, transport.id), fixes=fixes)


def _apart(declarations: Declarations, party: Party, transports: list[Unit]) -> Finding:
    """Mended by leaving it in one of them."""
    riders = [unit for unit in party if unit.id in declarations.embarked]
    same = len({unit.name for unit in transports}) < len(transports)
    names = {unit.id: Remarked(unit.name, unit.id) if same else unit.name for unit in transports}
    fixes = []
    for transport in transports:
        others = [unit for unit in riders if declarations.embarked[unit.id] != transport.id]
        edit = Edit(tuple(Step("remove", declarations.embarked_path(unit.id)) for unit in others))
        fixes.append(Fix(key="only", args={"unit": party[0].name, "transport": names[transport.id]}, edit=edit))
    args = {"units": [unit.name for unit in party], "transports": list(names.values())}
    path = declarations.embarked_path(riders[-1].id)
    return Finding(key="apart", path=path, args=args, units=tuple(unit.id for unit in party), fixes=tuple(fixes))


def _aboard(army: Army, declarations: Declarations, transport: Unit, parties: list[Party]) -> Iterator[Finding]:
    if role(transport).transport is None:
        for party in parties:
            yield _refusal(declarations, transport, party, Refused(party[0], "no_transport"))
        return
    fitting: list[Party] = []
    for party in parties:
        found = next((each for unit in party if (each := _refused(declarations, transport, unit, party))), None)
        if found is not None:
            yield _refusal(declarations, transport, party, found)
        else:
            fitting.append(party)
    over = overfull(transport, fitting) if fitting else None
    if over is not None:
        yield _over(army, declarations, transport, fitting, over)


def _refused(declarations: Declarations, transport: Unit, unit: Unit, party: Party) -> Refused | None:
    found = refused(transport, unit, party)
    if found is None and not shares(declarations.transport_must_share, unit, transport):
        return Refused(unit, "not_shared", {"keywords": list(declarations.transport_must_share)})
    return found


def _named(declarations: Declarations, transport: Unit, party: Party) -> Unit:
    """Whom of an attached unit the roster declares to ride."""
    return next(unit for unit in party if declarations.embarked.get(unit.id) == transport.id)


def _refusal(declarations: Declarations, transport: Unit, party: Party, found: Refused) -> Finding:
    named = _named(declarations, transport, party)
    args = {"unit": found.unit.name, "transport": transport.name, **found.args}
    ids = tuple(dict.fromkeys((found.unit.id, named.id, transport.id)))
    fixes = (disembark(declarations, named, transport),)
    return Finding(key=found.key, path=declarations.embarked_path(named.id), args=args, units=ids, fixes=fixes)


def _over(army: Army, declarations: Declarations, transport: Unit, parties: list[Party], over: Overfull) -> Finding:
    args = {
        "transport": transport.name,
        "units": [unit.name for unit in over.units],
        "used": over.used,
        "capacity": over.capacity,
        "over": over.used - over.capacity,
        "kinds": list(over.kinds),
    }
    key = "over_load" if over.kinds else over.key
    path = declarations.embarked_path(_named(declarations, transport, parties[-1]).id)
    ids = (*(unit.id for unit in over.units), transport.id)
    return Finding(
        key=key,
        path=path,
        args=args,
        units=ids,
        fixes=(*_split_fixes(army, declarations, transport, parties), *_fixes(declarations, transport, parties)),
        about=transport.path,
        cause="over",
        excess=over.used - over.capacity,
    )


def _split_fixes(army: Army, declarations: Declarations, transport: Unit, parties: list[Party]) -> Iterator[Fix]:
    """Offer to split a lone unit that this transport splits, if half of it fits."""
    data = role(transport).transport
    unit = parties[0][0]
    if data is None or len(parties) > 1 or len(parties[0]) > 1 or unit.whole is not None:
        return
    if role(unit).called in role(transport).splits and (unit.models + 1) // 2 <= data.capacity:
        yield split_off(army, declarations, unit, transport)


def _fixes(declarations: Declarations, transport: Unit, parties: list[Party]) -> Iterator[Fix]:
    """The smallest attached unit without which the rest fits; of a crowd, one is not enough."""
    if len(parties) > MAX_TRIED:
        return
    for party in sorted(parties, key=lambda each: sum(unit.models for unit in each)):
        rest = [each for each in parties if each is not party]
        if not rest or overfull(transport, rest) is None:
            yield disembark(declarations, _named(declarations, transport, party), transport)
            return
