"""At least so many units with a keyword."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.law.params import Count
from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding


class Params(Model):
    keyword: str
    min: Count


def check(army: Army, params: Params) -> Iterator[Finding]:
    count = sum(unit.has(params.keyword) for unit in army.units)
    if count < params.min:
        args = {"keyword": params.keyword, "count": count, "min": params.min}
        yield Finding(key="too_few", path=("units",), args=args, about=params.keyword, excess=params.min - count)
