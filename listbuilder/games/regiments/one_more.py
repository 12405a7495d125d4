"""An army of regiments with one unit more, made of the army without it: only the new unit is read and priced.

It stands at the end of a regiment or of the auxiliary units, or begins the last regiment. Where that changes anything of the
others, or is said in a way that needs the whole roster, there is no answer, and the roster is read whole.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from listbuilder.games.base import Reading
from listbuilder.games.regiments.army import Post, Regiment, RegimentArmy, RegimentUnit
from listbuilder.games.regiments.price import price_extras, price_unit
from listbuilder.games.regiments.resolve import Resolver
from listbuilder.games.shared.resolving import NewIds
from listbuilder.model.base import Path
from listbuilder.model.bounds import MAX_UNITS
from listbuilder.model.edit import Edit, Step
from listbuilder.model.problem import Unreadable
from listbuilder.store.library import Library
from listbuilder.store.reader import Document

if TYPE_CHECKING:
    from listbuilder.games.regiments.game import RegimentGame

PLAIN = frozenset({"unit", "reinforced", "general"})  # all that may be said of it


def with_one_more(before: Reading, edit: Edit, document: Document, game: RegimentGame, library: Library) -> Reading | None:
    army = before.army
    if not isinstance(army, RegimentArmy) or len(edit.steps) != 1 or edit.steps[0].op != "insert":
        return None
    if before.problems or army.past_day or army.assumed_keys or army.by_today or len(army.units) >= MAX_UNITS:
        return None
    found = _entering(army, edit.steps[0])
    if found is None:
        return None
    entry, path, post = found
    alone = Document({**document.data, "regiments": [], "auxiliary": [entry]}, {}, {}, document.file, b"")
    try:
        resolver = Resolver(document, game.roster_of(alone), game.shelf(library))
    except Unreadable:
        return None
    resolver.new_ids = NewIds(unit.id for unit in army.units)
    unit = resolver.unit(resolver.roster.auxiliary[0], path, post) if resolver.roster.auxiliary else None
    if unit is None or resolver.problems or resolver.away or resolver.day or not _plain(army, unit, resolver, before):
        return None
    grown = copy(army)
    joined = _placed(army, grown, unit, resolver)
    price_unit(unit, grown, paid=False)
    if post == "auxiliary":
        grown.extras = []
        price_extras(grown)
    return Reading(grown, [], before.used, joined=joined)


def _entering(army: RegimentArmy, step: Step) -> tuple[dict[str, Any], Path, Post] | None:
    """What is said of the unit, and where it is then."""
    entry, path = step.value, step.path
    post: Post | None = None
    match step.path:
        case ("auxiliary", int(place)) if army.auxiliaries_listed and place == len(army.auxiliaries):
            post = "auxiliary"
        case ("regiments", int(number), "units", int(place)) if number < len(army.regiments):
            regiment = army.regiments[number]
            post = "member" if regiment.listed and place == len(regiment.members) else None
        case ("regiments", int(number)) if number == len(army.regiments) and isinstance(entry, dict):
            post = "leader" if entry.keys() == {"hero", "units"} and entry["units"] == [] else None
            entry, path = entry.get("hero"), (*path, "hero")
    if post is None or not isinstance(entry, dict) or not entry.keys() <= PLAIN:
        return None
    return entry, path, post


def _plain(army: RegimentArmy, unit: RegimentUnit, resolver: Resolver, before: Reading) -> bool:
    """Nothing of the others is named after it, and nothing is said of it beside the army's own data."""
    sheet = unit.warscroll
    alike = any(each.warscroll.id == sheet.id and not each.own_id for each in army.regiment_units)
    known = (home := resolver.shelf.warscrolls(unit.home)) is not None and any(home.compiled is each for each in before.used)
    return not alike and known and sheet.max_per is None and (not sheet.battlepack or bool(army.battlepack_names))


def _placed(army: RegimentArmy, grown: RegimentArmy, unit: RegimentUnit, resolver: Resolver) -> RegimentUnit | None:
    """None: another is not what it was, for it led nobody."""
    joined: RegimentUnit | None = unit
    grown.regiments = list(army.regiments)
    if unit.post == "auxiliary":
        grown.auxiliaries = [*army.auxiliaries, unit]
    elif unit.post == "leader":
        unit.regiment = len(army.regiments)
        grown.regiments.append(Regiment(place=unit.regiment, path=unit.path[:-1], leader=unit, members=[]))
        grown.companions = dict(army.companions)
        for option in unit.profile.options:
            if option.min:
                grown.companions.update(resolver.companions(option.units))
    else:
        number = unit.path[1]
        assert isinstance(number, int)
        unit.regiment = number
        regiment = copy(army.regiments[number])
        regiment.members, regiment.faults = [*regiment.members, unit], None
        if regiment.leader is not None and regiment.leader.alone:
            regiment.leader, joined = copy(regiment.leader), None
            regiment.leader.alone = False
        grown.regiments[number] = regiment
    others = [each for each in army.units if isinstance(each, RegimentUnit) and each.post == "renown"]
    grown.units = [*(each for regiment in grown.regiments for each in regiment.units), *grown.auxiliaries, *others]
    if unit.home not in army.keywords_of_homes and (data := resolver.shelf.faction(unit.home)):
        grown.keywords_of_homes = {**army.keywords_of_homes, unit.home: data.head.faction_keyword}
    return joined
