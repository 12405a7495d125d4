"""Exactly so many units."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.model.hero_army import HeroArmy
from listbuilder.rules.fixes import drop_units
from listbuilder.rules.params import Count


class Params(Model):
    exact: Count


def check(army: HeroArmy, params: Params) -> Iterator[Finding]:
    count = len(army.units)
    args = {"count": count, "exact": params.exact}
    ids = tuple(unit.id for unit in army.units)
    if count < params.exact:
        yield Finding(key="too_few", path=("heroes",), args=args, units=ids)
    elif count > params.exact:
        surplus = army.surplus(params.exact)
        fix = drop_units(army, surplus)
        yield Finding(key="too_many", path=surplus[0].path, args=args, units=ids, fixes=(fix,))
