"""A unit may wait in reserve by an ability only if every model in it has the ability, an attached leader included."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.shared.declarations.attach import by_id, members, role
from listbuilder.games.shared.declarations.places import Flyer, Place, flies, hosts, place_of
from listbuilder.law.declaration_fixes import detach, leave
from listbuilder.law.looks import LooksAt
from listbuilder.law.params import Words
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model, fold
from listbuilder.model.declaration import Declarations
from listbuilder.model.finding import Finding, Fix

LOOKS_AT: LooksAt = "declared"


class Params(Model):
    abilities: Words
    flyer: Flyer | None = None  # who waits by its kind


def check(army: Army, params: Params) -> Iterator[Finding]:
    declarations = army.declarations
    if declarations is None or not declarations.reserves:
        return
    for host in hosts(army, declarations):
        place = place_of(declarations, host.id)
        if not place.reserves:
            continue
        party = members(army, declarations, host.id)
        if _waits_otherwise(army, declarations, place, party, params):
            continue
        without = _without(party, params)
        if not without:
            continue
        args = {"unit": host.name, "abilities": list(params.abilities), "without": [unit.name for unit in without]}
        granted = [name for unit in party for name in unit.upgrades]
        if granted:  # what enhancements grant is not in the data: named, and left to the players
            ids = tuple(unit.id for unit in party)
            path = declarations.reserves[place.reserves[0]]
            yield Finding(
                key="unless",
                severity="warning",
                path=path,
                args={**args, "granted": granted},
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
            fixes=tuple(_fixes(army, declarations, place, party, without)),
            about=host.path,
            cause="alone",
            excess=len(without),
        )


def _waits_otherwise(army: Army, declarations: Declarations, place: Place, party: list[Unit], params: Params) -> bool:
    """By its kind, or aboard a transport that itself waits there (and is no flyer, aboard which each needs its own rule)."""
    if params.flyer and all(flies(declarations, unit, params.flyer) for unit in party):
        return True
    units = by_id(army)
    return any(
        each in declarations.reserves and not (params.flyer and flies(declarations, units[each], params.flyer))
        for each in place.transports
    )


def _without(party: list[Unit], params: Params) -> list[Unit]:
    """Those who lack the ability that most of them have."""
    lacking = [[unit for unit in party if fold(ability) not in role(unit).abilities] for ability in params.abilities]
    return min(lacking, key=len)


def _fixes(army: Army, declarations: Declarations, place: Place, party: list[Unit], without: list[Unit]) -> Iterator[Fix]:
    host = party[0]
    if len(without) == 1:
        (lacking,) = without
        if lacking is not host and lacking.id not in place.reserves:
            yield detach(declarations, lacking, by_id(army)[declarations.attached[lacking.id]])
    yield leave(declarations, "reserves", host, place.reserves)
