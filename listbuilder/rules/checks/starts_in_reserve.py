"""Check that units that have to start in reserve do, by their kind or their own datasheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from listbuilder.games.common.attach import get_role
from listbuilder.games.common.reserves import is_in_reserve
from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.deployment_fixes import enter_list

LOOKS_AT: LooksAt = "each"


class Params(Model):
    """The keyword of the units, and the roster's list that is meant for them.

    Without `keyword` the datasheet says which units start in reserve; with `by_army_rule`, the
    rule of the army does.
    """

    keyword: str | None = None
    place: Literal["strategic_reserves", "reserves"] = "strategic_reserves"
    by_army_rule: bool = False


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report units that must start in reserve and don't; the fix adds them to the right list.

    They are units with the rule's keyword or, if it has none, those whose datasheet says so.
    Nothing is reported if no battle formations are declared.
    """
    declarations = army.declarations
    if declarations is None or not declarations.declared:
        return
    for unit in army.standing_units:
        is_meant = get_role(unit).starts_in_reserve
        if params.keyword is not None:
            is_meant = unit.has_keyword(params.keyword)
        if is_meant and not is_in_reserve(declarations, unit.id):
            args = {"unit": unit.name, "keyword": params.keyword or ""}
            fixes = (enter_list(declarations, params.place, unit),)
            if params.keyword is not None:
                key = "by_kind"
            elif params.by_army_rule:
                key = "by_army_rule"
            elif params.place == "strategic_reserves":
                key = "by_datasheet"
            else:
                key = "by_its_own_rule"
            yield Finding(
                key=key,
                path=unit.path,
                args=args,
                units=(unit.id,),
                fixes=fixes,
                cause="by_datasheet",
            )
