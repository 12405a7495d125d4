"""How many regiments the army has. A regiment of renown is none of them."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.regiments.army import Regiment, RegimentArmy
from listbuilder.law.params import Count
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix


class Params(Model):
    min: Count
    max: Count


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    count = len(army.regiments)
    args = {"count": count, "min": params.min, "max": params.max}
    if count < params.min:
        yield Finding(key="too_few", path=("regiments",), args=args, excess=params.min - count)
    if count > params.max:
        surplus = army.regiments[params.max :]
        units = tuple(unit.id for regiment in surplus for unit in regiment.units)
        path, fix, about = surplus[0].path, _drop(surplus), ("regiments",)
        yield Finding(key="too_many", path=path, args=args, units=units, fixes=(fix,), about=about, excess=len(surplus))


def _drop(surplus: list[Regiment]) -> Fix:
    steps = tuple(Step("remove", regiment.path) for regiment in reversed(surplus))
    args = {"numbers": [regiment.place + 1 for regiment in surplus], "points": sum(each.points for each in surplus)}
    return Fix(key="drop_regiments", args=args, edit=Edit(steps))
