"""The points of all that waits in strategic reserves stay within a share of the battle size."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from listbuilder.games.shared.declarations.attach import by_id
from listbuilder.games.shared.declarations.places import Flyer, in_strategic_reserves, uncounted
from listbuilder.law.declaration_fixes import leave
from listbuilder.law.params import Share
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.bounds import MAX_TRIED
from listbuilder.model.declaration import Formations
from listbuilder.model.finding import Finding, Fix, Later


class Params(Model):
    share: Share
    flyer: Flyer | None = None  # who waits by its kind, and does not count


def check(army: Army, params: Params) -> Iterator[Finding]:
    formations = army.formations
    limit = limit_of(army, params)
    if formations is None or limit is None or not formations.strategic_reserves:
        return
    waiting = counted(army, formations, params)
    points = points_of(waiting)
    if points <= limit:
        return
    args = {"points": points, "limit": limit, "over": points - limit, "units": [unit.name for unit in waiting]}
    ids = tuple(unit.id for unit in waiting)
    fixes = Later(lambda: tuple(_fixes(army, formations, params, limit)))
    path = (*formations.path, "strategic_reserves")
    yield Finding(key="over", path=path, args=args, units=ids, fixes=fixes, excess=points - limit)


def limit_of(army: Army, params: Params) -> int | None:
    return None if army.limit is None else int(army.limit * params.share)


def counted(army: Army, formations: Formations, params: Params) -> list[Unit]:
    free = uncounted(army, formations)
    return [unit for unit in in_strategic_reserves(army, formations, params.flyer) if unit.id not in free]


def points_of(units: list[Unit]) -> int:
    return sum(unit.cost for unit in units)


def _fixes(army: Army, formations: Formations, params: Params, limit: int) -> Iterator[Fix]:
    """The unit with the fewest points whose leaving is enough."""
    units = by_id(army)
    found: list[tuple[int, Fix]] = []
    for host in islice(dict.fromkeys(formations.host(each) for each in formations.strategic_reserves), MAX_TRIED):
        party = formations.party(host)
        rest = {unit: path for unit, path in formations.strategic_reserves.items() if unit not in party}
        after = msgspec.structs.replace(formations, strategic_reserves=rest)
        without = points_of(counted(army, after, params))
        if without <= limit:
            found.append((without, leave(formations, "strategic_reserves", units[host], party)))
    if found:
        yield max(found, key=lambda each: each[0])[1]
