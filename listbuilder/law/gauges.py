"""How full things are that the law limits: transports, and what waits in strategic reserves."""

from __future__ import annotations

from listbuilder.games.shared.declarations.attach import members
from listbuilder.games.shared.declarations.transport import filling
from listbuilder.law.checks import strategic_reserves_limit
from listbuilder.law.engine import law_of
from listbuilder.model.army import Army


def aboard(army: Army, transport: str) -> list[tuple[int, int]]:
    """Places taken and places there are, of each load that it carries side by side; none where it is no transport."""
    declared = army.declarations
    unit = declared.units.get(transport) if declared is not None else None
    if declared is None or unit is None or unit.role is None:
        return []
    hosts = dict.fromkeys(declared.host(each) for each in declared.riders.get(transport, ()))
    return filling(unit, [members(army, declared, host) for host in hosts])


def waiting(army: Army) -> tuple[int, int] | None:
    """Points in strategic reserves and how many there may be; None in games that do not limit them."""
    params = next((params for _, check, params in law_of(army.book) if check is strategic_reserves_limit.check), None)
    if params is None or (limit := strategic_reserves_limit.limit_of(army, params)) is None:
        return None
    declared = army.declarations
    units = strategic_reserves_limit.counted(army, declared, params) if declared is not None else []
    return strategic_reserves_limit.points_of(units), limit
