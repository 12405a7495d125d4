"""Check that a unit bears one enhancement at most; units attached to each other count as one."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.faction import Enhancement
from listbuilder.model.base import Model, Path
from listbuilder.model.finding import Finding, Fix
from listbuilder.model.message_args import MessageArgs
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.checks.enhancement_bearer import find_bar_to_bearing
from listbuilder.rules.fixes import drop_enhancement
from listbuilder.rules.params import Count

LOOKS_AT: LooksAt = "bearers"


class Params(Model):
    """The most enhancements on a unit, and the keywords of who may bear one at all and who may not.

    Those who may not are left to another rule.
    """

    max: Count
    bearer: str = ""  # who may bear one at all, and ...
    never: str = ""  # ... who may not: of those another rule speaks


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report units with too many enhancements; units attached to each other count as one.

    An enhancement that its bearer may not have is not counted: other rules report it. The fixes
    take one away, if that is enough.
    """
    wholes: dict[str, list[tuple[MusterUnit, Enhancement, Path]]] = {}
    for unit, enhancement, path in army.list_borne_enhancements():
        if params.bearer and find_bar_to_bearing(unit, enhancement, params.bearer, params.never):
            continue
        # of an ally that can have none the limits of allies speak
        if not unit.may_bear(enhancement):
            continue
        whole = army.declarations.get_host(unit.id) if army.declarations else unit.id
        wholes.setdefault(whole, []).append((unit, enhancement, path))
    hosts = {unit.id: unit for unit in army.muster_units}
    for whole, borne in wholes.items():
        if len(borne) <= params.max:
            continue
        bearers = list({unit.id: unit for unit, _, _ in borne}.values())
        names = [enhancement.name for _, enhancement, _ in borne]
        args: MessageArgs = {"units": [unit.name for unit in bearers], "enhancements": names}
        args |= {"count": len(borne), "max": params.max}
        fixes: tuple[Fix, ...] = ()
        if len(borne) == params.max + 1:
            fixes = tuple(drop_enhancement(*entry) for entry in reversed(borne))
        yield Finding(
            key="attached" if len(bearers) > 1 else "several",
            path=borne[params.max][2],
            args=args,
            units=tuple(unit.id for unit in bearers),
            fixes=fixes,
            about=(*hosts[whole].path, "enhancement"),
            cause="several",
            excess=len(borne) - params.max,
        )
