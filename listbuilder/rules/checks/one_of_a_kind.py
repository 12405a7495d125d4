"""Check what is in an army only once, or not beside something else."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy, RegimentUnit
from listbuilder.model.base import Model, fold
from listbuilder.model.finding import Finding
from listbuilder.rules.fixes import drop_unit, drop_units
from listbuilder.rules.params import Count


class Params(Model):
    """The limit on the same unit with `keyword`.

    `variants`: two forms of one warscroll are reported too.
    """

    keyword: str
    max: Count
    variants: bool = False


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report too many copies of units with a keyword, and units that exclude each other.

    If the parameter `variants` is set, two forms of one warscroll are reported too.
    """
    yield from _check_copies(army, params)
    yield from _check_exclusive_units(army)
    if params.variants:
        yield from _check_variants(army)


def _check_copies(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Yield a finding for each unit with the keyword of which there are too many copies.

    The fix removes the last copies that can be removed; there is none if too few can.
    """
    alike: dict[str, list[RegimentUnit]] = {}
    for unit in army.regiment_units:
        if unit.has_keyword(params.keyword):
            alike.setdefault(fold(unit.name), []).append(unit)
    for units in alike.values():
        if len(units) > params.max:
            first, *_ = units
            args = {"count": len(units), "unit": first.name, "max": params.max}
            surplus = len(units) - params.max
            going = [unit for unit in reversed(units) if _can_be_removed(unit)][:surplus]
            fixes = (drop_units(army, going),) if len(going) == surplus else ()
            path, about = units[params.max].path, first.name
            yield Finding(
                key="too_many",
                path=path,
                args=args,
                units=tuple(unit.id for unit in units),
                fixes=fixes,
                about=about,
                excess=surplus,
            )


def _can_be_removed(unit: RegimentUnit) -> bool:
    """Return whether the fixes may remove `unit` alone.

    Not if it is the general, or a companion that a hero must bring.
    """
    return unit.removal is not None and not unit.leads_army and not unit.profile.only_in_regiment_of


def _check_exclusive_units(army: RegimentArmy) -> Iterator[Finding]:
    """Yield a finding for each pair of units that exclude each other.

    A pair is reported once, however many copies of either there are: copies are left to the limit
    on copies.
    """
    reported = set()
    for place, unit in enumerate(army.regiment_units):
        for other in army.regiment_units[:place] if unit.warscroll.exclusive_with else ():
            pair = frozenset((other.datasheet_id, unit.datasheet_id))
            if (
                unit.home == other.home
                and other.warscroll.id in unit.warscroll.exclusive_with
                and pair not in reported
            ):
                reported.add(pair)
                yield _make_not_both_finding("exclusive", army, other, unit)


def _check_variants(army: RegimentArmy) -> Iterator[Finding]:
    """Yield a finding for each warscroll of which the army has two different forms."""
    forms: dict[tuple[str, str], RegimentUnit] = {}
    reported = set()
    for unit in army.regiment_units:
        standard = (unit.home, unit.warscroll.variant_of or unit.warscroll.id)
        other = forms.setdefault(standard, unit)
        if other.warscroll.id != unit.warscroll.id and standard not in reported:
            reported.add(standard)
            yield _make_not_both_finding("variant", army, other, unit)


def _make_not_both_finding(
    key: str, army: RegimentArmy, first: RegimentUnit, second: RegimentUnit
) -> Finding:
    """Return the finding, with the given `key`, that two units can't both be in the army.

    The fix removes the second unit; if that is the general or can't be removed, the first.
    """
    args = {"unit": second.name, "other": first.name}
    fixes = tuple(
        drop_unit(army, unit) for unit in (second, first) if unit.removal and not unit.leads_army
    )
    about = ", ".join(sorted((first.datasheet_id, second.datasheet_id)))
    return Finding(
        key=key,
        path=second.path,
        args=args,
        units=(first.id, second.id),
        fixes=fixes[:1],
        about=about,
    )
