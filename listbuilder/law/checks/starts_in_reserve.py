"""What has to start in reserve does: units of some kind, or those whose own datasheet says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from listbuilder.games.shared.declarations.attach import role
from listbuilder.games.shared.declarations.places import waits
from listbuilder.law.declaration_fixes import enter
from listbuilder.law.looks import LooksAt
from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding

LOOKS_AT: LooksAt = "each"


class Params(Model):
    """`keyword`: of which kind; without it the datasheet says it. `place`: the list of the roster that is meant for it."""

    keyword: str | None = None
    place: Literal["strategic_reserves", "reserves"] = "strategic_reserves"


def check(army: Army, params: Params) -> Iterator[Finding]:
    declarations = army.declarations
    if declarations is None or not declarations.declared:
        return
    for unit in army.standing_units:
        by_kind = params.keyword is not None and unit.has(params.keyword)
        if not (by_kind or (params.keyword is None and role(unit).starts_in_reserve)):
            continue
        if not waits(declarations, unit.id):
            args = {"unit": unit.name, "keyword": params.keyword or ""}
            fixes = (enter(declarations, params.place, unit),)
            key = "by_kind" if by_kind else "by_datasheet" if params.place == "strategic_reserves" else "by_its_own_rule"
            yield Finding(key=key, path=unit.path, args=args, units=(unit.id,), fixes=fixes, cause="by_datasheet")
