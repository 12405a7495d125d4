"""What a mustered army declares before the battle, as fields: who leads whom, who rides in what, who waits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.model.base import Path, fold
from listbuilder.model.edit import Edit, Step
from listbuilder.model.muster import Muster, MusterUnit
from listbuilder.systems.editing import Field, Option, Text, at, choice, joined
from listbuilder.systems.muster.match import matches, matches_all, matches_any

_WAITING = ("strategic_reserves", "reserves")


def fields(data: Any, army: Muster) -> list[Field]:
    found: list[Field] = []
    for unit in army.muster_units:
        heading = Text("models_of", {"count": unit.models, "name": unit.custom_name or unit.name})
        found.extend(_of_unit(data, army, unit, heading))
    return found


def _of_unit(data: Any, army: Muster, unit: MusterUnit, heading: Text) -> Iterator[Field]:
    others = [other for other in army.muster_units if other is not unit]
    hosts = [other for other in others if _may_join(unit, other)]
    if hosts:
        yield _link(data, "attached", unit, hosts, heading)
    transports = [other for other in others if _may_ride(unit, other)]
    if transports:
        yield _link(data, "embarked", unit, transports, heading)
    options = [Option(label=Text("on_the_table"), edit=_without(data, unit, _WAITING), chosen=not _listed(data, unit, _WAITING))]
    for key in _WAITING:
        options.append(
            Option(
                label=Text(key),
                edit=joined(_named(unit), _without(data, unit, _WAITING), _added(data, unit, key)),
                chosen=bool(_listed(data, unit, (key,))),
            )
        )
    yield choice("deployment", options, group=heading)
    if any(fold(ability).startswith("hover") for ability in unit.datasheet.core_abilities):
        there = bool(_listed(data, unit, ("hover",)))
        yield choice(
            "hover",
            [
                Option(label=Text("no"), edit=_without(data, unit, ("hover",)), chosen=not there),
                Option(label=Text("yes"), edit=joined(_named(unit), _added(data, unit, "hover")), chosen=there),
            ],
            group=heading,
        )


def _may_join(unit: MusterUnit, other: MusterUnit) -> bool:
    """A wide sieve; the law has the last word, and says why."""
    sheet = unit.datasheet
    names = {fold(name) for name in sheet.leads}
    if sheet.joins:
        names.update(map(fold, sheet.joins.units))
        if any(matches(other.tags, keyword) for keyword in sheet.joins.keywords):
            return True
    names.update(fold(each.unit) for each in sheet.leads_if)
    if fold(other.name) in names or fold(unit.name) in map(fold, other.datasheet.led_by):
        return True
    adopted = other.datasheet.leader_as
    if adopted and fold(adopted.unit) in names:
        return True
    return any(matches_all(other.tags, keywords) for keywords in sheet.leads_keywords)


def _may_ride(unit: MusterUnit, other: MusterUnit) -> bool:
    transport = other.datasheet.transport
    if transport is None or other.datasheet is unit.datasheet:
        return False
    loads = (
        *transport.takes,
        *(keywords for load in (*transport.also, *transport.instead, *transport.groups) for keywords in load.takes),
    )
    by_name = matches_any(unit.tags, transport.units)
    return by_name or any(matches_all(unit.tags, keywords) for keywords in loads)


def _link(data: Any, key: str, unit: MusterUnit, others: list[MusterUnit], heading: Text) -> Field:
    links = at(data, ("formations", key))
    now = links.get(unit.id) if isinstance(links, dict) else None
    options = [Option(label=Text("none"), edit=_cut(data, (key, unit.id)) if now is not None else Edit(()), chosen=now is None)]
    for other in others:
        edit = joined(_named(unit), _named(other), _opened(data, key, {}), Edit((_set(key, unit.id, other.id),)))
        label = Text("models_of", {"count": other.models, "name": other.custom_name or other.name})
        options.append(Option(label=label, edit=edit, chosen=now == other.id))
    return choice(key, options, group=heading)


def _set(key: str, unit_id: str, value: str) -> Step:
    return Step("set", ("formations", key, unit_id), value)


def _named(unit: MusterUnit) -> Edit:
    """An id in the roster, for what refers to the unit."""
    return Edit(()) if unit.own_id else Edit((Step("set", (*unit.path, "id"), unit.id),))


def _opened(data: Any, key: str, empty: Any) -> Edit:
    """The block and the key in it, where they are not there yet."""
    steps = []
    if not isinstance(at(data, ("formations",)), dict):
        steps.append(Step("set", ("formations",), {}))
    if at(data, ("formations", key)) is None:
        steps.append(Step("set", ("formations", key), empty))
    return Edit(tuple(steps))


def _listed(data: Any, unit: MusterUnit, keys: tuple[str, ...]) -> list[Path]:
    found: list[Path] = []
    for key in keys:
        ids = at(data, ("formations", key))
        if isinstance(ids, list):
            found.extend(("formations", key, place) for place, each in enumerate(ids) if each == unit.id)
    return found


def _without(data: Any, unit: MusterUnit, keys: tuple[str, ...]) -> Edit:
    return Edit(tuple(Step("remove", path) for path in reversed(_listed(data, unit, keys))))


def _added(data: Any, unit: MusterUnit, key: str) -> Edit:
    ids = at(data, ("formations", key))
    gone = len(_listed(data, unit, (key,))) if key in _WAITING else 0
    place = len(ids) - gone if isinstance(ids, list) else 0
    return joined(_opened(data, key, []), Edit((Step("insert", ("formations", key, place), unit.id),)))


def _cut(data: Any, path: Path) -> Edit:
    return Edit((Step("remove", ("formations", *path)),))
