"""At most so many enhancements in the army."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.muster.army import Muster
from listbuilder.law.fixes import drop_enhancement
from listbuilder.law.params import Count
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding


class Params(Model):
    max: Count


def check(army: Muster, params: Params) -> Iterator[Finding]:
    borne = army.borne_enhancements()
    if len(borne) <= params.max:
        return
    args = {"count": len(borne), "max": params.max, "enhancements": [each.name for _, each, _ in borne]}
    _, _, path = borne[params.max]
    fixes = (drop_enhancement(*borne[-1]),) if len(borne) == params.max + 1 else ()
    yield Finding(key="too_many", path=path, args=args, units=tuple(unit.id for unit, _, _ in borne), fixes=fixes)
