"""Check how many regiments the army has. A regiment of renown is none of them."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import Regiment, RegimentArmy
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix
from listbuilder.rules.params import Count


class Params(Model):
    """The least and the most regiments in an army."""

    min: Count
    max: Count


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report too few or too many regiments. The fix removes the last ones."""
    count = len(army.regiments)
    args = {"count": count, "min": params.min, "max": params.max}
    if count < params.min:
        yield Finding(key="too_few", path=("regiments",), args=args, excess=params.min - count)
    if count > params.max:
        surplus = army.regiments[params.max :]
        units = tuple(unit.id for regiment in surplus for unit in regiment.units)
        path, fix, about = surplus[0].path, _make_drop_fix(surplus), ("regiments",)
        yield Finding(
            key="too_many",
            path=path,
            args=args,
            units=units,
            fixes=(fix,),
            about=about,
            excess=len(surplus),
        )


def _make_drop_fix(surplus: list[Regiment]) -> Fix:
    """Return the fix that removes the surplus regiments."""
    steps = tuple(Step("remove", regiment.path) for regiment in reversed(surplus))
    args = {
        "numbers": [regiment.place + 1 for regiment in surplus],
        "points": sum(dropped.points for dropped in surplus),
    }
    return Fix(key="drop_regiments", args=args, edit=Edit(steps))
