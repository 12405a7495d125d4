"""Check that every unit is of the army's faction, or let in by a rule that the data names."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.wh40k.army import Muster
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.fixes import drop_unit
from listbuilder.rules.unavailable import report_unavailable

LOOKS_AT: LooksAt = "each"


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report units that were not available, or that no rule lets into the army."""
    yield from report_unavailable(army, "unit")
    for unit in army.muster_units:
        if unit.standing != "outsider":
            continue
        is_own_data = any(unit.home == faction.id for faction in army.list_own_factions())
        args = {
            "unit": unit.name,
            "army": army.faction.faction_keyword,
            "keywords": list(unit.datasheet.faction_keywords),
        }
        key = "without_keyword" if is_own_data else "outsider"
        args["home"] = unit.home_name
        yield Finding(
            key=key, path=unit.path, args=args, units=(unit.id,), fixes=(drop_unit(army, unit),)
        )
