"""An army of regiments with one unit more, made from the army without it.

Only the new unit is read and priced. It stands at the end of a regiment or of the auxiliary units,
or begins the last regiment. If that changes anything else in the army, or is written in a way that
needs the whole roster, there is no answer, and the roster is read whole.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from listbuilder.data.library import Library
from listbuilder.games.aos.army import Post, Regiment, RegimentArmy, RegimentUnit
from listbuilder.games.aos.price import add_extras, set_unit_points
from listbuilder.games.aos.resolve import Resolver
from listbuilder.games.common.resolve import NewIds
from listbuilder.games.game import Reading
from listbuilder.model.base import Path
from listbuilder.model.edit import Edit, Step
from listbuilder.model.limits import MAX_UNITS
from listbuilder.model.problem import Unreadable
from listbuilder.model.roster_data import RosterData
from listbuilder.yamlio.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.games.aos.game import RegimentGame

PLAIN = frozenset({"unit", "reinforced", "general"})  # all that may be said of it


def add_unit_to_reading(
    before: Reading, edit: Edit, document: YamlDocument, game: RegimentGame, library: Library
) -> Reading | None:
    """Return the reading `before` extended by the unit that `edit` adds to the roster.

    None if the whole roster has to be read again.
    """
    army = before.army
    if not isinstance(army, RegimentArmy) or len(edit.steps) != 1 or edit.steps[0].op != "insert":
        return None
    if (
        before.problems
        or army.past_day
        or army.assumed_keys
        or army.by_today
        or len(army.units) >= MAX_UNITS
    ):
        return None
    entering = _find_added_unit(army, edit.steps[0])
    if entering is None:
        return None
    entry, path, post = entering
    small_document = YamlDocument(
        {**document.data, "regiments": [], "auxiliary": [entry]}, {}, {}, document.file, b""
    )
    try:
        resolver = Resolver(document, game.convert_roster(small_document), game.shelf(library))
    except Unreadable:
        return None
    resolver.new_ids = NewIds(unit.id for unit in army.units)
    if not resolver.roster.auxiliary:
        return None
    unit = resolver.read_unit(resolver.roster.auxiliary[0], path, post)
    if unit is None or resolver.problems or resolver.away or resolver.day:
        return None
    if not _is_plain_addition(army, unit, resolver, before):
        return None
    grown = copy(army)
    joined = _place_unit(army, grown, unit, resolver)
    set_unit_points(unit, grown, is_paid_for=False)
    if post == "auxiliary":
        grown.extras = []
        add_extras(grown)
    return Reading(grown, [], before.used, joined=joined)


def _find_added_unit(army: RegimentArmy, step: Step) -> tuple[RosterData, Path, Post] | None:
    """Return the roster entry of the added unit, its path and its post in the army, or None.

    None if `step` doesn't add a unit at the end of a regiment, of the regiments or of the auxiliary
    units. None also if the entry contains more than the unit, reinforced and general.
    """
    entry, path = step.value, step.path
    post: Post | None = None
    match step.path:
        case ("auxiliary", int(place)) if army.auxiliaries_listed and place == len(
            army.auxiliaries
        ):
            post = "auxiliary"
        case ("regiments", int(number), "units", int(place)) if number < len(army.regiments):
            regiment = army.regiments[number]
            if regiment.listed and place == len(regiment.members):
                post = "member"
        case ("regiments", int(number)) if number == len(army.regiments) and isinstance(
            entry, dict
        ):
            if entry.keys() == {"hero", "units"} and entry["units"] == []:
                post = "leader"
            entry, path = entry.get("hero"), (*path, "hero")
    if post is None or not isinstance(entry, dict) or not entry.keys() <= PLAIN:
        return None
    return entry, path, post


def _is_plain_addition(
    army: RegimentArmy, unit: RegimentUnit, resolver: Resolver, before: Reading
) -> bool:
    """Return whether the added unit changes nothing else in the army.

    It must not shift the ids of other units. Its number must not be limited by that of another
    unit. It must need no data files or season names that the army doesn't have yet.
    """
    sheet = unit.warscroll
    has_unnamed_copy = any(
        other_unit.warscroll.id == sheet.id and not other_unit.own_id
        for other_unit in army.regiment_units
    )
    if has_unnamed_copy or sheet.max_per is not None:
        return False
    home = resolver.shelf.load_warscrolls(unit.home)
    if home is None or not any(home.compiled is compiled_file for compiled_file in before.used):
        return False
    return not sheet.battlepack or bool(army.battlepack_names)


def _place_unit(
    army: RegimentArmy, grown: RegimentArmy, unit: RegimentUnit, resolver: Resolver
) -> RegimentUnit | None:
    """Put `unit` into `grown` and return it, or None if its leader changed too.

    `grown` is a copy of `army`. The leader changes if it led no units before. `army` itself isn't
    changed.
    """
    placed: RegimentUnit | None = unit
    grown.regiments = list(army.regiments)
    if unit.post == "auxiliary":
        grown.auxiliaries = [*army.auxiliaries, unit]
    elif unit.post == "leader":
        unit.regiment = len(army.regiments)
        grown.regiments.append(
            Regiment(place=unit.regiment, path=unit.path[:-1], leader=unit, members=[])
        )
        grown.companions = dict(army.companions)
        for option in unit.profile.options:
            if option.min:
                grown.companions.update(resolver.map_companions(option.units))
    else:
        number = unit.path[1]
        assert isinstance(number, int)
        unit.regiment = number
        regiment = copy(army.regiments[number])
        regiment.members, regiment.faults = [*regiment.members, unit], None
        if regiment.leader is not None and regiment.leader.alone:
            regiment.leader, placed = copy(regiment.leader), None
            regiment.leader.alone = False
        grown.regiments[number] = regiment
    renown_units = [
        other_unit
        for other_unit in army.units
        if isinstance(other_unit, RegimentUnit) and other_unit.post == "renown"
    ]
    grown.units = [
        *(other_unit for regiment in grown.regiments for other_unit in regiment.units),
        *grown.auxiliaries,
        *renown_units,
    ]
    if unit.home not in army.keywords_of_homes:
        data = resolver.shelf.load_faction(unit.home)
        if data is not None:
            keywords = {unit.home: data.head.faction_keyword}
            grown.keywords_of_homes = {**army.keywords_of_homes, **keywords}
    return placed
