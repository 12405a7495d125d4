"""Only units themselves placed in reserve may start embarked in an aircraft that is in reserve."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.shared.declarations.attach import by_id
from listbuilder.games.shared.declarations.places import Flyer, flies, waits
from listbuilder.law.declaration_fixes import disembark, enter
from listbuilder.law.looks import LooksAt
from listbuilder.model.army import Army
from listbuilder.model.finding import Finding

LOOKS_AT: LooksAt = "declared"


class Params(Flyer):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    declarations = army.declarations
    if declarations is None:
        return
    units = by_id(army)
    for unit_id, transport_id in declarations.embarked.items():
        unit, transport = units[unit_id], units[transport_id]
        named = next(each for each in declarations.party(unit_id) if declarations.embarked.get(each) == transport_id)
        if unit is transport or named != unit_id or not flies(declarations, transport, params):
            continue  # an attached unit is one finding, its bodyguard's where that is named
        if waits(declarations, transport_id) and not waits(declarations, unit_id):
            args = {"unit": unit.name, "transport": transport.name, "keyword": params.keyword}
            fixes = (enter(declarations, "strategic_reserves", unit), disembark(declarations, unit, transport))
            path = declarations.embarked_path(unit_id)
            yield Finding(key="not_waiting", path=path, args=args, units=(unit_id, transport_id), fixes=fixes)
