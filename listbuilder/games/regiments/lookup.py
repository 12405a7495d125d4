"""Finds what a roster names by id: in its army of renown, its faction, or wherever else it is from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec

from listbuilder.games.regiments.allegiance import ArmyOfRenown, Enhancement, EnhancementTable, WarscrollFaction
from listbuilder.games.regiments.army import Standing
from listbuilder.games.regiments.data import FactionData, Shelf, Warscrolls
from listbuilder.games.regiments.warscroll import Warscroll, WarscrollCopy
from listbuilder.games.shared.values import Table

Holder = WarscrollFaction | ArmyOfRenown
Things = Callable[[Holder], Iterable[Any]]

KINDS: dict[str, Things] = {
    "battle_formation": lambda holder: getattr(holder, "battle_formations", ()),
    "spell_lore": lambda holder: holder.spell_lores,
    "prayer_lore": lambda holder: holder.prayer_lores,
    "manifestation_lore": lambda holder: holder.manifestation_lores,
    "faction_terrain": lambda holder: () if isinstance(holder, ArmyOfRenown) else holder.faction_terrain,
}


_IN_HISTORY = {
    "unit": "warscrolls",
    "faction_terrain": "faction_terrain",
    "army_of_renown": "armies_of_renown",
    "regiment_of_renown": "regiments",
}


def history_kind(kind: str) -> str:
    """Return what the histories call a kind of thing."""
    return _IN_HISTORY.get(kind, f"{kind}s")


class LookedUp(msgspec.Struct):
    thing: Any
    standing: Standing
    home: str  # name of what it is from


class FoundWarscroll(msgspec.Struct):
    warscroll: Warscroll
    standing: Standing
    home: str  # id of the file
    home_name: str


class Lookup:
    """One army's places to look in, nearest first."""

    def __init__(self, shelf: Shelf, main: FactionData, renown: ArmyOfRenown | None) -> None:
        self.shelf = shelf
        self.main = main
        self.renown = renown

    def thing(self, kind: str, wanted: str) -> LookedUp | None:
        near = self._in(self._near(), kind, wanted) or self._of_other_day(kind, wanted)
        if near is None and kind == "manifestation_lore":
            near = self._generic_lore(wanted)
        return near or self._in(self._far(), kind, wanted)

    def _in(self, holders: Iterable[tuple[Holder, Standing]], kind: str, wanted: str) -> LookedUp | None:
        for holder, standing in holders:
            for each in KINDS[kind](holder):
                if each.id == wanted:
                    return LookedUp(each, self._of_terrain(kind, each.id, standing), holder.name)
        return None

    def _of_other_day(self, kind: str, wanted: str) -> LookedUp | None:
        """Something of this army's that was not there on its day: as it is today, or as it was when it was there."""
        for shelf in self.shelf.around(self.main.id, history_kind(kind), wanted):
            if main := shelf.faction(self.main.id):
                renown = main.army(self.renown.id) if self.renown else None
                if found := Lookup(shelf, main, renown)._in(_near(main, renown), kind, wanted):
                    return found
        return None

    def known(self, kind: str) -> list[str]:
        """Ids this army may name."""
        own = [each.id for holder in self._own() for each in KINDS[kind](holder)]
        if kind == "faction_terrain" and self.renown:
            return list(self.renown.faction_terrain)
        if kind == "manifestation_lore" and self._universal:
            own += [lore.id for lore in self.shelf.generic_lores()]
        return own

    def thing_names(self, kind: str) -> Iterator[Table]:
        for holder, _ in chain(self._near(), self._far()):
            yield {each.id: each.name for each in KINDS[kind](holder)}
        if kind == "manifestation_lore":
            yield {lore.id: lore.name for lore in self.shelf.generic_lores()}

    def enhancement_names(self) -> Iterator[Table]:
        for holder, _ in chain(self._near(), self._far()):
            yield {each.id: each.name for table in holder.enhancement_tables for each in table.choices}

    def warscroll_names(self) -> Iterator[Table]:
        if self.renown:
            extra = {each.id: each.name for each in self.renown.extra_warscrolls}
            extra |= {each.id: each.name for each in self.renown.copied_warscrolls}
            yield extra | {each: self.main.index[each] for each in self.renown.units if each in self.main.index}
        yield self.main.index

    def enhancement(self, wanted: str) -> tuple[Enhancement, EnhancementTable, Standing, str] | None:
        for holder, standing in chain(self._near(), self._near_on_other_days(wanted), self._far()):
            for table in holder.enhancement_tables:
                for each in table.choices:
                    if each.id == wanted:
                        return each, table, standing, holder.name
        return None

    def enhancement_ids(self) -> list[str]:
        return [each.id for holder in self._own() for table in holder.enhancement_tables for each in table.choices]

    def warscroll(self, given: str) -> FoundWarscroll | None:
        """By id, or `faction/id` of another faction. Units of armies of renown have plain ids."""
        home, slash, warscroll_id = given.rpartition("/")
        place: Warscrolls | None = self.shelf.warscrolls(home) if slash else self.main
        if place is None:
            return None
        if place is self.main:
            found = self._of_army(self.renown, warscroll_id) if self.renown else None
            if found:
                return FoundWarscroll(found, "own", self.main.id, self.main.name)
        sheet = place.sheet(warscroll_id)
        if sheet is None:
            return self._elsewhere(warscroll_id) if place is self.main else None
        return FoundWarscroll(sheet, self._standing(place, warscroll_id), place.id, place.name)

    def name(self, warscroll_id: str) -> str:
        found = self.warscroll(warscroll_id)
        return found.warscroll.name if found else warscroll_id

    def warscroll_ids(self) -> list[str]:
        return list(self.renown.units) if self.renown else self.main.there()

    def _standing(self, place: Warscrolls, warscroll_id: str) -> Standing:
        own = place is self.main
        if self.renown is None:
            return "own" if own else "foreign"
        if (warscroll_id if own else f"{place.id}/{warscroll_id}") in self.renown.units:
            return "own"
        return "replaced" if own else "foreign"

    def _elsewhere(self, warscroll_id: str) -> FoundWarscroll | None:
        for army_id in self.main.armies:
            army = self.main.army(army_id)
            found = self._of_army(army, warscroll_id) if army else None
            if army and found:
                return FoundWarscroll(found, "elsewhere", self.main.id, army.name)
        return None

    def _of_army(self, army: ArmyOfRenown, warscroll_id: str) -> Warscroll | None:
        for extra in army.extra_warscrolls:
            if extra.id == warscroll_id:
                return extra
        for copy in army.copied_warscrolls:
            if copy.id == warscroll_id:
                original = self.main.sheet(copy.same_as)
                return _copied(original, copy) if original else None
        return None

    def _own(self) -> tuple[Holder, ...]:
        return (self.renown,) if self.renown else (self.main.head,)

    def _near(self) -> Iterator[tuple[Holder, Standing]]:
        yield from _near(self.main, self.renown)

    def _near_on_other_days(self, enhancement: str) -> Iterator[tuple[Holder, Standing]]:
        for shelf in self.shelf.around(self.main.id, "enhancements", enhancement):
            if main := shelf.faction(self.main.id):
                yield from _near(main, main.army(self.renown.id) if self.renown else None)

    def _far(self) -> Iterator[tuple[Holder, Standing]]:
        """Only for what is not found near: every file of the game is opened."""
        for army_id in self.main.armies:
            if (army := self.main.army(army_id)) and army is not self.renown:
                yield army, "elsewhere"
        for other in self.shelf.others(self.main.id):
            yield other.head, "foreign"
            for army_id in other.armies:
                if army := other.army(army_id):
                    yield army, "foreign"

    def _of_terrain(self, kind: str, terrain_id: str, standing: Standing) -> Standing:
        listed = kind == "faction_terrain" and self.renown and terrain_id in self.renown.faction_terrain
        return "own" if listed and standing == "replaced" else standing

    @property
    def _universal(self) -> bool:
        return self.main.head.universal_manifestations and (self.renown is None or self.renown.universal_manifestations)

    def _generic_lore(self, wanted: str) -> LookedUp | None:
        for lore in self.shelf.generic_lores():
            if lore.id == wanted:
                standing: Standing = "own" if self._universal else "replaced"
                return LookedUp(lore, standing, self.main.name)
        return None


def _near(main: FactionData, renown: ArmyOfRenown | None) -> Iterator[tuple[Holder, Standing]]:
    if renown:
        yield renown, "own"
    yield main.head, "replaced" if renown else "own"


def _copied(original: Warscroll, copy: WarscrollCopy) -> Warscroll:
    return msgspec.structs.replace(
        original,
        id=copy.id,
        name=copy.name,
        points=copy.points,
        keywords=(*original.keywords, *copy.adds_keywords),
        regiment=copy.regiment,
    )
