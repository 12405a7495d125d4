"""Check that units embarked in an aircraft that is in reserve are placed in reserve themselves."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.common.attach import get_units_by_id
from listbuilder.games.common.reserves import Flyer, is_flying, is_in_reserve
from listbuilder.model.army import Army
from listbuilder.model.finding import Finding
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.deployment_fixes import enter_list, leave_transport

LOOKS_AT: LooksAt = "declared"


class Params(Flyer):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report units that are aboard an aircraft in reserve but not in reserve themselves.

    Units attached together make one finding, on the bodyguard if the roster declares it aboard. The
    fixes put the unit into reserve or take it out of the aircraft.
    """
    declarations = army.declarations
    if declarations is None:
        return
    units = get_units_by_id(army)
    for unit_id, transport_id in declarations.embarked.items():
        unit, transport = units[unit_id], units[transport_id]
        first_declared = next(
            rider_id
            for rider_id in declarations.get_party(unit_id)
            if declarations.embarked.get(rider_id) == transport_id
        )
        if (
            unit is transport
            or first_declared != unit_id
            or not is_flying(declarations, transport, params)
        ):
            # an attached unit is one finding, its bodyguard's where that is named
            continue
        if is_in_reserve(declarations, transport_id) and not is_in_reserve(declarations, unit_id):
            args = {"unit": unit.name, "transport": transport.name, "keyword": params.keyword}
            fixes = (
                enter_list(declarations, "strategic_reserves", unit),
                leave_transport(declarations, unit, transport),
            )
            path = declarations.make_embarked_path(unit_id)
            yield Finding(
                key="not_waiting", path=path, args=args, units=(unit_id, transport_id), fixes=fixes
            )
