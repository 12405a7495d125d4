"""The points of all units, and of whatever else has a price, stay within the limit that the players have agreed."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.law.fixes import drop_part
from listbuilder.model.army import Army, Extra, Unit
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix, Later
from listbuilder.model.rule import Row, RuleBook


class Params(Model):
    """`required`: no other rule asks for the limit, so a roster that states none breaks this one."""

    required: bool = False


def check(army: Army, params: Params) -> Iterator[Finding]:
    points = army.points
    if army.limit is None:
        if params.required:
            yield _missing(army)
        return
    if points <= army.limit:
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


def _missing(army: Army) -> Finding:
    """Report that the roster states no limit. The fix sets the smallest usual limit that the army keeps within."""
    usual = army.book.points_limits
    fitting = next((limit for limit in usual if limit >= army.points), army.points)
    edit = Edit((Step("set", ("points_limit",), fitting), *army.stating("points_limit")))
    fix = Fix(key="set", args={"limit": fitting}, edit=edit)
    return Finding(key="missing", path=("points_limit",), args={"usual": [str(limit) for limit in usual]}, fixes=(fix,))


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


def numbers(book: RuleBook, params: Params) -> Iterator[Row]:
    """Yield the limits that are usually agreed on."""
    if params.required and book.points_limits:
        yield "usual", {"limits": [str(limit) for limit in book.points_limits]}
