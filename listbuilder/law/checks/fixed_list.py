"""The army is every unit of one box, no more and no fewer, each with the models and wargear the box gives it."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.boxes.army import BoxArmy, BoxUnit, Part
from listbuilder.games.boxes.compare import differences
from listbuilder.law.fixes import drop_unit, drop_units
from listbuilder.model.base import Model, fold
from listbuilder.model.edit import Edit, Step, remove
from listbuilder.model.finding import Finding, Fix


class Params(Model):
    pass


def check(army: BoxArmy, params: Params) -> Iterator[Finding]:
    if not army.listed:
        return
    if not army.entries:
        args = {"box": army.faction_name, "count": sum(part.count for part in army.box_parts)}
        yield Finding(key="nothing_listed", path=("units",), args=args, fixes=(Fix(key="whole_box", edit=remove("units")),))
        return
    for unit in army.box_units:
        if unit.part.home != army.faction_id:
            args = {"unit": unit.name, "home": unit.part.home_name, "box": army.faction_name}
            yield Finding(key="not_in_box", path=unit.path, args=args, units=(unit.id,), fixes=(drop_unit(army, unit),))
    for name in dict.fromkeys(fold(part.name) for part in army.box_parts):
        yield from _number(army, name)
    for unit in army.box_units:
        if unit.matched:
            yield from _unit(unit)


def _number(army: BoxArmy, name: str) -> Iterator[Finding]:
    parts = [part for part in army.box_parts if fold(part.name) == name]
    here = [unit for unit in army.box_units if unit.part.home == army.faction_id and fold(unit.name) == name and not unit.surplus]
    box = sum(part.count for part in parts)
    first, *_ = parts
    args = {"unit": first.name, "count": len(here), "box": box}
    extra = [unit for unit in here if not unit.matched]
    if extra:
        ids = tuple(unit.id for unit in here)
        fix = drop_units(army, extra)
        yield Finding(key="more", path=extra[0].path, args=args, units=ids, fixes=(fix,), about=name, excess=len(extra))
        return
    missing = [part for part in army.missing if fold(part.name) == name]
    if missing and not any(_other_listed(army, part) for part in missing):
        ids = tuple(unit.id for unit in here)
        yield Finding(
            key="fewer" if here else "missing",
            path=("units",),
            args=args,
            units=ids,
            fixes=(_add(army, missing),),
            about=name,
            cause="fewer",
            excess=len(missing),
        )


def _other_listed(army: BoxArmy, part: Part) -> bool:
    """Whether the unit offered in its place is listed: then the choice is spoken of, and not the list."""
    return any(choice.listed for choice in army.choices if part in choice.options)


def _add(army: BoxArmy, parts: list[Part]) -> Fix:
    steps = tuple(Step("insert", ("units", army.entries + place), {"unit": part.id}) for place, part in enumerate(parts))
    first, *_ = parts
    return Fix(key="add", args={"unit": first.name, "count": len(parts)}, edit=Edit(steps))


def _unit(unit: BoxUnit) -> Iterator[Finding]:
    for difference in differences(unit.part, unit.number, unit.stated):
        fix = Fix(key="as_box", args={"unit": unit.name}, edit=remove(*unit.path, "models"))
        path = (*unit.path, "models")
        yield Finding(key=difference.key, path=path, args=difference.args, units=(unit.id,), fixes=(fix,), about=unit.path)
