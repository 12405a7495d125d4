"""Exactly so many units."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.heroes.army import HeroArmy
from listbuilder.law.fixes import drop_units
from listbuilder.law.params import Count
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding


class Params(Model):
    exact: Count


def check(army: HeroArmy, params: Params) -> Iterator[Finding]:
    count = len(army.units)
    args = {"count": count, "exact": params.exact}
    ids = tuple(unit.id for unit in army.units)
    if count < params.exact:
        yield Finding(key="too_few", path=("heroes",), args=args, units=ids, excess=params.exact - count)
    elif count > params.exact:
        surplus = army.surplus(params.exact)
        fix = drop_units(army, surplus)
        path, about, excess = surplus[0].path, ("heroes",), count - params.exact
        yield Finding(key="too_many", path=path, args=args, units=ids, fixes=(fix,), about=about, excess=excess)
