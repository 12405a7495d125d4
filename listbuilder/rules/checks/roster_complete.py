"""Report what the roster leaves open, and what is assumed for it."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.wh40k.ally_standing import list_keyword_choices
from listbuilder.games.wh40k.army import Muster
from listbuilder.games.wh40k.sizes import list_legal_totals
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix, Remarked
from listbuilder.rules.check_scope import LooksAt

LOOKS_AT: LooksAt = "each"


class Params(Model):
    """The demand for the model that bears an enhancement: with `bearer` it has to be named."""

    bearer: bool = False  # the model that bears an enhancement is named too


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report units whose size or chosen keyword the roster leaves open.

    If the rule asks for it, also enhancements without a named model to bear them. The fix writes
    down the sizes that are assumed.
    """
    open_size = [
        unit
        for unit in army.muster_units
        if not unit.stated_size and len(list_legal_totals(unit.datasheet)) > 1
    ]
    if open_size:
        sizes = [Remarked(unit.name, str(unit.models)) for unit in open_size]
        steps = tuple(Step("set", (*unit.path, "models"), unit.models) for unit in open_size)
        fix = Fix(key="write_sizes", edit=Edit(steps))
        ids = tuple(unit.id for unit in open_size)
        yield Finding(
            key="size",
            path=open_size[0].path,
            args={"units": sizes},
            units=ids,
            fixes=(fix,),
            about=("units",),
        )
    unmarked = [
        unit
        for unit in army.muster_units
        if unit.chosen_keyword is None and list_keyword_choices(army, unit)
    ]
    if unmarked:
        args = {
            "units": [unit.name for unit in unmarked],
            "known": list(list_keyword_choices(army, unmarked[0])),
        }
        ids = tuple(unit.id for unit in unmarked)
        yield Finding(key="keyword", path=unmarked[0].path, args=args, units=ids, about=("units",))
    if params.bearer:
        yield from _check_open_bearers(army)


def _check_open_bearers(army: Muster) -> Iterator[Finding]:
    """Yield a finding for each unit of which no model is named to bear its enhancement.

    Only units with several kinds of models are reported, and only if the roster names none as
    bearer.
    """
    for unit in army.muster_units:
        to_model = [
            enhancement
            for enhancement in unit.enhancements
            if enhancement.bearer != "unit" and not enhancement.upgrade
        ]
        models = list(dict.fromkeys(group.model for group in unit.groups))
        if to_model and unit.bearer is None and len(models) > 1:
            args = {"unit": unit.name, "enhancement": to_model[0].name, "models": models}
            path = unit.enhancement_paths[unit.enhancements.index(to_model[0])]
            yield Finding(
                key="bearer", path=path, args=args, units=(unit.id,), about=(*unit.path, "bearer")
            )
