"""Champions, musicians and standard bearers: how many of a unit's models may be one."""

from __future__ import annotations

from listbuilder.games.regiments.army import RegimentUnit
from listbuilder.model.base import fold

COMMAND = ("Champion", "Musician", "Standard Bearer")


def special_models(unit: RegimentUnit, keywords: tuple[str, ...]) -> dict[str, int]:
    """By keyword. `1/5` is one for every five models, no number is one in the unit."""
    if keywords not in unit.special:
        unit.special[keywords] = _counted(unit, keywords)
    return unit.special[keywords]


def _counted(unit: RegimentUnit, keywords: tuple[str, ...]) -> dict[str, int]:
    values = unit.warscroll.keyword_values
    found: dict[str, int] = {}
    if not values:
        return found
    for keyword in keywords:
        value = values.get(fold(keyword))
        if value is None:
            continue
        number, _, each = value.partition("/")
        many = int(number) if number.isdecimal() else 1
        count = many * (unit.models // int(each)) if each.isdecimal() and int(each) else many
        if count:
            found[keyword] = count
    return found
