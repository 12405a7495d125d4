"""Check that a dedicated transport starts with at least one unit embarked.

Else it counts as destroyed.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.common.reserves import list_aboard
from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.check_scope import LooksAt

LOOKS_AT: LooksAt = "each"


class Params(Model):
    """The keyword of dedicated transports."""

    keyword: str


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report dedicated transports that start without a unit aboard.

    If no battle formations are declared, all dedicated transports of the army are named in one
    finding.
    """
    transports = [unit for unit in army.standing_units if unit.has_keyword(params.keyword)]
    if army.declarations is None or not army.declarations.declared:
        if transports:
            args = {"units": [unit.name for unit in transports]}
            ids = tuple(unit.id for unit in transports)
            yield Finding(
                key="undeclared",
                path=transports[0].path,
                args=args,
                units=ids,
                about=("formations",),
            )
        return
    for unit in transports:
        if not list_aboard(army.declarations, unit.id):
            yield Finding(key="empty", path=unit.path, args={"unit": unit.name}, units=(unit.id,))
