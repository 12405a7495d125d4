"""Check that every model of a unit has the ability by which the unit waits in reserve.

An attached leader counts too.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.common.attach import get_role, get_units_by_id, list_members
from listbuilder.games.common.reserves import Flyer, Place, get_place, is_flying, list_hosts
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model, fold
from listbuilder.model.deployment import Declarations
from listbuilder.model.finding import Finding, Fix
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.deployment_fixes import detach_unit, leave_list
from listbuilder.rules.params import Words

LOOKS_AT: LooksAt = "declared"


class Params(Model):
    """The abilities by which a unit may wait in reserve, and the flyers that wait by their kind."""

    abilities: Words
    flyer: Flyer | None = None  # who waits by its kind


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report units in reserve of which some lack every ability that allows waiting in reserve.

    Units attached together are checked together. If one bears enhancements, there is only a
    warning: what enhancements grant is not in the data, so it is left to the players.
    """
    declarations = army.declarations
    if declarations is None or not declarations.reserves:
        return
    for host in list_hosts(army, declarations):
        place = get_place(declarations, host.id)
        if not place.reserves:
            continue
        party = list_members(army, declarations, host.id)
        if _waits_otherwise(army, declarations, place, party, params):
            continue
        without = _list_lacking_units(party, params)
        if not without:
            continue
        args = {
            "unit": host.name,
            "abilities": list(params.abilities),
            "without": [unit.name for unit in without],
        }
        enhancement_names = [name for unit in party for name in unit.upgrades]
        if enhancement_names:
            # what enhancements grant is not in the data: named, and left to the players
            ids = tuple(unit.id for unit in party)
            path = declarations.reserves[place.reserves[0]]
            yield Finding(
                key="unless",
                severity="warning",
                path=path,
                args={**args, "granted": enhancement_names},
                units=ids,
                about=host.path,
                cause="alone",
                excess=len(without),
            )
            continue
        yield Finding(
            key="alone" if len(party) == 1 else "together",
            path=declarations.reserves[place.reserves[0]],
            args=args,
            units=tuple(unit.id for unit in party),
            fixes=tuple(_yield_fixes(army, declarations, place, party, without)),
            about=host.path,
            cause="alone",
            excess=len(without),
        )


def _waits_otherwise(
    army: Army, declarations: Declarations, place: Place, party: list[Unit], params: Params
) -> bool:
    """Return whether the unit may be in reserve as a flyer, or aboard a transport in reserve.

    A transport that is a flyer does not count: each unit aboard it needs a rule of its own to wait
    in reserve.
    """
    if params.flyer and all(is_flying(declarations, unit, params.flyer) for unit in party):
        return True
    units = get_units_by_id(army)
    return any(
        transport_id in declarations.reserves
        and not (params.flyer and is_flying(declarations, units[transport_id], params.flyer))
        for transport_id in place.transports
    )


def _list_lacking_units(party: list[Unit], params: Params) -> list[Unit]:
    """Return the units in `party` that lack the required ability; empty if no unit lacks it.

    If the rule accepts one of several abilities, the one that the fewest units lack is meant.
    """
    lacking = [
        [unit for unit in party if fold(ability) not in get_role(unit).abilities]
        for ability in params.abilities
    ]
    return min(lacking, key=len)


def _yield_fixes(
    army: Army, declarations: Declarations, place: Place, party: list[Unit], without: list[Unit]
) -> Iterator[Fix]:
    """Yield the fix that detaches the unit without the ability, and one that leaves reserve.

    Detaching is only offered if exactly one unit lacks the ability, is not the bodyguard, and is
    not itself listed in reserve.
    """
    host = party[0]
    if len(without) == 1:
        (lacking,) = without
        if lacking is not host and lacking.id not in place.reserves:
            yield detach_unit(
                declarations, lacking, get_units_by_id(army)[declarations.attached[lacking.id]]
            )
    yield leave_list(declarations, "reserves", host, place.reserves)
