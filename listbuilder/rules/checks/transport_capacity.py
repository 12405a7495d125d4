"""Check that embarked units are of the kinds the transport takes, and that all models fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.games.common.attach import (
    get_role,
    get_units_by_id,
    list_members,
    may_share_keyword,
)
from listbuilder.games.common.reserves import get_place, list_hosts
from listbuilder.games.common.transport import (
    Overfull,
    Refused,
    find_overload,
    find_transport_refusal,
)
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.deployment import Declarations
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix, Remarked
from listbuilder.model.limits import MAX_TRIED
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.deployment_fixes import leave_transport, split_unit

Party = Sequence[Unit]

LOOKS_AT: LooksAt = "declared"


class Params(Model):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report embarked units that their transport can't take or hold, and impossible ones.

    Impossible are units embarked in themselves or in each other in a circle, an attached unit in
    several transports, and an attached unit in one of its own members.
    """
    declarations = army.declarations
    if declarations is None:
        return
    units = get_units_by_id(army)
    circling = {unit for circle in declarations.embarked_circles for unit in circle}
    for circle in declarations.embarked_circles:
        yield _make_circle_finding(declarations, [units[unit_id] for unit_id in circle])
    riding: dict[str, list[Party]] = {}
    for host in list_hosts(army, declarations):
        transports = get_place(declarations, host.id).transports
        if not transports:
            continue
        party = list_members(army, declarations, host.id)
        if any(unit.id in circling for unit in party):
            continue
        if len(transports) > 1:
            yield _make_apart_finding(
                declarations, party, [units[unit_id] for unit_id in transports]
            )
        else:
            (transport_id,) = transports
            if transport_id in declarations.get_party(host.id):
                yield _make_own_transport_finding(declarations, party, units[transport_id])
            else:
                riding.setdefault(transport_id, []).append(party)
    for transport_id, parties in riding.items():
        yield from _check_transport(army, declarations, units[transport_id], parties)


def _make_circle_finding(declarations: Declarations, circle: list[Unit]) -> Finding:
    """Return the finding that units are embarked in each other in a circle, or one in itself.

    The fix takes the first unit out.
    """
    first, transport = circle[0], circle[1 % len(circle)]
    key = "itself" if len(circle) == 1 else "circle"
    args = {"unit": first.name, "units": [unit.name for unit in circle]}
    ids = tuple(unit.id for unit in circle)
    fixes = (leave_transport(declarations, first, transport),)
    return Finding(
        key=key, path=declarations.make_embarked_path(first.id), args=args, units=ids, fixes=fixes
    )


def _make_own_transport_finding(
    declarations: Declarations, party: Party, transport: Unit
) -> Finding:
    """Return the finding that one of several units attached together is aboard another.

    `party` are those units, `transport` the one that carries. The fix takes the embarked unit out.
    """
    rider = next(unit for unit in party if declarations.embarked.get(unit.id) == transport.id)
    fixes = (leave_transport(declarations, rider, transport),)
    args = {"unit": rider.name}
    path = declarations.make_embarked_path(rider.id)
    return Finding(key="itself", path=path, args=args, units=(rider.id, transport.id), fixes=fixes)


def _make_apart_finding(
    declarations: Declarations, party: Party, transports: list[Unit]
) -> Finding:
    """Return the finding that units attached together are aboard several transports.

    There is a fix for each transport, which leaves them only in that one. Transports of the same
    name are told apart by their ids.
    """
    riders = [unit for unit in party if unit.id in declarations.embarked]
    same = len({unit.name for unit in transports}) < len(transports)
    names = {unit.id: Remarked(unit.name, unit.id) if same else unit.name for unit in transports}
    fixes = []
    for transport in transports:
        others = [unit for unit in riders if declarations.embarked[unit.id] != transport.id]
        paths = [declarations.make_embarked_path(unit.id) for unit in others]
        edit = Edit(tuple(Step("remove", path) for path in paths))
        fix_args = {"unit": party[0].name, "transport": names[transport.id]}
        fixes.append(Fix(key="only", args=fix_args, edit=edit))
    args = {"units": [unit.name for unit in party], "transports": list(names.values())}
    path = declarations.make_embarked_path(riders[-1].id)
    return Finding(
        key="apart",
        path=path,
        args=args,
        units=tuple(unit.id for unit in party),
        fixes=tuple(fixes),
    )


