"""Gauges of what the rules limit: places in transports, points or units in strategic reserves."""

from __future__ import annotations

from typing import NamedTuple

from listbuilder.games.common.attach import list_members
from listbuilder.games.common.transport import measure_filling
from listbuilder.model.army import Army, Unit
from listbuilder.rules.checks import strategic_reserves_limit, strategic_reserves_units
from listbuilder.rules.engine import prepare_rules


def measure_transport_load(army: Army, transport: str) -> list[tuple[int, int]]:
    """Return (places taken, places) for each separate load that a transport can carry.

    `transport` is the id of the transport. Empty if it is no known transport or no battle
    formations are declared.
    """
    declared = army.declarations
    unit = declared.units.get(transport) if declared is not None else None
    if declared is None or unit is None or unit.role is None:
        return []
    hosts = dict.fromkeys(
        declared.get_host(rider_id) for rider_id in declared.riders.get(transport, ())
    )
    return measure_filling(unit, [list_members(army, declared, host) for host in hosts])


class StrategicReserves(NamedTuple):
    """The points in strategic reserves, the most there may be, and the ids of the units counted.

    `limit` is None if the army has no points limit: then nothing limits them.
    """

    points: int
    limit: int | None
    ids: tuple[str, ...]


def measure_strategic_reserves(army: Army) -> StrategicReserves | None:
    """Return the points in strategic reserves, their limit and the units counted.

    The points are 0 if no formations are declared. None in games whose rules do not limit strategic
    reserves.
    """
    for _, check, params in prepare_rules(army.book):
        if check is strategic_reserves_limit.check:
            declared = army.declarations
            waiting: list[Unit] = []
            if declared is not None:
                waiting = strategic_reserves_limit.list_counted_units(army, declared, params)
            return StrategicReserves(
                points=strategic_reserves_limit.sum_points(waiting),
                limit=strategic_reserves_limit.get_points_limit(army, params),
                ids=tuple(unit.id for unit in waiting),
            )
    return None


class UnitsInReserve(NamedTuple):
    """The most units there may be in strategic reserves, and the ids of those that count."""

    limit: int
    ids: tuple[str, ...]


def count_strategic_reserves(army: Army) -> UnitsInReserve | None:
    """Return the units in strategic reserves and their greatest number.

    None in games whose rules do not limit the number of units there.
    """
    for _, check, params in prepare_rules(army.book):
        if check is strategic_reserves_units.check:
            waiting: list[Unit] = []
            if army.declarations is not None:
                waiting = strategic_reserves_units.list_waiting_units(army, army.declarations)
            return UnitsInReserve(
                limit=strategic_reserves_units.get_units_limit(army, params),
                ids=tuple(unit.id for unit in waiting),
            )
    return None
