"""Check that only units that may be reinforced are: twice the models at twice the cost."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy, RegimentUnit
from listbuilder.model.base import Model
from listbuilder.model.edit import make_remove_edit
from listbuilder.model.finding import Finding, Fix
from listbuilder.rules.check_scope import LooksAt

LOOKS_AT: LooksAt = "each"


class Params(Model):
    """The keyword of units that may never be reinforced."""

    never: str


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report units that are reinforced (twice the models for twice the points) and may not be.

    The fix makes a unit plain again.
    """
    for unit in army.own_units:
        if not unit.reinforced:
            continue
        key = _find_reason_against(unit, params)
        if key:
            path = (*unit.path, "reinforced")
            saved = unit.unit_points - unit.unit_points // 2
            fix = Fix(
                key="not_reinforced",
                args={"unit": unit.name, "points": saved},
                edit=make_remove_edit(*path),
            )
            args = {"unit": unit.name, "keyword": params.never}
            yield Finding(key=key, path=path, args=args, units=(unit.id,), fixes=(fix,))


def _find_reason_against(unit: RegimentUnit, params: Params) -> str | None:
    """Return the key of the finding on why the unit may not be reinforced, or None."""
    if unit.has_keyword(params.never):
        return "never"
    if unit.warscroll.can_be_reinforced:
        return None
    return "one_model" if unit.warscroll.models == 1 else "profile"
