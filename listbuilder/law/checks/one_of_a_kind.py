"""What is in an army only once, or not beside something else."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.regiments.army import RegimentArmy, RegimentUnit
from listbuilder.law.fixes import drop_unit, drop_units
from listbuilder.law.params import Count
from listbuilder.model.base import Model, fold
from listbuilder.model.finding import Finding


class Params(Model):
    """At most `max` of the same unit with `keyword`; with `variants`, not two forms of one warscroll."""

    keyword: str
    max: Count
    variants: bool = False


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    yield from _copies(army, params)
    yield from _exclusives(army)
    if params.variants:
        yield from _variants(army)


def _copies(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    alike: dict[str, list[RegimentUnit]] = {}
    for unit in army.regiment_units:
        if unit.has(params.keyword):
            alike.setdefault(fold(unit.name), []).append(unit)
    for units in alike.values():
        if len(units) > params.max:
            first, *_ = units
            args = {"count": len(units), "unit": first.name, "max": params.max}
            surplus = len(units) - params.max
            going = [unit for unit in reversed(units) if _may_go(unit)][:surplus]
            fixes = (drop_units(army, going),) if len(going) == surplus else ()
            path, about = units[params.max].path, first.name
            yield Finding(key="too_many", path=path, args=args, units=_ids(units), fixes=fixes, about=about, excess=surplus)


def _may_go(unit: RegimentUnit) -> bool:
    """Alone, and without leaving a hero without a companion he has to bring."""
    return unit.removal is not None and not unit.leads_army and not unit.profile.only_in_regiment_of


def _exclusives(army: RegimentArmy) -> Iterator[Finding]:
    """Each pair once, however many there are of either: copies are for the rule above."""
    said = set()
    for place, unit in enumerate(army.regiment_units):
        for other in army.regiment_units[:place] if unit.warscroll.exclusive_with else ():
            pair = frozenset((other.datasheet_id, unit.datasheet_id))
            if unit.home == other.home and other.warscroll.id in unit.warscroll.exclusive_with and pair not in said:
                said.add(pair)
                yield _not_both("exclusive", army, other, unit)


def _variants(army: RegimentArmy) -> Iterator[Finding]:
    forms: dict[tuple[str, str], RegimentUnit] = {}
    said = set()
    for unit in army.regiment_units:
        standard = (unit.home, unit.warscroll.variant_of or unit.warscroll.id)
        other = forms.setdefault(standard, unit)
        if other.warscroll.id != unit.warscroll.id and standard not in said:
            said.add(standard)
            yield _not_both("variant", army, other, unit)


def _not_both(key: str, army: RegimentArmy, first: RegimentUnit, second: RegimentUnit) -> Finding:
    args = {"unit": second.name, "other": first.name}
    fixes = tuple(drop_unit(army, unit) for unit in (second, first) if unit.removal and not unit.leads_army)
    about = ", ".join(sorted((first.datasheet_id, second.datasheet_id)))
    return Finding(key=key, path=second.path, args=args, units=(first.id, second.id), fixes=fixes[:1], about=about)


def _ids(units: list[RegimentUnit]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)
