"""Check that no unit takes more than its share of the points limit."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.fixes import drop_unit
from listbuilder.rules.params import Percent

LOOKS_AT: LooksAt = "each"


class Params(Model):
    """The most that a unit may cost, in percent of the points limit."""

    percent: Percent


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report units that cost more than the allowed share of the points limit.

    It is a warning if the price on the army's date is unknown and today's is used. Nothing without
    a points limit.
    """
    if army.limit is None:
        return
    for unit in army.regiment_units:
        if 100 * unit.unit_points <= params.percent * army.limit:
            continue
        most = params.percent * army.limit // 100
        args = {"unit": unit.name, "points": unit.unit_points, "max": most, "limit": army.limit}
        if unit.path in army.unsure:  # today's price, for none of that day is known
            yield Finding(
                key="unsure",
                severity="warning",
                path=unit.path,
                args={**args, "day": army.priced_on},
                units=(unit.id,),
                cause="over",
                excess=unit.unit_points - most,
            )
            continue
        fixes = (drop_unit(army, unit),) if unit.removal else ()
        yield Finding(
            key="over",
            path=unit.path,
            args=args,
            units=(unit.id,),
            fixes=fixes,
            excess=unit.unit_points - most,
        )
