"""A unit starts in one place: on the table, aboard, or in reserve. An attached unit starts there together."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.shared.declarations.attach import by_id, members
from listbuilder.games.shared.declarations.places import Flyer, Place, flies, hosts, place_of, waits
from listbuilder.law.declaration_fixes import disembark, leave
from listbuilder.law.looks import LooksAt
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model, Path
from listbuilder.model.declaration import Declarations
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix

LOOKS_AT: LooksAt = "declared"


class Params(Model):
    flyer: Flyer | None = None  # aboard one that waits a unit waits too


def check(army: Army, params: Params) -> Iterator[Finding]:
    declarations = army.declarations
    if declarations is None:
        return
    units = by_id(army)
    yield from _again(army, declarations)
    for host in hosts(army, declarations):
        place = place_of(declarations, host.id)
        if not (place.strategic or place.reserves):
            continue
        party = members(army, declarations, host.id)
        if place.strategic and place.reserves:
            fixes = (
                leave(declarations, "strategic_reserves", host, place.strategic),
                leave(declarations, "reserves", host, place.reserves),
            )
            path = declarations.reserves[place.reserves[0]]
            ids = tuple(unit.id for unit in party)
            yield Finding(key="two_reserves", path=path, args={"unit": host.name}, units=ids, fixes=fixes, about=host.path)
        else:
            yield from _aboard(declarations, place, party, [units[each] for each in place.transports], params)


def _again(army: Army, declarations: Declarations) -> Iterator[Finding]:
    """Once for each unit and list."""
    units = by_id(army)
    extra: dict[tuple[str, str | int], list[Path]] = {}
    for path, unit_id in declarations.again.items():
        extra.setdefault((unit_id, path[1]), []).append(path)
    for (unit_id, field), paths in extra.items():
        args = {"unit": units[unit_id].name, "count": len(paths) + 1}
        fix = Fix(key="once", args=args, edit=Edit(tuple(Step("remove", path) for path in reversed(paths))))
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


def _aboard(
    declarations: Declarations, place: Place, party: list[Unit], transports: list[Unit], params: Params
) -> Iterator[Finding]:
    host = party[0]
    field = "strategic_reserves" if place.strategic else "reserves"
    named = place.strategic or place.reserves
    for transport in transports:
        if transport in party or _together(declarations, transport, field, params):
            continue
        fixes = (disembark(declarations, host, transport), leave(declarations, field, host, named))
        args = {"unit": host.name, "transport": transport.name}
        path = getattr(declarations, field)[named[0]]
        ids = (*(unit.id for unit in party), transport.id)
        about = (*host.path, transport.id)
        yield Finding(key=f"aboard_and_{field}", path=path, args=args, units=ids, fixes=fixes, about=about)


def _together(declarations: Declarations, transport: Unit, field: str, params: Params) -> bool:
    """In a flyer that waits, or in any transport that waits in the same way: then it is one place."""
    if params.flyer and flies(declarations, transport, params.flyer):
        return waits(declarations, transport.id)
    return transport.id in getattr(declarations, field)
