"""Units that start embarked are of the kinds the transport takes, and all their models together fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.games.shared.declarations.attach import by_id, members, role, shares
from listbuilder.games.shared.declarations.places import hosts, place_of
from listbuilder.games.shared.declarations.transport import Overfull, Refused, overfull, refused
from listbuilder.law.declaration_fixes import disembark
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.bounds import MAX_TRIED
from listbuilder.model.declaration import Formations
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix

Party = Sequence[Unit]


class Params(Model):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    formations = army.formations
    if formations is None:
        return
    units = by_id(army)
    circling = {unit for circle in formations.embarked_circles for unit in circle}
    for circle in formations.embarked_circles:
        yield _circle(formations, [units[each] for each in circle])
    riding: dict[str, list[Party]] = {}
    for host in hosts(army, formations):
        transports = place_of(formations, host.id).transports
        if not transports:
            continue
        party = members(army, formations, host.id)
        if any(unit.id in circling for unit in party):
            continue
        if len(transports) > 1:
            yield _apart(formations, party, [units[each] for each in transports])
        else:
            (transport_id,) = transports
            if transport_id in formations.party(host.id):
                yield _own_transport(formations, party, units[transport_id])
            else:
                riding.setdefault(transport_id, []).append(party)
    for transport_id, parties in riding.items():
        yield from _aboard(formations, units[transport_id], parties)


def _circle(formations: Formations, circle: list[Unit]) -> Finding:
    first, transport = circle[0], circle[1 % len(circle)]
    key = "itself" if len(circle) == 1 else "circle"
    args = {"unit": first.name, "units": [unit.name for unit in circle]}
    ids = tuple(unit.id for unit in circle)
    fixes = (disembark(formations, first, transport),)
    return Finding(key=key, path=formations.embarked_path(first.id), args=args, units=ids, fixes=fixes)


def _own_transport(formations: Formations, party: Party, transport: Unit) -> Finding:
    """One of an attached unit is declared to ride in another of it."""
    rider = next(unit for unit in party if formations.embarked.get(unit.id) == transport.id)
    fixes = (disembark(formations, rider, transport),)
    args = {"unit": rider.name}
    return Finding(key="itself", path=formations.embarked_path(rider.id), args=args, units=(rider.id, transport.id), fixes=fixes)


def _apart(formations: Formations, party: Party, transports: list[Unit]) -> Finding:
    """Mended by leaving it in one of them."""
    riders = [unit for unit in party if unit.id in formations.embarked]
    same = len({unit.name for unit in transports}) < len(transports)
    names = {unit.id: f"{unit.name} ({unit.id})" if same else unit.name for unit in transports}
    fixes = []
    for transport in transports:
        others = [unit for unit in riders if formations.embarked[unit.id] != transport.id]
        edit = Edit(tuple(Step("remove", formations.embarked_path(unit.id)) for unit in others))
        fixes.append(Fix(key="only", args={"unit": party[0].name, "transport": names[transport.id]}, edit=edit))
    args = {"units": [unit.name for unit in party], "transports": list(names.values())}
    path = formations.embarked_path(riders[-1].id)
    return Finding(key="apart", path=path, args=args, units=tuple(unit.id for unit in party), fixes=tuple(fixes))


def _aboard(formations: Formations, transport: Unit, parties: list[Party]) -> Iterator[Finding]:
    if role(transport).transport is None:
        for party in parties:
            yield _refusal(formations, transport, party, Refused(party[0], "no_transport"))
        return
    fitting: list[Party] = []
    for party in parties:
        found = next((each for unit in party if (each := _refused(formations, transport, unit, party))), None)
        if found is not None:
            yield _refusal(formations, transport, party, found)
        else:
            fitting.append(party)
    over = overfull(transport, fitting) if fitting else None
    if over is not None:
        yield _over(formations, transport, fitting, over)


def _refused(formations: Formations, transport: Unit, unit: Unit, party: Party) -> Refused | None:
    found = refused(transport, unit, party)
    if found is None and not shares(formations.transport_must_share, unit, transport):
        return Refused(unit, "not_shared", {"keywords": list(formations.transport_must_share)})
    return found


def _named(formations: Formations, transport: Unit, party: Party) -> Unit:
    """Whom of an attached unit the roster declares to ride."""
    return next(unit for unit in party if formations.embarked.get(unit.id) == transport.id)


def _refusal(formations: Formations, transport: Unit, party: Party, found: Refused) -> Finding:
    named = _named(formations, transport, party)
    args = {"unit": found.unit.name, "transport": transport.name, **found.args}
    ids = tuple(dict.fromkeys((found.unit.id, named.id, transport.id)))
    fixes = (disembark(formations, named, transport),)
    return Finding(key=found.key, path=formations.embarked_path(named.id), args=args, units=ids, fixes=fixes)


def _over(formations: Formations, transport: Unit, parties: list[Party], over: Overfull) -> Finding:
    args = {
        "transport": transport.name,
        "units": [unit.name for unit in over.units],
        "used": over.used,
        "capacity": over.capacity,
        "over": over.used - over.capacity,
        "kinds": list(over.kinds),
    }
    key = "over_load" if over.kinds else over.key
    path = formations.embarked_path(_named(formations, transport, parties[-1]).id)
    ids = (*(unit.id for unit in over.units), transport.id)
    return Finding(
        key=key,
        path=path,
        args=args,
        units=ids,
        fixes=tuple(_fixes(formations, transport, parties)),
        about=transport.path,
        cause="over",
        excess=over.used - over.capacity,
    )


def _fixes(formations: Formations, transport: Unit, parties: list[Party]) -> Iterator[Fix]:
    """The smallest attached unit without which the rest fits; of a crowd, one is not enough."""
    if len(parties) > MAX_TRIED:
        return
    for party in sorted(parties, key=lambda each: sum(unit.models for unit in each)):
        rest = [each for each in parties if each is not party]
        if not rest or overfull(transport, rest) is None:
            yield disembark(formations, _named(formations, transport, party), transport)
            return
