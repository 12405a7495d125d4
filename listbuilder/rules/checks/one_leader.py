"""Check that a bodyguard unit has one leader, unless a datasheet lets another join as well."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.common.attach import (
    AttachmentFault,
    find_attach_refusal,
    find_crowd,
    get_units_by_id,
    list_members,
)
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.deployment import Declarations
from listbuilder.model.finding import Finding, Fix
from listbuilder.model.limits import MAX_TRIED
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.deployment_fixes import detach_unit

LOOKS_AT: LooksAt = "declared"


class Params(Model):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report units with more leaders, or more units joined to them, than they may have.

    Units that may not be attached at all don't count; another rule reports those. The fixes detach
    one unit.
    """
    declarations = army.declarations
    if declarations is None:
        return
    for host_id in declarations.parties:
        host, *attached = party = list_members(army, declarations, host_id)
        # Who may not be attached to the host at all is none too many: another rule says that.
        attached = [unit for unit in attached if _may_be_there(declarations, unit, host, party)]
        crowd_found = find_crowd(host, attached)
        if crowd_found is None:
            continue
        fixes: tuple[Fix, ...] = ()
        if len(attached) <= MAX_TRIED:
            fixes = tuple(_yield_fixes(army, declarations, host, attached, crowd_found))
        yield Finding(
            key=crowd_found.key,
            path=declarations.make_attached_path(crowd_found.units[-1].id),
            args={
                "host": host.name,
                "units": [unit.name for unit in crowd_found.units],
                **crowd_found.args,
            },
            units=(host.id, *(unit.id for unit in crowd_found.units)),
            fixes=fixes,
            about=host.path,
            excess=len(crowd_found.units),
        )


def _may_be_there(declarations: Declarations, unit: Unit, host: Unit, party: list[Unit]) -> bool:
    """Return whether `unit` may be attached to `host` beside the other units in `party`."""
    others = [member for member in party if member is not unit]
    return find_attach_refusal(declarations, unit, host, others) is None


def _yield_fixes(
    army: Army,
    declarations: Declarations,
    host: Unit,
    attached: list[Unit],
    crowd_found: AttachmentFault,
) -> Iterator[Fix]:
    """Yield a fix for each unit whose detaching alone brings the number within the limit.

    `attached` are all units with the host, `crowd_found` the ones that are too many. The unit
    attached last comes first.
    """
    units = get_units_by_id(army)
    for unit in reversed(crowd_found.units):
        if find_crowd(host, [other for other in attached if other is not unit]) is None:
            yield detach_unit(declarations, unit, units[declarations.attached[unit.id]])
