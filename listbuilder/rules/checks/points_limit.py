"""Check that the points of the whole army stay within the limit that the players have agreed.

Units count, and whatever else has a price.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model.army import Army, Extra, Unit
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix, LazyFixes
from listbuilder.model.rulebook import Row, RuleBook
from listbuilder.rules.fixes import drop_part


class Params(Model):
    """The demand for a points limit.

    `required`: no other rule asks for the limit, so a roster that states none breaks this one.
    """

    required: bool = False


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report an army over its points limit, and a missing limit if the rule requires one.

    It is only a warning if the army is over the limit only because of prices unknown for its date.
    """
    points = army.points
    if army.limit is None:
        if params.required:
            yield _make_missing_finding(army)
        return
    if points <= army.limit:
        return
    over = points - army.limit
    if army.unsure and army.sure_points <= army.limit:
        unsure = points - army.sure_points
        args = {
            "points": points,
            "limit": army.limit,
            "unsure": unsure,
            "names": army.list_unsure_names(),
            "day": army.priced_on,
        }
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
    breaker = _find_breaker(army)
    args = {"points": points, "limit": army.limit, "over": over, "unit": breaker.name}
    units = (breaker.id,) if isinstance(breaker, Unit) else ()
    yield Finding(
        key="over",
        path=breaker.path,
        args=args,
        units=units,
        fixes=LazyFixes(lambda: tuple(_yield_fixes(army, breaker, over))),
        about=(),
        excess=over,
        of_points=True,
    )


def _make_missing_finding(army: Army) -> Finding:
    """Return the finding that the roster states no points limit.

    The fix sets the smallest usual limit that the army keeps to; if all are too small, the army's
    own points.
    """
    usual = army.book.points_limits
    fitting = next((limit for limit in usual if limit >= army.points), army.points)
    edit = Edit((Step("set", ("points_limit",), fitting), *army.drop_assumed_key("points_limit")))
    fix = Fix(key="set", args={"limit": fitting}, edit=edit)
    return Finding(
        key="missing",
        path=("points_limit",),
        args={"usual": [str(limit) for limit in usual]},
        fixes=(fix,),
    )


def _find_breaker(army: Army) -> Unit | Extra:
    """Return the first unit, or other part with a price, that takes the sum over the limit.

    Parts are counted in the order of the army. Raises AssertionError if the army is within the
    limit.
    """
    total = 0
    for part in army.parts:
        total += part.cost
        if army.limit is not None and total > army.limit:
            return part
    raise AssertionError("only called when the sum is over the limit")


def _yield_fixes(army: Army, breaker: Unit | Extra, over: int) -> Iterator[Fix]:
    """Yield the fix that removes the cheapest part that is enough, and one for `breaker`.

    The second is only offered if removing `breaker` is enough and it is another part. `over` are
    the points too many. The unit that leads the army is never removed.
    """
    parts = [part for part in army.parts if not (isinstance(part, Unit) and part.leads_army)]
    enough = [part for part in parts if part.cost >= over and part.removal]
    cheapest = min(enough, key=lambda part: part.cost, default=None)
    if cheapest is not None:
        yield drop_part(army, cheapest)
    if any(breaker is part for part in enough) and breaker is not cheapest:
        yield drop_part(army, breaker)


def yield_table_rows(book: RuleBook, params: Params) -> Iterator[Row]:
    """Yield a row with the usual points limits, if the rule requires a limit."""
    if params.required and book.points_limits:
        yield "usual", {"limits": [str(limit) for limit in book.points_limits]}
