"""Check that a unit starts in one place: on the table, aboard, or in reserve.

An attached unit starts there together.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.common.attach import get_units_by_id, list_members
from listbuilder.games.common.reserves import (
    Flyer,
    Place,
    get_place,
    is_flying,
    is_in_reserve,
    list_hosts,
)
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model, Path
from listbuilder.model.deployment import Declarations
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.deployment_fixes import leave_list, leave_transport

LOOKS_AT: LooksAt = "declared"


class Params(Model):
    """The flyers: a unit aboard one that waits in reserve waits too."""

    flyer: Flyer | None = None  # aboard one that waits a unit waits too


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report units in two kinds of reserve, and units both embarked and in reserve.

    A unit aboard a transport that waits in the same reserve is in one place. A unit listed twice in
    one list is a warning.
    """
    declarations = army.declarations
    if declarations is None:
        return
    units = get_units_by_id(army)
    yield from _check_repeated_entries(army, declarations)
    for host in list_hosts(army, declarations):
        place = get_place(declarations, host.id)
        if not (place.strategic or place.reserves):
            continue
        party = list_members(army, declarations, host.id)
        if place.strategic and place.reserves:
            fixes = (
                leave_list(declarations, "strategic_reserves", host, place.strategic),
                leave_list(declarations, "reserves", host, place.reserves),
            )
            path = declarations.reserves[place.reserves[0]]
            ids = tuple(unit.id for unit in party)
            yield Finding(
                key="two_reserves",
                path=path,
                args={"unit": host.name},
                units=ids,
                fixes=fixes,
                about=host.path,
            )
        else:
            transports = [units[transport_id] for transport_id in place.transports]
            yield from _check_embarked(declarations, place, party, transports, params)


def _check_repeated_entries(army: Army, declarations: Declarations) -> Iterator[Finding]:
    """Yield a warning for each unit named more than once in one list of the formations.

    The fix leaves one entry.
    """
    units = get_units_by_id(army)
    extra: dict[tuple[str, str | int], list[Path]] = {}
    for path, unit_id in declarations.again.items():
        extra.setdefault((unit_id, path[1]), []).append(path)
    for (unit_id, field), paths in extra.items():
        args = {"unit": units[unit_id].name, "count": len(paths) + 1}
        steps = tuple(Step("remove", path) for path in reversed(paths))
        fix = Fix(key="once", args=args, edit=Edit(steps))
        yield Finding(
            key="again",
            path=paths[0],
            args=args,
            units=(unit_id,),
            severity="warning",
            fixes=(fix,),
            about=(*units[unit_id].path, field),
            excess=len(paths),
        )


def _check_embarked(
    declarations: Declarations,
    place: Place,
    party: list[Unit],
    transports: list[Unit],
    params: Params,
) -> Iterator[Finding]:
    """Yield a finding for each transport that does not wait in the reserve of the unit aboard.

    `party` is that unit with those attached to it, `place` where they start. The fixes take them
    out of the transport or out of the reserve.
    """
    host = party[0]
    field = "strategic_reserves" if place.strategic else "reserves"
    named_ids = place.strategic or place.reserves
    for transport in transports:
        if transport in party or _is_one_place(declarations, transport, field, params):
            continue
        fixes = (
            leave_transport(declarations, host, transport),
            leave_list(declarations, field, host, named_ids),
        )
        args = {"unit": host.name, "transport": transport.name}
        path = getattr(declarations, field)[named_ids[0]]
        ids = (*(unit.id for unit in party), transport.id)
        about = (*host.path, transport.id)
        yield Finding(
            key=f"aboard_and_{field}", path=path, args=args, units=ids, fixes=fixes, about=about
        )


def _is_one_place(declarations: Declarations, transport: Unit, field: str, params: Params) -> bool:
    """Return whether being aboard `transport` and in the reserve list `field` is one place.

    For a flyer, that is so if the flyer is in any reserve. For another transport, it must be in the
    same list.
    """
    if params.flyer and is_flying(declarations, transport, params.flyer):
        return is_in_reserve(declarations, transport.id)
    return transport.id in getattr(declarations, field)
