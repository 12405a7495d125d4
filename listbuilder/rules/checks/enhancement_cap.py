"""Check that there are at most so many enhancements in the army."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.faction import Enhancement
from listbuilder.model.base import Model, Path
from listbuilder.model.finding import Finding, Fix
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.fixes import drop_enhancement
from listbuilder.rules.params import Limit, get_limit

LOOKS_AT: LooksAt = "bearers"


class Params(Model):
    """The most enhancements in the army, by battle size where that matters."""

    max: Limit


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report that the army has more enhancements than the limit.

    If there is one too many, the fix takes one away. Nothing if the limit has no number for the
    battle size.
    """
    counted_entries = _list_enhancements_that_count(army)
    most = get_limit(params.max, army)
    if most is None or len(counted_entries) <= most:
        return
    args = {
        "count": len(counted_entries),
        "max": most,
        "enhancements": [enhancement.name for _, enhancement, _ in counted_entries],
    }
    _, _, path = counted_entries[most]
    counted_ids = {enhancement.id for _, enhancement, _ in counted_entries}
    bearers = [
        unit.id
        for unit, enhancement, _ in army.list_borne_enhancements()
        if enhancement.id in counted_ids
    ]
    yield Finding(
        key="too_many",
        path=path,
        args=args,
        units=tuple(dict.fromkeys(bearers)),
        fixes=tuple(_yield_fixes(army, counted_entries))
        if len(counted_entries) == most + 1
        else (),
        about=("units",),
        excess=len(counted_entries) - most,
    )


def _yield_fixes(
    army: Muster, counted: list[tuple[MusterUnit, Enhancement, Path]]
) -> Iterator[Fix]:
    """Yield the fix that takes away the last enhancement whose removal lowers the count.

    An upgrade of which the army has another copy is left alone, because the number counted would
    stay the same.
    """
    ids = [enhancement.id for _, enhancement, _ in army.list_borne_enhancements()]
    single = [entry for entry in counted if ids.count(entry[1].id) == 1 or not entry[1].upgrade]
    if single:
        yield drop_enhancement(*single[-1])


def _list_enhancements_that_count(army: Muster) -> list[tuple[MusterUnit, Enhancement, Path]]:
    """Return each enhancement that counts towards the limit, with its unit and its path.

    Of an upgrade, which may be taken several times, only the first counts. Enhancements of a
    detachment whose enhancements don't count are left out.
    """
    free = {
        free_enhancement.id
        for detachment in army.detachments
        if detachment.enhancements_not_counted
        for free_enhancement in detachment.enhancements
    }
    seen: set[str] = set()
    counting = []
    for unit, enhancement, path in army.list_borne_enhancements():
        if enhancement.id in free or (enhancement.upgrade and enhancement.id in seen):
            continue
        seen.add(enhancement.id)
        counting.append((unit, enhancement, path))
    return counting
