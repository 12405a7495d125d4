"""How mustered armies and their factions are listed: for `find`, `show`, `new` and pickers."""

from __future__ import annotations

from typing import Any

from listbuilder.games.base import NewRoster, Section
from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.data import FactionData, Shelf
from listbuilder.games.muster.faction import Detachment, Faction
from listbuilder.games.muster.roster import MusterRoster
from listbuilder.games.shared.resolving import day_asked, factions, wanted
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import kebab
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.rule import RuleBook
from listbuilder.store.nearest import nearest
from listbuilder.store.schema_line import schema_line

SECTIONS = (("characters", "Character"), ("battleline", "Battleline"), ("transports", "Dedicated Transport"))


def sections(army: Army) -> list[Section]:
    """Characters, battleline, transports, the others, and the guests last."""
    assert isinstance(army, Muster)
    found: dict[str, list[MusterUnit]] = {}
    for unit in army.muster_units:
        found.setdefault(section_of(unit), []).append(unit)
    order = [*(key for key, _ in SECTIONS), "others", "allies"]
    return [Section(key, list(found[key])) for key in order if key in found]


def section_of(unit: MusterUnit) -> str:
    if unit.standing in ("ally", "outsider"):
        return "allies"
    return next((key for key, keyword in SECTIONS if unit.has(keyword)), "others")


def remarks(unit: Unit) -> list[tuple[str, dict[str, Any]]]:
    assert isinstance(unit, MusterUnit)
    said: list[tuple[str, dict[str, Any]]] = []
    if unit.warlord_named:
        said.append(("show.warlord_model", {"model": unit.warlord_named}))
    elif unit.warlord:
        said.append(("show.warlord", {}))
    said.extend(
        ("show.enhancement", {"name": enhancement.name, "points": enhancement.points}) for enhancement in unit.enhancements
    )
    if unit.chosen_keyword:
        said.append(("show.choice", {"keyword": unit.chosen_keyword}))
    if unit.stated_keywords:
        said.append(("show.stated", {"keywords": list(unit.stated_keywords)}))
    if unit.standing != "own":
        said.append(("show.ally", {"home": unit.home_name}))
    return said


def facts(army: Army) -> list[tuple[str, dict[str, Any]]]:
    """What the detachments were bought for, and what they give, in games that have it."""
    assert isinstance(army, Muster)
    said: list[tuple[str, dict[str, Any]]] = []
    if army.size and army.size.detachment_points and army.detachments:
        spent = sum(each.dp or 0 for each in army.detachments)
        said.append(("show.detachment_points", {"points": spent, "max": army.size.detachment_points}))
    known = {kebab(each): each for each in army.book.dispositions}
    if army.disposition:
        said.append(("show.disposition", {"disposition": known.get(kebab(army.disposition), army.disposition)}))
    if army.mission:
        missions = {each.id: each.name for each in army.book.missions}
        said.append(("show.mission", {"mission": missions.get(army.mission, army.mission)}))
    if army.battle_ready:
        said.append(("show.battle_ready", {}))
    return said


def starting_roster(wanted: NewRoster, shelf: Shelf, shape: type[MusterRoster]) -> str:
    """A roster with its head and a warlord, ready to be added to."""
    from listbuilder.store.scalars import scalar  # only where a roster is begun

    book = shelf.book()
    data = _faction(wanted.faction, shelf)
    if day := day_asked(wanted.as_of, data.head.as_of, shelf.releases):
        shelf = shelf.on(day)
        data = _faction(data.head.id, shelf)
    parent = shelf.faction(data.head.parent) if data.head.parent else None
    size = _size(wanted.size, book)
    detachment = _detachment(wanted.detachment, [data.head, *([parent.head] if parent else [])])
    warlord = _first_warlord([data, *([parent] if parent else [])])
    lines = [
        schema_line(f"roster-{shelf.system}"),
        f"system: {shelf.system}",
        f"name: {scalar(wanted.name or data.head.name)}",
        f"faction: {data.head.id}",
        f"battle_size: {size}",
        *(f"{key}: {_written(value)}" for key, value in shape.naming([detachment.id]).items()),
        *([f'points_as_of: "{day}"'] if day else []),
        "units:",
    ]
    if warlord is None:
        return "\n".join([*lines[:-1], "units: []", ""])
    return "\n".join([*lines, f"  - {{datasheet: {warlord.id}, models: {warlord.size.min}, warlord: true}}", ""])


def _written(value: Any) -> str:
    return f"[{', '.join(value)}]" if isinstance(value, list) else str(value)


def _faction(given: str, shelf: Shelf) -> FactionData:
    data = shelf.faction(wanted(given, factions(shelf)))
    if data is None:
        args = {"given": given, "known": (known := shelf.ids()), "near": nearest(given, known), "begin": shelf.system}
        raise Unreadable([Problem(key="unknown_faction", args=args)])
    return data


def _size(given: str | None, book: RuleBook) -> str:
    known = [size.id for size in book.battle_sizes]
    if given is None:
        return known[len(known) // 2]
    by_points = {str(size.points): size.id for size in book.battle_sizes}
    given = by_points.get(given) or wanted(given, [{size.id: size.name for size in book.battle_sizes}])
    if given not in known:
        args = {"given": given, "allowed": known, "near": nearest(given, known)}
        raise Unreadable([Problem(key="not_allowed", args=args)])
    return given


def _detachment(given: str | None, factions: list[Faction]) -> Detachment:
    choices = {each.id: each for faction in factions for each in faction.detachments}
    if not choices:
        raise Unreadable([Problem(key="no_army_of_its_own", args={"faction": factions[0].name})])
    if given is None:
        return next(each for each in choices.values() if not each.keyword)
    given = wanted(given, ({each.id: each.name for each in faction.detachments} for faction in factions))
    if given not in choices:
        known = [each.name for each in choices.values()]
        args = {"given": given, "faction": factions[0].name, "known": known, "near": nearest(given, choices)}
        raise Unreadable([Problem(key="unknown_detachment", args=args)])
    return choices[given]


def _first_warlord(places: list[FactionData]) -> Datasheet | None:
    """A CHARACTER who may lead any army: no name of its own, no Legends, with a price."""
    for data in places:
        for datasheet_id in data.there():
            sheet = data.sheet(datasheet_id)
            assert sheet is not None
            fit = "character" in sheet.tags and "epic hero" not in sheet.tags and not sheet.legends and sheet.points
            if fit and sheet.army.warlord != "never" and not sheet.chapter and not sheet.must_attach:
                return sheet
    return None
