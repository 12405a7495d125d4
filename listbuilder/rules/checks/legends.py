"""Report datasheets of Legends: many events leave them out."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.check_scope import LooksAt

LOOKS_AT: LooksAt = "each"


class Params(Model):
    """The permission for Legends: if they are `allowed`, they are only pointed out."""

    allowed: bool = True


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report the units of Legends in the army: as present, or as not allowed by the rule.

    Legends units are ones that many events leave out.
    """
    legends = army.list_legends()
    if legends:
        args = {"count": len(legends), "units": [name for name, _ in legends]}
        key = "present" if params.allowed else "not_allowed"
        units = tuple(
            unit.id for unit in army.units if any(unit.path == path for _, path in legends)
        )
        about, excess = ("units",), len(legends)
        yield Finding(
            key=key,
            path=legends[0][1],
            args=args,
            units=units,
            about=about,
            cause="present",
            excess=excess,
        )
