"""The listing of armies of regiments: for `show`, `new` and pickers."""

from __future__ import annotations

from typing import Any

from listbuilder.games.aos.army import Regiment, RegimentArmy, RegimentUnit
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
    """Return the units as `show` and exports group them.

    First comes each regiment, with the general's marked; then the auxiliary units, the regiments of
    renown, and what isn't a unit.
    """
    assert isinstance(army, RegimentArmy)
    groups = [_make_regiment_section(regiment) for regiment in army.regiments]
    surcharge = [extra for extra in army.extras if extra.kind == AUXILIARY]
    if army.auxiliaries:
        groups.append(Section("auxiliary", list(army.auxiliaries), extras=surcharge))
    taken_paths = [regiment_of_renown.path for regiment_of_renown in army.renown_taken]
    for regiment_of_renown in army.renown_taken:
        price = [extra for extra in army.extras if extra.path == regiment_of_renown.path]
        brings = [
            Extra(kind=TERRAIN, name=name, path=regiment_of_renown.path)
            for name in regiment_of_renown.regiment.faction_terrain
        ]
        brings += [
            Extra(kind=LORE_KINDS["manifestation"], name=name, path=regiment_of_renown.path)
            for name in regiment_of_renown.regiment.manifestations
        ]
        groups.append(
            Section(
                "renown",
                list(regiment_of_renown.units),
                {"name": regiment_of_renown.regiment.name},
                [*price, *brings],
            )
        )
    other_extras = [
        extra for extra in army.extras if extra not in surcharge and extra.path not in taken_paths
    ]
    return [*groups, Section("choices", [], extras=other_extras)] if other_extras else groups


def _make_regiment_section(regiment: Regiment) -> Section:
    """Return a regiment as a section, with a title of its own if the general is in it."""
    key = "regiment_of_general" if regiment.has_general else "regiment"
    return Section(key, list(regiment.units), {"number": regiment.place + 1})


def remarks(unit: Unit) -> list[tuple[str, dict[str, Any]]]:
    """Return what `show` says beside a unit: general, reinforced, its enhancements and special
    models.
    """
    assert isinstance(unit, RegimentUnit)
    notes: list[tuple[str, dict[str, Any]]] = []
    if unit.general:
        notes.append(("show.general", {}))
    if unit.reinforced:
        notes.append(("show.reinforced", {}))
    for borne in unit.borne:
        priced = ("show.enhancement", {"name": borne.enhancement.name, "points": borne.points})
        notes.append(priced if borne.points else ("show.borne", {"name": borne.enhancement.name}))
    for keyword, count in count_special_models(unit, COMMAND).items():
        notes.append(("show.counted", {"name": keyword, "count": count}))
    return notes


def facts(army: Army) -> list[tuple[str, dict[str, Any]]]:
    """Return what `show` says about the army as a whole: its number of drops."""
    assert isinstance(army, RegimentArmy)
    return [("show.drops", {"count": army.drops})]


def starting_roster(wanted: NewRoster, shelf: Shelf) -> str:
    """Return a new roster as YAML text, with its header and a general, ready for more units.

    Raises Unreadable for an unknown faction, formation or points limit.
    """
    from listbuilder.yamlio.scalars import write_scalar  # only where a roster is begun

    data = _find_faction(wanted.faction, shelf)
    if day := resolve_asked_date(wanted.as_of, data.head.as_of, shelf.list_release_dates):
        data = _find_faction(data.id, shelf.get_shelf_on_date(day))
    book = shelf.load_rulebook()
    lines = [
        make_schema_line(f"roster-{shelf.system}"),
        f"system: {shelf.system}",
        f"name: {write_scalar(wanted.name or data.name)}",
        f"faction: {data.id}",
        f"points_limit: {_parse_points_limit(wanted.size, book.points_limits)}",
    ]
    if (formation := _find_formation(wanted.detachment, data.head)) is not None:
        lines.append(f"battle_formation: {formation}")
    if day:
        lines.append(f'points_as_of: "{day}"')
    leader = _choose_first_leader(data)
    hero = [f"  - hero: {{unit: {leader.id}, general: true}}", "    units: []"] if leader else []
    return "\n".join([*lines, "regiments:" if hero else "regiments: []", *hero, ""])


def _find_faction(given: str, shelf: Shelf) -> FactionData:
    """Return the faction that `given` means. Raises Unreadable if there is none."""
    data = shelf.load_faction(resolve_argument(given, make_faction_tables(shelf)))
    if data is None:
        args = {
            "given": given,
            "known": (known := shelf.list_ids()),
            "near": find_nearest(given, known),
            "begin": shelf.system,
        }
        raise Unreadable([Problem(key="unknown_faction", args=args)])
    return data


def _parse_points_limit(given: str | None, usual: tuple[int, ...]) -> int:
    """Return the points limit in `given`, or the last of the usual ones if it is None.

    Raises Unreadable if it isn't a number above 0.
    """
    if given is None:
        return usual[-1]
    if given.isdecimal() and int(given) > 0:
        return int(given)
    raise Unreadable([Problem(key="not_a_number", args={"given": given})])


def _find_formation(given: str | None, faction: WarscrollFaction) -> str | None:
    """Return the id of the formation that `given` means; if None, that of the first usual one.

    Raises Unreadable if there is no formation of that name.
    """
    choices = [
        formation.id
        for formation in faction.battle_formations
        if not formation.battlepacks and not formation.legends
    ]
    if given is None:
        return next(iter(choices), None)
    known = [formation.id for formation in faction.battle_formations]
    given = resolve_argument(
        given, [{formation.id: formation.name for formation in faction.battle_formations}]
    )
    if given not in known:
        near = find_nearest(given, known)
        raise Unreadable(
            [
                Problem(
                    key="unknown_choice",
                    args={"given": given, "faction": faction.name, "near": near},
                )
            ]
        )
    return given


def _choose_first_leader(data: FactionData) -> Warscroll | None:
    """Return the cheapest hero that can lead any army, or None.

    That is a hero with someone to lead, who isn't unique and for no season only; one that isn't
    Legends comes first.
    """
    sheets = [
        sheet
        for warscroll_id in data.list_available_ids()
        if (sheet := data.get_sheet(warscroll_id))
    ]
    able = [
        sheet
        for sheet in sheets
        if "hero" in sheet.tags and sheet.regiment.can_lead and sheet.regiment.options
    ]
    plain = [
        sheet
        for sheet in able
        if not sheet.battlepack and sheet.points and "unique" not in sheet.tags
    ]
    return min(plain, key=lambda sheet: (sheet.legends, sheet.points), default=None)
