"""The fields that can be changed in an army of regiments, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial

from listbuilder.games.aos.army import RegimentArmy, RegimentUnit
from listbuilder.games.aos.catalog import Shelf
from listbuilder.games.aos.faction import Bearer
from listbuilder.games.aos.lookup import Lookup
from listbuilder.games.aos.price import LORE_KINDS
from listbuilder.games.common.editor import (
    Field,
    Option,
    Text,
    append_to_list,
    join_edits,
    make_choice_field,
    make_name_text,
    make_text_field,
    set_or_remove,
)
from listbuilder.model.base import Path, get_at_path
from listbuilder.model.edit import Edit, Step
from listbuilder.model.roster_data import RosterData

_KINDS = ("battle_formation", *(f"{kind}_lore" for kind in LORE_KINDS), "faction_terrain")


def yield_roster_fields(
    data: RosterData, army: RegimentArmy, lookup: Lookup, shelf: Shelf
) -> Iterator[Field]:
    """Yield the fields of the roster that can be edited, each with its options.

    These are name, points limit, formation, lores, terrain, regiment of renown, army of renown,
    season, battle tactics cards, player, notes and date of the points. A choice without any option
    is left out.
    """
    yield make_text_field(data, ("name",))
    yield make_choice_field("points_limit", list(_yield_limit_options(data, army)))
    for kind in _KINDS:
        ids = lookup.list_choice_ids(kind)
        if ids or get_at_path(data, (kind,)):
            labelled = [(own_id, _label_choice(lookup, kind, own_id, army)) for own_id in ids]
            label_foreign = partial(_label_foreign_choice, army)
            options = list(_yield_choice_options(data, kind, labelled, label_foreign))
            yield make_choice_field(kind, options)
    holder = army.renown or army.faction
    label_regiment = partial(_label_regiment_of_renown, shelf)
    regiments = [(own_id, label_regiment(own_id)) for own_id in holder.regiments_of_renown]
    if regiments or get_at_path(data, ("regiment_of_renown",)):
        key = "regiment_of_renown"
        options = list(_yield_choice_options(data, key, regiments, label_regiment))
        yield make_choice_field(key, options)
    armies = [(army_id, make_name_text(name)) for army_id, name in lookup.main.armies.items()]
    if armies:
        yield make_choice_field(
            "army_of_renown", list(_yield_choice_options(data, "army_of_renown", armies))
        )
    if army.book.seasons:
        seasons = [
            (season_id, make_name_text(season.name))
            for season_id, season in army.book.seasons.items()
        ]
        yield make_choice_field("season", list(_yield_choice_options(data, "season", seasons)))
    yield from _yield_battle_tactics_fields(data, army, shelf)
    yield make_text_field(data, ("player",))
    yield make_text_field(data, ("notes",))
    yield make_text_field(data, ("points_as_of",))


def yield_regiment_fields(data: RosterData, path: Path) -> Iterator[Field]:
    """Yield the fields of the regiment at `path`: its name and notes."""
    yield make_text_field(data, (*path[:2], "name"))
    yield make_text_field(data, (*path[:2], "notes"))


def yield_unit_fields(
    data: RosterData, army: RegimentArmy, unit: RegimentUnit, lookup: Lookup
) -> Iterator[Field]:
    """Yield the fields of a unit: reinforced, general, enhancements, group, name and notes.

    Only the fields that apply to this unit are yielded. Nothing is yielded if the roster doesn't
    list the unit, because it comes with a regiment of renown for which the roster lists no units.
    """
    if not isinstance(get_at_path(data, unit.path), dict):
        return
    if unit.warscroll.can_be_reinforced or unit.reinforced:
        path = (*unit.path, "reinforced")
        yield make_choice_field(
            "reinforced",
            [
                Option(
                    label=Text("no"),
                    edit=set_or_remove(data, path, None),
                    chosen=not unit.reinforced,
                ),
                Option(
                    label=Text("yes"), edit=set_or_remove(data, path, True), chosen=unit.reinforced
                ),
            ],
        )
    if unit.is_hero or unit.general:
        yield make_choice_field("general", list(_yield_general_options(data, army, unit)))
    yield from _yield_enhancement_fields(data, army, unit, lookup)
    if unit.post != "renown":
        yield make_choice_field("group", list(_yield_group_options(data, army, unit)))
    yield make_text_field(data, (*unit.path, "name"))
    yield make_text_field(data, (*unit.path, "notes"))


def _yield_limit_options(data: RosterData, army: RegimentArmy) -> Iterator[Option]:
    """Yield the usual points limits, and the roster's own limit, as options in rising order."""
    limits = sorted({*army.book.points_limits, *([army.limit] if army.limit else [])})
    for points in limits:
        label = Text("points_number", {"points": points})
        edit = join_edits(
            set_or_remove(data, ("points_limit",), points),
            Edit(army.drop_assumed_key("points_limit")),
        )
        yield Option(label=label, edit=edit, chosen=army.limit == points)


