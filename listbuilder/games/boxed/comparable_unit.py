"""The units of a box in the one form in which boxes of every game are compared."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from listbuilder.games.boxed.army import BoxPart, Loadout
from listbuilder.games.boxed.patrol import Patrol, PatrolUnit, Sources
from listbuilder.games.boxed.spearhead import SpearheadBox, SpearheadUnit
from listbuilder.model.rulebook import Text
from listbuilder.model.wargear import Item, get_item_count, get_item_name


class BoxContents(msgspec.Struct, frozen=True):
    """The contents of a box.

    `choices` gives for each slot the ids of the units of which there is one.
    """

    id: str
    name: str
    parts: dict[str, BoxPart]
    choices: dict[str, tuple[str, ...]]

    def list_fixed_parts(self) -> list[BoxPart]:
        """Return the units that are in the box regardless of what is chosen."""
        optional = {unit_id for ids in self.choices.values() for unit_id in ids}
        return [part for part in self.parts.values() if part.id not in optional]


def make_patrol_contents(patrol: Patrol, sources: Sources) -> BoxContents:
    """Return the contents of a Combat Patrol in the form in which boxes are compared."""
    parts = {unit.id: _make_patrol_part(patrol, unit, sources) for unit in patrol.units}
    return BoxContents(patrol.id, patrol.name, parts, patrol.choices)


def _make_patrol_part(patrol: Patrol, unit: PatrolUnit, sources: Sources) -> BoxPart:
    """Return a unit of a Combat Patrol in the form in which units of boxes are compared."""
    doubts = [find_doubt(sources, group.wargear_source) for group in unit.models]
    return BoxPart(
        id=unit.id,
        name=unit.name,
        home=patrol.id,
        home_name=patrol.name,
        count=unit.count,
        loadouts=tuple(
            Loadout(group.name, group.count, _count_items(group.wargear)) for group in unit.models
        ),
        unit_wargear=_count_items(unit.unit_wargear),
        tags=unit.tags,
        loadout_doubt=next(filter(None, doubts), None),
    )


def make_spearhead_contents(box: SpearheadBox, sources: Sources) -> BoxContents:
    """Return the contents of a Spearhead in the form in which boxes are compared."""
    parts = {unit.id: _make_spearhead_part(box, unit, sources) for unit in box.units}
    return BoxContents(box.id, box.name, parts, box.choices)


def _make_spearhead_part(box: SpearheadBox, unit: SpearheadUnit, sources: Sources) -> BoxPart:
    """Return a unit of a Spearhead in the form in which units of boxes are compared."""
    return BoxPart(
        id=unit.id,
        name=unit.name,
        home=box.id,
        home_name=box.name,
        count=unit.count,
        loadouts=tuple(
            Loadout(row.model, row.count, _count_items(row.weapons)) for row in unit.rows
        ),
        tags=unit.tags,
        loadout_doubt=find_doubt(sources, unit.data_source),
        loadout_told=bool(unit.loadout),
    )


def find_doubt(sources: Sources, mark: str | None) -> Text | None:
    """Return the meaning of a source mark if data with that mark is doubtful, otherwise None.

    A verdict that depends on doubtful data says so. None also if `mark` is None or unknown.
    """
    source_mark = sources.by_mark.get(mark) if mark else None
    return source_mark.means if source_mark and not source_mark.firm else None


def _count_items(items: Iterable[Item]) -> dict[str, int]:
    """Return the number of each item in `items`, by the item's name."""
    counts: dict[str, int] = {}
    for item in items:
        counts[get_item_name(item)] = counts.get(get_item_name(item), 0) + get_item_count(item)
    return counts
