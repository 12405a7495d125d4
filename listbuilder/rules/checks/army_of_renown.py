"""Check that an army of renown keeps to its own units, choices and requirements.

These replace the faction's rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy, RegimentUnit, Standing
from listbuilder.games.aos.faction import ArmyOfRenown, Ratio, Selection
from listbuilder.model.base import Model, Path
from listbuilder.model.finding import Finding, Fix
from listbuilder.model.message_args import MessageArgs
from listbuilder.rules.fixes import drop_entry, drop_surplus, drop_unit
from listbuilder.rules.regiment_fixes import drop_army_choice, drop_borne_enhancement
from listbuilder.rules.unavailable import report_unavailable

_OUTSIDE = ("replaced", "elsewhere")


class Params(Model):
    pass


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report what the army of renown forbids, or what only an army of renown could have.

    These are units, enhancements, regiments of renown and choices for the whole army. If the army
    is one of renown, what it requires is reported too: units, a general, limits, ratios and equal
    numbers of regiments. An army of renown that was not available on the army's date is also
    reported.
    """
    yield from report_unavailable(army, "army_of_renown")
    for unit in (candidate for candidate in army.own_units if candidate.standing in _OUTSIDE):
        fixes = (drop_unit(army, unit),) if unit.removal else ()
        yield from _check_outside(
            army, unit.standing, unit.name, unit.home_name, unit.path, fixes, (unit.id,)
        )
    for unit in army.regiment_units:
        for borne in (candidate for candidate in unit.borne if candidate.standing in _OUTSIDE):
            name, fixes = borne.enhancement.name, (drop_borne_enhancement(unit, borne),)
            yield from _check_outside(
                army, borne.standing, name, borne.home, borne.path, fixes, (unit.id,)
            )
    for chosen in (
        candidate for candidate in army.list_choices() if candidate.standing in _OUTSIDE
    ):
        fixes = (drop_army_choice(army, chosen),)
        yield from _check_outside(
            army, chosen.standing, chosen.name, chosen.home, chosen.path, fixes
        )
    for taken in (candidate for candidate in army.renown_taken if candidate.standing in _OUTSIDE):
        fixes = (drop_entry(taken.regiment.name, taken.path, taken.points),)
        yield from _check_outside(
            army, taken.standing, taken.regiment.name, army.faction_name, taken.path, fixes
        )
    if army.renown:
        yield from _check_restrictions(army, army.renown)


def _check_outside(
    army: RegimentArmy,
    standing: Standing,
    name: str,
    home: str,
    path: Path,
    fixes: tuple[Fix, ...],
    units: tuple[str, ...] = (),
) -> Iterator[Finding]:
    """Yield the finding that the thing called `name` may not be in this army, if it may not.

    If `standing` is "elsewhere", only another army of renown, called `home`, has the thing.
    Otherwise this army of renown leaves it out; nothing is reported if the army is not one of
    renown.
    """
    if standing == "elsewhere":
        yield Finding(
            key="elsewhere", path=path, args={"name": name, "army": home}, units=units, fixes=fixes
        )
    elif army.renown:
        args = {"name": name, "army": army.renown.name, "faction": army.faction_name}
        yield Finding(key="left_out", path=path, args=args, units=units, fixes=fixes)


def _check_restrictions(army: RegimentArmy, renown: ArmyOfRenown) -> Iterator[Finding]:
    """Yield findings for all that the army of renown requires and the army breaks.

    These are required units, the general, limits on units, ratios and equal numbers of regiments.
    If several limits concern the same units of the army, only the one with the fewest warscrolls is
    reported, because a wider one says nothing new.
    """
    restrictions = renown.restrictions
    present = {unit.datasheet_id for unit in army.own_units}
    for group in restrictions.required_units:
        if not present.intersection(group):
            args: MessageArgs = {
                "army": renown.name,
                "units": [_get_warscroll_name(army, warscroll_id) for warscroll_id in group],
            }
            yield Finding(key="needs", path=("army_of_renown",), args=args, about=", ".join(group))
    general = army.general
    if (
        restrictions.required_general
        and general
        and general.datasheet_id not in restrictions.required_general
    ):
        args = {
            "army": renown.name,
            "unit": general.name,
            "units": [
                _get_warscroll_name(army, warscroll_id)
                for warscroll_id in restrictions.required_general
            ],
        }
        yield Finding(
            key="general", path=(*general.path, "general"), args=args, units=(general.id,)
        )
    reported = []
    for limit in sorted(restrictions.limits, key=lambda limit: len(limit.units)):
        units = [unit for unit in _list_units_for_army(army) if unit.datasheet_id in limit.units]
        # a wider limit over the same units says nothing new
        if len(units) > limit.max and units not in reported:
            reported.append(units)
            args = {
                "army": renown.name,
                "units": [_get_warscroll_name(army, warscroll_id) for warscroll_id in limit.units],
                "max": limit.max,
            }
            yield _make_over_finding(
                "too_many",
                army,
                ", ".join(limit.units),
                units,
                limit.max,
                {**args, "count": len(units)},
            )
    for ratio in restrictions.ratios:
        yield from _check_ratio(army, renown, ratio)
    yield from _check_equal_regiments(army, renown)


