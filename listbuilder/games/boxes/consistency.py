"""What the schema of a box's file cannot see: is everything it names there, and do its numbers add up?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.games.boxes.patrol import Patrol, PatrolUnit, Sources
from listbuilder.games.boxes.spearhead import SpearheadBox
from listbuilder.model.base import Path, fold
from listbuilder.model.problem import Problem
from listbuilder.model.wargear import item_name
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document

Named = tuple[Path, str]  # where a unit of the box is named, and how


def patrol_problems(document: Document, patrol: Patrol, sources: Sources) -> Iterator[Problem]:
    yield from _head(document, patrol)
    yield from _twice(document, "enhancements", [each.id for each in patrol.enhancements])
    named: list[Named] = [(("warlord",), patrol.warlord)]
    for place, enhancement in enumerate(patrol.enhancements):
        path: Path = ("enhancements", place)
        named.append(((*path, "bearer"), enhancement.bearer))
        named.extend(((*path, "may_lead", n), each) for n, each in enumerate(enhancement.may_lead))
    for place, unit in enumerate(patrol.units):
        named.extend((("units", place, "leads", n), each) for n, each in enumerate(unit.leads))
        yield from _patrol_unit(document, unit, ("units", place))
    yield from _units_named(document, patrol, named)
    defaults = sum(enhancement.default for enhancement in patrol.enhancements)
    if defaults != 1:
        yield document.problem("data_one_default", ("enhancements",), count=defaults)
    marks: list[tuple[Path, str | None]] = [
        (("warlord_source",), patrol.warlord_source),
        (("warlord_model_source",), patrol.warlord_model_source),
        (("count_source",), patrol.count_source),
        (("default_source",), patrol.default_source),
        (("secondary_source",), patrol.secondary_source),
    ]
    yield from _marks(document, marks, sources)
    yield from _warlord_model(document, patrol)


def _warlord_model(document: Document, patrol: Patrol) -> Iterator[Problem]:
    unit = patrol.unit_by_id.get(patrol.warlord)
    if unit and patrol.warlord_model and patrol.warlord_model not in unit.model_counts:
        known = list(unit.model_counts)
        args = {"given": patrol.warlord_model, "datasheet": unit.name, "known": known}
        yield document.problem("unknown_model", ("warlord_model",), near=nearest(patrol.warlord_model, known), **args)


def _patrol_unit(document: Document, unit: PatrolUnit, path: Path) -> Iterator[Problem]:
    items = {fold(item_name(item)) for group in unit.models for item in group.wargear}
    sizes = sum(squad.size for squad in unit.patrol_squads)
    if unit.patrol_squads and sizes != unit.size:
        yield document.problem("data_squads_size", (*path, "patrol_squads"), unit=unit.name, count=sizes, models=unit.size)
    for n, squad in enumerate(unit.patrol_squads):
        for m, part in enumerate(squad.must_include):
            here: Path = (*path, "patrol_squads", n, "must_include", m)
            if part.model is not None and part.model not in unit.model_counts:
                known = list(unit.model_counts)
                near = nearest(part.model, known)
                yield document.problem("unknown_model", here, given=part.model, datasheet=unit.name, known=known, near=near)
            if part.wargear is not None and fold(part.wargear) not in items:
                yield document.problem("data_unknown_item", here, given=part.wargear, datasheet=unit.name)


def spearhead_problems(document: Document, box: SpearheadBox, sources: Sources) -> Iterator[Problem]:
    yield from _head(document, box)
    for key in ("regiment_abilities", "enhancements"):
        yield from _twice(document, key, [each.id for each in getattr(box, key)])
        marks = [((key, n, "source"), each.source) for n, each in enumerate(getattr(box, key))]
        yield from _marks(document, marks, sources)
    yield from _units_named(document, box, [(("general",), box.general)])
    yield from _marks(document, [(("count_source",), box.count_source)], sources)
    for place, unit in enumerate(box.units):
        path: Path = ("units", place)
        models = sum(row.count for row in unit.rows)
        if models != unit.models:
            yield document.problem("data_loadout_size", (*path, "models"), unit=unit.name, count=models, models=unit.models)
        weapons = [weapon.name for weapon in unit.weapons]
        for n, row in enumerate(unit.loadout):
            for m, weapon in enumerate(row.weapons):
                if fold(weapon) not in map(fold, weapons):
                    where = (*path, "loadout", n, "weapons", m)
                    near = nearest(weapon, weapons)
                    yield document.problem("data_unknown_weapon", where, given=weapon, unit=unit.name, near=near)
        yield from _marks(document, [((*path, "data_source"), unit.data_source)], sources)


def _head(document: Document, box: Patrol | SpearheadBox) -> Iterator[Problem]:
    stem = document.stem
    if box.id != stem:
        yield document.problem("data_id_is_not_file", ("id",), given=box.id, file=stem)
    yield from _twice(document, "units", [unit.id for unit in box.units])


def _twice(document: Document, key: str, ids: Iterable[str]) -> Iterator[Problem]:
    seen: set[str] = set()
    for place, each in enumerate(ids):
        if each in seen:
            yield document.problem("data_id_twice", (key, place, "id"), given=each)
        seen.add(each)


def _units_named(document: Document, box: Patrol | SpearheadBox, named: Iterable[Named]) -> Iterator[Problem]:
    choices = [(("choices", slot, n), each) for slot, ids in box.choices.items() for n, each in enumerate(ids)]
    for path, each in [*named, *choices]:
        if each not in box.unit_by_id:
            near = nearest(each, box.unit_by_id)
            yield document.problem("unknown_box_unit", path, given=each, box=box.name, near=near)


def _marks(document: Document, marks: Iterable[tuple[Path, str | None]], sources: Sources) -> Iterator[Problem]:
    for path, mark in marks:
        if mark is not None and mark not in sources.by_mark:
            near = nearest(mark, sources.by_mark)
            yield document.problem("data_unknown_mark", path, given=mark, near=near)
