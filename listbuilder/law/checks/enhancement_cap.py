"""At most so many enhancements in the army."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.faction import Enhancement
from listbuilder.law.fixes import drop_enhancement
from listbuilder.law.looks import LooksAt
from listbuilder.law.params import Limit, limit_in
from listbuilder.model.base import Model, Path
from listbuilder.model.finding import Finding, Fix

LOOKS_AT: LooksAt = "bearers"


class Params(Model):
    max: Limit


def check(army: Muster, params: Params) -> Iterator[Finding]:
    borne = _counted(army)
    most = limit_in(params.max, army)
    if most is None or len(borne) <= most:
        return
    args = {"count": len(borne), "max": most, "enhancements": [each.name for _, each, _ in borne]}
    _, _, path = borne[most]
    fixes = tuple(_fixes(army, borne)) if len(borne) == most + 1 else ()
    counted = {each.id for _, each, _ in borne}
    ids = tuple(dict.fromkeys(unit.id for unit, each, _ in army.borne_enhancements() if each.id in counted))
    about, excess = ("units",), len(borne) - most
    yield Finding(key="too_many", path=path, args=args, units=ids, fixes=fixes, about=about, excess=excess)


def _fixes(army: Muster, counted: list[tuple[MusterUnit, Enhancement, Path]]) -> Iterator[Fix]:
    """The last of which there is one: without a copy of what is there again as many count."""
    ids = [each.id for _, each, _ in army.borne_enhancements()]
    single = [each for each in counted if ids.count(each[1].id) == 1 or not each[1].upgrade]
    if single:
        yield drop_enhancement(*single[-1])


def _counted(army: Muster) -> list[tuple[MusterUnit, Enhancement, Path]]:
    """Of one that may be taken several times the first; none of a detachment whose enhancements do not count."""
    free = {each.id for detachment in army.detachments if detachment.enhancements_not_counted for each in detachment.enhancements}
    seen: set[str] = set()
    found = []
    for unit, enhancement, path in army.borne_enhancements():
        if enhancement.id in free or (enhancement.upgrade and enhancement.id in seen):
            continue
        seen.add(enhancement.id)
        found.append((unit, enhancement, path))
    return found
