"""Check that the army is every unit of one box, with the models and wargear the box gives it."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.boxed.army import BoxArmy, BoxPart, BoxUnit
from listbuilder.games.boxed.compare import find_differences
from listbuilder.model.base import Model, fold
from listbuilder.model.edit import Edit, Step, make_remove_edit
from listbuilder.model.finding import Finding, Fix
from listbuilder.rules.fixes import drop_unit, drop_units


class Params(Model):
    pass


def check(army: BoxArmy, params: Params) -> Iterator[Finding]:
    """Report units that are not in the box, are missing or too many, or differ from the box.

    A roster that lists no units means the whole box, so nothing is reported. An empty list is
    reported, with a fix that removes it.
    """
    if not army.listed:
        return
    if not army.entries:
        args = {"box": army.faction_name, "count": sum(part.count for part in army.box_parts)}
        yield Finding(
            key="nothing_listed",
            path=("units",),
            args=args,
            fixes=(Fix(key="whole_box", edit=make_remove_edit("units")),),
        )
        return
    for unit in army.box_units:
        if unit.part.home != army.faction_id:
            args = {"unit": unit.name, "home": unit.part.home_name, "box": army.faction_name}
            yield Finding(
                key="not_in_box",
                path=unit.path,
                args=args,
                units=(unit.id,),
                fixes=(drop_unit(army, unit),),
            )
    for name in dict.fromkeys(fold(part.name) for part in army.box_parts):
        yield from _check_number(army, name)
    for unit in army.box_units:
        if unit.matched:
            yield from _check_unit(unit)


def _check_number(army: BoxArmy, name: str) -> Iterator[Finding]:
    """Yield a finding if the army has more or fewer units called `name` than the box.

    `name` is folded for comparison. Missing units are not reported if the unit offered instead is
    listed.
    """
    parts = [part for part in army.box_parts if fold(part.name) == name]
    listed = [
        unit
        for unit in army.box_units
        if unit.part.home == army.faction_id and fold(unit.name) == name and not unit.surplus
    ]
    box = sum(part.count for part in parts)
    first, *_ = parts
    args = {"unit": first.name, "count": len(listed), "box": box}
    extra = [unit for unit in listed if not unit.matched]
    if extra:
        ids = tuple(unit.id for unit in listed)
        fix = drop_units(army, extra)
        yield Finding(
            key="more",
            path=extra[0].path,
            args=args,
            units=ids,
            fixes=(fix,),
            about=name,
            excess=len(extra),
        )
        return
    missing = [part for part in army.missing if fold(part.name) == name]
    if missing and not any(_is_other_choice_listed(army, part) for part in missing):
        ids = tuple(unit.id for unit in listed)
        yield Finding(
            key="fewer" if listed else "missing",
            path=("units",),
            args=args,
            units=ids,
            fixes=(_make_add_fix(army, missing),),
            about=name,
            cause="fewer",
            excess=len(missing),
        )


def _is_other_choice_listed(army: BoxArmy, part: BoxPart) -> bool:
    """Return whether a unit of the choice that offers `part` is listed.

    In that case the rule on choices reports what is wrong.
    """
    return any(choice.listed for choice in army.choices if part in choice.options)


def _make_add_fix(army: BoxArmy, parts: list[BoxPart]) -> Fix:
    """Return the fix that adds these units of the box to the roster's list."""
    steps = tuple(
        Step("insert", ("units", army.entries + place), {"unit": part.id})
        for place, part in enumerate(parts)
    )
    first, *_ = parts
    return Fix(key="add", args={"unit": first.name, "count": len(parts)}, edit=Edit(steps))


def _check_unit(unit: BoxUnit) -> Iterator[Finding]:
    """Yield a finding for each way in which the unit's models or wargear differ from the box.

    The fix removes what the roster says of its models.
    """
    for difference in find_differences(unit.part, unit.number, unit.stated):
        fix = Fix(
            key="as_box", args={"unit": unit.name}, edit=make_remove_edit(*unit.path, "models")
        )
        path = (*unit.path, "models")
        yield Finding(
            key=difference.key,
            path=path,
            args=difference.args,
            units=(unit.id,),
            fixes=(fix,),
            about=unit.path,
        )