def _check_transport(
    army: Army, declarations: Declarations, transport: Unit, parties: list[Party]
) -> Iterator[Finding]:
    """Yield a finding for each party that can't be aboard, and one if the others don't fit.

    A party is a unit with all units attached to it, or a unit alone. If it is no transport, it can
    take no party.
    """
    if get_role(transport).transport is None:
        for party in parties:
            yield _make_refusal_finding(
                declarations, transport, party, Refused(party[0], "no_transport")
            )
        return
    fitting: list[Party] = []
    for party in parties:
        refusals = (_find_refusal(declarations, transport, unit, party) for unit in party)
        refusal = next((reason for reason in refusals if reason is not None), None)
        if refusal is not None:
            yield _make_refusal_finding(declarations, transport, party, refusal)
        else:
            fitting.append(party)
    over = find_overload(transport, fitting) if fitting else None
    if over is not None:
        yield _make_overfull_finding(army, declarations, transport, fitting, over)


def _find_refusal(
    declarations: Declarations, transport: Unit, unit: Unit, party: Party
) -> Refused | None:
    """Return why the transport can't take `unit` as a member of `party`, or None if it can.

    The reason comes from the datasheets, or the game requires unit and transport to share a keyword
    and they don't.
    """
    refusal = find_transport_refusal(transport, unit, party)
    if refusal is None and not may_share_keyword(
        declarations.transport_must_share, unit, transport
    ):
        return Refused(unit, "not_shared", {"keywords": list(declarations.transport_must_share)})
    return refusal


def _find_declared_rider(declarations: Declarations, transport: Unit, party: Party) -> Unit:
    """Return the first member of `party` that the roster declares aboard `transport`."""
    return next(unit for unit in party if declarations.embarked.get(unit.id) == transport.id)


def _make_refusal_finding(
    declarations: Declarations, transport: Unit, party: Party, refusal: Refused
) -> Finding:
    """Return the finding that the transport can't take `party`, with the reason `refusal`.

    The fix takes the party out of the transport.
    """
    named = _find_declared_rider(declarations, transport, party)
    args = {"unit": refusal.unit.name, "transport": transport.name, **refusal.args}
    ids = tuple(dict.fromkeys((refusal.unit.id, named.id, transport.id)))
    fixes = (leave_transport(declarations, named, transport),)
    return Finding(
        key=refusal.key,
        path=declarations.make_embarked_path(named.id),
        args=args,
        units=ids,
        fixes=fixes,
    )


def _make_overfull_finding(
    army: Army, declarations: Declarations, transport: Unit, parties: list[Party], over: Overfull
) -> Finding:
    """Return the finding that the parties aboard take more places than the transport has.

    `over` says by how many, and which units count. The fixes split a unit or take a party out.
    """
    args = {
        "transport": transport.name,
        "units": [unit.name for unit in over.units],
        "used": over.used,
        "capacity": over.capacity,
        "over": over.used - over.capacity,
        "kinds": list(over.kinds),
    }
    key = "over_load" if over.kinds else over.key
    path = declarations.make_embarked_path(
        _find_declared_rider(declarations, transport, parties[-1]).id
    )
    ids = (*(unit.id for unit in over.units), transport.id)
    return Finding(
        key=key,
        path=path,
        args=args,
        units=ids,
        fixes=(
            *_yield_split_fixes(army, declarations, transport, parties),
            *_yield_disembark_fixes(declarations, transport, parties),
        ),
        about=transport.path,
        cause="over",
        excess=over.used - over.capacity,
    )


def _yield_split_fixes(
    army: Army, declarations: Declarations, transport: Unit, parties: list[Party]
) -> Iterator[Fix]:
    """Yield the fix that splits the only unit aboard, if that is allowed and half fits.

    Nothing if there is more than one unit aboard, or if the unit is already a half.
    """
    data = get_role(transport).transport
    unit = parties[0][0]
    if data is None or len(parties) > 1 or len(parties[0]) > 1 or unit.whole is not None:
        return
    if (
        get_role(unit).called in get_role(transport).splits
        and (unit.models + 1) // 2 <= data.capacity
    ):
        yield split_unit(army, declarations, unit, transport)


def _yield_disembark_fixes(
    declarations: Declarations, transport: Unit, parties: list[Party]
) -> Iterator[Fix]:
    """Yield the fix that takes out the smallest party without which all the others fit.

    A party is a unit with all units attached to it. Nothing if no single party is enough, or if
    there are too many parties to try.
    """
    if len(parties) > MAX_TRIED:
        return
    for party in sorted(parties, key=lambda candidate: sum(unit.models for unit in candidate)):
        rest = [candidate for candidate in parties if candidate is not party]
        if not rest or find_overload(transport, rest) is None:
            yield leave_transport(
                declarations, _find_declared_rider(declarations, transport, party), transport
            )
            return
