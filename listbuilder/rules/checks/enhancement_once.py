"""Check that the same enhancement is in the army only once."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.wh40k.army import Muster
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.fixes import drop_enhancements
from listbuilder.rules.params import Count

LOOKS_AT: LooksAt = "bearers"


class Params(Model):
    """The most bearers of one enhancement, and of one that may be taken several times."""

    max: Count
    max_upgrade: Count | None = None  # of one that may be taken several times


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report enhancements with too many bearers.

    The fix takes the enhancement from its last bearer, if that is enough. The same enhancement
    twice on one unit counts once: another rule reports several on one unit.
    """
    bearers: dict[str, list[int]] = {}
    borne = army.list_borne_enhancements()
    for place, (unit, enhancement, _) in enumerate(borne):
        places = bearers.setdefault(enhancement.id, [])
        # twice on one unit is one unit bearing several
        if all(borne[other][0] is not unit for other in places):
            places.append(place)
    for places in bearers.values():
        upgrade = borne[places[0]][1].upgrade
        most = params.max_upgrade if upgrade and params.max_upgrade is not None else params.max
        if len(places) <= most:
            continue
        _, enhancement, path = borne[places[most]]
        units = [borne[place][0] for place in places]
        args = {
            "enhancement": enhancement.name,
            "count": len(places),
            "max": most,
            "units": [u.name for u in units],
        }
        last = units[-1]
        copies = [
            (same_enhancement, copy_path)
            for unit, same_enhancement, copy_path in borne
            if unit is last and same_enhancement.id == enhancement.id
        ]
        fix = drop_enhancements(last, copies)
        fixes = (fix,) if len(places) == most + 1 else ()
        ids, excess = tuple(unit.id for unit in units), len(places) - most
        about = enhancement.id
        yield Finding(
            key="too_often",
            path=path,
            args=args,
            units=ids,
            fixes=fixes,
            about=about,
            excess=excess,
        )
