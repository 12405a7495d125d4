"""What the roster leaves open is named, and what is assumed is said aloud."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.muster.army import Muster
from listbuilder.games.muster.sizes import legal_totals
from listbuilder.games.muster.standing import keyword_choices
from listbuilder.law.looks import LooksAt
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix, Remarked

LOOKS_AT: LooksAt = "each"


class Params(Model):
    bearer: bool = False  # the model that bears an enhancement is named too


def check(army: Muster, params: Params) -> Iterator[Finding]:
    open_size = [unit for unit in army.muster_units if not unit.stated_size and len(legal_totals(unit.datasheet)) > 1]
    if open_size:
        sizes = [Remarked(unit.name, str(unit.models)) for unit in open_size]
        steps = tuple(Step("set", (*unit.path, "models"), unit.models) for unit in open_size)
        fix = Fix(key="write_sizes", edit=Edit(steps))
        ids = tuple(unit.id for unit in open_size)
        yield Finding(key="size", path=open_size[0].path, args={"units": sizes}, units=ids, fixes=(fix,), about=("units",))
    unmarked = [unit for unit in army.muster_units if unit.chosen_keyword is None and keyword_choices(army, unit)]
    if unmarked:
        args = {"units": [unit.name for unit in unmarked], "known": list(keyword_choices(army, unmarked[0]))}
        ids = tuple(unit.id for unit in unmarked)
        yield Finding(key="keyword", path=unmarked[0].path, args=args, units=ids, about=("units",))
    if params.bearer:
        yield from _bearers(army)


def _bearers(army: Muster) -> Iterator[Finding]:
    """Units of several kinds of models, of which one has the enhancement."""
    for unit in army.muster_units:
        to_model = [each for each in unit.enhancements if each.bearer != "unit" and not each.upgrade]
        models = list(dict.fromkeys(group.model for group in unit.groups))
        if to_model and unit.bearer is None and len(models) > 1:
            args = {"unit": unit.name, "enhancement": to_model[0].name, "models": models}
            path = unit.enhancement_paths[unit.enhancements.index(to_model[0])]
            yield Finding(key="bearer", path=path, args=args, units=(unit.id,), about=(*unit.path, "bearer"))
