"""Datasheets of Legends: worth knowing, for many events leave them out."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding


class Params(Model):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    units = [unit for unit in army.units if unit.legends]
    if units:
        args = {"count": len(units), "units": [unit.name for unit in units]}
        yield Finding(key="present", path=units[0].path, args=args, units=tuple(unit.id for unit in units))
