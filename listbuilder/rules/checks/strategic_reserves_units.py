"""Check that the number of units in strategic reserves stays within a share of the army's units."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from listbuilder.games.common.attach import get_role, get_units_by_id
from listbuilder.games.common.reserves import list_in_strategic_reserves
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.deployment import Declarations
from listbuilder.model.finding import Finding, Fix
from listbuilder.model.limits import MAX_TRIED
from listbuilder.rules.deployment_fixes import leave_list
from listbuilder.rules.params import Share


class Params(Model):
    """The share of the army's units that may start in strategic reserves."""

    share: Share


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report more units in strategic reserves than the share allows.

    Units attached to or embarked in those listed count too. The fixes take one unit out, if that is
    enough.
    """
    declarations = army.declarations
    if declarations is None or not declarations.strategic_reserves:
        return
    limit = get_units_limit(army, params)
    waiting = list_waiting_units(army, declarations)
    if len(waiting) <= limit:
        return
    args = {
        "count": len(waiting),
        "max": limit,
        "total": len(army.standing_units),
        "units": [unit.name for unit in waiting],
    }
    yield Finding(
        key="over",
        path=(*declarations.path, "strategic_reserves"),
        args=args,
        units=tuple(unit.id for unit in waiting),
        fixes=tuple(_yield_fixes(army, declarations, limit)),
        excess=len(waiting) - limit,
    )


def get_units_limit(army: Army, params: Params) -> int:
    """Return how many of the army's units may start in strategic reserves.

    A split unit counts as its parts.
    """
    return int(len(army.standing_units) * params.share)


def list_waiting_units(army: Army, declarations: Declarations) -> list[Unit]:
    """Return the units in strategic reserves, with those attached to them or embarked in them."""
    return list_in_strategic_reserves(army, declarations, None)


def _yield_fixes(army: Army, declarations: Declarations, limit: int) -> Iterator[Fix]:
    """Yield a fix for each unit that can be taken out so that at most `limit` units wait.

    A unit that has to start in reserve is not taken out. Only the first units are tried
    (`MAX_TRIED`).
    """
    units = get_units_by_id(army)
    hosts = dict.fromkeys(map(declarations.get_host, declarations.strategic_reserves))
    for host in islice(hosts, MAX_TRIED):
        party = declarations.get_party(host)
        if any(get_role(units[unit_id]).starts_in_reserve for unit_id in party):
            continue
        rest = {
            unit_id: path
            for unit_id, path in declarations.strategic_reserves.items()
            if unit_id not in party
        }
        after = msgspec.structs.replace(declarations, strategic_reserves=rest)
        if len(list_waiting_units(army, after)) <= limit:
            yield leave_list(declarations, "strategic_reserves", units[host], party)
