"""Report points left over, where the rules give something for them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.params import Count


class Params(Model):
    """The least number of points left that is reported."""

    from_: Count = msgspec.field(name="from")


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report how many points of the limit are left, if they are at least `params.from_`."""
    if army.limit is not None and army.limit - army.points >= params.from_:
        args = {"limit": army.limit, "under": army.limit - army.points}
        yield Finding(
            key="under", path=("points_limit",), args=args, excess=army.limit - army.points
        )
