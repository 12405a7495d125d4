"""How armies of regiments are listed: for `show`, `new` and pickers."""

from __future__ import annotations

from typing import Any

from listbuilder.games.base import NewRoster, Section
from listbuilder.games.regiments.allegiance import WarscrollFaction
from listbuilder.games.regiments.army import Regiment, RegimentArmy, RegimentUnit
from listbuilder.games.regiments.data import FactionData, Shelf
from listbuilder.games.regiments.price import AUXILIARY, LORE_KINDS, TERRAIN
from listbuilder.games.regiments.special import COMMAND, special_models
from listbuilder.games.regiments.warscroll import Warscroll
from listbuilder.games.shared.resolving import day_asked, factions, wanted
from listbuilder.model.army import Army, Extra, Unit
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store.nearest import nearest
from listbuilder.store.schema_line import schema_line


def sections(army: Army) -> list[Section]:
    """Each regiment, the general's own marked; then auxiliaries, the regiment of renown, and what is no unit."""
    assert isinstance(army, RegimentArmy)
    found = [_regiment(regiment) for regiment in army.regiments]
    surcharge = [extra for extra in army.extras if extra.kind == AUXILIARY]
    if army.auxiliaries:
        found.append(Section("auxiliary", list(army.auxiliaries), extras=surcharge))
    taken_paths = [taken.path for taken in army.renown_taken]
    for taken in army.renown_taken:
        price = [extra for extra in army.extras if extra.path == taken.path]
        brings = [Extra(kind=TERRAIN, name=name, path=taken.path) for name in taken.regiment.faction_terrain]
        brings += [Extra(kind=LORE_KINDS["manifestation"], name=name, path=taken.path) for name in taken.regiment.manifestations]
        found.append(Section("renown", list(taken.units), {"name": taken.regiment.name}, [*price, *brings]))
    rest = [extra for extra in army.extras if extra not in surcharge and extra.path not in taken_paths]
    return [*found, Section("choices", [], extras=rest)] if rest else found


def _regiment(regiment: Regiment) -> Section:
    key = "regiment_of_general" if regiment.generals else "regiment"
    return Section(key, list(regiment.units), {"number": regiment.place + 1})


def remarks(unit: Unit) -> list[tuple[str, dict[str, Any]]]:
    assert isinstance(unit, RegimentUnit)
    said: list[tuple[str, dict[str, Any]]] = []
    if unit.general:
        said.append(("show.general", {}))
    if unit.reinforced:
        said.append(("show.reinforced", {}))
    for each in unit.borne:
        priced = ("show.enhancement", {"name": each.enhancement.name, "points": each.points})
        said.append(priced if each.points else ("show.borne", {"name": each.enhancement.name}))
    for keyword, count in special_models(unit, COMMAND).items():
        said.append(("show.counted", {"name": keyword, "count": count}))
    return said


def facts(army: Army) -> list[tuple[str, dict[str, Any]]]:
    assert isinstance(army, RegimentArmy)
    return [("show.drops", {"count": army.drops})]


def starting_roster(wanted: NewRoster, shelf: Shelf) -> str:
    """A roster with its head and a general, ready to be added to."""
    from listbuilder.store.scalars import scalar  # only where a roster is begun

    data = _faction(wanted.faction, shelf)
    if day := day_asked(wanted.as_of, data.head.as_of, shelf.releases):
        data = _faction(data.id, shelf.on(day))
    book = shelf.book()
    lines = [
        schema_line(f"roster-{shelf.system}"),
        f"system: {shelf.system}",
        f"name: {scalar(wanted.name or data.name)}",
        f"faction: {data.id}",
        f"points_limit: {_limit(wanted.size, book.points_limits)}",
    ]
    if (formation := _formation(wanted.detachment, data.head)) is not None:
        lines.append(f"battle_formation: {formation}")
    if day:
        lines.append(f'points_as_of: "{day}"')
    leader = _first_leader(data)
    hero = [f"  - hero: {{unit: {leader.id}, general: true}}", "    units: []"] if leader else []
    return "\n".join([*lines, "regiments:" if hero else "regiments: []", *hero, ""])


def _faction(given: str, shelf: Shelf) -> FactionData:
    data = shelf.faction(wanted(given, factions(shelf)))
    if data is None:
        args = {"given": given, "known": (known := shelf.ids()), "near": nearest(given, known), "begin": shelf.system}
        raise Unreadable([Problem(key="unknown_faction", args=args)])
    return data


def _limit(given: str | None, usual: tuple[int, ...]) -> int:
    if given is None:
        return usual[-1]
    if given.isdecimal() and int(given) > 0:
        return int(given)
    raise Unreadable([Problem(key="not_a_number", args={"given": given})])


def _formation(given: str | None, faction: WarscrollFaction) -> str | None:
    choices = [each.id for each in faction.battle_formations if not each.battlepacks and not each.legends]
    if given is None:
        return next(iter(choices), None)
    known = [each.id for each in faction.battle_formations]
    given = wanted(given, [{each.id: each.name for each in faction.battle_formations}])
    if given not in known:
        near = nearest(given, known)
        raise Unreadable([Problem(key="unknown_choice", args={"given": given, "faction": faction.name, "near": near})])
    return given


def _first_leader(data: FactionData) -> Warscroll | None:
    """The cheapest hero who may lead any army: of no name of its own, of no season, no Legends, with whom to lead."""
    sheets = [sheet for warscroll_id in data.there() if (sheet := data.sheet(warscroll_id))]
    able = [sheet for sheet in sheets if "hero" in sheet.tags and sheet.regiment.can_lead and sheet.regiment.options]
    plain = [sheet for sheet in able if not sheet.battlepack and sheet.points and "unique" not in sheet.tags]
    return min(plain, key=lambda sheet: (sheet.legends, sheet.points), default=None)
