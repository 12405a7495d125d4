"""What a faction of warscrolls has to choose from on a day: warscrolls, formations, enhancements, lores, and their prices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from listbuilder.games.regiments.allegiance import ArmyOfRenown, EnhancementTable
from listbuilder.games.regiments.data import FactionData, RenownData, Shelf, Warscrolls
from listbuilder.games.regiments.past_model import PastArmyOfRenown
from listbuilder.games.regiments.warscroll import Warscroll
from listbuilder.games.shared.listing import Choosable, Label, named_now, strictly
from listbuilder.games.shared.resolving import day_asked
from listbuilder.model.base import fold
from listbuilder.model.past import Thing, there_on

GENERIC = "generic"
# Word of the table -> where the faction has them, which is what the history calls them.
EXTRAS = {
    "battle_formation": "battle_formations",
    "spell_lore": "spell_lores",
    "prayer_lore": "prayer_lores",
    "manifestation_lore": "manifestation_lores",
    "faction_terrain": "faction_terrain",
}


def homes(shelf: Shelf) -> list[tuple[str, str]]:
    """The factions, and last what all of them share."""
    found = [(each, data.name) for each in shelf.ids() if (data := shelf.faction(each))]
    renown = shelf.renown()
    shared = [(RenownData.ID, renown.name)] if renown else []
    return [*found, *shared, (GENERIC, "Manifestation lore")]


def listed(shelf: Shelf, home: str, day: str | None) -> list[Choosable]:
    if home == GENERIC:
        return list(_generic(shelf, day))
    today = shelf.warscrolls(home)
    if today is None:
        return []
    past_day = _past_day(shelf, home, day)
    data = (shelf.on(past_day) if past_day else shelf).warscrolls(home)
    assert data is not None, "what is a faction today is one on every day"
    past = shelf.past.faction(home)
    found = list(_warscrolls(data, past, past_day))
    if isinstance(data, FactionData):
        found += _extras(data, past, past_day)
    if isinstance(data, RenownData):
        found += _regiments(data, past, past_day)
    return found


def _past_day(shelf: Shelf, home: str, day: str | None) -> str | None:
    as_of = shelf.as_of(home) or max(shelf.as_of(each) for each in shelf.ids())
    return day_asked(day, as_of, shelf.releases)


def _things(past: Any, kind: str) -> dict[str, Thing]:
    return past.things(kind) if past else {}


def _warscrolls(data: Warscrolls, past: Any, day: str | None) -> Iterator[Choosable]:
    things = _things(past, "warscrolls")
    for each in there_on(data.index, things, day, grace=0) if day else data.index:
        sheet, thing = data.sheet(each), things.get(each)
        if sheet is None:
            if thing is not None:  # its name is all that is known
                yield Choosable(kind="warscroll", id=each, name=thing.name, prices=None, **named_now(thing))
            continue
        unknown = data.unknown(each) if day else frozenset()
        prices = None if "points" in unknown else {Label(models=sheet.models): sheet.points}
        facts = _facts(sheet, unknown)
        yield Choosable(kind="warscroll", id=each, name=sheet.name, prices=prices, facts=facts, **named_now(thing))


def _facts(sheet: Warscroll, unknown: frozenset[str]) -> dict[str, Any]:
    known: dict[str, tuple[str, Any]] = {
        "sizes": ("can_be_reinforced", (sheet.models, sheet.can_be_reinforced)),
        "keywords": ("keywords", frozenset(map(fold, sheet.keywords))),
        "legends": ("legends", sheet.legends),
        "regiment": ("regiment", (sheet.regiment.can_lead, sheet.regiment.options, frozenset(sheet.regiment.joins_as))),
    }
    return {word: value for word, (key, value) in known.items() if key not in unknown}


def _extras(data: FactionData, past: Any, day: str | None) -> Iterator[Choosable]:
    head = data.head
    for word, kind in EXTRAS.items():
        yield from _plain(word, getattr(head, kind), _things(past, kind), day)
    yield from _tables(head.enhancement_tables, _things(past, "enhancements"), day)
    armies = _things(past, "armies_of_renown")
    for each, name in data.armies.items():
        if strictly(armies, each, day):
            yield Choosable(kind="army_of_renown", id=each, name=name, **named_now(armies.get(each)))
            if army := data.army(each):
                yield from _of_army(army, past.army_of_renown(each) if past else None, day)


def _of_army(army: ArmyOfRenown, past: PastArmyOfRenown | None, day: str | None) -> Iterator[Choosable]:
    """What an army of renown is given in place of what the faction has."""

    def things(kind: str) -> dict[str, Thing]:
        return {each.id: each for each in getattr(past, kind, ())}

    found = list(_tables(army.enhancement_tables, things("enhancements"), day))
    for word in ("spell_lore", "prayer_lore", "manifestation_lore"):
        found += _plain(word, getattr(army, EXTRAS[word]), things(EXTRAS[word]), day)
    for each in found:
        yield msgspec.structs.replace(each, id=f"{army.id}/{each.id}", under=army.name, renamed_to=None, replaced_by=None)


def _plain(word: str, there: Iterable[Any], things: dict[str, Thing], day: str | None) -> Iterator[Choosable]:
    for each in there:
        if strictly(things, each.id, day):
            yield Choosable(
                kind=word, id=each.id, name=each.name, prices={Label(): each.points}, **named_now(things.get(each.id))
            )


def _tables(tables: Iterable[EnhancementTable], things: dict[str, Thing], day: str | None) -> Iterator[Choosable]:
    for table in tables:
        for each in table.choices:
            key = f"{table.id}/{each.id}"
            if strictly(things, key, day):
                more = named_now(things.get(key))
                yield Choosable(
                    kind="enhancement", id=key, name=each.name, under=table.name, prices={Label(): each.points}, **more
                )


def _regiments(data: RenownData, past: Any, day: str | None) -> Iterator[Choosable]:
    things = _things(past, "regiments")
    for each in data.regiments:
        regiment = data.regiment(each)
        if regiment is not None and strictly(things, each, day):
            prices = {Label(): regiment.points} if regiment.points is not None else {}
            yield Choosable(kind="regiment_of_renown", id=each, name=regiment.name, prices=prices, **named_now(things.get(each)))


def _generic(shelf: Shelf, day: str | None) -> Iterator[Choosable]:
    past_day = _past_day(shelf, GENERIC, day)
    there = (shelf.on(past_day) if past_day else shelf).generic_lores()
    things = _things(shelf.past.faction(GENERIC), "manifestation_lores")
    yield from _plain("manifestation_lore", there, things, past_day)
