"""The champions, musicians and standard bearers of a unit: how many of its models can be one."""

from __future__ import annotations

from listbuilder.games.aos.army import RegimentUnit
from listbuilder.model.base import fold

COMMAND = ("Champion", "Musician", "Standard Bearer")


def count_special_models(unit: RegimentUnit, keywords: tuple[str, ...]) -> dict[str, int]:
    """Return how many models of the unit can have each of `keywords`, such as Musician.

    A keyword with `1/5` is for one of every five models; a keyword without a number is for one
    model. Keywords that no model can have are left out. The result is worked out only once for each
    unit.
    """
    if keywords not in unit.special:
        unit.special[keywords] = _count_by_keyword(unit, keywords)
    return unit.special[keywords]


def _count_by_keyword(unit: RegimentUnit, keywords: tuple[str, ...]) -> dict[str, int]:
    """Return how many models of the unit can have each of `keywords`, without zero counts."""
    values = unit.warscroll.keyword_values
    counts: dict[str, int] = {}
    if not values:
        return counts
    for keyword in keywords:
        value = values.get(fold(keyword))
        if value is None:
            continue
        number, _, group_size = value.partition("/")
        count = int(number) if number.isdecimal() else 1
        if group_size.isdecimal() and int(group_size):
            count *= unit.models // int(group_size)
        if count:
            counts[keyword] = count
    return counts
