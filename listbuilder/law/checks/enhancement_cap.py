"""At most so many enhancements in the army."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.muster.army import Muster
from listbuilder.law.fixes import drop_enhancement
from listbuilder.law.params import Limit, limit_in
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding


class Params(Model):
    max: Limit


def check(army: Muster, params: Params) -> Iterator[Finding]:
    borne = army.borne_enhancements()
    most = limit_in(params.max, army)
    if most is None or len(borne) <= most:
        return
    args = {"count": len(borne), "max": most, "enhancements": [each.name for _, each, _ in borne]}
    _, _, path = borne[most]
    fixes = (drop_enhancement(*borne[-1]),) if len(borne) == most + 1 else ()
    ids, about, excess = tuple(unit.id for unit, _, _ in borne), ("units",), len(borne) - most
    yield Finding(key="too_many", path=path, args=args, units=ids, fixes=fixes, about=about, excess=excess)
