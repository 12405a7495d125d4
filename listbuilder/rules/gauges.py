"""Gauges of what the rules limit: places in transports, points in strategic reserves."""

from __future__ import annotations

from listbuilder.games.common.attach import list_members
from listbuilder.games.common.transport import measure_filling
from listbuilder.model.army import Army
from listbuilder.rules.checks import strategic_reserves_limit
from listbuilder.rules.engine import prepare_rules


def measure_transport_load(army: Army, transport: str) -> list[tuple[int, int]]:
    """Return places taken and places there are, for each load that the transport carries side by
    side.

    Empty if it is no transport or nothing is declared.
    """
    declared = army.declarations
    unit = declared.units.get(transport) if declared is not None else None
    if declared is None or unit is None or unit.role is None:
        return []
    hosts = dict.fromkeys(
        declared.get_host(rider_id) for rider_id in declared.riders.get(transport, ())
    )
    return measure_filling(unit, [list_members(army, declared, host) for host in hosts])


def measure_strategic_reserves(army: Army) -> tuple[int, int] | None:
    """Return the points in strategic reserves and the limit.

    None in games that do not limit them.
    """
    params = next(
        (
            params
            for _, check, params in prepare_rules(army.book)
            if check is strategic_reserves_limit.check
        ),
        None,
    )
    if params is None or (limit := strategic_reserves_limit.get_points_limit(army, params)) is None:
        return None
    declared = army.declarations
    units = (
        strategic_reserves_limit.list_counted_units(army, declared, params)
        if declared is not None
        else []
    )
    return strategic_reserves_limit.sum_points(units), limit
