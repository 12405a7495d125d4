"""Check that every unit is of the army's faction; a regiment of renown is the exception."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.regiments.army import RegimentArmy
from listbuilder.law.away import report_unavailable
from listbuilder.law.fixes import drop_unit
from listbuilder.law.looks import LooksAt
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding

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
