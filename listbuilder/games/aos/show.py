"""The listing of armies of regiments: for `show`, `new` and pickers."""

from __future__ import annotations

from typing import Any

from listbuilder.games.aos.army import RegimentArmy, RegimentUnit
from listbuilder.games.aos.catalog import FactionData, Shelf
from listbuilder.games.aos.command_models import COMMAND, count_special_models
from listbuilder.games.aos.faction import WarscrollFaction
from listbuilder.games.aos.price import AUXILIARY, LORE_KINDS, TERRAIN
from listbuilder.games.aos.warscroll import Warscroll
from listbuilder.games.common.resolve import (
    make_faction_tables,
    resolve_argument,
    resolve_asked_date,
)
from listbuilder.games.game import NewRoster, Section
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.army import Army, Extra, Unit
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.yamlio.schema_line import make_schema_line


def sections(army: Army) -> list[Section]:
    """Return the units in the sections in which `show` and exports group them.

    First comes each regiment, the general's with a title of its own. Then come the auxiliary units,
    the regiments of renown, and everything with a price that isn't a unit.
    """
    assert isinstance(army, RegimentArmy)
    groups = []
    for regiment in army.regiments:
        key = "regiment_of_general" if regiment.has_general else "regiment"
        groups.append(Section(key, list(regiment.units), {"number": regiment.place + 1}))
    surcharge = [extra for extra in army.extras if extra.kind == AUXILIARY]
    if army.auxiliaries:
        groups.append(Section("auxiliary", list(army.auxiliaries), extras=surcharge))
    taken_paths = [taken.path for taken in army.renown_taken]
    for taken in army.renown_taken:
        extras = [extra for extra in army.extras if extra.path == taken.path]
        for name in taken.regiment.faction_terrain:
            extras.append(Extra(kind=TERRAIN, name=name, path=taken.path))
        for name in taken.regiment.manifestations:
            extras.append(Extra(kind=LORE_KINDS["manifestation"], name=name, path=taken.path))
        groups.append(Section("renown", list(taken.units), {"name": taken.regiment.name}, extras))
    other_extras = [
        extra for extra in army.extras if extra not in surcharge and extra.path not in taken_paths
    ]
    if other_extras:
        groups.append(Section("choices", [], extras=other_extras))
    return groups


def remarks(unit: Unit) -> list[tuple[str, dict[str, Any]]]:
    """Return what `show` prints beside a unit: keys of texts of the game with arguments.

    They say whether it is the general, whether it is reinforced, and which enhancements and special
    models it has.
    """
    assert isinstance(unit, RegimentUnit)
    notes: list[tuple[str, dict[str, Any]]] = []
    if unit.general:
        notes.append(("show.general", {}))
    if unit.reinforced:
        notes.append(("show.reinforced", {}))
    for borne in unit.borne:
        name = borne.enhancement.name
        if borne.points:
            notes.append(("show.enhancement", {"name": name, "points": borne.points}))
        else:
            notes.append(("show.borne", {"name": name}))
    for keyword, count in count_special_models(unit, COMMAND).items():
        notes.append(("show.counted", {"name": keyword, "count": count}))
    return notes


def facts(army: Army) -> list[tuple[str, dict[str, Any]]]:
    """Return what `show` prints about the army: the key and argument of its drops.

    Drops are the regiments, auxiliary units and regiments of renown.
    """
    assert isinstance(army, RegimentArmy)
    return [("show.drops", {"count": army.drops})]


def starting_roster(wanted: NewRoster, shelf: Shelf) -> str:
    """Return a new roster as YAML text, with its header and one hero as general.

    If no hero fits, it has no regiments. Raises Unreadable for an unknown faction or formation, a
    bad points limit, or a date that is too early.
    """
    from listbuilder.yamlio.scalars import write_scalar  # only where a roster is begun

    data = _find_faction(wanted.faction, shelf)
    day = resolve_asked_date(wanted.as_of, data.head.as_of, shelf.list_release_dates)
    if day:
        data = _find_faction(data.id, shelf.get_shelf_on_date(day))
    book = shelf.load_rulebook()
    lines = [
        make_schema_line(f"roster-{shelf.system}"),
        f"system: {shelf.system}",
        f"name: {write_scalar(wanted.name or data.name)}",
        f"faction: {data.id}",
        f"points_limit: {_parse_points_limit(wanted.size, book.points_limits)}",
    ]
    formation = _find_formation(wanted.detachment, data.head)
    if formation is not None:
        lines.append(f"battle_formation: {formation}")
    if day:
        lines.append(f'points_as_of: "{day}"')
    leader = _choose_first_leader(data)
    if leader:
        lines += ["regiments:", f"  - hero: {{unit: {leader.id}, general: true}}", "    units: []"]
    else:
        lines.append("regiments: []")
    return "\n".join([*lines, ""])


def _find_faction(given: str, shelf: Shelf) -> FactionData:
    """Return the faction with the id or name `given`. Raises Unreadable if there is none."""
    data = shelf.load_faction(resolve_argument(given, make_faction_tables(shelf)))
    if data is None:
        known = shelf.list_ids()
        near = find_nearest(given, known)
        args = {"given": given, "known": known, "near": near, "begin": shelf.system}
        raise Unreadable([Problem(key="unknown_faction", args=args)])
    return data


def _parse_points_limit(given: str | None, usual: tuple[int, ...]) -> int:
    """Return the points limit in the text `given`.

    If `given` is None, it is the last of the `usual` limits. Raises Unreadable if `given` isn't a
    whole number above 0.
    """
    if given is None:
        return usual[-1]
    if given.isdecimal() and int(given) > 0:
        return int(given)
    raise Unreadable([Problem(key="not_a_number", args={"given": given})])


def _find_formation(given: str | None, faction: WarscrollFaction) -> str | None:
    """Return the id of the faction's battle formation with the id or name `given`.

    If `given` is None, it is the first formation that is for all seasons and not Legends, or None
    if there is none. Raises Unreadable if no formation has that name.
    """
    formations = faction.battle_formations
    if given is None:
        for formation in formations:
            if not formation.battlepacks and not formation.legends:
                return formation.id
        return None
    names = {formation.id: formation.name for formation in formations}
    given = resolve_argument(given, [names])
    if given not in names:
        args = {"given": given, "faction": faction.name, "near": find_nearest(given, names)}
        raise Unreadable([Problem(key="unknown_choice", args=args)])
    return given


def _choose_first_leader(data: FactionData) -> Warscroll | None:
    """Return the cheapest hero that can lead in any army of the faction, or None.

    The hero can lead other units, isn't unique, costs points and is for all seasons. Legends heroes
    are only chosen if no other hero fits.
    """
    plain = []
    for warscroll_id in data.list_available_ids():
        sheet = data.get_sheet(warscroll_id)
        if sheet is None or "hero" not in sheet.tags or "unique" in sheet.tags:
            continue
        if not sheet.regiment.can_lead or not sheet.regiment.options:
            continue
        if sheet.points and not sheet.battlepack:
            plain.append(sheet)
    return min(plain, key=lambda sheet: (sheet.legends, sheet.points), default=None)
