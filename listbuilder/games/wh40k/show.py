"""The listing of mustered armies and their factions for `find`, `show`, `new` and pickers."""

from __future__ import annotations

from typing import Any

from listbuilder.games.common.resolve import (
    make_faction_tables,
    resolve_argument,
    resolve_asked_date,
)
from listbuilder.games.common.roster_values import Table
from listbuilder.games.game import NewRoster, Section
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.catalog import FactionData, Shelf
from listbuilder.games.wh40k.faction import Detachment, Faction
from listbuilder.games.wh40k.roster import MusterRoster
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import make_id_from_name
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rulebook import RuleBook
from listbuilder.yamlio.schema_line import make_schema_line

SECTIONS = (
    ("characters", "Character"),
    ("battleline", "Battleline"),
    ("transports", "Dedicated Transport"),
)


def sections(army: Army) -> list[Section]:
    """Return the units by heading: Characters, Battleline, Transports, others, and allies.

    Headings without units are left out.
    """
    assert isinstance(army, Muster)
    found: dict[str, list[MusterUnit]] = {}
    for unit in army.muster_units:
        found.setdefault(choose_section(unit), []).append(unit)
    order = [*(key for key, _ in SECTIONS), "others", "allies"]
    return [Section(key, list(found[key])) for key in order if key in found]


def choose_section(unit: MusterUnit) -> str:
    """Return the key of the heading under which the unit is listed.

    Allies and outsiders are listed under "allies". It is "others" if no heading fits.
    """
    if unit.standing in ("ally", "outsider"):
        return "allies"
    for key, keyword in SECTIONS:
        if unit.has_keyword(keyword):
            return key
    return "others"


def remarks(unit: Unit) -> list[tuple[str, dict[str, Any]]]:
    """Return the remarks that `show` prints beside a unit, each as a text key with its values.

    They name the warlord, the enhancements, the chosen and stated keywords, and an ally's faction.
    """
    assert isinstance(unit, MusterUnit)
    entries: list[tuple[str, dict[str, Any]]] = []
    if unit.warlord_model_name:
        entries.append(("show.warlord_model", {"model": unit.warlord_model_name}))
    elif unit.warlord:
        entries.append(("show.warlord", {}))
    entries.extend(
        ("show.enhancement", {"name": enhancement.name, "points": enhancement.points})
        for enhancement in unit.enhancements
    )
    if unit.chosen_keyword:
        entries.append(("show.choice", {"keyword": unit.chosen_keyword}))
    if unit.stated_keywords:
        entries.append(("show.stated", {"keywords": list(unit.stated_keywords)}))
    if unit.standing != "own":
        entries.append(("show.ally", {"home": unit.home_name}))
    return entries


def list_army_facts(army: Army) -> list[tuple[str, dict[str, Any]]]:
    """Return the remarks that `show` prints above the units, as text keys with values.

    They give the cost of the detachments, the disposition, the mission, and whether the army is
    painted. What the army does not have is left out.
    """
    assert isinstance(army, Muster)
    entries: list[tuple[str, dict[str, Any]]] = []
    points = army.count_detachment_points()
    if points is not None and army.detachments:
        entries.append(("show.detachment_points", {"points": points[0], "max": points[1]}))
    if army.disposition:
        disposition = army.disposition
        for name in army.book.dispositions:
            if make_id_from_name(name) == make_id_from_name(army.disposition):
                disposition = name
        entries.append(("show.disposition", {"disposition": disposition}))
    if army.mission:
        missions = {mission.id: mission.name for mission in army.book.missions}
        entries.append(("show.mission", {"mission": missions.get(army.mission, army.mission)}))
    if army.battle_ready:
        entries.append(("show.battle_ready", {}))
    return entries


