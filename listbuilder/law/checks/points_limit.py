"""The points of all units, and of whatever else has a price, stay within the limit."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.law.fixes import drop_part
from listbuilder.model.army import Army, Extra, Unit
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding, Fix, Later


class Params(Model):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    points = army.points
    if army.limit is None or points <= army.limit:
        return
    over = points - army.limit
    if army.unsure and army.sure_points <= army.limit:
        unsure = points - army.sure_points
        args = {"points": points, "limit": army.limit, "unsure": unsure, "names": army.unsure_names(), "day": army.priced_on}
        yield Finding(
            key="unsure",
            severity="warning",
            path=next(iter(army.unsure)),
            args=args,
            about=(),
            cause="over",
            excess=over,
            of_points=True,
        )
        return
    breaker = _breaker(army)
    args = {"points": points, "limit": army.limit, "over": over, "unit": breaker.name}
    units = (breaker.id,) if isinstance(breaker, Unit) else ()
    yield Finding(
        key="over",
        path=breaker.path,
        args=args,
        units=units,
        fixes=Later(lambda: tuple(_fixes(army, breaker, over))),
        about=(),
        excess=over,
        of_points=True,
    )


def _breaker(army: Army) -> Unit | Extra:
    """The unit, or whatever else has a price, with which the sum first passes the limit."""
    total = 0
    for part in army.parts:
        total += part.cost
        if army.limit is not None and total > army.limit:
            return part
    raise AssertionError("only called when the sum is over the limit")


def _fixes(army: Army, breaker: Unit | Extra, over: int) -> Iterator[Fix]:
    """The cheapest thing whose removal is enough, and the one that broke the limit if its removal is."""
    parts = [part for part in army.parts if not (isinstance(part, Unit) and part.leads_army)]
    enough = [part for part in parts if part.cost >= over and part.removal]
    cheapest = min(enough, key=lambda part: part.cost, default=None)
    if cheapest is not None:
        yield drop_part(army, cheapest)
    if any(breaker is part for part in enough) and breaker is not cheapest:
        yield drop_part(army, breaker)
