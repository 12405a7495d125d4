"""Check how many regiments the army has. A regiment of renown is none of them."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix
from listbuilder.rules.params import Count


class Params(Model):
    """The least and the most regiments in an army."""

    min: Count
    max: Count


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report too few or too many regiments; the fix removes the last ones that are too many."""
    count = len(army.regiments)
    args = {"count": count, "min": params.min, "max": params.max}
    if count < params.min:
        yield Finding(key="too_few", path=("regiments",), args=args, excess=params.min - count)
    if count > params.max:
        surplus = army.regiments[params.max :]
        units = tuple(unit.id for regiment in surplus for unit in regiment.units)
        steps = tuple(Step("remove", regiment.path) for regiment in reversed(surplus))
        dropped = {
            "numbers": [regiment.place + 1 for regiment in surplus],
            "points": sum(regiment.points for regiment in surplus),
        }
        yield Finding(
            key="too_many",
            path=surplus[0].path,
            args=args,
            units=units,
            fixes=(Fix(key="drop_regiments", args=dropped, edit=Edit(steps)),),
            about=("regiments",),
            excess=len(surplus),
        )
