"""A bodyguard unit takes one leader, unless a datasheet says that another may join as well."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.shared.declarations.attach import Crowd, by_id, crowd, members, refusal
from listbuilder.law.declaration_fixes import detach
from listbuilder.law.looks import LooksAt
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.bounds import MAX_TRIED
from listbuilder.model.declaration import Declarations
from listbuilder.model.finding import Finding, Fix

LOOKS_AT: LooksAt = "declared"


class Params(Model):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    declarations = army.declarations
    if declarations is None:
        return
    for host_id in declarations.parties:
        host, *attached = party = members(army, declarations, host_id)
        attached = [unit for unit in attached if _may_be_there(declarations, unit, host, party)]
        found = crowd(host, attached)
        if found is None:
            continue
        yield Finding(
            key=found.key,
            path=declarations.attached_path(found.units[-1].id),
            args={"host": host.name, "units": [unit.name for unit in found.units], **found.args},
            units=(host.id, *(unit.id for unit in found.units)),
            fixes=tuple(_fixes(army, declarations, host, attached, found)) if len(attached) <= MAX_TRIED else (),
            about=host.path,
            excess=len(found.units),
        )


def _may_be_there(declarations: Declarations, unit: Unit, host: Unit, party: list[Unit]) -> bool:
    """Who may not be attached to it at all is none too many: that is another rule's to say."""
    return refusal(declarations, unit, host, [each for each in party if each is not unit]) is None


def _fixes(army: Army, declarations: Declarations, host: Unit, attached: list[Unit], found: Crowd) -> Iterator[Fix]:
    """Each unit that, taken off alone, leaves a number that is right; the one attached last before the others."""
    units = by_id(army)
    for unit in reversed(found.units):
        if crowd(host, [each for each in attached if each is not unit]) is None:
            yield detach(declarations, unit, units[declarations.attached[unit.id]])
