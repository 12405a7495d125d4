"""A dedicated transport starts with at least one unit embarked, or counts as destroyed."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.shared.declarations.places import aboard
from listbuilder.law.looks import LooksAt
from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding

LOOKS_AT: LooksAt = "each"


class Params(Model):
    keyword: str


def check(army: Army, params: Params) -> Iterator[Finding]:
    transports = [unit for unit in army.standing_units if unit.has(params.keyword)]
    if army.declarations is None or not army.declarations.declared:
        if transports:
            args = {"units": [unit.name for unit in transports]}
            ids = tuple(unit.id for unit in transports)
            yield Finding(key="undeclared", path=transports[0].path, args=args, units=ids, about=("formations",))
        return
    for unit in transports:
        if not aboard(army.declarations, unit.id):
            yield Finding(key="empty", path=unit.path, args={"unit": unit.name}, units=(unit.id,))