def starting_roster(wanted: NewRoster, shelf: Shelf, roster_model: type[MusterRoster]) -> str:
    """Return the YAML text of a new roster with a header and, if possible, a warlord.

    `wanted` says what the player asked for. Raises Unreadable for an unknown faction, size or
    detachment; the problem names the nearest known one.
    """
    from listbuilder.yamlio.scalars import write_scalar  # only where a roster is begun

    book = shelf.load_rulebook()
    data = _find_faction(wanted.faction, shelf)
    if day := resolve_asked_date(wanted.as_of, data.head.as_of, shelf.list_release_dates):
        shelf = shelf.get_shelf_on_date(day)
        data = _find_faction(data.head.id, shelf)
    factions = [data]
    parent = shelf.load_faction(data.head.parent) if data.head.parent else None
    if parent:
        factions.append(parent)
    size = _choose_battle_size(wanted.size, book)
    detachment = _choose_detachment(wanted.detachment, [faction.head for faction in factions])
    lines = [
        make_schema_line(f"roster-{shelf.system}"),
        f"system: {shelf.system}",
        f"name: {write_scalar(wanted.name or data.head.name)}",
        f"faction: {data.head.id}",
        f"battle_size: {size}",
    ]
    for key, value in roster_model.make_detachment_keys([detachment.id]).items():
        text = f"[{', '.join(value)}]" if isinstance(value, list) else str(value)
        lines.append(f"{key}: {text}")
    if day:
        lines.append(f'points_as_of: "{day}"')
    warlord = _find_first_warlord(factions)
    if warlord is None:
        lines.append("units: []")
    else:
        models = warlord.size.min
        lines.append("units:")
        lines.append(f"  - {{datasheet: {warlord.id}, models: {models}, warlord: true}}")
    return "\n".join([*lines, ""])


def _find_faction(given: str, shelf: Shelf) -> FactionData:
    """Return the data of the faction that the player named by `given`.

    Raises Unreadable if there is no such faction.
    """
    data = shelf.load_faction(resolve_argument(given, make_faction_tables(shelf)))
    if data is None:
        known = shelf.list_ids()
        args = {
            "given": given,
            "known": known,
            "near": find_nearest(given, known),
            "begin": shelf.system,
        }
        raise Unreadable([Problem(key="unknown_faction", args=args)])
    return data


def _choose_battle_size(given: str | None, book: RuleBook) -> str:
    """Return the id of the battle size `given` by id, name or points; the middle one for None.

    Raises Unreadable if there is no such size.
    """
    known = [size.id for size in book.battle_sizes]
    if given is None:
        return known[len(known) // 2]
    by_points = {str(size.points): size.id for size in book.battle_sizes}
    names = {size.id: size.name for size in book.battle_sizes}
    given = by_points.get(given) or resolve_argument(given, [names])
    if given not in known:
        args = {"given": given, "allowed": known, "near": find_nearest(given, known)}
        raise Unreadable([Problem(key="not_allowed", args=args)])
    return given


def _choose_detachment(given: str | None, factions: list[Faction]) -> Detachment:
    """Return the detachment named by `given`; for None the first that belongs to no chapter.

    Raises Unreadable if there is no such detachment, or if the factions have no detachments.
    """
    choices: dict[str, Detachment] = {}
    tables: list[Table] = []  # names by id, faction by faction
    for faction in factions:
        choices |= {detachment.id: detachment for detachment in faction.detachments}
        tables.append({detachment.id: detachment.name for detachment in faction.detachments})
    if not choices:
        raise Unreadable([Problem(key="no_army_of_its_own", args={"faction": factions[0].name})])
    if given is None:
        return next(detachment for detachment in choices.values() if not detachment.keyword)
    given = resolve_argument(given, tables)
    if given not in choices:
        known = [detachment.name for detachment in choices.values()]
        args = {
            "given": given,
            "faction": factions[0].name,
            "known": known,
            "near": find_nearest(given, choices),
        }
        raise Unreadable([Problem(key="unknown_detachment", args=args)])
    return choices[given]


def _find_first_warlord(places: list[FactionData]) -> Datasheet | None:
    """Return the first Character who could be the warlord of any such army, or None.

    Left out are Epic Heroes, Legends, Characters of a chapter, those without a price, those who
    must be attached to a unit, and those who can't be the warlord.
    """
    for data in places:
        for datasheet_id in data.list_available_ids():
            sheet = data.get_sheet(datasheet_id)
            assert sheet is not None
            if "character" not in sheet.tags or "epic hero" in sheet.tags:
                continue
            if sheet.legends or not sheet.points or sheet.chapter or sheet.must_attach:
                continue
            if sheet.army.warlord != "never":
                return sheet
    return None
