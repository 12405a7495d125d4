"""Datasheets of Legends: worth knowing, for many events leave them out."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.law.looks import LooksAt
from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding

LOOKS_AT: LooksAt = "each"


class Params(Model):
    """`allowed`: it is only worth knowing."""

    allowed: bool = True


def check(army: Army, params: Params) -> Iterator[Finding]:
    found = army.legends()
    if found:
        args = {"count": len(found), "units": [name for name, _ in found]}
        key = "present" if params.allowed else "not_allowed"
        units = tuple(unit.id for unit in army.units if any(unit.path == path for _, path in found))
        about, excess = ("units",), len(found)
        yield Finding(key=key, path=found[0][1], args=args, units=units, about=about, cause="present", excess=excess)
