"""At most so many units of one name."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.law.fixes import drop_extra
from listbuilder.law.params import Limit, limit_in
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model, fold
from listbuilder.model.finding import Finding


class Params(Model):
    """`max` of any unit, `max_with` where it has that keyword; `only` and `without` say which units are meant."""

    max: Limit
    max_with: dict[str, Limit] = {}
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


def check(army: Army, params: Params) -> Iterator[Finding]:
    copies: dict[str, list[Unit]] = {}
    only, without = frozenset(map(fold, params.only)), frozenset(map(fold, params.without))
    for unit in army.units:
        if without.isdisjoint(unit.tags) and not (only and only.isdisjoint(unit.tags)):
            copies.setdefault(fold(unit.name), []).append(unit)
    limits = [limit_in(limit, army) for limit in (params.max, *params.max_with.values())]
    one_is_fine = all(limit is None or limit > 0 for limit in limits)
    for units in copies.values():
        if len(units) == 1 and one_is_fine:
            continue
        first, *_ = units
        limit, because = _limit(army, first, params)
        if limit is None or len(units) <= limit:
            continue
        args = {"count": len(units), "unit": first.name, "max": limit, "keyword": because}
        key = "too_many_with" if because else "too_many_unique" if params.only else "too_many"
        fix = drop_extra(army, units, limit)
        yield Finding(
            key=key,
            path=units[limit].path,
            args=args,
            units=tuple(unit.id for unit in units),
            fixes=(fix,),
            about=first.name,
            cause="too_many",
            excess=len(units) - limit,
            silent=_said_elsewhere(units, limit),
        )


def _said_elsewhere(units: list[Unit], limit: int) -> bool:
    """Of a narrower limit another rule speaks: that of the datasheet itself, or that of the rule that lets all of them in."""
    first, *_ = units
    own = first.own_max
    narrower = [unit.guest_max for unit in units if unit.guest_max is not None and unit.guest_max <= limit]
    return (own is not None and own <= limit) or len(narrower) == len(units)


def _limit(army: Army, unit: Unit, params: Params) -> tuple[int | None, str]:
    raised = [
        (most, keyword)
        for keyword, limit in params.max_with.items()
        if unit.has(keyword) and (most := limit_in(limit, army)) is not None
    ]
    return max(raised, key=lambda pair: pair[0]) if raised else (limit_in(params.max, army), "")
