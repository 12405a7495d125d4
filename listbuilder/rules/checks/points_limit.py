"""The points of all units together stay within the limit."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding, Fix
from listbuilder.rules.fixes import drop_unit


class Params(Model):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    if army.limit is None or army.points <= army.limit:
        return
    over = army.points - army.limit
    breaker = _breaker(army)
    args = {"points": army.points, "limit": army.limit, "over": over, "unit": breaker.name}
    yield Finding(key="over", path=breaker.path, args=args, units=(breaker.id,), fixes=tuple(_fixes(army, breaker, over)))


def _breaker(army: Army) -> Unit:
    """The unit with which the sum, taken in the order of the roster, first passes the limit."""
    total = 0
    for unit in army.units:
        total += unit.points or 0
        if army.limit is not None and total > army.limit:
            return unit
    raise AssertionError("only called when the sum is over the limit")


def _fixes(army: Army, breaker: Unit, over: int) -> Iterator[Fix]:
    """The cheapest unit whose removal is enough, and the one that broke the limit if its removal is."""
    enough = [unit for unit in army.units if (unit.points or 0) >= over and not unit.leads_army]
    cheapest = min(enough, key=lambda unit: unit.points or 0, default=None)
    if cheapest is not None:
        yield drop_unit(army, cheapest)
    if breaker in enough and breaker is not cheapest:
        yield drop_unit(army, breaker)
