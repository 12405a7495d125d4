"""The points of all that waits in strategic reserves stay within a share of the battle size."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from listbuilder.games.shared.declarations.attach import by_id, role
from listbuilder.games.shared.declarations.places import Flyer, aboard, in_strategic_reserves, uncounted
from listbuilder.law.declaration_fixes import leave
from listbuilder.law.looks import LooksAt
from listbuilder.law.params import Share
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.bounds import MAX_TRIED
from listbuilder.model.declaration import Declarations
from listbuilder.model.finding import Finding, Fix, Later
from listbuilder.model.rule import Row, RuleBook

LOOKS_AT: LooksAt = "declared"


class Params(Model):
    share: Share
    flyer: Flyer | None = None  # who waits by its kind, and does not count
    by_datasheet: bool = True  # False: nor does what its datasheet sends to reserve, with everyone aboard


def check(army: Army, params: Params) -> Iterator[Finding]:
    declarations = army.declarations
    limit = limit_of(army, params)
    if declarations is None or limit is None or not declarations.strategic_reserves:
        return
    waiting = counted(army, declarations, params)
    points = points_of(waiting)
    if points <= limit:
        return
    args = {"points": points, "limit": limit, "over": points - limit, "units": [unit.name for unit in waiting]}
    ids = tuple(unit.id for unit in waiting)
    fixes = Later(lambda: tuple(_fixes(army, declarations, params, limit)))
    path = (*declarations.path, "strategic_reserves")
    yield Finding(key="over", path=path, args=args, units=ids, fixes=fixes, excess=points - limit)


def limit_of(army: Army, params: Params) -> int | None:
    return None if army.limit is None else int(army.limit * params.share)


def counted(army: Army, declarations: Declarations, params: Params) -> list[Unit]:
    free = uncounted(army, declarations)
    for unit in army.units if not params.by_datasheet else ():
        if role(unit).starts_in_reserve:
            free.update(declarations.party(unit.id), aboard(declarations, unit.id))
    return [unit for unit in in_strategic_reserves(army, declarations, params.flyer) if unit.id not in free]


def points_of(units: list[Unit]) -> int:
    return sum(unit.cost for unit in units)


def _fixes(army: Army, declarations: Declarations, params: Params, limit: int) -> Iterator[Fix]:
    """The unit with the fewest points whose leaving is enough."""
    units = by_id(army)
    found: list[tuple[int, Fix]] = []
    for host in islice(dict.fromkeys(declarations.host(each) for each in declarations.strategic_reserves), MAX_TRIED):
        party = declarations.party(host)
        rest = {unit: path for unit, path in declarations.strategic_reserves.items() if unit not in party}
        after = msgspec.structs.replace(declarations, strategic_reserves=rest)
        without = points_of(counted(army, after, params))
        if without <= limit:
            found.append((without, leave(declarations, "strategic_reserves", units[host], party)))
    if found:
        yield max(found, key=lambda each: each[0])[1]


def numbers(book: RuleBook, params: Params) -> Iterator[Row]:
    """Yield the most points in strategic reserves at each battle size."""
    for size in book.battle_sizes:
        yield "size", {"name": size.name, "points": int(size.points * params.share)}