def _check_ratio(army: RegimentArmy, renown: ArmyOfRenown, ratio: Ratio) -> Iterator[Finding]:
    """Yield a finding if there are more units of a kind than `ratio` allows.

    The limit is a fixed number, or a number for every so many units of another kind.
    """
    units = _list_selected_units(army, ratio.allow)
    args: MessageArgs = {
        "army": renown.name,
        "what": _list_selection_names(army, ratio.allow),
        "count": len(units),
    }
    about = ", ".join(args["what"])
    if ratio.per is None:
        if len(units) > ratio.count:
            yield _make_over_finding(
                "too_many_of", army, about, units, ratio.count, {**args, "max": ratio.count}
            )
        return
    others = _list_selected_units(army, ratio.per)
    most = ratio.count * (len(others) // ratio.per_count)
    if len(units) > most:
        args |= {
            "max": most,
            "each": ratio.count,
            "per": _list_selection_names(army, ratio.per),
            "others": len(others),
        }
        yield _make_over_finding(
            "ratio", army, about, units, most, {**args, "per_count": ratio.per_count}
        )


def _make_over_finding(
    key: str,
    army: RegimentArmy,
    about: str,
    units: list[RegimentUnit],
    most: int,
    args: MessageArgs,
) -> Finding:
    """Return the finding that `units` are more than `most`.

    `about` names what is limited. The fix removes the surplus; there is none if a unit can't be
    removed alone.
    """
    removable = [unit for unit in units if unit.removal]
    fixes = (drop_surplus(army, units, most),) if len(removable) == len(units) else ()
    ids = tuple(unit.id for unit in units)
    return Finding(
        key=key,
        path=units[most].path,
        args=args,
        units=ids,
        fixes=fixes,
        about=about,
        excess=len(units) - most,
    )


def _check_equal_regiments(army: RegimentArmy, renown: ArmyOfRenown) -> Iterator[Finding]:
    """Yield a finding if heroes of certain keywords don't lead equally many regiments.

    The army of renown names the keywords.
    """
    keywords = renown.restrictions.equal_regiments_led_by
    leaders = [regiment.leader for regiment in army.regiments if regiment.leader]
    counts = [sum(leader.has_keyword(keyword) for leader in leaders) for keyword in keywords]
    if len(set(counts)) > 1:
        args = {"army": renown.name, "keywords": list(keywords), "counts": counts}
        ids, excess = tuple(leader.id for leader in leaders), max(counts) - min(counts)
        yield Finding(key="unequal", path=("regiments",), args=args, units=ids, excess=excess)


def _list_units_for_army(army: RegimentArmy) -> list[RegimentUnit]:
    """Return the army's own units, without those of regiments of renown."""
    return [unit for unit in army.own_units if unit.standing == "own"]


def _list_selected_units(army: RegimentArmy, selection: Selection) -> list[RegimentUnit]:
    """Return the army's units that `selection` selects.

    It selects by warscrolls; if it lists none, by having all its keywords.
    """
    if selection.units:
        return [unit for unit in _list_units_for_army(army) if unit.datasheet_id in selection.units]
    return [
        unit
        for unit in _list_units_for_army(army)
        if all(unit.has_keyword(keyword) for keyword in selection.keywords)
    ]


def _list_selection_names(army: RegimentArmy, selection: Selection) -> list[str]:
    """Return the names of what `selection` selects.

    They are the names of its warscrolls; if it lists none, all its keywords as one name.
    """
    if not selection.units:
        return [" ".join(selection.keywords)]
    return [_get_warscroll_name(army, warscroll_id) for warscroll_id in selection.units]


def _get_warscroll_name(army: RegimentArmy, warscroll_id: str) -> str:
    """Return the name of a warscroll, or its id if the army knows no name for it."""
    return army.names.get(warscroll_id, warscroll_id)
