"""Check that there are at most so many units of one name."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model, fold
from listbuilder.model.finding import Finding
from listbuilder.rules.fixes import drop_surplus
from listbuilder.rules.params import Limit, get_limit


class Params(Model):
    """The limits on units of one name, and the units that are meant.

    `max` is for any unit, `max_with` for units with a keyword; `only` and `without` are keywords
    that say which units are meant.
    """

    max: Limit
    max_with: dict[str, Limit] = {}
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report more units of one name than the limit; the fix removes the surplus.

    The finding is silent if another rule reports a limit no wider than this one.
    """
    copies: dict[str, list[Unit]] = {}
    only, without = frozenset(map(fold, params.only)), frozenset(map(fold, params.without))
    for unit in army.units:
        if without.isdisjoint(unit.tags) and not (only and only.isdisjoint(unit.tags)):
            copies.setdefault(fold(unit.name), []).append(unit)
    limits = [get_limit(limit, army) for limit in (params.max, *params.max_with.values())]
    one_is_fine = all(limit is None or limit > 0 for limit in limits)
    for units in copies.values():
        if len(units) == 1 and one_is_fine:
            continue
        first, *_ = units
        limit, because = _find_limit(army, first, params)
        if limit is None or len(units) <= limit:
            continue
        args = {"count": len(units), "unit": first.name, "max": limit, "keyword": because}
        key = "too_many_unique" if params.only else "too_many"
        if because:
            key = "too_many_with"
        fix = drop_surplus(army, units, limit)
        yield Finding(
            key=key,
            path=units[limit].path,
            args=args,
            units=tuple(unit.id for unit in units),
            fixes=(fix,),
            about=first.name,
            cause="too_many",
            excess=len(units) - limit,
            silent=_is_reported_elsewhere(units, limit),
        )


def _is_reported_elsewhere(units: list[Unit], limit: int) -> bool:
    """Return whether another rule reports a limit, no wider than this one, on these units.

    It is the maximum of the datasheet itself, or the one for guests if it applies to all of them.
    """
    first, *_ = units
    own = first.own_max
    narrower = [
        unit.guest_max for unit in units if unit.guest_max is not None and unit.guest_max <= limit
    ]
    return (own is not None and own <= limit) or len(narrower) == len(units)


def _find_limit(army: Army, unit: Unit, params: Params) -> tuple[int | None, str]:
    """Return the limit on copies of `unit`, and the keyword that sets it (empty if none does).

    Of several keywords, the one with the highest limit counts. The limit is None if there is none
    for the battle size.
    """
    raised = [
        (most, keyword)
        for keyword, limit in params.max_with.items()
        if unit.has_keyword(keyword) and (most := get_limit(limit, army)) is not None
    ]
    if raised:
        return max(raised, key=lambda pair: pair[0])
    return get_limit(params.max, army), ""
