"""The registry of checks: one function by name of check that loads it.

A check is imported when a rule book first uses it, so that only the checks of one game are loaded.
The words of each are beside it in a YAML file of the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.model.rulebook import Row, RuleBook
from listbuilder.rules.check_scope import LooksAt

Check = Callable[[Any, Any], Iterator[Finding]]
"""The function of a check: it yields the findings in an army, given the parameters of a rule."""
TableRows = Callable[[RuleBook, Any], Iterator[Row]]
"""The function of a check that yields the numbers that a rule takes from tables of its book."""


class CheckModule(NamedTuple):
    """The parts of a module under `checks` that the engine uses.

    `looks_at` is its LOOKS_AT: without one, it looks at the whole army. `yield_table_rows` is None
    if its rules take nothing from tables of the rule book.
    """

    check: Check
    params: type[Model]
    looks_at: LooksAt = "army"
    yield_table_rows: TableRows | None = None


def _load_aboard_reserve_aircraft() -> CheckModule:
    from listbuilder.rules.checks import aboard_reserve_aircraft

    return CheckModule(
        aboard_reserve_aircraft.check,
        aboard_reserve_aircraft.Params,
        looks_at=aboard_reserve_aircraft.LOOKS_AT,
    )


def _load_aircraft_reserve() -> CheckModule:
    from listbuilder.rules.checks import aircraft_reserve

    return CheckModule(
        aircraft_reserve.check, aircraft_reserve.Params, looks_at=aircraft_reserve.LOOKS_AT
    )


def _load_allies() -> CheckModule:
    from listbuilder.rules.checks import allies

    return CheckModule(allies.check, allies.Params)


def _load_army_faction() -> CheckModule:
    from listbuilder.rules.checks import army_faction

    return CheckModule(army_faction.check, army_faction.Params, looks_at=army_faction.LOOKS_AT)


def _load_army_of_renown() -> CheckModule:
    from listbuilder.rules.checks import army_of_renown

    return CheckModule(army_of_renown.check, army_of_renown.Params)


def _load_auxiliary() -> CheckModule:
    from listbuilder.rules.checks import auxiliary

    return CheckModule(auxiliary.check, auxiliary.Params)


def _load_battle_formation() -> CheckModule:
    from listbuilder.rules.checks import battle_formation

    return CheckModule(battle_formation.check, battle_formation.Params)


def _load_battle_ready() -> CheckModule:
    from listbuilder.rules.checks import battle_ready

    return CheckModule(battle_ready.check, battle_ready.Params)


def _load_battle_size() -> CheckModule:
    from listbuilder.rules.checks import battle_size

    return CheckModule(
        battle_size.check, battle_size.Params, yield_table_rows=battle_size.yield_table_rows
    )


def _load_battle_tactics() -> CheckModule:
    from listbuilder.rules.checks import battle_tactics

    return CheckModule(battle_tactics.check, battle_tactics.Params)


def _load_battlefield() -> CheckModule:
    from listbuilder.rules.checks import battlefield

    return CheckModule(
        battlefield.check, battlefield.Params, yield_table_rows=battlefield.yield_table_rows
    )


def _load_box_commander() -> CheckModule:
    from listbuilder.rules.checks import box_commander

    return CheckModule(box_commander.check, box_commander.Params)


def _load_box_pick() -> CheckModule:
    from listbuilder.rules.checks import box_pick

    return CheckModule(box_pick.check, box_pick.Params)


def _load_build_choice() -> CheckModule:
    from listbuilder.rules.checks import build_choice

    return CheckModule(build_choice.check, build_choice.Params)


def _load_copies_limit() -> CheckModule:
    from listbuilder.rules.checks import copies_limit

    return CheckModule(copies_limit.check, copies_limit.Params)


def _load_datasheet_limits() -> CheckModule:
    from listbuilder.rules.checks import datasheet_limits

    return CheckModule(datasheet_limits.check, datasheet_limits.Params)


def _load_dedicated_transport_empty() -> CheckModule:
    from listbuilder.rules.checks import dedicated_transport_empty

    return CheckModule(
        dedicated_transport_empty.check,
        dedicated_transport_empty.Params,
        looks_at=dedicated_transport_empty.LOOKS_AT,
    )


def _load_deep_strike() -> CheckModule:
    from listbuilder.rules.checks import deep_strike

    return CheckModule(deep_strike.check, deep_strike.Params, looks_at=deep_strike.LOOKS_AT)


def _load_deployment_abilities() -> CheckModule:
    from listbuilder.rules.checks import deployment_abilities

    return CheckModule(
        deployment_abilities.check,
        deployment_abilities.Params,
        looks_at=deployment_abilities.LOOKS_AT,
    )


def _load_detachment() -> CheckModule:
    from listbuilder.rules.checks import detachment

    return CheckModule(detachment.check, detachment.Params)


def _load_detachment_once() -> CheckModule:
    from listbuilder.rules.checks import detachment_once

    return CheckModule(
        detachment_once.check, detachment_once.Params, looks_at=detachment_once.LOOKS_AT
    )


def _load_detachment_points() -> CheckModule:
    from listbuilder.rules.checks import detachment_points

    return CheckModule(
        detachment_points.check,
        detachment_points.Params,
        looks_at=detachment_points.LOOKS_AT,
        yield_table_rows=detachment_points.yield_table_rows,
    )


def _load_enhancement_bearer() -> CheckModule:
    from listbuilder.rules.checks import enhancement_bearer

    return CheckModule(
        enhancement_bearer.check, enhancement_bearer.Params, looks_at=enhancement_bearer.LOOKS_AT
    )


def _load_enhancement_cap() -> CheckModule:
    from listbuilder.rules.checks import enhancement_cap

    return CheckModule(
        enhancement_cap.check, enhancement_cap.Params, looks_at=enhancement_cap.LOOKS_AT
    )


def _load_enhancement_once() -> CheckModule:
    from listbuilder.rules.checks import enhancement_once

    return CheckModule(
        enhancement_once.check, enhancement_once.Params, looks_at=enhancement_once.LOOKS_AT
    )


def _load_enhancement_source() -> CheckModule:
    from listbuilder.rules.checks import enhancement_source

    return CheckModule(
        enhancement_source.check, enhancement_source.Params, looks_at=enhancement_source.LOOKS_AT
    )


def _load_enhancement_tables() -> CheckModule:
    from listbuilder.rules.checks import enhancement_tables

    return CheckModule(enhancement_tables.check, enhancement_tables.Params)


def _load_faction_terrain() -> CheckModule:
    from listbuilder.rules.checks import faction_terrain

    return CheckModule(faction_terrain.check, faction_terrain.Params)


def _load_fixed_list() -> CheckModule:
    from listbuilder.rules.checks import fixed_list

    return CheckModule(fixed_list.check, fixed_list.Params)


def _load_force_disposition() -> CheckModule:
    from listbuilder.rules.checks import force_disposition

    return CheckModule(
        force_disposition.check,
        force_disposition.Params,
        looks_at=force_disposition.LOOKS_AT,
        yield_table_rows=force_disposition.yield_table_rows,
    )


def _load_general() -> CheckModule:
    from listbuilder.rules.checks import general

    return CheckModule(general.check, general.Params)


def _load_joining_hero() -> CheckModule:
    from listbuilder.rules.checks import joining_hero

    return CheckModule(joining_hero.check, joining_hero.Params)


def _load_keyword_note() -> CheckModule:
    from listbuilder.rules.checks import keyword_note

    return CheckModule(keyword_note.check, keyword_note.Params)


def _load_keyword_required() -> CheckModule:
    from listbuilder.rules.checks import keyword_required

    return CheckModule(keyword_required.check, keyword_required.Params)


def _load_known_mission() -> CheckModule:
    from listbuilder.rules.checks import known_mission

    return CheckModule(
        known_mission.check, known_mission.Params, yield_table_rows=known_mission.yield_table_rows
    )


def _load_leader_attach() -> CheckModule:
    from listbuilder.rules.checks import leader_attach

    return CheckModule(leader_attach.check, leader_attach.Params, looks_at=leader_attach.LOOKS_AT)


def _load_legends() -> CheckModule:
    from listbuilder.rules.checks import legends

    return CheckModule(legends.check, legends.Params, looks_at=legends.LOOKS_AT)


def _load_lores() -> CheckModule:
    from listbuilder.rules.checks import lores

    return CheckModule(lores.check, lores.Params)


def _load_mission_limits() -> CheckModule:
    from listbuilder.rules.checks import mission_limits

    return CheckModule(
        mission_limits.check,
        mission_limits.Params,
        looks_at=mission_limits.LOOKS_AT,
        yield_table_rows=mission_limits.yield_table_rows,
    )


def _load_must_attach() -> CheckModule:
    from listbuilder.rules.checks import must_attach

    return CheckModule(must_attach.check, must_attach.Params)


def _load_no_reserves_for() -> CheckModule:
    from listbuilder.rules.checks import no_reserves_for

    return CheckModule(
        no_reserves_for.check, no_reserves_for.Params, looks_at=no_reserves_for.LOOKS_AT
    )


def _load_one_chapter() -> CheckModule:
    from listbuilder.rules.checks import one_chapter

    return CheckModule(one_chapter.check, one_chapter.Params)


def _load_one_enhancement() -> CheckModule:
    from listbuilder.rules.checks import one_enhancement

    return CheckModule(
        one_enhancement.check, one_enhancement.Params, looks_at=one_enhancement.LOOKS_AT
    )


def _load_one_leader() -> CheckModule:
    from listbuilder.rules.checks import one_leader

    return CheckModule(one_leader.check, one_leader.Params, looks_at=one_leader.LOOKS_AT)


def _load_one_of_a_kind() -> CheckModule:
    from listbuilder.rules.checks import one_of_a_kind

    return CheckModule(one_of_a_kind.check, one_of_a_kind.Params)


def _load_one_place() -> CheckModule:
    from listbuilder.rules.checks import one_place

    return CheckModule(one_place.check, one_place.Params, looks_at=one_place.LOOKS_AT)


def _load_own_datasheets() -> CheckModule:
    from listbuilder.rules.checks import own_datasheets

    return CheckModule(own_datasheets.check, own_datasheets.Params)


def _load_own_faction() -> CheckModule:
    from listbuilder.rules.checks import own_faction

    return CheckModule(own_faction.check, own_faction.Params, looks_at=own_faction.LOOKS_AT)


def _load_patrol_squads() -> CheckModule:
    from listbuilder.rules.checks import patrol_squads

    return CheckModule(patrol_squads.check, patrol_squads.Params)


def _load_points_limit() -> CheckModule:
    from listbuilder.rules.checks import points_limit

    return CheckModule(
        points_limit.check, points_limit.Params, yield_table_rows=points_limit.yield_table_rows
    )


def _load_regiment_count() -> CheckModule:
    from listbuilder.rules.checks import regiment_count

    return CheckModule(regiment_count.check, regiment_count.Params)


def _load_regiment_hero() -> CheckModule:
    from listbuilder.rules.checks import regiment_hero

    return CheckModule(regiment_hero.check, regiment_hero.Params)


def _load_regiment_of_renown() -> CheckModule:
    from listbuilder.rules.checks import regiment_of_renown

    return CheckModule(regiment_of_renown.check, regiment_of_renown.Params)


def _load_regiment_options() -> CheckModule:
    from listbuilder.rules.checks import regiment_options

    return CheckModule(regiment_options.check, regiment_options.Params)


def _load_regiment_size() -> CheckModule:
    from listbuilder.rules.checks import regiment_size

    return CheckModule(regiment_size.check, regiment_size.Params)


def _load_reinforced() -> CheckModule:
    from listbuilder.rules.checks import reinforced

    return CheckModule(reinforced.check, reinforced.Params, looks_at=reinforced.LOOKS_AT)


def _load_reserve_arrival() -> CheckModule:
    from listbuilder.rules.checks import reserve_arrival

    return CheckModule(reserve_arrival.check, reserve_arrival.Params)


def _load_roster_complete() -> CheckModule:
    from listbuilder.rules.checks import roster_complete

    return CheckModule(
        roster_complete.check, roster_complete.Params, looks_at=roster_complete.LOOKS_AT
    )


def _load_season_only() -> CheckModule:
    from listbuilder.rules.checks import season_only

    return CheckModule(season_only.check, season_only.Params)


def _load_slots() -> CheckModule:
    from listbuilder.rules.checks import slots

    return CheckModule(slots.check, slots.Params)


def _load_special_models() -> CheckModule:
    from listbuilder.rules.checks import special_models

    return CheckModule(
        special_models.check, special_models.Params, looks_at=special_models.LOOKS_AT
    )


def _load_split_units() -> CheckModule:
    from listbuilder.rules.checks import split_units

    return CheckModule(split_units.check, split_units.Params)


def _load_starts_in_reserve() -> CheckModule:
    from listbuilder.rules.checks import starts_in_reserve

    return CheckModule(
        starts_in_reserve.check, starts_in_reserve.Params, looks_at=starts_in_reserve.LOOKS_AT
    )


def _load_strategic_reserves_limit() -> CheckModule:
    from listbuilder.rules.checks import strategic_reserves_limit

    return CheckModule(
        strategic_reserves_limit.check,
        strategic_reserves_limit.Params,
        looks_at=strategic_reserves_limit.LOOKS_AT,
        yield_table_rows=strategic_reserves_limit.yield_table_rows,
    )


def _load_strategic_reserves_units() -> CheckModule:
    from listbuilder.rules.checks import strategic_reserves_units

    return CheckModule(strategic_reserves_units.check, strategic_reserves_units.Params)


def _load_support_attached() -> CheckModule:
    from listbuilder.rules.checks import support_attached

    return CheckModule(support_attached.check, support_attached.Params)


def _load_surcharges() -> CheckModule:
    from listbuilder.rules.checks import surcharges

    return CheckModule(surcharges.check, surcharges.Params, looks_at=surcharges.LOOKS_AT)


def _load_table_kit() -> CheckModule:
    from listbuilder.rules.checks import table_kit

    return CheckModule(table_kit.check, table_kit.Params)


def _load_transport_capacity() -> CheckModule:
    from listbuilder.rules.checks import transport_capacity

    return CheckModule(
        transport_capacity.check, transport_capacity.Params, looks_at=transport_capacity.LOOKS_AT
    )


def _load_underspent() -> CheckModule:
    from listbuilder.rules.checks import underspent

    return CheckModule(underspent.check, underspent.Params)


def _load_unique_tag() -> CheckModule:
    from listbuilder.rules.checks import unique_tag

    return CheckModule(unique_tag.check, unique_tag.Params, looks_at=unique_tag.LOOKS_AT)


def _load_unit_count() -> CheckModule:
    from listbuilder.rules.checks import unit_count

    return CheckModule(unit_count.check, unit_count.Params)


def _load_unit_share() -> CheckModule:
    from listbuilder.rules.checks import unit_share

    return CheckModule(unit_share.check, unit_share.Params, looks_at=unit_share.LOOKS_AT)


def _load_unit_size() -> CheckModule:
    from listbuilder.rules.checks import unit_size

    return CheckModule(unit_size.check, unit_size.Params, looks_at=unit_size.LOOKS_AT)


def _load_wargear() -> CheckModule:
    from listbuilder.rules.checks import wargear

    return CheckModule(wargear.check, wargear.Params, looks_at=wargear.LOOKS_AT)


def _load_warlord() -> CheckModule:
    from listbuilder.rules.checks import warlord

    return CheckModule(warlord.check, warlord.Params)


def _load_within_collection() -> CheckModule:
    from listbuilder.rules.checks import within_collection

    return CheckModule(within_collection.check, within_collection.Params)


CHECKS: dict[str, Callable[[], CheckModule]] = {
    "aboard_reserve_aircraft": _load_aboard_reserve_aircraft,
    "aircraft_reserve": _load_aircraft_reserve,
    "allies": _load_allies,
    "army_faction": _load_army_faction,
    "army_of_renown": _load_army_of_renown,
    "auxiliary": _load_auxiliary,
    "battle_formation": _load_battle_formation,
    "battle_ready": _load_battle_ready,
    "battle_size": _load_battle_size,
    "battle_tactics": _load_battle_tactics,
    "battlefield": _load_battlefield,
    "box_commander": _load_box_commander,
    "box_pick": _load_box_pick,
    "build_choice": _load_build_choice,
    "copies_limit": _load_copies_limit,
    "datasheet_limits": _load_datasheet_limits,
    "dedicated_transport_empty": _load_dedicated_transport_empty,
    "deep_strike": _load_deep_strike,
    "deployment_abilities": _load_deployment_abilities,
    "detachment": _load_detachment,
    "detachment_once": _load_detachment_once,
    "detachment_points": _load_detachment_points,
    "enhancement_bearer": _load_enhancement_bearer,
    "enhancement_cap": _load_enhancement_cap,
    "enhancement_once": _load_enhancement_once,
    "enhancement_source": _load_enhancement_source,
    "enhancement_tables": _load_enhancement_tables,
    "faction_terrain": _load_faction_terrain,
    "fixed_list": _load_fixed_list,
    "force_disposition": _load_force_disposition,
    "general": _load_general,
    "joining_hero": _load_joining_hero,
    "keyword_note": _load_keyword_note,
    "keyword_required": _load_keyword_required,
    "known_mission": _load_known_mission,
    "leader_attach": _load_leader_attach,
    "legends": _load_legends,
    "lores": _load_lores,
    "mission_limits": _load_mission_limits,
    "must_attach": _load_must_attach,
    "no_reserves_for": _load_no_reserves_for,
    "one_chapter": _load_one_chapter,
    "one_enhancement": _load_one_enhancement,
    "one_leader": _load_one_leader,
    "one_of_a_kind": _load_one_of_a_kind,
    "one_place": _load_one_place,
    "own_datasheets": _load_own_datasheets,
    "own_faction": _load_own_faction,
    "patrol_squads": _load_patrol_squads,
    "points_limit": _load_points_limit,
    "regiment_count": _load_regiment_count,
    "regiment_hero": _load_regiment_hero,
    "regiment_of_renown": _load_regiment_of_renown,
    "regiment_options": _load_regiment_options,
    "regiment_size": _load_regiment_size,
    "reinforced": _load_reinforced,
    "reserve_arrival": _load_reserve_arrival,
    "roster_complete": _load_roster_complete,
    "season_only": _load_season_only,
    "slots": _load_slots,
    "special_models": _load_special_models,
    "split_units": _load_split_units,
    "starts_in_reserve": _load_starts_in_reserve,
    "strategic_reserves_limit": _load_strategic_reserves_limit,
    "strategic_reserves_units": _load_strategic_reserves_units,
    "support_attached": _load_support_attached,
    "surcharges": _load_surcharges,
    "table_kit": _load_table_kit,
    "transport_capacity": _load_transport_capacity,
    "underspent": _load_underspent,
    "unique_tag": _load_unique_tag,
    "unit_count": _load_unit_count,
    "unit_share": _load_unit_share,
    "unit_size": _load_unit_size,
    "wargear": _load_wargear,
    "warlord": _load_warlord,
    "within_collection": _load_within_collection,
}
