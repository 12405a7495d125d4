"""Check that the points in strategic reserves stay within a share of the battle size."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from listbuilder.games.common.attach import get_role, get_units_by_id
from listbuilder.games.common.reserves import (
    Flyer,
    find_uncounted,
    list_aboard,
    list_in_strategic_reserves,
)
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.deployment import Declarations
from listbuilder.model.finding import Finding, Fix, LazyFixes
from listbuilder.model.limits import MAX_TRIED
from listbuilder.model.rulebook import Row, RuleBook
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.deployment_fixes import leave_list
from listbuilder.rules.params import Share

LOOKS_AT: LooksAt = "declared"


class Params(Model):
    """The share of the points limit, and what does not count towards it.

    Flyers wait by their kind and don't count. `by_datasheet=False`: nor does what its datasheet
    sends to reserve, with everyone aboard.
    """

    share: Share
    flyer: Flyer | None = None
    by_datasheet: bool = True


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report strategic reserves that cost more points than the limit.

    The fix takes one unit out, if that is enough.
    """
    declarations = army.declarations
    limit = get_points_limit(army, params)
    if declarations is None or limit is None or not declarations.strategic_reserves:
        return
    waiting = list_counted_units(army, declarations, params)
    points = sum_points(waiting)
    if points <= limit:
        return
    args = {
        "points": points,
        "limit": limit,
        "over": points - limit,
        "units": [unit.name for unit in waiting],
    }
    ids = tuple(unit.id for unit in waiting)
    fixes = LazyFixes(lambda: tuple(_yield_fixes(army, declarations, params, limit)))
    path = (*declarations.path, "strategic_reserves")
    yield Finding(key="over", path=path, args=args, units=ids, fixes=fixes, excess=points - limit)


def get_points_limit(army: Army, params: Params) -> int | None:
    """Return the most points allowed in strategic reserves.

    None if the army has no points limit.
    """
    return None if army.limit is None else int(army.limit * params.share)


def list_counted_units(army: Army, declarations: Declarations, params: Params) -> list[Unit]:
    """Return the units in strategic reserves that count towards the limit.

    Units that the rules exempt are left out. If `params.by_datasheet` is False, so are units whose
    datasheet sends them to reserve, with everything aboard them.
    """
    uncounted_ids = find_uncounted(army, declarations)
    if not params.by_datasheet:
        for unit in army.units:
            if get_role(unit).starts_in_reserve:
                uncounted_ids.update(declarations.get_party(unit.id))
                uncounted_ids.update(list_aboard(declarations, unit.id))
    return [
        unit
        for unit in list_in_strategic_reserves(army, declarations, params.flyer)
        if unit.id not in uncounted_ids
    ]


def sum_points(units: list[Unit]) -> int:
    """Return the points of the units together."""
    return sum(unit.cost for unit in units)


def _yield_fixes(
    army: Army, declarations: Declarations, params: Params, limit: int
) -> Iterator[Fix]:
    """Yield the fix that takes out one unit so that most points stay within the limit.

    Only the first units are tried (`MAX_TRIED`). Nothing if no single unit is enough.
    """
    units = get_units_by_id(army)
    enough: list[tuple[int, Fix]] = []
    hosts = dict.fromkeys(map(declarations.get_host, declarations.strategic_reserves))
    for host in islice(hosts, MAX_TRIED):
        party = declarations.get_party(host)
        rest = {
            unit: path
            for unit, path in declarations.strategic_reserves.items()
            if unit not in party
        }
        after = msgspec.structs.replace(declarations, strategic_reserves=rest)
        without = sum_points(list_counted_units(army, after, params))
        if without <= limit:
            fix = leave_list(declarations, "strategic_reserves", units[host], party)
            enough.append((without, fix))
    if enough:
        yield max(enough, key=lambda entry: entry[0])[1]


def yield_table_rows(book: RuleBook, params: Params) -> Iterator[Row]:
    """Yield a row for each battle size with the most points allowed in strategic reserves."""
    for size in book.battle_sizes:
        yield "size", {"name": size.name, "points": int(size.points * params.share)}
