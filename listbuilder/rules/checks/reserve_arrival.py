"""Report when units that wait in reserve may arrive, and until when they must."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.common.attach import get_units_by_id
from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.params import Count


class Params(Model):
    """The first battle round in which they may arrive, and the one after which they are lost."""

    first: Count
    last: Count


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report the units in reserve, with the battle rounds in which they can arrive."""
    declarations = army.declarations
    if declarations is None or not declarations.reserves:
        return
    units = get_units_by_id(army)
    args = {
        "units": [units[unit_id].name for unit_id in declarations.reserves],
        "first": params.first,
        "last": params.last,
    }
    path = (*declarations.path, "reserves")
    yield Finding(key="arrive", path=path, args=args, units=tuple(declarations.reserves))