def _label_as_written(choice_id: str) -> Text:
    """Return a label that shows the id as it is written."""
    return Text("plain", {"text": choice_id})


def _label_foreign_choice(army: RegimentArmy, choice_id: str) -> Text:
    """Return the name of a choice that the roster has but the army can't have, or else its id."""
    for choice in army.list_choices():
        if choice.id == choice_id:
            return make_name_text(choice.name)
    return _label_as_written(choice_id)


def _yield_choice_options(
    data: RosterData,
    key: str,
    labelled: list[tuple[str, Text]],
    label_of: Callable[[str], Text] = _label_as_written,
) -> Iterator[Option]:
    """Yield the options for the roster key `key`: "none", `labelled` and others in use.

    `labelled` are (id, label) of the choices that the army can have. A choice that the roster has
    besides these, such as another faction's, stays visible until it is removed; `label_of` gives
    its label.
    """
    given = get_at_path(data, (key,))
    written = given if isinstance(given, list) else [given]
    ids: list[object] = []
    for value in written:  # a regiment of renown can be written as a mapping
        ids.append(value.get("regiment") if isinstance(value, dict) else value)
    yield Option(label=Text("none"), edit=set_or_remove(data, (key,), None), chosen=given is None)
    for choice_id, label in labelled:
        yield Option(
            label=label, edit=set_or_remove(data, (key,), choice_id), chosen=choice_id in ids
        )
    for written_id in ids:
        if isinstance(written_id, str) and written_id not in dict(labelled):
            yield Option(label=label_of(written_id), edit=Edit(()), chosen=True)


def _label_choice(lookup: Lookup, kind: str, choice_id: str, army: RegimentArmy) -> Text:
    """Return the label of a formation, lore or terrain, with its points if the army pays them.

    For an unknown choice, the label is its id.
    """
    choice = lookup.find_choice(kind, choice_id)
    if choice is None:
        return _label_as_written(choice_id)
    return _label_with_points(choice.thing.name, getattr(choice.thing, "points", 0), army)


def _label_with_points(name: str, points: int, army: RegimentArmy) -> Text:
    """Return a label of `name`, with the points if this roster pays points for such things.

    Why: only some seasons have prices for formations, lores, terrain and enhancements.
    """
    if points and army.book.pricing.extras:
        return Text("name_points", {"name": name, "points": points})
    return make_name_text(name)


def _label_regiment_of_renown(shelf: Shelf, regiment_id: str) -> Text:
    """Return the name of a regiment of renown, with its points if it has any.

    For an unknown regiment, the id is returned as it is written.
    """
    data = shelf.load_regiments_of_renown()
    regiment = data.load_regiment(regiment_id) if data else None
    if regiment is None:
        return _label_as_written(regiment_id)
    if regiment.points:
        return Text("name_points", {"name": regiment.name, "points": regiment.points})
    return make_name_text(regiment.name)


def _yield_battle_tactics_fields(
    data: RosterData, army: RegimentArmy, shelf: Shelf
) -> Iterator[Field]:
    """Yield a field for each battle tactics card that the army can have in its season.

    The rules say how many cards that is. Nothing is yielded without a season or if its cards are
    unknown.
    """
    if army.season is None:
        return
    packs = {pack.id: pack for pack in shelf.load_battlepacks()}
    pack = packs.get(army.season.battlepack)
    if pack is None:
        return
    given = get_at_path(data, ("battle_tactics",))
    ids: list[object] = []
    if isinstance(given, list):
        ids = list(given)
    elif given:
        ids = [given]
    limit = len(pack.battle_tactics_cards)
    for rule in army.book.rules:
        if rule.check == "battle_tactics" and rule.on:
            limit = rule.params["max"]
            break
    for place in range(limit):
        current = ids[place] if place < len(ids) else None
        edit = _set_tactic(data, ids, place, None)
        options = [Option(label=Text("none"), edit=edit, chosen=current is None)]
        for card in pack.battle_tactics_cards:
            edit = _set_tactic(data, ids, place, card.id)
            label = make_name_text(card.name)
            options.append(Option(label=label, edit=edit, chosen=current == card.id))
        yield make_choice_field("battle_tactics", options, args={"number": place + 1})


