"""The units of a box in the one form in which boxes of every game are compared."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from listbuilder.games.boxes.army import Loadout, Part
from listbuilder.games.boxes.patrol import Patrol, PatrolUnit, Sources
from listbuilder.games.boxes.spearhead import SpearheadBox, SpearheadUnit
from listbuilder.model.rule import Text
from listbuilder.model.wargear import Item, item_count, item_name


class Contents(msgspec.Struct, frozen=True):
    """What a box holds. `choices`: slot -> ids of units of which there is one."""

    id: str
    name: str
    parts: dict[str, Part]
    choices: dict[str, tuple[str, ...]]

    def fixed(self) -> list[Part]:
        """The units that are in the box whatever is chosen."""
        optional = {each for ids in self.choices.values() for each in ids}
        return [part for part in self.parts.values() if part.id not in optional]


def patrol_contents(patrol: Patrol, sources: Sources) -> Contents:
    parts = {unit.id: _patrol_part(patrol, unit, sources) for unit in patrol.units}
    return Contents(patrol.id, patrol.name, parts, patrol.choices)


def _patrol_part(patrol: Patrol, unit: PatrolUnit, sources: Sources) -> Part:
    marks = (group.wargear_source for group in unit.models)
    return Part(
        id=unit.id,
        name=unit.name,
        home=patrol.id,
        home_name=patrol.name,
        count=unit.count,
        loadouts=tuple(Loadout(group.name, group.count, _counted(group.wargear)) for group in unit.models),
        unit_wargear=_counted(unit.unit_wargear),
        tags=unit.tags,
        loadout_doubt=next((found for mark in marks if (found := doubt(sources, mark))), None),
    )


def spearhead_contents(box: SpearheadBox, sources: Sources) -> Contents:
    parts = {unit.id: _spearhead_part(box, unit, sources) for unit in box.units}
    return Contents(box.id, box.name, parts, box.choices)


def _spearhead_part(box: SpearheadBox, unit: SpearheadUnit, sources: Sources) -> Part:
    return Part(
        id=unit.id,
        name=unit.name,
        home=box.id,
        home_name=box.name,
        count=unit.count,
        loadouts=tuple(Loadout(row.model, row.count, _counted(row.weapons)) for row in unit.rows),
        tags=unit.tags,
        loadout_doubt=doubt(sources, unit.data_source),
        loadout_told=bool(unit.loadout),
    )


def doubt(sources: Sources, mark: str | None) -> Text | None:
    """What a mark means, if a verdict may not rest on it without saying so."""
    found = sources.by_mark.get(mark) if mark else None
    return found.means if found and not found.firm else None


def _counted(items: Iterable[Item]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for item in items:
        counts[item_name(item)] = counts.get(item_name(item), 0) + item_count(item)
    return counts
