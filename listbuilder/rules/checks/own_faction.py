"""Check that every unit is of the army's faction; a regiment of renown is the exception."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.fixes import drop_unit
from listbuilder.rules.unavailable import report_unavailable

LOOKS_AT: LooksAt = "each"


class Params(Model):
    pass


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report units that were not available, and units of another faction."""
    yield from report_unavailable(army, "unit")
    for unit in army.own_units:
        if unit.standing == "foreign":
            args = {"unit": unit.name, "home": unit.home_name, "army": army.faction_name}
            fixes = (drop_unit(army, unit),) if unit.removal else ()
            yield Finding(key="foreign", path=unit.path, args=args, units=(unit.id,), fixes=fixes)
