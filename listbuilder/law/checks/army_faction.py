"""Every unit is of the army's faction, or let in by a rule that the data names."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.muster.army import Muster
from listbuilder.law.away import away_findings
from listbuilder.law.fixes import drop_unit
from listbuilder.law.looks import LooksAt
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding

LOOKS_AT: LooksAt = "each"


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    yield from away_findings(army, "unit")
    for unit in army.muster_units:
        if unit.standing != "outsider":
            continue
        own = any(unit.home == faction.id for faction in army.own_factions())
        args = {"unit": unit.name, "army": army.faction.faction_keyword, "keywords": list(unit.datasheet.faction_keywords)}
        key = "without_keyword" if own else "outsider"
        args["home"] = unit.home_name
        yield Finding(key=key, path=unit.path, args=args, units=(unit.id,), fixes=(drop_unit(army, unit),))
