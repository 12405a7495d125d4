"""Check that there are exactly so many units."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.heroes.army import HeroArmy
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.fixes import drop_units
from listbuilder.rules.params import Count


class Params(Model):
    """The exact number of units in an army."""

    exact: Count


def check(army: HeroArmy, params: Params) -> Iterator[Finding]:
    """Report too few or too many units; the fix removes those that are too many."""
    count = len(army.units)
    args = {"count": count, "exact": params.exact}
    ids = tuple(unit.id for unit in army.units)
    if count < params.exact:
        yield Finding(
            key="too_few", path=("heroes",), args=args, units=ids, excess=params.exact - count
        )
    elif count > params.exact:
        surplus = army.choose_surplus_heroes(params.exact)
        fix = drop_units(army, surplus)
        path, about, excess = surplus[0].path, ("heroes",), count - params.exact
        yield Finding(
            key="too_many",
            path=path,
            args=args,
            units=ids,
            fixes=(fix,),
            about=about,
            excess=excess,
        )
