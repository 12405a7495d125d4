"""The checks of a box's file that a schema can't make: references and sums.

Does everything exist that the file names, and do its numbers add up?
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.games.boxed.patrol import Patrol, PatrolUnit, Sources
from listbuilder.games.boxed.spearhead import BoxAbility, SpearheadBox
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import Path, fold
from listbuilder.model.problem import Problem
from listbuilder.model.wargear import get_item_name
from listbuilder.yamlio.reader import YamlDocument

Named = tuple[Path, str]  # where a unit of the box is named, and how


def check_patrol(document: YamlDocument, patrol: Patrol, sources: Sources) -> Iterator[Problem]:
    """Yield the problems of a Combat Patrol's file.

    Repeated ids and an unknown Warlord model are problems, too. Each unit that the file names must
    be in the box, exactly one enhancement must be the default if the file says where the default
    is from (none otherwise), and `sources` must explain each source mark.
    """
    yield from _check_header(document, patrol)
    ids = [enhancement.id for enhancement in patrol.enhancements]
    yield from _find_repeated_ids(document, "enhancements", ids)
    references: list[Named] = [(("warlord",), patrol.warlord)]
    for place, enhancement in enumerate(patrol.enhancements):
        path: Path = ("enhancements", place)
        references.append(((*path, "bearer"), enhancement.bearer))
        for n, unit_id in enumerate(enhancement.may_lead):
            references.append(((*path, "may_lead", n), unit_id))
    for place, unit in enumerate(patrol.units):
        for n, unit_id in enumerate(unit.leads):
            references.append((("units", place, "leads", n), unit_id))
        yield from _check_patrol_unit(document, unit, ("units", place))
    yield from _check_unit_references(document, patrol, references)
    defaults = sum(enhancement.default for enhancement in patrol.enhancements)
    if defaults != (patrol.default_source is not None):
        yield document.make_problem("data_one_default", ("enhancements",), count=defaults)
    marks: list[tuple[Path, str | None]] = [
        (("warlord_source",), patrol.warlord_source),
        (("warlord_model_source",), patrol.warlord_model_source),
        (("count_source",), patrol.count_source),
        (("default_source",), patrol.default_source),
        (("secondary_source",), patrol.secondary_source),
    ]
    for place, enhancement in enumerate(patrol.enhancements):
        marks.append((("enhancements", place, "source"), enhancement.source))
    for place, unit in enumerate(patrol.units):
        marks.append((("units", place, "leads_source"), unit.leads_source))
    yield from _check_marks(document, marks, sources)
    yield from _check_warlord_model(document, patrol)


def _check_warlord_model(document: YamlDocument, patrol: Patrol) -> Iterator[Problem]:
    """Yield a problem if the Warlord's unit has no model of the stated name."""
    unit = patrol.unit_by_id.get(patrol.warlord)
    if unit and patrol.warlord_model and patrol.warlord_model not in unit.model_counts:
        yield _make_unknown_model(document, patrol.warlord_model, unit, ("warlord_model",))


def _make_unknown_model(
    document: YamlDocument, given: str, unit: PatrolUnit, path: Path
) -> Problem:
    """Return the problem that the unit has no model called `given`."""
    known = list(unit.model_counts)
    near = find_nearest(given, known)
    return document.make_problem(
        "unknown_model", path, given=given, datasheet=unit.name, known=known, near=near
    )


def _check_patrol_unit(document: YamlDocument, unit: PatrolUnit, path: Path) -> Iterator[Problem]:
    """Yield the problems of the squads that a unit can be split into.

    Their sizes must add up to the unit's, and it must have the models and items they name. `path`
    is the place of the unit in the file.
    """
    items = {fold(get_item_name(item)) for group in unit.models for item in group.wargear}
    sizes = sum(squad.size for squad in unit.patrol_squads)
    if unit.patrol_squads and sizes != unit.size:
        yield document.make_problem(
            "data_squads_size",
            (*path, "patrol_squads"),
            unit=unit.name,
            count=sizes,
            models=unit.size,
        )
    for n, squad in enumerate(unit.patrol_squads):
        for m, part in enumerate(squad.must_include):
            here: Path = (*path, "patrol_squads", n, "must_include", m)
            if part.model is not None and part.model not in unit.model_counts:
                yield _make_unknown_model(document, part.model, unit, here)
            if part.wargear is not None and fold(part.wargear) not in items:
                yield document.make_problem(
                    "data_unknown_item", here, given=part.wargear, datasheet=unit.name
                )


