"""Report how many champions, musicians and standard bearers each unit may have."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy, RegimentUnit
from listbuilder.games.aos.command_models import count_special_models
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.params import Words

LOOKS_AT: LooksAt = "each"


class Params(Model):
    """The keywords of special models."""

    keywords: Words


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report how many special models of each kind, such as champions, the units may have.

    Units with the same number of the same kind are in one finding.
    """
    counts = [(unit, count_special_models(unit, params.keywords)) for unit in army.regiment_units]
    for keyword in params.keywords:
        alike: dict[int, list[RegimentUnit]] = {}
        for unit, by_keyword in counts:
            if count := by_keyword.get(keyword):
                alike.setdefault(count, []).append(unit)
        for count, units in sorted(alike.items()):
            args = {
                "keyword": keyword,
                "count": count,
                "units": list(dict.fromkeys(unit.name for unit in units)),
            }
            ids, about = tuple(unit.id for unit in units), f"{count} {keyword}"
            yield Finding(key="has", path=units[0].path, args=args, units=ids, about=about)
