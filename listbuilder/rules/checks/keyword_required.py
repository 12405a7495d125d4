"""Check that there are at least so many units with a keyword."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.params import Count


class Params(Model):
    """The keyword, the least number of units with it, and the factions that need none.

    `own`: only units count that can be the Warlord, with the army's own faction keyword or named
    for it.
    """

    keyword: str
    min: Count
    # only units that can hold the warlord: with the army's own faction keyword, or named for it
    own: bool = False
    except_factions: tuple[str, ...] = ()


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report that there are fewer units with the keyword than required.

    Some factions are excepted.
    """
    if army.faction_id in params.except_factions:
        return
    count = sum(
        unit.has_keyword(params.keyword) and (army.can_be_warlord(unit) or not params.own)
        for unit in army.units
    )
    if count < params.min:
        args = {
            "keyword": params.keyword,
            "count": count,
            "min": params.min,
            "faction": army.faction_name,
        }
        key = "too_few_own" if params.own else "too_few"
        yield Finding(
            key=key,
            path=("units",),
            args=args,
            about=params.keyword,
            cause="too_few",
            excess=params.min - count,
        )