def _set_tactic(data: RosterData, ids: list[object], place: int, card: str | None) -> Edit:
    """Return the edit that puts `card` at `place` of the roster's battle tactics `ids`.

    If `card` is None, the card at that place is removed.
    """
    cards = [*ids[:place], *([card] if card else []), *ids[place + 1 :]]
    return set_or_remove(data, ("battle_tactics",), cards or None)


def _yield_general_options(
    data: RosterData, army: RegimentArmy, unit: RegimentUnit
) -> Iterator[Option]:
    """Yield the options no and yes for whether the unit is the general.

    An army has only one general, so "yes" takes the rank from the unit that had it.
    """
    edits = []
    for other in army.regiment_units:
        if other.general and other is not unit:
            edits.append(set_or_remove(data, (*other.path, "general"), None))
    path = (*unit.path, "general")
    edits.append(set_or_remove(data, path, True))
    statement = Edit(army.drop_assumed_key("general"))
    no = join_edits(set_or_remove(data, path, None), statement)
    yield Option(label=Text("no"), edit=no, chosen=not unit.general)
    yield Option(label=Text("yes"), edit=join_edits(*edits, statement), chosen=unit.general)


def _yield_enhancement_fields(
    data: RosterData, army: RegimentArmy, unit: RegimentUnit, lookup: Lookup
) -> Iterator[Field]:
    """Yield a field for each enhancement table that the unit can use, with its enhancements.

    A unit can have at most one enhancement of each table. An enhancement that the unit already has
    is shown even if the unit can't have it or it is for another season.
    """
    holder = army.renown or army.faction
    borne = [borne_enhancement.enhancement.id for borne_enhancement in unit.borne]
    for table in holder.enhancement_tables:
        choices = [
            enhancement
            for enhancement in table.choices
            if army.is_for_season(enhancement.battlepacks) or enhancement.id in borne
        ]
        current = next((enhancement for enhancement in choices if enhancement.id in borne), None)
        if not choices or (current is None and not _can_bear(unit, table.applies_to)):
            continue
        rest = [own_id for own_id in dict.fromkeys(borne) if not current or own_id != current.id]
        path: Path = (*unit.path, "enhancements")
        edit = set_or_remove(data, path, rest or None)
        options = [Option(label=Text("none"), edit=edit, chosen=current is None)]
        for enhancement in choices:
            label = _label_with_points(enhancement.name, enhancement.points, army)
            edit = set_or_remove(data, path, [*rest, enhancement.id])
            options.append(Option(label=label, edit=edit, chosen=enhancement is current))
        yield make_choice_field("enhancement_of", options, args={"kind": table.name})


def _can_bear(unit: RegimentUnit, conditions: Bearer) -> bool:
    """Return whether the unit meets the `conditions` of a table, by keywords and ids.

    This is a rough filter; the check of the rules decides.
    """
    if not all(unit.has_keyword(keyword) for keyword in conditions.all):
        return False
    if any(unit.has_keyword(keyword) for keyword in conditions.none):
        return False
    if conditions.any and not any(unit.has_keyword(keyword) for keyword in conditions.any):
        return False
    return not conditions.units or unit.warscroll.id in conditions.units


def _yield_group_options(
    data: RosterData, army: RegimentArmy, unit: RegimentUnit
) -> Iterator[Option]:
    """Yield the places to move the unit to: regiments, a new regiment, auxiliary units.

    The edit adds the unit at the new place before it removes the old entry, because a removal can
    shift the places after it.
    """
    entry = deepcopy(get_at_path(data, unit.path))
    leave = Edit((Step("remove", unit.removal or unit.path),))
    for regiment in army.regiments:
        is_current = unit.regiment == regiment.place
        leader = regiment.leader
        label = Text(
            "regiment_number", {"number": regiment.place + 1, "name": leader.name if leader else ""}
        )
        enter = append_to_list(data, (*regiment.path, "units"), entry).edit
        if leader is None and unit.is_hero:
            enter = set_or_remove(data, (*regiment.path, "hero"), entry)
        yield Option(
            label=label,
            edit=Edit(()) if is_current else join_edits(enter, leave),
            chosen=is_current,
        )
    if unit.is_hero and (unit.post != "leader" or not unit.alone):
        new_regiment = append_to_list(data, ("regiments",), {"hero": entry, "units": []}).edit
        yield Option(label=Text("new_regiment"), edit=join_edits(new_regiment, leave))
    auxiliary = append_to_list(data, ("auxiliary",), entry).edit
    is_auxiliary = unit.post == "auxiliary"
    yield Option(
        label=Text("auxiliary_units"),
        edit=Edit(()) if is_auxiliary else join_edits(auxiliary, leave),
        chosen=is_auxiliary,
    )
