"""The things that can be changed in an army of regiments, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any

from listbuilder.games.regiments.army import RegimentArmy, RegimentUnit
from listbuilder.games.regiments.data import Shelf
from listbuilder.games.regiments.lookup import Lookup
from listbuilder.games.regiments.price import LORE_KINDS
from listbuilder.games.shared.choices import Field, Option, Text, appending, choice, joined, named, setting, text_field
from listbuilder.model.base import Path, at
from listbuilder.model.edit import Edit, Step

_KINDS = ("battle_formation", *(f"{kind}_lore" for kind in LORE_KINDS), "faction_terrain")


def of_roster(data: Any, army: RegimentArmy, lookup: Lookup, shelf: Shelf) -> Iterator[Field]:
    yield text_field(data, ("name",))
    yield choice("points_limit", list(_limits(data, army)))
    for kind in _KINDS:
        ids = lookup.known(kind)
        if ids or at(data, (kind,)):
            named_things = [(each, _thing(lookup, kind, each, army)) for each in ids]
            yield choice(kind, list(_named_things(data, kind, named_things, partial(_stranger, army))))
    known = [(each, _renown_label(shelf, each)) for each in _regiments_of_renown(army)]
    if known or at(data, ("regiment_of_renown",)):
        called = partial(_renown_label, shelf)
        yield choice("regiment_of_renown", list(_named_things(data, "regiment_of_renown", known, called)))
    armies = [(each, named(name)) for each, name in lookup.main.armies.items()]
    if armies:
        yield choice("army_of_renown", list(_named_things(data, "army_of_renown", armies)))
    if army.book.seasons:
        seasons = [(each, named(season.name)) for each, season in army.book.seasons.items()]
        yield choice("season", list(_named_things(data, "season", seasons)))
    yield from _tactics(data, army, shelf)
    yield text_field(data, ("player",))
    yield text_field(data, ("notes",))
    yield text_field(data, ("points_as_of",))


def of_regiment(data: Any, path: Path) -> Iterator[Field]:
    yield text_field(data, (*path[:2], "name"))
    yield text_field(data, (*path[:2], "notes"))


def of_unit(data: Any, army: RegimentArmy, unit: RegimentUnit, lookup: Lookup) -> Iterator[Field]:
    if not isinstance(at(data, unit.path), dict):
        return  # it comes with a regiment of renown that lists no units
    if unit.warscroll.can_be_reinforced or unit.reinforced:
        yield choice("reinforced", list(_yes_or_no(data, unit, "reinforced", unit.reinforced)))
    if unit.hero or unit.general:
        yield choice("general", list(_general(data, army, unit)))
    yield from _enhancements(data, army, unit, lookup)
    if unit.post != "renown":
        yield choice("group", list(_groups(data, army, unit)))
    yield text_field(data, (*unit.path, "name"))
    yield text_field(data, (*unit.path, "notes"))


def _limits(data: Any, army: RegimentArmy) -> Iterator[Option]:
    limits = sorted({*army.book.points_limits, *([army.limit] if army.limit else [])})
    for points in limits:
        label = Text("points_number", {"points": points})
        edit = joined(setting(data, ("points_limit",), points), Edit(army.stating("points_limit")))
        yield Option(label=label, edit=edit, chosen=army.limit == points)


def _as_given(wanted: str) -> Text:
    return Text("plain", {"text": wanted})


def _stranger(army: RegimentArmy, wanted: str) -> Text:
    """What the army may not have, as the data that has it calls it."""
    return next((named(each.name) for each in army.chosen() if each.id == wanted), _as_given(wanted))


def _named_things(
    data: Any, key: str, known: list[tuple[str, Text]], called: Callable[[str], Text] = _as_given
) -> Iterator[Option]:
    """`called`: the name of one of another faction."""
    given = at(data, (key,))
    everything = given if isinstance(given, list) else [given]
    ids: list[Any] = [each if isinstance(each, str) else _regiment_of(each) for each in everything]
    yield Option(label=Text("none"), edit=setting(data, (key,), None), chosen=given is None)
    for each, label in known:
        yield Option(label=label, edit=setting(data, (key,), each), chosen=each in ids)
    for each in ids:
        if isinstance(each, str) and each not in dict(known):  # of another faction: it stays visible until taken off
            yield Option(label=called(each), edit=Edit(()), chosen=True)


def _regiment_of(given: Any) -> str | None:
    return given.get("regiment") if isinstance(given, dict) else None


def _thing(lookup: Lookup, kind: str, wanted: str, army: RegimentArmy) -> Text:
    found = lookup.thing(kind, wanted)
    if found is None:
        return Text("plain", {"text": wanted})
    return _charged(found.thing.name, getattr(found.thing, "points", 0), army)


def _charged(name: str, points: int, army: RegimentArmy) -> Text:
    """With what this roster pays for it: outside a season that prices such things, nothing."""
    return Text("name_points", {"name": name, "points": points}) if points and army.book.pricing.extras else named(name)


def _regiments_of_renown(army: RegimentArmy) -> list[str]:
    return list(army.renown.regiments_of_renown if army.renown else army.faction.regiments_of_renown)


def _renown_label(shelf: Shelf, wanted: str) -> Text:
    data = shelf.renown()
    regiment = data.regiment(wanted) if data else None
    if regiment is None:
        return Text("plain", {"text": wanted})
    if regiment.points:
        return Text("name_points", {"name": regiment.name, "points": regiment.points})
    return named(regiment.name)


def _tactics(data: Any, army: RegimentArmy, shelf: Shelf) -> Iterator[Field]:
    """The cards of the season, each in a field of its own; how many, the law says."""
    season = army.season
    pack = next((each for each in shelf.battlepacks() if season and each.id == season.battlepack), None)
    if pack is None:
        return
    given = at(data, ("battle_tactics",))
    ids = list(given) if isinstance(given, list) else [given] if given else []
    limits = (rule.params["max"] for rule in army.book.rules if rule.check == "battle_tactics" and rule.on)
    for place in range(next(limits, len(pack.battle_tactics_cards))):
        now = ids[place] if place < len(ids) else None
        options = [Option(label=Text("none"), edit=_with_tactic(data, ids, place, None), chosen=now is None)]
        options += [
            Option(label=named(card.name), edit=_with_tactic(data, ids, place, card.id), chosen=now == card.id)
            for card in pack.battle_tactics_cards
        ]
        yield choice("battle_tactics", options, args={"number": place + 1})


def _with_tactic(data: Any, ids: list[Any], place: int, card: str | None) -> Edit:
    cards = [*ids[:place], *([card] if card else []), *ids[place + 1 :]]
    return setting(data, ("battle_tactics",), cards or None)


def _yes_or_no(data: Any, unit: RegimentUnit, key: str, now: bool) -> Iterator[Option]:
    yield Option(label=Text("no"), edit=setting(data, (*unit.path, key), None), chosen=not now)
    yield Option(label=Text("yes"), edit=setting(data, (*unit.path, key), True), chosen=now)


def _general(data: Any, army: RegimentArmy, unit: RegimentUnit) -> Iterator[Option]:
    """There is one general: whoever was it is no longer."""
    others = [other for other in army.regiment_units if other.general and other is not unit]
    said = Edit(army.stating("general"))
    make = joined(
        *(setting(data, (*other.path, "general"), None) for other in others), setting(data, (*unit.path, "general"), True), said
    )
    yield Option(label=Text("no"), edit=joined(setting(data, (*unit.path, "general"), None), said), chosen=not unit.general)
    yield Option(label=Text("yes"), edit=make, chosen=unit.general)


def _enhancements(data: Any, army: RegimentArmy, unit: RegimentUnit, lookup: Lookup) -> Iterator[Field]:
    """A field for each table; a unit bears at most one of each."""
    holder = army.renown or army.faction
    borne = {each.enhancement.id: each for each in unit.borne}
    for table in holder.enhancement_tables:
        choices = [each for each in table.choices if army.allows(each.battlepacks) or each.id in borne]
        here = next((each for each in choices if each.id in borne), None)
        if not choices or (here is None and not _may_bear(unit, table.applies_to)):
            continue
        rest = [each for each in borne if here is None or each != here.id]
        path: Path = (*unit.path, "enhancements")
        options = [Option(label=Text("none"), edit=setting(data, path, rest or None), chosen=here is None)]
        for each in choices:
            label = _charged(each.name, each.points, army)
            options.append(Option(label=label, edit=setting(data, path, [*rest, each.id]), chosen=each is here))
        yield choice("enhancement_of", options, args={"kind": table.name})


def _may_bear(unit: RegimentUnit, asked: Any) -> bool:
    """A wide sieve; the law has the last word."""
    if any(not unit.has(keyword) for keyword in asked.all) or any(unit.has(keyword) for keyword in asked.none):
        return False
    if asked.any and not any(unit.has(keyword) for keyword in asked.any):
        return False
    return not asked.units or unit.warscroll.id in asked.units


def _groups(data: Any, army: RegimentArmy, unit: RegimentUnit) -> Iterator[Option]:
    """Where else it could stand. It is put there first, for taking it out may move what comes after it."""
    entry = deepcopy(at(data, unit.path))
    leave = _leaving(data, army, unit)
    for regiment in army.regiments:
        here = unit.regiment == regiment.place
        leader = regiment.leader
        label = Text("regiment_number", {"number": regiment.place + 1, "name": leader.name if leader else ""})
        enter = appending(data, (*regiment.path, "units"), entry).edit
        if leader is None and unit.hero:
            enter = setting(data, (*regiment.path, "hero"), entry)
        yield Option(label=label, edit=Edit(()) if here else joined(enter, leave), chosen=here)
    if unit.hero and (unit.post != "leader" or not unit.alone):
        begun = appending(data, ("regiments",), {"hero": entry, "units": []}).edit
        yield Option(label=Text("new_regiment"), edit=joined(begun, leave))
    aside = appending(data, ("auxiliary",), entry).edit
    apart = unit.post == "auxiliary"
    yield Option(label=Text("auxiliary_units"), edit=Edit(()) if apart else joined(aside, leave), chosen=apart)


def _leaving(data: Any, army: RegimentArmy, unit: RegimentUnit) -> Edit:
    """A leader who leads nobody takes the regiment along."""
    return Edit((Step("remove", unit.removal or unit.path),))