def check_spearhead(
    document: YamlDocument, box: SpearheadBox, sources: Sources
) -> Iterator[Problem]:
    """Yield the problems of a Spearhead's file: ids, units, loadouts and source marks.

    The models of a unit's loadout must add up to its size, their weapons must be on the warscroll,
    and `sources` must explain each source mark.
    """
    yield from _check_header(document, box)
    for key in ("regiment_abilities", "enhancements"):
        abilities: tuple[BoxAbility, ...] = getattr(box, key)
        yield from _find_repeated_ids(document, key, [ability.id for ability in abilities])
        marks = [((key, n, "source"), ability.source) for n, ability in enumerate(abilities)]
        yield from _check_marks(document, marks, sources)
    yield from _check_unit_references(document, box, [(("general",), box.general)])
    yield from _check_marks(document, [(("count_source",), box.count_source)], sources)
    for place, unit in enumerate(box.units):
        path: Path = ("units", place)
        models = sum(row.count for row in unit.rows)
        if models != unit.models:
            yield document.make_problem(
                "data_loadout_size",
                (*path, "models"),
                unit=unit.name,
                count=models,
                models=unit.models,
            )
        weapons = [weapon.name for weapon in unit.weapons]
        for n, row in enumerate(unit.loadout):
            for m, weapon in enumerate(row.weapons):
                if fold(weapon) not in map(fold, weapons):
                    where = (*path, "loadout", n, "weapons", m)
                    near = find_nearest(weapon, weapons)
                    yield document.make_problem(
                        "data_unknown_weapon", where, given=weapon, unit=unit.name, near=near
                    )
        yield from _check_marks(document, [((*path, "data_source"), unit.data_source)], sources)


def _check_header(document: YamlDocument, box: Patrol | SpearheadBox) -> Iterator[Problem]:
    """Yield the problems of ids: the box's isn't the file's name, or a unit's is repeated."""
    stem = document.stem
    if box.id != stem:
        yield document.make_problem("data_id_is_not_file", ("id",), given=box.id, file=stem)
    yield from _find_repeated_ids(document, "units", [unit.id for unit in box.units])


def _find_repeated_ids(document: YamlDocument, key: str, ids: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each id in `ids` that an earlier entry under `key` already has."""
    seen: set[str] = set()
    for place, listed_id in enumerate(ids):
        if listed_id in seen:
            yield document.make_problem("data_id_twice", (key, place, "id"), given=listed_id)
        seen.add(listed_id)


def _check_unit_references(
    document: YamlDocument, box: Patrol | SpearheadBox, named: Iterable[Named]
) -> Iterator[Problem]:
    """Yield a problem for each unit that the file names but the box doesn't have.

    `named` are the places where the file names units; the units in its choices are checked too.
    """
    references = list(named)
    for slot, ids in box.choices.items():
        references += [(("choices", slot, n), unit_id) for n, unit_id in enumerate(ids)]
    for path, unit_id in references:
        if unit_id not in box.unit_by_id:
            near = find_nearest(unit_id, box.unit_by_id)
            yield document.make_problem(
                "unknown_box_unit", path, given=unit_id, box=box.name, near=near
            )


def _check_marks(
    document: YamlDocument, marks: Iterable[tuple[Path, str | None]], sources: Sources
) -> Iterator[Problem]:
    """Yield a problem for each mark that sources.yaml doesn't explain.

    A mark says where data is from.
    """
    for path, mark in marks:
        if mark is not None and mark not in sources.by_mark:
            near = find_nearest(mark, sources.by_mark)
            yield document.make_problem("data_unknown_mark", path, given=mark, near=near)
